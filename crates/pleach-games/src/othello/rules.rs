//! The rules of Othello: positions and moves.

use super::bits::{final_score, legal_moves, mirrored, transposed, upside_down};
use super::vector;
use pleach::{Game, Hashed, Player, Score, Swappable, Symmetric, mix};
use std::fmt;

/// A move of Othello: a square to place a disc on, or a pass.
///
/// ```
/// use pleach_games::othello::Move;
/// assert_eq!(Move::on(37).unwrap().to_string(), "f5");
/// assert_eq!(Move::on(64), None);
/// assert_eq!(Move::PASS.square(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub(super) u8);

impl Move {
    /// No disc is placed; legal only where nothing else is.
    pub const PASS: Move = Move(64);

    /// A disc on a square, 0 (a1) to 63 (h8), rank by rank.
    pub const fn on(square: u32) -> Option<Move> {
        if square < 64 { Some(Move(square as u8)) } else { None }
    }

    /// The square, unless it is a pass.
    pub const fn square(self) -> Option<u32> {
        if self.0 < 64 { Some(self.0 as u32) } else { None }
    }
}

/// As people write it: `f5`, `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => f.pad(&format!("{}{}", (b'a' + square as u8 % 8) as char, square / 8 + 1)),
            None => f.pad("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What scores are counted in, at the end of the game and by the evaluators alike.
///
/// ```
/// use pleach::{Game, Notation, Score};
/// use pleach_games::othello::{Othello, Unit};
/// let wiped_out = Othello::new().parse("e6f4e3f6g5d6e7f5c5").unwrap();
/// assert_eq!(wiped_out.outcome(), Some(Score::new(-64)));
/// assert_eq!(wiped_out.with_unit(Unit::Hundredth).outcome(), Some(Score::new(-6400)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Whole discs.
    #[default]
    Disc,
    /// Hundredths of a disc.
    Hundredth,
}

impl Unit {
    /// How many of this unit make a disc.
    #[inline]
    pub(super) const fn per_disc(self) -> i32 {
        match self {
            Unit::Disc => 1,
            Unit::Hundredth => 100,
        }
    }

    /// The score for a number of hundredths, rounded to the nearest unit (halves away from zero, so
    /// that both sides see the same value) and held inside what a game can end with.
    #[inline]
    pub(super) fn score(self, hundredths: i32) -> Score {
        let hundredths = hundredths.clamp(-6400, 6400);
        Score::new(match self {
            Unit::Disc => (hundredths + 50 * hundredths.signum()) / 100,
            Unit::Hundredth => hundredths,
        })
    }
}

/// A position of Othello.
///
/// ```
/// use pleach::{Game, Notation, Player, Score};
/// use pleach_games::Othello;
/// let mut game = Othello::new();
/// game.play(game.parse_move("f5").unwrap());
/// assert_eq!(game.to_move(), Player::Min);
/// let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["f4", "d6", "f6"]);
/// assert_eq!(game.score_bounds(), (Score::new(-64), Score::new(64)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    pub(super) own: u64,
    pub(super) other: u64,
    /// The legal squares of the side to move: a function of the two boards, kept because it is
    /// asked for several times at every node.
    pub(super) legal: u64,
    pub(super) to_move: Player,
    pub(super) unit: Unit,
}

impl Default for Othello {
    fn default() -> Self {
        Othello::from_boards(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, Player::Max)
    }
}

impl Othello {
    /// The start: Black on e4 and d5, White on d4 and e5, Black to move.
    pub fn new() -> Self {
        Othello::default()
    }

    /// A position from the discs of the side to move and those of its opponent. Squares that both
    /// claim go to the side to move. Unlike the notation this does not ask whether a game can get here.
    ///
    /// ```
    /// use pleach::{Game, Player};
    /// use pleach_games::Othello;
    /// let game = Othello::from_boards(0b001, 0b010, Player::Min);
    /// assert_eq!(game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["c1"]);
    /// ```
    pub fn from_boards(own: u64, other: u64, to_move: Player) -> Self {
        let other = other & !own;
        Othello { own, other, legal: legal_moves(own, other), to_move, unit: Unit::Disc }
    }

