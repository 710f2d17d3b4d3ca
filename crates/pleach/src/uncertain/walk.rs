//! What the depth-first searches share: going down and up the tree, counting, reporting and stopping.

use super::belief::Belief;
use super::observe::{ObserveUncertain, UncertainEvent};
use crate::branch::Branch;
use crate::cuts::Cuts;
use crate::deep;
use crate::game::{Evaluate, Game, Player};
use crate::limits::{Limits, MAX_PLY, Stopped, Watch};
use crate::report::Counts;
use crate::value::Interval;
use std::time::Duration;

/// A walk through a game tree under way: evaluator, observer, counters and limits. The searches take it as
/// `s`; see [`p_ab`](super::p_ab()).
///
/// ```
/// use pleach::uncertain::{Walk, r_ab};
/// use pleach::{Interval, Limits, Score, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]".parse().unwrap();
/// let evaluator = |_: &ExplicitTree| Interval::FULL;
/// let mut walk = Walk::new(&evaluator, &Limits::none());
/// let value = r_ab(&mut walk, &tree, u32::MAX, Interval::FULL).unwrap();
/// assert_eq!(value, Interval::point(Score::new(5)));
/// assert_eq!((walk.nodes(), walk.leaves()), (8, 4));
/// ```
#[derive(Debug)]
pub struct Walk<'a, E, O = ()> {
    evaluator: &'a E,
    observer: O,
    watch: Watch,
    leaves: u64,
    horizon_leaves: u64,
    evaluations: u64,
    cuts: Cuts,
    ply: u32,
    /// The number of the branch that leads to the node that is entered next.
    number: u32,
    /// The numbers of the branches that lead to a position with neither moves nor an outcome, the last one first, if one
    /// was met.
    dead_end: Vec<u32>,
}

impl<'a, E> Walk<'a, E> {
    /// A walk that has not begun.
    pub fn new(evaluator: &'a E, limits: &Limits) -> Self {
        Walk::observed(evaluator, limits, ())
    }
}

impl<'a, E, O> Walk<'a, E, O> {
    /// The same with somebody who watches.
    pub fn observed(evaluator: &'a E, limits: &Limits, observer: O) -> Self {
        let (watch, cuts) = (Watch::new(limits).paced(), Cuts::default());
        let (leaves, horizon_leaves, evaluations, ply, number) = (0, 0, 0, 0, 0);
        let dead_end = Vec::new();
        Walk { evaluator, observer, watch, leaves, horizon_leaves, evaluations, cuts, ply, number, dead_end }
    }

    /// The nodes visited, the root and all leaves included.
    pub fn nodes(&self) -> u64 {
        self.watch.nodes()
    }

    /// The leaves visited.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// The leaves at which the game was not over: where there are none, more depth changes nothing.
    pub(crate) fn horizon_leaves(&self) -> u64 {
        self.horizon_leaves
    }

    /// The work done.
    pub fn counts(&self) -> Counts {
        Counts {
            nodes: self.nodes(),
            leaves: self.leaves,
            evaluations: self.evaluations,
            cuts: self.cuts,
            ..Counts::default()
        }
    }

    /// The time since the walk was made.
    pub fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// Visits a node. `Some` is the value of a leaf: the game is over, or the depth used up.
    #[inline]
    pub(super) fn enter<G, V>(&mut self, p: &G, depth: u32, window: Interval) -> Result<Option<V>, Stopped>
    where
        G: Game,
        V: Belief,
        E: Evaluate<G, Value = V>,
        O: ObserveUncertain<G, V>,
    {
        self.watch.count_node()?;
        let ply = self.ply;
        let number = (ply > 0).then_some(self.number);
        self.observer.observe(UncertainEvent::Entered { game: p, ply, number, depth, window });
        let value = match p.outcome() {
            Some(outcome) => V::certain(outcome.after(ply)),
            None if depth == 0 => {
                self.evaluations += 1;
                self.horizon_leaves += 1;
                self.evaluator.evaluate(p)
            }
            None => return Ok(None),
        };
        self.leaves += 1;
        self.observer.observe(UncertainEvent::Leaf { ply, value: &value });
        Ok(Some(value))
    }

