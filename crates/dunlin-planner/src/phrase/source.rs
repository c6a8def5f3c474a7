//! Where the value of a slot comes from, and how words become it.

use std::sync::Arc;

use dunlin_base::offset_of_local;
use dunlin_date::Now;
use serde_json::{Map, Number, Value};

use super::{
    given::{List, ListValue, Range},
    letters::Letters,
    numbers::Ending,
    recognize::Offsets,
    spoken::{Home, Language, Languages},
    values::Values,
};
use crate::{
    dates::{self, Moment},
    model::asked::Held,
};

/// Where the value of a slot comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Known values.
    Values { sorted: Arc<Values>, list: Arc<List> },
    /// Numbers, in digits or in words of a language; none of `range` takes any, whole ones when `whole`.
    Number { range: Option<Range>, whole: bool, language: Option<Language> },
    /// Any words.
    Free,
    /// Words that name a day, a moment or a length of time.
    When(When),
    /// Several values: "a, b and c".
    Items { each: Box<Source>, language: Option<Language> },
    /// What the first of these takes that takes the words.
    Either(Box<[Source]>),
}

/// What kind of time words must name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Day,
    Moment,
    Length,
}

/// A value found at a place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) end: usize,
    pub(crate) value: FoundValue,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FoundValue {
    /// The number of a value of a list.
    Listed(u32),
    /// A number.
    Number(f64),
    /// A word that points at something said before, which is a value of it.
    Pointing,
}

/// What reading words needs to know beside them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings<'s> {
    pub(crate) now: Option<Now>,
    pub(crate) offsets: Offsets<'s>,
    pub(crate) languages: &'s Languages,
    /// The language that is spoken, for what says none itself.
    pub(crate) language: Option<Language>,
}

impl Source {
    /// Whether any words may be it, so that they are read only when the whole sentence fits.
    pub(crate) const fn is_open(&self) -> bool {
        matches!(self, Self::Free | Self::When(_) | Self::Items { .. } | Self::Either(_))
    }

    /// The values that stand at a place of a sentence; `numbers` gives those of a language there.
    pub(crate) fn at(
        &self,
        sentence: &Letters,
        from: usize,
        numbers: &mut dyn FnMut(Option<Language>) -> Arc<[Ending]>,
        found: &mut Vec<Found>,
    ) {
        match self {
            Self::Values { sorted, .. } => {
                sorted.each_at(sentence, from, &mut |end, value| {
                    found.push(Found { end, value: FoundValue::Listed(value) });
                });
            }
            Self::Number { range, whole, language } => {
                for (end, number) in numbers(*language).iter().copied() {
                    if range.is_none_or(|range| range.holds(number)) && (!whole || number.fract() == 0.0) {
                        found.push(Found { end, value: FoundValue::Number(number) });
                    }
                }
            }
            Self::Free | Self::When(_) | Self::Items { .. } | Self::Either(_) => {}
        }
    }

    /// The value of the words of an open source, or nothing when they are none.
    pub(crate) fn read(&self, words: &str, around: &Surroundings<'_>) -> Option<Value> {
        let words = unquoted(words);
        match self {
            Self::Free => Some(Value::from(words)),
            Self::When(kind) => kind.read(words, around.now?, around.offsets).map(Value::from),
            Self::Items { each, language } => {
                let spoken = around.languages.of(language.or(around.language));
                let items = parts(words, &spoken.joiners);
                items.into_iter().map(|part| each.whole(part, around)).collect::<Option<Vec<_>>>().map(Value::from)
            }
            Self::Either(ways) => ways.iter().find_map(|way| way.whole(words, around)),
            Self::Values { .. } | Self::Number { .. } => self.whole(words, around),
        }
    }

