//! Positions in one line, in the manner of chess's FEN, and moves from hole to hole.
//!
//! ```text
//! X/XX/XXX/XXXX/13/12/11/10/9/10/11/12/13/OOOO/OOO/OO/O X - 0
//! ```
//!
//! Four fields: the rows from `a` to `q`, each from the left, with `X` and `O` for the marbles and numbers
//! for runs of empty holes; the side to move; the side that has completed and leaves the other its
//! last reply, or `-`; and the number of plies played. From the number of plies and the side to move
//! follows who moved first. Without a cap the number is 0 or 1.

use super::board::{Hole, Holes, ROW_LENGTHS, ROWS};
use super::{ChineseCheckers, GoalRule, MarbleMove};
use pleach::{Game, Notation, NotationError, Paint, Player, Score};
use std::fmt::Write;

/// The letter of a player's marbles.
pub(super) fn symbol(player: Player) -> char {
    match player {
        Player::Max => 'X',
        Player::Min => 'O',
    }
}

fn player_of(symbol: &str) -> Option<Player> {
    match symbol {
        "X" | "x" => Some(Player::Max),
        "O" | "o" => Some(Player::Min),
        _ => None,
    }
}

/// Text of any length, short enough to be quoted.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut start: String = text.chars().take(LONGEST).collect();
    if start.len() < text.len() {
        start.push_str("...");
    }
    format!("'{start}'")
}

fn row_letter(row: usize) -> char {
    (b'a' + row as u8) as char
}

impl Notation for ChineseCheckers {
    fn position(&self) -> String {
        let mut text = String::with_capacity(64);
        for row in 0..ROWS {
            if row > 0 {
                text.push('/');
            }
            self.write_row(row, &mut text);
        }
        let completed = if self.completed { symbol(self.first_player()) } else { '-' };
        write!(text, " {} {completed} {}", symbol(self.side), self.ply).expect("writing to a string");
        text
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let fields = fields_of(text);
        let [rows, side, completed, ply] = fields.as_slice() else {
            let found = fields.len();
            return Err(NotationError::new(format!(
                "expected 4 fields (rows, side to move, side that has completed, plies), found {found}"
            )));
        };
        let marbles = read_rows(rows)?;
        let mut game = *self;
        game.side = player_of(side.text).ok_or_else(|| {
            side.error(format!("expected the side to move, X or O, found {}", quoted(side.text)))
        })?;
        game.ply = self.read_ply(ply)?;
        game.completed = match (completed.text, player_of(completed.text)) {
            ("-", _) => false,
            (_, Some(player)) if player == game.first_player() => true,
            (_, Some(player)) => {
                let (first, second) = (symbol(player.other()), symbol(player));
                return Err(completed.error(format!(
                    "{first} moved first, so it is never {second} that leaves the other a last reply"
                )));
            }
            _ => {
                let found = quoted(completed.text);
                return Err(
                    completed.error(format!("expected the side that has completed, or '-', found {found}"))
                );
            }
        };
        let game = game.with_marbles(marbles);
        game.check_end(completed, ply)?;
        Ok(game)
    }

    fn move_text(&self, mv: MarbleMove) -> String {
        if mv.is_pass() { "pass".to_owned() } else { format!("{}-{}", mv.from, mv.to) }
    }

    fn parse_move(&self, text: &str) -> Result<MarbleMove, NotationError> {
        let wanted = text.trim();
        let refused = |reason: String| Err(NotationError::new(format!("{}: {reason}", quoted(wanted))));
        if self.outcome().is_some() {
            return refused("the game is over, there are no more moves".to_owned());
        }
        let must_pass = self.moves().next() == Some(MarbleMove::PASS);
        match (wanted.eq_ignore_ascii_case("pass"), must_pass) {
            (true, true) => return Ok(MarbleMove::PASS),
            (true, false) => return refused("there are moves, so there is no passing".to_owned()),
            (false, true) => return refused("there is no move here but 'pass'".to_owned()),
            (false, false) => {}
        }
        let Some((from, to)) = wanted.split_once('-') else {
            return refused("expected two holes, like b1-p2".to_owned());
        };
        let mut ends = [MarbleMove::PASS.from; 2];
        for (end, name) in ends.iter_mut().zip([from, to]) {
            match Hole::named(name) {
                Some(hole) => *end = hole,
                None => return refused(format!("there is no hole {}", quoted(name))),
            }
        }
        let mv = MarbleMove { from: ends[0], to: ends[1] };
        match self.moves().find(|&legal| legal == mv) {
            Some(mv) => Ok(mv),
            None => refused(self.why_not(mv)),
        }
    }

