//! Counts how often late moves turn out best, for RankCut.

use crate::engine::knowledge::Knowledge;
use crate::engine::moves::AtNode;
use crate::engine::style::Style;
use crate::engine::worker::Worker;
use crate::game::{Evaluate, Hashed};
use crate::value::Score;

impl<'a, G, E, K> Worker<'a, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// Takes down the situation of a node after a move.
    #[inline(always)]
    pub(in crate::engine) fn gather<S: Style>(&mut self, node: AtNode, is_better: bool) {
        if S::MAY_PRUNE && self.recipe.gathers {
            if is_better && node.best.value > node.window.alpha() {
                self.settle::<S>(node.situations, true);
            }
            if node.best.value < node.window.beta() {
                self.situations.push(node.situation());
            }
        }
    }

    /// Counts the situations of a node of which it is known now whether a later move was better.
    #[inline(always)]
    pub(in crate::engine) fn settle<S: Style>(&mut self, first: usize, later: bool) {
        if S::MAY_PRUNE && self.recipe.gathers {
            for situation in self.situations.drain(first..) {
                self.chances.record(&situation, later);
            }
        }
    }
}
