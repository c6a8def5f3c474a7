//! A run's events as they happen, as server-sent events.

use std::{convert::Infallible, time::Duration};

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{
        IntoResponse, Response,
        sse::{Event as Sent, KeepAlive, Sse},
    },
};
use futures_util::stream;
use serde::Deserialize;
use utoipa::IntoParams;

use super::{
    Served,
    answer::{Path, Query, Refusal},
    schemas,
};

/// How often a silent stream says that it is there.
const ALIVE: Duration = Duration::from_secs(15);

#[derive(Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Known {
    /// The last event that is known already; the header `last-event-id` says the same.
    after: u64,
}

/// The events of a run, from its first on, until it has ended.
///
/// Each is sent with its number as `id` and its type as `event`; who comes back with the last `id` misses none. Once the
/// last event is known the answer is 204, so that browsers stop asking.
#[utoipa::path(get, path = "/runs/{id}/events", tag = "runs", params(("id" = String, Path), Known),
    responses((status = 200, content_type = "text/event-stream", body = String, description = "Each with an `Event` as its data"),
        (status = 204, description = "The run has ended and all is known"),
        (status = 404, body = schemas::Failed), (status = 503, body = schemas::Failed)))]
pub(super) async fn events(
    State(server): Served,
    Path(id): Path<String>,
    Query(from): Query<Known>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let known = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok()).unwrap_or(from.after);
    let place = server.followers.clone().try_acquire_owned().map_err(|_| {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "http.busy", "too many follow runs", "try again later")
    })?;
    server.refresh(&id).await?;
    let follower = server.host.follow(id).await??;
    let first = follower.after(known).await?;
    if first.ended && first.events.is_empty() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let state = (follower, server.closing, known, Some(first), place);
    let batches = stream::unfold(state, |(mut follower, mut closing, known, first, place)| async move {
        let batch = match first {
            Some(first) => first,
            None => loop {
                let batch = follower.after(known).await.ok()?;
                if !batch.events.is_empty() || batch.ended {
                    break batch;
                }
                tokio::select! {
                    news = follower.news.changed() => news.ok()?,
                    _ = closing.changed() => return None,
                }
            },
        };
        let last = batch.events.last().map(|event| event.seq)?;
        let sent = batch.events.into_iter().map(|event| {
            Ok::<_, Infallible>(Sent::default().id(event.seq.to_string()).event(event.kind).data(event.text))
        });
        Some((stream::iter(sent), (follower, closing, last, None, place)))
    });
    let events = futures_util::StreamExt::flatten(batches);
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE)).into_response())
}
