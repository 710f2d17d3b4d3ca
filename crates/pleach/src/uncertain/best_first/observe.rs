//! Watching a best-first search.

use super::{Strategy, Verdict};
use crate::game::Game;
use crate::value::{Interval, Score};
use std::ops::Neg;

/// One step of a best-first search. Nodes have the numbers that their tree gives them, the root 0; values are
/// in the view of the player to move at the root.
#[derive(Debug)]
pub enum BestFirstEvent<'a, G: Game, V> {
    /// The search begins with what is known of its root.
    Begun {
        /// The root.
        game: &'a G,
        /// Its value.
        value: &'a V,
    },
    /// A leaf of the tree is expanded.
    Expanding {
        /// The leaf.
        node: u32,
        /// Its position.
        game: &'a G,
        /// Why it.
        strategy: Strategy,
    },
    /// A successor of the leaf becomes a node.
    Judged {
        /// The node.
        node: u32,
        /// Its place among the moves of the leaf, from 1.
        number: u32,
        /// Its value.
        value: &'a V,
    },
    /// A successor of the leaf cannot count and becomes no node (Li and Marsland, section 5.3): it is dominated.
    Dropped {
        /// Its place among the moves of the leaf, from 1.
        number: u32,
        /// Its value.
        value: &'a V,
    },
    /// A leaf is not expanded, now or later: its window is empty, so that nothing below it can count.
    Closed {
        /// The leaf.
        node: u32,
    },
    /// The value of a node is that of its children now.
    BackedUp {
        /// The node.
        node: u32,
        /// Its value.
        value: &'a V,
    },
    /// The search ends.
    Ended {
        /// What kind of answer it has.
        verdict: Verdict,
    },
}

/// Somebody who watches a best-first search; `()` watches nothing and costs nothing.
///
/// ```
/// use pleach::uncertain::best_first::{BStar, BestFirstEvent, ObserveBestFirst};
/// use pleach::{Game, Interval, Limits, tree::RandomTree};
///
/// /// Counts expansions.
/// struct Expansions(u32);
/// impl<G: Game, V> ObserveBestFirst<G, V> for &mut Expansions {
///     fn observe(&mut self, event: BestFirstEvent<'_, G, V>) {
///         if let BestFirstEvent::Expanding { .. } = event { self.0 += 1; }
///     }
/// }
///
/// let tree: RandomTree = "b=3,d=3,seed=4".parse().unwrap();
/// let nothing_known = |_: &RandomTree| Interval::FULL;
/// let mut expansions = Expansions(0);
/// let report = BStar::new(&tree, &nothing_known, &Limits::none()).observed(&mut expansions).run().unwrap();
/// assert!(expansions.0 > 0 && report.best.is_some());
/// ```
pub trait ObserveBestFirst<G: Game, V> {
    /// Whether anyone looks at the events. Where it is `false` the search does not even make them.
    const ACTIVE: bool = true;

    /// Hears of an event.
    fn observe(&mut self, event: BestFirstEvent<'_, G, V>);
}

impl<G: Game, V> ObserveBestFirst<G, V> for () {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn observe(&mut self, _event: BestFirstEvent<'_, G, V>) {}
}

/// What a conspiracy-number search knows of a node.
///
/// ```
/// use pleach::uncertain::best_first::Standing;
/// use pleach::{Interval, Score};
/// let range = Interval::new(Score::new(1), Score::new(6)).unwrap();
/// let standing = Standing { value: Score::new(4), range, up: Some(1), down: None };
/// assert_eq!((-standing).down, Some(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its value by minimax of the tree as it is.
    pub value: Score,
    /// What the conspirators can make of it.
    pub range: Interval,
    /// How many leaves must change for the value to rise; none if more than are counted.
    pub up: Option<u32>,
    /// How many leaves must change for the value to fall; none if more than are counted.
    pub down: Option<u32>,
}

/// The same for the other side.
impl Neg for Standing {
    type Output = Standing;

    fn neg(self) -> Standing {
        Standing { value: -self.value, range: -self.range, up: self.down, down: self.up }
    }
}
