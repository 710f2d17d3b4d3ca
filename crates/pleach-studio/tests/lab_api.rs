//! What the lab room asks the studio for where no page is needed: jobs that are refused, and jobs that are paused.

mod support;

use pleach_studio::Allowance;
use serde_json::{Value, json};
use std::time::Duration;
use support::{Running, eventually, laboratory};

const JOBS: &str = "/api/v1/lab/jobs";

/// After the position is drawn, a search begins in less time than this, and has no end.
const INTO_THE_SEARCH: Duration = Duration::from_secs(1);

/// A race that nobody sees the end of, from the first search on.
fn endless(seed: u64) -> Value {
    json!({ "kind": "race", "game": "othello", "depth": 20, "positions": 1, "algorithms": "minimax", "seed": seed })
}

fn job(studio: &Running, id: &Value) -> Value {
    studio.get(&format!("{JOBS}/{id}")).json()["job"].clone()
}

fn is_searching(studio: &Running, id: &Value) -> bool {
    let job = job(studio, id);
    job["state"] == "running" && job["progress"]["done"] == 1
}

#[test]
fn a_pause_ends_the_search_under_way() {
    let studio = Running::start(Allowance::default());
    let id = studio.post(JOBS, &endless(1).to_string()).json()["id"].clone();
    for _ in 0..2 {
        // Its only position is drawn, and it is searched.
        eventually("the race is run", || is_searching(&studio, &id));
        std::thread::sleep(INTO_THE_SEARCH);
        let paused = studio.post(&format!("{JOBS}/{id}/pause"), "{}");
        assert_eq!(paused.status, 200, "{}", paused.body);
        eventually("the race is paused", || job(&studio, &id)["state"] == "paused");
        assert_eq!(studio.post(&format!("{JOBS}/{id}/resume"), "{}").status, 200);
    }
}

#[test]
fn news_of_a_job_end_with_it() {
    let studio = Running::start(Allowance::default());
    let race = json!({ "kind": "race", "game": "tic-tac-toe", "depth": 2, "positions": 1, "algorithms": "minimax", "seed": 1 });
    let id = studio.post(JOBS, &race.to_string()).json()["id"].clone();
    // All that comes until the studio says no more.
    let news = studio.get(&format!("{JOBS}/{id}/events"));
    assert!(news.body.contains("event: result") && news.body.contains("\"state\":\"done\""), "{}", news.body);
    let again = studio.get(&format!("{JOBS}/{id}/events"));
    assert!(again.body.contains("event: result"), "one that is done already is told at once: {}", again.body);
}

#[test]
fn a_job_that_is_refused_is_not_kept() {
    let place = laboratory();
    let studio = Running::with_laboratory(Allowance::default(), place.clone());
    let answers: Vec<u16> =
        (0..60).map(|seed| studio.post(JOBS, &endless(seed).to_string()).status).collect();
    let count = |status| answers.iter().filter(|&&answer| answer == status).count();
    let taken = count(200);
    assert!((20..=22).contains(&taken), "{answers:?}");
    assert_eq!(count(503), 60 - taken, "{answers:?}");
    assert_eq!(studio.get(JOBS).json().as_array().map(Vec::len), Some(taken));
    drop(studio);
    let studio = Running::with_laboratory(Allowance::default(), place);
    assert_eq!(studio.get(JOBS).json().as_array().map(Vec::len), Some(taken), "nor in the file");
}

#[test]
fn searches_of_a_race_are_counted_before_they_are_made() {
    let studio = Running::start(Allowance::default());
    let mut settings = endless(1);
    settings["algorithms"] = json!(["minimax"; 30_000].join(","));
    settings["prunes"] = json!(["none"; 30_000].join(";"));
    let answer = studio.post(JOBS, &settings.to_string());
    assert_eq!(answer.status, 400);
    assert!(answer.reason().contains("900000000 searches: expected 50 at most"), "{}", answer.reason());
}
