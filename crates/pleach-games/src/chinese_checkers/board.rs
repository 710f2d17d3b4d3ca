//! The star of 121 holes: coordinates, sets of holes, and the 51 lines that marbles jump along.

use std::fmt;

/// The number of holes.
pub(super) const HOLES: usize = 121;

/// The rows `a` to `q`, of which row `a` is player 1's tip.
pub(super) const ROWS: usize = 17;

/// The number of holes in each row.
pub(super) const ROW_LENGTHS: [u8; ROWS] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];

/// The first hole of each row.
const ROW_STARTS: [u8; ROWS] = {
    let mut starts = [0; ROWS];
    let mut row = 1;
    while row < ROWS {
        starts[row] = starts[row - 1] + ROW_LENGTHS[row - 1];
        row += 1;
    }
    starts
};

/// A set of holes, one bit each.
pub(super) type Holes = u128;

/// A hole of the board, numbered row by row from player 1's tip and from the left in each row.
///
/// ```
/// use pleach_games::chinese_checkers::Hole;
/// let hole: Hole = Hole::named("e13").unwrap();
/// assert_eq!((hole.row(), hole.number(), hole.to_string()), (4, 13, "e13".to_owned()));
/// assert_eq!(hole.cube(), (8, -4, -4));
/// assert!(Hole::named("a2").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole(u8);

impl Hole {
    /// The hole with this index, 0 to 120.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::Hole;
    /// assert_eq!(Hole::new(120).unwrap().to_string(), "q1");
    /// assert!(Hole::new(121).is_none());
    /// ```
    pub const fn new(index: usize) -> Option<Hole> {
        if index < HOLES { Some(Hole(index as u8)) } else { None }
    }

    /// The hole of a row (0 is row `a`) by its number from the left, counted from 1.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::Hole;
    /// assert_eq!(Hole::at(1, 2), Hole::named("b2"));
    /// assert_eq!(Hole::at(1, 3), None);
    /// ```
    pub const fn at(row: usize, number: usize) -> Option<Hole> {
        if row < ROWS && number >= 1 && number <= ROW_LENGTHS[row] as usize {
            Some(Hole(ROW_STARTS[row] + number as u8 - 1))
        } else {
            None
        }
    }

    /// The hole with this name, like `b2`.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::Hole;
    /// assert_eq!(Hole::named("Q1"), Hole::new(120));
    /// assert_eq!(Hole::named("q01"), None);
    /// ```
    pub fn named(name: &str) -> Option<Hole> {
        let letter = name.bytes().next()?.to_ascii_lowercase();
        let number = name.get(1..)?;
        let plain = matches!(number.len(), 1 | 2)
            && number.bytes().all(|digit| digit.is_ascii_digit())
            && !number.starts_with('0');
        if !plain || !(b'a'..=b'q').contains(&letter) {
            return None;
        }
        Hole::at(usize::from(letter - b'a'), number.parse().ok()?)
    }

    /// All holes, from `a1` to `q1`.
    ///
    /// ```
    /// assert_eq!(pleach_games::chinese_checkers::Hole::all().count(), 121);
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Hole> + ExactSizeIterator {
        (0..HOLES as u8).map(Hole)
    }

    /// The index, 0 to 120.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::Hole;
    /// assert_eq!(Hole::named("b1").unwrap().index(), 1);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row: 0 is row `a`, 16 is row `q`.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::Hole;
    /// assert_eq!(Hole::named("i5").unwrap().row(), 8);
    /// ```
    #[inline]
    pub const fn row(self) -> usize {
        (CUBES[self.index()].2 + 8) as usize
    }

    /// The number from the left in the row, counted from 1.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::Hole;
    /// assert_eq!(Hole::named("i5").unwrap().number(), 5);
    /// ```
    pub const fn number(self) -> usize {
        (self.0 - ROW_STARTS[self.row()]) as usize + 1
    }

    /// The cube coordinates `(x, y, z)`, whose sum is 0: `z` grows from row to row, `x` to the right
    /// and `y` to the left.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::Hole;
    /// assert_eq!(Hole::named("a1").unwrap().cube(), (4, 4, -8));
    /// assert_eq!(Hole::named("i5").unwrap().cube(), (0, 0, 0));
    /// ```
    pub const fn cube(self) -> (i8, i8, i8) {
        CUBES[self.index()]
    }

