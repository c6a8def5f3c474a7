//! The input of a step as a form: a field for each of its parts, of the kind that its tool's schema says, and a choice of the
//! parts that it could have besides. Whether what is written will do is the tool's schema to say, when it is sent.
//! The answer to a question is such a form as well, with a field for each part of its schema.

use std::sync::atomic::{AtomicU32, Ordering};

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::value::pretty;
use crate::model::{
    format::{sentence, shortened},
    telling,
};
use crate::view::ui::{El, choice, el, is_ticked, value_of};

/// What says which of its things a tool does: another one would be another step.
const ACTION: &str = "action";
/// A hint longer than this is no hint.
const MOST_HINT: usize = 120;

/// How a part is written.
#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Text,
    Number,
    YesNo,
    /// A yes or a no that somebody has to say.
    Either,
    /// One of these.
    Choice(Vec<String>),
    /// Several, with commas between; numbers where that holds.
    List(bool),
    /// As JSON: what other steps give, and what has parts of its own.
    Json,
    /// Anything: a list or a record as JSON, else a text.
    Any,
}

/// A part of the input as it is being written. Copies share one.
#[derive(Clone, Copy)]
struct Part {
    name: StoredValue<String>,
    kind: StoredValue<Kind>,
    text: RwSignal<String>,
    /// What it was.
    before: StoredValue<Value>,
}

/// The form for the input in `written`, which it keeps in step.
pub(super) fn form(schema: &Value, written: RwSignal<Option<String>>) -> El {
    let input = written.with_untracked(|text| text.as_deref().and_then(|text| dunlin_base::json::read(text).ok()));
    let input: Value = input.unwrap_or_default();
    let schema = StoredValue::new(schema.clone());
    let action = StoredValue::new(input.get(ACTION).cloned());
    let part = move |name: &str, value: Value| {
        let kind = schema.with_value(|schema| kind_of(property(schema, name), &value));
        Part {
            text: RwSignal::new(shown(&kind, &value)),
            name: StoredValue::new(name.to_owned()),
            kind: StoredValue::new(kind),
            before: StoredValue::new(value),
        }
    };
    let mut named: Vec<_> = input.as_object().into_iter().flatten().filter(|(name, _)| *name != ACTION).collect();
    named.sort_by_key(|(name, _)| telling(name));
    let parts = RwSignal::new(named.into_iter().map(|(name, value)| part(name, value.clone())).collect::<Vec<_>>());
    let change = move || {
        let mut map = Map::new();
        map.extend(action.get_value().map(|action| (ACTION.to_owned(), action)));
        for part in parts.get_untracked() {
            let text = part.text.get_untracked();
            let value = part.kind.with_value(|kind| part.before.with_value(|before| taken(kind, &text, before)));
            map.extend(value.map(|value| (part.name.get_value(), value)));
        }
        written.set(Some(pretty(&Value::Object(map))));
    };
    let keys = move || parts.with(|parts| parts.iter().map(|part| part.name.get_value()).collect());
    let row = move |key: &str| {
        let found =
            parts.with_untracked(|parts| parts.iter().find(|part| part.name.with_value(|name| name == key)).copied());
        found.map_or_else(
            || el("div", ""),
            |part| schema.with_value(|schema| field_of(property(schema, key), part, change)),
        )
    };
    let more = move || {
        let has = parts.with(|parts| parts.iter().map(|part| part.name.get_value()).collect::<Vec<_>>());
        let others = schema.with_value(|schema| others(schema, &has));
        (!others.is_empty()).then(|| {
            let options = std::iter::once((String::new(), "Choose…".to_owned()));
            let options = options.chain(others.into_iter().map(|name| (name.clone(), label(&name))));
            let add = move |name: String| {
                if !name.is_empty() {
                    parts.update(|parts| parts.push(part(&name, Value::Null)));
                }
            };
            el("label", "field").text("Say also").child(choice(options, String::new, add))
        })
    };
    el("div", "ask-form").attr("role", "group").attr("aria-label", "Input of the step").each(keys, row).slot(more)
}

