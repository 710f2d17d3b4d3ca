//! What the last disc of a game turns, by table: one look-up for each of the four lines through it.
//!
//! With one empty square left, a square that is not `own` is the opponent's, so the state of a line is
//! a number of as many bits as it has squares. A look-up says for both sides at once how many discs
//! they would turn along the line, for where one side has no move the other is asked.

use crate::othello::bits;

/// Twice the number of discs that either side would turn: what they change the score by.
pub(super) struct LastDisc {
    pub(super) by_own: i32,
    pub(super) by_other: i32,
}

/// See [`LastDisc`]; the disc is placed on `square`, all others are occupied.
#[inline(always)]
pub(super) fn last_disc(own: u64, square: u32) -> LastDisc {
    let diagonals = &DIAGONALS[(square & 63) as usize];
    let (file, rank) = (square & 7, square >> 3 & 7);
    let along_rank = own >> (8 * rank) & 0xff;
    // The products that reach the highest byte are just those that bring each square to its place
    // there: for the file its rank, for a diagonal its file.
    let along_file = ((own >> file) & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let falling = diagonals.falling.state(own);
    let rising = diagonals.rising.state(own);
    let sum = turned(256 * file as usize + along_rank as usize)
        + turned(256 * rank as usize + along_file as usize)
        + turned(diagonals.falling.row as usize + falling as usize)
        + turned(diagonals.rising.row as usize + rising as usize);
    LastDisc { by_own: (sum & 0xff) as i32, by_other: (sum >> 8) as i32 }
}

/// The squares beside this one.
#[inline(always)]
pub(super) fn beside(square: u32) -> u64 {
    BESIDE[(square & 63) as usize]
}

static BESIDE: [u64; 64] = {
    let mut beside = [0; 64];
    let mut square = 0;
    while square < 64 {
        beside[square] = bits::neighbours(1 << square);
        square += 1;
    }
    beside
};

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// A diagonal as seen from one of its squares.
#[derive(Clone, Copy)]
struct Diagonal {
    /// Its other squares.
    squares: u64,
    /// Where its part of [`TURNED`] begins.
    row: u16,
    /// What brings its first file to the lowest bit.
    shift: u8,
}

impl Diagonal {
    /// The diagonal of a square on which the ranks rise by `slope` (1 or -1) from file to file.
    const fn of(square: i32, slope: i32) -> Diagonal {
        let (file, rank) = (square & 7, square >> 3);
        let (mut first, mut last) = (file, file);
        while first > 0 && on_board(rank + slope * (first - 1 - file)) {
            first -= 1;
        }
        while last < 7 && on_board(rank + slope * (last + 1 - file)) {
            last += 1;
        }
        let (mut squares, mut at) = (0, first);
        while at <= last {
            squares |= 1 << (8 * (rank + slope * (at - file)) + at);
            at += 1;
        }
        squares ^= 1 << square;
        Diagonal { squares, row: row(last - first + 1, file - first) as u16, shift: 56 + first as u8 }
    }

    /// The number that the discs of `own` on it make.
    #[inline(always)]
    fn state(&self, own: u64) -> u64 {
        (own & self.squares).wrapping_mul(FILE_A) >> (self.shift & 63)
    }
}

const fn on_board(rank: i32) -> bool {
    rank >= 0 && rank < 8
}

/// The two diagonals through a square.
#[repr(align(32))]
struct Diagonals {
    falling: Diagonal,
    rising: Diagonal,
}

static DIAGONALS: [Diagonals; 64] = {
    let mut diagonals =
        [const { Diagonals { falling: Diagonal::of(0, -1), rising: Diagonal::of(0, 1) } }; 64];
    let mut square = 0;
    while square < 64 {
        diagonals[square as usize] =
            Diagonals { falling: Diagonal::of(square, -1), rising: Diagonal::of(square, 1) };
        square += 1;
    }
    diagonals
};

/// For every length of a line, place on it and state of it: twice the discs that the side whose discs
/// are the ones turns by a disc on that place, and 512 times those of the other side. There are 3586
/// entries; a power of two needs no check of bounds.
static TURNED: [u16; 4096] = {
    let mut table = [0; 4096];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut state = 0;
            while state < 1 << length {
                let other = !state & ((1 << length) - 1);
                let both = turned_on_line(length, place, state) + (turned_on_line(length, place, other) << 8);
                table[row(length, place) + state as usize] = 2 * both;
                state += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
};

#[inline(always)]
fn turned(index: usize) -> u32 {
    u32::from(TURNED[index & (TURNED.len() - 1)])
}

/// Where the states of a line of this length begin in [`TURNED`]: the longest lines come first, so
/// that a full line's rows are 256 times the place.
const fn row(length: i32, place: i32) -> usize {
    let (mut row, mut longer) = (place << length, 8);
    while longer > length {
        row += longer << longer;
        longer -= 1;
    }
    row as usize
}

const fn turned_on_line(length: i32, place: i32, own: i32) -> u16 {
    turned_one_way(length, place, own, 1) + turned_one_way(length, place, own, -1)
}

const fn turned_one_way(length: i32, place: i32, own: i32, step: i32) -> u16 {
    let (mut at, mut run) = (place + step, 0);
    while at >= 0 && at < length {
        if own >> at & 1 == 1 {
            return run;
        }
        at += step;
        run += 1;
    }
    0
}
