//! Othello on eight by eight squares.
//!
//! X is Black, moves first, and is Max. A side without a legal move passes, which is a move and costs
//! a ply; the game is over when neither side can place a disc. The score is the difference of discs
//! with the empty squares counted for the winner.
//!
//! **The position** is two 64-bit boards, the discs of the side to move and those of its opponent,
//! so that no rule asks for colours; beside them the legal moves of the side to move. These are found
//! once, where the move before is played, and serve the move list, the end of the game, the evaluator
//! and whatever orders moves by the opponent's mobility.
//!
//! **Units.** Scores of finished games and of evaluators must be comparable, so the game says what it
//! counts in, and the evaluators follow: whole discs ([`Unit::Disc`], the default: scores are -64 to
//! 64, as solvers print them), or hundredths of a disc ([`Unit::Hundredth`], for searches that want
//! to tell moves apart by less than a disc). Weights are always hundredths of a disc.
//!
//! **Uncertain values.** [`ProvenBounds`] gives the interval that the final score lies in for certain,
//! [`Forecast`] a distribution on it. Both count in the game's unit, so that searches can compare them with
//! outcomes. A distribution has masses on even numbers of discs only, since no game ends with another. Leave
//! the unit at whole discs for them: what lies between two scores is said by their masses, and in hundredths
//! a distribution says the same in a list a hundred times as long.
//!
//! The functions on bare boards ([`legal_moves`], [`flips`], [`stable_discs`] and so on) are there for
//! solvers that work below the level of a position.

mod bits;
mod bounds;
mod classic;
mod draw;
mod evaluate;
mod finish;
mod focus;
mod forecast;
mod guide;
mod notation;
mod patterns;
mod perft;
mod stable;
mod vector;

pub use bits::{
    CORNERS, QUADRANTS, final_score, flips, frontier, legal_moves, neighbours, odd_quadrants, potential_moves,
};
pub use bounds::ProvenBounds;
pub use classic::Classic;
pub use evaluate::DiscsCorners;
pub use finish::{MOST_EMPTIES, Solved, solve_last};
pub use focus::{focus_network, focus_sight};
pub use forecast::Forecast;
pub use guide::Guide;
pub use patterns::Patterns;
pub use perft::perft;
pub use stable::stable_discs;

use evaluate::ChosenEvaluator;
use pleach::registry::{Entry, Forecasts, Hosted};
use pleach::{Game, Hashed, Player, Score, Spec, Swappable, Symmetric, mix};
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
pub struct Move(u8);

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
    const fn per_disc(self) -> i32 {
        match self {
            Unit::Disc => 1,
            Unit::Hundredth => 100,
        }
    }

    /// The score for a number of hundredths, rounded to the nearest unit (halves away from zero, so
    /// that both sides see the same value) and held inside what a game can end with.
    #[inline]
    fn score(self, hundredths: i32) -> Score {
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
    own: u64,
    other: u64,
    /// The legal squares of the side to move: a function of the two boards, kept because it is
    /// asked for several times at every node.
    legal: u64,
    to_move: Player,
    unit: Unit,
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
    fn must_pass(&self) -> bool {
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
                let board = if number & 1 != 0 { bits::upside_down(board) } else { board };
                let board = if number & 2 != 0 { bits::mirrored(board) } else { board };
                if number & 4 != 0 { bits::transposed(board) } else { board }
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

pub(crate) fn entry() -> Entry {
    let options =
        "eval=patterns|classic|discs-corners: the evaluator; unit=disc|hundredth: what scores are counted in";
    Entry::new("othello", "Othello on 8x8 squares, black (X) moves first", options, |mut spec: Spec| {
        let name = spec.to_string();
        let units = [("disc", Unit::Disc), ("hundredth", Unit::Hundredth)];
        let unit = spec.take_one_of("unit", &units)?.unwrap_or_default();
        let evaluator =
            spec.take_one_of("eval", &ChosenEvaluator::MAKERS)?.unwrap_or(ChosenEvaluator::patterns);
        spec.finish()?;
        let hosted = Hosted::new(name, Othello::new().with_unit(unit), evaluator())
            .identified_by(Symmetric::canonical_key)
            .seen_as(|game| game.images().collect(), Symmetric::canonical_key)
            .swapped_by(Swappable::swapped)
            .focused_by(focus_network(), focus_sight())
            .forecasts(Forecasts::new(Forecast::default(), ProvenBounds));
        Ok(hosted.guided_by(ChosenEvaluator::guide).perft_by(perft).linear())
    })
}