    fn draw(&self, last: Option<MarbleMove>, paint: Paint) -> String {
        self.text_board(last, paint)
    }

    fn ending(&self) -> Option<String> {
        let reason = match (self.outcome()? == Score::ZERO, self.completed) {
            (false, _) => "all ten marbles are home".to_owned(),
            (true, true) => "both sides are home, the second by its last reply".to_owned(),
            (true, false) => format!("{} plies have been played", self.ply()),
        };
        Some(reason)
    }

    fn waypoints(&self, mv: MarbleMove) -> Vec<String> {
        self.path(mv).unwrap_or_default().iter().map(|hole| hole.to_string()).collect()
    }

    fn svg(&self, last: Option<MarbleMove>) -> Option<String> {
        Some(self.svg_board(last))
    }
}

impl ChineseCheckers {
    fn write_row(&self, row: usize, text: &mut String) {
        let mut empty = 0;
        for number in 1..=usize::from(ROW_LENGTHS[row]) {
            match Hole::at(row, number).and_then(|hole| self.marble_at(hole)) {
                None => empty += 1,
                Some(player) => {
                    if empty > 0 {
                        write!(text, "{empty}").expect("writing to a string");
                    }
                    empty = 0;
                    text.push(symbol(player));
                }
            }
        }
        if empty > 0 {
            write!(text, "{empty}").expect("writing to a string");
        }
    }

    fn read_ply(&self, field: &Field) -> Result<u16, NotationError> {
        let digits = field.text.bytes().all(|byte| byte.is_ascii_digit());
        let plies = field.text.parse::<u32>().ok().filter(|_| digits).ok_or_else(|| {
            field.error(format!("expected the number of plies played, found {}", quoted(field.text)))
        })?;
        match self.cap() {
            None => Ok((plies & 1) as u16),
            // The last reply may come one ply after the cap.
            Some(cap) if plies <= u32::from(cap) + 1 => Ok(plies as u16),
            Some(cap) => Err(field.error(format!("{plies} plies are more than the cap of {cap}"))),
        }
    }

    /// Refuses games that went on after their end, and ends that are none.
    fn check_end(&self, completed: &Field, ply: &Field) -> Result<(), NotationError> {
        let first = self.first_player();
        let (name, other) = (symbol(first), symbol(first.other()));
        let (to_reply, now) = (self.side != first, self.has_completed(first));
        if now && !self.completed {
            return Err(completed.error(format!("{name} has completed, so '{name}' belongs here")));
        }
        // A goal that counts as filled can be left again by the opponent's last reply.
        if self.completed && !now && (to_reply || self.goal == GoalRule::Strict) {
            return Err(completed.error(format!("{name} has not completed, so '-' belongs here")));
        }
        if self.goal == GoalRule::Strict && to_reply && self.has_completed(first.other()) {
            return Err(NotationError::new(format!("the game went on after {other} had completed")));
        }
        match self.cap() {
            Some(cap) if self.ply > cap && (to_reply || !self.completed) => {
                Err(ply.error(format!("{} plies are more than the cap of {cap}", self.ply)))
            }
            _ => Ok(()),
        }
    }

    /// Why a move is not legal.
    fn why_not(&self, mv: MarbleMove) -> String {
        let (from, to) = (mv.from, mv.to);
        let side = symbol(self.side);
        match (self.marble_at(from), self.marble_at(to)) {
            (None, _) => format!("there is no marble in {from}"),
            (Some(player), _) if player != self.side => {
                format!("the marble in {from} belongs to {}, and {side} is to move", symbol(player))
            }
            (_, Some(_)) if from == to => "a move ends in another hole than it began".to_owned(),
            (_, Some(_)) => format!("there is a marble in {to} already"),
            _ if to.is_neutral() => format!("{to} is neutral, no move ends there"),
            _ => format!("neither a step nor jumps lead from {from} to {to}"),
        }
    }
}

