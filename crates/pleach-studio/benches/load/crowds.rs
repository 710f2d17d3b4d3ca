//! Some pages among crowds: those who ask for much and go away, those who say nothing, those who do not read. How long
//! does somebody wait who looks at a page?

use crate::{page_head, position, request, with_studio};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The pages that somebody looks at, each asking twice a second.
const PAGES: usize = 10;
const REST: Duration = Duration::from_millis(500);
/// Nobody waits longer: it counts as no answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Who else is there.
#[derive(Clone, Copy)]
enum Crowd {
    Nobody,
    /// 520 requests for a wide game, every four seconds, that are dropped as soon as they are sent.
    Dropping,
    /// 1,024 connections that are idle or have sent half a request.
    Silent,
    /// 24 searches without an end that nobody reads.
    Unread,
}

impl fmt::Display for Crowd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Crowd::Nobody => "nobody else",
            Crowd::Dropping => "520 dropped wide requests every 4 s",
            Crowd::Silent => "1024 idle or half-sent connections",
            Crowd::Unread => "24 readers who do not read",
        })
    }
}

/// Tries each crowd on a studio of its own, for so long.
pub(crate) fn trial(duration: Duration) {
    println!("{PAGES} pages, {} s for each crowd", duration.as_secs());
    println!("| crowd | answered | not | wait: median | 99 % | longest | searches |");
    println!("|---|---|---|---|---|---|---|");
    for crowd in [Crowd::Nobody, Crowd::Dropping, Crowd::Silent, Crowd::Unread] {
        with_studio(|host| among(host, crowd, duration));
    }
}

async fn among(host: String, crowd: Crowd, duration: Duration) {
    let over = Arc::new(AtomicBool::new(false));
    let mut heads = Vec::new();
    for _ in 0..PAGES {
        heads.push(page_head(&host).await);
    }
    let gathered = gather(&host, crowd).await;
    let again = tokio::spawn(gather_again(host.clone(), crowd, Arc::clone(&over)));
    let searching = tokio::spawn(search(host.clone(), heads[0].clone(), Arc::clone(&over)));
    let looking: Vec<_> = heads
        .into_iter()
        .enumerate()
        .map(|(number, head)| tokio::spawn(look(host.clone(), head, number, Arc::clone(&over))))
        .collect();
    tokio::time::sleep(duration).await;
    over.store(true, Ordering::Relaxed);
    let mut waits = Vec::new();
    for page in looking {
        waits.extend(page.await.expect("a page goes on to the end"));
    }
    let searches = searching.await.expect("it searches to the end");
    again.await.expect("the crowd is there to the end");
    drop(gathered);
    report(crowd, waits, searches);
}

fn report(crowd: Crowd, waits: Vec<Option<Duration>>, searches: usize) {
    let unanswered = waits.iter().filter(|wait| wait.is_none()).count();
    let answered = waits.len() - unanswered;
    let mut waits: Vec<Duration> = waits.into_iter().map(|wait| wait.unwrap_or(PATIENCE)).collect();
    waits.sort_unstable();
    let last = waits.len().saturating_sub(1) as f64;
    let share = |part: f64| waits.get((last * part) as usize).map_or(0.0, |wait| wait.as_secs_f64() * 1e3);
    let [median, most, longest] = [0.5, 0.99, 1.0].map(share);
    println!(
        "| {crowd} | {answered} | {unanswered} | {median:.1} ms | {most:.1} ms | {longest:.1} ms | {searches} |"
    );
}

/// The crowd as it comes. It is there as long as what is returned.
async fn gather(host: &str, crowd: Crowd) -> Vec<TcpStream> {
    let head = format!("host: {host}");
    let wide = request(&head, "/api/v1/play/position", r#"{"game":"random-tree:b=3000,d=2"}"#);
    let search = request(&head, "/api/v1/play/search", r#"{"game":"chess"}"#);
    let (count, texts) = match crowd {
        Crowd::Nobody => (0, [""; 3]),
        Crowd::Dropping => (520, [wide.as_str(); 3]),
        Crowd::Silent => (1_024, ["", &wide[..60], &wide[..wide.len() - 5]]),
        Crowd::Unread => (24, [search.as_str(); 3]),
    };
    let mut streams = Vec::new();
    for number in 0..count {
        let mut stream = TcpStream::connect(host).await.expect("the studio listens");
        // Whoever is turned away comes again no more.
        let _ = stream.write_all(texts[number % 3].as_bytes()).await;
        if !matches!(crowd, Crowd::Dropping) {
            streams.push(stream);
        }
    }
    streams
}

async fn gather_again(host: String, crowd: Crowd, over: Arc<AtomicBool>) {
    const PAUSE: Duration = Duration::from_secs(4);
    while matches!(crowd, Crowd::Dropping) && !over.load(Ordering::Relaxed) {
        tokio::time::sleep(PAUSE).await;
        drop(gather(&host, crowd).await);
    }
}

/// Somebody looks at a page: how long each answer took, and none where there was none.
async fn look(host: String, head: String, number: usize, over: Arc<AtomicBool>) -> Vec<Option<Duration>> {
    let request = request(&head, "/api/v1/play/position", &position(number)).replace("keep-alive", "close");
    tokio::time::sleep(REST.mul_f64(number as f64 / PAGES as f64)).await;
    let mut waits = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let asked = Instant::now();
        let answer = tokio::time::timeout(PATIENCE, ask(&host, &request)).await.ok().flatten();
        waits.push(answer.filter(|answer| answer.starts_with("HTTP/1.1 200")).map(|_| asked.elapsed()));
        tokio::time::sleep(REST).await;
    }
    waits
}

/// Somebody has an engine think for a fifth of a second, again and again: how often it had an answer.
async fn search(host: String, head: String, over: Arc<AtomicBool>) -> usize {
    let body = r#"{"game":"othello","strength":{"time":200}}"#;
    let request = request(&head, "/api/v1/play/search", body).replace("keep-alive", "close");
    let mut answered = 0;
    while !over.load(Ordering::Relaxed) {
        let answer = tokio::time::timeout(PATIENCE, ask(&host, &request)).await.ok().flatten();
        answered += usize::from(answer.is_some_and(|answer| answer.contains("event: answer")));
        tokio::time::sleep(REST).await;
    }
    answered
}

/// Asks, and reads all that comes back; none if the connection breaks.
async fn ask(host: &str, request: &str) -> Option<String> {
    let mut stream = TcpStream::connect(host).await.ok()?;
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    Some(answer)
}
