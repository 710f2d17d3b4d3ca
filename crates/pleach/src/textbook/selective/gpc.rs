//! GPC, the generalized ProbCut: the parent tests its moves, and skips those that most likely stay under the best
//! one so far.
//!
//! Figures 2.4 (alpha-beta), 2.5 (NegaScout) and 2.6 (MT) of Tong, corrected: `>=` and `<=` (E10), and the first move is
//! never skipped. A skipped move changes nothing and is never the best one.
//!
//! "GPC-AB examines the same leaf nodes in the same order as ProbCut" holds with [`Base::Window`] and [`Sides::Both`],
//! where a move that is not searched counts as the bound, just as ProbCut's node returns it; and without a table.

use super::test::{reaches, stays_under};
use super::{Forecast, Node, Selective, Step};
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Branch, Evidence, Observe, Omission, OmissionCause};
use crate::prune::{Base, Pair, Sides, Tests};
use crate::textbook::Walk;
use crate::textbook::walk::remaining_depth;
use crate::value::{Score, Window};

/// GPC at nodes whose children have `d` plies left; with several pairs it is GMPC.
///
/// ```
/// use pleach::prune::{Base, Line, Pair, Sides};
/// use pleach::textbook::selective::Gpc;
/// let pair = Pair::new(2, 1, Line::new(1.0, 0.0, 10.0).unwrap(), 1.5).unwrap();
/// let as_printed = Gpc::new(pair);
/// let as_probcut = Gpc::new(pair).base(Base::Window).sides(Sides::Both);
/// assert!(as_printed != as_probcut);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Gpc {
    tests: Tests,
    base: Base,
    sides: Sides,
}

impl Gpc {
    /// GPC as it is printed.
    pub fn new(tests: impl Into<Tests>) -> Gpc {
        Gpc { tests: tests.into(), base: Base::default(), sides: Sides::default() }
    }

    /// Holds the moves against something else.
    pub fn base(self, base: Base) -> Gpc {
        Gpc { base, ..self }
    }

    /// Tests against other bounds.
    pub fn sides(self, sides: Sides) -> Gpc {
        Gpc { sides, ..self }
    }
}

impl<G: Game> Selective<G> for Gpc {
    fn at_move<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
        branch: Branch<G::Move>,
    ) -> Result<Step, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        let omission = |hit| Omission { cause: OmissionCause::Gpc, evidence: Some(hit) };
        if self.sides == Sides::Both {
            let taken = outside(s, &self.tests, self.base, node, branch)?;
            return Ok(taken.map_or(Step::Search, |(value, hit)| {
                Step::Take(Forecast { value, omission: omission(hit) })
            }));
        }
        let hit = stays_low(s, &self.tests, self.base, node, branch)?;
        Ok(hit.map_or(Step::Search, |hit| Step::Skip(omission(hit))))
    }
}

impl Base {
    fn of<G>(self, node: &Node<'_, G>) -> Score {
        match self {
            Base::Best => node.best,
            Base::Window => node.best.max(node.window.alpha()),
        }
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
    let base = base.of(node);
    if node.best == Score::MIN && base > Score::MIN {
        return Ok(None);
    }
    for pair in tests.pairs.at(remaining_depth(node.game, node.depth, branch.mv)) {
        if let hit @ Some(_) = test(s, pair, tests.infinite, node, branch, base, Side::Low)? {
            return Ok(hit);
        }
    }
    Ok(None)
}

/// The bound that a move most likely stays under or reaches, with the tests in the order of ProbCut's.
fn outside<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    tests: &Tests,
    base: Base,
    node: &Node<'_, G>,
    branch: Branch<G::Move>,
) -> Result<Option<(Score, Evidence)>, Stopped> {
    let base = base.of(node);
    for pair in tests.pairs.at(remaining_depth(node.game, node.depth, branch.mv)) {
        for (side, bound) in [(Side::Low, base), (Side::High, node.window.beta())] {
            if let Some(hit) = test(s, pair, tests.infinite, node, branch, base, side)? {
                return Ok(Some((bound, hit)));
            }
        }
    }
    Ok(None)
}

/// The bound of the parent against which a child is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Low,
    High,
}

/// One test of a child: if the turn has passed, what is low for the parent is high for the child.
fn test<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    pair: &Pair,
    infinite: bool,
    node: &Node<'_, G>,
    branch: Branch<G::Move>,
    base: Score,
    side: Side,
) -> Result<Option<Evidence>, Stopped> {
    let p = node.game;
    let mut hit = None;
    let window = Window::new(base, node.window.beta()).unwrap_or(node.window);
    s.child(p, node.depth, branch, window, |s, c, _, window| {
        let turn_passed = c.to_move() != p.to_move();
        hit = match (side == Side::Low) == turn_passed {
            true => reaches(s, c, pair, infinite, window.beta())?,
            false => stays_under(s, c, pair, infinite, window.alpha())?,
        };
        Ok(Score::ZERO)
    })?;
    Ok(hit)
}
