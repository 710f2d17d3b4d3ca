//! The tree room: recorded searches, what can be recorded, and the boards of their nodes.

mod board;
mod choices;
mod recording;
mod source;

use crate::Shared;
use axum::Router;
use axum::routing::{get, post};
use std::sync::Arc;

/// What the tree room asks for.
pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/choices", get(choices::choices))
        .route("/recordings", post(recording::record))
        .route("/boards", post(board::board))
}
