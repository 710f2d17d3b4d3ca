//! How people and files write positions and moves.

use crate::game::Game;
use crate::nearest::or_nearest;
use crate::paint::Paint;
use std::fmt;

/// A game that can be read and written. What it writes it reads back the same.
pub trait Notation: Game {
    /// Whether what is read is a game of its own, which has nothing to do with the one its text was taken from. So are
    /// trees: the text of a node is a tree again, and its nodes are told apart by their place in it.
    const READS_ANEW: bool = false;

    /// The position as one line of text.
    fn position(&self) -> String;

    /// Reads a position. `self` is any position of the game and carries its options (the size of
    /// the board and the like).
    fn parse(&self, text: &str) -> Result<Self, NotationError>;

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// The text of a legal move as records of games write it, where that is another one than
    /// [`Notation::move_text`].
    fn record_text(&self, mv: Self::Move) -> String {
        self.move_text(mv)
    }

    /// Reads a move of this position. The default compares with the text of every legal move,
    /// ignoring case.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError> {
        let wanted = text.trim();
        if let Some(mv) = self.moves().find(|&mv| self.move_text(mv).eq_ignore_ascii_case(wanted)) {
            return Ok(mv);
        }
        if self.outcome().is_some() {
            return Err(NotationError::new(format!("'{wanted}': the game is over, there are no more moves")));
        }
        let legal: Vec<String> = self.moves().map(|mv| self.move_text(mv)).collect();
        Err(NotationError::new(format!("'{wanted}' is not a legal move here{}", or_nearest(wanted, &legal))))
    }

    /// The board for a terminal, in as many lines as it takes, with the last move marked so that it
    /// can be seen without colour too. The default is the position's one line.
    fn draw(&self, last: Option<Self::Move>, paint: Paint) -> String {
        let _ = (last, paint);
        self.position()
    }

    /// The board without colour and without a mark.
    fn board(&self) -> String {
        self.draw(None, Paint::Plain)
    }

    /// The board as an SVG image, with the last move marked, if the game can draw one.
    fn svg(&self, last: Option<Self::Move>) -> Option<String> {
        let _ = last;
        None
    }

    /// Why the game is over, in words that follow the name of the result: `checkmate`. None while it goes
    /// on, and where there is nothing to say.
    fn ending(&self) -> Option<String> {
        None
    }

    /// The cells that the piece of a legal move touches on its way, from the first to the last, for boards
    /// that show it; empty if the way is plain from the move's text.
    fn waypoints(&self, mv: Self::Move) -> Vec<String> {
        let _ = mv;
        Vec::new()
    }

    /// The number of columns of the board, for protocols that ask; `None` if that says nothing of it.
    fn board_size(&self) -> Option<u32> {
        None
    }

    /// The name of this node, for games that are trees with named nodes.
    fn node_name(&self) -> Option<String> {
        None
    }
}

/// Text that is no position or no move: the reason, and the place where it went wrong.
///
/// ```
/// use pleach::NotationError;
/// let error = NotationError::at(3, "expected a digit, found 'x'");
/// assert_eq!(error.to_string(), "character 3: expected a digit, found 'x'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    place: Option<TextPlace>,
    reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextPlace {
    Character(usize),
    Line(usize, usize),
}

impl NotationError {
    /// An error of the text as a whole.
    pub fn new(reason: impl Into<String>) -> Self {
        NotationError { place: None, reason: reason.into() }
    }

    /// An error at a character, counted from 1.
    pub fn at(character: usize, reason: impl Into<String>) -> Self {
        NotationError { place: Some(TextPlace::Character(character)), reason: reason.into() }
    }

    /// An error at a line and a column, both counted from 1.
    pub(crate) fn at_line(line: usize, column: usize, reason: impl Into<String>) -> Self {
        NotationError { place: Some(TextPlace::Line(line, column)), reason: reason.into() }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            None => {}
            Some(TextPlace::Character(character)) => write!(f, "character {character}: ")?,
            Some(TextPlace::Line(line, column)) => write!(f, "line {line}, column {column}: ")?,
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for NotationError {}
