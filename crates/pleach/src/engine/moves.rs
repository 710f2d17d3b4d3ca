//! The moves of a node, one after the other: the loop that nodes, the root and helping threads have in common.

use super::knowledge::Knowledge;
use super::order::{Candidate, select};
use super::prune::MoveFate;
use super::style::Style;
use super::threads::Split;
use super::worker::{Visit, Worker};
use crate::game::{Evaluate, Hashed};
use crate::limits::Stopped;
use crate::prune::Situation;
use crate::value::{Score, Window};

/// The best of a node's moves so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) value: Score,
    pub(super) ordinal: Option<u32>,
}

/// A node whose moves are being searched: how far the loop over them has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtNode {
    pub(super) depth: u32,
    /// The plies that a search from here can still go down.
    pub(super) reach: u32,
    pub(super) window: Window,
    pub(super) best: Best,
    /// Whether that is enough to leave the node.
    pub(super) is_cut: bool,
    /// Its moves searched so far.
    pub(super) tried: u32,
    /// How often one of them was better than all before it, the first one not counted.
    pub(super) changes: u32,
    /// Its moves that wait behind the one under way: the last ones of the candidates.
    pub(super) waiting: usize,
    /// Where its situations begin among those of the path.
    pub(super) situations: usize,
}

impl AtNode {
    /// What a move must be better than.
    pub(super) fn base(&self) -> Score {
        self.window.alpha().max(self.best.value)
    }

    /// What RankCut goes by.
    pub(super) fn situation(&self) -> Situation {
        Situation::new(self.depth, self.tried, self.changes, self.best.value, self.window.alpha())
    }

    /// Takes a value that is enough, and that no move was searched for.
    #[inline(always)]
    pub(super) fn cut_by(&mut self, value: Score) {
        self.best = Best { value, ordinal: None };
        self.is_cut = true;
    }

    /// The move that is better than alpha, if one was found.
    #[inline(always)]
    pub(super) fn best_move(&self) -> Option<u32> {
        self.best.ordinal.filter(|_| self.best.value > self.window.alpha())
    }
}

impl<'a, G, E, K> Worker<'a, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// A node none of whose moves has been searched.
    #[inline(always)]
    pub(super) fn at_node(&self, depth: u32, reach: u32, window: Window) -> AtNode {
        let (best, situations) = (Best { value: Score::MIN, ordinal: None }, self.situations.len());
        AtNode { depth, reach, window, best, is_cut: false, tried: 0, changes: 0, waiting: 0, situations }
    }

    /// Searches the moves that wait, until one is enough; or shares them with whoever has nothing to do. Whoever helps
    /// takes them from the split.
    #[inline(always)]
    pub(super) fn search_moves<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        mut node: AtNode,
        split: Option<&Split<G, K::Seen>>,
    ) -> Result<AtNode, Stopped> {
        while !node.is_cut {
            if split.is_none()
                && let Some(crew) = self.crew_for(node)
            {
                return self.share(crew, visit, node);
            }
            let Some(candidate) = self.next_move(&mut node, split) else { break };
            let step = self.prune_move::<S>(visit, candidate, node)?;
            if self.is_left_out(step, visit, candidate, node)? {
                // A prediction says no more than that it is no better than alpha.
                node.best.value = node.base();
                if step == MoveFate::Stop {
                    node.waiting = 0;
                }
            } else {
                let value = self.search_in_turn::<S>(visit, candidate, node, split)?;
                let is_better = self.note_value::<S>(visit, candidate, value, &mut node);
                if split.is_none() {
                    self.gather::<S>(node, is_better);
                }
            }
            if let Some(split) = split {
                self.tell(split, node);
            }
        }
        Ok(node)
    }

    /// The move to search next, if there is one.
    #[inline(always)]
    fn next_move(
        &mut self,
        node: &mut AtNode,
        split: Option<&Split<G, K::Seen>>,
    ) -> Option<Candidate<G::Move>> {
        if let Some(split) = split {
            return self.take_from(split, node);
        }
        if node.waiting == 0 {
            return None;
        }
        let next = self.first_waiting(node);
        select(&mut self.candidates[next..]);
        node.waiting -= 1;
        Some(self.candidates[next])
    }

    /// The place of the next move among the candidates.
    #[inline(always)]
    pub(super) fn first_waiting(&self, node: &AtNode) -> usize {
        self.candidates.len() - node.waiting
    }

    /// A move has been searched: is it the best so far, and is that enough?
    #[inline(always)]
    pub(super) fn note_value<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        value: Score,
        node: &mut AtNode,
    ) -> bool {
        node.tried += 1;
        let is_better = value > node.best.value;
        if is_better {
            node.changes += u32::from(node.tried > 1);
            node.best = Best { value, ordinal: Some(candidate.ordinal) };
            self.note_line::<S>(candidate.mv, value, node.window);
            node.is_cut = S::is_enough(node.window, value, visit.high);
        }
        is_better
    }
}
