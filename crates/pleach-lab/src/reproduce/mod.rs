//! Tables and figures of the papers, made again.
//!
//! Every item is a run of the [store](crate::store), so that it can be interrupted and goes on where it was. What
//! comes of it is data: a table for people, a CSV file for programs and a [page](crate::page::Page) with plots.

mod li_marsland;
mod pooled;

pub use li_marsland::{Cell, LiMarsland, LiMarslandResult, Row, Sample};
pub use pooled::Pooled;
