//! Pruning from the command line: profiles, risks, calibrations, races; good and bad.

mod program;

use program::{Folder, complaint, failure, json, text};

#[test]
fn ready_profiles_fit_their_games_and_save_work() {
    for (game, depth, risk, share) in [
        ("othello", "8", "5%", 0.05),
        ("othello", "8", "1%", 0.01),
        ("connect-four", "8", "5%", 0.05),
        ("connect-four", "13", "5%", 0.05),
        ("connect-four", "13", "5%,criterion=loss-above=1", 0.05),
        ("chinese-checkers", "3", "5%", 0.05),
        ("chinese-checkers", "3", "1%", 0.01),
        ("chinese-checkers", "5", "5%", 0.05),
        ("chinese-checkers", "5", "1%", 0.01),
        ("chess", "8", "5%,criterion=move", 0.05),
        ("chess", "8", "1%,criterion=move", 0.01),
    ] {
        let full = json(&["search", game, "--depth", depth]);
        let selective = json(&["search", game, "--depth", depth, "--risk", risk]);
        assert_eq!((&full["prune"], &selective["prune"]), (&"none".into(), &"profile".into()));
        assert!(selective["best"].is_string(), "{game}");
        let risk = &selective["risk"];
        let limit = risk["proof"]["limit"].as_f64().expect("it is proved");
        assert!(risk["depth"].as_u64() == depth.parse().ok() && limit <= share, "{risk}");
        assert!(limit > share / 2.0, "the boldest profile that keeps the risk: {risk}");
        assert_eq!((&risk["applies"], &risk["confidence"]), (&true.into(), &0.95.into()), "{risk}");
        assert!(risk["population"].as_str().is_some_and(|name| name.starts_with("self-play")), "{risk}");
        assert_eq!((&full["bound"], &selective["bound"]), (&"exact".into(), &"probable".into()));
        assert!(full.get("risk").is_none(), "an exact search risks nothing");
    }
    let words = text(&["search", "othello", "--depth", "5", "--risk", "5%"]);
    let other = "nothing is proved of this search (it was proved for depth 8, and this is depth 5)";
    assert!(words.contains("was proved for engine to depth 8 on ") && words.contains(other), "{words}");
    let full = json(&["search", "othello", "--depth", "8"]);
    let bold = json(&["search", "othello", "--depth", "8", "--risk", "20%"]);
    assert!(bold["left_out"].as_u64() > Some(0) && bold["nodes"].as_u64() < full["nodes"].as_u64(), "{bold}");
}

/// What was proved was proved of one search: of others nothing is claimed.
#[test]
fn a_proof_is_one_of_the_search_that_it_was_made_with() {
    let asked = |more: &[&str]| {
        let found = json(&[&["search", "othello", "--risk", "5%"], more].concat());
        let doubts = found["risk"]["doubts"].as_array().map_or(0, Vec::len);
        assert_eq!(found["bound"], "probable");
        assert_eq!(found["risk"]["applies"] == true, doubts == 0, "{found}");
        found["risk"]["doubts"][0].as_str().map(str::to_owned)
    };
    // A table of another size that has room for all changes nothing; two threads or a limit were measured by themselves.
    for harmless in [
        &["--depth", "8"][..],
        &["--depth", "8", "--hash", "16"],
        &["--depth", "8", "--threads", "2"],
        &["--depth", "8", "--time", "1h"],
    ] {
        assert_eq!(asked(harmless), None, "{harmless:?}");
    }
    for (other, doubt) in [
        (
            &["--depth", "8", "--algorithm", "engine:order=rules"][..],
            "proved for engine, and this is engine:order=rules",
        ),
        (&["--depth", "8", "--algorithm", "engine:knowledge=off"], "this is engine:knowledge=off"),
        (&["--depth", "8", "--threads", "3"], "proved on one thread, and these are 3"),
        (&["--depth", "8", "--threads", "2", "--time", "1h"], "proved on one thread, and these are 2"),
        (&["--depth", "8", "--lines", "3"], "several lines were asked for"),
        (&["--depth", "8", "--all-best"], "all equally good moves were asked for"),
        (&["--depth", "7"], "proved for depth 8, and this is depth 7"),
        (&["--nodes", "500"], "proved for depth 8, and this is depth"),
    ] {
        let said = asked(other).unwrap_or_default();
        assert!(said.contains(doubt), "{other:?}: {said}");
    }
    let two = json(&["search", "othello", "--risk", "5%", "--depth", "8", "--threads", "2"]);
    assert_eq!(two["risk"]["differs"]["threads"], 2);
    // Whoever knows whose positions theirs are like is not asked to pay for others.
    let on = |more: &[&str]| json(&[&["search", "othello", "--risk", "5%", "--depth", "8"], more].concat());
    let (all, one) = (on(&[]), on(&["--risk-population", "self-play"]));
    assert_eq!(all["risk"]["population"], "self-play and random-games");
    assert_eq!(one["risk"]["population"], "self-play");
    assert!(one["risk"]["proof"]["saving"].as_f64() > all["risk"]["proof"]["saving"].as_f64(), "{one}");
    let unknown = ["search", "othello", "--risk", "5%", "--depth", "8", "--risk-population", "human-games"];
    let advice = failure(&unknown);
    assert!(advice.contains("--population 'human-games'"), "{advice}");
}

