//! A trace as a page that steps through the search.

use super::Trace;
use super::drawing::{Drawing, Purpose, emit};
use super::legend::{Entry, entries, symbols};
use super::lettering::{escaped, printed, score_text, telling_move};
use super::palette::TOKENS;
use super::replay::{Change, Phase, Reason};
use super::rows::{Row, TableLine};
use super::sentence::Teller;
use super::sketch::Limit;
use super::svg::{caption, drawing_title};
use serde_json::{Value, json};

const TREE_STYLE: &str = include_str!("page/tree.css");
const PAGE_STYLE: &str = include_str!("page/page.css");
/// Runs before the first paint, so that a dark page never flashes.
const THEME_SCRIPT: &str = include_str!("page/theme.js");
/// One module, in the order in which its parts use each other.
const SCRIPTS: [&str; 5] = [
    include_str!("page/replay.js"),
    include_str!("page/painter.js"),
    include_str!("page/rows.js"),
    include_str!("page/skyline.js"),
    include_str!("page/page.js"),
];
const BODY: &str = include_str!("page/page.html");
/// The page may run its own script and style, and reach for nothing else.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

impl Trace {
    /// The search as a page that steps through it, forward and back: the drawing of
    /// [`Trace::to_svg`], the rows of [`Trace::to_table`], and a sentence about each.
    ///
    /// The page is one file that needs no network and no server, for light and dark, for mouse, touch
    /// and keyboard. Without scripts it shows the end of the search.
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
    /// let page = trace.to_html();
    /// assert!(page.starts_with("<!doctype html>"));
    /// assert!(page.contains("Min node m holds 3 or less. Max already has 5 at root, one ply up"));
    /// ```
    pub fn to_html(&self) -> String {
        self.html_within(Limit::default())
    }

    pub(super) fn html_within(&self, limit: Limit) -> String {
        let drawing = Drawing::new(self, limit);
        let title = escaped(&drawing_title(self));
        let caption: Vec<String> =
            caption(&drawing).iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
        let body = filled(
            BODY,
            &[
                ("title", &title),
                ("caption", &caption.concat()),
                ("drawing", &inline_drawing(&drawing, &title)),
                ("legend", &legend(&drawing)),
                ("symbols", &symbols()),
            ],
        );
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"generator\" content=\"Pleach\">\n<title>{title}</title>\n\
             <style>\n{TOKENS}{TREE_STYLE}{PAGE_STYLE}</style>\n<script>\n{THEME_SCRIPT}</script>\n</head>\n\
             {body}<script type=\"application/json\" id=\"trace\">{}</script>\n\
             <script type=\"module\">\n{}</script>\n</body>\n</html>\n",
            data(&drawing),
            SCRIPTS.concat()
        )
    }
}

/// A template with every `{{name}}` replaced. What is put in is not looked at again.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        text.push_str(before);
        let value = values.iter().find(|(key, _)| *key == name);
        text.push_str(value.map_or("", |(_, value)| value));
        rest = after;
    }
    text + rest
}

fn inline_drawing(drawing: &Drawing<'_>, title: &str) -> String {
    let (width, height) = (drawing.layout.width, drawing.layout.height);
    format!(
        "<svg class=\"drawing\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"group\" aria-label=\"The tree of {title}\">\n{}{}</svg>",
        drawing.plies(),
        drawing.elements(Purpose::Page)
    )
}

fn legend(drawing: &Drawing<'_>) -> String {
    let of_the_page = [
        ("<path class=\"edge open\" d=\"M1 8h22\"/>", "open path"),
        (
            "<rect class=\"shape waiting\" x=\"1\" y=\"2\" width=\"22\" height=\"12\" rx=\"3\"/>",
            "not reached yet",
        ),
        ("<rect class=\"ring\" x=\"2\" y=\"2\" width=\"20\" height=\"12\" rx=\"4\"/>", "current node"),
    ];
    let own = entries(drawing, Purpose::Page).into_iter();
    let of_the_page = of_the_page.into_iter().map(|(sign, meaning)| Entry { sign: sign.to_owned(), meaning });
    let mut html = String::new();
    for Entry { sign, meaning } in own.chain(of_the_page) {
        let width = Entry::WIDTH;
        emit(
            &mut html,
            format_args!(
                "<li><svg width=\"{width}\" height=\"16\" viewBox=\"0 0 {width} 16\" aria-hidden=\"true\">{sign}</svg>{meaning}</li>\n"
            ),
        );
    }
    html
}

