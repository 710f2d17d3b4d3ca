//! How fast the work of alpha-beta grows with the depth of a random tree.
//!
//! Pearl 1982, "The solution for the branching factor of the alpha-beta pruning algorithm and its
//! optimality": one more ply multiplies the expected leaves of [`expected_leaves`] by `R = xi / (1 - xi)`
//! in the limit, with `xi` the positive root of `x^b + x - 1`. No algorithm grows more slowly.
//!
//! The `b^0.75` of Hsu's "Comments for the average case" is a fit to simulations by Fuller et al. 1973,
//! not a theorem (correction H13). It is too high up to `b = 460` and too low from there on.

use super::average_case::expected_leaves;

/// Pearl's `xi_b`: the positive root of `x^b + x - 1`. It is 0 for `b = 0`.
///
/// A subtree of even height wins for the side that moves in it with probability `xi` if each of its
/// leaves does: there the outcome of a deep random tree is in doubt, and only there.
///
/// ```
/// use pleach::analysis::pearl_root;
/// // The golden section.
/// assert!((pearl_root(2) - (5_f64.sqrt() - 1.0) / 2.0).abs() < 1e-15);
/// let xi = pearl_root(7);
/// assert!((xi.powi(7) + xi - 1.0).abs() < 1e-15);
/// ```
pub fn pearl_root(branching: u32) -> f64 {
    1.0 - complement_of_root(branching)
}

/// `1 - xi_b`, which for large `b` is small and must not be found by subtraction: the root of
/// `z = (1 - z)^b`.
pub(super) fn complement_of_root(branching: u32) -> f64 {
    let b = f64::from(branching);
    // Rises from minus infinity to plus infinity between 0 and 1.
    let too_high = |z: f64| z.ln() > b * (-z).ln_1p();
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return high;
        }
        *(if too_high(middle) { &mut high } else { &mut low }) = middle;
    }
}

/// Pearl's `R = xi / (1 - xi)`: the factor by which one more ply multiplies the expected leaves of
/// alpha-beta on a deep tree with distinct random leaves.
///
/// ```
/// use pleach::analysis::growth_rate;
/// assert_eq!(format!("{:.4}", growth_rate(2)), "1.6180");
/// assert_eq!(format!("{:.4}", growth_rate(32)), "11.9873");
/// // Without a choice nothing grows.
/// assert!((growth_rate(1) - 1.0).abs() < 1e-15);
/// ```
pub fn growth_rate(branching: u32) -> f64 {
    let complement = complement_of_root(branching);
    (1.0 - complement) / complement
}

/// The fit of Fuller et al.: `b^0.75`, for comparison.
///
/// ```
/// use pleach::analysis::{fuller_estimate, growth_rate};
/// assert_eq!(fuller_estimate(16), 8.0);
/// assert!(growth_rate(16) < 7.2);
/// ```
pub fn fuller_estimate(branching: u32) -> f64 {
    f64::from(branching).powf(0.75)
}

/// The growth per ply between a tree and one two plies shallower, `sqrt(N(d) / N(d-2))`.
///
/// Two plies, because even and odd depths differ: in the best case the last ply multiplies the leaves
/// by `b` or by about 1 in turns. The result is NaN unless both numbers are positive.
///
/// ```
/// use pleach::analysis::{critical_on_level, growth};
/// let leaves = |depth| critical_on_level(9, depth).unwrap() as f64;
/// // The best case grows by the square root of b.
/// assert!((growth(leaves(20), leaves(18)) - 3.0).abs() < 1e-6);
/// ```
pub fn growth(leaves: f64, leaves_two_plies_less: f64) -> f64 {
    let positive = leaves > 0.0 && leaves_two_plies_less > 0.0;
    if positive { (leaves / leaves_two_plies_less).sqrt() } else { f64::NAN }
}

/// The growth per ply of [`expected_leaves`] at a depth. It tends to [`growth_rate`].
/// `None` for depths under 2, and for trees so large that their leaves are no finite number.
///
/// ```
/// use pleach::analysis::{expected_growth, growth_rate};
/// assert_eq!(format!("{:.3}", expected_growth(8, 8).unwrap()), "4.466");
/// assert!((expected_growth(8, 100).unwrap() - growth_rate(8)).abs() < 0.02);
/// assert_eq!(expected_growth(8, 1), None);
/// ```
pub fn expected_growth(branching: u32, depth: u32) -> Option<f64> {
    let leaves = expected_leaves(branching, depth);
    let shallower = expected_leaves(branching, depth.checked_sub(2)?);
    leaves.is_finite().then(|| growth(leaves, shallower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_a_root_for_every_branching() {
        for branching in (1..=100).chain([1_000, 1_000_000, u32::MAX]) {
            let z = complement_of_root(branching);
            let power = (f64::from(branching) * (-z).ln_1p()).exp();
            assert!((power / z - 1.0).abs() < 1e-13, "b = {branching}: {z} and {power}");
        }
        assert_eq!((pearl_root(0), growth_rate(0)), (0.0, 0.0));
    }

    #[test]
    fn the_best_case_grows_less() {
        for branching in (2..=1_000).chain([1_000_000, u32::MAX]) {
            assert!(f64::from(branching).sqrt() < growth_rate(branching), "b = {branching}");
        }
    }

    #[test]
    fn the_fit_is_too_high_for_few_successors_and_too_low_for_many() {
        for branching in 2..=1_000 {
            let too_high = fuller_estimate(branching) > growth_rate(branching);
            assert_eq!(too_high, branching <= 460, "b = {branching}");
        }
    }

    #[test]
    fn growth_of_nothing_is_not_a_number() {
        assert!(growth(0.0, 0.0).is_nan() && growth(1.0, 0.0).is_nan() && growth(-1.0, -1.0).is_nan());
        assert_eq!(growth(9.0, 1.0), 3.0);
        assert_eq!(expected_growth(0, 9), Some(1.0));
        assert_eq!(expected_growth(2, 1_000_000), None);
    }
}
