//! What is asked of a game by name, and what it answers.

use super::{Judgement, Method};
use crate::engine::{EngineError, Table, TableTooLarge};
use crate::limits::{Limits, Stopped};
use crate::notation::NotationError;
use crate::observe::TraceTooLong;
use crate::prune::{BadPolicy, Chances, Policy, Rules};
use crate::report::Counts;
use crate::textbook::CannotPrune;
use crate::value::{Bound, EmptyWindow, Score};
use std::sync::{Arc, Mutex};

/// A search to be made.
#[derive(Clone, Debug)]
pub struct Request {
    /// The algorithm.
    pub algorithm: Method,
    /// The forward pruning.
    pub prune: Rules,
    /// How far it may go.
    pub limits: Limits,
    /// The window, with scores as they are shown; the full window if there is none.
    pub window: Option<(Score, Score)>,
    /// Whether all equally good moves are wanted; the best move is then chosen among them by the seed.
    pub all_best: bool,
    /// Whether to deepen step by step even if the search cannot be interrupted.
    pub deepening: bool,
    /// The root moves to choose from, as text; all of them if there are none here.
    pub only: Vec<String>,
    /// How many lines of play are wanted with their values, each beginning with another move.
    pub lines: usize,
    /// The seed of whatever is random in the search.
    pub seed: u64,
    /// The memory for tables, in MiB.
    pub memory: usize,
    /// The threads of the engine; the textbook has one.
    pub threads: usize,
    /// A table that the engine keeps from one search of the same game to the next, instead of a new one.
    pub table: Option<Arc<Table>>,
    /// What the engine may leave out.
    pub policy: Option<Arc<Policy>>,
    /// Where the engine counts how often late moves turn out best.
    pub chances: Option<Arc<Mutex<Chances>>>,
}

impl Request {
    /// A search with the full window and the usual memory.
    pub fn new(algorithm: impl Into<Method>, limits: Limits) -> Request {
        Request {
            algorithm: algorithm.into(),
            prune: Rules::none(),
            limits,
            window: None,
            all_best: false,
            deepening: false,
            only: Vec::new(),
            lines: 1,
            seed: 1,
            memory: 256,
            threads: 1,
            table: None,
            policy: None,
            chances: None,
        }
    }
}

/// A line of play with its value, and moves as text.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct PlayLine {
    /// The value, shown as that of the answer is.
    pub score: Score,
    /// The depth to which it was searched; none if there was no limit and no deepening.
    pub depth: Option<u32>,
    /// The moves; none if the game is over.
    pub pv: Vec<String>,
}

impl PlayLine {
    /// Whether the value is a win or loss that every line within the depth has been looked at for: no deeper
    /// search finds a shorter way.
    pub fn is_proved(&self) -> bool {
        self.score.distance().is_some_and(|plies| Some(plies) <= self.depth)
    }
}

/// A finished iteration of a search that goes on.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Progress {
    /// The lines found, best first; there is always one, and more only if they were asked for.
    pub lines: Vec<PlayLine>,
    /// Nodes visited since the search began.
    pub nodes: u64,
    /// The time since the search began.
    pub seconds: f64,
}

/// The answer to a search, with moves as text. Scores are those of the side to move, except for trees,
/// where they are Max's.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Answer {
    /// The game with its options.
    pub game: String,
    /// The position.
    pub position: String,
    /// The algorithm with its options.
    pub algorithm: String,
    /// The pruning methods with their options; `none` for an exact search.
    pub prune: String,
    /// The best move; none if the game is over or every move failed low.
    pub best: Option<String>,
    /// The value of the position.
    pub score: Score,
    /// What the value says of the true one, as far as the pruning methods can be trusted.
    pub bound: Bound,
    /// The plies to a win or loss, if the score is one by distance.
    pub distance: Option<u32>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The lines found, best first, if several were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<PlayLine>,
    /// All equally good moves, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub equally_good: Vec<String>,
    /// The depth of the last finished iteration; none if there was no limit and no deepening.
    pub depth: Option<u32>,
    /// The work done.
    #[serde(flatten)]
    pub counts: Counts,
    /// The time used.
    pub seconds: f64,
    /// Why a deeper iteration was not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// What a search over uncertain values believes of the position and its moves. The score is then the
    /// median, or the middle of an interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}

impl Answer {
    /// Whether something was left out that might have mattered: the score is then probable, whatever its bound.
    pub fn is_selective(&self) -> bool {
        self.prune != "none"
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// The search was stopped before anything was finished.
    #[error("{}", without_answer(*.0))]
    Stopped(#[from] Stopped),
    /// A root move that was asked for is no move here.
    #[error(transparent)]
    NoMove(#[from] NotationError),
    /// The window is empty.
    #[error(transparent)]
    EmptyWindow(#[from] EmptyWindow),
    /// The position could not supply a value that the search asked for.
    #[error("the value of node {0} is unknown, and the search asked for it")]
    MissingValue(String),
    /// The rules of the game are broken.
    #[error(
        "the game has neither moves nor an outcome in the position {position}: its rules must give one or the other there"
    )]
    DeadEnd {
        /// The position, as text.
        position: String,
    },
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
    /// The algorithm cannot do what was asked of it.
    #[error("{algorithm} {cannot}")]
    Unsupported {
        /// The algorithm.
        algorithm: &'static str,
        /// What it cannot do, as a verb with its object.
        cannot: &'static str,
    },
    /// The engine was asked for its steps.
    #[error("the engine records no trace; ask a textbook algorithm, such as alpha-beta")]
    NoTrace,
    /// Forward pruning was asked of an algorithm that has none.
    #[error(transparent)]
    CannotPrune(#[from] CannotPrune),
    /// The engine cannot follow these rules.
    #[error(transparent)]
    BadPolicy(#[from] BadPolicy),
    /// The trace has too many steps.
    #[error(transparent)]
    TraceTooLong(#[from] TraceTooLong),
}

impl From<EngineError> for SearchError {
    fn from(error: EngineError) -> SearchError {
        match error {
            EngineError::Stopped(stopped) => stopped.into(),
            EngineError::Table(too_large) => too_large.into(),
        }
    }
}

fn without_answer(stopped: Stopped) -> String {
    match stopped {
        Stopped::TooDeep | Stopped::DeadEnd => stopped.to_string(),
        _ => format!("stopped before depth 1 was finished: {stopped}"),
    }
}
