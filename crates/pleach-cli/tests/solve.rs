//! `pleach solve` from outside.

mod program;

use program::{Folder, complaint, failure, json, pleach, text, without_answer};
use serde_json::Value;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The results of a file, a line each.
fn lines(arguments: &[&str]) -> Vec<Value> {
    values(&text(&[&["solve"], arguments, &["--json"]].concat()))
}

fn values(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

/// Positions of Connect Four, some of which take a while.
const POSITIONS: &str = "\
# twelve stones
444443332235
444443332226
444443332236 ; the third

444443332266 ; score -4
444443332215 ; score 3; best 5
444443332256
444443332265
";

/// What must be the same in every run: all but the time.
fn same(results: &[Value]) -> Vec<Value> {
    let mut results = results.to_vec();
    for result in &mut results {
        result.as_object_mut().expect("a result is an object").remove("seconds");
    }
    results
}

#[test]
fn a_position_is_solved_to_the_end() {
    let solved = json(&["solve", "tic-tac-toe"]);
    for key in ["game", "position", "algorithm", "score", "bound", "best", "pv", "nodes", "seconds"] {
        assert!(solved.get(key).is_some(), "{key} is missing in {solved}");
    }
    assert_eq!((solved["score"].as_i64(), solved["bound"].as_str()), (Some(0), Some("exact")));
    assert_eq!((solved["solved"].as_bool(), solved["pv"].as_array().map(Vec::len)), (Some(true), Some(9)));
    let solved = json(&["solve", "tree", "--position", "MIN[5, MAX[3, 8]]"]);
    assert_eq!((solved["score"].as_i64(), solved["best"].as_str()), (Some(5), Some("1")));
    let solved = json(&["solve", "connect-four", "--position", "444443332226", "--moves", "1 1"]);
    assert_eq!(solved["position"].as_str().map(str::len), Some(14));
    let over = text(&["solve", "tic-tac-toe", "--position", "XXXOO...."]);
    assert!(over.contains("none: the game is over") && over.contains("engine to the end"), "{over}");
}

#[test]
fn every_algorithm_finds_the_same() {
    for algorithm in ["engine", "engine:driver=mtdf,table=off", "alpha-beta", "negascout", "mtdf"] {
        let position = ["--position", "O.X.X....", "--algorithm", algorithm];
        let solved = json(&[&["solve", "tic-tac-toe"], &position[..]].concat());
        assert_eq!((solved["score"].as_i64(), solved["best"].as_str()), (Some(0), Some("a3")), "{algorithm}");
        assert_eq!(solved["algorithm"], algorithm);
    }
}

#[test]
fn games_that_go_round_in_circles_are_solved_by_proving_a_win() {
    let mate = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    for algorithm in ["engine", "engine:driver=mtdf", "alpha-beta"] {
        let options = ["--position", mate, "--algorithm", algorithm];
        let solved = json(&[&["solve", "chess"], &options[..]].concat());
        assert_eq!(
            (solved["distance"].as_u64(), solved["best"].as_str(), solved["solved"].as_bool()),
            (Some(3), Some("a1a6"), Some(true)),
            "{algorithm}: {solved}"
        );
    }
    assert!(text(&["solve", "chess", "--position", mate]).contains("win in 3"));
}

#[test]
fn a_file_is_solved_in_its_order_on_any_number_of_threads() {
    let folder = Folder::new("solve-order");
    let file = folder.with("positions.txt", POSITIONS);
    let one = lines(&["connect-four", "--file", &file, "--threads", "1"]);
    let numbers: Vec<u64> = one.iter().filter_map(|result| result["line"].as_u64()).collect();
    assert_eq!(numbers, [2, 3, 4, 6, 7, 8, 9]);
    assert_eq!(one[3]["as_expected"], true);
    assert_eq!(one[0].get("as_expected"), None);
    let three = lines(&["connect-four", "--file", &file, "--threads", "3"]);
    assert_eq!(same(&one), same(&three));
    let single = json(&["solve", "connect-four", "--position", "444443332226"]);
    assert_eq!(single["nodes"], one[1]["nodes"]);
    let together = json(&["solve", "connect-four", "--position", "444443332226", "--threads", "2"]);
    assert_eq!(together["score"], one[1]["score"]);
    let mut program = Command::new(env!("CARGO_BIN_EXE_pleach"))
        .args(["solve", "connect-four", "--file", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    program.stdin.take().unwrap().write_all(b"444443332226\n444443332226").unwrap();
    let output = program.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
}

#[test]
fn what_is_expected_is_compared() {
    let folder = Folder::new("solve-expected");
    let known = "XX.OO.... ; score 100\n.........; score +0\nXX.OO....\nXXXOO....; score -100\n";
    let file = folder.with("known.txt", known);
    let said = text(&["solve", "tic-tac-toe", "--file", &file]);
    assert_eq!(said.matches("as expected").count(), 4, "three rows and the last line: {said}");
    assert!(said.contains("4 of 4 positions solved, 3 as expected, 0 otherwise"), "{said}");
    let file = folder.with("known.txt", known.replace("+0", "win in 3"));
    let output = pleach(&["solve", "tic-tac-toe", "--file", &file]);
    assert_eq!(complaint(&output, 1), "one score is not as expected");
    assert!(String::from_utf8_lossy(&output.stdout).contains("DIFFERS: expected win in 3"));
    let output = pleach(&["solve", "tic-tac-toe", "--file", &file, "--json"]);
    complaint(&output, 1);
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"as_expected\":false"));
}

#[test]
fn the_first_endgame_of_the_collection_is_read() {
    // Solving it takes seconds in release mode; here one of its last positions must do.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/othello-ffo.txt");
    let results = values(&without_answer(&["solve", "othello", "--file", file, "--nodes", "20k", "--json"]));
    assert_eq!(results.len(), 5);
    assert!(results.iter().all(|result| result["expected"].is_i64() && result["solved"] == false));
    let position = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let line = ["--position", position, "--moves", "a2 b1 c1 pass b6 c7 a7 b7 b8"];
    let solved = json(&[&["solve", "othello"], &line[..]].concat());
    assert_eq!(solved["score"], -38);
}

#[test]
fn limits_are_told_and_nothing_is_claimed() {
    let solved = &values(&without_answer(&["solve", "connect-four", "--nodes", "5k", "--json"]))[0];
    assert_eq!((solved["solved"].as_bool(), &solved["score"]), (Some(false), &Value::Null));
    assert_eq!((&solved["bound"], solved["unsolved"]["stopped"].as_str()), (&Value::Null, Some("nodes")));
    assert!(solved["best"].is_string() && solved["unsolved"]["estimate"].is_i64());
    let said = without_answer(&["solve", "chess", "--time", "50ms"]);
    assert!(said.contains("not solved: the time was up") && said.contains("perhaps "), "{said}");
    let said = without_answer(&["solve", "tic-tac-toe", "--nodes", "1"]);
    assert!(said.contains("not solved: the node limit was reached"), "{said}");
    let output = pleach(&["solve", "tic-tac-toe", "--nodes", "1"]);
    assert_eq!(complaint(&output, 1), "not solved: the node limit was reached");
    let folder = Folder::new("solve-limits");
    let file = folder.with("positions.txt", ".........\nXX.OO....\n");
    let output = pleach(&["solve", "tic-tac-toe", "--file", &file, "--nodes", "1"]);
    assert_eq!(complaint(&output, 1), "2 positions are not solved");
}

#[test]
fn bad_input_is_one_clear_line_before_anything_is_solved() {
    let folder = Folder::new("solve-bad");
    let good = folder.with("good.txt", ".........\n");
    let bad = folder.with("bad.txt", "# list\n.........\n\nXXO; score 3\n");
    let results = folder.file("results.jsonl");
    let arguments = ["solve", "tic-tac-toe", "--file", &bad, "-o", &results];
    assert_eq!(failure(&arguments), format!("{bad}, line 4: 'XXO' has 3 squares instead of 9"));
    assert!(!std::path::Path::new(&results).exists(), "nothing is begun");
    let empty = folder.with("empty.txt", "# nothing\n");
    assert_eq!(
        failure(&["solve", "tic-tac-toe", "--file", &empty]),
        format!("{empty}: there is no position in it")
    );
    let missing = folder.file("missing.txt");
    assert!(
        failure(&["solve", "tic-tac-toe", "--file", &missing])
            .starts_with(&format!("{missing}: cannot be read"))
    );
    let foreign = folder.with("letter.txt", "Dear reader,\n");
    let message = failure(&["solve", "tic-tac-toe", "--file", &good, "-o", &foreign]);
    assert!(
        message.starts_with(&format!("{foreign}, line 1: no file of results of `pleach solve`")),
        "{message}"
    );
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "Dear reader,\n");
    let unended = folder.with("letter.txt", "Dear reader");
    failure(&["solve", "tic-tac-toe", "-o", &unended]);
    assert_eq!(std::fs::read_to_string(&unended).unwrap(), "Dear reader");
    failure(&["solve", "tic-tac-toe", "--file", &good, "--moves", "a1"]);
    failure(&["solve", "tic-tac-toe", "--file", &good, "--position", "........."]);
    failure(&["solve", "tic-tac-toe", "--nodes", "0"]);
    let tree = folder.with("trees.txt", "MAX[1, 2]\nMAX[x, 3]\n");
    let output = pleach(&["solve", "tree", "--file", &tree, "--threads", "1"]);
    let reason = "the value of node x is unknown, and the search asked for it";
    assert_eq!(complaint(&output, 2), format!("{tree}, line 2: {reason}"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("    1             2  2"), "the first is told");
}

fn start(file: &str, results: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_pleach"))
        .args(["solve", "connect-four", "--file", file, "-o", results, "--threads", "1", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// Waits until a file has this many lines.
fn wait_for_lines(file: &str, wanted: usize) {
    let started = Instant::now();
    while std::fs::read_to_string(file).map_or(0, |text| text.lines().count()) < wanted {
        assert!(started.elapsed() < Duration::from_secs(60), "there are no results");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let folder = Folder::new("solve-killed");
    let file = folder.with("positions.txt", POSITIONS);
    let results = folder.file("results.jsonl");
    let mut program = start(&file, &results);
    wait_for_lines(&results, 3);
    program.kill().unwrap();
    program.wait().unwrap();
    let kept = std::fs::read_to_string(&results).unwrap();
    std::fs::write(&results, format!("{kept}{{\"game\":\"connect-four\",\"posi")).unwrap();
    let resumed = lines(&["connect-four", "--file", &file, "-o", &results]);
    let undisturbed = lines(&["connect-four", "--file", &file, "-o", &folder.file("other.jsonl")]);
    assert_eq!(same(&resumed), same(&undisturbed));
    // What had been found is there as it was, the rest once each.
    let stored = std::fs::read_to_string(&results).unwrap();
    assert!(stored.starts_with(&kept) && stored.ends_with('\n'), "{stored}");
    assert_eq!(stored.lines().count(), 1 + 7);
    // Nothing is left to do: the times are those of the first runs.
    assert_eq!(lines(&["connect-four", "--file", &file, "-o", &results]), resumed);
    assert_eq!(std::fs::read_to_string(&results).unwrap(), stored);
    // An editor may have taken the last end of a line away.
    std::fs::write(&results, stored.trim_end()).unwrap();
    assert_eq!(lines(&["connect-four", "--file", &file, "-o", &results]), resumed);
    assert_eq!(std::fs::read_to_string(&results).unwrap(), stored);
}

#[test]
#[cfg(unix)]
fn what_is_done_is_kept_on_an_interrupt() {
    let folder = Folder::new("solve-interrupt");
    // The last one takes longer than anybody waits.
    let file = folder.with("positions.txt", "444443332235\n444443332226\n4\n");
    let results = folder.file("results.jsonl");
    let program = start(&file, &results);
    wait_for_lines(&results, 3);
    let killed = Command::new("kill").args(["-INT", &program.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = program.wait_with_output().unwrap();
    let message = complaint(&output, 130);
    assert!(message.starts_with("told to stop: 2 of 3 positions are done and kept in "), "{message}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
    assert_eq!(std::fs::read_to_string(&results).unwrap().lines().count(), 1 + 2);
}

#[test]
fn more_time_is_another_chance() {
    let folder = Folder::new("solve-budget");
    let results = folder.file("results.jsonl");
    let solve = |nodes: &str| {
        let position = ["--position", "444443332226", "-o", &results, "--nodes", nodes, "--json"];
        let output = pleach(&[&["solve", "connect-four"], &position[..]].concat());
        let solved: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
        assert_eq!(output.status.code(), Some(i32::from(solved["solved"] == false)));
        solved
    };
    let first = solve("1k");
    assert_eq!(first["solved"], false);
    assert_eq!(solve("1k"), first, "the same budget finds the same");
    assert_eq!(solve("10M")["solved"], true);
    assert_eq!(solve("1k")["solved"], true, "what is solved stays so");
    assert_eq!(std::fs::read_to_string(&results).unwrap().lines().count(), 1 + 2);
}

/// The exit code of Ctrl-C on a single position, and that nothing unfinished is kept.
#[test]
#[cfg(unix)]
fn an_interrupted_position_is_no_success() {
    let folder = Folder::new("solve-stop");
    let results = folder.file("results.jsonl");
    let program = Command::new(env!("CARGO_BIN_EXE_pleach"))
        .args(["solve", "connect-four", "-o", &results])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    wait_for_lines(&results, 1);
    // Its handler is there a moment after the file.
    std::thread::sleep(Duration::from_millis(500));
    let killed = Command::new("kill").args(["-INT", &program.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let message = complaint(&program.wait_with_output().unwrap(), 130);
    assert!(message.starts_with("told to stop before "), "{message}");
    assert_eq!(std::fs::read_to_string(&results).unwrap().lines().count(), 1);
}

/// Whatever byte of a result is changed, it is noticed: the position is solved again.
#[test]
fn damaged_results_are_told_and_solved_again() {
    let folder = Folder::new("solve-damaged");
    let file = folder.with("positions.txt", "444443332235\n444443332226\n");
    let results = folder.file("results.jsonl");
    let arguments = ["connect-four", "--file", &file, "-o", &results];
    let found = lines(&arguments);
    let stored = std::fs::read(&results).unwrap();
    let ends: Vec<usize> =
        (0..stored.len()).filter(|&place| stored[place] == b'\n').map(|place| place + 1).collect();
    assert_eq!(ends.len(), 3);
    // The score, and bytes all over the second line of the file.
    let second = String::from_utf8_lossy(&stored[ends[0]..ends[1]]).into_owned();
    let score = second.find("\"score\":").expect("a score") + "\"score\":".len();
    for place in (0..second.len() - 1).step_by(37).chain([score, second.len() - 4]) {
        let mut damaged = stored.clone();
        damaged[ends[0] + place] ^= 1;
        std::fs::write(&results, &damaged).unwrap();
        let output = pleach(&[&["solve"], &arguments[..], &["--json"]].concat());
        let told = complaint(&output, 0);
        assert!(told.starts_with(&format!("{results}, line 2: damaged")), "{told}");
        assert_eq!(same(&values(&String::from_utf8_lossy(&output.stdout))), same(&found));
        assert_eq!(std::fs::read_to_string(&results).map_or(0, |text| text.lines().count()), 4);
    }
    // What is damaged at the end is taken for a line that was not written to its end.
    std::fs::write(&results, &stored[..stored.len() - 3]).unwrap();
    assert_eq!(same(&lines(&arguments)), same(&found));
}

#[test]
fn a_file_of_results_belongs_to_a_game_and_an_algorithm() {
    let folder = Folder::new("solve-header");
    let results = folder.file("results.jsonl");
    json(&["solve", "tic-tac-toe", "-o", &results]);
    let message = failure(&["solve", "tic-tac-toe:symmetric=on", "-o", &results]);
    let expected = "holds results of game tic-tac-toe, not of tic-tac-toe:symmetric=on; give another file";
    assert_eq!(message, format!("{results}: {expected}"));
    assert!(
        failure(&["solve", "tic-tac-toe", "-a", "alpha-beta", "-o", &results])
            .contains("results of algorithm engine")
    );
    let stored = std::fs::read_to_string(&results).unwrap();
    let damaged = folder.with("damaged.jsonl", stored.replacen("tic-tac-toe", "tic-tac-tof", 1));
    assert!(
        failure(&["solve", "tic-tac-toe", "-o", &damaged])
            .starts_with(&format!("{damaged}, line 1: damaged"))
    );
    assert!(failure(&["solve", "tic-tac-toe", "-o", "/dev/null"]).contains("need a file of their own"));
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let folder = Folder::new("solve-lock");
    let results = folder.with("results.jsonl", "");
    let file = std::fs::File::open(&results).unwrap();
    file.lock().unwrap();
    let message = failure(&["solve", "tic-tac-toe", "-o", &results]);
    assert_eq!(message, format!("{results}: another run is writing to it"));
}
