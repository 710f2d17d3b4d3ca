//! The fastest policy that keeps a risk, among a few structures and all cautions.

use super::CalibrateError;
use super::measure::{Bench, Full, Trial, Work};
use super::structure::{Aid, AidKind, Choices, Material, RISK_STAGES, Structure};
use crate::store::Store;
use pleach::prune::{BadPolicy, Risk};
use serde::Serialize;
use std::sync::Arc;

/// What a policy has cost and saved on some positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// The structure.
    pub structure: Structure,
    /// The caution.
    pub t: f64,
    /// The positions.
    pub positions: usize,
    /// Those with a wrong answer.
    pub errors: usize,
    /// The largest share of wrong answers in any population, and in any stage where each must keep the risk.
    pub worst: f64,
    /// How many times less work was done than by the full search.
    pub saving: f64,
    /// The share of the work that went into tests.
    pub in_tests: f64,
}

impl Point {
    /// What came of a policy on positions of some groups: each belongs to one of every list, to a population or a stage.
    pub fn of(
        structure: Structure,
        t: f64,
        risk: &Risk,
        groups: &[Vec<usize>],
        full: &[Full],
        trials: &[Trial],
    ) -> Point {
        let pairs = || full.iter().zip(trials);
        let wrong: Vec<bool> = pairs().map(|(full, trial)| trial.is_wrong(risk.criterion(), full)).collect();
        let worst = groups.iter().flat_map(|groups| shares(groups, &wrong)).fold(0.0, f64::max);
        let errors = wrong.iter().filter(|&&wrong| wrong).count();
        let work = sum(trials.iter().map(|trial| &trial.work));
        let whole = sum(full[..trials.len()].iter().map(|full| &full.work));
        let saving = whole.total() as f64 / work.total().max(1) as f64;
        let in_tests = work.test_nodes as f64 / work.nodes.max(1) as f64;
        Point { structure, t, positions: trials.len(), errors, worst, saving, in_tests }
    }

    /// The share of wrong answers.
    pub fn error_rate(&self) -> f64 {
        self.errors as f64 / self.positions.max(1) as f64
    }
}

/// The share of wrong answers in every group that has positions.
pub(super) fn shares(groups: &[usize], wrong: &[bool]) -> Vec<f64> {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for (&group, &wrong) in groups.iter().zip(wrong) {
        counts.resize(counts.len().max(group + 1), (0, 0));
        counts[group].0 += usize::from(wrong);
        counts[group].1 += 1;
    }
    counts.into_iter().map(|(errors, positions)| errors as f64 / positions.max(1) as f64).collect()
}

/// All work together.
pub(super) fn sum<'a>(works: impl Iterator<Item = &'a Work>) -> Work {
    works.fold(Work::default(), |sum, work| sum.plus(work))
}

/// Chooses on positions that are for nothing else.
pub(super) struct Chooser<'a> {
    pub(super) bench: &'a Bench<'a>,
    pub(super) full: &'a [Full],
    pub(super) material: &'a Material,
    pub(super) choices: &'a Choices,
    pub(super) risk: Risk,
    /// The share of wrong answers to aim at.
    pub(super) aim: f64,
    /// The populations of the positions, and their stages where each must keep the risk.
    pub(super) groups: Vec<Vec<usize>>,
    /// All that was tried.
    pub(super) points: Vec<Point>,
}

/// The least and the most caution that is tried.
const CAUTIONS: (f64, f64) = (0.25, 6.0);
/// What is tried where none of those keeps the risk: in chess a risk of 1 % takes ten standard deviations, so heavy are the tails.
const GREAT_CAUTIONS: (f64, f64) = (6.0, 12.0);
/// The caution that is tried first.
const DEFAULT_CAUTION: f64 = 1.75;
/// The share of the positions that most structures are tried on.
const FIRST_SHARE: usize = 4;
/// The fewest positions by which structures are sorted out.
const LEAST_TO_SORT: usize = 30;
/// The share of the aim that an aid may use up where there are tests beside.
const AID_SHARE: f64 = 0.5;
/// How often caution is moved from one stage to another.
const EVENING_ROUNDS: usize = 4;
/// How many standard deviations of caution go to a stage that errs e times as often as it should: a part of what would be
/// needed, for on few positions much is luck.
const EVENING_STEP: f64 = 0.4;
/// An aid must save as much by itself to be worth trying with tests.
const WORTHWHILE: f64 = 1.05;

