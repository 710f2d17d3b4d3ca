//! Searches over uncertain values: evaluators return an interval or a distribution, and so do the searches.
//!
//! | search | value | order | reference |
//! |---|---|---|---|
//! | [`p_ab`] | [`Distribution`](crate::Distribution) | depth first | Li and Marsland (1989), Algorithm 1 |
//! | [`r_ab`] | [`Interval`](crate::Interval) | depth first | section 5.1 |
//! | [`informed`] | either | depth first, with bounds at interior nodes | section 5.2, corrected |
//! | [`best_first::BStar`] | interval | best first | Berliner (1979) |
//! | [`best_first::PbStar`] | distribution | best first | Palay (1985); section 5.3 |
//! | [`best_first::Conspiracy`] | score, and who would have to change it | best first | McAllester (1988) |
//!
//! The depth-first searches are functions that read beside the paper; [`Search`] deepens them step by step and
//! [chooses](Choice) a move. The best-first searches grow a tree in memory, one [step](best_first) at a time.
//!
//! ```
//! use pleach::uncertain::{Leaves, Walk, p_ab};
//! use pleach::{Distribution, Interval, Limits, Score, tree::ExplicitTree};
//!
//! // Static values of the nodes at the horizon, each with an error of one point to either side.
//! let node = |value: i32| format!(r#"{{"static": {value}, "children": [{{"value": {value}}}]}}"#);
//! let reply = |a: i32, b: i32| format!(r#"{{"children": [{}, {}]}}"#, node(a), node(b));
//! let tree = format!(r#"{{"children": [{}, {}]}}"#, reply(5, 9), reply(2, 7));
//! let tree = ExplicitTree::from_json(&tree).unwrap();
//! let unsure = |p: &ExplicitTree| Distribution::new(p.static_value().plus(-1), vec![0.25, 0.5, 0.25]).unwrap();
//!
//! let mut walk = Walk::new(&unsure, &Limits::none());
//! let value = p_ab(&mut walk, &tree, 2, Interval::FULL, Leaves::Clipped).unwrap();
//! assert_eq!(value.bounds(), Interval::new(Score::new(4), Score::new(6)).unwrap());
//! assert_eq!(walk.leaves(), 3, "the second move is worth at most 3: its other reply is not looked at");
//! ```

mod algorithm;
mod belief;
pub mod best_first;
mod evaluator;
mod informed;
mod observe;
mod p_ab;
mod r_ab;
mod report;
mod search;
mod skeleton;
mod walk;

pub use algorithm::{Algorithm, Bounds, Errors, Options, Share};
pub use belief::Belief;
pub use evaluator::{ConstantError, Likely, ScoreBounds};
pub use informed::informed;
pub use observe::{ObserveUncertain, UncertainEvent};
pub use p_ab::{Leaves, p_ab};
pub use r_ab::r_ab;
pub use report::{Report, RootMove, Verdict};
pub(crate) use search::RootTask;
pub use search::{Choice, Search};
pub use walk::Walk;
