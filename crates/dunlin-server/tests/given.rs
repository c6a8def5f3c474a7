//! What a run is given from outside: answers, signals, another try, a moment to begin at; from a shell.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use common::{Home, web::Served};
use serde_json::{Value, json};

/// Writes a plan to a file and gives its path.
fn plan(home: &Home, steps: &Value) -> String {
    let file = home.folder.path().join("plan.json");
    std::fs::write(&file, json!({"schemaVersion": 2, "goal": "given", "steps": steps}).to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

fn add(text: &Value, number: u32, after: &[u32]) -> Value {
    json!({"stepNumber": number, "kind": "tool", "toolName": "todo_store", "toolInput": {"action": "add", "text": text},
        "dependsOn": after})
}

#[test]
fn a_question_waits_in_the_file_for_an_answer_that_fits() {
    let home = Home::new();
    let asked = json!({"question": "How many?", "schema": {"type": "integer", "minimum": 1}});
    let amount = json!({"$concat": ["buy ", {"$from": {"step": 1, "pointer": "/output"}}, " pears"]});
    let file = plan(&home, &json!([{"stepNumber": 1, "kind": "ask", "toolInput": asked}, add(&amount, 2, &[1])]));
    let waits = home.say(&["run", &file, "--run-id", "one"]);
    assert_eq!(waits.code, 4, "{waits:?}");
    let told = waits.records().pop().unwrap();
    assert_eq!(
        (&told["questions"][0]["question"], &told["questions"][0]["stepNumber"]),
        (&json!("How many?"), &json!(1))
    );
    assert!(home.say(&["runs", "resume", "one", "--verbose"]).out.contains("dunlin runs answer one --step 1"));
    for (arguments, code) in [
        (&["runs", "answer", "one", "lots"][..], "run.revision"),
        (&["runs", "answer", "one", "0"], "run.revision"),
        (&["runs", "answer", "one", "3", "--step", "2"], "run.approval-void"),
        (&["runs", "answer", "none", "3"], "run.not-found"),
        (&["runs", "approve", "one"], "run.approval-void"),
    ] {
        assert_eq!(home.say(arguments).error()["code"], code, "{arguments:?}");
    }
    let done = home.say(&["runs", "answer", "one", "3"]);
    assert_eq!((done.code, &done.run()["executionLog"][0]["output"]), (0, &json!(3)), "{done:?}");
    assert_eq!(home.say(&["todos", "list"]).records()[0]["text"], "buy 3 pears");
    assert_eq!(home.say(&["runs", "answer", "one", "3"]).error()["code"], "run.approval-void");
}

#[test]
fn the_format_and_the_pattern_of_an_answer_are_checked() {
    let home = Home::new();
    for (run, schema, right, wrong) in [
        ("dated", json!({"type": "string", "format": "date"}), "\"2026-11-27\"", "\"2026-02-30\""),
        ("patterned", json!({"type": "string", "pattern": "^[A-Z]{2}[0-9]+$"}), "\"AB12\"", "\"ab\""),
    ] {
        let asked = json!({"question": "Which?", "schema": schema});
        let file = plan(&home, &json!([{"stepNumber": 1, "kind": "ask", "toolInput": asked}]));
        assert_eq!(home.say(&["run", &file, "--run-id", run]).code, 4);
        assert_eq!(home.say(&["runs", "answer", run, wrong]).error()["code"], "run.revision", "{wrong}");
        let done = home.say(&["runs", "answer", run, right]);
        assert_eq!((done.code, done.run()["executionLog"][0]["output"].to_string()), (0, right.to_owned()), "{done:?}");
    }
}

#[test]
fn a_signal_is_taken_before_and_after_it_is_waited_for() {
    let home = Home::new();
    let signal = |number: u32, name: &str, after: &[u32]| json!({"stepNumber": number, "kind": "signal", "toolInput": {"name": name}, "dependsOn": after});
    let file = plan(&home, &json!([signal(1, "paid", &[]), signal(2, "sent", &[1]), add(&json!("done"), 3, &[2])]));
    let waits = home.say(&["run", &file, "--run-id", "one"]);
    assert_eq!((waits.code, &waits.records().pop().unwrap()["signals"][0]["name"]), (4, &json!("paid")), "{waits:?}");
    // The second comes before anybody waits for it, and is kept.
    assert_eq!(home.say(&["runs", "signal", "one", "sent", "{\"by\": \"post\"}"]).code, 4);
    assert_eq!(home.say(&["runs", "signal", "one", "paid", "{"]).code, 3, "no JSON");
    let done = home.say(&["runs", "signal", "one", "paid"]);
    let log = done.run()["executionLog"].clone();
    assert_eq!(
        (done.code, &log[0]["output"], &log[1]["output"]),
        (0, &Value::Null, &json!({"by": "post"})),
        "{done:?}"
    );
    assert_eq!(home.say(&["runs", "signal", "one", "paid"]).error()["code"], "run.finished");
}

#[test]
fn a_run_is_left_to_those_that_have_its_tools() {
    let home = Home::new();
    let signal = json!({"stepNumber": 1, "kind": "signal", "toolInput": {"name": "go"}});
    let query = json!({"stepNumber": 2, "kind": "tool", "toolName": "sql", "toolInput": {"query": "SELECT 42 AS answer"}, "dependsOn": [1]});
    let file = plan(&home, &json!([signal, query]));
    assert_eq!(home.say(&["run", &file, "--run-id", "one", "--with", "sql"]).code, 4);
    for arguments in [&["runs", "resume", "one"][..], &["runs", "signal", "one", "go"]] {
        let error = home.say(arguments).error();
        assert_eq!(error["code"], "run.tools-missing", "{arguments:?}: {error}");
        assert!(
            error["message"].as_str().unwrap().ends_with("sql") && error["hint"].as_str().unwrap().contains("--with")
        );
    }
    let all = home.say(&["runs", "resume"]);
    assert_eq!((all.code, all.out.as_str()), (0, ""), "{all:?}");
    assert!(all.err.contains("run one calls sql, not registered here"), "{all:?}");
    // What is said to it through a server that has not the tool is kept for one that has.
    let served = Served::start(&home, &[]);
    assert_eq!(served.ask("POST", "/runs/one/signal", "{\"name\": \"go\"}").status, 200);
    assert_eq!(served.get("/runs/one").json()["status"], "suspended");
    drop(served);
    let done = home.say(&["runs", "resume", "one", "--with", "sql"]);
    assert_eq!((done.code, &done.run()["result"]), (0, &json!([{"answer": 42}])), "{done:?}");
    // It is stopped without it.
    assert_eq!(home.say(&["run", &file, "--run-id", "two", "--with", "sql"]).code, 4);
    assert_eq!(home.say(&["runs", "cancel", "two"]).code, 0);
}

#[test]
fn what_a_child_or_an_item_waits_for_its_run_waits_for() {
    let home = Home::new();
    home.say(&["todos", "add", "one"]);
    home.say(&["todos", "add", "two"]);
    let clear = json!({"stepNumber": 1, "kind": "tool", "toolName": "todo_store", "toolInput": {"action": "clear", "all": true}});
    let child = json!({"schemaVersion": 2, "goal": "child", "steps": [clear]});
    let name = json!({"stepNumber": 1, "kind": "ask", "toolInput": {"question": "Which name?"}});
    let file = plan(
        &home,
        &json!([
            {"stepNumber": 1, "kind": "plan", "toolInput": {}, "plan": child},
            {"stepNumber": 2, "kind": "map", "toolInput": {"over": [1, 2]}, "dependsOn": [1], "body": [name]},
        ]),
    );
    let waits = home.say(&["run", &file, "--run-id", "outer"]);
    let told = waits.records().pop().unwrap();
    assert_eq!((waits.code, &told["approvals"][0]["runId"]), (4, &json!("outer-1")), "{waits:?}");
    // The run is answered for, and its child is meant.
    let asks = home.say(&["runs", "approve", "outer"]);
    let told = asks.records().pop().unwrap();
    assert_eq!((asks.code, home.say(&["todos", "list"]).out.as_str()), (4, ""), "{asks:?}");
    let open = told["questions"].as_array().unwrap();
    assert_eq!(open.len(), 2, "{told}");
    assert_eq!(home.say(&["runs", "answer", "outer", "Ada"]).error()["code"], "api.bad-argument", "which of them?");
    let steps: Vec<String> = open.iter().map(|open| open["stepNumber"].to_string()).collect();
    assert_eq!(home.say(&["runs", "answer", "outer", "Ada", "--step", &steps[0]]).code, 4);
    let done = home.say(&["runs", "answer", "outer", "Grace"]);
    assert_eq!((done.code, &done.run()["result"]), (0, &json!(["Ada", "Grace"])), "{done:?}");
}

#[test]
fn a_run_that_failed_is_done_again_from_there() {
    let home = Home::new();
    let divide = json!({"stepNumber": 2, "kind": "tool", "toolName": "todo_store", "dependsOn": [1],
        "toolInput": {"action": "complete", "match": {"$concat": ["thing ", {"$from": {"step": 1, "pointer": "/output"}}]}}});
    let file = plan(
        &home,
        &json!([
            {"stepNumber": 1, "kind": "tool", "toolName": "calculator", "toolInput": {"expression": "6 * 7"}},
            divide,
        ]),
    );
    assert_eq!(home.say(&["run", &file, "--run-id", "one"]).code, 1);
    assert_eq!(home.say(&["runs", "retry", "one", "--run-id", "two"]).code, 1, "nothing has changed");
    home.say(&["todos", "add", "thing 42"]);
    let done = home.say(&["runs", "retry", "one"]);
    let run = done.run();
    assert_eq!((done.code, run["executionLog"].as_array().unwrap().len()), (0, 1), "only what failed: {done:?}");
    assert_eq!(home.say(&["todos", "list"]).out, "", "it is done now");
    assert_eq!(home.say(&["runs", "retry", "one", "--step", "9"]).error()["code"], "run.cannot-fork");
    assert_eq!(home.say(&["runs", "retry", "none"]).code, 6);
}

#[test]
fn a_schedule_begins_what_is_due_once() {
    let home = Home::new();
    let add = |arguments: &[&str]| home.say(&[&["schedules", "add"], arguments].concat());
    assert_eq!(add(&["add todo water plants", "--at", "2026-11-21T09:00", "--id", "plants"]).code, 0);
    assert_eq!(
        add(&["add todo take out bins", "--at", "2026-11-20T08:00", "--rule", "FREQ=WEEKLY", "--id", "bins"]).code,
        0
    );
    assert_eq!(add(&["add todo later", "--at", "2026-12-24T09:00"]).code, 0);
    for (arguments, code) in [
        (&["add todo x", "--at", "tomorrow"][..], "schedule.invalid"),
        (&["what is the weather in Oslo", "--at", "2026-12-24T09:00"], "plan.unrecognized"),
        (&["add todo x", "--at", "2026-12-24T09:00", "--rule", "FREQ=OFTEN"], "schedule.invalid"),
    ] {
        assert_eq!(add(arguments).error()["code"], code, "{arguments:?}");
    }
    assert_eq!(home.say(&["schedules", "list"]).records().len(), 3);
    let begun = home.say(&["schedules", "begin"]);
    assert_eq!(begun.code, 0, "{begun:?}");
    let texts = || {
        let mut texts: Vec<String> = home
            .say(&["todos", "list"])
            .records()
            .iter()
            .map(|todo| todo["text"].as_str().unwrap().to_owned())
            .collect();
        texts.sort();
        texts
    };
    assert_eq!(texts(), ["take out bins", "water plants"]);
    assert_eq!((home.say(&["schedules", "begin"]).code, texts().len()), (0, 2), "once");
    let left = home.say(&["schedules", "list"]).records();
    assert_eq!((left.len(), &left[0]["at"]), (2, &json!("2026-11-27T08:00")), "{left:?}");
    assert_eq!(home.say(&["schedules", "remove", "bins"]).code, 0);
    assert_eq!(home.say(&["schedules", "remove", "bins"]).code, 6);
}

#[test]
fn a_schedule_whose_tool_is_switched_off_says_so() {
    let home = Home::new();
    let file = plan(&home, &json!([{"stepNumber": 1, "toolName": "code", "toolInput": {"code": "1"}}]));
    let add = ["--with", "code", "schedules", "add", "--plan", &file, "--at", "2026-11-20T08:00", "--rule"];
    assert_eq!(home.say(&[&add[..], &["FREQ=WEEKLY", "--id", "sum"]].concat()).code, 0);
    let begun = home.say(&["schedules", "begin"]);
    assert_eq!((begun.code, begun.out.as_str()), (3, ""), "{begun:?}");
    assert!(begun.err.contains("the schedule sum could not begin at 2026-11-20T08:00: "), "{begun:?}");
    let listed = home.say(&["schedules", "list"]).records().remove(0);
    assert_eq!((&listed["fault"]["code"], &listed["at"]), (&json!("plan.unknown-tool"), &json!("2026-11-27T08:00")));
    assert!(home.say(&["health"]).records()[0]["notices"][0].as_str().unwrap().contains("plan.unknown-tool"));
    // It is not due again before its next time.
    assert_eq!(home.say(&["--with", "code", "schedules", "begin"]).code, 0);
    assert_eq!(home.say(&["runs", "list"]).records().len(), 0);
}
