//! One change as it is stored. A record says what changed, not why.
//!
//! - Version 1 had every todo whole, before and after, and the ids of the todos that the command was about.
//! - Version 2 leaves out what the rest tells: of a todo what it is without saying so, and those ids where they are the effects'.
//!   A list of ten thousand can so be cleared, and brought back, within what a browser lets a page keep.
//!
//! Records of both are read; what is written is of version 2, also when an old record is written once more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::keys::{TODO_NAME, newer_version};

/// The most results that a record keeps when it loses its values.
pub(crate) const MAX_RESULTS: usize = 500;
/// The version of the records that are written.
pub(crate) const VERSION: u64 = 2;

/// Whether a change was made, taken back, or made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RecordKind {
    Do,
    Undo,
    Redo,
}

/// What happens to the value under one key; `name` is the key without [`crate::keys::PREFIX`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredEffect", into = "StoredEffect")]
pub(crate) struct Effect {
    pub(crate) name: String,
    pub(crate) before: Option<Value>,
    pub(crate) after: Option<Value>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    pub(crate) schema_version: u64,
    pub(crate) id: String,
    /// One more than the highest that its writer had seen: the order of changes, whatever the clock does.
    pub(crate) seq: u64,
    pub(crate) at: String,
    pub(crate) kind: RecordKind,
    /// The changes that this one takes back or makes again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) of: Vec<String>,
    pub(crate) summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) run_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) effects: Vec<Effect>,
    /// The ids of the todos that the command was about; none where they are those of the effects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) acted: Option<Vec<String>>,
    /// The ids of the todos that came to be besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) created: Vec<String>,
    /// The todos of `acted` that no effect holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) results: Vec<Value>,
    /// How many todos there were afterwards, and how many of them not completed.
    pub(crate) total: usize,
    pub(crate) active: usize,
    /// Whether the values before are gone, so that it cannot be undone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) slim: bool,
    /// What a newer version wrote and this one does not know.
    #[serde(flatten)]
    pub(crate) unknown: Map<String, Value>,
}

/// What a stored record turned out to be.
pub(crate) enum Read {
    Record(Box<Record>),
    Newer(u64),
    Unreadable,
}

impl Record {
    /// Reads what [`Record::text`] wrote.
    pub(crate) fn read(text: &str) -> Read {
        if let Some(version) = newer_version(text, VERSION) {
            return Read::Newer(version);
        }
        match serde_json::from_str::<Self>(text) {
            Ok(mut record) => {
                if record.schema_version < 2 {
                    record.acted.get_or_insert_default();
                }
                record.schema_version = VERSION;
                Read::Record(Box::new(record))
            }
            Err(_) => Read::Unreadable,
        }
    }

    /// The text that is stored.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What follows [`crate::keys::CHANGE`] in its key.
    pub(crate) fn suffix(&self) -> String {
        match &self.key {
            Some(key) => format!("key:{key}"),
            None => self.id.clone(),
        }
    }

    /// The ids of the todos that the command was about.
    pub(crate) fn acted(&self) -> Vec<String> {
        self.acted.clone().unwrap_or_else(|| ids_of(&self.effects))
    }

    /// The values that todos had after the change, or before it when the change removed them, by id.
    pub(crate) fn values(&self) -> BTreeMap<&str, &Value> {
        let unchanged = self.results.iter().filter_map(|value| Some((value.get("id")?.as_str()?, value)));
        let changed = self.effects.iter().filter_map(|effect| {
            Some((effect.name.strip_prefix(TODO_NAME)?, effect.after.as_ref().or(effect.before.as_ref())?))
        });
        unchanged.chain(changed).collect()
    }

    /// The same without the values, kept for its outcome only.
    pub(crate) fn slimmed(&self) -> Self {
        let (values, acted) = (self.values(), self.acted());
        let wanted = acted.iter().chain(&self.created).take(MAX_RESULTS);
        let results = wanted.filter_map(|id| values.get(id.as_str()).map(|value| (*value).clone())).collect();
        Self { effects: Vec::new(), acted: Some(acted), results, slim: true, ..self.clone() }
    }

    /// The same without the values before, for a change that only removes.
    pub(crate) fn thin(&self) -> Self {
        let effects = self.effects.iter().map(|effect| Effect { name: effect.name.clone(), before: None, after: None });
        Self { effects: effects.collect(), slim: true, ..self.clone() }
    }

    pub(crate) fn only_removes(&self) -> bool {
        self.effects.iter().all(|effect| effect.after.is_none())
    }

