//! Journals in storage: a key for each batch of events while a run is on its way, one key once it has ended.
//!
//! Keys are `dunlin:v1:run:<runId>:<number of the first event, padded>` and `dunlin:v1:run:<runId>:journal`. A value that
//! cannot be read is set aside under `dunlin:v1:aside:<key>` and never deleted; one of a newer version is left alone.

use std::{
    cell::{Cell, RefCell},
    ops::Range,
    rc::Rc,
};

use dunlin_base::{SortedSet, Storage, StorageError, StorageErrorKind, append_number, append_text, json};
use serde::{Deserialize, de::IgnoredAny};

use crate::{Event, EventKind, RunCreated, SCHEMA_VERSION};

/// What every key of a journal begins with.
pub(crate) const PREFIX: &str = "dunlin:v1:run:";
const ASIDE: &str = "dunlin:v1:aside:";
const WHOLE: &str = "journal";
/// What a batch begins and ends with.
const OPENING: &str = "{\"schemaVersion\":1,\"events\":[";
const CLOSING: &str = "]}";
// The opening is written out so that batches can be joined as texts; a new version must change it too.
const _: () = assert!(SCHEMA_VERSION == 1);

/// What was found under a run's keys.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    pub(crate) events: Vec<Event>,
    /// Something in it could not be read, so nobody knows what the run has done.
    pub(crate) damaged: bool,
    /// A newer version wrote it.
    pub(crate) newer: bool,
    /// The keys it was read from.
    pub(crate) keys: Vec<String>,
}

/// A run's journal as it was written, batch by batch.
#[derive(Debug, Default)]
pub(crate) struct Written {
    batches: Vec<String>,
    /// Where in the first batch the plan stands as it still is.
    pub(crate) plan: Option<Range<usize>>,
}

impl Written {
    /// What is still wanted of it when the journal is put away.
    pub(crate) fn into_plan(self) -> Option<PlanText> {
        Some(PlanText { text: self.batches.into_iter().next()?, place: self.plan? })
    }
}

/// The text of a run's plan, in the batch that it was written in.
#[derive(Debug)]
pub(crate) struct PlanText {
    text: String,
    place: Range<usize>,
}

impl PlanText {
    pub(crate) fn get(&self) -> Option<&str> {
        self.text.get(self.place.clone())
    }
}

/// The journals of all runs.
pub(crate) struct JournalStore {
    storage: Rc<dyn Storage>,
    /// What people should be told, such as values that were set aside.
    notices: RefCell<Vec<String>>,
    failing: Cell<bool>,
}

impl JournalStore {
    pub(crate) fn new(storage: Rc<dyn Storage>) -> Self {
        Self { storage, notices: RefCell::default(), failing: Cell::new(false) }
    }

    pub(crate) fn notices(&self) -> Vec<String> {
        self.notices.borrow().clone()
    }

    pub(crate) fn notice(&self, text: String) {
        let mut notices = self.notices.borrow_mut();
        if !notices.contains(&text) && notices.len() < 100 {
            notices.push(text);
        }
    }

    /// Writes a batch under the key that is given back, and beside what was written before, when that is kept. Either all of
    /// it is stored or nothing.
    pub(crate) fn append(
        &self,
        run_id: &str,
        events: &[Rc<Event>],
        written: &mut Option<Written>,
    ) -> Result<String, StorageError> {
        let key = batch_key(run_id, events.first().map_or(0, |event| event.seq));
        let (value, plan) = encode(events);
        let result = self.put(&key, &value);
        self.note_write(run_id, result.as_ref().err());
        if result.is_ok()
            && let Some(written) = written
        {
            if written.batches.is_empty() {
                written.plan = plan;
            }
            written.batches.push(value);
        }
        result.map(|()| key)
    }

    /// Puts all that was written under one key and removes the batches; gives the key and how many characters it takes with
    /// its value.
    pub(crate) fn put_whole(
        &self,
        run_id: &str,
        written: &Written,
        batches: &[String],
    ) -> Result<Option<(String, usize)>, StorageError> {
        let key = format!("{PREFIX}{run_id}:{WHOLE}");
        let mut value = String::with_capacity(written.batches.iter().map(String::len).sum());
        for batch in &written.batches {
            value.push_str(if value.is_empty() { OPENING } else { "," });
            value.push_str(batch.get(OPENING.len()..batch.len() - CLOSING.len()).unwrap_or_default());
        }
        value.push_str(CLOSING);
        self.put_beside(&key, &value)?;
        for batch in batches.iter().filter(|batch| **batch != key) {
            self.storage.remove(batch)?;
        }
        let size = key.len() + value.len();
        Ok(Some((key, size)))
    }

