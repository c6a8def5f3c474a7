//! What the todo tool is asked for: each action with the fields it takes. Here it becomes JSON, and nowhere else.

use serde::Serialize;
use serde_json::Value;

/// One call of the todo tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub(crate) enum TodoCall {
    Add(NewTodo),
    Get(Target),
    Complete(Target),
    Reopen(Target),
    Delete(Target),
    Update(Update),
    List(Shown),
    Count(Shown),
    Search(Search),
    Clear(Cleared),
    Undo,
    CreateList { list: String },
    RenameList { list: String, text: String },
    DeleteList { list: String },
    ListNames,
    CountLists,
}

/// A todo that is made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct NewTodo {
    pub(crate) text: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) due: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) priority: Option<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) recurrence: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) notes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) list: Option<String>,
}

/// A todo's words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Text {
    /// As the goal says them.
    Said(String),
    /// With the result of an earlier step in them.
    Made(Value),
}

/// The todos that an action is about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Target {
    #[serde(flatten)]
    pub(crate) which: Which,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) list: Option<String>,
    #[serde(skip_serializing_if = "Filter::is_empty")]
    pub(crate) filter: Filter,
}

/// How todos are named.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Which {
    /// By words of its text.
    Named {
        #[serde(rename = "match")]
        words: String,
    },
    /// By its place, from 1; -1 is the last.
    Placed { position: i64 },
    /// All that the words, the list and the filter let through.
    Every {
        all: Yes,
        #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
        words: Option<String>,
    },
}

/// The value of a field that is there or is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "bool")]
pub(crate) struct Yes;

/// A change of todos that are there. Its own list is where they go, so the filter says in which they stand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Update {
    #[serde(flatten)]
    pub(crate) which: Which,
    #[serde(skip_serializing_if = "Filter::is_empty")]
    pub(crate) filter: Filter,
    #[serde(flatten)]
    pub(crate) change: Change,
}

/// What becomes of them; what is none is taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Change {
    Text(String),
    Due(Option<String>),
    /// How much later they are due; with a minus, earlier.
    Postpone(String),
    Recurrence(Option<String>),
    /// More about it, in place of what was there.
    Notes(String),
    AddTags([String; 1]),
    RemoveTags([String; 1]),
    /// The list they go to; an empty name is the inbox.
    List(String),
    Priority(Option<u8>),
}

/// Todos that are shown or counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) list: Option<String>,
    #[serde(skip_serializing_if = "Filter::is_empty")]
    pub(crate) filter: Filter,
}

/// Words that are looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Search {
    #[serde(rename = "match")]
    pub(crate) words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) list: Option<String>,
    /// Which of them count, where something depends on whether there are any: those that are done, say.
    #[serde(skip_serializing_if = "Filter::is_empty")]
    pub(crate) filter: Filter,
}

/// Todos that are deleted together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Cleared {
    /// Whether it is said that all are meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) all: Option<Yes>,
    #[serde(flatten)]
    pub(crate) shown: Shown,
}

/// What of a list is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Filter {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) due: Option<String>,
    /// On which days they were done.
    #[serde(rename = "completedOn", skip_serializing_if = "Option::is_none")]
    pub(crate) completed_on: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tag: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) list: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) priority: Option<u8>,
    /// By what they are sorted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sort: Option<Sort>,
    /// Which ones are left out, each by its words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) except: Vec<String>,
}

/// What a request leaves out of all that it is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Except {
    /// Todos, each by its words.
    pub(crate) words: Vec<String>,
    /// What is left when those that are done, or those that are not, are left out.
    pub(crate) status: Option<Status>,
}

/// What todos are sorted by, beside the order that the person gave them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sort {
    Due,
    Priority,
    Newest,
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Active,
    Completed,
}

/// The due of a filter that lets through what should have been done by now.
pub(crate) const OVERDUE: &str = "overdue";

/// The due of a filter that lets through what has none.
pub(crate) const UNDATED: &str = "none";

