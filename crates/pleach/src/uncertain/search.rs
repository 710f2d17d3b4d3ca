//! Running a depth-first search from its root: deepening, and the choice of a move.

use super::belief::Belief;
use super::observe::ObserveUncertain;
use super::p_ab::Leaves;
use super::report::{Report, RootMove, Verdict, descending, with_dominance};
use super::skeleton::{self, Unknown};
use super::walk::Walk;
use crate::branch::Branch;
use crate::branch::branches;
use crate::game::{Evaluate, Game};
use crate::limits::{Limits, Stopped};
use crate::value::{Interval, Score};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// By what the best move is chosen. Ties go to the higher expectation, then to the move searched first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The probability to be at least as good as every other move (Palay's dominance level).
    #[default]
    Dominance,
    /// The expected value.
    Expectation,
    /// The lower bound: what the move is worth at least.
    Bound,
}

/// A depth-first search over uncertain values, deepened step by step.
///
/// Each root move is searched by itself, so that its value is known. The lower bound of the best so far is
/// the alpha of the next, as inside the tree, but for what the choice needs: a list held at alpha has a
/// mass there that belongs below it. Dominance therefore searches with an alpha that is one less, where no
/// tie can come of it, and expectation with none.
///
/// ```
/// use pleach::uncertain::{Choice, Search};
/// use pleach::{Distribution, Limits, tree::RandomTree};
/// let tree: RandomTree = "b=3,d=6,seed=2".parse().unwrap();
/// let evaluator = |p: &RandomTree| {
///     Distribution::new(p.static_value().plus(-2), vec![0.2; 5]).unwrap()
/// };
/// let report = Search::new(Choice::Dominance).run(&tree, &evaluator, &Limits::depth(4)).unwrap();
/// assert_eq!(report.best, Some(report.moves[0].mv));
/// assert!(report.moves[0].dominance >= report.moves[1].dominance);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Search {
    choice: Choice,
    leaves: Leaves,
    deepening: bool,
    attention: Option<f64>,
}

/// Hears of every finished iteration.
pub(crate) type Finished<'a, Move, V> = &'a mut dyn FnMut(&Report<Move, V>);

/// What is asked of a search at its root, and who hears of it.
pub(crate) struct RootTask<'a, G: Game, V, O> {
    /// The moves to search; all if there are none.
    pub(crate) only: &'a [G::Move],
    /// Hears of every step.
    pub(crate) observer: O,
    /// Hears of every finished iteration.
    pub(crate) finished: Finished<'a, G::Move, V>,
    /// Where a position is left that has neither moves nor an outcome, if one is met.
    pub(crate) dead_end: &'a mut Option<G>,
}

/// What an iteration does with the root moves.
struct RootMoves<Move, V> {
    /// These are searched.
    now: Vec<Branch<Move>>,
    /// These keep the value they had.
    kept: Vec<RootMove<Move, V>>,
}

impl Search {
    /// A search that chooses a move in this way.
    pub fn new(choice: Choice) -> Search {
        Search { choice, leaves: Leaves::Clipped, deepening: false, attention: None }
    }

    /// What leaves return.
    pub fn leaves(mut self, leaves: Leaves) -> Search {
        self.leaves = leaves;
        self
    }

    /// Searches to depth 1, 2, 3 ... up to the depth limit. A search that may be interrupted does so anyway.
    pub fn deepening(mut self) -> Search {
        self.deepening = true;
        self
    }

    /// Deepens only those moves whose dominance in the iteration before was at least this: the others keep
    /// the value they had and are never chosen, since values of different depths are not comparable. A single
    /// move that is left ends the search. This is the selective deepening that the paper's introduction hopes for.
    pub fn attention(mut self, least: f64) -> Search {
        self.attention = Some(least);
        self.deepening = true;
        self
    }

    /// Searches a position. It fails only if it was stopped before anything was finished, or at a position that has
    /// neither moves nor an outcome.
    pub fn run<G, V, E>(
        &self,
        game: &G,
        evaluator: &E,
        limits: &Limits,
    ) -> Result<Report<G::Move, V>, Stopped>
    where
        G: Game,
        V: Belief,
        E: Evaluate<G, Value = V>,
    {
        let root = RootTask { only: &[], observer: (), finished: &mut |_| {}, dead_end: &mut None };
        self.run_root(game, evaluator, &Unknown, limits, root)
    }

