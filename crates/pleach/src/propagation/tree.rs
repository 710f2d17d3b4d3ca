//! Uniform random trees, level by level in memory, drawn again and again.

use super::lanes::Lanes;
use crate::game::{Player, mix};

/// How leaves get their values; the example is at [`UniformTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeafValues {
    /// Each on its own, evenly from `[0, 1)`.
    Independent,
    /// Every node draws a number from `[0, 1)`, and a leaf has the mean of those on its path: siblings are alike, as in
    /// real games (Newborn 1977).
    Newborn,
}

/// A tree in which every inner node has the same number of children and all leaves the same depth.
///
/// Its memory is used again for the next tree. Values are whole numbers in Max's view, in fixed point: only their order
/// matters. A level holds its nodes so that child `j` of node `i` of the level above, which has `n` nodes, is at
/// `i + j n`: then a value is backed up for all parents at once.
///
/// ```
/// use pleach::propagation::{LeafValues, UniformTree};
/// let mut tree = UniformTree::new(3, 4, LeafValues::Newborn).unwrap();
/// tree.draw(7);
/// assert_eq!(tree.values(3).len(), 27);
/// assert_eq!(tree.value(), *tree.values(1).iter().max().unwrap());
/// let replies = tree.children(1, 2).map(|place| tree.values(2)[place]);
/// assert_eq!(tree.values(1)[2], replies.min().unwrap());
/// // The same seed, the same tree.
/// let value = tree.value();
/// tree.draw(8);
/// tree.draw(7);
/// assert_eq!(tree.value(), value);
/// ```
#[derive(Clone, Debug)]
pub struct UniformTree {
    branching: usize,
    leaf_values: LeafValues,
    pub(super) random: Lanes,
    /// The seed of what is random beside the values.
    pub(super) choices: u64,
    /// The values of the nodes, from the root on.
    pub(super) levels: Vec<Vec<i32>>,
    /// Room for values with pruning.
    pub(super) scratch: Vec<Vec<i32>>,
    /// Room for the nodes that are pruned.
    pub(super) nodes: Vec<(u32, usize)>,
    /// Room for the values of the root's moves.
    pub(super) moves: Vec<i32>,
}

/// The bits of a value.
const BITS: u32 = 30;
/// More leaves than this are not kept in memory.
const MOST_LEAVES: usize = 1 << 26;

impl UniformTree {
    /// Room for trees with so many children per node and this height in nodes. `None` unless both are at least 1 and the
    /// leaves are at most 2^26.
    ///
    /// ```
    /// use pleach::propagation::{LeafValues, UniformTree};
    /// assert!(UniformTree::new(0, 4, LeafValues::Newborn).is_none());
    /// assert!(UniformTree::new(10, 10, LeafValues::Newborn).is_none());
    /// assert_eq!(UniformTree::new(10, 4, LeafValues::Newborn).unwrap().leaves(), 1000);
    /// ```
    pub fn new(branching: u32, height: u32, leaf_values: LeafValues) -> Option<UniformTree> {
        // A line of one child a node has as many levels as somebody asks for.
        let plies = height.checked_sub(1).filter(|&plies| branching > 0 && plies < 1 << 16)?;
        let wide = |depth| (branching as usize).checked_pow(depth).filter(|&nodes| nodes <= MOST_LEAVES);
        wide(plies)?;
        let levels: Option<Vec<Vec<i32>>> = (0..=plies).map(|depth| Some(vec![0; wide(depth)?])).collect();
        let levels = levels?;
        Some(UniformTree {
            branching: branching as usize,
            leaf_values,
            random: Lanes::new(0),
            choices: 0,
            scratch: levels[..plies as usize].to_vec(),
            levels,
            nodes: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// How many leaves a tree has; the example is at [`UniformTree::new`].
    pub fn leaves(&self) -> usize {
        self.levels.last().map_or(0, Vec::len)
    }

    /// The depth of the leaves, one less than the height.
    ///
    /// ```
    /// use pleach::propagation::{LeafValues, UniformTree};
    /// assert_eq!(UniformTree::new(2, 5, LeafValues::Newborn).unwrap().plies(), 4);
    /// ```
    pub fn plies(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// Draws another tree, and backs its values up; the example is at [`UniformTree`].
    pub fn draw(&mut self, seed: u64) {
        self.random = Lanes::new(seed);
        self.choices = mix(seed ^ 0x0063_686f_6963_6573);
        match self.leaf_values {
            LeafValues::Independent => self.draw_leaves(),
            LeafValues::Newborn => self.draw_all_nodes(),
        }
        for depth in (0..self.plies() as usize).rev() {
            let (above, below) = self.levels.split_at_mut(depth + 1);
            back_up(&mut above[depth], &below[0], player_at(depth as u32));
        }
    }

    fn draw_leaves(&mut self) {
        if let Some(leaves) = self.levels.last_mut() {
            self.random.each(leaves, |leaf, number| *leaf = (number >> (32 - BITS)) as i32);
        }
    }

    /// Sums stand for means, since all paths are equally long; and the root's number is left out, since it is part of
    /// all of them.
    fn draw_all_nodes(&mut self) {
        let spare = 32 - BITS + (self.plies() + 1).ilog2() + 1;
        self.levels[0][0] = 0;
        for depth in 0..self.plies() as usize {
            let (above, below) = self.levels.split_at_mut(depth + 1);
            self.random.each(&mut below[0], |node, number| *node = (number >> spare) as i32);
            for siblings in below[0].chunks_exact_mut(above[depth].len()) {
                siblings.iter_mut().zip(&above[depth]).for_each(|(node, parent)| *node += parent);
            }
        }
    }

    /// The value of the tree; the example is at [`UniformTree`].
    pub fn value(&self) -> i32 {
        self.levels[0][0]
    }

    /// The values of all nodes at a depth, nothing below the leaves; the example is at [`UniformTree`].
    pub fn values(&self, depth: u32) -> &[i32] {
        self.levels.get(depth as usize).map_or(&[], Vec::as_slice)
    }

    /// The places of the children of a node among the nodes one ply below it; the example is at [`UniformTree`].
    pub fn children(&self, depth: u32, place: usize) -> impl Iterator<Item = usize> + use<> {
        let wide = self.values(depth).len();
        let count = if depth < self.plies() { self.branching } else { 0 };
        (0..count).map(move |number| place + number * wide)
    }

    /// The place of a node's parent among the nodes one ply above it.
    pub(super) fn parent(&self, depth: u32, place: usize) -> usize {
        place % self.values(depth - 1).len()
    }
}

/// Who moves at a depth.
pub(super) fn player_at(depth: u32) -> Player {
    if depth.is_multiple_of(2) { Player::Max } else { Player::Min }
}

/// What a node without children is worth: nothing that its player would choose.
pub(super) fn without_children(player: Player) -> i32 {
    match player {
        Player::Max => i32::MIN,
        Player::Min => i32::MAX,
    }
}

/// The better of two values for a player.
#[inline]
pub(super) fn better(player: Player, one: i32, other: i32) -> i32 {
    match player {
        Player::Max => one.max(other),
        Player::Min => one.min(other),
    }
}

/// Backs values up for all parents at once.
fn back_up(parents: &mut [i32], children: &[i32], player: Player) {
    parents.fill(without_children(player));
    for siblings in children.chunks_exact(parents.len()) {
        for (parent, &child) in parents.iter_mut().zip(siblings) {
            *parent = better(player, *parent, child);
        }
    }
}
