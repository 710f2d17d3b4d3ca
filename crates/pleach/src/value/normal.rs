//! A normal distribution, and what is left of it on the scores of a game.

use super::{Distribution, DistributionError, Interval};
use std::f64::consts::SQRT_2;

/// A normal distribution: what an estimate with a known error says of a value.
///
/// ```
/// use pleach::{Interval, Normal, Score};
/// let bounds = Interval::new(Score::new(-1), Score::new(1)).unwrap();
/// let distribution = Normal::new(0.0, 1.0).unwrap().rounded(bounds, 1).unwrap();
/// assert!((distribution.mass(Score::ZERO) - 0.3829).abs() < 1e-4); // within half a deviation
/// assert!((distribution.mass(Score::new(1)) - 0.3085).abs() < 1e-4); // and all above it
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    mean: f64,
    deviation: f64,
}

impl Normal {
    /// The normal distribution with this mean and standard deviation, or an error unless both are
    /// finite and the deviation is positive.
    ///
    /// ```
    /// # use pleach::Normal;
    /// assert!(Normal::new(3.5, 2.0).is_ok());
    /// assert!(Normal::new(3.5, 0.0).is_err() && Normal::new(f64::NAN, 1.0).is_err());
    /// ```
    pub fn new(mean: f64, deviation: f64) -> Result<Normal, DistributionError> {
        match mean.is_finite() && deviation.is_finite() && deviation > 0.0 {
            true => Ok(Normal { mean, deviation }),
            false => Err(DistributionError::Moments { mean, deviation }),
        }
    }

    /// The distribution rounded to the nearest of the scores that the value can have: those between the
    /// bounds, counted from the lower one in steps. What lies beyond a bound goes to the bound, so that
    /// an estimate which contradicts what is known still gives a distribution.
    ///
    /// ```
    /// # use pleach::{Interval, Normal, Score};
    /// // Scores of a game that always ends with an even number of points.
    /// let bounds = Interval::new(Score::new(-4), Score::new(4)).unwrap();
    /// let distribution = Normal::new(1.2, 1.5).unwrap().rounded(bounds, 2).unwrap();
    /// assert_eq!(distribution.bounds(), bounds);
    /// assert_eq!(distribution.mass(Score::new(1)), 0.0);
    /// assert!(Normal::new(1.2, 1.5).unwrap().rounded(bounds, 3).is_err());
    /// ```
    pub fn rounded(self, bounds: Interval, step: u32) -> Result<Distribution, DistributionError> {
        if step == 0 || !bounds.width().is_multiple_of(step) {
            return Err(DistributionError::Step { bounds, step });
        }
        let scores = bounds.width() as usize + 1;
        if scores > Distribution::MOST_SCORES {
            return Err(DistributionError::TooWide { scores });
        }
        // Only the scores that have a mass are listed: on a wide grid they are few.
        let mut masses = Vec::with_capacity((bounds.width() / step) as usize + 1);
        let (half, high) = (f64::from(step) / 2.0, bounds.high());
        let (mut score, mut from) = (bounds.low(), Edge::LOWEST);
        for _ in (0..scores).step_by(step as usize) {
            let to = if score == high { Edge::HIGHEST } else { self.edge(f64::from(score.get()) + half) };
            masses.push((score, from.mass_up_to(to)));
            (score, from) = (score.plus(step as i32), to);
        }
        Distribution::from_pairs(&masses)
    }

    fn edge(self, at: f64) -> Edge {
        let deviations = (at - self.mean) / self.deviation;
        Edge { above: deviations > 0.0, tail: libm::erfc(deviations.abs() / SQRT_2) / 2.0 }
    }
}

/// A place on the axis by the mass beyond it, on the side of it where there is less: differences of such
/// tails keep small masses exact, differences from 1 would not.
#[derive(Clone, Copy)]
struct Edge {
    /// Whether it lies above the mean, and the tail is the upper one.
    above: bool,
    tail: f64,
}

