//! Li and Marsland, "Probability-Based Game Tree Pruning" (1989): Tables 1 to 3, and what lies beyond them.

mod trees;

use super::{Cell, Finding, Item, Paper, Row, Setup, Table, Unfinished};
use crate::chart::{Axis, Chart, Layer, Mark};
use trees::{Kind, Measured, measure};

pub(super) const ITEMS: [Item; 4] = [
    Item {
        name: "li-marsland/table-1",
        paper: Paper::LiMarsland,
        title: "Leaves of random trees by depth and width",
        minutes: 0.4,
        claim: "The size of random trees grows with their depth and their width; the table has the leaves of ten trees.",
        run: leaves,
    },
    Item {
        name: "li-marsland/table-2",
        paper: Paper::LiMarsland,
        title: "Leaves that P_AB visits",
        minutes: 0.4,
        claim: "P_AB visits a part of the leaves only.",
        run: visited,
    },
    Item {
        name: "li-marsland/table-3",
        paper: Paper::LiMarsland,
        title: "The share of the leaves that P_AB prunes",
        minutes: 0.4,
        claim: "The deeper and the wider the tree, the larger the share of it that is pruned.",
        run: pruned,
    },
    Item {
        name: "li-marsland/beyond",
        paper: Paper::LiMarsland,
        title: "Deeper and wider trees, and other domains",
        minutes: 2.0,
        claim: "The paper ends at depth 8, width 7 and the domain [-6, 6], and says: the larger the tree, the greater the share that is pruned.",
        run: beyond,
    },
];

const DOMAIN: u32 = 6;
const DEPTHS: [u32; 4] = [5, 6, 7, 8];
const WIDTHS: [u32; 4] = [4, 5, 6, 7];
/// The leaves, on average, of the largest trees beyond the paper.
const LARGEST_TREE: f64 = 4e6;
/// The leaves of all trees of a kind beyond the paper.
const LEAVES_A_KIND: f64 = 4e7;

/// Tables 1, 2 and 3, by depth and width.
const PAPER_LEAVES: [[f64; 4]; 4] = [
    [323.0, 919.0, 1943.0, 2022.0],
    [623.0, 2865.0, 5621.0, 9827.0],
    [2149.0, 9529.0, 21820.0, 30402.0],
    [3537.0, 26371.0, 70289.0, 220_723.0],
];
const PAPER_VISITED: [[f64; 4]; 4] = [
    [250.0, 692.0, 1100.0, 1044.0],
    [538.0, 1481.0, 3074.0, 3827.0],
    [1371.0, 5110.0, 10076.0, 11528.0],
    [2593.0, 14268.0, 29867.0, 72564.0],
];
const PAPER_PRUNED: [[f64; 4]; 4] =
    [[0.22, 0.24, 0.43, 0.48], [0.13, 0.48, 0.45, 0.61], [0.36, 0.46, 0.53, 0.62], [0.26, 0.45, 0.57, 0.67]];

const SCHEME: &str = "the paper's scheme, whose exchange of crossed bounds must spare the successor that defines its \
                      parent's lower bound";

/// The kinds of trees in the paper.
fn of_paper(setup: &mut Setup<'_>) -> Result<Vec<Measured>, Unfinished> {
    let samples = setup.size(200, 20);
    let kind = |depth| WIDTHS.map(|width| (Kind { depth, width, domain: DOMAIN }, samples));
    let kinds: Vec<(Kind, u64)> = DEPTHS.into_iter().flat_map(kind).collect();
    measure(setup, "li-marsland/trees", &kinds)
}

/// One of the paper's tables: ours by row and column, and the paper's.
fn table(title: &str, found: &[Measured], cell: impl Fn(&Measured) -> Cell, paper: &[[f64; 4]; 4]) -> Table {
    let rows = DEPTHS.iter().zip(found.chunks(WIDTHS.len())).zip(paper).map(|((depth, row), paper)| Row {
        name: format!("d = {depth}"),
        samples: row.first().map(|measured| measured.trees),
        cells: row.iter().zip(paper).map(|(measured, &paper)| Some(cell(measured).beside(paper))).collect(),
    });
    Table {
        title: title.to_owned(),
        side: "depth".to_owned(),
        heads: WIDTHS.map(|width| format!("w = {width}")).to_vec(),
        beside: "paper, ten trees".to_owned(),
        samples_of: "trees a cell".to_owned(),
        rows: rows.collect(),
    }
}

