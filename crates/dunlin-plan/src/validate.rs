//! Every fault of a plan at once. A plan from a file or from JavaScript is untrusted until it has none.

use std::cell::OnceCell;

use dunlin_base::{json, nearest};
use serde_json::{Map, Value, json};

use crate::{
    Plan, PlanStep, PolicyPatch, SCHEMA_VERSION, StepKind, ToolSpec,
    bounds::{self, MAX_DEPTH, MAX_PLAN},
    decision,
    graph::Graph,
    input, schema,
};

/// How large a plan may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most steps.
    pub max_steps: usize,
    /// The most bytes of the plan as JSON text.
    pub max_size: usize,
    /// How deep an input may be nested.
    pub max_depth: usize,
}

impl Default for Limits {
    /// 100 steps, a million bytes, 64 levels.
    fn default() -> Self {
        Self { max_steps: 100, max_size: MAX_PLAN, max_depth: MAX_DEPTH }
    }
}

/// One thing that is wrong with a plan.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "PlanFault"))]
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    /// The stable dotted code.
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: String,
    /// The step, when it is one step's fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub step_number: Option<u32>,
    /// Where in the plan's JSON, as an RFC 6901 pointer.
    pub pointer: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.step_number {
            Some(step) => write!(f, "step {step}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// The most faults that are listed; a plan of ten thousand bad steps is not worth ten thousand lines.
const MAX_FAULTS: usize = 100;

/// All that is wrong with the plan, in the order of its steps; nothing when it can be run.
pub fn validate(plan: &Plan, specs: &[ToolSpec], limits: Limits) -> Vec<Fault> {
    let mut faults = Faults::default();
    if plan.schema_version > SCHEMA_VERSION {
        let message = format!(
            "the plan has schema version {}, this version of dunlin reads up to {SCHEMA_VERSION}",
            plan.schema_version
        );
        faults.add("plan.schema-version", message, None, "/schemaVersion".into());
        return faults.0;
    }
    if plan.steps.is_empty() {
        faults.add("plan.no-steps", "the plan has no steps, expected at least one".into(), None, "/steps".into());
    }
    if plan.steps.len() > limits.max_steps {
        let message = format!("the plan has {} steps, at most {} are allowed", plan.steps.len(), limits.max_steps);
        faults.add("plan.too-many-steps", message, None, "/steps".into());
        return faults.0;
    }
    if !measure(plan, limits, &mut faults) {
        return faults.0;
    }
    unknown_fields(plan, &mut faults);
    let kinds = Kinds::default();
    for (at, step) in plan.steps.iter().enumerate() {
        Examined { step, at, plan, specs, kinds: &kinds }.check(&mut faults);
    }
    if let Some(cycle) = Graph::of(plan, &[]).cycle() {
        let path: Vec<String> = cycle.iter().map(ToString::to_string).collect();
        let message = format!("the steps wait for each other in a circle: {}", path.join(" → "));
        faults.add("plan.cycle", message, cycle.first().copied(), "/steps".into());
    }
    faults.0
}

#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, code: &'static str, message: String, step_number: Option<u32>, pointer: String) {
        if self.0.len() < MAX_FAULTS {
            self.0.push(Fault { code, message, step_number, pointer });
        }
    }
}

/// A field that means something to whoever wrote it and nothing here: a slip of the pen ("dependOn") or a newer version's
/// wish. Leaving it out could run a step too early or unasked.
fn unknown_fields(plan: &Plan, faults: &mut Faults) {
    let mut refuse = |unknown: &Map<String, Value>, known: &dyn Fn() -> Value, step: Option<u32>, place: &str| {
        for name in unknown.keys() {
            let known = known();
            let names = || known.as_object().into_iter().flat_map(Map::keys).map(String::as_str);
            let shown = bounds::cut(name.clone(), 40);
            let message = match nearest(name, names()) {
                Some(near) => format!("{shown:?} is not known, did you mean {near:?}"),
                None => format!("{shown:?} is not known, expected one of {}", names().collect::<Vec<_>>().join(", ")),
            };
            let pointer = format!("{place}/{}", shown.replace('~', "~0").replace('/', "~1"));
            faults.add("plan.unknown-field", message, step, pointer);
        }
    };
    let patch = || PolicyPatch {
        allowed_tools: Some(Vec::new()),
        max_steps: Some(0),
        approve_always: true,
        unknown: Map::new(),
    };
    refuse(&plan.unknown, &|| json::to_value(Plan { policy: Some(patch()), ..Plan::default() }), None, "");
    if let Some(policy) = &plan.policy {
        refuse(&policy.unknown, &|| json::to_value(patch()), None, "/policy");
    }
    for (at, step) in plan.steps.iter().enumerate() {
        let place = format!("/steps/{at}");
        refuse(&step.unknown, &|| json::to_value(PlanStep::default()), Some(step.step_number), &place);
    }
}

