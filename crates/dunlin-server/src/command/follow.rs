//! Carries a run out, or follows it where another process does, and tells it as it goes.

use std::{
    io::{BufRead, IsTerminal, Write},
    time::Duration,
};

use dunlin::{ApprovalAnswer, Event, EventKind, Plan, RunHandle, RunStatus};
use dunlin_base::json;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::{sync::mpsc, time::Instant};

use super::{Here, tells_json};
use crate::{
    cli::Manner,
    exit::Exit,
    shown,
    waits::{Open, Waits, What, typed},
};

/// How often it is looked for what other processes wrote.
pub(crate) const LOOK: Duration = Duration::from_millis(100);

/// What was given to the run before it is followed.
#[derive(Debug, Default)]
pub(crate) struct Given {
    /// The keys of what was answered; the driver takes the answers with its next turn.
    pub(crate) answered: Vec<String>,
    /// The signals that were sent and that the run has not told of yet.
    pub(crate) signals: usize,
    /// From when on it is left where it only waits for a moment that is far away; none stays for that.
    pub(crate) leave_at: Option<Instant>,
}

/// How long a run that is carried out beside others has to show that it does not only rest.
const RESTS_AFTER: Duration = Duration::from_secs(2);

/// Carries runs out, all at once, and tells them one after the other. One that rests keeps nobody waiting for the next.
pub(crate) async fn follow_all(here: &Here, handles: &[RunHandle], manner: &Manner) -> Exit {
    let tasks: Vec<_> = handles.iter().map(|handle| tokio::task::spawn_local(handle.drive())).collect();
    let leave_at = Some(Instant::now() + RESTS_AFTER);
    let mut end = Exit::Done;
    for (handle, task) in handles.iter().zip(tasks) {
        end = end.or(follow(here, handle, manner, Given { leave_at, ..Given::default() }).await);
        // What is left is anybody's from here on.
        task.abort();
    }
    end
}

