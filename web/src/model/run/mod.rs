//! The runs: those under way here, those stored, and the one that is looked at.

pub(in crate::model) mod ahead;
pub(crate) mod attempts;
pub(in crate::model) mod budget;
pub(in crate::model) mod by_goal;
pub(in crate::model) mod carry_out;
pub(crate) mod held;
pub(in crate::model) mod history;
pub(in crate::model) mod listed;
pub(crate) mod log;
pub(in crate::model) mod meant;
pub(crate) mod outcome;
pub(crate) mod step;
pub(in crate::model) mod within;

use std::{any::Any, cell::Cell, rc::Rc, sync::Arc};

use dunlin::{
    DunlinError, Event, EventKind, Plan, Report, Run, RunHandle, RunStatus, RunSummary, StepKind, StepStatus, Usage,
};
use leptos::prelude::*;
use std::collections::BTreeMap;

use crate::{
    model::{
        Engine, Problem,
        host::Entries,
        run::ahead::Ahead,
        run::within::{take_in, with_outer},
        waterfall::Timeline,
    },
    platform,
};

/// The runs' state. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    pub(in crate::model) engine: Engine,
    /// Every stored run, the newest first.
    pub(crate) list: RwSignal<Vec<RunSummary>>,
    /// The run that is looked at.
    pub(crate) shown: RwSignal<Option<Run>>,
    /// The runs that carry out steps of it, and steps of those, by identifier.
    pub(crate) children: RwSignal<BTreeMap<String, Run>>,
    /// How often one of them was looked for in vain.
    pub(in crate::model) tries: StoredValue<u32>,
    /// Its goal; told only when another run is looked at.
    pub(crate) goal: RwSignal<Option<String>>,
    /// Whether it has failed.
    pub(crate) has_failed: Memo<bool>,
    /// Its plan, if it has one; told only when that is another.
    pub(in crate::model) plan: RwSignal<PlanShown>,
    /// Its waterfall.
    pub(crate) timeline: RwSignal<Timeline, LocalStorage>,
    /// Whether it was asked to stop and has not yet.
    pub(crate) cancelling: RwSignal<bool>,
    /// Whether its report was just copied.
    pub(crate) copied: RwSignal<bool>,
    /// Whether its answer was just copied.
    pub(crate) answer_copied: RwSignal<bool>,
    /// Whether its plan is shown in its log.
    pub(crate) plan_open: RwSignal<bool>,
    /// The step that it failed with, while that is being changed.
    pub(crate) changing: RwSignal<Option<u32>>,
    /// The words that are looked for in their goals.
    pub(crate) find: RwSignal<String>,
    /// Whether its report is looked at.
    pub(crate) report_open: RwSignal<bool>,
    /// What was last taken out of the history.
    pub(crate) removed: RwSignal<Option<Removed>>,
    /// The run that was to be taken out and has not ended.
    pub(crate) kept: RwSignal<Option<String>>,
    /// The run that is taken out when it has ended.
    pub(in crate::model) leaving: StoredValue<Option<String>>,
    /// Why a file could not be looked at.
    pub(crate) file_problem: RwSignal<Option<String>>,
    /// The plan of a file that was opened: it is shown, and carried out only when somebody says so.
    pub(crate) offered: RwSignal<Option<Arc<Plan>>>,
    /// What that plan is given, as it is written.
    pub(crate) given: RwSignal<String>,
    /// The run that is looked at, where it stopped the page so often that only a person takes it up.
    pub(crate) left_alone: RwSignal<Option<String>>,
    /// What was agreed to before it asked.
    pub(in crate::model) ahead: StoredValue<Ahead>,
    live: StoredValue<BTreeMap<String, Live>, LocalStorage>,
    looked_at: StoredValue<Option<String>>,
    /// Which of the files that were opened is looked at, counted from one; none is zero.
    from_file: StoredValue<usize>,
    /// The run that was last begun here.
    pub(in crate::model) begun: StoredValue<Option<String>>,
}

/// The plan of the run that is looked at.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::model) enum PlanShown {
    /// No run is looked at.
    NoRun,
    /// The run's goal could not be planned.
    NoPlan,
    /// This one.
    Is(Arc<Plan>),
}

/// What a report is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportForm {
    /// For people.
    Markdown,
    /// For programs: everything, with the events.
    Json,
    /// What it carried out and nothing of how: it can be opened and carried out again, here or elsewhere.
    Plan,
}

