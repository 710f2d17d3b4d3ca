//! A job: its settings, where it is, and what it has found so far.

use super::settings::JobSettings;
use crate::error::ApiError;
use pleach_lab::calibrate::Calibrated;
use pleach_lab::page::Page;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Where a job is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub(crate) enum State {
    /// It waits for its turn.
    Queued,
    /// It is at work.
    Running,
    /// Somebody has stopped it; what is done is kept.
    Paused,
    /// It is done.
    Done,
    /// It cannot be done.
    Failed {
        /// Why.
        reason: String,
    },
}

/// How far it has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Progress {
    /// The step it is at, from 0 on.
    pub(crate) step: usize,
    /// What is done of the step.
    pub(crate) done: u64,
    /// All there is to do in it.
    pub(crate) all: u64,
    /// What it does, in words.
    pub(crate) sentence: String,
}

/// A job as lists show it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Snapshot {
    pub(crate) id: i64,
    settings: JobSettings,
    #[serde(flatten)]
    state: State,
    progress: Progress,
    /// What came of it, in one line.
    summary: Option<String>,
    begun: String,
    /// The names of the files that it has made.
    files: Vec<String>,
    /// Counts the changes of what it has found.
    version: u64,
}

impl Snapshot {
    /// Whether nothing more will come of it.
    pub(crate) fn is_done(&self) -> bool {
        self.state == State::Done
    }
}

/// What a finished job leaves in the store.
#[derive(Default, Deserialize, Serialize)]
pub(crate) struct Kept {
    pub(crate) summary: String,
    pub(crate) result: Value,
    pub(crate) files: BTreeMap<String, String>,
}

impl Kept {
    /// Keeps a report: the page itself, its tables and its plots.
    pub(crate) fn add_page(&mut self, name: &str, page: &Page) {
        self.files.insert(format!("{name}.html"), page.html());
        for (ending, text) in page.files() {
            self.files.insert(format!("{name}-{ending}"), text.to_owned());
        }
    }
}

/// What changes while it runs.
struct Current {
    state: State,
    progress: Progress,
    kept: Kept,
    version: u64,
    /// What a calibration has found, for whoever wants the profile of another point.
    calibrated: Option<Arc<Calibrated>>,
}

/// A job.
pub(crate) struct Job {
    pub(crate) id: i64,
    pub(crate) settings: JobSettings,
    begun: String,
    current: Mutex<Current>,
    /// Whoever watches hears of every change.
    changed: watch::Sender<()>,
    /// Raised to make it pause.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Job {
    pub(crate) fn new(id: i64, settings: JobSettings, begun: String, state: State, kept: Kept) -> Job {
        let progress = Progress::default();
        let current = Current { state, progress, kept, version: 1, calibrated: None };
        let (changed, _) = watch::channel(());
        Job { id, settings, begun, current: Mutex::new(current), changed, stop: Arc::default() }
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    fn change<T>(&self, change: impl FnOnce(&mut Current) -> T) -> T {
        let result = change(&mut self.current());
        // If nobody watches there is nobody to tell.
        self.changed.send_replace(());
        result
    }

    pub(crate) fn state(&self) -> State {
        self.current().state.clone()
    }

    pub(crate) fn set_state(&self, state: State) {
        self.change(|current| current.state = state);
    }

    pub(crate) fn show(&self, step: usize, done: u64, all: u64, sentence: impl Into<String>) {
        let progress = Progress { step, done, all, sentence: sentence.into() };
        self.change(|current| current.progress = progress);
    }

    /// Whether something of this name has been found.
    pub(crate) fn has_found(&self, name: &str) -> bool {
        self.current().kept.result.get(name).is_some()
    }

    /// Changes what has been found so far.
    pub(crate) fn find(&self, change: impl FnOnce(&mut Value)) {
        self.change(|current| {
            change(&mut current.kept.result);
            current.version += 1;
        });
    }

    /// All is done.
    pub(crate) fn finish(&self, kept: Kept) {
        self.change(|current| {
            (current.kept, current.state) = (kept, State::Done);
            current.version += 1;
        });
    }

    pub(crate) fn keep_calibrated(&self, found: Arc<Calibrated>) {
        self.current().calibrated = Some(found);
    }

    pub(crate) fn calibrated(&self) -> Option<Arc<Calibrated>> {
        self.current().calibrated.clone()
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        let current = self.current();
        Snapshot {
            id: self.id,
            settings: self.settings.clone(),
            state: current.state.clone(),
            progress: current.progress.clone(),
            summary: Some(current.kept.summary.clone()).filter(|summary| !summary.is_empty()),
            begun: self.begun.clone(),
            files: current.kept.files.keys().cloned().collect(),
            version: current.version,
        }
    }

    /// Counts the changes of what it has found.
    pub(crate) fn version(&self) -> u64 {
        self.current().version
    }

    pub(crate) fn result(&self) -> Value {
        self.current().kept.result.clone()
    }

    /// The job with all that it has found.
    pub(crate) fn with_result(&self) -> Value {
        serde_json::json!({ "job": self.snapshot(), "result": self.result() })
    }

    /// The text of a file that it has made.
    pub(crate) fn file(&self, name: &str) -> Result<String, ApiError> {
        let found = self.current().kept.files.get(name).cloned();
        found.ok_or_else(|| ApiError::unknown(format!("the job has made no file '{name}'")))
    }
}
