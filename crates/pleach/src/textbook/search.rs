//! Running a textbook search from its root: deepening, equally good moves, the report.

use super::algorithm::Algorithm;
use super::mtdf::Memory;
use super::root::{Asked, search_each};
use super::walk::{Answer, Walk};
use super::{Form, Hint, negascout, selective, zhang_cui};
use super::{alpha_beta, alpha_beta_hard, alpha_beta_hard_min_max, alpha_beta_min_max};
use super::{alpha_beta_one_sided, alpha_beta_one_sided_min_max, aspiration, minimax, mtdf, negamax};
use crate::branch::branches;
use crate::game::{Evaluate, Game, Hashed};
use crate::limits::{Limits, Stopped};
use crate::observe::{Observe, Retry, Summary};
use crate::prune::{Rule, Rules};
use crate::report::{Counts, Iteration, Line, Report};
use crate::root::Root;
use crate::settings::Settings;
use crate::value::{Bound, Score, Window};

/// Solves a position to the end of the game by fail-soft alpha-beta.
///
/// It needs nothing of the game but its rules, and finishes only where the game is small.
///
/// ```
/// use pleach::{Score, textbook, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// assert_eq!(textbook::solve(&tree).value, Score::new(5));
/// ```
///
/// # Panics
/// If a line of play is longer than [`MAX_PLY`](crate::MAX_PLY), or if a position has neither moves nor an outcome. Use
/// [`Search`] to get that as an error.
pub fn solve<G: Game>(game: &G) -> Report<G::Move> {
    let search = Search::new(Algorithm::ALPHA_BETA);
    let root = Root { only: &[], finished: &mut |_| {} };
    let report = search.conduct(
        game,
        Judges { evaluator: &(), hint: None },
        &Limits::none(),
        (),
        &mut AlphaBeta,
        root,
    );
    report
        .map_err(|ended| ended.stopped)
        .expect("a search without limits stops only beyond MAX_PLY or where the rules are broken")
}

/// A textbook search with its options.
///
/// ```
/// use pleach::textbook::{Algorithm, Search};
/// use pleach::{Limits, tree::RandomTree};
/// let tree: RandomTree = "b=4,d=6,leaves=iid,seed=7".parse().unwrap();
/// let exact = Search::new(Algorithm::Minimax).run(&tree, &(), &Limits::depth(6)).unwrap();
/// let quick = Search::new(Algorithm::NegaScout).run(&tree, &(), &Limits::depth(6)).unwrap();
/// assert_eq!(exact.value, quick.value);
/// assert!(quick.counts.nodes < exact.counts.nodes);
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    algorithm: Algorithm,
    settings: Settings,
    prune: Rules,
}

/// Forward pruning that an algorithm does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotPrune {
    /// The algorithm has no selective form.
    #[error("{0} cannot be pruned forward; use alpha-beta, negascout or mtdf")]
    Algorithm(Algorithm),
    /// The method has no textbook form.
    #[error("{0} is a method of the engine alone: use --algorithm engine")]
    Method(&'static str),
    /// There is no network to focus by.
    #[error("focus needs a focus network, which this game does not have")]
    NoNetwork,
}

/// What a search of a registered game needs beside.
pub(crate) struct Noted<'a, G: Game> {
    /// What `focus` goes by.
    pub(crate) focus: Option<&'a selective::Focus<G>>,
    /// What moves are sorted by.
    pub(crate) hint: Option<Hint<'a, G>>,
    /// Where a position with neither moves nor an outcome is left, if one is met.
    pub(crate) dead_end: &'a mut Option<G>,
}

/// What tells how good positions and moves look.
struct Judges<'a, G: Game, E> {
    evaluator: &'a E,
    hint: Option<Hint<'a, G>>,
}

/// Why a search has no answer, and where, if it has met a position with neither moves nor an outcome.
struct Ended<G> {
    stopped: Stopped,
    at: Option<G>,
}

