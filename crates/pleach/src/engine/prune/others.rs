//! Rules that predict without a shallow search of the same node: null move, multi-cut, late-move reduction, RankCut,
//! futility, razoring, node-cutting.

use super::Unsearched;
use crate::engine::down::{depth_after, seen_from, turn_passes};
use crate::engine::knowledge::Knowledge;
use crate::engine::moves::AtNode;
use crate::engine::node::Answer;
use crate::engine::order::{Candidate, select};
use crate::engine::style::{Any, Style};
use crate::engine::table::UNLIMITED;
use crate::engine::worker::{Route, Visit, Worker};
use crate::game::{Evaluate, Hashed};
use crate::limits::Stopped;
use crate::prune::{Kind, MultiCut, NullMove, Policy, RankCut};
use crate::value::{Score, Window};

impl<'a, G, E, K> Worker<'a, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// Whether the node is worth beta even if the side to move passes. Below a pass nobody passes again, and nothing
    /// is concluded of won and lost games.
    pub(super) fn null_move(
        &mut self,
        rule: NullMove,
        visit: &Visit<G, K::Seen>,
        depth: u32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let (beta, limited) = (window.beta(), depth >= rule.depth && depth < UNLIMITED);
        if !limited || !window.is_null() || !beta.is_evaluation() || self.route.has_passed {
            return Ok(None);
        }
        let Some(passed) = visit.game.passed() else { return Ok(None) };
        if self.judge(&visit.game, beta) < beta {
            return Ok(None);
        }
        let turned = turn_passes(&visit.game, &passed);
        let left = depth.saturating_sub(1 + rule.reduction);
        let route = self.route;
        self.route = Route { ply: route.ply + 1, has_passed: true, ..route };
        let value = self.predict(Kind::NullMove, passed, left, seen_from(window, turned), false)?;
        self.route = route;
        let value = if turned { -value } else { value };
        if value < beta {
            return Ok(None);
        }
        self.note_left_out(Kind::NullMove, Unsearched { depth, subtrees: 1 });
        Ok(Some(beta))
    }

    /// The value of a node where enough of the first moves reach beta by a search less deep. The moves that wait are put
    /// into their order.
    #[inline(always)]
    pub(in crate::engine) fn multi_cut<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        node: AtNode,
    ) -> Result<Option<Score>, Stopped> {
        match self.policy::<S>().and_then(|policy| policy.multi_cut) {
            Some(rule) => self.multi_cut_by(rule, visit, node),
            None => Ok(None),
        }
    }

    fn multi_cut_by(
        &mut self,
        rule: MultiCut,
        visit: &Visit<G, K::Seen>,
        node: AtNode,
    ) -> Result<Option<Score>, Stopped> {
        let (depth, window) = (node.depth, node.window);
        let limited = depth >= rule.depth && depth < UNLIMITED;
        if !limited || !window.is_null() || !window.beta().is_evaluation() {
            return Ok(None);
        }
        let (next, mut cuts) = (self.first_waiting(&node), 0);
        for place in next..self.candidates.len().min(next + rule.moves as usize) {
            select(&mut self.candidates[place..]);
            let candidate = self.candidates[place];
            let less = depth_after(&visit.game, depth, candidate.mv).saturating_sub(rule.reduction);
            let value = self.search_less(Kind::MultiCut, visit, candidate, less, window)?;
            cuts += u32::from(value >= window.beta());
            if cuts >= rule.cuts {
                self.note_left_out(Kind::MultiCut, Unsearched { depth, subtrees: 1 });
                return Ok(Some(window.beta()));
            }
        }
        Ok(None)
    }

    /// Whether a move stands behind those that are worth searching: node-cutting.
    pub(super) fn is_behind(
        &self,
        policy: &Policy,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        node: AtNode,
    ) -> bool {
        let Some(width) = &policy.width else { return false };
        let left = depth_after(&visit.game, node.depth, candidate.mv);
        left == width.cutting.deep() && width.cutting.last(0).is_some_and(|last| node.tried as usize > last)
    }

    /// Whether no move can recover the deficit, so near to the horizon.
    pub(super) fn is_futile(&mut self, policy: &Policy, visit: &Visit<G, K::Seen>, node: AtNode) -> bool {
        let Some(rule) = policy.futility.filter(|rule| node.depth <= rule.depth) else { return false };
        let alpha = node.window.alpha();
        if !node.window.is_null() || !alpha.is_evaluation() || node.best.value > alpha {
            return false;
        }
        let gain = i64::from(rule.margin) * i64::from(node.depth);
        let least = alpha.plus(-i32::try_from(gain).unwrap_or(i32::MAX)).next_up();
        self.judge(&visit.game, least) < least
    }

    /// Whether a move looks worse than the best so far: razoring. A leaf is as cheap as its looks.
    pub(super) fn looks_worse(
        &mut self,
        policy: &Policy,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        node: AtNode,
    ) -> bool {
        let Some(margin) = policy.razoring else { return false };
        if depth_after(&visit.game, node.depth, candidate.mv) == 0 {
            return false;
        }
        let child = self.position_after(visit, candidate);
        if child.outcome().is_some() {
            return false;
        }
        self.tally.evaluations += 1;
        let value = self.recipe.evaluator.evaluate(&child);
        let value = if turn_passes(&visit.game, &child) { -value } else { value };
        value < node.base().plus(-i32::try_from(margin).unwrap_or(i32::MAX))
    }

    /// How much less deep a late move is searched first.
    pub(super) fn reduction(
        &self,
        policy: &Policy,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        node: AtNode,
    ) -> Option<u32> {
        if node.depth >= UNLIMITED {
            return None;
        }
        let by_number = policy.late_moves.filter(|rule| node.tried >= rule.after && node.depth >= rule.depth);
        let by_chance = policy.rank_cut.as_ref().filter(|rule| rule.is_late(&node.situation()));
        let reduction = by_number.map(|rule| rule.reduction).max(by_chance.map(RankCut::reduction))?;
        let left = depth_after(&visit.game, node.depth, candidate.mv);
        (reduction > 0 && left > reduction).then_some(reduction)
    }

    /// Whether a move that is searched less deep is better than alpha then.
    pub(in crate::engine) fn survives_reduced(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        node: AtNode,
        reduction: u32,
    ) -> Result<bool, Stopped> {
        let window = Window::below(node.base().next_up());
        let left = depth_after(&visit.game, node.depth, candidate.mv);
        let less = left.saturating_sub(reduction);
        let survives = self.search_less(Kind::LateMove, visit, candidate, less, window)? >= window.beta();
        if !survives {
            self.note_left_out(Kind::LateMove, Unsearched { depth: left, subtrees: 1 });
        }
        Ok(survives)
    }

    /// Searches a move with fewer plies left than it should be.
    fn search_less(
        &mut self,
        kind: Kind,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        less: u32,
        window: Window,
    ) -> Answer {
        let child = self.position_after(visit, candidate);
        let turned = turn_passes(&visit.game, &child);
        self.below::<Any>(visit, candidate.mv, turned, window, |below, window| {
            below.predict(kind, child, less, window, false)
        })
    }

    /// The position after a move that waits to be searched.
    pub(super) fn position_after(&self, visit: &Visit<G, K::Seen>, candidate: Candidate<G::Move>) -> G {
        match candidate.child {
            Some(place) => self.children[place.index()].game.clone(),
            None => visit.game.after(candidate.mv),
        }
    }
}
