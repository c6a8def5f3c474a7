//! What is asked wrongly is told as everything else is: a code, what was found, and what was probably meant.

mod common;

use common::{Home, web::Served};
use serde_json::json;

#[test]
fn a_query_a_path_and_a_body_are_refused_alike() {
    let home = Home::new();
    let page = home.folder.path().join("site");
    std::fs::create_dir_all(&page).unwrap();
    std::fs::write(page.join("index.html"), "<title>page</title>").unwrap();
    let served = Served::start(&home, &["--rate", "0", "--page", page.to_str().unwrap()]);
    served.ask("POST", "/runs?wait=10000", &json!({"goal": "calculate 6 * 7", "runId": "one"}).to_string());
    for (method, path, status, code, says) in [
        ("GET", "/runs?stauts=failed", 400, "api.bad-argument", "\"stauts\" is not known, did you mean \"status\""),
        ("GET", "/runs?status=faild", 400, "api.bad-argument", "did you mean \"failed\""),
        ("GET", "/runs?limit=abc", 400, "api.bad-argument", "limit: found \"abc\""),
        ("GET", "/runs?limit=-1", 400, "api.bad-argument", "limit: found \"-1\""),
        ("GET", "/runs?limit=1&limit=2", 400, "api.bad-argument", "\"limit\" is given twice"),
        ("GET", "/runs/one/events?form=1", 400, "api.bad-argument", "\"form\" is not known"),
        ("POST", "/runs?wiat=1", 400, "api.bad-argument", "did you mean \"wait\""),
        ("GET", "/todos?stauts=all", 400, "api.bad-argument", "did you mean \"status\""),
        ("GET", "/tools?name=calculator", 400, "api.bad-argument", "takes nothing there"),
        ("HEAD", "/runs/one?wait=1", 400, "", ""),
        ("DELETE", "/runs/one?force=1", 400, "api.bad-argument", "takes nothing there"),
        ("GET", "/runs/%ff", 400, "api.bad-argument", "the path does not read"),
        ("POST", "/plan", 400, "api.bad-argument", "\"goal\" is missing"),
        ("GET", "/run", 404, "http.no-route", "nothing at this path"),
        ("POST", "/run", 405, "http.method", "that method"),
        ("GET", "/assets/none.js", 404, "http.no-route", "nothing at this path"),
    ] {
        let answer = served.ask(method, path, "");
        assert_eq!(answer.status, status, "{method} {path}: {answer:?}");
        if !code.is_empty() {
            assert_eq!(answer.code(), code, "{method} {path}");
            assert!(answer.body.replace("\\\"", "\"").contains(says), "{method} {path}: {answer:?}");
        }
    }
    assert_eq!(served.get("/runs?text=6&limit=5").json()["total"], 1, "words that look like a number are words");
    assert_eq!(served.get("/runs/one?").json()["status"], "completed");
    let large = served.ask("POST", "/plan", &json!({"goal": "x".repeat(3 << 20)}).to_string());
    assert!(large.status == 413 && large.body.contains("--max-body"), "{large:?}");
}

#[test]
fn what_may_be_left_out_whole_needs_no_body() {
    let home = Home::new();
    let served = Served::start(&home, &["--rate", "0"]);
    served.ask("POST", "/todos", "{\"text\": \"milk\"}");
    let waits = served.ask("POST", "/runs?wait=10000", &json!({"goal": "clear my list", "runId": "one"}).to_string());
    assert_eq!(waits.json()["status"], "suspended");
    assert_eq!(served.ask("POST", "/runs/one/cancel", "").status, 200);
    assert!(served.get("/runs/one/events").body.contains("event: runCancelled"));
    for body in ["", "null", "{}"] {
        assert_eq!(served.ask("POST", "/runs/one/retry", body).status, 201, "{body:?}");
    }
    let typed = served.ask_with("POST", "/runs/one/retry", &[("content-type", "text/plain")], "{}");
    assert_eq!(typed.code(), "http.media-type");
}

#[test]
fn a_command_line_that_lets_too_many_in_is_refused() {
    let home = Home::new();
    let token = home.folder.path().join("token");
    let serve = |arguments: &[&str]| home.say(&[&["serve", "--address", "127.0.0.1:0"][..], arguments].concat());
    for text in ["", " \n"] {
        std::fs::write(&token, text).unwrap();
        let refused = serve(&["--token-file", token.to_str().unwrap()]);
        assert_eq!(refused.code, 7, "an empty token is no token: {refused:?}");
        assert!(format!("{refused:?}").contains("there is no token in"), "{refused:?}");
    }
    for address in ["8787", ":8787", "127.0.0.1", "example.org:8787", "localhost", "localhost:99999"] {
        let refused = home.say(&["serve", "--address", address]);
        assert_eq!(refused.code, 2, "{address}: {refused:?}");
        assert!(format!("{refused:?}").contains("such as 127.0.0.1:8787"), "{refused:?}");
    }
    assert_eq!(serve(&["--max-body", "0"]).code, 2);
    let mut named = home.command(&["serve", "--address", "localhost:0", "--log", "warn"]);
    named.env_remove("DUNLIN_TOKEN");
    let served = Served::spawn(named);
    assert!(served.address.ip().is_loopback());
    let taken = home.say(&["serve", "--address", &served.address.to_string()]);
    assert!(taken.code == 7 && format!("{taken:?}").contains("port 0"), "{taken:?}");
}
