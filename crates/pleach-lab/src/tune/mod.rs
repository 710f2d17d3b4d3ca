//! Tuning the weights of any evaluator that has some.

mod course;
mod examples;
mod regression;
mod self_play;
mod terms;

pub use course::{Course, CourseError, CourseNews, CourseReport};
pub use examples::{Choice, Examples, ExamplesError, Label};
pub use regression::{CurvePoint, Learned, Loss, Regression, fitted_scale};
pub use self_play::{Lesson, SelfPlay, SelfPlayError};

use pleach::{Weights, WeightsError};

/// The weights after changes, rounded to whole numbers.
pub fn changed(weights: &Weights, changes: &[f64]) -> Result<Weights, WeightsError> {
    let flat = weights.flat();
    let moved = flat.iter().zip(changes).map(|(&weight, change)| (f64::from(weight) + change).round() as i32);
    weights.with_flat(&moved.collect::<Vec<_>>())
}
