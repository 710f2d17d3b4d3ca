//! The tree that a best-first search keeps: who follows whom, and which nodes can still be expanded.

use super::arena::Arena;
use crate::game::Game;
use crate::limits::{Limits, Stopped, Watch};
use crate::uncertain::report::with_dominance;
use crate::uncertain::{Belief, RootMove};
use std::cmp::Reverse;
use std::ops::Range;
use std::time::{Duration, Instant};

/// The number of the root.
pub(super) const ROOT: u32 = 0;
/// The number of children of a node that has not been expanded.
const UNEXPANDED: u32 = u32::MAX;
/// The depth of the deepest nodes there are numbers for.
const DEEPEST: u32 = u16::MAX as u32;
/// What the lines of play may take once the time is up.
const TIME_FOR_LINES: Duration = Duration::from_millis(2);
/// A root move takes so long to become part of the answer.
const NANOSECONDS_A_MOVE: u64 = 800;
/// To give memory back takes a nanosecond for about so many bytes.
const BYTES_A_NANOSECOND: u64 = 8;

/// A node with what the search knows of it, in the view of the player to move at the root.
#[derive(Clone, Debug)]
pub(super) struct Node<P> {
    parent: u32,
    first: u32,
    children: u32,
    /// Its place among the moves of its parent.
    number: u32,
    depth: u16,
    /// Whether the root's player is to move here, and chooses the largest value.
    pub(super) own: bool,
    /// Whether there is a leaf below, or this one, that can be expanded and may tell something.
    pub(super) open: bool,
    pub(super) known: P,
}

/// A successor that is not part of the tree yet.
pub(super) struct Fresh<V> {
    number: u32,
    own: bool,
    pub(super) open: bool,
    pub(super) known: V,
}

impl<V> Fresh<V> {
    /// Its place among the moves of its parent, from 1.
    pub(super) fn number(&self) -> u32 {
        self.number + 1
    }

    /// The same with what is known in another form.
    pub(super) fn map<P>(self, change: impl FnOnce(V) -> P) -> Fresh<P> {
        let Fresh { number, own, open, known } = self;
        Fresh { number, own, open, known: change(known) }
    }
}

/// A tree under way.
#[derive(Debug)]
pub(super) struct Tree<G: Game, P> {
    root: G,
    only: Vec<G::Move>,
    pub(super) nodes: Arena<Node<P>>,
    pub(super) watch: Watch,
    most_bytes: usize,
    most_depth: u32,
    deepest: u32,
    evaluations: u64,
    /// Where values stopped on their way up to the root, when the time was up.
    unfinished: Option<u32>,
    /// The node that has neither moves nor an outcome, if one was met.
    dead_end: Option<u32>,
}

impl<G: Game, P> Tree<G, P> {
    /// A tree of nothing but the root.
    pub(super) fn new(root: G, known: P, limits: &Limits, mebibytes: usize, only: &[G::Move]) -> Self {
        let mut nodes = Arena::new();
        let open = root.outcome().is_none();
        nodes.push(Node {
            parent: ROOT,
            first: 0,
            children: UNEXPANDED,
            number: 0,
            depth: 0,
            own: true,
            open,
            known,
        });
        Tree {
            root,
            only: only.to_vec(),
            nodes,
            watch: Watch::new(limits).paced(),
            most_bytes: mebibytes.saturating_mul(1 << 20),
            most_depth: limits.max_depth().unwrap_or(DEEPEST).min(DEEPEST),
            deepest: 0,
            evaluations: 0,
            unfinished: None,
            dead_end: None,
        }
    }

    /// Looks at the clock while values are carried up to the root. If the time is up, the way goes on from this node with the
    /// next step.
    pub(super) fn look_on_the_way_up(&mut self, node: u32) -> Result<(), Stopped> {
        self.watch.look_now().inspect_err(|_| self.unfinished = Some(node))
    }

    /// Where values stopped on their way up to the root.
    pub(super) fn take_unfinished(&mut self) -> Option<u32> {
        self.unfinished.take()
    }

