//! Hsu, "Alpha-beta pruning: algorithm and analysis".

mod average;
mod best_case;
mod depth;
mod fishburn;
mod termination;

use super::{Cell, Item, Paper, Row};

pub(super) const ITEMS: [Item; 6] = [
    Item {
        name: "hsu/best-case",
        paper: Paper::Hsu,
        title: "Critical positions, what alpha-beta examines at best",
        minutes: 0.1,
        claim: "Corollary 1: on level i of a perfectly ordered uniform tree alpha-beta examines b^ceil(i/2) + b^floor(i/2) - 1 \
                positions, those that are critical.",
        run: best_case::run,
    },
    Item {
        name: "hsu/random-termination",
        paper: Paper::Hsu,
        title: "Positions examined at best if play may end at any level",
        minutes: 0.5,
        claim: "If a position of level j is nonterminal with probability q_j and has b_j successors on average, alpha-beta \
                examines b_0 q_1 b_2 q_3 ... + q_0 b_1 q_2 b_3 ... - q_0 q_1 ... positions of a level at best.",
        run: termination::run,
    },
    Item {
        name: "hsu/average-case",
        paper: Paper::Hsu,
        title: "Leaves that alpha-beta examines on average",
        minutes: 1.0,
        claim: "With deep cut-offs the effective branching factor is about b^0.75 on average (Fuller et al.).",
        run: average::leaves,
    },
    Item {
        name: "hsu/growth",
        paper: Paper::Hsu,
        title: "Growth with depth of the three versions, with and without deep cut-offs",
        minutes: 4.0,
        claim: "With deep cut-offs (F1, F3) the effective branching factor is about b^0.75, without them (F2) it is of the order \
                of b / log b: many cut-offs are deep.",
        run: average::growth,
    },
    Item {
        name: "hsu/reachable-depth",
        paper: Paper::Hsu,
        title: "The depth that alpha-beta reaches with the work of a full search",
        minutes: 0.1,
        claim: "Where a full search reaches depth d, alpha-beta reaches 2d - 1 at best and about 4d/3 on average.",
        run: depth::run,
    },
    Item {
        name: "hsu/fishburn",
        paper: Paper::Hsu,
        title: "What fail-soft alpha-beta saves with a transposition table",
        minutes: 1.0,
        claim: "With a transposition table F3 (fail-soft) saves about 7 % of the time of F1 (fail-hard) (Fishburn 1983).",
        run: fishburn::run,
    },
];

fn row(name: impl Into<String>, samples: Option<u64>, cells: impl IntoIterator<Item = Cell>) -> Row {
    Row { name: name.into(), samples, cells: cells.into_iter().map(Some).collect() }
}
