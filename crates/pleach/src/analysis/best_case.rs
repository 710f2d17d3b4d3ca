//! How many positions alpha-beta examines in the best case: a perfectly ordered tree.
//!
//! Hsu, Corollary 1 for uniform trees, and "Analysis: average case" for trees in which play may end at
//! any level. By Theorem 1 the positions examined are the critical ones, see
//! [`critical_type`](super::critical_type).

/// Corollary 1: the positions examined on a level, `b^ceil(i/2) + b^floor(i/2) - 1`. On the last level
/// these are the leaves. `None` if there are more than a `u128` holds.
///
/// ```
/// use pleach::analysis::critical_on_level;
/// assert_eq!(critical_on_level(10, 4), Some(199));
/// // A tree without moves is its root, whatever the formula says of 0.
/// assert_eq!((critical_on_level(0, 0), critical_on_level(0, 2)), (Some(1), Some(0)));
/// assert_eq!(critical_on_level(2, 1000), None);
/// ```
pub fn critical_on_level(branching: u32, level: u32) -> Option<u128> {
    if branching == 0 {
        return Some(u128::from(level == 0));
    }
    let b = u128::from(branching);
    let even_numbers_are_one = b.checked_pow(level.div_ceil(2))?;
    let odd_numbers_are_one = b.checked_pow(level / 2)?;
    // The leftmost position is of both kinds. It is taken off first, lest the sum overflow before.
    even_numbers_are_one.checked_add(odd_numbers_are_one - 1)
}

/// Corollary 1: all positions examined down to a depth, the sum of [`critical_on_level`].
///
/// ```
/// use pleach::analysis::critical_in_total;
/// assert_eq!(critical_in_total(10, 4), Some(338));
/// assert_eq!(critical_in_total(1, u32::MAX), Some(1 << 32));
/// ```
pub fn critical_in_total(branching: u32, depth: u32) -> Option<u128> {
    sum_of_levels(branching, depth, critical_on_level)
}

/// The positions on a level of a uniform tree, `b^i`: what minimax examines.
///
/// ```
/// use pleach::analysis::positions_on_level;
/// assert_eq!(positions_on_level(10, 4), Some(10_000));
/// ```
pub fn positions_on_level(branching: u32, level: u32) -> Option<u128> {
    u128::from(branching).checked_pow(level)
}

/// All positions of a uniform tree down to a depth, the sum of [`positions_on_level`].
///
/// ```
/// use pleach::analysis::positions_in_total;
/// assert_eq!(positions_in_total(10, 4), Some(11_111));
/// ```
pub fn positions_in_total(branching: u32, depth: u32) -> Option<u128> {
    sum_of_levels(branching, depth, positions_on_level)
}

fn sum_of_levels(branching: u32, depth: u32, on_level: fn(u32, u32) -> Option<u128>) -> Option<u128> {
    match branching {
        // One position a level: no need to visit four billion of them.
        0 => Some(1),
        1 => Some(u128::from(depth) + 1),
        // From two successors on the levels grow too large long before they are too many.
        _ => (0..=depth).try_fold(0, |sum: u128, level| sum.checked_add(on_level(branching, level)?)),
    }
}

/// One level of a random tree: how often its positions have successors, and how many.
///
/// The paper says that a position of level `j` is nonterminal with probability `q_j` and has "an
/// average of `b_j` successors". Its formula holds if that is the mean over *all* positions of the
/// level, with the terminal ones counting 0; a mean over the nonterminal ones must be multiplied by
/// `q_j` first (correction H12). There is a constructor for either reading.
///
/// ```
/// use pleach::analysis::RandomLevel;
/// // Half of the positions have 6 successors, the others none.
/// assert_eq!(RandomLevel::mean_over_all(0.5, 3.0), RandomLevel::mean_over_nonterminal(0.5, 6.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomLevel {
    nonterminal: f64,
    successors: f64,
}

impl RandomLevel {
    /// A level whose positions are nonterminal with probability `q` and have `b` successors in the
    /// mean over all of them.
    ///
    /// ```
    /// use pleach::analysis::RandomLevel;
    /// assert!(RandomLevel::mean_over_all(0.9, 4.5).is_ok());
    /// // Nine in ten have at least one successor, so the mean cannot be a half.
    /// assert!(RandomLevel::mean_over_all(0.9, 0.5).is_err());
    /// ```
    pub fn mean_over_all(q: f64, b: f64) -> Result<RandomLevel, RandomLevelError> {
        if !(0.0..=1.0).contains(&q) {
            return Err(RandomLevelError::Probability(q));
        }
        if !b.is_finite() || b < q || (q == 0.0 && b > 0.0) {
            return Err(RandomLevelError::Successors { nonterminal: q, over_all: b });
        }
        Ok(RandomLevel { nonterminal: q, successors: b })
    }

    /// A level whose positions are nonterminal with probability `q` and have `b` successors in the
    /// mean over those that are: `q * b` over all.
    ///
    /// ```
    /// use pleach::analysis::RandomLevel;
    /// assert_eq!(RandomLevel::mean_over_nonterminal(0.9, 5.0).unwrap().successors(), 4.5);
    /// assert!(RandomLevel::mean_over_nonterminal(1.5, 5.0).is_err());
    /// ```
    pub fn mean_over_nonterminal(q: f64, b: f64) -> Result<RandomLevel, RandomLevelError> {
        RandomLevel::mean_over_all(q, q * b)
    }

