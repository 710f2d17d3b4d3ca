//! Forward pruning: the two places of the skeleton where a [policy](Policy) may leave something out, and the tests of
//! the ProbCut family. The other rules are in `others.rs`.

mod gather;
mod others;
mod savings;

pub(super) use savings::{Savings, Unsearched};

use super::down::{depth_after, turn_passes};
use super::knowledge::Knowledge;
use super::moves::AtNode;
use super::options::Driver;
use super::order::Candidate;
use super::style::{Any, Selective, Style, Test};
use super::table::UNLIMITED;
use super::worker::{Mark, Route, Visit, Worker};
use crate::game::{Evaluate, Hashed};
use crate::limits::Stopped;
use crate::prune::{Cut, Kind, Place, Policy};
use crate::value::{Score, Window};

/// What to do with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveFate {
    /// Search it.
    Search,
    /// Search it so much less deep, and in full only if it is better than alpha then.
    Reduce(u32),
    /// Leave it out.
    Skip,
    /// Leave it and all later ones out.
    Stop,
}

impl<'a, G, E, K> Worker<'a, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// The policy, if something may be left out here.
    #[inline(always)]
    pub(super) fn policy<S: Style>(&self) -> Option<&'a Policy> {
        if S::MAY_PRUNE && !self.route.is_careful { self.recipe.policy } else { None }
    }

    /// Whether a node need not be searched, and the value it is given then: ProbCut, EndCut, null move.
    #[inline(always)]
    pub(super) fn prune_node<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        depth: u32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        match self.policy::<S>() {
            Some(policy) => self.prune_node_by(policy, visit, depth, window),
            None => Ok(None),
        }
    }

    fn prune_node_by(
        &mut self,
        policy: &Policy,
        visit: &Visit<G, K::Seen>,
        depth: u32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        if let Some(rule) = policy.null_move
            && let Some(value) = self.null_move(rule, visit, depth, window)?
        {
            return Ok(Some(value));
        }
        // To the end of the game the depth is what is left of it.
        let (cut, left) = match depth >= UNLIMITED {
            true => (&policy.end_cut, self.recipe.knowledge.plies_left(&visit.game)),
            false => (&policy.cut, depth),
        };
        match cut {
            Some(cut)
                if cut.place == Place::Node
                    && cut.model.has_tries(left)
                    && self.is_trusted(cut, &visit.game) =>
            {
                self.test_node(cut, visit, left, window)
            }
            _ => Ok(None),
        }
    }

    /// Asks a shallow search whether the node is worth beta or more; and whether it is worth alpha or less, if that is
    /// wanted.
    fn test_node(
        &mut self,
        cut: &Cut,
        visit: &Visit<G, K::Seen>,
        depth: u32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        // Where the exact value is wanted, it is searched; but some drivers know nothing else than open windows.
        if !window.is_null() && self.recipe.options.driver != Driver::Full {
            return Ok(None);
        }
        let bound = if self.reaches(cut, &visit.game, depth, window.beta())? {
            window.beta()
        } else if cut.both && self.stays_under(cut, &visit.game, depth, window.alpha())? {
            window.alpha()
        } else {
            return Ok(None);
        };
        self.note_left_out(Kind::Test, Unsearched { depth, subtrees: 1 });
        Ok(Some(bound))
    }

    /// What to do with a move, once the node has a value.
    #[inline(always)]
    pub(super) fn prune_move<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        node: AtNode,
    ) -> Result<MoveFate, Stopped> {
        match self.policy::<S>() {
            Some(policy) if node.best.value > Score::MIN => {
                self.prune_move_by(policy, visit, candidate, node)
            }
            _ => Ok(MoveFate::Search),
        }
    }

    /// Whether a step leaves a move out: one that is searched less deep first is left out if it is no better then.
    #[inline(always)]
    pub(super) fn is_left_out(
        &mut self,
        step: MoveFate,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        node: AtNode,
    ) -> Result<bool, Stopped> {
        match step {
            MoveFate::Search => Ok(false),
            MoveFate::Skip | MoveFate::Stop => Ok(true),
            MoveFate::Reduce(reduction) => Ok(!self.survives_reduced(visit, candidate, node, reduction)?),
        }
    }

    /// Asks one rule after the other, the cheapest first.
    fn prune_move_by(
        &mut self,
        policy: &Policy,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        node: AtNode,
    ) -> Result<MoveFate, Stopped> {
        let is_behind = self.is_behind(policy, visit, candidate, node);
        let this = Unsearched { depth: depth_after(&visit.game, node.depth, candidate.mv), subtrees: 1 };
        let rest = Unsearched { subtrees: 1 + node.waiting as u64, ..this };
        if is_behind && policy.width.as_ref().is_some_and(|width| !width.integrated) {
            self.note_left_out(Kind::NodeCutting, rest);
            return Ok(MoveFate::Stop);
        }
        if self.is_futile(policy, visit, node) {
            self.note_left_out(Kind::Futility, rest);
            return Ok(MoveFate::Stop);
        }
        // Who is lost so far looks for a way out.
        if node.best.value.is_evaluation()
            && policy.rank_cut.as_ref().is_some_and(|rule| rule.drops(&node.situation()))
        {
            self.note_left_out(Kind::LateMove, rest);
            return Ok(MoveFate::Stop);
        }
        if self.looks_worse(policy, visit, candidate, node) {
            self.note_left_out(Kind::Razoring, this);
            return Ok(MoveFate::Skip);
        }
        if let Some(cut) = policy.cut.as_ref().filter(|cut| cut.place != Place::Node) {
            let ends_node = is_behind || cut.place == Place::Rest;
            if self.test_child(cut, visit, candidate, this.depth, node.base())? {
                self.note_left_out(Kind::Test, if ends_node { rest } else { this });
                return Ok(if ends_node { MoveFate::Stop } else { MoveFate::Skip });
            }
        }
        Ok(self.reduction(policy, visit, candidate, node).map_or(MoveFate::Search, MoveFate::Reduce))
    }

    /// Asks a shallow search of the position after a move, with `left` plies left there, whether the move is worth no more
    /// than `base`.
    fn test_child(
        &mut self,
        cut: &Cut,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        left: u32,
        base: Score,
    ) -> Result<bool, Stopped> {
        if !cut.model.has_tries(left) || !self.is_trusted(cut, &visit.game) {
            return Ok(false);
        }
        let child = self.position_after(visit, candidate);
        // A prediction speaks of whoever is to move.
        if !turn_passes(&visit.game, &child) || child.outcome().is_some() || !self.is_trusted(cut, &child) {
            return Ok(false);
        }
        let above = self.descend::<Any>(visit, candidate.mv);
        let is_bad = self.reaches(cut, &child, left, -base)?;
        self.ascend::<Any>(above);
        Ok(is_bad)
    }

    /// Whether predictions are asked for here.
    #[inline]
    fn is_trusted(&self, cut: &Cut, game: &G) -> bool {
        !cut.calm || self.recipe.knowledge.is_quiet(game)
    }

    /// The standard deviations to spare at the node.
    fn caution(&self, cut: &Cut) -> f64 {
        cut.caution(self.route.ply) * if self.is_preview { cut.preview } else { 1.0 }
    }

    /// Whether a shallow search predicts a value of `bound` or more with enough to spare.
    fn reaches(&mut self, cut: &Cut, game: &G, depth: u32, bound: Score) -> Result<bool, Stopped> {
        let (caution, mut judged) = (self.caution(cut), None);
        for (shallow, line) in cut.model.tries(depth, self.recipe.knowledge.progress(game)) {
            let Some(threshold) = line.reaches(bound, caution) else { continue };
            if shallow > 0
                && let Some(gate) = cut.gate
            {
                let least = bound.plus(-(gate * line.sigma()) as i32);
                if *judged.get_or_insert_with(|| self.judge(game, least)) < least {
                    continue;
                }
            }
            if self.search_shallow(cut, game, shallow, Window::below(threshold))? >= threshold {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a shallow search predicts a value of `bound` or less with enough to spare.
    fn stays_under(&mut self, cut: &Cut, game: &G, depth: u32, bound: Score) -> Result<bool, Stopped> {
        let caution = self.caution(cut);
        for (shallow, line) in cut.model.tries(depth, self.recipe.knowledge.progress(game)) {
            let Some(threshold) = line.stays_under(bound, caution) else { continue };
            let test = Window::below(threshold.next_up());
            if self.search_shallow(cut, game, shallow, test)? <= threshold {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The static value, as far as it is needed to know whether it is `least` or more.
    fn judge(&mut self, game: &G, least: Score) -> Score {
        self.tally.evaluations += 1;
        self.recipe.evaluator.evaluate_within(game, Window::below(least))
    }

    /// A search of the same node that predicts a deeper one.
    fn search_shallow(&mut self, cut: &Cut, game: &G, depth: u32, window: Window) -> Result<Score, Stopped> {
        self.predict(Kind::Test, game.clone(), depth, window, !cut.nested)
    }

    /// A search less deep than it should be; if it is careful, it leaves out nothing itself.
    fn predict(
        &mut self,
        kind: Kind,
        game: G,
        depth: u32,
        window: Window,
        is_careful: bool,
    ) -> Result<Score, Stopped> {
        self.tally.pruning[kind].tests += 1;
        let (nodes, route, grounds) = (self.watch.nodes(), self.route, self.grounds);
        let is_careful = route.is_careful || is_careful;
        self.route = Route { is_careful, is_testing: true, null_since: route.ply, ..route };
        let value = match (self.recipe.is_standard, is_careful) {
            (false, _) => self.visit::<Any>(game, depth, window)?,
            (true, true) => self.visit::<Test>(game, depth, window)?,
            (true, false) => self.visit::<Selective>(game, depth, window)?,
        };
        // Whether the horizon or the past matters is shown by the search, or said where something is left out.
        (self.route, self.grounds) = (route, grounds);
        // A test within a test is part of it.
        if !route.is_testing {
            self.tally.pruning[kind].nodes += self.watch.nodes() - nodes;
        }
        Ok(value)
    }

    /// A node was searched: its size tells what is saved elsewhere.
    #[inline(always)]
    pub(super) fn note_size<S: Style>(&mut self, depth: u32, since: Mark) {
        if S::MAY_PRUNE && self.recipe.policy.is_some() {
            // The node itself was counted before the mark.
            self.savings.record(depth, 1 + self.watch.nodes() - since.nodes);
        }
    }

    /// Something is left out: what is found above it rests on a prediction.
    pub(super) fn note_left_out(&mut self, kind: Kind, what: Unsearched) {
        self.tally.pruning[kind].left_out += 1;
        self.savings.leave_out(kind, what);
        self.grounds.risks += 1;
        self.grounds.horizons += 1;
    }
}
