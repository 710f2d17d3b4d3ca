//! About how many nodes were saved by what was left out.
//!
//! Nobody knows how large a subtree would have been that was not searched. But many nodes with as many plies left were
//! searched, and their mean is an honest guess: what is cut late in a node's list or by a null window is much like
//! what was searched there.

use crate::prune::{ByKind, Kind};

/// Depths beyond this one are taken together: no selective search is as deep.
const DEPTHS: usize = 64;

/// What was not searched: some subtrees of the same depth.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Unsearched {
    pub(in crate::engine) depth: u32,
    pub(in crate::engine) subtrees: u64,
}

/// How large subtrees were, and how many were left out, by depth.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Savings {
    /// How many nodes of a depth were searched, and how many nodes that took with all below them.
    searched: [(u64, u64); DEPTHS],
    left_out: [[u64; DEPTHS]; Kind::ALL.len()],
}

impl Default for Savings {
    fn default() -> Self {
        Savings { searched: [(0, 0); DEPTHS], left_out: [[0; DEPTHS]; Kind::ALL.len()] }
    }
}

fn place(depth: u32) -> usize {
    (depth as usize).min(DEPTHS - 1)
}

impl Savings {
    /// A node of a depth was searched, and so many nodes with it.
    pub(in crate::engine) fn record(&mut self, depth: u32, nodes: u64) {
        let (count, sum) = &mut self.searched[place(depth)];
        *count += 1;
        *sum += nodes;
    }

    /// Something was left out.
    pub(in crate::engine) fn leave_out(&mut self, kind: Kind, what: Unsearched) {
        self.left_out[kind as usize][place(what.depth)] += what.subtrees;
    }

    /// Tells what each kind has saved.
    pub(in crate::engine) fn fill(&self, counts: &mut ByKind) {
        let means = self.means();
        for kind in Kind::ALL {
            let saved = self.left_out[kind as usize].iter().zip(&means);
            counts[kind].saved = saved.map(|(&subtrees, mean)| subtrees as f64 * mean).sum::<f64>() as u64;
        }
    }

    /// The mean nodes of a subtree of every depth; where none was searched, that of the next less deep ones.
    fn means(&self) -> [f64; DEPTHS] {
        let mut mean = 1.0;
        self.searched.map(|(count, nodes)| {
            if count > 0 {
                mean = nodes as f64 / count as f64;
            }
            mean
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_counts_as_much_as_what_was_searched() {
        let mut savings = Savings::default();
        savings.record(1, 10);
        savings.record(3, 100);
        savings.record(3, 300);
        let at = |depth, subtrees| Unsearched { depth, subtrees };
        savings.leave_out(Kind::Test, at(3, 2));
        savings.leave_out(Kind::Test, at(0, 5));
        savings.leave_out(Kind::LateMove, at(2, 7));
        savings.leave_out(Kind::NullMove, at(1_000_000, 1));
        let mut counts = ByKind::default();
        savings.fill(&mut counts);
        let saved =
            [Kind::Test, Kind::LateMove, Kind::NullMove, Kind::Razoring].map(|kind| counts[kind].saved);
        // Nothing was searched with two plies left, so that those with one speak for them.
        assert_eq!(saved, [405, 70, 200, 0]);
    }
}
