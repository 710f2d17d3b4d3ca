//! The fast search for every game.
//!
//! [`Engine`] is one alpha-beta skeleton ([`node`](self) in the source, in numbered steps) with everything that
//! makes searches fast, each switched by an [option](Options): iterative deepening, a shared [`Table`], move
//! ordering, null windows, several threads. It needs [`Hashed`] of a game, and is better with an
//! [evaluator](Evaluate) and with the game's own [`Knowledge`].
//!
//! **What it promises.** The value is that of the plain [textbook](crate::textbook) search of the same depth,
//! whatever the options, the table and the number of threads, as long as [`Options::deeper`] is off. With
//! one thread the number of nodes is the same in every run.
//!
//! ```
//! use pleach::{Limits, engine::Engine, tree::RandomTree};
//! let tree: RandomTree = "b=5,d=8,leaves=newborn,seed=3".parse().unwrap();
//! let report = Engine::new(&RandomTree::static_value).search(&tree, &Limits::depth(8)).unwrap();
//! assert_eq!(report.line.len(), 8);
//! ```

mod down;
mod driver;
mod knowledge;
mod line;
mod list;
mod moves;
mod node;
mod options;
mod order;
mod prune;
mod style;
mod table;
mod threads;
mod worker;

pub(crate) use knowledge::hint;
pub use knowledge::{Finished, Knowledge, Look};
pub use options::{Driver, Options, OrderBy, Parameters};
pub use table::{Draft, Found, Known, Table, TableTooLarge};

use crate::game::{Evaluate, Game, Hashed};
use crate::limits::{Limits, Stopped, Watch};
use crate::prune::{Chances, Policy};
use crate::report::{Counts, Iteration, Line, Report};
use crate::settings::Settings;
use crate::value::{Bound, Score, Window};
use driver::{Iterated, Question, Root};
use std::sync::{Arc, Mutex, PoisonError};
use threads::Crew;
use worker::{Recipe, Worker};

/// A depth that always reaches the end of the game.
pub const TO_THE_END: u32 = table::UNLIMITED;

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// It was stopped before anything was finished.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
}

/// The engine: what it knows, how it searches, and with what.
///
/// ```
/// use pleach::engine::{Driver, Engine, Options};
/// use pleach::{Limits, tree::RandomTree};
/// let tree: RandomTree = "b=4,d=9,leaves=newborn,seed=1".parse().unwrap();
/// let options = Options { driver: Driver::Mtdf, ..Options::default() };
/// let engine = Engine::new(&RandomTree::static_value).options(options).memory(8);
/// let one = engine.search(&tree, &Limits::depth(9)).unwrap();
/// let two = engine.threads(2).search(&tree, &Limits::depth(9)).unwrap();
/// assert_eq!(one.value, two.value);
/// ```
#[derive(Debug)]
pub struct Engine<'a, E, K = ()> {
    evaluator: &'a E,
    knowledge: &'a K,
    setup: EngineSetup<'a>,
}

/// How the engine searches, and with what.
#[derive(Clone, Debug)]
struct EngineSetup<'a> {
    options: Options,
    parameters: Option<Parameters>,
    settings: Settings,
    threads: usize,
    table: Option<Arc<Table>>,
    policy: Option<&'a Policy>,
    chances: Option<&'a Mutex<Chances>>,
}

impl<'a, E> Engine<'a, E> {
    /// An engine that judges positions by this evaluator; `()` where every line of play is searched to its end.
    pub fn new(evaluator: &'a E) -> Self {
        let setup = EngineSetup {
            options: Options::default(),
            parameters: None,
            settings: Settings::default(),
            threads: 1,
            table: None,
            policy: None,
            chances: None,
        };
        Engine { evaluator, knowledge: &(), setup }
    }
}

