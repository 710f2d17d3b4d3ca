//! The positions of a file, several at a time.

use super::Plan;
use super::expected::Expected;
use super::list::{Entry, List};
use super::record::{Identity, Solved};
use super::store::Store;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{duration, grouped, print, print_json};
use crate::progress;
use indicatif::ProgressBar;
use pleach::registry::SearchError;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How soon Ctrl-C is noticed.
const PATIENCE: Duration = Duration::from_millis(50);

/// A position to be solved, once however often it stands in the file.
struct Task {
    /// Its first place in the list.
    first: usize,
    stop: Arc<AtomicBool>,
}

/// Solves the positions of a list that the store does not know.
pub(super) fn solve(common: &Common, list: &List, mut plan: Plan, store: Store) -> Result<(), Failure> {
    // Side by side, each on one thread, so that the number of nodes is always the same.
    plan.request.threads = 1;
    let mut places: HashMap<Identity, usize> = HashMap::new();
    let (mut of_entry, mut tasks, mut results) = (Vec::new(), Vec::new(), Vec::new());
    for (first, entry) in list.entries.iter().enumerate() {
        let identity = plan.identity(entry.game.as_ref(), None);
        let known = store.find(&identity, plan.budget).cloned();
        of_entry.push(*places.entry(identity).or_insert_with(|| {
            tasks.push(Task { first, stop: Arc::default() });
            results.push(known);
            results.len() - 1
        }));
    }
    let open: Vec<usize> = (0..tasks.len()).filter(|&task| results[task].is_none()).collect();
    let bar = progress::bar(tasks.len() as u64);
    bar.inc((tasks.len() - open.len()) as u64);
    bar.enable_steady_tick(Duration::from_millis(200));
    let interrupted = progress::stop_on_interrupt();
    let table = Table { json: common.json, list, of_entry, next: 0, summary: Summary::default() };
    let mut desk = Desk { list, tasks: &tasks, results, store, table, bar, ended: false, failure: None };
    let started = Instant::now();
    desk.print_what_is_done();
    let (taken, (sender, receiver)) = (AtomicUsize::new(0), channel());
    std::thread::scope(|scope| {
        for _ in 0..common.threads().min(open.len()) {
            let (sender, open, tasks, plan) = (sender.clone(), &open, &tasks, &plan);
            let (taken, interrupted) = (&taken, &interrupted);
            scope.spawn(move || {
                while let Some(&task) = open.get(taken.fetch_add(1, Ordering::Relaxed)) {
                    let Task { first, stop } = &tasks[task];
                    if interrupted.load(Ordering::Relaxed) {
                        break;
                    }
                    let solved = plan.solve(list.entries[*first].game.as_ref(), None, stop);
                    if sender.send((task, solved)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        desk.collect(&receiver, &interrupted);
    });
    desk.finish(started.elapsed())
}

/// Where the results come in.
struct Desk<'a> {
    list: &'a List,
    tasks: &'a [Task],
    results: Vec<Option<Solved>>,
    store: Store,
    table: Table<'a>,
    bar: ProgressBar,
    /// Whether the work has been called off.
    ended: bool,
    failure: Option<Failure>,
}

impl Desk<'_> {
    /// Takes the results in until all are there, or nobody works any more.
    fn collect(
        &mut self,
        receiver: &Receiver<(usize, Result<Solved, SearchError>)>,
        interrupted: &AtomicBool,
    ) {
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok((task, solved)) => self.take(task, solved),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // The workers may have heard of it first.
                    self.ended |= interrupted.load(Ordering::Relaxed);
                    return;
                }
            }
            // A failure ends the work as Ctrl-C does.
            if self.failure.is_some() {
                interrupted.store(true, Ordering::Relaxed);
            }
            if interrupted.load(Ordering::Relaxed) && !self.ended {
                self.ended = true;
                self.tasks.iter().for_each(|task| task.stop.store(true, Ordering::Relaxed));
            }
        }
    }

    fn take(&mut self, task: usize, solved: Result<Solved, SearchError>) {
        match solved {
            Ok(solved) if solved.is_interrupted() => {}
            Ok(solved) => {
                let kept = self.store.add(&solved);
                self.fail_with(kept);
                self.results[task] = Some(solved);
                self.bar.inc(1);
                self.print_what_is_done();
            }
            Err(error) => {
                let place = self.list.place(&self.list.entries[self.tasks[task].first]);
                self.fail_with(Err(Failure::at(&place, error)));
            }
        }
    }

    fn print_what_is_done(&mut self) {
        let (table, results, bar) = (&mut self.table, &self.results, &self.bar);
        let printed = bar.suspend(|| table.print_in_order(results));
        self.fail_with(printed);
    }

    /// The first failure is the one to be told.
    fn fail_with(&mut self, result: Result<(), Failure>) {
        if let (Err(failure), None) = (result, &self.failure) {
            self.failure = Some(failure);
        }
    }

    /// What has been done, or why not all.
    fn finish(mut self, time: Duration) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let (all, done) = (self.results.len(), self.results.iter().flatten().count());
        if self.ended || self.failure.is_some() {
            self.table.print_the_rest(&self.results)?;
            self.failure.map_or(Ok(()), Err)?;
            return match (done == all, self.store.name()) {
                (true, _) => self.table.summary.judge(),
                (false, None) => Err(Failure::interrupted(format!(
                    "told to stop: {done} of {all} positions are done (with -o FILE they would be kept)"
                ))),
                (false, Some(name)) => Err(Failure::interrupted(format!(
                    "told to stop: {done} of {all} positions are done and kept in {name}; the same command \
                     resumes there"
                ))),
            };
        }
        if !self.table.json {
            print(&self.table.summary.in_words(time))?;
        }
        self.table.summary.judge()
    }
}

