//! What answers with something left out are worth on positions of one population.

use super::choose::sum;
use super::measure::{Full, Trial, Work};
use super::prove::Ending;
use super::sample::Sampled;
use crate::statistics::{
    Confidence, anytime_p_value, anytime_upper, binomial_p_value, binomial_upper, mean_upper,
};
use pleach::prune::{MeanLoss, Measured, Risk, StageShare};

/// Judges answers by a risk.
pub(super) struct Judge {
    pub(super) risk: Risk,
    pub(super) ending: Ending,
    /// The least progress of every stage of the risk but the first.
    pub(super) stage_limits: Vec<u32>,
    /// What a move that loses more counts as.
    pub(super) most_loss: f64,
    /// How likely the answers may be if the risk were exceeded.
    pub(super) level: f64,
}

/// What a policy has found on one population.
pub(super) struct Judged {
    pub(super) full: Vec<Full>,
    pub(super) trials: Vec<Trial>,
    pub(super) errors: usize,
    pub(super) limit: f64,
    /// How likely so few errors would be if the risk were exceeded: in all, and in the stage where that is likeliest if
    /// each must keep it.
    pub(super) p: f64,
    pub(super) stages: Vec<StageShare>,
    /// Whether the risk is kept.
    pub(super) holds: bool,
}

impl Judge {
    pub(super) fn judge(&self, positions: &[Sampled], full: Vec<Full>, trials: Vec<Trial>) -> Judged {
        let criterion = self.risk.criterion();
        let wrong: Vec<bool> =
            full.iter().zip(&trials).map(|(full, trial)| trial.is_wrong(criterion, full)).collect();
        let errors = wrong.iter().filter(|&&wrong| wrong).count();
        let stages = self.stages(positions, &wrong);
        let whole = self.p_value(errors as u64, wrong.len() as u64);
        let by_stage = stages.iter().map(|stage| self.p_value(stage.errors, stage.positions));
        let p = if self.risk.each_stage() { by_stage.fold(whole, f64::max) } else { whole };
        let limit = self.upper(errors as u64, wrong.len() as u64);
        Judged { full, trials, errors, limit, p, stages, holds: p <= self.level }
    }

    fn stages(&self, positions: &[Sampled], wrong: &[bool]) -> Vec<StageShare> {
        if self.stage_limits.is_empty() {
            return Vec::new();
        }
        let begins = std::iter::once(0).chain(self.stage_limits.iter().copied());
        let mut stages: Vec<StageShare> =
            begins.map(|from| StageShare { from, positions: 0, errors: 0, limit: 1.0 }).collect();
        for (position, &wrong) in positions.iter().zip(wrong) {
            let stage = &mut stages[stage_of(position, &self.stage_limits)];
            stage.positions += 1;
            stage.errors += u64::from(wrong);
        }
        for stage in &mut stages {
            stage.limit = self.upper(stage.errors, stage.positions);
        }
        stages
    }

    /// How sure limits are: as sure as what holds.
    fn confidence(&self) -> Confidence {
        Confidence::new(1.0 - self.level).unwrap_or_default()
    }

    /// The share of errors is at most this: by Clopper and Pearson (1934) where the number of positions was fixed
    /// beforehand, else whoever looks how often.
    fn upper(&self, errors: u64, positions: u64) -> f64 {
        let upper = match self.ending {
            Ending::AllPositions => binomial_upper,
            Ending::WhenProved => anytime_upper,
        };
        // There are never more errors than positions.
        upper(errors, positions, self.confidence()).unwrap_or(1.0)
    }

    pub(super) fn p_value(&self, errors: u64, positions: u64) -> f64 {
        match self.ending {
            Ending::AllPositions => binomial_p_value(errors, positions, self.risk.share()),
            Ending::WhenProved => anytime_p_value(errors, positions, self.risk.share()),
        }
    }

