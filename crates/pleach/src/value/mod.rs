//! What a search computes with: [`Score`], the [`Window`] it is asked for and the [`Bound`] it answers with.

mod bound;
mod score;
mod window;

pub use bound::Bound;
pub use score::{Score, ScoreOutOfRange};
pub use window::{EmptyWindow, Window};