impl Search {
    /// A search by this algorithm with the full window.
    pub fn new(algorithm: Algorithm) -> Self {
        Search { algorithm, settings: Settings::default(), prune: Rules::none() }
    }

    /// With all that is asked of it at once.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Asks for the exact value only inside this window, which is that of the side to move.
    pub fn window(mut self, window: Window) -> Self {
        self.settings.window = window;
        self
    }

    /// Asks for all equally good moves too. Each is proved by another search, whose work is counted.
    pub fn all_best(mut self) -> Self {
        self.settings.all_best = true;
        self
    }

    /// Searches to depth 1, 2, 3 ... up to the depth limit, each with what the last one found. A
    /// search that may be interrupted, by nodes or time, does so anyway: its answer is that of the
    /// last finished iteration.
    pub fn deepening(mut self) -> Self {
        self.settings.deepening = Some(true);
        self
    }

    /// What aspiration and MTD(f) should guess at first, if neither their options nor an earlier
    /// iteration say; the static value of the root where nobody says.
    pub fn guess(mut self, guess: Score) -> Self {
        self.settings.guess = Some(guess);
        self
    }

    /// The memory of MTD(f), in MiB.
    pub fn memory(mut self, mebibytes: usize) -> Self {
        self.settings.memory = mebibytes;
        self
    }

    /// Asks for this many lines of play with their values, each beginning with another move. The
    /// others than the best are in [`Iteration::others`].
    pub fn lines(mut self, lines: usize) -> Self {
        self.settings.lines = lines;
        self
    }

    /// Leaves out what these rules say; see [`selective`](super::selective). There are selective forms of
    /// alpha-beta, NegaScout and MTD(f).
    ///
    /// ```
    /// use pleach::prune::Rules;
    /// use pleach::textbook::{Algorithm, Search};
    /// use pleach::{Limits, tree::RandomTree};
    /// let tree: RandomTree = "b=5,d=6,leaves=newborn,seed=7".parse().unwrap();
    /// let rules: Rules = "probcut:d=4,s=2,sigma=20,t=1".parse().unwrap();
    /// let search = Search::new(Algorithm::NegaScout);
    /// let exact = search.run(&tree, &RandomTree::static_value, &Limits::depth(6)).unwrap();
    /// let quick = search.prune(rules.clone()).unwrap().run(&tree, &RandomTree::static_value, &Limits::depth(6)).unwrap();
    /// assert!(quick.counts.nodes < exact.counts.nodes);
    /// let refused = Search::new(Algorithm::Minimax).prune(rules).unwrap_err();
    /// assert_eq!(refused.to_string(), "minimax cannot be pruned forward; use alpha-beta, negascout or mtdf");
    /// ```
    ///
    /// `focus` is refused here: it is for games of a [registry](crate::registry) that bring a network, and else for
    /// [`selective::Focus`](super::selective::Focus) itself.
    pub fn prune(self, rules: Rules) -> Result<Self, CannotPrune> {
        self.prune_with(rules, false)
    }

    /// The same where it is known whether there is a network to focus by.
    pub(crate) fn prune_with(mut self, rules: Rules, network: bool) -> Result<Self, CannotPrune> {
        let has_form =
            matches!(self.algorithm, Algorithm::ALPHA_BETA | Algorithm::NegaScout | Algorithm::Mtdf { .. });
        if !rules.is_none() && !has_form {
            return Err(CannotPrune::Algorithm(self.algorithm));
        }
        if let Some(rule) = rules.iter().find(|rule| rule.is_engine_only()) {
            return Err(CannotPrune::Method(rule.name()));
        }
        if !network && rules.iter().any(|rule| matches!(rule, Rule::Focus(_))) {
            return Err(CannotPrune::NoNetwork);
        }
        self.prune = rules;
        Ok(self)
    }

