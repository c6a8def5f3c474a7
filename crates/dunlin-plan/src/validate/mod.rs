//! Every fault of a plan at once. A plan from a file or from JavaScript is untrusted until it has none.

use std::{borrow::Borrow, fmt};

use dunlin_base::{Part, TextPlace, json, nearest};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    OnFailure, Plan, PlanStep, PolicyPatch, RunWhen, SCHEMA_VERSION, ToolSpec,
    bounds::{self, MAX_DEPTH, MAX_PLAN},
    graph::Graph,
    input,
};

mod step;

use step::{Examined, Kinds};

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
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
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
    /// Where in the text that the plan was read from, when somebody has that before them: of the field, or of what it is missing
    /// from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub place: Option<TextPlace>,
}

impl Fault {
    /// The same with its place in the text that the plan was read from.
    #[must_use]
    pub fn placed(mut self, text: &str) -> Self {
        self.place = self.place.or_else(|| Self::place_of(self.code, &self.pointer, text));
        self
    }

    /// The place in a text of the fault that has that code and that pointer.
    pub fn place_of(code: &str, pointer: &str, text: &str) -> Option<TextPlace> {
        // What is wrong with a field that is not known is its name.
        let part = if code == "plan.unknown-field" { Part::Name } else { Part::Value };
        TextPlace::in_json(text, pointer, part)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.step_number {
            Some(step) => write!(f, "step {step}: {}", self.message)?,
            None => f.write_str(&self.message)?,
        }
        self.place.map_or(Ok(()), |place| write!(f, " at {place}"))
    }
}

/// The most faults that are listed; a plan of ten thousand bad steps is not worth ten thousand lines.
const MAX_FAULTS: usize = 100;

/// All that is wrong with the plan, in the order of its steps; nothing when it can be run.
pub fn validate(plan: &(impl Borrow<Plan> + Serialize), specs: &[ToolSpec], limits: Limits) -> Vec<Fault> {
    let (record, plan): (_, &Plan) = (plan, plan.borrow());
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
    if !bounds::is_within(record, limits.max_size) {
        let message = format!("the plan is larger than {} bytes", limits.max_size);
        faults.add("plan.too-large", message, None, "/steps".into());
        return faults.0;
    }
    check_plan(plan, &Place::default(), specs, &mut faults);
    faults.0
}

/// How deep bodies and child plans may stand within each other.
const MOST_WITHIN: usize = 8;

/// Where the steps that are looked at stand.
#[derive(Clone, Debug, Default)]
struct Place {
    /// The pointer to the plan, or to the step that has the body.
    pointer: String,
    /// The step of the outermost plan, when they stand within one.
    step: Option<u32>,
    depth: usize,
    /// The first version that knows what is used; found out by what is used.
    version: u32,
}

impl Place {
    fn within(&self, pointer: String, step: u32) -> Self {
        Self { pointer, step: self.step.or(Some(step)), depth: self.depth + 1, version: self.version }
    }
}

fn check_plan(plan: &Plan, place: &Place, specs: &[ToolSpec], faults: &mut Faults) {
    let place = Place { version: plan.schema_version, ..place.clone() };
    plan_fields(plan, &place, faults);
    if plan.schema_version < SCHEMA_VERSION {
        for (field, is_used) in [("result", plan.result.is_some()), ("onFailure", plan.on_failure != OnFailure::Stop)] {
            if is_used {
                newer(field, &format!("{}/{field}", place.pointer), place.step, faults);
            }
        }
    }
    check_steps(&plan.steps, "steps", &place, specs, faults);
    if let Some(result) = &plan.result {
        let of_steps = |number: &u32| *number as usize <= plan.steps.len();
        for number in input::references(result).iter().filter(|number| !of_steps(number)) {
            let message =
                format!("takes a value from step {number}, but the plan has only steps 1 to {}", plan.steps.len());
            faults.add("plan.missing-reference", message, place.step, format!("{}/result", place.pointer));
        }
        malformed(result, place.step, format_args!("{}/result", place.pointer), faults);
    }
}

fn check_steps(steps: &[PlanStep], field: &str, place: &Place, specs: &[ToolSpec], faults: &mut Faults) {
    let kinds = Kinds::default();
    for (at, step) in steps.iter().enumerate() {
        let pointer = format_args!("{}/{field}/{at}", place.pointer);
        Examined { step, at: Some(at), pointer, place, steps, specs, kinds: &kinds }.check(faults);
    }
    if let Some(cycle) = Graph::of_steps(steps, &[]).cycle() {
        let path: Vec<String> = cycle.iter().map(ToString::to_string).collect();
        let message = format!("the steps wait for each other in a circle: {}", path.join(" → "));
        let step = place.step.or(cycle.first().copied());
        faults.add("plan.cycle", message, step, format!("{}/{field}", place.pointer));
    }
}

fn newer(what: &str, pointer: &str, step: Option<u32>, faults: &mut Faults) {
    let message = format!("{what:?} needs \"schemaVersion\": {SCHEMA_VERSION}");
    faults.add("plan.schema-version", message, step, pointer.to_owned());
}

