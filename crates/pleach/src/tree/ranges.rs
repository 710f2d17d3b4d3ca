//! Random trees of ranges, as Li and Marsland made them.

use crate::game::{Game, Hashed, Player, mix};
use crate::value::{Interval, Score};

/// A node of a random tree whose nodes have ranges that agree with each other: the range of every node is what
/// R_MAX makes of its successors. It is computed from the path and has no end of its own: search it to a
/// depth, with [`RangeTree::range`] as the evaluator.
///
/// The root's range is drawn at random. Of a node with the range `[l, u]` in the domain `[-i, i]` one random
/// successor gets the upper bound `-l` and a lower bound from `[-u, -l]`, another one the lower bound `-u` and
/// an upper bound from `[-l, i]`; all others draw the lower bound from `[-u, i]` and the upper one from `[-l, i]`,
/// exchanged if they are crossed. A single successor gets `[-u, -l]`.
///
/// Reference: Li and Marsland (1989), section 6. The paper exchanges the bounds of every successor; done to
/// the first one, that contradicts its node.
///
/// ```
/// use pleach::tree::RangeTree;
/// use pleach::uncertain::{Walk, r_ab};
/// use pleach::{Interval, Limits};
/// let tree = RangeTree::new(5, 6, 1).unwrap();
/// let mut walk = Walk::new(&RangeTree::range, &Limits::none());
/// assert_eq!(r_ab(&mut walk, &tree, 6, Interval::FULL), Ok(tree.range()));
/// assert!(walk.leaves() <= tree.leaves(6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeTree {
    /// Nodes have fewer successors than this.
    width: u32,
    domain: i32,
    key: u64,
    low: i32,
    high: i32,
    to_move: Player,
}

impl RangeTree {
    /// The largest domain there is room for.
    pub const MOST_DOMAIN: u32 = 1_000_000;

    /// A tree whose nodes have 1 to `width - 1` successors and ranges within `[-domain, domain]`. `None` unless
    /// the width is at least 2 and the domain between 1 and [`RangeTree::MOST_DOMAIN`].
    ///
    /// ```
    /// use pleach::tree::RangeTree;
    /// assert!(RangeTree::new(1, 6, 1).is_none() && RangeTree::new(4, 0, 1).is_none());
    /// ```
    pub fn new(width: u32, domain: u32, seed: u64) -> Option<RangeTree> {
        if width < 2 || !(1..=RangeTree::MOST_DOMAIN).contains(&domain) {
            return None;
        }
        let key = mix(seed ^ 0x5eed_0f72_a4e5);
        let (to_move, domain) = (Player::Max, domain as i32);
        let mut root = RangeTree { width, domain, key, low: 0, high: 0, to_move };
        let (one, other) = (root.between(1, -domain, domain), root.between(2, -domain, domain));
        (root.low, root.high) = (one.min(other), one.max(other));
        Some(root)
    }

    /// The range of the node's value for the side to move.
    ///
    /// ```
    /// let tree = pleach::tree::RangeTree::new(5, 6, 1).unwrap();
    /// assert!(tree.range().width() <= 12);
    /// ```
    pub fn range(&self) -> Interval {
        Interval::new(Score::new(self.low), Score::new(self.high)).unwrap_or(Interval::FULL)
    }

    /// The number of leaves of the whole tree of this depth.
    ///
    /// ```
    /// let tree = pleach::tree::RangeTree::new(2, 6, 1).unwrap();
    /// assert_eq!(tree.leaves(8), 1);
    /// ```
    pub fn leaves(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.successors().into(),
            // Bounds do not matter here, but only the keys.
            _ => (0..self.successors())
                .map(|number| RangeTree { key: self.key_of(number), ..*self }.leaves(depth - 1))
                .sum(),
        }
    }

    fn successors(&self) -> u32 {
        1 + (mix(self.key ^ 3) % u64::from(self.width - 1)) as u32
    }

    fn key_of(&self, number: u32) -> u64 {
        mix(self.key ^ mix(u64::from(number) + 16))
    }

    /// A random number between two, both possible.
    fn between(&self, draw: u64, low: i32, high: i32) -> i32 {
        low + (mix(self.key ^ mix(draw ^ 0xd4a3)) % (high.abs_diff(low) as u64 + 1)) as i32
    }

    /// The bounds of a successor.
    fn bounds_of(&self, number: u32) -> (i32, i32) {
        let (count, least, most) = (self.successors(), -self.high, -self.low);
        if count == 1 {
            return (least, most);
        }
        let first = (mix(self.key ^ 4) % u64::from(count)) as u32;
        let second = (first + 1 + (mix(self.key ^ 5) % u64::from(count - 1)) as u32) % count;
        let draw = 8 * (u64::from(number) + 1);
        if number == first {
            (self.between(draw, least, most), most)
        } else if number == second {
            (least, self.between(draw, most, self.domain))
        } else {
            let (one, other) =
                (self.between(draw, least, self.domain), self.between(draw + 1, most, self.domain));
            (one.min(other), one.max(other))
        }
    }
}

impl Game for RangeTree {
    type Move = u32;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        0..self.successors()
    }

    fn play(&mut self, number: u32) {
        (self.low, self.high) = self.bounds_of(number);
        self.key = self.key_of(number);
        self.to_move = self.to_move.other();
    }

    fn outcome(&self) -> Option<Score> {
        None
    }
}

impl Hashed for RangeTree {
    fn key(&self) -> u64 {
        self.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_range_is_that_of_its_successors() {
        for seed in 0..200 {
            let mut node = RangeTree::new(7, 6, seed).unwrap();
            for ply in 0..12u64 {
                let successors = node.moves().map(|number| -node.after(number).range());
                assert_eq!(successors.reduce(Interval::max), Some(node.range()), "{node:?}");
                let count = node.moves().count() as u64;
                node.play((mix(seed ^ mix(ply)) % count) as u32);
            }
        }
    }

    #[test]
    fn leaves_are_those_of_the_tree() {
        fn count(node: RangeTree, depth: u32) -> u64 {
            if depth == 0 { 1 } else { node.moves().map(|number| count(node.after(number), depth - 1)).sum() }
        }
        for seed in 0..20 {
            let tree = RangeTree::new(5, 6, seed).unwrap();
            assert_eq!(tree.leaves(5), count(tree, 5));
        }
    }
}
