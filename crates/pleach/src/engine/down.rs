//! Going down a move: with which window, in which style, and the way back.

use super::knowledge::{Knowledge, Look};
use super::moves::AtNode;
use super::node::Answer;
use super::options::Driver;
use super::order::Candidate;
use super::style::{Any, Proof, Selective, Style, Test};
use super::table::UNLIMITED;
use super::threads::Split;
use super::worker::{Visit, Worker, from_root};
use crate::deep;
use crate::game::{Evaluate, Game, Hashed};
use crate::limits::{MAX_PLY, Stopped};
use crate::value::{Score, Window};

impl<'a, G, E, K> Worker<'a, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// Searches a move with the window that those before it have left.
    #[inline(always)]
    pub(super) fn search_in_turn<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        node: AtNode,
        split: Option<&Split<G, K::Seen>>,
    ) -> Answer {
        let AtNode { depth, window, best, tried, .. } = node;
        self.begin_line::<S>(window);
        match S::NULL {
            true => self.go::<S>(visit, candidate, depth, window),
            false => {
                self.search_move(visit, candidate, depth, window.raised_to(best.value), tried == 0, split)
            }
        }
    }

    /// One move, with the window of the side to move: the whole window, or a null window first. Where the move is shared,
    /// others may raise alpha meanwhile: then the test is worth making again.
    pub(super) fn search_move(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        depth: u32,
        mut window: Window,
        is_first: bool,
        split: Option<&Split<G, K::Seen>>,
    ) -> Answer {
        if is_first || window.is_null() || self.recipe.options.driver == Driver::Full {
            return self.enter(visit, candidate, depth, window);
        }
        // In the last two plies a null window already finds the exact value (Reinefeld 1983).
        let is_exact = G::REGULAR_TURNS && depth <= 2 && self.recipe.plain;
        let tested = loop {
            self.tally.tests += 1;
            self.route.null_since = self.route.ply + 1;
            let test = Window::below(window.alpha().next_up());
            let value = self.enter(visit, candidate, depth, test)?;
            if is_exact || value <= window.alpha() || value >= window.beta() {
                return Ok(value);
            }
            let left = split.map_or(Ok(window), Split::window_left)?;
            if left == window {
                break value;
            }
            window = left;
        };
        self.tally.researches += 1;
        self.clear_line(self.route.ply + 1);
        let value = self.enter(visit, candidate, depth, window.raised_to(tested))?;
        // Where something was left out, the test may have been wrong.
        Ok(if self.policy::<Any>().is_some() { value } else { value.max(tested) })
    }

    /// Goes down a move in the style that fits.
    fn enter(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        depth: u32,
        window: Window,
    ) -> Answer {
        let is_proof = depth >= UNLIMITED && !self.learns::<Any>();
        match (self.recipe.is_standard && window.is_null(), is_proof) {
            (false, _) => self.go::<Any>(visit, candidate, depth, window),
            (true, _) if self.policy::<Any>().is_some() || self.recipe.gathers => {
                self.go::<Selective>(visit, candidate, depth, window)
            }
            (true, false) => self.go::<Test>(visit, candidate, depth, window),
            (true, true) => self.go::<Proof>(visit, candidate, depth, window),
        }
    }

    /// Plays a move, searches what comes of it, and returns the value to the side that moved.
    #[inline(always)]
    fn go<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        Candidate { mv, child, .. }: Candidate<G::Move>,
        depth: u32,
        window: Window,
    ) -> Answer {
        let left = depth_after(&visit.game, depth, mv);
        match child {
            Some(place) => {
                let child = self.children[place.index()].clone();
                self.go_to::<S>(visit, mv, &child, left, window)
            }
            None => {
                let child = visit.game.after(mv);
                let turned = turn_passes(&visit.game, &child);
                self.below::<S>(visit, mv, turned, window, |below, window| {
                    below.visit::<S>(child, left, window)
                })
            }
        }
    }

    /// Searches a child that is known to be open.
    #[inline(always)]
    fn go_to<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        mv: G::Move,
        child: &Visit<G, K::Seen>,
        left: u32,
        window: Window,
    ) -> Answer {
        // The look was not counted: this is the visit.
        self.watch.count_node()?;
        let turned = turn_passes(&visit.game, &child.game);
        self.below::<S>(visit, mv, turned, window, |below, window| below.open::<S>(child, left, window))
    }

    /// Searches a move before any other is looked at, if there is another at all.
    pub(super) fn follow<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        mv: G::Move,
        depth: u32,
        window: Window,
    ) -> Answer {
        let left = depth_after(&visit.game, depth, mv);
        let child = visit.game.after(mv);
        self.begin_line::<S>(window);
        match self.recipe.knowledge.look_at_child(&visit.game, mv, &child, left) {
            Look::Known(value) => {
                self.watch.count_node()?;
                let ply = self.route.ply + 1;
                let value = self.leaf(&child, from_root::<G>(value, ply), ply);
                Ok(if turn_passes(&visit.game, &child) { -value } else { value })
            }
            Look::Open { low, high, seen } => {
                let child = self.opened_child::<S>(child, left, low, high, seen);
                self.go_to::<S>(visit, mv, &child, left, window)
            }
        }
    }

    /// Searches a ply further down, on more stack where that is needed. Window and value are those of the side that moves.
    #[inline(always)]
    pub(super) fn below<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        mv: G::Move,
        turned: bool,
        window: Window,
        search: impl FnOnce(&mut Self, Window) -> Answer,
    ) -> Answer {
        let (above, window) = (self.descend::<S>(visit, mv), seen_from(window, turned));
        let value = match deep::is_time_to_look(self.route.ply) {
            false => search(self, window)?,
            true => self.on_enough_stack(|below| search(below, window))?,
        };
        self.ascend::<S>(above);
        Ok(if turned { -value } else { value })
    }

    /// Goes a ply down; what it returns leads back.
    #[inline(always)]
    pub(super) fn descend<S: Style>(&mut self, visit: &Visit<G, K::Seen>, mv: G::Move) -> Option<usize> {
        self.route.ply += 1;
        let before = self.route.arrived_by;
        if K::HISTORY_SIZE > 0 && self.learns::<S>() {
            self.route.arrived_by = Some(self.recipe.knowledge.history_index(&visit.game, mv));
        }
        before
    }

    #[inline(always)]
    pub(super) fn ascend<S: Style>(&mut self, arrived_by: Option<usize>) {
        self.route.ply -= 1;
        if S::MAY_LEARN && K::LEARNS_ORDER && K::HISTORY_SIZE > 0 {
            self.route.arrived_by = arrived_by;
        }
    }

    /// Searches on, on more stack where that is needed.
    #[cold]
    #[inline(never)]
    fn on_enough_stack(&mut self, search: impl FnOnce(&mut Self) -> Answer) -> Answer {
        if self.route.ply >= MAX_PLY {
            return Err(Stopped::TooDeep);
        }
        deep::on_enough_stack(|| search(self))
    }
}

/// The depth that is left after a move; without a limit there is never less.
#[inline(always)]
pub(super) fn depth_after<G: Game>(game: &G, depth: u32, mv: G::Move) -> u32 {
    if depth >= UNLIMITED {
        return depth;
    }
    depth.saturating_sub(if G::REGULAR_TURNS { 1 } else { game.cost(mv) })
}

#[inline(always)]
pub(super) fn turn_passes<G: Game>(before: &G, after: &G) -> bool {
    G::REGULAR_TURNS || before.to_move() != after.to_move()
}

#[inline(always)]
pub(super) fn seen_from(window: Window, turned: bool) -> Window {
    if turned { -window } else { window }
}
