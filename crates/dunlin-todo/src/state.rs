//! The todos in memory: what is stored, indexed for counting, ordering and looking up. It knows no storage and no commands.

use std::{cell::OnceCell, collections::BTreeMap, rc::Rc};

use dunlin_base::json;
use serde_json::Value;

use crate::{
    Todo,
    keys::{self, LIST_NAME, TODO_NAME},
    words,
};

/// A todo with what searching needs, made when it is first needed.
pub(crate) struct Entry {
    pub(crate) todo: Rc<Todo>,
    words: OnceCell<Box<[String]>>,
    searched: OnceCell<Box<str>>,
}

impl Entry {
    fn new(todo: Rc<Todo>) -> Self {
        Self { todo, words: OnceCell::new(), searched: OnceCell::new() }
    }

    /// The folded words of its text.
    pub(crate) fn words(&self) -> &[String] {
        self.words.get_or_init(|| words::folded(&self.todo.text).into())
    }

    /// Everything of it that a search looks through, in lower case without accents.
    pub(crate) fn searched(&self) -> &str {
        self.searched.get_or_init(|| {
            let todo = &self.todo;
            let mut text = words::flat(&todo.text);
            for part in todo.notes.iter().chain(&todo.list).chain(&todo.tags) {
                text.push('\n');
                text.push_str(&words::flat(part));
            }
            text.into()
        })
    }
}

/// A named list and how much is on it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct List {
    /// Its name, as it was first written.
    pub name: String,
    /// How many todos are on it.
    pub count: usize,
    /// How many of them are not completed.
    pub active: usize,
}

#[derive(Default)]
struct Listed {
    /// The name it was made under, when it was made on purpose.
    made: Option<Value>,
    /// The spelling that its todos have.
    name: String,
    count: usize,
    active: usize,
}

#[derive(Default)]
pub(crate) struct State {
    todos: BTreeMap<String, Entry>,
    lists: BTreeMap<String, Listed>,
    /// The id of the todo made under each idempotency key.
    by_key: BTreeMap<String, String>,
    /// The folded form of each list name that was met; folding ten thousand times would show.
    folded: BTreeMap<String, String>,
    moved: usize,
    active: usize,
}

impl State {
    pub(crate) fn total(&self) -> usize {
        self.todos.len()
    }

