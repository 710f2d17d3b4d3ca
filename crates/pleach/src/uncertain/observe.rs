//! Watching a depth-first search over uncertain values.

use crate::branch::Branch;
use crate::game::Game;
use crate::value::Interval;

/// One step of a search. Values and windows are those of the side to move at the node of the event.
#[derive(Debug)]
pub enum UncertainEvent<'a, G: Game, V> {
    /// A new iteration to this depth begins.
    Iteration {
        /// The nominal depth.
        depth: u32,
    },
    /// A node is visited.
    Entered {
        /// The position.
        game: &'a G,
        /// Its distance from the root in moves.
        ply: u32,
        /// The number of the branch that led here, from 1; none at the root.
        number: Option<u32>,
        /// The remaining depth.
        depth: u32,
        /// The window `[alpha, beta]` it is searched with.
        window: Interval,
    },
    /// The node just entered is a leaf.
    Leaf {
        /// The leaf's ply.
        ply: u32,
        /// What its evaluation says.
        value: &'a V,
    },
    /// What is known of the node just entered leaves a single score inside its window: it is not searched
    /// (statement 3.3 of the informed search).
    Known {
        /// The node's ply.
        ply: u32,
        /// That score.
        value: &'a V,
    },
    /// A child's value has come back (statement 6 of Algorithm 1 is done).
    Returned {
        /// The parent's ply.
        ply: u32,
        /// The branch that led to the child.
        branch: Branch<G::Move>,
        /// The parent's state so far (TP0), this child included.
        so_far: &'a V,
    },
    /// The remaining children are not searched (statement 8): the node is dominated by what an ancestor has.
    Cut {
        /// The ply of the node that is cut short.
        ply: u32,
    },
    /// A node is done.
    Left {
        /// The node's ply.
        ply: u32,
        /// Its value.
        value: &'a V,
    },
}

/// Somebody who watches. Any function of an event will do, and `()` watches nothing.
///
/// ```
/// use pleach::uncertain::{UncertainEvent, Leaves, Walk, p_ab};
/// use pleach::{Distribution, Interval, Limits, Score, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8], 4]".parse().unwrap();
/// let evaluator = |_: &ExplicitTree| Distribution::point(Score::ZERO);
/// let mut leaves = Vec::new();
/// let mut watch = |event: UncertainEvent<'_, ExplicitTree, Distribution>| {
///     if let UncertainEvent::Leaf { value, .. } = event {
///         leaves.push(value.bounds().low().get());
///     }
/// };
/// let mut walk = Walk::observed(&evaluator, &Limits::none(), &mut watch);
/// p_ab(&mut walk, &tree, u32::MAX, Interval::FULL, Leaves::Plain).unwrap();
/// assert_eq!(leaves, [-5, 3, -4]);
/// ```
pub trait ObserveUncertain<G: Game, V> {
    /// Whether anyone looks at the events. Where it is `false` the search does not even keep what
    /// it would need to make them.
    const ACTIVE: bool = true;

    /// Hears of an event.
    fn observe(&mut self, event: UncertainEvent<'_, G, V>);
}

impl<G: Game, V> ObserveUncertain<G, V> for () {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn observe(&mut self, _event: UncertainEvent<'_, G, V>) {}
}

impl<G: Game, V, F: FnMut(UncertainEvent<'_, G, V>)> ObserveUncertain<G, V> for F {
    #[inline]
    fn observe(&mut self, event: UncertainEvent<'_, G, V>) {
        self(event);
    }
}
