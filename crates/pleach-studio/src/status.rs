//! What the bar of every page shows of the engine.

use crate::Shared;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize)]
pub(crate) struct Status {
    version: &'static str,
    /// Searches under way, of all pages.
    searching: usize,
    /// Searches that wait for their turn.
    waiting: usize,
    /// Pieces of other work under way, such as positions and boards.
    working: usize,
    /// The most threads of one search.
    threads: usize,
    /// The most memory of one search, in MiB.
    table: usize,
    /// The longest time of one search.
    longest_seconds: u64,
}

pub(crate) async fn status(State(shared): State<Arc<Shared>>) -> Json<Status> {
    Json(Status {
        version: env!("CARGO_PKG_VERSION"),
        searching: shared.searches.under_way(),
        waiting: shared.searches.waiting(),
        working: shared.works.taken(),
        threads: shared.allowance.threads,
        table: shared.allowance.table,
        longest_seconds: shared.allowance.longest_search.as_secs(),
    })
}
