//! HTTP over `ureq`. The name of a host is looked up once, its addresses are checked, and those are connected to: a name
//! cannot stand for one address when it is checked and for another when it is used.

use std::{
    collections::BTreeMap,
    io::Read,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use dunlin_base::LocalFuture;
use ureq::{
    Agent, Error,
    config::Config,
    http::{Request, Uri},
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::{DefaultConnector, NextTimeout},
    },
};

use super::thread::offload;
use crate::{HttpError, HttpErrorKind, HttpPort, HttpRequest, HttpResponse, is_public};

/// Sends requests of a native host; keeps connections.
#[derive(Clone, Debug)]
pub struct NativeHttp {
    public: Agent,
    anywhere: Agent,
}

impl Default for NativeHttp {
    fn default() -> Self {
        Self::new()
    }
}

impl NativeHttp {
    /// Without a proxy, whatever the environment says: a proxy would look names up itself.
    pub fn new() -> Self {
        Self::with_names(&BTreeMap::new())
    }

    /// The same, with names that nobody is asked for, as in a hosts file. Their addresses are checked as those of any name; one
    /// without an address is not found.
    pub fn with_names(names: &BTreeMap<String, Vec<IpAddr>>) -> Self {
        let agent = |allow_private| {
            let config = Config::builder()
                .http_status_as_error(false)
                .max_redirects(0)
                .max_redirects_will_error(false)
                .proxy(None)
                .user_agent("dunlin")
                .build();
            Agent::with_parts(
                config,
                DefaultConnector::default(),
                Checked { allow_private, names: names.clone(), inner: DefaultResolver::default() },
            )
        };
        Self { public: agent(false), anywhere: agent(true) }
    }
}

impl HttpPort for NativeHttp {
    fn send(&self, request: HttpRequest) -> LocalFuture<'static, Result<HttpResponse, HttpError>> {
        let agent = if request.allow_private { self.anywhere.clone() } else { self.public.clone() };
        let sent = offload(move |_| send(&agent, request));
        Box::pin(async move {
            sent.await
                .unwrap_or_else(|| Err(HttpError::new(HttpErrorKind::Refused, "there is no thread to send it from")))
        })
    }
}

fn send(agent: &Agent, request: HttpRequest) -> Result<HttpResponse, HttpError> {
    let mut built = Request::builder().method(request.method.as_str()).uri(&request.url);
    for (name, value) in &request.headers {
        built = built.header(name, value);
    }
    let refused = |error: ureq::http::Error| HttpError::new(HttpErrorKind::Refused, error.to_string());
    let timeout = Some(Duration::from_millis(request.timeout_ms));
    let answer = if let Some(body) = request.body {
        let built = built.body(body).map_err(refused)?;
        agent.run(agent.configure_request(built).timeout_global(timeout).build())
    } else {
        let built = built.body(()).map_err(refused)?;
        agent.run(agent.configure_request(built).timeout_global(timeout).build())
    };
    let mut answer = answer.map_err(|error| told(&error))?;
    let headers = answer.headers().iter().filter_map(|(name, value)| {
        // Bytes beyond ASCII in a header are nobody's text.
        value.to_str().ok().map(|value| (name.as_str().to_owned(), value.to_owned()))
    });
    let (status, headers) = (answer.status().as_u16(), headers.collect());
    let mut body = Vec::new();
    let most = u64::try_from(request.max_bytes).unwrap_or(u64::MAX).saturating_add(1);
    let read = answer.body_mut().as_reader().take(most).read_to_end(&mut body);
    read.map_err(|error| match error.downcast::<Error>() {
        Ok(error) => told(&error),
        Err(error) => told(&Error::Io(error)),
    })?;
    if body.len() > request.max_bytes {
        return Err(HttpError::new(HttpErrorKind::TooLarge, ""));
    }
    Ok(HttpResponse { status, headers, body, url: None })
}

fn told(error: &Error) -> HttpError {
    let kind = match error {
        Error::Other(inner) if inner.is::<PrivateAddress>() => {
            return HttpError::new(HttpErrorKind::Private, inner.to_string());
        }
        Error::Timeout(_) => HttpErrorKind::Timeout,
        Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => HttpErrorKind::Malformed,
        Error::Protocol(_) | Error::LargeResponseHeader(..) | Error::Http(_) => HttpErrorKind::Malformed,
        Error::BadUri(_) => HttpErrorKind::Refused,
        _ => HttpErrorKind::Unreachable,
    };
    HttpError::new(kind, error.to_string())
}

/// Looks names up and lets only public addresses through.
#[derive(Debug)]
struct Checked {
    allow_private: bool,
    names: BTreeMap<String, Vec<IpAddr>>,
    inner: DefaultResolver,
}

impl Checked {
    /// The addresses of a name that is known, which has at most 16.
    fn known(&self, uri: &Uri) -> Option<ResolvedSocketAddrs> {
        let addresses = self.names.get(&uri.host()?.to_ascii_lowercase())?;
        let usual = if uri.scheme_str() == Some("https") { 443 } else { 80 };
        let port = uri.port_u16().unwrap_or(usual);
        let mut found = self.inner.empty();
        for address in addresses.iter().take(16) {
            found.push(SocketAddr::new(*address, port));
        }
        Some(found)
    }
}

impl Resolver for Checked {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = match self.known(uri) {
            Some(found) if found.is_empty() => return Err(Error::HostNotFound),
            Some(found) => found,
            None => self.inner.resolve(uri, config, timeout)?,
        };
        if self.allow_private {
            return Ok(found);
        }
        // One private address among public ones is no accident: the whole name is refused.
        match found.iter().find(|address| !is_public(&address.ip())) {
            Some(address) => Err(Error::Other(Box::new(PrivateAddress(address.ip())))),
            None => Ok(found),
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct PrivateAddress(IpAddr);

impl std::fmt::Display for PrivateAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for PrivateAddress {}
