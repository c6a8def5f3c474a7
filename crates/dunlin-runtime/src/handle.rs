//! A handle on a run: drive it, watch it, answer its questions, cancel it.

use std::{fmt, rc::Rc};

use dunlin_base::{LocalFuture, StorageError, StorageErrorKind, json};
use dunlin_plan::{Plan, StepKind, bounds, schema};
use serde_json::Value;

use crate::{
    ApprovalAnswer, Awaited, Event, ExecutionStep, Partials, Report, Run, RunStatus, RunSummary, RuntimeError,
    RuntimeErrorKind, StepStatus, Subscription, Usage,
    admit::MOST_SIGNALS,
    child::going_on_below,
    driver::drive,
    live::{Ask, Live},
    runtime::{Shared, effects_of, faults_of},
};

/// A run at hand. Cloning shares it.
#[derive(Clone)]
pub struct RunHandle {
    shared: Rc<Shared>,
    live: Rc<Live>,
}

impl RunHandle {
    pub(crate) fn new(shared: Rc<Shared>, live: Rc<Live>) -> Self {
        Self { shared, live }
    }

    /// Its identifier.
    pub fn run_id(&self) -> String {
        self.live.run_id().to_owned()
    }

    /// Where it stands.
    pub fn status(&self) -> RunStatus {
        self.live.state.borrow().status()
    }

    /// Whether somebody else removed it before this runtime saw its end: then nobody drives it any more.
    pub fn was_removed(&self) -> bool {
        self.live.removed.get() && !self.live.is_final()
    }

    /// What it has used up.
    pub fn usage(&self) -> Usage {
        self.live.state.borrow().usage()
    }

    /// Whether its journal was found damaged before this runtime saw its end: then nobody goes on with it here.
    pub fn was_damaged(&self) -> bool {
        self.live.damaged.get() && !self.live.is_final()
    }

    /// Whether something was said to the run that whoever drives it has not taken in yet.
    pub fn is_asked(&self) -> bool {
        self.shared.is_asked(&self.live)
    }

    /// An error where an engine elsewhere carries the run out, to which this runtime does not speak: it can only be looked at.
    pub fn check_here(&self) -> Result<(), RuntimeError> {
        self.shared.check_here(self.live.run_id())
    }

    /// Why nothing of the run is stored, when nothing is: it goes on in memory and is lost with this program.
    pub fn not_stored(&self) -> Option<StorageError> {
        if self.live.stored.get() > 0 {
            return None;
        }
        let unknown = || StorageError::new(StorageErrorKind::Unavailable, "the run was not stored");
        Some(self.shared.journals.failure().unwrap_or_else(unknown))
    }

    /// The tools that what is left of the run calls and that are not registered here: carried out here, it would fail for that
    /// alone.
    pub fn missing_tools(&self) -> Vec<String> {
        self.shared.missing_tools(&self.live)
    }

    /// The tools that are called when the run is stopped now, to close or take back what is done, and that are not registered here.
    pub fn missing_to_stop(&self) -> Vec<String> {
        self.shared.missing_to_stop(&self.live)
    }

    /// Whether steps of it are carried out by runs of their own.
    pub fn leads(&self) -> bool {
        let state = self.live.state.borrow();
        state.plan().is_some_and(|plan| plan.all_steps().any(|step| state.delegates(step)))
    }

