//! The state of a run: what its events add up to. Nothing here reads a clock or does anything; `transition.rs` changes it
//! by events, `decide.rs` says what comes next.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use dunlin_base::{Written, json};
use dunlin_plan::{Plan, PlanStep, RunWhen, StepKind, ToolSpec, bounds, graph::Graph, input};
use serde_json::Value;

use crate::{
    ApprovalReason, Awaited, EventKind, ExecutionStep, Failure, ParentStep, PendingApproval, Policy, Progress, Run,
    RunCreated, RunError, RunStatus, RunSummary, SCHEMA_VERSION, Sensitive, SkipReason, StepStatus, Usage,
    inner::{Inner, MapState},
};

/// What is kept of each text of a failure, in bytes, however much a run holds.
const LEAST_MESSAGE: usize = 200;

/// What a run's events add up to.
#[derive(Clone, Debug, Default)]
pub struct RunState {
    pub(crate) created: Option<Rc<RunCreated>>,
    pub(crate) graph: Rc<Graph>,
    /// The plan's steps, then those within them as they came to be.
    pub(crate) steps: Vec<StepState>,
    /// How many of them are the plan's own.
    pub(crate) own: usize,
    /// What the others are, in order.
    pub(crate) inner: Vec<Inner>,
    /// The maps that were begun, by step.
    pub(crate) maps: BTreeMap<u32, MapState>,
    /// What is done is being taken back, or was.
    pub(crate) undo_begun: bool,
    /// Signals that no step has taken yet, the oldest first.
    pub(crate) signals: Vec<(String, Rc<Value>)>,
    /// All that came so far, so that none is taken in twice.
    pub(crate) signal_ids: BTreeSet<String>,
    /// What the run answers with, where its plan says so.
    pub(crate) result: Option<Value>,
    pub(crate) cancel_reason: Option<String>,
    pub(crate) phase: Phase,
    /// Steps that nothing stands before: they can be begun, or a person must be asked.
    pub(crate) ready: BTreeSet<u32>,
    /// Steps that nothing stands before and that are to be skipped.
    pub(crate) to_skip: BTreeSet<u32>,
    /// Steps that were begun and have not ended, in the order they were begun.
    pub(crate) active: Vec<u32>,
    /// Before that moment none of them calls for anything, as far as is known without a look at each.
    pub(crate) calm_until: Calm,
    /// Steps whose question waits for an answer.
    pub(crate) waiting: BTreeSet<u32>,
    /// How many of the plan's own steps have not ended.
    pub(crate) open: usize,
    pub(crate) stop: Option<Stop>,
    pub(crate) error: Option<RunError>,
    pub(crate) usage: Usage,
    /// The steps and calls of the runs below it that have succeeded.
    pub(crate) below: Usage,
    /// How many bytes of JSON its resolved inputs and its outputs take, and how many bytes its failures.
    pub(crate) held: usize,
    /// How many bytes of its plan its record says again for the items of its maps.
    pub(crate) repeated: usize,
    pub(crate) seq: u64,
    pub(crate) last_at: i64,
    pub(crate) created_at: i64,
    pub(crate) started_at: Option<i64>,
    pub(crate) ended_at: Option<i64>,
}

/// The run's own standing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    #[default]
    Absent,
    Is(RunStatus),
}

/// A moment that time has to reach; never, to begin with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calm(pub(crate) i64);

impl Default for Calm {
    fn default() -> Self {
        Self(i64::MAX)
    }
}

/// Why nothing more is begun.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stop {
    /// A step failed.
    Failure(u32),
    /// A budget is spent; the time budget also stops what is running.
    Budget { running_too: bool },
    /// Somebody wants it to stop; `ending` also what closes what was begun.
    Cancel { ending: bool },
}

