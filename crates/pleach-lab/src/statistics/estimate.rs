//! The Elo difference that a match shows, with its error.

use super::confidence::Confidence;
use super::elo::elo_of_score;
use super::pairs::{Pairs, variance};
use super::quantile::{normal_quantile, student_probability, student_quantile};

/// An Elo difference and the interval that holds the true one at some level of confidence.
///
/// ```
/// use pleach_lab::statistics::{Confidence, Estimate, Pairs, Tally};
///
/// let pairs = Pairs::new([1, 10, 78, 48, 13], Tally { wins: 78, draws: 206, losses: 16 })?;
/// let estimate = Estimate::of(&pairs, Confidence::PERCENT_95).unwrap();
/// assert!((estimate.elo - 72.85).abs() < 0.01);
/// assert!(48.0 < estimate.low && estimate.high < 98.0);
/// # Ok::<(), pleach_lab::statistics::PairsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The difference that fits best, infinite if one side has all points.
    pub elo: f64,
    /// The lower end of the interval, infinite if the first player has no point.
    pub low: f64,
    /// The upper end of the interval, infinite if the first player has all points.
    pub high: f64,
}

impl Estimate {
    /// The Elo difference of a match, `None` before the first pair.
    ///
    /// The interval is that of E. B. Wilson, "Probable inference, the law of succession, and statistical
    /// inference", Journal of the American Statistical Association 22 (1927), for the score, with the number
    /// of pairs divided by the design effect: the variance of a pair over s (1 − s), the greatest possible
    /// at its mean. N. Dean and M. Pagano, "Evaluating confidence interval methods for binomial proportions
    /// in clustered surveys", Journal of Survey Statistics and Methodology 3 (2015), compare it with others.
    /// To first order it is the score ± z σ / √n; both ends then go through the logistic function. Unlike
    /// the plain normal interval it stays within the possible scores and has a width at 100 %:
    ///
    /// ```
    /// use pleach_lab::statistics::{Confidence, Estimate, Pairs, Tally};
    ///
    /// let won = Pairs::new([0, 0, 0, 0, 10], Tally { wins: 20, draws: 0, losses: 0 })?;
    /// let estimate = Estimate::of(&won, Confidence::PERCENT_95).unwrap();
    /// assert_eq!((estimate.elo, estimate.high), (f64::INFINITY, f64::INFINITY));
    /// assert!(50.0 < estimate.low && estimate.low < 200.0);
    /// # Ok::<(), pleach_lab::statistics::PairsError>(())
    /// ```
    pub fn of(pairs: &Pairs, confidence: Confidence) -> Option<Self> {
        let evidence = Evidence::of(pairs)?;
        let (low, high) = evidence.wilson(student_quantile(confidence.half_tail(), evidence.freedom));
        let [elo, low, high] = [evidence.score, low, high].map(elo_of_score);
        Some(Self { elo, low, high })
    }

    /// The interval around an estimate with a normal error.
    pub(super) fn normal(elo: f64, standard_error: f64, confidence: Confidence) -> Self {
        let reach = normal_quantile(confidence.half_tail()) * standard_error;
        Self { elo, low: elo - reach, high: elo + reach }
    }
}

/// The probability that the first player is the stronger one, `None` before the first pair.
///
/// It is taken from the same evidence as [`Estimate::of`]: it exceeds 97.5 % exactly if the interval at 95 %
/// lies above zero.
///
/// ```
/// use pleach_lab::statistics::{likelihood_of_superiority, Pairs, Tally};
///
/// let equal = Pairs::new([3, 0, 1, 0, 3], Tally { wins: 7, draws: 0, losses: 7 })?;
/// assert!((likelihood_of_superiority(&equal).unwrap() - 0.5).abs() < 1e-12);
/// # Ok::<(), pleach_lab::statistics::PairsError>(())
/// ```
pub fn likelihood_of_superiority(pairs: &Pairs) -> Option<f64> {
    let evidence = Evidence::of(pairs)?;
    // Wilson's interval inverts the test with the variance at the tested score, here one half.
    let distance = (evidence.score - 0.5) / (0.25 / evidence.trials).sqrt();
    Some(student_probability(distance, evidence.freedom))
}

