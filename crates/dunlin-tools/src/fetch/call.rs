//! One call of `fetch`: its requests, one after the other.

use std::{collections::BTreeMap, rc::Rc};

use dunlin_runtime::{ToolCall, ToolFailure, ToolOutput};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use url::Url;

use super::{FetchOptions, Leave, Shared, options::is_header, origin};
use crate::{
    HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    input::{failure, output, read},
    steady::{Outcome, retry_after_ms},
};

/// Headers that say who asks, where to, or how the text is framed: the host's and the port's matter, never a plan's.
const HEADERS_OF_THE_HOST: [&str; 12] = [
    "authorization",
    "connection",
    "content-length",
    "cookie",
    "expect",
    "forwarded",
    "host",
    "keep-alive",
    "proxy-authorization",
    "te",
    "transfer-encoding",
    "upgrade",
];
/// What a call tells of an answer's headers.
const HEADERS_TOLD: [&str; 5] = ["content-type", "date", "etag", "last-modified", "link"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    url: String,
    method: Option<String>,
    #[serde(default)]
    query: BTreeMap<String, Value>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    json: Option<Value>,
    body: Option<String>,
    #[serde(rename = "as", default)]
    reading: Reading,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reading {
    #[default]
    Auto,
    Json,
    Text,
}

/// What is asked, as it stands after the redirects so far.
#[derive(Clone)]
struct Ask {
    url: Url,
    method: String,
    headers: Vec<(String, String)>,
    body: Option<String>,
}

/// A failure, and whether and when to try again.
struct Miss {
    failure: ToolFailure,
    again_ms: Option<u64>,
    /// Whether the service may have done what it was asked.
    may_be_done: bool,
}

impl From<ToolFailure> for Miss {
    fn from(failure: ToolFailure) -> Self {
        Self { failure, again_ms: None, may_be_done: false }
    }
}

impl Miss {
    /// What the call fails with. What a service may have done already is not done again by itself, unless it comes to the same.
    fn told(self, comes_to_the_same: bool) -> ToolFailure {
        let mut failure = self.failure;
        if self.may_be_done && failure.retryable && !comes_to_the_same {
            failure.retryable = false;
            let hint = "it may have been done all the same, and is not safe to repeat: look before running it again";
            failure.hint = Some(hint.to_owned());
        }
        failure
    }
}

pub(super) async fn answer(shared: Rc<Shared>, call: ToolCall) -> Result<ToolOutput, ToolFailure> {
    let input: Input = read("fetch", &call.input)?;
    let reading = input.reading;
    let ask = prepare(&shared.options, input, &call.idempotency_key)?;
    let changes_nothing = matches!(ask.method.as_str(), "GET" | "HEAD");
    let comes_to_the_same = changes_nothing || matches!(ask.method.as_str(), "PUT" | "DELETE");
    let begun_ms = shared.env.clock.monotonic_ms();
    let deadline_ms = begun_ms.saturating_add(shared.options.timeout_ms);
    let mut tries = 0;
    loop {
        tries += 1;
        let miss = match follow(&shared, ask.clone(), deadline_ms).await {
            Ok((url, response)) => {
                let took_ms = shared.env.clock.monotonic_ms().saturating_sub(begun_ms);
                return told(&url, &response, reading, json!({"requests": tries, "durationMs": took_ms}));
            }
            Err(miss) => miss,
        };
        let Some(again_ms) = miss.again_ms.filter(|_| changes_nothing && tries <= shared.options.retries) else {
            return Err(miss.told(comes_to_the_same));
        };
        let wait_ms = again_ms.max(FetchOptions::backoff().wait_ms(tries, &*shared.env.random));
        // A wait that would outlast the call is the runtime's: it may try again later, and the line is held until then.
        if shared.env.clock.monotonic_ms().saturating_add(wait_ms) >= deadline_ms {
            return Err(miss.told(comes_to_the_same));
        }
        shared.env.timer.sleep(wait_ms).await;
    }
}

fn prepare(options: &FetchOptions, input: Input, key: &str) -> Result<Ask, ToolFailure> {
    let mut url = Url::parse(&input.url).map_err(|error| {
        let hint = "write the whole address, such as https://example.org/data.json";
        failure("fetch.no-address", format!("found {:?}, which is no address: {error}", input.url), hint)
    })?;
    url.set_fragment(None);
    if !input.query.is_empty() {
        let mut pairs = url.query_pairs_mut();
        for (name, value) in &input.query {
            pairs.append_pair(name, &value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
    }
    let method = input.method.unwrap_or_else(|| "GET".to_owned());
    if !options.methods.contains(&method) {
        let hint = format!("use one of {}, or allow it in `methods`", options.methods.join(", "));
        return Err(failure("fetch.method-refused", format!("{method} is not allowed"), hint));
    }
    let mut headers = Vec::new();
    for (name, value) in input.headers {
        let name = name.to_ascii_lowercase();
        if HEADERS_OF_THE_HOST.contains(&name.as_str()) || name.starts_with("proxy-") || name.starts_with("sec-") {
            let hint = "leave it out; what an origin must be told is given in `headers` of the options";
            return Err(failure("fetch.header-refused", format!("the header {name:?} is not a plan's to set"), hint));
        }
        if !is_header(&name, &value) {
            let hint = "write it in letters, digits and signs of ASCII";
            return Err(failure("fetch.header-refused", format!("the header {name:?} cannot be sent"), hint));
        }
        headers.push((name, value));
    }
    let body = match (input.json, input.body) {
        (Some(_), Some(_)) => {
            return Err(failure("fetch.two-bodies", "found `json` and `body`", "give one of them"));
        }
        (Some(json), None) => {
            headers.retain(|(name, _)| name != "content-type");
            headers.push(("content-type".to_owned(), "application/json".to_owned()));
            Some(json.to_string())
        }
        (None, body) => body,
    };
    let changes_nothing = matches!(method.as_str(), "GET" | "HEAD");
    if body.is_some() && changes_nothing {
        return Err(failure("fetch.body-refused", format!("{method} sends no body"), "use POST, or `query`"));
    }
    if let Some(body) = body.as_ref().filter(|body| body.len() > options.max_sent_bytes) {
        let found = format!("found {} bytes to send, at most {} are allowed", body.len(), options.max_sent_bytes);
        return Err(failure("fetch.body-too-large", found, "send less, or raise `maxSentBytes`"));
    }
    if !changes_nothing {
        headers.push(("idempotency-key".to_owned(), key.to_owned()));
    }
    Ok(Ask { url, method, headers, body })
}

/// Sends the request and those that redirects ask for, each checked as the first.
async fn follow(shared: &Rc<Shared>, mut ask: Ask, deadline_ms: u64) -> Result<(Url, HttpResponse), Miss> {
    let mut redirects = 0;
    loop {
        // What led to a redirect is done.
        let sent = send(shared, &ask, deadline_ms).await;
        let response = sent.map_err(|miss| Miss { may_be_done: miss.may_be_done || redirects > 0, ..miss })?;
        if let Some(ended) = response.url.as_deref() {
            let ended = Url::parse(ended)
                .map_err(|_| ToolFailure::new("fetch.redirect-refused", "the answer came from nowhere"))?;
            check(&shared.options, &ended)?;
            ask.url = ended;
        }
        if !matches!(response.status, 301 | 302 | 303 | 307 | 308) {
            return Ok((ask.url, response));
        }
        redirects += 1;
        if redirects > shared.options.max_redirects {
            let found = format!("{redirects} redirects and no answer");
            return Err(failure("fetch.too-many-redirects", found, "ask the address it leads to").into());
        }
        let target = response.header("location").and_then(|location| ask.url.join(location).ok());
        let Some(mut target) = target else {
            return Err(ToolFailure::new("fetch.redirect-refused", "a redirect that names no address").into());
        };
        target.set_fragment(None);
        if ask.url.scheme() == "https" && target.scheme() != "https" {
            let found = format!("a redirect from https to {}", target.scheme());
            return Err(ToolFailure::new("fetch.redirect-refused", found).into());
        }
        if target.origin() != ask.url.origin() {
            // What was meant for one origin is not told to another.
            if ask.body.is_some() && matches!(response.status, 307 | 308) {
                let found = format!("a redirect would send the body to {}", target.origin().ascii_serialization());
                return Err(failure("fetch.redirect-refused", found, "ask the address it leads to").into());
            }
            ask.headers.retain(|(name, _)| matches!(name.as_str(), "accept" | "accept-language" | "user-agent"));
        }
        if !matches!(response.status, 307 | 308) && ask.method != "HEAD" && ask.method != "GET" {
            "GET".clone_into(&mut ask.method);
            ask.body = None;
            ask.headers.retain(|(name, _)| !matches!(name.as_str(), "content-type" | "idempotency-key"));
        }
        ask.url = target;
    }
}

/// Whether an address may be asked.
fn check<'a>(options: &'a FetchOptions, url: &Url) -> Result<&'a str, ToolFailure> {
    let origin = url.origin().ascii_serialization();
    let rule = options.rule_for(url).ok_or_else(|| {
        let allowed = if options.origins.is_empty() { "none".to_owned() } else { options.origins.join(", ") };
        let hint = format!("allowed are {allowed}; the host may add it to `origins`");
        failure("fetch.origin-refused", format!("{origin} is not an allowed origin"), hint)
    })?;
    if !options.allow_private && origin::is_private(url) {
        let hint = "the host may set `allowPrivate`";
        return Err(failure("fetch.private-address", format!("{origin} is not on the public internet"), hint));
    }
    Ok(rule)
}

/// Leave to ask an origin, waited for as long as the call has time.
async fn admitted(shared: &Rc<Shared>, origin: &str, deadline_ms: u64) -> Result<Leave, Miss> {
    loop {
        let not_now = match shared.admit(origin) {
            Ok(leave) => return Ok(leave),
            Err(not_now) => not_now,
        };
        let now_ms = shared.env.clock.monotonic_ms();
        if not_now.is_open || now_ms.saturating_add(not_now.wait_ms) >= deadline_ms {
            let (code, why) = if not_now.is_open {
                ("fetch.circuit-open", "has failed several times in a row and is left alone")
            } else {
                ("fetch.rate-limited", "has been asked as often as it may be")
            };
            let failure = ToolFailure::transient(code, format!("{origin} {why}"));
            return Err(failure.with_hint(format!("try again in {}", in_words(not_now.wait_ms))).into());
        }
        shared.env.timer.sleep(not_now.wait_ms).await;
    }
}

async fn send(shared: &Rc<Shared>, ask: &Ask, deadline_ms: u64) -> Result<HttpResponse, Miss> {
    let options = &shared.options;
    let rule = check(options, &ask.url)?;
    let origin = ask.url.origin().ascii_serialization();
    let leave = admitted(shared, &origin, deadline_ms).await?;
    let mut headers = ask.headers.clone();
    for (name, value) in options.headers.get(rule).into_iter().flatten() {
        let name = name.to_ascii_lowercase();
        headers.retain(|(known, _)| *known != name);
        headers.push((name, value.clone()));
    }
    let left_ms = deadline_ms.saturating_sub(shared.env.clock.monotonic_ms());
    if left_ms == 0 {
        return Err(ToolFailure::transient("fetch.timeout", format!("{origin}: the time of the call is over")).into());
    }
    let request = HttpRequest {
        method: ask.method.clone(),
        url: ask.url.to_string(),
        headers,
        body: ask.body.clone(),
        timeout_ms: left_ms,
        max_bytes: options.max_bytes,
        allow_private: options.allow_private,
    };
    match in_time(shared, left_ms, shared.port.send(request)).await {
        Err(error) => {
            // What the host refuses and what is only too long says nothing against the service.
            let is_its_fault =
                !matches!(error.kind, HttpErrorKind::Private | HttpErrorKind::Refused | HttpErrorKind::TooLarge);
            leave.end(if is_its_fault { Outcome::Failure } else { Outcome::Success });
            Err(missed(&origin, &error, options))
        }
        Ok(response) => {
            // A service that asks for a pause (429) is well.
            let is_well = response.status < 500;
            leave.end(if is_well { Outcome::Success } else { Outcome::Failure });
            if response.body.len() > options.max_bytes {
                return Err(missed(&origin, &HttpError::new(HttpErrorKind::TooLarge, ""), options));
            }
            if response.status < 400 {
                return Ok(response);
            }
            Err(refused(shared, &origin, &response))
        }
    }
}

/// The port's answer, or that it took too long: a port may forget its own limit.
async fn in_time(
    shared: &Rc<Shared>,
    left_ms: u64,
    mut sending: dunlin_base::LocalFuture<'static, Result<HttpResponse, HttpError>>,
) -> Result<HttpResponse, HttpError> {
    let mut over = shared.env.timer.sleep(left_ms);
    std::future::poll_fn(move |context| {
        if let std::task::Poll::Ready(ended) = sending.as_mut().poll(context) {
            return std::task::Poll::Ready(ended);
        }
        over.as_mut().poll(context).map(|()| Err(HttpError::new(HttpErrorKind::Timeout, "")))
    })
    .await
}

fn missed(origin: &str, error: &HttpError, options: &FetchOptions) -> Miss {
    let said = format!("{origin}: {error}");
    match error.kind {
        HttpErrorKind::Unreachable => again(ToolFailure::transient("fetch.unreachable", said)),
        HttpErrorKind::Malformed => again(ToolFailure::transient("fetch.malformed", said)),
        HttpErrorKind::Timeout => again(ToolFailure::transient("fetch.timeout", said)),
        HttpErrorKind::TooLarge => {
            let said = format!("{origin}: the answer has more than {} bytes", options.max_bytes);
            failure("fetch.too-large", said, "ask for less, or raise `maxBytes`").into()
        }
        HttpErrorKind::Private => failure("fetch.private-address", said, "the host may set `allowPrivate`").into(),
        HttpErrorKind::Refused => ToolFailure::new("fetch.refused", said).into(),
    }
}

fn again(failure: ToolFailure) -> Miss {
    Miss { failure, again_ms: Some(0), may_be_done: true }
}

/// A status that says no.
fn refused(shared: &Rc<Shared>, origin: &str, response: &HttpResponse) -> Miss {
    let said = format!("{origin} answered with status {}", response.status);
    let may_pass = matches!(response.status, 408 | 425 | 429 | 500 | 502 | 503 | 504);
    // Who asks to come more slowly has turned the request away.
    let may_be_done = response.status != 429;
    let wait = response.header("retry-after").and_then(|text| retry_after_ms(text, shared.env.clock.now_ms()));
    if let Some(wait_ms) = wait.filter(|_| may_pass) {
        shared.hold(origin, wait_ms);
        let failure = ToolFailure::transient("fetch.status", said);
        let failure = failure.with_hint(format!("it asks to wait {}", in_words(wait_ms)));
        return Miss { failure, again_ms: Some(wait_ms), may_be_done };
    }
    if may_pass {
        Miss { may_be_done, ..again(ToolFailure::transient("fetch.status", said)) }
    } else {
        ToolFailure::new("fetch.status", said).into()
    }
}

fn in_words(ms: u64) -> String {
    format!("{} s", ms.div_ceil(1000))
}

fn told(url: &Url, response: &HttpResponse, reading: Reading, mut metadata: Value) -> Result<ToolOutput, ToolFailure> {
    let content_type = response.header("content-type").unwrap_or_default().to_ascii_lowercase();
    let media = content_type.split(';').next().unwrap_or_default().trim();
    let is_json = media == "application/json" || media.ends_with("+json");
    let is_text = is_json
        || media.is_empty()
        || media.starts_with("text/")
        || matches!(media, "application/xml" | "application/javascript" | "application/yaml" | "application/x-ndjson")
        || media.ends_with("+xml");
    if !is_text && !response.body.is_empty() && reading == Reading::Auto {
        let hint = "ask for another form of it, or read it with `as`: \"text\"";
        return Err(failure("fetch.no-text", format!("found {media}, expected text or JSON"), hint));
    }
    let text = match std::str::from_utf8(&response.body) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        // The old western encodings name each byte; every byte is a letter there.
        Err(_) if content_type.contains("iso-8859-1") || content_type.contains("windows-1252") => {
            response.body.iter().map(|byte| char::from(*byte)).collect()
        }
        Err(error) => {
            let found = format!("the answer is no UTF-8 from byte {} on", error.valid_up_to());
            return Err(failure("fetch.no-text", found, "ask for another form of it"));
        }
    };
    let body = if reading == Reading::Json || (reading == Reading::Auto && is_json && !text.is_empty()) {
        let json: Value = serde_json::from_str(&text).map_err(|error| {
            failure("fetch.no-json", format!("the answer is no JSON: {error}"), "read it with `as`: \"text\"")
        })?;
        ("json", json)
    } else {
        ("text", json!(text))
    };
    let headers: Map<String, Value> = HEADERS_TOLD
        .iter()
        .filter_map(|name| response.header(name).map(|value| ((*name).to_owned(), json!(value))))
        .collect();
    if let Some(metadata) = metadata.as_object_mut() {
        metadata.insert("bytes".to_owned(), json!(response.body.len()));
        metadata.insert("headers".to_owned(), Value::Object(headers));
    }
    Ok(output(json!({"status": response.status, "url": url.as_str(), body.0: body.1}), metadata))
}
