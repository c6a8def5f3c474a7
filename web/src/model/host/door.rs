//! What agents of the browser are offered: tools, goals and runs of this page. Each call is a run that a person sees here, and
//! waits for them where one would.

use dunlin::{DunlinError, GoalOrPlan, RunOptions};
use dunlin_base::json as text;
use leptos::prelude::*;
use serde_json::{Value, json};

use crate::{
    model::{Problem, State, Tab, reach::one_call},
    platform,
};

/// The name under which it is switched off.
pub(crate) const DOOR: &str = "webmcp";

impl State {
    /// Opens the door where the browser has agents, and again whenever other tools are on.
    pub(in crate::model) fn keep_door(&'static self) {
        if !platform::Door::is_possible() {
            return;
        }
        let door = StoredValue::new_local(None::<platform::Door>);
        let turn = StoredValue::new(0_u32);
        Effect::new(move || {
            self.reach.turn.track();
            let on = self.reach.is_on(DOOR);
            turn.update_value(|turn| *turn += 1);
            let this = turn.get_value();
            door.update_value(|door| drop(door.take().inspect(platform::Door::close)));
            if !on {
                return;
            }
            wasm_bindgen_futures::spawn_local(async move {
                let opened = platform::Door::opened(move |what, given| self.told(&what, &given).to_string()).await;
                // What asked for it may be gone by now.
                if turn.try_get_value() == Some(this) {
                    door.set_value(opened);
                } else if let Some(late) = opened {
                    late.close();
                }
            });
        });
    }

    fn told(&'static self, what: &str, given: &str) -> Value {
        let given = text::parse(given).unwrap_or_default();
        match self.asked(what, &given) {
            Ok(value) => json!({"value": value}),
            Err(Problem { code, message, hint, suggestions, .. }) => {
                let details = (!suggestions.is_empty()).then(|| json!({"suggestions": suggestions}));
                json!({"error": {"code": code, "message": message, "hint": hint, "details": details}})
            }
        }
    }

    fn asked(&'static self, what: &str, given: &Value) -> Result<Value, Problem> {
        let words = |name: &str| given.get(name).and_then(Value::as_str).unwrap_or_default();
        let id = given.as_str().unwrap_or_else(|| words("id"));
        Ok(match what {
            "tools" => self.engine.with(|dunlin| text::to_value(dunlin.tools())),
            "plan" => text::to_value(self.engine.with(|dunlin| dunlin.plan(id))?),
            "record" => self.engine.with(|dunlin| dunlin.run_record(id)).map(text::to_value).unwrap_or_default(),
            // Cheap, since it is asked all the time while a run waits.
            "stands" => {
                let Ok(handle) = self.engine.with(|dunlin| dunlin.resume(id)) else { return Ok(Value::Null) };
                let before = given.get("events").and_then(Value::as_u64).unwrap_or_default();
                json!({"status": handle.status(), "events": before + handle.events_since(before).len() as u64})
            }
            "runs" => self.engine.with(|dunlin| text::to_value(dunlin.runs())),
            "report" => self.engine.with(|dunlin| dunlin.report(id))?.markdown.into(),
            "start" => {
                let plan = dunlin::read_plan(&given.get("plan").cloned().unwrap_or_default().to_string())?;
                let run_id = Some(words("runId")).filter(|id| !id.is_empty()).map(str::to_owned);
                let policy = self.settings.policy.get_untracked();
                let options = RunOptions { policy, run_id, ..RunOptions::default() };
                self.begin(GoalOrPlan::Plan(Box::new(plan)), options)?.into()
            }
            "try" => {
                let plan = one_call(words("name"), given.get("input").unwrap_or(&Value::Null))?;
                let options = RunOptions { policy: self.settings.policy.get_untracked(), ..RunOptions::default() };
                self.begin(GoalOrPlan::Plan(Box::new(plan)), options)?.into()
            }
            "cancel" => {
                let reason = Some(words("reason")).filter(|reason| !reason.is_empty()).map(str::to_owned);
                let handle = self.engine.with(|dunlin| dunlin.resume(id))?;
                handle.cancel(reason).map_err(DunlinError::from)?;
                Value::Null
            }
            "answer" => {
                let step = given.get("stepNumber").and_then(Value::as_u64).and_then(|step| step.try_into().ok());
                let data = given.get("answer").cloned().unwrap_or_default();
                self.engine.with(|dunlin| dunlin.answer(id, step.unwrap_or_default(), data))?;
                Value::Null
            }
            "signal" => {
                let data = given.get("data").cloned().unwrap_or_default();
                self.engine.with(|dunlin| dunlin.signal(id, words("name"), data))?;
                Value::Null
            }
            "show" => {
                self.tab.set(Tab::Ask);
                self.go(|place| place.at_run(Some(id.to_owned())));
                Value::Null
            }
            _ => return Err(DunlinError::new("internal", format!("nothing here answers {what:?}")).into()),
        })
    }
}
