//! Searches over uncertain values, from outside.

mod program;

use program::{Folder, failure, json, text};
use serde_json::Value;

const ALGORITHMS: [&str; 6] = ["p-ab", "r-ab", "informed", "b-star", "pb-star", "conspiracy"];

fn mass(distribution: &Value) -> f64 {
    distribution.as_array().unwrap().iter().map(|pair| pair[1].as_f64().unwrap()).sum()
}

#[test]
fn every_game_can_be_searched() {
    let games = [
        "tic-tac-toe",
        "connect-four",
        "othello",
        "chinese-checkers",
        "chess",
        "random-tree:b=5,d=9,leaves=newborn",
    ];
    for game in games {
        for algorithm in ALGORITHMS {
            let answer = json(&["search", game, "--algorithm", algorithm, "--nodes", "500"]);
            assert!(answer["best"].is_string(), "{game} by {algorithm}: {answer}");
            let judgement = &answer["judgement"];
            let moves = judgement["moves"].as_array().unwrap();
            assert_eq!(moves[0]["move"], answer["best"], "{game} by {algorithm}");
            let line = answer["pv"].as_array().unwrap();
            assert_eq!(line[0], answer["best"], "{game} by {algorithm}");
            // The moves of the random tree are told apart without a look beyond them.
            let is_best_first = ["b-star", "pb-star", "conspiracy"].contains(&algorithm);
            let grows = is_best_first && !game.starts_with("random");
            assert!(line.len() > 1 || !grows, "{game} by {algorithm}: {line:?}");
            for value in moves.iter().chain([&judgement["value"]]) {
                assert!(value["low"].as_i64() <= value["high"].as_i64(), "{game} by {algorithm}: {value}");
                if value.get("distribution").is_some() {
                    assert!((mass(&value["distribution"]) - 1.0).abs() < 1e-6, "{game} by {algorithm}");
                }
            }
        }
    }
}

#[test]
fn trees_are_judged_in_the_view_of_max() {
    for algorithm in ALGORITHMS {
        let tree = "MIN(3)[A: MAX(8)[5, 9], B: MAX(7)[2, 7], C: MAX(3)[3, 3]]";
        let answer = json(&["search", "tree", "--position", tree, "--algorithm", algorithm, "--depth", "9"]);
        assert_eq!(answer["best"], "3", "{algorithm}");
        if ["p-ab", "r-ab", "informed"].contains(&algorithm) {
            assert_eq!(answer["score"], 3, "{algorithm}");
        }
    }
}

#[test]
fn distributions_are_drawn() {
    let shown = text(&["search", "othello", "--moves", "f5 d6", "--algorithm", "p-ab", "--depth", "2"]);
    for expected in ["verdict", "best with", "expected", " %  ####", "▁"] {
        assert!(shown.contains(expected), "{expected} is missing in\n{shown}");
    }
    let shown = text(&["search", "othello", "--algorithm", "b-star:bounds=proven", "--nodes", "500"]);
    assert!(shown.contains("unfinished: the best move is the best so far"), "{shown}");
    let shown = text(&["search", "othello", "--algorithm", "b-star:bounds=proven", "--depth", "1"]);
    assert!(shown.contains("unseparated"), "{shown}");
    let over =
        text(&["search", "tic-tac-toe", "--position", "XXXOO....", "--algorithm", "pb-star", "--nodes", "9"]);
    assert!(over.contains("none: the game is over"), "{over}");
}

#[test]
fn errors_are_given_measured_or_the_games_own() {
    let sigma = |algorithm: &str| {
        let answer = json(&["search", "connect-four", "--algorithm", algorithm, "--depth", "2"]);
        answer["judgement"]["sigma"].as_f64()
    };
    assert_eq!(sigma("p-ab"), None);
    assert_eq!(sigma("p-ab:sigma=2.5"), Some(2.5));
    assert!(sigma("p-ab:sigma=measured").unwrap() > 0.0);
}

#[test]
fn memory_and_nodes_end_a_search_with_an_answer() {
    let search = ["search", "othello", "--algorithm", "conspiracy:conspirators=20"];
    let answer = json(&[&search[..], &["--time", "30s", "--hash", "4"]].concat());
    assert_eq!(
        (answer["stopped"].as_str(), answer["judgement"]["verdict"].as_str()),
        (Some("memory"), Some("unfinished"))
    );
    let answer = json(&[&search[..], &["--nodes", "100"]].concat());
    assert_eq!(answer["stopped"], "nodes");
    assert!(answer["judgement"]["memory"].as_u64().unwrap() > 0);
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    let search = |algorithm: &str, more: &[&str]| {
        failure(&[&["search", "othello", "--algorithm", algorithm, "--depth", "2"], more].concat())
    };
    assert_eq!(search("p-ab", &["--window", "0,4"]), "p-ab takes no window");
    assert_eq!(search("b-star", &["--all-best"]), "b-star does not look for equally good moves");
    assert_eq!(
        search("p-ab:sigma=0", &[]),
        "p-ab: sigma=0: expected game, measured, or an error from 0.25 to 100000"
    );
    assert_eq!(
        search("pb-star:theta=-1", &[]),
        "pb-star: theta=-1: expected a probability above 0 and up to 1, with up to 4 decimals"
    );
    assert_eq!(search("b-starr", &[]), "unknown algorithm 'b-starr' (did you mean 'b-star'?)");
    let solved = failure(&["solve", "tic-tac-toe", "--algorithm", "r-ab"]);
    assert_eq!(solved, "solve needs an exact search: r-ab is none");
    let missing =
        failure(&["search", "tree", "--position", "MAX[MIN[x, 3]]", "--algorithm", "p-ab", "--depth", "1"]);
    assert!(missing.contains("is unknown, and the search asked for it"), "{missing}");
}

#[test]
fn they_are_traced_in_every_format() {
    for algorithm in ["p-ab", "r-ab", "informed", "b-star", "pb-star", "conspiracy"] {
        let trace = |format: &str| {
            let game = "random-tree:b=3,d=3,values=20,seed=4";
            text(&["trace", game, "--algorithm", algorithm, "--depth", "3", "--format", format])
        };
        assert!(trace("table").lines().count() > 10, "{algorithm}");
        assert!(trace("json").contains("\"believed\""), "{algorithm}");
        assert!(trace("svg").contains("belief-range"), "{algorithm}");
        assert!(trace("html").contains("belief-range"), "{algorithm}");
    }
}

#[test]
fn the_example_of_b_star_is_traced_as_printed() {
    let example = concat!("@", env!("CARGO_MANIFEST_DIR"), "/../../testdata/b-star-example.json");
    let arguments =
        ["trace", "tree", "--position", example, "--algorithm", "b-star:bounds=proven", "--depth", "3"];
    let table = text(&arguments);
    let expanded: Vec<&str> = table
        .lines()
        .filter(|line| line.contains("expanded"))
        .filter_map(|line| line.split_whitespace().nth(1))
        .collect();
    assert_eq!(expanded, ["R", "A", "A1", "B", "A2"]);
    assert!(table.contains("the best move is separated from the others"), "{table}");
}

#[test]
fn they_play_matches() {
    let folder = Folder::new("uncertain-match");
    let lab = folder.file("lab.sqlite");
    let arguments =
        ["match", "connect-four", "pb-star:nodes=200", "p-ab:depth=2", "--games", "4", "--lab", &lab];
    assert!(text(&arguments).contains("pb-star"));
}
