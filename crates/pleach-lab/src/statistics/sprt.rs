//! The sequential probability ratio test.

use super::elo::{distance_of_normalised, score_of_elo};
use super::likelihood::{with_distance, with_mean};
use super::pairs::Pairs;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The greatest Elo that a hypothesis may speak of; far beyond anything a match can tell.
const GREATEST_ELO: f64 = 2000.0;

/// What the Elo of the hypotheses means.
///
/// ```
/// use pleach_lab::statistics::EloModel;
/// assert_eq!(serde_json::to_string(&EloModel::Normalised).unwrap(), "\"normalised\"");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// The score decides: see [`score_of_elo`].
    #[default]
    Logistic,
    /// The score in standard deviations decides: see [`normalised_elo`](super::normalised_elo). The number of
    /// games to a verdict then hardly depends on openings and draws.
    Normalised,
}

/// What a test compares and how often it may be wrong.
///
/// ```
/// use pleach_lab::statistics::{EloModel, SprtParameters};
///
/// let parameters = SprtParameters { model: EloModel::Normalised, ..SprtParameters::new(0.0, 2.0) };
/// assert_eq!((parameters.alpha, parameters.beta), (0.05, 0.05));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtParameters {
    /// The Elo difference of the null hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of the alternative H1, more than that of H0.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// What the Elo means.
    pub model: EloModel,
}

impl SprtParameters {
    /// A test in logistic Elo with 5 % of either error; the example is at [`SprtParameters`].
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }
}

/// Why a test is refused.
///
/// ```
/// use pleach_lab::statistics::{Sprt, SprtError, SprtParameters};
///
/// let refused = Sprt::new(SprtParameters::new(5.0, 0.0));
/// assert_eq!(refused, Err(SprtError::Order { elo0: 5.0, elo1: 0.0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// H1 must be the stronger one.
    #[error("elo0 ({elo0}) must be less than elo1 ({elo1})")]
    Order {
        /// The Elo of H0.
        elo0: f64,
        /// The Elo of H1.
        elo1: f64,
    },
    /// An Elo is no number or too great to be told from certainty.
    #[error("an Elo of {0} is not between -2000 and 2000")]
    Elo(f64),
    /// The probability of accepting H1 wrongly is out of range.
    #[error("alpha ({0}) must be more than 0 and less than 0.5")]
    Alpha(f64),
    /// The probability of accepting H0 wrongly is out of range.
    #[error("beta ({0}) must be more than 0 and less than 0.5")]
    Beta(f64),
}

/// What a test says at some point of a match; the example is at [`Sprt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The match must go on.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// A sequential test of one Elo difference against another, which ends a match as soon as it can.
///
/// A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945), with
/// the generalised likelihood ratio of the pairs, as the openings and draws are not known beforehand: each
/// hypothesis speaks through the distribution of the five outcomes that fits it and the pairs best.
///
/// ```
/// use pleach_lab::statistics::{Pairs, Sprt, SprtParameters, Tally, Verdict};
///
/// let test = Sprt::new(SprtParameters::new(-0.5, 1.5))?;
/// let pairs = Pairs::new([59, 754, 2467, 865, 75], Tally { wins: 1191, draws: 6201, losses: 1048 }).unwrap();
/// assert!((test.llr(&pairs) - 2.95).abs() < 0.005);
/// assert_eq!(test.verdict(&pairs), Verdict::AcceptH1);
/// assert_eq!(test.verdict(&Pairs::default()), Verdict::Continue);
/// # Ok::<(), pleach_lab::statistics::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    parameters: SprtParameters,
}

impl Sprt {
    /// A test with these parameters; the example is at [`Sprt`].
    ///
    /// # Errors
    /// [`SprtError`] if the hypotheses are in the wrong order or a parameter is out of range.
    pub fn new(parameters: SprtParameters) -> Result<Self, SprtError> {
        let SprtParameters { elo0, elo1, alpha, beta, .. } = parameters;
        let near = |elo: f64| (-GREATEST_ELO..=GREATEST_ELO).contains(&elo);
        let possible = |rate: f64| rate > 0.0 && rate < 0.5;
        match () {
            () if !near(elo0) => Err(SprtError::Elo(elo0)),
            () if !near(elo1) => Err(SprtError::Elo(elo1)),
            () if elo0 >= elo1 => Err(SprtError::Order { elo0, elo1 }),
            () if !possible(alpha) => Err(SprtError::Alpha(alpha)),
            () if !possible(beta) => Err(SprtError::Beta(beta)),
            () => Ok(Self { parameters }),
        }
    }

    /// The parameters of the test.
    ///
    /// ```
    /// use pleach_lab::statistics::{Sprt, SprtParameters};
    /// let test = Sprt::new(SprtParameters::new(0.0, 5.0))?;
    /// assert_eq!(test.parameters().elo1, 5.0);
    /// # Ok::<(), pleach_lab::statistics::SprtError>(())
    /// ```
    pub fn parameters(&self) -> &SprtParameters {
        &self.parameters
    }

