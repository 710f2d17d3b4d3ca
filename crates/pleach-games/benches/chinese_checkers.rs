//! How fast Chinese Checkers generates moves, plays, and evaluates, on the stored middle-game positions.
//!
//! `cargo bench -p pleach-games --bench chinese_checkers`
//!
//! There is no rival crate. The measures run in turn, round after round, and are timed by the processor
//! time of this thread where the system tells it, so that a busy machine slows them little and all alike;
//! medians are printed. The goal is 500,000 complete move generations a second.

use pleach::{Evaluate, Game, Hashed, Notation, perft};
use pleach_games::ChineseCheckers;
use pleach_games::chinese_checkers::{Distance, Learner, MarbleMove};
use std::hint::black_box;
use std::time::{Duration, Instant};

const STORED: &str = include_str!("../../../testdata/chinese_checkers-middle-game.txt");
const ROUNDS: usize = 21;
const ROUND: Duration = Duration::from_millis(100);

/// Something to be measured: one call does the work for all positions and returns a checksum.
struct Measure<'g> {
    name: &'static str,
    /// What one call counts for.
    units: u64,
    work: Box<dyn Fn() -> u64 + 'g>,
    rates: Vec<f64>,
}

impl<'g> Measure<'g> {
    fn new(name: &'static str, units: u64, work: impl Fn() -> u64 + 'g) -> Self {
        Measure { name, units, work: Box::new(work), rates: Vec::new() }
    }

    fn round(&mut self) {
        let (start, used, mut calls) = (Instant::now(), processor_time(), 0);
        while calls == 0 || start.elapsed() < ROUND {
            black_box((self.work)());
            calls += 1;
        }
        let used = used.and_then(|before| processor_time().map(|after| after - before));
        let seconds = used.unwrap_or(start.elapsed()).as_secs_f64();
        self.rates.push((calls * self.units) as f64 / seconds);
    }

    fn median(&mut self) -> f64 {
        self.rates.sort_by(f64::total_cmp);
        self.rates[self.rates.len() / 2]
    }
}

/// The CPU time that this thread has used, on Linux.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn listed(game: &ChineseCheckers) -> u64 {
    let mut list = [MarbleMove::PASS; 512];
    let mut length = 0;
    game.moves().for_each(|mv| {
        list[length] = mv;
        length += 1;
    });
    black_box(&list[..length]).len() as u64
}

fn main() {
    let start = ChineseCheckers::new();
    let games: Vec<ChineseCheckers> = STORED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| start.parse(line).expect("stored positions are good"))
        .collect();
    let (count, moves) = (games.len() as u64, games.iter().map(|game| game.moves().count() as u64).sum());
    let (learner, distance) = (Learner::default(), Distance::default());
    let sum_of = |value: &dyn Fn(&ChineseCheckers) -> u64| games.iter().map(value).fold(0, u64::wrapping_add);
    let mut measures = [
        Measure::new("move lists", count, || sum_of(&listed)),
        Measure::new("move counts", count, || sum_of(&|game| game.moves().count() as u64)),
        Measure::new("first moves", count, || sum_of(&|game| u64::from(game.moves().next().is_some()))),
        Measure::new("moves made and played", moves, || {
            sum_of(&|game| game.moves().map(|mv| game.after(mv).key()).fold(0, u64::wrapping_add))
        }),
        Measure::new("evaluations, learner", count, || sum_of(&|game| learner.evaluate(game).get() as u64)),
        Measure::new("evaluations, distance", count, || sum_of(&|game| distance.evaluate(game).get() as u64)),
        Measure::new("perft 4 leaves", 121_104, || perft(&start, 4)),
    ];
    for _ in 0..ROUNDS {
        measures.iter_mut().for_each(Measure::round);
    }
    println!("{count} positions, {:.1} moves on average", moves as f64 / count as f64);
    println!("{:24}{:>14}{:>14}", "", "a second", "ns each");
    for measure in &mut measures {
        let rate = measure.median();
        println!("{:24}{:>14.0}{:>14.1}", measure.name, rate, 1e9 / rate);
    }
}
