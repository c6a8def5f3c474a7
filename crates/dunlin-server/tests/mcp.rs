//! The door for MCP clients, as a client knocks at it: lines of JSON-RPC over the standard streams, and over HTTP.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

use common::{Home, web::Served};
use serde_json::{Value, json};

struct Client {
    child: Child,
    into: Option<ChildStdin>,
    out: BufReader<ChildStdout>,
    next: u64,
    /// What the person says when they are asked; none leaves them unasked.
    person: Option<Value>,
    asked: Vec<String>,
    progress: Vec<Value>,
}

impl Client {
    fn start(home: &Home, person: Option<Value>) -> Self {
        Self::start_with(home, person, &[])
    }

    fn start_with(home: &Home, person: Option<Value>, arguments: &[&str]) -> Self {
        let mut child =
            home.command(&[arguments, &["mcp"]].concat()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (into, out) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Self { child, into, out, next: 0, person, asked: Vec::new(), progress: Vec::new() };
        let capabilities = if client.person.is_some() { json!({"elicitation": {}}) } else { json!({}) };
        let told = client.ask(
            "initialize",
            json!({"protocolVersion": "2025-06-18", "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"}}),
        );
        assert_eq!(told["result"]["serverInfo"]["name"], "dunlin", "{told}");
        assert_eq!(told["result"]["protocolVersion"], "2025-06-18");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.into.as_mut().unwrap(), "{message}").unwrap();
    }

    fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let mut message = json!({"jsonrpc": "2.0", "id": self.next, "method": method});
        message["params"] = params;
        self.send(&message);
        self.next
    }

    fn end(&mut self, id: u64) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.out.read_line(&mut line).unwrap() > 0, "the server hung up");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["method"] == "elicitation/create" {
                self.asked.push(message["params"]["message"].as_str().unwrap().to_owned());
                let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": self.person});
                self.send(&answer);
            } else if message["method"] == "notifications/progress" {
                self.progress.push(message["params"].clone());
            } else if message["id"] == id {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.end(id)
    }

    #[track_caller]
    fn call(&mut self, tool: &str, input: Value) -> Value {
        let mut params = json!({"name": tool});
        params["arguments"] = input;
        let answer = self.ask("tools/call", params);
        assert!(answer["result"].is_object(), "{tool}: {answer}");
        answer["result"].clone()
    }

    fn hang_up(mut self) {
        drop(self.into.take());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn a_client_plans_runs_and_reads_what_happened() {
    let home = Home::new();
    let mut client = Client::start(&home, None);
    let tools = client.ask("tools/list", json!({}));
    let names: Vec<&str> =
        tools["result"]["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    for name in [
        "dunlin_plan",
        "dunlin_run",
        "dunlin_status",
        "dunlin_report",
        "dunlin_cancel",
        "dunlin_approve",
        "dunlin_answer",
        "dunlin_signal",
        "calculator",
        "todo_store",
        "dates",
    ] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
    for tool in tools["result"]["tools"].as_array().unwrap() {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
    }
    let plan = client.call("dunlin_plan", json!({"goal": "add todo Buy milk and calculate 6 * 7"}));
    assert_eq!(plan["structuredContent"]["steps"].as_array().unwrap().len(), 2);
    assert_eq!(home.say(&["runs", "list"]).out, "", "a plan is no run");
    let id = client.begin(
        "tools/call",
        json!({"name": "dunlin_run", "_meta": {"progressToken": "p1"},
        "arguments": {"plan": plan["structuredContent"], "runId": "one"}}),
    );
    let run = client.end(id)["result"].clone();
    assert_eq!((&run["structuredContent"]["status"], &run["isError"]), (&json!("completed"), &json!(false)), "{run}");
    let last = client.progress.last().unwrap();
    assert_eq!((&last["progressToken"], &last["progress"], &last["total"]), (&json!("p1"), &json!(2.0), &json!(2.0)));
    assert_eq!(client.call("dunlin_status", json!({"runId": "one"}))["structuredContent"]["runId"], "one");
    assert!(
        client.call("dunlin_report", json!({"runId": "one"}))["content"][0]["text"]
            .as_str()
            .unwrap()
            .starts_with("# Run report")
    );
    assert_eq!(client.call("calculator", json!({"expression": "0.1 + 0.2"}))["structuredContent"]["result"], 0.3);

    let listed = client.ask("resources/list", json!({}))["result"]["resources"].clone();
    assert_eq!(listed[0]["uri"], "dunlin://runs/one");
    let record = client.ask("resources/read", json!({"uri": "dunlin://runs/one"}))["result"]["contents"][0].clone();
    assert_eq!(serde_json::from_str::<Value>(record["text"].as_str().unwrap()).unwrap()["status"], "completed");
    let report =
        client.ask("resources/read", json!({"uri": "dunlin://runs/one/report"}))["result"]["contents"][0].clone();
    assert_eq!(report["mimeType"], "text/markdown");
    let prompts = client.ask("prompts/list", json!({}))["result"]["prompts"].clone();
    for prompt in prompts.as_array().unwrap() {
        let got = client.ask("prompts/get", json!({"name": prompt["name"]}));
        let text = got["result"]["messages"][0]["content"]["text"].as_str().unwrap().to_owned();
        let goal = text.split('"').nth(1).unwrap();
        assert_eq!(home.say(&["ask", "--plan", goal]).code, 0, "the goal of {prompt} can be planned: {goal}");
    }
    assert!(!prompts.as_array().unwrap().is_empty());
    client.hang_up();
}

#[test]
fn what_does_not_fit_is_told_to_the_model() {
    let home = Home::new();
    let mut client = Client::start(&home, None);
    for (tool, input, code) in [
        ("dunlin_plan", json!({"goal": "what is the weather in Oslo"}), "plan.unrecognized"),
        ("dunlin_plan", json!({"gaol": "x"}), "tool.invalid-input"),
        ("dunlin_run", json!({}), "api.bad-argument"),
        ("dunlin_run", json!({"goal": "calculate 1 + 1", "runId": "a b"}), "run.invalid-id"),
        ("dunlin_status", json!({"runId": "none"}), "run.not-found"),
        ("dunlin_cancel", json!({"runId": "none"}), "run.not-found"),
        ("dunlin_approve", json!({"runId": "none"}), "run.not-found"),
        ("dunlin_status", json!({"runId": "none", "reason": "x"}), "tool.invalid-input"),
        ("dunlin_report", json!({"runId": "none", "reason": "x"}), "tool.invalid-input"),
    ] {
        let told = client.call(tool, input.clone());
        assert_eq!(
            (&told["isError"], &told["structuredContent"]["error"]["code"]),
            (&json!(true), &json!(code)),
            "{tool} {input}: {told}"
        );
    }
    let told = client.call("calculator", json!({"expression": "1 / 0"}));
    assert_eq!((&told["isError"], &told["structuredContent"]["code"]), (&json!(true), &json!("calc.divide-by-zero")));
    assert!(client.ask("tools/call", json!({"name": "no_such_tool", "arguments": {}}))["error"].is_object());
    assert!(client.ask("resources/read", json!({"uri": "file:///etc/passwd"}))["error"].is_object());
    assert!(client.ask("resources/read", json!({"uri": "dunlin://runs/none"}))["error"].is_object());
    assert!(client.ask("prompts/get", json!({"name": "none"}))["error"].is_object());
    assert!(client.ask("sing", json!({}))["error"].is_object());
    client.hang_up();
}

#[test]
fn a_question_of_the_guard_tells_the_client_what_it_is_and_not_the_thing_itself() {
    let home = Home::new();
    let file = home.folder.path().join("dunlin.json");
    // Nobody answers there, and nobody is asked: the person says no.
    let search = json!({"endpoint": "http://127.0.0.1:9/search", "options": {"allowPrivate": true}});
    std::fs::write(&file, json!({"tools": {"web_search": search}, "guard": "ask"}).to_string()).unwrap();
    let no = Some(json!({"action": "decline"}));
    let mut client = Client::start_with(&home, no, &["--config", file.to_str().unwrap()]);
    let query = json!({"query": "who is anna@example.org"});
    let step = json!({"stepNumber": 1, "kind": "tool", "toolName": "web_search", "toolInput": query});
    let run = client.call("dunlin_run", json!({"plan": {"schemaVersion": 1, "goal": "", "steps": [step]}}));
    assert_eq!(run["structuredContent"]["executionLog"][0]["status"], "denied", "{run}");
    let asked = client.asked.pop().unwrap();
    assert!(asked.contains("1 × e-mail (/query)") && !asked.contains("anna"), "{asked}");
    // A call of the tool itself is asked about as well.
    let call = client.call("web_search", query);
    assert_eq!(call["structuredContent"]["code"], "tool.approval-required", "{call}");
    assert!(client.asked.pop().unwrap().contains("1 × e-mail (/query)"));
    client.hang_up();
}

#[test]
fn a_person_is_asked_before_anything_is_destroyed() {
    let home = Home::new();
    for text in ["one", "two"] {
        home.say(&["todos", "add", text]);
    }
    let left = || home.say(&["todos", "list"]).records().len();

    // Who cannot ask the person does not answer for them.
    let mut mute = Client::start(&home, None);
    let run = mute.call("dunlin_run", json!({"goal": "clear my list", "runId": "mute"}));
    assert_eq!((&run["structuredContent"]["status"], left()), (&json!("suspended"), 2));
    let call = mute.call("todo_store", json!({"action": "clear", "all": true}));
    assert_eq!((&call["structuredContent"]["code"], left()), (&json!("tool.approval-required"), 2));
    mute.hang_up();

    let mut no = Client::start(&home, Some(json!({"action": "decline"})));
    let run = no.call("dunlin_run", json!({"goal": "clear my list"}));
    assert_eq!((&run["structuredContent"]["executionLog"][0]["status"], left()), (&json!("denied"), 2));
    no.person = Some(json!({"action": "accept", "content": {"agree": false}}));
    no.call("todo_store", json!({"action": "clear", "all": true}));
    no.person = Some(json!({"action": "cancel"}));
    let open = no.call("dunlin_run", json!({"goal": "clear my list"}));
    assert_eq!((&open["structuredContent"]["status"], left(), no.asked.len()), (&json!("suspended"), 2, 3));
    no.hang_up();

    let mut yes = Client::start(&home, Some(json!({"action": "accept", "content": {"agree": true}})));
    let run = yes.call("dunlin_run", json!({"goal": "clear my list"}));
    assert_eq!((&run["structuredContent"]["status"], left()), (&json!("completed"), 0));
    assert!(yes.asked[0].contains("todo_store") && yes.asked[0].contains("clear"), "{:?}", yes.asked);
    yes.call("todo_store", json!({"action": "undo"}));
    assert_eq!(left(), 2);
    yes.call("todo_store", json!({"action": "clear", "all": true}));
    assert_eq!(left(), 0);
    yes.hang_up();
}

#[test]
fn a_person_who_did_not_say_is_asked_again_also_in_another_session() {
    let home = Home::new();
    home.say(&["todos", "add", "one"]);
    let yes = json!({"action": "accept", "content": {"agree": true, "answer": "blue"}});
    let code = |told: &Value| told["structuredContent"]["error"]["code"].clone();
    let plan = json!({"schemaVersion": 2, "goal": "asks twice", "steps": [
        {"stepNumber": 1, "kind": "tool", "toolName": "todo_store", "toolInput": {"action": "clear", "all": true}},
        {"stepNumber": 2, "kind": "ask", "dependsOn": [1], "toolInput": {"question": "Which colour?"}},
        {"stepNumber": 3, "kind": "signal", "dependsOn": [2], "toolInput": {"name": "paid"}}]});
    let mut first = Client::start(&home, Some(json!({"action": "cancel"})));
    let run = first.call("dunlin_run", json!({"plan": plan, "runId": "left"}));
    assert_eq!((&run["structuredContent"]["status"], first.asked.len()), (&json!("suspended"), 1));
    let run = first.call("dunlin_approve", json!({"runId": "left"}));
    assert_eq!((&run["structuredContent"]["status"], first.asked.len()), (&json!("suspended"), 2), "{run}");
    first.hang_up();

    let mut mute = Client::start(&home, None);
    let told = mute.call("dunlin_approve", json!({"runId": "left"}));
    assert_eq!(code(&told), "tool.approval-required", "who cannot ask the person does not answer for them");
    mute.hang_up();

    let mut other = Client::start(&home, Some(yes));
    let run = other.call("dunlin_approve", json!({"runId": "left"}))["structuredContent"].clone();
    assert_eq!((&run["executionLog"][2]["awaits"]["name"], other.asked.len()), (&json!("paid"), 2), "{run}");
    assert_eq!(run["executionLog"][1]["output"], "blue");
    assert_eq!(home.say(&["todos", "list"]).out, "");
    let told = other.call("dunlin_approve", json!({"runId": "left"}));
    assert_eq!((code(&told), other.asked.len()), (json!("run.approval-void"), 2), "a signal is nobody's answer");
    other.hang_up();
}

#[test]
fn each_tool_has_a_name_of_its_own_and_is_reached_by_it() {
    let home = Home::new();
    let file = home.folder.path().join("dunlin.json");
    // Servers whose tools have names that are taken: they say who they are, tell one tool, and no more.
    let server = |tool: &str| {
        let hello = json!({"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}}, "serverInfo": {"name": "same", "version": "1"}}});
        let tools = json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [
            {"name": tool, "description": "of another", "inputSchema": {"type": "object"}}]}});
        let script = format!("read -r l; echo '{hello}'; read -r l; read -r l; echo '{tools}'; cat > /dev/null");
        json!({"command": "sh", "args": ["-c", script]})
    };
    let settings = json!({"mcp": {"dunlin": server("plan"), "agent": server("researcher")}});
    std::fs::write(&file, settings.to_string()).unwrap();
    let mut client = Client::start_with(&home, None, &["--config", file.to_str().unwrap(), "--with", "agents"]);
    let tools = client.ask("tools/list", json!({}))["result"]["tools"].clone();
    let mut names: Vec<&str> = tools.as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    names.sort_unstable();
    assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
    let is_of_another = |name: &str| {
        let tool = tools.as_array().unwrap().iter().find(|tool| tool["name"] == name);
        tool.unwrap_or_else(|| panic!("{name} is not in {names:?}"))["description"] == "of another"
    };
    let wanted = ["dunlin_plan", "dunlin_plan_2", "agent_researcher", "agent_researcher_2"];
    assert_eq!(wanted.map(is_of_another), [false, true, true, false]);

    assert!(client.call("dunlin_plan", json!({"goal": "calculate 6 * 7"}))["structuredContent"]["steps"].is_array());
    for other in ["dunlin_plan_2", "agent_researcher"] {
        assert_eq!(client.call(other, json!({}))["structuredContent"]["code"], "tool.approval-required", "{other}");
    }
    let found =
        client.call("agent_researcher_2", json!({"skill": "find", "with": {"query": "heating", "source": "todo"}}));
    assert_eq!(found["structuredContent"]["executionLog"][0]["toolName"], "agent:researcher", "{found}");
    client.hang_up();
}

