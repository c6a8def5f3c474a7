//! What a host may bring to the runtime. Everything has a plain default.

use std::{fmt, rc::Rc};

use dunlin_base::LocalFuture;
use dunlin_plan::PlanStep;
use serde_json::{Value, json};

use crate::{Claims, EventKind, LocalClaims, ParentStep, Policy, ToolFailure, ToolOutput};

/// Checks a step's acceptance criteria against what it gave. Asked only about steps that have some.
pub trait Criteria {
    /// What is not met, or nothing. The input is the one the step was given: references resolved, and as a person may have
    /// edited it.
    fn check(&self, step: &PlanStep, input: &Value, output: &ToolOutput) -> Result<(), ToolFailure>;
}

/// Takes every output.
#[derive(Clone, Copy, Debug, Default)]
pub struct AcceptAll;

impl Criteria for AcceptAll {
    fn check(&self, _step: &PlanStep, _input: &Value, _output: &ToolOutput) -> Result<(), ToolFailure> {
        Ok(())
    }
}

/// Tells the person something: `notify` steps.
pub trait Notifier {
    /// Shows `input.title` and `input.body`; `key` is the same when it is done again after a reload.
    fn notify(&self, input: &Value, key: &str) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>>;
}

/// Shows nothing: the event in the journal is the notification.
#[derive(Clone, Copy, Debug, Default)]
pub struct JournalOnly;

impl Notifier for JournalOnly {
    fn notify(&self, input: &Value, _key: &str) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let text = |field: &str| input.get(field).and_then(Value::as_str).unwrap_or_default();
        let output = json!({"title": text("title"), "body": text("body"), "shown": false});
        Box::pin(std::future::ready(Ok(ToolOutput { output, metadata: None })))
    }
}

/// How many ended runs are kept. Runs under way and todos never go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// The most ended runs, the ones below others among them: a run and the runs below it go as one, and the latest such family
    /// stays whatever its size.
    pub max_runs: usize,
    /// The most characters their journals may take together.
    pub max_bytes: usize,
}

impl Default for Retention {
    /// 200 runs, a million characters: a fifth of what browsers give a page.
    fn default() -> Self {
        Self { max_runs: 200, max_bytes: 1_000_000 }
    }
}

/// Where log lines go.
pub type Log = Rc<dyn Fn(&str)>;

/// Where what people ask of runs goes: the run, and the event that it would be.
pub type Elsewhere = Rc<dyn Fn(&str, &EventKind)>;

/// What a host brings to the runtime.
#[derive(Clone)]
pub struct RuntimeOptions {
    /// Checks acceptance criteria.
    pub criteria: Rc<dyn Criteria>,
    /// Shows notifications.
    pub notifier: Rc<dyn Notifier>,
    /// Keeps tabs apart.
    pub claims: Rc<dyn Claims>,
    /// How many ended runs are kept.
    pub retention: Retention,
    /// Takes one JSON line an event.
    pub log: Option<Log>,
    /// Takes what people ask of runs, when an engine elsewhere carries them out: this runtime drives none then, and learns
    /// of their events by [`Runtime::take_in`](crate::Runtime::take_in).
    pub elsewhere: Option<Elsewhere>,
}

impl Default for RuntimeOptions {
    fn default() -> Self {
        Self {
            criteria: Rc::new(AcceptAll),
            notifier: Rc::new(JournalOnly),
            claims: Rc::new(LocalClaims::default()),
            retention: Retention::default(),
            log: None,
            elsewhere: None,
        }
    }
}

impl fmt::Debug for RuntimeOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuntimeOptions").field("retention", &self.retention).finish_non_exhaustive()
    }
}

/// What a run is started with.
#[derive(Clone, Debug, Default)]
pub struct StartOptions {
    /// What it may do.
    pub policy: Policy,
    /// Its identifier; a new one when there is none.
    pub run_id: Option<String>,
    /// Where its randomness begins; random when there is none.
    pub seed: Option<u64>,
    /// What the run is given: step 0 of its plan.
    pub given: Option<Value>,
    /// The step of another run that it carries out.
    pub parent: Option<ParentStep>,
}
