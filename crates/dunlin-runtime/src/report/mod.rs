//! The report of a run: Markdown for people, JSON for programs, both from the record and the journal.

use std::fmt::Write;

use dunlin_base::{iso_utc, json::to_value};
use serde::Serialize;
use serde_json::{Value, json};

mod aftermath;
mod given;
mod picture;
mod table;

pub use aftermath::{Aftermath, Left};

use crate::{ApprovalAnswer, Event, EventKind, ExecutionStep, Run, RunStatus, Sensitive, StepStatus, Within};

/// The most characters of an input or output that Markdown shows.
const MOST_SHOWN: usize = 2000;

/// A run told as a whole.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// For people.
    pub markdown: String,
    /// For programs: the record, the timeline, the attempts, the approvals, the failures, what was taken back, what could not
    /// be, what may have been done and what stays, and the budgets.
    #[cfg_attr(feature = "types", ts(type = "Json"))]
    pub json: Value,
}

impl Report {
    /// The report of a run from its record and its events.
    pub fn of(run: &Run, events: &[Event]) -> Self {
        Self::with_below(run, events, &[])
    }

    /// The report of a run from its record, its events, and the records of the runs below it.
    pub fn with_below(run: &Run, events: &[Event], below: &[Run]) -> Self {
        let left = Aftermath::of(run, below);
        Self { markdown: markdown(run, events, &left), json: as_json(run, events, &left) }
    }
}

fn as_json(run: &Run, events: &[Event], left: &Aftermath<'_>) -> Value {
    let timeline: Vec<Value> = events
        .iter()
        .map(|event| {
            json!({"seq": event.seq, "at": iso_utc(event.at), "type": event.kind.name(),
                "stepNumber": event.kind.step(), "text": sentence(&event.kind)})
        })
        .collect();
    let of_kind = |wanted: &dyn Fn(&EventKind) -> bool| -> Vec<Value> {
        let found = events.iter().filter(|event| wanted(&event.kind));
        found.map(to_value).collect()
    };
    let mut report = json!({
        "schemaVersion": run.schema_version,
        "run": to_value(run),
        "timeline": timeline,
        "failures": of_kind(&|kind| matches!(kind, EventKind::AttemptFailed { .. })),
        "approvals": of_kind(&|kind| {
            matches!(kind, EventKind::ApprovalRequested { .. } | EventKind::ApprovalAnswered { .. })
        }),
        "budgets": budgets(run).iter().map(|(name, used, limit)| json!({"name": name, "used": used, "limit": limit}))
            .collect::<Vec<_>>(),
    });
    for (name, _, steps) in left.lists() {
        report[name] = aftermath::as_json(run, steps).into();
    }
    report
}

fn budgets(run: &Run) -> [(&'static str, u64, u64); 4] {
    [
        ("steps", u64::from(run.usage.steps), u64::from(run.policy.max_steps)),
        ("tool calls", u64::from(run.usage.tool_calls), u64::from(run.policy.max_tool_calls)),
        ("milliseconds", run.usage.active_ms, run.policy.time_budget_ms),
        ("tokens", run.usage.tokens, run.policy.token_budget),
    ]
}

fn markdown(run: &Run, events: &[Event], left: &Aftermath<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "# Run report\n");
    let _ = writeln!(text, "- Goal: {}", line(&run.goal));
    let _ = writeln!(text, "- Status: {}", standing(run));
    let _ = writeln!(text, "- Run: `{}`", run.run_id);
    let _ = writeln!(text, "- Recorded: {}", iso_utc(run.created_at_ms));
    if let (Some(from), Some(to)) = (run.started_at_ms, run.completed_at_ms) {
        let _ = writeln!(text, "- Ran: {} to {} ({} ms active)", iso_utc(from), iso_utc(to), run.usage.active_ms);
    }
    if let Some(result) = &run.result {
        // Its columns are those of the step that gave it.
        let giver = run.execution_log.iter().rev().find(|step| step.output.as_ref() == Some(result));
        given::given(&mut text, "Result", result, giver.and_then(columns));
    }
    if let Some(error) = &run.error {
        let place = error.step_number.map_or_else(String::new, |step| format!(" in step {step}"));
        let _ = writeln!(text, "- Failed{place}: {} (`{}`)", line(&error.message), error.code);
        if let Some(hint) = &error.hint {
            let _ = writeln!(text, "- Hint: {}", line(hint));
        }
    }
    if let Some(reason) = &run.cancel_reason {
        let _ = writeln!(text, "- Cancelled because: {}", line(reason));
    }
    for (_, words, steps) in left.lists().into_iter().filter(|(.., steps)| !steps.is_empty()) {
        let _ = writeln!(text, "- {words}: {}", aftermath::in_words(run, steps));
    }
    plan(&mut text, run);
    steps(&mut text, run);
    let _ = writeln!(text, "\n## Budgets\n\n| Budget | Used | Limit |\n| --- | ---: | ---: |");
    for (name, used, limit) in budgets(run) {
        let _ = writeln!(text, "| {name} | {used} | {limit} |");
    }
    let _ = writeln!(text, "\n## Timeline\n");
    let from = events.first().map_or(0, |event| event.at);
    for event in events {
        let _ = writeln!(text, "- +{} ms: {}", event.at.saturating_sub(from), line(&sentence(&event.kind)));
    }
    text
}

