//! `pleach uci` from outside, line by line.

mod talk;

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use talk::Talk;

fn engine() -> Talk {
    let mut engine = Talk::pleach(&["uci"]);
    engine.say("uci");
    assert!(engine.hear_until("uciok").iter().any(|line| line.starts_with("id name Pleach")));
    engine
}

/// Waits until everything said so far has been obeyed, and returns what was said meanwhile.
fn settle(engine: &mut Talk) -> Vec<String> {
    engine.say("isready");
    let mut heard = engine.hear_until("readyok");
    heard.pop();
    heard
}

#[test]
fn it_introduces_itself_with_its_options() {
    let mut engine = Talk::pleach(&["uci", "--algorithm", "negascout", "--hash", "32"]);
    engine.say("uci");
    let said = engine.hear_until("uciok");
    for option in
        ["Hash type spin default 32 ", "Threads type spin", "MultiPV type spin", "Ponder type check"]
    {
        assert!(said.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}");
    }
    let algorithm = said.iter().find(|line| line.contains("name Algorithm")).expect("the option is there");
    assert!(algorithm.contains("type combo default negascout") && algorithm.contains("var mtdf"));
}

#[test]
fn every_go_has_one_answer() {
    let mut engine = engine();
    let asked = [
        "go depth 2",
        "go nodes 2000",
        "go nodes 1",
        "go movetime 60",
        "go movetime 0",
        "go wtime 1000 btime 1000 winc 10 binc 10",
        "go wtime 0 btime 0",
        "go wtime -5 btime -5 movestogo 1",
        "go depth 1 searchmoves g8f6",
        "go searchmoves a1a8 depth 1",
        "go depth 0",
        "go depth many nodes 100",
        "go mate 1 nodes 5000",
    ];
    for go in asked {
        engine.say("position startpos moves e2e4");
        engine.say(go);
        let said = engine.hear_until("bestmove");
        let best = said.last().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned();
        engine.say(&format!("position startpos moves e2e4 {best}"));
        assert_eq!(settle(&mut engine), [""; 0], "{go}: {best} is legal, and nothing else is said");
        if go.contains("g8f6") {
            assert_eq!(best, "g8f6");
        }
    }
}

#[test]
fn an_endless_search_ends_when_it_is_told() {
    let mut engine = engine();
    engine.say("position startpos");
    engine.say("go infinite");
    engine.hear_until("info depth 2");
    engine.say("isready");
    engine.hear_until("readyok");
    engine.say("stop");
    let said = engine.hear_until("bestmove");
    assert!(said.last().is_some_and(|line| line.contains(" ponder ")), "{said:?}");
    engine.say("stop");
    assert_eq!(settle(&mut engine), [""; 0], "a second stop has no answer");
    // A go that follows at once ends the search before it, with its answer.
    engine.say("go infinite");
    engine.say("go infinite");
    engine.say("stop");
    let said = settle(&mut engine);
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 2, "{said:?}");
}

#[test]
fn an_endless_search_does_not_answer_by_itself() {
    let mut engine = engine();
    for (position, answer) in [
        ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "bestmove 0000"),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "bestmove 0000"),
    ] {
        engine.say(&format!("position fen {position}"));
        engine.say("go infinite");
        engine.hear_until("info depth 0");
        assert!(engine.is_silent_for(Duration::from_millis(100)));
        engine.say("stop");
        assert_eq!(engine.hear(), answer);
    }
}

#[test]
fn pondering_waits_for_the_opponent() {
    let mut engine = engine();
    engine.say("setoption name Ponder value true");
    engine.say("position startpos moves e2e4 e7e5");
    engine.say("go ponder wtime 2000 btime 2000");
    engine.hear_until("info depth 2");
    engine.say("ponderhit");
    engine.hear_until("bestmove");
    engine.say("go ponder depth 1");
    engine.hear_until("info depth 1");
    assert!(engine.is_silent_for(Duration::from_millis(100)));
    engine.say("ponderhit");
    engine.hear_until("bestmove");
    engine.say("ponderhit");
    assert_eq!(settle(&mut engine), [""; 0]);
}

