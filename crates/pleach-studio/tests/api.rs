//! The interface by which pages talk to the studio: what it answers, and what it refuses.

mod support;

use pleach_studio::Allowance;
use std::io::{Read, Write};
use std::time::Duration;
use support::{Running, eventually};

fn studio() -> Running {
    Running::start(Allowance::default())
}

#[test]
fn pages_and_files_have_their_kinds_and_headers() {
    let studio = studio();
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/play", "text/html; charset=utf-8"),
        ("/css/base.css", "text/css; charset=utf-8"),
        ("/shell/shell.js", "text/javascript; charset=utf-8"),
        ("/shell/icons.svg", "image/svg+xml"),
        ("/api/v1/status", "application/json"),
    ] {
        let answer = studio.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains(&format!("content-type: {kind}")), "{path}: {}", answer.head);
        assert!(
            answer.head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{path}"
        );
        assert!(answer.head.contains("x-content-type-options: nosniff"), "{path}");
    }
    let tag = studio
        .get("/play")
        .head
        .lines()
        .find_map(|line| line.strip_prefix("etag: ").map(str::to_owned))
        .unwrap();
    let again = format!(
        "GET /play HTTP/1.1\r\nhost: {}\r\nif-none-match: {tag}\r\nconnection: close\r\n\r\n",
        studio.host()
    );
    assert_eq!(studio.send(again.as_bytes()).status, 304);
}

#[test]
fn what_is_not_there_is_said_so() {
    let studio = studio();
    for path in [
        "/nothing",
        "/api",
        "/api/v1",
        "/api/v1/",
        "/api/v2/status",
        "/api/v1/play",
        "/play.html",
        "/shell/bar.html",
        "/../Cargo.toml",
        "/css/../../src/lib.rs",
        "/css/..%2f..%2fsrc%2flib.rs",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/css/%00",
        "/css\\base.css",
        "/.git/config",
        "/web/index.html",
    ] {
        let answer = studio.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.reason().starts_with("there is nothing at"), "{path}");
    }
    let job = "/api/v1/lab/jobs/abc";
    assert_eq!(studio.get(job).reason(), format!("there is nothing at {job}"));
    assert!(matches!(studio.get(&format!("/{}", "x".repeat(100_000))).status, 404 | 414 | 431));
    for request in [
        "DELETE / HTTP/1.1",
        "POST /play HTTP/1.1",
        "POST /api/v1/status HTTP/1.1",
        "GET /api/v1/play/search HTTP/1.1",
    ] {
        let text = format!("{request}\r\nhost: {}\r\nconnection: close\r\n\r\n", studio.host());
        let answer = studio.send(text.as_bytes());
        assert_eq!(answer.status, 405, "{request}");
        assert!(answer.reason().contains("not what can be done"));
    }
}

