//! Where everything in the drawing of a trace stands.
//!
//! A tidy tree: siblings stand side by side in order, a parent over the middle of its children, and
//! subtrees are pushed together until they nearly touch on some ply. A drawing that would be too wide
//! to read hangs the childless children of a node below one another instead, like fruit on a
//! cordon. Positions depend on the whole recording and on nothing else, so that nothing moves when
//! the page scrubs.

use super::Trace;
use super::lettering::{Face, count_text, drawn_name, text_width};
use super::replay::{Badge, Change, Replay};
use super::sketch::{Item, ItemKind, Sketch};

/// The height of a Max or Min node.
pub(super) const NODE_HEIGHT: i32 = 34;
/// The height of a leaf.
pub(super) const LEAF_HEIGHT: i32 = 24;
/// The side of a badge.
pub(super) const BADGE: i32 = 18;
/// The space between a node and its badge, and between a badge and its word.
pub(super) const BADGE_GAP: i32 = 5;
/// The height of the plate under a window.
pub(super) const PLATE_HEIGHT: i32 = 15;
/// The space between that plate and its node.
pub(super) const PLATE_GAP: i32 = 5;
/// The space between one ply and the next.
const PLY_GAP: i32 = 62;
/// Where the horizontal part of an edge runs, above the ply it leads to.
pub(super) const BAR_ABOVE: i32 = 46;
/// The least space between neighbours.
const GAP: i32 = 14;
/// The space between rows of a hung family.
const ROW_GAP: i32 = 7;
/// The height of a hung stub.
const STUB_ROW: i32 = 20;
/// How far from the stem the branch of a hung item has turned.
pub(super) const BRANCH: i32 = 14;
/// The space that a slanted cut takes at the end of a branch.
pub(super) const SLASH: i32 = 22;
/// How far the line of a deep cut comes down to the left of its node.
pub(super) const REACH: i32 = 18;
/// Where the top of a hung family stands above its ply.
const HUNG_ABOVE: i32 = 22;
/// The room for the bar of an uncertain value under its node.
pub(super) const BELIEF_HEIGHT: i32 = 16;
/// The room for the names of the plies.
const LEFT_MARGIN: i32 = 76;
const MARGIN: i32 = 24;
/// Wider drawings hang families of at least [`LEAST_HUNG`].
const WIDE: i32 = 1_320;
const LEAST_HUNG: usize = 2;

/// A rectangle, its right and lower ends not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

/// Where an item stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoxPlace {
    /// The centre of its box.
    pub(super) x: i32,
    /// The top of its box.
    pub(super) y: i32,
    /// Half the width of its box.
    pub(super) half: i32,
    pub(super) height: i32,
    /// Half the width of the widest window on its edge.
    pub(super) half_plate: i32,
    /// The stem it hangs on, if its family hangs.
    pub(super) stem: Option<i32>,
    /// All the room it takes, its window, badge and words included.
    pub(super) outline: Rectangle,
}

/// The places of a sketch's items.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) places: Vec<BoxPlace>,
    /// The top of each ply's nodes.
    pub(super) plies: Vec<i32>,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Layout {
    pub(super) fn new(trace: &Trace, sketch: &Sketch, replay: &Replay) -> Layout {
        let sizes = sizes(trace, sketch, replay);
        let below = if trace.is_uncertain() { BELIEF_HEIGHT } else { 0 };
        let spread = Plan::new(&sketch.items, &sizes, usize::MAX, below).layout();
        match spread.width <= WIDE {
            true => spread,
            false => Plan::new(&sketch.items, &sizes, LEAST_HUNG, below).layout(),
        }
    }
}

/// The room an item needs, whatever it shows in the course of the recording.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    half: i32,
    height: i32,
    /// Half the plate of the window on its edge; 0 if it never has one.
    half_plate: i32,
    /// What comes down to the left of the box: the line of a deep cut.
    before: i32,
    /// What stands to the right of the box, the gap before it included.
    beside: i32,
    /// The width of the words of a hung stub.
    words: i32,
    is_stub: bool,
}

