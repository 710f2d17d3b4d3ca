//! Pleach searches game trees for any two-player, zero-sum game of perfect information, prunes them
//! as hard as you allow, and says what the pruning risks.

#![doc(test(attr(deny(warnings))))]

pub mod analysis;
mod deep;
mod game;
mod limits;
mod nearest;
mod notation;
pub mod observe;
mod perft;
mod repetition;
mod report;
mod spec;
pub mod textbook;
pub mod tree;
mod value;

pub use game::{Evaluate, Game, Hashed, Player, key_of, mix};
pub use limits::{Limits, MAX_PLY, Stopped};
pub use notation::{Notation, NotationError};
pub use perft::perft;
pub use repetition::Repeating;
pub use report::{Counts, Iteration, Report};
pub use spec::{Spec, SpecError};
pub use value::{Bound, EmptyWindow, Score, ScoreOutOfRange, Window};
