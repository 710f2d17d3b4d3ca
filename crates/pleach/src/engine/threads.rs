//! Several threads at one search, over one table.
//!
//! One thread leads: it has the root, and searches as if it were alone. Where it is at a node whose other moves
//! will most likely all be searched, and a thread has nothing to do, it opens a [`Split`]: the moves that are left
//! are there for anyone to take (Young Brothers Wait: Feldmann, Monien, Mysliwietz, Vornberger 1989). Helpers
//! split nodes below in the same way. Whoever finds a cut interrupts the others at the split and below it; who has
//! opened one stays until all have left it, and helps below meanwhile. Values do not depend on who was faster;
//! the number of nodes does.

use super::knowledge::Knowledge;
use super::moves::AtNode;
use super::order::{Candidate, ChildIndex};
use super::style::Any;
use super::worker::{Grounds, Route, Visit, Worker};
use crate::game::{Evaluate, Game, Hashed};
use crate::limits::{Interrupt, Stopped};
use crate::value::{Score, Window};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The threads of a search, and the nodes whose moves they share.
pub(super) struct Crew<G: Game, Seen> {
    threads: usize,
    /// Threads that wait for work and have not been called yet.
    idle: AtomicUsize,
    board: Mutex<Board<G, Seen>>,
    /// Told to whoever sleeps, and counted for whoever is still awake.
    news: Condvar,
    told: AtomicUsize,
}

/// What all threads can see.
struct Board<G: Game, Seen> {
    splits: Vec<Arc<Split<G, Seen>>>,
    /// The numbers of the threads that wait and have not been called yet.
    idle: Vec<usize>,
    over: bool,
}

/// A node whose moves are shared.
pub(super) struct Split<G: Game, Seen> {
    visit: Visit<G, Seen>,
    route: Route,
    children: Vec<Visit<G, Seen>>,
    interrupt: Arc<Interrupt>,
    progress: Mutex<Progress<G::Move>>,
}

/// How far the threads at a split have come.
struct Progress<Move> {
    /// The node, with all the moves that somebody has taken counted as tried.
    node: AtNode,
    /// Moves that nobody has taken yet, the best one last.
    left: Vec<Candidate<Move>>,
    line: Vec<Move>,
    at_work: usize,
    failed: Option<Stopped>,
    grounds: Grounds,
}

impl<G: Game, Seen> Crew<G, Seen> {
    /// How often a thread looks for news before it sleeps: some tens of microseconds.
    const AWAKE: u32 = 2_000;

    pub(super) fn new(threads: usize) -> Self {
        let board = Board { splits: Vec::new(), idle: Vec::new(), over: false };
        let (idle, told) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Crew { threads, idle, board: Mutex::new(board), news: Condvar::new(), told }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Whether a thread has nothing to do.
    #[inline]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Relaxed) > 0
    }

    /// Begins a piece of work that ends when the result is dropped: the helpers go home then, whatever happened.
    pub(super) fn begin(&self) -> Shift<'_, G, Seen> {
        self.board().over = false;
        Shift(self)
    }

    /// Tells everybody that the board has changed; the caller holds it.
    fn tell(&self, _board: &mut Board<G, Seen>) {
        self.told.fetch_add(1, Relaxed);
        self.news.notify_all();
    }

    /// Waits for news.
    // PERF: work comes so often that a thread had better stay awake for a while: to wake one takes longer than
    // many a search of a move.
    fn listen<'a>(&'a self, mut board: MutexGuard<'a, Board<G, Seen>>) -> MutexGuard<'a, Board<G, Seen>> {
        let told = self.told.load(Relaxed);
        drop(board);
        for _ in 0..Crew::<G, Seen>::AWAKE {
            if self.told.load(Relaxed) != told {
                return self.board();
            }
            std::hint::spin_loop();
        }
        board = self.board();
        while self.told.load(Relaxed) == told {
            board = self.news.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
        board
    }

    fn board(&self) -> MutexGuard<'_, Board<G, Seen>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Offers moves, and calls all that are idle.
    fn open(&self, split: &Arc<Split<G, Seen>>) {
        let mut board = self.board();
        board.splits.push(Arc::clone(split));
        board.idle.clear();
        self.idle.store(0, Relaxed);
        self.tell(&mut board);
    }

    fn close(&self, split: &Arc<Split<G, Seen>>) {
        self.board().splits.retain(|open| !Arc::ptr_eq(open, split));
    }

    /// Waits for work within a piece of work (or for any at all), until that is done.
    fn next_work(&self, number: usize, within: Option<&Split<G, Seen>>) -> Option<Arc<Split<G, Seen>>> {
        let mut board = self.board();
        loop {
            if within.map_or(board.over, |split| split.progress().at_work == 0) {
                return None;
            }
            // The one next to the root promises most.
            let offers = board.splits.iter().filter(|split| split.is_within(within) && split.has_work());
            if let Some(split) = offers.min_by_key(|split| split.route.ply) {
                split.progress().at_work += 1;
                return Some(Arc::clone(split));
            }
            board.idle.push(number);
            self.idle.store(board.idle.len(), Relaxed);
            board = self.listen(board);
            board.idle.retain(|&idle| idle != number);
            self.idle.store(board.idle.len(), Relaxed);
        }
    }
}

