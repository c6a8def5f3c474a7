//! The tool `schedules`: keeps a goal that begins at a moment, once or again and again, and lists and removes those kept.

use std::future::ready;

use dunlin_base::{Env, LocalFuture, hash};
use dunlin_date::{Now, describe_due, describe_recurrence};
use dunlin_plan::{Annotations, ToolSpec};
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::{Value, json};

use crate::{DunlinError, Schedule, schedules};

/// The name plans call it by.
const NAME: &str = "schedules";

/// Keeps schedules in the storage in which those of the facade lie.
pub(crate) struct Schedules {
    spec: ToolSpec,
    env: Env,
}

impl Schedules {
    pub(crate) fn new(env: Env) -> Self {
        let text = || json!({"type": "string", "minLength": 1, "maxLength": 2000});
        let spec = ToolSpec {
            name: NAME.to_owned(),
            description: "Begins a goal at a moment, once or again and again, while Dunlin is open; lists and removes what it begins"
                .to_owned(),
            input_schema: json!({
                "type": "object",
                "properties": {
                    "action": {"type": "string", "enum": ["add", "list", "remove"]},
                    "goal": text(),
                    "at": {"type": "string", "minLength": 10, "maxLength": 40, "description": "by the clock on the wall, such as 2026-11-27T09:00"},
                    "rule": {"type": "string", "minLength": 6, "maxLength": 400, "description": "how it comes back, such as FREQ=WEEKLY"},
                    "id": {"type": "string", "minLength": 1, "maxLength": 40},
                },
                "required": ["action"],
                "additionalProperties": false,
            }),
            annotations: Annotations { idempotent_hint: true, ..Annotations::default() },
            reads: vec![NAME.to_owned()],
            writes: vec![NAME.to_owned()],
            keyed: true,
            ..ToolSpec::default()
        };
        Self { spec, env }
    }

    fn answer(&self, call: &ToolCall) -> Result<ToolOutput, DunlinError> {
        let text = |field: &str| call.input.get(field).and_then(Value::as_str).map(str::to_owned);
        let wants = |field: &str| {
            let message = format!("found no {field:?} in the input");
            DunlinError::new("schedule.invalid", message).with_hint("adding wants goal and at, removing wants id")
        };
        let (output, said) = match text("action").as_deref() {
            Some("add") => {
                let (goal, at) = (text("goal").ok_or_else(|| wants("goal"))?, text("at").ok_or_else(|| wants("at"))?);
                // The same for every attempt, so that a second one replaces what the first has kept.
                let id = format!("s-{}", hash(&[&call.idempotency_key]).chars().take(16).collect::<String>());
                let schedule = Schedule { id, goal: Some(goal), at, rule: text("rule"), ..Schedule::default() };
                let kept = schedules::keep(&self.env, schedule)?;
                let goal = kept.goal.clone().unwrap_or_default();
                let first =
                    describe_due(&kept.at, &Now::at(call.now_ms, &|at_ms| self.env.clock.utc_offset_minutes(at_ms)));
                let often = kept.rule.as_ref().map(|rule| describe_recurrence(rule).unwrap_or_else(|_| rule.clone()));
                let often = often.map(|often| format!(", then {often}")).unwrap_or_default();
                let said = format!("“{goal}” begins {first}{often}, while this is open");
                (json!(kept), said)
            }
            Some("remove") => {
                let id = text("id").ok_or_else(|| wants("id"))?;
                let removed = schedules::remove(&self.env, &id)?;
                (json!(removed), if removed { "removed".to_owned() } else { "there is none of that name".to_owned() })
            }
            _ => {
                let all = schedules::all(&self.env);
                let told = all
                    .iter()
                    .map(|one| format!("{}: {}", one.at.replace('T', " "), one.goal.as_deref().unwrap_or("a plan")));
                let told: Vec<String> = told.collect();
                (json!(all), if told.is_empty() { "nothing is scheduled".to_owned() } else { told.join("\n") })
            }
        };
        let action = text("action").unwrap_or_default();
        Ok(ToolOutput { output, metadata: Some(json!({"action": action, "text": said, "summary": said})) })
    }
}

impl Tool for Schedules {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let answer = self.answer(&call).map_err(|error| {
            let mut failure = ToolFailure::new(&error.code, error.message);
            failure.hint = error.hint;
            failure
        });
        Box::pin(ready(answer))
    }
}

#[cfg(test)]
mod tests {
    use dunlin_base::testing::World;
    use serde_json::json;

    use crate::{Dunlin, Options, RunOptions, RunStatus};

    fn run(world: &World, dunlin: &Dunlin, goal: &str) -> crate::Run {
        world.block_on(dunlin.run(goal, RunOptions::default()).expect("a plan").drive())
    }

    #[test]
    fn a_goal_that_is_said_to_come_again_begins_at_each_of_its_moments() {
        let world = World::new(7);
        let dunlin = Dunlin::open(world.env(), Options::default());
        let said = run(&world, &dunlin, "every day at 9 calculate 6 * 7");
        assert_eq!(said.status, RunStatus::Completed);
        let kept = dunlin.schedules();
        assert_eq!(kept.len(), 1, "{kept:?}");
        assert_eq!(kept[0].goal.as_deref(), Some("calculate 6 * 7"));
        for _ in 0..2 {
            let due = dunlin.due_of(&dunlin.schedules()[0]).expect("a moment");
            assert!(world.block_on(dunlin.begin_due()).runs.is_empty());
            world.wind(u64::try_from(due - world.env().clock.now_ms()).expect("it is to come"));
            let begun = world.block_on(dunlin.begin_due()).runs;
            assert_eq!(world.block_on(begun[0].drive()).result, Some(json!(42)));
        }
        let removed = json!({"schemaVersion": 1, "goal": "", "steps": [{"stepNumber": 1, "toolName": "schedules",
            "toolInput": {"action": "remove", "id": kept[0].id}}]});
        let plan: dunlin_plan::Plan = serde_json::from_value(removed).expect("a plan");
        let removed = world.block_on(dunlin.run(plan, RunOptions::default()).expect("it is sound").drive());
        assert_eq!((removed.result, dunlin.schedules().len()), (Some(json!(true)), 0));
    }

    #[test]
    fn what_cannot_be_kept_is_a_failure_of_the_step() {
        let world = World::new(7);
        let dunlin = Dunlin::open(world.env(), Options::default());
        let input = json!({"action": "add", "goal": "list todos", "at": "2026-13-40T09:00"});
        let plan = json!({"schemaVersion": 1, "goal": "", "steps": [{"stepNumber": 1, "toolName": "schedules", "toolInput": input}]});
        let plan: dunlin_plan::Plan = serde_json::from_value(plan).expect("a plan");
        let run = world.block_on(dunlin.run(plan, RunOptions::default()).expect("it is sound").drive());
        assert_eq!(run.error.map(|error| error.code).as_deref(), Some("schedule.invalid"));
        assert!(dunlin.schedules().is_empty());
    }
}
