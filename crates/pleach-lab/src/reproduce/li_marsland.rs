//! Tables 1 to 3 of Li and Marsland, "Probability-Based Game Tree Pruning" (1989), and what lies beyond them.
//!
//! P_AB looks at nothing but bounds, so R_AB visits the same leaves and stands for it here.

use super::pooled::Pooled;
use crate::page::Page;
use crate::plot::{Plot, PlotError, Series};
use crate::store::{Definition, Store};
use crate::work::{Effort, WorkError, work};
use pleach::tree::RangeTree;
use pleach::uncertain::{Walk, r_ab};
use pleach::{Interval, Limits, mix};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Trees of one kind: their depth, the width that no node reaches, and the domain `[-i, i]` of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The depth d.
    pub depth: u32,
    /// The width limit w.
    pub width: u32,
    /// The domain i.
    pub domain: u32,
}

/// Some trees of a kind together: the leaves they have, and those that P_AB visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// The kind.
    #[serde(flatten)]
    pub cell: Cell,
    /// The leaves of all trees.
    pub leaves: u64,
    /// The leaves visited.
    pub visited: u64,
}

/// The experiment.
#[derive(Clone, Copy, Debug)]
pub struct LiMarsland {
    /// Whether a tenth of the trees is enough.
    pub quick: bool,
    /// The seed of the trees.
    pub seed: u64,
}

/// The trees of a sample, as in the paper.
const TREES: u64 = 10;
/// The samples of a shard.
const SAMPLES_A_SHARD: u64 = 10;
const DOMAIN: u32 = 6;
const DEPTHS: [u32; 4] = [5, 6, 7, 8];
const WIDTHS: [u32; 4] = [4, 5, 6, 7];
/// The leaves, on average, of the largest trees beyond the paper.
const LARGEST_TREE: f64 = 4e6;
/// The leaves of all trees of a cell beyond the paper.
const LEAVES_A_CELL: f64 = 4e7;

/// Tables 1, 2 and 3, by depth and width.
const PAPER_LEAVES: [[u64; 4]; 4] = [
    [323, 919, 1943, 2022],
    [623, 2865, 5621, 9827],
    [2149, 9529, 21820, 30402],
    [3537, 26371, 70289, 220723],
];
const PAPER_VISITED: [[u64; 4]; 4] = [
    [250, 692, 1100, 1044],
    [538, 1481, 3074, 3827],
    [1371, 5110, 10076, 11528],
    [2593, 14268, 29867, 72564],
];
const PAPER_PRUNED: [[f64; 4]; 4] =
    [[0.22, 0.24, 0.43, 0.48], [0.13, 0.48, 0.45, 0.61], [0.36, 0.46, 0.53, 0.62], [0.26, 0.45, 0.57, 0.67]];

impl LiMarsland {
    /// The kinds of trees, those of the paper first, each with the number of samples.
    pub fn cells(&self) -> Vec<(Cell, u64)> {
        let of_paper =
            DEPTHS.iter().flat_map(|&depth| WIDTHS.map(|width| Cell { depth, width, domain: DOMAIN }));
        let deeper =
            WIDTHS.iter().flat_map(|&width| (9..=12).map(move |depth| Cell { depth, width, domain: DOMAIN }));
        let wider =
            DEPTHS.iter().flat_map(|&depth| (8..=12).map(move |width| Cell { depth, width, domain: DOMAIN }));
        let domains = [1, 2, 3, 12, 25, 50, 100].map(|domain| Cell { depth: 6, width: 6, domain });
        let samples = |most: u64| if self.quick { most / 10 } else { most };
        let of_paper = of_paper.map(|cell| (cell, samples(200)));
        let largest = if self.quick { LARGEST_TREE / 20.0 } else { LARGEST_TREE };
        let beyond =
            deeper.chain(wider).chain(domains).filter(|cell| cell.mean_leaves() <= largest).map(|cell| {
                let affordable = LEAVES_A_CELL / cell.mean_leaves() / TREES as f64;
                (cell, samples(affordable.clamp(20.0, 200.0) as u64))
            });
        of_paper.chain(beyond).collect()
    }

