//! What a server whose runs live in an engine says to it, and what other processes over its file do about those runs. A real
//! engine is in `e2e/engine`.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    thread,
    time::{Duration, Instant},
};

use common::{
    Home, in_a_row,
    stub::{Asked, Stub, whole},
    web::Served,
};
use serde_json::{Value, json};

/// An engine that answers so to what is said to a run, and knows nothing of any.
fn engine(said: impl Fn(&Value) -> &'static str + Send + Sync + 'static) -> Stub {
    Stub::answering(move |_, asked: &Asked| {
        let line = asked.head.lines().next().unwrap();
        let is_said = line.contains("/DunlinInbox/");
        let status = if is_said { said(&serde_json::from_slice(&asked.body).unwrap_or_default()) } else { "200 OK" };
        whole(status, "content-type: application/json\r\n", r#"{"rows": []}"#)
    })
}

fn serve(home: &Home, engine: &Stub) -> Served {
    Served::start(home, &["--engine", "restate", "--ingress", &engine.origin, "--admin", &engine.origin])
}

/// The requests that begin or say something, by what their first line and their body hold.
fn sent(engine: &Stub, path: &str, words: &str) -> usize {
    let is_it = |asked: &&Asked| {
        let line = asked.head.lines().next().unwrap();
        line.contains(path) && String::from_utf8_lossy(&asked.body).contains(words)
    };
    engine.asked().iter().filter(is_it).count()
}

#[track_caller]
#[expect(clippy::disallowed_methods, reason = "real processes are given real time")]
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what} did not come about");
        thread::sleep(Duration::from_millis(50));
    }
}

#[expect(clippy::disallowed_methods, reason = "real processes are given real time")]
fn pause(ms: u64) {
    thread::sleep(Duration::from_millis(ms));
}

fn body(id: &str) -> Value {
    let add = ("tool", "todo_store", json!({"action": "add", "text": "buy tea"}));
    json!({"plan": in_a_row(id, [add]), "runId": id})
}

#[test]
fn a_run_of_the_engine_is_begun_once_and_carried_out_by_nobody_else() {
    let (home, engine) = (Home::new(), engine(|_| "200 OK"));
    let served = serve(&home, &engine);
    assert_eq!(served.ask("POST", "/runs", &body("a").to_string()).status, 201);
    drop(served);
    let plain = Served::start(&home, &[]);
    let resumed = home.say(&["runs", "resume"]);
    assert_eq!((resumed.code, resumed.out.as_str()), (0, ""), "{resumed:?}");
    for command in ["resume", "cancel", "delete"] {
        let refused = home.say(&["runs", command, "a"]);
        assert_eq!(refused.error()["code"], "run.elsewhere", "{command}: {refused:?}");
    }
    let refused = plain.ask("POST", "/runs/a/cancel", "");
    assert_eq!((refused.status, refused.code().as_str()), (409, "run.elsewhere"), "{refused:?}");
    // For longer than it takes to take over what was left.
    pause(4500);
    assert_eq!(plain.get("/runs/a").json()["status"], "pending");
    assert_eq!(plain.get("/todos").json()["todos"], json!([]));
    drop(plain);
    let again = serve(&home, &engine);
    pause(1500);
    assert_eq!(sent(&engine, "/DunlinRun/a/run/send", ""), 1, "it was begun, and that is known");
    assert_eq!(again.get("/ready").status, 200);
}

#[test]
fn what_the_engine_refuses_for_good_keeps_nothing_else_back() {
    let home = Home::new();
    let engine = engine(|said| {
        let is_signal = said["kind"]["type"] == "signalReceived";
        if is_signal { "422 Unprocessable Entity" } else { "200 OK" }
    });
    let served = serve(&home, &engine);
    assert_eq!(served.ask("POST", "/runs", &body("a").to_string()).status, 201);
    let refused = served.ask("POST", "/runs/a/signal", r#"{"name": "go"}"#);
    assert_eq!((refused.status, refused.code().as_str()), (503, "engine.refused"), "{refused:?}");
    assert_eq!(served.ask("POST", "/runs/a/cancel", "").status, 200);
    assert_eq!(sent(&engine, "/DunlinInbox/a/put", "cancelRequested"), 1);
    pause(2500);
    assert_eq!(sent(&engine, "/DunlinInbox/a/put", "signalReceived"), 1, "it is not sent again");
}

#[test]
fn what_the_engine_does_not_take_now_is_kept_and_keeps_nothing_else_back() {
    let home = Home::new();
    let engine = engine(|said| {
        let is_signal = said["kind"]["type"] == "signalReceived";
        if is_signal { "503 Service Unavailable" } else { "200 OK" }
    });
    let served = serve(&home, &engine);
    for id in ["a", "b"] {
        assert_eq!(served.ask("POST", "/runs", &body(id).to_string()).status, 201);
    }
    let refused = served.ask("POST", "/runs/a/signal", r#"{"name": "go"}"#);
    assert_eq!((refused.status, refused.code().as_str()), (503, "engine.unreachable"), "{refused:?}");
    assert!(refused.json()["error"]["hint"].as_str().unwrap().contains("it is kept and sent again"), "{refused:?}");
    assert_eq!(served.ask("POST", "/runs/b/cancel", "").status, 200);
    until("the next try", || sent(&engine, "/DunlinInbox/a/put", "signalReceived") > 1);
    let cancelled = served.ask("POST", "/runs/a/cancel", "");
    assert!(sent(&engine, "/DunlinInbox/a/put", "cancelRequested") > 0, "{cancelled:?}");
}

#[test]
fn a_run_whose_texts_are_not_kept_is_refused_where_an_engine_keeps_them() {
    let (home, engine) = (Home::new(), engine(|_| "200 OK"));
    let served = serve(&home, &engine);
    let mut asked = body("a");
    asked["policy"] = json!({"content": "redact"});
    let refused = served.ask("POST", "/runs", &asked.to_string());
    assert_eq!((refused.status, refused.code().as_str()), (422, "run.redacted"), "{refused:?}");
    assert_eq!(served.get("/runs/a").status, 404);
    assert_eq!(sent(&engine, "/DunlinRun/", ""), 0);
}
