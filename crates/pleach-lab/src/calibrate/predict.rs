//! The model of a game: lines for all pairs of depths, by stages.

use super::CalibrateError;
use super::fit::{Fit, FitError, fit};
use super::measure::Full;
use super::sample::Sampled;
use super::structure::RISK_STAGES;
use pleach::Score;
use pleach::prune::Model;
use serde::Serialize;

/// Positions that a stage needs before it is worth lines of its own.
const POSITIONS_A_STAGE: usize = 200;
/// More stages than this are not worth their noise.
const MOST_STAGES: usize = 6;
/// Residuals with more excess kurtosis than this are not normal for any practical purpose.
const HEAVY_TAILS: f64 = 1.5;
/// A stage whose slope is further from that of all stages than so many standard errors drifts.
const DRIFT: f64 = 6.0;

/// Lines for every pair of depths, in every stage.
#[derive(Clone, Debug)]
pub struct Predictions {
    limits: Vec<u32>,
    fits: Vec<PairFits>,
}

/// The lines of a pair of depths.
#[derive(Clone, Debug, Serialize)]
pub struct PairFits {
    /// The depth that is predicted.
    pub deep: u32,
    /// The depth that predicts.
    pub shallow: u32,
    /// The line of all positions.
    pub whole: Fit,
    /// The line of each stage; none where there was too little for one, and that of all positions serves.
    pub stages: Vec<Option<Fit>>,
}

impl Predictions {
    /// Fits lines to what full searches have found at every depth. Values of won and lost games are left out: they are
    /// of another scale.
    pub fn fit(positions: &[Sampled], full: &[Full], deepest: u32) -> Result<Predictions, FitError> {
        let limits = stage_limits(positions);
        let stage = |sampled: &Sampled| limits.partition_point(|&limit| limit <= sampled.progress);
        let mut fits = Vec::new();
        for deep in 1..=deepest {
            for shallow in 0..deep {
                let pairs = |only: Option<usize>| -> Vec<(f64, f64)> {
                    let chosen =
                        positions.iter().zip(full).filter(|(at, _)| only.is_none_or(|s| stage(at) == s));
                    chosen.filter_map(|(_, found)| value_pair(found, shallow, deep)).collect()
                };
                let whole = fit(&pairs(None))?;
                let stages = (0..=limits.len()).map(|stage| fit(&pairs(Some(stage))).ok()).collect();
                fits.push(PairFits { deep, shallow, whole, stages });
            }
        }
        Ok(Predictions { limits, fits })
    }

    /// The lines of all pairs.
    pub fn fits(&self) -> &[PairFits] {
        &self.fits
    }

    /// The deepest prediction that a test is made by.
    pub fn deepest_test(&self) -> Option<&PairFits> {
        self.fits.iter().rev().find(|pair| pair.shallow == half(pair.deep) && pair.deep >= 2)
    }

    /// The least progress of every stage but the first.
    pub fn limits(&self) -> &[u32] {
        &self.limits
    }

    /// The least progress of every stage of the risk but the first: lines are fitted to more stages than a share of
    /// errors can be told of.
    pub fn risk_limits(&self) -> Vec<u32> {
        let stages = self.limits.len() + 1;
        let groups = stages.min(RISK_STAGES);
        (1..groups).map(|group| self.limits[group * stages / groups - 1]).collect()
    }

    /// The model that tests nodes of every depth up to `deepest` once, by a search of the predictor's depth, whose parity is
    /// the same. In every stage of the risk its errors are taken to be so many times as large: that is how a caution
    /// by stage is spent.
    pub(super) fn model(
        &self,
        deepest: u32,
        predictor: Predictor,
        multiples: &[f64],
    ) -> Result<Model, CalibrateError> {
        let (mut model, risk_limits) = (Model::with_stages(self.limits.clone()), self.risk_limits());
        for pair in &self.fits {
            if pair.deep <= deepest && pair.shallow == predictor.shallow(pair.deep) && pair.deep >= 2 {
                let line = |(stage, fit): (usize, &Option<Fit>)| {
                    // The first stage begins before any limit.
                    let begins = stage.checked_sub(1).map_or(0, |before| self.limits[before]);
                    let group = risk_limits.partition_point(|&limit| limit <= begins);
                    let multiple = multiples.get(group).copied().unwrap_or(1.0);
                    Ok(fit.as_ref().unwrap_or(&pair.whole).line.widened(multiple).map_err(FitError::from)?)
                };
                let lines =
                    pair.stages.iter().enumerate().map(line).collect::<Result<_, CalibrateError>>()?;
                model.add(pair.deep, pair.shallow, lines)?;
            }
        }
        Ok(model)
    }

