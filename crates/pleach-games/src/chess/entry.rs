//! Chess among the games that can be opened by name.

use super::{Chess, Classic, Guide, Material, Quiescent};
use pleach::registry::{Entry, Hosted};
use pleach::{
    Evaluate, Linear, Repeating, Score, Spec, Swappable, Tunable, Weights, WeightsError, Window, WithoutPast,
};

/// The evaluators by name.
#[derive(Clone)]
enum Evaluator {
    Material(Material),
    Classic(Box<Classic>),
    Quiescent(Box<Quiescent>),
}

impl Evaluate<Chess> for Evaluator {
    type Value = Score;

    fn evaluate(&self, game: &Chess) -> Score {
        match self {
            Evaluator::Material(evaluator) => evaluator.evaluate(game),
            Evaluator::Classic(evaluator) => evaluator.evaluate(game),
            Evaluator::Quiescent(evaluator) => evaluator.evaluate(game),
        }
    }

    fn evaluate_within(&self, game: &Chess, window: Window) -> Score {
        match self {
            Evaluator::Quiescent(evaluator) => evaluator.evaluate_within(game, window),
            Evaluator::Material(_) | Evaluator::Classic(_) => self.evaluate(game),
        }
    }
}

impl Tunable for Evaluator {
    fn weights(&self) -> &Weights {
        match self {
            Evaluator::Material(evaluator) => evaluator.weights(),
            Evaluator::Classic(evaluator) => evaluator.weights(),
            Evaluator::Quiescent(evaluator) => evaluator.weights(),
        }
    }

    /// The classical evaluator with captures played out, whose weights chess is usually played with.
    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        Quiescent::from_weights(weights).map(Box::new).map(Evaluator::Quiescent)
    }

    fn with_weights(&self, weights: Weights) -> Result<Self, WeightsError> {
        match self {
            Evaluator::Material(_) => Material::from_weights(weights).map(Evaluator::Material),
            Evaluator::Classic(_) => Classic::from_weights(weights).map(Box::new).map(Evaluator::Classic),
            Evaluator::Quiescent(_) => Evaluator::from_weights(weights),
        }
    }
}

impl Linear<Chess> for Evaluator {
    fn terms(&self, game: &Chess, term: &mut dyn FnMut(u32, f32)) {
        match self {
            Evaluator::Material(evaluator) => evaluator.terms(game, term),
            Evaluator::Classic(evaluator) => evaluator.terms(game, term),
            Evaluator::Quiescent(evaluator) => evaluator.terms(game, term),
        }
    }
}

pub(crate) fn entry() -> Entry {
    let about = "chess by the rules of FIDE, threefold repetition included";
    let options = "eval=quiescent|classic|material: the evaluator";
    Entry::new("chess", about, options, |mut spec: Spec| {
        type Make = fn() -> Evaluator;
        let name = spec.to_string();
        let quiescent: Make = || Evaluator::Quiescent(Box::default());
        let classic: Make = || Evaluator::Classic(Box::default());
        let material: Make = || Evaluator::Material(Material::default());
        let evaluators = [("quiescent", quiescent), ("classic", classic), ("material", material)];
        let evaluator = spec.take_one_of("eval", &evaluators)?.unwrap_or(quiescent);
        spec.finish()?;
        let hosted = Hosted::new(name, Repeating::new(Chess::new()), WithoutPast(evaluator()));
        let swapped = |game: &Repeating<Chess>| Repeating::new(game.game().swapped());
        Ok(hosted.knowledge(Guide::default()).swapped_by(swapped).linear())
    })
}
