//! All jobs: the one at work, those that wait for it, and those that are done.

use super::job::{Job, Kept, Snapshot, State};
use super::settings::JobSettings;
use super::{calibration, race, reproduction};
use crate::Shared;
use crate::background;
use crate::errand::panicked;
use crate::error::ApiError;
use pleach::panics::caught;
use pleach_lab::calibrate::CalibrateError;
use pleach_lab::store::{Definition, RunInfo, Store, StoreError};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The kind of run that a job is in the store.
const KIND: &str = "studio";
/// More jobs than this do not wait.
const MOST_WAITING: usize = 20;

/// The laboratory of a studio.
pub(crate) struct Lab {
    path: PathBuf,
    /// The threads of the job at work.
    pub(crate) threads: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Whether the jobs of the store have been read.
    is_read: bool,
    jobs: BTreeMap<i64, Arc<Job>>,
    queue: VecDeque<i64>,
    is_at_work: bool,
    is_closing: bool,
}

/// Why a job has come to no end.
#[derive(Debug)]
pub(crate) enum Unfinished {
    /// It was told to stop.
    Stopped,
    /// It cannot be done.
    Failed(String),
}

impl std::fmt::Display for Unfinished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unfinished::Stopped => f.write_str("it was told to stop"),
            Unfinished::Failed(reason) => f.write_str(reason),
        }
    }
}

impl<E: std::error::Error + 'static> From<E> for Unfinished {
    fn from(error: E) -> Unfinished {
        let error: &dyn std::error::Error = &error;
        match error.downcast_ref::<CalibrateError>() {
            Some(CalibrateError::Stopped) => Unfinished::Stopped,
            _ => Unfinished::Failed(error.to_string()),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::broken(error)
    }
}

impl Lab {
    pub(crate) fn new(path: PathBuf, threads: usize) -> Lab {
        Lab { path, threads, inner: Mutex::default() }
    }

    pub(crate) fn open(&self) -> Result<Store, StoreError> {
        Store::open(&self.path)
    }

    /// All jobs; those of earlier studios come from the store. A laboratory that is not there yet is not made by looking
    /// at it.
    fn inner(&self) -> Result<MutexGuard<'_, Inner>, ApiError> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if !inner.is_read {
            if self.path.exists() {
                let runs = self.open()?.runs()?;
                let jobs = runs.into_iter().filter(|run| run.kind == KIND).filter_map(read);
                inner.jobs = jobs.map(|job| (job.id, Arc::new(job))).collect();
            }
            inner.is_read = true;
        }
        Ok(inner)
    }

    /// All jobs, the newest first.
    pub(crate) fn list(&self) -> Result<Vec<Snapshot>, ApiError> {
        Ok(self.inner()?.jobs.values().rev().map(|job| job.snapshot()).collect())
    }

    pub(crate) fn job(&self, id: i64) -> Result<Arc<Job>, ApiError> {
        let job = self.inner()?.jobs.get(&id).cloned();
        job.ok_or_else(|| ApiError::unknown(format!("there is no job {id}")))
    }

    /// Makes a job stop, or takes it out of the queue. What is done is kept.
    pub(crate) fn pause(&self, id: i64) -> Result<Snapshot, ApiError> {
        let job = self.job(id)?;
        let mut inner = self.inner()?;
        inner.queue.retain(|&waiting| waiting != id);
        match job.state() {
            State::Running => job.stop.store(true, Ordering::Relaxed),
            State::Queued => job.set_state(State::Paused),
            State::Paused | State::Done | State::Failed { .. } => {}
        }
        Ok(job.snapshot())
    }

    /// Takes a job away. The searches it made stay in the store, for other jobs may share them.
    pub(crate) fn remove(&self, id: i64) -> Result<(), ApiError> {
        if self.job(id)?.state() == State::Running {
            return Err(ApiError::conflict("the job is at work: stop it first"));
        }
        self.open()?.remove(id)?;
        let mut inner = self.inner()?;
        inner.queue.retain(|&waiting| waiting != id);
        inner.jobs.remove(&id);
        Ok(())
    }

    /// Stops the job at work, and begins no other.
    pub(crate) fn close(&self) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.is_closing = true;
        inner.queue.clear();
        inner.jobs.values().for_each(|job| job.stop.store(true, Ordering::Relaxed));
    }

    /// The next job in the queue; none if there is none, and then somebody else must be told to look again.
    fn next(&self) -> Option<Arc<Job>> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let next = inner.queue.pop_front().and_then(|id| inner.jobs.get(&id).cloned());
        inner.is_at_work = next.is_some();
        next
    }
}

