//! The report on a race.

use super::Finish;
use crate::page::Page;
use crate::plot::{Plot, PlotError, Series};

fn percent([share, low, high]: [f64; 3]) -> String {
    format!("{:.1} % ({:.1}..{:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
}

impl Finish {
    /// The heads of the table.
    pub const HEADS: [&'static str; 12] = [
        "search",
        "nodes",
        "leaves",
        "evaluations",
        "tests",
        "in tests",
        "CPU ms",
        "saving",
        "faster",
        "same value",
        "same move",
        "mean loss",
    ];

    /// The search as a row of the table; counts are means over the positions.
    pub fn row(&self) -> Vec<String> {
        let mean = |count: u64| format!("{:.0}", self.mean(count as f64));
        let work = &self.work;
        vec![
            self.name.clone(),
            mean(work.nodes),
            mean(work.leaves),
            mean(work.evaluations),
            mean(work.tests),
            format!("{:.0} %", 100.0 * work.test_nodes as f64 / work.nodes.max(1) as f64),
            format!("{:.2}", self.mean(1e3 * work.seconds)),
            format!("{:.2}x", self.saving),
            format!("{:.2}x", self.faster),
            percent(self.same_value),
            percent(self.same_move),
            format!("{:.3}", self.mean_loss),
        ]
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.positions.max(1) as f64
    }
}

/// The page: a table of all searches, and bar charts.
pub fn page(game: &str, depth: u32, finishes: &[Finish]) -> Result<Page, PlotError> {
    let mut page = Page::new(&format!("Race: {game} to depth {depth}"));
    let positions = finishes.first().map_or(0, |finish| finish.positions);
    page.text(&format!(
        "{positions} positions from seeded self-play, the same for all. Counts are means per position. Saving is how \
         many times less work (nodes and static evaluations) than the first search; intervals are of 95 % confidence."
    ));
    page.table(&Finish::HEADS, &finishes.iter().map(Finish::row).collect::<Vec<_>>());
    let bar = |place: usize, height: f64| vec![(place as f64 + 1.0, 0.0), (place as f64 + 1.0, height)];
    let bars = |height: fn(&Finish) -> f64| {
        let series = |(place, finish): (usize, &Finish)| Series {
            name: format!("{}: {}", place + 1, finish.name),
            points: bar(place, height(finish)),
        };
        finishes.iter().enumerate().map(series).collect::<Vec<_>>()
    };
    let plots = [
        ("Nodes per position", "nodes", bars(|finish| finish.mean(finish.work.nodes as f64))),
        ("CPU time per position", "ms", bars(|finish| finish.mean(1e3 * finish.work.seconds))),
        ("Same value as the first", "% of the positions", bars(|finish| 100.0 * finish.same_value[0])),
        ("A move as good as the first's", "% of the positions", bars(|finish| 100.0 * finish.same_move[0])),
    ];
    for (caption, vertical, series) in plots {
        let (caption, vertical) = (caption.to_owned(), vertical.to_owned());
        let horizontal = "search, by its row in the table".to_owned();
        page.plot(&Plot { caption, horizontal, vertical, series })?;
    }
    Ok(page)
}
