//! B*: a best-first proof that one move is better than the others.
//!
//! Idea: every position has a pessimistic and an optimistic value. The search ends when the best move's
//! pessimistic value reaches every other's optimistic one; until then it expands a leaf that may raise the
//! former or lower the latter. It never asks for the exact value of a move.
//!
//! Needs of the game: its rules, and an evaluator that returns an [`Interval`]. If the intervals are true, so is the
//! proof.
//!
//! Reference: Berliner, "The B* Tree Search Algorithm" (1979); the rules he leaves open are in `strategy.rs`.

use super::strategy::{self, Bracket, largest_first};
use super::tree::{ROOT, Tree};
use super::{BestFirstEvent, DEFAULT_MEBIBYTES, Expansion, ObserveBestFirst, Strategy};
use crate::game::{Evaluate, Game};
use crate::limits::{Limits, Stopped};
use crate::report::Counts;
use crate::uncertain::{Belief, Report, RootMove, Verdict};
use crate::value::Interval;

/// B* under way. Each [`BStar::step`] expands one leaf; [`BStar::run`] takes all of them.
///
/// An evaluator may say of the successors of a position what contradicts the position itself; a bound
/// never widens, so they are held inside it, and [`Report::widened`] counts how often that was necessary.
///
/// ```
/// use pleach::uncertain::{Verdict, best_first::BStar};
/// use pleach::{Interval, Limits, tree::RandomTree};
/// let tree: RandomTree = "b=3,d=5,seed=4".parse().unwrap();
/// let nothing_known = |_: &RandomTree| Interval::FULL;
/// let report = BStar::new(&tree, &nothing_known, &Limits::none()).run().unwrap();
/// assert_eq!(report.verdict, Verdict::Separated);
/// assert_eq!(report.best, Some(pleach::textbook::solve(&tree).best.unwrap()));
/// ```
#[derive(Debug)]
pub struct BStar<'a, G: Game, E, O = ()> {
    tree: Tree<G, Bracket>,
    evaluator: &'a E,
    widened: u64,
    observer: O,
}

impl<'a, G: Game, E: Evaluate<G, Value = Interval>> BStar<'a, G, E> {
    /// A search of a position that has not begun.
    pub fn new(game: &G, evaluator: &'a E, limits: &Limits) -> Self {
        BStar::with_memory(game, evaluator, limits, DEFAULT_MEBIBYTES, &[])
    }

    /// The same with so much memory for the tree, and only these root moves, or all if there are none.
    pub fn with_memory(
        game: &G,
        evaluator: &'a E,
        limits: &Limits,
        mebibytes: usize,
        only: &[G::Move],
    ) -> Self {
        let known = Bracket::new(value_of(evaluator, game, 0), 0);
        let tree = Tree::new(game.clone(), known, limits, mebibytes, only);
        BStar { tree, evaluator, widened: 0, observer: () }
    }
}