    /// Searches a position. It fails only if it was stopped before anything was finished, or at a position that has
    /// neither moves nor an outcome.
    pub fn run<G, E>(&self, game: &G, evaluator: &E, limits: &Limits) -> Result<Report<G::Move>, Stopped>
    where
        G: Hashed,
        E: Evaluate<G, Value = Score>,
    {
        self.run_observed(game, evaluator, limits, &mut ())
    }

    /// Searches a position while someone watches.
    pub fn run_observed<G, E, O>(
        &self,
        game: &G,
        evaluator: &E,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Report<G::Move>, Stopped>
    where
        G: Hashed,
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        self.run_root(game, evaluator, limits, observer, Root { only: &[], finished: &mut |_| {} })
    }

    /// Searches a position while someone watches, with more to say of its root.
    pub fn run_root<G, E, O>(
        &self,
        game: &G,
        evaluator: &E,
        limits: &Limits,
        observer: &mut O,
        root: Root<'_, G::Move>,
    ) -> Result<Report<G::Move>, Stopped>
    where
        G: Hashed,
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        self.run_noting(
            game,
            evaluator,
            limits,
            observer,
            root,
            Noted { focus: None, hint: None, dead_end: &mut None },
        )
    }

    /// The same for whoever knows the game: with its network, and with a place for a dead end.
    pub(crate) fn run_noting<G, E, O>(
        &self,
        game: &G,
        evaluator: &E,
        limits: &Limits,
        observer: &mut O,
        root: Root<'_, G::Move>,
        noted: Noted<'_, G>,
    ) -> Result<Report<G::Move>, Stopped>
    where
        G: Hashed,
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        let (algorithm, guess) = (self.algorithm, self.settings.guess);
        let judges = Judges { evaluator, hint: noted.hint };
        let found = if self.prune.is_none() {
            let memory = Memory::with_mebibytes(self.settings.memory);
            let mut method = Named { algorithm, guess, memory };
            self.conduct(game, judges, limits, observer, &mut method, root)
        } else {
            let memory = selective::Memory::with_mebibytes(self.settings.memory);
            let rule = selective::ChosenRules::with_focus(&self.prune, noted.focus);
            let mut method = Pruned { algorithm, guess, rule, memory };
            self.conduct(game, judges, limits, observer, &mut method, root)
        };
        found.map_err(|Ended { stopped, at }| {
            *noted.dead_end = at;
            stopped
        })
    }

    fn conduct<G, E, O>(
        &self,
        game: &G,
        judges: Judges<'_, G, E>,
        limits: &Limits,
        observer: O,
        method: &mut impl Method<G>,
        root: Root<'_, G::Move>,
    ) -> Result<Report<G::Move>, Ended<G>>
    where
        G: Game,
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        let mut watchers = (Summary::default(), observer);
        let mut s = Walk::new(judges.evaluator, &mut watchers, limits);
        s = judges.hint.into_iter().fold(s, Walk::ordered_by);
        let mut iterations: Vec<Iteration<G::Move>> = Vec::new();
        let deepening = self.settings.deepening == Some(true) || limits.may_interrupt();
        let deepest = limits.max_depth().unwrap_or(u32::MAX);
        let mut depth = if deepening { 1.min(deepest) } else { deepest };
        let mut stopped = loop {
            if deepening {
                s.note_iteration(depth);
            }
            let unseen_before = s.horizon_leaves() + s.omissions();
            match self.iterate(&mut s, game, depth, root.only, iterations.last(), method) {
                Err(stopped) if iterations.is_empty() || stopped == Stopped::DeadEnd => {
                    return Err(Ended { stopped, at: s.take_dead_end() });
                }
                Err(stopped) => break Some(stopped),
                Ok(iteration) => {
                    (root.finished)(&iteration);
                    iterations.push(iteration);
                }
            }
            let seen_to_the_end = s.horizon_leaves() + s.omissions() == unseen_before;
            if depth >= deepest || seen_to_the_end {
                break None;
            }
            depth += 1;
        };
        let last = iterations.last().expect("the loop is left only after a finished iteration").clone();
        let bound = self.settings.window.bound(last.value);
        let mut equally_good = Vec::new();
        if self.settings.all_best && bound == Bound::Exact && stopped.is_none() {
            // A limit that is reached only here takes nothing away from the answer there is.
            // The last iteration may have needed less than the depth asked for; the other moves may not.
            let depth = limits.max_depth().unwrap_or(last.depth);
            match self.equally_good(&mut s, game, root.only, depth, last.value, method) {
                Ok(good) => equally_good = good,
                Err(reason) => stopped = Some(reason),
            }
        }
        let (nodes, leaves, evaluations, elapsed) = (s.nodes(), s.leaves(), s.evaluations(), s.elapsed());
        let left_out = s.omissions();
        let Summary { cuts, tests, researches, table_hits, .. } = watchers.0;
        Ok(Report {
            value: last.value,
            bound,
            best: last.line.first().copied().filter(|_| bound != Bound::Upper),
            equally_good,
            line: last.line,
            depth: last.depth,
            counts: Counts {
                nodes,
                leaves,
                evaluations,
                tests,
                researches,
                table_hits,
                cuts,
                left_out,
                ..Counts::default()
            },
            iterations,
            elapsed,
            stopped,
        })
    }

    /// One iteration: the root searched as a whole, or move by move where that is asked for.
    fn iterate<G, E, O>(
        &self,
        s: &mut Walk<'_, G, E, (Summary<G::Move>, O)>,
        game: &G,
        depth: u32,
        only: &[G::Move],
        last: Option<&Iteration<G::Move>>,
        method: &mut impl Method<G>,
    ) -> Result<Iteration<G::Move>, Stopped>
    where
        G: Game,
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        let mut others = Vec::new();
        let Line { value, line } = if self.settings.lines > 1 || !only.is_empty() {
            let guess = self.settings.guess.unwrap_or_default();
            let asked = Asked { only, lines: self.settings.lines, window: self.settings.window, last, guess };
            others = search_each(s, game, depth, &asked, method)?;
            others.remove(0)
        } else {
            let value = method.search(s, game, depth, self.settings.window, last.map(|last| last.value))?;
            let line = method.line(game, depth).unwrap_or_else(|| s.observer().0.line().to_vec());
            Line { value, line }
        };
        Ok(Iteration { depth, value, line, others, nodes: s.nodes(), elapsed: s.elapsed() })
    }

    /// The root moves that reach the value, each asked by a null-window search.
    fn equally_good<G, E, O>(
        &self,
        s: &mut Walk<'_, G, E, O>,
        game: &G,
        only: &[G::Move],
        depth: u32,
        value: Score,
        method: &mut impl Method<G>,
    ) -> Result<Vec<G::Move>, Stopped>
    where
        G: Game,
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        let mut good = Vec::new();
        let reaches = Window::below(value);
        for branch in branches(game).filter(|branch| only.is_empty() || only.contains(&branch.mv)) {
            let reached = s.child(game, depth, branch, reaches, |s, c, depth, window| {
                s.note_again(Retry::EquallyGood, window);
                method.search(s, c, depth, window, Some(window.beta()))
            })?;
            if reached >= value {
                good.push(branch.mv);
            }
        }
        Ok(good)
    }
}

