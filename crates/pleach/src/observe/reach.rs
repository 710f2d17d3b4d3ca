//! The way of a dashed line from a deep cut up to the node that set its bound.

use super::drawing::emit;
use super::layout::{BAR_ABOVE, Layout, REACH};
use super::sketch::Sketch;

/// How far a line keeps from what it passes.
const CLEARANCE: i32 = 6;
/// How far above the bar of a ply lines run sideways; nothing stands there.
const ABOVE_BAR: i32 = 7;
/// How far from the trunk of its node a line begins.
const BESIDE_TRUNK: i32 = 16;
/// The radius of the turns.
const TURN: i32 = 7;

/// A line with its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    pub(super) line: String,
    pub(super) x: i32,
    pub(super) y: i32,
}

/// What stands on each ply, so that lines can pass between.
pub(super) struct Corridors<'a> {
    sketch: &'a Sketch,
    layout: &'a Layout,
    /// For each ply, from left to right, the intervals where something stands.
    taken: Vec<Vec<(i32, i32)>>,
}

impl<'a> Corridors<'a> {
    pub(super) fn new(sketch: &'a Sketch, layout: &'a Layout) -> Self {
        let mut taken = vec![Vec::new(); layout.plies.len()];
        for (item, place) in sketch.items.iter().zip(&layout.places) {
            taken[item.ply].push((place.outline.left - CLEARANCE, place.outline.right + CLEARANCE));
        }
        for intervals in &mut taken {
            intervals.sort_unstable();
        }
        Corridors { sketch, layout, taken }
    }

    /// A line from one item down to another. It leaves beside the trunk, goes down between the items
    /// of the plies on its way, and comes in from the left; lines from one item share their beginning.
    pub(super) fn reach(&self, from: usize, to: usize) -> Reach {
        let (origin, target) = (&self.layout.places[from], &self.layout.places[to]);
        let (first, last) = (self.sketch.items[from].ply + 1, self.sketch.items[to].ply);
        let end = target.stem.unwrap_or(target.x - target.half) - 3;
        // Upward from the cut, each ply is passed as straight above the one below as possible.
        let mut columns = vec![end + 5 - REACH];
        for ply in (first..last).rev() {
            let below = columns[columns.len() - 1];
            columns.push(self.nearest_gap(ply, below));
        }
        let side = (columns[columns.len() - 1] - origin.x).signum();
        let (x, y) = (origin.x + BESIDE_TRUNK * side, origin.y + origin.height + 4);
        let mut line = format!("M{x} {y}");
        let (mut at, mut height) = (x, y);
        for (ply, &column) in (first..=last).zip(columns.iter().rev()) {
            let track = self.layout.plies[ply] - BAR_ABOVE - ABOVE_BAR;
            sidestep(&mut line, &mut at, &mut height, column, track);
        }
        let middle = target.y + target.height / 2;
        emit(&mut line, format_args!("V{}q0 {TURN} {TURN} {TURN}H{end}", middle - TURN));
        Reach { line, x, y }
    }

    /// The place nearest to `x` where nothing stands on a ply.
    fn nearest_gap(&self, ply: usize, x: i32) -> i32 {
        let intervals = &self.taken[ply];
        let is_free = |x: i32| intervals.iter().all(|&(left, right)| x <= left || right <= x);
        if is_free(x) {
            return x;
        }
        let ends = intervals.iter().flat_map(|&(left, right)| [left, right]);
        ends.filter(|&end| is_free(end)).min_by_key(|&end| (end - x).abs()).unwrap_or(x)
    }
}

/// Goes down to a track and along it to a column, with round turns.
fn sidestep(line: &mut String, at: &mut i32, height: &mut i32, column: i32, track: i32) {
    let distance = column - *at;
    let radius = TURN.min(distance.abs() / 2).min((track - *height).max(0));
    if distance != 0 {
        let side = radius * distance.signum();
        let (down, along) = (track - radius, column - side);
        emit(line, format_args!("V{down}q0 {radius} {side} {radius}H{along}q{side} 0 {side} {radius}"));
    }
    (*at, *height) = (column, track + radius);
}

#[cfg(test)]
mod tests {
    use super::super::replay::Replay;
    use super::super::sketch::{ItemKind, Limit};
    use super::super::{CutKind, StepKind, Trace, specimens};
    use super::*;
    use crate::textbook::Algorithm;

    /// The upright parts of a line: place, top and bottom.
    fn uprights(line: &str) -> Vec<(i32, i32, i32)> {
        let number = |text: &str| text.trim().parse::<i32>().expect("a number");
        let mut parts = Vec::new();
        let (mut x, mut y) = (0, 0);
        let mut rest = line;
        while let Some(command) = rest.chars().next() {
            let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
            let numbers: Vec<i32> = rest[1..end].split(' ').map(number).collect();
            match command {
                'M' => (x, y) = (numbers[0], numbers[1]),
                'H' => x = numbers[0],
                'V' => {
                    parts.push((x, y, numbers[0]));
                    y = numbers[0];
                }
                _ => (x, y) = (x + numbers[2], y + numbers[3]),
            }
            rest = &rest[end..];
        }
        parts
    }

    fn assert_clear(trace: &Trace) {
        let sketch = Sketch::new(trace, Limit::default());
        let layout = Layout::new(trace, &sketch, &Replay::new(trace));
        let corridors = Corridors::new(&sketch, &layout);
        let item = |wanted: usize| {
            let is_wanted = |kind: &ItemKind| matches!(*kind, ItemKind::Node { node, .. } if node == wanted);
            sketch.items.iter().position(|item| is_wanted(&item.kind))
        };
        for step in &trace.steps {
            let StepKind::Cut { kind: CutKind::DeepAlpha | CutKind::DeepBeta, by: Some(by) } = step.kind
            else {
                continue;
            };
            let (Some(from), Some(to)) = (item(by), item(step.node)) else { continue };
            for (x, top, bottom) in uprights(&corridors.reach(from, to).line) {
                for (number, place) in layout.places.iter().enumerate().filter(|(number, _)| *number != to) {
                    let outline = &place.outline;
                    let beside = x <= outline.left || outline.right <= x;
                    assert!(
                        beside || bottom <= outline.top || outline.bottom <= top,
                        "{number} is in the way"
                    );
                }
            }
        }
    }

    #[test]
    fn lines_pass_between_the_nodes() {
        assert_clear(&specimens::deep_cut());
        assert_clear(&specimens::appendix_a());
        for seed in 1..=20 {
            let shape = format!("b=1-4,d=6,q=1/0.8,values=40,seed={seed}");
            assert_clear(&specimens::of_random_tree(&shape, Algorithm::ALPHA_BETA));
        }
    }
}
