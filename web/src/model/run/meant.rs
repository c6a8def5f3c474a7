//! The todos that a step is about, shown and chosen from before the step may.

use dunlin::{Todo, TodoStore, would_change, would_delete};
use serde_json::{Value, json};

use crate::model::words::format::{counted, shortened};

/// What is done to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Deed {
    #[default]
    Delete,
    Complete,
    Reopen,
    Change,
}

impl Deed {
    /// What an input does to todos that are there.
    pub(crate) fn of(input: &Value) -> Option<Self> {
        Some(match input.get("action")?.as_str()? {
            "delete" | "clear" | "delete_list" => Self::Delete,
            "complete" => Self::Complete,
            "reopen" => Self::Reopen,
            "update" => Self::Change,
            _ => return None,
        })
    }

    /// The word on a button.
    const fn word(self) -> &'static str {
        match self {
            Self::Delete => "Delete",
            Self::Complete => "Complete",
            Self::Reopen => "Reopen",
            Self::Change => "Change",
        }
    }

    /// What a list of such todos is called.
    pub(crate) const fn listed(self) -> &'static str {
        match self {
            Self::Delete => "Todos to delete",
            Self::Complete => "Todos to complete",
            Self::Reopen => "Todos to reopen",
            Self::Change => "Todos to change",
        }
    }
}

/// What of an input says which todos are meant. Of an update, `list` says where they go.
const CHOOSES: [&str; 7] = ["todoId", "todoIds", "match", "position", "positions", "all", "filter"];

/// The todos that a step would change or delete, as they are at this moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Meant {
    pub(crate) deed: Deed,
    /// The list that goes with them, in words.
    list: Option<String>,
    /// The id and the text of each.
    pub(crate) todos: Vec<(String, String)>,
}

impl Meant {
    /// The todos that an input is about in that run; none where it is about none that are there.
    pub(crate) fn planned(store: &TodoStore, input: &Value, run: Option<&str>) -> Option<Self> {
        let deed = Deed::of(input)?;
        let todos = match deed {
            Deed::Delete => would_delete(store, input, run)?,
            _ => would_change(store, input, run)?.ok()?,
        };
        let list = input.get("list").filter(|_| input.get("action").is_some_and(|action| action == "delete_list"));
        let list = list.and_then(Value::as_str).map(|list| format!("the list “{}”", shortened(list, 40)));
        Some(Self { deed, list, todos: todos.into_iter().map(|Todo { id, text, .. }| (id, text)).collect() })
    }

    /// Whether they are deleted.
    pub(crate) fn is_deleted(&self) -> bool {
        self.deed == Deed::Delete
    }

    /// Whether some of them can be chosen to stay: of a list, all goes or nothing.
    pub(crate) fn is_chosen_from(&self) -> bool {
        self.list.is_none() && self.todos.len() > 1
    }

    /// Whether nothing is left to do: all of them stay, or those to delete have gone meanwhile.
    pub(crate) fn leaves_nothing(&self, spared: &[String]) -> bool {
        let is_for_some = !self.is_deleted() && self.todos.is_empty();
        self.list.is_none() && self.kept(spared) == self.todos.len() && !is_for_some
    }

    /// Whether some of them stay.
    pub(crate) fn is_any_spared(&self, spared: &[String]) -> bool {
        self.kept(spared) > 0
    }

    /// How many of them stay.
    fn kept(&self, spared: &[String]) -> usize {
        self.todos.iter().filter(|(id, _)| spared.contains(id)).count()
    }

    /// The input for those that are left, when some of them stay.
    pub(crate) fn left(&self, input: &Value, spared: &[String]) -> Option<Value> {
        let ids: Vec<&String> = self.todos.iter().map(|(id, _)| id).filter(|id| !spared.contains(id)).collect();
        let action = match self.deed {
            Deed::Delete => "delete",
            Deed::Complete => "complete",
            Deed::Reopen => "reopen",
            Deed::Change => "update",
        };
        let mut left = json!({"action": action});
        let fields = left.as_object_mut().filter(|_| self.is_any_spared(spared))?;
        if self.deed == Deed::Change {
            let others = input.as_object()?.iter().filter(|(name, _)| !CHOOSES.contains(&name.as_str()));
            fields.extend(others.map(|(name, value)| (name.clone(), value.clone())));
        }
        fields.insert("todoIds".to_owned(), json!(ids));
        Some(left)
    }

    /// What is done when those stay: `Delete the list “Home” and 3 todos`, `Delete “Milk”`.
    pub(crate) fn words(&self, spared: &[String]) -> String {
        let does = self.deed.word();
        match (&self.list, self.todos.len() - self.kept(spared)) {
            (Some(list), 0) => format!("{does} {list}"),
            (Some(list), count) => format!("{does} {list} and {}", counted(count, "todo")),
            (None, 1) => {
                let left = self.todos.iter().find(|(id, _)| !spared.contains(id));
                format!("{does} “{}”", left.map(|(_, text)| shortened(text, 40)).unwrap_or_default())
            }
            (None, 0) => format!("Nothing to {}", does.to_lowercase()),
            (None, count) => format!("{does} {}", counted(count, "todo")),
        }
    }

