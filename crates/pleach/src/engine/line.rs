//! Lines of play: kept on the way up, completed where the table or a null window has cut them short.

use super::down::{depth_after, seen_from, turn_passes};
use super::knowledge::Knowledge;
use super::moves::AtNode;
use super::style::{Any, Style};
use super::worker::Worker;
use crate::game::{Evaluate, Hashed};
use crate::limits::Stopped;
use crate::report::Line;
use crate::value::{Score, Window};

/// Lines of play are kept to this many moves.
const LONGEST_LINE: usize = 513;
/// A list of so many moves is kept for the next line.
const WORTH_KEEPING: usize = 64;

impl<G, E, K> Worker<'_, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// Whether a line of play is kept at a node. Null windows have none; but the root's first move is the answer,
    /// whatever was asked.
    #[inline(always)]
    fn keeps_line<S: Style>(&self, window: Window) -> bool {
        !S::NULL && (self.route.ply == 0 || !window.is_null())
    }

    /// A move is about to be searched: no line is known after it.
    #[inline(always)]
    pub(super) fn begin_line<S: Style>(&mut self, window: Window) {
        if self.keeps_line::<S>(window) {
            self.clear_line(self.route.ply + 1);
        }
    }

    /// A move is the best so far: the line goes on with it if it is better than alpha.
    #[inline(always)]
    pub(super) fn note_line<S: Style>(&mut self, mv: G::Move, value: Score, window: Window) {
        if self.keeps_line::<S>(window) && value > window.alpha() {
            self.extend_line(mv);
            self.note_proved(value);
        }
    }

    /// The line of this node, if it has one.
    pub(super) fn line_of(&self, node: AtNode) -> &[G::Move] {
        let is_kept = self.keeps_line::<Any>(node.window) && node.best_move().is_some();
        if is_kept { &self.lines[self.route.ply as usize] } else { &[] }
    }

    /// Takes the line that others have found for this node, if they have found one.
    pub(super) fn take_line(&mut self, line: Vec<G::Move>, value: Score) {
        if !line.is_empty() {
            self.clear_line(self.route.ply);
            self.lines[self.route.ply as usize] = line;
            self.note_proved(value);
        }
    }

    /// What is known at the root is worth keeping, whatever happens to the iteration.
    fn note_proved(&mut self, value: Score) {
        if self.route.ply == 0 {
            self.proved = Some(Line { value, line: self.lines[0].clone() });
        }
    }

    pub(super) fn clear_line(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.lines.len() <= ply {
            self.lines.resize(ply + 1, Vec::new());
        }
        self.lines[ply].clear();
    }

    /// The best line of this ply is this move with the best line of the next. Lines are kept to a length nobody reads to
    /// the end, and long ones are given back: those of a chain of a hundred thousand nodes would fill any memory.
    pub(super) fn extend_line(&mut self, mv: G::Move) {
        let ply = self.route.ply as usize;
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        if let Some(rest) = lower.first_mut() {
            upper[ply].extend_from_slice(&rest[..rest.len().min(LONGEST_LINE - 1)]);
            if rest.capacity() > WORTH_KEEPING {
                *rest = Vec::new();
            }
        }
    }

    /// Goes to the end of a line of exact value, and on from there: every position on the way has a
    /// move that keeps the value, and a null window tells it. What the search has found is still in the table, so
    /// this costs little.
    pub(super) fn complete_line(
        &mut self,
        game: &G,
        depth: u32,
        value: Score,
        line: &mut Vec<G::Move>,
    ) -> Result<(), Stopped> {
        let (mut game, mut depth, mut value) = (game.clone(), depth, value);
        let known = std::mem::take(line);
        loop {
            let next = match known.get(line.len()) {
                Some(&mv) => Some(mv),
                None if depth == 0 || game.outcome().is_some() || line.len() >= LONGEST_LINE => None,
                None => self.keeping_move(&game, depth, value, line.len() as u32)?,
            };
            let Some(mv) = next else { return Ok(()) };
            line.push(mv);
            depth = depth_after(&game, depth, mv);
            let after = game.after(mv);
            if turn_passes(&game, &after) {
                value = -value;
            }
            game = after;
        }
    }

    /// A move that keeps the value of a position, the table's move first.
    fn keeping_move(
        &mut self,
        game: &G,
        depth: u32,
        value: Score,
        ply: u32,
    ) -> Result<Option<G::Move>, Stopped> {
        self.route.ply = ply;
        let (low, high) = game.score_bounds();
        let visit = self.opened::<Any>(game.clone(), depth, low, high, None);
        let remembered = self
            .probe::<Any>(&visit, depth, ply)
            .ordinal
            .and_then(|ordinal| game.moves().nth(ordinal as usize));
        let others = game.moves().filter(|&mv| Some(mv) != remembered);
        for mv in remembered.into_iter().chain(others) {
            let child = game.after(mv);
            let turned = turn_passes(game, &child);
            self.route.ply = ply + 1;
            let test = seen_from(Window::below(value), turned);
            let reached = self.visit::<Any>(child, depth_after(game, depth, mv), test)?;
            if if turned { -reached } else { reached } >= value {
                self.route.ply = 0;
                return Ok(Some(mv));
            }
        }
        self.route.ply = 0;
        Ok(None)
    }
}
