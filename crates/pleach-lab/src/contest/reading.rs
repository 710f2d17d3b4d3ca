//! Records of games as people and programs write them: tags in brackets, then the moves with their numbers, comments and
//! variations. For chess that is the Portable Game Notation.

use pleach::registry::AnyGame;

/// How records write the end of a game.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// No move is longer.
const LONGEST_MOVE: usize = 64;

/// A record that was taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The line where it begins, from 1 on.
    pub line: usize,
    /// The tags, `[Name "value"]`.
    pub tags: Vec<(String, String)>,
    /// The words that are moves: no numbers, results, comments or variations.
    pub moves: Vec<String>,
    /// What follows the tags, as it is written.
    pub body: String,
}

impl Record {
    /// Takes a record apart.
    ///
    /// ```
    /// use pleach_lab::contest::Record;
    /// let record = Record::of("[White \"A\"]\n\n1. e4 {best} e5 2. Nf3! (2. f4) 1-0");
    /// assert_eq!((record.tag("white"), record.moves.as_slice()), (Some("A"), &["e4", "e5", "Nf3!"].map(str::to_owned)[..]));
    /// ```
    pub fn of(text: &str) -> Record {
        let (tags, body) = split_tags(text.trim());
        Record { line: 1, tags, moves: moves_in(&body), body }
    }

    /// What a tag says, whatever the case of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The position that the game begins with, if the record has one.
    pub fn start(&self) -> Option<&str> {
        self.tag("FEN").or(self.tag("Position"))
    }

    /// The game at the beginning of the record.
    pub(crate) fn begin(&self, start: &dyn AnyGame) -> Result<Box<dyn AnyGame>, String> {
        let mut game = start.boxed_clone();
        self.start()
            .map_or(Ok(()), |position| game.set_position(position))
            .map_err(|error| error.to_string())?;
        Ok(game)
    }
}

/// Whether a text is one of records, and no list of positions.
pub(crate) fn is_record(text: &str) -> bool {
    text.lines().any(|line| tag_of(line).is_some())
}

/// The records of a text, one after the other.
pub(crate) fn games_in(text: &str) -> Vec<Record> {
    let (mut games, mut lines, mut first): (Vec<Record>, Vec<&str>, usize) = (Vec::new(), Vec::new(), 1);
    let mut has_moves = false;
    for (number, line) in (1..).zip(text.lines()) {
        let is_tag = tag_of(line).is_some();
        if is_tag && has_moves {
            games.push(Record { line: first, ..Record::of(&lines.join("\n")) });
            lines.clear();
            has_moves = false;
        }
        if lines.is_empty() {
            first = number;
        }
        has_moves |= !is_tag && !line.trim().is_empty();
        if !lines.is_empty() || !line.trim().is_empty() {
            lines.push(line);
        }
    }
    if !lines.is_empty() {
        games.push(Record { line: first, ..Record::of(&lines.join("\n")) });
    }
    games
}

/// The move that a word means, in the game's notation or in that of records. `may_go_on` is asked before every move that
/// is compared.
pub fn move_of(
    game: &dyn AnyGame,
    word: &str,
    may_go_on: &dyn Fn() -> Result<(), String>,
) -> Result<String, String> {
    if word.len() > LONGEST_MOVE {
        return Err("no move is as long as that".to_owned());
    }
    let error = match game.read_move(word) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let plain = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
    let wanted = plain(word);
    for mv in game.moves() {
        may_go_on()?;
        if game.record_move(&mv).is_ok_and(|record| plain(&record) == wanted) {
            return Ok(mv);
        }
    }
    Err(error.to_string())
}

/// The name and the value of a line that is a tag.
fn tag_of(line: &str) -> Option<(&str, &str)> {
    let tag = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    tag.and_then(|tag| tag.split_once(' '))
}

/// The tags at the beginning, and the rest.
fn split_tags(text: &str) -> (Vec<(String, String)>, String) {
    let (mut tags, mut rest) = (Vec::new(), String::new());
    for line in text.lines() {
        match tag_of(line) {
            Some((name, value)) if rest.trim().is_empty() => {
                let value = value.trim().trim_matches('"').replace("\\\"", "\"").replace("\\\\", "\\");
                tags.push((name.to_owned(), value));
            }
            _ => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
    }
    (tags, rest.trim().to_owned())
}

/// The words that are moves.
fn moves_in(body: &str) -> Vec<String> {
    let mut depth = 0_u32;
    let mut plain = String::new();
    for letter in body.chars() {
        match letter {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            letter if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    let without_number = |word: &str| match word.split_once('.') {
        Some((number, rest)) if number.bytes().all(|digit| digit.is_ascii_digit()) => {
            rest.trim_start_matches('.').to_owned()
        }
        _ => word.to_owned(),
    };
    let is_move =
        |word: &String| !word.is_empty() && !word.starts_with('$') && !RESULTS.contains(&word.as_str());
    plain.split_whitespace().map(without_number).filter(is_move).collect()
}
