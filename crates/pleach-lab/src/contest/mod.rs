//! Games between players: openings, one game, a match, a tournament, and the records of them.

mod adjudication;
mod game;
mod match_play;
pub(crate) mod opening;
mod record;
mod tournament;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use game::{Ending, GameRecord, play_pair};
pub use match_play::{Match, MatchError, MatchReport, Standing};
pub use opening::{Opening, OpeningError, Openings};
pub use record::{Pairing, pgn, sgf};
pub use tournament::{Tournament, TournamentError, TournamentReport};
