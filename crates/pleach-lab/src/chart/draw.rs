//! The drawing itself.

use super::scale::Fitted;
use super::{Chart, FiveNumbers, Layer, Mark, NothingToDraw};
use crate::page::escaped;
use std::fmt::Write;

/// Okabe and Ito's colours, which colour-blind people can tell apart; a page may have others for the dark.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#b3589a", "#a66f00", "#2e86b8", "#6b6b6b", "#8a5a2b"];
const WIDTH: f64 = 600.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = WIDTH - 12.0;
/// The height of the frame.
const TALL: f64 = 300.0;
const LINE: f64 = 18.0;
/// Letters in a line of the caption.
const LETTERS: usize = 66;
/// What a letter of the legend takes, about.
const LETTER: f64 = 7.2;

impl Chart {
    /// The picture. Its colours are those for a light page, as attributes, which the style of a page overrules.
    pub fn svg(&self) -> Result<String, NothingToDraw> {
        let caption = lines(&self.caption, LETTERS);
        let top = 12.0 + LINE * caption.len() as f64;
        let bottom = top + TALL;
        let extremes: Vec<(f64, f64)> = self.layers.iter().flat_map(Layer::extremes).collect();
        let across = Fitted::new(&self.across.scale, extremes.iter().map(|place| place.0), (LEFT, RIGHT));
        let up = Fitted::new(&self.up.scale, extremes.iter().map(|place| place.1), (bottom, top));
        let frame = Frame { across: across.ok_or(NothingToDraw)?, up: up.ok_or(NothingToDraw)?, top, bottom };
        let mut body = String::new();
        for (number, line) in (1..).zip(&caption) {
            let y = LINE * f64::from(number) - 2.0;
            let _ = writeln!(body, r#"<text class="caption" x="8" y="{y}">{}</text>"#, escaped(line));
        }
        frame.axes(&mut body, &self.across.label, &self.up.label);
        self.layers.iter().enumerate().for_each(|(number, layer)| frame.layer(&mut body, number, layer));
        let height = self.legend(&mut body, bottom + 62.0 + frame.second_row());
        let label = escaped(&self.caption).replace('"', "&quot;");
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
             aria-label=\"{label}\" font-family=\"system-ui, sans-serif\" font-size=\"14\" fill=\"#222\">\n\
             <rect class=\"ground\" width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n"
        ))
    }

    /// The names of the layers below the picture; says where they end.
    fn legend(&self, body: &mut String, first: f64) -> f64 {
        let (mut x, mut y) = (LEFT, first);
        for (number, layer) in self.layers.iter().enumerate() {
            let wide = 34.0 + LETTER * layer.name().chars().count() as f64 + 14.0;
            if x + wide > WIDTH && x > LEFT {
                (x, y) = (LEFT, y + LINE + 2.0);
            }
            let _ = writeln!(body, "<g{}>", style(number));
            match layer {
                Layer::Points { .. } => dot(body, number, x + 12.0, y - 5.0),
                Layer::Cloud { .. } => speck(body, x + 12.0, y - 5.0),
                Layer::Boxes { .. } => {
                    let _ = writeln!(
                        body,
                        r#"<rect x="{x}" y="{}" width="24" height="10" fill="none"/>"#,
                        y - 10.0
                    );
                }
                Layer::Line { .. } | Layer::Curve { .. } => {
                    let dashes = dashes(number);
                    let _ =
                        writeln!(body, r#"<path d="M{x} {0}H{1}" fill="none"{dashes}/>"#, y - 5.0, x + 24.0);
                    if matches!(layer, Layer::Line { .. }) {
                        dot(body, number, x + 12.0, y - 5.0);
                    }
                }
            }
            let _ = writeln!(body, r#"</g><text x="{}" y="{y}">{}</text>"#, x + 31.0, escaped(layer.name()));
            x += wide;
        }
        y + 12.0
    }
}

/// The axes, with where they are.
struct Frame<'a> {
    across: Fitted<'a>,
    up: Fitted<'a>,
    top: f64,
    bottom: f64,
}