/// Every proof is written down, also one that fails, and whoever edits the ledger is told so.
#[test]
fn proofs_are_written_down() {
    let folder = Folder::new("ledger");
    let (lab, ledger) = (folder.file("lab.sqlite"), folder.file("pleach-profiles/ledger.jsonl"));
    let calibrate =
        ["calibrate", "tic-tac-toe", "--depth", "3", "--fit", "20", "--choose", "10", "--lab", &lab];
    let sizes = ["--prove", "10", "--risk", "60%", "--population", "random-games"];
    let _ = program::pleach(&[&calibrate[..], &sizes].concat());
    let lines = program::text(&["lab", "ledger", "--lab", &lab]);
    assert!(lines.contains("tic-tac-toe") && lines.contains("Of 1 proofs that were begun"), "{lines}");
    assert_eq!(lines, text(&["lab", "ledger", &ledger]));
    let edited = std::fs::read_to_string(&ledger).unwrap().replacen("60%", "50%", 1);
    std::fs::write(&ledger, edited).unwrap();
    let refused = failure(&["lab", "ledger", &ledger]);
    assert!(refused.contains("line 1: the ledger was edited: its seal is broken"), "{refused}");
    let refused = failure(&[&calibrate[..], &["--prove", "11", "--risk", "60%"]].concat());
    assert!(refused.contains("the ledger was edited"), "{refused}");
    assert!(failure(&["lab", "ledger", "/no/such/ledger"]).contains("there is no proof in it"));
}

#[test]
fn bad_populations_are_refused_before_any_work() {
    let folder = Folder::new("populations");
    let calibrate =
        ["calibrate", "chess", "--depth", "3", "--lab", &folder.file("lab.sqlite"), "--population"];
    let file = folder.with("positions.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8 w - -\n");
    for (population, complaint) in [
        ("self-pley", "unknown population 'self-pley' (did you mean 'self-play'?)"),
        ("self-play:opening=9-2", "opening=9-2: expected plies such as 0-6"),
        (file.as_str(), "positions.epd, line 2: "),
        ("/dev/null", "there is no position in it"),
    ] {
        let said = failure(&[&calibrate[..], &[population]].concat());
        assert!(said.contains(complaint), "{population}: {said}");
    }
    let few = failure(&["calibrate", "chess", "--depth", "3", "--risk", "1%", "--prove", "200"]);
    assert!(few.contains("200 positions cannot prove a share of 1 %: 299 are needed"), "{few}");
}

