//! A search with all its steps, as columns of numbers.

use super::source::Source;
use crate::Shared;
use crate::client::Visitor;
use crate::errand::Errand;
use crate::error::{ApiError, Asked};
use crate::gate::Permit;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use pleach::Limits;
use pleach::registry::{Method, Request, SearchError};
use pleach::textbook::Algorithm;
use serde::Deserialize;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;
use tokio_stream::Stream;

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

pub(crate) async fn record(visitor: Visitor, Asked(wanted): Asked<Wanted>) -> Result<Response, ApiError> {
    let request = wanted.request()?;
    let Visitor { shared, client } = &visitor;
    // It is held until the page has its answer, since that may be large, or has gone away.
    let turn = shared.recordings.enter(*client).await?;
    let place = shared.searches.enter(*client).await?;
    let searched = visitor.search(place, move |shared, errand| wanted.columns(request, shared, errand));
    let columns = Bytes::from(searched.await?);
    let (kind, length) =
        (HeaderValue::from_static("application/octet-stream"), HeaderValue::from(columns.len()));
    let until = Instant::now() + shared.allowance.longest_search;
    let body = Body::from_stream(Sending { columns, until, _turn: turn });
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_LENGTH, length)], body).into_response())
}

/// A recording on its way.
struct Sending {
    columns: Bytes,
    until: Instant,
    _turn: Permit,
}

impl Stream for Sending {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        const PIECE: usize = 256 << 10;
        if self.columns.is_empty() {
            return Poll::Ready(None);
        }
        if Instant::now() > self.until {
            return Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())));
        }
        let length = self.columns.len().min(PIECE);
        Poll::Ready(Some(Ok(self.columns.split_to(length))))
    }
}

impl Wanted {
    fn columns(&self, mut request: Request, shared: &Shared, errand: &Errand) -> Result<Vec<u8>, ApiError> {
        let game = self.source.open(shared, errand)?;
        let steps = self.steps.unwrap_or(MOST_STEPS);
        if game.has_more_moves_than(steps) {
            return Err(ApiError::bad(format!(
                "a position with more than {steps} moves: it cannot be recorded"
            )));
        }
        request.limits = request.limits.stop_flag(errand.stop_flag());
        Ok(game.trace(&request, steps)?.to_columns())
    }

    fn request(&self) -> Result<Request, ApiError> {
        let algorithm: Method = match self.algorithm.as_deref() {
            Some(name) => name.parse()?,
            None => Algorithm::ALPHA_BETA.into(),
        };
        if let Method::Engine(_) = algorithm {
            return Err(SearchError::NoTrace.into());
        }
        if self.steps.is_some_and(|steps| !(1..=MOST_STEPS).contains(&steps)) {
            return Err(ApiError::bad(format!("a recording has 1 to {MOST_STEPS} steps")));
        }
        if self.depth.is_some_and(|depth| !(1..=MOST_DEPTH).contains(&depth)) {
            return Err(ApiError::bad(format!("expected a depth from 1 to {MOST_DEPTH}")));
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
