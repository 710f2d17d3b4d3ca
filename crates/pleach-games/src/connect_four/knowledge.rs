//! What Connect Four tells the engine: forced moves, threats, and who has the zugzwang.

use super::lines::completions;
use super::tactics::safe_landings;
use super::{ConnectFour, Size, Slot, Slots};
use pleach::engine::{Driver, Knowledge, Look, Options, Parameters, TO_THE_END};
use pleach::{Game, Score, Symmetric, Window};
use std::num::NonZeroU32;

/// Connect Four's knowledge for the [engine](pleach::engine).
///
/// A look finds wins at once and moves that lose at once; moves are ordered by the threats they make; and
/// where the end of the game is in reach, zugzwang bounds the score ([`ConnectFour::follow_up_bounds`]).
///
/// ```
/// use pleach::{Limits, Notation, Score, engine::Engine};
/// use pleach_games::{ConnectFour, connect_four::ConnectFourKnowledge};
/// let game = ConnectFour::new().parse("755642265671627415425762143567").unwrap();
/// let report = Engine::new(&()).knowledge(&ConnectFourKnowledge).memory(1).search(&game, &Limits::none()).unwrap();
/// assert_eq!(report.value, Score::new(-5));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFourKnowledge;

/// What a look has found out.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// The moves worth searching.
    candidates: Slots,
    /// One more than the slots where the side that has just moved would win.
    // PERF: never zero, so that the engine's `Option` of it takes no more room.
    threats: NonZeroU32,
}

impl Outlook {
    #[inline(always)]
    fn new(candidates: Slots, threats: u32) -> Outlook {
        Outlook { candidates, threats: NonZeroU32::MIN.saturating_add(threats) }
    }

    #[inline(always)]
    fn threats(self) -> u32 {
        self.threats.get() - 1
    }
}

impl ConnectFourKnowledge {
    /// A look at a position in which the game goes on. Whether the side to move wins at once is asked only if
    /// that can be.
    #[inline(always)]
    fn look_in_play(game: &ConnectFour, depth: u32, can_win_at_once: bool) -> Look<Outlook> {
        if game.size == Size::STANDARD {
            ConnectFourKnowledge::look_on(game, Size::STANDARD, depth, can_win_at_once)
        } else {
            match ConnectFourKnowledge::look_elsewhere(*game, depth, can_win_at_once) {
                (0, score) => Look::Known(Score::new(score as i32)),
                (candidates, packed) => {
                    let score = |shift: u32| Score::new(i32::from((packed >> shift) as i16));
                    let seen = Outlook::new(Slots::new(candidates), u32::from(packed as u16));
                    Look::Open { low: score(16), high: score(32), seen }
                }
            }
        }
    }

    /// The same on a board of another size, as two words: no candidates and the score, or the candidates and the
    /// number of threats with the bounds, 16 bits each.
    // PERF: with a copy of the game and an answer in registers, the usual board and its look need no memory.
    #[cold]
    #[inline(never)]
    fn look_elsewhere(game: ConnectFour, depth: u32, can_win_at_once: bool) -> (u64, u64) {
        match ConnectFourKnowledge::look_on(&game, game.size, depth, can_win_at_once) {
            Look::Known(score) => (0, score.get() as u64),
            Look::Open { low, high, seen } => {
                let word = |score: Score| u64::from(score.get() as u16);
                let packed = u64::from(seen.threats()) | word(low) << 16 | word(high) << 32;
                (seen.candidates.bits(), packed)
            }
        }
    }

    #[inline(always)]
    fn look_on(game: &ConnectFour, size: Size, depth: u32, can_win_at_once: bool) -> Look<Outlook> {
        if !can_win_at_once && game.stones == size.slots() {
            return Look::Known(Score::ZERO);
        }
        let landings = game.landings(size);
        let points = |stones: u32| Score::new(game.points(stones, size));
        if can_win_at_once && depth >= 1 && completions(game.own, size) & landings != 0 {
            return Look::Known(points(game.stones + 1));
        }
        let against = completions(game.other(), size) & game.empty(size);
        let threats = against.count_ones();
        // With two plies left a search sees the opponent win; with less it does not.
        if depth < 2 {
            let (low, high) = ConnectFourKnowledge::bounds_near_the_horizon(*game);
            return Look::Open { low, high, seen: Outlook::new(Slots::new(landings), threats) };
        }
        let candidates = Slots::new(safe_landings(landings, against));
        if candidates.is_empty() {
            return Look::Known(-points(game.stones + 2));
        }
        // Neither side wins with its next stone.
        let (low, high) = (-points(game.stones + 4), points(game.stones + 3));
        Look::Open { low, high, seen: Outlook::new(candidates, threats) }
    }

