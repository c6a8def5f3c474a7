//! One step of a plan, of a body or of what undoes another, under examination.

use std::{cell::OnceCell, fmt};

use dunlin_base::{json, ms_of_iso, nearest};
use serde_json::{Value, json};

use super::{Faults, Place, check_plan, check_steps, malformed, newer, unknown_fields, whole_step};
use crate::{PlanStep, RunWhen, SCHEMA_VERSION, StepKind, ToolSpec, input, kind_input::MOST_MS, schema};

/// The longest wait of a plan of version 1.
const DAY_MS: u64 = 86_400_000;

/// What the inputs of steps that call no tool have to be, made at the first step of each kind.
#[derive(Default)]
pub(super) struct Kinds {
    inputs: [OnceCell<Option<Value>>; StepKind::ALL.len()],
    first_wait: OnceCell<Value>,
}

impl Kinds {
    fn input(&self, kind: StepKind) -> Option<&Value> {
        self.inputs.get(kind as usize)?.get_or_init(|| kind.input_schema()).as_ref()
    }
}

/// One step under examination.
pub(super) struct Examined<'a> {
    pub(super) kinds: &'a Kinds,
    pub(super) step: &'a PlanStep,
    /// Its place among the steps; none for a step that undoes another.
    pub(super) at: Option<usize>,
    /// Where it stands in the plan's JSON; put together where something is wrong there.
    pub(super) pointer: fmt::Arguments<'a>,
    pub(super) place: &'a Place,
    pub(super) steps: &'a [PlanStep],
    pub(super) specs: &'a [ToolSpec],
}

