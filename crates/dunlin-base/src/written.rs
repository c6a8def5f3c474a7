//! A record beside its JSON text.

use std::{
    borrow::Borrow,
    cell::OnceCell,
    ops::{Deref, DerefMut},
    rc::Rc,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A record that is turned into JSON text once, however often it is measured, stored and shown. A change forgets the text.
///
/// ```
/// use dunlin_base::{Written, json};
///
/// let mut list = Written::from(vec![1, 2]);
/// assert_eq!(json::write(&list), "[1,2]");
/// list.push(3);
/// assert_eq!(json::write(&list), "[1,2,3]");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Written<T> {
    record: T,
    text: OnceCell<Rc<RawValue>>,
}

impl<T> From<T> for Written<T> {
    fn from(record: T) -> Self {
        Self { record, text: OnceCell::new() }
    }
}

impl<T> Deref for Written<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.record
    }
}

impl<T> DerefMut for Written<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.text.take();
        &mut self.record
    }
}

impl<T> Borrow<T> for Written<T> {
    fn borrow(&self) -> &T {
        &self.record
    }
}

impl<T: PartialEq> PartialEq for Written<T> {
    fn eq(&self, other: &Self) -> bool {
        self.record == other.record
    }
}

impl<T: Serialize> Serialize for Written<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // As for `json::write`: none of our records is one that no JSON can hold.
        let text = || to_raw_value(&self.record).unwrap_or_else(|_| RawValue::NULL.to_owned()).into();
        self.text.get_or_init(text).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::json;

    #[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
    struct Event {
        #[serde(flatten)]
        kind: Kind,
    }

    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    #[serde(tag = "type")]
    enum Kind {
        Created { plan: Written<Vec<f64>> },
    }

    impl Default for Kind {
        fn default() -> Self {
            Self::Created { plan: vec![0.1, 1e23].into() }
        }
    }

    #[test]
    fn it_reads_and_writes_as_its_record_wherever_it_stands() {
        let event = Event::default();
        let text = r#"{"type":"Created","plan":[0.1,1e+23]}"#;
        assert_eq!([json::write(&event), json::write(&event)], [text, text]);
        assert_eq!(json::to_value(&event), json!({"type": "Created", "plan": [0.1, 1e23]}));
        assert_eq!(json::read::<Event>(text).unwrap(), event);
    }

    #[test]
    fn a_change_is_written_and_leaves_the_copy_as_it_was() {
        let mut list = Written::from(vec![1]);
        let copy = (json::write(&list), list.clone());
        list.push(2);
        assert_eq!([json::write(&list), json::write(&copy.1), copy.0], ["[1,2]", "[1]", "[1]"]);
        assert_ne!(list, copy.1);
    }
}