impl TodoCall {
    /// The tool's input.
    pub(crate) fn input(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// A todo with these words, on a list where one is named.
    pub(crate) fn add(text: String, list: Option<String>) -> Self {
        Self::Add(NewTodo { text: Text::Said(text), list, ..NewTodo::default() })
    }

    /// The words of the todo it is about, where it names one.
    pub(crate) fn said(&self) -> Option<&str> {
        match self {
            Self::Add(NewTodo { text: Text::Said(text), .. })
            | Self::Update(Update { change: Change::Text(text), .. }) => Some(text),
            Self::Search(search) => Some(&search.words),
            _ => self.which()?.words(),
        }
    }

    /// How it names todos that are there.
    pub(crate) const fn which(&self) -> Option<&Which> {
        match self {
            Self::Get(target) | Self::Complete(target) | Self::Reopen(target) | Self::Delete(target) => {
                Some(&target.which)
            }
            Self::Update(update) => Some(&update.which),
            _ => None,
        }
    }

    /// What of a list it means.
    pub(crate) const fn filter(&self) -> Option<&Filter> {
        match self {
            Self::Get(target) | Self::Complete(target) | Self::Reopen(target) | Self::Delete(target) => {
                Some(&target.filter)
            }
            Self::Update(update) => Some(&update.filter),
            Self::List(shown) | Self::Count(shown) | Self::Clear(Cleared { shown, .. }) => Some(&shown.filter),
            _ => None,
        }
    }

    /// The same, to leave todos out; none where an action is about no several.
    pub(crate) const fn filter_of_several(&mut self) -> Option<&mut Filter> {
        match self {
            Self::Get(target) | Self::Complete(target) | Self::Reopen(target) | Self::Delete(target)
                if matches!(target.which, Which::Every { .. }) =>
            {
                Some(&mut target.filter)
            }
            Self::Update(update) if matches!(update.which, Which::Every { .. }) => Some(&mut update.filter),
            Self::List(shown) | Self::Count(shown) | Self::Clear(Cleared { shown, .. }) => Some(&mut shown.filter),
            _ => None,
        }
    }

    /// Whether it says that all are meant, that is, of those it narrows them down to.
    pub(crate) const fn is_about_all(&self) -> bool {
        matches!(self, Self::Clear(Cleared { all: Some(Yes), .. })) || matches!(self.which(), Some(Which::Every { .. }))
    }

    /// Whether it gives a todo a priority.
    pub(crate) const fn sets_priority(&self) -> bool {
        matches!(
            self,
            Self::Add(NewTodo { priority: Some(_), .. }) | Self::Update(Update { change: Change::Priority(_), .. })
        )
    }

    /// Whether it says when a todo is due, or that it is due no more.
    pub(crate) const fn sets_due(&self) -> bool {
        matches!(self, Self::Add(NewTodo { due: Some(_), .. }) | Self::Update(Update { change: Change::Due(_), .. }))
    }

    /// When a todo is due that it makes or moves.
    pub(crate) fn due(&self) -> Option<&str> {
        match self {
            Self::Add(NewTodo { due, .. }) | Self::Update(Update { change: Change::Due(due), .. }) => due.as_deref(),
            _ => None,
        }
    }

    /// The list it names: the one it is about, or the one something goes to.
    pub(crate) fn list(&self) -> Option<&str> {
        self.own_list().or_else(|| self.filter()?.list.as_ref()).map(String::as_str)
    }

    /// The list that is a field of its own.
    pub(crate) const fn own_list(&self) -> Option<&String> {
        match self {
            Self::CreateList { list }
            | Self::RenameList { list, .. }
            | Self::DeleteList { list }
            | Self::Update(Update { change: Change::List(list), .. }) => Some(list),
            Self::Add(NewTodo { list, .. }) | Self::Search(Search { list, .. }) => list.as_ref(),
            Self::Get(target) | Self::Complete(target) | Self::Reopen(target) | Self::Delete(target) => {
                target.list.as_ref()
            }
            Self::List(shown) | Self::Count(shown) | Self::Clear(Cleared { shown, .. }) => shown.list.as_ref(),
            Self::Update(_) | Self::Undo | Self::ListNames | Self::CountLists => None,
        }
    }

    /// The list it is about, to be named after the fact; none where an action is about no list.
    pub(crate) const fn list_mut(&mut self) -> Option<&mut Option<String>> {
        match self {
            Self::Add(NewTodo { list, .. }) | Self::Search(Search { list, .. }) => Some(list),
            Self::Get(target) | Self::Complete(target) | Self::Reopen(target) | Self::Delete(target) => {
                Some(&mut target.list)
            }
            Self::List(shown) | Self::Count(shown) | Self::Clear(Cleared { shown, .. }) => Some(&mut shown.list),
            _ => None,
        }
    }
}

impl Which {
    /// All that nothing else narrows.
    pub(crate) const fn every() -> Self {
        Self::Every { all: Yes, words: None }
    }

