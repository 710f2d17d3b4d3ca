//! How deep iterative deepening gets with so many nodes, if nodes are pruned at random, and whether it is right.

use super::Schedule;
use crate::game::mix;

/// Fail-soft alpha-beta with iterative deepening on trees with Newborn's values, of any depth: they are computed from the
/// path and never stored. Children are not ordered, an iteration that is not finished does not count.
///
/// ```
/// use pleach::propagation::{Deepening, Schedule};
/// let deepening = Deepening { branching: 5, nodes: 1000, deepest: 12 };
/// let full = deepening.search(Schedule::Constant, 0.0, 7);
/// assert_eq!(full.value, deepening.value(7, full.depth), "without pruning it is right");
/// let bold = deepening.search(Schedule::Constant, 0.5, 7);
/// assert!(bold.depth > full.depth);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deepening {
    /// The children of every node.
    pub branching: u32,
    /// The nodes of all iterations together.
    pub nodes: u64,
    /// No iteration is deeper than this.
    pub deepest: u32,
}

/// What a search has found; the example is at [`Deepening`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The depth of the last iteration that was finished.
    pub depth: u32,
    /// Its value in Max's view, in fixed point. If all moves at the root were pruned it is no leaf's.
    pub value: i64,
}

/// Lower than all values.
const NOTHING: i64 = i64::MIN + 1;
/// The bits of a node's number.
const BITS: u32 = 30;

impl Deepening {
    /// Searches the tree of a seed, with pruning by a schedule that begins with a probability at the root;
    /// the example is at [`Deepening`].
    pub fn search(&self, schedule: Schedule, first: f64, seed: u64) -> Reached {
        let (mut left, mut reached) = (self.nodes, Reached { depth: 0, value: 0 });
        for depth in 1..=self.deepest {
            let thresholds: Vec<u64> =
                schedule.probabilities(first, depth).into_iter().map(threshold).collect();
            let (branching, salt) = (self.branching, mix(seed ^ u64::from(depth)));
            let mut search = DeepeningPass { branching, thresholds: &thresholds, salt, left };
            let Some(value) = search.node(root(seed), 0, -i64::MAX, i64::MAX) else { break };
            reached = Reached { depth, value };
            left = search.left;
        }
        reached
    }

    /// The true value of the tree of a seed, to a depth; the example is at [`Deepening`].
    pub fn value(&self, seed: u64, depth: u32) -> i64 {
        let thresholds = vec![0; depth as usize];
        let mut search =
            DeepeningPass { branching: self.branching, thresholds: &thresholds, salt: 0, left: u64::MAX };
        // As many nodes as there are numbers are never reached.
        search.node(root(seed), 0, -i64::MAX, i64::MAX).unwrap_or(NOTHING)
    }
}

/// A probability as the part of all 64-bit numbers below it.
fn threshold(probability: f64) -> u64 {
    (probability * 18_446_744_073_709_551_616.0) as u64
}

/// A node: its key, and the sum of the numbers on its path, which stands for their mean.
#[derive(Clone, Copy)]
struct NodeDraws {
    key: u64,
    sum: i64,
}

fn root(seed: u64) -> NodeDraws {
    NodeDraws { key: mix(seed), sum: 0 }
}

/// An iteration.
struct DeepeningPass<'a> {
    branching: u32,
    /// For each depth above the leaves: a child whose draw is below is pruned.
    thresholds: &'a [u64],
    /// Makes the draws of iterations differ.
    salt: u64,
    /// The nodes that may still be visited.
    left: u64,
}

impl DeepeningPass<'_> {
    /// Hsu's F3 in the view of the side to move; none if there are no nodes left.
    fn node(&mut self, node: NodeDraws, depth: usize, alpha: i64, beta: i64) -> Option<i64> {
        self.left = self.left.checked_sub(1)?;
        let Some(&threshold) = self.thresholds.get(depth) else {
            return Some(if depth.is_multiple_of(2) { node.sum } else { -node.sum });
        };
        let mut best = NOTHING;
        for number in 1..=u64::from(self.branching) {
            let key = mix(node.key ^ number);
            if threshold > 0 && mix(key ^ self.salt) < threshold {
                continue;
            }
            let child = NodeDraws { key, sum: node.sum + (key >> (64 - BITS)) as i64 };
            best = best.max(-self.node(child, depth + 1, -beta, -alpha.max(best))?);
            if best >= beta {
                break;
            }
        }
        Some(best)
    }
}