impl Edge {
    const LOWEST: Edge = Edge { above: false, tail: 0.0 };
    const HIGHEST: Edge = Edge { above: true, tail: 0.0 };

    fn mass_up_to(self, to: Edge) -> f64 {
        match (self.above, to.above) {
            (false, false) => to.tail - self.tail,
            (true, _) => self.tail - to.tail,
            // By halves: it is then the same number from both sides.
            (false, true) => (0.5 - self.tail) + (0.5 - to.tail),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Score;
    use proptest::prelude::*;

    fn rounded(mean: f64, deviation: f64, low: i32, steps: u32, step: u32) -> Distribution {
        let high = low + (steps * step) as i32;
        let bounds = Interval::new(Score::new(low), Score::new(high)).unwrap();
        Normal::new(mean, deviation).unwrap().rounded(bounds, step).unwrap()
    }

    proptest! {
        #[test]
        fn masses_lie_on_the_steps_and_sum_to_one(
            mean in -200.0..200.0f64,
            deviation in 1e-3..300.0f64,
            low in -70..70,
            steps in 0..70u32,
            step in 1..4u32,
        ) {
            let distribution = rounded(mean, deviation, low, steps, step);
            let sum: f64 = distribution.masses().map(|(_, mass)| mass).sum();
            prop_assert!((sum - 1.0).abs() < 1e-12);
            for (score, mass) in distribution.masses() {
                prop_assert!(mass >= 0.0);
                prop_assert!(mass == 0.0 || (score.get() - low).unsigned_abs().is_multiple_of(step));
            }
            let opposite = rounded(-mean, deviation, -low - (steps * step) as i32, steps, step);
            prop_assert_eq!(-opposite, distribution, "the same to the last bit from both sides");
        }
    }

    #[test]
    fn far_inside_the_bounds_nothing_is_lost() {
        let distribution = rounded(1.25, 6.0, -64, 64, 2);
        assert!((distribution.expected() - 1.25).abs() < 1e-9);
        let square = |(score, mass): (Score, f64)| (f64::from(score.get()) - 1.25).powi(2) * mass;
        // Rounding to steps adds a twelfth of their square.
        let variance: f64 = distribution.masses().map(square).sum();
        assert!((variance - 36.0 - 4.0 / 12.0).abs() < 1e-9, "{variance}");
    }

    #[test]
    fn tails_are_small_and_not_zero() {
        let distribution = rounded(0.0, 1.0, -20, 40, 1);
        // The upper tail beyond 19.5 deviations, by its asymptotic series.
        let expected = 5.5e-85;
        let (low, high) = (distribution.mass(Score::new(-20)), distribution.mass(Score::new(20)));
        assert!(low == high && (low / expected - 1.0).abs() < 0.1, "{low:e}");
    }

    #[test]
    fn estimates_beyond_a_bound_are_held_there() {
        assert_eq!(rounded(1e6, 1.0, -3, 6, 1).mass(Score::new(3)), 1.0);
        assert_eq!(rounded(f64::MIN, f64::MIN_POSITIVE, -3, 6, 1).mass(Score::new(-3)), 1.0);
        assert_eq!(rounded(7.0, 2.0, 5, 0, 1), Distribution::point(Score::new(5)));
    }

    #[test]
    fn what_cannot_be_rounded_is_refused() {
        let normal = Normal::new(0.0, 1.0).unwrap();
        let wide = Interval::new(Score::LOSS, Score::WIN).unwrap();
        assert!(matches!(normal.rounded(wide, 1), Err(DistributionError::TooWide { .. })));
        let error = normal.rounded(Interval::new(Score::ZERO, Score::new(5)).unwrap(), 2).unwrap_err();
        assert_eq!(error.to_string(), "the bounds [0, 5] are no whole number of steps of 2 apart");
        assert!(normal.rounded(Interval::point(Score::ZERO), 0).is_err());
        let error = Normal::new(1.0, -1.0).unwrap_err().to_string();
        assert_eq!(
            error,
            "a mean of 1 and a deviation of -1: both are finite, and the deviation is positive"
        );
    }
}