/// What is known of a step.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one step")]
pub(crate) struct StepState {
    pub(crate) status: StepStatus,
    /// The number of the latest attempt; 0 before the first.
    pub(crate) attempts: u32,
    /// The input with references resolved, or as the person edited it; none while it is the plan's.
    pub(crate) input: Option<Value>,
    pub(crate) output: Option<Rc<Value>>,
    pub(crate) metadata: Option<Rc<Value>>,
    pub(crate) failure: Option<Failure>,
    pub(crate) skipped: Option<(SkipReason, Option<u32>)>,
    pub(crate) feedback: Option<String>,
    pub(crate) started_at: Option<i64>,
    pub(crate) attempt_at: i64,
    pub(crate) ended_at: Option<i64>,
    /// When the next attempt is due; none while that is not decided.
    pub(crate) due_at: Option<i64>,
    pub(crate) question: Option<(String, ApprovalReason)>,
    pub(crate) approved: bool,
    /// What the input holds that the person was, or is, asked about.
    pub(crate) leave: Vec<Sensitive>,
    /// The attempt's outcome is unknown: its driver is gone.
    pub(crate) interrupted: bool,
    /// How many steps before it have not ended.
    pub(crate) unmet: u32,
    pub(crate) fate: Option<(SkipReason, Option<u32>)>,
    pub(crate) has_references: bool,
    pub(crate) run_when: RunWhen,
    /// The step whose work it does, by its number in the plan or body that both stand in.
    pub(crate) instead_of: Option<u32>,
    /// A step it depends on is done.
    pub(crate) met: bool,
    /// A step it depends on failed, or was skipped because one had.
    pub(crate) broken: bool,
    /// The step that handles its failure.
    pub(crate) handled_by: Option<u32>,
    /// The event that ended it.
    pub(crate) ended_seq: u64,
    /// How far it says it has come.
    pub(crate) progress: Option<(f64, String)>,
    /// A call of it was given up before it answered.
    pub(crate) unanswered: bool,
}

impl StepState {
    pub(crate) fn new(step: &PlanStep, unmet: u32) -> Self {
        Self {
            status: StepStatus::Pending,
            attempts: 0,
            input: None,
            output: None,
            metadata: None,
            failure: None,
            skipped: None,
            feedback: None,
            started_at: None,
            attempt_at: 0,
            ended_at: None,
            due_at: None,
            question: None,
            approved: false,
            leave: Vec::new(),
            interrupted: false,
            unmet,
            fate: None,
            has_references: !input::references(&step.tool_input).is_empty(),
            run_when: step.run_when,
            instead_of: step.instead_of,
            met: false,
            broken: false,
            handled_by: None,
            ended_seq: 0,
            progress: None,
            unanswered: false,
        }
    }

    /// Whether it is to be done, now that nothing stands before it, or why not.
    pub(crate) fn verdict(&self) -> Result<(), (SkipReason, Option<u32>)> {
        match (self.run_when, self.fate) {
            (RunWhen::AllSucceeded, Some(fate)) => Err(fate),
            (RunWhen::AnySucceeded, Some(fate)) if !self.met => Err(fate),
            (RunWhen::AnyFailed, _) if !self.broken => Err((SkipReason::NothingFailed, None)),
            _ => Ok(()),
        }
    }
}

impl RunState {
    /// Before the first event.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where the run stands; pending before the first event.
    pub fn status(&self) -> RunStatus {
        match self.phase {
            Phase::Absent => RunStatus::Pending,
            Phase::Is(status) => status,
        }
    }

