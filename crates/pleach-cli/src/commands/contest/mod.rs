//! What `pleach match` and `pleach tournament` have in common.

mod openings;

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input;
use crate::laboratory::LaboratoryOptions;
use crate::method::LimitOptions;
use clap::Args;
use pleach::registry::{AnyGame, Registry};
use pleach_lab::contest::{Adjudication, DrawRule, GameRecord, Openings, Pairing, ResignRule, pgn, sgf};
use pleach_lab::player::{PlayerSpec, Thought};
use pleach_lab::store::Store;
use std::path::PathBuf;
use std::time::Duration;

/// How games are played.
#[derive(Debug, Args)]
pub(crate) struct ContestOptions {
    #[command(flatten)]
    limits: LimitOptions,
    /// Games between two players, in pairs with the same opening and colours swapped
    #[arg(long, value_name = "N", default_value = "100", value_parser = games)]
    games: u32,
    /// Openings from a file, one per line: moves, or a position; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening_plies", "balance"])]
    openings: Option<String>,
    /// Random moves at the beginning of every game
    #[arg(long, value_name = "N", default_value = "6")]
    opening_plies: u32,
    /// Take only random openings after which a short search finds nobody ahead by more than this
    #[arg(long, value_name = "SCORE", value_parser = input::positive)]
    balance: Option<u32>,
    /// Give the game up when both players say so: by SCORE, for MOVES moves of each
    #[arg(long, value_name = "SCORE,MOVES", value_parser = numbers::<2>)]
    resign: Option<[u32; 2]>,
    /// Call it a draw when both players see no more than SCORE, for MOVES moves of each, after FROM plies
    #[arg(long, value_name = "SCORE,MOVES,FROM", value_parser = numbers::<3>)]
    draw: Option<[u32; 3]>,
    /// Call longer games a draw; the opening does not count
    #[arg(long, value_name = "PLIES", default_value_t = Adjudication::DEFAULT_PLIES, value_parser = input::positive)]
    max_plies: u32,
    /// A player whose move takes longer than its --time and this loses on time
    #[arg(long, value_name = "T", default_value = "250ms", value_parser = input::time)]
    time_margin: Duration,
    /// Write the games into a file: PGN for chess, something like SGF for the others
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) laboratory: LaboratoryOptions,
}

/// A number of games that somebody may live to see.
fn games(text: &str) -> Result<u32, String> {
    const MOST: u32 = 10_000_000;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
}

/// Numbers with commas between them.
fn numbers<const COUNT: usize>(text: &str) -> Result<[u32; COUNT], String> {
    let numbers: Option<Vec<u32>> =
        text.split(',').map(|part| part.trim().parse().ok().filter(|&n| n <= 1_000_000_000)).collect();
    let expected = || format!("expected {COUNT} whole numbers with commas between them");
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(expected)
}

impl ContestOptions {
    /// What a player thinks about where nobody says: as deterministic as it is quick.
    const DEFAULT_NODES: u64 = 10_000;

    /// The pairs of games between two players.
    pub(crate) fn pairs(&self) -> u64 {
        u64::from(self.games).div_ceil(2)
    }

    /// Reads a player.
    pub(crate) fn player(&self, text: &str, registry: &Registry, game: &str) -> Result<PlayerSpec, Failure> {
        let LimitOptions { depth, time, nodes } = self.limits;
        let usual = match (depth, time, nodes) {
            (None, None, None) => Some(ContestOptions::DEFAULT_NODES),
            _ => nodes,
        };
        let thought = Thought { depth, nodes: usual, time, patience: None };
        PlayerSpec::parse(text, registry, game, thought).map_err(|error| Failure::at(text, error))
    }

    pub(crate) fn adjudication(&self) -> Adjudication {
        let rule = |[score, moves]: [u32; 2]| ResignRule { score: score as i32, moves };
        let draw = |[score, moves, from]: [u32; 3]| DrawRule { score: score as i32, moves, from };
        let (most_plies, time_margin) = (Some(self.max_plies), self.time_margin);
        Adjudication { resign: self.resign.map(rule), draw: self.draw.map(draw), most_plies, time_margin }
    }

    /// The openings. Those of a file that are none are told and left out.
    pub(crate) fn openings(&self, game: &dyn AnyGame) -> Result<Openings, Failure> {
        match &self.openings {
            Some(file) => openings::read(file, game).map(Openings::List),
            None => {
                let balance = self.balance.map(|most| i32::try_from(most).unwrap_or(i32::MAX));
                Ok(Openings::Random { plies: self.opening_plies, balance })
            }
        }
    }

    /// Writes the games of runs into the file that was asked for, if one was.
    pub(crate) fn write_games(
        &self,
        store: &Store,
        runs: &[i64],
        event: &str,
        game: &dyn AnyGame,
    ) -> Result<(), Failure> {
        let Some(path) = &self.output else { return Ok(()) };
        let mut text = String::new();
        for &run in runs {
            text += &games_as_text(store, run, event, game)?;
        }
        crate::output::deliver(&text, Some(path))
    }
}

/// The games of a run as other programs read them.
pub(crate) fn games_as_text(
    store: &Store,
    run: i64,
    event: &str,
    game: &dyn AnyGame,
) -> Result<String, Failure> {
    let (mut text, mut round) = (String::new(), 0);
    let write = if game.name().split(':').next() == Some("chess") { pgn } else { sgf };
    store.each_shard(run, |_, games: Vec<GameRecord>| {
        for record in games {
            round += 1;
            text += &write(&record, Pairing { event, round }, game);
        }
    })?;
    Ok(text)
}

/// Opens the game of a contest at its first position.
pub(crate) fn open(text: &str, common: &Common, registry: &Registry) -> Result<Box<dyn AnyGame>, Failure> {
    let options = input::PositionOptions { game: text.to_owned(), position: None, moves: None };
    options.open(common, registry)
}
