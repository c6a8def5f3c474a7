//! A second planner: who is asked about goals that the rules do not understand.

use std::rc::Rc;

use dunlin_plan::Plan;
use dunlin_runtime::Policy;

use crate::{Dunlin, DunlinError};

/// Plans a goal for a run under a policy, whose allowed tools are those that are there; none for one that it does not
/// understand either.
pub type SecondPlanner = Rc<dyn Fn(&str, &Policy) -> Option<Plan>>;

impl Dunlin {
    /// Has this planner asked wherever the rules do not understand a goal, or nobody any more. Its plans are checked as any.
    pub fn set_second_planner(&self, planner: Option<SecondPlanner>) {
        self.inner().second.replace(planner);
    }

    /// The second planner's plan for a goal that the rules have refused so, or their refusal. What they refuse for another
    /// reason than that they do not understand it is nobody else's to decide.
    pub(crate) fn by_second(&self, goal: &str, policy: &Policy, refusal: DunlinError) -> Result<Plan, DunlinError> {
        let planner = self.inner().second.borrow().clone();
        let Some(planner) = planner.filter(|_| refusal.code == "plan.unrecognized") else { return Err(refusal) };
        let within = self.within(policy);
        let allowed = |name: &String| within.tools.as_ref().is_none_or(|tools| tools.contains(name));
        let here = self.tools().into_iter().map(|spec| spec.name).filter(allowed).collect();
        let time_budget_ms = within.time_ms.unwrap_or(policy.time_budget_ms);
        let policy = Policy { allowed_tools: Some(here), time_budget_ms, ..policy.clone() };
        let Some(plan) = planner(goal, &policy) else { return Err(refusal) };
        self.accept(&plan, self.policy())?;
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GoalOptions, Options, RunOptions, RunStatus, Schedule, read_plan};
    use dunlin_base::testing::World;

    fn plan(tool: &str) -> Plan {
        let step = format!(r#"{{"stepNumber": 1, "toolName": "{tool}", "toolInput": {{"expression": "6 * 7"}}}}"#);
        read_plan(&format!(r#"{{"schemaVersion": 2, "goal": "ponder", "steps": [{step}]}}"#)).unwrap()
    }

    #[test]
    fn a_second_planner_is_asked_about_what_the_rules_do_not_understand() {
        let world = World::new(1);
        let dunlin = Dunlin::open(world.env(), Options::default());
        let code = |goal: &str| dunlin.plan(goal).unwrap_err().code;
        assert_eq!(code("ponder the question"), "plan.unrecognized");
        dunlin.set_second_planner(Some(Rc::new(|goal, policy| {
            let tools = policy.allowed_tools.as_ref().unwrap();
            (goal.starts_with("ponder") && tools.iter().any(|tool| tool == "calculator")).then(|| plan("calculator"))
        })));
        assert_eq!(dunlin.plan("ponder the question").unwrap(), plan("calculator"));
        let (explained, planned) = dunlin.read_and_explain("ponder the question", &[]);
        assert!(explained.diagnostics.is_empty() && planned.is_ok());
        let run = dunlin.run("ponder the question", RunOptions::default()).unwrap();
        let record = world.block_on(run.drive());
        assert_eq!((record.status, record.result), (RunStatus::Completed, Some(42.into())));
        let schedule = Schedule { goal: Some("ponder".into()), at: "2030-01-01T09:00".into(), ..Schedule::default() };
        assert!(dunlin.add_schedule(schedule).is_ok());
        // What it does not understand either keeps the rules' refusal, and what they understand is theirs.
        assert_eq!(code("muse about it"), "plan.unrecognized");
        assert_eq!(dunlin.plan("calculate 1 + 1").unwrap().steps.len(), 1);
        dunlin.set_second_planner(None);
        assert_eq!(code("ponder the question"), "plan.unrecognized");
    }

    #[test]
    fn its_plans_are_held_against_policies_and_tools_as_any() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        dunlin.set_second_planner(Some(Rc::new(|_, _| Some(plan("nothing_here")))));
        assert_eq!(dunlin.plan_with("ponder", &GoalOptions::default()).unwrap_err().code, "plan.unknown-tool");
    }
}
