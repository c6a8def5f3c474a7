//! What is done with a plan as a whole: templates, the limits a goal sets on itself, and the plan's own fields.

use dunlin_base::{Span, Utf16Span};
use dunlin_date::Now;
use dunlin_plan::{
    Check, FIRST_VERSION, Plan, PlanStep, PolicyPatch, RunWhen, SCHEMA_VERSION, StepKind, ToolSpec, graph,
};
use serde_json::Value;

use crate::{
    confidence::{self, Evidence},
    lang::en::{faults, meanings},
    lower::{Assembly, call::Call, todo::Draft},
    model::{
        limit::{Constraint, MAX_STEPS},
        planned::Planned,
        refusal::{PlanError, Replaced},
        template::Template,
        todo::{NewTodo, Shown, Text, TodoCall},
        tool::{ACTION, DELETING},
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
            self.add_todo_step(Draft::new(call, meanings::added(&todo.text), source));
            if let Some(step) = self.steps.last_mut() {
                step.depends_on = todo.after.iter().map(|before| first + before).collect();
            }
        }
        let call = TodoCall::List(Shown { list: Some(template.name.clone()), ..Shown::default() });
        let meaning = meanings::all_there(template.todos.len());
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

    /// The fault of a plan that breaks a limit the goal itself sets.
    fn broken_limit(&self, specs: &[ToolSpec]) -> Option<PlanError> {
        let at = |step: &PlanStep| step.source.bytes(&self.goal);
        let deletes = |call: &Call| match call {
            Call::Todo(todo) => {
                matches!(todo, TodoCall::Delete(_) | TodoCall::Clear(_) | TodoCall::DeleteList { .. })
            }
            // What a host's tool does, its action says where it has one.
            Call::Own(_, input) => {
                input.get(ACTION).and_then(Value::as_str).is_some_and(|action| DELETING.contains(&action))
            }
            _ => false,
        };
        let steps = || self.steps.iter().zip(&self.calls);
        if let (Some(_), Some((step, _))) = (self.keeps, steps().find(|(_, call)| deletes(call))) {
            return Some(faults::deletes(step.step_number).at(at(step)));
        }
        let changes = |step: &PlanStep| {
            let spec = specs.iter().find(|spec| spec.name == step.tool_name);
            step.kind == StepKind::Tool && !spec.is_some_and(|spec| spec.is_read_only(&step.tool_input))
        };
        let whole = |step: &PlanStep| changes(step) || step.inner().any(changes);
        let changing = self.steps.iter().find(|step| whole(step)).filter(|_| self.unchanged.is_some());
        if let Some(step) = changing {
            return Some(faults::changes(step.step_number).at(at(step)));
        }
        let most = self.policy.max_steps.map_or(MAX_STEPS, |most| most as usize);
        // Of a step and what stands in for it one is done.
        let count = self.steps.iter().filter(|step| step.instead_of.is_none()).count();
        if count > most {
            return Some(faults::more_steps(count, most).at(Span::new(0, self.goal.len())));
        }
        let allowed = self.policy.allowed_tools.as_ref()?;
        let other = |step: &&PlanStep| step.kind == StepKind::Tool && !allowed.contains(&step.tool_name);
        let found = |step| std::iter::once(step).chain(PlanStep::inner(step)).find(other).map(|other| (step, other));
        let (step, other) = self.steps.iter().find_map(found)?;
        Some(faults::other_tool(step.step_number, &other.tool_name, &allowed.join(", ")).at(at(step)))
    }

    /// The finished plan.
    pub(crate) fn finish(mut self, specs: &[ToolSpec]) -> Result<Planned, PlanError> {
        let forbids = self.keeps.or(self.unchanged).is_some();
        let limited = forbids || self.policy != PolicyPatch::default();
        if (limited || self.steps.len() > MAX_STEPS)
            && let Some(error) = self.broken_limit(specs)
        {
            return Err(error);
        }
        for step in &mut self.steps {
            price(step, specs, &self.goal)?;
        }
        // In a plan of the first version a wait counts as work.
        let is_new = |step: &PlanStep| {
            matches!(step.kind, StepKind::Ask | StepKind::Wait | StepKind::Map) || step.run_when != RunWhen::default()
        };
        let leaves_out = self.evidence.contains(&Evidence::LeftOut);
        let mut plan = Plan {
            schema_version: if self.steps.iter().any(is_new) { SCHEMA_VERSION } else { FIRST_VERSION },
            rationale: meanings::rationale(&self.meanings),
            confidence: confidence::of_all(&self.evidence),
            goal: self.goal,
            steps: self.steps,
            ..Plan::default()
        };
        graph::complete(&mut plan, specs);
        Ok(Planned { plan, policy: self.policy, leaves_out })
    }
}

impl Planned {
    /// The plan of an offer as that of the goal in whose place it was read: it names the goal and its places, says which words were taken
    /// for others or left out, and is less sure for it.
    pub(crate) fn in_place_of(mut self, goal: &str, offer: &str, replaced: Replaced) -> Self {
        let (said, by) = (replaced.said.of(goal).trim(), replaced.by.of(offer));
        let told = if by.is_empty() { meanings::leaving_out(said) } else { meanings::in_place_of(said) };
        for step in &mut self.plan.steps {
            put(step, &|source: Utf16Span| replaced.place(source.bytes(offer)).utf16(goal));
        }
        self.plan.rationale.push_str(&told);
        self.plan.confidence = confidence::with(self.plan.confidence, Evidence::LeftOut);
        goal.clone_into(&mut self.plan.goal);
        self.leaves_out = true;
        self
    }
}

/// Gives a step, and those that it is made of, their places in the goal.
fn put(step: &mut PlanStep, place: &dyn Fn(Utf16Span) -> Utf16Span) {
    step.source = place(step.source);
    for inner in &mut step.body {
        put(inner, place);
    }
}

/// Says of a step, and of those that it is made of, what they cost by the tools' own specifications.
fn price(step: &mut PlanStep, specs: &[ToolSpec], goal: &str) -> Result<(), PlanError> {
    for inner in &mut step.body {
        price(inner, specs, goal)?;
        step.estimated_cost_tier = step.estimated_cost_tier.max(inner.estimated_cost_tier);
        step.estimated_duration_ms = step.estimated_duration_ms.saturating_add(inner.estimated_duration_ms);
    }
    if step.kind != StepKind::Tool {
        return Ok(());
    }
    let Some(spec) = specs.iter().find(|spec| spec.name == step.tool_name) else {
        return Err(faults::tool_missing(&step.tool_name).at(step.source.bytes(goal)));
    };
    step.estimated_cost_tier = spec.cost_tier(&step.tool_input);
    step.estimated_duration_ms = spec.duration_ms(&step.tool_input);
    Ok(())
}
