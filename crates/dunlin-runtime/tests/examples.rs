//! The plan files of `examples/plans`: each is read, has no fault, is written back as it stands, and runs as its name says.
//! The tools are stand-ins that answer by name; the real ones are the facade's.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{cell::Cell, rc::Rc};

use dunlin_base::{LocalFuture, testing::World};
use dunlin_plan::{Annotations, Plan, ToolSpec, file, graph};
use dunlin_runtime::{
    ApprovalAnswer, Registry, Run, RunStatus, Runtime, RuntimeOptions, StartOptions, StepStatus, Tool, ToolCall,
    ToolFailure, ToolOutput,
};
use serde_json::{Value, json};

struct StandIn(ToolSpec, Cell<u32>);

impl Tool for StandIn {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        self.1.set(self.1.get() + 1);
        let result = match self.0.name.as_str() {
            "fetch_rate" if call.attempt < 3 => Err(ToolFailure::transient("rate.busy", "the service is busy")),
            "fetch_rate" => Ok(json!(0.93)),
            "calculator" => Ok(call.input["expression"].clone()),
            _ => Ok(call.input),
        };
        Box::pin(std::future::ready(result.map(|output| ToolOutput { output, metadata: None })))
    }
}

fn registry() -> Registry {
    let mut registry = Registry::new();
    let text = |name: &str| json!({"type": "object", "required": [name], "properties": {name: {"type": "string"}}});
    let read_only = Annotations { read_only_hint: true, ..Annotations::default() };
    let todos = || vec!["todos".to_owned()];
    let spec = |name: &str, input_schema: Value, annotations| ToolSpec {
        name: name.into(),
        input_schema,
        annotations,
        ..ToolSpec::default()
    };
    for spec in [
        spec("calculator", text("expression"), read_only),
        spec("fetch_rate", text("currency"), read_only),
        ToolSpec {
            reads: todos(),
            writes: todos(),
            destructive_when: Some(json!({"properties": {"action": {"const": "clear"}}})),
            read_only_when: Some(json!({"properties": {"action": {"const": "list"}}})),
            keyed: true,
            ..spec("todo_store", text("action"), Annotations::default())
        },
    ] {
        registry.register(Rc::new(StandIn(spec, Cell::new(0)))).unwrap();
    }
    registry
}

fn read(name: &str) -> Plan {
    let path = format!("{}/../../examples/plans/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let plan = file::read(&text).unwrap();
    let mut completed = plan.clone();
    graph::complete(&mut completed, registry().specs());
    assert_eq!(completed, plan, "{name}: what the graph gives is written in the file");
    assert_eq!(file::read(&file::write(&plan)).unwrap(), plan, "{name}");
    plan
}

fn run(name: &str, answer: ApprovalAnswer) -> Run {
    let world = World::new(1);
    let runtime = Runtime::new(world.env(), registry(), RuntimeOptions::default());
    let handle = runtime.start(read(name), StartOptions::default()).unwrap();
    if let Some(run) = world.run_until_stalled(handle.drive()) {
        return run;
    }
    let question = handle.record().execution_log.iter().find_map(|step| step.approval.clone()).unwrap();
    handle.approve(&question.approval_id, answer).unwrap();
    world.block_on(handle.drive())
}

fn statuses(run: &Run) -> Vec<StepStatus> {
    run.execution_log.iter().map(|step| step.status).collect()
}

#[test]
fn the_example_plans_run_as_they_say() {
    use StepStatus::{Denied, Succeeded};
    let diamond = run("diamond", ApprovalAnswer::Approve);
    assert_eq!(diamond.result, Some(json!("120 * 3 + 120 * 3 * 0.2 - 120 * 3 * 0.05")));
    let started = |step: usize| diamond.execution_log[step - 1].started_at_ms;
    assert_eq!(started(2), started(3));
    let pipeline = run("pipeline", ApprovalAnswer::Approve);
    assert_eq!(pipeline.execution_log[1].tool_input["text"], json!("collect 96 / 4 from each of the four"));
    assert_eq!(statuses(&run("approval", ApprovalAnswer::Approve)), [Succeeded; 3]);
    let denied = run("approval", ApprovalAnswer::Reject { feedback: None });
    assert_eq!((denied.status, statuses(&denied)), (RunStatus::Completed, vec![Succeeded, Denied, Succeeded]));
    let retry = run("retry", ApprovalAnswer::Approve);
    assert_eq!((retry.execution_log[0].attempts, retry.usage.active_ms), (3, 3000));
    assert_eq!(retry.result, Some(json!("250 * 0.93")));
}

#[test]
fn the_decision_runs_or_skips_by_what_the_trip_costs() {
    for (cost, expected) in [("560", StepStatus::Succeeded), ("20", StepStatus::Skipped)] {
        let world = World::new(1);
        let runtime = Runtime::new(world.env(), registry(), RuntimeOptions::default());
        let mut plan = read("decision");
        plan.steps[0].tool_input = json!({ "expression": cost });
        let run = world.block_on(runtime.start(plan, StartOptions::default()).unwrap().drive());
        assert_eq!(run.status, RunStatus::Completed);
        assert_eq!(run.execution_log[2].status, expected);
        assert_eq!(
            run.execution_log[4].output,
            Some(json!({
                "title": "Trip checked", "body": format!("It costs {cost}"), "shown": false
            }))
        );
    }
}
