//! Checks for games and searches: yours as well as ours.
//!
//! [`Laws`] plays random games and finds out whether the rules, keys, notation and evaluator of a
//! game keep what they promise; it names the broken law and shows the position and the move.
//! [`oracle`] searches the plainest way there is, and [`Values`] gives every position a value that
//! no search can guess. [`any_options`] draws options of the engine, [`random_tree`] makes trees with everything that trips a search up.
//!
//! ```
//! use pleach::testkit::Laws;
//! use pleach::tree::Shape;
//! let laws = Laws::default();
//! laws.check(&Shape::uniform(3, 4).tree(1)).unwrap();
//! ```

mod laws;
mod options;
mod oracle;
mod trees;
mod uncertain;

pub use laws::{Finding, Laws, Likeness, Verdict, Violation};
pub use options::any_options;
pub use oracle::{Disagreement, Values, compare_all, oracle};
pub use trees::{TreeRange, random_tree};
pub use uncertain::{Beliefs, backed_up, compare_best_first, compare_informed, compare_uncertain};