/// How the run stands: one that a person turned down is recorded as completed, and is no success.
fn standing(run: &Run) -> String {
    let count = |status: StepStatus| run.execution_log.iter().filter(|step| step.status == status).count();
    let in_doubt = run.execution_log.iter().filter(|step| step.outcome_unknown).count();
    let name = run.status.name();
    match (count(StepStatus::Denied), count(StepStatus::Succeeded) + in_doubt) {
        (0, _) => format!("**{name}**"),
        (_, 0) if run.status == RunStatus::Completed => format!("**rejected: nothing was changed** (`{name}`)"),
        (1, _) => format!("**{name}**, 1 step rejected"),
        (denied, _) => format!("**{name}**, {denied} steps rejected"),
    }
}

fn plan(text: &mut String, run: &Run) {
    let Some(plan) = &run.plan else {
        let _ = writeln!(text, "\nThe goal could not be planned, so nothing was done.");
        return;
    };
    let _ = writeln!(text, "\n## Plan\n");
    if !plan.rationale.is_empty() {
        let _ = writeln!(text, "{}\n", line(&plan.rationale));
    }
    let _ = writeln!(text, "| Step | Does | Why | After |\n| ---: | --- | --- | --- |");
    for step in &plan.steps {
        let does = if step.tool_name.is_empty() { step.kind.name() } else { &step.tool_name };
        let after: Vec<String> = step.depends_on.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            step.step_number,
            line(does),
            line(&step.reasoning),
            after.join(", ")
        );
    }
}

/// Where an inner step stands, for people.
fn place(step: &ExecutionStep) -> String {
    match step.within {
        None => String::new(),
        Some(Within::Map { map, item, step }) => format!(" (step {step} for item {} of step {map})", item + 1),
        Some(Within::Undo { undoes }) => format!(" (takes step {undoes} back)"),
    }
}

fn steps(text: &mut String, run: &Run) {
    let _ = writeln!(text, "\n## Steps");
    for step in run.execution_log.iter().chain(&run.inner_log) {
        let name = if step.tool_name.is_empty() { "step" } else { &step.tool_name };
        let (number, status) = (step.step_number, step.status.name());
        let _ = writeln!(text, "\n### {number}. {}: {status}{}\n", line(name), place(step));
        if !step.thought.is_empty() {
            let _ = writeln!(text, "- Thought: {}", line(&step.thought));
        }
        let _ = writeln!(text, "- Input: {}", code(&step.tool_input));
        if let Some(output) = &step.output {
            given::given(text, "Output", output, columns(step));
        }
        if let Some(error) = &step.error {
            let _ = writeln!(text, "- Error: {}", line(error));
        }
        if let Some(handler) = step.handled_by {
            let _ = writeln!(text, "- Handled by: step {handler}");
        }
        if let Some(progress) = &step.progress {
            let percent = (progress.fraction * 100.0).round();
            let _ = writeln!(text, "- Progress: {percent} %, {}", line(&progress.words));
        }
        let took = step.duration_ms.map_or_else(String::new, |ms| format!(", {ms} ms"));
        let _ = writeln!(text, "- Attempts: {}{took}", step.attempts);
    }
}

