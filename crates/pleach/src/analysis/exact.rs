//! The expected number of leaves as a rational number.
//!
//! In the negamax form of the formula, see [`expected_leaves`](super::expected_leaves), the integrand is
//! a polynomial in `t` with integer coefficients, of a degree below `b^d`. All of it but `G(x_0)` is a
//! polynomial in `u = t^b`, and that is how it is computed.

use super::polynomial::Polynomial;
use num_bigint::BigInt;
use num_rational::BigRational;

/// The tree has more leaves, and the polynomial more coefficients, than is reasonable.
///
/// ```
/// use pleach::analysis::expected_leaves_exact;
/// let error = expected_leaves_exact(8, 8).unwrap_err();
/// assert_eq!(error.to_string(), "the tree with b = 8 and d = 8 has more than 4096 leaves, which are \
///     too many for an exact mean; ask for an approximate one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the tree with b = {branching} and d = {depth} has more than {MOST_LEAVES} leaves, which are \
     too many for an exact mean; ask for an approximate one"
)]
pub struct ExactTooLarge {
    /// The number of successors.
    pub branching: u32,
    /// The depth.
    pub depth: u32,
}

/// Coefficients have about as many bits as there are coefficients: the work grows with the fourth power.
const MOST_LEAVES: u32 = 4096;

/// The expected number `N(b,d)` of [`expected_leaves`](super::expected_leaves), exactly, for trees of at
/// most 4096 leaves. The largest take about a second.
///
/// ```
/// use pleach::analysis::expected_leaves_exact;
/// assert_eq!(expected_leaves_exact(2, 3).unwrap().to_string(), "719/105");
/// assert_eq!(expected_leaves_exact(4, 2).unwrap().to_string(), "547033/45045");
/// assert_eq!(expected_leaves_exact(0, 3).unwrap().to_string(), "1");
/// ```
pub fn expected_leaves_exact(branching: u32, depth: u32) -> Result<BigRational, ExactTooLarge> {
    if branching <= 1 || depth == 0 {
        return Ok(BigRational::from_integer(BigInt::from(1)));
    }
    let fits = branching.checked_pow(depth).is_some_and(|leaves| leaves <= MOST_LEAVES);
    if !fits {
        return Err(ExactTooLarge { branching, depth });
    }
    let first = BigInt::from(branching).pow(depth / 2);
    Ok(integral(&integrand(branching, depth)) + first)
}

/// The coefficients of `(G(x_0) G(x_2) ...)' * G(x_1) G(x_3) ...` in `t`.
fn integrand(branching: u32, depth: u32) -> Vec<BigInt> {
    let [even, odd] = products_below_the_root(branching, depth);
    // (G(t) P(u))' S(u) = G'(t) P(u) S(u) + G(t) P'(u) S(u) du/dt with du/dt = b t^(b-1).
    let of_derivative = even.derivative().times(&odd);
    let of_value = even.times(&odd);
    let b = branching as usize;
    let mut coefficients = vec![BigInt::ZERO; b * (of_value.coefficients().len() + 1)];
    for power in 0..b {
        for (degree, coefficient) in of_value.coefficients().iter().enumerate().filter(|_| power > 0) {
            coefficients[b * degree + power - 1] += coefficient * power;
        }
        for (degree, coefficient) in of_derivative.coefficients().iter().enumerate() {
            coefficients[b * degree + power + b - 1] += coefficient * branching;
        }
    }
    coefficients
}

/// The products `G(x_2) G(x_4) ...` and `G(x_1) G(x_3) ...` over `k < d`, as polynomials in `u = t^b`.
fn products_below_the_root(branching: u32, depth: u32) -> [Polynomial; 2] {
    let mut products = [Polynomial::constant(1), Polynomial::constant(1)];
    let mut x = Polynomial::variable().one_minus();
    for k in 1..depth {
        let mut power = x.clone();
        let mut geometric_sum = Polynomial::constant(1);
        for _ in 1..branching {
            geometric_sum = geometric_sum.plus(&power);
            power = power.times(&x);
        }
        let product = &mut products[k as usize % 2];
        *product = product.times(&geometric_sum);
        x = power.one_minus();
    }
    products
}

