//! JSON text read into a value.
//!
//! `serde_json` can read a text into anything, and pays for it in code; here there is one thing to read into. And it reads a
//! decimal of 16 or 17 digits one unit off in every fifth case, unless its exact reader is linked as well: a result would
//! not be what it was once it had been stored. Here whatever a program wrote as the shortest text of a double comes back as
//! that double; a longer text, which only people write, comes back as one of the two doubles beside it.

use std::{borrow::Cow, fmt};

use serde_json::{Map, Number, Value};

use crate::{Fields, to_text};

/// How deep a text may be nested.
const MAX_DEPTH: usize = 127;

/// The value a text stands for; or what is wrong with the text, and where. Refuses more than 127 levels.
///
/// ```
/// assert_eq!(dunlin_base::parse_json("[1, 0.1]").unwrap(), serde_json::json!([1, 0.1]));
/// assert_eq!(dunlin_base::parse_json("[1,\n x]").unwrap_err(), "expected a value at line 2 column 2");
/// ```
pub fn parse_json(text: &str) -> Result<Value, String> {
    read_json(text).map_err(|fault| fault.to_string())
}

/// Why a text is no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonFault {
    /// What was expected.
    pub what: &'static str,
    /// Where, counted from 1.
    pub line: usize,
    /// Where in the line, in bytes, counted from 1.
    pub column: usize,
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {} column {}", self.what, self.line, self.column)
    }
}

/// As [`parse_json`], for whoever wants to know the place.
pub fn read_json(text: &str) -> Result<Value, JsonFault> {
    let mut reader = Reader { text, at: 0 };
    let read = reader.value(MAX_DEPTH);
    reader.finish(read)
}

/// As [`read_json`] for the text of an object whose fields are wanted one by one and in no map: for records that are read by
/// the thousand. What was given out before a fault was met is not to be used.
pub fn read_fields(text: &str, take: &mut dyn FnMut(&str, Value)) -> Result<(), JsonFault> {
    let mut reader = Reader { text, at: 0 };
    reader.space();
    let read = if reader.peek() == b'{' { reader.object(MAX_DEPTH, take) } else { Err("expected an object") };
    reader.finish(read)
}

