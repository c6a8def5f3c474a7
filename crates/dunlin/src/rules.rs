//! What goals are planned with, as a value that other threads may hold.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use dunlin_base::Clock;
use dunlin_date::Now;
use dunlin_plan::Plan;
use dunlin_planner::{
    PlanContext, Planned, Planner,
    phrase::{Offsets, PhraseBook, Within},
};
use dunlin_runtime::{Policy, faults_of};

use crate::{Dunlin, GoalOptions, facade::spans_of, run::tightened, second::holds_more};

/// The tools, phrases, templates and policy of a [`Dunlin`] as they stand, for planning on any thread. Clones share them.
///
/// ```
/// use dunlin::{Dunlin, GoalOptions, Options};
/// use dunlin_base::testing::World;
///
/// let world = World::new(1);
/// let dunlin = Dunlin::open(world.env(), Options::default());
/// let rules = dunlin.rules().unwrap();
/// let goal = "add todo Buy milk and calculate 6 * 7";
/// let plan = rules.plan(goal, &GoalOptions::default(), &*world.env().clock);
/// assert_eq!(plan, dunlin.plan(goal).ok());
/// ```
#[derive(Clone, Debug)]
pub struct Rules(Arc<Kept>);

#[derive(Debug)]
struct Kept {
    planner: Planner,
    phrases: PhraseBook,
    policy: Policy,
    within: Within,
    /// Whether somebody else is asked about what may be more requests than the rules read.
    asks_second: bool,
    /// Whether something of it is no longer so.
    ended: AtomicBool,
}

impl Rules {
    /// Whether they are still those of the [`Dunlin`] that gave them. It gives others once something has changed.
    pub fn hold(&self) -> bool {
        !self.0.ended.load(Ordering::Acquire)
    }

    /// The plan that [`Dunlin::plan_with`] gives, where it can be told from these alone. There is nothing where the lists must be
    /// looked at, where the goal is refused, and where the rules no longer hold: then it is for the [`Dunlin`] to say.
    pub fn plan(&self, goal: &str, options: &GoalOptions, clock: &dyn Clock) -> Option<Plan> {
        if !self.hold() {
            return None;
        }
        let Kept { planner, phrases, policy, within, asks_second, .. } = &*self.0;
        let spans = spans_of(goal, &options.dismissed);
        let offset = |at_ms| clock.utc_offset_minutes(at_ms);
        let context = PlanContext::new(now(clock))
            .without(&spans)
            .with_phrases(phrases, Offsets(&offset))
            .knowing(&options.context, options.language.as_deref())
            .within(within);
        // What leaves words out may be read as a whole by a second planner.
        let plan = limited(planner.read_unasked(goal, &context).filter(|planned| !planned.leaves_out)?);
        if *asks_second && holds_more(goal, &plan) {
            return None;
        }
        faults_of(&plan, planner.specs(), &tightened(policy.clone(), &plan)).is_empty().then_some(plan)
    }
}

impl Dunlin {
    /// What goals are planned with, for other threads; nothing where a function of the host's gives the values of a list before
    /// each reading.
    pub fn rules(&self) -> Option<Rules> {
        let inner = self.inner();
        if !inner.live_lists.borrow().is_empty() {
            return None;
        }
        if let Some(rules) = &*inner.rules.borrow() {
            return Some(rules.clone());
        }
        let policy = self.policy().clone();
        let rules = Rules(Arc::new(Kept {
            within: self.within(&policy),
            planner: Planner::clone(&self.planner()),
            phrases: PhraseBook::clone(&inner.phrases.borrow()),
            policy,
            asks_second: self.has_second(),
            ended: AtomicBool::new(false),
        }));
        inner.rules.replace(Some(rules.clone()));
        Some(rules)
    }

    /// Ends the rules that were given out, because something of them changes.
    pub(crate) fn rules_changed(&self) {
        if let Some(rules) = self.inner().rules.take() {
            rules.0.ended.store(true, Ordering::Release);
        }
    }
}

/// The plan with what its goal limits, so that it holds wherever the plan is carried out.
pub(crate) fn limited(planned: Planned) -> Plan {
    let Planned { mut plan, policy, .. } = planned;
    if !policy.is_empty() {
        plan.policy = Some(policy);
    }
    plan
}

