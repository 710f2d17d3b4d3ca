//! The drawing is a well-formed file that needs nothing else, and says what the trace says.

use super::super::specimens;
use super::*;
use crate::textbook::Algorithm;
use roxmltree::Document;

fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("well-formed");
    let texts = document.descendants().filter(|node| node.has_tag_name("text") && node.text().is_some());
    texts.filter_map(|node| node.text().map(str::to_owned)).collect()
}

fn has_class(node: roxmltree::Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|classes| classes.split(' ').any(|one| one == class))
}

#[test]
fn every_drawing_is_well_formed_and_needs_nothing_else() {
    for trace in specimens::all() {
        let svg = trace.to_svg();
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        for name in ["title", "desc"] {
            assert!(root.children().any(|child| child.has_tag_name(name) && child.text().is_some()));
        }
        assert!(document.descendants().all(|node| !node.has_tag_name("script")));
        let mut links = document.descendants().filter_map(|node| node.attribute("href"));
        assert!(links.all(|link| link.starts_with("#cut-")));
        assert!(!svg.contains("url(") && !svg.contains("@import") && !svg.contains("@font-face"));
    }
}

#[test]
fn hostile_names_are_text_and_nothing_else() {
    let trace = specimens::hostile();
    let svg = trace.to_svg();
    let document = Document::parse(&svg).expect("well-formed");
    let known =
        ["svg", "title", "desc", "style", "defs", "symbol", "g", "rect", "path", "text", "use", "circle"];
    for node in document.descendants().filter(|node| node.is_element()) {
        assert!(known.contains(&node.tag_name().name()), "{node:?}");
    }
    let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
    assert_eq!(title, Some(drawing_title(&trace).as_str()));
    assert!(texts(&svg).iter().any(|text| text == "</script><b…"));
}

#[test]
fn the_drawing_says_what_the_trace_says() {
    let trace = specimens::appendix_a();
    let svg = trace.to_svg();
    let texts = texts(&svg);
    for text in ["=35", "≤10", "≥80", "12 : ∞", "−∞ : 41", "deep alpha", "α = 12 from a", "beta", "pruned"]
    {
        assert!(texts.iter().any(|written| written == text), "{text} is missing");
    }
    let caption = "Value for Max: 35. 24 nodes visited, 11 leaves, 3 cuts; 7 nodes never visited.";
    assert!(texts.iter().any(|text| text == caption));
    let document = Document::parse(&svg).expect("well-formed");
    let best = document.descendants().filter(|node| has_class(*node, "node") && has_class(*node, "best"));
    let line: Vec<usize> = best.filter_map(|node| node.attribute("data-node")?.parse().ok()).collect();
    assert_eq!(line, trace.line);
    let reach = document.descendants().find(|node| node.attribute("data-origin").is_some());
    assert_eq!(reach.and_then(|node| node.attribute("data-origin")), Some("0"));
    let stubs = document.descendants().filter(|node| has_class(*node, "stub"));
    let reasons: Vec<_> = stubs.filter_map(|node| node.attribute("class")).collect();
    assert_eq!(reasons, ["stub beta", "stub beta", "stub deep-alpha"]);
}

#[test]
fn repeated_visits_are_counted_as_visits() {
    let trace = specimens::of_tree("MAX[MIN[3, 8], MIN[6, 9], 5]", Algorithm::Mtdf { guess: None });
    let texts = texts(&trace.to_svg());
    assert!(texts.iter().any(|text| text.contains("14 visits of 8 nodes, 7 at leaves")), "{texts:?}");
}

#[test]
fn a_remembered_node_has_the_badge_of_the_table() {
    let trace = specimens::of_random_tree("b=3,d=3,values=20", Algorithm::Mtdf { guess: None });
    assert!(texts(&trace.to_svg()).iter().any(|text| text == "table"));
}

#[test]
fn collapsed_stubs_count_moves_and_nodes() {
    let trace = specimens::of_tree("MAX[5, MIN[1, 2, 3, 4, 5, 6, 7, 8, MAX[9, 9]]]", Algorithm::ALPHA_BETA);
    let texts = texts(&trace.to_svg());
    assert!(texts.windows(3).any(|lines| lines == ["8 moves", "10 nodes", "pruned"]), "{texts:?}");
    let wide = specimens::of_random_tree("b=9,d=3,values=100", Algorithm::ALPHA_BETA);
    assert!(self::texts(&wide.to_svg()).iter().any(|text| text == "8 moves, 8 nodes pruned"));
}

#[test]
fn what_is_left_out_is_said() {
    let trace = specimens::of_random_tree("b=3,d=4,values=50", Algorithm::Minimax);
    let texts = texts(&trace.svg_within(Limit { items: 20, ..Limit::default() }));
    let caption = "Drawn down to ply 2: 13 of 121 nodes; ⋯ counts those below.";
    assert!(texts.iter().any(|text| text == caption), "{texts:?}");
    assert_eq!(texts.iter().filter(|text| *text == "⋯ 12 below").count(), 9);
    let whole = self::texts(&trace.to_svg());
    assert!(!whole.iter().any(|text| text.contains("Drawn down") || text.contains("below")));
}

#[test]
fn large_searches_are_drawn_within_the_limit() {
    let trace = specimens::of_random_tree("b=5,d=6,values=100", Algorithm::ALPHA_BETA);
    let svg = trace.to_svg();
    let document = Document::parse(&svg).expect("well-formed");
    let drawn = document.descendants().filter(|node| has_class(*node, "node") || has_class(*node, "stub"));
    assert!(drawn.count() <= Limit::default().items);
    assert!(svg.contains("Drawn down to ply"));
}

#[test]
fn the_deep_cut_off_is_drawn_as_before() {
    insta::assert_snapshot!("deep_cut", specimens::deep_cut().to_svg());
}

#[test]
fn appendix_a_is_drawn_as_before() {
    insta::assert_snapshot!("appendix_a", specimens::appendix_a().to_svg());
}
