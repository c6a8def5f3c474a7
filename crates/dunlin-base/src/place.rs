//! Where a field stands in a JSON text, found by its pointer: for people who have the text before them.
//!
//! Records forget where they were read from, and a fault that is found later (a step that waits for one that is not there) has
//! only the pointer. So the text is looked through once more for it, and only when there is a fault to tell.

use serde::Serialize;

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
        let mut scan = Scan { bytes: text.as_bytes(), at: 0 };
        scan.blanks();
        scan.peek()?;
        let mut found = Member { name: None, value: scan.at };
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            scan.at = found.value;
            match scan.member(text, &token) {
                Some(member) => found = member,
                None => break,
            }
        }
        scan.at = found.value;
        scan.value();
        let value = Span::new(found.value, scan.at);
        let span = found.name.filter(|_| part == Part::Name).unwrap_or(value);
        Some(Self::of(text, span))
    }
}

impl std::fmt::Display for TextPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {} column {}", self.line, self.column)
    }
}

/// A field of an object or an item of a list: where its name is and where its value begins.
#[derive(Clone, Copy)]
struct Member {
    name: Option<Span>,
    value: usize,
}

/// Goes through a text that is JSON. What is none only ends it sooner.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn takes(&mut self, byte: u8) -> bool {
        self.blanks();
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    /// Past a text in quotes.
    fn quoted(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                break;
            }
        }
        self.at = self.at.min(self.bytes.len());
    }

    /// Past a value, however deep it is.
    fn value(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => self.quoted(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b'}' | b']' if depth == 0 => return,
                byte if depth == 0 && byte.is_ascii_whitespace() => return,
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// The member of that name, or of that number, of the object or the list that begins here. Of a name that is given twice the
    /// last counts, as for who reads the text.
    fn member(&mut self, text: &str, token: &str) -> Option<Member> {
        let is_object = self.peek() == Some(b'{');
        if !self.takes(b'{') && !self.takes(b'[') {
            return None;
        }
        let mut found = None;
        for number in 0_usize.. {
            self.blanks();
            let mut member = Member { name: None, value: self.at };
            let mut is_it = false;
            if is_object && self.peek() == Some(b'"') {
                self.quoted();
                let name = Span::new(member.value, self.at);
                is_it = serde_json::from_str::<String>(name.of(text)).is_ok_and(|name| name == token);
                if !self.takes(b':') {
                    break;
                }
                self.blanks();
                member = Member { name: Some(name), value: self.at };
            } else if !is_object {
                is_it = token == number.to_string();
            }
            let from = self.at;
            self.value();
            // Nothing is there: the object or the list has ended.
            if self.at == from {
                break;
            }
            if is_it {
                found = Some(member);
                if !is_object {
                    break;
                }
            }
            if !self.takes(b',') {
                break;
            }
        }
        found
    }
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
        let deep = "[".repeat(100_000);
        TextPlace::in_json(&deep, "/0/0/0", Part::Value).unwrap();
    }
}
