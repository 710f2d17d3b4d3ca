//! The nodes of `pleach bench` by game, held against a file of the repository: no search changes unseen.

mod program;

use program::json;
use serde_json::Value;

const NODES: &str = include_str!("../../../testdata/bench-nodes.csv");

fn row(game: &Value) -> String {
    format!("{},{},{}\n", game["name"].as_str().unwrap(), game["textbook"], game["engine"])
}

#[test]
fn searches_visit_as_many_nodes_as_the_file_says() {
    let bench = json(&["bench"]);
    let rows: String = bench["games"].as_array().unwrap().iter().map(row).collect();
    assert_eq!(
        format!("game,textbook,engine\n{rows}"),
        NODES,
        "a search has changed: if that is meant, write the left side into testdata/bench-nodes.csv, and the total \
         into the commit message"
    );
}
