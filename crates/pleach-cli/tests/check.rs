//! `pleach check`: every law has a line, and the exit code tells whether all hold.

mod program;

use program::{complaint, failure, pleach, text};
use serde_json::Value;

fn lines(arguments: &[&str]) -> (Option<i32>, Vec<Value>) {
    let output = pleach(&[&["check"], arguments, &["--json"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    (output.status.code(), text.lines().map(read).collect())
}

#[test]
fn the_laws_hold_for_all_games() {
    let games = [
        ["tic-tac-toe", "--games=40"],
        ["tic-tac-toe:symmetric=on,distance=on", "--games=40"],
        ["connect-four", "--games=40"],
        ["othello", "--games=20"],
        ["chess", "--games=8"],
        ["chinese-checkers", "--games=2"],
        ["tree", "--games=20"],
        ["random-tree:b=3,d=6,leaves=newborn", "--games=40"],
    ];
    for arguments in games {
        let (code, lines) = lines(&arguments);
        let broken: Vec<&Value> = lines.iter().filter(|line| line["holds"] == false).collect();
        assert!(code == Some(0) && broken.is_empty(), "{arguments:?}: exit {code:?}, {broken:?}");
        assert!(lines.iter().filter(|line| line["holds"] == true).count() > 12, "{lines:?}");
        for line in &lines {
            assert!(
                line["law"].is_string() && line["position"].is_null() && line["move"].is_null(),
                "{line}"
            );
            assert_eq!(line["holds"].is_null(), line["reason"].is_string(), "{line}");
        }
    }
}

#[test]
fn a_broken_law_is_shown_with_its_position() {
    let (code, lines) = lines(&["connect-four", "--games", "5", "--longest", "3"]);
    let broken: Vec<&Value> = lines.iter().filter(|line| line["holds"] == false).collect();
    assert_eq!((code, broken.len()), (Some(1), 1), "{lines:?}");
    assert_eq!(broken[0]["law"], "random games come to an end");
    assert!(broken[0]["position"].is_string() && broken[0]["found"].is_string(), "{broken:?}");
    let output = pleach(&["check", "connect-four", "--games", "5", "--longest", "3"]);
    assert_eq!(complaint(&output, 1), "connect-four: a law is broken");
    let shown = text(&["check", "connect-four", "--games", "5", "--longest", "3", "--endless"]);
    assert_eq!(shown.lines().count(), lines.len(), "{shown}");
    assert!(shown.contains("holds  every move is listed once"), "{shown}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for arguments in [
        ["check", "conect-four", "--games=1"],
        ["check", "connect-four", "--games=0"],
        ["check", "connect-four", "--games=many"],
        ["check", "connect-four", "--longest=0"],
        ["check", "connect-four", "--longest=4000000000"],
    ] {
        assert!(!failure(&arguments).is_empty());
    }
}