/// A way to search a position to a depth, with the window and the value of the side to move.
pub(super) trait Method<G: Game> {
    fn search<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        p: &G,
        depth: u32,
        window: Window,
        guess: Option<Score>,
    ) -> Answer
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>;

    /// The principal variation, if the method knows it better than the observer.
    fn line(&self, _root: &G, _depth: u32) -> Option<Vec<G::Move>> {
        None
    }
}

/// Fail-soft alpha-beta, which asks for no key.
struct AlphaBeta;

impl<G: Game> Method<G> for AlphaBeta {
    fn search<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        p: &G,
        depth: u32,
        window: Window,
        _guess: Option<Score>,
    ) -> Answer
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        alpha_beta(s, p, depth, window)
    }
}

/// Any algorithm by name.
struct Named<Move> {
    algorithm: Algorithm,
    guess: Option<Score>,
    memory: Memory<Move>,
}

impl<G: Hashed> Method<G> for Named<G::Move> {
    fn search<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        p: &G,
        depth: u32,
        window: Window,
        guess: Option<Score>,
    ) -> Answer
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        let player = p.to_move();
        match self.algorithm {
            Algorithm::Minimax => minimax(s, p, depth),
            Algorithm::Negamax => negamax(s, p, depth),
            Algorithm::AlphaBetaHard(Form::Negamax) => alpha_beta_hard(s, p, depth, window),
            Algorithm::AlphaBetaHard(Form::MinMax) => {
                alpha_beta_hard_min_max(s, p, depth, player.view(window)).map(|value| player.view(value))
            }
            Algorithm::AlphaBetaOneSided(Form::Negamax) => alpha_beta_one_sided(s, p, depth, window),
            Algorithm::AlphaBetaOneSided(Form::MinMax) => {
                alpha_beta_one_sided_min_max(s, p, depth, player.view(window)).map(|value| player.view(value))
            }
            Algorithm::AlphaBeta(Form::Negamax) => alpha_beta(s, p, depth, window),
            Algorithm::AlphaBeta(Form::MinMax) => {
                alpha_beta_min_max(s, p, depth, player.view(window)).map(|value| player.view(value))
            }
            Algorithm::ZhangCui => zhang_cui(s, p, depth, window),
            Algorithm::Aspiration { estimate, delta } => {
                let estimate = guess.or(estimate).or(self.guess).unwrap_or_else(|| static_guess(s, p));
                aspiration(s, p, depth, window, estimate, delta)
            }
            Algorithm::NegaScout => negascout(s, p, depth, window),
            Algorithm::Mtdf { guess: given } => {
                let guess = guess.or(given).or(self.guess).unwrap_or_else(|| static_guess(s, p));
                mtdf(s, &mut self.memory, p, depth, window, guess)
            }
        }
    }

    fn line(&self, root: &G, depth: u32) -> Option<Vec<G::Move>> {
        matches!(self.algorithm, Algorithm::Mtdf { .. }).then(|| self.memory.line(root, depth))
    }
}