#[test]
fn other_pages_and_names_are_kept_out() {
    let studio = studio();
    let with = |head: &str| {
        studio
            .send(format!("GET /api/v1/games HTTP/1.1\r\n{head}connection: close\r\n\r\n").as_bytes())
            .status
    };
    let host = studio.host();
    let port = host.rsplit(':').next().unwrap();
    assert_eq!(with(&format!("host: {host}\r\n")), 200);
    assert_eq!(with(&format!("host: localhost:{port}\r\norigin: http://localhost:{port}\r\n")), 200);
    assert_eq!(with("host: rebound.example.org\r\n"), 403);
    assert_eq!(with(&format!("host: rebound.example.org:{port}\r\n")), 403);
    assert_eq!(with(&format!("host: {host}\r\norigin: http://example.org\r\n")), 403);
    assert_eq!(with(&format!("host: {host}\r\norigin: null\r\n")), 403);
    assert_eq!(with(&format!("host: {host}\r\nsec-fetch-site: cross-site\r\n")), 403);
    assert!(matches!(with(""), 400 | 403), "no host at all");
    for tricky in
        ["[::1]evil.com", "localhost:7401, evil.com", "[::1]:80evil.com", "localhost:80:80", "[127.0.0.1]"]
    {
        assert_eq!(with(&format!("host: {tricky}\r\n")), 403, "{tricky}");
    }
    assert_eq!(with(&format!("host: {host}\r\nhost: evil.com\r\n")), 403, "two names");
    let elsewhere =
        format!("GET http://evil.com/api/v1/games HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    assert_eq!(studio.send(elsewhere.as_bytes()).status, 403);
}

#[test]
fn bad_bodies_are_refused_with_their_reason() {
    let studio = studio();
    let path = "/api/v1/play/position";
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("[]", 400),
        ("null", 400),
        ("{\"game\": 3}", 400),
        ("{\"game\": \"go\"}", 400),
        ("{\"game\": \"chess\", \"start\": \"X........\"}", 400),
        ("{\"game\": \"tic-tac-toe\", \"start\": \"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\"}", 400),
        ("{\"game\": \"chess\", \"moves\": [\"e2e5\"]}", 400),
        ("{\"game\": \"chess\", \"moves\": [\"\u{1F600}\"]}", 400),
        ("{\"game\": \"connect-four:width=1000\"}", 400),
        ("{\"game\": \"chess\", \"moves\": \"e2e4\"}", 400),
    ] {
        let answer = studio.post(path, body);
        assert_eq!(answer.status, status, "{body}");
        assert!(!answer.reason().is_empty() && !answer.reason().contains('\n'), "{body}");
    }
    let deep = format!("{{\"game\": {}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(studio.post(path, &deep).status, 400);
    let long_name = format!("{{\"game\": \"{}\"}}", "x".repeat(100_000));
    assert_eq!(studio.post(path, &long_name).status, 400);
    let moves = format!("{{\"game\": \"chess\", \"moves\": [{}\"e2e4\"]}}", "\"e2e4\",".repeat(20_000));
    assert!(studio.post(path, &moves).reason().contains("no game has more than"));
    let huge = format!("{{\"game\": \"{}\"}}", "x".repeat(3 << 20));
    let answer = studio.post(path, &huge);
    assert!(
        answer.status == 413 || answer.status == 0,
        "refused, or the connection closed: {}",
        answer.status
    );
    let announced = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\nconnection: close\r\n\r\n",
        studio.host()
    );
    assert_eq!(studio.send(announced.as_bytes()).status, 413);
}

#[test]
fn whatever_is_not_said_to_be_json_is_refused() {
    let studio = studio();
    for path in [
        "play/position",
        "play/line",
        "play/read",
        "play/record",
        "play/search",
        "tree/recordings",
        "tree/boards",
        "lab/jobs",
        "lab/jobs/1/pause",
        "lab/jobs/1/resume",
        "lab/jobs/1/remove",
        "lab/jobs/1/profile",
    ] {
        let json = studio.post_text(&format!("/api/v1/{path}"), "{}");
        let line = "content-type: application/json\r\n";
        for kind in
            ["", "content-type: text/plain\r\n", "content-type: application/x-www-form-urlencoded\r\n"]
        {
            let answer = studio.send(json.replace(line, kind).as_bytes());
            assert_eq!(answer.status, 415, "{path} {kind}: {}", answer.body);
            assert!(answer.reason().contains("application/json"), "{path} {kind}");
        }
        assert!(matches!(studio.send(json.as_bytes()).status, 400 | 404), "{path}");
    }
}

#[test]
fn jobs_that_nobody_knows_are_refused_in_json() {
    let studio = studio();
    for id in ["1", "0", "-1", "x", "1.5", "99999999999999999999999", "%20", "%ff", "1%00"] {
        for rest in ["", "/events", "/files/report.html"] {
            let answer = studio.get(&format!("/api/v1/lab/jobs/{id}{rest}"));
            assert_eq!(answer.status, 404, "{id}{rest}: {}", answer.body);
            assert!(answer.reason().starts_with("there is no"), "{id}{rest}: {}", answer.body);
        }
        for rest in ["pause", "resume", "remove"] {
            let answer = studio.post(&format!("/api/v1/lab/jobs/{id}/{rest}"), "{}");
            assert_eq!(answer.status, 404, "{id}/{rest}: {}", answer.body);
            assert!(!answer.reason().is_empty());
        }
    }
    assert_eq!(studio.get("/api/v1/lab/jobs/1/files/%ff").status, 404);
    assert!(studio.post("/api/v1/lab/jobs/1/pause", "{\"now\":true}").reason().contains("now"));
}

