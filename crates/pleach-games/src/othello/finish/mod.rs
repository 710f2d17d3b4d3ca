//! The last empty squares, solved as fast as the processor allows.
//!
//! Nearly all positions of an endgame search have a handful of empty squares, so this is where a solver
//! spends its time. There is no table of positions here and no list of moves where four squares or
//! fewer are left; every value is that of a null window, the question whether the side to move gets more
//! than `alpha`, and the answer is fail-soft. An open window is closed by asking several times.
//!
//! | empty squares | order of the moves | file |
//! |---|---|---|
//! | 1 | none: what the disc turns is counted by table | `line` |
//! | 2 | as they come | `last` |
//! | 3 and 4 | squares of odd quadrants first | `last` |
//! | 5 and more | fewest replies first, cut off by stable discs | `deeper` |
//!
//! **One source, two builds.** Everything is written once, over a [`Processor`], and compiled for any
//! processor and for those with wide registers. The choice is made once a call.

mod deeper;
mod last;
mod line;
mod processor;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod wide;

use super::bits;
use processor::{Portable, Processor};

/// For how many empty squares [`solve_last`] is made. It is right for any number, but beyond this one a
/// search with a table of positions was quicker, measured with a simple one above it.
pub const MOST_EMPTIES: u32 = 8;

/// What [`solve_last`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The value in discs for the side to move, or a bound on it; see [`solve_last`].
    pub score: i32,
    /// How many positions were valued on the way, this one included.
    pub nodes: u64,
}

/// Plays a position out: the difference of discs for the side to move, with the empty squares counted
/// for the winner. Made for [`MOST_EMPTIES`] empty squares or fewer, and fastest for null windows, where
/// `beta` is `alpha + 1`.
///
/// The score is fail-soft: between the bounds it is the exact value; at `alpha` or below the value is
/// not greater than the score; at `beta` or above it is not less.
///
/// The side to move may have to pass, and the game may be over. Squares that both boards claim go to
/// the side to move. An empty window is taken for the null window above `alpha`.
///
/// ```
/// use pleach_games::othello::solve_last;
/// // Black has a1, White b1 to g1 and everything else but h1: Black turns six discs, White none.
/// let (black, white) = (0b1, !0b1000_0001);
/// assert_eq!(solve_last(black, white, -64, 64).score, -48);
/// // White to move must pass first.
/// assert_eq!(solve_last(white, black, -64, 64).score, 48);
/// // Is it more than -50?
/// assert!(solve_last(black, white, -50, -49).score > -50);
/// ```
pub fn solve_last(own: u64, other: u64, alpha: i32, beta: i32) -> Solved {
    let boards = Boards { own, other: other & !own };
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = wide::Wide::detect() {
        return wide.solve(boards, alpha, beta);
    }
    Portable.solve(boards, alpha, beta)
}

/// The discs of the side to move and those of its opponent.
#[derive(Clone, Copy, Debug)]
struct Boards {
    own: u64,
    other: u64,
}

impl Boards {
    /// The opponent's position after a disc on `square` that turns these.
    #[inline(always)]
    fn after(self, square: u32, turned: u64) -> Boards {
        Boards { own: self.other ^ turned, other: self.own | turned | bit(square) }
    }

    /// The opponent's position after a pass.
    #[inline(always)]
    fn passed(self) -> Boards {
        Boards { own: self.other, other: self.own }
    }

    #[inline(always)]
    fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    #[inline(always)]
    fn final_score(self) -> i32 {
        bits::final_score(self.own, self.other)
    }
}

#[inline(always)]
const fn bit(square: u32) -> u64 {
    1 << (square & 63)
}

/// All squares of the quadrant in which `square` lies.
#[inline(always)]
fn quadrant(square: u32) -> u64 {
    // Of the square's number only the bits that say "right half" and "upper half" are left.
    bits::QUADRANTS[0] << (square & 0b100_100)
}

/// The score where there is no move: less than any score of a move.
const NO_MOVE: i32 = -128;

/// Whether the window is open or not: null windows until the bounds meet or leave it.
#[inline(always)]
fn solve<P: Processor>(processor: P, boards: Boards, alpha: i32, beta: i32) -> Solved {
    let alpha = alpha.clamp(-65, 64);
    let last = beta.clamp(alpha + 1, 65) - 1;
    let (mut low, mut high) = (-64, 64);
    let mut nodes = 0;
    // Nobody knows better than the middle of the scores where to begin.
    let mut question = 0.clamp(alpha, last);
    loop {
        let score = more_than(processor, boards, question, &mut nodes);
        if score > question {
            low = score;
            question = low;
        } else {
            high = score;
            question = high - 1;
        }
        if question < alpha || question > last || low == high {
            return Solved { score, nodes };
        }
    }
}

/// The null window above `alpha`. Its mirror image for the opponent is the one above `!alpha`, which is
/// `-alpha - 1`.
#[inline(always)]
fn more_than<P: Processor>(processor: P, boards: Boards, alpha: i32, nodes: &mut u64) -> i32 {
    let empty = boards.empty();
    let odd = bits::odd_quadrants(empty);
    match empty.count_ones() {
        0 => {
            *nodes += 1;
            boards.final_score()
        }
        1 => {
            *nodes += 1;
            last::one(boards.own, empty.trailing_zeros())
        }
        2 => {
            let squares = [empty.trailing_zeros(), 63 - empty.leading_zeros()];
            last::two(processor, boards, alpha, squares, nodes)
        }
        3 => processor.three(boards, alpha, empty, odd, nodes),
        4 => processor.four(boards, alpha, processor.moves(boards), odd, nodes),
        _ => processor.deeper(boards, alpha, processor.moves(boards), odd, nodes),
    }
}