    /// The position that has neither moves nor an outcome, if the search has met one.
    pub(super) fn dead_end(&self) -> Option<G> {
        self.dead_end.map(|node| self.path(node).1)
    }

    pub(super) fn root(&self) -> &G {
        &self.root
    }

    /// The memory that the search may use, in bytes.
    pub(super) fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    pub(super) fn deepest(&self) -> u32 {
        self.deepest
    }

    pub(super) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    pub(super) fn children(&self, node: u32) -> Range<u32> {
        let node = &self.nodes[node];
        let count = if node.children == UNEXPANDED { 0 } else { node.children };
        node.first..node.first + count
    }

    pub(super) fn is_expanded(&self, node: u32) -> bool {
        self.nodes[node].children != UNEXPANDED
    }

    /// Whether a search that ends for this reason knows nothing worth telling.
    pub(super) fn is_without_answer(&self, stopped: Stopped) -> bool {
        stopped == Stopped::DeadEnd || !self.is_expanded(ROOT)
    }

    pub(super) fn parent(&self, node: u32) -> Option<u32> {
        (node != ROOT).then(|| self.nodes[node].parent)
    }

    pub(super) fn depth(&self, node: u32) -> u16 {
        self.nodes[node].depth
    }

    /// Its place among the moves of its parent, from 1.
    pub(super) fn number(&self, node: u32) -> u32 {
        self.nodes[node].number + 1
    }

    /// The moves that lead to a node, and its position.
    pub(super) fn path(&self, node: u32) -> (Vec<G::Move>, G) {
        let mut numbers = Vec::new();
        let mut at = node;
        while at != ROOT {
            numbers.push(self.nodes[at].number);
            at = self.nodes[at].parent;
        }
        let mut position = self.root.clone();
        let replayed = numbers.iter().rev().map_while(|&number| {
            let mv = position.moves().nth(number as usize)?;
            position.play(mv);
            Some(mv)
        });
        (replayed.collect(), position)
    }

    /// The root moves, sorted by a key, with what is `known` of each: its value and its depth. `worth` is what a node
    /// is worth to the root's player.
    ///
    /// Once the time is up only the best move is sure of its line; the others have theirs as far as there is time for.
    pub(super) fn root_moves<V: Belief>(
        &self,
        known: impl Fn(u32) -> (V, u32),
        key: impl Fn(u32, &RootMove<G::Move, V>) -> (Reverse<i64>, Reverse<i64>),
        worth: impl Fn(u32) -> f64,
    ) -> Vec<RootMove<G::Move, V>> {
        let legal: Vec<G::Move> = self.root.moves().collect();
        let mut moves = Vec::with_capacity(legal.len());
        let mut nodes = Vec::with_capacity(legal.len());
        for child in self.children(ROOT) {
            let number = self.nodes[child].number;
            let Some(&mv) = legal.get(number as usize) else { continue };
            let (value, depth) = known(child);
            moves.push(RootMove { mv, number: number + 1, line: vec![mv], value, dominance: 0.0, depth });
            nodes.push(child);
        }
        // It is made when the time is up: nobody is asked whether there is some.
        with_dominance(&mut moves, &mut || Ok(())).unwrap_or_default();
        let mut listed: Vec<_> = nodes.into_iter().zip(moves).collect();
        listed.sort_by_cached_key(|(child, root)| key(*child, root));
        let hurries_from = self.watch.look_now().is_err().then(Instant::now);
        let is_late = || hurries_from.is_some_and(|from| from.elapsed() > TIME_FOR_LINES);
        for (place, (child, root)) in listed.iter_mut().enumerate() {
            if place > 0 && is_late() {
                break;
            }
            if self.is_expanded(*child) {
                root.line = self.line(*child, &worth, is_late);
            }
        }
        listed.into_iter().map(|(_, root)| root).collect()
    }