fn malformed(value: &Value, step: Option<u32>, pointer: fmt::Arguments<'_>, faults: &mut Faults) {
    if let Some(found) = input::malformed(value) {
        let message =
            format!("found the reference {found}, expected {{\"$from\":{{\"step\":1,\"pointer\":\"/output\"}}}}");
        faults.add("plan.malformed-reference", message, step, pointer.to_string());
    }
}

#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, code: &'static str, message: String, step_number: Option<u32>, pointer: String) {
        if self.0.len() < MAX_FAULTS {
            self.0.push(Fault { code, message, step_number, pointer, place: None });
        }
    }
}

/// A field that means something to whoever wrote it and nothing here: a slip of the pen ("dependOn") or a newer version's
/// wish. Leaving it out could run a step too early or unasked.
fn unknown_fields(
    unknown: &Map<String, Value>,
    known: &dyn Fn() -> Value,
    step: Option<u32>,
    place: fmt::Arguments<'_>,
    faults: &mut Faults,
) {
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
}

/// The fields of a plan that are not known.
fn plan_fields(plan: &Plan, place: &Place, faults: &mut Faults) {
    let patch = || PolicyPatch {
        allowed_tools: Some(Vec::new()),
        max_steps: Some(0),
        approve_always: true,
        unknown: Map::new(),
    };
    let whole =
        || Plan { policy: Some(patch()), result: Some(Value::Null), on_failure: OnFailure::Undo, ..Plan::default() };
    unknown_fields(&plan.unknown, &|| json::to_value(whole()), place.step, format_args!("{}", place.pointer), faults);
    if let Some(policy) = &plan.policy {
        let pointer = format_args!("{}/policy", place.pointer);
        unknown_fields(&policy.unknown, &|| json::to_value(patch()), place.step, pointer, faults);
    }
}

/// A step that has every field, so that their names can be told.
fn whole_step() -> PlanStep {
    PlanStep {
        step_number: 1,
        run_when: RunWhen::AllDone,
        instead_of: Some(1),
        timeout_ms: Some(1),
        retry: Some(crate::RetryChange::default()),
        undo: Some(Box::default()),
        body: vec![PlanStep::default()],
        plan: Some(Box::default()),
        ..PlanStep::default()
    }
}

/// Checks depth before anything walks the inputs; false when the rest should not be looked at.
fn measure(plan: &Plan, limits: Limits, faults: &mut Faults) -> bool {
    for (at, step) in plan.steps.iter().enumerate() {
        if !measure_step(step, format_args!("/steps/{at}"), step.step_number, 0, limits, faults) {
            return false;
        }
    }
    if plan.unknown.values().chain(&plan.result).any(|value| bounds::is_deeper(value, limits.max_depth)) {
        let message = format!("the plan is nested deeper than {} levels", limits.max_depth);
        faults.add("plan.too-deep", message, None, String::new());
        return false;
    }
    true
}

/// The same for a step that stands so deep within the one of that number.
fn measure_step(
    step: &PlanStep,
    pointer: fmt::Arguments<'_>,
    number: u32,
    depth: usize,
    limits: Limits,
    faults: &mut Faults,
) -> bool {
    let of_plan = || step.plan.iter().flat_map(|plan| plan.unknown.values().chain(&plan.result));
    let beside = || step.unknown.values().chain(of_plan()).any(|value| bounds::is_deeper(value, limits.max_depth));
    if bounds::is_deeper(&step.tool_input, limits.max_depth) || beside() {
        let message = format!("the input is nested deeper than {} levels", limits.max_depth);
        faults.add("plan.too-deep", message, Some(number), format!("{pointer}/toolInput"));
        return false;
    }
    if has_forbidden_key(&step.tool_input) {
        let message = "the input has the key \"__proto__\", which JavaScript gives a meaning of its own".into();
        faults.add("plan.forbidden-key", message, Some(number), format!("{pointer}/toolInput"));
    }
    if depth > MOST_WITHIN {
        let message = format!("bodies and plans stand deeper than {MOST_WITHIN} within each other");
        faults.add("plan.too-deep", message, Some(number), pointer.to_string());
        return false;
    }
    let mut fits =
        |inner: &PlanStep, pointer: fmt::Arguments<'_>| measure_step(inner, pointer, number, depth + 1, limits, faults);
    let child = step.plan.iter().flat_map(|plan| &plan.steps);
    step.undo.iter().all(|undo| fits(undo, format_args!("{pointer}/undo")))
        && child.enumerate().all(|(at, inner)| fits(inner, format_args!("{pointer}/plan/steps/{at}")))
        && step.body.iter().enumerate().all(|(at, inner)| fits(inner, format_args!("{pointer}/body/{at}")))
}

fn has_forbidden_key(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_forbidden_key),
        Value::Object(map) => map.contains_key("__proto__") || map.values().any(has_forbidden_key),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
