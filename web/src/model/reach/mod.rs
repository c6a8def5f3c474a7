//! Tools and agents: which there are, which are on, and the notes that they may search.
//!
//! The built-in tools are there from the beginning. The others, and the agents, are in a module of their own, which is
//! fetched when somebody looks at them, or at once where one of them was switched on.

mod notes;
pub(in crate::model) mod own;
pub(in crate::model) mod words;

use std::{
    collections::BTreeMap,
    future::ready,
    hash::{DefaultHasher, Hash, Hasher},
    rc::Rc,
};

use dunlin::{Dunlin, Filter, Plan, Policy, Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec};
use dunlin_base::{LocalFuture, json as text};
use leptos::prelude::*;
use serde_json::{Value, json};

use crate::{
    model::{Engine, Problem, host::Entries},
    platform,
};

pub(crate) use notes::Note;

/// What is before the name of an agent where it is a tool.
pub(crate) const AGENT: &str = "agent:";
/// What stands among the switches where what is remembered or left as a message passes no guard.
pub(crate) const KEEPS_ALL: &str = "keepsAll";
/// How many runs are searched, the latest first.
const MOST_RUNS: usize = 1000;

/// The state of tools and agents. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    pub(in crate::model) engine: Engine,
    /// Whether they are shown.
    pub(crate) open: RwSignal<bool>,
    /// What was switched from how it usually is, by name.
    pub(crate) switched: RwSignal<BTreeMap<String, bool>>,
    /// What there is; what is not built in only once the module is here.
    pub(crate) tools: RwSignal<Vec<Offered>>,
    /// The agents, once the module is here.
    pub(crate) agents: RwSignal<Vec<Agent>>,
    /// The notes.
    pub(crate) notes: RwSignal<Vec<Note>>,
    /// What was last removed of them or replaced, in words, and as it was stored.
    pub(crate) note_undo: RwSignal<Option<(String, Entries)>>,
    /// Why something could not be had.
    pub(crate) problem: RwSignal<Option<String>>,
    /// Whether the module is being fetched.
    pub(crate) coming: RwSignal<bool>,
    /// Changes whenever goals may be read in another way.
    pub(crate) turn: RwSignal<u32>,
    /// How often the notes have changed.
    note_turn: StoredValue<u64>,
    pub(in crate::model) module: StoredValue<Option<platform::Reach>, LocalStorage>,
    /// The built-in tools that were taken away, to be put back.
    aside: StoredValue<Vec<Rc<dyn Tool>>, LocalStorage>,
    /// What is to be done when the module is here, or does not come.
    waiting: StoredValue<Vec<Box<dyn FnOnce()>>, LocalStorage>,
}

/// A tool, as it is offered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Offered {
    pub(crate) spec: ToolSpec,
    /// The sentences that ask for it.
    phrases: Value,
    /// Whether it belongs to the page's own program.
    pub(crate) built_in: bool,
}

/// An agent, as it is offered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Agent {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) parent: Option<String>,
    /// The tools it may call; none is all.
    pub(crate) tools: Option<Vec<String>>,
    /// The most steps and tool calls of one piece of work.
    pub(crate) limits: [Option<u64>; 2],
    /// What a person may say so that it does something, one request for each skill that has one.
    pub(crate) examples: Vec<String>,
    /// Whether the person gave it.
    pub(crate) own: bool,
    spec: ToolSpec,
}

impl Reach {
    pub(in crate::model) fn new(engine: Engine) -> Self {
        let this = Self {
            engine,
            open: RwSignal::new(false),
            switched: RwSignal::default(),
            tools: RwSignal::default(),
            agents: RwSignal::default(),
            notes: RwSignal::default(),
            note_undo: RwSignal::new(None),
            problem: RwSignal::new(None),
            coming: RwSignal::new(false),
            turn: RwSignal::new(0),
            note_turn: StoredValue::new(0),
            module: StoredValue::new_local(None),
            aside: StoredValue::new_local(Vec::new()),
            waiting: StoredValue::new_local(Vec::new()),
        };
        engine.with(|dunlin| dunlin.set_second_planner(Some(Rc::new(move |goal, policy| this.plan(goal, policy)))));
        this
    }

    /// Whether a tool, or an agent under its name as a tool, is on.
    pub(crate) fn is_on(self, name: &str) -> bool {
        self.switched.with(|switched| switched.get(name).copied()).unwrap_or_else(|| self.is_usual(name))
    }

