//! `dunlin serve`, a process of its own: what it answers, whom it lets in, and what outlives it.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    collections::BTreeSet,
    io::{Read, Write},
    process::Command,
};

use common::{Home, web::Served};
use dunlin_plan::schema;
use serde_json::{Value, json};

/// Holds answers to the description that the server gives of itself.
struct Contract {
    described: Value,
    seen: BTreeSet<String>,
}

impl Contract {
    fn of(served: &Served) -> Self {
        let mut described = served.get("/openapi.json").json();
        let schemas = described["components"]["schemas"].as_object_mut().unwrap();
        for schema in schemas.values_mut() {
            // What is not described may not be sent.
            if schema.get("properties").is_some() {
                schema["additionalProperties"] = json!(false);
            }
        }
        Self { described, seen: BTreeSet::new() }
    }

    /// Sends a request of a described operation and holds its answer to what is described.
    #[track_caller]
    fn ask(&mut self, served: &Served, method: &str, route: &str, path: &str, body: &Value, status: u16) -> Value {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        let answer = served.ask(method, path, &text);
        assert_eq!(answer.status, status, "{method} {path} {body}: {answer:?}");
        let operation = &self.described["paths"][route][method.to_lowercase()];
        assert!(operation.is_object(), "{method} {route} is not described");
        self.seen.insert(format!("{method} {route}"));
        let response = &operation["responses"][status.to_string()];
        assert!(response.is_object(), "{method} {route} is not described to answer {status}");
        let Some(content) = response.get("content").and_then(Value::as_object) else {
            assert_eq!(answer.body, "", "{method} {route} is described without a body");
            return Value::Null;
        };
        let (media, content) = content.iter().next().unwrap();
        assert!(answer.header("content-type").unwrap().starts_with(media.split(';').next().unwrap()));
        if media != "application/json" {
            return Value::String(answer.body);
        }
        let mut wanted = content["schema"].clone();
        wanted["components"] = self.described["components"].clone();
        let found = answer.json();
        let faults = schema::check(&wanted, &found);
        assert!(faults.is_empty(), "{method} {path}: {faults:?} in {found}");
        found
    }

