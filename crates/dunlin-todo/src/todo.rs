//! The todo itself: the record as it is stored and exchanged, what makes a new one, and what changes one.

use std::rc::Rc;

use dunlin_base::read_fields;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::{Map, Value};

use crate::{Due, TodoError};

/// The longest text of a todo, in characters.
pub const MAX_TEXT: usize = 10_000;
/// The longest notes of a todo, in characters.
pub const MAX_NOTES: usize = 100_000;
/// The most tags on a todo.
pub const MAX_TAGS: usize = 50;
/// The longest tag, list name or recurrence, in characters.
pub const MAX_NAME: usize = 200;

/// One todo.
///
/// Its JSON is camelCase, leaves out what is not there, and keeps fields that a newer version wrote.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Todo {
    /// The identifier: UUID version 7, so it sorts by the moment it was made.
    pub id: String,
    /// What is to be done, as it was typed.
    pub text: String,
    /// More about it.
    pub notes: Option<String>,
    /// The named list it is on; none is the inbox.
    pub list: Option<String>,
    /// Whether it is done.
    pub completed: bool,
    /// When it was made, ISO 8601 in UTC.
    pub created_at: String,
    /// When it was done.
    pub completed_at: Option<String>,
    /// When it was last changed.
    pub updated_at: String,
    /// When it is due, in local civil time.
    pub due: Option<Due>,
    /// From 1, the most urgent, to 4.
    pub priority: Option<u8>,
    /// Its tags, without `#`, in the order they were given.
    pub tags: Vec<String>,
    /// How it recurs, as an RRULE value.
    pub recurrence: Option<String>,
    /// The idempotency key it was made under.
    pub created_by: Option<String>,
    /// Where it stands among the others when it was moved by hand; otherwise its `id` says so.
    pub order: Option<String>,
    /// What a newer version wrote and this one does not know.
    pub unknown: Map<String, Value>,
}

impl Todo {
    /// What it is sorted by when nothing else is asked for.
    pub fn order_key(&self) -> &str {
        self.order.as_deref().unwrap_or(&self.id)
    }

    /// The todo that a JSON object describes; says which field is wrong.
    ///
    /// Only `text` must be there; a field that is there must be of the right kind.
    pub fn from_map(map: Map<String, Value>) -> Result<Self, String> {
        let mut todo = Self::default();
        let mut draft = TodoDraft { todo: &mut todo, has_text: false };
        map.into_iter().try_for_each(|(key, value)| draft.take(&key, value))?;
        draft.finish()?;
        Ok(todo)
    }

    /// As [`Todo::from_map`] for a text, without a map and in the place where the todo stays: ten thousand are read when the
    /// store opens.
    pub(crate) fn from_text(text: &str) -> Result<Rc<Self>, String> {
        let mut todo = Rc::<Self>::default();
        let Some(place) = Rc::get_mut(&mut todo) else { return Err("it is read elsewhere".to_owned()) };
        let mut draft = TodoDraft { todo: place, has_text: false };
        let mut taken = Ok(());
        let read = read_fields(text, &mut |key, value| {
            if taken.is_ok() {
                taken = draft.take(key, value);
            }
        });
        read.map_err(|fault| format!("{} at line {} column {}", fault.what, fault.line, fault.column))?;
        taken?;
        draft.finish()?;
        Ok(todo)
    }

    /// The JSON object that describes it.
    pub fn to_map(&self) -> Map<String, Value> {
        let mut map = self.unknown.clone();
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                map.insert(key.to_owned(), value);
            }
        };
        let text = |value: &Option<String>| value.clone().map(Value::String);
        put("id", Some(Value::String(self.id.clone())));
        put("text", Some(Value::String(self.text.clone())));
        put("notes", text(&self.notes));
        put("list", text(&self.list));
        put("completed", Some(Value::Bool(self.completed)));
        put("createdAt", Some(Value::String(self.created_at.clone())));
        put("completedAt", text(&self.completed_at));
        put("updatedAt", Some(Value::String(self.updated_at.clone())));
        put("due", self.due.as_ref().map(|due| Value::String(due.as_str().to_owned())));
        put("priority", self.priority.map(Value::from));
        put("tags", Some(Value::from(self.tags.clone())));
        put("recurrence", text(&self.recurrence));
        put("createdBy", text(&self.created_by));
        put("order", text(&self.order));
        map
    }

    /// The same as a JSON value.
    pub fn to_value(&self) -> Value {
        Value::Object(self.to_map())
    }
}

impl Serialize for Todo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_map().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Todo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_map(Map::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A todo while its fields are read.
struct TodoDraft<'a> {
    todo: &'a mut Todo,
    has_text: bool,
}

