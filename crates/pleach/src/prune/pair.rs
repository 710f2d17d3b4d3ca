//! A pair of depths with what the shallow search says of the deep one.

use super::Regression;
use crate::value::Score;

/// One ProbCut test: at nodes with `deep` plies left, a search of `shallow` plies predicts by `line`, and `t`
/// standard deviations to spare are enough.
///
/// ```
/// use pleach::prune::{Regression, Pair};
/// let line = Regression::new(1.0, 0.0, 10.0).unwrap();
/// assert!(Pair::new(2, 1, line, 1.5).is_ok());
/// assert!(Pair::new(2, 2, line, 1.5).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    deep: u32,
    shallow: u32,
    line: Regression,
    t: f64,
}

/// Depths or a caution that make no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum BadPair {
    /// The shallow search is as deep as the deep one.
    #[error("s = {shallow}: the shallow search must be less deep than d = {deep}")]
    Depths {
        /// The depth of the deep search.
        deep: u32,
        /// The depth of the shallow search.
        shallow: u32,
    },
    /// A caution that is below zero or no number.
    #[error("t = {0}: the standard deviations to spare must be a number, 0 or more (inf: never cut)")]
    Caution(f64),
}

impl Pair {
    /// A test at nodes with `deep` plies left by a search of `shallow` plies. With `t` infinite it never cuts.
    pub fn new(deep: u32, shallow: u32, line: Regression, t: f64) -> Result<Pair, BadPair> {
        if shallow >= deep {
            return Err(BadPair::Depths { deep, shallow });
        }
        if t.is_nan() || t < 0.0 {
            return Err(BadPair::Caution(t));
        }
        Ok(Pair { deep, shallow, line, t })
    }

    /// The plies left at the nodes where the test is made.
    pub fn deep(&self) -> u32 {
        self.deep
    }

    /// The plies that the test searches.
    pub fn shallow(&self) -> u32 {
        self.shallow
    }

    /// The prediction.
    pub fn line(&self) -> &Regression {
        &self.line
    }

    /// The standard deviations to spare.
    pub fn t(&self) -> f64 {
        self.t
    }

    /// Whether the test can ever hit: not with endless caution, which even an exact prediction does not
    /// satisfy.
    pub(crate) fn can_hit(&self) -> bool {
        self.t.is_finite()
    }

    /// The least shallow value that predicts a deep one of `bound` or more; see [`Regression::reaches`].
    pub fn reaches(&self, bound: Score) -> Option<Score> {
        self.line.reaches(bound, self.t).filter(|_| self.can_hit())
    }

    /// The greatest shallow value that predicts a deep one of `bound` or less; see [`Regression::stays_under`].
    pub fn stays_under(&self, bound: Score) -> Option<Score> {
        self.line.stays_under(bound, self.t).filter(|_| self.can_hit())
    }
}
