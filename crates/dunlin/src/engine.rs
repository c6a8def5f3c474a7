//! What carries plans out, without a planner and without todos: the host's own tools, runs that outlive a reload, and
//! their events.

use std::rc::Rc;

use dunlin_base::{Env, Ids, LocalFuture, SeededRandom, StorageError, StorageKind};
use dunlin_plan::{Fault, Limits, Plan, SCHEMA_VERSION, StepKind, ToolSpec, bounds::MAX_DEPTH, schema};
use dunlin_planner::MAX_GOAL_CHARACTERS;
use dunlin_runtime::{
    ApprovalAnswer, ApprovalMode, ClaimKind, Claims, Criteria, Journal, LocalClaims, PartialSink, Policy, ProgressSink,
    Registry, Report, Run, RunHandle, RunSummary, Runtime, RuntimeOptions, Sensitive, StartOptions, StoredLeases, Tool,
    ToolCall, ToolFailure, ToolResult, Trace,
};
use serde_json::Value;

use crate::{
    CallOptions, Capabilities, CapabilityLimits, DunlinError, Health, HealthStatus, Options, RunOptions, StorageHealth,
    run::{tightened, unknown_run},
};

/// Plans carried out with a host's own tools over one environment. Clones share it. [`crate::Dunlin`] has a planner, todos
/// and tools beside it.
///
/// ```
/// use dunlin::{Engine, Options, RunOptions, RunStatus, read_plan};
/// use dunlin_base::testing::World;
///
/// let world = World::new(1);
/// let engine = Engine::open(world.env(), Options::default());
/// let plan = read_plan(r#"{"schemaVersion": 1, "goal": "", "steps": [{"stepNumber": 1, "kind": "wait", "toolInput": {"ms": 5}}]}"#)?;
/// let run = engine.run_plan(plan, RunOptions::default())?;
/// assert_eq!(world.block_on(run.drive()).status, RunStatus::Completed);
/// # Ok::<(), dunlin::DunlinError>(())
/// ```
#[derive(Clone)]
pub struct Engine(Rc<Parts>);

pub(crate) struct Parts {
    pub(crate) env: Env,
    opened_at_ms: i64,
    pub(crate) policy: Policy,
    pub(crate) notices: Vec<String>,
    pub(crate) runtime: Runtime,
    ids: Ids,
    pub(crate) claims: Rc<dyn Claims>,
}

impl Engine {
    /// Opens it over an environment. Never fails: what cannot be used gives [`Engine::notices`].
    pub fn open(env: Env, options: Options) -> Self {
        Self::with(env, options, RuntimeOptions::default().criteria, |_, _| (Registry::new(), ())).0
    }

