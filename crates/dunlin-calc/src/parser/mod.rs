//! Tokens to a syntax tree.
//!
//! ```text
//! phrase     = expression | "what plus 17% is 41" and its like (see `phrases`) | "2/3 = x/9" (see `proportion`)
//! expression = sum (("to" | "in" | "as" | "->") units)*
//! sum        = product (("+" | "-") product)*
//! product    = signed (("*" | "/" | "//" | "%" | "mod" | "of" | "off" | "on" | nothing) signed)*
//! signed     = ("-" | "+") signed | power
//! power      = postfix ("^" signed)?
//! postfix    = atom ("%" | "!" | "²" | "million" | "nCr" postfix | units)*
//! atom       = number | constant | name "(" sum ("," sum)* ")" | name power | "(" expression ")"
//! units      = unit power? (see `units`)
//! ```
//!
//! "Nothing" between two factors multiplies where it cannot be mistaken: `2pi`, `3(4+5)`, `(1+2)(3+4)`.
//! Knows no values; it reads precedence climbing, bounded in depth.

mod faults;
mod phrases;
mod proportion;
mod units;

pub(crate) use faults::suggest;
use faults::unknown_name;

use std::cell::OnceCell;

use crate::ast::{Ast, BinaryOp, Node, NodeKind, UnaryOp};
use crate::error::CalcError;
use crate::exact::Exact;
use crate::lexer::{Lexer, Token, TokenKind};
use crate::limits::{MAX_DEPTH, MAX_LENGTH};
use crate::names::{self, Constant, Function};
use dunlin_base::Span;

/// Reads a whole text.
pub(crate) fn parse(text: &str) -> Result<Ast, CalcError> {
    if text.len() > MAX_LENGTH && text.chars().nth(MAX_LENGTH).is_some() {
        return Err(CalcError::limit("the text is longer than the limit of 10,000 characters"));
    }
    // People end a sum with an equals sign, and a question with a question mark.
    let trimmed = text.trim_end();
    let text = trimmed.strip_suffix(['=', '?']).unwrap_or(trimmed);
    if let Some(parts) = proportion::find(text, trimmed.ends_with('?')) {
        return proportion::solve(text, &parts);
    }
    let mut parser = Parser::new(text)?;
    if parser.token.kind == TokenKind::End {
        return Err(CalcError::syntax("the expression is empty")
            .at(Span::new(0, text.len()))
            .with_hint("type something like 2 + 3"));
    }
    parser.phrase()?;
    if parser.token.kind != TokenKind::End {
        return Err(parser.left_over());
    }
    Ok(parser.ast)
}

/// How strongly an operator holds its operands; a greater number holds more.
type Strength = u8;
const CONVERSION: Strength = 0;
const SUM: Strength = 1;
const PRODUCT: Strength = 3;
const SIGN: Strength = 5;
const POWER: Strength = 7;

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    token: Token,
    /// The token before: what it was decides how a sign or a number after it is read.
    last: Last,
    last_end: usize,
    depth: u32,
    ast: Ast,
    /// Whether lengths of time are said with `h` and `m`; found out where an `m` is met.
    says_minutes: OnceCell<bool>,
}

/// What the token before was, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    BinaryPlus,
    Close,
    Slash,
    Other,
}

