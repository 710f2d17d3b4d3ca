//! A game with its evaluator, ready to have its type forgotten.

use super::behaviour::Walked;
use super::{AnyGame, Forecasts};
use crate::engine::Knowledge;
use crate::game::{Evaluate, Game, Hashed, key_with_bank};
use crate::notation::Notation;
use crate::perft::perft;
use crate::prune::{Network, Sight};
use crate::testkit::Likeness;
use crate::textbook::selective::Focus;
use crate::value::{Interval, Score};
use crate::weights::{Linear, Tunable, Weights, WeightsError};
use std::sync::{Arc, OnceLock};

/// A position of a game together with an evaluator. See [`Entry::new`](super::Entry::new).
pub struct Hosted<G: Game, E, K = ()> {
    pub(super) name: String,
    pub(super) game: G,
    /// The position it was opened with.
    pub(super) first: G,
    /// The move that was played last.
    pub(super) last: Option<G::Move>,
    /// Shared by the clones, so that it need not be one that can be cloned.
    pub(super) evaluator: Arc<E>,
    pub(super) knowledge: Arc<K>,
    /// What random games with this evaluator and this knowledge have shown; shared by the clones.
    pub(super) walked: Arc<OnceLock<Walked<G>>>,
    /// Makes the knowledge for an evaluator, where it rests on one.
    pub(super) guide: Option<fn(&E) -> K>,
    pub(super) tuning: Option<Tuning<G, E>>,
    pub(super) customs: Customs<G>,
}

/// What a game says of itself beside its rules.
#[derive(Clone)]
pub(super) struct Customs<G: Game> {
    pub(super) max_view: bool,
    pub(super) missing: Option<fn(&G) -> Option<String>>,
    /// What it says of uncertain values.
    pub(super) forecasts: Option<Forecasts<G>>,
    /// What a position itself says of its value.
    pub(super) stated: Option<fn(&G) -> Option<Interval>>,
    pub(super) perft: fn(&G, u32) -> u64,
    pub(super) identity: fn(&G) -> u64,
    /// Which positions it says are alike.
    pub(super) alike: Likeness<G>,
    /// The network that the rule `focus` goes by.
    pub(super) focus: Option<Focus<G>>,
}

/// How to come by the weights of an evaluator whose type has been forgotten.
pub(super) struct Tuning<G, E> {
    pub(super) weights: fn(&E) -> &Weights,
    pub(super) with_weights: fn(&E, Weights) -> Result<E, WeightsError>,
    pub(super) terms: Option<TellTerms<G, E>>,
}

/// [`Linear::terms`] as a function.
pub(super) type TellTerms<G, E> = fn(&E, &G, &mut dyn FnMut(u32, f32));

impl<G, E> Clone for Tuning<G, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, E> Copy for Tuning<G, E> {}

impl<G: Hashed, E> Hosted<G, E> {
    /// A game at its first position, under the name with its options.
    pub fn new(name: impl Into<String>, game: G, evaluator: E) -> Self {
        Hosted {
            name: name.into(),
            first: game.clone(),
            game,
            last: None,
            evaluator: Arc::new(evaluator),
            knowledge: Arc::new(()),
            walked: Arc::default(),
            guide: None,
            tuning: None,
            customs: Customs {
                max_view: false,
                missing: None,
                forecasts: None,
                stated: None,
                perft,
                identity: |game| key_with_bank(game, game.key()),
                alike: Likeness::default(),
                focus: None,
            },
        }
    }
}

impl<G: Game, E, K> Hosted<G, E, K> {
    /// Tells the engine what the game knows of itself.
    pub fn knowledge<L>(self, knowledge: L) -> Hosted<G, E, L> {
        let Hosted { name, game, first, last, evaluator, tuning, customs, .. } = self;
        let (knowledge, walked) = (Arc::new(knowledge), Arc::default());
        Hosted { name, game, first, last, evaluator, knowledge, walked, guide: None, tuning, customs }
    }

    /// The same where that rests on the evaluator: other weights make other knowledge.
    pub fn guided_by<L>(self, guide: fn(&E) -> L) -> Hosted<G, E, L> {
        let knowledge = guide(&self.evaluator);
        Hosted { guide: Some(guide), ..self.knowledge(knowledge) }
    }

