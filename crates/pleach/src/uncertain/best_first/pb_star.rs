//! PB*: B* on distributions.
//!
//! Idea: a move need not be proven better than the others; it is enough that it very likely is. The search ends when a
//! move's dominance reaches a threshold theta. Pessimistic and optimistic values are those that leave out the
//! unlikely ends, with the probability theta between them, so that theta = 1 is B* itself.
//!
//! Needs of the game: its rules, and an evaluator that returns a [`Distribution`].
//!
//! Reference: Palay, "Searching with Probabilities" (1985), and Li and Marsland (1989), section 5.3, for the cut: a
//! successor that cannot exceed what its parent is worth at least is not part of the tree.

use super::lists::{self, List, Lists};
use super::strategy::{self, Bracket, Bracketed};
use super::tree::{Fresh, ROOT, Tree};
use super::{BestFirstEvent, DEFAULT_MEBIBYTES, Expansion, ObserveBestFirst, Strategy};
use crate::game::{Evaluate, Game};
use crate::limits::{Limits, Stopped};
use crate::report::Counts;
use crate::uncertain::report::descending;
use crate::uncertain::{Report, RootMove, Verdict};
use crate::value::{Distribution, Interval, Score, dominance_within};

/// The clock is looked at after the distributions of so many children have been combined.
const CHILDREN_BETWEEN_LOOKS: usize = 1024;

/// What PB* knows of a node: the bounds and masses of its distribution, and its likely range.
#[derive(Clone, Copy, Debug)]
struct Known {
    likely: Bracket,
    list: List,
}

impl Bracketed for Known {
    fn bracket(&self) -> Bracket {
        self.likely
    }
}

/// PB* under way. Each [`PbStar::step`] expands one leaf; [`PbStar::run`] takes all of them.
///
/// ```
/// use pleach::uncertain::{Verdict, best_first::PbStar};
/// use pleach::{Distribution, Limits, tree::RandomTree};
/// let tree: RandomTree = "b=3,d=5,seed=4".parse().unwrap();
/// let unsure = |p: &RandomTree| Distribution::new(p.static_value().plus(-2), vec![0.2; 5]).unwrap();
/// let report = PbStar::new(&tree, &unsure, &Limits::none()).theta(0.9).run().unwrap();
/// assert_eq!(report.verdict, Verdict::Separated);
/// assert!(report.moves[0].dominance >= 0.9);
/// ```
#[derive(Debug)]
pub struct PbStar<'a, G: Game, E, O = ()> {
    tree: Tree<G, Known>,
    lists: Lists,
    evaluator: &'a E,
    theta: f64,
    cut: bool,
    widened: u64,
    dropped: u64,
    observer: O,
}

impl<'a, G: Game, E: Evaluate<G, Value = Distribution>> PbStar<'a, G, E> {
    /// The threshold where nobody names one.
    pub(crate) const DEFAULT_THETA: f64 = 0.95;

    /// A search of a position that has not begun.
    pub fn new(game: &G, evaluator: &'a E, limits: &Limits) -> Self {
        PbStar::with_memory(game, evaluator, limits, DEFAULT_MEBIBYTES, &[])
    }

    /// The same with so much memory for the tree, and only these root moves, or all if there are none.
    pub fn with_memory(
        game: &G,
        evaluator: &'a E,
        limits: &Limits,
        mebibytes: usize,
        only: &[G::Move],
    ) -> Self {
        let mut lists = Lists::default();
        let value = value_of(evaluator, game, 0);
        let known = Known { likely: Bracket::new(value.bounds(), 0), list: lists.keep(&value) };
        let tree = Tree::new(game.clone(), known, limits, mebibytes, only);
        let theta = Self::DEFAULT_THETA;
        PbStar { tree, lists, evaluator, theta, cut: true, widened: 0, dropped: 0, observer: () }
    }
}