    /// What profiles and reports tell of it.
    pub(super) fn measured(&self, population: String, judged: &Judged) -> Measured {
        let (full, selective) = works(&judged.full, &judged.trials);
        Measured {
            population,
            positions: judged.trials.len() as u64,
            errors: judged.errors as u64,
            limit: judged.limit,
            saving: full.total() as f64 / selective.total().max(1) as f64,
            faster: Some(full.seconds / selective.seconds.max(1e-9)),
            against_best: None,
            loss: self.mean_loss(&judged.trials),
            stages: judged.stages.clone(),
        }
    }

    /// What the chosen moves lose on average; none if nobody has asked for all of them.
    fn mean_loss(&self, trials: &[Trial]) -> Option<MeanLoss> {
        let losses: Option<Vec<f64>> =
            trials.iter().map(|trial| trial.loss.map(|loss| f64::from(loss) / self.most_loss)).collect();
        let losses: Vec<f64> = losses?.into_iter().map(|loss| loss.min(1.0)).collect();
        let mean = self.most_loss * losses.iter().sum::<f64>() / losses.len().max(1) as f64;
        let limit = self.most_loss * mean_upper(&losses, self.confidence());
        Some(MeanLoss { mean, limit, most: self.most_loss })
    }
}

/// The stage of the risk that a position belongs to.
pub(super) fn stage_of(position: &Sampled, limits: &[u32]) -> usize {
    limits.partition_point(|&limit| limit <= position.progress)
}

/// The work of full searches and of those with something left out.
pub(super) fn works(full: &[Full], trials: &[Trial]) -> (Work, Work) {
    (sum(full.iter().map(|full| &full.work)), sum(trials.iter().map(|trial| &trial.work)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(risk: &str, level: f64) -> Judge {
        let risk = risk.parse().unwrap();
        Judge { risk, ending: Ending::AllPositions, stage_limits: vec![10, 20], most_loss: 50.0, level }
    }

    /// Positions of three stages, of which the last errs most.
    fn judged(judge: &Judge) -> Judged {
        let work = Work { nodes: 10, ..Work::default() };
        let at = |number: u32| Sampled { position: String::new(), identity: 0, progress: number % 30 };
        let full = Full { value: 0, best: String::new(), values: Vec::new(), ranks: Vec::new(), work };
        let trial = |number: u32| {
            let is_wrong = number % 30 == 25 && number % 60 == 25;
            Trial { value: i32::from(is_wrong), loss: Some(if is_wrong { 100 } else { 0 }), work }
        };
        let positions: Vec<Sampled> = (0..900).map(at).collect();
        judge.judge(&positions, vec![full; 900], (0..900).map(trial).collect())
    }

    #[test]
    fn a_stage_that_errs_is_told_and_counts_where_each_must_keep_the_risk() {
        let found = judged(&judge("5%", 0.05));
        assert_eq!(
            found.stages.iter().map(|stage| (stage.from, stage.errors)).collect::<Vec<_>>(),
            [(0, 0), (10, 0), (20, 15)]
        );
        assert!(found.errors == 15 && found.limit < 0.03 && found.holds);
        assert!(found.stages[2].positions == 300 && found.stages[2].limit > 0.05);
        let each = judged(&judge("5%,each=stage", 0.05));
        assert!(!each.holds && each.limit == found.limit && each.p > found.p);
        assert!(judged(&judge("10%,each=stage", 0.05)).holds);
    }

    /// One of twenty proofs that hold together: what is told is as sure as what holds.
    #[test]
    fn limits_are_as_sure_as_what_holds() {
        let (alone, together) = (judged(&judge("3%", 0.05)), judged(&judge("3%", 0.05 / 20.0)));
        assert!(alone.holds && alone.limit < 0.03);
        assert!(!together.holds && together.limit > 0.03);
        assert!(together.stages[2].limit > alone.stages[2].limit);
    }

    #[test]
    fn losses_count_up_to_the_most() {
        let judge = judge("5%", 0.05);
        let found = judged(&judge);
        let measured = judge.measured("self-play".to_owned(), &found);
        let loss = measured.loss.unwrap();
        assert!((loss.mean - 15.0 * 50.0 / 900.0).abs() < 1e-9 && loss.limit > loss.mean && loss.limit < 2.5);
        assert_eq!(measured.saving, 1.0);
    }
}
