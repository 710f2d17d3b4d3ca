//! The trace of alpha-beta in appendix A of the thesis, row by row.

use pleach::observe::Recorder;
use pleach::textbook::{Algorithm, Search};
use pleach::tree::ExplicitTree;
use pleach::{Limits, Score};

fn testdata(name: &str) -> String {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn alpha_beta_goes_row_by_row_as_in_figure_a_6() {
    let tree = ExplicitTree::from_json(&testdata("tong-appendix-a-tree.json")).unwrap();
    let mut recorder = Recorder::new(1_000);
    let search = Search::new(Algorithm::ALPHA_BETA);
    let report = search.run_observed(&tree, &(), &Limits::depth(4), &mut recorder).unwrap();
    assert_eq!((report.value, report.counts.leaves), (Score::new(35), 11));
    assert_eq!(tree.take_missing_value(), None, "no search asks for what the thesis never shows");

    let table = recorder.finish("tree", "alpha-beta", &tree, &report).unwrap().to_table();
    let ours: Vec<Vec<&str>> =
        table.lines().skip(1).map(|line| line.split_whitespace().skip(1).collect()).collect();
    let traces: serde_json::Value = serde_json::from_str(&testdata("tong-appendix-a-traces.json")).unwrap();
    let theirs = traces["AlphaBeta"].as_array().unwrap();
    assert_eq!((ours.len(), theirs.len()), (47, 47));
    for (number, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        let theirs: Vec<&str> =
            theirs.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
        assert_eq!(ours[..4], theirs[..4], "row {}", number + 1);
        let cut = ours.get(4).is_some_and(|remark| remark.starts_with("cut-off"));
        assert_eq!(cut, theirs[4] == "cut-off", "row {}", number + 1);
    }
}