    /// The probability `q_j` that a position has successors.
    ///
    /// ```
    /// # use pleach::analysis::RandomLevel;
    /// assert_eq!(RandomLevel::mean_over_all(0.9, 4.5).unwrap().nonterminal(), 0.9);
    /// ```
    pub fn nonterminal(self) -> f64 {
        self.nonterminal
    }

    /// The mean number `b_j` of successors over all positions.
    ///
    /// ```
    /// # use pleach::analysis::RandomLevel;
    /// assert_eq!(RandomLevel::mean_over_all(0.9, 4.5).unwrap().successors(), 4.5);
    /// ```
    pub fn successors(self) -> f64 {
        self.successors
    }
}

/// Numbers that no level of a tree can have.
///
/// ```
/// use pleach::analysis::RandomLevel;
/// let error = RandomLevel::mean_over_all(-0.1, 4.5).unwrap_err();
/// assert_eq!(error.to_string(), "a probability of -0.1: expected a number from 0 to 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RandomLevelError {
    /// The probability is none.
    #[error("a probability of {0}: expected a number from 0 to 1")]
    Probability(f64),
    /// The mean number of successors does not go with the probability of having any.
    #[error(
        "a mean of {over_all} successors over all positions: \
         expected at least one for the fraction of {nonterminal} that has any, and none for the others"
    )]
    Successors {
        /// The probability that a position has successors.
        nonterminal: f64,
        /// The mean number of successors over all positions.
        over_all: f64,
    },
}

/// The expected number of positions examined on level `l` of a perfectly ordered random tree, given
/// the levels 0 to `l - 1` above it. Hsu, "Analysis: average case":
///
/// `b_0 q_1 b_2 q_3 ... + q_0 b_1 q_2 b_3 ... - q_0 q_1 ... q_(l-1)`
///
/// ```
/// use pleach::analysis::{RandomLevel, critical_on_level, expected_critical};
/// let level = RandomLevel::mean_over_nonterminal(0.5, 4.0).unwrap();
/// assert_eq!(expected_critical(&[level; 2]), 2.0 * 0.5 + 0.5 * 2.0 - 0.25);
///
/// // Corollary 1 is the case without termination.
/// let certain = RandomLevel::mean_over_all(1.0, 10.0).unwrap();
/// assert_eq!(expected_critical(&[certain; 4]), 199.0);
/// assert_eq!(critical_on_level(10, 4), Some(199));
/// ```
pub fn expected_critical(levels_above: &[RandomLevel]) -> f64 {
    let free_on = |parity: usize| -> f64 {
        let factor = |(number, level): (usize, &RandomLevel)| match number % 2 == parity {
            true => level.successors,
            false => level.nonterminal,
        };
        levels_above.iter().enumerate().map(factor).product()
    };
    let leftmost: f64 = levels_above.iter().map(|level| level.nonterminal).product();
    free_on(0) + free_on(1) - leftmost
}

/// The expected number of all positions on level `l` of a random tree, given the levels above it:
/// `b_0 b_1 ... b_(l-1)` (Hsu, "Analysis: average case").
///
/// ```
/// use pleach::analysis::{RandomLevel, expected_positions};
/// let level = RandomLevel::mean_over_nonterminal(0.5, 4.0).unwrap();
/// assert_eq!(expected_positions(&[level; 3]), 8.0);
/// ```
pub fn expected_positions(levels_above: &[RandomLevel]) -> f64 {
    levels_above.iter().map(|level| level.successors).product()
}

#[cfg(test)]
mod tests {
    use super::super::critical_types_on_level;
    use super::*;

    #[test]
    fn corollary_1_is_the_sum_of_the_types() {
        for branching in 0..=40 {
            for level in 0..=40 {
                let by_type = critical_types_on_level(branching, level).map(|counts| counts.total());
                assert_eq!(critical_on_level(branching, level), by_type, "b = {branching}, level {level}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(critical_on_level(2, 254), Some((1 << 127) + ((1 << 127) - 1)));
        assert_eq!(critical_on_level(2, 255), None);
        assert_eq!(critical_in_total(2, 254), None);
        assert_eq!(positions_on_level(2, 128), None);
        assert_eq!(positions_in_total(2, 127), Some(u128::MAX));
        assert_eq!(positions_in_total(u32::MAX, u32::MAX), None);
    }

    #[test]
    fn trees_without_choice_are_lines() {
        assert_eq!((critical_in_total(0, 9), positions_in_total(0, 9)), (Some(1), Some(1)));
        assert_eq!((critical_in_total(1, 9), positions_in_total(1, 9)), (Some(10), Some(10)));
        assert_eq!(critical_in_total(5, 0), Some(1));
        assert_eq!((expected_critical(&[]), expected_positions(&[])), (1.0, 1.0));
    }

    #[test]
    fn numbers_that_no_level_has_are_refused() {
        for (q, b) in [(-0.1, 1.0), (1.1, 2.0), (f64::NAN, 2.0), (0.5, 0.4), (0.0, 1.0), (0.5, f64::NAN)] {
            assert!(RandomLevel::mean_over_all(q, b).is_err(), "q = {q}, b = {b}");
        }
        assert!(RandomLevel::mean_over_nonterminal(0.0, 7.0).is_ok_and(|level| level.successors() == 0.0));
        assert!(RandomLevel::mean_over_nonterminal(0.0, f64::INFINITY).is_err());
        assert!(RandomLevel::mean_over_nonterminal(0.7, 1.0).is_ok());
        assert!(RandomLevel::mean_over_nonterminal(0.7, 0.9).is_err());
    }
}