impl<'a, E, K> Engine<'a, E, K> {
    /// The engine with what the game knows of itself.
    pub fn knowledge<L>(self, knowledge: &'a L) -> Engine<'a, E, L> {
        Engine { evaluator: self.evaluator, knowledge, setup: self.setup }
    }

    /// With these techniques.
    pub fn options(mut self, options: Options) -> Self {
        self.setup.options = options;
        self
    }

    /// With these numbers for the techniques, instead of those that the game's knowledge asks for.
    pub fn parameters(mut self, parameters: Parameters) -> Self {
        self.setup.parameters = Some(parameters);
        self
    }

    /// On this many threads, one at least.
    pub fn threads(mut self, threads: usize) -> Self {
        self.setup.threads = threads.max(1);
        self
    }

    /// With all that is asked of it at once.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.setup.settings = Settings { lines: settings.lines.max(1), ..settings };
        self
    }

    /// With a table of this many MiB, made anew for each search.
    pub fn memory(mut self, mebibytes: usize) -> Self {
        self.setup.settings.memory = mebibytes;
        self.setup.table = None;
        self
    }

    /// With a table that is kept from one search to the next. It must serve one game with one set of
    /// options for the rules only, since it knows positions by their keys alone.
    pub fn table(mut self, table: Arc<Table>) -> Self {
        self.setup.table = Some(table);
        self
    }

    /// Asks for the exact value only inside this window, which is that of the side to move.
    pub fn window(mut self, window: Window) -> Self {
        self.setup.settings.window = window;
        self
    }

    /// Asks for all equally good moves too; see [`Report::equally_good`].
    pub fn all_best(mut self) -> Self {
        self.setup.settings.all_best = true;
        self
    }

    /// Whether to deepen step by step: 1, 2, 3 ... plies. Where nobody says, it is done if there is a table
    /// to learn by and a depth to stop at, or if the search may be interrupted.
    pub fn deepening(mut self, deepening: bool) -> Self {
        self.setup.settings.deepening = Some(deepening);
        self
    }

    /// Asks for this many lines of play with their values, each beginning with another move; the others
    /// than the best are in [`Iteration::others`].
    pub fn lines(mut self, lines: usize) -> Self {
        self.setup.settings.lines = lines.max(1);
        self
    }

    /// The value to expect at first; the static value of the root where nobody says.
    pub fn guess(mut self, guess: Score) -> Self {
        self.setup.settings.guess = Some(guess);
        self
    }

    /// Leaves out what a policy says. The value is then no longer that of the plain search for certain.
    pub fn prune(mut self, policy: &'a Policy) -> Self {
        self.setup.policy = (!policy.is_empty()).then_some(policy);
        self
    }

    /// Counts how often late moves turn out best, for [`RankCut`](crate::prune::RankCut). Moves that several threads
    /// share are not counted.
    ///
    /// ```
    /// use pleach::engine::Engine;
    /// use pleach::{Limits, prune::Chances, tree::RandomTree};
    /// use std::sync::Mutex;
    /// let tree: RandomTree = "b=6,d=6,leaves=newborn,seed=1".parse().unwrap();
    /// let chances = Mutex::new(Chances::default());
    /// Engine::new(&RandomTree::static_value).gather(&chances).search(&tree, &Limits::depth(6)).unwrap();
    /// assert!(chances.into_inner().unwrap().total() > 100);
    /// ```
    pub fn gather(mut self, chances: &'a Mutex<Chances>) -> Self {
        self.setup.chances = Some(chances);
        self
    }

    /// Searches a position.
    pub fn search<G>(&self, game: &G, limits: &Limits) -> Result<Report<G::Move>, EngineError>
    where
        G: Hashed + Send + Sync,
        G::Move: Send + Sync,
        E: Evaluate<G, Value = Score> + Sync,
        K: Knowledge<G, Seen: Send + Sync> + Sync,
    {
        self.search_root(game, limits, crate::root::Root { only: &[], finished: &mut |_| {} })
    }