    pub(crate) fn active(&self) -> usize {
        self.active
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Rc<Todo>> {
        self.todos.get(id).map(|entry| &entry.todo)
    }

    /// The id of the todo that was made under that idempotency key.
    pub(crate) fn made_under(&self, key: &str) -> Option<&Rc<Todo>> {
        self.get(self.by_key.get(key)?)
    }

    /// All todos in the order people see.
    pub(crate) fn in_order(&self) -> Vec<&Entry> {
        let mut entries: Vec<&Entry> = self.todos.values().collect();
        if self.moved > 0 {
            entries.sort_by(|left, right| {
                let (left, right) = (&left.todo, &right.todo);
                left.order_key().cmp(right.order_key()).then_with(|| left.id.cmp(&right.id))
            });
        }
        entries
    }

    /// The place of the todo that comes next after `id` (or first of all), leaving out `except`.
    pub(crate) fn place_after(&self, id: Option<&str>, except: &str) -> Option<String> {
        let entries = self.in_order();
        let mut rest = entries.iter().map(|entry| &entry.todo);
        if let Some(id) = id {
            rest.by_ref().find(|todo| todo.id == id);
        }
        rest.find(|todo| todo.id != except).map(|todo| todo.order_key().to_owned())
    }

    pub(crate) fn lists(&self) -> Vec<List> {
        let named = |listed: &Listed| List { name: name_of(listed), count: listed.count, active: listed.active };
        self.lists.values().map(named).collect()
    }

    /// The lists that were made on purpose.
    pub(crate) fn made_lists(&self) -> Vec<List> {
        let made = self.lists.values().filter(|listed| listed.made.is_some());
        made.map(|listed| List { name: name_of(listed), count: listed.count, active: listed.active }).collect()
    }

    pub(crate) fn list(&self, name: &str) -> Option<List> {
        let listed = self.lists.get(&words::list_key(name))?;
        Some(List { name: name_of(listed), count: listed.count, active: listed.active })
    }

    /// Whether a list's name is one spelling of the list that is known by `folded`.
    pub(crate) fn is_list(&self, name: &str, folded: &str) -> bool {
        // Every list of a todo was met when the todo was counted.
        self.folded.get(name).is_some_and(|known| known == folded)
    }

    /// The record of a list that was made on purpose.
    pub(crate) fn made_list(&self, folded: &str) -> Option<&Value> {
        self.lists.get(folded)?.made.as_ref()
    }

    /// The value under a name that effects use.
    pub(crate) fn value(&self, name: &str) -> Option<Value> {
        match (name.strip_prefix(TODO_NAME), name.strip_prefix(LIST_NAME)) {
            (Some(id), _) => self.get(id).map(|todo| todo.to_value()),
            (_, Some(folded)) => self.made_list(folded).cloned(),
            _ => None,
        }
    }

    /// Puts the value under a name that effects use; one that is no todo is passed over.
    pub(crate) fn put(&mut self, name: &str, value: Option<&Value>) {
        if let Some(id) = name.strip_prefix(TODO_NAME) {
            self.put_todo(id, todo_of(value));
        } else if let Some(folded) = name.strip_prefix(LIST_NAME) {
            self.lists.entry(folded.to_owned()).or_default().made = value.cloned();
            self.drop_empty_list(folded);
        }
    }

    /// Puts in todos of which none is there yet.
    pub(crate) fn fill(&mut self, todos: Vec<(String, Rc<Todo>)>) {
        for (_, todo) in &todos {
            self.count(todo, true);
        }
        self.todos.extend(todos.into_iter().map(|(id, todo)| (id, Entry::new(todo))));
    }

    pub(crate) fn put_todo(&mut self, id: &str, todo: Option<Rc<Todo>>) {
        if let Some(old) = self.get(id).cloned() {
            self.count(&old, false);
        }
        if let Some(todo) = todo {
            self.count(&todo, true);
            self.todos.insert(id.to_owned(), Entry::new(todo));
        } else {
            self.todos.remove(id);
        }
    }

    /// All todos by their ids, shared.
    pub(crate) fn todos(&self) -> BTreeMap<String, Rc<Todo>> {
        self.todos.iter().map(|(id, entry)| (id.clone(), entry.todo.clone())).collect()
    }

    /// The ids of all todos.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.todos.keys().cloned().collect()
    }

    fn count(&mut self, todo: &Todo, added: bool) {
        let step = |count: &mut usize, counts: bool| match (counts, added) {
            (true, true) => *count += 1,
            (true, false) => *count = count.saturating_sub(1),
            (false, _) => {}
        };
        step(&mut self.active, !todo.completed);
        step(&mut self.moved, todo.order.is_some());
        if let Some(key) = &todo.created_by {
            if added {
                self.by_key.insert(key.clone(), todo.id.clone());
            } else {
                self.by_key.remove(key);
            }
        }
        if let Some(name) = &todo.list {
            if !self.folded.contains_key(name) {
                self.folded.insert(name.clone(), words::list_key(name));
            }
            let Some(folded) = self.folded.get(name) else { return };
            let listed = self.lists.entry(folded.clone()).or_default();
            step(&mut listed.count, true);
            step(&mut listed.active, !todo.completed);
            if listed.name.is_empty() {
                listed.name.clone_from(name);
            }
            if listed.count == 0 && listed.made.is_none() {
                self.lists.remove(folded);
            }
        }
    }

    fn drop_empty_list(&mut self, folded: &str) {
        if self.lists.get(folded).is_some_and(|listed| listed.count == 0 && listed.made.is_none()) {
            self.lists.remove(folded);
        }
    }
}

fn name_of(listed: &Listed) -> String {
    let made = listed.made.as_ref().and_then(|value| value.get("name")).and_then(Value::as_str);
    made.unwrap_or(&listed.name).to_owned()
}

fn todo_of(value: Option<&Value>) -> Option<Rc<Todo>> {
    json::from_value(value?.clone()).ok().map(Rc::new)
}

/// The record of a list made on purpose.
pub(crate) fn list_record(name: &str, created_at: &str) -> (String, Value) {
    let folded = words::list_key(name);
    (keys::list_name(&folded), serde_json::json!({ "name": name.trim(), "createdAt": created_at }))
}
