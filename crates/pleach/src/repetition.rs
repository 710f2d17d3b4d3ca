//! Games whose rules ask whether a position has been on the board before.

use crate::game::{Game, Hashed, Player, Recurrence, key_with_bank, mix};
use crate::notation::{Notation, NotationError};
use crate::paint::Paint;
use crate::value::Score;
use std::sync::Arc;

/// A position together with the way it was reached, so that [`Hashed::repetition`] becomes part of
/// its [`outcome`](Game::outcome).
///
/// The value of such a position depends on its past, and so does its key: two ways to the same board
/// share a key only if they passed the same boards equally often. A table can therefore never hand a
/// value from one past to another.
///
/// ```
/// use pleach::{Game, Hashed, Player, Repeating, Score};
///
/// /// A marble on a ring of four holes, moved one hole either way; the third visit is a draw.
/// #[derive(Clone)]
/// struct Ring(u8, Player);
/// impl Game for Ring {
///     type Move = u8;
///     fn to_move(&self) -> Player { self.1 }
///     fn moves(&self) -> impl Iterator<Item = u8> { [1, 3].into_iter() }
///     fn play(&mut self, by: u8) { *self = Ring((self.0 + by) % 4, self.1.other()) }
///     fn outcome(&self) -> Option<Score> { None }
/// }
/// impl Hashed for Ring {
///     fn key(&self) -> u64 { pleach::key_of(&(self.0, self.1)) }
///     fn repetition(&self, occurrence: u32) -> Option<Score> { (occurrence >= 3).then_some(Score::ZERO) }
/// }
///
/// let mut game = Repeating::new(Ring(0, Player::Max));
/// for by in [1, 3, 1, 3] {
///     assert_eq!(game.outcome(), None);
///     game.play(by);
/// }
/// assert_eq!(game.outcome(), Some(Score::ZERO));
/// ```
#[derive(Clone, Debug)]
pub struct Repeating<G> {
    game: G,
    /// The key of the position itself.
    game_key: u64,
    past: Past,
    past_key: u64,
    /// A key of the positions that have been there more than once, this one included.
    repeated_key: u64,
    occurrence: u32,
}

/// The keys of the earlier positions that can come back.
// PERF: the newest are kept in place, so that most moves of a search cost no allocation; when they fill up, they
// are shared between all lines of play from there.
#[derive(Clone, Debug, Default)]
struct Past {
    newest: [u64; CHUNK],
    count: u8,
    before: Option<Arc<Chunk>>,
}

/// How many keys are kept together: as many as fit into a line of the cache.
const CHUNK: usize = 8;

/// Keys, oldest first, and those before them.
#[derive(Debug)]
struct Chunk {
    keys: [u64; CHUNK],
    before: Option<Arc<Chunk>>,
}

/// A chain of a million boards must not be dropped by many nested calls.
impl Drop for Chunk {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(chunk) = next {
            next = Arc::into_inner(chunk).and_then(|mut last| last.before.take());
        }
    }
}

impl Past {
    #[inline]
    fn push(&mut self, key: u64) {
        self.newest[usize::from(self.count)] = key;
        self.count += 1;
        if usize::from(self.count) == CHUNK {
            self.spill();
        }
    }

    #[cold]
    fn spill(&mut self) {
        self.before = Some(Arc::new(Chunk { keys: self.newest, before: self.before.take() }));
        self.count = 0;
    }

    /// The keys, newest first.
    #[inline]
    fn keys(&self) -> impl Iterator<Item = u64> {
        let chunks = std::iter::successors(self.before.as_deref(), |chunk| chunk.before.as_deref());
        let older = chunks.flat_map(|chunk| chunk.keys.iter().rev());
        self.newest[..usize::from(self.count)].iter().rev().chain(older).copied()
    }

    /// How often a key is among the newest `plies`.
    #[inline]
    fn count_of(&self, key: u64, plies: u32) -> u32 {
        self.keys().take(plies as usize).filter(|&past| past == key).count() as u32
    }
}

impl<G: Hashed> Repeating<G> {
    /// A game that begins here: nothing has been repeated yet.
    pub fn new(game: G) -> Self {
        let game_key = key_with_bank(&game, game.key());
        Repeating { game, game_key, past: Past::default(), past_key: 0, repeated_key: 0, occurrence: 1 }
    }

    /// The position itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How often this position has stood on the board, now included.
    pub fn occurrence(&self) -> u32 {
        self.occurrence
    }
}

