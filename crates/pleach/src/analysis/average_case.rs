//! The expected number of leaves that alpha-beta examines on a uniform tree with distinct random leaves.
//!
//! Fuller, Gaschnig and Gillogly 1973, "Analysis of the alpha-beta pruning algorithm"; as an integral in
//! Baudet 1978, "On the branching factor of the alpha-beta pruning algorithm". With `phi_0 = t` and
//!
//! ```text
//! phi_i = 1 - (1 - phi_(i-1)^b)^b    r_i = (1 - phi_(i-1)^b) / (1 - phi_(i-1))    s_i = phi_i / phi_(i-1)^b
//! N(b,d) = b^floor(d/2) + Integral_0^1 (r_1 ... r_ceil(d/2))' * s_1 ... s_floor(d/2) dt
//! ```
//!
//! # In negamax form
//!
//! The formula becomes simpler in steps of one ply, and loses its quotients, which no computer likes
//! near 0 and 1. With `x_0 = t`, `x_(k+1) = 1 - x_k^b` and `G(x) = 1 + x + ... + x^(b-1)` we have
//! `phi_i = x_(2i)`, `r_i = G(x_(2i-2))` and `s_i = G(x_(2i-1))`, so that
//!
//! ```text
//! N(b,d) = b^floor(d/2) + Integral_0^1 (G(x_0) G(x_2) ...)' * G(x_1) G(x_3) ... dt        over k < d
//! ```
//!
//! # By numbers
//!
//! Pearl's `xi` is the fixed point of the step `x -> 1 - x^b`, where all `G` are `R = xi / (1 - xi)`.
//! It repels: a point at a distance `e` goes away by a factor `b / R` a step, and ends in the cycle
//! 0, 1, 0, 1... So all that happens, happens at a distance of about `(b/R)^-d` from `xi`, which in a
//! deep tree is below the precision of `t`. Therefore the distance is what is computed with, and its
//! logarithm `v` is what is integrated over: `t = xi ± e^v`. In `v` the integrand is smooth, it varies
//! over a few units, and it is a sum and product of positive numbers.

use super::growth::{complement_of_root, growth_rate};
use super::quadrature;

/// The expected number `N(b,d)` of leaves that alpha-beta (`F1` or `F3`) examines on a uniform tree
/// whose leaves have distinct values in random order. Infinite if that exceeds the range of an `f64`.
///
/// The relative error is about 1e-12 for any depth; for more than some thousands of successors it
/// grows with their number, by about 1e-16 each. The value of
/// `expected_leaves_exact`, with the feature `exact`, has none.
///
/// ```
/// use pleach::analysis::expected_leaves;
/// assert!((expected_leaves(2, 2) - 11.0 / 3.0).abs() < 1e-11);
/// assert_eq!(format!("{:.3}", expected_leaves(8, 8)), "425956.895");
/// // A tree without moves is one leaf, and so is a line.
/// assert_eq!((expected_leaves(0, 5), expected_leaves(1, 5), expected_leaves(5, 0)), (1.0, 1.0, 1.0));
/// assert_eq!(expected_leaves(2, 10_000), f64::INFINITY);
/// ```
pub fn expected_leaves(branching: u32, depth: u32) -> f64 {
    let b = f64::from(branching);
    match (branching, depth) {
        (0 | 1, _) | (_, 0) => return 1.0,
        (_, 1) => return b,
        _ => {}
    }
    // With P the product of the even G and S that of the odd ones, (PS)' <= P'S for S falls. So PS, which
    // is R^d at the fixed point, is nowhere above N: a deeper tree than this is beyond all numbers.
    if !growth_rate(branching).powf(depth.into()).is_finite() {
        return f64::INFINITY;
    }
    let chain = Chain::new(branching, depth);
    let leaves = b.powf((depth / 2).into()) + chain.integral(Side::Below) + chain.integral(Side::Above);
    if leaves.is_nan() { f64::INFINITY } else { leaves }
}

