//! The same in games: alpha-beta that prunes the children of its nodes at random.

use super::Schedule;
use crate::game::{Evaluate, Hashed, Player, mix};
use crate::limits::{Limits, Stopped};
use crate::observe::{Branch, Observe};
use crate::textbook::{Answer, Walk};
use crate::value::{Score, Window};

/// Whose moves are pruned. Max is the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of Max: the children of Max nodes.
    Max,
    /// Those of Min: the children of Min nodes.
    Min,
    /// Those of both.
    Both,
}

/// How the children of nodes are pruned at random. What is pruned at a node is decided by its key and the seed, so that a
/// search is the same every time, and what a lower probability prunes a higher one prunes too. One child always stays.
///
/// ```
/// use pleach::propagation::{RandomPruning, Schedule, Whose};
/// use pleach::{Limits, tree::RandomTree};
/// let tree: RandomTree = "b=4,d=5,seed=1".parse().unwrap();
/// let search = |first| {
///     let pruning = RandomPruning { whose: Whose::Both, schedule: Schedule::Constant, first, seed: 1 };
///     pruning.search(&tree, &RandomTree::static_value, 5, &Limits::none()).unwrap()
/// };
/// let (full, some) = (search(0.0), search(0.5));
/// assert!(full.pruned == 0 && some.pruned > 0 && some.nodes < full.nodes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomPruning {
    /// Whose moves are pruned.
    pub whose: Whose,
    /// How the probability depends on the depth of the node.
    pub schedule: Schedule,
    /// The probability at the root.
    pub first: f64,
    /// The seed.
    pub seed: u64,
}

/// What a search that prunes at random has found; the example is at [`RandomPruning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrunedAtRandom<Move> {
    /// The value for the side to move.
    pub value: Score,
    /// The move that it chooses; none if the game is over.
    pub best: Option<Move>,
    /// The children that were pruned at the nodes that it visited.
    pub pruned: u64,
    /// The nodes that it visited.
    pub nodes: u64,
    /// The static evaluations that it made.
    pub evaluations: u64,
}

impl RandomPruning {
    /// Searches a position to a depth; the example is at [`RandomPruning`].
    pub fn search<G: Hashed>(
        &self,
        p: &G,
        evaluator: &impl Evaluate<G, Value = Score>,
        depth: u32,
        limits: &Limits,
    ) -> Result<PrunedAtRandom<G::Move>, Stopped> {
        let mut observer = ();
        let mut walk = Walk::new(evaluator, &mut observer, limits);
        let mut run = Run { pruning: self, depth, max: p.to_move(), pruned: 0, best: None };
        let value = run.alpha_beta(&mut walk, p, depth, Window::FULL)?;
        let (nodes, evaluations) = (walk.nodes(), walk.evaluations());
        Ok(PrunedAtRandom { value, best: run.best, pruned: run.pruned, nodes, evaluations })
    }

    fn applies_to(&self, is_max: bool) -> bool {
        match self.whose {
            Whose::Max => is_max,
            Whose::Min => !is_max,
            Whose::Both => true,
        }
    }
}

/// A search under way.
struct Run<'a, Move> {
    pruning: &'a RandomPruning,
    depth: u32,
    max: Player,
    pruned: u64,
    /// The best move of the root so far.
    best: Option<Move>,
}

impl<Move: Copy> Run<'_, Move> {
    fn alpha_beta<G: Hashed<Move = Move>>(
        &mut self,
        s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
        p: &G,
        depth: u32,
        window: Window,
    ) -> Answer {
        if let Some(value) = s.enter(p, depth, window)? {
            return Ok(value);
        }
        let (ply, mut best) = (s.ply(), Score::MIN);
        let branches = s.branches(p, depth)?.collect();
        for branch in self.kept(p, ply, branches) {
            let search =
                |s: &mut Walk<'_, G, _, _>, c: &G, depth, window| self.alpha_beta(s, c, depth, window);
            let t = s.child(p, depth, branch, window.raised_to(best), search)?;
            if ply == 0 && t > best {
                self.best = Some(branch.mv);
            }
            best = s.back_up(branch, best, t, window);
            if best >= window.beta() {
                return Ok(s.cut(p, branch, best, window));
            }
        }
        Ok(s.leave(best, window))
    }

    /// The moves of a node that are searched.
    fn kept<G: Hashed<Move = Move>>(
        &mut self,
        p: &G,
        ply: u32,
        mut branches: Vec<Branch<Move>>,
    ) -> Vec<Branch<Move>> {
        let probability = self.pruning.schedule.probability(self.pruning.first, ply, self.depth);
        if probability <= 0.0 || !self.pruning.applies_to(p.to_move() == self.max) {
            return branches;
        }
        let key = mix(p.key() ^ mix(self.pruning.seed));
        // The highest 53 bits are a number from 0 to 1.
        let draw =
            |branch: &Branch<Move>| (mix(key ^ mix(u64::from(branch.number))) >> 11) as f64 / 2f64.powi(53);
        let all = branches.len();
        let last = branches.iter().copied().max_by(|a, b| draw(a).total_cmp(&draw(b)));
        branches.retain(|branch| draw(branch) >= probability);
        if branches.is_empty() {
            branches.extend(last);
        }
        self.pruned += (all - branches.len()) as u64;
        branches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::textbook::alpha_beta;
    use crate::tree::RandomTree;

    fn search(tree: &RandomTree, whose: Whose, schedule: Schedule, first: f64) -> PrunedAtRandom<u32> {
        let pruning = RandomPruning { whose, schedule, first, seed: 3 };
        pruning.search(tree, &RandomTree::static_value, 5, &Limits::none()).unwrap()
    }

    #[test]
    fn without_pruning_it_is_alpha_beta() {
        for seed in 1..20 {
            let tree: RandomTree = format!("b=4,d=5,seed={seed}").parse().unwrap();
            let mut observer = ();
            let mut walk = Walk::new(&RandomTree::static_value, &mut observer, &Limits::none());
            let value = alpha_beta(&mut walk, &tree, 5, Window::FULL).unwrap();
            let found = search(&tree, Whose::Both, Schedule::Constant, 0.0);
            assert_eq!((found.value, found.nodes), (value, walk.nodes()));
        }
    }

    #[test]
    fn what_is_pruned_of_max_lowers_the_value_and_of_min_raises_it() {
        for seed in 1..30 {
            let tree: RandomTree = format!("b=4,d=5,seed={seed}").parse().unwrap();
            let value = |whose, first| search(&tree, whose, Schedule::Constant, first).value;
            let full = value(Whose::Both, 0.0);
            assert!(value(Whose::Max, 0.4) <= full && value(Whose::Min, 0.4) >= full);
        }
    }

    #[test]
    fn one_child_always_stays() {
        let tree: RandomTree = "b=4,d=5,seed=1".parse().unwrap();
        let found = search(&tree, Whose::Both, Schedule::Constant, 1.0);
        assert_eq!((found.nodes, found.pruned), (6, 15));
        assert_eq!(search(&tree, Whose::Both, Schedule::Root, 1.0).pruned, 3);
    }
}
