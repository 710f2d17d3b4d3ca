//! What went wrong, in one line.

use crate::output::complain;
use pleach::prune::ProfileError;
use pleach::registry::SearchError;
use pleach::{NotationError, SpecError, Stopped};
use std::fmt::Display;
use std::process::ExitCode;

/// The exit codes, for the help.
pub(crate) const EXIT_CODES: &str = "\
Exit codes: 0 if what was asked for was done; 1 if it ended without the answer (not solved, not
proved, not as expected); 2 if something is wrong with the arguments or the files; 130 after
Ctrl-C, which keeps what is done.";

/// A reason to give up: one clear line on standard error and an exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    reason: String,
    code: u8,
}

impl Failure {
    const INTERRUPTED: u8 = 130;

    pub(crate) fn new(reason: impl Display) -> Failure {
        Failure { reason: reason.to_string(), code: 2 }
    }

    /// It came to its end without the answer that was asked for, or with another one: exit code 1.
    pub(crate) fn without_answer(reason: impl Display) -> Failure {
        Failure { reason: reason.to_string(), code: 1 }
    }

    /// Somebody has pressed Ctrl-C: exit code 130, as shells have it.
    pub(crate) fn interrupted(reason: impl Display) -> Failure {
        Failure { reason: reason.to_string(), code: Failure::INTERRUPTED }
    }

    /// Somebody has pressed Ctrl-C, and what is done is kept in the laboratory.
    pub(crate) fn interrupted_and_kept() -> Failure {
        Failure::interrupted("interrupted: what is done is kept, and the same command resumes there")
    }

    /// Whether somebody has pressed Ctrl-C.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.code == Failure::INTERRUPTED
    }

    /// The same with the place in front.
    pub(crate) fn at(place: &str, reason: impl Display) -> Failure {
        Failure::new(format!("{place}: {reason}"))
    }

    /// A search has ended before there was an answer.
    fn stopped(stopped: Stopped, reason: impl Display) -> Failure {
        match stopped {
            Stopped::Flag => Failure::interrupted(reason),
            Stopped::Nodes | Stopped::Time | Stopped::Memory => Failure::without_answer(reason),
            Stopped::TooDeep | Stopped::DeadEnd => Failure::new(reason),
        }
    }

    pub(crate) fn report(&self) -> ExitCode {
        complain(&self.reason);
        ExitCode::from(self.code)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

/// Clap explains at length; its first paragraph and its tip fit into a line.
impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        let text = error.render().to_string();
        let mut parts: Vec<&str> = Vec::new();
        let mut lines = text.lines().map(str::trim);
        parts.extend(lines.by_ref().take_while(|line| !line.is_empty()));
        parts.extend(lines.filter(|line| line.starts_with("tip:")));
        Failure::new(parts.join(" ").trim_start_matches("error: "))
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::new(error)
    }
}

impl From<ProfileError> for Failure {
    fn from(error: ProfileError) -> Failure {
        Failure::new(error)
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Failure {
        Failure::new(error)
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Failure {
        match error {
            SearchError::Stopped(stopped) => Failure::stopped(stopped, error),
            _ => Failure::new(error),
        }
    }
}

impl From<Stopped> for Failure {
    fn from(error: Stopped) -> Failure {
        Failure::stopped(error, format!("stopped: {error}"))
    }
}
