//! `dunlin serve`: HTTP over the same runtime, described by a document that the routes themselves make.

mod answer;
mod connection;
mod described;
mod events;
mod guard;
mod page;
mod places;
mod runs;
mod schedules;
mod schemas;
mod sessions;
mod storage;
mod todos;
mod watch;

use std::{net::SocketAddr, path::PathBuf, sync::Arc, thread::JoinHandle};

use axum::{Router, extract::State, middleware, routing::get};
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::sync::{Semaphore, watch as channel};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{cli::Serve, engine::Engine, exit::Trouble, home::Started, host::Host, mcp, reach::Settings};
use answer::Refusal;
use described::{Token, asking, guarded, told};
use guard::Guard;
use sessions::{MOST_SESSIONS, Sessions};

/// What every handler may use.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) host: Host,
    /// Says that the server is going down.
    pub(crate) closing: channel::Receiver<bool>,
    /// Where the runs live, when not in the file.
    pub(crate) engine: Option<Engine>,
    /// How many may follow a run at once.
    pub(crate) followers: Arc<Semaphore>,
}

impl Server {
    /// Learns what has become of a run that lives elsewhere.
    async fn refresh(&self, id: &str) -> Result<(), Refusal> {
        match &self.engine {
            Some(engine) => Ok(engine.refresh(&self.host, id).await?),
            None => Ok(()),
        }
    }

    /// Sends what was said to a run that lives elsewhere, or that it is to begin.
    async fn deliver(&self, id: &str) -> Result<(), Refusal> {
        match &self.engine {
            Some(engine) => Ok(engine.deliver(&self.host, id).await?),
            None => Ok(()),
        }
    }
}

#[derive(OpenApi)]
#[openapi(
    info(title = "dunlin", description = "Plans goals, carries them out, and keeps todos."),
    components(schemas(schemas::Event))
)]
struct Description;

/// The routes, and their description.
struct Routes {
    /// Those that tell and change data: closed to whoever has no token.
    closed: Router<Server>,
    /// Those that hold no data.
    open: Router<Server>,
    description: utoipa::openapi::OpenApi,
}

fn routes(wants_token: bool) -> Routes {
    let (open, is_open) = OpenApiRouter::new().routes(routes!(watch::ready)).split_for_parts();
    let (closed, is_closed) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(runs::plan))
        .routes(routes!(runs::start, runs::list))
        .routes(routes!(runs::get, runs::delete))
        .routes(routes!(runs::report))
        .routes(routes!(runs::approve))
        .routes(routes!(runs::answer))
        .routes(routes!(runs::signal))
        .routes(routes!(runs::cancel))
        .routes(routes!(runs::retry))
        .routes(routes!(events::events))
        .routes(routes!(todos::list, todos::add))
        .routes(routes!(todos::get, todos::change, todos::delete))
        .routes(routes!(todos::undo))
        .routes(routes!(schedules::list, schedules::add))
        .routes(routes!(schedules::delete))
        .routes(routes!(storage::begin))
        .routes(routes!(storage::ask))
        .routes(routes!(watch::tools))
        .routes(routes!(watch::agents))
        .routes(routes!(watch::metrics))
        .routes(routes!(watch::health))
        .split_for_parts();
    let asking = Arc::new(asking(&is_closed));
    let closed = closed.route_layer(middleware::from_fn_with_state(asking, answer::only_asked));
    let mut description = guarded(is_closed, if wants_token { Token::Wanted } else { Token::Optional });
    description.merge(guarded(is_open, Token::Needless));
    Routes { closed, open, description }
}