/// What an infix position holds.
enum Infix {
    Binary(BinaryOp, Strength),
    /// Two factors side by side.
    Nothing,
    /// `to km`.
    Conversion,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, CalcError> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next()?;
        Ok(Self {
            text,
            lexer,
            token,
            last: Last::Other,
            last_end: 0,
            depth: 0,
            ast: Ast::default(),
            says_minutes: OnceCell::new(),
        })
    }

    fn advance(&mut self) -> Result<Token, CalcError> {
        let next = self.lexer.next()?;
        let token = std::mem::replace(&mut self.token, next);
        self.last = match token.kind {
            TokenKind::Close => Last::Close,
            TokenKind::Slash => Last::Slash,
            _ => Last::Other,
        };
        self.last_end = token.span.end;
        Ok(token)
    }

    /// The token after this one; what cannot be read counts as the end.
    fn peek(&self) -> Token {
        let end = Token { kind: TokenKind::End, span: Span::new(self.text.len(), self.text.len()), spaced: false };
        self.lexer.clone().next().unwrap_or(end)
    }

    /// Whether `to the power of` stands here.
    fn is_power_phrase(&self) -> bool {
        if self.word() != "to" {
            return false;
        }
        let mut ahead = self.lexer.clone();
        ["the", "power", "of"].iter().all(|word| ahead.next().is_ok_and(|token| token.span.of(self.text) == *word))
    }

    /// The token after this one as a word.
    fn peek_word(&self) -> &'a str {
        let next = self.peek();
        if next.kind == TokenKind::Name { next.span.of(self.text) } else { "" }
    }

    /// Takes the word, when it is the one that stands here.
    fn take(&mut self, word: &str) -> Result<bool, CalcError> {
        let here = self.word().eq_ignore_ascii_case(word);
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    fn word(&self) -> &'a str {
        if self.token.kind == TokenKind::Name { self.token.span.of(self.text) } else { "" }
    }

    fn push(&mut self, kind: NodeKind, first: usize, start: usize) {
        self.ast.nodes.push(Node { kind, span: Span::new(start, self.last_end), first });
    }

    fn deeper(&mut self) -> Result<(), CalcError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        Ok(())
    }

    /// Reads operators that hold at least as strongly as `least`.
    fn expression(&mut self, least: Strength) -> Result<(), CalcError> {
        self.deeper()?;
        let first = self.ast.nodes.len();
        let start = self.token.span.start;
        self.signed()?;
        while let Some(infix) = self.infix()? {
            let (op, strength) = match infix {
                Infix::Binary(op, strength) => (op, strength),
                Infix::Nothing => (BinaryOp::Mul, PRODUCT),
                Infix::Conversion if least > CONVERSION => break,
                Infix::Conversion => {
                    self.conversion(first, start)?;
                    continue;
                }
            };
            if strength < least {
                break;
            }
            if matches!(infix, Infix::Binary(..)) {
                self.take_operator(op)?;
            }
            self.operand(op, strength, first, start)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Takes an operator of one or more words.
    fn take_operator(&mut self, op: BinaryOp) -> Result<(), CalcError> {
        let more = match self.word() {
            "divided" | "multiplied" => 1,
            "to" => 3,
            _ => 0,
        };
        for _ in 0..=more {
            self.advance()?;
        }
        if op == BinaryOp::Add {
            self.last = Last::BinaryPlus;
        }
        Ok(())
    }

    /// Reads the right side of an operator and closes its node.
    fn operand(&mut self, op: BinaryOp, strength: Strength, first: usize, start: usize) -> Result<(), CalcError> {
        let left = self.ast.nodes.len().saturating_sub(1);
        if self.bare_unit(op, left)? {
            self.push(NodeKind::Binary(op), first, start);
            return Ok(());
        }
        // Powers group from the right, everything else from the left.
        self.expression(if op == BinaryOp::Pow { strength } else { strength + 1 })?;
        let op = match op {
            BinaryOp::Add
                if self.is_percentage(self.ast.nodes.len().saturating_sub(1)) && !self.is_percentage(left) =>
            {
                BinaryOp::AddPercent
            }
            BinaryOp::Sub
                if self.is_percentage(self.ast.nodes.len().saturating_sub(1)) && !self.is_percentage(left) =>
            {
                BinaryOp::SubPercent
            }
            op => op,
        };
        if op == BinaryOp::Div && self.fraction_of_unit(left, first, start) {
            return Ok(());
        }
        self.push(NodeKind::Binary(op), first, start);
        Ok(())
    }

    /// Whether the subtree that ends at `at` is a percentage: `5%`, `-5%`, or a sum of percentages.
    fn is_percentage(&self, mut at: usize) -> bool {
        // A sum of percentages is one when its right operand and, further left, every other one is.
        loop {
            match self.ast.nodes.get(at).map(|node| (&node.kind, node.first)) {
                Some((NodeKind::Unary(UnaryOp::Percent), _)) => return true,
                Some((NodeKind::Unary(UnaryOp::Neg | UnaryOp::Plus), _)) if at > 0 => at -= 1,
                Some((NodeKind::Binary(BinaryOp::Add | BinaryOp::Sub), _)) if at > 0 => {
                    // An `Add` whose right side is a percentage has a percentage on its left, or it would be `AddPercent`.
                    at -= 1;
                }
                _ => return false,
            }
        }
    }

    /// What stands in infix position; `None` when nothing there goes on.
    fn infix(&mut self) -> Result<Option<Infix>, CalcError> {
        let (op, strength) = match self.token.kind {
            TokenKind::Plus => (BinaryOp::Add, SUM),
            TokenKind::Minus => (BinaryOp::Sub, SUM),
            TokenKind::Star => (BinaryOp::Mul, PRODUCT),
            TokenKind::Slash => (BinaryOp::Div, PRODUCT),
            TokenKind::SlashSlash => (BinaryOp::FloorDiv, PRODUCT),
            // A percent sign that is still here has an operand after it: `postfix` took the others.
            TokenKind::Percent => (BinaryOp::Rem, PRODUCT),
            TokenKind::Caret => (BinaryOp::Pow, POWER),
            TokenKind::Arrow => return Ok(Some(Infix::Conversion)),
            TokenKind::Name => return Ok(self.worded_infix()),
            TokenKind::Open | TokenKind::Pi | TokenKind::Root | TokenKind::CubeRoot => return Ok(Some(Infix::Nothing)),
            TokenKind::Number(_) if self.last == Last::Close && !self.token.spaced => return Ok(Some(Infix::Nothing)),
            TokenKind::Number(_) => return Err(self.value_after_value()),
            _ => return Ok(None),
        };
        Ok(Some(Infix::Binary(op, strength)))
    }

    /// The same where a word stands.
    fn worded_infix(&self) -> Option<Infix> {
        let word = self.word();
        if self.is_power_phrase() {
            return Some(Infix::Binary(BinaryOp::Pow, POWER));
        }
        if let Some((op, strength)) = infix_word(word, self.peek_word()) {
            return Some(Infix::Binary(op, strength));
        }
        if is_conversion_word(word) {
            let target = matches!(self.peek().kind, TokenKind::Name | TokenKind::Degree | TokenKind::Percent);
            return target.then_some(Infix::Conversion);
        }
        (!is_phrase_word(word)).then_some(Infix::Nothing)
    }

    /// Signs, then a value with what follows it closely.
    fn signed(&mut self) -> Result<(), CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        let op = match self.token.kind {
            TokenKind::Minus => UnaryOp::Neg,
            // A sign that touches its number is one (`1 + +1`); with a space after it, it is an operator too many.
            TokenKind::Plus if self.last == Last::BinaryPlus && (!self.token.spaced || self.peek().spaced) => {
                return Err(self.second_plus());
            }
            TokenKind::Plus => UnaryOp::Plus,
            _ => return self.postfix(),
        };
        self.advance()?;
        self.expression(SIGN)?;
        self.push(NodeKind::Unary(op), first, start);
        Ok(())
    }

    fn postfix(&mut self) -> Result<(), CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        self.atom()?;
        while matches!(
            self.token.kind,
            TokenKind::Name | TokenKind::Degree | TokenKind::Bang | TokenKind::Percent | TokenKind::Superscript(_)
        ) && self.suffix(first, start)?
        {}
        Ok(())
    }

    /// Takes one thing that stands close behind a value; gives whether there was one.
    fn suffix(&mut self, first: usize, start: usize) -> Result<bool, CalcError> {
        let word_or_unit = matches!(self.token.kind, TokenKind::Name | TokenKind::Degree);
        if word_or_unit && (self.units(first, start)? || self.label()?) {
            return Ok(true);
        }
        match self.token.kind {
            TokenKind::Bang => {
                self.advance()?;
                self.push(NodeKind::Unary(UnaryOp::Factorial), first, start);
            }
            TokenKind::Percent if !self.is_modulo()? => {
                self.advance()?;
                self.push(NodeKind::Unary(UnaryOp::Percent), first, start);
            }
            TokenKind::Name if matches!(self.word(), "percent" | "pct") => {
                self.advance()?;
                self.push(NodeKind::Unary(UnaryOp::Percent), first, start);
            }
            TokenKind::Name if matches!(self.word(), "squared" | "cubed") => {
                let exponent = if self.word() == "squared" { 2 } else { 3 };
                self.power_of(exponent, first, start)?;
            }
            TokenKind::Superscript(exponent) => self.power_of(exponent, first, start)?,
            TokenKind::Name => return self.scaled_or_chosen(first, start),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A power written as a postfix: `5²`, `5 squared`.
    fn power_of(&mut self, exponent: i64, first: usize, start: usize) -> Result<(), CalcError> {
        let (at, place) = (self.ast.nodes.len(), self.token.span.start);
        self.advance()?;
        self.push(NodeKind::Number(Exact::int(exponent).abs()), at, place);
        if exponent < 0 {
            self.push(NodeKind::Unary(UnaryOp::Neg), at, place);
        }
        self.push(NodeKind::Binary(BinaryOp::Pow), first, start);
        Ok(())
    }

    /// Whether the percent sign here has an operand after it, so that it means modulo.
    fn is_modulo(&self) -> Result<bool, CalcError> {
        let mut ahead = self.lexer.clone();
        let next = ahead.next()?;
        Ok(match next.kind {
            TokenKind::Number(_) | TokenKind::Open | TokenKind::Pi | TokenKind::Root | TokenKind::CubeRoot => true,
            TokenKind::Name => {
                let word = next.span.of(self.text);
                !is_word(word) && !units::is_unit_alone(word) && !phrases::is_percent_label(word)
            }
            // `8 % -3` has an operand with a sign; `10% - 3` and `10%-3` take away.
            TokenKind::Minus => self.token.spaced && next.spaced && !ahead.next()?.spaced,
            _ => false,
        })
    }

    fn atom(&mut self) -> Result<(), CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        match self.token.kind {
            TokenKind::Number(_) => {
                // "2/1 1/2" is anybody's guess.
                let divides = self.last == Last::Slash;
                if let TokenKind::Number(number) = self.advance()?.kind {
                    let whole = !divides && matches!(number, Exact::Small(_, 1));
                    self.push(NodeKind::Number(number), first, start);
                    if whole && self.token.spaced && self.is_proper_fraction() {
                        self.mixed_number(first, start)?;
                        if matches!(self.token.kind, TokenKind::Caret | TokenKind::Superscript(_)) {
                            return Err(self.power_of_mixed_number(start));
                        }
                    }
                }
                Ok(())
            }
            TokenKind::Pi => {
                self.advance()?;
                self.push(NodeKind::Constant(Constant::Pi), first, start);
                Ok(())
            }
            TokenKind::Root | TokenKind::CubeRoot => {
                let function = if self.token.kind == TokenKind::Root { Function::Sqrt } else { Function::Cbrt };
                self.call(function)
            }
            TokenKind::Open => self.parentheses(),
            TokenKind::Name => self.named(),
            _ => Err(self.expected_value()),
        }
    }

    fn parentheses(&mut self) -> Result<(), CalcError> {
        let calls = self.lexer.calls;
        let open = self.advance()?;
        self.expression(CONVERSION)?;
        self.close(open.span, calls)
    }

    /// Takes a closing parenthesis; what follows it is read with `calls` open calls.
    fn close(&mut self, open: Span, calls: u32) -> Result<(), CalcError> {
        match self.token.kind {
            TokenKind::Close => {
                self.lexer.calls = calls;
                self.advance()?;
                Ok(())
            }
            _ => Err(self.not_closed(open)),
        }
    }

    fn named(&mut self) -> Result<(), CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        let word = self.word();
        if let Some(constant) = names::constant(word) {
            self.advance()?;
            self.push(NodeKind::Constant(constant), first, start);
            return Ok(());
        }
        if self.worded(word)? {
            return Ok(());
        }
        match names::function(word) {
            Some(function) => self.call(function),
            None if is_word(word) => Err(self.expected_value()),
            None => Err(unknown_name(word, self.token.span)),
        }
    }

    /// A function with its arguments in parentheses, or with one argument and none.
    fn call(&mut self, function: Function) -> Result<(), CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        self.advance()?;
        if matches!(self.word(), "of" | "between") {
            return self.call_of_list(function, first, start);
        }
        if self.token.kind != TokenKind::Open {
            self.bare_argument()?;
            if function == Function::Round && self.take_nearest()? {
                self.expression(SIGN)?;
                self.push(NodeKind::Call(Function::RoundTo, 2), first, start);
                return Ok(());
            }
            let places = function == Function::Round && self.take_places()?;
            self.push(NodeKind::Call(function, 1 + u32::from(places)), first, start);
            return Ok(());
        }
        let calls = self.lexer.calls;
        self.lexer.calls += 1;
        let open = self.advance()?;
        let mut count = 0;
        if self.token.kind != TokenKind::Close {
            self.expression(CONVERSION)?;
            count = 1;
            while self.token.kind == TokenKind::Comma {
                self.advance()?;
                self.refuse_group()?;
                self.expression(CONVERSION)?;
                count += 1;
            }
        }
        self.close(open.span, calls)?;
        self.push(NodeKind::Call(function, count), first, start);
        Ok(())
    }

    /// `max(1,000, 2)` is neither two arguments nor three that anybody meant.
    fn refuse_group(&self) -> Result<(), CalcError> {
        let text = self.token.span.of(self.text);
        if self.token.spaced
            || text.len() != 3
            || !text.starts_with('0')
            || !text.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Ok(());
        }
        Err(CalcError::syntax("a group of digits among the arguments of a function")
            .at(self.token.span)
            .with_hint("write 1000 without a comma, or a space after the comma"))
    }

    /// One argument without parentheses: a signed power, and constants that stand close to it (`sin 2pi`).
    fn bare_argument(&mut self) -> Result<(), CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        self.expression(SIGN)?;
        while self.token.kind == TokenKind::Pi || names::constant(self.word()).is_some() {
            self.expression(POWER)?;
            self.push(NodeKind::Binary(BinaryOp::Mul), first, start);
        }
        Ok(())
    }
}

