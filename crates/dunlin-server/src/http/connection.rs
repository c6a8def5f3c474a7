//! Connections: taken one by one, with a limit on how many and on how slowly a request may come in.

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{net::TcpListener, sync::Semaphore, time::sleep};
use tower::ServiceExt;

/// How long the head of a request may take, and how long a connection may stay silent between two.
const HEAD: Duration = Duration::from_secs(15);
/// How long requests under way are waited for at the end.
const LAST: Duration = Duration::from_secs(10);

/// Takes connections until `end` is ready, then lets what is under way come to its end.
pub(super) async fn accept(listener: TcpListener, app: Router, most: usize, end: impl Future<Output = ()>) {
    let mut end = pin!(end);
    let (graceful, places) = (GracefulShutdown::new(), Arc::new(Semaphore::new(most)));
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
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        // Small answers go out at once; where that is refused they are only later.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            app.clone().oneshot(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(stream), service);
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = watched.await {
                tracing::debug!(%error, %peer, "a connection broke");
            }
            drop(place);
        });
    }
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = sleep(LAST) => tracing::warn!("some requests were cut short"),
    }
}
