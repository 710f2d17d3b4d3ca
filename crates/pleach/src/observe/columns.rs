//! A trace as columns of numbers, for programs that go through many steps quickly.

use super::replay::{Knowledge, Reason};
use super::{Evidence, Omission, OmissionCause, Question, Retry, Step, StepKind, Trace};
use crate::game::Player;
use crate::uncertain::Verdict;
use crate::uncertain::best_first::Strategy;
use crate::value::Bound;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Beside a number: there is none.
const NONE: i32 = -1;

const RETRIES: [Retry; 5] = [
    Retry::ScoutFailedHigh,
    Retry::AspirationFailedHigh,
    Retry::AspirationFailedLow,
    Retry::NextPass,
    Retry::EquallyGood,
];
const CAUSES: [OmissionCause; 9] = [
    OmissionCause::Razoring,
    OmissionCause::ProbCut,
    OmissionCause::MultiProbCut,
    OmissionCause::EndCut,
    OmissionCause::Gpc,
    OmissionCause::Fgpc,
    OmissionCause::NodeCutting,
    OmissionCause::Integrated,
    OmissionCause::Focus,
];
const STRATEGIES: [Strategy; 5] =
    [Strategy::Root, Strategy::ProveBest, Strategy::DisproveRest, Strategy::Raise, Strategy::Lower];
const VERDICTS: [Verdict; 5] =
    [Verdict::Finished, Verdict::Separated, Verdict::Settled, Verdict::Unseparated, Verdict::Unfinished];
/// The kinds of steps, by their numbers.
const KINDS: [&str; 18] = [
    "iteration",
    "enter",
    "leaf",
    "return",
    "cut",
    "leave",
    "table-hit",
    "test",
    "again",
    "probe",
    "probed",
    "forecast",
    "skip",
    "known",
    "dominated",
    "expand",
    "judge",
    "back-up",
];
/// The kind after all others.
const END: u8 = KINDS.len() as u8;

impl Trace {
    /// The trace as columns of numbers: a file that a program reads without parsing, a hundred times faster than
    /// [JSON](Trace::to_json).
    ///
    /// It begins with the length of a JSON text, as four bytes, and that text; all numbers are little-endian. The text has the fields of
    /// [`Trace`] but for nodes and steps, the names of what the columns number, and under `columns` the `name`,
    /// `type` (`u8`, `i32`, `u32` or `f32`), `offset` and `length` of each column. Offsets count from the first multiple of
    /// eight after the text, and are such multiples themselves. Scores are Max's, as in [`Trace`].
    ///
    /// | column | holds |
    /// |---|---|
    /// | `node.parent` | the parent, -1 at the root; children follow in the order of their moves |
    /// | `node.flags` | 1: Min is to move; 2: visited |
    /// | `node.size` | of a node that was not visited: the nodes there, -1 if they were not counted |
    /// | `node.name`, `node.move` | one more than the place among `strings`; 0 is none |
    /// | `step.kind`, `step.node` | the place among `kinds`; the node |
    /// | `step.alpha`, `step.beta`, `step.g` | as in [`Step`] |
    /// | `step.x`, `step.y`, `step.z`, `step.flags` | what belongs to the kind, see below |
    /// | `step.believed` | one more than the place among the beliefs; 0 is none |
    /// | `belief.low`, `belief.high`, `belief.value`, `belief.up`, `belief.down` | ranges and conspiracy numbers |
    /// | `belief.first`, `mass.score`, `mass.share` | the distribution of belief `i` begins at `first[i]` and ends at `first[i + 1]` |
    ///
    /// What a step holds beside its window and value: an iteration and an `enter` the depth (x); a `return` the child (x), its
    /// value (y), 1 if it improved (flags); a `cut` the node that set the bound (x) and the reason (y); a `leave` and a `table-hit`
    /// the bound (flags: 0 exact, 1 lower, 2 upper) and four times what is known by then; an `again` the retry (x); a `probe` the depth
    /// (x), threshold (y) and question (flags: 0 reaches, 1 stays under, 2 best move); a `probed` the shallow value (x), threshold (y),
    /// question, 4 if it hit, 8 if the node goes on (flags); a `forecast` the shallow value (x), threshold (y), question and 16 times the
    /// cause (flags), where question 3 is none; a `skip` the child (x), threshold (y), shallow value (z), and in the flags also 4 if the rest is
    /// skipped, too; a `dominated` the node that has as much (x), 1 if that is proven (flags); an `expand` the strategy (x);
    /// an `end` the verdict (x).
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
    /// let bytes = recorder.finish("tree", "alpha-beta", &tree, &report).unwrap().to_columns();
    /// let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
    /// let header: serde_json::Value = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
    /// assert_eq!(header["value"], 5);
    /// assert_eq!(header["columns"][0]["name"], "node.parent");
    /// ```
    pub fn to_columns(&self) -> Vec<u8> {
        let mut file = File::default();
        let mut strings = Strings::default();
        self.write_nodes(&mut file, &mut strings);
        self.write_steps(&mut file);
        self.write_beliefs(&mut file);
        file.finish(json!({
            "game": self.game,
            "position": self.position,
            "algorithm": self.algorithm,
            "value": self.value.get(),
            "bound": self.bound,
            "visits": self.visits,
            "leaves": self.leaves,
            "line": self.line,
            "strings": strings.list,
            "kinds": KINDS.iter().chain(&["end"]).collect::<Vec<_>>(),
            "reasons": Reason::ALL.map(|reason| json!({"key": reason.key(), "word": reason.word()})),
            "retries": RETRIES.map(Retry::name),
            "causes": CAUSES.map(OmissionCause::name),
            "strategies": STRATEGIES.map(Strategy::in_words),
            "verdicts": VERDICTS.map(Verdict::in_words),
        }))
    }

