//! Elo differences and scores.

use super::pairs::Pairs;
use std::f64::consts::{LN_10, SQRT_2};

/// The slope of the logistic Elo at equality: Elo for a score of one more, so that for small differences
/// normalised and logistic Elo agree where a game has the standard deviation one half.
const ELO_A_SCORE: f64 = 800.0 / LN_10;

/// The logistic Elo difference that gives a mean score.
///
/// The formula is 400 · log₁₀(s / (1 − s)); a score of 1 or more is infinitely far above, of 0 or less
/// infinitely far below.
///
/// ```
/// use pleach_lab::statistics::elo_of_score;
///
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert!((elo_of_score(0.75) - 190.85).abs() < 0.01);
/// assert_eq!(elo_of_score(1.0), f64::INFINITY);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * libm::log10(score / (1.0 - score))
}

/// The mean score that a logistic Elo difference gives.
///
/// ```
/// use pleach_lab::statistics::score_of_elo;
///
/// assert_eq!(score_of_elo(0.0), 0.5);
/// assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// The normalised Elo of a match, `None` before the first pair.
///
/// It is the distance of the score from one half in standard deviations of a game, (s − ½) / σ, times
/// 800 / ln 10, where the variance of a game is taken as twice that of the mean of a pair. Matches of equal
/// normalised Elo need equally many games to be decided, whatever the openings and the draws: M. Van den
/// Bergh, "Normalized Elo". Counts of zero stand as 0.001, so that it is always finite.
///
/// ```
/// use pleach_lab::statistics::{normalised_elo, Pairs, Tally};
///
/// let pairs = Pairs::new([1, 10, 78, 48, 13], Tally { wins: 78, draws: 206, losses: 16 })?;
/// assert!((normalised_elo(&pairs).unwrap() - 132.30).abs() < 0.01);
/// # Ok::<(), pleach_lab::statistics::PairsError>(())
/// ```
pub fn normalised_elo(pairs: &Pairs) -> Option<f64> {
    let (counts, variance) = (pairs.regularised()?, pairs.variance()?);
    let distance = (super::pairs::mean(&counts) - 0.5) / variance.sqrt();
    Some(distance / SQRT_2 * ELO_A_SCORE)
}

/// The distance of the mean of a pair from one half, in its standard deviations, for a normalised Elo.
pub(super) fn distance_of_normalised(elo: f64) -> f64 {
    elo / ELO_A_SCORE * SQRT_2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::simulation::pairs_of_counts;
    use proptest::prelude::*;

    #[test]
    fn known_values_are_met() {
        for (score, elo) in [(0.75, 190.85), (0.64, 99.95), (0.9, 381.70), (0.5, 0.0), (0.25, -190.85)] {
            assert!((elo_of_score(score) - elo).abs() < 0.005, "{score}");
        }
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
        assert_eq!(elo_of_score(2.0), f64::INFINITY);
        assert!(elo_of_score(f64::NAN).is_nan());
        assert_eq!(score_of_elo(f64::INFINITY), 1.0);
        assert_eq!(score_of_elo(f64::NEG_INFINITY), 0.0);
    }

    /// Outputs that the match program fastchess printed for these pairs, and values of its own tests
    /// (`app/tests/elo_test.cpp`).
    #[test]
    fn published_normalised_values_are_met() {
        let published = [
            ([1, 10, 78, 48, 13], 132.30),
            ([352, 579, 1264, 743, 464], 24.25),
            ([34, 54, 63, 64, 75], 57.94),
            ([332, 433, 498, 333, 334], -9.17),
        ];
        for (counts, elo) in published {
            let found = normalised_elo(&pairs_of_counts(counts)).unwrap();
            assert!((found - elo).abs() < 0.01, "{counts:?}: {found}");
        }
    }

    #[test]
    fn normalised_elo_is_finite_at_the_edge() {
        assert!(normalised_elo(&pairs_of_counts([0, 0, 0, 0, 50])).unwrap().is_finite());
        assert_eq!(normalised_elo(&Pairs::default()), None);
    }

    proptest! {
        #[test]
        fn score_and_elo_invert_each_other(elo in -2000.0..2000.0_f64, score in 1e-6..0.999_999_f64) {
            prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6);
            prop_assert!((score_of_elo(elo_of_score(score)) - score).abs() < 1e-12);
        }

        #[test]
        fn more_elo_is_more_score(elo in -2000.0..2000.0_f64, more in 0.001..1000.0_f64) {
            prop_assert!(score_of_elo(elo + more) > score_of_elo(elo));
            prop_assert!((score_of_elo(elo) + score_of_elo(-elo) - 1.0).abs() < 1e-12);
        }

        #[test]
        fn normalised_elo_changes_sides(counts in prop::array::uniform5(0_u64..1000)) {
            let pairs = pairs_of_counts(counts);
            if let (Some(one), Some(other)) = (normalised_elo(&pairs), normalised_elo(&pairs.reversed())) {
                prop_assert!((one + other).abs() < 1e-6 * (1.0 + one.abs()));
            }
        }
    }
}
