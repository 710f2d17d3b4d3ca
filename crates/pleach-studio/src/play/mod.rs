//! The play room: positions, records and live searches.
//!
//! The server keeps no game. A page has the first position and the moves, and sends them with every request: so a
//! refresh, a restart of the server and two pages at once can do no harm, and there is nothing that could grow.

mod game;
mod record;
mod search;
mod strength;
mod value;
mod view;

use crate::Shared;
use axum::Router;
use axum::routing::post;
use std::sync::Arc;

/// What pages ask for.
pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/position", post(view::position))
        .route("/line", post(view::line))
        .route("/read", post(record::read))
        .route("/record", post(record::write))
        .route("/search", post(search::search))
}