    /// What is asked of a deletion when those stay: how many, and that there is a way back; of a list by name, for it has no
    /// boxes.
    pub(crate) fn question(&self, spared: &[String]) -> String {
        let count = self.todos.len();
        if count == 0 && self.list.is_none() {
            return "This deletes nothing: no todo is meant by it now.".to_owned();
        }
        if self.leaves_nothing(spared) {
            return "Nothing is ticked, so there is nothing to delete.".to_owned();
        }
        let named = match &self.list {
            Some(_) if count > 0 => {
                let names: Vec<String> =
                    self.todos.iter().take(MOST_NAMED).map(|(_, text)| shortened(text, 40)).collect();
                format!(" ({}{})", names.join(", "), if count > MOST_NAMED { ", …" } else { "" })
            }
            _ => String::new(),
        };
        format!("{}{named}? You can undo it.", self.words(spared))
    }
}

/// So many todos are named before the others are only counted.
const MOST_NAMED: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn deletion(list: Option<&str>, names: &[&str]) -> Meant {
        let todos = names.iter().map(|name| (name.to_lowercase(), (*name).to_owned())).collect();
        Meant { deed: Deed::Delete, list: list.map(str::to_owned), todos }
    }

    #[wasm_bindgen_test(unsupported = test)]
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
            assert_eq!(deletion(list, names).question(&[]), question);
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_is_spared_stays() {
        let three = deletion(None, &["A", "B", "C"]);
        let spared = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let left = |meant: &Meant, spared: &[String]| meant.left(&json!({"action": "delete", "all": true}), spared);
        assert_eq!((left(&three, &[]), three.words(&[]).as_str()), (None, "Delete 3 todos"));
        let one = spared(&["b", "gone"]);
        let input = json!({"action": "delete", "todoIds": ["a", "c"]});
        assert_eq!((left(&three, &one), three.words(&one).as_str()), (Some(input), "Delete 2 todos"));
        assert_eq!(three.words(&spared(&["a", "b"])), "Delete “C”");
        assert_eq!(three.question(&one), "Delete 2 todos? You can undo it.");
        let all = spared(&["a", "b", "c"]);
        assert_eq!(three.question(&all), "Nothing is ticked, so there is nothing to delete.");
        assert!(!three.leaves_nothing(&one) && three.leaves_nothing(&spared(&["a", "b", "c"])));
        let gone = deletion(None, &[]);
        assert!(gone.leaves_nothing(&[]) && !deletion(Some("the list “Home”"), &[]).leaves_nothing(&[]));
        assert_eq!(gone.words(&[]), "Nothing to delete");
        assert!(!Meant { deed: Deed::Complete, ..gone }.leaves_nothing(&[]), "it completes what will be there");
        assert!(three.is_chosen_from() && !deletion(Some("the list “Home”"), &["A"]).is_chosen_from());
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_is_changed_is_chosen_from_and_the_change_stays_as_it_was() {
        use dunlin::{Dunlin, Options};
        let three = || {
            let dunlin = Dunlin::open(dunlin_base::testing::World::new(1).env(), Options::default());
            for text in ["A", "B", "C"] {
                dunlin.todo_action(&json!({"action": "add", "text": text})).unwrap();
            }
            dunlin
        };
        let meant = |dunlin: &Dunlin, input: &Value| Meant::planned(dunlin.todos(), input, None);
        for (input, words, left) in [
            (json!({"action": "complete", "all": true}), "Complete 2 todos", json!({"action": "complete"})),
            (
                json!({"action": "update", "filter": {"status": "active"}, "due": "2026-12-01", "priority": 1}),
                "Change 2 todos",
                json!({"action": "update", "due": "2026-12-01", "priority": 1}),
            ),
        ] {
            let dunlin = three();
            let all = meant(&dunlin, &input).unwrap();
            assert!(all.is_chosen_from() && !all.is_deleted(), "{input}");
            let ids: Vec<String> = all.todos.iter().map(|(id, _)| id.clone()).collect();
            assert_eq!((all.words(&ids[..1]).as_str(), all.left(&input, &[])), (words, None));
            let found = all.left(&input, &ids[..1]).unwrap();
            let mut expected = left;
            expected["todoIds"] = json!(ids[1..]);
            assert_eq!(found, expected);
            // It is what the tool takes.
            dunlin.todo_action(&found).unwrap();
        }
        let dunlin = three();
        dunlin.todo_action(&json!({"action": "complete", "all": true})).unwrap();
        assert_eq!(meant(&dunlin, &json!({"action": "reopen", "all": true})).unwrap().todos.len(), 3);
        for none in [
            json!({"action": "list"}),
            json!({"action": "add", "text": "x"}),
            json!({"action": "complete", "match": "z"}),
        ] {
            assert_eq!(meant(&dunlin, &none), None, "{none}");
        }
    }
}
