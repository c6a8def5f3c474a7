//! The runtime's own errors: what a host asked for and cannot have. A failing tool is no such error; it is an event.

use std::fmt;

use dunlin_plan::Fault;

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuntimeErrorKind {
    /// The plan has faults: a step with an unknown tool.
    InvalidPlan,
    /// No run has that identifier.
    UnknownRun,
    /// A run with that identifier exists: `start` with a used one.
    RunExists,
    /// A run identifier that is not allowed: `"a:b"`.
    RunId,
    /// Runs are nested too deep: a tool that starts a run with itself in it.
    TooDeep,
    /// The run is under way in this tab: `delete` before `cancel`.
    RunUnderWay,
    /// The run has ended: `cancel` on a completed run.
    RunFinished,
    /// No question with that identifier is open: it was answered, or its plan was edited.
    UnknownApproval,
    /// The journal was written by a newer version.
    NewerVersion,
    /// The journal does not follow from itself: a step that succeeds without having begun.
    DamagedJournal,
    /// The run's texts were not kept, so it cannot be taken up again; or they are not to be kept where an engine keeps them.
    Redacted,
    /// An engine carries the run out, and this runtime does not speak to it: `cancel` beside the server that does.
    Elsewhere,
    /// A tool name that is not allowed: `"Add Todo"`.
    ToolName,
    /// A tool of that name is registered.
    ToolExists,
    /// The new plan changes what was begun.
    Revision,
    /// The storage refused.
    Storage,
}

/// An error of this crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuntimeError {
    kind: RuntimeErrorKind,
    message: String,
    hint: Option<String>,
    faults: Vec<Fault>,
}

impl RuntimeError {
    pub(crate) fn new(kind: RuntimeErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), hint: None, faults: Vec::new() }
    }

    pub(crate) fn hint_is(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// What is wrong with a plan that cannot be run.
    pub fn invalid_plan(faults: Vec<Fault>) -> Self {
        let message = match faults.as_slice() {
            [only] => only.to_string(),
            [first, rest @ ..] => format!("{first}; and {} more", rest.len()),
            [] => "the plan cannot be run".to_owned(),
        };
        Self { faults, ..Self::new(RuntimeErrorKind::InvalidPlan, message) }
    }

    /// What went wrong.
    pub fn kind(&self) -> RuntimeErrorKind {
        self.kind
    }

    /// The stable dotted code; that of the first fault for a plan with faults.
    pub fn code(&self) -> &'static str {
        match self.kind {
            RuntimeErrorKind::InvalidPlan => self.faults.first().map_or("plan.invalid", |fault| fault.code),
            RuntimeErrorKind::UnknownRun => "run.not-found",
            RuntimeErrorKind::RunExists => "run.exists",
            RuntimeErrorKind::RunId => "run.invalid-id",
            RuntimeErrorKind::TooDeep => "run.too-deep",
            RuntimeErrorKind::RunUnderWay => "run.under-way",
            RuntimeErrorKind::RunFinished => "run.finished",
            RuntimeErrorKind::UnknownApproval => "run.approval-void",
            RuntimeErrorKind::NewerVersion => "run.schema-version",
            RuntimeErrorKind::DamagedJournal => "run.damaged-journal",
            RuntimeErrorKind::Redacted => "run.redacted",
            RuntimeErrorKind::Elsewhere => "run.elsewhere",
            RuntimeErrorKind::ToolName => "tool.invalid-name",
            RuntimeErrorKind::ToolExists => "tool.exists",
            RuntimeErrorKind::Revision => "run.revision",
            RuntimeErrorKind::Storage => "storage.unavailable",
        }
    }

    /// What to do instead.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref().or_else(|| self.usual_hint())
    }

    /// What helps with most errors of a kind.
    const fn usual_hint(&self) -> Option<&'static str> {
        match self.kind {
            RuntimeErrorKind::UnknownRun => Some("list the runs to see what there is"),
            RuntimeErrorKind::RunExists => Some("choose another identifier, or none and one is made"),
            RuntimeErrorKind::RunId => Some("write one such as order-17"),
            RuntimeErrorKind::RunUnderWay => Some("wait until it has ended, or cancel it and wait"),
            RuntimeErrorKind::RunFinished => {
                Some("an ended run stays as it is; begin another, or do a step of it again with a fork")
            }
            RuntimeErrorKind::Elsewhere => {
                Some("ask the server that began it, `dunlin serve --engine restate` over the same file")
            }
            RuntimeErrorKind::ToolExists => Some("take the other one away first, or choose another name"),
            RuntimeErrorKind::ToolName => Some("write one such as send_mail"),
            _ => None,
        }
    }

    /// Every fault of the plan, when that is what is wrong.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RuntimeError {}
