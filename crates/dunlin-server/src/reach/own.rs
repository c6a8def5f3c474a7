//! What the program has itself, for tools that search and count: todos and runs.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    rc::Weak,
};

use dunlin::{Dunlin, Filter, Status, Todo};
use dunlin_base::json;
use dunlin_tools::{Document, Documents, Tables};
use serde_json::Value;

/// How many runs are looked at, the latest first.
const MOST_RUNS: usize = 1000;

/// What a todo and a run may have, as their records name it.
const TODOS: [&str; 14] = [
    "id",
    "text",
    "notes",
    "list",
    "completed",
    "createdAt",
    "completedAt",
    "updatedAt",
    "due",
    "priority",
    "tags",
    "recurrence",
    "createdBy",
    "order",
];
const RUNS: [&str; 9] =
    ["runId", "goal", "status", "steps", "stepsDone", "error", "parentRunId", "createdAt", "completedAt"];

/// Todos and runs, as they stand when they are asked for.
pub(super) struct Own(pub(super) Weak<Dunlin>);

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
        self.names().into_iter().map(part).collect()
    }

    fn each(&self, part: &str, see: &mut dyn FnMut(Document)) {
        let Some(dunlin) = self.0.upgrade() else { return };
        match part {
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
        let dunlin = self.0.upgrade()?;
        match name {
            "todos" => Some(json::to_value(todos(&dunlin))),
            "runs" => Some(json::to_value(dunlin.runs().into_iter().take(MOST_RUNS).collect::<Vec<_>>())),
            _ => None,
        }
    }

    fn columns(&self, name: &str) -> &'static [&'static str] {
        match name {
            "todos" => &TODOS,
            "runs" => &RUNS,
            _ => &[],
        }
    }
}
