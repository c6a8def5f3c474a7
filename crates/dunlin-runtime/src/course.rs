//! A course: a run that an engine elsewhere keeps and carries out.
//!
//! It decides and folds as the driver does, and does nothing: it receives the moment and what happened, and says which events
//! follow, which calls they authorise and until when there is nothing to do. The same moments and reports make the same
//! events again, so an engine that plays back what it was told needs no other record of where a run stands.

use std::{collections::VecDeque, rc::Rc};

use dunlin_base::{Random, SeededRandom};
use dunlin_plan::{Plan, PlanStep, StepKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Command, Event, EventKind, Named, Naming, ParentStep, Policy, Refusal, RunCreated, RunState, RunSummary, Sensitive,
    ToolFailure, ToolOutput, Usage, child_id, decide,
    driver::outcome_of,
    naming::{naming_of, with_named},
    state::is_performed,
    tool::key_of,
};

/// What a call gave, as an engine keeps it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum CallResult {
    /// What the tool gave.
    Done {
        /// What later steps and people get.
        output: Value,
        /// What is said beside it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        metadata: Option<Value>,
    },
    /// Why it gave nothing.
    Failed {
        /// The stable dotted code.
        code: String,
        /// What was found and what was expected.
        message: String,
        /// What to do instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
        /// Whether another attempt may succeed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        retryable: bool,
    },
}

impl CallResult {
    /// A failure that another attempt would only repeat.
    pub fn failed(code: impl Into<String>, message: impl Into<String>) -> Self {
        Err(ToolFailure::new(code, message)).into()
    }
}

impl From<Result<ToolOutput, ToolFailure>> for CallResult {
    fn from(result: Result<ToolOutput, ToolFailure>) -> Self {
        match result {
            Ok(ToolOutput { output, metadata }) => Self::Done { output, metadata },
            Err(ToolFailure { code, message, hint, retryable }) => Self::Failed { code, message, hint, retryable },
        }
    }
}

impl From<CallResult> for Result<ToolOutput, ToolFailure> {
    fn from(result: CallResult) -> Self {
        match result {
            CallResult::Done { output, metadata } => Ok(ToolOutput { output, metadata }),
            CallResult::Failed { code, message, hint, retryable } => {
                Err(ToolFailure { code, message, hint, retryable })
            }
        }
    }
}

/// A call that the events authorise, as an engine hands it on.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Begin {
    /// The run.
    pub run_id: String,
    /// The step.
    pub step: u32,
    /// Which attempt, from 1.
    pub attempt: u32,
    /// Whether a tool, a notification or a child run is wanted.
    pub kind: StepKind,
    /// The tool.
    pub tool_name: String,
    /// The input, references resolved.
    pub input: Value,
    /// The same for every attempt of the step.
    pub idempotency_key: String,
    /// What of the input a person has let through.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leave: Vec<Sensitive>,
    /// Whether it may be done again when nobody knows what became of it.
    pub repeatable: bool,
    /// The moment, in milliseconds since 1970.
    pub now_ms: i64,
    /// The child run, where the step is a plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub child: Option<Box<Child>>,
    /// The step itself, where what it gives is checked against criteria.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<Box<PlanStep>>,
}

/// The run that is to carry out a step.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Child {
    /// Its identifier.
    pub run_id: String,
    /// What it carries out.
    pub plan: Plan,
    /// What it may do: what its parent has left.
    pub policy: Policy,
    /// Where its randomness begins.
    pub seed: u64,
    /// How deep it is nested.
    pub depth: u32,
    /// Whose step it is.
    pub parent: ParentStep,
}

/// What comes after a turn.
#[derive(Clone, Debug)]
pub enum Next {
    /// Say what the tool of the call says of it, then ask again.
    Name(Naming),
    /// Nothing until something is reported or this moment comes.
    WaitUntil(i64),
    /// Nothing until something is reported.
    Wait,
    /// The run has ended.
    Finished,
}

/// What follows from what was reported.
#[derive(Debug)]
pub struct Turn {
    /// The new events.
    pub events: Vec<Rc<Event>>,
    /// The calls that they authorise.
    pub begin: Vec<Begin>,
    /// Steps whose calls are not wanted any more.
    pub end: Vec<u32>,
    /// What comes after.
    pub next: Next,
}

/// A run that an engine elsewhere carries out.
#[derive(Debug)]
pub struct Course {
    state: RunState,
    heard: VecDeque<EventKind>,
    /// A question or a beginning that waits until its tool has said what it is about.
    naming: Option<EventKind>,
    /// What the child runs that have ended used.
    spent: Usage,
    turn: Turn,
}

impl Turn {
    fn empty() -> Self {
        Self { events: Vec::new(), begin: Vec::new(), end: Vec::new(), next: Next::Wait }
    }
}

impl Course {
    /// A run that begins with that event, as [`Runtime::start`](crate::Runtime::start) records it.
    pub fn new(created: Event) -> Result<Self, Refusal> {
        let mut course = Self {
            state: RunState::new(),
            heard: VecDeque::new(),
            naming: None,
            spent: Usage::default(),
            turn: Turn::empty(),
        };
        course.state.apply(&created)?;
        course.turn.events.push(Rc::new(created));
        Ok(course)
    }

