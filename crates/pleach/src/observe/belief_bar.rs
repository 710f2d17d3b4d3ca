//! The bar under a node whose value is uncertain: its range on a scale that all nodes share, with a small
//! histogram where probabilities are known.

use super::drawing::emit;
use super::{Believed, Trace};
use crate::value::Score;

/// Where the bar stands under its node, and how tall the histogram above it may be.
const TALL: i32 = 10;
const BINS: usize = 24;

/// The finite scores that the values of a recording lie between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Scale {
    pub(super) fn new(trace: &Trace) -> Scale {
        let beliefs = trace.steps.iter().filter_map(|step| step.believed.as_deref());
        let ends = beliefs.flat_map(|believed| [believed.low, believed.high]);
        let finite = || ends.clone().filter(|score| score.is_evaluation()).map(Score::get);
        match (finite().min(), finite().max()) {
            (Some(low), Some(high)) if low < high => Scale { low, high },
            (Some(low), _) => Scale { low: low - 1, high: low + 1 },
            _ => Scale { low: 0, high: 1 },
        }
    }

    /// Where a score stands on a bar that reaches so far to either side.
    fn place(self, score: Score, half: i32) -> f64 {
        let half = f64::from(half);
        if !score.is_evaluation() {
            return if score > Score::ZERO { half } else { -half };
        }
        let share = f64::from(score.get() - self.low) / f64::from(self.high - self.low);
        half * (2.0 * share - 1.0)
    }
}

/// Writes the bar of a node of this half width and height.
pub(super) fn write_belief(svg: &mut String, believed: &Believed, scale: Scale, half: i32, height: i32) {
    let (left, right) = (scale.place(believed.low, half), scale.place(believed.high, half));
    let (track, width) = (height + 2 + TALL, 2 * half);
    emit(
        svg,
        format_args!(
            "<rect class=\"belief-track\" x=\"{}\" y=\"{track}\" width=\"{width}\" height=\"4\" rx=\"2\"/>",
            -half
        ),
    );
    if believed.distribution.len() > 1 {
        let path = histogram(believed, scale, half, track);
        emit(svg, format_args!("<path class=\"belief-shares\" d=\"{path}\"/>"));
    }
    let (start, range) = (left.min(f64::from(half - 3)), (right - left).max(3.0));
    emit(
        svg,
        format_args!(
            "<rect class=\"belief-range\" x=\"{start:.1}\" y=\"{track}\" width=\"{range:.1}\" height=\"4\" rx=\"2\"/>"
        ),
    );
    if let Some(numbers) = believed.conspiracy {
        let (x, y) = (scale.place(numbers.value, half), track + 2);
        emit(svg, format_args!("<circle class=\"belief-value\" cx=\"{x:.1}\" cy=\"{y}\" r=\"3\"/>"));
    }
}

/// The probabilities in a few bins, the highest as tall as there is room.
fn histogram(believed: &Believed, scale: Scale, half: i32, bottom: i32) -> String {
    let mut bins = [0.0; BINS];
    for &(score, mass) in &believed.distribution {
        let share = (scale.place(score, half) + f64::from(half)) / f64::from(2 * half);
        bins[((share * BINS as f64) as usize).min(BINS - 1)] += mass;
    }
    let most = bins.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let width = f64::from(2 * half) / BINS as f64;
    let mut path = String::new();
    for (number, share) in bins.into_iter().enumerate().filter(|&(_, share)| share > 0.0) {
        let tall = (f64::from(TALL - 1) * share / most).max(1.0);
        let x = number as f64 * width - f64::from(half);
        emit(&mut path, format_args!("M{x:.1} {bottom}v-{tall:.1}h{width:.1}v{tall:.1}Z"));
    }
    path
}