#[test]
fn a_person_is_asked_for_data_and_a_signal_goes_on_with_a_run() {
    let home = Home::new();
    let given = |number: u32| json!({"$from": {"step": number, "pointer": "/output"}});
    let plan = json!({"schemaVersion": 2, "goal": "given", "result": {"size": given(1), "home": given(2), "paid": given(3)}, "steps": [
        {"stepNumber": 1, "kind": "ask", "toolInput": {"question": "Which size?", "schema": {"type": "integer", "minimum": 1}}},
        {"stepNumber": 2, "kind": "ask", "dependsOn": [1], "toolInput": {"question": "Where to?",
            "schema": {"type": "object", "properties": {"street": {"type": "string"}}, "required": ["street"]}}},
        {"stepNumber": 3, "kind": "signal", "dependsOn": [2], "toolInput": {"name": "paid"}},
    ]});
    let result = json!({"size": 43, "home": {"street": "Elm"}, "paid": {"by": "post"}});

    // A client that can ask a person does; what they give is held to the schema.
    let mut client =
        Client::start(&home, Some(json!({"action": "accept", "content": {"answer": 43, "street": "Elm"}})));
    let run = client.call("dunlin_run", json!({"plan": plan, "runId": "one"}))["structuredContent"].clone();
    assert_eq!(
        (&run["status"], client.asked.as_slice()),
        (&json!("suspended"), &["Which size?".to_owned(), "Where to?".to_owned()][..]),
        "{run}"
    );
    assert_eq!(run["executionLog"][2]["awaits"]["name"], "paid");
    let run = client.call("dunlin_signal", json!({"runId": "one", "name": "paid", "data": {"by": "post"}}));
    let mut whole = result.clone();
    // A form gives back what was filled in, all of it.
    whole["home"] = json!({"answer": 43, "street": "Elm"});
    assert_eq!(
        (&run["structuredContent"]["status"], &run["structuredContent"]["result"]),
        (&json!("completed"), &whole)
    );
    client.person = Some(json!({"action": "accept", "content": {"answer": "large"}}));
    let run = client.call("dunlin_run", json!({"plan": plan, "runId": "two"}));
    assert_eq!(run["structuredContent"]["executionLog"][0]["status"], "running", "what does not fit is no answer");
    client.hang_up();

    // For one that cannot there are tools.
    let mut mute = Client::start(&home, None);
    let run = mute.call("dunlin_run", json!({"plan": plan, "runId": "three"}))["structuredContent"].clone();
    assert_eq!(
        (&run["status"], &run["executionLog"][0]["awaits"]["question"]),
        (&json!("suspended"), &json!("Which size?"))
    );
    let told = mute.call("dunlin_answer", json!({"runId": "three", "stepNumber": 1, "answer": "large"}));
    assert_eq!((&told["isError"], &told["structuredContent"]["error"]["code"]), (&json!(true), &json!("run.revision")));
    let run = mute.call("dunlin_answer", json!({"runId": "three", "stepNumber": 1, "answer": 43}));
    assert_eq!(run["structuredContent"]["executionLog"][1]["awaits"]["question"], "Where to?", "{run}");
    mute.call("dunlin_signal", json!({"runId": "three", "name": "paid", "data": {"by": "post"}}));
    let run = mute.call("dunlin_answer", json!({"runId": "three", "stepNumber": 2, "answer": {"street": "Elm"}}));
    assert_eq!(
        (&run["structuredContent"]["status"], &run["structuredContent"]["result"]),
        (&json!("completed"), &result)
    );
    mute.hang_up();
}

