//! What all textbook searches share: going down and up the tree, counting, reporting and stopping.

use super::Hint;
use crate::branch::branches;
use crate::deep;
use crate::game::{Evaluate, Game, Player};
use crate::limits::{Limits, MAX_PLY, Stopped, Watch};
use crate::observe::{Branch, CutKind, Event, LeafCause, Observe, Omission, Question, Retry};
use crate::value::{Bound, Score, Window};
use std::time::Duration;

/// What a search returns: the value for the side to move, or why it had to stop.
pub type Answer = Result<Score, Stopped>;

/// The branches of a node, in the order in which they are searched.
enum Branches<L, Move> {
    Listed(L),
    Sorted(std::vec::IntoIter<Branch<Move>>),
}

impl<Move, L: Iterator<Item = Branch<Move>>> Iterator for Branches<L, Move> {
    type Item = Branch<Move>;

    #[inline(always)]
    fn next(&mut self) -> Option<Branch<Move>> {
        match self {
            Branches::Listed(listed) => listed.next(),
            Branches::Sorted(sorted) => sorted.next(),
        }
    }
}

/// The branches of a position, those that a hint puts higher first, and else as the game lists them.
#[cold]
pub(crate) fn sorted<G: Game>(p: &G, depth: u32, hint: Hint<'_, G>) -> Vec<Branch<G::Move>> {
    let mut sorted: Vec<Branch<G::Move>> = branches(p).collect();
    sorted.sort_by_cached_key(|branch| std::cmp::Reverse(hint.of(p, branch.mv, depth)));
    (1..).zip(&mut sorted).for_each(|(place, branch)| branch.place = place);
    sorted
}

/// Whether `m`, found above `alpha`, is the best value that the game allows: the direct cut-off.
#[inline(always)]
pub(super) fn is_highest<G: Game>(p: &G, m: Score, alpha: Score) -> bool {
    m > alpha && m >= p.score_bounds().1
}

/// The depth that is left after a move.
#[inline(always)]
pub(super) fn remaining_depth<G: Game>(p: &G, depth: u32, mv: G::Move) -> u32 {
    depth.saturating_sub(if G::REGULAR_TURNS { 1 } else { p.cost(mv) })
}

/// A walk through a game tree under way: evaluator, observer, counters and limits.
///
/// The textbook functions take it as `s`, call [`Walk::enter`] first, [`Walk::child`] for every branch
/// they search, and [`Walk::leave`] or [`Walk::cut`] with the value they return.
///
/// ```
/// use pleach::textbook::{Walk, alpha_beta};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
///
/// let tree: ExplicitTree = "MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// assert_eq!(alpha_beta(&mut walk, &tree, u32::MAX, Window::FULL), Ok(Score::new(5)));
/// assert_eq!((walk.nodes(), walk.leaves()), (8, 4));
/// ```
#[derive(Debug)]
pub struct Walk<'a, G: Game, E, O> {
    evaluator: &'a E,
    observer: &'a mut O,
    watch: Watch,
    leaves: u64,
    horizon_leaves: u64,
    evaluations: u64,
    omissions: u64,
    ply: u32,
    hint: Option<Hint<'a, G>>,
    // The rest is kept only for active observers.
    arrived_by: Option<Branch<G::Move>>,
    /// The window with which each node of the path was entered, in Max's view.
    windows: Vec<Window>,
    /// The ply of the node from which the windows count: the root, or that of a shallow search under way.
    origin: u32,
    /// A position with neither moves nor an outcome, if one was met.
    dead_end: Option<G>,
}

