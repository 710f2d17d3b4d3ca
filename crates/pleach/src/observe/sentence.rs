//! What happens in a row of a trace, in one plain sentence or two.

use super::lettering::{described, player_name, score_words, value_words};
use super::rows::Row;
use super::{Believed, CutKind, Evidence, Omission, Question, Retry, Step, StepKind, Trace};
use crate::game::Player;
use crate::value::{Bound, Score};

/// What is known of a node's last visit.
#[derive(Clone, Debug)]
struct Visit {
    g: Score,
    /// What the value it returned says of the true one.
    bound: Bound,
    /// The children whose values have come back.
    returned: Vec<usize>,
    /// What was last believed of an uncertain value.
    believed: Option<Box<Believed>>,
}

/// Tells the rows of a trace, in order.
#[derive(Debug)]
pub(super) struct Teller<'a> {
    trace: &'a Trace,
    visits: Vec<Visit>,
    /// The steps before this one are told.
    told: usize,
    /// The announcement that the next node entered fulfils.
    announced: Option<StepKind>,
    /// The depth of an iteration that the next row begins.
    iteration: Option<u32>,
}

impl<'a> Teller<'a> {
    pub(super) fn new(trace: &'a Trace) -> Self {
        let visit = Visit { g: Score::ZERO, bound: Bound::Exact, returned: Vec::new(), believed: None };
        let visits = vec![visit; trace.nodes.len()];
        Teller { trace, visits, told: 0, announced: None, iteration: None }
    }

    /// The sentence of the next row.
    pub(super) fn tell(&mut self, row: &Row) -> String {
        let steps = &self.trace.steps[row.step..=row.last];
        let step = &steps[0];
        let is_probed = |step: &&Step| matches!(step.kind, StepKind::Probed { .. });
        // What a shallow search has found is told before its node is put back as it was.
        let own = steps.iter().take_while(|step| !is_probed(step)).count();
        for step in &self.trace.steps[self.told..row.step + own] {
            self.take_in(step);
        }
        let last = steps.iter().rev().find(|step| !is_probed(step)).map(|step| &step.kind);
        let cut = steps.iter().find_map(|step| match step.kind {
            StepKind::Cut { kind, by } => Some((step, kind, by)),
            _ => None,
        });
        let uncertain = steps.iter().rev().find_map(|step| self.uncertain(step));
        let begin = self.iteration.take().map(|depth| format!("Depth {depth} begins. ")).unwrap_or_default();
        let body = match (&step.kind, cut, last) {
            _ if uncertain.is_some() => {
                self.announced = None;
                uncertain.unwrap_or_default() + &self.uncertain_end(steps)
            }
            (_, Some((step, kind, by)), _) => self.cut(step, kind, by),
            (StepKind::Forecast { omission }, ..) => self.forecast(step, *omission),
            (StepKind::Skip { child, omission, rest }, ..) => self.skipped(step, *child, *omission, *rest),
            (StepKind::Return { child, improved, .. }, None, last) => {
                let done = matches!(last, Some(StepKind::Leave { .. }));
                self.returned(step, *child, *improved, done)
            }
            (StepKind::TableHit { bound }, ..) => {
                self.announced = None;
                let (who, value) = (self.subject(step.node), value_words(*bound, step.g));
                format!("{who} is remembered: {value}. It is not searched again.")
            }
            (_, None, Some(StepKind::Leaf)) => {
                let value = score_words(steps[own.max(1) - 1].g);
                self.announced = None;
                format!("{} is worth {value}.", self.subject(step.node))
            }
            _ => self.entered(step),
        };
        let failure = steps.iter().find(is_probed).map(failed_test).unwrap_or_default();
        for step in &steps[own..] {
            self.take_in(step);
        }
        self.told = row.last + 1;
        begin + &body + &failure
    }

    /// The end of the whole search, for after the last row.
    pub(super) fn end(&self) -> String {
        let believed = self.visits.first().and_then(|root| root.believed.as_deref());
        let exact = || value_words(self.trace.bound, self.trace.value);
        let value = believed.map_or_else(exact, Believed::words);
        format!(" The search is over: {value} for Max.")
    }

