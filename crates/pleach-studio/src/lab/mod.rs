//! The lab room: races, calibrations and reproductions, one after the other, watched while they run.
//!
//! A job is a run of the laboratory with its settings as the definition: what is done is kept in the same file
//! that the command line uses, so that a job that was paused, or whose server was killed, goes on where it was.

mod calibration;
mod job;
mod jobs;
mod race;
mod reproduction;
mod settings;
mod watch;

use crate::Shared;
use crate::client::Visitor;
use crate::error::{ApiError, Asked, Named, Nothing};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use job::Snapshot;
pub(crate) use jobs::Lab;
use pleach_lab::reproduce::{Item, Listed};
use serde::Deserialize;
use settings::JobSettings;
use std::sync::Arc;

/// What pages ask for.
pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/items", get(items))
        .route("/jobs", get(list).post(begin))
        .route("/jobs/{id}", get(one))
        .route("/jobs/{id}/events", get(watch::events))
        .route("/jobs/{id}/pause", post(pause))
        .route("/jobs/{id}/resume", post(resume))
        .route("/jobs/{id}/remove", post(remove))
        .route("/jobs/{id}/profile", post(profile))
        .route("/jobs/{id}/files/{name}", get(file))
}

/// The tables and figures that can be made again.
async fn items() -> Json<Vec<Listed>> {
    Json(Item::all().map(Item::listed).collect())
}

async fn list(visitor: Visitor) -> Result<Json<Vec<Snapshot>>, ApiError> {
    visitor.work(|shared, _| shared.lab.list()).await.map(Json)
}

async fn begin(visitor: Visitor, Asked(settings): Asked<JobSettings>) -> Result<Json<Snapshot>, ApiError> {
    visitor
        .work(move |shared, _| {
            settings.check(shared)?;
            jobs::begin(shared, settings)
        })
        .await
        .map(Json)
}

async fn one(visitor: Visitor, Named(id): Named<i64>) -> Result<Response, ApiError> {
    visitor.work(move |shared, _| Ok(Json(shared.lab.job(id)?.with_result()).into_response())).await
}

async fn pause(
    visitor: Visitor,
    Named(id): Named<i64>,
    _: Asked<Nothing>,
) -> Result<Json<Snapshot>, ApiError> {
    visitor.work(move |shared, _| shared.lab.pause(id)).await.map(Json)
}

async fn resume(
    visitor: Visitor,
    Named(id): Named<i64>,
    _: Asked<Nothing>,
) -> Result<Json<Snapshot>, ApiError> {
    visitor.work(move |shared, _| jobs::resume(shared, id)).await.map(Json)
}

async fn remove(
    visitor: Visitor,
    Named(id): Named<i64>,
    _: Asked<Nothing>,
) -> Result<Json<Vec<Snapshot>>, ApiError> {
    visitor
        .work(move |shared, _| {
            shared.lab.remove(id)?;
            shared.lab.list()
        })
        .await
        .map(Json)
}

/// A point of the front.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChosenPoint {
    /// Its place among those that were tried.
    point: usize,
}

async fn profile(
    visitor: Visitor,
    Named(id): Named<i64>,
    Asked(ChosenPoint { point }): Asked<ChosenPoint>,
) -> Result<Response, ApiError> {
    // Where a calibration has to be gone through again, that takes as long as a search.
    let place = visitor.shared.searches.enter(visitor.client).await?;
    let found = visitor.search(place, move |shared, errand| {
        let job = shared.lab.job(id)?;
        calibration::profile(shared, &job, point, errand)
    });
    found.await.map(|toml| Json(serde_json::json!({ "profile": toml })).into_response())
}

/// A file that a job has made. Pages are handed over to be kept, because they have a style of their own.
async fn file(visitor: Visitor, Named((id, name)): Named<(i64, String)>) -> Result<Response, ApiError> {
    let wanted = name.clone();
    let text = visitor.work(move |shared, _| shared.lab.job(id)?.file(&wanted)).await?;
    let (kind, is_shown) = match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "svg" => ("image/svg+xml", true),
        "csv" => ("text/csv; charset=utf-8", false),
        "html" => ("text/html; charset=utf-8", false),
        _ => ("text/plain; charset=utf-8", false),
    };
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if !is_shown && let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}
