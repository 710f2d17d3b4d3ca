//! How often the selective searches find the minimax value of trees whose moves are in no order, and what they save.
//!
//! For every shape of tree the line that predicts deep values from shallow ones is fitted on trees of other
//! seeds, at nodes like those where the tests are made.
//!
//! ```text
//! cargo run --release -p pleach --example selective_trees
//! ```

use pleach::prune::{Ranks, Rules};
use pleach::textbook::{Algorithm, Search};
use pleach::tree::RandomTree;
use pleach::{Game, Limits, Score};

/// Trees that are searched.
const TREES: u64 = 1_000;
/// Trees that the line is fitted on; their seeds begin behind those of the others.
const FITTED: u64 = 2_000;
/// The depths of the search, of the deep value and of the shallow one.
const DEPTH: u32 = 5;
const DEEP: u32 = 4;
const SHALLOW: u32 = 2;

fn main() {
    println!(
        "{TREES} trees each, {DEPTH} plies, d = {DEEP}, s = {SHALLOW}; same value in %, nodes of the full search by those of the selective one"
    );
    println!(
        "| tree | a, b, sigma | t | ProbCut | GPC | FGPC | integrated, p = 0.9 |\n|---|---|---|---|---|---|---|"
    );
    for shape in ["b=3,d=5,leaves=newborn", "b=6,d=5,leaves=newborn", "b=10,d=5,leaves=newborn"] {
        let (a, b, sigma) = fitted(shape);
        let ranks = ranks(shape);
        let full: Vec<(Score, u64)> =
            (0..TREES).map(|seed| searched(&tree(shape, seed), &Rules::none())).collect();
        for t in [0.5, 1.0, 1.5, 2.0] {
            let tests = format!("d={DEEP},s={SHALLOW},a={a:.3},b={b:.1},sigma={sigma:.1},t={t}");
            let methods = [
                format!("probcut:{tests}"),
                format!("gpc:{tests}"),
                format!("fgpc:{tests}"),
                format!("integrated:{tests},p=0.9,ranks={ranks}"),
            ];
            let cells = methods.map(|method| measured(shape, &full, &method));
            println!("| {shape} | {a:.3}, {b:.1}, {sigma:.1} | {t} | {} |", cells.join(" | "));
        }
    }
}

fn tree(shape: &str, seed: u64) -> RandomTree {
    format!("{shape},seed={seed}").parse().expect("a random tree")
}

fn value(tree: &RandomTree, depth: u32) -> Score {
    let search = Search::new(Algorithm::ALPHA_BETA);
    let limits = Limits::depth(depth);
    search.run(tree, &RandomTree::static_value, &limits).expect("a search without other limits").value
}

/// Least squares of deep values on shallow ones at children of roots.
fn fitted(shape: &str) -> (f64, f64, f64) {
    let pairs: Vec<(f64, f64)> = (TREES..TREES + FITTED)
        .map(|seed| {
            let root = tree(shape, seed);
            let child = root.moves().next().map_or(root, |mv| root.after(mv));
            let value = |depth| f64::from(value(&child, depth).get());
            (value(SHALLOW), value(DEEP))
        })
        .collect();
    let count = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let covariance = pairs.iter().map(|pair| (pair.0 - x) * (pair.1 - y)).sum::<f64>();
    let a = covariance / pairs.iter().map(|pair| (pair.0 - x).powi(2)).sum::<f64>();
    let b = y - a * x;
    let squares = pairs.iter().map(|pair| (pair.1 - a * pair.0 - b).powi(2)).sum::<f64>();
    (a, b, (squares / (count - 2.0)).sqrt())
}

/// Where the best move of a root stands, given where a search of one ply sees it.
fn ranks(shape: &str) -> Ranks {
    let mut ranks = Ranks::default();
    for seed in TREES..TREES + FITTED {
        let root = tree(shape, seed);
        let best = |depth| {
            let report = Search::new(Algorithm::ALPHA_BETA).run(
                &root,
                &RandomTree::static_value,
                &Limits::depth(depth),
            );
            let best = report.ok().and_then(|report| report.best);
            root.moves().position(|mv| Some(mv) == best).unwrap_or(0)
        };
        ranks.record(best(1), best(DEPTH));
    }
    ranks
}

/// The value that alpha-beta finds, and its nodes.
fn searched(tree: &RandomTree, rules: &Rules) -> (Score, u64) {
    let search = Search::new(Algorithm::ALPHA_BETA).prune(rules.clone()).expect("alpha-beta can be pruned");
    let report = search.run(tree, &RandomTree::static_value, &Limits::depth(DEPTH));
    let report = report.expect("a search without other limits");
    (report.value, report.counts.nodes)
}

/// `86.1, 3.2x`.
fn measured(shape: &str, full: &[(Score, u64)], method: &str) -> String {
    let rules: Rules = method.parse().expect("a pruning method");
    let pruned: Vec<(Score, u64)> = (0..TREES).map(|seed| searched(&tree(shape, seed), &rules)).collect();
    let same = full.iter().zip(&pruned).filter(|(full, pruned)| full.0 == pruned.0).count();
    let nodes = |searches: &[(Score, u64)]| searches.iter().map(|search| search.1).sum::<u64>() as f64;
    format!("{:.1}, {:.1}x", 100.0 * same as f64 / TREES as f64, nodes(full) / nodes(&pruned))
}
