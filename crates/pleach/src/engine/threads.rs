//! Several threads at one search, over one table.
//!
//! One thread leads: it has the root, and searches as if it were alone. Where it is at a node whose other moves
//! will most likely all be searched, and a thread has nothing to do, it opens a [`Split`]: the moves that are left
//! are there for anyone to take (Young Brothers Wait: Feldmann, Monien, Mysliwietz, Vornberger 1989). Helpers
//! split nodes below in the same way. Whoever finds a cut interrupts the others at the split and below it; who has
//! opened one stays until all have left it, and helps below meanwhile. Values do not depend on who was faster;
//! the number of nodes does.

use super::node::{Answer, Best};
use super::order::{Candidate, Place};
use super::prune::{AtNode, Step};
use super::style::Any;
use super::worker::{NO_CAUSE, Visit, Worker};
use super::{Knowledge, node};
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
    depth: u32,
    window: Window,
    ply: u32,
    null_since: u32,
    arrived_by: Option<usize>,
    /// Whether nothing may be left out.
    is_careful: bool,
    is_testing: bool,
    has_passed: bool,
    /// The moves that were searched before, and those that are shared.
    before: usize,
    moves: usize,
    /// How often the best move had changed before.
    changes: u32,
    children: Vec<Visit<G, Seen>>,
    interrupt: Arc<Interrupt>,
    progress: Mutex<Progress<G::Move>>,
}

/// How far the threads at a split have come.
struct Progress<Move> {
    /// Moves that nobody has taken yet, the best one last.
    left: Vec<Candidate<Move>>,
    best: Best,
    line: Vec<Move>,
    at_work: usize,
    is_cut: bool,
    failed: Option<Stopped>,
    horizons: u64,
    risks: u64,
    cause: i64,
}

