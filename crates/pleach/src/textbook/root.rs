//! The root, move by move: a search among some of the moves only, or for several lines of play at once.
//!
//! Every root move is searched with the full window as long as fewer lines are known than are wanted;
//! after that a move must beat the worst of them. So each line that is returned has its exact value.

use super::search::Method;
use super::walk::Walk;
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Summary};
use crate::report::{Iteration, Line};
use crate::value::{Score, Window};

/// The question put to each root move.
pub(super) struct Asked<'a, Move> {
    pub(super) only: &'a [Move],
    pub(super) lines: usize,
    pub(super) window: Window,
    /// What the iteration before this one found.
    pub(super) last: Option<&'a Iteration<Move>>,
    /// The value to guess where nothing is known, for the side to move at the root.
    pub(super) guess: Score,
}

impl<Move: Copy + Eq> Asked<'_, Move> {
    /// The branches to search, those that were best the last time first.
    fn wanted(&self, branches: impl Iterator<Item = Branch<Move>>) -> Vec<Branch<Move>> {
        let wanted = |mv: Move| self.only.is_empty() || self.only.contains(&mv);
        let mut branches: Vec<Branch<Move>> = branches.filter(|branch| wanted(branch.mv)).collect();
        let known: Vec<Move> = self.known().filter_map(|(line, _)| line.first().copied()).collect();
        branches.sort_by_key(|branch| known.iter().position(|&mv| mv == branch.mv).unwrap_or(known.len()));
        branches
    }

    fn known(&self) -> impl Iterator<Item = (&[Move], Score)> {
        self.last.into_iter().flat_map(|last| {
            let others = last.others.iter().map(|other| (other.line.as_slice(), other.value));
            std::iter::once((last.line.as_slice(), last.value)).chain(others)
        })
    }

    /// The value to expect of a move, for the side to move at the root.
    fn guess_of(&self, mv: Move, found: &[Line<Move>]) -> Score {
        let before = self.known().find(|(line, _)| line.first() == Some(&mv)).map(|(_, value)| value);
        before.or(found.last().map(|worst| worst.value)).unwrap_or(self.guess)
    }
}

/// The best lines, best first. There is always one; it has no moves if the game is over or if every
/// move failed low.
pub(super) fn search_each<G, E, O>(
    s: &mut Walk<'_, G, E, (Summary<G::Move>, O)>,
    p: &G,
    depth: u32,
    asked: &Asked<'_, G::Move>,
    method: &mut impl Method<G>,
) -> Result<Vec<Line<G::Move>>, Stopped>
where
    G: Game,
    E: Evaluate<G, Value = Score>,
    O: Observe<G>,
{
    if let Some(value) = s.enter(p, depth, asked.window)? {
        return Ok(vec![Line { value, line: Vec::new() }]);
    }
    let (mut found, mut m): (Vec<Line<G::Move>>, Score) = (Vec::new(), Score::MIN);
    let branches = s.branches(p, depth)?;
    for branch in asked.wanted(branches) {
        let worst = found.get(asked.lines.saturating_sub(1)).map(|line| line.value);
        let alpha = worst.map_or(asked.window.alpha(), |worst| worst.max(asked.window.alpha()));
        let Ok(window) = Window::new(alpha, asked.window.beta()) else { break };
        let (guess, ply) = (asked.guess_of(branch.mv, &found), s.ply() + 1);
        let mut line = vec![branch.mv];
        let t = s.child(p, depth, branch, window, |s, c, depth, window| {
            let guess = if c.to_move() == p.to_move() { guess } else { -guess };
            let t = method.search(s, c, depth, window, Some(guess))?;
            line.extend(method.line(c, depth).unwrap_or_else(|| s.observer().0.line_from(ply).to_vec()));
            Ok(t)
        })?;
        m = s.back_up(branch, m, t, window);
        if t > alpha {
            let place = found.partition_point(|line| line.value >= t);
            found.insert(place, Line { value: t, line });
            found.truncate(asked.lines.max(1));
        }
    }
    s.leave(m, asked.window);
    if found.is_empty() {
        found.push(Line { value: m, line: Vec::new() });
    }
    Ok(found)
}