/// The integral from 0 to 1: every coefficient divided by its degree plus one. One common denominator
/// spares a reduction for every term.
fn integral(coefficients: &[BigInt]) -> BigRational {
    let common = least_common_multiple_up_to(coefficients.len() as u32);
    let terms =
        coefficients.iter().zip(1_u32..).map(|(coefficient, divisor)| coefficient * (&common / divisor));
    BigRational::new(terms.sum(), common)
}

/// The least common multiple of the numbers from 1 to `most`.
fn least_common_multiple_up_to(most: u32) -> BigInt {
    let is_prime = |number: &u32| (2..).take_while(|p| p * p <= *number).all(|p| !number.is_multiple_of(p));
    let largest_power = |prime: u32| prime.pow(most.ilog(prime));
    (2..=most).filter(is_prime).map(|prime| BigInt::from(largest_power(prime))).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(branching: u32, depth: u32) -> String {
        expected_leaves_exact(branching, depth).unwrap().to_string()
    }

    #[test]
    fn least_common_multiples() {
        assert_eq!(least_common_multiple_up_to(0), BigInt::from(1));
        assert_eq!(least_common_multiple_up_to(1), BigInt::from(1));
        assert_eq!(least_common_multiple_up_to(10), BigInt::from(2520));
        assert_eq!(least_common_multiple_up_to(20), BigInt::from(232_792_560));
    }

    #[test]
    fn shallow_trees_are_examined_whole() {
        for branching in [0, 1, 2, 5, 4096] {
            assert_eq!(exact(branching, 0), "1");
            assert_eq!(exact(branching, 1), branching.max(1).to_string());
        }
        assert_eq!(exact(1, u32::MAX), "1");
    }

    /// In a tree of two plies, all leaves of the first subtree are examined, and the later ones one by
    /// one until a value falls below what the best earlier subtree has. By ranks: the chance that the
    /// minimum of `k` leaves lies above the maximum over `i` minima of `b` leaves each.
    #[test]
    fn two_plies_agree_with_counting_by_ranks() {
        for branching in 2..=6_u32 {
            let b = branching;
            let mut leaves = BigRational::from_integer(BigInt::from(b));
            for subtree in 1..b {
                for leaf in 0..b {
                    leaves += chance_to_go_on(b, subtree, leaf);
                }
            }
            assert_eq!(expected_leaves_exact(b, 2).unwrap(), leaves, "b = {b}");
        }
    }

    /// The integral over `t` of `k (1-t)^(k-1) (1 - (1-t)^b)^i`, with `y = 1 - t` multiplied out. With
    /// no leaf yet, it is certain.
    fn chance_to_go_on(b: u32, earlier: u32, k: u32) -> BigRational {
        let one = BigRational::from_integer(BigInt::from(1));
        if k == 0 {
            return one;
        }
        let mut chance = BigRational::from_integer(BigInt::ZERO);
        let mut binomial = one.clone();
        for m in 0..=earlier {
            let term = &binomial * BigRational::new(BigInt::from(k), BigInt::from(b * m + k));
            chance = if m % 2 == 0 { chance + term } else { chance - term };
            binomial *= BigRational::new(BigInt::from(earlier - m), BigInt::from(m + 1));
        }
        chance
    }

    #[test]
    fn trees_too_large_are_refused() {
        assert_eq!(expected_leaves_exact(2, 13), Err(ExactTooLarge { branching: 2, depth: 13 }));
        assert!(expected_leaves_exact(65, 2).is_err());
        assert!(expected_leaves_exact(u32::MAX, u32::MAX).is_err());
    }
}
