//! The line to one server: opened when it is needed, opened again when it broke, left alone for a while when it fails.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use dunlin::{ProgressSink, ToolFailure};
use dunlin_base::Env;
use dunlin_tools::steady::{self, LineHealth, Outcome, Ticket};
use futures_util::StreamExt;
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::{
    ClientHandler, Peer, RoleClient, ServiceError, ServiceExt,
    handler::client::progress::ProgressDispatcher,
    model::{
        CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation,
        JsonObject, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion, ServerResult, Tool,
    },
    service::{NotificationContext, PeerRequestOptions, RequestHandle, RunningService},
    transport::{
        StreamableHttpClientTransport,
        async_rw::AsyncRwTransport,
        streamable_http_client::{StreamableHttpClientTransportConfig, StreamableHttpError},
    },
};
use tokio::{process, sync::Mutex};

use super::{super::lines, RemoteSettings};

/// The most tools that a server may have, and the most pages they may come on.
const MOST_TOOLS: usize = 200;
const MOST_PAGES: usize = 20;
/// The names that a program finds in its environment; a key of ours is not among them.
const ENVIRONMENT: [&str; 8] = ["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER"];

/// The line to one server.
pub(super) struct Line {
    pub(super) name: String,
    settings: RemoteSettings,
    env: Env,
    connection: Mutex<Option<Connection>>,
    steady: RefCell<steady::Line>,
}

/// An open line.
struct Connection {
    open: Arc<Open>,
    /// What the server offered last; none once it has said that this has changed.
    offered: Option<Arc<Offered>>,
}

/// The way to the server and back. It ends with the last who uses it.
struct Open {
    client: RunningService<RoleClient, Ear>,
    /// Whether it is to be used no more: the server is found to have forgotten it, or gave nothing.
    is_lost: AtomicBool,
    /// Ends with it.
    _program: Option<process::Child>,
}

/// What a call is made on.
struct Ready {
    open: Arc<Open>,
    offered: Arc<Offered>,
}

impl Ready {
    async fn call(&self, request: CallToolRequestParams, told: &ProgressSink) -> Result<CallToolResult, ServiceError> {
        let request = CallToolRequest::new(request).into();
        let client = &self.open.client;
        let handle = client.peer().send_cancellable_request(request, PeerRequestOptions::no_options()).await?;
        Asked(Some(handle)).answer(client.service(), told).await
    }
}

/// The tools of a server, by its own names.
pub(super) type Offered = BTreeMap<String, Tool>;

/// What hears the server: it may say that its tools have changed, and asks for nothing.
#[derive(Clone, Default)]
struct Ear {
    changed: Arc<AtomicBool>,
    progress: ProgressDispatcher,
}

impl ClientHandler for Ear {
    fn get_info(&self) -> ClientConfig {
        // The version that our own door speaks; a server that knows only others answers with one of them.
        ClientConfig::new(ClientCapabilities::default(), Implementation::new("dunlin", dunlin::VERSION))
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.store(true, Ordering::Relaxed);
    }

    async fn on_progress(&self, progress: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.handle_notification(progress).await;
    }
}

/// A request that is waited for. The server is told when that ends before it has answered.
struct Asked(Option<RequestHandle<RoleClient>>);

impl Asked {
    /// The answer to a call, and meanwhile how far the server says it has come.
    async fn answer(mut self, ear: &Ear, told: &ProgressSink) -> Result<CallToolResult, ServiceError> {
        let Some(handle) = &mut self.0 else { return Err(ServiceError::TransportClosed) };
        let mut news = ear.progress.subscribe(handle.progress_token.clone()).await;
        let answer = loop {
            tokio::select! {
                biased;
                answer = &mut handle.rx => break answer,
                Some(news) = news.next() => {
                    let total = news.total.filter(|total| *total > 0.0);
                    let words = news.message.unwrap_or_else(|| match total {
                        Some(total) => format!("{} of {total}", news.progress),
                        None => news.progress.to_string(),
                    });
                    told.report(total.map_or(0.0, |total| news.progress / total), &cut(&words));
                }
            }
        };
        self.0 = None;
        match answer.map_err(|_| ServiceError::TransportClosed)?? {
            ServerResult::CallToolResult(result) => Ok(result),
            ServerResult::EmptyResult(_) => Ok(CallToolResult::success(Vec::new())),
            _ => Err(ServiceError::UnexpectedResponse),
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if let (Some(handle), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(handle.cancel(None));
        }
    }
}

impl Open {
    fn new(client: RunningService<RoleClient, Ear>, program: Option<process::Child>) -> Self {
        Self { client, is_lost: AtomicBool::new(false), _program: program }
    }

    fn is_over(&self) -> bool {
        self.client.is_closed() || self.client.peer().is_transport_closed() || self.is_lost.load(Ordering::Relaxed)
    }
}

impl Line {
    pub(super) fn new(name: &str, settings: RemoteSettings, env: Env) -> Self {
        let steady = RefCell::new(steady::Line::new(settings.breaker, None));
        Self { name: name.to_owned(), settings, env, connection: Mutex::default(), steady }
    }

