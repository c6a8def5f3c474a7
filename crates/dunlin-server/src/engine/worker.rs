//! `dunlin worker`: carries out what the engine hands it.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use dunlin_base::json;
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::graceful::GracefulShutdown,
};
use restate_sdk::{endpoint::Endpoint, hyper::HyperEndpoint};
use serde_json::json;
use tokio::net::{TcpListener, TcpSocket};

use super::services::{Inbox, Runs, Tools};
use crate::{
    cli::Worker,
    exit::{Exit, Trouble},
    home::Started,
    host::Host,
    http::told_to_end,
    reach::Settings,
};

/// How many calls a connection carries at once. The engine opens another for more, and whatever stands between, the machine
/// with several workers at one port or a balancer, spreads connections.
const STREAMS: u32 = 16;
/// How many connections may wait to be taken.
const BACKLOG: u32 = 1024;
/// How long a worker that was told to end waits for what is under way. The rest is done by another.
const PATIENCE: Duration = Duration::from_secs(10);

/// Works until somebody asks it to end.
pub(crate) async fn work(worker: Worker, file: PathBuf, started: Started, settings: Settings) -> Result<Exit, Trouble> {
    let (host, thread) =
        tokio::task::spawn_blocking(move || Host::open(file, started, settings)).await.map_err(Trouble::unusable)??;
    let listener = listen(worker.listen).map_err(|error| {
        Trouble::unusable(format!("{} cannot be listened on: {error}", worker.listen))
            .with_hint("name another with --listen")
    })?;
    let bound = listener.local_addr().map_err(Trouble::unusable)?;
    let endpoint =
        HyperEndpoint::new(Endpoint::builder().bind(Runs(host.clone())).bind(Tools(host)).bind(Inbox).build());
    crate::shown::record(&json!({"type": "listening", "url": format!("http://{bound}/")}));
    tracing::info!(address = %bound, "listening");
    let (close, mut closing) = tokio::sync::watch::channel(false);
    tokio::spawn(told_to_end(close));
    if let Some(admin) = worker.admin {
        let url = worker.advertise.unwrap_or_else(|| format!("http://{bound}"));
        tokio::spawn(async move { register(&admin, &url).await });
    }
    let graceful = GracefulShutdown::new();
    loop {
        let stream = tokio::select! {
            stream = listener.accept() => stream,
            _ = closing.changed() => break,
        };
        let Ok((stream, _)) = stream else {
            // What is missing, such as room for another file, may be there in a moment.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Answers are small, and each is waited for.
        let _ = stream.set_nodelay(true);
        let connection = hyper::server::conn::http2::Builder::new(TokioExecutor::new())
            .max_concurrent_streams(STREAMS)
            .serve_connection(TokioIo::new(stream), endpoint.clone());
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        });
    }
    drop((listener, endpoint));
    // What is not done by then is done by another worker.
    let _ = tokio::time::timeout(PATIENCE, graceful.shutdown()).await;
    tracing::info!("closed");
    drop(thread);
    Ok(Exit::Done)
}

/// Several workers of one machine may listen on one port: the machine spreads connections among those that live.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    #[cfg(all(unix, not(target_os = "solaris"), not(target_os = "illumos")))]
    socket.set_reuseport(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Tells the engine where the workers are, until it has heard. Telling it again what it knows changes nothing.
async fn register(admin: &str, url: &str) {
    let body = json::write(&json!({"uri": url}));
    let client = super::client::http();
    loop {
        let told = client
            .post(format!("{}/deployments", admin.trim_end_matches('/')))
            .header("content-type", "application/json")
            .body(body.clone())
            .send()
            .await;
        match told {
            Ok(answer) if answer.status().is_success() => return tracing::info!(url, "registered"),
            Ok(answer) => tracing::warn!(status = %answer.status(), "the engine does not take the workers' address"),
            Err(error) => tracing::warn!(%error, "the engine cannot be reached"),
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
