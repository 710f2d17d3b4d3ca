//! Positions to measure with: from games of a player against itself, one a game.

use super::CalibrateError;
use crate::contest::opening::random_moves;
use crate::store::{Definition, RunInfo, Store, StoreError};
use crate::work::{Effort, work};
use pleach::engine::Table;
use pleach::registry::{AnyGame, Method, Request, SearchError};
use pleach::{Limits, mix};
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
/// Random moves at the beginning of a game, at most.
const MOST_OPENING: u32 = 6;
/// A move is drawn at random once in so many.
const RANDOM_ONCE_IN: u32 = 40;
/// The nodes a player may visit for a move.
const NODES: u64 = 1000;
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
/// The players look a few plies ahead and now and then move at random, so that there is a bit of everything a search
/// may meet, well played or not. The position is drawn from all that have as many plies before the end of their game as
/// the search is deep.
pub struct Sampler<'a> {
    /// The game at its first position, with the evaluator that plays.
    pub game: &'a dyn AnyGame,
    /// The plies that must be left.
    pub depth: u32,
    /// What the positions are for: samples for different purposes come from different games.
    pub purpose: &'a str,
    /// The seed.
    pub seed: u64,
}

/// How the games are played.
fn player() -> Request {
    Request { memory: 1, ..Request::new(Method::default(), Limits::none().nodes(NODES)) }
}

impl Sampler<'_> {
    fn definition(&self) -> Definition {
        Definition::new(KIND, self.game.name(), &self.details(), self.seed)
    }

    fn details(&self) -> serde_json::Value {
        serde_json::json!({
            "depth": self.depth,
            "purpose": self.purpose,
            "behaviour": self.game.signature(&player()).to_string(),
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
        Ok(before.count() as u64)
    }

    /// Draws so many positions whose identities are not taken yet, and takes them. Tells of the number there is so
    /// far. None if somebody has raised the flag.
    pub fn draw(
        &self,
        count: usize,
        taken: &mut HashSet<u64>,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<Sampled>>, CalibrateError> {
        let run = store.begin(&self.definition())?;
        let mut drawn: Vec<Sampled> = Vec::with_capacity(count);
        let mut shard = 0;
        while drawn.len() < count {
            let wanted = ((count - drawn.len()) as u64).div_ceil(GAMES_A_SHARD);
            let missing = store.missing(&run, shard + wanted)?;
            let missing = missing.into_iter().filter(|&number| number >= shard).collect();
            let mut played = drawn.len();
            let complete =
                work(store, &run, missing, effort, || Ok(self.worker()), &mut |_, rows: &[Sampled]| {
                    played += rows.len();
                    news(played.min(count));
                    ControlFlow::Continue(())
                })?;
            if !complete {
                return Ok(None);
            }
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
        Ok(Some(drawn))
    }

    fn worker(&self) -> impl FnMut(u64) -> Result<Vec<Sampled>, SearchError> {
        let mut request = player();
        request.table = Table::with_mebibytes(1).ok().map(Arc::new);
        move |shard| {
            let numbers = shard * GAMES_A_SHARD..(shard + 1) * GAMES_A_SHARD;
            numbers.filter_map(|number| self.sample(number, &request).transpose()).collect()
        }
    }

    /// A position of the game with this number; none if the game was too short.
    fn sample(&self, number: u64, request: &Request) -> Result<Option<Sampled>, SearchError> {
        if let Some(table) = &request.table {
            table.clear();
        }
        let purpose = pleach::key_of(&self.purpose);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(mix(self.seed ^ mix(number) ^ purpose));
        let opening = random.random_range(0..=MOST_OPENING);
        let Some((_, mut game)) = random_moves(self.game, opening, &mut random) else { return Ok(None) };
        let mut seen = vec![game.boxed_clone()];
        while game.outcome().is_none() && seen.len() < MOST_PLIES {
            let mv = self.choose(game.as_ref(), request, &mut random)?;
            // Whoever chooses among the moves of the list chooses a legal one.
            if game.play(&mv).is_err() {
                break;
            }
            seen.push(game.boxed_clone());
        }
        seen.truncate(seen.len().saturating_sub(self.depth as usize + 1));
        if seen.is_empty() {
            return Ok(None);
        }
        let drawn = &seen[random.random_range(0..seen.len())];
        Ok(Some(Sampled {
            position: drawn.position(),
            identity: drawn.identity(),
            progress: drawn.progress(),
        }))
    }

    fn choose(
        &self,
        game: &dyn AnyGame,
        request: &Request,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<String, SearchError> {
        if random.random_range(0..RANDOM_ONCE_IN) > 0
            && let Some(best) = game.search(request).ok().and_then(|answer| answer.best)
        {
            return Ok(best);
        }
        let mut moves = game.moves();
        Ok(moves.swap_remove(random.random_range(0..moves.len())))
    }
}