    /// What should make people doubt the fits, in plain words.
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        let same_parity = || self.fits.iter().filter(|pair| (pair.deep - pair.shallow).is_multiple_of(2));
        let name = |pair: &PairFits| format!("depth {} by depth {}", pair.deep, pair.shallow);
        if let Some(worst) =
            same_parity().max_by(|a, b| a.whole.excess_kurtosis.total_cmp(&b.whole.excess_kurtosis))
            && worst.whole.excess_kurtosis > HEAVY_TAILS
        {
            doubts.push(format!(
                "the errors are not normal: large ones are more frequent than sigma says (excess kurtosis {:.1}, \
                 {}); so t is no more than a dial, and what it risks was measured",
                worst.whole.excess_kurtosis,
                name(worst)
            ));
        }
        if let Some(worst) = same_parity().max_by_key(|pair| pair.whole.outliers)
            && worst.whole.outliers > 0
        {
            doubts.push(format!(
                "{} of {} values are so far away from the line that it was fitted without them ({}): mates, or the like",
                worst.whole.outliers,
                worst.whole.count + worst.whole.outliers,
                name(worst)
            ));
        }
        let drifts = |pair: &&PairFits| {
            pair.stages.iter().flatten().any(|fit| {
                (fit.line.a() - pair.whole.line.a()).abs()
                    > DRIFT * fit.slope_error.hypot(pair.whole.slope_error)
            })
        };
        if let Some(pair) = same_parity().find(drifts) {
            doubts.push(format!(
                "the prediction drifts from stage to stage ({}): stages matter here",
                name(pair)
            ));
        }
        let adjacent = self.fits.iter().filter(|pair| pair.deep == pair.shallow + 1);
        if let Some(pair) = adjacent.clone().find(|pair| pair.whole.line.b().abs() > pair.whole.line.sigma())
        {
            doubts.push(format!(
                "odd and even depths differ by more than their spread ({}: {:+.1}): only depths of one parity predict \
                 each other well",
                name(pair),
                pair.whole.line.b()
            ));
        }
        if self.fits.iter().any(|pair| pair.stages.iter().any(Option::is_none)) {
            doubts.push(
                "some stages have too few positions for lines of their own: more --fit would help".to_owned(),
            );
        }
        doubts
    }
}

/// How deep the searches are that predict deeper ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Predictor {
    /// About half as deep.
    Half,
    /// About a quarter: such tests cost little, and where few of them are made that fail they spare more than better ones.
    Quarter,
}

impl Predictor {
    /// The depth of the search that tests per node of this depth. Its parity is the same, for values swing with it.
    ///
    /// ```
    /// use pleach_lab::calibrate::Predictor;
    /// let depths = |predictor: Predictor| [2, 3, 4, 5, 6, 7, 8].map(|deep| predictor.shallow(deep));
    /// assert_eq!(depths(Predictor::Half), [0, 1, 2, 1, 2, 3, 4]);
    /// assert_eq!(depths(Predictor::Quarter), [0, 1, 0, 1, 0, 1, 2]);
    /// ```
    pub fn shallow(self, deep: u32) -> u32 {
        let wanted = match self {
            Predictor::Half => deep / 2,
            Predictor::Quarter => deep / 4,
        };
        match (deep - wanted).is_multiple_of(2) {
            true => wanted,
            false if wanted > 0 => wanted - 1,
            // There is nothing under a static value.
            false => 1.min(deep.saturating_sub(1)),
        }
    }
}

/// About half as deep, as the thesis and the tables of ranks have it.
pub(super) fn half(deep: u32) -> u32 {
    Predictor::Half.shallow(deep)
}

/// The shallow and the deep value of a position, if it was searched that deep and both are evaluations.
pub fn value_pair(found: &Full, shallow: u32, deep: u32) -> Option<(f64, f64)> {
    let value = |depth: u32| found.values.get(depth as usize).copied();
    let (shallow, deep) = (value(shallow)?, value(deep)?);
    let is_evaluation = |value: i32| Score::new(value).is_evaluation() && value.abs() < Score::LIMIT;
    (is_evaluation(shallow) && is_evaluation(deep)).then_some((f64::from(shallow), f64::from(deep)))
}

/// Stages with about as many positions each.
fn stage_limits(positions: &[Sampled]) -> Vec<u32> {
    let mut progress: Vec<u32> = positions.iter().map(|sampled| sampled.progress).collect();
    progress.sort_unstable();
    let stages = (progress.len() / POSITIONS_A_STAGE).clamp(1, MOST_STAGES);
    let mut limits: Vec<u32> = (1..stages).map(|stage| progress[stage * progress.len() / stages]).collect();
    limits.dedup();
    limits.retain(|&limit| Some(&limit) != progress.first());
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shallow_search_has_the_parity_of_the_deep_one() {
        let depths: Vec<u32> = (1..=10).map(half).collect();
        assert_eq!(depths, [0, 0, 1, 2, 1, 2, 3, 4, 3, 4]);
        assert!((2..=60).all(|deep| (deep - half(deep)).is_multiple_of(2) && half(deep) < deep));
    }

    #[test]
    fn stages_have_about_as_many_positions_each() {
        let sampled = |progress| Sampled { position: String::new(), identity: 0, progress };
        let positions: Vec<Sampled> = (0..1_000).map(|number| sampled(number / 10)).collect();
        assert_eq!(stage_limits(&positions), [20, 40, 60, 80]);
        assert!(stage_limits(&positions[..300]).is_empty());
        assert!(stage_limits(&vec![sampled(7); 1_000]).is_empty());
    }
}