    /// The shards: for each a kind of tree, its first sample and how many there are.
    fn shards(&self) -> Vec<(Cell, u64, u64)> {
        let of_cell = |(cell, samples): (Cell, u64)| {
            let starts = (0..samples).step_by(SAMPLES_A_SHARD as usize);
            starts.map(move |first| (cell, first, SAMPLES_A_SHARD.min(samples - first)))
        };
        self.cells().into_iter().flat_map(of_cell).collect()
    }

    /// How many shards there are.
    pub fn parts(&self) -> u64 {
        self.shards().len() as u64
    }

    /// Searches all trees, or goes on with it, and tells of every shard that is done. `None` if somebody has raised the
    /// flag.
    ///
    /// ```no_run
    /// use pleach_lab::{reproduce::LiMarsland, store::Store, work::Effort};
    /// use std::sync::Arc;
    /// let mut store = Store::in_memory()?;
    /// let effort = Effort { threads: 1, stop: &Arc::default() };
    /// let found = LiMarsland { quick: true, seed: 1 }.run(&mut store, effort, &mut |_| {})?.unwrap();
    /// assert_eq!(found.growing_pairs(), (24, 24));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        done: &mut dyn FnMut(u64),
    ) -> Result<Option<LiMarslandResult>, WorkError<Infallible>> {
        let shards = self.shards();
        let details = serde_json::json!({ "item": "li-marsland", "cells": self.cells() });
        let run = store.begin(&Definition::new("reproduce", "range-tree", &details, self.seed))?;
        let missing = store.missing(&run, shards.len() as u64)?;
        let mut finished = shards.len() as u64 - missing.len() as u64;
        done(finished);
        let worker = || Ok(|shard: u64| Ok(self.samples(shards[shard as usize])));
        let all = work(store, &run, missing, effort, worker, &mut |_, _: &[Sample]| {
            finished += 1;
            done(finished);
            ControlFlow::Continue(())
        })?;
        if !all {
            return Ok(None);
        }
        let mut samples: Vec<Sample> = Vec::new();
        store.each_shard(run.id(), |_, more| samples.extend::<Vec<Sample>>(more))?;
        let result = LiMarslandResult::of(self.cells().into_iter().map(|(cell, _)| cell), &samples);
        store.end(&run, &result.rows)?;
        Ok(Some(result))
    }

    fn samples(&self, (cell, first, count): (Cell, u64, u64)) -> Vec<Sample> {
        (first..first + count).map(|number| self.sample(cell, number)).collect()
    }

    fn sample(&self, cell: Cell, number: u64) -> Sample {
        let Cell { depth, width, domain } = cell;
        let kind =
            mix(mix(mix(self.seed) ^ u64::from(depth)) ^ mix(u64::from(width) << 32 | u64::from(domain)));
        let mut sample = Sample { cell, leaves: 0, visited: 0 };
        for place in 0..TREES {
            let Some(tree) = RangeTree::new(width, domain, mix(kind ^ (number * TREES + place))) else {
                continue;
            };
            let mut walk = Walk::new(&RangeTree::range, &Limits::none());
            // Without limits nothing stops it, and the trees are not deep.
            let _ = r_ab(&mut walk, &tree, depth, Interval::FULL);
            sample.leaves += tree.leaves(depth);
            sample.visited += walk.leaves();
        }
        sample
    }
}

impl Cell {
    /// The mean number of leaves of a tree: successors are drawn from 1 to `width - 1`.
    fn mean_leaves(&self) -> f64 {
        (f64::from(self.width) / 2.0).powi(self.depth as i32)
    }

    /// Where the paper's tables have it.
    fn in_paper(&self) -> Option<(usize, usize)> {
        let row = DEPTHS.iter().position(|&depth| depth == self.depth)?;
        let column = WIDTHS.iter().position(|&width| width == self.width)?;
        (self.domain == DOMAIN).then_some((row, column))
    }
}

/// What came of a kind of trees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The kind.
    #[serde(flatten)]
    pub cell: Cell,
    /// How many trees there were.
    pub trees: u64,
    /// The leaves of ten trees, on average.
    pub leaves: f64,
    /// The leaves of ten trees that P_AB visits, on average.
    pub visited: f64,
    /// The share of the leaves that is pruned.
    #[serde(flatten)]
    pub pruned: Pooled,
    /// The paper's leaves, leaves visited and share.
    pub paper: Option<(u64, u64, f64)>,
}

