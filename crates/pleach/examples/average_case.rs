//! Alpha-beta on random trees: the theory beside measurements.
//!
//! ```text
//! cargo run --release -p pleach --example average_case -- [TREES]
//! ```
//!
//! TREES is the number of seeded trees behind every measured mean, 100 unless given.

use pleach::analysis::{
    critical_on_level, expected_growth, expected_leaves, fuller_estimate, growth, growth_rate,
    positions_on_level,
};
use pleach::textbook::{Walk, alpha_beta_hard, alpha_beta_one_sided};
use pleach::tree::{RandomTree, Shape};
use pleach::{Limits, Stopped, Window};
use std::process::ExitCode;

/// The trees of the first table: these numbers of successors, to this depth.
const BRANCHINGS: [u32; 4] = [2, 3, 4, 8];
const DEEPEST: u32 = 8;
/// Number of successors and depth of the trees of the second table.
const GROWTH_AT: [(u32, u32); 6] = [(2, 20), (3, 16), (4, 13), (8, 8), (16, 6), (32, 5)];
const DEFAULT_TREES: u64 = 100;

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    let trees = match argument.as_deref().map(str::parse::<u64>) {
        None => DEFAULT_TREES,
        Some(Ok(trees)) if trees >= 2 => trees,
        Some(_) => {
            eprintln!("average_case: TREES must be a whole number of at least 2");
            return ExitCode::FAILURE;
        }
    };
    match print_leaves(trees).and_then(|()| print_growth(trees)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stopped) => {
            eprintln!("average_case: {stopped}");
            ExitCode::FAILURE
        }
    }
}

fn print_leaves(trees: u64) -> Result<(), Stopped> {
    println!("Leaves examined on uniform trees with independent random leaves, measured on {trees} trees");
    println!("(z = how many standard errors the measured mean is off)\n");
    println!(
        "{:>2} {:>2} {:>9} {:>9} {:>11} {:>11} {:>9} {:>5}",
        "b", "d", "minimax", "critical", "N(b,d)", "measured", "± error", "z"
    );
    for branching in BRANCHINGS {
        for depth in 1..=DEEPEST {
            let expected = expected_leaves(branching, depth);
            let measured = Mean::of(trees, |seed| deep(&Shape::uniform(branching, depth).tree(seed)))?;
            // Trees of one ply do not vary.
            let z = if measured.error > 0.0 { (measured.mean - expected) / measured.error } else { 0.0 };
            println!(
                "{branching:>2} {depth:>2} {:>9} {:>9} {expected:>11.3} {:>11.3} {:>9.3} {z:>5.1}",
                in_digits(positions_on_level(branching, depth)),
                in_digits(critical_on_level(branching, depth)),
                measured.mean,
                measured.error,
            );
        }
        println!();
    }
    Ok(())
}

fn print_growth(trees: u64) -> Result<(), Stopped> {
    println!(
        "Growth of the leaves by one ply, sqrt(N(d) / N(d-2)), measured on {trees} trees of either depth"
    );
    println!("(F1 = with deep cut-offs, F2 = without)\n");
    println!(
        "{:>2} {:>2} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "b", "d", "R", "b^0.75", "N(b,d)", "F1", "± error", "F2", "± error"
    );
    for (branching, depth) in GROWTH_AT {
        let two_sided = MeasuredGrowth::of(trees, branching, depth, deep)?;
        let one_sided = MeasuredGrowth::of(trees, branching, depth, shallow)?;
        println!(
            "{branching:>2} {depth:>2} {:>8.4} {:>8.4} {:>8.4} {:>8.4} {:>8.4} {:>8.4} {:>8.4}",
            growth_rate(branching),
            fuller_estimate(branching),
            expected_growth(branching, depth).unwrap_or(f64::NAN),
            two_sided.growth,
            two_sided.error,
            one_sided.growth,
            one_sided.error,
        );
    }
    Ok(())
}

fn in_digits(count: Option<u128>) -> String {
    count.map_or_else(|| "-".to_owned(), |count| count.to_string())
}

/// The leaves that alpha-beta with deep cut-offs examines (`F1`).
fn deep(tree: &RandomTree) -> Result<u64, Stopped> {
    let mut observer = ();
    let mut walk = Walk::new(&(), &mut observer, &Limits::none());
    alpha_beta_hard(&mut walk, tree, u32::MAX, Window::FULL)?;
    Ok(walk.leaves())
}

/// The leaves that alpha-beta without deep cut-offs examines (`F2`).
fn shallow(tree: &RandomTree) -> Result<u64, Stopped> {
    let mut observer = ();
    let mut walk = Walk::new(&(), &mut observer, &Limits::none());
    alpha_beta_one_sided(&mut walk, tree, u32::MAX, Window::FULL)?;
    Ok(walk.leaves())
}

/// A mean over seeds with its standard error.
struct Mean {
    mean: f64,
    error: f64,
}

impl Mean {
    fn of(trees: u64, leaves: impl Fn(u64) -> Result<u64, Stopped>) -> Result<Mean, Stopped> {
        let counts = (1..=trees).map(leaves).collect::<Result<Vec<u64>, Stopped>>()?;
        let size = trees as f64;
        let mean = counts.iter().map(|&count| count as f64).sum::<f64>() / size;
        let squares: f64 = counts.iter().map(|&count| (count as f64 - mean).powi(2)).sum();
        Ok(Mean { mean, error: (squares / (size * (size - 1.0))).sqrt() })
    }
}

/// The growth between two measured means with its standard error.
struct MeasuredGrowth {
    growth: f64,
    error: f64,
}

impl MeasuredGrowth {
    fn of(
        trees: u64,
        branching: u32,
        depth: u32,
        leaves: fn(&RandomTree) -> Result<u64, Stopped>,
    ) -> Result<MeasuredGrowth, Stopped> {
        let measure = |depth| Mean::of(trees, |seed| leaves(&Shape::uniform(branching, depth).tree(seed)));
        let (deeper, shallower) = (measure(depth)?, measure(depth - 2)?);
        let growth = growth(deeper.mean, shallower.mean);
        // Relative errors add in squares, and the square root halves them. The means share seeds but
        // no leaves.
        let relative = (deeper.error / deeper.mean).hypot(shallower.error / shallower.mean);
        Ok(MeasuredGrowth { growth, error: 0.5 * growth * relative })
    }
}
