//! The guard around tools that reach beyond this machine: what arrives outside, by the settings.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use common::{
    Home, Said,
    stub::{Stub, whole},
};
use serde_json::{Value, json};

/// A search service that finds nothing.
fn service() -> Stub {
    Stub::start(|_| whole("200 OK", "content-type: application/json\r\n", r#"{"results": []}"#))
}

/// Calls a tool under settings with that guard; none is what there is without a setting.
fn call(home: &Home, stub: &Stub, guard: Option<&Value>, tool: &str, input: &Value) -> Said {
    let mut settings = json!({"tools": {
        "fetch": {"origins": [stub.origin], "allowPrivate": true},
        "web_search": {"endpoint": format!("{}/search", stub.origin), "options": {"allowPrivate": true}},
    }});
    if let Some(guard) = guard {
        settings["guard"] = guard.clone();
    }
    let file = home.folder.path().join("dunlin.json");
    std::fs::write(&file, settings.to_string()).unwrap();
    let plan = json!({"schemaVersion": 1, "goal": "", "steps": [
        {"stepNumber": 1, "kind": "tool", "toolName": tool, "toolInput": input}]});
    home.say_with(&plan.to_string(), &["--config", file.to_str().unwrap(), "run", "-"])
}

#[test]
fn without_a_setting_addresses_are_taken_out_and_what_is_graver_does_not_leave() {
    let (home, stub) = (Home::new(), service());
    let said = call(&home, &stub, None, "web_search", &json!({"query": "who is anna@example.org"}));
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(said.run()["executionLog"][0]["metadata"]["takenOut"], "1 × e-mail", "{said:?}");
    let heard = stub.heard();
    assert!(heard.len() == 1 && heard[0].contains("mail") && !heard[0].contains("anna"), "{heard:?}");

    let said = call(&home, &stub, None, "web_search", &json!({"query": "is 4111 1111 1111 1111 stolen"}));
    let error = &said.run()["error"];
    assert_eq!((said.code, &error["code"]), (1, &json!("guard.blocked")), "{said:?}");
    assert!(error["message"].as_str().unwrap().contains("1 × card number"), "{error}");
    assert!(error["hint"].as_str().unwrap().contains("set `guard` for web_search"), "{error}");
    assert!(stub.heard().is_empty());

    // The address of the machine that is asked is no secret to it.
    let said = call(&home, &stub, None, "fetch", &json!({"url": format!("{}/plain", stub.origin)}));
    assert_eq!((said.code, stub.heard()), (0, vec!["GET /plain HTTP/1.1".to_owned()]), "{said:?}");
}

#[test]
fn a_word_says_it_for_all_tools_and_a_table_for_each() {
    let (home, stub) = (Home::new(), service());
    let query = json!({"query": "card 4111 1111 1111 1111 of anna@example.org"});
    let url = json!({"url": format!("{}/u?mail=anna@example.org", stub.origin)});
    for (guard, tool, input, code, arrives) in [
        (json!("off"), "web_search", &query, "", &["4111", "anna"][..]),
        (json!("redact"), "web_search", &query, "", &["card"]),
        (json!("block"), "fetch", &url, "guard.blocked", &[]),
        (json!({"default": "block", "tools": {"fetch": "off"}}), "fetch", &url, "", &["anna@example.org"]),
        (json!({"default": "block", "tools": {"fetch": "off"}}), "web_search", &query, "guard.blocked", &[]),
        (json!({"tools": {"web_search": "redact"}}), "web_search", &query, "", &["card"]),
    ] {
        let said = call(&home, &stub, Some(&guard), tool, input);
        let found = said.run()["error"]["code"].as_str().unwrap_or_default().to_owned();
        let heard = stub.heard().concat();
        assert_eq!((found.as_str(), heard.is_empty()), (code, !code.is_empty()), "{guard} {tool}: {said:?}");
        assert!(arrives.iter().all(|part| heard.contains(part)), "{guard} {tool}: {heard}");
        assert_eq!(heard.contains("anna"), arrives.iter().any(|part| part.contains("anna")), "{guard} {tool}: {heard}");
    }
}

#[test]
fn where_the_setting_asks_a_person_is_told_what_it_is_and_what_they_agree_to_goes_out() {
    let (home, stub) = (Home::new(), service());
    let query = json!({"query": "card 4111 1111 1111 1111 of anna@example.org"});
    let ask = json!({"default": "ask", "tools": {"fetch": "block"}});
    let file = home.folder.path().join("dunlin.json");
    let answer = |asked: &Said, more: &[&str]| {
        let id = asked.run()["runId"].as_str().unwrap().to_owned();
        home.say(&[&["--config", file.to_str().unwrap(), "runs", "approve", &id], more].concat())
    };
    let asked = call(&home, &stub, Some(&ask), "web_search", &query);
    assert_eq!((asked.code, &asked.run()["status"]), (4, &json!("suspended")), "{asked:?}");
    let waits = asked.records().into_iter().find(|record| record["type"] == "waits").unwrap();
    let question = &waits["approvals"][0];
    let holds = json!([
        {"kind": "card number", "field": "/query", "count": 1}, {"kind": "e-mail", "field": "/query", "count": 1}]);
    assert_eq!(question["holds"], holds);
    assert_eq!(question["toolInput"]["query"], "card [card number] of [e-mail]", "the question itself has none of it");
    assert_eq!(asked.run()["executionLog"][0]["approval"]["reason"], "guarded");
    assert!(stub.heard().is_empty(), "nothing goes out before the answer");

    let done = answer(&asked, &[]);
    assert_eq!(done.code, 0, "{done:?}");
    let heard = stub.heard();
    assert!(heard.len() == 1 && heard[0].contains("4111") && heard[0].contains("anna"), "{heard:?}");

    let asked = call(&home, &stub, Some(&ask), "web_search", &query);
    let denied = answer(&asked, &["--reject"]);
    assert_eq!(denied.run()["executionLog"][0]["status"], "denied", "{denied:?}");
    // What holds nothing is not asked about.
    let plain = call(&home, &stub, Some(&ask), "web_search", &json!({"query": "bakeries"}));
    assert_eq!((plain.code, stub.heard().len()), (0, 1), "{plain:?}");
}

#[test]
fn a_setting_that_would_guard_nothing_is_an_error() {
    let (home, stub) = (Home::new(), service());
    for (guard, part) in [
        (json!("sometimes"), "guard"),
        (json!({"default": "off", "tools": {"fetsch": "block"}}), "fetsch"),
        (json!({"default": "off", "tool": {}}), "guard"),
    ] {
        let said = call(&home, &stub, Some(&guard), "fetch", &json!({"url": stub.origin}));
        assert_eq!((said.code, said.error()["code"].as_str()), (3, Some("config.invalid")), "{guard}: {said:?}");
        assert!(said.err.to_lowercase().contains(part), "{guard}: {said:?}");
    }
}
