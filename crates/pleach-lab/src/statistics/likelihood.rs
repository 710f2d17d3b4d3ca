//! The likeliest distribution of pairs under a hypothesis.

use super::pairs::{SCORES, mean, variance};

/// Probabilities of the five outcomes of a pair.
pub(super) type Distribution = [f64; 5];

/// How often the fixed-point iteration and the root finder may go on; both need about ten steps.
const MOST_STEPS: usize = 200;

/// The distribution with a mean score, strictly between 0 and 1, under which observed frequencies, all
/// positive, are likeliest.
///
/// Lagrange's multipliers give pᵢ = fᵢ / (1 + θ (aᵢ − s)), with θ such that the mean is s: A. B. Owen,
/// "Empirical Likelihood" (2001), and M. Van den Bergh, "Comments on Normalized Elo", proposition 1.1.
pub(super) fn with_mean(frequencies: &Distribution, score: f64) -> Option<Distribution> {
    reweighted(frequencies, &SCORES.map(|each| each - score))
}

/// The distribution whose mean lies `distance` of its own standard deviations above one half, under which
/// observed frequencies, all positive, are likeliest.
///
/// The derivative of μ − ½ − tσ by pᵢ is, up to a constant, aᵢ − ½ − tσ/2 · (1 + ((aᵢ − μ)/σ)²), whose mean
/// vanishes exactly under the hypothesis: the likeliest distribution is that with this mean at zero. Since μ
/// and σ are its own, it is found by iteration, as in the same notes.
pub(super) fn with_distance(frequencies: &Distribution, distance: f64) -> Option<Distribution> {
    let near = 0.5 + distance * variance(frequencies).sqrt();
    let start = with_mean(frequencies, near);
    start.and_then(|start| iterated(frequencies, distance, start)).or_else(|| {
        let start = allowed(frequencies, distance)?;
        iterated(frequencies, distance, start).or(Some(start))
    })
}

/// The fixed point of the iteration, if it gets there from `current`.
fn iterated(frequencies: &Distribution, distance: f64, mut current: Distribution) -> Option<Distribution> {
    for _ in 0..MOST_STEPS {
        let (centre, deviation) = (mean(&current), variance(&current).sqrt());
        let slopes = SCORES.map(|score| {
            let standard = (score - centre) / deviation;
            score - 0.5 - 0.5 * distance * deviation * (1.0 + standard * standard)
        });
        let next = reweighted(frequencies, &slopes)?;
        let change = next.iter().zip(current).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        current = next;
        if change < 1e-12 {
            return Some(current);
        }
    }
    None
}

/// A distribution that the hypothesis allows, the likeliest of its mean.
///
/// The iteration goes on from it where the observed deviation says nothing of that under the hypothesis,
/// as when all pairs are alike.
fn allowed(frequencies: &Distribution, distance: f64) -> Option<Distribution> {
    // Within these means the difference of both sides of the hypothesis changes its sign.
    let (mut low, mut high) = if distance > 0.0 { (0.5, 1.0) } else { (0.0, 0.5) };
    for _ in 0..50 {
        let score = 0.5 * (low + high);
        if score - 0.5 < distance * variance(&with_mean(frequencies, score)?).sqrt() {
            low = score;
        } else {
            high = score;
        }
    }
    with_mean(frequencies, 0.5 * (low + high))
}

/// The likeliest distribution under which the mean of `values` is zero, if they have both signs.
fn reweighted(frequencies: &Distribution, values: &[f64; 5]) -> Option<Distribution> {
    let sum: f64 = frequencies.iter().zip(values).map(|(frequency, value)| frequency * value).sum();
    let values = if sum < 0.0 { values.map(|value| -value) } else { *values };
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    if !(least < 0.0 && greatest > 0.0) {
        return None;
    }
    let gap = gap(frequencies, &values, least);
    let mut changed = *frequencies;
    for (each, value) in changed.iter_mut().zip(values) {
        *each /= divisor(value, least, gap);
    }
    changed.iter().all(|each| each.is_finite() && *each > 0.0).then_some(changed)
}

/// 1 + θ v for θ at a gap below its pole −1 / least: written so that nothing cancels at the pole.
fn divisor(value: f64, least: f64, gap: f64) -> f64 {
    (1.0 - value / least) - gap * value
}

