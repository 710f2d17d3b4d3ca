//! The range that a value is known to lie in.

use super::Score;
use std::fmt;
use std::ops::Neg;

/// A closed range of scores: the value is at least `low` and at most `high`, both possible.
///
/// Unlike a [`Window`](crate::Window), which is what a search is asked, an interval is what is known.
/// The operations are those of the range algebra that searches over uncertain values back up with:
/// negation when the turn passes (R_NEG), [`Interval::max`] over the moves of a position (R_MAX), and
/// [`Interval::min`] (R_MIN) over those of the opponent.
///
/// ```
/// use pleach::{Interval, Score};
/// let interval = Interval::new(Score::new(-2), Score::new(5)).unwrap();
/// assert_eq!(-interval, Interval::new(Score::new(-5), Score::new(2)).unwrap());
/// assert!(Interval::new(Score::new(1), Score::new(0)).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    low: Score,
    high: Score,
}

impl Interval {
    /// From minus to plus infinity: nothing is known.
    pub const FULL: Interval = Interval { low: Score::MIN, high: Score::MAX };

    /// The range from `low` to `high`, or an error if `low` is the larger one.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// let error = Interval::new(Score::new(3), Score::new(1)).unwrap_err();
    /// assert_eq!(error.to_string(), "no value lies between 3 and 1: the bounds are crossed");
    /// ```
    #[inline]
    pub const fn new(low: Score, high: Score) -> Result<Interval, CrossedBounds> {
        if low.get() <= high.get() { Ok(Interval { low, high }) } else { Err(CrossedBounds { low, high }) }
    }

    /// The range of a single score: the value is known.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// assert_eq!(Interval::point(Score::new(4)).value(), Some(Score::new(4)));
    /// ```
    #[inline]
    pub const fn point(score: Score) -> Interval {
        Interval { low: score, high: score }
    }

    /// The lower bound: the least that the value can be.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// assert_eq!(Interval::FULL.low(), Score::MIN);
    /// ```
    #[inline]
    pub const fn low(self) -> Score {
        self.low
    }

    /// The upper bound: the most that the value can be.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// assert_eq!(Interval::FULL.high(), Score::MAX);
    /// ```
    #[inline]
    pub const fn high(self) -> Score {
        self.high
    }

    /// The value, where only one is left.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// assert_eq!(Interval::point(Score::WIN).value(), Some(Score::WIN));
    /// assert_eq!(Interval::FULL.value(), None);
    /// ```
    #[inline]
    pub fn value(self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }

    /// How far the bounds are apart; 0 for a single score.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// assert_eq!(Interval::new(Score::new(-2), Score::new(5)).unwrap().width(), 7);
    /// assert_eq!(Interval::FULL.width(), u32::MAX - 1);
    /// ```
    #[inline]
    pub const fn width(self) -> u32 {
        self.high.get().abs_diff(self.low.get())
    }

    /// Whether the value can be this score.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// let interval = Interval::new(Score::new(-2), Score::new(5)).unwrap();
    /// assert!(interval.contains(Score::new(5)) && !interval.contains(Score::new(6)));
    /// ```
    #[inline]
    pub fn contains(self, score: Score) -> bool {
        self.low <= score && score <= self.high
    }

