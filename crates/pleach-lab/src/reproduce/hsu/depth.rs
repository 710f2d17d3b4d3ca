//! The depth that alpha-beta reaches with the work of a full search.

use super::super::{Cell, Finding, Setup, Table, Unfinished};
use super::row;
use crate::chart::{Axis, Chart, Layer, Mark};
use pleach::analysis::{critical_on_level, expected_leaves, growth_rate};

const BRANCHINGS: [u32; 6] = [2, 4, 8, 16, 32, 40];
/// The depth of the full search.
const FULL: u32 = 6;

/// The depth at which so many leaves are needed, between two depths by their logarithms.
fn depth_for(budget: f64, leaves: impl Fn(u32) -> f64) -> f64 {
    let mut depth = 1;
    while leaves(depth + 1) <= budget {
        depth += 1;
    }
    let (low, high) = (leaves(depth).ln(), leaves(depth + 1).ln());
    f64::from(depth) + (budget.ln() - low) / (high - low)
}

pub(super) fn run(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(0);
    let best = |b: u32, full: u32| {
        depth_for(f64::from(b).powf(full.into()), |depth| {
            critical_on_level(b, depth).map_or(f64::INFINITY, |n| n as f64)
        })
    };
    let average =
        |b: u32, full: u32| depth_for(f64::from(b).powf(full.into()), |depth| expected_leaves(b, depth));
    let limit = |b: u32| f64::from(b).ln() / growth_rate(b).ln();
    let mut finding = Finding::default();
    let rows = BRANCHINGS.map(|b| {
        let cells = [
            Cell::exact(best(b, FULL), 2).beside(f64::from(2 * FULL - 1)),
            Cell::exact(average(b, FULL), 2).beside(4.0 / 3.0 * f64::from(FULL)),
            Cell::exact(limit(b), 3).beside(4.0 / 3.0),
        ];
        row(b.to_string(), None, cells)
    });
    finding.tables.push(Table {
        title: format!("Depth reached with the {FULL}-ply leaves of a full search, b^{FULL}; computed"),
        side: "b".to_owned(),
        heads: ["at best, plies", "on average, plies", "on average in the limit, times d"]
            .map(str::to_owned)
            .to_vec(),
        beside: "paper: 2d - 1, 4d/3 and 4/3".to_owned(),
        samples_of: String::new(),
        rows: rows.to_vec(),
    });
    let line = |name: &str, depth: &dyn Fn(u32) -> f64| Layer::Line {
        name: name.to_owned(),
        marks: (2..=8).map(|full| Mark::at(full.into(), depth(full))).collect(),
    };
    finding.charts.push(Chart {
        caption: "Depth that alpha-beta reaches with as many leaves as a full search of depth d has, b = 32"
            .to_owned(),
        across: Axis::plain("depth d of the full search, plies"),
        up: Axis::plain("depth of alpha-beta, plies"),
        layers: vec![
            line("at best", &|full| best(32, full)),
            line("on average", &|full| average(32, full)),
            line("2d - 1", &|full| f64::from(2 * full - 1)),
            line("4d/3", &|full| 4.0 / 3.0 * f64::from(full)),
        ],
    });
    // The best case has about 2 b^(D/2) leaves for even D, so that D falls short of 2d by 2 log_b 2 and the step of odd depths.
    let near_best = BRANCHINGS
        .iter()
        .filter(|&&b| b >= 4)
        .all(|&b| (best(b, FULL) - f64::from(2 * FULL - 1)).abs() <= 1.0);
    finding.check("at best the depth is 2d - 1 within one ply, for b of 4 and more", near_best);
    let near = BRANCHINGS
        .iter()
        .filter(|&&b| b >= 8)
        .all(|&b| (average(b, FULL) / f64::from(FULL) / (4.0 / 3.0) - 1.0).abs() < 0.06);
    finding.check("on average it is 4d/3 within 6 %, for b of 8 and more", near);
    finding.remarks.push(
        "The exact factor on average is log b / log R, which is 1.440 for b = 2 and 1.395 for b = 32 in the limit of deep \
         trees; shallow ones reach a little less."
            .to_owned(),
    );
    Ok(finding)
}
