//! A trace as one SVG drawing.

use super::drawing::{Drawing, emit};
use super::legend::{Entry, entries, symbols};
use super::lettering::{Face, count_text, counted, escaped, text_width, value_words};
use super::palette::style_alone;
use super::replay::Phase;
use super::sketch::Limit;
use super::{Step, StepKind, Trace};

const MARGIN: i32 = 16;
/// The least width, for captions that can be read.
const LEAST_WIDTH: i32 = 560;
const CAPTION_LINE: i32 = 18;
const LEGEND_LINE: i32 = 24;
/// Longer positions are left to the description.
const LONGEST_POSITION: usize = 72;

impl Trace {
    /// The whole search as it stands at its end, drawn as a tree in one SVG file.
    ///
    /// The file needs nothing but itself: no script, no fonts, colours for light and for dark. Max
    /// nodes peak upward and Min nodes downward, leaves are pills; every edge carries the window of
    /// the last visit, every node its value with `=`, `≥` or `≤`. The best line is green. A cut
    /// has a badge with its name, and each pruned child a stub with the number of nodes that
    /// were never visited. A drawing that would be too large stops at a ply, and says so.
    ///
    /// ```
    /// use pleach::observe::Recorder;
    /// use pleach::textbook::{Algorithm, Search};
    /// use pleach::{Limits, tree::ExplicitTree};
    ///
    /// let tree: ExplicitTree = "MAX[5, m: MIN[3, 8]]".parse().unwrap();
    /// let mut recorder = Recorder::new(1_000);
    /// let search = Search::new(Algorithm::ALPHA_BETA);
    /// let report = search.run_observed(&tree, &(), &Limits::none(), &mut recorder).unwrap();
    /// let trace = recorder.finish("tree", "alpha-beta", &tree, &report).unwrap();
    /// let svg = trace.to_svg();
    /// assert!(svg.starts_with("<svg") && svg.contains("leaf 1, value 5, window −∞ : ∞"));
    /// ```
    pub fn to_svg(&self) -> String {
        self.svg_within(Limit::default())
    }

    pub(super) fn svg_within(&self, limit: Limit) -> String {
        let drawing = Drawing::new(self, limit);
        let caption = caption(&drawing);
        let title = drawing_title(self);
        let lines = caption.iter().map(|line| text_width(line, Face::Mono));
        let widest = lines.chain([text_width(&title, Face::Title)]).max().unwrap_or(0);
        let width = drawing.layout.width.max(LEAST_WIDTH).max(widest + 2 * MARGIN);
        let tree_top = MARGIN + 22 + CAPTION_LINE * caption.len() as i32;
        let legend_top = tree_top + drawing.layout.height;
        let (legend, legend_lines) = legend(&drawing, width, legend_top);
        let height = legend_top + LEGEND_LINE * legend_lines + MARGIN;
        let title = escaped(&title);
        let description = escaped(&description(self, &caption));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title description\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"description\">{description}</desc>\n"
        );
        emit(&mut svg, format_args!("<style>\n{}</style>\n<defs>\n{}</defs>\n", style_alone(), symbols()));
        emit(&mut svg, format_args!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n"));
        emit(&mut svg, format_args!("<text class=\"title\" x=\"{MARGIN}\" y=\"30\">{title}</text>\n"));
        for (number, line) in caption.iter().enumerate() {
            let (y, line) = (50 + CAPTION_LINE * number as i32, escaped(line));
            emit(&mut svg, format_args!("<text class=\"caption\" x=\"{MARGIN}\" y=\"{y}\">{line}</text>\n"));
        }
        let tree_left = (width - drawing.layout.width) / 2;
        emit(&mut svg, format_args!("<g transform=\"translate(0 {tree_top})\">\n{}</g>\n", drawing.plies()));
        emit(&mut svg, format_args!("<g transform=\"translate({tree_left} {tree_top})\">\n"));
        svg.push_str(&drawing.elements());
        svg.push_str("</g>\n");
        svg.push_str(&legend);
        svg.push_str("</svg>\n");
        svg
    }
}

