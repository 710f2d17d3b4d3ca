//! The three traces in appendix A of the thesis, row by row.

use pleach::observe::{Event, Observe, Recorder, Trace};
use pleach::prune::Rules;
use pleach::textbook::{Algorithm, Search};
use pleach::tree::ExplicitTree;
use pleach::{Game, Limits, Score};

const OPTIONS: &str = "d=2,s=1,a=1,b=0,sigma=10,t=1.5";

fn project_file(path: &str) -> String {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn tree() -> ExplicitTree {
    ExplicitTree::from_json(&project_file("testdata/tong-appendix-a-tree.json")).unwrap()
}

fn search(prune: &str) -> Search {
    let rules: Rules = prune.parse().unwrap();
    Search::new(Algorithm::ALPHA_BETA).prune(rules).unwrap()
}

fn trace(prune: &str) -> Trace {
    let tree = tree();
    let mut recorder = Recorder::new(1_000);
    let search = search(prune);
    let report =
        search.run_observed(&tree, &ExplicitTree::static_value, &Limits::depth(4), &mut recorder).unwrap();
    assert_eq!(report.value, Score::new(35));
    assert_eq!(report.line, [2, 1, 2, 2], "35 through q");
    assert_eq!(tree.take_missing_value(), None, "no search asks for what the thesis never shows");
    recorder.finish("tree", "alpha-beta", &tree, &report).unwrap()
}

/// Compares node, alpha, beta and g of every row, and whether and how it is cut.
fn compare(trace: &Trace, figure: &str, rows: usize) {
    let table = trace.to_table();
    let ours: Vec<Vec<&str>> =
        table.lines().skip(1).map(|line| line.split_whitespace().skip(1).collect()).collect();
    let traces: serde_json::Value =
        serde_json::from_str(&project_file("crates/pleach-lab/src/reproduce/tong/traces.json")).unwrap();
    let theirs = traces[figure].as_array().unwrap();
    assert_eq!((ours.len(), theirs.len()), (rows, rows), "{figure}");
    for (number, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        let theirs: Vec<&str> =
            theirs.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
        assert_eq!(ours[..4], theirs[..4], "{figure}, row {}", number + 1);
        let remark = ours[4..].join(" ");
        match theirs[4] {
            "" => assert!(!remark.contains("cut-off"), "{figure}, row {}: {remark}", number + 1),
            said => assert!(remark.starts_with(said), "{figure}, row {}: {remark}", number + 1),
        }
    }
}

/// The leaves visited by the search itself, and by its tests.
#[derive(Default)]
struct Leaves {
    names: [Vec<String>; 2],
    in_test: usize,
    last: String,
}

impl Observe<ExplicitTree> for Leaves {
    fn observe(&mut self, event: Event<'_, ExplicitTree>) {
        match event {
            Event::Probe { .. } => self.in_test = 1,
            Event::Probed { .. } => self.in_test = 0,
            Event::Entered { game, .. } => self.last = pleach::Notation::node_name(game).unwrap_or_default(),
            Event::Leaf { .. } => self.names[self.in_test].push(self.last.clone()),
            _ => {}
        }
    }
}

fn leaves(prune: &str) -> [String; 2] {
    let mut leaves = Leaves::default();
    let tree = tree();
    let limits = Limits::depth(4);
    search(prune).run_observed(&tree, &ExplicitTree::static_value, &limits, &mut leaves).unwrap();
    assert!(tree.outcome().is_none());
    leaves.names.map(|names| names.join(" "))
}

#[test]
fn alpha_beta_goes_row_by_row_as_in_figure_a_6() {
    compare(&trace("none"), "AlphaBeta", 47);
    assert_eq!(leaves("none"), ["e f h i l m t w x aa ab", ""]);
}

#[test]
fn probcut_goes_row_by_row_as_in_figure_a_7() {
    let rule = format!("probcut:{OPTIONS}");
    compare(&trace(&rule), "ProbCut", 59);
    // The first tests of d and g, and the first of s and v, are those on infinite bounds.
    assert_eq!(leaves(&rule), ["e f h i t w x", "d g d k s v s z"]);
}

#[test]
fn gpc_goes_row_by_row_as_in_figure_a_8() {
    let rule = format!("gpc:{OPTIONS}");
    compare(&trace(&rule), "GPC-AB", 49);
    assert_eq!(leaves(&rule), ["e f h i t w x", "d g k s v z"]);
}

#[test]
fn without_the_useless_tests_there_are_46_and_39_rows() {
    let rows = |rule: &str| trace(&format!("{rule}:{OPTIONS},infinite=skip")).to_table().lines().count() - 1;
    assert_eq!((rows("probcut"), rows("gpc")), (46, 39));
}

#[test]
fn a_shallow_search_leaves_no_mark_on_what_follows() {
    // s is cut by the bound of a, three plies up, with and without tests before it.
    let table = trace(&format!("probcut:{OPTIONS}")).to_table();
    assert!(table.contains("cut-off: deep alpha cut, bound of a\n"), "{table}");
    assert!(table.contains("ProbCut cut-off: 50 >= 27\n"), "{table}");
    assert!(table.contains("test fails: 23 > -3\n"), "{table}");
}
