//! A run taken up again from one of its steps: that step and what depends on it, with what was done before as it was.

use dunlin_base::json;
use dunlin_plan::{
    Plan, PlanStep, RunWhen,
    bounds::{MAX_DEPTH, MAX_INPUT},
    input::{self, Look, ResolveError},
};
use dunlin_runtime::{Event, Journal, Run, RunState};
use serde_json::{Value, json};

use crate::DunlinError;

/// The plan that does a step of an ended run again, with every step that depends on it. What they take from the others, and
/// from what the run was given, is written into it as it was, so those are not repeated and nothing has to be given again.
///
/// ```
/// use dunlin::{Dunlin, Options, RunOptions, fork};
/// use dunlin_base::testing::World;
///
/// let world = World::new(1);
/// let dunlin = Dunlin::open(world.env(), Options::default());
/// let run = dunlin.run("calculate 6 * 7 then add todo Pay the result", RunOptions::default())?;
/// let plan = fork(&world.block_on(run.drive()), 2)?;
/// assert_eq!(plan.steps.len(), 1);
/// assert_eq!(plan.steps[0].tool_input["text"], "Pay 42");
/// # Ok::<(), dunlin::DunlinError>(())
/// ```
pub fn fork(run: &Run, from: u32) -> Result<Plan, DunlinError> {
    let refused =
        |why: String| DunlinError::new("run.cannot-fork", why).with_hint("run the goal again from its beginning");
    let plan = run.plan.as_ref().ok_or_else(|| refused("the run has no plan".to_owned()))?;
    let mut kept: Vec<u32> = Vec::new();
    for step in &plan.steps {
        // What a step takes with a default is no dependency, and yet it may be another value now.
        let taken = input::references(&step.tool_input);
        if step.step_number == from || step.depends_on.iter().chain(&taken).any(|before| kept.contains(before)) {
            kept.push(step.step_number);
        }
    }
    if kept.is_empty() {
        return Err(refused(format!("the run has no step {from}")));
    }
    let number = |old: u32| kept.iter().position(|one| *one == old).and_then(|at| u32::try_from(at + 1).ok());
    let look = |step: u32, pointer: &str| {
        let missing = || ResolveError::NoSuchValue { step, pointer: pointer.to_owned() };
        if step == 0 {
            return run.given.as_ref().and_then(|given| input::find(given, pointer)).ok_or_else(missing);
        }
        let done = run.execution_log.iter().find(|done| done.step_number == step && done.success);
        let record = done.map(|done| json!({"output": done.output, "metadata": done.metadata}));
        let found = record.and_then(|record| input::find(&record, pointer));
        found.ok_or_else(missing)
    };
    let rewritten = |value: &Value, whose: &str| {
        let missing = || refused(format!("{whose} needs a result that was not kept"));
        with_results(value, &number, &look, 0).ok_or_else(missing)
    };
    let again = |step: &PlanStep| {
        let tool_input = rewritten(&step.tool_input, &format!("step {}", step.step_number))?;
        let undo = step.undo.as_ref().map(|undo| {
            let tool_input = rewritten(&undo.tool_input, &format!("what takes step {} back", step.step_number))?;
            Ok::<_, DunlinError>(Box::new(PlanStep { tool_input, ..undo.as_ref().clone() }))
        });
        let depends_on: Vec<u32> = step.depends_on.iter().filter_map(|&before| number(before)).collect();
        // What is done for the first time now looks at nothing that ended then.
        let run_when = if depends_on.is_empty() { RunWhen::AllSucceeded } else { step.run_when };
        Ok(PlanStep {
            undo: undo.transpose()?,
            step_number: number(step.step_number).unwrap_or_default(),
            depends_on,
            run_when,
            instead_of: step.instead_of.and_then(number),
            tool_input,
            ..step.clone()
        })
    };
    let steps = plan.steps.iter().filter(|step| kept.contains(&step.step_number)).map(again);
    let steps = steps.collect::<Result<_, DunlinError>>()?;
    let result = plan.result.as_ref().map(|result| rewritten(result, "what the plan answers with")).transpose()?;
    Ok(Plan { steps, result, ..plan.clone() })
}

