//! The facade itself: one value that holds the todos, the tools, the planner and the runtime.

use std::{
    cell::{Cell, RefCell, RefMut},
    collections::BTreeMap,
    ops::Deref,
    rc::Rc,
};

use dunlin_base::{Env, Span, Utf16Span};
use dunlin_date::Now;
use dunlin_plan::Plan;
use dunlin_planner::{
    PlanContext, PlanError, Planned, Planner,
    phrase::{Offsets, PhraseBook, Within},
};
use dunlin_runtime::{Policy, Registry, Runtime, Tool};
use dunlin_todo::TodoStore;
use serde_json::json;

use crate::{
    Capabilities, DunlinError, Engine, Explanation, GoalOptions, Health, Options,
    engine::KEY_PREFIX,
    known::OnLists,
    phrases::LiveList,
    rules::{self, Rules, limited},
    run::tightened,
    schedules::{Counts, PutOff, ScheduleWords},
    second::SecondPlanner,
    templates,
    tool::{Calculator, Checks, Dates, Guide, Schedules, TodoStoreTool},
    touch::{Touch, touches},
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
    engine: Engine,
    pub(crate) todos: TodoStore,
    /// Shared with what reads a goal: a host that calls back while it is read may change it.
    pub(crate) planner: RefCell<Rc<Planner>>,
    /// What was given out to other threads and still holds.
    pub(crate) rules: RefCell<Option<Rules>>,
    /// Whether tools came or went since the planner was told of them.
    tools_changed: Cell<bool>,
    pub(crate) phrases: Rc<RefCell<Rc<PhraseBook>>>,
    pub(crate) live_lists: RefCell<Vec<LiveList>>,
    pub(crate) second: RefCell<Option<SecondPlanner>>,
    /// The schedules that the storage keeps waiting.
    pub(crate) put_off: RefCell<BTreeMap<String, PutOff>>,
    pub(crate) schedule_counts: RefCell<Counts>,
}

/// What carries plans out; what it can do, this can do too.
impl Deref for Dunlin {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.0.engine
    }
}

