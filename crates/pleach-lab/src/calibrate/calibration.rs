//! The whole way from a game to a policy that keeps a stated risk.

use super::choose::{Chooser, Point, sum};
use super::contest::Contested;
use super::measure::{Bench, Full, Lost, Trial, Work};
use super::predict::Predictions;
use super::risk::{Criterion, Risk};
use super::sample::{Sampled, Sampler};
use super::structure::{Choices, Material, Structure};
use super::{CalibrateError, Setting};
use crate::statistics::{Confidence, binomial_interval, binomial_upper};
use crate::store::Store;
use crate::work::Effort;
use pleach::prune::{Policy, Profile, Proof, Rules, fingerprint};
use serde::Serialize;
use std::collections::HashSet;
use std::sync::Arc;

/// How many positions serve for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// To fit lines.
    pub fitting: usize,
    /// To choose a policy.
    pub choosing: usize,
    /// To prove it.
    pub proving: usize,
}

impl Sizes {
    /// What a risk needs: the smaller it is, the more positions it takes to prove it.
    ///
    /// ```
    /// use pleach_lab::calibrate::{Risk, Sizes};
    /// let risk: Risk = "1%".parse().unwrap();
    /// assert_eq!(Sizes::for_risk(&risk).proving, 5000);
    /// ```
    pub fn for_risk(risk: &Risk) -> Sizes {
        let (choosing, proving) = match risk.share() {
            share if share >= 0.04 => (800, 2000),
            share if share >= 0.015 => (1000, 3000),
            _ => (1600, 5000),
        };
        Sizes { fitting: 1500, choosing, proving }
    }
}

/// A calibration to be made.
pub struct Calibration<'a> {
    /// What is calibrated.
    pub setting: &'a Setting<'a>,
    /// The risk to keep.
    pub risk: Risk,
    /// How many positions serve for what.
    pub sizes: Sizes,
    /// What is tried.
    pub choices: Choices,
    /// What is proved of what was chosen.
    pub path: Path,
    /// What is left out in any case.
    pub beside: Rules,
}

