//! The whole way from a game to a policy that keeps a stated risk.

use super::choose::{Chooser, Point};
use super::contest::Contested;
use super::judge::stage_of;
use super::ledger::Ledger;
use super::measure::{Bench, Full};
use super::population::Population;
use super::predict::Predictions;
use super::prove::{Account, Ending, Path, Proved, Prover, Tested, boldest, positions_needed};
use super::rival::best_full;
use super::sample::{Sampled, Sampler};
use super::structure::{Choices, Material, Structure};
use super::{CalibrateError, Setting};
use crate::store::Store;
use crate::work::Effort;
use pleach::prune::{Profile, Proof, Risk, Rules};
use pleach::registry::Method;
use pleach::registry::fingerprint;
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
    /// use pleach::prune::Risk;
    /// use pleach_lab::calibrate::Sizes;
    /// let risk: Risk = "1%".parse().unwrap();
    /// assert_eq!(Sizes::for_risk(&risk).proving, 5000);
    /// ```
    pub fn for_risk(risk: &Risk) -> Sizes {
        let (choosing, proving) = match risk.share() {
            share if share >= 0.04 => (800, 2000),
            share if share >= 0.015 => (1000, 3000),
            _ => (1600, 5000),
        };
        // Every stage has a third of the positions.
        let times = if risk.each_stage() { 2 } else { 1 };
        Sizes { fitting: 1500, choosing: times * choosing, proving: times * proving }
    }
}

