//! Positions of the user's own, from a file.

use super::sample::Sampled;
use crate::contest::Opening;
use crate::contest::reading::{games_in, is_record};
use crate::files;
use pleach::registry::AnyGame;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Positions that somebody has written down: records of games with tags (PGN for chess), or a line each with a position
/// in the game's notation (FEN or EPD for chess) or with the moves from the first position. Empty lines and those that
/// begin with # are skipped.
///
/// Of a record one position is drawn, as of every game that is played to find one.
#[derive(Clone, Debug, PartialEq)]
pub struct Positions {
    /// The name of the file, and what tells its contents from others.
    name: String,
    /// What each record or line offers.
    games: Arc<Vec<Vec<Sampled>>>,
}

/// Why positions cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPositions {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// A line is no position of the game.
    #[error("{file}, line {line}: {reason}")]
    Regression {
        /// The file.
        file: String,
        /// The line, from 1 on.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// There is nothing in it.
    #[error("{0}: there is no position in it")]
    Empty(String),
}

/// The words of a position's notation that may come before other things, as in EPD.
const BEGINNINGS: [usize; 2] = [6, 4];

impl Positions {
    /// Reads a file of positions of a game.
    pub fn read(file: &Path, game: &dyn AnyGame) -> Result<Positions, BadPositions> {
        let place = file.display().to_string();
        let text = files::read_text(file, "list of positions")
            .map_err(|error| BadPositions::Unreadable(format!("{place}: {error}")))?;
        let name = file.file_name().map_or(place.clone(), |name| name.to_string_lossy().into_owned());
        Positions::of(&place, &name, &text, game)
    }

    fn of(place: &str, name: &str, text: &str, game: &dyn AnyGame) -> Result<Positions, BadPositions> {
        let failed = |(line, reason): (usize, String)| BadPositions::Regression {
            file: place.to_owned(),
            line,
            reason,
        };
        let games = match is_record(text) {
            true => recorded(text, game).map_err(failed)?,
            false => listed(text, game).map_err(failed)?,
        };
        if games.is_empty() {
            return Err(BadPositions::Empty(place.to_owned()));
        }
        let name = format!("{name} ({:08x})", pleach::key_of(&text.as_bytes()) as u32);
        Ok(Positions { name, games: Arc::new(games) })
    }

    /// How many records or lines there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// What a record or line offers.
    pub(super) fn at(&self, place: usize) -> &[Sampled] {
        &self.games[place]
    }
}

impl fmt::Display for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The positions of every record, from the first to the last.
fn recorded(text: &str, start: &dyn AnyGame) -> Result<Vec<Vec<Sampled>>, (usize, String)> {
    let mut games = Vec::new();
    for record in games_in(text) {
        let mut game = record.begin(start).map_err(|reason| (record.line, reason))?;
        let mut positions = vec![Sampled::of(game.as_ref())];
        for (number, word) in (1..).zip(&record.moves) {
            let mv = crate::contest::reading::move_of(game.as_ref(), word, &|| Ok(()));
            let played = mv.and_then(|mv| game.play(&mv).map_err(|error| error.to_string()));
            played.map_err(|reason| (record.line, format!("move {number} of the game: {reason}")))?;
            positions.push(Sampled::of(game.as_ref()));
        }
        games.push(positions);
    }
    Ok(games)
}

/// The position of every line.
fn listed(text: &str, start: &dyn AnyGame) -> Result<Vec<Vec<Sampled>>, (usize, String)> {
    let mut games = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let whole = line.split(';').next().unwrap_or(line).trim();
        let words: Vec<&str> = whole.split_whitespace().collect();
        let shorter = BEGINNINGS.iter().filter_map(|&count| words.get(..count)).map(|words| words.join(" "));
        let read = |text: &str| Opening::parse(text, start);
        let opening =
            read(whole).or_else(|error| shorter.map(|text| read(&text)).find_map(Result::ok).ok_or(error));
        let opening = opening.map_err(|error| (number, error.to_string()))?;
        let game = opening.apply(start).map_err(|error| (number, error.to_string()))?;
        games.push(vec![Sampled::of(game.as_ref())]);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: &str, text: &str) -> Result<Positions, String> {
        let game = pleach_games::registry().open(game).unwrap();
        Positions::of("file", "file", text, game.as_ref()).map_err(|error| error.to_string())
    }

    #[test]
    fn records_positions_and_moves_are_read() {
        let pgn = "[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 2. Nf3! (2. f4) Nc6 1-0\n\n[White \"b\"]\n\n1. d4 d5 *\n";
        let games = read("chess", pgn).unwrap();
        assert_eq!([games.len(), games.at(0).len(), games.at(1).len()], [2, 5, 3]);
        let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";\n\n# no position\ne2e4 e7e5\n";
        assert_eq!(read("chess", epd).unwrap().len(), 2);
        assert_eq!(read("othello", "f5d6c3\nf5 d6\n").unwrap().len(), 2);
        assert_ne!(
            read("othello", "f5\n").unwrap().to_string(),
            read("othello", "f5 d6\n").unwrap().to_string()
        );
    }

    #[test]
    fn what_cannot_be_is_named_by_its_line() {
        assert!(read("chess", "e2e4\n\n9/8 w - -\n").unwrap_err().starts_with("file, line 3: "));
        let illegal = read("chess", "[White \"a\"]\n\n1. e4 Ke4 *").unwrap_err();
        assert!(illegal.starts_with("file, line 1: move 2 of the game: "), "{illegal}");
        assert_eq!(read("chess", "# nothing\n").unwrap_err(), "file: there is no position in it");
        assert!(read("tic-tac-toe", "XXXOO....").unwrap_err().contains("line 1"));
    }
}
