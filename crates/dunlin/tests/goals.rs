//! Whatever goal is planned can be run: no plan that is given out has a fault, and no goal makes `run` fail.

mod mixed;

#[test]
fn every_goal_that_is_planned_can_be_run() {
    mixed::check(1, 400);
}
