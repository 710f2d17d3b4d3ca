//! Where positions come from, as people type it.

use crate::failure::Failure;
use pleach::registry::AnyGame;
use pleach_lab::calibrate::Population;

/// Reads populations of a game: names with options, or files.
pub(crate) fn read<T: AsRef<str>>(names: &[T], game: &dyn AnyGame) -> Result<Vec<Population>, Failure> {
    names.iter().map(|name| read_one(name.as_ref(), game)).collect()
}

/// Reads one.
pub(crate) fn read_one(text: &str, game: &dyn AnyGame) -> Result<Population, Failure> {
    Population::parse(text, game).map_err(|error| Failure::at("--population", error))
}
