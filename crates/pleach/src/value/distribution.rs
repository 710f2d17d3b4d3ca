//! What a value may be, and how likely.

use super::{Interval, Score};
use std::fmt;
use std::iter::repeat;
use std::ops::Neg;

/// The probability of every score from a lower to an upper bound: the value-probability list of Li
/// and Marsland (1989).
///
/// There is a mass for each of the consecutive scores from bound to bound. Masses may be 0, at the
/// bounds too: **the bounds are carried along, never read off the masses.** A product of small masses
/// can underflow; what the value can be at least and at most stays exact all the same.
///
/// Negation (P_NEG) and [`Distribution::max_of`] (P_MAX) never make a list longer than the longest they
/// are given. So what a search backs up is as wide as what its evaluator returns, however far apart the
/// scores are.
///
/// ```
/// use pleach::{Distribution, Score};
/// let distribution = Distribution::new(Score::new(2), vec![0.5, 0.0, 0.5]).unwrap();
/// assert_eq!(distribution.to_string(), "{2: 0.5, 4: 0.5}");
/// assert_eq!((-distribution).to_string(), "{-4: 0.5, -2: 0.5}");
/// ```
#[derive(Clone, PartialEq)]
pub struct Distribution {
    bounds: Interval,
    /// One for each score of the bounds.
    masses: Vec<f64>,
}

impl Distribution {
    /// The most scores that a distribution can speak of, bounds included.
    pub const MOST_SCORES: usize = 1 << 20;

    /// How far from 1 the sum of the masses may be: far more than rounding leaves, far less than a
    /// mass that was forgotten.
    const TOLERANCE: f64 = 1e-9;

    /// The distribution with these masses on `low` and the scores that follow it. They must be finite,
    /// not negative, and sum to 1 up to rounding.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// assert!(Distribution::new(Score::new(-1), vec![0.25, 0.5, 0.25]).is_ok());
    /// let error = Distribution::new(Score::new(-1), vec![0.25, 0.5]).unwrap_err();
    /// assert_eq!(error.to_string(), "the masses sum to 0.75 instead of 1");
    /// ```
    pub fn new(low: Score, masses: Vec<f64>) -> Result<Distribution, DistributionError> {
        let scores = masses.len();
        let steps = scores.checked_sub(1).ok_or(DistributionError::Empty)?;
        if scores > Distribution::MOST_SCORES {
            return Err(DistributionError::TooWide { scores });
        }
        let high = low.plus(steps as i32);
        let bounds = Interval::new(low, high).map_err(|_| DistributionError::Infinite)?;
        if bounds.width() as usize != steps || (steps > 0 && high.is_infinite()) {
            return Err(DistributionError::Infinite);
        }
        if let Some((place, &mass)) = (0..).zip(&masses).find(|(_, mass)| !(0.0..=1.0).contains(*mass)) {
            return Err(DistributionError::Mass { score: low.plus(place), mass });
        }
        let sum: f64 = masses.iter().sum();
        if (sum - 1.0).abs() > Distribution::TOLERANCE {
            return Err(DistributionError::Sum(sum));
        }
        Ok(Distribution { bounds, masses })
    }

    /// The value is this score for certain.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// assert_eq!(Distribution::point(Score::WIN).mass(Score::WIN), 1.0);
    /// ```
    pub fn point(score: Score) -> Distribution {
        Distribution { bounds: Interval::point(score), masses: vec![1.0] }
    }

    /// What the value can be at least and at most.
    ///
    /// ```
    /// # use pleach::{Distribution, Interval, Score};
    /// let distribution = Distribution::new(Score::new(2), vec![0.0, 1.0, 0.0]).unwrap();
    /// assert_eq!(distribution.bounds(), Interval::new(Score::new(2), Score::new(4)).unwrap());
    /// ```
    #[inline]
    pub fn bounds(&self) -> Interval {
        self.bounds
    }

    /// Every score between the bounds with its mass, in rising order.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let distribution = Distribution::new(Score::new(2), vec![0.25, 0.75]).unwrap();
    /// let pairs: Vec<(Score, f64)> = distribution.masses().collect();
    /// assert_eq!(pairs, [(Score::new(2), 0.25), (Score::new(3), 0.75)]);
    /// ```
    pub fn masses(&self) -> impl Iterator<Item = (Score, f64)> {
        (0..).zip(&self.masses).map(|(place, &mass)| (self.bounds.low().plus(place), mass))
    }

