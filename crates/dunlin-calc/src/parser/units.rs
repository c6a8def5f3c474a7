//! Units in the grammar: after a number, after a `/`, and as the target of a conversion.

use super::{Last, Parser, infix_word, is_conversion_word};
use crate::ast::{BinaryOp, NodeKind};
use crate::error::{CalcError, CalcErrorKind, quoted};
use crate::exact::Exact;
use crate::lexer::{Lexer, TokenKind};
use crate::names;
use crate::units::{self, Factor};

/// A unit, and how many tokens spell it.
type Found = Option<(Factor, u8)>;

/// Whether a word is a unit and nothing else.
pub(super) fn is_unit_alone(word: &str) -> bool {
    units::is_unit(word) && !names::is_name(word)
}

impl Parser<'_> {
    /// Takes a unit after a value, and further values of a compound one (`5 ft 3 in`); gives whether there was any.
    pub(super) fn units(&mut self, first: usize, start: usize) -> Result<bool, CalcError> {
        let after_unit = self.ast.ends_in_unit(self.ast.nodes.len().saturating_sub(1));
        let Some(found) = self.unit_here(!after_unit) else { return Ok(false) };
        if after_unit {
            return Ok(false);
        }
        let minutes = minutes_in(self.word());
        self.multiply_by_unit(found, first, start)?;
        if let Some((minutes, factor)) = minutes {
            let (second, place) = (self.ast.nodes.len(), self.last_end);
            self.push(NodeKind::Number(Exact::Small(minutes, 1)), second, place);
            self.push(NodeKind::Unit(factor), second + 1, place);
            self.push(NodeKind::Binary(BinaryOp::Mul), second, place);
            self.push(NodeKind::Binary(BinaryOp::Add), first, start);
        }
        while self.has_more_of_compound() {
            let (second, place) = (self.ast.nodes.len(), self.token.span.start);
            if let TokenKind::Number(number) = self.advance()?.kind {
                self.push(NodeKind::Number(number), second, place);
            }
            if let Some(found) = self.unit_here(true) {
                self.multiply_by_unit(found, second, place)?;
            }
            self.push(NodeKind::Binary(BinaryOp::Add), first, start);
        }
        Ok(true)
    }

    /// Whether the `m` that stands here is one of minutes: it is a metre but where hours or seconds are said beside it ("3h 20m", "4m12s").
    fn is_minutes(&self) -> bool {
        self.word() == "m" && *self.says_minutes.get_or_init(|| says_minutes(self.text))
    }

    fn has_more_of_compound(&self) -> bool {
        if !matches!(self.token.kind, TokenKind::Number(_)) {
            return false;
        }
        let mut ahead = self.lexer.clone();
        let Ok(name) = ahead.next() else { return false };
        let word = name.span.of(self.text);
        name.kind == TokenKind::Name
            && (word == "in" || (is_unit_alone(word) && infix_word(word, "").is_none()) || word == "min")
    }

    fn multiply_by_unit(&mut self, found: (Factor, u8), first: usize, start: usize) -> Result<(), CalcError> {
        self.unit_node(found)?;
        self.push(NodeKind::Binary(BinaryOp::Mul), first, start);
        Ok(())
    }

    /// Takes the unit and leaves its node.
    fn unit_node(&mut self, found: (Factor, u8)) -> Result<(), CalcError> {
        let (at, place) = (self.ast.nodes.len(), self.token.span.start);
        let factor = self.take_unit(found)?;
        self.push(NodeKind::Unit(factor), at, place);
        Ok(())
    }

    /// Takes the tokens of a unit, and the power after it.
    fn take_unit(&mut self, (mut factor, tokens): (Factor, u8)) -> Result<Factor, CalcError> {
        const HIGHEST: i64 = 9;
        for _ in 0..tokens {
            self.advance()?;
        }
        let start = self.token.span;
        let power = match self.token.kind {
            TokenKind::Superscript(power) => {
                self.advance()?;
                power
            }
            TokenKind::Caret => {
                let mut ahead = self.lexer.clone();
                let mut next = ahead.next()?;
                let negative = next.kind == TokenKind::Minus;
                if negative {
                    next = ahead.next()?;
                }
                let TokenKind::Number(Exact::Small(power, 1)) = next.kind else { return Ok(factor) };
                for _ in 0..2 + u8::from(negative) {
                    self.advance()?;
                }
                if negative { -power } else { power }
            }
            _ => return Ok(factor),
        };
        if power == 0 || power.abs() > HIGHEST {
            return Err(CalcError::new(CalcErrorKind::Unit, "the power of a unit is not from 1 to 9").at(start));
        }
        factor.power = factor.power.saturating_mul(i8::try_from(power).unwrap_or(1));
        Ok(factor)
    }

    /// The unit that stands here. After a plain number, `in` is inches unless a unit follows it.
    fn unit_here(&self, after_number: bool) -> Found {
        if self.token.kind == TokenKind::Degree {
            return Some((units::degree(), 1));
        }
        let word = self.word();
        if word.is_empty() {
            return None;
        }
        if minutes_in(word).is_some() {
            return units::lookup("h").map(|factor| (factor, 1));
        }
        if self.is_minutes() {
            return units::lookup("min").map(|factor| (factor, 1));
        }
        if word == "in" {
            let next = self.peek_word();
            let inches = after_number && (is_conversion_word(next) || !units::is_unit(next));
            return if inches { units::lookup(word).map(|factor| (factor, 1)) } else { None };
        }
        if infix_word(word, self.peek_word()).is_some() || is_conversion_word(word) {
            return None;
        }
        if let Some(found) = self.two_words(word) {
            return Some(found);
        }
        let factor = units::lookup(word)?;
        let is_call = names::function(word).is_some() && self.peek().kind == TokenKind::Open;
        (!is_call && names::constant(word).is_none()).then_some((factor, 1))
    }

    /// Units of two words: `square feet`, `cubic metres`, `fluid ounces`, `nautical miles`, `degrees celsius`, `imperial pints`.
    fn two_words(&self, word: &str) -> Found {
        let lower = word.to_ascii_lowercase();
        let power = match lower.as_str() {
            "square" | "sq" => 2,
            "cubic" | "cu" => 3,
            "fluid" | "fl" | "nautical" | "degree" | "degrees" | "deg" => 1,
            "us" | "imperial" | "imp" | "uk" | "british" => 0,
            _ => return None,
        };
        let next = self.peek_word();
        let second = units::lookup(next)?;
        if power == 0 {
            return of_a_country(&lower, next).map(|factor| (factor, 2));
        }
        if power > 1 {
            return (second.power == 1).then_some((Factor { power, ..second }, 2));
        }
        let whole = match lower.as_str() {
            "fluid" | "fl" if next.starts_with('o') => "floz",
            "nautical" => "nmi",
            _ if second.unit.offset().is_some() => next,
            _ => return None,
        };
        units::lookup(whole).map(|factor| (factor, 2))
    }

    /// Takes a unit without a number, which may follow `/`, and `*` after another unit: `km/h`, `N*m`.
    pub(super) fn bare_unit(&mut self, op: BinaryOp, left: usize) -> Result<bool, CalcError> {
        let allowed = op == BinaryOp::Div || (op == BinaryOp::Mul && self.ast.ends_in_unit(left));
        if !allowed || self.token.kind != TokenKind::Name || !is_unit_alone_or_min(self.word()) {
            return Ok(false);
        }
        let Some(found) = self.unit_here(false) else { return Ok(false) };
        self.unit_node(found)?;
        Ok(true)
    }

    /// `1/2 cup` is half a cup: a proper fraction of two whole numbers before a unit is read first, also behind what multiplies it,
    /// as in `half of 1/2 cup`.
    pub(super) fn fraction_of_unit(&mut self, left: usize, first: usize, start: usize) -> bool {
        let nodes = &mut self.ast.nodes;
        let multiplies = |kind: &NodeKind| matches!(kind, NodeKind::Binary(BinaryOp::Mul | BinaryOp::Of));
        let multiplied = nodes.get(left).is_some_and(|node| multiplies(&node.kind));
        let above = if multiplied { left.checked_sub(1) } else { (left == first).then_some(left) };
        let above = above.and_then(|at| nodes.get(at));
        let proper = match (above, nodes.get(left + 1..)) {
            (Some(above), Some([below, unit, product])) if self.last != Last::Close => {
                matches!((&above.kind, &below.kind), (NodeKind::Number(Exact::Small(a, 1)), NodeKind::Number(Exact::Small(b, 1))) if a < b)
                    && matches!(unit.kind, NodeKind::Unit(_))
                    && product.kind == NodeKind::Binary(BinaryOp::Mul)
            }
            _ => false,
        };
        if !proper {
            return false;
        }
        let (Some(_), Some(mut unit)) = (nodes.pop(), nodes.pop()) else { return false };
        self.push(NodeKind::Binary(BinaryOp::Div), first, start);
        unit.first = self.ast.nodes.len();
        self.ast.nodes.push(unit);
        self.push(NodeKind::Binary(BinaryOp::Mul), first, start);
        true
    }

    /// Takes `to km/h` and leaves its node.
    pub(super) fn conversion(&mut self, first: usize, start: usize) -> Result<(), CalcError> {
        self.advance()?;
        if self.token.kind == TokenKind::Percent || matches!(self.word(), "percent" | "percentage") {
            self.advance()?;
            self.push(NodeKind::ToPercent, first, start);
            return Ok(());
        }
        let mut target = vec![self.target()?];
        if let ([whole], "and") = (target.as_slice(), self.word())
            && units::is_unit(self.peek_word())
        {
            let whole = *whole;
            self.advance()?;
            let rest = self.target()?;
            self.push(NodeKind::ConvertParts(vec![whole, rest]), first, start);
            return Ok(());
        }
        if let ([whole], TokenKind::Comma) = (target.as_slice(), &self.token.kind) {
            let mut parts = vec![*whole];
            while self.token.kind == TokenKind::Comma || self.word() == "and" {
                self.advance()?;
                self.take("and")?;
                parts.push(self.target()?);
            }
            self.push(NodeKind::ConvertParts(parts), first, start);
            return Ok(());
        }
        loop {
            let sign = match self.token.kind {
                TokenKind::Slash => -1,
                TokenKind::Star => 1,
                TokenKind::Name if self.word() == "per" => -1,
                _ => break,
            };
            self.advance()?;
            let factor = self.target()?;
            target.push(Factor { power: factor.power.saturating_mul(sign), ..factor });
        }
        self.push(NodeKind::Convert(target), first, start);
        Ok(())
    }

    fn target(&mut self) -> Result<Factor, CalcError> {
        let inch = (self.word() == "in").then(|| units::lookup("in")).flatten().map(|factor| (factor, 1));
        match self.unit_here(true).or(inch) {
            Some(found) => self.take_unit(found),
            None if self.word().is_empty() => Err(self.expected("a unit")),
            None => Err(CalcError::new(CalcErrorKind::UnknownName, format!("unknown unit {}", quoted(self.word())))
                .at(self.token.span)
                .with_hint("units are written as km, miles, kg, °C or m/s")),
        }
    }
}

