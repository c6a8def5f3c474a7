//! What is changed of a plan before it runs: the inputs of its steps, written otherwise by hand.

use std::collections::BTreeMap;

use dunlin::{Now, Plan, PlanStep, StepKind, describe_recurrence, is_valid_due};
use leptos::prelude::*;
use serde_json::Value;

use crate::model::State;

/// Why a step that was changed is there.
pub(in crate::model) const BY_HAND: &str = "You changed it by hand before it ran.";

/// An input that takes the place of a planned one.
#[derive(Clone, Debug, PartialEq)]
struct Edit {
    /// The tool, and the input that was planned for it.
    planned: (String, Value),
    input: Value,
}

impl Edit {
    /// Whether it is that step, as it is planned now, which was changed.
    fn is_of(&self, step: &PlanStep) -> bool {
        self.planned.0 == step.tool_name && self.planned.1 == step.tool_input
    }
}

/// The inputs that take the place of the planned ones, by the numbers of their steps. Each holds for as long as its step is
/// planned as it was when it was changed: typing on leaves it. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Edits(RwSignal<BTreeMap<u32, Edit>>);

impl Edits {
    pub(in crate::model) fn new() -> Self {
        Self(RwSignal::new(BTreeMap::new()))
    }

    /// What takes the place of a step's input.
    pub(crate) fn of(self, step: &PlanStep) -> Option<Value> {
        self.0.with(|edits| edits.get(&step.step_number).filter(|edit| edit.is_of(step)).map(|edit| edit.input.clone()))
    }

    /// Puts an input in the place of the planned one; none leaves that as it was.
    pub(crate) fn put(self, step: &PlanStep, input: Option<Value>) {
        let number = step.step_number;
        self.0.update(|edits| match input {
            Some(input) => {
                edits.insert(number, Edit { planned: (step.tool_name.clone(), step.tool_input.clone()), input });
            }
            None if edits.get(&number).is_some_and(|edit| edit.is_of(step)) => drop(edits.remove(&number)),
            None => (),
        });
    }

    /// Forgets all of them: nothing is typed any more.
    pub(in crate::model) fn clear(self) {
        if self.0.with_untracked(|edits| !edits.is_empty()) {
            self.0.set(BTreeMap::new());
        }
    }

    /// The numbers of the steps that were changed and are planned otherwise by now.
    fn astray(self, plan: &Plan) -> Vec<u32> {
        let is_there =
            |edit: &Edit, number: u32| plan.steps.iter().any(|step| step.step_number == number && edit.is_of(step));
        self.0.with(|edits| {
            edits.iter().filter(|(number, edit)| !is_there(edit, **number)).map(|(number, _)| *number).collect()
        })
    }

    /// The plan with what was changed of it; none where nothing was.
    fn applied(self, plan: &Plan) -> Option<Plan> {
        let mut plan = plan.clone();
        let mut changed = false;
        for step in &mut plan.steps {
            if let Some(input) = untrack(|| self.of(step)) {
                write_by_hand(step, input);
                changed = true;
            }
        }
        changed.then_some(plan)
    }
}

/// Gives a step another input than was planned.
pub(in crate::model) fn write_by_hand(step: &mut PlanStep, input: Value) {
    step.tool_input = input;
    BY_HAND.clone_into(&mut step.reasoning);
    // They were of what was planned.
    step.acceptance_criteria.clear();
    step.checks.clear();
}

impl State {
    /// The plan of what is typed, with what was changed of it by hand; none where nothing was.
    pub(in crate::model) fn edited_plan(&'static self) -> Option<Plan> {
        let plan = self.goal.reading.with_untracked(|reading| reading.plan.clone())?.ok()?;
        self.goal.edits.applied(&plan)
    }

    /// Makes a step of what is typed about that todo, where its words may mean several.
    pub(crate) fn choose_todo(&'static self, step: &PlanStep, id: &str, text: &str) {
        let input = untrack(|| self.goal.edits.of(step)).unwrap_or_else(|| step.tool_input.clone());
        self.goal.edits.put(step, Some(about(input, id, text)));
    }