    /// The moves through a child of the root and on to a leaf: each is worth most to whoever makes it.
    fn line(&self, child: u32, worth: impl Fn(u32) -> f64, is_late: impl Fn() -> bool) -> Vec<G::Move> {
        let (mut leaf, by_worth) = (child, |one: &u32, other: &u32| worth(*one).total_cmp(&worth(*other)));
        loop {
            // Of equals the first is taken.
            let next = match self.nodes[leaf].own {
                true => self.children(leaf).rev().max_by(by_worth),
                false => self.children(leaf).min_by(by_worth),
            };
            match next {
                Some(next) if !is_late() => leaf = next,
                _ => return self.path(leaf).0,
            }
        }
    }

    /// The successors of a position that stands at this node, with what `know` says of each. Nothing is
    /// part of the tree before [`Tree::attach`], so that a search that is stopped here loses nothing. Memory is counted
    /// before it is used: `other_bytes` is what the search uses beside the nodes, and `bytes` what a value does.
    pub(super) fn successors<V>(
        &mut self,
        node: u32,
        position: &G,
        other_bytes: usize,
        mut know: impl FnMut(&G, bool) -> V,
        bytes: impl Fn(&V) -> usize,
    ) -> Result<Vec<Fresh<V>>, Stopped> {
        if node == ROOT {
            self.keep_back_for(position.moves().count(), other_bytes);
        }
        let depth = u32::from(self.nodes[node].depth) + 1;
        let mut used = self.nodes.bytes().saturating_add(other_bytes);
        let (mut fresh, mut has_moves) = (Vec::new(), false);
        for (number, mv) in (0..).zip(position.moves()) {
            has_moves = true;
            if node == ROOT && !self.only.is_empty() && !self.only.contains(&mv) {
                continue;
            }
            self.watch.count_node()?;
            self.evaluations += 1;
            let child = position.after(mv);
            let own = child.to_move() == self.root.to_move();
            let open = child.outcome().is_none() && depth < self.most_depth;
            let known = know(&child, own);
            used = used.saturating_add(size_of::<Fresh<V>>() + bytes(&known));
            if used > self.most_bytes {
                return Err(Stopped::Memory);
            }
            fresh.push(Fresh { number, own, open, known });
        }
        if !has_moves {
            self.dead_end = Some(node);
            return Err(Stopped::DeadEnd);
        }
        Ok(fresh)
    }

    /// Makes successors the children of a node, unless the memory allowed is used up. `other_bytes` is what
    /// the search uses beside the nodes.
    pub(super) fn attach(
        &mut self,
        node: u32,
        fresh: Vec<Fresh<P>>,
        other_bytes: usize,
    ) -> Result<(), Stopped> {
        let too_many = self.nodes.len() + fresh.len() >= u32::MAX as usize;
        if too_many || self.nodes.bytes_with(fresh.len()).saturating_add(other_bytes) > self.most_bytes {
            return Err(Stopped::Memory);
        }
        let (first, depth) = (self.nodes.len() as u32, self.nodes[node].depth + 1);
        self.nodes[node].first = first;
        self.nodes[node].children = fresh.len() as u32;
        self.deepest = self.deepest.max(depth.into());
        for Fresh { number, own, open, known } in fresh {
            let (parent, children) = (node, UNEXPANDED);
            self.nodes.push(Node { parent, first: 0, children, number, depth, own, open, known });
        }
        self.keep_back_for(self.children(ROOT).len(), other_bytes);
        Ok(())
    }

    /// Keeps back what it takes to make an answer with so many root moves and to give the tree back: both are done before
    /// anybody has the answer.
    fn keep_back_for(&mut self, moves: usize, other_bytes: usize) {
        let bytes = (self.nodes.bytes() + other_bytes) as u64;
        let needed = bytes / BYTES_A_NANOSECOND + moves as u64 * NANOSECONDS_A_MOVE;
        self.watch.keep_back(Duration::from_nanos(needed));
    }

    /// Whether any child can still be expanded.
    pub(super) fn has_open_child(&self, node: u32) -> bool {
        self.children(node).any(|child| self.nodes[child].open)
    }
}