/// What came of the experiment.
#[derive(Clone, Debug)]
pub struct LiMarslandResult {
    /// One for each kind of trees, those of the paper first.
    pub rows: Vec<Row>,
}

impl LiMarslandResult {
    fn of(cells: impl Iterator<Item = Cell>, samples: &[Sample]) -> LiMarslandResult {
        let row = |cell: Cell| {
            let own: Vec<&Sample> = samples.iter().filter(|sample| sample.cell == cell).collect();
            let pairs: Vec<(u64, u64)> =
                own.iter().map(|sample| (sample.leaves, sample.leaves - sample.visited)).collect();
            let mean = |of: fn(&Sample) -> u64| {
                own.iter().map(|sample| of(sample) as f64).sum::<f64>() / own.len().max(1) as f64
            };
            Some(Row {
                cell,
                trees: own.len() as u64 * TREES,
                leaves: mean(|sample| sample.leaves),
                visited: mean(|sample| sample.visited),
                pruned: Pooled::of(&pairs)?,
                paper: cell.in_paper().map(|(row, column)| {
                    (PAPER_LEAVES[row][column], PAPER_VISITED[row][column], PAPER_PRUNED[row][column])
                }),
            })
        };
        LiMarslandResult { rows: cells.filter_map(row).collect() }
    }

    /// The share pruned of a kind of trees.
    pub fn pruned(&self, depth: u32, width: u32, domain: u32) -> Option<Pooled> {
        let cell = Cell { depth, width, domain };
        self.rows.iter().find(|row| row.cell == cell).map(|row| row.pruned)
    }

    /// Of the neighbouring pairs of the paper's tables: in how many the larger tree is pruned more, and how many
    /// there are.
    pub fn growing_pairs(&self) -> (usize, usize) {
        let share = |depth, width| self.pruned(depth, width, DOMAIN).map(|pruned| pruned.share);
        let deeper =
            WIDTHS.iter().flat_map(|&width| DEPTHS.windows(2).map(move |d| ((d[0], width), (d[1], width))));
        let wider =
            DEPTHS.iter().flat_map(|&depth| WIDTHS.windows(2).map(move |w| ((depth, w[0]), (depth, w[1]))));
        let pairs: Vec<_> = deeper.chain(wider).collect();
        let grows = pairs.iter().filter(|(small, large)| share(small.0, small.1) < share(large.0, large.1));
        (grows.count(), pairs.len())
    }

    /// Of the shares in the paper's Table 3: how many lie in the middle 95 % of what ten trees give, and how many
    /// there are. The paper cuts its shares after two digits.
    pub fn within(&self) -> (usize, usize) {
        let of_paper = || self.rows.iter().filter_map(|row| Some((row.pruned, row.paper?.2)));
        let fits =
            |&(own, paper): &(Pooled, f64)| own.central_low < paper + 0.01 && paper <= own.central_high;
        (of_paper().filter(fits).count(), of_paper().count())
    }

    /// The three tables for people: ours, and the paper's in brackets.
    pub fn tables(&self) -> [(String, Vec<Vec<String>>); 3] {
        let cell = |row: &Row, table: usize| match (table, row.paper) {
            (0, Some(paper)) => format!("{:.0} ({})", row.leaves, paper.0),
            (1, Some(paper)) => format!("{:.0} ({})", row.visited, paper.1),
            (2, Some(paper)) => {
                let half = (row.pruned.high - row.pruned.low) / 2.0;
                format!("{:.3} ± {:.3} ({:.2})", row.pruned.share, half, paper.2)
            }
            _ => String::new(),
        };
        let rows = |table: usize| {
            let line = |&depth: &u32| {
                let own = self.rows.iter().filter(|row| row.cell.depth == depth && row.paper.is_some());
                std::iter::once(depth.to_string()).chain(own.map(|row| cell(row, table))).collect()
            };
            DEPTHS.iter().map(line).collect()
        };
        [
            ("Table 1: leaves of ten trees, ours on average (paper)".to_owned(), rows(0)),
            ("Table 2: leaves of ten trees visited by P_AB, ours on average (paper)".to_owned(), rows(1)),
            ("Table 3: share of the leaves pruned, 95 % interval (paper)".to_owned(), rows(2)),
        ]
    }

