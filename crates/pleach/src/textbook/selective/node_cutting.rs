//! Node-cutting: moves behind the place where the best one most likely stands are not searched.
//!
//! Figures 4.4 and 4.5 of Tong, steps 1 to 6. The order of the moves is the one in which they are searched; a shallow
//! search finds the index y of its best move, and the table F(x | y) says how far the deep search has to look.
//! Searches that come back to a node use the x that was found the first time.

use super::{Decision, Forecast, Node, Selective};
use crate::game::{Evaluate, Game, Hashed};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Omission, OmissionCause, Question};
use crate::prune::Cutting;
use crate::textbook::walk::{Answer, is_highest};
use crate::textbook::{Walk, alpha_beta};
use crate::value::{Score, Window};
use std::collections::HashMap;

/// Node-cutting at nodes with `d + 1` plies left.
///
/// ```
/// use pleach::prune::Cutting;
/// use pleach::textbook::{Walk, selective::{self, NodeCutting}};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
///
/// // If the first move looks best, one need not look further than the second.
/// let mut rule = NodeCutting::new(Cutting::new(0, 1, 0.9, "80-15-5".parse().unwrap()).unwrap());
/// let tree: ExplicitTree = "MAX[5, 3, 4, 2]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// assert_eq!(selective::alpha_beta(&mut walk, &mut rule, &tree, 1, Window::FULL), Ok(Score::new(5)));
/// assert_eq!((walk.leaves(), walk.omissions()), (4 + 2, 1));
/// ```
#[derive(Clone, Debug)]
pub struct NodeCutting {
    cutting: Cutting,
    /// The index of the last move to search, by position and depth.
    last: HashMap<(u64, u32), Option<usize>>,
}

impl NodeCutting {
    /// Node-cutting by this table.
    pub fn new(cutting: Cutting) -> NodeCutting {
        NodeCutting { cutting, last: HashMap::new() }
    }

    fn is_at<G>(&self, node: &Node<'_, G>) -> bool {
        self.cutting.can_cut() && node.depth == self.cutting.deep().saturating_add(1)
    }

    /// Steps 1 to 4: finds x, unless it is known.
    pub(super) fn look<G: Hashed>(
        &mut self,
        s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
        node: &Node<'_, G>,
    ) -> Result<(), Stopped> {
        let key = (node.game.key(), node.depth);
        if self.is_at(node) && !self.last.contains_key(&key) {
            let y = best_index(s, node, self.cutting.shallow())?;
            self.last.insert(key, self.cutting.last(y));
        }
        Ok(())
    }

    /// Step 5: whether a move stands behind x.
    pub(super) fn is_behind<G: Hashed>(&self, node: &Node<'_, G>, branch: Branch<G::Move>) -> bool {
        let last = || self.last.get(&(node.game.key(), node.depth)).copied().flatten();
        self.is_at(node) && last().is_some_and(|last| branch.place as usize > last + 1)
    }
}

impl<G: Hashed> Selective<G> for NodeCutting {
    fn at_node<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
    ) -> Result<Option<Forecast>, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        self.look(s, node).map(|()| None)
    }

    fn at_move<E, O>(
        &mut self,
        _s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
        branch: Branch<G::Move>,
    ) -> Result<Decision, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        let omission = Omission { cause: OmissionCause::NodeCutting, evidence: None };
        Ok(if self.is_behind(node, branch) { Decision::Stop(omission) } else { Decision::Search })
    }
}

/// The index of the best move by a search of so many plies.
fn best_index<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    node: &Node<'_, G>,
    depth: u32,
) -> Result<usize, Stopped> {
    let mut best = 0;
    s.probe(depth, Question::BestMove, Window::FULL, |s| search_for_index(s, node, depth, &mut best))?;
    Ok(best)
}

/// Alpha-beta that tells which move is best.
fn search_for_index<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    node: &Node<'_, G>,
    depth: u32,
    best: &mut usize,
) -> Answer {
    let p = node.game;
    if let Some(h) = s.enter(p, depth, Window::FULL)? {
        return Ok(h);
    }
    let mut m = Score::MIN;
    for branch in s.branches(p, node.depth)? {
        let t = s.child(p, depth, branch, Window::FULL.raised_to(m), alpha_beta)?;
        if t > m {
            *best = branch.place as usize - 1;
        }
        m = s.back_up(branch, m, t, Window::FULL);
        if is_highest(p, m, Score::MIN) {
            return Ok(s.cut(p, branch, m, Window::FULL));
        }
    }
    Ok(s.leave(m, Window::FULL))
}