    /// The probability that the value is this score.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let distribution = Distribution::new(Score::new(2), vec![0.25, 0.75]).unwrap();
    /// assert_eq!(distribution.mass(Score::new(3)), 0.75);
    /// assert_eq!(distribution.mass(Score::new(4)), 0.0);
    /// ```
    #[inline]
    pub fn mass(&self, score: Score) -> f64 {
        if !self.bounds.contains(score) {
            return 0.0;
        }
        self.masses[self.place(score)]
    }

    /// The probability that the value is this score or less.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let distribution = Distribution::new(Score::new(2), vec![0.25, 0.5, 0.25]).unwrap();
    /// assert_eq!(distribution.at_most(Score::new(3)), 0.75);
    /// assert_eq!(distribution.at_most(Score::new(1)), 0.0);
    /// ```
    pub fn at_most(&self, score: Score) -> f64 {
        self.below(score) + self.mass(score)
    }

    /// The probability that the value is this score or more.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let distribution = Distribution::new(Score::new(2), vec![0.25, 0.5, 0.25]).unwrap();
    /// assert_eq!(distribution.at_least(Score::new(3)), 0.75);
    /// assert_eq!(distribution.at_least(Score::new(5)), 0.0);
    /// ```
    pub fn at_least(&self, score: Score) -> f64 {
        // Added up and not taken from 1, which would lose small masses.
        self.masses[self.place(score)..].iter().sum()
    }

    /// The expected value.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let distribution = Distribution::new(Score::new(2), vec![0.5, 0.0, 0.5]).unwrap();
    /// assert_eq!(distribution.expected(), 3.0);
    /// ```
    pub fn expected(&self) -> f64 {
        self.masses().map(|(score, mass)| f64::from(score.get()) * mass).sum()
    }

    /// The least score that the value does not exceed with a probability of at least `level`: the
    /// median for 0.5, the bounds for 0 and 1 and whatever lies beyond them.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let distribution = Distribution::new(Score::new(2), vec![0.25, 0.5, 0.25]).unwrap();
    /// assert_eq!([0.0, 0.25, 0.5, 0.9].map(|level| distribution.quantile(level).get()), [2, 2, 3, 4]);
    /// ```
    pub fn quantile(&self, level: f64) -> Score {
        if level >= 1.0 {
            return self.bounds.high();
        }
        let mut sum = 0.0;
        let reached = self.masses().find(|(_, mass)| {
            sum += mass;
            sum >= level
        });
        // The masses may sum to a little less than the level.
        reached.map_or(self.bounds.high(), |(score, _)| score)
    }

    /// The distribution of the largest of independent values (P_MAX), or `None` if there are none.
    ///
    /// The probability that all values stay below a score is the product over the values, so the cost is
    /// that of one pass over every list. Masses are built up from sums and products: differences of such
    /// products would lose the small ones.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let one = Distribution::new(Score::new(2), vec![0.5, 0.0, 0.5]).unwrap();
    /// let other = Distribution::new(Score::new(1), vec![0.5, 0.0, 0.5]).unwrap();
    /// let larger = Distribution::max_of([&one, &other]).unwrap();
    /// assert_eq!(larger.to_string(), "{2: 0.25, 3: 0.25, 4: 0.5}");
    /// ```
    pub fn max_of<'a, I>(values: I) -> Option<Distribution>
    where
        I: IntoIterator<Item = &'a Distribution, IntoIter: Clone>,
    {
        let values = values.into_iter();
        let bounds = values.clone().map(Distribution::bounds).reduce(Interval::max)?;
        // Of the values so far: the probability that the largest is a score, and that it is less. Before
        // the first it is less than anything.
        let scores = bounds.width() as usize + 1;
        let (mut masses, mut all_less) = (vec![0.0; scores], vec![1.0; scores]);
        for value in values {
            let (before, rest) = value.masses.split_at(value.place(bounds.low()));
            let mut less: f64 = before.iter().sum();
            let rest = rest.iter().copied().chain(repeat(0.0));
            for ((largest, all_less), equal) in masses.iter_mut().zip(&mut all_less).zip(rest) {
                *largest = *largest * (less + equal) + *all_less * equal;
                *all_less *= less;
                less += equal;
            }
        }
        Some(Distribution { bounds, masses })
    }

