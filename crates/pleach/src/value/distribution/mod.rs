//! What a value may be, and how likely.

mod combine;
mod dominance;
mod error;
mod masses;

pub use dominance::dominance;
pub(crate) use dominance::{Look, dominance_of_ranges, dominance_within};
pub use error::DistributionError;

use super::{Interval, Score};
use masses::{Masses, Pairs};
use std::fmt;
use std::ops::Neg;

/// The probability of every score from a lower to an upper bound: the value-probability list of Li
/// and Marsland (1989).
///
/// Masses may be 0, at the bounds too: **the bounds are carried along, never read off the masses.** A
/// product of small masses can underflow; what the value can be at least and at most stays exact all the
/// same.
///
/// Negation (P_NEG), [`Distribution::max_of`] (P_MAX), [`Distribution::min_of`] (P_MIN) and
/// [`Distribution::clip`] never make a list longer than the longest they are given. So what a search
/// backs up is as wide as what its evaluator returns, however far apart the scores are.
///
/// A list has a mass for each of the consecutive scores, or, where it is long and has few masses, only
/// those; nobody sees the difference but by the time it takes.
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
    masses: Masses,
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
    pub fn new(low: Score, mut masses: Vec<f64>) -> Result<Distribution, DistributionError> {
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
        check_masses((0..).zip(&masses).map(|(place, &mass)| (low.plus(place), mass)))?;
        masses::rescale(&mut masses);
        Ok(Distribution { bounds, masses: Masses::dense(bounds, masses) })
    }

    /// The distribution with these masses on these scores, which rise: a VP-list as the paper writes it.
    /// The first and the last score are the bounds.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let pairs = [(Score::new(-500), 0.5), (Score::new(500), 0.5)];
    /// assert_eq!(Distribution::from_pairs(&pairs).unwrap().to_string(), "{-500: 0.5, 500: 0.5}");
    /// let error = Distribution::from_pairs(&[pairs[1], pairs[0]]).unwrap_err();
    /// assert_eq!(error.to_string(), "the scores of a list rise, and -500 follows 500");
    /// ```
    pub fn from_pairs(pairs: &[(Score, f64)]) -> Result<Distribution, DistributionError> {
        let (Some(&(low, _)), Some(&(high, _))) = (pairs.first(), pairs.last()) else {
            return Err(DistributionError::Empty);
        };
        if let Some(pair) = pairs.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
            return Err(DistributionError::Order { before: pair[0].0, after: pair[1].0 });
        }
        let bounds = Interval::new(low, high).map_err(|_| DistributionError::Infinite)?;
        if low != high && (low.is_infinite() || high.is_infinite()) {
            return Err(DistributionError::Infinite);
        }
        if bounds.width() as usize >= Distribution::MOST_SCORES {
            return Err(DistributionError::TooWide { scores: bounds.width() as usize + 1 });
        }
        check_masses(pairs.iter().copied())?;
        let mut pairs = pairs.to_vec();
        masses::rescale_pairs(&mut pairs);
        Ok(Distribution { bounds, masses: Masses::sparse(bounds, pairs) })
    }

    /// Every score of an interval with the same mass.
    ///
    /// ```
    /// # use pleach::{Distribution, Interval, Score};
    /// let interval = Interval::new(Score::new(-1), Score::new(2)).unwrap();
    /// assert_eq!(Distribution::uniform(interval).unwrap().mass(Score::ZERO), 0.25);
    /// assert!(Distribution::uniform(Interval::FULL).is_err());
    /// ```
    pub fn uniform(bounds: Interval) -> Result<Distribution, DistributionError> {
        let scores = bounds.width() as usize + 1;
        if scores > Distribution::MOST_SCORES {
            return Err(DistributionError::TooWide { scores });
        }
        Distribution::new(bounds.low(), vec![1.0 / scores as f64; scores])
    }

    /// The value is this score for certain.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// assert_eq!(Distribution::point(Score::WIN).mass(Score::WIN), 1.0);
    /// ```
    #[inline]
    pub const fn point(score: Score) -> Distribution {
        Distribution { bounds: Interval::point(score), masses: Masses::Certain }
    }

    /// What the value can be at least and at most: `lower_bound` and `upper_bound` of the paper.
    ///
    /// ```
    /// # use pleach::{Distribution, Interval, Score};
    /// let distribution = Distribution::new(Score::new(2), vec![0.0, 1.0, 0.0]).unwrap();
    /// assert_eq!(distribution.bounds(), Interval::new(Score::new(2), Score::new(4)).unwrap());
    /// ```
    #[inline]
    pub const fn bounds(&self) -> Interval {
        self.bounds
    }

    /// The scores with their masses, in rising order. Scores that are left out have none.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let distribution = Distribution::new(Score::new(2), vec![0.25, 0.75]).unwrap();
    /// let pairs: Vec<(Score, f64)> = distribution.masses().collect();
    /// assert_eq!(pairs, [(Score::new(2), 0.25), (Score::new(3), 0.75)]);
    /// ```
    pub fn masses(&self) -> impl Iterator<Item = (Score, f64)> + Clone {
        self.pairs()
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
        if self.bounds.contains(score) { self.masses.at(self.bounds.low(), score) } else { 0.0 }
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
        self.masses().take_while(|&(own, _)| own <= score).map(|(_, mass)| mass).sum()
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
        self.masses().skip_while(|&(own, _)| own < score).map(|(_, mass)| mass).sum()
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
        if level <= 0.0 {
            return self.bounds.low();
        }
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

    /// The middle of the distribution: the interval that leaves at most half of `1 - level` on either
    /// side, which is the whole of it for a level of 1.
    ///
    /// ```
    /// # use pleach::{Distribution, Interval, Score};
    /// let distribution = Distribution::new(Score::new(2), vec![0.1, 0.4, 0.4, 0.1]).unwrap();
    /// assert_eq!(distribution.middle(0.6), Interval::new(Score::new(3), Score::new(4)).unwrap());
    /// assert_eq!(distribution.middle(1.0), distribution.bounds());
    /// ```
    pub fn middle(&self, level: f64) -> Interval {
        let tail = (1.0 - level) / 2.0;
        // From above the upper end is the last score with at least the tail beyond or on it.
        let (low, high) = (self.quantile(tail), self.quantile(1.0 - tail));
        Interval::new(low.min(high), high).unwrap_or(self.bounds)
    }
}

