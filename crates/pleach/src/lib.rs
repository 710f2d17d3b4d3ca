//! Pleach searches game trees for any two-player, zero-sum game of perfect information, prunes them
//! as hard as you allow, and says what the pruning risks.

#![doc(test(attr(deny(warnings))))]

mod deep;
mod game;
mod limits;
mod nearest;
mod notation;
pub mod observe;
mod paint;
mod perft;
pub mod registry;
mod repetition;
mod report;
mod spec;
pub mod testkit;
pub mod textbook;
pub mod tree;
mod value;
mod weights;

pub use game::{Evaluate, Game, Hashed, Player, Swappable, Symmetric, key_of, mix};
pub use limits::{Limits, MAX_PLY, Stopped};
pub use notation::{Notation, NotationError};
pub use paint::Paint;
pub use perft::perft;
pub use repetition::Repeating;
pub use report::{Counts, Iteration, Report};
pub use spec::{Spec, SpecError};
pub use value::{Bound, EmptyWindow, Score, ScoreOutOfRange, Window};
pub use weights::{Tunable, Weights, WeightsError};
