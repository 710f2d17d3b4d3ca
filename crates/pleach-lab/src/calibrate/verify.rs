//! What a profile promises, measured again on positions that nobody has seen.

use super::judge::Judge;
use super::measure::Bench;
use super::population::Population;
use super::prove::Ending;
use super::sample::Sampler;
use super::whole_games::{GamesAccount, WholeGames};
use super::{CalibrateError, Setting};
use crate::chart::{Axis, Chart, Layer, Mark};
use crate::page::Page;
use crate::statistics::{Confidence, Limits, binomial_interval, binomial_lower};
use crate::store::Store;
use crate::work::Effort;
use pleach::prune::{Measured, Profile, Proof};
use pleach::registry::AnyGame;
use serde::Serialize;
use std::collections::HashSet;
use std::sync::Arc;

/// A profile to be measured again.
pub struct Verification<'a> {
    /// The profile.
    pub profile: &'a Profile,
    /// Its game.
    pub game: &'a dyn AnyGame,
    /// Where the positions come from.
    pub populations: &'a [Population],
    /// How many of each.
    pub positions: usize,
    /// How many whole games.
    pub games: usize,
    /// What draws them.
    pub seed: u64,
}

/// What was observed on positions of one population.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Observed {
    /// What was measured.
    #[serde(flatten)]
    pub measured: Measured,
    /// The share of wrong answers.
    pub share: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// Whether the profile was proved on this population.
    pub is_proved: bool,
    /// Whether the share is within what the profile states.
    pub within: bool,
    /// Whether chance does not explain that it is not: its lower 95 % limit is above what the profile states.
    pub contradicts: bool,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verified {
    /// The game.
    pub game: String,
    /// The depth.
    pub depth: u32,
    /// What was asked for when it was calibrated.
    pub risk: String,
    /// What the profile states: the share of wrong answers is at most this.
    pub stated: f64,
    /// What was observed.
    pub on: Vec<Observed>,
    /// Whole games, if any were played.
    pub games: Option<GamesAccount>,
}

/// Why a profile cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It says nothing that could be measured.
    #[error("of this profile nothing was proved: there is nothing to verify")]
    NothingProved,
    /// What it searches by is not known.
    #[error("{0}")]
    Search(String),
    /// A search or the store failed.
    #[error(transparent)]
    Calibrate(#[from] CalibrateError),
}

impl Verification<'_> {
    /// Measures what is not measured yet.
    pub fn run(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(usize, usize, &str),
    ) -> Result<Verified, VerifyError> {
        let profile = self.profile;
        let worst = profile.proof.as_ref().and_then(Proof::worst).ok_or(VerifyError::NothingProved)?;
        let method = profile.search.parse().map_err(|error| VerifyError::Search(format!("{error}")))?;
        let setting = Setting {
            game: self.game,
            method,
            depth: profile.depth,
            memory: profile.memory,
            seed: self.seed,
        };
        let judge = Judge {
            risk: profile.risk,
            ending: Ending::AllPositions,
            stage_limits: worst.stages.iter().skip(1).map(|stage| stage.from).collect(),
            most_loss: worst.loss.map_or(1.0, |loss| loss.most),
            level: 1.0 - Proof::CONFIDENCE,
        };
        let (policy, mut taken, mut on) = (Arc::new(profile.policy()), HashSet::new(), Vec::new());
        let purpose = format!("verifying {}", profile.behaviour);
        for population in self.populations {
            let sampler = Sampler {
                game: self.game,
                population,
                depth: profile.depth,
                purpose: &purpose,
                seed: self.seed,
            };
            let all = self.positions;
            let name = population.to_string();
            let drawn = sampler.draw(all, &mut taken, store, effort, &mut |done| news(done, all, &name))?;
            let label = format!("{purpose} {population}");
            let bench = Bench::new(&setting, &drawn, &label, effort);
            let full = bench.full(all, store, &mut |done| news(done, 2 * all, &name))?;
            let trials = bench
                .trial(&policy, &full, all, true, store, &mut |done| news(all + done, 2 * all, &name))?;
            let mut measured = judge.measured(name.clone(), &judge.judge(&drawn, full, trials));
            measured.loss = measured.loss.filter(|_| worst.loss.is_some());
            on.push(Observed::of(measured, worst.limit, profile.proof.as_ref()));
        }
        let games = match self.games {
            0 => None,
            games => {
                let most_loss = worst.loss.map(|loss| loss.most);
                let whole = WholeGames { setting: &setting, policy, games, most_loss };
                Some(whole.play(store, effort, &mut |done| news(done, games, "whole games"))?)
            }
        };
        let (game, depth) = (profile.game.clone(), profile.depth);
        Ok(Verified { game, depth, risk: profile.risk.to_string(), stated: worst.limit, on, games })
    }
}

