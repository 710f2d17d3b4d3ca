//! Intervals of numbers that come of many positions in a way that no formula is at hand for: by drawing the positions
//! again.

use pleach::mix;

const DRAWINGS: u64 = 4000;
/// Drawings that are left out at either end: 2.5 %.
const LEFT_OUT: usize = 100;
/// Claims of an item that are decided by intervals. Theirs leave out less, so that all hold together with 95 % (Bonferroni).
const CLAIMS: usize = 11;

/// A number with its interval of 95 %; what cannot be told is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Estimate {
    pub(super) value: Option<f64>,
    /// None if one of the drawings has no such number.
    pub(super) interval: Option<(f64, f64)>,
    /// The wider one by which claims are decided.
    pub(super) joint: Option<(f64, f64)>,
}

impl Estimate {
    /// Whether it is below a number; none if the interval for claims does not tell.
    pub(super) fn is_below(&self, number: f64) -> Option<bool> {
        let (low, high) = self.joint?;
        if high < number {
            Some(true)
        } else if low > number {
            Some(false)
        } else {
            None
        }
    }
}

/// Numbers of a sample of positions, and how they vary if as many positions are drawn from it. `find` computes them all
/// from how often each position is there.
pub(super) fn resampled(positions: usize, find: impl Fn(&[f64]) -> Vec<Option<f64>>) -> Vec<Estimate> {
    let values = find(&vec![1.0; positions]);
    let drawn: Vec<Vec<Option<f64>>> = (0..DRAWINGS)
        .map(|drawing| {
            let mut weights = vec![0.0; positions];
            for number in 0..positions as u64 {
                weights[(mix(mix(drawing) ^ number) % positions as u64) as usize] += 1.0;
            }
            find(&weights)
        })
        .collect();
    let estimate = |(place, value)| {
        let found = drawn.iter().map(|numbers| numbers[place]).collect::<Option<Vec<f64>>>();
        let Some(mut found) = found else { return Estimate { value, ..Estimate::default() } };
        found.sort_by(f64::total_cmp);
        let without = |left_out: usize| Some((found[left_out - 1], found[found.len() - left_out]));
        Estimate { value, interval: without(LEFT_OUT), joint: without(LEFT_OUT / CLAIMS) }
    };
    values.into_iter().enumerate().map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_mean_is_that_of_the_formula() {
        let numbers: Vec<f64> = (0..400).map(|n| (mix(n) % 100) as f64).collect();
        let mean = |weights: &[f64]| {
            let sum: f64 = numbers.iter().zip(weights).map(|(number, weight)| number * weight).sum();
            vec![Some(sum / numbers.len() as f64), None]
        };
        let found = resampled(numbers.len(), mean);
        let (low, high) = found[0].interval.unwrap();
        // The standard deviation of 0 to 99 is 28.9: 1.96 * 28.9 / 20 = 2.83.
        assert!((2.3..3.3).contains(&((high - low) / 2.0)), "{low} {high}");
        let (lowest, highest) = found[0].joint.unwrap();
        // 2.84 standard errors instead of 1.96.
        assert!((1.3..1.6).contains(&((highest - lowest) / (high - low))), "{lowest} {highest}");
        assert_eq!([found[0].is_below(high + 2.0), found[0].is_below(low - 2.0)], [Some(true), Some(false)]);
        assert_eq!((found[0].is_below(0.5 * (low + high)), found[1]), (None, Estimate::default()));
    }
}
