//! Text → tokens with classes. Knows spellings, not grammar.
//!
//! Three things are joined here because every pattern would otherwise repeat them:
//! "twenty-second" and "twenty two" into one number, "3rd" into an ordinal, and "a.m." or "p m" after a number into one word.

use dunlin_base::Span;

use crate::lexicon::*;

/// Bytes of a text that are read; what stands after them is plain text.
pub(crate) const LONGEST_READ: usize = crate::MAX_LINE;

/// A word, a number or a sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) span: Span,
    pub(crate) classes: Class,
    pub(crate) value: i32,
    pub(crate) unit: Unit,
    /// How many digits a number was written with; 0 for words.
    pub(crate) digits: u8,
    /// Whether nothing stands between this token and the one before.
    pub(crate) glued: bool,
}

impl Token {
    pub(crate) fn is(&self, class: Class) -> bool {
        self.classes & class != 0
    }
}

/// The tokens of a text, in order, none overlapping. Spans in `masked` (sorted or not) give tokens of no class.
pub(crate) fn tokens(text: &str, masked: &[Span]) -> Vec<Token> {
    let mut end = text.len().min(LONGEST_READ);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut lexer = Lexer { text: text.get(..end).unwrap_or(""), out: Vec::with_capacity(end / 4 + 4), glued: false };
    lexer.run();
    let mut out = lexer.out;
    if !masked.is_empty() {
        let mut masked = masked.to_vec();
        masked.sort();
        // Both lists are in order, so one walk meets every overlap.
        let mut spans = masked.iter().peekable();
        for token in &mut out {
            while spans.peek().is_some_and(|span| span.end <= token.span.start) {
                spans.next();
            }
            if spans.peek().is_some_and(|span| span.overlaps(token.span)) {
                *token = Token { classes: 0, value: 0, unit: Unit::None, digits: 0, ..*token };
            }
        }
    }
    out
}

struct Lexer<'t> {
    text: &'t str,
    out: Vec<Token>,
    glued: bool,
}

