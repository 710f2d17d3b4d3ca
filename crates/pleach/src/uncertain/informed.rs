//! Informed search: bounds at interior nodes narrow the window.
//!
//! Idea: where a game knows that a position is worth at least L and at most U, whatever follows, the search
//! needs no more than the window between them, and none at all where that is empty.
//!
//! Needs of the game: an evaluator for the leaves, and one that returns true bounds of any position.
//!
//! Reference: Li and Marsland (1989), section 5.2, after Ibaraki (1986). Statement 3.3 of the paper tests
//! `alpha = beta`, which lets the window turn around where `L > beta` or `U < alpha`; here it is `>=`, and
//! the value returned is `<beta, 1>` or the incoming `<alpha, 1>`.

use super::belief::Belief;
use super::observe::ObserveUncertain;
use super::p_ab::Leaves;
use super::skeleton;
use super::walk::Walk;
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::value::Interval;

/// P_AB, or R_AB where the evaluator returns intervals, with bounds `[L, U]` at interior nodes. If they are
/// true it returns what P_AB returns, with at most as many visits.
///
/// ```
/// use pleach::uncertain::{Walk, informed};
/// use pleach::{Interval, Limits, Score, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[3, MIN[MAX[1, 2], MAX[0, 9]]]".parse().unwrap();
/// let evaluator = |_: &ExplicitTree| Interval::FULL;
/// // Somebody knows that the node MAX[1, 2] is worth at most 2.
/// let bounds = |p: &ExplicitTree| match p.to_string().as_str() {
///     "MAX[1, 2]" => Interval::new(Score::MIN, Score::new(2)).unwrap(),
///     _ => Interval::FULL,
/// };
/// let mut walk = Walk::new(&evaluator, &Limits::none());
/// let value: Interval = informed(&mut walk, &tree, u32::MAX, Interval::FULL, &bounds).unwrap();
/// assert_eq!((value, walk.leaves()), (Interval::point(Score::new(3)), 1));
/// ```
pub fn informed<G: Game, V: Belief>(
    s: &mut Walk<'_, impl Evaluate<G, Value = V>, impl ObserveUncertain<G, V>>,
    p: &G,
    depth: u32,
    window: Interval,
    bounds: &impl Evaluate<G, Value = Interval>,
) -> Result<V, Stopped> {
    skeleton::search(s, p, depth, window, Leaves::Clipped, bounds)
}