    /// Its identifier; empty before the first event.
    pub fn run_id(&self) -> &str {
        self.created.as_ref().map_or("", |created| &created.run_id)
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The moment of the last event.
    pub fn last_at(&self) -> i64 {
        self.last_at
    }

    /// What it carries out.
    pub fn plan(&self) -> Option<&Plan> {
        self.created.as_ref()?.plan.as_deref()
    }

    /// What it may do.
    pub fn policy(&self) -> Option<&Policy> {
        self.created.as_ref().map(|created| &created.policy)
    }

    /// What it has used up.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// The step of another run that it carries out.
    pub(crate) fn parent(&self) -> Option<&ParentStep> {
        self.created.as_ref()?.parent.as_ref()
    }

    /// Where a step stands; none when there is no such step.
    pub fn step_status(&self, number: u32) -> Option<StepStatus> {
        self.step(number).map(|step| step.status)
    }

    pub(crate) fn step(&self, number: u32) -> Option<&StepState> {
        self.steps.get((number as usize).checked_sub(1)?)
    }

    pub(crate) fn step_mut(&mut self, number: u32) -> Option<&mut StepState> {
        self.steps.get_mut((number as usize).checked_sub(1)?)
    }

    /// How many of these steps are carried out by runs of their own, but for one of them.
    pub(crate) fn children_among<'n>(&self, steps: impl IntoIterator<Item = &'n u32>, but: u32) -> u32 {
        let is_child =
            |number: &&u32| **number != but && self.planned(**number).is_some_and(|step| step.kind == StepKind::Plan);
        u32::try_from(steps.into_iter().filter(is_child).count()).unwrap_or(u32::MAX)
    }

    /// What the plan says of a step, also of one within another.
    pub(crate) fn planned(&self, number: u32) -> Option<&PlanStep> {
        let own = self.plan()?.steps.get((number as usize).checked_sub(1)?);
        own.or_else(|| match self.inner(number)? {
            Inner::Body { of, at, .. } => self.planned(of)?.body.get(at as usize),
            Inner::Undo { of } => self.planned(of)?.undo.as_deref(),
        })
    }

    pub(crate) fn spec(&self, tool: &str) -> Option<&ToolSpec> {
        self.created.as_ref()?.tools.iter().find(|spec| spec.name == tool)
    }

    /// The input as it stands: resolved or edited, else as planned.
    pub(crate) fn input(&self, number: u32) -> &Value {
        let own = self.step(number).and_then(|step| step.input.as_ref());
        own.or_else(|| self.planned(number).map(|step| &step.tool_input)).unwrap_or(&Value::Null)
    }

