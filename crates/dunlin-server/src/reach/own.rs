//! What the program has itself, for tools that search and count: todos, runs, and the notes of the folders it was given.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    rc::{Rc, Weak},
};

use dunlin::{Dunlin, Filter, RunSummary, Status, Todo};
use dunlin_tools::{Document, Documents, Tables};
use serde_json::{Value, json};

use super::notes::{Notes, PART};

/// How many runs are looked at, the latest first.
const MOST_RUNS: usize = 1000;

/// Todos, runs and the notes of folders, as they stand when they are asked for.
pub(super) struct Own {
    pub(super) dunlin: Weak<Dunlin>,
    pub(super) notes: Rc<Notes>,
}

fn todos(dunlin: &Dunlin) -> Vec<Todo> {
    dunlin.todos().list(&Filter { status: Status::All, ..Filter::default() })
}

impl Documents for Own {
    /// Others write to the same file and do not say so, so what stands in it is what tells whether it has changed.
    fn parts(&self) -> Vec<(String, u64)> {
        let part = |name: String| {
            let mut hasher = DefaultHasher::new();
            self.each(&name, &mut |document| (document.id, document.title, document.text).hash(&mut hasher));
            (name, hasher.finish())
        };
        let notes = (!self.notes.is_none()).then(|| (PART.to_owned(), self.notes.turn()));
        self.names().into_iter().map(part).chain(notes).collect()
    }

    fn each(&self, part: &str, see: &mut dyn FnMut(Document)) {
        let Some(dunlin) = self.dunlin.upgrade() else { return };
        match part {
            PART => self.notes.each(see),
            "todos" => {
                for todo in todos(&dunlin) {
                    let text = todo.notes.unwrap_or_default();
                    see(Document { id: todo.id, kind: "todo".to_owned(), title: todo.text, text });
                }
            }
            "runs" => {
                for run in dunlin.runs().into_iter().take(MOST_RUNS) {
                    let text = run.error.map(|error| error.message).unwrap_or_default();
                    see(Document { id: run.run_id, kind: "run".to_owned(), title: run.goal, text });
                }
            }
            _ => {}
        }
    }
}

impl Tables for Own {
    fn names(&self) -> Vec<String> {
        vec!["runs".to_owned(), "todos".to_owned()]
    }

    fn records(&self, name: &str) -> Option<Value> {
        let dunlin = self.dunlin.upgrade()?;
        // Their columns are there whatever stands in them, also where nothing does.
        match name {
            "todos" => Some(json!({"columns": Todo::FIELDS, "rows": todos(&dunlin)})),
            "runs" => {
                let runs: Vec<RunSummary> = dunlin.runs().into_iter().take(MOST_RUNS).collect();
                Some(json!({"columns": RunSummary::FIELDS, "rows": runs}))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use utoipa::PartialSchema;

    use super::*;

    /// The fields of a record, as its derived description has them.
    fn described<T: PartialSchema>() -> BTreeSet<String> {
        let schema = serde_json::to_value(T::schema()).unwrap();
        schema["properties"].as_object().unwrap().keys().cloned().collect()
    }

    #[test]
    fn the_columns_of_a_table_are_the_fields_of_its_record() {
        assert_eq!(described::<Todo>(), Todo::FIELDS.map(str::to_owned).into());
        assert_eq!(described::<RunSummary>(), RunSummary::FIELDS.map(str::to_owned).into());
    }
}
