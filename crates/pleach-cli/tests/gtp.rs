//! `pleach gtp` from outside, line by line.

mod talk;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use talk::Talk;

#[test]
fn the_protocol_is_spoken_as_it_is_written() {
    let mut engine = Talk::pleach(&["gtp", "othello", "--depth", "2"]);
    assert_eq!(engine.ask("protocol_version").as_deref(), Ok("2"));
    assert_eq!(engine.ask("17 name").as_deref(), Ok("17 Pleach"));
    assert_eq!(engine.ask("0 nonsense"), Err("0 unknown command".to_owned()));
    assert_eq!(engine.ask("known_command genmove # why not").as_deref(), Ok("true"));
    assert_eq!(engine.ask("known_command nonsense").as_deref(), Ok("false"));
    let commands = engine.ask("list_commands").expect("a list");
    for command in commands.lines() {
        assert_eq!(engine.ask(&format!("known_command {command}")).as_deref(), Ok("true"));
    }
    engine.say("# only a comment");
    engine.say("");
    assert_eq!(engine.ask("na\u{1}me\r").as_deref(), Ok("Pleach"));
    assert_eq!(engine.ask("quit").as_deref(), Ok(""));
    assert!(engine.wait().success());
}

#[test]
fn games_are_played_and_taken_back() {
    let mut engine = Talk::pleach(&["gtp", "othello", "--depth", "2"]);
    assert_eq!(engine.ask("boardsize 8").as_deref(), Ok(""));
    assert_eq!(engine.ask("boardsize 19"), Err("unacceptable size".to_owned()));
    assert_eq!(engine.ask("komi 6.5").as_deref(), Ok(""));
    let first = engine.ask("pleach-position").expect("the position");
    assert_eq!(engine.ask("play BLACK F5").as_deref(), Ok(""));
    let reply = engine.ask("reg_genmove w").expect("a move");
    let same = engine.ask("genmove w").expect("a move");
    assert_eq!(reply, same);
    assert!(engine.ask("showboard").is_ok_and(|board| board.lines().count() > 8));
    assert_eq!(engine.ask("undo").as_deref(), Ok(""));
    assert_eq!(engine.ask("undo").as_deref(), Ok(""));
    assert_eq!(engine.ask("undo"), Err("cannot undo".to_owned()));
    assert_eq!(engine.ask("pleach-position").as_ref(), Ok(&first));
    assert_eq!(engine.ask("level 1").as_deref(), Ok(""));
    assert!(engine.ask("genmove b").is_ok());
    assert_eq!(engine.ask("clear_board").as_deref(), Ok(""));
    assert_eq!(engine.ask("pleach-position").as_ref(), Ok(&first));
    assert_eq!(engine.ask("set_game Othello").as_deref(), Ok(""));
    assert!(engine.ask("set_game Go").is_err());
}

#[test]
fn a_forced_pass_is_a_move_that_need_not_be_told() {
    // White has nowhere to go; Black has.
    let position = "XO-------X-------X-------XXXX----X-XX----X-------X-------X------ O";
    let mut engine = Talk::pleach(&["gtp", "othello", "--depth", "1", "--position", position]);
    assert_eq!(engine.ask("pleach-moves").as_deref(), Ok("PASS"));
    assert_eq!(engine.ask("reg_genmove w").as_deref(), Ok("PASS"));
    assert_eq!(engine.ask("play white Pass").as_deref(), Ok(""));
    assert!(engine.ask("reg_genmove b").is_ok_and(|mv| mv != "PASS"));
    assert_eq!(engine.ask("undo").as_deref(), Ok(""));
    assert!(engine.ask("genmove b").is_ok_and(|mv| mv != "PASS"), "the pass is played for White");
    assert_eq!(engine.ask("undo").as_deref(), Ok(""));
    assert_eq!(engine.ask("pleach-side").as_deref(), Ok("black"), "the pass stays played");
}

