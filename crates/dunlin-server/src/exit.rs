//! How a command ends, told as the exit code.

use std::process::ExitCode;

use dunlin::{DunlinError, RunStatus, TodoError};

/// The end of a command that did not come to an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Done = 0,
    RunFailed = 1,
    Refused = 3,
    Waits = 4,
    Cancelled = 5,
    NotFound = 6,
    Unusable = 7,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl Exit {
    /// This end, or the other one where this says nothing.
    pub(crate) fn or(self, other: Self) -> Self {
        if self == Self::Done { other } else { self }
    }

    /// The end of a command that carried a run out so far.
    pub(crate) const fn of(status: RunStatus) -> Self {
        match status {
            RunStatus::Completed => Self::Done,
            RunStatus::Failed => Self::RunFailed,
            RunStatus::Cancelled => Self::Cancelled,
            RunStatus::Pending | RunStatus::Running | RunStatus::Suspended => Self::Waits,
        }
    }
}

/// Why a command could not do what was asked, with the code it ends with.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) exit: Exit,
    pub(crate) error: DunlinError,
}

impl Trouble {
    /// What the machine refused: a file that does not open, a port that is taken.
    pub(crate) fn unusable(what: impl std::fmt::Display) -> Self {
        Self { exit: Exit::Unusable, error: DunlinError::new("machine.refused", what.to_string()) }
    }

    /// The same with what to do instead.
    pub(crate) fn with_hint(self, hint: &str) -> Self {
        Self { error: self.error.with_hint(hint), ..self }
    }
}

impl From<DunlinError> for Trouble {
    fn from(error: DunlinError) -> Self {
        let exit = match error.code.as_str() {
            "run.not-found" | "schedule.not-found" | "todo.not-found" => Exit::NotFound,
            code if code.starts_with("storage.") => Exit::Unusable,
            _ => Exit::Refused,
        };
        Self { exit, error }
    }
}

impl From<TodoError> for Trouble {
    fn from(error: TodoError) -> Self {
        DunlinError::from(error).into()
    }
}
