//! Records that are still read from JSON field by field; new ones derive their readers and come through [`crate::json`].
//!
//! A record takes its fields out of a [`Value`] with calls that know no type. The first thing that does not fit is
//! remembered and told at the end.
//!
//! ```
//! use dunlin_base::{Fields, Record};
//! use serde_json::Value;
//!
//! struct Point { x: u32, name: Option<String> }
//! impl Record for Point {
//!     fn read(value: Value) -> Result<Self, String> {
//!         let mut fields = Fields::of(value, &["x"]);
//!         let point = Self { x: fields.small("x").unwrap_or_default(), name: fields.text("name") };
//!         fields.end().map(|()| point)
//!     }
//! }
//! assert_eq!(Point::read(dunlin_base::parse_json(r#"{"x": 3}"#).unwrap()).unwrap().x, 3);
//! let why = Point::read(dunlin_base::parse_json(r#"{"x": -1}"#).unwrap()).err().unwrap();
//! assert_eq!(why, "x: found -1, expected a whole number from 0 to 4294967295");
//! ```

use serde::Serialize;
use serde_json::{Map, Value};

use crate::json;

/// Something that is kept or sent as a JSON object, or as a word.
pub trait Record: Sized {
    /// Reads it; or what was found and what was expected.
    fn read(value: Value) -> Result<Self, String>;
}

/// Makes records readable by serde as well, for hosts that read them as parts of their own. Costs nothing where nobody does.
#[macro_export]
macro_rules! deserialize_records {
    ($($record:ty),+ $(,)?) => {$(
        impl<'de> serde::Deserialize<'de> for $record {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = <serde_json::Value as serde::Deserialize>::deserialize(deserializer)?;
                <Self as $crate::Record>::read(value).map_err(<D::Error as serde::de::Error>::custom)
            }
        }
    )+};
}

/// Lets records that derive their readers stand among those that are read by hand.
#[macro_export]
macro_rules! records_by_serde {
    ($($record:ty),+ $(,)?) => {$(
        impl $crate::Record for $record {
            fn read(value: serde_json::Value) -> Result<Self, String> {
                $crate::json::from_value(value).map_err(|fault| fault.to_string())
            }
        }
    )+};
}

/// As [`json::to_value`].
pub fn to_json(record: &impl Serialize) -> Value {
    json::to_value(record)
}

/// As [`json::write`].
pub fn to_text(record: &(impl Serialize + ?Sized)) -> String {
    json::write(record)
}

/// A record's JSON text at the end of a text.
pub fn append_text(text: &mut String, record: &(impl Serialize + ?Sized)) {
    text.push_str(&json::write(record));
}

/// A whole number at the end of a text.
pub fn append_number(text: &mut String, number: u64) {
    text.push_str(&number.to_string());
}

/// As [`json::parse`], with the fault in words.
pub fn parse_json(text: &str) -> Result<Value, String> {
    json::parse(text).map_err(|fault| fault.to_string())
}

/// The fields of an object, taken out one by one. A field that is null counts as left out; of two with the same name the last
/// one counts.
#[derive(Debug)]
pub struct Fields {
    pairs: Vec<(String, Value)>,
    fault: Option<String>,
}

impl Fields {
    /// The fields of `value`, which must have those in `needed`.
    pub fn of(value: Value, needed: &[&str]) -> Self {
        let mut fields = Self { pairs: Vec::new(), fault: None };
        match value {
            Value::Object(map) => fields.pairs = map.into_iter().collect(),
            other => fields.refuse("", &other, "an object"),
        }
        fields.need(needed);
        fields
    }

    /// Notes which of these fields are not there.
    pub fn need(&mut self, names: &[&str]) {
        for name in names {
            if self.peek(name).is_none_or(Value::is_null) {
                self.note(format!("{name:?} is missing"));
            }
        }
    }

    /// Notes that a field is not what was expected.
    pub fn unfit(&mut self, name: &str, found: &str, expected: &str) {
        self.refuse(name, &Value::from(found), expected);
    }

