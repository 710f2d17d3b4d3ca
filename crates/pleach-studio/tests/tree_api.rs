//! What the tree room asks the studio for: recordings, choices and boards; and what it is refused.

mod support;

use pleach_studio::Allowance;
use serde_json::{Value, json};
use support::{Answer, Running};

const APPENDIX_A: &str = include_str!("../../../testdata/tong-appendix-a-tree.json");

fn studio() -> Running {
    Running::start(Allowance::default())
}

fn record(studio: &Running, wanted: &Value) -> Answer {
    studio.post("/api/v1/tree/recordings", &wanted.to_string())
}

/// The text that a file of columns begins with. Its length comes first, as bytes that need not be text.
fn header(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(answer.head.contains("content-type: application/octet-stream"), "{}", answer.head);
    let start = answer.body.find('{').expect("a header");
    let mut values = serde_json::Deserializer::from_str(&answer.body[start..]).into_iter::<Value>();
    values.next().expect("a header").expect("JSON")
}

fn length(header: &Value, column: &str) -> u64 {
    let columns = header["columns"].as_array().expect("columns");
    let column = columns.iter().find(|listed| listed["name"] == column).expect("the column");
    column["length"].as_u64().expect("a length")
}

#[test]
fn a_search_comes_as_columns() {
    let studio = studio();
    let prune = "probcut:d=2,s=1,a=1,b=0,sigma=10,t=1.5";
    let wanted = json!({"game": "tree", "position": APPENDIX_A, "algorithm": "alpha-beta", "prune": prune, "depth": 4});
    let header = header(&record(&studio, &wanted));
    assert_eq!((&header["value"], &header["leaves"]), (&json!(35), &json!(15)));
    assert_eq!(length(&header, "step.kind"), length(&header, "step.g"));
    assert!(length(&header, "node.parent") >= 20);
}

