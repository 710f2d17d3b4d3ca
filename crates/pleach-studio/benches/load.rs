//! Two hundred pages open, twenty games being searched: how long does anybody wait for an answer?
//!
//! `cargo bench -p pleach-studio --bench load`, with the seconds of the trial as an argument after `--`; with the word
//! `crowds` there the trial is one of some pages among crowds that mean no good, as `load/crowds.rs` says.

#[path = "load/crowds.rs"]
mod crowds;

use pleach_studio::{Options, Studio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

const PAGES: usize = 200;
const SEARCHING: usize = 20;
/// How long a page rests between two requests: faster than anybody clicks.
const REST: Duration = Duration::from_millis(500);
const GAMES: [(&str, &str); 5] = [
    ("chinese-checkers", "\"c1-e5\",\"o3-m7\""),
    ("othello", "\"f5\",\"d6\",\"c3\""),
    ("connect-four", "\"4\",\"4\",\"3\""),
    ("chess", "\"e2e4\",\"e7e5\",\"g1f3\""),
    ("tic-tac-toe", "\"b2\""),
];

fn main() {
    let seconds = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(20);
    let duration = Duration::from_secs(seconds);
    if std::env::args().any(|word| word == "crowds") {
        return crowds::trial(duration);
    }
    with_studio(|host| load(host, duration));
}

/// Runs something against a studio of its own.
fn with_studio<F: Future<Output = ()>>(trial: impl FnOnce(String) -> F) {
    let studio =
        Studio::bind(pleach_games::registry(), &Options { port: 0, ..Options::default() }).expect("a port");
    let host = studio.address().trim_start_matches("http://").to_owned();
    let server = tokio::runtime::Runtime::new().expect("threads");
    server.spawn(studio.run_until(std::future::pending()));
    let client =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads");
    client.block_on(trial(host));
    server.shutdown_timeout(Duration::from_secs(2));
}

async fn load(host: String, duration: Duration) {
    println!("bundle: {} kB in {} files, uncompressed", bundle().0 / 1_000, bundle().1);
    let over = Arc::new(AtomicBool::new(false));
    let searches = Arc::new(AtomicU64::new(0));
    let mut pages = Vec::new();
    for number in 0..PAGES {
        pages.push(tokio::spawn(look(host.clone(), number, Arc::clone(&over))));
    }
    let mut thinking = Vec::new();
    for number in 0..SEARCHING {
        thinking.push(tokio::spawn(think(host.clone(), number, Arc::clone(&over), Arc::clone(&searches))));
    }
    tokio::time::sleep(duration).await;
    over.store(true, Ordering::Relaxed);
    let mut waits = Vec::new();
    for page in pages {
        waits.extend(page.await.expect("a page goes on to the end"));
    }
    for search in thinking {
        search.await.expect("a search goes on to the end");
    }
    waits.sort_unstable();
    let share = |part: f64| waits[((waits.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    println!("{PAGES} pages, {SEARCHING} of them searching, {} s", duration.as_secs());
    println!("{} requests answered, {} searches of a second", waits.len(), searches.load(Ordering::Relaxed));
    println!("wait: median {:.1} ms, 99 % {:.1} ms, longest {:.1} ms", share(0.5), share(0.99), share(1.0));
    println!(
        "memory at its peak, client included: {}",
        peak_memory().unwrap_or_else(|| "unknown".to_owned())
    );
}

/// A page that is used: positions are asked for on one connection, and each wait is measured.
async fn look(host: String, number: usize, over: Arc<AtomicBool>) -> Vec<Duration> {
    let head = page_head(&host).await;
    let mut stream = BufReader::new(TcpStream::connect(&host).await.expect("the studio listens"));
    let request = request(&head, "/api/v1/play/position", &position(number));
    let mut waits = Vec::new();
    // Pages do not ask all at once.
    tokio::time::sleep(REST.mul_f64(number as f64 / PAGES as f64)).await;
    while !over.load(Ordering::Relaxed) {
        let asked = Instant::now();
        stream.write_all(request.as_bytes()).await.expect("it can be asked");
        read_answer(&mut stream).await;
        waits.push(asked.elapsed());
        tokio::time::sleep(REST).await;
    }
    waits
}

/// A game in which an engine thinks a second a move, again and again.
async fn think(host: String, number: usize, over: Arc<AtomicBool>, done: Arc<AtomicU64>) {
    let (game, moves) = GAMES[number % (GAMES.len() - 1)];
    let body = format!("{{\"game\":\"{game}\",\"moves\":[{moves}],\"strength\":{{\"time\":1000}}}}");
    let head = page_head(&host).await;
    let request = request(&head, "/api/v1/play/search", &body).replace("keep-alive", "close");
    while !over.load(Ordering::Relaxed) {
        let mut stream = TcpStream::connect(&host).await.expect("the studio listens");
        stream.write_all(request.as_bytes()).await.expect("it can be asked");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("it answers");
        assert!(answer.contains("event: answer"), "{answer}");
        done.fetch_add(1, Ordering::Relaxed);
    }
}

/// A position that a page asks for.
fn position(number: usize) -> String {
    let (game, moves) = GAMES[number % GAMES.len()];
    format!("{{\"game\":\"{game}\",\"moves\":[{moves}]}}")
}

/// What every request of a page begins with: its host, and the cookie that came with the page.
async fn page_head(host: &str) -> String {
    let mut stream = TcpStream::connect(host).await.expect("the studio listens");
    let request = format!("GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it can be asked");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it answers");
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    let cookie = cookie.map_or(String::new(), |cookie| format!("\r\ncookie: {cookie}"));
    format!("host: {host}{cookie}")
}

/// A request with the first lines of its head.
fn request(head: &str, path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\n{head}\r\nconnection: keep-alive\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Reads an answer whose length is told.
async fn read_answer(stream: &mut BufReader<TcpStream>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("the head goes on"));
    }
    let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
    assert!(head.starts_with("http/1.1 200"), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.expect("the length is told")];
    stream.read_exact(&mut body).await.expect("the body is whole");
}

/// The bytes and the number of the files of all pages.
fn bundle() -> (u64, usize) {
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/web"))];
    let (mut bytes, mut files) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(data) if data.is_dir() => folders.push(entry.path()),
                Ok(data) => (bytes, files) = (bytes + data.len(), files + 1),
                Err(_) => {}
            }
        }
    }
    (bytes, files)
}

fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().split(' ').next()?.parse().ok()?;
    Some(format!("{:.0} MiB", kilobytes / 1024.0))
}
