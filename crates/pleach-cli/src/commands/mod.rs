//! One file a command.

pub(crate) mod algorithms;
pub(crate) mod bench;
pub(crate) mod calibrate;
pub(crate) mod check;
pub(crate) mod contest;
pub(crate) mod games;
pub(crate) mod gtp;
pub(crate) mod lab;
pub(crate) mod match_play;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod race;
pub(crate) mod reproduce;
pub(crate) mod search;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod tournament;
pub(crate) mod trace;
pub(crate) mod tune;
pub(crate) mod uci;
pub(crate) mod verify;
