//! The signs of the drawings: what each badge looks like, and what the legend says of it.

use super::drawing::Drawing;
use super::replay::{Badge, Change, Reason};
use super::sketch::ItemKind;

/// The badges as symbols `cut-alpha` and so on. Square badges are proved, round ones are a risk.
pub(super) fn symbols() -> String {
    Reason::ALL.map(symbol).concat()
}

fn symbol(reason: Reason) -> String {
    let key = reason.key();
    let letter = |letter: &str| format!("<text class=\"letter\" x=\"8\" y=\"12\">{letter}</text>");
    let strokes = |path: &str| format!("<path class=\"sign\" d=\"{path}\"/>");
    let sign = match reason {
        Reason::Alpha => letter("α"),
        Reason::Beta => letter("β"),
        Reason::DeepAlpha => strokes("M4 4l4 3.4L12 4M4 8.6 8 12l4-3.4"),
        Reason::DeepBeta => strokes("M4 7.4 8 4l4 3.4M4 12l4-3.4 4 3.4"),
        Reason::Direct => strokes("M3.5 3.5h9M8 12.5V6M5 8.8 8 5.8l3 3"),
        Reason::Table => strokes("M3.5 3.5h9v9h-9ZM8 3.5v9M3.5 8h9"),
        Reason::Test => strokes("M4 6.5q2-2.4 4 0t4 0M4 10.5q2-2.4 4 0t4 0"),
        Reason::Skip => strokes("M4 4.5 7.5 8 4 11.5M8.5 4.5 12 8l-3.5 3.5"),
        Reason::Dominated | Reason::ProvenDominated => strokes("M4 6h5.500M6.500 10.500h5.500"),
    };
    let corner = if matches!(reason, Reason::Test | Reason::Skip | Reason::Dominated) { 8 } else { 4 };
    format!(
        "<symbol id=\"cut-{key}\" viewBox=\"0 0 16 16\"><g class=\"{key}\">\
         <rect class=\"tile\" width=\"16\" height=\"16\" rx=\"{corner}\"/></g>{sign}</symbol>\n"
    )
}

/// A sign of the legend, drawn in a box of [`Entry::WIDTH`] by 16, and what it means.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) sign: String,
    pub(super) meaning: &'static str,
}

impl Entry {
    /// The width of a sign.
    pub(super) const WIDTH: i32 = 24;

    fn new(sign: &str, meaning: &'static str) -> Entry {
        Entry { sign: sign.to_owned(), meaning }
    }
}

/// The signs that this drawing uses.
pub(super) fn entries(drawing: &Drawing<'_>) -> Vec<Entry> {
    let mut entries = vec![
        Entry::new("<path class=\"shape\" d=\"M3 15V6l9-5 9 5v9Z\"/>", "Max"),
        Entry::new("<path class=\"shape\" d=\"M3 1v9l9 5 9-5V1Z\"/>", "Min"),
        Entry::new("<rect class=\"shape\" x=\"1\" y=\"3\" width=\"22\" height=\"11\" rx=\"5.5\"/>", "leaf"),
        Entry::new("<path class=\"best-line\" d=\"M1 8h22\"/>", "best line"),
    ];
    let badges = badges(drawing);
    for reason in Reason::ALL.into_iter().filter(|&reason| badges.iter().any(|badge| badge.reason == reason))
    {
        let sign = format!("<use href=\"#cut-{}\" x=\"4\" width=\"16\" height=\"16\"/>", reason.key());
        entries.push(Entry { sign, meaning: meaning(reason) });
    }
    let is_deep = |badge: &Badge| badge.origin.as_ref().is_some_and(|origin| origin.node.is_some());
    if badges.iter().any(is_deep) {
        let sign = "<g class=\"deep-alpha\"><path class=\"reach\" d=\"M0 8h24\"/></g>";
        entries.push(Entry::new(sign, "from the node that set the bound"));
    }
    let kinds = || drawing.sketch.items.iter().map(|item| &item.kind);
    if kinds().any(|kind| matches!(kind, ItemKind::Stub(_))) {
        let sign = "<path class=\"shape\" d=\"M12 0v8\"/>\
                    <g class=\"direct\"><path class=\"slash\" d=\"M4 13l16-9\"/></g>";
        entries.push(Entry::new(sign, "pruned nodes"));
    }
    if kinds().any(|kind| matches!(kind, ItemKind::Node { hidden: 1.., .. })) {
        entries.push(Entry::new("<text class=\"key\" x=\"6\" y=\"12\">⋯</text>", "nodes below, not drawn"));
    }
    entries
}

/// The badges that the drawing shows. What was left out colours the stubs, and counts with them.
fn badges(drawing: &Drawing<'_>) -> Vec<Badge> {
    let omitted = drawing.replay.changes.iter().filter_map(|change| match change {
        Change::Omit { reason } => Some(Badge { reason: *reason, origin: None }),
        _ => None,
    });
    let nodes = drawing.sketch.items.iter().filter_map(|item| match item.kind {
        ItemKind::Node { node, .. } => Some(node),
        ItemKind::Stub(_) => None,
    });
    nodes.filter_map(|node| drawing.replay.paints[node].badge.clone()).chain(omitted).collect()
}

fn meaning(reason: Reason) -> &'static str {
    match reason {
        Reason::Alpha => "alpha cut",
        Reason::Beta => "beta cut",
        Reason::DeepAlpha => "deep alpha cut",
        Reason::DeepBeta => "deep beta cut",
        Reason::Direct => "direct cut",
        Reason::Table => "remembered in the table",
        Reason::Test => "a shallow search speaks against it",
        Reason::Skip => "moves left out by forward pruning",
        Reason::Dominated => "dominated, if the ranges hold",
        Reason::ProvenDominated => "dominated by proven ranges",
    }
}
