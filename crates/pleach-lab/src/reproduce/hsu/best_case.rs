//! Corollary 1, counted and drawn.

use super::super::{Cell, Finding, Setup, Table, Unfinished};
use super::row;
use crate::chart::{Axis, Chart, Layer, Mark};
use pleach::analysis::{
    CriticalType, critical_in_total, critical_on_level, critical_type, critical_types_on_level,
    positions_in_total,
};
use pleach::textbook::{Walk, alpha_beta_hard};
use pleach::tree::{Branching, Leaves, Shape};
use pleach::{Limits, Window};

const TREES: [(u32, u32); 6] = [(2, 8), (3, 6), (4, 4), (5, 5), (7, 3), (10, 4)];
/// The tree that is drawn.
const DRAWN: (u32, u32) = (2, 5);

/// Nodes and leaves that alpha-beta visits on a perfectly ordered tree.
fn counted(branching: u32, depth: u32, seed: u64) -> (u64, u64) {
    let shape = Shape {
        branching: Branching::ByLevel(vec![branching]),
        depth,
        nonterminal: Vec::new(),
        leaves: Leaves::Ordered { quality: 1.0 },
        direct: false,
    };
    let mut observer = ();
    let mut walk = Walk::new(&(), &mut observer, &Limits::none());
    // Without limits nothing stops it, and the trees are not deep.
    let _ = alpha_beta_hard(&mut walk, &shape.tree(seed), u32::MAX, Window::FULL);
    (walk.nodes(), walk.leaves())
}

pub(super) fn run(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(0);
    let mut finding = Finding::default();
    let theory = |count: Option<u128>| count.unwrap_or(0) as f64;
    let mut table = Table {
        title: "Positions that alpha-beta examines on a perfectly ordered tree; counted".to_owned(),
        side: "tree".to_owned(),
        heads: ["positions", "leaves", "positions of the tree"].map(str::to_owned).to_vec(),
        beside: "Corollary 1".to_owned(),
        samples_of: String::new(),
        rows: Vec::new(),
    };
    let mut equal = true;
    for (branching, depth) in TREES {
        let (nodes, leaves) = counted(branching, depth, setup.get_seed());
        let known = [critical_in_total(branching, depth), critical_on_level(branching, depth)].map(theory);
        equal &= [nodes as f64, leaves as f64] == known;
        let cells = [
            Cell::exact(nodes as f64, 0).beside(known[0]),
            Cell::exact(leaves as f64, 0).beside(known[1]),
            Cell::exact(theory(positions_in_total(branching, depth)), 0),
        ];
        table.rows.push(row(format!("b = {branching}, {depth} plies"), None, cells));
    }
    finding.check("six perfectly ordered trees are examined exactly as Corollary 1 says", equal);
    finding.tables = vec![table, types()];
    let level_4 = critical_types_on_level(3, 4).map(|counts| CriticalType::ALL.map(|kind| counts.get(kind)));
    finding.check(
        "for b = 3 level 4 has 1, 2, 6, 2 and 6 positions of types 1, 2.1, 2.2, 3.1 and 3.2",
        level_4 == Some([1, 2, 6, 2, 6]),
    );
    finding.charts.push(drawing());
    finding.correction = Some(
        "the types: the leftmost child of any type 1 node is of type 1, and in type 3.1 it is a_j that differs from 1"
            .to_owned(),
    );
    Ok(finding)
}

fn types() -> Table {
    let rows = (0..=6).map(|level| {
        let counts = critical_types_on_level(3, level).unwrap_or_default();
        row(level.to_string(), None, CriticalType::ALL.map(|kind| Cell::exact(counts.get(kind) as f64, 0)))
    });
    Table {
        title: "Critical positions by type, b = 3; computed".to_owned(),
        side: "level".to_owned(),
        heads: CriticalType::ALL.map(|kind| format!("type {kind}")).to_vec(),
        beside: String::new(),
        samples_of: String::new(),
        rows: rows.collect(),
    }
}

/// A small tree with its critical positions by type.
fn drawing() -> Chart {
    let (branching, depth) = DRAWN;
    let mut moves = Vec::new();
    let mut kinds: Vec<(Option<CriticalType>, Vec<Mark>)> =
        CriticalType::ALL.map(|kind| (Some(kind), Vec::new())).to_vec();
    kinds.push((None, Vec::new()));
    let mut open: Vec<Vec<u32>> = vec![Vec::new()];
    // Where a node stands: in the middle of the leaves below it.
    let place = |path: &[u32]| {
        let level = path.len() as u32;
        let first = path.iter().fold(0, |first, number| first * branching + number - 1);
        let wide = f64::from(branching.pow(depth - level));
        Mark::at((f64::from(first) + 0.5) * wide, f64::from(depth - level))
    };
    while let Some(path) = open.pop() {
        let kind = critical_type(&path);
        let own = place(&path);
        kinds.iter_mut().filter(|(of, _)| *of == kind).for_each(|(_, marks)| marks.push(own));
        if (path.len() as u32) < depth {
            for number in (1..=branching).rev() {
                let child = [&path[..], &[number]].concat();
                // What has no place parts the line.
                moves.extend([own, place(&child), Mark::at(f64::NAN, f64::NAN)]);
                open.push(child);
            }
        }
    }
    let mut layers = vec![Layer::Curve { name: "moves".to_owned(), marks: moves }];
    layers.extend(kinds.into_iter().map(|(kind, marks)| {
        let name = kind.map_or("not examined".to_owned(), |kind| format!("type {kind}"));
        Layer::Points { name, marks }
    }));
    Chart {
        caption:
            "The tree with b = 2 to 5 plies: critical positions by type, and those that the best case spares"
                .to_owned(),
        across: Axis::plain("leaves from left to right"),
        up: Axis::names("level", (0..=depth).rev().map(|level| level.to_string())),
        layers,
    }
}