/// As [`read_json`] for the text of an object that has a long list of objects under one of its names: each of these is given
/// to `each` with its place when it is read, and in no map; in the place of the list, the fields that are given back have
/// an empty one. What was given out before a fault was met is not to be used.
pub fn read_listed(text: &str, list: &str, each: &mut dyn FnMut(usize, Fields)) -> Result<Fields, JsonFault> {
    let mut reader = Reader { text, at: 0 };
    reader.space();
    if reader.peek() != b'{' {
        let read = reader.value(MAX_DEPTH);
        return reader.finish(read).map(|value| Fields::of(value, &[]));
    }
    let mut pairs = Vec::new();
    let read = reader.members(MAX_DEPTH, &mut |reader, name, deeper| {
        reader.space();
        let is_list = name == list && reader.peek() == b'[';
        let value = if is_list { reader.listed(deeper, each)? } else { reader.value(deeper)? };
        pairs.push((name.to_owned(), value));
        Ok(())
    });
    reader.finish(read).map(|()| Fields::from(pairs))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

type Read<T> = Result<T, &'static str>;

impl<'a> Reader<'a> {
    fn peek(&self) -> u8 {
        // A zero byte is in no JSON text outside of nothing, so it can stand for the end.
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// What was read, when nothing follows; or the fault with its place.
    fn finish<T>(&mut self, read: Read<T>) -> Result<T, JsonFault> {
        let fault = match read {
            Ok(value) => {
                self.space();
                if self.at >= self.text.len() {
                    return Ok(value);
                }
                "expected nothing more"
            }
            Err(fault) => fault,
        };
        Err(self.fault(fault))
    }

    fn fault(&self, what: &'static str) -> JsonFault {
        let before = self.text.as_bytes().get(..self.at).unwrap_or_default();
        let (line, column) = before
            .iter()
            .fold((1, 1), |(line, column), byte| if *byte == b'\n' { (line + 1, 1) } else { (line, column + 1) });
        JsonFault { what, line, column }
    }

    fn space(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    /// Whether the byte comes next; takes it when it does.
    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == byte;
        self.at += usize::from(is_next);
        is_next
    }

    fn word(&mut self, word: &str, value: Value) -> Read<Value> {
        let end = self.at + word.len();
        if self.text.as_bytes().get(self.at..end) != Some(word.as_bytes()) {
            return Err("expected a value");
        }
        self.at = end;
        Ok(value)
    }

    fn value(&mut self, depth: usize) -> Read<Value> {
        self.space();
        match self.peek() {
            b'"' => self.string().map(|string| Value::String(string.into_owned())),
            b'[' => self.array(depth),
            b'{' => {
                let mut map = Map::new();
                self.object(depth, &mut |name, value| drop(map.insert(name.to_owned(), value)))?;
                Ok(Value::Object(map))
            }
            b't' => self.word("true", Value::Bool(true)),
            b'f' => self.word("false", Value::Bool(false)),
            b'n' => self.word("null", Value::Null),
            b'-' | b'0'..=b'9' => self.number(),
            _ => Err("expected a value"),
        }
    }

    fn array(&mut self, depth: usize) -> Read<Value> {
        let mut items = Vec::new();
        self.items(depth, &mut |reader, deeper| {
            items.push(reader.value(deeper)?);
            Ok(())
        })?;
        Ok(Value::Array(items))
    }

    /// An array whose objects are given out one by one.
    fn listed(&mut self, depth: usize, each: &mut dyn FnMut(usize, Fields)) -> Read<Value> {
        let mut at = 0;
        self.items(depth, &mut |reader, deeper| {
            reader.space();
            let fields = if reader.peek() == b'{' {
                let mut pairs = Vec::with_capacity(12);
                reader.object(deeper, &mut |name, value| pairs.push((name.to_owned(), value)))?;
                Fields::from(pairs)
            } else {
                Fields::of(reader.value(deeper)?, &[])
            };
            each(at, fields);
            at += 1;
            Ok(())
        })?;
        Ok(Value::Array(Vec::new()))
    }

    fn items(&mut self, depth: usize, each: &mut dyn FnMut(&mut Self, usize) -> Read<()>) -> Read<()> {
        let deeper = depth.checked_sub(1).ok_or("nested too deep")?;
        self.at += 1;
        self.space();
        if self.takes(b']') {
            return Ok(());
        }
        loop {
            each(self, deeper)?;
            self.space();
            if self.takes(b']') {
                return Ok(());
            }
            if !self.takes(b',') {
                return Err("expected a comma or ]");
            }
        }
    }

    fn object(&mut self, depth: usize, take: &mut dyn FnMut(&str, Value)) -> Read<()> {
        self.members(depth, &mut |reader, name, deeper| {
            take(name, reader.value(deeper)?);
            Ok(())
        })
    }

    fn members(&mut self, depth: usize, each: &mut dyn FnMut(&mut Self, &str, usize) -> Read<()>) -> Read<()> {
        let deeper = depth.checked_sub(1).ok_or("nested too deep")?;
        self.at += 1;
        self.space();
        if self.takes(b'}') {
            return Ok(());
        }
        loop {
            self.space();
            if self.peek() != b'"' {
                return Err("expected a name in quotes");
            }
            let name = self.string()?;
            self.space();
            if !self.takes(b':') {
                return Err("expected a colon");
            }
            each(self, &name, deeper)?;
            self.space();
            if self.takes(b'}') {
                return Ok(());
            }
            if !self.takes(b',') {
                return Err("expected a comma or }");
            }
        }
    }

    /// A string, of the text itself when nothing in it is escaped: most are names that are only looked at.
    fn string(&mut self) -> Read<Cow<'a, str>> {
        self.at += 1;
        let mut string = Cow::Borrowed("");
        loop {
            let start = self.at;
            let rest = self.text.as_bytes().get(start..).unwrap_or_default();
            let length = plain_length(rest);
            self.at = start + length;
            // What stops a run is a character of its own, so the run ends on a border.
            let run = self.text.get(start..self.at).unwrap_or_default();
            if string.is_empty() {
                string = Cow::Borrowed(run);
            } else {
                string.to_mut().push_str(run);
            }
            if self.takes(b'"') {
                return Ok(string);
            }
            if !self.takes(b'\\') {
                return Err(if length == rest.len() {
                    "the text ends within quotes"
                } else {
                    "found a bare control character"
                });
            }
            string.to_mut().push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Read<char> {
        let byte = self.peek();
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let unit = self.unit()?;
                let is_pair = (0xD800..0xDC00).contains(&unit) && self.takes(b'\\') && self.takes(b'u');
                let code = if is_pair {
                    let low = self.unit()?.wrapping_sub(0xDC00);
                    if low < 0x400 { 0x1_0000 + ((unit - 0xD800) << 10) + low } else { unit }
                } else {
                    unit
                };
                char::from_u32(code).ok_or("found half of a pair of escapes")?
            }
            _ => return Err("expected an escape that JSON knows"),
        })
    }

    fn unit(&mut self) -> Read<u32> {
        let digits =
            self.text.get(self.at..self.at + 4).filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let unit =
            digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or("expected four hexadecimal digits")?;
        self.at += 4;
        Ok(unit)
    }

    fn number(&mut self) -> Read<Value> {
        let decimal = self.decimal()?;
        let integer = match (decimal.negative, decimal.digits) {
            (false, digits) => Some(Number::from(digits)),
            // A nought below nothing is a double.
            (true, 0) => None,
            (true, digits) => 0_i64.checked_sub_unsigned(digits).map(Number::from),
        };
        let integer = integer.filter(|_| decimal.is_integer);
        let number = match integer {
            Some(integer) => integer,
            None => decimal.double().and_then(Number::from_f64).ok_or("the number is out of range")?,
        };
        Ok(Value::Number(number))
    }

    fn decimal(&mut self) -> Read<Decimal> {
        let mut decimal = Decimal { negative: self.takes(b'-'), digits: 0, exponent: 0, is_integer: true };
        if self.takes(b'0') {
            if self.peek().is_ascii_digit() {
                return Err("expected no nought before a number");
            }
        } else {
            self.digits(&mut decimal, 0)?;
        }
        if self.takes(b'.') {
            decimal.is_integer = false;
            self.digits(&mut decimal, -1)?;
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            decimal.is_integer = false;
            let is_negative = self.takes(b'-');
            if !is_negative {
                self.takes(b'+');
            }
            let mut written = Decimal { negative: false, digits: 0, exponent: 0, is_integer: true };
            self.digits(&mut written, 0)?;
            // Beyond this everything is nothing or out of range, whatever the digits before it say.
            let size = if written.is_integer { written.digits.min(100_000) as i32 } else { 100_000 };
            decimal.exponent = decimal.exponent.saturating_add(if is_negative { -size } else { size });
        }
        Ok(decimal)
    }

    /// At least one digit. Those that a `u64` has no room for only count; `step` is what a digit that is kept adds to the
    /// exponent.
    fn digits(&mut self, decimal: &mut Decimal, step: i32) -> Read<()> {
        if !self.peek().is_ascii_digit() {
            return Err("expected a digit");
        }
        while self.peek().is_ascii_digit() {
            let digit = u64::from(self.peek() - b'0');
            self.at += 1;
            match decimal.digits.checked_mul(10).and_then(|digits| digits.checked_add(digit)) {
                Some(digits) if decimal.exponent <= 0 => {
                    decimal.digits = digits;
                    decimal.exponent += step;
                }
                _ => {
                    decimal.is_integer = false;
                    decimal.exponent = decimal.exponent.saturating_add(1 + step);
                }
            }
        }
        Ok(())
    }
}