    /// Searches some of the root moves, or all if none are named, and tells of every finished iteration.
    pub(crate) fn run_root<G, V, E, K, O>(
        &self,
        game: &G,
        evaluator: &E,
        known: &K,
        limits: &Limits,
        root: RootTask<'_, G, V, O>,
    ) -> Result<Report<G::Move, V>, Stopped>
    where
        G: Game,
        V: Belief,
        E: Evaluate<G, Value = V>,
        K: Evaluate<G, Value = Interval>,
        O: ObserveUncertain<G, V>,
    {
        let RootTask { only, observer, finished, dead_end } = root;
        let mut s = Walk::observed(evaluator, limits, observer);
        let deepest = limits.max_depth().unwrap_or(u32::MAX);
        let deepening = self.deepening || limits.may_interrupt();
        let mut depth = if deepening { 1.min(deepest) } else { deepest };
        let mut report = None;
        loop {
            if deepening {
                s.begin::<G, V>(depth);
            }
            let horizon_before = s.horizon_leaves();
            let found = self.iterate(&mut s, game, depth, known, only, report.as_ref());
            let found = found.and_then(|moves| report_of(game, &s, moves, depth));
            let last = match (found, report) {
                (Ok(found), _) => found,
                (Err(Stopped::DeadEnd), _) => {
                    *dead_end = Some(s.dead_end(game));
                    return Err(Stopped::DeadEnd);
                }
                (Err(stopped), None) => return Err(stopped),
                (Err(stopped), Some(last)) => {
                    return Ok(Report {
                        counts: s.counts(),
                        elapsed: s.elapsed(),
                        stopped: Some(stopped),
                        verdict: Verdict::Unfinished,
                        ..last
                    });
                }
            };
            let found_at = Instant::now();
            finished(&last);
            // What the next iteration finds takes about as long to be told, here and to whoever has asked.
            s.keep_back(time_to_answer(last.moves.len()) + 2 * found_at.elapsed());
            let seen_to_the_end = s.horizon_leaves() == horizon_before;
            let decided = self.attention.is_some_and(|least| attended(&last, least).nth(1).is_none());
            if depth >= deepest || seen_to_the_end || decided {
                return Ok(last);
            }
            report = Some(last);
            depth += 1;
        }
    }

    /// One iteration: every move that deserves it to this depth, best first.
    fn iterate<G, V, E, K, O>(
        &self,
        s: &mut Walk<'_, E, O>,
        game: &G,
        depth: u32,
        known: &K,
        only: &[G::Move],
        last: Option<&Report<G::Move, V>>,
    ) -> Result<Vec<RootMove<G::Move, V>>, Stopped>
    where
        G: Game,
        V: Belief,
        E: Evaluate<G, Value = V>,
        K: Evaluate<G, Value = Interval>,
        O: ObserveUncertain<G, V>,
    {
        let domain = Interval::new(game.score_bounds().0, game.score_bounds().1).unwrap_or(Interval::FULL);
        if s.enter::<G, V>(game, depth.max(1), domain)?.is_some() {
            return Ok(Vec::new());
        }
        let RootMoves { now, kept } = self.chosen(game, only, last);
        if now.is_empty() {
            return Err(Stopped::DeadEnd);
        }
        if last.is_none() {
            s.keep_back(time_to_answer(now.len()));
        }
        let (mut moves, mut alpha) = (Vec::with_capacity(now.len() + kept.len()), domain.low());
        let mut so_far: Option<V> = None;
        for branch in now {
            let window = Interval::new(self.root_alpha(alpha, domain), domain.high()).unwrap_or(domain);
            let value = s.child(game, depth, branch, window, |s, child, depth, window| {
                skeleton::search(s, child, depth, window, self.leaves, known)
            })?;
            alpha = alpha.max(value.bounds().low());
            if O::ACTIVE {
                let larger = match so_far {
                    Some(so_far) => so_far.larger(value.clone()),
                    None => value.clone(),
                };
                s.returned::<G, V>(branch, &larger);
                so_far = Some(larger);
            }
            let Branch { number, mv, .. } = branch;
            moves.push(RootMove { mv, number, line: vec![mv], value, dominance: 0.0, depth });
        }
        if let Some(so_far) = so_far {
            s.leave::<G, V>(so_far);
        }
        with_dominance(&mut moves, &mut || s.look_now())?;
        moves.sort_by_cached_key(|root| self.place_of(root));
        // Values of different depths are not comparable: those that were left behind come after all others.
        moves.extend(kept);
        Ok(moves)
    }

