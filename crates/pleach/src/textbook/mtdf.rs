//! MT and MTD(f): null-window searches with a memory, steered by a guess.
//!
//! Figures 1.5 and 1.6 of Tong (after Plaat), corrected: the recursive call takes `depth - 1`;
//! entries of different depth never meet; depth 0 returns the evaluation; a child whose remembered
//! bound already answers the question is not called; the best move is the one that made the lower
//! bound, so the cut-off child of the last pass that failed high.

use super::walk::{Answer, Walk};
use crate::game::{Evaluate, Hashed};
use crate::observe::{Observe, Retry};
use crate::value::{Bound, Score, Window};
use std::collections::HashMap;

/// What MT remembers of a position searched to a depth. Scores are relative to the position, so
/// that a win found at another ply keeps its distance, and without the points that are banked.
#[derive(Clone, Copy, Debug)]
struct Remembered<Move> {
    lower: Score,
    upper: Score,
    /// The move that made the lower bound.
    best: Option<Move>,
}

/// The memory of MT: bounds by position and depth. It grows up to a limit and then takes no new
/// positions, which costs time but never an answer.
#[derive(Clone, Debug)]
pub struct Memory<Move> {
    entries: HashMap<(u64, u32), Remembered<Move>>,
    capacity: usize,
}

impl<Move: Copy> Memory<Move> {
    /// A memory for at most `capacity` positions.
    pub fn with_capacity(capacity: usize) -> Self {
        Memory { entries: HashMap::new(), capacity }
    }

    /// A memory that uses at most about this many MiB.
    pub fn with_mebibytes(mebibytes: usize) -> Self {
        // A hash map doubles at 7/8 full, so entries take up to 16/7 of their size.
        let bytes = std::mem::size_of::<((u64, u32), Remembered<Move>)>() * 16 / 7;
        Memory::with_capacity(mebibytes.saturating_mul(1 << 20) / bytes)
    }

    /// The number of positions remembered.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is remembered yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The remembered answer to whether the value reaches beta, if there is one.
    pub(super) fn answer<G: Hashed>(
        &self,
        p: &G,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Option<(Score, Bound)> {
        let entry = self.entries.get(&(p.key(), depth))?;
        let here = |score: Score| score.after(ply).with_points(p.banked());
        let (lower, upper) = (here(entry.lower), here(entry.upper));
        if lower >= window.beta() {
            Some((lower, if lower == upper { Bound::Exact } else { Bound::Lower }))
        } else if upper < window.beta() {
            Some((upper, if lower == upper { Bound::Exact } else { Bound::Upper }))
        } else {
            None
        }
    }

    pub(super) fn store<G: Hashed<Move = Move>>(
        &mut self,
        p: &G,
        depth: u32,
        ply: u32,
        g: Score,
        best: Option<Move>,
    ) {
        let full = self.entries.len() >= self.capacity;
        let key = (p.key(), depth);
        if full && !self.entries.contains_key(&key) {
            return;
        }
        let unknown = Remembered { lower: Score::MIN, upper: Score::MAX, best: None };
        let entry = self.entries.entry(key).or_insert(unknown);
        let g = g.before(ply).with_points(-p.banked());
        match best {
            Some(_) => (entry.lower, entry.best) = (g, best),
            None => entry.upper = g,
        }
    }

    /// The principal variation. Once MTD(f) is done the root's bounds have met; the move of its lower
    /// bound leads to a child whose bounds have met too, for the proof of the root's upper bound
    /// looked at every child. So the line goes on to a leaf, unless the memory was full.
    pub fn line<G: Hashed<Move = Move>>(&self, root: &G, depth: u32) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut p, mut depth) = (root.clone(), depth);
        while let Some(mv) = self.entries.get(&(p.key(), depth)).and_then(|entry| entry.best) {
            depth = depth.saturating_sub(if G::REGULAR_TURNS { 1 } else { p.cost(mv) });
            p.play(mv);
            line.push(mv);
        }
        line
    }
}

/// MT, the memory-enhanced test: does the value reach `gamma`, the window's beta? Fail-soft; the
/// window must be a null window.
///
/// ```
/// use pleach::textbook::{Memory, Walk, mt};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// let mut memory = Memory::with_capacity(100);
/// let reaches_4 = mt(&mut walk, &mut memory, &tree, u32::MAX, Window::below(Score::new(4))).unwrap();
/// assert!(reaches_4 >= Score::new(4));
/// ```
pub fn mt<G: Hashed>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    memory: &mut Memory<G::Move>,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    if let Some((value, bound)) = memory.answer(p, depth, s.ply(), window) {
        s.note_table_hit(value, bound);
        return Ok(value);
    }
    if let Some(h) = s.enter(p, depth, window)? {
        return Ok(h);
    }
    let mut g = Score::MIN;
    for branch in s.branches(p, depth)? {
        let t = s.child(p, depth, branch, window, |s, c, depth, window| mt(s, memory, c, depth, window))?;
        g = s.back_up(branch, g, t, window);
        if g >= window.beta() {
            memory.store(p, depth, s.ply(), g, Some(branch.mv));
            return Ok(s.cut(p, branch, g, window));
        }
    }
    memory.store(p, depth, s.ply(), g, None);
    Ok(s.leave(g, window))
}

/// MTD(f): tests from the first guess on until the bounds meet. The value is exact if it lies inside
/// `window`. Use the value of the previous iteration as the guess.
///
/// ```
/// use pleach::textbook::{Memory, Walk, mtdf};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// let mut memory = Memory::with_capacity(100);
/// let guess = Score::new(0);
/// assert_eq!(mtdf(&mut walk, &mut memory, &tree, u32::MAX, Window::FULL, guess), Ok(Score::new(5)));
/// assert_eq!(memory.line(&tree, u32::MAX), [1]);
/// ```
pub fn mtdf<G: Hashed>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    memory: &mut Memory<G::Move>,
    root: &G,
    depth: u32,
    window: Window,
    first_guess: Score,
) -> Answer {
    let mut g = first_guess;
    let (mut lower, mut upper) = (window.alpha(), window.beta());
    let mut first = true;
    while lower < upper {
        // `gamma = g`, or `g + 1` if g is the lower bound itself.
        let gamma = g.clamp(lower.next_up(), upper);
        let test = Window::below(gamma);
        match first {
            true => s.note_test(test),
            false => s.note_again(Retry::NextPass, test),
        }
        first = false;
        g = mt(s, memory, root, depth, test)?;
        if g < gamma {
            upper = g;
        } else {
            lower = g;
        }
    }
    Ok(g)
}