    /// Searches a position among some of its moves, and tells of every finished iteration.
    ///
    /// ```
    /// use pleach::engine::Engine;
    /// use pleach::textbook::Root;
    /// use pleach::{Limits, tree::ExplicitTree};
    /// let tree: ExplicitTree = "MAX[5, MIN[3, 8], 4, 7]".parse().unwrap();
    /// let mut depths = Vec::new();
    /// let root = Root { only: &[1, 2, 3], finished: &mut |iteration| depths.push(iteration.depth) };
    /// let engine = Engine::new(&ExplicitTree::static_value).deepening(true);
    /// let report = engine.search_root(&tree, &Limits::depth(2), root).unwrap();
    /// assert_eq!((report.best, depths), (Some(1), vec![1, 2]));
    /// ```
    pub fn search_root<G>(
        &self,
        game: &G,
        limits: &Limits,
        root: crate::root::Root<'_, G::Move>,
    ) -> Result<Report<G::Move>, EngineError>
    where
        G: Hashed + Send + Sync,
        G::Move: Send + Sync,
        E: Evaluate<G, Value = Score> + Sync,
        K: Knowledge<G, Seen: Send + Sync> + Sync,
    {
        self.search_noting(game, limits, root, &mut None)
    }

    /// The same; a position with neither moves nor an outcome is left in `dead_end`, if one is met.
    pub(crate) fn search_noting<G>(
        &self,
        game: &G,
        limits: &Limits,
        root: crate::root::Root<'_, G::Move>,
        dead_end: &mut Option<G>,
    ) -> Result<Report<G::Move>, EngineError>
    where
        G: Hashed + Send + Sync,
        G::Move: Send + Sync,
        E: Evaluate<G, Value = Score> + Sync,
        K: Knowledge<G, Seen: Send + Sync> + Sync,
    {
        let setup = &self.setup;
        let table = match (&setup.table, setup.options.table) {
            (_, false) => None,
            (Some(table), true) => Some(Arc::clone(table)),
            (None, true) => Some(Arc::new(Table::with_mebibytes(setup.settings.memory)?)),
        };
        if let Some(table) = &table {
            table.new_search();
        }
        let crew = (setup.threads > 1).then(|| Crew::new(setup.threads));
        let recipe = self.recipe();
        let watch = Watch::new(limits).shared_by(setup.threads as u64);
        let worker = |number| Worker::new(&recipe, table.as_deref(), crew.as_ref(), number, watch.clone());
        let mut workers: Vec<Worker<'_, G, E, K>> = (0..setup.threads).map(worker).collect();
        let search = RootSearch { engine: self, crew: crew.as_ref(), limits, game };
        if let Some(outcome) = game.outcome() {
            workers[0].watch.count_node()?;
            workers[0].tally.leaves = 1;
            let over = Line { value: outcome, line: Vec::new() };
            return Ok(search.report(over, setup.settings.window.bound(outcome), 0, &workers));
        }
        if game.moves().next().is_none() {
            *dead_end = Some(game.clone());
            return Err(Stopped::DeadEnd.into());
        }
        let report = search.run(&mut workers, root);
        if report.as_ref().is_err_and(|&stopped| stopped == Stopped::DeadEnd) {
            *dead_end = workers.iter_mut().find_map(|worker| worker.dead_end.take());
        }
        if let Some(chances) = setup.chances {
            let mut chances = chances.lock().unwrap_or_else(PoisonError::into_inner);
            workers.iter().for_each(|worker| chances.merge(&worker.chances));
        }
        Ok(report?)
    }

    fn recipe<G: Game>(&self) -> Recipe<'a, E, K>
    where
        K: Knowledge<G>,
    {
        let EngineSetup { options, parameters, policy, chances, .. } = self.setup;
        let (evaluator, knowledge) = (self.evaluator, self.knowledge);
        let mut parameters = parameters.unwrap_or_else(|| knowledge.parameters());
        parameters.table_depth = parameters.table_depth.min(TO_THE_END);
        let plain = Options { driver: Driver::Full, delta: 0, ..options } == Options::PLAIN;
        let (is_standard, gathers) = (options.is_standard(), chances.is_some());
        Recipe { evaluator, knowledge, options, parameters, plain, is_standard, policy, gathers }
    }
}