/// Whether numbers grow along every row and every column.
fn growing(found: &[Measured], number: impl Fn(&Measured) -> f64) -> (usize, usize) {
    let wide = WIDTHS.len();
    let wider = (0..found.len()).filter(|at| (at + 1) % wide != 0).map(|at| (at, at + 1));
    let deeper = (0..found.len().saturating_sub(wide)).map(|at| (at, at + wide));
    let pairs: Vec<_> = wider.chain(deeper).collect();
    (
        pairs.iter().filter(|(small, large)| number(&found[*small]) < number(&found[*large])).count(),
        pairs.len(),
    )
}

fn around((mean, half): (f64, f64)) -> Cell {
    Cell::measured(mean, (mean - half, mean + half), 0)
}

fn leaves(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    let found = of_paper(setup)?;
    let mut finding = Finding { correction: Some(SCHEME.to_owned()), ..Finding::default() };
    finding.tables.push(table("Leaves of ten trees", &found, |own| around(own.leaves), &PAPER_LEAVES));
    let (grows, pairs) = growing(&found, |own| own.leaves.0);
    finding.check(
        format!("trees grow with depth and width in {grows} of {pairs} neighbouring pairs"),
        grows == pairs,
    );
    let expected = found.iter().all(|own| (own.leaves.0 / own.kind.mean_leaves() / 10.0 - 1.0).abs() < 0.25);
    finding.check("the means are those of the scheme, 10 (w/2)^d, within a quarter", expected);
    finding.remarks.push(
        "The paper's numbers are those of ten trees, and single trees differ by large factors.".to_owned(),
    );
    Ok(finding)
}

fn visited(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    let found = of_paper(setup)?;
    let mut finding = Finding { correction: Some(SCHEME.to_owned()), ..Finding::default() };
    let title = "Leaves of ten trees that P_AB visits";
    finding.tables.push(table(title, &found, |own| around(own.visited), &PAPER_VISITED));
    let part = found.iter().all(|own| own.visited.0 < own.leaves.0);
    finding.check("P_AB visits fewer leaves than there are, for every depth and width", part);
    Ok(finding)
}

fn share(own: &Measured) -> Cell {
    Cell::measured(own.pruned.share, (own.pruned.low, own.pruned.high), 3)
}

fn pruned(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    let found = of_paper(setup)?;
    let mut finding = Finding { correction: Some(SCHEME.to_owned()), ..Finding::default() };
    finding.tables.push(table("Share of the leaves that is pruned", &found, share, &PAPER_PRUNED));
    let (grows, pairs) = growing(&found, |own| own.pruned.share);
    // With a tenth of the trees neighbours may change places.
    let enough = if setup.is_quick() { pairs - 2 } else { pairs };
    finding.check(
        format!("the share grows with depth and width in {grows} of {pairs} neighbouring pairs"),
        grows >= enough,
    );
    // The paper cuts its shares after two digits.
    let fits = found
        .iter()
        .zip(PAPER_PRUNED.as_flattened())
        .filter(|(own, paper)| own.pruned.central_low < **paper + 0.01 && **paper <= own.pruned.central_high);
    let fits = fits.count();
    finding.check(
        format!("{fits} of the paper's {} shares lie in the middle 95 % of what ten trees give", found.len()),
        fits * 8 >= found.len() * 5,
    );
    Ok(finding)
}

/// What a plot beyond the paper runs along.
struct Along {
    caption: &'static str,
    axis: &'static str,
    at: fn(&Kind) -> u32,
    /// The line that a kind belongs to.
    line: fn(&Kind) -> Option<String>,
}

