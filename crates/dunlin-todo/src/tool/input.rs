//! The tool's input, read: which action, which todos are meant, which values they get.

use dunlin_base::json;
use serde::{Deserialize, Deserializer};
use serde_json::{Number, Value};

use super::ACTIONS;
use crate::{
    Changes, Command, Due, Field, Filter, LocalNow, Match, NewTodo, Status, TodoError, TodoErrorKind, TodoStore,
    error::clip, matching::Prefer, words,
};

/// An input whose action is known.
pub(super) struct Input {
    pub(super) action: &'static str,
    fields: Fields,
}

/// What an input may say. Null and an empty text take a todo's field away.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct Fields {
    action: String,
    todo_id: Option<Words>,
    todo_ids: Option<Vec<String>>,
    r#match: Option<Words>,
    position: Option<i64>,
    positions: Option<Vec<i64>>,
    all: Option<bool>,
    text: Option<Words>,
    due: Field<String>,
    postpone: Option<String>,
    priority: Field<Words>,
    tags: Field<Tags>,
    add_tags: Option<Tags>,
    remove_tags: Option<Tags>,
    recurrence: Field<String>,
    notes: Field<String>,
    list: Field<String>,
    filter: Option<Narrowing>,
    change: Option<String>,
}

/// A text, where a number is welcome too: a sum's result becomes a todo.
#[derive(Clone, Deserialize)]
#[serde(untagged, expecting = "expected a text or a number")]
enum Words {
    Text(String),
    Number(Number),
}

impl Words {
    fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
        }
    }
}

/// One tag or several.
#[derive(Clone, Deserialize)]
#[serde(untagged, expecting = "expected a tag or a list of tags")]
enum Tags {
    One(String),
    Several(Vec<String>),
}

impl From<Tags> for Vec<String> {
    fn from(tags: Tags) -> Self {
        match tags {
            Tags::One(tag) => vec![tag],
            Tags::Several(tags) => tags,
        }
    }
}

/// A filter; the word alone is the status.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Narrowing {
    Status(Status),
    Filter(Value),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Clear, Self::Set))
    }
}

impl Field<String> {
    /// The same, where a text of nothing takes the field away.
    fn filled(&self) -> Self {
        match self {
            Self::Set(text) if text.trim().is_empty() => Self::Clear,
            other => other.clone(),
        }
    }
}

/// What to say where a list is not named.
const NAME_A_LIST: &str = "say the list's name, such as \"shopping\"";

impl Input {
    /// The change that is to be undone, where it is named.
    pub(super) fn change(&self) -> Option<&str> {
        self.fields.change.as_deref()
    }

