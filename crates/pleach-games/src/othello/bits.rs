//! Rules on two 64-bit boards: which squares are legal, which discs turn, and a few masks more.
//!
//! Bit 0 is a1, bit 1 is b1, bit 8 is a2, bit 63 is h8. `own` are the discs of the side that the
//! question is about, `other` those of its opponent. Everything here is branch-free arithmetic on
//! small arrays, one lane for each of the four axes, so that the compiler can put all lanes into
//! one register where the processor has wide ones (see [`vector`](super::vector)).

/// The distance on the board of two neighbours along each axis: rank, file, and the two diagonals.
pub(super) const STEPS: [u32; 4] = [1, 8, 7, 9];

/// All files but a and h. A line that leaves the board sideways would come in again on the other
/// side; no disc on the rim of such a line is ever turned along it, so it is enough to leave them out.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The four corners.
///
/// ```
/// use pleach_games::othello::CORNERS;
/// assert_eq!(CORNERS, 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63);
/// ```
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares on which `own` may place a disc.
///
/// ```
/// use pleach_games::othello::legal_moves;
/// // The start: Black on e4 and d5, White on d4 and e5; Black may play d3, c4, f5 and e6.
/// let (black, white) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
/// assert_eq!(legal_moves(black, white), 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44);
/// ```
#[inline(always)]
pub fn legal_moves(own: u64, other: u64) -> u64 {
    let inner = other & INNER_FILES;
    let turned = [inner, other, inner, inner];
    let mut reached = 0;
    for axis in 0..4 {
        reached |= beyond_runs(own, turned[axis], STEPS[axis]);
    }
    reached & !(own | other)
}

/// The squares just beyond the runs of `turned` discs that begin next to `own` ones, both ways
/// along one axis. A run has six discs at most: two single steps and two double ones.
#[inline(always)]
fn beyond_runs(own: u64, turned: u64, step: u32) -> u64 {
    let mut up = turned & (own << step);
    let mut down = turned & (own >> step);
    up |= turned & (up << step);
    down |= turned & (down >> step);
    let pairs_up = turned & (turned << step);
    let pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up << step | down >> step
}

/// The squares that can be seen from one square along the four axes, towards higher numbers and
/// towards lower ones.
#[repr(align(64))]
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

pub(super) const fn ray(square: usize, files: i32, ranks: i32) -> u64 {
    let (mut file, mut rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    let mut squares = 0;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        squares |= 1 << (8 * rank + file);
        file += files;
        rank += ranks;
    }
    squares
}

static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        rays[square].up = [ray(square, 1, 0), ray(square, 0, 1), ray(square, -1, 1), ray(square, 1, 1)];
        rays[square].down = [ray(square, -1, 0), ray(square, 0, -1), ray(square, 1, -1), ray(square, -1, -1)];
        square += 1;
    }
    rays
};

