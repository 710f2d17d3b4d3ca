//! The best case of trees in which play may end at any level.

use super::super::samples::{Sums, seeds};
use super::super::{Finding, Part, Setup, Table, Unfinished, behaviour};
use super::row;
use crate::chart::{Axis, Chart, Layer, Mark};
use pleach::analysis::{RandomLevel, count_critical, expected_critical};
use pleach::tree::{Branching, Leaves, Shape};

const SHARDS: u64 = 10;
const DEPTH: u32 = 6;
/// Successors of nonterminal positions, and how likely a position is one; the root always is.
const KINDS: [(u32, f64); 3] = [(3, 0.95), (4, 0.9), (6, 0.7)];

/// The critical positions of every level of the trees of some seeds.
fn critical(successors: u32, nonterminal: f64, seeds: impl Iterator<Item = u64>) -> Vec<Sums> {
    let shape = Shape {
        branching: Branching::ByLevel(vec![successors]),
        depth: DEPTH,
        nonterminal: vec![1.0, nonterminal],
        leaves: Leaves::Newborn,
        direct: false,
    };
    let mut levels = vec![Sums::default(); DEPTH as usize + 1];
    for seed in seeds {
        let counts = count_critical(&shape.clone().tree(seed), DEPTH);
        for (level, sums) in levels.iter_mut().enumerate() {
            sums.add(counts.get(level).map_or(0, |counts| counts.total() as u64), 1);
        }
    }
    levels
}

/// What the formula says of every level, if `mean` is right for the mean number of successors.
fn expected(nonterminal: f64, mean: fn(f64, f64) -> Option<RandomLevel>, successors: u32) -> Vec<f64> {
    let levels: Option<Vec<RandomLevel>> =
        (0..DEPTH).map(|level| mean(if level == 0 { 1.0 } else { nonterminal }, successors.into())).collect();
    let levels = levels.unwrap_or_default();
    (0..=levels.len()).map(|level| expected_critical(&levels[..level])).collect()
}

pub(super) fn run(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    let trees = setup.size(200_000, 10_000) / SHARDS;
    setup.expect(SHARDS * KINDS.len() as u64);
    let (seed, mut finding) = (setup.get_seed(), Finding::default());
    let mut table = Table {
        title: "Critical positions of a level, mean".to_owned(),
        side: "trees".to_owned(),
        heads: (1..=DEPTH).map(|level| format!("level {level}")).collect(),
        beside: "formula, with the mean over all positions of a level".to_owned(),
        samples_of: "trees".to_owned(),
        rows: Vec::new(),
    };
    let (mut layers, mut holds, mut other) = (Vec::new(), true, true);
    for (number, (successors, nonterminal)) in (0..).zip(KINDS) {
        let part = Part {
            name: "hsu/random-termination",
            details: serde_json::json!({ "b": successors, "q": nonterminal, "depth": DEPTH, "trees a shard": trees }),
            behaviour: behaviour(&critical(successors, nonterminal, seeds(1, number, 0, 20))),
            shards: SHARDS,
        };
        let rows = setup.each(&part, |shard| {
            Ok(vec![critical(successors, nonterminal, seeds(seed, number, shard, trees))])
        })?;
        let mut levels = vec![Sums::default(); DEPTH as usize + 1];
        rows.iter()
            .flatten()
            .for_each(|row| levels.iter_mut().zip(row).for_each(|(sums, more)| sums.merge(more)));
        let over_all =
            expected(nonterminal, |q, b| RandomLevel::mean_over_nonterminal(q, b).ok(), successors);
        let as_printed = expected(nonterminal, |q, b| RandomLevel::mean_over_all(q, b).ok(), successors);
        let cells: Vec<_> =
            levels.iter().zip(&over_all).map(|(sums, &number)| sums.mean(3).beside(number)).collect();
        let near = |cell: &super::Cell, number: f64| {
            let half = cell.interval.map_or(0.0, |(low, high)| 0.5 * (high - low));
            (cell.value - number).abs() <= 2.2 * half + 1e-9
        };
        holds &= cells.iter().zip(&over_all).all(|(cell, &number)| near(cell, number));
        other &= cells.iter().zip(&as_printed).skip(2).all(|(cell, &number)| !near(cell, number));
        let name = format!("b = {successors}, q = {nonterminal}");
        let marks = (0..).zip(&cells).map(|(level, cell)| Mark {
            x: level.into(),
            y: cell.value,
            interval: cell.interval,
        });
        layers.push(Layer::Points { name: format!("{name}, measured"), marks: marks.collect() });
        let marks = (0..).zip(&over_all).map(|(level, &number)| Mark::at(level.into(), number));
        layers.push(Layer::Curve { name: format!("formula for b = {successors}"), marks: marks.collect() });
        table.rows.push(row(name, Some(trees * SHARDS), cells.into_iter().skip(1)));
    }
    finding.tables.push(table);
    finding.charts.push(Chart {
        caption: "Critical positions of a level if play may end at any level: measured with 95 % intervals, and the formula".to_owned(),
        across: Axis::plain("level"),
        up: Axis::logarithmic("positions, mean"),
        layers,
    });
    finding.check("the formula holds with b_j as the mean over all positions of the level", holds);
    finding.check("it does not with b_j as the mean over the nonterminal ones", other);
    finding.correction = Some(
        "b_j, which is the mean over all positions of a level, with terminal ones counted as 0".to_owned(),
    );
    Ok(finding)
}