    fn note(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    fn refuse(&mut self, name: &str, found: &Value, expected: &str) {
        let found = match found {
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
            Value::String(text) if text.len() > 40 => "a long text".to_owned(),
            other => other.to_string(),
        };
        let place = if name.is_empty() { "" } else { ": " };
        self.note(format!("{name}{place}found {found}, expected {expected}"));
    }

    /// A value that stays where it is.
    pub fn peek(&self, name: &str) -> Option<&Value> {
        self.place(name).and_then(|at| self.pairs.get(at)).map(|(_, value)| value)
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.pairs.iter().rposition(|(held, _)| held == name)
    }

    /// Any value.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        let at = self.place(name)?;
        let (_, value) = self.pairs.remove(at);
        while let Some(before) = self.place(name) {
            self.pairs.remove(before);
        }
        (!value.is_null()).then_some(value)
    }

    /// A text.
    pub fn text(&mut self, name: &str) -> Option<String> {
        match self.take(name)? {
            Value::String(text) => Some(text),
            other => {
                self.refuse(name, &other, "a text");
                None
            }
        }
    }

    /// What `read` makes of the value, or a note that it makes nothing of it.
    fn fit<T>(&mut self, name: &str, expected: &str, read: fn(&Value) -> Option<T>) -> Option<T> {
        let value = self.take(name)?;
        let fitting = read(&value);
        if fitting.is_none() {
            self.refuse(name, &value, expected);
        }
        fitting
    }

    /// A whole number from 0 to `most`.
    pub fn number(&mut self, name: &str, most: u64) -> Option<u64> {
        let value = self.take(name)?;
        let number = value.as_u64().filter(|number| *number <= most);
        if number.is_none() {
            self.refuse(name, &value, &format!("a whole number from 0 to {most}"));
        }
        number
    }

    /// A whole number of 32 bits.
    pub fn small(&mut self, name: &str) -> Option<u32> {
        self.number(name, u32::MAX.into()).map(|number| number as u32)
    }

    /// A whole number of either sign.
    pub fn signed(&mut self, name: &str) -> Option<i64> {
        self.fit(name, "a whole number", Value::as_i64)
    }

    /// Any number.
    pub fn float(&mut self, name: &str) -> Option<f64> {
        self.fit(name, "a number", Value::as_f64)
    }

    /// True or false.
    pub fn flag(&mut self, name: &str) -> Option<bool> {
        self.fit(name, "true or false", Value::as_bool)
    }

    /// The place of a word among those that are known.
    fn word(&mut self, name: &str, known: &[&str]) -> Option<usize> {
        let value = self.take(name)?;
        let place = known.iter().position(|word| value.as_str() == Some(word));
        if place.is_none() {
            self.refuse(name, &value, &format!("one of {}", known.join(", ")));
        }
        place
    }

    /// What a word stands for.
    pub fn choice<T: Copy>(&mut self, name: &str, known: &[(&str, T)]) -> Option<T> {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        let place = self.word(name, &words)?;
        known.get(place).map(|(_, meaning)| *meaning)
    }

    /// The items of a list.
    pub fn items(&mut self, name: &str) -> Option<Vec<Value>> {
        match self.take(name)? {
            Value::Array(items) => Some(items),
            other => {
                self.refuse(name, &other, "a list");
                None
            }
        }
    }

