//! What a game may end with, and how likely: the good evaluator with its measured error.

use super::{Classic, Othello, ProvenBounds};
use crate::error_model::{ErrorModel, Scores};
use pleach::{Distribution, Evaluate, Tunable, Weights, WeightsError};

/// The number of discs at the first stage, and from each to the next: 12, 24, 36, 48, 60.
const DISCS_OF_A_STAGE: f64 = 12.0;

/// The distribution of the final score under good play: a normal distribution around the value of
/// [`Classic`], corrected and as wide as its errors are at this stage of the game, rounded to the even
/// numbers of discs that a game can end with and held inside the [`ProvenBounds`].
///
/// Counted in the unit of the game, like its outcome; see the [module](super). The errors are read from
/// `weights/othello-forecast.toml`, where it says how they were fitted.
///
/// ```
/// use pleach::{Evaluate, Notation, Score};
/// use pleach_games::othello::{Forecast, Othello};
/// let game = Othello::new().parse("f5d6c3d3c4f4f6f3e6e7").unwrap();
/// let forecast = Forecast::default().evaluate(&game);
/// let (low, high) = (forecast.quantile(0.05), forecast.quantile(0.95));
/// assert!(low < Score::ZERO && high > Score::ZERO, "it is early");
/// assert_eq!(forecast.mass(Score::new(1)), 0.0, "a game ends with an even number");
/// ```
#[derive(Clone, Debug)]
pub struct Forecast {
    classic: Classic,
    weights: Weights,
    errors: ErrorModel,
}

impl Forecast {
    const NAME: &str = "othello/forecast";
}

impl Default for Forecast {
    fn default() -> Self {
        let weights = Weights::from_toml(include_str!("../../weights/othello-forecast.toml"));
        weights.and_then(Tunable::from_weights).expect("the weights that come with the crate fit")
    }
}

impl Tunable for Forecast {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The errors are those of [`Classic`] with its default weights.
    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        let errors = ErrorModel::from_weights(&weights, Forecast::NAME)?;
        Ok(Forecast { classic: Classic::default(), weights, errors })
    }
}

impl Evaluate<Othello> for Forecast {
    type Value = Distribution;

    fn evaluate(&self, game: &Othello) -> Distribution {
        let bounds = ProvenBounds.evaluate(game);
        if let Some(score) = bounds.value() {
            return Distribution::point(score);
        }
        let discs = f64::from(64 - game.empty().count_ones());
        let point = game.unit.per_disc();
        let scores = Scores { bounds, step: 2 * point, point };
        self.errors.forecast(self.classic.hundredths(game), discs / DISCS_OF_A_STAGE - 1.0, scores)
    }
}
