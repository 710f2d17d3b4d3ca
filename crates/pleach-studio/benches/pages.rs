//! How soon a page is painted for the first time in a new browser, and how much it has loaded.
//!
//! `PLEACH_BROWSER=/usr/bin/chromium PLEACH_DRIVER=/usr/bin/chromedriver cargo bench -p pleach-studio --bench pages`

#[path = "../tests/support/browser.rs"]
mod browser;
#[path = "../tests/support/mod.rs"]
mod support;

use browser::with_browser;
use pleach_studio::Allowance;
use std::cell::Cell;
use support::Running;

const PAGES: [(&str, &str); 4] =
    [("home", "/"), ("play room", "/play?game=othello"), ("tree room", "/tree"), ("lab", "/lab")];
const ATTEMPTS: usize = 5;

/// The first paint in milliseconds, and the bytes of all files once the page has come to rest.
const PAINTED: &str = "\
    await new Promise((next) => setTimeout(next, 500)); \
    const paint = performance.getEntriesByName('first-contentful-paint')[0]; \
    const files = performance.getEntriesByType('resource').filter((one) => !one.name.includes('/api/')); \
    const all = [...performance.getEntriesByType('navigation'), ...files]; \
    return [paint.startTime, all.reduce((sum, one) => sum + one.decodedBodySize, 0)];";

fn main() {
    let studio = Running::start(Allowance::default());
    for (name, path) in PAGES {
        let address = format!("{}{path}", studio.address);
        let mut times: Vec<f64> = Vec::new();
        let bytes = Cell::new(0);
        for _ in 0..ATTEMPTS {
            let time = Cell::new(f64::NAN);
            with_browser("pages", async |page| {
                page.goto(&address).await;
                let painted = page.run(PAINTED).await;
                time.set(painted[0].as_f64().unwrap_or(f64::NAN));
                bytes.set(painted[1].as_u64().unwrap_or(0));
            });
            times.push(time.get());
        }
        times.sort_by(f64::total_cmp);
        let (first, last) = (times[0], times[ATTEMPTS - 1]);
        println!("{name}: first paint after {first:.0} to {last:.0} ms, {} kB loaded", bytes.get() / 1_000);
    }
}
