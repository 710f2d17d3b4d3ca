//! Probability-based alpha-beta.
//!
//! Idea: a node's distribution is the largest of its children's, and its lower bound alone decides what its
//! later children can still add. A child's search ends when the child is known to be no better for its
//! parent than what the parent has (Proposition 1), so alpha and beta are lower bounds of distributions.
//!
//! Needs of the game: its rules, and an evaluator that returns a [`Distribution`].
//!
//! Reference: Li and Marsland, "Probability-Based Game Tree Pruning" (1989), Algorithm 1.

use super::observe::ObserveUncertain;
use super::skeleton::{self, Unknown};
use super::walk::Walk;
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::value::{Distribution, Interval};

/// What a leaf returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaves {
    /// The distribution held inside the window, as in statement 1: lists are as short as they can be.
    #[default]
    Clipped,
    /// The distribution as it is. A node then ends when alpha >= beta. The visits are the same.
    Plain,
}

/// `P_AB(S, alpha, beta)`: the distribution of the position's value for the side to move, held inside the
/// window. With the window `[-i, i]`, or [`Interval::FULL`], it is the distribution that backing up
/// the whole tree would give (Theorem 1).
///
/// With [`Leaves::Plain`] only what lies inside the window is right: the value is then to be clipped.
///
/// ```
/// use pleach::uncertain::{Leaves, Walk, p_ab};
/// use pleach::{Distribution, Interval, Limits, tree::RandomTree};
/// let tree: RandomTree = "b=3,d=6,seed=1".parse().unwrap();
/// let evaluator = |p: &RandomTree| {
///     Distribution::new(p.static_value().plus(-1), vec![0.5, 0.0, 0.5]).unwrap()
/// };
/// let mut walk = Walk::new(&evaluator, &Limits::none());
/// let value = p_ab(&mut walk, &tree, 4, Interval::FULL, Leaves::Clipped).unwrap();
/// let mass: f64 = value.masses().map(|(_, mass)| mass).sum();
/// assert!((mass - 1.0).abs() < 1e-9 && walk.leaves() < 81);
/// ```
pub fn p_ab<G: Game>(
    s: &mut Walk<'_, impl Evaluate<G, Value = Distribution>, impl ObserveUncertain<G, Distribution>>,
    p: &G,
    depth: u32,
    window: Interval,
    leaves: Leaves,
) -> Result<Distribution, Stopped> {
    skeleton::search(s, p, depth, window, leaves, &Unknown)
}
