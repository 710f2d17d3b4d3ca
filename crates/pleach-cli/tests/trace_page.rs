//! The page of `pleach trace --format html`, opened in a browser.
//!
//! `./test` installs Chromium and names it in `PLEACH_BROWSER`; without that name there is nothing to
//! open the page with, and the test says so.

use std::path::PathBuf;
use std::process::Command;

fn page() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pleach-trace-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let page = folder.join("trace.html");
    let tree = "MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]";
    let status = Command::new(env!("CARGO_BIN_EXE_pleach"))
        .args(["trace", "tree", "--position", tree, "--depth", "9", "--format", "html", "--output"])
        .arg(&page)
        .status()
        .unwrap();
    assert!(status.success());
    page
}

/// The page as the browser shows it at a row, and what its console said.
fn opened(browser: &str, page: &std::path::Path, row: u32) -> (String, String) {
    let profile = page.with_file_name(format!("profile-{row}"));
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}#row={row}", page.display()))
        .output()
        .unwrap_or_else(|error| panic!("{browser} does not start: {error}"));
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_page_opens_at_every_row_without_an_error() {
    let Ok(browser) = std::env::var("PLEACH_BROWSER") else {
        eprintln!("skipped: PLEACH_BROWSER names no browser");
        return;
    };
    let page = page();
    let says = [
        (1, "Max"),
        (5, "Leaf 2.1 is worth 9"),
        (12, "Max already has 5 at root, three plies up"),
        (15, "5"),
    ];
    for (row, sentence) in says {
        let (shown, console) = opened(&browser, &page, row);
        assert!(shown.contains(sentence), "row {row} does not say '{sentence}'");
        assert!(shown.contains(&format!("Row {row}")), "row {row} is not shown");
        assert!(!console.contains("CONSOLE"), "row {row}: {console}");
    }
    std::fs::remove_dir_all(page.parent().unwrap()).unwrap();
}
