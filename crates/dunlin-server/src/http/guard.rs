//! Who may come in: by token, by origin, by host, and not too often.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tokio::sync::Semaphore;
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::answer::Refusal;
use crate::{cli::Serve, exit::Trouble};

/// How long one request may take; following a run is not counted.
const REQUEST: Duration = Duration::from_secs(60);
/// How many addresses are counted at once; the quiet ones are forgotten.
const MOST_PEERS: usize = 10_000;

/// How long a page's request for its storage waits for its turn, and how often.
const WAIT: Duration = Duration::from_millis(20);
const WAITS: usize = 250;

/// What is checked before anything is done.
pub(super) struct Guard {
    token: Option<String>,
    origins: Vec<HeaderValue>,
    /// Whether only names of this machine are taken for its host: without a token, a page elsewhere must not reach it by a
    /// name of its own.
    local_only: bool,
    places: Semaphore,
    rate: Rate,
}

/// By which header an MCP client names its session.
const MCP_SESSION: header::HeaderName = header::HeaderName::from_static("mcp-session-id");

impl Guard {
    pub(super) fn new(serve: &Serve, token: Option<String>) -> Result<Self, Trouble> {
        if token.as_deref().is_some_and(|token| token.len() < 16) {
            return Err(Trouble::unusable("the token is shorter than 16 characters")
                .with_hint("draw one with `openssl rand -hex 32`"));
        }
        let origin = |origin: &String| {
            let is_whole = origin.parse::<Uri>().is_ok_and(|uri| {
                let web = matches!(uri.scheme_str(), Some("http" | "https"));
                let bare =
                    uri.authority().is_some_and(|host| origin.ends_with(host.as_str()) && !host.as_str().contains('@'));
                web && bare
            });
            is_whole.then(|| HeaderValue::from_str(origin).ok()).flatten().ok_or_else(|| {
                Trouble::unusable(format!("found the origin {origin:?}, expected one such as https://example.org"))
                    .with_hint("write scheme, host and port only")
            })
        };
        Ok(Self {
            local_only: token.is_none(),
            token,
            origins: serve.allow_origin.iter().map(origin).collect::<Result<_, _>>()?,
            places: Semaphore::new(serve.max_requests),
            rate: Rate { per_second: f64::from(serve.rate), peers: Mutex::default() },
        })
    }

    /// Whether there is a token that must be shown.
    pub(super) fn wants_token(&self) -> bool {
        self.token.is_some()
    }

    /// What pages of the allowed origins may do.
    pub(super) fn cors(&self) -> CorsLayer {
        CorsLayer::new()
            .allow_origin(AllowOrigin::list(self.origins.clone()))
            .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
            .allow_headers([
                header::AUTHORIZATION,
                header::CONTENT_TYPE,
                header::HeaderName::from_static("last-event-id"),
                // What MCP clients in a browser send.
                header::HeaderName::from_static("mcp-protocol-version"),
                MCP_SESSION,
            ])
            .expose_headers([MCP_SESSION])
            .max_age(Duration::from_secs(600))
    }

    fn refusal(&self, request: &Request) -> Option<Refusal> {
        let headers = request.headers();
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
        if self.local_only && !is_local(host) {
            return Some(Refusal::new(
                StatusCode::FORBIDDEN,
                "http.host",
                "this server answers to names of its own machine only",
                "use 127.0.0.1, or start it with a token",
            ));
        }
        if let Some(origin) = headers.get(header::ORIGIN)
            && !self.origins.contains(origin)
            && !is_same(origin, host)
        {
            return Some(Refusal::new(
                StatusCode::FORBIDDEN,
                "http.origin",
                "pages of that origin may not use this server",
                "start it with --allow-origin and the origin",
            ));
        }
        None
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let given =
            given.and_then(|value| value.split_once(' ')).filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer"));
        given.is_some_and(|(_, given)| is_equal(given.trim().as_bytes(), token.as_bytes()))
    }
}

