//! `fetch` against a made-up internet in virtual time: what it asks, what it refuses, and how long it waits.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{cell::RefCell, collections::VecDeque, rc::Rc};

use dunlin_base::{Clock, LocalFuture, testing::World};
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use dunlin_tools::{
    Fetch, FetchOptions, HttpError, HttpErrorKind, HttpPort, HttpRequest, HttpResponse, steady::BreakerState,
};
use serde_json::{Value, json};

type Answer = Result<HttpResponse, HttpError>;

/// Answers in order, and remembers what was asked and when.
#[derive(Default)]
struct Script {
    answers: RefCell<VecDeque<Answer>>,
    asked: RefCell<Vec<(u64, HttpRequest)>>,
    clock: RefCell<Option<Rc<dyn Clock>>>,
}

impl HttpPort for Script {
    fn send(&self, request: HttpRequest) -> LocalFuture<'static, Answer> {
        let now = self.clock.borrow().as_ref().unwrap().monotonic_ms();
        self.asked.borrow_mut().push((now, request));
        match self.answers.borrow_mut().pop_front() {
            Some(answer) => Box::pin(std::future::ready(answer)),
            None => Box::pin(std::future::pending()),
        }
    }
}

struct Net {
    world: World,
    script: Rc<Script>,
    fetch: Fetch,
    changes: Rc<RefCell<Vec<String>>>,
}

impl Net {
    fn new(options: &Value, answers: impl IntoIterator<Item = Answer>) -> Self {
        let world = World::new(3);
        let script = Rc::new(Script::default());
        *script.clock.borrow_mut() = Some(world.env().clock);
        script.answers.borrow_mut().extend(answers);
        let mut all = json!({"origins": ["https://api.example.org"]});
        all.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
        let options: FetchOptions = serde_json::from_value(all).unwrap();
        let changes: Rc<RefCell<Vec<String>>> = Rc::default();
        let told = changes.clone();
        let fetch =
            Fetch::new(options, script.clone(), world.env()).unwrap().on_change(move |origin, before, after| {
                told.borrow_mut().push(format!("{origin}: {} → {}", before.name(), after.name()));
            });
        Self { world, script, fetch, changes }
    }

    fn call(&self, input: Value) -> Result<ToolOutput, ToolFailure> {
        let faults = dunlin_plan::schema::check(&self.fetch.spec().input_schema, &input);
        assert!(faults.is_empty(), "{faults:?}");
        let call = ToolCall {
            input,
            idempotency_key: "run/1".to_owned(),
            attempt: 1,
            run_id: "run".to_owned(),
            step_number: 1,
            now_ms: self.world.env().clock.now_ms(),
            ..ToolCall::default()
        };
        self.world.block_on(self.fetch.call(call))
    }

    fn code(&self, input: Value) -> String {
        self.call(input).unwrap_err().code
    }

    fn urls(&self) -> Vec<String> {
        self.script.asked.borrow().iter().map(|(_, asked)| format!("{} {}", asked.method, asked.url)).collect()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "answers are listed beside failures")]
fn status(status: u16, headers: &[(&str, &str)], body: &str) -> Answer {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Ok(HttpResponse { status, headers, body: body.as_bytes().to_vec(), url: None })
}

fn page(body: &str) -> Answer {
    status(200, &[("content-type", "text/plain; charset=utf-8")], body)
}

fn broken(kind: HttpErrorKind) -> Answer {
    Err(HttpError::new(kind, "by the test"))
}

const URL: &str = "https://api.example.org/a";

