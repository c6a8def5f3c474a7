//! Tools whose effects can be counted, and short ways to make plans. Each test file uses its own part of it.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]
#![allow(dead_code, clippy::allow_attributes, reason = "each test binary uses its own part of this")]

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

use dunlin_base::{Env, LocalFuture, testing::World};
use dunlin_plan::{Annotations, Plan, PlanStep, StepKind, ToolSpec, graph};
use dunlin_runtime::{
    Awaited, Policy, Registry, Run, RunHandle, Runtime, RuntimeError, RuntimeOptions, Sensitive, StartOptions, Tool,
    ToolCall, ToolFailure, ToolOutput,
};
use serde_json::{Value, json};

/// What the tools have done to the world. It outlives a crash.
#[derive(Clone, Default)]
pub(crate) struct Effects {
    /// The texts that were put, by idempotency key; the first put with a key wins.
    pub(crate) keyed: Rc<RefCell<BTreeMap<String, String>>>,
    /// The order of the keyed effects.
    pub(crate) order: Rc<RefCell<Vec<String>>>,
    /// How often the tool that is not safe to repeat did its work, by key.
    pub(crate) unsafe_calls: Rc<RefCell<BTreeMap<String, u32>>>,
    /// How often each tool was called.
    pub(crate) calls: Rc<RefCell<BTreeMap<String, u32>>>,
    /// How many effects may still begin before the tab dies; counts down.
    pub(crate) fuse: Rc<Cell<Option<u32>>>,
}

impl Effects {
    pub(crate) fn texts(&self) -> Vec<String> {
        let keyed = self.keyed.borrow();
        self.order.borrow().iter().map(|key| keyed[key].clone()).collect()
    }

    /// Whether the tab dies at this moment of an effect.
    fn dies(&self) -> bool {
        match self.fuse.get() {
            Some(0) => true,
            Some(left) => {
                self.fuse.set(Some(left - 1));
                left == 1
            }
            None => false,
        }
    }
}