    /// A list of texts.
    pub fn texts(&mut self, name: &str) -> Option<Vec<String>> {
        let items = self.items(name)?;
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Value::String(text) => texts.push(text),
                other => self.refuse(name, &other, "a list of texts"),
            }
        }
        Some(texts)
    }

    /// A list of whole numbers of 32 bits.
    pub fn numbers(&mut self, name: &str) -> Option<Vec<u32>> {
        let items = self.items(name)?;
        let mut numbers = Vec::with_capacity(items.len());
        for item in items {
            match item.as_u64().and_then(|number| u32::try_from(number).ok()) {
                Some(number) => numbers.push(number),
                None => self.refuse(name, &item, "a list of whole numbers"),
            }
        }
        Some(numbers)
    }

    /// A record inside.
    pub fn record<T: Record>(&mut self, name: &str) -> Option<T> {
        let read = self.take(name).map(T::read)?;
        self.keep(name, read)
    }

    /// A list of records.
    pub fn records<T: Record>(&mut self, name: &str) -> Option<Vec<T>> {
        let items = self.items(name)?;
        let mut records = Vec::with_capacity(items.len());
        for (at, item) in items.into_iter().enumerate() {
            match T::read(item) {
                Ok(record) => records.push(record),
                Err(fault) => {
                    self.note(format!("{name}[{at}]: {fault}"));
                    break;
                }
            }
        }
        Some(records)
    }

    /// What was read of a field by other means; its fault becomes this record's, with its place where it names one.
    pub fn keep<T>(&mut self, name: &str, read: Result<T, String>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(fault) => {
                let between = if fault.starts_with('[') { "" } else { ": " };
                self.note(format!("{name}{between}{fault}"));
                None
            }
        }
    }

    /// The first fault, or nothing; fields that nobody asked for are let be.
    pub fn end(self) -> Result<(), String> {
        self.fault.map_or(Ok(()), Err)
    }

    /// The fields that nobody asked for: what a newer version wrote.
    pub fn rest(self) -> Result<Map<String, Value>, String> {
        match self.fault {
            None => Ok(self.pairs.into_iter().collect()),
            Some(fault) => Err(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_fault_is_told_with_its_field() {
        type Take = fn(&mut Fields);
        let cases: [(Value, Take, &str); 12] = [
            (json!([]), |_| {}, "found a list, expected an object"),
            (json!({"a": 1}), |f| assert!(f.text("a").is_none()), "a: found 1, expected a text"),
            (
                json!({"a": 300}),
                |f| assert!(f.number("a", 255).is_none()),
                "a: found 300, expected a whole number from 0 to 255",
            ),
            (json!({"a": 1.5}), |f| assert!(f.signed("a").is_none()), "a: found 1.5, expected a whole number"),
            (json!({"a": "1"}), |f| assert!(f.float("a").is_none()), "a: found \"1\", expected a number"),
            (json!({"a": 1}), |f| assert!(f.flag("a").is_none()), "a: found 1, expected true or false"),
            (
                json!({"a": "c"}),
                |f| assert!(f.choice("a", &[("b", 1), ("d", 2)]).is_none()),
                "a: found \"c\", expected one of b, d",
            ),
            (json!({"a": {}}), |f| assert!(f.items("a").is_none()), "a: found an object, expected a list"),
            (json!({"a": ["b", 1]}), |f| assert!(f.texts("a").is_some()), "a: found 1, expected a list of texts"),
            (
                json!({"a": [-1]}),
                |f| assert!(f.numbers("a").is_some()),
                "a: found -1, expected a list of whole numbers",
            ),
            (
                json!({"a": "x".repeat(50)}),
                |f| assert!(f.flag("a").is_none()),
                "a: found a long text, expected true or false",
            ),
            (
                json!({"a": 1, "b": []}),
                |f| assert!(f.text("b").or(f.text("a")).is_none()),
                "b: found a list, expected a text",
            ),
        ];
        for (value, take, expected) in cases {
            let mut fields = Fields::of(value, &[]);
            take(&mut fields);
            assert_eq!(fields.end().unwrap_err(), expected);
        }
    }

    #[test]
    fn what_is_needed_and_what_is_left_is_known() {
        let of = |needed: &[&str]| Fields::of(json!({"a": null, "b": 1, "c": 2}), needed);
        assert_eq!(of(&["a"]).end().unwrap_err(), "\"a\" is missing");
        assert!(of(&["b"]).end().is_ok());
        let mut fields = of(&[]);
        assert_eq!((fields.text("a"), fields.small("b")), (None, Some(1)));
        assert_eq!(Value::Object(fields.rest().unwrap()), json!({"c": 2}));
    }
}