impl Distribution {
    fn pairs(&self) -> Pairs<'_> {
        self.masses.pairs(self.bounds.low())
    }

    /// The scores that have a mass, with it.
    pub(crate) fn into_likely(self) -> Vec<(Score, f64)> {
        match self.masses {
            Masses::Sparse(pairs) => pairs,
            _ => self.pairs().filter(|&(_, mass)| mass > 0.0).collect(),
        }
    }

    /// What it takes of the memory beside itself.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.masses {
            Masses::Certain => 0,
            Masses::Dense(masses) => masses.capacity() * size_of::<f64>(),
            Masses::Sparse(pairs) => pairs.capacity() * size_of::<(Score, f64)>(),
        }
    }

    /// The distribution with these masses, which sum to 1, on the lower bound and every `step`-th score from
    /// there on.
    pub(crate) fn on_grid(bounds: Interval, step: u32, masses: impl Iterator<Item = f64>) -> Distribution {
        if step == 1 {
            return Distribution { bounds, masses: Masses::dense(bounds, masses.collect()) };
        }
        let score = |place: u32| bounds.low().plus((place * step) as i32);
        let pairs = (0..).zip(masses).map(|(place, mass)| (score(place), mass)).collect();
        Distribution { bounds, masses: Masses::sparse(bounds, pairs) }
    }
}

fn check_masses(pairs: impl Iterator<Item = (Score, f64)> + Clone) -> Result<(), DistributionError> {
    // A certain score that came out of a sum of products may be a little more than certain.
    let is_probability = |mass: f64| (0.0..=1.0 + Distribution::TOLERANCE).contains(&mass);
    if let Some((score, mass)) = pairs.clone().find(|&(_, mass)| !is_probability(mass)) {
        return Err(DistributionError::Mass { score, mass });
    }
    let sum: f64 = pairs.map(|(_, mass)| mass).sum();
    match (sum - 1.0).abs() > Distribution::TOLERANCE {
        true => Err(DistributionError::Sum(sum)),
        false => Ok(()),
    }
}

/// The distribution of the same value for the other side (P_NEG).
impl Neg for Distribution {
    type Output = Distribution;

    #[inline]
    fn neg(mut self) -> Distribution {
        self.bounds = -self.bounds;
        self.masses.turn_around();
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

#[cfg(test)]
mod tests;
