//! Othello endgames solved to the end on one thread: the positions FFO 40 to 44.
//!
//! `cargo bench -p pleach-games --bench solve_othello [-- ENGINE...]`

use nix::time::ClockId;
use pleach::engine::{Engine, Knowledge, Options};
use pleach::{Evaluate, Limits, Notation, Score};
use pleach_games::{
    Othello,
    othello::{Guide, Patterns},
};
use std::time::Duration;

fn main() {
    let mut named: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument.starts_with("engine")).collect();
    if named.is_empty() {
        named.push(Guide::default().solving().to_string());
    }
    for (title, patterns) in [("without evaluation", None), ("with patterns", Some(Patterns::default()))] {
        println!("{title}");
        let guide = patterns.clone().map_or_else(Guide::default, Guide::with_patterns);
        solve_all(&named, &guide, &|game: &Othello| match &patterns {
            Some(patterns) => patterns.evaluate(game),
            None => Score::ZERO,
        });
    }
}

fn solve_all(named: &[String], guide: &Guide, evaluator: &(impl Fn(&Othello) -> Score + Sync)) {
    for name in named {
        let options: Options = name.parse().expect("options of the engine");
        println!("{options}");
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for line in
            include_str!("../../../testdata/othello-ffo.txt").lines().filter(|line| !line.starts_with('#'))
        {
            let (position, rest) = line.split_once(';').expect("a position");
            let score: i32 =
                rest.split([' ', ';']).nth(2).and_then(|score| score.parse().ok()).expect("a score");
            let game = Othello::new().parse(position).expect("a legal position");
            let started = cpu_time();
            let engine = Engine::new(evaluator).knowledge(guide).options(options).memory(256);
            let report = engine.search(&game, &Limits::none()).expect("nothing stops it");
            let spent = cpu_time() - started;
            assert_eq!(report.value.get(), score, "{position}");
            println!(
                "  {:2} empties {:+3} {:12} nodes {:8.2} s {:6.1} M nodes/s, first move cuts {:.1} %",
                game.empty().count_ones(),
                report.value.get(),
                report.counts.nodes,
                spent.as_secs_f64(),
                report.counts.nodes as f64 / spent.as_secs_f64() / 1e6,
                100.0 * report.counts.first_move_cut_rate().unwrap_or(0.0),
            );
            nodes += report.counts.nodes;
            time += spent;
        }
        let seconds = time.as_secs_f64();
        println!("  all {nodes} nodes, {seconds:.2} CPU s, {:.1} M nodes/s", nodes as f64 / seconds / 1e6);
    }
}

fn cpu_time() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().expect("every thread has a clock").into()
}
