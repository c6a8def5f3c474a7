//! Text to tokens, one at a time.
//!
//! Knows which characters belong together, and nothing of what they mean: a name is a name, whether a function,
//! a unit or nonsense.

use crate::error::{CalcError, quoted};
use crate::exact::{Exact, Literal};
use crate::limits::{LITERAL_WORK, too_many_digits, too_much_work};
use crate::units;
use dunlin_base::Span;

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    Number(Exact),
    /// A name or word; its letters are the text of the span.
    Name,
    Plus,
    Minus,
    Star,
    Slash,
    SlashSlash,
    Caret,
    Percent,
    Bang,
    Open,
    Close,
    Comma,
    Arrow,
    Degree,
    Root,
    CubeRoot,
    Pi,
    /// Superscript digits: `²`, `³`, `¹⁰`.
    Superscript(i64),
    End,
}

/// A token, where it stands, and whether white space stands before it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    pub(crate) spaced: bool,
}

/// Reads tokens from a text.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// How many calls are open: inside one, a comma always separates arguments.
    pub(crate) calls: u32,
    /// Inside `average of 1,000, 2 and 3` a comma parts groups of three digits and separates everything else.
    pub(crate) list: bool,
    /// The work that is left for long literals.
    work: u64,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self::starting_at(text, 0)
    }

    /// Reads the text from the byte `at` on; spans count from the start of the text.
    pub(crate) fn starting_at(text: &'a str, at: usize) -> Self {
        Self { text, at, calls: 0, list: false, work: LITERAL_WORK }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// The next token; after the last, [`TokenKind::End`] for ever.
    pub(crate) fn next(&mut self) -> Result<Token, CalcError> {
        let before = self.at;
        self.skip_space();
        let spaced = self.at > before;
        let start = self.at;
        let kind = self.token()?;
        Ok(Token { kind, span: Span::new(start, self.at), spaced })
    }

    fn skip_space(&mut self) {
        loop {
            match self.byte(0) {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                0x21..=0x7f => return,
                _ => break,
            }
        }
        while let Some(c) = self.rest().chars().next() {
            if !(c.is_whitespace() || c == '\u{feff}' || c == '\u{2060}') {
                break;
            }
            self.at += c.len_utf8();
        }
    }

    fn token(&mut self) -> Result<TokenKind, CalcError> {
        let start = self.at;
        let byte = self.byte(0);
        let first = if byte.is_ascii() && start < self.text.len() {
            char::from(byte)
        } else if let Some(first) = self.rest().chars().next() {
            first
        } else {
            return Ok(TokenKind::End);
        };
        let c = plain(first);
        match c {
            '0'..='9' | '.' => return self.number(),
            'a'..='z' | 'A'..='Z' | '_' => {
                // A look-alike of a letter is none.
                if !first.is_ascii() {
                    return Err(self.bad_character(first, start));
                }
                self.name();
                return Ok(TokenKind::Name);
            }
            _ => {}
        }
        self.at += first.len_utf8();
        let kind = match c {
            '+' => TokenKind::Plus,
            '-' if self.byte(0) == b'>' => {
                self.at += 1;
                TokenKind::Arrow
            }
            '-' => TokenKind::Minus,
            '→' | '⟶' | '➜' => TokenKind::Arrow,
            '*' if self.byte(0) == b'*' => {
                self.at += 1;
                TokenKind::Caret
            }
            '*' => TokenKind::Star,
            '/' if self.byte(0) == b'/' => {
                self.at += 1;
                TokenKind::SlashSlash
            }
            '/' => TokenKind::Slash,
            '^' => TokenKind::Caret,
            '%' => TokenKind::Percent,
            '!' => TokenKind::Bang,
            '(' => TokenKind::Open,
            ')' => TokenKind::Close,
            ',' => TokenKind::Comma,
            '°' if matches!(self.byte(0), b'C' | b'F') && !self.byte(1).is_ascii_alphanumeric() => {
                self.at += 1;
                TokenKind::Name
            }
            '°' => TokenKind::Degree,
            '√' => TokenKind::Root,
            '∛' => TokenKind::CubeRoot,
            'π' => TokenKind::Pi,
            'µ' | 'μ' | 'φ' | 'τ' | 'Ω' | '℃' | '℉' => {
                self.name();
                TokenKind::Name
            }
            '$' | '€' | '£' | '¥'
                if self.byte(0).is_ascii_digit() || (self.byte(0) == b'.' && self.byte(1).is_ascii_digit()) =>
            {
                // A price is read as its number; there are no exchange rates here.
                return self.number();
            }
            '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' | '⁻' => return self.superscript(start),
            _ => return Err(self.bad_character(first, start)),
        };
        Ok(kind)
    }

    fn name(&mut self) {
        let letters =
            self.rest().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_' || *c == 'µ' || *c == 'μ');
        let length = letters.map(char::len_utf8).sum::<usize>();
        self.at += self.unit_before_number(length).unwrap_or(length);
    }

    /// How long the unit is in `1h30m`: a name right after a number that begins with a unit and goes on with another
    /// number and its unit. `5m2` and `log2` are names as they stand.
    fn unit_before_number(&self, length: usize) -> Option<usize> {
        self.text.as_bytes().get(self.at.checked_sub(1)?).filter(|byte| byte.is_ascii_digit())?;
        let name = self.rest().get(..length)?;
        let unit = name.find(|c: char| c.is_ascii_digit())?;
        let second = name.get(unit..)?.trim_start_matches(|c: char| c.is_ascii_digit());
        (second.starts_with(|c: char| c.is_ascii_alphabetic()) && units::is_unit(name.get(..unit)?)).then_some(unit)
    }

    fn superscript(&mut self, start: usize) -> Result<TokenKind, CalcError> {
        const DIGITS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
        self.at = start;
        let negative = self.rest().starts_with('⁻');
        if negative {
            self.at += '⁻'.len_utf8();
        }
        let (mut value, mut any) = (0_i64, false);
        while let Some(c) = self.rest().chars().next() {
            let Some(digit) = DIGITS.chars().position(|d| d == c) else { break };
            let digit = i64::try_from(digit).unwrap_or(0);
            value = value.checked_mul(10).and_then(|v| v.checked_add(digit)).ok_or_else(too_many_digits)?;
            any = true;
            self.at += c.len_utf8();
        }
        if !any {
            return Err(CalcError::syntax("a superscript minus without digits").at(Span::new(start, self.at)));
        }
        Ok(TokenKind::Superscript(if negative { -value } else { value }))
    }

    /// Takes decimal digits with single underscores between them; gives whether there was any.
    fn digits(&mut self, literal: &mut Literal) -> Result<bool, CalcError> {
        let start = self.at;
        let mut after_digit = false;
        loop {
            // Nearly all digits are ASCII; the others are looked up.
            let byte = self.byte(0);
            if byte.is_ascii_digit() {
                literal.push(u32::from(byte - b'0'));
                after_digit = true;
                self.at += 1;
                continue;
            }
            if byte == b'_' && after_digit {
                after_digit = false;
                self.at += 1;
                continue;
            }
            if byte.is_ascii() {
                break;
            }
            let Some((digit, c)) = self.rest().chars().next().and_then(|c| Some((plain(c).to_digit(10)?, c))) else {
                break;
            };
            literal.push(digit);
            after_digit = true;
            self.at += c.len_utf8();
        }
        if !after_digit && self.at > start {
            return Err(CalcError::syntax("an underscore that does not stand between two digits")
                .at(Span::new(self.at - 1, self.at))
                .with_hint("write groups as 1_000"));
        }
        Ok(self.at > start)
    }

    fn number(&mut self) -> Result<TokenKind, CalcError> {
        let start = self.at;
        if self.byte(0) == b'0' {
            let radix = match self.byte(1) {
                b'x' | b'X' => 16,
                b'o' | b'O' => 8,
                b'b' | b'B' => 2,
                _ => 0,
            };
            if radix != 0 {
                return self.radix_literal(radix, start);
            }
        }
        let mut literal = Literal::default();
        let mut any = self.digits(&mut literal)?;
        if any && self.calls == 0 && self.byte(0) == b',' && (!self.list || self.is_group(start)) {
            self.groups(start, &mut literal)?;
        }
        let next = self.byte(0);
        if next == b'.' || (!next.is_ascii() && self.rest().starts_with('．')) {
            self.at += if next == b'.' { 1 } else { '．'.len_utf8() };
            literal.point();
            any |= self.digits(&mut literal)?;
        }
        if !any {
            return Err(CalcError::syntax("a point without digits").at(Span::new(start, self.at)));
        }
        match self.byte(0) {
            b'e' | b'E' => self.exponent(start, &mut literal)?,
            _ => self.multiple(&mut literal),
        }
        if self.byte(0) == b'.' {
            return Err(CalcError::syntax("a second point in a number").at(Span::new(start, self.at + 1)));
        }
        self.work = self.work.checked_sub(literal.cost()).ok_or_else(too_much_work)?;
        literal.value().map(TokenKind::Number).map_err(|error| error.at(Span::new(start, self.at)))
    }

    /// Thousands groups, `1,234,567`: one to three digits, then groups of exactly three.
    fn groups(&mut self, start: usize, literal: &mut Literal) -> Result<(), CalcError> {
        if !self.is_group(start) {
            return Err(CalcError::syntax("a comma that does not part groups of three digits")
                .at(Span::new(self.at, self.at + 1))
                .with_hint("write 1.5 with a point, and thousands as 1,000"));
        }
        while is_comma_and_group(self.text, self.at) {
            self.at += 1;
            self.digits(literal)?;
        }
        Ok(())
    }

    /// Whether the digits from `start` to here and the comma here begin a number in groups of three.
    fn is_group(&self, start: usize) -> bool {
        self.at - start <= 3 && self.text.as_bytes().get(start) != Some(&b'0') && is_comma_and_group(self.text, self.at)
    }

    /// Takes the letter that multiplies the number it touches: `5k`, `10M`, `2bn`. `K` is a kelvin and `B` a byte.
    fn multiple(&mut self, literal: &mut Literal) {
        for (letters, power) in [("k", 3), ("M", 6), ("mn", 6), ("bn", 9)] {
            let Some(rest) = self.rest().strip_prefix(letters) else { continue };
            if !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
                self.at += letters.len();
                literal.exponent(power);
            }
        }
    }

    fn exponent(&mut self, start: usize, literal: &mut Literal) -> Result<(), CalcError> {
        let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
        if !self.byte(1 + sign).is_ascii_digit() {
            // `2e` and `1e+` are cut off; `2exp(1)` and `2ee` are a number and a name.
            if self.byte(1).is_ascii_alphabetic() {
                return Ok(());
            }
            return Err(CalcError::syntax("the exponent has no digits")
                .at(Span::new(start, self.at + 1 + sign))
                .with_hint("write 2*e for the constant, or 2e3 for 2000"));
        }
        let negative = sign == 1 && self.byte(1) == b'-';
        self.at += 1 + sign;
        let mut exponent = 0_i64;
        while self.byte(0).is_ascii_digit() {
            exponent = exponent.saturating_mul(10).saturating_add(i64::from(self.byte(0) - b'0'));
            self.at += 1;
        }
        literal.exponent(if negative { exponent.saturating_neg() } else { exponent });
        Ok(())
    }

    fn radix_literal(&mut self, radix: u32, start: usize) -> Result<TokenKind, CalcError> {
        self.at += 2;
        let digits = self.at;
        let mut after_digit = false;
        let mut plain_digits = String::new();
        while let Some(c) = self.rest().chars().next() {
            if c.is_digit(radix) {
                plain_digits.push(c);
                after_digit = true;
            } else if c == '_' && after_digit {
                after_digit = false;
            } else {
                break;
            }
            self.at += 1;
        }
        let next = self.byte(0);
        if !after_digit || next.is_ascii_alphanumeric() || next == b'.' {
            let name = match radix {
                16 => "hexadecimal digits",
                8 => "octal digits",
                _ => "binary digits",
            };
            let end = self.at + self.rest().chars().next().map_or(0, char::len_utf8);
            return Err(CalcError::syntax(format_args!(
                "found {}, expected {name}",
                quoted(self.text.get(start..end).unwrap_or(""))
            ))
            .at(Span::new(start, end.max(digits))));
        }
        let value = Exact::from_radix(&plain_digits, radix);
        if value.is_too_big() {
            return Err(too_many_digits().at(Span::new(start, self.at)));
        }
        Ok(TokenKind::Number(value))
    }

    #[cold]
    fn bad_character(&self, c: char, start: usize) -> CalcError {
        let span = Span::new(start, start + c.len_utf8());
        let error = CalcError::syntax(format_args!("the character {} has no meaning here", quoted(span.of(self.text))))
            .at(span);
        match c {
            '"' | '\'' | '`' => error.with_hint("text in quotes is not calculated"),
            '=' | '<' | '>' => error.with_hint("comparisons are not calculated"),
            '[' | '{' | ']' | '}' => error.with_hint("use round parentheses"),
            _ => error,
        }
    }
}