#[test]
fn every_way_to_search_that_is_offered_can_be_recorded() {
    let studio = studio();
    let choices = studio.get("/api/v1/tree/choices").json();
    let names = |list: &str| -> Vec<String> {
        choices[list].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert!(names("games").contains(&"chinese-checkers".to_owned()));
    assert!(!names("algorithms").contains(&"engine".to_owned()));
    assert!(
        names("prunes").contains(&"fgmpc".to_owned()) && !names("prunes").contains(&"null-move".to_owned())
    );
    for algorithm in names("algorithms") {
        let wanted = json!({"game": "random-tree:b=2,d=3,values=20", "algorithm": algorithm, "depth": 3});
        assert!(length(&header(&record(&studio, &wanted)), "step.kind") > 5, "{algorithm}");
    }
    for game in names("games").iter().filter(|name| !name.ends_with("tree")) {
        let header = header(&record(&studio, &json!({"game": game, "depth": 1})));
        assert!(length(&header, "node.parent") >= 5, "{game}");
    }
}

#[test]
fn what_cannot_be_recorded_is_refused_with_its_reason() {
    let studio = studio();
    let refused = [
        (json!({"game": "tree", "position": "MAX[5, MIN[3"}), "expected"),
        (json!({"game": "tree", "position": "{\"children\": []}"}), "at least one child"),
        (json!({"game": "tree", "position": "{\"range\": [5, 1]}"}), "crossed"),
        (json!({"game": "tree", "position": "{\"range\": [1, 5], \"value\": 2}"}), "not both"),
        (json!({"game": "treee"}), "did you mean 'tree'"),
        (json!({"game": "tree:depth=3"}), "unknown option 'depth'"),
        (json!({"game": "random-tree:b=0"}), "b=0"),
        (json!({"game": "tree", "algorithm": "alpha-betta"}), "did you mean 'alpha-beta'"),
        (json!({"game": "tree", "algorithm": "engine"}), "the engine records no trace"),
        (json!({"game": "tree", "algorithm": "mtdf:x=1"}), "unknown option"),
        (json!({"game": "tree", "algorithm": "minimax", "prune": "razoring"}), "minimax"),
        (json!({"game": "tree", "prune": "probcutt"}), "did you mean 'probcut'"),
        (json!({"game": "tree", "prune": "probcut:d=2,s=1", "algorithm": "p-ab"}), "sigma"),
        (
            json!({"game": "tree", "prune": "razoring", "algorithm": "p-ab", "depth": 2}),
            "takes no forward pruning",
        ),
        (json!({"game": "tree", "depth": 0}), "a depth from 1"),
        (json!({"game": "tree", "depth": -1}), "depth"),
        (json!({"game": "tree", "steps": 0}), "1 to 1200000 steps"),
        (json!({"game": "tree", "steps": 99_000_000}), "1 to 1200000 steps"),
        (json!({"game": "tree", "steps": 3}), "more than 3 steps"),
        (json!({"game": "random-tree:b=20,d=20"}), "more than 1200000 steps"),
        (json!({"game": "chess", "depth": 9}), "more than 1500000 nodes"),
        (json!({"game": "tree", "position": "MAX[MIN[x, 3]]"}), "the value of node x is unknown"),
        (json!({"game": "chess", "position": "MAX[1, 2]", "depth": 1}), "2 fields instead of 6"),
        (json!({"game": "chess", "moves": ["e2e5"], "depth": 1}), "not a legal move"),
        (json!({"position": "MAX[1, 2]"}), "game"),
        (json!([1, 2]), "expected"),
    ];
    for (wanted, reason) in refused {
        let answer = record(&studio, &wanted);
        assert_eq!(answer.status, 400, "{wanted}: {}", answer.body);
        assert!(answer.reason().contains(reason), "{wanted}: {}", answer.reason());
    }
    assert_eq!(studio.post("/api/v1/tree/recordings", "{").status, 400);
    assert_eq!(studio.get("/api/v1/tree/recordings").status, 405);
    let huge = json!({"game": "tree", "position": "[".repeat(2 << 20)});
    assert_eq!(record(&studio, &huge).status, 413);
    assert_eq!(studio.searching(), 0, "no search is left behind");
}

#[test]
fn deep_and_hostile_trees_do_no_harm() {
    let studio = studio();
    let deep = format!("{}7{}", "MAX[".repeat(50_000), "]".repeat(50_000));
    let answer = record(&studio, &json!({"game": "tree", "position": deep}));
    assert!(matches!(answer.status, 200 | 400), "{}", answer.status);
    let deeper = "MAX[".repeat(130_000);
    let nested = "{\"children\":[".repeat(60_000);
    for position in [&deep, &deeper, &nested] {
        let asked = json!({"game": "tree", "position": position});
        for path in ["recordings", "boards"] {
            let answer = studio.post(&format!("/api/v1/tree/{path}"), &asked.to_string());
            assert_eq!(answer.status, 400);
            assert!(answer.reason().contains("more than 2000 levels"), "{path}: {}", answer.reason());
        }
    }
    let named = r#"{"name": "</script><b>\u0000", "children": [{"value": 1}, {"name": "\"'&", "value": 2}]}"#;
    let header = header(&record(&studio, &json!({"game": "tree", "position": named})));
    assert_eq!(header["strings"][0], "</script><b>\u{0}");
}

#[test]
fn a_position_of_a_thousand_million_moves_is_refused_before_they_are_listed() {
    let studio = studio();
    let wide = json!({"game": "random-tree:b=1000000000,d=1"});
    for path in ["play/position", "tree/recordings"] {
        let answer = studio.post(&format!("/api/v1/{path}"), &wide.to_string());
        assert_eq!(answer.status, 400, "{path}");
        assert!(!answer.reason().is_empty(), "{path}");
    }
    let many = json!({"game": "random-tree:b=5001,d=1"}).to_string();
    let answer = studio.post("/api/v1/play/position", &many);
    assert!(answer.reason().contains("more than 5000 moves"), "{}", answer.reason());
}

#[test]
fn a_page_that_goes_away_stops_its_search() {
    let studio = studio();
    // Half a million nodes to pass over, and time enough to go away.
    let wanted = json!({"game": "othello", "depth": 12, "algorithm": "minimax"}).to_string();
    let mut stream = studio.connect();
    std::io::Write::write_all(&mut stream, studio.post_text("/api/v1/tree/recordings", &wanted).as_bytes())
        .unwrap();
    drop(stream);
    while studio.searching() > 0 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn boards_are_those_of_the_nodes() {
    let studio = studio();
    let board = |wanted: Value| studio.post("/api/v1/tree/boards", &wanted.to_string());
    let shown = board(json!({"game": "tic-tac-toe", "moves": ["b2", "a1"]})).json();
    assert!(shown["text"].as_str().unwrap().contains('\n'), "{shown}");
    assert!(shown["position"].as_str().unwrap().to_lowercase().contains('x'), "{shown}");
    assert_eq!(board(json!({"game": "tree"})).json()["text"], Value::Null);
    assert_eq!(board(json!({"game": "tic-tac-toe", "moves": ["z9"]})).status, 400);
    let many = vec!["a1"; 5000];
    assert_eq!(board(json!({"game": "tic-tac-toe", "moves": many})).status, 400);
}

#[test]
fn the_examples_of_the_room_are_those_of_the_test_data() {
    let studio = studio();
    for (path, file) in [
        ("/tree/examples/appendix-a.json", APPENDIX_A),
        ("/tree/examples/b-star.json", include_str!("../../../testdata/b-star-example.json")),
    ] {
        let expected: Value = serde_json::from_str(file).unwrap();
        assert_eq!(studio.get(path).json(), expected, "{path}");
    }
}
