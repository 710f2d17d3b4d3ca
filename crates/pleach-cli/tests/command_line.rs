//! The program from outside: what other programs and people rely on.

mod program;

use program::{Folder, complaint, failure, json, pleach, text};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn search_answers_with_all_its_fields() {
    let answer = json(&["search", "tic-tac-toe", "--algorithm", "alpha-beta", "--depth", "5"]);
    let keys = [
        "game",
        "position",
        "algorithm",
        "prune",
        "best",
        "score",
        "bound",
        "pv",
        "depth",
        "nodes",
        "leaves",
        "tests",
        "table_hits",
        "cuts",
        "seconds",
    ];
    for key in keys {
        assert!(answer.get(key).is_some(), "{key} is missing in {answer}");
    }
    assert_eq!((answer["score"].as_i64(), answer["bound"].as_str()), (Some(3), Some("exact")));
    for kind in ["alpha", "beta", "deep_alpha", "deep_beta", "direct"] {
        assert!(answer["cuts"][kind].is_u64(), "{kind} is missing in {answer}");
    }
}

#[test]
fn trees_are_scored_in_the_view_of_max() {
    let score = |tree: &str| json(&["search", "tree", "--position", tree, "--depth", "9"])["score"].clone();
    assert_eq!(score("MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]"), 5);
    assert_eq!(score("MIN[5, MAX[3, 8]]"), 5);
    assert_eq!(score("MIN[-5, 3]"), -5);
}

#[test]
fn windows_are_those_of_the_scores_shown() {
    let search = |window: &str| {
        json(&["search", "tree", "--position", "MIN[5, MAX[3, 8]]", "--depth", "2", "--window", window])
    };
    let answer = search("6,9");
    assert_eq!((answer["score"].as_i64(), answer["bound"].as_str()), (Some(5), Some("upper")));
    let answer = search("-inf,4");
    assert_eq!((answer["score"].as_i64(), answer["bound"].as_str()), (Some(5), Some("lower")));
    assert_eq!(answer["best"], Value::Null);
}

