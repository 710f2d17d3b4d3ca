//! Trees as games: typed by hand, read from a file, or computed from a seed.
//!
//! [`ExplicitTree`] is a tree given node by node, in brackets (`MAX[5, MIN[3, 8]]`) or JSON.
//! [`RandomTree`] is a seeded random tree that is computed from the path and never stored, so a tree
//! of 10^12 leaves can be searched. [`RangeTree`] is one whose nodes have ranges, for searches over uncertain
//! values.

mod brackets;
mod explicit;
mod json;
mod random;
mod ranges;

pub use explicit::{ExplicitTree, TreeBuilder, TreeError};
pub use random::{Branching, Leaves, RandomTree, Shape};
pub use ranges::RangeTree;
