//! Metrics: what this page's runs did, counted from their events, as Prometheus text.

use std::collections::BTreeMap;

use crate::{
    Event, EventKind, RunState, RunStatus, RunSummary, StepStatus,
    exposition::{head, line},
    state::StepState,
};

/// The upper ends of the duration buckets, in milliseconds.
const BUCKETS: [u64; 9] = [1, 5, 10, 50, 100, 500, 1000, 5000, 30_000];

/// Counters and histograms.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    tools: BTreeMap<String, ToolCounts>,
    errors: BTreeMap<String, u64>,
    budgets: BTreeMap<&'static str, u64>,
    approvals: BTreeMap<&'static str, u64>,
    undone: BTreeMap<&'static str, u64>,
    handled: u64,
    signals: u64,
    events: u64,
}

#[derive(Debug, Default)]
struct ToolCounts {
    ended: [u64; 5],
    attempts: u64,
    retries: u64,
    durations: [u64; BUCKETS.len() + 1],
    duration_sum: u64,
}

impl ToolCounts {
    /// Counts an event of a step that calls it; `step` is the step after it.
    fn add(&mut self, event: &Event, step: &StepState) {
        match &event.kind {
            EventKind::StepStarted { .. } => self.attempts += 1,
            EventKind::RetryScheduled { .. } => self.retries += 1,
            _ => {}
        }
        let ends = step.ended_at == Some(event.at) && !matches!(event.kind, EventKind::LateResult { .. });
        if let Some(place) = ENDS.iter().position(|status| ends && *status == step.status) {
            self.ended[place] += 1;
            if let Some(started) = step.started_at {
                let took = event.at.saturating_sub(started).max(0) as u64;
                let bucket = BUCKETS.iter().position(|most| took <= *most).unwrap_or(BUCKETS.len());
                self.durations[bucket] += 1;
                self.duration_sum += took;
            }
        }
    }
}

const ENDS: [StepStatus; 5] =
    [StepStatus::Succeeded, StepStatus::Failed, StepStatus::Skipped, StepStatus::Denied, StepStatus::Cancelled];

impl Metrics {
    /// Counts an event; `state` is the state after it.
    pub(crate) fn observe(&mut self, state: &RunState, event: &Event) {
        self.events += 1;
        match &event.kind {
            EventKind::AttemptFailed { failure, .. } => count(&mut self.errors, &failure.code),
            EventKind::RunFailed { error } => count(&mut self.errors, &error.code),
            EventKind::BudgetSpent { budget, .. } => *self.budgets.entry(budget.name()).or_default() += 1,
            EventKind::SignalReceived { .. } => self.signals += 1,
            EventKind::StepFailed { step, .. } => {
                self.handled += u64::from(state.step(*step).is_some_and(|step| step.handled_by.is_some()));
            }
            EventKind::ApprovalRequested { .. } => *self.approvals.entry("requested").or_default() += 1,
            EventKind::ApprovalAnswered { answer, .. } => {
                let name = match answer {
                    crate::ApprovalAnswer::Approve => "approved",
                    crate::ApprovalAnswer::Reject { .. } => "rejected",
                    crate::ApprovalAnswer::Edit { .. } => "edited",
                };
                *self.approvals.entry(name).or_default() += 1;
            }
            _ => {}
        }
        let Some(number) = event.kind.step() else { return };
        let (Some(step), Some(planned)) = (state.step(number), state.planned(number)) else { return };
        if state.is_undo(number) && step.ended_seq == event.seq {
            *self.undone.entry(step.status.name()).or_default() += 1;
        }
        let name = if planned.tool_name.is_empty() { planned.kind.name() } else { &planned.tool_name };
        // Looked for once an event: it is there after the first.
        if let Some(counts) = self.tools.get_mut(name) {
            return counts.add(event, step);
        }
        let mut counts = ToolCounts::default();
        counts.add(event, step);
        self.tools.insert(name.to_owned(), counts);
    }

    /// The text; `runs` are all runs there are.
    pub(crate) fn render(&self, runs: &[RunSummary]) -> String {
        let mut text = String::new();
        head(&mut text, "dunlin_runs", "gauge", "Runs by status.");
        for status in RunStatus::ALL {
            let number = runs.iter().filter(|run| run.status == status).count() as u64;
            line(&mut text, "dunlin_runs", &[("status", status.name())], number);
        }
        head(&mut text, "dunlin_steps_total", "counter", "Steps that ended, by tool and status.");
        for (tool, counts) in &self.tools {
            for (status, number) in ENDS.iter().zip(counts.ended).filter(|(_, number)| *number > 0) {
                line(&mut text, "dunlin_steps_total", &[("tool", tool), ("status", status.name())], number);
            }
        }
        head(&mut text, "dunlin_attempts_total", "counter", "Attempts begun, by tool.");
        for (tool, counts) in &self.tools {
            line(&mut text, "dunlin_attempts_total", &[("tool", tool)], counts.attempts);
        }
        head(&mut text, "dunlin_retries_total", "counter", "Retries scheduled, by tool.");
        for (tool, counts) in &self.tools {
            line(&mut text, "dunlin_retries_total", &[("tool", tool)], counts.retries);
        }
        self.render_durations(&mut text);
        head(&mut text, "dunlin_budgets_spent_total", "counter", "Budgets spent, by budget.");
        for (budget, number) in &self.budgets {
            line(&mut text, "dunlin_budgets_spent_total", &[("budget", budget)], *number);
        }
        head(&mut text, "dunlin_approvals_total", "counter", "Questions to people and their answers.");
        for (answer, number) in &self.approvals {
            line(&mut text, "dunlin_approvals_total", &[("answer", answer)], *number);
        }
        head(&mut text, "dunlin_undone_total", "counter", "Calls that take a step back, by how they ended.");
        for (status, number) in &self.undone {
            line(&mut text, "dunlin_undone_total", &[("status", status)], *number);
        }
        head(&mut text, "dunlin_failures_handled_total", "counter", "Failures of steps that another step handles.");
        line(&mut text, "dunlin_failures_handled_total", &[], self.handled);
        head(&mut text, "dunlin_signals_total", "counter", "Signals that came.");
        line(&mut text, "dunlin_signals_total", &[], self.signals);
        head(&mut text, "dunlin_errors_total", "counter", "Failed attempts and runs, by code.");
        for (code, number) in &self.errors {
            line(&mut text, "dunlin_errors_total", &[("code", code)], *number);
        }
        head(&mut text, "dunlin_events_total", "counter", "Events written to journals.");
        line(&mut text, "dunlin_events_total", &[], self.events);
        text
    }

    fn render_durations(&self, text: &mut String) {
        head(text, "dunlin_step_duration_ms", "histogram", "From a step's first attempt to its end, by tool.");
        for (tool, counts) in &self.tools {
            let mut sum = 0;
            for (most, number) in BUCKETS.iter().zip(counts.durations) {
                sum += number;
                line(text, "dunlin_step_duration_ms_bucket", &[("tool", tool), ("le", &most.to_string())], sum);
            }
            let all = counts.durations.iter().sum();
            line(text, "dunlin_step_duration_ms_bucket", &[("tool", tool), ("le", "+Inf")], all);
            line(text, "dunlin_step_duration_ms_sum", &[("tool", tool)], counts.duration_sum);
            line(text, "dunlin_step_duration_ms_count", &[("tool", tool)], all);
        }
    }
}

fn count(counts: &mut BTreeMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(number) => *number += 1,
        None => drop(counts.insert(name.to_owned(), 1)),
    }
}