impl Frame<'_> {
    /// How much lower every other name under the frame stands: not at all, unless they would run into each other.
    fn second_row(&self) -> f64 {
        let ticks = self.across.ticks();
        let letters = |text: &str| text.chars().count() as f64;
        let collide = |two: &[(f64, String)]| {
            two[1].0 - two[0].0 < LETTER * (letters(&two[0].1) + letters(&two[1].1)) / 2.0 + 6.0
        };
        if ticks.windows(2).any(collide) { LINE - 2.0 } else { 0.0 }
    }

    fn axes(&self, body: &mut String, across: &str, up: &str) {
        let Frame { top, bottom, .. } = *self;
        for (y, text) in self.up.ticks() {
            let _ = write!(body, r##"<path class="grid" d="M{LEFT} {y:.1}H{RIGHT}" stroke="#ddd"/>"##);
            let _ = writeln!(
                body,
                r#"<text x="{}" y="{:.1}" text-anchor="end">{}</text>"#,
                LEFT - 7.0,
                y + 5.0,
                power(&text)
            );
        }
        let lower = self.second_row();
        for (number, (x, text)) in self.across.ticks().into_iter().enumerate() {
            let _ = write!(body, r##"<path class="axis" d="M{x:.1} {bottom}v5" stroke="#555"/>"##);
            let _ = writeln!(
                body,
                r#"<text x="{x:.1}" y="{}" text-anchor="middle">{}</text>"#,
                bottom + 20.0 + if number % 2 == 1 { lower } else { 0.0 },
                power(&text)
            );
        }
        let _ = writeln!(
            body,
            r##"<path class="axis" d="M{LEFT} {top}V{bottom}H{RIGHT}" fill="none" stroke="#555"/>"##
        );
        let (middle, centre) = ((LEFT + RIGHT) / 2.0, (top + bottom) / 2.0);
        let _ = writeln!(
            body,
            r#"<text x="{middle}" y="{}" text-anchor="middle">{}</text>"#,
            bottom + 40.0 + lower,
            escaped(across)
        );
        let _ = writeln!(
            body,
            r#"<text transform="translate(16 {centre}) rotate(-90)" text-anchor="middle">{}</text>"#,
            escaped(up)
        );
    }

    fn layer(&self, body: &mut String, number: usize, layer: &Layer) {
        let _ = writeln!(body, "<g{}>", style(number));
        match layer {
            Layer::Line { marks, .. } => {
                self.path(body, number, marks);
                self.dots(body, number, marks);
            }
            Layer::Curve { marks, .. } => self.path(body, number, marks),
            Layer::Points { marks, .. } => self.dots(body, number, marks),
            Layer::Cloud { marks, .. } => {
                let places = marks
                    .iter()
                    .filter_map(|mark| Some((self.across.place(mark.x)?, self.up.place(mark.y)?)));
                places.for_each(|(x, y)| speck(body, x, y));
            }
            Layer::Boxes { boxes, .. } => {
                (0..).zip(boxes).for_each(|(place, five)| self.five(body, f64::from(place), five));
            }
        }
        body.push_str("</g>\n");
    }

    fn path(&self, body: &mut String, number: usize, marks: &[Mark]) {
        let mut path = String::new();
        let mut pen = 'M';
        for mark in marks {
            match (self.across.place(mark.x), self.up.place(mark.y)) {
                (Some(x), Some(y)) => {
                    let _ = write!(path, "{pen}{x:.1} {y:.1}");
                    pen = 'L';
                }
                // What an axis has no place for parts the line.
                _ => pen = 'M',
            }
        }
        let _ = writeln!(body, r#"<path d="{path}" fill="none"{}/>"#, dashes(number));
    }

    fn dots(&self, body: &mut String, number: usize, marks: &[Mark]) {
        for mark in marks {
            let (Some(x), Some(y)) = (self.across.place(mark.x), self.up.place(mark.y)) else { continue };
            let ends =
                mark.interval.and_then(|(low, high)| Some((self.up.place(low)?, self.up.place(high)?)));
            if let Some((low, high)) = ends {
                let _ =
                    writeln!(body, r#"<path class="interval" d="M{x:.1} {low:.1}V{high:.1}" fill="none"/>"#);
            }
            dot(body, number, x, y);
        }
    }

    fn five(&self, body: &mut String, place: f64, five: &FiveNumbers) {
        let at = |number: f64| self.up.place(number);
        let (Some(x), Some(least), Some(lower)) =
            (self.across.place(place), at(five.least), at(five.lower_quartile))
        else {
            return;
        };
        let (Some(median), Some(upper), Some(most), Some(mean)) =
            (at(five.median), at(five.upper_quartile), at(five.greatest), at(five.mean))
        else {
            return;
        };
        let (left, right) = (x - 15.0, x + 15.0);
        let _ = writeln!(
            body,
            r#"<path d="M{x:.1} {least:.1}V{lower:.1}M{x:.1} {upper:.1}V{most:.1}M{0:.1} {least:.1}H{1:.1}M{0:.1} {most:.1}H{1:.1}" fill="none"/>"#,
            x - 8.0,
            x + 8.0
        );
        let tall = (lower - upper).max(1.0);
        let _ = writeln!(
            body,
            r#"<rect x="{left:.1}" y="{upper:.1}" width="30" height="{tall:.1}" fill-opacity=".15"/><path d="M{left:.1} {median:.1}H{right:.1}" stroke-width="4"/>"#
        );
        let _ = writeln!(
            body,
            r#"<path class="mean" d="M{0:.1} {1:.1}l10 10m0 -10l-10 10" stroke-width="2.5"/>"#,
            x - 5.0,
            mean - 5.0
        );
    }
}

/// The class and the colour of a layer.
fn style(number: usize) -> String {
    let colour = COLOURS[number % COLOURS.len()];
    format!(
        r#" class="layer layer-{}" stroke="{colour}" fill="{colour}" stroke-width="2""#,
        number % COLOURS.len()
    )
}

/// Every third line is whole, so that lines can be told apart without colours.
fn dashes(number: usize) -> &'static str {
    ["", r#" stroke-dasharray="7 4""#, r#" stroke-dasharray="2 3""#][number % 3]
}

/// One of many points.
fn speck(body: &mut String, x: f64, y: f64) {
    let _ = writeln!(body, r#"<circle cx="{x:.1}" cy="{y:.1}" r="2" stroke="none" opacity=".5"/>"#);
}

/// Shapes that differ as colours do.
fn dot(body: &mut String, number: usize, x: f64, y: f64) {
    let _ = match number % 4 {
        0 => writeln!(body, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3.6"/>"#),
        1 => writeln!(body, r#"<rect x="{:.1}" y="{:.1}" width="7" height="7"/>"#, x - 3.5, y - 3.5),
        2 => writeln!(body, r#"<path d="M{x:.1} {:.1}l4.5 7.8h-9z"/>"#, y - 5.0),
        _ => writeln!(body, r#"<path d="M{x:.1} {:.1}l5 5l-5 5l-5 -5z"/>"#, y - 5.0),
    };
}

/// `10^5` with its exponent raised.
fn power(text: &str) -> String {
    match text.split_once('^') {
        Some((base, exponent)) => format!(r#"{base}<tspan dy="-5" font-size="11">{exponent}</tspan>"#),
        None => escaped(text),
    }
}

/// A text in lines of words.
fn lines(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + word.chars().count() < letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Scale};
    use super::*;

    #[test]
    fn what_cannot_be_placed_parts_the_line() {
        let marks = [1.0, 0.0, 10.0, 100.0].map(|y| Mark::at(y, y)).to_vec();
        let chart = Chart {
            caption: "a < b & \"c\"".to_owned(),
            across: Axis::plain("x"),
            up: Axis::logarithmic("y"),
            layers: vec![Layer::Line { name: "line".to_owned(), marks }],
        };
        let drawing = chart.svg().unwrap();
        assert_eq!(drawing.matches("<circle").count(), 4, "three points and one in the legend");
        assert!(!drawing.contains("NaN") && drawing.contains("a &lt; b &amp; &quot;c&quot;"), "{drawing}");
        assert_eq!(Chart { layers: Vec::new(), ..chart }.svg(), Err(NothingToDraw));
    }

    #[test]
    fn names_that_would_run_into_each_other_stand_in_two_rows() {
        let rows = |name: &str| {
            let names = (0..9).map(|number| format!("{name}{number}")).collect();
            let marks = (0..9).map(|number| Mark::at(f64::from(number), 1.0 + f64::from(number))).collect();
            let chart = Chart {
                caption: "names".to_owned(),
                across: Axis { label: "who".to_owned(), scale: Scale::Names(names) },
                up: Axis::plain("y"),
                layers: vec![Layer::Points { name: "points".to_owned(), marks }],
            };
            let drawing = chart.svg().unwrap();
            let named = drawing.lines().filter(|line| line.contains(&format!(">{name}")));
            let heights = named.filter_map(|line| line.split(" y=\"").nth(1)?.split('"').next());
            let heights: std::collections::BTreeSet<&str> = heights.collect();
            heights.len()
        };
        assert_eq!((rows("AB"), rows("FGPC-MTD ")), (1, 2));
    }

    #[test]
    fn captions_are_broken_between_words() {
        assert_eq!(lines("one two three", 8), ["one two", "three"]);
    }
}
