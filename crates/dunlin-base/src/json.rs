//! JSON text and records: the one place that calls `serde_json`.
//!
//! Records derive `Serialize` and `Deserialize`. A record that is stored or exchanged keeps what a newer version wrote in
//! `#[serde(flatten)] pub unknown: serde_json::Map<String, Value>`, so that it survives being read and written; a record of
//! options has `#[serde(deny_unknown_fields)]` instead, so that a slip of the pen is an error that names the nearest field.
//!
//! Doubles come back as they were written (`serde_json` with `float_roundtrip`), and texts nested deeper than 127 levels
//! are refused.
//!
//! ```
//! use dunlin_base::json;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, Deserialize, Serialize)]
//! #[serde(rename_all = "camelCase", deny_unknown_fields)]
//! struct Point { across: u32, #[serde(default)] label: Option<String> }
//!
//! let point: Point = json::read(r#"{"across": 3}"#).unwrap();
//! assert_eq!(json::write(&point), r#"{"across":3,"label":null}"#);
//! let fault = json::read::<Point>(r#"{"across": -1}"#).unwrap_err();
//! assert_eq!(fault.to_string(), "across: found -1, expected a whole number from 0 to 4294967295");
//! let fault = json::read::<Point>(r#"{"accross": 1}"#).unwrap_err();
//! assert_eq!(fault.to_string(), r#"accross: "accross" is not known, did you mean "across""#);
//! ```

use std::fmt;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, error::Category};
use serde_path_to_error::Segment;

use crate::nearest;

/// Why a text or a value is not the record that was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The path to the field, such as `steps[0].kind`; empty for the record itself.
    pub field: String,
    /// The same as an RFC 6901 pointer.
    pub pointer: String,
    /// What was found and what was expected.
    pub what: String,
    /// Where the text stops being JSON, when it is none: line and column, counted from 1.
    pub place: Option<(usize, usize)>,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.what)?;
        match self.place {
            Some((line, column)) => write!(f, " at line {line} column {column}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Unreadable {}

impl From<Unreadable> for String {
    fn from(fault: Unreadable) -> Self {
        fault.to_string()
    }
}

/// The record that a text holds, read by way of a [`Value`].
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    from_value(parse(text)?)
}

/// The record that a text holds which a person may have written: a field that is given twice is a fault.
pub fn read_written<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    serde_json::from_str(text).or_else(|error| {
        // Which field is at fault is told by the way of a value, which takes longer, and takes a field that is given twice.
        let _: T = read(text)?;
        Err(explained(String::new(), String::new(), &error))
    })
}

/// The record that a text holds, where it keeps pieces of the text as they stand; a fault has no field.
pub fn read_in_place<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Unreadable> {
    serde_json::from_str(text).map_err(|error| explained(String::new(), String::new(), &error))
}

/// The value that a text stands for. It has no fields that could be at fault, so none is looked after.
pub fn parse(text: &str) -> Result<Value, Unreadable> {
    serde_json::from_str(text).map_err(|error| explained(String::new(), String::new(), &error))
}

/// The record that a value holds.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Unreadable> {
    // A derived reader takes a list for a record's fields in their order, which nobody writes on purpose.
    if value.is_array() && !fields_of::<T>().is_empty() {
        let what = "found a list, expected an object".to_owned();
        return Err(Unreadable { field: String::new(), pointer: String::new(), what, place: None });
    }
    serde_path_to_error::deserialize(value).map_err(|error| unreadable(&error))
}

/// As [`read`] for something that a host describes, and not for something that is stored: a field that `T` does not have is
/// a fault. `inside` names the fields that hold records themselves, with the names that these have.
pub fn read_strictly<T: DeserializeOwned>(text: &str, inside: &[(&str, &[&str])]) -> Result<T, Unreadable> {
    from_value_strictly(parse(text)?, inside)
}

/// As [`read_strictly`] for a value.
pub fn from_value_strictly<T: DeserializeOwned>(value: Value, inside: &[(&str, &[&str])]) -> Result<T, Unreadable> {
    only_of(&value, fields_of::<T>(), "")?;
    for (field, known) in inside {
        only_of(value.get(field).unwrap_or(&Value::Null), known, field)?;
    }
    from_value(value)
}

/// Whether all names of an object are among these; one that is not is a fault that names the nearest.
pub fn only(value: &Value, known: &[&str]) -> Result<(), Unreadable> {
    only_of(value, known, "")
}

