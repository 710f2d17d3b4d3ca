//! A match of two players: pairs of games with the same opening and colours swapped.

use super::game::play_pair;
use super::opening::Drawer;
use super::{Adjudication, Ending, GameRecord, Openings};
use crate::player::{Player, PlayerError, PlayerSpec, behaviour};
use crate::statistics::{GameResult, Pairs, Sprt, Verdict};
use crate::store::{Definition, Run, Store, StoreError};
use crate::work::{Effort, WorkError, work};
use pleach::NotationError;
use pleach::panics::caught_quietly;
use pleach::registry::AnyGame;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// A match.
pub struct Match<'a> {
    /// The game at its first position.
    pub game: &'a dyn AnyGame,
    /// The players.
    pub players: [&'a PlayerSpec; 2],
    /// How games begin.
    pub openings: Openings,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The most pairs of games.
    pub pairs: u64,
    /// A test that may end the match sooner.
    pub sprt: Option<Sprt>,
    /// The seed of the openings.
    pub seed: u64,
}

/// The score of a match so far, from the first player's view. It counts the pairs up to the first one that is
/// not finished, and not beyond the one at which the test decided: it depends on the order of the pairs, and not
/// on which thread was sooner.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The pairs and their games.
    pub pairs: Pairs,
    /// The games that ended so.
    pub endings: BTreeMap<&'static str, u64>,
    /// The games that each player lost by a fault.
    pub faults: [u64; 2],
    /// What was said of the first fault.
    pub first_fault: Option<String>,
    /// The nodes of each player.
    pub nodes: [u64; 2],
    /// The milliseconds by which the slowest move of each player went beyond its time, if it has one.
    pub overtime: [Option<u64>; 2],
}

/// What came of a match.
#[derive(Debug)]
pub struct MatchReport {
    /// The score.
    pub standing: Standing,
    /// Whether all pairs were played, or the test has decided.
    pub complete: bool,
    /// The run in the store.
    pub run: i64,
}

/// Why a match did not go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A player cannot play at all.
    #[error("{name}: {error}")]
    Player {
        /// The player.
        name: String,
        /// Why.
        error: PlayerError,
    },
    /// The rules of the game have panicked where no player was asked.
    #[error("the rules of the game crashed: {0}")]
    Crashed(String),
    /// An opening does not fit the game.
    #[error("an opening does not fit the game: {0}")]
    Opening(#[from] NotationError),
    /// Somebody has raised the flag. What was played is kept.
    #[error("told to stop: what was played is kept")]
    Stopped,
}

impl From<WorkError<MatchError>> for MatchError {
    fn from(error: WorkError<MatchError>) -> MatchError {
        match error {
            WorkError::Store(error) => error.into(),
            WorkError::Worker(error) => error,
            WorkError::Stopped => MatchError::Stopped,
        }
    }
}

impl Standing {
    /// Counts the two games of a pair.
    pub fn add(&mut self, games: &[GameRecord; 2]) {
        let results = [games[0].result, games[1].result.reversed()];
        self.pairs.add(results[0], results[1]);
        // In the second game the players have changed places.
        for (game, places) in games.iter().zip([[0, 1], [1, 0]]) {
            *self.endings.entry(in_words(game.reason)).or_default() += 1;
            if game.reason.is_fault() {
                let loser = usize::from(game.result == GameResult::Win);
                self.faults[places[loser]] += 1;
                self.first_fault = self.first_fault.take().or_else(|| game.fault.clone());
            }
            self.nodes[places[0]] += game.nodes_first;
            self.nodes[places[1]] += game.nodes_second;
            for (place, overtime) in places.into_iter().zip([game.overtime_first, game.overtime_second]) {
                self.overtime[place] = self.overtime[place].max(overtime);
            }
        }
    }
}

fn in_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules => "by the rules",
        Ending::Resigned => "given up",
        Ending::AgreedDraw => "agreed draw",
        Ending::TooLong => "too long",
        Ending::IllegalMove => "illegal move",
        Ending::Silent => "no answer",
        Ending::Overtime => "on time",
        Ending::Failed => "failure",
    }
}

/// What decides the games of a match; the number of them does not, so that a longer match goes on from a
/// shorter one.
#[derive(Serialize)]
struct Details<'a> {
    /// The game keeps the rules and draws the openings, whoever plays.
    behaviour: String,
    players: [serde_json::Value; 2],
    names: [&'a str; 2],
    openings: serde_json::Value,
    adjudication: &'a Adjudication,
}

