//! Answers and refusals: records as JSON, and one shape for everything that cannot be done.

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Request, rejection::BytesRejection},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use dunlin::{DunlinError, TodoError};
use dunlin_base::json;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::host::Gone;

/// A record as the body of an answer.
pub(super) fn record(record: &impl serde::Serialize) -> Response {
    json_text(json::write(record))
}

/// JSON text as the body of an answer.
pub(super) fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], text).into_response()
}

/// Why a request was not carried out: a status for programs of the network, an error for hosts.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) error: Box<DunlinError>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &str, message: impl Into<String>, hint: &str) -> Self {
        Self { status, error: Box::new(DunlinError::new(code, message).with_hint(hint)) }
    }

    pub(super) fn route() -> Self {
        Self::new(StatusCode::NOT_FOUND, "http.no-route", "there is nothing at this path", "see /openapi.json")
    }

    pub(super) fn method() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "http.method",
            "this path does not answer that method",
            "see /openapi.json",
        )
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = json_text(json::write(&json!({ "error": self.error })));
        *response.status_mut() = self.status;
        match self.status {
            StatusCode::UNAUTHORIZED => {
                response.headers_mut().insert(header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Bearer"));
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
            }
            _ => {}
        }
        response
    }
}

impl From<DunlinError> for Refusal {
    fn from(error: DunlinError) -> Self {
        let status = match error.code.as_str() {
            "run.not-found" | "schedule.not-found" | "todo.not-found" => StatusCode::NOT_FOUND,
            "run.exists" | "run.finished" | "run.under-way" | "run.approval-void" => StatusCode::CONFLICT,
            "storage.quota" => StatusCode::INSUFFICIENT_STORAGE,
            "api.bad-argument" | "api.invalid-policy" => StatusCode::BAD_REQUEST,
            code if code.starts_with("storage.") || code.starts_with("engine.") => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self { status, error: Box::new(error) }
    }
}

impl From<TodoError> for Refusal {
    fn from(error: TodoError) -> Self {
        DunlinError::from(error).into()
    }
}

impl From<Gone> for Refusal {
    fn from(_: Gone) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "server.closing", "the server is going down", "try again later")
    }
}

/// The body of a request as a record; a field that is not known is an error.
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let given = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        // A page elsewhere can send a form unasked, and JSON only after it was asked for leave.
        if !given.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("application/json") {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "http.media-type",
                format!("found a body of type {given:?}, expected application/json"),
                "send JSON, with its type in the header content-type",
            ));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| too_large(&rejection))?;
        let text = std::str::from_utf8(&bytes).map_err(|error| unread(&error.to_string()))?;
        json::read(text).map(Self).map_err(|error| unread(&error.to_string()))
    }
}

fn unread(why: &str) -> Refusal {
    Refusal::new(
        StatusCode::BAD_REQUEST,
        "api.bad-argument",
        format!("the body does not read: {why}"),
        "see /openapi.json",
    )
}

fn too_large(rejection: &BytesRejection) -> Refusal {
    let status = rejection.status();
    let code = if status == StatusCode::PAYLOAD_TOO_LARGE { "http.body-too-large" } else { "http.body" };
    Refusal::new(status, code, rejection.body_text(), "send less")
}

/// What stands after the question mark; a name that is not known is an error.
pub(super) struct Query<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        axum::extract::Query::try_from_uri(&parts.uri).map(|axum::extract::Query(query)| Self(query)).map_err(|error| {
            Refusal::new(StatusCode::BAD_REQUEST, "api.bad-argument", error.body_text(), "see /openapi.json")
        })
    }
}