    /// The value that all of the words say.
    fn whole(&self, words: &str, around: &Surroundings<'_>) -> Option<Value> {
        if self.is_open() {
            return self.read(words, around);
        }
        let sentence = Letters::of(words, super::letters::Accents::Kept);
        let mut found = Vec::new();
        let mut numbers = |language: Option<Language>| {
            numbers_at(&sentence, 0, language.or(around.language), around.languages, &Home::default).into()
        };
        self.at(&sentence, 0, &mut numbers, &mut found);
        let value = found.into_iter().find(|found| found.end == sentence.letters.len())?.value;
        Some(self.value(value))
    }

    /// What goes into the input.
    pub(crate) fn value(&self, found: FoundValue) -> Value {
        match found {
            FoundValue::Number(number) => json_number(number),
            FoundValue::Listed(at) => self.listed(at).map_or(Value::Null, |value| value.out.clone()),
            FoundValue::Pointing => Value::Null,
        }
    }

    /// What is known of a value of a list.
    pub(crate) fn context(&self, found: FoundValue) -> Option<&Map<String, Value>> {
        match found {
            FoundValue::Listed(at) => self.listed(at).map(|value| &value.context),
            FoundValue::Number(_) | FoundValue::Pointing => None,
        }
    }

    /// What a word that points may mean here; nothing where any words may stand, or several values.
    pub(crate) fn held(&self) -> Option<Held> {
        match self {
            Self::Number { .. } => Some(Held::Number),
            Self::Values { list, .. } => match &**list {
                List::Values(values) => Some(Held::OneOf(values.iter().map(|value| value.out.clone()).collect())),
                List::Range(_) | List::Free => None,
            },
            Self::Free | Self::When(_) | Self::Items { .. } | Self::Either(_) => None,
        }
    }

    fn listed(&self, at: u32) -> Option<&ListValue> {
        match self {
            Self::Values { list, .. } => match &**list {
                List::Values(values) => values.get(at as usize),
                List::Range(_) | List::Free => None,
            },
            Self::Number { .. } | Self::Free | Self::When(_) | Self::Items { .. } | Self::Either(_) => None,
        }
    }
}

impl When {
    fn read(self, words: &str, now: Now, offsets: Offsets<'_>) -> Option<String> {
        let moment = Moment::new(now);
        match self {
            Self::Length => dates::length(words).as_deref().and_then(iso_length),
            Self::Day | Self::Moment if !dates::is_when(words, &moment) => None,
            Self::Day => dates::due(words, &moment).map(|due| due.chars().take(10).collect()),
            Self::Moment => {
                let due = dates::due(words, &moment)?;
                let time = due.get(11..16).unwrap_or("00:00");
                let local = format!("{}T{time}", dates::day_of(&due)?);
                let offset = offset_of_local(&local, offsets.0)?;
                let sign = if offset < 0 { '-' } else { '+' };
                let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
                Some(format!("{local}:00{sign}{hours:02}:{minutes:02}"))
            }
        }
    }
}

/// A length of time in the notation of ISO 8601, as JSON Schema wants it: "P14D" for two weeks, "PT90M" for an hour and a half.
fn iso_length(length: &str) -> Option<String> {
    let end = dunlin_date::postpone("2026-01-01T00:00", length)?;
    let number = |from: usize, to: usize| end.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute) = (number(11, 13).unwrap_or_default(), number(14, 16).unwrap_or_default());
    let months = (year - 2026) * 12 + month - 1;
    if months > 0 && (day, hour, minute) == (1, 0, 0) && !length.contains(['d', 'w']) {
        return Some(format!("P{months}M"));
    }
    let days_before = |year: i64| (year - 1) * 365 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
    let leap = i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    let before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334].get(month as usize - 1)?;
    let days = days_before(year) - days_before(2026) + before + i64::from(month > 2) * leap + day - 1;
    match hour * 60 + minute {
        0 => Some(format!("P{days}D")),
        minutes if days == 0 => Some(format!("PT{minutes}M")),
        minutes => Some(format!("P{days}DT{minutes}M")),
    }
}

impl Range {
    pub(crate) fn holds(&self, number: f64) -> bool {
        if number < self.from || number > self.to {
            return false;
        }
        let steps = (number - self.from) / self.step;
        self.step == 0.0 || (steps - steps.round()).abs() < 1e-6
    }
}

