//! Figures A.6 to A.8: the searches of the example tree, row by row.

use super::super::{Cell, Finding, Row, Table, Unfinished};
use pleach::observe::{Event, Observe, Recorder};
use pleach::prune::Rules;
use pleach::textbook::{Algorithm, Search};
use pleach::tree::ExplicitTree;
use pleach::{Limits, Notation, SpecError};

const TREE: &str = include_str!("tree.json");
const TRACES: &str = include_str!("traces.json");
const DEPTH: u32 = 4;
const VALUE: i32 = 35;
/// The moves to q, by their numbers.
const LINE: [u32; 4] = [2, 1, 2, 2];
/// Far more than any of the figures has.
const MOST_STEPS: usize = 1000;

/// A figure, and what the thesis says beside it.
pub(super) struct Figure {
    /// What the figure is called among the traces.
    name: &'static str,
    prune: &'static str,
    rows: usize,
    leaves: &'static str,
    test_leaves: &'static str,
    correction: Option<&'static str>,
}

pub(super) const ALPHA_BETA: Figure = Figure {
    name: "AlphaBeta",
    prune: "none",
    rows: 47,
    leaves: "e f h i l m t w x aa ab",
    test_leaves: "",
    correction: Some("rows 28 and 29, whose beta is +inf"),
};

pub(super) const PROBCUT: Figure = Figure {
    name: "ProbCut",
    prune: "probcut:d=2,s=1,a=1,b=0,sigma=10,t=1.5",
    rows: 59,
    leaves: "e f h i t w x",
    test_leaves: "d g d k s v s z",
    correction: Some("row 57, which is 12, 35, 35"),
};

pub(super) const GPC: Figure = Figure {
    name: "GPC-AB",
    prune: "gpc:d=2,s=1,a=1,b=0,sigma=10,t=1.5",
    rows: 49,
    leaves: "e f h i t w x",
    test_leaves: "d g k s v z",
    correction: None,
};

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
            Event::Entered { game, .. } => self.last = game.node_name().unwrap_or_default(),
            Event::Leaf { .. } => self.names[self.in_test].push(self.last.clone()),
            _ => {}
        }
    }
}

fn failed(error: impl std::fmt::Display) -> Unfinished {
    Unfinished::Failed(error.to_string())
}

/// Searches the tree as a figure does, and compares every row.
pub(super) fn compared(figure: &Figure) -> Result<Finding, Unfinished> {
    let tree = ExplicitTree::from_json(TREE).map_err(failed)?;
    let rules: Rules = figure.prune.parse().map_err(|error: SpecError| failed(error))?;
    let search = Search::new(Algorithm::ALPHA_BETA).prune(rules).map_err(failed)?;
    let (limits, evaluate) = (Limits::depth(DEPTH), ExplicitTree::static_value);
    let (mut recorder, mut leaves) = (Recorder::new(MOST_STEPS), Leaves::default());
    let report = search.run_observed(&tree, &evaluate, &limits, &mut recorder).map_err(failed)?;
    search.run_observed(&tree, &evaluate, &limits, &mut leaves).map_err(failed)?;
    let trace = recorder.finish("tree", "alpha-beta", &tree, &report).map_err(failed)?;
    let (ours, theirs) = (rows_of(&trace.to_table()), printed(figure)?);
    let same = ours.iter().zip(&theirs).filter(|(ours, theirs)| is_same(ours, theirs)).count();
    let leaves = leaves.names.map(|names| names.join(" "));
    let mut finding = Finding { correction: figure.correction.map(str::to_owned), ..Finding::default() };
    finding.tables.push(table(figure, ours.len(), same, &leaves));
    finding.check(
        format!("the trace has {} rows: ours has {}", figure.rows, ours.len()),
        ours.len() == figure.rows && theirs.len() == figure.rows,
    );
    finding.check(
        format!("node, alpha, beta, g and cut-offs of every row are those of the thesis: {same} are"),
        same == figure.rows,
    );
    let [own, of_tests] = &leaves;
    finding.check(format!("it examines the leaves {}, in this order", figure.leaves), own == figure.leaves);
    if !figure.test_leaves.is_empty() {
        let claim = format!("its tests examine {}, in this order", figure.test_leaves);
        finding.check(claim, of_tests == figure.test_leaves);
    }
    let through_q = report.value.get() == VALUE && report.line == LINE;
    finding.check("it finds 35 through q", through_q);
    if !figure.test_leaves.is_empty() {
        finding.remarks.push(
            "The rows include tests against infinite bounds, which can never hit; the thesis makes them, and so do we."
                .to_owned(),
        );
    }
    Ok(finding)
}

/// The rows of a table, cell by cell, without their numbers.
fn rows_of(table: &str) -> Vec<Vec<String>> {
    let row = |line: &str| line.split_whitespace().skip(1).map(str::to_owned).collect();
    table.lines().skip(1).map(row).collect()
}

/// The rows of the thesis, its misprints put right: node, alpha, beta, g and the remark.
fn printed(figure: &Figure) -> Result<Vec<[String; 5]>, Unfinished> {
    let mut traces: serde_json::Value = serde_json::from_str(TRACES).map_err(failed)?;
    serde_json::from_value(traces[figure.name].take()).map_err(failed)
}

/// Whether the numbers agree, and whether and how the node is cut.
fn is_same(ours: &[String], theirs: &[String; 5]) -> bool {
    let [numbers @ .., said] = theirs;
    let Some((own, remark)) = ours.split_at_checked(numbers.len()) else { return false };
    let remark = remark.join(" ");
    own == numbers
        && if said.is_empty() { !remark.contains("cut-off") } else { remark.starts_with(said.as_str()) }
}

fn table(figure: &Figure, rows: usize, same: usize, leaves: &[String; 2]) -> Table {
    let words = |text: &str| text.split_whitespace().count();
    let cell = |ours: usize, theirs: usize| Some(Cell::exact(ours as f64, 0).beside(theirs as f64));
    Table {
        title: "Rows and leaves of the trace".to_owned(),
        side: "search".to_owned(),
        heads: ["rows", "rows as printed", "leaves", "leaves of tests"].map(str::to_owned).to_vec(),
        beside: "thesis".to_owned(),
        samples_of: String::new(),
        rows: vec![Row {
            name: figure.name.to_owned(),
            samples: None,
            cells: vec![
                cell(rows, figure.rows),
                cell(same, figure.rows),
                cell(words(&leaves[0]), words(figure.leaves)),
                cell(words(&leaves[1]), words(figure.test_leaves)),
            ],
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_agree_row_by_row() {
        for figure in [&ALPHA_BETA, &PROBCUT, &GPC] {
            let finding = compared(figure).unwrap();
            assert!(
                finding.checks.iter().all(|check| check.holds == Some(true)),
                "{}: {:?}",
                figure.name,
                finding.checks
            );
        }
    }

    #[test]
    fn the_tree_is_that_of_the_test_data() {
        assert_eq!(TREE, include_str!("../../../../../testdata/tong-appendix-a-tree.json"));
    }

    /// The checks can fail: a search that skips the useless tests has fewer rows.
    #[test]
    fn another_trace_is_told_apart() {
        let other = Figure { prune: "gpc:d=2,s=1,a=1,b=0,sigma=10,t=1.5,infinite=skip", ..GPC };
        let finding = compared(&other).unwrap();
        assert!(finding.checks[..2].iter().all(|check| check.holds == Some(false)));
    }
}