/// The rows that are printed, in the order of the file.
struct Table<'a> {
    json: bool,
    list: &'a List,
    /// The task of every entry.
    of_entry: Vec<usize>,
    /// The first entry that is not printed yet.
    next: usize,
    summary: Summary,
}

/// A row as data.
#[derive(serde::Serialize)]
struct Row<'a> {
    line: usize,
    #[serde(flatten)]
    solved: &'a Solved,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    /// None if there was nothing expected or too little is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_expected: Option<bool>,
}

impl Table<'_> {
    /// Prints the next rows as long as their results are there.
    fn print_in_order(&mut self, results: &[Option<Solved>]) -> Result<(), Failure> {
        while let Some(solved) = self.of_entry.get(self.next).and_then(|&task| results[task].as_ref()) {
            self.print_next(solved)?;
        }
        Ok(())
    }

    /// Prints all rows whose results are there.
    fn print_the_rest(&mut self, results: &[Option<Solved>]) -> Result<(), Failure> {
        while let Some(&task) = self.of_entry.get(self.next) {
            match &results[task] {
                Some(solved) => self.print_next(solved)?,
                None => self.next += 1,
            }
        }
        Ok(())
    }

    fn print_next(&mut self, solved: &Solved) -> Result<(), Failure> {
        let first = self.summary.positions == 0;
        let Entry { line, expected, .. } = &self.list.entries[self.next];
        self.next += 1;
        let as_expected = expected.and_then(|expected| solved.known.compare(expected));
        self.summary.count(solved, as_expected);
        if self.json {
            let expected = expected.map(Expected::number);
            return print_json(&Row { line: *line, solved, expected, as_expected });
        }
        if first {
            print(&in_columns(["line", "score", "best", "nodes", "time"].map(str::to_owned), ""))?;
        }
        let known = &solved.known;
        let cells = [
            line.to_string(),
            known.score_in_words(),
            known.best.clone().unwrap_or_else(|| "-".to_owned()),
            solved.nodes.map_or("-".to_owned(), grouped),
            duration(solved.seconds),
        ];
        print(&in_columns(cells, &remark(solved, *expected, as_expected)))
    }
}

fn in_columns([line, score, best, nodes, time]: [String; 5], remark: &str) -> String {
    let row = format!("{line:>5}  {score:>12}  {best:<8}  {nodes:>15}  {time:>9}  {remark}");
    row.trim_end().to_owned() + "\n"
}

/// What is to be said of a result beside the result.
fn remark(solved: &Solved, expected: Option<Expected>, as_expected: Option<bool>) -> String {
    let judgement = match (expected, as_expected) {
        (Some(_), Some(true)) => Some("as expected".to_owned()),
        (Some(expected), Some(false)) => Some(format!("DIFFERS: expected {expected}")),
        (Some(expected), None) => Some(format!("expected {expected}")),
        (None, _) => None,
    };
    let parts: Vec<String> = judgement.into_iter().chain(solved.reason()).collect();
    parts.join("; ")
}

/// All rows together.
#[derive(Default)]
struct Summary {
    positions: usize,
    solved: usize,
    as_expected: usize,
    different: usize,
    nodes: u64,
}

impl Summary {
    fn count(&mut self, solved: &Solved, as_expected: Option<bool>) {
        self.positions += 1;
        self.solved += usize::from(solved.known.solved);
        self.as_expected += usize::from(as_expected == Some(true));
        self.different += usize::from(as_expected == Some(false));
        self.nodes += solved.nodes.unwrap_or(0);
    }

    fn in_words(&self, time: Duration) -> String {
        let mut text = format!("{} of {} positions solved", self.solved, self.positions);
        if self.as_expected + self.different > 0 {
            text += &format!(", {} as expected, {} otherwise", self.as_expected, self.different);
        }
        format!("{text}; {} nodes; {}\n", grouped(self.nodes), duration(time.as_secs_f64()))
    }

    /// A score that is not the expected one is a reason to fail, and so is one that was not found.
    fn judge(&self) -> Result<(), Failure> {
        let unsolved = self.positions - self.solved;
        match (self.different, unsolved) {
            (0, 0) => Ok(()),
            (0, 1) => Err(Failure::without_answer("one position is not solved")),
            (0, many) => Err(Failure::without_answer(format!("{many} positions are not solved"))),
            (1, _) => Err(Failure::without_answer("one score is not as expected")),
            (many, _) => Err(Failure::without_answer(format!("{many} scores are not as expected"))),
        }
    }
}
