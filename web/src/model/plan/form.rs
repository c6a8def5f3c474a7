//! The input of a step, and the answer to a question, as a form: a field for each of its parts, of the kind that its
//! schema says. Whether what is written will do is the schema's to say, when it is sent.

use dunlin::StepKind;
use leptos::prelude::*;
use serde_json::{Map, Value};

use crate::model::{
    telling,
    words::format::{sentence, shortened},
};

/// What says which of its things a tool does: another one would be another step.
const ACTION: &str = "action";
/// What can be said besides of a todo, by what the store is to do; of anything else it is told nothing that was not planned.
const BESIDES: [(&str, &[&str]); 2] = [
    ("add", &["due", "priority", "recurrence", "list", "tags", "notes"]),
    ("update", &["text", "due", "priority", "recurrence", "list", "addTags", "removeTags", "notes"]),
];
/// What a part of a todo is called and how it is written here, where that is another way than a program has.
const WRITTEN: [(&str, &str, &str); 6] = [
    ("due", "Date", "such as tomorrow, or friday at 15:00"),
    ("recurrence", "Repeats", "such as every monday"),
    ("priority", "Priority", "1 is the most urgent, 4 the least"),
    ("tags", "Tags", "with commas between"),
    ("addTags", "Add tags", "with commas between"),
    ("removeTags", "Remove tags", "with commas between"),
];
/// The same of the parts of a step that calls no tool, where their names do not say it.
const OF_KINDS: [(StepKind, &str, &str, &str); 8] = [
    (StepKind::Wait, "ms", "Milliseconds", "60000 are a minute"),
    (StepKind::Wait, "until", "Until", "such as tomorrow at 5pm"),
    (StepKind::Decision, "left", "First value", ""),
    (StepKind::Decision, "operator", "How it compares", ""),
    (StepKind::Decision, "right", "Second value", ""),
    (StepKind::Ask, "schema", "What an answer is like", "a JSON Schema"),
    (StepKind::Map, "over", "Items", ""),
    (StepKind::Map, "maxParallel", "How many at once", "from 1 to 64"),
];
/// A hint longer than this is no hint.
const MOST_HINT: usize = 120;

/// How a part is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// As a text.
    Text,
    /// As a number.
    Number,
    /// As a box that is ticked or not.
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

/// A part of an input as it is being written. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    name: StoredValue<String>,
    kind: StoredValue<Kind>,
    /// What stands in its field.
    pub(crate) text: RwSignal<String>,
    /// What it was.
    before: StoredValue<Value>,
    /// How that is written for people, where that is another way than a program has.
    words: StoredValue<Option<String>>,
}

impl Part {
    /// A part of that name and schema, as it is.
    pub(crate) fn new(name: &str, schema: &Value, value: Value) -> Self {
        let (kind, words) = (kind_of(schema, &value), in_words(name, schema, &value));
        Self {
            text: RwSignal::new(words.clone().unwrap_or_else(|| shown(&kind, &value))),
            words: StoredValue::new(words),
            name: StoredValue::new(name.to_owned()),
            kind: StoredValue::new(kind),
            before: StoredValue::new(value),
        }
    }

    /// A part of an answer, which nobody has said yet.
    fn asked(name: &str, schema: &Value) -> Self {
        let part = Self::new(name, schema, schema.get("default").cloned().unwrap_or_default());
        part.before.set_value(Value::Null);
        part.words.set_value(None);
        part.kind.update_value(|kind| {
            if *kind == Kind::YesNo {
                *kind = Kind::Either;
            }
        });
        part
    }

    /// What it is called in the input.
    pub(crate) fn name(self) -> String {
        self.name.get_value()
    }

    /// How it is written.
    pub(crate) fn kind(self) -> Kind {
        self.kind.get_value()
    }

    /// What its field says; none where it says nothing.
    fn value(self) -> Option<Value> {
        let text = self.text.get_untracked();
        // Left as it was, it is what it was.
        if self.words.with_value(|words| words.as_ref() == Some(&text)) {
            return Some(self.before.get_value());
        }
        self.kind.with_value(|kind| self.before.with_value(|before| taken(kind, &text, before)))
    }
}

/// The parts of the input of a step, in the order of how much they say. What says which thing its tool does is none of them.
pub(crate) fn parts_of(schema: &Value, input: &Value) -> Vec<Part> {
    let mut named: Vec<_> = input.as_object().into_iter().flatten().filter(|(name, _)| *name != ACTION).collect();
    named.sort_by_key(|(name, _)| telling(name));
    named.into_iter().map(|(name, value)| Part::new(name, property(schema, name), value.clone())).collect()
}

/// The parts that an input could have besides, of which nothing is said yet.
pub(crate) fn spare_parts(schema: &Value, input: &Value) -> Vec<Part> {
    let has = |name: &str| input.get(name).is_some();
    let known = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let others = known.filter(|(name, _)| *name != ACTION && !has(name));
    others.map(|(name, schema)| Part::new(name, schema, Value::Null)).collect()
}