    fn chosen<G: Game, V: Belief>(
        &self,
        game: &G,
        only: &[G::Move],
        last: Option<&Report<G::Move, V>>,
    ) -> RootMoves<G::Move, V> {
        let Some(last) = last else {
            let now = branches(game).filter(|branch| only.is_empty() || only.contains(&branch.mv)).collect();
            return RootMoves { now, kept: Vec::new() };
        };
        let least = self.attention.unwrap_or(0.0);
        let (mut now, mut kept, mut is_first) = (Vec::new(), Vec::new(), true);
        for root in &last.moves {
            let is_searched = root.depth == last.depth;
            if is_searched && (is_first || root.dominance >= least) {
                now.push(Branch { number: root.number, place: root.number, mv: root.mv });
            } else {
                kept.push(root.clone());
            }
            is_first &= !is_searched;
        }
        RootMoves { now, kept }
    }

    /// The alpha of the next root move.
    fn root_alpha(&self, alpha: Score, domain: Interval) -> Score {
        let alpha = match self.choice {
            Choice::Dominance => alpha.next_down(),
            Choice::Expectation => domain.low(),
            Choice::Bound => alpha,
        };
        alpha.clamp(domain.low(), domain.high())
    }

    /// What the moves are sorted by, the best one first.
    fn place_of<Move, V: Belief>(&self, root: &RootMove<Move, V>) -> (Reverse<i64>, Reverse<i64>) {
        let expectation = descending(root.value.expected());
        match self.choice {
            Choice::Dominance => (descending(root.dominance), expectation),
            Choice::Expectation => (expectation, Reverse(0)),
            // Later moves may have been held at alpha: expectations of equal bounds say nothing.
            Choice::Bound => (Reverse(root.value.bounds().low().get().into()), Reverse(0)),
        }
    }
}

/// The moves that deserve more depth, best first: of those that were searched last, the best and those that may
/// be better.
fn attended<Move, V>(last: &Report<Move, V>, least: f64) -> impl Iterator<Item = &RootMove<Move, V>> {
    let searched = last.moves.iter().filter(|root| root.depth == last.depth);
    searched
        .enumerate()
        .filter(move |(place, root)| *place == 0 || root.dominance >= least)
        .map(|(_, root)| root)
}

/// A root move takes so long to be told of, to whoever has asked: its text, its values, and the memory that is given back.
const TIME_A_MOVE: Duration = Duration::from_nanos(250);

/// What it takes to make an answer of a report with so many moves.
fn time_to_answer(moves: usize) -> Duration {
    TIME_A_MOVE.saturating_mul(moves as u32)
}

/// What an iteration has found, unless the time is up before it is summed up.
fn report_of<G: Game, V: Belief, E, O>(
    game: &G,
    s: &Walk<'_, E, O>,
    moves: Vec<RootMove<G::Move, V>>,
    depth: u32,
) -> Result<Report<G::Move, V>, Stopped> {
    let value = match largest(&moves, s)? {
        Some(value) => value,
        None => V::certain(game.outcome().unwrap_or_default()),
    };
    Ok(Report {
        best: moves.first().map(|root| root.mv),
        value,
        moves,
        depth,
        verdict: Verdict::Finished,
        counts: s.counts(),
        widened: 0,
        memory: None,
        elapsed: s.elapsed(),
        stopped: None,
    })
}

/// The clock is looked at after so many moves.
const MOVES_BETWEEN_LOOKS: usize = 256;

/// The largest of the values of moves that are sorted, so that most of them change nothing.
fn largest<Move, V: Belief, E, O>(
    moves: &[RootMove<Move, V>],
    s: &Walk<'_, E, O>,
) -> Result<Option<V>, Stopped> {
    let mut largest: Option<V> = None;
    for together in moves.chunks(MOVES_BETWEEN_LOOKS) {
        s.look_now()?;
        for root in together {
            let counts = |so_far: &V| root.value.bounds().high() > so_far.bounds().low();
            if largest.as_ref().is_none_or(counts) {
                let value = root.value.clone();
                largest = Some(match largest {
                    Some(so_far) => so_far.larger(value),
                    None => value,
                });
            }
        }
    }
    Ok(largest)
}
