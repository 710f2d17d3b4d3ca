//! Every room in both themes, looked at by axe-core: nothing may break the Web Content Accessibility Guidelines, A and AA.

#[path = "support/browser.rs"]
mod browser;
mod support;

use browser::{Page, with_browser};
use pleach_studio::Allowance;
use serde_json::{Value, json};
use std::time::Duration;
use support::Running;

/// The rules, which `./test` installs and names in `PLEACH_AXE`.
fn rules() -> Option<String> {
    let Ok(path) = std::env::var("PLEACH_AXE") else {
        eprintln!("skipped: PLEACH_AXE names no rules");
        return None;
    };
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")))
}

/// What breaks the rules on a page.
async fn violations(page: &Page, rules: &str) -> Value {
    let script = format!(
        "{rules}; const found = await axe.run(document, {{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }}); \
         return found.violations.map(({{ id, nodes }}) => [id, nodes.length, nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? ''))]);"
    );
    page.run(&script).await
}

/// A job of the lab that is done.
fn finish(studio: &Running, settings: &Value) -> String {
    let id =
        studio.post("/api/v1/lab/jobs", &settings.to_string()).json()["id"].as_i64().expect("it has begun");
    let state =
        || studio.get(&format!("/api/v1/lab/jobs/{id}")).json()["job"]["state"].as_str().map(str::to_owned);
    while matches!(state().as_deref(), Some("queued" | "running")) {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(state().as_deref(), Some("done"));
    format!("/lab?job={id}")
}

const TREE: &str = "return document.querySelector('.trace-row.now') !== null;";
const PLAY: &str = "return document.querySelector('#board').classList.contains('usable');";

#[test]
fn no_room_breaks_the_guidelines() {
    let Some(rules) = rules() else { return };
    let studio = Running::start(Allowance::default());
    let race = json!({ "kind": "race", "game": "connect-four", "depth": 3, "positions": 6, "algorithms": "alpha-beta,negascout" });
    let race = finish(&studio, &race);
    let fitted = json!({
        "kind": "calibration", "game": "othello:eval=classic", "depth": 4, "risk": "30%", "fit": 100, "choose": 40, "prove": 60,
    });
    let fitted = finish(&studio, &fitted);
    let rooms = [
        ("/", "return document.querySelector('#palmette svg') !== null;"),
        ("/play?game=othello", PLAY),
        ("/play?game=chess", PLAY),
        ("/play?game=chinese-checkers", PLAY),
        ("/tree", "return document.querySelector('.source-form') !== null;"),
        ("/tree?example=appendix-a", TREE),
        ("/tree?example=appendix-a#row=44&view=both", TREE),
        ("/tree?example=conspiracy#row=40&view=a", TREE),
        ("/tree?example=ranges#row=29&view=both", TREE),
        ("/tree?example=zhang-cui", TREE),
        (race.as_str(), "return document.querySelectorAll('#run-result tbody tr').length === 2;"),
        (fitted.as_str(), "return document.querySelector('#front [data-point]') !== null;"),
    ];
    with_browser("axe", |page| async move {
        // Much of a drawing is out of sight in a small window, and must have its name there, too.
        page.resize(1200, 700).await;
        for theme in ["light", "dark"] {
            for (path, ready) in &rooms {
                page.goto(&studio.address).await;
                page.run(&format!("localStorage.setItem('pleach.theme', '{theme}');")).await;
                page.goto("about:blank").await;
                page.goto(&format!("{}{path}", studio.address)).await;
                page.wait("the room is there", ready).await;
                let found = violations(&page, &rules).await;
                assert_eq!(found, json!([]), "{theme} {path}: {found:#}");
            }
        }
        page.goto("about:blank").await;
    });
}
