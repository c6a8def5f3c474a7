//! Carries out a plan of so many steps that do nothing, so many of them side by side, to have its instructions counted: the
//! difference between two counts is what the steps between them cost.
//!
//! ```sh
//! cargo build --release --package dunlin-bench --example steps
//! valgrind --tool=callgrind target/release/examples/steps 1000 1
//! ```

use std::rc::Rc;

use dunlin::{
    Annotations, Dunlin, Options, Plan, PlanStep, PolicyChange, RunOptions, RunStatus, Tool, ToolCall, ToolFailure,
    ToolOutput, ToolSpec,
};
use dunlin_base::{Env, LocalFuture, MemoryStorage, testing::World};
use serde_json::json;

fn main() {
    let mut args = std::env::args().skip(1).map(|count| count.parse().expect("a count"));
    let (steps, width) = (args.next().unwrap_or(1000), args.next().unwrap_or(1));
    let world = World::new(1);
    let env = Env { storage: Rc::new(MemoryStorage::new()), ..world.env() };
    let dunlin = Dunlin::open(env, Options::default());
    dunlin.register_tool(Rc::new(Noop(spec()))).expect("the tool is new");
    let policy = PolicyChange {
        max_steps: Some(4000),
        max_tool_calls: Some(4000),
        max_parallel: Some(100),
        ..PolicyChange::default()
    };
    let plan = dunlin::read_plan(&dunlin::write_plan(&plan(steps, width))).expect("it is a plan");
    let handle = dunlin.run(plan, RunOptions { policy, ..RunOptions::default() }).expect("the plan is valid");
    let text = world.block_on(handle.drive_to_text());
    assert_eq!(handle.status(), RunStatus::Completed);
    std::hint::black_box(text);
}

/// Columns of steps, `width` of them: each step waits for the one above it.
fn plan(steps: u32, width: u32) -> Plan {
    let step = |step_number: u32| PlanStep {
        step_number,
        tool_name: "noop".to_owned(),
        tool_input: json!({}),
        depends_on: step_number.checked_sub(width).filter(|above| *above > 0).into_iter().collect(),
        estimated_cost_tier: 1,
        ..PlanStep::default()
    };
    Plan {
        schema_version: 1,
        goal: "a benchmark".to_owned(),
        steps: (1..=steps).map(step).collect(),
        ..Plan::default()
    }
}

struct Noop(ToolSpec);

impl Tool for Noop {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(std::future::ready(Ok(ToolOutput { output: json!(null), metadata: None })))
    }
}

fn spec() -> ToolSpec {
    ToolSpec {
        name: "noop".to_owned(),
        description: "Does nothing".to_owned(),
        input_schema: json!({"type": "object"}),
        annotations: Annotations { read_only_hint: true, ..Annotations::default() },
        ..ToolSpec::default()
    }
}