#[test]
fn results_are_told_at_the_end() {
    let mut engine = Talk::pleach(&["gtp", "connect-four", "--depth", "4"]);
    assert!(engine.ask("final_score").is_err());
    assert_eq!(engine.ask("boardsize 7").as_deref(), Ok(""));
    for mv in ["b 1", "w 2", "b 1", "w 2", "b 1", "w 2", "b 1"] {
        assert_eq!(engine.ask(&format!("play {mv}")).as_deref(), Ok(""));
    }
    assert!(engine.ask("final_score").is_ok_and(|score| score.starts_with("B+")));
    assert!(engine.ask("genmove w").is_err());
    let mut engine = Talk::pleach(&["gtp", "chinese-checkers", "--depth", "1"]);
    for colour in ["b", "w", "b", "w"] {
        assert!(engine.ask(&format!("genmove {colour}")).is_ok());
    }
}

#[test]
fn clocks_are_kept() {
    let mut engine = Talk::pleach(&["gtp", "othello"]);
    assert_eq!(engine.ask("time_settings 2 0 0").as_deref(), Ok(""));
    let started = Instant::now();
    assert!(engine.ask("genmove b").is_ok());
    assert_eq!(engine.ask("time_left w 1 10").as_deref(), Ok(""));
    assert!(engine.ask("genmove w").is_ok());
    assert!(started.elapsed() < Duration::from_millis(1_800), "{:?}", started.elapsed());
    assert!(engine.ask("time_settings soon").is_err());
    assert!(engine.ask("time_left b").is_err());
}

#[test]
fn what_is_wrong_is_said_and_nothing_breaks() {
    let mut engine = Talk::pleach(&["gtp", "othello", "--depth", "1"]);
    let cases = [
        ("play b z9", "illegal move: 'z9'"),
        ("play b a1", "illegal move: 'a1' is not a legal move here"),
        ("play w f5", "illegal move: it is black's turn"),
        ("play green f5", "syntax error: 'green' is not a colour"),
        ("play b", "syntax error"),
        ("play", "syntax error"),
        ("genmove", "syntax error"),
        ("genmove x", "syntax error"),
        ("boardsize", "syntax error"),
        ("komi much", "syntax error"),
        ("pleach-setup nonsense", "illegal position: "),
    ];
    for (command, reason) in cases {
        let answer = engine.ask(command).expect_err(command);
        assert!(answer.starts_with(reason), "{command}: {answer}");
    }
    assert!(engine.ask(&"x".repeat(1 << 20)).is_err_and(|reason| reason.contains("more than 256 KiB")));
    let answer = engine.ask(&format!("play b {}", "x".repeat(200_000))).expect_err("no move");
    assert!(answer.len() < 500, "{answer}");
    let mut other = Talk::pleach(&["gtp", "tic-tac-toe"]);
    let answer = other.ask(&format!("pleach-setup {}", "q".repeat(200_000))).expect_err("no position");
    assert!(answer.len() < 500, "{answer}");
    assert!(engine.ask("genmove b").is_ok());
}

#[test]
fn a_file_of_commands_is_answered_to_its_end() {
    let mut engine = Talk::pleach(&["gtp", "othello", "--depth", "3"]);
    engine.say("genmove b");
    engine.say("genmove w");
    let (said, status) = engine.rest();
    assert!(status.success());
    assert_eq!(said.iter().filter(|line| line.starts_with("= ")).count(), 2, "{said:?}");
}

#[test]
fn a_client_that_goes_away_ends_the_search() {
    for keep_reading in [false, true] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_pleach"))
            .args(["gtp", "othello", "--depth", "60"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        use std::io::Write;
        let mut input = program.stdin.take().expect("the input is a pipe");
        input.write_all(b"genmove b\n").expect("the program reads");
        std::thread::sleep(Duration::from_millis(100));
        drop(input);
        let output = program.stdout.take().filter(|_| keep_reading);
        let started = Instant::now();
        while program.try_wait().expect("the program can be waited for").is_none() {
            assert!(started.elapsed() < Duration::from_secs(30), "the program hangs");
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(output);
    }
}

#[test]
fn a_risk_is_taken_by_a_ready_profile() {
    let genmove = |arguments: &[&str]| Talk::pleach(arguments).ask("genmove b");
    assert!(genmove(&["gtp", "othello", "--depth", "6", "--risk", "5%"]).is_ok());
    let refused =
        Command::new(env!("CARGO_BIN_EXE_pleach")).args(["gtp", "othello", "--risk", "0.001%"]).output();
    let refused = refused.expect("it runs");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no profile of othello was proved"));
}
