//! The facade itself: one value that holds the todos, the tools, the planner and the runtime.

use std::{
    cell::{Cell, Ref, RefCell},
    rc::Rc,
};

use dunlin_base::{Env, Ids, LocalFuture, SeededRandom, Span, StorageKind, Utf16Span};
use dunlin_date::Now;
use dunlin_plan::{Limits, Plan, SCHEMA_VERSION, StepKind, ToolSpec, bounds::MAX_DEPTH, schema};
use dunlin_planner::{MAX_GOAL_CHARACTERS, PlanContext, PlanError, Planned, Planner, phrase::PhraseBook};
use dunlin_runtime::{
    ApprovalMode, ClaimKind, Claims, LocalClaims, Policy, ProgressSink, Registry, Runtime, RuntimeOptions,
    StoredLeases, Tool, ToolCall, ToolFailure, ToolResult,
};
use dunlin_todo::TodoStore;
use serde_json::{Value, json};

use crate::{
    CallOptions, Capabilities, CapabilityLimits, DunlinError, Explanation, Health, HealthStatus, Options,
    StorageHealth,
    known::OnLists,
    phrases::LiveList,
    run::tightened,
    templates,
    tool::{Calculator, Dates, Guide, Sentences, TodoStoreTool},
    touch::touches,
};

/// Everything of Dunlin over one environment. Clones share it.
///
/// ```
/// use dunlin::{Dunlin, Options};
/// use dunlin_base::testing::World;
///
/// let world = World::new(1);
/// let dunlin = Dunlin::open(world.env(), Options::default());
/// let plan = dunlin.plan("add todo Buy milk and calculate (10 + 5) * 2 then list todos").unwrap();
/// assert_eq!(plan.steps.len(), 3);
/// ```
#[derive(Clone)]
pub struct Dunlin(Rc<Inner>);

pub(crate) struct Inner {
    pub(crate) env: Env,
    opened_at_ms: i64,
    pub(crate) policy: Policy,
    notices: Vec<String>,
    pub(crate) todos: TodoStore,
    pub(crate) runtime: Runtime,
    pub(crate) planner: RefCell<Planner>,
    /// Whether tools came or went since the planner was told of them.
    tools_changed: Cell<bool>,
    pub(crate) phrases: RefCell<PhraseBook>,
    pub(crate) live_lists: RefCell<Vec<LiveList>>,
    ids: Ids,
    pub(crate) claims: Rc<dyn Claims>,
}