    /// What is known of it, for health and metrics.
    pub(super) fn health(&self) -> LineHealth {
        self.steady.borrow().health(self.env.clock.monotonic_ms())
    }

    /// Does something with its breaker, and tells the log what that has changed.
    fn steady<T>(&self, with: impl FnOnce(&mut steady::Line, u64) -> T) -> T {
        let now_ms = self.env.clock.monotonic_ms();
        let (given, change) = {
            let mut line = self.steady.borrow_mut();
            let given = with(&mut line, now_ms);
            (given, line.change(now_ms))
        };
        if let Some((before, after)) = change {
            lines::log("mcp", &self.name, before, after);
        }
        given
    }

    /// The tools that the server has now.
    pub(super) async fn tools(&self) -> Result<Arc<Offered>, ToolFailure> {
        self.ready().await.map(|ready| ready.offered)
    }

    /// Calls a tool, unless it is another than the one that was registered.
    pub(super) async fn call(
        &self,
        known: &Tool,
        input: JsonObject,
        told: &ProgressSink,
    ) -> Result<CallToolResult, ToolFailure> {
        let ticket = self.steady(steady::Line::admit).map_err(|not_now| {
            ToolFailure::transient("mcp.resting", format!("the MCP server {:?} failed and is left alone", self.name))
                .with_hint(format!("try again in {} seconds", not_now.wait_ms.div_ceil(1000)))
        })?;
        let mut leave = Leave { line: self, ticket: Some(ticket) };
        let limit = Duration::from_millis(self.settings.timeout_ms);
        let used = RefCell::default();
        let called = self.call_once(known, input, told, &used);
        let called = tokio::time::timeout(limit, called).await.unwrap_or_else(|_| {
            let message = format!("{} gave no answer within {} ms that could be read", known.name, limit.as_millis());
            Err(ToolFailure::new("mcp.timeout", message)
                .with_hint("look whether it was done all the same, and raise `timeoutMs` or `maxBytes`"))
        });
        let is_down =
            matches!(&called, Err(failure) if matches!(failure.code.as_str(), "mcp.timeout" | "mcp.unreachable"));
        leave.end(if is_down { Outcome::Failure } else { Outcome::Success });
        if is_down {
            // A line that gave nothing is not used again; what others asked on it may still be answered.
            if let Some(open) = used.take() {
                open.is_lost.store(true, Ordering::Relaxed);
            }
            if let Ok(mut connection) = self.connection.try_lock() {
                drop(connection.take_if(|connection| connection.open.is_over()));
            }
        }
        called
    }

    async fn call_once(
        &self,
        known: &Tool,
        input: JsonObject,
        told: &ProgressSink,
        used: &RefCell<Option<Arc<Open>>>,
    ) -> Result<CallToolResult, ToolFailure> {
        let request = CallToolRequestParams::new(known.name.clone()).with_arguments(input);
        let ready = self.ready_for(known).await?;
        used.replace(Some(ready.open.clone()));
        let mut called = ready.call(request.clone(), told).await;
        if called.as_ref().is_err_and(was_not_taken) {
            // Nothing was done, so the server as it is now is asked once more, if the tool is still what it was.
            ready.open.is_lost.store(true, Ordering::Relaxed);
            let ready = self.ready_for(known).await?;
            used.replace(Some(ready.open.clone()));
            called = ready.call(request, told).await;
        }
        called.map_err(|error| match error {
            ServiceError::McpError(error) => ToolFailure::new("mcp.refused", cut(&error.message)),
            ServiceError::UnexpectedResponse => {
                ToolFailure::new("mcp.bad-answer", format!("{} answered with something else than a result", known.name))
            }
            error if was_not_taken(&error) => self.unreachable(&error.to_string()),
            // It was sent, so nobody knows whether it was done.
            other => ToolFailure::new("mcp.unreachable", cut(&other.to_string())),
        })
    }

    /// An open line, on which a tool is what it was when it was registered.
    async fn ready_for(&self, known: &Tool) -> Result<Ready, ToolFailure> {
        let ready = self.ready().await?;
        if ready.offered.get(known.name.as_ref()).is_some_and(|now| is_same(now, known)) {
            return Ok(ready);
        }
        let message =
            format!("the MCP server {:?} has changed its tool {:?} since it was registered", self.name, known.name);
        Err(ToolFailure::new("mcp.tool-changed", message).with_hint("start again to see the tool as it is now"))
    }