/// The gap between the multiplier θ, the root of Σ fᵢ vᵢ / (1 + θ vᵢ), and its pole −1 / least.
///
/// The sum is not negative at θ = 0 and falls to −∞ at the pole. An outcome that was hardly seen puts the
/// root next to the pole, so that the gap is sought and not θ, and the sum times the gap is made zero, which
/// is nearly a straight line there. Newton's steps as long as they at least halve it, else bisection.
fn gap(frequencies: &Distribution, values: &[f64; 5], least: f64) -> f64 {
    let rarest = frequencies.iter().zip(values).find(|(_, value)| **value <= least).map_or(0.0, |(f, _)| *f);
    // No outcome becomes more than certain: that keeps the gap from zero.
    let (mut low, mut high) = (-rarest / least, -1.0 / least);
    let (mut gap, mut before) = (high, f64::INFINITY);
    for _ in 0..MOST_STEPS {
        let (mut sum, mut rise) = (0.0, 0.0);
        for (frequency, value) in frequencies.iter().zip(values) {
            let ratio = value / divisor(*value, least, gap);
            sum += frequency * ratio;
            rise += frequency * ratio * ratio;
        }
        let error = gap * sum;
        if sum > 0.0 {
            high = gap;
        } else {
            low = gap;
        }
        let newton = gap - error / (sum + gap * rise);
        let fast = 2.0 * f64::abs(error) <= before && low < newton && newton < high;
        let next = if fast { newton } else { (low * high).sqrt() };
        if sum == 0.0 || (next - gap).abs() <= f64::EPSILON * gap {
            break;
        }
        (gap, before) = (next, error.abs());
    }
    gap
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn log_likelihood(frequencies: &Distribution, distribution: &Distribution) -> f64 {
        frequencies.iter().zip(distribution).map(|(frequency, each)| frequency * each.ln()).sum()
    }

    fn frequencies() -> impl Strategy<Value = Distribution> {
        prop::array::uniform5(prop_oneof![Just(1e-6), 0.001..1.0_f64]).prop_map(|weights| {
            let total: f64 = weights.iter().sum();
            weights.map(|weight| weight / total)
        })
    }

    #[test]
    fn the_own_mean_changes_nothing() {
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        assert_eq!(with_mean(&observed, 0.5), Some(observed));
    }

    #[test]
    fn impossible_means_have_no_distribution() {
        assert_eq!(with_mean(&[0.2; 5], 1.0), None);
        assert_eq!(with_mean(&[0.2; 5], f64::NAN), None);
    }

    proptest! {
        #[test]
        fn the_mean_is_met(observed in frequencies(), score in 0.0001..0.9999_f64) {
            let found = with_mean(&observed, score).unwrap();
            prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!((mean(&found) - score).abs() < 1e-9);
        }

        #[test]
        fn the_distance_is_met(observed in frequencies(), distance in -2.0..2.0_f64) {
            let found = with_distance(&observed, distance).unwrap();
            prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!((mean(&found) - 0.5 - distance * variance(&found).sqrt()).abs() < 1e-9);
        }

        /// Goes from the likeliest towards another and back to the hypothesis: nothing there may be likelier.
        #[test]
        fn nothing_of_the_same_distance_is_likelier(observed in frequencies(), distance in -0.5..0.5_f64,
                                                     score in 0.3..0.7_f64) {
            let found = with_distance(&observed, distance).unwrap();
            let other = with_mean(&[0.2; 5], score).unwrap();
            // A mixture with another distribution, moved back to the hypothesis by its mean.
            let mixed: Distribution = std::array::from_fn(|i| 0.9 * found[i] + 0.1 * other[i]);
            let back = allowed(&mixed, distance).unwrap();
            prop_assert!(log_likelihood(&observed, &back) <= log_likelihood(&observed, &found) + 1e-9);
        }

        /// Moves mass between three outcomes so that the mean stays: nothing near may be likelier.
        #[test]
        fn nothing_of_the_same_mean_is_likelier(observed in frequencies(), score in 0.1..0.9_f64,
                                                 middle in 1_usize..4, part in -0.4..0.4_f64) {
            let found = with_mean(&observed, score).unwrap();
            let step = part * found[middle - 1..=middle + 1].iter().copied().fold(1.0, f64::min);
            let mut other = found;
            other[middle - 1] += step;
            other[middle] -= 2.0 * step;
            other[middle + 1] += step;
            prop_assert!(log_likelihood(&observed, &other) <= log_likelihood(&observed, &found) + 1e-12);
        }
    }
}
