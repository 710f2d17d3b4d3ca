//! The searches of a game whose type has been forgotten.

use super::{
    Answer, AnyGame, Hosted, Method, Order, PlayLine, Progress, Request, SearchError, Searchable, Signature,
};
use crate::engine::{Engine, Knowledge, Options, hint};
use crate::game::{Evaluate, Hashed};
use crate::limits::{Limits, Stopped};
use crate::notation::{Notation, NotationError};
use crate::observe::{Observe, Recorder, Trace};
use crate::propagation::{PrunedAtRandom, RandomPruning};
use crate::prune::Policy;
use crate::report::{Iteration, Report};
use crate::root::Root;
use crate::settings::Settings;
use crate::testkit::{Finding, Laws, Verdict};
use crate::textbook::{Hint, Noted, Search, sorted};
use crate::value::{Score, Window};
use std::sync::Arc;

impl<G, E, K> Searchable for Hosted<G, E, K>
where
    G: Hashed + Notation + Send + Sync + 'static,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Send + Sync + 'static,
    K: Knowledge<G, Seen: Send + Sync> + Send + Sync + 'static,
{
    fn is_shown_to_max(&self) -> bool {
        self.customs.max_view
    }

    fn moves_by_hints(&self, depth: u32) -> Vec<String> {
        let hint = |game: &G, mv: G::Move, depth: u32| hint(&*self.knowledge, game, mv, depth);
        let sorted = sorted(&self.game, depth, Hint::new(&hint));
        sorted.into_iter().map(|branch| self.game.move_text(branch.mv)).collect()
    }

    fn tells_quiet(&self) -> bool {
        K::TELLS_QUIET
    }

    fn static_value(&self) -> Score {
        self.value_of(&self.game)
    }

    fn judge(&self, other: &dyn AnyGame) -> Option<Score> {
        other.as_any().downcast_ref::<Self>().map(|other| self.value_of(&other.game))
    }

    fn search_watched(
        &self,
        request: &Request,
        news: &mut dyn FnMut(&Progress),
    ) -> Result<Answer, SearchError> {
        if let Method::Uncertain(algorithm) = request.algorithm {
            return self.search_uncertain(request, algorithm, news);
        }
        let report = self.run(request, &mut (), &mut |iteration| {
            let (nodes, seconds) = (iteration.nodes, iteration.elapsed.as_secs_f64());
            news(&Progress { lines: self.lines(iteration), nodes, seconds });
        })?;
        Ok(self.answer(request, &report))
    }

    fn search_pruned_at_random(
        &self,
        pruning: &RandomPruning,
        depth: u32,
        limits: &Limits,
    ) -> Result<PrunedAtRandom<String>, Stopped> {
        let found = pruning.search(&self.game, &*self.evaluator, depth, limits)?;
        let PrunedAtRandom { value, best, pruned, nodes, evaluations } = found;
        let best = best.map(|mv| self.game.move_text(mv));
        Ok(PrunedAtRandom { value, best, pruned, nodes, evaluations })
    }

    fn solving_method(&self) -> Method {
        Method::Engine(self.knowledge.solving())
    }

    fn signature(&self, request: &Request) -> Signature {
        self.signed(request)
    }

    fn check_laws(
        &self,
        laws: &Laws,
        limits: &Limits,
        news: &mut dyn FnMut(u32),
    ) -> Result<Vec<Finding>, Stopped> {
        let mut findings = laws.findings(&self.game, &*self.evaluator, self.customs.alike, limits, news)?;
        if let Some(node) = self.missing() {
            let made_up = || Verdict::Untested(format!("{node} has no value of its own"));
            let of_evaluator = |finding: &&mut Finding| finding.law.starts_with("an evaluation");
            findings.iter_mut().filter(of_evaluator).for_each(|finding| finding.verdict = made_up());
        }
        Ok(findings)
    }

    fn trace(&self, request: &Request, most_steps: usize) -> Result<Trace, SearchError> {
        match request.algorithm {
            Method::Engine(_) => return Err(SearchError::NoTrace),
            Method::Uncertain(algorithm) => return self.trace_uncertain(request, algorithm, most_steps),
            Method::Textbook(..) => {}
        }
        let mut recorder = Recorder::new(most_steps).until(request.limits.flag());
        let mut request = request.clone();
        request.limits = request.limits.stop_flag(recorder.stop_flag());
        match self.run(&request, &mut recorder, &mut |_| {}) {
            Ok(report) => {
                let algorithm = match request.prune.is_none() {
                    true => request.algorithm.to_string(),
                    false => format!("{} with {}", request.algorithm, request.prune),
                };
                Ok(recorder.finish(&self.name, &algorithm, &self.game, &report)?)
            }
            Err(SearchError::Stopped(Stopped::Flag)) => Err(recorder.reason()?.into()),
            Err(other) => Err(other),
        }
    }
}

