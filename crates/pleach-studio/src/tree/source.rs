//! A position that a page names.

use crate::Shared;
use crate::error::Refusal;
use pleach::registry::AnyGame;
use serde::Deserialize;

/// A game, a position of it, and moves from there.
#[derive(Debug, Deserialize)]
pub(crate) struct Source {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

impl Source {
    /// Opens the game and goes there.
    pub(crate) fn open(&self, shared: &Shared) -> Result<Box<dyn AnyGame>, Refusal> {
        let mut game = shared.open(&self.game)?;
        if let Some(position) = self.position.as_deref().filter(|position| !position.trim().is_empty()) {
            game.set_position(position)?;
        }
        if self.moves.len() > shared.allowance.moves {
            return Err(Refusal::bad(format!("more than {} moves", shared.allowance.moves)));
        }
        for mv in &self.moves {
            game.play(mv)?;
        }
        Ok(game)
    }
}