#[test]
fn who_cancels_a_request_cancels_its_run() {
    let home = Home::new();
    let mut client = Client::start(&home, None);
    let plan = json!({"schemaVersion": 1, "goal": "wait", "steps": [
        {"stepNumber": 1, "kind": "wait", "toolName": "", "toolInput": {"ms": 60_000}},
    ]});
    let id = client.begin(
        "tools/call",
        json!({"name": "dunlin_run", "_meta": {"progressToken": 1}, "arguments": {"plan": plan, "runId": "long"}}),
    );
    while client.call("dunlin_status", json!({"runId": "long"}))["structuredContent"]["status"] != "running" {}
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    while client.call("dunlin_status", json!({"runId": "long"}))["structuredContent"]["status"] == "running" {}
    assert_eq!(client.call("dunlin_status", json!({"runId": "long"}))["structuredContent"]["status"], "cancelled");
    client.hang_up();
}

/// Five steps one after another, with many events each.
fn steps(ms: u32) -> Value {
    let step = |number: u32| {
        let after: Vec<u32> = (number > 1).then(|| number - 1).into_iter().collect();
        json!({"stepNumber": number, "kind": "wait", "toolName": "", "toolInput": {"ms": ms}, "dependsOn": after})
    };
    json!({"schemaVersion": 1, "goal": "five steps", "steps": (1..=5).map(step).collect::<Vec<_>>()})
}

