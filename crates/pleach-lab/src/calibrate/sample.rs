//! Positions to measure with: of a population, one per game.

use super::CalibrateError;
use super::population::{Games, Population};
use crate::store::{Definition, RunInfo, Store, StoreError};
use crate::work::{Effort, work};
use pleach::engine::Table;
use pleach::mix;
use pleach::registry::{AnyGame, Request, SearchError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What the store calls a sample.
const KIND: &str = "sample";
/// Games in a shard.
const GAMES_A_SHARD: u64 = 50;
/// A game that is not over after so many plies is taken as it is.
const MOST_PLIES: usize = 400;
/// Where so many games have shown no more positions than one in this many, the game has not enough of them.
const LEAST_NEW: u64 = 20;

/// A position of a game that was played to find one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sampled {
    /// The position as text.
    pub position: String,
    /// What it shares with its images and with no other position.
    pub identity: u64,
    /// How far the game had come.
    pub progress: u32,
}

/// Positions of a game, drawn by a seed: each from another game, none like another.
///
/// How the games are played is the population's. The position is drawn from all that have as many plies before the end
/// of their game as the search is deep.
pub struct Sampler<'a> {
    /// The game at its first position, with the evaluator that plays.
    pub game: &'a dyn AnyGame,
    /// Where the positions come from.
    pub population: &'a Population,
    /// The plies that must be left.
    pub depth: u32,
    /// What the positions are for: samples for different purposes come from different games.
    pub purpose: &'a str,
    /// The seed.
    pub seed: u64,
}

impl Sampled {
    pub(super) fn of(game: &dyn AnyGame) -> Sampled {
        Sampled { position: game.position(), identity: game.identity(), progress: game.progress() }
    }
}

