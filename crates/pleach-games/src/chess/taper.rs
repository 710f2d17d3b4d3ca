//! Two values in one word: what a feature is worth in the middlegame and in the endgame.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A middlegame and an endgame value that are added, subtracted and multiplied together.
// PERF: the two halves of one 64-bit word. A carry out of the lower half is corrected when they are taken
// apart, so a sum of both costs one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Taper(i64);

impl Taper {
    pub(super) const fn new(middlegame: i32, endgame: i32) -> Taper {
        Taper(((endgame as i64) << 32) + middlegame as i64)
    }

    pub(super) const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    pub(super) const fn endgame(self) -> i32 {
        ((self.0 - self.middlegame() as i64) >> 32) as i32
    }

    /// The value between the two: all middlegame at `phase == whole`, all endgame at 0. Rounded towards
    /// zero, so that both sides round alike.
    pub(super) fn at(self, phase: i32, whole: i32) -> i32 {
        let phase = phase.clamp(0, whole);
        let (phase, whole) = (i64::from(phase), i64::from(whole));
        let mixed = i64::from(self.middlegame()) * phase + i64::from(self.endgame()) * (whole - phase);
        (mixed / whole) as i32
    }
}

impl Add for Taper {
    type Output = Taper;
    fn add(self, other: Taper) -> Taper {
        Taper(self.0 + other.0)
    }
}

impl AddAssign for Taper {
    fn add_assign(&mut self, other: Taper) {
        self.0 += other.0;
    }
}

impl Sub for Taper {
    type Output = Taper;
    fn sub(self, other: Taper) -> Taper {
        Taper(self.0 - other.0)
    }
}

impl Neg for Taper {
    type Output = Taper;
    fn neg(self) -> Taper {
        Taper(-self.0)
    }
}

impl Mul<u32> for Taper {
    type Output = Taper;
    fn mul(self, times: u32) -> Taper {
        Taper(self.0 * i64::from(times))
    }
}

impl Sum for Taper {
    fn sum<I: Iterator<Item = Taper>>(values: I) -> Taper {
        values.fold(Taper::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let samples = [-900_000, -32_769, -1, 0, 1, 7, 65_536, 900_000];
        for (a, b) in samples.iter().flat_map(|&a| samples.map(|b| (a, b))) {
            for (c, d) in samples.iter().flat_map(|&c| samples.map(|d| (c, d))) {
                let sum = Taper::new(a, b) + Taper::new(c, d);
                assert_eq!((sum.middlegame(), sum.endgame()), (a + c, b + d));
                let difference = Taper::new(a, b) - Taper::new(c, d);
                assert_eq!((difference.middlegame(), difference.endgame()), (a - c, b - d));
            }
            let product = Taper::new(a, b) * 8;
            assert_eq!((product.middlegame(), product.endgame()), (a * 8, b * 8));
            assert_eq!((-Taper::new(a, b)).at(5, 24), -Taper::new(a, b).at(5, 24));
        }
    }
}
