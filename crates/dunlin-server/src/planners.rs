//! Who plans: the rules, and for goals that they do not understand a model, where the settings name one.

use std::rc::Rc;

use dunlin::{Dunlin, DunlinError, Plan};
use dunlin_base::{Utf16Span, json};
use dunlin_tools::{ModelOptions, ModelPlanner, native::NativeHttp};
use serde_json::json;

/// The planners that are switched on.
#[derive(Clone, Default)]
pub(crate) struct Planners {
    model: Option<Rc<ModelPlanner>>,
}

/// A plan, and who made it.
pub(crate) enum Planned {
    /// The rules: the same goal gives the same plan.
    Rules(Plan),
    /// The model: somebody must see it before it runs.
    Model(Plan),
}

impl Planned {
    pub(crate) fn plan(self) -> Plan {
        match self {
            Self::Rules(plan) | Self::Model(plan) => plan,
        }
    }
}

impl Planners {
    /// Those that the settings name. The key of a model comes from the environment only, so that it stands in no file.
    pub(crate) fn of(dunlin: &Dunlin, model: Option<&ModelOptions>) -> Result<Self, DunlinError> {
        let Some(options) = model else { return Ok(Self::default()) };
        let key = std::env::var_os("DUNLIN_MODEL_KEY").and_then(|key| key.into_string().ok());
        let key = key.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty());
        let options = ModelOptions { key, ..options.clone() };
        let model = ModelPlanner::new(options, Rc::new(NativeHttp::new()), dunlin.todos().env().clone());
        let model = model.map_err(|error| {
            DunlinError::new("config.invalid", format!("the settings of the planner cannot be used: {error}"))
                .with_hint("see the page on the program `dunlin`")
        })?;
        Ok(Self { model: Some(Rc::new(model)) })
    }

    /// The plan for a goal. What the rules understand, or refuse for another reason, is no model's to decide.
    pub(crate) async fn plan(
        &self,
        dunlin: &Dunlin,
        goal: &str,
        dismissed: &[Utf16Span],
    ) -> Result<Planned, DunlinError> {
        let refusal = match dunlin.plan_without(goal, dismissed) {
            Ok(plan) => return Ok(Planned::Rules(plan)),
            Err(refusal) => refusal,
        };
        match &self.model {
            Some(model) if refusal.code == "plan.unrecognized" => by_model(model, dunlin, goal).await.map_err(|why| {
                // What the rules offer instead is of use all the same.
                let mut told = refusal;
                told.message = format!("{}; the second planner: {} ({})", told.message, why.message, why.code);
                told.hint = why.hint.or(told.hint);
                told
            }),
            _ => Err(refusal),
        }
    }
}

async fn by_model(model: &ModelPlanner, dunlin: &Dunlin, goal: &str) -> Result<Planned, DunlinError> {
    let plan = model
        .plan(goal, &dunlin.tools())
        .await
        .map_err(|failure| DunlinError { hint: failure.hint, ..DunlinError::new(failure.code, failure.message) })?;
    let faults = dunlin.faults(&json::write(&plan));
    if faults.is_empty() {
        return Ok(Planned::Model(plan));
    }
    let told: Vec<&str> = faults.iter().take(3).map(|fault| fault.message.as_str()).collect();
    let message = format!("the model gave a plan that does not hold: {}", told.join("; "));
    Err(DunlinError::new("plan.invalid", message).with_details(json!({ "faults": faults })))
}
