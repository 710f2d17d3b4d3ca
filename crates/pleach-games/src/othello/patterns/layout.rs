//! The groups of weights, which configurations share one, and where a stage keeps them for look-up.

use super::shapes::{SHAPES, Shape, image};
use pleach::{Weights, WeightsError};
use std::sync::LazyLock;

/// How many stages of the game there are weights for.
pub(super) const STAGES: usize = 12;
const DISCS_OF_A_STAGE: u32 = 5;

/// The stage of a number of discs on the board: four to eight are the first, 59 to 64 the last.
#[inline(always)]
pub(super) const fn stage(discs: u32) -> usize {
    let stage = discs.saturating_sub(4) / DISCS_OF_A_STAGE;
    if stage < STAGES as u32 { stage as usize } else { STAGES - 1 }
}

/// The most moves, and the most potential moves, that are told apart.
pub(super) const MOST_MOVES: usize = 24;
pub(super) const MOST_POTENTIAL: usize = 31;

/// What is counted beside the shapes, with the number of weights each has: one for every count, or a single one.
pub(super) const COUNTED: [(&str, usize); 6] = [
    ("mobility", MOST_MOVES + 1),
    ("mobility_other", MOST_MOVES + 1),
    ("potential", MOST_POTENTIAL + 1),
    ("potential_other", MOST_POTENTIAL + 1),
    ("parity", 1),
    ("constant", 1),
];

/// The places of [`COUNTED`] in a stage.
pub(super) const MOBILITY: usize = 0;
pub(super) const MOBILITY_OTHER: usize = MOBILITY + COUNTED[0].1;
pub(super) const POTENTIAL: usize = MOBILITY_OTHER + COUNTED[1].1;
pub(super) const POTENTIAL_OTHER: usize = POTENTIAL + COUNTED[2].1;
pub(super) const PARITY: usize = POTENTIAL_OTHER + COUNTED[3].1;
pub(super) const CONSTANT: usize = PARITY + COUNTED[4].1;

/// Where the configurations of each shape begin in a stage.
pub(super) const BASES: [usize; SHAPES.len()] = {
    let mut bases = [CONSTANT + 1; SHAPES.len()];
    let mut shape = 1;
    while shape < SHAPES.len() {
        bases[shape] = bases[shape - 1] + SHAPES[shape - 1].configurations();
        shape += 1;
    }
    bases
};

/// PERF: a stage is as long as any 16-bit number could reach beyond the last base, so that the compiler sees that
/// no look-up can miss. The largest shape is the last one, and little is wasted.
const STAGE_LENGTH: usize = BASES[SHAPES.len() - 1] + (1 << 16);

/// The weights of a stage by configuration.
pub(super) type Stage = [i16; STAGE_LENGTH];

/// A group of weights, with as many for each stage as it has classes.
pub(super) struct Group {
    pub(super) name: &'static str,
    /// Where a stage keeps its first.
    base: usize,
    /// For each configuration or count the class whose weight it has.
    pub(super) class: Vec<u16>,
    pub(super) classes: usize,
}

/// The groups: those of the shapes in their order, then those of what is counted.
pub(super) static GROUPS: LazyLock<Vec<Group>> = LazyLock::new(|| {
    let shapes = SHAPES.iter().zip(BASES).map(|(shape, base)| {
        let (class, classes) = classes(shape);
        Group { name: shape.name, base, class, classes }
    });
    let counted = COUNTED.iter().scan(0, |base, &(name, classes)| {
        *base += classes;
        Some(Group { name, base: *base - classes, class: (0..classes as u16).collect(), classes })
    });
    shapes.chain(counted).collect()
});

/// The configurations of a shape numbered such that those which the board's symmetries take into each other have
/// one number, in the order in which they first appear; and how many numbers there are.
fn classes(shape: &Shape) -> (Vec<u16>, usize) {
    let place = |square| shape.squares.iter().position(|&known| known == square);
    let to_itself = |symmetry| shape.squares.iter().map(|&square| place(image(square, symmetry))).collect();
    let permutations: Vec<Vec<usize>> = (0..8).filter_map(to_itself).collect();
    let mut class = Vec::with_capacity(shape.configurations());
    let mut classes = 0;
    for number in 0..shape.configurations() {
        let least = permutations.iter().map(|places| permuted(number, places)).min().unwrap_or(number);
        if least == number {
            class.push(classes);
            classes += 1;
        } else {
            class.push(class[least]);
        }
    }
    (class, classes.into())
}

