//! Searches over uncertain values of a game whose type has been forgotten.

use super::searching::{line_text, naming, shown_depth};
use super::{Answer, Hosted, PlayLine, Progress, Request, SearchError};
use crate::engine::Knowledge;
use crate::game::{Evaluate, Game, Hashed};
use crate::limits::{Limits, Stopped};
use crate::notation::{Notation, NotationError};
use crate::observe::{Recorder, Trace};
use crate::uncertain::best_first::{self, BStar, Conspiracy, PbStar, Standing};
use crate::uncertain::{
    self, Algorithm, Belief, Bounds, ConstantError, Errors, Likely, Report, RootMove, RootTask, ScoreBounds,
    Search, Verdict,
};
use crate::value::{Bound, Distribution, Interval, Score};
use std::sync::Arc;
use std::time::Instant;

/// What a game says of uncertain values: how its positions may end, and what is proven of them.
///
/// ```
/// use pleach::registry::{Forecasts, Hosted, Request, Searchable};
/// use pleach::tree::RandomTree;
/// use pleach::uncertain::ScoreBounds;
/// use pleach::{Distribution, Limits};
/// let tree: RandomTree = "b=3,d=5,seed=1".parse().unwrap();
/// let unsure = |p: &RandomTree| Distribution::new(p.static_value().plus(-2), vec![0.2; 5]).unwrap();
/// let game = Hosted::new("random-tree", tree, RandomTree::static_value)
///     .forecasts(Forecasts::new(unsure, ScoreBounds));
/// let method: pleach::registry::Method = "pb-star".parse().unwrap();
/// let answer = game.search(&Request::new(method, Limits::depth(4))).unwrap();
/// assert_eq!(answer.judgement.unwrap().moves.len(), 3);
/// ```
pub struct Forecasts<G> {
    distribution: Arc<dyn Evaluate<G, Value = Distribution> + Send + Sync>,
    bounds: Arc<dyn Evaluate<G, Value = Interval> + Send + Sync>,
}

impl<G> Forecasts<G> {
    /// Forecasts by an evaluator of distributions, and one of intervals that hold for certain.
    pub fn new<D, B>(distribution: D, bounds: B) -> Self
    where
        D: Evaluate<G, Value = Distribution> + Send + Sync + 'static,
        B: Evaluate<G, Value = Interval> + Send + Sync + 'static,
    {
        Forecasts { distribution: Arc::new(distribution), bounds: Arc::new(bounds) }
    }
}

impl<G> Clone for Forecasts<G> {
    fn clone(&self) -> Self {
        Forecasts { distribution: Arc::clone(&self.distribution), bounds: Arc::clone(&self.bounds) }
    }
}

/// What is believed of a value. See [`Forecasts`] for an example.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Judged {
    /// The least it can be.
    pub low: Score,
    /// The most it can be.
    pub high: Score,
    /// What it is on average.
    pub expected: f64,
    /// The scores that have a mass, with it; none if only the bounds are known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub distribution: Vec<(Score, f64)>,
}

/// What a search over uncertain values believes of a position. Values are shown as that of the answer is. See
/// [`Forecasts`] for an example.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Judgement {
    /// What kind of answer it is.
    pub verdict: Verdict,
    /// The value of the position.
    pub value: Judged,
    /// The root moves, best first.
    pub moves: Vec<JudgedMove>,
    /// How often the bounds of successors contradicted those of their position and were held inside them.
    pub widened: u64,
    /// The memory of the tree, in bytes, if it was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<usize>,
    /// The standard deviation that static values were given, if it is the same for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sigma: Option<f64>,
}

/// A root move with what is believed of it. See [`Forecasts`] for an example.
#[derive(Clone, Debug, serde::Serialize)]
pub struct JudgedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The probability that it is at least as good as every other.
    pub dominance: f64,
    /// How deep it was searched.
    pub depth: u32,
    /// Its value.
    #[serde(flatten)]
    pub value: Judged,
}

/// A belief that can be shown.
trait Shown: Belief {
    fn judged(self) -> Judged;

    /// One score for all: what is as likely exceeded as not.
    fn score(&self) -> Score;
}

impl Shown for Distribution {
    fn judged(self) -> Judged {
        let (expected, bounds) = (self.expected(), self.bounds().judged());
        Judged { distribution: self.into_likely(), expected, ..bounds }
    }

