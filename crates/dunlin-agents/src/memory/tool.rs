//! The tool `memory`: an agent's own memory for its calls, a memory of the person's for all others.

use std::{future::ready, rc::Rc};

use dunlin_base::{Env, Ids, LocalFuture};
use dunlin_plan::ToolSpec;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Memory, MemoryError, PERSON, Record};
use crate::{
    agents::{TOOL, Team},
    guard::Guard,
};

/// How much is found where nothing else is wanted.
const USUAL: usize = 10;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Input {
    action: Action,
    key: Option<String>,
    value: Option<Value>,
    query: Option<String>,
    limit: Option<usize>,
    for_minutes: Option<u64>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Put,
    Get,
    Search,
    Forget,
}

/// The tool. What the guard would block (keys, numbers of accounts and cards) is refused; nothing is taken out of the rest.
pub struct MemoryTool {
    spec: ToolSpec,
    env: Env,
    ids: Ids,
    team: Option<Team>,
    guard: Option<Rc<Guard>>,
}

impl MemoryTool {
    /// The tool over that storage, for the person and for the agents of `team`.
    pub fn new(env: Env, team: Option<Team>) -> Self {
        let spec = ToolSpec::read_strictly(include_str!("../../specs/memory.json")).unwrap_or_default();
        Self { spec, env, ids: Ids::new(), team, guard: Some(Rc::new(Guard::of_the_device())) }
    }

    /// The sentences that ask for it.
    pub fn phrases() -> Value {
        let put =
            ["(keep|note|put) in memory [that] {value}", "commit to memory [that] {value}", "memorize [that] {value}"];
        let search = [
            "what do you (remember|know) about [the|my|our] {query}",
            "do you (remember|know) (anything|something) about [the|my|our] {query}",
            "search [the|your] memory for [the|my|our] {query}",
            "what do you remember",
        ];
        let forget = ["forget (what|everything|all) [that] you (remember|know) about [the|my|our] {query}"];
        json!([
            {"say": put, "input": {"action": "put"}},
            {"say": search, "input": {"action": "search"}},
            {"say": forget, "input": {"action": "forget"}},
        ])
    }

    /// The same without a guard: everything is remembered.
    #[must_use]
    pub fn unguarded(self) -> Self {
        Self { guard: None, ..self }
    }

    /// The memory of who calls: that of the agent whose work the call belongs to, or else the person's.
    fn memory(&self, caller: &str) -> Result<Memory, ToolFailure> {
        let found = match &self.team {
            _ if caller.is_empty() => Memory::new(self.env.clone(), PERSON, self.guard.clone()).map(Some),
            Some(team) => team.memory(caller.strip_prefix(TOOL).unwrap_or_default(), self.guard.clone()),
            None => Ok(None),
        };
        found.map_err(|error| failed(&error))?.ok_or_else(|| {
            let message = format!("{caller} has no memory");
            let hint = "give the agent a memory, or remember it in the run that calls it";
            ToolFailure::new("memory.none", message).with_hint(hint)
        })
    }

    fn answer(&self, call: &ToolCall) -> Result<ToolOutput, ToolFailure> {
        let mut input = Input::deserialize(&call.input).map_err(|error| {
            ToolFailure::new("tool.invalid-input", format!("the input of memory does not fit: {error}"))
        })?;
        // A key may be said in words.
        input.key = input.key.map(|key| key.split_whitespace().collect::<Vec<_>>().join("-"));
        let memory = self.memory(&call.caller)?;
        match input.action {
            Action::Put => self.put(&memory, input),
            Action::Get => {
                let key = wanted(input.key, "key", "get")?;
                let record = memory.record(&key).map_err(|error| failed(&error))?.ok_or_else(|| {
                    let message = format!("nothing is remembered under {key:?}");
                    let hint = "search the memory by words, or put it there first";
                    ToolFailure::new("memory.unknown", message).with_hint(hint)
                })?;
                Ok(told(record.value, json!({"at": record.at, "until": record.until})))
            }
            Action::Search => {
                let limit = input.limit.unwrap_or(USUAL);
                let found = match &input.query {
                    Some(query) => memory.search(query, limit),
                    None => latest(&memory, limit),
                };
                let found = found.map_err(|error| failed(&error))?;
                Ok(told(json!(found), json!({"count": found.len()})))
            }
            Action::Forget => forget(&memory, input),
        }
    }

    fn put(&self, memory: &Memory, input: Input) -> Result<ToolOutput, ToolFailure> {
        let value = wanted(input.value, "value", "put")?;
        let ttl_ms = input.for_minutes.map(|minutes| minutes.saturating_mul(60_000));
        let key = if let Some(key) = input.key {
            key
        } else {
            // What is said twice is remembered once, also when a call is made again after a crash.
            let known = memory.all().map_err(|error| failed(&error))?.into_iter().find(|one| one.value == value);
            known.map_or_else(|| self.ids.next(&self.env), |known| known.key)
        };
        memory.put(&key, &value, ttl_ms).map_err(|error| failed(&error))?;
        let record = memory.record(&key).map_err(|error| failed(&error))?;
        Ok(told(json!(record), json!({})))
    }
}

impl Tool for MemoryTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(ready(self.answer(&call)))
    }
}

/// What was put last, the latest first.
fn latest(memory: &Memory, limit: usize) -> Result<Vec<Record>, MemoryError> {
    let mut records = memory.all()?;
    records.sort_by_key(|record| std::cmp::Reverse(record.at));
    records.truncate(limit);
    Ok(records)
}

/// Forgets a key, or everything that fits all the words.
fn forget(memory: &Memory, input: Input) -> Result<ToolOutput, ToolFailure> {
    let keys = match (input.key, input.query) {
        (Some(key), None) => vec![key],
        (None, Some(query)) => {
            let found = memory.search_all(&query).map_err(|error| failed(&error))?;
            found.into_iter().map(|record| record.key).collect()
        }
        _ => return Err(lacking("either a key or a query", "forget")),
    };
    let mut forgotten = Vec::new();
    for key in keys {
        if memory.forget(&key).map_err(|error| failed(&error))? {
            forgotten.push(key);
        }
    }
    let count = forgotten.len();
    Ok(told(json!({"forgotten": forgotten}), json!({"count": count})))
}

fn wanted<T>(field: Option<T>, name: &str, action: &str) -> Result<T, ToolFailure> {
    field.ok_or_else(|| lacking(&format!("a {name}"), action))
}

fn lacking(what: &str, action: &str) -> ToolFailure {
    ToolFailure::new("tool.invalid-input", format!("the action {action} of memory needs {what}"))
}

fn told(output: Value, metadata: Value) -> ToolOutput {
    ToolOutput { output, metadata: Some(metadata) }
}

fn failed(error: &MemoryError) -> ToolFailure {
    let hint = match error {
        MemoryError::Guarded(_) => "leave that out, or switch the guard of memory off where it was switched on",
        MemoryError::Name(_) => "choose another key",
        MemoryError::TooMuch(_) => "forget something first, or keep less",
        MemoryError::Storage(_) => "nothing has changed: try again",
    };
    ToolFailure::new(error.code(), error.to_string()).with_hint(hint)
}