/// The schema of a tool's input, with those parts only that belong to what it is to do, in the words of people.
pub(in crate::model) fn of_action(tool: &str, mut schema: Value, input: &Value) -> Value {
    let parts = schema.get_mut("properties").and_then(Value::as_object_mut).filter(|_| tool == "todo_store");
    let action = input.get(ACTION);
    let besides =
        BESIDES.iter().find(|(of, _)| action.is_some_and(|action| action == of)).map_or(&[][..], |(_, all)| all);
    let Some(parts) = parts else { return schema };
    parts.retain(|name, _| input.get(name).is_some() || besides.contains(&name.as_str()));
    for (name, part) in parts.iter_mut().filter_map(|(name, part)| Some((name, part.as_object_mut()?))) {
        part.remove("description");
        if let Some((_, title, hint)) = WRITTEN.iter().find(|(of, ..)| of == name) {
            name_part(part, title, hint);
        }
    }
    schema
}

/// What a part of the input of a tool is called here.
pub(in crate::model) fn called(tool: &str, name: &str) -> String {
    let written = WRITTEN.iter().filter(|_| tool == "todo_store").find(|(of, ..)| *of == name);
    written.map_or_else(|| label(name), |(_, title, _)| (*title).to_owned())
}

/// The day and the rule of a todo as people write them.
fn in_words(name: &str, schema: &Value, value: &Value) -> Option<String> {
    let title = schema.get("title").and_then(Value::as_str)?;
    // What another tool calls so is its own.
    WRITTEN.iter().find(|(of, written, _)| *of == name && *written == title)?;
    match (name, value.as_str()?) {
        ("due", due) => Some(dunlin::due_in_full(due)),
        ("recurrence", rule) => dunlin::describe_recurrence(rule).ok(),
        _ => None,
    }
}

/// The schema of the input of a step that calls no tool, in the words of people.
pub(in crate::model) fn of_kind(kind: StepKind, mut schema: Value, input: &Value) -> Value {
    let Some(parts) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return schema };
    if kind == StepKind::Wait {
        // It waits so long, or until a moment, and never both.
        parts.retain(|name, _| input.get(name).is_some());
    }
    for (_, name, title, hint) in OF_KINDS.iter().filter(|(of, ..)| *of == kind) {
        let Some(part) = parts.get_mut(*name) else { continue };
        if !part.is_object() {
            *part = Value::Object(Map::new());
        }
        if let Some(part) = part.as_object_mut() {
            name_part(part, title, hint);
        }
    }
    schema
}

fn name_part(part: &mut Map<String, Value>, title: &str, hint: &str) {
    part.insert("title".to_owned(), title.into());
    part.insert("description".to_owned(), hint.into());
}

/// The input that was `before`, with what its parts say now.
pub(crate) fn input_of(before: &Value, parts: &[Part]) -> Value {
    let action = before.get(ACTION).map(|action| (ACTION.to_owned(), action.clone()));
    let parts = parts.iter().filter_map(|part| Some((part.name(), part.value()?)));
    Value::Object(action.into_iter().chain(parts).collect())
}

/// A part of an answer.
#[derive(Clone)]
pub(crate) struct AskedPart {
    /// The part.
    pub(crate) part: Part,
    /// What it is to be like.
    pub(crate) schema: Value,
    /// Whether it may be left out.
    pub(crate) optional: bool,
}

/// The parts of an answer that fits a schema, those first that must be said. An answer without parts is one part, all of it.
pub(crate) fn asked_parts(schema: &Value) -> Vec<AskedPart> {
    let required = required(schema);
    let made = |name: &str, schema: &Value, optional| AskedPart {
        part: Part::asked(name, schema),
        schema: schema.clone(),
        optional,
    };
    let Some(named) = named(schema) else { return vec![made(ANSWER, schema, false)] };
    let place = |name: &String| required.iter().position(|one| one == name);
    let mut parts: Vec<_> = named.iter().collect();
    parts.sort_by_key(|(name, _)| place(name).unwrap_or(required.len()));
    parts.into_iter().map(|(name, schema)| made(name, schema, place(name).is_none())).collect()
}

/// The schema of the answer to a question: an answer without parts and without a name is named as it is asked for.
pub(crate) fn asking(schema: Option<Value>, question: &str) -> Value {
    let mut schema = schema.unwrap_or_else(|| Value::Object(Map::new()));
    let is_whole = named(&schema).is_none();
    if let Some(said) = schema.as_object_mut().filter(|_| is_whole) {
        said.entry("title").or_insert_with(|| question.into());
    }
    schema
}

/// The answer that its parts say; none while an answer without parts says nothing.
pub(crate) fn answer_of(schema: &Value, parts: &[Part]) -> Option<Value> {
    let said = parts.iter().filter_map(|part| Some((part.name(), part.value()?)));
    let said: Map<String, Value> = said.collect();
    if named(schema).is_none() { said.into_values().next() } else { Some(Value::Object(said)) }
}

fn named(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object).filter(|all| !all.is_empty())
}