impl<G, E, K> Hosted<G, E, K>
where
    G: Hashed + Notation + Send + Sync,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Sync,
    K: Knowledge<G, Seen: Send + Sync> + Sync,
{
    /// A value of the side to move as it is shown, or back.
    pub(super) fn shown<T: std::ops::Neg<Output = T>>(&self, value: T) -> T {
        if self.customs.max_view { self.game.to_move().view(value) } else { value }
    }

    /// What the position had to make up since this was last asked.
    pub(super) fn missing(&self) -> Option<String> {
        self.customs.missing.and_then(|missing| missing(&self.game))
    }

    /// The outcome, or what the evaluator says of a game that goes on.
    pub(super) fn value_of(&self, game: &G) -> Score {
        game.outcome().unwrap_or_else(|| self.evaluator.evaluate(game))
    }

    fn run(
        &self,
        request: &Request,
        observer: &mut impl Observe<G>,
        finished: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let only: Vec<G::Move> =
            request.only.iter().map(|mv| self.game.parse_move(mv)).collect::<Result<_, NotationError>>()?;
        let guess = self.value_of(&self.game);
        // No answer rests on the guess: a value that had to be made up for it is no fault.
        self.missing();
        let window = match request.window {
            Some((alpha, beta)) => self.shown(Window::new(alpha, beta)?),
            None => Window::FULL,
        };
        let Request { all_best, lines, memory, .. } = *request;
        let deepening = request.deepening.then_some(true);
        let settings = Settings { window, all_best, deepening, lines, guess: Some(guess), memory };
        let (root, mut dead_end) = (Root { only: &only, finished }, None);
        let found = match request.algorithm {
            Method::Textbook(algorithm, order) => {
                let search = Search::new(algorithm).settings(settings);
                let search = search.prune_with(request.prune.clone(), self.customs.focus.is_some())?;
                let hint = |game: &G, mv: G::Move, depth: u32| hint(&*self.knowledge, game, mv, depth);
                let hint = (order == Order::Hints).then_some(Hint::new(&hint));
                let noted = Noted { focus: self.customs.focus.as_ref(), hint, dead_end: &mut dead_end };
                let limits = &request.limits;
                search
                    .run_noting(&self.game, &*self.evaluator, limits, observer, root, noted)
                    .map_err(SearchError::from)
            }
            Method::Engine(options) => {
                let named = Policy::from_rules(&request.prune)?;
                let engine = self.engine(request, options, settings);
                let engine = if request.prune.is_none() { engine } else { engine.prune(&named) };
                engine
                    .search_noting(&self.game, &request.limits, root, &mut dead_end)
                    .map_err(SearchError::from)
            }
            Method::Uncertain(algorithm) => {
                let cannot = "is not an exact search";
                return Err(SearchError::Unsupported { algorithm: algorithm.name(), cannot });
            }
        };
        let report = found.map_err(|error| naming(error, dead_end))?;
        match self.missing() {
            Some(node) => Err(SearchError::MissingValue(node)),
            None => Ok(report),
        }
    }

    /// The engine as the request wants it.
    fn engine<'a>(&'a self, request: &'a Request, options: Options, settings: Settings) -> Engine<'a, E, K> {
        // Where inner nodes may have no static value, nobody asks for one who need not.
        let sparse = self.customs.missing.is_some();
        let options = Options { internal: options.internal && !sparse, ..options };
        let engine = Engine::new(&*self.evaluator).knowledge(&*self.knowledge).options(options);
        let deepening = settings.deepening.or(sparse.then_some(false));
        let engine = engine.threads(request.threads).settings(Settings { deepening, ..settings });
        let engine = match &request.table {
            Some(table) => engine.table(Arc::clone(table)),
            None => engine,
        };
        let engine = match &request.chances {
            Some(chances) => engine.gather(chances),
            None => engine,
        };
        match &request.policy {
            Some(policy) => engine.prune(policy),
            None => engine,
        }
    }

    /// The lines of an iteration, as they are shown.
    fn lines(&self, iteration: &Iteration<G::Move>) -> Vec<PlayLine> {
        let others = iteration.others.iter().map(|other| (other.value, &other.line));
        std::iter::once((iteration.value, &iteration.line))
            .chain(others)
            .map(|(value, line)| PlayLine {
                score: self.shown(value),
                depth: shown_depth(iteration.depth),
                pv: line_text(&self.game, line),
            })
            .collect()
    }

    fn answer(&self, request: &Request, report: &Report<G::Move>) -> Answer {
        let score = self.shown(report.value);
        Answer {
            game: self.name.clone(),
            position: self.game.position(),
            algorithm: request.algorithm.to_string(),
            prune: match &request.policy {
                Some(_) => "profile".to_owned(),
                None => request.prune.to_string(),
            },
            best: report.choose(request.seed).map(|mv| self.game.move_text(mv)),
            score,
            bound: self.shown(report.bound),
            distance: score.distance(),
            pv: line_text(&self.game, &report.line),
            lines: report
                .iterations
                .last()
                .filter(|_| request.lines > 1)
                .map_or(Vec::new(), |last| self.lines(last)),
            equally_good: report.equally_good.iter().map(|&mv| self.game.move_text(mv)).collect(),
            depth: shown_depth(report.depth),
            counts: report.counts,
            seconds: report.elapsed.as_secs_f64(),
            stopped: report.stopped,
            judgement: None,
        }
    }
}

/// The error with the position where the rules are broken, if that is what it is about.
pub(super) fn naming<G: Notation>(error: SearchError, dead_end: Option<G>) -> SearchError {
    match (error, dead_end) {
        (SearchError::Stopped(Stopped::DeadEnd), Some(at)) => {
            SearchError::DeadEnd { position: at.position() }
        }
        (error, _) => error,
    }
}

/// A search without limit goes as deep as it can, which is no depth to tell.
pub(super) fn shown_depth(depth: u32) -> Option<u32> {
    Some(depth).filter(|&depth| depth != u32::MAX)
}

pub(super) fn line_text<G: Notation>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut game = root.clone();
    line.iter()
        .map(|&mv| {
            let text = game.move_text(mv);
            game.play(mv);
            text
        })
        .collect()
}
