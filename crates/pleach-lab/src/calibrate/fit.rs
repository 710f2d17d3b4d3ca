//! Lines of regression of deep values on shallow ones, with standard errors and doubts.

use pleach::prune::{BadRegression, Regression};
use serde::Serialize;

/// A line with what is known of its quality.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The line.
    pub line: Regression,
    /// The pairs of values it was fitted to.
    pub count: usize,
    /// The pairs that were left out, because they are so far away from all others that no line is about them.
    pub outliers: usize,
    /// The standard error of the slope.
    pub slope_error: f64,
    /// The standard error of the constant.
    pub constant_error: f64,
    /// The share of the variance that the line explains.
    pub explained: f64,
    /// The skewness of the residuals: 0 for a normal distribution.
    pub skewness: f64,
    /// Their kurtosis above that of a normal distribution.
    pub excess_kurtosis: f64,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// Too few pairs.
    #[error("{0} pairs of values are too few for a line: at least {least} are needed", least = LEAST_PAIRS)]
    TooFew(usize),
    /// The shallow values are all the same.
    #[error("all shallow values are the same: the evaluator tells nothing")]
    NoSpread,
    /// Better shallow values predict worse deep ones.
    #[error(transparent)]
    Regression(#[from] BadRegression),
}

/// The least pairs for a line.
pub(super) const LEAST_PAIRS: usize = 10;

/// A residual of so many standard deviations of the others is an outlier: a mate in chess that one depth sees and the other does not is
/// worth hundreds of them, and a handful would make the spread of all others meaningless.
const OUTLIER: f64 = 10.0;
/// The standard deviation of a normal variable, in medians of its absolute value.
const DEVIATIONS_A_MEDIAN: f64 = 1.4826;
/// If there are more than one in so many, they are no outliers: then the errors have heavy tails, as in games that a search soon decides.
const RARER_THAN_ONE_IN: usize = 10;
/// More than the number of times that anything is left out, in practice.
const MOST_ROUNDS: usize = 20;

/// Fits a line to pairs of a shallow and a deep value by least squares, without outliers.
///
/// ```
/// use pleach_lab::calibrate::fit;
/// let mut pairs: Vec<(f64, f64)> = (0..100).map(|i| (f64::from(i), 2.0 * f64::from(i) + f64::from(i % 3))).collect();
/// pairs.push((50.0, 30_000.0)); // a mate
/// let fit = fit(&pairs).unwrap();
/// assert!((fit.line.a() - 2.0).abs() < 1e-2 && (fit.line.b() - 1.0).abs() < 0.1);
/// assert!(fit.line.sigma() < 1.0 && fit.explained > 0.999);
/// assert_eq!((fit.count, fit.outliers), (100, 1));
/// ```
pub fn fit(pairs: &[(f64, f64)]) -> Result<Fit, FitError> {
    if pairs.len() < LEAST_PAIRS {
        return Err(FitError::TooFew(pairs.len()));
    }
    let all = least_squares(pairs)?;
    let mut kept = pairs.to_vec();
    leave_out_far(&mut kept, |pair| pair.0);
    let mut found = least_squares(&kept)?;
    for _ in 0..MOST_ROUNDS {
        let (a, b) = (found.line.a(), found.line.b());
        if !leave_out_far(&mut kept, |(x, y)| y - a * x - b) {
            break;
        }
        found = least_squares(&kept)?;
    }
    let outliers = pairs.len() - kept.len();
    Ok(if outliers * RARER_THAN_ONE_IN > pairs.len() { all } else { Fit { outliers, ..found } })
}