/// The pairs that are there, in their order.
struct Prefix {
    waiting: BTreeMap<u64, [GameRecord; 2]>,
    next: u64,
    standing: Standing,
    sprt: Option<Sprt>,
    decided: bool,
}

impl Prefix {
    fn add(&mut self, pair: u64, games: [GameRecord; 2]) {
        self.waiting.insert(pair, games);
        while let Some(games) = self.waiting.remove(&self.next).filter(|_| !self.decided) {
            self.standing.add(&games);
            self.next += 1;
            let verdict = self.sprt.as_ref().map(|sprt| sprt.verdict(&self.standing.pairs));
            self.decided = verdict.is_some_and(|verdict| verdict != Verdict::Continue);
        }
    }
}

impl Match<'_> {
    /// The definition of the run.
    pub fn definition(&self) -> Definition {
        let openings = match &self.openings {
            Openings::Random { plies, balance } => {
                serde_json::json!({"random_plies": plies, "balance": balance})
            }
            Openings::List(list) => {
                let positions: Vec<_> =
                    list.iter().map(|opening| (opening.position(), opening.moves().join(" "))).collect();
                serde_json::json!({"list": positions})
            }
        };
        let details = Details {
            behaviour: behaviour(self.game),
            players: self.players.map(PlayerSpec::definition),
            names: self.players.map(PlayerSpec::name),
            openings,
            adjudication: &self.adjudication,
        };
        Definition::new("match", self.game.name(), &details, self.seed)
    }

    /// Plays what is not played yet, and tells of every pair that is added to the standing.
    pub fn play(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(&Standing),
    ) -> Result<MatchReport, MatchError> {
        let run = store.begin(&self.definition())?;
        let mut prefix = self.kept(store, &run)?;
        news(&prefix.standing);
        let shards = match prefix.decided {
            true => Vec::new(),
            false => store.missing(&run, self.pairs)?,
        };
        let openings = Mutex::new(self.openings.drawer(self.game, self.seed));
        let make_worker = || {
            let mut players = [self.make(0)?, self.make(1)?];
            let openings = &openings;
            Ok(move |pair: u64| self.pair(pair, openings, &mut players))
        };
        let played = work(store, &run, shards, effort, make_worker, &mut |pair, games: &[GameRecord]| {
            if let Ok(games) = <[GameRecord; 2]>::try_from(games.to_vec()) {
                prefix.add(pair, games);
            }
            news(&prefix.standing);
            if prefix.decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let complete = !matches!(played, Err(WorkError::Stopped));
        if complete {
            played?;
            store.end(&run, &self.summary(&prefix.standing))?;
        }
        Ok(MatchReport { standing: prefix.standing, complete, run: run.id() })
    }

    /// What was played before.
    fn kept(&self, store: &Store, run: &Run) -> Result<Prefix, StoreError> {
        let (waiting, standing, sprt) = (BTreeMap::new(), Standing::default(), self.sprt);
        let mut prefix = Prefix { waiting, next: 0, standing, sprt, decided: false };
        store.each_shard(run.id(), |pair, games: Vec<GameRecord>| {
            if let (true, Ok(games)) = (pair < self.pairs, games.try_into()) {
                prefix.add(pair, games);
            }
        })?;
        Ok(prefix)
    }

    fn make(&self, side: usize) -> Result<Box<dyn Player + Send>, MatchError> {
        let failed = |error| MatchError::Player { name: self.players[side].name().to_owned(), error };
        self.players[side].make().map_err(failed)
    }

    fn pair(
        &self,
        pair: u64,
        openings: &Mutex<Drawer<'_>>,
        players: &mut [Box<dyn Player + Send>; 2],
    ) -> Result<Vec<GameRecord>, MatchError> {
        let names = self.players.map(PlayerSpec::name);
        let games = caught_quietly(|| {
            let opening = openings.lock().unwrap_or_else(PoisonError::into_inner).get(pair as usize);
            play_pair(self.game, &opening, names, players, &self.adjudication)
        });
        Ok(games.map_err(|panic| MatchError::Crashed(panic.to_string()))??.into())
    }

    fn summary(&self, standing: &Standing) -> serde_json::Value {
        serde_json::json!({
            "players": self.players.map(PlayerSpec::name),
            "pairs": standing.pairs.counts(),
            "games": standing.pairs.games(),
            "score": standing.pairs.score(),
            "faults": standing.faults,
            "overtime": standing.overtime,
        })
    }
}
