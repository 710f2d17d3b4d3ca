//! How the errors of forward pruning travel to the root.
//!
//! Lim and Lee, "Properties of Forward Pruning in Game-Tree Search" (2006): in theory by Pearl's model, and in practice on
//! random trees whose nodes are pruned at random.
//!
//! | question | answer | paper |
//! |---|---|---|
//! | how do errors grow from ply to ply? | [`Errors`], [`alpha_growth`], [`beta_growth`] | equations 5-19, figures 4 and 5 |
//! | whose moves may be pruned? | [`UniformTree::rank_after`] | Lemma 1, Theorem 1, figures 1 and 2 |
//! | how often is the value right if all nodes prune? | [`Schedule`], [`UniformTree::pruned_value`] | figure 6 |
//! | how deep does a search get that prunes? | [`Deepening`] | figure 7 |
//! | does the same hold in games? | [`RandomPruning`] | left open |
//!
//! A tree has the branching factor `b` and the height `h`, which counts nodes: its leaves are at depth `h - 1`. The root
//! is a Max node.
//!
//! ```
//! use pleach::propagation::{LeafValues, Pruned, UniformTree};
//! let mut tree = UniformTree::new(5, 4, LeafValues::Independent).unwrap();
//! let mut ranks = [0; 5];
//! for seed in 0..2000 {
//!     tree.draw(seed);
//!     let rank = tree.rank_after(Pruned { of_max: 3, of_min: 0 }).unwrap();
//!     ranks[rank - 1] += 1;
//! }
//! // Pruning one's own moves never makes the worst move the best.
//! assert!(ranks[0] > 1800 && ranks[4] == 0, "{ranks:?}");
//! ```

mod chosen;
mod deepening;
mod in_games;
mod lanes;
mod pearl;
mod schedule;
mod scheduled;
mod tree;

pub use chosen::Pruned;
pub use deepening::{Deepening, Reached};
pub use in_games::{PrunedAtRandom, RandomPruning, Whose};
pub use pearl::{Errors, alpha_growth, beta_growth, largest_beta_growth};
pub use schedule::Schedule;
pub use tree::{LeafValues, UniformTree};
