//! A crowd before the door: one client may take what there is only so much of, and keeps nobody out.

mod common;

use std::io::{Read, Write};

use common::{Home, web::Served};
use serde_json::json;

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
