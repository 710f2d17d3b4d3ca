//! Numbers that make no distribution.

use super::Distribution;
use crate::value::{Interval, Score};

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
    /// The scores of a list of pairs do not rise.
    #[error("the scores of a list rise, and {after} follows {before}")]
    Order {
        /// The score that was given first.
        before: Score,
        /// The one that follows it.
        after: Score,
    },
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
