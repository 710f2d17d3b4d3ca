//! The model of a game: lines for all pairs of depths, by stages.

use super::fit::{Fit, FitError, fit};
use super::measure::Full;
use super::sample::Sampled;
use pleach::Score;
use pleach::prune::{BadTry, Model};
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

    /// The model that tests nodes of every depth up to `deepest` once, by a search about half as deep, whose parity is
    /// the same.
    pub fn model(&self, deepest: u32) -> Result<Model, BadTry> {
        let mut model = Model::with_stages(self.limits.clone());
        for pair in &self.fits {
            if pair.deep <= deepest && pair.shallow == half(pair.deep) && pair.deep >= 2 {
                let line = |fit: &Option<Fit>| fit.as_ref().unwrap_or(&pair.whole).line;
                model.add(pair.deep, pair.shallow, pair.stages.iter().map(line).collect())?;
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

/// The depth of the search that tests a node of this depth.
pub(super) fn half(deep: u32) -> u32 {
    let half = deep / 2;
    if (deep - half).is_multiple_of(2) { half } else { half.saturating_sub(1) }
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
