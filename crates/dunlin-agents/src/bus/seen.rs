//! What a person sees of the bus, and takes away.

use serde::Serialize;
use serde_json::Value;

use super::{Bus, BusError, Delivery, Place, Stored, named};

/// A message as it waits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Letter {
    /// What tells it from every other message.
    pub id: String,
    /// What keeps it in order with others of the same key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What it says.
    pub value: Value,
    /// When it was published, in milliseconds since 1970.
    pub at: i64,
    /// The groups that have still to acknowledge it; none where nobody follows the topic yet.
    pub groups: Vec<String>,
}

impl Bus {
    /// The messages of a topic that wait, in the order in which they were published.
    pub fn letters(&self, topic: &str) -> Result<Vec<Letter>, BusError> {
        let place = Place::of(topic)?;
        let (storage, all) = (&self.env.storage, self.groups(&place)?);
        let mut letters = Vec::new();
        for (id, key) in self.messages(&place)? {
            let name = place.message(&id, &key);
            let Some(text) = storage.get(&name)? else { continue };
            let Ok(Stored { value, at }) = serde_json::from_str(&text) else {
                self.set_aside(&name, &text);
                continue;
            };
            let mut groups = Vec::new();
            for group in &all {
                if storage.get(&place.done(group, &id))?.is_none() {
                    groups.push(group.clone());
                }
            }
            letters.push(Letter { id, key: (!key.is_empty()).then_some(key), value, at, groups });
        }
        Ok(letters)
    }

    /// Whether a message waits for a group, or was set aside for it.
    pub fn is_for(&self, topic: &str, group: &str, id: &str) -> Result<bool, BusError> {
        let place = Place::of(topic)?;
        let storage = &self.env.storage;
        let waits = self.messages(&place)?.iter().any(|(known, _)| known == id)
            && storage.get(&place.group(named(group)?))?.is_some()
            && storage.get(&place.done(group, id))?.is_none();
        Ok(waits || storage.get(&place.dead(group, named(id)?))?.is_some())
    }

    /// Removes a message that waits, for all groups; false when there is none.
    pub fn remove(&self, topic: &str, id: &str) -> Result<bool, BusError> {
        let place = Place::of(topic)?;
        let messages = self.messages(&place)?;
        let Some((_, key)) = messages.iter().find(|(known, _)| known == id) else { return Ok(false) };
        self.env.storage.remove(&place.message(id, key))?;
        // What is known of it goes with it, or is swept later.
        let _ = self.sweep(topic);
        Ok(true)
    }

    /// Takes the next message of a group, which follows the topic from now on; nothing if none waits, and
    /// [`BusError::Taken`] while another consumer of the group is at work.
    pub async fn next(&self, topic: &str, group: &str) -> Result<Option<Delivery>, BusError> {
        self.subscribe(topic, group)?;
        self.consume(topic, group).await?.take()
    }
}
