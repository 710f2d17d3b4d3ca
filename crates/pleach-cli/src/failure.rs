//! What went wrong, in one line.

use pleach::registry::SearchError;
use pleach::{NotationError, SpecError, Stopped};
use std::fmt::Display;
use std::process::ExitCode;

/// A reason to give up: one clear line on standard error and an exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    reason: String,
    code: u8,
}

impl Failure {
    pub(crate) fn new(reason: impl Display) -> Failure {
        Failure { reason: reason.to_string(), code: 2 }
    }

    /// All was done, and something is not as it was expected to be: exit code 1.
    pub(crate) fn difference(reason: impl Display) -> Failure {
        Failure { reason: reason.to_string(), code: 1 }
    }

    /// The same with the place in front.
    pub(crate) fn at(place: &str, reason: impl Display) -> Failure {
        Failure::new(format!("{place}: {reason}"))
    }

    pub(crate) fn report(&self) -> ExitCode {
        eprintln!("pleach: {self}");
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

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Failure {
        Failure::new(error)
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Failure {
        Failure::new(error)
    }
}

impl From<Stopped> for Failure {
    fn from(error: Stopped) -> Failure {
        Failure::at("stopped", error)
    }
}