    /// The bounds of a position where a search would not see the opponent win.
    // PERF: out of line, or they would be made ready for every look at a child.
    #[inline(never)]
    fn bounds_near_the_horizon(game: ConnectFour) -> (Score, Score) {
        sized!(game, |size| game.bounds_in_play(size))
    }

    /// Images share an entry as long as there are at most this many stones: from the empty board to depth 14 that
    /// saves two fifths of the nodes.
    const SHARED_STONES: u32 = 8;
}

impl Knowledge<ConnectFour> for ConnectFourKnowledge {
    type Seen = Outlook;
    const LOOKS_AHEAD: bool = true;
    const HISTORY_SIZE: usize = u64::BITS as usize;

    #[inline]
    fn moves(&self, _game: &ConnectFour, seen: Outlook) -> impl Iterator<Item = Slot> {
        seen.candidates
    }

    #[inline]
    fn seen(&self, game: &ConnectFour) -> Outlook {
        Outlook::new(game.possible_slots(), game.opponent_winning_slots().len())
    }

    #[inline]
    fn look(&self, game: &ConnectFour, depth: u32) -> Look<Outlook> {
        match game.outcome() {
            Some(outcome) => Look::Known(outcome),
            // PERF: the horizon has no use for more.
            None if depth == 0 => {
                let seen = Outlook::new(Slots::EMPTY, 0);
                Look::Open { low: Score::MIN, high: Score::MAX, seen }
            }
            None => ConnectFourKnowledge::look_in_play(game, depth, true),
        }
    }

    /// The side that has just moved could not win, or the position before would not have been open; and of
    /// its moves only those are candidates after which the opponent cannot win at once.
    #[inline(always)]
    fn look_at_child(
        &self,
        _game: &ConnectFour,
        _slot: Slot,
        child: &ConnectFour,
        depth: u32,
    ) -> Look<Outlook> {
        ConnectFourKnowledge::look_in_play(child, depth, false)
    }

    #[inline]
    fn only_move(&self, _game: &ConnectFour, seen: Outlook) -> Option<Slot> {
        seen.candidates.only()
    }

    fn solving(&self) -> Options {
        // What was good elsewhere misleads the solver: 79 thousand nodes a medium position, against 52 thousand.
        Options { driver: Driver::Bisect, learning: false, ..Options::default() }
    }

    fn parameters(&self) -> Parameters {
        Parameters { enhanced_depth: 12, share_depth: 8, ..Parameters::default() }
    }

    #[inline(always)]
    fn bounds(&self, game: &ConnectFour, depth: u32, window: Window) -> (Score, Score) {
        // The follower cannot lose and the leader cannot win by it: it says something only near zero.
        let can_cut = window.alpha().get() >= -game.scale() && window.beta().get() <= game.scale();
        if can_cut && (depth >= TO_THE_END || depth >= self.plies_left(game)) {
            game.zugzwang_bounds()
        } else {
            (Score::MIN, Score::MAX)
        }
    }

    #[inline]
    fn plies_left(&self, game: &ConnectFour) -> u32 {
        game.size().slots() - game.stones()
    }

    /// The stones on the board.
    #[inline]
    fn progress(&self, game: &ConnectFour) -> u32 {
        game.stones()
    }

    /// The threats the move makes; among equals the middle of the board.
    #[inline]
    fn weigh_child(
        &self,
        game: &ConnectFour,
        slot: Slot,
        _child: &ConnectFour,
        _depth: u32,
        seen: Outlook,
    ) -> i32 {
        (seen.threats() as i32) << 12 | game.centrality(slot) << 8
    }

    #[inline]
    fn weigh_move(&self, game: &ConnectFour, slot: Slot) -> i32 {
        game.centrality(slot)
    }

    #[inline]
    fn history_index(&self, _game: &ConnectFour, slot: Slot) -> usize {
        slot.bit() as usize
    }

    #[inline]
    fn shared_key(&self, game: &ConnectFour) -> Option<u64> {
        (game.stones() <= ConnectFourKnowledge::SHARED_STONES).then(|| game.canonical_key())
    }
}

impl ConnectFour {
    /// How near a slot is to the middle column: 0 at the rim.
    #[inline]
    fn centrality(&self, slot: Slot) -> i32 {
        sized!(self, |size| {
            let (column, width) = (size.column_of(slot.bit()), size.width());
            column.min(width - 1 - column) as i32
        })
    }
}
