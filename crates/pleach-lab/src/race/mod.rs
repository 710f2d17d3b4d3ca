//! The same positions through several searches: what each costs, and how often they agree.

mod report;

pub use report::page;

use crate::calibrate::{CalibrateError, Lost, Sampled, Work, whole};
use crate::statistics::{Confidence, binomial_interval};
use crate::store::{Definition, Store};
use crate::work::{Effort, each};
use pleach::prune::{Policy, Rules};
use pleach::registry::{AnyGame, Method, Request, SearchError};
use pleach::{Limits, SpecError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A search in a race.
#[derive(Clone, Debug)]
pub struct Runner {
    /// Its name in tables.
    pub name: String,
    /// The algorithm.
    pub method: Method,
    /// What it may leave out, by name.
    pub prune: Rules,
    /// What it may leave out, by a profile.
    pub policy: Option<Arc<Policy>>,
}

impl Runner {
    /// Every algorithm with every pruning method. Algorithms are separated by commas, or by semicolons where one has
    /// options; pruning methods by semicolons.
    ///
    /// ```
    /// use pleach_lab::race::Runner;
    /// let runners = Runner::all("mtdf,engine", "none;gpc:d=2,s=0,sigma=60,t=3").unwrap();
    /// let names: Vec<&str> = runners.iter().map(|runner| runner.name.as_str()).collect();
    /// assert_eq!(names[..2], ["mtdf", "mtdf gpc:d=2,s=0,a=1,b=0,sigma=60,t=3"]);
    /// assert_eq!(names.len(), 4);
    /// ```
    pub fn all(algorithms: &str, prunes: &str) -> Result<Vec<Runner>, SpecError> {
        let parted = if algorithms.contains([';', ':']) { ';' } else { ',' };
        let mut runners = Vec::new();
        for algorithm in algorithms.split(parted).map(str::trim) {
            let method: Method = algorithm.parse()?;
            for prune in prunes.split(';').map(str::trim) {
                let prune: Rules = prune.parse()?;
                let name = if prune.is_none() { method.to_string() } else { format!("{method} {prune}") };
                runners.push(Runner { name, method, prune, policy: None });
            }
        }
        Ok(runners)
    }
}

/// Several searches on the same positions. The first one is what the others are compared with.
pub struct Race<'a> {
    /// The game at its first position.
    pub game: &'a dyn AnyGame,
    /// The positions.
    pub positions: &'a [Sampled],
    /// The searches.
    pub runners: &'a [Runner],
    /// The depth of all.
    pub depth: u32,
    /// The MiB of tables.
    pub memory: usize,
    /// The seed by which the positions were drawn.
    pub seed: u64,
}

/// What a search has found in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Heat {
    value: i32,
    best: String,
    /// How much less the move is worth by the first search.
    loss: i32,
    work: Work,
}

/// What came of a search on all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finish {
    /// The search.
    pub name: String,
    /// The positions.
    pub positions: usize,
    /// The work, altogether.
    pub work: Work,
    /// How many times less work than the first search.
    pub saving: f64,
    /// The same by CPU time.
    pub faster: f64,
    /// The share of positions with the value of the first search, with its 95 % interval.
    pub same_value: [f64; 3],
    /// The share of positions with a move that is as good by the first search.
    pub same_move: [f64; 3],
    /// What the moves lose by the first search, on the average, where they do not throw a decided game away.
    pub mean_loss: f64,
    /// Moves that miss a certain win or run into a certain loss.
    pub decided: usize,
}