/// Checks depth and size before anything walks the inputs; false when the rest should not be looked at.
fn measure(plan: &Plan, limits: Limits, faults: &mut Faults) -> bool {
    for (at, step) in plan.steps.iter().enumerate() {
        let pointer = || format!("/steps/{at}/toolInput");
        let unknown = || step.unknown.values().any(|value| bounds::is_deeper(value, limits.max_depth));
        if bounds::is_deeper(&step.tool_input, limits.max_depth) || unknown() {
            let message = format!("the input is nested deeper than {} levels", limits.max_depth);
            faults.add("plan.too-deep", message, Some(step.step_number), pointer());
            return false;
        }
        if has_forbidden_key(&step.tool_input) {
            let message = "the input has the key \"__proto__\", which JavaScript gives a meaning of its own".into();
            faults.add("plan.forbidden-key", message, Some(step.step_number), pointer());
        }
    }
    if plan.unknown.values().any(|value| bounds::is_deeper(value, limits.max_depth)) {
        let message = format!("the plan is nested deeper than {} levels", limits.max_depth);
        faults.add("plan.too-deep", message, None, String::new());
        return false;
    }
    if !bounds::is_within(plan, limits.max_size) {
        let message = format!("the plan is larger than {} bytes", limits.max_size);
        faults.add("plan.too-large", message, None, "/steps".into());
        return false;
    }
    true
}

fn has_forbidden_key(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_forbidden_key),
        Value::Object(map) => map.contains_key("__proto__") || map.values().any(has_forbidden_key),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// What the inputs of steps that call no tool have to be, made at the first step of each kind.
#[derive(Default)]
struct Kinds {
    wait: OnceCell<Value>,
    decision: OnceCell<Value>,
    notify: OnceCell<Value>,
}

/// One step under examination.
struct Examined<'a> {
    kinds: &'a Kinds,
    step: &'a PlanStep,
    at: usize,
    plan: &'a Plan,
    specs: &'a [ToolSpec],
}

impl Examined<'_> {
    fn check(&self, faults: &mut Faults) {
        self.number(faults);
        self.dependencies(faults);
        self.references(faults);
        match self.step.kind {
            StepKind::Tool => self.tool(faults),
            StepKind::Wait => {
                let schema = self.kinds.wait.get_or_init(|| {
                    json!({"type": "object", "required": ["ms"],
                        "properties": {"ms": {"type": "integer", "minimum": 0, "maximum": 86_400_000}}})
                });
                self.input(schema, "plan.invalid-wait", faults);
            }
            StepKind::Decision => {
                let schema = self.kinds.decision.get_or_init(|| {
                    json!({"type": "object", "required": ["left", "operator", "right"],
                        "properties": {"operator": {"enum": decision::OPERATORS}}})
                });
                self.input(schema, "plan.invalid-decision", faults);
            }
            StepKind::Notify => {
                let schema = self.kinds.notify.get_or_init(|| {
                    json!({"type": "object", "required": ["title"],
                        "properties": {"title": {"type": "string"}, "body": {"type": "string"}}})
                });
                self.input(schema, "plan.invalid-notify", faults);
            }
        }
    }

    fn fault(&self, faults: &mut Faults, code: &'static str, message: String, field: &str) {
        faults.add(code, message, Some(self.step.step_number), format!("/steps/{}/{field}", self.at));
    }

    fn number(&self, faults: &mut Faults) {
        let expected = self.at + 1;
        if self.step.step_number as usize != expected {
            let message =
                format!("found step number {}, expected {expected}: steps are numbered from 1", self.step.step_number);
            self.fault(faults, "plan.step-number", message, "stepNumber");
        }
    }

    fn exists(&self, number: u32) -> bool {
        number >= 1 && number as usize <= self.plan.steps.len()
    }

    fn dependencies(&self, faults: &mut Faults) {
        for number in self.step.depends_on.iter().filter(|number| !self.exists(**number)) {
            let message =
                format!("depends on step {number}, but the plan has only steps 1 to {}", self.plan.steps.len());
            self.fault(faults, "plan.missing-dependency", message, "dependsOn");
        }
    }

    fn references(&self, faults: &mut Faults) {
        for number in input::references(&self.step.tool_input) {
            if !self.exists(number) {
                let message = format!(
                    "takes a value from step {number}, but the plan has only steps 1 to {}",
                    self.plan.steps.len()
                );
                self.fault(faults, "plan.missing-reference", message, "toolInput");
            } else if number >= self.step.step_number {
                let message = format!("takes a value from step {number}, expected a step before it");
                self.fault(faults, "plan.forward-reference", message, "toolInput");
            }
        }
        if let Some(found) = input::malformed(&self.step.tool_input) {
            let message =
                format!("found the reference {found}, expected {{\"$from\":{{\"step\":1,\"pointer\":\"/output\"}}}}");
            self.fault(faults, "plan.malformed-reference", message, "toolInput");
        }
    }

    fn tool(&self, faults: &mut Faults) {
        let name = &self.step.tool_name;
        let Some(spec) = self.specs.iter().find(|spec| spec.name == *name) else {
            let known = || self.specs.iter().map(|spec| spec.name.as_str());
            let message = match nearest(name, known()) {
                Some(near) => format!("there is no tool {name:?}, did you mean {near:?}"),
                None => {
                    format!("there is no tool {name:?}, expected one of {}", known().collect::<Vec<_>>().join(", "))
                }
            };
            return self.fault(faults, "plan.unknown-tool", message, "toolName");
        };
        self.input(&spec.input_schema, "plan.invalid-input", faults);
    }

    fn input(&self, schema: &Value, code: &'static str, faults: &mut Faults) {
        for fault in schema::check_template(schema, &self.step.tool_input) {
            let message = if fault.pointer.is_empty() {
                fault.message
            } else {
                format!("{} at {}", fault.message, fault.pointer)
            };
            self.fault(faults, code, message, &format!("toolInput{}", fault.pointer));
        }
    }
}