impl Chooser<'_> {
    /// The best point. Structures that do worse than others on a few positions are not tried on more of them (successive
    /// halving).
    pub(super) fn choose(
        &mut self,
        store: &mut Store,
        news: &mut dyn FnMut(&Point),
    ) -> Result<Point, CalibrateError> {
        let aids = self.aids(store, news)?;
        let mut left = Structure::all(self.choices, &aids);
        left.retain(|structure| self.goes_with_the_rest(structure));
        let mut best = None;
        for (share, steps, keep) in [(2 * FIRST_SHARE, 4, 8), (FIRST_SHARE, 5, 3), (2, 5, 2), (1, 7, 1)] {
            let count = self.full.len().div_ceil(share);
            // Where nothing would be sorted out, all positions tell more than a few: at a risk of 1 % one error among those is too
            // many. And a handful of positions sorts out by luck alone.
            if share > 1 && (left.len() <= keep || count < LEAST_TO_SORT) {
                continue;
            }
            let mut found = Vec::new();
            for structure in left {
                found.extend(self.boldest(structure, self.aim, count, steps, store, news)?);
            }
            found.sort_by(|a, b| b.saving.total_cmp(&a.saving));
            found.truncate(keep);
            left = found.iter().map(|point| point.structure).collect();
            best = found.first().copied();
        }
        let best = best.ok_or(CalibrateError::NothingKeepsTheRisk)?;
        if self.risk.each_stage() { self.even_out(best, store, news) } else { Ok(best) }
    }

    /// Spends caution where the errors are: more in stages that err more often than the aim, less in the others. What
    /// saves most within the aim is kept.
    fn even_out(
        &mut self,
        chosen: Point,
        store: &mut Store,
        news: &mut dyn FnMut(&Point),
    ) -> Result<Point, CalibrateError> {
        let (mut best, mut multiples) = (chosen, [1.0; RISK_STAGES]);
        let mut structure = chosen.structure;
        for _ in 0..EVENING_ROUNDS {
            let trials = self.trials(structure, chosen.t, self.full.len(), store)?;
            let wrong = self
                .full
                .iter()
                .zip(&trials)
                .map(|(full, trial)| trial.is_wrong(self.risk.criterion(), full));
            let wrong: Vec<bool> = wrong.collect();
            let errors = self.groups.last().map_or(Vec::new(), |stages| shares(stages, &wrong));
            for (multiple, share) in multiples.iter_mut().zip(errors) {
                // A stage without an error is taken to have half of one.
                let excess = (share.max(0.5 / self.full.len() as f64) / self.aim).ln();
                *multiple = (*multiple + EVENING_STEP * excess / chosen.t).clamp(0.5, 2.0);
            }
            let Some(evened) = structure.with_stages(multiples) else { break };
            structure = evened;
            let point = self.measure(structure, chosen.t, self.full.len(), store)?;
            news(&point);
            self.points.push(point);
            if point.worst <= self.aim && point.saving > best.saving {
                best = point;
            }
        }
        Ok(best)
    }

    /// What may be left out beside tests: of every kind what saves most at a part of the aim.
    fn aids(&mut self, store: &mut Store, news: &mut dyn FnMut(&Point)) -> Result<Vec<Aid>, CalibrateError> {
        let mut aids = Vec::new();
        for &kind in &self.choices.aids {
            let mut best: Option<Point> = None;
            // A null move has no caution to look for.
            let steps = if kind == AidKind::NullMove { 1 } else { 6 };
            for &structure in kind.structures() {
                if !self.goes_with_the_rest(&structure) {
                    continue;
                }
                let (count, aim) = (self.full.len().div_ceil(FIRST_SHARE), AID_SHARE * self.aim);
                let found = self.boldest(structure, aim, count, steps, store, news)?;
                let least = best.map_or(WORTHWHILE, |best| best.saving);
                best = found.filter(|point| point.saving > least).or(best);
            }
            aids.extend(best.and_then(|best| best.structure.aid(best.t)));
        }
        Ok(aids)
    }

    /// Whether it is not of the same kind as something that is left out in any case.
    fn goes_with_the_rest(&self, structure: &Structure) -> bool {
        !matches!(
            structure.policy(self.material, DEFAULT_CAUTION),
            Err(CalibrateError::Policy(BadPolicy::Twice(_)))
        )
    }

    /// The least caution of a structure that keeps the aim on the first `count` positions.
    fn boldest(
        &mut self,
        structure: Structure,
        aim: f64,
        count: usize,
        steps: u32,
        store: &mut Store,
        news: &mut dyn FnMut(&Point),
    ) -> Result<Option<Point>, CalibrateError> {
        let mut found = None;
        for (cautions, first) in [(CAUTIONS, DEFAULT_CAUTION), (GREAT_CAUTIONS, GREAT_CAUTIONS.1)] {
            found = self.bisect(structure, aim, count, (cautions, first, steps), store, news)?;
            // Whoever tries one caution only has none to look for.
            if found.is_some() || steps == 1 {
                break;
            }
        }
        Ok(found)
    }

    /// The same within some cautions, by bisection.
    fn bisect(
        &mut self,
        structure: Structure,
        aim: f64,
        count: usize,
        ((mut low, mut high), first, steps): ((f64, f64), f64, u32),
        store: &mut Store,
        news: &mut dyn FnMut(&Point),
    ) -> Result<Option<Point>, CalibrateError> {
        let mut best = None;
        for step in 0..steps {
            let t = if step == 0 { first } else { low.midpoint(high) };
            let point = self.measure(structure, t, count, store)?;
            news(&point);
            self.points.push(point);
            if point.worst <= aim {
                (high, best) = (t, Some(point));
            } else {
                low = t;
            }
            // Not even the greatest caution is enough.
            if low >= high {
                break;
            }
        }
        Ok(best)
    }

    fn measure(
        &self,
        structure: Structure,
        t: f64,
        count: usize,
        store: &mut Store,
    ) -> Result<Point, CalibrateError> {
        let (risk, groups) = (&self.risk, &self.groups);
        let trials = self.trials(structure, t, count, store)?;
        Ok(Point::of(structure, t, risk, groups, &self.full[..count], &trials))
    }

    fn trials(
        &self,
        structure: Structure,
        t: f64,
        count: usize,
        store: &mut Store,
    ) -> Result<Vec<Trial>, CalibrateError> {
        let policy = structure.policy(self.material, t)?;
        let with_loss = self.risk.criterion().needs_loss();
        self.bench.trial(&Arc::new(policy), self.full, count, with_loss, store, &mut |_| {})
    }
}