/// The position itself.
impl<G> AsRef<G> for Repeating<G> {
    fn as_ref(&self) -> &G {
        &self.game
    }
}

impl<G: Hashed> Game for Repeating<G> {
    type Move = G::Move;
    const REGULAR_TURNS: bool = G::REGULAR_TURNS;
    const COUNTS_PLIES: bool = G::COUNTS_PLIES;

    fn to_move(&self) -> Player {
        self.game.to_move()
    }

    fn moves(&self) -> impl Iterator<Item = G::Move> {
        // PERF: the game itself has no moves once it is over; only what is repeated ends it here.
        let over = self.occurrence > 1 && self.outcome().is_some();
        self.game.moves().take_while(move |_| !over)
    }

    fn play(&mut self, mv: G::Move) {
        self.past.push(self.game_key);
        // A sum does not depend on the order: it is a key of the multiset of earlier positions.
        self.past_key = self.past_key.wrapping_add(mix(self.game_key));
        self.game.play(mv);
        self.game_key = key_with_bank(&self.game, self.game.key());
        let reversible = self.game.reversible();
        if reversible == 0 {
            self.past = Past::default();
        }
        self.occurrence = self.past.count_of(self.game_key, reversible) + 1;
        if self.occurrence > 1 {
            self.repeated_key = self.repeated_key.wrapping_add(mix(self.game_key));
        }
    }

    fn outcome(&self) -> Option<Score> {
        self.game.outcome().or_else(|| match self.occurrence {
            1 => None,
            occurrence => self.game.repetition(occurrence),
        })
    }

    fn cost(&self, mv: G::Move) -> u32 {
        self.game.cost(mv)
    }

    fn score_bounds(&self) -> (Score, Score) {
        self.game.score_bounds()
    }

    /// What was on the board before a pass cannot come back.
    fn passed(&self) -> Option<Self> {
        self.game.passed().map(Repeating::new)
    }
}

impl<G: Hashed> Hashed for Repeating<G> {
    const HAS_PAST: bool = true;

    fn key(&self) -> u64 {
        mix(self.game_key ^ self.past_key)
    }

    /// The position with those that have been repeated already: ways to it may share what is known of it
    /// if they differ only in positions that were there once.
    fn key_within(&self, plies: u32) -> u64 {
        let key = key_with_bank(&self.game, self.game.key_within(plies));
        match self.repeated_key {
            0 => key,
            repeated => mix(key ^ repeated),
        }
    }

    fn recurrence(&self) -> Option<Recurrence> {
        if self.occurrence == 1 || self.game.outcome().is_some() || self.outcome().is_none() {
            return None;
        }
        let past = (1..).zip(self.past.keys().take(self.game.reversible() as usize));
        let mut times = past.filter(|&(_, key)| key == self.game_key).map(|(plies, _)| plies);
        let since_last = times.next()?;
        Some(Recurrence { since_first: times.last().unwrap_or(since_last), since_last })
    }
}

/// Positions are written without their past: what is read begins anew.
impl<G: Hashed + Notation> Notation for Repeating<G> {
    fn position(&self) -> String {
        self.game.position()
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        self.game.parse(text).map(Repeating::new)
    }

    fn move_text(&self, mv: G::Move) -> String {
        self.game.move_text(mv)
    }

    fn record_text(&self, mv: G::Move) -> String {
        self.game.record_text(mv)
    }

    fn parse_move(&self, text: &str) -> Result<G::Move, NotationError> {
        match self.outcome() {
            None => self.game.parse_move(text),
            Some(_) => {
                Err(NotationError::new(format!("'{text}': the game is over, there are no more moves")))
            }
        }
    }

    fn draw(&self, last: Option<G::Move>, paint: Paint) -> String {
        self.game.draw(last, paint)
    }

    fn svg(&self, last: Option<G::Move>) -> Option<String> {
        self.game.svg(last)
    }

    fn ending(&self) -> Option<String> {
        let by_repetition = || match (self.outcome(), self.occurrence) {
            (None, _) => None,
            (_, 2) => Some("the position is repeated".to_owned()),
            (_, 3) => Some("the position is on the board for the third time".to_owned()),
            (_, occurrence) => Some(format!("the position is on the board for the {occurrence}th time")),
        };
        match self.game.outcome() {
            Some(_) => self.game.ending(),
            None => by_repetition(),
        }
    }

    fn waypoints(&self, mv: G::Move) -> Vec<String> {
        self.game.waypoints(mv)
    }

    fn board_size(&self) -> Option<u32> {
        self.game.board_size()
    }
}
