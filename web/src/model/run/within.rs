//! What happens within the steps of the run that is looked at: the steps that a map does for each item, the calls that take
//! something back, and the runs that carry out plans of their own.

use std::collections::BTreeMap;

use dunlin::{
    ApprovalAnswer, DunlinError, Event, ExecutionStep, PlanStep, Run, RunHandle, RunStatus, StepKind, StepStatus,
    Within, child_id,
};
use leptos::prelude::*;
use serde_json::Value;

use crate::model::{AGENT, Problem, State, run::Runs};

/// More runs than these within one are in the history only.
const MOST_CHILDREN: usize = 100;
/// How often the run of a step that has just begun is looked for, and how long between.
const TRIES: u32 = 40;
const TRY_MS: u64 = 50;

/// Which run a row is of: the one that is looked at, or one that carries out a step of it. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Source(Option<StoredValue<String>>);

impl Source {
    /// The run that is looked at.
    pub(crate) const SHOWN: Self = Self(None);

    /// Whether it is the run that is looked at.
    pub(crate) fn is_shown(self) -> bool {
        self.0.is_none()
    }

    /// The run of that identifier, which carries out a step of it.
    pub(crate) fn child(run_id: &str) -> Self {
        Self(Some(StoredValue::new(run_id.to_owned())))
    }
}

/// When the first of the waits that are under way in a run ends, in milliseconds since 1970.
pub(crate) fn waits_until(run: &Run) -> Option<i64> {
    let all = run.execution_log.iter().chain(&run.inner_log).filter(|step| step.status == StepStatus::Running);
    let waits = all.filter(|step| run.planned(step.step_number).is_some_and(|step| step.kind == StepKind::Wait));
    waits.filter_map(wait_ends).min()
}

/// When the wait that a step is ends.
pub(crate) fn wait_ends(step: &ExecutionStep) -> Option<i64> {
    match step.tool_input.get("until") {
        Some(until) => until.as_i64().or_else(|| dunlin_base::ms_of_iso(until.as_str()?)),
        None => step.started_at_ms?.checked_add_unsigned(step.tool_input.get("ms")?.as_u64()?),
    }
}

/// Replaces the record of a step by a newer one, or inserts it in the order of its number.
pub(in crate::model) fn take_in(run: &mut Run, step: ExecutionStep) {
    let number = step.step_number;
    if let Some(own) = run.execution_log.get_mut((number as usize).wrapping_sub(1)) {
        *own = step;
        return;
    }
    match run.inner_log.binary_search_by_key(&number, |step| step.step_number) {
        Ok(at) => run.inner_log.splice(at..=at, [step]).for_each(drop),
        Err(at) => run.inner_log.insert(at, step),
    }
}

/// The steps that those stand in, with them.
pub(in crate::model) fn with_outer(mut numbers: Vec<u32>, handle: &RunHandle) -> Vec<u32> {
    let mut at = 0;
    while let Some(number) = numbers.get(at).copied() {
        at += 1;
        let outer = handle.step(number).and_then(|step| step.within).map(|within| match within {
            Within::Map { map, .. } => map,
            Within::Undo { undoes } => undoes,
        });
        numbers.extend(outer.filter(|outer| *outer < number && !numbers.contains(outer)));
    }
    numbers
}

/// Whether a step is carried out as a run within its run: a plan of its own, or the work of an agent.
pub(crate) fn is_run_of_its_own(step: &PlanStep) -> bool {
    step.kind == StepKind::Plan || (step.kind == StepKind::Tool && step.tool_name.starts_with(AGENT))
}

/// The runs that carry out steps of a run, as far as those have begun.
fn children_of(run: &Run) -> Vec<String> {
    let all = run.execution_log.iter().chain(&run.inner_log);
    let begun = all.filter(|step| step.attempts > 0);
    let is_run = |step: &&ExecutionStep| run.planned(step.step_number).is_some_and(is_run_of_its_own);
    begun.filter(is_run).map(|step| child_id(&run.run_id, step.step_number)).take(MOST_CHILDREN).collect()
}

impl Runs {
    /// Reads something of the run of a row, and again whenever that changes; none when the run is not known here.
    pub(crate) fn of<T>(self, source: Source, ask: impl FnOnce(&Run) -> T) -> Option<T> {
        match source.0 {
            None => self.shown.with(|run| run.as_ref().map(ask)),
            Some(id) => {
                let id = id.try_get_value()?;
                self.children.with(|children| children.get(&id).map(ask))
            }
        }
    }

    /// The events of a step of that run. Of a run within another they are asked of the run itself: only its record is kept here.
    pub(crate) fn events_of(self, source: Source, step: u32) -> Vec<Event> {
        let id = self.id_of(source).filter(|_| !source.is_shown());
        let Some(id) = id else { return self.timeline.with_untracked(|timeline| timeline.events_of(step)) };
        let mut events = match self.live_handle(&id) {
            Some(handle) => handle.events_since(0),
            None => self.engine.with(|dunlin| dunlin.journal(&id)).map(|journal| journal.events).unwrap_or_default(),
        };
        events.retain(|event| event.kind.step() == Some(step));
        events
    }

    /// The identifier of that run.
    pub(crate) fn id_of(self, source: Source) -> Option<String> {
        match source.0 {
            None => self.shown.with_untracked(|run| run.as_ref().map(|run| run.run_id.clone())),
            Some(id) => id.try_get_value(),
        }
    }

