//! Random explicit trees for property tests.

use crate::game::Player;
use crate::tree::{ExplicitTree, TreeBuilder, TreeError};
use crate::value::Score;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What random trees may look like.
#[derive(Clone, Copy, Debug)]
pub struct TreeRange {
    /// The deepest level a leaf can have.
    pub deepest: u32,
    /// The most children a node can have; the least is one.
    pub widest: u32,
    /// How many different values leaves have; few make ties.
    pub values: u32,
    /// Whether a side may move twice running.
    pub extra_turns: bool,
}

impl Default for TreeRange {
    fn default() -> Self {
        TreeRange { deepest: 6, widest: 4, values: 12, extra_turns: false }
    }
}

/// A random tree by the generator xoshiro256++: leaves at all levels, nodes with one child, ties,
/// static values, either player at the root.
///
/// ```
/// use pleach::testkit::{TreeRange, random_tree};
/// let tree = random_tree(7, TreeRange::default());
/// assert_eq!(tree.to_string(), random_tree(7, TreeRange::default()).to_string());
/// ```
pub fn random_tree(seed: u64, range: TreeRange) -> ExplicitTree {
    let mut maker =
        Maker { random: Xoshiro256PlusPlus::seed_from_u64(seed), builder: TreeBuilder::default(), range };
    let player = if maker.below(2) == 0 { Player::Max } else { Player::Min };
    maker
        .subtree(0, player)
        .and_then(|()| maker.builder.finish())
        .expect("the nodes are opened and closed in the order of a tree")
}

struct Maker {
    random: Xoshiro256PlusPlus,
    builder: TreeBuilder,
    range: TreeRange,
}

impl Maker {
    fn below(&mut self, bound: u32) -> u32 {
        (self.random.next_u64() % u64::from(bound.max(1))) as u32
    }

    fn value(&mut self) -> Score {
        let values = self.range.values;
        Score::new(self.below(values) as i32 - (values / 2) as i32)
    }

    fn subtree(&mut self, level: u32, player: Player) -> Result<(), TreeError> {
        let value = self.value();
        let leaf = level >= self.range.deepest || (level > 0 && self.below(6) == 0);
        if leaf {
            return self.builder.leaf(None, Some(value));
        }
        self.builder.open(Some(player), None, Some(value))?;
        for _ in 0..1 + self.below(self.range.widest) {
            let again = self.range.extra_turns && self.below(4) == 0;
            self.subtree(level + 1, if again { player } else { player.other() })?;
        }
        self.builder.close()
    }
}
