//! Connections: taken one by one, with a limit on how many and on how slowly a request may come in.

use std::{future::Future, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{
    Router,
    body::{Body, HttpBody},
    extract::ConnectInfo,
    http::header::CONTENT_LENGTH,
    response::Response,
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{net::TcpListener, time::sleep};
use tower::ServiceExt;

use super::places::{Place, Places};

/// How long the head of a request may take, and how long a connection may stay silent between two.
const HEAD: Duration = Duration::from_secs(15);
/// How long requests under way are waited for at the end.
const LAST: Duration = Duration::from_secs(10);

/// Takes connections until `end` is ready, then lets what is under way come to its end.
pub(super) async fn accept(listener: TcpListener, app: Router, most: usize, end: impl Future<Output = ()>) {
    let mut end = pin!(end);
    let (graceful, places) = (GracefulShutdown::new(), Places::new(most));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, or one that went away: others go on.
                tracing::warn!(%error, "a connection was not taken");
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Who finds no place is hung up on: there is nobody to write an answer with.
        let Some(place) = places.take().map(Arc::new) else { continue };
        // Small answers go out at once; where that is refused they are only later.
        let _ = stream.set_nodelay(true);
        let (app, placed) = (app.clone(), place.clone());
        let service = service_fn(move |request| answer(app.clone(), request, peer, placed.clone()));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(stream), service);
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                ended = watched => if let Err(error) = ended {
                    tracing::debug!(%error, %peer, "a connection broke");
                },
                () = place.asked_to_go() => tracing::debug!(%peer, "a connection made room for another"),
            }
        });
    }
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = sleep(LAST) => tracing::warn!("some requests were cut short"),
    }
}

/// Answers one request. The connection keeps its place while it does, and for as long as an answer goes on whose end is not known
/// when it begins, such as the events of a run.
async fn answer(
    app: Router,
    request: hyper::Request<Incoming>,
    peer: SocketAddr,
    place: Arc<Place>,
) -> Result<Response, std::convert::Infallible> {
    if !place.answers() {
        // The connection ends in a moment, and with it this.
        return std::future::pending().await;
    }
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    let response = app.oneshot(request).await?;
    if response.headers().contains_key(CONTENT_LENGTH) || response.body().size_hint().exact().is_some() {
        place.waits();
    }
    Ok(response)
}