const BEYOND: [Along; 3] = [
    Along {
        caption: "Share of the leaves pruned over depth, with 95 % intervals",
        axis: "depth d, plies",
        at: |kind| kind.depth,
        line: |kind| (kind.domain == DOMAIN && kind.width <= 7).then(|| format!("w = {}", kind.width)),
    },
    Along {
        caption: "Share of the leaves pruned over width, with 95 % intervals",
        axis: "width limit w, successors",
        at: |kind| kind.width,
        line: |kind| (kind.domain == DOMAIN && kind.depth <= 8).then(|| format!("d = {}", kind.depth)),
    },
    Along {
        caption: "Share of the leaves pruned over the domain [-i, i] of values, with 95 % intervals",
        axis: "domain i, points",
        at: |kind| kind.domain,
        line: |kind| (kind.depth == 6 && kind.width == 6).then(|| "d = 6, w = 6".to_owned()),
    },
];

/// The kinds of trees beyond the paper, as many samples each as can be afforded.
fn kinds_beyond(setup: &Setup<'_>) -> Vec<(Kind, u64)> {
    let deeper = WIDTHS.iter().flat_map(|&width| (9..=12).map(move |depth| (depth, width, DOMAIN)));
    let wider = DEPTHS.iter().flat_map(|&depth| (8..=12).map(move |width| (depth, width, DOMAIN)));
    let domains = [1, 2, 3, 12, 25, 50, 100].map(|domain| (6, 6, domain));
    let largest = if setup.is_quick() { LARGEST_TREE / 20.0 } else { LARGEST_TREE };
    let kinds =
        deeper.chain(wider).chain(domains).map(|(depth, width, domain)| Kind { depth, width, domain });
    kinds
        .filter(|kind| kind.mean_leaves() <= largest)
        .map(|kind| {
            let affordable = (LEAVES_A_KIND / kind.mean_leaves() / 10.0).clamp(20.0, 200.0) as u64;
            (kind, setup.size(affordable, affordable / 10))
        })
        .collect()
}

fn beyond(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    let mut found = of_paper(setup)?;
    let kinds = kinds_beyond(setup);
    let further = measure(setup, "li-marsland/beyond", &kinds)?;
    let rows = further.iter().map(|own| Row {
        name: format!("d = {}, w = {}, i = {}", own.kind.depth, own.kind.width, own.kind.domain),
        samples: Some(own.trees),
        cells: vec![Some(around(own.leaves)), Some(around(own.visited)), Some(share(own))],
    });
    let mut finding = Finding { correction: Some(SCHEME.to_owned()), ..Finding::default() };
    finding.tables.push(Table {
        title: "Trees beyond the paper".to_owned(),
        side: "trees".to_owned(),
        heads: ["leaves of ten", "visited of ten", "share pruned"].map(str::to_owned).to_vec(),
        beside: String::new(),
        samples_of: "trees".to_owned(),
        rows: rows.collect(),
    });
    let deepest = |width| further.iter().filter(move |own| own.kind.width == width && own.kind.depth > 8);
    let last = |width| found.iter().find(|own| own.kind.width == width && own.kind.depth == 8);
    let grows = WIDTHS.iter().all(|&width| {
        let (last, deepest) = (last(width), deepest(width).next_back());
        last.zip(deepest).is_none_or(|(last, deepest)| last.pruned.share < deepest.pruned.share)
    });
    finding.check("deeper trees than the paper's are pruned more", grows);
    found.extend(further);
    finding.charts = BEYOND.iter().map(|along| along.chart(&found)).collect();
    Ok(finding)
}

impl Along {
    fn chart(&self, found: &[Measured]) -> Chart {
        let mut lines: Vec<(String, Vec<Mark>)> = Vec::new();
        for own in found {
            let Some(name) = (self.line)(&own.kind) else { continue };
            let interval = Some((own.pruned.low, own.pruned.high));
            let mark = Mark { x: (self.at)(&own.kind).into(), y: own.pruned.share, interval };
            match lines.iter_mut().find(|line| line.0 == name) {
                Some((_, marks)) => marks.push(mark),
                None => lines.push((name, vec![mark])),
            }
        }
        let layer = |(name, mut marks): (String, Vec<Mark>)| {
            marks.sort_by(|one, other| one.x.total_cmp(&other.x));
            Layer::Line { name, marks }
        };
        Chart {
            caption: self.caption.to_owned(),
            across: Axis::plain(self.axis),
            up: Axis::plain("share of the leaves pruned"),
            layers: lines.into_iter().map(layer).collect(),
        }
    }
}