/// Carries the run out until it has ended, or only somebody else can go on with it.
pub(crate) async fn follow(here: &Here, handle: &RunHandle, manner: &Manner, mut given: Given) -> Exit {
    let (heard, mut events) = mpsc::unbounded_channel();
    let teller = Teller::new(handle, manner);
    let _kept = handle.subscribe(move |event| drop(heard.send(event.clone())));
    for event in handle.events_since(0) {
        teller.tell(handle, &event);
    }
    let mut driven = handle.drive();
    let mut look = tokio::time::interval(LOOK);
    let left_open = loop {
        if given.signals == 0 && (handle.leads() || handle.status() == RunStatus::Suspended) {
            let mut waits = Waits::of(&here.dunlin, handle);
            let asked = waits.open.len();
            waits.open.retain(|open| !given.answered.contains(&open.key()));
            let all_taken = waits.open.len() == asked;
            let now = answer(here, manner, &teller, &waits.open).await;
            // What others said to it may be in the file, and is taken first.
            let is_left = asked > 0 || given.leave_at.is_some_and(|at| at <= Instant::now());
            if now.is_empty() && all_taken && waits.rests && is_left && !handle.is_asked() {
                break Some(waits);
            }
            given.answered.extend(now);
        }
        tokio::select! {
            biased;
            Some(event) = events.recv() => {
                if matches!(event.kind, EventKind::SignalReceived { .. }) {
                    given.signals = given.signals.saturating_sub(1);
                }
                teller.tell(handle, &event);
            }
            _ = &mut driven => break None,
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
    if let Some(waits) = left_open {
        teller.say_how_to_go_on(handle, &waits);
    }
    Exit::of(handle.status())
}

/// Whether the person agrees to a plan that a model proposed. It is shown either way, and nobody says yes beforehand.
pub(crate) async fn agrees_to(here: &Here, plan: &Plan, manner: &Manner) -> bool {
    if tells_json(manner) {
        shown::record(&serde_json::json!({"type": "proposed", "plan": plan}));
        return false;
    }
    shown::line(&shown::plan(plan, &here.dunlin.touches(plan)));
    if is_there() && ask("carry this out? [y/N] ").await.is_some_and(|line| is_yes(&line)) {
        return true;
    }
    shown::line("nothing was done; to carry it out, keep it with --plan --json and give the file to `dunlin run`");
    false
}

/// Whether a person reads and types.
fn is_there() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Answers what can be answered, by what was said beforehand or by asking the person, and gives the keys of what it has.
async fn answer(here: &Here, manner: &Manner, teller: &Teller, open: &[Open]) -> Vec<String> {
    let is_there = !tells_json(manner) && is_there();
    let mut given = Vec::new();
    for one in open {
        let Ok(handle) = here.dunlin.resume(&one.run_id) else { continue };
        let done = match &one.what {
            What::Approval(_) if !manner.yes && !is_there => continue,
            What::Approval(id) => {
                let question = format!("{} [y/N] ", one.question());
                let agreed = if manner.yes {
                    Some(true)
                } else {
                    teller.aside(|| ask(&question)).await.map(|line| is_yes(&line))
                };
                agreed.map(|yes| {
                    let answer = if yes { ApprovalAnswer::Approve } else { ApprovalAnswer::Reject { feedback: None } };
                    // Somebody else may have answered meanwhile; then that counts.
                    drop(handle.approve(id, answer));
                })
            }
            What::Answer { question, schema } if is_there => loop {
                let Some(line) = teller.aside(|| ask(&format!("{question} "))).await else { break None };
                match handle.answer(one.step.step_number, typed(line.trim(), schema.as_ref())) {
                    // It was answered elsewhere meanwhile.
                    Err(error) if error.code() == "run.approval-void" => break Some(()),
                    Err(error) => teller.aside(|| shown::line(&shown::clean(&error.to_string()))),
                    Ok(()) => break Some(()),
                }
            },
            What::Answer { .. } | What::Signal(_) => continue,
        };
        // Nobody is there any more.
        let Some(()) = done else { break };
        given.push(one.key());
    }
    given
}

fn is_yes(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "y" | "yes")
}

/// The person's line; none when there is no more to read.
fn ask(question: &str) -> impl Future<Output = Option<String>> + use<> {
    let question = shown::clean(question);
    let asked = tokio::task::spawn_blocking(move || {
        let mut err = std::io::stderr().lock();
        write!(err, "{question}").and_then(|()| err.flush()).ok()?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line).ok()?;
        (read > 0).then_some(line)
    });
    async move {
        tokio::select! {
            line = asked => line.ok().flatten(),
            // What is typed later answers nothing: the run is stored as it stands, and waits.
            Ok(()) = tokio::signal::ctrl_c() => {
                eprintln!();
                std::process::exit(Exit::Waits as i32);
            }
        }
    }
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
            bar.set_message(shown::clean(shown::name_of(&step, handle.kind(step.step_number))));
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
            self.aside(|| shown::line(&shown::step(&step, handle.kind(step.step_number), self.verbose)));
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
            let why = run.cancel_reason.as_deref().map(|reason| format!(": {reason}")).unwrap_or_default();
            shown::line(&shown::clean(&format!("cancelled{why}")));
        }
    }

    fn say_how_to_go_on(&self, handle: &RunHandle, waits: &Waits) {
        let id = handle.run_id();
        if self.json {
            shown::record(&waits.record(&id));
            return;
        }
        if waits.open.is_empty() {
            shown::line(&format!("it rests until its moment comes: dunlin serve, or dunlin runs resume {id}"));
        }
        for open in &waits.open {
            let number = open.step.step_number;
            shown::line(&match &open.what {
                What::Approval(_) => {
                    format!(
                        "{}\na person must answer first: dunlin runs approve {id}",
                        shown::step(&open.shown(), None, true)
                    )
                }
                What::Answer { question, .. } => shown::clean(&format!(
                    "? {number}. {question}\nsomebody must answer first: dunlin runs answer {} --step {number} ANSWER",
                    open.run_id
                )),
                What::Signal(name) => shown::clean(&format!(
                    "? {number}. waits for a signal: dunlin runs signal {} {name:?}",
                    open.run_id
                )),
            });
        }
    }
}
