//! The todos of `dunlin serve`: each field that changes them, each that chooses them, and what is said of one that is not known.

mod common;

use common::{Home, web::Served};
use serde_json::{Value, json};

#[test]
fn todos_are_changed_and_found_by_every_field_that_the_package_knows() {
    let home = Home::new();
    let served = Served::start(&home, &["--rate", "0"]);
    let add = |todo: Value| served.ask("POST", "/todos", &todo.to_string()).json()["id"].as_str().unwrap().to_owned();
    let gate = add(json!({"text": "oil the gate", "list": "yard", "tags": ["iron"], "due": "2026-11-23"}));
    let bread = add(json!({"text": "bake bread", "priority": 1, "notes": "rye"}));
    let place = format!("/todos/{gate}");
    for (change, field, after) in [
        (json!({"text": "oil the old gate"}), "text", json!("oil the old gate")),
        (json!({"notes": "twice"}), "notes", json!("twice")),
        (json!({"list": null}), "list", Value::Null),
        (json!({"due": "2026-11-24"}), "due", json!("2026-11-24")),
        (json!({"postpone": "a week"}), "due", json!("2026-12-01")),
        (json!({"priority": 2}), "priority", json!(2)),
        (json!({"tags": ["iron", "slow"]}), "tags", json!(["iron", "slow"])),
        (json!({"addTags": ["oil"]}), "tags", json!(["iron", "slow", "oil"])),
        (json!({"removeTags": ["slow"], "completed": false}), "tags", json!(["iron", "oil"])),
        (json!({"recurrence": "FREQ=WEEKLY"}), "recurrence", json!("FREQ=WEEKLY")),
    ] {
        let answer = served.ask("PATCH", &place, &change.to_string());
        assert_eq!((answer.status, &answer.json()[field]), (200, &after), "{change}: {answer:?}");
    }
    assert_eq!(served.ask("PATCH", &format!("/todos/{bread}"), "{\"completed\": true}").status, 200);
    for (query, found) in [
        ("status=completed", "bake bread"),
        ("due=2026-11-25..", "oil the old gate"),
        ("completedOn=today", "bake bread"),
        ("tag=oil", "oil the old gate"),
        ("list=inbox&priority=1", "bake bread"),
        ("text=rye", "bake bread"),
        ("except=bread&except=milk", "oil the old gate"),
        ("except=bread&except=gate", ""),
        ("sort=text&limit=1", "bake bread"),
        ("sort=text&offset=1", "oil the old gate"),
    ] {
        let told = served.get(&format!("/todos?{query}")).json();
        let texts: Vec<&str> =
            told["todos"].as_array().unwrap().iter().filter_map(|todo| todo["text"].as_str()).collect();
        assert_eq!(texts.concat(), found, "{query}: {told}");
    }
    for (method, path, body, near) in [
        ("PATCH", place.as_str(), "{\"addTag\": [\"x\"]}", "addTags"),
        ("PATCH", &place, "{\"complete\": true}", "completed"),
        ("POST", "/todos", "{\"text\": \"x\", \"lst\": \"y\"}", "list"),
        ("GET", "/todos?completdOn=today", "", "completedOn"),
        ("GET", "/todos?limt=3", "", "limit"),
    ] {
        let answer = served.ask(method, path, body);
        let message = answer.json()["error"]["message"].to_string();
        assert_eq!((answer.status, answer.code().as_str()), (400, "api.bad-argument"), "{path} {body}");
        assert!(message.contains(&format!("did you mean \\\"{near}\\\"")), "{path} {body}: {message}");
    }
    for query in ["priority=9", "priority=high", "offset=-1", "tag=a&tag=b", "sort=luck"] {
        assert_eq!(served.get(&format!("/todos?{query}")).code(), "api.bad-argument", "{query}");
    }
}
