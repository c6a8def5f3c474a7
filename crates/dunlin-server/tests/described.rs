//! What `/openapi.json` says of the token, and of what is refused before an operation is looked at, held to what the server does.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::io::Write;

use common::{
    Home,
    web::{Answer, Served},
};
use dunlin_plan::schema;
use serde_json::{Value, json};

const TOKEN: &str = "a-token-of-some-length";
const JSON: (&str, &str) = ("content-type", "application/json");

/// A server, and the description that it gives of itself.
struct Described {
    served: Served,
    api: Value,
    bearer: Option<String>,
}

impl Described {
    fn start(home: &Home, token: Option<&str>, arguments: &[&str]) -> Self {
        let mut command = home.command(&["serve", "--address", "127.0.0.1:0", "--log", "error"]);
        command.args(arguments);
        if let Some(token) = token {
            command.env("DUNLIN_TOKEN", token);
        }
        let served = Served::spawn(command);
        let bearer = token.map(|token| format!("Bearer {token}"));
        let mut described = Self { served, api: Value::Null, bearer };
        described.api = described.ask("GET", "/openapi.json", &[], "").json();
        described
    }

    /// Asks with the token, where there is one.
    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let shown = self.bearer.as_deref().map(|bearer| ("authorization", bearer));
        self.served.ask_with(method, path, &[headers, shown.as_slice()].concat(), body)
    }

    /// Method, route, a path of it, and what is said of it.
    fn operations(&self) -> Vec<(String, String, Value)> {
        let paths = self.api["paths"].as_object().unwrap().iter();
        let all = paths.flat_map(|(route, methods)| {
            let of = |(method, told): (&String, &Value)| (method.to_uppercase(), route.clone(), told.clone());
            methods.as_object().unwrap().iter().map(of)
        });
        let all: Vec<_> = all.collect();
        assert!(all.len() > 20, "{all:?}");
        all
    }

    /// Holds an answer to what is said of it, and gives its code.
    #[track_caller]
    fn code(&self, operation: &Value, answer: &Answer) -> String {
        let told = &operation["responses"][answer.status.to_string()];
        let mut wanted = told["content"]["application/json"]["schema"].clone();
        assert!(wanted.is_object(), "not described: {answer:?}");
        wanted["components"] = self.api["components"].clone();
        let faults = schema::check(&wanted, &answer.json());
        assert!(faults.is_empty(), "{faults:?} in {answer:?}");
        answer.code()
    }
}

/// A path of a route.
fn path(route: &str) -> String {
    route.replace("{id}", "x").replace("{session}", "x")
}

#[test]
fn the_token_is_described_as_it_is_asked_for() {
    let home = Home::new();
    for token in [None, Some(TOKEN)] {
        let described = Described::start(&home, token, &["--rate", "0"]);
        let scheme = &described.api["components"]["securitySchemes"]["token"];
        assert_eq!((&scheme["type"], &scheme["scheme"]), (&json!("http"), &json!("bearer")));
        for (method, route, operation) in described.operations() {
            let wanted = match (route.as_str(), token) {
                ("/ready", _) => json!([]),
                (_, None) => json!([{}, {"token": []}]),
                (_, Some(_)) => json!([{"token": []}]),
            };
            assert_eq!(operation["security"], wanted, "{method} {route}");
            let without = described.served.ask_with(&method, &path(&route), &[], "");
            assert_eq!(
                operation["responses"]["401"].is_object(),
                without.status == 401,
                "{method} {route}: {without:?}"
            );
            if without.status == 401 {
                assert_eq!(described.code(&operation, &without), "http.token");
            }
            let with = described.ask(&method, &path(&route), &[], "");
            assert_ne!(with.status, 401, "{method} {route}");
        }
    }
}