/// A piece of work under way.
pub(super) struct Shift<'a, G: Game, Seen>(&'a Crew<G, Seen>);

impl<G: Game, Seen> Drop for Shift<'_, G, Seen> {
    fn drop(&mut self) {
        let mut board = self.0.board();
        board.over = true;
        self.0.tell(&mut board);
    }
}

impl<G: Game, Seen> Split<G, Seen> {
    fn progress(&self) -> MutexGuard<'_, Progress<G::Move>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_work(&self) -> bool {
        !self.interrupt.is_raised() && !self.progress().left.is_empty()
    }

    fn is_within(&self, whole: Option<&Split<G, Seen>>) -> bool {
        whole.is_none_or(|whole| self.interrupt.is_within(&whole.interrupt))
    }

    /// A move that nobody has taken yet, and the node as it is then.
    fn take(&self) -> Option<(Candidate<G::Move>, AtNode)> {
        if self.interrupt.is_raised() {
            return None;
        }
        let mut progress = self.progress();
        // Whoever held the split until now may have cut there.
        if progress.node.is_cut {
            return None;
        }
        let candidate = progress.left.pop()?;
        let node = AtNode { waiting: progress.left.len(), ..progress.node };
        progress.node.tried += 1;
        Some((candidate, node))
    }

    /// The window that is left for a move, unless there was a cut meanwhile.
    pub(super) fn window_left(&self) -> Result<Window, Stopped> {
        let node = self.progress().node;
        if node.is_cut { Err(Stopped::Flag) } else { Ok(node.window.raised_to(node.best.value)) }
    }
}

/// A thread at a split: when it leaves, for whatever reason, whoever waits is told.
struct Presence<'a, G: Game, Seen> {
    crew: &'a Crew<G, Seen>,
    split: &'a Split<G, Seen>,
}

impl<G: Game, Seen> Drop for Presence<'_, G, Seen> {
    fn drop(&mut self) {
        let mut progress = self.split.progress();
        progress.at_work -= 1;
        if std::thread::panicking() {
            progress.failed = Some(Stopped::Flag);
            self.split.interrupt.raise();
        }
        let is_last = progress.at_work == 0;
        drop(progress);
        if is_last {
            self.crew.tell(&mut self.crew.board());
        }
    }
}

