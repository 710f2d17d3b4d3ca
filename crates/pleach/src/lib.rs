//! Pleach searches game trees for any two-player, zero-sum game of perfect information, prunes them
//! as hard as you allow, and shows what the pruning did.
//!
//! Implement [`Game`] for your position and search it:
//!
//! ```
//! use pleach::{Game, Player, Score, textbook};
//!
//! /// Max and Min add 1, 2 or 3 in turn; whoever reaches 21 wins.
//! #[derive(Clone)]
//! struct TwentyOne { sum: u32, to_move: Player }
//!
//! impl Game for TwentyOne {
//!     type Move = u32;
//!     fn to_move(&self) -> Player { self.to_move }
//!     fn moves(&self) -> impl Iterator<Item = u32> { 1..=3.min(21 - self.sum) }
//!     fn play(&mut self, add: u32) {
//!         self.sum += add;
//!         self.to_move = self.to_move.other();
//!     }
//!     fn outcome(&self) -> Option<Score> { (self.sum == 21).then_some(Score::LOSS) }
//! }
//!
//! let report = textbook::solve(&TwentyOne { sum: 10, to_move: Player::Max });
//! assert_eq!(report.best, Some(3), "13, 17 and 21 are the sums to reach");
//! ```
//!
//! | you want | look at |
//! |---|---|
//! | to describe a game | [`Game`], [`Hashed`], [`Evaluate`], [`Notation`], [`Repeating`] |
//! | to search it fast | [`engine`] |
//! | to say what a value may be, and how likely | [`Interval`], [`Distribution`], [`Normal`] |
//! | to search it by an algorithm of the papers | [`textbook`] |
//! | to search it by evaluations that say how sure they are | [`uncertain`] |
//! | to see what a search did | [`observe`] |
//! | trees, typed or random | [`tree`] |
//! | the theory of alpha-beta | [`analysis`] |
//! | how pruning errors travel to the root | [`propagation`] |
//! | to check your rules | [`testkit`] |
//! | games by name at run time | [`registry`] |
//! | to go on where somebody's code panics | [`panics`] |
//!
//! **Point of view.** Every score is from the point of view of the side to move in its position, unless
//! a text says "Max's view".

#![doc(test(attr(deny(warnings))))]

pub mod analysis;
mod branch;
mod cuts;
mod deep;
pub mod engine;
mod game;
mod limits;
mod nearest;
mod notation;
pub mod observe;
mod paint;
pub mod panics;
mod perft;
pub mod propagation;
pub mod prune;
pub mod registry;
mod repetition;
mod report;
mod root;
mod settings;
mod signature;
mod spec;
pub mod testkit;
pub mod textbook;
pub mod tree;
pub mod uncertain;
mod value;
mod weights;
mod without_past;

pub use game::{Evaluate, Game, Hashed, Player, Recurrence, Swappable, Symmetric, key_of, mix};
pub use limits::{Limits, MAX_PLY, Stopped};
pub use notation::{Notation, NotationError};
pub use paint::Paint;
pub use perft::perft;
pub use repetition::Repeating;
pub use report::{Counts, Iteration, Line, Report};
pub use settings::Settings;
pub use spec::{Spec, SpecError};
pub use value::{
    Bound, CrossedBounds, Distribution, DistributionError, EmptyWindow, Interval, Normal, Score,
    ScoreOutOfRange, Window, dominance,
};
pub use weights::{Linear, Tunable, Weights, WeightsError};
pub use without_past::WithoutPast;

/// The examples of the readme are tested, too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
