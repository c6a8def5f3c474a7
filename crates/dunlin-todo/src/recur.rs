//! Where todos meet natural dates: what a due date in words means, and what comes after a recurring todo is done.

use crate::{Due, LocalNow, Todo};

/// The next occurrence, still without id and time stamps; none when it does not recur or has come to its end.
pub(crate) fn next(todo: &Todo, _local_minute: &str) -> Option<Todo> {
    let _ = todo;
    None
}

/// The due date that is written so, as a record has it.
pub(crate) fn read_due(text: &str, _now: &LocalNow) -> Option<Due> {
    Due::parse(text.trim())
}
