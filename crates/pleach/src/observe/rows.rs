//! The rows of a trace: what the table prints and what the page scrubs through.

use super::table::sign;
use super::{Believed, ConspiracyNumbers, Evidence, Omission, Question, Step, StepKind, Trace};
use crate::value::Score;

/// A row: a node, its window and its best value after something happened there.
///
/// A row begins with a step that enters a node, brings a child's value back, finds a remembered one, or
/// leaves something out; the steps that follow at once at the same node (leaf, cut, leave) belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// From 1.
    pub(super) number: usize,
    /// The index of the node.
    pub(super) node: usize,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) g: Score,
    /// The index of the last step that says what is believed of the node.
    pub(super) believed: Option<usize>,
    pub(super) remark: String,
    /// The index of the step that begins the row.
    pub(super) step: usize,
    /// The index of the last step that belongs to it.
    pub(super) last: usize,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TableLine {
    /// A new iteration begins.
    Heading(String),
    Row(Row),
}

impl Trace {
    /// The lines of the table, in order.
    pub(super) fn lines(&self) -> Vec<TableLine> {
        let mut lines: Vec<TableLine> = Vec::new();
        let mut rows = 0;
        let mut announced = String::new();
        for (index, step) in self.steps.iter().enumerate() {
            let remark = match step.kind {
                StepKind::Iteration { depth } => {
                    lines.push(TableLine::Heading(format!("-- depth {depth} --")));
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
                StepKind::Probe { question, .. } => {
                    announced = test_name(question).to_owned();
                    continue;
                }
                StepKind::Leaf
                | StepKind::Known
                | StepKind::Cut { .. }
                | StepKind::Leave { .. }
                | StepKind::Probed { .. } => {
                    if let Some(TableLine::Row(row)) = lines.last_mut() {
                        self.continue_row(row, index);
                    }
                    continue;
                }
                StepKind::Dominated { by, .. } => match lines.last_mut() {
                    Some(TableLine::Row(row)) if row.node == step.node => {
                        self.continue_row(row, index);
                        continue;
                    }
                    // A leaf that nothing below can help any more.
                    _ => self.dominated_remark(by),
                },
                StepKind::Expand { strategy } => format!("expanded {}", strategy.in_words()),
                StepKind::Judge | StepKind::BackUp => conspiracy_remark(step),
                StepKind::End { verdict } => verdict.in_words().to_owned(),
                StepKind::Enter { .. } => std::mem::take(&mut announced),
                StepKind::Return { .. } => String::new(),
                StepKind::Forecast { omission } | StepKind::Skip { omission, .. } => {
                    omission_remark(omission)
                }
                StepKind::TableHit { bound } => {
                    announced.clear();
                    format!("remembered: {}{}", sign(bound), step.g)
                }
            };
            rows += 1;
            let (alpha, beta, g) = (step.alpha, step.beta, step.g);
            let (number, node) = (rows, step.node);
            let believed = step.believed.as_ref().map(|_| index);
            let (step, last) = (index, index);
            lines.push(TableLine::Row(Row { number, node, alpha, beta, g, believed, remark, step, last }));
        }
        lines
    }

    fn continue_row(&self, row: &mut Row, index: usize) {
        let step = &self.steps[index];
        row.last = index;
        row.believed = step.believed.as_ref().map_or(row.believed, |_| Some(index));
        match step.kind {
            StepKind::Leaf => row.g = step.g,
            StepKind::Known => {
                row.g = step.g;
                row.remark = "known well enough: not searched".to_owned();
            }
            StepKind::Dominated { by, .. } => row.remark = self.dominated_remark(by),
            StepKind::Cut { kind, by } => {
                row.g = step.g;
                let by = by.map(|by| format!(", bound of {}", self.nodes[by].label()));
                row.remark = format!("cut-off: {}{}", kind.name(), by.unwrap_or_default());
            }
            StepKind::Probed { question, shallow, hit: false, .. } if question != Question::BestMove => {
                let separator = if row.remark.is_empty() { "" } else { "; " };
                let evidence = Evidence { question, shallow }.text();
                row.remark = format!("{}{separator}test fails: {evidence}", row.remark);
            }
            _ => {}
        }
    }

    fn dominated_remark(&self, by: Option<usize>) -> String {
        let by = by.map(|by| format!(", bound of {}", self.nodes[by].label()));
        format!("cut-off: dominated{}", by.unwrap_or_default())
    }

    /// What the column `g` says in a row: the value, or the range of one that is uncertain.
    pub(super) fn held(&self, row: &Row) -> String {
        let believed = row.believed.and_then(|step| self.steps[step].believed.as_deref());
        believed.map_or_else(|| row.g.to_string(), Believed::plain)
    }
}

/// The numbers of a conspiracy, where they are counted.
fn conspiracy_remark(step: &Step) -> String {
    let numbers = step.believed.as_deref().and_then(|believed| believed.conspiracy);
    numbers.map(ConspiracyNumbers::text).unwrap_or_default()
}

/// What the thesis calls a test, by the end of the window it is about.
fn test_name(question: Question) -> &'static str {
    match question {
        Question::Reaches(_) => "b-test",
        Question::StaysUnder(_) => "a-test",
        Question::BestMove => "which move is best?",
    }
}

/// `GPC cut-off: 50 >= 27`.
fn omission_remark(Omission { cause, evidence }: Omission) -> String {
    let evidence = evidence.map(|evidence| format!(": {}", evidence.text()));
    format!("{} cut-off{}", cause.name(), evidence.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::specimens;
    use super::*;

    #[test]
    fn rows_cover_the_steps_in_order() {
        for trace in specimens::all() {
            let rows: Vec<Row> = trace.lines().into_iter().filter_map(only_row).collect();
            assert!(rows.iter().enumerate().all(|(index, row)| row.number == index + 1));
            assert!(rows.iter().all(|row| row.step <= row.last && trace.steps[row.step].node == row.node));
            assert!(rows.windows(2).all(|pair| pair[0].last < pair[1].step));
        }
    }

    #[test]
    fn appendix_a_takes_forty_seven_rows() {
        let lines = specimens::appendix_a().lines();
        assert_eq!(lines.len(), 47);
        let cuts =
            lines.iter().filter(|line| matches!(line, TableLine::Row(row) if row.remark.contains("cut-off")));
        assert_eq!(cuts.count(), 3);
    }

    fn only_row(line: TableLine) -> Option<Row> {
        match line {
            TableLine::Row(row) => Some(row),
            TableLine::Heading(_) => None,
        }
    }
}
