//! What the textbook form costs: fail-soft alpha-beta with the empty observer against a loop written by
//! hand, on the same random tree, interleaved in one process.
//!
//! `cargo bench -p pleach --bench textbook` prints times and leaves per second. For instruction counts run
//! `benches/textbook-overhead`, which starts this program under callgrind with `--only`.

use pleach::textbook::{Walk, alpha_beta};
use pleach::tree::RandomTree;
use pleach::{Game, Limits, Score, Window};
use std::hint::black_box;
use std::time::Instant;

const TREES: [&str; 3] =
    ["b=8,d=8,leaves=iid,seed=1", "b=4,d=12,leaves=newborn,seed=1", "b=32,d=5,leaves=iid,seed=1"];
const RUNS: usize = 9;

/// Value, nodes and leaves.
type Found = (Score, u64, u64);

fn textbook(tree: &RandomTree) -> Found {
    let mut observer = ();
    let mut walk = Walk::new(&(), &mut observer, &Limits::none());
    let value = alpha_beta(&mut walk, tree, u32::MAX, Window::FULL).expect("there is no limit to stop it");
    (value, walk.nodes(), walk.leaves())
}

#[derive(Default)]
struct Count {
    nodes: u64,
    leaves: u64,
}

/// Hsu's F3 as one would write it for this one game: no observer, no limits but the depth.
fn hand_written(tree: &RandomTree) -> Found {
    fn search(p: &RandomTree, depth: u32, alpha: Score, beta: Score, count: &mut Count) -> Score {
        count.nodes += 1;
        if let Some(value) = p.outcome() {
            count.leaves += 1;
            return value;
        }
        if depth == 0 {
            count.leaves += 1;
            return Score::ZERO;
        }
        let mut best = Score::MIN;
        for mv in p.moves() {
            let mut child = *p;
            child.play(mv);
            best = best.max(-search(&child, depth - 1, -beta, -alpha.max(best), count));
            if best >= beta {
                break;
            }
        }
        best
    }
    let mut count = Count::default();
    let value = search(tree, u32::MAX, Score::MIN, Score::MAX, &mut count);
    (value, count.nodes, count.leaves)
}

fn seconds(search: fn(&RandomTree) -> Found, tree: &RandomTree) -> f64 {
    let started = Instant::now();
    black_box(search(black_box(tree)));
    started.elapsed().as_secs_f64()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let trees = TREES.map(|text| (text, text.parse::<RandomTree>().expect("the options are right")));
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(place) = arguments.iter().position(|argument| argument == "--only") {
        match arguments.get(place + 1).map(String::as_str) {
            Some("textbook") => trees.iter().for_each(|(_, tree)| _ = black_box(textbook(tree))),
            Some("hand-written") => trees.iter().for_each(|(_, tree)| _ = black_box(hand_written(tree))),
            _ => {}
        }
        return;
    }
    println!("{:32} {:>12} {:>12} {:>12} {:>6}", "random tree", "leaves", "textbook", "by hand", "ratio");
    for (text, tree) in &trees {
        let found = textbook(tree);
        assert_eq!(found, hand_written(tree), "{text}");
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            ours.push(seconds(textbook, tree));
            theirs.push(seconds(hand_written, tree));
        }
        let (ours, theirs, leaves) = (median(ours), median(theirs), found.2);
        let speed = |time: f64| format!("{:.1} M/s", leaves as f64 / time / 1e6);
        println!("{text:32} {leaves:>12} {:>12} {:>12} {:>6.3}", speed(ours), speed(theirs), ours / theirs);
    }
}
