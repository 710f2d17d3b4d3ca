//! What `tune` writes can be used by every command that searches.

mod program;
mod talk;

use program::{Folder, complaint, failure, json, pleach};
use serde_json::Value;
use talk::Talk;

/// An evaluator for which only corners count.
const CORNERS: &str = "evaluator = \"othello/discs-corners\"\nversion = 7\n[weights]\n\
    disc = [0, 0, 0, 0, 0]\ncorner = [77, 77, 77, 77, 77]\n";
const GAME: &str = "othello:eval=discs-corners,unit=hundredth";

#[test]
fn every_command_that_searches_takes_weights() {
    let folder = Folder::new("weights");
    let file = folder.with("corners.toml", CORNERS);
    let score = |extra: &[&str]| json(&[&["search", GAME, "--depth", "1"], extra].concat())["score"].clone();
    assert_eq!(score(&["--weights", &file]), 0);
    assert_ne!(score(&[]), 0);
    json(&["trace", GAME, "--depth", "1", "--weights", &file]);
    let solved = pleach(&["solve", GAME, "--nodes", "1", "--weights", &file, "--json"]);
    assert_eq!(solved.status.code(), Some(1));
    let lab = ["--lab", &folder.file("lab.sqlite")];
    json(&[&["race", GAME, "--depth", "1", "--positions", "5", "--weights", &file], &lab[..]].concat());
    let mut table = Talk::pleach(&["play", GAME, "--depth", "1", "--weights", &file]);
    table.say("hint");
    table.say("quit");
    let said = table.rest().0.join("\n");
    assert!(said.contains("with score 0 "), "{said}");
    let mut gtp = Talk::pleach(&["gtp", GAME, "--depth", "1", "--weights", &file]);
    gtp.say("genmove b");
    gtp.say("quit");
    assert!(gtp.rest().1.success());
    let message = failure(&["uci", "--weights", &file]);
    assert!(message.starts_with(&format!("{file}: ")), "{message}");
    for arguments in [&["search", "othello", "--depth", "1"][..], &["gtp", "tic-tac-toe"], &["play", "chess"]]
    {
        let message = failure(&[arguments, &["--weights", &file]].concat());
        assert!(message.starts_with(&format!("{file}: ")), "{arguments:?}: {message}");
    }
    assert!(failure(&["serve", "--weights", "othello", &file]).starts_with(&format!("{file}: ")));
    assert!(failure(&["serve", "--weights", "go", &file]).starts_with("unknown game 'go'"));
}

/// Games that are only won or lost have no points to fit, and the positions of one game share its outcome.
#[test]
fn tuning_chooses_the_loss_and_the_ridge_by_the_game() {
    let folder = Folder::new("loss");
    let (lab, output) = (folder.file("lab.sqlite"), folder.file("weights.toml"));
    let plan = ["--depth", "1", "--games", "100", "--prove", "0"];
    let place = ["-o", &output, "--lab", &lab];
    let tune = |game: &str, extra: &[&str]| pleach(&[&["tune", game], &plan[..], &place, extra].concat());
    let refused = tune("chess", &["--loss", "squares"]);
    assert!(complaint(&refused, 2).ends_with("use --loss logistic"));
    assert!(!std::path::Path::new(&lab).exists(), "no game was played");
    let told = |game: &str| -> Value {
        let output = tune(game, &["--max-plies", "60", "--json"]);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{game}: {error}: {output:?}"))
    };
    let chess = told("chess:eval=material");
    assert!(chess["loss"]["Logistic"]["scale"].as_f64() > Some(0.0), "{chess}");
    let expected = 4000.0 * chess["positions_a_game"].as_f64().expect("a number");
    assert!((chess["ridge"].as_f64().expect("a number") - expected).abs() <= 0.5, "{chess}");
    let othello = told(GAME);
    assert_eq!((&othello["loss"], &othello["ridge"]), (&"Squares".into(), &10.0.into()), "{othello}");
    let said = tune(GAME, &["--max-plies", "60"]);
    assert!(String::from_utf8_lossy(&said.stdout).contains("squares of points"), "{said:?}");
}

/// The old weights are one of the first players of the genetic algorithm, whatever their size.
#[test]
fn breeding_begins_with_the_old_weights() {
    let folder = Folder::new("breeding");
    let (lab, output) = (folder.file("lab.sqlite"), folder.file("weights.toml"));
    let plan = ["--method", "genetic", "--population", "2", "--generations", "1", "--pairs", "1"];
    let rest = ["--depth", "1", "--max-plies", "20", "--prove", "0", "-o", &output, "--lab", &lab];
    let bred = pleach(&[&["tune", "chess:eval=material"], &plan[..], &rest].concat());
    assert!(bred.status.success(), "{bred:?}");
    let rows = program::text(&["lab", "export", "1", "--lab", &lab]);
    let players: Vec<Value> =
        rows.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect();
    let largest = |player: &Value| {
        let weights = player["weights"].as_array().expect("a list");
        weights.iter().filter_map(Value::as_i64).map(i64::abs).max().expect("a weight")
    };
    assert!(players.iter().map(largest).max() > Some(500), "{players:?}");
}
