//! One change as it is stored: its record, and the record's text.
//!
//! Written and read field by field, because generated code for it would be five times as large. A record says what changed, not
//! why; keys and their order are the version's, so old records read and today's are the same byte for byte.
//!
//! - Version 1 had every todo whole, before and after, and the ids of the todos that the command was about.
//! - Version 2 leaves out what the rest tells: of a todo what it is without saying so, and those ids where they are the effects'.
//!   A list of ten thousand can so be cleared, and brought back, within what a browser lets a page keep.
//!
//! Records of both are read; what is written is of version 2, also when an old record is written once more.

use dunlin_base::SortedMap;
use serde_json::{Map, Value};

/// The most results that a record keeps when it loses its values.
pub(crate) const MAX_RESULTS: usize = 500;
/// The version of the records that are written.
const VERSION: u32 = 2;

/// Whether a change was made, taken back, or made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordKind {
    Do,
    Undo,
    Redo,
}

impl RecordKind {
    fn name(self) -> &'static str {
        match self {
            Self::Do => "do",
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }
}

/// What happens to the value under one key; `name` is the key without [`PREFIX`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Effect {
    pub(crate) name: String,
    pub(crate) before: Option<Value>,
    pub(crate) after: Option<Value>,
}

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) id: String,
    /// One more than the highest that its writer had seen: the order of changes, whatever the clock does.
    pub(crate) seq: u64,
    pub(crate) at: String,
    pub(crate) kind: RecordKind,
    /// The changes that this one takes back or makes again.
    pub(crate) of: Vec<String>,
    pub(crate) summary: String,
    pub(crate) run_id: Option<String>,
    pub(crate) key: Option<String>,
    pub(crate) effects: Vec<Effect>,
    /// The ids of the todos that the command was about.
    pub(crate) acted: Vec<String>,
    /// The ids of the todos that came to be besides.
    pub(crate) created: Vec<String>,
    /// The todos of `acted` that no effect holds.
    pub(crate) results: Vec<Value>,
    /// How many todos there were afterwards, and how many of them not completed.
    pub(crate) total: usize,
    pub(crate) active: usize,
    /// Whether the values before are gone, so that it cannot be undone.
    pub(crate) slim: bool,
}

impl Record {
    pub(crate) fn suffix(&self) -> String {
        match &self.key {
            Some(key) => format!("key:{key}"),
            None => self.id.clone(),
        }
    }

    /// The values that todos had after the change, or before it when the change removed them, by id.
    pub(crate) fn values(&self) -> SortedMap<&str, &Value> {
        let unchanged = self.results.iter().filter_map(|value| Some((value.get("id")?.as_str()?, value)));
        let changed = self.effects.iter().filter_map(|effect| {
            Some((effect.name.strip_prefix("todo:")?, effect.after.as_ref().or(effect.before.as_ref())?))
        });
        unchanged.chain(changed).collect()
    }

    pub(crate) fn slimmed(&self) -> Self {
        let values = self.values();
        let wanted = self.acted.iter().chain(&self.created).take(MAX_RESULTS);
        let results = wanted.filter_map(|id| values.get(id.as_str()).map(|value| (*value).clone())).collect();
        Self { effects: Vec::new(), results, slim: true, ..self.clone() }
    }

    /// The same without the values before, for a change that only removes.
    pub(crate) fn thin(&self) -> Self {
        let effects = self.effects.iter().map(|effect| Effect { name: effect.name.clone(), before: None, after: None });
        Self { effects: effects.collect(), slim: true, ..self.clone() }
    }

    pub(crate) fn only_removes(&self) -> bool {
        self.effects.iter().all(|effect| effect.after.is_none())
    }

    /// Whether its one effect is all that has to be written for it to count.
    pub(crate) fn is_whole_in_one_write(&self) -> bool {
        let [effect] = self.effects.as_slice() else { return false };
        let carried = effect.after.as_ref().and_then(|after| after.get("createdBy")).and_then(Value::as_str);
        self.key.is_none() || (effect.before.is_none() && carried == self.key.as_deref())
    }
}

