//! Lines of regression of deep values on shallow ones, with standard errors and doubts.

use pleach::prune::{BadLine, Line};
use serde::Serialize;

/// A line with what is known of its quality.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The line.
    pub line: Line,
    /// The pairs of values it was fitted to.
    pub count: usize,
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
    Line(#[from] BadLine),
}

/// The least pairs for a line.
pub(super) const LEAST_PAIRS: usize = 10;

/// Fits a line to pairs of a shallow and a deep value by least squares.
///
/// ```
/// use pleach_lab::calibrate::fit;
/// let pairs: Vec<(f64, f64)> = (0..100).map(|i| (f64::from(i), 2.0 * f64::from(i) + 1.0)).collect();
/// let fit = fit(&pairs).unwrap();
/// assert!((fit.line.a() - 2.0).abs() < 1e-9 && (fit.line.b() - 1.0).abs() < 1e-9);
/// assert!(fit.line.sigma() < 1e-6 && fit.explained > 0.999);
/// ```
pub fn fit(pairs: &[(f64, f64)]) -> Result<Fit, FitError> {
    let count = pairs.len();
    if count < LEAST_PAIRS {
        return Err(FitError::TooFew(count));
    }
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
        line: Line::new(a, b, sigma)?,
        count,
        slope_error: sigma / xx.sqrt(),
        constant_error: sigma * (1.0 / n + mean_x * mean_x / xx).sqrt(),
        explained: if yy > 0.0 { 1.0 - squares / yy } else { 1.0 },
        skewness,
        excess_kurtosis,
    })
}
