//! Messages between agents: published under a topic, kept until every group that follows the topic has acknowledged them.
//!
//! A message is one text under one key and never changes, so publishing is all or nothing. What a group has acknowledged is a
//! key of its own that is only ever added: no two writers can undo each other. One consumer of a group is at work at a time,
//! over all tabs that share the storage; when it is gone, another one goes on. A message may be given out more than once (its
//! identifier tells), and none is lost.

mod seen;
mod tool;

use std::{collections::BTreeSet, fmt, rc::Rc};

use dunlin_base::{Env, Ids, StorageError};
use dunlin_runtime::{Claim, Claims, Grant, Standing};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    guard::Guard,
    names::{NAME, is_name, shown},
};

pub use seen::Letter;
pub use tool::BusTool;

const PREFIX: &str = "dunlin:v1:bus:";
const ASIDE: &str = "dunlin:v1:damaged:bus:";

/// How much a bus holds and how patient it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusLimits {
    /// The most topics.
    pub topics: usize,
    /// The most groups of a topic.
    pub groups: usize,
    /// The most messages of a topic, those set aside counted.
    pub messages: usize,
    /// The most bytes of a message.
    pub bytes: usize,
    /// How often a message is given out before it is set aside.
    pub tries: u32,
    /// How long a consumer has before a message is given out again.
    pub redeliver_ms: u64,
}

impl Default for BusLimits {
    fn default() -> Self {
        Self { topics: 100, groups: 20, messages: 1000, bytes: 50_000, tries: 5, redeliver_ms: 30_000 }
    }
}

/// A message as a consumer gets it.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// What tells it from every other message, also when it is given out again.
    pub id: String,
    /// What it is about.
    pub topic: String,
    /// Which group it is given to.
    pub group: String,
    /// What keeps it in order with others of the same key.
    pub key: Option<String>,
    /// What it says.
    pub value: Value,
    /// When it was published, in milliseconds since 1970.
    pub at: i64,
    /// How often it was given out, this time counted.
    pub tries: u32,
}

/// A message that was given out so often in vain that it was set aside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeadLetter {
    /// The message.
    pub id: String,
    /// The group that could not take it.
    pub group: String,
    /// Its key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What it says.
    pub value: Value,
    /// When it was published.
    pub at: i64,
    /// How often it was given out.
    pub tries: u32,
    /// What the consumer said when it last gave it back.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// Why the bus does not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BusError {
    /// The name of a topic, a group or a key cannot be used.
    Name(String),
    /// It is too large, or there is too much already.
    TooMuch(String),
    /// There is no such group or dead letter.
    Unknown(String),
    /// The guard has found something in it that it does not let be kept.
    Guarded(String),
    /// Another consumer of the group is at work.
    Taken,
    /// The storage failed.
    Storage(StorageError),
}

impl BusError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Name(_) => "bus.name",
            Self::TooMuch(_) => "bus.too-much",
            Self::Unknown(_) => "bus.unknown",
            Self::Guarded(_) => "bus.guarded",
            Self::Taken => "bus.taken",
            Self::Storage(error) => error.code(),
        }
    }
}