#[test]
fn positions_lines_and_records_agree() {
    let studio = studio();
    let game = r#"{"game":"chess","moves":["f2f3","e7e5","g2g4","d8h4"]"#;
    let view = studio.post("/api/v1/play/position", &format!("{game},\"svg\":true}}")).json();
    assert_eq!((view["to_move"].as_str(), view["moves"].as_array().map(Vec::len)), (Some("first"), Some(0)));
    assert_eq!(
        view["ending"],
        serde_json::json!({ "winner": "second", "margin": null, "reason": "checkmate" })
    );
    assert!(view["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let line = studio.post("/api/v1/play/line", &format!("{game},\"from\":2}}")).json();
    assert_eq!(line["steps"].as_array().map(Vec::len), Some(2));
    assert_eq!(line["steps"][1]["record"], "Qh4#");
    assert_eq!(line["steps"][1]["position"], view["position"]);
    let record = studio
        .post("/api/v1/play/record", &format!("{game},\"first\":\"A \\\"B\\\"\",\"second\":\"C\"}}"))
        .json();
    let text = record["text"].as_str().unwrap();
    assert!(text.contains("[White \"A \\\"B\\\"\"]") && text.contains("1. f3 e5 2. g4 Qh4# 0-1"), "{text}");
    let pasted = serde_json::json!({ "game": "othello", "text": text }).to_string();
    let read = studio.post("/api/v1/play/read", &pasted);
    assert_eq!(
        read.status, 400,
        "a record of chess names no game, and othello has no such moves: {}",
        read.body
    );
    let pasted = serde_json::json!({ "game": "chess", "text": text }).to_string();
    assert_eq!(studio.post("/api/v1/play/read", &pasted).json()["moves"][3], "d8h4");
}

