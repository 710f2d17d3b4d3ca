//! A trace as a table, in the columns of the thesis' appendix A.

use super::lettering::noun;
use super::rows::{Row, TableLine};
use super::{StepKind, Trace};
use crate::game::Player;
use crate::value::Bound;
use std::fmt::Write;

/// Longer names stand out of their column: nobody reads a table that is wider, and formatting has a limit, too.
const WIDEST: usize = 120;

impl Trace {
    /// The trace as a table: a row when a node is entered and one whenever a child's value comes
    /// back, with the window and the best value `g` in Max's view (Tong, figures A.6 to A.8).
    ///
    /// ```
    /// use pleach::observe::Recorder;
    /// use pleach::textbook::{Algorithm, Search};
    /// use pleach::{Limits, tree::ExplicitTree};
    ///
    /// let tree: ExplicitTree = "MAX[5, m: MIN[3, 8]]".parse().unwrap();
    /// let mut recorder = Recorder::new(1_000);
    /// let search = Search::new(Algorithm::ALPHA_BETA);
    /// let report = search.run_observed(&tree, &(), &Limits::none(), &mut recorder).unwrap();
    /// let trace = recorder.finish("tree", "alpha-beta", &tree, &report).unwrap();
    /// assert!(trace.to_table().contains("cut-off: alpha cut, bound of root"));
    /// ```
    pub fn to_table(&self) -> String {
        let lines = self.lines();
        let rows =
            || lines.iter().filter_map(|line| if let TableLine::Row(row) = line { Some(row) } else { None });
        let label = |row: &Row| self.nodes[row.node].label();
        let width = |cell: &dyn Fn(&Row) -> String, least: usize| {
            rows().map(|row| cell(row).chars().count()).max().unwrap_or(0).clamp(least, WIDEST)
        };
        let name = width(&|row| label(row).to_owned(), 4);
        let (alpha, beta) = (width(&|row| row.alpha.to_string(), 5), width(&|row| row.beta.to_string(), 4));
        let g = width(&|row| self.held(row), 1);
        let number = rows().count().to_string().len().max(1);
        // A best-first search has no windows.
        let has_windows = self.steps.iter().any(|step| matches!(step.kind, StepKind::Enter { .. }));
        let window = |low: &str, high: &str| match has_windows {
            true => format!("{low:>alpha$}  {high:>beta$}  "),
            false => String::new(),
        };
        let mut table =
            format!("{:>number$}  {:name$}  {}{:>g$}  remark\n", "#", "node", window("alpha", "beta"), "g");
        for line in &lines {
            let text = match line {
                TableLine::Heading(heading) => heading.clone(),
                TableLine::Row(row) => {
                    let Row { number: count, alpha: low, beta: high, remark, .. } = row;
                    let (label, best) = (label(row), self.held(row));
                    let window = window(&low.to_string(), &high.to_string());
                    format!("{count:>number$}  {label:name$}  {window}{best:>g$}  {remark}")
                }
            };
            writeln!(table, "{}", text.trim_end()).expect("writing to a string");
        }
        table
    }
}

/// The sign before a value that is a bound.
pub(super) fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "= ",
        Bound::Lower => ">= ",
        Bound::Upper => "<= ",
    }
}

impl Trace {
    /// The result in a sentence: `Max to move, value 35 in Max's view; 22 nodes, 11 leaves`.
    pub fn summary(&self) -> String {
        let side = match self.nodes.first().map(|root| root.player) {
            Some(Player::Min) => "Min to move",
            _ => "Max to move",
        };
        let (value, bound) = (
            self.value,
            sign(self.bound).replace("= ", "").replace('>', "at least ").replace('<', "at most "),
        );
        let (visits, leaves) = (self.visits, self.leaves);
        let (nodes, ends) = (noun(visits, "node", "nodes"), noun(leaves, "leaf", "leaves"));
        format!("{side}, value {bound}{value} in Max's view; {visits} {nodes}, {leaves} {ends}")
    }
}
