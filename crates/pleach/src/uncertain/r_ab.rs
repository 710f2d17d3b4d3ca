//! Range-based alpha-beta.
//!
//! Idea: only bounds decide what [`p_ab`](super::p_ab()) prunes, so that ranges alone prune as much, and cost
//! nothing but two comparisons a node.
//!
//! Needs of the game: its rules, and an evaluator that returns an [`Interval`].
//!
//! Reference: Li and Marsland (1989), section 5.1.

use super::observe::ObserveUncertain;
use super::p_ab::Leaves;
use super::skeleton::{self, Unknown};
use super::walk::Walk;
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::value::Interval;

/// `R_AB(S, alpha, beta)`: the range of the position's value for the side to move, held inside the window. It
/// visits what P_AB visits, and its range is that of P_AB's distribution.
///
/// ```
/// use pleach::uncertain::{Walk, r_ab};
/// use pleach::{Interval, Limits, Score, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[MIN[?, ?], MIN[?, ?]]".parse().unwrap();
/// let ranges = |p: &ExplicitTree| {
///     let _ = p;
///     Interval::new(Score::new(-3), Score::new(2)).unwrap()
/// };
/// let mut walk = Walk::new(&ranges, &Limits::none());
/// let value = r_ab(&mut walk, &tree, 1, Interval::FULL).unwrap();
/// assert_eq!(value, Interval::new(Score::new(-2), Score::new(3)).unwrap());
/// ```
pub fn r_ab<G: Game>(
    s: &mut Walk<'_, impl Evaluate<G, Value = Interval>, impl ObserveUncertain<G, Interval>>,
    p: &G,
    depth: u32,
    window: Interval,
) -> Result<Interval, Stopped> {
    skeleton::search(s, p, depth, window, Leaves::Clipped, &Unknown)
}
