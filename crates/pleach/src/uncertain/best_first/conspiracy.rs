//! Conspiracy-number search.
//!
//! Idea: the value of the root is trusted when many leaves would have to change to change it. Until then the
//! search expands a leaf of a small conspiracy, which either breaks it or carries the root's value along.
//!
//! Needs of the game: its rules, a static value, and bounds that say how far it may be wrong; without
//! any bounds a leaf may turn out to be worth anything.
//!
//! Reference: McAllester, "Conspiracy Numbers for Min-Max Search" (1988). The numbers are in `conspirators.rs`.

use super::arena::Arena;
use super::conspirators::Reach;
use super::strategy::largest_first;
use super::tree::{ROOT, Tree};
use super::{BestFirstEvent, DEFAULT_MEBIBYTES, Expansion, ObserveBestFirst, Standing, Strategy};
use crate::game::{Evaluate, Game};
use crate::limits::{Limits, Stopped};
use crate::report::Counts;
use crate::uncertain::{Report, RootMove, Verdict};
use crate::value::{Interval, Score};
use std::cmp::Reverse;

/// The clock is looked at after so many children.
const CHILDREN_BETWEEN_LOOKS: usize = 1024;

/// When a value is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// How many conspirators must not be able to change the root's value.
    pub conspirators: u32,
    /// By how much they may change it all the same, up and down together.
    pub accuracy: u32,
}

impl Threshold {
    /// The largest number of conspirators that is counted.
    pub const MOST: u32 = 32;
}

impl Default for Threshold {
    fn default() -> Self {
        Threshold { conspirators: 3, accuracy: 0 }
    }
}

/// A conspiracy-number search under way. Each [`Conspiracy::step`] expands one leaf.
///
/// The value of a move in the report is the range that the conspirators can reach. The search ends when the
/// root's range is as narrow as asked for, or when the best move's lies above all others.
///
/// ```
/// use pleach::uncertain::best_first::{Conspiracy, Threshold};
/// use pleach::{Limits, tree::RandomTree, uncertain::ScoreBounds};
/// let tree: RandomTree = "b=3,d=5,seed=4".parse().unwrap();
/// let search = Conspiracy::new(&tree, &RandomTree::static_value, &ScoreBounds, &Limits::none());
/// let report = search.threshold(Threshold { conspirators: 2, accuracy: 0 }).run().unwrap();
/// assert!(report.best.is_some());
/// ```
#[derive(Debug)]
pub struct Conspiracy<'a, G: Game, E, B, O = ()> {
    tree: Tree<G, Score>,
    /// How far so many conspirators carry each node, up and then down.
    reaches: Arena<Score>,
    evaluator: &'a E,
    bounds: &'a B,
    threshold: Threshold,
    observer: O,
}

impl<'a, G, E, B> Conspiracy<'a, G, E, B>
where
    G: Game,
    E: Evaluate<G, Value = Score>,
    B: Evaluate<G, Value = Interval>,
{
    /// A search of a position that has not begun.
    pub fn new(game: &G, evaluator: &'a E, bounds: &'a B, limits: &Limits) -> Self {
        Conspiracy::with_memory(game, evaluator, bounds, limits, DEFAULT_MEBIBYTES, &[])
    }

    /// The same with so much memory for the tree, and only these root moves, or all if there are none.
    pub fn with_memory(
        game: &G,
        evaluator: &'a E,
        bounds: &'a B,
        limits: &Limits,
        mebibytes: usize,
        only: &[G::Move],
    ) -> Self {
        let value = game.outcome().unwrap_or_else(|| evaluator.evaluate(game));
        let tree = Tree::new(game.clone(), value, limits, mebibytes, only);
        let (reaches, threshold) = (Arena::new(), Threshold::default());
        let search = Conspiracy { tree, reaches, evaluator, bounds, threshold, observer: () };
        search.begun()
    }
}