/// A run that was taken out of the history.
#[derive(Clone)]
pub(crate) struct Removed {
    /// Its goal.
    pub(crate) goal: String,
    back_to: Option<String>,
    entries: Entries,
}

/// A run that this tab drives.
struct Live {
    handle: RunHandle,
    /// Whether its parent's step carries it out.
    heard_only: bool,
    _subscription: Box<dyn Any>,
}

impl Runs {
    pub(in crate::model) fn new(engine: Engine) -> Self {
        let shown = RwSignal::new(None::<Run>);
        Self {
            engine,
            list: RwSignal::new(Vec::new()),
            shown,
            children: RwSignal::new(BTreeMap::new()),
            tries: StoredValue::new(0),
            goal: RwSignal::new(None),
            has_failed: Memo::new(move |_| {
                shown.with(|run| run.as_ref().is_some_and(|run| run.status == RunStatus::Failed))
            }),
            plan: RwSignal::new(PlanShown::NoRun),
            timeline: RwSignal::new_local(Timeline::of(Vec::new())),
            cancelling: RwSignal::new(false),
            copied: RwSignal::new(false),
            answer_copied: RwSignal::new(false),
            plan_open: RwSignal::new(false),
            changing: RwSignal::new(None),
            find: RwSignal::new(String::new()),
            report_open: RwSignal::new(false),
            removed: RwSignal::new(None),
            kept: RwSignal::new(None),
            leaving: StoredValue::new(None),
            file_problem: RwSignal::new(None),
            offered: RwSignal::new(None),
            given: RwSignal::new(String::new()),
            left_alone: RwSignal::new(None),
            ahead: StoredValue::new(Ahead::new()),
            live: StoredValue::new_local(BTreeMap::default()),
            looked_at: StoredValue::new(None),
            from_file: StoredValue::new(0),
            begun: StoredValue::new(None),
        }
    }

    /// Looks at that run, or at none.
    pub(in crate::model) fn look_at(self, id: Option<String>) {
        if self.looked_at.get_value() == id {
            return;
        }
        self.looked_at.set_value(id);
        self.from_file.set_value(0);
        self.cancelling.set(false);
        self.copied.set(false);
        self.changing.set(None);
        self.refresh();
    }

    /// Whether the run that is looked at was read from a file.
    pub(crate) fn is_from_file(self) -> bool {
        self.file() > 0
    }

    /// Another number for every file that is opened after another; zero when what is looked at is stored here.
    pub(crate) fn file(self) -> usize {
        self.from_file.get_value()
    }

    /// Looks at a run that was read from a file.
    pub(in crate::model) fn show_file(self, run: Run, events: Vec<Event>) {
        self.looked_at.set_value(None);
        self.from_file.update_value(|file| *file += 1);
        self.file_problem.set(None);
        self.show(Some(run), events);
    }

    /// Looks at a run as a whole.
    fn show(self, run: Option<Run>, events: Vec<Event>) {
        self.timeline.set(Timeline::of(events));
        if run.as_ref().is_none_or(|run| run.status.is_final()) {
            self.cancelling.set(false);
        }
        // A thousand steps are drawn again only when they are others.
        let goal = run.as_ref().map(|run| run.goal.clone());
        if self.goal.with_untracked(|before| *before != goal) {
            self.goal.set(goal);
        }
        // Compared before it is copied: nearly always it is the same.
        let same = self.plan.with_untracked(|before| match (before, &run) {
            (PlanShown::Is(before), Some(Run { plan: Some(plan), .. })) => **before == *plan,
            (PlanShown::NoPlan, Some(Run { plan: None, .. })) | (PlanShown::NoRun, None) => true,
            _ => false,
        });
        if !same {
            let plan = run.as_ref().map(|run| run.plan.clone().map(Arc::new));
            self.plan.set(plan.map_or(PlanShown::NoRun, |plan| plan.map_or(PlanShown::NoPlan, PlanShown::Is)));
        }
        self.note_left_alone(run.as_ref());
        self.shown.set(run);
        self.tries.set_value(0);
        self.look_within();
    }