/// What a stored record turned out to be.
pub(crate) enum Read {
    Record(Box<Record>),
    Newer(u64),
    Unreadable,
}

/// The record's text, which [`read`] reads.
pub(crate) fn text(record: &Record) -> String {
    let mut out = String::from("{");
    push_number(&mut out, "schemaVersion", VERSION.into());
    push_text(&mut out, "id", Some(&record.id));
    push_number(&mut out, "seq", record.seq);
    push_text(&mut out, "at", Some(&record.at));
    push_text(&mut out, "kind", Some(record.kind.name()));
    push_texts(&mut out, "of", &record.of);
    push_text(&mut out, "summary", Some(&record.summary));
    push_text(&mut out, "runId", record.run_id.as_deref());
    push_text(&mut out, "key", record.key.as_deref());
    push_list(&mut out, "effects", record.effects.len(), &mut |out, at| {
        let Some(effect) = record.effects.get(at) else { return };
        out.push('{');
        push_text(out, "name", Some(&effect.name));
        for (key, value) in [("before", &effect.before), ("after", &effect.after)] {
            if let Some(value) = value {
                push_key(out, key);
                push_brief(out, &effect.name, value);
            }
        }
        out.push('}');
    });
    if record.acted != ids_of(&record.effects) {
        push_key(&mut out, "acted");
        out.push_str(&Value::from(record.acted.as_slice()).to_string());
    }
    push_texts(&mut out, "created", &record.created);
    push_list(&mut out, "results", record.results.len(), &mut |out, at| {
        push_value(out, record.results.get(at).unwrap_or(&Value::Null));
    });
    push_number(&mut out, "total", record.total as u64);
    push_number(&mut out, "active", record.active as u64);
    if record.slim {
        push_key(&mut out, "slim");
        out.push_str("true");
    }
    out.push('}');
    out
}

/// The ids of the todos that the effects are about, in order.
fn ids_of(effects: &[Effect]) -> Vec<String> {
    effects.iter().filter_map(|effect| effect.name.strip_prefix("todo:")).map(str::to_owned).collect()
}

/// A todo without what [`whole`] puts back; any other value as it is.
fn push_brief(out: &mut String, name: &str, value: &Value) {
    let (Some(id), Value::Object(map)) = (name.strip_prefix("todo:"), value) else { return push_value(out, value) };
    out.push('{');
    for (key, value) in map {
        let implied = match key.as_str() {
            "id" => value == id,
            "completed" => *value == false,
            "tags" => value.as_array().is_some_and(Vec::is_empty),
            "updatedAt" => map.get("createdAt") == Some(value),
            _ => false,
        };
        if !implied {
            if !out.ends_with('{') {
                out.push(',');
            }
            push_quoted(out, key);
            out.push(':');
            push_value(out, value);
        }
    }
    out.push('}');
}

/// The value with what a todo is without saying so.
fn whole(name: &str, mut value: Value) -> Value {
    if let (Some(id), Value::Object(map)) = (name.strip_prefix("todo:"), &mut value) {
        let created = map.get("createdAt").cloned().unwrap_or_default();
        let implied = [
            ("id", id.into()),
            ("completed", false.into()),
            ("tags", Value::Array(Vec::new())),
            ("updatedAt", created),
        ];
        for (key, value) in implied {
            if !value.is_null() && !map.contains_key(key) {
                map.insert(key.to_owned(), value);
            }
        }
    }
    value
}

fn push_key(out: &mut String, key: &str) {
    if !out.ends_with('{') {
        out.push(',');
    }
    out.push('"');
    out.push_str(key);
    out.push_str("\":");
}

fn push_value(out: &mut String, value: &Value) {
    out.push_str(&value.to_string());
}

