//! The runs: those under way here, those stored, and the one that is looked at.

use std::{any::Any, cell::Cell, collections::BTreeMap, rc::Rc};

use dunlin::{ApprovalAnswer, DunlinError, Event, Run, RunHandle, RunSummary, StepStatus};
use leptos::prelude::*;

use super::{Engine, Problem};
use crate::{
    platform,
    run::{Bars, Scale},
};

/// The runs' state. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    engine: Engine,
    /// Every stored run, the newest first.
    pub(crate) list: RwSignal<Vec<RunSummary>>,
    /// The run that is looked at.
    pub(crate) shown: RwSignal<Option<Run>>,
    /// Its waterfall.
    pub(crate) timeline: RwSignal<Timeline>,
    /// Whether it was asked to stop and has not yet.
    pub(crate) cancelling: RwSignal<bool>,
    /// Whether its report was just copied.
    pub(crate) copied: RwSignal<bool>,
    /// Why a file could not be looked at.
    pub(crate) file_problem: RwSignal<Option<String>>,
    live: StoredValue<BTreeMap<String, Live>, LocalStorage>,
    looked_at: StoredValue<Option<String>>,
    from_file: StoredValue<bool>,
}

/// What a report is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportForm {
    /// For people.
    Markdown,
    /// For programs: everything, with the events.
    Json,
}

/// A run that this tab drives.
struct Live {
    handle: RunHandle,
    _subscription: Box<dyn Any>,
}

/// What the waterfall draws.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timeline {
    /// The bars of every step.
    pub(crate) bars: Bars,
    /// The time axis.
    pub(crate) scale: Scale,
    /// The events themselves.
    events: Vec<Event>,
}

impl Timeline {
    fn of(events: Vec<Event>) -> Self {
        let bars = Bars::of(&events);
        let scale = Scale::new(&bars.work(), bars.end);
        Self { bars, scale, events }
    }

    /// The events of a step, one a line, as they are stored.
    pub(crate) fn events_of(&self, step: u32) -> String {
        let of_step = self.events.iter().filter(|event| event.kind.step() == Some(step));
        of_step.filter_map(|event| serde_json::to_string(event).ok()).collect::<Vec<_>>().join("\n")
    }
}

impl Runs {
    pub(super) fn new(engine: Engine) -> Self {
        Self {
            engine,
            list: RwSignal::new(engine.with(dunlin::Dunlin::runs)),
            shown: RwSignal::new(None),
            timeline: RwSignal::new(Timeline::of(Vec::new())),
            cancelling: RwSignal::new(false),
            copied: RwSignal::new(false),
            file_problem: RwSignal::new(None),
            live: StoredValue::new_local(BTreeMap::new()),
            looked_at: StoredValue::new(None),
            from_file: StoredValue::new(false),
        }
    }

    /// Looks at that run, or at none.
    pub(super) fn look_at(self, id: Option<String>) {
        if self.looked_at.get_value() == id {
            return;
        }
        self.looked_at.set_value(id);
        self.from_file.set_value(false);
        self.cancelling.set(false);
        self.copied.set(false);
        self.refresh();
    }

    /// Whether the run that is looked at was read from a file.
    pub(crate) fn is_from_file(self) -> bool {
        self.from_file.get_value()
    }

    /// Looks at a run that was read from a file.
    pub(super) fn show_file(self, run: Run, events: Vec<Event>) {
        self.looked_at.set_value(None);
        self.from_file.set_value(true);
        self.file_problem.set(None);
        self.timeline.set(Timeline::of(events));
        self.shown.set(Some(run));
    }

    /// Reads the run that is looked at again.
    fn refresh(self) {
        let Some(id) = self.looked_at.get_value() else {
            // A run from a file stays until another one is looked at: it is not ours to read again.
            if !self.from_file.get_value() {
                self.shown.set(None);
            }
            return;
        };
        let live =
            self.live.with_value(|live| live.get(&id).map(|live| (live.handle.record(), live.handle.events_since(0))));
        let (run, events) = match live {
            Some((run, events)) => (Some(run), events),
            None => self.engine.with(|dunlin| {
                let events = dunlin.journal(&id).map(|journal| journal.events).unwrap_or_default();
                (dunlin.run_record(&id), events)
            }),
        };
        self.timeline.set(Timeline::of(events));
        if run.as_ref().is_none_or(|run| run.status.is_final()) {
            self.cancelling.set(false);
        }
        self.shown.set(run);
    }

    /// Reads everything again, because another tab wrote.
    pub(super) fn refresh_all(self) {
        self.list.set(self.engine.with(dunlin::Dunlin::runs));
        self.refresh();
    }