#[test]
fn an_answer_is_text_or_json_by_its_type() {
    let json_type = [("content-type", "application/problem+json")];
    let net = Net::new(&json!({}), [page("hello"), status(200, &json_type, r#"{"a": 1}"#), status(204, &[], "")]);
    let output = net.call(json!({"url": URL, "query": {"q": "a b&c", "n": 3}})).unwrap();
    assert_eq!(output.output, json!({"status": 200, "url": format!("{URL}?n=3&q=a+b%26c"), "text": "hello"}));
    assert_eq!(output.metadata.unwrap()["bytes"], 5);
    assert_eq!(net.call(json!({"url": URL})).unwrap().output["json"], json!({"a": 1}));
    assert_eq!(net.call(json!({"url": URL, "method": "HEAD"})).unwrap().output["status"], 204);
    assert_eq!(net.urls()[2], format!("HEAD {URL}"));
}

#[test]
fn what_is_not_allowed_is_never_asked() {
    let net = Net::new(
        &json!({"maxSentBytes": 10, "methods": ["GET", "POST"], "origins": [URL.trim_end_matches("/a"), "http://10.0.0.1"]}),
        [],
    );
    for (input, code) in [
        (json!({"url": "https://example.org/"}), "fetch.origin-refused"),
        (json!({"url": "http://api.example.org/"}), "fetch.origin-refused"),
        (json!({"url": "file:///etc/passwd"}), "fetch.origin-refused"),
        (json!({"url": "javascript:alert(1)"}), "fetch.origin-refused"),
        (json!({"url": "data:text/plain,hello"}), "fetch.origin-refused"),
        (json!({"url": "api.example.org"}), "fetch.no-address"),
        (json!({"url": "http://10.0.0.1/"}), "fetch.private-address"),
        (json!({"url": URL, "method": "PUT"}), "fetch.method-refused"),
        (json!({"url": URL, "headers": {"Authorization": "x"}}), "fetch.header-refused"),
        (json!({"url": URL, "headers": {"Host": "x"}}), "fetch.header-refused"),
        (json!({"url": URL, "headers": {"x": "a\r\nHost: b"}}), "fetch.header-refused"),
        (json!({"url": URL, "headers": {"a b": "c"}}), "fetch.header-refused"),
        (json!({"url": URL, "method": "POST", "body": "x".repeat(11)}), "fetch.body-too-large"),
        (json!({"url": URL, "method": "POST", "body": "x", "json": 1}), "fetch.two-bodies"),
        (json!({"url": URL, "body": "x"}), "fetch.body-refused"),
    ] {
        assert_eq!(net.code(input.clone()), code, "{input}");
    }
    assert!(net.urls().is_empty());
}

#[test]
fn every_redirect_is_checked_as_the_first_address() {
    let to = |location: &str| status(302, &[("location", location)], "");
    for (location, code) in [
        ("https://evil.example.net/", "fetch.origin-refused"),
        ("//evil.example.net/", "fetch.origin-refused"),
        ("http://api.example.org/", "fetch.redirect-refused"),
        ("https://127.0.0.1/", "fetch.origin-refused"),
        ("file:///etc/passwd", "fetch.redirect-refused"),
        ("https://", "fetch.redirect-refused"),
    ] {
        let net = Net::new(&json!({}), [to(location)]);
        assert_eq!(net.code(json!({"url": URL})), code, "{location}");
        assert_eq!(net.urls().len(), 1, "{location}");
    }
    let net = Net::new(&json!({}), [to("../b?c#d"), page("there")]);
    assert_eq!(net.call(json!({"url": URL})).unwrap().output["url"], "https://api.example.org/b?c");
    let net = Net::new(&json!({"maxRedirects": 3}), (0..9).map(|_| to("/a")));
    assert_eq!(net.code(json!({"url": URL})), "fetch.too-many-redirects");
    assert_eq!(net.urls().len(), 4);
}

#[test]
fn a_secret_goes_to_its_origin_only_and_a_post_becomes_a_get() {
    let options = json!({
        "origins": ["https://api.example.org", "https://cdn.example.org"],
        "headers": {"https://api.example.org": {"Authorization": "Bearer key"}},
        "methods": ["GET", "POST"],
    });
    let net = Net::new(&options, [status(303, &[("location", "https://cdn.example.org/x")], ""), page("done")]);
    let input = json!({"url": URL, "method": "POST", "json": {"a": 1}, "headers": {"X-Mine": "1"}});
    net.call(input.clone()).unwrap();
    let asked = net.script.asked.borrow();
    let names = |at: usize| asked[at].1.headers.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
    assert_eq!(names(0), ["x-mine", "content-type", "idempotency-key", "authorization"]);
    assert_eq!((names(1).len(), asked[1].1.method.as_str(), &asked[1].1.body), (0, "GET", &None));
    // A redirect that would carry the body elsewhere is not followed.
    let net = Net::new(&options, [status(307, &[("location", "https://cdn.example.org/x")], "")]);
    assert_eq!(net.code(input), "fetch.redirect-refused");
}

#[test]
fn a_port_that_follows_redirects_by_itself_is_checked_too() {
    let answer =
        HttpResponse { status: 200, url: Some("https://evil.example.net/".to_owned()), ..HttpResponse::default() };
    let net = Net::new(&json!({}), [Ok(answer)]);
    assert_eq!(net.code(json!({"url": URL})), "fetch.origin-refused");
}

#[test]
fn a_failure_that_may_pass_is_tried_again_with_growing_waits() {
    let net = Net::new(&json!({}), [broken(HttpErrorKind::Unreachable), status(502, &[], ""), page("well")]);
    let output = net.call(json!({"url": URL})).unwrap();
    assert_eq!(output.metadata.unwrap()["requests"], 3);
    let times: Vec<u64> = net.script.asked.borrow().iter().map(|(at, _)| *at).collect();
    let waits = (times[1] - times[0], times[2] - times[1]);
    assert!((250..=500).contains(&waits.0) && (500..=1000).contains(&waits.1), "{waits:?}");
    // What will not pass is asked once.
    let net = Net::new(&json!({}), [status(404, &[], ""), page("well")]);
    let failure = net.call(json!({"url": URL})).unwrap_err();
    assert_eq!((failure.code.as_str(), failure.retryable), ("fetch.status", false));
    assert_eq!(net.urls().len(), 1);
}

#[test]
fn what_a_service_may_have_done_is_not_done_again_by_itself() {
    let of = |method: &str, answers: Vec<Answer>| {
        let methods = json!({"methods": ["POST", "PATCH", "PUT", "DELETE"], "retries": 2});
        let net = Net::new(&methods, answers.into_iter().chain([page("well")]));
        let failure = net.call(json!({"url": URL, "method": method})).unwrap_err();
        (net, failure)
    };
    let ends: [fn() -> Answer; 5] = [
        || broken(HttpErrorKind::Timeout),
        || broken(HttpErrorKind::Unreachable),
        || broken(HttpErrorKind::Malformed),
        || status(503, &[("retry-after", "60")], ""),
        || status(500, &[], ""),
    ];
    for end in ends {
        for (method, retryable) in [("POST", false), ("PATCH", false), ("PUT", true), ("DELETE", true)] {
            let (net, failure) = of(method, vec![end()]);
            assert_eq!((failure.retryable, net.urls().len()), (retryable, 1), "{method}: {failure:?}");
            let is_told = failure.hint.is_some_and(|hint| hint.contains("it may have been done"));
            assert_eq!(is_told, !retryable, "{method}");
        }
    }
    // It is done once it led elsewhere, whatever comes of that.
    let (_, failure) = of("POST", vec![status(303, &[("location", "/done")], ""), status(429, &[], "")]);
    assert!(!failure.retryable, "{failure:?}");
    // What was turned away, and what was never sent, is tried again.
    let (net, failure) = of("POST", vec![status(429, &[("retry-after", "60")], "")]);
    assert!(failure.retryable, "{failure:?}");
    let failure = net.call(json!({"url": URL, "method": "POST"})).unwrap_err();
    assert_eq!((failure.code.as_str(), failure.retryable, net.urls().len()), ("fetch.rate-limited", true, 1));
}

#[test]
fn a_service_that_says_when_to_come_back_is_left_alone_until_then() {
    let net = Net::new(&json!({}), [status(429, &[("retry-after", "4")], ""), page("well")]);
    net.call(json!({"url": URL})).unwrap();
    assert_eq!(net.script.asked.borrow()[1].0, 4000);
    // Longer than the call may take: told, and nobody asks before.
    let net =
        Net::new(&json!({}), [status(503, &[("retry-after", "Sat, 21 Nov 2026 09:31:00 GMT")], ""), page("well")]);
    let failure = net.call(json!({"url": URL})).unwrap_err();
    assert_eq!((failure.retryable, failure.hint.as_deref()), (true, Some("it asks to wait 60 s")));
    assert_eq!(net.code(json!({"url": URL})), "fetch.rate-limited");
    net.world.wind(60_000);
    net.call(json!({"url": URL})).unwrap();
    assert_eq!(net.urls().len(), 2);
}

#[test]
fn an_origin_that_fails_is_left_alone_and_tried_again() {
    let options = json!({"retries": 0, "breaker": {"failures": 2, "openMs": 5000}});
    let down = || broken(HttpErrorKind::Timeout);
    let net = Net::new(&options, [down(), down(), down(), page("well")]);
    assert_eq!(net.code(json!({"url": URL})), "fetch.timeout");
    assert_eq!(net.code(json!({"url": URL})), "fetch.timeout");
    let failure = net.call(json!({"url": URL})).unwrap_err();
    assert_eq!((failure.code.as_str(), failure.hint.as_deref()), ("fetch.circuit-open", Some("try again in 5 s")));
    assert_eq!(
        json!(net.fetch.health()["https://api.example.org"]),
        json!({"state": "open", "opened": 1, "requests": 2, "failures": 2, "refused": 1})
    );
    net.world.wind(5000);
    assert_eq!(net.fetch.health()["https://api.example.org"].state, BreakerState::HalfOpen);
    assert_eq!(net.code(json!({"url": URL})), "fetch.timeout");
    net.world.wind(9999);
    assert_eq!(net.code(json!({"url": URL})), "fetch.circuit-open");
    net.world.wind(1);
    net.call(json!({"url": URL})).unwrap();
    let origin = "https://api.example.org";
    let expected = ["closed → open", "open → half-open", "half-open → open", "open → half-open", "half-open → closed"];
    assert_eq!(*net.changes.borrow(), expected.map(|change| format!("{origin}: {change}")));
}

#[test]
fn no_more_than_the_rate_is_asked_and_calls_wait_their_turn() {
    let net = Net::new(&json!({"rate": {"requests": 2, "perMs": 1000}}), (0..5).map(|_| page("x")));
    for _ in 0..5 {
        net.call(json!({"url": URL})).unwrap();
    }
    let times: Vec<u64> = net.script.asked.borrow().iter().map(|(at, _)| *at).collect();
    assert_eq!(times, [0, 0, 500, 1000, 1500]);
}

#[test]
fn sizes_times_and_types_are_bounded() {
    let png = [("content-type", "image/png")];
    let json_type = [("content-type", "application/json")];
    let latin = Ok(HttpResponse {
        status: 200,
        headers: vec![("content-type".to_owned(), "text/plain; charset=iso-8859-1".to_owned())],
        body: b"caf\xe9".to_vec(),
        url: None,
    });
    let torn = Ok(HttpResponse { status: 200, body: b"\xff\xfe".to_vec(), ..HttpResponse::default() });
    let deep = "[".repeat(100_000);
    let net = Net::new(
        &json!({"maxBytes": 100_000, "retries": 0}),
        [
            page(&"x".repeat(100_001)),
            status(200, &png, "…"),
            status(200, &json_type, "{"),
            status(200, &json_type, &deep),
            torn,
            latin,
        ],
    );
    for code in ["fetch.too-large", "fetch.no-text", "fetch.no-json", "fetch.no-json", "fetch.no-text"] {
        assert_eq!(net.code(json!({"url": URL})), code);
    }
    assert_eq!(net.call(json!({"url": URL})).unwrap().output["text"], "café");
    // A port that never answers.
    let before = net.world.env().clock.monotonic_ms();
    assert_eq!(net.code(json!({"url": URL})), "fetch.timeout");
    assert_eq!(net.world.env().clock.monotonic_ms() - before, 20_000);
}

#[test]
fn a_call_that_is_dropped_says_nothing_of_the_origin() {
    let net = Net::new(&json!({"breaker": {"failures": 1}}), []);
    let call = ToolCall { input: json!({"url": URL}), attempt: 1, step_number: 1, ..ToolCall::default() };
    let mut calling = net.fetch.call(call);
    let waker = std::task::Waker::noop();
    assert!(calling.as_mut().poll(&mut std::task::Context::from_waker(waker)).is_pending());
    drop(calling);
    assert_eq!(net.fetch.health()["https://api.example.org"].state, BreakerState::Closed);
}