    /// Writes a value. A storage may have taken what it says it refused, so the key is read again after an error.
    fn put(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.storage.set(key, value).or_else(|error| match self.storage.get(key) {
            Ok(Some(found)) if found == value => Ok(()),
            Ok(Some(half)) if value.starts_with(&half) => {
                // What cannot be removed is written over by the next try.
                let _ = self.storage.remove(key);
                Err(error)
            }
            _ => Err(error),
        })
    }

    /// Whether anything of such a run is stored.
    pub(crate) fn has(&self, run_id: &str) -> Result<bool, StorageError> {
        Ok(!self.storage.keys(&format!("{PREFIX}{run_id}:"))?.is_empty())
    }

    /// Writes a whole journal beside its batches. What half a write left is removed: the batches say it all.
    fn put_beside(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.put(key, value).inspect_err(|_| {
            // What cannot be removed is found out when the journal is read.
            let _ = self.storage.remove(key);
        })
    }

    /// The keys of a run, sorted.
    pub(crate) fn keys(&self, run_id: &str) -> Vec<String> {
        self.storage.keys(&format!("{PREFIX}{run_id}:")).unwrap_or_default()
    }

    fn note_write(&self, run_id: &str, error: Option<&StorageError>) {
        match error {
            Some(error) if !self.failing.replace(true) => {
                self.notice(format!("run {run_id} goes on in memory and would be lost with this tab: {error}"));
            }
            Some(_) => {}
            None => self.failing.set(false),
        }
    }

    /// Puts the whole journal under one key and removes the batches. The batches are joined as they stand, not written
    /// anew. When there is no room for both, the batches stay.
    pub(crate) fn compact(&self, run_id: &str) -> Result<(), StorageError> {
        let whole = format!("{PREFIX}{run_id}:{WHOLE}");
        let keys = self.keys(run_id);
        let mut text = String::from(OPENING);
        for key in keys.iter().filter(|key| **key != whole) {
            let batch = self.storage.get(key)?.unwrap_or_default();
            let Some(events) = batch.strip_prefix(OPENING).and_then(|rest| rest.strip_suffix(CLOSING)) else {
                // A batch that this version did not write stays as it is.
                return Ok(());
            };
            if text.len() > OPENING.len() {
                text.push(',');
            }
            text.push_str(events);
        }
        if text.len() == OPENING.len() {
            return Ok(());
        }
        text.push_str(CLOSING);
        self.put_beside(&whole, &text)?;
        for key in keys.iter().filter(|key| **key != whole) {
            self.storage.remove(key)?;
        }
        Ok(())
    }

    /// The identifiers of all runs, sorted.
    pub(crate) fn run_ids(&self) -> Vec<String> {
        let keys = self.storage.keys(PREFIX).unwrap_or_default();
        let ids: SortedSet<&str> = keys.iter().filter_map(|key| run_id_of(key)).collect();
        ids.into_iter().map(str::to_owned).collect()
    }

    /// How many characters a run's keys and values take.
    pub(crate) fn size(&self, run_id: &str) -> usize {
        let keys = self.keys(run_id);
        let value = |key: &String| self.storage.get(key).ok().flatten().map_or(0, |value| value.len());
        keys.iter().map(|key| key.len() + value(key)).sum()
    }

    /// Removes everything of a run.
    pub(crate) fn delete(&self, run_id: &str) -> Result<(), StorageError> {
        for key in self.storage.keys(&format!("{PREFIX}{run_id}:"))? {
            self.storage.remove(&key)?;
        }
        Ok(())
    }

    /// Reads a run's events as far as they follow each other; none when there is no such run, an error when the storage does
    /// not say.
    pub(crate) fn load(&self, run_id: &str) -> Result<Option<Loaded>, StorageError> {
        let keys = self.storage.keys(&format!("{PREFIX}{run_id}:"))?;
        if keys.is_empty() {
            return Ok(None);
        }
        let aside = self.storage.keys(&format!("{ASIDE}{PREFIX}{run_id}:"))?;
        let mut loaded = Loaded { damaged: !aside.is_empty(), ..Loaded::default() };
        let whole = format!("{PREFIX}{run_id}:{WHOLE}");
        let (whole, batches): (Vec<&String>, Vec<&String>) = keys.iter().partition(|key| **key == whole);
        if let Some(whole) = whole.first() {
            let text = self.text(whole)?;
            if self.is_torn_copy(&text, &batches)? {
                let _ = self.storage.remove(whole);
            } else if self.read(whole, &text, &mut loaded) {
                // A tab that died while putting the journal away left batches that say the same.
                for key in batches {
                    let _ = self.storage.remove(key);
                }
                loaded.keys = self.keys(run_id);
                return Ok(Some(loaded));
            }
        }
        for key in batches {
            let text = self.text(key)?;
            if !self.read(key, &text, &mut loaded) {
                break;
            }
        }
        loaded.keys = self.keys(run_id);
        Ok(Some(loaded))
    }

