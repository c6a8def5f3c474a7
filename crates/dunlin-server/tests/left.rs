//! What becomes of a run whose process has gone, and of one that another process drives.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use common::{Home, in_a_row, web::Served};
use serde_json::{Value, json};

/// Waits until a run stands so at a server.
#[track_caller]
#[expect(clippy::disallowed_methods, reason = "real processes are given real time")]
fn until(served: &Served, id: &str, status: &str) {
    let began = Instant::now();
    loop {
        let run = served.get(&format!("/runs/{id}")).json();
        if run["status"] == status {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{id} is not {status}: {run}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// A run that waits, and then adds a todo.
fn body(id: &str, wait_ms: u64) -> String {
    let add = ("tool", "todo_store", json!({"action": "add", "text": "buy tea"}));
    let plan = in_a_row(id, [("wait", "", json!({"ms": wait_ms})), add]);
    json!({"plan": plan, "runId": id}).to_string()
}

#[test]
fn a_run_whose_server_died_is_taken_over_by_one_that_was_there_before() {
    let home = Home::new();
    let (second, mut first) = (Served::start(&home, &[]), Served::start(&home, &[]));
    assert_eq!(first.ask("POST", "/runs", &body("a", 8000)).status, 201);
    until(&second, "a", "running");
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    until(&second, "a", "completed");
    let todos = second.get("/todos").json();
    assert_eq!(todos["todos"].as_array().unwrap().len(), 1, "{todos}");
}

#[test]
fn a_run_that_another_process_drives_is_not_deleted() {
    let home = Home::new();
    let (mut first, second) = (Served::start(&home, &[]), Served::start(&home, &[]));
    assert_eq!(first.ask("POST", "/runs", &body("a", 600_000)).status, 201);
    until(&second, "a", "running");
    let refused = second.ask("DELETE", "/runs/a", "");
    assert_eq!((refused.status, refused.code().as_str()), (409, "run.under-way"), "{refused:?}");
    let refused = home.say(&["runs", "delete", "a"]);
    assert_eq!(refused.error()["code"], "run.under-way");
    assert_eq!(first.ask("POST", "/runs/a/cancel", "").status, 200);
    until(&second, "a", "cancelled");
    first.child.kill().unwrap();
    assert_eq!(second.ask("DELETE", "/runs/a", "").status, 204);
    assert_eq!(home.say(&["runs", "list"]).records(), Vec::<Value>::new());
}

#[test]
fn a_server_that_cannot_be_reached_touches_nothing() {
    let (home, taken) = (Home::new(), TcpListener::bind("127.0.0.1:0").unwrap());
    let address = taken.local_addr().unwrap().to_string();
    let said = home.say(&["serve", "--address", &address]);
    assert!(said.code != 0 && said.err.contains("cannot be listened on"), "{said:?}");
    assert!(!home.file().exists(), "it opened the file before it had the port");
}

/// A plan in a file.
fn file(home: &Home, name: &str, plan: &Value) -> String {
    let file = home.folder.path().join(name);
    std::fs::write(&file, plan.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

/// Begins a run in a process that is killed once a step of it has begun.
fn begin_and_die(home: &Home, id: &str, plan: &Value) {
    let file = file(home, id, plan);
    let mut child = home.command(&["run", &file, "--run-id", id]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while !lines.next().unwrap().unwrap().contains("stepStarted") {}
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn all_runs_are_gone_on_with_beside_those_that_cannot_or_that_rest() {
    let home = Home::new();
    let plan = |steps: &[(&'static str, &'static str, Value)]| {
        let mut plan = in_a_row("", steps.to_vec());
        plan["schemaVersion"] = json!(2);
        plan
    };
    let signal = file(&home, "signal", &plan(&[("signal", "", json!({"name": "go"}))]));
    let kept = home.say(&["run", &signal, "--run-id", "a", "--policy", r#"{"content": "redact"}"#]);
    assert_eq!(kept.code, 4, "{kept:?}");
    begin_and_die(&home, "b", &plan(&[("wait", "", json!({"ms": 172_800_000}))]));
    let add = ("tool", "todo_store", json!({"action": "add", "text": "buy tea"}));
    begin_and_die(&home, "c", &plan(&[("wait", "", json!({"ms": 1000})), add]));
    let all = home.say(&["runs", "resume"]);
    assert_eq!(all.code, 4, "{all:?}");
    assert!(all.err.contains("run.redacted"), "{all:?}");
    assert_eq!(home.say(&["runs", "show", "c"]).records()[0]["status"], "completed", "{all:?}");
    assert_eq!(home.say(&["runs", "show", "b"]).records()[0]["status"], "suspended");
    assert_eq!(home.say(&["todos", "list"]).records().len(), 1);
}

#[test]
fn a_cancellation_is_kept_for_who_can_take_back_what_is_done() {
    let home = Home::new();
    let undo = json!({"toolName": "sql", "toolInput": {"query": "SELECT 1 AS one"}});
    let add = json!({"stepNumber": 1, "kind": "tool", "toolName": "todo_store",
        "toolInput": {"action": "add", "text": "buy tea"}, "undo": undo});
    let signal = json!({"stepNumber": 2, "kind": "signal", "toolInput": {"name": "go"}, "dependsOn": [1]});
    let plan = json!({"schemaVersion": 2, "goal": "tea", "onFailure": "undo", "steps": [add, signal]});
    let plan = file(&home, "plan", &plan);
    assert_eq!(home.say(&["run", &plan, "--run-id", "a", "--with", "sql"]).code, 4);
    let kept = home.say(&["runs", "cancel", "a"]);
    assert_eq!((kept.code, &kept.records()[0]["status"]), (4, &json!("suspended")), "{kept:?}");
    assert!(kept.err.contains("is kept") && kept.err.contains("sql"), "{kept:?}");
    let ended = home.say(&["runs", "resume", "a", "--with", "sql"]);
    assert_eq!(ended.code, 5, "{ended:?}");
    let undone = ended.run()["innerLog"][0].clone();
    assert_eq!((&undone["toolName"], &undone["status"]), (&json!("sql"), &json!("succeeded")), "{ended:?}");
}