/// The discs of `other` that turn when `own` places a disc on the empty `square`; none if that is
/// no legal move. Of `square` only the lowest six bits count.
///
/// ```
/// use pleach_games::othello::flips;
/// let (black, white) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
/// assert_eq!(flips(black, white, 37), 1 << 36, "f5 turns e5");
/// assert_eq!(flips(black, white, 0), 0, "a1 is not legal");
/// ```
#[allow(clippy::needless_range_loop, reason = "one index for all lanes")]
#[inline(always)]
pub fn flips(own: u64, other: u64, square: u32) -> u64 {
    let rays = &RAYS[(square & 63) as usize];
    let next = 2u64.wrapping_shl(square & 63);
    let (mut above, mut below) = ([0; 4], [0; 4]);
    for axis in 0..4 {
        // Upwards the carry of an addition runs over the discs to turn and over all that is not on
        // the ray, and stops at the first square of the ray without one of them. The sum's other
        // bits on the ray are discs of `other`, so `own` leaves that square or nothing.
        let ray = rays.up[axis];
        let end = (other | !ray).wrapping_add(next) & ray & own;
        above[axis] = end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for axis in 0..4 {
        // Downwards there is no carry. Every square that is no disc to turn darkens the ray from
        // itself down; what stays light is the run, and the highest such square is its end.
        let (ray, step) = (rays.down[axis], STEPS[axis]);
        let stops = ray & !other;
        let mut dark = stops | stops >> step;
        dark |= dark >> (2 * step);
        dark |= dark >> (4 * step);
        let end = stops & !(dark >> step) & own;
        below[axis] = if end != 0 { ray & !dark } else { 0 };
    }
    let mut turned = 0;
    for axis in 0..4 {
        turned |= above[axis] | below[axis];
    }
    turned
}

/// The squares next to any of these, in all eight directions, themselves included where they touch
/// each other.
///
/// ```
/// use pleach_games::othello::neighbours;
/// assert_eq!(neighbours(1), 1 << 1 | 1 << 8 | 1 << 9, "a1 touches b1, a2 and b2");
/// ```
#[inline(always)]
pub const fn neighbours(squares: u64) -> u64 {
    let sideways = (squares & !FILE_H) << 1 | (squares & !FILE_A) >> 1;
    let three = squares | sideways;
    sideways | three << 8 | three >> 8
}

/// Potential mobility: the empty squares next to a disc of `other`, where `own` may get a move.
///
/// ```
/// use pleach_games::othello::{legal_moves, potential_moves};
/// let (black, white) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
/// let potential = potential_moves(black, white);
/// assert_eq!(potential.count_ones(), 10);
/// assert_eq!(legal_moves(black, white) & !potential, 0);
/// ```
#[inline(always)]
pub fn potential_moves(own: u64, other: u64) -> u64 {
    neighbours(other) & !(own | other)
}

/// The frontier: those of the `discs` that touch an empty square.
///
/// ```
/// use pleach_games::othello::frontier;
/// let ring_and_centre = 0x0000_001c_1c1c_0000;
/// assert_eq!(frontier(ring_and_centre, !ring_and_centre).count_ones(), 8);
/// ```
#[inline(always)]
pub fn frontier(discs: u64, empty: u64) -> u64 {
    discs & neighbours(empty)
}

/// The quadrants of four by four squares, in the order a1, e1, a5, e5. See [`odd_quadrants`].
pub const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// All squares of the quadrants with an odd number of `empty` squares: who moves into such a region
/// tends to have the last move there.
///
/// ```
/// use pleach_games::othello::{QUADRANTS, odd_quadrants};
/// assert_eq!(odd_quadrants(1 << 0 | 1 << 9 | 1 << 63), QUADRANTS[3]);
/// ```
#[inline(always)]
pub fn odd_quadrants(empty: u64) -> u64 {
    // Folding adds the empties of a quadrant up in its first square, without carries: parity.
    let mut parity = empty ^ empty >> 16;
    parity ^= parity >> 8;
    parity ^= parity >> 2;
    parity ^= parity >> 1;
    // From that square, a one spreads over the sixteen of its quadrant.
    (parity & 0x0000_0011_0000_0011) * 0x0f0f_0f0f
}

/// The score of a finished game for `own`: the difference of discs, with the empty squares counted
/// for the winner.
///
/// ```
/// use pleach_games::othello::final_score;
/// assert_eq!(final_score(0x1fff, 0), 64);
/// assert_eq!(final_score(0b1, 0b10), 0);
/// assert_eq!(final_score(0b1, 0b110), -62);
/// ```
#[inline(always)]
pub fn final_score(own: u64, other: u64) -> i32 {
    let (own, other) = (own.count_ones() as i32, other.count_ones() as i32);
    let empty = 64 - own - other;
    own - other + (own - other).signum() * empty
}

/// The board upside down: a1 becomes a8.
#[inline(always)]
pub(super) fn upside_down(board: u64) -> u64 {
    board.swap_bytes()
}

/// The board in a mirror: a1 becomes h1.
#[inline(always)]
pub(super) fn mirrored(board: u64) -> u64 {
    board.swap_bytes().reverse_bits()
}

/// Files and ranks exchanged: b1 becomes a2.
#[inline(always)]
pub(super) fn transposed(board: u64) -> u64 {
    // Exchanges what lies `distance` apart, under the mask and above it: 1x1, 2x2, then 4x4 blocks.
    let exchange = |board: u64, mask: u64, distance: u32| {
        let differing = (board ^ board >> distance) & mask;
        board ^ differing ^ differing << distance
    };
    let board = exchange(board, 0x00aa_00aa_00aa_00aa, 7);
    let board = exchange(board, 0x0000_cccc_0000_cccc, 14);
    exchange(board, 0x0000_0000_f0f0_f0f0, 28)
}
