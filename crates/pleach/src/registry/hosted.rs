//! A game with its evaluator, ready to have its type forgotten.

use super::behaviour::Walked;
use super::{Answer, AnyGame, Forecasts, Method, Order, PlayLine, Progress, Request, SearchError, Signature};
use crate::deep;
use crate::engine::{Engine, Knowledge, Options, hint};
use crate::game::{Evaluate, Game, Hashed, Player, key_with_bank};
use crate::limits::{Limits, Stopped};
use crate::notation::{Notation, NotationError};
use crate::observe::{Observe, Recorder, Trace};
use crate::paint::Paint;
use crate::perft::perft;
use crate::propagation::{PrunedAtRandom, RandomPruning};
use crate::prune::{Network, Policy, Sight};
use crate::report::{Iteration, Report};
use crate::testkit::{Finding, Laws, Likeness, Verdict};
use crate::textbook::selective::Focus;
use crate::textbook::{Hint, Noted, Root, Search, sorted};
use crate::value::{Interval, Score, Window};
use crate::weights::{Linear, Tunable, Weights, WeightsError};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, mpsc};

/// A position of a game together with an evaluator. See [`Entry::new`](super::Entry::new).
pub struct Hosted<G: Game, E, K = ()> {
    pub(super) name: String,
    pub(super) game: G,
    /// The position it was opened with.
    pub(super) first: G,
    /// The move that was played last.
    last: Option<G::Move>,
    /// Shared by the clones, so that it need not be one that can be cloned.
    pub(super) evaluator: Arc<E>,
    pub(super) knowledge: Arc<K>,
    /// What random games with this evaluator and this knowledge have shown; shared by the clones.
    pub(super) walked: Arc<OnceLock<Walked<G>>>,
    /// Makes the knowledge for an evaluator, where it rests on one.
    guide: Option<fn(&E) -> K>,
    max_view: bool,
    pub(super) missing: Option<fn(&G) -> Option<String>>,
    /// What it says of uncertain values.
    pub(super) forecasts: Option<Forecasts<G>>,
    /// What a position itself says of its value.
    pub(super) stated: Option<fn(&G) -> Option<Interval>>,
    perft: fn(&G, u32) -> u64,
    pub(super) identity: fn(&G) -> u64,
    /// Which positions it says are alike.
    alike: Likeness<G>,
    tuning: Option<Tuning<G, E>>,
    /// The network that the rule `focus` goes by.
    focus: Option<Focus<G>>,
}

/// How to come by the weights of an evaluator whose type has been forgotten.
struct Tuning<G, E> {
    weights: fn(&E) -> &Weights,
    with_weights: fn(&E, Weights) -> Result<E, WeightsError>,
    terms: Option<TellTerms<G, E>>,
}

/// [`Linear::terms`] as a function.
type TellTerms<G, E> = fn(&E, &G, &mut dyn FnMut(u32, f32));

impl<G, E> Clone for Tuning<G, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, E> Copy for Tuning<G, E> {}

impl<G: Hashed, E> Hosted<G, E> {
    /// A game at its first position, under the name with its options.
    pub fn new(name: impl Into<String>, game: G, evaluator: E) -> Self {
        let evaluator = Arc::new(evaluator);
        Hosted {
            name: name.into(),
            first: game.clone(),
            game,
            last: None,
            evaluator,
            knowledge: Arc::new(()),
            walked: Arc::default(),
            guide: None,
            max_view: false,
            missing: None,
            forecasts: None,
            stated: None,
            perft,
            identity: |game| key_with_bank(game, game.key()),
            alike: Likeness::default(),
            tuning: None,
            focus: None,
        }
    }
}

impl<G: Game, E, K> Hosted<G, E, K> {
    /// Tells the engine what the game knows of itself.
    pub fn knowledge<L>(self, knowledge: L) -> Hosted<G, E, L> {
        let Hosted {
            name,
            game,
            first,
            last,
            evaluator,
            max_view,
            missing,
            forecasts,
            stated,
            perft,
            identity,
            alike,
            tuning,
            focus,
            ..
        } = self;
        Hosted {
            name,
            game,
            first,
            last,
            evaluator,
            knowledge: Arc::new(knowledge),
            walked: Arc::default(),
            guide: None,
            max_view,
            missing,
            forecasts,
            stated,
            perft,
            identity,
            alike,
            tuning,
            focus,
        }
    }

    /// The same where that rests on the evaluator: other weights make other knowledge.
    pub fn guided_by<L>(self, guide: fn(&E) -> L) -> Hosted<G, E, L> {
        let knowledge = guide(&self.evaluator);
        Hosted { guide: Some(guide), ..self.knowledge(knowledge) }
    }