    fn score(&self) -> Score {
        self.quantile(0.5)
    }
}

impl Shown for Interval {
    fn judged(self) -> Judged {
        let (low, high) = (self.low(), self.high());
        Judged { low, high, expected: self.expected(), distribution: Vec::new() }
    }

    fn score(&self) -> Score {
        match self.value() {
            Some(score) => score,
            None => Score::new(i32::midpoint(self.low().get(), self.high().get())),
        }
    }
}

/// Somebody who can watch every search over uncertain values.
trait Spectator<G: Game>:
    uncertain::ObserveUncertain<G, Distribution>
    + uncertain::ObserveUncertain<G, Interval>
    + best_first::ObserveBestFirst<G, Distribution>
    + best_first::ObserveBestFirst<G, Interval>
    + best_first::ObserveBestFirst<G, Standing>
{
}

impl<G: Game> Spectator<G> for () {}
impl<G: Notation> Spectator<G> for &mut Recorder<G> {}

/// Where the values come from.
struct Sources<'a, G> {
    forecast: Box<dyn Fn(&G) -> Distribution + 'a>,
    proven: Box<dyn Fn(&G) -> Interval + 'a>,
    sigma: Option<f64>,
}

/// What a position states of itself goes before all else: every score of its range is as likely as any other.
fn stated_first<'a, G: 'a>(
    stated: fn(&G) -> Option<Interval>,
    forecast: Box<dyn Fn(&G) -> Distribution + 'a>,
    proven: Box<dyn Fn(&G) -> Interval + 'a>,
) -> Sources<'a, G> {
    let uniform = move |p: &G| stated(p).and_then(spread);
    Sources {
        forecast: Box::new(move |p| uniform(p).unwrap_or_else(|| forecast(p))),
        proven: Box::new(move |p| stated(p).unwrap_or_else(|| proven(p))),
        sigma: None,
    }
}

/// A range that is wider than this has so many masses, evenly apart: more of them change nothing but the time.
const MOST_MASSES: u32 = 1024;

/// Every score of a range as likely as any other.
fn spread(range: Interval) -> Option<Distribution> {
    if range.width() < MOST_MASSES {
        return Distribution::uniform(range).ok();
    }
    let above =
        |place: u32| (u64::from(range.width()) * u64::from(place) / u64::from(MOST_MASSES - 1)) as i32;
    let mass = 1.0 / f64::from(MOST_MASSES);
    let pairs: Vec<(Score, f64)> =
        (0..MOST_MASSES).map(|place| (range.low().plus(above(place)), mass)).collect();
    Distribution::from_pairs(&pairs).ok()
}

/// The error of static values where none can be measured.
const DEFAULT_SIGMA: f64 = 1.0;

