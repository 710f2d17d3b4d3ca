//! The level of an interval.

use thiserror::Error;

/// How often an interval should hold the truth, more than never and less than always.
///
/// ```
/// use pleach_lab::statistics::Confidence;
///
/// assert_eq!(Confidence::new(0.95)?, Confidence::default());
/// assert!(Confidence::new(95.0).is_err());
/// # Ok::<(), pleach_lab::statistics::ConfidenceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Confidence(f64);

/// Why a level is refused; the example is at [`Confidence`].
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ConfidenceError {
    /// The level is not between 0 and 1.
    #[error("a level of confidence lies between 0 and 1, not at {0}")]
    OutOfRange(f64),
}

impl Confidence {
    /// 95 %, the level of nearly everything that is published.
    ///
    /// ```
    /// assert_eq!(pleach_lab::statistics::Confidence::PERCENT_95.level(), 0.95);
    /// ```
    pub const PERCENT_95: Self = Self(0.95);

    /// A level as a fraction; the example is at [`Confidence`].
    ///
    /// # Errors
    /// [`ConfidenceError::OutOfRange`] unless it is greater than 0 and less than 1.
    pub fn new(level: f64) -> Result<Self, ConfidenceError> {
        if level > 0.0 && level < 1.0 { Ok(Self(level)) } else { Err(ConfidenceError::OutOfRange(level)) }
    }

    /// The level as a fraction; the example is at [`Confidence::PERCENT_95`].
    pub fn level(self) -> f64 {
        self.0
    }

    /// What a one-sided limit leaves out.
    pub(super) fn tail(self) -> f64 {
        1.0 - self.0
    }

    /// What a two-sided interval leaves out at either end.
    pub(super) fn half_tail(self) -> f64 {
        0.5 * self.tail()
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::PERCENT_95
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_levels_between_zero_and_one_are_taken() {
        for level in [0.0, 1.0, -0.5, 1.5, f64::NAN, f64::INFINITY] {
            assert!(Confidence::new(level).is_err());
        }
        assert_eq!(Confidence::new(0.9).unwrap().level(), 0.9);
    }
}
