//! What went wrong, in one line.

use pleach::registry::SearchError;
use pleach::{NotationError, SpecError, Stopped};
use std::fmt::Display;
use std::process::ExitCode;

/// A reason to give up: one clear line on standard error and exit code 2.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(reason: impl Display) -> Failure {
        Failure(reason.to_string())
    }

    /// The same with the place in front.
    pub(crate) fn at(place: &str, reason: impl Display) -> Failure {
        Failure(format!("{place}: {reason}"))
    }

    pub(crate) fn report(&self) -> ExitCode {
        eprintln!("pleach: {}", self.0);
        ExitCode::from(2)
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
        Failure(parts.join(" ").trim_start_matches("error: ").to_owned())
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
