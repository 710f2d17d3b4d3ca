//! The engine on real games: the textbook's value with every combination of options, and known answers.

use pleach::engine::{Driver, Engine, Knowledge, Options, Parameters, Table};
use pleach::testkit::any_options;
use pleach::textbook::{Algorithm, Search};
use pleach::{Evaluate, Game, Hashed, Limits, Notation, Repeating, Score, mix};
use pleach_games::chess::{self, Chess, Material, Quiescent};
use pleach_games::chinese_checkers::{self, Distance};
use pleach_games::connect_four::{self, Placement, Size};
use pleach_games::othello::{self, DiscsCorners, Patterns, Unit};
use pleach_games::{ChineseCheckers, ConnectFour, Othello, TicTacToe, open_lines};
use std::sync::Arc;

/// A position after random moves, none of which ended the game, if there is one.
fn played<G: Game>(start: &G, moves: u64, seed: u64) -> Option<G> {
    let attempt = |attempt: u64| {
        let mut game = start.clone();
        for step in 0..moves {
            let goes_on = |mv: &G::Move| game.after(*mv).outcome().is_none();
            let legal: Vec<G::Move> = game.moves().filter(goes_on).collect();
            game.play(
                *legal.get((mix(seed << 16 ^ attempt << 8 ^ step) % legal.len().max(1) as u64) as usize)?,
            );
        }
        Some(game)
    };
    (0..100).find_map(attempt)
}

fn agree<G, E, K>(
    start: &G,
    evaluator: &E,
    knowledge: &K,
    depth: u32,
    moves: std::ops::Range<u64>,
    count: u64,
) where
    G: Hashed + Notation + Send + Sync,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Sync,
    K: Knowledge<G, Seen: Send + Sync> + Sync,
{
    let eager = Parameters { enhanced_depth: 2, internal_depth: 2, share_depth: 1, ..Parameters::default() };
    for seed in 0..count {
        let Some(position) = played(start, moves.start + seed % (moves.end - moves.start), seed) else {
            continue;
        };
        let limits = if depth == u32::MAX { Limits::none() } else { Limits::depth(depth) };
        let textbook = Search::new(Algorithm::ALPHA_BETA).run(&position, evaluator, &limits).unwrap();
        for variant in 0..4 {
            let options = any_options(seed * 4 + variant);
            let threads = if seed % 4 == 0 && variant == 0 { 2 } else { 1 };
            let engine = Engine::new(evaluator).knowledge(knowledge).options(options).parameters(eager);
            let report = engine.memory(1).threads(threads).search(&position, &limits).unwrap();
            assert_eq!(report.value, textbook.value, "{options}, {threads} threads, {}", position.position());
            let mut end = position.clone();
            for &mv in &report.line {
                assert!(end.moves().any(|legal| legal == mv), "{options}, {}", position.position());
                end.play(mv);
            }
            let finished = end.outcome().is_some() || report.line.len() as u32 == depth;
            assert!(finished || !options.line, "a short line: {options}, {}", position.position());
        }
        let plain = Engine::new(evaluator).knowledge(knowledge).options(Options::PLAIN);
        let plain = plain.search(&position, &limits).unwrap();
        assert_eq!(plain.counts.nodes, textbook.counts.nodes, "{}", position.position());
    }
}

#[test]
fn tic_tac_toe_agrees() {
    agree(&TicTacToe::new(), &open_lines, &(), u32::MAX, 0..6, 30);
    agree(&TicTacToe::new(), &open_lines, &(), 3, 0..6, 60);
}

#[test]
fn connect_four_agrees() {
    let guide = connect_four::ConnectFourKnowledge;
    let game = ConnectFour::new();
    for depth in 1..6 {
        agree(&game, &Placement::default(), &guide, depth, 0..34, 60);
    }
    agree(&game, &(), &guide, u32::MAX, 34..40, 100);
    let small = ConnectFour::with_size(Size::new(4, 4).unwrap());
    agree(&small, &(), &guide, u32::MAX, 6..12, 60);
    let scaled = ConnectFour::with_size(Size::new(5, 4).unwrap()).with_scale(100);
    agree(&scaled, &(), &guide, u32::MAX, 11..16, 60);
}

#[test]
fn othello_agrees() {
    let guide = othello::OthelloKnowledge::default();
    let game = Othello::new();
    for depth in 1..5 {
        agree(&game, &DiscsCorners::default(), &guide, depth, 0..50, 40);
    }
    agree(&game, &(), &guide, u32::MAX, 53..60, 80);
    agree(&game.with_unit(Unit::Hundredth), &(), &guide, u32::MAX, 54..60, 40);
    let patterns = Patterns::default();
    let informed = othello::OthelloKnowledge::with_patterns(patterns.clone());
    for depth in 1..5 {
        agree(&game, &patterns, &informed, depth, 0..50, 20);
    }
    agree(&game, &patterns, &informed, u32::MAX, 53..60, 40);
}

