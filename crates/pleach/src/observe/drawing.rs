//! The tree of a trace as SVG elements, as it stands at the end.

use super::Trace;
use super::belief_bar::{Scale, write_belief};
use super::layout::{
    BADGE, BADGE_GAP, BAR_ABOVE, BRANCH, BoxPlace, LEAF_HEIGHT, Layout, NODE_HEIGHT, PLATE_GAP, PLATE_HEIGHT,
    SLASH, hidden_text, is_leaf,
};
use super::lettering::{Face, described, drawn_name, escaped, player_name, text_width};
use super::reach::{Corridors, Reach};
use super::replay::{Badge, Change, Paint, Phase, Reason, Replay};
use super::sketch::{Item, ItemKind, Limit, Sketch, Stub};
use crate::game::Player;
use std::collections::HashSet;
use std::fmt::Write;

/// The radius of an elbow.
const ELBOW: i32 = 10;

/// A drawing of a trace as it stands at the end.
#[derive(Debug)]
pub(super) struct Drawing<'a> {
    pub(super) trace: &'a Trace,
    pub(super) replay: Replay,
    pub(super) sketch: Sketch,
    pub(super) layout: Layout,
    scale: Scale,
    on_line: Vec<bool>,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(trace: &'a Trace, limit: Limit) -> Self {
        let replay = Replay::new(trace);
        let sketch = Sketch::new(trace, limit);
        let layout = Layout::new(trace, &sketch, &replay);
        let mut on_line = vec![false; trace.nodes.len()];
        for &node in &trace.line {
            if let Some(on_line) = on_line.get_mut(node) {
                *on_line = true;
            }
        }
        Drawing { trace, replay, sketch, layout, scale: Scale::new(trace), on_line }
    }

    /// The elements, from the back to the front.
    pub(super) fn elements(&self) -> String {
        let mut svg = String::new();
        self.write_reaches(&mut svg);
        self.write_stubs(&mut svg);
        self.write_edges(&mut svg);
        svg.push_str("<g class=\"nodes\">\n");
        for (item, place) in self.sketch.items.iter().zip(&self.layout.places) {
            if let &ItemKind::Node { node, hidden } = &item.kind {
                self.write_node(&mut svg, node, hidden, place);
            }
        }
        svg.push_str("</g>\n");
        svg
    }

    /// Whose turn it is on each ply, for the left margin.
    pub(super) fn plies(&self) -> String {
        let mut svg = String::new();
        for (ply, top) in self.layout.plies.iter().enumerate() {
            let nodes = || {
                let items = self.sketch.items.iter().filter(move |item| item.ply == ply);
                items.filter_map(|item| node_of(&item.kind))
            };
            let mut movers = nodes().filter(|&node| !is_leaf(self.trace, node));
            let mover = movers.next().map(|node| self.trace.nodes[node].player);
            let name = match mover {
                Some(player) if movers.all(|node| self.trace.nodes[node].player == player) => {
                    player_name(player)
                }
                None if nodes().next().is_some() => "leaves",
                _ => "",
            };
            let (word, number) = (top + 16, top + 30);
            emit(&mut svg, format_args!("<text class=\"word\" x=\"16\" y=\"{word}\">{name}</text>"));
            emit(&mut svg, format_args!("<text x=\"16\" y=\"{number}\">ply {ply}</text>\n"));
        }
        svg
    }

    fn write_edges(&self, svg: &mut String) {
        svg.push_str("<g class=\"edges\">\n");
        // The best line lies on top of edges that share its trunk.
        for best in [false, true] {
            for (item, place) in self.sketch.items.iter().zip(&self.layout.places) {
                let (Some(node), Some(parent)) = (node_of(&item.kind), item.parent) else { continue };
                if self.on_line[node] == best {
                    let path = self.edge(item, place, parent);
                    let classes = self.classes(node);
                    emit(
                        svg,
                        format_args!("<path class=\"edge{classes}\" data-node=\"{node}\" d=\"{path}\"/>\n"),
                    );
                }
            }
        }
        svg.push_str("</g>\n");
    }

    /// An edge from a parent down to its child: an elbow, or a stem with a branch.
    fn edge(&self, item: &Item, place: &BoxPlace, parent: usize) -> String {
        let above = &self.layout.places[parent];
        let bar = self.layout.plies[item.ply] - BAR_ABOVE;
        let (from, bottom) = (above.x, above.y + above.height);
        let to = place.stem.unwrap_or(place.x);
        let mut path = format!("M{from} {bottom}");
        if to != from {
            let radius = ELBOW.min((to - from).abs() / 2);
            let side = radius * (to - from).signum();
            let (down, along) = (bar - radius, to - side);
            emit(
                &mut path,
                format_args!("V{down}q0 {radius} {side} {radius}H{along}q{side} 0 {side} {radius}"),
            );
        }
        let is_stub = matches!(item.kind, ItemKind::Stub(_));
        match place.stem {
            Some(_) => {
                let end = if is_stub { place.x + SLASH / 3 } else { place.x - place.half };
                let turn = place.y + place.height / 2 - BRANCH / 2;
                let radius = BRANCH / 2;
                emit(&mut path, format_args!("V{turn}q0 {radius} {radius} {radius}H{end}"));
            }
            None => emit(&mut path, format_args!("V{}", if is_stub { place.y - 8 } else { place.y })),
        }
        path
    }

    fn write_stubs(&self, svg: &mut String) {
        svg.push_str("<g class=\"stubs\">\n");
        for (item, place) in self.sketch.items.iter().zip(&self.layout.places) {
            let (ItemKind::Stub(stub), Some(parent)) = (&item.kind, item.parent) else { continue };
            let class = self.replay.paints[stub.parent].pruned.map_or("later", Reason::key);
            let path = self.edge(item, place, parent);
            emit(svg, format_args!("<g class=\"stub {class}\" data-parent=\"{}\">", stub.parent));
            emit(svg, format_args!("<path class=\"cut-edge\" d=\"{path}\"/>"));
            write_slash(svg, stub, place);
            svg.push_str("</g>\n");
        }
        svg.push_str("</g>\n");
    }

    /// The dashed lines from deep cuts up to the nodes that set their bounds.
    fn write_reaches(&self, svg: &mut String) {
        svg.push_str("<g class=\"reaches\">\n");
        let mut drawn: Vec<Option<usize>> = vec![None; self.trace.nodes.len()];
        for (number, item) in self.sketch.items.iter().enumerate() {
            if let Some(node) = node_of(&item.kind) {
                drawn[node] = Some(number);
            }
        }
        let corridors = Corridors::new(&self.sketch, &self.layout);
        for (node, origin, reason) in self.reaches() {
            if let (Some(to), Some(from)) = (drawn[node], drawn[origin]) {
                let Reach { line, x, y } = corridors.reach(from, to);
                let key = reason.key();
                emit(svg, format_args!("<g class=\"{key}\" data-node=\"{node}\" data-origin=\"{origin}\">"));
                emit(svg, format_args!("<path class=\"reach\" d=\"{line}\"/>"));
                emit(
                    svg,
                    format_args!("<circle class=\"reach-from\" cx=\"{x}\" cy=\"{y}\" r=\"3.5\"/></g>\n"),
                );
            }
        }
        svg.push_str("</g>\n");
    }

    /// The deep cuts to draw: the node, the node that set the bound, and which end of the window.
    fn reaches(&self) -> Vec<(usize, usize, Reason)> {
        let mut reaches: Vec<(usize, usize, Reason)> = Vec::new();
        let mut known = HashSet::new();
        for (step, change) in self.trace.steps.iter().zip(&self.replay.changes) {
            let Change::Cut { badge } = change else { continue };
            let Some(origin) = badge.origin.as_ref().and_then(|origin| origin.node) else { continue };
            let shows_at_end = self.replay.paints[step.node].badge.as_ref() == Some(badge);
            if shows_at_end && known.insert((step.node, origin)) {
                reaches.push((step.node, origin, badge.reason));
            }
        }
        reaches
    }

    fn classes(&self, node: usize) -> String {
        let phase = match self.replay.paints[node].phase {
            Phase::Later => " later",
            Phase::Open => " open",
            Phase::Done => "",
        };
        format!("{phase}{}", if self.on_line[node] { " best" } else { "" })
    }

    fn write_node(&self, svg: &mut String, node: usize, hidden: u64, place: &BoxPlace) {
        let paint = &self.replay.paints[node];
        let leaf = is_leaf(self.trace, node);
        let shape = match (leaf, self.trace.nodes[node].player) {
            (true, _) => "leaf",
            (false, Player::Max) => "max",
            (false, Player::Min) => "min",
        };
        let (classes, x, y) = (self.classes(node), place.x, place.y);
        emit(
            svg,
            format_args!(
                "<g class=\"node {shape}{classes}\" data-node=\"{node}\" data-half=\"{}\"",
                place.half
            ),
        );
        emit(svg, format_args!(" transform=\"translate({x} {y})\">"));
        emit(svg, format_args!("<title>{}</title>", escaped(&self.title(node, hidden))));
        self.write_belief(svg, node, place);
        write_window(svg, paint, place);
        let base = match shape {
            "leaf" => 16,
            "max" => 24,
            _ => 19,
        };
        emit(svg, format_args!("<path class=\"box\" d=\"{}\"/>", box_path(shape, place.half)));
        let name = escaped(&drawn_name(&self.trace.nodes[node]));
        let (inside, outside) = (9 - place.half, place.half - 8);
        match &paint.value {
            None => emit(svg, format_args!("<text class=\"name alone\" x=\"0\" y=\"{base}\">{name}</text>")),
            Some(_) => {
                emit(svg, format_args!("<text class=\"name\" x=\"{inside}\" y=\"{base}\">{name}</text>"))
            }
        }
        if let Some(value) = &paint.value {
            emit(svg, format_args!("<text class=\"value\" x=\"{outside}\" y=\"{base}\">{value}</text>"));
        }
        write_badge(svg, paint.badge.as_ref(), place);
        if hidden > 0 {
            let (end, text) = (place.outline.right - place.x, hidden_text(hidden));
            let middle = place.height / 2 + 4;
            emit(svg, format_args!("<text class=\"hidden\" x=\"{end}\" y=\"{middle}\">{text}</text>"));
        }
        svg.push_str("</g>\n");
    }

    /// The bar of what is believed at the end.
    fn write_belief(&self, svg: &mut String, node: usize, place: &BoxPlace) {
        let last = self.replay.paints[node].believed;
        let believed = last.and_then(|number| Some((number, self.trace.steps[number].believed.as_deref()?)));
        let Some((number, believed)) = believed else { return };
        emit(svg, format_args!("<g class=\"belief\" data-step=\"{number}\">"));
        write_belief(svg, believed, self.scale, place.half, place.height);
        if let Some(numbers) = believed.conspiracy {
            let (x, y, text) = (place.half + BADGE_GAP, place.height / 2 + 4, numbers.text());
            emit(svg, format_args!("<text class=\"conspiracy\" x=\"{x}\" y=\"{y}\">{text}</text>"));
        }
        svg.push_str("</g>");
    }

    /// What a node shows, in words.
    fn title(&self, node: usize, hidden: u64) -> String {
        let paint = &self.replay.paints[node];
        let mut title = described(self.trace, node);
        if let Some(value) = &paint.value {
            emit(&mut title, format_args!(", value {value}"));
        }
        if let Some(window) = &paint.window {
            emit(&mut title, format_args!(", window {window}"));
        }
        if let Some(badge) = &paint.badge {
            let word = badge.reason.word();
            let what = if badge.reason == Reason::Table { "remembered" } else { "cut" };
            emit(&mut title, format_args!(", {word} {what}"));
            if let Some(origin) = &badge.origin {
                emit(&mut title, format_args!(", {}", origin.note));
            }
        }
        if hidden > 0 {
            emit(&mut title, format_args!(", {hidden} nodes below are not drawn"));
        }
        title
    }
}