    /// The input with every reference replaced, when it is not the plan's as it is.
    pub(crate) fn resolved_input(&self, number: u32) -> Result<Option<Value>, input::ResolveError> {
        match (self.step(number), self.planned(number)) {
            (Some(step), Some(planned)) if step.has_references && step.input.is_none() => {
                let most = bounds::MAX_INPUT.min(bounds::MAX_RUN.saturating_sub(self.held));
                input::resolve(&planned.tool_input, &|of, pointer| self.refer(number, of, pointer), most).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// What a step's reference leads to: the steps it names stand beside it.
    fn refer(&self, number: u32, of: u32, pointer: &str) -> Result<Value, input::ResolveError> {
        let nothing = || input::ResolveError::NoSuchValue { step: of, pointer: pointer.to_owned() };
        if of == 0 {
            return self.given(number, pointer).ok_or_else(nothing);
        }
        self.look(self.base(number).saturating_add(of), pointer).map_err(|_| nothing())
    }

    /// What the run answers with, by its plan. What was not done is missing there: it is nothing.
    pub(crate) fn answer_of_plan(&self) -> Option<Result<Value, input::ResolveError>> {
        let template = self.plan()?.result.as_ref()?;
        let look = |of: u32, pointer: &str| self.refer(1, of, pointer);
        Some(input::resolve_leniently(template, &look, bounds::MAX_OUTPUT))
    }

    /// What a pointer leads to in a step's record.
    fn look(&self, number: u32, pointer: &str) -> Result<Value, input::ResolveError> {
        let step = self.step(number).ok_or(input::ResolveError::NoSuchStep(number))?;
        let path = pointer.strip_prefix('/').unwrap_or_default();
        let field = path.split('/').next().unwrap_or_default();
        // The slash stays with the rest, which is a pointer of its own.
        let rest = path.get(field.len()..).unwrap_or_default();
        let found = match field {
            "output" => step.output.as_ref().and_then(|output| input::find(output, rest)),
            "metadata" => step.metadata.as_ref().and_then(|metadata| input::find(metadata, rest)),
            "toolInput" => input::find(self.input(number), rest),
            // What is asked for rarely is looked up in the record as people see it.
            _ => self.execution_step(number).and_then(|record| input::find(&json::to_value(&record), pointer)),
        };
        found.ok_or_else(|| input::ResolveError::NoSuchValue { step: number, pointer: pointer.to_owned() })
    }

    /// The step whose work a step does, by the number that the run gives it.
    pub(crate) fn first_of(&self, number: u32) -> Option<u32> {
        let of = self.step(number)?.instead_of?;
        Some(self.scope(number).1 + of)
    }

    /// A failure as it is written down: its texts are cut, and shorter the more the run holds already.
    pub(crate) fn told(&self, failure: Failure) -> Failure {
        // It is written down twice, as its attempt's and as its step's.
        let rest = bounds::MAX_RUN.saturating_sub(self.held) / 2;
        let most = rest.clamp(LEAST_MESSAGE, bounds::MAX_MESSAGE);
        Failure {
            code: bounds::cut(failure.code, LEAST_MESSAGE),
            message: bounds::cut(failure.message, most),
            hint: failure.hint.map(|hint| bounds::cut(hint, most)),
            retryable: failure.retryable,
        }
    }

    /// The questions that wait for an answer: step and identifier.
    pub fn open_questions(&self) -> impl Iterator<Item = (u32, &str)> {
        self.waiting.iter().filter_map(|number| {
            let (id, _) = self.step(*number)?.question.as_ref()?;
            Some((*number, id.as_str()))
        })
    }

    /// One step of the execution log.
    pub fn execution_step(&self, number: u32) -> Option<ExecutionStep> {
        self.shown_step(number).map(ExecutionStep::owned)
    }

    fn shown_step(&self, number: u32) -> Option<ExecutionStep<&str, &Value>> {
        let (step, planned) = (self.step(number)?, self.planned(number)?);
        let duration = step.started_at.zip(step.ended_at).map(|(from, to)| to.saturating_sub(from).max(0) as u64);
        Some(ExecutionStep {
            step_number: number,
            tool_name: &planned.tool_name,
            tool_input: self.input(number),
            status: step.status,
            success: step.status == StepStatus::Succeeded,
            output: step.output.as_deref(),
            error: step_error(step),
            metadata: step.metadata.as_deref(),
            attempts: step.attempts,
            duration_ms: duration,
            started_at_ms: step.started_at,
            completed_at_ms: step.ended_at,
            thought: &planned.reasoning,
            error_code: step.failure.as_ref().map(|failure| failure.code.as_str()),
            approval: step.question.as_ref().map(|(id, reason)| PendingApproval {
                approval_id: id.clone(),
                reason: *reason,
                holds: step.leave.clone(),
            }),
            awaits: self.awaited(number).filter(|_| step.status == StepStatus::Running),
            progress: self.progress(number, step),
            handled_by: step.handled_by,
            undo: self.undo_of(number).and_then(|undo| self.step_status(undo)),
            within: self.within(number),
            outcome_unknown: self.is_outcome_unknown(number),
            only_reads: self.status().is_final() && self.only_reads(number),
        })
    }

    /// What a step waits for from outside.
    pub(crate) fn awaited(&self, number: u32) -> Option<Awaited<&str, &Value>> {
        let input = self.input(number);
        let text = |name: &str| input.get(name).and_then(Value::as_str).unwrap_or_default();
        match self.planned(number)?.kind {
            StepKind::Ask => Some(Awaited::Answer { question: text("question"), schema: input.get("schema") }),
            StepKind::Signal => Some(Awaited::Signal { name: text("name") }),
            _ => None,
        }
    }

    fn progress(&self, number: u32, step: &StepState) -> Option<Progress> {
        if let Some(map) = self.maps.get(&number) {
            let (done, of) = (map.ended, map.items());
            let fraction = if of == 0 { 1.0 } else { f64::from(done) / f64::from(of) };
            return Some(Progress { fraction, words: format!("{done} of {of}") });
        }
        let (fraction, words) = step.progress.as_ref()?;
        Some(Progress { fraction: *fraction, words: words.clone() })
    }

    /// The steps within others that were begun, or stand before a person.
    pub(crate) fn inner_log(&self) -> impl Iterator<Item = ExecutionStep<&str, &Value>> {
        let all = self.own as u32 + 1..=self.steps.len() as u32;
        let begun = |number: &u32| self.step_status(*number).is_some_and(|status| status != StepStatus::Pending);
        all.filter(begun).filter_map(|number| self.shown_step(number))
    }

    /// The run as people see it; none before the first event.
    pub fn record(&self) -> Option<Run> {
        self.shown().map(Run::owned)
    }

    pub(crate) fn shown(&self) -> Option<Run<&str, &Value, &Written<Plan>>> {
        Some(Run { execution_log: self.log().collect(), inner_log: self.inner_log().collect(), ..self.outline()? })
    }

    /// The execution log, borrowed.
    pub(crate) fn log(&self) -> impl Iterator<Item = ExecutionStep<&str, &Value>> {
        (1..=self.own as u32).filter_map(|number| self.shown_step(number))
    }

    /// The record without its log, borrowed.
    pub(crate) fn outline(&self) -> Option<Run<&str, &Value, &Written<Plan>>> {
        let created = self.created.as_ref()?;
        let status = self.status();
        let last = || self.own().iter().rev().find(|step| step.status == StepStatus::Succeeded);
        let result = match &self.result {
            _ if status != RunStatus::Completed => None,
            Some(result) => Some(result),
            None => last().and_then(|step| step.output.as_deref()),
        };
        Some(Run {
            schema_version: SCHEMA_VERSION,
            run_id: &created.run_id,
            goal: &created.goal,
            status,
            plan: created.plan.as_ref(),
            given: created.given.as_ref(),
            policy: created.policy.clone(),
            execution_log: Vec::new(),
            inner_log: Vec::new(),
            result,
            error: self.error.clone().filter(|_| status == RunStatus::Failed),
            cancel_reason: self.cancel_reason.as_deref(),
            parent: created.parent.clone(),
            usage: self.usage,
            created_at_ms: self.created_at,
            started_at_ms: self.started_at,
            completed_at_ms: self.ended_at,
        })
    }

    /// The states of the plan's own steps.
    pub(crate) fn own(&self) -> &[StepState] {
        self.steps.get(..self.own).unwrap_or(&[])
    }

    fn count(&self, status: StepStatus) -> u32 {
        self.own().iter().filter(|step| step.status == status).count() as u32
    }

    /// Whether a person is asked something: about a call, or for data.
    fn asks(&self) -> bool {
        let is_ask = |number: &u32| self.planned(*number).is_some_and(|planned| planned.kind == StepKind::Ask);
        !self.status().is_final() && (!self.waiting.is_empty() || self.active.iter().any(is_ask))
    }

    /// The run in a list; none before the first event.
    pub fn summary(&self) -> Option<RunSummary> {
        let created = self.created.as_ref()?;
        let completed = self.status() == RunStatus::Completed;
        let steps_of_completed = |status| if completed { self.count(status) } else { 0 };
        let in_doubt =
            (1..=self.own as u32).filter(|number| completed && self.is_outcome_unknown(*number)).count() as u32;
        Some(RunSummary {
            run_id: created.run_id.clone(),
            goal: created.goal.clone(),
            status: self.status(),
            steps: self.own as u32,
            steps_done: (self.own - self.open) as u32,
            denied_steps: steps_of_completed(StepStatus::Denied),
            succeeded_steps: steps_of_completed(StepStatus::Succeeded) + in_doubt,
            asks: self.asks(),
            error: self.error.clone().filter(|_| self.status() == RunStatus::Failed),
            parent_run_id: created.parent.as_ref().map(|parent| parent.run_id.clone()),
            created_at_ms: self.created_at,
            completed_at_ms: self.ended_at,
        })
    }
}

/// Whether a step of that kind has an effect that the driver begins, and a result that it reports.
pub(crate) const fn is_performed(kind: StepKind) -> bool {
    matches!(kind, StepKind::Tool | StepKind::Notify | StepKind::Plan)
}

/// Why a step has no output, for people.
fn step_error(step: &StepState) -> Option<String> {
    if let Some((reason, cause)) = step.skipped {
        let by = cause.map_or_else(String::new, |cause| format!(" step {cause}"));
        return Some(match reason {
            SkipReason::DependencyFailed => format!("skipped: it needs{by}, which failed"),
            SkipReason::DependencySkipped => format!("skipped: it needs a step that was skipped because of{by}"),
            SkipReason::DependencyDenied => format!("skipped: it needs{by}, which was denied"),
            SkipReason::Decision => format!("skipped: the decision of{by} said no"),
            SkipReason::NothingFailed => "skipped: nothing failed that it would handle".to_owned(),
            SkipReason::RunFailed => format!("skipped: the run failed at{by}"),
            SkipReason::BudgetSpent => "skipped: a budget is spent".to_owned(),
            SkipReason::Cancelled => "skipped: the run was cancelled".to_owned(),
        });
    }
    match step.status {
        StepStatus::Denied => Some(match &step.feedback {
            Some(feedback) => format!("denied: {feedback}"),
            None => "denied".to_owned(),
        }),
        StepStatus::Cancelled => Some("cancelled".to_owned()),
        StepStatus::Failed | StepStatus::Retrying => step.failure.as_ref().map(|failure| failure.message.clone()),
        StepStatus::Pending
        | StepStatus::WaitingApproval
        | StepStatus::Running
        | StepStatus::Succeeded
        | StepStatus::Skipped => None,
    }
}

impl EventKind {
    /// Whether the event says that the world did something, given the state before it; otherwise it is decided.
    pub(crate) fn is_report(&self, state: &RunState) -> bool {
        let kind = |step: u32| state.planned(step).map(|planned| planned.kind);
        let performed = |step: u32| kind(step).is_some_and(is_performed);
        match self {
            Self::RunCreated(_)
            | Self::ApprovalAnswered { .. }
            | Self::CancelRequested { .. }
            | Self::RunRecovered
            | Self::TimeSkipped { .. }
            | Self::LateResult { .. }
            | Self::PlanRevised { .. }
            | Self::SignalReceived { .. }
            | Self::StepProgressed { .. } => true,
            Self::StepSucceeded { step, .. } => performed(*step) || kind(*step) == Some(StepKind::Ask),
            // A call's own failure may have the code of a time limit: that of a child run has the code of what failed in it.
            Self::AttemptFailed { step, failure, .. } => performed(*step) && *failure != state.timed_out(*step),
            Self::RunFailed { .. } => state.plan().is_none(),
            Self::RunStarted
            | Self::StepStarted { .. }
            | Self::RetryScheduled { .. }
            | Self::StepFailed { .. }
            | Self::StepSkipped { .. }
            | Self::StepCancelled { .. }
            | Self::ApprovalRequested { .. }
            | Self::RunSuspended
            | Self::RunResumed
            | Self::BudgetSpent { .. }
            | Self::UndoBegan { .. }
            | Self::RunCompleted
            | Self::RunCancelled => false,
        }
    }
}