    /// Whether it changed something and has the values to take that back.
    pub(crate) fn is_undoable(&self) -> bool {
        !self.slim && !self.effects.is_empty()
    }

    pub(crate) fn changes(&self, name: &str) -> bool {
        self.effects.iter().any(|effect| effect.name == name)
    }
}

/// The ids of the todos that the effects are about, in order.
pub(crate) fn ids_of(effects: &[Effect]) -> Vec<String> {
    effects.iter().filter_map(|effect| effect.name.strip_prefix(TODO_NAME)).map(str::to_owned).collect()
}

/// An effect as it is stored: its todos say only what is not understood by itself.
#[derive(Serialize, Deserialize)]
struct StoredEffect {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<Value>,
}

impl From<Effect> for StoredEffect {
    fn from(Effect { name, before, after }: Effect) -> Self {
        Self { before: before.map(|value| brief(&name, value)), after: after.map(|value| brief(&name, value)), name }
    }
}

impl From<StoredEffect> for Effect {
    fn from(StoredEffect { name, before, after }: StoredEffect) -> Self {
        Self { before: before.map(|value| whole(&name, value)), after: after.map(|value| whole(&name, value)), name }
    }
}

/// What a todo's fields are when they are not said.
fn implied(id: &str, todo: &Map<String, Value>) -> [(&'static str, Value); 4] {
    [
        ("id", id.into()),
        ("completed", false.into()),
        ("tags", Value::Array(Vec::new())),
        ("updatedAt", todo.get("createdAt").cloned().unwrap_or_default()),
    ]
}

/// A todo without what [`whole`] puts back; any other value as it is.
fn brief(name: &str, mut value: Value) -> Value {
    if let (Some(id), Value::Object(todo)) = (name.strip_prefix(TODO_NAME), &mut value) {
        for (key, implied) in implied(id, todo) {
            if todo.get(key) == Some(&implied) {
                todo.remove(key);
            }
        }
    }
    value
}

/// The value with what a todo is without saying so.
fn whole(name: &str, mut value: Value) -> Value {
    if let (Some(id), Value::Object(todo)) = (name.strip_prefix(TODO_NAME), &mut value) {
        for (key, implied) in implied(id, todo) {
            if !implied.is_null() && !todo.contains_key(key) {
                todo.insert(key.to_owned(), implied);
            }
        }
    }
    value
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
            schema_version: VERSION,
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
            acted: None,
            created: vec!["b".into()],
            results: vec![json!(1), json!("two")],
            total: 3,
            active: 2,
            slim: true,
            unknown: json!({"mood": "good"}).as_object().cloned().unwrap(),
        }
    }

    fn read(text: &str) -> Record {
        let Read::Record(record) = Record::read(text) else { panic!("it does not read: {text}") };
        *record
    }

    #[test]
    fn a_record_comes_back_as_it_was_written() {
        let bare = Record {
            of: vec![],
            run_id: None,
            key: None,
            effects: vec![],
            acted: Some(vec![]),
            created: vec![],
            results: vec![],
            slim: false,
            ..full()
        };
        for record in [full(), bare] {
            assert_eq!(read(&record.text()), record);
        }
        assert_eq!(full().acted(), ["a"]);
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
            let written = record.text();
            assert!(written.contains(&format!("\"before\":{brief}}}")), "{written}");
            assert_eq!(read(&written), record);
        }
    }

    #[test]
    fn a_record_of_version_one_reads() {
        let old = r#"{"schemaVersion":1,"id":"i","seq":7,"at":"now","kind":"do","summary":"s","effects":[{"name":"todo:a",
            "after":{"id":"a","completed":false,"createdAt":"c","tags":[],"text":"é","updatedAt":"c","z \"":[1,null]}}],
            "total":1,"active":1}"#;
        let record = read(old);
        assert_eq!(record.effects[0].after, Some(todo()));
        // It was about none, and said so by saying nothing.
        assert!(record.acted().is_empty());
    }

    #[test]
    fn newer_records_and_others_are_told_apart() {
        let newer = full().text().replacen("\"schemaVersion\":2", "\"schemaVersion\":3", 1);
        assert!(matches!(Record::read(&newer), Read::Newer(3)));
        assert!(matches!(Record::read(r#"{"schemaVersion":9,"what":"no idea"}"#), Read::Newer(9)));
        for broken in [
            "",
            "[]",
            "{}",
            &full().text().replace("\"undo\"", "\"what\""),
            &full().text().replace("\"created\":[\"b\"]", "\"created\":[1]"),
        ] {
            assert!(matches!(Record::read(broken), Read::Unreadable), "{broken}");
        }
    }
}
