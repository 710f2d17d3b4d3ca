//! Connect Four solved to the end, a fresh table for each position, on one thread.
//!
//! `cargo bench -p pleach-games --bench solve_connect_four`; the variable `ENGINE` may name other options.
//!
//! Positions are drawn by seeded random play and sorted by the number of stones and by how far away the
//! end of the game is when both sides play their best: soon (less than 14 plies) or medium (14 to 27).

use nix::time::ClockId;
use pleach::engine::{Engine, Knowledge, Options, Table};
use pleach::{Game, Limits, Notation, Score};
use pleach_games::{ConnectFour, connect_four::ConnectFourKnowledge};
#[path = "rivals/classic_connect_four.rs"]
mod classic_connect_four;

use classic_connect_four::Solver;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;
use std::time::Duration;

/// A class of positions: its name, the stones, the plies to the end, how many positions.
const CLASSES: [(&str, std::ops::Range<u32>, std::ops::Range<u32>, usize); 4] = [
    ("29 stones and more", 29..42, 0..43, 200),
    ("14-28 stones, soon decided", 14..29, 0..14, 200),
    ("14-28 stones, medium", 14..29, 14..28, 100),
    ("under 14 stones, medium", 6..14, 14..28, 12),
];

fn main() {
    let options = Options { line: false, ..ConnectFourKnowledge.solving() };
    let options =
        std::env::var("ENGINE").map_or(options, |text| text.parse().expect("options of the engine"));
    println!("{options} against the classic solver, a fresh table for each position");
    let table = Arc::new(Table::with_mebibytes(64).expect("64 MiB"));
    let engine = Engine::new(&())
        .knowledge(&ConnectFourKnowledge)
        .options(options)
        .guess(Score::ZERO)
        .table(Arc::clone(&table));
    let mut classic = Solver::new();
    for (name, stones, plies, count) in CLASSES {
        let positions = positions(&stones, &plies, count);
        let (mut ours, mut theirs) = (Work::default(), Work::default());
        for (position, expected) in &positions {
            table.clear();
            let nodes = ours.measure(|| {
                let report = engine.search(position, &Limits::none()).expect("nothing stops it");
                assert_eq!(report.value, *expected, "{}", position.position());
                report.counts.nodes
            });
            ours.nodes += nodes;
            classic.clear();
            let nodes = theirs.measure(|| {
                let (own, all) = position.boards();
                assert_eq!(Score::new(classic.solve(own, all)), *expected, "{}", position.position());
                classic.nodes
            });
            theirs.nodes += nodes;
        }
        println!("{name}, {} positions", positions.len());
        ours.show("engine", positions.len());
        theirs.show("classic", positions.len());
        println!("  ratio of the times: {:.2}", ours.time.as_secs_f64() / theirs.time.as_secs_f64());
    }
}

/// CPU time of this thread.
fn cpu_time() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().expect("every thread has a clock").into()
}

/// What a solver has spent.
#[derive(Default)]
struct Work {
    nodes: u64,
    time: Duration,
}

impl Work {
    fn measure(&mut self, work: impl FnOnce() -> u64) -> u64 {
        let started = cpu_time();
        let nodes = work();
        self.time += cpu_time() - started;
        nodes
    }

    fn show(&self, name: &str, positions: usize) {
        let (mean, seconds) = (1.0 / positions as f64, self.time.as_secs_f64());
        println!(
            "  {name:8} {:12.0} nodes {:12.1} us {:6.1} M nodes/s",
            self.nodes as f64 * mean,
            seconds * 1e6 * mean,
            self.nodes as f64 / seconds / 1e6,
        );
    }
}

/// Positions of a class with their scores.
fn positions(
    stones: &std::ops::Range<u32>,
    plies: &std::ops::Range<u32>,
    count: usize,
) -> Vec<(ConnectFour, Score)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(u64::from(stones.start) << 8 | u64::from(plies.start));
    let table = Arc::new(Table::with_mebibytes(256).expect("256 MiB"));
    let engine = Engine::new(&()).knowledge(&ConnectFourKnowledge).table(table);
    let engine = engine.options(Options { line: false, ..ConnectFourKnowledge.solving() });
    let mut found = Vec::new();
    while found.len() < count {
        let target = random.random_range(stones.clone());
        let Some(position) = played(target, &mut random) else { continue };
        let score = engine.search(&position, &Limits::none()).expect("nothing stops it").value;
        if plies.contains(&plies_to_end(&position, score)) {
            found.push((position, score));
        }
    }
    found
}

/// A position after random moves, none of which ended the game or lets the next one end it.
fn played(stones: u32, random: &mut Xoshiro256PlusPlus) -> Option<ConnectFour> {
    let mut game = ConnectFour::new();
    for _ in 0..stones {
        let moves: Vec<_> = game.moves().collect();
        game.play(*moves.get(random.random_range(0..moves.len().max(1)))?);
    }
    let open = game.outcome().is_none() && game.winning_slots().bits() & game.possible_slots().bits() == 0;
    open.then_some(game)
}

/// How long the game lasts if both sides play their best.
fn plies_to_end(position: &ConnectFour, score: Score) -> u32 {
    let left = 42 - position.stones();
    let points = score.get().unsigned_abs();
    let last = (0..=left).rev().find(|&plies| {
        let stones = position.stones() + plies;
        let wins = plies % 2 == 1;
        points > 0 && (44 - stones) / 2 == points && wins == (score.get() > 0)
    });
    last.unwrap_or(left)
}
