//! Nothing in a drawing may overlap, whatever the tree.

use super::super::sketch::{Limit, Sketch};
use super::super::specimens;
use super::*;
use crate::textbook::Algorithm;
use proptest::prelude::*;

fn layout_of(trace: &Trace) -> (Sketch, Layout) {
    let sketch = Sketch::new(trace, Limit::default());
    let layout = Layout::new(trace, &sketch, &Replay::new(trace));
    (sketch, layout)
}

fn assert_tidy(trace: &Trace) {
    let (sketch, layout) = layout_of(trace);
    assert_eq!(sketch.items.len(), layout.places.len());
    for place in &layout.places {
        let Rectangle { left, top, right, bottom } = place.outline;
        assert!(left >= LEFT_MARGIN && right <= layout.width - MARGIN, "{place:?} leaves the page");
        assert!(top >= 0 && bottom <= layout.height - MARGIN, "{place:?} leaves the page");
    }
    let mut outlines: Vec<Rectangle> = layout.places.iter().map(|place| place.outline).collect();
    outlines.sort_by_key(|outline| outline.left);
    for (number, one) in outlines.iter().enumerate() {
        for other in outlines[number + 1..].iter().take_while(|other| other.left < one.right) {
            assert!(one.bottom <= other.top || other.bottom <= one.top, "{one:?} overlaps {other:?}");
        }
    }
    assert_edges_keep_clear(&sketch, &layout);
}

/// The trunk of an edge runs straight down from its node to the bar above the next ply: no other
/// item may stand in the way.
fn assert_edges_keep_clear(sketch: &Sketch, layout: &Layout) {
    for (number, item) in sketch.items.iter().enumerate().filter(|(_, item)| !item.children.is_empty()) {
        let place = &layout.places[number];
        let bar = layout.plies[item.ply + 1] - BAR_ABOVE;
        for (other, outline) in layout.places.iter().map(|place| &place.outline).enumerate() {
            let in_the_way = outline.left < place.x && place.x < outline.right;
            let below = place.y + place.height <= outline.top && outline.top < bar;
            assert!(other == number || !in_the_way || !below, "{outline:?} stands in the way of {number}");
            let on_the_bar = outline.top < bar && bar < outline.bottom;
            assert!(!on_the_bar, "{outline:?} stands on a bar");
        }
    }
}

#[test]
fn nothing_overlaps() {
    for trace in specimens::all() {
        assert_tidy(&trace);
    }
}

#[test]
fn small_trees_spread_and_wide_ones_hang() {
    let (_, small) = layout_of(&specimens::appendix_a());
    assert!(small.places.iter().all(|place| place.stem.is_none()));
    let (_, wide) = layout_of(&specimens::of_random_tree("b=9,d=3,values=100", Algorithm::ALPHA_BETA));
    assert!(wide.places.iter().any(|place| place.stem.is_some()));
}

#[test]
fn a_parent_stands_over_the_middle_of_its_children() {
    let (sketch, layout) = layout_of(&specimens::appendix_a());
    for (item, place) in sketch.items.iter().zip(&layout.places) {
        if let (Some(&first), Some(&last)) = (item.children.first(), item.children.last()) {
            let middle = (layout.places[first].x + layout.places[last].x) / 2;
            assert!((place.x - middle).abs() <= 1);
        }
    }
}

#[test]
fn an_empty_trace_has_an_empty_layout() {
    let mut trace = specimens::deep_cut();
    trace.nodes.clear();
    trace.steps.clear();
    assert!(layout_of(&trace).1.places.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_overlaps_in_random_trees(
        seed in any::<u32>(),
        most in 1u32..12,
        depth in 0u32..6,
        algorithm in prop::sample::select(Algorithm::all().collect::<Vec<_>>()),
        values in prop::sample::select(vec![3u32, 100, 1 << 30]),
    ) {
        let depth = if most > 6 { depth.min(3) } else { depth };
        let shape = format!("b=1-{most},d={depth},q=1/0.7,values={values},seed={seed}");
        assert_tidy(&specimens::of_random_tree(&shape, algorithm));
    }
}