    /// The probability that the value is less than this score.
    fn below(&self, score: Score) -> f64 {
        self.masses[..self.place(score)].iter().sum()
    }

    /// How many of the scores lie below this one: its place in the list if it is between the bounds.
    #[inline]
    fn place(&self, score: Score) -> usize {
        let low = self.bounds.low();
        if score <= low { 0 } else { (score.get().abs_diff(low.get()) as usize).min(self.masses.len()) }
    }
}

/// The distribution of the same value for the other side (P_NEG).
impl Neg for Distribution {
    type Output = Distribution;

    fn neg(mut self) -> Distribution {
        self.bounds = -self.bounds;
        self.masses.reverse();
        self
    }
}

/// The scores that have a mass, with it: `{2: 0.25, 3: 0.75}`.
impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let likely = self.masses().filter(|&(_, mass)| mass > 0.0);
        let pairs: Vec<String> = likely.map(|(score, mass)| format!("{score}: {mass}")).collect();
        write!(f, "{{{}}}", pairs.join(", "))
    }
}

impl fmt::Debug for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} in {}", self.bounds)
    }
}

/// Numbers that make no distribution.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DistributionError {
    /// There is no mass at all.
    #[error("a distribution has at least one score")]
    Empty,
    /// There are more scores than [`Distribution::MOST_SCORES`].
    #[error("{scores} scores are more than the {} of a distribution", Distribution::MOST_SCORES)]
    TooWide {
        /// How many there are.
        scores: usize,
    },
    /// Of several scores one is an infinity.
    #[error("the scores of a distribution are finite")]
    Infinite,
    /// A mass is no probability.
    #[error("the mass of {score} is {mass}: masses lie between 0 and 1")]
    Mass {
        /// The score it was given for.
        score: Score,
        /// The mass that was given.
        mass: f64,
    },
    /// The masses do not sum to 1.
    #[error("the masses sum to {0} instead of 1")]
    Sum(f64),
    /// The deviation of a [`Normal`](crate::Normal) distribution is not positive, or it or the mean is no
    /// finite number.
    #[error(
        "a mean of {mean} and a deviation of {deviation}: both are finite, and the deviation is positive"
    )]
    Moments {
        /// The mean that was given.
        mean: f64,
        /// The deviation that was given.
        deviation: f64,
    },
    /// The bounds are not a whole number of steps apart.
    #[error("the bounds {bounds} are no whole number of steps of {step} apart")]
    Step {
        /// The bounds that were given.
        bounds: Interval,
        /// The step that was given.
        step: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(low: i32, masses: &[f64]) -> Distribution {
        Distribution::new(Score::new(low), masses.to_vec()).unwrap()
    }

    /// Small lists with zeros among their masses.
    fn small() -> impl Strategy<Value = Distribution> {
        let weights = prop::collection::vec(0..4u8, 1..6).prop_filter("a sum", |w| w.iter().any(|&w| w > 0));
        (-5..=5, weights).prop_map(|(low, weights)| {
            let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            of(low, &weights.iter().map(|&weight| f64::from(weight) / sum).collect::<Vec<_>>())
        })
    }

    /// Adds up the probability of every combination of values by what the largest is.
    fn enumerated(values: &[Distribution], largest: Score, mass: f64, sums: &mut [f64]) {
        match values {
            [] => sums[(largest.get() + 20) as usize] += mass,
            [first, rest @ ..] => {
                first.masses().for_each(|(score, own)| enumerated(rest, largest.max(score), mass * own, sums))
            }
        }
    }

    proptest! {
        #[test]
        fn the_largest_of_several_values(values in prop::collection::vec(small(), 1..5)) {
            let largest = Distribution::max_of(&values).unwrap();
            let mut sums = [0.0; 40];
            enumerated(&values, Score::new(-20), 1.0, &mut sums);
            for (score, expected) in (-20..).zip(sums) {
                prop_assert!((largest.mass(Score::new(score)) - expected).abs() < 1e-12);
            }
            let bounds = values.iter().map(Distribution::bounds).reduce(Interval::max).unwrap();
            prop_assert_eq!(largest.bounds(), bounds);
        }

        #[test]
        fn negation_turns_everything_around(value in small(), score in -12..12) {
            let negated = -value.clone();
            let (score, opposite) = (Score::new(score), Score::new(-score));
            prop_assert_eq!(negated.bounds(), -value.bounds());
            prop_assert_eq!(negated.mass(opposite), value.mass(score));
            prop_assert!((negated.at_least(opposite) - value.at_most(score)).abs() < 1e-12);
            prop_assert!((negated.expected() + value.expected()).abs() < 1e-12);
            prop_assert_eq!(-negated, value);
        }

        #[test]
        fn quantiles_are_the_first_scores_to_reach_the_level(value in small(), percent in 0..=100) {
            let level = f64::from(percent) / 100.0;
            let quantile = value.quantile(level);
            prop_assert!(value.bounds().contains(quantile));
            prop_assert!(value.at_most(quantile) >= level - 1e-12);
            let before = quantile.next_down();
            prop_assert!(percent == 100 || quantile == value.bounds().low() || value.at_most(before) < level);
        }
    }

    /// The worked numbers of the paper's operations, three values one after the other.
    #[test]
    fn worked_numbers() {
        let (one, two, three) =
            (of(2, &[0.5, 0.0, 0.5]), of(1, &[0.5, 0.0, 0.5]), of(0, &[0.25, 0.0, 0.5, 0.0, 0.25]));
        let largest = Distribution::max_of([&one, &two, &three]).unwrap();
        assert_eq!(largest.to_string(), "{2: 0.1875, 3: 0.1875, 4: 0.625}");
        assert_eq!(Distribution::max_of([&one]), Some(one));
        assert_eq!(Distribution::max_of([]), None);
    }

    /// A mass of 1e-30 beside one of 1 vanishes from a cumulative sum, but must not from the list.
    #[test]
    fn small_masses_and_exact_bounds_survive() {
        let unlikely = of(0, &[1.0, 0.0, 1e-30]);
        let largest = Distribution::max_of([&unlikely, &unlikely]).unwrap();
        assert_eq!(largest.mass(Score::new(2)), 2e-30);
        let hopeless = of(0, &[1e-200, 1.0]);
        let largest = Distribution::max_of([&hopeless, &hopeless]).unwrap();
        assert_eq!(largest.mass(Score::ZERO), 0.0, "it underflows");
        assert_eq!(largest.bounds().low(), Score::ZERO, "and is possible all the same");
    }

    #[test]
    fn wins_by_distance_cost_no_memory() {
        let (even, win) = (of(-1, &[0.5, 0.0, 0.5]), Distribution::point(Score::win_in(3)));
        assert_eq!(Distribution::max_of([&even, &win]), Some(win.clone()));
        assert_eq!(Distribution::max_of([&even, &-win]), Some(even));
    }

    #[test]
    fn what_makes_no_distribution_is_refused() {
        let error = |low: Score, masses: &[f64]| Distribution::new(low, masses.to_vec()).unwrap_err();
        assert_eq!(error(Score::ZERO, &[]).to_string(), "a distribution has at least one score");
        assert_eq!(
            error(Score::ZERO, &[1.5, -0.5]).to_string(),
            "the mass of 0 is 1.5: masses lie between 0 and 1"
        );
        assert_eq!(
            error(Score::ZERO, &[0.5, f64::NAN]).to_string(),
            "the mass of 1 is NaN: masses lie between 0 and 1"
        );
        assert_eq!(error(Score::ZERO, &[0.5, 0.4]), DistributionError::Sum(0.9));
        for low in [Score::MIN, Score::MAX, Score::MAX.next_down()] {
            assert_eq!(error(low, &[0.5, 0.5]).to_string(), "the scores of a distribution are finite");
            assert!(Distribution::new(low, vec![1.0]).is_ok());
        }
        let wide = vec![0.0; Distribution::MOST_SCORES + 1];
        assert_eq!(
            error(Score::ZERO, &wide).to_string(),
            "1048577 scores are more than the 1048576 of a distribution"
        );
    }

    #[test]
    fn levels_that_are_none_are_harmless() {
        let value = of(0, &[0.5, 0.5, 0.0]);
        assert_eq!([-1.0, 0.0, 1.0, 7.0, f64::NAN].map(|level| value.quantile(level).get()), [0, 0, 2, 2, 2]);
    }
}
