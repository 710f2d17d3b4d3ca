//! What a solver wants to know of a position without searching: who wins where, which moves lose at
//! once, and what zugzwang alone decides.

use super::lines::{completions, fours};
use super::size::Size;
use super::{ConnectFour, Slot, Slots};
#[allow(unused_imports, reason = "named in the documentation")]
use pleach::Game;
use pleach::Score;

impl ConnectFour {
    /// The slots a stone can be dropped into: the lowest empty one of every column. These are the
    /// moves as long as the game goes on; whether it does is not asked.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new().parse("444444").unwrap();
    /// assert_eq!(game.possible_slots().len(), 6);
    /// ```
    #[inline]
    pub fn possible_slots(&self) -> Slots {
        sized!(self, |size| Slots::new(self.landings(size)))
    }

    /// The empty slots that would complete a four for the side to move, whether a stone can be
    /// dropped there now or not.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new().parse("332244").unwrap();
    /// let columns: Vec<u32> = game.winning_slots().map(|slot| game.column_of(slot)).collect();
    /// assert_eq!(columns, [1, 5]);
    /// ```
    #[inline]
    pub fn winning_slots(&self) -> Slots {
        sized!(self, |size| Slots::new(completions(self.own, size) & self.empty(size)))
    }

    /// The empty slots that would complete a four for the side that has just moved.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new().parse("33224").unwrap();
    /// assert_eq!(game.opponent_winning_slots().len(), 2);
    /// assert!(game.winning_slots().is_empty());
    /// ```
    #[inline]
    pub fn opponent_winning_slots(&self) -> Slots {
        sized!(self, |size| Slots::new(completions(self.other(), size) & self.empty(size)))
    }

    /// The moves after which the opponent cannot win with the next stone. Ask only where the side to
    /// move cannot win at once itself: whether a move wins is not considered. None are left if and
    /// only if the opponent wins in two plies whatever is played, or the board is full.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let text = |text: &str| ConnectFour::new().parse(text).unwrap();
    /// assert!(text("33224").non_losing_slots().is_empty()); // open at both ends
    /// let game = text("11223");                             // column 4 must be stopped
    /// assert!(game.non_losing_slots().eq(game.slot_in(4)));
    /// ```
    #[inline]
    pub fn non_losing_slots(&self) -> Slots {
        sized!(self, |size| {
            let against = completions(self.other(), size) & self.empty(size);
            Slots::new(safe_landings(self.landings(size), against))
        })
    }

    /// The number of empty slots that complete a four for the side to move once it has played the
    /// move: the ordering of moves that solvers do best with.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new().parse("3322").unwrap();
    /// assert_eq!(game.threats_after(game.slot_in(4).unwrap()), 2);
    /// assert_eq!(game.threats_after(game.slot_in(7).unwrap()), 0);
    /// ```
    #[inline]
    pub fn threats_after(&self, slot: Slot) -> u32 {
        sized!(self, |size| {
            let stones = self.own | slot.mask();
            (completions(stones, size) & self.empty(size) & !slot.mask()).count_ones()
        })
    }

    /// Bounds of the score for the side to move from the play of zugzwang alone, never wider than
    /// [`Game::score_bounds`]. Ask only while the game goes on.
    ///
    /// Whoever fills the last slot of the board (the *follower*: the second player where the number
    /// of slots is even) can answer every stone in the same column, as long as each column has an even
    /// number of empty slots; where some have an odd number, a stone in one of these is answered in
    /// another. So the opponent (the *leader*) gets at most the first, third ... empty slot of each
    /// even column, the second, fourth ... of each odd one, and the lowest of the odd ones. If his stones
    /// with all these hold no four, he cannot win; and if the follower's stones with all the rest
    /// hold one, the follower wins.
    ///
    /// ```
    /// use pleach::{Game, Notation, Score};
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new().parse("4454734576143567").unwrap();
    /// assert_eq!(game.score_bounds(), (Score::new(-13), Score::new(13)));
    /// assert_eq!(game.follow_up_bounds(), (Score::new(-13), Score::new(-1))); // the second player wins
    /// ```
    #[inline]
    pub fn follow_up_bounds(&self) -> (Score, Score) {
        sized!(self, |size| self.follow_up_bounds_on(size))
    }

    #[inline(always)]
    pub(super) fn follow_up_bounds_on(&self, size: Size) -> (Score, Score) {
        let ((low, high), (least, most)) = (self.bounds_in_play(size), self.zugzwang_bounds_on(size));
        (low.max(least), high.min(most))
    }

    /// The same without the bounds that hold for every position in play.
    pub(super) fn zugzwang_bounds(&self) -> (Score, Score) {
        sized!(self, |size| self.zugzwang_bounds_on(size))
    }

    #[inline(always)]
    fn zugzwang_bounds_on(&self, size: Size) -> (Score, Score) {
        match self.leader_bound(size) {
            None => (Score::MIN, Score::MAX),
            Some(bound) if self.leads(size) => (Score::MIN, bound),
            Some(bound) => (-bound, Score::MAX),
        }
    }

    /// The most that the leader can score if the follower only follows, if that says anything.
    #[inline(always)]
    fn leader_bound(&self, size: Size) -> Option<Score> {
        let leads = self.leads(size);
        let (leader, follower) = if leads { (self.own, self.other()) } else { (self.other(), self.own) };
        let (empty, leading) = (self.empty(size), leading_rows(size));
        let mut unsettled = self.landings(size) & !leading;
        let mut follower_takes = empty & !leading & !unsettled;
        if !leads && unsettled & unsettled.wrapping_sub(1) == 0 {
            // The follower is to move and takes the only odd column's slot himself. (There is one:
            // the number of empty slots is odd.)
            follower_takes |= unsettled;
            unsettled = 0;
        }
        if fours(leader | (empty & leading) | unsettled, size) != 0 {
            return None;
        }
        let follower_wins = fours(follower | follower_takes, size) != 0;
        Some(if follower_wins { Score::new(-self.points(size.slots(), size)) } else { Score::ZERO })
    }

    /// Whether the side to move leads: the other side fills the last slot of the board.
    #[inline(always)]
    pub(super) fn leads(&self, size: Size) -> bool {
        (size.slots() - self.stones()).is_multiple_of(2)
    }

    #[inline(always)]
    pub(super) fn empty(&self, size: Size) -> u64 {
        size.board() & !self.mask
    }

    /// The lowest empty slot of every column.
    #[inline(always)]
    pub(super) fn landings(&self, size: Size) -> u64 {
        (self.mask + size.bottom()) & size.board()
    }
}

/// The rows in which the leader gets the slots if the follower answers in the same column: those
/// with an even number of slots from there to the top. On the usual board these are the odd rows.
#[inline(always)]
pub(super) fn leading_rows(size: Size) -> u64 {
    size.rows(size.height().is_multiple_of(2))
}

/// The landings that neither leave a winning landing to the opponent nor prepare one: `against` are
/// the slots that win for the opponent.
#[inline(always)]
pub(super) fn safe_landings(landings: u64, against: u64) -> u64 {
    let forced = landings & against;
    let allowed = match forced {
        0 => landings,
        // More than one cannot be stopped.
        several if several & (several - 1) != 0 => 0,
        single => single,
    };
    allowed & !(against >> 1)
}
