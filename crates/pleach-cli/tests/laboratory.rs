//! Matches, tuning and the store from outside.

mod program;

use program::{Folder, complaint, failure, json, pleach, text};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;

/// What a run has found, as JSON, a row a line.
fn rows(lab: &str, run: i64) -> Vec<Value> {
    let text = text(&["lab", "export", &run.to_string(), "--lab", lab]);
    text.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

#[test]
fn a_match_tells_its_score_and_keeps_its_games() {
    let folder = Folder::new("match");
    let (lab, games) = (folder.file("lab.sqlite"), folder.file("games.sgf"));
    let players = ["engine:nodes=100,name=strong", "engine:depth=1,name=weak"];
    let options = ["--games", "20", "--lab", &lab, "-o", &games];
    let arguments = [&["match", "othello"], &players[..], &options].concat();
    let result = json(&arguments);
    assert_eq!(result["games"], 20);
    let counts = ["wins", "draws", "losses"].map(|name| result[name].as_u64().expect("a count"));
    assert_eq!(counts.iter().sum::<u64>(), 20);
    assert!(result["score"].as_f64() > Some(0.5), "{result}");
    assert!(result["elo_low"].as_f64() < result["elo"].as_f64(), "{result}");
    assert_eq!(result["complete"], true);
    // The same once more: nothing is played again.
    assert_eq!(json(&arguments), result);
    assert_eq!(rows(&lab, 1).len(), 20);
    let record = std::fs::read_to_string(&games).expect("the games are written");
    assert_eq!(record.matches("(;FF[4]").count(), 20);
    assert!(record.contains("PB[strong]PW[weak]") && record.contains("PB[weak]PW[strong]"));
    let shown = text(&arguments);
    for words in ["strong  against  weak", "95 % interval", "by the rules", "run 1 in "] {
        assert!(shown.contains(words), "{shown}");
    }
}

#[test]
fn chess_is_kept_as_pgn() {
    let folder = Folder::new("pgn");
    let (lab, games) = (folder.file("lab.sqlite"), folder.file("games.pgn"));
    let openings =
        folder.with("openings.txt", "# two\ne2e4 c7c5\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ; a pawn\n");
    let limits = ["--nodes", "30", "--max-plies", "12", "--games", "4"];
    let files = ["--openings", &openings, "--lab", &lab, "-o", &games];
    text(&[&["match", "chess", "engine", "engine:eval=material"], &limits[..], &files].concat());
    let record = std::fs::read_to_string(&games).expect("the games are written");
    assert!(record.contains("\n\n1. e4 c5 2. "), "{record}");
    assert!(record.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]"), "{record}");
    assert!(record.contains("[Termination \"adjudication\"]"), "{record}");
    assert_eq!(
        text(&["lab", "export", "1", "--format", "games", "--lab", &lab]).matches("[White ").count(),
        4
    );
}

/// Killed at any moment, again and again, a match ends with the games of an undisturbed one.
#[cfg(unix)]
#[test]
fn a_killed_match_goes_on_where_it_was() {
    let folder = Folder::new("killed");
    let (lab, calm) = (folder.file("lab.sqlite"), folder.file("calm.sqlite"));
    let players = ["engine:nodes=400", "engine:nodes=100"];
    let arguments = |lab: &str| {
        let all = [&["match", "othello"], &players[..], &["--games", "120", "--seed", "5", "--lab", lab]];
        all.concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut kills = 0;
    for milliseconds in (20..).step_by(35) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_pleach"));
        let program = program.args(arguments(&lab)).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = program.spawn().expect("the program runs");
        std::thread::sleep(Duration::from_millis(milliseconds));
        if child.try_wait().expect("it can be asked").is_some() {
            break;
        }
        // SIGKILL, which nobody can handle.
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
    }
    assert!(kills >= 2, "it was too fast to be killed more than {kills} times");
    let as_text = |lab: &str| arguments(lab);
    let shown = |lab: &str| json(&as_text(lab).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(shown(&lab), shown(&calm));
    assert_eq!(rows(&lab, 1), rows(&calm, 1));
}

/// Ctrl-C is told by the exit code, and what is done is kept.
#[cfg(unix)]
#[test]
fn an_interrupted_command_is_no_success() {
    let folder = Folder::new("interrupted");
    let weights = folder.file("weights.toml");
    let (games, players) = (["--games", "1000000"], ["engine:nodes=200", "engine:nodes=201"]);
    let tune = ["tune", "othello:eval=classic,unit=hundredth", "--depth", "2", "-o", &weights];
    let commands: [&[&str]; 4] = [
        &[&["match", "othello"], &players[..], &games].concat(),
        &[&["tournament", "othello"], &players[..], &games].concat(),
        &[&tune[..], &games].concat(),
        // When its position is drawn, there is a search without an end.
        &["race", "othello", "--depth", "20", "--positions", "1", "--algorithms", "minimax"],
    ];
    for command in commands {
        let lab = folder.file(&format!("{}.sqlite", command[0]));
        let child = Command::new(env!("CARGO_BIN_EXE_pleach"))
            .args([command, &["--lab", &lab]].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let shards = || match std::path::Path::new(&lab).exists() {
            true => pleach(&["lab", "ls", "--json", "--lab", &lab]).stdout,
            false => Vec::new(),
        };
        let begun = (0..600).any(|_| {
            std::thread::sleep(Duration::from_millis(100));
            let runs = String::from_utf8_lossy(&shards()).into_owned();
            let done =
                |line| serde_json::from_str::<Value>(line).is_ok_and(|run| run["shards"].as_u64() > Some(0));
            runs.lines().any(done)
        });
        assert!(begun, "{command:?} has kept nothing");
        let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(told.success());
        let output = child.wait_with_output().expect("it ends");
        assert!(complaint(&output, 130).starts_with("interrupted: what is done is kept"), "{command:?}");
    }
}

#[test]
fn a_tournament_shows_a_table() {
    let folder = Folder::new("tournament");
    let lab = folder.file("lab.sqlite");
    let players = ["engine:depth=1", "engine:depth=2", "engine:depth=3"];
    let arguments =
        [&["tournament", "connect-four"], &players[..], &["--games", "8", "--lab", &lab]].concat();
    let result = json(&arguments);
    let ratings = result["ratings"].as_array().expect("a list");
    assert_eq!(ratings.len(), 3);
    let elos: Vec<f64> = ratings.iter().filter_map(|rating| rating["elo"].as_f64()).collect();
    assert!(elos.is_sorted_by(|one, two| one >= two) && elos.iter().sum::<f64>().abs() < 1e-6, "{elos:?}");
    let table = text(&arguments);
    assert_eq!(table.lines().count(), 4, "{table}");
    assert_eq!(text(&["lab", "ls", "--lab", &lab]).lines().count(), 4);
}

#[test]
fn tuning_writes_weights_and_proves_them() {
    let folder = Folder::new("tune");
    let (lab, start) = (folder.file("lab.sqlite"), folder.file("start.toml"));
    let (output, tuned) = (folder.file("tuned.toml"), folder.file("again.toml"));
    let zeros = "evaluator = \"othello/discs-corners\"\nversion = 1\n[weights]\n\
        disc = [0, 0, 0, 0, 0]\ncorner = [0, 0, 0, 0, 0]\n";
    std::fs::write(&start, zeros).expect("it can be written");
    let arguments = |output: &str| {
        let game = ["tune", "othello:eval=discs-corners,unit=hundredth", "--weights", &start];
        let plan =
            ["--method", "temporal", "--games", "200", "--depth", "1", "--prove", "200", "--rate", "1"];
        let place = ["--output", output, "--lab", &lab, "--json"];
        [&game[..], &plan, &place].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run = |output: &str| pleach(&arguments(output).iter().map(String::as_str).collect::<Vec<_>>());
    let first = run(&output);
    let result: Value = serde_json::from_slice(&first.stdout).expect("JSON");
    // Whether it is proved or not, the exit code says the same.
    assert_eq!(first.status.code(), Some(i32::from(result["proved"] == false)), "{result}");
    assert_eq!((result["version"].as_u64(), result["games"].as_u64()), (Some(2), Some(200)));
    run(&tuned);
    let read = |file: &str| std::fs::read_to_string(file).expect("the weights are written");
    assert_eq!(read(&output), read(&tuned));
    assert!(read(&output).contains("version = 2"));
    let player = format!("engine:eval=discs-corners,weights={output},depth=1");
    json(&["match", "othello", &player, "engine:depth=1", "--games", "2", "--lab", &lab]);
}

#[test]
fn the_store_can_be_looked_into() {
    let folder = Folder::new("lab");
    let lab = folder.file("lab.sqlite");
    json(&["match", "tic-tac-toe", "engine:depth=1", "engine:depth=2", "--games", "4", "--lab", &lab]);
    let runs = json(&["lab", "ls", "--lab", &lab]);
    assert_eq!((runs["kind"].as_str(), runs["shards"].as_u64()), (Some("match"), Some(2)));
    assert!(text(&["lab", "ls", "--lab", &lab]).contains("tic-tac-toe"));
    let shown = text(&["lab", "show", "1", "--lab", &lab]);
    assert!(shown.contains("result: score") && shown.contains("definition: players"), "{shown}");
    let csv = text(&["lab", "export", "1", "--format", "csv", "--lab", &lab]);
    assert!(csv.starts_with("shard,first,second,opening,moves,result"), "{csv}");
    assert_eq!(csv.lines().count(), 5);
    assert_eq!(text(&["lab", "rm", "1", "--lab", &lab]), "");
    assert!(text(&["lab", "ls", "--lab", &lab]).starts_with("There are no runs yet."));
}

#[test]
fn bad_input_gets_one_line() {
    let folder = Folder::new("bad-lab");
    let (lab, diary) = (folder.file("lab.sqlite"), folder.with("diary", "dear diary\n".repeat(100)));
    let fails = |arguments: &[&str]| failure(&[arguments, &["--lab", &lab]].concat());
    assert!(fails(&["match", "othello", "motor", "engine"]).contains("unknown algorithm 'motor'"));
    assert!(fails(&["match", "othello", "engine:weights=none.toml", "engine"]).contains("weights=none.toml"));
    assert!(fails(&["match", "othello", "engine", "gtp:/no/program"]).contains("cannot be started"));
    assert!(fails(&["match", "othello", "engine", "engine", "--sprt", "5,5"]).contains("must be less than"));
    assert!(fails(&["match", "othello", "engine", "engine", "--resign", "5"]).contains("2 whole numbers"));
    assert!(fails(&["match", "othello", "engine"]).contains("<B>"));
    assert!(fails(&["tournament", "othello", "engine"]).contains("2"));
    assert!(fails(&["tune", "tic-tac-toe", "-o", "x"]).contains("no weights to tune"));
    assert!(fails(&["tune", "othello", "--range", "8,0", "-o", "x"]).contains("least and the greatest"));
    let nothing = folder.file("nothing");
    assert!(failure(&["lab", "ls", "--lab", &nothing]).contains("there is no such laboratory"));
    assert!(failure(&["lab", "ls", "--lab", &diary]).contains("not a laboratory of Pleach"));
    let wrong = folder.with("wrong.txt", "f5 f5\n");
    assert!(fails_with_openings(&wrong, &lab).contains("there is no opening in it"));
    json(&["match", "tic-tac-toe", "engine:depth=1", "engine:depth=1", "--games", "2", "--lab", &lab]);
    assert!(fails(&["lab", "show", "9"]).contains("there is no run 9"));
}

/// The last line of the complaint about openings of which none is one.
fn fails_with_openings(file: &str, lab: &str) -> String {
    let output = pleach(&["match", "othello", "engine", "engine", "--openings", file, "--lab", lab]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("line 1: no opening: 'f5' is not a legal move here"), "{error}");
    error
}

#[test]
fn illegal_openings_are_left_out() {
    let folder = Folder::new("openings");
    let lab = folder.file("lab.sqlite");
    let openings = folder.with("openings.txt", "f5 d6\nf5 f5\nnonsense\nf5 f6\n");
    let players = ["engine:depth=1", "engine:depth=2"];
    let options = ["--games", "4", "--openings", &openings, "--lab", &lab, "--json"];
    let output = pleach(&[&["match", "othello"], &players[..], &options].concat());
    assert!(output.status.success());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("line 2: ") && error.contains("line 3: "), "{error}");
    assert_eq!(error.lines().count(), 2, "{error}");
}

#[cfg(unix)]
#[test]
fn two_processes_do_not_work_on_one_run() {
    let folder = Folder::new("two");
    let lab = folder.file("lab.sqlite");
    let arguments =
        ["match", "othello", "engine:nodes=20000", "engine:nodes=20001", "--games", "400", "--lab", &lab];
    let mut program = Command::new(env!("CARGO_BIN_EXE_pleach"));
    let mut first =
        program.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    let waits = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        std::path::Path::new(&folder.file("lab.sqlite-run-1.lock")).exists()
    });
    assert!(waits, "the first has begun");
    let second = pleach(&arguments);
    first.kill().and(first.wait()).expect("it ends");
    assert!(complaint(&second, 2).contains("run 1 is being worked on by another process"));
}