/// A calibration to be made.
pub struct Calibration<'a> {
    /// What is calibrated.
    pub setting: &'a Setting<'a>,
    /// The risk to keep.
    pub risk: Risk,
    /// Where the positions come from: what is proved holds on each of these.
    pub populations: Vec<Population>,
    /// How many positions serve for what.
    pub sizes: Sizes,
    /// What is tried.
    pub choices: Choices,
    /// What is proved of what was chosen.
    pub path: Path,
    /// When a proof ends.
    pub ending: Ending,
    /// Where proofs are written down, if anywhere.
    pub ledger: Option<Ledger>,
    /// What is left out in any case.
    pub beside: Rules,
    /// Of how many proofs this is one, if all of them shall hold together with 95 % confidence: each then has its share of
    /// the other 5 % (Bonferroni).
    pub among: u32,
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
    /// The [proofs](pleach::prune::Proof::earlier) of other policies that the laboratory had seen before.
    pub earlier_proofs: u64,
    /// What the answers of the boldest one that holds were like; of the first one, if none holds.
    pub account: Account,
    /// The profile; without a proof, if there is none.
    pub profile: Profile,
    /// What came of games against the full search at equal time, if there were any.
    pub contested: Option<Contested>,
}

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
            populations: Population::usual(),
            sizes,
            choices: Choices::default(),
            path: Path::default(),
            ending: Ending::default(),
            ledger: None,
            beside: Rules::none(),
            among: 1,
        }
    }

    /// How likely the answers of a policy that is called proved may be if it exceeded the risk.
    pub(super) fn level(&self) -> f64 {
        (1.0 - Proof::CONFIDENCE) / f64::from(self.among.max(1))
    }

    /// Whether there is anything to calibrate: what can be said before any work is done.
    pub fn check(&self) -> Result<(), CalibrateError> {
        if self.setting.depth < Setting::LEAST_DEPTH {
            return Err(CalibrateError::TooShallow);
        }
        if self.populations.is_empty() {
            return Err(CalibrateError::NoPopulation);
        }
        // One that was edited is told before hours of searches, not after them.
        if let Some(ledger) = &self.ledger {
            ledger.lines()?;
        }
        let (positions, needed) = (self.sizes.proving, positions_needed(self.risk.share(), self.level()));
        if positions < needed {
            return Err(CalibrateError::TooFewToProve { positions, needed, share: self.risk.share() });
        }
        if Structure::all(&self.choices, &[]).is_empty() {
            return Err(CalibrateError::NothingToTry(self.choices.only.clone()));
        }
        Ok(())
    }

    /// Fits, chooses and proves. What is done is kept in the store, and the same calibration goes on from
    /// there.
    pub fn run(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<Calibrated, CalibrateError> {
        self.check()?;
        let Sizes { fitting, choosing, .. } = self.sizes;
        let mut taken = HashSet::new();
        let fit_setting = Setting { depth: self.setting.depth.saturating_sub(1).max(1), ..*self.setting };
        let fitting_set = self.draw("fitting", fitting, 0, &mut taken, store, effort, news)?;
        let label = format!("fitting {fitting}");
        let bench = Bench::new(&fit_setting, &fitting_set, &label, effort);
        let fitting_full = bench.full(fitting, store, &mut |done| news(News::Fitting(done, fitting)))?;
        let predictions = Predictions::fit(&fitting_set, &fitting_full, fit_setting.depth)?;
        news(News::Fitted(&predictions, &fitting_full));
        let depth = self.setting.depth;
        let choosing_set = self.draw("choosing", choosing, depth, &mut taken, store, effort, news)?;
        let label = format!("choosing {fitting} {choosing}");
        let bench = Bench::new(self.setting, &choosing_set, &label, effort);
        let full = bench.full(choosing, store, &mut |done| news(News::Comparing(done, choosing)))?;
        let counted = if self.choices.need_chances() { choosing.min(MOST_FOR_CHANCES) } else { 0 };
        let chances = bench.chances(counted, store, &mut |_| {})?;
        let (ranks, engine_ranks) = Material::ranks_of(&full, depth);
        let beside = self.beside.clone();
        let calm = self.setting.game.tells_quiet();
        let most_loss = Material::widest(&fitting_full);
        let material = Material { predictions, ranks, engine_ranks, chances, beside, depth, most_loss, calm };
        let (risk, aim, choices) = (self.risk, AIM * self.risk.share(), &self.choices);
        let mut chooser = Chooser {
            bench: &bench,
            full: &full,
            material: &material,
            choices,
            risk,
            aim,
            groups: self.groups(&choosing_set, &material),
            points: Vec::new(),
        };
        let chosen = chooser.choose(store, &mut |point| news(News::Tried(point)))?;
        let points = chooser.points;
        news(News::Chosen(&chosen));
        let rival = best_full(self.setting, &choosing_set, &label, effort, store)?;
        let prover = Prover { calibration: self, material: &material, rival, effort };
        let proved = prover.prove(chosen, &mut taken, store, news)?;
        let profile = self.profile(chosen, &proved, rival, &material)?;
        let Proved { tested, account, earlier, .. } = proved;
        Ok(Calibrated {
            material,
            fitting: fitting_full,
            points,
            chosen,
            tested,
            earlier_proofs: earlier,
            account,
            profile,
            contested: None,
        })
    }

    /// Positions of all populations in turn, as many of one as of the other.
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
    ) -> Result<Vec<Sampled>, CalibrateError> {
        let (kinds, mut drawn) = (self.populations.len(), Vec::new());
        for (number, population) in self.populations.iter().enumerate() {
            let share = count.div_ceil(kinds);
            let (game, seed) = (self.setting.game, self.setting.seed);
            let sampler = Sampler { game, population, depth, purpose, seed };
            let mut tell = |done: usize| news(News::Sampling((number * share + done).min(count), count));
            let some = sampler.draw(share, taken, store, effort, &mut tell)?;
            drawn.push(some.into_iter());
        }
        Ok((0..count).filter_map(|number| drawn[number % kinds].next()).collect())
    }

    /// The groups of positions whose shares of errors are looked at by themselves: populations, and stages where each must
    /// keep the risk. Those of one population in one stage are too few to choose by.
    fn groups(&self, positions: &[Sampled], material: &Material) -> Vec<Vec<usize>> {
        let kinds = self.populations.len();
        let mut groups = vec![(0..positions.len()).map(|number| number % kinds).collect()];
        if self.risk.each_stage() {
            let limits = material.predictions.risk_limits();
            groups.push(positions.iter().map(|position| stage_of(position, &limits)).collect());
        }
        groups
    }

    fn profile(
        &self,
        chosen: Point,
        proved: &Proved,
        rival: Method,
        material: &Material,
    ) -> Result<Profile, CalibrateError> {
        let Point { structure, t, .. } = boldest(&proved.tested).map_or(chosen, |tested| tested.point);
        let (cut, rules) = structure.parts(material, t)?;
        let proof = boldest(&proved.tested).map(|tested| Proof {
            on: tested.on.clone(),
            among: self.among.max(1),
            earlier: proved.earlier,
            ledger: proved.ledger.clone(),
            rival: Some(rival.to_string()),
            also: proved.also.clone(),
        });
        let policy = Arc::new(structure.policy(material, t)?);
        Ok(Profile {
            game: self.setting.game.name().to_owned(),
            weights: fingerprint(self.setting.game),
            behaviour: self.setting.behaviour(Some(&policy)),
            search: self.setting.method.to_string(),
            depth: self.setting.depth,
            memory: self.setting.memory,
            seed: self.setting.seed,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            cut,
            rules,
            risk: self.risk,
            proof,
        })
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
        let own = self.profile.proof.clone().unwrap_or_default();
        let proof = self.tested.iter().find(is_it).map(|tested| Proof {
            on: tested.on.clone(),
            ledger: None,
            also: Vec::new(),
            ..own
        });
        Ok(Profile { behaviour, cut, rules, proof, ..self.profile.clone() })
    }
}