#[test]
fn positions_come_from_files_and_standard_input() {
    let folder = Folder::new("command-line");
    let file = folder.with("tree.json", r#"{"player": "max", "children": [{"value": 4}, {"value": 6}]}"#);
    let position = format!("@{file}");
    let answer = json(&["search", "tree", "--position", &position, "--depth", "1"]);
    assert_eq!((answer["score"].as_i64(), answer["best"].as_str()), (Some(6), Some("2")));

    std::fs::write(&file, [0xff, 0xfe]).unwrap();
    let message = failure(&["search", "tree", "--position", &position, "--depth", "1"]);
    assert!(message.ends_with("no text: byte 1 is not UTF-8"), "{message}");

    let mut child = Command::new(env!("CARGO_BIN_EXE_pleach"))
        .args(["search", "tree", "--position", "@-", "--depth", "1", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"MAX[1, 2]").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap()["score"], 2);
}

#[test]
fn moves_are_played_before_the_search() {
    let answer = json(&["search", "tic-tac-toe", "--moves", "b2 a1 C1", "--depth", "6"]);
    assert_eq!(answer["position"], "O.X.X....");
}

#[test]
fn the_seed_makes_the_tree_and_chooses_among_equals() {
    let tree = |seed: &str| {
        json(&["search", "random-tree:b=3,d=5", "--depth", "5", "--seed", seed])["score"].clone()
    };
    assert_eq!(tree("7"), tree("7"));
    assert_ne!(tree("7"), tree("8"));
    let answer = json(&["search", "tree", "--position", "MAX[5, 3, 5]", "--depth", "1", "--all-best"]);
    assert_eq!(answer["equally_good"], serde_json::json!(["1", "3"]));
    let chosen = |seed: &str| {
        json(&["search", "tree", "--position", "MAX[5, 3, 5]", "--depth", "1", "--all-best", "--seed", seed])
            ["best"]
            .clone()
    };
    let choices: std::collections::HashSet<String> =
        (0..20).map(|seed| chosen(&seed.to_string()).to_string()).collect();
    assert_eq!(choices.len(), 2);
}

#[test]
fn limits_by_nodes_and_time_answer_with_the_last_finished_depth() {
    let game = "random-tree:b=10,d=20,leaves=newborn";
    let answer = json(&["search", game, "--nodes", "5k"]);
    assert_eq!((answer["nodes"].as_u64(), answer["stopped"].as_str()), (Some(5_000), Some("nodes")));
    let answer = json(&["search", game, "--time", "50ms"]);
    assert_eq!(answer["stopped"], "time");
    assert!(answer["best"].is_string());
}

#[test]
fn a_finished_game_has_a_value_and_no_move() {
    let answer = json(&["search", "tic-tac-toe", "--position", "XXXOO....", "--depth", "3"]);
    assert_eq!((answer["score"].as_i64(), &answer["best"]), (Some(-100), &Value::Null));
    assert!(
        text(&["search", "tic-tac-toe", "--position", "XXXOO....", "--depth", "3"])
            .contains("the game is over")
    );
}

#[test]
fn perft_counts_and_divides() {
    let counted = json(&["perft", "tic-tac-toe", "5", "--divide"]);
    assert_eq!(counted["leaves"], 15_120);
    assert_eq!(counted["divide"].as_array().map(Vec::len), Some(9));
    assert_eq!(json(&["perft", "tic-tac-toe", "0"])["leaves"], 1);
    assert_eq!(json(&["perft", "tic-tac-toe", "3", "--threads", "1"])["leaves"], 504);
    // Othello's published numbers count the 228 games that are over after nine moves.
    assert_eq!(json(&["perft", "othello", "10"])["leaves"], 24_571_284);
}

#[test]
fn lists_have_a_line_each() {
    for command in ["games", "algorithms"] {
        let lines = text(&[command, "--json"]);
        assert!(lines.lines().count() >= 3);
        for line in lines.lines() {
            let entry: Value = serde_json::from_str(line).unwrap();
            assert!(entry["name"].is_string() && entry["about"].is_string());
        }
    }
}

#[test]
fn lines_of_play_are_shown_with_their_scores() {
    let tree = ["search", "tree", "--position", "MAX[5, MIN[3, 8], MIN[17, 12]]", "--depth", "2", "--lines"];
    for algorithm in ["engine", "alpha-beta", "mtdf"] {
        let answer = json(&[&tree[..], &["9", "--algorithm", algorithm]].concat());
        let lines = answer["lines"].as_array().expect("there are lines");
        let scores: Vec<i64> = lines.iter().filter_map(|line| line["score"].as_i64()).collect();
        assert_eq!(scores, [12, 5, 3], "{algorithm}");
        assert_eq!(lines[0]["pv"], serde_json::json!(["3", "2"]), "{algorithm}");
    }
    assert!(text(&[&tree[..], &["2"]].concat()).contains("\nlines        12  3 2\n              5  1\n"));
    assert!(json(&[&tree[..], &["1"]].concat()).get("lines").is_none());
    assert!(failure(&[&tree[..], &["0"]].concat()).contains("expected a whole number from 1"));
}

#[test]
fn the_engine_tells_how_good_its_order_was() {
    let said = text(&["search", "othello", "--depth", "8"]);
    assert!(said.contains("\nfirst move ") && said.contains(" % of the cuts\n"), "{said}");
    assert!(said.contains("\ntable hits "), "{said}");
    let said = text(&["search", "othello", "--depth", "3", "--algorithm", "alpha-beta"]);
    assert!(!said.contains("first move"), "the textbook does not count it: {said}");
}

#[test]
fn the_bench_is_deterministic() {
    // The whole set takes ten seconds in release mode, and too long without.
    let bench = |hash: &str| {
        let mut bench = json(&["bench", "tic-tac-toe", "tree", "random-tree", "--hash", hash]);
        for searched in bench["searches"].as_array_mut().unwrap() {
            searched.as_object_mut().unwrap().remove("seconds");
        }
        bench.as_object_mut().unwrap().remove("seconds");
        bench
    };
    let first = bench("256");
    assert_eq!(first, bench("1"), "neither the time nor the memory changes anything");
    let sum = |kind: &str| -> u64 {
        first["games"].as_array().unwrap().iter().filter_map(|game| game[kind].as_u64()).sum()
    };
    for kind in ["engine", "textbook", "nodes"] {
        assert_eq!(first[kind].as_u64(), Some(sum(kind)), "{kind}");
    }
    assert_eq!(sum("engine") + sum("textbook"), sum("nodes"));
    let said = text(&["bench", "tree"]);
    assert!(said.lines().last().is_some_and(|line| line.starts_with("Part of the bench (tree): ")), "{said}");
    assert!(failure(&["bench", "tre"]).starts_with("unknown game 'tre' (did you mean 'tree'?)"));
}

/// Whatever a program has registered, and the built-in games with options.
#[test]
fn the_bench_takes_any_game() {
    let bench = json(&["bench", "random-tree:b=3,d=5,seed=2"]);
    let searches = bench["searches"].as_array().unwrap();
    assert!(
        searches.len() > 5 && searches.iter().all(|search| search["nodes"].as_u64() > Some(0)),
        "{bench}"
    );
    assert!(searches.iter().all(|search| search["depth"].as_u64() >= Some(5)), "{bench}");
    assert_eq!(bench["games"][0]["name"], "random-tree:b=3,d=5,seed=2");
    assert!(failure(&["bench", "random-tree:c=3"]).contains("unknown option 'c'"));
}

#[test]
fn traces_come_in_every_format() {
    let trace = |format: &str| text(&["trace", "tree", "--depth", "9", "--format", format]);
    assert!(trace("table").contains("deep alpha cut"));
    let data: Value = serde_json::from_str(&trace("json")).unwrap();
    assert_eq!((data["value"].as_i64(), data["visits"].as_u64()), (Some(5), Some(8)));
    assert!(trace("svg").starts_with("<svg"));
    assert!(trace("html").starts_with("<!doctype html>"));
}

#[test]
fn forward_pruning_is_shown_in_answers_and_traces() {
    let rule = "probcut:d=2,s=1,a=1,b=0,sigma=10,t=1.5";
    let tree = format!("@{}/../../testdata/tong-appendix-a-tree.json", env!("CARGO_MANIFEST_DIR"));
    let position = ["tree", "--position", &tree, "--depth", "4", "--prune", rule];
    for algorithm in ["alpha-beta", "negascout"] {
        let answer = json(&[&["search", "--algorithm", algorithm], &position[..]].concat());
        assert_eq!((&answer["prune"], &answer["score"]), (&rule.into(), &35.into()), "{algorithm}");
        assert!(answer["tests"].as_u64() > Some(0), "{algorithm}");
    }
    let newborn = ["search", "random-tree:b=4,d=6,leaves=newborn", "--depth", "6", "--algorithm", "mtdf"];
    let answer = json(&[&newborn[..], &["--prune", "gpc:pairs=4-2/2-0,sigma=9,t=1+razoring"]].concat());
    assert_eq!(answer["prune"], "gmpc:pairs=2-0/4-2,a=1,b=0,sigma=9,t=1+razoring");
    let said = text(&[&["search", "--algorithm", "alpha-beta"], &position[..]].concat());
    assert!(said.contains(&format!("\nsearch     alpha-beta with {rule} to depth 4\n")), "{said}");
    let trace = |format: &str| text(&[&["trace", "--format", format], &position[..]].concat());
    assert!(trace("table").contains("\n29  j       -inf      12    12  ProbCut cut-off: 50 >= 27\n"));
    let data: Value = serde_json::from_str(&trace("json")).unwrap();
    let steps = data["steps"].as_array().unwrap();
    let forecast = steps.iter().find(|step| step["step"] == "forecast").expect("j is not searched");
    assert_eq!((&forecast["cause"], &forecast["shallow"]), (&"probcut".into(), &50.into()));
    assert_eq!((&forecast["threshold"], &forecast["g"]), (&27.into(), &12.into()));
    assert!(trace("svg").contains(">50 ≥ 27</text>"));
    let page = trace("html");
    assert!(page.starts_with("<!doctype html>") && page.contains("tree by alpha-beta with probcut"));
}

#[test]
fn bad_input_is_one_clear_line() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["search", "tic-tac-to", "--depth", "3"],
            "unknown game 'tic-tac-to' (did you mean 'tic-tac-toe'?)",
        ),
        (
            &["search", "tic-tac-toe", "--algorithm", "alfa-beta", "--depth", "3"],
            "unknown algorithm 'alfa-beta' (did you mean 'alpha-beta'?)",
        ),
        (
            &["search", "tic-tac-toe:symetric=on", "--depth", "3"],
            "tic-tac-toe: unknown option 'symetric' (did you mean 'symmetric'?)",
        ),
        (
            &["search", "tic-tac-toe", "--depth", "0"],
            "invalid value '0' for '--depth <N>': expected a whole number from 1 to 4294967295",
        ),
        (
            &["search", "tic-tac-toe", "--depth", "-1"],
            "invalid value '-1' for '--depth <N>': expected a whole number from 1 to 4294967295",
        ),
        (
            &["search", "tic-tac-toe", "--time", "-5s"],
            "invalid value '-5s' for '--time <T>': expected a time above zero such as 500ms, 2s or 1m",
        ),
        (&["search", "tic-tac-toe"], "search needs an end: give --depth N, --time T or --nodes N"),
        (
            &["search", "tic-tac-toe", "--position", "XXO", "--depth", "3"],
            "--position: 'XXO' has 3 squares instead of 9",
        ),
        (
            &["search", "tree", "--position", "MAX[5, MIN[3,", "--depth", "3"],
            "--position: character 14: expected MAX[...], MIN[...] or a value, found the end of the text",
        ),
        (
            &["search", "tree", "--position", "@no-such-file", "--depth", "3"],
            "no-such-file: cannot be read: No such file or directory (os error 2)",
        ),
        (
            &["search", "tree", "--position", "{\"children\": [{\"value\": 1.5}]}", "--depth", "3"],
            "--position: line 1, column 27: invalid type: floating point `1.5`, expected i64",
        ),
        (
            &["search", "tree", "--position", "MAX[x, 3]", "--depth", "3"],
            "the value of node x is unknown, and the search asked for it",
        ),
        (
            &["search", "tic-tac-toe", "--depth", "3", "--window", "5,5"],
            "invalid value '5,5' for '--window <A,B>': alpha 5 must be less than beta 5",
        ),
        (
            &["search", "tic-tac-toe", "--moves", "a1 a1", "--depth", "3"],
            "--moves, move 2: 'a1' is not a legal move here (available: b1, c1, a2, b2, c2, a3, b3, c3)",
        ),
        (
            &["search", "random-tree:b=0", "--depth", "3"],
            "random-tree: b=0: expected numbers from 1 to 20000: 5, 2/5/3 or 2-6",
        ),
        (
            &["search", "random-tree:p=0.5", "--depth", "3"],
            "random-tree: the option 'p' goes with leaves=win-loss",
        ),
        (
            &["search", "tic-tac-toe", "--prune", "probcutt", "--depth", "3"],
            "unknown pruning method 'probcutt' (did you mean 'probcut'?)",
        ),
        (
            &["search", "tic-tac-toe", "--algorithm", "alpha-beta", "--prune", "null-move", "--depth", "3"],
            "null-move is a method of the engine alone: use --algorithm engine",
        ),
        (
            &["search", "connect-four", "--algorithm", "alpha-beta", "--prune", "focus", "--depth", "3"],
            "focus needs a focus network, which this game does not have",
        ),
        (
            &["search", "othello", "--prune", "focus", "--depth", "3"],
            "focus: the engine has no such method; use alpha-beta, negascout or mtdf",
        ),
        (
            &["tune", "connect-four", "--method", "focus", "--depth", "2", "-o", "none.toml"],
            "connect-four: it has no focus network to breed",
        ),
        (
            &["search", "tic-tac-toe", "--algorithm", "minimax", "--prune", "razoring", "--depth", "3"],
            "minimax cannot be pruned forward; use alpha-beta, negascout or mtdf",
        ),
        (
            &[
                "trace",
                "tree",
                "--algorithm",
                "alpha-beta:form=min-max",
                "--prune",
                "razoring",
                "--depth",
                "3",
            ],
            "alpha-beta:form=min-max cannot be pruned forward; use alpha-beta, negascout or mtdf",
        ),
        (
            &[
                "search",
                "othello",
                "--depth",
                "3",
                "--prune",
                "gpc:d=2,s=0,sigma=1,t=1+fgpc:d=2,s=0,sigma=1,t=1",
            ],
            "fgpc: the engine follows one method of this kind at a time",
        ),
        (
            &[
                "search",
                "tic-tac-toe",
                "--algorithm",
                "mtdf",
                "--prune",
                "gpc:d=2,s=1,sigma=-1,t=1",
                "--depth",
                "3",
            ],
            "gpc: sigma = -1: the standard deviation must be a number, 0 or more",
        ),
        (
            &[
                "search",
                "tic-tac-toe",
                "--algorithm",
                "mtdf",
                "--prune",
                "gpc:d=2,s=1,sigma=1,t=nan",
                "--depth",
                "3",
            ],
            "gpc: t = NaN: the standard deviations to spare must be a number, 0 or more (inf: never cut)",
        ),
        (
            &["search", "random-tree:b=1,d=500000", "--depth", "4000000000"],
            "a line of play is longer than 500000 plies; limit the depth to that",
        ),
        (
            &["trace", "random-tree:b=9,d=9", "--depth", "9", "--steps", "100"],
            "the search takes more than 100 steps; lower the depth, or raise the limit of the trace",
        ),
        (
            &["perft", "tic-tac-toe", "many"],
            "invalid value 'many' for '<DEPTH>': invalid digit found in string",
        ),
        (
            &["perf", "tic-tac-toe"],
            "unrecognized subcommand 'perf' tip: some similar subcommands exist: 'verify', 'perft'",
        ),
    ];
    for (arguments, message) in cases {
        assert_eq!(failure(arguments), *message, "{arguments:?}");
    }
}

