//! Whoever plays a game: an engine of ours, or another program that speaks UCI or GTP.

mod clock;
mod gtp;
mod own;
mod process;
mod program_files;
mod spec;
mod uci;

pub use clock::{Clock, TimeManager};
pub use process::end_all as end_programs;
pub use spec::{PlayerSpec, Thought, read_count, read_time};

use crate::contest::Opening;
use pleach::panics::caught_quietly;
use pleach::registry::{AnyGame, Method, Request};
use pleach::{Limits, Score};
use std::time::Duration;

/// A move with what the player thought of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move, as the game writes it.
    pub mv: String,
    /// What the player thinks the position is worth to itself.
    pub score: Option<Score>,
    /// The nodes it visited.
    pub nodes: u64,
}

/// What a player does in a game. It is told of every move, its own included.
pub trait Player {
    /// Begins a new game after an opening.
    fn begin(&mut self, opening: &Opening) -> Result<(), PlayerError>;

    /// Hears of a move that was played.
    fn hear(&mut self, mv: &str) -> Result<(), PlayerError>;

    /// Chooses a move; it is this player's turn.
    fn choose(&mut self) -> Result<Choice, PlayerError>;

    /// How long it may think about a move, as it was told; none if nobody has told it.
    fn time(&self) -> Option<Duration>;
}

/// What a game and our usual search of it do: a run of a program that behaves differently is another run.
pub(crate) fn behaviour(game: &dyn AnyGame) -> String {
    behaviour_by(game, &Request::new(Method::default(), Limits::none()))
}

/// The same by another search. Code that panics is told of when it plays, not here.
pub(crate) fn behaviour_by(game: &dyn AnyGame, request: &Request) -> String {
    caught_quietly(|| game.signature(request).to_string()).unwrap_or_default()
}

/// Why a player could not go on: it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The program could not be started.
    #[error("'{program}' cannot be started: {reason}")]
    NoStart {
        /// The command.
        program: String,
        /// What the system says.
        reason: String,
    },
    /// The program has ended.
    #[error("it has ended")]
    Ended,
    /// The program has not answered in time.
    #[error("no answer to '{0}' in time")]
    Silent(String),
    /// The program answers with something else.
    #[error("it answers '{0}'")]
    Nonsense(String),
    /// The program has refused a command.
    #[error("it refuses '{command}': {reason}")]
    Refusal {
        /// The command.
        command: String,
        /// Its words.
        reason: String,
    },
    /// A player of ours has panicked, or the rules or the evaluator that it asked.
    #[error("crashed: {0}")]
    Crashed(String),
    /// A search of ours has failed.
    #[error("{0}")]
    Search(String),
}
