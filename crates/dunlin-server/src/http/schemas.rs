//! What answers are made of beside the facade's records, which describe themselves; a test holds real answers to both.
#![expect(dead_code, reason = "they are described, never made")]

use dunlin::{DunlinError, RunSummary, Todo, TodoChanges, TodoFields};
use utoipa::ToSchema;

use super::todos::{Done, Line};

/// Why something was not done.
#[derive(ToSchema)]
pub(super) struct Failed {
    error: DunlinError,
}

/// Runs of a list.
#[derive(ToSchema)]
pub(super) struct Runs {
    runs: Vec<RunSummary>,
    /// How many there are in all.
    total: usize,
}

/// Something that happened in a run. More fields by type.
#[derive(ToSchema)]
pub(super) struct Event {
    /// Its place, from 1 without gaps.
    seq: u64,
    /// Milliseconds since 1970.
    at: i64,
    /// Such as `stepSucceeded`.
    r#type: String,
}

/// Whether requests are taken.
#[derive(ToSchema)]
pub(super) struct Ready {
    ready: bool,
}

/// That none are: it is going down, or too many are under way already.
#[derive(ToSchema)]
#[serde(untagged)]
pub(super) enum Unready {
    Told(Ready),
    Refused(Failed),
}

/// A new todo: a line alone, or a text with its fields.
#[derive(ToSchema)]
#[serde(untagged)]
pub(super) enum NewTodo {
    Line(Line),
    Fields(TodoFields),
}

/// Todos of a list.
#[derive(ToSchema)]
pub(super) struct Todos {
    todos: Vec<Todo>,
    /// How many there are in all.
    total: usize,
}

/// What becomes of a todo: what is left out stays, null takes a field away.
#[derive(ToSchema)]
pub(super) struct ChangedTodo {
    #[serde(flatten)]
    done: Done,
    #[serde(flatten)]
    changes: TodoChanges,
}

/// What was taken back.
#[derive(ToSchema)]
pub(super) struct Undone {
    undone: String,
    todos: Vec<Todo>,
}

/// A session in which a page reads and writes the server's storage.
#[derive(ToSchema)]
pub(super) struct StorageSession {
    /// Its name.
    session: String,
}