/// Serves until somebody asks it to end, and gives the thread of the runs: it ends with the last way to it, and some of those are
/// with tasks that are over only when the caller's runtime is.
pub(crate) async fn serve(
    serve: Serve,
    file: PathBuf,
    started: Started,
    settings: Settings,
    token: Option<String>,
) -> Result<JoinHandle<()>, Trouble> {
    let address: SocketAddr = serve.address;
    if !address.ip().is_loopback() && token.is_none() {
        return Err(Trouble::unusable(format!("{address} can be reached from elsewhere, and there is no token"))
            .with_hint("set DUNLIN_TOKEN, or name a file with --token-file"));
    }
    let guard = Guard::new(&serve, token)?;
    let page = serve.page.as_deref().map(page::service).transpose()?;
    let engine = settings.role.engine();
    // First: a server that nobody can reach goes on with no runs.
    let listener = tokio::net::TcpListener::bind(address).await.map_err(|error| {
        Trouble::unusable(format!("{address} cannot be listened on: {error}"))
            .with_hint("name another with --address; port 0 takes one that is free")
    })?;
    let bound = listener.local_addr().map_err(Trouble::unusable)?;
    let (host, thread) =
        tokio::task::spawn_blocking(move || Host::open(file, started, settings)).await.map_err(Trouble::unusable)??;
    let (close, closing) = channel::channel(false);
    if let Some(engine) = engine.clone() {
        tokio::spawn(engine.keep_up(host.clone()));
    }
    let server = Server { host, closing, engine, followers: Arc::new(Semaphore::new(serve.max_connections)) };
    // Hosts and origins are the guard's to check, for all routes alike.
    let door =
        StreamableHttpServerConfig::default().disable_allowed_hosts().with_max_request_body_bytes(serve.max_body);
    let sessions = door.cancellation_token.clone();
    let app = app(server, guard, page, door, serve.max_body);
    // Told on the standard output, so that whoever started it on port 0 learns which it is.
    crate::shown::record(&serde_json::json!({"type": "listening", "url": format!("http://{bound}/")}));
    tracing::info!(address = %bound, "listening");
    let end = async move {
        told_to_end(close).await;
        // A client of MCP stays connected for as long as it may.
        sessions.cancel();
    };
    connection::accept(listener, app, serve.max_connections, end).await;
    tracing::info!("closed");
    Ok(thread)
}

fn app(
    server: Server,
    guard: Guard,
    page: Option<page::Page>,
    config: StreamableHttpServerConfig,
    max_body: usize,
) -> Router {
    let Routes { closed, open, description } = routes(guard.wants_token());
    let text: Arc<str> = told(&description).into();
    let door = mcp::Door::new(server.host.clone(), server.engine.clone());
    let sessions = Arc::new(Sessions::new(MOST_SESSIONS));
    let closed = closed
        .route("/openapi.json", get(move || async move { answer::json_text(text.as_ref().to_owned()) }))
        .route_service("/mcp", StreamableHttpService::new(move || Ok(door.clone()), sessions, config))
        .method_not_allowed_fallback(|| async { Refusal::method() });
    let guard = Arc::new(guard);
    let with_token = middleware::from_fn_with_state(guard.clone(), guard::with_token);
    // What is added before the token's layer is closed. After it stand the files of the page, which asks for the token itself.
    let router = match page {
        None => closed.fallback(|| async { Refusal::route() }).layer(with_token),
        Some(page) => closed.layer(with_token).fallback_service(page),
    };
    router
        .merge(open.method_not_allowed_fallback(|| async { Refusal::method() }))
        .layer(axum::extract::DefaultBodyLimit::max(max_body))
        .layer(middleware::from_fn_with_state(guard.clone(), guard::check))
        .layer(guard.cors())
        .with_state(server)
}

/// Ready once the machine or a person says that it is enough.
pub(crate) async fn told_to_end(close: channel::Sender<bool>) {
    #[cfg(unix)]
    {
        let mut end = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(end) => end,
            Err(error) => {
                tracing::warn!(%error, "the signal to end cannot be heard");
                return std::future::pending().await;
            }
        };
        tokio::select! {
            _ = end.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
    let _ = close.send(true);
}

/// The whole as a handler sees it.
type Served = State<Server>;
