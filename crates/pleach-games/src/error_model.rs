//! How far the values of an evaluator are from the truth, as data: what turns a static value into a
//! distribution.

use pleach::{Distribution, Interval, Normal, Weights, WeightsError};

/// How many stages of a game the errors are given for.
const STAGES: usize = 5;

/// Far beyond any sense, and far from overflow.
const LARGEST: i32 = 100_000;

/// The error of an evaluator by the stage of the game: the exact score is `offset + slope * value` on
/// average, and normally distributed around that. Fitted by `examples/fit_error`.
#[derive(Clone, Debug)]
pub(crate) struct ErrorModel {
    stages: [Error; STAGES],
}

/// The error at one stage.
#[derive(Clone, Copy, Debug)]
struct Error {
    /// In hundredths of a point.
    offset: f64,
    slope: f64,
    /// In hundredths of a point.
    deviation: f64,
}

/// What the scores of a position can be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scores {
    pub(crate) bounds: Interval,
    /// How far they are apart.
    pub(crate) step: i32,
    /// What a point is worth.
    pub(crate) point: i32,
}

impl ErrorModel {
    /// Reads the groups `offset` (hundredths of a point), `slope` (thousandths) and `deviation`
    /// (hundredths of a point), with a number for each stage.
    pub(crate) fn from_weights(weights: &Weights, evaluator: &str) -> Result<ErrorModel, WeightsError> {
        if weights.evaluator() != evaluator {
            let found = weights.evaluator();
            return Err(WeightsError::new(format!("they belong to '{found}', not to '{evaluator}'")));
        }
        let group = |name: &str, least: i32| {
            let numbers = weights.group(name, STAGES)?;
            match numbers.iter().find(|number| !(least..=LARGEST).contains(number)) {
                None => Ok(numbers),
                Some(number) => {
                    let reason = format!("'{name}' has {number}: it is between {least} and {LARGEST}");
                    Err(WeightsError::new(reason))
                }
            }
        };
        let (offset, slope) = (group("offset", -LARGEST)?, group("slope", -LARGEST)?);
        let deviation = group("deviation", 1)?;
        let stages = std::array::from_fn(|stage| Error {
            offset: offset[stage].into(),
            slope: f64::from(slope[stage]) / 1000.0,
            deviation: deviation[stage].into(),
        });
        Ok(ErrorModel { stages })
    }

    /// The distribution of the exact score, given a static value in hundredths of a point. The stage is
    /// counted from 0, and errors of neighbouring stages are blended in between.
    pub(crate) fn forecast(&self, hundredths: i32, stage: f64, scores: Scores) -> Distribution {
        let error = self.at(stage);
        let mean = error.offset + error.slope * f64::from(hundredths);
        let unit = f64::from(scores.point) / 100.0;
        let normal = Normal::new(mean * unit, error.deviation * unit);
        normal
            .and_then(|normal| normal.rounded(scores.bounds, scores.step.unsigned_abs()))
            .expect("the deviation is positive, and games have few scores, even steps apart")
    }

    fn at(&self, stage: f64) -> Error {
        let stage = stage.clamp(0.0, (STAGES - 1) as f64);
        let (before, share) = (stage as usize, stage.fract());
        let (from, to) = (self.stages[before], self.stages[(before + 1).min(STAGES - 1)]);
        let blend = |from: f64, to: f64| from + (to - from) * share;
        Error {
            offset: blend(from.offset, to.offset),
            slope: blend(from.slope, to.slope),
            deviation: blend(from.deviation, to.deviation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::Score;

    fn weights(offset: &str, deviation: &str) -> Weights {
        let text = format!(
            "evaluator = \"x\"\nversion = 1\n[weights]\noffset = [{offset}]\nslope = [500, 500, 500, 1000, 1000]\n\
             deviation = [{deviation}]"
        );
        Weights::from_toml(&text).unwrap()
    }

    #[test]
    fn stages_blend_into_each_other() {
        let model =
            ErrorModel::from_weights(&weights("0, 100, 200, 300, 400", "800, 600, 400, 300, 100"), "x");
        let model = model.unwrap();
        let bounds = Interval::new(Score::new(-64), Score::new(64)).unwrap();
        let expected =
            |stage: f64| model.forecast(400, stage, Scores { bounds, step: 1, point: 1 }).expected();
        for (stage, mean) in [(-3.0, 2.0), (0.0, 2.0), (0.5, 2.5), (2.5, 5.5), (4.0, 8.0), (9.0, 8.0)] {
            assert!((expected(stage) - mean).abs() < 1e-9, "{stage}: {}", expected(stage));
        }
    }

    #[test]
    fn scores_may_be_finer_and_further_apart() {
        let model =
            ErrorModel::from_weights(&weights("0, 0, 0, 0, 0", "500, 500, 500, 500, 500"), "x").unwrap();
        let forecast = |high: i32, step: i32, point: i32| {
            let bounds = Interval::new(Score::new(-high), Score::new(high)).unwrap();
            model.forecast(100, 3.0, Scores { bounds, step, point })
        };
        let (points, hundredths) = (forecast(64, 2, 1), forecast(6400, 200, 100));
        for (score, mass) in points.masses() {
            assert_eq!(hundredths.mass(Score::new(100 * score.get())), mass, "the same in any unit");
        }
    }

    #[test]
    fn errors_that_make_no_sense_are_refused() {
        let error = |offset: &str, deviation: &str| {
            ErrorModel::from_weights(&weights(offset, deviation), "x").unwrap_err().to_string()
        };
        assert_eq!(error("0, 0", "1, 1, 1, 1, 1"), "weights: 'offset' has 2 numbers instead of 5");
        let deviation = error("0, 0, 0, 0, 0", "1, 1, 0, 1, 1");
        assert_eq!(deviation, "weights: 'deviation' has 0: it is between 1 and 100000");
        let other = ErrorModel::from_weights(&weights("0", "1"), "y").unwrap_err().to_string();
        assert_eq!(other, "weights: they belong to 'x', not to 'y'");
    }
}
