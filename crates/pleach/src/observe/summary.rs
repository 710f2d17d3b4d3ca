//! The observer behind every report: cuts by kind and the principal variation.

use super::{Event, Observe};
use crate::cuts::Cuts;
use crate::game::Game;

/// Counts cuts, tests and repeated searches, and keeps the line of best play from every node on the path.
#[derive(Clone, Debug)]
pub struct Summary<Move> {
    /// The cuts so far.
    pub cuts: Cuts,
    /// Null-window tests so far, and the shallow searches of forward pruning.
    pub tests: u64,
    /// Searches repeated with another window.
    pub researches: u64,
    /// Values taken from memory instead of a search.
    pub table_hits: u64,
    lines: Vec<Vec<Move>>,
}

impl<Move> Default for Summary<Move> {
    fn default() -> Self {
        Summary { cuts: Cuts::default(), tests: 0, researches: 0, table_hits: 0, lines: Vec::new() }
    }
}

impl<Move: Copy> Summary<Move> {
    /// The line of best play from the root, as the search last saw it.
    pub fn line(&self) -> &[Move] {
        self.line_from(0)
    }

    /// The line of best play from the node of this ply that the search was at last.
    pub(crate) fn line_from(&self, ply: u32) -> &[Move] {
        self.lines.get(ply as usize).map_or(&[], Vec::as_slice)
    }

    fn clear_line(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// The best line of a node is its best move and that child's best line. Long forced lines would
    /// make this quadratic, so lines are kept to a length nobody reads to the end.
    fn extend_line(&mut self, ply: u32, mv: Move) {
        const LONGEST: usize = 512;
        const WORTH_KEEPING: usize = 64;
        let (upper, lower) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push(mv);
        if let Some(rest) = lower.first_mut() {
            line.extend(rest.iter().take(LONGEST));
            // A chain of a hundred thousand nodes would otherwise keep as many long lines.
            if rest.capacity() > WORTH_KEEPING {
                *rest = Vec::new();
            }
        }
    }
}

impl<G: Game> Observe<G> for Summary<G::Move> {
    #[inline]
    fn observe(&mut self, event: Event<'_, G>) {
        match event {
            Event::Entered { ply, .. } => self.clear_line(ply),
            Event::Returned { ply, branch, improved: true, .. } => self.extend_line(ply, branch.mv),
            Event::Cut { kind, .. } => self.cuts.count(kind),
            Event::Test { .. } | Event::Probe { .. } => self.tests += 1,
            // What a shallow search thought best is not what the deep one thinks.
            Event::Probed { ply, .. } => self.clear_line(ply),
            Event::Again { .. } => self.researches += 1,
            Event::TableHit { ply, .. } => {
                self.table_hits += 1;
                self.clear_line(ply);
            }
            _ => {}
        }
    }
}
