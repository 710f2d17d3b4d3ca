//! The size of a board, and where its slots lie in a 64-bit word.

/// The number of columns and of rows of a board.
///
/// A column of `height` slots takes `height + 1` bits, from the bottom up; the bit on top of it is
/// padding and always empty. The first column has the lowest bits, so that one step up, to the side
/// and along the diagonals is a shift by `1`, `height + 1`, `height` and `height + 2`, and no shifted
/// line of stones can run from one column's top into the next one's bottom.
///
/// ```
/// use pleach_games::connect_four::Size;
/// assert_eq!(Size::new(7, 6), Ok(Size::STANDARD));
/// assert_eq!((Size::STANDARD.slots(), Size::STANDARD.bits()), (42, 49));
/// assert_eq!(Size::new(9, 7).unwrap_err().to_string(),
///     "9 columns of 7 slots need 72 bits with one of padding for each column, and there are 64");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board that does not fit into 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// There is no column or no row.
    #[error("a board has at least 1 column and 1 row")]
    Empty,
    /// There are too many slots.
    #[error(
        "{width} columns of {height} slots need {bits} bits with one of padding for each column, and there are 64",
        bits = u64::from(*width) * (u64::from(*height) + 1)
    )]
    TooLarge {
        /// The columns asked for.
        width: u32,
        /// The rows asked for.
        height: u32,
    },
}

impl Size {
    /// Seven columns of six slots: the board of the shops and of the solvers.
    pub const STANDARD: Size = Size { width: 7, height: 6 };

    /// A board of so many columns and rows, if it fits into 64 bits with the padding.
    pub const fn new(width: u32, height: u32) -> Result<Size, SizeError> {
        if width == 0 || height == 0 {
            return Err(SizeError::Empty);
        }
        if width as u64 * (height as u64 + 1) > u64::BITS as u64 {
            return Err(SizeError::TooLarge { width, height });
        }
        Ok(Size { width: width as u8, height: height as u8 })
    }

    /// The number of columns.
    #[inline]
    pub const fn width(self) -> u32 {
        self.width as u32
    }

    /// The number of rows.
    #[inline]
    pub const fn height(self) -> u32 {
        self.height as u32
    }

    /// The number of slots.
    #[inline]
    pub const fn slots(self) -> u32 {
        self.width() * self.height()
    }

    /// The number of bits a board takes, with the padding.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.width() * self.stride()
    }

    /// The distance from a slot to its neighbour in the next column.
    #[inline]
    pub(crate) const fn stride(self) -> u32 {
        self.height() + 1
    }

    /// The lowest slot of every column.
    #[inline]
    pub(crate) const fn bottom(self) -> u64 {
        EVERY[self.stride() as usize] & (u64::MAX >> (u64::BITS - self.bits()))
    }

    /// The padding bit on top of every column.
    #[inline]
    pub(crate) const fn padding(self) -> u64 {
        self.bottom() << self.height()
    }

    /// Every slot. In each column the padding bit minus the lowest bit is all that lies between them.
    #[inline]
    pub(crate) const fn board(self) -> u64 {
        self.padding() - self.bottom()
    }

    /// The lowest row, the third, the fifth and so on (`odd`, as the players count), or the others.
    #[inline]
    pub(crate) const fn rows(self, odd: bool) -> u64 {
        let alternate = if odd { 0x5555_5555_5555_5555 } else { 0xaaaa_aaaa_aaaa_aaaa };
        let column = alternate & ((1 << self.height()) - 1);
        // A column's pattern has less than `stride` bits, so the products do not overlap.
        self.bottom().wrapping_mul(column)
    }

    /// The four directions in which fours lie, as shifts: up, to the side, and the two diagonals.
    #[inline]
    pub(crate) const fn directions(self) -> [u32; 4] {
        [1, self.stride(), self.height(), self.height() + 2]
    }

    /// The column of a bit, counted from 0.
    #[inline]
    pub(crate) const fn column_of(self, bit: u32) -> u32 {
        bit / self.stride()
    }

    /// The row of a bit, counted from 0 at the bottom.
    #[inline]
    pub(crate) const fn row_of(self, bit: u32) -> u32 {
        bit % self.stride()
    }

    /// The slots of a column, counted from 0, without its padding.
    #[inline]
    pub(crate) const fn column(self, column: u32) -> u64 {
        ((1 << self.height()) - 1) << (column * self.stride())
    }

    /// The bits with the columns in the opposite order.
    #[inline]
    pub(crate) fn mirror(self, bits: u64) -> u64 {
        let column = u64::MAX >> (u64::BITS - self.stride());
        (0..self.width()).fold(0, |mirrored, from| {
            let to = self.width() - 1 - from;
            mirrored | (bits >> (from * self.stride()) & column) << (to * self.stride())
        })
    }
}

/// Entry `n` has every `n`-th bit set, from bit 0.
const EVERY: [u64; 65] = {
    let mut table = [1; 65];
    let mut step = 1;
    while step < 64 {
        let mut bit = 0;
        while bit < 64 {
            table[step] |= 1 << bit;
            bit += step;
        }
        step += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn all_sizes() -> impl Iterator<Item = Size> {
        (1..=64).flat_map(|width| (1..=64).filter_map(move |height| Size::new(width, height).ok()))
    }

    #[test]
    fn masks_are_what_a_slot_by_slot_count_gives() {
        for size in all_sizes() {
            let slots = |wanted: &dyn Fn(u32, u32) -> bool| {
                let all = (0..size.width()).flat_map(|x| (0..size.height()).map(move |y| (x, y)));
                all.filter(|&(x, y)| wanted(x, y)).fold(0, |set, (x, y)| set | 1 << (x * size.stride() + y))
            };
            assert_eq!(size.board(), slots(&|_, _| true), "{size:?}");
            assert_eq!(size.bottom(), slots(&|_, y| y == 0), "{size:?}");
            assert_eq!(size.padding(), slots(&|_, y| y == size.height() - 1) << 1, "{size:?}");
            assert_eq!(size.rows(true), slots(&|_, y| y % 2 == 0), "{size:?}");
            assert_eq!(size.rows(false), slots(&|_, y| y % 2 == 1), "{size:?}");
            assert_eq!(size.column(size.width() - 1), slots(&|x, _| x == size.width() - 1), "{size:?}");
            let (mirrored, first) = (size.mirror(size.column(0)), size.column(size.width() - 1));
            assert_eq!(mirrored, first, "{size:?}");
        }
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        let widest: u32 = (1..64).map(|height| 64 / (height + 1)).sum();
        assert_eq!(all_sizes().count(), widest as usize);
        assert_eq!(Size::new(0, 6), Err(SizeError::Empty));
        assert_eq!(Size::new(7, 0).unwrap_err().to_string(), "a board has at least 1 column and 1 row");
        assert!(Size::new(1, 63).is_ok() && Size::new(32, 1).is_ok() && Size::new(8, 7).is_ok());
        assert!(Size::new(1, 64).is_err() && Size::new(33, 1).is_err());
        assert!(Size::new(u32::MAX, u32::MAX).is_err());
    }
}
