//! Sessions of MCP clients, of which there are only so many: a client that begins one after another ends those that nobody uses,
//! and fills no memory.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use futures_util::Stream;
use rmcp::{
    model::{ClientJsonRpcMessage, ServerJsonRpcMessage},
    transport::streamable_http_server::session::{
        ServerSseMessage, SessionId, SessionManager, local::LocalSessionManager,
    },
};

/// How many there may be, as in the package.
pub(super) const MOST_SESSIONS: usize = 1000;

/// The SDK's sessions, the one that was used last at the end.
pub(super) struct Sessions {
    inner: LocalSessionManager,
    most: usize,
    used: Mutex<VecDeque<SessionId>>,
}

type Failed = <LocalSessionManager as SessionManager>::Error;

impl Sessions {
    pub(super) fn new(most: usize) -> Self {
        Self { inner: LocalSessionManager::default(), most, used: Mutex::default() }
    }

    fn used(&self) -> MutexGuard<'_, VecDeque<SessionId>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the name of a session out, and puts it at the end where the session is used.
    fn note(&self, id: &SessionId, is_used: bool) {
        let mut used = self.used();
        used.retain(|known| known != id);
        if is_used {
            used.push_back(id.clone());
        }
    }

    /// The session that nobody has used for longest, if there are too many.
    fn one_too_many(&self) -> Option<SessionId> {
        let mut used = self.used();
        if used.len() > self.most { used.pop_front() } else { None }
    }
}

impl SessionManager for Sessions {
    type Error = Failed;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Failed> {
        let (id, transport) = self.inner.create_session().await?;
        self.note(&id, true);
        while let Some(longest) = self.one_too_many() {
            tracing::info!(session_id = %longest, "a session ended to make room for another");
            self.inner.close_session(&longest).await?;
        }
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Failed> {
        self.inner.initialize_session(id, message).await
    }

    /// Asked of each request that names a session.
    async fn has_session(&self, id: &SessionId) -> Result<bool, Failed> {
        let has = self.inner.has_session(id).await?;
        if has {
            self.note(id, true);
        }
        Ok(has)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Failed> {
        self.note(id, false);
        self.inner.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Failed> {
        self.inner.create_stream(id, message).await
    }

    async fn accept_message(&self, id: &SessionId, message: ClientJsonRpcMessage) -> Result<(), Failed> {
        self.inner.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Failed> {
        self.inner.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Failed> {
        self.inner.resume(id, last_event_id).await
    }
}
