//! Tic-tac-toe, plain and with symmetric siblings dropped.
//!
//! The game of Zhang and Cui's experiments. X is Max. Squares are numbered row by row; `a1` is the
//! first square of the first row, `c1` the last of it.

mod drawing;
mod entry;
mod evaluators;
mod notation;
mod rules;

pub(crate) use entry::entry;
pub use evaluators::open_lines;
pub use rules::{Square, TicTacToe};
