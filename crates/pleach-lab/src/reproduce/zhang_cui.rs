//! Zhang and Cui, "Improved alpha-beta pruning of heuristic search in game-playing tree": Table 1 on tic-tac-toe, and
//! its continuation to the end of the game.

use super::{Cell, Finding, Item, Paper, Part, Row, Setup, Table, Unfinished};
use crate::chart::{Axis, Chart, Layer, Mark};
use pleach::Limits;
use pleach::registry::{AnyGame, Method, Request};

pub(super) const ITEMS: [Item; 2] = [
    Item {
        name: "zhang-cui/table-1",
        paper: Paper::ZhangCui,
        title: "Nodes of MINIMAX, alpha-beta and the improved alpha-beta on tic-tac-toe",
        minutes: 0.1,
        claim: "At depth 2 the three visit 16, 12 and 7 nodes, at depth 4 462, 121 and 50: the improved form, which sorts \
                children by their static value, visits fewest.",
        run: table_1,
    },
    Item {
        name: "zhang-cui/continued",
        paper: Paper::ZhangCui,
        title: "Table 1 to the end of the game",
        minutes: 0.1,
        claim: "The improved form visits about half of what MINIMAX visits, and fewer nodes than alpha-beta.",
        run: continued,
    },
];

const GAME: &str = "tic-tac-toe:symmetric=on";
const METHODS: [(&str, &str); 3] =
    [("minimax", "MINIMAX"), ("alpha-beta", "alpha-beta"), ("zhang-cui", "improved")];
const DEEPEST: u32 = 9;
/// The paper's Table 1: depth, and the nodes of the three.
const PAPER: [(u32, [f64; 3]); 2] = [(2, [16.0, 12.0, 7.0]), (4, [462.0, 121.0, 50.0])];
/// What independent prototypes have found of the same reading, at depths 2 and 4.
const READING: [(u32, [u64; 3]); 2] = [(2, [16, 12, 8]), (4, [442, 158, 44])];

/// Nodes and value of the root by method and depth.
type Counted = Vec<Vec<(u64, i32)>>;

fn counted(setup: &mut Setup<'_>) -> Result<Counted, Unfinished> {
    let game = setup.game(GAME)?;
    let methods: Result<Vec<Method>, _> = METHODS.iter().map(|(name, _)| name.parse()).collect();
    let methods = methods.map_err(|error| Unfinished::Failed(format!("{GAME}: {error}")))?;
    let requests: Vec<Request> = methods
        .iter()
        .flat_map(|&method| (1..=DEEPEST).map(move |depth| Request::new(method, Limits::depth(depth))))
        .collect();
    let signatures: Vec<String> = methods
        .iter()
        .map(|&method| game.signature(&Request::new(method, Limits::depth(DEEPEST))).to_string())
        .collect();
    let part = Part {
        name: "zhang-cui/nodes",
        details: serde_json::json!({ "game": GAME, "methods": METHODS.map(|(name, _)| name), "depth": DEEPEST }),
        behaviour: signatures.join(" "),
        shards: requests.len() as u64,
    };
    setup.expect(part.shards);
    let (game, effort): (&dyn AnyGame, _) = (game.as_ref(), setup.effort());
    let rows = setup.each(&part, |shard| {
        let answer = game.search(&effort.bound(requests[shard as usize].clone()));
        let answer = answer.map_err(|error| error.to_string())?;
        Ok(vec![(answer.counts.nodes, answer.score.get())])
    })?;
    let rows: Vec<(u64, i32)> = rows.into_iter().flatten().collect();
    Ok(rows.chunks(DEEPEST as usize).map(<[_]>::to_vec).collect())
}

fn at(counted: &Counted, depth: u32) -> [u64; 3] {
    [0, 1, 2].map(|method: usize| counted[method][depth as usize - 1].0)
}

fn empty_table(title: &str, beside: &str) -> Table {
    Table {
        title: title.to_owned(),
        side: "depth".to_owned(),
        heads: METHODS.map(|(_, head)| head.to_owned()).to_vec(),
        beside: beside.to_owned(),
        samples_of: String::new(),
        rows: Vec::new(),
    }
}