/// Whether it grew with each, up to all five.
#[track_caller]
fn grew(told: &[Value]) {
    let values: Vec<f64> = told.iter().map(|told| told["progress"].as_f64().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a < b) && values.last() == Some(&5.0), "{values:?}");
}

#[test]
fn progress_grows_with_every_value_that_is_told() {
    let home = Home::new();
    let mut client = Client::start(&home, None);
    let id = client.begin(
        "tools/call",
        json!({"name": "dunlin_run", "_meta": {"progressToken": "p"}, "arguments": {"plan": steps(20)}}),
    );
    assert_eq!(client.end(id)["result"]["structuredContent"]["status"], "completed");
    grew(&client.progress);
    client.hang_up();
}

/// A client over HTTP, which hears what comes back for a request while it goes on.
struct Web {
    served: Served,
    session: String,
}

impl Web {
    fn start(home: &Home) -> Self {
        let mut web = Self { served: Served::start(home, &[]), session: String::new() };
        let begun = web.post(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "test", "version": "1"}}}));
        begun.header("mcp-session-id").unwrap().clone_into(&mut web.session);
        assert_eq!(web.post(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).status, 202);
        web
    }

    fn post(&self, body: &Value) -> common::web::Answer {
        let mut headers = vec![("accept", "application/json, text/event-stream"), ("content-type", "application/json")];
        headers.extend((!self.session.is_empty()).then_some(("mcp-session-id", self.session.as_str())));
        self.served.ask_with("POST", "/mcp", &headers, &body.to_string())
    }

    /// Begins to call a tool; what is told meanwhile and the result come on the stream.
    fn begin(&self, id: u64, params: &Value) -> std::net::TcpStream {
        let body = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string();
        let mut stream = self.served.connect();
        let head = format!(
            "POST /mcp HTTP/1.1\r\nhost: {}\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json\r\n\
             mcp-session-id: {}\r\ncontent-length: {}\r\n\r\n",
            self.served.address,
            self.session,
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        stream
    }

    /// Calls a tool, and gives what is told meanwhile, the result last; `hear` may answer to each.
    fn call(&self, params: &Value, mut hear: impl FnMut(&Self, &Value)) -> Vec<Value> {
        let (mut lines, mut told) = (BufReader::new(self.begin(2, params)).lines(), Vec::new());
        loop {
            let line = lines.next().expect("the server hung up").unwrap();
            let Some(data) = line.strip_prefix("data:") else { continue };
            let Ok(message) = serde_json::from_str::<Value>(data) else { continue };
            hear(self, &message);
            let is_last = message["id"] == 2 && message["method"].is_null();
            told.push(message);
            if is_last {
                return told;
            }
        }
    }
}