impl Examined<'_> {
    pub(super) fn check(&self, faults: &mut Faults) {
        self.number(faults);
        unknown_fields(&self.step.unknown, &|| json::to_value(whole_step()), self.told(), self.pointer, faults);
        if self.place.version < SCHEMA_VERSION {
            self.version(faults);
        }
        self.dependencies(faults);
        self.references(faults);
        self.flow(faults);
        match self.step.kind {
            StepKind::Tool => self.tool(faults),
            StepKind::Wait => self.wait(faults),
            StepKind::Decision => self.input_of_kind("plan.invalid-decision", faults),
            StepKind::Notify => self.input_of_kind("plan.invalid-notify", faults),
            StepKind::Ask => self.ask(faults),
            StepKind::Signal => self.input_of_kind("plan.invalid-signal", faults),
            StepKind::Map => self.map(faults),
            StepKind::Plan => self.plan(faults),
        }
    }

    /// The number that a fault names: the step's, or that of the step of the outermost plan it stands in.
    fn told(&self) -> Option<u32> {
        self.place.step.or(Some(self.step.step_number)).filter(|number| *number > 0)
    }

    fn fault(&self, faults: &mut Faults, code: &'static str, message: String, field: &str) {
        faults.add(code, message, self.told(), format!("{}/{field}", self.pointer));
    }

    fn number(&self, faults: &mut Faults) {
        let expected = self.at.map_or(0, |at| at + 1);
        if self.step.step_number as usize == expected || self.at.is_none() {
            return;
        }
        let message =
            format!("found step number {}, expected {expected}: steps are numbered from 1", self.step.step_number);
        self.fault(faults, "plan.step-number", message, "stepNumber");
    }

    /// What version 1 does not know.
    fn version(&self, faults: &mut Faults) {
        let step = self.step;
        let is_new = matches!(step.kind, StepKind::Ask | StepKind::Signal | StepKind::Map | StepKind::Plan);
        for (what, field, is_used) in [
            (step.kind.name(), "kind", is_new),
            ("until", "toolInput/until", step.kind == StepKind::Wait && step.tool_input.get("until").is_some()),
            ("runWhen", "runWhen", step.run_when != RunWhen::AllSucceeded),
            ("insteadOf", "insteadOf", step.instead_of.is_some()),
            ("timeoutMs", "timeoutMs", step.timeout_ms.is_some()),
            ("retry", "retry", step.retry.is_some()),
            ("undo", "undo", step.undo.is_some()),
            ("body", "body", !step.body.is_empty()),
            ("plan", "plan", step.plan.is_some()),
        ] {
            if is_used {
                newer(what, &format!("{}/{field}", self.pointer), self.told(), faults);
            }
        }
    }

    fn exists(&self, number: u32) -> bool {
        number >= 1 && number as usize <= self.steps.len()
    }

    fn dependencies(&self, faults: &mut Faults) {
        for number in self.step.depends_on.iter().filter(|number| !self.exists(**number)) {
            let message = format!("depends on step {number}, but the plan has only steps 1 to {}", self.steps.len());
            self.fault(faults, "plan.missing-dependency", message, "dependsOn");
        }
    }

    fn references(&self, faults: &mut Faults) {
        // Step 0 is what the plan or the body was given.
        let first = u32::from(self.place.version < SCHEMA_VERSION);
        for number in input::references(&self.step.tool_input).into_iter().filter(|number| *number >= first) {
            if number > 0 && !self.exists(number) {
                let message =
                    format!("takes a value from step {number}, but the plan has only steps 1 to {}", self.steps.len());
                self.fault(faults, "plan.missing-reference", message, "toolInput");
            } else if number >= self.step.step_number && self.at.is_some() {
                let message = format!("takes a value from step {number}, expected a step before it");
                self.fault(faults, "plan.forward-reference", message, "toolInput");
            }
        }
        if first == 1 && input::references(&self.step.tool_input).contains(&0) {
            let message = format!("takes a value from step 0, but the plan has only steps 1 to {}", self.steps.len());
            self.fault(faults, "plan.missing-reference", message, "toolInput");
        }
        malformed(&self.step.tool_input, self.told(), format_args!("{}/toolInput", self.pointer), faults);
    }

    /// The fields that are not the input of its kind.
    fn flow(&self, faults: &mut Faults) {
        let step = self.step;
        if step.timeout_ms.is_some_and(|ms| ms == 0 || ms > MOST_MS) {
            let message = format!("found {} ms, expected 1 to {MOST_MS}", step.timeout_ms.unwrap_or(0));
            self.fault(faults, "plan.invalid-timeout", message, "timeoutMs");
        }
        if step.retry.as_ref().is_some_and(|retry| retry.max_attempts == Some(0)) {
            self.fault(
                faults,
                "plan.invalid-retry",
                "found 0 attempts, expected at least 1".into(),
                "retry/maxAttempts",
            );
        }
        let is_called = matches!(step.kind, StepKind::Tool | StepKind::Notify);
        let ends_late = is_called || matches!(step.kind, StepKind::Ask | StepKind::Signal | StepKind::Plan);
        for (field, is_there, fits) in
            [("timeoutMs", step.timeout_ms.is_some(), ends_late), ("retry", step.retry.is_some(), is_called)]
        {
            if is_there && !fits {
                let message = format!("{field:?} means nothing for a step of the kind {}", step.kind.name());
                self.fault(faults, "plan.misplaced-field", message, field);
            }
        }
        if step.run_when != RunWhen::AllSucceeded && step.depends_on.is_empty() && self.at.is_some() {
            let message = "\"runWhen\" says how the steps before must have ended, but \"dependsOn\" names none".into();
            self.fault(faults, "plan.invalid-run-when", message, "runWhen");
        }
        if let Some(first) = step.instead_of
            && (step.kind != StepKind::Tool
                || step.run_when != RunWhen::AnyFailed
                || step.depends_on != [first]
                || self.at.is_none())
        {
            let message =
                "\"insteadOf\" belongs to a tool's step with \"runWhen\": \"anyFailed\", and names the one step \
                           in its \"dependsOn\""
                    .into();
            self.fault(faults, "plan.invalid-instead-of", message, "insteadOf");
        }
        for (field, is_there, kind) in
            [("body", !step.body.is_empty(), StepKind::Map), ("plan", step.plan.is_some(), StepKind::Plan)]
        {
            if is_there != (step.kind == kind) {
                let message = if is_there {
                    format!(
                        "a step of the kind {} has no {field:?}, expected the kind {}",
                        step.kind.name(),
                        kind.name()
                    )
                } else {
                    format!("a step of the kind {} needs {field:?}", kind.name())
                };
                self.fault(faults, "plan.misplaced-field", message, field);
            }
        }
        if let Some(undo) = &step.undo {
            self.undo(undo, faults);
        }
    }

    fn undo(&self, undo: &PlanStep, faults: &mut Faults) {
        let refuse = |what: &str, faults: &mut Faults| self.fault(faults, "plan.invalid-undo", what.to_owned(), "undo");
        if !matches!(self.step.kind, StepKind::Tool | StepKind::Plan) || self.at.is_none() {
            refuse("only a step that calls a tool or carries out a plan can be undone", faults);
        }
        if undo.kind != StepKind::Tool {
            refuse("what undoes a step calls a tool", faults);
        }
        if undo.run_when != RunWhen::AllSucceeded || !undo.depends_on.is_empty() {
            refuse(
                "what undoes a step comes when that step is taken back: it has no \"dependsOn\" and no \"runWhen\"",
                faults,
            );
        }
        for number in input::references(&undo.tool_input) {
            if number > self.step.step_number {
                let own = self.step.step_number;
                let message = format!("takes a value from step {number}, expected step {own} or one before it");
                self.fault(faults, "plan.forward-reference", message, "undo/toolInput");
            }
        }
        let place = self.place.within(self.place.pointer.clone(), self.step.step_number);
        let pointer = format_args!("{}/undo", self.pointer);
        Examined { step: undo, at: None, pointer, place: &place, ..*self }.check(faults);
    }

    fn wait(&self, faults: &mut Faults) {
        if self.place.version < SCHEMA_VERSION {
            // What version 2 added is told by itself.
            let schema = self.kinds.first_wait.get_or_init(|| {
                json!({"type": "object", "required": ["ms"], "additionalProperties": false,
                    "properties": {"ms": {"type": "integer", "minimum": 0, "maximum": DAY_MS}, "until": true}})
            });
            self.input(schema, "plan.invalid-wait", faults);
        } else {
            self.input_of_kind("plan.invalid-wait", faults);
        }
        if let Some(Value::String(until)) = self.step.tool_input.get("until")
            && ms_of_iso(until).is_none()
        {
            let shown: String = until.chars().take(40).collect();
            let message =
                format!("found {shown:?}, expected a moment with its zone such as \"2026-11-23T17:00+01:00\"");
            self.fault(faults, "plan.invalid-wait", message, "toolInput/until");
        }
    }

    fn ask(&self, faults: &mut Faults) {
        self.input_of_kind("plan.invalid-ask", faults);
        if let Some(why) = self.step.tool_input.get("schema").and_then(schema::refusal) {
            self.fault(faults, "plan.invalid-ask", why, "toolInput/schema");
        }
    }

    fn map(&self, faults: &mut Faults) {
        self.input_of_kind("plan.invalid-map", faults);
        let place = self.place.within(self.pointer.to_string(), self.step.step_number);
        check_steps(&self.step.body, "body", &place, self.specs, faults);
    }

    fn plan(&self, faults: &mut Faults) {
        let Some(plan) = &self.step.plan else { return };
        if plan.steps.is_empty() {
            self.fault(faults, "plan.no-steps", "the plan has no steps, expected at least one".into(), "plan/steps");
        }
        if plan.schema_version > SCHEMA_VERSION {
            newer("plan", &format!("{}/plan/schemaVersion", self.pointer), self.told(), faults);
        }
        let place = self.place.within(format!("{}/plan", self.pointer), self.step.step_number);
        check_plan(plan, &place, self.specs, faults);
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

    /// The input of a step that calls no tool.
    fn input_of_kind(&self, code: &'static str, faults: &mut Faults) {
        if let Some(schema) = self.kinds.input(self.step.kind) {
            self.input(schema, code, faults);
        }
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
