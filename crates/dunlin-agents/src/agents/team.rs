//! Agents under each other, and what each may do at most.

use std::{cell::RefCell, collections::BTreeMap, fmt, rc::Rc};

use dunlin_base::{Env, Ids, json};
use dunlin_planner::phrase::PhraseBook;
use dunlin_runtime::{Policy, Runtime, RuntimeError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    Agent, Skill,
    record::{tools_of, unlimited},
    tool::AgentTool,
};
use crate::{
    guard::Guard,
    memory::{Memory, MemoryError, PERSON},
    names::is_name,
};

/// The agents that come with Dunlin.
const SHIPPED: &str = include_str!("../../data/agents.json");
const REFUSED: &str = "dunlin:v1:agents:refused:";
const MOST_AGENTS: usize = 100;
const MOST_SKILLS: usize = 50;
const MOST_DEPTH: usize = 16;
/// How many refusals are kept; older ones go.
const MOST_REFUSALS: usize = 200;

/// Why an agent is not taken, or does not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AgentError {
    /// The data is not that of agents.
    Data(String),
    /// A name cannot be used or is taken, or there are too many.
    Name(String),
    /// There is no agent of that name.
    Unknown(String),
    /// It would do what its parent may not.
    Widened(String),
    /// A phrase of a skill is faulty.
    Phrase(String),
    /// The tool could not be registered.
    Tool(String),
}