    fn undone(&self) -> Vec<String> {
        let paths = self.described["paths"].as_object().unwrap();
        let all = paths.iter().flat_map(|(route, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{} {route}", method.to_uppercase()))
        });
        all.filter(|operation| !self.seen.contains(operation)).collect()
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "one request after the other, in an order that matters")]
fn every_operation_answers_as_it_is_described() {
    let home = Home::new();
    let config = home.folder.path().join("dunlin.json");
    let nowhere = "http://127.0.0.1:1";
    let text = json!({"tools": {"fetch": {"origins": [nowhere], "allowPrivate": true, "retries": 0}}});
    std::fs::write(&config, text.to_string()).unwrap();
    let config = config.to_str().unwrap();
    let served = Served::start(&home, &["--rate", "0", "--with", "agents", "--config", config]);
    let mut contract = Contract::of(&served);
    let mut ask = |method: &str, route: &str, path: &str, body: Value, status: u16| {
        contract.ask(&served, method, route, path, &body, status)
    };
    let null = Value::Null;

    let plan = ask(
        "POST",
        "/plan",
        "/plan",
        json!({"goal": "add todo Buy milk and calculate (10 + 5) * 2 then list todos"}),
        200,
    );
    assert_eq!(plan["steps"].as_array().unwrap().len(), 3);
    let refused = ask("POST", "/plan", "/plan", json!({"goal": "what is the weather in Oslo"}), 422);
    assert!(!refused["error"]["details"]["suggestions"].as_array().unwrap().is_empty());
    ask("POST", "/plan", "/plan", json!({"gaol": "calculate 1 + 1"}), 400);

    let run = ask("POST", "/runs", "/runs?wait=10000", json!({"plan": plan, "runId": "one"}), 201);
    assert_eq!((&run["status"], &run["executionLog"][1]["output"]), (&json!("completed"), &json!(30)));
    assert_eq!(
        ask("POST", "/runs", "/runs", json!({"plan": plan, "runId": "one"}), 409)["error"]["code"],
        "run.exists"
    );
    ask("POST", "/runs", "/runs", json!({"goal": "sing me a song"}), 422);
    ask("POST", "/runs", "/runs", json!({"goal": "calculate 1 + 1", "plan": plan}), 400);
    ask("POST", "/runs", "/runs", json!({"goal": "calculate 1 + 1", "policy": {"maxStep": 1}}), 400);
    let failed = ask("POST", "/runs", "/runs?wait=10000", json!({"goal": "calculate 1 / 0"}), 201);
    assert_eq!((&failed["status"], &failed["error"]["code"]), (&json!("failed"), &json!("calc.divide-by-zero")));
    assert_eq!(ask("GET", "/runs", "/runs", null.clone(), 200)["total"], 2);
    assert_eq!(ask("GET", "/runs", "/runs?status=failed&limit=1", null.clone(), 200)["runs"][0]["status"], "failed");
    ask("GET", "/runs", "/runs?status=sleeping", null.clone(), 400);
    assert_eq!(ask("GET", "/runs/{id}", "/runs/one", null.clone(), 200), run);
    ask("GET", "/runs/{id}", "/runs/none", null.clone(), 404);
    assert!(
        ask("GET", "/runs/{id}/report", "/runs/one/report", null.clone(), 200)["markdown"]
            .as_str()
            .unwrap()
            .starts_with("# Run report")
    );
    ask("GET", "/runs/{id}/report", "/runs/none/report", null.clone(), 404);
    let events = ask("GET", "/runs/{id}/events", "/runs/one/events", null.clone(), 200);
    assert!(events.as_str().unwrap().contains("event: runCompleted"), "{events}");
    ask("GET", "/runs/{id}/events", "/runs/one/events?after=1000", null.clone(), 204);
    ask("GET", "/runs/{id}/events", "/runs/none/events", null.clone(), 404);
    ask("POST", "/runs/{id}/cancel", "/runs/one/cancel", json!({}), 409);
    ask("POST", "/runs/{id}/cancel", "/runs/none/cancel", json!({}), 404);

    let todo = ask("POST", "/todos", "/todos", json!({"line": "water plants tomorrow p1 #home"}), 201);
    assert_eq!(
        (&todo["text"], &todo["due"], &todo["priority"]),
        (&json!("water plants"), &json!("2026-11-22"), &json!(1))
    );
    ask("POST", "/todos", "/todos", json!({"text": "oil the gate", "list": "yard", "tags": ["iron"]}), 201);
    ask("POST", "/todos", "/todos", json!({"text": "x", "all": true}), 400);
    ask("POST", "/todos", "/todos", json!({"line": "x", "text": "y"}), 400);
    ask("POST", "/todos", "/todos", json!({"text": ""}), 422);
    let place = format!("/todos/{}", todo["id"].as_str().unwrap());
    assert_eq!(ask("GET", "/todos/{id}", &place, null.clone(), 200), todo);
    ask("GET", "/todos/{id}", "/todos/none", null.clone(), 404);
    let changed = ask("PATCH", "/todos/{id}", &place, json!({"completed": true, "due": null, "notes": "twice"}), 200);
    assert_eq!((&changed["completed"], changed.get("due"), &changed["notes"]), (&json!(true), None, &json!("twice")));
    ask("PATCH", "/todos/{id}", &place, json!({"priority": 9}), 422);
    ask("PATCH", "/todos/{id}", &place, json!({"completed": "yes"}), 400);
    ask("PATCH", "/todos/{id}", "/todos/none", json!({"text": "x"}), 404);
    assert_eq!(ask("GET", "/todos", "/todos?status=completed", null.clone(), 200)["total"], 1);
    ask("GET", "/todos", "/todos?due=someday", null.clone(), 400);
    ask("DELETE", "/todos/{id}", &place, null.clone(), 204);
    ask("DELETE", "/todos/{id}", &place, null.clone(), 404);
    assert_eq!(ask("POST", "/todos/undo", "/todos/undo", null.clone(), 200)["todos"][0]["text"], "water plants");

    // What may destroy waits; a question that was not asked has no answer.
    let waits = ask("POST", "/runs", "/runs?wait=10000", json!({"goal": "clear my list", "runId": "two"}), 201);
    assert_eq!(waits["status"], "suspended");
    let question = waits["executionLog"][0]["approval"]["approvalId"].clone();
    ask(
        "POST",
        "/runs/{id}/approve",
        "/runs/two/approve",
        json!({"approvalId": "other", "answer": {"type": "approve"}}),
        409,
    );
    ask(
        "POST",
        "/runs/{id}/approve",
        "/runs/none/approve",
        json!({"approvalId": "x", "answer": {"type": "approve"}}),
        404,
    );
    ask("DELETE", "/runs/{id}", "/runs/two", null.clone(), 409);
    ask(
        "POST",
        "/runs/{id}/approve",
        "/runs/two/approve",
        json!({"approvalId": question, "answer": {"type": "reject", "feedback": "no"}}),
        200,
    );
    let events = served.get("/runs/two/events").body;
    assert!(
        events.contains("event: approvalAnswered") && events.trim_end().contains("event: runCompleted"),
        "{events}"
    );
    let waits = ask("POST", "/runs", "/runs?wait=10000", json!({"goal": "clear my list", "runId": "three"}), 201);
    assert_eq!(waits["status"], "suspended");
    ask("POST", "/runs/{id}/cancel", "/runs/three/cancel", json!({"reason": "changed my mind"}), 200);
    assert!(served.get("/runs/three/events").body.contains("event: runCancelled"));
    ask("DELETE", "/runs/{id}", "/runs/three", null.clone(), 204);
    ask("DELETE", "/runs/{id}", "/runs/three", null.clone(), 404);

    // What a run is given from outside.
    let steps = json!([
        {"stepNumber": 1, "kind": "ask", "toolInput": {"question": "How many?", "schema": {"type": "integer"}}},
        {"stepNumber": 2, "kind": "signal", "toolInput": {"name": "paid"}, "dependsOn": [1]},
    ]);
    let plan = json!({"schemaVersion": 2, "goal": "given", "steps": steps});
    let waits = ask("POST", "/runs", "/runs?wait=10000", json!({"plan": plan, "runId": "given"}), 201);
    assert_eq!(
        (&waits["status"], &waits["executionLog"][0]["awaits"]["question"]),
        (&json!("suspended"), &json!("How many?"))
    );
    ask("POST", "/runs/{id}/answer", "/runs/given/answer", json!({"stepNumber": 1, "data": "lots"}), 422);
    ask("POST", "/runs/{id}/answer", "/runs/given/answer", json!({"stepNumber": 2, "data": 3}), 409);
    ask("POST", "/runs/{id}/answer", "/runs/none/answer", json!({"stepNumber": 1, "data": 3}), 404);
    ask("POST", "/runs/{id}/answer", "/runs/given/answer", json!({"stepNumber": 1, "data": 3}), 200);
    ask("POST", "/runs/{id}/signal", "/runs/given/signal", json!({"name": "", "data": 3}), 422);
    ask("POST", "/runs/{id}/signal", "/runs/none/signal", json!({"name": "paid"}), 404);
    ask("POST", "/runs/{id}/retry", "/runs/given/retry", json!({}), 409);
    ask("POST", "/runs/{id}/signal", "/runs/given/signal", json!({"name": "paid", "data": {"by": "post"}}), 200);
    let events = served.get("/runs/given/events").body;
    assert!(events.contains("event: signalReceived") && events.contains("event: runCompleted"), "{events}");
    ask("POST", "/runs/{id}/signal", "/runs/given/signal", json!({"name": "paid"}), 409);
    let failed = failed["runId"].as_str().unwrap();
    let place = format!("/runs/{failed}/retry");
    let again = ask("POST", "/runs/{id}/retry", &place, json!({"runId": "again"}), 201);
    assert_eq!((&again["runId"], &again["goal"]), (&json!("again"), &json!("calculate 1 / 0")));
    ask("POST", "/runs/{id}/retry", &place, json!({"runId": "again"}), 409);
    ask("POST", "/runs/{id}/retry", &place, json!({"stepNumber": 9}), 422);
    ask("POST", "/runs/{id}/retry", "/runs/none/retry", json!({}), 404);

    // A schedule that is due begins while the server runs.
    let due = json!({"goal": "add todo feed the cat", "at": "2026-11-21T08:00", "id": "cat"});
    ask("POST", "/schedules", "/schedules", due, 201);
    let mut later = json!({"goal": "add todo x", "at": "2026-12-24T09:00", "id": "later", "rule": "FREQ=DAILY"});
    assert_eq!(ask("POST", "/schedules", "/schedules", later.clone(), 201)["rule"], "FREQ=DAILY");
    later["paused"] = json!(true);
    assert_eq!(ask("POST", "/schedules", "/schedules", later.clone(), 201)["paused"], true);
    later["rule"] = json!("FREQ=OFTEN");
    ask("POST", "/schedules", "/schedules", later.clone(), 422);
    later["when"] = json!("now");
    ask("POST", "/schedules", "/schedules", later, 400);
    while ask("GET", "/schedules", "/schedules", null.clone(), 200).as_array().unwrap().len() > 1 {}
    assert!(served.get("/runs/cat-20261121T0800/events").body.contains("event: runCompleted"));
    ask("DELETE", "/schedules/{id}", "/schedules/later", null.clone(), 204);
    ask("DELETE", "/schedules/{id}", "/schedules/later", null.clone(), 404);

    // What a page keeps here, in a session.
    let session = ask("POST", "/storage", "/storage", json!({}), 201)["session"].as_str().unwrap().to_owned();
    let place = format!("/storage/{session}");
    let mut storage = |body: Value, status: u16| ask("POST", "/storage/{session}", &place, body, status);
    storage(json!({"set": {"key": "note:1", "value": "ü"}}), 200);
    assert_eq!(storage(json!({"entries": {"prefix": "note:"}}), 200), json!({"entries": [["note:1", "ü"]]}));
    assert_eq!(storage(json!({"claim": {"name": "a"}}), 200), json!({"held": true}));
    assert_eq!(storage(json!({"claim": {"name": "a"}}), 200), json!({"held": false}));
    assert_eq!(storage(json!({"release": {"name": "a"}}), 200), json!("done"));
    assert!(storage(json!("changes"), 200)["changed"].is_array());
    assert!(storage(json!("news"), 200)["news"].is_boolean());
    storage(json!({"remove": {"kay": "note:1"}}), 400);
    storage(json!({"take": {"key": "note:1"}}), 400);
    assert_eq!(storage(json!({"remove": {"key": "note:1"}}), 200), json!("done"));
    assert_eq!(storage(json!("end"), 200), json!("done"));
    assert_eq!(storage(json!("changes"), 410)["error"]["code"], "storage.session");

    let tools = ask("GET", "/tools", "/tools", null.clone(), 200);
    assert!(
        ["calculator", "agent:analyst"].iter().all(|name| tools
            .as_array()
            .unwrap()
            .iter()
            .any(|tool| tool["name"] == *name))
    );
    let agents = ask("GET", "/agents", "/agents", null.clone(), 200);
    assert_eq!((&agents[0]["name"], &agents[0]["tools"]), (&json!("analyst"), &json!(["code", "sql"])));
    assert_eq!(ask("GET", "/health", "/health", null.clone(), 200)["status"], "healthy");
    // A service that a tool has asked is told of.
    let fetch = json!({"stepNumber": 1, "kind": "tool", "toolName": "fetch", "toolInput": {"url": nowhere},
        "retry": {"maxAttempts": 1}});
    let plan = json!({"schemaVersion": 2, "goal": "", "steps": [fetch]});
    ask("POST", "/runs", "/runs?wait=10000", json!({ "plan": plan }), 201);
    let line = ask("GET", "/health", "/health", null.clone(), 200)["lines"][0].take();
    assert_eq!((&line["service"], &line["state"], &line["failures"]), (&json!(nowhere), &json!("closed"), &json!(1)));
    assert_eq!(ask("GET", "/ready", "/ready", null.clone(), 200)["ready"], true);
    let metrics = ask("GET", "/metrics", "/metrics", null, 200);
    // The cat's time had passed when it was kept.
    assert!(metrics.as_str().unwrap().contains("\ndunlin_schedule_times_total{outcome=\"late\"} 1\n"), "{metrics}");
    assert_eq!(contract.undone(), Vec::<String>::new(), "described and not tried");
}

