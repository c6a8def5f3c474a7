//! Writes the plans of `testdata/golden/plans.json` anew: `cargo run -p dunlin --example golden_plans`.
//!
//! The file names the goals; a new goal is added there with `null` for its plan.
#![expect(clippy::unwrap_used, reason = "a tool for developers, who want to see where it failed")]

use dunlin::{Dunlin, Options};
use dunlin_base::{json, testing::World};
use serde_json::Value;

fn main() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/golden/plans.json");
    let golden: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    let goals = golden["plans"].as_array().unwrap().iter().filter_map(|entry| entry["goal"].as_str());
    let lines: Vec<String> = goals
        .map(|goal| {
            let plan = dunlin.plan(goal).unwrap_or_else(|error| panic!("{goal}: {}", error.message));
            format!("{{\"goal\": {}, \"plan\": {}}}", Value::from(goal), json::write(&plan))
        })
        .collect();
    let text = format!("{{\"now\": {}, \"plans\": [\n{}\n]}}\n", golden["now"], lines.join(",\n"));
    std::fs::write(path, text).unwrap();
}