    /// The same position with scores counted in another unit.
    pub fn with_unit(mut self, unit: Unit) -> Self {
        self.unit = unit;
        self
    }

    /// What scores are counted in.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The discs of the side to move.
    #[inline]
    pub fn own(&self) -> u64 {
        self.own
    }

    /// The discs of the opponent.
    #[inline]
    pub fn other(&self) -> u64 {
        self.other
    }

    /// The discs of a player.
    #[inline]
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.to_move { self.own } else { self.other }
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    /// The squares on which the side to move may place a disc. None at all means a pass or the end.
    ///
    /// ```
    /// use pleach_games::Othello;
    /// assert_eq!(Othello::new().legal().count_ones(), 4);
    /// ```
    #[inline]
    pub fn legal(&self) -> u64 {
        self.legal
    }

    /// Whether the side to move must pass: it has no square, the opponent has one.
    #[inline]
    pub(super) fn must_pass(&self) -> bool {
        self.legal == 0 && legal_moves(self.other, self.own) != 0
    }

    fn mapped(&self, map: impl Fn(u64) -> u64) -> Othello {
        Othello { own: map(self.own), other: map(self.other), legal: map(self.legal), ..*self }
    }
}

/// The moves of a position: squares in rising order, or the pass.
#[derive(Clone, Debug)]
struct Moves {
    squares: u64,
    pass: bool,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.squares != 0 {
            let square = self.squares.trailing_zeros() as u8;
            self.squares &= self.squares - 1;
            return Some(Move(square));
        }
        std::mem::take(&mut self.pass).then_some(Move::PASS)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.squares.count_ones() as usize + usize::from(self.pass);
        (count, Some(count))
    }

    // PERF: perft counts its last ply without listing it.
    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl Game for Othello {
    type Move = Move;
    const COUNTS_PLIES: bool = false;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Move> {
        Moves { squares: self.legal, pass: self.must_pass() }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    // PERF: made in registers. A copy that is changed in place is read back from memory, and has to wait until the
    // writes are done.
    #[inline(always)]
    fn after(&self, mv: Move) -> Self {
        let (own, other, legal) = match mv.square() {
            Some(square) => {
                let step = vector::step(self.own, self.other, square);
                (self.other & !step.turned, self.own | step.turned | 1 << square, step.replies)
            }
            None => (self.other, self.own, legal_moves(self.other, self.own)),
        };
        Othello { own, other, legal, to_move: self.to_move.other(), unit: self.unit }
    }

    #[inline]
    fn outcome(&self) -> Option<Score> {
        if self.legal != 0 || legal_moves(self.other, self.own) != 0 {
            return None;
        }
        Some(Score::new(final_score(self.own, self.other) * self.unit.per_disc()))
    }

    #[inline]
    fn score_bounds(&self) -> (Score, Score) {
        let most = Score::new(64 * self.unit.per_disc());
        (-most, most)
    }
}

impl Hashed for Othello {
    /// Each board goes through a bijection of its own, and their sum through another; made anew each
    /// time, because two multiplications side by side cost less than a look-up for every turned disc.
    #[inline]
    fn key(&self) -> u64 {
        let own = self.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let other = (self.other ^ (self.to_move as u64) << 63 ^ (self.to_move as u64) << 27)
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        mix((own ^ own >> 32).wrapping_add((other ^ other >> 29).rotate_left(32)))
    }
}

impl Symmetric for Othello {
    /// The eight rotations and reflections of the board.
    fn images(&self) -> impl Iterator<Item = Self> {
        (0..8).map(|number| {
            self.mapped(|board| {
                let board = if number & 1 != 0 { upside_down(board) } else { board };
                let board = if number & 2 != 0 { mirrored(board) } else { board };
                if number & 4 != 0 { transposed(board) } else { board }
            })
        })
    }
}

impl Swappable for Othello {
    /// Black's discs become White's and the turn goes with them, so the two boards stay as they are.
    fn swapped(&self) -> Self {
        Othello { to_move: self.to_move.other(), ..*self }
    }
}
