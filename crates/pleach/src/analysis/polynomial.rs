//! Polynomials in one variable with integer coefficients of any size.

use num_bigint::BigInt;

/// The coefficients, that of the constant first. The highest may be zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial(Vec<BigInt>);

impl Polynomial {
    pub(super) fn constant(value: i32) -> Polynomial {
        Polynomial(vec![BigInt::from(value)])
    }

    /// The variable itself.
    pub(super) fn variable() -> Polynomial {
        Polynomial(vec![BigInt::ZERO, BigInt::from(1)])
    }

    pub(super) fn coefficients(&self) -> &[BigInt] {
        &self.0
    }

    pub(super) fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product = vec![BigInt::ZERO; (self.0.len() + other.0.len()).saturating_sub(1)];
        for (i, a) in self.0.iter().enumerate().filter(|(_, a)| **a != BigInt::ZERO) {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial(product)
    }

    pub(super) fn plus(mut self, other: &Polynomial) -> Polynomial {
        self.0.resize(self.0.len().max(other.0.len()), BigInt::ZERO);
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine += theirs;
        }
        self
    }

    /// `1 - self`.
    pub(super) fn one_minus(self) -> Polynomial {
        let negated = Polynomial(self.0.into_iter().map(|coefficient| -coefficient).collect());
        negated.plus(&Polynomial::constant(1))
    }

    pub(super) fn derivative(&self) -> Polynomial {
        Polynomial(
            self.0.iter().zip(0_u32..).skip(1).map(|(coefficient, degree)| coefficient * degree).collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i32]) -> Polynomial {
        Polynomial(coefficients.iter().map(|&coefficient| BigInt::from(coefficient)).collect())
    }

    #[test]
    fn they_multiply_add_and_differentiate() {
        let x_plus_2 = Polynomial::variable().plus(&Polynomial::constant(2));
        assert_eq!(x_plus_2, polynomial(&[2, 1]));
        assert_eq!(x_plus_2.times(&polynomial(&[-1, 0, 3])), polynomial(&[-2, -1, 6, 3]));
        assert_eq!(polynomial(&[5, -1, 6, 3]).derivative(), polynomial(&[-1, 12, 9]));
        assert_eq!(polynomial(&[5, -1]).one_minus(), polynomial(&[-4, 1]));
        assert_eq!(Polynomial::constant(7).derivative(), polynomial(&[]));
        assert_eq!(polynomial(&[]).times(&x_plus_2).plus(&x_plus_2), x_plus_2);
    }
}
