//! Discs that can never be turned again: a lower bound, quick enough for every node.
//!
//! A disc is safe along an axis if the whole line is full, or if a neighbour on that axis is a safe
//! disc of its own colour, or if it lies at the line's end. On the rim that leaves one line, the edge
//! itself, whose 6561 states are solved beforehand by playing on in every possible way. Inwards from
//! there, discs that are safe along all four axes are added until no more are found.

use super::bits::STEPS;

const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares that are not on the rim. Their neighbours are all on the board, so shifts that wrap
/// around need no mask.
const INSIDE: u64 = 0x007e_7e7e_7e7e_7e00;

/// The discs of `own` that no continuation can turn. There may be more of them; these are certain.
///
/// ```
/// use pleach_games::othello::stable_discs;
/// // Three discs along the edge from the corner a1, and one on h5.
/// let (own, other) = (0b111 | 1 << 39, 0b1000);
/// assert_eq!(stable_discs(own, other), 0b111);
/// ```
pub fn stable_discs(own: u64, other: u64) -> u64 {
    stable_own(own, other)
}

/// [`stable_discs`], to be compiled into its caller.
#[inline(always)]
pub(super) fn stable_own(own: u64, other: u64) -> u64 {
    let (anchored, full) = anchors(own, other);
    grown(anchored & own, own, &full)
}

/// The stable discs of `own` and those of `other`, for little more than the price of one.
#[inline(always)]
pub(super) fn stable_both(own: u64, other: u64) -> (u64, u64) {
    let (anchored, full) = anchors(own, other);
    (grown(anchored & own, own, &full), grown(anchored & other, other, &full))
}

/// The discs of either colour that are stable without leaning on another, and the full lines.
#[inline(always)]
fn anchors(own: u64, other: u64) -> (u64, [u64; 4]) {
    let edges = stable_on_edges(own, other);
    // PERF: without a start there is nothing to grow; most positions of the first half have none. A
    // disc with four full lines has a full rank, which is quick to exclude.
    if edges == 0 && !any_full_rank(own | other) {
        return (0, [0; 4]);
    }
    let full = full_lines(own | other);
    (edges | (full[0] & full[1] & full[2] & full[3] & (own | other)), full)
}

#[inline(always)]
fn any_full_rank(occupied: u64) -> bool {
    let pairs = occupied & occupied >> 1;
    let fours = pairs & pairs >> 2;
    fours & fours >> 4 & FILE_A != 0
}

/// Adds the discs inside that lean on stable ones of their own colour, until there are no more.
#[inline(always)]
fn grown(anchored: u64, discs: u64, full: &[u64; 4]) -> u64 {
    let mut stable = anchored;
    while stable != 0 {
        let mut safe = discs & INSIDE;
        for axis in 0..4 {
            safe &= full[axis] | stable << STEPS[axis] | stable >> STEPS[axis];
        }
        if safe & !stable == 0 {
            break;
        }
        stable |= safe;
    }
    stable
}

/// For each axis, squares whose neighbour one, two and four steps up the axis is off the board, and
/// the same downwards.
static RIMS: [[[u64; 4]; 3]; 2] = {
    let files = [1, 0, -1, 1];
    let ranks = [0, 1, 1, 1];
    let mut rims = [[[0; 4]; 3]; 2];
    let mut axis = 0;
    while axis < 4 {
        let mut doubling = 0;
        while doubling < 3 {
            let far = 1 << doubling;
            rims[0][doubling][axis] = off_board(far * files[axis], far * ranks[axis]);
            rims[1][doubling][axis] = off_board(-far * files[axis], -far * ranks[axis]);
            doubling += 1;
        }
        axis += 1;
    }
    rims
};

