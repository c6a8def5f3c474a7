//! The raw classes in a real browser: `wasm-pack test --headless --chrome`.
#![cfg(target_arch = "wasm32")]
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use dunlin_wasm::{host::ToolHost, number, read, runtime::RawDunlin};
use js_sys::{Object, Reflect};
use serde::Deserialize;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A value as the JavaScript side would write it down.
fn written(value: &JsValue) -> Value {
    json(&String::from(js_sys::JSON::stringify(value).unwrap()))
}

/// What was thrown, as the JavaScript side reads it.
fn thrown<T>(result: Result<T, JsValue>) -> Value {
    json(&result.err().expect("it throws").as_string().expect("a text"))
}

fn open(storage: &str) -> RawDunlin {
    let options = r#"{"policy":{"approval":"never"},"seed":1}"#;
    RawDunlin::new(options, &JsValue::from_str(storage), None, None).unwrap()
}

async fn carry_out(dunlin: &RawDunlin, goal: &str) -> Value {
    let run = dunlin.run_goal(goal, "{}").unwrap();
    json(&JsFuture::from(run.drive()).await.unwrap().as_string().unwrap())
}

#[derive(Deserialize)]
struct Journeys {
    journey: Vec<Journey>,
}

#[derive(Deserialize)]
struct Journey {
    name: String,
    goal: Vec<Goal>,
    #[serde(default)]
    left: Vec<Left>,
}

#[derive(Deserialize)]
struct Goal {
    text: String,
    status: String,
    error: Option<String>,
}

#[derive(Deserialize)]
struct Left {
    text: String,
}

#[wasm_bindgen_test]
async fn every_journey_ends_in_the_browser_as_it_does_natively() {
    let file: Journeys = toml::from_str(include_str!("../../../testdata/facade.toml")).unwrap();
    for journey in file.journey {
        let dunlin = open("memory");
        for goal in &journey.goal {
            let record = carry_out(&dunlin, &goal.text).await;
            assert_eq!(record["status"], goal.status.as_str(), "{}: {record}", journey.name);
            assert_eq!(record["error"]["code"].as_str(), goal.error.as_deref(), "{}", journey.name);
        }
        let todos = json(&dunlin.todos_list("{}").unwrap());
        let texts: Vec<&str> = todos.as_array().unwrap().iter().filter_map(|todo| todo["text"].as_str()).collect();
        assert_eq!(texts, journey.left.iter().map(|left| left.text.as_str()).collect::<Vec<_>>(), "{}", journey.name);
    }
}

#[wasm_bindgen_test]
fn readers_give_records_or_throw_texts_that_describe_the_error() {
    assert_eq!(number::evaluate("7 / 2").to_bits(), 3.5_f64.to_bits());
    assert!(number::evaluate("1/0").is_nan());
    assert_eq!(written(&read::parse_date("🌻 tomorrow", 1_795_253_400_000.0, "").unwrap())["span"]["start"], 3);
    assert!(read::parse_date("no day", 1_795_253_400_000.0, "").unwrap().is_null());
    assert_eq!(thrown(read::parse_date("tomorrow", 0.0, "nwo"))["code"], "api.bad-argument");
}

#[wasm_bindgen_test]
async fn todos_and_runs_are_in_local_storage_after_a_reload() {
    let window: web_sys::Window = js_sys::global().unchecked_into();
    let storage = window.local_storage().unwrap().unwrap();
    storage.clear().unwrap();
    let record = carry_out(&open("local"), "add todo Air the rugs").await;
    assert_eq!(record["status"], "completed");
    let again = open("local");
    assert_eq!(json(&again.todos_list("{}").unwrap())[0]["text"], "Air the rugs");
    assert_eq!(json(&again.run(record["runId"].as_str().unwrap()).unwrap()), record);
    assert_eq!(written(&again.health().unwrap())["storage"]["kind"], "local");
    storage.clear().unwrap();
}