/// The columns of the rows that a step gave, in order, where its tool says them.
fn columns(step: &ExecutionStep) -> Option<&Value> {
    step.metadata.as_ref()?.get("columns")
}

/// What an event says, for people.
fn sentence(kind: &EventKind) -> String {
    match kind {
        EventKind::RunCreated(_) => "the run was recorded".into(),
        EventKind::RunStarted => "the run began".into(),
        EventKind::StepStarted { step, attempt, .. } => format!("step {step} began, attempt {attempt}"),
        EventKind::StepSucceeded { step, .. } => format!("step {step} is done"),
        EventKind::AttemptFailed { step, attempt, failure } => {
            format!("attempt {attempt} of step {step} failed: {}", failure.message)
        }
        EventKind::RetryScheduled { step, delay_ms, .. } => format!("step {step} is tried again in {delay_ms} ms"),
        EventKind::StepFailed { step, failure } => format!("step {step} failed: {}", failure.message),
        EventKind::StepSkipped { step, cause, .. } => match cause {
            Some(cause) => format!("step {step} was skipped because of step {cause}"),
            None => format!("step {step} was skipped"),
        },
        EventKind::StepCancelled { step } => format!("step {step} was cancelled"),
        EventKind::ApprovalRequested { step, holds, .. } if holds.is_empty() => {
            format!("a person was asked about step {step}")
        }
        EventKind::ApprovalRequested { step, holds, .. } => {
            format!("a person was asked about step {step}, whose input holds {}", Sensitive::in_words(holds))
        }
        EventKind::ApprovalAnswered { step, answer, .. } => match answer {
            ApprovalAnswer::Approve => format!("step {step} was approved"),
            ApprovalAnswer::Reject { feedback: Some(feedback) } => format!("step {step} was denied: {feedback}"),
            ApprovalAnswer::Reject { feedback: None } => format!("step {step} was denied"),
            ApprovalAnswer::Edit { .. } => format!("step {step} was approved with another input"),
        },
        EventKind::RunSuspended => "the run waits".into(),
        EventKind::SignalReceived { name, .. } => format!("the signal {name:?} came"),
        EventKind::StepProgressed { step, fraction, words, .. } => {
            format!("step {step} has come {} % of its way: {words}", (fraction * 100.0).round())
        }
        EventKind::UndoBegan { steps } => {
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            format!("what is done is taken back: step {}", steps.join(", "))
        }
        EventKind::RunResumed => "the run goes on".into(),
        EventKind::CancelRequested { reason, ending } => {
            let why = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
            let again = if *ending { ", also of what is done at the end" } else { "" };
            format!("cancellation was asked for{again}{why}")
        }
        EventKind::BudgetSpent { budget, limit, spent } => {
            format!("the budget of {limit} {} is spent: {spent} were used", budget.name())
        }
        EventKind::RunRecovered => "the run was taken up after an interruption".into(),
        EventKind::TimeSkipped { ms } => {
            format!("the clock was set forward or the machine slept: {ms} ms do not count")
        }
        EventKind::LateResult { step, attempt, .. } => {
            format!("a late result of attempt {attempt} of step {step} was dropped")
        }
        EventKind::PlanRevised { .. } => "the plan was changed".into(),
        EventKind::RunCompleted => "the run is completed".into(),
        EventKind::RunFailed { error } => format!("the run failed: {}", error.message),
        EventKind::RunCancelled => "the run is cancelled".into(),
    }
}

/// Text on one line, with what Markdown and HTML would take for markup escaped.
fn line(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => escaped.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A value as code, fenced by more backticks than it holds.
fn code(value: &Value) -> String {
    let mut text = value.to_string();
    if text.chars().count() > MOST_SHOWN {
        text = text.chars().take(MOST_SHOWN).chain(['…']).collect();
    }
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    let pad = if longest > 0 { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}
