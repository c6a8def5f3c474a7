//! Numbers as people write them: digits, words, multipliers and fractions, turned into text the calculator reads.

use crate::{
    lang::{
        en::numbers::{A, A_OR_ONE, AND, HALVES, OH, PARTS, POINT, SCALES, SECONDS, SMALL, SUFFIXES, TENS},
        holds,
    },
    model::token::{Token, TokenKind},
};

/// Whether numbers are made of this word.
pub(crate) fn is_word(word: &str) -> bool {
    [SMALL, TENS, SCALES, PARTS].iter().any(|table| look_up(table, word).is_some())
}

/// Whether a word alone is a number of things: "three", "twenty", "dozen".
pub(crate) fn is_count(word: &str) -> bool {
    [SMALL, TENS].iter().any(|table| look_up(table, word).is_some())
}

/// The number that a word alone is, in digits.
pub(crate) fn value_of(word: &str) -> Option<String> {
    [SMALL, TENS].iter().find_map(|table| look_up(table, word)).map(|value| value.to_string())
}

/// Whether it is more than one of them.
pub(crate) fn is_more_than_one(word: &str) -> bool {
    look_up(SMALL, word).is_none_or(|count| count > 1)
}

/// A number that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// As the calculator reads it; an atom, in parentheses where it is a fraction.
    pub(crate) text: String,
    /// How many tokens it took.
    pub(crate) len: usize,
    /// Whether it is a part of something ("two thirds", "half"): what follows "of" is multiplied by it.
    pub(crate) fraction: bool,
}

/// The number at the start of `tokens`.
pub(crate) fn read(words: &[&str], tokens: &[Token]) -> Option<Number> {
    let reader = Reader { words, tokens };
    reader.with_half().or_else(|| reader.mixed(0))
}

/// A number's digits without the marks of its groups; `None` where a comma parts no groups of three digits, for it may be
/// meant as a point: "1,5".
fn without_groups(digits: &str) -> Option<String> {
    if !digits.contains(',') {
        return Some(digits.replace('_', ""));
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut groups = whole.split(',');
    let head = groups.next().unwrap_or("");
    let grouped = (1..=3).contains(&head.len()) && groups.all(|group| group.len() == 3) && !fraction.contains(',');
    grouped.then(|| digits.replace([',', '_'], ""))
}

/// The number with a point where its comma may be meant as one: "1.5" for "1,5", "1000.50" for "1.000,50".
pub(crate) fn with_point(digits: &str) -> Option<String> {
    let (whole, fraction) = digits.rsplit_once(',')?;
    let plain = without_groups(digits).is_none() && !whole.contains(',') && !fraction.contains('.');
    plain.then(|| [&whole.replace('.', ""), ".", fraction].concat())
}

fn look_up(table: &[(&str, u128)], word: &str) -> Option<u128> {
    table.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

struct Reader<'a> {
    words: &'a [&'a str],
    tokens: &'a [Token],
}