/// Whether a comma stands at `at` and exactly three digits after it.
pub(crate) fn is_comma_and_group(text: &str, at: usize) -> bool {
    let byte = |ahead: usize| text.as_bytes().get(at + ahead).copied().unwrap_or(0);
    byte(0) == b',' && (1..4).all(|ahead| byte(ahead).is_ascii_digit()) && !byte(4).is_ascii_digit() && byte(4) != b'_'
}

/// The ASCII character that a harmless look-alike stands for: full-width and mathematical forms, signs of other fonts.
fn plain(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    match c {
        // The full-width block repeats ASCII in order; its letters spell no names of ours.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0)
            .filter(|ascii| !ascii.is_ascii_alphabetic() && *ascii != '_')
            .unwrap_or(c),
        // Five runs of mathematical digits, bold to monospace.
        '\u{1d7ce}'..='\u{1d7ff}' => char::from_digit((u32::from(c) - 0x1d7ce) % 10, 10).unwrap_or(c),
        '×' | '·' | '∙' | '⋅' | '∗' | '✕' | '✖' => '*',
        '÷' | '∕' | '⁄' | '➗' => '/',
        '−' | '‐' | '‑' | '‒' | '–' | '—' | '﹣' | '➖' => '-',
        '➕' | '﹢' => '+',
        _ => c,
    }
}
