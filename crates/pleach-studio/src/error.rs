//! What the studio answers when it cannot do what was asked: a status code, and the reason as JSON.

use crate::Shared;
use crate::connections::Visit;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, OriginalUri, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pleach::registry::SearchError;
use pleach::{NotationError, SpecError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

/// A request that is not granted.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    reason: String,
    /// After how many seconds it may be granted.
    retry_after: Option<u32>,
}

impl ApiError {
    /// The reason in one line, whatever it quotes.
    pub(crate) fn new(status: StatusCode, reason: impl Display) -> ApiError {
        const LONGEST: usize = 600;
        let reason = reason.to_string();
        let mut shown: String =
            reason.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if reason.chars().nth(LONGEST).is_some() {
            shown.push_str("...");
        }
        ApiError { status, reason: shown, retry_after: None }
    }

    /// The request says something that makes no sense: 400.
    pub(crate) fn bad(reason: impl Display) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, reason)
    }

    /// There is no such thing: 404.
    pub(crate) fn unknown(reason: impl Display) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, reason)
    }

    /// That cannot be done with this: 405.
    pub(crate) fn wrong_method(method: &Method) -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} is not what can be done here"))
    }

    /// Nobody needs to say so much: 413.
    pub(crate) fn too_large() -> ApiError {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large")
    }

    /// The rest of the request does not come: 408.
    pub(crate) fn too_slow(slowest: Duration) -> ApiError {
        let reason = format!("the request took more than {} seconds to arrive", slowest.as_secs_f64());
        ApiError::new(StatusCode::REQUEST_TIMEOUT, reason)
    }

    /// It cannot be done as things are now: 409.
    pub(crate) fn conflict(reason: impl Display) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, reason)
    }

    /// Something of the studio's own has failed, a full disk say: 500.
    pub(crate) fn broken(reason: impl Display) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, reason)
    }

    /// Too much is going on: 503, and when to try again.
    pub(crate) fn busy(reason: impl Display, seconds: u32) -> ApiError {
        ApiError { retry_after: Some(seconds), ..ApiError::new(StatusCode::SERVICE_UNAVAILABLE, reason) }
    }

    /// The reason alone.
    #[cfg(test)]
    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }
}

/// The reason.
impl Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(serde_json::json!({ "error": { "reason": self.reason } }));
        let mut response = (self.status, body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<SpecError> for ApiError {
    fn from(error: SpecError) -> ApiError {
        ApiError::bad(error)
    }
}

impl From<NotationError> for ApiError {
    fn from(error: NotationError) -> ApiError {
        ApiError::bad(error)
    }
}

impl From<SearchError> for ApiError {
    fn from(error: SearchError) -> ApiError {
        ApiError::bad(error)
    }
}

/// The body of a request, read from JSON. What cannot be read is refused with its place.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, ApiError> {
        // Whoever sends slowly is as idle as somebody who sends nothing.
        let visit = request.extensions().get::<Arc<Visit>>().cloned();
        let _listening = visit.as_ref().map(Visit::listen);
        let slowest = shared.allowance.slowest_body;
        match tokio::time::timeout(slowest, Json::from_request(request, shared)).await {
            Ok(Ok(Json(asked))) => Ok(Asked(asked)),
            Ok(Err(rejection)) => Err(refused(&rejection)),
            Err(_) => Err(ApiError::too_slow(slowest)),
        }
    }
}

/// What is asked of something that needs to be told no more: `{}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// A part of the path. What cannot be read is nothing that there is.
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // The path as it was asked for: routers within routers see the rest of it only.
        let asked = parts.extensions.get::<OriginalUri>().map_or(&parts.uri, |original| &original.0);
        let nothing = format!("there is nothing at {}", asked.path());
        Path::from_request_parts(parts, state)
            .await
            .map(|Path(name)| Named(name))
            .map_err(|_| ApiError::unknown(nothing))
    }
}

fn refused(rejection: &JsonRejection) -> ApiError {
    let reason = match rejection {
        JsonRejection::MissingJsonContentType(_) => {
            "expected JSON, with the header content-type: application/json".to_owned()
        }
        JsonRejection::BytesRejection(_) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return ApiError::too_large();
        }
        other => other.body_text(),
    };
    let status = match rejection {
        // That the JSON is well formed and something in it is wrong makes no difference to the caller.
        JsonRejection::JsonDataError(_) => StatusCode::BAD_REQUEST,
        other => other.status(),
    };
    ApiError::new(status, reason)
}