impl Reader<'_> {
    fn word(&self, at: usize) -> &str {
        self.words.get(at).copied().unwrap_or("")
    }

    fn is_digits(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number)
    }

    /// "half a dozen", "half a million", "a quarter million", "half".
    fn with_half(&self) -> Option<Number> {
        let start = usize::from(holds(A_OR_ONE, self.word(0)));
        let (_, part) = HALVES.iter().find(|(word, _)| *word == self.word(start))?;
        let after = start + 1;
        let article = usize::from(holds(A, self.word(after)));
        if let Some(scale) = look_up(SCALES, self.word(after + article)) {
            return Some(Number { text: format!("({part}*{scale})"), len: after + article + 1, fraction: false });
        }
        Some(Number { text: format!("({part})"), len: after, fraction: true })
    }

    /// A number, perhaps with a fraction after "and": "five and a quarter", "one and a half million".
    fn mixed(&self, from: usize) -> Option<Number> {
        if let Some((over, len)) = self.simple_fraction(from) {
            return Some(Number { text: over, len: from + len, fraction: true });
        }
        let (whole, mut at) = self.whole(from)?;
        let mut text = whole;
        if self.word(at) == AND
            && let Some((over, len)) = self.simple_fraction(at + 1)
        {
            text = format!("({text}+{over})");
            at += 1 + len;
            while let Some(scale) = look_up(SCALES, self.word(at)) {
                text = format!("({text}*{scale})");
                at += 1;
            }
        }
        Some(Number { text, len: at, fraction: false })
    }

    /// "a third", "two thirds", "1 fifth", "twenty-three fifths".
    fn simple_fraction(&self, from: usize) -> Option<(String, usize)> {
        let article = holds(A, self.word(from));
        let (over, at) = if article { ("1".to_owned(), from + 1) } else { self.whole(from)? };
        if holds(SECONDS, self.word(at)) {
            return None;
        }
        let under = look_up(PARTS, self.word(at))?;
        Some((format!("({over}/{under})"), at + 1 - from))
    }

    /// Digits or words without a fraction, and where they end.
    fn whole(&self, from: usize) -> Option<(String, usize)> {
        if self.is_digits(from)
            && self.word(from + 1) == POINT
            && let Some((digits, end)) = self.decimals(from + 2)
        {
            return Some(self.scaled([&without_groups(self.word(from))?, ".", &digits].concat(), end));
        }
        if self.is_digits(from) {
            return Some(self.scaled(without_groups(self.word(from))?, from + 1));
        }
        if self.word(from).starts_with(|c: char| c.is_ascii_digit()) {
            let word = self.word(from);
            let letters = word.find(|c: char| c.is_ascii_alphabetic())?;
            let (digits, suffix) = word.split_at(letters);
            let scale = look_up(SUFFIXES, suffix)?;
            return Some((format!("({}*{scale})", without_groups(digits)?), from + 1));
        }
        self.in_words(from)
    }

    /// Digits with scales after them: "1 million", "400 thousand".
    fn scaled(&self, digits: String, mut at: usize) -> (String, usize) {
        let mut text = digits;
        while let Some(scale) = look_up(SCALES, self.word(at)) {
            text = format!("({text}*{scale})");
            at += 1;
        }
        (text, at)
    }

    fn in_words(&self, from: usize) -> Option<(String, usize)> {
        if self.word(from) == POINT
            && let Some((digits, end)) = self.decimals(from + 1)
        {
            return Some(self.scaled(["0.", &digits].concat(), end));
        }
        let mut at = from;
        let mut spoken = Spoken::default();
        if holds(A, self.word(at)) {
            look_up(SCALES, self.word(at + 1))?;
            at += 1;
        }
        // Where "and" joined more to it last, and what there was before.
        let mut joined: Option<(usize, Spoken)> = None;
        loop {
            let and = usize::from(self.word(at) == AND && spoken.may_join());
            let part = and == 1 && look_up(PARTS, self.word(at + 2)).is_some();
            // "seven thousand and two thousand": what "and" joined is a number of its own.
            if let Some((end, before)) = joined.as_ref().filter(|_| spoken.begins_anew(self.word(at))) {
                (at, spoken) = (*end, before.clone());
                break;
            }
            let before = (and == 1).then(|| (at, spoken.clone()));
            if part || !spoken.take(self.word(at + and), and == 1)? {
                break;
            }
            joined = before.or(joined);
            at += 1 + and;
        }
        if !spoken.any {
            return None;
        }
        let text = spoken.total.checked_add(spoken.group)?.to_string();
        if self.word(at) == POINT
            && let Some((digits, end)) = self.decimals(at + 1)
        {
            return Some(self.scaled(format!("{text}.{digits}"), end));
        }
        Some((text, at))
    }

    /// The digits after "point": "seventy one", "five", "zero five".
    fn decimals(&self, from: usize) -> Option<(String, usize)> {
        let mut digits = String::new();
        let mut at = from;
        loop {
            let word = self.word(at);
            if self.is_digits(at) {
                digits.push_str(word);
            } else if let Some(value) = look_up(SMALL, word).or_else(|| holds(OH, word).then_some(0)) {
                digits.push_str(&value.to_string());
            } else if let Some(value) = look_up(TENS, word) {
                let unit = look_up(SMALL, self.word(at + 1)).filter(|unit| (1..10).contains(unit));
                digits.push_str(&(value + unit.unwrap_or(0)).to_string());
                at += usize::from(unit.is_some());
            } else {
                break;
            }
            at += 1;
        }
        (!digits.is_empty() && digits.len() < 60).then_some((digits, at))
    }
}

/// A whole number while its words come in.
#[derive(Clone, Default)]
struct Spoken {
    /// What is complete: "two thousand".
    total: u128,
    /// What the next scale multiplies: "three hundred and five".
    group: u128,
    /// The last scale of a thousand or more.
    scale: u128,
    any: bool,
}

impl Spoken {
    /// Whether "and" can go on with the number: after hundreds and thousands only.
    fn may_join(&self) -> bool {
        self.any && (self.group >= 100 || self.total > 0) && self.group.is_multiple_of(100)
    }

    /// Whether a scale shows that the words behind the last "and" are no part of the number: "two hundred and three hundred".
    fn begins_anew(&self, word: &str) -> bool {
        match look_up(SCALES, word) {
            Some(100) => self.group > 100 && !self.group.is_multiple_of(100),
            Some(scale) => scale >= 1_000 && self.total > 0 && self.group > 0 && scale >= self.scale,
            None => false,
        }
    }

    /// Takes a word in; `Some(false)` when it is no part of the number, `None` when the number is too large.
    fn take(&mut self, word: &str, joined: bool) -> Option<bool> {
        if let Some(value) = look_up(SMALL, word) {
            let after_tens = self.group % 100 >= 20 && self.group.is_multiple_of(10) && (1..10).contains(&value);
            if !self.group.is_multiple_of(100) && !after_tens || self.any && self.group == 0 && self.total == 0 {
                return Some(false);
            }
            self.group += value;
        } else if let Some(value) = look_up(TENS, word) {
            if !self.group.is_multiple_of(100) {
                return Some(false);
            }
            self.group += value;
        } else if let Some(scale) = look_up(SCALES, word) {
            if joined && self.group == 0 {
                return Some(false);
            }
            self.multiply(scale)?;
        } else {
            return Some(false);
        }
        self.any = true;
        Some(true)
    }

    fn multiply(&mut self, scale: u128) -> Option<()> {
        if scale < 1_000 {
            self.group = self.group.max(1).checked_mul(scale)?;
        } else if self.group == 0 && self.total > 0 || scale > self.scale && self.scale > 0 {
            self.total = self.total.checked_add(self.group)?.checked_mul(scale)?;
            self.group = 0;
            self.scale = scale;
        } else {
            self.total = self.total.checked_add(self.group.max(1).checked_mul(scale)?)?;
            self.group = 0;
            self.scale = scale;
        }
        Some(())
    }
}
