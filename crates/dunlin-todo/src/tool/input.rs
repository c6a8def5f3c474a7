//! The tool's input, read: which action, which todos are meant, which values they get.

use serde_json::{Map, Value};

use super::ACTIONS;
use crate::{
    Changes, Command, Due, Field, Filter, LocalNow, Match, NewTodo, Origin, TodoError, TodoErrorKind, TodoStore,
    matching::Prefer,
    todo::{priority_of, texts_of},
    words,
};

/// An input whose action is known.
pub(super) struct Input<'a> {
    pub(super) action: &'static str,
    map: &'a Map<String, Value>,
}

impl<'a> Input<'a> {
    pub(super) fn read(input: &'a Value) -> Result<Self, TodoError> {
        let map = input.as_object().ok_or_else(|| {
            TodoError::invalid("the input is not an object").with_hint("give an object with an action")
        })?;
        let wanted = map.get("action").and_then(Value::as_str).unwrap_or_default();
        if let Some(action) = ACTIONS.iter().find(|action| **action == wanted) {
            return Ok(Self { action, map });
        }
        let found = map.get("action").map_or(String::new(), |action| match action {
            Value::String(text) => crate::error::clip(text),
            other => crate::error::clip(&other.to_string()),
        });
        let nearest = ACTIONS.iter().min_by_key(|action| words::distance(wanted, action, 10)).unwrap_or(&"list");
        Err(TodoError::new(TodoErrorKind::UnknownAction, format!("Unknown action: {found}"))
            .with_hint(format!("did you mean \"{nearest}\"? known are {}", ACTIONS.join(", "))))
    }

