//! The names under which things are stored.

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
/// What could not be read, then the rest of the key it had.
pub(crate) const ASIDE: &str = "dunlin:v1:set-aside:";
/// The order in which todos were last shown.
pub(crate) const SHOWN: &str = "dunlin:v1:todo-shown";

/// The part of a todo's key that names it inside a change.
pub(crate) fn todo_name(id: &str) -> String {
    format!("todo:{id}")
}

/// The part of a list's key that names it inside a change.
pub(crate) fn list_name(folded: &str) -> String {
    format!("todo-list:{folded}")
}
