//! What uncertain values cost: P_MAX of five children in its forms, and P_AB on point values beside plain
//! alpha-beta.
//!
//! `cargo bench -p pleach --bench uncertain` prints microseconds per node: the paper's formula, whose cost is the
//! square of the width, the product of cumulative sums that [`Distribution::max_of`] makes of lists with a
//! mass for every score, and the merging of lists with few masses.

use pleach::textbook::{Walk, alpha_beta};
use pleach::tree::RandomTree;
use pleach::uncertain::{self, Leaves};
use pleach::{Distribution, Evaluate, Interval, Limits, Score, Window, mix};
use std::hint::black_box;
use std::time::Instant;

const CHILDREN: u64 = 5;
const RUNS: usize = 9;

/// Random masses on every `step`-th score from `-i` to `i`.
fn child(i: i32, step: usize, seed: u64) -> Distribution {
    let places = (2 * i as usize) / step + 1;
    let weights: Vec<f64> =
        (0..places as u64).map(|place| (mix(seed ^ mix(place)) % 1000 + 1) as f64).collect();
    let sum: f64 = weights.iter().sum();
    let pairs: Vec<(Score, f64)> = (0..)
        .zip(&weights)
        .map(|(place, weight)| (Score::new(-i + place * step as i32), weight / sum))
        .collect();
    Distribution::from_pairs(&pairs).expect("the weights were divided by their sum")
}

/// The paper's definition: for every score a sum over the scores below it.
fn quadratic(one: &[f64], other: &[f64]) -> Vec<f64> {
    (0..one.len())
        .map(|v| {
            let below = |masses: &[f64]| masses[..v].iter().sum::<f64>();
            one[v] * other[v] + one[v] * below(other) + other[v] * below(one)
        })
        .collect()
}

/// The best time of several runs, in microseconds a call.
fn microseconds(calls: usize, mut call: impl FnMut()) -> f64 {
    let mut time = || {
        let started = Instant::now();
        (0..calls).for_each(|_| call());
        started.elapsed().as_secs_f64() * 1e6 / calls as f64
    };
    (0..RUNS).map(|_| time()).fold(f64::INFINITY, f64::min)
}

fn dense(value: &Distribution) -> Vec<f64> {
    let bounds = value.bounds();
    (bounds.low().get()..=bounds.high().get()).map(|score| value.mass(Score::new(score))).collect()
}

fn p_max() {
    println!("P_MAX of {CHILDREN} children, us a node");
    println!("{:>6} {:>5} {:>12} {:>12}", "i", "step", "quadratic", "max_of");
    for (i, step) in [
        (6, 1),
        (20, 1),
        (100, 1),
        (1000, 1),
        (64, 2),
        (1000, 4),
        (1000, 7),
        (1000, 9),
        (1000, 16),
        (6400, 200),
    ] {
        let children: Vec<Distribution> = (0..CHILDREN).map(|seed| child(i, step, seed)).collect();
        let lists: Vec<Vec<f64>> = children.iter().map(dense).collect();
        let calls = (200_000 / i as usize).max(20);
        let fast = microseconds(calls, || drop(black_box(Distribution::max_of(black_box(&children)))));
        let slow = microseconds((calls / i as usize).max(1), || {
            let folded = lists[1..].iter().fold(lists[0].clone(), |largest, next| quadratic(&largest, next));
            drop(black_box(folded));
        });
        println!("{i:>6} {step:>5} {slow:>12.3} {fast:>12.3}");
    }
}

/// The value of a tree's leaf as an uncertain value that is certain.
struct Certain;

impl Evaluate<RandomTree> for Certain {
    type Value = Distribution;

    fn evaluate(&self, _game: &RandomTree) -> Distribution {
        Distribution::point(Score::ZERO)
    }
}

fn points() {
    println!("\nP_AB on points beside alpha-beta, ns a node");
    for text in ["b=8,d=8,leaves=iid,seed=1", "b=4,d=12,leaves=newborn,seed=1", "b=32,d=5,leaves=iid,seed=1"]
    {
        let tree: RandomTree = text.parse().expect("the tree is written down here");
        let mut nodes = [0, 0];
        let plain = microseconds(1, || {
            let mut observer = ();
            let mut walk = Walk::new(&(), &mut observer, &Limits::none());
            let value = alpha_beta(&mut walk, &tree, u32::MAX, Window::FULL);
            black_box(value.expect("there is no limit"));
            nodes[0] = walk.nodes();
        });
        let uncertain = microseconds(1, || {
            let mut walk = uncertain::Walk::new(&Certain, &Limits::none());
            let value = uncertain::p_ab(&mut walk, &tree, u32::MAX, Interval::FULL, Leaves::Clipped);
            black_box(value.expect("there is no limit"));
            nodes[1] = walk.nodes();
        });
        assert_eq!(nodes[0], nodes[1], "the same visits");
        let each = |time: f64| time * 1e3 / nodes[0] as f64;
        println!(
            "{text}: {} nodes, {:.1} and {:.1}: {:.2} times",
            nodes[0],
            each(plain),
            each(uncertain),
            uncertain / plain
        );
    }
}

fn main() {
    p_max();
    points();
}
