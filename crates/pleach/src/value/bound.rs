//! What a returned value says of the true one.

use std::ops::Neg;

/// How a returned value relates to the true value of the position.
///
/// ```
/// use pleach::Bound;
/// assert_eq!(-Bound::Lower, Bound::Upper);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The returned value is the true value.
    Exact,
    /// The true value is at least the returned one: the search failed high.
    Lower,
    /// The true value is at most the returned one: the search failed low.
    Upper,
}

/// The same statement about the negated value.
impl Neg for Bound {
    type Output = Bound;

    fn neg(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}
