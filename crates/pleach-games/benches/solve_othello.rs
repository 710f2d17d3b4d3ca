//! Othello endgames solved to the end on one thread: the positions FFO 40 to 44, and as a check that nothing is
//! fitted to those five, positions of games that the engine plays against itself.
//!
//! `cargo bench -p pleach-games --bench solve_othello [-- ffo|games] [bare|patterns] [ENGINE...]`

use nix::time::ClockId;
use pleach::engine::{Engine, Knowledge, Options};
use pleach::{Evaluate, Game, Limits, Notation, Score, mix};
use pleach_games::{
    Othello,
    othello::{OthelloKnowledge, Patterns},
};
use std::time::Duration;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wants = |name: &str, other: &str| {
        let named = |name: &str| arguments.iter().any(|argument| argument == name);
        named(name) || !named(other)
    };
    let mut named: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|name| name.starts_with("engine")).collect();
    let usual = OthelloKnowledge::default().solving().to_string();
    if named.is_empty() {
        named.push(&usual);
    }
    let mut kinds = Vec::new();
    if wants("bare", "patterns") {
        kinds.push(("without evaluation", None));
    }
    if wants("patterns", "bare") {
        kinds.push(("with patterns", Some(Patterns::default())));
    }
    for (title, patterns) in kinds {
        let guide = patterns.clone().map_or_else(OthelloKnowledge::default, OthelloKnowledge::with_patterns);
        let evaluator = |game: &Othello| match &patterns {
            Some(patterns) => patterns.evaluate(game),
            None => Score::ZERO,
        };
        for name in &named {
            let options: Options = name.parse().expect("options of the engine");
            let engine = Engine::new(&evaluator).knowledge(&guide).options(options).memory(256);
            println!("{title}, {options}");
            if wants("ffo", "games") {
                solve_all(&engine, ffo(), true);
            }
            if wants("games", "ffo") {
                solve_all(&engine, from_games(), false);
            }
        }
    }
}

/// The five positions with their scores.
fn ffo() -> Vec<(Othello, Option<i32>)> {
    let lines = include_str!("../../../testdata/othello-ffo.txt").lines();
    let read = |line: &str| {
        let (position, rest) = line.split_once(';').expect("a position");
        let score = rest.split([' ', ';']).nth(2).and_then(|score| score.parse().ok());
        (Othello::new().parse(position).expect("a legal position"), Some(score.expect("a score")))
    };
    lines.filter(|line| !line.starts_with('#')).map(read).collect()
}

/// Positions of 18 to 22 empty squares: ten moves at random, the others by a search of four plies.
fn from_games() -> Vec<(Othello, Option<i32>)> {
    let (patterns, mut random) = (Patterns::default(), 40);
    let guide = OthelloKnowledge::with_patterns(patterns.clone());
    let player = Engine::new(&patterns).knowledge(&guide).memory(1);
    let mut positions = Vec::new();
    while positions.len() < 30 {
        let (mut game, empties) = (Othello::new(), 18 + positions.len() as u32 % 5);
        while game.outcome().is_none() && game.empty().count_ones() > empties {
            let count = game.moves().count() as u64;
            random = mix(random);
            let mv = if game.empty().count_ones() > 50 {
                game.moves().nth((random % count) as usize)
            } else {
                player.search(&game, &Limits::depth(4)).expect("nothing stops it").best
            };
            game.play(mv.expect("there is a move"));
        }
        if game.outcome().is_none() {
            positions.push((game, None));
        }
    }
    positions
}

fn solve_all<E>(
    engine: &Engine<'_, E, OthelloKnowledge>,
    positions: Vec<(Othello, Option<i32>)>,
    in_detail: bool,
) where
    E: Evaluate<Othello, Value = Score> + Sync,
{
    let (mut nodes, mut time, mut sum, count) = (0, Duration::ZERO, 0, positions.len());
    for (game, score) in positions {
        let started = cpu_time();
        let report = engine.search(&game, &Limits::none()).expect("nothing stops it");
        let spent = cpu_time() - started;
        assert!(score.is_none_or(|score| score == report.value.get()), "{}", game.position());
        if in_detail {
            println!(
                "  {:2} empties {:+3} {:12} nodes {:8.2} s {:6.1} M nodes/s, first move cuts {:.1} %",
                game.empty().count_ones(),
                report.value.get(),
                report.counts.nodes,
                spent.as_secs_f64(),
                report.counts.nodes as f64 / spent.as_secs_f64() / 1e6,
                100.0 * report.counts.first_move_cut_rate().unwrap_or(0.0),
            );
        }
        nodes += report.counts.nodes;
        time += spent;
        sum += report.value.get();
    }
    let seconds = time.as_secs_f64();
    let speed = nodes as f64 / seconds / 1e6;
    println!("  {count} positions: {nodes} nodes, {seconds:.2} CPU s, {speed:.1} M nodes/s, scores {sum:+}");
}

fn cpu_time() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().expect("every thread has a clock").into()
}