impl AgentError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Data(_) => "agent.data",
            Self::Name(_) => "agent.name",
            Self::Unknown(_) => "agent.unknown",
            Self::Widened(_) => "agent.widened",
            Self::Phrase(_) => "agent.phrase",
            Self::Tool(_) => "agent.tool",
        }
    }
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Data(what)
            | Self::Name(what)
            | Self::Unknown(what)
            | Self::Widened(what)
            | Self::Phrase(what)
            | Self::Tool(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for AgentError {}

impl From<RuntimeError> for AgentError {
    fn from(error: RuntimeError) -> Self {
        Self::Tool(error.to_string())
    }
}

/// An attempt to do more than an agent may.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// The agent that was refused.
    pub agent: String,
    /// What it would have done.
    pub what: String,
    /// The run in which it tried; empty where the agent was refused when it was defined.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub run_id: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// Agents that work together. Clones share it.
#[derive(Clone)]
pub struct Team(pub(super) Rc<Inner>);

pub(super) struct Inner {
    env: Env,
    ids: Ids,
    pub(super) agents: RefCell<BTreeMap<String, Rc<Agent>>>,
    /// The phrases of all skills, under the names that [`Skill::said`] gives them.
    pub(super) book: RefCell<PhraseBook>,
    /// The words that requests for skills begin with, once somebody has asked for them.
    pub(super) beginnings: RefCell<Option<Rc<[String]>>>,
}

impl Team {
    /// One without agents.
    pub fn new(env: Env) -> Self {
        Self(Rc::new(Inner {
            env,
            ids: Ids::new(),
            agents: RefCell::default(),
            book: RefCell::default(),
            beginnings: RefCell::default(),
        }))
    }

    /// The Researcher, the Analyst, the Coder and the Reviewer.
    pub fn shipped(env: Env) -> Result<Self, AgentError> {
        let team = Self::new(env);
        team.read(SHIPPED)?;
        Ok(team)
    }

    /// Adds agents from data: a list of them as JSON, parents first. Those before a faulty one are kept.
    pub fn read(&self, text: &str) -> Result<(), AgentError> {
        let agents: Vec<Agent> = json::read(text).map_err(|error| AgentError::Data(error.to_string()))?;
        agents.into_iter().try_for_each(|agent| self.add(agent))
    }

    /// Adds an agent. One that would do what its parent may not is refused, and that is recorded.
    pub fn add(&self, agent: Agent) -> Result<(), AgentError> {
        let fits = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '_';
        let is_named = |name: &str| !name.is_empty() && name.len() <= 50 && name.chars().all(fits);
        let name = agent.name.clone();
        if !is_named(&name) {
            let shown: String = name.chars().take(60).collect();
            let found =
                format!("found the name {shown:?}, expected 1 to 50 lower-case letters, digits and underscores");
            return Err(AgentError::Name(found));
        }
        if self.0.agents.borrow().contains_key(&name) {
            return Err(AgentError::Name(format!("there is an agent {name:?} already")));
        }
        let many = self.0.agents.borrow().len() >= MOST_AGENTS || agent.skills.len() > MOST_SKILLS;
        if many {
            return Err(AgentError::Name(format!("at most {MOST_AGENTS} agents of {MOST_SKILLS} skills are taken")));
        }
        let above = match &agent.parent {
            None => unlimited(),
            Some(parent) => self.limits(parent)?,
        };
        if let Some(wider) = self.wider(&agent, &above)? {
            self.refuse(&name, &wider, "");
            return Err(AgentError::Widened(format!("the agent {name} would have {wider}")));
        }
        if let Some(memory) = agent.memory.as_deref().filter(|memory| !is_name(memory)) {
            return Err(AgentError::Name(format!("found the namespace {memory:?}, expected {}", crate::names::NAME)));
        }
        let is_persons = |memory: &&str| memory.split('/').next() == Some(PERSON);
        if let Some(memory) = agent.memory.as_deref().filter(is_persons) {
            return Err(AgentError::Name(format!("found the namespace {memory:?}, which is kept for the person")));
        }
        let mut book = self.0.book.borrow().clone();
        let mut known: Vec<&str> = Vec::new();
        for skill in &agent.skills {
            if !is_named(&skill.name) || known.contains(&skill.name.as_str()) {
                let found =
                    format!("found the skill {:?} of {name}, expected a name that none of its others has", skill.name);
                return Err(AgentError::Name(found));
            }
            known.push(&skill.name);
            if let Some(why) = dunlin_plan::schema::refusal(&skill.input_schema) {
                return Err(AgentError::Data(format!("the input of {name}.{} cannot be checked: {why}", skill.name)));
            }
            for (said, phrases) in skill.said(&name) {
                book.register(&said, &skill.input_schema, Value::from(phrases.clone()))
                    .map_err(|fault| AgentError::Phrase(format!("{name}.{}: {fault}", skill.name)))?;
            }
        }
        self.0.book.replace(book);
        self.0.beginnings.take();
        self.0.agents.borrow_mut().insert(name, Rc::new(agent));
        Ok(())
    }

    /// Takes an agent away. One that others are under stays.
    pub fn remove(&self, name: &str) -> Result<(), AgentError> {
        let agent = self.get(name)?;
        let under = self.agents().into_iter().find(|other| other.parent.as_deref() == Some(name));
        if let Some(under) = under {
            return Err(AgentError::Name(format!("{name} stays as long as {} is under it", under.name)));
        }
        self.0.beginnings.take();
        let mut book = self.0.book.borrow_mut();
        for skill in &agent.skills {
            skill.said(name).iter().for_each(|(said, _)| book.unregister(said));
        }
        self.0.agents.borrow_mut().remove(name);
        Ok(())
    }

    /// What of an agent is wider than what stands above it.
    fn wider(&self, agent: &Agent, above: &Policy) -> Result<Option<String>, AgentError> {
        let allowed =
            |tool: &str| above.allowed_tools.as_ref().is_none_or(|tools| tools.iter().any(|known| known == tool));
        if let Some(tool) = agent.tools.iter().flatten().find(|tool| !allowed(tool)) {
            return Ok(Some(format!("the tool {tool}, which its parent may not call")));
        }
        if let Some(limit) = agent.limits.wider_than(above) {
            return Ok(Some(limit));
        }
        if let Some(parent) = &agent.parent {
            if self.depth(parent)? >= MOST_DEPTH {
                return Ok(Some(format!("more than {MOST_DEPTH} parents")));
            }
            if let (Some(theirs), Some(mine)) = (self.namespace(parent)?, &agent.memory)
                && *mine != theirs
                && !mine.starts_with(&format!("{theirs}/"))
            {
                return Ok(Some(format!("the memory {mine:?}, which is not within its parent's {theirs:?}")));
            }
        }
        let own =
            |tool: &str| allowed(tool) && agent.tools.as_ref().is_none_or(|tools| tools.iter().any(|one| one == tool));
        let mut tools = agent.skills.iter().flat_map(|skill| skill.tools().into_iter().map(move |tool| (skill, tool)));
        let beyond = tools.find(|(_, tool)| !own(tool));
        Ok(beyond.map(|(skill, tool)| format!("the skill {} with the tool {tool}, which it may not call", skill.name)))
    }

    /// The agent of that name.
    pub fn get(&self, name: &str) -> Result<Rc<Agent>, AgentError> {
        let agents = self.0.agents.borrow();
        agents.get(name).cloned().ok_or_else(|| {
            let known: Vec<&str> = agents.keys().map(String::as_str).collect();
            AgentError::Unknown(format!("there is no agent {name:?}, the agents are {}", known.join(", ")))
        })
    }

    /// The agents, by name.
    pub fn agents(&self) -> Vec<Rc<Agent>> {
        self.0.agents.borrow().values().cloned().collect()
    }

    /// What an agent may do at most: its own limits within those of all its parents.
    pub fn limits(&self, name: &str) -> Result<Policy, AgentError> {
        let mut policy = unlimited();
        for agent in self.line(name)?.iter().rev() {
            let own = Policy { allowed_tools: agent.tools.clone(), ..agent.limits.over(policy.clone()) };
            policy = policy.within(&own);
        }
        Ok(policy)
    }

    /// What an agent remembers; nothing is kept for one without a namespace.
    pub fn memory(&self, name: &str, guard: Option<Rc<Guard>>) -> Result<Option<Memory>, MemoryError> {
        let namespace = self.namespace(name).ok().flatten();
        namespace.map(|namespace| Memory::new(self.0.env.clone(), &namespace, guard)).transpose()
    }

    fn namespace(&self, name: &str) -> Result<Option<String>, AgentError> {
        Ok(self.line(name)?.iter().find_map(|agent| agent.memory.clone()))
    }

    fn depth(&self, name: &str) -> Result<usize, AgentError> {
        Ok(self.line(name)?.len())
    }

    /// The agent, its parent, and so on. A parent stands there before its children, so the line ends.
    fn line(&self, name: &str) -> Result<Vec<Rc<Agent>>, AgentError> {
        let mut line = vec![self.get(name)?];
        while let Some(parent) = line.last().and_then(|agent| agent.parent.clone()) {
            line.push(self.get(&parent)?);
        }
        Ok(line)
    }

    /// The skill of an agent.
    pub(super) fn skill(agent: &Agent, name: &str) -> Result<Skill, AgentError> {
        agent.skills.iter().find(|skill| skill.name == name).cloned().ok_or_else(|| {
            let known: Vec<&str> = agent.skills.iter().map(|skill| skill.name.as_str()).collect();
            AgentError::Unknown(format!("{} has no skill {name:?}, only {}", agent.name, known.join(", ")))
        })
    }

    /// Makes every agent a tool of the runtime, `agent:<name>`. What they call is looked up when they call it, so tools may be
    /// registered later; what they say of their effects is taken from the tools that are there now.
    pub fn register(&self, runtime: &Runtime) -> Result<(), AgentError> {
        for agent in self.agents() {
            runtime.register(Rc::new(AgentTool::new(self.clone(), &agent.name, runtime)?))?;
        }
        Ok(())
    }

    /// The tools of a plan that a policy does not allow, in words.
    pub(super) fn beyond(plan: &dunlin_plan::Plan, policy: &Policy) -> Option<String> {
        let allowed = policy.allowed_tools.as_ref()?;
        let beyond: Vec<&str> =
            tools_of(plan).into_iter().filter(|tool| !allowed.iter().any(|one| one == tool)).collect();
        (!beyond.is_empty()).then(|| format!("the tools {}, which it may not call here", beyond.join(", ")))
    }

    /// Records that an agent was to do more than it may.
    pub(super) fn refuse(&self, agent: &str, what: &str, run_id: &str) {
        let env = &self.0.env;
        let at = env.clock.now_ms();
        let refusal = json!({"agent": agent, "what": what, "runId": run_id, "at": at});
        // What cannot be recorded is refused all the same; the run's own journal tells of it as well.
        let _ = env.storage.set(&format!("{REFUSED}{}", self.0.ids.next(env)), &refusal.to_string());
        let kept = env.storage.keys(REFUSED).unwrap_or_default();
        for old in kept.iter().take(kept.len().saturating_sub(MOST_REFUSALS)) {
            let _ = env.storage.remove(old);
        }
    }

    /// What was refused, the oldest first.
    pub fn refusals(&self) -> Vec<Refusal> {
        let storage = &self.0.env.storage;
        let keys = storage.keys(REFUSED).unwrap_or_default();
        keys.iter().filter_map(|key| serde_json::from_str(&storage.get(key).ok()??).ok()).collect()
    }
}

impl fmt::Debug for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.agents.borrow().keys()).finish()
    }
}