    /// What is built in is on unless it was switched off, and the other way round.
    fn is_usual(self, name: &str) -> bool {
        name == crate::model::DOOR
            || self.tools.with_untracked(|tools| tools.iter().any(|one| one.built_in && one.spec.name == name))
    }

    /// Whether any agent is on.
    fn has_agents(self) -> bool {
        self.switched.with_untracked(|switched| switched.iter().any(|(name, on)| *on && name.starts_with(AGENT)))
    }

    /// Whether a goal may want a tool or an agent while no agent is on.
    pub(crate) fn may_want(self, goal: &str) -> bool {
        self.turn.track();
        !self.has_agents() && dunlin::speaks_of_further_tools(goal)
    }

    /// Whether something is on that the module has.
    pub(in crate::model) fn is_wanted(self) -> bool {
        // What is built in stands among them only where it is off.
        self.switched.with_untracked(|switched| switched.values().any(|on| *on))
    }

    /// Whether something is on that the module has, and it is still to come.
    pub(in crate::model) fn is_awaited(self) -> bool {
        let missing = self.module.with_value(Option::is_none) && self.problem.with_untracked(Option::is_none);
        missing && self.is_wanted()
    }

    /// The plan of the agents that are on for a goal that the rules do not understand, under a policy whose tools are those that are
    /// there.
    fn plan(self, goal: &str, policy: &Policy) -> Option<Plan> {
        if !self.has_agents() {
            return None;
        }
        let told = self.module.with_value(|module| Some(module.as_ref()?.plan(goal, &text::write(policy))))?;
        let plan = text::parse(&told).ok()?.get_mut("plan")?.take();
        text::from_value(plan).ok()
    }

    /// Fetches the module, if it is not here, and calls `then` when it is, or when it is known that it does not come.
    pub(in crate::model) fn fetch(
        self,
        own: impl Fn(String, String) -> String + 'static,
        then: impl FnOnce() + 'static,
    ) {
        if self.module.with_value(Option::is_some) {
            return then();
        }
        self.waiting.update_value(|waiting| waiting.push(Box::new(then)));
        if self.coming.get_untracked() {
            return;
        }
        self.coming.set(true);
        self.problem.set(None);
        wasm_bindgen_futures::spawn_local(async move {
            match platform::Reach::fetched(own).await {
                Some(module) => {
                    self.list(&module);
                    self.module.set_value(Some(module));
                }
                None => self.problem.set(Some("the further tools and agents could not be loaded".to_owned())),
            }
            self.coming.set(false);
            let mut waiting = Vec::new();
            self.waiting.update_value(|all| waiting = std::mem::take(all));
            for then in waiting {
                then();
            }
        });
    }

    /// Lists what the module has, beside what is built in.
    fn list(self, module: &platform::Reach) {
        let listed = text::parse(&module.tools()).unwrap_or_default();
        let more = listed.as_array().into_iter().flatten().filter_map(|one| {
            let spec = text::from_value(one.get("spec")?.clone()).ok()?;
            Some(Offered { spec, phrases: one.get("phrases").cloned().unwrap_or_default(), built_in: false })
        });
        let more: Vec<Offered> = more.collect();
        self.tools.update(|tools| tools.extend(more));
        self.follow_kept_agents(module);
    }

    /// Lists the built-in tools, and takes those away that are off.
    pub(in crate::model) fn begin(self) {
        let specs = self.engine.with(|dunlin| dunlin.tools());
        let built_in = |spec: ToolSpec| Offered { spec, phrases: Value::Null, built_in: true };
        self.tools.set(specs.into_iter().filter(|spec| !spec.name.contains(':')).map(built_in).collect());
        self.read_notes();
    }

    /// Switches tools and agents as they were chosen; `switched` is what is stored.
    pub(in crate::model) fn take(self, switched: BTreeMap<String, bool>) {
        if self.switched.with_untracked(|before| *before != switched) {
            self.switched.set(switched);
        }
        self.read_notes();
        if let Some(module) = self.module.get_value() {
            self.follow_kept_agents(&module);
        }
        self.apply();
    }