fn only_of(value: &Value, known: &[&str], place: &str) -> Result<(), Unreadable> {
    let mut names = value.as_object().into_iter().flat_map(serde_json::Map::keys);
    let Some(name) = names.find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
    let list = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().concat();
    let between = if place.is_empty() { "" } else { "." };
    let shown: String = name.chars().take(40).collect();
    let field = format!("{place}{between}{shown}");
    let pointer = [place, name].iter().filter(|token| !token.is_empty()).map(|token| step_to(token)).collect();
    Err(Unreadable { field, pointer, what: unknown(name, &list, "is not known"), place: None })
}

/// The names of a record's fields in JSON, as its derived reader has them. A record that keeps unknown fields has none to
/// tell, for its reader takes them all.
pub fn fields_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // The reader is asked what it wants and given nothing.
    let _ = T::deserialize(Asked(&mut names));
    names
}

struct Asked<'a>(&'a mut &'static [&'static str]);

impl<'de> serde::Deserializer<'de> for Asked<'_> {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("nothing is given"))
    }

    fn deserialize_struct<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The record as JSON text. Only a record that no JSON can hold fails, and none of ours is one; it would be `null`.
pub fn write(record: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(record).unwrap_or_else(|_| "null".to_owned())
}

/// The record as a value.
pub fn to_value(record: impl Serialize) -> Value {
    serde_json::to_value(record).unwrap_or_default()
}

fn unreadable(error: &serde_path_to_error::Error<serde_json::Error>) -> Unreadable {
    let path = error.path().to_string();
    let pointer = error.path().iter().map(|segment| match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => step_to(key),
        // The word of an enum is the value itself.
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    });
    explained(if path == "." { String::new() } else { path }, pointer.collect(), error.inner())
}

/// A step of a pointer.
fn step_to(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn explained(field: String, pointer: String, error: &serde_json::Error) -> Unreadable {
    let (text, line, column) = (error.to_string(), error.line(), error.column());
    let what = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    let what = if what == "recursion limit exceeded" { "nested deeper than 127 levels" } else { what };
    match error.classify() {
        Category::Data => Unreadable { field, pointer, what: in_plain_words(what), place: None },
        Category::Io | Category::Syntax | Category::Eof => Unreadable {
            field: String::new(),
            pointer: String::new(),
            what: what.to_owned(),
            place: Some((line, column)),
        },
    }
}

/// serde's message in the words that people read elsewhere; a message of our own stays as it is.
fn in_plain_words(what: &str) -> String {
    if let Some(name) = what.strip_prefix("missing field ") {
        return format!("{:?} is missing", unquoted(name));
    }
    if let Some((name, known)) = what.strip_prefix("unknown field ").and_then(|rest| rest.split_once(", ")) {
        return unknown(unquoted(name), known, "is not known");
    }
    if let Some((name, known)) = what.strip_prefix("unknown variant ").and_then(|rest| rest.split_once(", ")) {
        return unknown(unquoted(name), known, "is none of the words that are known here");
    }
    // A derived reader would take the fields of a record from a list as well, and counts what is in it.
    if what.starts_with("invalid length ") && what.contains(", expected struct ") {
        return "found a list, expected an object".to_owned();
    }
    let found = what.strip_prefix("invalid type: ").or_else(|| what.strip_prefix("invalid value: "));
    match found.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, expected)) => format!("found {}, expected {}", found_words(found), expected_words(expected)),
        None => what.to_owned(),
    }
}

fn unquoted(name: &str) -> &str {
    name.trim_matches('`')
}

/// A name that is not among those of the list in serde's message.
fn unknown(name: &str, list: &str, is_what: &str) -> String {
    let known: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    let shown: String = name.chars().take(40).collect();
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("{shown:?} {is_what}, did you mean {near:?}"),
        None => format!("{shown:?} {is_what}, expected one of {}", known.join(", ")),
    }
}

fn found_words(found: &str) -> String {
    match found.split_once(' ') {
        Some(("string", text)) if text.len() > 42 => "a long text".to_owned(),
        Some(("string", text)) => text.to_owned(),
        Some(("integer" | "boolean", value)) => unquoted(value).to_owned(),
        Some(("floating", point)) => unquoted(point.trim_start_matches("point ")).to_owned(),
        _ => match found {
            "sequence" => "a list".to_owned(),
            "map" => "an object".to_owned(),
            other => other.to_owned(),
        },
    }
}

