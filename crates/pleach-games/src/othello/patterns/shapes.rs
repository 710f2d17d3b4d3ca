//! The shapes, where they lie on the board, and the numbers of what lies on them.

/// A set of squares with an order, as it lies at one place of the board; the board's symmetries put it
/// everywhere else.
pub(super) struct Shape {
    pub(super) name: &'static str,
    pub(super) squares: &'static [u8],
}

impl Shape {
    /// How many ways there are to put own discs, the opponent's or none on its squares.
    pub(super) const fn configurations(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }
}

const fn shape(name: &'static str, squares: &'static [u8]) -> Shape {
    Shape { name, squares }
}

/// The shapes from the smallest to the largest, which the layout of the weights relies on.
pub(super) const SHAPES: [Shape; 11] = [
    shape("diagonal_4", &[3, 10, 17, 24]),
    shape("diagonal_5", &[4, 11, 18, 25, 32]),
    shape("diagonal_6", &[5, 12, 19, 26, 33, 40]),
    shape("diagonal_7", &[6, 13, 20, 27, 34, 41, 48]),
    shape("diagonal_8", &[7, 14, 21, 28, 35, 42, 49, 56]),
    shape("row_2", &[8, 9, 10, 11, 12, 13, 14, 15]),
    shape("row_3", &[16, 17, 18, 19, 20, 21, 22, 23]),
    shape("row_4", &[24, 25, 26, 27, 28, 29, 30, 31]),
    shape("corner_3x3", &[0, 1, 2, 8, 9, 10, 16, 17, 18]),
    shape("edge_2x", &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14]),
    shape("corner_2x5", &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12]),
];

/// How many times the shapes lie on the board, all together.
pub(super) const INSTANCES: usize = 46;
/// The numbers that are worked on at once, in a register of 32 bytes or two of 16.
pub(super) const LANES: usize = 16;
/// How often that must be done for all instances.
pub(super) const PARTS: usize = INSTANCES.div_ceil(LANES);
/// The squares of the largest shape.
const MOST_SQUARES: usize = 10;

/// A shape at one place of the board.
#[derive(Clone, Copy)]
pub(super) struct Instance {
    /// The number of the shape.
    pub(super) shape: usize,
    /// The squares in the order of the shape's own; the rest is not used.
    squares: [u8; MOST_SQUARES],
}

/// Where one of the board's eight symmetries takes a square.
pub(super) const fn image(square: u8, symmetry: u8) -> u8 {
    let square = if symmetry & 1 != 0 { square ^ 56 } else { square };
    let square = if symmetry & 2 != 0 { square ^ 7 } else { square };
    if symmetry & 4 != 0 { square % 8 * 8 + square / 8 } else { square }
}

const fn instance(shape: usize, symmetry: u8) -> Instance {
    let mut squares = [0; MOST_SQUARES];
    let mut place = 0;
    while place < SHAPES[shape].squares.len() {
        squares[place] = image(SHAPES[shape].squares[place], symmetry);
        place += 1;
    }
    Instance { shape, squares }
}

const fn mask(instance: &Instance) -> u64 {
    let (mut mask, mut place) = (0, 0);
    while place < SHAPES[instance.shape].squares.len() {
        mask |= 1 << instance.squares[place];
        place += 1;
    }
    mask
}

