//! What a run changed, in a sentence.

use dunlin::{ExecutionStep, StepStatus};
use std::collections::BTreeSet;

use crate::model::words::format::counted;

/// What the steps of a run changed: a single one in its own words, several by the todos that they were about, each counted
/// once. None when they only looked.
pub(super) fn changes(log: &[ExecutionStep]) -> Option<String> {
    // Of what is no todo's the list knows nothing, and can take nothing of it back.
    let summary = |step: &ExecutionStep| {
        let metadata = step.metadata.as_ref().filter(|_| step.tool_name == "todo_store")?;
        Some(metadata.get("summary")?.as_str()?.to_owned())
    };
    // What the run itself took back is no change to undo.
    let stays = |step: &&ExecutionStep| step.success && step.undo != Some(StepStatus::Succeeded);
    let wrote: Vec<&ExecutionStep> = log.iter().filter(stays).filter(|step| summary(step).is_some()).collect();
    if let [only] = wrote.as_slice() {
        return summary(only);
    }
    let count =
        |step: &ExecutionStep| step.metadata.as_ref().and_then(|metadata| metadata.get("count")?.as_u64()).unwrap_or(0);
    // What all of them did to todos is said by its verb: "added", "deleted".
    let verbs: BTreeSet<String> = wrote
        .iter()
        .filter(|step| count(step) > 0)
        .filter_map(|step| Some(summary(step)?.split(' ').next()?.to_owned()))
        .collect();
    let verb = verbs.first().filter(|_| verbs.len() == 1).map_or("changed", String::as_str);
    let mut ids: BTreeSet<&str> = BTreeSet::new();
    let mut unlisted = 0;
    for step in &wrote {
        let Some(output) = &step.output else { continue };
        let todos = output.get("todos").unwrap_or(output);
        let todos = todos.as_array().map_or(std::slice::from_ref(todos), Vec::as_slice);
        let listed: Vec<&str> = todos.iter().filter_map(|todo| todo.get("id")?.as_str()).collect();
        unlisted += (count(step) as usize).saturating_sub(listed.len());
        ids.extend(listed);
    }
    match ids.len() + unlisted {
        _ if wrote.is_empty() => None,
        0 => Some(format!("made {}", counted(wrote.len(), "change"))),
        todos => Some(format!("{verb} {}", counted(todos, "todo"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use wasm_bindgen_test::wasm_bindgen_test;

    fn step(output: Value, metadata: Value) -> ExecutionStep {
        ExecutionStep {
            step_number: 1,
            tool_name: "todo_store".into(),
            status: StepStatus::Succeeded,
            success: true,
            output: Some(output),
            metadata: Some(metadata),
            ..ExecutionStep::default()
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_run_says_how_many_todos_it_changed() {
        let one = |id: &str| json!({"id": id, "text": "Sweep"});
        let added = || step(one("a"), json!({"count": 1, "summary": "added \"Sweep\""}));
        let completed = || step(one("a"), json!({"count": 1, "summary": "completed \"Sweep\""}));
        let deleted = || step(json!([one("a"), one("b")]), json!({"count": 2, "summary": "deleted 2 todos"}));
        let list = || step(json!({"name": "Yard", "deleted": 3}), json!({"count": 3, "summary": "deleted the list"}));
        let made = || step(json!({"name": "Yard"}), json!({"count": 0, "summary": "created the list"}));
        let looked = || step(json!([one("a")]), json!({"count": 1}));
        let mut begins = step(json!({"id": "s"}), json!({"summary": "“list todos” begins tomorrow"}));
        "schedules".clone_into(&mut begins.tool_name);
        for (log, expected) in [
            (vec![], None),
            (vec![looked()], None),
            (vec![begins], None),
            (vec![looked(), deleted()], Some("The run deleted 2 todos")),
            (vec![added(), completed()], Some("The run changed 1 todo")),
            (vec![added(), deleted(), deleted()], Some("The run changed 2 todos")),
            (vec![deleted(), deleted()], Some("The run deleted 2 todos")),
            (vec![added(), deleted()], Some("The run changed 2 todos")),
            (vec![added(), list()], Some("The run changed 4 todos")),
            (vec![made(), made()], Some("The run made 2 changes")),
            (vec![made(), added(), added()], Some("The run added 1 todo")),
        ] {
            assert_eq!(changes(&log).map(|said| format!("The run {said}")).as_deref(), expected);
        }
    }
}