    fn take_in(&mut self, step: &Step) {
        let visit = &mut self.visits[step.node];
        if step.believed.is_some() {
            visit.believed.clone_from(&step.believed);
        }
        match step.kind {
            StepKind::Iteration { depth } => self.iteration = Some(depth),
            StepKind::Test | StepKind::Again { .. } | StepKind::Probe { .. } => {
                self.announced = Some(step.kind.clone())
            }
            StepKind::Probed { goes_on: true, .. } => {
                visit.g = step.g;
                visit.returned.clear();
            }
            StepKind::Enter { .. } => {
                visit.g = step.g;
                visit.returned.clear();
            }
            StepKind::Leaf => (visit.g, visit.bound) = (step.g, Bound::Exact),
            StepKind::Return { child, .. } => {
                visit.g = step.g;
                visit.returned.push(child);
            }
            StepKind::Leave { bound } | StepKind::TableHit { bound } => {
                (visit.g, visit.bound) = (step.g, bound)
            }
            StepKind::Cut { .. } | StepKind::Forecast { .. } | StepKind::Skip { .. } => {}
            StepKind::Probed { goes_on: false, .. } => {}
            StepKind::Known
            | StepKind::Dominated { .. }
            | StepKind::Expand { .. }
            | StepKind::Judge
            | StepKind::BackUp
            | StepKind::End { .. } => {}
        }
    }

    /// `Leaf e` or `Min node s`, to begin a sentence with.
    fn subject(&self, node: usize) -> String {
        let described = described(self.trace, node);
        described.strip_prefix("leaf ").map(|name| format!("Leaf {name}")).unwrap_or(described)
    }