impl Lexer<'_> {
    fn run(&mut self) {
        let mut at = 0;
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(at) {
            let next = if let Some(next) = self.with_digit(at) {
                next
            } else if byte.is_ascii_digit() {
                self.number(at)
            } else if byte.is_ascii_alphabetic() {
                self.word(at)
            } else if byte.is_ascii_whitespace() {
                self.glued = false;
                at + 1
            } else if byte.is_ascii() {
                self.push(at, at + 1, sign(byte));
                at + 1
            } else {
                self.foreign(at)
            };
            at = next.max(at + 1);
        }
    }

    fn push(&mut self, start: usize, end: usize, classes: Class) {
        let token =
            Token { span: Span::new(start, end), classes, value: 0, unit: Unit::None, digits: 0, glued: self.glued };
        self.out.push(token);
        self.glued = true;
    }

    fn foreign(&mut self, at: usize) -> usize {
        let Some(c) = self.text.get(at..).and_then(|rest| rest.chars().next()) else {
            return at + 1;
        };
        let end = at + c.len_utf8();
        if c.is_whitespace() {
            self.glued = false;
            return end;
        }
        if c.is_alphabetic() {
            return self.word(at);
        }
        let classes = match c {
            '–' | '—' => DASH | SIGN,
            '‘' | '“' | '«' | '¿' | '¡' => OPENER | SIGN,
            '’' => APOSTROPHE | CLOSER | SIGN,
            '”' | '»' | '…' => CLOSER | SIGN,
            _ => SIGN,
        };
        self.push(at, end, classes);
        end
    }

    /// A word that is written with a digit for its sound: "2moro", "b4". Returns where reading goes on.
    fn with_digit(&mut self, start: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(start..)?;
        if self.glued || !matches!(rest, [b'2', b'm' | b'M' | b'n' | b'N' | b'd' | b'D', ..] | [b'b' | b'B', b'4', ..])
        {
            return None;
        }
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let written = rest.get(..length).filter(|written| written.len() < LONGEST)?.to_ascii_lowercase();
        let word = find(&written)?;
        let end = start + length;
        self.push(start, end, word.classes);
        if let Some(token) = self.out.last_mut() {
            token.value = word.value;
            token.unit = word.unit;
        }
        Some(end)
    }

    /// A run of digits. More than eight can be no part of a date.
    fn number(&mut self, start: usize) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or(&[]);
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = start + length;
        // "Q2" is one token, whatever stands before it.
        if length == 1 && self.glued && matches!(rest.first(), Some(b'1'..=b'4')) && self.join_quarter(end) {
            return end;
        }
        let after_word = self.glued
            && self.out.last().is_some_and(|token| token.is(WORD) && !token.is(MONTH | SHORT | TEE | OCLOCK));
        let classes = if length > 8 || after_word { WORD } else { NUM | DIGITS };
        self.push(start, end, classes);
        if classes & NUM != 0 {
            let value = rest.iter().take(length).fold(0_i32, |value, byte| value * 10 + i32::from(byte - b'0'));
            if let Some(token) = self.out.last_mut() {
                token.value = value;
                token.digits = length as u8;
                if length == 4 && (1900..2200).contains(&value) {
                    token.classes |= YEAR;
                }
            }
        }
        end
    }

    fn join_quarter(&mut self, end: usize) -> bool {
        let Some(last) = self.out.last_mut() else { return false };
        let is_q = matches!(self.text.get(last.span.start..last.span.end), Some("q" | "Q"));
        if is_q {
            last.span.end = end;
            last.classes = QTH | WORD;
            last.value = self.text.as_bytes().get(end - 1).map_or(0, |digit| i32::from(*digit - b'0'));
        }
        is_q
    }

    /// A run of letters with inner apostrophes.
    fn word(&mut self, start: usize) -> usize {
        let mut folded = [0_u8; LONGEST];
        let mut length = 0;
        let mut known = true;
        let mut end = start;
        let rest = self.text.get(start..).unwrap_or("");
        let mut chars = rest.char_indices().peekable();
        while let Some((offset, c)) = chars.next() {
            let apostrophe = matches!(c, '\'' | '’');
            let inside =
                if apostrophe { chars.peek().is_some_and(|(_, next)| next.is_alphabetic()) } else { c.is_alphabetic() };
            if !inside {
                break;
            }
            end = start + offset + c.len_utf8();
            let byte = if apostrophe { b'\'' } else { u8::try_from(c).unwrap_or(0).to_ascii_lowercase() };
            known &= byte != 0 && byte.is_ascii();
            if let Some(place) = folded.get_mut(length) {
                *place = byte;
            }
            length += 1;
        }
        let written = folded.get(..length).filter(|_| known);
        let found = written.and_then(|written| find(written).or_else(|| find(slipped(written)?.as_bytes())));
        if self.ordinal_suffix(folded.get(..length).unwrap_or(&[]), end) {
            return end;
        }
        self.push(start, end, found.map_or(WORD, |word| word.classes));
        if let (Some(word), Some(token)) = (found, self.out.last_mut()) {
            token.value = word.value;
            token.unit = word.unit;
            // One-letter units are units only right after a number: "2h", never "plan h".
            let after_number = token.glued;
            if token.is(SHORT) && !after_number {
                token.classes &= !(UNIT | SHORT);
                token.unit = Unit::None;
            }
        }
        self.join_tens();
        self.join_meridiem(end)
    }

    fn ordinal_suffix(&mut self, word: &[u8], end: usize) -> bool {
        if !self.glued || !matches!(word, b"st" | b"nd" | b"rd" | b"th") {
            return false;
        }
        match self.out.last_mut() {
            Some(number) if number.is(DIGITS) && number.digits <= 2 => {
                number.classes = ORD | DIGITS;
                number.span.end = end;
                true
            }
            _ => false,
        }
    }

    /// "twenty two", "twenty-second".
    fn join_tens(&mut self) {
        let [.., tens, dash, last] = self.out.as_slice() else {
            if let [tens, last] = self.out.as_slice() {
                let joined = joined_tens(*tens, *last);
                self.replace_last(2, joined);
            }
            return;
        };
        if dash.is(DASH) && dash.glued && last.glued {
            let joined = joined_tens(*tens, *last);
            self.replace_last(3, joined);
        } else if !last.glued {
            let joined = joined_tens(*dash, *last);
            self.replace_last(2, joined);
        }
    }

    /// "a.m.", "p m" after a number or the hour's words. Returns where reading goes on.
    fn join_meridiem(&mut self, end: usize) -> usize {
        let count = self.out.len();
        let Some(last) = self.out.last().copied() else { return end };
        if self.text.get(last.span.start..last.span.end).is_none_or(|word| !word.eq_ignore_ascii_case("m")) {
            return end;
        }
        let back = |steps: usize| count.checked_sub(steps).and_then(|at| self.out.get(at).copied());
        let (used, letter, before, dotted) = match (back(2), back(3), back(4)) {
            (Some(dot), Some(letter), Some(before)) if dot.is(DOT) => (3, letter, before, true),
            (Some(letter), Some(before), _) => (2, letter, before, false),
            _ => return end,
        };
        let text = self.text.get(letter.span.start..letter.span.end).unwrap_or("");
        let value = match text {
            "a" | "A" => 0,
            "p" | "P" => 12,
            _ => return end,
        };
        if !before.is(NUM | ORD | OCLOCK | QUARTER | DOT) {
            return end;
        }
        let mut stop = last.span.end;
        if dotted {
            let rest = self.text.get(stop..).unwrap_or("");
            let spaces = rest.len() - rest.trim_start_matches(' ').len();
            if rest.get(spaces..).is_some_and(|rest| rest.starts_with('.')) && spaces <= 1 {
                stop += spaces + 1;
            }
        }
        let joined = Token {
            span: Span::new(letter.span.start, stop),
            classes: AMPM | WORD,
            value,
            unit: Unit::None,
            digits: 0,
            glued: letter.glued,
        };
        self.replace_last(used, Some(joined));
        stop
    }

    fn replace_last(&mut self, count: usize, joined: Option<Token>) {
        if let Some(joined) = joined {
            self.out.truncate(self.out.len().saturating_sub(count));
            self.out.push(joined);
        }
    }
}