    /// Makes what is registered what is on.
    pub(in crate::model) fn apply(self) {
        let is_on = |name: &str| untrack(|| self.is_on(name));
        let mut failed = None;
        for one in self.tools.get_untracked() {
            failed = self.set(&one.spec.name, is_on(&one.spec.name), || self.tool(&one), &one.phrases).or(failed);
        }
        for one in self.agents.get_untracked() {
            let name = as_tool(&one.name);
            let made = || Some(self.borrowed(one.spec.clone(), Some(one.name.clone())));
            failed = self.set(&name, is_on(&name), made, &Value::Null).or(failed);
        }
        if failed.is_some() {
            self.problem.set(failed);
        }
        self.turn.update(|turn| *turn += 1);
    }

    /// Registers a tool, or takes it away.
    fn set(self, name: &str, on: bool, made: impl FnOnce() -> Option<Rc<dyn Tool>>, phrases: &Value) -> Option<String> {
        let here = self.engine.with(|dunlin| dunlin.with_runtime(|runtime| runtime.registry().get(name).cloned()));
        match (on, here) {
            (true, None) => {
                let tool = made()?;
                let registered = self.engine.with(|dunlin| match phrases {
                    Value::Array(some) if !some.is_empty() => dunlin.register_with_phrases(tool, phrases.clone(), None),
                    _ => dunlin.register_tool(tool),
                });
                registered.err().map(|error| error.message)
            }
            (false, Some(tool)) => {
                self.engine.with(|dunlin: &Dunlin| dunlin.unregister_tool(name));
                if self.is_usual(name) {
                    self.aside.update_value(|aside| aside.push(tool));
                }
                None
            }
            _ => None,
        }
    }

    fn tool(self, one: &Offered) -> Option<Rc<dyn Tool>> {
        let mut found = None;
        self.aside.update_value(|aside| {
            let at = aside.iter().position(|tool| tool.spec().name == one.spec.name);
            found = at.map(|at| aside.swap_remove(at));
        });
        found.or_else(|| (!one.built_in).then(|| self.borrowed(one.spec.clone(), None)))
    }

    fn borrowed(self, spec: ToolSpec, agent: Option<String>) -> Rc<dyn Tool> {
        Rc::new(Borrowed { spec, agent, reach: self })
    }

    /// Takes away something of what is kept, as [`KeptLine`](crate::model::KeptLine) has it.
    pub(crate) fn forget(self, what: &str) {
        self.tell(|module| module.forget(what));
    }

    /// Lets a message that was set aside be given out again.
    pub(crate) fn revive(self, what: &str) {
        self.tell(|module| module.revive(what));
    }

    fn tell(self, say: impl FnOnce(&platform::Reach) -> String) {
        let told = self.module.with_value(|module| module.as_ref().map(say));
        let failed = told.and_then(|told| failure(&text::parse(&told).ok()?));
        self.problem.set(failed.map(|failure| failure.message));
    }

    /// What is kept for agents and the person: what is remembered, messages, what was refused.
    pub(crate) fn kept(self) -> Value {
        let told = self.module.with_value(|module| module.as_ref().map(platform::Reach::kept));
        told.and_then(|told| text::parse(&told).ok()).unwrap_or_default()
    }
}

impl crate::model::State {
    /// What tools may search and count of the page, as JSON: `crates/dunlin-reach/src/own.rs` says what is asked for.
    fn own(&'static self, what: &str, part: &str) -> String {
        match what {
            "parts" => text::write(&self.parts()),
            "documents" => Value::Array(self.documents(part)).to_string(),
            "tables" => text::write(&["runs", "todos"]),
            _ => text::write(&self.table(part)),
        }
    }