impl Size {
    fn left(&self) -> i32 {
        (self.half + self.before).max(self.half_plate)
    }

    fn right(&self) -> i32 {
        (self.half + self.beside).max(self.half_plate)
    }
}

/// The widest of everything that a node shows at some step.
#[derive(Clone, Copy, Debug, Default)]
struct Widest {
    value: i32,
    window: i32,
    badge: i32,
    is_deep: bool,
}

fn sizes(trace: &Trace, sketch: &Sketch, replay: &Replay) -> Vec<Size> {
    let mut widest = vec![Widest::default(); trace.nodes.len()];
    for (step, change) in trace.steps.iter().zip(&replay.changes) {
        let Widest { value, window, badge, is_deep } = &mut widest[step.node];
        if let Some(numbers) = step.believed.as_deref().and_then(|believed| believed.conspiracy) {
            *badge = text_width(&numbers.text(), Face::Sans).max(*badge);
        }
        match change {
            Change::Enter { window: text } => *window = text_width(text, Face::Mono).max(*window),
            Change::Leaf { value: text }
            | Change::Judge { value: text }
            | Change::Return { value: text, .. } => *value = text_width(text, Face::Value).max(*value),
            Change::Leave { value: text, .. } => *value = text_width(text, Face::Value).max(*value),
            Change::Cut { badge: mark } => {
                *badge = badge_width(mark).max(*badge);
                *is_deep |= mark.origin.as_ref().is_some_and(|origin| origin.node.is_some());
            }
            Change::Remember { value: text } => {
                *value = text_width(text, Face::Value).max(*value);
                *badge = text_width("table", Face::Sans).max(*badge);
            }
            Change::Probed { badge: mark, .. } => {
                *badge = mark.as_ref().map_or(0, badge_width).max(*badge);
            }
            Change::Iteration | Change::Test | Change::Again | Change::Omit { .. } | Change::Expand => {}
        }
    }
    sketch.items.iter().map(|item| size(trace, item, &widest)).collect()
}

fn size(trace: &Trace, item: &Item, widest: &[Widest]) -> Size {
    match &item.kind {
        ItemKind::Stub(stub) => {
            let widths = stub.lines().into_iter().map(|line| text_width(&line, Face::Sans));
            let half = (widths.max().unwrap_or(0) + 1) / 2;
            let words = text_width(&stub.line(), Face::Sans);
            Size { half, height: NODE_HEIGHT, words, is_stub: true, ..Size::default() }
        }
        &ItemKind::Node { node, hidden } => {
            let Widest { value, window, badge, is_deep } = widest[node];
            let name = text_width(&drawn_name(&trace.nodes[node]), Face::Sans);
            let is_leaf = is_leaf(trace, node);
            let (least, height) = if is_leaf { (52, LEAF_HEIGHT) } else { (64, NODE_HEIGHT) };
            let half = ((name + value + 26).max(least) + 1) / 2;
            let mut beside = if badge > 0 { BADGE_GAP + BADGE + BADGE_GAP + badge } else { 0 };
            if hidden > 0 {
                beside += BADGE_GAP * 2 + text_width(&hidden_text(hidden), Face::Sans);
            }
            let half_plate = if window > 0 { (window + 8) / 2 } else { 0 };
            let before = if is_deep { REACH } else { 0 };
            Size { half, height, half_plate, before, beside, words: 0, is_stub: false }
        }
    }
}

/// Whether a node is drawn as a leaf.
pub(super) fn is_leaf(trace: &Trace, node: usize) -> bool {
    trace.nodes[node].visited && trace.nodes[node].children.is_empty()
}

/// What is written beside a node whose descendants are not drawn.
pub(super) fn hidden_text(hidden: u64) -> String {
    format!("⋯ {} below", count_text(hidden))
}