    fn label(&self, node: usize) -> &'a str {
        self.trace.nodes[node].label()
    }

    fn entered(&mut self, step: &Step) -> String {
        let (who, question) = (self.subject(step.node), question(step.alpha, step.beta));
        match self.announced.take() {
            Some(StepKind::Test) => format!("{who} is tested; {question}."),
            Some(StepKind::Probe { depth, question: Question::BestMove }) => {
                format!("{who} is looked at {} deep, to see which move is best.", plies(depth))
            }
            Some(StepKind::Probe { depth, .. }) => {
                format!("{who} is tested by a search of {}; {question}.", plies(depth))
            }
            Some(StepKind::Again { reason: Retry::NextPass }) => format!("The next pass; {question}."),
            Some(StepKind::Again { reason: Retry::EquallyGood }) => {
                format!("{who} is searched again, to see whether it is equally good; {question}.")
            }
            Some(StepKind::Again { reason }) => {
                format!("{who} is searched again, since {}; {question}.", reason.name())
            }
            _ => format!("{who} is entered; {question}."),
        }
    }

    fn returned(&self, step: &Step, child: usize, improved: bool, done: bool) -> String {
        let visit = &self.visits[step.node];
        let StepKind::Return { value, .. } = step.kind else { return String::new() };
        // A repeated search hands on the better of two values, of which only the last is known here.
        let from = &self.visits[child];
        let value = if from.g == value { value_words(from.bound, value) } else { score_words(value) };
        let (child, node) = (self.label(child), described(self.trace, step.node));
        let so_far = if improved {
            format!("{child} returns {value} to {node}, its best so far.")
        } else {
            format!("{child} returns {value} to {node}, which keeps {}.", score_words(step.g))
        };
        if !done {
            return so_far;
        }
        let exactly = if visit.bound == Bound::Exact { "exactly " } else { "" };
        format!("{so_far} {} is worth {exactly}{}.", self.label(step.node), value_words(visit.bound, visit.g))
    }

    /// `Min node s holds 10 or less. Max already has 12 at a, three plies up, so u cannot matter.`
    fn cut(&self, step: &Step, kind: CutKind, by: Option<usize>) -> String {
        let node = &self.trace.nodes[step.node];
        let who = self.subject(step.node);
        let so = self.consequence(step.node);
        if kind == CutKind::Direct {
            return format!(
                "{who} holds {}, the best score that the game allows, so {so}.",
                score_words(step.g)
            );
        }
        let (holds, bound, wanted) = match node.player {
            Player::Min => (Bound::Upper, step.alpha, "above"),
            Player::Max => (Bound::Lower, step.beta, "below"),
        };
        let (holds, limit) = (value_words(holds, step.g), score_words(bound));
        let opponent = node.player.other();
        let cause = match by {
            // The opponent has that much for certain, from a child that came back before.
            Some(by) if self.trace.nodes[by].player == opponent && self.visits[by].g == bound => {
                let (has, place) = (player_name(opponent), self.label(by));
                format!("{has} already has {limit} at {place}, {} up", self.plies_up(step.node, by))
            }
            Some(by) => format!("Below {} only values {wanted} {limit} are asked for", self.label(by)),
            None => format!("The search asks only for values {wanted} {limit}"),
        };
        format!("{who} holds {holds}. {cause}, so {so}.")
    }

    /// `At a glance Max node j is worth 50, where 27 or more is enough: ProbCut does not search j, and returns 12.`
    fn forecast(&self, step: &Step, omission: Omission) -> String {
        let (found, method) = (self.found(step.node, omission), omission.cause.name());
        let returned = score_words(step.g);
        format!("{found}{method} does not search {}, and returns {returned}.", self.label(step.node))
    }

    fn skipped(&self, step: &Step, child: usize, omission: Omission, rest: bool) -> String {
        let (found, method) = (self.found(child, omission), omission.cause.name());
        let (child, node) = (self.label(child), described(self.trace, step.node));
        let after = if rest { ", nor what comes after it" } else { "" };
        format!("{found}{method} does not search {child}{after}; {node} keeps {}.", score_words(step.g))
    }

    /// What a step of a search over uncertain values does; nothing for the steps of other searches.
    fn uncertain(&self, step: &Step) -> Option<String> {
        let who = self.subject(step.node);
        let held = self.visits[step.node].believed.as_deref().map(Believed::words).unwrap_or_default();
        let exact = step.believed.is_none();
        Some(match step.kind {
            StepKind::Leaf if !exact => format!("{who} is worth {held}."),
            StepKind::Known => format!("{who} is known to be worth {held}, which is all that is asked for."),
            StepKind::Return { child, .. } if !exact => {
                let returned = self.visits[child].believed.as_deref().map(Believed::words);
                let (child, node) = (self.label(child), described(self.trace, step.node));
                format!("{child} returns {} to {node}, which holds {held} now.", returned.unwrap_or_default())
            }
            StepKind::Dominated { by, .. } => self.dominated(step, by),
            StepKind::Expand { strategy } => format!("{who} is expanded, {}.", strategy.in_words()),
            StepKind::Judge => format!("{who} is worth {held}{}.", conspirators(step)),
            StepKind::BackUp => format!("{who} is worth {held} now, by its children{}.", conspirators(step)),
            StepKind::End { verdict } => format!("The search ends: {}.", verdict.in_words()),
            _ => return None,
        })
    }

    /// `Min node s holds 3 to 10. Max is sure of 12 at a, so u cannot matter.`
    fn dominated(&self, step: &Step, by: Option<usize>) -> String {
        let who = self.subject(step.node);
        let held = self.visits[step.node].believed.as_deref().map(Believed::words).unwrap_or_default();
        let node = &self.trace.nodes[step.node];
        match by {
            None => format!(
                "Nothing below {} can count any more: it stays closed.",
                described(self.trace, step.node)
            ),
            // A successor that a best-first search leaves out.
            Some(by) if Some(by) == node.parent && node.children.is_empty() => {
                let has = self.label(by);
                format!("{who} is worth {held}, and {has} has as much without it: it is left out.")
            }
            Some(by) => {
                let (bound, sure) = match node.player {
                    Player::Min => (step.alpha, "Max is sure of"),
                    Player::Max => (step.beta, "Min is sure of"),
                };
                let (limit, so) = (score_words(bound), self.consequence(step.node));
                format!("{who} holds {held}. {sure} {limit} at {}, so {so}.", self.label(by))
            }
        }
    }

    /// That a node is done, where a row says so after something else.
    fn uncertain_end(&self, steps: &[Step]) -> String {
        let [.., before, last] = steps else { return String::new() };
        let returned = matches!(before.kind, StepKind::Return { .. });
        match (&last.kind, returned, last.believed.as_deref()) {
            (StepKind::Leave { .. }, true, Some(believed)) => {
                format!(" {} is worth {}.", self.label(last.node), believed.words())
            }
            _ => String::new(),
        }
    }

    /// What an omission rests on, as the beginning of a sentence.
    fn found(&self, node: usize, omission: Omission) -> String {
        let Some(Evidence { question, shallow }) = omission.evidence else { return String::new() };
        let (bound, threshold) = match question {
            Question::Reaches(threshold) => (Bound::Lower, threshold),
            Question::StaysUnder(threshold) => (Bound::Upper, threshold),
            Question::BestMove => return String::new(),
        };
        let who = described(self.trace, node);
        let (found, enough) = (score_words(shallow), value_words(bound, threshold));
        format!("At a glance {who} is worth {found}, where {enough} is enough: ")
    }

    /// What a cut means for the children that have not come back.
    fn consequence(&self, node: usize) -> String {
        let visit = &self.visits[node];
        let children = self.trace.nodes[node].children.iter();
        let left: Vec<&str> = children
            .filter(|child| !visit.returned.contains(child))
            .map(|&child| self.label(child))
            .collect();
        match left.as_slice() {
            [] => "the node is done, with no move left to cut".to_owned(),
            [one] => format!("{one} cannot matter"),
            [one, two] => format!("{one} and {two} cannot matter"),
            [one, two, three] => format!("{one}, {two} and {three} cannot matter"),
            many => format!("the other {} moves cannot matter", many.len()),
        }
    }

    fn plies_up(&self, node: usize, ancestor: usize) -> String {
        const WORDS: [&str; 10] =
            ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
        let above = std::iter::successors(Some(node), |&node| self.trace.nodes[node].parent);
        let plies = above.take_while(|&node| node != ancestor).count();
        let number = WORDS.get(plies).map_or_else(|| plies.to_string(), |word| (*word).to_owned());
        format!("{number} {}", if plies == 1 { "ply" } else { "plies" })
    }
}