/// What pairs tell of the score.
struct Evidence {
    /// The mean score.
    score: f64,
    /// The number of independent won or lost games that would tell as much.
    trials: f64,
    /// The degrees of freedom of the variance.
    freedom: f64,
}

impl Evidence {
    fn of(pairs: &Pairs) -> Option<Self> {
        let number = pairs.pairs() as f64;
        let score = pairs.score()?;
        let weights = pairs.counts().map(|count| count as f64);
        let freedom = (number - 1.0).max(1.0);
        let squares = variance(&weights) * number * number / freedom;
        // One more pair of the greatest variance: without it, few pairs that happen to be all alike would
        // show no variance at all, and their mean would pass for exact.
        let effect = (squares + 0.25) / (number * score * (1.0 - score) + 0.25);
        Some(Self { score, trials: number / effect, freedom })
    }

    fn wilson(&self, quantile: f64) -> (f64, f64) {
        let excess = quantile * quantile / self.trials;
        let centre = self.score + 0.5 * excess;
        let spread = self.score * (1.0 - self.score) + 0.25 * excess;
        let reach = (excess * spread).sqrt();
        // At the edges the ends are exactly 0 and 1, but not after rounding.
        let low = if self.score <= 0.0 { 0.0 } else { (centre - reach) / (1.0 + excess) };
        let high = if self.score >= 1.0 { 1.0 } else { (centre + reach) / (1.0 + excess) };
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::simulation::{Openings, generator, pairs_of_counts};
    use proptest::prelude::*;

    const LEVEL: Confidence = Confidence::PERCENT_95;

    /// Outputs that the match program fastchess printed for these pairs, and values of its own tests
    /// (`app/tests/elo_test.cpp`), by the plain normal interval: near ours for many games.
    #[test]
    fn published_errors_are_met() {
        let published = [
            ([1, 10, 78, 48, 13], 72.85, 22.33, 1.0),
            ([352, 579, 1264, 743, 464], 19.83, 6.77, 0.1),
            ([332, 433, 498, 333, 334], -8.64, 10.33, 0.1),
            ([34, 54, 63, 64, 75], 55.58, 27.65, 0.5),
        ];
        for (counts, elo, error, tolerance) in published {
            let estimate = Estimate::of(&pairs_of_counts(counts), LEVEL).unwrap();
            assert!((estimate.elo - elo).abs() < 0.01, "{counts:?}: {estimate:?}");
            let half = 0.5 * (estimate.high - estimate.low);
            assert!((half - error).abs() < tolerance, "{counts:?}: {estimate:?}");
        }
        let superiority = likelihood_of_superiority(&pairs_of_counts([332, 433, 498, 333, 334])).unwrap();
        assert!((superiority - 0.0505).abs() < 0.0005);
    }

    #[test]
    fn one_sided_matches_keep_a_finite_end() {
        let won = Estimate::of(&pairs_of_counts([0, 0, 0, 0, 10]), LEVEL).unwrap();
        assert_eq!((won.elo, won.high), (f64::INFINITY, f64::INFINITY));
        // The exact limit for ten wins of ten is the tenth root of 0.025: about 140 Elo.
        assert!(won.low > 100.0 && won.low < 140.3, "{won:?}");
        let lost = Estimate::of(&pairs_of_counts([10, 0, 0, 0, 0]), LEVEL).unwrap();
        assert_eq!((lost.elo, lost.low), (-won.elo, -won.high));
        assert!((lost.high + won.low).abs() < 1e-9);
        assert_eq!(Estimate::of(&Pairs::default(), LEVEL), None);
        assert_eq!(likelihood_of_superiority(&Pairs::default()), None);
    }

    #[test]
    fn pairs_all_alike_keep_a_width() {
        for number in [1, 2, 10, 1000] {
            let drawn = Estimate::of(&pairs_of_counts([0, 0, number, 0, 0]), LEVEL).unwrap();
            assert!(drawn.low < -0.1 && drawn.high > 0.1, "{drawn:?}");
        }
    }

    /// Strengths, draws and openings under which the interval must hold the truth.
    const MATCHES: [(f64, f64, &[f64], u64); 8] = [
        (0.0, 0.0, &[0.0], 100),
        (0.0, 0.6, &[0.0, 100.0], 200),
        (20.0, 0.3, &[0.0, 300.0], 300),
        (-50.0, 0.8, &[50.0, 150.0, 250.0], 150),
        (100.0, 0.5, &[200.0], 100),
        (200.0, 0.2, &[0.0, 200.0], 100),
        (-300.0, 0.4, &[100.0], 200),
        (5.0, 0.95, &[0.0, 20.0], 400),
    ];

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let mut random = generator(1);
        for (elo, draws, biases, number) in MATCHES {
            let openings = Openings::new(elo, draws, biases);
            let truth = elo_of_score(openings.score());
            let trials = 3000;
            let held = (0..trials)
                .filter(|_| {
                    let pairs = openings.pairs(number, &mut random);
                    Estimate::of(&pairs, LEVEL).is_some_and(|found| found.low <= truth && truth <= found.high)
                })
                .count();
            let coverage = held as f64 / f64::from(trials);
            assert!((0.93..0.97).contains(&coverage), "{elo} {draws} {biases:?}: {coverage}");
        }
    }