#[test]
fn a_search_without_an_answer_is_no_success() {
    let output = pleach(&["search", "tic-tac-toe", "--nodes", "1"]);
    assert_eq!(complaint(&output, 1), "stopped before depth 1 was finished: the node limit was reached");
}

#[test]
fn huge_files_are_refused_before_they_are_read() {
    let file = std::env::temp_dir().join(format!("pleach-huge-{}", std::process::id()));
    std::fs::File::create(&file).unwrap().set_len(65 << 20).unwrap();
    let message = failure(&["search", "tree", "--position", &format!("@{}", file.display()), "--depth", "3"]);
    std::fs::remove_file(&file).unwrap();
    assert!(message.ends_with("more than 64 MiB: too large for a position"), "{message}");
}

#[test]
fn a_guess_that_nothing_rests_on_is_not_asked_of_the_tree() {
    for algorithm in ["aspiration", "mtdf", "negascout"] {
        let arguments =
            ["search", "tree", "--position", "MAX[5, MIN[3, 8]]", "--depth", "9", "--algorithm", algorithm];
        assert_eq!(json(&arguments)["score"], 5, "{algorithm}");
    }
    let message = failure(&[
        "search",
        "tree",
        "--position",
        "MAX[5, m: MIN[3, 8]]",
        "--depth",
        "9",
        "--algorithm",
        "zhang-cui",
    ]);
    assert_eq!(message, "the value of node m is unknown, and the search asked for it");
}

#[test]
fn deep_trees_are_searched() {
    let depth = 20_000;
    let chain = "MAX[MIN[".repeat(depth / 2) + "7" + &"]]".repeat(depth / 2);
    assert_eq!(json(&["search", "tree", "--position", &chain, "--depth", "30000"])["score"], 7);
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let readme = include_str!("../../../README.md");
    let trace = text(&["trace", "tree", "--position", "MAX[5, MIN[3, 8]]", "--depth", "2"]);
    assert!(readme.contains(&trace), "the readme shows another trace than\n{trace}");
}

#[test]
fn help_teaches() {
    let searching =
        ["", "serve", "search", "solve", "trace", "perft", "check", "play", "uci", "gtp", "bench"];
    let laboratory = ["match", "tournament", "tune", "calibrate", "verify", "race", "reproduce", "lab"];
    for command in searching.into_iter().chain(laboratory).chain(["games", "algorithms"]) {
        let arguments: Vec<&str> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let name = if command.is_empty() { "help".to_owned() } else { format!("help_{command}") };
        insta::assert_snapshot!(name, text(&arguments));
    }
    assert!(text(&["--version"]).starts_with("pleach "));
}
