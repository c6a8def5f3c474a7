//! Carries a run out, or follows it where another process does, and tells it as it goes.

use std::{
    io::{BufRead, IsTerminal, Write},
    time::Duration,
};

use dunlin::{ApprovalAnswer, Event, EventKind, ExecutionStep, RunHandle, RunStatus};
use dunlin_base::json;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tokio::sync::mpsc;

use super::{Here, tells_json};
use crate::{cli::Manner, exit::Exit, shown};

/// How often it is looked for what other processes wrote.
pub(crate) const LOOK: Duration = Duration::from_millis(100);

/// Carries the run out until it has ended, or only a person can go on with it and there is none.
///
/// `answered` are the questions that were answered already; the driver takes the answers with its next turn.
pub(crate) async fn follow(here: &Here, handle: &RunHandle, manner: &Manner, mut answered: Vec<String>) -> Exit {
    let (heard, mut events) = mpsc::unbounded_channel();
    let teller = Teller::new(handle, manner);
    let _kept = handle.subscribe(move |event| drop(heard.send(event.clone())));
    for event in handle.events_since(0) {
        teller.tell(handle, &event);
    }
    let mut driven = handle.drive();
    let mut look = tokio::time::interval(LOOK);
    let ended = loop {
        if handle.status() == RunStatus::Suspended {
            let open = open_questions(handle).into_iter().filter(|(_, id)| !answered.contains(id)).collect();
            match answer(handle, manner, &teller, open).await {
                Some(now) => answered.extend(now),
                None => break false,
            }
        }
        tokio::select! {
            biased;
            Some(event) = events.recv() => teller.tell(handle, &event),
            _ = &mut driven => break true,
            _ = look.tick() => here.changes.follow(),
            Ok(()) = tokio::signal::ctrl_c() => {
                // It has ended already when this is refused.
                let _ = handle.cancel(Some("interrupted at the terminal".to_owned()));
            }
        }
    };
    while let Ok(event) = events.try_recv() {
        teller.tell(handle, &event);
    }
    teller.end(handle);
    if !ended {
        teller.say_how_to_go_on(handle);
    }
    Exit::of(handle.status())
}

/// The questions that are open.
pub(crate) fn open_questions(handle: &RunHandle) -> Vec<(ExecutionStep, String)> {
    let steps = handle.record().execution_log.into_iter();
    steps
        .filter_map(|step| {
            let id = step.approval.as_ref()?.approval_id.clone();
            Some((step, id))
        })
        .collect()
}

/// Answers questions, by what was said beforehand or by asking the person, and names those it has answered. None when nobody
/// is there to answer.
async fn answer(
    handle: &RunHandle,
    manner: &Manner,
    teller: &Teller,
    open: Vec<(ExecutionStep, String)>,
) -> Option<Vec<String>> {
    let is_there = !tells_json(manner) && std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if !open.is_empty() && !manner.yes && !is_there {
        return None;
    }
    let mut answered = Vec::new();
    for (step, id) in open {
        let answer = if manner.yes {
            ApprovalAnswer::Approve
        } else {
            let question = shown::clean(&format!("{} {}: do it? [y/N] ", step.tool_name, step.tool_input));
            let asked = teller.aside(|| tokio::task::spawn_blocking(move || ask(&question)));
            match asked.await.ok().flatten() {
                Some(true) => ApprovalAnswer::Approve,
                Some(false) => ApprovalAnswer::Reject { feedback: None },
                None => return None,
            }
        };
        // Somebody else may have answered meanwhile; then that counts.
        let _ = handle.approve(&id, answer);
        answered.push(id);
    }
    Some(answered)
}

/// The person's answer; none when there is no more to read.
fn ask(question: &str) -> Option<bool> {
    let mut err = std::io::stderr().lock();
    write!(err, "{question}").and_then(|()| err.flush()).ok()?;
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line).ok()?;
    (read > 0).then(|| matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Tells a run: a bar and lines on a terminal, JSON lines in a pipe.
struct Teller {
    json: bool,
    verbose: bool,
    bar: Option<ProgressBar>,
}

impl Teller {
    fn new(handle: &RunHandle, manner: &Manner) -> Self {
        let json = tells_json(manner);
        let steps = handle.summary().map_or(0, |run| u64::from(run.steps));
        let bar = (!json && std::io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{spinner} {pos}/{len} {bar:20} {msg}");
            ProgressBar::new(steps).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { json, verbose: manner.verbose, bar }
    }

    fn tell(&self, handle: &RunHandle, event: &Event) {
        if self.json {
            shown::line(&json::write(event));
            return;
        }
        let Some(step) = event.kind.step().and_then(|number| handle.step(number)) else { return };
        if let Some(bar) = &self.bar {
            bar.set_position(handle.summary().map_or(0, |run| u64::from(run.steps_done)));
            bar.set_message(shown::clean(&step.tool_name));
            bar.tick();
        }
        let ends = matches!(
            event.kind,
            EventKind::StepSucceeded { .. }
                | EventKind::StepFailed { .. }
                | EventKind::StepSkipped { .. }
                | EventKind::StepCancelled { .. }
        );
        let told = ends || step.status == dunlin::StepStatus::Denied;
        if told {
            self.aside(|| shown::line(&shown::step(&step, self.verbose)));
        }
    }

    /// Does something for which the bar steps aside.
    fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }

    fn end(&self, handle: &RunHandle) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.json {
            // The record as it stands, after the events.
            shown::line(&format!("{{\"type\":\"run\",\"run\":{}}}", handle.record_text()));
            return;
        }
        let run = handle.record();
        if let Some(error) = &run.error {
            shown::line(&shown::clean(&format!("failed: {} ({})", error.message, error.code)));
        } else if run.status == RunStatus::Cancelled {
            shown::line("cancelled");
        }
    }

    fn say_how_to_go_on(&self, handle: &RunHandle) {
        let id = handle.run_id();
        if self.json {
            let open: Vec<_> = open_questions(handle)
                .iter()
                .map(|(step, approval)| {
                    json!({"approvalId": approval, "stepNumber": step.step_number, "toolName": step.tool_name,
                        "toolInput": step.tool_input})
                })
                .collect();
            shown::record(&json!({"type": "waits", "runId": id, "approvals": open}));
            return;
        }
        for (step, _) in open_questions(handle) {
            shown::line(&shown::step(&step, true));
        }
        shown::line(&format!("a person must answer first: dunlin runs approve {id}"));
    }
}
