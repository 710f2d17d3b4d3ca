//! The board of a node, which a page asks for when somebody looks at the node.

use super::source::Source;
use crate::Shared;
use crate::error::{Asked, Refusal};
use axum::Json;
use axum::extract::State;
use pleach::Paint;
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize)]
pub(crate) struct Board {
    position: String,
    /// The board as text; none where the position is all there is to show.
    text: Option<String>,
}

pub(crate) async fn board(
    State(shared): State<Arc<Shared>>,
    Asked(source): Asked<Source>,
) -> Result<Json<Board>, Refusal> {
    let read = shared.work(move |shared| {
        let game = source.open(shared)?;
        let text = game.draw(Paint::Plain);
        Ok(Board { position: game.position(), text: text.contains('\n').then_some(text) })
    });
    read.await.map(Json)
}