    fn write_nodes<'a>(&'a self, file: &mut File, strings: &mut Strings<'a>) {
        let nodes = &self.nodes;
        file.i32("node.parent", nodes.iter().map(|node| node.parent.map_or(NONE, |parent| parent as i32)));
        file.u8(
            "node.flags",
            nodes.iter().map(|node| u8::from(node.player == Player::Min) + 2 * u8::from(node.visited)),
        );
        let size = |size: Option<u64>| size.and_then(|size| size.try_into().ok()).unwrap_or(NONE);
        file.i32("node.size", nodes.iter().map(|node| size(node.pruned_size)));
        file.u32("node.name", nodes.iter().map(|node| strings.number(node.name.as_deref())));
        file.u32("node.move", nodes.iter().map(|node| strings.number(node.mv.as_deref())));
    }

    fn write_steps(&self, file: &mut File) {
        let steps = &self.steps;
        let mut knowledge = vec![Knowledge::default(); self.nodes.len()];
        let mut learning = Learning::default();
        let details: Vec<Detail> = steps
            .iter()
            .map(|step| Detail { known: learning.learn(step, &mut knowledge), ..detail(&step.kind) })
            .collect();
        file.u8("step.kind", details.iter().map(|detail| detail.kind));
        file.u32("step.node", steps.iter().map(|step| step.node as u32));
        file.i32("step.alpha", steps.iter().map(|step| step.alpha.get()));
        file.i32("step.beta", steps.iter().map(|step| step.beta.get()));
        file.i32("step.g", steps.iter().map(|step| step.g.get()));
        file.i32("step.x", details.iter().map(|detail| detail.x));
        file.i32("step.y", details.iter().map(|detail| detail.y));
        file.u8("step.flags", details.iter().map(|detail| detail.flags | (detail.known << 2)));
        if steps.iter().any(|step| matches!(step.kind, StepKind::Skip { .. })) {
            file.i32("step.z", details.iter().map(|detail| detail.z));
        }
    }

    fn write_beliefs(&self, file: &mut File) {
        let beliefs: Vec<_> = self.steps.iter().filter_map(|step| step.believed.as_deref()).collect();
        if beliefs.is_empty() {
            return;
        }
        let mut number = 0;
        let numbers = self.steps.iter().map(|step| {
            number += u32::from(step.believed.is_some());
            if step.believed.is_some() { number } else { 0 }
        });
        file.u32("step.believed", numbers);
        file.i32("belief.low", beliefs.iter().map(|belief| belief.low.get()));
        file.i32("belief.high", beliefs.iter().map(|belief| belief.high.get()));
        let mut first = 0;
        let mut firsts = vec![0];
        for belief in &beliefs {
            first += belief.distribution.len() as u32;
            firsts.push(first);
        }
        file.u32("belief.first", firsts.into_iter());
        let masses = || beliefs.iter().flat_map(|belief| &belief.distribution);
        file.i32("mass.score", masses().map(|(score, _)| score.get()));
        file.f32("mass.share", masses().map(|&(_, mass)| mass as f32));
        if beliefs.iter().any(|belief| belief.conspiracy.is_some()) {
            let numbers = || beliefs.iter().map(|belief| belief.conspiracy);
            let count = |count: Option<u32>| count.map_or(NONE, |count| count as i32);
            file.i32(
                "belief.value",
                numbers().map(|numbers| numbers.map_or(0, |numbers| numbers.value.get())),
            );
            file.i32("belief.up", numbers().map(|numbers| count(numbers.and_then(|numbers| numbers.up))));
            file.i32("belief.down", numbers().map(|numbers| count(numbers.and_then(|numbers| numbers.down))));
        }
    }
}

