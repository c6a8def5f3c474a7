//! Where a pattern may find something. One look over a text tells its words and numbers, and of them each pattern is given
//! those that it can fit, which in most texts are few.
//!
//! Nothing is decided here: a place may hold more than its pattern matches and never less, so looking in the places finds what
//! looking everywhere would. A property test in `detect.rs` proves that.

use dunlin_base::Span;

/// What a place must have for a pattern to be looked for there.
pub(super) enum Where {
    /// From this text on.
    From(&'static str),
    /// A word that has one of these.
    Word(&'static [&'static str]),
    /// A word that has each of these signs, where a digit stands for any digit, and that passes the test.
    Signs(&'static str, fn(&str) -> bool),
    /// A word that has one of these in letters of either case, with so many words before and after it.
    Words(&'static [&'static str], [usize; 2]),
    /// The same, where what may join a name and its value stands in these words.
    Joined(&'static [&'static str], [usize; 2]),
    /// A word in which two letters begin, followed by two digits, with so many words after it.
    Account(usize),
    /// A number of so many digits at least, with the signs that may stand in it, that has one of these.
    Number(usize, &'static [&'static str]),
    /// A number of so many digits at least, and one of these before it in letters of either case, with no other number between.
    Called(usize, &'static [&'static str]),
}

/// The words of a text, between white space, and its longer numbers.
pub(super) struct Places {
    words: Vec<Word>,
    numbers: Vec<Number>,
    /// Whether a letter folds to one of ASCII, as the sign for Kelvin does: then the whole text is the only place.
    is_disguised: bool,
}

struct Word {
    span: Span,
    signs: u64,
}

struct Number {
    span: Span,
    digits: usize,
}

/// The least number that any pattern asks for.
const LEAST_DIGITS: usize = 7;

impl Places {
    /// Looks over a text.
    pub(super) fn of(text: &str) -> Self {
        let mut places = Self { words: Vec::new(), numbers: Vec::new(), is_disguised: false };
        let (mut word, mut number) = (Word { span: Span::new(0, 0), signs: 0 }, Number::at(0));
        for (at, sign) in text.char_indices() {
            let next = at + sign.len_utf8();
            if sign.is_whitespace() {
                places.end_word(&word, at);
                word = Word { span: Span::new(next, next), signs: 0 };
            } else {
                word.signs |= bit(sign);
            }
            // Patterns know the digits of every script.
            let is_digit = sign.is_ascii_digit() || !sign.is_ascii() && sign.is_numeric();
            if is_digit || matches!(sign, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '.' | '/' | '-' | '+' | '(' | ')')
            {
                number.digits += usize::from(is_digit);
            } else {
                places.end_number(&number, at);
                number = Number::at(next);
            }
            places.is_disguised |= matches!(sign, '\u{17f}' | '\u{212a}');
        }
        places.end_word(&word, text.len());
        places.end_number(&number, text.len());
        places
    }

    fn end_word(&mut self, word: &Word, end: usize) {
        if word.span.start < end {
            self.words.push(Word { span: Span::new(word.span.start, end), signs: word.signs });
        }
    }

    fn end_number(&mut self, number: &Number, end: usize) {
        if number.digits >= LEAST_DIGITS {
            self.numbers.push(Number { span: Span::new(number.span.start, end), digits: number.digits });
        }
    }

    /// The places of the text for a pattern, in order and without overlap. No text that fits it goes over the edge of one.
    pub(super) fn of_pattern(&self, text: &str, place: &Where) -> Vec<Span> {
        if self.is_disguised {
            return vec![Span::new(0, text.len())];
        }
        let said = |span: Span| text.get(span.start..span.end).unwrap_or_default();
        match place {
            Where::From(begin) => text.find(begin).map(|at| Span::new(at, text.len())).into_iter().collect(),
            Where::Word(any) => {
                let needs: Vec<u64> = any.iter().map(|part| bits(part)).collect();
                self.words_with([0, 0], |word| {
                    any.iter().zip(&needs).any(|(part, need)| word.has(*need) && said(word.span).contains(part))
                })
            }
            Where::Signs(all, fits) => {
                let need = bits(all);
                self.words_with([0, 0], |word| word.has(need) && fits(said(word.span)))
            }
            Where::Words(any, around) => self.words_that_have(text, any, *around, |_| true),
            Where::Joined(any, around) => self.words_that_have(text, any, *around, |span| may_join(said(span))),
            Where::Account(after) => self.words_with([0, *after], |word| {
                (word.has(bit('0')) || word.has(OTHER)) && begins_account(said(word.span))
            }),
            Where::Number(digits, any) => {
                let long = self.numbers.iter().filter(|number| number.digits >= *digits);
                let fit = long.filter(|number| any.iter().any(|part| said(number.span).contains(part)));
                joined(fit.map(|number| with_neighbours(text, number.span)))
            }
            Where::Called(digits, any) => {
                let long = self.numbers.iter().filter(|number| number.digits >= *digits);
                let called = long.map(|number| Span::new(words_before(text, number.span.start), number.span.end));
                let is_named = |span: &Span| any.iter().any(|name| contains(said(*span), name));
                joined(called.filter(is_named).map(|span| with_neighbours(text, span)))
            }
        }
    }

