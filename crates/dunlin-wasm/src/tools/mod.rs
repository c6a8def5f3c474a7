//! The class behind `createTools`: the opt-in tools, made of what the host gives, and called one by one.
//!
//! A runtime of another door registers them as tools of its host; so plans, approvals, retries and the log are that runtime's,
//! and nothing of the two modules is shared but JSON text.

mod agents;
mod given;
mod guard;
mod options;
mod planner;

use std::{collections::BTreeMap, future::Future, pin::Pin, rc::Rc, task::Poll};

use dunlin::{AbortSignal, Sensitive, Tool, ToolCall, ToolFailure, ToolOutput};
use dunlin_agents::{agents::Team, bus::BusTool, guard::Switch, judge::Judge, memory::MemoryTool};
use dunlin_base::{Env, json};
use dunlin_browser::{Engines, HostHttp, HttpHost};
use dunlin_tools::{
    Chart, Code, Fetch, ModelPlanner, OptionsError, Search, Sql, WebSearch, is_public, steady::LineHealth,
};
use js_sys::Function;
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

use crate::{
    border::{Crossing, decode, encode, unusable},
    call::RawCall,
    lent::{HostClock, open},
};
use given::Given;
use guard::Guards;
pub(crate) use options::Making;

/// The tools that were asked for.
#[wasm_bindgen]
pub struct RawTools {
    env: Env,
    given: Rc<Given>,
    made: Vec<Made>,
    lines: Vec<Line>,
    team: Option<Team>,
    planner: Option<Rc<ModelPlanner>>,
}

/// A tool with the sentences that ask for it.
struct Made {
    tool: Rc<dyn Tool>,
    phrases: Value,
}

/// What is known of the services that a tool asks.
struct Line {
    tool: &'static str,
    health: Box<dyn Fn() -> BTreeMap<String, LineHealth>>,
}

/// What is said beside the input of a call.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct About {
    idempotency_key: String,
    attempt: u32,
    run_id: String,
    step_number: u32,
    caller: String,
    leave: Vec<Sensitive>,
}

#[wasm_bindgen]
impl RawTools {
    /// Makes the tools that the options name, over a storage as [`crate::runtime::RawDunlin`] has it. `engines` takes the name
    /// of an engine and a job, `http` sends requests, and `approve` asks whether something may leave the device. `model_key` is
    /// the key of the model of the second planner, and `own_model` answers in its place.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::too_many_arguments, reason = "what a host lends, each a thing of its own")]
    pub fn new(
        options: &str,
        storage: &JsValue,
        now: Option<Function>,
        engines: Function,
        http: HttpHost,
        approve: Option<Function>,
        model_key: Option<String>,
        own_model: Option<HttpHost>,
    ) -> Crossing<RawTools> {
        let mut making: Making = decode(options, "the options")?;
        let guards = Guards::read(making.guard.clone(), approve)?;
        let mut env = open(storage)?.env;
        if let Some(now) = now {
            env.clock = Rc::new(HostClock { now, real: env.clock });
        }
        let team = making.agents.take().map(|agents| agents.team(&env)).transpose()?;
        let mut tools = Self { env, given: Rc::default(), made: Vec::new(), lines: Vec::new(), team, planner: None };
        let http = Rc::new(HostHttp::new(http));
        if let Some(options) = making.planner.take() {
            let asked = own_model.map_or_else(|| http.clone(), |own| Rc::new(HostHttp::new(own)));
            let planner = planner::made(options, model_key, asked, tools.env.clone())?;
            tools.planner = Some(planner.clone());
            tools.lines.push(Line { tool: "planner", health: Box::new(move || planner.health()) });
        }
        tools.add_own(&making, engines);
        tools.add_reaching(making, http, &guards)?;
        Ok(tools)
    }

    /// Every tool with the sentences that ask for it: `[{ spec, phrases }]`.
    pub fn tools(&self) -> String {
        let all = self.made.iter().map(|Made { tool, phrases }| json!({"spec": tool.spec(), "phrases": phrases}));
        Value::Array(all.collect()).to_string()
    }

    /// Takes the texts that are searched from now on, as JSON text: `[{ id, kind, title, text }]`.
    #[wasm_bindgen(js_name = takeDocuments)]
    pub fn take_documents(&self, documents: &str) -> Crossing<()> {
        self.given.take_documents(documents).map_err(|why| unusable("search.documents", &why.to_string()))
    }

    /// Takes the tables that statements can name from now on, as JSON text: by name a list of records.
    #[wasm_bindgen(js_name = takeTables)]
    pub fn take_tables(&self, tables: &str) -> Crossing<()> {
        self.given.take_tables(tables).map_err(|why| unusable("sql.tables", &why.to_string()))
    }

    /// What of an input needs a person's leave before the tool is called with it, both as JSON text.
    #[wasm_bindgen(js_name = needsLeave)]
    pub fn needs_leave(&self, name: &str, input: &str) -> String {
        let tool = self.tool(name).filter(|tool| tool.spec().asks_leave);
        let input = json::parse(input).unwrap_or_default();
        encode(&tool.map(|tool| tool.needs_leave(&input)).unwrap_or_default())
    }

