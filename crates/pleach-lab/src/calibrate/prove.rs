//! The proof: policies from careful to bold, on positions of every population that nobody had looked at before.

use super::calibration::{Calibration, News};
use super::choose::Point;
use super::judge::{Judge, Judged, works};
use super::ledger::Statement;
use super::measure::{Bench, Lost, Work};
use super::rival::against;
use super::sample::{Sampled, Sampler};
use super::structure::{Material, Structure};
use super::{CalibrateError, Population};
use crate::statistics::{Confidence, binomial_interval};
use crate::store::Store;
use crate::work::Effort;
use pleach::prune::{Criterion, Difference, Measured, Policy, Variation};
use pleach::registry::Method;
use serde::Serialize;
use std::collections::HashSet;
use std::sync::Arc;

/// When a proof ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// After all positions: the limits are those of Clopper and Pearson, which hold for a number of positions that was
    /// fixed beforehand.
    #[default]
    AllPositions,
    /// As soon as the risk is proved: the limits hold however often one looks ([`anytime_upper`](crate::statistics::anytime_upper)), and are a little
    /// wider for the same positions.
    WhenProved,
}

/// A policy on the proving sets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tested {
    /// What it did on the population where the limit is highest.
    pub point: Point,
    /// The share of wrong answers there is at most this, with 95 % confidence.
    pub limit: f64,
    /// The 95 % interval of that share, for pictures.
    pub interval: [f64; 2],
    /// Whether that is within the risk.
    pub holds: bool,
    /// How likely so few errors would be, on the population where that is likeliest, if the risk were exceeded.
    pub p: f64,
    /// What it did on each population.
    pub on: Vec<Measured>,
}

/// What came of a proof.
pub(super) struct Proved {
    pub(super) tested: Vec<Tested>,
    pub(super) account: Account,
    pub(super) earlier: u64,
    /// The seal of the ledger's line on it.
    pub(super) ledger: Option<String>,
    /// What was measured of searches that differ a little.
    pub(super) also: Vec<Variation>,
}

/// What answers were like by every criterion, on the positions of all populations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Account {
    /// Positions.
    pub positions: usize,
    /// Another value.
    pub value: usize,
    /// Another move that is not as good.
    pub best_move: usize,
    /// What the chosen moves lose.
    pub lost: Lost,
    /// The work of the full search.
    pub full: Work,
    /// The work of the selective search.
    pub selective: Work,
}

/// The cautions that are proved, as multiples of the chosen one: a path fixed beforehand, so that a test of one
/// after the other until the first failure needs no correction (fixed-sequence testing; Angelopoulos et al., "Learn
/// then test"). The usual one begins with far more caution than was chosen: on few positions the best of many structures was
/// lucky, and a path whose first step fails proves nothing.
///
/// ```
/// use pleach_lab::calibrate::Path;
/// assert!(Path::new(vec![1.5, 1.0, 0.9]).is_ok());
/// assert!(Path::new(vec![0.9, 1.0]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Path(pub(super) Vec<f64>);

/// A path that does not lead from careful to bold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a path needs one caution or more, each less than the one before and above zero")]
pub struct BadPath;

impl Default for Path {
    fn default() -> Self {
        Path(vec![2.4, 1.6, 1.3, 1.15, 1.08, 1.04, 1.0, 0.96, 0.92, 0.88, 0.84])
    }
}

impl Path {
    /// A path of these multiples.
    pub fn new(factors: Vec<f64>) -> Result<Path, BadPath> {
        let falls = factors.windows(2).all(|pair| pair[0] > pair[1]);
        let ends = factors.first().zip(factors.last());
        match ends.is_some_and(|(first, last)| first.is_finite() && *last > 0.0) && falls {
            true => Ok(Path(factors)),
            false => Err(BadPath),
        }
    }
}

/// What the purposes of positions to prove something on begin with.
const PROVING: &str = "proving";
/// How many positions are looked at between two looks at a proof that may end early.
pub(super) const POSITIONS_A_LOOK: usize = 100;

