//! A limit of a probability that holds whoever looks how often.

use super::binomial::BinomialError;
use super::confidence::Confidence;
use statrs::function::beta::{beta_reg, ln_beta};

/// Halvings of the interval in which the limit is looked for.
const HALVINGS: usize = 60;

/// The one-sided upper limit of the probability of an event that happened in `events` of `trials`, such that the chance
/// that it is ever below the truth, after any number of trials, is no more than the level leaves: one may look after every
/// trial and stop when one likes.
///
/// Somebody who believes that the probability is at least p bets against it: after every trial the stake is multiplied by
/// q/p if the event happens and by (1 - q)/(1 - p) if not, spread evenly over all q below p. If p or more is true, the
/// stake is no more than one on average for ever, and has ever been twenty with a chance of at most a twentieth (Ville's
/// inequality; see Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024; the
/// mixture is that of Robbins 1970). The limit is the least p against which it would be twenty.
///
/// ```
/// use pleach_lab::statistics::{anytime_upper, binomial_upper, Confidence};
///
/// let limits = |events| [anytime_upper, binomial_upper].map(|limit| limit(events, 2000, Confidence::PERCENT_95).unwrap());
/// let [anytime, fixed] = limits(60);
/// assert!(fixed < anytime && anytime < 1.2 * fixed, "{fixed} {anytime}");
/// ```
///
/// # Errors
/// [`BinomialError`] if there are more events than trials.
pub fn anytime_upper(events: u64, trials: u64, confidence: Confidence) -> Result<f64, BinomialError> {
    if events > trials {
        return Err(BinomialError::MoreEventsThanTrials { events, trials });
    }
    let (happened, not) = (events as f64, (trials - events) as f64);
    let wanted = -confidence.tail().ln();
    let (mut low, mut high) = (if trials == 0 { 0.0 } else { happened / trials as f64 }, 1.0);
    for _ in 0..HALVINGS {
        let middle: f64 = f64::midpoint(low, high);
        // The stake only grows with p.
        match log_stake(happened, not, middle) >= wanted {
            true => high = middle,
            false => low = middle,
        }
    }
    Ok(high)
}

/// How likely so few events would ever have been seen if the probability were `share` or more, whoever looks how often:
/// one over the stake.
///
/// ```
/// use pleach_lab::statistics::{anytime_p_value, anytime_upper, Confidence};
/// let limit = anytime_upper(60, 2000, Confidence::PERCENT_95).unwrap();
/// assert!((anytime_p_value(60, 2000, limit) - 0.05).abs() < 1e-6);
/// ```
pub fn anytime_p_value(events: u64, trials: u64, share: f64) -> f64 {
    let not = trials.saturating_sub(events) as f64;
    (-log_stake(events as f64, not, share)).exp().min(1.0)
}

/// The logarithm of the stake of who bets against a probability of at least `p`.
fn log_stake(happened: f64, not: f64, p: f64) -> f64 {
    let (one, other) = (happened + 1.0, not + 1.0);
    let spread = beta_reg(one, other, p).ln() + ln_beta(one, other) - p.ln();
    spread - happened * p.ln() - not * (-p).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn limit(events: u64, trials: u64) -> f64 {
        anytime_upper(events, trials, Confidence::PERCENT_95).unwrap()
    }

    #[test]
    fn stakes_are_what_the_sum_over_all_bets_gives() {
        for (happened, not, p) in [(0, 10, 0.3), (3, 50, 0.1), (7, 2, 0.9), (20, 400, 0.06)] {
            let steps = 100_000;
            let bet = |step: u32| {
                let q = p * (f64::from(step) + 0.5) / f64::from(steps);
                (q / p).powi(happened) * ((1.0 - q) / (1.0 - p)).powi(not)
            };
            let sum = (0..steps).map(bet).sum::<f64>() / f64::from(steps);
            let stake = log_stake(f64::from(happened), f64::from(not), p);
            assert!((stake - sum.ln()).abs() < 1e-4, "{happened} {not} {p}: {stake} {}", sum.ln());
        }
    }

    #[test]
    fn limits_are_sensible_at_the_ends() {
        assert_eq!(limit(0, 0), 1.0);
        assert_eq!(limit(5, 5), 1.0);
        assert!(limit(0, 100) < 0.08 && limit(0, 100) > 0.03, "{}", limit(0, 100));
        assert!(limit(0, 1_000_000) < 1e-4);
        assert!(limit(500_000, 1_000_000) < 0.504);
        assert!(anytime_upper(3, 2, Confidence::PERCENT_95).is_err());
    }

    /// Whoever looks after every ten trials and stops at the first limit below 5 % errs in at most 5 % of the cases where
    /// 5 % is the truth; with the limit of Clopper and Pearson it is far more.
    #[test]
    fn looking_often_costs_nothing() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut early, mut naive) = (0, 0);
        const CASES: usize = 400;
        for _ in 0..CASES {
            let (mut errors, mut stopped) = (0, [false; 2]);
            for trials in 1..=1000_u64 {
                errors += u64::from(random.random_bool(0.05));
                if trials % 20 == 0 {
                    stopped[0] |= limit(errors, trials) < 0.05;
                    let fixed = super::super::binomial_upper(errors, trials, Confidence::PERCENT_95).unwrap();
                    stopped[1] |= fixed < 0.05;
                }
            }
            early += usize::from(stopped[0]);
            naive += usize::from(stopped[1]);
        }
        // Three standard deviations above 5 % of 400.
        assert!(early <= 33, "{early}");
        assert!(naive > 50, "{naive}");
    }
}
