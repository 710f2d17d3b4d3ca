//! The skeleton of the search: fail-soft alpha-beta in numbered steps, everything else hangs on it.
//!
//! The same function serves all drivers. Window and value are those of the side to move; a value outside
//! the window is a bound, the tightest one known.

use super::knowledge::{Finished, Knowledge, Look};
use super::style::{Any, Style};
use super::table::{Found, UNLIMITED};
use super::worker::{NO_CAUSE, Visit, Worker, from_root, window_here};
use crate::game::{Evaluate, Hashed, Recurrence};
use crate::limits::Stopped;
use crate::value::{Score, Window};

/// The value for the side to move, or why the search had to stop.
pub(super) type Answer = Result<Score, Stopped>;

impl<'a, G, E, K> Worker<'a, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// Visits a position.
    #[inline]
    pub(super) fn visit<S: Style>(&mut self, game: G, depth: u32, window: Window) -> Answer {
        // Step 1. Count, and stop where a limit is reached.
        self.watch.count_node()?;
        // Step 2. Is the game over, or decided?
        match self.look::<S>(&game, depth, self.route.ply) {
            Look::Known(value) => Ok(self.leaf(&game, value, self.route.ply)),
            Look::Open { low, high, seen } => {
                let visit = self.opened::<S>(game, depth, low, high, seen);
                self.open::<S>(&visit, depth, window)
            }
        }
    }

    /// Visits a position that is known to be open.
    #[inline]
    pub(super) fn open<S: Style>(&mut self, visit: &Visit<G, K::Seen>, depth: u32, window: Window) -> Answer {
        // Step 3. At the horizon the evaluator speaks.
        if S::depth(depth) == 0 {
            self.tally.leaves += 1;
            self.tally.evaluations += 1;
            self.grounds.horizons += 1;
            return Ok(match self.recipe.plain {
                true => self.recipe.evaluator.evaluate(&visit.game),
                false => self.recipe.evaluator.evaluate_within(&visit.game, window),
            });
        }
        // Step 4. The game may play out its end by itself.
        if S::NULL || self.recipe.options.knowledge {
            let local = window_here::<G>(window, self.route.ply);
            if let Some(Finished { score, nodes }) = self.recipe.knowledge.finish(&visit.game, depth, local) {
                self.watch.count_more(nodes)?;
                self.tally.leaves += 1;
                return Ok(from_root::<G>(score, self.route.ply));
            }
        }
        self.node::<S>(visit, depth, window)
    }

    /// Searches the moves of an open position.
    pub(super) fn node<S: Style>(&mut self, visit: &Visit<G, K::Seen>, depth: u32, window: Window) -> Answer {
        let (depth, options) = (S::depth(depth), &self.recipe.options);
        // Step 5. The game's own bounds.
        if (S::NULL || options.bounds)
            && let Some(value) = self.bounded::<S>(visit, depth, window)
        {
            return Ok(value);
        }
        // An only move needs no table, no list and no order.
        if let Some(mv) = self.only_move::<S>(visit, depth) {
            let value = self.follow::<S>(visit, mv, depth, window)?;
            self.note_line::<S>(mv, value, window);
            return Ok(value);
        }
        // Step 6. The table.
        let since = self.mark();
        let found = self.probe::<S>(visit, depth, self.route.ply);
        if let Some(value) = found.answer(window) {
            self.note_hit(found);
            self.note_size::<S>(depth, since);
            return Ok(value);
        }
        // Step 7. What a policy leaves out.
        if let Some(value) = self.prune_node::<S>(visit, depth, window)? {
            self.remember::<S>(visit, depth, value, S::bound(window, value), None, since);
            return Ok(value);
        }
        let outer = self.grounds.cause;
        if G::HAS_PAST {
            self.grounds.cause = NO_CAUSE;
        }
        let mut node = self.at_node(depth, self.reach(&visit.game, depth), window);
        // Step 8. Without a move to begin with, look for one.
        let first = match found.ordinal {
            None if !S::NULL && options.internal => self.find_first(visit, depth, window)?,
            known => known,
        };
        let (start, start_of_children) = (self.candidates.len(), self.listed);
        let mut has_others = false;
        // Step 9. The move to begin with, before the others are listed.
        if let Some((candidate, is_not_alone)) = self.begin_with(visit, first) {
            self.candidates.push(candidate);
            has_others = is_not_alone;
            let value = self.search_first::<S>(visit, candidate, node)?;
            let is_better = self.note_value::<S>(visit, candidate, value, &mut node);
            self.gather::<S>(node, is_better);
        }
        // Step 10. List and weigh the others; that alone may be enough.
        if !node.is_cut {
            let next = self.candidates.len();
            node.best = self.list::<S>(visit, depth, node.reach, window, node.best, first)?;
            node.waiting = self.candidates.len() - next;
            node.is_cut = S::is_enough(window, node.best.value, visit.high);
        }
        if !node.is_cut
            && let Some(value) = self.look_children_up::<S>(visit, node)
        {
            node.cut_by(value);
            // The line of the first move does not lead to this value.
            self.clear_line(self.route.ply);
        }
        if !node.is_cut
            && let Some(value) = self.multi_cut::<S>(visit, node)?
        {
            node.cut_by(value);
        }
        // Step 11. They are searched in turn, or shared with whoever has nothing to do.
        node = self.search_moves::<S>(visit, node, None)?;
        if node.best.value == Score::MIN && !visit.has_moves() {
            return Err(self.dead_end(visit));
        }
        // Step 12. Learn from a cut, if it was made by the move searched last.
        let next = self.first_waiting(&node);
        if node.is_cut && node.tried > 0 && node.best.ordinal == Some(self.candidates[next - 1].ordinal) {
            self.learn::<S>(visit, start, next, node);
            if node.waiting > 0 || (node.tried == 1 && has_others) {
                let direct = !S::NULL && node.best.value < window.beta();
                self.count_cut(visit.game.to_move(), node.tried, direct);
            }
        }
        self.unlist(start, start_of_children);
        self.settle::<S>(node.situations, false);
        // Step 13. Remember.
        let (value, best_move) = (node.best.value, node.best_move());
        self.remember::<S>(visit, depth, value, S::bound(window, value), best_move, since);
        self.note_size::<S>(depth, since);
        if G::HAS_PAST {
            self.grounds.cause = self.grounds.cause.min(outer);
        }
        Ok(value)
    }

    /// The value that the game's own bounds leave, if they leave none inside the window.
    #[inline(always)]
    fn bounded<S: Style>(&self, visit: &Visit<G, K::Seen>, depth: u32, window: Window) -> Option<Score> {
        let outside = |low: Score, high: Score| {
            if high <= window.alpha() { Some(high) } else { (low >= window.beta()).then_some(low) }
        };
        outside(visit.low, visit.high).or_else(|| {
            if !(S::NULL || self.recipe.options.knowledge) {
                return None;
            }
            let (low, high) =
                self.recipe.knowledge.bounds(&visit.game, depth, window_here::<G>(window, self.route.ply));
            outside(from_root::<G>(low, self.route.ply), from_root::<G>(high, self.route.ply))
        })
    }

    /// A leaf whose value is certain.
    #[inline(always)]
    pub(super) fn leaf(&mut self, game: &G, value: Score, ply: u32) -> Score {
        self.tally.leaves += 1;
        if G::HAS_PAST
            && let Some(Recurrence { since_first, since_last }) = game.recurrence()
            // What was repeated before the root is in the key of every node.
            && since_last <= ply
        {
            self.grounds.cause = self.grounds.cause.min(i64::from(ply) - i64::from(since_first));
        }
        value
    }

    pub(super) fn note_hit(&mut self, found: Found) {
        self.tally.table_hits += 1;
        self.grounds.horizons += u64::from(!found.complete);
        self.grounds.risks += u64::from(found.selective);
    }

    /// Internal deepening: the best move of a search less deep.
    fn find_first(
        &mut self,
        visit: &Visit<G, K::Seen>,
        depth: u32,
        window: Window,
    ) -> Result<Option<u32>, Stopped> {
        let parameters = &self.recipe.parameters;
        let less = depth.saturating_sub(parameters.internal_reduction);
        // PERF: it pays where the exact value is wanted; a null window is as soon asked at full depth.
        let wanted = depth >= parameters.internal_depth && depth < UNLIMITED && !window.is_null();
        if !wanted || less == 0 || self.table.is_none() {
            return Ok(None);
        }
        let horizons = self.grounds.horizons;
        self.node::<Any>(visit, less, window)?;
        self.grounds.horizons = horizons;
        self.clear_line(self.route.ply);
        Ok(self.probe::<Any>(visit, less, self.route.ply).ordinal)
    }

    /// Notes a position with neither moves nor an outcome.
    #[cold]
    fn dead_end(&mut self, visit: &Visit<G, K::Seen>) -> Stopped {
        self.dead_end = Some(visit.game.clone());
        Stopped::DeadEnd
    }
}