    pub(super) fn read(input: &Value) -> Result<Self, TodoError> {
        let map = input.as_object().ok_or_else(|| {
            TodoError::invalid("the input is not an object").with_hint("give an object with an action")
        })?;
        let found = map.get("action").map_or(String::new(), |action| match action {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        let Some(action) = ACTIONS.iter().find(|action| **action == found) else {
            let nearest = ACTIONS.iter().min_by_key(|action| words::distance(&found, action, 10)).unwrap_or(&"list");
            return Err(TodoError::new(TodoErrorKind::UnknownAction, format!("Unknown action: {}", clip(&found)))
                .with_hint(format!("did you mean \"{nearest}\"? known are {}", ACTIONS.join(", "))));
        };
        let fields: Fields = json::from_value(input.clone()).map_err(|fault| TodoError::invalid(fault.to_string()))?;
        Ok(Self { action, fields })
    }

    fn named_list(&self) -> Option<String> {
        self.fields.list.filled().set()
    }

    pub(super) fn list_name(&self) -> String {
        self.named_list().unwrap_or_default().trim().to_owned()
    }

    /// A name that the action cannot do without.
    fn required(&self, field: &str, name: Option<String>, hint: &str) -> Result<String, TodoError> {
        let lacks = || TodoError::invalid(format!("{field} is required for '{}' action", self.action)).with_hint(hint);
        name.filter(|name| !name.trim().is_empty()).ok_or_else(lacks)
    }

    /// The name that a list is to have.
    pub(super) fn new_name(&self) -> String {
        self.text().unwrap_or_default().trim().to_owned()
    }

    fn words(&self) -> Option<String> {
        self.fields.r#match.clone().map(Words::into_text)
    }

    fn text(&self) -> Option<String> {
        self.fields.text.clone().map(Words::into_text)
    }

    /// From 1 to 4, as a number or as in `p1`.
    fn priority(&self) -> Result<Field<u8>, TodoError> {
        let text = match self.fields.priority.clone() {
            Field::Keep => return Ok(Field::Keep),
            Field::Clear => return Ok(Field::Clear),
            Field::Set(words) => words.into_text(),
        };
        match text.trim().trim_start_matches(['p', 'P']) {
            "" => Ok(Field::Clear),
            number => match number.parse() {
                Ok(number @ 1..=4) => Ok(Field::Set(number)),
                _ => Err(wrong("priority", &text, "1, 2, 3 or 4")),
            },
        }
    }

    fn is_all(&self) -> bool {
        self.fields.all == Some(true)
    }

    /// Whether it says one by one which todos it means.
    fn names_several(&self) -> bool {
        self.fields.todo_ids.is_some() || self.fields.positions.is_some()
    }

    /// Whether the answer is a list of todos, whatever their number.
    pub(super) fn is_about_many(&self) -> bool {
        let names_one =
            self.fields.todo_id.is_some() || self.fields.r#match.is_some() || self.fields.position.is_some();
        match self.action {
            "clear" => true,
            "complete" | "reopen" | "update" | "delete" => self.is_all() || self.names_several() || !names_one,
            _ => false,
        }
    }

    /// Whether it may delete more than one todo.
    pub(super) fn deletes_several(&self) -> bool {
        let named = |count: usize| count > 1;
        match self.action {
            "clear" | "delete_list" => true,
            "delete" if self.is_about_many() => match (&self.fields.todo_ids, &self.fields.positions) {
                (Some(ids), None) => named(ids.len()),
                (None, Some(positions)) => named(positions.len()),
                _ => true,
            },
            _ => false,
        }
    }

    /// The change that is asked for.
    pub(super) fn command(&self, store: &TodoStore, run: Option<&str>, now: &LocalNow) -> Result<Command, TodoError> {
        match self.action {
            "add" => self.new_todo(now).map(Command::Add),
            "create_list" | "delete_list" => {
                let name = self.required("list", self.named_list().or(self.text()), NAME_A_LIST)?;
                Ok(match self.action {
                    "create_list" => Command::CreateList { name },
                    _ if self.fields.todo_ids.is_some() => Command::DeleteListOf { name, ids: self.named(store)? },
                    _ => Command::DeleteList { name },
                })
            }
            "rename_list" => {
                let name = self.required("list", Some(self.list_name()), NAME_A_LIST)?;
                let to = self.required("text", Some(self.new_name()), "say its new name, such as \"groceries\"")?;
                Ok(Command::RenameList { name, to })
            }
            "clear" if self.fields.todo_ids.is_some() => Ok(Command::DeleteEach { ids: self.named(store)? }),
            "clear" if self.fields.filter.is_none() => Ok(Command::DeleteAll { list: self.named_list() }),
            "clear" => Ok(Command::DeleteEach { ids: self.all_meant(store, now)? }),
            "update" => {
                let changes = self.changes(now)?;
                if self.is_about_many() {
                    return Ok(Command::UpdateEach { ids: self.many(store, run, now)?, changes });
                }
                Ok(Command::Update { id: self.one(store, run, now)?, changes })
            }
            action if self.is_about_many() => {
                let ids = self.many(store, run, now)?;
                Ok(match action {
                    "complete" => Command::CompleteEach { ids },
                    "reopen" => Command::ReopenEach { ids },
                    _ => Command::DeleteEach { ids },
                })
            }
            action => {
                let id = self.one(store, run, now)?;
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
            let wanted = self.words().or(self.text()).filter(|text| !text.trim().is_empty());
            let text = wanted.ok_or_else(|| {
                TodoError::invalid("match is required for 'search' action").with_hint("say the words to look for")
            })?;
            return Ok(Filter { text: Some(text), ..filter });
        }
        Ok(Filter { text: self.words().or(filter.text.clone()), ..filter })
    }

    /// The one todo that is meant.
    pub(super) fn one(&self, store: &TodoStore, run: Option<&str>, now: &LocalNow) -> Result<String, TodoError> {
        if let Some(id) = self.fields.todo_id.clone() {
            return known(store, id.into_text());
        }
        let filter = self.choosing_filter(store)?;
        if let Some(description) = self.words() {
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
                    store.show_for(run, candidates.iter().map(|todo| todo.id.clone()).collect());
                    Err(TodoError::ambiguous(&description, candidates))
                }
            };
        }
        let Some(position) = self.fields.position else { return Err(TodoError::id_missing(self.action)) };
        store.pick(position, &store.order_for(run, &filter, now)?)
    }

    /// All todos that are meant.
    fn many(&self, store: &TodoStore, run: Option<&str>, now: &LocalNow) -> Result<Vec<String>, TodoError> {
        if self.fields.todo_ids.is_some() && self.fields.positions.is_some() {
            return Err(TodoError::invalid("there are todoIds and positions at once")
                .with_hint("name the todos by one of the two"));
        }
        if self.names_several() {
            let mut ids = self.named(store)?;
            if let Some(positions) = &self.fields.positions {
                let order = store.order_for(run, &self.choosing_filter(store)?, now)?;
                for position in positions {
                    ids.push(store.pick(*position, &order)?);
                }
            }
            return Ok(ids);
        }
        let is_narrowed = self.fields.filter.is_some() || (self.action != "update" && self.named_list().is_some());
        if !self.is_all() && !is_narrowed {
            return Err(TodoError::id_missing(self.action));
        }
        self.all_meant(store, now)
    }

    /// The todos that are named by their ids. Beside what chooses todos they are what that chose when a person was asked: of
    /// those, as many are meant as are still there.
    fn named(&self, store: &TodoStore) -> Result<Vec<String>, TodoError> {
        let ids = self.fields.todo_ids.clone().unwrap_or_default();
        let lists = self.action != "update" && self.named_list().is_some();
        if self.is_all() || lists || self.fields.filter.is_some() || matches!(self.action, "clear" | "delete_list") {
            store.refresh(&ids)?;
            return Ok(ids.into_iter().filter(|id| store.get(id).is_some()).collect());
        }
        ids.into_iter().map(|id| known(store, id)).collect()
    }

    fn all_meant(&self, store: &TodoStore, now: &LocalNow) -> Result<Vec<String>, TodoError> {
        let mut filter = self.choosing_filter(store)?;
        for words in &filter.except {
            let named = Filter { text: Some(words.clone()), ..Filter::default() };
            // Who keeps one by a name that no todo has would lose it.
            if store.ids_of(&named, now).is_empty() {
                let nearest = match store.find_among(words, &Filter::default(), now, Prefer::Neither) {
                    Match::None { nearest } => nearest,
                    Match::One(_) | Match::Several(_) => Vec::new(),
                };
                return Err(TodoError::not_found(words, nearest));
            }
        }
        filter.text = self.words().or(filter.text);
        filter.status = match (self.action, filter.status) {
            ("complete", Status::All) => Status::Active,
            ("reopen", Status::All) => Status::Completed,
            (_, status) => status,
        };
        Ok(store.ids_of(&filter, now))
    }

    /// The filter of an action that changes what it finds: a list that is not there is an error then.
    fn choosing_filter(&self, store: &TodoStore) -> Result<Filter, TodoError> {
        let mut filter = self.filter()?;
        if self.action == "update" {
            // The list beside an update is where the todo goes.
            filter.list = self.own_filter()?.list;
        }
        if let Some(list) = &filter.list {
            store.list_named(list)?;
        }
        Ok(filter)
    }

    fn filter(&self) -> Result<Filter, TodoError> {
        let filter = self.own_filter()?;
        Ok(Filter { list: filter.list.or(self.named_list()), ..filter })
    }

    fn own_filter(&self) -> Result<Filter, TodoError> {
        match &self.fields.filter {
            Some(Narrowing::Status(status)) => Ok(Filter { status: *status, ..Filter::default() }),
            Some(Narrowing::Filter(value)) => Filter::from_value(value),
            None => Ok(Filter::default()),
        }
    }

    fn new_todo(&self, now: &LocalNow) -> Result<NewTodo, TodoError> {
        let text = self.text().filter(|text| !text.trim().is_empty());
        let fields = &self.fields;
        Ok(NewTodo {
            text: text.ok_or_else(|| TodoError::text_missing("add"))?,
            notes: fields.notes.clone().set(),
            list: self.named_list(),
            due: fields.due.filled().set().map(|due| read_due(&due, now)).transpose()?,
            priority: self.priority()?.set(),
            tags: fields.tags.clone().set().map(Vec::from).unwrap_or_default(),
            recurrence: fields.recurrence.filled().set(),
        })
    }

    fn changes(&self, now: &LocalNow) -> Result<Changes, TodoError> {
        let fields = &self.fields;
        let text = self.text();
        if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
            return Err(TodoError::text_missing("update"));
        }
        if let Some(by) = &fields.postpone
            && crate::recur::postponed(None, by, now).is_none()
        {
            return Err(wrong("postpone", by, "a length of time such as \"a week\" or \"2 hours\""));
        }
        let changes = Changes {
            text,
            notes: fields.notes.filled(),
            list: fields.list.filled(),
            due: match fields.due.filled() {
                Field::Keep => Field::Keep,
                Field::Clear => Field::Clear,
                Field::Set(due) => Field::Set(read_due(&due, now)?),
            },
            priority: self.priority()?,
            tags: match fields.tags.clone() {
                Field::Keep => None,
                Field::Clear => Some(Vec::new()),
                Field::Set(tags) => Some(tags.into()),
            },
            more_tags: fields.add_tags.clone().map(Vec::from).unwrap_or_default(),
            fewer_tags: fields.remove_tags.clone().map(Vec::from).unwrap_or_default(),
            postpone: fields.postpone.clone(),
            recurrence: fields.recurrence.filled(),
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
}

/// The id of a todo that is there.
fn known(store: &TodoStore, id: String) -> Result<String, TodoError> {
    store.refresh(std::slice::from_ref(&id))?;
    match store.get(&id) {
        Some(_) => Ok(id),
        None => Err(TodoError::not_found(&id, Vec::new())),
    }
}

fn read_due(text: &str, now: &LocalNow) -> Result<Due, TodoError> {
    crate::recur::read_due(text, now)
        .ok_or_else(|| wrong("due", text, "a date such as 2026-11-27, 2026-11-27T17:00 or \"next friday\""))
}

fn wrong(field: &str, found: &str, expected: &str) -> TodoError {
    TodoError::invalid(format!("{field}: found \"{}\", expected {expected}", clip(found)))
}