    /// What was changed by hand and is left out, because the goal asks for something else by now; nothing while somebody types.
    pub(crate) fn edits_left_out(&'static self) -> Option<String> {
        let astray = self.goal.reading.with(|reading| {
            let plan = reading.plan.as_ref()?.as_ref().ok()?;
            Some(self.goal.edits.astray(plan)).filter(|all| !all.is_empty() && reading.has_rested())
        })?;
        let numbers: Vec<String> = astray.iter().map(u32::to_string).collect();
        let steps = if numbers.len() == 1 { "step" } else { "steps" };
        Some(format!(
            "What you changed in {steps} {} is left out: the goal says something else now",
            numbers.join(", ")
        ))
    }
}

/// The input of a step with that todo as the one that it is about; its text is what people read.
fn about(mut input: Value, id: &str, text: &str) -> Value {
    if let Some(input) = input.as_object_mut() {
        input.insert("todoId".to_owned(), id.into());
        input.insert("match".to_owned(), text.into());
    }
    input
}

/// An input as it is written in a form, with the day of a todo, how it comes again and the moment that a wait ends as they are
/// stored: "tomorrow at 5pm" and "every monday" are such. What is none is said.
pub(crate) fn as_stored(kind: StepKind, tool: &str, input: Value, now: Now) -> Result<Value, String> {
    match kind {
        StepKind::Wait => with_its_moment(input, now),
        StepKind::Tool if tool == "todo_store" => with_its_rule(with_its_day(input, now)?, now),
        _ => Ok(input),
    }
}

fn with_its_moment(mut input: Value, now: Now) -> Result<Value, String> {
    let Some(Value::String(until)) = input.get_mut("until") else { return Ok(input) };
    if dunlin_base::ms_of_iso(until).is_some() {
        return Ok(input);
    }
    let moment = due_of(until, now)?;
    // Where the zone is not known the runtime says what a moment has to be.
    if let Some(moment) = now.with_zone(&moment) {
        *until = moment;
    }
    Ok(input)
}

fn with_its_rule(mut input: Value, now: Now) -> Result<Value, String> {
    let Some(Value::String(rule)) = input.get_mut("recurrence") else { return Ok(input) };
    if rule.trim().is_empty() || describe_recurrence(rule).is_ok() {
        return Ok(input);
    }
    let read = dunlin::parse_quick_add(rule.trim(), now).ok().filter(|read| read.text.trim().is_empty());
    let Some(read) = read.and_then(|read| read.recurrence) else {
        return Err(format!("found “{rule}”, expected how often, such as “every monday” or “every 2 weeks”"));
    };
    *rule = read;
    Ok(input)
}

fn with_its_day(mut input: Value, now: Now) -> Result<Value, String> {
    let Some(Value::String(due)) = input.get_mut("due") else { return Ok(input) };
    if due.trim().is_empty() || is_valid_due(due) {
        return Ok(input);
    }
    *due = due_of(due, now)?;
    Ok(input)
}

