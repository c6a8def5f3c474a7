//! A run's journal as a record of its own, and the check that it follows from itself.

use std::fmt;

use dunlin_base::json;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ApprovalReason, Command, Content, Event, EventKind, Run, RunState, SCHEMA_VERSION, decide};

/// Everything that happened to a run.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Journal {
    /// The version of this record.
    #[cfg_attr(feature = "types", ts(type = "1 | 2"))]
    pub schema_version: u32,
    /// The run.
    pub run_id: String,
    /// What happened, numbered from 1 without gaps.
    pub events: Vec<Event>,
}

/// The first place where a journal does not follow from itself.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Divergence {
    /// The event's number; 0 when the journal as a whole cannot be checked.
    pub seq: u64,
    /// What had to come, when something had to.
    #[cfg_attr(feature = "types", ts(type = "Json"))]
    pub expected: Option<Value>,
    /// What is there.
    #[cfg_attr(feature = "types", ts(type = "Json"))]
    pub found: Option<Value>,
    /// Both in words.
    pub message: String,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Divergence {}

/// Decides a journal's run again from what was reported to it and compares event by event.
pub fn replay(journal: &Journal) -> Result<Run, Box<Divergence>> {
    let whole = |message: String| Box::new(Divergence { seq: 0, expected: None, found: None, message });
    if journal.schema_version > SCHEMA_VERSION {
        return Err(whole(format!(
            "the journal has schema version {}, this version of dunlin reads up to {SCHEMA_VERSION}",
            journal.schema_version
        )));
    }
    let mut state = RunState::new();
    for event in &journal.events {
        check_next(&state, event)?;
        state.apply(event).map_err(|refusal| {
            let found = Some(json::to_value(event));
            Box::new(Divergence { seq: event.seq, expected: None, found, message: refusal.to_string() })
        })?;
        if state.policy().is_some_and(|policy| policy.content == Content::Redact) {
            return Err(whole("the journal's texts were not kept, so nothing can be decided from them again".into()));
        }
    }
    state.record().ok_or_else(|| whole("the journal is empty".into()))
}

/// Whether the question that is there is the one that had to come, about the call as its tool had named it then.
fn asks_exactly(state: &RunState, expected: &EventKind, found: &EventKind) -> bool {
    let EventKind::ApprovalRequested { step, reason, .. } = expected else { return false };
    let EventKind::ApprovalRequested { step: asked, reason: why, approval_id, input: Some(input) } = found else {
        return false;
    };
    step == asked
        && reason == why
        && (*reason != ApprovalReason::UnknownOutcome || !state.was_begun(*step))
        && *approval_id == state.approval_id(*step, input)
}

fn check_next(state: &RunState, event: &Event) -> Result<(), Box<Divergence>> {
    // A driver that died may have left things undecided, and a run may be cancelled before it begins.
    let anytime =
        matches!(event.kind, EventKind::RunRecovered | EventKind::TimeSkipped { .. } | EventKind::RunCreated(_))
            || matches!(event.kind, EventKind::CancelRequested { .. }) && state.started_at.is_none();
    if anytime {
        return Ok(());
    }
    let expected = match decide(state, event.at) {
        Command::Append(kind) if kind == event.kind || asks_exactly(state, &kind, &event.kind) => return Ok(()),
        Command::Append(kind) => Some(kind),
        Command::Wait | Command::WaitUntil(_) | Command::Finished if event.kind.is_report(state) => return Ok(()),
        Command::Wait | Command::WaitUntil(_) | Command::Finished => None,
    };
    let name = expected.as_ref().map_or("nothing but a report", EventKind::name);
    let mut message = format!("event {}: found {}, expected {name}", event.seq, event.kind.name());
    if name == event.kind.name() {
        message.push_str(" with other contents");
    }
    Err(Box::new(Divergence {
        seq: event.seq,
        expected: expected.as_ref().map(json::to_value),
        found: Some(json::to_value(&event.kind)),
        message,
    }))
}