    /// An open line, and what the server offers on it.
    async fn ready(&self) -> Result<Ready, ToolFailure> {
        let mut connection = self.connection.lock().await;
        drop(connection.take_if(|connection| connection.open.is_over()));
        let work = async {
            let Connection { open, mut offered } = match connection.take() {
                Some(connection) => connection,
                None => Connection { open: Arc::new(self.open().await?), offered: None },
            };
            if open.client.service().changed.swap(false, Ordering::Relaxed) {
                offered = None;
            }
            let offered = match offered {
                Some(offered) => offered,
                None => Arc::new(self.list(open.client.peer()).await?),
            };
            Ok(Ready { open, offered })
        };
        let limit = self.settings.connect_within();
        // What fails here is put down, and opened anew the next time.
        let ready = tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
            Err(self.unreachable(&format!("nothing that could be read within {} ms", limit.as_millis())))
        })?;
        *connection = Some(Connection { open: ready.open.clone(), offered: Some(ready.offered.clone()) });
        Ok(ready)
    }

    fn unreachable(&self, why: &str) -> ToolFailure {
        let mut failure =
            ToolFailure::transient("mcp.unreachable", format!("the MCP server {:?}: {}", self.name, cut(why)));
        failure.hint = Some("look whether it runs, and at its settings".to_owned());
        failure
    }

    async fn open(&self) -> Result<Open, ToolFailure> {
        let refused = |why: String| self.unreachable(&why);
        if let Some(url) = &self.settings.url {
            let mut headers = HashMap::new();
            for (name, value) in &self.settings.headers {
                let pair = (HeaderName::try_from(name), HeaderValue::try_from(value));
                let (Ok(name), Ok(value)) = pair else { return Err(refused(format!("{name:?} is no header"))) };
                headers.insert(name, value);
            }
            // Of two that are installed the first stays, and either will do.
            let _ = rustls::crypto::ring::default_provider().install_default();
            // What a server that has begun anew offers is looked at here before it is called.
            let mut config = StreamableHttpClientTransportConfig::with_uri(url.as_str())
                .custom_headers(headers)
                .reinit_on_expired_session(false);
            config.max_json_response_size = self.settings.max_bytes;
            config.max_sse_event_size = self.settings.max_bytes;
            let transport = StreamableHttpClientTransport::from_config(config);
            let client = Ear::default().serve(transport).await.map_err(|error| refused(error.to_string()))?;
            return Ok(Open::new(client, None));
        }
        let mut command = process::Command::new(self.settings.command.as_deref().unwrap_or_default());
        let inherited = ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        command.args(&self.settings.args).env_clear().envs(inherited).envs(&self.settings.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut program = command.spawn().map_err(|error| refused(error.to_string()))?;
        let (Some(out), Some(into)) = (program.stdout.take(), program.stdin.take()) else {
            return Err(refused("its standard streams cannot be had".to_owned()));
        };
        let transport = AsyncRwTransport::new(out, into).with_max_line_length(self.settings.max_bytes);
        let client = Ear::default().serve(transport).await.map_err(|error| refused(error.to_string()))?;
        Ok(Open::new(client, Some(program)))
    }

    async fn list(&self, peer: &Peer<RoleClient>) -> Result<Offered, ToolFailure> {
        let (mut offered, mut cursor) = (Offered::new(), None);
        for _ in 0..MOST_PAGES {
            let page = peer.list_tools(Some(PaginatedRequestParams::default().with_cursor(cursor))).await;
            let page = page.map_err(|error| self.unreachable(&error.to_string()))?;
            for tool in page.tools {
                // Of two of one name nobody knows which is called.
                if offered.insert(tool.name.to_string(), tool).is_some() {
                    return Err(self.unreachable("two of its tools have the same name"));
                }
            }
            cursor = page.next_cursor;
            if cursor.is_none() && offered.len() <= MOST_TOOLS {
                return Ok(offered);
            }
        }
        Err(self
            .unreachable(&format!("it has more than {MOST_TOOLS} tools, or they come on more than {MOST_PAGES} pages")))
    }
}

/// Whether it is sure that the server has not taken a request: it no longer knows the session, or nobody was there.
fn was_not_taken(error: &ServiceError) -> bool {
    let ServiceError::TransportSend(error) = error else { return false };
    match error.error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
        Some(StreamableHttpError::SessionExpired) => true,
        Some(StreamableHttpError::Client(error)) => error.is_connect(),
        _ => false,
    }
}

/// Whether a tool is what it was: all that a person or a model may have gone by.
fn is_same(now: &Tool, known: &Tool) -> bool {
    now.description == known.description
        && now.input_schema == known.input_schema
        && now.annotations == known.annotations
}

/// Words of a server, short and without what would move a cursor.
pub(super) fn cut(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(500).collect()
}

/// The leave to make one call. Dropped without a word, it says nothing of the server.
struct Leave<'a> {
    line: &'a Line,
    ticket: Option<Ticket>,
}

impl Leave<'_> {
    fn end(&mut self, outcome: Outcome) {
        if let Some(ticket) = self.ticket.take() {
            self.line.steady(|line, now_ms| line.report(ticket, outcome, now_ms));
        }
    }
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.end(Outcome::Abandoned);
    }
}