/// The form, which is called so, for an answer that fits `schema`, which it keeps in `written`: none while nothing is said.
pub(crate) fn answer_form(name: &str, schema: &Value, written: RwSignal<Option<Value>>) -> El {
    let named = schema.get("properties").and_then(Value::as_object).filter(|all| !all.is_empty());
    let whole = named.is_none();
    let mut parts: Vec<(String, Value)> = match named {
        Some(all) => all.iter().map(|(name, part)| (name.clone(), part.clone())).collect(),
        None => vec![(ANSWER.to_owned(), schema.clone())],
    };
    let required = required(schema);
    // What must be said comes first.
    parts.sort_by_key(|(name, _)| required.iter().position(|one| one == name).unwrap_or(required.len()));
    let made = |(name, schema): (String, Value)| {
        let before = schema.get("default").cloned().unwrap_or_default();
        let kind = match kind_of(&schema, &before) {
            Kind::YesNo => Kind::Either,
            kind => kind,
        };
        let part = Part {
            text: RwSignal::new(shown(&kind, &before)),
            name: StoredValue::new(name),
            kind: StoredValue::new(kind),
            before: StoredValue::new(Value::Null),
        };
        (part, schema)
    };
    let parts: Vec<(Part, Value)> = parts.into_iter().map(made).collect();
    let all = StoredValue::new(parts.iter().map(|(part, _)| *part).collect::<Vec<_>>());
    let change = move || {
        let said = all.get_value().into_iter().filter_map(|part| {
            let value = part.kind.with_value(|kind| taken(kind, &part.text.get_untracked(), &Value::Null))?;
            Some((part.name.get_value(), value))
        });
        let said: Map<String, Value> = said.collect();
        written.set(if whole { said.into_values().next() } else { Some(Value::Object(said)) });
    };
    change();
    let optional = |name: &str| !whole && !required.iter().any(|one| one == name);
    let row = |(part, schema): &(Part, Value)| {
        let aside = part.name.with_value(|name| optional(name)).then_some("may be left out");
        named_field(schema, *part, aside, change)
    };
    let made = el("div", "ask-form").children(parts.iter().map(row));
    made.attr("role", "group").attr("aria-label", name)
}

/// The parts that a schema wants said.
fn required(schema: &Value) -> Vec<String> {
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

/// What of an answer is still to be said, as its fields are named.
pub(super) fn missing(schema: &Value, answer: Option<&Value>) -> Vec<String> {
    let has = |name: &String| answer.is_some_and(|answer| answer.get(name).is_some());
    required(schema).iter().filter(|name| !has(name)).map(|name| title(property(schema, name), name)).collect()
}

/// The name of a field.
fn title(schema: &Value, name: &str) -> String {
    schema.get("title").and_then(Value::as_str).map_or_else(|| label(name), |title| shortened(title, MOST_HINT))
}

fn field_of(schema: &Value, part: Part, change: impl Fn() + Copy + 'static) -> El {
    named_field(schema, part, None, change)
}

fn named_field(schema: &Value, part: Part, aside: Option<&str>, change: impl Fn() + Copy + 'static) -> El {
    let hint = schema.get("description").and_then(Value::as_str).map(|hint| shortened(hint, MOST_HINT));
    let hint: Vec<String> = hint.into_iter().chain(aside.map(str::to_owned)).collect();
    let name = part.name.with_value(|name| title(schema, name));
    let words = el("span", "").attr("dir", "auto").text(&name).child(el("small", "").text(&hint.join(", ")));
    let kind = part.kind.get_value();
    let put = move |text: String| {
        part.text.set(text);
        change();
    };
    let input = match kind {
        Kind::Choice(names) => {
            let options = std::iter::once(String::new()).chain(names).map(|name| (name.clone(), label(&name)));
            choice(options, move || part.text.get(), put)
        }
        Kind::YesNo => el("input", "check")
            .attr("type", "checkbox")
            .prop_by("checked", move || (part.text.get() == YES).into())
            .on("change", move |event| put(if is_ticked(&event) { YES } else { NO }.to_owned())),
        Kind::Either => return either(&name, words, part, put),
        Kind::Number => line(part, "number", put).attr("step", "any"),
        Kind::Any => lines(part, put),
        Kind::Text if is_long(schema) => lines(part, put),
        Kind::Text | Kind::List(_) => line(part, "text", put).attr("dir", "auto"),
        Kind::Json => line(part, "text", put).attr("dir", "ltr"),
    };
    el("label", "field").child(words).child(input)
}

/// So that the choices of one field are told from those of another.
static COUNT: AtomicU32 = AtomicU32::new(0);

/// A yes and a no, of which neither is said before somebody says it.
fn either(name: &str, words: El, part: Part, put: impl Fn(String) + Copy + 'static) -> El {
    let group = format!("either-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let one = |said: &'static str, value: &'static str| {
        let tick = el("input", "")
            .attr("type", "radio")
            .attr("name", &group)
            .prop_by("checked", move || (part.text.get() == value).into())
            .on("change", move |event| {
                if is_ticked(&event) {
                    put(value.to_owned());
                }
            });
        el("label", "ask-either").child(tick).text(said)
    };
    el("div", "field")
        .attr("role", "radiogroup")
        .attr("aria-label", name)
        .child(words)
        .child(el("span", "ask-choices").child(one("Yes", YES)).child(one("No", NO)))
}

fn line(part: Part, kind: &str, put: impl Fn(String) + 'static) -> El {
    el("input", "field-input")
        .attr("type", kind)
        .attr("autocomplete", "off")
        .prop_by("value", move || part.text.get().into())
        .on("input", move |event| put(value_of(&event)))
}

/// A field of several lines.
fn lines(part: Part, put: impl Fn(String) + 'static) -> El {
    el("textarea", "field-input")
        .attr("rows", "3")
        .attr("dir", "auto")
        .attr("spellcheck", "false")
        .prop_by("value", move || part.text.get().into())
        .on("input", move |event| put(value_of(&event)))
}

/// Whether a text may be so long that it has lines.
fn is_long(schema: &Value) -> bool {
    schema.get("maxLength").and_then(Value::as_u64).is_some_and(|most| most >= LONG)
}

const LONG: u64 = 20_000;

/// The name of an answer that has no parts.
const ANSWER: &str = "answer";
const YES: &str = "true";
const NO: &str = "false";

fn property<'a>(schema: &'a Value, name: &str) -> &'a Value {
    schema.get("properties").and_then(|all| all.get(name)).unwrap_or(&Value::Null)
}

