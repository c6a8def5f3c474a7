//! Where a field stands in a JSON text, found by its pointer: for people who have the text before them.
//!
//! Records forget where they were read from, and a fault that is found later (a step that waits for one that is not there) has
//! only the pointer. So the text is looked through once more for it, and only when there is a fault to tell.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::{Span, Utf16Span};

/// A place in a text that a person has before them.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TextPlace {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in UTF-16 code units as editors count.
    pub column: u32,
    /// From where to where.
    pub span: Utf16Span,
}

/// What of a field is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its name; its value where it has none, as in a list.
    Name,
    /// Its value.
    Value,
}

impl TextPlace {
    /// The place of a part of the text.
    pub fn of(text: &str, span: Span) -> Self {
        let before = text.get(..span.start).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let lines = before.bytes().filter(|byte| *byte == b'\n').count();
        Self { line: (lines + 1) as u32, column: (line.encode_utf16().count() + 1) as u32, span: span.utf16(text) }
    }

    /// The place that a line and a column in bytes name, both from 1, as `serde_json` tells where a text stops being JSON.
    pub fn at(text: &str, line: usize, column: usize) -> Self {
        let begins: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let at = (begins + column.saturating_sub(1)).min(text.len());
        let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let end = text.get(at..).and_then(|rest| rest.chars().next()).map_or(at, |found| at + found.len_utf8());
        Self::of(text, Span::new(at, end))
    }

    /// The place of what a pointer (RFC 6901) points to in a JSON text, or of the nearest around it where that is not there.
    ///
    /// ```
    /// use dunlin_base::{Part, TextPlace};
    /// let text = "{\n  \"steps\": [{\"kind\": \"wait\"}]\n}";
    /// let place = TextPlace::in_json(text, "/steps/0/kind", Part::Value).unwrap();
    /// assert_eq!((place.line, place.column), (2, 22));
    /// assert_eq!(&text[place.span.start as usize..place.span.end as usize], "\"wait\"");
    /// ```
    pub fn in_json(text: &str, pointer: &str, part: Part) -> Option<Self> {
        let mut value = serde_json::from_str::<&RawValue>(text).ok()?.get();
        let mut name = None;
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            let Some(inner) = member(value, &token) else { break };
            name = name_before(text, beginning(text, inner), &token);
            value = inner;
        }
        let from = beginning(text, value);
        let span = name.filter(|_| part == Part::Name).unwrap_or(Span::new(from, from + value.len()));
        Some(Self::of(text, span))
    }
}

impl std::fmt::Display for TextPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {} column {}", self.line, self.column)
    }
}

/// The text of the member of that name, or of that number, of the object or the list that a text is. Of a name that is given
/// twice the last counts, as for who reads the text.
fn member<'a>(value: &'a str, token: &str) -> Option<&'a str> {
    if let Ok(mut fields) = serde_json::from_str::<BTreeMap<String, &RawValue>>(value) {
        return fields.remove(token).map(RawValue::get);
    }
    let items: Vec<&RawValue> = serde_json::from_str(value).ok()?;
    items.into_iter().enumerate().find(|(number, _)| number.to_string() == token).map(|(_, item)| item.get())
}