#[wasm_bindgen_test]
async fn hand_edited_storage_is_set_aside_and_said() {
    let window: web_sys::Window = js_sys::global().unchecked_into();
    let storage = window.local_storage().unwrap().unwrap();
    storage.clear().unwrap();
    storage.set_item("dunlin:v1:todo:zzz", "{\"text\": 5").unwrap();
    storage.set_item("somebody else's", "kept").unwrap();
    let dunlin = open("local");
    assert_eq!(dunlin.todos_list("{}").unwrap(), "[]");
    let health = written(&dunlin.health().unwrap());
    assert_eq!(health["status"], "degraded", "{health}");
    let values: Vec<String> =
        js_sys::Object::values(storage.as_ref()).iter().filter_map(|value| value.as_string()).collect();
    assert!(
        values.iter().any(|value| value.contains("{\"text\": 5") || value.contains("{\\\"text\\\": 5")),
        "{values:?}"
    );
    assert_eq!(storage.get_item("somebody else's").unwrap().as_deref(), Some("kept"));
    storage.clear().unwrap();
}

#[wasm_bindgen_test]
async fn another_tab_is_followed_through_storage_events() {
    let window: web_sys::Window = js_sys::global().unchecked_into();
    let storage = window.local_storage().unwrap().unwrap();
    storage.clear().unwrap();
    let (here, there) = (open("local"), open("local"));
    let added = json(&there.todos_add(r#"{"text":"from the other tab"}"#).unwrap());
    assert_eq!(here.todos_list("{}").unwrap(), "[]");
    let init = web_sys::StorageEventInit::new();
    init.set_key(Some(&format!("dunlin:v1:todo:{}", added["id"].as_str().unwrap())));
    init.set_storage_area(Some(&storage));
    window.dispatch_event(&web_sys::StorageEvent::new_with_event_init_dict("storage", &init).unwrap()).unwrap();
    assert_eq!(json(&here.todos_list("{}").unwrap())[0]["text"], "from the other tab");
    storage.clear().unwrap();
}

#[wasm_bindgen_test]
async fn a_tool_that_throws_at_once_fails_its_step_and_nothing_else() {
    let dunlin = open("memory");
    let host = |begin: &Closure<dyn FnMut() -> Result<JsValue, JsValue>>| {
        let host = Object::new();
        Reflect::set(&host, &"begin".into(), begin.as_ref()).unwrap();
        host.unchecked_into::<ToolHost>()
    };
    let throws = Closure::<dyn FnMut() -> Result<JsValue, JsValue>>::new(|| Err(JsValue::from_str("at once")));
    dunlin.register_with_phrases(r#"{"name":"bad"}"#, "[]", None, host(&throws)).unwrap();
    let odd = Closure::<dyn FnMut() -> Result<JsValue, JsValue>>::new(|| Ok(JsValue::from_str("[]")));
    dunlin.register_with_phrases(r#"{"name":"odd"}"#, "[]", None, host(&odd)).unwrap();
    for (name, part) in [("bad", "at once"), ("odd", "cannot be used")] {
        let called = JsFuture::from(dunlin.call_tool(name, "{}", "{}").unwrap().settled()).await.unwrap();
        let result = json(&called.as_string().unwrap());
        assert_eq!(result["success"], false);
        assert!(result["error"].as_str().unwrap().contains(part), "{result}");
    }
    assert_eq!(carry_out(&dunlin, "calculate 1 + 1").await["result"], 2);
}

#[wasm_bindgen_test]
fn what_cannot_be_read_is_thrown_and_named() {
    let dunlin = open("memory");
    assert_eq!(thrown(dunlin.run_plan(b"{".to_vec(), "{}"))["code"], "plan.unreadable");
    assert_eq!(thrown(dunlin.run_goal("calculate 1", "[]"))["code"], "api.bad-argument");
    assert_eq!(thrown(dunlin.explain("x", "5"))["code"], "api.bad-argument");
    assert_eq!(thrown(dunlin.resume("nobody"))["code"], "run.not-found");
    let storage = Object::new();
    Reflect::set(&storage, &"get".into(), &JsValue::TRUE).unwrap();
    assert_eq!(thrown(RawDunlin::new("{}", &storage, None, None))["code"], "api.bad-argument");
    assert_eq!(
        thrown(RawDunlin::new(r#"{"policy":{"maxParallel":0}}"#, &"memory".into(), None, None))["code"],
        "api.invalid-policy"
    );
}
