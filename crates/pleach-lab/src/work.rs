//! The shards of a run on several threads, each kept as soon as it is done.

use crate::store::{Definition, Run, Store, StoreError};
use pleach::registry::Request;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// How much of a run may be done now.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// The threads to use.
    pub threads: usize,
    /// Raised by whoever wants it to end. What is under way is finished and kept, unless it is a long search, which ends
    /// and is made again when the run goes on.
    pub stop: &'a Arc<AtomicBool>,
}

impl Effort<'_> {
    /// A search that ends when the flag is raised.
    pub(crate) fn bound(&self, mut request: Request) -> Request {
        request.limits = request.limits.stop_flag(Arc::clone(self.stop));
        request
    }
}

/// Why a run did not go on.
#[derive(Debug, thiserror::Error)]
pub enum WorkError<E> {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A worker failed.
    #[error("{0}")]
    Worker(E),
    /// Somebody has raised the flag. What is done is kept.
    #[error("told to stop: what is done is kept")]
    Stopped,
}

/// Items in a shard of [`each`].
const ITEMS_PER_SHARD: usize = 10;

/// Does something with each of the first `count` items of `all`, and keeps what it finds; what is kept already is not done again.
/// A shard that is begun is finished, so that items a little beyond are done too. `news` hears how many are done.
///
/// ```
/// use pleach_lab::store::{Definition, Store};
/// use pleach_lab::work::{Effort, WorkError, each};
/// use std::sync::Arc;
///
/// let mut store = Store::in_memory()?;
/// let definition = Definition::new("squares", "none", &"", 1);
/// let effort = Effort { threads: 2, stop: &Arc::default() };
/// let square = |item: usize| Ok::<_, std::convert::Infallible>(item * item);
/// let squares = each(&mut store, &definition, 15, 100, effort, &mut |_| {}, square)?;
/// assert_eq!((squares.len(), squares[14]), (15, 196));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn each<T, E>(
    store: &mut Store,
    definition: &Definition,
    count: usize,
    all: usize,
    effort: Effort<'_>,
    news: &mut dyn FnMut(usize),
    find: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, WorkError<E>>
where
    T: Serialize + serde::de::DeserializeOwned + Send,
    E: Send,
{
    let run = store.begin(definition)?;
    let shards = count.div_ceil(ITEMS_PER_SHARD) as u64;
    let missing = store.missing(&run, shards)?;
    let mut done = (shards as usize - missing.len()) * ITEMS_PER_SHARD;
    let find = &find;
    let worker = || {
        Ok(move |shard: u64| {
            let first = shard as usize * ITEMS_PER_SHARD;
            (first..(first + ITEMS_PER_SHARD).min(all)).map(find).collect()
        })
    };
    work(store, &run, missing, effort, worker, &mut |_, rows: &[T]| {
        done += rows.len();
        news(done.min(count));
        ControlFlow::Continue(())
    })?;
    let mut rows = Vec::with_capacity(count);
    for shard in 0..shards {
        rows.extend(store.shard(&run, shard)?.unwrap_or_default());
    }
    rows.truncate(count);
    store.end(&run, &serde_json::json!({ "items": rows.len() }))?;
    Ok(rows)
}

/// Does these shards of a run. Every thread makes a worker of its own, takes the next number that is left, and
/// works. What a shard finds is kept, and then `done` hears of it; it may say that this is enough.
///
/// It ends with [`WorkError::Stopped`] if somebody has raised the flag before all was done, or enough.
///
/// ```
/// use pleach_lab::store::{Definition, Store};
/// use pleach_lab::work::{Effort, work};
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
///
/// let mut store = Store::in_memory()?;
/// let run = store.begin(&Definition::new("squares", "none", &"", 1))?;
/// let shards = store.missing(&run, 10)?;
/// let effort = Effort { threads: 2, stop: &Arc::default() };
/// let worker = || Ok::<_, std::convert::Infallible>(|shard: u64| Ok(vec![shard * shard]));
/// work(&mut store, &run, shards, effort, worker, &mut |_, _| ControlFlow::Continue(()))?;
/// assert_eq!(store.shard(&run, 7)?, Some(vec![49]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn work<T, E, W>(
    store: &mut Store,
    run: &Run,
    shards: Vec<u64>,
    effort: Effort<'_>,
    make_worker: impl Fn() -> Result<W, E> + Sync,
    done: &mut dyn FnMut(u64, &[T]) -> ControlFlow<()>,
) -> Result<(), WorkError<E>>
where
    T: Serialize + Send,
    E: Send,
    W: FnMut(u64) -> Result<Vec<T>, E>,
{
    let threads = effort.threads.clamp(1, shards.len().max(1));
    let (left, enough) = (Mutex::new(shards.into_iter()), AtomicBool::new(false));
    let may_go_on = || !enough.load(Ordering::Relaxed) && !effort.stop.load(Ordering::Relaxed);
    let next = || may_go_on().then(|| left.lock().ok()?.next()).flatten();
    let (sender, results) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, make_worker, next) = (sender.clone(), &make_worker, &next);
            scope.spawn(move || {
                let mut worker = match make_worker() {
                    Ok(worker) => worker,
                    Err(error) => return drop(sender.send(Err(error))),
                };
                while let Some(shard) = next() {
                    let started = Instant::now();
                    let result = worker(shard).map(|rows| (shard, rows, started.elapsed().as_secs_f64()));
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for result in results {
            let kept = result.map_err(WorkError::Worker).and_then(|(shard, rows, seconds)| {
                store.keep(run, shard, &rows, seconds)?;
                Ok(done(shard, &rows))
            });
            match kept {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => enough.store(true, Ordering::Relaxed),
                Err(error) => {
                    // The others finish what they are at; nobody waits for what they find.
                    enough.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        let all = left.lock().is_ok_and(|left| left.as_slice().is_empty());
        if all || enough.load(Ordering::Relaxed) { Ok(()) } else { Err(WorkError::Stopped) }
    })
}
