//! The names of the tools that the grammar speaks of.

/// The tool that calculates.
pub(crate) const CALCULATOR: &str = "calculator";
/// The tool that keeps todos.
pub(crate) const TODO_STORE: &str = "todo_store";
/// The tool that begins goals at their moments.
pub(crate) const SCHEDULES: &str = "schedules";
/// The tool that says what can be asked.
pub(crate) const GUIDE: &str = "guide";
/// The tool that counts days.
pub(crate) const DATES: &str = "dates";

/// The field of a tool's input that says what it does, and what it says where something is deleted.
pub(crate) const ACTION: &str = "action";
pub(crate) const DELETING: [&str; 3] = ["delete", "clear", "delete_list"];
