//! The evaluators of chess, and the choice between them at run time.

use super::{Chess, Classic, Material, Quiescent};
use pleach::{Evaluate, Linear, Score, Tunable, Weights, WeightsError, Window};

/// The evaluators by name.
#[derive(Clone)]
pub(super) enum Evaluator {
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
