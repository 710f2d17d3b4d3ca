//! Forward pruning: the two places of the skeleton where a [policy](Policy) may leave something out.

use super::knowledge::Knowledge;
use super::node::{Best, depth_after, turn_passes};
use super::options::Driver;
use super::order::Candidate;
use super::style::{Any, Selective, Style, Test};
use super::worker::{Visit, Worker};
use crate::game::{Evaluate, Hashed};
use crate::limits::Stopped;
use crate::prune::{Cut, Place, Policy};
use crate::value::{Score, Window};

/// What to do with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Search it.
    Search,
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
    fn policy<S: Style>(&self) -> Option<&'a Policy> {
        if S::MAY_PRUNE && !self.is_careful { self.recipe.policy } else { None }
    }

    /// Whether a node need not be searched, and the value it is given then: ProbCut.
    #[inline(always)]
    pub(super) fn prune_node<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        depth: u32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        match self.policy::<S>().and_then(|policy| policy.cut.as_ref()) {
            Some(cut) if cut.place == Place::Node && cut.model.has_tries(depth) => {
                self.test_node(cut, visit, depth, window)
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
        self.note_left_out();
        Ok(Some(bound))
    }

    /// What to do with a move, once the node has a value: GPC, FGPC.
    #[inline(always)]
    pub(super) fn prune_move<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        depth: u32,
        window: Window,
        best: Best,
    ) -> Result<Step, Stopped> {
        match self.policy::<S>().and_then(|policy| policy.cut.as_ref()) {
            Some(cut) if cut.place != Place::Node && best.value > Score::MIN => {
                self.test_child(cut, visit, candidate, depth, window.alpha().max(best.value))
            }
            _ => Ok(Step::Search),
        }
    }

    /// Asks a shallow search of the position after a move whether the move is worth no more than `base`.
    fn test_child(
        &mut self,
        cut: &Cut,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        depth: u32,
        base: Score,
    ) -> Result<Step, Stopped> {
        let left = depth_after(&visit.game, depth, candidate.mv);
        if !cut.model.has_tries(left) {
            return Ok(Step::Search);
        }
        let child = match candidate.child {
            Some(place) => self.children[place.index()].game.clone(),
            None => visit.game.after(candidate.mv),
        };
        // A prediction speaks of whoever is to move.
        if !turn_passes(&visit.game, &child) || child.outcome().is_some() {
            return Ok(Step::Search);
        }
        let above = self.descend::<Any>(visit, candidate.mv);
        let is_left_out = self.reaches(cut, &child, left, -base)?;
        self.ascend::<Any>(above);
        if !is_left_out {
            return Ok(Step::Search);
        }
        self.note_left_out();
        Ok(if cut.place == Place::Rest { Step::Stop } else { Step::Skip })
    }

    /// Whether a shallow search predicts a value of `bound` or more with enough to spare.
    fn reaches(&mut self, cut: &Cut, game: &G, depth: u32, bound: Score) -> Result<bool, Stopped> {
        let (caution, mut judged) = (cut.caution(self.ply), None);
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
        let caution = cut.caution(self.ply);
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

    /// A search that predicts a deeper one.
    fn search_shallow(&mut self, cut: &Cut, game: &G, depth: u32, window: Window) -> Result<Score, Stopped> {
        self.tally.shallow_tests += 1;
        let before = (self.watch.nodes(), self.horizons, self.risks, self.cause, self.null_since);
        let (nodes, horizons, risks, cause, null_since) = before;
        let (was_careful, was_testing) = (self.is_careful, self.is_testing);
        self.is_careful |= !cut.nested;
        self.is_testing = true;
        self.null_since = self.ply;
        let value = match (self.recipe.usual, self.is_careful) {
            (false, _) => self.visit::<Any>(game.clone(), depth, window)?,
            (true, true) => self.visit::<Test>(game.clone(), depth, window)?,
            (true, false) => self.visit::<Selective>(game.clone(), depth, window)?,
        };
        (self.is_careful, self.is_testing) = (was_careful, was_testing);
        // Whether the horizon or the past matters is shown by the search, or said where something is left out.
        (self.horizons, self.risks, self.cause, self.null_since) = (horizons, risks, cause, null_since);
        // A test within a test is part of it.
        if !was_testing {
            self.tally.shallow_nodes += self.watch.nodes() - nodes;
        }
        Ok(value)
    }

    /// Something is left out: what is found above it rests on a prediction.
    fn note_left_out(&mut self) {
        self.tally.left_out += 1;
        self.risks += 1;
        self.horizons += 1;
    }
}
