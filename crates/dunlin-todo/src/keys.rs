//! The names under which things are stored, and the version that a stored text says it is of.

use serde::Deserialize;

/// What every key of this version begins with.
pub(crate) const PREFIX: &str = "dunlin:v1:";
/// What every key of this crate begins with.
pub(crate) const OURS: &str = "dunlin:v1:todo";
/// One todo, then its id.
pub(crate) const TODO: &str = "dunlin:v1:todo:";
/// One named list that was made on purpose, then its folded name.
pub(crate) const LIST: &str = "dunlin:v1:todo-list:";
/// One change, then its id, or `key:` and its idempotency key.
pub(crate) const CHANGE: &str = "dunlin:v1:todo-change:";
/// A change that is being carried out, then what follows [`CHANGE`] in its key.
pub(crate) const PENDING: &str = "dunlin:v1:todo-pending:";
/// The number of the last change.
pub(crate) const LAST: &str = "dunlin:v1:todo-last";
/// What could not be read, then the rest of the key it had.
pub(crate) const ASIDE: &str = "dunlin:v1:set-aside:";
/// The order in which todos were last shown.
pub(crate) const SHOWN: &str = "dunlin:v1:todo-shown";
/// The orders in which todos were shown by one run, then the run's id.
pub(crate) const SHOWN_BY: &str = "dunlin:v1:todo-shown:";
/// That the orders of a run are kept no more, then the run's id.
pub(crate) const SHOWN_GONE: &str = "dunlin:v1:todo-shown-gone:";
/// What the name of a todo begins with inside a change; its id follows.
pub(crate) const TODO_NAME: &str = "todo:";
/// What the name of a list begins with inside a change; its folded name follows.
pub(crate) const LIST_NAME: &str = "todo-list:";

/// The part of a todo's key that names it inside a change.
pub(crate) fn todo_name(id: &str) -> String {
    format!("{TODO_NAME}{id}")
}

/// The part of a list's key that names it inside a change.
pub(crate) fn list_name(folded: &str) -> String {
    format!("{LIST_NAME}{folded}")
}

/// The version that a stored text is of, where that is newer than the one that is known.
pub(crate) fn newer_version(text: &str, known: u64) -> Option<u64> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Versioned {
        schema_version: u64,
    }
    // Most texts name no version, and ten thousand are read when the store opens.
    let versioned: Versioned = text.contains("\"schemaVersion\"").then(|| serde_json::from_str(text).ok())??;
    Some(versioned.schema_version).filter(|version| *version > known)
}