/// The input with references to steps that stay told by their new numbers, and the others replaced by what was given.
fn with_results(value: &Value, number: &dyn Fn(u32) -> Option<u32>, look: Look<'_>, depth: usize) -> Option<Value> {
    if depth > MAX_DEPTH {
        return None;
    }
    let deeper = |value: &Value| with_results(value, number, look, depth + 1);
    match value {
        Value::Object(map) => {
            if let Some(from) = map.get("$from").filter(|_| map.len() == 1) {
                let old = u32::try_from(from.get("step")?.as_u64()?).ok()?;
                if let Some(new) = number(old) {
                    let mut from = from.as_object()?.clone();
                    from.insert("step".to_owned(), new.into());
                    // Another step may stand in for it.
                    if let Some(default) = from.get("default").filter(|default| !input::references(default).is_empty())
                    {
                        let default = deeper(default)?;
                        from.insert("default".to_owned(), default);
                    }
                    return Some(json!({"$from": from}));
                }
                // What was to stand in for it may be done again.
                let default = from.get("default").filter(|default| !input::references(default).is_empty());
                let pointer = from.get("pointer").and_then(Value::as_str).unwrap_or_default();
                if let Some(default) = default.filter(|_| look(old, pointer).is_err()) {
                    return deeper(default);
                }
                // What a tool gave is data; if it looks like a reference it must not become one.
                return input::resolve(value, look, MAX_INPUT).ok().filter(|found| input::references(found).is_empty());
            }
            let parts = map.iter().map(|(key, value)| Some((key.clone(), deeper(value)?)));
            let made = Value::Object(parts.collect::<Option<_>>()?);
            // A text put together from what is known by now is that text.
            let whole = map.contains_key("$concat") && input::references(&made).is_empty();
            if whole { input::resolve(&made, look, MAX_INPUT).ok() } else { Some(made) }
        }
        Value::Array(items) => items.iter().map(deeper).collect::<Option<_>>().map(Value::Array),
        plain => Some(plain.clone()),
    }
}

/// The run that a saved journal tells of, with its events, for looking at: a journal by itself, or in the report of a run.
pub fn read_journal(text: &str) -> Result<(Run, Vec<Event>), DunlinError> {
    let refused = |why: &str| {
        DunlinError::new("run.invalid-journal", format!("{why}, expected the journal of a run"))
            .with_hint("open a file that \"Save JSON\" wrote")
    };
    let mut value: Value = json::read(text).map_err(|_| refused("the file is not JSON"))?;
    if let Some(inside) = value.get_mut("journal") {
        value = inside.take();
    }
    let journal: Journal = json::from_value(value).map_err(|_| refused("the file holds something else"))?;
    let mut state = RunState::new();
    for event in &journal.events {
        state.apply(event).map_err(|fault| refused(&format!("event {} does not follow: {fault}", event.seq)))?;
    }
    let run = state.record().ok_or_else(|| refused("the journal is empty"))?;
    Ok((run, journal.events))
}

#[cfg(test)]
mod tests {
    use dunlin_base::testing::World;

    use super::*;
    use crate::{Dunlin, Options, RunOptions, RunStatus};

    fn ran(goal: &str) -> (World, Dunlin, Run) {
        let world = World::new(1);
        let dunlin = Dunlin::open(world.env(), Options::default());
        let run = world.block_on(dunlin.run(goal, RunOptions::default()).unwrap().drive());
        (world, dunlin, run)
    }

    #[test]
    fn a_fork_runs_and_repeats_nothing_before_it() {
        let (world, dunlin, run) =
            ran("add todo Milk and calculate 2 * 3 then add todo Pay the result then list todos");
        assert_eq!(run.status, RunStatus::Completed);
        let plan = fork(&run, 3).unwrap();
        assert!(plan.steps.iter().all(|step| step.depends_on.iter().all(|before| *before < step.step_number)));
        let again = world.block_on(dunlin.run(plan, RunOptions::default()).unwrap().drive());
        assert_eq!(again.status, RunStatus::Completed, "{:?}", again.error);
        let texts: Vec<String> = dunlin.todos().list(&crate::Filter::all()).into_iter().map(|todo| todo.text).collect();
        assert_eq!(texts, ["Milk", "Pay 6", "Pay 6"]);
    }

    #[test]
    fn what_failed_can_be_taken_up_and_what_is_not_there_is_refused() {
        let (_, _, run) = ran("calculate 1 / 0 then add todo Pay the result");
        assert_eq!(run.status, RunStatus::Failed);
        assert_eq!(fork(&run, 1).unwrap().steps.len(), 2);
        assert_eq!(fork(&run, 2).unwrap_err().code, "run.cannot-fork");
        assert_eq!(fork(&run, 9).unwrap_err().code, "run.cannot-fork");
    }