#[test]
fn what_is_refused_before_an_operation_is_looked_at_is_described() {
    let home = Home::new();
    for token in [None, Some(TOKEN)] {
        let described = Described::start(&home, token, &["--rate", "0", "--max-body", "50"]);
        for (method, route, operation) in described.operations() {
            let at = |headers: &[(&str, &str)], body: &str| described.ask(&method, &path(&route), headers, body);
            let evil = at(&[("origin", "https://evil.example")], "");
            assert_eq!(
                (evil.status, described.code(&operation, &evil)),
                (403, "http.origin".to_owned()),
                "{method} {route}"
            );
            let form = at(&[("content-type", "text/plain")], "{}");
            let large = at(&[JSON], &format!("{{\"goal\": \"{}\"}}", "x".repeat(100)));
            for (answer, status, code) in [(form, 415, "http.media-type"), (large, 413, "http.body-too-large")] {
                let is_given = answer.status == status;
                assert_eq!(
                    operation["responses"][status.to_string()].is_object(),
                    is_given,
                    "{method} {route}: {answer:?}"
                );
                if is_given {
                    assert_eq!(described.code(&operation, &answer), code);
                }
            }
        }
    }
}

#[test]
fn what_a_crowded_server_answers_is_described() {
    let home = Home::new();
    let described = Described::start(&home, None, &["--rate", "0", "--max-requests", "1"]);
    // One that does not send the rest of what it has to say has the only place.
    let hold = || {
        let mut slow = described.served.connect();
        let head = "POST /plan HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000";
        slow.write_all(format!("{head}\r\n\r\n{{").as_bytes()).unwrap();
        slow
    };
    // Who looks whether there is room may have had the place itself when the slow one came.
    let mut slow = vec![hold()];
    while described.served.get("/ready").status != 503 {
        slow.push(hold());
    }
    for (method, route, operation) in described.operations() {
        let busy = described.ask(&method, &path(&route), &[], "");
        assert_eq!((busy.status, described.code(&operation, &busy)), (503, "http.busy".to_owned()), "{method} {route}");
    }

    // As many as come within a second are too many of every kind.
    let described = Described::start(&home, None, &["--rate", "1"]);
    for (method, route, operation) in described.operations() {
        // A page's storage waits for its turn.
        if route.starts_with("/storage") {
            continue;
        }
        let often = (0..20).map(|_| described.ask(&method, &path(&route), &[], "")).find(|answer| answer.status == 429);
        let often = often.unwrap_or_else(|| panic!("{method} {route} may be asked as often as one likes"));
        assert_eq!(described.code(&operation, &often), "http.rate", "{method} {route}");
    }
}

#[test]
fn records_are_described_whole_and_what_an_answer_leaves_out_is_never_null() {
    let home = Home::new();
    let api = Described::start(&home, None, &[]).api;
    let schemas = &api["components"]["schemas"];
    let text = api.to_string();
    for reference in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(schemas[reference].is_object(), "{reference} is named and not described");
    }
    for (record, field, wanted) in [
        // A record that another is put into.
        ("ChangedTodo", "completed", json!(["boolean", "null"])),
        ("ChangedTodo", "addTags", json!(["array", "null"])),
        ("ChangedTodo", "due", json!(["string", "null"])),
        ("WholeHealth", "uptimeMs", json!("integer")),
        ("WholeHealth", "lines", json!("array")),
        // What is sent may be null, what comes back is not.
        ("TodoFields", "due", json!(["string", "null"])),
        ("Todo", "due", json!("string")),
        ("RunSummary", "completedAt", json!("string")),
        ("ExecutionStep", "durationMs", json!("integer")),
    ] {
        assert_eq!(schemas[record]["properties"][field]["type"], wanted, "{field} of {record}");
    }
    assert_eq!(schemas["ChangedTodo"]["additionalProperties"], false);
    assert_eq!(schemas["ExecutionStep"]["properties"]["undo"]["$ref"], "#/components/schemas/StepStatus");
    // A run whose goal could not be planned has none, and says so.
    assert_eq!(schemas["Run"]["properties"]["plan"]["oneOf"][1]["type"], "null");
}