fn table_1(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    let counted = counted(setup)?;
    let mut table = empty_table("Nodes from the empty board; exact counts", "paper");
    table.rows = PAPER
        .iter()
        .map(|&(depth, paper)| Row {
            name: depth.to_string(),
            samples: None,
            cells: at(&counted, depth)
                .iter()
                .zip(paper)
                .map(|(&nodes, paper)| Some(Cell::exact(nodes as f64, 0).beside(paper)))
                .collect(),
        })
        .collect();
    let mut finding = Finding { tables: vec![table], ..Finding::default() };
    for (depth, expected) in READING {
        let own = at(&counted, depth);
        let listed = |numbers: [u64; 3]| numbers.map(|number| number.to_string()).join(", ");
        finding.check(
            format!("at depth {depth} the plain reading counts {}", listed(expected)),
            own == expected,
        );
    }
    finding.check("at depths 2 and 4 the improved form visits fewest", ordered(&counted, &[2, 4]));
    let same =
        PAPER.iter().flat_map(|&(depth, paper)| at(&counted, depth).map(|n| n as f64).into_iter().zip(paper));
    let same = same.filter(|(own, paper)| own == paper).count();
    finding.check(format!("the six numbers are the paper's ({same} of 6 are)"), same == 6);
    finding.remarks.push(
        "No reading gives all six of the paper's numbers. Ours: X is Max, children come row by row, later siblings that \
         are equal under the board's symmetries are dropped, a win ends the game, cuts on equality, and the root counts. \
         Then 462 looks like a misprint of 442, and 7 leaves the root out."
            .to_owned(),
    );
    Ok(finding)
}

/// Whether at these depths the improved form visits fewer nodes than alpha-beta, and that fewer than MINIMAX.
fn ordered(counted: &Counted, depths: &[u32]) -> bool {
    depths.iter().all(|&depth| {
        let [minimax, alpha_beta, improved] = at(counted, depth);
        improved < alpha_beta && alpha_beta < minimax
    })
}

fn continued(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    let counted = counted(setup)?;
    let mut table = empty_table("Nodes from the empty board; exact counts", "");
    table.heads.push("value".to_owned());
    table.rows = (1..=DEEPEST)
        .map(|depth| {
            let nodes = at(&counted, depth).map(|nodes| Some(Cell::exact(nodes as f64, 0)));
            let value = Cell::exact(counted[0][depth as usize - 1].1.into(), 0);
            Row { name: depth.to_string(), samples: None, cells: [&nodes[..], &[Some(value)]].concat() }
        })
        .collect();
    let line = |(method, (_, name)): (usize, (&str, &str))| Layer::Line {
        name: name.to_owned(),
        marks: (1..=DEEPEST)
            .map(|depth| Mark::at(depth.into(), counted[method][depth as usize - 1].0 as f64))
            .collect(),
    };
    let chart = Chart {
        caption: "Nodes visited from the empty board of tic-tac-toe".to_owned(),
        across: Axis::plain("depth, plies"),
        up: Axis::logarithmic("nodes"),
        layers: METHODS.into_iter().enumerate().map(line).collect(),
    };
    let mut finding = Finding { tables: vec![table], charts: vec![chart], ..Finding::default() };
    let values =
        (0..DEEPEST as usize).all(|depth| counted.iter().all(|own| own[depth].1 == counted[0][depth].1));
    finding.check("all three find the same value at every depth", values);
    let deeper: Vec<u32> = (2..=DEEPEST).collect();
    finding.check("from depth 2 on the improved form visits fewest", ordered(&counted, &deeper));
    let root = deeper.iter().skip(1).all(|&depth| {
        let [minimax, _, improved] = at(&counted, depth).map(|nodes| nodes as f64);
        (improved.ln() / minimax.ln()) < 0.75
    });
    finding.check("from depth 3 on its logarithm is less than three quarters of MINIMAX's", root);
    finding.correction = Some(
        "step 4, which at an or-node prunes when v <= u, and \"half of MINIMAX\", which means half of its exponent: about \
         the square root"
            .to_owned(),
    );
    Ok(finding)
}