/// A part of the text between spaces, and where it begins.
struct Field<'t> {
    character: usize,
    text: &'t str,
}

impl Field<'_> {
    fn error(&self, reason: String) -> NotationError {
        NotationError::at(self.character, reason)
    }
}

fn fields_of(text: &str) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut start = None;
    let end = (text.chars().count(), (text.len(), ' '));
    for (index, (byte, symbol)) in text.char_indices().enumerate().chain([end]) {
        match (start, symbol.is_whitespace()) {
            (None, false) => start = Some((index + 1, byte)),
            (Some((character, from)), true) => {
                fields.push(Field { character, text: &text[from..byte] });
                start = None;
            }
            _ => {}
        }
    }
    fields
}

/// Where reading has come to: the row, and how many of its holes have been described.
struct Reader {
    marbles: [Holes; 2],
    row: usize,
    filled: usize,
}

impl Reader {
    /// Describes some more holes of the row.
    fn advance(&mut self, holes: usize, character: usize) -> Result<(), NotationError> {
        self.filled += holes;
        let length = usize::from(ROW_LENGTHS[self.row]);
        if self.filled > length {
            let (letter, filled) = (row_letter(self.row), self.filled);
            return Err(NotationError::at(
                character,
                format!("row {letter} has {length} holes, here are {filled}"),
            ));
        }
        Ok(())
    }

    fn put(&mut self, player: Player, character: usize) -> Result<(), NotationError> {
        self.advance(1, character)?;
        let Some(hole) = Hole::at(self.row, self.filled) else { return Ok(()) };
        if hole.is_neutral() {
            return Err(NotationError::at(
                character,
                format!("no marble can stay in the neutral hole {hole}"),
            ));
        }
        self.marbles[player as usize] |= hole.bit();
        Ok(())
    }

    fn end_row(&self, character: usize) -> Result<(), NotationError> {
        let length = usize::from(ROW_LENGTHS[self.row]);
        if self.filled == length {
            return Ok(());
        }
        let (letter, filled) = (row_letter(self.row), self.filled);
        Err(NotationError::at(character, format!("row {letter} has {length} holes, here are only {filled}")))
    }
}

fn read_rows(field: &Field) -> Result<[Holes; 2], NotationError> {
    let mut reader = Reader { marbles: [0; 2], row: 0, filled: 0 };
    let mut symbols = field.text.chars().enumerate().peekable();
    while let Some((offset, symbol)) = symbols.next() {
        let character = field.character + offset;
        match symbol {
            'X' | 'x' => reader.put(Player::Max, character)?,
            'O' | 'o' => reader.put(Player::Min, character)?,
            '1'..='9' => {
                let mut run = symbol as usize - '0' as usize;
                while let Some((_, digit)) = symbols.next_if(|(_, next)| next.is_ascii_digit()) {
                    run = (10 * run + digit as usize - '0' as usize).min(999);
                }
                reader.advance(run, character)?;
            }
            '/' => {
                reader.end_row(character)?;
                (reader.row, reader.filled) = (reader.row + 1, 0);
                if reader.row == ROWS {
                    return Err(NotationError::at(character, format!("there are only {ROWS} rows")));
                }
            }
            other => {
                return Err(NotationError::at(
                    character,
                    format!("expected X, O, '/' or a number of empty holes, found '{other}'"),
                ));
            }
        }
    }
    reader.end_row(field.character + field.text.chars().count())?;
    if reader.row + 1 < ROWS {
        let rows = reader.row + 1;
        return Err(field.error(format!("expected {ROWS} rows, found {rows}")));
    }
    for player in [Player::Max, Player::Min] {
        let count = reader.marbles[player as usize].count_ones();
        if count != 10 {
            return Err(field.error(format!("{} has {count} marbles instead of 10", symbol(player))));
        }
    }
    Ok(reader.marbles)
}