    fn value(&self, key: &str) -> Option<&'a Value> {
        self.map.get(key).filter(|value| !value.is_null())
    }

    fn text(&self, key: &str) -> Result<Option<&'a str>, TodoError> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(key, other, "a text")),
        }
    }

    /// A text, where a number is welcome too: a sum's result becomes a todo.
    fn words(&self, key: &str) -> Result<Option<String>, TodoError> {
        match self.value(key) {
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            _ => Ok(self.text(key)?.map(str::to_owned)),
        }
    }

    fn named_list(&self) -> Result<Option<&'a str>, TodoError> {
        Ok(self.text("list")?.filter(|list| !list.trim().is_empty()))
    }

    pub(super) fn list_name(&self) -> &'a str {
        self.map.get("list").and_then(Value::as_str).unwrap_or_default().trim()
    }

    fn is_all(&self) -> bool {
        self.value("all").and_then(Value::as_bool).unwrap_or(false)
    }

    fn names_one(&self) -> bool {
        ["todoId", "match", "position"].iter().any(|key| self.value(key).is_some())
    }

    /// Whether the answer is a list of todos, whatever their number.
    pub(super) fn is_about_many(&self) -> bool {
        match self.action {
            "clear" => true,
            "complete" | "reopen" | "update" | "delete" => {
                self.is_all() || self.value("todoIds").is_some() || !self.names_one()
            }
            _ => false,
        }
    }

    /// The change that is asked for.
    pub(super) fn command(&self, store: &TodoStore, origin: &Origin, now: &LocalNow) -> Result<Command, TodoError> {
        match self.action {
            "add" => self.new_todo(now).map(Command::Add),
            "create_list" | "delete_list" => {
                let name = self.named_list()?.or(self.text("text")?).filter(|name| !name.trim().is_empty());
                let name = name.ok_or_else(|| {
                    TodoError::invalid(format!("list is required for '{}' action", self.action))
                        .with_hint("say the list's name, such as \"shopping\"")
                })?;
                let name = name.to_owned();
                Ok(if self.action == "create_list" {
                    Command::CreateList { name }
                } else {
                    Command::DeleteList { name }
                })
            }
            "clear" => {
                let list = self.named_list()?.map(str::to_owned);
                match self.value("filter") {
                    None => Ok(Command::DeleteAll { list }),
                    Some(_) => Ok(Command::DeleteEach { ids: self.all_meant(store, now)? }),
                }
            }
            "update" => {
                let changes = self.changes(now)?;
                if self.is_about_many() {
                    return Ok(Command::UpdateEach { ids: self.many(store, now)?, changes });
                }
                Ok(Command::Update { id: self.one(store, origin, now)?, changes })
            }
            action if self.is_about_many() => {
                let ids = self.many(store, now)?;
                Ok(match action {
                    "complete" => Command::CompleteEach { ids },
                    "reopen" => Command::ReopenEach { ids },
                    _ => Command::DeleteEach { ids },
                })
            }
            action => {
                let id = self.one(store, origin, now)?;
                Ok(match action {
                    "complete" => Command::Complete { id },
                    "reopen" => Command::Reopen { id },
                    _ => Command::Delete { id },
                })
            }
        }
    }

    /// What a reading action looks at.
    pub(super) fn reading_filter(&self) -> Result<Filter, TodoError> {
        let filter = self.filter()?;
        if self.action == "search" {
            let wanted = self.words("match")?.or(self.words("text")?).filter(|text| !text.trim().is_empty());
            let text = wanted.ok_or_else(|| {
                TodoError::invalid("match is required for 'search' action").with_hint("say the words to look for")
            })?;
            return Ok(Filter { text: Some(text), ..filter });
        }
        Ok(match self.words("match")? {
            Some(text) => Filter { text: Some(text), ..filter },
            None => filter,
        })
    }

    /// The one todo that is meant.
    pub(super) fn one(&self, store: &TodoStore, origin: &Origin, now: &LocalNow) -> Result<String, TodoError> {
        if let Some(id) = self.words("todoId")? {
            store.refresh(std::slice::from_ref(&id));
            return match store.get(&id) {
                Some(todo) => Ok(todo.id),
                None => Err(TodoError::not_found(&id, Vec::new())),
            };
        }
        let filter = self.choosing_filter(store)?;
        if let Some(description) = self.words("match")? {
            let prefer = match self.action {
                "reopen" => Prefer::Completed,
                "complete" | "update" => Prefer::Active,
                _ => Prefer::Neither,
            };
            return match store.find_among(&description, &filter, now, prefer) {
                Match::One(todo) => Ok(todo.id),
                Match::None { nearest } => Err(TodoError::not_found(&description, nearest)),
                Match::Several(candidates) => {
                    // So that "the second one" means the second of these.
                    store.show_for(origin, candidates.iter().map(|todo| todo.id.clone()).collect());
                    Err(TodoError::ambiguous(&description, candidates))
                }
            };
        }
        let Some(value) = self.value("position") else { return Err(TodoError::id_missing(self.action)) };
        let position =
            value.as_i64().ok_or_else(|| wrong("position", value, "a whole number, from 1, or -1 for the last"))?;
        let order = store.order_for(origin, &filter, now);
        store.pick(position, &order)
    }

    /// All todos that are meant.
    fn many(&self, store: &TodoStore, now: &LocalNow) -> Result<Vec<String>, TodoError> {
        if let Some(ids) = self.value("todoIds") {
            return texts_of(ids).ok_or_else(|| wrong("todoIds", ids, "a list of ids"));
        }
        let narrowed = self.value("filter").is_some() || (self.action != "update" && self.named_list()?.is_some());
        if !self.is_all() && !narrowed {
            return Err(TodoError::id_missing(self.action));
        }
        self.all_meant(store, now)
    }

    fn all_meant(&self, store: &TodoStore, now: &LocalNow) -> Result<Vec<String>, TodoError> {
        let mut filter = self.choosing_filter(store)?;
        if let Some(text) = self.words("match")? {
            filter.text = Some(text);
        }
        if self.action == "complete" && filter.status == crate::Status::All {
            filter.status = crate::Status::Active;
        }
        if self.action == "reopen" && filter.status == crate::Status::All {
            filter.status = crate::Status::Completed;
        }
        Ok(store.ids_of(&filter, now))
    }

    /// The filter of an action that changes what it finds: a list that is not there is an error then.
    fn choosing_filter(&self, store: &TodoStore) -> Result<Filter, TodoError> {
        let mut filter = self.filter()?;
        if self.action == "update" {
            // The list beside an update is where the todo goes.
            filter.list = match self.value("filter").and_then(|filter| filter.get("list")) {
                Some(Value::String(list)) => Some(list.clone()),
                _ => None,
            };
        }
        if let Some(list) = &filter.list {
            store.list_named(list)?;
        }
        Ok(filter)
    }

    fn filter(&self) -> Result<Filter, TodoError> {
        let mut filter = match self.value("filter") {
            // The word alone is the status: {"filter": "active"}.
            Some(Value::String(status)) => Filter::from_value(&serde_json::json!({ "status": status }))?,
            Some(value) => Filter::from_value(value)?,
            None => Filter::default(),
        };
        if filter.list.is_none() {
            filter.list = self.named_list()?.map(str::to_owned);
        }
        Ok(filter)
    }

    fn new_todo(&self, now: &LocalNow) -> Result<NewTodo, TodoError> {
        let text = self.words("text")?.filter(|text| !text.trim().is_empty());
        let Some(text) = text else { return Err(TodoError::text_missing("add")) };
        Ok(NewTodo {
            text,
            notes: self.text("notes")?.map(str::to_owned),
            list: self.named_list()?.map(str::to_owned),
            due: self.text("due")?.map(|due| read_due(due, now)).transpose()?,
            priority: self.value("priority").map(read_priority).transpose()?,
            tags: self.value("tags").map(read_tags).transpose()?.unwrap_or_default(),
            recurrence: self.text("recurrence")?.map(str::to_owned),
        })
    }

    fn changes(&self, now: &LocalNow) -> Result<Changes, TodoError> {
        let text = self.words("text")?;
        if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
            return Err(TodoError::text_missing("update"));
        }
        let changes = Changes {
            text,
            notes: self.field("notes", |value| as_text("notes", value))?,
            list: self.field("list", |value| as_text("list", value))?,
            due: self.field("due", |value| read_due(&as_text("due", value)?, now))?,
            priority: self.field("priority", read_priority)?,
            tags: match self.map.get("tags") {
                None => None,
                Some(Value::Null) => Some(Vec::new()),
                Some(value) => Some(read_tags(value)?),
            },
            more_tags: self.value("addTags").map(read_tags).transpose()?.unwrap_or_default(),
            fewer_tags: self.value("removeTags").map(read_tags).transpose()?.unwrap_or_default(),
            postpone: self.text("postpone")?.map(|by| read_length(by, now)).transpose()?,
            recurrence: self.field("recurrence", |value| as_text("recurrence", value))?,
        };
        if changes.postpone.is_some() && changes.due != Field::Keep {
            return Err(TodoError::invalid("there are due and postpone at once")
                .with_hint("give the new date as due, or how much later it is as postpone"));
        }
        if changes.is_empty() {
            return Err(TodoError::invalid("there is nothing to change").with_hint(
                "give text, due, postpone, priority, tags, recurrence, notes or list; null takes one away",
            ));
        }
        Ok(changes)
    }

    /// What becomes of a field: null or an empty text takes it away.
    fn field<T>(&self, key: &str, read: impl Fn(&Value) -> Result<T, TodoError>) -> Result<Field<T>, TodoError> {
        match self.map.get(key) {
            None => Ok(Field::Keep),
            Some(Value::Null) => Ok(Field::Clear),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(Field::Clear),
            Some(value) => read(value).map(Field::Set),
        }
    }
}

