//! `fetch` over the native client against a server on this machine that fails in every way.
#![cfg(feature = "native-http")]
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{Read, Write},
    net::{IpAddr, TcpListener, TcpStream},
    rc::Rc,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use common::block_on;
use dunlin_base::{Clock, Env, LocalFuture, MemoryStorage, SeededRandom, Timer};
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use dunlin_tools::{Fetch, FetchOptions, native::NativeHttp, steady::BreakerState};
use serde_json::{Value, json};

/// The machine's own time: what is tested here waits for real.
#[derive(Clone, Copy)]
struct Real(Instant);

impl Real {
    #[expect(clippy::disallowed_methods, reason = "a test over a real connection has a real clock")]
    fn new() -> Self {
        Self(Instant::now())
    }
}

impl Clock for Real {
    fn now_ms(&self) -> i64 {
        i64::try_from(self.0.elapsed().as_millis()).unwrap()
    }

    fn utc_offset_minutes(&self, _: i64) -> i32 {
        0
    }
}

impl Timer for Real {
    fn sleep(&self, ms: u64) -> LocalFuture<'static, ()> {
        let (clock, until) = (*self, self.monotonic_ms() + ms);
        // Whoever waits here looks again every few milliseconds by itself.
        Box::pin(std::future::poll_fn(move |_| {
            if clock.monotonic_ms() >= until { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        }))
    }
}

/// A server on this machine: what it was asked, and whether it is well where that matters.
#[derive(Clone)]
struct Site {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
    is_well: Arc<AtomicBool>,
}

impl Site {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let site = Self { port, asked: Arc::default(), is_well: Arc::default() };
        let served = site.clone();
        thread::spawn(move || {
            for stream in listener.incoming().take(200).flatten() {
                let site = served.clone();
                thread::spawn(move || site.serve(stream));
            }
        });
        site
    }

    fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// How often that path was asked for.
    fn count(&self, path: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| *asked == path).count()
    }

    /// Takes in a request, answers it as its path says, and ends the connection.
    fn serve(&self, mut stream: TcpStream) {
        let path = read_until(&mut stream, b"\r\n").split(' ').nth(1).unwrap_or_default().to_owned();
        self.asked.lock().unwrap().push(path.clone());
        let before = self.count(&path) - 1;
        // A connection that is closed with something unread in it is reset.
        match path.as_str() {
            "/reset" => return,
            "/reset-within" => {
                let _ =
                    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 50\r\n\r\nhel");
                thread::park_timeout(Duration::from_millis(100));
                return;
            }
            _ => {}
        }
        read_until(&mut stream, b"\r\n\r\n");
        let say = |stream: &mut TcpStream, text: &str| stream.write_all(text.as_bytes()).is_ok();
        let answer = |status: &str, headers: &str, body: &str| {
            let length = body.len();
            format!(
                "HTTP/1.1 {status}\r\ncontent-type: text/plain\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
            )
        };
        let text = match path.as_str() {
            // The first time it asks to wait, then it is well.
            "/429" if before == 0 => answer("429 Too Many Requests", "retry-after: 1\r\n", ""),
            "/503" if before == 0 => answer("503 Service Unavailable", "retry-after: 1\r\n", ""),
            "/bare-503" if before == 0 => answer("503 Service Unavailable", "", ""),
            "/429" | "/503" | "/bare-503" => answer("200 OK", "", "well"),
            "/busy" => answer("503 Service Unavailable", "retry-after: 120\r\n", ""),
            "/nonsense" => answer("503 Service Unavailable", "retry-after: soon\r\n", ""),
            "/sick" if self.is_well.load(Ordering::Relaxed) => answer("200 OK", "", "well"),
            "/sick" => answer("500 Oops", "", ""),
            _ => return fail(stream, &path, self.port),
        };
        say(&mut stream, &text);
    }
}

fn read_until(stream: &mut TcpStream, end: &[u8]) -> String {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(end) && stream.read(&mut byte).is_ok_and(|count| count == 1) {
        head.push(byte[0]);
    }
    String::from_utf8_lossy(&head).into_owned()
}

