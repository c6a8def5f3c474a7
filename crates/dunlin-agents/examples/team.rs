//! Four agents find, total, draw and check, on this device and without a model:
//! `cargo run -p dunlin-agents --example team`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{GOAL, block_on, office};
use dunlin_agents::agents::Trace;
use dunlin_base::testing::World;
use dunlin_runtime::{Policy, StartOptions};

#[expect(clippy::print_stdout, reason = "an example shows what it does")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::new(1);
    let (team, runtime) = office(&world.env());
    let plan = team.plan(GOAL, &Policy::default())?;
    println!("{GOAL}\n");
    let run = block_on(runtime.start(plan, StartOptions::default())?.drive());
    let tree = Trace::of(&runtime, &run.run_id).ok_or("the run is there")?;
    for step in &tree.steps {
        println!("{}", step.thought);
        for inner in step.below.iter().flat_map(|below| &below.steps) {
            let seen: String = inner.observation.to_string().chars().take(160).collect();
            println!(
                "  thought      {}\n  action       {}\n  observation  {seen}",
                inner.thought, inner.action["tool"]
            );
        }
    }
    println!("\n{}: {} steps, {} tool calls", run.status.name(), tree.usage.steps, tree.usage.tool_calls);
    Ok(())
}