#[test]
fn over_http_progress_grows_a_person_is_asked_and_a_request_is_cancelled() {
    let home = Home::new();
    home.say(&["todos", "add", "one"]);
    let mut web = Web::start(&home);
    let params = json!({"name": "dunlin_run", "_meta": {"progressToken": 7}, "arguments": {"plan": steps(20)}});
    let mut told = web.call(&params, |_, _| {});
    assert_eq!(told.pop().unwrap()["result"]["structuredContent"]["status"], "completed");
    grew(&told.iter().map(|told| told["params"].clone()).collect::<Vec<_>>());

    let mut asked = 0;
    let clear = json!({"name": "dunlin_run", "arguments": {"goal": "clear my list"}});
    let told = web.call(&clear, |web, message| {
        if message["method"] == "elicitation/create" {
            asked += 1;
            let yes = json!({"action": "accept", "content": {"agree": true}});
            let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": yes});
            assert_eq!(web.post(&answer).status, 202);
        }
    });
    assert_eq!(told.last().unwrap()["result"]["structuredContent"]["status"], "completed");
    assert_eq!((asked, home.say(&["todos", "list"]).records().len()), (1, 0));

    let status =
        || web.call(&json!({"name": "dunlin_status", "arguments": {"runId": "long"}}), |_, _| {}).pop().unwrap();
    let is = |status: &Value, wanted: &str| status["result"]["structuredContent"]["status"] == wanted;
    let _long = web.begin(3, &json!({"name": "dunlin_run", "arguments": {"plan": steps(60_000), "runId": "long"}}));
    while !is(&status(), "running") {}
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}});
    assert_eq!(web.post(&cancel).status, 202);
    while is(&status(), "running") {}
    assert!(is(&status(), "cancelled"));
    assert_eq!(web.served.end(), Some(0));
}

