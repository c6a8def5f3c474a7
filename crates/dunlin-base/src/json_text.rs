//! Records written as JSON text.
//!
//! serde's derived writers are made anew for each place they may write to, and each field asks whether writing failed. Here
//! they write into memory, which cannot fail, and names of fields go out as they stand: half the code, and twice as fast.
//! The text is the same, byte for byte, as `serde_json::to_string` gives.

use std::fmt;

use serde::{Serialize, Serializer, ser};

/// A record as JSON text. What no JSON can hold (a number of 128 bits) is null.
///
/// ```
/// assert_eq!(dunlin_base::to_text(&("say \"hi\"", [1, 2], None::<u8>)), r#"["say \"hi\"",[1,2],null]"#);
/// ```
pub fn to_text(record: &(impl Serialize + ?Sized)) -> String {
    let mut text = String::with_capacity(128);
    append_text(&mut text, record);
    text
}

/// As [`to_text`], at the end of a text.
pub fn append_text(text: &mut String, record: &(impl Serialize + ?Sized)) {
    let mut writer = Writer { text: std::mem::take(text) };
    if record.serialize(&mut writer).is_err() {
        writer.text.push_str("null");
    }
    *text = writer.text;
}

/// A whole number at the end of a text.
pub fn append_number(text: &mut String, number: u64) {
    const NINE_DIGITS: u64 = 1_000_000_000;
    // Most numbers in records are attempts, counts and noughts.
    if number < 10 {
        return text.push(char::from(b'0' + number as u8));
    }
    let (mut digits, mut at, mut rest) = ([b'0'; 20], 20, number);
    loop {
        // In wasm, dividing 64 bits takes several times as long as dividing 32; most numbers have one part.
        let is_last = rest <= u32::MAX.into();
        let mut part = if is_last { rest as u32 } else { (rest % NINE_DIGITS) as u32 };
        let end = at;
        while part > 0 || at == 20 {
            at -= 1;
            digits[at] = b'0' + (part % 10) as u8;
            part /= 10;
        }
        if is_last {
            break;
        }
        at = end - 9;
        rest /= NINE_DIGITS;
    }
    text.push_str(std::str::from_utf8(&digits[at..]).unwrap_or_default());
}

struct Writer {
    text: String,
}

impl Writer {
    fn quoted(&mut self, text: &str) {
        self.text.reserve(text.len() + 2);
        self.text.push('"');
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
            // The byte found is a character of its own.
            let (plain, tail) = rest.split_at(at);
            self.text.push_str(plain);
            let special = tail.as_bytes().first().copied().unwrap_or(b' ');
            match special {
                b'"' => self.text.push_str("\\\""),
                b'\\' => self.text.push_str("\\\\"),
                b'\n' => self.text.push_str("\\n"),
                b'\r' => self.text.push_str("\\r"),
                b'\t' => self.text.push_str("\\t"),
                8 => self.text.push_str("\\b"),
                12 => self.text.push_str("\\f"),
                other => {
                    self.text.push_str(if other < 16 { "\\u000" } else { "\\u001" });
                    self.text.push(char::from_digit(u32::from(other % 16), 16).unwrap_or('0'));
                }
            }
            rest = tail.get(1..).unwrap_or_default();
        }
        self.text.push_str(rest);
        self.text.push('"');
    }

    /// The name of a field or variant as the code has it: nothing in it is special.
    fn name(&mut self, first: bool, name: &'static str) {
        self.text.reserve(name.len() + 4);
        self.text.push_str(if first { "\"" } else { ",\"" });
        self.text.push_str(name);
        self.text.push_str("\":");
    }

    fn compound(&mut self, open: &str, close: &'static str) -> Compound<'_> {
        self.text.push_str(open);
        Compound { writer: self, first: true, close }
    }

    /// A list or an object as the only field of an object, named for what it is.
    fn variant(&mut self, name: &'static str, open: &str, close: &'static str) -> Compound<'_> {
        self.text.push('{');
        self.name(true, name);
        self.compound(open, close)
    }
}

/// Writing into memory does not fail; only a record that cannot be JSON does.
#[derive(Clone, Copy, Debug)]
struct Unwritable;

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this cannot be written as JSON")
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

type Written = Result<(), Unwritable>;

macro_rules! numbers {
    ($($method:ident $kind:ty => $as:ident),+) => {$(
        fn $method(self, number: $kind) -> Written {
            self.$as(number.into())
        }
    )+};
}

impl<'a> Serializer for &'a mut Writer {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Compound<'a>;
    type SerializeTuple = Compound<'a>;
    type SerializeTupleStruct = Compound<'a>;
    type SerializeTupleVariant = Compound<'a>;
    type SerializeMap = Compound<'a>;
    type SerializeStruct = Compound<'a>;
    type SerializeStructVariant = Compound<'a>;

    numbers!(serialize_i8 i8 => serialize_i64, serialize_i16 i16 => serialize_i64, serialize_i32 i32 => serialize_i64,
        serialize_u8 u8 => serialize_u64, serialize_u16 u16 => serialize_u64, serialize_u32 u32 => serialize_u64);

