//! Schedules: runs that begin at a moment, or again and again, for as long as the server runs.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use dunlin::{DunlinError, Schedule};
use dunlin_base::json;

use super::{
    Served,
    answer::{Body, Path, Refusal, json_text},
    schemas,
};
use crate::command::unknown_schedule;

/// The schedules that have something left to begin, the next one first.
#[utoipa::path(get, path = "/schedules", tag = "schedules", responses((status = 200, body = Vec<Schedule>)))]
pub(super) async fn list(State(server): Served) -> Result<Response, Refusal> {
    Ok(json_text(server.host.with(|inside| json::write(&inside.dunlin.schedules())).await?))
}

/// Keeps a schedule; one of the same identifier is replaced.
#[utoipa::path(post, path = "/schedules", tag = "schedules", request_body = Schedule,
    responses((status = 201, body = Schedule), (status = 400, body = schemas::Failed),
        (status = 422, body = schemas::Failed)))]
pub(super) async fn add(State(server): Served, Body(given): Body<Schedule>) -> Result<Response, Refusal> {
    let added = server.host.with(move |inside| {
        let schedule = inside.dunlin.add_schedule(given)?;
        inside.rescheduled.notify_one();
        Ok::<_, DunlinError>(json::write(&schedule))
    });
    let mut response = json_text(added.await??);
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// Forgets a schedule. Runs that it has begun go on.
#[utoipa::path(delete, path = "/schedules/{id}", tag = "schedules", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = schemas::Failed)))]
pub(super) async fn delete(State(server): Served, Path(id): Path<String>) -> Result<Response, Refusal> {
    let removed = server
        .host
        .with(move |inside| if inside.dunlin.remove_schedule(&id)? { Ok(()) } else { Err(unknown_schedule(&id)) });
    removed.await??;
    Ok(StatusCode::NO_CONTENT.into_response())
}