/// What a step holds beside its window and value.
#[derive(Clone, Copy, Default)]
struct Detail {
    kind: u8,
    x: i32,
    y: i32,
    z: i32,
    flags: u8,
    /// What is known of the node once it is left.
    known: u8,
}

fn detail(kind: &StepKind) -> Detail {
    let with = |kind: u8, x: i32| Detail { kind, x, ..Detail::default() };
    match *kind {
        StepKind::Iteration { depth } => with(0, depth as i32),
        StepKind::Enter { depth } => with(1, depth.min(i32::MAX as u32) as i32),
        StepKind::Leaf => with(2, 0),
        StepKind::Return { child, value, improved } => {
            Detail { y: value.get(), flags: improved.into(), ..with(3, child as i32) }
        }
        StepKind::Cut { kind, by } => {
            let reason = place(&Reason::ALL, &Reason::of(kind));
            Detail { y: reason, ..with(4, by.map_or(NONE, |by| by as i32)) }
        }
        StepKind::Leave { bound } => Detail { flags: bound_number(bound), ..with(5, 0) },
        StepKind::TableHit { bound } => Detail { flags: bound_number(bound), ..with(6, 0) },
        StepKind::Test => with(7, 0),
        StepKind::Again { reason } => with(8, place(&RETRIES, &reason)),
        StepKind::Probe { depth, question } => {
            let (flags, y) = question_numbers(question);
            Detail { y, flags, ..with(9, depth as i32) }
        }
        StepKind::Probed { question, shallow, hit, goes_on } => {
            let (flags, y) = question_numbers(question);
            Detail { y, flags: flags + 4 * u8::from(hit) + 8 * u8::from(goes_on), ..with(10, shallow.get()) }
        }
        StepKind::Forecast { omission } => {
            let (flags, y, shallow) = omission_numbers(omission);
            Detail { y, flags, ..with(11, shallow) }
        }
        StepKind::Skip { child, omission, rest } => {
            let (flags, y, z) = omission_numbers(omission);
            Detail { y, z, flags: flags + 4 * u8::from(rest), ..with(12, child as i32) }
        }
        StepKind::Known => with(13, 0),
        StepKind::Dominated { by, proven } => {
            Detail { flags: proven.into(), ..with(14, by.map_or(NONE, |by| by as i32)) }
        }
        StepKind::Expand { strategy } => with(15, place(&STRATEGIES, &strategy)),
        StepKind::Judge => with(16, 0),
        StepKind::BackUp => with(17, 0),
        StepKind::End { verdict } => with(END, place(&VERDICTS, &verdict)),
    }
}

fn place<T: PartialEq>(list: &[T], wanted: &T) -> i32 {
    list.iter().position(|listed| listed == wanted).map_or(NONE, |place| place as i32)
}

fn bound_number(bound: Bound) -> u8 {
    match bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    }
}

fn question_numbers(question: Question) -> (u8, i32) {
    match question {
        Question::Reaches(threshold) => (0, threshold.get()),
        Question::StaysUnder(threshold) => (1, threshold.get()),
        Question::BestMove => (2, 0),
    }
}

fn omission_numbers(Omission { cause, evidence }: Omission) -> (u8, i32, i32) {
    let cause = 16 * place(&CAUSES, &cause).max(0) as u8;
    match evidence {
        None => (3 + cause, 0, 0),
        Some(Evidence { question, shallow }) => {
            let (flags, threshold) = question_numbers(question);
            (flags + cause, threshold, shallow.get())
        }
    }
}

/// What is learned of nodes on the way, apart from what shallow searches find.
#[derive(Default)]
struct Learning {
    iteration: u32,
    probes: i32,
}

