//! A crowd before the door: one client may take what there is only so much of, and keeps nobody out.

mod common;

use std::io::{Read, Write};

use common::{Home, web::Served};
use serde_json::{Value, json};

#[test]
fn whoever_says_half_a_word_keeps_nobody_out() {
    let home = Home::new();
    let served = Served::start(&home, &["--max-connections", "8", "--rate", "0"]);
    let plan = json!({"schemaVersion": 1, "goal": "wait", "steps": [
        {"stepNumber": 1, "kind": "wait", "toolName": "", "toolInput": {"ms": 60_000}}]});
    assert_eq!(served.ask("POST", "/runs", &json!({"plan": plan, "runId": "long"}).to_string()).status, 201);
    let begin = |path: &str| {
        let mut stream = served.connect();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes()).unwrap();
        let mut told = [0; 15];
        stream.read_exact(&mut told).unwrap();
        assert_eq!(&told, b"HTTP/1.1 200 OK");
        stream
    };
    // Who follows a run keeps the place; a whole request before does not help who says nothing more.
    let mut follower = begin("/runs/long/events");
    let mut kept: Vec<_> = (0..20).map(|_| begin("/ready")).collect();
    for _ in 0..20 {
        let mut stream = served.connect();
        stream.write_all(b"GET /runs HT").unwrap();
        kept.push(stream);
        assert_eq!(served.get("/ready").status, 200);
    }
    assert_eq!(served.ask("POST", "/runs/long/cancel", "").status, 200);
    let (mut told, mut bytes) = (String::new(), [0; 4096]);
    while !told.contains("runCancelled") {
        let read = follower.read(&mut bytes).unwrap();
        assert!(read > 0, "the server hung up on who follows: {told}");
        told.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
}

#[test]
fn of_very_many_sessions_that_which_nobody_uses_ends() {
    let home = Home::new();
    let served = Served::start(&home, &["--rate", "0"]);
    let post = |body: &Value, session: Option<&str>| {
        let mut headers = vec![("accept", "application/json, text/event-stream")];
        headers.extend(session.map(|session| ("mcp-session-id", session)));
        served.ask_with("POST", "/mcp", &headers, &body.to_string())
    };
    let begin = || {
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
        let begun = post(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}), None);
        let session = begun.header("mcp-session-id").unwrap().to_owned();
        assert_eq!(post(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}), Some(&session)).status, 202);
        session
    };
    let ping = |session: &str| post(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}), Some(session)).status;
    let (first, second) = (begin(), begin());
    for _ in 2..1000 {
        begin();
    }
    assert_eq!(ping(&first), 200, "a thousand have room");
    let last = begin();
    assert_eq!((ping(&first), ping(&second), ping(&last)), (200, 404, 200));
}