/// A search from its root: deepening, threads, the report.
struct RootSearch<'a, G: Game, E, K: Knowledge<G>> {
    engine: &'a Engine<'a, E, K>,
    crew: Option<&'a Crew<G, K::Seen>>,
    limits: &'a Limits,
    game: &'a G,
}

impl<'a, G, E, K> RootSearch<'a, G, E, K>
where
    G: Hashed + Send + Sync,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Sync,
    K: Knowledge<G, Seen: Send + Sync> + Sync,
{
    fn run(
        &self,
        workers: &mut [Worker<'a, G, E, K>],
        asked: crate::root::Root<'_, G::Move>,
    ) -> Result<Report<G::Move>, Stopped> {
        let mut root: Root<G, K::Seen> = Root::new(self.game, asked.only);
        let mut iterations: Vec<Iteration<G::Move>> = Vec::new();
        let (mut depth, deepest) = self.depths();
        let mut guess =
            self.engine.setup.settings.guess.unwrap_or_else(|| self.engine.evaluator.evaluate(self.game));
        workers[0].order_root(&mut root, depth)?;
        let mut stopped = loop {
            root.visit.key = self.game.key_within(depth);
            let question = Question {
                depth,
                window: self.engine.setup.settings.window,
                guess,
                lines: self.engine.setup.settings.lines,
            };
            let complete = match self.iterate(workers, &mut root, question) {
                Err(Stopped::DeadEnd) => return Err(Stopped::DeadEnd),
                Err(stopped) => break Some(stopped),
                Ok(Iterated { mut lines, complete }) => {
                    let Line { value, line } = lines.remove(0);
                    let nodes = workers.iter().map(|worker| worker.watch.nodes()).sum();
                    let elapsed = workers[0].watch.elapsed();
                    let iteration =
                        Iteration { depth: shown(depth), value, line, others: lines, nodes, elapsed };
                    (asked.finished)(&iteration);
                    guess = value;
                    iterations.push(iteration);
                    complete
                }
            };
            if depth >= deepest || complete {
                break None;
            }
            depth = self.next_depth(depth, deepest);
        };
        // What an unfinished iteration has proved of a move is worth more than what the last one thought.
        let partial = stopped.and(workers[0].proved.take());
        let Some(last) = iterations.last() else {
            let stopped = stopped.unwrap_or(Stopped::Flag);
            return partial.map(|line| self.report(line, Bound::Lower, 0, workers)).map_or(
                Err(stopped),
                |mut report| {
                    report.stopped = Some(stopped);
                    Ok(report)
                },
            );
        };
        let bound = self.engine.setup.settings.window.bound(last.value);
        let mut equally_good = Vec::new();
        if self.engine.setup.settings.all_best && bound == Bound::Exact && stopped.is_none() {
            // A limit that is reached only here takes nothing away from the answer there is.
            let depth = self.limits.max_depth().unwrap_or(last.depth).min(TO_THE_END);
            match workers[0].equally_good(&root, depth, last.value) {
                Ok(good) => equally_good = good,
                Err(reason) => stopped = Some(reason),
            }
        }
        let answer = Line { value: last.value, line: last.line.clone() };
        let mut report = match partial {
            Some(line) if line.line.first() != answer.line.first() => {
                self.report(line, Bound::Lower, last.depth, workers)
            }
            _ => self.report(answer, bound, last.depth, workers),
        };
        (report.equally_good, report.iterations, report.stopped) = (equally_good, iterations, stopped);
        Ok(report)
    }

    fn report(
        &self,
        answer: Line<G::Move>,
        bound: Bound,
        depth: u32,
        workers: &[Worker<'_, G, E, K>],
    ) -> Report<G::Move> {
        let Line { value, line } = answer;
        let mut counts = Counts::default();
        for worker in workers {
            counts.add(&worker.counts());
        }
        Report {
            value,
            bound,
            best: line.first().copied().filter(|_| bound != Bound::Upper),
            equally_good: Vec::new(),
            line,
            depth,
            counts,
            iterations: Vec::new(),
            elapsed: workers[0].watch.elapsed(),
            stopped: None,
        }
    }

    /// The first depth and the last one.
    fn depths(&self) -> (u32, u32) {
        let engine = self.engine;
        let deepest = self.limits.max_depth().unwrap_or(TO_THE_END).min(TO_THE_END);
        let gains = engine.setup.options.table && deepest < TO_THE_END;
        let deepening = engine.setup.settings.deepening.unwrap_or(gains || self.limits.may_interrupt());
        let prepares = deepest >= TO_THE_END && self.prepared().is_some_and(|depth| depth > 0);
        (if deepening || prepares { 1.min(deepest) } else { deepest }, deepest)
    }

    /// The depth after this one. Where every line of play would be searched to its end, there is no
    /// need for a limit, and the game's own end play can help.
    fn next_depth(&self, depth: u32, deepest: u32) -> u32 {
        let next = depth + self.step(depth);
        let is_prepared = self.engine.setup.settings.deepening != Some(true)
            && self.prepared().is_some_and(|most| next > most);
        let to_the_end = self.engine.setup.options.knowledge
            && (is_prepared || next >= self.engine.knowledge.plies_left(self.game))
            && deepest >= TO_THE_END;
        if to_the_end { TO_THE_END } else { next.min(deepest) }
    }

    /// How much deeper the next iteration is. Where previews are less careful than the last iteration, those of the other
    /// parity are left out: values swing with it, so they tell least. The last iteration is always one that was asked for,
    /// so the first step makes up for what a larger one would leave over.
    fn step(&self, depth: u32) -> u32 {
        let is_hasty = |policy: &Policy| policy.cut.as_ref().is_some_and(|cut| cut.preview < 1.0);
        let skips = self.is_preview(depth) && self.engine.setup.policy.is_some_and(is_hasty);
        let step = self.engine.setup.options.step.max(if skips { 2 } else { 1 });
        let left = self.limits.max_depth().unwrap_or(depth).saturating_sub(depth);
        match left % step {
            0 => step,
            rest => rest,
        }
    }

    /// Whether a deeper iteration is certain to follow.
    fn is_preview(&self, depth: u32) -> bool {
        !self.limits.may_interrupt() && self.limits.max_depth().is_some_and(|deepest| depth < deepest)
    }

    /// The depth that is enough before a search to the end, if the game has one.
    fn prepared(&self) -> Option<u32> {
        let engine = self.engine;
        let parameters = engine.setup.parameters.unwrap_or_else(|| engine.knowledge.parameters());
        let before_the_end =
            parameters.prepare.filter(|_| engine.setup.options.knowledge && engine.setup.options.table)?;
        let plies_left = engine.knowledge.plies_left(self.game);
        (plies_left < u32::MAX).then(|| plies_left.saturating_sub(before_the_end))
    }

    /// An iteration: the first thread leads, the others help.
    fn iterate(
        &self,
        workers: &mut [Worker<'a, G, E, K>],
        root: &mut Root<G, K::Seen>,
        question: Question,
    ) -> Result<Iterated<G::Move>, Stopped> {
        for worker in &mut *workers {
            worker.is_preview = self.is_preview(question.depth);
        }
        let (leader, helpers) = workers.split_at_mut(1);
        match self.crew.filter(|_| question.depth >= leader[0].recipe.parameters.share_depth) {
            None => leader[0].iterate(root, question),
            Some(crew) => std::thread::scope(|scope| {
                let _shift = crew.begin();
                for helper in helpers {
                    scope.spawn(|| helper.help(crew));
                }
                leader[0].iterate(root, question)
            }),
        }
    }
}

/// The depth as reports tell it: the largest number where there is no limit.
fn shown(depth: u32) -> u32 {
    if depth >= TO_THE_END { u32::MAX } else { depth }
}
