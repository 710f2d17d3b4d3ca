//! A file of positions.

use super::expected::Expected;
use crate::failure::Failure;
use crate::input;
use pleach::registry::AnyGame;

/// A position of a file.
pub(super) struct Entry {
    /// The number of its line.
    pub(super) line: usize,
    pub(super) game: Box<dyn AnyGame>,
    pub(super) expected: Option<Expected>,
}

/// The positions of a file.
pub(super) struct List {
    /// The file as people call it.
    pub(super) name: String,
    pub(super) entries: Vec<Entry>,
}

impl List {
    /// Where an entry stands.
    pub(super) fn place(&self, entry: &Entry) -> String {
        place(&self.name, entry.line)
    }
}

fn place(name: &str, line: usize) -> String {
    format!("{name}, line {line}")
}

/// Reads a file, and all of its positions.
pub(super) fn read(file: &str, game: &dyn AnyGame) -> Result<List, Failure> {
    let name = if file == "-" { "standard input" } else { file };
    parse(name, &input::read_file(file, "list of positions")?, game)
}

fn parse(name: &str, text: &str, game: &dyn AnyGame) -> Result<List, Failure> {
    let mut entries = Vec::new();
    // Some editors begin a file with a mark.
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            continue;
        }
        // What comes before the comment may be empty: that is how Connect Four begins.
        let (position, comment) = text.split_once(';').unwrap_or((text, ""));
        let mut game = game.boxed_clone();
        game.set_position(position.trim()).map_err(|error| Failure::at(&place(name, line), error))?;
        entries.push(Entry { line, game, expected: Expected::in_comment(comment) });
    }
    match entries.is_empty() {
        true => Err(Failure::at(name, "there is no position in it")),
        false => Ok(List { name: name.to_owned(), entries }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Result<Vec<(usize, String)>, String> {
        let game = pleach_games::registry().open("tic-tac-toe").expect("the game is there");
        let list = parse("file", text, game.as_ref()).map_err(|failure| failure.to_string())?;
        Ok(list.entries.iter().map(|entry| (entry.line, entry.game.position())).collect())
    }

    #[test]
    fn comments_and_empty_lines_are_skipped() {
        let read = lines("\u{feff}# a list\r\n\n  XX.OO.... ; score 3\n   \n.........;;\n");
        assert_eq!(read, Ok(vec![(3, "XX.OO....".to_owned()), (5, ".........".to_owned())]));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let wrong = |text| lines(text).expect_err(text);
        assert_eq!(wrong(".........\n\nXXO ; bad"), "file, line 3: 'XXO' has 3 squares instead of 9");
        assert_eq!(wrong("; score 3"), "file, line 1: '' has 0 squares instead of 9");
        assert_eq!(wrong("# nothing\n\n"), "file: there is no position in it");
    }
}
