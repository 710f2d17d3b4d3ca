//! Best-first searches: they keep their tree and expand the leaf that may tell most, one step at a time.
//!
//! [`BStar`] and [`PbStar`] prove that one move is better than the others, on intervals and on distributions.
//! [`Conspiracy`] asks how many leaves would have to change their values to change that of the root.
//!
//! Trees grow until something is proven, nothing is left to expand ("unseparated"), or a limit of nodes, time or
//! memory is reached; the answer says which ([`Verdict`]). A limit of depth keeps nodes from being expanded
//! beyond it.
//!
//! ```
//! use pleach::uncertain::best_first::{BStar, Expansion, Strategy};
//! use pleach::{Interval, Limits, Score, tree::ExplicitTree};
//!
//! // Proven at once: the first move is worth 4 to 6, the other at most 3.
//! let tree: ExplicitTree = "MAX[MIN[4, 5], MIN[3, 9]]".parse().unwrap();
//! let bounds = |p: &ExplicitTree| match p.to_string().as_str() {
//!     "MIN[4, 5]" => -Interval::new(Score::new(4), Score::new(6)).unwrap(),
//!     "MIN[3, 9]" => -Interval::new(Score::new(-9), Score::new(3)).unwrap(),
//!     _ => Interval::FULL,
//! };
//! let mut search = BStar::new(&tree, &bounds, &Limits::none());
//! assert!(matches!(search.step(), Ok(Expansion::Expanded { strategy: Strategy::Root, .. })));
//! assert!(matches!(search.step(), Ok(Expansion::Done(_))));
//! assert_eq!(search.report().best, Some(1));
//! ```

mod arena;
mod b_star;
mod conspiracy;
mod conspirators;
mod lists;
mod observe;
mod pb_star;
mod strategy;
mod tree;

pub use b_star::BStar;
pub use conspiracy::{Conspiracy, Threshold};
pub use observe::{BestFirstEvent, ObserveBestFirst, Standing};
pub use pb_star::PbStar;

use super::Verdict;

/// The memory of a tree where nobody says how much, in MiB.
pub(crate) const DEFAULT_MEBIBYTES: usize = 256;

/// Why a leaf was expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// It is the root.
    Root,
    /// To raise the pessimistic value of the best move.
    ProveBest,
    /// To lower the optimistic value of another move.
    DisproveRest,
    /// To see whether the root's value can rise.
    Raise,
    /// To see whether the root's value can fall.
    Lower,
}

impl Strategy {
    /// For people.
    ///
    /// ```
    /// use pleach::uncertain::best_first::Strategy;
    /// assert_eq!(Strategy::ProveBest.in_words(), "to prove the best move");
    /// ```
    pub fn in_words(self) -> &'static str {
        match self {
            Strategy::Root => "to begin with",
            Strategy::ProveBest => "to prove the best move",
            Strategy::DisproveRest => "to disprove the others",
            Strategy::Raise => "to see whether the value can rise",
            Strategy::Lower => "to see whether the value can fall",
        }
    }
}

/// What one step of a search did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expansion<Move> {
    /// A leaf was expanded.
    Expanded {
        /// Why.
        strategy: Strategy,
        /// The moves from the root to the leaf.
        path: Vec<Move>,
    },
    /// Nothing, since the search has ended.
    Done(Verdict),
}
