//! What is known of positions, for the same positions with their past.

use crate::engine::{Knowledge, Options, Parameters};
use crate::game::{Evaluate, Game, Hashed};
use crate::repetition::Repeating;
use crate::value::Window;
use crate::weights::{Linear, Tunable, Weights, WeightsError};

/// An evaluator of positions, or knowledge about them, for [`Repeating`] positions: it looks at the position and not at
/// the way to it.
///
/// Of [`Knowledge`] it passes on what orders moves and describes the game. What knowledge claims of values ([`Knowledge::look`],
/// [`Knowledge::bounds`], [`Knowledge::finish`] and moves that need not be searched) is left out: with a past it may be
/// wrong, since a repetition can end the game first.
///
/// ```
/// use pleach::engine::Engine;
/// use pleach::{Game, Hashed, Limits, Player, Repeating, Score, WithoutPast};
///
/// /// A marble on a ring of four holes, moved one hole either way; the third visit is a draw.
/// #[derive(Clone)]
/// struct Ring(u8, Player);
/// # impl Game for Ring {
/// #     type Move = u8;
/// #     fn to_move(&self) -> Player { self.1 }
/// #     fn moves(&self) -> impl Iterator<Item = u8> { [1, 3].into_iter() }
/// #     fn play(&mut self, by: u8) { *self = Ring((self.0 + by) % 4, self.1.other()) }
/// #     fn outcome(&self) -> Option<Score> { None }
/// # }
/// # impl Hashed for Ring {
/// #     fn key(&self) -> u64 { pleach::key_of(&(self.0, self.1)) }
/// #     fn repetition(&self, occurrence: u32) -> Option<Score> { (occurrence >= 3).then_some(Score::ZERO) }
/// # }
/// impl Ring {
///     /// Written for the marble alone.
///     fn distance_home(&self) -> Score { Score::new(self.0.min(4 - self.0).into()) }
/// }
///
/// let game = Repeating::new(Ring(0, Player::Max));
/// let evaluator = WithoutPast(Ring::distance_home);
/// let report = Engine::new(&evaluator).search(&game, &Limits::depth(3)).unwrap();
/// assert_eq!(report.depth, 3);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct WithoutPast<T>(
    /// What knows the positions without their past.
    pub T,
);

impl<G: Hashed, E: Evaluate<G>> Evaluate<Repeating<G>> for WithoutPast<E> {
    type Value = E::Value;

    #[inline]
    fn evaluate(&self, game: &Repeating<G>) -> E::Value {
        self.0.evaluate(game.game())
    }

    #[inline]
    fn evaluate_within(&self, game: &Repeating<G>, window: Window) -> E::Value {
        self.0.evaluate_within(game.game(), window)
    }
}

impl<E: Tunable> Tunable for WithoutPast<E> {
    fn weights(&self) -> &Weights {
        self.0.weights()
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        E::from_weights(weights).map(WithoutPast)
    }

    fn with_weights(&self, weights: Weights) -> Result<Self, WeightsError> {
        self.0.with_weights(weights).map(WithoutPast)
    }
}

impl<G: Hashed, E: Linear<G>> Linear<Repeating<G>> for WithoutPast<E> {
    fn terms(&self, game: &Repeating<G>, term: &mut dyn FnMut(u32, f32)) {
        self.0.terms(game.game(), term);
    }
}

impl<G: Hashed, K: Knowledge<G>> Knowledge<Repeating<G>> for WithoutPast<K> {
    type Seen = ();
    const LEARNS_ORDER: bool = K::LEARNS_ORDER;
    const TELLS_QUIET: bool = K::TELLS_QUIET;
    const HISTORY_SIZE: usize = K::HISTORY_SIZE;

    #[inline]
    fn moves(&self, game: &Repeating<G>, (): ()) -> impl Iterator<Item = G::Move> {
        game.moves()
    }

    #[inline]
    fn seen(&self, _game: &Repeating<G>) {}

    fn parameters(&self) -> Parameters {
        self.0.parameters()
    }

    fn solving(&self) -> Options {
        self.0.solving()
    }

    #[inline]
    fn plies_left(&self, game: &Repeating<G>) -> u32 {
        self.0.plies_left(game.game())
    }

    #[inline]
    fn progress(&self, game: &Repeating<G>) -> u32 {
        self.0.progress(game.game())
    }

    #[inline]
    fn is_quiet(&self, game: &Repeating<G>) -> bool {
        self.0.is_quiet(game.game())
    }

    #[inline]
    fn weigh_move(&self, game: &Repeating<G>, mv: G::Move) -> i32 {
        self.0.weigh_move(game.game(), mv)
    }

    #[inline]
    fn history_index(&self, game: &Repeating<G>, mv: G::Move) -> usize {
        self.0.history_index(game.game(), mv)
    }
}
