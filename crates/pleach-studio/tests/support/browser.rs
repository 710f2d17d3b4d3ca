//! A headless browser under a test's hands.
//!
//! `./test` installs Chromium and its driver and names them in `PLEACH_BROWSER` and `PLEACH_DRIVER`; without these
//! names there is nothing to test with.

#![allow(dead_code, reason = "every test binary uses another part")]

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The programs to test with, unless nobody has named them.
fn programs() -> Option<(String, String)> {
    let names = ["PLEACH_BROWSER", "PLEACH_DRIVER"].map(|name| std::env::var(name).ok());
    let [Some(browser), Some(driver)] = names else {
        eprintln!("skipped: PLEACH_BROWSER and PLEACH_DRIVER name no browser");
        return None;
    };
    Some((browser, driver))
}

/// Does something with a browser, and sees to it that its console stays silent.
pub(crate) fn with_browser<F: Future<Output = ()>>(name: &str, test: impl FnOnce(Page) -> F) {
    let Some((browser, driver)) = programs() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut driver = Driver::start(&driver);
        let page = Page::open(&browser, &driver.address, name).await;
        test(page.clone()).await;
        let complaints = page.complaints().await;
        page.client.clone().close().await.expect("the browser closes");
        driver.end();
        let _ = std::fs::remove_dir_all(home_of(name));
        assert!(complaints.is_empty(), "{name}: the console says {complaints:#?}");
    });
}

/// Where the browser of a test keeps what it must.
fn home_of(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("pleach-studio-{name}-{}", std::process::id()))
}

struct Driver {
    process: Child,
    address: String,
}

impl Driver {
    fn start(program: &str) -> Driver {
        let mut process = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{program} does not start: {error}"));
        let lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| line.strip_suffix('.')?.rsplit_once("on port ").map(|(_, port)| port.to_owned()))
            .expect("the driver tells its port");
        Driver { process, address: format!("http://127.0.0.1:{port}") }
    }

    fn end(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.end();
    }
}

/// A command of the browser that the standard does not know.
#[derive(Debug)]
struct Own {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Own {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

/// Whether something was there a moment ago, or will be in a moment.
fn is_fleeting(error: &CmdError) -> bool {
    let fleeting = [
        "element click intercepted",
        "element not interactable",
        "no such element",
        "stale element reference",
    ];
    matches!(error, CmdError::Standard(wrong) if fleeting.contains(&wrong.error().as_str()))
}

/// A page of the studio.
#[derive(Clone)]
pub(crate) struct Page {
    pub(crate) client: Client,
    name: String,
}

impl Page {
    async fn open(browser: &str, driver: &str, name: &str) -> Page {
        let options = json!({
            "binary": browser,
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--window-size=1440,900", format!("--user-data-dir={}", home_of(name).display()),
            ],
        });
        let mut wanted = Capabilities::new();
        wanted.insert("goog:chromeOptions".to_owned(), options);
        wanted.insert("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL", "performance": "ALL" }));
        let client = ClientBuilder::new(HttpConnector::new()).capabilities(wanted).connect(driver).await;
        let page = Page { client: client.expect("the browser opens"), name: name.to_owned() };
        page.resize(1440, 900).await;
        page
    }

    /// Warnings and errors of the console, failed requests among them.
    pub(crate) async fn complaints(&self) -> Vec<String> {
        let log = Own { path: "se/log", body: json!({ "type": "browser" }) };
        let lines = self.client.issue_cmd(log).await.expect("there is a log");
        let bad = |line: &&Value| matches!(line["level"].as_str(), Some("SEVERE" | "WARNING"));
        lines.as_array().into_iter().flatten().filter(bad).map(|line| line["message"].to_string()).collect()
    }

    pub(crate) async fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.tell("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Tells the browser something that pages cannot.
    pub(crate) async fn tell(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        let told = self.client.issue_cmd(Own { path: "goog/cdp/execute", body }).await;
        told.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// What happened on the network since somebody last asked: the names of events with what belongs to them.
    pub(crate) async fn network(&self) -> Vec<(String, Value)> {
        let log = Own { path: "se/log", body: json!({ "type": "performance" }) };
        let lines = self.client.issue_cmd(log).await.expect("there is a log");
        let event = |line: &Value| {
            let told: Value = serde_json::from_str(line["message"].as_str()?).ok()?;
            let name = told["message"]["method"].as_str()?.to_owned();
            name.starts_with("Network.").then(|| (name, told["message"]["params"].clone()))
        };
        lines.as_array().into_iter().flatten().filter_map(event).collect()
    }

    pub(crate) async fn goto(&self, address: &str) {
        self.client.goto(address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
    }

    /// Runs the body of a function, which may wait.
    pub(crate) async fn run(&self, script: &str) -> Value {
        let script = format!(
            "const done = arguments[arguments.length - 1]; (async () => {{ {script} }})().then(done, (error) => done({{ failed: String(error) }}));"
        );
        let value = self.client.execute_async(&script, Vec::new()).await;
        let value = value.unwrap_or_else(|error| panic!("{script}: {error}"));
        assert!(value["failed"].is_null(), "{script}: {value}");
        value
    }

    /// Clicks as a person does. A page that draws itself anew may take away what was about to be clicked: then once
    /// more.
    pub(crate) async fn click(&self, css: &str) {
        for _ in 0..50 {
            let clicked = match self.client.find(Locator::Css(css)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => return,
                Err(error) if is_fleeting(&error) => tokio::time::sleep(Duration::from_millis(40)).await,
                Err(error) => panic!("{css}: {error}"),
            }
        }
        self.keep("failed").await;
        panic!("{css} cannot be clicked");
    }

    pub(crate) async fn type_into(&self, css: &str, text: &str) {
        let element =
            self.client.find(Locator::Css(css)).await.unwrap_or_else(|error| panic!("{css}: {error}"));
        element.send_keys(text).await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Presses at one element, moves to another, and lets go.
    pub(crate) async fn drag(&self, from: &str, to: &str) {
        let hand = MouseActions::new("hand".to_owned());
        let hand =
            hand.then(self.move_to(from).await).then(PointerAction::Down { button: MOUSE_BUTTON_LEFT });
        let hand = hand.then(self.move_to(to).await).then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(hand).await.unwrap_or_else(|error| panic!("{from} to {to}: {error}"));
    }

    async fn move_to(&self, css: &str) -> PointerAction {
        let script = format!(
            "const {{ x, y, width, height }} = document.querySelector({}).getBoundingClientRect(); \
             return [x + width / 2, y + height / 2];",
            json!(css)
        );
        let place = self.run(&script).await;
        let [x, y] = [0, 1].map(|part| place[part].as_f64().expect("a number"));
        PointerAction::MoveTo { duration: Some(Duration::from_millis(50)), x, y }
    }

    /// Waits until a script says true, however long that takes the machine.
    pub(crate) async fn wait(&self, what: &str, script: &str) {
        let patience = Instant::now() + Duration::from_secs(300);
        while self.run(script).await != true {
            if Instant::now() > patience {
                self.keep("failed").await;
                panic!("{}: {what}", self.name);
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Keeps a picture of the page beside the other results of the build.
    pub(crate) async fn keep(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("studio");
        std::fs::create_dir_all(&folder).expect("the target folder can be written");
        let picture = self.client.screenshot().await.expect("there is a picture");
        std::fs::write(folder.join(format!("{}-{name}.png", self.name)), picture).expect("it can be written");
    }
}
