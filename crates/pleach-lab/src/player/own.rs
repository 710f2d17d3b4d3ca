//! An engine of ours.

use super::{Choice, Player, PlayerError};
use crate::contest::Opening;
use pleach::Limits;
use pleach::engine::Table;
use pleach::panics::caught_quietly;
use pleach::registry::{AnyGame, Request};
use std::sync::Arc;
use std::time::Duration;

/// One of Pleach's searches with an evaluator. Every game is begun with an empty table, so that it does not
/// depend on the games before.
pub(super) struct Own {
    start: Box<dyn AnyGame>,
    game: Box<dyn AnyGame>,
    request: Request,
    time: Option<Duration>,
}

impl Own {
    pub(super) fn new(start: Box<dyn AnyGame>, mut request: Request, time: Option<Duration>) -> Own {
        // Where there is no memory for it, each search tries to make its own and says so.
        request.table = Table::with_mebibytes(request.memory).ok().map(Arc::new);
        Own { game: start.boxed_clone(), start, request, time }
    }

    fn search(&self) -> Result<Choice, PlayerError> {
        let answer = match self.game.search(&self.request) {
            Ok(answer) => answer,
            // Too little time or too few nodes for anything: one ply is always done.
            Err(_) => {
                let request = Request { limits: Limits::depth(1), ..self.request.clone() };
                self.game.search(&request).map_err(|error| search_error(&error))?
            }
        };
        let best = answer.best.or_else(|| self.game.moves().into_iter().next());
        let mv = best.ok_or_else(|| PlayerError::Search("there is no move".to_owned()))?;
        Ok(Choice { mv, score: Some(answer.score), nodes: answer.counts.nodes })
    }
}

/// What a panic leaves behind, a game in the middle of a move above all, is forgotten when the next game begins.
fn surely<T>(work: impl FnOnce() -> Result<T, PlayerError>) -> Result<T, PlayerError> {
    caught_quietly(work).unwrap_or_else(|panic| Err(PlayerError::Crashed(panic.to_string())))
}

impl Player for Own {
    fn begin(&mut self, opening: &Opening) -> Result<(), PlayerError> {
        if let Some(table) = &self.request.table {
            table.clear();
        }
        self.game = surely(|| opening.apply(self.start.as_ref()).map_err(|error| search_error(&error)))?;
        Ok(())
    }

    fn hear(&mut self, mv: &str) -> Result<(), PlayerError> {
        surely(|| self.game.play(mv).map_err(|error| search_error(&error)))
    }

    fn choose(&mut self) -> Result<Choice, PlayerError> {
        surely(|| self.search())
    }

    fn time(&self) -> Option<Duration> {
        self.time
    }
}

fn search_error(error: &dyn std::fmt::Display) -> PlayerError {
    PlayerError::Search(error.to_string())
}