    /// Tells positions apart by a function of the game's own instead of by their keys, such as
    /// [`Symmetric::canonical_key`](crate::Symmetric::canonical_key).
    pub fn identified_by(mut self, identity: fn(&G) -> u64) -> Self {
        self.identity = identity;
        self
    }

    /// Says how the sides change places, as [`Swappable::swapped`](crate::Swappable::swapped) does, so that the laws of
    /// it can be checked.
    pub fn swapped_by(mut self, swapped: fn(&G) -> G) -> Self {
        self.alike.swapped = Some(swapped);
        self
    }

    /// Says how the board can be turned, as [`Symmetric::images`](crate::Symmetric::images) does, and which key the images
    /// share, so that the laws of it can be checked.
    pub fn seen_as(mut self, images: fn(&G) -> Vec<G>, shared_key: fn(&G) -> u64) -> Self {
        (self.alike.images, self.alike.shared_key) = (Some(images), shared_key);
        self
    }

    /// Tells the searches over uncertain values what the game says of them. Without this they make a
    /// forecast of the static value and its error.
    pub fn forecasts(mut self, forecasts: Forecasts<G>) -> Self {
        self.forecasts = Some(forecasts);
        self
    }

    /// Takes the range that a position itself states for the value that it lies in, as trees of the papers do. Where a
    /// position states none, forecasts are made as for other games.
    pub fn stated_range(mut self, stated: fn(&G) -> Option<Interval>) -> Self {
        self.stated = Some(stated);
        self
    }

    /// Lets programs read the evaluator's weights and replace them.
    pub fn tunable(mut self) -> Self
    where
        E: Tunable,
    {
        self.tuning = Some(Tuning { weights: E::weights, with_weights: E::with_weights, terms: None });
        self
    }

    /// The same for an evaluator that can say which weights count in a position.
    pub fn linear(self) -> Self
    where
        E: Linear<G>,
    {
        let mut hosted = self.tunable();
        if let Some(tuning) = &mut hosted.tuning {
            tuning.terms = Some(E::terms);
        }
        hosted
    }

    /// Lets the rule `focus` of textbook searches go by a network that sees the game so; programs may read and replace it
    /// as they do with the evaluator's weights.
    pub fn focused_by(mut self, network: Network, sight: Sight<G>) -> Self {
        self.focus = Some(Focus::new(network, sight));
        self
    }

    /// Shows scores in Max's view, as the papers do for trees.
    pub fn shown_to_max(mut self) -> Self {
        self.max_view = true;
        self
    }

    /// Counts move sequences by a function of the game's own: a faster one, or one that follows the
    /// custom of published numbers.
    pub fn perft_by(mut self, perft: fn(&G, u32) -> u64) -> Self {
        self.perft = perft;
        self
    }

    /// Asks the position after a search whether it has had to make a value up since it was last asked.
    pub fn missing_value(mut self, missing: fn(&G) -> Option<String>) -> Self {
        self.missing = Some(missing);
        self
    }
}

impl<G: Game, E, K> Hosted<G, E, K> {
    /// The same position with another evaluator of the same kind, and with the knowledge that rests on it.
    fn with_evaluator(&self, evaluator: E) -> Self {
        let guided = self.guide.map(|guide| Arc::new(guide(&evaluator)));
        Hosted {
            evaluator: Arc::new(evaluator),
            knowledge: guided.unwrap_or_else(|| Arc::clone(&self.knowledge)),
            walked: Arc::default(),
            last: self.last,
            ..self.at(&self.game)
        }
    }

