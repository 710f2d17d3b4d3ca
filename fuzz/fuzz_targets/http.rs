//! Requests to the studio, sent through a socket. Whatever is sent, the studio answers in time or closes the connection,
//! never with a fault of its own, and nothing panics behind it.
//!
//! The first line of an input is the method and the path, as in `POST /api/v1/play/read`, the rest is the body; the other
//! lines of the head are added. After a first line `RAW` all is sent as it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach_fuzz as _; // The budget of memory.
use pleach_studio::{Allowance, Options, Studio};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::LazyLock;
use std::time::Duration;

/// Longer than all that the studio may take together, built without optimisation and on a busy machine.
const PATIENCE: Duration = Duration::from_secs(50);
const SHORT: Duration = Duration::from_millis(50);

static STUDIO: LazyLock<String> = LazyLock::new(|| {
    let place = std::env::temp_dir().join(format!("pleach-fuzz-{}", std::process::id()));
    let options = Options {
        port: 0,
        allowance: Allowance {
            longest_search: SHORT,
            memory: 64,
            table: 1,
            threads: 2,
            ..Allowance::default()
        },
        laboratory: place.with_extension("sqlite"),
        profiles: place.with_extension("profiles"),
        ..Options::default()
    };
    let studio = Studio::bind(pleach_games::registry(), &options).expect("there is a free port");
    let host = studio.address().trim_start_matches("http://").to_owned();
    std::thread::spawn(move || studio.run());
    host
});

/// A request with the head that pages send.
fn request(first: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "{first} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        *STUDIO,
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// Sends bytes, and reads all that comes back.
fn exchange(bytes: &[u8], is_all: bool) -> Vec<u8> {
    let mut stream = TcpStream::connect(&*STUDIO).expect("the studio listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("it is no zero");
    // Whoever is refused may find the connection closed while still writing.
    let _ = stream.write_all(bytes);
    if is_all {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("no answer in time"),
        _ => answer,
    }
}

/// The status of an answer, if there is one.
fn status(answer: &[u8]) -> Option<u16> {
    if answer.is_empty() {
        return None;
    }
    let digits = answer.strip_prefix(b"HTTP/1.").and_then(|rest| rest.get(2..5)).expect("an answer by HTTP");
    let digits = str::from_utf8(digits).expect("a number");
    Some(digits.parse().expect("a number"))
}

fn body(answer: &[u8]) -> &[u8] {
    let blank = answer.windows(4).position(|window| window == b"\r\n\r\n").expect("a head has an end");
    &answer[blank + 4..]
}

/// Ends a job that was begun: others have to be begun, too.
fn end_job(answer: &[u8]) {
    let job: serde_json::Value = serde_json::from_slice(body(answer)).expect("a job is JSON");
    for what in ["pause", "remove"] {
        exchange(&request(&format!("POST /api/v1/lab/jobs/{}/{what}", job["id"]), b"{}"), false);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (first, rest) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let Ok(first) = str::from_utf8(first) else { return };
    if first == "RAW" {
        assert_ne!(status(&exchange(rest, true)), Some(500));
        return;
    }
    let answer = exchange(&request(first, rest), false);
    let status = status(&answer);
    assert!(status.is_none_or(|status| (200..500).contains(&status) || status == 503), "{status:?}");
    if first == "POST /api/v1/lab/jobs" && status == Some(200) {
        end_job(&answer);
    }
});