    /// The parts of what is searched, each with another number whenever a text of it has changed.
    fn parts(&'static self) -> BTreeMap<&'static str, u64> {
        // The runs are few, and an event of one changes no text of it.
        let mut of_runs = DefaultHasher::new();
        for run in self.searched_runs() {
            (run.run_id, run.goal, run.error.map(|error| error.message)).hash(&mut of_runs);
        }
        BTreeMap::from([
            ("notes", self.reach.note_turn.get_value()),
            ("runs", of_runs.finish()),
            ("todos", self.engine.with(|dunlin| dunlin.todos().changes())),
        ])
    }

    fn searched_runs(&'static self) -> Vec<dunlin::RunSummary> {
        self.engine.with(|dunlin| dunlin.runs()).into_iter().take(MOST_RUNS).collect()
    }

    fn documents(&'static self, part: &str) -> Vec<Value> {
        let document = |kind: &str, id: &str, title: &str, words: Option<&str>| json!({"kind": kind, "id": id, "title": title, "text": words.unwrap_or_default()});
        match part {
            "todos" => {
                let todos = untrack(|| self.todos.ask(|todos| todos.list_shared(&Filter::all())));
                todos.iter().map(|todo| document("todo", &todo.id, &todo.text, todo.notes.as_deref())).collect()
            }
            "runs" => {
                let words = |run: &dunlin::RunSummary| run.error.as_ref().map(|error| error.message.clone());
                let runs = self.searched_runs();
                runs.iter().map(|run| document("run", &run.run_id, &run.goal, words(run).as_deref())).collect()
            }
            "notes" => self.reach.notes.with_untracked(|notes| {
                notes.iter().map(|note| document("note", &note.id, &note.title, Some(&note.text))).collect()
            }),
            _ => Vec::new(),
        }
    }

    /// A table: its columns are there whatever stands in them, also where nothing does.
    fn table(&'static self, name: &str) -> Option<Value> {
        match name {
            "runs" => Some(json!({"columns": dunlin::RunSummary::FIELDS, "rows": self.searched_runs()})),
            "todos" => {
                let todos = untrack(|| self.todos.ask(|todos| todos.list_shared(&Filter::all())));
                let rows: Vec<Value> = todos.iter().map(|todo| text::to_value(&**todo)).collect();
                Some(json!({"columns": dunlin::Todo::FIELDS, "rows": rows}))
            }
            _ => None,
        }
    }

    /// Shows the tools and agents; what is not built in is fetched then.
    pub(crate) fn show_tools(&'static self) {
        self.reach.open.set(true);
        self.fetch_reach(|| {});
    }

    /// Fetches what is not built in, and makes what is registered what is on.
    pub(in crate::model) fn fetch_reach(&'static self, then: impl FnOnce() + 'static) {
        let reach = self.reach;
        if reach.tools.with_untracked(Vec::is_empty) {
            reach.begin();
        }
        reach.fetch(
            move |what, part| self.own(&what, &part),
            move || {
                reach.apply();
                then();
            },
        );
    }

    /// Switches a tool or an agent. An agent brings the tools that it needs, and goes with any of them.
    pub(crate) fn switch(&'static self, name: &str, on: bool) {
        let reach = self.reach;
        let agents = reach.agents.get_untracked();
        let needs = |agent: &Agent| agent.tools.clone().unwrap_or_default();
        let mut switched = reach.switched.get_untracked();
        let mut put = |name: &str, on: bool| {
            if on == reach.is_usual(name) {
                switched.remove(name);
            } else {
                switched.insert(name.to_owned(), on);
            }
        };
        put(name, on);
        for agent in &agents {
            let tool = as_tool(&agent.name);
            if on && tool == name {
                for tool in needs(agent) {
                    put(&tool, true);
                }
            } else if !on && needs(agent).iter().any(|tool| tool == name) {
                put(&tool, false);
            }
        }
        reach.take(switched);
        self.settings.save();
        if on {
            // A run that waited for it goes on.
            self.take_up_runs();
        }
    }

    /// Switches all agents on, keeps the notes of their example, and puts its goal into the field.
    pub(crate) fn try_agents(&'static self) {
        let example = self.reach.module.with_value(|module| module.as_ref().map(platform::Reach::example));
        let Some(example) = example.and_then(|example| text::parse(&example).ok()) else { return };
        let words = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let notes = example.get("notes").and_then(Value::as_array).into_iter().flatten();
        let notes: Vec<_> = notes.map(|note| (words(note, "title"), words(note, "text"))).collect();
        self.reach.keep_notes(&notes);
        for agent in self.reach.agents.get_untracked() {
            self.switch(&as_tool(&agent.name), true);
        }
        self.reach.open.set(false);
        self.tab.set(crate::model::Tab::Ask);
        // What is behind a dialog takes no words until it is closed.
        request_animation_frame(move || self.goal.take(&words(&example, "goal")));
    }

    /// Calls a tool once, as a plan of one step, through the same gate as any other.
    pub(crate) fn try_tool(&'static self, name: &str, input: &Value) -> Result<(), Problem> {
        let plan = one_call(name, input)?;
        self.run_own_plan(plan)?;
        self.reach.open.set(false);
        self.tab.set(crate::model::Tab::Ask);
        Ok(())
    }
}

/// The plan that calls a tool once.
pub(in crate::model) fn one_call(tool: &str, input: &Value) -> Result<Plan, Problem> {
    let goal = format!("Try {}", tool.replace('_', " "));
    let plan = json!({"schemaVersion": 2, "goal": goal, "steps": [
        {"stepNumber": 1, "toolName": tool, "toolInput": input, "reasoning": "somebody tries this tool"},
    ]});
    dunlin::read_plan(&plan.to_string()).map_err(Problem::from)
}

/// The name of an agent as a tool.
pub(crate) fn as_tool(agent: &str) -> String {
    format!("{AGENT}{agent}")
}

pub(in crate::model) fn agent(told: &Value) -> Option<Agent> {
    let agent = told.get("agent")?;
    let words = |name: &str| agent.get(name).and_then(Value::as_str).map(str::to_owned);
    let limit = |name: &str| agent.get("limits").and_then(|limits| limits.get(name)?.as_u64());
    Some(Agent {
        name: words("name")?,
        description: words("description")?,
        parent: words("parent"),
        tools: agent.get("tools").and_then(|tools| text::from_value(tools.clone()).ok()),
        limits: [limit("maxSteps"), limit("maxToolCalls")],
        examples: examples(agent),
        own: false,
        spec: text::from_value(told.get("spec")?.clone()).ok()?,
    })
}

fn examples(agent: &Value) -> Vec<String> {
    let skills = agent.get("skills").and_then(Value::as_array).into_iter().flatten();
    skills.filter_map(|skill| Some(skill.get("example")?.as_str()?.to_owned())).collect()
}

/// A tool or an agent of the module, as the runtime calls it.
struct Borrowed {
    spec: ToolSpec,
    /// The agent whose work it is.
    agent: Option<String>,
    reach: Reach,
}

impl Borrowed {
    /// What an agent does is a run below the one that calls, under what that one has left.
    fn hand_over(
        &self,
        agent: &str,
        call: &ToolCall,
    ) -> Result<LocalFuture<'static, Result<ToolOutput, ToolFailure>>, ToolFailure> {
        let Reach { engine, module, .. } = self.reach;
        let left = engine.with(|dunlin| dunlin.with_runtime(|runtime| runtime.left_for(&call.run_id)))?;
        let (input, left) = (call.input.to_string(), text::write(&left));
        let told =
            module.with_value(|module| module.as_ref().map(|module| module.work(agent, &input, &left, &call.run_id)));
        let mut told = text::parse(&told.ok_or_else(gone)?).map_err(|_| gone())?;
        if let Some(failure) = failure(&told) {
            return Err(failure);
        }
        let part = |name: &str, told: &mut Value| told.get_mut(name).map(Value::take).unwrap_or_default();
        let (plan, given) = (part("plan", &mut told), part("given", &mut told));
        let plan: Plan = text::from_value(plan).map_err(|_| gone())?;
        let limits: Policy = text::from_value(part("limits", &mut told)).map_err(|_| gone())?;
        Ok(engine.with(|dunlin| dunlin.with_runtime(|runtime| runtime.carry_out(call, plan, given, &limits))))
    }
}

