//! Limits of a mean whose values have bounds, whatever their distribution.

use super::binomial::Limits;
use super::confidence::Confidence;

/// Halvings of the interval in which a limit is looked for.
const HALVINGS: usize = 60;
/// A bet never risks more than this share of what it could lose.
const BOLDEST_BET: f64 = 0.9;
/// The variance that a bet expects before it has seen anything, counted as one value.
const EXPECTED_VARIANCE: f64 = 0.01;

/// The one-sided upper limit of the mean of independent values between 0 and 1, in the order in which they were found.
///
/// Somebody bets against every mean that is too high: the stake against a mean of m is multiplied by `1 + bet * (m - x)`
/// with every value x, by bets that depend on earlier values only. If the mean is m or more, the stake is no more than
/// one on average, and has ever been 1/a with a chance of at most a (Ville's inequality). The limit is the least m
/// against which it ends at 1/a or more. (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
/// betting", 2024; the bets are their predictable plug-in, equation 26.) No assumption is made on how values are
/// spread; where nearly all are zero the limit is nearly as low as if it were known.
///
/// Values outside of 0 and 1 are taken as the nearer of the two. Without values it is 1.
///
/// ```
/// use pleach_lab::statistics::{Confidence, mean_upper};
/// let rare: Vec<f64> = (0..2000).map(|number| if number % 100 == 50 { 0.2 } else { 0.0 }).collect();
/// let limit = mean_upper(&rare, Confidence::PERCENT_95); // the mean is 0.002
/// assert!(limit > 0.002 && limit < 0.005, "{limit}");
/// ```
pub fn mean_upper(values: &[f64], confidence: Confidence) -> f64 {
    let wanted = -confidence.tail().ln();
    let bets = bets(values, wanted);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        // The stake only grows with the mean that is bet against.
        match log_stake(values, &bets, middle) >= wanted {
            true => high = middle,
            false => low = middle,
        }
    }
    high
}

/// Both limits of such a mean; half of what the level leaves is left on either side.
///
/// ```
/// use pleach_lab::statistics::{Confidence, mean_interval};
/// let even: Vec<f64> = (0..1000).map(|number| f64::from(number % 2)).collect();
/// let limits = mean_interval(&even, Confidence::PERCENT_95);
/// assert!(limits.low > 0.44 && limits.low < 0.5 && limits.high > 0.5 && limits.high < 0.56, "{limits:?}");
/// ```
pub fn mean_interval(values: &[f64], confidence: Confidence) -> Limits {
    let side = Confidence::new(1.0 - confidence.half_tail()).unwrap_or(confidence);
    let mirrored: Vec<f64> = values.iter().map(|value| 1.0 - value).collect();
    Limits { low: 1.0 - mean_upper(&mirrored, side), high: mean_upper(values, side) }
}

/// What is bet on every value, by what was seen before it.
fn bets(values: &[f64], wanted: f64) -> Vec<f64> {
    let count = values.len() as f64;
    let (mut sum, mut squares) = (0.5, EXPECTED_VARIANCE);
    (1..)
        .zip(values)
        .map(|(seen, &value)| {
            let bet = (2.0 * wanted / (count * squares / f64::from(seen))).sqrt();
            let value = value.clamp(0.0, 1.0);
            sum += value;
            let mean: f64 = sum / f64::from(seen + 1);
            squares += (value - mean).powi(2);
            bet
        })
        .collect()
}

/// The logarithm of the stake against a mean of `m`.
fn log_stake(values: &[f64], bets: &[f64], m: f64) -> f64 {
    // The most that can be lost by a value of 1.
    let most = BOLDEST_BET / (1.0 - m).max(f64::MIN_POSITIVE);
    let won = |(value, bet): (&f64, &f64)| (bet.min(most) * (m - value.clamp(0.0, 1.0))).ln_1p();
    values.iter().zip(bets).map(won).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn limits_are_sensible_at_the_ends() {
        assert_eq!(mean_upper(&[], Confidence::PERCENT_95), 1.0);
        assert_eq!(mean_upper(&[1.0; 50], Confidence::PERCENT_95), 1.0);
        let nothing = mean_upper(&[0.0; 2000], Confidence::PERCENT_95);
        assert!(nothing < 0.005, "{nothing}");
        assert!(mean_upper(&[f64::NAN.max(0.0), -3.0, 7.0], Confidence::PERCENT_95) <= 1.0);
    }

    /// Rare losses of very different sizes, as moves have them: the limit is under the truth in at most one of twenty
    /// cases.
    #[test]
    fn limits_hold_as_often_as_they_say() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        const CASES: usize = 400;
        let (mut wrong, mut width, truth) = (0, 0.0, 0.03 * (0.9 * 0.05 + 0.1 * 0.8));
        for _ in 0..CASES {
            let mut loss = || match (random.random_bool(0.03), random.random_bool(0.1)) {
                (false, _) => 0.0,
                (true, false) => 0.05,
                (true, true) => 0.8,
            };
            let values: Vec<f64> = (0..1000).map(|_| loss()).collect();
            let limit = mean_upper(&values, Confidence::PERCENT_95);
            wrong += usize::from(limit < truth);
            width += limit / CASES as f64;
        }
        // Three standard deviations above 5 % of 400.
        assert!(wrong <= 33, "{wrong}");
        assert!(width < 3.0 * truth, "the limits must be of use: {width} for {truth}");
    }
}