    /// The log-likelihood ratio at which H0 is accepted, ln(β / (1 − α)).
    ///
    /// ```
    /// use pleach_lab::statistics::{Sprt, SprtParameters};
    /// let test = Sprt::new(SprtParameters::new(0.0, 5.0))?;
    /// assert!((test.lower() + 2.944).abs() < 0.001);
    /// assert!((test.upper() - 2.944).abs() < 0.001);
    /// # Ok::<(), pleach_lab::statistics::SprtError>(())
    /// ```
    pub fn lower(&self) -> f64 {
        libm::log(self.parameters.beta / (1.0 - self.parameters.alpha))
    }

    /// The log-likelihood ratio at which H1 is accepted, ln((1 − β) / α); the example is at [`Sprt::lower`].
    pub fn upper(&self) -> f64 {
        libm::log((1.0 - self.parameters.beta) / self.parameters.alpha)
    }

    /// The generalised log-likelihood ratio of H1 to H0, zero before the first pair; the example is at
    /// [`Sprt`].
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        let Some(counts) = pairs.regularised() else { return 0.0 };
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        let SprtParameters { elo0, elo1, model, .. } = self.parameters;
        let likeliest = |elo| match model {
            EloModel::Logistic => with_mean(&frequencies, score_of_elo(elo)),
            EloModel::Normalised => with_distance(&frequencies, distance_of_normalised(elo)),
        };
        // A mean strictly between 0 and 1 can always be met, so that there is a ratio.
        let (Some(null), Some(other)) = (likeliest(elo0), likeliest(elo1)) else { return 0.0 };
        let ratios = null.iter().zip(other).map(|(null, other)| libm::log(other / null));
        counts.iter().zip(ratios).map(|(count, ratio)| count * ratio).sum()
    }

    /// What the pairs played so far say; the example is at [`Sprt`].
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let llr = self.llr(pairs);
        match () {
            () if llr >= self.upper() => Verdict::AcceptH1,
            () if llr <= self.lower() => Verdict::AcceptH0,
            () => Verdict::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::elo::elo_of_score;
    use crate::statistics::pairs::{mean, variance};
    use crate::statistics::simulation::{Openings, generator, pairs_of_counts};
    use proptest::prelude::*;

    fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(SprtParameters { model, ..SprtParameters::new(elo0, elo1) }).unwrap()
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let even = test(0.0, 5.0, EloModel::Logistic);
        assert!((even.upper() - 2.944_439).abs() < 1e-6 && (even.lower() + 2.944_439).abs() < 1e-6);
        let uneven = SprtParameters { alpha: 0.01, beta: 0.1, ..SprtParameters::new(0.0, 5.0) };
        let uneven = Sprt::new(uneven).unwrap();
        assert!((uneven.upper() - 90.0_f64.ln()).abs() < 1e-12);
        assert!((uneven.lower() - (0.1_f64 / 0.99).ln()).abs() < 1e-12);
    }

    #[test]
    fn malformed_parameters_are_refused() {
        let good = SprtParameters::new(0.0, 5.0);
        let refused = |parameters| Sprt::new(parameters).unwrap_err();
        assert_eq!(refused(SprtParameters { elo1: 0.0, ..good }), SprtError::Order { elo0: 0.0, elo1: 0.0 });
        assert_eq!(refused(SprtParameters { elo1: 3000.0, ..good }), SprtError::Elo(3000.0));
        assert!(matches!(refused(SprtParameters { elo0: f64::NAN, ..good }), SprtError::Elo(_)));
        for rate in [0.0, 0.5, -1.0, f64::NAN] {
            assert!(matches!(refused(SprtParameters { alpha: rate, ..good }), SprtError::Alpha(_)));
            assert!(matches!(refused(SprtParameters { beta: rate, ..good }), SprtError::Beta(_)));
        }
    }

    /// Results of Stockfish's tests as its pull requests quote them, with two digits, tested in logistic Elo:
    /// github.com/official-stockfish/Stockfish/pull/3098 (twice), 3209 (twice), 2493, 2951, 2971 (twice).
    #[test]
    fn published_ratios_in_logistic_elo_are_met() {
        let published = [
            ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
            ([53, 2220, 21459, 2445, 47], 0.25, 1.25, 2.97),
            ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
            ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
            ([424, 2948, 5832, 3045, 460], -1.0, 3.0, 2.94),
            ([59, 754, 2467, 865, 75], -0.5, 1.5, 2.95),
            ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96),
            ([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93),
        ];
        for (counts, elo0, elo1, llr) in published {
            let found = test(elo0, elo1, EloModel::Logistic).llr(&pairs_of_counts(counts));
            assert!((found - llr).abs() <= 0.005, "{counts:?}: {found}");
        }
    }

    /// The same in normalised Elo: pull requests 5452 and 5667 (twice each), then outputs of fastchess,
    /// which show the ratio where the score is far from the hypotheses and counts are zero.
    #[test]
    fn published_ratios_in_normalised_elo_are_met() {
        let published = [
            ([758, 38802, 84253, 39511, 772], 0.0, 2.0, 2.93),
            ([19, 6089, 15803, 6441, 22], 0.5, 2.5, 2.95),
            ([716, 28231, 62015, 28822, 728], 0.0, 2.0, 2.94),
            ([45, 9981, 25797, 10383, 60], 0.5, 2.5, 2.95),
            ([352, 579, 1264, 743, 464], 9.0, 16.0, 4.60),
            ([0, 0, 1, 8, 1], 0.0, 50.0, 1.24),
            ([0, 0, 2, 0, 37], 0.0, 20.0, 2.96),
        ];
        for (counts, elo0, elo1, llr) in published {
            let found = test(elo0, elo1, EloModel::Normalised).llr(&pairs_of_counts(counts));
            assert!((found - llr).abs() <= 0.005, "{counts:?}: {found}");
        }
    }

    /// How often H1 is accepted, and how many pairs a test takes.
    fn accepted(test: &Sprt, openings: &Openings, runs: u32, seed: u64) -> (f64, f64) {
        let mut random = generator(seed);
        let (mut accepted, mut played) = (0, 0);
        for _ in 0..runs {
            let mut pairs = Pairs::default();
            let verdict = loop {
                // A batch between looks, as matches on several cores are played.
                pairs.merge(&openings.pairs(4, &mut random));
                match test.verdict(&pairs) {
                    Verdict::Continue => {}
                    verdict => break verdict,
                }
            };
            accepted += u32::from(verdict == Verdict::AcceptH1);
            played += pairs.pairs();
        }
        (f64::from(accepted) / f64::from(runs), played as f64 / f64::from(runs))
    }

    fn check_errors(parameters: SprtParameters, draws: f64, biases: &[f64], measure: fn(&Openings) -> f64) {
        let (test, runs) = (Sprt::new(parameters).unwrap(), 1500);
        let null = Openings::solve(draws, biases, parameters.elo0, measure);
        let other = Openings::solve(draws, biases, parameters.elo1, measure);
        let (wrong, _) = accepted(&test, &null, runs, 2);
        let (right, _) = accepted(&test, &other, runs, 3);
        for (rate, nominal) in [(wrong, parameters.alpha), (1.0 - right, parameters.beta)] {
            // The steps overshoot the bounds a little, so that errors are rarer than allowed.
            assert!(rate <= 1.3 * nominal && rate >= 0.6 * nominal, "{parameters:?}: {rate} for {nominal}");
        }
    }

    #[test]
    fn errors_are_as_rare_as_they_should_be_in_logistic_elo() {
        let measure = |openings: &Openings| elo_of_score(openings.score());
        check_errors(SprtParameters::new(0.0, 40.0), 0.5, &[0.0, 100.0], measure);
        check_errors(SprtParameters::new(-10.0, 15.0), 0.8, &[150.0], measure);
        let uneven = SprtParameters { alpha: 0.1, beta: 0.05, ..SprtParameters::new(0.0, 50.0) };
        check_errors(uneven, 0.0, &[0.0, 300.0], measure);
    }

    #[test]
    fn errors_are_as_rare_as_they_should_be_in_normalised_elo() {
        let measure = |openings: &Openings| {
            let distribution = openings.distribution();
            let distance = (mean(&distribution) - 0.5) / variance(&distribution).sqrt();
            distance / distance_of_normalised(1.0)
        };
        let parameters = SprtParameters { model: EloModel::Normalised, ..SprtParameters::new(0.0, 60.0) };
        check_errors(parameters, 0.5, &[0.0, 100.0], measure);
    }

    fn models() -> impl Strategy<Value = EloModel> {
        prop_oneof![Just(EloModel::Logistic), Just(EloModel::Normalised)]
    }

    proptest! {
        #[test]
        fn ratios_change_sides(counts in prop::array::uniform5(0_u64..5000), elo0 in -50.0..50.0_f64,
                               gap in 0.1..50.0_f64, model in models()) {
            let pairs = pairs_of_counts(counts);
            let one = test(elo0, elo0 + gap, model).llr(&pairs);
            let other = test(-elo0 - gap, -elo0, model).llr(&pairs.reversed());
            prop_assert!((one + other).abs() <= 1e-7 * (1.0 + one.abs()), "{one} {other}");
        }

        #[test]
        fn ratios_are_numbers(counts in prop::array::uniform5(prop_oneof![Just(0_u64), 0_u64..1 << 40]),
                              elo0 in -2000.0..1990.0_f64, gap in 0.1..10.0_f64, model in models()) {
            prop_assert!(test(elo0, elo0 + gap, model).llr(&pairs_of_counts(counts)).is_finite());
        }

        #[test]
        fn more_points_speak_for_more_elo(counts in prop::array::uniform5(1_u64..500), from in 0_usize..4) {
            let mut better = counts;
            better[from] -= 1;
            better[from + 1] += 1;
            let test = test(0.0, 10.0, EloModel::Logistic);
            prop_assert!(test.llr(&pairs_of_counts(better)) > test.llr(&pairs_of_counts(counts)) - 1e-9);
        }
    }
}
