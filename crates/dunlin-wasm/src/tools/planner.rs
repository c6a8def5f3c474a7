//! The second planner: a model that the host names, or asks itself.

use std::{future::Future, pin::Pin, rc::Rc, task::Poll};

use dunlin::{AbortSignal, ToolFailure, ToolSpec};
use dunlin_base::Env;
use dunlin_browser::HostHttp;
use dunlin_tools::{ModelOptions, ModelPlanner, OptionsError};
use serde_json::json;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

use super::RawTools;
use crate::{
    border::{Crossing, decode, encode, unusable},
    call::RawCall,
};

/// The planner over a model that the options name. The key comes by itself, so that no record holds it.
pub(super) fn made(
    options: ModelOptions,
    key: Option<String>,
    http: Rc<HostHttp>,
    env: Env,
) -> Crossing<Rc<ModelPlanner>> {
    let options = ModelOptions { key, ..options };
    let planner = ModelPlanner::new(options, http, env);
    Ok(Rc::new(planner.map_err(|OptionsError(why)| unusable("planner", &why))?))
}

#[wasm_bindgen]
impl RawTools {
    /// Asks the model for a plan: the promise is of `{ plan }` or `{ failure }` as JSON text. `tools` are those that the plan may
    /// use, as a runtime lists them.
    #[wasm_bindgen(js_name = planByModel)]
    pub fn plan_by_model(&self, goal: &str, tools: &str) -> Crossing<RawCall> {
        let tools: Vec<ToolSpec> = decode(tools, "the tools")?;
        let (signal, planner, goal) = (AbortSignal::new(), self.planner.clone(), goal.to_owned());
        let mut aborted = signal.aborted();
        let settled = future_to_promise(async move {
            let Some(planner) = planner else {
                let failure = ToolFailure::new("model.none", "there is no planner here");
                return Ok(JsValue::from(encode(&json!({ "failure": failure }))));
            };
            let mut asked = Box::pin(planner.plan(&goal, &tools));
            let ended = std::future::poll_fn(move |context| {
                // What nobody waits for any more is dropped, and with it a request under way.
                if Pin::new(&mut aborted).poll(context).is_ready() {
                    return Poll::Ready(Err(ToolFailure::new("tool.aborted", "the planner was not waited for")));
                }
                asked.as_mut().poll(context)
            });
            Ok(JsValue::from(match ended.await {
                Ok(plan) => encode(&json!({ "plan": plan })),
                Err(failure) => encode(&json!({ "failure": failure })),
            }))
        });
        Ok(RawCall::new(signal, settled))
    }
}