/// The ways in which one answer can be wrong.
fn fail(mut stream: TcpStream, path: &str, port: u16) {
    let mut say = |text: &str| stream.write_all(text.as_bytes()).is_ok();
    match path {
        "/plain" => {
            say("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello")
        }
        "/json" => say(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n7\r\n{\"a\":1}\r\n0\r\n\r\n",
        ),
        "/short" => {
            say("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 50\r\nconnection: close\r\n\r\nhello")
        }
        "/chunk" => {
            say("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n")
        }
        "/garbage" => say("\u{1}\u{2}not a protocol at all\r\n\r\n"),
        "/nothing" => true,
        "/slow" => {
            let begun = say("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\n");
            thread::park_timeout(Duration::from_secs(3));
            begun
        }
        "/drip" => {
            say("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\n");
            (0..30).all(|_| {
                thread::park_timeout(Duration::from_millis(100));
                say("x")
            })
        }
        "/endless" => {
            say("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n");
            (0..100_000).all(|_| say(&"x".repeat(1000)))
        }
        "/headers" => {
            say("HTTP/1.1 200 OK\r\n");
            (0..20_000).all(|at| say(&format!("x-{at}: {}\r\n", "y".repeat(100))))
        }
        "/header" => say(&format!("HTTP/1.1 200 OK\r\nx-long: {}\r\ncontent-length: 0\r\n\r\n", "y".repeat(1_000_000))),
        "/endless-header" => {
            say("HTTP/1.1 200 OK\r\nx-long: ");
            (0..1_000_000).all(|_| say(&"y".repeat(1000)))
        }
        "/drip-header" => {
            say("HTTP/1.1 200 OK\r\nx-long: ");
            (0..30).all(|_| {
                thread::park_timeout(Duration::from_millis(100));
                say("y")
            })
        }
        "/status" => say("HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n"),
        "/length" => say("HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello"),
        "/nowhere" => say("HTTP/1.1 302 Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
        "/file" => {
            say("HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        }
        "/inside" => say(&format!(
            "HTTP/1.1 302 Found\r\nlocation: http://localhost:{port}/plain\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )),
        "/loop" => say("HTTP/1.1 302 Found\r\nlocation: /loop\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
        "/500" => say("HTTP/1.1 500 Oops\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
        "/204" => say("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"),
        _ => say("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
    };
}

/// The tool over the real client, by the machine's own time.
fn fetch_with(options: Value, port: NativeHttp) -> Fetch {
    let clock = Real::new();
    let env = Env {
        clock: Rc::new(clock),
        timer: Rc::new(clock),
        random: Rc::new(SeededRandom::new(1)),
        storage: Rc::new(MemoryStorage::new()),
    };
    let options: FetchOptions = serde_json::from_value(options).unwrap();
    Fetch::new(options, Rc::new(port), env).unwrap()
}

fn fetch(options: Value) -> Fetch {
    fetch_with(options, NativeHttp::new())
}

fn ask(fetch: &Fetch, url: &str) -> Result<ToolOutput, ToolFailure> {
    let call = ToolCall {
        input: json!({"url": url}),
        idempotency_key: "run/1".to_owned(),
        attempt: 1,
        run_id: "run".to_owned(),
        step_number: 1,
        ..ToolCall::default()
    };
    block_on(fetch.call(call))
}

#[test]
fn a_server_that_fails_in_every_way() {
    let site = Site::start();
    let origin = site.origin();
    let options =
        json!({"origins": [origin], "allowPrivate": true, "maxBytes": 10_000, "timeoutMs": 1000, "retries": 0});
    // Each has a breaker of its own, so that none is left alone for another.
    let get = |path: &str| ask(&fetch(options.clone()), &format!("{origin}{path}"));
    assert_eq!(get("/plain").unwrap().output["text"], "hello");
    assert_eq!(get("/json").unwrap().output["json"], json!({"a": 1}));
    assert_eq!(get("/204").unwrap().output["status"], 204);
    for (path, codes) in [
        ("/short", &["fetch.unreachable", "fetch.malformed"][..]),
        ("/chunk", &["fetch.malformed"]),
        ("/garbage", &["fetch.malformed"]),
        ("/nothing", &["fetch.unreachable"]),
        ("/reset", &["fetch.unreachable"]),
        ("/reset-within", &["fetch.unreachable"]),
        ("/slow", &["fetch.timeout"]),
        ("/drip", &["fetch.timeout"]),
        ("/endless", &["fetch.too-large"]),
        ("/headers", &["fetch.malformed"]),
        ("/header", &["fetch.malformed"]),
        ("/endless-header", &["fetch.malformed"]),
        ("/drip-header", &["fetch.timeout"]),
        ("/status", &["fetch.malformed"]),
        ("/length", &["fetch.malformed"]),
        ("/nowhere", &["fetch.redirect-refused"]),
        ("/file", &["fetch.origin-refused"]),
        ("/inside", &["fetch.origin-refused"]),
        ("/loop", &["fetch.too-many-redirects"]),
        ("/500", &["fetch.status"]),
        ("/none", &["fetch.status"]),
    ] {
        let failure = get(path).unwrap_err();
        assert!(codes.contains(&failure.code.as_str()), "{path}: {failure:?}");
    }
    // Nobody listens there.
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let origin = format!("http://127.0.0.1:{gone}");
    let gone = fetch(json!({"origins": [origin], "allowPrivate": true, "retries": 0}));
    assert_eq!(ask(&gone, &origin).unwrap_err().code, "fetch.unreachable");
}

#[test]
fn a_service_that_asks_to_wait_is_asked_again_after_that() {
    let site = Site::start();
    let origin = site.origin();
    let options = json!({"origins": [origin], "allowPrivate": true, "timeoutMs": 20_000, "retries": 2});
    for path in ["/429", "/503"] {
        let given = ask(&fetch(options.clone()), &format!("{origin}{path}")).unwrap();
        let told = given.metadata.unwrap();
        assert_eq!((&given.output["text"], &told["requests"]), (&json!("well"), &json!(2)), "{path}: {told}");
        assert!(told["durationMs"].as_u64().unwrap() >= 1000, "{path}: {told}");
        assert_eq!(site.count(path), 2, "{path}");
    }
    // One that does not say how long is asked again after a pause of our own.
    let given = ask(&fetch(options.clone()), &format!("{origin}/bare-503")).unwrap();
    assert_eq!((&given.output["text"], site.count("/bare-503")), (&json!("well"), 2));
    let failure = ask(&fetch(options.clone()), &format!("{origin}/nonsense")).unwrap_err();
    assert_eq!((failure.code.as_str(), failure.retryable, site.count("/nonsense")), ("fetch.status", true, 3));

    // A wait that outlasts the call is left to the runtime, and nothing is asked of that origin before it is over.
    let fetch = fetch(options);
    let failure = ask(&fetch, &format!("{origin}/busy")).unwrap_err();
    assert_eq!((failure.code.as_str(), failure.retryable), ("fetch.status", true));
    assert_eq!(failure.hint.as_deref(), Some("it asks to wait 120 s"));
    assert_eq!(ask(&fetch, &format!("{origin}/plain")).unwrap_err().code, "fetch.rate-limited");
    assert_eq!((site.count("/busy"), site.count("/plain")), (1, 0));
}

#[test]
fn a_breaker_over_the_wire_opens_tries_and_closes() {
    let site = Site::start();
    let origin = site.origin();
    let changes = Rc::new(RefCell::new(Vec::new()));
    let told = changes.clone();
    let steady = json!({"failures": 3, "openMs": 1500});
    let options =
        json!({"origins": [origin], "allowPrivate": true, "timeoutMs": 5000, "retries": 0, "breaker": steady});
    let fetch = fetch(options).on_change(move |_, before, after| {
        told.borrow_mut().push(format!("{} → {}", before.name(), after.name()));
    });
    let code =
        |path: &str| ask(&fetch, &format!("{origin}{path}")).map_or_else(|failure| failure.code, |_| "well".into());
    let state = || fetch.health()[&origin].state;

    // Whatever way it fails in, three in a row are enough.
    assert_eq!([code("/plain"), code("/500")], ["well", "fetch.status"]);
    assert_eq!((code("/none"), state()), ("fetch.status".to_owned(), BreakerState::Closed), "it is well and says no");
    assert_eq!(
        [code("/reset"), code("/garbage"), code("/sick")],
        ["fetch.unreachable", "fetch.malformed", "fetch.status"]
    );
    assert_eq!((code("/sick"), state()), ("fetch.circuit-open".to_owned(), BreakerState::Open));
    assert_eq!(site.count("/sick"), 1, "an open circuit sends nothing");

    // A trial that fails opens it again, for twice as long.
    let until = |wanted: BreakerState| {
        for _ in 0..1000 {
            if state() == wanted {
                return;
            }
            thread::park_timeout(Duration::from_millis(20));
        }
        panic!("it is {} and not {}", state().name(), wanted.name());
    };
    until(BreakerState::HalfOpen);
    assert_eq!((code("/sick"), state()), ("fetch.status".to_owned(), BreakerState::Open));
    site.is_well.store(true, Ordering::Relaxed);
    assert_eq!((code("/sick"), site.count("/sick")), ("fetch.circuit-open".to_owned(), 2));

    // One that succeeds closes it, and everything goes through.
    until(BreakerState::HalfOpen);
    assert_eq!((code("/sick"), state()), ("well".to_owned(), BreakerState::Closed));
    assert_eq!([code("/sick"), code("/plain")], ["well", "well"]);
    let health = fetch.health()[&origin];
    assert_eq!((health.opened, health.requests, health.failures, health.refused), (2, 10, 5, 2));
    let told = ["closed → open", "open → half-open", "half-open → open", "open → half-open", "half-open → closed"];
    assert_eq!(*changes.borrow(), told);
}

#[test]
fn a_name_that_stands_for_a_private_address_is_refused_where_it_is_looked_up() {
    let site = Site::start();
    let origin = format!("http://intranet.example.org:{}", site.port);
    let named = |addresses: &[&str]| -> NativeHttp {
        let addresses: Vec<IpAddr> = addresses.iter().map(|address| address.parse().unwrap()).collect();
        NativeHttp::with_names(&BTreeMap::from([("intranet.example.org".to_owned(), addresses)]))
    };
    let options = |allow: bool| json!({"origins": [origin], "allowPrivate": allow, "timeoutMs": 3000, "retries": 0});
    let url = format!("{origin}/plain");
    for addresses in [
        &["127.0.0.1"][..],
        &["10.0.0.7"],
        &["192.168.1.1"],
        &["169.254.169.254"],
        &["::1"],
        &["::ffff:127.0.0.1"],
        &["fd00::1"],
        // A private address among public ones is no accident.
        &["93.184.216.34", "127.0.0.1"],
    ] {
        let failure = ask(&fetch_with(options(false), named(addresses)), &url).unwrap_err();
        assert_eq!((failure.code.as_str(), failure.retryable), ("fetch.private-address", false), "{addresses:?}");
    }
    assert_eq!(site.asked.lock().unwrap().len(), 0, "nobody has knocked");
    // The name does lead there: where private addresses are allowed it is answered.
    let given = ask(&fetch_with(options(true), named(&["127.0.0.1"])), &url).unwrap();
    assert_eq!((&given.output["text"], site.count("/plain")), (&json!("hello"), 1));
    // A name without an address is nobody's.
    let failure = ask(&fetch_with(options(true), named(&[])), &url).unwrap_err();
    assert_eq!(failure.code, "fetch.unreachable");
}