impl<G, E, K> Hosted<G, E, K>
where
    G: Hashed + Notation + Send + Sync,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Sync,
    K: Knowledge<G, Seen: Send + Sync> + Sync,
{
    pub(super) fn search_uncertain(
        &self,
        request: &Request,
        algorithm: Algorithm,
        news: &mut dyn FnMut(&Progress),
    ) -> Result<Answer, SearchError> {
        self.conduct_checked(request, algorithm, (), news)
    }

    /// Records every step of a search, at most `most_steps` of them.
    pub(super) fn trace_uncertain(
        &self,
        request: &Request,
        algorithm: Algorithm,
        most_steps: usize,
    ) -> Result<Trace, SearchError> {
        let proven = algorithm.options().bounds == Bounds::Proven;
        let mut recorder = Recorder::new(most_steps).proven_bounds(proven).until(request.limits.flag());
        let mut request = request.clone();
        request.limits = request.limits.stop_flag(recorder.stop_flag());
        match self.conduct_checked(&request, algorithm, &mut recorder, &mut |_| {}) {
            Ok(answer) => {
                let value = self.game.to_move().view(self.shown(answer.score));
                let best = answer.best.as_deref().map(|mv| self.game.parse_move(mv)).transpose()?;
                let line: Vec<G::Move> = best.into_iter().collect();
                let found = (value, &answer.counts, line.as_slice());
                let algorithm = request.algorithm.to_string();
                Ok(recorder.finish_uncertain(&self.name, &algorithm, &self.game, found)?)
            }
            Err(SearchError::Stopped(Stopped::Flag)) => Err(recorder.reason()?.into()),
            Err(other) => Err(other),
        }
    }

    fn conduct_checked(
        &self,
        request: &Request,
        algorithm: Algorithm,
        observer: impl Spectator<G>,
        news: &mut dyn FnMut(&Progress),
    ) -> Result<Answer, SearchError> {
        let refused = |cannot| SearchError::Unsupported { algorithm: algorithm.name(), cannot };
        if request.window.is_some() {
            return Err(refused("takes no window"));
        }
        if request.policy.is_some() || !request.prune.is_none() {
            return Err(refused("takes no forward pruning"));
        }
        if request.all_best {
            return Err(refused("does not look for equally good moves"));
        }
        let only: Vec<G::Move> =
            request.only.iter().map(|mv| self.game.parse_move(mv)).collect::<Result<_, NotationError>>()?;
        // To measure an error is part of the search.
        let begun = Instant::now();
        let sources = self.sources(algorithm, &request.limits);
        let request = &Request { limits: request.limits.clone().begun(begun), ..request.clone() };
        // No answer rests on what was made up to measure an error.
        self.missing();
        let answer = self.conduct(request, algorithm, &sources, &only, observer, news)?;
        match self.missing() {
            Some(node) => Err(SearchError::MissingValue(node)),
            None => Ok(answer),
        }
    }

    fn conduct(
        &self,
        request: &Request,
        algorithm: Algorithm,
        sources: &Sources<'_, G>,
        only: &[G::Move],
        observer: impl Spectator<G>,
        news: &mut dyn FnMut(&Progress),
    ) -> Result<Answer, SearchError> {
        let (game, limits, options) = (&self.game, &request.limits, algorithm.options());
        let forecast = |p: &G| (sources.forecast)(p);
        let proven = |p: &G| (sources.proven)(p);
        let likely = Likely::new(&forecast, options.level.get());
        let interval = |p: &G| match options.bounds {
            Bounds::Likely => likely.evaluate(p).clip(proven(p)),
            Bounds::Proven => proven(p),
        };
        let mut search = Search::new(options.choice).leaves(options.leaves);
        search = if request.deepening { search.deepening() } else { search };
        search = options.attention.map_or(search, |least| search.attention(least.get()));
        let (unknown, mut dead_end) = (|_: &G| Interval::FULL, None);
        let found = match algorithm {
            Algorithm::PAb(_) => {
                let finished = &mut |report: &_| news(&self.progress(request, report));
                let root = RootTask { only, observer, finished, dead_end: &mut dead_end };
                let report = search.run_root(game, &forecast, &unknown, limits, root);
                report.map(|report| self.judged(request, sources, report))
            }
            Algorithm::Informed(_) => {
                let finished = &mut |report: &_| news(&self.progress(request, report));
                let root = RootTask { only, observer, finished, dead_end: &mut dead_end };
                let report = search.run_root(game, &forecast, &proven, limits, root);
                report.map(|report| self.judged(request, sources, report))
            }
            Algorithm::RAb(_) => {
                let finished = &mut |report: &_| news(&self.progress(request, report));
                let root = RootTask { only, observer, finished, dead_end: &mut dead_end };
                let report = search.run_root(game, &interval, &unknown, limits, root);
                report.map(|report| self.judged(request, sources, report))
            }
            Algorithm::BStar(_) => {
                let search = BStar::with_memory(game, &interval, limits, request.memory, only);
                let mut search = search.observed(observer);
                let report = search.finish().inspect_err(|_| dead_end = search.dead_end());
                report.map(|report| self.judged(request, sources, report))
            }
            Algorithm::PbStar(_) => {
                let search = PbStar::with_memory(game, &forecast, limits, request.memory, only);
                let mut search = search.theta(options.theta.get()).cut(options.cut).observed(observer);
                let report = search.finish().inspect_err(|_| dead_end = search.dead_end());
                report.map(|report| self.judged(request, sources, report))
            }
            Algorithm::Conspiracy(_) => {
                let evaluator = &*self.evaluator;
                let search = Conspiracy::with_memory(game, evaluator, &proven, limits, request.memory, only);
                let mut search = search.threshold(options.threshold).observed(observer);
                let report = search.finish().inspect_err(|_| dead_end = search.dead_end());
                report.map(|report| self.judged(request, sources, report))
            }
        };
        found.map_err(|stopped| naming(stopped.into(), dead_end))
    }

    /// The evaluators that the options ask for.
    fn sources(&self, algorithm: Algorithm, limits: &Limits) -> Sources<'_, G> {
        let evaluator = &*self.evaluator;
        let constant = match (algorithm.options().errors, &self.customs.forecasts) {
            (Errors::Game, Some(_)) => None,
            // It asks for static values as they are.
            _ if matches!(algorithm, Algorithm::Conspiracy(_)) => None,
            (Errors::Constant(sigma), _) => ConstantError::new(evaluator, sigma.get()),
            // Where inner nodes may have no static value, nobody asks for one who need not.
            _ if self.customs.missing.is_some() => ConstantError::new(evaluator, DEFAULT_SIGMA),
            _ => Some(ConstantError::measured_within(evaluator, &self.game, limits)),
        };
        let sigma = constant.as_ref().map(ConstantError::sigma);
        let proven: Box<dyn Fn(&G) -> Interval> = match &self.customs.forecasts {
            Some(forecasts) => Box::new(|p| forecasts.bounds.evaluate(p)),
            None => Box::new(|p| ScoreBounds.evaluate(p)),
        };
        let forecast: Box<dyn Fn(&G) -> Distribution> = match (constant, &self.customs.forecasts) {
            (Some(constant), _) => Box::new(move |p| constant.evaluate(p)),
            (None, Some(forecasts)) => Box::new(|p| forecasts.distribution.evaluate(p)),
            (None, None) => Box::new(|p| Distribution::point(evaluator.evaluate(p))),
        };
        match self.customs.stated {
            Some(stated) => Sources { sigma, ..stated_first(stated, forecast, proven) },
            None => Sources { forecast, proven, sigma },
        }
    }

    fn lines_of<V: Shown>(&self, request: &Request, report: &Report<G::Move, V>) -> Vec<PlayLine> {
        let line = |root: &RootMove<G::Move, V>| PlayLine {
            score: self.shown(root.value.score()),
            depth: shown_depth(root.depth),
            pv: line_text(&self.game, &root.line),
        };
        report.moves.iter().take(request.lines).map(line).collect()
    }

    fn progress<V: Shown>(&self, request: &Request, report: &Report<G::Move, V>) -> Progress {
        let mut lines = self.lines_of(request, report);
        if lines.is_empty() {
            let score = self.shown(report.value.score());
            lines.push(PlayLine { score, depth: shown_depth(report.depth), pv: Vec::new() });
        }
        Progress { lines, nodes: report.counts.nodes, seconds: report.elapsed.as_secs_f64() }
    }

    /// The answer is made of the report, not beside it: to copy thousands of moves with their values takes time.
    fn judged<V: Shown>(
        &self,
        request: &Request,
        sources: &Sources<'_, G>,
        report: Report<G::Move, V>,
    ) -> Answer {
        let score = self.shown(report.value.score());
        let best = report.best.map(|mv| self.game.move_text(mv));
        let pv = line_text(&self.game, report.line());
        let lines = if request.lines > 1 { self.lines_of(request, &report) } else { Vec::new() };
        let judged = |value: V| self.shown(value).judged();
        let moves = report.moves.into_iter().map(|root| JudgedMove {
            mv: self.game.move_text(root.mv),
            dominance: root.dominance,
            depth: root.depth,
            value: judged(root.value),
        });
        Answer {
            game: self.name.clone(),
            position: self.game.position(),
            algorithm: request.algorithm.to_string(),
            prune: "none".to_owned(),
            pv,
            best,
            score,
            bound: Bound::Exact,
            distance: score.distance(),
            lines,
            equally_good: Vec::new(),
            depth: shown_depth(report.depth),
            counts: report.counts,
            seconds: report.elapsed.as_secs_f64(),
            stopped: report.stopped,
            judgement: Some(Judgement {
                verdict: report.verdict,
                moves: moves.collect(),
                value: judged(report.value),
                widened: report.widened,
                memory: report.memory,
                sigma: sources.sigma,
            }),
        }
    }
}
