//! The tool `bus`: messages are published, taken by a group, acknowledged or given back, and given once more after all tries
//! were in vain.

use std::rc::Rc;

use dunlin_base::{Env, LocalFuture};
use dunlin_plan::ToolSpec;
use dunlin_runtime::{StoredLeases, Tool, ToolCall, ToolFailure, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Bus, BusError, BusLimits, Delivery};
use crate::{guard::Guard, memory::PERSON};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Input {
    action: Action,
    topic: String,
    value: Option<Value>,
    key: Option<String>,
    group: Option<String>,
    id: Option<String>,
    tries: Option<u32>,
    #[serde(default)]
    why: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Action {
    Publish,
    Take,
    Acknowledge,
    GiveBack,
    DeadLetters,
    Revive,
    Unsubscribe,
}

/// The tool. What the guard would block (keys, numbers of accounts and cards) is refused; nothing is taken out of the rest.
pub struct BusTool {
    spec: ToolSpec,
    bus: Bus,
}

impl BusTool {
    /// The tool over the bus of that storage.
    pub fn new(env: &Env) -> Self {
        let bus = Bus::stored(env);
        Self { bus: bus.guarded(Rc::new(Guard::of_the_device())), ..Self::unguarded(env) }
    }

    /// The same without a guard: everything is published.
    pub fn unguarded(env: &Env) -> Self {
        let spec = ToolSpec::read_strictly(include_str!("../../specs/bus.json")).unwrap_or_default();
        Self { spec, bus: Bus::stored(env) }
    }

    /// The sentences that ask for it.
    pub fn phrases() -> Value {
        let publish = "publish {value} (under|on) [the] topic {topic}";
        let take = "take [the] next message (of|from|on) [the] topic {topic}";
        json!([
            {"say": publish, "input": {"action": "publish"}},
            {"say": take, "input": {"action": "take", "group": PERSON}},
        ])
    }
}

impl Bus {
    /// The bus over a storage, whose consumers are kept apart by leases in the same storage.
    pub fn stored(env: &Env) -> Self {
        Self::new(env.clone(), Rc::new(StoredLeases::new(env.clone())), BusLimits::default())
    }
}

impl Tool for BusTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let bus = self.bus.clone();
        Box::pin(async move { answer(&bus, &call.input).await })
    }
}

async fn answer(bus: &Bus, input: &Value) -> Result<ToolOutput, ToolFailure> {
    let Input { action, topic, value, key, group, id, tries, why } = Input::deserialize(input)
        .map_err(|error| ToolFailure::new("tool.invalid-input", format!("the input of bus does not fit: {error}")))?;
    // A topic may be said in words.
    let topic = topic.split_whitespace().collect::<Vec<_>>().join("-");
    let output = match action {
        Action::Publish => {
            let value = wanted(value, "a value", "publish")?;
            let id = bus.publish(&topic, key.as_deref(), &value).map_err(|error| failed(&error))?;
            json!({"id": id, "topic": topic})
        }
        Action::Take => {
            let group = wanted(group, "a group", "take")?;
            let taken = bus.next(&topic, &group).await.map_err(|error| failed(&error))?;
            taken.map_or(Value::Null, |Delivery { id, topic, group, key, value, at, tries }| {
                json!({"id": id, "topic": topic, "group": group, "key": key, "value": value, "at": at, "tries": tries})
            })
        }
        Action::Acknowledge => {
            let (group, id) = (wanted(group, "a group", "acknowledge")?, wanted(id, "an id", "acknowledge")?);
            let is_there = bus.is_for(&topic, &group, &id).map_err(|error| failed(&error))?;
            if is_there {
                bus.acknowledge(&named(topic, group, id, 0)).map_err(|error| failed(&error))?;
            }
            json!({"acknowledged": is_there})
        }
        Action::GiveBack => {
            let (group, id) = (wanted(group, "a group", "giveBack")?, wanted(id, "an id", "giveBack")?);
            let tries = wanted(tries, "the number of tries", "giveBack")?;
            let is_there = bus.is_for(&topic, &group, &id).map_err(|error| failed(&error))?;
            if is_there {
                bus.give_back(&named(topic, group, id, tries), &why, 0).map_err(|error| failed(&error))?;
            }
            json!({"givenBack": is_there})
        }
        Action::DeadLetters => json!(bus.dead(&topic).map_err(|error| failed(&error))?),
        Action::Revive => {
            let (group, id) = (wanted(group, "a group", "revive")?, wanted(id, "an id", "revive")?);
            let letters = bus.dead(&topic).map_err(|error| failed(&error))?;
            let letter = letters.iter().find(|letter| letter.id == id && letter.group == group);
            if let Some(letter) = letter {
                bus.revive(&topic, letter).map_err(|error| failed(&error))?;
            }
            json!({"revived": letter.is_some()})
        }
        Action::Unsubscribe => {
            let group = wanted(group, "a group", "unsubscribe")?;
            bus.unsubscribe(&topic, &group).map_err(|error| failed(&error))?;
            json!({"topic": topic, "group": group})
        }
    };
    Ok(ToolOutput { output, metadata: None })
}

/// A message as its name says it; the bus has the rest.
fn named(topic: String, group: String, id: String, tries: u32) -> Delivery {
    Delivery { id, topic, group, key: None, value: Value::Null, at: 0, tries }
}

fn wanted<T>(field: Option<T>, what: &str, action: &str) -> Result<T, ToolFailure> {
    let message = || format!("the action {action} of bus needs {what}");
    field.ok_or_else(|| ToolFailure::new("tool.invalid-input", message()))
}

fn failed(error: &BusError) -> ToolFailure {
    let hint = match error {
        BusError::Guarded(_) => "leave that out, or switch the guard of bus off where it was switched on",
        BusError::Name(_) => "choose another name",
        BusError::TooMuch(_) => "take and acknowledge what waits, or unsubscribe a group that takes nothing any more",
        BusError::Unknown(_) => "take a message of that topic first",
        BusError::Taken => "take it again in a moment",
        BusError::Storage(_) => "nothing has changed: try again",
    };
    let may_pass = matches!(error, BusError::Taken);
    let make = if may_pass { ToolFailure::transient } else { ToolFailure::new };
    make(error.code(), error.to_string()).with_hint(hint)
}