    /// Tells positions apart by a function of the game's own instead of by their keys, such as
    /// [`Symmetric::canonical_key`](crate::Symmetric::canonical_key).
    pub fn identified_by(mut self, identity: fn(&G) -> u64) -> Self {
        self.customs.identity = identity;
        self
    }

    /// Says how the sides change places, as [`Swappable::swapped`](crate::Swappable::swapped) does, so that the laws of
    /// it can be checked.
    pub fn swapped_by(mut self, swapped: fn(&G) -> G) -> Self {
        self.customs.alike.swapped = Some(swapped);
        self
    }

    /// Says how the board can be turned, as [`Symmetric::images`](crate::Symmetric::images) does, and which key the images
    /// share, so that the laws of it can be checked.
    pub fn seen_as(mut self, images: fn(&G) -> Vec<G>, shared_key: fn(&G) -> u64) -> Self {
        (self.customs.alike.images, self.customs.alike.shared_key) = (Some(images), shared_key);
        self
    }

    /// Tells the searches over uncertain values what the game says of them. Without this they make a
    /// forecast of the static value and its error.
    pub fn forecasts(mut self, forecasts: Forecasts<G>) -> Self {
        self.customs.forecasts = Some(forecasts);
        self
    }

    /// Takes the range that a position itself states for the value that it lies in, as trees of the papers do. Where a
    /// position states none, forecasts are made as for other games.
    pub fn stated_range(mut self, stated: fn(&G) -> Option<Interval>) -> Self {
        self.customs.stated = Some(stated);
        self
    }

    /// Lets programs read the evaluator's weights and replace them.
    pub fn tunable(mut self) -> Self
    where
        E: Tunable,
    {
        self.tuning = Some(Tuning { weights: E::weights, with_weights: E::with_weights, terms: None });
        self
    }

    /// The same for an evaluator that can say which weights count in a position.
    pub fn linear(self) -> Self
    where
        E: Linear<G>,
    {
        let mut hosted = self.tunable();
        if let Some(tuning) = &mut hosted.tuning {
            tuning.terms = Some(E::terms);
        }
        hosted
    }

    /// Lets the rule `focus` of textbook searches go by a network that sees the game so; programs may read and replace it
    /// as they do with the evaluator's weights.
    pub fn focused_by(mut self, network: Network, sight: Sight<G>) -> Self {
        self.customs.focus = Some(Focus::new(network, sight));
        self
    }

    /// Shows scores in Max's view, as the papers do for trees.
    pub fn shown_to_max(mut self) -> Self {
        self.customs.max_view = true;
        self
    }

    /// Counts move sequences by a function of the game's own: a faster one, or one that follows the
    /// custom of published numbers.
    pub fn perft_by(mut self, perft: fn(&G, u32) -> u64) -> Self {
        self.customs.perft = perft;
        self
    }

    /// Asks the position after a search whether it has had to make a value up since it was last asked.
    pub fn missing_value(mut self, missing: fn(&G) -> Option<String>) -> Self {
        self.customs.missing = Some(missing);
        self
    }
}

impl<G: Game, E, K> Hosted<G, E, K> {
    /// The same at another position. Whoever is not told of it does not know the last move.
    pub(super) fn at(&self, position: &G) -> Self {
        Hosted {
            name: self.name.clone(),
            game: position.clone(),
            first: self.first.clone(),
            last: None,
            evaluator: Arc::clone(&self.evaluator),
            knowledge: Arc::clone(&self.knowledge),
            walked: Arc::clone(&self.walked),
            guide: self.guide,
            tuning: self.tuning,
            customs: self.customs.clone(),
        }
    }
}

impl<G, E, K> AnyGame for Hosted<G, E, K>
where
    G: Hashed + Notation + Send + Sync + 'static,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Send + Sync + 'static,
    K: Knowledge<G, Seen: Send + Sync> + Send + Sync + 'static,
{
    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(Hosted { last: self.last, ..self.at(&self.game) })
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

impl<G, E, K> From<Hosted<G, E, K>> for Box<dyn AnyGame>
where
    Hosted<G, E, K>: AnyGame + 'static,
    G: Game,
{
    fn from(hosted: Hosted<G, E, K>) -> Self {
        Box::new(hosted)
    }
}