const fn off_board(files: i32, ranks: i32) -> u64 {
    let (mut square, mut squares) = (0, 0);
    while square < 64 {
        let (file, rank) = (square % 8 + files, square / 8 + ranks);
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

/// For each axis the squares whose whole line is occupied: three doublings each way, with what lies
/// off the board counted as occupied.
#[allow(clippy::needless_range_loop, reason = "one index for all lanes")]
#[inline(always)]
fn full_lines(occupied: u64) -> [u64; 4] {
    let (mut up, mut down) = ([occupied; 4], [occupied; 4]);
    for doubling in 0..3 {
        for axis in 0..4 {
            up[axis] &= up[axis] >> (STEPS[axis] << doubling) | RIMS[0][doubling][axis];
        }
        for axis in 0..4 {
            down[axis] &= down[axis] << (STEPS[axis] << doubling) | RIMS[1][doubling][axis];
        }
    }
    let mut full = [0; 4];
    for axis in 0..4 {
        full[axis] = up[axis] & down[axis];
    }
    full
}

/// The discs of either colour on the rim that nothing on their edge can turn.
#[inline(always)]
fn stable_on_edges(own: u64, other: u64) -> u64 {
    let top = edge(own as u8, other as u8);
    let bottom = edge((own >> 56) as u8, (other >> 56) as u8);
    let left = edge(gathered(own), gathered(other));
    let right = edge(gathered(own >> 7), gathered(other >> 7));
    u64::from(top) | u64::from(bottom) << 56 | spread(left) | spread(right) << 7
}

#[inline(always)]
fn edge(own: u8, other: u8) -> u8 {
    STABLE_EDGES[usize::from(TERNARY[usize::from(own)] + 2 * TERNARY[usize::from(other)])]
}

/// The a-file as a byte: the products of the multiplication that reach the highest byte are just
/// those that move each square to its place there.
#[inline(always)]
fn gathered(board: u64) -> u8 {
    ((board & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A byte as the a-file. The eighth square goes by itself: its product would meet the first one's.
#[inline(always)]
fn spread(squares: u8) -> u64 {
    (u64::from(squares & 0x7f) * 0x0002_0408_1020_4081) & FILE_A | u64::from(squares >> 7) << 56
}

/// A set of squares as a number to the base three.
static TERNARY: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut set = 0;
    while set < 256 {
        numbers[set] = ternary(set as u8);
        set += 1;
    }
    numbers
};

const fn ternary(set: u8) -> u16 {
    let (mut number, mut square) = (0, 8);
    while square > 0 {
        square -= 1;
        number = 3 * number + (set >> square & 1) as u16;
    }
    number
}

/// For every state of an edge the discs, of both colours, that stay as they are whatever happens:
/// any side may at any time place a disc on any empty square of the edge, for a move can be legal
/// because of a line that leads inwards; what it encloses on the edge it turns.
// A few million steps, within a second: the limit is there for endless loops.
#[allow(long_running_const_eval)]
static STABLE_EDGES: [u8; 6561] = {
    let mut stable = [0; 6561];
    let mut empties = 0;
    while empties <= 8 {
        let mut own = 0;
        while own < 256 {
            let free = !(own as u8);
            let mut other = free;
            loop {
                if (own as u8 | other).count_zeros() == empties {
                    let index = ternary(own as u8) + 2 * ternary(other);
                    stable[index as usize] = stable_edge(own as u8, other, &stable);
                }
                if other == 0 {
                    break;
                }
                other = (other - 1) & free;
            }
            own += 1;
        }
        empties += 1;
    }
    stable
};

/// The stable discs of an edge, once the edges with fewer empty squares are known.
const fn stable_edge(own: u8, other: u8, known: &[u8; 6561]) -> u8 {
    let mut stable = own | other;
    let mut square = 0;
    while square < 8 {
        let placed = 1 << square;
        if (own | other) & placed == 0 {
            let turned = edge_flips(own, other, square);
            let next = ternary(own | turned | placed) + 2 * ternary(other ^ turned);
            stable &= known[next as usize] & !turned;
            let turned = edge_flips(other, own, square);
            let next = ternary(own ^ turned) + 2 * ternary(other | turned | placed);
            stable &= known[next as usize] & !turned;
        }
        square += 1;
    }
    stable
}

const fn edge_flips(own: u8, other: u8, square: i32) -> u8 {
    let mut turned = 0;
    let mut direction = -1;
    while direction <= 1 {
        let (mut place, mut run) = (square + direction, 0);
        while place >= 0 && place < 8 && other >> place & 1 == 1 {
            run |= 1 << place;
            place += direction;
        }
        if place >= 0 && place < 8 && own >> place & 1 == 1 {
            turned |= run;
        }
        direction += 2;
    }
    turned
}
