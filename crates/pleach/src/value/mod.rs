//! What a search computes with: [`Score`], the [`Window`] it is asked for and the [`Bound`] it answers with;
//! and what searches over uncertain values compute with: [`Interval`] and [`Distribution`].

mod bound;
mod distribution;
mod interval;
mod normal;
mod score;
mod window;

pub use bound::Bound;
pub use distribution::{Distribution, DistributionError, dominance};
pub(crate) use distribution::{Look, dominance_of_ranges, dominance_within};
pub use interval::{CrossedBounds, Interval};
pub use normal::Normal;
pub use score::{Score, ScoreOutOfRange};
pub use window::{EmptyWindow, Window};
