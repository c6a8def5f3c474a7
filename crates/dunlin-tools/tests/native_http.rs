//! `fetch` over the native client against a server on this machine that fails in every way.
#![cfg(feature = "native-http")]
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    rc::Rc,
    thread,
    time::Duration,
};

use common::block_on;
use dunlin_base::{Env, LocalFuture, MemoryStorage, SeededRandom, Timer, testing::World};
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use dunlin_tools::{Fetch, FetchOptions, native::NativeHttp};
use serde_json::{Value, json};

/// Waits for nothing: the port keeps its own limit, and pauses between tries are not what is tested here.
struct Impatient;

impl Timer for Impatient {
    fn sleep(&self, ms: u64) -> LocalFuture<'static, ()> {
        if ms >= 1000 { Box::pin(std::future::pending()) } else { Box::pin(std::future::ready(())) }
    }
}

/// What the server does with one connection, by the path that is asked for.
fn serve(mut stream: TcpStream, port: u16) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|count| count == 1) {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut say = |text: &str| stream.write_all(text.as_bytes()).is_ok();
    match path.as_str() {
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
        "/inside" => say(&format!(
            "HTTP/1.1 302 Found\r\nlocation: http://localhost:{port}/plain\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )),
        "/loop" => say("HTTP/1.1 302 Found\r\nlocation: /loop\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
        "/500" => say("HTTP/1.1 500 Oops\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
        "/204" => say("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"),
        _ => say("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
    };
}

fn server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming().take(100).flatten() {
            thread::spawn(move || serve(stream, port));
        }
    });
    port
}

fn ask(options: Value, url: &str) -> Result<ToolOutput, ToolFailure> {
    let env = Env {
        clock: World::new(1).env().clock,
        timer: Rc::new(Impatient),
        random: Rc::new(SeededRandom::new(1)),
        storage: Rc::new(MemoryStorage::new()),
    };
    let options: FetchOptions = serde_json::from_value(options).unwrap();
    let fetch = Fetch::new(options, Rc::new(NativeHttp::new()), env).unwrap();
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
    let port = server();
    let origin = format!("http://127.0.0.1:{port}");
    let options =
        json!({"origins": [origin], "allowPrivate": true, "maxBytes": 10_000, "timeoutMs": 1000, "retries": 0});
    let get = |path: &str| ask(options.clone(), &format!("{origin}{path}"));
    assert_eq!(get("/plain").unwrap().output["text"], "hello");
    assert_eq!(get("/json").unwrap().output["json"], json!({"a": 1}));
    assert_eq!(get("/204").unwrap().output["status"], 204);
    for (path, codes) in [
        ("/short", &["fetch.unreachable", "fetch.malformed"][..]),
        ("/chunk", &["fetch.malformed"]),
        ("/garbage", &["fetch.malformed"]),
        ("/nothing", &["fetch.unreachable"]),
        ("/slow", &["fetch.timeout"]),
        ("/drip", &["fetch.timeout"]),
        ("/endless", &["fetch.too-large"]),
        ("/headers", &["fetch.malformed"]),
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
    let options = json!({"origins": [origin], "allowPrivate": true, "retries": 0});
    assert_eq!(ask(options, &origin).unwrap_err().code, "fetch.unreachable");
}

#[test]
fn a_name_that_stands_for_a_private_address_is_refused_where_it_is_looked_up() {
    // The hosts file of the machine names itself; whatever it is called, it is not on the public internet.
    let name = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let Some(name) = Some(name.trim()).filter(|name| !name.is_empty() && *name != "localhost") else { return };
    let origin = format!("http://{name}:{}", server());
    let failure = ask(json!({"origins": [origin], "retries": 0}), &origin).unwrap_err();
    assert!(matches!(failure.code.as_str(), "fetch.private-address" | "fetch.unreachable"), "{failure:?}");
}