impl<'a, G: Game, E: Evaluate<G, Value = Interval>, O: ObserveBestFirst<G, Interval>> BStar<'a, G, E, O> {
    /// The same with somebody who watches, from the beginning on.
    pub fn observed<P: ObserveBestFirst<G, Interval>>(self, mut observer: P) -> BStar<'a, G, E, P> {
        let BStar { tree, evaluator, widened, .. } = self;
        observer.observe(BestFirstEvent::Begun { game: tree.root(), value: &tree.nodes[ROOT].known.range });
        BStar { tree, evaluator, widened, observer }
    }

    /// Expands one leaf. An error is a limit that was reached; what was found before it stays.
    pub fn step(&mut self) -> Result<Expansion<G::Move>, Stopped> {
        self.tree.watch.look_now()?;
        if let Some(node) = self.tree.take_unfinished() {
            self.back_up(node)?;
        }
        let (strategy, leaf) = match (self.tree.is_expanded(ROOT), strategy::best(&self.tree)) {
            (false, _) if self.tree.nodes[ROOT].open || self.tree.root().outcome().is_none() => {
                (Strategy::Root, ROOT)
            }
            (_, None) => return Ok(Expansion::Done(Verdict::Finished)),
            (_, Some(best)) if strategy::is_separated(&self.tree, best) => {
                return Ok(Expansion::Done(Verdict::Separated));
            }
            (_, Some(best)) => match strategy::choose(&self.tree, best) {
                Some(chosen) => chosen,
                None => return Ok(Expansion::Done(Verdict::Unseparated)),
            },
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

    /// What is known now, as if the search were stopped here.
    pub fn report(&self) -> Report<G::Move, Interval> {
        let known = |child: u32| {
            let bracket = self.tree.nodes[child].known;
            (bracket.range, bracket.pess_depth.max(bracket.opt_depth).into())
        };
        let key = |_: u32, root: &RootMove<G::Move, Interval>| {
            (largest_first(root.value.high()), largest_first(root.value.low()))
        };
        let worth = |node: u32| self.tree.nodes[node].known.range.expected();
        let moves = self.tree.root_moves(known, key, worth);
        let nodes = self.tree.watch.nodes();
        let evaluations = self.tree.evaluations();
        Report {
            best: moves.first().map(|root| root.mv),
            value: self.tree.nodes[ROOT].known.range,
            moves,
            depth: self.tree.deepest(),
            verdict: Verdict::Unfinished,
            counts: Counts { nodes, evaluations, leaves: evaluations, ..Counts::default() },
            widened: self.widened,
            memory: Some(self.tree.nodes.bytes()),
            elapsed: self.tree.watch.elapsed(),
            stopped: None,
        }
    }

    /// The position that has neither moves nor an outcome, if the search has met one.
    pub(crate) fn dead_end(&self) -> Option<G> {
        self.tree.dead_end()
    }

    /// Makes the successors of a leaf its children.
    fn expand(&mut self, leaf: u32, strategy: Strategy) -> Result<Vec<G::Move>, Stopped> {
        let (path, position) = self.tree.path(leaf);
        let (evaluator, depth) = (self.evaluator, self.tree.depth(leaf).saturating_add(1));
        let bracket = |child: &G, own: bool| {
            let value = value_of(evaluator, child, depth);
            Bracket::new(if own { value } else { -value }, depth)
        };
        let mut fresh = self.tree.successors(leaf, &position, 0, bracket, |_| 0)?;
        // What is certain need not be looked at.
        fresh.iter_mut().for_each(|child| child.open &= child.known.range.value().is_none());
        self.tree.attach(leaf, fresh, 0)?;
        if O::ACTIVE {
            self.observer.observe(BestFirstEvent::Expanding { node: leaf, game: &position, strategy });
            for node in self.tree.children(leaf) {
                let (number, value) = (self.tree.number(node), &self.tree.nodes[node].known.range);
                self.observer.observe(BestFirstEvent::Judged { node, number, value });
            }
        }
        Ok(path)
    }

    /// Carries what the children of a node say up to the root.
    fn back_up(&mut self, from: u32) -> Result<(), Stopped> {
        let mut node = Some(from);
        while let Some(at) = node {
            self.tree.look_on_the_way_up(at)?;
            let Some(backed_up) = strategy::backed_up(&self.tree, at) else { return Ok(()) };
            let old = self.tree.nodes[at].known;
            // A bound never widens.
            let range = backed_up.range.clip(old.range);
            self.widened += u64::from(range != backed_up.range);
            let new = old.updated(range, backed_up);
            let open = range.value().is_none() && self.tree.has_open_child(at);
            if new == old && open == self.tree.nodes[at].open {
                return Ok(());
            }
            self.tree.nodes[at].known = new;
            self.tree.nodes[at].open = open;
            self.observer.observe(BestFirstEvent::BackedUp { node: at, value: &range });
            node = self.tree.parent(at);
        }
        Ok(())
    }
}

/// What is known of a position that is so many plies from the root, for its side to move.
fn value_of<G: Game>(evaluator: &impl Evaluate<G, Value = Interval>, game: &G, ply: u16) -> Interval {
    match game.outcome() {
        Some(outcome) => Interval::point(outcome.after(ply.into())),
        None => evaluator.evaluate(game),
    }
}
