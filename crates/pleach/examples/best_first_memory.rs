//! What the trees of the best-first searches cost: ten million nodes, on values in [-6, 6] that are not separated.
//!
//! ```text
//! cargo run --release -p pleach --example best_first_memory -- b-star
//! cargo run --release -p pleach --example best_first_memory -- pb-star
//! cargo run --release -p pleach --example best_first_memory -- conspiracy
//! ```
//!
//! Prints nodes, the memory that the search counts and, where the system tells, the most that the process had.

use pleach::testkit::Values;
use pleach::tree::{RandomTree, Shape};
use pleach::uncertain::best_first::{BStar, Conspiracy, PbStar, Threshold};
use pleach::uncertain::{Belief, Report};
use pleach::{Distribution, Interval, Limits, Score};
use std::process::ExitCode;

const NODES: u64 = 10_000_000;
const MEBIBYTES: usize = 1024;
/// Beyond this depth nothing is expanded, so that paths stay short.
const DEPTH: u32 = 8;

fn main() -> ExitCode {
    let tree = Shape::uniform(9, 30).tree(1);
    let limits = Limits::depth(DEPTH).nodes(NODES);
    let wide = Interval::new(Score::new(-6), Score::new(6)).unwrap_or(Interval::FULL);
    let vague = |_: &RandomTree| wide;
    let list = Distribution::uniform(wide).unwrap_or(Distribution::point(Score::ZERO));
    let lists = |_: &RandomTree| list.clone();
    let values = Values { salt: 1, different: 13 };
    let name = std::env::args().nth(1).unwrap_or_default();
    match name.as_str() {
        "b-star" => tell(&name, BStar::with_memory(&tree, &vague, &limits, MEBIBYTES, &[]).run().ok()),
        "pb-star" => {
            let search = PbStar::with_memory(&tree, &lists, &limits, MEBIBYTES, &[]);
            tell(&name, search.theta(1.0).run().ok());
        }
        "conspiracy" => {
            // A narrow tree with values that change at every node: conspiracies stay small.
            let tree = Shape::uniform(2, 1000).tree(1);
            let limits = Limits::none().nodes(NODES);
            let search = Conspiracy::with_memory(&tree, &values, &vague, &limits, MEBIBYTES, &[]);
            tell(&name, search.threshold(Threshold { conspirators: 8, accuracy: 0 }).run().ok());
        }
        other => {
            eprintln!("'{other}': expected b-star, pb-star or conspiracy");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn tell<Move, V: Belief>(name: &str, report: Option<Report<Move, V>>) {
    let Some(report) = report else { return println!("{name}: stopped at once") };
    let mebibytes = report.memory.unwrap_or(0) as f64 / f64::from(1 << 20);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown").trim();
    println!(
        "{name}: {} nodes in {:.1} s, {mebibytes:.0} MiB counted, {most} in the process, {:?}",
        report.counts.nodes,
        report.elapsed.as_secs_f64(),
        report.stopped
    );
}