fn as_text(key: &str, value: &Value) -> Result<String, TodoError> {
    value.as_str().map(str::to_owned).ok_or_else(|| wrong(key, value, "a text"))
}

fn read_due(text: &str, now: &LocalNow) -> Result<Due, TodoError> {
    crate::recur::read_due(text, now).ok_or_else(|| {
        wrong("due", &Value::String(text.to_owned()), "a date such as 2026-11-27, 2026-11-27T17:00 or \"next friday\"")
    })
}

fn read_length(by: &str, now: &LocalNow) -> Result<String, TodoError> {
    match crate::recur::postponed(None, by, now) {
        Some(_) => Ok(by.to_owned()),
        None => {
            Err(wrong("postpone", &Value::String(by.to_owned()), "a length of time such as \"a week\" or \"2 hours\""))
        }
    }
}

fn read_priority(value: &Value) -> Result<u8, TodoError> {
    let written = value.as_str().and_then(|text| text.trim().trim_start_matches(['p', 'P']).parse().ok());
    let number = written.map(|number: u8| Value::from(number));
    priority_of(number.as_ref().unwrap_or(value)).ok_or_else(|| wrong("priority", value, "1, 2, 3 or 4"))
}

fn read_tags(value: &Value) -> Result<Vec<String>, TodoError> {
    match value {
        Value::String(tag) => Ok(vec![tag.clone()]),
        _ => texts_of(value).ok_or_else(|| wrong("tags", value, "a list of texts")),
    }
}

fn wrong(key: &str, found: &Value, expected: &str) -> TodoError {
    TodoError::invalid(format!("{key} is {}, expected {expected}", crate::error::clip(&found.to_string())))
}
