//! Every node prunes each of its children with some probability: is the value at the root still right?

use super::lanes::{LANES, Lanes};
use super::tree::{UniformTree, better, player_at, without_children};
use crate::game::Player;

impl UniformTree {
    /// The value of the tree if every child of a node at depth `i` is pruned with the `i`-th probability; nodes below the
    /// last of them prune nothing. The tree stays as it is, and every call prunes anew.
    ///
    /// ```
    /// use pleach::propagation::{LeafValues, Schedule, UniformTree};
    /// let mut tree = UniformTree::new(5, 2, LeafValues::Newborn).unwrap();
    /// let probabilities = Schedule::Constant.probabilities(0.1, tree.plies());
    /// let right = (0..1000).filter(|&seed| {
    ///     tree.draw(seed);
    ///     tree.pruned_value(&probabilities) == tree.value()
    /// });
    /// // One ply deep the value is right if the best move is still there.
    /// assert!((870..930).contains(&right.count()));
    /// ```
    pub fn pruned_value(&mut self, probabilities: &[f64]) -> i32 {
        let plies = self.plies() as usize;
        let deepest = probabilities.iter().take(plies).rposition(|&probability| probability > 0.0);
        let Some(deepest) = deepest else { return self.value() };
        for depth in (0..=deepest).rev() {
            let (above, below) = self.scratch.split_at_mut(depth + 1);
            // Below the last node that prunes all values are the true ones.
            let children = if depth == deepest { &self.levels[depth + 1] } else { &below[0] };
            let player = player_at(depth as u32);
            prune_all(&mut above[depth], children, player, probabilities[depth], &mut self.random);
        }
        self.scratch[0][0]
    }
}

/// Backs values up for all parents at once, without the children that are pruned.
fn prune_all(parents: &mut [i32], children: &[i32], player: Player, probability: f64, random: &mut Lanes) {
    let nothing = without_children(player);
    parents.fill(nothing);
    // Random bits as a signed number are below this with the given probability.
    let threshold = (probability * 4_294_967_296.0 - 2_147_483_648.0) as i32;
    for siblings in children.chunks_exact(parents.len()) {
        let mut groups = parents.chunks_exact_mut(LANES).zip(siblings.chunks_exact(LANES));
        for (parents, siblings) in &mut groups {
            let numbers = random.next();
            // PERF: a loop without branches, which the compiler makes vectors of.
            for lane in 0..LANES {
                let child = if (numbers[lane] as i32) < threshold { nothing } else { siblings[lane] };
                parents[lane] = better(player, parents[lane], child);
            }
        }
        let whole = parents.len() / LANES * LANES;
        if whole < parents.len() {
            let rest = parents[whole..].iter_mut().zip(&siblings[whole..]);
            for ((parent, &child), number) in rest.zip(random.next()) {
                let child = if (number as i32) < threshold { nothing } else { child };
                *parent = better(player, *parent, child);
            }
        }
    }
}