    /// Calls a tool: the promise is of `{ output, metadata }` or `{ failure }` as JSON text.
    pub fn call(&self, name: &str, input: &str, about: &str) -> RawCall {
        let About { idempotency_key, attempt, run_id, step_number, caller, leave } =
            json::read(about).unwrap_or_default();
        let signal = AbortSignal::new();
        let call = ToolCall {
            input: json::parse(input).unwrap_or_default(),
            idempotency_key,
            attempt,
            run_id,
            step_number,
            caller,
            leave,
            signal: signal.clone(),
            now_ms: self.env.clock.now_ms(),
            ..ToolCall::default()
        };
        let running = self.tool(name).map(|tool| tool.call(call));
        let (name, mut aborted) = (name.to_owned(), signal.aborted());
        let settled = future_to_promise(async move {
            let Some(mut running) = running else {
                return Ok(JsValue::from(told(Err(ToolFailure::new(
                    "tool.unknown",
                    format!("there is no tool {name:?} here"),
                )))));
            };
            let ended = std::future::poll_fn(move |context| {
                // What nobody waits for any more is dropped, and with it a request under way.
                if Pin::new(&mut aborted).poll(context).is_ready() {
                    return Poll::Ready(Err(ToolFailure::new("tool.aborted", "the call was aborted")));
                }
                running.as_mut().poll(context)
            });
            Ok(JsValue::from(told(ended.await)))
        });
        RawCall::new(signal, settled)
    }

    /// The services that were asked, in the order of tools and services, as JSON text.
    pub fn lines(&self) -> String {
        let told = |tool: &str, service: &String, line: &LineHealth| {
            json!({"tool": tool, "service": service, "state": line.state.name(), "opened": line.opened,
                "requests": line.requests, "failures": line.failures, "refused": line.refused})
        };
        let all = self.lines.iter().flat_map(|Line { tool, health }| {
            health().iter().map(|(service, line)| told(tool, service, line)).collect::<Vec<_>>()
        });
        Value::Array(all.collect()).to_string()
    }
}

impl RawTools {
    /// Those that stay on this device.
    fn add_own(&mut self, making: &Making, engines: Function) {
        let engines = Rc::new(Engines::new(engines));
        if let Some(search) = &making.search {
            self.add(Search::new(self.given.clone(), search.limits), Search::phrases());
        }
        if let Some(sql) = &making.sql {
            self.add(Sql::new(engines.clone(), Some(self.given.clone()), sql.limits), Sql::phrases());
        }
        if let Some(code) = &making.code {
            self.add(Code::new(engines, code.limits), Code::phrases());
        }
        if making.chart.is_some() {
            self.add(Chart::new(), json!([]));
        }
        if making.judge.is_some() {
            self.add(Judge::new(), json!([]));
        }
        if let Some(keeping) = &making.memory {
            let memory = MemoryTool::new(self.env.clone(), self.team.clone());
            let memory = if keeping.guard == Switch::Off { memory.unguarded() } else { memory };
            self.add(memory, MemoryTool::phrases());
        }
        if let Some(keeping) = &making.bus {
            let is_off = keeping.guard == Switch::Off;
            let bus = if is_off { BusTool::unguarded(&self.env) } else { BusTool::new(&self.env) };
            self.add(bus, BusTool::phrases());
        }
    }

    /// Those that reach beyond it, each with the guard around it.
    fn add_reaching(&mut self, making: Making, http: Rc<HostHttp>, guards: &Guards) -> Crossing<()> {
        if let Some(options) = making.fetch {
            let fetch = Fetch::new(options, http.clone(), self.env.clone());
            let fetch = Rc::new(fetch.map_err(|OptionsError(why)| unusable("fetch", &why))?);
            self.made.push(Made { tool: guards.around(fetch.clone()), phrases: Fetch::phrases() });
            self.lines.push(Line { tool: "fetch", health: Box::new(move || fetch.health()) });
        }
        if let Some(search) = making.web_search {
            let made = WebSearch::new(&search.endpoint, search.options, http, self.env.clone());
            let made = Rc::new(made.map_err(|OptionsError(why)| unusable("web_search", &why))?);
            self.made.push(Made { tool: guards.around(made.clone()), phrases: WebSearch::phrases() });
            self.lines.push(Line { tool: "web_search", health: Box::new(move || made.health()) });
        }
        Ok(())
    }

    fn tool(&self, name: &str) -> Option<&Rc<dyn Tool>> {
        self.made.iter().map(|made| &made.tool).find(|tool| tool.spec().name == name)
    }

    fn add(&mut self, tool: impl Tool + 'static, phrases: Value) {
        self.made.push(Made { tool: Rc::new(tool), phrases });
    }
}

/// What a call gave, or why it gave nothing.
fn told(ended: Result<ToolOutput, ToolFailure>) -> String {
    match ended {
        Ok(given) => encode(&given),
        Err(failure) => encode(&json!({"failure": failure})),
    }
}

/// Whether an address, as a look-up of a name gives it, is one of the public internet.
#[wasm_bindgen(js_name = isPublic)]
pub fn public(address: &str) -> bool {
    address.parse().is_ok_and(|address| is_public(&address))
}