/// A number as JSON has it: a whole one without a point.
pub(crate) fn json_number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

/// The numbers that stand at a place, in digits of any script or in words of a language.
pub(crate) fn numbers_at(
    sentence: &Letters,
    from: usize,
    language: Option<Language>,
    languages: &Languages,
    home: &dyn Fn() -> Home,
) -> Vec<Ending> {
    let digit = |at: usize| sentence.sign(at).and_then(digit_of);
    let first = sentence.sign(from);
    let negative = matches!(first, Some('-' | '−'));
    let start = from + usize::from(negative);
    let point = |at: usize| matches!(sentence.sign(at), Some('.' | ',' | '٫')) && digit(at + 1).is_some();
    if digit(start).is_none() && !point(start) {
        // Within a word it is only looked for where the template goes on without a space: "ל{n}".
        return languages.numbers_at(language, sentence, from, home);
    }
    if from.checked_sub(1).and_then(digit).is_some() {
        return Vec::new();
    }
    let group = mark_of_groups(sentence, start, &|| languages.of(language).mark_of_groups());
    let mut digits = String::from(if negative { "-" } else { "" });
    let mut at = start;
    let mut pointed = false;
    while let Some(sign) = sentence.sign(at) {
        match digit_of(sign).and_then(|digit| char::from_digit(digit, 10)) {
            Some(digit) => digits.push(digit),
            None if !pointed && group == Some(sign) && is_group(sentence, at) => {}
            None if !pointed && group != Some(sign) && point(at) => {
                pointed = true;
                digits.push('.');
            }
            None => break,
        }
        at += 1;
    }
    digits.parse::<f64>().map(|number| vec![(at, number)]).unwrap_or_default()
}

/// The mark between a number's groups of three digits, where it is written in such: "1,500" is no one and a half. It is the
/// usual one of the language, but what is followed by nothing but zeros is a group anywhere.
fn mark_of_groups(sentence: &Letters, start: usize, usual: &dyn Fn() -> char) -> Option<char> {
    let digit = |at: usize| sentence.sign(at).and_then(digit_of);
    let at = (start..).take(4).find(|at| digit(*at).is_none())?;
    let mark = sentence.sign(at).filter(|mark| matches!(mark, ',' | '.' | '٬'))?;
    let is_first = at > start && digit(start) != Some(0) && is_group(sentence, at);
    let zeros = || (at + 1..=at + 3).all(|at| digit(at) == Some(0));
    (is_first && (mark == '٬' || zeros() || mark == usual())).then_some(mark)
}

/// Whether exactly three digits stand behind a place.
fn is_group(sentence: &Letters, at: usize) -> bool {
    let is_digit = |at: usize| sentence.sign(at).and_then(digit_of).is_some();
    (at + 1..=at + 3).all(is_digit) && !is_digit(at + 4)
}

/// The value of a decimal digit of the scripts that keyboards write.
pub(crate) fn digit_of(sign: char) -> Option<u32> {
    const ZEROS: [char; 18] =
        ['٠', '۰', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '๐', '໐', '༠', '၀', '០', '᠐', '０'];
    if sign.is_ascii() {
        return sign.to_digit(10);
    }
    ZEROS.iter().map(|zero| (sign as u32).wrapping_sub(*zero as u32)).find(|value| *value < 10)
}

/// The items of "a, b and c".
fn parts<'w>(words: &'w str, joiners: &[String]) -> Vec<&'w str> {
    let mut parts = Vec::new();
    for part in words.split([',', ';', '、', '،']) {
        let mut start = 0;
        for (at, _) in part.match_indices(char::is_whitespace) {
            let Some(rest) = part.get(at..).filter(|_| at >= start) else { continue };
            let rest = rest.trim_start();
            let word = rest.split(char::is_whitespace).next().unwrap_or_default();
            if joiners.iter().any(|joiner| joiner.to_lowercase() == word.to_lowercase()) {
                parts.push(part.get(start..at).unwrap_or_default());
                start = part.len() - rest.len() + word.len();
            }
        }
        parts.push(part.get(start..).unwrap_or_default());
    }
    parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect()
}

