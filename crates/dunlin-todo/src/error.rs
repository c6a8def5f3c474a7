//! Why something about todos could not be done.

use std::fmt::{self, Write as _};

use dunlin_base::StorageError;

use crate::Todo;

/// The kinds of failure, each with its stable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TodoErrorKind {
    /// There is no such todo: `complete` of a deleted one.
    NotFound,
    /// Several todos are meant by the words: `delete milk` with two milks.
    Ambiguous,
    /// There is no todo at that position: `delete the ninth one` of three.
    NoSuchPosition,
    /// There is no list of that name.
    ListNotFound,
    /// A list of that name is there already.
    ListExists,
    /// There is nothing to undo: everything was undone, or nothing was done.
    NothingToUndo,
    /// The last change cannot be undone: there was no room for what it takes.
    NotUndoable,
    /// The text is missing: `add` of nothing.
    TextRequired,
    /// No todo is named: `get` of nothing.
    IdRequired,
    /// The action is none of the tool's.
    UnknownAction,
    /// A value is of the wrong kind: priority 9.
    Invalid,
    /// A text, file or number of things is over its limit.
    Limit,
    /// An imported file does not read.
    Import,
    /// The storage is full; nothing was changed.
    Quota,
    /// The storage cannot be used; nothing was changed.
    Unavailable,
}

impl TodoErrorKind {
    /// The stable code hosts switch on.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotFound => "todo.not-found",
            Self::Ambiguous => "todo.ambiguous",
            Self::NoSuchPosition => "todo.no-such-position",
            Self::ListNotFound => "todo.list-not-found",
            Self::ListExists => "todo.list-exists",
            Self::NothingToUndo => "todo.nothing-to-undo",
            Self::NotUndoable => "todo.not-undoable",
            Self::TextRequired => "todo.text-required",
            Self::IdRequired => "todo.id-required",
            Self::UnknownAction => "todo.unknown-action",
            Self::Invalid => "todo.invalid",
            Self::Limit => "todo.limit",
            Self::Import => "todo.import",
            Self::Quota => "storage.quota",
            Self::Unavailable => "storage.unavailable",
        }
    }
}

/// A failure, with what was found, what to do instead, and the todos it is about. It has changed nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct TodoError(Box<Inner>);

#[derive(Clone, Debug, PartialEq)]
struct Inner {
    kind: TodoErrorKind,
    message: String,
    hint: Option<String>,
    todos: Vec<Todo>,
    faults: Vec<LineFault>,
    source: Option<StorageError>,
}

/// What is wrong with a line of an imported file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFault {
    /// The line, from 1.
    pub line: usize,
    /// What was found and expected.
    pub message: String,
}

impl TodoError {
    pub(crate) fn new(kind: TodoErrorKind, message: impl Into<String>) -> Self {
        let (message, todos, faults) = (message.into(), Vec::new(), Vec::new());
        Self(Box::new(Inner { kind, message, hint: None, todos, faults, source: None }))
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// No todo is meant by `what`; `nearest` are the ones that come close.
    pub(crate) fn not_found(what: &str, nearest: Vec<Todo>) -> Self {
        let mut error = Self::new(TodoErrorKind::NotFound, format!("Todo not found: {}", clip(what)));
        error.0.hint = Some(match nearest.first() {
            Some(first) => format!("did you mean \"{}\"?", clip(&first.text)),
            None => "list the todos to see what there is".to_owned(),
        });
        error.0.todos = nearest;
        error
    }

    pub(crate) fn ambiguous(what: &str, candidates: Vec<Todo>) -> Self {
        let mut message = format!("{} todos match \"{}\":", candidates.len(), clip(what));
        for (number, todo) in candidates.iter().take(9).enumerate() {
            let _ = write!(message, "\n{}. {}{}", number + 1, clip(&todo.text), where_it_is(todo));
        }
        if candidates.len() > 9 {
            let _ = write!(message, "\nand {} more", candidates.len() - 9);
        }
        let mut error = Self::new(TodoErrorKind::Ambiguous, message)
            .with_hint("say which one by its number, such as \"the second one\", or use more of its words");
        error.0.todos = candidates;
        error
    }

    pub(crate) fn text_missing(action: &str) -> Self {
        Self::new(TodoErrorKind::TextRequired, format!("Text is required for '{action}' action"))
            .with_hint("say what is to be done, such as \"buy milk\"")
    }

    pub(crate) fn id_missing(action: &str) -> Self {
        Self::new(TodoErrorKind::IdRequired, format!("todoId is required for '{action}' action"))
            .with_hint("name the todo by todoId, by match (words of its text) or by position")
    }

    /// A change was kept without the values that it takes to undo it.
    pub(crate) fn not_undoable(summary: &str) -> Self {
        let message = format!("{} cannot be undone: what was there before it is not kept any more", clip(summary));
        Self::new(TodoErrorKind::NotUndoable, message)
            .with_hint("change it back by hand; what was done before it stays as it is")
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(TodoErrorKind::Invalid, message)
    }

    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self::new(TodoErrorKind::Limit, message).with_hint("shorten it, or split it into several")
    }

    pub(crate) fn import(faults: Vec<LineFault>) -> Self {
        let mut message = match faults.len() {
            1 => "nothing was imported, a line does not read:".to_owned(),
            count => format!("nothing was imported, {count} lines do not read:"),
        };
        for fault in faults.iter().take(5) {
            let _ = write!(message, "\nline {}: {}", fault.line, fault.message);
        }
        let mut error = Self::new(TodoErrorKind::Import, message).with_hint("correct the lines and import again");
        error.0.faults = faults;
        error
    }

    /// Why, as a closed list.
    pub fn kind(&self) -> TodoErrorKind {
        self.0.kind
    }

    /// The stable dotted code.
    pub fn code(&self) -> &'static str {
        self.0.kind.code()
    }

    /// What was found and expected.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to do instead.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The todos it is about: the candidates of several matches, the nearest to none.
    pub fn todos(&self) -> &[Todo] {
        &self.0.todos
    }

    /// The lines of an imported file that do not read.
    pub fn faults(&self) -> &[LineFault] {
        &self.0.faults
    }
}

impl From<StorageError> for TodoError {
    fn from(error: StorageError) -> Self {
        let (kind, hint) = match error.code() {
            "storage.quota" => (TodoErrorKind::Quota, "export or delete todos and runs to make room, then try again"),
            _ => (TodoErrorKind::Unavailable, "let Dunlin store data here, then try again"),
        };
        let mut failure = Self::new(kind, error.to_string()).with_hint(hint);
        failure.0.source = Some(error);
        failure
    }
}

impl fmt::Display for TodoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for TodoError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_ref().map(|source| source as _)
    }
}

/// A text short enough for a message.
pub(crate) fn clip(text: &str) -> String {
    let mut short: String = text.chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > 80 {
        short.push('…');
    }
    short
}

fn where_it_is(todo: &Todo) -> String {
    let mut notes: Vec<String> = Vec::new();
    notes.extend(todo.list.as_ref().map(|list| format!("list {list}")));
    notes.extend(todo.due.as_ref().map(|due| format!("due {due}")));
    if todo.completed {
        notes.push("completed".to_owned());
    }
    if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) }
}