    /// Carries the run out, or follows it while another tab does; ready when it has ended, or was removed elsewhere. While a person is asked it
    /// waits. Dropping the future stops driving; another can take the run up where it was.
    pub fn drive(&self) -> LocalFuture<'static, Run> {
        self.driven(Self::record)
    }

    /// As [`RunHandle::drive`], giving the record as JSON text: nothing of it is copied first.
    pub fn drive_to_text(&self) -> LocalFuture<'static, String> {
        self.driven(Self::record_text)
    }

    fn driven<T: 'static>(&self, told: fn(&Self) -> T) -> LocalFuture<'static, T> {
        self.nest();
        let (driven, handle) = (drive(self.shared.clone(), self.live.clone()), self.clone());
        let wanted = Wanted::new(&self.live);
        Box::pin(async move {
            driven.await;
            drop(wanted);
            told(&handle)
        })
    }

    /// A run that a tool waits for is nested in the tool's run, whoever started it.
    fn nest(&self) {
        let depth = &self.live.depth;
        depth.set(depth.get().max(self.shared.depth.get()));
    }

    /// The events after that number, in order.
    pub fn events_since(&self, seq: u64) -> Vec<Event> {
        let events = self.live.events.borrow();
        let from = usize::try_from(seq).unwrap_or(usize::MAX).min(events.len());
        events.iter().skip(from).map(|event| (**event).clone()).collect()
    }

    /// Calls `listener` with every event from now on, once it is stored, until the subscription is dropped.
    #[must_use = "the listener hears nothing once this is dropped"]
    pub fn subscribe(&self, listener: impl Fn(&Event) + 'static) -> Subscription {
        Subscription::new(&self.live, Rc::new(listener))
    }

    /// Reads the partial outputs that calls of the run hand out from now on.
    #[must_use = "nothing is read once this is dropped"]
    pub fn partials(&self) -> Partials {
        Partials::new(&self.live)
    }

    /// The run as it stands.
    pub fn record(&self) -> Run {
        self.live.state.borrow().record().unwrap_or_else(Run::nothing)
    }

    /// One step of the run as it stands.
    pub fn step(&self, number: u32) -> Option<ExecutionStep> {
        self.live.state.borrow().execution_step(number)
    }

    /// What kind of step that is; none while there is no such step.
    pub fn kind(&self, number: u32) -> Option<StepKind> {
        self.live.state.borrow().planned(number).map(|step| step.kind)
    }

    /// The run in a line.
    pub fn summary(&self) -> Option<RunSummary> {
        self.live.state.borrow().summary()
    }

    /// The same as JSON text.
    pub fn record_text(&self) -> String {
        let state = self.live.state.borrow();
        state.shown().map_or_else(|| json::write(&Run::nothing()), |run| json::write(&run))
    }

    /// The run told as a whole, as far as it has come.
    pub fn report(&self) -> Report {
        let runtime = crate::Runtime { shared: self.shared.clone() };
        Report::with_below(&self.record(), &self.events_since(0), &runtime.records_below(&self.run_id()))
    }

    /// Answers a question. It names the question by what was shown: when the input has changed since, it is void.
    pub fn approve(&self, approval_id: &str, answer: ApprovalAnswer) -> Result<(), RuntimeError> {
        let state = self.live.state.borrow();
        let step =
            state.open_questions().find(|(_, id)| *id == approval_id).map(|(step, _)| step).ok_or_else(|| {
                RuntimeError::new(RuntimeErrorKind::UnknownApproval, "no such question is open")
                    .hint_is("it was answered already, or the step was edited after it was asked")
            })?;
        if let ApprovalAnswer::Edit { input } = &answer {
            if bounds::size(input, bounds::MAX_INPUT).is_none() {
                let (bytes, levels) = (bounds::MAX_INPUT, bounds::MAX_DEPTH);
                let message = format!("the edited input is larger than {bytes} bytes or deeper than {levels} levels");
                return Err(RuntimeError::new(RuntimeErrorKind::Revision, message));
            }
            let tool = state.planned(step).map(|planned| planned.tool_name.clone()).unwrap_or_default();
            self.check_input(&tool, input)?;
        }
        drop(state);
        let answer = match answer {
            ApprovalAnswer::Reject { feedback } => {
                ApprovalAnswer::Reject { feedback: feedback.map(|words| bounds::cut(words, bounds::MAX_MESSAGE)) }
            }
            other => other,
        };
        self.shared.ask(&self.live, Ask::Answer { step, approval_id: approval_id.to_owned(), answer })
    }

    fn check_input(&self, tool: &str, input: &Value) -> Result<(), RuntimeError> {
        let registry = self.shared.registry.borrow();
        let Some(tool) = registry.get(tool) else { return Ok(()) };
        let faults = schema::check(&tool.spec().input_schema, input);
        let Some(first) = faults.first() else { return Ok(()) };
        let place = if first.pointer.is_empty() { String::new() } else { format!(" at {}", first.pointer) };
        let message = format!("the edited input does not fit: {}{place}", first.message);
        Err(RuntimeError::new(RuntimeErrorKind::Revision, message))
    }

    /// Asks the run to stop. It reacts within one turn of the event loop. What closes what was begun is still done: asked again
    /// meanwhile, it ends without that too, and so do the runs below it.
    pub fn cancel(&self, reason: Option<String>) -> Result<(), RuntimeError> {
        let status = self.status();
        let ending = self.live.state.borrow().is_closing();
        let mut below = Vec::new();
        if status.is_final() || ending {
            below = going_on_below(&self.shared, self.live.run_id());
        }
        for live in &below {
            // One that has ended meanwhile needs no end.
            let _ = Self::new(self.shared.clone(), live.clone()).cancel(reason.clone());
        }
        if status.is_final() && !below.is_empty() {
            return Ok(());
        }
        if status.is_final() {
            let message = format!("the run is {} already", status.name());
            return Err(RuntimeError::new(RuntimeErrorKind::RunFinished, message));
        }
        let reason = reason.map(|words| bounds::cut(words, bounds::MAX_MESSAGE));
        self.shared.ask(&self.live, Ask::Cancel { reason, ending })
    }

    /// Answers an ask step with data, which fits the schema of the question.
    pub fn answer(&self, step: u32, data: Value) -> Result<(), RuntimeError> {
        let state = self.live.state.borrow();
        let open = state.step(step).filter(|found| found.status == StepStatus::Running);
        let (Some(found), Some(Awaited::Answer { schema, .. })) = (open, state.awaited(step)) else {
            return Err(RuntimeError::new(RuntimeErrorKind::UnknownApproval, format!("step {step} asks nothing now"))
                .hint_is("it was answered already, or it has not asked yet"));
        };
        fits("the answer", &data)?;
        if let Some(first) = schema.map(|schema| schema::check(schema, &data)).unwrap_or_default().first() {
            let place = if first.pointer.is_empty() { String::new() } else { format!(" at {}", first.pointer) };
            let message = format!("the answer does not fit: {}{place}", first.message);
            return Err(RuntimeError::new(RuntimeErrorKind::Revision, message));
        }
        let attempt = found.attempts;
        drop(state);
        self.shared.ask(&self.live, Ask::Data { step, attempt, data })
    }

    /// Sends the run a signal: the first step that waits for one of that name takes it, now or later.
    pub fn signal(&self, name: &str, data: Value) -> Result<(), RuntimeError> {
        let status = self.status();
        if status.is_final() {
            let message = format!("the run is {} already", status.name());
            return Err(RuntimeError::new(RuntimeErrorKind::RunFinished, message));
        }
        if name.is_empty() || name.chars().count() > 100 {
            let message = "found a signal without a name, or with one of more than 100 characters";
            return Err(RuntimeError::new(RuntimeErrorKind::Revision, message));
        }
        fits("the data of the signal", &data)?;
        if self.live.state.borrow().signals.len() >= MOST_SIGNALS {
            let message = format!("{MOST_SIGNALS} signals wait already, and no step of the run takes them");
            return Err(RuntimeError::new(RuntimeErrorKind::Revision, message));
        }
        let id = format!("{:016x}", self.shared.env.random.next_u64());
        self.shared.ask(&self.live, Ask::Signal { id, name: name.to_owned(), data })
    }

    /// Puts another plan in place of what was not begun. The number of steps stays, begun steps stay as they are, and open
    /// questions about the others are void: they are asked again about what is there now.
    pub fn revise(&self, plan: Plan) -> Result<(), RuntimeError> {
        let status = self.status();
        if status.is_final() {
            let message = format!("the run is {} already", status.name());
            return Err(RuntimeError::new(RuntimeErrorKind::RunFinished, message));
        }
        let registry = self.shared.registry.borrow();
        let specs = registry.specs();
        let state = self.live.state.borrow();
        let policy = state.policy().cloned().unwrap_or_default();
        let faults = faults_of(&plan, specs, &policy);
        if !faults.is_empty() {
            return Err(RuntimeError::invalid_plan(faults));
        }
        let tools = effects_of(&plan, specs);
        let plan = Box::new(plan);
        let event = crate::EventKind::PlanRevised { plan: plan.clone(), tools: tools.clone() };
        if let Some(why) = state.refusal(&event) {
            return Err(RuntimeError::new(RuntimeErrorKind::Revision, why));
        }
        drop((state, registry));
        self.shared.ask(&self.live, Ask::Revise { plan, tools })
    }
}

/// Refuses data that could be taken in but not kept.
fn fits(what: &str, data: &Value) -> Result<(), RuntimeError> {
    if bounds::size(data, bounds::MAX_OUTPUT).is_some() {
        return Ok(());
    }
    let (bytes, levels) = (bounds::MAX_OUTPUT, bounds::MAX_DEPTH);
    let message = format!("{what} is larger than {bytes} bytes or deeper than {levels} levels");
    Err(RuntimeError::new(RuntimeErrorKind::Revision, message))
}

/// Somebody wants the run to be carried out, from before the first poll until it has ended or is dropped.
struct Wanted(Rc<Live>);

impl Wanted {
    fn new(live: &Rc<Live>) -> Self {
        live.wanted.set(live.wanted.get() + 1);
        Self(live.clone())
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.wanted.set(self.0.wanted.get().saturating_sub(1));
    }
}

impl fmt::Debug for RunHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunHandle").field("run_id", &self.run_id()).field("status", &self.status()).finish()
    }
}
