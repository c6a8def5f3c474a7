//! Answers and refusals: records as JSON, and one shape for everything that cannot be done.

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Request, State, rejection::BytesRejection},
    http::{StatusCode, Uri, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use dunlin::{DunlinError, TodoError};
use dunlin_base::json;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

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
            "run.exists" | "run.finished" | "run.under-way" | "run.approval-void" | "run.elsewhere" => {
                StatusCode::CONFLICT
            }
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
        let given = request.headers().get(header::CONTENT_TYPE).map(|value| value.to_str().unwrap_or("").to_owned());
        // A page elsewhere can send a form unasked, and JSON only after it was asked for leave.
        let is_json =
            |given: &str| given.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("application/json");
        if let Some(given) = given.as_deref().filter(|given| !is_json(given)) {
            return Err(no_json(&format!("of type {given:?}")));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| too_large(&rejection))?;
        let text = match std::str::from_utf8(&bytes).map_err(|error| unread("the body", &error.to_string()))? {
            // Who sends nothing at all says nothing of its type either, and asks for what may be left out.
            "" if given.is_none() => "{}",
            _ if given.is_none() => return Err(no_json("without a type")),
            text => text,
        };
        json::read(text).map(Self).map_err(|error| unread("the body", &error.to_string()))
    }
}

fn no_json(found: &str) -> Refusal {
    Refusal::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "http.media-type",
        format!("found a body {found}, expected application/json"),
        "send JSON, with its type in the header content-type",
    )
}

fn unread(what: &str, why: &str) -> Refusal {
    Refusal::new(
        StatusCode::BAD_REQUEST,
        "api.bad-argument",
        format!("{what} does not read: {why}"),
        "see /openapi.json",
    )
}

fn too_large(rejection: &BytesRejection) -> Refusal {
    let status = rejection.status();
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let hint = "send less, or start the server with a larger --max-body";
            Refusal::new(status, "http.body-too-large", "the body is larger than this server takes", hint)
        }
        _ => Refusal::new(status, "http.body", rejection.body_text(), "send it again"),
    }
}

/// A name in the path.
pub(super) struct Path<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(name)| Self(name)).map_err(|error| unread("the path", &error.body_text()))
    }
}

/// What stands after the question mark; a name that is not known is an error.
pub(super) struct Query<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let read = axum::extract::Query::try_from_uri(&parts.uri);
        read.map(|axum::extract::Query(query)| Self(query))
            .map_err(|error| unread("the query", &fault_in::<T>(&parts.uri).unwrap_or_else(|| error.body_text())))
    }
}

/// What is wrong with a query, in the words that a body is refused with.
fn fault_in<T: DeserializeOwned>(uri: &Uri) -> Option<String> {
    let axum::extract::Query(pairs) = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(uri).ok()?;
    let mut told = Map::new();
    for (name, text) in pairs {
        let value = text.parse::<u64>().map_or_else(|_| Value::from(text), Value::from);
        if told.insert(name.clone(), value).is_some() {
            return Some(format!("{name:?} is given twice"));
        }
    }
    json::from_value::<T>(Value::Object(told)).err().map(|fault| fault.to_string())
}

/// The operations that take something after the question mark: method and path, as in `GET` and `/runs/{id}/events`.
pub(super) type Asking = std::sync::Arc<std::collections::BTreeSet<(&'static str, String)>>;

/// Refuses a query where none means anything: whoever wrote it expects something of it.
pub(super) async fn only_asked(State(asking): State<Asking>, request: Request, next: Next) -> Response {
    let method = if request.method() == axum::http::Method::HEAD { "GET" } else { request.method().as_str() };
    let path = request.uri().path();
    let is_asking = || asking.iter().any(|(known, template)| *known == method && is_of(template, path));
    match request.uri().query() {
        Some(query) if !query.is_empty() && !is_asking() => {
            let shown: String = query.chars().take(80).collect();
            unread("the query", &format!("found {shown:?}, expected none: this operation takes nothing there"))
                .into_response()
        }
        _ => next.run(request).await,
    }
}

/// Whether a path is of a template, in which `{id}` stands for one part.
fn is_of(template: &str, path: &str) -> bool {
    let alike = |(wanted, found): (&str, &str)| wanted.starts_with('{') || wanted == found;
    template.split('/').count() == path.split('/').count() && template.split('/').zip(path.split('/')).all(alike)
}