/// Writing to a string cannot fail.
pub(super) fn emit(svg: &mut String, arguments: std::fmt::Arguments<'_>) {
    svg.write_fmt(arguments).expect("writing to a string");
}

fn node_of(kind: &ItemKind) -> Option<usize> {
    match kind {
        ItemKind::Node { node, .. } => Some(*node),
        ItemKind::Stub(_) => None,
    }
}

fn write_slash(svg: &mut String, stub: &Stub, place: &BoxPlace) {
    let BoxPlace { x, y, .. } = *place;
    if place.stem.is_some() {
        let (x, middle) = (x + SLASH / 3, y + place.height / 2);
        let (start, baseline) = (place.x + SLASH, middle + 4);
        emit(svg, format_args!("<path class=\"slash\" d=\"M{} {}l10 -14\"/>", x - 5, middle + 7));
        emit(
            svg,
            format_args!("<text class=\"beside\" x=\"{start}\" y=\"{baseline}\">{}</text>", stub.line()),
        );
        return;
    }
    emit(svg, format_args!("<path class=\"slash\" d=\"M{} {}l18 -10\"/>", x - 9, y - 3));
    for (number, line) in stub.lines().iter().enumerate() {
        let class = if number == 0 { " class=\"count\"" } else { "" };
        let baseline = y + 11 + 12 * number as i32;
        emit(svg, format_args!("<text{class} x=\"{x}\" y=\"{baseline}\">{line}</text>"));
    }
}

