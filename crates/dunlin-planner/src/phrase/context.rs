//! Whether a phrase may be said: what its context must hold, and what not.

use serde_json::{Map, Value};

use super::given::{Phrase, Wanted};

impl Phrase {
    /// Whether the caller's context alone rules the phrase out, whatever a sentence says.
    pub(crate) fn is_ruled_out(&self, given: &Map<String, Value>) -> bool {
        self.requires.iter().any(|(key, wanted)| match (given.get(key), wanted) {
            (Some(value), Wanted::OneOf(values)) => !value.is_null() && !holds(values, value),
            _ => false,
        })
    }

    /// Whether the phrase may be said in a context, with the values of the sentence laid over the caller's.
    pub(crate) fn fits(&self, context: &dyn Fn(&str) -> Option<Value>) -> bool {
        let meets = |(key, wanted): &(String, Wanted)| {
            let value = context(key).filter(|value| !value.is_null());
            match (wanted, value) {
                (Wanted::OneOf(values), Some(value)) => holds(values, &value),
                (Wanted::Set { .. }, Some(_)) => true,
                (_, None) => false,
            }
        };
        self.requires.iter().all(meets) && !self.excludes.iter().any(meets)
    }

    /// A context in which it may be said, as far as one is known: keys that must only be set hold their own name.
    pub(crate) fn any_context(&self) -> Map<String, Value> {
        let set = |(key, wanted): &(String, Wanted)| match wanted {
            Wanted::Set { .. } => Some((key.clone(), Value::from(key.as_str()))),
            Wanted::OneOf(values) => values.first().map(|value| (key.clone(), value.clone())),
        };
        self.requires.iter().filter_map(set).collect()
    }

    /// Fills the slots that come from the context and not from the sentence.
    pub(crate) fn fill(&self, input: &mut Map<String, Value>, context: &dyn Fn(&str) -> Option<Value>) {
        for (key, wanted) in &self.requires {
            if matches!(wanted, Wanted::Set { copied: true })
                && !input.contains_key(key)
                && let Some(value) = context(key)
            {
                input.insert(key.clone(), value);
            }
        }
    }
}

/// Whether a value is one of several, or shares one with them where it is a list itself.
fn holds(values: &[Value], value: &Value) -> bool {
    match value {
        Value::Array(own) => own.iter().any(|own| values.contains(own)),
        value => values.contains(value),
    }
}