/// A measure of volume as a country has it: gallons, quarts and pints of Britain are larger than those of the United States.
fn of_a_country(country: &str, measure: &str) -> Option<Factor> {
    let lower = measure.to_ascii_lowercase();
    let one = lower.strip_suffix('s').unwrap_or(&lower);
    let name = match (country, one) {
        ("us", "gal" | "gallon" | "qt" | "quart" | "pt" | "pint" | "cup" | "tbsp" | "tablespoon" | "teaspoon") => one,
        ("us", _) => return None,
        (_, "gal" | "gallon") => "impgal",
        (_, "qt" | "quart") => "impqt",
        (_, "pt" | "pint") => "imppt",
        _ => return None,
    };
    units::lookup(name)
}

/// Whether a word after `/` is a unit: `min` is one there too, unless it is called.
fn is_unit_alone_or_min(word: &str) -> bool {
    word == "min"
        || is_unit_alone(word)
        || matches!(word, "square" | "sq" | "cubic" | "cu" | "fluid" | "fl" | "nautical")
}

/// Whether a text has a length of time like "3h 20m" or "4m12s" in it.
fn says_minutes(text: &str) -> bool {
    let (hours, seconds) = (units::lookup("h"), units::lookup("s"));
    let mut lexer = Lexer::new(text);
    let (mut seen, mut minutes) = ([false; 3], [false; 3]);
    while let Ok(token) = lexer.next() {
        let word = token.span.of(text);
        let number = matches!(token.kind, TokenKind::Number(_));
        let ([counted, hour, again], [amount, minute, rest]) = (seen, minutes);
        if again && word == "m" || rest && token.kind == TokenKind::Name && units::lookup(word) == seconds {
            return true;
        }
        minutes = [number, amount && word == "m", minute && number];
        seen = [number, counted && token.kind == TokenKind::Name && units::lookup(word) == hours, hour && number];
        if token.kind == TokenKind::End {
            break;
        }
    }
    false
}

/// The minutes of "1h15", whose hours and minutes are one word to the lexer.
fn minutes_in(word: &str) -> Option<(i64, Factor)> {
    let minutes = word.strip_prefix('h').filter(|minutes| minutes.len() == 2)?;
    let minutes: u8 = minutes.bytes().all(|digit| digit.is_ascii_digit()).then(|| minutes.parse().ok())??;
    Some((i64::from(minutes), units::lookup("min")?)).filter(|_| minutes < 60)
}