/// The parts that the schema knows and that are not among those.
fn others(schema: &Value, has: &[String]) -> Vec<String> {
    let known = schema.get("properties").and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name);
    known.filter(|name| *name != ACTION && !has.contains(name)).cloned().collect()
}

/// `addTags` → `Add tags`.
pub(crate) fn label(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(if letter == '_' { ' ' } else { letter.to_ascii_lowercase() });
    }
    sentence(words.trim())
}

fn has_type(schema: &Value, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(one)) => one == name,
        Some(Value::Array(several)) => several.iter().any(|one| one == name),
        _ => false,
    }
}

/// How a part is written: as its value is, or where it has none yet, as its schema says.
fn kind_of(schema: &Value, value: &Value) -> Kind {
    let names = schema.get("enum").and_then(Value::as_array);
    let names: Option<Vec<String>> =
        names.map(|names| names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect());
    let plain = |item: &Value| item.is_string() || item.is_number();
    let of_plain = || {
        let items = schema.get("items");
        items.is_none_or(|items| ["string", "number", "integer"].iter().any(|name| has_type(items, name)))
    };
    let numbers = || schema.get("items").is_some_and(|items| has_type(items, "integer") || has_type(items, "number"));
    match value {
        Value::String(_) | Value::Null if names.is_some() => Kind::Choice(names.unwrap_or_default()),
        Value::Bool(_) => Kind::YesNo,
        Value::Number(_) => Kind::Number,
        Value::Array(items) if items.iter().all(plain) => Kind::List(numbers() || items.iter().any(Value::is_number)),
        Value::Array(_) | Value::Object(_) => Kind::Json,
        Value::Null if schema.get("type").is_none() => Kind::Any,
        Value::Null if has_type(schema, "boolean") => Kind::YesNo,
        Value::Null if has_type(schema, "array") && of_plain() => Kind::List(numbers()),
        // A text that may be a number is a text; a number that may be said in words is a number.
        Value::Null if has_type(schema, "integer") || (has_type(schema, "number") && !has_type(schema, "string")) => {
            Kind::Number
        }
        Value::Null if has_type(schema, "object") || has_type(schema, "array") => Kind::Json,
        Value::Null | Value::String(_) => Kind::Text,
    }
}

/// A value as it stands in its field.
fn shown(kind: &Kind, value: &Value) -> String {
    match (kind, value) {
        (_, Value::Null) => String::new(),
        (_, Value::String(text)) => text.clone(),
        (Kind::List(_), Value::Array(items)) => {
            let text = |item: &Value| item.as_str().map_or_else(|| item.to_string(), str::to_owned);
            items.iter().map(text).collect::<Vec<_>>().join(", ")
        }
        _ => value.to_string(),
    }
}

