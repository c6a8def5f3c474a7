//! What a runtime does for an engine elsewhere that keeps the runs: it makes their calls, and takes in what became of them.
//!
//! `dunlin:v1:elsewhere:<runId>` says that an engine carries a run out: whoever shares the storage and does not speak to the
//! engine leaves it alone, for both would do it.

use std::rc::Rc;

use dunlin_base::{LocalFuture, StorageError};
use dunlin_plan::StepKind;
use serde_json::Value;

use crate::{
    AbortSignal, Begin, Event, EventKind, Named, Naming, PartialSink, ProgressSink, RunCreated, Runtime, RuntimeError,
    RuntimeErrorKind, StartOptions, ToolCall, ToolFailure, ToolOutput,
    course::Child,
    live::Live,
    runtime::Shared,
    tool::{checked_call, refused},
};

const PREFIX: &str = "dunlin:v1:elsewhere:";
/// What stands there once the engine has taken the run.
const BEGUN: &str = "begun";

fn key(run_id: &str) -> String {
    format!("{PREFIX}{run_id}")
}

impl Shared {
    /// Says that an engine carries a run out, where that is so: before others can see the run.
    pub(crate) fn mark_for_engine(&self, run_id: &str) -> Result<(), StorageError> {
        if self.options.elsewhere.is_none() { Ok(()) } else { self.env.storage.set(&key(run_id), "") }
    }

    /// Whether an engine carries a run out to which this runtime does not speak.
    pub(crate) fn is_elsewhere(&self, run_id: &str) -> bool {
        self.options.elsewhere.is_none() && self.env.storage.get(&key(run_id)).is_ok_and(|mark| mark.is_some())
    }

    /// An error where a run is [elsewhere](Shared::is_elsewhere).
    pub(crate) fn check_here(&self, run_id: &str) -> Result<(), RuntimeError> {
        if !self.is_elsewhere(run_id) {
            return Ok(());
        }
        Err(RuntimeError::new(
            RuntimeErrorKind::Elsewhere,
            format!("run {run_id} is carried out by an engine elsewhere"),
        ))
    }

    /// Forgets that an engine carried out a run that has ended or is removed.
    pub(crate) fn unmark_for_engine(&self, run_id: &str) {
        if self.env.storage.get(&key(run_id)).is_ok_and(|mark| mark.is_some()) {
            // What stays says nothing of a run that has ended.
            let _ = self.env.storage.remove(&key(run_id));
        }
    }
}

impl Runtime {
    /// Writes down that the engine has taken a run, so that it is not handed over again.
    pub fn note_begun(&self, run_id: &str) {
        // What is not written down is handed over once more at the next start, and the engine knows it by its name.
        let _ = self.shared.env.storage.set(&key(run_id), BEGUN);
    }

    /// Whether the engine is known to have taken a run.
    pub fn is_begun(&self, run_id: &str) -> bool {
        self.shared.env.storage.get(&key(run_id)).is_ok_and(|mark| mark.as_deref() == Some(BEGUN))
    }

    /// Makes a call that a [`Course`](crate::Course) authorised: of a tool or a notification.
    pub fn perform(&self, begin: Begin) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let call = ToolCall {
            input: begin.input,
            idempotency_key: begin.idempotency_key,
            attempt: begin.attempt,
            run_id: begin.run_id,
            step_number: begin.step,
            // No call of a tool begins a run there.
            caller: String::new(),
            leave: begin.leave,
            signal: AbortSignal::new(),
            now_ms: begin.now_ms,
            progress: ProgressSink::default(),
            partial: PartialSink::default(),
        };
        let input = call.input.clone();
        let given = self.called(begin.kind, &begin.tool_name, call);
        let Some(planned) = begin.checked else { return given };
        let criteria = self.shared.options.criteria.clone();
        Box::pin(async move {
            let output = given.await?;
            criteria.check(&planned, &input, &output)?;
            Ok(output)
        })
    }

    fn called(
        &self,
        kind: StepKind,
        name: &str,
        call: ToolCall,
    ) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        if kind == StepKind::Notify {
            return self.shared.options.notifier.notify(&call.input, &call.idempotency_key);
        }
        // Nothing is borrowed while a tool is called: it may register another.
        let tool = self.shared.registry.borrow().get(name).cloned();
        match tool {
            Some(tool) => checked_call(&*tool, call),
            None => refused(self.shared.registry.borrow().not_found(name)),
        }
    }

    /// What the tool of a call says of it before a person is asked about it or it begins; see [`Next::Name`](crate::Next).
    pub fn name(&self, naming: &Naming) -> Named {
        self.shared.name(naming)
    }

    /// What a child run begins with.
    pub fn created_child(&self, child: Child, given: Value) -> Result<RunCreated, RuntimeError> {
        let options = StartOptions {
            policy: child.policy,
            run_id: Some(child.run_id),
            seed: Some(child.seed),
            given: Some(given),
            parent: Some(child.parent),
        };
        self.created(child.plan, options, child.depth)
    }

    /// Takes in events of a run that an engine elsewhere carries out, as far as they are not known; listeners hear of them.
    /// Gives the number of the last that is known then.
    pub fn take_in(&self, run_id: &str, events: Vec<Event>) -> Result<u64, RuntimeError> {
        let refuse = |why: String| RuntimeError::new(RuntimeErrorKind::DamagedJournal, format!("run {run_id}: {why}"));
        let found = self.shared.find(run_id)?;
        if found.is_none() {
            match events.first().map(|event| &event.kind) {
                None => return Ok(0),
                Some(EventKind::RunCreated(created)) if created.run_id == run_id => {}
                Some(_) => return Err(refuse("these are not its first events".into())),
            }
        }
        let live = found.unwrap_or_else(|| {
            let live = Rc::new(Live::new(run_id));
            self.shared.lives.borrow_mut().insert(run_id.to_owned(), live.clone());
            live
        });
        let known = live.state.borrow().seq();
        for event in events.into_iter().filter(|event| event.seq > known) {
            live.push(event).map_err(|refusal| refuse(refusal.to_string()))?;
            self.shared.observe(&live);
        }
        let (stored, total) = (live.stored.get(), live.events.borrow().len());
        if stored < total {
            let batch = live.events.borrow().get(stored..total).unwrap_or(&[]).to_vec();
            let is_marked = stored > 0 || self.shared.mark_for_engine(run_id).is_ok();
            if is_marked && self.shared.store_batch(&live, &batch) {
                live.stored.set(total);
            }
            self.shared.summaries.borrow_mut().changed(Some(run_id));
            live.announce();
            if live.is_final() {
                self.shared.put_away(&live);
                // An end that is not stored would leave the run to whoever comes first.
                if live.stored.get() == total {
                    self.shared.unmark_for_engine(run_id);
                }
            }
        }
        Ok(live.state.borrow().seq())
    }
}
