//! A search with all its steps, as columns of numbers.

use super::source::Source;
use super::turns::Turn;
use crate::Shared;
use crate::error::{Asked, Refusal};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use pleach::Limits;
use pleach::registry::{Method, Request, SearchError};
use pleach::textbook::Algorithm;
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The most steps of a recording: what a page can still draw from fluently.
pub(crate) const MOST_STEPS: usize = 1_200_000;
/// Deeper searches are no use to anybody here, and trees that deep are no trees to look at.
const MOST_DEPTH: u32 = 10_000;
/// The memory of the tables and best-first trees of a recording, in MiB.
const MEMORY: usize = 64;

/// A search to record.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(flatten)]
    source: Source,
    #[serde(default)]
    algorithm: Option<String>,
    #[serde(default)]
    prune: Option<String>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    deepening: bool,
    #[serde(default)]
    steps: Option<usize>,
}

pub(crate) async fn record(
    State(shared): State<Arc<Shared>>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Response, Refusal> {
    let mut request = wanted.request()?;
    let steps = wanted.steps.unwrap_or(MOST_STEPS);
    // The place is ours until the page has its answer or goes away; then the search stops.
    let turn = Turn::wait().await?;
    let place = shared.searches.enter().await?;
    request.limits = request.limits.stop_flag(Arc::clone(&place.stop));
    let longest = shared.allowance.longest_search;
    let work = shared.work(move |shared| {
        // Whoever gives up before the end leaves the memory taken until the search has noticed.
        let _turn = turn;
        let game = wanted.source.open(shared)?;
        Ok(game.trace(&request, steps)?.to_columns())
    });
    let columns = match tokio::time::timeout(longest, work).await {
        Ok(columns) => columns?,
        Err(_) => {
            place.stop.store(true, Ordering::SeqCst);
            return Err(Refusal::bad(format!("the search took more than {} seconds", longest.as_secs())));
        }
    };
    let kind = HeaderValue::from_static("application/octet-stream");
    Ok(([(header::CONTENT_TYPE, kind)], columns).into_response())
}

impl Wanted {
    fn request(&self) -> Result<Request, Refusal> {
        let algorithm: Method = match self.algorithm.as_deref() {
            Some(name) => name.parse()?,
            None => Algorithm::ALPHA_BETA.into(),
        };
        if let Method::Engine(_) = algorithm {
            return Err(SearchError::NoTrace.into());
        }
        if self.steps.is_some_and(|steps| !(1..=MOST_STEPS).contains(&steps)) {
            return Err(Refusal::bad(format!("a recording has 1 to {MOST_STEPS} steps")));
        }
        if self.depth.is_some_and(|depth| !(1..=MOST_DEPTH).contains(&depth)) {
            return Err(Refusal::bad(format!("expected a depth from 1 to {MOST_DEPTH}")));
        }
        let limits = self.depth.map_or(Limits::none(), Limits::depth);
        let mut request = Request::new(algorithm, limits);
        request.memory = MEMORY;
        request.deepening = self.deepening;
        if let Some(prune) = self.prune.as_deref().filter(|prune| !prune.trim().is_empty()) {
            request.prune = prune.parse()?;
        }
        Ok(request)
    }
}
