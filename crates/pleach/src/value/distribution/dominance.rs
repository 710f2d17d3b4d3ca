//! How likely each of several values is the largest.

use super::Distribution;

/// The dominance level of each of several independent values: the probability that it is at least as
/// large as all others (Palay). With ties they sum to more than 1.
///
/// A level is 1 only if the bounds prove it; what is merely so likely that rounding would make it 1
/// stays a little below.
///
/// ```
/// use pleach::{Distribution, Score, dominance};
/// let one = Distribution::new(Score::new(2), vec![0.5, 0.0, 0.5]).unwrap();
/// let two = Distribution::new(Score::new(1), vec![0.5, 0.0, 0.5]).unwrap();
/// let three = Distribution::new(Score::new(0), vec![0.25, 0.0, 0.5, 0.0, 0.25]).unwrap();
/// assert_eq!(dominance(&[&one, &two]), [0.75, 0.25]);
/// assert_eq!(dominance(&[&one, &two, &three]), [0.6875, 0.1875, 0.375]);
/// ```
pub fn dominance(values: &[&Distribution]) -> Vec<f64> {
    (0..values.len()).map(|place| dominance_of(values, place)).collect()
}

/// Just below 1: likely beyond what numbers can say, and not certain.
const NEARLY_CERTAIN: f64 = 1.0 - f64::EPSILON;

fn dominance_of(values: &[&Distribution], place: usize) -> f64 {
    let own = values[place];
    let others = || (0..).zip(values).filter(|&(other, _)| other != place).map(|(_, &value)| value);
    if others().all(|other| own.bounds().low() >= other.bounds().high()) {
        return 1.0;
    }
    // P(D_j >= all others): sum over v of P_j(v) times the product of F_k(v), each F_k summed as v rises.
    let mut others: Vec<_> = others().map(|other| (0.0, other.masses().peekable())).collect();
    let level: f64 = own
        .masses()
        .map(|(score, mass)| {
            others.iter_mut().fold(mass, |product, (up_to, rest)| {
                while let Some((_, more)) = rest.next_if(|&(other, _)| other <= score) {
                    *up_to += more;
                }
                product * f64::min(*up_to, 1.0)
            })
        })
        .sum();
    level.min(NEARLY_CERTAIN)
}