/// Where `t` lies, seen from the fixed point.
#[derive(Clone, Copy)]
enum Side {
    Below,
    Above,
}

/// The sequence `x_0, x_1, ...` of one tree.
struct Chain {
    branching: u32,
    depth: u32,
    /// The fixed point `xi`.
    root: f64,
    /// `1 - xi`, which is `xi^b` too.
    complement: f64,
}

/// One `x_k` of the sequence.
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    /// `x - xi`, with more digits than the difference would have.
    distance: f64,
    /// The derivative of `x` with respect to `v`, without its sign.
    slope: f64,
}

impl Chain {
    /// The integrand's features are this wide in `v`, or wider.
    const WIDEST_PANEL: f64 = 2.0;
    /// Below the scale `(b/R)^-d` the integrand falls like `e^v`: so far down nothing is left of it.
    const NEGLIGIBLE: f64 = 40.0;

    fn new(branching: u32, depth: u32) -> Chain {
        let complement = complement_of_root(branching);
        Chain { branching, depth, root: 1.0 - complement, complement }
    }

    /// The part of the integral on one side of the fixed point.
    fn integral(&self, side: Side) -> f64 {
        let farthest: f64 = match side {
            Side::Below => self.root,
            Side::Above => self.complement,
        };
        let repulsion = f64::from(self.branching) * self.complement / self.root;
        let lowest = self.complement.ln() - f64::from(self.depth) * repulsion.ln() - Chain::NEGLIGIBLE;
        quadrature::integrate(lowest, farthest.ln(), Chain::WIDEST_PANEL, |v| self.integrand(side, v))
    }

    /// `(G(x_0) G(x_2) ...)' * G(x_1) G(x_3) ...`, where the derivative is with respect to `v`: as the
    /// product of all `G` and the sum of the even `G'/G`.
    fn integrand(&self, side: Side, v: f64) -> f64 {
        let slope = v.exp();
        let distance = match side {
            Side::Below => -slope,
            Side::Above => slope,
        };
        let mut point = Point { x: self.root + distance, distance, slope };
        let (mut product, mut sum) = (1.0, 0.0);
        for k in 0..self.depth {
            let geometric = GeometricSum::new(self.branching, point.x);
            product *= geometric.sum;
            if k % 2 == 0 {
                sum += geometric.derivative / geometric.sum * point.slope;
            }
            point = self.next(point, &geometric);
        }
        product * sum
    }

    /// `x_(k+1) = 1 - x_k^b`.
    fn next(&self, point: Point, geometric: &GeometricSum) -> Point {
        let b = f64::from(self.branching);
        let slope = b * geometric.next_lower_power * point.slope;
        if point.distance.abs() < 0.5 * self.complement {
            // 1 - (xi + e)^b - xi = -xi^b ((1 + e/xi)^b - 1), to all digits of e.
            let distance = -self.complement * (b * (point.distance / self.root).ln_1p()).exp_m1();
            Point { x: self.root + distance, distance, slope }
        } else {
            let x = 1.0 - geometric.power;
            Point { x, distance: x - self.root, slope }
        }
    }
}

/// `G(x) = 1 + x + ... + x^(b-1)` with what goes with it. All terms are positive, and nothing cancels.
struct GeometricSum {
    /// `G(x)`.
    sum: f64,
    /// `G'(x)`.
    derivative: f64,
    /// `x^b`.
    power: f64,
    /// `x^(b-1)`.
    next_lower_power: f64,
}

