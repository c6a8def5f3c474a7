//! What the planner adds to the class behind `createRuntime`: goals, how they are read, and templates.

use std::rc::Rc;

use dunlin::{Policy, SecondPlanner, Template};
use dunlin_base::json;
use js_sys::Function;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::{
    border::{Crossing, decode, encode, fail, give, unusable},
    options::Explaining,
    run::RawRun,
    runtime::{RawDunlin, start_options},
};

#[wasm_bindgen]
impl RawDunlin {
    /// The plan for a goal; the options say how it is read.
    pub fn plan(&self, goal: &str, options: &str) -> Crossing {
        let options: Explaining = decode(options, "the options")?;
        Ok(encode(&self.dunlin.plan_with(goal, &options.given()).map_err(fail)?))
    }

    /// How a goal is read while it is typed.
    pub fn explain(&self, goal: &str, options: &str) -> Crossing<JsValue> {
        let options: Explaining = decode(options, "the options")?;
        give(&self.dunlin.explain_with(goal, &options.given()))
    }

    /// The templates that goals can name.
    pub fn templates(&self) -> Crossing<JsValue> {
        give(&self.dunlin.templates())
    }

    /// Keeps other templates; the built-in ones when there is no text.
    #[wasm_bindgen(js_name = setTemplates)]
    pub fn set_templates(&self, templates: Option<String>) -> Crossing<()> {
        let Some(text) = templates else { return self.dunlin.reset_templates().map_err(fail) };
        let templates = Template::read_given(&text).map_err(|why| unusable("the templates", &why))?;
        self.dunlin.set_templates(&templates).map_err(fail)
    }

    /// Has a function asked about goals that the rules do not understand: it takes the goal and a policy as JSON, and gives
    /// a plan as JSON or nothing. No function asks nobody.
    #[wasm_bindgen(js_name = setPlanner)]
    pub fn set_planner(&self, ask: Option<Function>) {
        let planner = ask.map(|ask| -> SecondPlanner {
            Rc::new(move |goal: &str, policy: &Policy| {
                let (goal, policy) = (JsValue::from_str(goal), JsValue::from_str(&encode(policy)));
                let given = ask.call2(&JsValue::UNDEFINED, &goal, &policy).ok()?.as_string()?;
                json::read(&given).ok()
            })
        });
        self.dunlin.set_second_planner(planner);
    }

    /// Records a run of a goal.
    #[wasm_bindgen(js_name = runGoal)]
    pub fn run_goal(&self, goal: &str, options: &str) -> Crossing<RawRun> {
        Ok(self.begun(self.dunlin.run(goal, start_options(options)?).map_err(fail)?))
    }
}
