//! The rules of a game whose type has been forgotten.

use super::{Hosted, Playable};
use crate::deep;
use crate::engine::Knowledge;
use crate::game::{Evaluate, Hashed, Player};
use crate::limits::{Limits, Stopped};
use crate::notation::{Notation, NotationError};
use crate::paint::Paint;
use crate::value::Score;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

impl<G, E, K> Playable for Hosted<G, E, K>
where
    G: Hashed + Notation + Send + Sync + 'static,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Send + Sync + 'static,
    K: Knowledge<G, Seen: Send + Sync> + Send + Sync + 'static,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn position(&self) -> String {
        self.game.position()
    }

    fn board(&self) -> String {
        self.game.board()
    }

    fn draw(&self, paint: Paint) -> String {
        self.game.draw(self.last, paint)
    }

    fn svg(&self) -> Option<String> {
        self.game.svg(self.last)
    }

    fn ending(&self) -> Option<String> {
        self.game.ending()
    }

    fn waypoints(&self, mv: &str) -> Result<Vec<String>, NotationError> {
        self.game.parse_move(mv).map(|mv| self.game.waypoints(mv))
    }

    fn board_size(&self) -> Option<u32> {
        self.game.board_size()
    }

    fn to_move(&self) -> Player {
        self.game.to_move()
    }

    fn outcome(&self) -> Option<Score> {
        self.game.outcome()
    }

    fn moves(&self) -> Vec<String> {
        self.game.moves().map(|mv| self.game.move_text(mv)).collect()
    }

    fn has_more_moves_than(&self, most: usize) -> bool {
        self.game.moves().nth(most).is_some()
    }

    fn set_position(&mut self, text: &str) -> Result<(), NotationError> {
        self.game = self.game.parse(text)?;
        self.last = None;
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<(), NotationError> {
        let mv = self.game.parse_move(mv)?;
        self.game.play(mv);
        self.last = Some(mv);
        Ok(())
    }

    fn read_move(&self, mv: &str) -> Result<String, NotationError> {
        self.game.parse_move(mv).map(|mv| self.game.move_text(mv))
    }

    fn record_move(&self, mv: &str) -> Result<String, NotationError> {
        self.game.parse_move(mv).map(|mv| self.game.record_text(mv))
    }

    fn progress(&self) -> u32 {
        self.knowledge.progress(&self.game)
    }

    fn identity(&self) -> u64 {
        (self.customs.identity)(&self.game)
    }

    fn may_repeat(&self) -> bool {
        G::HAS_PAST
    }

    fn perft(
        &self,
        depth: u32,
        threads: usize,
        limits: &Limits,
        counted: &mut dyn FnMut(&str, u64),
    ) -> Result<u64, Stopped> {
        let Some(rest) = depth.checked_sub(1) else { return Ok(1) };
        let moves: Vec<G::Move> = self.game.moves().collect();
        if moves.is_empty() && self.game.outcome().is_none() {
            return Err(Stopped::DeadEnd);
        }
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, moves.len().max(1)) {
                let (sender, next, moves) = (sender.clone(), &next, &moves);
                scope.spawn(move || {
                    while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let count = self.count_below(&self.game.after(mv), rest, limits);
                        if count.is_none_or(|count| sender.send((mv, count)).is_err()) {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut total = 0;
            for (mv, count) in receiver {
                counted(&self.game.move_text(mv), count);
                total += count;
            }
            if limits.is_flagged() { Err(Stopped::Flag) } else { Ok(total) }
        })
    }
}

impl<G, E, K> Hosted<G, E, K>
where
    G: Hashed + Notation + Send + Sync,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Sync,
    K: Knowledge<G, Seen: Send + Sync> + Sync,
{
    /// Counts the move sequences below a position, unless the stop flag is raised.
    fn count_below(&self, game: &G, depth: u32, limits: &Limits) -> Option<u64> {
        /// The flag is looked at as often as sequences of this length are counted below a position.
        const SHORT: u32 = 2;
        if limits.is_flagged() {
            return None;
        }
        if depth <= SHORT {
            return Some((self.customs.perft)(game, depth));
        }
        let below = || game.moves().map(|mv| self.count_below(&game.after(mv), depth - 1, limits)).sum();
        deep::call_at(depth, below)
    }
}