    /// The words that have one of these in letters of either case, with so many before and after, where all of them fit.
    fn words_that_have(&self, text: &str, any: &[&str], around: [usize; 2], fits: impl Fn(Span) -> bool) -> Vec<Span> {
        let needs: Vec<u64> = any.iter().map(|part| bits(part)).collect();
        let has_one = |word: &Word| {
            any.iter().zip(&needs).any(|(part, need)| word.has(*need) && contains(word.span.of(text), part))
        };
        joined(self.spans_with(around, has_one).filter(|span| fits(*span)))
    }

    /// The words that `fit`, with so many before and after.
    fn words_with(&self, around: [usize; 2], fit: impl Fn(&Word) -> bool) -> Vec<Span> {
        joined(self.spans_with(around, fit))
    }

    fn spans_with(&self, [before, after]: [usize; 2], fit: impl Fn(&Word) -> bool) -> impl Iterator<Item = Span> {
        let fitting = self.words.iter().enumerate().filter(move |(_, word)| fit(word));
        fitting.map(move |(at, _)| {
            let first = self.words.get(at.saturating_sub(before)).map_or(0, |word| word.span.start);
            let last = self.words.get(at + after).or(self.words.last()).map_or(0, |word| word.span.end);
            Span::new(first, last)
        })
    }
}

/// Whether something that may join a name and its value stands here: a sign, a flag, or a word of `JOINTS`.
fn may_join(text: &str) -> bool {
    let is_joint = |word: &str| JOINTS.split(' ').any(|joint| word.eq_ignore_ascii_case(joint));
    text.contains([':', '=', '>', ','])
        || text.contains("--")
        || text.split_whitespace().any(is_joint)
        || contains(text, "pw")
        || contains(text, "login")
}

/// The words that join a name and its value in prose.
const JOINTS: &str = "is was ist war lautet est es";

impl Word {
    fn has(&self, signs: u64) -> bool {
        self.signs & signs == signs
    }
}

impl Number {
    fn at(start: usize) -> Self {
        Self { span: Span::new(start, start), digits: 0 }
    }
}

/// The bit of signs that are not told apart.
const OTHER: u64 = 1 << 63;

/// The bit for a sign: letters of either case have one, all digits share one.
const fn bit(sign: char) -> u64 {
    match sign {
        'a'..='z' => 1 << (sign as u32 - 'a' as u32),
        'A'..='Z' => 1 << (sign as u32 - 'A' as u32),
        '0'..='9' => 1 << 26,
        '!'..='/' => 1 << (27 + sign as u32 - '!' as u32),
        ':'..='@' => 1 << (42 + sign as u32 - ':' as u32),
        '['..='`' => 1 << (49 + sign as u32 - '[' as u32),
        _ => OTHER,
    }
}

fn bits(text: &str) -> u64 {
    text.chars().fold(0, |all, sign| all | bit(sign))
}

fn contains(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|piece| piece.eq_ignore_ascii_case(part.as_bytes()))
}

/// Whether two letters and two digits follow each other where a word may begin, or after "IBAN".
fn begins_account(word: &str) -> bool {
    let mut last = [' '; 5];
    word.chars().any(|sign| {
        last.rotate_left(1);
        last[4] = sign;
        let [before, first, second, third, fourth] = last;
        let begins = !before.is_ascii_alphanumeric() && before != '_' || matches!(before, 'n' | 'N');
        begins
            && first.is_ascii_alphabetic()
            && second.is_ascii_alphabetic()
            && third.is_numeric()
            && fourth.is_numeric()
    })
}

/// A place with the sign before and the one after it: patterns look at them.
fn with_neighbours(text: &str, span: Span) -> Span {
    let before = text.get(..span.start).and_then(|before| before.chars().next_back());
    let after = text.get(span.end..).and_then(|after| after.chars().next());
    Span::new(span.start - before.map_or(0, char::len_utf8), span.end + after.map_or(0, char::len_utf8))
}

/// Where the words begin that lead to a number: letters, white space, and the signs between a name and its value.
fn words_before(text: &str, start: usize) -> usize {
    let before = text.get(..start).unwrap_or_default();
    let is_of_words =
        |sign: char| sign.is_alphabetic() || sign.is_whitespace() || matches!(sign, '.' | ':' | '=' | '"' | '\'' | '_');
    before.trim_end_matches(is_of_words).len()
}

/// Places in the order in which they begin, those that overlap as one.
fn joined(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut all: Vec<Span> = Vec::new();
    for span in spans {
        match all.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => all.push(span),
        }
    }
    all
}
