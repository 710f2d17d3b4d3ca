//! Quantiles and tails of the normal, Student's and beta distributions.

use statrs::function::beta::checked_beta_reg;
use statrs::function::erf;
use std::f64::consts::SQRT_2;

/// Beyond so many degrees of freedom Student's distribution is the normal one to six digits.
const NEARLY_NORMAL: f64 = 1e6;

/// From this on in both shapes, the series for the quantile of a beta variable is better than its function.
const LARGE_SHAPE: f64 = 3000.0;

/// The value that a standard normal variable exceeds with the probability `tail`.
pub(super) fn normal_quantile(tail: f64) -> f64 {
    SQRT_2 * erf::erfc_inv(2.0 * tail)
}

/// The value that Student's variable exceeds with the probability `tail`, which is at most ½.
pub(super) fn student_quantile(tail: f64, freedom: f64) -> f64 {
    if freedom >= NEARLY_NORMAL {
        return normal_quantile(tail);
    }
    // t² / (freedom + t²) has a beta distribution: Abramowitz and Stegun, 26.7.1.
    let part = beta_quantile(0.5, 0.5 * freedom, 1.0 - 2.0 * tail);
    (freedom * part / (1.0 - part)).sqrt()
}

/// The probability that Student's variable is less than `value`.
pub(super) fn student_probability(value: f64, freedom: f64) -> f64 {
    if freedom >= NEARLY_NORMAL {
        return 0.5 * erf::erfc(-value / SQRT_2);
    }
    let rest = freedom / (freedom + value * value);
    let tail = 0.5 * checked_beta_reg(0.5 * freedom, 0.5, rest).unwrap_or(f64::NAN);
    if value > 0.0 { 1.0 - tail } else { tail }
}

/// The value that a beta variable with shapes `first` and `second` falls below with `probability`.
///
/// Bisection of the distribution function: the inverse that statrs has does not return for some arguments,
/// as 3 and 10⁸ at 0.95, and is far off in extreme tails. The function itself stops its continued fraction
/// after 140 terms, too few around the middle if both shapes are large.
pub(super) fn beta_quantile(first: f64, second: f64, probability: f64) -> f64 {
    if first.min(second) > LARGE_SHAPE {
        return large_beta_quantile(first, second, probability);
    }
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high || high - low <= 1e-15 * high {
            return middle;
        }
        if checked_beta_reg(first, second, middle).is_ok_and(|below| below < probability) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The same for large shapes: Abramowitz and Stegun, 26.5.22.
fn large_beta_quantile(first: f64, second: f64, probability: f64) -> f64 {
    let normal = normal_quantile(probability);
    let (one, other) = (1.0 / (2.0 * first - 1.0), 1.0 / (2.0 * second - 1.0));
    let part = (normal * normal - 3.0) / 6.0;
    let harmonic = 2.0 / (one + other);
    let half = normal * (harmonic + part).sqrt() / harmonic
        - (other - one) * (part + 5.0 / 6.0 - 2.0 / (3.0 * harmonic));
    first / (first + second * libm::exp(2.0 * half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_the_normal_distribution_are_met() {
        assert!((normal_quantile(0.025) - 1.959_964).abs() < 1e-6);
        assert!((normal_quantile(0.05) - 1.644_854).abs() < 1e-6);
    }

    /// The common table of t, as in Abramowitz and Stegun, table 26.10.
    #[test]
    fn tables_of_student_are_met() {
        let table = [(0.025, 1.0, 12.706), (0.1, 2.0, 1.886), (0.025, 9.0, 2.262), (0.005, 30.0, 2.750)];
        for (tail, freedom, value) in table {
            assert!((student_quantile(tail, freedom) - value).abs() < 6e-4);
            assert!((student_probability(value, freedom) - (1.0 - tail)).abs() < 1e-4);
            assert!((student_probability(-value, freedom) - tail).abs() < 1e-4);
        }
        assert!((student_quantile(0.025, 999_999.0) - student_quantile(0.025, 2e6)).abs() < 1e-5);
    }

    #[test]
    fn quantiles_invert_the_distribution() {
        for (first, second) in [(0.5, 0.5), (1.0, 9.0), (40.0, 1961.0), (2999.0, 1e6), (3.0, 1e9)] {
            for probability in [1e-9, 0.025, 0.05, 0.95, 0.975] {
                let value = beta_quantile(first, second, probability);
                let back = checked_beta_reg(first, second, value).unwrap();
                assert!((back / probability - 1.0).abs() < 1e-6, "{first} {second} {probability} {back}");
            }
        }
    }

    #[test]
    fn large_shapes_go_on_where_small_ones_end() {
        for second in [3001.0, 1e4, 1e6] {
            for probability in [1e-4, 0.025, 0.05, 0.5, 0.95, 0.975] {
                let back =
                    checked_beta_reg(3001.0, second, beta_quantile(3001.0, second, probability)).unwrap();
                assert!((back / probability - 1.0).abs() < 1e-3, "{second} {probability} {back}");
            }
        }
        // Normal with the deviation 1 / √(8 · 10⁸).
        assert!((beta_quantile(1e8, 1e8, 0.025) - 0.499_930_704_8).abs() < 1e-9);
    }

    #[test]
    fn bisection_ends_for_any_argument() {
        assert!(beta_quantile(1.0, 1.0, 1.0) > 1.0 - 1e-12);
        assert!(beta_quantile(f64::NAN, 1.0, 0.5) < 1e-300);
        assert!(beta_quantile(1e18, 1e18, 0.5) > 0.4);
    }
}
