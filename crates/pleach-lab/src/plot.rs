//! Lines and clouds of points, as the reports have them: a short way to a [chart](crate::chart).

use crate::chart::{Axis, Chart, Layer, Mark, NothingToDraw};

/// A line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// A plot with axes, units and a caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What it shows.
    pub caption: String,
    /// What is to the right, with its unit.
    pub horizontal: String,
    /// What is upwards, with its unit.
    pub vertical: String,
    /// The lines.
    pub series: Vec<Series>,
}

/// Why there is no picture.
pub type PlotError = NothingToDraw;

impl Plot {
    /// The picture.
    ///
    /// ```
    /// use pleach_lab::plot::{Plot, Series};
    /// let plot = Plot {
    ///     caption: "Squares".to_owned(),
    ///     horizontal: "number".to_owned(),
    ///     vertical: "its square".to_owned(),
    ///     series: vec![Series { name: "x²".to_owned(), points: vec![(1.0, 1.0), (2.0, 4.0), (3.0, 9.0)] }],
    /// };
    /// assert!(plot.svg().unwrap().starts_with("<svg"));
    /// assert!(Plot { series: Vec::new(), ..plot }.svg().is_err());
    /// ```
    pub fn svg(&self) -> Result<String, PlotError> {
        self.svg_with_points(&[])
    }

    /// The same with points that belong to no line.
    ///
    /// ```
    /// use pleach_lab::plot::{Plot, Series};
    /// let line = Series { name: "fit".to_owned(), points: vec![(0.0, 0.0), (1.0, 1.0)] };
    /// let cloud = Series { name: "measured".to_owned(), points: vec![(0.2, 0.3), (0.7, 0.6)] };
    /// let plot = Plot {
    ///     caption: "A fit".to_owned(),
    ///     horizontal: "x".to_owned(),
    ///     vertical: "y".to_owned(),
    ///     series: vec![line],
    /// };
    /// assert!(plot.svg_with_points(&[cloud]).unwrap().contains("measured"));
    /// ```
    pub fn svg_with_points(&self, clouds: &[Series]) -> Result<String, PlotError> {
        let marks = |series: &Series| series.points.iter().map(|&(x, y)| Mark::at(x, y)).collect();
        let cloud = |series: &Series| match series.points.len() {
            0..=FEW => Layer::Points { name: series.name.clone(), marks: marks(series) },
            _ => Layer::Cloud { name: series.name.clone(), marks: marks(series) },
        };
        let line = |series: &Series| Layer::Line { name: series.name.clone(), marks: marks(series) };
        let chart = Chart {
            caption: self.caption.clone(),
            across: Axis::plain(&self.horizontal),
            up: Axis::plain(&self.vertical),
            layers: clouds.iter().map(cloud).chain(self.series.iter().map(line)).collect(),
        };
        chart.svg()
    }
}

/// So many points are drawn each for itself; more are a cloud.
const FEW: usize = 60;