impl TodoDraft<'_> {
    fn take(&mut self, key: &str, value: Value) -> Result<(), String> {
        let todo = &mut *self.todo;
        if value.is_null() {
            return Ok(());
        }
        match key {
            "id" => todo.id = text_of(key, value)?,
            "text" => (todo.text, self.has_text) = (text_of(key, value)?, true),
            "notes" => todo.notes = Some(text_of(key, value)?),
            "list" => todo.list = Some(text_of(key, value)?).filter(|list| !list.is_empty()),
            "completed" => todo.completed = value.as_bool().ok_or_else(|| wrong(key, "true or false", &value))?,
            "createdAt" => todo.created_at = text_of(key, value)?,
            "completedAt" => todo.completed_at = Some(text_of(key, value)?),
            "updatedAt" => todo.updated_at = text_of(key, value)?,
            "due" => {
                let due = value.as_str().and_then(Due::parse);
                todo.due = Some(due.ok_or_else(|| wrong(key, "YYYY-MM-DD or YYYY-MM-DDTHH:MM", &value))?);
            }
            "priority" => {
                todo.priority = Some(priority_of(&value).ok_or_else(|| wrong(key, "a number from 1 to 4", &value))?);
            }
            "tags" => todo.tags = tags_of(key, value)?,
            "recurrence" => todo.recurrence = Some(text_of(key, value)?),
            "createdBy" => todo.created_by = Some(text_of(key, value)?),
            "order" => todo.order = Some(text_of(key, value)?),
            _ => {
                todo.unknown.insert(key.to_owned(), value);
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<(), String> {
        if self.has_text { Ok(()) } else { Err("it has no \"text\"".to_owned()) }
    }
}

fn text_of(key: &str, value: Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(wrong(key, "a text", &other)),
    }
}

fn wrong(key: &str, expected: &str, found: &Value) -> String {
    let found: String = found.to_string().chars().take(60).collect();
    format!("its {key:?} is {found}, expected {expected}")
}

fn tags_of(key: &str, value: Value) -> Result<Vec<String>, String> {
    match value {
        Value::Array(tags) if tags.iter().all(Value::is_string) => {
            tags.into_iter().map(|tag| text_of(key, tag)).collect()
        }
        other => Err(wrong(key, "a list of texts", &other)),
    }
}

pub(crate) fn priority_of(value: &Value) -> Option<u8> {
    value.as_u64().filter(|number| (1..=4).contains(number)).map(|number| number as u8)
}

pub(crate) fn texts_of(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}

/// What a new todo is made from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewTodo {
    /// What is to be done.
    pub text: String,
    /// More about it.
    pub notes: Option<String>,
    /// The named list it goes on.
    pub list: Option<String>,
    /// When it is due.
    pub due: Option<Due>,
    /// From 1 to 4.
    pub priority: Option<u8>,
    /// Its tags.
    pub tags: Vec<String>,
    /// How it recurs, as an RRULE value.
    pub recurrence: Option<String>,
}

impl NewTodo {
    /// A todo with nothing but its text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// What is to become of a todo's field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Field<T> {
    /// It stays as it is.
    #[default]
    Keep,
    /// It is taken away.
    Clear,
    /// It becomes this.
    Set(T),
}

impl<T> Field<T> {
    fn apply(self, field: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Clear => *field = None,
            Self::Set(value) => *field = Some(value),
        }
    }
}

/// What is to be changed of a todo.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Its text.
    pub text: Option<String>,
    /// Its notes.
    pub notes: Field<String>,
    /// The list it is on; cleared, it goes to the inbox.
    pub list: Field<String>,
    /// When it is due.
    pub due: Field<Due>,
    /// Its priority.
    pub priority: Field<u8>,
    /// All its tags.
    pub tags: Option<Vec<String>>,
    /// Tags it gets beside those it has.
    pub more_tags: Vec<String>,
    /// Tags it loses; it keeps the others.
    pub fewer_tags: Vec<String>,
    /// How much later than now it is due ("a week"), or earlier ("-2 days").
    pub postpone: Option<String>,
    /// How it recurs.
    pub recurrence: Field<String>,
}

impl Changes {
    /// A change of nothing but the text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// A change of nothing but the due date.
    pub fn due(due: Due) -> Self {
        Self { due: Field::Set(due), ..Self::default() }
    }

    /// Whether nothing would change.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn apply(self, todo: &mut Todo) {
        if let Some(text) = self.text {
            text.trim().clone_into(&mut todo.text);
        }
        self.notes.apply(&mut todo.notes);
        self.list.apply(&mut todo.list);
        self.due.apply(&mut todo.due);
        self.priority.apply(&mut todo.priority);
        if let Some(tags) = self.tags {
            todo.tags = tags;
        }
        todo.tags.retain(|tag| !self.fewer_tags.iter().any(|gone| same_tag(tag, gone)));
        todo.tags.extend(self.more_tags);
        self.recurrence.apply(&mut todo.recurrence);
    }
}

