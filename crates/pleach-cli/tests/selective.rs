//! Pruning from the command line: profiles, risks, calibrations, races; good and bad.

mod program;

use program::{Folder, failure, json, text};

#[test]
fn ready_profiles_fit_their_games_and_save_work() {
    for (game, depth) in [("othello", "8"), ("connect-four", "8"), ("chinese-checkers", "3")] {
        let full = json(&["search", game, "--depth", depth]);
        let selective = json(&["search", game, "--depth", depth, "--risk", "5%"]);
        assert_eq!((&full["prune"], &selective["prune"]), (&"none".into(), &"profile".into()));
        assert!(selective["best"].is_string(), "{game}");
    }
    let full = json(&["search", "othello", "--depth", "8"]);
    let bold = json(&["search", "othello", "--depth", "8", "--risk", "20%"]);
    assert!(bold["left_out"].as_u64() > Some(0) && bold["nodes"].as_u64() < full["nodes"].as_u64(), "{bold}");
}

#[test]
fn rules_of_the_engine_are_given_by_name() {
    let full = json(&["search", "chess", "--depth", "5"]);
    for rule in
        ["null-move", "late-move-reduction", "multi-cut", "futility:margin=200", "razoring:margin=100"]
    {
        let pruned = json(&["search", "chess", "--depth", "5", "--prune", rule]);
        assert!(pruned["nodes"].as_u64() < full["nodes"].as_u64(), "{rule}: {pruned}");
    }
    let both = json(&[
        "search",
        "othello",
        "--depth",
        "6",
        "--prune",
        "gpc:d=4,s=2,sigma=4,t=1+late-move-reduction",
    ]);
    assert!(both["left_out"].as_u64() > Some(0), "{both}");
}

#[test]
fn nonsense_is_one_clear_line() {
    let cases: [(&[&str], &str); 7] = [
        (&["search", "othello", "--depth", "4", "--risk", "abc"], "expected a share of wrong answers"),
        (&["search", "othello", "--depth", "4", "--risk", "0"], "expected a share of wrong answers"),
        (&["search", "othello", "--depth", "4", "--risk", "100%"], "expected a share of wrong answers"),
        (&["search", "chess", "--depth", "4", "--risk", "1%"], "there is no ready profile of chess"),
        (&["search", "othello", "--depth", "4", "--profile", "/no/such"], "/no/such: cannot be read"),
        (&["calibrate", "othello", "--depth", "2"], "a depth of 3 plies is the least"),
        (
            &["calibrate", "othello", "--depth", "4", "--algorithm", "mtdf"],
            "only the engine can be calibrated",
        ),
    ];
    for (arguments, reason) in cases {
        let line = failure(arguments);
        assert!(line.contains(reason), "{arguments:?}: {line}");
    }
    let twice = ["search", "othello", "--depth", "4", "--risk", "5%", "--prune", "null-move"];
    assert!(failure(&twice).contains("exclude each other"));
}

#[test]
fn profiles_that_do_not_fit_are_refused() {
    let folder = Folder::new("profiles");
    let ready = include_str!("../../pleach-games/profiles/othello-8-value-5.toml");
    let search = |text: &str, game: &str| {
        let file = folder.with("profile.toml", text);
        failure(&["search", game, "--depth", "4", "--profile", &file])
    };
    assert!(search(ready, "othello:eval=classic").contains("it was fitted to 'othello'"));
    assert!(search(&ready[..ready.len() / 2], "othello").contains("profile.toml"));
    let other_weights = ready.replace("weights = \"", "weights = \"0");
    assert!(search(&other_weights, "othello").contains("calibrate again"));
    assert!(search(&ready.replace("format = 1", "format = 9"), "othello").contains("format 9 is not known"));
    assert!(search(&ready.replace("share = 0.05", "share = 5.0"), "othello").contains("risk.share = 5"));
    let negative = ready.replacen("\nt = ", "\nt = -", 1);
    assert!(search(&negative, "othello").contains("expected a number, 0 or more"));
}

#[test]
fn a_race_compares_searches() {
    let folder = Folder::new("race");
    let (lab, page) = (folder.file("race.sqlite"), folder.file("race.html"));
    let race = ["race", "connect-four", "--algorithms", "alpha-beta,negascout,engine", "--depth", "4"];
    let more = ["--positions", "10", "--lab", &lab, "--report", &page];
    let table = text(&[&race[..], &more[..]].concat());
    assert!(table.contains("negascout") && table.contains("100.0 %"), "{table}");
    assert!(std::fs::read_to_string(&page).unwrap().contains("Nodes a position"));
}
