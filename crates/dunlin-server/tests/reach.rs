//! The tools that reach further: off until they are switched on, then in goals, plans, over HTTP and for MCP clients.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    fs::File,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use common::{
    Home,
    stub::{Asked, Stub, whole},
    web::Served,
};
use serde_json::{Value, json};

/// A site of a few pages on this machine, for as long as the test lives. Gives its origin.
fn site() -> String {
    let answer = |_, asked: &Asked| {
        let path = asked.head.split(' ').nth(1).unwrap_or_default();
        let body = match path.split('?').next().unwrap_or_default() {
            "/prices.json" => json!({"pears": 3}),
            "/search" => json!({"results": [
                {"url": "https://example.org/pears", "title": "Pears", "content": format!("asked: {path}")},
                {"url": "javascript:alert(1)", "title": "Not a page"},
            ]}),
            _ => json!({}),
        };
        whole("200 OK", "content-type: application/json\r\n", &body.to_string())
    };
    Stub::answering(answer).origin
}

/// A program of a single call that takes half a minute.
const SEARCHES_LONG: &str = "const long = 'a'.repeat(4000000); long.indexOf('a'.repeat(2000000) + 'b')";
/// A statement with a single call in it that takes some seconds.
const SEARCHES_LONG_IN_SQL: &str = "SELECT instr(printf('%.*c', 900000, 'a'), printf('%.*c', 400000, 'a') || 'b')";