/// How many leaves would have to change for a value to change, where they are counted.
fn conspirators(step: &Step) -> String {
    let Some(numbers) = step.believed.as_deref().and_then(|believed| believed.conspiracy) else {
        return String::new();
    };
    let leaves = |count: Option<u32>, what: &str| match count {
        Some(1) => format!("one leaf can {what} it"),
        Some(count) => format!("{count} leaves can {what} it"),
        None => format!("no few leaves can {what} it"),
    };
    format!("; {}, {}", leaves(numbers.up, "raise"), leaves(numbers.down, "lower"))
}

fn plies(depth: u32) -> String {
    format!("{depth} {}", if depth == 1 { "ply" } else { "plies" })
}

/// What is said where a test has spoken against nothing.
fn failed_test(step: &Step) -> String {
    let StepKind::Probed { question, hit: false, .. } = step.kind else { return String::new() };
    match question {
        Question::Reaches(threshold) => {
            format!(" The test fails: {} was asked for.", value_words(Bound::Lower, threshold))
        }
        Question::StaysUnder(threshold) => {
            format!(" The test fails: {} was asked for.", value_words(Bound::Upper, threshold))
        }
        Question::BestMove => String::new(),
    }
}

/// What a window asks.
fn question(alpha: Score, beta: Score) -> String {
    let (low, high) = (score_words(alpha), score_words(beta));
    match (alpha, beta) {
        (Score::MIN, Score::MAX) => "any value matters".to_owned(),
        _ if alpha.next_up() == beta => format!("the only question is whether it is worth {high} or more"),
        (_, Score::MAX) => format!("only values above {low} matter"),
        (Score::MIN, _) => format!("only values below {high} matter"),
        _ => format!("only values between {low} and {high} matter"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::TableLine;
    use super::super::specimens;
    use super::*;
    use crate::textbook::Algorithm;

    fn told(trace: &Trace) -> Vec<String> {
        let mut teller = Teller::new(trace);
        let rows = trace.lines().into_iter().filter_map(|line| match line {
            TableLine::Row(row) => Some(row),
            TableLine::Heading(_) => None,
        });
        rows.map(|row| teller.tell(&row)).collect()
    }

    #[test]
    fn appendix_a_is_told_in_plain_words() {
        let rows = told(&specimens::appendix_a());
        assert_eq!(rows[0], "Max node a is entered; any value matters.");
        assert_eq!(rows[4], "Leaf e is worth 41.");
        assert_eq!(rows[5], "e returns 41 to Min node d, its best so far.");
        assert_eq!(rows[7], "f returns 5 to Min node d, its best so far. d is worth exactly 5.");
        assert_eq!(rows[9], "Min node g is entered; only values above 5 matter.");
        assert_eq!(
            rows[22],
            "Max node j holds 80 or more. Min already has 12 at b, one ply up, so n cannot matter."
        );
        assert_eq!(rows[23], "j returns 80 or more to Min node b, which keeps 12. b is worth exactly 12.");
        assert_eq!(
            rows[29],
            "Min node s holds 10 or less. Max already has 12 at a, three plies up, so u cannot matter."
        );
    }

    #[test]
    fn tests_and_passes_are_told_apart() {
        let rows = told(&specimens::of_tree("MAX[MIN[3, 8], MIN[6, 9], 5]", Algorithm::NegaScout));
        assert!(rows.iter().any(|row| row == "Min node 2 is tested; the only question is whether it is worth 4 or more."), "{rows:#?}");
        let rows = told(&specimens::of_tree("MAX[MIN[3, 8], MIN[6, 9], 5]", Algorithm::Mtdf { guess: None }));
        assert!(rows.iter().any(|row| row.starts_with("The next pass; the only question is")), "{rows:#?}");
        assert!(rows.iter().any(|row| row.contains("The search asks only for values")), "{rows:#?}");
        let rows = told(&specimens::deepening());
        assert!(rows.iter().any(|row| row.starts_with("Depth 2 begins. ")), "{rows:#?}");
    }

    #[test]
    fn what_is_left_out_is_told_with_its_reason() {
        let rows = told(&specimens::appendix_a_pruned("probcut"));
        assert_eq!(
            rows[25],
            "Max node j is tested by a search of 1 ply; the only question is whether it is worth 27 or more."
        );
        assert_eq!(
            rows[28],
            "At a glance Max node j is worth 50, where 27 or more is enough: ProbCut does not search j, and returns 12."
        );
        assert!(rows[7].contains("c is worth 103 or less. The test fails"), "{}", rows[7]);
        assert!(rows[40].ends_with(" The test fails: −3 or less was asked for."), "{}", rows[40]);
        let rows = told(&specimens::appendix_a_pruned("gpc"));
        assert_eq!(
            rows[24],
            "At a glance Max node j is worth 50, where 27 or more is enough: GPC does not search j; Min node b keeps 12."
        );
        let rows = told(&specimens::appendix_a_pruned("fgpc"));
        assert!(rows[24].contains("FGPC does not search j, nor what comes after it; "), "{}", rows[24]);
    }

    #[test]
    fn the_example_of_b_star_is_told_as_a_proof() {
        let traces = specimens::uncertain();
        let rows = told(traces.last().expect("the example"));
        assert_eq!(rows[6], "Min node A is expanded, to prove the best move.");
        assert_eq!(rows[13], "Min node A is worth 1 to 4 now, by its children.");
        assert_eq!(rows[15], "Min node B is expanded, to disprove the others.");
        assert_eq!(rows[24], "The search ends: the best move is separated from the others.");
    }

    #[test]
    fn every_row_is_a_sentence() {
        for trace in specimens::all() {
            assert!(told(&trace).iter().all(|row| row.ends_with('.') && !row.contains("  ")));
        }
    }
}
