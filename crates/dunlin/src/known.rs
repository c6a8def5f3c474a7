//! What the planner may ask of the todos: whether words mean one that is there.

use dunlin_planner::{Known, OnList};
use dunlin_todo::{Filter, Match, Todo, TodoStore};

/// The person's todos, for the planner's questions.
pub(crate) struct OnLists<'a>(pub(crate) &'a TodoStore);

impl std::fmt::Debug for OnLists<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("OnLists").field(&self.0.total()).finish()
    }
}

impl OnList for OnLists<'_> {
    fn find(&self, words: &str) -> Known {
        let texts = |todos: Vec<Todo>| todos.into_iter().map(|todo| todo.text).collect();
        self.0.read_stored();
        match self.0.find(words) {
            Match::One(todo) => Known::One(todo.text),
            Match::Several(todos) => Known::Several(texts(todos)),
            Match::None { nearest } => Known::None(texts(nearest)),
        }
    }

    fn is_only_a_tag(&self, name: &str) -> bool {
        let alike = |other: &str| other.eq_ignore_ascii_case(name);
        self.0.read_stored();
        !self.0.lists().iter().any(|list| alike(&list.name))
            && self.0.list_shared(&Filter::all()).iter().any(|todo| todo.tags.iter().any(|tag| alike(tag)))
    }

    fn due(&self, words: &str) -> Option<String> {
        match self.0.find(words) {
            Match::One(todo) => todo.due.map(|due| due.to_string()),
            _ => None,
        }
    }
}
