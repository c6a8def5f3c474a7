//! The same goal at the same moment gives the same plan, byte for byte: here, and in the npm package's tests, which read the
//! same file.

use dunlin::{Dunlin, Options};
use dunlin_base::{json, testing::World};
use serde_json::Value;

#[test]
fn plans_are_the_golden_ones_byte_for_byte() {
    let text = include_str!("../../../testdata/golden/plans.json");
    let golden: Value = serde_json::from_str(text).unwrap();
    let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    assert_eq!(golden["now"].as_str(), Some(dunlin.now().to_text().as_str()));
    let plans = golden["plans"].as_array().unwrap();
    assert!(plans.len() >= 40);
    let differing: Vec<&str> = plans
        .iter()
        .filter_map(|entry| entry["goal"].as_str())
        .filter(|goal| !text.contains(&format!("\"plan\": {}", json::write(&dunlin.plan(goal).unwrap()))))
        .collect();
    assert!(
        differing.is_empty(),
        "other plans than in testdata/golden/plans.json for {differing:?}; if they are meant, \
         run `cargo run -p dunlin --example golden_plans`"
    );
}