/// Brings a todo into the form in which it is kept, or says what is wrong with it.
pub(crate) fn settle(todo: &mut Todo) -> Result<(), TodoError> {
    todo.text = todo.text.trim().to_owned();
    if todo.text.is_empty() {
        return Err(TodoError::text_missing("add"));
    }
    within("text", &todo.text, MAX_TEXT)?;
    todo.notes = todo.notes.take().filter(|notes| !notes.trim().is_empty());
    within("notes", todo.notes.as_deref().unwrap_or_default(), MAX_NOTES)?;
    todo.list = todo.list.take().map(|list| list.trim().to_owned()).filter(|list| !list.is_empty());
    within("list name", todo.list.as_deref().unwrap_or_default(), MAX_NAME)?;
    within("recurrence", todo.recurrence.as_deref().unwrap_or_default(), MAX_NAME)?;
    if todo.priority.is_some_and(|priority| !(1..=4).contains(&priority)) {
        return Err(TodoError::invalid("the priority is not one of 1, 2, 3 and 4"));
    }
    let mut tags: Vec<String> = Vec::with_capacity(todo.tags.len());
    for tag in &todo.tags {
        let tag = bare_tag(tag);
        if !tag.is_empty() && !tags.iter().any(|known| same_tag(known, tag)) {
            within("tag", tag, MAX_NAME)?;
            tags.push(tag.to_owned());
        }
    }
    if tags.len() > MAX_TAGS {
        return Err(TodoError::limit(format!("the todo has {} tags, at most {MAX_TAGS} are kept", tags.len())));
    }
    todo.tags = tags;
    Ok(())
}

fn bare_tag(tag: &str) -> &str {
    tag.trim_start_matches(|c: char| c == '#' || c.is_whitespace()).trim_end()
}

/// Whether both are the same tag: capitals and the `#` do not matter.
pub(crate) fn same_tag(one: &str, other: &str) -> bool {
    bare_tag(one).to_lowercase() == bare_tag(other).to_lowercase()
}

fn within(what: &str, text: &str, limit: usize) -> Result<(), TodoError> {
    let length = text.chars().count();
    if length > limit {
        return Err(TodoError::limit(format!("the {what} has {length} characters, at most {limit} are kept")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_kept() {
        let text =
            r#"{"id":"a","text":"buy milk","tags":["x"],"completed":true,"colour":{"deep":[1,2]},"due":"2026-11-27"}"#;
        let todo: Todo = serde_json::from_str(text).unwrap();
        assert_eq!(todo.unknown["colour"]["deep"][1], 2);
        let again: Todo = serde_json::from_str(&serde_json::to_string(&todo).unwrap()).unwrap();
        assert_eq!(again, todo);
    }

    #[test]
    fn reading_text_and_reading_a_map_are_the_same() {
        for text in [
            r#"{"id":"a","text":"buy \u00e9 milk","tags":["x"],"completed":true,"due":"2026-11-27","priority":4,"list":""}"#,
            r#"{"text":"x","notes":null,"list":"l","createdAt":"c","completedAt":"d","updatedAt":"u","z":1,"y":null}"#,
            r#"{"text":"x","recurrence":"r","createdBy":"k","order":"o","due":"2026-11-27T10:00"}"#,
            r#"{"text":"x","priority":0}"#,
            r#"{"text":"x","due":"never"}"#,
            r#"{"id":"x"}"#,
            "[]",
        ] {
            let map = serde_json::from_str::<Map<String, Value>>(text).ok();
            let slow = map.and_then(|map| Todo::from_map(map).ok());
            assert_eq!(serde_json::from_str::<Todo>(text).ok(), slow, "{text}");
        }
    }

    #[test]
    fn the_wrong_field_is_named() {
        for (text, part) in [
            (r#"{"id":"a"}"#, "\"text\""),
            (r#"{"text":1}"#, "\"text\""),
            (r#"{"text":"x","priority":5}"#, "\"priority\" is 5"),
            (r#"{"text":"x","due":"soon"}"#, "\"due\" is \"soon\""),
            (r#"{"text":"x","tags":[1]}"#, "\"tags\""),
            (r#"{"text":"x","completed":"no"}"#, "\"completed\""),
        ] {
            let error = serde_json::from_str::<Todo>(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn tags_are_told_apart_without_case() {
        let mut todo =
            Todo { text: " x ".into(), tags: vec!["#Home".into(), "home".into(), " ".into()], ..Todo::default() };
        settle(&mut todo).unwrap();
        assert_eq!((todo.text.as_str(), todo.tags), ("x", vec!["Home".to_owned()]));
    }
}
