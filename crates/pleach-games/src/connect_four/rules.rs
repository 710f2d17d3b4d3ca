//! The rules of Connect Four: boards and moves.

use super::lines::fours;
use super::{Size, Slot, Slots};
use pleach::{Game, Hashed, Player, Score, Symmetric, mix};

/// A position of Connect Four.
///
/// ```
/// use pleach::{Game, Notation, Score};
/// use pleach_games::ConnectFour;
/// // Three in a row at the bottom, open at both ends: the first player wins with the fourth stone.
/// let game = ConnectFour::new().parse("332244").unwrap();
/// assert_eq!(game.after(game.slot_in(1).unwrap()).outcome(), Some(Score::new(-18)));
/// assert_eq!(pleach::perft(&ConnectFour::new(), 4), 2401);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectFour {
    /// The stones of the side to move.
    pub(super) own: u64,
    /// All stones.
    pub(super) mask: u64,
    pub(super) size: Size,
    pub(super) scale: u16,
    /// The number of stones, so that nobody has to count bits. PERF: with these four bytes there is no
    /// padding left in the struct, which would be copied byte by byte.
    pub(super) stones: u32,
}

impl Default for ConnectFour {
    fn default() -> Self {
        ConnectFour::with_size(Size::STANDARD)
    }
}

impl ConnectFour {
    /// The most bits that [`ConnectFour::unique_key`] has on a board of any size; on the usual board
    /// [`ConnectFour::key_bits`] says 49.
    pub const KEY_BITS: u32 = u64::BITS;

    /// The largest factor [`ConnectFour::with_scale`] takes.
    pub const MAX_SCALE: u16 = 1000;

    /// The empty board of seven columns and six rows.
    pub fn new() -> Self {
        ConnectFour::default()
    }

    /// An empty board of any size.
    ///
    /// ```
    /// use pleach::perft;
    /// use pleach_games::{ConnectFour, connect_four::Size};
    /// let small = ConnectFour::with_size(Size::new(4, 4)?);
    /// assert_eq!(perft(&small, 3), 64);
    /// # Ok::<(), pleach_games::connect_four::SizeError>(())
    /// ```
    pub fn with_size(size: Size) -> Self {
        ConnectFour { own: 0, mask: 0, size, stones: 0, scale: 1 }
    }

    /// Makes every point worth `scale`, in outcomes and in evaluations alike, so that evaluations
    /// can say less than a whole point. At least 1 and at most [`ConnectFour::MAX_SCALE`].
    ///
    /// ```
    /// use pleach::{Game, Notation, Score};
    /// use pleach_games::ConnectFour;
    /// let over = ConnectFour::new().with_scale(100).parse("3322441").unwrap();
    /// assert_eq!(over.outcome(), Some(Score::new(-1800)));
    /// ```
    pub fn with_scale(mut self, scale: u16) -> Self {
        self.scale = scale.clamp(1, ConnectFour::MAX_SCALE);
        self
    }

    /// The size of the board.
    ///
    /// ```
    /// use pleach_games::{ConnectFour, connect_four::Size};
    /// assert_eq!(ConnectFour::new().size(), Size::STANDARD);
    /// ```
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// What one point is worth; see [`ConnectFour::with_scale`].
    #[inline]
    pub fn scale(&self) -> i32 {
        i32::from(self.scale)
    }

    /// The number of stones on the board.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// assert_eq!(ConnectFour::new().parse("4453").unwrap().stones(), 4);
    /// ```
    #[inline]
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// The stones of the side to move and all stones, a bit a slot: see [`Slot::bit`].
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// assert_eq!(ConnectFour::new().parse("12").unwrap().boards(), (1 << 0, 1 << 0 | 1 << 7));
    /// ```
    #[inline]
    pub fn boards(&self) -> (u64, u64) {
        (self.own, self.mask)
    }

    /// The stones of the side that has just moved.
    #[inline]
    pub(super) fn other(&self) -> u64 {
        self.own ^ self.mask
    }

    /// Whether the side that has just moved has four in a row. The other side cannot have: the game
    /// would have been over before.
    #[inline]
    pub(super) fn is_won(&self) -> bool {
        sized!(self, |size| fours(self.other(), size) != 0)
    }

    /// The points of a win that leaves this many stones on the board; none if it has no room for them.
    #[inline(always)]
    pub(super) fn points(&self, stones: u32, size: Size) -> i32 {
        (size.slots() + 2).saturating_sub(stones) as i32 / 2 * self.scale()
    }

