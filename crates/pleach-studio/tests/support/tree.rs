//! The tree room under a test's hands.

#![allow(dead_code, reason = "every test binary uses another part")]

use super::browser::Page;
use super::support::Running;
use serde_json::Value;

/// Whether a row is shown.
pub(crate) const OPEN: &str = "return document.querySelector('.trace-row.now') !== null;";
/// Presses a key wherever the focus is.
pub(crate) const PRESS: &str = "const press = (key, more = {}) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));";
/// Waits until the current row of the table has a number, and reads it.
pub(crate) const READ: &str = "const read = async (row) => { for (;;) { const now = document.querySelector('.trace-row.now'); \
    if (now?.children[0].textContent === String(row)) return [...now.children].slice(1).map((cell) => cell.getAttribute('title') ?? cell.textContent); \
    await new Promise((next) => setTimeout(next, 10)); } };";

pub(crate) async fn open(page: &Page, studio: &Running, address: &str) {
    // Another part of the same page would not be loaded anew.
    page.goto("about:blank").await;
    page.goto(&format!("{}/tree{address}", studio.address)).await;
    page.wait("a row is shown", OPEN).await;
}

pub(crate) async fn read(page: &Page, script: &str) -> Value {
    page.run(&format!("{PRESS} {READ} {script}")).await
}

pub(crate) async fn text(page: &Page, css: &str) -> String {
    let script = format!("return document.querySelector({})?.textContent ?? '';", serde_json::json!(css));
    page.run(&script).await.as_str().unwrap_or_default().to_owned()
}