#[test]
fn rules_of_the_engine_are_given_by_name() {
    let full = json(&["search", "chess", "--depth", "5"]);
    for rule in [
        "null-move",
        "late-move-reduction",
        "multi-cut",
        "futility:margin=200",
        "razoring:margin=100",
        "rankcut:after=x/x/6-4",
        "rankcut:r=0,drop=1,after=3",
    ] {
        let pruned = json(&["search", "chess", "--depth", "5", "--prune", rule]);
        assert!(pruned["nodes"].as_u64() < full["nodes"].as_u64(), "{rule}: {pruned}");
        let by_kind = pruned["pruning"].as_object().expect("what was done by kind");
        assert_eq!(by_kind.len(), 1, "{rule}: {by_kind:?}");
        assert!(
            by_kind.values().all(|counts| counts["left_out"] == pruned["left_out"]),
            "{rule}: {by_kind:?}"
        );
        assert!(by_kind.values().all(|counts| counts["saved"].as_u64() > Some(0)), "{rule}: {by_kind:?}");
    }
    let words = text(&["search", "chess", "--depth", "5", "--prune", "null-move"]);
    assert!(words.contains("left out     null-move: ") && words.contains("; saved about "), "{words}");
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
    let cases: [(&[&str], &str); 14] = [
        (&["search", "othello", "--depth", "4", "--risk", "abc"], "expected a share of wrong answers"),
        (&["search", "othello", "--depth", "4", "--risk", "0"], "expected a share of wrong answers"),
        (&["search", "othello", "--depth", "4", "--risk", "100%"], "expected a share of wrong answers"),
        (
            &["search", "chess", "--depth", "4", "--risk", "1%"],
            "no profile of chess was proved for a risk of 1%, only for 5 % by move at depth 8 on self-play and tactics; ",
        ),
        (
            &["search", "tic-tac-toe", "--depth", "4", "--risk", "1%"],
            "no profile of tic-tac-toe was proved for a risk of 1%: make one by `pleach calibrate 'tic-tac-toe' --depth 4 --risk '1%'`",
        ),
        (&["search", "othello", "--depth", "4", "--profile", "/no/such"], "/no/such: cannot be read"),
        (&["calibrate", "othello", "--depth", "2"], "a depth of 3 plies is the least"),
        (
            &["calibrate", "othello", "--depth", "4", "--algorithm", "mtdf"],
            "only the engine can be calibrated",
        ),
        (&["calibrate", "othello", "--depth", "4", "--slopes", "0,nan"], "must be finite numbers"),
        (
            &["calibrate", "othello", "--depth", "4", "--path", "1,1.2"],
            "--path: a path needs one caution or more",
        ),
        (&["calibrate", "othello", "--depth", "4", "--only", "GPCC;x"], "a name that begins with GPCC or x"),
        (&["calibrate", "othello", "--depth", "4", "--aids", "nul"], "invalid value 'nul' for '--aids"),
        (&["calibrate", "othello", "--depth", "4", "--beside", "nul-move"], "did you mean 'null-move'?"),
        (&["calibrate", "othello", "--depth", "4", "--weights", "/no/such"], "/no/such: cannot be read"),
    ];
    for (arguments, reason) in cases {
        let line = failure(arguments);
        assert!(line.contains(reason), "{arguments:?}: {line}");
    }
    let (left_out, tests) = ("the engine has no option", "d=2,s=1,sigma=5,t=1");
    for option in ["gpc:{},base=max", "gpc:{},sides=both", "probcut:{},infinite=skip", "fgpc:{},base=max"] {
        let rule = option.replace("{}", tests);
        assert!(
            failure(&["search", "othello", "--depth", "4", "--prune", &rule]).contains(left_out),
            "{rule}"
        );
    }
    let textbook = ["search", "othello", "--depth", "4", "--risk", "5%", "--algorithm", "negascout"];
    assert!(failure(&textbook).contains("negascout follows no profile"));
    let twice = ["search", "othello", "--depth", "4", "--risk", "5%", "--prune", "null-move"];
    assert!(failure(&twice).contains("exclude each other"));
}

