//! Limits of a probability from counted events.

use super::confidence::Confidence;
use super::quantile::beta_quantile;
use statrs::function::beta::beta_reg;
use thiserror::Error;

/// Limits between which a probability lies.
///
/// ```
/// use pleach_lab::statistics::{binomial_interval, Confidence};
///
/// let limits = binomial_interval(8, 10, Confidence::PERCENT_95)?;
/// assert!((limits.low - 0.4439).abs() < 0.0001);
/// assert!((limits.high - 0.9748).abs() < 0.0001);
/// # Ok::<(), pleach_lab::statistics::BinomialError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
}

/// Why no limits can be given.
///
/// ```
/// use pleach_lab::statistics::{binomial_upper, BinomialError, Confidence};
///
/// let refused = binomial_upper(3, 2, Confidence::default());
/// assert_eq!(refused, Err(BinomialError::MoreEventsThanTrials { events: 3, trials: 2 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BinomialError {
    /// An event happens at most once a trial.
    #[error("{events} events in only {trials} trials")]
    MoreEventsThanTrials {
        /// The number of events.
        events: u64,
        /// The number of trials.
        trials: u64,
    },
}

/// The two-sided limits of the probability of an event that happened in `events` of `trials`; the example
/// is at [`Limits`].
///
/// They are those of C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated
/// in the case of the binomial", Biometrika 26 (1934), and hold the truth at least as often as the level
/// says, whatever it is. No trials allow everything from 0 to 1. Where more than 3000
/// trials have the event and more than 3000 have not, a series gives the limits, and what they leave out is
/// right to a thousandth of itself.
///
/// # Errors
/// [`BinomialError`] if there are more events than trials.
pub fn binomial_interval(events: u64, trials: u64, confidence: Confidence) -> Result<Limits, BinomialError> {
    check(events, trials)?;
    let tail = confidence.half_tail();
    Ok(Limits { low: lower(events, trials, tail), high: upper(events, trials, tail) })
}

/// The one-sided upper limit: the probability of the event is at most this, at the level of confidence.
///
/// ```
/// use pleach_lab::statistics::{binomial_upper, Confidence};
///
/// // 29 errors in 2000 trials show an error rate below 2 %, 30 do not.
/// assert!(binomial_upper(29, 2000, Confidence::PERCENT_95)? < 0.02);
/// assert!(binomial_upper(30, 2000, Confidence::PERCENT_95)? > 0.02);
/// # Ok::<(), pleach_lab::statistics::BinomialError>(())
/// ```
///
/// # Errors
/// [`BinomialError`] if there are more events than trials.
pub fn binomial_upper(events: u64, trials: u64, confidence: Confidence) -> Result<f64, BinomialError> {
    check(events, trials)?;
    Ok(upper(events, trials, confidence.tail()))
}

/// How likely it is that an event happens in no more than `events` of `trials` if its probability is `share` (or, the less
/// likely, more).
///
/// ```
/// use pleach_lab::statistics::{binomial_p_value, binomial_upper, Confidence};
/// let limit = binomial_upper(60, 2000, Confidence::PERCENT_95)?;
/// assert!((binomial_p_value(60, 2000, limit) - 0.05).abs() < 1e-6);
/// # Ok::<(), pleach_lab::statistics::BinomialError>(())
/// ```
pub fn binomial_p_value(events: u64, trials: u64, share: f64) -> f64 {
    if events >= trials {
        return 1.0;
    }
    beta_reg((trials - events) as f64, events as f64 + 1.0, 1.0 - share)
}

/// The one-sided lower limit: the probability of the event is at least this, at the level of confidence.
///
/// ```
/// use pleach_lab::statistics::{binomial_lower, Confidence};
///
/// let least = binomial_lower(10, 10, Confidence::PERCENT_95)?;
/// assert!((least.powi(10) - 0.05).abs() < 1e-9);
/// # Ok::<(), pleach_lab::statistics::BinomialError>(())
/// ```
///
/// # Errors
/// [`BinomialError`] if there are more events than trials.
pub fn binomial_lower(events: u64, trials: u64, confidence: Confidence) -> Result<f64, BinomialError> {
    check(events, trials)?;
    Ok(lower(events, trials, confidence.tail()))
}

fn check(events: u64, trials: u64) -> Result<(), BinomialError> {
    if events > trials { Err(BinomialError::MoreEventsThanTrials { events, trials }) } else { Ok(()) }
}

/// The probability under which so few events have the probability `tail`.
fn upper(events: u64, trials: u64, tail: f64) -> f64 {
    if events == trials {
        return 1.0;
    }
    beta_quantile(events as f64 + 1.0, (trials - events) as f64, 1.0 - tail)
}

/// The probability under which so many events have the probability `tail`.
fn lower(events: u64, trials: u64, tail: f64) -> f64 {
    if events == 0 {
        return 0.0;
    }
    beta_quantile(events as f64, (trials - events) as f64 + 1.0, tail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LEVEL: Confidence = Confidence::PERCENT_95;

    #[test]
    fn textbook_intervals_are_met() {
        let none = binomial_interval(0, 10, LEVEL).unwrap();
        assert_eq!(none.low, 0.0);
        assert!((none.high - 0.3085).abs() < 5e-5);
        let most = binomial_interval(8, 10, LEVEL).unwrap();
        assert!((most.low - 0.4439).abs() < 5e-5 && (most.high - 0.9748).abs() < 5e-5);
        let all = binomial_interval(10, 10, LEVEL).unwrap();
        assert!((all.low - 0.6915).abs() < 5e-5 && all.high == 1.0);
    }

    #[test]
    fn sharp_numbers_of_errors_are_met() {
        for (trials, most, rate) in [(2000, 29, 0.02), (1000, 38, 0.05), (5000, 38, 0.01)] {
            assert!(binomial_upper(most, trials, LEVEL).unwrap() < rate);
            assert!(binomial_upper(most + 1, trials, LEVEL).unwrap() > rate);
        }
    }

    #[test]
    fn no_trials_allow_everything() {
        assert_eq!(binomial_interval(0, 0, LEVEL), Ok(Limits { low: 0.0, high: 1.0 }));
    }

    #[test]
    fn more_events_than_trials_are_refused() {
        let error = BinomialError::MoreEventsThanTrials { events: 1, trials: 0 };
        assert_eq!(binomial_interval(1, 0, LEVEL), Err(error));
        assert_eq!(binomial_lower(1, 0, LEVEL), Err(error));
        assert_eq!(binomial_upper(1, 0, LEVEL), Err(error));
        assert!(binomial_interval(u64::MAX / 2, u64::MAX, LEVEL).is_ok());
    }

    /// The sum of the binomial distribution, term by term.
    fn at_most(events: u64, trials: u64, probability: f64) -> f64 {
        let mut term = (1.0 - probability).powi(trials as i32);
        let mut sum = term;
        for k in 0..events {
            term *= (trials - k) as f64 / (k + 1) as f64 * probability / (1.0 - probability);
            sum += term;
        }
        sum
    }

    proptest! {
        #[test]
        fn limits_leave_out_the_tail(trials in 1_u64..60, part in 0.0..1.0_f64) {
            let events = (part * trials as f64) as u64;
            let high = binomial_upper(events, trials, LEVEL).unwrap();
            prop_assert!((at_most(events, trials, high) - 0.05).abs() < 1e-8);
            let low = binomial_lower(trials - events, trials, LEVEL).unwrap();
            prop_assert!((low + high - 1.0).abs() < 1e-9);
        }
    }
}
