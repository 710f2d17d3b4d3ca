//! Pictures of results, as SVG.

use plotters::prelude::*;

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

/// Okabe and Ito's colours, which colour-blind people can tell apart.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];
const SIZE: (u32, u32) = (800, 480);
const MARGIN: i32 = 12;
/// The room for what is written beside the axes.
const AXES: (u32, u32) = (72, 48);
/// What an entry of the legend takes: for each letter of its name, and beside that.
const LEGEND: (usize, i32) = (8, 46);
/// The most numbers along the horizontal axis.
const MOST_NUMBERS: usize = 11;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlotError {
    /// There is nothing to show.
    #[error("there is nothing to draw")]
    Empty,
    /// The library that draws has failed.
    #[error("it cannot be drawn: {0}")]
    Drawing(String),
}

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
        let mut all = self.clone();
        all.series.extend_from_slice(clouds);
        let (horizontal, vertical) = all.ranges().ok_or(PlotError::Empty)?;
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        self.draw(area, clouds, horizontal, vertical)
            .map_err(|error| PlotError::Drawing(error.to_string()))?;
        Ok(text)
    }

    /// The ranges of all points, wide enough for lines of one point.
    fn ranges(&self) -> Option<(std::ops::Range<f64>, std::ops::Range<f64>)> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let range = |value: fn(&(f64, f64)) -> f64| {
            let values = points().map(value).filter(|value| value.is_finite());
            let (low, high) = (values.clone().reduce(f64::min)?, values.reduce(f64::max)?);
            let margin = if high > low { (high - low) * 0.04 } else { low.abs().max(1.0) * 0.1 };
            Some(low - margin..high + margin)
        };
        Some((range(|point| point.0)?, range(|point| point.1)?))
    }

    fn draw(
        &self,
        area: DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
        clouds: &[Series],
        horizontal: std::ops::Range<f64>,
        vertical: std::ops::Range<f64>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        area.fill(&WHITE)?;
        // The legend stands beside the lines: over them it would hide some.
        let longest = self.series.iter().chain(clouds).map(|series| series.name.chars().count()).max();
        let beside = MARGIN + LEGEND.1 + (longest.unwrap_or(0) * LEGEND.0) as i32;
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.caption, ("sans-serif", 20))
            .margin(MARGIN)
            .margin_right(beside)
            .x_label_area_size(AXES.1)
            .y_label_area_size(AXES.0)
            .build_cartesian_2d(horizontal.clone(), vertical)?;
        chart
            .configure_mesh()
            .x_labels(self.numbers_along(clouds, &horizontal))
            .x_desc(&self.horizontal)
            .y_desc(&self.vertical)
            .x_label_formatter(&|number| short(*number))
            .y_label_formatter(&|number| short(*number))
            .light_line_style(TRANSPARENT)
            .label_style(("sans-serif", 14))
            .axis_desc_style(("sans-serif", 16))
            .draw()?;
        let mut colours = COLOURS.iter().cycle();
        for (cloud, colour) in clouds.iter().zip(colours.by_ref()) {
            let style = colour.mix(0.5).filled();
            chart
                .draw_series(cloud.points.iter().map(|&point| Circle::new(point, 2, style)))?
                .label(&cloud.name)
                .legend(move |(x, y)| Circle::new((x + 10, y), 4, style));
        }
        for (series, colour) in self.series.iter().zip(colours) {
            let style = colour.stroke_width(2);
            chart
                .draw_series(LineSeries::new(series.points.iter().copied(), style).point_size(3))?
                .label(&series.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::Coordinate(SIZE.0 as i32 - MARGIN - AXES.0 as i32 - beside + 4, 0))
            .label_font(("sans-serif", 14))
            .border_style(BLACK.mix(0.3))
            .background_style(WHITE.mix(0.8))
            .draw()?;
        area.present()?;
        Ok(())
    }
}

impl Plot {
    /// How many numbers the horizontal axis has: between whole numbers there are none.
    fn numbers_along(&self, clouds: &[Series], range: &std::ops::Range<f64>) -> usize {
        let mut points = self.series.iter().chain(clouds).flat_map(|series| &series.points);
        match points.all(|point| point.0.fract() == 0.0) {
            true => ((range.end.floor() - range.start.ceil()) as usize + 1).min(MOST_NUMBERS),
            false => MOST_NUMBERS,
        }
    }
}

/// A number with as many decimals as it needs beside its neighbours on an axis.
fn short(number: f64) -> String {
    match number.abs() {
        size if size >= 100.0 || number.fract() == 0.0 => format!("{number:.0}"),
        size if size >= 1.0 => format!("{number:.2}"),
        _ => format!("{number:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where texts begin.
    fn texts(svg: &str) -> Vec<(f64, String)> {
        let all = svg.split("<text ").skip(1).filter_map(|text| {
            let x = text.split("x=\"").nth(1)?.split('"').next()?.parse().ok()?;
            Some((x, text.split('>').nth(1)?.split('<').next()?.trim().to_owned()))
        });
        all.collect()
    }

    #[test]
    fn the_legend_hides_no_line_and_there_is_nothing_between_whole_numbers() {
        let stick =
            |row: f64, name: &str| Series { name: name.to_owned(), points: vec![(row, 0.0), (row, 9.0)] };
        let plot = Plot {
            caption: "Nodes".to_owned(),
            horizontal: "search".to_owned(),
            vertical: "nodes".to_owned(),
            series: vec![stick(1.0, "alpha-beta"), stick(2.0, "negascout"), stick(3.0, "mtdf")],
        };
        let svg = plot.svg().unwrap();
        let rightmost =
            svg.split("cx=\"").skip(1).filter_map(|circle| circle.split('"').next()?.parse().ok());
        let rightmost = rightmost.fold(0.0, f64::max);
        let texts = texts(&svg);
        for name in ["alpha-beta", "negascout", "mtdf"] {
            let (x, _) = texts.iter().find(|(_, text)| text == name).unwrap();
            assert!(*x > rightmost && *x < f64::from(SIZE.0), "{name} at {x}, a line at {rightmost}");
        }
        assert!(!texts.iter().any(|(_, text)| text.starts_with("1.")), "{texts:?}");
    }
}