    /// The run as a list shows it.
    pub fn summary(&self) -> Option<RunSummary> {
        self.state.summary()
    }

    /// The run so far.
    pub fn state(&self) -> &RunState {
        &self.state
    }

    /// What it and the runs below it have used.
    pub fn spent(&self) -> Usage {
        self.state.usage().and(&self.spent)
    }

    /// Takes in what somebody asks of the run.
    pub fn hear(&mut self, kind: EventKind) {
        self.heard.push_back(kind);
    }

    /// Takes in what a call gave.
    pub fn hear_result(&mut self, step: u32, attempt: u32, result: CallResult) {
        self.heard.push_back(outcome_of(&self.state, step, attempt, result.into()));
    }

    /// Takes in what the child run of a step used.
    pub fn hear_spent(&mut self, step: u32, used: Usage, succeeded: bool) {
        self.spent = self.spent.and(&self.state.on_top(step, used, succeeded));
    }

    /// Goes on after [`Next::Name`], with what the tool said.
    pub fn name(&mut self, named: &Named, now: i64) -> Result<(), Refusal> {
        let Some(kind) = self.naming.take() else { return Ok(()) };
        let kind = with_named(&self.state, kind, named);
        self.append(kind, now)
    }

    /// What follows at that moment.
    pub fn turn(&mut self, now: i64) -> Result<Turn, Refusal> {
        let next = loop {
            match self.settle(now)? {
                Next::Wait | Next::WaitUntil(_) if !self.heard.is_empty() => {
                    if let Some(kind) = self.heard.pop_front() {
                        self.take(kind, now)?;
                    }
                }
                next => break next,
            }
        };
        let turn = std::mem::replace(&mut self.turn, Turn::empty());
        Ok(Turn { next, ..turn })
    }

    fn settle(&mut self, now: i64) -> Result<Next, Refusal> {
        loop {
            match decide(&self.state, now) {
                Command::Append(kind) => {
                    if let Some(naming) = naming_of(&self.state, &kind) {
                        self.naming = Some(kind);
                        return Ok(Next::Name(naming));
                    }
                    self.append(kind, now)?;
                }
                Command::WaitUntil(at) => return Ok(Next::WaitUntil(at)),
                Command::Wait => return Ok(Next::Wait),
                Command::Finished => return Ok(Next::Finished),
            }
        }
    }

    /// Appends what was reported, or that it came too late; what cannot follow at all changes nothing.
    fn take(&mut self, kind: EventKind, now: i64) -> Result<(), Refusal> {
        match self.state.admitted(kind) {
            Some(kind) => self.append(kind, now),
            None => Ok(()),
        }
    }

    fn append(&mut self, kind: EventKind, now: i64) -> Result<(), Refusal> {
        let at = now.max(self.state.last_at());
        let event = Event { seq: self.state.seq() + 1, at, kind };
        self.state.apply(&event)?;
        match &event.kind {
            EventKind::StepStarted { step, attempt, .. } => {
                let begin = self.begin(*step, *attempt, at);
                self.turn.begin.extend(begin);
            }
            EventKind::StepCancelled { step } | EventKind::AttemptFailed { step, .. } => self.turn.end.push(*step),
            _ => {}
        }
        self.turn.events.push(Rc::new(event));
        Ok(())
    }

    fn begin(&self, step: u32, attempt: u32, at: i64) -> Option<Begin> {
        let planned = self.state.planned(step).filter(|planned| is_performed(planned.kind))?;
        Some(Begin {
            run_id: self.state.run_id().to_owned(),
            step,
            attempt,
            kind: planned.kind,
            tool_name: planned.tool_name.clone(),
            input: self.state.input(step).clone(),
            idempotency_key: key_of(self.state.run_id(), step),
            leave: self.state.leave(step).to_vec(),
            repeatable: self.state.is_repeatable(step),
            now_ms: at,
            checked: planned.is_held_to_something().then(|| Box::new(planned.clone())),
            child: planned.plan.as_deref().and_then(|plan| self.child(step, plan)).map(Box::new),
        })
    }

    fn child(&self, step: u32, plan: &Plan) -> Option<Child> {
        let created: &RunCreated = self.state.created.as_ref()?;
        let parent = ParentStep { run_id: created.run_id.clone(), step_number: step };
        // 53 bits, so that the seed survives JavaScript's numbers.
        let seed = SeededRandom::new(created.seed ^ (u64::from(step) << 32)).next_u64() & ((1 << 53) - 1);
        let (ready, active) = (&self.state.ready, &self.state.active);
        let beside = self.state.children_among(ready, step) + self.state.children_among(active, step);
        let beside = beside.min(created.policy.max_parallel.saturating_sub(1));
        let left = created.policy.clone().left_by(&self.spent());
        // Those that begin or go on beside it have their share of what is left.
        let policy = left.shared_by(beside + 1).under(plan.policy.as_ref());
        let run_id = child_id(&created.run_id, step);
        Some(Child { run_id, plan: plan.clone(), policy, seed, depth: created.depth + 1, parent })
    }
}
