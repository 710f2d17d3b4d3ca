//! Tables and figures of the papers, made again.
//!
//! An [`Item`] is one of them. What it measures are runs of the [store](crate::store), so that it can be interrupted
//! and goes on where it was; what comes of it is data, a [`Finding`]: numbers with their intervals beside those of the
//! paper, [charts](crate::chart), and what of the claim holds. A [`Report`] is a page of them.

mod finding;
mod hsu;
mod item;
mod li_marsland;
mod lim_lee;
mod paper;
mod pooled;
mod report;
mod samples;
mod setup;
mod table;
mod tong;
mod zhang_cui;

pub use finding::{Check, Finding, Verdict};
pub use item::{Item, Listed};
pub use paper::Paper;
pub use pooled::Pooled;
pub use report::{Chapter, Report};
pub use setup::{Part, Progress, Setup, Unfinished, behaviour};
pub use table::{Cell, Row, Table};

/// The items, paper by paper.
const ITEMS: [&[Item]; 5] =
    [&hsu::ITEMS, &zhang_cui::ITEMS, &li_marsland::ITEMS, &lim_lee::ITEMS, &tong::ITEMS];