fn definition(settings: &JobSettings) -> Definition {
    Definition::new(KIND, settings.game(), &serde_json::json!({ "settings": settings }), settings.seed())
}

/// A job of an earlier studio, if it can still be understood.
fn read(run: RunInfo) -> Option<Job> {
    let settings: JobSettings = serde_json::from_value(run.definition.get("settings")?.clone()).ok()?;
    let kept: Option<Kept> = run.summary.and_then(|summary| serde_json::from_value(summary).ok());
    let state = if kept.is_some() { State::Done } else { State::Paused };
    Some(Job::new(run.id, settings, run.begun, state, kept.unwrap_or_default()))
}

/// Begins a job, or finds the one with the same settings. One for which there is no room is not kept.
pub(crate) fn begin(shared: &Arc<Shared>, settings: JobSettings) -> Result<Snapshot, ApiError> {
    let mut inner = shared.lab.inner()?;
    let known = inner.jobs.values().find(|job| job.settings == settings).cloned();
    let job = match known {
        Some(known) => known,
        None => {
            inner.check_room()?;
            let mut store = shared.lab.open()?;
            let id = store.begin(&definition(&settings))?.id();
            let begun = store.run(id)?.begun;
            let job = Arc::new(Job::new(id, settings, begun, State::Paused, Kept::default()));
            inner.jobs.insert(id, Arc::clone(&job));
            job
        }
    };
    queue(shared, &mut inner, &job)
}

/// Puts a job into the queue again.
pub(crate) fn resume(shared: &Arc<Shared>, id: i64) -> Result<Snapshot, ApiError> {
    let job = shared.lab.job(id)?;
    queue(shared, &mut *shared.lab.inner()?, &job)
}

/// Puts a job into the queue, unless it is there or done.
fn queue(shared: &Arc<Shared>, inner: &mut Inner, job: &Arc<Job>) -> Result<Snapshot, ApiError> {
    if matches!(job.state(), State::Paused | State::Failed { .. }) {
        inner.check_room()?;
        if !inner.is_at_work {
            // It waits for the lock, and then finds the job.
            let shared = Arc::clone(shared);
            let begun = background::spawn("laboratory", move || work(&shared));
            begun.map_err(|error| ApiError::broken(format!("no thread can be started: {error}")))?;
            inner.is_at_work = true;
        }
        job.stop.store(false, Ordering::Relaxed);
        job.set_state(State::Queued);
        inner.queue.push_back(job.id);
    }
    Ok(job.snapshot())
}

impl Inner {
    /// Refuses when no more jobs may wait.
    fn check_room(&self) -> Result<(), ApiError> {
        match self.queue.len() >= MOST_WAITING || self.is_closing {
            true => Err(ApiError::busy("too many jobs wait for their turn: try again later", 60)),
            false => Ok(()),
        }
    }
}

/// Does one job after the other until none is left.
fn work(shared: &Arc<Shared>) {
    while let Some(job) = shared.lab.next() {
        job.set_state(State::Running);
        let done = caught(|| run(shared, &job));
        match done.unwrap_or_else(|panic| Err(Unfinished::Failed(panicked(&panic)))) {
            Ok(kept) => job.finish(kept),
            Err(Unfinished::Stopped) => job.set_state(State::Paused),
            Err(Unfinished::Failed(reason)) => job.set_state(State::Failed { reason }),
        }
    }
}

fn run(shared: &Shared, job: &Job) -> Result<Kept, Unfinished> {
    let mut store = shared.lab.open()?;
    let run = store.begin(&definition(&job.settings))?;
    let kept = match &job.settings {
        JobSettings::Calibration(fitting) => calibration::run(shared, job, fitting, &mut store),
        JobSettings::Race(contestants) => race::run(shared, job, contestants, &mut store),
        JobSettings::Reproduction(reproduction) => reproduction::run(shared, job, reproduction, &mut store),
    }?;
    store.end(&run, &kept)?;
    Ok(kept)
}