/// The caption, with the position if that is too long for it.
fn description(trace: &Trace, caption: &[String]) -> String {
    let said = caption.iter().any(|line| line.ends_with(&trace.position));
    match said {
        true => caption.join(" "),
        false => format!("{} Position {}", caption.join(" "), trace.position),
    }
}

/// The game and the algorithm.
pub(super) fn drawing_title(trace: &Trace) -> String {
    format!("{} by {}", trace.game, trace.algorithm)
}

/// The result, the work, and what is not in the drawing, a line each.
pub(super) fn caption(drawing: &Drawing<'_>) -> Vec<String> {
    let trace = drawing.trace;
    let mut lines = vec![result(trace)];
    let position = trace.position.as_str();
    if position != "root" && position.chars().count() <= LONGEST_POSITION {
        lines.push(format!("Position {position}"));
    }
    if let Some(left_out) = drawing.sketch.left_out {
        let (drawn, reached) = (count_text(left_out.drawn), count_text(left_out.reached));
        let lowest = left_out.lowest;
        lines.push(format!("Drawn down to ply {lowest}: {drawn} of {reached} nodes; ⋯ counts those below."));
    }
    if drawing.replay.paints.first().is_some_and(|root| root.phase == Phase::Open) {
        lines.push("The last iteration was stopped before its end.".to_owned());
    }
    lines
}

/// `Value for Max: 35. 24 nodes visited, 11 leaves, 3 cuts; 7 nodes never visited.`
fn result(trace: &Trace) -> String {
    let value = value_words(trace.bound, trace.value);
    let different = trace.nodes.iter().filter(|node| node.visited).count() as u64;
    let (visits, nodes) = (count_text(trace.visits), counted(different, "node", "nodes"));
    // A best-first search does not count its root, and all that it looks at are leaves at first.
    let is_best_first = matches!(trace.steps.first().map(|step| &step.kind), Some(StepKind::Judge));
    let visits = match different == trace.visits {
        _ if is_best_first => format!("{nodes} in its tree"),
        true => format!("{nodes} visited, {}", counted(trace.leaves, "leaf", "leaves")),
        // A search that comes back counts every visit.
        false => format!("{visits} visits of {nodes}, {} at leaves", count_text(trace.leaves)),
    };
    let is_cut = |step: &&Step| matches!(step.kind, StepKind::Cut { .. } | StepKind::Dominated { .. });
    let cuts = trace.steps.iter().filter(is_cut).count() as u64;
    let mut pruned = 0;
    let mut all_counted = true;
    for node in trace.nodes.iter().filter(|node| !node.visited) {
        pruned += node.pruned_size.unwrap_or(1);
        all_counted &= node.pruned_size.is_some();
    }
    let work = format!("Value for Max: {value}. {visits}");
    if cuts == 0 {
        return format!("{work}, no cuts.");
    }
    let at_least = if all_counted { "" } else { "at least " };
    let cuts = counted(cuts, "cut", "cuts");
    format!("{work}, {cuts}; {at_least}{} never visited.", counted(pruned, "node", "nodes"))
}

/// The legend, and how many lines it takes.
fn legend(drawing: &Drawing<'_>, width: i32, top: i32) -> (String, i32) {
    let mut svg = format!("<path class=\"rule\" d=\"M{MARGIN} {top}H{}\"/>\n", width - MARGIN);
    let (mut x, mut line) = (MARGIN, 1);
    for Entry { sign, meaning } in entries(drawing) {
        let needed = Entry::WIDTH + 6 + text_width(meaning, Face::Mono) + 10;
        if x + needed > width && x > MARGIN {
            (x, line) = (MARGIN, line + 1);
        }
        let y = top + LEGEND_LINE * (line - 1) + 12;
        let words = Entry::WIDTH + 6;
        emit(&mut svg, format_args!("<g transform=\"translate({x} {y})\">{sign}"));
        emit(&mut svg, format_args!("<text class=\"key\" x=\"{words}\" y=\"12\">{meaning}</text></g>\n"));
        x += needed;
    }
    (svg, line)
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