#[test]
fn nobody_comes_in_without_the_token() {
    const TOKEN: &str = "a-token-of-some-length";
    let home = Home::new();
    let page = home.folder.path().join("site");
    std::fs::create_dir_all(&page).unwrap();
    std::fs::write(page.join("index.html"), "<title>page</title>").unwrap();
    let start = |arguments: &[&str]| {
        let mut command = home.command(&["serve", "--address", "127.0.0.1:0", "--log", "warn", "--rate", "0"]);
        command.env("DUNLIN_TOKEN", TOKEN).args(["--allow-origin", "https://app.example"]).args(arguments);
        Served::spawn(command)
    };
    let bearer = format!("Bearer {TOKEN}");
    for arguments in [&["--page", page.to_str().unwrap()][..], &[]] {
        let served = start(arguments);
        let is_page = !arguments.is_empty();
        let described = served.ask_with("GET", "/openapi.json", &[("authorization", &bearer)], "").json();
        let paths = described["paths"].as_object().unwrap();
        let mut all: Vec<(String, &str)> = vec![("GET".into(), "/openapi.json"), ("POST".into(), "/mcp")];
        for (path, methods) in paths.iter().filter(|(path, _)| *path != "/ready") {
            all.extend(methods.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.as_str())));
        }
        assert!(all.len() > 20, "{all:?}");
        for (method, path) in all {
            let path = path.replace("{id}", "x");
            for headers in [
                &[][..],
                &[("authorization", "Bearer a-token-of-some-lengtx")],
                &[("authorization", TOKEN)],
                &[("authorization", "Bearer ")],
            ] {
                for path in [path.clone(), format!("{path}?token={TOKEN}")] {
                    let answer = served.ask_with(&method, &path, headers, "");
                    assert_eq!((answer.status, answer.code().as_str()), (401, "http.token"), "{method} {path}");
                }
                // What is no route is a file of the page that is not there, or is not told without the token.
                let answer = served.ask_with(&method, &format!("{path}/"), headers, "");
                assert!(answer.status == 401 || is_page && matches!(answer.status, 404 | 405), "{path}/: {answer:?}");
            }
            let let_in = served.ask_with(&method, &path, &[("authorization", &bearer)], "");
            assert_ne!(let_in.status, 401, "{method} {path}");
        }
        assert_eq!(served.ask_with("PUT", "/runs", &[], "").status, 401);
        assert_eq!(served.get("/ready").json(), json!({"ready": true}));
        assert_eq!(served.get("/").status, if is_page { 200 } else { 401 });
    }

    // Pages of other origins do not, with or without it.
    let served = start(&[]);
    let with = |path: &str, headers: &[(&str, &str)]| served.ask_with("GET", path, headers, "");
    let runs = |origin: &str| with("/runs", &[("authorization", &bearer), ("origin", origin)]);
    assert_eq!(runs("https://evil.example").code(), "http.origin");
    assert_eq!(runs("null").code(), "http.origin");
    let allowed = runs("https://app.example");
    assert_eq!((allowed.status, allowed.header("access-control-allow-origin")), (200, Some("https://app.example")));
    assert_eq!(runs(&format!("http://{}", served.address)).status, 200);
    let asked =
        [("access-control-request-method", "POST"), ("access-control-request-headers", "authorization,content-type")];
    let before = |origin: &str| served.ask_with("OPTIONS", "/runs", &[asked[0], asked[1], ("origin", origin)], "");
    assert_eq!(before("https://app.example").header("access-control-allow-origin"), Some("https://app.example"));
    assert_eq!(before("https://evil.example").header("access-control-allow-origin"), None);
}

