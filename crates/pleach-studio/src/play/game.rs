//! A game as a page sends it: its name, where it began, and the moves since then.

use crate::Shared;
use crate::errand::Errand;
use crate::error::ApiError;
use pleach::registry::AnyGame;
use serde::Deserialize;

/// The longest text of a position.
pub(super) const LONGEST_POSITION: usize = 4_000;
/// The longest text of a move.
const LONGEST_MOVE: usize = 64;

/// A game under way.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Played {
    /// The game with its options.
    pub(crate) game: String,
    /// The position where it began, if that is not the game's first one.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The moves since then.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

impl Played {
    /// The game at the position where it began.
    pub(crate) fn begin(&self, shared: &Shared) -> Result<Box<dyn AnyGame>, ApiError> {
        let mut game = shared.open(&self.game)?;
        if let Some(start) = &self.start {
            if start.len() > LONGEST_POSITION {
                return Err(ApiError::bad("no position is as long as that"));
            }
            game.set_position(start)?;
        }
        Ok(game)
    }

    /// Plays the moves from the beginning, and tells of each: the game before it, and its text.
    pub(crate) fn replay(
        &self,
        shared: &Shared,
        errand: &Errand,
        mut told: impl FnMut(&dyn AnyGame, &str) -> Result<(), ApiError>,
    ) -> Result<Box<dyn AnyGame>, ApiError> {
        if self.moves.len() > shared.allowance.moves {
            return Err(ApiError::bad(format!(
                "no game has more than {} moves here",
                shared.allowance.moves
            )));
        }
        let mut game = self.begin(shared)?;
        for (index, mv) in self.moves.iter().enumerate() {
            errand.check()?;
            let failed = |reason: &str| ApiError::bad(format!("move {}: {reason}", index + 1));
            if mv.len() > LONGEST_MOVE {
                return Err(failed("no move is as long as that"));
            }
            let mv = game.read_move(mv).map_err(|error| failed(&error.to_string()))?;
            told(game.as_ref(), &mv)?;
            game.play(&mv).map_err(|error| failed(&error.to_string()))?;
        }
        Ok(game)
    }

    /// The position after the last move.
    pub(crate) fn now(&self, shared: &Shared, errand: &Errand) -> Result<Box<dyn AnyGame>, ApiError> {
        self.replay(shared, errand, |_, _| Ok(()))
    }
}