    /// Searches the position after a move with a window of the side to move in `p`, and returns its value to
    /// that side: `P_NEG(P_AB(S_j, -beta, -alpha))`, where nothing is negated if the same side moves again.
    #[inline]
    pub(super) fn child<G, V>(
        &mut self,
        p: &G,
        depth: u32,
        branch: Branch<G::Move>,
        window: Interval,
        search: impl FnOnce(&mut Self, &G, u32, Interval) -> Result<V, Stopped>,
    ) -> Result<V, Stopped>
    where
        G: Game,
        V: Belief,
    {
        let Branch { number, mv, .. } = branch;
        let mut child = p.clone();
        child.play(mv);
        let depth = depth.saturating_sub(if G::REGULAR_TURNS { 1 } else { p.cost(mv) });
        let turned = G::REGULAR_TURNS || p.to_move() != child.to_move();
        let window = if turned { -window } else { window };
        self.ply += 1;
        self.number = number;
        if self.ply >= MAX_PLY {
            return Err(Stopped::TooDeep);
        }
        // A search that is stopped does not come back up: nothing is asked of it any more but its counters.
        let value = deep::call_at(self.ply, || search(self, &child, depth, window))
            .inspect_err(|&stopped| self.note_way(stopped, number))?;
        self.ply -= 1;
        Ok(if turned { -value } else { value })
    }

    /// The way to a position with neither moves nor an outcome is told by those who come back from it.
    #[cold]
    fn note_way(&mut self, stopped: Stopped, number: u32) {
        if stopped == Stopped::DeadEnd {
            self.dead_end.push(number);
        }
    }

    /// The position with neither moves nor an outcome that the search of `root` has met.
    pub(super) fn dead_end<G: Game>(&self, root: &G) -> G {
        let mut position = root.clone();
        for &number in self.dead_end.iter().rev() {
            let Some(mv) = position.moves().nth(number as usize - 1) else { break };
            position.play(mv);
        }
        position
    }

    /// Looks at the clock and the flag now. For work that takes long and visits no node.
    pub(super) fn look_now(&self) -> Result<(), Stopped> {
        self.watch.look_now()
    }

    /// Keeps back so much of the time for an answer.
    pub(super) fn keep_back(&mut self, needed: Duration) {
        self.watch.keep_back(needed);
    }

    /// Reports that a new iteration begins.
    pub(super) fn begin<G, V>(&mut self, depth: u32)
    where
        G: Game,
        O: ObserveUncertain<G, V>,
    {
        self.observer.observe(UncertainEvent::Iteration { depth });
    }

    /// Reports what is known of a node after one more child.
    #[inline]
    pub(super) fn returned<G, V>(&mut self, branch: Branch<G::Move>, so_far: &V)
    where
        G: Game,
        O: ObserveUncertain<G, V>,
    {
        self.observer.observe(UncertainEvent::Returned { ply: self.ply, branch, so_far });
    }

    /// Counts and reports that the rest of a node is cut off.
    #[inline]
    pub(super) fn cut<G, V>(&mut self, p: &G)
    where
        G: Game,
        O: ObserveUncertain<G, V>,
    {
        *match p.to_move() {
            Player::Max => &mut self.cuts.beta,
            Player::Min => &mut self.cuts.alpha,
        } += 1;
        self.observer.observe(UncertainEvent::Cut { ply: self.ply });
    }

    /// Reports that a node need not be searched, since it is known to be worth this.
    #[inline]
    pub(super) fn known<G, V>(&mut self, value: V) -> V
    where
        G: Game,
        O: ObserveUncertain<G, V>,
    {
        self.observer.observe(UncertainEvent::Known { ply: self.ply, value: &value });
        value
    }

    /// Reports that a node is done.
    #[inline]
    pub(super) fn leave<G, V>(&mut self, value: V) -> V
    where
        G: Game,
        O: ObserveUncertain<G, V>,
    {
        self.observer.observe(UncertainEvent::Left { ply: self.ply, value: &value });
        value
    }
}