/// The words without the quotes around all of them.
fn unquoted(words: &str) -> &str {
    let words = words.trim();
    for (open, close) in [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('\'', '\''), ('‘', '’')] {
        let inner = words.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(inner) = inner.filter(|inner| !inner.is_empty() && !inner.contains([open, close])) {
            return inner;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::super::letters::Accents;
    use super::*;

    #[test]
    fn items_are_parted_at_commas_and_words() {
        let joiners = ["and".to_owned(), "És".to_owned()];
        for (words, expected) in [
            ("a, b and c", vec!["a", "b", "c"]),
            ("salt and pepper, and oil", vec!["salt", "pepper", "oil"]),
            ("só és bors", vec!["só", "bors"]),
            ("sand", vec!["sand"]),
            ("and", vec!["and"]),
        ] {
            assert_eq!(parts(words, &joiners), expected);
        }
    }

    #[test]
    fn digits_of_any_script_are_numbers() {
        let languages = Languages::new(&[].into(), Accents::Kept).expect("sound tables");
        let numbers = |text: &str| numbers_at(&Letters::of(text, Accents::Kept), 0, None, &languages, &Home::default);
        assert_eq!(numbers("21%"), [(2, 21.0)]);
        assert_eq!(numbers("20,5"), [(4, 20.5)]);
        assert_eq!(numbers("20,5,6"), [(4, 20.5)]);
        assert_eq!(numbers("-3 lamps"), [(2, -3.0)]);
        assert_eq!(numbers("٢٥"), [(2, 25.0)]);
        assert_eq!(numbers("๒๕"), [(2, 25.0)]);
        assert_eq!(numbers("twenty-one"), [(6, 20.0), (10, 21.0)]);
        assert_eq!(numbers(".5"), [(2, 0.5)]);
        assert_eq!(numbers("4.35"), [(4, 4.35)]);
        assert_eq!(numbers("1.250"), [(5, 1.25)]);
    }

    #[test]
    fn groups_of_three_digits_are_one_number() {
        let languages = Languages::new(&[].into(), Accents::Kept).expect("sound tables");
        let numbers = |name: Option<&str>, text: &str| {
            let language = name.map(|name| languages.named(name));
            numbers_at(&Letters::of(text, Accents::Kept), 0, language, &languages, &Home::default)
        };
        for (language, text, end, number) in [
            (None, "1,500", 5, 1500.0),
            (None, "12,345.5 km", 8, 12_345.5),
            (None, "-1,234,567", 10, -1_234_567.0),
            (None, "1,000", 5, 1000.0),
            (None, "1.000", 5, 1000.0),
            (None, "1.500", 5, 1.5),
            (None, "1,5", 3, 1.5),
            (None, "1,50", 4, 1.5),
            (None, "12,3456", 7, 12.3456),
            (None, "1234,567", 8, 1234.567),
            (None, "0,500", 5, 0.5),
            (None, ",500", 4, 0.5),
            // What is left over fits no template.
            (None, "1,500,75", 5, 1500.0),
            (None, "1,500,", 5, 1500.0),
            (Some("en-GB"), "1,500", 5, 1500.0),
            (Some("ja"), "1,500", 5, 1500.0),
            (Some("ms"), "1,500", 5, 1500.0),
            (Some("xx"), "1,500", 5, 1500.0),
            (Some("de"), "1.500", 5, 1500.0),
            (Some("de"), "1.234.567,5", 11, 1_234_567.5),
            (Some("de"), "1,500", 5, 1.5),
            (Some("de-CH"), "1.5", 3, 1.5),
            (Some("id"), "1.500", 5, 1500.0),
            (Some("ar"), "١٬٥٠٠٫٥", 7, 1500.5),
        ] {
            assert_eq!(numbers(language, text), [(end, number)], "{language:?} {text}");
        }
    }
}