/// The local moment that relative dates count from.
pub(crate) fn now(clock: &dyn Clock) -> Now {
    Now::at(clock.now_ms(), &|at_ms| clock.utc_offset_minutes(at_ms))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Template, ToolSpec};
    use dunlin_base::testing::World;
    use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
    use serde_json::json;
    use std::rc::Rc;

    struct Lamp(ToolSpec);

    impl Tool for Lamp {
        fn spec(&self) -> &ToolSpec {
            &self.0
        }

        fn call(&self, call: ToolCall) -> dunlin_base::LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
            Box::pin(async move { Ok(ToolOutput { output: call.input, metadata: None }) })
        }
    }

    fn lamp() -> Rc<dyn Tool> {
        let input_schema = json!({"type": "object", "properties": {"room": {"type": "string"}}});
        Rc::new(Lamp(ToolSpec { name: "lamp".into(), input_schema, ..ToolSpec::default() }))
    }

    /// Goals of all kinds, with what is on the lists of the test and without.
    const GOALS: [&str; 14] = [
        "add todo Buy milk and calculate 6 * 7",
        "add call mum tomorrow at 5pm",
        "calculate 2 + 3 and then add todo Pay {result}",
        "complete buy milk",
        "move the dentist to 5pm",
        "show my home todos",
        "delet the frist one",
        "list todos",
        "what is the weather in the mountains",
        "milk",
        "",
        "every monday add todo Water the plants",
        "plan a birthday party",
        "light the lamp in the hall",
    ];

    #[test]
    fn another_thread_plans_the_same_or_nothing() {
        fn sent<T: Send + Sync>(_: &T) {}
        let world = World::new(1);
        let dunlin = Dunlin::open(world.env(), Options::default());
        dunlin.register_with_phrases(lamp(), json!(["light the lamp [in the {room}]"]), None).unwrap();
        for line in ["buy milk", "see the dentist on friday at 9", "sweep the floor #home"] {
            dunlin.quick_add(line, &[]).unwrap();
        }
        let rules = dunlin.rules().unwrap();
        sent(&rules);
        let mut planned = Vec::new();
        for goal in GOALS {
            let plan = rules.plan(goal, &GoalOptions::default(), &*world.env().clock);
            if plan.is_some() {
                assert_eq!(plan, dunlin.plan(goal).ok(), "{goal}");
                planned.push(goal);
            }
        }
        for goal in [GOALS[0], GOALS[1], "list todos", "light the lamp in the hall"] {
            assert!(planned.contains(&goal), "{goal} hangs on no list");
        }
        for goal in ["move the dentist to 5pm", "show my home todos", "milk", ""] {
            assert!(!planned.contains(&goal), "{goal} hangs on a list, or is refused");
        }
    }

    #[test]
    fn they_end_with_every_change() {
        let world = World::new(1);
        let dunlin = Dunlin::open(world.env(), Options::default());
        let template: Vec<Template> = dunlin.templates();
        let changes: [&dyn Fn(); 8] = [
            &|| dunlin.register_with_phrases(lamp(), json!(["light the lamp"]), None).unwrap(),
            &|| assert!(dunlin.unregister_tool("lamp")),
            &|| dunlin.register_tool(lamp()).unwrap(),
            &|| dunlin.with_runtime(|runtime| assert!(runtime.unregister("lamp"))),
            &|| dunlin.set_templates(&template).unwrap(),
            &|| dunlin.reset_templates().unwrap(),
            &|| dunlin.storage_changed(None),
            &|| dunlin.define_language(json!({"rules": {"polite": "[please]"}})).unwrap(),
        ];
        for (at, change) in changes.iter().enumerate() {
            let before = dunlin.rules().unwrap();
            assert!(before.hold(), "{at}");
            change();
            assert!(!before.hold(), "{at}");
            assert_eq!(before.plan("list todos", &GoalOptions::default(), &*world.env().clock), None, "{at}");
            assert!(dunlin.rules().unwrap().hold(), "{at}");
        }
        let before = dunlin.rules().unwrap();
        dunlin.define_language(json!({"lists": {"room": {"values": []}}})).unwrap();
        dunlin.give_values("", "room", Rc::new(|| Ok(json!(["hall"]))));
        assert!(!before.hold() && dunlin.rules().is_none(), "a function of the host's is asked each time");
    }
}
