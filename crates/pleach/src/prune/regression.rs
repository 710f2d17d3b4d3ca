//! How a shallow search predicts a deep one.

use crate::value::Score;

/// The regression of deep values on shallow ones at the same node, both of the side to move:
/// `v_d = a * v_s + b + e`, where `e` is normal with standard deviation `sigma` (Buro 1995; equation 1.1 of
/// Tong). The constant `b` is what the tempo is worth, so it must be fitted from the side to move; fitted in
/// Max's view it would change its sign from ply to ply.
///
/// ```
/// use pleach::Score;
/// use pleach::prune::Regression;
/// let line = Regression::new(1.0, 0.0, 10.0)?;
/// // With t = 1.5 a shallow value of 27 and more predicts a deep one of 12 and more.
/// assert_eq!(line.reaches(Score::new(12), 1.5), Some(Score::new(27)));
/// assert_eq!(line.stays_under(Score::new(12), 1.5), Some(Score::new(-3)));
/// assert!(Regression::new(-1.0, 0.0, 10.0).is_err());
/// # Ok::<(), pleach::prune::BadRegression>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Regression {
    a: f64,
    b: f64,
    sigma: f64,
}

/// Numbers that describe no prediction.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum BadRegression {
    /// A slope that is not positive: better shallow values must predict better deep ones.
    #[error("a = {0}: the slope must be a number above 0")]
    Slope(f64),
    /// A constant that is no number.
    #[error("b = {0}: the constant must be a finite number")]
    Constant(f64),
    /// A standard deviation below zero.
    #[error("sigma = {0}: the standard deviation must be a number, 0 or more")]
    Deviation(f64),
}

impl Regression {
    /// The line with slope `a`, constant `b` and standard deviation `sigma` of the errors.
    pub fn new(a: f64, b: f64, sigma: f64) -> Result<Regression, BadRegression> {
        if !(a.is_finite() && a > 0.0) {
            return Err(BadRegression::Slope(a));
        }
        if !b.is_finite() {
            return Err(BadRegression::Constant(b));
        }
        if !(sigma.is_finite() && sigma >= 0.0) {
            return Err(BadRegression::Deviation(sigma));
        }
        Ok(Regression { a, b, sigma })
    }

    /// The same line with errors so many times as large.
    ///
    /// ```
    /// let line = pleach::prune::Regression::new(1.0, 0.0, 10.0)?;
    /// assert_eq!(line.widened(1.5)?.sigma(), 15.0);
    /// # Ok::<(), pleach::prune::BadRegression>(())
    /// ```
    pub fn widened(&self, factor: f64) -> Result<Regression, BadRegression> {
        Regression::new(self.a, self.b, factor * self.sigma)
    }

    /// The slope.
    pub fn a(&self) -> f64 {
        self.a
    }

    /// The constant.
    pub fn b(&self) -> f64 {
        self.b
    }

    /// The standard deviation of the errors.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// What a shallow value predicts.
    pub fn predict(&self, shallow: f64) -> f64 {
        self.a * shallow + self.b
    }

    /// The least shallow value that predicts a deep one of `bound` or more with `t` standard deviations to
    /// spare: `ceil((bound - b + t sigma) / a)`. None if no evaluation can be that high, or if the bound is no
    /// evaluation: the regression speaks of evaluations only.
    #[inline]
    pub fn reaches(&self, bound: Score, t: f64) -> Option<Score> {
        self.threshold(bound, t).map(f64::ceil).and_then(evaluation)
    }

    /// The greatest shallow value that predicts a deep one of `bound` or less with `t` standard deviations to
    /// spare: `floor((bound - b - t sigma) / a)`.
    #[inline]
    pub fn stays_under(&self, bound: Score, t: f64) -> Option<Score> {
        self.threshold(bound, -t).map(f64::floor).and_then(evaluation)
    }

    #[inline]
    fn threshold(&self, bound: Score, t: f64) -> Option<f64> {
        // An exact predictor has nothing to spare, however much is asked for.
        let spare = if self.sigma > 0.0 { t * self.sigma } else { 0.0 };
        bound.is_evaluation().then(|| (f64::from(bound.get()) - self.b + spare) / self.a)
    }
}

/// The score of an evaluation, if it can be one.
#[inline]
fn evaluation(value: f64) -> Option<Score> {
    let limit = f64::from(Score::LIMIT);
    (-limit < value && value < limit).then(|| Score::new(value as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_round_to_the_safe_side() {
        // (10 - 1 + 2 * 3.1) / 0.5 = 30.4 and (10 - 1 - 6.2) / 0.5 = 5.6.
        let line = Regression::new(0.5, 1.0, 3.1).unwrap();
        assert_eq!(line.reaches(Score::new(10), 2.0), Some(Score::new(31)));
        assert_eq!(line.stays_under(Score::new(10), 2.0), Some(Score::new(5)));
    }

    #[test]
    fn nothing_is_predicted_of_the_end_of_the_game_or_with_endless_caution() {
        let line = Regression::new(1.0, 0.0, 10.0).unwrap();
        assert_eq!(line.reaches(Score::WIN, 1.0), None);
        assert_eq!(line.stays_under(Score::MIN, 1.0), None);
        assert_eq!(line.reaches(Score::ZERO, f64::INFINITY), None);
        assert_eq!(line.stays_under(Score::ZERO, f64::INFINITY), None);
        assert_eq!(line.reaches(Score::ZERO, f64::NAN), None);
    }

    #[test]
    fn nonsense_is_refused() {
        for (a, b, sigma) in
            [(0.0, 0.0, 1.0), (f64::NAN, 0.0, 1.0), (1.0, f64::INFINITY, 1.0), (1.0, 0.0, -1.0)]
        {
            assert!(Regression::new(a, b, sigma).is_err(), "{a} {b} {sigma}");
        }
    }
}