    #[test]
    fn a_fork_has_what_the_run_was_given_and_answers_with_the_same() {
        let world = World::new(1);
        let dunlin = Dunlin::open(world.env(), Options::default());
        let from = |step: u32, pointer: &str| json!({"$from": {"step": step, "pointer": pointer}});
        let plan = json!({
            "schemaVersion": 2,
            "goal": "pay what is owed",
            "steps": [
                {"stepNumber": 1, "toolName": "calculator", "toolInput": {"expression": "6 * 7"}},
                {"stepNumber": 2, "toolName": "todo_store",
                 "toolInput": {"action": "add", "text": {"$concat": ["Pay ", from(0, "/names/0"), " ", from(1, "/output")]}},
                 "undo": {"stepNumber": 1, "toolName": "todo_store",
                          "toolInput": {"action": "delete", "todoId": from(2, "/output/id")}}},
                {"stepNumber": 3, "toolName": "calculator", "dependsOn": [2],
                 "toolInput": {"expression": {"$from": {"step": 2, "pointer": "/output/no", "default": "1 + 1"}}}}
            ],
            "result": {"to": from(0, "/names"), "todo": from(2, "/output/text"), "sum": from(3, "/output")}
        });
        let plan: Plan = json::from_value(plan).unwrap();
        let input = Some(json!({"names": ["Ann"]}));
        let run = dunlin.run(plan, RunOptions { input: input.clone(), ..RunOptions::default() }).unwrap();
        let run = world.block_on(run.drive());
        let answer = Some(json!({"to": ["Ann"], "todo": "Pay Ann 42", "sum": 2}));
        assert_eq!((run.given.clone(), run.result.clone()), (input, answer.clone()), "{:?}", run.error);
        let plan = fork(&run, 2).unwrap();
        let undo = plan.steps[0].undo.as_ref().unwrap();
        assert_eq!(undo.tool_input["todoId"], from(1, "/output/id"));
        let again = world.block_on(dunlin.run(plan, RunOptions::default()).unwrap().drive());
        assert_eq!((again.execution_log.len(), again.result), (2, answer), "{:?}", again.error);
    }

    #[test]
    fn a_fork_from_what_stood_in_for_a_step_does_that_again_without_the_step() {
        let world = World::new(1);
        let dunlin = Dunlin::open(world.env(), Options::default());
        let second = json!({"$from": {"step": 2, "pointer": "/output", "default": null}});
        let text = json!({"$concat": ["Pay ", {"$from": {"step": 1, "pointer": "/output", "default": second}}]});
        let plan: Plan = json::from_value(json!({
            "schemaVersion": 2,
            "goal": "pay what is owed",
            "steps": [
                {"stepNumber": 1, "toolName": "calculator", "toolInput": {"expression": "1 / 0"}},
                {"stepNumber": 2, "toolName": "calculator", "toolInput": {"expression": "6 * 7"},
                 "dependsOn": [1], "runWhen": "anyFailed", "insteadOf": 1},
                {"stepNumber": 3, "toolName": "todo_store", "toolInput": {"action": "add", "text": text}}
            ],
        }))
        .unwrap();
        let run = world.block_on(dunlin.run(plan, RunOptions::default()).unwrap().drive());
        assert_eq!(run.execution_log[2].tool_input["text"], "Pay 42", "{:?}", run.error);
        for (from, steps, instead_of) in [(1, 3, Some(1)), (2, 2, None)] {
            let plan = fork(&run, from).unwrap();
            let fallback = &plan.steps[steps - 2];
            assert_eq!((plan.steps.len(), fallback.instead_of), (steps, instead_of));
            let again = world.block_on(dunlin.run(plan, RunOptions::default()).unwrap().drive());
            assert_eq!(again.execution_log[steps - 1].tool_input["text"], "Pay 42", "{:?}", again.error);
        }
    }

    #[test]
    fn a_saved_journal_tells_the_run_again() {
        let (_, dunlin, run) = ran("calculate 6 * 7");
        let journal = dunlin.journal(&run.run_id).unwrap();
        let text = serde_json::to_string(&journal).unwrap();
        let (read, events) = read_journal(&text).unwrap();
        assert_eq!((read, events.len()), (run, journal.events.len()));
        assert!(read_journal(&format!("{{\"journal\": {text}}}")).is_ok());
        for bad in ["", "{}", "[1]", "{\"journal\": null}", &text.replace("runCreated", "runMade")] {
            assert_eq!(read_journal(bad).unwrap_err().code, "run.invalid-journal", "{bad}");
        }
    }
}
