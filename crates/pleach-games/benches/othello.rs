//! Othello's speed: perft against the crate `magpie`, counted the same way and run in turn in one
//! process, and nanoseconds for the parts. `cargo bench -p pleach-games --bench othello [-- DEPTH]`.

use magpie::othello::{Board, Stone};
use pleach::{Evaluate, Game, Hashed};
use pleach_games::othello::{
    self, Classic, DiscsCorners, Forecast, Move, Othello, Patterns, ProvenBounds, flips, legal_moves,
    stable_discs,
};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 5;

fn main() {
    // Cargo itself passes `--bench`.
    let depth = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let deepest: u32 = depth.unwrap_or(10);
    for depth in deepest.saturating_sub(1).max(1)..=deepest {
        perft_table(depth);
    }
    parts_table();
}

/// A finished game is a leaf, a pass is a ply, and the last ply is counted without being played.
fn rival(board: &Board, stone: Stone, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves_for(stone);
    if moves.is_empty() {
        let over = board.moves_for(stone.flip()).is_empty();
        return if over { 1 } else { rival(board, stone.flip(), depth - 1) };
    }
    if depth == 1 {
        return u64::from(moves.count_set());
    }
    let after = |square| {
        let mut next = board.clone();
        next.play(stone, square);
        rival(&next, stone.flip(), depth - 1)
    };
    moves.hot_bits().map(after).sum()
}

/// The portable arithmetic alone, as a solver below the level of positions would use it.
fn bare(own: u64, other: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut squares = legal_moves(own, other);
    if squares == 0 {
        let over = legal_moves(other, own) == 0;
        return if over { 1 } else { bare(other, own, depth - 1) };
    }
    if depth == 1 {
        return u64::from(squares.count_ones());
    }
    let mut leaves = 0;
    while squares != 0 {
        let square = squares.trailing_zeros();
        squares &= squares - 1;
        let turned = flips(own, other, square);
        leaves += bare(other ^ turned, own | turned | 1 << square, depth - 1);
    }
    leaves
}

type Contestant<'a> = (&'a str, Box<dyn FnMut() -> u64 + 'a>);

fn perft_table(depth: u32) {
    let start = Othello::new();
    let mut contestants: [Contestant<'_>; 4] = [
        ("magpie", Box::new(|| rival(&Board::standard(), Stone::Black, depth))),
        ("pleach, othello::perft", Box::new(|| othello::perft(black_box(&start), depth))),
        ("pleach, any game's perft", Box::new(|| pleach::perft(black_box(&start), depth))),
        ("pleach, bare portable boards", Box::new(|| bare(start.own(), start.other(), depth))),
    ];
    let mut times = [const { Vec::new() }; 4];
    let mut leaves = [0; 4];
    for _ in 0..ROUNDS {
        for (index, (_, count)) in contestants.iter_mut().enumerate() {
            let begin = Instant::now();
            leaves[index] = count();
            times[index].push(begin.elapsed().as_secs_f64());
        }
    }
    let medians = times.map(median);
    println!("perft {depth}, median of {ROUNDS}");
    for (index, (name, _)) in contestants.iter().enumerate() {
        let (leaves, seconds) = (leaves[index], medians[index]);
        let (speed, ratio) = (leaves as f64 / seconds / 1e6, medians[0] / seconds);
        println!("  {name:30} {leaves:12} leaves {seconds:8.3} s {speed:8.1} M/s {ratio:6.2}x");
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Positions of random games with a move for each.
fn samples() -> Vec<(Othello, Move)> {
    let (mut samples, mut random) = (Vec::new(), 1);
    while samples.len() < 4096 {
        let mut game = Othello::new();
        loop {
            let moves: Vec<Move> = game.moves().collect();
            random = pleach::mix(random);
            let Some(&mv) = moves.get((random % moves.len().max(1) as u64) as usize) else { break };
            if mv != Move::PASS {
                samples.push((game, mv));
            }
            game.play(mv);
        }
    }
    samples
}

/// The leaves of a tree, in the order in which a search meets them: most of a table of weights stays untouched.
fn leaves(game: &Othello, depth: u32, leaves: &mut Vec<(Othello, Move)>) {
    for mv in game.moves() {
        match depth {
            0 => leaves.push((*game, mv)),
            _ => self::leaves(&game.after(mv), depth - 1, leaves),
        }
    }
}

fn parts_table() {
    let samples = samples();
    let mut near = Vec::new();
    leaves(&samples[30].0, 4, &mut near);
    near.truncate(samples.len());
    near.resize(samples.len(), near[0]);
    let (classic, cheap, forecast) = (Classic::default(), DiscsCorners::default(), Forecast::default());
    let patterns = Patterns::default();
    type Part<'a> = (&'a str, &'a dyn Fn(&[(Othello, Move)]) -> u64);
    macro_rules! each {
        ($part:expr) => {
            &|samples: &[(Othello, Move)]| {
                samples.iter().map($part).fold(0, |sum: u64, n| sum.wrapping_add(n))
            }
        };
    }
    let parts: [Part<'_>; 12] = [
        ("legal moves, portable", each!(|(game, _)| legal_moves(game.own(), game.other()))),
        ("flips, portable", each!(|(game, mv)| flips(game.own(), game.other(), mv.square().unwrap_or(0)))),
        ("play (flips and replies)", each!(|(game, mv)| game.after(*mv).legal())),
        ("outcome", each!(|(game, _)| u64::from(game.outcome().is_some()))),
        ("key", each!(|(game, _)| game.key())),
        ("stable discs", each!(|(game, _)| stable_discs(game.own(), game.other()))),
        ("evaluate, classic", each!(|(game, _)| classic.evaluate(game).get() as u64)),
        ("evaluate, patterns", each!(|(game, _)| patterns.evaluate(game).get() as u64)),
        ("evaluate, patterns, one tree", &|_| {
            near.iter().map(|(game, _)| patterns.evaluate(game).get() as u64).fold(0, u64::wrapping_add)
        }),
        ("evaluate, discs-corners", each!(|(game, _)| cheap.evaluate(game).get() as u64)),
        ("proven bounds", each!(|(game, _)| ProvenBounds.evaluate(game).width().into())),
        ("forecast", each!(|(game, _)| forecast.evaluate(game).bounds().width().into())),
    ];
    println!("nanoseconds each, least of 20");
    for (name, run) in parts {
        let time = || {
            let begin = Instant::now();
            for _ in 0..25 {
                black_box(run(black_box(&samples)));
            }
            begin.elapsed().as_nanos() as f64 / 25.0 / samples.len() as f64
        };
        println!("  {name:30} {:7.2}", (0..20).map(|_| time()).fold(f64::MAX, f64::min));
    }
}