    /// The heads of the tables' columns.
    pub const HEADS: [&'static str; 5] = ["depth", "w = 4", "w = 5", "w = 6", "w = 7"];

    /// All numbers, for programs.
    pub fn csv(&self) -> String {
        let mut text = "depth,width,domain,trees,leaves_of_ten,visited_of_ten,pruned,pruned_low,pruned_high,\
                        deviation_of_ten,central_low,central_high,paper_leaves,paper_visited,paper_pruned\n"
            .to_owned();
        for Row { cell, trees, leaves, visited, pruned, paper } in &self.rows {
            let paper = paper
                .map_or(",,".to_owned(), |(leaves, visited, share)| format!("{leaves},{visited},{share}"));
            text += &format!(
                "{},{},{},{trees},{leaves:.1},{visited:.1},{:.5},{:.5},{:.5},{:.5},{:.5},{:.5},{paper}\n",
                cell.depth,
                cell.width,
                cell.domain,
                pruned.share,
                pruned.low,
                pruned.high,
                pruned.deviation,
                pruned.central_low,
                pruned.central_high,
            );
        }
        text
    }

    /// The report: tables, what holds, and plots.
    pub fn page(&self) -> Result<Page, PlotError> {
        let mut page = Page::new("Probability-based pruning (Li and Marsland 1989)");
        page.text(
            "Random trees by the paper's scheme, in which the exchange of crossed bounds spares the successor \
             that defines its parent's lower bound. Values lie in [-6, 6].",
        );
        for (title, rows) in self.tables() {
            page.heading(&title);
            page.table(&LiMarslandResult::HEADS, &rows);
        }
        let ((grows, pairs), (fits, cells)) = (self.growing_pairs(), self.within());
        page.text(&format!(
            "The share grows with depth and width in {grows} of {pairs} neighbouring pairs. {fits} of the paper's \
             {cells} shares lie in the middle 95 % of what ten trees give."
        ));
        page.heading("Beyond the paper");
        page.plot(&self.plot("Pruned share over depth", "depth d", Axis::Depth))?;
        page.plot(&self.plot("Pruned share over width", "width limit w", Axis::Width))?;
        page.plot(&self.plot("Pruned share over the domain, d = 6, w = 6", "domain i", Axis::Domain))?;
        Ok(page)
    }

    fn plot(&self, caption: &str, horizontal: &str, axis: Axis) -> Plot {
        let series = |name: String, belongs: &dyn Fn(&Cell) -> bool, at: fn(&Cell) -> u32| {
            let mut points: Vec<(f64, f64)> = self
                .rows
                .iter()
                .filter(|row| belongs(&row.cell))
                .map(|row| (at(&row.cell).into(), row.pruned.share))
                .collect();
            points.sort_by(|one, other| one.0.total_cmp(&other.0));
            Series { name, points }
        };
        let series = match axis {
            Axis::Depth => WIDTHS
                .iter()
                .map(|&w| {
                    series(format!("w = {w}"), &|cell| cell.width == w && cell.domain == DOMAIN, |cell| {
                        cell.depth
                    })
                })
                .collect(),
            Axis::Width => DEPTHS
                .iter()
                .map(|&d| {
                    series(format!("d = {d}"), &|cell| cell.depth == d && cell.domain == DOMAIN, |cell| {
                        cell.width
                    })
                })
                .collect(),
            Axis::Domain => {
                vec![series("d = 6, w = 6".to_owned(), &|cell| cell.depth == 6 && cell.width == 6, |cell| {
                    cell.domain
                })]
            }
        };
        let vertical = "share of the leaves pruned".to_owned();
        Plot { caption: caption.to_owned(), horizontal: horizontal.to_owned(), vertical, series }
    }
}

#[derive(Clone, Copy)]
enum Axis {
    Depth,
    Width,
    Domain,
}