    /// The range of the larger of two values (R_MAX): the larger lower and the larger upper bound.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// let interval = |low, high| Interval::new(Score::new(low), Score::new(high)).unwrap();
    /// assert_eq!(interval(0, 5).max(interval(1, 3)), interval(1, 5));
    /// ```
    #[inline]
    pub fn max(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// The range of the smaller of two values (R_MIN): the smaller lower and the smaller upper bound.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// let interval = |low, high| Interval::new(Score::new(low), Score::new(high)).unwrap();
    /// assert_eq!(interval(0, 5).min(interval(1, 3)), interval(0, 3));
    /// ```
    #[inline]
    pub fn min(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// The range of the value held inside another one: `R_MIN(R_MAX(R, [alpha, alpha]), [beta, beta])`.
    /// Where the two have nothing in common that is the nearest bound.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// let interval = |low, high| Interval::new(Score::new(low), Score::new(high)).unwrap();
    /// assert_eq!(interval(0, 5).clip(interval(2, 9)), interval(2, 5));
    /// assert_eq!(interval(0, 5).clip(interval(7, 9)), interval(7, 7));
    /// ```
    #[inline]
    pub fn clip(self, to: Interval) -> Interval {
        self.max(Interval::point(to.low)).min(Interval::point(to.high))
    }

    /// What is known of a value that lies in both ranges, or `None` if they contradict each other.
    ///
    /// ```
    /// # use pleach::{Interval, Score};
    /// let interval = |low, high| Interval::new(Score::new(low), Score::new(high)).unwrap();
    /// assert_eq!(interval(0, 5).intersection(interval(1, 9)), Some(interval(1, 5)));
    /// assert_eq!(interval(0, 5).intersection(interval(6, 9)), None);
    /// ```
    #[inline]
    pub fn intersection(self, other: Interval) -> Option<Interval> {
        Interval::new(self.low.max(other.low), self.high.min(other.high)).ok()
    }
}

/// The range of the same value for the other side (R_NEG).
impl Neg for Interval {
    type Output = Interval;

    #[inline]
    fn neg(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }
}

/// As the papers write it: `[-2, 5]`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.low, self.high)
    }
}

impl fmt::Debug for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A range without any score in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no value lies between {low} and {high}: the bounds are crossed")]
pub struct CrossedBounds {
    /// The lower bound that was given.
    pub low: Score,
    /// The upper bound that was given.
    pub high: Score,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn small() -> impl Strategy<Value = Interval> {
        (-6..=6, 0..=6)
            .prop_map(|(low, width)| Interval::new(Score::new(low), Score::new(low + width)).unwrap())
    }

    fn scores(interval: Interval) -> impl Iterator<Item = Score> + Clone {
        (interval.low().get()..=interval.high().get()).map(Score::new)
    }

    /// The least range that holds all of these.
    fn hull(scores: impl Iterator<Item = Score> + Clone) -> Interval {
        Interval::new(scores.clone().min().unwrap(), scores.max().unwrap()).unwrap()
    }

    proptest! {
        #[test]
        fn the_larger_of_two_values_lies_in_the_range_and_nowhere_closer(a in small(), b in small()) {
            let larger = scores(a).flat_map(|one| scores(b).map(move |other| one.max(other)));
            prop_assert_eq!(a.max(b), hull(larger));
        }

        #[test]
        fn the_smaller_of_two_values_and_a_value_held_between_bounds(a in small(), b in small()) {
            let smaller = scores(a).flat_map(|one| scores(b).map(move |other| one.min(other)));
            prop_assert_eq!(a.min(b), hull(smaller));
            let held = scores(a).map(|score| score.clamp(b.low(), b.high()));
            prop_assert_eq!(a.clip(b), hull(held));
        }

        #[test]
        fn negation_is_that_of_every_value(a in small()) {
            prop_assert_eq!(-a, hull(scores(a).map(|score| -score)));
            prop_assert_eq!(-(-a), a);
        }

        #[test]
        fn the_intersection_holds_what_both_hold(a in small(), b in small()) {
            let both: Vec<Score> = scores(a).filter(|&score| b.contains(score)).collect();
            let expected = (!both.is_empty()).then(|| hull(both.iter().copied()));
            prop_assert_eq!(a.intersection(b), expected);
        }
    }

    #[test]
    fn infinite_bounds_do_no_harm() {
        assert_eq!(-Interval::FULL, Interval::FULL);
        assert_eq!(Interval::FULL.max(Interval::point(Score::ZERO)).to_string(), "[0, +inf]");
        assert_eq!(
            Interval::FULL.intersection(Interval::point(Score::WIN)),
            Some(Interval::point(Score::WIN))
        );
    }
}