fn expected_words(expected: &str) -> String {
    let most = match expected {
        "u8" => u8::MAX.into(),
        "u16" => u16::MAX.into(),
        "u32" | "usize" => u32::MAX.into(),
        "u64" => u64::MAX,
        "i32" | "i64" => return "a whole number".to_owned(),
        "f32" | "f64" => return "a number".to_owned(),
        "a string" | "string" => return "a text".to_owned(),
        "a boolean" => return "true or false".to_owned(),
        "a sequence" => return "a list".to_owned(),
        "a map" => return "an object".to_owned(),
        other if other.starts_with("struct ") => return "an object".to_owned(),
        other => return other.to_owned(),
    };
    format!("a whole number from 0 to {most}")
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;
    use crate::{Random, SeededRandom};

    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Kept {
        number: u8,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        words: Vec<String>,
        #[serde(default)]
        inner: Option<Box<Kept>>,
        #[serde(flatten)]
        unknown: Map<String, Value>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Options {
        #[expect(dead_code, reason = "only what is wrong with it is looked at")]
        depends_on: Option<Mode>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Mode {
        Never,
        Always,
    }

    #[test]
    fn a_list_is_no_record() {
        #[derive(Debug, Default, serde::Deserialize)]
        #[serde(default)]
        struct Kept {
            across: u32,
        }
        assert_eq!(read::<Kept>("[]").unwrap_err().what, "found a list, expected an object");
        assert_eq!(read::<Vec<u32>>("[]"), Ok(Vec::new()));
    }

    #[test]
    fn what_a_newer_version_wrote_survives() {
        let text = r#"{"number":1,"inner":{"number":2,"inner":null,"newer":[1]},"alsoNewer":{"a":null}}"#;
        let kept: Kept = read(text).unwrap();
        assert_eq!(from_value::<Kept>(to_value(&kept)).unwrap(), kept);
        assert_eq!(read::<Value>(&write(&kept)).unwrap(), read::<Value>(text).unwrap());
    }

    #[test]
    fn a_fault_names_its_field() {
        for (value, expected) in [
            (json!([]), "found a list, expected an object"),
            (json!({}), "\"number\" is missing"),
            (json!({"number": 300}), "number: found 300, expected a whole number from 0 to 255"),
            (json!({"number": "x"}), "number: found \"x\", expected a whole number from 0 to 255"),
            (json!({"number": 1.5}), "number: found 1.5, expected a whole number from 0 to 255"),
            (json!({"number": "x".repeat(50)}), "number: found a long text, expected a whole number from 0 to 255"),
            (json!({"number": 1, "words": ["a", 2]}), "words[1]: found 2, expected a text"),
            (
                json!({"number": 1, "inner": {"number": null}}),
                "inner.number: found null, expected a whole number from 0 to 255",
            ),
        ] {
            let fault = from_value::<Kept>(value.clone()).unwrap_err().to_string();
            // A derived reader of a record that keeps unknown fields also takes a list of pairs for one.
            let fault = if fault == "found a list, expected a map" { expected.to_owned() } else { fault };
            assert_eq!(fault, expected, "{value}");
            assert_eq!(read::<Kept>(&value.to_string()).unwrap_err().to_string(), expected, "{value} as text");
        }
    }

    #[test]
    fn a_misspelt_name_is_an_error_that_names_the_right_one() {
        let said = |value: Value| from_value::<Options>(value).unwrap_err().to_string();
        assert_eq!(said(json!({"dependOn": 1})), "dependOn: \"dependOn\" is not known, did you mean \"dependsOn\"");
        assert_eq!(said(json!({"x": 1})), "x: \"x\" is not known, expected one of dependsOn");
        let word = "is none of the words that are known here";
        assert_eq!(
            said(json!({"dependsOn": "alway"})),
            format!("dependsOn: \"alway\" {word}, did you mean \"always\"")
        );
        assert_eq!(said(json!({"dependsOn": "x"})), format!("dependsOn: \"x\" {word}, expected one of never, always"));
    }

    #[test]
    fn what_is_no_json_says_where() {
        let said = |text: &str| read::<Value>(text).unwrap_err();
        assert_eq!(said("[1,\n x]").place, Some((2, 2)));
        assert_eq!(said("[1] 2").to_string(), "trailing characters at line 1 column 5");
        assert!(said(&"[".repeat(100_000)).to_string().starts_with("nested deeper than 127 levels"));
    }

    #[test]
    fn every_double_comes_back_as_it_was() {
        let random = SeededRandom::new(4);
        let special = [f64::MAX, f64::MIN_POSITIVE, 5e-324, 0.1 + 0.2, 1e23, 9_007_199_254_740_993.0, 1e22, 1e-7, -0.0];
        let anywhere = (0..20_000).map(|_| f64::from_bits(random.next_u64()));
        let usual = (0..20_000).map(|_| (random.next_u64() >> 11) as f64 / f64::from(1_u32 << 31));
        for double in special.into_iter().chain(anywhere).chain(usual).filter(|double| double.is_finite()) {
            let text = write(&double);
            let (whole, inside) = (read::<f64>(&text).unwrap(), read::<Value>(&text).unwrap().as_f64().unwrap());
            assert_eq!((whole.to_bits(), inside.to_bits()), (double.to_bits(), double.to_bits()), "{double:e}");
        }
    }
}