/// The data of the page. `replay.js` says what the fields are.
fn data(drawing: &Drawing<'_>) -> String {
    let trace = drawing.trace;
    let nodes: Vec<Value> = (0..trace.nodes.len()).map(|node| node_data(drawing, node)).collect();
    let steps: Vec<Value> = trace
        .steps
        .iter()
        .zip(&drawing.replay.changes)
        .map(|(step, change)| step_data(step.node, change))
        .collect();
    let reasons: Vec<Value> =
        Reason::ALL.iter().map(|reason| json!({"key": reason.key(), "word": reason.word()})).collect();
    let believed = trace.steps.iter().enumerate().filter(|(_, step)| step.believed.is_some());
    let believed: serde_json::Map<String, Value> =
        believed.map(|(number, _)| (number.to_string(), json!(true))).collect();
    let data = json!({
        "nodes": nodes,
        "believed": believed,
        "steps": steps,
        "lines": line_data(trace),
        "line": trace.line,
        "reasons": reasons,
    });
    // JSON has `<` only inside strings; escaped, no name can end the element or open another.
    data.to_string().replace('<', "\\u003c")
}

fn node_data(drawing: &Drawing<'_>, number: usize) -> Value {
    let node = &drawing.trace.nodes[number];
    let mut data = json!({
        "label": node.label(),
        "player": node.player,
        "parent": node.parent,
    });
    if node.visited && node.children.is_empty() {
        data["leaf"] = json!(true);
    }
    if let Some(mv) = telling_move(node) {
        data["move"] = json!(mv);
    }
    // Nodes that were never reached cannot be looked at.
    let reached = drawing.replay.paints[number].phase != Phase::Later;
    if let Some(board) = node.board.as_ref().filter(|_| reached) {
        data["board"] = json!(board);
    }
    data
}

fn step_data(node: usize, change: &Change) -> Value {
    match change {
        Change::Iteration => json!(["iteration", node]),
        Change::Test => json!(["test", node]),
        Change::Again => json!(["again", node]),
        Change::Enter { window } => json!(["enter", node, window]),
        Change::Leaf { value } => json!(["leaf", node, value]),
        Change::Judge { value } => json!(["judge", node, value]),
        Change::Return { value, best } => json!(["return", node, value, best]),
        Change::Cut { badge } => {
            let reason = number_of(badge.reason);
            let origin = badge.origin.as_ref();
            let (by, note) = (origin.and_then(|origin| origin.node), origin.map(|origin| &origin.note));
            json!(["cut", node, reason, by, note])
        }
        Change::Leave { value, has_line } => json!(["leave", node, value, has_line]),
        Change::Remember { value } => json!(["remember", node, value]),
        Change::Probed { badge, window } => {
            let reason = badge.as_ref().and_then(|badge| number_of(badge.reason));
            let note = badge.as_ref().and_then(|badge| badge.origin.as_ref()).map(|origin| &origin.note);
            json!(["probed", node, reason, note, window])
        }
        Change::Omit { reason } => json!(["omit", node, number_of(*reason)]),
        Change::Expand => json!(["expand", node]),
    }
}

fn number_of(reason: Reason) -> Option<usize> {
    Reason::ALL.iter().position(|&listed| listed == reason)
}

fn line_data(trace: &Trace) -> Vec<Value> {
    let lines = trace.lines();
    let mut teller = Teller::new(trace);
    let mut data: Vec<Value> = Vec::with_capacity(lines.len());
    let last = lines.iter().rposition(|line| matches!(line, TableLine::Row(_)));
    for (number, line) in lines.iter().enumerate() {
        data.push(match line {
            TableLine::Heading(heading) => json!({"heading": heading.trim_matches(['-', ' '])}),
            TableLine::Row(row) => {
                let mut sentence = teller.tell(row);
                if Some(number) == last {
                    sentence.push_str(&teller.end());
                }
                row_data(trace, row, &sentence)
            }
        });
    }
    data
}

fn row_data(trace: &Trace, row: &Row, sentence: &str) -> Value {
    json!({
        "node": row.node,
        "alpha": score_text(row.alpha),
        "beta": score_text(row.beta),
        "g": printed(&trace.held(row)),
        "remark": row.remark,
        "end": row.last + 1,
        "says": sentence,
    })
}

#[cfg(test)]
#[path = "html_tests.rs"]
mod tests;