/// Every shape at every place, those of one shape together. Symmetries that take a shape to the same squares
/// count once: which of them is chosen does not matter, because such configurations share their weight.
pub(super) const ALL: [Instance; INSTANCES] = {
    let mut all = [Instance { shape: 0, squares: [0; MOST_SQUARES] }; INSTANCES];
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut symmetry = 0;
        while symmetry < 8 {
            let candidate = instance(shape, symmetry);
            let (mut known, mut new) = (0, true);
            while known < count {
                new &= all[known].shape != shape || mask(&all[known]) != mask(&candidate);
                known += 1;
            }
            if new {
                all[count] = candidate;
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == INSTANCES);
    all
};

/// Where the instances of each shape begin in [`ALL`], and where those of the last end.
pub(super) const FIRST: [usize; SHAPES.len() + 1] = {
    let mut first = [0; SHAPES.len() + 1];
    let mut number = 0;
    while number < INSTANCES {
        first[ALL[number].shape + 1] = number + 1;
        number += 1;
    }
    first
};

/// What some squares add to the numbers of sixteen instances.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Row([u16; LANES]);

impl Row {
    const ZERO: Row = Row([0; LANES]);

    #[inline(always)]
    fn plus(self, other: Row) -> Row {
        Row(std::array::from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }
}

/// For each part of the instances, each four squares of the board and each set of discs on them: what they add. A
/// table for eight squares at once would halve the additions, but does not fit into the first cache.
static ADDED: [[[Row; 16]; 16]; PARTS] = {
    let mut added = [[[Row::ZERO; 16]; 16]; PARTS];
    let mut number = 0;
    while number < INSTANCES {
        let (mut place, mut power) = (0, 1);
        while place < SHAPES[ALL[number].shape].squares.len() {
            let square = ALL[number].squares[place] as usize;
            let mut discs = 0;
            while discs < 16 {
                if discs >> (square % 4) & 1 != 0 {
                    added[number / LANES][square / 4][discs].0[number % LANES] += power;
                }
                discs += 1;
            }
            place += 1;
            power *= 3;
        }
        number += 1;
    }
    added
};

/// A number for every instance; what follows the last is 0. Aligned, so that a register is written at once.
#[repr(align(32))]
pub(super) struct Configurations(pub(super) [u16; LANES * PARTS]);

/// The configuration of every instance in the order of [`ALL`]: a number of base three whose digits, the shape's
/// first square being the lowest, are 0 for an empty square, 1 for a disc of `own` and 2 for one of `other`.
///
/// PERF: a sum of table rows, which the compiler adds up in registers of whatever width there is. Squares need no
/// order for it, so that no images of the board have to be made, and no bits to be gathered.
#[allow(clippy::needless_range_loop, reason = "one index for own and other")]
#[inline(always)]
pub(super) fn configurations(own: u64, other: u64) -> Configurations {
    let (mut ones, mut twos) = ([Row::ZERO; PARTS], [Row::ZERO; PARTS]);
    for four in 0..16 {
        let (own, other) = ((own >> (4 * four) & 15) as usize, (other >> (4 * four) & 15) as usize);
        for part in 0..PARTS {
            ones[part] = ones[part].plus(ADDED[part][four][own]);
            twos[part] = twos[part].plus(ADDED[part][four][other]);
        }
    }
    let mut configurations = Configurations([0; LANES * PARTS]);
    for part in 0..PARTS {
        let sum = ones[part].plus(twos[part]).plus(twos[part]);
        configurations.0[part * LANES..][..LANES].copy_from_slice(&sum.0);
    }
    configurations
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, square by square.
    fn plainly(own: u64, other: u64) -> Vec<u16> {
        let digit = |square: u8| (own >> square & 1) as u16 + 2 * (other >> square & 1) as u16;
        let number = |instance: &Instance| {
            let squares = &instance.squares[..SHAPES[instance.shape].squares.len()];
            squares.iter().rev().fold(0, |number, &square| 3 * number + digit(square))
        };
        ALL.iter().map(number).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn configurations_are_as_defined(own: u64, other: u64, empty: u64) {
            let (own, other) = (own & !empty, other & !own & !empty);
            prop_assert_eq!(&configurations(own, other).0[..INSTANCES], plainly(own, other));
        }
    }

    #[test]
    fn every_shape_lies_where_it_should() {
        let count = |name: &str| ALL.iter().filter(|instance| SHAPES[instance.shape].name == name).count();
        let counts: Vec<usize> = SHAPES.iter().map(|shape| count(shape.name)).collect();
        assert_eq!(counts, [4, 4, 4, 4, 2, 4, 4, 4, 4, 4, 8]);
        assert!(SHAPES.is_sorted_by_key(|shape| shape.squares.len()));
        let covered = ALL.iter().map(mask).fold(0, |all, mask| all | mask);
        assert_eq!(covered, u64::MAX);
    }
}
