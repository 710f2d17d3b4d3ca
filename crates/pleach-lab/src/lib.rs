//! The laboratory of Pleach.

pub mod statistics;
