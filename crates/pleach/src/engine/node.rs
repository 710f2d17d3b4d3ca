//! The skeleton of the search: fail-soft alpha-beta in numbered steps, everything else hangs on it.
//!
//! The same function serves all drivers. Window and value are those of the side to move; a value outside
//! the window is a bound, the tightest one known.

use super::driver::LONGEST_LINE;
use super::knowledge::{Finished, Knowledge, Look};
use super::options::{Driver, OrderBy};
use super::order::{Candidate, Place, select};
use super::prune::{AtNode, Step};
use super::style::{Any, Proof, Selective, Style, Test};
use super::table::{Found, UNLIMITED};
use super::threads::{Crew, Shared};
use super::worker::{NO_CAUSE, Visit, Worker, from_root, window_here};
use crate::deep;
use crate::game::{Evaluate, Game, Hashed, Recurrence};
use crate::limits::{MAX_PLY, Stopped};
use crate::value::{Score, Window};

/// A list of so many moves is kept for the next line.
const WORTH_KEEPING: usize = 64;

/// The value for the side to move, or why the search had to stop.
pub(super) type Answer = Result<Score, Stopped>;

/// The best of a node's moves so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) value: Score,
    pub(super) ordinal: Option<u32>,
}

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
        match self.look::<S>(&game, depth, self.ply) {
            Look::Known(value) => Ok(self.leaf(&game, value, self.ply)),
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
            self.horizons += 1;
            return Ok(match self.recipe.plain {
                true => self.recipe.evaluator.evaluate(&visit.game),
                false => self.recipe.evaluator.evaluate_within(&visit.game, window),
            });
        }
        // Step 4. The game may play out its end by itself.
        if S::NULL || self.recipe.options.knowledge {
            let local = window_here::<G>(window, self.ply);
            if let Some(Finished { score, nodes }) = self.recipe.knowledge.finish(&visit.game, depth, local) {
                self.watch.count_more(nodes)?;
                self.tally.leaves += 1;
                return Ok(from_root::<G>(score, self.ply));
            }
        }
        self.node::<S>(visit, depth, window)
    }

    /// Searches the moves of an open position.
    fn node<S: Style>(&mut self, visit: &Visit<G, K::Seen>, depth: u32, window: Window) -> Answer {
        let (depth, options) = (S::depth(depth), &self.recipe.options);
        // Step 5. The game's own bounds.
        if (S::NULL || options.bounds)
            && let Some(value) = self.bounded::<S>(visit, depth, window)
        {
            return Ok(value);
        }
        // An only move needs no table, no list and no order.
        if let Some(mv) = self.only_move::<S>(visit, depth) {
            return self.follow::<S>(visit, mv, depth, window);
        }
        // Step 6. The table.
        let since = self.mark();
        let found = self.probe::<S>(visit, depth, self.ply);
        if let Some(value) = found.answer(window) {
            self.note_hit(found);
            self.note_size::<S>(depth, since);
            return Ok(value);
        }
        // Step 7. What a policy leaves out.
        if S::MAY_PRUNE
            && let Some(value) = self.prune_node::<S>(visit, depth, window)?
        {
            self.remember::<S>(visit, depth, value, S::bound(window, value), None, since);
            return Ok(value);
        }
        let outer_cause = if G::HAS_PAST { std::mem::replace(&mut self.cause, NO_CAUSE) } else { NO_CAUSE };
        let reach = self.reach(&visit.game, depth);
        // Step 8. Without a move to begin with, look for one.
        let first = match found.ordinal {
            None if !S::NULL && options.internal => self.find_first(visit, depth, window)?,
            known => known,
        };
        let (start, start_of_children) = (self.candidates.len(), self.listed);
        let (mut best, mut is_cut) = (Best { value: Score::MIN, ordinal: None }, false);
        let (mut next, mut tried, mut changes, mut has_others) = (start, 0, 0, false);
        let first_situation = self.situations.len();
        // Step 9. The move to begin with, before the others are listed.
        if let Some((candidate, is_not_alone)) = self.begin_with(visit, first) {
            self.candidates.push(candidate);
            (next, tried, has_others) = (start + 1, 1, is_not_alone);
            best = Best { value: self.search_first::<S>(visit, candidate, depth, window)?, ordinal: first };
            is_cut = S::is_enough(window, best.value, visit.high);
            self.gather::<S>(
                first_situation,
                AtNode { depth, window, best, tried, changes, waiting: 0 },
                is_cut,
            );
        }
        // Step 10. List and weigh the others; that alone may be enough.
        if !is_cut {
            best = self.list::<S>(visit, depth, reach, window, first, best)?;
            is_cut = S::is_enough(window, best.value, visit.high);
            if !is_cut
                && (S::NULL || options.enhanced)
                && reach >= self.recipe.parameters.enhanced_depth
                && let Some(value) = self.look_children_up::<S>(visit, next, depth, window)
            {
                best = Best { value, ordinal: None };
                is_cut = true;
                // The line of the first move does not lead to this value.
                self.clear_line(self.ply);
            }
        }
        if S::MAY_PRUNE
            && !is_cut
            && let Some(rule) = self.multi_cut_rule::<S>()
            && let Some(value) = self.multi_cut(rule, visit, next, depth, window)?
        {
            best = Best { value, ordinal: None };
            is_cut = true;
        }
        // Step 11. They are searched in turn, or shared with whoever has nothing to do.
        while !is_cut && next < self.candidates.len() {
            if let Some(crew) = self.crew_for(reach, next, tried, window) {
                let node = AtNode { depth, window, best, tried, changes, waiting: 0 };
                best = self.share_rest(crew, visit, &mut next, node)?;
                is_cut = S::is_enough(window, best.value, visit.high);
                break;
            }
            select(&mut self.candidates[next..]);
            let candidate = self.candidates[next];
            next += 1;
            if S::MAY_PRUNE {
                let waiting = self.candidates.len() - next;
                let node = AtNode { depth, window, best, tried, changes, waiting };
                let step = self.prune_move::<S>(visit, candidate, node)?;
                if self.is_left_out(step, visit, candidate, node)? {
                    // A prediction says no more than that it is no better than alpha.
                    best.value = best.value.max(window.alpha());
                    if step == Step::Stop {
                        break;
                    }
                    continue;
                }
            }
            tried += 1;
            if !S::is_null(window) {
                self.clear_line(self.ply + 1);
            }
            let value = match S::NULL {
                true => self.go::<S>(visit, candidate, depth, window)?,
                false => {
                    self.search_move(visit, candidate, depth, window.raised_to(best.value), tried == 1)?
                }
            };
            let is_better = value > best.value;
            if is_better {
                changes += u32::from(tried > 1);
                best = Best { value, ordinal: Some(candidate.ordinal) };
                if !S::is_null(window) && value > window.alpha() {
                    self.extend_line(candidate.mv);
                }
                is_cut = S::is_enough(window, value, visit.high);
            }
            self.gather::<S>(
                first_situation,
                AtNode { depth, window, best, tried, changes, waiting: 0 },
                is_better,
            );
        }
        if best.value == Score::MIN && !visit.has_moves() {
            return Err(self.dead_end(visit));
        }
        // Step 12. Learn from a cut, if it was made by the move searched last.
        if is_cut && tried > 0 && best.ordinal == Some(self.candidates[next - 1].ordinal) {
            self.learn::<S>(visit, start, next, depth, reach);
            let direct = !S::NULL && best.value < window.beta();
            if next < self.candidates.len() || (tried == 1 && has_others) {
                self.count_cut(visit.game.to_move(), tried, direct);
            }
        }
        self.unlist(start, start_of_children);
        self.settle::<S>(first_situation, false);
        // Step 13. Remember.
        let ordinal = best.ordinal.filter(|_| best.value > window.alpha());
        self.remember::<S>(visit, depth, best.value, S::bound(window, best.value), ordinal, since);
        self.note_size::<S>(depth, since);
        if G::HAS_PAST {
            self.cause = self.cause.min(outer_cause);
        }
        Ok(best.value)
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
                self.recipe.knowledge.bounds(&visit.game, depth, window_here::<G>(window, self.ply));
            outside(from_root::<G>(low, self.ply), from_root::<G>(high, self.ply))
        })
    }

    /// The other threads, if the moves from `next` on are worth sharing and somebody is there to help.
    #[inline(always)]
    pub(super) fn crew_for(
        &self,
        reach: u32,
        next: usize,
        tried: u32,
        window: Window,
    ) -> Option<&'a Crew<G, K::Seen>> {
        let crew = self.crew?;
        let shares = reach >= self.recipe.parameters.share_depth
            && self.candidates.len() > next + 1
            && tried >= self.least_before_sharing(window)
            && crew.has_idle();
        shares.then_some(crew)
    }

    /// The moves to try before the others are shared: under a null window every other node is expected to
    /// be cut (Knuth and Moore's type 2), and if the first move has not cut, the second may.
    fn least_before_sharing(&self, window: Window) -> u32 {
        let expects_cut = window.is_null() && self.ply.wrapping_sub(self.null_since).is_multiple_of(2);
        if expects_cut { 2 } else { 1 }
    }

    /// The moves from `next` on, together with other threads. The best move is put next.
    #[cold]
    fn share_rest(
        &mut self,
        crew: &'a Crew<G, K::Seen>,
        visit: &Visit<G, K::Seen>,
        next: &mut usize,
        node: AtNode,
    ) -> Result<Best, Stopped> {
        let AtNode { window, best: before, .. } = node;
        let Shared { best, line, failed } = self.share(crew, visit, *next, node);
        if let Some(stopped) = failed {
            return Err(stopped);
        }
        if best.value > before.value {
            let is_best = |candidate: &Candidate<G::Move>| Some(candidate.ordinal) == best.ordinal;
            if let Some(place) = self.candidates[*next..].iter().position(is_best) {
                self.candidates.swap(*next, *next + place);
                *next += 1;
            }
        }
        if !line.is_empty() && !window.is_null() {
            self.clear_line(self.ply);
            self.lines[self.ply as usize] = line;
        }
        Ok(best)
    }

    /// One move, with the window of the side to move: the whole window, or a null window first.
    pub(super) fn search_move(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        depth: u32,
        window: Window,
        first: bool,
    ) -> Answer {
        if first {
            return self.enter(visit, candidate, depth, window);
        }
        let value = self.test_move(visit, candidate, depth, window)?;
        if self.is_settled(value, depth, window) {
            Ok(value)
        } else {
            self.search_again(visit, candidate, depth, window, value)
        }
    }

    /// Whether a move is better than alpha: by a null window, if the driver wants that.
    pub(super) fn test_move(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        depth: u32,
        window: Window,
    ) -> Answer {
        if window.is_null() || self.recipe.options.driver == Driver::Full {
            return self.enter(visit, candidate, depth, window);
        }
        self.tally.tests += 1;
        self.null_since = self.ply + 1;
        self.enter(visit, candidate, depth, Window::below(window.alpha().next_up()))
    }

    /// Whether a test has told all there is to know of a move.
    pub(super) fn is_settled(&self, value: Score, depth: u32, window: Window) -> bool {
        // In the last two plies a null window already finds the exact value (Reinefeld 1983).
        let is_exact = G::REGULAR_TURNS && depth <= 2 && self.recipe.plain;
        value <= window.alpha()
            || value >= window.beta()
            || is_exact
            || self.recipe.options.driver == Driver::Full
    }

    /// Searches a move whose test has told that it is better than alpha.
    pub(super) fn search_again(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        depth: u32,
        window: Window,
        value: Score,
    ) -> Answer {
        self.tally.researches += 1;
        self.clear_line(self.ply + 1);
        let better = self.enter(visit, candidate, depth, window.raised_to(value))?;
        // Where something was left out, the test may have been wrong.
        Ok(if self.prunes::<Any>() { better } else { value.max(better) })
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
        match (self.recipe.usual && window.is_null(), is_proof) {
            (false, _) => self.go::<Any>(visit, candidate, depth, window),
            (true, _) if self.prunes::<Any>() || self.recipe.gathers => {
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
        candidate: Candidate<G::Move>,
        depth: u32,
        window: Window,
    ) -> Answer {
        match candidate.child {
            Some(place) => {
                let left = depth_after(&visit.game, depth, candidate.mv);
                let child = self.children[place.index()].clone();
                self.go_to::<S>(visit, candidate.mv, &child, left, window)
            }
            None => self.go_unseen::<S>(visit, candidate.mv, depth, window),
        }
    }

    /// The same for a move whose child has not been looked at.
    fn go_unseen<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        mv: G::Move,
        depth: u32,
        window: Window,
    ) -> Answer {
        let left = depth_after(&visit.game, depth, mv);
        let child = visit.game.after(mv);
        let turned = turn_passes(&visit.game, &child);
        let (above, window) = (self.descend::<S>(visit, mv), seen_from(window, turned));
        let value = match deep::is_time_to_look(self.ply) {
            false => self.visit::<S>(child, left, window)?,
            true => self.on_enough_stack(|s| s.visit::<S>(child, left, window))?,
        };
        self.ascend::<S>(above);
        Ok(if turned { -value } else { value })
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
        let (above, window) = (self.descend::<S>(visit, mv), seen_from(window, turned));
        let value = match deep::is_time_to_look(self.ply) {
            false => self.open::<S>(child, left, window)?,
            true => self.on_enough_stack(|s| s.open::<S>(child, left, window))?,
        };
        self.ascend::<S>(above);
        Ok(if turned { -value } else { value })
    }

    /// Goes a ply down; what it returns leads back.
    #[inline(always)]
    pub(super) fn descend<S: Style>(&mut self, visit: &Visit<G, K::Seen>, mv: G::Move) -> Option<usize> {
        self.ply += 1;
        let before = self.arrived_by;
        if K::SLOTS > 0 && self.learns::<S>() {
            self.arrived_by = Some(self.recipe.knowledge.slot(&visit.game, mv));
        }
        before
    }

    #[inline(always)]
    pub(super) fn ascend<S: Style>(&mut self, arrived_by: Option<usize>) {
        self.ply -= 1;
        if S::MAY_LEARN && K::LEARNS_ORDER && K::SLOTS > 0 {
            self.arrived_by = arrived_by;
        }
    }

    /// Searches on, on more stack where that is needed.
    #[cold]
    #[inline(never)]
    fn on_enough_stack(&mut self, search: impl FnOnce(&mut Self) -> Answer) -> Answer {
        if self.ply >= MAX_PLY {
            return Err(Stopped::TooDeep);
        }
        deep::on_enough_stack(|| search(self))
    }

    /// Whether the children are looked at before any of them is searched.
    #[inline(always)]
    fn looks_ahead<S: Style>(&self, visit: &Visit<G, K::Seen>, depth: u32) -> bool {
        let by_hints = S::NULL || self.recipe.options.order == OrderBy::Hints;
        K::LOOKS_AHEAD && visit.seen.is_some() && by_hints && depth > 1
    }

    /// The only move worth searching, if there is just one and its child may be looked at.
    #[inline(always)]
    fn only_move<S: Style>(&self, visit: &Visit<G, K::Seen>, depth: u32) -> Option<G::Move> {
        let seen = visit.seen.filter(|_| self.looks_ahead::<S>(visit, depth))?;
        self.recipe.knowledge.only_move(&visit.game, seen)
    }

    /// Searches a move before any other is looked at, if there is another at all.
    fn follow<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        mv: G::Move,
        depth: u32,
        window: Window,
    ) -> Answer {
        let left = depth_after(&visit.game, depth, mv);
        let child = visit.game.after(mv);
        if !S::is_null(window) {
            self.clear_line(self.ply + 1);
        }
        let value = match self.recipe.knowledge.look_at_child(&visit.game, mv, &child, left) {
            Look::Known(value) => {
                self.watch.count_node()?;
                let value = self.leaf(&child, from_root::<G>(value, self.ply + 1), self.ply + 1);
                if turn_passes(&visit.game, &child) { -value } else { value }
            }
            Look::Open { low, high, seen } => {
                let child = self.opened_child::<S>(child, left, low, high, seen);
                self.go_to::<S>(visit, mv, &child, left, window)?
            }
        };
        if !S::is_null(window) && value > window.alpha() {
            self.extend_line(mv);
        }
        Ok(value)
    }

    /// A leaf whose value is certain.
    #[inline(always)]
    fn leaf(&mut self, game: &G, value: Score, ply: u32) -> Score {
        self.tally.leaves += 1;
        if G::HAS_PAST
            && let Some(Recurrence { since_first, since_last }) = game.recurrence()
            // What was repeated before the root is in the key of every node.
            && since_last <= ply
        {
            self.cause = self.cause.min(i64::from(ply) - i64::from(since_first));
        }
        value
    }

    fn note_hit(&mut self, found: Found) {
        self.tally.table_hits += 1;
        self.horizons += u64::from(!found.complete);
        self.risks += u64::from(found.selective);
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
        let horizons = self.horizons;
        self.node::<Any>(visit, less, window)?;
        self.horizons = horizons;
        self.clear_line(self.ply);
        Ok(self.probe::<Any>(visit, less, self.ply).ordinal)
    }

    /// The move to begin with, and whether there are others.
    #[inline(always)]
    fn begin_with(
        &self,
        visit: &Visit<G, K::Seen>,
        first: Option<u32>,
    ) -> Option<(Candidate<G::Move>, bool)> {
        let ordinal = first?;
        fn pick<Move>(mut moves: impl Iterator<Item = Move>, ordinal: u32) -> Option<(Move, bool)> {
            let mv = moves.nth(ordinal as usize)?;
            Some((mv, ordinal > 0 || moves.next().is_some()))
        }
        let (mv, is_not_alone) = match visit.seen {
            Some(seen) => pick(self.recipe.knowledge.moves(&visit.game, seen), ordinal),
            None => pick(visit.game.moves(), ordinal),
        }?;
        Some((Candidate { mv, weight: 0, ordinal, child: None }, is_not_alone))
    }

    /// Searches the move to begin with.
    #[inline(always)]
    fn search_first<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        depth: u32,
        window: Window,
    ) -> Answer {
        if self.looks_ahead::<S>(visit, depth) {
            return self.follow::<S>(visit, candidate.mv, depth, window);
        }
        if !S::is_null(window) {
            self.clear_line(self.ply + 1);
        }
        let value = match S::NULL {
            true => self.go::<S>(visit, candidate, depth, window)?,
            false => self.search_move(visit, candidate, depth, window, true)?,
        };
        if !S::is_null(window) && value > window.alpha() {
            self.extend_line(candidate.mv);
        }
        Ok(value)
    }

    /// Lists the moves but for the first one, with their weights. Children that a look has decided are settled here.
    // PERF: out of line, for its loop needs all registers.
    #[inline(never)]
    fn list<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        depth: u32,
        reach: u32,
        window: Window,
        first: Option<u32>,
        best: Best,
    ) -> Result<Best, Stopped> {
        let recipe = self.recipe;
        match visit.seen {
            Some(seen) => {
                let moves = recipe.knowledge.moves(&visit.game, seen);
                if self.looks_ahead::<S>(visit, depth) {
                    return self.look_ahead::<S>(visit, moves, depth, window, first, best);
                }
                self.weigh::<S>(visit, moves, depth, reach, first)?;
            }
            None => self.weigh::<S>(visit, visit.game.moves(), depth, reach, first)?,
        }
        Ok(best)
    }

    /// Takes the moves of a node off the lists.
    #[inline(always)]
    pub(super) fn unlist(&mut self, start: usize, start_of_children: usize) {
        self.candidates.truncate(start);
        self.listed = start_of_children;
    }

    /// Makes all children and looks at them; those that are open wait as candidates.
    #[inline(always)]
    fn look_ahead<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        moves: impl Iterator<Item = G::Move>,
        depth: u32,
        window: Window,
        first: Option<u32>,
        mut best: Best,
    ) -> Result<Best, Stopped> {
        let (first, learns) = (first.unwrap_or(u32::MAX), self.learns::<S>());
        for (ordinal, mv) in (0..).zip(moves) {
            if ordinal == first {
                continue;
            }
            let left = depth_after(&visit.game, depth, mv);
            let child = visit.game.after(mv);
            let turned = turn_passes(&visit.game, &child);
            match self.recipe.knowledge.look_at_child(&visit.game, mv, &child, left) {
                Look::Known(value) => {
                    self.watch.count_node()?;
                    let value = self.leaf(&child, from_root::<G>(value, self.ply + 1), self.ply + 1);
                    let value = if turned { -value } else { value };
                    if value > best.value {
                        best = Best { value, ordinal: Some(ordinal) };
                        if !S::is_null(window) && value > window.alpha() {
                            self.clear_line(self.ply + 1);
                            self.extend_line(mv);
                        }
                        if value >= window.beta() {
                            break;
                        }
                    }
                }
                Look::Open { low, high, seen } => {
                    let mut weight = self.recipe.knowledge.weigh_child(&visit.game, mv, &child, left, seen);
                    if learns {
                        weight = weight.saturating_add(self.learnt_of(visit, mv));
                    }
                    let place = self.add_child(self.opened_child::<S>(child, left, low, high, seen));
                    self.candidates.push(Candidate { mv, weight, ordinal, child: Some(place) });
                }
            }
        }
        Ok(best)
    }

    /// Keeps a child that waits to be searched, and tells its place.
    #[inline(always)]
    fn add_child(&mut self, child: Visit<G, K::Seen>) -> Place {
        let index = self.listed;
        match self.children.get_mut(index) {
            Some(place) => *place = child,
            // PERF: to push the child itself would mean to make it elsewhere and to move it.
            None => self.add_place(child.clone()),
        }
        self.listed = index + 1;
        Place::new(index)
    }

    /// Keeps a child where none was before.
    #[cold]
    #[inline(never)]
    fn add_place(&mut self, child: Visit<G, K::Seen>) {
        self.children.push(child);
    }

    /// Weighs the moves without playing them, or by what a short search says of them.
    #[inline(always)]
    fn weigh<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        moves: impl Iterator<Item = G::Move>,
        depth: u32,
        reach: u32,
        first: Option<u32>,
    ) -> Result<(), Stopped> {
        let recipe = self.recipe;
        let options = &recipe.options;
        let by_value = reach >= recipe.parameters.order_depth
            && match options.order {
                OrderBy::Static => true,
                // The shallow search must not order its own moves by a shallow search for ever.
                OrderBy::Shallow => depth > recipe.parameters.shallow_depth,
                OrderBy::Rules | OrderBy::Hints => false,
            };
        for (ordinal, mv) in (0..).zip(moves) {
            if first == Some(ordinal) {
                continue;
            }
            let mut weight = 0;
            if by_value {
                weight = self.value_after(visit, mv)?;
            } else {
                if options.order == OrderBy::Hints && options.knowledge {
                    weight = recipe.knowledge.weigh_move(&visit.game, mv);
                }
                if depth > 1 && self.learns::<S>() {
                    weight = weight.saturating_add(self.learnt_of(visit, mv));
                }
            }
            self.candidates.push(Candidate { mv, weight, ordinal, child: None });
        }
        Ok(())
    }

    /// Whether moves that were good elsewhere are tried sooner.
    #[inline(always)]
    fn learns<S: Style>(&self) -> bool {
        S::MAY_LEARN && K::LEARNS_ORDER && self.recipe.options.learning
    }

    /// What the search has learnt of a move.
    #[inline(always)]
    fn learnt_of(&self, visit: &Visit<G, K::Seen>, mv: G::Move) -> i32 {
        let (player, slot) = (visit.game.to_move(), self.recipe.knowledge.slot(&visit.game, mv));
        self.learnt.weigh(self.ply, player, mv, slot, self.arrived_by)
    }

    /// What a move seems to be worth, for ordering by value.
    pub(super) fn value_after(&mut self, visit: &Visit<G, K::Seen>, mv: G::Move) -> Result<i32, Stopped> {
        let child = visit.game.after(mv);
        let turned = turn_passes(&visit.game, &child);
        let value = if self.recipe.options.order == OrderBy::Shallow {
            let (ply, horizons, cause) = (self.ply, self.horizons, self.cause);
            self.ply += 1;
            let value = self.visit::<Any>(child, self.recipe.parameters.shallow_depth, Window::FULL)?;
            // The search itself will show whether the horizon or the past matters.
            (self.ply, self.horizons, self.cause) = (ply, horizons, cause);
            value
        } else {
            self.tally.evaluations += 1;
            child.outcome().unwrap_or_else(|| self.recipe.evaluator.evaluate(&child))
        };
        Ok(if turned { -value } else { value }.get())
    }

    /// The enhanced transposition cut-off: a child whose value is remembered may be enough.
    fn look_children_up<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        start: usize,
        depth: u32,
        window: Window,
    ) -> Option<Score> {
        self.table?;
        for index in start..self.candidates.len() {
            let Candidate { mv, child, .. } = self.candidates[index];
            let left = depth_after(&visit.game, depth, mv);
            if left == 0 {
                continue;
            }
            let made;
            let child = match child {
                Some(place) => &self.children[place.index()],
                None => {
                    made = self.unseen_child::<S>(visit, mv, left);
                    &made
                }
            };
            if !child.in_table {
                continue;
            }
            let turned = turn_passes(&visit.game, &child.game);
            let found = self.probe::<S>(child, left, self.ply + 1);
            let value = if turned { -found.upper } else { found.lower };
            if value >= window.beta() {
                self.note_hit(found);
                return Some(value);
            }
        }
        None
    }

    /// A child that has not been looked at, as far as the table is concerned.
    // PERF: out of line, or it would be prepared where all children have been looked at.
    #[inline(never)]
    fn unseen_child<S: Style>(&self, visit: &Visit<G, K::Seen>, mv: G::Move, left: u32) -> Visit<G, K::Seen> {
        self.opened::<S>(visit.game.after(mv), left, Score::MIN, Score::MAX, None)
    }

    /// Learns from a cut, where that is wanted.
    #[inline(always)]
    fn learn<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        start: usize,
        next: usize,
        depth: u32,
        reach: u32,
    ) {
        if self.learns::<S>() && depth > 1 && next > start {
            self.reward(visit, start, next, reach);
        }
    }

    /// Rewards the move that has cut, and punishes those that were tried before it.
    fn reward(&mut self, visit: &Visit<G, K::Seen>, start: usize, next: usize, reach: u32) {
        let (player, knowledge) = (visit.game.to_move(), &self.recipe.knowledge);
        let [tried @ .., cutting] = &self.candidates[start..next] else { return };
        let slot = knowledge.slot(&visit.game, cutting.mv);
        self.learnt.reward(self.ply, player, cutting.mv, slot, reach, self.arrived_by);
        for candidate in tried {
            self.learnt.punish(player, knowledge.slot(&visit.game, candidate.mv), reach);
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
        let ply = self.ply as usize;
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

    /// Notes a position with neither moves nor an outcome.
    #[cold]
    fn dead_end(&mut self, visit: &Visit<G, K::Seen>) -> Stopped {
        self.dead_end = Some(visit.game.clone());
        Stopped::DeadEnd
    }
}

/// Whether a value above alpha is the best that the game allows: the direct cut-off.
#[inline(always)]
pub(super) fn is_highest<G, Seen>(visit: &Visit<G, Seen>, value: Score, window: Window) -> bool {
    value > window.alpha() && value >= visit.high
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
