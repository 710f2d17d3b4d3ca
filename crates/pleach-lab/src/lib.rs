//! The laboratory of Pleach.

pub mod contest;
pub mod lines;
pub mod player;
pub mod statistics;
pub mod store;
pub mod tune;
pub mod work;
