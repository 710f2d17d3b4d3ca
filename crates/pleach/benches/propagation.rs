//! How fast random trees are drawn and pruned, in leaves per second of one core, beside the plain form of the same: a tree
//! by recursion from node to node, every number by a generator of its own.
//!
//! `cargo bench -p pleach --bench propagation`

use pleach::propagation::{Deepening, LeafValues, Pruned, Schedule, UniformTree};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 5;

/// The most that was done in a second, over some rounds.
fn rate(amount: f64, mut work: impl FnMut()) -> f64 {
    let round = |_| {
        let started = Instant::now();
        work();
        amount / started.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(round).fold(0.0, f64::max)
}

/// The plain form: the values of a tree by recursion.
fn plain(random: &mut Xoshiro256PlusPlus, plies: u32, depth: u32, sum: f64, newborn: bool) -> f64 {
    if depth == plies {
        return if newborn { sum } else { random.random() };
    }
    let mut best = if depth.is_multiple_of(2) { f64::NEG_INFINITY } else { f64::INFINITY };
    for _ in 0..5 {
        let own: f64 = if newborn { random.random() } else { 0.0 };
        let value = plain(random, plies, depth + 1, sum + own, newborn);
        best = if depth.is_multiple_of(2) { best.max(value) } else { best.min(value) };
    }
    best
}

fn main() {
    println!("million leaves per second of one core, b = 5");
    println!("{:>3} {:>12} {:>10} {:>10} {:>10}", "h", "leaves", "figure 1", "figure 6", "plain");
    for height in [4, 5, 6, 8] {
        for leaf_values in [LeafValues::Independent, LeafValues::Newborn] {
            let Some(mut tree) = UniformTree::new(5, height, leaf_values) else { continue };
            let trees = 20_000_000 / tree.leaves() as u64;
            let leaves = trees as f64 * tree.leaves() as f64 / 1e6;
            let ranked = rate(leaves, || {
                for seed in 0..trees {
                    tree.draw(seed);
                    black_box(tree.rank_after(Pruned { of_max: 3, of_min: 0 }));
                }
            });
            let probabilities = Schedule::Constant.probabilities(0.1, tree.plies());
            let scheduled = rate(leaves, || {
                for seed in 0..trees {
                    tree.draw(seed);
                    black_box(tree.pruned_value(&probabilities));
                }
            });
            let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
            let by_recursion = rate(leaves / 4.0, || {
                for _ in 0..trees / 4 {
                    black_box(plain(&mut random, height - 1, 0, 0.0, leaf_values == LeafValues::Newborn));
                }
            });
            println!(
                "{height:>3} {:>12} {ranked:>10.0} {scheduled:>10.0} {by_recursion:>10.0}",
                format!("{leaf_values:?}")
            );
        }
    }
    let deepening = Deepening { branching: 5, nodes: 1000, deepest: 12 };
    let searches = 20_000_u64;
    let nodes = rate(searches as f64 / 1e3, || {
        for seed in 0..searches {
            black_box(deepening.search(Schedule::Multiplicative(0.5), 0.06, seed));
        }
    });
    println!("figure 7: about {nodes:.0} million nodes per second");
}
