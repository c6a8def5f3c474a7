//! The tool's cases from `testdata/todo-tool.toml`.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use dunlin_base::testing::World;
use dunlin_todo::{Origin, TodoStore, tool};
use serde_json::{Value, json};

#[test]
fn every_case_goes_as_written() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/todo-tool.toml")).unwrap();
    let file: Value = serde_json::to_value(toml::from_str::<toml::Value>(&text).unwrap()).unwrap();
    for case in file["case"].as_array().unwrap() {
        run(case);
    }
}

#[test]
fn several_are_meant_by_their_ids() {
    let store = TodoStore::open(&World::new(11).env());
    let act = |input: Value| tool::execute(&store, &input, &tool::Context::default());
    let ids: Vec<Value> = ["One", "Two", "Three"]
        .map(|text| act(json!({"action": "add", "text": text})).unwrap().output["id"].clone())
        .into();
    let input = json!({"action": "delete", "todoIds": [ids[0], ids[2]]});
    assert_eq!(tool::impact(&input), tool::Impact::DeletesSeveral);
    assert_eq!(tool::would_delete(&store, &input, None).map(|todos| todos.len()), Some(2));
    assert_eq!(act(input).unwrap().metadata["count"], 2);
    assert_eq!(act(json!({"action": "list"})).unwrap().output[0]["text"], "Two");
    assert_eq!(act(json!({"action": "delete", "todoIds": "Two"})).unwrap_err().code(), "todo.invalid");
}

fn run(case: &Value) {
    let name = case["name"].as_str().unwrap();
    let world = World::new(11);
    let mut store = TodoStore::open(&world.env());
    for (number, step) in case["step"].as_array().unwrap().iter().enumerate() {
        let place = format!("{name:?}, step {}: {}", number + 1, step["input"]);
        world.wind(1000);
        if step["reload"] == true {
            store = TodoStore::open(&world.env());
        }
        let origin = match case["run"].as_str() {
            Some(run) => Origin::step(run, format!("{run}:{number}")),
            None => Origin::hand(),
        };
        let context = tool::Context { origin, now_ms: None };
        match tool::execute(&store, &step["input"], &context) {
            Ok(reply) => {
                assert!(step.get("error").is_none(), "{place}: got {}", reply.output);
                for (field, got) in [("output", &reply.output), ("metadata", &reply.metadata)] {
                    if let Some(expected) = step.get(field) {
                        assert!(holds(got, expected), "{place}: {field} is {got:#}, expected {expected}");
                    }
                }
                for field in step.get("absent").and_then(Value::as_array).into_iter().flatten() {
                    assert!(reply.output.get(field.as_str().unwrap()).is_none(), "{place}: {field} is there");
                }
                if context.origin.idempotency_key.is_some() && is_change(&step["input"]) {
                    let again = tool::execute(&store, &step["input"], &context);
                    assert_eq!(again.unwrap(), reply, "{place}: the second use of the key");
                }
            }
            Err(error) => {
                let expected = step.get("error").unwrap_or_else(|| panic!("{place}: {error}"));
                assert_eq!(error.code(), expected["code"].as_str().unwrap(), "{place}: {error}");
                if let Some(message) = expected.get("message") {
                    assert_eq!(error.message(), message.as_str().unwrap(), "{place}");
                }
                if let Some(hint) = expected.get("hint") {
                    assert_eq!(error.hint(), hint.as_str(), "{place}");
                }
            }
        }
    }
}

fn is_change(input: &Value) -> bool {
    !["list", "get", "search", "count", "list_names", "count_lists"].iter().any(|action| input["action"] == *action)
}

fn holds(got: &Value, expected: &Value) -> bool {
    match (got, expected) {
        (Value::Object(got), Value::Object(expected)) => {
            expected.iter().all(|(key, value)| got.get(key).is_some_and(|got| holds(got, value)))
        }
        (Value::Array(got), Value::Array(expected)) => {
            got.len() == expected.len() && got.iter().zip(expected).all(|(got, expected)| holds(got, expected))
        }
        _ => got == expected,
    }
}