#[test]
fn profiles_that_do_not_fit_are_refused() {
    let folder = Folder::new("profiles");
    let ready = include_str!("../../pleach-games/profiles/othello-10-value-5.toml");
    let search = |text: &str, game: &str| {
        let file = folder.with("profile.toml", text);
        failure(&["search", game, "--depth", "4", "--profile", &file])
    };
    assert!(search(ready, "othello:eval=classic").contains("it was fitted to 'othello'"));
    assert!(search(&ready[..ready.len() / 2], "othello").contains("profile.toml"));
    let other_weights = ready.replace("weights = \"", "weights = \"0");
    assert!(search(&other_weights, "othello").contains("calibrate again"));
    assert!(search(&ready.replace("format = 3", "format = 9"), "othello").contains("format 9 is not known"));
    assert!(search(&ready.replace("format = 3", "format = 1"), "othello").contains("format 1 does not say"));
    assert!(
        search(&ready.replace("format = 3", "format = 2"), "othello")
            .contains("format 2 does not say on whose")
    );
    let other_program =
        ready.replacen("\nbehaviour = \"", "\nbehaviour = \"00000000-00000000-00000000\" #", 1);
    let refused = search(&other_program, "othello");
    assert!(
        refused.contains("proved with behaviour 00000000-00000000-00000000, and this program's is"),
        "{refused}"
    );
    assert!(search(&ready.replacen("\nt = ", "\nt = 1", 1), "othello").contains("the search has changed"));
    let nonsense = ready.replacen("\nbehaviour = \"", "\nbehaviour = \"x", 1);
    assert!(search(&nonsense, "othello").contains("behaviour: 'x"));
    assert!(
        search(&ready.replace("share = 0.05", "share = 5.0"), "othello")
            .contains("risk: '5': expected a share")
    );
    let negative = ready.replacen("\nt = ", "\nt = -", 1);
    assert!(search(&negative, "othello").contains("expected a number, 0 or more"));
    let hasty = ready.replace("preview = 0.5", "preview = 1.5");
    assert!(search(&hasty, "othello").contains("preview = 1.5: expected a number from 0 to 1"));
    let careless: String =
        ready.lines().filter(|line| !line.starts_with("t = ")).map(|line| format!("{line}\n")).collect();
    assert!(search(&careless, "othello").contains("t is missing"));
    let ruled = |rules: &str| ready.replacen("[policy]\n", &format!("[policy]\nrules = \"{rules}\"\n"), 1);
    assert!(search(&ruled("nul-move"), "othello").contains("did you mean 'null-move'?"));
    assert!(
        search(&ruled("gpc:d=2,s=1,sigma=1,t=1"), "othello").contains("one method of this kind at a time")
    );
    let (head, _) = ready.split_once("place =").unwrap();
    let (_, tail) = ready.split_once("[risk]").unwrap();
    // Of what somebody has changed nothing is proved.
    let (tail, _) = tail.split_once("[proof]").unwrap();
    assert!(search(&format!("{head}[risk]{tail}"), "othello").contains("the policy leaves out nothing"));
    let file = folder.with("rules.toml", format!("{head}rules = \"late-move-reduction\"\n[risk]{tail}"));
    let found = json(&["search", "othello", "--depth", "5", "--profile", &file]);
    assert!(found["pruning"]["late-move"]["tests"].as_u64() > Some(0), "{found}");
}

#[test]
fn a_race_compares_searches() {
    let folder = Folder::new("race");
    let (lab, page) = (folder.file("race.sqlite"), folder.file("race.html"));
    let race = ["race", "connect-four", "--algorithms", "alpha-beta,negascout,engine", "--depth", "4"];
    let more = ["--positions", "10", "--lab", &lab, "--report", &page];
    let table = text(&[&race[..], &more[..]].concat());
    assert!(table.contains("negascout") && table.contains("100.0 %"), "{table}");
    assert!(std::fs::read_to_string(&page).unwrap().contains("Nodes per position"));
}

