//! The lab room: its interface, and what a person does there.

#[path = "support/browser.rs"]
mod browser;
mod support;

use browser::with_browser;
use pleach_studio::Allowance;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;
use support::Running;

const JOBS: &str = "/api/v1/lab/jobs";

/// A laboratory that is gone with the test.
struct Laboratory(PathBuf);

impl Laboratory {
    fn new(name: &str) -> Laboratory {
        Laboratory(std::env::temp_dir().join(format!("pleach-lab-room-{}-{name}.sqlite", std::process::id())))
    }

    fn studio(&self) -> Running {
        Running::with_laboratory(Allowance::default(), self.0.clone())
    }
}

impl Drop for Laboratory {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", self.0.display()));
        }
    }
}

fn race() -> Value {
    json!({ "kind": "race", "game": "connect-four", "depth": 3, "positions": 6, "algorithms": "alpha-beta,negascout" })
}

/// Begins a job and waits for its end.
fn finished(studio: &Running, settings: &Value) -> Value {
    let begun = studio.post(JOBS, &settings.to_string());
    assert_eq!(begun.status, 200, "{}", begun.body);
    let id = begun.json()["id"].as_i64().unwrap();
    loop {
        let job = studio.get(&format!("{JOBS}/{id}")).json();
        match job["job"]["state"].as_str() {
            Some("queued" | "running") => std::thread::sleep(Duration::from_millis(50)),
            _ => return job,
        }
    }
}

#[test]
fn a_race_is_run_kept_and_taken_away() {
    let laboratory = Laboratory::new("race");
    let studio = laboratory.studio();
    assert_eq!(studio.get(JOBS).json(), json!([]));
    assert!(!laboratory.0.exists(), "to look at a laboratory does not make one");
    let found = finished(&studio, &race());
    assert_eq!(found["job"]["state"], "done", "{found}");
    assert_eq!(found["result"]["finishes"].as_array().map(Vec::len), Some(2));
    let id = found["job"]["id"].as_i64().unwrap();
    let again = studio.post(JOBS, &race().to_string()).json();
    assert_eq!(
        (&again["id"], &again["state"]),
        (&json!(id), &json!("done")),
        "the same job is not done twice"
    );
    let table = studio.get(&format!("{JOBS}/{id}/files/race-table-1.csv"));
    assert!(
        table.head.contains("content-disposition: attachment") && table.body.starts_with("search,nodes,")
    );
    let plot = studio.get(&format!("{JOBS}/{id}/files/race-plot-1.svg"));
    assert!(plot.head.contains("content-type: image/svg+xml") && plot.body.contains("Nodes per position"));
    drop(studio);
    let studio = laboratory.studio();
    let kept = studio.get(&format!("{JOBS}/{id}")).json();
    assert_eq!(kept["result"], found["result"], "another studio finds what this one has done");
    assert_eq!(studio.post(&format!("{JOBS}/{id}/remove"), "{}").json(), json!([]));
    assert_eq!(studio.get(&format!("{JOBS}/{id}")).status, 404);
}

