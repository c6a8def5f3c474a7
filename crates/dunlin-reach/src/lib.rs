//! What the page switches on: tools that reach further, and agents. A module of its own beside the page's program, so that
//! neither its code nor its texts weigh on a visit that uses none of them.
//!
//! Everything crosses as JSON text. It makes tools and says what agents would do; who carries it out, asks a person and
//! keeps the log is the page's program, as for its own tools.

mod kept;
mod own;
mod told;

use std::rc::Rc;

use dunlin_agents::{agents::Team, bus::BusTool, judge::Judge, memory::MemoryTool};
use dunlin_base::{Env, json as text};
use dunlin_browser::Engines;
use dunlin_runtime::{Policy, Tool, ToolCall, ToolFailure};
use dunlin_tools::{Chart, Code, CodeLimits, Limits, Search, Sql, SqlLimits};
use js_sys::{Function, Promise};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use own::Own;
use told::{failed, given, refused};

/// The tools and the agents, over what the page gives.
#[wasm_bindgen]
pub struct Reach {
    env: Env,
    tools: Vec<(Rc<dyn Tool>, Value)>,
    /// Those of them that keep what they are given, without a guard.
    unguarded: Vec<Rc<dyn Tool>>,
    team: Team,
}

/// What the page says beside a call.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct About {
    /// The tool whose call the run carries out; empty for a run that the person began.
    caller: String,
    /// Whether keys and the numbers of accounts and cards may be kept.
    keeps_all: bool,
}

#[wasm_bindgen]
impl Reach {
    /// `own` gives the page's texts and tables as JSON, as [`Own`] asks for them; `port` takes the name of an engine and a job, and promises what came
    /// of it.
    #[wasm_bindgen(constructor)]
    pub fn new(own: Function, port: Function) -> Result<Reach, JsError> {
        let env = dunlin_browser::chosen_env().map_err(|error| JsError::new(&error.to_string()))?;
        let (own, port) = (Rc::new(Own::new(own)), Rc::new(Engines::new(port)));
        let search = Search::new(own.clone(), Limits::default());
        let code = Code::new(port.clone(), CodeLimits::default());
        let team = Team::shipped(env.clone()).map_err(|error| JsError::new(&error.to_string()))?;
        let memory = || MemoryTool::new(env.clone(), Some(team.clone()));
        let unguarded: Vec<Rc<dyn Tool>> = vec![Rc::new(memory().unguarded()), Rc::new(BusTool::unguarded(&env))];
        let tools: Vec<(Rc<dyn Tool>, Value)> = vec![
            (Rc::new(search), Search::phrases()),
            (Rc::new(Chart::new()), json!([])),
            (Rc::new(Judge::new()), json!([])),
            (Rc::new(Sql::new(port, Some(own), SqlLimits::default())), Sql::phrases()),
            (Rc::new(code), Code::phrases()),
            (Rc::new(memory()), MemoryTool::phrases()),
            (Rc::new(BusTool::new(&env)), BusTool::phrases()),
        ];
        Ok(Self { env, tools, unguarded, team })
    }

    /// Every tool with the sentences that ask for it: `[{ spec, phrases }]`.
    pub fn tools(&self) -> String {
        let all = self.tools.iter().map(|(tool, phrases)| json!({"spec": tool.spec(), "phrases": phrases}));
        Value::Array(all.collect()).to_string()
    }

    /// Every agent with what it may do at most, and as the tool that it is beside the tools of `specs`.
    pub fn agents(&self, specs: &str) -> String {
        self.team.told(specs)
    }

    /// Adds an agent from its data: `{ name }`, or `{ failure }`.
    pub fn add_agent(&self, data: &str) -> String {
        self.team.add_text(data).map_or_else(refused, |name| json!({"name": name}).to_string())
    }

    /// Takes an agent away: `{}`, or `{ failure }`.
    pub fn remove_agent(&self, name: &str) -> String {
        self.team.remove(name).map_or_else(refused, |()| "{}".to_owned())
    }

    /// Calls a tool: `{ output, metadata }` or `{ failure }`. `about` is `{ caller, keepsAll }`: the tool whose call the run
    /// carries out, and whether what is kept passes no guard.
    pub fn call(&self, name: &str, input: &str, about: &str) -> Promise {
        let About { caller, keeps_all } = text::read(about).unwrap_or_default();
        let unguarded = self.unguarded.iter().filter(|_| keeps_all);
        let found = unguarded.chain(self.tools.iter().map(|(tool, _)| tool)).find(|tool| tool.spec().name == name);
        let running = found.map(|tool| {
            let input = text::parse(input).unwrap_or_default();
            tool.call(ToolCall { input, caller, now_ms: self.env.clock.now_ms(), ..ToolCall::default() })
        });
        let name = name.to_owned();
        wasm_bindgen_futures::future_to_promise(async move {
            let told = match running {
                Some(running) => given(running.await),
                None => failed(&ToolFailure::new("tool.unknown", format!("there is no tool {name:?} here"))),
            };
            Ok(told.into())
        })
    }

    /// The plan for a goal that agents understand: `{ plan }`, or `{ failure }`.
    pub fn plan(&self, goal: &str, policy: &str) -> String {
        let policy: Policy = text::read(policy).unwrap_or_default();
        match self.team.plan(goal, &policy) {
            Ok(plan) => json!({"plan": plan}).to_string(),
            Err(refusal) => refused(refusal),
        }
    }

    /// What the call of an agent is to carry out: `{ plan, given, limits }` or `{ failure }`.
    pub fn work(&self, agent: &str, input: &str, left: &str, run_id: &str) -> String {
        self.team.work_text(agent, input, left, run_id).unwrap_or_else(|failure| failed(&failure))
    }

    /// A goal for all agents that come along, with notes that it can be carried out on: `{ goal, notes: [{ title, text }] }`.
    pub fn example(&self) -> String {
        include_str!("../data/example.json").to_owned()
    }

    /// What is kept for agents and the person: what is remembered, messages, what was refused.
    pub fn kept(&self) -> String {
        kept::kept(&self.env, &self.team).to_string()
    }

    /// Lets a message that was set aside be given out again: `{ topic, id, group }`. Gives `{}` or `{ failure }`.
    pub fn revive(&self, what: &str) -> String {
        kept::revive(&self.env, what).map_or_else(|failure| failed(&failure), |()| "{}".to_owned())
    }

    /// Takes away one thing of it: `{ namespace, key }` of what is remembered, `{ topic, id }` of a message that waits, and
    /// with `group` of one that was set aside. Gives `{}` or `{ failure }`.
    pub fn forget(&self, what: &str) -> String {
        kept::forget(&self.env, what).map_or_else(|failure| failed(&failure), |()| "{}".to_owned())
    }
}
