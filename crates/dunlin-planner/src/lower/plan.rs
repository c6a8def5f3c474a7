//! What is done with a plan as a whole: templates, the limits a goal sets on itself, and the plan's own fields.

use dunlin_base::Span;
use dunlin_date::Now;
use dunlin_plan::{
    Check, FIRST_VERSION, Plan, PlanStep, PolicyPatch, RunWhen, SCHEMA_VERSION, StepKind, ToolSpec, graph,
};
use serde_json::Value;

use crate::{
    confidence::{self, Evidence},
    lower::{Assembly, call::Call, todo::Draft},
    model::{
        limit::{Constraint, MAX_STEPS},
        planned::Planned,
        refusal::{PlanError, PlanErrorKind},
        template::Template,
        todo::{NewTodo, Shown, Text, TodoCall},
    },
};

impl Assembly {
    /// Takes the todos of a template in, and a step at the end that sees whether all of them are there.
    pub(crate) fn take_template(&mut self, template: &Template, now: Now, source: Span) {
        let first = self.steps.len() as u32;
        for todo in &template.todos {
            let due = todo.due_in_days.map(|days| now.plus_days(days).date_text());
            let (text, list) = (Text::Said(todo.text.clone()), Some(template.name.clone()));
            let call = TodoCall::Add(NewTodo { text, due, list, ..NewTodo::default() });
            self.add_todo_step(Draft::new(call, format!("add the todo “{}”", todo.text), source));
            if let Some(step) = self.steps.last_mut() {
                step.depends_on = todo.after.iter().map(|before| first + before).collect();
            }
        }
        let call = TodoCall::List(Shown { list: Some(template.name.clone()), ..Shown::default() });
        let meaning = format!("see that all {} todos are there", template.todos.len());
        self.add_todo_step(Draft { call, meaning, source });
        if let Some(step) = self.steps.last_mut() {
            step.hold_to(Check::AtLeast(template.todos.len() as u64));
        }
        self.evidence.push(Evidence::Template);
    }

    /// Takes a limit in that the goal sets on itself.
    pub(crate) fn take_constraint(&mut self, constraint: Constraint, source: Span) {
        match constraint {
            Constraint::MaxSteps(most) => {
                self.policy.max_steps = Some(self.policy.max_steps.map_or(most, |known| known.min(most)));
            }
            Constraint::Only(tool) => self.policy.allowed_tools = Some(vec![tool.to_owned()]),
            Constraint::AskFirst => self.policy.approve_always = true,
            Constraint::NoDeletion => self.keeps = Some(source),
            Constraint::NoChange => self.unchanged = Some(source),
        }
    }

    #[cold]
    fn tool_missing(&self, step: &PlanStep) -> PlanError {
        let message = format!("the goal needs the tool {:?}, which is not there", step.tool_name);
        PlanError::new(PlanErrorKind::ToolMissing, message)
            .with_hint("register the tool, or leave this part out")
            .at(step.source.bytes(&self.goal))
    }

    /// The fault of a plan that breaks a limit the goal itself sets.
    fn broken_limit(&self, specs: &[ToolSpec]) -> Option<PlanError> {
        let error = |message: String, hint: &str, span: Span| {
            Some(PlanError::new(PlanErrorKind::Constraint, message).with_hint(hint).at(span))
        };
        let deletes = |call: &Call| match call {
            Call::Todo(todo) => {
                matches!(todo, TodoCall::Delete(_) | TodoCall::Clear(_) | TodoCall::DeleteList { .. })
            }
            // What a host's tool does, its action says where it has one.
            Call::Own(_, input) => {
                matches!(input.get("action").and_then(Value::as_str), Some("delete" | "clear" | "delete_list"))
            }
            _ => false,
        };
        let steps = || self.steps.iter().zip(&self.calls);
        if let (Some(_), Some((step, _))) = (self.keeps, steps().find(|(_, call)| deletes(call))) {
            let message = format!("step {} deletes, and the goal says that nothing is to be deleted", step.step_number);
            return error(message, "leave the deletion or the limit out", step.source.bytes(&self.goal));
        }
        let changes = |step: &PlanStep| {
            let spec = specs.iter().find(|spec| spec.name == step.tool_name);
            step.kind == StepKind::Tool && !spec.is_some_and(|spec| spec.is_read_only(&step.tool_input))
        };
        let changing = steps().find(|(step, _)| changes(step)).filter(|_| self.unchanged.is_some());
        if let Some((step, _)) = changing {
            let message =
                format!("step {} changes todos, and the goal says that nothing is to be changed", step.step_number);
            return error(message, "leave the change or the limit out", step.source.bytes(&self.goal));
        }
        let most = self.policy.max_steps.map_or(MAX_STEPS, |most| most as usize);
        if self.steps.len() > most {
            let message = format!("found {} steps, and the goal says at most {most}", self.steps.len());
            return error(message, "ask for less or raise the limit", Span::new(0, self.goal.len()));
        }
        let allowed = self.policy.allowed_tools.as_ref()?;
        let step = self.steps.iter().find(|step| step.kind == StepKind::Tool && !allowed.contains(&step.tool_name))?;
        let message = format!(
            "step {} needs the tool {:?}, and the goal says to use only {}",
            step.step_number,
            step.tool_name,
            allowed.join(", ")
        );
        error(message, "leave this part or the limit out", step.source.bytes(&self.goal))
    }

    /// The finished plan.
    pub(crate) fn finish(mut self, specs: &[ToolSpec]) -> Result<Planned, PlanError> {
        let limited = self.keeps.is_some() || self.policy != PolicyPatch::default();
        if (limited || self.steps.len() > MAX_STEPS)
            && let Some(error) = self.broken_limit(specs)
        {
            return Err(error);
        }
        for at in 0..self.steps.len() {
            let Some(step) = self.steps.get_mut(at).filter(|step| step.kind == StepKind::Tool) else { continue };
            let Some(spec) = specs.iter().find(|spec| spec.name == step.tool_name) else {
                let step = step.clone();
                return Err(self.tool_missing(&step));
            };
            step.estimated_cost_tier = spec.cost_tier(&step.tool_input);
            step.estimated_duration_ms = spec.duration_ms(&step.tool_input);
        }
        // In a plan of the first version a wait counts as work.
        let is_new = |step: &PlanStep| {
            matches!(step.kind, StepKind::Ask | StepKind::Wait) || step.run_when != RunWhen::default()
        };
        let mut plan = Plan {
            schema_version: if self.steps.iter().any(is_new) { SCHEMA_VERSION } else { FIRST_VERSION },
            rationale: rationale(&self.meanings),
            confidence: confidence::of_all(&self.evidence),
            goal: self.goal,
            steps: self.steps,
            ..Plan::default()
        };
        graph::complete(&mut plan, specs);
        Ok(Planned { plan, policy: self.policy })
    }
}

/// One plain sentence on how the goal was read.
fn rationale(meanings: &[String]) -> String {
    match meanings {
        [] => "The goal asks for nothing".to_owned(),
        [one] => format!("The goal asks to {one}"),
        [first, rest @ ..] => {
            let shown: Vec<&str> = rest.iter().take(7).map(String::as_str).collect();
            let more = rest.len() - shown.len();
            let tail = if more == 0 { String::new() } else { format!(", and {more} more steps") };
            format!("The goal asks to {first}, then {}{tail}", shown.join(", then "))
        }
    }
}
