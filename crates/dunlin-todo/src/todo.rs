//! The todo itself: the record as it is stored and exchanged, what makes a new one, and what changes one.

use dunlin_base::json;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Map, Value};

use crate::{Due, TodoError, error::clip};

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
/// Its JSON is camelCase, leaves out what is not there, and keeps fields that a newer version wrote. Only `text` must be there.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Todo {
    /// The identifier: UUID version 7, so it sorts by the moment it was made.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub id: String,
    /// What is to be done, as it was typed.
    pub text: String,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The named list it is on; none is the inbox.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// Whether it is done.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub completed: bool,
    /// When it was made, ISO 8601 in UTC.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub created_at: String,
    /// When it was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<String>,
    /// When it was last changed.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub updated_at: String,
    /// When it is due, in local civil time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub due: Option<Due>,
    /// From 1, the most urgent, to 4.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_priority")]
    #[cfg_attr(feature = "types", ts(optional, type = "1 | 2 | 3 | 4"))]
    pub priority: Option<u8>,
    /// Its tags, without `#`, in the order they were given.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub tags: Vec<String>,
    /// How it recurs, as an RRULE value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recurrence: Option<String>,
    /// The idempotency key it was made under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_by: Option<String>,
    /// Where it stands among the others when it was moved by hand; otherwise its `id` says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// What a newer version wrote and this one does not know.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(skip))]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    pub unknown: Map<String, Value>,
}

impl Todo {
    /// The names of its fields in JSON, whether they are there or not: the columns of a table of todos.
    pub const FIELDS: [&str; 14] = [
        "id",
        "text",
        "notes",
        "list",
        "completed",
        "createdAt",
        "completedAt",
        "updatedAt",
        "due",
        "priority",
        "tags",
        "recurrence",
        "createdBy",
        "order",
    ];

    /// What it is sorted by when nothing else is asked for.
    pub fn order_key(&self) -> &str {
        self.order.as_deref().unwrap_or(&self.id)
    }

    /// The same as a JSON value.
    pub fn to_value(&self) -> Value {
        json::to_value(self)
    }
}

/// A priority, as todos, filters and the tool's input have it.
pub(crate) fn read_priority<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    match Option::<Value>::deserialize(deserializer)? {
        None => Ok(None),
        Some(value) => match value.as_u64() {
            Some(number @ 1..=4) => Ok(Some(number as u8)),
            _ => Err(D::Error::custom(format!("found {}, expected a number from 1 to 4", clip(&value.to_string())))),
        },
    }
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
    /// The value that it becomes.
    pub(crate) fn set(self) -> Option<T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Keep | Self::Clear => None,
        }
    }

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
        let todo: Todo = json::read(text).unwrap();
        assert_eq!(todo.unknown["colour"]["deep"][1], 2);
        let again: Todo = json::read(&json::write(&todo)).unwrap();
        assert_eq!(again, todo);
        assert_eq!(json::from_value::<Todo>(todo.to_value()).unwrap(), todo);
    }

    #[test]
    fn the_wrong_field_is_named() {
        for (text, message) in [
            (r#"{"id":"a"}"#, "\"text\" is missing"),
            (r#"{"text":1}"#, "text: found 1, expected a text"),
            (r#"{"text":"x","priority":5}"#, "priority: found 5, expected a number from 1 to 4"),
            (r#"{"text":"x","due":"soon"}"#, "due: found \"soon\", expected YYYY-MM-DD or YYYY-MM-DDTHH:MM"),
            (r#"{"text":"x","tags":[1]}"#, "tags[0]: found 1, expected a text"),
            (r#"{"text":"x","completed":"no"}"#, "completed: found \"no\", expected true or false"),
        ] {
            assert_eq!(json::read::<Todo>(text).unwrap_err().to_string(), message, "{text}");
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
