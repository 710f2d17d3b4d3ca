//! Slots of the board, one and many.

/// A slot of the board, which is also the move that drops a stone into it: the lowest empty slot of
/// a column is the only one a stone can come to rest in.
///
/// Naming the slot and not the column makes playing and listing moves plain bit work, and lets
/// tables of good moves tell the rows of a column apart. [`ConnectFour::slot_in`] gives the move of a
/// column, [`ConnectFour::column_of`] the column of a move.
///
/// [`ConnectFour::slot_in`]: super::ConnectFour::slot_in
/// [`ConnectFour::column_of`]: super::ConnectFour::column_of
///
/// ```
/// use pleach_games::ConnectFour;
/// let game = ConnectFour::new();
/// let slot = game.slot_in(4).unwrap();
/// assert_eq!((slot.bit(), game.column_of(slot)), (21, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(u8);

impl Slot {
    /// The slot's bit: `height + 1` times the column plus the row, both counted from 0.
    #[inline]
    pub fn bit(self) -> u32 {
        u32::from(self.0)
    }

    #[inline]
    pub(crate) fn mask(self) -> u64 {
        1 << (self.0 & 63)
    }
}

/// A set of slots as a bit set: iterates over them from the first column to the last, and from the
/// bottom up.
///
/// ```
/// use pleach::Game;
/// use pleach_games::ConnectFour;
/// let game = ConnectFour::new();
/// let moves = game.possible_slots();
/// assert_eq!(moves.len(), 7);
/// assert!(moves.contains(game.slot_in(4).unwrap()));
/// assert!(moves.eq(game.moves()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slots(u64);

impl Slots {
    /// No slot.
    pub const EMPTY: Slots = Slots(0);

    #[inline]
    pub(crate) const fn new(bits: u64) -> Slots {
        Slots(bits)
    }

    /// The bits; see [`Slot::bit`].
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of slots.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only slot, if there is exactly one.
    ///
    /// ```
    /// use pleach_games::connect_four::Slots;
    /// assert_eq!(Slots::EMPTY.only(), None);
    /// ```
    #[inline]
    pub fn only(mut self) -> Option<Slot> {
        if self.0.is_power_of_two() { self.next() } else { None }
    }

    /// Whether the slot is one of them.
    #[inline]
    pub fn contains(self, slot: Slot) -> bool {
        self.0 & slot.mask() != 0
    }
}

impl Iterator for Slots {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        if self.0 == 0 {
            return None;
        }
        let slot = Slot(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(slot)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.0.count_ones() as usize;
        (length, Some(length))
    }

    #[inline]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}

impl ExactSizeIterator for Slots {}
impl std::iter::FusedIterator for Slots {}
