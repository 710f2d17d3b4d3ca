//! What an item works with: the store, the threads, the games, and how much is asked for.

use crate::calibrate::{CalibrateError, Population, Sampled, Sampler};
use crate::store::{Definition, Store, StoreError};
use crate::work::{Effort, WorkError, work};
use pleach::key_of;
use pleach::prune::Profile;
use pleach::registry::{AnyGame, Registry};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// What an item works with.
pub struct Setup<'a> {
    store: &'a mut Store,
    effort: Effort<'a>,
    registry: &'a Registry,
    quick: bool,
    seed: u64,
    news: Box<dyn FnMut(Progress) + 'a>,
    progress: Progress,
}

/// How far an item has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The shards that are done.
    pub done: u64,
    /// All of them.
    pub all: u64,
}

/// Why an item has come to no end.
#[derive(Debug, thiserror::Error)]
pub enum Unfinished {
    /// Somebody has raised the flag; what is done is kept.
    #[error("stopped: what is done is kept")]
    Stopped,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be done.
    #[error("{0}")]
    Failed(String),
}

/// A run of an item: what decides its rows, but for the seed.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// The run's name.
    pub name: &'a str,
    /// The settings.
    pub details: serde_json::Value,
    /// What the code in question does, by [`behaviour`] or a game's signature: rows of code that did something else
    /// are not taken for these.
    pub behaviour: String,
    /// How many shards there are.
    pub shards: u64,
}

/// The signature of what some code does, by what comes of a small piece of its work.
///
/// ```
/// use pleach_lab::reproduce::behaviour;
/// assert_eq!(behaviour(&[1, 2, 3]), behaviour(&vec![1, 2, 3]));
/// assert_ne!(behaviour(&[1, 2, 3]), behaviour(&[1, 2, 4]));
/// ```
pub fn behaviour(sample: &impl Serialize) -> String {
    let text = serde_json::to_string(sample).unwrap_or_default();
    format!("{:016x}", key_of(&text))
}

impl<'a> Setup<'a> {
    /// Everything in full, from seed 1, without news; an example is at [`Item::run`](super::Item::run).
    pub fn new(store: &'a mut Store, effort: Effort<'a>, registry: &'a Registry) -> Setup<'a> {
        let (quick, seed, progress) = (false, 1, Progress::default());
        Setup { store, effort, registry, quick, seed, news: Box::new(|_| {}), progress }
    }

    /// Whether a small part of the work is enough, with wider intervals.
    pub fn quick(self, quick: bool) -> Setup<'a> {
        Setup { quick, ..self }
    }

    /// The seed of all that is random.
    pub fn seed(self, seed: u64) -> Setup<'a> {
        Setup { seed, ..self }
    }

    /// Who hears of every shard that is done.
    pub fn news(self, news: impl FnMut(Progress) + 'a) -> Setup<'a> {
        Setup { news: Box::new(news), ..self }
    }

    pub(super) fn is_quick(&self) -> bool {
        self.quick
    }

    pub(super) fn get_seed(&self) -> u64 {
        self.seed
    }

    /// What must stop when the flag is raised.
    pub(super) fn effort(&self) -> Effort<'a> {
        self.effort
    }

    /// A size in full, or the smaller one.
    pub(super) fn size(&self, full: u64, quick: u64) -> u64 {
        if self.quick { quick } else { full }
    }

    pub(super) fn game(&self, name: &str) -> Result<Box<dyn AnyGame>, Unfinished> {
        self.registry.open(name).map_err(|error| Unfinished::Failed(error.to_string()))
    }

    /// What comes with a game to prune it forward.
    pub(super) fn profiles(&self, game: &str) -> Vec<Profile> {
        self.registry.profiles(game)
    }

    /// Positions of a game, each from another game of a population and with so many plies before its end.
    pub(super) fn positions(
        &mut self,
        game: &dyn AnyGame,
        population: &str,
        depth: u32,
        count: u64,
    ) -> Result<Vec<Sampled>, Unfinished> {
        let failed = |error: String| Unfinished::Failed(error);
        let population = Population::parse(population, game).map_err(|error| failed(error.to_string()))?;
        let purpose = "reproduce";
        let sampler = Sampler { game, population: &population, depth, purpose, seed: self.seed };
        let taken = &mut HashSet::new();
        match sampler.draw(count as usize, taken, self.store, self.effort, &mut |_| {}) {
            Ok(positions) => Ok(positions),
            Err(CalibrateError::Stopped) => Err(Unfinished::Stopped),
            Err(CalibrateError::Store(error)) => Err(error.into()),
            Err(error) => Err(failed(error.to_string())),
        }
    }

    /// Says how many shards all parts of the item have together.
    pub(super) fn expect(&mut self, shards: u64) {
        self.progress = Progress { done: 0, all: shards };
        (self.news)(self.progress);
    }

    /// Does the shards of a part that are missing, and hands over the rows of all of them, shard by shard.
    pub(super) fn each<T>(
        &mut self,
        part: &Part<'_>,
        find: impl Fn(u64) -> Result<Vec<T>, String> + Sync,
    ) -> Result<Vec<Vec<T>>, Unfinished>
    where
        T: Serialize + DeserializeOwned + Send,
    {
        let details = serde_json::json!({
            "part": part.name, "behaviour": part.behaviour, "shards": part.shards, "settings": part.details,
        });
        let run = self.store.begin(&Definition::new("reproduce", "none", &details, self.seed))?;
        let missing = self.store.missing(&run, part.shards)?;
        self.progress.done += part.shards - missing.len() as u64;
        (self.news)(self.progress);
        let (find, news, progress) = (&find, &mut self.news, &mut self.progress);
        let worker = || Ok(find);
        let worked = work(self.store, &run, missing, self.effort, worker, &mut |_, _: &[T]| {
            progress.done += 1;
            news(*progress);
            ControlFlow::Continue(())
        });
        worked.map_err(|error| match error {
            WorkError::Store(error) => Unfinished::Store(error),
            // A search that the flag has ended is no failure.
            WorkError::Stopped => Unfinished::Stopped,
            WorkError::Worker(_) if self.is_stopped() => Unfinished::Stopped,
            WorkError::Worker(error) => Unfinished::Failed(error),
        })?;
        let mut rows = Vec::new();
        self.store.each_shard(run.id(), |_, shard| rows.push(shard))?;
        self.store.end(&run, &serde_json::json!({ "shards": part.shards }))?;
        Ok(rows)
    }

    /// Whether somebody has raised the flag.
    pub(super) fn is_stopped(&self) -> bool {
        self.effort.stop.load(std::sync::atomic::Ordering::Relaxed)
    }
}
