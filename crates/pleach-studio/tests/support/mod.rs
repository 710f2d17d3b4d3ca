//! A studio in this process, and a client that can say whatever it likes.

#![allow(dead_code, reason = "every test binary uses another part")]

use pleach::registry::Registry;
use pleach_studio::{Allowance, Options, Studio};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Where nobody has kept anything.
pub(crate) fn laboratory() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("pleach-studio-{}-{number}.sqlite", std::process::id()))
}

/// Waits until something holds; whatever the machine does meanwhile, it will.
pub(crate) fn eventually(what: &str, holds: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_secs(300);
    while !holds() {
        assert!(Instant::now() < patience, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A studio that ends with the test.
pub(crate) struct Running {
    pub(crate) address: String,
    end: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    /// A studio with a laboratory that nobody has used.
    pub(crate) fn start(allowance: Allowance) -> Running {
        Running::with_laboratory(allowance, laboratory())
    }

    pub(crate) fn with_laboratory(allowance: Allowance, laboratory: PathBuf) -> Running {
        Running::with_games(pleach_games::registry(), allowance, laboratory)
    }

    pub(crate) fn with_games(registry: Registry, allowance: Allowance, laboratory: PathBuf) -> Running {
        let profiles = laboratory.with_extension("profiles");
        let options = Options { port: 0, allowance, laboratory, profiles, ..Options::default() };
        let studio = Studio::bind(registry, &options).expect("there is a free port");
        let address = studio.address();
        let (end, ended) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("there are threads");
            let end = async { drop(ended.await) };
            runtime.block_on(studio.run_until(end)).expect("it serves");
            runtime.shutdown_timeout(Duration::from_secs(2));
        });
        Running { address, end: Some(end), thread: Some(thread) }
    }

    pub(crate) fn host(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    /// Sends bytes, and reads all that comes back.
    pub(crate) fn send(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has refused already may have closed its side.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::read(&bytes)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.host()).expect("the studio listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("it is no zero");
        stream
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(
            format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.host()).as_bytes(),
        )
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        self.send(self.post_text(path, body).as_bytes())
    }

    pub(crate) fn post_text(&self, path: &str, body: &str) -> String {
        self.post_text_with("", path, body)
    }

    /// The same with more lines in its head.
    pub(crate) fn post_text_with(&self, head: &str, path: &str, body: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n{head}\
             content-length: {}\r\n\r\n{body}",
            self.host(),
            body.len()
        )
    }

    /// The line of the head by which a page is known: what a browser gets with its first page.
    pub(crate) fn cookie(&self) -> String {
        let head = self.get("/").head;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
        format!("cookie: {}\r\n", cookie.split(';').next().unwrap_or(cookie))
    }

    /// The searches under way.
    pub(crate) fn searching(&self) -> u64 {
        self.get("/api/v1/status").json()["searching"].as_u64().expect("a number")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    fn read(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The reason of a refusal.
    pub(crate) fn reason(&self) -> String {
        self.json()["error"]["reason"].as_str().unwrap_or_else(|| panic!("{}", self.body)).to_owned()
    }
}