    /// As [`Engine::open`], with tools that `bring` makes over the environment, and whatever else it gives.
    pub(crate) fn with<T>(
        mut env: Env,
        options: Options,
        criteria: Rc<dyn Criteria>,
        bring: impl FnOnce(&Env, &mut Vec<String>) -> (Registry, T),
    ) -> (Self, T) {
        let mut notices = options.notices;
        let mut policy = Policy::default();
        match options.policy.over(&policy) {
            Ok(changed) => policy = changed,
            Err(error) => notices.push(error.message),
        }
        if let Some(seed) = options.seed {
            env.random = Rc::new(SeededRandom::new(seed ^ openings(&env).wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        }
        let (registry, brought) = bring(&env, &mut notices);
        // Whoever else is handed the host's storage must not drive the same runs.
        let claims = options.claims.unwrap_or_else(|| match env.storage.kind() {
            StorageKind::Memory => Rc::new(LocalClaims::default()),
            StorageKind::Local | StorageKind::Custom => Rc::new(StoredLeases::new(env.clone())),
        });
        let mut chosen =
            RuntimeOptions { criteria, log: options.log, claims: claims.clone(), ..RuntimeOptions::default() };
        if let Some(notifier) = options.notifier {
            chosen.notifier = notifier;
        }
        if let Some(retention) = options.retention {
            chosen.retention = retention;
        }
        chosen.elsewhere = options.elsewhere;
        let runtime = Runtime::new(env.clone(), registry, chosen);
        let opened_at_ms = env.clock.now_ms();
        (Self(Rc::new(Parts { env, opened_at_ms, policy, notices, runtime, ids: Ids::new(), claims })), brought)
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.0
    }

    /// Records a run of a plan; [`RunHandle::drive`] carries it out. A plan with faults is an error and no run.
    pub fn run_plan(&self, plan: Plan, options: RunOptions) -> Result<RunHandle, DunlinError> {
        let policy = tightened(options.policy.over(&self.0.policy)?, &plan);
        let start =
            StartOptions { policy, run_id: options.run_id, seed: options.seed, given: options.input, parent: None };
        Ok(self.0.runtime.start(plan, start)?)
    }

    /// Everything that is wrong with a plan that somebody else wrote, as [`Engine::run_plan`] would find it; nothing for a plan
    /// that can be run.
    ///
    /// ```
    /// use dunlin::{Dunlin, Options};
    /// use dunlin_base::testing::World;
    ///
    /// let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    /// let step = |number, tool| format!(r#"{{"stepNumber": {number}, "kind": "tool", "toolName": "{tool}", "toolInput": {{}}}}"#);
    /// let plan = format!(r#"{{"schemaVersion": 1, "goal": "", "steps": [{}, {}]}}"#, step(1, "calculater"), step(3, "todo_store"));
    /// let codes: Vec<&str> = dunlin.faults(&plan).iter().map(|fault| fault.code).collect();
    /// assert_eq!(codes, ["plan.unknown-tool", "plan.step-number", "plan.invalid-input"]);
    /// ```
    pub fn faults(&self, plan: &str) -> Vec<Fault> {
        let plan = match dunlin_plan::file::read(plan) {
            Ok(plan) => plan,
            Err(fault) => return vec![fault],
        };
        self.0.runtime.validate(&plan, &tightened(self.0.policy.clone(), &plan))
    }

    /// As [`Engine::faults`] for a text that a person has before them: each fault names its place there.
    pub fn faults_in(&self, plan: &str) -> Vec<Fault> {
        self.faults(plan).into_iter().map(|fault| fault.placed(plan)).collect()
    }

    /// Summaries of all runs, the newest first.
    pub fn runs(&self) -> Vec<RunSummary> {
        self.0.runtime.runs()
    }

    /// As [`dunlin_runtime::Runtime::summaries`].
    pub fn summaries(&self) -> Vec<Rc<RunSummary>> {
        self.0.runtime.summaries()
    }

    /// As [`dunlin_runtime::Runtime::children`].
    pub fn children(&self, run_id: &str) -> Vec<RunSummary> {
        self.0.runtime.children(run_id)
    }

    /// The runs that have not ended, the earliest first: what a page takes up after a reload.
    pub fn unfinished_runs(&self) -> Vec<String> {
        self.0.runtime.unfinished()
    }

    /// As [`dunlin_runtime::Runtime::left`].
    pub fn left_runs(&self) -> Vec<String> {
        self.0.runtime.left()
    }

    /// As [`dunlin_runtime::Runtime::is_left_alone`].
    pub fn is_left_alone(&self, run_id: &str) -> bool {
        self.0.runtime.is_left_alone(run_id)
    }

    /// As [`dunlin_runtime::Runtime::forget_stops`].
    pub fn forget_stops(&self) {
        self.0.runtime.forget_stops();
    }

    /// The record of a run.
    pub fn run_record(&self, run_id: &str) -> Option<Run> {
        self.0.runtime.get(run_id)
    }

    /// The handle of a run that this or another tab began, before or after a reload.
    pub fn resume(&self, run_id: &str) -> Result<RunHandle, DunlinError> {
        Ok(self.0.runtime.resume(run_id)?)
    }

    /// Sends a run a signal: the first of its steps that waits for one of that name takes the data, now or later. It is kept
    /// until then, also when the run is not driven here or not at all just now.
    pub fn signal(&self, run_id: &str, name: &str, data: Value) -> Result<(), DunlinError> {
        Ok(self.resume(run_id)?.signal(name, data)?)
    }

    /// Answers the question of an ask step; the data fits the question's schema.
    pub fn answer(&self, run_id: &str, step_number: u32, data: Value) -> Result<(), DunlinError> {
        Ok(self.resume(run_id)?.answer(step_number, data)?)
    }

    /// Answers the question of a run, or of a run below another one, before a step starts.
    pub fn approve(&self, run_id: &str, approval_id: &str, answer: ApprovalAnswer) -> Result<(), DunlinError> {
        Ok(self.resume(run_id)?.approve(approval_id, answer)?)
    }

    /// A run with the runs below it, as a tree: what was thought, done and seen.
    pub fn trace(&self, run_id: &str) -> Option<Trace> {
        Trace::of(&self.0.runtime, run_id)
    }

    /// Hands the runtime to what registers tools there by itself.
    pub fn with_runtime<T>(&self, work: impl FnOnce(&Runtime) -> T) -> T {
        work(&self.0.runtime)
    }

    /// A run told for people and programs.
    pub fn report(&self, run_id: &str) -> Result<Report, DunlinError> {
        self.0.runtime.report(run_id).ok_or_else(|| unknown_run(run_id))
    }

    /// A run's events, as they are stored.
    pub fn journal(&self, run_id: &str) -> Result<Journal, DunlinError> {
        self.0.runtime.journal(run_id).ok_or_else(|| unknown_run(run_id))
    }

    /// Forgets a run that has ended.
    pub fn delete_run(&self, run_id: &str) -> Result<(), DunlinError> {
        Ok(self.0.runtime.delete(run_id)?)
    }

    /// The policy that runs have unless they change it.
    pub fn policy(&self) -> &Policy {
        &self.0.policy
    }

    /// Adds a tool that plans can call.
    ///
    /// A tool whose input schema has a keyword that is not checked here is refused: its author counts on it.
    pub fn register_tool(&self, tool: Rc<dyn Tool>) -> Result<(), DunlinError> {
        let spec = tool.spec();
        // A slip in what says when to ask would be one more call that nobody is asked about.
        let conditions = [
            ("destructiveWhen", &spec.destructive_when),
            ("destructiveTogether", &spec.destructive_together),
            ("readOnlyWhen", &spec.read_only_when),
        ];
        let conditions = conditions.into_iter().filter_map(|(name, schema)| Some((name, schema.as_ref()?)));
        let estimates = spec.estimates.iter().filter_map(|estimate| Some(("estimates", estimate.when.as_ref()?)));
        for (name, schema) in std::iter::once(("input schema", &spec.input_schema)).chain(conditions).chain(estimates) {
            if let Some(why) = schema::refusal(schema) {
                let message = format!("the {name} of the tool {:?} cannot be used: {why}", spec.name);
                return Err(DunlinError::new("tool.invalid-schema", message)
                    .with_hint("write it with keywords that are checked, or leave it out and check in the tool"));
            }
        }
        Ok(self.0.runtime.register(tool)?)
    }

    /// Takes a tool away; false when there is none of that name. Runs that have begun keep it.
    pub fn unregister_tool(&self, name: &str) -> bool {
        self.0.runtime.unregister(name)
    }

    /// What the tools say of themselves, sorted by name.
    pub fn tools(&self) -> Vec<ToolSpec> {
        self.0.runtime.registry().specs().to_vec()
    }

    /// What the tool of that name says of itself.
    pub fn tool(&self, name: &str) -> Option<ToolSpec> {
        self.0.runtime.registry().get(name).map(|tool| tool.spec().clone())
    }

    /// Calls a tool outside of any run. A failure is a result; so is a call that the policy asks a person about first and
    /// that nobody has approved.
    pub fn call_tool(&self, name: &str, input: Value, options: CallOptions) -> LocalFuture<'static, ToolResult> {
        let env = &self.0.env;
        // What a plan may not call, nobody may beside one.
        if let Some(allowed) =
            self.0.policy.allowed_tools.as_ref().filter(|allowed| !allowed.iter().any(|one| one == name))
        {
            let message = format!("the policy does not allow the tool {name:?}, only {}", allowed.join(", "));
            let failure = ToolFailure::new("plan.tool-not-allowed", message)
                .with_hint("call another tool, or name it in the policy's allowedTools");
            return Box::pin(std::future::ready(Err(failure).into()));
        }
        let leave = self.0.runtime.registry().needs_leave(name, &input);
        if !options.approved && (self.asks_first(name, &input) || !leave.is_empty()) {
            let what = if leave.is_empty() { String::new() } else { format!(": {}", Sensitive::in_words(&leave)) };
            let failure = ToolFailure::new("tool.approval-required", format!("{name} asks a person first{what}"))
                .with_hint("show what it would do, and call it again as approved once a person has agreed");
            return Box::pin(std::future::ready(Err(failure).into()));
        }
        let call = ToolCall {
            input,
            idempotency_key: format!("call:{}", self.0.ids.next(env)),
            attempt: 1,
            run_id: String::new(),
            step_number: 0,
            caller: String::new(),
            leave,
            signal: options.signal,
            now_ms: env.clock.now_ms(),
            progress: ProgressSink::default(),
            partial: PartialSink::default(),
        };
        let called = self.0.runtime.registry().call(name, call);
        Box::pin(async move { called.await.into() })
    }

    /// Whether a call of that tool would ask a person first if it were a step.
    fn asks_first(&self, name: &str, input: &Value) -> bool {
        let registry = self.0.runtime.registry();
        let Some(tool) = registry.get(name) else { return false };
        match self.0.policy.approval {
            ApprovalMode::Never => false,
            ApprovalMode::Destructive => tool.spec().is_destructive(input),
            ApprovalMode::Always => true,
        }
    }

    /// What a person should know: refused storage, values set aside, runs that are not stored.
    pub fn notices(&self) -> Vec<String> {
        self.0.notices.iter().cloned().chain(self.0.runtime.notices()).collect()
    }

    /// Why the storage cannot be read, if it cannot.
    pub fn storage_refusal(&self) -> Option<StorageError> {
        self.0.env.storage.get(&format!("{KEY_PREFIX}ready")).err()
    }

    /// How it is doing.
    pub fn health(&self) -> Health {
        self.health_with(self.notices())
    }

    pub(crate) fn health_with(&self, mut notices: Vec<String>) -> Health {
        let claims = self.0.runtime.claim_kind();
        if claims == ClaimKind::None {
            notices
                .push("the storage takes no leases, so nothing keeps two pages from driving the same run".to_owned());
        }
        let storage = &self.0.env.storage;
        if let Some(refusal) = self.storage_refusal() {
            notices.push(format!("the storage cannot be read: {refusal}"));
        }
        let now_ms = self.0.env.clock.now_ms();
        Health {
            status: if notices.is_empty() { HealthStatus::Healthy } else { HealthStatus::Degraded },
            version: VERSION,
            uptime_ms: now_ms.saturating_sub(self.0.opened_at_ms).max(0).unsigned_abs(),
            storage: StorageHealth { kind: storage.kind().name(), claims: claims.name(), bytes: self.stored_bytes() },
            tools: self.tools().into_iter().map(|spec| spec.name).collect(),
            notices,
        }
    }

    /// Browsers count two bytes a UTF-16 unit of keys and values.
    fn stored_bytes(&self) -> Option<u64> {
        let storage = &self.0.env.storage;
        let units = |text: &str| text.encode_utf16().count() as u64;
        storage.keys(KEY_PREFIX).ok()?.iter().try_fold(0, |sum, key| {
            let value = storage.get(key).ok()?.unwrap_or_default();
            Some(sum + 2 * (units(key) + units(&value)))
        })
    }

    /// What this build can do.
    pub fn capabilities(&self) -> Capabilities {
        Capabilities {
            version: VERSION,
            schema_version: SCHEMA_VERSION,
            step_kinds: StepKind::ALL.iter().map(|kind| kind.name()).collect(),
            todo_actions: Vec::new(),
            exchange_formats: Vec::new(),
            durable: self.0.env.storage.kind() != StorageKind::Memory,
            claims: self.0.runtime.claim_kind().name(),
            limits: CapabilityLimits {
                goal_characters: MAX_GOAL_CHARACTERS,
                plan_steps: Limits::default().max_steps,
                input_depth: MAX_DEPTH,
            },
        }
    }

    /// Counters and histograms as Prometheus text.
    pub fn metrics(&self) -> String {
        self.0.runtime.metrics()
    }

    /// Another tab changed the storage under `key`, or all of it: what it concerns is read again.
    pub fn storage_changed(&self, key: Option<&str>) {
        if key.is_none_or(|key| key.starts_with(KEY_PREFIX)) {
            self.0.runtime.storage_changed(key);
        }
    }
}

/// The version of this library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What every key that Dunlin stores begins with.
pub(crate) const KEY_PREFIX: &str = "dunlin:";

/// How often Dunlin was opened with a seed.
const OPENINGS: &str = "dunlin:v1:openings";

/// How often a seed was begun with over this storage, this time not counted. The same seed at the same moment would give
/// identifiers that are in use; over an empty storage it always gives the same.
fn openings(env: &Env) -> u64 {
    let before = env.storage.get(OPENINGS).ok().flatten().and_then(|text| text.parse().ok()).unwrap_or(0_u64);
    // Where it cannot be counted nothing else is stored either.
    let _ = env.storage.set(OPENINGS, &before.saturating_add(1).to_string());
    before
}