/// Where a piece of a text begins in it.
fn beginning(text: &str, piece: &str) -> usize {
    piece.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// Where the name of the value that begins there stands, if it has one: from the nearest quote before it from which that name
/// can be read.
fn name_before(text: &str, value: usize, name: &str) -> Option<Span> {
    let before = text.get(..value)?.trim_end().strip_suffix(':')?.trim_end();
    let mut quoted = before.rmatch_indices('"').skip(1).map(|(at, _)| Span::new(at, before.len()));
    quoted.find(|quoted| serde_json::from_str::<String>(quoted.of(text)).is_ok_and(|read| read == name))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Random, SeededRandom};

    fn shown<'a>(text: &'a str, place: &TextPlace) -> &'a str {
        place.span.bytes(text).of(text)
    }

    #[test]
    fn what_a_pointer_points_to_is_found_in_the_text() {
        let text =
            "{ \"a\": [1, {\"b/c\": \"x\\\"]\", \"~\": {}}, [] ],\n\t\"é\": -1.5e3 , \"a\\u0062\": null, \"\": true}";
        for (pointer, part, expected, line, column) in [
            ("", Part::Value, text, 1, 1),
            ("/a", Part::Name, "\"a\"", 1, 3),
            ("/a/0", Part::Value, "1", 1, 9),
            ("/a/0", Part::Name, "1", 1, 9),
            ("/a/1/b~1c", Part::Value, "\"x\\\"]\"", 1, 20),
            ("/a/1/b~1c", Part::Name, "\"b/c\"", 1, 13),
            ("/a/1/~0", Part::Value, "{}", 1, 33),
            ("/a/2", Part::Value, "[]", 1, 38),
            ("/é", Part::Value, "-1.5e3", 2, 7),
            ("/ab", Part::Value, "null", 2, 27),
            ("/", Part::Value, "true", 2, 37),
            // What is not there is told by what it is missing from.
            ("/a/3", Part::Value, "[1, {\"b/c\": \"x\\\"]\", \"~\": {}}, [] ]", 1, 8),
            ("/a/1/none/0", Part::Value, "{\"b/c\": \"x\\\"]\", \"~\": {}}", 1, 12),
            ("/é/0", Part::Name, "\"é\"", 2, 2),
        ] {
            let place = TextPlace::in_json(text, pointer, part).unwrap();
            assert_eq!((shown(text, &place), place.line, place.column), (expected, line, column), "{pointer}");
        }
        assert_eq!(TextPlace::in_json(" \n", "", Part::Value), None);
        let quoted = TextPlace::in_json(r#"{"b": 1, "a\"b" :2}"#, "/a\"b", Part::Name).unwrap();
        assert_eq!(quoted.column, 10);
        let twice = TextPlace::in_json(r#"{"a": 1, "a": 2}"#, "/a", Part::Value).unwrap();
        assert_eq!(twice.column, 15);
    }

    #[test]
    fn where_a_text_stops_being_json_is_told_in_the_units_of_editors() {
        let text = "{\"é😀\": 1,\n \"é\" 2}";
        let why = serde_json::from_str::<Value>(text).unwrap_err();
        let place = TextPlace::at(text, why.line(), why.column());
        assert_eq!((shown(text, &place), place.line, place.column), ("2", 2, 6));
        let place = TextPlace::at("{", 1, 1);
        assert_eq!((place.line, place.column), (1, 1));
        assert_eq!(TextPlace::at("", 1, 0).span.end, 0);
    }

    /// A value of some depth, and a pointer to each of its parts.
    fn some(random: &SeededRandom, depth: u32) -> Value {
        let names = ["a", "b/c", "~", "\"", "é😀", "\\", ""];
        match random.next_u64() % if depth == 0 { 4 } else { 6 } {
            0 => json!(random.next_u64() % 1000),
            1 => json!(names[(random.next_u64() % 7) as usize]),
            2 => Value::Null,
            3 => json!(-0.5),
            4 => (0..random.next_u64() % 4).map(|_| some(random, depth - 1)).collect(),
            _ => {
                let pick = |_| (names[(random.next_u64() % 7) as usize].to_owned(), some(random, depth - 1));
                Value::Object((0..random.next_u64() % 4).map(pick).collect())
            }
        }
    }

    fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
        all.push(at.to_owned());
        match value {
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(number, item)| pointers(item, &format!("{at}/{number}"), all));
            }
            Value::Object(map) => {
                for (name, item) in map {
                    pointers(item, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), all);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    #[test]
    fn each_part_of_any_value_is_found_and_no_text_is_too_broken() {
        let random = SeededRandom::new(7);
        for _ in 0..500 {
            let value = some(&random, 4);
            let text = if random.next_u64().is_multiple_of(2) { value.to_string() } else { format!("{value:#}") };
            let mut all = Vec::new();
            pointers(&value, "", &mut all);
            for pointer in &all {
                let place = TextPlace::in_json(&text, pointer, Part::Value).unwrap();
                let read: Value = serde_json::from_str(shown(&text, &place)).unwrap();
                assert_eq!(Some(&read), value.pointer(pointer), "{pointer} of {text}");
            }
            // Cut anywhere, it still ends.
            let cut = (0..=(random.next_u64() as usize % (text.len() + 1))).rev().find(|at| text.is_char_boundary(*at));
            for pointer in &all {
                TextPlace::in_json(&text[..cut.unwrap()], pointer, Part::Name);
            }
        }
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(TextPlace::in_json(&deep, "/0/0/0", Part::Value).unwrap().column, 4);
    }
}
