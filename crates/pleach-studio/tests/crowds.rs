//! Crowds at the studio: those who go away, those who say nothing, those who do not read, those whose games fail. Whatever
//! they do, somebody else is answered.

#[path = "support/odd_games.rs"]
mod odd_games;
mod support;

use pleach_studio::Allowance;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use support::{Running, eventually, laboratory};

const SEARCH: &str = "/api/v1/play/search";
const POSITION: &str = "/api/v1/play/position";
/// Millions of steps to list its moves with their records.
const WIDE: &str = r#"{"game":"random-tree:b=4000,d=2"}"#;

fn odd(allowance: Allowance) -> Running {
    Running::with_games(odd_games::registry(), allowance, laboratory())
}

/// A request of somebody who reads nothing.
fn asking(studio: &Running, request: &str) -> TcpStream {
    let mut stream = studio.connect();
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

fn read(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// What somebody sees who looks at a page.
fn looks(studio: &Running, cookie: &str) {
    let request = studio.post_text_with(cookie, POSITION, r#"{"game":"chess","moves":["e2e4"]}"#);
    let answer = studio.send(request.as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.body);
}

#[test]
fn requests_that_are_dropped_cost_nothing() {
    let studio = Running::start(Allowance::default());
    let cookie = studio.cookie();
    for _ in 0..520 {
        drop(asking(&studio, &studio.post_text(POSITION, WIDE)));
    }
    looks(&studio, &cookie);
    eventually("all work has ended", || studio.get("/api/v1/status").json()["working"] == 0);
}

#[test]
fn work_beside_searches_has_its_time() {
    let longest_work = Duration::from_millis(1);
    let studio = Running::start(Allowance { longest_work, listed: 100_000, ..Allowance::default() });
    let answer = studio.post(POSITION, r#"{"game":"random-tree:b=20000,d=2"}"#);
    assert_eq!(answer.status, 400);
    assert!(answer.reason().contains("takes more than 0.001 seconds"), "{}", answer.reason());
    eventually("it ends", || studio.get("/api/v1/status").json()["working"] == 0);
}

#[test]
fn one_client_leaves_work_for_the_others() {
    let studio = Running::start(Allowance { works: 2, waiting: 4, ..Allowance::default() });
    let cookie = studio.cookie();
    let request = studio.post_text(POSITION, WIDE);
    let mut crowd: Vec<_> = (0..3).map(|_| asking(&studio, &request)).collect();
    eventually("one works and two wait", || studio.get("/api/v1/status").json()["working"] == 1);
    looks(&studio, &cookie);
    crowd.truncate(0);
    eventually("all work has ended", || studio.get("/api/v1/status").json()["working"] == 0);
}

#[test]
fn silent_connections_keep_nobody_out() {
    let studio = Running::start(Allowance { connections: 30, ..Allowance::default() });
    let half_a_head = format!("POST {POSITION} HTTP/1.1\r\nhost: {}\r\n", studio.host());
    let half_a_body = studio.post_text(POSITION, WIDE).replace("d=2\"}", "");
    let mut crowd = Vec::new();
    for text in ["", half_a_head.as_str(), half_a_body.as_str()] {
        crowd.extend((0..30).map(|_| asking(&studio, text)));
        looks(&studio, "");
    }
    let first = crowd.swap_remove(0);
    assert_eq!(read(first), "", "whoever was idle for the longest time has had to leave");
}

#[test]
fn silence_ends_a_connection() {
    let moment = Duration::from_millis(200);
    let studio = Running::start(Allowance { idle: moment, slowest_body: moment, ..Allowance::default() });
    assert_eq!(read(studio.connect()), "", "nothing was said");
    let half_a_head = asking(&studio, "GET / HTTP/1.1\r\nhost:");
    assert!(
        matches!(read(half_a_head).as_str(), answer if answer.is_empty() || answer.starts_with("HTTP/1.1 408"))
    );
    let kept_alive = format!("GET /api/v1/status HTTP/1.1\r\nhost: {}\r\n\r\n", studio.host());
    assert!(read(asking(&studio, &kept_alive)).starts_with("HTTP/1.1 200"), "one answer, and then the end");
    let half_a_body = studio.post_text(POSITION, WIDE).replace("d=2\"}", "");
    let answer = read(asking(&studio, &half_a_body));
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("took more than 0.2 seconds"), "{answer}");
}

#[test]
fn one_client_leaves_searches_for_the_others() {
    let studio = Running::start(Allowance { searches: 4, waiting: 8, ..Allowance::default() });
    let cookie = studio.cookie();
    let endless = studio.post_text(SEARCH, r#"{"game":"chess"}"#);
    let crowd: Vec<_> = (0..4).map(|_| asking(&studio, &endless)).collect();
    eventually("two of four search", || {
        let status = studio.get("/api/v1/status").json();
        (status["searching"].as_u64(), status["waiting"].as_u64()) == (Some(2), Some(2))
    });
    let search = studio.post_text_with(&cookie, SEARCH, r#"{"game":"chess","strength":{"depth":1}}"#);
    assert!(studio.send(search.as_bytes()).body.contains("event: answer"));
    drop(crowd);
    eventually("all searches have ended", || studio.searching() == 0);
}

#[test]
fn whoever_does_not_read_loses_the_search() {
    let stall = Duration::from_millis(300);
    let studio = odd(Allowance { searches: 2, stall, share: 100, ..Allowance::default() });
    // More words than any buffer holds, and nobody reads them.
    let search = studio.post_text(SEARCH, r#"{"game":"wordy"}"#);
    let crowd: Vec<_> = (0..2).map(|_| asking(&studio, &search)).collect();
    eventually("the searches have begun", || studio.searching() == 2);
    eventually("the searches have ended", || studio.searching() == 0);
    drop(crowd);
}

#[test]
fn whoever_does_not_read_a_recording_loses_it() {
    let stall = Duration::from_millis(300);
    let studio = Running::start(Allowance { recordings: 1, stall, ..Allowance::default() });
    let wanted = r#"{"game":"random-tree:b=2,d=18","algorithm":"minimax"}"#;
    let recording = studio.post_text("/api/v1/tree/recordings", wanted);
    let silent = asking(&studio, &recording);
    let answer = studio.post("/api/v1/tree/recordings", r#"{"game":"tree"}"#);
    assert_eq!(answer.status, 200, "the turn has come: {}", answer.body);
    drop(silent);
}

#[test]
fn a_panic_is_told_and_harms_nobody() {
    let studio = odd(Allowance { searches: 1, ..Allowance::default() });
    for strength in [r#"{"depth":5}"#, r#"{"depth":5,"threads":2}"#, r#"{"depth":5,"algorithm":"negascout"}"#]
    {
        let body = format!("{{\"game\":\"brittle\",\"strength\":{strength}}}");
        let answer = studio.post(SEARCH, &body);
        assert_eq!(answer.status, 200);
        assert!(answer.body.contains("event: failed"), "{strength}: {}", answer.body);
        assert!(answer.body.contains("panicked"), "{strength}: {}", answer.body);
        eventually("the place is free", || studio.searching() == 0);
    }
    let answer = studio.post(POSITION, r#"{"game":"brittle","moves":["a","b","a"]}"#);
    assert_eq!(answer.status, 500);
    assert!(answer.reason().contains("no value after three moves"), "{}", answer.reason());
    let answer = studio.post("/api/v1/tree/recordings", r#"{"game":"brittle","depth":4}"#);
    assert_eq!(answer.status, 500, "{}", answer.body);
    assert!(studio.post(SEARCH, r#"{"game":"chess","strength":{"depth":1}}"#).body.contains("event: answer"));
}

#[test]
fn a_search_of_a_tree_that_is_hardly_one_ends_by_its_depth() {
    let studio =
        Running::start(Allowance { longest_search: Duration::from_secs(600), ..Allowance::default() });
    let answer =
        studio.post(SEARCH, r#"{"game":"random-tree:b=1,d=100000","strength":{"algorithm":"alpha-beta"}}"#);
    assert_eq!(answer.body.matches("event: depth").count(), 2_000);
    assert!(answer.body.contains("event: answer"));
    let longest = answer.body.lines().map(str::len).max();
    assert!(longest.is_some_and(|longest| longest < 4_000), "lines are cut: {longest:?}");
}

#[test]
fn a_page_is_known_by_its_cookie() {
    let studio = Running::start(Allowance::default());
    let cookie = studio.cookie();
    assert!(cookie.starts_with("cookie: pleach-page="), "{cookie}");
    let again = format!("GET / HTTP/1.1\r\nhost: {}\r\n{cookie}connection: close\r\n\r\n", studio.host());
    assert!(!studio.send(again.as_bytes()).head.contains("set-cookie"), "it is given once");
    assert!(!studio.get("/api/v1/status").head.contains("set-cookie"), "and with pages alone");
}