impl Observed {
    fn of(measured: Measured, stated: f64, proof: Option<&Proof>) -> Observed {
        let Measured { positions, errors, .. } = measured;
        let limits = binomial_interval(errors, positions, Confidence::default());
        let Limits { low, high } = limits.unwrap_or(Limits { low: 0.0, high: 1.0 });
        let share = errors as f64 / positions.max(1) as f64;
        let at_least = binomial_lower(errors, positions, Confidence::default()).unwrap_or(0.0);
        let is_same = |proved: &Measured| proved.population == measured.population;
        Observed {
            is_proved: proof.is_some_and(|proof| proof.on.iter().any(is_same)),
            share,
            interval: [low, high],
            within: share <= stated,
            contradicts: at_least > stated,
            measured,
        }
    }
}

impl Observed {
    /// A point of the reliability plot, in per cent.
    fn mark(&self, stated: f64) -> Mark {
        let [low, high] = self.interval.map(|share| 100.0 * share);
        Mark { x: 100.0 * stated, y: 100.0 * self.share, interval: Some((low, high)) }
    }
}

impl Verified {
    /// Whether something was observed on a population of the proof that contradicts it.
    pub fn contradicts(&self) -> bool {
        self.on.iter().any(|observed| observed.is_proved && observed.contradicts)
    }
}

/// A page on several profiles: stated against observed risk.
pub fn reliability_page(verified: &[Verified]) -> Page {
    let mut page = Page::new("What profiles state, and what was observed");
    page.text(
        "Every profile was measured again on positions that nothing of it had seen, of every population. What it states is \
         the upper 95 % limit of the share of positions that it answers otherwise than the full search of the same depth; \
         it is stated for the populations that it was proved on. A point on the line or under it is within what was stated.",
    );
    let mut populations: Vec<&str> = Vec::new();
    for observed in verified.iter().flat_map(|one| &one.on) {
        if !populations.contains(&observed.measured.population.as_str()) {
            populations.push(&observed.measured.population);
        }
    }
    let most = 100.0 * verified.iter().map(|one| one.stated).fold(0.0, f64::max);
    let marks = |population: &str| {
        let all = verified.iter().flat_map(|one| one.on.iter().map(move |observed| (one, observed)));
        let own = all.filter(|(_, observed)| observed.measured.population == population);
        own.map(|(one, observed)| observed.mark(one.stated)).collect()
    };
    let points = populations.iter().map(|&name| Layer::Points { name: name.to_owned(), marks: marks(name) });
    let stated =
        Layer::Curve { name: "as stated".to_owned(), marks: vec![Mark::at(0.0, 0.0), Mark::at(most, most)] };
    page.chart(&Chart {
        caption: "Stated against observed risk, with 95 % intervals".to_owned(),
        across: Axis::plain("stated: wrong answers at most, %"),
        up: Axis::plain("observed: wrong answers, %"),
        layers: std::iter::once(stated).chain(points).collect(),
    });
    page.table(&Verified::HEADS, &verified.iter().flat_map(Verified::rows).collect::<Vec<_>>());
    let played: Vec<String> = verified
        .iter()
        .filter_map(|one| {
            one.games.map(|games| format!("{}, {} plies, {}: {games}.", one.game, one.depth, one.risk))
        })
        .collect();
    if !played.is_empty() {
        page.heading("Whole games");
        page.text("Both sides move by the profile, and at every move the full search is asked whether there was a better one.");
        played.iter().for_each(|text| page.text(text));
    }
    page
}

impl Verified {
    /// A row a population.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        let row = |observed: &Observed| {
            let Observed { measured, share, interval: [low, high], is_proved, within, contradicts } =
                observed;
            let verdict = match (within, is_proved, contradicts) {
                (true, ..) => "within",
                (false, false, _) => "above; nothing is stated of it",
                (false, true, false) => "above, as chance may have it",
                (false, true, true) => "above: contradicted",
            };
            vec![
                self.game.clone(),
                self.depth.to_string(),
                self.risk.clone(),
                percent(self.stated),
                measured.population.clone(),
                if *is_proved { "yes" } else { "no" }.to_owned(),
                measured.errors.to_string(),
                measured.positions.to_string(),
                percent(*share),
                format!("{} to {}", percent(*low), percent(*high)),
                format!("{:.2}", measured.saving),
                verdict.to_owned(),
            ]
        };
        self.on.iter().map(row).collect()
    }

    /// The heads of [`Verified::rows`].
    pub const HEADS: [&'static str; 12] = [
        "game",
        "depth",
        "risk",
        "stated",
        "population",
        "proved on it",
        "wrong",
        "positions",
        "observed",
        "95 % interval",
        "times less work",
        "verdict",
    ];
}
