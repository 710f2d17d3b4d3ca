//! GPC, the generalized ProbCut: the parent tests its moves, and skips those that most likely stay under the best
//! one so far.
//!
//! Figures 2.4 (alpha-beta), 2.5 (NegaScout) and 2.6 (MT) of Tong, corrected: `>=` and `<=` (E10), and the first move is
//! never skipped. A skipped move changes nothing and is never the best one.
//!
//! "GPC-AB examines the same leaf nodes in the same order as ProbCut" holds with [`Base::Window`] and [`Sides::Both`],
//! where a move that is not searched counts as the bound, just as ProbCut's node returns it; and without a table.

use super::multi_probcut::first_hit;
use super::test::{reaches, stays_under};
use super::{Decision, Forecast, Node, Selective};
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Branch, Evidence, Observe, Omission, OmissionCause};
use crate::prune::{Base, Gpc, Sides, Tests};
use crate::textbook::Walk;
use crate::textbook::walk::remaining_depth;
use crate::value::{Score, Window};

impl<G: Game> Selective<G> for Gpc {
    fn at_move<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
        branch: Branch<G::Move>,
    ) -> Result<Decision, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        if self.sides == Sides::Both {
            let forecast = outside(s, &self.tests, self.base, node, branch)?;
            return Ok(forecast.map_or(Decision::Search, Decision::Take));
        }
        let hit = stays_low(s, &self.tests, self.base, node, branch)?;
        let omission = |hit| Omission { cause: OmissionCause::Gpc, evidence: Some(hit) };
        Ok(hit.map_or(Decision::Search, |hit| Decision::Skip(omission(hit))))
    }
}

impl Base {
    /// The part of a node's window that its moves have to reach.
    fn window<G>(self, node: &Node<'_, G>) -> Window {
        let base = match self {
            Base::Best => node.best,
            Base::Window => node.best.max(node.window.alpha()),
        };
        // A best value of beta or more has cut the node, in the searches of this module at least.
        Window::new(base, node.window.beta()).unwrap_or(node.window)
    }
}

/// Whether a move most likely stays under the base. The first move is tested only where the figures do and nothing
/// can come of it, against an infinite base.
pub(super) fn stays_low<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    tests: &Tests,
    base: Base,
    node: &Node<'_, G>,
    branch: Branch<G::Move>,
) -> Result<Option<Evidence>, Stopped> {
    let (p, window) = (node.game, base.window(node));
    let is_first = node.best == Score::MIN;
    let mut pairs = tests.pairs.at(remaining_depth(p, node.depth, branch.mv)).peekable();
    if pairs.peek().is_none() || (is_first && window.alpha() > Score::MIN) {
        return Ok(None);
    }
    let mut hit = None;
    s.child(p, node.depth, branch, window, |s, c, _, window| {
        // If the turn has passed, what is low for the parent is high for the child.
        let turn_passed = c.to_move() != p.to_move();
        for pair in pairs.filter(|_| c.outcome().is_none()) {
            hit = match turn_passed {
                true => reaches(s, c, pair, tests.infinite, window.beta())?,
                false => stays_under(s, c, pair, tests.infinite, window.alpha())?,
            };
            if hit.is_some() {
                break;
            }
        }
        Ok(Score::ZERO)
    })?;
    Ok(hit)
}

/// What ProbCut says of a child, asked from its parent: the bound counts as the move's value.
fn outside<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    tests: &Tests,
    base: Base,
    node: &Node<'_, G>,
    branch: Branch<G::Move>,
) -> Result<Option<Forecast>, Stopped> {
    let mut omission = None;
    let value = s.child(node.game, node.depth, branch, base.window(node), |s, c, depth, window| {
        if c.outcome().is_some() {
            return Ok(Score::ZERO);
        }
        let child = Node { game: c, depth, window, best: Score::MIN };
        let forecast = first_hit(s, &child, tests, depth, OmissionCause::Gpc)?;
        omission = forecast.map(|forecast| forecast.omission);
        Ok(forecast.map_or(Score::ZERO, |forecast| forecast.value))
    })?;
    Ok(omission.map(|omission| Forecast { value, omission }))
}