    /// Whether somebody here can answer what that run asks: one from a file is only looked at.
    pub(crate) fn can_answer(self, source: Source) -> bool {
        let going = self.of(source, |run| !run.status.is_final()).unwrap_or_default();
        going && !self.is_from_file()
    }

    /// Answers the question about a call.
    pub(crate) fn approve(self, source: Source, approval_id: &str, answer: ApprovalAnswer) -> Result<(), Problem> {
        let id = self.id_of(source).unwrap_or_default();
        let handle = self.engine.with(|dunlin| dunlin.resume(&id))?;
        handle.approve(approval_id, answer).map_err(DunlinError::from)?;
        Ok(())
    }

    /// Answers the question of a step with data.
    pub(crate) fn answer_with(self, source: Source, step: u32, data: Value) -> Result<(), Problem> {
        let id = self.id_of(source).unwrap_or_default();
        Ok(self.engine.with(|dunlin| dunlin.answer(&id, step, data))?)
    }

    /// Sends a run a signal.
    pub(crate) fn signal(self, source: Source, name: &str, data: Value) -> Result<(), Problem> {
        let id = self.id_of(source).unwrap_or_default();
        Ok(self.engine.with(|dunlin| dunlin.signal(&id, name, data))?)
    }

    /// Looks for the runs within the one that is looked at, and follows those that are under way.
    pub(in crate::model) fn look_within(self) {
        let mut left = self.shown.with_untracked(|run| run.as_ref().map(children_of).unwrap_or_default());
        let mut found = BTreeMap::new();
        let mut missing = false;
        while let Some(id) = left.pop() {
            if found.len() >= MOST_CHILDREN || found.contains_key(&id) {
                continue;
            }
            let known = self.live_handle(&id);
            let run = match &known {
                Some(handle) => Some(handle.record()),
                None => self.engine.with(|dunlin| dunlin.run_record(&id)),
            };
            let Some(run) = run else {
                missing = true;
                continue;
            };
            if known.is_none() && !run.status.is_final() {
                self.watch(&id);
            }
            left.extend(children_of(&run));
            found.insert(id, run);
        }
        if self.children.with_untracked(|before| *before != found) {
            self.children.set(found);
        }
        if missing {
            self.look_again();
        }
    }

    /// The run of a step that has begun is recorded a moment later.
    fn look_again(self) {
        let going = self.shown.with_untracked(|run| run.as_ref().is_some_and(|run| run.status == RunStatus::Running));
        let tries = self.tries.get_value();
        if !going || tries >= TRIES {
            return;
        }
        self.tries.set_value(tries + 1);
        self.engine.after(TRY_MS, move || self.look_within());
    }

    /// Whether the run is one within the run that is looked at, which then is shown as it stands.
    pub(in crate::model) fn take_in_child(self, handle: &RunHandle) {
        let id = handle.run_id();
        if !self.children.with_untracked(|children| children.contains_key(&id)) {
            return;
        }
        let run = handle.record();
        let inside = children_of(&run).into_iter().any(|id| !self.children.with_untracked(|all| all.contains_key(&id)));
        self.children.update(|children| drop(children.insert(id, run)));
        if inside {
            self.tries.set_value(0);
            self.look_within();
        }
    }

    /// Whether a step of the run that is looked at has begun to carry out a plan that is not known yet.
    pub(in crate::model) fn has_new_within(self) -> bool {
        let ids = self.shown.with_untracked(|run| run.as_ref().map(children_of).unwrap_or_default());
        self.children.with_untracked(|children| ids.iter().any(|id| !children.contains_key(id)))
    }
}

impl State {
    /// A moment as the clock on the wall has it: `2026-11-23T17:00`.
    pub(crate) fn local(&'static self, ms: i64) -> String {
        let ahead = self.engine.with_env(|env| env.clock.utc_offset_minutes(ms));
        let text = dunlin_base::iso_utc(ms + i64::from(ahead) * 60_000);
        text.get(..16).unwrap_or(&text).to_owned()
    }

    /// A moment in words, as long as these hold: `today 17:00`.
    pub(crate) fn moment(&'static self, ms: i64) -> String {
        dunlin::describe_due(&self.local(ms), &self.todos.calendar())
    }

    /// A moment that has passed, in words: `14:05` today, `yesterday 14:05`, `Fri 20 Nov 14:05`.
    pub(crate) fn moment_passed(&'static self, ms: i64) -> String {
        self.moment(ms).trim_start_matches("today ").to_owned()
    }
}

/// What a run cannot go on without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wanted {
    /// A person's yes or no to a call.
    Approval,
    /// A person's answer.
    Answer,
    /// A signal.
    Signal,
    /// That time passes.
    Moment,
}

/// What a run that rests waits for.
pub(crate) fn wanted(run: &Run) -> Wanted {
    let all = || run.execution_log.iter().chain(&run.inner_log);
    let of = |step: &ExecutionStep| match (&step.awaits, &step.approval) {
        (_, Some(_)) => Some(Wanted::Approval),
        (Some(dunlin::Awaited::Answer { .. }), _) => Some(Wanted::Answer),
        (Some(dunlin::Awaited::Signal { .. }), _) => Some(Wanted::Signal),
        (None, None) => None,
    };
    all()
        .filter(|step| !step.status.is_final() && step.status != StepStatus::Pending)
        .filter_map(of)
        .min()
        .unwrap_or(Wanted::Moment)
}
