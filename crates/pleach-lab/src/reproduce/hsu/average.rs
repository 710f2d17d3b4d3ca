//! The average case: the exact expectation beside simulation, and how fast it grows.

use super::super::samples::{Sums, seeds};
use super::super::{Cell, Finding, Part, Setup, Table, Unfinished, behaviour};
use super::row;
use crate::chart::{Axis, Chart, Layer, Mark};
use pleach::analysis::{
    self, critical_on_level, expected_growth, expected_leaves, fuller_estimate, growth_rate,
};
use pleach::textbook::{Walk, alpha_beta, alpha_beta_hard, alpha_beta_one_sided};
use pleach::tree::Shape;
use pleach::{Limits, Window};

const SHARDS: u64 = 10;

/// The leaves that the three versions F1, F2 and F3 examine of the trees of some seeds.
fn examined(branching: u32, depth: u32, seeds: impl Iterator<Item = u64>) -> [Sums; 3] {
    let shape = Shape::uniform(branching, depth);
    let mut sums = [Sums::default(); 3];
    for seed in seeds {
        let tree = shape.clone().tree(seed);
        for (version, sums) in sums.iter_mut().enumerate() {
            let mut observer = ();
            let mut walk = Walk::new(&(), &mut observer, &Limits::none());
            // Without limits nothing stops it, and the trees are not deep.
            let _ = match version {
                0 => alpha_beta_hard(&mut walk, &tree, u32::MAX, Window::FULL),
                1 => alpha_beta_one_sided(&mut walk, &tree, u32::MAX, Window::FULL),
                _ => alpha_beta(&mut walk, &tree, u32::MAX, Window::FULL),
            };
            sums.add(walk.leaves(), 1);
        }
    }
    sums
}

/// The same by the shards of a run.
fn measured(setup: &mut Setup<'_>, branching: u32, depth: u32, trees: u64) -> Result<[Sums; 3], Unfinished> {
    let (seed, setting) = (setup.get_seed(), u64::from(branching) << 8 | u64::from(depth));
    let trees = trees.div_ceil(SHARDS);
    let part = Part {
        name: "hsu/leaves",
        details: serde_json::json!({ "b": branching, "d": depth, "trees a shard": trees }),
        behaviour: behaviour(&examined(branching, depth.min(4), seeds(1, setting, 0, 3))),
        shards: SHARDS,
    };
    let rows = setup
        .each(&part, |shard| Ok(vec![examined(branching, depth, seeds(seed, setting, shard, trees))]))?;
    let mut sums = [Sums::default(); 3];
    rows.iter().flatten().for_each(|row| sums.iter_mut().zip(row).for_each(|(sums, more)| sums.merge(more)));
    Ok(sums)
}

/// Whether a mean is a number, five standard errors apart at most.
fn is_near(cell: &Cell, number: f64) -> bool {
    let half = cell.interval.map_or(0.0, |(low, high)| 0.5 * (high - low));
    (cell.value - number).abs() <= 2.55 * half + 1e-9
}

const BRANCHINGS: [(u32, u32); 4] = [(2, 8), (3, 8), (4, 8), (8, 6)];

pub(super) fn leaves(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(SHARDS * BRANCHINGS.iter().map(|&(_, deepest)| u64::from(deepest)).sum::<u64>());
    let mut finding = Finding::default();
    let (mut layers, mut holds, mut count) = (Vec::new(), true, 0);
    let mut table = Table {
        title: "Leaves that alpha-beta examines, mean; independent leaves".to_owned(),
        side: "b".to_owned(),
        heads: (1..=8).map(|depth| format!("d = {depth}")).collect(),
        beside: "exact expectation N(b, d)".to_owned(),
        samples_of: "trees".to_owned(),
        rows: Vec::new(),
    };
    for (branching, deepest) in BRANCHINGS {
        let trees = setup.size(10_000, 200);
        let mut cells = Vec::new();
        for depth in 1..=deepest {
            let mean = measured(setup, branching, depth, trees)?[0].mean(2);
            let expected = expected_leaves(branching, depth);
            holds &= is_near(&mean, expected);
            cells.push(mean.beside(expected));
            count += 1;
        }
        let marks = (1..).zip(&cells).map(|(depth, cell)| Mark {
            x: depth.into(),
            y: cell.value,
            interval: cell.interval,
        });
        layers.push(Layer::Points { name: format!("b = {branching}"), marks: marks.collect() });
        let marks = (1..=deepest).map(|depth| Mark::at(depth.into(), expected_leaves(branching, depth)));
        layers.push(Layer::Curve { name: format!("N({branching}, d)"), marks: marks.collect() });
        table.rows.push(row(branching.to_string(), Some(trees), cells));
    }
    finding.tables.push(table);
    finding.charts.push(Chart {
        caption: "Leaves examined by alpha-beta on random trees: means with 95 % intervals, and the exact expectation".to_owned(),
        across: Axis::plain("depth, plies"),
        up: Axis::logarithmic("leaves"),
        layers,
    });
    finding.check(
        format!("all {count} means are the exact expectation, five standard errors apart at most"),
        holds,
    );
    let high = [2, 3, 4, 8, 16, 32].into_iter().all(|b| fuller_estimate(b) > growth_rate(b));
    finding.check("b^0.75 is an upper estimate of the growth rate for b up to 32", high);
    finding.correction = Some(
        "b^0.75, which is a fit to simulations and no theorem: the growth rate is Pearl's R = ξ / (1 - ξ), and b^0.75 is \
         below it from b = 461 on"
            .to_owned(),
    );
    Ok(finding)
}

