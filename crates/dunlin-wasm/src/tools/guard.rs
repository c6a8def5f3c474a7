//! The guard around the tools that reach beyond this device: what of their inputs may leave it.

use std::{future::ready, rc::Rc};

use dunlin::Tool;
use dunlin_agents::guard::{Action, Consent, Guard, GuardPolicy, Guarded, Kind, Nobody, Verdict};
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

/// What is done where an input holds addresses of people and machines, numbers of phones, cards or accounts, or keys.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Guarding {
    /// Keys and the numbers of cards and accounts hold the call back, the rest is taken out.
    #[default]
    Usual,
    /// Nothing.
    Off,
    /// Its kind stands in its place.
    Redact,
    /// The host's function is asked.
    Ask,
    /// The call is refused.
    Block,
}

/// The guard: one word for all tools, or one for each.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Guards {
    default: Guarding,
    tools: ByTool,
    #[serde(rename = "approve")]
    _approve: Kept,
    #[serde(skip)]
    consent: Option<Rc<dyn Consent>>,
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
        let consent = approve.map(|approve| -> Rc<dyn Consent> { Rc::new(Asked(approve)) });
        Ok(Self { consent, ..guards })
    }

    /// The tool with the guard around it that is wanted.
    pub(super) fn around(&self, tool: Rc<dyn Tool>) -> Rc<dyn Tool> {
        let name = tool.spec().name.clone();
        let own = if name == "fetch" { self.tools.fetch } else { self.tools.web_search };
        let guarding = own.unwrap_or(self.default);
        let policy = match guarding {
            Guarding::Off => return tool,
            Guarding::Usual => GuardPolicy::default(),
            Guarding::Redact => GuardPolicy::all(Action::Redact),
            Guarding::Ask => GuardPolicy::all(Action::Ask),
            Guarding::Block => GuardPolicy::all(Action::Block),
        };
        // It names the machine that it asks, and only those that the options allow.
        let policy = if name == "fetch" { policy.with(Kind::Ip, Action::Allow) } else { policy };
        let asks = guarding == Guarding::Ask && self.consent.is_none();
        let asked = if asks { "give `guard.approve`, a function that asks the person; or " } else { "" };
        let hint = format!("{asked}take it out, or set `guard` for {name} to redact or off");
        let consent = self.consent.clone().unwrap_or_else(|| Rc::new(Nobody));
        Rc::new(Guarded::new(tool, Rc::new(Guard::new(policy)), consent).hinting(&hint))
    }
}

/// The host's function that asks a person; only `true` lets something leave the device.
struct Asked(Function);

impl Consent for Asked {
    fn allows(&self, tool: &str, verdict: &Verdict) -> LocalFuture<'static, bool> {
        let question = json!({"tool": tool, "found": verdict.in_words(), "input": verdict.value}).to_string();
        match self.0.call1(&JsValue::UNDEFINED, &JsValue::from_str(&question)).and_then(JsCast::dyn_into::<Promise>) {
            Ok(promise) => {
                Box::pin(async move { JsFuture::from(promise).await.is_ok_and(|answer| answer.is_truthy()) })
            }
            Err(_) => Box::pin(ready(false)),
        }
    }
}