impl Sampler<'_> {
    fn definition(&self) -> Definition {
        Definition::new(KIND, self.game.name(), &self.details(), self.seed)
    }

    fn details(&self) -> serde_json::Value {
        serde_json::json!({
            "depth": self.depth,
            "purpose": self.purpose,
            "population": self.population.to_string(),
            "behaviour": self.game.signature(&self.population.player()).to_string(),
        })
    }

    /// How many other samples of the same game and depth whose purposes begin alike the store had before this one.
    pub fn earlier(&self, beginning: &str, store: &Store) -> Result<u64, StoreError> {
        let details = self.details();
        let is_such = |run: &RunInfo| {
            let same = ["depth", "behaviour"].iter().all(|&key| run.definition[key] == details[key]);
            let purpose = run.definition["purpose"].as_str().unwrap_or_default();
            same && run.kind == KIND && run.game == self.game.name() && purpose.starts_with(beginning)
        };
        let is_own = |run: &RunInfo| run.definition["purpose"] == self.purpose && run.seed == self.seed;
        let before = store.runs()?.into_iter().filter(is_such).take_while(|run| !is_own(run));
        // Those of several populations belong to one proof.
        let proofs: HashSet<String> = before.map(|run| run.definition["purpose"].to_string()).collect();
        Ok(proofs.len() as u64)
    }

    /// Draws so many positions whose identities are not taken yet, and takes them. Tells of the number there is so
    /// far.
    pub fn draw(
        &self,
        count: usize,
        taken: &mut HashSet<u64>,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(usize),
    ) -> Result<Vec<Sampled>, CalibrateError> {
        let run = store.begin(&self.definition())?;
        let mut drawn: Vec<Sampled> = Vec::with_capacity(count);
        let mut shard = 0;
        while drawn.len() < count {
            let wanted = ((count - drawn.len()) as u64).div_ceil(GAMES_A_SHARD);
            let missing = store.missing(&run, shard + wanted)?;
            let missing = missing.into_iter().filter(|&number| number >= shard).collect();
            let mut played = drawn.len();
            work(store, &run, missing, effort, || Ok(self.worker()), &mut |_, rows: &[Sampled]| {
                played += rows.len();
                news(played.min(count));
                ControlFlow::Continue(())
            })?;
            for number in shard..shard + wanted {
                let sampled: Vec<Sampled> = store.shard(&run, number)?.unwrap_or_default();
                for one in sampled {
                    if drawn.len() < count && taken.insert(one.identity) {
                        drawn.push(one);
                    }
                }
            }
            shard += wanted;
            if shard * GAMES_A_SHARD >= LEAST_NEW * (drawn.len() as u64 + GAMES_A_SHARD) {
                return Err(CalibrateError::TooFewPositions { found: drawn.len(), wanted: count });
            }
        }
        store.end(&run, &serde_json::json!({ "positions": drawn.len() }))?;
        Ok(drawn)
    }

    fn worker(&self) -> impl FnMut(u64) -> Result<Vec<Sampled>, SearchError> {
        let mut request = self.population.player();
        request.table = Table::with_mebibytes(1).ok().map(Arc::new);
        let order = match self.population {
            Population::Played(_) => Vec::new(),
            Population::File(positions) => self.shuffled(positions.len()),
        };
        move |shard| {
            let numbers = shard * GAMES_A_SHARD..(shard + 1) * GAMES_A_SHARD;
            Ok(numbers.filter_map(|number| self.sample(number, &order, &request)).collect())
        }
    }

    /// What is random about a game: its number, the seed and the purpose decide it.
    fn random(&self, number: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(mix(self.seed ^ mix(number) ^ pleach::key_of(&self.purpose)))
    }

    /// The places of a file, in an order of this purpose.
    fn shuffled(&self, count: usize) -> Vec<usize> {
        let (mut random, mut order) = (self.random(u64::MAX), (0..count).collect::<Vec<_>>());
        for last in (1..count).rev() {
            order.swap(last, random.random_range(0..=last));
        }
        order
    }

    /// A position of the game with this number; none if the game was too short, or there is no such game.
    fn sample(&self, number: u64, order: &[usize], request: &Request) -> Option<Sampled> {
        let mut random = self.random(number);
        match self.population {
            Population::Played(games) => self.played(games, request, &mut random),
            Population::File(positions) => {
                let offered = positions.at(*order.get(usize::try_from(number).ok()?)?);
                // A single position stands for itself, wherever its game may end.
                let enough =
                    if offered.len() == 1 { 1 } else { offered.len().checked_sub(self.depth as usize)? };
                (enough > 0).then(|| offered[random.random_range(0..enough)].clone())
            }
        }
    }

    /// A position of a game that is played to find one.
    fn played(&self, games: &Games, request: &Request, random: &mut Xoshiro256PlusPlus) -> Option<Sampled> {
        if let Some(table) = &request.table {
            table.clear();
        }
        let mut game = games.begin(self.game, random)?;
        // Whoever is the weaker one, either side is in half of the games.
        let weak = games.is_unequal().then(|| random.random_range(0..2) == 1);
        let mut seen = vec![game.boxed_clone()];
        while game.outcome().is_none() && seen.len() < MOST_PLIES {
            let is_weak = weak == Some(game.to_move() == pleach::Player::Max);
            let mv = games.choose(game.as_ref(), is_weak, request, random);
            // Whoever chooses among the moves of the list chooses a legal one.
            if game.play(&mv).is_err() {
                break;
            }
            seen.push(game.boxed_clone());
        }
        seen.truncate(seen.len().saturating_sub(self.depth as usize + 1));
        for _ in 0..games.most_looks() {
            let place = (!seen.is_empty()).then(|| random.random_range(0..seen.len()))?;
            let mut drawn = seen.swap_remove(place);
            let sampled = Sampled::of(drawn.as_ref());
            // Whoever searches it knows its text, and nothing of how the game came there.
            drawn.set_position(&sampled.position).ok()?;
            if games.counts(drawn.as_ref()) {
                return Some(sampled);
            }
        }
        None
    }
}