    #[test]
    fn intervals_of_short_matches_are_not_too_narrow() {
        let mut random = generator(6);
        for (elo, draws, biases, _) in MATCHES {
            for number in [3, 8, 20] {
                let openings = Openings::new(elo, draws, biases);
                let truth = elo_of_score(openings.score());
                let held = (0..1000)
                    .filter(|_| {
                        let found = Estimate::of(&openings.pairs(number, &mut random), LEVEL);
                        found.is_some_and(|found| found.low <= truth && truth <= found.high)
                    })
                    .count();
                assert!(held >= 930, "{elo} {draws} {biases:?} {number}: {held}");
            }
        }
    }

    proptest! {
        #[test]
        fn intervals_hold_the_estimate(counts in prop::array::uniform5(0_u64..100), level in 0.01..0.999_f64) {
            let pairs = pairs_of_counts(counts);
            if let Some(found) = Estimate::of(&pairs, Confidence::new(level).unwrap()) {
                prop_assert!(found.low <= found.elo && found.elo <= found.high && found.low < found.high);
                let other = Estimate::of(&pairs.reversed(), Confidence::new(level).unwrap()).unwrap();
                prop_assert!(found.low == -other.high || (found.low + other.high).abs() < 1e-6);
            }
        }

        #[test]
        fn nothing_shows_more_than_winning_all(counts in prop::array::uniform5(0_u64..30)) {
            let pairs = pairs_of_counts(counts);
            let all = pairs_of_counts([0, 0, 0, 0, pairs.pairs()]);
            if let (Some(some), Some(all)) = (Estimate::of(&pairs, LEVEL), Estimate::of(&all, LEVEL)) {
                prop_assert!(some.low <= all.low + 1e-9, "{:?} {:?}", some, all);
            }
        }

        #[test]
        fn superiority_agrees_with_the_interval(counts in prop::array::uniform5(0_u64..100)) {
            let pairs = pairs_of_counts(counts);
            if let Some(found) = Estimate::of(&pairs, LEVEL) {
                let superiority = likelihood_of_superiority(&pairs).unwrap();
                prop_assert!((0.0..=1.0).contains(&superiority));
                if (superiority - 0.975).abs() > 1e-9 {
                    prop_assert_eq!(superiority > 0.975, found.low > 0.0);
                }
            }
        }
    }
}
