//! A trace as a table, in the columns of the thesis' appendix A.

use super::{StepKind, Trace};
use crate::game::Player;
use crate::value::{Bound, Score};
use std::fmt::Write;

/// A row: the node, its window and its best value after something happened there.
struct Row {
    name: String,
    alpha: Score,
    beta: Score,
    g: Score,
    remark: String,
}

enum Line {
    Row(Row),
    Heading(String),
}

impl Trace {
    /// The trace as a table: a row when a node is entered and one whenever a child's value comes
    /// back, with the window and the best value `g` in Max's view (Tong, figures A.6 to A.8).
    pub fn to_table(&self) -> String {
        let lines = self.table_lines();
        let rows =
            || lines.iter().filter_map(|line| if let Line::Row(row) = line { Some(row) } else { None });
        let width = |cell: fn(&Row) -> String, least: usize| {
            rows().map(|row| cell(row).chars().count()).max().unwrap_or(0).max(least)
        };
        let name = width(|row| row.name.clone(), 4);
        let (alpha, beta) = (width(|row| row.alpha.to_string(), 5), width(|row| row.beta.to_string(), 4));
        let g = width(|row| row.g.to_string(), 1);
        let number = rows().count().to_string().len().max(1);
        let mut table = format!(
            "{:>number$}  {:name$}  {:>alpha$}  {:>beta$}  {:>g$}  remark\n",
            "#", "node", "alpha", "beta", "g"
        );
        let mut count = 0;
        for line in &lines {
            let text = match line {
                Line::Heading(heading) => heading.clone(),
                Line::Row(row) => {
                    count += 1;
                    let Row { name: label, alpha: low, beta: high, g: best, remark } = row;
                    format!(
                        "{count:>number$}  {label:name$}  {low:>alpha$}  {high:>beta$}  {best:>g$}  {remark}"
                    )
                }
            };
            writeln!(table, "{}", text.trim_end()).expect("writing to a string");
        }
        table
    }

    fn table_lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut announced = String::new();
        for step in &self.steps {
            let node = &self.nodes[step.node];
            let remark = match step.kind {
                StepKind::Iteration { depth } => {
                    lines.push(Line::Heading(format!("-- depth {depth} --")));
                    continue;
                }
                StepKind::Test => {
                    announced = "test".to_owned();
                    continue;
                }
                StepKind::Again { reason } => {
                    announced = format!("again: {}", reason.name());
                    continue;
                }
                StepKind::Leaf | StepKind::Cut { .. } => {
                    if let Some(Line::Row(row)) = lines.last_mut() {
                        row.g = step.g;
                        if let StepKind::Cut { kind, by } = step.kind {
                            let by = by.map(|by| format!(", bound of {}", self.nodes[by].label()));
                            row.remark = format!("cut-off: {}{}", kind.name(), by.unwrap_or_default());
                        }
                    }
                    continue;
                }
                StepKind::Leave { .. } => continue,
                StepKind::Enter { .. } => std::mem::take(&mut announced),
                StepKind::Return { .. } => String::new(),
                StepKind::TableHit { bound } => {
                    announced.clear();
                    format!("remembered: {}{}", sign(bound), step.g)
                }
            };
            let name = node.label().to_owned();
            lines.push(Line::Row(Row { name, alpha: step.alpha, beta: step.beta, g: step.g, remark }));
        }
        lines
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
    /// The result in a sentence: `35 for Max, 22 nodes, 11 leaves`.
    pub fn summary(&self) -> String {
        let side = match self.nodes.first().map(|root| root.player) {
            Some(Player::Min) => "Min to move",
            _ => "Max to move",
        };
        let (value, bound) = (
            self.value,
            sign(self.bound).replace("= ", "").replace('>', "at least ").replace('<', "at most "),
        );
        format!("{side}, value {bound}{value} in Max's view; {} nodes, {} leaves", self.visits, self.leaves)
    }
}
