//! Middle-game positions from seeded self-play, kept in a file for tests and benchmarks.

use pleach::{Game, Notation, Player, mix};
use pleach_games::ChineseCheckers;
use pleach_games::chinese_checkers::MarbleMove;

const STORED: &str = include_str!("../../../../testdata/chinese_checkers-middle-game.txt");

/// The positions of the file.
pub(crate) fn stored() -> Vec<ChineseCheckers> {
    let start = ChineseCheckers::new();
    let lines = STORED.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| start.parse(line).unwrap()).collect()
}

/// One game: mostly the move that comes furthest, every fourth time any move.
fn self_play(seed: u64) -> Vec<ChineseCheckers> {
    let mut random = mix(seed);
    let mut next = |below: usize| {
        random = mix(random);
        random as usize % below
    };
    let mut line = vec![ChineseCheckers::new()];
    while line[line.len() - 1].outcome().is_none() && line.len() < 200 {
        let game = line[line.len() - 1];
        let gain = |mv: &MarbleMove| {
            let rows = mv.to().row() as i32 - mv.from().row() as i32;
            if game.to_move() == Player::Max { rows } else { -rows }
        };
        let mut moves: Vec<MarbleMove> = game.moves().collect();
        if next(4) > 0 {
            let best = moves.iter().map(gain).max();
            moves.retain(|mv| Some(gain(mv)) == best);
        }
        line.push(game.after(moves[next(moves.len())]));
    }
    line
}

fn made_anew() -> String {
    let mut text = "# Middle-game positions of seeded self-play (tests/chinese_checkers/middle_game.rs):\n\
                    # the move that comes furthest, every fourth time any move; plies 16 to 40 of 20 games.\n"
        .to_owned();
    for seed in 1..=20 {
        let line = self_play(seed);
        for ply in [16, 22, 28, 34, 40] {
            text.extend([line[ply].position(), "\n".to_owned()]);
        }
    }
    text
}

/// To make the file anew, run this test with `PLEACH_BLESS=1`.
#[test]
fn the_file_is_what_self_play_makes() {
    let made = made_anew();
    if std::env::var_os("PLEACH_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/chinese_checkers-middle-game.txt");
        std::fs::write(path, &made).unwrap();
    }
    assert_eq!(made, STORED);
}

/// The thesis counts 67.8 moves on average.
#[test]
fn the_branching_is_that_of_a_middle_game() {
    let games = stored();
    assert_eq!(games.len(), 100);
    let moves: usize = games.iter().map(|game| game.moves().count()).sum();
    let average = moves as f64 / games.len() as f64;
    assert!((60.0..85.0).contains(&average), "{average}");
}
