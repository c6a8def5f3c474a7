//! The tools that reach further: off until they are switched on, then in goals, plans, over HTTP and for MCP clients.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    io::{Read, Write},
    net::TcpListener,
    thread,
};

use common::{Home, web::Served};
use serde_json::{Value, json};

/// A site of a few pages on this machine, for as long as the test lives. Gives its origin.
fn site() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let (mut head, mut byte) = (Vec::new(), [0]);
            while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|count| count == 1) {
                head.push(byte[0]);
            }
            let head = String::from_utf8_lossy(&head).into_owned();
            let path = head.split(' ').nth(1).unwrap_or_default();
            let body = match path.split('?').next().unwrap_or_default() {
                "/prices.json" => json!({"pears": 3}).to_string(),
                "/search" => json!({"results": [
                    {"url": "https://example.org/pears", "title": "Pears", "content": format!("asked: {path}")},
                    {"url": "javascript:alert(1)", "title": "Not a page"},
                ]})
                .to_string(),
                _ => "{}".to_owned(),
            };
            let told = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
            // A client that has gone away wants nothing.
            let _ = stream.write_all(told.as_bytes());
        }
    });
    origin
}

/// A home with everything switched on by a file of settings. Gives the arguments that name it.
fn settings(home: &Home, origin: &str) -> String {
    let file = home.folder.path().join("dunlin.json");
    let text = json!({"tools": {
        "fetch": {"origins": [origin], "allowPrivate": true},
        "web_search": {"endpoint": format!("{origin}/search"), "options": {"allowPrivate": true}},
        "search": {},
        "sql": {"rows": 2},
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
    ] {
        let plan = json!({"schemaVersion": 1, "goal": "", "steps": [
            {"stepNumber": 1, "kind": "tool", "toolName": tool, "toolInput": input}]});
        let said = home.say_with(&plan.to_string(), &["--config", &config, "run", "-"]);
        assert_eq!((said.code, said.run()["error"]["code"].as_str()), (1, Some(code)), "{tool}: {said:?}");
    }
    assert_eq!(home.say(&["todos", "list"]).records().len(), 3);
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