#[test]
fn mates_are_told_in_moves() {
    let mut engine = engine();
    engine.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    engine.say("go depth 4");
    let said = engine.hear_until("bestmove");
    assert!(said[0].contains("score mate 1"), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("bestmove a1a8"));
    engine.say("position fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1");
    engine.say("go depth 4");
    let said = engine.hear_until("bestmove");
    assert!(said.iter().any(|line| line.contains("score mate -1")), "{said:?}");
}

#[test]
fn several_lines_come_best_first() {
    let mut engine = engine();
    engine.say("setoption name MultiPV value 3");
    engine.say("position startpos");
    for algorithm in ["alpha-beta", "negascout", "mtdf", "aspiration", "zhang-cui"] {
        engine.say(&format!("setoption name Algorithm value {algorithm}"));
        engine.say("go depth 2");
        let said = engine.hear_until("bestmove");
        let last: Vec<&String> =
            said.iter().filter(|line| line.starts_with("info depth 2 multipv")).collect();
        assert_eq!(last.len(), 3, "{said:?}");
        let score = |line: &String| line.split(' ').nth(7).and_then(|score| score.parse::<i32>().ok());
        assert!(last.is_sorted_by(|one, two| score(one) >= score(two)), "{algorithm}: {last:?}");
    }
}

#[test]
fn what_is_wrong_is_said_and_nothing_breaks() {
    let mut engine = engine();
    engine.say("position startpos moves e2e4");
    let cases = [
        ("hello", "unknown command 'hello'"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position: "),
        ("position fen nonsense", "position: "),
        ("position somewhere", "position: expected startpos or fen"),
        ("position startpos moves e2e5", "position: move 1: 'e2e5' is not a legal move here"),
        ("position startpos moves e2e4 \u{7}\u{fffd}", "position: move 2"),
        ("setoption name Hash value lots", "Hash: expected a number from 1 to"),
        ("setoption name Hash value 0", "Hash: expected a number from 1 to"),
        ("setoption name Colour value red", "unknown option 'Colour'"),
        ("setoption name Algorithm value alfa-beta", "unknown algorithm 'alfa-beta' (did you mean"),
        ("setoption name Ponder value perhaps", "Ponder: expected true or false"),
        ("setoption value 3", "setoption: expected name"),
    ];
    for (line, reason) in cases {
        engine.say(line);
        let said = engine.hear();
        assert!(said.starts_with(&format!("info string {reason}")), "{line}: {said}");
    }
    engine.say(&"x".repeat(1 << 20));
    assert!(engine.hear().starts_with("info string a line of more than 256 KiB"));
    engine.say(&format!("position startpos moves {}", "x".repeat(200_000)));
    let said = engine.hear();
    assert!(said.starts_with("info string position: move 1") && said.len() < 200, "{said}");
    for polite in ["debug on", "register later", "", "ponderhit", "stop", "ucinewgame"] {
        engine.say(polite);
    }
    assert_eq!(settle(&mut engine), [""; 0]);
    engine.say("go depth 1");
    assert_ne!(engine.hear_until("bestmove").last().map(String::as_str), Some("bestmove 0000"));
}

#[test]
fn a_game_that_nobody_has_claimed_goes_on() {
    let mut engine = engine();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    engine.say(&format!("position startpos moves {shuffle}"));
    engine.say("go depth 1");
    assert_ne!(engine.hear_until("bestmove").last().map(String::as_str), Some("bestmove 0000"));
    engine.say(&format!("position startpos moves {shuffle} e2e4"));
    assert_eq!(settle(&mut engine), [""; 0]);
}

#[test]
fn the_end_of_the_input_ends_the_search_with_an_answer() {
    for last in ["quit", ""] {
        let mut engine = engine();
        engine.say("go infinite");
        engine.hear_until("info depth 1");
        engine.say(last);
        let started = Instant::now();
        let (said, status) = engine.rest();
        assert!(status.success() && started.elapsed() < Duration::from_secs(5));
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{said:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_ends_the_search() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_pleach"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    use std::io::Write;
    let mut input = program.stdin.take().expect("the input is a pipe");
    let mut output = program.stdout.take().expect("the output is a pipe");
    input.write_all(b"go infinite\n").expect("the program reads");
    output.read_exact(&mut [0]).expect("the search has begun");
    drop(output);
    let started = Instant::now();
    while program.try_wait().expect("the program can be waited for").is_none() {
        assert!(started.elapsed() < Duration::from_secs(30), "the program hangs");
        std::thread::sleep(Duration::from_millis(5));
    }
}