/// An algorithm with forward pruning.
struct Pruned<G: Game> {
    algorithm: Algorithm,
    guess: Option<Score>,
    rule: selective::ChosenRules<G>,
    memory: selective::Memory<G::Move>,
}

impl<G: Hashed> Method<G> for Pruned<G> {
    fn search<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        p: &G,
        depth: u32,
        window: Window,
        guess: Option<Score>,
    ) -> Answer
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        match self.algorithm {
            Algorithm::Mtdf { guess: given } => {
                let guess = guess.or(given).or(self.guess).unwrap_or_else(|| static_guess(s, p));
                selective::mtdf(s, &mut self.rule, &mut self.memory, p, depth, window, guess)
            }
            Algorithm::NegaScout => selective::negascout(s, &mut self.rule, p, depth, window),
            // `Search::prune` takes no other.
            _ => selective::alpha_beta(s, &mut self.rule, p, depth, window),
        }
    }

    fn line(&self, root: &G, depth: u32) -> Option<Vec<G::Move>> {
        matches!(self.algorithm, Algorithm::Mtdf { .. }).then(|| self.memory.line(root, depth))
    }
}

/// Without a value from anywhere else, the static value is the guess.
fn static_guess<G, E, O>(s: &mut Walk<'_, G, E, O>, p: &G) -> Score
where
    G: Game,
    E: Evaluate<G, Value = Score>,
    O: Observe<G>,
{
    p.outcome().unwrap_or_else(|| s.evaluate(p))
}