    fn serialize_bool(self, flag: bool) -> Written {
        self.text.push_str(if flag { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i64(self, number: i64) -> Written {
        if number < 0 {
            self.text.push('-');
        }
        append_number(&mut self.text, number.unsigned_abs());
        Ok(())
    }

    fn serialize_u64(self, number: u64) -> Written {
        append_number(&mut self.text, number);
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Written {
        self.text.push_str(&serde_json::to_string(&number).unwrap_or_default());
        Ok(())
    }

    fn serialize_f64(self, number: f64) -> Written {
        self.text.push_str(&serde_json::to_string(&number).unwrap_or_default());
        Ok(())
    }

    fn serialize_char(self, c: char) -> Written {
        self.quoted(c.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Written {
        self.quoted(text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Written {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.text.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.text.push('{');
        self.name(true, variant);
        value.serialize(&mut *self)?;
        self.text.push('}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'a>, Unwritable> {
        Ok(self.compound("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'a>, Unwritable> {
        Ok(self.compound("[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'a>, Unwritable> {
        Ok(self.compound("[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'a>, Unwritable> {
        Ok(self.variant(variant, "[", "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'a>, Unwritable> {
        Ok(self.compound("{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'a>, Unwritable> {
        Ok(self.compound("{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'a>, Unwritable> {
        Ok(self.variant(variant, "{", "}}"))
    }
}

/// A list or an object that is being written.
struct Compound<'a> {
    writer: &'a mut Writer,
    first: bool,
    close: &'static str,
}

impl Compound<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        if !std::mem::take(&mut self.first) {
            self.writer.text.push(',');
        }
        value.serialize(&mut *self.writer)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
        self.writer.name(std::mem::take(&mut self.first), name);
        value.serialize(&mut *self.writer)
    }

    fn close(self) {
        self.writer.text.push_str(self.close);
    }
}

macro_rules! lists {
    ($($kind:ident $method:ident),+) => {$(
        impl ser::$kind for Compound<'_> {
            type Ok = ();
            type Error = Unwritable;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                self.item(value)
            }

            fn end(self) -> Written {
                self.close();
                Ok(())
            }
        }
    )+};
}

macro_rules! objects {
    ($($kind:ident),+) => {$(
        impl ser::$kind for Compound<'_> {
            type Ok = ();
            type Error = Unwritable;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
                self.field(name, value)
            }

            fn end(self) -> Written {
                self.close();
                Ok(())
            }
        }
    )+};
}

lists!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field);
objects!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        if !std::mem::take(&mut self.first) {
            self.writer.text.push(',');
        }
        let start = self.writer.text.len();
        key.serialize(&mut *self.writer)?;
        // A number as a key is written as a text.
        if self.writer.text.as_bytes().get(start) != Some(&b'"') {
            self.writer.text.insert(start, '"');
            self.writer.text.push('"');
        }
        self.writer.text.push(':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Written {
        self.close();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, SeededRandom};
    use serde_json::{Map, Value, json};
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Everything {
        a_text: &'static str,
        none: Option<u8>,
        some: Option<i64>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        empty: Vec<u8>,
        numbers: (u64, i64, i8, f64, f64, f32, char, bool, ()),
        keys: BTreeMap<u32, &'static str>,
        kinds: Vec<Kind>,
        tagged: Vec<Tagged>,
        #[serde(flatten)]
        rest: Map<String, Value>,
    }

    #[derive(Serialize)]
    enum Kind {
        Bare,
        New(u8),
        Pair(u8, &'static str),
        Named { x: Unit },
    }

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "camelCase")]
    enum Tagged {
        One,
        Two { step: u32 },
    }

    #[test]
    fn the_text_is_that_of_serde_json() {
        let everything = Everything {
            a_text: "tab\t quote\" back\\ line\r\n bell\u{7} \u{8}\u{c}\u{1f} del\u{7f} ñ 😀 \u{2028}",
            none: None,
            some: Some(i64::MIN),
            empty: vec![],
            numbers: (u64::MAX, -1, i8::MIN, 0.1, f64::NAN, 1.5, '"', true, ()),
            keys: [(1, "a"), (20, "b")].into(),
            kinds: vec![Kind::Bare, Kind::New(1), Kind::Pair(2, "c"), Kind::Named { x: Unit }],
            tagged: vec![Tagged::One, Tagged::Two { step: 0 }],
            rest: json!({"z\n": [], "y": {}, "x": [null, 1e300, -0.0]}).as_object().unwrap().clone(),
        };
        assert_eq!(to_text(&everything), serde_json::to_string(&everything).unwrap());
        assert_eq!(to_text(&[0_u8; 0]), "[]");
        assert_eq!(to_text(&i128::MAX), "null");
    }

    #[test]
    fn whole_numbers_have_all_their_digits() {
        let tens = (0..20).map(|power| 10_u64.pow(power));
        for number in tens.flat_map(|ten| [ten - 1, ten, ten + 1, ten.wrapping_mul(7)]).chain([u64::MAX, 0]) {
            let mut text = String::new();
            append_number(&mut text, number);
            assert_eq!(text, number.to_string());
        }
    }

    #[test]
    fn any_value_reads_back_as_it_was() {
        fn value(random: &SeededRandom, depth: u32) -> Value {
            let bits = random.next_u64();
            let text = || char::from_u32((bits >> 8) as u32 % 0x300).map(String::from).unwrap_or_default();
            match bits % if depth == 0 { 6 } else { 8 } {
                0 => Value::Null,
                1 => Value::Bool(bits & 256 > 0),
                2 => Value::from(bits >> (bits & 63)),
                3 => Value::from(-((bits >> 1).cast_signed() >> (bits & 63))),
                4 => Value::from(f64::from((bits >> 32) as i32) / 8.0),
                5 => Value::from(text()),
                6 => (0..bits >> 8 & 3).map(|_| value(random, depth - 1)).collect(),
                _ => Value::Object(
                    (0..bits >> 8 & 3).map(|at| (format!("{at}{}", text()), value(random, depth - 1))).collect(),
                ),
            }
        }
        let random = SeededRandom::new(11);
        for _ in 0..3000 {
            let value = value(&random, 4);
            assert_eq!(to_text(&value), value.to_string());
        }
    }
}
