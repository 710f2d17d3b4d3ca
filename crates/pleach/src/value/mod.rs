//! What a search computes with: [`Score`], the [`Window`] it is asked for and the [`Bound`] it answers with;
//! and what searches over uncertain values compute with: [`Interval`].

mod bound;
mod interval;
mod score;
mod window;

pub use bound::Bound;
pub use interval::{CrossedBounds, Interval};
pub use score::{Score, ScoreOutOfRange};
pub use window::{EmptyWindow, Window};
