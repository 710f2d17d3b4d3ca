//! What the searches ask of an uncertain value.

use crate::limits::Stopped;
use crate::value::{Distribution, Interval, Look, Score, dominance_of_ranges, dominance_within};
use std::fmt::Debug;
use std::ops::Neg;

/// An uncertain value: what is believed of a score. [`Interval`] and [`Distribution`] are the two there are.
///
/// Negation is that of the value for the other side (P_NEG, R_NEG).
///
/// ```
/// use pleach::uncertain::Belief;
/// use pleach::{Interval, Score};
/// let value = Interval::new(Score::new(1), Score::new(4)).unwrap();
/// assert_eq!(value.larger(Belief::certain(Score::new(2))).to_string(), "[2, 4]");
/// ```
pub trait Belief: Clone + Debug + PartialEq + Neg<Output = Self> {
    /// The value is this score: `<v, 1>` of the paper.
    fn certain(score: Score) -> Self;

    /// `lower_bound` and `upper_bound`.
    fn bounds(&self) -> Interval;

    /// The larger of two independent values (P_MAX, R_MAX).
    fn larger(self, other: Self) -> Self;

    /// The value held inside an interval: `P_MIN(P_MAX(P, <alpha, 1>), <beta, 1>)`.
    fn held_in(self, window: Interval) -> Self;

    /// What the value is on average.
    fn expected(&self) -> f64;

    /// The probability of each of several values to be at least as large as all others.
    fn dominance(values: &[&Self]) -> Vec<f64> {
        Self::dominance_within(values, &mut || Ok(())).unwrap_or_default()
    }

    /// The same for as long as `look` allows, which is asked now and then: there may be thousands of values.
    fn dominance_within(
        values: &[&Self],
        look: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<Vec<f64>, Stopped>;
}

impl Belief for Distribution {
    #[inline]
    fn certain(score: Score) -> Self {
        Distribution::point(score)
    }

    #[inline]
    fn bounds(&self) -> Interval {
        self.bounds()
    }

    #[inline]
    fn larger(self, other: Self) -> Self {
        self.max(other)
    }

    #[inline]
    fn held_in(self, window: Interval) -> Self {
        self.clip(window)
    }

    fn expected(&self) -> f64 {
        self.expected()
    }

    fn dominance_within(values: &[&Self], look: Look<'_>) -> Result<Vec<f64>, Stopped> {
        dominance_within(values, look)
    }
}

/// Without more knowledge every score of an interval is as likely as any other, as the paper assumes.
impl Belief for Interval {
    #[inline]
    fn certain(score: Score) -> Self {
        Interval::point(score)
    }

    #[inline]
    fn bounds(&self) -> Interval {
        *self
    }

    #[inline]
    fn larger(self, other: Self) -> Self {
        self.max(other)
    }

    #[inline]
    fn held_in(self, window: Interval) -> Self {
        self.clip(window)
    }

    fn expected(&self) -> f64 {
        (f64::from(self.low().get()) + f64::from(self.high().get())) / 2.0
    }

    fn dominance_within(values: &[&Self], look: Look<'_>) -> Result<Vec<f64>, Stopped> {
        dominance_of_ranges(values, look)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_too_wide_to_count_know_what_is_proven() {
        let interval = |low, high| Interval::new(Score::new(low), Score::new(high)).unwrap();
        let values = [interval(5, 6), interval(-2_000_000, 5), Interval::point(Score::LOSS)];
        assert_eq!(Belief::dominance(&values.each_ref()), [1.0, 0.0, 0.0]);
        assert_eq!(Belief::dominance(&[&interval(0, 1), &interval(0, 1)]), [0.75, 0.75]);
    }
}