/// A home with everything switched on by a file of settings. Gives the arguments that name it.
fn settings(home: &Home, origin: &str) -> String {
    let file = home.folder.path().join("dunlin.json");
    let text = json!({"tools": {
        "fetch": {"origins": [origin], "allowPrivate": true},
        "web_search": {"endpoint": format!("{origin}/search"), "options": {"allowPrivate": true}},
        "search": {},
        "sql": {"rows": 2, "timeMs": 500},
        "code": {"timeMs": 500},
    }});
    std::fs::write(&file, text.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

fn names(records: &[Value]) -> Vec<&str> {
    records.iter().filter_map(|tool| tool["name"].as_str()).collect()
}

#[test]
fn nothing_reaches_further_until_it_is_switched_on() {
    let home = Home::new();
    let builtin = home.say(&["tools"]).records();
    assert_eq!(names(&builtin), ["calculator", "dates", "guide", "schedules", "todo_store"]);
    let plan = json!({"schemaVersion": 1, "goal": "", "steps": [
        {"stepNumber": 1, "kind": "tool", "toolName": "code", "toolInput": {"code": "1"}}]});
    assert_eq!(home.say_with(&plan.to_string(), &["run", "-"]).error()["code"], "plan.unknown-tool");
    let some = home.say(&["tools", "--with", "sql,code", "--fetch", "https://example.org"]).records();
    assert_eq!(names(&some), ["calculator", "code", "dates", "fetch", "guide", "schedules", "sql", "todo_store"]);
    let drawn = home.say(&["tools", "--with", "chart,judge"]).records();
    assert_eq!(names(&drawn), ["calculator", "chart", "dates", "guide", "judge", "schedules", "todo_store"]);
    let all = home.say(&["--config", &settings(&home, "http://127.0.0.1:1"), "tools"]).records();
    assert_eq!(
        names(&all),
        ["calculator", "code", "dates", "fetch", "guide", "schedules", "search", "sql", "todo_store", "web_search"]
    );
    for (arguments, part) in [
        (&["tools", "--fetch", "example.org"][..], "found \\\"example.org\\\""),
        (&["tools", "--web-search", "example.org"], "endpoint"),
    ] {
        let refused = home.say(arguments);
        assert_eq!((refused.code, refused.error()["code"].as_str()), (3, Some("config.invalid")), "{arguments:?}");
        assert!(refused.err.contains(part), "{refused:?}");
    }
    assert_eq!(home.say(&["tools", "--with", "everything"]).code, 2);
    for (text, part) in [
        ("{", "EOF"),
        ("{\"tool\": {}}", "did you mean"),
        ("{\"tools\": {\"fetsch\": {}}}", "fetsch"),
        ("{\"tools\": {\"fetch\": {\"origin\": []}}}", "origin"),
        ("{\"tools\": {\"sql\": {\"rows\": -1}}}", "rows"),
    ] {
        let file = home.folder.path().join("bad.json");
        std::fs::write(&file, text).unwrap();
        let refused = home.say(&["tools", "--config", file.to_str().unwrap()]);
        assert_eq!(
            (refused.code, refused.error()["code"].as_str()),
            (3, Some("config.invalid")),
            "{text}: {refused:?}"
        );
        assert!(refused.err.contains(part), "{text}: {refused:?}");
    }
    assert_eq!(home.say(&["tools", "--config", "/no/such/file"]).code, 7);
}

#[test]
fn the_notes_of_a_folder_are_found_by_goals_plans_and_agents() {
    let home = Home::new();
    let folder = home.folder.path().join("notes");
    std::fs::create_dir_all(folder.join("house")).unwrap();
    std::fs::write(folder.join("house/boiler.md"), "# Boiler\nThe heating costs were 142.30 in January 2026.").unwrap();
    let folder = folder.to_str().unwrap();
    home.say(&["todos", "add", "bleed the radiators"]);
    let said = home.say(&["--notes", folder, "ask", "search my notes for heating costs"]);
    assert_eq!(said.code, 0, "{said:?}");
    // The run itself has these words too.
    let result = said.run()["result"].clone();
    let found = result.as_array().unwrap().iter().find(|hit| hit["kind"] == "note").unwrap();
    assert_eq!(
        (&found["id"], &found["kind"], &found["title"]),
        (&json!("house/boiler.md"), &json!("note"), &json!("Boiler"))
    );
    let goal = "find what my notes say about heating costs, then total them by month";
    let said = home.say(&["--notes", folder, "--with", "agents", "ask", goal]);
    assert_eq!(said.run()["result"]["total"]["totals"][0]["total"], json!(142.3), "{said:?}");
    // By the settings as well, and what is no folder is told.
    let file = home.folder.path().join("notes.json");
    std::fs::write(&file, json!({"tools": {"search": {"notes": [folder], "documents": 1}}}).to_string()).unwrap();
    let said = home.say(&["--config", file.to_str().unwrap(), "ask", "search everything for radiators"]);
    assert_eq!(said.run()["error"]["code"], "search.too-much", "the limits hold: {said:?}");
    let said = home.say(&["tools", "--notes", "/no/such/folder"]);
    assert_eq!((said.code, said.error()["code"].as_str()), (3, Some("config.invalid")), "{said:?}");
    assert!(said.err.contains("/no/such/folder"), "{said:?}");
}

#[test]
fn sql_knows_the_columns_of_todos_and_runs_where_there_are_none() {
    let home = Home::new();
    for query in [
        "SELECT text, due, notes, createdAt FROM todos WHERE completed = 0",
        "SELECT goal, error FROM runs WHERE status = 'failed'",
    ] {
        let said = home.say(&["--with", "sql", "ask", &format!("run sql \"{query}\"")]);
        assert_eq!((said.code, &said.run()["result"]), (0, &json!([])), "{query}: {said:?}");
    }
}

#[test]
fn goals_and_plans_use_what_is_switched_on() {
    let home = Home::new();
    let origin = site();
    let config = settings(&home, &origin);
    let ask = |goal: &str| home.say(&["--config", &config, "ask", goal]);
    for text in ["buy pears", "buy apples", "sell the piano"] {
        home.say(&["todos", "add", text]);
    }
    for (goal, tool, part) in [
        (format!("fetch {origin}/prices.json"), "fetch", "\"pears\":3"),
        ("search the web for ripe pears".to_owned(), "web_search", "q=ripe"),
        ("search everything for piano".to_owned(), "search", "sell the piano"),
        ("run sql \"SELECT COUNT(*) AS n FROM todos WHERE text LIKE 'buy%'\"".to_owned(), "sql", "\"n\":2"),
        ("run the code \"const seven = 7; 6 * seven\"".to_owned(), "code", "42"),
    ] {
        let said = ask(&goal);
        assert_eq!(said.code, 0, "{goal}: {said:?}");
        let step = said.run()["executionLog"][0].clone();
        assert_eq!(step["toolName"], tool, "{goal}");
        assert!(step["output"].to_string().contains(part), "{goal}: {step}");
        assert!(!step["output"].to_string().contains("javascript:"), "{goal}: {step}");
    }
    // What was learnt is used by what follows, and the limits of the settings hold.
    let from = |step: u32, pointer: &str| json!({"$from": {"step": step, "pointer": pointer}});
    let plan = json!({"schemaVersion": 2, "goal": "together", "result": from(2, "/output"), "steps": [
        {"stepNumber": 1, "kind": "tool", "toolName": "fetch", "toolInput": {"url": format!("{origin}/prices.json")}},
        {"stepNumber": 2, "kind": "tool", "toolName": "code", "dependsOn": [1],
            "toolInput": {"code": "input.json.pears * 14", "input": from(1, "/output")}},
    ]});
    let said = home.say_with(&plan.to_string(), &["--config", &config, "run", "-"]);
    assert_eq!((said.code, &said.run()["result"]), (0, &json!(42)), "{said:?}");
    for (tool, input, code) in [
        ("fetch", json!({"url": "http://127.0.0.1:1/elsewhere"}), "fetch.origin-refused"),
        ("sql", json!({"query": "DELETE FROM todos"}), "sql.refused"),
        ("sql", json!({"query": "SELECT text FROM todos"}), "sql.too-large"),
        ("code", json!({"code": "while (true) {}"}), "code.timeout"),
        // Within one built-in function no engine looks at a clock: its process is ended.
        ("code", json!({"code": SEARCHES_LONG}), "code.timeout"),
        ("sql", json!({"query": SEARCHES_LONG_IN_SQL}), "sql.timeout"),
    ] {
        let plan = json!({"schemaVersion": 1, "goal": "", "steps": [
            {"stepNumber": 1, "kind": "tool", "toolName": tool, "toolInput": input}]});
        let said = home.say_with(&plan.to_string(), &["--config", &config, "run", "-"]);
        assert_eq!((said.code, said.run()["error"]["code"].as_str()), (1, Some(code)), "{tool}: {said:?}");
    }
    assert_eq!(home.say(&["todos", "list"]).records().len(), 3);
    // Where the settings allow writes a copy is changed, and the list stays as it is.
    let writing = home.folder.path().join("writing.json");
    std::fs::write(&writing, json!({"tools": {"sql": {"writes": true}}}).to_string()).unwrap();
    let step = |number: u32, input: Value| {
        json!({"stepNumber": number, "kind": "tool", "toolName": "sql", "toolInput": input,
            "dependsOn": if number > 1 { vec![number - 1] } else { Vec::new() }})
    };
    let plan = json!({"schemaVersion": 2, "goal": "together", "result": from(2, "/output"), "steps": [
        step(1, json!({"query": "DELETE FROM todos WHERE text LIKE 'buy%'"})),
        step(2, json!({"query": "SELECT text FROM kept", "tables": {"kept": from(1, "/output")}})),
    ]});
    let said = home.say_with(&plan.to_string(), &["--config", writing.to_str().unwrap(), "run", "-"]);
    assert_eq!((said.code, &said.run()["result"]), (0, &json!([{"text": "sell the piano"}])), "{said:?}");
    assert_eq!(home.say(&["todos", "list"]).records().len(), 3);
}

#[test]
fn what_is_kept_in_memory_is_found_and_forgotten_by_goals_and_todos_stay_todos() {
    let home = Home::new();
    let ask = |goal: &str, with: &[&str]| home.say(&[&["ask", goal][..], with].concat());
    let with = ["--with", "memory"];
    for goal in [
        "keep in memory that the boiler key is under the mat",
        "memorize: Anna likes tea",
        "commit to memory the gate code is blue",
    ] {
        let kept = ask(goal, &with);
        assert_eq!(
            (kept.code, kept.run()["executionLog"][0]["toolName"].clone()),
            (0, json!("memory")),
            "{goal}: {kept:?}"
        );
    }
    let found = ask("what do you remember about the boiler", &with).run()["result"].clone();
    assert_eq!(found[0]["value"], "the boiler key is under the mat", "{found}");
    assert_eq!(ask("what do you remember?", &with).run()["result"].as_array().unwrap().len(), 3);
    // What may destroy something asks a person first.
    assert_eq!(ask("forget what you remember about the boiler", &with).code, 4);
    assert_eq!(ask("forget what you remember about the boiler", &[&with[..], &["--yes"]].concat()).code, 0);
    assert_eq!(ask("what do you remember about the boiler", &with).run()["result"], json!([]));
    for goal in [
        "remember to buy milk",
        "remember that the fair is on May 4",
        "remember the dry cleaning",
        "keep in mind that I have to call mum",
    ] {
        assert_eq!(ask(goal, &with).run()["executionLog"][0]["toolName"], "todo_store", "{goal}");
    }
    // Another process may be told to keep everything.
    let card = "memorize my card is 4111 1111 1111 1111";
    let refused = ask(card, &with);
    assert_eq!((refused.code, &refused.run()["error"]["code"]), (1, &json!("memory.guarded")), "{refused:?}");
    let file = home.folder.path().join("open.json");
    std::fs::write(&file, json!({"tools": {"memory": {"guard": "off"}}}).to_string()).unwrap();
    assert_eq!(ask(card, &["--config", file.to_str().unwrap()]).code, 0);
    assert_ne!(ask("memorize tea", &[]).code, 0);
}

#[test]
fn a_message_that_one_process_publishes_is_taken_by_another_and_acknowledged_once() {
    let home = Home::new();
    let ask = |goal: &str| home.say(&["ask", goal, "--with", "bus"]);
    let published = ask("publish the boiler is fixed under the topic news");
    assert_eq!(published.code, 0, "{published:?}");
    let taken = ask("take the next message of topic news").run()["result"].clone();
    assert_eq!((&taken["value"], &taken["id"]), (&json!("the boiler is fixed"), &published.run()["result"]["id"]));
    let plan = json!({"schemaVersion": 1, "goal": "", "steps": [{"stepNumber": 1, "kind": "tool", "toolName": "bus",
        "toolInput": {"action": "acknowledge", "topic": "news", "group": "person", "id": taken["id"]}}]});
    let done = || home.say_with(&plan.to_string(), &["run", "-", "--with", "bus"]).run()["result"].clone();
    assert_eq!((done(), done()), (json!({"acknowledged": true}), json!({"acknowledged": false})));
    assert_eq!(ask("take the next message of topic news").run()["result"], json!(null));
    let refused = ask("publish my card is 4111 1111 1111 1111 under topic news");
    assert_eq!((refused.code, &refused.run()["error"]["code"]), (1, &json!("bus.guarded")), "{refused:?}");
}

#[test]
fn a_server_and_mcp_clients_have_them_too() {
    let home = Home::new();
    let config = settings(&home, &site());
    let served = Served::start(&home, &["--config", &config]);
    served.ask("POST", "/todos", "{\"line\": \"sell the piano\"}");
    assert!(names(served.get("/tools").json().as_array().unwrap()).contains(&"search"));
    let run = served.ask("POST", "/runs?wait=10000", "{\"goal\": \"search everything for piano\"}").json();
    assert_eq!(run["executionLog"][0]["output"][0]["title"], "sell the piano", "{run}");
    // It sees what was changed since.
    served.ask("POST", "/todos", "{\"line\": \"tune the piano\"}");
    let run = served.ask("POST", "/runs?wait=10000", "{\"goal\": \"search everything for piano\"}").json();
    let found = run["executionLog"][0]["output"].as_array().unwrap().iter().filter(|found| found["kind"] == "todo");
    assert_eq!(found.count(), 2, "{run}");
}

/// Begins a run of one call of that tool, tried once, and gives the code of its error.
fn call(served: &Served, tool: &str, input: &Value) -> Option<String> {
    let plan = json!({"schemaVersion": 2, "goal": "", "steps": [
        {"stepNumber": 1, "kind": "tool", "toolName": tool, "toolInput": input, "retry": {"maxAttempts": 1}}]});
    let run = served.ask("POST", "/runs?wait=30000", &json!({ "plan": plan }).to_string()).json();
    run["executionLog"][0]["errorCode"].as_str().map(str::to_owned)
}

#[test]
fn a_service_that_fails_is_seen_in_health_metrics_and_the_log() {
    let home = Home::new();
    let well = Arc::new(AtomicBool::new(false));
    let is_well = well.clone();
    let stub = Stub::start(move |_| {
        let status = if is_well.load(Ordering::Relaxed) { "200 OK" } else { "503 Service Unavailable" };
        whole(status, "content-type: application/json\r\n", "{\"results\": []}")
    });
    let origin = &stub.origin;
    let steady = json!({"failures": 2, "openMs": 6000});
    let text = json!({"tools": {
        "fetch": {"origins": [origin], "allowPrivate": true, "retries": 0, "breaker": steady},
        "web_search": {"endpoint": format!("{origin}/search"),
            "options": {"allowPrivate": true, "retries": 0, "breaker": {"failures": 1, "openMs": 600_000}}},
    }});
    let (config, log) = (home.folder.path().join("dunlin.json"), home.folder.path().join("log"));
    std::fs::write(&config, text.to_string()).unwrap();
    let mut command = home.command(&["serve", "--address", "127.0.0.1:0", "--log", "info"]);
    command.args(["--config", config.to_str().unwrap()]).stderr(File::create(&log).unwrap());
    let served = Served::spawn(command);
    let fetch = || call(&served, "fetch", &json!({"url": format!("{origin}/page")}));
    let line = |tool: &str| {
        let lines = served.get("/health").json()["lines"].take();
        lines.as_array().into_iter().flatten().find(|line| line["tool"] == tool).cloned().unwrap_or_default()
    };
    let has = |sample: &str| served.get("/metrics").body.lines().any(|line| line == sample);

    // Nothing was asked, so nothing is known.
    let health = served.get("/health").json();
    assert_eq!((&health["status"], &health["lines"]), (&json!("healthy"), &Value::Null), "{health}");
    assert!(!served.get("/metrics").body.contains("dunlin_circuit"));
    assert_eq!(fetch().as_deref(), Some("fetch.status"));
    let expected = |state: &str, opened: u32, requests: u32, failures: u32, refused: u32| {
        json!({"tool": "fetch", "service": origin, "state": state, "opened": opened, "requests": requests,
            "failures": failures, "refused": refused})
    };
    assert_eq!(line("fetch"), expected("closed", 0, 1, 1, 0));
    assert_eq!(served.get("/health").json()["status"], "healthy");

    // It opens: no request goes out any more.
    assert_eq!(fetch().as_deref(), Some("fetch.status"));
    assert_eq!(fetch().as_deref(), Some("fetch.circuit-open"));
    let health = served.get("/health").json();
    assert_eq!((&health["status"], &health["lines"][0]), (&json!("degraded"), &expected("open", 1, 2, 2, 1)));
    let notice = format!("fetch: {origin} failed and is left alone for a while");
    assert!(health["notices"].as_array().unwrap().contains(&json!(notice)), "{health}");
    let labels = format!("tool=\"fetch\",service=\"{origin}\"");
    for (name, state, number) in [
        ("circuit_state", ",state=\"open\"", 1),
        ("circuit_state", ",state=\"closed\"", 0),
        ("circuit_opened_total", "", 1),
        ("service_requests_total", "", 2),
        ("service_failures_total", "", 2),
        ("service_refused_total", "", 1),
    ] {
        let sample = format!("dunlin_{name}{{{labels}{state}}} {number}");
        assert!(has(&sample), "{sample}: {}", served.get("/metrics").body);
    }
    assert_eq!(stub.asked().len(), 2);

    // It is tried again once it has rested, and the line is well when the service is.
    well.store(true, Ordering::Relaxed);
    while line("fetch")["state"] == "open" {
        thread::park_timeout(Duration::from_millis(100));
    }
    assert_eq!(line("fetch")["state"], "half-open");
    assert_eq!(fetch(), None);
    assert_eq!(line("fetch"), expected("closed", 1, 3, 2, 1));
    assert_eq!(served.get("/health").json()["status"], "healthy");

    // What searches the web has a line of its own.
    well.store(false, Ordering::Relaxed);
    assert_eq!(call(&served, "web_search", &json!({"query": "pears"})).as_deref(), Some("fetch.status"));
    assert_eq!(line("web_search")["state"], "open");
    let told = std::fs::read_to_string(&log).unwrap();
    let changes: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["fields"]["message"].as_str().unwrap_or_default().contains("circuit"))
        .map(|line| json!([line["level"], line["fields"]["tool"], line["fields"]["before"], line["fields"]["state"]]))
        .collect();
    assert_eq!(
        json!(changes),
        json!([
            ["WARN", "fetch", "closed", "open"],
            ["INFO", "fetch", "open", "half-open"],
            ["INFO", "fetch", "half-open", "closed"],
            ["WARN", "web_search", "closed", "open"],
        ]),
        "{told}"
    );
}
