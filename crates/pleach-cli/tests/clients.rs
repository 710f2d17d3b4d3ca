//! Real clients and opponents. They are not part of the repository: the tests run only where the
//! environment names them.
//!
//! - `PLEACH_PYTHON_CHESS`: a Python that can import `chess` (python-chess), which drives `pleach uci`.
//! - `PLEACH_RHINO`: the program `gtp-rhino` (Debian package grhino), which plays Othello against
//!   `pleach gtp`, and matches by `pleach match`.
//! - `PLEACH_STOCKFISH`: the program `stockfish`, which plays matches of chess.

mod program;
mod talk;

use program::{Folder, json};
use std::ffi::OsString;
use std::process::Command;
use talk::Talk;

/// The tool that a variable names; without it the test says that it is skipped.
fn tool(variable: &str) -> Option<OsString> {
    let tool = std::env::var_os(variable).filter(|tool| !tool.is_empty());
    if tool.is_none() {
        eprintln!("skipped: {variable} names no tool");
    }
    tool
}

#[test]
fn python_chess_plays_and_analyses() {
    let Some(python) = tool("PLEACH_PYTHON_CHESS") else { return };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/uci_client.py");
    let output = Command::new(python)
        .args([script, env!("CARGO_BIN_EXE_pleach")])
        .output()
        .expect("the Python that PLEACH_PYTHON_CHESS names runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "ok", "{error}");
}

/// Sixty moves, and no more passes than moves.
const LONGEST: usize = 120;

/// Plays a complete game after an opening; a third `pleach` keeps the rules. Returns the final score.
fn game_with_rhino(rhino: &OsString, pleach_plays: &str, opening: &[&str]) -> String {
    let mut opponent = Talk::start(Command::new(rhino));
    let mut ours = Talk::pleach(&["gtp", "othello", "--depth", "3"]);
    let mut referee = Talk::pleach(&["gtp", "othello"]);
    let mut record: Vec<String> = Vec::new();
    for players in [&mut opponent, &mut ours] {
        players.ask("boardsize 8").and(players.ask("clear_board")).expect("a board of 8 by 8");
    }
    while record.len() < LONGEST {
        if let Ok(score) = referee.ask("final_score") {
            assert_eq!(ours.ask("final_score").as_ref(), Ok(&score), "{record:?}");
            assert_eq!(opponent.ask("final_score").as_ref(), Ok(&score), "{record:?}");
            return score;
        }
        let colour = referee.ask("pleach-side").expect("somebody's turn");
        let legal = referee.ask("pleach-moves").expect("the moves").to_lowercase();
        if legal == "pass" {
            // Rhino passes by itself and takes no passes; half of the time ours is not told either.
            if record.len().is_multiple_of(2) {
                ours.ask(&format!("play {colour} PASS")).expect("a forced pass");
            }
            referee.ask(&format!("play {colour} pass")).expect("a forced pass");
            record.push(legal);
            continue;
        }
        let we_move = colour == pleach_plays;
        let mv = match opening.get(record.len()) {
            Some(mv) => {
                for player in [&mut opponent, &mut ours] {
                    player.ask(&format!("play {colour} {mv}")).expect("the opening is legal");
                }
                (*mv).to_owned()
            }
            None => {
                let (mover, other) =
                    if we_move { (&mut ours, &mut opponent) } else { (&mut opponent, &mut ours) };
                let mv = mover.ask(&format!("genmove {colour}")).expect("a move");
                other.ask(&format!("play {colour} {mv}")).unwrap_or_else(|error| {
                    panic!("after {record:?} the other refuses {colour}'s {mv}: {error}")
                });
                mv
            }
        };
        let known = legal.split(' ').any(|legal| legal == mv.to_lowercase());
        assert!(known, "after {record:?} {colour} played {mv}, which is illegal");
        referee.ask(&format!("play {colour} {mv}")).expect("a legal move");
        record.push(mv);
    }
    panic!("no game is that long: {record:?}")
}

#[test]
fn rhino_plays_complete_games_of_othello() {
    let Some(rhino) = tool("PLEACH_RHINO") else { return };
    let openings: [&[&str]; 3] = [&[], &["f5", "d6", "c3"], &["f5", "f6", "e6", "f4"]];
    for opening in openings {
        for colour in ["black", "white"] {
            let score = game_with_rhino(&rhino, colour, opening);
            eprintln!("pleach as {colour} after {opening:?}: {score}");
        }
    }
}

/// A short match against another program: all games are played to their end, without a fault.
fn match_against(game: &str, program: &str, options: &[&str]) {
    let folder = Folder::new(&format!("against-{game}"));
    let lab = folder.file("lab.sqlite");
    let players = ["match", game, "engine:depth=2", program];
    let result = json(&[&players[..], options, &["--games", "4", "--lab", &lab]].concat());
    eprintln!("{result}");
    assert_eq!((result["games"].as_u64(), &result["faults"]), (Some(4), &serde_json::json!([0, 0])));
}

#[test]
fn rhino_plays_matches() {
    let Some(rhino) = tool("PLEACH_RHINO") else { return };
    match_against("othello", &format!("gtp:'{}'", rhino.display()), &[]);
}

#[test]
fn stockfish_plays_matches() {
    let Some(stockfish) = tool("PLEACH_STOCKFISH") else { return };
    let settings = "UCI_LimitStrength=true; UCI_Elo=1400; Hash=16; nodes=2000; name=stockfish";
    let program = format!("uci:'{}'; {settings}", stockfish.display());
    match_against("chess", &program, &["--max-plies", "60"]);
    match_against("chess", &format!("cmd:{}; nodes=100", stockfish.display()), &["--max-plies", "30"]);
}
