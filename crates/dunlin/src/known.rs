//! What the planner may ask of the todos: whether words mean one that is there.

use std::{cell::RefCell, collections::HashMap};

use dunlin_planner::{Known, OnList};
use dunlin_todo::{Filter, Match, Todo, TodoStore};

/// The most todos named where several have the words.
const MOST: usize = 50;

/// The person's todos, for the questions of one planning; what was asked before is not looked up again.
pub(crate) struct OnLists<'a> {
    todos: &'a TodoStore,
    found: RefCell<HashMap<String, Known>>,
}

impl<'a> OnLists<'a> {
    pub(crate) fn new(todos: &'a TodoStore) -> Self {
        Self { todos, found: RefCell::default() }
    }

    fn look_up(&self, words: &str) -> Known {
        let texts = |todos: Vec<Todo>| todos.into_iter().take(MOST).map(|todo| todo.text).collect();
        self.todos.read_stored();
        match self.todos.find(words) {
            Match::One(todo) => Known::One(todo.text),
            Match::Several(todos) => Known::Several(texts(todos)),
            Match::None { nearest } => Known::None(texts(nearest)),
        }
    }
}

impl std::fmt::Debug for OnLists<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("OnLists").field(&self.todos.total()).finish()
    }
}

impl OnList for OnLists<'_> {
    fn find(&self, words: &str) -> Known {
        if let Some(known) = self.found.borrow().get(words) {
            return known.clone();
        }
        let known = self.look_up(words);
        self.found.borrow_mut().insert(words.to_owned(), known.clone());
        known
    }

    fn with(&self, words: &str, most: usize) -> Vec<String> {
        self.todos.read_stored();
        self.todos.texts_with(words, most)
    }

    fn is_only_a_tag(&self, name: &str) -> bool {
        let alike = |other: &str| other.eq_ignore_ascii_case(name);
        self.todos.read_stored();
        !self.todos.lists().iter().any(|list| alike(&list.name))
            && self.todos.list_shared(&Filter::all()).iter().any(|todo| todo.tags.iter().any(|tag| alike(tag)))
    }

    fn has_list(&self, name: &str) -> bool {
        self.todos.read_stored();
        self.todos.lists().iter().any(|list| list.name.eq_ignore_ascii_case(name))
    }

    fn stands_on(&self, words: &str, list: &str) -> Option<bool> {
        let on = |todo: &Todo| todo.list.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(list));
        match self.todos.find(words) {
            Match::One(todo) => Some(on(&todo)),
            Match::Several(todos) => Some(todos.iter().any(on)),
            Match::None { .. } => None,
        }
    }

    fn due(&self, words: &str) -> Option<String> {
        match self.todos.find(words) {
            Match::One(todo) => todo.due.map(|due| due.to_string()),
            _ => None,
        }
    }
}
