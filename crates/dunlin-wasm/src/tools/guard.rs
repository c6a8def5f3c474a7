//! The guard around the tools that reach beyond this device: what of their inputs may leave it.

use std::{future::ready, rc::Rc};

use dunlin::{Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec};
use dunlin_agents::guard::{Action, Guard, Guarded, Guarding, Verdict};
use dunlin_base::LocalFuture;
use js_sys::{Function, Promise};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::{
    border::{Crossing, take},
    options::Kept,
};

/// The guard: one word for all tools, or one for each.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Guards {
    default: Guarding,
    tools: ByTool,
    #[serde(rename = "approve")]
    _approve: Kept,
    #[serde(skip)]
    approve: Option<Function>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ByTool {
    fetch: Option<Guarding>,
    web_search: Option<Guarding>,
}

impl Guards {
    /// What the options say; who is asked is the host's function, or nobody.
    pub(super) fn read(given: Value, approve: Option<Function>) -> Crossing<Self> {
        let what = "the guard";
        let guards = match given {
            Value::Null => Self::default(),
            word @ Value::String(_) => Self { default: take(word, what)?, ..Self::default() },
            each => take(each, what)?,
        };
        Ok(Self { approve, ..guards })
    }

    /// The tool with the guard around it that is wanted.
    pub(super) fn around(&self, tool: Rc<dyn Tool>) -> Rc<dyn Tool> {
        let name = tool.spec().name.clone();
        let own = if name == "fetch" { self.tools.fetch } else { self.tools.web_search };
        let guarding = own.unwrap_or(self.default);
        let Some(policy) = guarding.policy(&name) else { return tool };
        let asks = guarding == Guarding::Ask && self.approve.is_none();
        let asked = "begin it in a run, which asks the person, or give `guard.approve`, a function that does; or ";
        let hint = format!("{}take it out, or set `guard` for {name} to redact or off", if asks { asked } else { "" });
        let (guard, spec) = (Rc::new(Guard::new(policy)), tool.spec().clone());
        let guarded = Guarded::new(tool, guard.clone()).hinting(&hint);
        match self.approve.clone() {
            Some(approve) => Rc::new(Asking { guarded, guard, spec, approve }),
            None => Rc::new(guarded),
        }
    }
}

/// A tool with a guard around it whose questions go to the host's function, and not to the run that calls it.
struct Asking {
    guarded: Guarded,
    guard: Rc<Guard>,
    spec: ToolSpec,
    approve: Function,
}

impl Tool for Asking {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, mut call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let verdict = self.guard.check(&call.input);
        let answer = (verdict.action == Action::Ask).then(|| asked(&self.approve, &self.spec.name, &verdict));
        let guarded = self.guarded.clone();
        Box::pin(async move {
            if let Some(answer) = answer
                && answer.await
            {
                call.leave = verdict.asked;
            }
            guarded.call(call).await
        })
    }
}

/// Asks the host's function, which asks a person; only `true` lets something leave the device.
fn asked(approve: &Function, tool: &str, verdict: &Verdict) -> LocalFuture<'static, bool> {
    let question = json!({"tool": tool, "found": verdict.in_words(), "input": verdict.value}).to_string();
    match approve.call1(&JsValue::UNDEFINED, &JsValue::from_str(&question)).and_then(JsCast::dyn_into::<Promise>) {
        Ok(promise) => Box::pin(async move { JsFuture::from(promise).await.is_ok_and(|answer| answer.is_truthy()) }),
        Err(_) => Box::pin(ready(false)),
    }
}
