//! The tree that a best-first search keeps: who follows whom, and which nodes can still be expanded.

use super::arena::Arena;
use crate::game::Game;
use crate::limits::{Limits, Stopped, Watch};
use std::ops::Range;

/// The number of the root.
pub(super) const ROOT: u32 = 0;
/// The number of children of a node that has not been expanded.
const UNEXPANDED: u32 = u32::MAX;
/// The depth of the deepest nodes there are numbers for.
const DEEPEST: u32 = u16::MAX as u32;

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
            watch: Watch::new(limits),
            most_bytes: mebibytes.saturating_mul(1 << 20),
            most_depth: limits.max_depth().unwrap_or(DEEPEST).min(DEEPEST),
            deepest: 0,
            evaluations: 0,
        }
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

    /// The move of a child of the root.
    pub(super) fn root_move(&self, child: u32) -> Option<G::Move> {
        self.root.moves().nth(self.nodes[child].number as usize)
    }

    /// The moves through a child of the root and on to a leaf: each is worth most to whoever makes it. `worth` is what a
    /// node is worth to the root's player.
    pub(super) fn line(&self, child: u32, worth: impl Fn(u32) -> f64) -> Vec<G::Move> {
        let (mut leaf, by_worth) = (child, |one: &u32, other: &u32| worth(*one).total_cmp(&worth(*other)));
        loop {
            // Of equals the first is taken.
            let next = match self.nodes[leaf].own {
                true => self.children(leaf).rev().max_by(by_worth),
                false => self.children(leaf).min_by(by_worth),
            };
            match next {
                Some(next) => leaf = next,
                None => return self.path(leaf).0,
            }
        }
    }

    /// The successors of a position that stands at this node, with what `know` says of each. Nothing is
    /// part of the tree before [`Tree::attach`], so that a search that is stopped here loses nothing.
    pub(super) fn successors<V>(
        &mut self,
        node: u32,
        position: &G,
        mut know: impl FnMut(&G, bool) -> V,
    ) -> Result<Vec<Fresh<V>>, Stopped> {
        let depth = u32::from(self.nodes[node].depth) + 1;
        let mut fresh = Vec::new();
        for (number, mv) in (0..).zip(position.moves()) {
            if node == ROOT && !self.only.is_empty() && !self.only.contains(&mv) {
                continue;
            }
            self.watch.count_node()?;
            self.evaluations += 1;
            let child = position.after(mv);
            let own = child.to_move() == self.root.to_move();
            let open = child.outcome().is_none() && depth < self.most_depth;
            fresh.push(Fresh { number, own, open, known: know(&child, own) });
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
        Ok(())
    }

    /// Whether any child can still be expanded.
    pub(super) fn has_open_child(&self, node: u32) -> bool {
        self.children(node).any(|child| self.nodes[child].open)
    }
}