impl GeometricSum {
    /// For `branching` of at least 1. Doubles the number of terms, or adds one, by the binary digits of
    /// `b`: `G_2n = G_n (1 + x^n)` and `G_(n+1) = 1 + x G_n`.
    fn new(branching: u32, x: f64) -> GeometricSum {
        let mut geometric = GeometricSum { sum: 1.0, derivative: 0.0, power: x, next_lower_power: 1.0 };
        let mut terms = 1.0;
        for digit in (0..branching.max(1).ilog2()).rev() {
            let GeometricSum { sum, derivative, power, next_lower_power } = geometric;
            geometric = GeometricSum {
                sum: sum * (1.0 + power),
                derivative: derivative * (1.0 + power) + sum * terms * next_lower_power,
                power: power * power,
                next_lower_power: power * next_lower_power,
            };
            terms *= 2.0;
            if branching >> digit & 1 == 1 {
                let GeometricSum { sum, derivative, power, .. } = geometric;
                geometric = GeometricSum {
                    sum: 1.0 + x * sum,
                    derivative: sum + x * derivative,
                    power: x * power,
                    next_lower_power: power,
                };
                terms += 1.0;
            }
        }
        geometric
    }
}

#[cfg(all(test, feature = "exact"))]
mod tests {
    use super::super::{critical_on_level, expected_leaves_exact, positions_on_level};
    use super::*;
    use num_bigint::BigInt;

    /// Enough digits of a rational number for comparison.
    fn approximate(exact: &num_rational::BigRational) -> f64 {
        let scaled = exact.numer() * BigInt::from(10).pow(18) / exact.denom();
        scaled.to_string().parse::<f64>().unwrap() / 1e18
    }

    #[test]
    fn geometric_sums_are_sums() {
        for branching in 1..=40 {
            for x in [0.0, 0.1, 0.5, 0.9, 0.999_999, 1.0] {
                let geometric = GeometricSum::new(branching, x);
                let powers = (0..branching as i32).map(|k| x.powi(k));
                let derivatives = (1..branching as i32).map(|k| f64::from(k) * x.powi(k - 1));
                let close = |a: f64, b: f64| (a - b).abs() <= 1e-13 * b.abs();
                assert!(close(geometric.sum, powers.sum()), "b = {branching}, x = {x}");
                assert!(close(geometric.derivative, derivatives.sum()), "b = {branching}, x = {x}");
                assert!(close(geometric.power, x.powi(branching as i32)));
                assert!(close(geometric.next_lower_power, x.powi(branching as i32 - 1)));
            }
        }
    }

    #[test]
    fn the_numbers_agree_with_the_rational_ones() {
        for (branching, deepest) in [(2, 10), (3, 6), (4, 5), (5, 4), (7, 3), (16, 2), (32, 2)] {
            for depth in 0..=deepest {
                let exact = approximate(&expected_leaves_exact(branching, depth).unwrap());
                let error = expected_leaves(branching, depth) / exact - 1.0;
                assert!(error.abs() < 1e-13, "b = {branching}, d = {depth}: off by {error}");
            }
        }
    }

    #[test]
    fn the_mean_lies_between_the_best_case_and_the_whole_tree() {
        for (branching, depth) in [(2, 40), (3, 20), (32, 5), (100, 4), (1_000, 3), (100_000, 2)] {
            let leaves = expected_leaves(branching, depth);
            assert!(leaves > critical_on_level(branching, depth).unwrap() as f64);
            assert!(leaves < positions_on_level(branching, depth).unwrap() as f64);
            assert!(leaves > growth_rate(branching).powf(depth.into()));
        }
    }

    #[test]
    fn deep_trees_grow_at_pearls_rate() {
        let two_plies = growth_rate(2).powi(2);
        for depth in [300, 1_000, 1_450] {
            let ratio = expected_leaves(2, depth) / expected_leaves(2, depth - 2);
            assert!((ratio / two_plies - 1.0).abs() < 1e-11, "d = {depth}: {ratio}");
        }
    }

    #[test]
    fn what_is_beyond_numbers_is_infinite() {
        assert_eq!(expected_leaves(2, 1_475), f64::INFINITY);
        assert_eq!(expected_leaves(u32::MAX, u32::MAX), f64::INFINITY);
        assert!(expected_leaves(u32::MAX, 2) > f64::from(u32::MAX));
        assert!(expected_leaves(2, 1_470).is_finite());
    }
}
