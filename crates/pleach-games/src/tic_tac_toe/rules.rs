//! The rules of tic-tac-toe: boards and moves.

use pleach::{Game, Hashed, Player, Score, Symmetric, mix};

/// A square, 0 to 8 row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub(crate) u8);

/// A position of tic-tac-toe.
///
/// ```
/// use pleach::{Game, Notation, Score};
/// use pleach_games::TicTacToe;
/// let game = TicTacToe::new().parse("XX.OO....").unwrap();
/// assert_eq!(pleach::textbook::solve(&game).value, Score::new(100));
/// assert_eq!(TicTacToe::new().without_symmetric_siblings().moves().count(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    pub(super) x: u16,
    pub(super) o: u16,
    pub(super) drop_symmetric: bool,
    pub(super) win: Score,
}

const FULL: u16 = 0b111_111_111;

pub(super) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The eight symmetries of the board: entry `i` is the square that takes the place of square `i`.
const SYMMETRIES: [[u8; 9]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

/// A win is worth more than any static value, whose range is -8 to 8.
const WIN_POINTS: Score = Score::new(100);

impl Default for TicTacToe {
    fn default() -> Self {
        TicTacToe { x: 0, o: 0, drop_symmetric: false, win: WIN_POINTS }
    }
}

impl TicTacToe {
    /// The empty board. A win is worth 100 points, whenever it comes.
    pub fn new() -> Self {
        TicTacToe::default()
    }

    /// Lists only the first of several moves that lead to the same board up to symmetry.
    pub fn without_symmetric_siblings(mut self) -> Self {
        self.drop_symmetric = true;
        self
    }

    /// Makes a win the better the sooner it comes, instead of a fixed number of points.
    pub fn with_distances(mut self) -> Self {
        self.win = Score::WIN;
        self
    }

    fn empty(&self) -> u16 {
        FULL & !(self.x | self.o)
    }

    pub(super) fn has_line(stones: u16) -> bool {
        LINES.iter().any(|line| stones & line == *line)
    }

    fn mapped(&self, symmetry: &[u8; 9]) -> TicTacToe {
        let map = |stones: u16| (0..9).fold(0, |to, i| to | (stones >> symmetry[i] & 1) << i);
        TicTacToe { x: map(self.x), o: map(self.o), ..*self }
    }

    fn canonical(&self) -> (u16, u16) {
        SYMMETRIES
            .iter()
            .map(|symmetry| self.mapped(symmetry))
            .map(|image| (image.x, image.o))
            .min()
            .unwrap_or_default()
    }

    /// The squares of which none leads to the same board as an earlier one, up to symmetry.
    fn distinct(&self, squares: u16) -> u16 {
        let mut seen = Vec::with_capacity(9);
        (0..9).filter(|square| squares >> square & 1 == 1).fold(0, |kept, square| {
            let image = self.after(Square(square)).canonical();
            if seen.contains(&image) {
                return kept;
            }
            seen.push(image);
            kept | 1 << square
        })
    }
}

impl Game for TicTacToe {
    type Move = Square;

    fn to_move(&self) -> Player {
        if self.x.count_ones() == self.o.count_ones() { Player::Max } else { Player::Min }
    }

    fn moves(&self) -> impl Iterator<Item = Square> {
        let mut squares = match self.outcome() {
            Some(_) => 0,
            None if self.drop_symmetric => self.distinct(self.empty()),
            None => self.empty(),
        };
        std::iter::from_fn(move || {
            let square = squares.trailing_zeros() as u8;
            squares &= squares.wrapping_sub(1);
            (square < 9).then_some(Square(square))
        })
    }

    fn play(&mut self, Square(square): Square) {
        match self.to_move() {
            Player::Max => self.x |= 1 << square,
            Player::Min => self.o |= 1 << square,
        }
    }

    fn outcome(&self) -> Option<Score> {
        // Only the side that has just moved can have completed a line.
        let mover = if self.to_move() == Player::Max { self.o } else { self.x };
        if TicTacToe::has_line(mover) { Some(-self.win) } else { (self.empty() == 0).then_some(Score::ZERO) }
    }
}

impl Hashed for TicTacToe {
    fn key(&self) -> u64 {
        mix(u64::from(self.x) << 9 | u64::from(self.o))
    }
}

impl Symmetric for TicTacToe {
    fn images(&self) -> impl Iterator<Item = Self> {
        SYMMETRIES.iter().map(|symmetry| self.mapped(symmetry))
    }
}
