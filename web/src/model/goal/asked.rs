//! Words that ask something of the page itself, and not for a plan.

use dunlin::DunlinError;
use leptos::prelude::*;

use crate::model::{State, Tab};

/// What is asked of the page itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// To take back what was last done to the todos.
    Undo,
    /// To do that again.
    Redo,
}

/// What these words ask of the page itself: to take back what was last done, as its button does, and no run of their own.
pub(crate) fn asked_of_the_page(words: &str) -> Option<Asked> {
    let words = words.trim().trim_end_matches(['.', '!']).to_lowercase();
    let (verb, rest) = words.split_once(' ').unwrap_or((&words, ""));
    let about = matches!(rest, "" | "it" | "that" | "this" | "the last change" | "last change" | "my last change");
    match verb {
        "undo" if about => Some(Asked::Undo),
        "redo" if about => Some(Asked::Redo),
        _ => None,
    }
}

const NOTHING_TO_UNDO: &str = "there is nothing to undo";
const NOTHING_TO_REDO: &str = "there is nothing to do again";

impl State {
    /// What would be taken back, or done again, where what is typed asks for that.
    pub(crate) fn asked_told(&'static self) -> Option<String> {
        let told = |what: Option<String>, does: &str, nothing: &str| {
            what.map_or_else(|| nothing.to_owned(), |what| format!("{does}: {what}"))
        };
        Some(match self.goal.text.with(|text| asked_of_the_page(text))? {
            Asked::Undo => told(self.todos.undoes(), "Takes back", NOTHING_TO_UNDO),
            Asked::Redo => told(self.todos.ask(dunlin::TodoStore::redoes), "Does again", NOTHING_TO_REDO),
        })
    }

    /// Adds the items of the list that is typed as todos.
    pub(crate) fn add_items(&'static self) {
        if self.todos.add_items(&untrack(|| self.goal.items())) {
            self.goal.clear();
            self.focus_goal_again();
        }
        self.tab.set(Tab::Todos);
    }

    /// Takes back what was last done to the todos, or does it again: a button, a key and a word do the same.
    pub(crate) fn take_back(&'static self, asked: Asked) {
        self.todos.problem.set(None);
        self.todos.said.set(None);
        let message = match asked {
            Asked::Undo => {
                self.todos.undo();
                NOTHING_TO_UNDO
            }
            Asked::Redo => {
                self.todos.redo();
                NOTHING_TO_REDO
            }
        };
        if self.todos.said.with_untracked(Option::is_none) && self.todos.problem.with_untracked(Option::is_none) {
            self.todos.problem.set(Some(DunlinError::new("todo.nothing-to-undo", message).into()));
        }
        self.tab.set(Tab::Todos);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn undo_and_redo_alone_are_for_the_page() {
        for (words, asked) in [
            ("undo", Some(Asked::Undo)),
            ("  Undo that. ", Some(Asked::Undo)),
            ("redo", Some(Asked::Redo)),
            ("redo the last change", Some(Asked::Redo)),
            ("undo then list todos", None),
            ("undo completing milk", None),
            ("redo the kitchen", None),
            ("", None),
        ] {
            assert_eq!(asked_of_the_page(words), asked, "{words}");
        }
    }
}