/// The value that a field says; none where it says nothing. What is not of its kind is a text, which the schema refuses in
/// words of its own.
fn taken(kind: &Kind, text: &str, before: &Value) -> Option<Value> {
    let number = |text: &str| dunlin_base::json::read::<Value>(text).ok().filter(Value::is_number);
    let or_text = |value: Option<Value>, text: &str| value.unwrap_or_else(|| text.into());
    match kind {
        Kind::YesNo => (text == YES || !before.is_null()).then(|| Value::Bool(text == YES)),
        Kind::Either => (!text.is_empty()).then(|| Value::Bool(text == YES)),
        _ if text.is_empty() => None,
        Kind::Text | Kind::Choice(_) => Some(text.into()),
        Kind::Number => Some(or_text(number(text.trim()), text)),
        Kind::List(numbers) => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            let item = |item: &str| if *numbers { or_text(number(item), item) } else { item.into() };
            Some(Value::Array(items.map(item).collect()))
        }
        Kind::Json => Some(or_text(dunlin_base::json::read::<Value>(text).ok(), text)),
        Kind::Any => {
            let read = dunlin_base::json::read::<Value>(text).ok();
            Some(or_text(read.filter(|value| value.is_array() || value.is_object()), text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_part_has_a_field_of_its_kind_and_reads_back_as_it_was() {
        let schema = json!({"properties": {
            "action": {"type": "string"},
            "text": {"type": ["string", "number"]},
            "priority": {"type": ["integer", "string", "null"]},
            "addTags": {"type": ["array", "string"], "items": {"type": "string"}},
            "positions": {"type": "array", "items": {"type": "integer"}},
            "all": {"type": "boolean"},
            "filter": {"type": "object"},
            "rows": {"type": "array", "items": {"type": ["array", "object"]}},
            "status": {"type": "string", "enum": ["all", "active"]},
        }});
        for (name, value, kind, text) in [
            ("text", json!("buy milk"), Kind::Text, "buy milk"),
            ("priority", json!(2), Kind::Number, "2"),
            ("addTags", json!(["home", "a b"]), Kind::List(false), "home, a b"),
            ("positions", json!([2, 3]), Kind::List(true), "2, 3"),
            ("all", json!(true), Kind::YesNo, "true"),
            ("filter", json!({"due": "today"}), Kind::Json, r#"{"due":"today"}"#),
            ("text", json!({"$from": {"step": 1}}), Kind::Json, r#"{"$from":{"step":1}}"#),
            ("status", json!("active"), Kind::Choice(vec!["all".into(), "active".into()]), "active"),
        ] {
            let found = kind_of(property(&schema, name), &value);
            assert_eq!((&found, shown(&found, &value).as_str()), (&kind, text));
            assert_eq!(taken(&found, text, &value), Some(value));
        }
        let kinds = ["text", "priority", "addTags", "positions", "all", "filter", "rows"]
            .map(|name| kind_of(property(&schema, name), &Value::Null));
        let expected =
            [Kind::Text, Kind::Number, Kind::List(false), Kind::List(true), Kind::YesNo, Kind::Json, Kind::Json];
        assert_eq!(kinds, expected);
        assert_eq!(others(&schema, &["all".into(), "text".into()]).len(), 6);
    }

    #[test]
    fn what_an_answer_still_lacks_is_named_as_its_field_is() {
        let schema = json!({"type": "object", "required": ["agreed", "bestBefore"],
            "properties": {"agreed": {"type": "boolean", "title": "Do you agree?"}, "bestBefore": {"type": "string"}, "note": {}}});
        assert_eq!(missing(&schema, None), ["Do you agree?", "Best before"]);
        assert_eq!(missing(&schema, Some(&json!({"agreed": false}))), ["Best before"]);
        assert_eq!(missing(&json!({"type": "number"}), Some(&json!(7))), [""; 0]);
        assert_eq!(taken(&Kind::Either, "", &Value::Null), None);
        assert_eq!(taken(&Kind::Either, NO, &Value::Null), Some(json!(false)));
    }

    #[test]
    fn what_is_emptied_is_left_out_and_what_is_wrong_is_left_to_the_schema() {
        assert_eq!(taken(&Kind::Text, "", &json!("milk")), None);
        assert_eq!(taken(&Kind::YesNo, "", &Value::Null), None);
        assert_eq!(taken(&Kind::YesNo, NO, &json!(true)), Some(json!(false)));
        assert_eq!(taken(&Kind::Number, "soon", &json!(1)), Some(json!("soon")));
        assert_eq!(taken(&Kind::Json, "{", &json!({})), Some(json!("{")));
        assert_eq!(taken(&Kind::Any, "[1]", &Value::Null), Some(json!([1])));
        assert_eq!(taken(&Kind::Any, "a,b", &Value::Null), Some(json!("a,b")));
        assert_eq!(taken(&Kind::Any, "7", &Value::Null), Some(json!("7")));
        assert_eq!(label("addTags"), "Add tags");
        assert_eq!(label("todo_id"), "Todo id");
    }
}
