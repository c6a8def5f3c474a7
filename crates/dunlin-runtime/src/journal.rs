//! A run's journal as a record of its own, and the check that it follows from itself.

use std::fmt;

use dunlin_base::json;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ApprovalReason, Command, Content, Event, EventKind, Run, RunState, SCHEMA_VERSION, decide, naming::is_askable,
};

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

/// Whether what is there is what had to come, after the tool had its say: a question about the call as its tool had named it
/// then, or one that its tool put before the beginning.
fn follows_with_its_tool(state: &RunState, expected: &EventKind, found: &EventKind) -> bool {
    let EventKind::ApprovalRequested { step: asked, reason: why, approval_id, input: named, holds } = found else {
        return false;
    };
    let told_of = |step: u32, input: &Option<Value>| {
        let whole = input.as_ref().unwrap_or_else(|| state.input(step));
        step == *asked
            && [state.approval_id(step, whole, holds), state.old_approval_id(step, whole, holds)].contains(approval_id)
            && (holds.is_empty() || state.asks_leave(step))
    };
    match expected {
        EventKind::ApprovalRequested { step, reason, input, .. } => {
            let may_name = *reason != ApprovalReason::UnknownOutcome || !state.was_begun(*step);
            reason == why && told_of(*step, named) && (input == named || may_name && named.is_some())
        }
        EventKind::StepStarted { step, input, .. } => {
            let is_news = is_askable(state, *step) && !holds.iter().all(|one| state.leave(*step).contains(one));
            *why == ApprovalReason::Guarded && told_of(*step, named) && input == named && is_news
        }
        _ => false,
    }
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
        Command::Append(kind) if kind == event.kind || follows_with_its_tool(state, &kind, &event.kind) => {
            return Ok(());
        }
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