impl<'a, G, E, O> Walk<'a, G, E, O>
where
    G: Game,
    E: Evaluate<G, Value = Score>,
    O: Observe<G>,
{
    /// A walk that has not begun.
    pub fn new(evaluator: &'a E, observer: &'a mut O, limits: &Limits) -> Self {
        let watch = Watch::new(limits);
        Walk {
            evaluator,
            observer,
            watch,
            leaves: 0,
            horizon_leaves: 0,
            evaluations: 0,
            omissions: 0,
            ply: 0,
            hint: None,
            arrived_by: None,
            windows: Vec::new(),
            origin: 0,
            dead_end: None,
        }
    }

    /// The same with the moves of every node sorted by a hint; the example is at [`Hint`].
    pub fn ordered_by(mut self, hint: Hint<'a, G>) -> Self {
        self.hint = Some(hint);
        self
    }

    /// The nodes visited, the root and all leaves included (the papers' NC).
    pub fn nodes(&self) -> u64 {
        self.watch.nodes()
    }

    /// The leaves visited (the papers' NBP, bottom positions).
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// The leaves at which the game was not over: where there are none, more depth changes nothing.
    pub(crate) fn horizon_leaves(&self) -> u64 {
        self.horizon_leaves
    }

    /// The static evaluations made, for leaves and for ordering.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The nodes and moves left out by forward pruning. Where there are any, what was seen is not all there is.
    pub fn omissions(&self) -> u64 {
        self.omissions
    }

    /// The time since the walk was made.
    pub fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// The observer, between searches.
    pub(super) fn observer(&mut self) -> &mut O {
        self.observer
    }

    /// The ply of the node the walk is at.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The moves of a position that goes on and has so many plies left, with their Dewey numbers. The search ends with
    /// [`Stopped::DeadEnd`] where there are none.
    ///
    /// ```
    /// use pleach::textbook::Walk;
    /// use pleach::{Limits, tree::ExplicitTree};
    /// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
    /// let mut observer = ();
    /// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
    /// assert_eq!(walk.branches(&tree, 1).unwrap().map(|branch| branch.number).collect::<Vec<_>>(), [1, 2]);
    /// ```
    #[inline(always)]
    pub fn branches<'p>(
        &mut self,
        p: &'p G,
        depth: u32,
    ) -> Result<impl Iterator<Item = Branch<G::Move>> + use<'a, 'p, G, E, O>, Stopped> {
        let mut listed = branches(p).peekable();
        match (listed.peek(), self.hint) {
            (None, _) => Err(self.dead_end(p)),
            (Some(_), None) => Ok(Branches::Listed(listed)),
            (Some(_), Some(hint)) => Ok(Branches::Sorted(sorted(p, depth, hint).into_iter())),
        }
    }

    /// Notes a position with neither moves nor an outcome.
    #[cold]
    pub(super) fn dead_end(&mut self, p: &G) -> Stopped {
        self.dead_end = Some(p.clone());
        Stopped::DeadEnd
    }

    /// The position with neither moves nor an outcome, if one was met.
    pub(super) fn take_dead_end(&mut self) -> Option<G> {
        self.dead_end.take()
    }

    /// Visits a node. `Some` is the value of a leaf: the game is over, or the depth used up.
    #[inline(always)]
    pub fn enter(&mut self, p: &G, depth: u32, window: Window) -> Result<Option<Score>, Stopped> {
        self.arrive(p, depth, window)?;
        Ok(match p.outcome() {
            Some(outcome) => Some(self.leaf(outcome.after(self.ply), LeafCause::Outcome)),
            None if depth == 0 => {
                let value = self.evaluate(p);
                Some(self.leaf(value, LeafCause::Horizon))
            }
            None => None,
        })
    }

    /// Counts and reports a visit; the first half of [`Walk::enter`], for searches that know more of
    /// the node already.
    #[inline(always)]
    pub(super) fn arrive(&mut self, p: &G, depth: u32, window: Window) -> Result<(), Stopped> {
        self.watch.count_node()?;
        if O::ACTIVE {
            self.report_entered(p, depth, window);
        }
        Ok(())
    }

    /// Counts and reports a leaf; the second half of [`Walk::enter`].
    #[inline(always)]
    pub(super) fn leaf(&mut self, value: Score, cause: LeafCause) -> Score {
        self.leaves += 1;
        self.horizon_leaves += u64::from(cause == LeafCause::Horizon);
        self.observer.observe(Event::Leaf { ply: self.ply, value, cause });
        value
    }

    /// The static value of a position: at the horizon, and for ordering.
    #[inline(always)]
    pub fn evaluate(&mut self, p: &G) -> Score {
        self.evaluations += 1;
        self.evaluator.evaluate(p)
    }

    /// Searches the position after a branch with a window of the side to move in `p`, and returns
    /// its value to that side: `-search(p_i, -beta, -alpha, depth - 1)` of the negamax papers, where
    /// nothing is negated if the same side moves again.
    #[inline(always)]
    pub fn child(
        &mut self,
        p: &G,
        depth: u32,
        branch: Branch<G::Move>,
        window: Window,
        search: impl FnOnce(&mut Self, &G, u32, Window) -> Answer,
    ) -> Answer {
        // PERF: made here and not in a function of its own, which would copy it once more.
        let mut child = p.clone();
        child.play(branch.mv);
        let depth = remaining_depth(p, depth, branch.mv);
        if G::REGULAR_TURNS || p.to_move() != child.to_move() {
            Ok(-self.visit(&child, depth, branch, -window, search)?)
        } else {
            self.visit(&child, depth, branch, window, search)
        }
    }

    /// The same for the min/max forms, where window and value are in Max's view and nothing is negated.
    #[inline(always)]
    pub(crate) fn child_for_max(
        &mut self,
        p: &G,
        depth: u32,
        branch: Branch<G::Move>,
        window: Window,
        search: impl FnOnce(&mut Self, &G, u32, Window) -> Answer,
    ) -> Answer {
        let mut child = p.clone();
        child.play(branch.mv);
        self.visit(&child, remaining_depth(p, depth, branch.mv), branch, window, search)
    }

    /// Goes down to a child, searches it, and comes back up.
    #[inline(always)]
    fn visit(
        &mut self,
        child: &G,
        depth: u32,
        branch: Branch<G::Move>,
        window: Window,
        search: impl FnOnce(&mut Self, &G, u32, Window) -> Answer,
    ) -> Answer {
        let ply = self.ply;
        self.go_to(ply + 1, Some(branch));
        // PERF: a search that is stopped leaves at once and does not come back up; nothing is asked of
        // its walk any more but the counters.
        let value = match deep::is_time_to_look(ply + 1) {
            false => search(self, child, depth, window)?,
            true => self.visit_deep(child, depth, window, search)?,
        };
        self.ply = ply;
        Ok(value)
    }

    // PERF: out of line, so that the common way down keeps its arguments in registers.
    #[cold]
    #[inline(never)]
    fn visit_deep(
        &mut self,
        child: &G,
        depth: u32,
        window: Window,
        search: impl FnOnce(&mut Self, &G, u32, Window) -> Answer,
    ) -> Answer {
        if self.ply >= MAX_PLY {
            return Err(Stopped::TooDeep);
        }
        deep::on_enough_stack(|| search(self, child, depth, window))
    }

    /// Moves to a node of the given ply that is reached by a branch. The recursive searches do this
    /// by [`Walk::child`]; a search with a list of its own goes where the list says.
    #[inline(always)]
    pub fn go_to(&mut self, ply: u32, branch: Option<Branch<G::Move>>) {
        self.ply = ply;
        if O::ACTIVE {
            self.arrived_by = branch;
        }
    }

    /// Backs up a child's value `t` into the best value so far: `m := max(m, t)`.
    #[inline(always)]
    pub fn back_up(&mut self, branch: Branch<G::Move>, m: Score, t: Score, window: Window) -> Score {
        let best = m.max(t);
        let ply = self.ply;
        self.observer.observe(Event::Returned { ply, branch, value: t, best, improved: t > m, window });
        best
    }

    /// Ends a node at a branch whose value makes the later ones useless, with the value to return.
    /// It counts as a cut only if there are later ones.
    #[inline(always)]
    pub fn cut(&mut self, p: &G, branch: Branch<G::Move>, value: Score, window: Window) -> Score {
        if O::ACTIVE && p.moves().nth(branch.place as usize).is_some() {
            self.note_cut(p, value, window);
        }
        self.leave(value, window)
    }

    /// Ends a node, with the value to return.
    #[inline(always)]
    pub fn leave(&mut self, value: Score, window: Window) -> Score {
        self.observer.observe(Event::Left { ply: self.ply, value, bound: window.bound(value) });
        value
    }

    /// Reports that the node the walk is at is about to be tested with a null window.
    #[inline(always)]
    pub(crate) fn note_test(&mut self, window: Window) {
        let (ply, branch) = (self.ply, self.arrived_by);
        self.observer.observe(Event::Test { ply, branch, window });
    }

    /// Reports that the node the walk is at is about to be searched again.
    #[inline(always)]
    pub(crate) fn note_again(&mut self, reason: Retry, window: Window) {
        let (ply, branch) = (self.ply, self.arrived_by);
        self.observer.observe(Event::Again { ply, branch, reason, window });
    }

    /// Reports that the node the walk is at need not be visited, since its value is remembered.
    #[inline(always)]
    pub(crate) fn note_table_hit(&mut self, value: Score, bound: Bound) {
        let branch = self.arrived_by;
        self.observer.observe(Event::TableHit { ply: self.ply, branch, value, bound });
    }

    /// Makes a shallow search of the node the walk is at, for the sake of a question about its deep one. It is
    /// no part of the path: afterwards the walk is where and as it was before.
    pub(super) fn probe(
        &mut self,
        depth: u32,
        question: Question,
        window: Window,
        search: impl FnOnce(&mut Self) -> Answer,
    ) -> Answer {
        let (ply, branch, origin) = (self.ply, self.arrived_by, self.origin);
        let own = self.windows.get(ply as usize).copied();
        self.observer.observe(Event::Probe { ply, branch, depth, question, window });
        self.origin = ply;
        let value = search(self)?;
        (self.arrived_by, self.origin) = (branch, origin);
        self.windows.truncate(ply as usize);
        self.windows.extend(own);
        self.observer.observe(Event::Probed { ply, branch, question, value });
        Ok(value)
    }

    /// Ends a node that is not searched, with the bound to return.
    pub(super) fn forecast(&mut self, value: Score, omission: Omission, window: Window) -> Score {
        self.omissions += 1;
        self.observer.observe(Event::Forecast { ply: self.ply, value, omission });
        self.leave(value, window)
    }

    /// Counts and reports a move that is not searched, or the last one before others that are not either.
    pub(super) fn skip(&mut self, branch: Branch<G::Move>, omission: Omission, rest: bool) {
        self.omissions += 1;
        self.observer.observe(Event::Skipped { ply: self.ply, branch, omission, rest });
    }

    /// Reports a new iteration.
    pub(crate) fn note_iteration(&mut self, depth: u32) {
        self.observer.observe(Event::Iteration { depth });
    }

    fn report_entered(&mut self, p: &G, depth: u32, window: Window) {
        self.windows.truncate(self.ply as usize);
        self.windows.push(p.to_move().view(window));
        let branch = self.arrived_by;
        self.observer.observe(Event::Entered { game: p, ply: self.ply, branch, depth, window });
    }

    /// Reports that the rest of a node is cut off. The cut is deep when its bound was made three or more plies up (Hsu, "Deep alpha/beta cut-off").
    pub(super) fn note_cut(&mut self, p: &G, value: Score, window: Window) {
        if !O::ACTIVE {
            return;
        }
        let player = p.to_move();
        let (kind, by) = if value < window.beta() {
            (CutKind::Direct, None)
        } else {
            let by = self.maker_of_bound(player);
            let deep = by.is_some_and(|ancestor| self.ply - ancestor >= 3);
            let kind = match (player, deep) {
                (Player::Max, false) => CutKind::Beta,
                (Player::Max, true) => CutKind::DeepBeta,
                (Player::Min, false) => CutKind::Alpha,
                (Player::Min, true) => CutKind::DeepAlpha,
            };
            (kind, by)
        };
        self.observer.observe(Event::Cut { ply: self.ply, kind, by });
    }

    /// The ply of the ancestor that made the bound which cuts the present node of `player`: the
    /// last one on the path that handed its child another bound than it was given itself.
    fn maker_of_bound(&self, player: Player) -> Option<u32> {
        let bound = |window: &Window| match player {
            Player::Max => window.beta(),
            Player::Min => window.alpha(),
        };
        let path = &self.windows[self.origin as usize..=self.ply as usize];
        let maker = path.windows(2).rposition(|pair| bound(&pair[0]) != bound(&pair[1]));
        maker.map(|ply| self.origin + ply as u32)
    }
}
