//! Openings from a file.

use crate::failure::Failure;
use crate::input;
use crate::output::complain;
use pleach::registry::AnyGame;
use pleach_lab::contest::Opening;

/// Reads openings, one per line. Empty lines and those that begin with # are skipped, and what follows a ; is a
/// comment. A line that is no opening is told and left out: the others can still be played.
pub(super) fn read(file: &str, game: &dyn AnyGame) -> Result<Vec<Opening>, Failure> {
    let text = input::read_file(file, "list of openings")?;
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split(';').next().unwrap_or("").trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match Opening::parse(line, game) {
            Ok(opening) => openings.push(opening),
            Err(error) => complain(&format!("{file}, line {number}: {error}; left out")),
        }
    }
    match openings.is_empty() {
        true => Err(Failure::at(file, "there is no opening in it")),
        false => Ok(openings),
    }
}