    /// The text under a key that was there a moment ago.
    fn text(&self, key: &str) -> Result<String, StorageError> {
        let gone = || StorageError::new(StorageErrorKind::Unavailable, "it changes while it is read");
        self.storage.get(key)?.ok_or_else(gone)
    }

    /// Whether a whole journal is what a failed write left of it: it cannot be read, and the batches tell the run to its end.
    fn is_torn_copy(&self, whole: &str, batches: &[&String]) -> Result<bool, StorageError> {
        let Some(last) = batches.last() else { return Ok(false) };
        if !matches!(decode(whole), Decoded::Unreadable) {
            return Ok(false);
        }
        let Decoded::Events(events) = decode(&self.text(last)?) else { return Ok(false) };
        Ok(events.iter().any(|event| {
            matches!(event.kind, EventKind::RunCompleted | EventKind::RunFailed { .. } | EventKind::RunCancelled)
        }))
    }

    /// Takes one value onto the events before it; false when that cannot be done.
    fn read(&self, key: &str, text: &str, loaded: &mut Loaded) -> bool {
        let parsed = decode(text);
        let next = loaded.events.last().map_or(1, |event| event.seq + 1);
        match parsed {
            Decoded::Events(events) if events.iter().zip(next..).all(|(event, seq)| event.seq == seq) => {
                loaded.events.extend(events);
                true
            }
            Decoded::Newer(version) => {
                self.notice(format!(
                    "{key} was written by a newer version (schema {version}, this one reads up to {SCHEMA_VERSION}); it is left untouched"
                ));
                loaded.newer = true;
                false
            }
            Decoded::Events(_) | Decoded::Unreadable => {
                loaded.damaged = true;
                self.set_aside(key, text);
                false
            }
        }
    }

    /// Moves a value that cannot be read to a key where nobody looks for events.
    pub(crate) fn set_aside(&self, key: &str, text: &str) {
        let aside = format!("{ASIDE}{key}");
        let done = self.storage.set(&aside, text).and_then(|()| self.storage.remove(key));
        let what = if done.is_ok() { format!("it is kept under {aside}") } else { "it is left where it is".to_owned() };
        self.notice(format!("{key} could not be read; {what}"));
    }
}

/// The key of the batch that begins with that event, its number in eight places.
fn batch_key(run_id: &str, first: u64) -> String {
    let mut key = String::with_capacity(PREFIX.len() + run_id.len() + 12);
    for part in [PREFIX, run_id, ":"] {
        key.push_str(part);
    }
    for _ in first.max(1).ilog10()..7 {
        key.push('0');
    }
    append_number(&mut key, first);
    key
}

/// The run a key belongs to.
pub(crate) fn run_id_of(key: &str) -> Option<&str> {
    key.strip_prefix(PREFIX)?.split(':').next()
}

enum Decoded {
    Events(Vec<Event>),
    Newer(u64),
    Unreadable,
}

/// A batch, and where the plan of a run that is created in it stands.
fn encode(events: &[Rc<Event>]) -> (String, Option<Range<usize>>) {
    // What most events and the steps of a plan take: a text that grows on the way is copied, and memory grows with it.
    let of_plan = |event: &Rc<Event>| match &event.kind {
        EventKind::RunCreated(created) => created.plan.as_ref().map_or(0, |plan| plan.steps.len() * 320),
        _ => 0,
    };
    let mut text = String::with_capacity(96 * events.len() + events.first().map_or(0, of_plan) + 256);
    text.push_str(OPENING);
    let (mut plan, mut moment) = (None, Moment::default());
    for (place, event) in events.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        plan = plan.or(write(&mut text, event, &mut moment));
    }
    text.push_str(CLOSING);
    (text, plan)
}

/// The moment of the event before, as text: events of one turn have the same.
#[derive(Default)]
struct Moment(i64, String);

/// Writes an event as its derived writer does. The two that every step has are written by hand, which takes a third of the
/// time; so is the one that holds the plan, and where it does is given back.
fn write(text: &mut String, event: &Event, moment: &mut Moment) -> Option<Range<usize>> {
    let (word, step, attempt) = match &event.kind {
        EventKind::StepStarted { step, attempt, input: None } => ("stepStarted\",\"step\":", *step, *attempt),
        EventKind::StepSucceeded { step, attempt, .. } => ("stepSucceeded\",\"step\":", *step, *attempt),
        EventKind::RunCreated(created) => return write_created(text, event, created),
        _ => {
            append_text(text, event);
            return None;
        }
    };
    if event.at != moment.0 || moment.1.is_empty() {
        *moment = Moment(event.at, String::from(",\"at\":"));
        append_text(&mut moment.1, &event.at);
        moment.1.push_str(",\"type\":\"");
    }
    text.push_str("{\"seq\":");
    append_number(text, event.seq);
    text.push_str(&moment.1);
    text.push_str(word);
    append_number(text, step.into());
    text.push_str(",\"attempt\":");
    append_number(text, attempt.into());
    if let EventKind::StepSucceeded { output, metadata, .. } = &event.kind {
        text.push_str(",\"output\":");
        append_text(text, &**output);
        if let Some(metadata) = metadata {
            text.push_str(",\"metadata\":");
            append_text(text, &**metadata);
        }
    }
    text.push('}');
    None
}