    /// Reads the run that is looked at again.
    fn refresh(self) {
        let Some(id) = self.looked_at.get_value() else {
            // A run from a file stays until another one is looked at: it is not ours to read again.
            if !self.is_from_file() {
                self.show(None, Vec::new());
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
        self.show(run, events);
    }

    /// Reads everything again.
    pub(in crate::model) fn refresh_all(self) {
        self.refresh_list();
        self.refresh();
    }

    /// Reads the journal of the run that is looked at, where it was not read yet, and shows nothing of it.
    pub(in crate::model) fn read_ahead(self) {
        if let Some(id) = self.looked_at.get_value() {
            self.engine.with(|dunlin| dunlin.run_record(&id));
        }
    }

    /// Reads the run that is looked at again, because another tab wrote. One that is followed here tells of itself.
    pub(in crate::model) fn refresh_shown(self) {
        let here = self.looked_at.get_value();
        if here.is_none_or(|id| self.live_handle(&id).is_none()) {
            self.refresh();
        }
    }

    /// Reads the list of the runs again.
    pub(in crate::model) fn refresh_list(self) {
        self.list.set(self.engine.with(|dunlin| dunlin.runs()));
    }

    /// Takes in what has happened in a run that is followed here: only signals of what changed are set.
    fn advance(self, handle: &RunHandle) {
        let id = handle.run_id();
        if let Some(now) = handle.summary() {
            self.list.update(|list| match list.iter_mut().find(|run| run.run_id == id) {
                Some(row) => *row = now,
                None => list.insert(0, now),
            });
        }
        if self.looked_at.with_value(|looked_at| looked_at.as_ref() != Some(&id)) {
            return self.take_in_child(handle);
        }
        let known = self.timeline.with_untracked(|timeline| timeline.events.len() as u64);
        let news = handle.events_since(known);
        let in_steps = |event: &Event| {
            let quiet = matches!(event.kind, EventKind::RunStarted | EventKind::RunSuspended | EventKind::RunResumed);
            quiet || event.kind.step().is_some()
        };
        let follows = known > 0 && news.first().is_none_or(|event| event.seq == known + 1);
        if !follows || !news.iter().all(in_steps) {
            return self.refresh();
        }
        let mut steps: Vec<u32> = news.iter().filter_map(|event| event.kind.step()).collect();
        steps.sort_unstable();
        steps.dedup();
        self.timeline.update(|timeline| timeline.go_on(news));
        self.shown.update(|run| {
            let Some(run) = run else { return };
            run.status = handle.status();
            run.usage = handle.usage();
            for step in with_outer(steps, handle).into_iter().filter_map(|number| handle.step(number)) {
                take_in(run, step);
            }
        });
        if self.has_new_within() {
            self.tries.set_value(0);
            self.look_within();
        }
    }

    /// Carries the run out and shows its progress, at most once every other frame.
    pub(in crate::model) fn follow(self, handle: RunHandle, ended: impl FnOnce(&Run) + 'static) {
        let id = handle.run_id();
        let subscription = self.hear(&handle);
        self.advance(&handle);
        // The plan is seen before its first step begins.
        let begun = self.engine.with_env(|env| env.timer.sleep(0));
        let drive = handle.drive();
        self.live.update_value(|live| {
            live.insert(id.clone(), Live { handle, heard_only: false, _subscription: subscription });
        });
        wasm_bindgen_futures::spawn_local(async move {
            begun.await;
            let run = drive.await;
            // Putting a long journal away takes its time: what follows waits its turn.
            self.engine.with_env(|env| env.timer.sleep(0)).await;
            self.live.update_value(|live| {
                live.remove(&id);
            });
            self.ahead.update_value(|ahead| drop(ahead.remove(&id)));
            self.refresh();
            ended(&run);
            // The list has had the run's last step already: what it says of others can wait for a turn of its own.
            self.engine.after(0, move || self.refresh_list());
        });
    }

    /// Shows what happens in a run, at most once every other frame.
    fn hear(self, handle: &RunHandle) -> Box<dyn Any> {
        let (id, waiting) = (handle.run_id(), Rc::new(Cell::new(false)));
        Box::new(handle.subscribe(move |event: &Event| {
            if matches!(event.kind, EventKind::ApprovalRequested { .. }) {
                let id = id.clone();
                self.engine.after(0, move || self.answer_ahead(&id));
            }
            if waiting.replace(true) {
                return;
            }
            let (id, waiting) = (id.clone(), Rc::clone(&waiting));
            self.engine.after(2 * FRAME_MS, move || {
                waiting.set(false);
                let Some(handle) = self.live_handle(&id) else { return };
                self.advance(&handle);
                let heard_only = self.live.with_value(|live| live.get(&id).is_some_and(|live| live.heard_only));
                if heard_only && handle.status().is_final() {
                    self.live.update_value(|live| drop(live.remove(&id)));
                }
            });
        }))
    }

    /// Shows what happens in a run that another one carries out.
    pub(in crate::model) fn watch(self, id: &str) {
        let Ok(handle) = self.engine.with(|dunlin| dunlin.resume(id)) else { return };
        let subscription = self.hear(&handle);
        let live = Live { handle, heard_only: true, _subscription: subscription };
        self.live.update_value(|all| drop(all.insert(id.to_owned(), live)));
        self.refresh_list();
    }

    /// Whether a run is followed here that has not ended.
    pub(in crate::model) fn is_under_way(self) -> bool {
        self.live.with_value(|live| !live.is_empty())
    }

    /// The runs that have not ended and that this tab does not follow yet.
    pub(in crate::model) fn unfinished(self) -> Vec<String> {
        let mut ids = self.engine.with(|dunlin| dunlin.unfinished_runs());
        self.live.with_value(|live| ids.retain(|id| !live.contains_key(id)));
        ids
    }

    /// What the run that is looked at has used up to this moment, and not only to its last event.
    pub(crate) fn usage_now(self, run: &Run) -> Usage {
        let mut usage = run.usage;
        if run.status == RunStatus::Running {
            let last = self.timeline.with_untracked(|timeline| timeline.events.last().map(|event| event.at));
            let now = self.engine.with_env(|env| env.clock.now_ms());
            usage.active_ms += last.map_or(0, |last| now.saturating_sub(last).max(0).unsigned_abs());
        }
        usage
    }

    /// Lets the time axis of the run that is looked at go on to this moment. Whether anything is under way.
    pub(crate) fn pass_time(self) -> bool {
        let now = self.engine.with_env(|env| env.clock.now_ms());
        let mut going = false;
        self.timeline.try_update(|timeline| {
            going = timeline.bars.is_going();
            timeline.going = going;
            if going {
                timeline.bars.reach(now);
            }
            timeline.lay_out();
        });
        going
    }

    /// Does it in a moment.
    pub(crate) fn soon(self, then: impl FnOnce() + 'static) {
        self.engine.after(SOON_MS, then);
    }

    /// Asks the run that is looked at to stop; gives what to say where it stops and that could not be stored.
    pub(in crate::model) fn cancel(self) -> Option<String> {
        self.cancelling.set(true);
        // What closes what was begun is still done: where that takes its time, it can be cancelled as well.
        self.engine.after(CLOSES_MS, move || self.cancelling.set(false));
        let refused = self.with_live(|handle| handle.cancel(Some(STOPPED.to_owned())))?.err()?;
        // A run that ended in between needs no stopping.
        (refused.code() != "run.finished").then(|| refused.to_string())
    }

    fn with_live<T>(self, act: impl FnOnce(&RunHandle) -> T) -> Option<T> {
        let id = self.looked_at.get_value()?;
        Some(act(&self.live_handle(&id)?))
    }

    pub(in crate::model) fn live_handle(self, id: &str) -> Option<RunHandle> {
        self.live.with_value(|live| live.get(id).map(|live| live.handle.clone()))
    }

    /// How many wait for a person, now and whenever that changes.
    pub(crate) fn waiting(self) -> usize {
        self.list.with(|list| list.iter().filter(|run| run.asks).count())
    }

    /// The goals that were run, the latest first, each once.
    pub(crate) fn goals(self) -> Vec<String> {
        let mut goals: Vec<String> = Vec::new();
        self.list.with_untracked(|list| {
            for run in list.iter().take(MOST_GOALS) {
                if !run.goal.is_empty() && !goals.contains(&run.goal) {
                    goals.push(run.goal.clone());
                }
            }
        });
        goals
    }

    /// Where a step of the run that is looked at stands.
    pub(crate) fn state_of(self, step: u32) -> Option<StepStatus> {
        self.shown.with(|run| Some(run.as_ref()?.execution_log.get((step as usize).checked_sub(1)?)?.status))
    }

    /// The kind of a step of the run that is looked at.
    pub(crate) fn kind_of(self, step: u32) -> Option<StepKind> {
        self.plan.with_untracked(|plan| match plan {
            PlanShown::Is(plan) => Some(plan.steps.get((step as usize).checked_sub(1)?)?.kind),
            PlanShown::NoRun | PlanShown::NoPlan => None,
        })
    }

    /// Whether what one step gave is being used by the other right now.
    pub(crate) fn is_between(self, from: u32, to: u32) -> bool {
        self.state_of(from) == Some(StepStatus::Succeeded)
            && matches!(self.state_of(to), Some(StepStatus::Running | StepStatus::Retrying))
    }

    /// Takes a run out of the history.
    pub(in crate::model) fn remove(self, id: &str, looked_at: bool) -> Result<(), Problem> {
        let entries = self.engine.entries(&format!("dunlin:v1:run:{id}:"));
        let goal =
            self.list.with_untracked(|list| list.iter().find(|run| run.run_id == id).map(|run| run.goal.clone()));
        self.engine.with(|dunlin| dunlin.delete_run(id))?;
        let back_to = looked_at.then(|| id.to_owned());
        self.removed.set(Some(Removed { goal: goal.unwrap_or_default(), back_to, entries }));
        self.refresh_all();
        Ok(())
    }

    /// Puts the run back that was last taken out; the run to look at again.
    pub(in crate::model) fn put_back(self) -> Result<Option<String>, DunlinError> {
        let Some(removed) = self.removed.get_untracked() else { return Ok(None) };
        self.engine.store(&removed.entries)?;
        self.removed.set(None);
        self.refresh_all();
        Ok(removed.back_to)
    }

    /// The report of the run that is looked at, as Markdown.
    pub(crate) fn report_text(self) -> String {
        let below: Vec<Run> = self.children.with_untracked(|children| children.values().cloned().collect());
        let told = |run: &Run| {
            self.timeline.with_untracked(|timeline| Report::with_below(run, &timeline.events, &below).markdown)
        };
        self.shown.with_untracked(|run| run.as_ref().map(told)).unwrap_or_default()
    }

    /// The report of the run that is looked at, under its name as a file.
    fn report(self, form: ReportForm) -> Option<(String, String)> {
        let id = self.looked_at.get_value()?;
        let report = self.engine.with(|dunlin| dunlin.report(&id)).ok()?;
        Some(match form {
            ReportForm::Markdown => (format!("run-{id}.md"), report.markdown),
            ReportForm::Plan => {
                let plan = self.engine.with(|dunlin| dunlin.run_record(&id))?.plan?;
                (format!("plan-{id}.json"), dunlin::write_plan(&plan))
            }
            ReportForm::Json => {
                // With the journal in it, so that the file can be opened again.
                let mut json = report.json;
                let journal = self.engine.with(|dunlin| dunlin.journal(&id)).ok();
                json["journal"] = serde_json::to_value(journal).unwrap_or_default();
                (format!("run-{id}.json"), serde_json::to_string_pretty(&json).unwrap_or_default())
            }
        })
    }

    /// Saves the report of the run that is looked at.
    pub(in crate::model) fn save_report(self, form: ReportForm) {
        let kind = match form {
            ReportForm::Markdown => "text/markdown",
            ReportForm::Json | ReportForm::Plan => "application/json",
        };
        if let Some((name, text)) = self.report(form) {
            platform::save_text(&name, kind, &text);
        }
    }

    /// Copies the report of the run that is looked at.
    pub(in crate::model) fn copy_report(self, form: ReportForm) {
        let Some((_, text)) = self.report(form) else { return };
        self.copy(&text, self.copied);
    }

    /// Puts a text on the clipboard, and says so for a moment.
    pub(in crate::model) fn copy(self, text: &str, said: RwSignal<bool>) {
        platform::copy(text, move |done| {
            said.set(done);
            self.engine.after(COPIED_MS, move || said.set(false));
        });
    }
}

const FRAME_MS: u64 = 16;
/// How far back the goal bar remembers.
const MOST_GOALS: usize = 50;
const COPIED_MS: u64 = 2000;
/// How often a time that passes is drawn again.
const SOON_MS: u64 = 500;

/// How long a run may take to stop before it can be asked again.
const CLOSES_MS: u64 = 3000;

/// Why a run stops that was cancelled with the page's button.
pub(in crate::model) const STOPPED: &str = "you stopped it";