impl fmt::Display for BusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "found the name {name:?}, expected {NAME}"),
            Self::TooMuch(what) | Self::Unknown(what) => f.write_str(what),
            Self::Guarded(what) => write!(f, "found {what}: take it out, or let the guard allow it"),
            Self::Taken => f.write_str("another consumer of the group is at work: ask again later"),
            Self::Storage(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BusError {}

impl From<StorageError> for BusError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

/// A message as it is stored; its identifier and its key stand in the name of its place.
#[derive(Serialize, Deserialize)]
struct Stored {
    value: Value,
    at: i64,
}

/// How a message stands with a group.
#[derive(Default, Serialize, Deserialize)]
struct Tried {
    tries: u32,
    until: i64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    why: String,
}

/// The bus. Clones share it.
#[derive(Clone)]
pub struct Bus {
    env: Env,
    claims: Rc<dyn Claims>,
    limits: BusLimits,
    ids: Rc<Ids>,
    guard: Option<Rc<Guard>>,
}

impl Bus {
    /// The bus over that storage; `claims` keep the consumers of a group apart, over all who share the storage.
    pub fn new(env: Env, claims: Rc<dyn Claims>, limits: BusLimits) -> Self {
        Self { env, claims, limits, ids: Rc::default(), guard: None }
    }

    /// The same, where what the guard redacts is kept redacted, and what it would ask about or block is not kept.
    #[must_use]
    pub fn guarded(self, guard: Rc<Guard>) -> Self {
        Self { guard: Some(guard), ..self }
    }

    /// Publishes a message; gives its identifier. Messages of one key are given out in the order in which they were published.
    pub fn publish(&self, topic: &str, key: Option<&str>, value: &Value) -> Result<String, BusError> {
        let place = Place::of(topic)?;
        if let Some(key) = key {
            named(key)?;
        }
        let kept = match &self.guard {
            None => value.clone(),
            Some(guard) => guard.keep(value).map_err(BusError::Guarded)?,
        };
        self.make_room(&place)?;
        let (id, at) = (self.ids.next(&self.env), self.env.clock.now_ms());
        let text = serde_json::to_string(&Stored { value: kept, at }).unwrap_or_default();
        if text.len() > self.limits.bytes {
            let found = format!("found a message of {} bytes, at most {} are kept", text.len(), self.limits.bytes);
            return Err(BusError::TooMuch(found));
        }
        self.env.storage.set(&place.message(&id, key.unwrap_or_default()), &text)?;
        Ok(id)
    }

    fn make_room(&self, place: &Place) -> Result<(), BusError> {
        let storage = &self.env.storage;
        let kept = storage.keys(&place.part("m"))?.len() + storage.keys(&place.part("d"))?.len();
        if kept >= self.limits.messages {
            let found = format!("{kept} messages of {} are kept already: acknowledge or remove some", place.topic);
            return Err(BusError::TooMuch(found));
        }
        self.make_room_for_topic(place)
    }

    fn make_room_for_topic(&self, place: &Place) -> Result<(), BusError> {
        if self.env.storage.keys(&place.prefix)?.is_empty() && self.topics()?.len() >= self.limits.topics {
            return Err(BusError::TooMuch(format!("there are {} topics already", self.limits.topics)));
        }
        Ok(())
    }

    /// The topics that have messages or groups.
    pub fn topics(&self) -> Result<Vec<String>, BusError> {
        let keys = self.env.storage.keys(PREFIX)?;
        let topics: BTreeSet<&str> =
            keys.iter().filter_map(|key| key.strip_prefix(PREFIX)?.split(':').next()).collect();
        Ok(topics.into_iter().map(str::to_owned).collect())
    }

    /// How many messages of a topic are kept, those set aside left out.
    pub fn waiting(&self, topic: &str) -> Result<usize, BusError> {
        Ok(self.env.storage.keys(&Place::of(topic)?.part("m"))?.len())
    }

    /// Lets a group follow a topic: it gets every message that is kept now and every later one. Once is enough.
    pub fn subscribe(&self, topic: &str, group: &str) -> Result<(), BusError> {
        let place = Place::of(topic)?;
        let groups = self.groups(&place)?;
        if groups.iter().any(|known| known == group) {
            return Ok(());
        }
        named(group)?;
        self.make_room_for_topic(&place)?;
        if groups.len() >= self.limits.groups {
            return Err(BusError::TooMuch(format!("{topic} has {} groups already", groups.len())));
        }
        Ok(self.env.storage.set(&place.group(group), "{}")?)
    }

    /// Ends that. What only this group had left to acknowledge is removed; what it set aside stays.
    pub fn unsubscribe(&self, topic: &str, group: &str) -> Result<(), BusError> {
        let place = Place::of(topic)?;
        self.env.storage.remove(&place.group(named(group)?))?;
        for part in ["s", "a"] {
            for key in self.env.storage.keys(&place.part_of(part, group))? {
                self.env.storage.remove(&key)?;
            }
        }
        self.sweep(topic)
    }

    /// Removes what every group has acknowledged and what is left of messages that are gone, as after a crash in the middle.
    pub fn sweep(&self, topic: &str) -> Result<(), BusError> {
        let place = Place::of(topic)?;
        let groups = self.groups(&place)?;
        let mut kept = BTreeSet::new();
        for (id, _) in self.messages(&place)? {
            if !self.settle(&place, &groups, &id)? {
                kept.insert(id);
            }
        }
        for part in ["s", "a"] {
            for key in self.env.storage.keys(&place.part(part))? {
                if key.rsplit(':').next().is_some_and(|id| !kept.contains(id)) {
                    self.env.storage.remove(&key)?;
                }
            }
        }
        Ok(())
    }

    /// Takes up the work of a group. [`BusError::Taken`] while another consumer of it, here or in another tab, is at work.
    pub async fn consume(&self, topic: &str, group: &str) -> Result<Consumer, BusError> {
        let place = Place::of(topic)?;
        if self.env.storage.get(&place.group(named(group)?))?.is_none() {
            return Err(BusError::Unknown(format!("the group {group} does not follow {topic}: subscribe it first")));
        }
        match self.claims.try_claim(&format!("bus:{topic}:{group}")).await {
            Grant::Held(claim) => {
                // What a crash has left half done is finished first.
                self.sweep(topic)?;
                Ok(Consumer { bus: self.clone(), place, group: group.to_owned(), claim })
            }
            Grant::Taken => Err(BusError::Taken),
            Grant::Refused(_, error) => Err(error.into()),
        }
    }

    /// Says that a message has been dealt with: its group does not get it again. Also from who was too slow with it.
    pub fn acknowledge(&self, delivery: &Delivery) -> Result<(), BusError> {
        let place = Place::of(&delivery.topic)?;
        let letter = place.dead(&delivery.group, &delivery.id);
        // What is dealt with is no dead letter: one that came to life again may still lie there after a crash.
        if self.env.storage.get(&letter)?.is_some() {
            self.env.storage.remove(&letter)?;
        }
        self.env.storage.set(&place.done(&delivery.group, &delivery.id), "")?;
        // It is acknowledged; what cannot be removed now is swept later.
        let _ = self.groups(&place).and_then(|groups| self.settle(&place, &groups, &delivery.id));
        Ok(())
    }

    /// Gives a message back, saying why; it is given out again after so many milliseconds, or set aside if that was the last try.
    pub fn give_back(&self, delivery: &Delivery, why: &str, after_ms: u64) -> Result<(), BusError> {
        let place = Place::of(&delivery.topic)?;
        let (storage, group) = (&self.env.storage, &delivery.group);
        let is_done = storage.get(&place.done(group, &delivery.id))?.is_some();
        let tried = storage.get(&place.tried(group, &delivery.id))?;
        let last = tried.and_then(|text| serde_json::from_str::<Tried>(&text).ok());
        // Who was too slow has nothing to give back: it is done, or somebody else's by now.
        if is_done || last.is_none_or(|last| last.tries != delivery.tries) {
            return Ok(());
        }
        let until = self.env.clock.now_ms().saturating_add_unsigned(after_ms.min(self.limits.redeliver_ms));
        let why = self.guard.as_ref().map_or_else(|| why.to_owned(), |guard| guard.redact(why));
        let tried = Tried { tries: delivery.tries, until, why: why.chars().take(500).collect() };
        self.note(&place, &delivery.group, &delivery.id, &tried)
    }

    /// The messages of a topic that were set aside.
    pub fn dead(&self, topic: &str) -> Result<Vec<DeadLetter>, BusError> {
        let place = Place::of(topic)?;
        let storage = &self.env.storage;
        let mut letters: Vec<DeadLetter> = Vec::new();
        for key in storage.keys(&place.part("d"))? {
            let Some(text) = storage.get(&key)? else { continue };
            match serde_json::from_str::<DeadLetter>(&text) {
                Ok(letter) => {
                    // Half set aside, or half come to life again: its group gets it as a message.
                    let message = place.message(&letter.id, letter.key.as_deref().unwrap_or_default());
                    let is_given = storage.get(&message)?.is_some()
                        && storage.get(&place.done(&letter.group, &letter.id))?.is_none();
                    if !is_given {
                        letters.push(letter);
                    }
                }
                Err(_) => self.set_aside(&key, &text),
            }
        }
        Ok(letters)
    }

    /// Lets a message that was set aside be given to its group again, from the first try on.
    pub fn revive(&self, topic: &str, letter: &DeadLetter) -> Result<(), BusError> {
        let place = Place::of(topic)?;
        let (storage, id, group) = (&self.env.storage, &letter.id, named(&letter.group)?);
        if storage.get(&place.dead(group, id))?.is_none() {
            return Err(BusError::Unknown(format!("there is no dead letter {id} of {group}")));
        }
        let message = place.message(id, letter.key.as_deref().unwrap_or_default());
        if storage.get(&message)?.is_none() {
            // The others have it behind them, and must not get it again.
            for other in self.groups(&place)?.iter().filter(|other| *other != group) {
                storage.set(&place.done(other, id), "")?;
            }
            let stored = Stored { value: letter.value.clone(), at: letter.at };
            storage.set(&message, &serde_json::to_string(&stored).unwrap_or_default())?;
        }
        storage.remove(&place.tried(group, id))?;
        storage.remove(&place.done(group, id))?;
        Ok(storage.remove(&place.dead(group, id))?)
    }

    /// Removes a message that was set aside; false when it is not there.
    pub fn forget(&self, topic: &str, letter: &DeadLetter) -> Result<bool, BusError> {
        let key = Place::of(topic)?.dead(named(&letter.group)?, &letter.id);
        let was_there = self.env.storage.get(&key)?.is_some();
        self.env.storage.remove(&key)?;
        Ok(was_there)
    }

    /// Removes everything of all topics; gives how many messages and dead letters there were.
    pub fn forget_all(&self) -> Result<usize, BusError> {
        let mut count = 0;
        for prefix in [PREFIX, ASIDE] {
            for key in self.env.storage.keys(prefix)? {
                self.env.storage.remove(&key)?;
                let part = key.strip_prefix(PREFIX).and_then(|rest| rest.split(':').nth(1));
                count += usize::from(matches!(part, Some("m" | "d")));
            }
        }
        Ok(count)
    }

    fn groups(&self, place: &Place) -> Result<Vec<String>, BusError> {
        let part = place.part("g");
        Ok(self.env.storage.keys(&part)?.iter().filter_map(|key| key.strip_prefix(&part)).map(str::to_owned).collect())
    }

    /// The identifiers and keys of the messages, in the order in which they were published.
    fn messages(&self, place: &Place) -> Result<Vec<(String, String)>, BusError> {
        let part = place.part("m");
        let keys = self.env.storage.keys(&part)?;
        let names = keys.iter().filter_map(|key| key.strip_prefix(&part)?.split_once(':'));
        Ok(names.map(|(id, key)| (id.to_owned(), key.to_owned())).collect())
    }

    /// Removes a message that all groups have acknowledged, it first and what is known of it after it; whether it is gone.
    fn settle(&self, place: &Place, groups: &[String], id: &str) -> Result<bool, BusError> {
        let storage = &self.env.storage;
        if groups.is_empty() {
            return Ok(false);
        }
        for group in groups {
            if storage.get(&place.done(group, id))?.is_none() {
                return Ok(false);
            }
        }
        for key in storage.keys(&format!("{}{id}:", place.part("m")))? {
            storage.remove(&key)?;
        }
        for group in groups {
            storage.remove(&place.tried(group, id))?;
            storage.remove(&place.done(group, id))?;
        }
        Ok(true)
    }

    fn note(&self, place: &Place, group: &str, id: &str, tried: &Tried) -> Result<(), BusError> {
        let text = serde_json::to_string(tried).unwrap_or_default();
        Ok(self.env.storage.set(&place.tried(group, id), &text)?)
    }

    /// Moves what does not parse out of the way, as far as the storage lets it.
    fn set_aside(&self, key: &str, text: &str) {
        let rest = key.strip_prefix(PREFIX).unwrap_or(key);
        if self.env.storage.set(&format!("{ASIDE}{rest}"), text).is_ok() {
            // What stays here as well is set aside again at the next reading.
            let _ = self.env.storage.remove(key);
        }
    }
}

impl fmt::Debug for Bus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bus").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// Who does the work of a group, until it is dropped or has not asked for ten seconds.
#[derive(Debug)]
pub struct Consumer {
    bus: Bus,
    place: Place,
    group: String,
    claim: Claim,
}

impl Consumer {
    /// The next message, or nothing now. What is given out is not given out again before its time is over; a message with a
    /// key waits until those of the same key before it are acknowledged or set aside.
    pub fn take(&self) -> Result<Option<Delivery>, BusError> {
        match self.claim.check() {
            Standing::Held => {}
            Standing::Lost | Standing::Unrecorded => return Err(BusError::Taken),
        }
        let Self { bus, place, group, .. } = self;
        let (storage, now) = (&bus.env.storage, bus.env.clock.now_ms());
        let messages = bus.messages(place)?;
        let ids = |part: &str| -> Result<BTreeSet<String>, BusError> {
            let prefix = place.part_of(part, group);
            Ok(storage.keys(&prefix)?.iter().filter_map(|key| key.strip_prefix(&prefix)).map(str::to_owned).collect())
        };
        let (done, begun) = (ids("a")?, ids("s")?);
        let mut blocked: BTreeSet<&str> = BTreeSet::new();
        for (id, key) in &messages {
            if done.contains(id) || blocked.contains(key.as_str()) {
                continue;
            }
            let tried = if begun.contains(id) { self.tried(id)? } else { Tried::default() };
            // A clock that was set back keeps nobody waiting for longer than usual.
            let left = tried.until.saturating_sub(now);
            if left > 0 && left <= bus.limits.redeliver_ms.cast_signed() {
                if !key.is_empty() {
                    blocked.insert(key);
                }
                continue;
            }
            let name = place.message(id, key);
            let Some(text) = storage.get(&name)? else { continue };
            let Ok(Stored { value, at }) = serde_json::from_str(&text) else {
                bus.set_aside(&name, &text);
                continue;
            };
            let key = (!key.is_empty()).then(|| key.clone());
            let tries = tried.tries.saturating_add(1);
            if tries > bus.limits.tries {
                let Tried { tries, why, .. } = tried;
                let letter = DeadLetter { id: id.clone(), group: group.clone(), key, value, at, tries, why };
                // Set aside first, done with after it: a crash between the two sets it aside again.
                let text = serde_json::to_string(&letter).unwrap_or_default();
                storage.set(&place.dead(group, id), &text)?;
                storage.set(&place.done(group, id), "")?;
                bus.settle(place, &bus.groups(place)?, id)?;
                continue;
            }
            let until = now.saturating_add_unsigned(bus.limits.redeliver_ms);
            // Written down before it is given out.
            bus.note(place, group, id, &Tried { tries, until, why: tried.why })?;
            let (topic, group) = (place.topic.clone(), group.clone());
            return Ok(Some(Delivery { id: id.clone(), topic, group, key, value, at, tries }));
        }
        Ok(None)
    }

    /// How often it was tried. What cannot be read was tried once and may be tried again.
    fn tried(&self, id: &str) -> Result<Tried, BusError> {
        let text = self.bus.env.storage.get(&self.place.tried(&self.group, id))?;
        let unknown = || Tried { tries: 1, ..Tried::default() };
        Ok(text.map_or_else(Tried::default, |text| serde_json::from_str(&text).unwrap_or_else(|_| unknown())))
    }
}

/// The keys of a topic.
#[derive(Clone, Debug)]
struct Place {
    topic: String,
    prefix: String,
}

impl Place {
    fn of(topic: &str) -> Result<Self, BusError> {
        Ok(Self { topic: named(topic)?.to_owned(), prefix: format!("{PREFIX}{topic}:") })
    }

    fn part(&self, part: &str) -> String {
        format!("{}{part}:", self.prefix)
    }

    fn part_of(&self, part: &str, group: &str) -> String {
        format!("{}{part}:{group}:", self.prefix)
    }

    fn message(&self, id: &str, key: &str) -> String {
        format!("{}m:{id}:{key}", self.prefix)
    }

    fn group(&self, group: &str) -> String {
        format!("{}g:{group}", self.prefix)
    }

    /// That a group is done with a message.
    fn done(&self, group: &str, id: &str) -> String {
        format!("{}{id}", self.part_of("a", group))
    }

    /// How often a group has tried it.
    fn tried(&self, group: &str, id: &str) -> String {
        format!("{}{id}", self.part_of("s", group))
    }

    fn dead(&self, group: &str, id: &str) -> String {
        format!("{}{id}", self.part_of("d", group))
    }
}

fn named(name: &str) -> Result<&str, BusError> {
    if is_name(name) { Ok(name) } else { Err(BusError::Name(shown(name))) }
}