impl<'a, G, E, B, O> Conspiracy<'a, G, E, B, O>
where
    G: Game,
    E: Evaluate<G, Value = Score>,
    B: Evaluate<G, Value = Interval>,
    O: ObserveBestFirst<G, Standing>,
{
    /// The same with somebody who watches, from the beginning on. It is said after the threshold.
    pub fn observed<P: ObserveBestFirst<G, Standing>>(self, mut observer: P) -> Conspiracy<'a, G, E, B, P> {
        let value = self.reach(ROOT).standing();
        let Conspiracy { tree, reaches, evaluator, bounds, threshold, .. } = self;
        observer.observe(BestFirstEvent::Begun { game: tree.root(), value: &value });
        Conspiracy { tree, reaches, evaluator, bounds, threshold, observer }
    }

    /// Trusts a value by this threshold. The number of conspirators is at least 1 and at most
    /// [`Threshold::MOST`]. It is said before the first step.
    pub fn threshold(mut self, threshold: Threshold) -> Self {
        let conspirators = threshold.conspirators.clamp(1, Threshold::MOST);
        self.threshold = Threshold { conspirators, ..threshold };
        self.reaches = Arena::new();
        self.begun()
    }

    fn begun(mut self) -> Self {
        let reach = leaf(self.evaluator, self.bounds, self.tree.root(), 0, self.most());
        self.push(&reach);
        self
    }

    fn most(&self) -> usize {
        self.threshold.conspirators as usize
    }

    /// Expands one leaf. An error is a limit that was reached; what was found before it stays.
    pub fn step(&mut self) -> Result<Expansion<G::Move>, Stopped> {
        self.tree.watch.look_now()?;
        if let Some(node) = self.tree.take_unfinished() {
            self.back_up(node)?;
        }
        if self.tree.root().outcome().is_some() {
            return Ok(Expansion::Done(Verdict::Finished));
        }
        let (strategy, leaf) = if !self.tree.is_expanded(ROOT) {
            (Strategy::Root, ROOT)
        } else if self.is_decided() {
            return Ok(Expansion::Done(Verdict::Settled));
        } else {
            match self.choose() {
                Some(chosen) => chosen,
                None => return Ok(Expansion::Done(Verdict::Unseparated)),
            }
        };
        let path = self.expand(leaf, strategy)?;
        self.back_up(leaf)?;
        Ok(Expansion::Expanded { strategy, path })
    }

    /// Steps until the search ends. It fails only if not even the root could be expanded, or at a position that has
    /// neither moves nor an outcome.
    pub fn run(mut self) -> Result<Report<G::Move, Interval>, Stopped> {
        self.finish()
    }

    /// The same for a search that is looked at again afterwards.
    pub fn finish(&mut self) -> Result<Report<G::Move, Interval>, Stopped> {
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

    /// The root's value by minimax of the tree as it is.
    pub fn value(&self) -> Score {
        self.tree.nodes[ROOT].known
    }

    /// What is known now, as if the search were stopped here. The best move has the largest value; ties go to the
    /// one that conspirators can lower least.
    pub fn report(&self) -> Report<G::Move, Interval> {
        let known = |child: u32| (self.range(child), self.tree.depth(child).into());
        let key = |child: u32, root: &RootMove<G::Move, Interval>| {
            (largest_first(self.tree.nodes[child].known), largest_first(root.value.low()))
        };
        let worth = |node: u32| self.tree.nodes[node].known.get().into();
        let moves = self.tree.root_moves(known, key, worth);
        let nodes = self.tree.watch.nodes();
        let evaluations = self.tree.evaluations();
        Report {
            best: moves.first().map(|root| root.mv),
            value: self.range(ROOT),
            moves,
            depth: self.tree.deepest(),
            verdict: Verdict::Unfinished,
            counts: Counts { nodes, evaluations, leaves: evaluations, ..Counts::default() },
            widened: 0,
            memory: Some(self.tree.nodes.bytes() + self.reaches.bytes()),
            elapsed: self.tree.watch.elapsed(),
            stopped: None,
        }
    }

    /// The position that has neither moves nor an outcome, if the search has met one.
    pub(crate) fn dead_end(&self) -> Option<G> {
        self.tree.dead_end()
    }

    /// Whether the conspirators can neither change the root's value nor the best move.
    fn is_decided(&self) -> bool {
        if self.range(ROOT).width() <= self.threshold.accuracy {
            return true;
        }
        let ranges: Vec<Interval> = self.tree.children(ROOT).map(|child| self.range(child)).collect();
        let surest = (0..ranges.len()).max_by_key(|&place| ranges[place].low());
        surest.is_some_and(|surest| {
            let mut others = ranges.iter().enumerate().filter(|&(other, _)| other != surest);
            others.all(|(_, other)| ranges[surest].low() >= other.high())
        })
    }

    /// The leaf to expand: one of the conspirators that carry the root's value furthest, or else of those on
    /// the other side.
    fn choose(&self) -> Option<(Strategy, u32)> {
        let reach = self.reach(ROOT);
        let (range, value) = (reach.range(), reach.value);
        let rise = || self.conspirator(range.high(), true).map(|leaf| (Strategy::Raise, leaf));
        let fall = || self.conspirator(range.low(), false).map(|leaf| (Strategy::Lower, leaf));
        let up = range.high().get().abs_diff(value.get());
        let down = value.get().abs_diff(range.low().get());
        if up >= down { rise().or_else(fall) } else { fall().or_else(rise) }
    }

    /// A leaf that can be expanded among the fewest that carry the root to `v`.
    fn conspirator(&self, v: Score, rise: bool) -> Option<u32> {
        let mut node = ROOT;
        if self.needed(ROOT, v, rise)? == 0 || !self.tree.nodes[ROOT].open {
            return None;
        }
        while self.tree.is_expanded(node) {
            let open = self.tree.children(node).filter(|&child| self.tree.nodes[child].open);
            let needed = open.filter_map(|child| Some((child, self.needed(child, v, rise)?)));
            // One child is enough where its player wants the change: the cheapest. Else all must change that have not
            // yet: the one for which it takes most, which is most likely to refuse.
            let next = match self.tree.nodes[node].own == rise {
                true => needed.filter(|&(_, count)| count > 0).min_by_key(|&(_, count)| count),
                false => needed.filter(|&(_, count)| count > 0).min_by_key(|&(_, count)| Reverse(count)),
            };
            node = next?.0;
        }
        Some(node)
    }

    /// How many conspirators it takes to carry a node to `v`; `None` if all together cannot.
    fn needed(&self, node: u32, v: Score, rise: bool) -> Option<usize> {
        let reaches = |value: Score| if rise { value >= v } else { value <= v };
        if reaches(self.tree.nodes[node].known) {
            return Some(0);
        }
        let (first, most) = (self.first(node), self.most());
        let from = if rise { first } else { first + most };
        (0..most).position(|place| reaches(self.reaches[from + place])).map(|place| place + 1)
    }

    /// The range that all conspirators together can reach.
    fn range(&self, node: u32) -> Interval {
        let (first, most) = (self.first(node), self.most());
        let (high, low) = (self.reaches[first + most - 1], self.reaches[first + 2 * most - 1]);
        Interval::new(low, high).unwrap_or(Interval::point(self.tree.nodes[node].known))
    }

    /// Makes the successors of a leaf its children.
    fn expand(&mut self, at: u32, strategy: Strategy) -> Result<Vec<G::Move>, Stopped> {
        let (path, position) = self.tree.path(at);
        let (evaluator, bounds, most) = (self.evaluator, self.bounds, self.most());
        let depth = self.tree.depth(at).saturating_add(1);
        let reach = |child: &G, own: bool| {
            let reach = leaf(evaluator, bounds, child, depth, most);
            if own { reach } else { reach.negated() }
        };
        let (other_bytes, reach_bytes) = (self.reaches.bytes(), 2 * most * size_of::<Score>());
        let fresh = self.tree.successors(at, &position, other_bytes, reach, |_| reach_bytes)?;
        let other_bytes = self.reaches.bytes_with(2 * most * fresh.len());
        let mut reaches = Vec::with_capacity(fresh.len());
        let fresh = fresh.into_iter().map(|mut child| {
            child.open &= child.known.range().value().is_none();
            child.map(|reach| {
                let value = reach.value;
                reaches.push(reach);
                value
            })
        });
        let fresh = fresh.collect();
        self.tree.attach(at, fresh, other_bytes)?;
        reaches.iter().for_each(|reach| self.push(reach));
        if O::ACTIVE {
            self.observer.observe(BestFirstEvent::Expanding { node: at, game: &position, strategy });
            for (node, reach) in self.tree.children(at).zip(&reaches) {
                let (number, value) = (self.tree.number(node), &reach.standing());
                self.observer.observe(BestFirstEvent::Judged { node, number, value });
            }
        }
        Ok(path)
    }

    /// Carries what the children of a node say up to the root.
    fn back_up(&mut self, from: u32) -> Result<(), Stopped> {
        let mut node = Some(from);
        while let Some(at) = node {
            let Some(reach) = self.backed_up(at)? else { return Ok(()) };
            let open = reach.range().value().is_none() && self.tree.has_open_child(at);
            if reach == self.reach(at) && open == self.tree.nodes[at].open {
                return Ok(());
            }
            self.write(at, &reach);
            self.tree.nodes[at].open = open;
            if O::ACTIVE {
                self.observer.observe(BestFirstEvent::BackedUp { node: at, value: &reach.standing() });
            }
            node = self.tree.parent(at);
        }
        Ok(())
    }

    /// What the children of a node say; nothing if there are none.
    fn backed_up(&mut self, node: u32) -> Result<Option<Reach>, Stopped> {
        let own = self.tree.nodes[node].own;
        let mut children = Vec::with_capacity(self.tree.children(node).len());
        for child in self.tree.children(node) {
            if children.len().is_multiple_of(CHILDREN_BETWEEN_LOOKS) {
                self.tree.look_on_the_way_up(node)?;
            }
            children.push(if own { self.reach(child) } else { self.reach(child).negated() });
        }
        let largest = (!children.is_empty()).then(|| Reach::of_max(&children, self.most()));
        Ok(largest.map(|largest| if own { largest } else { largest.negated() }))
    }

    fn push(&mut self, reach: &Reach) {
        reach.rise.iter().chain(&reach.fall).for_each(|&score| self.reaches.push(score));
    }

    fn write(&mut self, node: u32, reach: &Reach) {
        self.tree.nodes[node].known = reach.value;
        let first = self.first(node);
        for (place, &score) in (first..).zip(reach.rise.iter().chain(&reach.fall)) {
            self.reaches[place] = score;
        }
    }

    fn reach(&self, node: u32) -> Reach {
        let (first, most) = (self.first(node), self.most());
        let list = |from: usize| (from..from + most).map(|place| self.reaches[place]).collect();
        Reach { value: self.tree.nodes[node].known, rise: list(first), fall: list(first + most) }
    }

    fn first(&self, node: u32) -> usize {
        node as usize * 2 * self.most()
    }
}

/// What is known of a position that is so many plies from the root, for its side to move.
fn leaf<G: Game>(
    evaluator: &impl Evaluate<G, Value = Score>,
    bounds: &impl Evaluate<G, Value = Interval>,
    game: &G,
    ply: u16,
    most: usize,
) -> Reach {
    match game.outcome() {
        Some(outcome) => {
            let value = outcome.after(ply.into());
            Reach::leaf(value, Interval::point(value), most)
        }
        None => Reach::leaf(evaluator.evaluate(game), bounds.evaluate(game), most),
    }
}
