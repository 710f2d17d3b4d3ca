//! What a search found, as data.

use crate::cuts::Cuts;
use crate::limits::Stopped;
use crate::prune::ByKind;
use crate::value::{Bound, Score};
use std::time::Duration;

/// The work a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// Nodes visited, the root and all leaves included (NC of the papers).
    pub nodes: u64,
    /// Leaves visited (NBP, bottom positions).
    pub leaves: u64,
    /// Static evaluations, those made for ordering included.
    pub evaluations: u64,
    /// Null-window tests, and the shallow searches of forward pruning.
    pub tests: u64,
    /// Searches repeated with another window.
    pub researches: u64,
    /// Values taken from memory instead of a search.
    pub table_hits: u64,
    /// Nodes cut short, by the reason.
    pub cuts: Cuts,
    /// Nodes cut short by one of their moves. Counted by the engine alone, like the next.
    #[serde(skip_serializing_if = "is_zero")]
    pub cut_nodes: u64,
    /// Those of them that were cut by the first move: the measure of an order of moves.
    #[serde(skip_serializing_if = "is_zero")]
    pub first_move_cuts: u64,
    /// Shallow searches made to see whether something may be left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub shallow_tests: u64,
    /// The nodes visited by them; they are among all nodes.
    #[serde(skip_serializing_if = "is_zero")]
    pub shallow_nodes: u64,
    /// How often something was left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// The same three by the kind of pruning, and about how many nodes it has saved. Counted by the engine alone.
    #[serde(skip_serializing_if = "ByKind::is_empty")]
    pub pruning: ByKind,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Counts {
    /// The share of the cuts that the first move made; none if nothing was cut or counted.
    ///
    /// ```
    /// use pleach::Counts;
    /// let counts = Counts { cut_nodes: 8, first_move_cuts: 6, ..Counts::default() };
    /// assert_eq!(counts.first_move_cut_rate(), Some(0.75));
    /// assert_eq!(Counts::default().first_move_cut_rate(), None);
    /// ```
    pub fn first_move_cut_rate(&self) -> Option<f64> {
        (self.cut_nodes > 0).then(|| self.first_move_cuts as f64 / self.cut_nodes as f64)
    }

    /// Adds the work of another thread.
    pub(crate) fn add(&mut self, other: &Counts) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.evaluations += other.evaluations;
        self.tests += other.tests;
        self.researches += other.researches;
        self.table_hits += other.table_hits;
        self.cuts.add(&other.cuts);
        self.cut_nodes += other.cut_nodes;
        self.first_move_cuts += other.first_move_cuts;
        self.shallow_tests += other.shallow_tests;
        self.shallow_nodes += other.shallow_nodes;
        self.left_out += other.left_out;
        self.pruning.add(&other.pruning);
    }
}

/// One finished iteration of iterative deepening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration<Move> {
    /// Its depth.
    pub depth: u32,
    /// Its value for the side to move.
    pub value: Score,
    /// Its line of best play.
    pub line: Vec<Move>,
    /// The next best lines, best first, if several were asked for.
    pub others: Vec<Line<Move>>,
    /// Nodes visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// A line of play and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<Move> {
    /// The value for the side to move at its beginning.
    pub value: Score,
    /// The moves.
    pub line: Vec<Move>,
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Report<Move> {
    /// The value of the position for the side to move.
    pub value: Score,
    /// What that says of the true value; [`Bound::Exact`] unless a window was asked for.
    pub bound: Bound,
    /// The best move; `None` if the game is over, or if every move failed low.
    pub best: Option<Move>,
    /// All moves that are as good as the best, if they were asked for; else empty.
    pub equally_good: Vec<Move>,
    /// The principal variation, the best move first.
    pub line: Vec<Move>,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// The work done, unfinished iterations included.
    pub counts: Counts,
    /// The finished iterations.
    pub iterations: Vec<Iteration<Move>>,
    /// The time used.
    pub elapsed: Duration,
    /// Why a deeper iteration was not finished, if one was begun.
    pub stopped: Option<Stopped>,
}

impl<Move> Report<Move> {
    /// The next best lines of the last finished iteration, best first, if several were asked for.
    /// See [`Search::lines`](crate::textbook::Search::lines).
    pub fn other_lines(&self) -> &[Line<Move>] {
        self.iterations.last().map_or(&[], |last| &last.others)
    }
}

impl<Move: Copy> Report<Move> {
    /// One of the equally good moves, chosen by the seed; the best move if they were not asked for.
    ///
    /// ```
    /// use pleach::{Limits, textbook::{Algorithm, Search}, tree::ExplicitTree};
    /// let tree: ExplicitTree = "MAX[5, 3, 5]".parse().unwrap();
    /// let report = Search::new(Algorithm::ALPHA_BETA).all_best().run(&tree, &(), &Limits::none()).unwrap();
    /// assert_eq!(report.equally_good, [1, 3]);
    /// assert!(report.equally_good.contains(&report.choose(7).unwrap()));
    /// ```
    pub fn choose(&self, seed: u64) -> Option<Move> {
        match self.equally_good.len() as u64 {
            0 => self.best,
            count => Some(self.equally_good[(crate::game::mix(seed) % count) as usize]),
        }
    }
}
