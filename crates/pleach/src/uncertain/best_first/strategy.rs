//! The strategies of B* and PB*: which move is the best so far, and which leaf may prove or refute it.
//!
//! Reference: Berliner (1979); where he leaves a choice open the rules are
//!
//! - the best move has the largest optimistic value, ties by the larger pessimistic one, then in the order of
//!   generation;
//! - its alternatives are the moves with an optimistic value above its pessimistic one;
//! - `DisproveRest` if the sum over the alternatives of the squared depth that their optimistic value was backed up
//!   from is less than the squared depth that the best's pessimistic value was backed up from, else `ProveBest`;
//! - down the tree, the largest optimistic value at the nodes of the root's player, the smallest pessimistic
//!   value at those of the opponent;
//! - a strategy without an expandable leaf gives way to the other.

use super::Strategy;
use super::tree::{ROOT, Tree};
use crate::game::Game;
use crate::value::{Interval, Score};
use std::cmp::Reverse;

/// A pessimistic and an optimistic value, in the view of the root's player, and the depths that they come
/// from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bracket {
    pub(super) range: Interval,
    pub(super) pess_depth: u16,
    pub(super) opt_depth: u16,
}

impl Bracket {
    /// Of a leaf.
    pub(super) fn new(range: Interval, depth: u16) -> Bracket {
        Bracket { range, pess_depth: depth, opt_depth: depth }
    }

    fn pess(&self) -> Score {
        self.range.low()
    }

    fn opt(&self) -> Score {
        self.range.high()
    }

    /// The same with a new range. A bound that has not become better was not backed up from anywhere: it
    /// keeps its depth.
    pub(super) fn updated(self, range: Interval, backed_up: Bracket) -> Bracket {
        let better = |is: bool, new: u16, old: u16| if is { new } else { old };
        Bracket {
            range,
            pess_depth: better(range.low() > self.pess(), backed_up.pess_depth, self.pess_depth),
            opt_depth: better(range.high() < self.opt(), backed_up.opt_depth, self.opt_depth),
        }
    }
}

/// A key that sorts large scores first.
pub(super) fn largest_first(score: Score) -> Reverse<i64> {
    Reverse(score.get().into())
}

/// What B* and PB* know of a node.
pub(super) trait Bracketed {
    fn bracket(&self) -> Bracket;
}

impl Bracketed for Bracket {
    fn bracket(&self) -> Bracket {
        *self
    }
}

/// The bounds backed up from the children of a node: the largest or the smallest of both, each with the depth that
/// the first of them has it from. `None` if there are no children.
pub(super) fn backed_up<G: Game, P: Bracketed>(tree: &Tree<G, P>, node: u32) -> Option<Bracket> {
    let own = tree.nodes[node].own;
    let better = |new: Score, old: Score| if own { new > old } else { new < old };
    tree.children(node).map(|child| tree.nodes[child].known.bracket()).reduce(|best, child| {
        let (pess, pess_depth) = match better(child.pess(), best.pess()) {
            true => (child.pess(), child.pess_depth),
            false => (best.pess(), best.pess_depth),
        };
        let (opt, opt_depth) = match better(child.opt(), best.opt()) {
            true => (child.opt(), child.opt_depth),
            false => (best.opt(), best.opt_depth),
        };
        // The largest lower bound is at most the largest upper one, and so are the smallest.
        Bracket { range: Interval::new(pess, opt).unwrap_or(best.range), pess_depth, opt_depth }
    })
}

/// The best of some nodes: the largest optimistic value, then the larger pessimistic one, then the first.
fn most_hopeful<G: Game, P: Bracketed>(tree: &Tree<G, P>, nodes: impl Iterator<Item = u32>) -> Option<u32> {
    nodes.min_by_key(|&node| {
        let bracket = tree.nodes[node].known.bracket();
        (Reverse(bracket.opt()), Reverse(bracket.pess()))
    })
}

/// The best root move so far.
pub(super) fn best<G: Game, P: Bracketed>(tree: &Tree<G, P>) -> Option<u32> {
    most_hopeful(tree, tree.children(ROOT))
}

/// Whether no other root move can be better than this one.
pub(super) fn is_separated<G: Game, P: Bracketed>(tree: &Tree<G, P>, best: u32) -> bool {
    alternatives(tree, best).next().is_none()
}

fn alternatives<G: Game, P: Bracketed>(tree: &Tree<G, P>, best: u32) -> impl Iterator<Item = u32> + Clone {
    let pess = tree.nodes[best].known.bracket().pess();
    tree.children(ROOT).filter(move |&other| other != best && tree.nodes[other].known.bracket().opt() > pess)
}

/// The leaf to expand next, and why; `None` if both strategies are stuck.
pub(super) fn choose<G: Game, P: Bracketed>(tree: &Tree<G, P>, best: u32) -> Option<(Strategy, u32)> {
    let square = |depth: u16| u64::from(depth) * u64::from(depth);
    let bracket = |node: u32| tree.nodes[node].known.bracket();
    let effort: u64 = alternatives(tree, best).map(|other| square(bracket(other).opt_depth)).sum();
    let prove = tree.nodes[best].open.then_some((Strategy::ProveBest, best));
    let is_open = |&other: &u32| tree.nodes[other].open;
    let disprove = match is_separated(tree, best) {
        false => most_hopeful(tree, alternatives(tree, best).filter(is_open)),
        // Likely ranges may be apart where the threshold of PB* asks for more.
        true => most_hopeful(tree, tree.children(ROOT).filter(|&other| other != best).filter(is_open)),
    };
    let disprove = disprove.map(|other| (Strategy::DisproveRest, other));
    let chosen = match effort < square(bracket(best).pess_depth) {
        true => disprove.or(prove),
        false => prove.or(disprove),
    };
    chosen.map(|(strategy, from)| (strategy, descend(tree, from)))
}

/// The leaf below an open node that the strategies lead to.
fn descend<G: Game, P: Bracketed>(tree: &Tree<G, P>, from: u32) -> u32 {
    let mut node = from;
    loop {
        let open = tree.children(node).filter(|&child| tree.nodes[child].open);
        let next = match tree.nodes[node].own {
            true => most_hopeful(tree, open),
            false => open.min_by_key(|&child| {
                let bracket = tree.nodes[child].known.bracket();
                (bracket.pess(), bracket.opt())
            }),
        };
        match next {
            Some(child) => node = child,
            None => return node,
        }
    }
}
