//! Figures 1 and 2: whose moves may be pruned.
//!
//! Three nodes of every tree are pruned, chosen evenly among all children of Max or of Min nodes. (Three children at
//! every node, as the text may be read, contradicts what it says of heights.)

use super::super::{Cell, Finding, Part, Row, Setup, Table, Unfinished, behaviour};
use super::{BRANCHING, seeds};
use crate::chart::{Axis, Chart, Layer, Mark};
use pleach::propagation::{LeafValues, Pruned, UniformTree};

const MILLION: f64 = 1e6;
const TREES: u64 = 1_000_000;
const QUICK_TREES: u64 = 20_000;
const SHARDS: u64 = 20;
const HEIGHTS: [u32; 3] = [4, 5, 6];
const RANKS: usize = BRANCHING as usize;

/// Trees of a kind, how they are pruned, and what independent simulations have found: of a million trees, how many
/// choose a move of each rank.
struct Setting {
    leaves: LeafValues,
    height: u32,
    pruned: Pruned,
    known: [u32; RANKS],
}

const fn settings(
    leaves: LeafValues,
    of_max: usize,
    of_min: usize,
    known: [[u32; RANKS]; 3],
) -> [Setting; 3] {
    let pruned = Pruned { of_max, of_min };
    [
        Setting { leaves, height: HEIGHTS[0], pruned, known: known[0] },
        Setting { leaves, height: HEIGHTS[1], pruned, known: known[1] },
        Setting { leaves, height: HEIGHTS[2], pruned, known: known[2] },
    ]
}

const FIGURE_1: [[Setting; 3]; 4] = [
    settings(
        LeafValues::Independent,
        3,
        0,
        [[923_196, 73_850, 2911, 43, 0], [923_514, 73_385, 3058, 43, 0], [991_109, 8862, 29, 0, 0]],
    ),
    settings(
        LeafValues::Independent,
        0,
        3,
        [
            [822_205, 63_235, 46_181, 36_851, 31_528],
            [975_501, 9444, 6338, 4931, 3786],
            [975_489, 9284, 6493, 4981, 3753],
        ],
    ),
    settings(
        LeafValues::Newborn,
        3,
        0,
        [[960_765, 38_356, 870, 9, 0], [958_874, 40_246, 866, 14, 0], [997_626, 2373, 1, 0, 0]],
    ),
    settings(
        LeafValues::Newborn,
        0,
        3,
        [
            [904_320, 52_699, 25_987, 12_099, 4895],
            [993_035, 4324, 1736, 690, 215],
            [992_450, 4679, 1862, 729, 280],
        ],
    ),
];

const FIGURE_2: [[Setting; 3]; 2] = [
    settings(
        LeafValues::Newborn,
        3,
        1,
        [
            [932_042, 52_805, 9528, 4060, 1565],
            [956_334, 41_837, 1483, 265, 81],
            [995_230, 3808, 622, 257, 83],
        ],
    ),
    settings(
        LeafValues::Newborn,
        1,
        3,
        [
            [894_031, 62_609, 26_082, 12_329, 4949],
            [979_081, 18_286, 1691, 723, 219],
            [991_827, 5273, 1901, 721, 278],
        ],
    ),
];

impl Setting {
    fn name(&self) -> String {
        let kind = match self.leaves {
            LeafValues::Independent => "iid",
            LeafValues::Newborn => "Newborn",
        };
        let pruned = match self.pruned {
            Pruned { of_max, of_min: 0 } => format!("Max {of_max}"),
            Pruned { of_max: 0, of_min } => format!("Min {of_min}"),
            Pruned { of_max, of_min } => format!("Max {of_max} and Min {of_min}"),
        };
        format!("{kind}, h = {}, {pruned}", self.height)
    }

    /// The number by which its trees differ from those of others. Trees of a kind are the same for all ways to prune, so
    /// that these are compared on equal trees.
    fn number(&self) -> u64 {
        u64::from(self.height) * 2 + u64::from(self.leaves == LeafValues::Newborn)
    }

    /// How often a move of each rank is chosen in the trees of some seeds.
    fn ranks(&self, seeds: impl Iterator<Item = u64>) -> [u64; RANKS] {
        let mut ranks = [0; RANKS];
        let Some(mut tree) = UniformTree::new(BRANCHING, self.height, self.leaves) else { return ranks };
        for seed in seeds {
            tree.draw(seed);
            if let Some(rank) = tree.rank_after(self.pruned) {
                ranks[rank - 1] += 1;
            }
        }
        ranks
    }
}

/// A setting with what was counted.
type Counted<'a> = (&'a Setting, [u64; RANKS]);

fn count<'a>(setup: &mut Setup<'_>, groups: &'a [[Setting; 3]]) -> Result<Vec<Counted<'a>>, Unfinished> {
    let settings: Vec<&Setting> = groups.as_flattened().iter().collect();
    let (seed, trees) = (setup.get_seed(), setup.size(TREES, QUICK_TREES) / SHARDS);
    setup.expect(SHARDS * settings.len() as u64);
    let mut counted = Vec::new();
    for setting in settings {
        let part = Part {
            name: "lim-lee/ranks",
            details: serde_json::json!({ "setting": setting.name(), "trees a shard": trees }),
            behaviour: behaviour(&setting.ranks(seeds(1, setting.number(), 0, 50))),
            shards: SHARDS,
        };
        let ranks = |shard| Ok(vec![setting.ranks(seeds(seed, setting.number(), shard, trees))]);
        let rows: Vec<[u64; RANKS]> = setup.each(&part, ranks)?.into_iter().flatten().collect();
        let sum = |rank: usize| rows.iter().map(|row| row[rank]).sum();
        counted.push((setting, std::array::from_fn(sum)));
    }
    Ok(counted)
}

