//! How fast the tree room opens a recording of a million steps, and how fluently it is scrubbed.
//!
//! `PLEACH_BROWSER=/usr/bin/chromium PLEACH_DRIVER=/usr/bin/chromedriver cargo bench -p pleach-studio --bench tree_room`

#[path = "../tests/support/browser.rs"]
mod browser;
#[path = "../tests/support/mod.rs"]
mod support;

use browser::{Page, with_browser};
use pleach_studio::Allowance;
use serde_json::Value;
use support::Running;

/// How long until the first row is painted, from the beginning of the page's life, and what of it the server took.
const OPENED: &str = "\
    while (!document.querySelector('#row-panel h2')) await new Promise((next) => setTimeout(next, 2)); \
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next))); \
    const all = performance.now(); \
    const recording = performance.getEntriesByType('resource').find((one) => one.name.endsWith('recordings')); \
    return { all, server: recording.responseStart - recording.requestStart, transfer: recording.responseEnd - recording.responseStart, steps: Number(document.querySelector('.slider').max) };";

/// Goes to another row with every frame for a while, all over the recording or row by row, and tells how long frames took.
const SCRUBBED: &str = "\
    const slider = document.querySelector('.strip:not([hidden]) .slider'), rows = Number(slider.max); \
    const times = [], work = []; let last = performance.now(); \
    for (let frame = 0; frame < 240; frame += 1) { \
        slider.value = String(FAR ? 1 + ((frame * 7919 * 131) % rows) : Math.floor(rows / 2) + frame); \
        slider.dispatchEvent(new Event('input')); \
        const now = await new Promise((next) => requestAnimationFrame(next)); \
        times.push(now - last); last = now; \
    } \
    times.splice(0, 20); times.sort((one, other) => one - other); \
    return { median: times[110], most: times[209], longest: times[219] };";

fn main() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-speed", |page| async move {
        for attempt in 1..=3 {
            page.goto("about:blank").await;
            page.goto(&format!("{}/tree?example=million", studio.address)).await;
            report(&page, attempt).await;
        }
    });
}

async fn report(page: &Page, attempt: u32) {
    let opened = page.run(OPENED).await;
    let ms = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    println!(
        "{attempt}: {} rows, opened in {:.0} ms (the search {:.0} ms, the way {:.0} ms)",
        opened["steps"],
        ms(&opened["all"]),
        ms(&opened["server"]),
        ms(&opened["transfer"]),
    );
    for (name, far) in [("far and wide", "true"), ("row by row", "false")] {
        let frames = page.run(&SCRUBBED.replace("FAR", far)).await;
        println!(
            "   scrubbed {name}: a frame takes {:.1} ms in the middle, {:.1} ms for 95 in 100, {:.1} ms at most",
            ms(&frames["median"]),
            ms(&frames["most"]),
            ms(&frames["longest"]),
        );
    }
}
