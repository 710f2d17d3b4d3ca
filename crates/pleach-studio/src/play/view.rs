//! Positions as a page shows them.

use super::game::Played;
use super::value::{Ending, Side, Value};
use crate::Shared;
use crate::client::Visitor;
use crate::errand::Errand;
use crate::error::{ApiError, Asked};
use axum::Json;
use pleach::registry::AnyGame;
use serde::{Deserialize, Serialize};

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

pub(crate) async fn position(visitor: Visitor, Asked(wanted): Asked<Wanted>) -> Result<Json<View>, ApiError> {
    visitor.work(move |shared, errand| wanted.view(shared, errand)).await.map(Json)
}

impl Wanted {
    fn view(&self, shared: &Shared, errand: &Errand) -> Result<View, ApiError> {
        let game = self.played.now(shared, errand)?;
        let game = game.as_ref();
        let most = shared.allowance.listed;
        if game.has_more_moves_than(most) {
            return Err(ApiError::bad(format!("this position has more than {most} moves: too many to list")));
        }
        let listed = game.moves().into_iter().map(|mv| {
            errand.check()?;
            Ok(LegalMove::of(game, mv))
        });
        Ok(View {
            game: game.name().to_owned(),
            position: game.position(),
            to_move: game.to_move().into(),
            moves: listed.collect::<Result<_, ApiError>>()?,
            ending: Ending::of(game),
            value: Value::at_a_glance(game),
            text: game.board(),
            svg: if self.svg { game.svg() } else { None },
        })
    }
}

/// A move that was played, and the position after it.
#[derive(Serialize)]
pub(crate) struct PlayedMove {
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

impl PlayedMove {
    /// The bytes of what may be long in it.
    fn bytes(&self) -> usize {
        self.position.len() + [&self.text, &self.svg].into_iter().flatten().map(String::len).sum::<usize>()
    }
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
pub(crate) struct LineView {
    /// The position before the first move.
    start: String,
    steps: Vec<PlayedMove>,
}

/// The most boards in one answer.
const MOST_BOARDS: usize = 256;

pub(crate) async fn line(
    visitor: Visitor,
    Asked(wanted): Asked<WantedLine>,
) -> Result<Json<LineView>, ApiError> {
    visitor.work(move |shared, errand| wanted.line(shared, errand)).await.map(Json)
}

impl WantedLine {
    fn line(&self, shared: &Shared, errand: &Errand) -> Result<LineView, ApiError> {
        if self.boards && self.played.moves.len().saturating_sub(self.from) > MOST_BOARDS {
            return Err(ApiError::bad(format!("at most {MOST_BOARDS} boards at once")));
        }
        let start = self.played.begin(shared)?.position();
        let mut steps = Vec::new();
        let (mut number, mut bytes) = (0, 0);
        self.played.replay(shared, errand, |before, mv| {
            number += 1;
            let step = if number > self.from { self.step(before, mv) } else { None };
            bytes += step.as_ref().map_or(0, PlayedMove::bytes);
            if bytes > shared.allowance.answer {
                let most = shared.allowance.answer;
                return Err(ApiError::bad(format!(
                    "more than {most} bytes of positions: ask for fewer moves"
                )));
            }
            steps.extend(step);
            Ok(())
        })?;
        Ok(LineView { start, steps })
    }

    fn step(&self, before: &dyn AnyGame, mv: &str) -> Option<PlayedMove> {
        let mut after = before.boxed_clone();
        after.play(mv).ok()?;
        Some(PlayedMove {
            mv: LegalMove::of(before, mv.to_owned()),
            side: before.to_move().into(),
            position: after.position(),
            text: self.boards.then(|| after.board()),
            svg: if self.boards { after.svg() } else { None },
        })
    }
}