/// How many bytes from the front are neither a quote nor a backslash nor a control character. Texts are most of what is
/// stored, so eight bytes are looked at together.
fn plain_length(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const TOPS: u64 = ONES << 7;
    // The top bit of each byte that is below `least`; right up to the first such byte, which is all that is asked.
    let below = |word: u64, least: u64| word.wrapping_sub(ONES * least) & !word & TOPS;
    let (words, _) = bytes.as_chunks::<8>();
    let is_plain = |word: &&[u8; 8]| {
        let word = u64::from_le_bytes(**word);
        let quote = word ^ (ONES * u64::from(b'"'));
        let backslash = word ^ (ONES * u64::from(b'\\'));
        below(word, 0x20) | below(quote, 1) | below(backslash, 1) == 0
    };
    let whole = 8 * words.iter().take_while(is_plain).count();
    let rest = bytes.get(whole..).unwrap_or_default();
    let stops = rest.iter().position(|byte| *byte < b' ' || *byte == b'"' || *byte == b'\\');
    whole + stops.unwrap_or(rest.len())
}

/// `digits` times ten to the power of `exponent`.
#[derive(Clone, Copy)]
struct Decimal {
    negative: bool,
    digits: u64,
    exponent: i32,
    /// It was written without point and exponent, and all its digits are kept.
    is_integer: bool,
}