/// The day, or the day and time, that all of a text says.
fn due_of(said: &str, now: Now) -> Result<String, String> {
    let read = dunlin::parse_date(said, now).ok().flatten().filter(|read| {
        // All of it is the day, or something else was meant with it.
        let end = read.time_span.map_or(read.span.end, |time| time.end.max(read.span.end));
        end == said.encode_utf16().count() && read.span.start == 0
    });
    let Some(read) = read else {
        return Err(format!("found “{said}”, expected a day such as “tomorrow at 5pm” or “{}”", now.date_text()));
    };
    Ok(read.time.map_or_else(|| read.date.clone(), |time| format!("{}T{time}", read.date)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn the_todo_that_was_chosen_is_the_one_that_a_step_is_about() {
        let planned = serde_json::json!({"action": "complete", "match": "milk"});
        let chosen = about(planned, "a", "Oat milk");
        assert_eq!(chosen, serde_json::json!({"action": "complete", "match": "Oat milk", "todoId": "a"}));
    }
    use serde_json::json;

    #[wasm_bindgen_test(unsupported = test)]
    fn a_day_is_written_as_people_write_it() {
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        for (written, due) in [
            ("2026-12-01", Ok("2026-12-01")),
            ("2026-12-01T10:00", Ok("2026-12-01T10:00")),
            ("tomorrow", Ok("2026-11-22")),
            ("tomorrow at 5pm", Ok("2026-11-22T17:00")),
            ("", Ok("")),
            ("blah", Err(())),
            ("tomorrow or so", Err(())),
        ] {
            let read = with_its_day(json!({"action": "add", "due": written}), now);
            let read = read.map(|input| input["due"].as_str().unwrap_or_default().to_owned()).map_err(drop);
            assert_eq!(read.as_deref(), due.as_ref().map(|due| *due), "{written:?}");
        }
        assert_eq!(with_its_day(json!({"match": "a"}), now), Ok(json!({"match": "a"})));
        for (written, rule) in [
            ("every monday", Ok("FREQ=WEEKLY;BYDAY=MO")),
            ("FREQ=DAILY", Ok("FREQ=DAILY")),
            ("", Ok("")),
            ("sometimes", Err(())),
            ("every monday or so", Err(())),
        ] {
            let read = as_stored(StepKind::Tool, "todo_store", json!({"action": "add", "recurrence": written}), now);
            let read = read.map(|input| input["recurrence"].as_str().unwrap_or_default().to_owned()).map_err(drop);
            assert_eq!(read.as_deref(), rule.as_ref().map(|rule| *rule), "{written:?}");
        }
        // What another tool calls so is its own.
        let other = json!({"due": "a bill", "recurrence": "often"});
        assert_eq!(as_stored(StepKind::Tool, "invoices", other.clone(), now), Ok(other));
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn the_end_of_a_wait_is_written_as_people_write_it() {
        let now = Now::at(1_795_253_400_000, &|_| 60);
        assert_eq!(now.to_text(), "2026-11-21T10:30");
        for (written, until) in [
            ("tomorrow at 5pm", Ok("2026-11-22T17:00+01:00")),
            ("2026-11-23T17:00Z", Ok("2026-11-23T17:00Z")),
            ("when it rains", Err(())),
        ] {
            let read = as_stored(StepKind::Wait, "", json!({"until": written}), now);
            let read = read.map(|input| input["until"].as_str().unwrap_or_default().to_owned()).map_err(drop);
            assert_eq!(read.as_deref(), until.as_ref().map(|until| *until), "{written:?}");
        }
        assert_eq!(as_stored(StepKind::Wait, "", json!({"ms": 5000}), now), Ok(json!({"ms": 5000})));
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_changed_step_is_no_longer_that_of_the_goal_and_holds_while_that_is_planned() {
        let owner = Owner::new();
        owner.with(|| {
            let edits = Edits::new();
            let plan: Plan = serde_json::from_value(json!({"schemaVersion": 2, "goal": "sweep", "steps": [
                {"stepNumber": 1, "toolName": "todo_store", "toolInput": {"action": "add", "text": "sweep"},
                    "acceptanceCriteria": ["the todo is there"]}]}))
            .unwrap();
            let step = &plan.steps[0];
            assert_eq!(edits.applied(&plan), None);
            edits.put(step, Some(json!({"action": "add", "text": "mop"})));
            let changed = edits.applied(&plan).unwrap();
            assert_eq!(changed.steps[0].tool_input["text"], "mop");
            assert_eq!((changed.steps[0].reasoning.as_str(), changed.steps[0].acceptance_criteria.len()), (BY_HAND, 0));
            // Another step is not changed by it, and what is planned as it was is again.
            let mut other = plan.clone();
            other.steps[0].tool_input = json!({"action": "add", "text": "sweep the yard"});
            assert_eq!((edits.applied(&other), edits.astray(&other)), (None, vec![1]));
            edits.put(&other.steps[0], None);
            assert_eq!((edits.applied(&plan), edits.astray(&plan)), (Some(changed), vec![]));
            edits.put(step, None);
            assert_eq!(edits.applied(&plan), None);
        });
    }
}