/// The parts that a schema wants said.
fn required(schema: &Value) -> Vec<String> {
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

/// What of an answer is still to be said, as its fields are named.
pub(crate) fn missing(schema: &Value, answer: Option<&Value>) -> Vec<String> {
    let has = |name: &String| answer.is_some_and(|answer| answer.get(name).is_some());
    required(schema).iter().filter(|name| !has(name)).map(|name| title(property(schema, name), name)).collect()
}

/// The name of a field.
pub(crate) fn title(schema: &Value, name: &str) -> String {
    schema.get("title").and_then(Value::as_str).map_or_else(|| label(name), |title| shortened(title, MOST_HINT))
}

/// What a field is for, in a few words; what is said besides comes after.
pub(crate) fn hint(schema: &Value, aside: Option<&str>) -> String {
    let hint = schema.get("description").and_then(Value::as_str).map(|hint| shortened(hint, MOST_HINT));
    hint.into_iter().chain(aside.map(str::to_owned)).collect::<Vec<_>>().join(", ")
}

/// Whether a text may be so long that it has lines.
pub(crate) fn is_long(schema: &Value) -> bool {
    schema.get("maxLength").and_then(Value::as_u64).is_some_and(|most| most >= LONG)
}

const LONG: u64 = 20_000;

/// The name of an answer that has no parts.
const ANSWER: &str = "answer";
/// What the field of a yes says.
pub(crate) const YES: &str = "true";
/// What the field of a no says.
pub(crate) const NO: &str = "false";

/// What a part is to be like.
pub(crate) fn property<'a>(schema: &'a Value, name: &str) -> &'a Value {
    schema.get("properties").and_then(|all| all.get(name)).unwrap_or(&Value::Null)
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
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn the_day_of_a_todo_is_written_as_people_write_it_and_left_alone_stays_what_it_was() {
        Owner::new().with(|| {
            let input = json!({"action": "add", "due": "2031-05-06T17:00", "recurrence": "FREQ=WEEKLY;BYDAY=TU"});
            let schema = json!({"properties": {"due": {"type": "string"}, "recurrence": {"type": "string"}}});
            let texts = |schema: &Value| {
                let parts = parts_of(schema, &input);
                let texts: Vec<String> = parts.iter().map(|part| part.text.get_untracked()).collect();
                assert_eq!(input_of(&input, &parts), input);
                texts
            };
            let own = of_action("todo_store", schema.clone(), &input);
            assert_eq!(texts(&own), ["6 May 2031 17:00", "every Tuesday"]);
            assert_eq!(texts(&schema), ["2031-05-06T17:00", "FREQ=WEEKLY;BYDAY=TU"], "what another tool calls so");
        });
    }

    #[wasm_bindgen_test(unsupported = test)]
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
        let spare: Vec<String> = spare_parts(&schema, &json!({"all": true, "text": "", "other": 1}))
            .iter()
            .map(|part| part.name())
            .collect();
        assert_eq!(spare, ["addTags", "filter", "positions", "priority", "rows", "status"]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_form_offers_what_belongs_to_what_is_done() {
        let schema =
            json!({"properties": {"action": {}, "text": {}, "due": {}, "todoId": {}, "match": {}, "notes": {}}});
        let spare = |tool: &str, input: Value| -> Vec<String> {
            spare_parts(&of_action(tool, schema.clone(), &input), &input).iter().map(|part| part.name()).collect()
        };
        assert_eq!(spare("todo_store", json!({"action": "add", "text": "a"})), ["due", "notes"]);
        assert_eq!(spare("todo_store", json!({"action": "delete", "match": "a"})), [""; 0]);
        let rule = json!({"properties": {"recurrence": {"description": "an RRULE"}, "text": {"description": "raw"}}});
        let rule = of_action("todo_store", rule, &json!({"action": "add", "text": "a"}));
        assert_eq!(title(property(&rule, "recurrence"), "recurrence"), "Repeats");
        assert_eq!(hint(property(&rule, "recurrence"), None), "such as every monday");
        assert_eq!(hint(property(&rule, "text"), None), "");
        assert_eq!(spare("other", json!({"action": "add"})), ["due", "match", "notes", "text", "todoId"]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_an_answer_still_lacks_is_named_as_its_field_is() {
        let schema = json!({"type": "object", "required": ["agreed", "bestBefore"],
            "properties": {"agreed": {"type": "boolean", "title": "Do you agree?"}, "bestBefore": {"type": "string"}, "note": {}}});
        assert_eq!(missing(&schema, None), ["Do you agree?", "Best before"]);
        assert_eq!(missing(&schema, Some(&json!({"agreed": false}))), ["Best before"]);
        assert_eq!(missing(&json!({"type": "number"}), Some(&json!(7))), [""; 0]);
        assert_eq!(taken(&Kind::Either, "", &Value::Null), None);
        assert_eq!(taken(&Kind::Either, NO, &Value::Null), Some(json!(false)));
    }

    #[wasm_bindgen_test(unsupported = test)]
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