#[test]
fn the_same_door_stands_open_over_http() {
    let home = Home::new();
    let mut served = Served::start(&home, &[]);
    let post = |body: Value, session: Option<&str>| {
        let mut headers = vec![("accept", "application/json, text/event-stream"), ("content-type", "application/json")];
        headers.extend(session.map(|session| ("mcp-session-id", session)));
        served.ask_with("POST", "/mcp", &headers, &body.to_string())
    };
    let begun = post(
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
        "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}),
        None,
    );
    assert_eq!(begun.status, 200, "{begun:?}");
    let session = begun.header("mcp-session-id").unwrap().to_owned();
    assert_eq!(post(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}), Some(&session)).status, 202);
    let called = post(
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "dunlin_run", "arguments": {"goal": "calculate 6 * 7"}}}),
        Some(&session),
    );
    assert!(called.body.contains("\"status\":\"completed\""), "{called:?}");
    assert_eq!(served.ask_with("POST", "/mcp", &[("origin", "http://evil.example")], "{}").status, 403);
    assert_eq!(served.ask_with("POST", "/mcp", &[("host", "evil.example")], "{}").status, 403);
    // Who listens for ever keeps nobody from ending it.
    let mut listening = served.connect();
    let head = format!("GET /mcp HTTP/1.1\r\nhost: {}\r\naccept: text/event-stream\r\n", served.address);
    listening.write_all(format!("{head}mcp-session-id: {session}\r\n\r\n").as_bytes()).unwrap();
    let mut told = [0; 15];
    listening.read_exact(&mut told).unwrap();
    assert_eq!(&told, b"HTTP/1.1 200 OK");
    assert_eq!(served.end(), Some(0));
}