    /// Whether the hole belongs to one of the four points that are nobody's home. A marble may touch
    /// them in the course of its jumps but not stay there.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::Hole;
    /// assert_eq!(Hole::all().filter(|hole| hole.is_neutral()).count(), 40);
    /// ```
    pub const fn is_neutral(self) -> bool {
        NEUTRAL & self.bit() != 0
    }

    /// The hole opposite: the board turned by half a circle.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::Hole;
    /// assert_eq!(Hole::named("b1").unwrap().opposite(), Hole::named("p2").unwrap());
    /// ```
    pub const fn opposite(self) -> Hole {
        Hole(HOLES as u8 - 1 - self.0)
    }

    /// The hole on the other side of the line from tip to tip.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::Hole;
    /// assert_eq!(Hole::named("b1").unwrap().mirrored(), Hole::named("b2").unwrap());
    /// ```
    pub const fn mirrored(self) -> Hole {
        let row = self.row();
        Hole(2 * ROW_STARTS[row] + ROW_LENGTHS[row] - 1 - self.0)
    }

    #[inline]
    pub(super) const fn bit(self) -> Holes {
        1 << self.0
    }
}

/// The name: row letter and number.
impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.row() as u8) as char, self.number())
    }
}

impl Hole {
    /// The hole of a bit, counted from bit 0 or bit 64 of a set.
    #[inline]
    pub(super) fn of_bit(bit: u32, offset: u8) -> Hole {
        Hole(bit as u8 + offset)
    }
}

/// The holes of a set in rising order.
pub(super) fn holes_of(mut set: Holes) -> impl Iterator<Item = Hole> {
    std::iter::from_fn(move || (set != 0).then(|| take_lowest(&mut set)))
}

/// Removes the lowest hole of a set that is not empty.
#[inline]
pub(super) fn take_lowest(set: &mut Holes) -> Hole {
    let hole = Hole(set.trailing_zeros() as u8);
    *set &= set.wrapping_sub(1);
    hole
}

/// Removes the highest hole of a set that is not empty.
#[inline]
pub(super) fn take_highest(set: &mut Holes) -> Hole {
    let hole = Hole(127 - set.leading_zeros() as u8);
    *set ^= hole.bit();
    hole
}

const fn on_board(x: i8, y: i8, z: i8) -> bool {
    (x >= -4 && y >= -4 && z >= -4) || (x <= 4 && y <= 4 && z <= 4)
}

/// The cube coordinates of every hole.
const CUBES: [(i8, i8, i8); HOLES] = {
    let mut cubes = [(0, 0, 0); HOLES];
    let mut hole = 0;
    let mut z = -8;
    while z <= 8 {
        let mut x = -8;
        while x <= 8 {
            if on_board(x, -x - z, z) {
                cubes[hole] = (x, -x - z, z);
                hole += 1;
            }
            x += 1;
        }
        z += 1;
    }
    assert!(hole == HOLES);
    cubes
};

/// Each player's home, where the marbles start; the other's is the goal.
pub(super) const HOMES: [Holes; 2] = [(1 << 10) - 1, ((1 << 10) - 1) << (HOLES - 10)];

/// The four points that are nobody's home.
pub(super) const NEUTRAL: Holes = {
    let mut set = 0;
    let mut hole = 0;
    while hole < HOLES {
        let (x, y, _) = CUBES[hole];
        if x.abs() > 4 || y.abs() > 4 {
            set |= 1 << hole;
        }
        hole += 1;
    }
    set
};

/// The holes where a marble may stay.
pub(super) const STANDING: Holes = ((1 << HOLES) - 1) & !NEUTRAL;

/// The holes beside each hole.
pub(super) const NEIGHBOURS: [Holes; HOLES] = {
    let mut neighbours = [0; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let mut other = 0;
        while other < HOLES {
            let ((x, y, z), (u, v, w)) = (CUBES[hole], CUBES[other]);
            // In cube coordinates the distance is half the sum of the differences.
            if (x - u).abs() + (y - v).abs() + (z - w).abs() == 2 {
                neighbours[hole] |= 1 << other;
            }
            other += 1;
        }
        hole += 1;
    }
    neighbours
};

/// The lines of the board: 17 in each of three directions, none longer than 13 holes and none with a gap.
pub(super) const LINES: usize = 3 * ROWS;

/// The longest line.
const LONGEST: usize = 13;

/// A place on a line, counted from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnLine {
    pub(super) line: u8,
    pub(super) at: u8,
}