type Work = Rc<dyn Fn(Env, Effects, ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>>>;

pub(crate) struct TestTool {
    spec: ToolSpec,
    env: Env,
    effects: Effects,
    work: Work,
}

impl Tool for TestTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    /// Each address in the text.
    fn needs_leave(&self, input: &Value) -> Vec<Sensitive> {
        let count = input["text"].as_str().unwrap_or("").matches('@').count() as u32;
        let address = Sensitive { kind: "e-mail".into(), field: "/text".into(), count };
        Some(address).filter(|address| address.count > 0).into_iter().collect()
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        if self.spec.asks_leave && self.needs_leave(&call.input) != call.leave {
            return Box::pin(async { Err(ToolFailure::new("test.not-let-out", "nobody has let it through")) });
        }
        *self.effects.calls.borrow_mut().entry(self.spec.name.clone()).or_default() += 1;
        let effects = self.effects.clone();
        let work = (self.work)(self.env.clone(), effects.clone(), call);
        Box::pin(async move {
            // The moment before the effect, and the moment after it and before its result is recorded.
            if effects.dies() {
                std::future::pending::<()>().await;
            }
            let result = work.await;
            if effects.dies() {
                std::future::pending::<()>().await;
            }
            result
        })
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the tools end with it")]
fn ok(output: Value) -> Result<ToolOutput, ToolFailure> {
    Ok(ToolOutput { output, metadata: None })
}

pub(crate) fn spec(name: &str) -> ToolSpec {
    ToolSpec { name: name.into(), input_schema: json!({"type": "object"}), ..ToolSpec::default() }
}

/// sum: adds numbers, read-only. put: keyed write of a text. look: reads what was put. wipe: destructive, keyed.
/// mail: as put, and a person is asked about each address in the text. launch: neither keyed nor idempotent. charge: as launch, and answers after `ms`. flaky: fails `times` times, then puts. slow: takes `ms`. hang: never answers.
/// fail: fails for good. late: puts, at its first attempt only after `ms`. stall: puts, but never answers its first attempt.
#[expect(clippy::too_many_lines, reason = "a list of the tools, one after the other")]
pub(crate) fn registry(env: &Env, effects: &Effects) -> Registry {
    let mut registry = Registry::new();
    let mut add = |spec: ToolSpec, work: Work| {
        let tool = TestTool { spec, env: env.clone(), effects: effects.clone(), work };
        registry.register(Rc::new(tool)).unwrap();
    };
    let read_only = Annotations { read_only_hint: true, ..Annotations::default() };
    add(
        ToolSpec { annotations: read_only, ..spec("sum") },
        Rc::new(|_, _, call| {
            let total: f64 = call.input["of"].as_array().unwrap().iter().filter_map(Value::as_f64).sum();
            Box::pin(async move { ok(json!(total)) })
        }),
    );
    add(
        ToolSpec { keyed: true, reads: vec!["box".into()], writes: vec!["box".into()], ..spec("put") },
        Rc::new(|_, effects, call| Box::pin(async move { put(&effects, &call) })),
    );
    add(
        ToolSpec { annotations: read_only, reads: vec!["box".into()], ..spec("look") },
        Rc::new(|_, effects, _| Box::pin(async move { ok(json!(effects.texts())) })),
    );
    let destructive = Annotations { destructive_hint: true, ..Annotations::default() };
    add(
        ToolSpec {
            keyed: true,
            annotations: destructive,
            reads: vec!["box".into()],
            writes: vec!["box".into()],
            ..spec("wipe")
        },
        Rc::new(|_, effects, call| Box::pin(async move { put(&effects, &call) })),
    );
    add(
        ToolSpec {
            keyed: true,
            asks_leave: true,
            reads: vec!["box".into()],
            writes: vec!["box".into()],
            ..spec("mail")
        },
        Rc::new(|_, effects, call| Box::pin(async move { put(&effects, &call) })),
    );
    add(
        spec("launch"),
        Rc::new(|_, effects, call| {
            Box::pin(async move {
                *effects.unsafe_calls.borrow_mut().entry(call.idempotency_key).or_default() += 1;
                ok(json!("launched"))
            })
        }),
    );
    add(
        spec("charge"),
        Rc::new(|env, effects, call| {
            // Money has moved as soon as the call is made; the answer takes a while.
            *effects.unsafe_calls.borrow_mut().entry(call.idempotency_key).or_default() += 1;
            Box::pin(async move {
                env.timer.sleep(call.input["ms"].as_u64().unwrap_or(10)).await;
                ok(json!("charged"))
            })
        }),
    );
    add(
        ToolSpec { keyed: true, reads: vec!["box".into()], writes: vec!["box".into()], ..spec("flaky") },
        Rc::new(|_, effects, call| {
            Box::pin(async move {
                if u64::from(call.attempt) <= call.input["times"].as_u64().unwrap_or(1) {
                    return Err(ToolFailure::transient("test.flaky", "not this time"));
                }
                put(&effects, &call)
            })
        }),
    );
    add(
        ToolSpec { annotations: read_only, ..spec("slow") },
        Rc::new(|env, _, call| {
            Box::pin(async move {
                env.timer.sleep(call.input["ms"].as_u64().unwrap_or(10)).await;
                ok(json!("slow"))
            })
        }),
    );
    add(
        ToolSpec { keyed: true, reads: vec!["box".into()], writes: vec!["box".into()], ..spec("late") },
        Rc::new(|env, effects, call| {
            Box::pin(async move {
                if call.attempt == 1 {
                    env.timer.sleep(call.input["ms"].as_u64().unwrap_or(10)).await;
                }
                put(&effects, &call)
            })
        }),
    );
    add(
        ToolSpec { keyed: true, ..spec("stall") },
        Rc::new(|_, effects, call| {
            Box::pin(async move {
                if call.attempt == 1 {
                    std::future::pending::<()>().await;
                }
                put(&effects, &call)
            })
        }),
    );
    add(ToolSpec { annotations: read_only, ..spec("hang") }, Rc::new(|_, _, _| Box::pin(std::future::pending())));
    add(
        ToolSpec { keyed: true, ..spec("fail") },
        Rc::new(|_, _, _| Box::pin(async { Err(ToolFailure::new("test.fail", "it cannot be done")) })),
    );
    add(
        ToolSpec { annotations: read_only, ..spec("talk") },
        Rc::new(|_, _, call| {
            let metadata = Some(json!({"tokens": call.input["tokens"]}));
            Box::pin(async move { Ok(ToolOutput { output: Value::Null, metadata }) })
        }),
    );
    add(ToolSpec { annotations: read_only, ..spec("noop") }, Rc::new(|_, _, _| Box::pin(async { ok(Value::Null) })));
    registry
}

fn put(effects: &Effects, call: &ToolCall) -> Result<ToolOutput, ToolFailure> {
    let text = call.input["text"].as_str().unwrap_or("?").to_owned();
    let mut keyed = effects.keyed.borrow_mut();
    if !keyed.contains_key(&call.idempotency_key) {
        effects.order.borrow_mut().push(call.idempotency_key.clone());
        keyed.insert(call.idempotency_key.clone(), text);
    }
    ok(json!(keyed[&call.idempotency_key]))
}

/// A step in short: `put {"text":"a"}`, `wait {"ms":5}`, `sum {…} after 1,2`.
/// What the short way does not say is written as JSON: `{"kind":"ask",…}`.
pub(crate) fn step(number: u32, text: &str) -> PlanStep {
    if text.starts_with('{') {
        let step: PlanStep = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        return PlanStep { step_number: number, ..step };
    }
    let (head, after) = text.split_once(" after ").unwrap_or((text, ""));
    let (name, input) = head.split_once(' ').unwrap_or((head, "{}"));
    let kind = match name {
        "wait" => StepKind::Wait,
        "decision" => StepKind::Decision,
        "notify" => StepKind::Notify,
        _ => StepKind::Tool,
    };
    PlanStep {
        step_number: number,
        kind,
        tool_name: if kind == StepKind::Tool { name.into() } else { String::new() },
        tool_input: serde_json::from_str(input).unwrap_or_else(|error| panic!("{text}: {error}")),
        depends_on: after.split(',').filter(|n| !n.is_empty()).map(|n| n.parse().unwrap()).collect(),
        reasoning: format!("because of {name}"),
        estimated_cost_tier: 1,
        ..PlanStep::default()
    }
}

/// Steps in short; `plan {"onFailure":"undo"}` among them is about the plan.
pub(crate) fn plan(steps: &[&str]) -> Plan {
    let own = steps.iter().find_map(|text| text.strip_prefix("plan ")).map_or_else(Plan::default, |text| {
        let text = text.replacen('{', r#"{"schemaVersion":2,"goal":"","steps":[],"#, 1);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    });
    let is_new = steps.iter().any(|text| text.starts_with('{') || text.starts_with("plan "));
    let steps = steps.iter().filter(|text| !text.starts_with("plan "));
    let steps = steps.zip(1..).map(|(text, number)| step(number, text)).collect();
    Plan {
        schema_version: 1 + u32::from(is_new),
        goal: "a test of the runtime".into(),
        steps,
        rationale: String::new(),
        confidence: 1.0,
        complexity_score: 0.0,
        total_estimated_duration_ms: 0,
        ..own
    }
}

/// The plan with every dependency written out, as a planner hands it over.
pub(crate) fn planned(steps: &[&str], registry: &Registry) -> Plan {
    let mut plan = plan(steps);
    graph::complete(&mut plan, registry.specs());
    plan
}

/// Gives a run what it waits for from outside; false when it waits for nothing of the kind.
pub(crate) fn answer(handle: &RunHandle, record: &Run) -> bool {
    let waiting = record.execution_log.iter().chain(&record.inner_log).find(|step| step.awaits.is_some());
    let Some(step) = waiting else { return false };
    match step.awaits.as_ref().unwrap() {
        Awaited::Answer { .. } => handle.answer(step.step_number, json!(7)).unwrap(),
        Awaited::Signal { name } => match handle.signal(name, json!({"by": "card"})) {
            // It is sent again as long as it is waited for.
            Err(error) if error.code() == "storage.unavailable" => {}
            sent => sent.unwrap(),
        },
    }
    true
}

/// A page: a world, its effects and a runtime on them.
pub(crate) struct Page {
    pub(crate) world: World,
    pub(crate) effects: Effects,
    pub(crate) runtime: Runtime,
}

impl Page {
    pub(crate) fn new(seed: u64) -> Self {
        Self::on(World::new(seed), Effects::default(), RuntimeOptions::default())
    }

    pub(crate) fn on(world: World, effects: Effects, options: RuntimeOptions) -> Self {
        let env = world.env();
        let runtime = Runtime::new(env.clone(), registry(&env, &effects), options);
        Self { world, effects, runtime }
    }

    /// The same world after the tab died: only storage and effects are left.
    pub(crate) fn reloaded(&self) -> Self {
        self.effects.fuse.set(None);
        Self::on(self.world.restarted(), self.effects.clone(), RuntimeOptions::default())
    }

    pub(crate) fn start(&self, steps: &[&str], policy: Policy) -> RunHandle {
        self.try_start(steps, policy).unwrap()
    }

    pub(crate) fn try_start(&self, steps: &[&str], policy: Policy) -> Result<RunHandle, RuntimeError> {
        let plan = planned(steps, &self.runtime.registry());
        let options = StartOptions { policy, run_id: Some("run-1".into()), seed: Some(7), ..StartOptions::default() };
        self.runtime.start(plan, options)
    }
}