/// The width of what is written beside a badge.
pub(super) fn badge_width(badge: &Badge) -> i32 {
    let note = badge.origin.as_ref().map_or(0, |origin| text_width(&origin.note, Face::Sans));
    text_width(badge.reason.word(), Face::Sans).max(note)
}

/// The horizontal order of a drawing under construction.
struct Plan<'a> {
    items: &'a [Item],
    sizes: &'a [Size],
    /// Families of this many childless children hang.
    least_hung: usize,
    /// The room under every node.
    below: i32,
    /// The distance of each item from its parent, to the right.
    offsets: Vec<i32>,
}

/// How far a subtree reaches to the left and to the right of its root, ply by ply.
type Contour = Vec<(i32, i32)>;

/// The columns of a hung family, measured from its stem.
struct Columns {
    /// What comes down to the left of the stem.
    before: i32,
    /// The centre of the windows.
    plate: i32,
    /// The left side of the boxes.
    boxes: i32,
    /// Half the width of the boxes, which is the same for all.
    half: i32,
    width: i32,
    height: i32,
}

impl<'a> Plan<'a> {
    fn new(items: &'a [Item], sizes: &'a [Size], least_hung: usize, below: i32) -> Self {
        let mut plan = Plan { items, sizes, least_hung, below, offsets: vec![0; items.len()] };
        let mut contours: Vec<Contour> = vec![Contour::new(); items.len()];
        for number in (0..items.len()).rev() {
            let size = &sizes[number];
            let mut contour = vec![(-size.left(), size.right())];
            if plan.hangs(number) {
                let Columns { before, width, .. } = plan.columns(number);
                contour.push((-width / 2 - before, width - width / 2));
            } else {
                contour.extend(plan.push_together(number, &mut contours));
            }
            contours[number] = contour;
        }
        plan
    }

    fn hangs(&self, parent: usize) -> bool {
        let children = &self.items[parent].children;
        children.len() >= self.least_hung
            && children.iter().all(|&child| self.items[child].children.is_empty())
    }

    /// Sets the children side by side below their parent and returns their common contour.
    fn push_together(&mut self, parent: usize, contours: &mut [Contour]) -> Contour {
        let children = &self.items[parent].children;
        let mut common = Contour::new();
        for &child in children {
            let contour = std::mem::take(&mut contours[child]);
            let clearances = common.iter().zip(&contour).map(|(left, right)| left.1 + GAP - right.0);
            let shift = clearances.max().unwrap_or(0);
            for (ply, &(left, right)) in contour.iter().enumerate() {
                match common.get_mut(ply) {
                    Some(reach) => reach.1 = shift + right,
                    None => common.push((shift + left, shift + right)),
                }
            }
            self.offsets[child] = shift;
        }
        let (Some(&first), Some(&last)) = (children.first(), children.last()) else { return common };
        let middle = (self.offsets[first] + self.offsets[last]) / 2;
        for &child in children {
            self.offsets[child] -= middle;
        }
        common.into_iter().map(|(left, right)| (left - middle, right - middle)).collect()
    }

    fn columns(&self, parent: usize) -> Columns {
        let sizes = || self.items[parent].children.iter().map(|&child| &self.sizes[child]);
        let nodes = || sizes().filter(|size| !size.is_stub);
        let half_plate = nodes().map(|size| size.half_plate).max().unwrap_or(0);
        let half = nodes().map(|size| size.half).max().unwrap_or(0);
        let beside = nodes().map(|size| size.beside).max().unwrap_or(0);
        let plate = BRANCH + half_plate;
        let boxes = BRANCH + if half_plate > 0 { 2 * half_plate + BADGE_GAP } else { 0 };
        let words = sizes().filter(|size| size.is_stub).map(|size| BRANCH + SLASH + size.words).max();
        let width = (boxes + 2 * half + beside).max(words.unwrap_or(0));
        let height = sizes().map(|size| row_height(size) + self.below + ROW_GAP).sum();
        let before = nodes().map(|size| size.before).max().unwrap_or(0);
        Columns { before, plate, boxes, half, width, height }
    }