fn push_quoted(out: &mut String, text: &str) {
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

fn push_text(out: &mut String, key: &str, text: Option<&str>) {
    if let Some(text) = text {
        push_key(out, key);
        push_quoted(out, text);
    }
}

fn push_number(out: &mut String, key: &str, number: u64) {
    push_key(out, key);
    out.push_str(&number.to_string());
}

fn push_texts(out: &mut String, key: &str, texts: &[String]) {
    push_list(out, key, texts.len(), &mut |out, at| push_quoted(out, texts.get(at).map_or("", String::as_str)));
}

/// A list, left out when nothing is in it.
fn push_list(out: &mut String, key: &str, count: usize, push: &mut dyn FnMut(&mut String, usize)) {
    for at in 0..count {
        if at == 0 {
            push_key(out, key);
        }
        out.push(if at == 0 { '[' } else { ',' });
        push(out, at);
    }
    if count > 0 {
        out.push(']');
    }
}

/// Reads what [`text`] wrote.
pub(crate) fn read(text: &str) -> Read {
    let Ok(Value::Object(mut map)) = dunlin_base::parse_json(text) else { return Read::Unreadable };
    let version = map.get("schemaVersion").and_then(Value::as_u64);
    match version {
        Some(version) if version > u64::from(VERSION) => Read::Newer(version),
        _ => record_of(&mut map).map_or(Read::Unreadable, |record| Read::Record(Box::new(record))),
    }
}

fn record_of(map: &mut Map<String, Value>) -> Option<Record> {
    let kind = take_text(map, "kind")?;
    let mut effects = Vec::new();
    for effect in take_list(map, "effects")? {
        let Value::Object(mut effect) = effect else { return None };
        let name = take_text(&mut effect, "name")?;
        let mut value =
            |key: &str| effect.remove(key).filter(|value| !value.is_null()).map(|value| whole(&name, value));
        let (before, after) = (value("before"), value("after"));
        effects.push(Effect { name, before, after });
    }
    let version = map.get("schemaVersion")?.as_u64()?;
    let acted = match map.get("acted") {
        None if version > 1 => ids_of(&effects),
        _ => take_texts(map, "acted")?,
    };
    Some(Record {
        id: take_text(map, "id")?,
        seq: map.get("seq")?.as_u64()?,
        at: take_text(map, "at")?,
        kind: [RecordKind::Do, RecordKind::Undo, RecordKind::Redo].into_iter().find(|known| known.name() == kind)?,
        of: take_texts(map, "of")?,
        summary: take_text(map, "summary")?,
        run_id: take_optional(map, "runId").ok()?,
        key: take_optional(map, "key").ok()?,
        effects,
        acted,
        created: take_texts(map, "created")?,
        results: take_list(map, "results")?,
        total: usize::try_from(map.get("total")?.as_u64()?).ok()?,
        active: usize::try_from(map.get("active")?.as_u64()?).ok()?,
        slim: map.get("slim").map_or(Some(false), Value::as_bool)?,
    })
}

fn take_text(map: &mut Map<String, Value>, key: &str) -> Option<String> {
    match map.remove(key)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn take_optional(map: &mut Map<String, Value>, key: &str) -> Result<Option<String>, ()> {
    match map.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(()),
    }
}

fn take_list(map: &mut Map<String, Value>, key: &str) -> Option<Vec<Value>> {
    match map.remove(key) {
        None => Some(Vec::new()),
        Some(Value::Array(list)) => Some(list),
        Some(_) => None,
    }
}

fn take_texts(map: &mut Map<String, Value>, key: &str) -> Option<Vec<String>> {
    let texts = take_list(map, key)?.into_iter().map(|value| match value {
        Value::String(text) => Some(text),
        _ => None,
    });
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn todo() -> Value {
        json!({"id": "a", "completed": false, "createdAt": "c", "tags": [], "text": "é", "updatedAt": "c", "z \"": [1, null]})
    }

    fn full() -> Record {
        Record {
            id: "i".into(),
            seq: 7,
            at: "2026-11-21T09:30:00.000Z".into(),
            kind: RecordKind::Undo,
            of: vec!["j".into(), "k\"\n".into()],
            summary: "undid: added \"x\"".into(),
            run_id: Some("r".into()),
            key: Some("r:1".into()),
            effects: vec![
                Effect { name: "todo:a".into(), before: None, after: Some(todo()) },
                Effect { name: "todo-list:b".into(), before: Some(json!({})), after: None },
            ],
            acted: vec!["a".into()],
            created: vec!["b".into()],
            results: vec![json!(1), json!("two")],
            total: 3,
            active: 2,
            slim: true,
        }
    }

    #[test]
    fn a_record_comes_back_as_it_was_written() {
        let bare = Record {
            of: vec![],
            run_id: None,
            key: None,
            effects: vec![],
            acted: vec![],
            created: vec![],
            results: vec![],
            slim: false,
            ..full()
        };
        for record in [full(), bare] {
            let written = text(&record);
            let Read::Record(back) = read(&written) else { panic!("{written}") };
            assert_eq!(*back, record);
            // What is written is JSON that other readers take.
            assert!(serde_json::from_str::<Value>(&written).is_ok(), "{written}");
        }
    }

    #[test]
    fn what_a_todo_is_without_saying_so_is_left_out_and_put_back() {
        let mut changed = todo();
        for (key, value) in [("completed", json!(true)), ("updatedAt", json!("u")), ("tags", json!(["t"]))] {
            changed[key] = value;
        }
        let mut strange = todo();
        strange["id"] = "another".into();
        for (value, brief) in [
            (todo(), r#"{"createdAt":"c","text":"é","z \"":[1,null]}"#),
            (changed, r#"{"completed":true,"createdAt":"c","tags":["t"],"text":"é","updatedAt":"u","z \"":[1,null]}"#),
            (strange, r#"{"createdAt":"c","id":"another","text":"é","z \"":[1,null]}"#),
        ] {
            let effects = vec![Effect { name: "todo:a".into(), before: Some(value), after: None }];
            let record = Record { effects, ..full() };
            let written = text(&record);
            assert!(written.contains(&format!("\"before\":{brief}}}")), "{written}");
            assert!(!written.contains("\"acted\""), "{written}");
            let Read::Record(back) = read(&written) else { panic!("{written}") };
            assert_eq!(*back, record);
        }
        let elsewhere = Record { acted: vec![], ..full() };
        let Read::Record(back) = read(&text(&elsewhere)) else { panic!("it reads") };
        assert_eq!(*back, elsewhere);
    }

    #[test]
    fn a_record_of_version_one_reads() {
        let old = r#"{"schemaVersion":1,"id":"i","seq":7,"at":"now","kind":"do","summary":"s","effects":[{"name":"todo:a",
            "after":{"id":"a","completed":false,"createdAt":"c","tags":[],"text":"é","updatedAt":"c","z \"":[1,null]}}],
            "total":1,"active":1}"#;
        let Read::Record(record) = read(old) else { panic!("it does not read") };
        assert_eq!(record.effects[0].after, Some(todo()));
        // It was about none, and said so by saying nothing.
        assert!(record.acted.is_empty());
    }

    #[test]
    fn newer_records_and_others_are_told_apart() {
        let newer = text(&full()).replacen("\"schemaVersion\":2", "\"schemaVersion\":3", 1);
        assert!(matches!(read(&newer), Read::Newer(3)));
        assert!(matches!(read(r#"{"schemaVersion":9,"what":"no idea"}"#), Read::Newer(9)));
        for broken in [
            "",
            "[]",
            "{}",
            &text(&full()).replace("\"undo\"", "\"what\""),
            &text(&full()).replace("\"created\":[\"b\"]", "\"created\":[1]"),
        ] {
            assert!(matches!(read(broken), Read::Unreadable), "{broken}");
        }
    }
}
