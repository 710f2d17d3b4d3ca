//! Positions as a page shows them.

use super::game::Played;
use super::value::{Ending, Side, Value};
use crate::Shared;
use crate::error::{Asked, Refusal};
use axum::Json;
use axum::extract::State;
use pleach::registry::AnyGame;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A position and what can be done there.
#[derive(Serialize)]
pub(crate) struct View {
    game: String,
    position: String,
    to_move: Side,
    /// The legal moves; none if the game is over.
    moves: Vec<LegalMove>,
    ending: Option<Ending>,
    /// What the evaluator says, in the first player's view.
    value: Value,
    /// The board as text.
    text: String,
    /// The board as the game itself draws it, if that was asked for and it can.
    svg: Option<String>,
}

/// A move that can be played.
#[derive(Serialize)]
struct LegalMove {
    #[serde(rename = "move")]
    mv: String,
    /// As records of games write it, if that is another text.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// The cells on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path: Vec<String>,
}

impl LegalMove {
    fn of(game: &dyn AnyGame, mv: String) -> LegalMove {
        let record = game.record_move(&mv).ok().filter(|record| *record != mv);
        let path = game.waypoints(&mv).unwrap_or_default();
        LegalMove { mv, record, path }
    }
}

/// A position, wanted with or without the game's own picture.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    #[serde(flatten)]
    played: Played,
    #[serde(default)]
    svg: bool,
}

pub(crate) async fn position(
    State(shared): State<Arc<Shared>>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<View>, Refusal> {
    shared.work(move |shared| wanted.view(shared)).await.map(Json)
}

impl Wanted {
    fn view(&self, shared: &Shared) -> Result<View, Refusal> {
        let game = self.played.now(shared)?;
        let game = game.as_ref();
        Ok(View {
            game: game.name().to_owned(),
            position: game.position(),
            to_move: game.to_move().into(),
            moves: game.moves().into_iter().map(|mv| LegalMove::of(game, mv)).collect(),
            ending: Ending::of(game),
            value: Value::at_a_glance(game),
            text: game.board(),
            svg: if self.svg { game.svg() } else { None },
        })
    }
}

/// A move that was played, and the position after it.
#[derive(Serialize)]
pub(crate) struct Step {
    #[serde(flatten)]
    mv: LegalMove,
    side: Side,
    position: String,
    /// The board after it, as text and as the game itself draws it, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

/// The moves of a game with the positions between them, from some move on.
#[derive(Deserialize)]
pub(crate) struct WantedLine {
    #[serde(flatten)]
    played: Played,
    /// The moves to leave out at the beginning.
    #[serde(default)]
    from: usize,
    /// Whether boards are wanted, too.
    #[serde(default)]
    boards: bool,
}

#[derive(Serialize)]
pub(crate) struct Line {
    /// The position before the first move.
    start: String,
    steps: Vec<Step>,
}

/// The most boards in one answer.
const MOST_BOARDS: usize = 256;

pub(crate) async fn line(
    State(shared): State<Arc<Shared>>,
    Asked(wanted): Asked<WantedLine>,
) -> Result<Json<Line>, Refusal> {
    shared.work(move |shared| wanted.line(shared)).await.map(Json)
}

impl WantedLine {
    fn line(&self, shared: &Shared) -> Result<Line, Refusal> {
        if self.boards && self.played.moves.len().saturating_sub(self.from) > MOST_BOARDS {
            return Err(Refusal::bad(format!("at most {MOST_BOARDS} boards at once")));
        }
        let start = self.played.begin(shared)?.position();
        let mut steps = Vec::new();
        let mut number = 0;
        self.played.replay(shared, |before, mv| {
            number += 1;
            if number > self.from {
                steps.extend(self.step(before, mv));
            }
        })?;
        Ok(Line { start, steps })
    }

    fn step(&self, before: &dyn AnyGame, mv: &str) -> Option<Step> {
        let mut after = before.boxed_clone();
        after.play(mv).ok()?;
        Some(Step {
            mv: LegalMove::of(before, mv.to_owned()),
            side: before.to_move().into(),
            position: after.position(),
            text: self.boards.then(|| after.board()),
            svg: if self.boards { after.svg() } else { None },
        })
    }
}
