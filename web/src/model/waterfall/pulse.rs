//! Time that passes between events: while a step is under way its bar grows, and a wait says how long it still takes.

use dunlin::{ExecutionStep, StepKind, StepStatus};
use leptos::prelude::*;

use crate::model::{App, Timeline, wait_ends, words::format::duration};
use crate::platform::wants_stillness;

/// How often views hear of it, and how often where somebody wants less to move.
const PACE_MS: u64 = 100;
const CALM_MS: u64 = 1000;
/// A step that takes less time than this has no need to say how long it has taken so far.
const SHORT_MS: f64 = 1000.0;

/// Lets time pass in the log of the run that is looked at, for as long as the part of the page that is being made lives.
/// While nothing is under way, nothing is done.
pub(crate) fn keep_time(app: App) {
    let beating = StoredValue::new(false);
    Effect::new(move || {
        let (going, drawn) = app.runs.timeline.with(Timeline::is_going);
        if drawn && !going {
            // What has just ended is drawn as over at once, and not with the next beat.
            app.runs.pass_time();
        } else if going && !beating.get_value() {
            beating.set_value(true);
            beat(app, beating);
        }
    });
}

fn beat(app: App, beating: StoredValue<bool>) {
    let pace = if wants_stillness() { CALM_MS } else { PACE_MS };
    app.after(pace, move || {
        // Gone with the log of that run.
        if beating.try_get_value().is_none() {
            return;
        }
        if app.runs.pass_time() {
            beat(app, beating);
        } else {
            beating.set_value(false);
        }
    });
}

/// How long a step has taken so far, how long it still waits, or when it is tried again: `attempt 2 of 3 in 4 s`.
pub(in crate::model) fn so_far(app: App, step: &ExecutionStep) -> String {
    let number = step.step_number;
    app.runs.timeline.with(|timeline| {
        if step.status == StepStatus::Retrying {
            let Some((attempt, left)) = timeline.next_attempt(number) else { return String::new() };
            let most = app.runs.shown.with(|run| run.as_ref().map_or(attempt, |run| run.policy.retry.max_attempts));
            let seconds = (left / 1000.0).ceil() as u64;
            let when = if seconds == 0 { "now".to_owned() } else { format!("in {}", whole(seconds)) };
            return format!("attempt {attempt} of {most} {when}");
        }
        if let Some(total) = wait_of(app, step) {
            let left = total - timeline.bars.under_way(number).unwrap_or(0.0);
            return format!("{} left", whole((left.max(0.0) / 1000.0).ceil() as u64));
        }
        let taken = timeline.bars.under_way(number).filter(|taken| *taken >= SHORT_MS);
        taken.map(|taken| whole((taken / 1000.0) as u64)).unwrap_or_default()
    })
}

/// How many milliseconds a step of the run that is looked at waits in all, while it does.
pub(crate) fn wait_of(app: App, step: &ExecutionStep) -> Option<f64> {
    let waits = step.status == StepStatus::Running && app.runs.kind_of(step.step_number) == Some(StepKind::Wait);
    Some((wait_ends(step).filter(|_| waits)? - step.started_at_ms?) as f64)
}

/// Whole seconds, as everywhere on the page but for the tenths, which would only flicker.
fn whole(seconds: u64) -> String {
    if seconds < 60 { format!("{seconds} s") } else { duration(seconds * 1000) }
}