#[test]
fn a_jump_tells_its_way() {
    let studio = studio();
    let start = "O/O1/O2/1O1X/13/5O6/11/3X6/X4O3/2O2O4/11/5O6/4O2XX4/X1X1/3/XX/X X - 28";
    let body = serde_json::json!({ "game": "chinese-checkers", "start": start }).to_string();
    let view = studio.post("/api/v1/play/position", &body).json();
    let jump = view["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "h4-l5").unwrap();
    assert_eq!(jump["path"], serde_json::json!(["h4", "l3", "l9", "n4", "l7", "l5"]));
}

#[test]
fn a_search_tells_of_every_depth_and_answers() {
    let studio = studio();
    let answer = studio
        .post("/api/v1/play/search", r#"{"game":"othello","strength":{"depth":5,"lines":3,"risk":"5%"}}"#);
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("content-type: text/event-stream"));
    let count = |name: &str| answer.body.matches(&format!("event: {name}\n")).count();
    assert_eq!((count("started"), count("depth"), count("answer"), count("failed")), (1, 5, 1, 0));
    for (body, part) in [
        (r#"{"game":"othello","strength":{"level":99}}"#, "expected 1 to 8"),
        (r#"{"game":"othello","strength":{"algorithm":"luck"}}"#, "unknown algorithm"),
        (r#"{"game":"othello","strength":{"depht":3}}"#, "depht"),
        (r#"{"game":"tic-tac-toe","start":"XXXOO...."}"#, "the game is over"),
    ] {
        let answer = studio.post("/api/v1/play/search", body);
        assert_eq!(answer.status, 400, "{body}");
        assert!(answer.reason().contains(part), "{}", answer.reason());
    }
}

#[test]
fn a_search_without_limits_ends_when_its_page_goes_away() {
    let studio = studio();
    let mut stream = studio.connect();
    stream.write_all(studio.post_text("/api/v1/play/search", r#"{"game":"chess"}"#).as_bytes()).unwrap();
    stream.read_exact(&mut [0; 64]).unwrap();
    assert_eq!(studio.searching(), 1);
    drop(stream);
    eventually("the search stops", || studio.searching() == 0);
}

#[test]
fn a_search_without_limits_ends_at_the_studios() {
    let studio =
        Running::start(Allowance { longest_search: Duration::from_millis(200), ..Allowance::default() });
    let answer =
        studio.post("/api/v1/play/search", r#"{"game":"chess","strength":{"time":99999999,"threads":4096}}"#);
    assert!(
        answer.body.contains("event: answer") && answer.body.contains("\"stopped\":\"time\""),
        "{}",
        answer.body
    );
}

#[test]
fn too_many_searches_are_turned_away_and_the_others_answered() {
    let studio = Running::start(Allowance { searches: 1, waiting: 1, ..Allowance::default() });
    let endless = studio.post_text("/api/v1/play/search", r#"{"game":"chess"}"#);
    let mut first = studio.connect();
    first.write_all(endless.as_bytes()).unwrap();
    eventually("the first one runs", || studio.searching() == 1);
    let mut second = studio.connect();
    second
        .write_all(
            studio.post_text("/api/v1/play/search", r#"{"game":"chess","strength":{"depth":1}}"#).as_bytes(),
        )
        .unwrap();
    eventually("the second one waits", || studio.get("/api/v1/status").json()["waiting"] == 1);
    let third = studio.post("/api/v1/play/search", r#"{"game":"tic-tac-toe","strength":{"depth":1}}"#);
    assert_eq!(third.status, 503, "{}", third.body);
    assert!(third.head.contains("retry-after: 2"), "{}", third.head);
    drop(first);
    let mut answer = String::new();
    second.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("event: answer"), "whoever waited has its turn: {answer}");
}

#[test]
fn thousands_of_games_leave_nothing_behind() {
    let studio = studio();
    let mut stream = studio.connect();
    let host = studio.host();
    let mut reader = [0; 1 << 16];
    for number in 0..3_000 {
        let start = ["tic-tac-toe", "connect-four", "chinese-checkers"][number % 3];
        let body = format!("{{\"game\":\"{start}\"}}");
        let request = format!(
            "POST /api/v1/play/position HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let read = stream.read(&mut reader).unwrap();
        assert!(reader[..read].starts_with(b"HTTP/1.1 200"), "{number}");
    }
    assert_eq!(studio.searching(), 0);
}

#[test]
fn too_many_connections_wait_at_the_door() {
    let studio = Running::start(Allowance { connections: 2, ..Allowance::default() });
    let endless = studio.post_text("/api/v1/play/search", r#"{"game":"chess"}"#);
    let busy: Vec<_> = (0..2)
        .map(|_| {
            let mut stream = studio.connect();
            stream.write_all(endless.as_bytes()).unwrap();
            stream.read_exact(&mut [0; 64]).unwrap();
            stream
        })
        .collect();
    let mut third = studio.connect();
    third.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    let request =
        format!("GET /api/v1/status HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", studio.host());
    third.write_all(request.as_bytes()).unwrap();
    assert!(third.read(&mut [0; 16]).is_err(), "nobody answers yet");
    drop(busy);
    third.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut answer = String::new();
    third.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn the_studio_ends_while_it_searches() {
    let studio = studio();
    let mut stream = studio.connect();
    stream.write_all(studio.post_text("/api/v1/play/search", r#"{"game":"othello"}"#).as_bytes()).unwrap();
    stream.read_exact(&mut [0; 64]).unwrap();
    drop(studio);
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("event: answer"), "the last word is an answer");
}

#[test]
fn a_taken_port_is_said_in_one_line() {
    let studio = studio();
    let port = studio.host().rsplit(':').next().unwrap().parse().unwrap();
    let options = pleach_studio::Options { port, ..pleach_studio::Options::default() };
    let error = pleach_studio::Studio::bind(pleach_games::registry(), &options).err().unwrap();
    assert!(
        error.to_string().starts_with(&format!("port {port} is taken")) && !error.to_string().contains('\n')
    );
}