/// The three places of each hole, one on each line through it.
///
/// PERF: this table and those below are longer than they need be, a power of two, so that a masked
/// index cannot lie outside and is not checked.
pub(super) static PLACES: [[OnLine; 3]; 128] = {
    let mut places = [[OnLine { line: 0, at: 0 }; 3]; 128];
    let mut filled = [0; LINES];
    let mut hole = 0;
    while hole < HOLES {
        let (x, y, z) = CUBES[hole];
        let lines = [(z + 8) as usize, ROWS + (x + 8) as usize, 2 * ROWS + (y + 8) as usize];
        let mut axis = 0;
        while axis < 3 {
            // Holes are numbered so that every line meets them in rising order.
            let line = lines[axis];
            places[hole][axis] = OnLine { line: line as u8, at: filled[line] };
            filled[line] += 1;
            axis += 1;
        }
        hole += 1;
    }
    places
};

/// The hole at each place, as a set, by 16 times the line plus the place on it.
static HOLE_AT: [Holes; 1024] = {
    let mut holes = [0; 1024];
    let mut hole = 0;
    while hole < HOLES {
        let mut axis = 0;
        while axis < 3 {
            let OnLine { line, at } = PLACES[hole][axis];
            holes[16 * line as usize + at as usize] = 1 << hole;
            axis += 1;
        }
        hole += 1;
    }
    holes
};

/// What stands on each line, as one bit a place. The place just behind a line counts as taken, so that
/// no jump leaves the board. Only the first [`LINES`] words are used.
pub(super) type Occupancy = [u16; 64];

/// The lines of the empty board.
pub(super) const NO_MARBLES: Occupancy = {
    let mut lines = [0; 64];
    let mut line = 0;
    while line < LINES {
        lines[line] = 1 << ROW_LENGTHS[line % ROWS];
        line += 1;
    }
    lines
};

/// Puts a marble on the three lines of a hole, or takes it off.
#[inline]
pub(super) fn toggle(lines: &mut Occupancy, hole: Hole) {
    for place in PLACES[hole.index() & 127] {
        lines[usize::from(place.line & 63)] ^= 1 << (place.at & 15);
    }
}

/// Where the jumps along a line lead, up in the low and down in the high half of the byte, by 2^13 times
/// the place plus what stands on the line. Where there is no jump, it "leads" to the place itself.
static LANDINGS: [u8; 16 << LONGEST] = {
    let (mut up, mut down) = ([0; 1 << LONGEST], [0; 1 << LONGEST]);
    let mut ahead = 1;
    while ahead < up.len() {
        up[ahead] = jump_length(ahead as u32);
        // The nearest place is the highest bit here.
        down[ahead] = jump_length((ahead as u32).reverse_bits() >> (32 - LONGEST));
        ahead += 1;
    }
    let mut landings = [0; 16 << LONGEST];
    let mut at = 0;
    while at < LONGEST {
        let mut line = 0;
        while line < 1 << LONGEST {
            // One more place is taken: the one that a line of 13 holes does not have.
            let above = up[line >> (at + 1) | 1 << (LONGEST - 1 - at)] as usize;
            let below = down[(line << (LONGEST - at) | 1 << (LONGEST - 1 - at)) & (up.len() - 1)] as usize;
            landings[at << LONGEST | line] = ((at + above) | (at - below) << 4) as u8;
            line += 1;
        }
        at += 1;
    }
    landings
};

/// How far a jump goes, by what stands ahead, the nearest place lowest; 0 if there is no jump. A marble
/// at distance k is jumped over to distance 2k, if nothing else stands on the way. What comes second
/// must therefore be further away; beyond the line there always is something.
const fn jump_length(ahead: u32) -> u8 {
    let first = ahead.trailing_zeros() + 1;
    let second = (ahead & ahead.wrapping_sub(1)).trailing_zeros() + 1;
    if second <= LONGEST as u32 && second > 2 * first { 2 * first as u8 } else { 0 }
}

/// Where one jump leads from a hole that is empty or has been left; perhaps also that hole itself.
///
/// PERF: each line gives at most one landing in either direction, both in one look-up.
#[inline]
pub(super) fn landings(lines: &Occupancy, hole: Hole) -> Holes {
    let mut landings = 0;
    for place in PLACES[hole.index() & 127] {
        let line = usize::from(place.line & 63);
        let standing = usize::from(lines[line]) & ((1 << LONGEST) - 1);
        let both = usize::from(LANDINGS[usize::from(place.at & 15) << LONGEST | standing]);
        landings |= HOLE_AT[line << 4 | both & 15] | HOLE_AT[line << 4 | both >> 4];
    }
    landings
}