/// The number that a word after another number multiplies it by: `3 million`.
fn multiple(word: &str) -> Option<i64> {
    Some(match word {
        "hundred" => 100,
        "thousand" => 1_000,
        "million" => 1_000_000,
        "billion" => 1_000_000_000,
        "trillion" => 1_000_000_000_000,
        _ => return None,
    })
}

/// Words that stand between two operands; `next` is the word after.
fn infix_word(word: &str, next: &str) -> Option<(BinaryOp, Strength)> {
    let op = match word {
        "mod" | "MOD" | "Mod" => BinaryOp::Mod,
        "of" => BinaryOp::Of,
        "off" => BinaryOp::Off,
        "on" => BinaryOp::On,
        "times" | "x" | "X" => BinaryOp::Mul,
        "over" | "per" => BinaryOp::Div,
        "multiplied" if next == "by" => BinaryOp::Mul,
        "divided" if next == "by" => BinaryOp::Div,
        "plus" => return Some((BinaryOp::Add, SUM)),
        "minus" => return Some((BinaryOp::Sub, SUM)),
        _ => return None,
    };
    Some((op, PRODUCT))
}

fn is_conversion_word(word: &str) -> bool {
    matches!(word, "to" | "in" | "as" | "into")
}

/// Words that end an expression inside a phrase.
fn is_phrase_word(word: &str) -> bool {
    matches!(word, "is" | "what" | "and")
}

/// Whether a word belongs to the grammar and is no name.
pub(crate) fn is_word(word: &str) -> bool {
    infix_word(word, "by").is_some()
        || is_conversion_word(word)
        || is_phrase_word(word)
        || multiple(word).is_some()
        || matches!(
            word,
            "by" | "the" | "percent" | "pct" | "squared" | "cubed" | "nearest" | "remainder" | "square" | "cube"
        )
}