/// What the threads have found at a split.
pub(super) struct Shared<Move> {
    pub(super) best: Best,
    /// The line of the best move, if it was better than what was known before.
    pub(super) line: Vec<Move>,
    /// Why not all moves have been searched although there was no cut.
    pub(super) failed: Option<Stopped>,
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
            if let Some(split) = offers.min_by_key(|split| split.ply) {
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

    /// A move that nobody has taken yet.
    fn take(&self) -> Option<Candidate<G::Move>> {
        if self.interrupt.is_raised() { None } else { self.progress().left.pop() }
    }

    /// The node as it is for whoever has just taken a move.
    fn at_node(&self) -> AtNode {
        let progress = self.progress();
        let (best, waiting) = (progress.best, progress.left.len());
        // The moves that were searched or taken before this one.
        let tried = (self.before + self.moves - waiting).saturating_sub(1) as u32;
        AtNode { depth: self.depth, window: self.window, best, tried, changes: self.changes, waiting }
    }

    /// The window that is left for a move, unless there was a cut meanwhile.
    fn window_left(&self) -> Result<Window, Stopped> {
        let progress = self.progress();
        if progress.is_cut { Err(Stopped::Flag) } else { Ok(self.window.raised_to(progress.best.value)) }
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
    /// Searches the candidates from `next` on together with whoever is idle.
    pub(super) fn share(
        &mut self,
        crew: &'a Crew<G, K::Seen>,
        visit: &Visit<G, K::Seen>,
        next: usize,
        node: AtNode,
    ) -> Shared<G::Move> {
        let split = Arc::new(self.split(visit, next, node));
        let (horizons, risks, cause) = (self.horizons, self.risks, self.cause);
        crew.open(&split);
        self.work_at(crew, &split);
        while let Some(below) = crew.next_work(self.number, Some(&split)) {
            self.work_at(crew, &below);
        }
        crew.close(&split);
        let mut progress = split.progress();
        self.horizons = horizons + progress.horizons;
        self.risks = risks + progress.risks;
        self.cause = cause.min(progress.cause);
        // Moves may be left although nobody has failed here: the work above was interrupted.
        let interrupted = (!progress.left.is_empty()).then_some(Stopped::Flag);
        let failed = progress.failed.or(interrupted).filter(|_| !progress.is_cut);
        Shared { best: progress.best, line: std::mem::take(&mut progress.line), failed }
    }

    /// What others need to know of a node to search its moves.
    fn split(
        &self,
        visit: &Visit<G, K::Seen>,
        next: usize,
        AtNode { depth, window, best, tried, changes, .. }: AtNode,
    ) -> Split<G, K::Seen> {
        let mut left = self.candidates[next..].to_vec();
        let mut children = Vec::new();
        for candidate in &mut left {
            if let Some(place) = &mut candidate.child {
                children.push(self.children[place.index()].clone());
                *place = Place::new(children.len() - 1);
            }
        }
        left.reverse();
        left.sort_by_key(|candidate| candidate.weight);
        let (before, moves) = (tried as usize, left.len());
        let progress = Progress {
            left,
            best,
            line: Vec::new(),
            at_work: 1,
            is_cut: false,
            failed: None,
            horizons: 0,
            risks: 0,
            cause: NO_CAUSE,
        };
        Split {
            visit: visit.clone(),
            depth,
            window,
            ply: self.ply,
            null_since: self.null_since,
            arrived_by: self.arrived_by,
            is_careful: self.is_careful,
            is_testing: self.is_testing,
            has_passed: self.has_passed,
            before,
            moves,
            changes,
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
        let (ply, null_since, arrived_by) = (self.ply, self.null_since, self.arrived_by);
        let (horizons, risks) = (self.horizons, self.risks);
        let cause = std::mem::replace(&mut self.cause, NO_CAUSE);
        let above = (self.is_careful, self.is_testing, self.has_passed);
        (self.is_careful, self.is_testing, self.has_passed) =
            (split.is_careful, split.is_testing, split.has_passed);
        let outer = self.watch.interrupted_by(Some(Arc::clone(&split.interrupt)));
        let (start, start_of_children) = (self.candidates.len(), self.listed);
        while let Some(candidate) = split.take() {
            (self.ply, self.null_since, self.arrived_by) = (split.ply, split.null_since, split.arrived_by);
            self.search_split(split, candidate);
            self.unlist(start, start_of_children);
        }
        self.watch.interrupted_by(outer);
        (self.is_careful, self.is_testing, self.has_passed) = above;
        let mut progress = split.progress();
        progress.horizons += self.horizons - horizons;
        progress.risks += self.risks - risks;
        progress.cause = progress.cause.min(self.cause);
        (self.ply, self.null_since, self.arrived_by) = (ply, null_since, arrived_by);
        (self.horizons, self.risks, self.cause) = (horizons, risks, cause);
    }

    /// The value of a move while others may raise alpha: then the test is worth making again.
    fn search_against(&mut self, split: &Split<G, K::Seen>, candidate: Candidate<G::Move>) -> Answer {
        let Split { visit, depth, .. } = split;
        loop {
            let window = split.window_left()?;
            let value = self.test_move(visit, candidate, *depth, window)?;
            if self.is_settled(value, *depth, window) {
                return Ok(value);
            }
            if split.window_left()? == window {
                return self.search_again(visit, candidate, *depth, window, value);
            }
        }
    }

    /// The value of a move; alpha, if it is left out.
    fn search_or_prune(&mut self, split: &Split<G, K::Seen>, candidate: Candidate<G::Move>) -> Answer {
        let Split { visit, window, .. } = split;
        let node = split.at_node();
        let step = self.prune_move::<Any>(visit, candidate, node)?;
        if !self.is_left_out(step, visit, candidate, node)? {
            return self.search_against(split, candidate);
        }
        if step == Step::Stop {
            split.progress().left.clear();
        }
        Ok(window.alpha())
    }

    /// Searches a move of a split and tells the others what came of it.
    fn search_split(&mut self, split: &Split<G, K::Seen>, mut candidate: Candidate<G::Move>) {
        if let Some(place) = &mut candidate.child {
            // Nothing else is listed behind it.
            self.children.truncate(self.listed);
            self.children.push(split.children[place.index()].clone());
            *place = Place::new(self.listed);
            self.listed += 1;
        }
        self.clear_line(split.ply + 1);
        let answer = self.search_or_prune(split, candidate);
        let mut progress = split.progress();
        match answer {
            Ok(value) if value > progress.best.value => {
                progress.best = Best { value, ordinal: Some(candidate.ordinal) };
                if value > split.window.alpha() {
                    self.extend_line(candidate.mv);
                    progress.line.clone_from(&self.lines[split.ply as usize]);
                }
                if value >= split.window.beta() || node::is_highest(&split.visit, value, split.window) {
                    progress.is_cut = true;
                    split.interrupt.raise();
                }
            }
            Ok(_) => (),
            Err(stopped) => {
                progress.failed.get_or_insert(stopped);
                split.interrupt.raise();
            }
        }
    }
}
