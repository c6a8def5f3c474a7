//! What watches over it: tools, health, readiness, metrics.

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use dunlin_base::json;

use super::{
    Served,
    answer::{Refusal, json_text, record},
    schemas,
};
use crate::{planners::AgentTold, reach::lines::WholeHealth};

/// What the tools say of themselves.
#[utoipa::path(get, path = "/tools", tag = "watch", responses((status = 200, body = Vec<dunlin::ToolSpec>)))]
pub(super) async fn tools(State(server): Served) -> Result<Response, Refusal> {
    Ok(json_text(server.host.with(|inside| json::write(&inside.dunlin.tools())).await?))
}

/// The agents that are switched on. Each is a tool of plans too.
#[utoipa::path(get, path = "/agents", tag = "watch", responses((status = 200, body = Vec<AgentTold>)))]
pub(super) async fn agents(State(server): Served) -> Result<Response, Refusal> {
    Ok(json_text(server.host.with(|inside| json::write(&inside.planners.agents())).await?))
}

/// How it is doing.
#[utoipa::path(get, path = "/health", tag = "watch", responses((status = 200, body = WholeHealth)))]
pub(super) async fn health(State(server): Served) -> Result<Response, Refusal> {
    Ok(json_text(server.host.with(|inside| json::write(&inside.health())).await?))
}

/// Whether it takes requests: the storage answers, and it is not going down. Needs no token and tells nothing else.
#[utoipa::path(get, path = "/ready", tag = "watch",
    responses((status = 200, body = schemas::Ready), (status = 503, body = schemas::Unready)))]
pub(super) async fn ready(State(server): Served) -> Response {
    let closing = *server.closing.borrow();
    let mut answers = !closing && server.host.with(|inside| inside.answers()).await.unwrap_or(false);
    if let Some(engine) = &server.engine {
        answers = answers && engine.answers().await;
    }
    let mut response = record(&serde_json::json!({ "ready": answers }));
    if !answers {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    }
    response
}

/// Counters and histograms as Prometheus reads them.
#[utoipa::path(get, path = "/metrics", tag = "watch",
    responses((status = 200, body = String, content_type = "text/plain; version=0.0.4")))]
pub(super) async fn metrics(State(server): Served) -> Result<Response, Refusal> {
    let text = server.host.with(|inside| inside.metrics()).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