#[test]
fn a_calibration_can_be_stopped_and_every_point_taken_up() {
    let laboratory = Laboratory::new("calibration");
    let studio = laboratory.studio();
    let settings = json!({
        "kind": "calibration", "game": "othello:eval=classic", "depth": 4, "risk": "30%", "fit": 100, "choose": 40, "prove": 60,
    });
    let id = studio.post(JOBS, &settings.to_string()).json()["id"].as_i64().unwrap();
    assert!(matches!(studio.post(&format!("{JOBS}/{id}/profile"), r#"{"point":0}"#).status, 200 | 409));
    assert_eq!(studio.post(&format!("{JOBS}/{id}/pause"), "{}").status, 200);
    // The search that it was at ends.
    while studio.get(&format!("{JOBS}/{id}")).json()["job"]["state"] == "running" {
        std::thread::sleep(Duration::from_millis(50));
    }
    let found = finished(&studio, &settings);
    assert_eq!(found["job"]["state"], "done", "{found}");
    let result = &found["result"];
    let points = result["tried"].as_array().unwrap().len();
    assert_eq!(result["labels"].as_array().map(Vec::len), Some(points));
    assert!(result["scatter"]["pairs"].as_array().is_some_and(|pairs| pairs.len() > 50));
    let profile = |studio: &Running, point: usize| {
        studio.post(&format!("{JOBS}/{id}/profile"), &json!({ "point": point }).to_string())
    };
    let toml = profile(&studio, points / 2).json()["profile"].as_str().unwrap().to_owned();
    assert!(toml.contains("game = \"othello:eval=classic\""), "{toml}");
    assert_eq!(profile(&studio, points).status, 400);
    drop(studio);
    let studio = laboratory.studio();
    let again = profile(&studio, points / 2);
    assert_eq!(again.json()["profile"], json!(toml), "it is found again in the store: {}", again.body);
    let search = json!({ "game": "othello:eval=classic", "strength": { "depth": 4, "profile": toml } });
    let answer = studio.post("/api/v1/play/search", &search.to_string());
    assert!(answer.status == 200 && answer.body.contains("event: answer"), "{}", answer.body);
    let other = json!({ "game": "othello", "strength": { "depth": 4, "profile": toml } });
    assert!(studio.post("/api/v1/play/search", &other.to_string()).reason().contains("it was fitted to"));
}

#[test]
fn what_cannot_be_done_is_refused_at_once() {
    let laboratory = Laboratory::new("refused");
    let studio = laboratory.studio();
    let with = |key: &str, value: Value| {
        let mut settings = race();
        settings[key] = value;
        settings
    };
    let cases = [
        (json!({}), "kind"),
        (json!({ "kind": "party" }), "party"),
        (with("depth", json!(0)), "expected 1 to 30 plies"),
        (with("depth", json!(1_000_000)), "expected 1 to 30 plies"),
        (with("positions", json!(0)), "expected 1 to 100000"),
        (with("positions", json!(-1)), "-1"),
        (with("game", json!("go")), "unknown game"),
        (with("game", json!("tree")), "is a tree"),
        (with("algorithms", json!("guess")), "guess"),
        (with("prunes", json!("hedge")), "hedge"),
        (with("speed", json!(9)), "speed"),
        (
            json!({ "kind": "reproduction", "item": "li-marsland/table-9" }),
            "did you mean 'li-marsland/table-",
        ),
        (json!({ "kind": "reproduction", "item": "li-marsland" }), "is a whole paper"),
        (json!({ "kind": "calibration", "game": "othello", "depth": 2, "risk": "5%" }), "expected 3 to 30"),
        (
            json!({ "kind": "calibration", "game": "othello", "depth": 5, "risk": "100%" }),
            "share of wrong answers",
        ),
    ];
    for (settings, reason) in cases {
        let answer = studio.post(JOBS, &settings.to_string());
        assert_eq!(answer.status, 400, "{settings}");
        assert!(answer.reason().contains(reason), "{settings}: {}", answer.reason());
    }
    for path in ["7", "7/events", "7/files/x", "9999999999999999999", "x"] {
        assert!(matches!(studio.get(&format!("{JOBS}/{path}")).status, 400 | 404), "{path}");
    }
    for action in ["pause", "resume", "remove", "profile"] {
        assert!(matches!(studio.post(&format!("{JOBS}/7/{action}"), "{}").status, 400 | 404), "{action}");
    }
    assert!(!laboratory.0.exists(), "nothing was begun");
}

#[test]
fn a_person_runs_a_race_and_looks_at_it() {
    let laboratory = Laboratory::new("person");
    let studio = laboratory.studio();
    with_browser("lab", |page| async move {
        page.goto(&format!("{}/lab", studio.address)).await;
        page.wait(
            "it says what belongs here",
            "return document.body.textContent.includes('Nothing has been measured yet');",
        )
        .await;
        assert_eq!(page.run(include_str!("support/rules.js")).await, json!([]));
        page.keep("lab-empty").await;
        page.click("#new-race").await;
        page.run("const form = document.querySelector('dialog form'); form.game.value = 'connect-four'; form.depth.value = '99'; form.positions.value = '5'; form.algorithms.value = 'alpha-beta,negascout';").await;
        page.click("dialog .btn.primary").await;
        page.wait(
            "the reason is said in the form",
            "return document.querySelector('dialog .complaint').textContent.includes('expected 1 to 30');",
        )
        .await;
        let complaints = page.complaints().await;
        assert!(
            complaints.len() == 1 && complaints[0].contains("400"),
            "the browser tells of it, too: {complaints:?}"
        );
        page.run("document.querySelector('dialog form').depth.value = '3';").await;
        page.click("dialog .btn.primary").await;
        page.wait(
            "the table is there",
            "return document.querySelectorAll('#run-result tbody tr').length === 2;",
        )
        .await;
        page.wait("it is done", "return document.querySelector('#run-head').textContent.includes('Done:');")
            .await;
        assert_eq!(page.run("return location.search;").await, json!("?job=1"));
        assert_eq!(
            page.run(
                "return document.querySelector('#command').textContent.includes('pleach race connect-four');"
            )
            .await,
            true
        );
        page.goto(&format!("{}/lab?job=1", studio.address)).await;
        page.wait(
            "the address leads back to it",
            "return document.querySelectorAll('#run-result tbody tr').length === 2;",
        )
        .await;
        assert_eq!(page.run(include_str!("support/rules.js")).await, json!([]));
        page.wait("its plots are there", "const plots = [...document.querySelectorAll('#run-result img')]; return plots.length > 0 && plots.every((plot) => plot.complete && plot.naturalWidth > 0);").await;
        page.run("localStorage.setItem('pleach.theme', 'dark'); dispatchEvent(new Event('pleach-theme'));")
            .await;
        let filter =
            page.run("return getComputedStyle(document.querySelector('#run-result img')).filter;").await;
        assert!(filter.as_str().unwrap().starts_with("invert"), "no white plots in the dark: {filter}");
        page.keep("lab-race-dark").await;
        page.run("localStorage.removeItem('pleach.theme'); dispatchEvent(new Event('pleach-theme'));").await;
        page.keep("lab-race").await;
        page.click("#new-reproduction").await;
        page.wait("the dialog is open", "return document.querySelector('dialog[open] form') !== null;").await;
        let dialog = page.run("return document.querySelector('dialog').textContent;").await;
        assert!(dialog.as_str().unwrap().contains("Leaves of random trees"), "{dialog}");
        assert!(!dialog.as_str().unwrap().contains("[object"), "{dialog}");
        // The page follows its job; it must be gone before the studio is.
        page.goto("about:blank").await;
    });
}

#[test]
fn a_person_runs_a_figure_of_a_paper_to_its_end() {
    let laboratory = Laboratory::new("figure");
    let studio = laboratory.studio();
    with_browser("lab-figure", |page| async move {
        page.goto(&format!("{}/lab", studio.address)).await;
        page.click("#new-reproduction").await;
        page.wait("the dialog is open", "return document.querySelector('dialog[open] form') !== null;").await;
        page.run("const form = document.querySelector('dialog form'); form.item.value = 'hsu/average-case'; form.quick.checked = true;").await;
        page.click("dialog .btn.primary").await;
        page.wait(
            "it is done",
            "return document.querySelector('#run-head')?.textContent.includes('Done:') === true;",
        )
        .await;
        page.wait(
            "its charts are drawn in the page",
            "return document.querySelectorAll('#run-result svg.chart').length > 0;",
        )
        .await;
        let shown = page.run("return document.querySelector('#run-result').textContent;").await;
        let shown = shown.as_str().unwrap();
        assert!(
            shown.contains("What the paper says") && shown.contains('✓') && shown.contains("grees"),
            "{shown}"
        );
        assert!(
            page.run("return document.querySelectorAll('#run-result tbody tr').length;").await.as_u64()
                > Some(2)
        );
        assert_eq!(page.run(include_str!("support/rules.js")).await, json!([]));
        page.keep("lab-figure").await;
        page.goto("about:blank").await;
    });
}

#[test]
fn a_point_of_the_front_is_played_with() {
    let laboratory = Laboratory::new("front");
    let studio = laboratory.studio();
    let settings = json!({
        "kind": "calibration", "game": "othello:eval=classic", "depth": 4, "risk": "30%", "fit": 100, "choose": 40, "prove": 60,
    });
    let found = finished(&studio, &settings);
    assert_eq!(found["job"]["state"], "done", "{found}");
    with_browser("lab-front", |page| async move {
        page.goto(&format!("{}/lab?job=1", studio.address)).await;
        page.wait("the front is there", "return document.querySelector('#front [data-point]') !== null;")
            .await;
        let label = page.run("return [document.querySelectorAll('#front svg.plot[role=group] .strong').length, document.querySelector('#front .legend').textContent];").await;
        assert_eq!(label[0], 0, "what was proved is not written over the points");
        assert!(
            label[1].as_str().is_some_and(|text| text.contains("Proved:") || text.contains("does not hold:")),
            "{label}"
        );
        page.run("const point = document.querySelector('#front [data-point=\"1\"]'); point.dispatchEvent(new MouseEvent('click', { bubbles: true }));").await;
        page.keep("picked").await;
        page.click("#picked button").await;
        page.wait("the play room", "return location.pathname === '/play' && document.querySelector('#board')?.classList.contains('usable') === true;").await;
        let seats = page.run("return document.querySelector('#seats').textContent;").await;
        assert!(seats.as_str().unwrap().contains("profile of the lab"), "{seats}");
        page.run("const asked = window.fetch; window.sent = []; window.fetch = (path, init) => { if (String(path).endsWith('/play/search')) sent.push(JSON.parse(init.body)); return asked(path, init); };").await;
        page.type_into("#typed-move", "f5\n").await;
        page.wait("the engine answers", "return document.querySelectorAll('#moves button').length === 2;")
            .await;
        let sent = page.run("return sent[0].strength.profile;").await;
        assert!(
            sent.as_str().is_some_and(|profile| profile.contains("game = \"othello:eval=classic\"")),
            "{sent}"
        );
    });
}