    /// The same at another position. Whoever is not told of it does not know the last move.
    pub(super) fn at(&self, position: &G) -> Self {
        Hosted {
            name: self.name.clone(),
            game: position.clone(),
            first: self.first.clone(),
            last: None,
            evaluator: Arc::clone(&self.evaluator),
            knowledge: Arc::clone(&self.knowledge),
            walked: Arc::clone(&self.walked),
            guide: self.guide,
            max_view: self.max_view,
            missing: self.missing,
            forecasts: self.forecasts.clone(),
            stated: self.stated,
            perft: self.perft,
            identity: self.identity,
            alike: self.alike,
            tuning: self.tuning,
            focus: self.focus.clone(),
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
        if self.max_view { self.game.to_move().view(value) } else { value }
    }

    /// What the position had to make up since this was last asked.
    pub(super) fn missing(&self) -> Option<String> {
        self.missing.and_then(|missing| missing(&self.game))
    }

    /// The outcome, or what the evaluator says of a game that goes on.
    fn value_of(&self, game: &G) -> Score {
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
        let (root, mut dead_end) = (Root { only: &only, finished }, None);
        let found = match request.algorithm {
            Method::Textbook(algorithm, order) => {
                let mut search = Search::new(algorithm).memory(request.memory).guess(guess);
                search = search.lines(request.lines).window(window);
                search = search.prune_with(request.prune.clone(), self.focus.is_some())?;
                search = if request.all_best { search.all_best() } else { search };
                search = if request.deepening { search.deepening() } else { search };
                let hint = |game: &G, mv: G::Move, depth: u32| hint(&*self.knowledge, game, mv, depth);
                let hint = (order == Order::Hints).then_some(Hint::new(&hint));
                let noted = Noted { focus: self.focus.as_ref(), hint, dead_end: &mut dead_end };
                let limits = &request.limits;
                search
                    .run_noting(&self.game, &*self.evaluator, limits, observer, root, noted)
                    .map_err(SearchError::from)
            }
            Method::Engine(options) => {
                let named = Policy::from_rules(&request.prune)?;
                let engine = self.engine(request, options).guess(guess).window(window);
                let engine = if request.prune.is_none() { engine } else { engine.prune(&named) };
                engine
                    .search_noting(&self.game, &request.limits, root, &mut dead_end)
                    .map_err(SearchError::from)
            }
            Method::Uncertain(algorithm) => {
                let cannot = "is no exact search";
                return Err(SearchError::Unsupported { algorithm: algorithm.name(), cannot });
            }
        };
        let report = found.map_err(|error| naming(error, dead_end))?;
        match self.missing() {
            Some(node) => Err(SearchError::MissingValue(node)),
            None => Ok(report),
        }
    }

    /// Counts the move sequences below a position, unless the stop flag is raised.
    fn count_below(&self, game: &G, depth: u32, limits: &Limits) -> Option<u64> {
        /// The flag is looked at as often as sequences of this length are counted below a position.
        const SHORT: u32 = 2;
        if limits.is_flagged() {
            return None;
        }
        if depth <= SHORT {
            return Some((self.perft)(game, depth));
        }
        let below = || game.moves().map(|mv| self.count_below(&game.after(mv), depth - 1, limits)).sum();
        deep::call_at(depth, below)
    }

    /// The engine as the request wants it.
    fn engine<'a>(&'a self, request: &'a Request, options: Options) -> Engine<'a, E, K> {
        // Where inner nodes may have no static value, nobody asks for one who need not.
        let sparse = self.missing.is_some();
        let options = Options { internal: options.internal && !sparse, ..options };
        let engine = Engine::new(&*self.evaluator).knowledge(&*self.knowledge).options(options);
        let engine = engine.threads(request.threads).memory(request.memory).lines(request.lines);
        let engine = if request.all_best { engine.all_best() } else { engine };
        let engine = match (request.deepening, sparse) {
            (true, _) => engine.deepening(true),
            (false, true) => engine.deepening(false),
            (false, false) => engine,
        };
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

impl<G, E, K> Hosted<G, E, K>
where
    Self: AnyGame + 'static,
    G: Game,
{
    /// The same position with another focus network.
    fn with_network(&self, weights: Weights) -> Result<Box<dyn AnyGame>, WeightsError> {
        let none = || WeightsError::new(format!("{} has no focus network", self.name));
        let focus = self.focus.as_ref().ok_or_else(none)?;
        let network = Network::new(weights, focus.sight().inputs, focus.sight().outputs)?;
        let focus = Some(focus.with_network(network));
        Ok(Box::new(Hosted { last: self.last, focus, ..self.at(&self.game) }))
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

impl<G, E, K> AnyGame for Hosted<G, E, K>
where
    G: Hashed + Notation + Send + Sync + 'static,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Send + Sync + 'static,
    K: Knowledge<G, Seen: Send + Sync> + Send + Sync + 'static,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn position(&self) -> String {
        self.game.position()
    }

    fn board(&self) -> String {
        self.game.board()
    }

    fn draw(&self, paint: Paint) -> String {
        self.game.draw(self.last, paint)
    }

    fn svg(&self) -> Option<String> {
        self.game.svg(self.last)
    }

    fn ending(&self) -> Option<String> {
        self.game.ending()
    }

    fn waypoints(&self, mv: &str) -> Result<Vec<String>, NotationError> {
        self.game.parse_move(mv).map(|mv| self.game.waypoints(mv))
    }

    fn is_shown_to_max(&self) -> bool {
        self.max_view
    }

    fn board_size(&self) -> Option<u32> {
        self.game.board_size()
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(Hosted { last: self.last, ..self.at(&self.game) })
    }

    fn to_move(&self) -> Player {
        self.game.to_move()
    }

    fn outcome(&self) -> Option<Score> {
        self.game.outcome()
    }

    fn moves(&self) -> Vec<String> {
        self.game.moves().map(|mv| self.game.move_text(mv)).collect()
    }

    fn moves_by_hints(&self, depth: u32) -> Vec<String> {
        let hint = |game: &G, mv: G::Move, depth: u32| hint(&*self.knowledge, game, mv, depth);
        let sorted = sorted(&self.game, depth, Hint::new(&hint));
        sorted.into_iter().map(|branch| self.game.move_text(branch.mv)).collect()
    }

    fn has_more_moves_than(&self, most: usize) -> bool {
        self.game.moves().nth(most).is_some()
    }

    fn set_position(&mut self, text: &str) -> Result<(), NotationError> {
        self.game = self.game.parse(text)?;
        self.last = None;
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<(), NotationError> {
        let mv = self.game.parse_move(mv)?;
        self.game.play(mv);
        self.last = Some(mv);
        Ok(())
    }

    fn read_move(&self, mv: &str) -> Result<String, NotationError> {
        self.game.parse_move(mv).map(|mv| self.game.move_text(mv))
    }

    fn record_move(&self, mv: &str) -> Result<String, NotationError> {
        self.game.parse_move(mv).map(|mv| self.game.record_text(mv))
    }

    fn progress(&self) -> u32 {
        self.knowledge.progress(&self.game)
    }

    fn tells_quiet(&self) -> bool {
        K::TELLS_QUIET
    }

    fn identity(&self) -> u64 {
        (self.identity)(&self.game)
    }

    fn static_value(&self) -> Score {
        self.value_of(&self.game)
    }

    fn judge(&self, other: &dyn AnyGame) -> Option<Score> {
        other.as_any().downcast_ref::<Self>().map(|other| self.value_of(&other.game))
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn weights(&self) -> Option<&Weights> {
        self.tuning.map(|tuning| (tuning.weights)(&self.evaluator))
    }

    fn network(&self) -> Option<&Weights> {
        self.focus.as_ref().map(|focus| focus.network().weights())
    }

    fn with_weights(&self, weights: Weights) -> Result<Box<dyn AnyGame>, WeightsError> {
        if weights.evaluator() == Network::NAME {
            return self.with_network(weights);
        }
        let unknown = || WeightsError::new(format!("the evaluator of {} has none", self.name));
        let evaluator = (self.tuning.ok_or_else(unknown)?.with_weights)(&self.evaluator, weights)?;
        Ok(Box::new(self.with_evaluator(evaluator)))
    }

    fn terms(&self, term: &mut dyn FnMut(u32, f32)) -> bool {
        let terms = self.tuning.and_then(|tuning| tuning.terms);
        terms.map(|terms| terms(&self.evaluator, &self.game, term)).is_some()
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

    fn signature(&self, request: &Request) -> Signature {
        self.signed(request)
    }

    fn solving_method(&self) -> Method {
        Method::Engine(self.knowledge.solving())
    }

    fn may_repeat(&self) -> bool {
        G::HAS_PAST
    }

    fn check_laws(
        &self,
        laws: &Laws,
        limits: &Limits,
        news: &mut dyn FnMut(u32),
    ) -> Result<Vec<Finding>, Stopped> {
        let mut findings = laws.findings(&self.game, &*self.evaluator, self.alike, limits, news)?;
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

    fn perft(
        &self,
        depth: u32,
        threads: usize,
        limits: &Limits,
        counted: &mut dyn FnMut(&str, u64),
    ) -> Result<u64, Stopped> {
        let Some(rest) = depth.checked_sub(1) else { return Ok(1) };
        let moves: Vec<G::Move> = self.game.moves().collect();
        if moves.is_empty() && self.game.outcome().is_none() {
            return Err(Stopped::DeadEnd);
        }
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, moves.len().max(1)) {
                let (sender, next, moves) = (sender.clone(), &next, &moves);
                scope.spawn(move || {
                    while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let count = self.count_below(&self.game.after(mv), rest, limits);
                        if count.is_none_or(|count| sender.send((mv, count)).is_err()) {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut total = 0;
            for (mv, count) in receiver {
                counted(&self.game.move_text(mv), count);
                total += count;
            }
            if limits.is_flagged() { Err(Stopped::Flag) } else { Ok(total) }
        })
    }
}
