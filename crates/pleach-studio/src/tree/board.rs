//! The board of a node, which a page asks for when somebody looks at the node.

use super::source::Source;
use crate::client::Visitor;
use crate::error::{ApiError, Asked};
use axum::Json;
use pleach::Paint;
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Board {
    position: String,
    /// The board as text; none where the position is all there is to show.
    text: Option<String>,
}

pub(crate) async fn board(visitor: Visitor, Asked(source): Asked<Source>) -> Result<Json<Board>, ApiError> {
    let read = visitor.work(move |shared, errand| {
        let game = source.open(shared, errand)?;
        let text = game.draw(Paint::Plain);
        Ok(Board { position: game.position(), text: text.contains('\n').then_some(text) })
    });
    read.await.map(Json)
}