fn table(counted: &[Counted<'_>]) -> Table {
    let row = |(setting, ranks): &Counted<'_>| {
        let trees = ranks.iter().sum();
        let cells = ranks.iter().zip(setting.known);
        let cells =
            cells.map(|(&count, known)| Some(Cell::share(count, trees, MILLION, 0).beside(known.into())));
        Row { name: setting.name(), samples: Some(trees), cells: cells.collect() }
    };
    Table {
        title: "Trees of a million in which a move of this rank is chosen".to_owned(),
        side: "trees and pruned nodes".to_owned(),
        heads: (1..=RANKS).map(|rank| format!("rank {rank}")).collect(),
        beside: "an independent simulation of a million trees; the paper has a picture only".to_owned(),
        samples_of: "trees".to_owned(),
        rows: counted.iter().map(row).collect(),
    }
}

fn chart(caption: &str, counted: &[Counted<'_>]) -> Chart {
    let layer = |(setting, ranks): &Counted<'_>| {
        let trees = ranks.iter().sum();
        let mark = |(rank, &count): (usize, &u64)| {
            let cell = Cell::share(count, trees, MILLION, 0);
            Mark { x: rank as f64 + 1.0, y: cell.value, interval: cell.interval }
        };
        let marks = ranks.iter().enumerate().filter(|(_, count)| **count > 0).map(mark).collect();
        Layer::Line { name: setting.name(), marks }
    };
    Chart {
        caption: caption.to_owned(),
        across: Axis::plain("rank of the chosen move, 1 is the best"),
        up: Axis::logarithmic("trees of a million"),
        layers: counted.iter().map(layer).collect(),
    }
}

/// The share of trees in which a move of rank 4 or 5 is chosen.
fn tail((_, ranks): &Counted<'_>) -> f64 {
    (ranks[3] + ranks[4]) as f64 / ranks.iter().sum::<u64>().max(1) as f64
}

/// Whether our counts are those that others have found, five standard errors apart at most.
fn check_known(finding: &mut Finding, counted: &[Counted<'_>]) {
    let far = counted.iter().flat_map(|(setting, ranks)| {
        let trees = ranks.iter().sum::<u64>() as f64;
        ranks.iter().zip(setting.known).filter(move |(count, known)| {
            let expected = f64::from(*known) / MILLION;
            // The known counts are measured, too, on a million trees; so rare ones have room for one more.
            let variance = expected * (1.0 - expected) * (1.0 / trees + 1.0 / MILLION) + 1.0 / trees / trees;
            (**count as f64 / trees - expected).abs() > 5.0 * variance.sqrt()
        })
    });
    let far = far.count();
    let all = counted.len() * RANKS;
    finding.check(format!("{} of {all} counts are those of the independent simulation", all - far), far == 0);
}

pub(super) fn figure_1(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    let counted = count(setup, &FIGURE_1)?;
    let mut finding = Finding { tables: vec![table(&counted)], ..Finding::default() };
    let (independent, newborn) = counted.split_at(6);
    finding.charts = vec![
        chart("Rank of the chosen move, three nodes pruned, iid leaves, b = 5; 95 % intervals", independent),
        chart("The same with branch-dependent (Newborn) leaves", newborn),
    ];
    for (name, counted) in [("iid", independent), ("Newborn", newborn)] {
        let (max, min) = counted.split_at(3);
        let sharp = max.iter().zip(min).all(|(max, min)| 10.0 * tail(max) < tail(min));
        finding.check(
            format!(
                "{name} leaves: rank 4 or 5 is ten times as rare with pruned children of Max, at every height"
            ),
            sharp,
        );
        finding.check(
            format!("{name} leaves: rank 5 is never chosen then"),
            max.iter().all(|(_, ranks)| ranks[4] == 0),
        );
    }
    check_known(&mut finding, &counted);
    finding.remarks.push(
        "Three nodes of each tree are pruned; three children at every node would contradict the paper's own text. At \
         h = 5 pruning children of Max finds the best move less often than pruning those of Min (there are 130 of the former \
         and 650 of the latter to choose from): what is better is the tail, not the share of best moves."
            .to_owned(),
    );
    Ok(finding)
}

pub(super) fn figure_2(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    let counted = count(setup, &FIGURE_2)?;
    let mut finding = Finding { tables: vec![table(&counted)], ..Finding::default() };
    finding.charts = vec![chart(
        "Rank of the chosen move, three nodes of one kind and one of the other pruned, Newborn leaves, b = 5; 95 % intervals",
        &counted,
    )];
    let (max, min) = counted.split_at(3);
    let asymmetric = max.iter().zip(min).all(|(max, min)| tail(max) < tail(min));
    finding.check("rank 4 or 5 is rarer if more children of Max are pruned, at every height", asymmetric);
    check_known(&mut finding, &counted);
    Ok(finding)
}