/// The window of the last visit, on a plate that interrupts the edge.
fn write_window(svg: &mut String, paint: &Paint, place: &BoxPlace) {
    let Some(text) = paint.window.as_deref().filter(|_| place.half_plate > 0) else { return };
    let width = text_width(text, Face::Mono) + 6;
    let (centre, middle) = match place.stem {
        Some(stem) => (stem + BRANCH + place.half_plate - place.x, place.height / 2),
        None => (0, -PLATE_GAP - PLATE_HEIGHT / 2),
    };
    let (left, top, height, baseline) = (-width / 2, -PLATE_HEIGHT / 2, PLATE_HEIGHT, 4);
    emit(svg, format_args!("<g class=\"window\" transform=\"translate({centre} {middle})\">"));
    emit(
        svg,
        format_args!(
            "<rect class=\"plate\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
        ),
    );
    emit(svg, format_args!("<text y=\"{baseline}\">{text}</text></g>"));
}

fn write_badge(svg: &mut String, badge: Option<&Badge>, place: &BoxPlace) {
    let Some(badge) = badge else { return };
    let (x, y) = (place.half + BADGE_GAP, (place.height - BADGE) / 2);
    emit(svg, format_args!("<g class=\"badge\" transform=\"translate({x} {y})\">"));
    let (key, word) = (badge.reason.key(), badge.reason.word());
    let start = BADGE + BADGE_GAP;
    emit(svg, format_args!("<use href=\"#cut-{key}\" width=\"{BADGE}\" height=\"{BADGE}\"/>"));
    match &badge.origin {
        None => emit(svg, format_args!("<text class=\"word\" x=\"{start}\" y=\"13\">{word}</text>")),
        Some(origin) => {
            let note = escaped(&origin.note);
            emit(svg, format_args!("<text class=\"word\" x=\"{start}\" y=\"7\">{word}</text>"));
            emit(svg, format_args!("<text class=\"note\" x=\"{start}\" y=\"20\">{note}</text>"));
        }
    }
    svg.push_str("</g>");
}

/// The outline of a node around the middle of its top: Max peaks upward, Min downward, a leaf is a pill.
pub(super) fn box_path(shape: &str, half: i32) -> String {
    let (bottom, leaf) = (NODE_HEIGHT, LEAF_HEIGHT);
    let (shoulder, corner) = (NODE_HEIGHT - 10, NODE_HEIGHT - 3);
    match shape {
        "max" => format!("M-{half} {corner}V10L0 0L{half} 10V{corner}q0 3 -3 3H-{}q-3 0 -3 -3Z", half - 3),
        "min" => format!(
            "M-{half} 3V{shoulder}L0 {bottom}L{half} {shoulder}V3q0 -3 -3 -3H-{}q-3 0 -3 3Z",
            half - 3
        ),
        _ => {
            let (radius, side) = (leaf / 2, half - leaf / 2);
            format!(
                "M-{side} 0H{side}a{radius} {radius} 0 0 1 0 {leaf}H-{side}a{radius} {radius} 0 0 1 0 -{leaf}Z"
            )
        }
    }
}
