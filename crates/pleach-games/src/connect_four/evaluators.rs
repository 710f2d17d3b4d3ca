//! The evaluators by name.

use super::{ConnectFour, Placement, Size, Threats};
use pleach::{Evaluate, Score, Tunable, Weights, WeightsError};

/// One of the evaluators of Connect Four, chosen at run time by the option `eval`.
///
/// ```
/// use pleach::{Evaluate, Notation};
/// use pleach_games::{ConnectFour, connect_four::{Evaluator, Size}};
/// let game = ConnectFour::new().with_scale(100).parse("41").unwrap();
/// for evaluator in [Evaluator::placement(Size::STANDARD), Evaluator::threats(Size::STANDARD)] {
///     assert!(evaluator.evaluate(&game).get() > 0); // the centre is worth more than the edge
/// }
/// ```
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// The cheap one.
    Placement(Placement),
    /// The good one.
    Threats(Threats),
}

/// Makes an evaluator for boards of a size.
type Maker = fn(Size) -> Evaluator;

impl Evaluator {
    pub(super) const NAMES: [(&str, Maker); 2] =
        [("threats", Evaluator::threats), ("placement", Evaluator::placement)];

    /// [`Placement`], prepared for boards of this size.
    pub fn placement(size: Size) -> Evaluator {
        Evaluator::Placement(Placement::default().for_size(size))
    }

    /// [`Threats`], which serves all sizes alike.
    pub fn threats(_size: Size) -> Evaluator {
        Evaluator::Threats(Threats::default())
    }
}

impl Evaluate<ConnectFour> for Evaluator {
    type Value = Score;

    #[inline]
    fn evaluate(&self, game: &ConnectFour) -> Score {
        match self {
            Evaluator::Placement(placement) => placement.evaluate(game),
            Evaluator::Threats(threats) => threats.evaluate(game),
        }
    }
}

impl Tunable for Evaluator {
    fn weights(&self) -> &Weights {
        match self {
            Evaluator::Placement(placement) => placement.weights(),
            Evaluator::Threats(threats) => threats.weights(),
        }
    }

    /// The evaluator that the weights name.
    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        match weights.evaluator() {
            Placement::NAME => Placement::from_weights(weights).map(Evaluator::Placement),
            Threats::NAME => Threats::from_weights(weights).map(Evaluator::Threats),
            other => Err(WeightsError::new(format!(
                "'{other}' is not an evaluator of Connect Four (available: {}, {})",
                Threats::NAME,
                Placement::NAME
            ))),
        }
    }

    /// Prepared for the same size of the board.
    fn with_weights(&self, weights: Weights) -> Result<Self, WeightsError> {
        match self {
            Evaluator::Placement(placement) => placement.with_weights(weights).map(Evaluator::Placement),
            Evaluator::Threats(_) => Threats::from_weights(weights).map(Evaluator::Threats),
        }
    }
}

/// Refuses weights that belong to another evaluator.
pub(super) fn check_name(weights: &Weights, name: &str) -> Result<(), WeightsError> {
    match weights.evaluator() {
        same if same == name => Ok(()),
        other => Err(WeightsError::new(format!("they belong to '{other}', not to '{name}'"))),
    }
}
