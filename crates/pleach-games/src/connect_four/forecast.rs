//! What the exact score may be, and how likely: the good evaluator with its measured error.

use super::placement::HUNDREDTHS;
use super::{ConnectFour, ProvenBounds, Threats};
use crate::error_model::{ErrorModel, Scores};
use pleach::{Distribution, Evaluate, Tunable, Weights, WeightsError};

/// The stages are where one, two, three, four and five of so many parts of the board are full.
const PARTS: f64 = 6.0;

/// The distribution of the exact score: a normal distribution around the value of [`Threats`], corrected
/// and as wide as its errors are when so much of the board is full, rounded to whole points and held
/// inside the [`ProvenBounds`].
///
/// Counted in the points of the game times its scale, like its outcome; see the [module](super). The
/// errors are read from `weights/connect_four-forecast.toml`, where it says how they were fitted: on the
/// usual board. On others they are a guess.
///
/// ```
/// use pleach::{Evaluate, Notation, Score};
/// use pleach_games::{ConnectFour, connect_four::Forecast};
/// let forecast = |text: &str| Forecast::default().evaluate(&ConnectFour::new().parse(text).unwrap());
/// assert!(forecast("4").expected() < forecast("1").expected(), "the centre is the better start");
/// assert_eq!(forecast("332244").mass(Score::new(18)), 1.0, "wins with the next stone");
/// ```
#[derive(Clone, Debug)]
pub struct Forecast {
    threats: Threats,
    weights: Weights,
    errors: ErrorModel,
}

impl Forecast {
    const NAME: &str = "connect-four-forecast";
}

impl Default for Forecast {
    fn default() -> Self {
        let weights = Weights::from_toml(include_str!("../../weights/connect_four-forecast.toml"));
        weights.and_then(Tunable::from_weights).expect("the file is tested")
    }
}

impl Tunable for Forecast {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The errors are those of [`Threats`] with its default weights.
    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        let errors = ErrorModel::from_weights(&weights, Forecast::NAME)?;
        Ok(Forecast { threats: Threats::default(), weights, errors })
    }
}

impl Evaluate<ConnectFour> for Forecast {
    type Value = Distribution;

    fn evaluate(&self, game: &ConnectFour) -> Distribution {
        let bounds = ProvenBounds.evaluate(game);
        if let Some(score) = bounds.value() {
            return Distribution::point(score);
        }
        let hundredths = self.threats.evaluate(&game.with_scale(HUNDREDTHS as u16)).get();
        let full = f64::from(game.stones()) / f64::from(game.size().slots());
        let (step, point) = (game.scale(), game.scale());
        self.errors.forecast(hundredths, full * PARTS - 1.0, Scores { bounds, step, point })
    }
}