impl Race<'_> {
    /// Runs the race. What is done is kept, and the same race resumes there. The stop flag ends the searches under way, too.
    pub fn run(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(usize),
    ) -> Result<Vec<Finish>, CalibrateError> {
        let mut finished: Vec<Vec<Heat>> = Vec::new();
        for (number, runner) in self.runners.iter().enumerate() {
            let first = finished.first().map(Vec::as_slice);
            let before = number * self.positions.len();
            let mut news = |done| news(before + done);
            let heats = self.heats(runner, first, store, effort, &mut news)?;
            finished.push(heats);
        }
        let of = |(runner, heats): (&Runner, &Vec<Heat>)| Finish::of(&runner.name, heats, &finished[0]);
        Ok(self.runners.iter().zip(&finished).map(of).collect())
    }

    fn heats(
        &self,
        runner: &Runner,
        first: Option<&[Heat]>,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(usize),
    ) -> Result<Vec<Heat>, CalibrateError> {
        let (definition, all) = (self.definition(runner, first.is_some()), self.positions.len());
        let heat = |index: usize| self.heat(runner, index, first.map(|first| &first[index]), effort);
        Ok(each(store, &definition, all, all, effort, news, heat)?)
    }

    fn definition(&self, runner: &Runner, compared: bool) -> Definition {
        let first = self.runners.first().filter(|_| compared);
        let first = first.map(|first| (&first.name, self.game.signature(&self.request(first)).to_string()));
        let positions: Vec<&str> = self.positions.iter().map(|sampled| &*sampled.position).collect();
        let details = serde_json::json!({
            "behaviour": self.game.signature(&self.request(runner)).to_string(),
            "positions": format!("{:016x}", pleach::key_of(&positions)),
            "depth": self.depth,
            "memory": self.memory,
            "algorithm": runner.method.to_string(),
            "prune": runner.prune.to_string(),
            "policy": runner.policy.as_deref(),
            "compared": first,
        });
        Definition::new("race", self.game.name(), &details, self.seed)
    }

    fn request(&self, runner: &Runner) -> Request {
        let mut request = Request::new(runner.method, Limits::depth(self.depth));
        request.prune = runner.prune.clone();
        request.policy = runner.policy.clone();
        request.memory = self.memory;
        request
    }

    fn heat(
        &self,
        runner: &Runner,
        index: usize,
        first: Option<&Heat>,
        effort: Effort<'_>,
    ) -> Result<Heat, SearchError> {
        let mut game = self.game.boxed_clone();
        game.set_position(&self.positions[index].position)?;
        let (answer, work) = Work::measured(|| game.search(&effort.bound(self.request(runner))))?;
        let best = answer.best.clone().unwrap_or_default();
        let loss = match first {
            Some(first) if first.best != best => self.loss(game.as_ref(), &best, first, effort)?,
            _ => 0,
        };
        Ok(Heat { value: answer.score.get(), best, loss, work })
    }

    /// How much less a move is worth by the first search.
    fn loss(
        &self,
        game: &dyn AnyGame,
        mv: &str,
        first: &Heat,
        effort: Effort<'_>,
    ) -> Result<i32, SearchError> {
        let mut request = effort.bound(self.request(&self.runners[0]));
        request.only = vec![mv.to_owned()];
        Ok(first.value.saturating_sub(whole(game.search(&request))?.score.get()).max(0))
    }
}

impl Finish {
    fn of(name: &str, heats: &[Heat], first: &[Heat]) -> Finish {
        let sum = |heats: &[Heat]| heats.iter().fold(Work::default(), |sum, heat| sum.plus(&heat.work));
        let (work, whole) = (sum(heats), sum(first));
        let lost = Lost::of(heats.iter().map(|heat| heat.loss));
        let count = |same: fn(&Heat, &Heat) -> bool| {
            heats.iter().zip(first).filter(|(heat, first)| same(heat, first)).count()
        };
        Finish {
            name: name.to_owned(),
            positions: heats.len(),
            work,
            saving: whole.total() as f64 / work.total().max(1) as f64,
            faster: whole.seconds / work.seconds.max(1e-9),
            same_value: share(count(|heat, first| heat.value == first.value), heats.len()),
            same_move: share(count(|heat, _| heat.loss == 0), heats.len()),
            mean_loss: lost.points as f64 / heats.len().max(1) as f64,
            decided: lost.decided,
        }
    }
}

/// A share with its interval.
fn share(count: usize, all: usize) -> [f64; 3] {
    let limits = binomial_interval(count as u64, all as u64, Confidence::default());
    let (low, high) = limits.map_or((0.0, 1.0), |limits| (limits.low, limits.high));
    [count as f64 / all.max(1) as f64, low, high]
}