/// A configuration with each digit moved to another place.
fn permuted(mut number: usize, places: &[usize]) -> usize {
    let mut moved = 0;
    for &place in places {
        moved += number % 3 * 3usize.pow(place as u32);
        number /= 3;
    }
    moved
}

/// No weight is larger than this, in hundredths of a disc: several times what a whole game can be worth.
const LARGEST_WEIGHT: i32 = i16::MAX as i32;

/// The stages filled with weights, which must have all groups and no others.
pub(super) fn stages(weights: &Weights) -> Result<Vec<Stage>, WeightsError> {
    let mut stages = vec![[0; STAGE_LENGTH]; STAGES];
    for group in GROUPS.iter() {
        let numbers = weights.group(group.name, STAGES * group.classes)?;
        if let Some(large) = numbers.iter().find(|weight| weight.unsigned_abs() > LARGEST_WEIGHT as u32) {
            return Err(WeightsError::new(format!(
                "'{}' has {large}: a weight is between -{LARGEST_WEIGHT} and {LARGEST_WEIGHT}",
                group.name
            )));
        }
        for (stage, numbers) in stages.iter_mut().zip(numbers.chunks_exact(group.classes)) {
            for (weight, &class) in stage[group.base..].iter_mut().zip(&group.class) {
                *weight = numbers[usize::from(class)] as i16;
            }
        }
    }
    match weights.groups().find(|(name, _)| GROUPS.iter().all(|group| group.name != *name)) {
        Some((name, _)) => Err(WeightsError::new(format!("'{name}' is unknown"))),
        None => Ok(stages),
    }
}

/// Where each of [`GROUPS`] begins in the flat list of these weights, which must have them all.
pub(super) fn offsets(weights: &Weights) -> Vec<u32> {
    GROUPS.iter().map(|group| weights.place(group.name).unwrap_or(0) as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrored_configurations_share_a_weight() {
        let classes: Vec<(&str, usize)> = GROUPS.iter().map(|group| (group.name, group.classes)).collect();
        let expected = [
            ("diagonal_4", (81 + 9) / 2),
            ("diagonal_5", (243 + 27) / 2),
            ("diagonal_6", (729 + 27) / 2),
            ("diagonal_7", (2187 + 81) / 2),
            ("diagonal_8", (6561 + 81) / 2),
            ("row_2", (6561 + 81) / 2),
            ("row_3", (6561 + 81) / 2),
            ("row_4", (6561 + 81) / 2),
            ("corner_3x3", (19683 + 729) / 2),
            ("edge_2x", 29646),
            ("corner_2x5", 59049),
        ];
        assert_eq!(classes[..SHAPES.len()], expected);
        assert_eq!(classes[SHAPES.len()..], COUNTED);
        assert_eq!(classes.iter().map(|(_, classes)| classes).sum::<usize>(), 113_993);
    }

    #[test]
    fn groups_follow_each_other_in_a_stage() {
        let mut groups: Vec<&Group> = GROUPS.iter().collect();
        groups.sort_by_key(|group| group.base);
        for pair in groups.windows(2) {
            assert_eq!(pair[0].base + pair[0].class.len(), pair[1].base, "{}", pair[1].name);
        }
        let bases = [MOBILITY, MOBILITY_OTHER, POTENTIAL, POTENTIAL_OTHER, PARITY, CONSTANT];
        assert!(groups.iter().map(|group| group.base).take(6).eq(bases));
    }

    #[test]
    fn stages_follow_each_other() {
        let stages: Vec<usize> = [0, 4, 8, 9, 13, 14, 58, 59, 63, 64].map(stage).into();
        assert_eq!(stages, [0, 0, 0, 1, 1, 2, 10, 11, 11, 11]);
    }
}