impl<'a, G, E, K> Worker<'a, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// The other threads, if the moves of a node that wait are worth sharing and somebody is there to help.
    #[inline(always)]
    pub(super) fn crew_for(&self, node: AtNode) -> Option<&'a Crew<G, K::Seen>> {
        let crew = self.crew?;
        let shares = node.reach >= self.recipe.parameters.share_depth
            && node.waiting > 1
            && node.tried >= self.least_before_sharing(node.window)
            && crew.has_idle();
        shares.then_some(crew)
    }

    /// The moves to try before the others are shared: under a null window every other node is expected to
    /// be cut (Knuth and Moore's type 2), and if the first move has not cut, the second may.
    fn least_before_sharing(&self, window: Window) -> u32 {
        let Route { ply, null_since, .. } = self.route;
        if window.is_null() && ply.wrapping_sub(null_since).is_multiple_of(2) { 2 } else { 1 }
    }

    /// Searches the moves of a node that wait together with whoever is idle. The best one is put next, as if it had been
    /// searched last.
    #[cold]
    pub(super) fn share(
        &mut self,
        crew: &'a Crew<G, K::Seen>,
        visit: &Visit<G, K::Seen>,
        node: AtNode,
    ) -> Result<AtNode, Stopped> {
        let next = self.first_waiting(&node);
        let split = Arc::new(self.split(visit, node));
        crew.open(&split);
        self.work_at(crew, &split);
        while let Some(below) = crew.next_work(self.number, Some(&split)) {
            self.work_at(crew, &below);
        }
        crew.close(&split);
        let mut progress = split.progress();
        self.grounds = self.grounds.with(progress.grounds);
        self.take_line(std::mem::take(&mut progress.line), progress.node.best.value);
        // Moves may be left although nobody has failed here: the work above was interrupted.
        let interrupted = (!progress.left.is_empty()).then_some(Stopped::Flag);
        if let (Some(stopped), false) = (progress.failed.or(interrupted), progress.node.is_cut) {
            return Err(stopped);
        }
        let mut node = AtNode { waiting: node.waiting, ..progress.node };
        let is_best = |candidate: &Candidate<G::Move>| Some(candidate.ordinal) == node.best.ordinal;
        if let Some(place) = self.candidates[next..].iter().position(is_best) {
            self.candidates.swap(next, next + place);
            node.waiting -= 1;
        }
        Ok(node)
    }

    /// What others need to know of a node to search its moves.
    fn split(&self, visit: &Visit<G, K::Seen>, node: AtNode) -> Split<G, K::Seen> {
        let mut left = self.candidates[self.first_waiting(&node)..].to_vec();
        let mut children = Vec::new();
        for candidate in &mut left {
            if let Some(place) = &mut candidate.child {
                children.push(self.children[place.index()].clone());
                *place = ChildIndex::new(children.len() - 1);
            }
        }
        left.reverse();
        left.sort_by_key(|candidate| candidate.weight);
        let (line, grounds) = (Vec::new(), Grounds::NONE);
        let progress = Progress { node, left, line, at_work: 1, failed: None, grounds };
        Split {
            visit: visit.clone(),
            route: self.route,
            children,
            interrupt: Interrupt::part_of(self.watch.interrupt()),
            progress: Mutex::new(progress),
        }
    }

    /// Helps wherever there is work, until the search is over.
    pub(super) fn help(&mut self, crew: &'a Crew<G, K::Seen>) {
        while let Some(split) = crew.next_work(self.number, None) {
            self.work_at(crew, &split);
        }
    }

    /// Takes moves of a split as long as there are any.
    fn work_at(&mut self, crew: &'a Crew<G, K::Seen>, split: &Split<G, K::Seen>) {
        let _presence = Presence { crew, split };
        let route = std::mem::replace(&mut self.route, split.route);
        let grounds = std::mem::replace(&mut self.grounds, Grounds::NONE);
        let outer = self.watch.interrupted_by(Some(Arc::clone(&split.interrupt)));
        let (start, start_of_children) = (self.candidates.len(), self.listed);
        let node = split.progress().node;
        let searched = self.search_moves::<Any>(&split.visit, node, Some(split));
        self.unlist(start, start_of_children);
        self.watch.interrupted_by(outer);
        let mut progress = split.progress();
        if let Err(stopped) = searched {
            progress.failed.get_or_insert(stopped);
            split.interrupt.raise();
        }
        progress.grounds = progress.grounds.with(self.grounds);
        (self.route, self.grounds) = (route, grounds);
    }

    /// Takes a move of a split, and puts its child among those of this thread.
    pub(super) fn take_from(
        &mut self,
        split: &Split<G, K::Seen>,
        node: &mut AtNode,
    ) -> Option<Candidate<G::Move>> {
        let (mut candidate, now) = split.take()?;
        *node = now;
        if let Some(place) = &mut candidate.child {
            *place = self.add_child(split.children[place.index()].clone());
        }
        Some(candidate)
    }

    /// Tells the others at a split what has come of a move.
    pub(super) fn tell(&self, split: &Split<G, K::Seen>, node: AtNode) {
        let mut progress = split.progress();
        if node.waiting == 0 {
            progress.left.clear();
        }
        if node.best.value > progress.node.best.value {
            progress.node = AtNode { tried: progress.node.tried, ..node };
            progress.line.clear();
            progress.line.extend_from_slice(self.line_of(node));
        }
        if node.is_cut {
            split.interrupt.raise();
        }
    }
}