impl Tool for Borrowed {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        if let Some(agent) = &self.agent {
            return self.hand_over(agent, &call).unwrap_or_else(|failure| Box::pin(ready(Err(failure))));
        }
        let Some(module) = self.reach.module.get_value() else { return Box::pin(ready(Err(gone()))) };
        let (name, input) = (self.spec.name.clone(), call.input.to_string());
        let keeps_all = untrack(|| self.reach.is_on(KEEPS_ALL));
        let about = json!({"caller": call.caller, "keepsAll": keeps_all}).to_string();
        Box::pin(async move {
            let told = module.called(name, input, about).await.ok_or_else(gone)?;
            let mut told = text::parse(&told).map_err(|_| gone())?;
            if let Some(failure) = failure(&told) {
                return Err(failure);
            }
            let metadata = told.get_mut("metadata").map(Value::take).filter(|metadata| !metadata.is_null());
            Ok(ToolOutput { output: told.get_mut("output").map(Value::take).unwrap_or_default(), metadata })
        })
    }
}

/// The module has gone, or does not answer as this page knows it.
fn gone() -> ToolFailure {
    ToolFailure::new("tool.not-here", "the module with this tool does not answer as expected")
        .with_hint("reload the page: there may be a newer version of it")
}

pub(in crate::model) fn failure(told: &Value) -> Option<ToolFailure> {
    let failure = told.get("failure")?;
    Some(text::from_value(failure.clone()).unwrap_or_else(|_| gone()))
}