    /// Carries the run out and shows its progress: once a frame, and less often the longer its log is to draw.
    pub(super) fn follow(self, handle: RunHandle, ended: impl FnOnce(&Run) + 'static) {
        let id = handle.run_id();
        let waiting = Rc::new(Cell::new(false));
        let subscription = handle.subscribe(move |event: &Event| {
            if waiting.replace(true) {
                return;
            }
            let waiting = Rc::clone(&waiting);
            self.engine.after(FRAME_MS + event.seq / 10, move || {
                waiting.set(false);
                self.refresh_all();
            });
        });
        let drive = handle.drive();
        self.live.update_value(|live| {
            live.insert(id.clone(), Live { handle, _subscription: Box::new(subscription) });
        });
        wasm_bindgen_futures::spawn_local(async move {
            let run = drive.await;
            self.live.update_value(|live| {
                live.remove(&id);
            });
            self.refresh_all();
            ended(&run);
        });
    }

    /// The runs that have not ended and that this tab does not follow yet.
    pub(super) fn unfinished(self) -> Vec<String> {
        let mut ids = self.engine.with(dunlin::Dunlin::unfinished_runs);
        self.live.with_value(|live| ids.retain(|id| !live.contains_key(id)));
        ids
    }

    /// Asks the run that is looked at to stop.
    pub(super) fn cancel(self) {
        self.cancelling.set(true);
        // A run that ended in between needs no stopping.
        let _ = self.with_live(|handle| handle.cancel(None));
    }

    /// Answers a step of the run that is looked at.
    pub(super) fn answer(self, approval_id: &str, answer: ApprovalAnswer) -> Result<(), Problem> {
        self.with_live(|handle| handle.approve(approval_id, answer)).transpose().map_err(DunlinError::from)?;
        Ok(())
    }

    fn with_live<T>(self, act: impl FnOnce(&RunHandle) -> T) -> Option<T> {
        let id = self.looked_at.get_value()?;
        let handle = self.live.with_value(|live| live.get(&id).map(|live| live.handle.clone()))?;
        Some(act(&handle))
    }

    /// The last goal that was run.
    pub(crate) fn last_goal(self) -> Option<String> {
        self.list.with_untracked(|list| list.first().map(|run| run.goal.clone())).filter(|goal| !goal.is_empty())
    }

    /// Where a step of the run that is looked at stands.
    pub(crate) fn state_of(self, step: u32) -> Option<StepStatus> {
        self.shown.with(|run| {
            let log = &run.as_ref()?.execution_log;
            Some(log.iter().find(|record| record.step_number == step)?.status)
        })
    }

    /// Whether what one step gave is being used by the other right now.
    pub(crate) fn is_between(self, from: u32, to: u32) -> bool {
        self.state_of(from) == Some(StepStatus::Succeeded)
            && matches!(self.state_of(to), Some(StepStatus::Running | StepStatus::Retrying))
    }

    /// Takes a run out of the history.
    pub(crate) fn remove(self, id: &str) -> Result<(), Problem> {
        self.engine.with(|dunlin| dunlin.delete_run(id))?;
        self.refresh_all();
        Ok(())
    }

    /// Saves the report of the run that is looked at.
    pub(super) fn save_report(self, form: ReportForm) {
        let Some(id) = self.looked_at.get_value() else { return };
        let Ok(report) = self.engine.with(|dunlin| dunlin.report(&id)) else { return };
        match form {
            ReportForm::Markdown => platform::save_text(&format!("run-{id}.md"), "text/markdown", &report.markdown),
            ReportForm::Json => {
                // With the journal in it, so that the file can be opened again.
                let mut json = report.json;
                let journal = self.engine.with(|dunlin| dunlin.journal(&id)).ok();
                json["journal"] = serde_json::to_value(journal).unwrap_or_default();
                let text = serde_json::to_string_pretty(&json).unwrap_or_default();
                platform::save_text(&format!("run-{id}.json"), "application/json", &text);
            }
        }
    }

    /// Copies the report of the run that is looked at.
    pub(super) fn copy_report(self, engine: Engine) {
        let Some(id) = self.looked_at.get_value() else { return };
        let Ok(report) = engine.with(|dunlin| dunlin.report(&id)) else { return };
        platform::copy(&report.markdown, move |done| {
            self.copied.set(done);
            engine.after(COPIED_MS, move || self.copied.set(false));
        });
    }
}

const FRAME_MS: u64 = 16;
const COPIED_MS: u64 = 2000;