fn write_created(text: &mut String, event: &Event, created: &RunCreated) -> Option<Range<usize>> {
    text.push_str("{\"seq\":");
    append_number(text, event.seq);
    text.push_str(",\"at\":");
    append_text(text, &event.at);
    text.push_str(",\"type\":\"runCreated\",\"runId\":");
    append_text(text, &created.run_id);
    text.push_str(",\"goal\":");
    append_text(text, &created.goal);
    text.push_str(",\"plan\":");
    let start = text.len();
    append_text(text, &created.plan);
    let end = text.len();
    text.push_str(",\"policy\":");
    append_text(text, &created.policy);
    text.push_str(",\"seed\":");
    append_number(text, created.seed);
    if !created.tools.is_empty() {
        text.push_str(",\"tools\":");
        append_text(text, &created.tools);
    }
    for (name, value) in &created.unknown {
        text.push(',');
        append_text(text, name);
        text.push(':');
        append_text(text, value);
    }
    text.push('}');
    created.plan.as_ref().map(|_| start..end)
}

/// What stands under a key of a journal.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Batch<E> {
    schema_version: u64,
    events: E,
}

fn decode(text: &str) -> Decoded {
    // What a newer version wrote is not looked into.
    let version = json::read::<Batch<IgnoredAny>>(text).map(|Batch { schema_version, events: _ }| schema_version);
    match version {
        Ok(version) if version > u64::from(SCHEMA_VERSION) => Decoded::Newer(version),
        Ok(_) => {
            json::read::<Batch<Vec<Event>>>(text).map_or(Decoded::Unreadable, |batch| Decoded::Events(batch.events))
        }
        Err(_) => Decoded::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use dunlin_base::to_text;
    use dunlin_plan::{Plan, ToolSpec};
    use serde_json::{Value, json};

    use super::*;
    use crate::Policy;

    #[test]
    fn batches_are_in_the_order_of_their_keys() {
        for (first, digits) in
            [(0, "00000000"), (1, "00000001"), (10, "00000010"), (12_345_678, "12345678"), (123_456_789, "123456789")]
        {
            assert_eq!(batch_key("r", first), format!("{PREFIX}r:{digits}"));
        }
    }

    #[test]
    fn what_is_written_by_hand_is_what_is_derived() {
        let (step, attempt) = (12, 3);
        let given = |output, metadata| EventKind::StepSucceeded { step, attempt, output: Rc::new(output), metadata };
        let created = |plan: Option<Plan>, tools, unknown: Value| {
            EventKind::RunCreated(Rc::new(RunCreated {
                run_id: "r-1".into(),
                goal: "say \"plan\":{} twice\n".into(),
                plan,
                policy: Policy::default(),
                seed: (1 << 53) - 1,
                tools,
                unknown: unknown.as_object().unwrap().clone(),
            }))
        };
        let plan: Plan = dunlin_plan::file::read(
            r#"{"schemaVersion":1,"goal":"g","steps":[{"stepNumber":1,"kind":"wait","toolInput":{"ms":5}}],"policy":{"maxSteps":1}}"#,
        )
        .unwrap();
        let kinds = [
            EventKind::StepStarted { step, attempt, input: None },
            EventKind::StepStarted { step, attempt, input: Some(json!({"a": "\""})) },
            given(json!(null), None),
            given(json!(["\n", 1.5]), Some(Rc::new(json!({"text": "1"})))),
            EventKind::RunStarted,
            created(None, vec![], json!({})),
            created(Some(plan.clone()), vec![ToolSpec::default()], json!({"later \"": [1], "b": null})),
        ];
        let mut moment = Moment::default();
        for kind in kinds {
            for at in [-5, 0, 1_795_000_000_000] {
                let event = Event { seq: 1_000_000, at, kind: kind.clone() };
                let mut text = String::from(" ");
                let found = write(&mut text, &event, &mut moment);
                assert_eq!(text[1..], to_text(&event));
                assert_eq!(found.map(|place| text[place].to_owned()), plan_of(&kind).map(to_text));
            }
        }
    }

    fn plan_of(kind: &EventKind) -> Option<&Plan> {
        if let EventKind::RunCreated(created) = kind { created.plan.as_ref() } else { None }
    }
}