#[test]
fn without_a_token_it_is_this_machines_own() {
    let home = Home::new();
    let elsewhere = home.say(&["serve", "--address", "0.0.0.0:0"]);
    assert_eq!(elsewhere.code, 7, "{elsewhere:?}");
    let mut short = home.command(&["serve", "--address", "127.0.0.1:0"]);
    assert_eq!(short.env("DUNLIN_TOKEN", "short").output().unwrap().status.code(), Some(7));
    let served = Served::start(&home, &[]);
    // A name of somebody else's that leads here, and a page that sends a form.
    assert_eq!(served.ask_with("GET", "/runs", &[("host", "evil.example")], "").code(), "http.host");
    assert_eq!(served.ask_with("GET", "/runs", &[("origin", "http://evil.example")], "").code(), "http.origin");
    let form = served.ask_with("POST", "/todos", &[("content-type", "text/plain")], "{\"line\": \"x\"}");
    assert_eq!((form.status, form.code().as_str()), (415, "http.media-type"));
    assert_eq!(served.get("/todos").json()["total"], 0);
}

#[test]
fn bad_slow_and_broken_clients_cost_nobody_anything() {
    let home = Home::new();
    let served = Served::start(&home, &["--max-body", "2000", "--rate", "0"]);
    let post = |body: &str| served.ask("POST", "/plan", body);
    for (body, status, code) in [
        ("{", 400, "api.bad-argument"),
        ("[]", 400, "api.bad-argument"),
        ("{\"goal\": 5}", 400, "api.bad-argument"),
        ("{\"goal\": \"\"}", 422, "plan.empty"),
        ("\u{0}", 400, "api.bad-argument"),
    ] {
        let answer = post(body);
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{body:?}: {answer:?}");
    }
    let deep = format!("{{\"goal\": {}1{}}}", "[".repeat(900), "]".repeat(900));
    assert_eq!(post(&deep).status, 400);
    let large = post(&format!("{{\"goal\": \"{}\"}}", "x".repeat(3000)));
    assert_eq!((large.status, large.code().as_str()), (413, "http.body-too-large"));
    assert_eq!(served.get("/nothing/here").code(), "http.no-route");
    assert_eq!(served.ask("PUT", "/runs", "{}").code(), "http.method");
    assert_eq!(served.raw(b"SING / HTTP/9.9\r\n\r\n").status, 400);
    assert_eq!(served.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").status, 400);

    // Half a head, half a body, and a reader that reads nothing: the others are answered all the same.
    let mut kept = Vec::new();
    for sent in [
        "GET /runs HT",
        "POST /plan HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{",
        "GET /tools HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ] {
        for _ in 0..50 {
            let mut stream = served.connect();
            stream.write_all(sent.as_bytes()).unwrap();
            kept.push(stream);
        }
    }
    assert_eq!(served.get("/ready").status, 200);
    kept.truncate(75);
    assert_eq!(post("{\"goal\": \"calculate 6 * 7\"}").status, 200);
}

#[test]
fn an_address_may_ask_only_so_often() {
    let home = Home::new();
    let served = Served::start(&home, &["--rate", "5"]);
    let answers: Vec<_> = (0..40).map(|_| served.get("/ready")).collect();
    let refused = answers.iter().find(|answer| answer.status == 429).unwrap();
    assert_eq!((refused.code().as_str(), refused.header("retry-after")), ("http.rate", Some("1")));
    assert!(answers.iter().take(10).all(|answer| answer.status == 200));
}

#[test]
fn nothing_outside_the_pages_folder_is_served() {
    let home = Home::new();
    let page = home.folder.path().join("site");
    std::fs::create_dir_all(page.join("assets")).unwrap();
    std::fs::write(page.join("index.html"), "<title>page</title>").unwrap();
    std::fs::write(page.join("assets/a.js"), "1").unwrap();
    std::fs::write(page.join("assets/app-0123456789abcdef.js"), "1").unwrap();
    std::fs::write(home.folder.path().join("secret.txt"), "secret").unwrap();
    assert_eq!(home.say(&["serve", "--page", home.folder.path().to_str().unwrap()]).code, 7, "a folder without a page");
    let served = Served::start(&home, &["--page", page.to_str().unwrap()]);
    let index = served.get("/");
    assert_eq!((index.status, index.body.as_str()), (200, "<title>page</title>"));
    assert!(index.header("content-type").unwrap().starts_with("text/html"));
    assert_eq!(index.header("content-security-policy"), Some("frame-ancestors 'none'"));
    assert_eq!(index.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(index.header("cache-control"), Some("no-cache"));
    let hashed = served.get("/assets/app-0123456789abcdef.js");
    assert_eq!((hashed.status, hashed.header("cache-control")), (200, Some("public, max-age=31536000, immutable")));
    assert_eq!(served.get("/assets/gone-0123456789abcdef.js").header("cache-control"), Some("no-store"));
    assert_eq!(served.get("/tools").header("content-security-policy"), None, "only the page can be framed");
    assert_eq!(served.get("/assets/a.js").status, 200);
    assert_eq!(served.get("/tools").json()[0]["name"], "calculator", "the routes come first");
    for path in [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "//../secret.txt",
        "/..\\secret.txt",
        "/%5c..%5csecret.txt",
        "/../dunlin.db",
        "/%00/../secret.txt",
        "/....//secret.txt",
        "/%252e%252e/secret.txt",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
    ] {
        let answer = served.get(path);
        assert!(answer.status >= 300, "{path}: {answer:?}");
        assert!(
            !answer.body.contains("secret") && !answer.body.contains("root:") && !answer.body.contains("SQLite"),
            "{path}"
        );
    }
}

#[test]
fn events_come_as_they_happen_and_again_from_where_one_was() {
    let home = Home::new();
    let served = Served::start(&home, &[]);
    let plan = json!({"schemaVersion": 1, "goal": "slowly", "steps": [
        {"stepNumber": 1, "kind": "tool", "toolName": "calculator", "toolInput": {"expression": "6 * 7"}},
        {"stepNumber": 2, "kind": "wait", "toolName": "", "toolInput": {"ms": 700}, "dependsOn": [1]},
        {"stepNumber": 3, "kind": "tool", "toolName": "calculator", "toolInput": {"expression": "6 * 8"}, "dependsOn": [2]},
    ]});
    served.ask("POST", "/runs", &json!({"plan": plan, "runId": "slow"}).to_string());
    let mut stream = served.connect();
    stream.write_all(b"GET /runs/slow/events HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while !text.contains("\"output\":42") {
        let read = stream.read(&mut buffer).unwrap();
        assert!(read > 0, "{text}");
        text += &String::from_utf8_lossy(&buffer[..read]);
    }
    assert!(!text.contains("runCompleted"), "the first events come before the last: {text}");
    drop(stream);
    let rest = served.ask_with("GET", "/runs/slow/events", &[("last-event-id", "3")], "").body;
    let ids: Vec<u64> = rest.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok()).collect();
    assert_eq!(ids, (4..4 + ids.len() as u64).collect::<Vec<_>>());
    assert!(rest.contains("\"output\":48") && rest.contains("event: runCompleted"), "{rest}");
}

#[test]
fn what_was_begun_goes_on_after_the_end_and_after_a_kill() {
    let home = Home::new();
    let goal = |number: usize| format!("kept{number}");
    let mut begun = 0;
    for round in 0..6 {
        let mut served = Served::start(&home, &["--rate", "0"]);
        for _ in 0..5 {
            let steps: Vec<Value> = (1..=6).map(|step| {
                let after: Vec<usize> = if step > 1 { vec![step - 1] } else { Vec::new() };
                if step % 2 == 0 {
                    json!({"stepNumber": step, "kind": "wait", "toolName": "", "toolInput": {"ms": 40}, "dependsOn": after})
                } else {
                    json!({"stepNumber": step, "kind": "tool", "toolName": "todo_store", "dependsOn": after,
                        "toolInput": {"action": "add", "text": format!("{} part {step}", goal(begun))}})
                }
            }).collect();
            let body = json!({"plan": {"schemaVersion": 1, "goal": goal(begun), "steps": steps}, "runId": goal(begun)});
            assert_eq!(served.ask("POST", "/runs", &body.to_string()).status, 201);
            begun += 1;
        }
        if round % 2 == 0 {
            served.child.kill().unwrap();
            served.child.wait().unwrap();
        } else {
            assert_eq!(served.end(), Some(0));
        }
    }
    let served = Served::start(&home, &["--rate", "0"]);
    for number in 0..begun {
        let ended = served.get(&format!("/runs/{}/events", goal(number)));
        assert!(ended.body.contains("event: runCompleted"), "{number}: {ended:?}");
    }
    let listed = served.get("/todos?limit=1000").json();
    let mut texts: Vec<&str> =
        listed["todos"].as_array().unwrap().iter().filter_map(|todo| todo["text"].as_str()).collect();
    let all = texts.len();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!((all, texts.len()), (3 * begun, 3 * begun), "each once");
}

#[test]
#[cfg(unix)]
fn a_file_that_is_gone_takes_nothing_and_is_told() {
    let home = Home::new();
    let served = Served::start(&home, &[]);
    let add = || served.ask("POST", "/todos", r#"{"text":"milk"}"#);
    assert_eq!(add().status, 201);
    let aside = home.folder.path().join("aside.db");
    std::fs::rename(home.file(), &aside).unwrap();
    for refused in [add(), served.ask("POST", "/runs", r#"{"goal":"calculate 6 * 7"}"#)] {
        assert_eq!((refused.status, refused.code().as_str()), (503, "storage.unavailable"), "{refused:?}");
        assert!(refused.body.contains("was deleted, moved or replaced"), "{refused:?}");
    }
    assert_eq!(served.get("/ready").status, 503);
    assert_eq!(served.get("/health").json()["status"], "degraded");
    std::fs::rename(&aside, home.file()).unwrap();
    assert_eq!((add().status, served.get("/ready").status), (201, 200));
    assert_eq!(served.get("/todos").json()["total"], 2);
}

#[test]
fn a_run_that_the_disk_does_not_take_is_not_begun() {
    let home = Home::new();
    let program = home.command(&["serve", "--address", "127.0.0.1:0", "--log", "error"]);
    // As on a full disk: no file may grow beyond some hundred kilobytes.
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 600; exec \"$@\"", "sh"]).arg(program.get_program());
    command.args(program.get_args());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let served = Served::spawn(command);
    let goal = json!({"goal": "calculate 6 * 7"}).to_string();
    let mut taken = 0;
    let refused = loop {
        let answer = served.ask("POST", "/runs", &goal);
        if answer.status != 201 {
            break answer;
        }
        taken += 1;
        assert!(taken < 1000, "the disk is never full");
    };
    assert!(refused.code().starts_with("storage.") && matches!(refused.status, 503 | 507), "{refused:?}");
    assert!(refused.json()["error"]["message"].as_str().unwrap().contains("the run was not begun"), "{refused:?}");
    drop(served);
    // What was said to be begun is there, and nothing else is.
    let served = Served::start(&home, &[]);
    assert_eq!(served.get("/runs?limit=1000").json()["runs"].as_array().map(Vec::len), Some(taken));
}
