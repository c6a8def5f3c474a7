//! What steps cost and how long they take by estimate: it comes from what the tools say of themselves.

use dunlin::{Dunlin, Options};
use dunlin_base::testing::World;

fn dunlin() -> Dunlin {
    Dunlin::open(World::new(1).env(), Options::default())
}

#[test]
fn a_step_costs_more_the_less_can_be_taken_back() {
    let dunlin = dunlin();
    for (goal, tiers) in [
        ("calculate 7 * 8", vec![1]),
        ("list todos then add todo oil the gate", vec![1, 2]),
        ("mark everything as done", vec![2]),
        ("clear my list and delete my garden list", vec![3, 3]),
    ] {
        let plan = dunlin.plan(goal).expect("a plan");
        let found: Vec<u8> = plan.steps.iter().map(|step| step.estimated_cost_tier).collect();
        assert_eq!(found, tiers, "{goal}");
    }
}

#[test]
fn a_step_takes_longer_the_more_it_touches_and_a_plan_as_long_as_its_longest_way() {
    let dunlin = dunlin();
    for (goal, steps, whole) in [
        ("calculate 7 * 8", vec![1], 1),
        // Nothing keeps two sums apart.
        ("calculate 7 * 8 and calculate 8 * 9", vec![1, 1], 1),
        ("7 * 8, then double the result", vec![1, 1], 2),
        ("list todos then add todo oil the gate", vec![5, 1], 6),
        ("if 7 * 8 is more than 50 add todo oil the gate", vec![1, 0, 1], 2),
        ("clear my garden list then undo", vec![50, 1], 51),
    ] {
        let plan = dunlin.plan(goal).expect("a plan");
        let found: Vec<u64> = plan.steps.iter().map(|step| step.estimated_duration_ms).collect();
        assert_eq!((found, plan.total_estimated_duration_ms), (steps, whole), "{goal}");
    }
}
