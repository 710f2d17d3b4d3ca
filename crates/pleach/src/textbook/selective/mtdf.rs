//! MT and MTD(f) with a rule that leaves out nodes and moves: figures 2.6 and 3.5 of Tong, corrected: the
//! function calls itself, with `depth - 1` (E12); a child whose remembered bound answers is not tested.
//!
//! Bounds above anything that was left out are probable, not proved. They live in a [`Memory`] of their own kind,
//! which no exact search can be given, and one question may be answered differently by two passes. Each pass
//! still moves one of the two bounds, so that MTD(f) ends when they meet or cross.

use super::rule::{is_hidden, step};
use super::{Decision, Node, Selective};
use crate::game::{Evaluate, Hashed};
use crate::observe::{Branch, Observe, Retry};
use crate::textbook::mtdf::Memory as Bounds;
use crate::textbook::walk::{Answer, Walk, remaining_depth};
use crate::value::{Score, Window};

/// The memory of selective MT: bounds by position and depth, found by one rule.
///
/// ```
/// let memory = pleach::textbook::selective::Memory::<u32>::with_capacity(100);
/// assert!(memory.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Memory<Move> {
    bounds: Bounds<Move>,
}

impl<Move: Copy> Memory<Move> {
    /// A memory for at most `capacity` positions.
    pub fn with_capacity(capacity: usize) -> Self {
        Memory { bounds: Bounds::with_capacity(capacity) }
    }

    /// A memory that uses at most about this many MiB.
    pub fn with_mebibytes(mebibytes: usize) -> Self {
        Memory { bounds: Bounds::with_mebibytes(mebibytes) }
    }

    /// The number of positions remembered.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Whether nothing is remembered yet.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// The principal variation as far as it is remembered: a node that was left out has none.
    pub fn line<G: Hashed<Move = Move>>(&self, root: &G, depth: u32) -> Vec<Move> {
        self.bounds.line(root, depth)
    }

    /// Whether the bound of a child already answers the question of its parent.
    fn answers_for<G: Hashed<Move = Move>>(
        &self,
        p: &G,
        depth: u32,
        ply: u32,
        branch: Branch<Move>,
        window: Window,
    ) -> bool {
        let child = p.after(branch.mv);
        let window = if child.to_move() == p.to_move() { window } else { -window };
        self.bounds.answer(&child, remaining_depth(p, depth, branch.mv), ply + 1, window).is_some()
    }
}

/// MT that asks a rule at every node and every move: does the value reach the window's beta? The window must be a
/// null window. With the rule `()` it is [`textbook::mt`](crate::textbook::mt()), node for node.
pub fn mt<G: Hashed, R: Selective<G>>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    rule: &mut R,
    memory: &mut Memory<G::Move>,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    if let Some((value, bound)) = memory.bounds.answer(p, depth, s.ply(), window) {
        s.note_table_hit(value, bound);
        return Ok(value);
    }
    if let Some(h) = s.enter(p, depth, window)? {
        return Ok(h);
    }
    let mut node = Node { game: p, depth, window, best: Score::MIN };
    if let Some(forecast) = rule.at_node(s, &node)? {
        return Ok(s.forecast(forecast.value, forecast.omission, window));
    }
    for branch in s.branches(p, depth)? {
        if is_hidden(s, rule, &node, branch) {
            continue;
        }
        let is_remembered = memory.answers_for(p, depth, s.ply(), branch, window);
        let t = match if is_remembered { Decision::Search } else { step(s, rule, &node, branch)? } {
            Decision::Skip(_) => continue,
            Decision::Stop(_) => break,
            Decision::Take(forecast) => forecast.value,
            Decision::Search => s.child(p, depth, branch, window, |s, c, depth, window| {
                mt(s, rule, memory, c, depth, window)
            })?,
        };
        node.best = s.back_up(branch, node.best, t, window);
        if node.best >= window.beta() {
            memory.bounds.store(p, depth, s.ply(), node.best, Some(branch.mv));
            return Ok(s.cut(p, branch, node.best, window));
        }
    }
    memory.bounds.store(p, depth, s.ply(), node.best, None);
    Ok(s.leave(node.best, window))
}

/// MTD(f) that asks a rule at every node and every move. With the rule `()` it is
/// [`textbook::mtdf`](crate::textbook::mtdf()), node for node.
///
/// ```
/// use pleach::textbook::{Walk, selective};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// let mut memory = selective::Memory::with_capacity(100);
/// let guess = Score::new(0);
/// let value = selective::mtdf(&mut walk, &mut (), &mut memory, &tree, u32::MAX, Window::FULL, guess);
/// assert_eq!(value, Ok(Score::new(5)));
/// assert_eq!(memory.line(&tree, u32::MAX), [1]);
/// ```
pub fn mtdf<G: Hashed, R: Selective<G>>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    rule: &mut R,
    memory: &mut Memory<G::Move>,
    root: &G,
    depth: u32,
    window: Window,
    first_guess: Score,
) -> Answer {
    let mut g = first_guess;
    let (mut lower, mut upper) = (window.alpha(), window.beta());
    let (mut first, mut pace) = (true, Pace::default());
    while lower < upper {
        let gamma = pace.from(g).clamp(lower.next_up(), upper);
        let test = Window::below(gamma);
        match first {
            true => s.note_test(test),
            false => s.note_again(Retry::NextPass, test),
        }
        first = false;
        let omissions = s.omissions();
        g = mt(s, rule, memory, root, depth, test)?;
        if g < gamma {
            upper = g;
        } else {
            lower = g;
        }
        pace.learn(g, gamma, s.omissions() > omissions);
    }
    Ok(g)
}

/// How far the next question lies from the last answer. A forecast is worth just the bound that was asked about, so that
/// it moves MTD(f) by one point; after some such passes in one direction the steps double.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    /// The passes of one point, one after the other, negative if they went down.
    crawled: i32,
}

impl Pace {
    /// Passes of one point that are nothing unusual.
    const PATIENCE: i32 = 3;

    fn from(self, g: Score) -> Score {
        let beyond = (self.crawled.abs() - Pace::PATIENCE).clamp(-1, 30);
        let stride = if beyond < 0 { 0 } else { 1 << beyond };
        g.plus(stride * self.crawled.signum())
    }

    fn learn(&mut self, g: Score, gamma: Score, omitted: bool) {
        let direction = if g < gamma { -1 } else { 1 };
        let least = g == gamma || g == gamma.next_down();
        self.crawled = match omitted && least {
            true if self.crawled.signum() == direction => self.crawled + direction,
            true => direction,
            false => 0,
        };
    }
}
