//! The page is one file whose data cannot break out of it.

use super::super::specimens;
use super::*;
use crate::textbook::Algorithm;
use roxmltree::Document;

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, after) = text.split_once(start).expect("the start");
    after.split_once(end).expect("the end").0
}

fn data_of(page: &str) -> Value {
    let json = between(page, "<script type=\"application/json\" id=\"trace\">", "</script>");
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn every_page_is_one_file_with_three_scripts_and_no_handlers() {
    for trace in specimens::all() {
        let page = trace.to_html();
        assert_eq!(page.matches("<script").count(), 3);
        assert_eq!(page.matches("</script").count(), 3);
        assert_eq!(page.matches("<style").count(), 1);
        assert!(!page.contains("{{title}}") && !page.contains("<img") && !page.contains("<link"));
        for handler in ["onclick=", "onload=", "oninput=", "onkeydown=", "javascript:"] {
            assert!(!page.contains(handler), "{handler}");
        }
        // The name of the SVG namespace is no address that anyone visits.
        assert_eq!(page.matches("://").count(), page.matches("http://www.w3.org/2000/svg").count());
    }
}

#[test]
fn the_drawing_of_the_page_is_well_formed() {
    for trace in specimens::all() {
        let page = trace.to_html();
        let (start, end) = (page.find("<svg class=\"drawing\"").expect("a drawing"), "</svg>");
        let length = page[start..].find(end).expect("its end") + end.len();
        let document = Document::parse(&page[start..start + length]);
        let document = document.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(document.root_element().attribute("role"), Some("group"));
    }
}

#[test]
fn hostile_names_stay_inside_their_strings() {
    let trace = specimens::hostile();
    let page = trace.to_html();
    assert!(!page.contains("</script><b>") && !page.contains("<b>&") && !page.contains("<script>alert"));
    let data = data_of(&page);
    assert_eq!(data["nodes"][0]["label"], trace.nodes[0].label());
    assert_eq!(data["nodes"][0]["board"], *trace.nodes[0].board.as_ref().expect("a board"));
    assert!(between(&page, "<h1>", "</h1>").contains("&lt;img src=x onerror=alert(1)&gt;"));
}

#[test]
fn the_data_has_every_step_and_every_row() {
    let trace = specimens::appendix_a();
    let data = data_of(&trace.to_html());
    assert_eq!(data["nodes"].as_array().map(Vec::len), Some(trace.nodes.len()));
    assert_eq!(data["steps"].as_array().map(Vec::len), Some(trace.steps.len()));
    let lines = data["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 47);
    let row = &lines[29];
    assert_eq!([&row["alpha"], &row["beta"], &row["g"]], ["12", "10", "10"]);
    assert_eq!(row["remark"], "cut-off: deep alpha cut, bound of a");
    let says = "Min node s holds 10 or less. Max already has 12 at a, three plies up, so u cannot matter.";
    assert_eq!(row["says"], says);
    let last = lines.last().expect("rows");
    assert_eq!(last["end"], trace.steps.len());
    assert!(last["says"].as_str().is_some_and(|says| says.ends_with("The search is over: 35 for Max.")));
}

#[test]
fn iterations_have_headings() {
    let data = data_of(&specimens::deepening().to_html());
    let lines = data["lines"].as_array().expect("lines");
    let headings: Vec<&Value> = lines.iter().filter_map(|line| line.get("heading")).collect();
    assert_eq!(headings, ["depth 1", "depth 2", "depth 3", "depth 4"]);
}

#[test]
fn the_caption_says_what_is_left_out() {
    let trace = specimens::of_random_tree("b=3,d=4,values=50", Algorithm::Minimax);
    let page = trace.html_within(Limit { items: 20, ..Limit::default() });
    assert!(page.contains("<p>Drawn down to ply 2: 13 of 121 nodes; ⋯ counts those below.</p>"));
}

#[test]
fn templates_are_filled_once() {
    let values = [("a", "{{b}}"), ("b", "never")];
    assert_eq!(filled("<{{a}}|{{unknown}}>", &values), "<{{b}}|>");
}