fn joined_tens(tens: Token, ones: Token) -> Option<Token> {
    let fits = tens.is(NUM)
        && tens.digits == 0
        && tens.value >= 20
        && tens.value % 10 == 0
        && ones.is(NUM | ORD)
        && ones.digits == 0
        && (1..=9).contains(&ones.value);
    fits.then(|| Token {
        span: tens.span.cover(ones.span),
        value: tens.value + ones.value,
        classes: ones.classes & !UNIT,
        unit: Unit::None,
        ..tens
    })
}

fn sign(byte: u8) -> Class {
    SIGN | match byte {
        b',' => COMMA,
        b'.' => DOT,
        b':' => COLON,
        b'/' => SLASH,
        b'-' => DASH,
        b'+' => PLUS,
        b'&' => AMPERSAND,
        b'!' => BANG,
        b'\'' => APOSTROPHE | OPENER | CLOSER,
        b'@' => AT_SIGN,
        b'~' => AROUND,
        b'(' | b'[' | b'{' | b'*' | b'=' | b'>' | b'|' => OPENER,
        b')' | b']' | b'}' | b';' | b'?' => CLOSER,
        b'"' => OPENER | CLOSER,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(&str, Class, i32)> {
        tokens(text, &[]).iter().map(|token| (token.span.of(text), token.classes, token.value)).collect()
    }

    #[test]
    fn joined_forms_are_one_token() {
        let found = words("twenty-second of May at 6 p.m., 3rd");
        assert_eq!(found.first(), Some(&("twenty-second", ORD | WORD, 22)));
        assert!(found.contains(&("p.m.", AMPM | WORD, 12)));
        assert_eq!(found.last(), Some(&("3rd", ORD | DIGITS, 3)));
    }

    #[test]
    fn letters_and_digits_run_together_are_no_number() {
        assert!(tokens("v1.1 covid19 mp3", &[]).iter().filter(|token| token.glued).take(1).all(|token| !token.is(NUM)));
        assert!(tokens("Feb13", &[]).iter().any(|token| token.is(NUM)));
        assert!(tokens("123456789", &[]).iter().all(|token| !token.is(NUM)));
    }

    #[test]
    fn masked_words_have_no_class() {
        let text = "call friday";
        assert!(tokens(text, &[Span::new(5, 11)]).iter().all(|token| !token.is(WEEKDAY)));
    }
}