/// Differences that are measured by themselves, because people search so.
const DIFFERENCES: [Difference; 2] = [Difference::Threads(2), Difference::Interruptible];

/// The fewest positions that can prove a share of errors: with fewer not even a policy without an error does.
pub(super) fn positions_needed(share: f64, level: f64) -> usize {
    // Without an error the limit of n positions is 1 - level^(1/n).
    (level.ln() / (-share).ln_1p()).ceil() as usize
}

/// Proves what was chosen.
pub(super) struct Prover<'a> {
    pub(super) calibration: &'a Calibration<'a>,
    pub(super) material: &'a Material,
    /// The full search that does least.
    pub(super) rival: Method,
    pub(super) effort: Effort<'a>,
}

impl Prover<'_> {
    /// Tests a path of policies on positions that nobody has looked at before the choice was made: they are drawn
    /// here, by what is to be proved. A policy holds if it holds on every population: no correction is needed for
    /// that, since each of them must (intersection-union test).
    pub(super) fn prove(
        &self,
        chosen: Point,
        taken: &mut HashSet<u64>,
        store: &mut Store,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<Proved, CalibrateError> {
        let Calibration { path, populations, .. } = self.calibration;
        let step = |&factor: &f64| (chosen.structure.with_aid_scaled(factor), chosen.t * factor);
        let path: Vec<(Structure, f64)> = path.0.iter().map(step).collect();
        let policies = path.iter().map(|(structure, t)| structure.policy(self.material, *t).map(Arc::new));
        let policies = policies.collect::<Result<Vec<_>, _>>()?;
        let purpose = self.purpose(&policies);
        let sets = self.draw(&purpose, taken, store, news)?;
        let (statement, ledger) = (self.statement(&purpose), self.calibration.ledger.as_ref());
        let earlier = match ledger {
            Some(ledger) => ledger.begin(&statement)?,
            None => self.sampler(&purpose, &populations[0]).earlier(PROVING, store)?,
        };
        let label = |population: &Population| format!("{purpose} {population}");
        let labels: Vec<String> = populations.iter().map(label).collect();
        let benches: Vec<Bench<'_>> = sets
            .iter()
            .zip(&labels)
            .map(|(set, label)| Bench::new(self.calibration.setting, set, label, self.effort))
            .collect();
        // In full and with the policy; in full only once, so that later policies go over the first half in a moment.
        let all = 2 * sets.iter().map(Vec::len).sum::<usize>() * path.len();
        let judge = self.judge();
        let (mut tested, mut account): (Vec<Tested>, Option<Account>) = (Vec::new(), None);
        for (number, ((structure, t), policy)) in path.into_iter().zip(&policies).enumerate() {
            let before = number * all / policies.len();
            let mut tell = |done: usize| news(News::Proving(before + done, all));
            let found = self.found(&judge, policy, &benches, store, &mut tell)?;
            let one = self.tested(&judge, structure, t, &found, &benches, store)?;
            if one.holds || account.is_none() {
                account = Some(Account::of_all(&found));
            }
            news(News::Tested(&one));
            let holds = one.holds;
            tested.push(one);
            if !holds {
                break;
            }
        }
        // All that came before the boldest one must hold, too.
        let p = boldest(&tested).map(|last| {
            let until = tested.iter().take_while(|tested| tested.holds);
            until.map(|tested| tested.p).fold(last.p, f64::max)
        });
        let on = boldest(&tested).or(tested.first()).map_or(&[][..], |tested| &tested.on);
        let ledger = ledger.map(|ledger| ledger.end(&statement, p, on)).transpose()?;
        let proved = tested.iter().rposition(|tested| tested.holds).map(|place| &policies[place]);
        let also = match proved {
            Some(policy) => self.variations(&judge, policy, &benches, store)?,
            None => Vec::new(),
        };
        // A path has one policy or more.
        let account = account.unwrap_or_else(|| Account::of_all(&[]));
        Ok(Proved { tested, account, earlier, ledger, also })
    }

    fn judge(&self) -> Judge {
        let Calibration { risk, ending, .. } = *self.calibration;
        let Material { predictions, most_loss, .. } = self.material;
        let (stage_limits, level) = (predictions.risk_limits(), self.calibration.level());
        Judge { risk, ending, stage_limits, most_loss: *most_loss, level }
    }

    /// What is measured of searches that differ a little, on the same positions.
    fn variations(
        &self,
        judge: &Judge,
        policy: &Arc<Policy>,
        benches: &[Bench<'_>],
        store: &mut Store,
    ) -> Result<Vec<Variation>, CalibrateError> {
        let mut variations = Vec::new();
        for by in DIFFERENCES {
            let mut on = Vec::new();
            for (population, bench) in self.calibration.populations.iter().zip(benches) {
                let all = bench.positions.len();
                let full = bench.full(all, store, &mut |_| {})?;
                let trials = bench.trial_differing(policy, by, &full, store, &mut |_| {})?;
                let mut measured =
                    judge.measured(population.to_string(), &judge.judge(bench.positions, full, trials));
                // The time of several threads is another matter.
                measured.faster = measured.faster.filter(|_| by == Difference::Interruptible);
                on.push(measured);
            }
            variations.push(Variation { by, on });
        }
        Ok(variations)
    }

    /// What the ledger says of the proof.
    fn statement(&self, purpose: &str) -> Statement {
        let Calibration { setting, risk, populations, .. } = self.calibration;
        Statement {
            proof: purpose.to_owned(),
            game: setting.game.name().to_owned(),
            behaviour: setting.behaviour(None).to_string(),
            search: setting.method.to_string(),
            depth: setting.depth,
            risk: risk.to_string(),
            populations: populations.iter().map(ToString::to_string).collect(),
            seed: setting.seed,
        }
    }

    /// The positions of every population.
    fn draw(
        &self,
        purpose: &str,
        taken: &mut HashSet<u64>,
        store: &mut Store,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<Vec<Vec<Sampled>>, CalibrateError> {
        let Calibration { populations, sizes, .. } = self.calibration;
        let (count, mut sets) = (sizes.proving, Vec::new());
        for (number, population) in populations.iter().enumerate() {
            let mut tell = |done| news(News::Sampling(number * count + done, populations.len() * count));
            let drawn =
                self.sampler(purpose, population).draw(count, taken, store, self.effort, &mut tell)?;
            sets.push(drawn);
        }
        Ok(sets)
    }

    fn sampler<'b>(&'b self, purpose: &'b str, population: &'b Population) -> Sampler<'b> {
        let setting = self.calibration.setting;
        Sampler { game: setting.game, population, depth: setting.depth, purpose, seed: setting.seed }
    }

    /// Searches with a policy on every population, until the proof ends.
    fn found(
        &self,
        judge: &Judge,
        policy: &Arc<Policy>,
        benches: &[Bench<'_>],
        store: &mut Store,
        news: &mut dyn FnMut(usize),
    ) -> Result<Vec<Judged>, CalibrateError> {
        let (mut found, mut before) = (Vec::new(), 0);
        for bench in benches {
            let one = self.found_on(judge, policy, bench, store, &mut |done| news(before + done))?;
            before += 2 * bench.positions.len();
            let holds = one.holds;
            found.push(one);
            // What fails on one population fails.
            if !holds && self.calibration.ending == Ending::WhenProved {
                break;
            }
        }
        Ok(found)
    }

    fn found_on(
        &self,
        judge: &Judge,
        policy: &Arc<Policy>,
        bench: &Bench<'_>,
        store: &mut Store,
        news: &mut dyn FnMut(usize),
    ) -> Result<Judged, CalibrateError> {
        let all = bench.positions.len();
        let mut count = match self.calibration.ending {
            Ending::AllPositions => all,
            Ending::WhenProved => POSITIONS_A_LOOK.min(all),
        };
        loop {
            let full = bench.full(count, store, news)?;
            let trials = bench.trial(policy, &full, count, true, store, &mut |done| news(all + done))?;
            let judged = judge.judge(bench.positions, full, trials);
            if judged.holds || count == all {
                return Ok(judged);
            }
            count = (count + POSITIONS_A_LOOK).min(all);
        }
    }

    /// What a policy has done, told by the population where it did worst.
    fn tested(
        &self,
        judge: &Judge,
        structure: Structure,
        t: f64,
        found: &[Judged],
        benches: &[Bench<'_>],
        store: &mut Store,
    ) -> Result<Tested, CalibrateError> {
        let mut on = Vec::new();
        for ((population, judged), bench) in self.calibration.populations.iter().zip(found).zip(benches) {
            let mut measured = judge.measured(population.to_string(), judged);
            let against_best = against(self.rival, bench, &judged.trials, store)?;
            measured.against_best = Some(against_best);
            on.push(measured);
        }
        // A proof has one population or more.
        let Some(worst) =
            found.iter().reduce(|worst, other| if other.limit > worst.limit { other } else { worst })
        else {
            return Err(CalibrateError::NoPopulation);
        };
        let point =
            Point::of(structure, t, &judge.risk, &[vec![0; worst.trials.len()]], &worst.full, &worst.trials);
        let interval = interval(point.errors, point.positions);
        let p = found.iter().map(|found| found.p).fold(0.0, f64::max);
        // Where a proof ends early, populations that come after a failure are not looked at.
        let holds = found.len() == benches.len() && found.iter().all(|found| found.holds);
        Ok(Tested { point, limit: worst.limit, interval, holds, p, on })
    }

    /// What names the positions that a path of policies is proved on. It depends on all of them, on the risk, on the
    /// populations and on how many positions there are, so that no positions serve to prove two things: whoever sees a
    /// proof fail and asks for something else, if only for more positions, gets others.
    fn purpose(&self, path: &[Arc<Policy>]) -> String {
        let Calibration { setting, risk, populations, sizes, ending, among, .. } = self.calibration;
        let path: Vec<&Policy> = path.iter().map(Arc::as_ref).collect();
        let populations: Vec<String> = populations.iter().map(ToString::to_string).collect();
        let sizes = [sizes.fitting, sizes.choosing, sizes.proving];
        let proved = serde_json::json!({
            "risk": risk.to_string(), "path": path, "populations": populations, "sizes": sizes,
            "early": *ending == Ending::WhenProved, "game": setting.game.name(), "seed": setting.seed, "among": among,
        });
        format!("{PROVING} {:016x}", pleach::key_of(&proved.to_string()))
    }
}

impl Account {
    fn of_all(found: &[Judged]) -> Account {
        let pairs = || found.iter().flat_map(|found| found.full.iter().zip(&found.trials));
        let count =
            |criterion: Criterion| pairs().filter(|(full, trial)| trial.is_wrong(criterion, full)).count();
        let works = found.iter().map(|found| works(&found.full, &found.trials));
        let (full, selective) = works.fold(<(Work, Work)>::default(), |(full, selective), (more, other)| {
            (full.plus(&more), selective.plus(&other))
        });
        Account {
            positions: pairs().count(),
            value: count(Criterion::Value),
            best_move: count(Criterion::Move),
            lost: Lost::of(pairs().filter_map(|(_, trial)| trial.loss)),
            full,
            selective,
        }
    }
}

impl std::fmt::Display for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |count: usize| 100.0 * count as f64 / self.positions.max(1) as f64;
        let Lost { points, most, decided } = self.lost;
        write!(
            f,
            "another value {:.2} %, a worse move {:.2} %; {:.3} points lost per move, {most} at most",
            share(self.value),
            share(self.best_move),
            points as f64 / self.positions.max(1) as f64
        )?;
        match decided {
            0 => Ok(()),
            _ => write!(f, "; {decided} certain wins missed or losses run into"),
        }
    }
}

/// The boldest policy of a path that holds.
pub(super) fn boldest(tested: &[Tested]) -> Option<&Tested> {
    tested.iter().rev().find(|tested| tested.holds)
}

/// Both ends of the 95 % interval of the share of errors.
fn interval(errors: usize, positions: usize) -> [f64; 2] {
    let limits = binomial_interval(errors as u64, positions as u64, Confidence::default());
    limits.map_or([0.0, 1.0], |limits| [limits.low, limits.high])
}
