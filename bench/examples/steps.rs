//! Carries out a plan of so many steps that do nothing, so many of them side by side, to have its instructions counted: the
//! difference between two counts is what the steps between them cost.
//!
//! ```sh
//! cargo build --release --package dunlin-bench --example steps
//! valgrind --tool=callgrind target/release/examples/steps 1000 1
//! ```

#[path = "../noop.rs"]
mod noop;

use std::rc::Rc;

use dunlin::{Dunlin, Options, PolicyChange, RunOptions, RunStatus};
use dunlin_base::{Env, MemoryStorage, testing::World};
use noop::{Noop, above, graph};

fn main() {
    let mut args = std::env::args().skip(1).map(|count| count.parse().expect("a count"));
    let (steps, width) = (args.next().unwrap_or(1000), args.next().unwrap_or(1));
    let world = World::new(1);
    let env = Env { storage: Rc::new(MemoryStorage::new()), ..world.env() };
    let dunlin = Dunlin::open(env, Options::default());
    dunlin.register_tool(Rc::new(Noop::new())).expect("the tool is new");
    let policy = PolicyChange {
        max_steps: Some(4000),
        max_tool_calls: Some(4000),
        max_parallel: Some(100),
        ..PolicyChange::default()
    };
    let plan = dunlin::read_plan(&dunlin::write_plan(&graph(steps, |step| above(step, width)))).expect("it is a plan");
    let handle = dunlin.run(plan, RunOptions { policy, ..RunOptions::default() }).expect("the plan is valid");
    let text = world.block_on(handle.drive_to_text());
    assert_eq!(handle.status(), RunStatus::Completed);
    std::hint::black_box(text);
}