/// Where a calibration is.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// Positions are drawn.
    Sampling(usize, usize),
    /// They are searched in full, to fit lines.
    Fitting(usize, usize),
    /// They are searched in full, to compare with.
    Comparing(usize, usize),
    /// Lines were fitted to what these searches found.
    Fitted(&'a Predictions, &'a [Full]),
    /// A policy was tried.
    Tried(&'a Point),
    /// One was chosen.
    Chosen(&'a Point),
    /// The chosen policy is proved.
    Proving(usize, usize),
    /// A policy of the path was tested.
    Tested(&'a Tested),
}

/// A policy on the proving set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tested {
    /// What it did.
    pub point: Point,
    /// The share of wrong answers is at most this, with 95 % confidence.
    pub limit: f64,
    /// The 95 % interval of that share, for pictures.
    pub interval: [f64; 2],
    /// Whether that is within the risk.
    pub holds: bool,
}

/// What came of a proof.
struct Proved {
    tested: Vec<Tested>,
    account: Account,
    earlier: u64,
}

/// What answers were like by every criterion.
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

/// What came of a calibration.
#[derive(Clone, Debug)]
pub struct Calibrated {
    /// The lines, the ranks, the chances of late moves.
    pub material: Material,
    /// Shallow and deep values of the fitting set, for pictures.
    pub fitting: Vec<Full>,
    /// All policies that were tried, on the choosing set.
    pub points: Vec<Point>,
    /// The policy that was chosen.
    pub chosen: Point,
    /// The path of policies that was tested on the proving set, from careful to bold, until the first failure.
    pub tested: Vec<Tested>,
    /// The [proofs](Proof::earlier) of other policies that the laboratory had seen before.
    pub earlier_proofs: u64,
    /// What the answers of the boldest one that holds were like; of the first one, if none holds.
    pub account: Account,
    /// The profile; without a proof, if there is none.
    pub profile: Profile,
    /// What came of games against the full search at equal time, if there were any.
    pub contested: Option<Contested>,
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
pub struct Path(Vec<f64>);

/// A path that does not lead from careful to bold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a path needs one caution or more, each less than the one before and above zero")]
pub struct BadPath;

impl Default for Path {
    fn default() -> Self {
        Path(vec![2.4, 1.6, 1.3, 1.15, 1.05, 1.0, 0.95, 0.9, 0.85])
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
/// The share of the risk to aim at when a policy is chosen: somewhat less, for luck on the choosing set is not luck on
/// the proving set.
const AIM: f64 = 0.8;
/// The positions by which the chances of late moves are counted: each has thousands of nodes.
const MOST_FOR_CHANCES: usize = 300;

impl<'a> Calibration<'a> {
    /// A calibration with the usual schedules, of nothing but what is fitted.
    pub fn new(setting: &'a Setting<'a>, risk: Risk, sizes: Sizes) -> Self {
        Calibration {
            setting,
            risk,
            sizes,
            choices: Choices::default(),
            path: Path::default(),
            beside: Rules::none(),
        }
    }

    /// Whether there is anything to calibrate: what can be said before any work is done.
    pub fn check(&self) -> Result<(), CalibrateError> {
        if self.setting.depth < Setting::LEAST_DEPTH {
            return Err(CalibrateError::TooShallow);
        }
        if Structure::all(&self.choices, &[]).is_empty() {
            return Err(CalibrateError::NothingToTry(self.choices.only.clone()));
        }
        Ok(())
    }

    /// Fits, chooses and proves. What is done is kept in the store, and the same calibration goes on from
    /// there. None if somebody has raised the flag.
    pub fn run(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<Option<Calibrated>, CalibrateError> {
        self.check()?;
        let Sizes { fitting, choosing, .. } = self.sizes;
        let mut taken = HashSet::new();
        let fit_setting = Setting { depth: self.setting.depth.saturating_sub(1).max(1), ..*self.setting };
        let Some(fitting_set) = self.draw("fitting", fitting, 0, &mut taken, store, effort, news)? else {
            return Ok(None);
        };
        let label = format!("fitting {fitting}");
        let bench = Bench::new(&fit_setting, &fitting_set, &label, effort);
        let found = bench.full(store, &mut |done| news(News::Fitting(done, fitting)))?;
        let Some(fitting_full) = found else { return Ok(None) };
        let predictions = Predictions::fit(&fitting_set, &fitting_full, fit_setting.depth)?;
        news(News::Fitted(&predictions, &fitting_full));
        let depth = self.setting.depth;
        let Some(choosing_set) = self.draw("choosing", choosing, depth, &mut taken, store, effort, news)?
        else {
            return Ok(None);
        };
        let label = format!("choosing {fitting} {choosing}");
        let bench = Bench::new(self.setting, &choosing_set, &label, effort);
        let found = bench.full(store, &mut |done| news(News::Comparing(done, choosing)))?;
        let Some(full) = found else { return Ok(None) };
        let counted = if self.choices.need_chances() { choosing.min(MOST_FOR_CHANCES) } else { 0 };
        let Some(chances) = bench.chances(counted, store, &mut |_| {})? else {
            return Ok(None);
        };
        let (ranks, engine_ranks) = Material::ranks_of(&full, depth);
        let beside = self.beside.clone();
        let calm = self.setting.game.tells_calm();
        let material = Material { predictions, ranks, engine_ranks, chances, beside, depth, calm };
        let (risk, aim, choices) = (self.risk, AIM * self.risk.share(), &self.choices);
        let mut chooser = Chooser {
            bench: &bench,
            full: &full,
            material: &material,
            choices,
            risk,
            aim,
            points: Vec::new(),
        };
        let chosen = chooser.choose(store, &mut |point| news(News::Tried(point)))?;
        let points = chooser.points;
        let Some(chosen) = chosen else {
            let stopped = effort.stop.load(std::sync::atomic::Ordering::Relaxed);
            return if stopped { Ok(None) } else { Err(CalibrateError::NothingKeepsTheRisk) };
        };
        news(News::Chosen(&chosen));
        let Some(proved) = self.prove(chosen, &material, &mut taken, store, effort, news)? else {
            return Ok(None);
        };
        let profile = self.profile(chosen, &proved, &material)?;
        let Proved { tested, account, earlier } = proved;
        Ok(Some(Calibrated {
            material,
            fitting: fitting_full,
            points,
            chosen,
            tested,
            earlier_proofs: earlier,
            account,
            profile,
            contested: None,
        }))
    }

    fn sampler<'b>(&'b self, purpose: &'b str, depth: u32) -> Sampler<'b> {
        Sampler { game: self.setting.game, depth, purpose, seed: self.setting.seed }
    }

    #[allow(clippy::too_many_arguments)]
    fn draw(
        &self,
        purpose: &str,
        count: usize,
        depth: u32,
        taken: &mut HashSet<u64>,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<Option<Vec<Sampled>>, CalibrateError> {
        let sampler = self.sampler(purpose, depth);
        sampler.draw(count, taken, store, effort, &mut |done| news(News::Sampling(done, count)))
    }

    /// Tests a path of policies on positions that nobody has looked at before the choice was made: they are drawn
    /// here, by what is to be proved.
    fn prove(
        &self,
        chosen: Point,
        material: &Material,
        taken: &mut HashSet<u64>,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<Option<Proved>, CalibrateError> {
        let step = |&factor: &f64| (chosen.structure.with_aid_scaled(factor), chosen.t * factor);
        let path: Vec<(Structure, f64)> = self.path.0.iter().map(step).collect();
        let policies = path.iter().map(|(structure, t)| structure.policy(material, *t).map(Arc::new));
        let policies = policies.collect::<Result<Vec<_>, _>>()?;
        let purpose = self.proving_purpose(&policies);
        let (depth, count) = (self.setting.depth, self.sizes.proving);
        let Some(positions) = self.draw(&purpose, count, depth, taken, store, effort, news)? else {
            return Ok(None);
        };
        let earlier = self.sampler(&purpose, depth).earlier(PROVING, store)?;
        let Sizes { fitting, choosing, proving } = self.sizes;
        let label = format!("{purpose} {fitting} {choosing} {proving}");
        let bench = Bench::new(self.setting, &positions, &label, effort);
        let steps = count * (path.len() + 1);
        let found = bench.full(store, &mut |done| news(News::Proving(done, steps)))?;
        let Some(full) = found else { return Ok(None) };
        let (mut tested, mut account): (Vec<Tested>, Option<Account>) = (Vec::new(), None);
        for (number, ((structure, t), policy)) in path.into_iter().zip(&policies).enumerate() {
            let before = count * (number + 1);
            let trials = bench.trial(policy, &full, count, true, store, &mut |done| {
                news(News::Proving(before + done, steps))
            })?;
            let Some(trials) = trials else { return Ok(None) };
            let point = Point::of(structure, t, &self.risk, &full, &trials);
            let limit = upper_limit(point.errors, point.positions);
            let holds = limit <= self.risk.share();
            if holds || account.is_none() {
                account = Some(Account::of(&full, &trials));
            }
            tested.push(Tested { point, limit, interval: interval(point.errors, point.positions), holds });
            news(News::Tested(&tested[number]));
            if !holds {
                break;
            }
        }
        Ok(account.map(|account| Proved { tested, account, earlier }))
    }

    /// What names the positions that a path of policies is proved on. It depends on all of them and on the risk, so that no
    /// positions serve to prove two things: whoever sees a proof fail and asks for something else gets others.
    fn proving_purpose(&self, path: &[Arc<Policy>]) -> String {
        let path: Vec<&Policy> = path.iter().map(Arc::as_ref).collect();
        let proved = serde_json::json!({ "risk": self.risk.to_string(), "path": path });
        format!("{PROVING} {:016x}", pleach::key_of(&proved.to_string()))
    }

    fn profile(
        &self,
        chosen: Point,
        proved: &Proved,
        material: &Material,
    ) -> Result<Profile, CalibrateError> {
        let Point { structure, t, .. } = boldest(&proved.tested).map_or(chosen, |tested| tested.point);
        let (cut, rules) = structure.parts(material, t)?;
        let proof = boldest(&proved.tested).map(|tested| tested.proof(proved.earlier));
        let policy = Arc::new(structure.policy(material, t)?);
        Ok(Profile {
            game: self.setting.game.name().to_owned(),
            weights: fingerprint(self.setting.game),
            behaviour: self.setting.behaviour(Some(&policy)),
            search: self.setting.method.to_string(),
            depth: self.setting.depth,
            seed: self.setting.seed,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            cut,
            rules,
            risk: self.risk.share(),
            criterion: self.risk.criterion().to_string(),
            proof,
        })
    }
}

impl Tested {
    fn proof(&self, earlier: u64) -> Proof {
        let Point { positions, errors, saving, .. } = self.point;
        Proof { positions: positions as u64, errors: errors as u64, limit: self.limit, saving, earlier }
    }
}

impl Account {
    fn of(full: &[Full], trials: &[Trial]) -> Account {
        let count = |criterion: Criterion| {
            full.iter().zip(trials).filter(|(full, trial)| criterion.is_wrong(full, trial)).count()
        };
        Account {
            positions: trials.len(),
            value: count(Criterion::Value),
            best_move: count(Criterion::Move),
            lost: Lost::of(trials.iter().filter_map(|trial| trial.loss)),
            full: sum(full.iter().map(|full| &full.work)),
            selective: sum(trials.iter().map(|trial| &trial.work)),
        }
    }
}

impl std::fmt::Display for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |count: usize| 100.0 * count as f64 / self.positions.max(1) as f64;
        let Lost { points, most, decided } = self.lost;
        write!(
            f,
            "another value {:.2} %, a worse move {:.2} %; {:.3} points lost a move, {most} at most",
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

impl Calibrated {
    /// The policy of the profile: the boldest that holds, or the chosen one if none does.
    pub fn point(&self) -> &Point {
        boldest(&self.tested).map_or(&self.chosen, |tested| &tested.point)
    }

    /// The profile of another policy that was tried in this setting. Nothing is proved of it, unless it was tested and
    /// holds.
    pub fn profile_at(&self, point: &Point, setting: &Setting<'_>) -> Result<Profile, CalibrateError> {
        let (cut, rules) = point.structure.parts(&self.material, point.t)?;
        let behaviour = setting.behaviour(Some(&Arc::new(point.structure.policy(&self.material, point.t)?)));
        let is_it = |tested: &&Tested| {
            tested.holds && tested.point.structure == point.structure && tested.point.t == point.t
        };
        let proof = self.tested.iter().find(is_it).map(|tested| tested.proof(self.earlier_proofs));
        Ok(Profile { behaviour, cut, rules, proof, ..self.profile.clone() })
    }
}

/// The boldest policy of a path that holds.
fn boldest(tested: &[Tested]) -> Option<&Tested> {
    tested.iter().rev().find(|tested| tested.holds)
}

/// Both ends of the 95 % interval of the share of errors.
fn interval(errors: usize, positions: usize) -> [f64; 2] {
    let limits = binomial_interval(errors as u64, positions as u64, Confidence::default());
    limits.map_or([0.0, 1.0], |limits| [limits.low, limits.high])
}

/// The share of errors is at most this, with 95 % confidence (Clopper and Pearson 1934).
pub(super) fn upper_limit(errors: usize, positions: usize) -> f64 {
    // There are never more errors than positions, and always positions.
    binomial_upper(errors as u64, positions as u64, Confidence::default()).unwrap_or(1.0)
}
