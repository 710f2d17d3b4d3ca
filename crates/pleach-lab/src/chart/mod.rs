//! Pictures of results that are at home on any page: SVG whose parts have classes, so that a page may colour them
//! for light and dark, and colours of their own for where they stand alone.
//!
//! ```
//! use pleach_lab::chart::{Axis, Chart, Layer, Mark};
//! let squares = (1..=5).map(|n| Mark::at(f64::from(n), f64::from(n * n))).collect();
//! let chart = Chart {
//!     caption: "Squares of small numbers".to_owned(),
//!     across: Axis::plain("number"),
//!     up: Axis::logarithmic("its square"),
//!     layers: vec![Layer::Line { name: "n²".to_owned(), marks: squares }],
//! };
//! let drawing = chart.svg().unwrap();
//! assert!(drawing.starts_with("<svg") && drawing.contains("its square"));
//! ```

mod draw;
mod scale;

use serde::Serialize;

/// A picture with axes and a caption; the example is at the [module](self).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// What it shows.
    pub caption: String,
    /// The horizontal axis.
    pub across: Axis,
    /// The vertical axis.
    pub up: Axis,
    /// What is drawn, one over the other.
    pub layers: Vec<Layer>,
}

/// An axis; the example is at the [module](self).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// What it measures, with its unit.
    pub label: String,
    /// How numbers are spread over it.
    pub scale: Scale,
}

/// How numbers are spread over an axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Evenly.
    Linear,
    /// Factors evenly; what is not above zero is left out.
    Logarithmic,
    /// Names at 0, 1, 2 and so on.
    Names(Vec<String>),
}

/// Something drawn; the example is at the [module](self).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Layer {
    /// Points, joined by a line.
    Line {
        /// Its name in the legend.
        name: String,
        /// The points, from left to right.
        marks: Vec<Mark>,
    },
    /// A line without points, for what is computed.
    Curve {
        /// Its name in the legend.
        name: String,
        /// The points, from left to right.
        marks: Vec<Mark>,
    },
    /// Points of their own.
    Points {
        /// Their name in the legend.
        name: String,
        /// The points.
        marks: Vec<Mark>,
    },
    /// So many points that each is small and faint.
    Cloud {
        /// Their name in the legend.
        name: String,
        /// The points.
        marks: Vec<Mark>,
    },
    /// Five-number summaries with their means, side by side.
    Boxes {
        /// Their name in the legend.
        name: String,
        /// One for each place of the horizontal axis, from 0 on.
        boxes: Vec<FiveNumbers>,
    },
}

/// A point with the interval it lies in; the example is at the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// Its place on the horizontal axis.
    pub x: f64,
    /// Its place on the vertical axis.
    pub y: f64,
    /// The interval of `y`, if it has been measured.
    pub interval: Option<(f64, f64)>,
}

/// What a box plot shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FiveNumbers {
    /// The least number.
    pub least: f64,
    /// A quarter lies below.
    pub lower_quartile: f64,
    /// Half lie below.
    pub median: f64,
    /// Three quarters lie below.
    pub upper_quartile: f64,
    /// The greatest number.
    pub greatest: f64,
    /// The mean.
    pub mean: f64,
}

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is nothing to draw")]
pub struct NothingToDraw;

impl Axis {
    /// An axis with even steps.
    pub fn plain(label: &str) -> Axis {
        Axis { label: label.to_owned(), scale: Scale::Linear }
    }

    /// An axis with even factors.
    pub fn logarithmic(label: &str) -> Axis {
        Axis { label: label.to_owned(), scale: Scale::Logarithmic }
    }

    /// An axis with names.
    pub fn names(label: &str, names: impl IntoIterator<Item = String>) -> Axis {
        Axis { label: label.to_owned(), scale: Scale::Names(names.into_iter().collect()) }
    }
}

impl Mark {
    /// A point without an interval.
    pub fn at(x: f64, y: f64) -> Mark {
        Mark { x, y, interval: None }
    }
}

impl Layer {
    fn name(&self) -> &str {
        match self {
            Layer::Line { name, .. }
            | Layer::Curve { name, .. }
            | Layer::Points { name, .. }
            | Layer::Cloud { name, .. }
            | Layer::Boxes { name, .. } => name,
        }
    }

    /// All places that must be seen.
    fn extremes(&self) -> Vec<(f64, f64)> {
        match self {
            Layer::Line { marks, .. }
            | Layer::Curve { marks, .. }
            | Layer::Points { marks, .. }
            | Layer::Cloud { marks, .. } => marks
                .iter()
                .flat_map(|mark| {
                    let (low, high) = mark.interval.unwrap_or((mark.y, mark.y));
                    [(mark.x, mark.y), (mark.x, low), (mark.x, high)]
                })
                .collect(),
            Layer::Boxes { boxes, .. } => (0..)
                .zip(boxes)
                .flat_map(|(place, five)| [(f64::from(place), five.least), (f64::from(place), five.greatest)])
                .collect(),
        }
    }
}
