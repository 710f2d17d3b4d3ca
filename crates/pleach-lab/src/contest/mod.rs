//! Games between players: openings, one game, a match, a tournament, and the records of them.
//!
//! A whole [`Match`] is the example of the whole [crate]. Its parts:
//!
//! ```
//! use pleach_lab::contest::{Adjudication, Opening, Pairing, play_pair, sgf};
//! use pleach_lab::player::{PlayerSpec, Thought};
//!
//! let registry = pleach_games::registry();
//! let game = registry.open("tic-tac-toe").unwrap();
//! let opening = Opening::parse("a1 b2", game.as_ref())?;
//! let usual = Thought { depth: Some(9), ..Thought::default() };
//! let player = PlayerSpec::parse("engine", &registry, "tic-tac-toe", usual)?;
//! let mut players = [player.make()?, player.make()?];
//! let rules = Adjudication { most_plies: Some(100), ..Adjudication::default() };
//! let [first, second] = play_pair(game.as_ref(), &opening, ["a", "b"], &mut players, &rules)?;
//! assert_eq!((first.first.as_str(), second.first.as_str()), ("a", "b"));
//! assert_eq!(first.result.points(), 0.5);
//! assert!(sgf(&first, Pairing { event: "test", round: 1 }, game.as_ref()).contains(";B[a1];W[b2]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjudication;
mod game;
mod match_play;
pub(crate) mod opening;
pub(crate) mod reading;
mod record;
mod tournament;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use game::{Ending, GameRecord, play_pair};
pub use match_play::{Match, MatchError, MatchReport, Standing};
pub use opening::{Opening, OpeningError, Openings};
pub use reading::{RESULTS, Record, move_of};
pub use record::{Pairing, pgn, sgf};
pub use tournament::{Tournament, TournamentError, TournamentReport};
