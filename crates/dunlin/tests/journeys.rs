//! The journeys of `testdata/facade.toml`: goals over one store, under the virtual clock.

use std::collections::BTreeMap;

use dunlin::{ApprovalMode, Dunlin, Filter, Options, PolicyChange, RunOptions, RunStatus};
use dunlin_base::testing::World;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct File {
    journey: Vec<Journey>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Journey {
    name: String,
    goal: Vec<Goal>,
    #[serde(default)]
    left: Vec<Left>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    text: String,
    tools: Option<Vec<String>>,
    status: RunStatus,
    #[serde(default)]
    outputs: BTreeMap<String, Value>,
    error: Option<String>,
    message: Option<String>,
    failed_step: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Left {
    text: String,
    #[serde(default)]
    completed: bool,
    /// When it is due, and on which list it is, where that is told.
    due: Option<String>,
    list: Option<String>,
}

#[test]
fn every_journey_ends_as_told() {
    let file: File = toml::from_str(include_str!("../../../testdata/facade.toml")).unwrap();
    for journey in file.journey {
        let world = World::new(1);
        let policy = PolicyChange { approval: Some(ApprovalMode::Never), ..PolicyChange::default() };
        let dunlin = Dunlin::open(world.env(), Options { policy, ..Options::default() });
        for goal in &journey.goal {
            let place = format!("{}: {:?}", journey.name, goal.text);
            let run = dunlin.run(goal.text.as_str(), RunOptions::default()).unwrap();
            let record = world.block_on(run.drive());
            let said = record.error.as_ref();
            assert_eq!(record.status, goal.status, "{place}: {said:?}");
            assert_eq!(said.map(|error| error.code.as_str()), goal.error.as_deref(), "{place}");
            if let Some(message) = &goal.message {
                assert_eq!(said.map(|error| &error.message), Some(message), "{place}");
            }
            if goal.failed_step.is_some() {
                assert_eq!(said.and_then(|error| error.step_number), goal.failed_step, "{place}");
            }
            if let Some(tools) = &goal.tools {
                let called: Vec<&String> = record.execution_log.iter().map(|step| &step.tool_name).collect();
                assert_eq!(called, tools.iter().collect::<Vec<_>>(), "{place}");
            }
            for (step, output) in &goal.outputs {
                let at: usize = step.parse().unwrap();
                assert_eq!(record.execution_log[at - 1].output.as_ref(), Some(output), "{place}, step {step}");
            }
        }
        let todos = dunlin.todos().list(&Filter::all());
        let left: Vec<(&str, bool)> = todos.iter().map(|todo| (todo.text.as_str(), todo.completed)).collect();
        let expected: Vec<(&str, bool)> =
            journey.left.iter().map(|left| (left.text.as_str(), left.completed)).collect();
        assert_eq!(left, expected, "{}", journey.name);
        for (todo, left) in todos.iter().zip(&journey.left) {
            let due = todo.due.as_ref().map(ToString::to_string);
            assert!(left.due.is_none() || left.due == due, "{}: {} is due {due:?}", journey.name, todo.text);
            assert!(
                left.list.is_none() || left.list == todo.list,
                "{}: {} is on {:?}",
                journey.name,
                todo.text,
                todo.list
            );
        }
    }
}