/// Compares in a time that tells nothing of where texts differ.
fn is_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Whether the page came from this server itself.
fn is_same(origin: &HeaderValue, host: &str) -> bool {
    let origin = origin.to_str().unwrap_or("");
    let of = |scheme: &str| origin.strip_prefix(scheme).is_some_and(|rest| rest.eq_ignore_ascii_case(host));
    !host.is_empty() && (of("http://") || of("https://"))
}

/// Checks a request, and gives it its time and its place.
pub(super) async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    if let Some(peer) = peer
        && !guard.rate.admits_or_waits(peer, request.uri().path()).await
    {
        return Refusal::new(
            StatusCode::TOO_MANY_REQUESTS,
            "http.rate",
            "too many requests from this address",
            "wait for as long as retry-after says",
        )
        .into_response();
    }
    if let Some(refusal) = guard.refusal(&request) {
        return refusal.into_response();
    }
    let Ok(_place) = guard.places.try_acquire() else {
        return Refusal::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "http.busy",
            "too many requests are under way",
            "wait for as long as retry-after says",
        )
        .into_response();
    };
    match tokio::time::timeout(REQUEST, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            "http.timeout",
            "the request took too long",
            "send its body faster; what was sent whole may still be done, so look before it is sent again",
        )
        .into_response(),
    }
}

/// Lets nobody in without the token, where there is one.
pub(super) async fn with_token(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    if guard.has_token(request.headers()) {
        return next.run(request).await;
    }
    Refusal::new(
        StatusCode::UNAUTHORIZED,
        "http.token",
        "the token is missing or another one",
        "send it in the header authorization: Bearer …",
    )
    .into_response()
}

/// How often an address may ask: a bucket that fills evenly and holds two seconds' worth.
struct Rate {
    per_second: f64,
    peers: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl Rate {
    /// A page cannot wait in the middle of what it stores, so its requests are made to wait here, for a moment.
    async fn admits_or_waits(&self, peer: IpAddr, path: &str) -> bool {
        let tries = if path.starts_with("/storage/") { WAITS } else { 0 };
        for _ in 0..tries {
            if self.admits(peer) {
                return true;
            }
            tokio::time::sleep(WAIT).await;
        }
        self.admits(peer)
    }

    #[expect(clippy::disallowed_methods, reason = "requests come in real time")]
    fn admits(&self, peer: IpAddr) -> bool {
        if self.per_second <= 0.0 {
            return true;
        }
        let (now, most) = (Instant::now(), 2.0 * self.per_second);
        // Nothing panics while it is held.
        let mut peers = self.peers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if peers.len() >= MOST_PEERS {
            peers.retain(|_, (_, at)| now.duration_since(*at) < Duration::from_secs(2));
        }
        let (left, at) = peers.entry(peer).or_insert((most, now));
        *left = (*left + now.duration_since(*at).as_secs_f64() * self.per_second).min(most);
        *at = now;
        let admits = *left >= 1.0;
        if admits {
            *left -= 1.0;
        }
        admits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_origins_are_told_apart() {
        for host in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80", "[::1]", "LOCALHOST:9"] {
            assert!(is_local(host), "{host}");
        }
        for host in ["", "example.org", "localhost.example.org", "127.0.0.1.nip.io:80", "10.0.0.1", "[::2]:1"] {
            assert!(!is_local(host), "{host}");
        }
        let same = |origin: &str, host: &str| is_same(&HeaderValue::from_str(origin).unwrap(), host);
        assert!(same("http://127.0.0.1:8080", "127.0.0.1:8080"));
        assert!(same("https://todo.example.org", "todo.example.org"));
        for (origin, host) in
            [("null", ""), ("null", "null"), ("http://a", "b"), ("http://a:1", "a:2"), ("file://a", "a")]
        {
            assert!(!same(origin, host), "{origin} {host}");
        }
    }

    #[test]
    fn a_bucket_empties_and_fills() {
        let rate = Rate { per_second: 5.0, peers: Mutex::default() };
        let (one, other): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        assert_eq!((0..30).filter(|_| rate.admits(one)).count(), 10);
        assert!(rate.admits(other), "each address has its own");
    }
}
