//! From a goal in plain words to a stored todo: `cargo run -p dunlin --example main_job`.
//!
//! The environment is the virtual world that tests use; a host brings its own clock, timer, randomness and storage.

use dunlin::{Dunlin, DunlinError, Filter, Options, RunOptions};
use dunlin_base::testing::World;

#[expect(clippy::print_stdout, reason = "an example shows what it does")]
fn main() -> Result<(), DunlinError> {
    let world = World::new(1);
    let dunlin = Dunlin::open(world.env(), Options::default());
    let run = dunlin.run("add todo Buy milk and calculate (10 + 5) * 2 then list todos", RunOptions::default())?;
    let record = world.block_on(run.drive());
    for step in &record.execution_log {
        println!("{}. {} {} → {}", step.step_number, step.tool_name, step.tool_input, step.status.name());
    }
    for todo in dunlin.todos().list(&Filter::all()) {
        println!("- {}", todo.text);
    }
    Ok(())
}
