//! Chess: perft against the bare crate `cozy-chess`, and the speed of evaluation.
//!
//! `cargo bench -p pleach-games --bench chess`. Both perfts count the last ply in bulk, take turns in the
//! same process, and are compared by the median of the ratios of neighbouring runs and, since neighbours on
//! the machine disturb, by the ratio of the fastest runs.

use pleach::{Evaluate, Game, Notation, Score, mix, perft};
use pleach_games::chess::cozy_chess::Board;
use pleach_games::chess::{Chess, Classic, Material, Quiescent, captures, gives_check, see};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Many short runs: a disturbance then spoils few of them.
const ROUNDS: usize = 201;
const ROUNDS_OF_EACH: usize = 15;

const POSITIONS: [(&str, &str, u32); 3] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
];

fn main() {
    println!("perft      depth        nodes     bare M/s   pleach M/s   median of ratios   ratio of fastest");
    for (name, position, depth) in POSITIONS {
        compare_perft(name, &Chess::new().parse(position).expect("a position"), depth);
    }
    let games = random_positions(40, 80);
    println!("\n{:<12} {:>14} {:>10}   over {} positions", "each", "a second", "ns", games.len());
    each("moves", &games, |game| game.moves().count());
    each("outcome", &games, |game| game.outcome().is_some());
    each("captures", &games, |game| captures(game).count());
    per_move("see", &games, |game| captures(game).map(|mv| see(game, mv)).sum());
    per_move("gives_check", &games, |game| captures(game).map(|mv| i32::from(gives_check(game, mv))).sum());
    evaluator("material", &games, &Material::default());
    evaluator("classic", &games, &Classic::default());
    evaluator("quiescent", &games, &Quiescent::<Classic>::default());
}

fn bare_perft(board: &Board, depth: u32) -> u64 {
    let mut total = 0;
    if depth == 1 {
        board.generate_moves(|set| {
            total += set.len() as u64;
            false
        });
        return total;
    }
    board.generate_moves(|set| {
        for mv in set {
            let mut next = board.clone();
            next.play_unchecked(mv);
            total += bare_perft(&next, depth - 1);
        }
        false
    });
    total
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = black_box(work());
    (result, start.elapsed())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn compare_perft(name: &str, game: &Chess, depth: u32) {
    let (mut bare_speeds, mut speeds, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let mut nodes = 0;
    for _ in 0..ROUNDS {
        let (bare, bare_time) = timed(|| bare_perft(black_box(game).cozy_board(), depth));
        let (ours, time) = timed(|| perft(black_box(game), depth));
        assert_eq!(bare, ours);
        nodes = ours;
        bare_speeds.push(bare as f64 / bare_time.as_secs_f64() / 1e6);
        speeds.push(ours as f64 / time.as_secs_f64() / 1e6);
        ratios.push(time.as_secs_f64() / bare_time.as_secs_f64());
    }
    let fastest = |speeds: &[f64]| speeds.iter().copied().fold(0.0, f64::max);
    let best = fastest(&bare_speeds) / fastest(&speeds);
    let (bare, ours, ratio) = (median(bare_speeds), median(speeds), median(ratios));
    println!("{name:<10} {depth:>5} {nodes:>12} {bare:>12.1} {ours:>12.1} {ratio:>18.3} {best:>18.3}");
}

fn random_positions(games: u64, plies: u64) -> Vec<Chess> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut game = Chess::new();
        for ply in 0..plies {
            let count = game.moves().count().max(1);
            let Some(mv) = game.moves().nth(mix(seed << 32 | ply) as usize % count) else { break };
            game.play(mv);
            positions.push(game.clone());
        }
    }
    positions.retain(|game| game.outcome().is_none());
    positions
}

fn report(name: &str, count: usize, work: impl Fn()) {
    let times: Vec<f64> = (0..ROUNDS_OF_EACH).map(|_| timed(&work).1.as_secs_f64() / count as f64).collect();
    let time = median(times);
    println!("{name:<12} {:>14.0} {:>10.1}", 1.0 / time, time * 1e9);
}

fn each<T>(name: &str, games: &[Chess], work: impl Fn(&Chess) -> T) {
    report(name, games.len(), || {
        for game in games {
            black_box(work(black_box(game)));
        }
    });
}

fn per_move(name: &str, games: &[Chess], work: impl Fn(&Chess) -> i32) {
    let moves: usize = games.iter().map(|game| captures(game).count()).sum();
    report(name, moves, || {
        for game in games {
            black_box(work(black_box(game)));
        }
    });
}

fn evaluator(name: &str, games: &[Chess], evaluator: &impl Evaluate<Chess, Value = Score>) {
    each(name, games, |game| evaluator.evaluate(game));
}