impl Dunlin {
    /// Opens Dunlin over an environment. Never fails: a storage that cannot be read, or a policy that cannot be used, gives
    /// [`Dunlin::notices`]. A host that wants to refuse a policy checks it with [`crate::PolicyChange::over`] first.
    pub fn open(env: Env, options: Options) -> Self {
        let (todos_later, builtins) = (options.todos_later, options.builtins.clone());
        let phrases: Rc<RefCell<Rc<PhraseBook>>> = Rc::default();
        let (engine, (todos, planner)) = Engine::with(env, options, Rc::new(Checks), |env, notices| {
            let mut unless_refused =
                |result: Result<(), DunlinError>| notices.extend(result.err().map(|error| error.message));
            let todos = if todos_later { TodoStore::open_unread(env) } else { TodoStore::open(env) };
            let mut registry = Registry::new();
            let built_in: [Rc<dyn Tool>; 5] = [
                Rc::new(Calculator::new()),
                Rc::new(TodoStoreTool::new(todos.clone())),
                Rc::new(Dates::new(env.clock.clone())),
                Rc::new(Guide::new(phrases.clone())),
                Rc::new(Schedules::new(env.clone())),
            ];
            let offered = |tool: &Rc<dyn Tool>| builtins.as_ref().is_none_or(|names| names.contains(&tool.spec().name));
            for tool in built_in.into_iter().filter(offered) {
                unless_refused(registry.register(tool).map_err(DunlinError::from));
            }
            let mut planner = Planner::new(registry.specs().to_vec());
            unless_refused(templates::kept(env).map(|kept| {
                if let Some(kept) = kept {
                    planner.set_templates(kept);
                }
            }));
            (registry, (todos, planner))
        });
        Self(Rc::new(Inner {
            engine,
            todos,
            planner: RefCell::new(Rc::new(planner)),
            rules: RefCell::default(),
            tools_changed: Cell::default(),
            phrases,
            live_lists: RefCell::default(),
            second: RefCell::default(),
            put_off: RefCell::default(),
            schedule_counts: RefCell::default(),
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
        self.plan_with(goal, &GoalOptions::without(dismissed))
    }

    /// The plan for a goal that is read with these options.
    pub fn plan_with(&self, goal: &str, options: &GoalOptions) -> Result<Plan, DunlinError> {
        self.plan_within(goal, options, self.policy())
    }

    /// The same for a run under that policy: of several tools that can do a step, the cheapest that it allows is planned.
    pub(crate) fn plan_within(&self, goal: &str, options: &GoalOptions, policy: &Policy) -> Result<Plan, DunlinError> {
        match self.by_rules(goal, options, policy) {
            Ok((plan, leaves_out)) => Ok(self.read_more(goal, policy, &plan, leaves_out).unwrap_or(plan)),
            Err(refusal) => self.by_second(goal, policy, refusal),
        }
    }

    /// The rules' plan, and whether it leaves words out.
    pub(crate) fn by_rules(
        &self,
        goal: &str,
        options: &GoalOptions,
        policy: &Policy,
    ) -> Result<(Plan, bool), DunlinError> {
        let spans = spans_of(goal, &options.dismissed);
        self.refresh_lists();
        let phrases = self.0.phrases.borrow().clone();
        let known = OnLists::new(&self.0.todos);
        let within = self.within(policy);
        let offset = |at_ms| self.utc_offset(at_ms);
        let context =
            PlanContext::new(self.now()).without(&spans).with_phrases(&phrases, Offsets(&offset)).with_list(&known);
        let context = context.knowing(&options.context, options.language.as_deref()).within(&within);
        self.finished(goal, self.planner().read(goal, &context))
    }

    /// The todos that a plan would change, by step, as the lists stand now.
    pub fn touches(&self, plan: &Plan) -> Vec<Touch> {
        touches(&self.0.todos, plan)
    }

    /// How a goal is read while it is being typed. Never fails, whatever was typed.
    pub fn explain(&self, goal: &str, dismissed: &[Utf16Span]) -> Explanation {
        self.read_and_explain(goal, dismissed).0
    }

    /// As [`Dunlin::explain`], read with these options.
    pub fn explain_with(&self, goal: &str, options: &GoalOptions) -> Explanation {
        self.read_with(goal, options).0
    }

    /// How a goal is read while it is being typed, and its plan: as [`Dunlin::explain`] and [`Dunlin::plan_without`],
    /// reading it once.
    pub fn read_and_explain(&self, goal: &str, dismissed: &[Utf16Span]) -> (Explanation, Result<Plan, DunlinError>) {
        self.read_with(goal, &GoalOptions::without(dismissed))
    }

    fn read_with(&self, goal: &str, options: &GoalOptions) -> (Explanation, Result<Plan, DunlinError>) {
        let (mut explanation, plan) = self.read_by_rules(goal, options);
        let refusal = match plan {
            Ok((plan, leaves_out)) => {
                let whole = self.read_more(goal, self.policy(), &plan, leaves_out);
                return whole.map_or((explanation, Ok(plan)), |plan| (self.told_by_second(&plan), Ok(plan)));
            }
            Err(refusal) => refusal,
        };
        match self.by_second(goal, self.policy(), refusal.clone()) {
            Ok(plan) => (self.told_by_second(&plan), Ok(plan)),
            Err(error) if error == refusal => (explanation, Err(error)),
            // It is understood, and refused for another reason.
            Err(error) => {
                explanation.diagnostics.clear();
                explanation.refuse(&error);
                (explanation, Err(error))
            }
        }
    }

    /// What is told of a goal that a second planner has planned: what the rules made of it is not what is done.
    fn told_by_second(&self, plan: &Plan) -> Explanation {
        Explanation { touches: touches(&self.0.todos, plan), ..Explanation::default() }
    }

    fn read_by_rules(&self, goal: &str, options: &GoalOptions) -> (Explanation, Result<(Plan, bool), DunlinError>) {
        let spans = spans_of(goal, &options.dismissed);
        self.refresh_lists();
        let phrases = self.0.phrases.borrow().clone();
        let known = OnLists::new(&self.0.todos);
        let offset = |at_ms| self.utc_offset(at_ms);
        let context =
            PlanContext::new(self.now()).without(&spans).with_phrases(&phrases, Offsets(&offset)).with_list(&known);
        let within = self.within(self.policy());
        let context = context.knowing(&options.context, options.language.as_deref()).within(&within);
        let (explanation, planned) = self.planner().read_and_explain(goal, &context);
        let mut explanation = Explanation::of(goal, explanation);
        let understood = planned.is_ok();
        let plan = self.finished(goal, planned);
        match &plan {
            Ok((plan, _)) => explanation.touches = touches(&self.0.todos, plan),
            Err(error) if understood => explanation.refuse(error),
            // The planner says what it did not understand.
            Err(_) => {}
        }
        (explanation, plan)
    }

    /// A plan with what its goal limits, so that it holds wherever the plan is carried out; every plan that is given out
    /// can be run. And whether it leaves words out.
    fn finished(&self, goal: &str, planned: Result<Planned, PlanError>) -> Result<(Plan, bool), DunlinError> {
        let planned = planned.map_err(|error| DunlinError::from_plan(&error, goal))?;
        let leaves_out = planned.leaves_out;
        let plan = limited(planned);
        self.accept(&plan, self.policy())?;
        Ok((plan, leaves_out))
    }

    /// What may be planned for a run under a policy: it is held against the usual one as well.
    pub(crate) fn within(&self, policy: &Policy) -> Within {
        let usual = self.policy();
        let tools = match (&usual.allowed_tools, &policy.allowed_tools) {
            (Some(usual), Some(own)) => Some(own.iter().filter(|name| usual.contains(name)).cloned().collect()),
            (usual, own) => own.as_ref().or(usual.as_ref()).cloned(),
        };
        Within { tools, time_ms: Some(usual.time_budget_ms.min(policy.time_budget_ms)) }
    }

    /// Refuses a goal whose plan could not be run under a policy: a name that is too long, a tool that is not allowed.
    pub(crate) fn accept(&self, plan: &Plan, policy: &Policy) -> Result<(), DunlinError> {
        let faults = self.parts().runtime.validate(plan, &tightened(policy.clone(), plan));
        let Some(first) = faults.first() else { return Ok(()) };
        let step = first.step_number.and_then(|number| plan.steps.get((number as usize).checked_sub(1)?));
        let mut error = DunlinError::new(first.code, format!("the goal was understood but cannot be run: {first}"))
            .with_hint(match first.code {
                "plan.tool-not-allowed" => "ask for something else, or name the tool in the policy's allowedTools",
                _ => "shorten what is too long, or say it another way",
            })
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
        rules::now(&*self.parts().env.clock)
    }

    /// How far the local time is ahead of UTC at a moment, in minutes.
    pub(crate) fn utc_offset(&self, at_ms: i64) -> i32 {
        self.parts().env.clock.utc_offset_minutes(at_ms)
    }

    /// Adds a tool that plans can call, as [`Engine::register_tool`] does.
    pub fn register_tool(&self, tool: Rc<dyn Tool>) -> Result<(), DunlinError> {
        self.0.engine.register_tool(tool)?;
        self.tools_changed();
        Ok(())
    }

    /// Hands the runtime to what registers tools there by itself.
    pub fn with_runtime<T>(&self, work: impl FnOnce(&Runtime) -> T) -> T {
        self.tools_changed();
        let done = work(&self.parts().runtime);
        self.tools_changed();
        done
    }

    /// The next goal is planned with the tools as they stand then; many may be registered before it.
    pub(crate) fn tools_changed(&self) {
        self.rules_changed();
        self.0.tools_changed.set(true);
    }

    /// The planner, with the tools as they stand now.
    pub(crate) fn planner(&self) -> Rc<Planner> {
        if self.0.tools_changed.take() {
            Rc::make_mut(&mut self.0.planner.borrow_mut()).set_specs(self.tools());
        }
        self.0.planner.borrow().clone()
    }

    /// The planner, to be told of other templates.
    pub(crate) fn change_planner(&self) -> RefMut<'_, Planner> {
        self.rules_changed();
        RefMut::map(self.0.planner.borrow_mut(), Rc::make_mut)
    }

    /// The phrases, to be changed.
    pub(crate) fn change_phrases(&self) -> RefMut<'_, PhraseBook> {
        self.rules_changed();
        RefMut::map(self.0.phrases.borrow_mut(), Rc::make_mut)
    }

    /// Counters and histograms of runs, and counters of schedules, as Prometheus text.
    pub fn metrics(&self) -> String {
        self.0.engine.metrics() + &self.schedule_metrics()
    }

    /// What a person should know: refused storage, values set aside, runs that are not stored, lists whose function fails,
    /// schedules that could not begin.
    pub fn notices(&self) -> Vec<String> {
        self.notices_in(&ScheduleWords { name: &|schedule| schedule.id.clone(), moment: &str::to_owned })
    }

    /// The same, in a host's own words for schedules.
    pub fn notices_in(&self, words: &ScheduleWords<'_>) -> Vec<String> {
        let todos = self.0.todos.notices().into_iter().map(|notice| notice.message);
        let mut notices = self.parts().notices.clone();
        notices.extend(todos);
        notices.extend(self.parts().runtime.notices());
        notices.extend(self.list_notices());
        notices.extend(self.schedule_notices(words));
        notices
    }

    /// How it is doing.
    pub fn health(&self) -> Health {
        self.0.engine.health_with(self.notices())
    }

    /// What this build can do.
    pub fn capabilities(&self) -> Capabilities {
        Capabilities {
            todo_actions: dunlin_todo::tool::ACTIONS.to_vec(),
            exchange_formats: dunlin_todo::Format::ALL.iter().map(|format| format.name()).collect(),
            ..self.0.engine.capabilities()
        }
    }

    /// Another tab changed the storage under `key`, or all of it: what it concerns is read again.
    pub fn storage_changed(&self, key: Option<&str>) {
        if key.is_none_or(|key| key.starts_with(KEY_PREFIX)) {
            self.0.todos.storage_changed(key);
            self.0.engine.storage_changed(key);
            if key.is_none_or(|key| key == templates::KEY) {
                self.read_templates_again();
            }
        }
    }
}

pub(crate) fn spans_of(text: &str, spans: &[Utf16Span]) -> Vec<Span> {
    spans.iter().map(|span| span.bytes(text)).collect()
}
