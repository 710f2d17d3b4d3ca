//! The algorithms of the papers, one short function each, generic over any game.
//!
//! They are written to be read beside the papers and to be compared with each other: they count and
//! report alike, and they are the oracle of every faster search. The names say what a variant does;
//! the papers' letters are in the files.
//!
//! | function | paper | |
//! |---|---|---|
//! | [`minimax`] | `F'`, `G'`, `F0'`, `G0'` | two functions, Max's view |
//! | [`negamax`] | `F`, `F0` | one function, the mover's view |
//! | [`alpha_beta_hard`], [`alpha_beta_hard_min_max`] | `F1`; `F1'`, `G1'` | fail-hard |
//! | [`alpha_beta_one_sided`], [`alpha_beta_one_sided_min_max`] | `F2`; `F2'`, `G2'` | no deep cut-offs |
//! | [`alpha_beta`], [`alpha_beta_min_max`] | `F3`; `F3'`, `G3'` | fail-soft |
//! | [`zhang_cui`] | Zhang and Cui, steps 1-7 | a list, children by static value |
//! | [`aspiration`] | Tong, figure 1.3 | a window around a guess |
//! | [`negascout`] | Tong, figure 1.4 | null-window tests of later moves |
//! | [`mt`], [`mtdf`] | Tong, figures 1.5 and 1.6 | null windows only, with memory |
//!
//! The forward pruning of the thesis, ProbCut to the integrated strategy, is in [`selective`].
//!
//! [`Search`] runs any of them by name, with iterative deepening where it is asked for or where the
//! search may be interrupted, and returns a [`Report`]; [`Root`] asks for some moves only, and for news.
//!
//! ```
//! use pleach::textbook::{Algorithm, Search};
//! use pleach::{Limits, Score, tree::ExplicitTree};
//! let tree: ExplicitTree = "MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]".parse().unwrap();
//! let report = Search::new(Algorithm::ALPHA_BETA).run(&tree, &(), &Limits::none()).unwrap();
//! assert_eq!((report.value, report.best), (Score::new(5), Some(1)));
//! assert_eq!((report.counts.nodes, report.counts.cuts.deep_alpha), (8, 1));
//! ```

mod algorithm;
mod alpha_beta;
mod alpha_beta_hard;
mod alpha_beta_one_sided;
mod aspiration;
mod minimax;
mod mtdf;
mod negamax;
mod negascout;
mod order;
mod root;
mod search;
pub mod selective;
mod walk;
mod zhang_cui;

pub use crate::branch::branches;
pub use crate::root::Root;
pub use algorithm::{Algorithm, Form};
pub use alpha_beta::{alpha_beta, alpha_beta_min_max};
pub use alpha_beta_hard::{alpha_beta_hard, alpha_beta_hard_min_max};
pub use alpha_beta_one_sided::{alpha_beta_one_sided, alpha_beta_one_sided_min_max};
pub use aspiration::aspiration;
pub use minimax::minimax;
pub use mtdf::{Memory, mt, mtdf};
pub use negamax::negamax;
pub use negascout::negascout;
pub use order::Hint;
pub(crate) use search::Noted;
pub use search::{CannotPrune, Search, solve};
pub(crate) use walk::sorted;
pub use walk::{Answer, Walk};
pub use zhang_cui::zhang_cui;

#[allow(unused_imports, reason = "named in the documentation above")]
use crate::report::Report;