/// Successors, the depth at which growth is measured, the trees, and F2's growth that others have measured.
const GROWTH_AT: [(u32, u32, u64, f64); 6] = [
    (2, 20, 400, 1.866),
    (3, 16, 100, 2.630),
    (4, 13, 100, 3.263),
    (8, 8, 200, 5.493),
    (16, 6, 200, 9.297),
    (32, 5, 200, 15.637),
];

/// The growth a ply from two means, with its interval: relative errors add in squares, and the root halves them.
fn growth_of(deeper: &Cell, shallower: &Cell) -> Cell {
    let relative = |cell: &Cell| cell.interval.map_or(0.0, |(low, high)| 0.5 * (high - low)) / cell.value;
    let growth = analysis::growth(deeper.value, shallower.value);
    let half = 0.5 * growth * relative(deeper).hypot(relative(shallower));
    Cell::measured(growth, (growth - half, growth + half), 3)
}

pub(super) fn growth(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(SHARDS * 2 * GROWTH_AT.len() as u64);
    let mut finding = Finding::default();
    let mut table = Table {
        title: "Growth of the leaves by one ply, sqrt(N(d) / N(d - 2))".to_owned(),
        side: "tree".to_owned(),
        heads: [
            "F1, fail-hard",
            "F3, fail-soft",
            "F2, without deep cut-offs",
            "R, the limit",
            "b^0.75",
            "b / ln b",
        ]
        .map(str::to_owned)
        .to_vec(),
        beside: "F1, F3: exact expectation; F2: an independent measurement".to_owned(),
        samples_of: "trees".to_owned(),
        rows: Vec::new(),
    };
    let (mut exact, mut same, mut slower, mut known) = (true, true, true, true);
    let mut lines: [Vec<Mark>; 2] = Default::default();
    for (branching, depth, trees, f2_known) in GROWTH_AT {
        // Quick runs are less deep; up to three plies there is no deep cut-off.
        let depth = if setup.is_quick() { (depth * 3 / 4).max(4) } else { depth };
        let trees = setup.size(trees, 100);
        let [deeper, shallower] =
            [measured(setup, branching, depth, trees)?, measured(setup, branching, depth - 2, trees)?];
        let growth = |version: usize| growth_of(&deeper[version].mean(1), &shallower[version].mean(1));
        let [hard, one_sided, soft] = [0, 1, 2].map(growth);
        let expected = expected_growth(branching, depth).unwrap_or(f64::NAN);
        exact &= is_near(&hard, expected);
        same &= deeper[0] == deeper[2] && shallower[0] == shallower[2];
        slower &= one_sided.value > hard.value;
        known &= is_near(&one_sided, f2_known) || (one_sided.value / f2_known - 1.0).abs() < 0.03;
        let b = f64::from(branching);
        for (line, cell) in lines.iter_mut().zip([&hard, &one_sided]) {
            line.push(Mark { x: b, y: cell.value, interval: cell.interval });
        }
        let cells = [
            hard.beside(expected),
            soft.beside(expected),
            one_sided.beside(f2_known),
            Cell::exact(growth_rate(branching), 4),
            Cell::exact(fuller_estimate(branching), 4),
            Cell::exact(b / b.ln(), 4),
        ];
        table.rows.push(row(format!("b = {branching}, d = {depth}"), Some(deeper[0].count), cells));
    }
    finding.tables.push(table);
    let curve = |name: &str, rate: &dyn Fn(u32) -> f64| Layer::Curve {
        name: name.to_owned(),
        marks: (2..=32).map(|b| Mark::at(b.into(), rate(b))).collect(),
    };
    let [hard, one_sided] = lines;
    finding.charts.push(Chart {
        caption: "Growth of the leaves by one ply, measured with 95 % intervals, and the theory".to_owned(),
        across: Axis::logarithmic("branching factor b"),
        up: Axis::logarithmic("growth by one ply, as a multiple"),
        layers: vec![
            Layer::Points { name: "F1 and F3".to_owned(), marks: hard },
            Layer::Points { name: "F2".to_owned(), marks: one_sided },
            curve("Pearl's R", &growth_rate),
            curve("b^0.75", &fuller_estimate),
            curve("best case, √b", &|b| f64::from(b).sqrt()),
        ],
    });
    finding.check("F1 grows as the exact expectation says", exact);
    finding.check("F3 examines exactly the leaves of F1", same);
    finding.check("F2 grows faster at every b", slower);
    // Less deep the growth is a little less, too.
    if !setup.is_quick() {
        finding.check("F2 grows as independent measurements say, within 3 %", known);
    }
    let least = critical_on_level(2, 20).is_some_and(|leaves| (leaves as f64) < expected_leaves(2, 20));
    finding.check("the best case is below the average", least);
    finding.correction = Some("b^0.75, a fit: the limit of the growth of F1 and F3 is Pearl's R".to_owned());
    Ok(finding)
}