impl<'a, G: Game, E: Evaluate<G, Value = Distribution>, O: ObserveBestFirst<G, Distribution>>
    PbStar<'a, G, E, O>
{
    /// The same with somebody who watches, from the beginning on.
    pub fn observed<P: ObserveBestFirst<G, Distribution>>(self, mut observer: P) -> PbStar<'a, G, E, P> {
        let value = self.value(ROOT);
        let PbStar { tree, lists, evaluator, theta, cut, widened, dropped, .. } = self;
        observer.observe(BestFirstEvent::Begun { game: tree.root(), value: &value });
        PbStar { tree, lists, evaluator, theta, cut, widened, dropped, observer }
    }

    /// Ends when a move is best with this probability; 1 asks for a proof.
    pub fn theta(mut self, theta: f64) -> Self {
        self.theta = theta.clamp(0.0, 1.0);
        self
    }

    /// Whether to leave out successors that cannot count (section 5.3); the default is that it does. A move that
    /// is worth no more than another one at least may then seem to be worth even less.
    pub fn cut(mut self, cut: bool) -> Self {
        self.cut = cut;
        self
    }

    /// How many successors were left out.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Expands one leaf. An error is a limit that was reached; what was found before it stays.
    pub fn step(&mut self) -> Result<Expansion<G::Move>, Stopped> {
        if let Some(node) = self.tree.take_unfinished() {
            self.back_up(node)?;
        }
        loop {
            self.tree.watch.look_now()?;
            let (strategy, leaf) = match (self.tree.is_expanded(ROOT), strategy::best(&self.tree)) {
                (false, _) if self.tree.root().outcome().is_none() => (Strategy::Root, ROOT),
                (_, None) => return Ok(Expansion::Done(Verdict::Finished)),
                (_, Some(best)) => {
                    if self.is_decided()? {
                        return Ok(Expansion::Done(Verdict::Separated));
                    }
                    match strategy::choose(&self.tree, best) {
                        Some(chosen) => chosen,
                        None => return Ok(Expansion::Done(Verdict::Unseparated)),
                    }
                }
            };
            let Some(window) = self.window(leaf) else {
                // Section 5.3: alpha = beta, so that nothing below can count; a new strategy is chosen.
                self.tree.nodes[leaf].open = false;
                self.observer.observe(BestFirstEvent::Closed { node: leaf });
                self.close_above(leaf);
                continue;
            };
            let path = self.expand(leaf, window, strategy)?;
            self.back_up(leaf)?;
            return Ok(Expansion::Expanded { strategy, path });
        }
    }

    /// Steps until the search ends. It fails only if not even the root could be expanded, or at a position that has
    /// neither moves nor an outcome.
    pub fn run(mut self) -> Result<Report<G::Move, Distribution>, Stopped> {
        self.finish()
    }

    /// The same for a search that is looked at again afterwards.
    pub fn finish(&mut self) -> Result<Report<G::Move, Distribution>, Stopped> {
        loop {
            match self.step() {
                Ok(Expansion::Expanded { .. }) => {}
                Ok(Expansion::Done(verdict)) => {
                    self.observer.observe(BestFirstEvent::Ended { verdict });
                    return Ok(Report { verdict, ..self.report() });
                }
                Err(stopped) if self.tree.is_without_answer(stopped) => return Err(stopped),
                Err(stopped) => return Ok(Report { stopped: Some(stopped), ..self.report() }),
            }
        }
    }

    /// What is known now, as if the search were stopped here. The best move is the one with the highest
    /// dominance.
    pub fn report(&self) -> Report<G::Move, Distribution> {
        let known = |child: u32| {
            let likely = self.tree.nodes[child].known.likely;
            (self.value(child), likely.pess_depth.max(likely.opt_depth).into())
        };
        let key = |_: u32, root: &RootMove<G::Move, Distribution>| {
            (descending(root.dominance), descending(root.value.expected()))
        };
        let moves = self.tree.root_moves(known, key, |node| self.value(node).expected());
        let nodes = self.tree.watch.nodes();
        let evaluations = self.tree.evaluations();
        Report {
            best: moves.first().map(|root| root.mv),
            value: self.lists.read(self.tree.nodes[ROOT].known.list),
            moves,
            depth: self.tree.deepest(),
            verdict: Verdict::Unfinished,
            counts: Counts { nodes, evaluations, leaves: evaluations, ..Counts::default() },
            widened: self.widened,
            memory: Some(self.bytes()),
            elapsed: self.tree.watch.elapsed(),
            stopped: None,
        }
    }

    fn bytes(&self) -> usize {
        self.tree.nodes.bytes() + self.lists.bytes()
    }

    /// The position that has neither moves nor an outcome, if the search has met one.
    pub(crate) fn dead_end(&self) -> Option<G> {
        self.tree.dead_end()
    }

    /// Whether some move is best with the probability asked for.
    fn is_decided(&self) -> Result<bool, Stopped> {
        let bounds = |child: u32| self.tree.nodes[child].known.list.bounds;
        // Whoever stays below what another is worth at least counts for nobody.
        let Some(floor) = self.tree.children(ROOT).map(|child| bounds(child).low()).max() else {
            return Ok(false);
        };
        let counting = self.tree.children(ROOT).filter(|&child| bounds(child).high() >= floor);
        let values: Vec<Distribution> = counting.map(|child| self.value(child)).collect();
        let mut look = || self.tree.watch.look_now();
        let levels = dominance_within(&values.iter().collect::<Vec<_>>(), &mut look)?;
        Ok(levels.into_iter().any(|level| level >= self.theta))
    }

    fn value(&self, node: u32) -> Distribution {
        self.lists.read(self.tree.nodes[node].known.list)
    }

    /// The window `[alpha, beta]` of a node in the view of the root's player: alpha is the most that a node of
    /// that player above it is worth at least, beta the least that one of the opponent's is worth at most.
    /// `None` if they have met.
    fn window(&self, node: u32) -> Option<Interval> {
        if !self.cut {
            return Some(Interval::FULL);
        }
        let (mut alpha, mut beta) = (Score::MIN, Score::MAX);
        let mut above = self.tree.parent(node);
        while let Some(at) = above {
            match self.tree.nodes[at].own {
                true => alpha = alpha.max(self.at_least(at)),
                false => beta = beta.min(self.tree.nodes[at].known.list.bounds.high()),
            }
            above = self.tree.parent(at);
        }
        (alpha < beta).then(|| Interval::new(alpha, beta).unwrap_or(Interval::FULL))
    }

    /// What a node of the root's player is worth at least. At the root only what one of its moves is worth
    /// counts: to know the value by other means does not tell which move has it.
    fn at_least(&self, node: u32) -> Score {
        let low = |node: u32| self.tree.nodes[node].known.list.bounds.low();
        match node {
            ROOT => self.tree.children(ROOT).map(low).max().unwrap_or(Score::MIN),
            _ => low(node),
        }
    }

    /// Makes the successors of a leaf its children.
    fn expand(&mut self, leaf: u32, window: Interval, strategy: Strategy) -> Result<Vec<G::Move>, Stopped> {
        let (path, position) = self.tree.path(leaf);
        let (evaluator, depth) = (self.evaluator, self.tree.depth(leaf).saturating_add(1));
        let forecast = |child: &G, own: bool| {
            let value = value_of(evaluator, child, depth);
            if own { value } else { -value }
        };
        let other_bytes = self.lists.bytes();
        let fresh = self.tree.successors(leaf, &position, other_bytes, forecast, Distribution::heap_bytes)?;
        // The root's moves are all of interest.
        let (kept, dropped) = match self.cut && leaf != ROOT {
            true => self.without_useless(leaf, fresh, window),
            false => (fresh, Vec::new()),
        };
        let other_bytes = self.lists.bytes_with(kept.iter().map(|child| lists::masses_of(&child.known)));
        if self.tree.nodes.bytes_with(kept.len()).saturating_add(other_bytes) > self.tree.most_bytes() {
            return Err(Stopped::Memory);
        }
        self.tree.watch.look_now()?;
        let kept = kept.into_iter().map(|mut child| {
            child.open &= child.known.bounds().value().is_none();
            child.map(|value| Known {
                likely: Bracket::new(likely(&value, self.theta), depth),
                list: self.lists.keep(&value),
            })
        });
        let kept = kept.collect();
        self.tree.attach(leaf, kept, self.lists.bytes())?;
        self.dropped += dropped.len() as u64;
        if O::ACTIVE {
            self.observer.observe(BestFirstEvent::Expanding { node: leaf, game: &position, strategy });
            self.report_successors(leaf, &dropped);
        }
        Ok(path)
    }

    /// Tells of the successors of a leaf, those that were left out among them, in the order of the moves.
    fn report_successors(&mut self, leaf: u32, dropped: &[Fresh<Distribution>]) {
        let mut left_out = dropped.iter().peekable();
        for node in self.tree.children(leaf) {
            let (number, value) = (self.tree.number(node), self.value(node));
            while let Some(child) = left_out.next_if(|child| child.number() < number) {
                self.observer
                    .observe(BestFirstEvent::Dropped { number: child.number(), value: &child.known });
            }
            self.observer.observe(BestFirstEvent::Judged { node, number, value: &value });
        }
        for child in left_out {
            self.observer.observe(BestFirstEvent::Dropped { number: child.number(), value: &child.known });
        }
    }

    /// Section 5.3: drops the successors that are worth no more to the side to move than what it has, except
    /// for the one that it has this from. Returns those that are left and those that are not.
    fn without_useless(
        &self,
        node: u32,
        fresh: Vec<Fresh<Distribution>>,
        window: Interval,
    ) -> (Vec<Fresh<Distribution>>, Vec<Fresh<Distribution>>) {
        let own = self.tree.nodes[node].own;
        let mover = |bounds: Interval| if own { bounds } else { -bounds };
        let lows = fresh.iter().map(|child| mover(child.known.bounds()).low());
        let Some((definer, alpha)) = lows.enumerate().reduce(|a, b| if b.1 > a.1 { b } else { a }) else {
            return (fresh, Vec::new());
        };
        let alpha = alpha.max(mover(window).low());
        let (mut kept, mut dropped) = (Vec::with_capacity(fresh.len()), Vec::new());
        for (place, child) in fresh.into_iter().enumerate() {
            let counts = place == definer || mover(child.known.bounds()).high() > alpha;
            if counts { kept.push(child) } else { dropped.push(child) }
        }
        (kept, dropped)
    }

    /// Carries what the children of a node say up to the root.
    fn back_up(&mut self, from: u32) -> Result<(), Stopped> {
        let mut node = Some(from);
        while let Some(at) = node {
            let Some(backed_up) = strategy::backed_up(&self.tree, at) else { return Ok(()) };
            let (combined, old) = (self.combined(at)?, self.tree.nodes[at].known);
            let Some(combined) = combined else { return Ok(()) };
            // A bound never widens.
            let wide = combined.bounds();
            let value = combined.clip(old.list.bounds);
            self.widened += u64::from(value.bounds() != wide);
            let likely = old.likely.updated(likely(&value, self.theta), backed_up);
            let list = self.lists.replace(old.list, &value);
            let open = value.bounds().value().is_none() && self.tree.has_open_child(at);
            self.tree.nodes[at].known = Known { likely, list };
            self.tree.nodes[at].open = open;
            self.observer.observe(BestFirstEvent::BackedUp { node: at, value: &value });
            node = self.tree.parent(at);
        }
        Ok(())
    }

    /// The largest or the smallest of a node's children, whichever its player wants.
    fn combined(&mut self, node: u32) -> Result<Option<Distribution>, Stopped> {
        let extreme = |values: &[Distribution], own: bool| match own {
            true => Distribution::max_of(values),
            false => Distribution::min_of(values),
        };
        let (children, own) = (self.tree.children(node), self.tree.nodes[node].own);
        let mut parts = Vec::new();
        for first in children.clone().step_by(CHILDREN_BETWEEN_LOOKS) {
            self.tree.look_on_the_way_up(node)?;
            let last = first.saturating_add(CHILDREN_BETWEEN_LOOKS as u32).min(children.end);
            let values: Vec<Distribution> = (first..last).map(|child| self.value(child)).collect();
            parts.extend(extreme(&values, own));
        }
        Ok(if parts.len() > 1 { extreme(&parts, own) } else { parts.pop() })
    }

    /// Says above a node that was closed where nothing is open any more.
    fn close_above(&mut self, closed: u32) {
        let mut node = self.tree.parent(closed);
        while let Some(at) = node {
            if self.tree.has_open_child(at) {
                return;
            }
            self.tree.nodes[at].open = false;
            node = self.tree.parent(at);
        }
    }
}

/// The pessimistic and the optimistic value.
fn likely(value: &Distribution, theta: f64) -> Interval {
    value.middle(theta)
}

/// What is known of a position that is so many plies from the root, for its side to move.
fn value_of<G: Game>(evaluator: &impl Evaluate<G, Value = Distribution>, game: &G, ply: u16) -> Distribution {
    match game.outcome() {
        Some(outcome) => Distribution::point(outcome.after(ply.into())),
        None => evaluator.evaluate(game),
    }
}