impl Dunlin {
    /// Opens Dunlin over an environment. Never fails: a storage that cannot be read, or a policy that cannot be used, gives
    /// [`Dunlin::notices`]. A host that wants to refuse a policy checks it with [`crate::PolicyChange::over`] first.
    pub fn open(mut env: Env, options: Options) -> Self {
        let mut notices = options.notices;
        let mut unless_refused =
            |result: Result<(), DunlinError>| notices.extend(result.err().map(|error| error.message));
        let mut policy = Policy::default();
        unless_refused(options.policy.over(&policy).map(|changed| policy = changed));
        if let Some(seed) = options.seed {
            env.random = Rc::new(SeededRandom::new(seed ^ openings(&env).wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        }
        let todos = if options.todos_later { TodoStore::open_unread(&env) } else { TodoStore::open(&env) };
        let mut registry = Registry::new();
        let built_in: [Rc<dyn Tool>; 4] = [
            Rc::new(Calculator::new()),
            Rc::new(TodoStoreTool::new(todos.clone())),
            Rc::new(Dates::new(env.clock.clone())),
            Rc::new(Guide::new()),
        ];
        let offered =
            |tool: &Rc<dyn Tool>| options.builtins.as_ref().is_none_or(|names| names.contains(&tool.spec().name));
        for tool in built_in.into_iter().filter(offered) {
            unless_refused(registry.register(tool).map_err(DunlinError::from));
        }
        let mut planner = Planner::new(registry.specs().to_vec());
        unless_refused(templates::kept(&env).map(|kept| {
            if let Some(kept) = kept {
                planner.set_templates(kept);
            }
        }));
        let planner = RefCell::new(planner);
        // Whoever else is handed the host's storage must not drive the same runs.
        let claims = options.claims.unwrap_or_else(|| match env.storage.kind() {
            StorageKind::Memory => Rc::new(LocalClaims::default()),
            StorageKind::Local | StorageKind::Custom => Rc::new(StoredLeases::new(env.clone())),
        });
        let mut brought = RuntimeOptions {
            criteria: Rc::new(Sentences),
            log: options.log,
            claims: claims.clone(),
            ..RuntimeOptions::default()
        };
        if let Some(notifier) = options.notifier {
            brought.notifier = notifier;
        }
        if let Some(retention) = options.retention {
            brought.retention = retention;
        }
        let runtime = Runtime::new(env.clone(), registry, brought);
        Self(Rc::new(Inner {
            opened_at_ms: env.clock.now_ms(),
            env,
            policy,
            notices,
            todos,
            runtime,
            planner,
            tools_changed: Cell::default(),
            phrases: RefCell::default(),
            live_lists: RefCell::default(),
            ids: Ids::new(),
            claims,
        }))
    }

    pub(crate) fn inner(&self) -> &Inner {
        &self.0
    }

    /// The plan for a goal. The same goal at the same local moment gives the same plan, byte for byte.
    pub fn plan(&self, goal: &str) -> Result<Plan, DunlinError> {
        self.plan_without(goal, &[])
    }

    /// The plan for a goal whose readings at `dismissed` were taken back.
    pub fn plan_without(&self, goal: &str, dismissed: &[Utf16Span]) -> Result<Plan, DunlinError> {
        let spans = spans_of(goal, dismissed);
        self.refresh_lists()?;
        let phrases = self.0.phrases.borrow();
        let known = OnLists(&self.0.todos);
        let context =
            PlanContext::new(self.now()).without(&spans).with_phrases(&phrases, self.utc_offset()).with_list(&known);
        self.finished(goal, self.planner().read(goal, &context))
    }

    /// How a goal is read while it is being typed. Never fails, whatever was typed.
    pub fn explain(&self, goal: &str, dismissed: &[Utf16Span]) -> Explanation {
        self.read_aloud(goal, dismissed).0
    }

    /// How a goal is read while it is being typed, and its plan: as [`Dunlin::explain`] and [`Dunlin::plan_without`],
    /// reading it once.
    pub fn read_aloud(&self, goal: &str, dismissed: &[Utf16Span]) -> (Explanation, Result<Plan, DunlinError>) {
        let spans = spans_of(goal, dismissed);
        // A list whose function fails keeps the values it had; carrying the goal out says why.
        let _ = self.refresh_lists();
        let phrases = self.0.phrases.borrow();
        let known = OnLists(&self.0.todos);
        let context =
            PlanContext::new(self.now()).without(&spans).with_phrases(&phrases, self.utc_offset()).with_list(&known);
        let (explanation, planned) = self.planner().read_aloud(goal, &context);
        let mut explanation = Explanation::of(goal, explanation);
        let plan = self.finished(goal, planned);
        if let Ok(plan) = &plan {
            explanation.touches = touches(&self.0.todos, plan);
        }
        (explanation, plan)
    }

    /// A plan with what its goal limits, so that it holds wherever the plan is carried out; every plan that is given out
    /// can be run.
    fn finished(&self, goal: &str, planned: Result<Planned, PlanError>) -> Result<Plan, DunlinError> {
        let planned = planned.map_err(|error| DunlinError::from_plan(&error, goal))?;
        let mut plan = planned.plan;
        if !planned.policy.is_empty() {
            plan.policy = Some(planned.policy);
        }
        self.accept(&plan, &self.0.policy)?;
        Ok(plan)
    }

    /// Refuses a goal whose plan could not be run under a policy: a name that is too long, a tool that is not allowed.
    pub(crate) fn accept(&self, plan: &Plan, policy: &Policy) -> Result<(), DunlinError> {
        let faults = self.0.runtime.validate(plan, &tightened(policy.clone(), plan));
        let Some(first) = faults.first() else { return Ok(()) };
        let step = first.step_number.and_then(|number| plan.steps.get((number as usize).checked_sub(1)?));
        let mut error = DunlinError::new(first.code, format!("the goal was understood but cannot be run: {first}"))
            .with_hint("shorten what is too long, or say it another way")
            .with_details(json!({"faults": &faults}));
        error.span = step.map(|step| step.source);
        Err(error)
    }

    /// The person's todos, the same that the tool `todo_store` acts on.
    pub fn todos(&self) -> &TodoStore {
        self.0.todos.read_stored();
        &self.0.todos
    }

    /// Reads so many of the stored todos, where they are read later. Whether there are more.
    pub fn read_todos(&self, entries: usize) -> bool {
        self.0.todos.read_some(entries)
    }

    /// The local moment that relative dates count from.
    pub fn now(&self) -> Now {
        let clock = &self.0.env.clock;
        let now_ms = clock.now_ms();
        Now::at(now_ms, &|at_ms| clock.utc_offset_minutes(at_ms))
    }

    /// How far the local time is ahead of UTC, in minutes.
    pub(crate) fn utc_offset(&self) -> i32 {
        let clock = &self.0.env.clock;
        clock.utc_offset_minutes(clock.now_ms())
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
        if let Some(why) = schema::refusal(&spec.input_schema) {
            let message = format!("the input schema of the tool {:?} cannot be used: {why}", spec.name);
            return Err(DunlinError::new("tool.invalid-schema", message)
                .with_hint("write it with keywords that are checked, or leave it out and check in the tool"));
        }
        self.0.runtime.register(tool)?;
        self.tools_changed();
        Ok(())
    }

    /// The next goal is planned with the tools as they stand then; many may be registered before it.
    pub(crate) fn tools_changed(&self) {
        self.0.tools_changed.set(true);
    }

    /// The planner, with the tools as they stand now.
    fn planner(&self) -> Ref<'_, Planner> {
        if self.0.tools_changed.take() {
            self.0.planner.borrow_mut().set_specs(self.tools());
        }
        self.0.planner.borrow()
    }

    /// What the tools say of themselves, sorted by name.
    pub fn tools(&self) -> Vec<ToolSpec> {
        self.0.runtime.registry().specs().to_vec()
    }

    /// Calls a tool outside of any run. A failure is a result; so is a call that the policy asks a person about first and
    /// that nobody has approved.
    pub fn call_tool(&self, name: &str, input: Value, options: CallOptions) -> LocalFuture<'static, ToolResult> {
        let env = &self.0.env;
        if !options.approved && self.asks_first(name, &input) {
            let mut failure = ToolFailure::new("tool.approval-required", format!("{name} asks a person first"));
            failure.hint = Some("show what it would do, and call it again as approved once a person has agreed".into());
            return Box::pin(std::future::ready(Err(failure).into()));
        }
        let call = ToolCall {
            input,
            idempotency_key: format!("call:{}", self.0.ids.next(env)),
            attempt: 1,
            run_id: String::new(),
            step_number: 0,
            signal: options.signal,
            now_ms: env.clock.now_ms(),
            progress: ProgressSink::default(),
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
        let todos = self.0.todos.notices().into_iter().map(|notice| notice.message);
        self.0.notices.iter().cloned().chain(todos).chain(self.0.runtime.notices()).collect()
    }

    /// How it is doing.
    pub fn health(&self) -> Health {
        let mut notices = self.notices();
        let claims = self.0.runtime.claim_kind();
        if claims == ClaimKind::None {
            notices
                .push("the storage takes no leases, so nothing keeps two pages from driving the same run".to_owned());
        }
        let storage = &self.0.env.storage;
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
            todo_actions: dunlin_todo::tool::ACTIONS.to_vec(),
            exchange_formats: dunlin_todo::Format::ALL.iter().map(|format| format.name()).collect(),
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
            self.0.todos.storage_changed(key);
            self.0.runtime.storage_changed(key);
            if key.is_none_or(|key| key == templates::KEY) {
                self.read_templates_again();
            }
        }
    }
}

/// The version of this library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What every key that Dunlin stores begins with.
const KEY_PREFIX: &str = "dunlin:";

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

fn spans_of(text: &str, spans: &[Utf16Span]) -> Vec<Span> {
    spans.iter().map(|span| span.bytes(text)).collect()
}