/// Leaves out pairs of which something is far away from the middle of all, and says whether there were any.
fn leave_out_far(pairs: &mut Vec<(f64, f64)>, of: impl Fn(&(f64, f64)) -> f64) -> bool {
    let middle = median(pairs.iter().map(&of).collect());
    let distance = |pair: &(f64, f64)| (of(pair) - middle).abs();
    let usual = DEVIATIONS_A_MEDIAN * median(pairs.iter().map(distance).collect());
    let before = pairs.len();
    // Where more than half of all are in the middle, nothing tells how far is too far.
    pairs.retain(|pair| usual <= 0.0 || distance(pair) <= OUTLIER * usual);
    pairs.len() < before
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The line of least squares through all pairs.
fn least_squares(pairs: &[(f64, f64)]) -> Result<Fit, FitError> {
    let count = pairs.len();
    let n = count as f64;
    let mean = |value: fn(&(f64, f64)) -> f64| pairs.iter().map(value).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for &(x, y) in pairs {
        let (dx, dy) = (x - mean_x, y - mean_y);
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    if xx <= 0.0 {
        return Err(FitError::NoSpread);
    }
    let a = xy / xx;
    let b = mean_y - a * mean_x;
    let residuals = || pairs.iter().map(|&(x, y)| y - a * x - b);
    let squares: f64 = residuals().map(|e| e * e).sum();
    let sigma = (squares / (n - 2.0)).sqrt();
    let moment = |power: i32| residuals().map(|e| e.powi(power)).sum::<f64>() / n;
    let variance = squares / n;
    let (skewness, excess_kurtosis) = match variance > 0.0 {
        true => (moment(3) / variance.powf(1.5), moment(4) / (variance * variance) - 3.0),
        false => (0.0, 0.0),
    };
    Ok(Fit {
        line: Regression::new(a, b, sigma)?,
        count,
        outliers: 0,
        slope_error: sigma / xx.sqrt(),
        constant_error: sigma * (1.0 / n + mean_x * mean_x / xx).sqrt(),
        explained: if yy > 0.0 { 1.0 - squares / yy } else { 1.0 },
        skewness,
        excess_kurtosis,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_values_on_one_line_are_kept() {
        let pairs: Vec<(f64, f64)> = (0..100).map(|i| (f64::from(i), 2.0 * f64::from(i) + 1.0)).collect();
        let fit = fit(&pairs).unwrap();
        assert!((fit.line.a() - 2.0).abs() < 1e-9 && (fit.line.b() - 1.0).abs() < 1e-9);
        assert!(fit.line.sigma() < 1e-6 && fit.explained > 0.999);
        assert_eq!((fit.count, fit.outliers), (100, 0));
    }

    /// One mate seen by the deep search only, and one seen by both, among ordinary values of chess.
    #[test]
    fn mates_do_not_spoil_the_spread() {
        let mut pairs: Vec<(f64, f64)> =
            (0..300).map(|i: i32| (f64::from(i - 150), f64::from(i - 150 + i * 37 % 41 - 20))).collect();
        let clean = least_squares(&pairs).unwrap();
        pairs.extend([(-20.0, -30_000.0), (30_000.0, 30_000.0)]);
        assert!(least_squares(&pairs).unwrap().line.sigma() > 100.0 * clean.line.sigma());
        let robust = fit(&pairs).unwrap();
        assert_eq!((robust.outliers, robust.line), (2, clean.line));
    }

    #[test]
    fn heavy_tails_are_no_outliers() {
        let tails = [0.0, 1.0, -1.0, 2.0, -2.0, 1.0, -1.0, 9.0, -9.0, 0.5];
        let pairs: Vec<(f64, f64)> =
            (0..200).map(|i: usize| (i as f64, i as f64 + tails[i % tails.len()])).collect();
        assert_eq!(fit(&pairs).unwrap().outliers, 0);
        // Where most values hardly change and every fifth changes much, that is what the spread is.
        let pairs: Vec<(f64, f64)> =
            (0..200).map(|i: i32| (f64::from(i), f64::from(i + i % 2 + i % 5 / 4 * 500))).collect();
        let fit = fit(&pairs).unwrap();
        assert!(fit.outliers == 0 && fit.line.sigma() > 100.0, "{fit:?}");
    }
}