/// From a game to a profile that searches and protocols load, with a report to look at.
#[test]
fn a_calibration_leaves_a_profile_and_a_report() {
    let folder = Folder::new("calibrate");
    let [lab, profile, page] = ["lab.sqlite", "profile.toml", "report.html"].map(|name| folder.file(name));
    let game = "othello:eval=classic";
    let calibrate = [
        "calibrate",
        game,
        "--depth",
        "4",
        "--risk",
        "60%",
        "--beside",
        "late-move-reduction",
        "--leans",
        "0,-0.2",
    ];
    let sizes = ["--fit", "60", "--choose", "30", "--prove", "40", "--games", "2", "--game-time", "1ms"];
    let files = ["--lab", &lab, "-o", &profile, "--report", &page];
    let found = json(&[&calibrate[..], &sizes[..], &files[..]].concat());
    assert!(found["proved"]["limit"].as_f64() <= Some(0.6), "{found}");
    assert_eq!(
        ["won", "drawn", "lost"].iter().map(|key| found["play"][key].as_u64().unwrap()).sum::<u64>(),
        2
    );
    assert!(found["ranks"].as_array().is_some_and(|rows| !rows.is_empty()));
    let tried = found["tried"].to_string();
    for structure in ["node-cutting", "integrated", "rank-cut", "\"lean\":-0.2"] {
        assert!(tried.contains(structure), "{structure}: {tried}");
    }
    let html = std::fs::read_to_string(&page).unwrap();
    for part in [
        "Where the best move stands",
        "x = 0",
        "At equal time",
        "Saving against error",
        "residual",
        "what it does not",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let proof = std::fs::read_to_string(folder.file("report-table-3.csv")).unwrap();
    assert!(proof.starts_with("t,population,wrong,positions,"), "{proof}");
    let front = std::fs::read_to_string(folder.file("report-plot-3.svg")).unwrap();
    assert!(front.starts_with("<svg") && front.contains("Saving against error"), "{front}");
    let search = json(&["search", game, "--depth", "6", "--profile", &profile]);
    assert!(search["pruning"]["late-move"].is_object(), "{search}");
}

/// What `--risk` advises works as printed: the calibration leaves its profile where the same search then finds it.
#[test]
fn the_advice_of_a_risk_that_nobody_has_proved_is_followed() {
    let folder = Folder::new("advice");
    let (lab, profiles) = (folder.file("lab.sqlite"), folder.file("profiles"));
    let run = |arguments: &[&str]| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_pleach"));
        program.env("PLEACH_LAB", &lab).env("PLEACH_PROFILES", &profiles);
        program.args(arguments).output().expect("the program runs")
    };
    let search = ["search", "othello:eval=classic", "--depth", "4", "--risk", "60%"];
    let advice = complaint(&run(&search), 2);
    let command =
        advice.split('`').nth(1).and_then(|command| command.strip_prefix("pleach ")).expect("a command");
    let words: Vec<String> = command.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect();
    let words: Vec<&str> =
        words.iter().map(String::as_str).chain(["--fit", "60", "--choose", "30", "--prove", "40"]).collect();
    let made = run(&words);
    assert!(made.status.success(), "{command}: {}", String::from_utf8_lossy(&made.stderr));
    assert!(String::from_utf8_lossy(&made.stdout).contains("profiles"), "it says where the profile is");
    let found = run(&search);
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    assert!(
        String::from_utf8_lossy(&found.stdout).contains("on positions of self-play and random-games, proved")
    );
}

/// What profiles state is measured again, and bad questions are refused before anything is made.
#[test]
fn profiles_are_verified_on_fresh_positions() {
    let folder = Folder::new("verify");
    let (lab, report) = (folder.file("lab.sqlite"), folder.file("verified.html"));
    let asked = ["verify", "connect-four", "--positions", "30", "--population", "self-play", "--lab", &lab];
    let found = text(&[&asked[..], &["--games", "2", "--report", &report]].concat());
    assert!(
        found.contains("stated")
            && found.contains("self-play")
            && found.contains("of 2 games have a worse move")
    );
    let page = std::fs::read_to_string(&report).unwrap();
    assert!(page.contains("Stated against observed risk") && page.contains("connect-four"));
    for (bad, reason) in [
        (&["verify", "othello", "--population", "human-games"][..], "unknown population 'human-games'"),
        (&["verify", "othello", "chess", "--profile", "any.toml"], "--profile goes with one game"),
        (&["verify", "tic-tac-toe"], "no proved profile is known of these games"),
        (&["verify", "othello", "--positions", "0"], "--positions"),
        (&["calibrate", "--shipped", "--depth", "3"], "cannot be used with"),
        (&["calibrate", "--shipped", "--only", "hex"], "has a name that begins with hex"),
        (&["calibrate", "othello"], "--depth"),
    ] {
        let refused = failure(bad);
        assert!(refused.contains(reason), "{bad:?}: {refused}");
    }
}
