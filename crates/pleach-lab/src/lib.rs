//! The laboratory of Pleach: what experiments rest on.
//!
//! - [`store`]: one SQLite file that keeps every run and loses nothing.
//! - [`work`]: the parts of a run on several threads.
//! - [`calibrate`], [`race`]: pruning fitted to a game and proved; the same positions through several searches.
//! - [`player`], [`contest`]: games between searches of ours and other programs; matches, tournaments, records.
//! - [`files`]: files that people name.
//! - [`statistics`]: what results mean.
//! - [`chart`], [`plot`], [`page`]: pictures of results, and pages of them.
//! - [`processor`]: the time it has spent.
//! - [`reproduce`]: tables and figures of the papers.
//! - [`tune`]: weights by regression, temporal differences and a genetic algorithm.
//!
//! ```
//! use pleach_lab::contest::{Adjudication, Match, Openings};
//! use pleach_lab::player::{PlayerSpec, Thought};
//! use pleach_lab::store::Store;
//! use pleach_lab::work::Effort;
//! use std::sync::Arc;
//!
//! let registry = pleach_games::registry();
//! let game = registry.open("connect-four").unwrap();
//! let usual = Thought { nodes: Some(100), ..Thought::default() };
//! let player = |text| PlayerSpec::parse(text, &registry, "connect-four", usual).unwrap();
//! let (first, second) = (player("engine"), player("engine:eval=placement"));
//! let contest = Match {
//!     game: game.as_ref(),
//!     players: [&first, &second],
//!     openings: Openings::Random { plies: 4, balance: None },
//!     adjudication: Adjudication::default(),
//!     pairs: 5,
//!     sprt: None,
//!     seed: 1,
//! };
//! let effort = Effort { threads: 2, stop: &Arc::default() };
//! let report = contest.play(&mut Store::in_memory()?, effort, &mut |_| {})?;
//! assert_eq!(report.standing.pairs.games(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod calibrate;
pub mod chart;
mod comma_separated;
pub mod contest;
pub mod files;
pub mod lines;
pub mod page;
pub mod player;
pub mod plot;
pub mod processor;
pub mod race;
pub mod reproduce;
pub mod statistics;
pub mod store;
pub mod tune;
pub mod work;
