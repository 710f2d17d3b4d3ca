//! Figure 6: how often the value at the root is right.

use super::super::{Cell, Finding, Part, Row, Setup, Table, Unfinished, behaviour};
use super::{BRANCHING, seeds};
use crate::chart::{Axis, Chart, Layer, Mark};
use pleach::propagation::{LeafValues, Schedule, UniformTree};

const SCHEDULES: [Schedule; 6] = [
    Schedule::Multiplicative(1.0),
    Schedule::Multiplicative(0.75),
    Schedule::Multiplicative(0.5),
    Schedule::Multiplicative(0.25),
    Schedule::Linear(0.01),
    Schedule::Linear(0.02),
];
const FIRST: f64 = 0.1;
const SHARDS: u64 = 20;
/// For each depth in plies from 1 on: the trees, those of a quick run, and what independent simulations have found with
/// its standard error, if anything.
type Depth = (u64, u64, Option<([f64; 6], f64)>);
const DEPTHS: [Depth; 8] = [
    (1_000_000, 40_000, Some(([0.9; 6], 1e-9))),
    (1_000_000, 40_000, Some(([0.755, 0.791, 0.827, 0.864, 0.769, 0.783], 0.0007))),
    (1_000_000, 40_000, None),
    (1_000_000, 20_000, Some(([0.479, 0.589, 0.700, 0.805, 0.548, 0.626], 0.001))),
    (400_000, 6_000, None),
    (200_000, 2_000, Some(([0.265, 0.434, 0.620, 0.782, 0.391, 0.582], 0.0035))),
    (60_000, 400, None),
    (20_000, 200, Some(([0.123, 0.326, 0.573, 0.783, 0.296, 0.596], 0.014))),
];

/// How many of the trees of some seeds have the right value, by schedule.
fn right(plies: u32, seeds: impl Iterator<Item = u64>) -> [u64; 6] {
    let mut right = [0; 6];
    let Some(mut tree) = UniformTree::new(BRANCHING, plies + 1, LeafValues::Newborn) else { return right };
    let probabilities = SCHEDULES.map(|schedule| schedule.probabilities(FIRST, plies));
    for seed in seeds {
        tree.draw(seed);
        for (count, probabilities) in right.iter_mut().zip(&probabilities) {
            *count += u64::from(tree.pruned_value(probabilities) == tree.value());
        }
    }
    right
}

pub(super) fn figure_6(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(SHARDS * DEPTHS.len() as u64);
    let seed = setup.get_seed();
    let mut counted: Vec<(u64, [u64; 6])> = Vec::new();
    for (plies, &(full, quick, _)) in (1..).zip(&DEPTHS) {
        let trees = setup.size(full, quick) / SHARDS;
        let setting = u64::from(plies);
        let part = Part {
            name: "lim-lee/schedules",
            details: serde_json::json!({ "plies": plies, "trees a shard": trees, "first": FIRST }),
            behaviour: behaviour(&right(plies.min(4), seeds(1, setting, 0, 50))),
            shards: SHARDS,
        };
        let rows = setup.each(&part, |shard| Ok(vec![right(plies, seeds(seed, setting, shard, trees))]))?;
        let rows: Vec<[u64; 6]> = rows.into_iter().flatten().collect();
        let sum = |schedule: usize| rows.iter().map(|row| row[schedule]).sum();
        counted.push((trees * SHARDS, std::array::from_fn(sum)));
    }
    Ok(finding(&counted))
}

fn finding(counted: &[(u64, [u64; 6])]) -> Finding {
    let cells: Vec<[Cell; 6]> = counted
        .iter()
        .zip(&DEPTHS)
        .map(|((trees, right), (.., known))| {
            std::array::from_fn(|schedule| {
                let cell = Cell::share(right[schedule], *trees, 1.0, 4);
                known.map_or(cell, |(known, _)| cell.beside(known[schedule]))
            })
        })
        .collect();
    let row = |(plies, ((trees, _), cells)): (u32, (&(u64, _), &[Cell; 6]))| Row {
        name: plies.to_string(),
        samples: Some(*trees),
        cells: cells.map(Some).to_vec(),
    };
    let table = Table {
        title: "Share of trees with the right value at the root; q = 0.1 at the root, b = 5, Newborn leaves"
            .to_owned(),
        side: "plies".to_owned(),
        heads: SCHEDULES.map(|schedule| schedule.to_string()).to_vec(),
        beside: "an independent simulation; the paper has a picture only".to_owned(),
        samples_of: "trees".to_owned(),
        rows: (1..).zip(counted.iter().zip(&cells)).map(row).collect(),
    };
    let layer = |number: usize| Layer::Line {
        name: SCHEDULES[number].to_string(),
        marks: (1..)
            .zip(&cells)
            .map(|(plies, cells)| Mark {
                x: f64::from(plies),
                y: cells[number].value,
                interval: cells[number].interval,
            })
            .collect(),
    };
    let chart = Chart {
        caption: "Share of right values at the root by pruning schedule, q = 0.1 at the root; 95 % intervals"
            .to_owned(),
        across: Axis::plain("depth of the leaves, plies"),
        up: Axis::plain("share of right values"),
        layers: (0..SCHEDULES.len()).map(layer).collect(),
    };
    let mut finding = Finding { tables: vec![table], charts: vec![chart], ..Finding::default() };
    check(&mut finding, counted, &cells);
    finding
}

fn check(finding: &mut Finding, counted: &[(u64, [u64; 6])], cells: &[[Cell; 6]]) {
    let one_ply = cells[0].iter().all(|cell| {
        let (low, high) = cell.interval.unwrap_or_default();
        (cell.value - 0.9).abs() < 2.6 * (high - low) / 2.0
    });
    finding.check("one ply deep the share is 1 - q = 0.9", one_ply);
    let agrees = |trees: u64, cell: &Cell, known: f64, known_error: f64| {
        let error = (cell.value * (1.0 - cell.value) / trees as f64).sqrt();
        // The known numbers have three digits.
        (cell.value - known).abs() < 5.0 * error.hypot(known_error) + 0.0005
    };
    let far = counted.iter().zip(cells).zip(&DEPTHS).filter_map(|(((trees, _), cells), depth)| {
        let (known, error) = depth.2?;
        Some(cells.iter().zip(known).filter(|(cell, known)| !agrees(*trees, cell, *known, error)).count())
    });
    let far: usize = far.sum();
    finding.check("all shares are those of the independent simulation", far == 0);
    let at = |plies: usize, schedule: usize| cells[plies - 1][schedule].value;
    finding.check(
        "with × 1 and − 0.01 the share keeps falling, below 0.35 at 8 plies",
        at(8, 0) < 0.35 && at(8, 4) < 0.35,
    );
    let ends = (at(6, 3) - at(8, 3)).abs() < 0.06 && at(8, 3) > 0.7;
    finding.check("with × 0.25 it stays above 0.7 and ends to fall", ends);
    finding.check(
        "× 0.25 is right more often than − 0.02 from 4 plies on",
        (4..=8).all(|plies| at(plies, 3) > at(plies, 5)),
    );
    finding.remarks.push(
        "The linear schedule − 0.02 reaches zero at depth 5: from there on deeper trees add no errors, and its curve ends to \
         fall as well, at a lower share."
            .to_owned(),
    );
}