    /// The words by which todos are found.
    pub(crate) fn words(&self) -> Option<&str> {
        match self {
            Self::Named { words } | Self::Every { words: Some(words), .. } => Some(words),
            Self::Placed { .. } | Self::Every { words: None, .. } => None,
        }
    }
}

impl From<Which> for Target {
    fn from(which: Which) -> Self {
        Self { which, list: None, filter: Filter::default() }
    }
}

impl Shown {
    /// Shows only those that were shown before: what it does not say itself is said as there.
    pub(crate) fn narrow_to(&mut self, before: &Self) {
        let (own, other) = (&mut self.filter, &before.filter);
        for (said, there) in [
            (&mut self.list, &before.list),
            (&mut own.list, &other.list),
            (&mut own.due, &other.due),
            (&mut own.tag, &other.tag),
        ] {
            *said = said.take().or_else(|| there.clone());
        }
        own.status = own.status.or(other.status);
        own.priority = own.priority.or(other.priority);
    }
}

impl Filter {
    /// What stands in a list.
    pub(crate) fn in_list(list: String) -> Self {
        Self { list: Some(list), ..Self::default() }
    }

    /// Whether it lets everything through.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Except {
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty() && self.status.is_none()
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::Said(String::new())
    }
}

impl From<Yes> for bool {
    fn from(Yes: Yes) -> Self {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use dunlin_base::testing::World;
    use dunlin_plan::{input, schema};
    use dunlin_todo::{
        TodoStore,
        tool::{self, Context},
    };
    use serde_json::json;

    use super::*;

    fn words(words: &str) -> String {
        words.to_owned()
    }

    fn every(words: Option<&str>, filter: Filter) -> Target {
        let words = words.map(str::to_owned);
        Target { which: Which::Every { all: Yes, words }, list: None, filter }
    }

    fn change(change: Change) -> TodoCall {
        TodoCall::Update(Update { which: Which::Named { words: words("fern") }, filter: Filter::default(), change })
    }

    /// Calls of every kind, and the tool's input of each.
    fn calls() -> Vec<(TodoCall, Value)> {
        let fern = || Target::from(Which::Named { words: words("fern") });
        let garden = || Some(words("garden"));
        let overdue = Filter { status: Some(Status::Active), due: Some(words(OVERDUE)), ..Filter::default() };
        let todo = NewTodo {
            text: Text::Said(words("mow")),
            due: Some(words("2026-11-27")),
            priority: Some(2),
            tags: vec![words("lawn")],
            recurrence: Some(words("FREQ=WEEKLY")),
            notes: Some(words("until 10:00")),
            list: garden(),
        };
        let filter = Filter { tag: Some(words("green")), list: garden(), priority: Some(1), ..Filter::default() };
        let narrowed = Filter::in_list(words("garden"));
        let renamed = Update { which: Which::every(), filter: narrowed, change: Change::Text(words("rake")) };
        vec![
            (
                TodoCall::Add(todo),
                json!({"action": "add", "text": "mow", "due": "2026-11-27", "priority": 2, "tags": ["lawn"],
                    "recurrence": "FREQ=WEEKLY", "notes": "until 10:00", "list": "garden"}),
            ),
            (TodoCall::Get(fern()), json!({"action": "get", "match": "fern"})),
            (TodoCall::Complete(fern()), json!({"action": "complete", "match": "fern"})),
            (
                TodoCall::Reopen(Target { list: garden(), ..fern() }),
                json!({"action": "reopen", "match": "fern", "list": "garden"}),
            ),
            (TodoCall::Delete(Which::Placed { position: -1 }.into()), json!({"action": "delete", "position": -1})),
            (
                TodoCall::Delete(every(Some("fern"), overdue)),
                json!({"action": "delete", "all": true, "match": "fern",
                    "filter": {"status": "active", "due": "overdue"}}),
            ),
            (
                TodoCall::Complete(every(None, filter)),
                json!({"action": "complete", "all": true,
                    "filter": {"tag": "green", "list": "garden", "priority": 1}}),
            ),
            (
                TodoCall::Update(renamed),
                json!({"action": "update", "all": true, "filter": {"list": "garden"}, "text": "rake"}),
            ),
            (
                change(Change::Due(Some(words("2026-11-27")))),
                json!({"action": "update", "match": "fern", "due": "2026-11-27"}),
            ),
            (change(Change::Due(None)), json!({"action": "update", "match": "fern", "due": null})),
            (
                change(Change::Postpone(words("-1 day"))),
                json!({"action": "update", "match": "fern", "postpone": "-1 day"}),
            ),
            (
                change(Change::Recurrence(Some(words("FREQ=DAILY")))),
                json!({"action": "update", "match": "fern", "recurrence": "FREQ=DAILY"}),
            ),
            (change(Change::Recurrence(None)), json!({"action": "update", "match": "fern", "recurrence": null})),
            (change(Change::Notes(words("b"))), json!({"action": "update", "match": "fern", "notes": "b"})),
            (change(Change::AddTags([words("a")])), json!({"action": "update", "match": "fern", "addTags": ["a"]})),
            (
                change(Change::RemoveTags([words("green")])),
                json!({"action": "update", "match": "fern", "removeTags": ["green"]}),
            ),
            (change(Change::List(words("shed"))), json!({"action": "update", "match": "fern", "list": "shed"})),
            (change(Change::Priority(Some(4))), json!({"action": "update", "match": "fern", "priority": 4})),
            (
                TodoCall::List(Shown { list: garden(), filter: Filter::default() }),
                json!({"action": "list", "list": "garden"}),
            ),
            (TodoCall::Count(Shown::default()), json!({"action": "count"})),
            (
                TodoCall::Search(Search { words: words("fern"), list: None, filter: Filter::default() }),
                json!({"action": "search", "match": "fern"}),
            ),
            (
                TodoCall::Clear(Cleared { all: Some(Yes), shown: Shown::default() }),
                json!({"action": "clear", "all": true}),
            ),
            (
                TodoCall::Clear(Cleared {
                    all: None,
                    shown: Shown {
                        list: garden(),
                        filter: Filter { status: Some(Status::Completed), ..Filter::default() },
                    },
                }),
                json!({"action": "clear", "list": "garden", "filter": {"status": "completed"}}),
            ),
            (TodoCall::Undo, json!({"action": "undo"})),
            (TodoCall::CreateList { list: words("shed") }, json!({"action": "create_list", "list": "shed"})),
            (
                TodoCall::RenameList { list: words("garden"), text: words("yard") },
                json!({"action": "rename_list", "list": "garden", "text": "yard"}),
            ),
            (TodoCall::DeleteList { list: words("garden") }, json!({"action": "delete_list", "list": "garden"})),
            (TodoCall::ListNames, json!({"action": "list_names"})),
            (TodoCall::CountLists, json!({"action": "count_lists"})),
        ]
    }

    #[test]
    fn the_tool_has_an_action_for_every_call_and_carries_it_out() {
        let mut actions = BTreeSet::new();
        for (call, input) in calls() {
            assert_eq!(call.input(), input);
            assert_eq!(schema::check(&tool::input_schema(), &input), []);
            let store = TodoStore::open(&World::new(1).env());
            let fern = json!({"action": "add", "text": "water the fern", "due": "2026-11-01", "priority": 1,
                "tags": ["green"], "list": "garden"});
            tool::execute(&store, &fern, &Context::default()).expect("a todo");
            let done = tool::execute(&store, &input, &Context::default());
            let done = done.unwrap_or_else(|fault| panic!("{input}: {fault}"));
            assert_eq!(done.metadata["action"], input["action"]);
            actions.insert(input["action"].as_str().expect("a word").to_owned());
        }
        assert_eq!(actions, tool::ACTIONS.map(str::to_owned).into());
    }

    #[test]
    fn words_that_are_made_of_a_result_are_a_text_to_the_tool() {
        let text = Text::Made(input::concat(vec!["pay ".into(), input::from_step(1, "/output")]));
        let call = TodoCall::Add(NewTodo { text, ..NewTodo::default() });
        assert_eq!(schema::check_template(&tool::input_schema(), &call.input()), []);
        assert_eq!(call.said(), None);
    }
}