    /// Sets everything down on the page.
    fn layout(&self) -> Layout {
        let plies = self.ply_tops();
        let mut places: Vec<BoxPlace> = Vec::with_capacity(self.items.len());
        for (number, item) in self.items.iter().enumerate() {
            // A family that hangs is placed with its first member.
            if number < places.len() {
                continue;
            }
            match item.parent {
                Some(parent) if self.hangs(parent) => {
                    let family = self.hung_family(parent, places[parent].x, plies[item.ply] - HUNG_ABOVE);
                    places.extend(family);
                }
                parent => {
                    let x = parent.map_or(0, |parent| places[parent].x) + self.offsets[number];
                    places.push(spread_place(&self.sizes[number], x, plies[item.ply]));
                }
            }
        }
        let leftmost = places.iter().map(|place| place.outline.left).min().unwrap_or(0);
        places.iter_mut().for_each(|place| place.shift(LEFT_MARGIN - leftmost));
        let width = places.iter().map(|place| place.outline.right).max().unwrap_or(0) + MARGIN;
        let height = places.iter().map(|place| place.outline.bottom).max().unwrap_or(0) + self.below + MARGIN;
        Layout { places, plies, width, height }
    }

    /// The top of each ply; a ply is as high as the highest thing on it.
    fn ply_tops(&self) -> Vec<i32> {
        let mut heights = vec![NODE_HEIGHT + self.below; self.items.last().map_or(0, |item| item.ply + 1)];
        for (number, item) in self.items.iter().enumerate() {
            if let (true, Some(height)) = (self.hangs(number), heights.get_mut(item.ply + 1)) {
                *height = (self.columns(number).height - HUNG_ABOVE).max(*height);
            }
        }
        let mut top = MARGIN;
        let mut tops = Vec::with_capacity(heights.len());
        for height in heights {
            tops.push(top);
            top += height + PLY_GAP;
        }
        tops
    }

    fn hung_family(&self, parent: usize, x: i32, top: i32) -> Vec<BoxPlace> {
        let Columns { plate, boxes, half, width, .. } = self.columns(parent);
        let stem = x - width / 2;
        let mut y = top;
        let mut family = Vec::new();
        for &child in &self.items[parent].children {
            let size = &self.sizes[child];
            let height = row_height(size);
            let reach =
                if size.is_stub { BRANCH + SLASH + size.words } else { boxes + 2 * half + size.beside };
            let outline =
                Rectangle { left: stem - size.before, top: y, right: stem + reach, bottom: y + height };
            let (x, half) = if size.is_stub { (stem + BRANCH, 0) } else { (stem + boxes + half, half) };
            let half_plate = plate - BRANCH;
            family.push(BoxPlace { x, y, half, height, half_plate, stem: Some(stem), outline });
            y += height + self.below + ROW_GAP;
        }
        family
    }
}

fn row_height(size: &Size) -> i32 {
    if size.is_stub { STUB_ROW } else { size.height }
}

fn spread_place(size: &Size, x: i32, top: i32) -> BoxPlace {
    let Size { half, height, half_plate, is_stub, .. } = *size;
    // A leaf stands at the middle of its ply.
    let y = top + (NODE_HEIGHT - height) / 2;
    let above = if is_stub || half_plate > 0 { PLATE_HEIGHT + PLATE_GAP } else { 0 };
    let (left, right) = (x - size.left(), x + size.right());
    let outline = Rectangle { left, top: y - above, right, bottom: y + height };
    BoxPlace { x, y, half, height, half_plate, stem: None, outline }
}

impl BoxPlace {
    fn shift(&mut self, by: i32) {
        self.x += by;
        self.stem = self.stem.map(|stem| stem + by);
        self.outline.left += by;
        self.outline.right += by;
    }
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