    /// The bounds of the score while the game goes on: nobody can win sooner than with the next
    /// stone, nor before having four.
    #[inline(always)]
    pub(super) fn bounds_in_play(&self, size: Size) -> (Score, Score) {
        // The first player's fourth stone is the seventh on the board, the second player's the eighth.
        let soonest = (self.stones + 1).max(7 + self.stones % 2);
        let soonest_loss = (self.stones + 2).max(8 - self.stones % 2);
        (Score::new(-self.points(soonest_loss, size)), Score::new(self.points(soonest, size)))
    }

    /// The slot where a stone dropped into a column comes to rest, with columns counted from 1 as
    /// players do. None if the column is full or not there, or the game is over.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new().parse("444444").unwrap();
    /// assert!(game.slot_in(4).is_none() && game.slot_in(8).is_none() && game.slot_in(1).is_some());
    /// ```
    pub fn slot_in(&self, column: u32) -> Option<Slot> {
        self.moves().find(|&slot| self.column_of(slot) == column)
    }

    /// The column of a slot, counted from 1.
    ///
    /// ```
    /// use pleach::Game;
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new();
    /// let columns: Vec<u32> = game.moves().map(|slot| game.column_of(slot)).collect();
    /// assert_eq!(columns, [1, 2, 3, 4, 5, 6, 7]);
    /// ```
    pub fn column_of(&self, slot: Slot) -> u32 {
        self.size.column_of(slot.bit()) + 1
    }

    /// A number that no other position of the same size has, below 2 to the power of
    /// [`ConnectFour::key_bits`]: what a table must compare to be sure.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let (one, other) = (ConnectFour::new().parse("123").unwrap(), ConnectFour::new().parse("321").unwrap());
    /// assert_eq!(one.unique_key(), other.unique_key());
    /// assert_eq!(one.key_bits(), 49);
    /// assert!(one.unique_key() < 1 << one.key_bits());
    /// ```
    #[inline]
    pub fn unique_key(&self) -> u64 {
        // With h stones in a column the sum of both words lies between 2^h - 1 and 2^(h+1) - 2, so it
        // tells the height and then the stones, and never reaches the next column.
        self.own + self.mask
    }

    /// The number of bits of [`ConnectFour::unique_key`] on a board of this size.
    #[inline]
    pub fn key_bits(&self) -> u32 {
        self.size.bits()
    }

    /// The position seen in a mirror, with the columns in the opposite order.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new().parse("1123").unwrap();
    /// assert_eq!(game.mirrored(), ConnectFour::new().parse("7765").unwrap());
    /// ```
    pub fn mirrored(&self) -> Self {
        sized!(self, |size| ConnectFour { own: size.mirror(self.own), mask: size.mirror(self.mask), ..*self })
    }
}

impl Game for ConnectFour {
    type Move = Slot;
    const COUNTS_PLIES: bool = false;

    #[inline]
    fn to_move(&self) -> Player {
        if self.stones.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Slot> {
        if self.is_won() { Slots::EMPTY } else { self.possible_slots() }
    }

    #[inline]
    fn play(&mut self, slot: Slot) {
        self.own ^= self.mask;
        self.mask |= slot.mask();
        self.stones = self.stones.wrapping_add(1);
    }

    #[inline]
    fn outcome(&self) -> Option<Score> {
        sized!(self, |size| {
            if fours(self.other(), size) != 0 {
                return Some(Score::new(-self.points(self.stones(), size)));
            }
            (self.stones() == size.slots()).then_some(Score::ZERO)
        })
    }

    #[inline]
    fn score_bounds(&self) -> (Score, Score) {
        if let Some(outcome) = self.outcome() {
            return (outcome, outcome);
        }
        sized!(self, |size| self.bounds_in_play(size))
    }
}

/// The key is [`ConnectFour::unique_key`] mixed by a bijection: different positions of a size never
/// share it.
impl Hashed for ConnectFour {
    #[inline]
    fn key(&self) -> u64 {
        mix(self.unique_key())
    }
}

impl Symmetric for ConnectFour {
    fn images(&self) -> impl Iterator<Item = Self> {
        [*self, self.mirrored()].into_iter()
    }

    #[inline]
    fn canonical_key(&self) -> u64 {
        let key = self.unique_key();
        mix(key.min(sized!(self, |size| size.mirror(key))))
    }
}