#[test]
fn chess_agrees() {
    let guide = chess::ChessKnowledge::default();
    let quiet: Quiescent<Material> = Quiescent::default();
    let evaluator = |game: &Repeating<Chess>| Material::default().evaluate(game.game());
    agree(&Chess::new(), &Material::default(), &guide, 3, 0..60, 20);
    agree(&Chess::new(), &quiet, &guide, 2, 0..60, 40);
    agree(&Repeating::new(Chess::new()), &evaluator, &guide, 3, 0..60, 12);
    // A clock about to run out, mates about to be given, positions about to come back.
    for fen in [
        "8/8/8/4k3/8/8/3QK3/8 w - - 96 120",
        "7k/8/5K2/6Q1/8/8/8/8 w - - 97 120",
        "k7/8/1K6/8/8/8/8/7R w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 99 60",
    ] {
        let game = Chess::new().parse(fen).unwrap();
        agree(&game, &Material::default(), &guide, 4, 0..3, 8);
        agree(&Repeating::new(game), &evaluator, &guide, 4, 0..8, 8);
    }
}

#[test]
fn chinese_checkers_agrees() {
    let guide = chinese_checkers::ChineseCheckersKnowledge;
    let game = ChineseCheckers::new();
    agree(&game, &Distance::default(), &guide, 2, 0..40, 12);
    let capped = game.with_cap(Some(12));
    agree(&capped, &Distance::default(), &guide, 2, 8..12, 12);
    let evaluator = |game: &Repeating<ChineseCheckers>| Distance::default().evaluate(game.game());
    agree(&Repeating::new(game), &evaluator, &guide, 2, 0..40, 8);
}

/// Scores that solvers of Connect Four agree on.
#[test]
fn connect_four_scores_are_known() {
    let lines = include_str!("../../../testdata/connect_four-scores.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (position, score) = line.split_once(' ').unwrap();
        let game = ConnectFour::new().parse(position).unwrap();
        for driver in [Driver::Full, Driver::Pvs, Driver::Mtdf, Driver::Bisect] {
            let options = Options { driver, ..Options::default() };
            let engine =
                Engine::new(&()).knowledge(&connect_four::ConnectFourKnowledge).options(options).memory(8);
            let report = engine.search(&game, &Limits::none()).unwrap();
            assert_eq!(report.value, Score::new(score.parse().unwrap()), "{position}, {options}");
        }
    }
}

#[test]
fn mates_are_found_at_their_distance() {
    let lines = include_str!("../../../testdata/chess-mates.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let [fen, plies, best]: [&str; 3] = line.split("; ").collect::<Vec<_>>().try_into().unwrap();
        let plies: u32 = plies.parse().unwrap();
        let game = Repeating::new(Chess::new().parse(fen).unwrap());
        let evaluator = |game: &Repeating<Chess>| Material::default().evaluate(game.game());
        let guide = chess::ChessKnowledge::default();
        for driver in [Driver::Pvs, Driver::Mtdf] {
            let options = Options { driver, ..Options::default() };
            let engine = Engine::new(&evaluator).knowledge(&guide).options(options).memory(16);
            let report = engine.search(&game, &Limits::depth(plies)).unwrap();
            assert_eq!(report.value, Score::win_in(plies), "{fen}, {options}");
            assert_eq!(report.line.len() as u32, plies, "{fen}, {options}");
            let move_text = game.move_text(report.best.unwrap());
            assert!(best.split(' ').any(|mv| mv == move_text), "{fen}, {options}: {move_text}");
        }
    }
}

/// A table kept from search to search, and from position to position of a game, changes no value.
#[test]
fn a_table_that_is_kept_changes_no_value() {
    let table = Arc::new(Table::with_mebibytes(1).unwrap());
    let (evaluator, guide) = (DiscsCorners::default(), othello::OthelloKnowledge::default());
    let mut game = Othello::new();
    while game.outcome().is_none() {
        let engine = Engine::new(&evaluator).knowledge(&guide);
        let fresh = engine.search(&game, &Limits::depth(5)).unwrap();
        let kept = Engine::new(&evaluator).knowledge(&guide).table(Arc::clone(&table));
        let kept = kept.search(&game, &Limits::depth(5)).unwrap();
        assert_eq!(kept.value, fresh.value, "{}", game.position());
        game.play(kept.best.unwrap());
    }
}

/// Five endgames of 20 to 23 empty squares; they take seconds with the compiler's help and minutes without.
#[cfg(not(debug_assertions))]
#[test]
fn the_endgames_of_ffo_are_solved() {
    let lines = include_str!("../../../testdata/othello-ffo.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split("; ").collect();
        let score: i32 = parts[1].trim_start_matches("score ").parse().unwrap();
        let game = Othello::new().parse(parts[0]).unwrap();
        let is_right = |report: pleach::Report<othello::Move>| {
            assert_eq!(report.value, Score::new(score), "{line}");
            let best = game.move_text(report.best.unwrap()).to_uppercase();
            assert!(parts[2].split(' ').any(|mv| mv == best), "{line}: {best}");
        };
        let (plain, patterns) = (othello::OthelloKnowledge::default(), Patterns::default());
        let engine = Engine::new(&()).knowledge(&plain).options(plain.solving());
        is_right(engine.threads(2).search(&game, &Limits::none()).unwrap());
        let informed = othello::OthelloKnowledge::with_patterns(patterns.clone());
        let engine = Engine::new(&patterns).knowledge(&informed).options(informed.solving());
        is_right(engine.search(&game, &Limits::none()).unwrap());
    }
}
