//! What must hold of the searches over uncertain values, on as many random trees as you like.
//!
//! ```text
//! cargo run --release -p pleach --example uncertain_trees -- 200000
//! ```
//!
//! Each tree faces the checks of the test kit: P_AB against the full back-up and on random windows (Lemma 1), the
//! visits of its forms and of R_AB, alpha-beta on certain values, and B* and PB* against minimax. Every eighth
//! tree also has the informed search with true bounds at its interior nodes.

use pleach::testkit::{TreeRange, compare_best_first, compare_informed, compare_uncertain, random_tree};
use pleach::tree::{RandomTree, Shape};
use std::process::ExitCode;

fn main() -> ExitCode {
    let trees: u64 = match std::env::args().nth(1).map(|text| text.parse()) {
        None => 200_000,
        Some(Ok(trees)) => trees,
        Some(Err(error)) => {
            eprintln!("the number of trees: {error}");
            return ExitCode::from(2);
        }
    };
    let mut leaves = [0, 0];
    for seed in 0..trees {
        let range = TreeRange { deepest: 5, widest: 4, extra_turns: seed % 3 == 0, ..TreeRange::default() };
        let tree = random_tree(seed, range);
        let small = random_tree(seed, TreeRange { deepest: 4, widest: 3, ..range });
        let mut found = compare_uncertain(&tree, seed, 1 + (seed % 4) as u32);
        found = found.and_then(|()| compare_best_first(&small, seed));
        if seed % 8 == 0 {
            let tree = Shape::uniform(3, 9).tree(seed);
            let informed = compare_informed(&tree, seed, 4, |p: &RandomTree| 4 - p.level());
            found =
                found.and(informed.map(|[with, without]| leaves = [leaves[0] + with, leaves[1] + without]));
        }
        if let Err(disagreement) = found {
            println!("tree {seed}: {disagreement}");
            return ExitCode::FAILURE;
        }
    }
    let share = 100.0 * leaves[0] as f64 / leaves[1].max(1) as f64;
    println!("{trees} trees hold; informed search visits {share:.1} % of the leaves of P_AB");
    ExitCode::SUCCESS
}
