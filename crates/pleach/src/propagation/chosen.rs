//! Some children of Max nodes, or of Min nodes, are pruned: which move does the root choose now?

use super::tree::{UniformTree, better, player_at, without_children};
use crate::game::{Player, mix};

/// How many children of Max nodes and of Min nodes are pruned in a tree, chosen evenly among all of them; the example is
/// at the [module](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruned {
    /// Children of Max nodes: the moves of the player at the root.
    pub of_max: usize,
    /// Children of Min nodes: the moves of the opponent.
    pub of_min: usize,
}

impl UniformTree {
    /// Prunes nodes at random and tells the rank of the move that the root then chooses, among its moves as they were
    /// before: 1 is the best one. `None` if all moves of the root are pruned.
    ///
    /// The example is at the [module](super). The values of the tree are then those with pruning.
    pub fn rank_after(&mut self, pruned: Pruned) -> Option<usize> {
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.clear();
        self.choose(Player::Max, pruned.of_max, &mut nodes);
        self.choose(Player::Min, pruned.of_min, &mut nodes);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        moves.extend_from_slice(self.values(1));
        self.prune(&mut nodes);
        // Of equal moves the first.
        let best = self.values(1).iter().enumerate().rev().max_by_key(|(_, value)| **value);
        let best = best.filter(|(_, value)| **value > i32::MIN).map(|(place, _)| moves[place]);
        let rank = best.map(|best| 1 + moves.iter().filter(|&&value| value > best).count());
        (self.nodes, self.moves) = (nodes, moves);
        rank
    }

    /// Chooses nodes evenly among the children of one player's nodes, none twice.
    fn choose(&mut self, parent: Player, count: usize, nodes: &mut Vec<(u32, usize)>) {
        let depths = || (1..=self.plies()).filter(|depth| player_at(depth - 1) == parent);
        let all: usize = depths().map(|depth| self.values(depth).len()).sum();
        let (first, mut key) = (nodes.len(), self.choices);
        while nodes.len() < first + count.min(all) {
            key = mix(key);
            let mut place = ((u128::from(key) * all as u128) >> 64) as usize;
            for depth in depths() {
                let wide = self.values(depth).len();
                if place < wide {
                    if !nodes[first..].contains(&(depth, place)) {
                        nodes.push((depth, place));
                    }
                    break;
                }
                place -= wide;
            }
        }
        self.choices = key;
    }

    /// Takes nodes, given by depth and place, out of the tree, and backs up again what stands above them. A node that has
    /// lost all its children has the worst value there is for its player. Nodes that are not in the tree, and the root,
    /// are passed over.
    ///
    /// ```
    /// use pleach::propagation::{LeafValues, UniformTree};
    /// let mut tree = UniformTree::new(2, 3, LeafValues::Independent).unwrap();
    /// tree.draw(1);
    /// let before = tree.value();
    /// // Lemma 1: without some of Max's moves the value is no higher, without some of Min's no lower.
    /// tree.prune(&mut vec![(1, 0)]);
    /// assert_eq!(tree.value(), tree.values(1)[1]);
    /// assert!(tree.value() <= before);
    /// ```
    pub fn prune(&mut self, nodes: &mut [(u32, usize)]) {
        // The deepest first: what stands above is computed after what stands below.
        nodes.sort_unstable_by_key(|&(depth, _)| std::cmp::Reverse(depth));
        for &mut (depth, place) in nodes {
            if depth == 0 || place >= self.values(depth).len() {
                continue;
            }
            self.levels[depth as usize][place] = without_children(player_at(depth - 1));
            self.back_up_above(depth, place);
        }
    }

    fn back_up_above(&mut self, mut depth: u32, mut place: usize) {
        while depth > 0 {
            place = self.parent(depth, place);
            depth -= 1;
            let player = player_at(depth);
            let children = self.children(depth, place).map(|child| self.values(depth + 1)[child]);
            let value = children.fold(without_children(player), |best, child| better(player, best, child));
            if std::mem::replace(&mut self.levels[depth as usize][place], value) == value {
                return;
            }
        }
    }
}