impl Learning {
    fn learn(&mut self, step: &Step, knowledge: &mut [Knowledge]) -> u8 {
        self.iteration += u32::from(matches!(step.kind, StepKind::Iteration { .. }));
        self.probes += i32::from(matches!(step.kind, StepKind::Probe { .. }));
        self.probes -= i32::from(matches!(step.kind, StepKind::Probed { .. }));
        let (StepKind::Leave { bound } | StepKind::TableHit { bound }) = step.kind else { return 0 };
        let mut shallow = Knowledge::default();
        let known = if self.probes > 0 { &mut shallow } else { &mut knowledge[step.node] };
        bound_number(known.learn(bound, step.g, self.iteration))
    }
}

/// Texts that many nodes share, each once.
#[derive(Default)]
struct Strings<'a> {
    list: Vec<&'a str>,
    numbers: HashMap<&'a str, u32>,
}

impl<'a> Strings<'a> {
    /// One more than the place of a text; 0 for none.
    fn number(&mut self, text: Option<&'a str>) -> u32 {
        let Some(text) = text else { return 0 };
        let list = &mut self.list;
        *self.numbers.entry(text).or_insert_with(|| {
            list.push(text);
            list.len() as u32
        })
    }
}

/// The columns so far.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    columns: Vec<Value>,
}

impl File {
    fn u8(&mut self, name: &str, numbers: impl Iterator<Item = u8>) {
        self.column(name, "u8", numbers.map(|number| [number]));
    }

    fn i32(&mut self, name: &str, numbers: impl Iterator<Item = i32>) {
        self.column(name, "i32", numbers.map(i32::to_le_bytes));
    }

    fn u32(&mut self, name: &str, numbers: impl Iterator<Item = u32>) {
        self.column(name, "u32", numbers.map(u32::to_le_bytes));
    }

    fn f32(&mut self, name: &str, numbers: impl Iterator<Item = f32>) {
        self.column(name, "f32", numbers.map(f32::to_le_bytes));
    }

    fn column<const N: usize>(&mut self, name: &str, kind: &str, numbers: impl Iterator<Item = [u8; N]>) {
        let offset = self.bytes.len();
        self.bytes.extend(numbers.flatten());
        let length = (self.bytes.len() - offset) / N;
        self.columns.push(json!({"name": name, "type": kind, "offset": offset, "length": length}));
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
    }

    fn finish(self, mut header: Value) -> Vec<u8> {
        header["columns"] = Value::Array(self.columns);
        let text = header.to_string();
        let mut file = Vec::with_capacity(text.len() + self.bytes.len() + 16);
        file.extend((text.len() as u32).to_le_bytes());
        file.extend(text.as_bytes());
        file.resize(file.len().next_multiple_of(8), 0);
        file.extend(self.bytes);
        file
    }
}

#[cfg(test)]
mod tests {
    use super::super::specimens;
    use super::*;
    use crate::value::Score;

    fn header(file: &[u8]) -> (Value, usize) {
        let length = u32::from_le_bytes(file[..4].try_into().unwrap()) as usize;
        (serde_json::from_slice(&file[4..4 + length]).unwrap(), (4 + length).next_multiple_of(8))
    }

    #[test]
    fn every_column_has_a_number_for_every_node_or_step() {
        for trace in specimens::all() {
            let file = trace.to_columns();
            let (header, start) = header(&file);
            for column in header["columns"].as_array().unwrap() {
                let (name, length) = (column["name"].as_str().unwrap(), column["length"].as_u64().unwrap());
                let expected = match name.split('.').next() {
                    Some("node") => trace.nodes.len(),
                    Some("step") => trace.steps.len(),
                    _ => continue,
                };
                assert_eq!(length as usize, expected, "{name}");
                let width = if column["type"] == "u8" { 1 } else { 4 };
                let offset = column["offset"].as_u64().unwrap() as usize;
                assert!(offset.is_multiple_of(8) && start + offset + width * expected <= file.len());
            }
        }
    }

    #[test]
    fn kinds_are_numbered_as_they_are_named() {
        let trace = specimens::appendix_a_pruned("gpc");
        for step in &trace.steps {
            let named = serde_json::to_value(&step.kind).unwrap();
            let names = KINDS.iter().chain(&["end"]).collect::<Vec<_>>();
            assert_eq!(named["step"], **names[detail(&step.kind).kind as usize]);
        }
    }

    #[test]
    fn scores_keep_their_bands() {
        let trace = specimens::of_tree("7", crate::textbook::Algorithm::ALPHA_BETA);
        let (header, _) = header(&trace.to_columns());
        assert_eq!(header["value"], Score::new(7).get());
    }
}
