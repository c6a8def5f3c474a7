//! The storage of the page at `/`, for pages that keep their todos and runs in the server's file.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use dunlin_base::{StorageAnswer, StorageAsk};
use serde_json::json;

use super::{
    Served, Server,
    answer::{Body, Path, Refusal, record},
    schemas,
};
use crate::home::Unserved;

impl From<Unserved> for Refusal {
    fn from(unserved: Unserved) -> Self {
        match unserved {
            Unserved::Over => {
                Self::new(StatusCode::GONE, "storage.session", "there is no such session any more", "begin another one")
            }
            Unserved::Crowded => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "storage.crowded",
                "too many pages keep their storage here",
                "close some of them",
            ),
            Unserved::Large => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "storage.large",
                "that is more than one answer may give",
                "ask for a longer beginning, or for single keys",
            ),
            Unserved::Storage(error) => dunlin::DunlinError::from(error).into(),
            Unserved::File(why) => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "storage.unavailable",
                format!("the file cannot be opened: {why}"),
                "look into the server's log",
            ),
        }
    }
}

/// Runs that live in an engine are not carried out by pages, which would know nothing of it.
fn refuse_beside_engine(server: &Server) -> Result<(), Refusal> {
    if server.engine.is_none() {
        return Ok(());
    }
    Err(Refusal::new(
        StatusCode::CONFLICT,
        "storage.elsewhere",
        "the runs of this server live in an engine, which pages do not share",
        "keep the page's todos and runs in the browser",
    ))
}

/// Begins a session in which a page reads and writes the server's storage.
#[utoipa::path(post, path = "/storage", tag = "storage",
    responses((status = 201, body = schemas::StorageSession), (status = 409, body = schemas::Failed),
        (status = 503, body = schemas::Failed)))]
pub(super) async fn begin(State(server): Served) -> Result<Response, Refusal> {
    refuse_beside_engine(&server)?;
    let session = server.host.with(|inside| inside.guests.begin()).await??;
    let mut response = record(&json!({"session": session}));
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// Asks within a session: reads, writes, claims a name, hears what others wrote, or ends it. A session that asks nothing for
/// 90 seconds is over.
#[utoipa::path(post, path = "/storage/{session}", tag = "storage", request_body = StorageAsk,
    params(("session" = String, Path, description = "the session")),
    responses((status = 200, body = StorageAnswer), (status = 400, body = schemas::Failed),
        (status = 410, body = schemas::Failed), (status = 507, body = schemas::Failed)))]
pub(super) async fn ask(
    State(server): Served,
    Path(session): Path<String>,
    Body(ask): Body<StorageAsk>,
) -> Result<Response, Refusal> {
    let asked = server.host.with(move |inside| -> Result<StorageAnswer, Unserved> {
        let (answer, wrote) = inside.guests.ask(&session, ask)?;
        if wrote {
            // What a page has stored, the server's own answers know of at once.
            inside.catch_up();
        }
        Ok(answer)
    });
    Ok(record(&asked.await??).into_response())
}
