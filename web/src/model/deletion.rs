//! What a step would delete, shown and chosen from before the step may.

use dunlin::{Todo, TodoStore, would_delete};
use serde_json::Value;

use super::format::{counted, shortened};

/// The todos that a step would delete, as they are at this moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Deletion {
    /// The list that goes with them, in words.
    list: Option<String>,
    /// The id and the text of each.
    pub(crate) todos: Vec<(String, String)>,
}

impl Deletion {
    /// The todos that an input deletes in that run; none where it deletes no several.
    pub(crate) fn planned(store: &TodoStore, input: &Value, run: Option<&str>) -> Option<Self> {
        let todos = would_delete(store, input, run)?;
        let list = input.get("list").filter(|_| input.get("action").is_some_and(|action| action == "delete_list"));
        let list = list.and_then(Value::as_str).map(|list| format!("the list “{}”", shortened(list, 40)));
        Some(Self { list, todos: todos.into_iter().map(|Todo { id, text, .. }| (id, text)).collect() })
    }

    /// Whether some of them can be chosen to stay: of a list, all goes or nothing.
    pub(crate) fn is_chosen_from(&self) -> bool {
        self.list.is_none() && self.todos.len() > 1
    }

    /// Whether all of them stay, so that nothing is left to do.
    pub(crate) fn is_all_spared(&self, spared: &[String]) -> bool {
        !self.todos.is_empty() && self.kept(spared) == self.todos.len()
    }

    /// How many of them stay.
    fn kept(&self, spared: &[String]) -> usize {
        self.todos.iter().filter(|(id, _)| spared.contains(id)).count()
    }

    /// The ids of those that go, when some of them stay.
    pub(crate) fn left(&self, spared: &[String]) -> Option<Vec<String>> {
        let some = self.kept(spared) > 0;
        some.then(|| self.todos.iter().map(|(id, _)| id.clone()).filter(|id| !spared.contains(id)).collect())
    }

    /// What is done when those stay: `Delete the list “Home” and 3 todos`, `Delete “Milk”`.
    pub(crate) fn words(&self, spared: &[String]) -> String {
        match (&self.list, self.todos.len() - self.kept(spared)) {
            (Some(list), 0) => format!("Delete {list}"),
            (Some(list), count) => format!("Delete {list} and {}", counted(count, "todo")),
            (None, 1) => {
                let left = self.todos.iter().find(|(id, _)| !spared.contains(id));
                format!("Delete “{}”", left.map(|(_, text)| shortened(text, 40)).unwrap_or_default())
            }
            (None, count) => format!("Delete {}", counted(count, "todo")),
        }
    }

    /// What is asked: how many, and that there is a way back; of a list by name, for it has no boxes.
    pub(crate) fn question(&self) -> String {
        let count = self.todos.len();
        if count == 0 && self.list.is_none() {
            return "This deletes nothing: no todo is meant by it now.".to_owned();
        }
        let named = match &self.list {
            Some(_) if count > 0 => {
                let names: Vec<String> =
                    self.todos.iter().take(MOST_NAMED).map(|(_, text)| shortened(text, 40)).collect();
                format!(" ({}{})", names.join(", "), if count > MOST_NAMED { ", …" } else { "" })
            }
            _ => String::new(),
        };
        format!("{}{named}? You can undo it.", self.words(&[]))
    }
}

/// So many todos are named before the others are only counted.
const MOST_NAMED: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    fn deletion(list: Option<&str>, names: &[&str]) -> Deletion {
        let todos = names.iter().map(|name| (name.to_lowercase(), (*name).to_owned())).collect();
        Deletion { list: list.map(str::to_owned), todos }
    }

    #[test]
    fn what_is_deleted_is_asked_by_number_and_of_a_list_by_name() {
        for (list, names, question) in [
            (None, &["A", "B"][..], "Delete 2 todos? You can undo it."),
            (None, &["A"], "Delete “A”? You can undo it."),
            (None, &[], "This deletes nothing: no todo is meant by it now."),
            (Some("the list “Home”"), &[], "Delete the list “Home”? You can undo it."),
            (
                Some("the list “Home”"),
                &["A", "B", "C", "D"],
                "Delete the list “Home” and 4 todos (A, B, C, …)? You can undo it.",
            ),
        ] {
            assert_eq!(deletion(list, names).question(), question);
        }
    }

    #[test]
    fn what_is_spared_stays() {
        let three = deletion(None, &["A", "B", "C"]);
        let spared = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        assert_eq!((three.left(&[]), three.words(&[]).as_str()), (None, "Delete 3 todos"));
        let one = spared(&["b", "gone"]);
        assert_eq!((three.left(&one), three.words(&one).as_str()), (Some(spared(&["a", "c"])), "Delete 2 todos"));
        assert_eq!(three.words(&spared(&["a", "b"])), "Delete “C”");
        assert!(!three.is_all_spared(&one) && three.is_all_spared(&spared(&["a", "b", "c"])));
        assert!(three.is_chosen_from() && !deletion(Some("the list “Home”"), &["A"]).is_chosen_from());
    }
}
