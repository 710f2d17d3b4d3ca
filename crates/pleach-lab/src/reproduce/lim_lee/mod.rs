//! Lim and Lee, "Properties of Forward Pruning in Game-Tree Search" (2006).

mod depth;
mod games;
mod growth;
mod player;
mod schedules;

use super::samples::{Sums, seeds};
use super::{Item, Paper};

pub(super) const ITEMS: [Item; 10] = [
    Item {
        name: "lim-lee/figure-1",
        paper: Paper::LimLee,
        title: "The rank of the chosen move if children of Max or of Min nodes are pruned",
        minutes: 0.5,
        claim: "If children of Max nodes are pruned, a move of rank 4 or 5 is chosen with a probability that falls sharply \
                towards zero; if children of Min nodes are pruned, it tapers only gradually. Trees with branch-dependent \
                leaves are similar, a little less pronounced.",
        run: player::figure_1,
    },
    Item {
        name: "lim-lee/figure-2",
        paper: Paper::LimLee,
        title: "The same if both kinds are pruned, three of one and one of the other",
        minutes: 0.3,
        claim: "The asymmetry is still there: most choices of a move of rank 4 or 5 come from pruned children of Min nodes.",
        run: player::figure_2,
    },
    Item {
        name: "lim-lee/figure-4",
        paper: Paper::LimLee,
        title: "How errors grow over two plies in Pearl's model, b = 2",
        minutes: 0.1,
        claim: "If nearly all nodes are won, errors on wins below 1 - xi are filtered out and those above grow; if nearly all \
                are lost, the same holds of errors on losses and xi. At p = xi both kinds grow with the height.",
        run: growth::figure_4,
    },
    Item {
        name: "lim-lee/figure-5",
        paper: Paper::LimLee,
        title: "The growth of errors on wins at p = xi for several b",
        minutes: 0.1,
        claim: "The bound b of Theorem 2 is too cautious: for b = 2 the largest growth is about 1.537, at an error of about \
                0.099.",
        run: growth::figure_5,
    },
    Item {
        name: "lim-lee/figure-6",
        paper: Paper::LimLee,
        title: "How often the value at the root is right, by pruning schedule and depth",
        minutes: 2.0,
        claim: "Schedules that reduce the probability of pruning linearly do not prevent the growth of errors; multiplicative \
                ones can.",
        run: schedules::figure_6,
    },
    Item {
        name: "lim-lee/figure-7",
        paper: Paper::LimLee,
        title: "The depth that 1000 nodes reach if three answers in four must be right",
        minutes: 1.5,
        claim: "Pruning at the root only reaches the greatest mean depth of all schedules: pruning should decrease with depth.",
        run: depth::figure_7,
    },
    Item {
        name: "lim-lee/othello",
        paper: Paper::LimLee,
        title: "Whose moves to prune, and where, in Othello",
        minutes: 3.5,
        claim: ADVICE,
        run: games::othello,
    },
    Item {
        name: "lim-lee/connect-four",
        paper: Paper::LimLee,
        title: "Whose moves to prune, and where, in Connect Four",
        minutes: 0.7,
        claim: ADVICE,
        run: games::connect_four,
    },
    Item {
        name: "lim-lee/chinese-checkers",
        paper: Paper::LimLee,
        title: "Whose moves to prune, and where, in Chinese Checkers",
        minutes: 3.5,
        claim: ADVICE,
        run: games::chinese_checkers,
    },
    Item {
        name: "lim-lee/chess",
        paper: Paper::LimLee,
        title: "Whose moves to prune, and where, in chess",
        minutes: 6.0,
        claim: ADVICE,
        run: games::chess,
    },
];

/// What the paper advises, and does not show of games.
const ADVICE: &str = "Own moves can be pruned more than the opponent's, and pruning should be less aggressive near the leaves; \
                      experiments with actual game trees are needed to verify it.";

/// The branching factor of all figures with trees.
const BRANCHING: u32 = 5;