/// The powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

impl Decimal {
    /// The double it stands for; none when that is beyond the largest.
    fn double(self) -> Option<f64> {
        let size = self.size()?;
        Some(if self.negative { -size } else { size })
    }

    fn size(self) -> Option<f64> {
        let mut size = self.digits as f64;
        let mut left = self.exponent.unsigned_abs();
        // With few digits and a small power both are held exactly, and one operation rounds rightly.
        let is_exact = self.digits < 1 << 53 && left <= 22;
        while left > 0 && size > 0.0 && size.is_finite() {
            let step = left.min(22);
            let power = POWERS.get(step as usize).copied().unwrap_or(1.0);
            size = if self.exponent < 0 { size / power } else { size * power };
            left -= step;
        }
        // Nearer to nothing than to the smallest double.
        let vanishes = self.scaled() < Self { digits: 25, exponent: -325, ..self }.scaled();
        if is_exact || self.digits == 0 || vanishes {
            return Some(if vanishes { 0.0 } else { size });
        }
        self.nearest(size.min(f64::MAX))
    }

    /// Goes from a double that is a few units off to the one whose shortest text has these digits.
    fn nearest(self, from: f64) -> Option<f64> {
        let wanted = self.scaled();
        let mut here = from;
        let mut was = std::cmp::Ordering::Equal;
        for _ in 0..64 {
            let order = Self::of(here).scaled().cmp(&wanted);
            // Between two doubles: it is a longer text than any double's, and either is within a unit of it.
            if order.is_eq() || was == order.reverse() {
                break;
            }
            if order.is_lt() && here >= f64::MAX {
                return None;
            }
            was = order;
            let bits = here.to_bits();
            here = f64::from_bits(if order.is_lt() { bits + 1 } else { bits.saturating_sub(1) });
        }
        Some(here)
    }

    /// The shortest decimal of a double.
    fn of(double: f64) -> Self {
        let text = to_text(&double);
        let zero = Self { negative: false, digits: 0, exponent: 0, is_integer: true };
        Reader { text: &text, at: 0 }.decimal().unwrap_or(zero)
    }

    /// The exponent and the digits, filled up to nineteen of them: what can be compared.
    fn scaled(self) -> (i32, u64) {
        const MOST: u64 = 1_000_000_000_000_000_000;
        let (mut digits, mut exponent) = (self.digits, self.exponent);
        if digits == 0 {
            return (i32::MIN, 0);
        }
        while digits < MOST {
            digits *= 10;
            exponent -= 1;
        }
        if digits >= MOST * 10 {
            digits /= 10;
            exponent += 1;
        }
        (exponent, digits)
    }
}

#[cfg(test)]
mod tests;
