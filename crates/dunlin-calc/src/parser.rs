//! Tokens to a syntax tree.
//!
//! ```text
//! expression = sum
//! sum        = product (("+" | "-") product)*
//! product    = signed (("*" | "/" | "//" | "%" | "mod" | "of" | "off" | "on" | nothing) signed)*
//! signed     = ("-" | "+") signed | power
//! power      = postfix ("^" signed)?
//! postfix    = atom ("%" | "!" | "²")*
//! atom       = number | constant | name "(" sum ("," sum)* ")" | name power | "(" sum ")"
//! ```
//!
//! "Nothing" between two factors multiplies where it cannot be mistaken: `2pi`, `3(4+5)`, `(1+2)(3+4)`.
//! Knows no values; it reads precedence climbing, bounded in depth.

use crate::ast::{Ast, BinaryOp, Node, NodeKind, UnaryOp};
use crate::error::{CalcError, CalcErrorKind, quoted};
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
    let mut parser = Parser::new(text)?;
    if parser.token.kind == TokenKind::End {
        return Err(CalcError::syntax("the expression is empty")
            .at(Span::new(0, text.len()))
            .with_hint("type something like 2 + 3"));
    }
    parser.expression(SUM)?;
    if parser.token.kind != TokenKind::End {
        return Err(parser.left_over());
    }
    Ok(parser.ast)
}

/// How strongly an operator holds its operands; a greater number holds more.
type Strength = u8;
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
}

/// What the token before was, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    BinaryPlus,
    Close,
    Other,
}

/// What an infix position holds.
enum Infix {
    Binary(BinaryOp, Strength),
    /// Two factors side by side.
    Nothing,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, CalcError> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next()?;
        Ok(Self { text, lexer, token, last: Last::Other, last_end: 0, depth: 0, ast: Ast::default() })
    }

    fn advance(&mut self) -> Result<Token, CalcError> {
        let next = self.lexer.next()?;
        let token = std::mem::replace(&mut self.token, next);
        self.last = if token.kind == TokenKind::Close { Last::Close } else { Last::Other };
        self.last_end = token.span.end;
        Ok(token)
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
            return Err(
                CalcError::limit("the expression is nested deeper than the limit of 256 levels").at(self.token.span)
            );
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
            };
            if strength < least {
                break;
            }
            if matches!(infix, Infix::Binary(..)) {
                self.advance()?;
                if op == BinaryOp::Add {
                    self.last = Last::BinaryPlus;
                }
            }
            self.operand(op, strength, first, start)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Reads the right side of an operator and closes its node.
    fn operand(&mut self, op: BinaryOp, strength: Strength, first: usize, start: usize) -> Result<(), CalcError> {
        let left = self.ast.nodes.len() - 1;
        // Powers group from the right, everything else from the left.
        self.expression(if op == BinaryOp::Pow { strength } else { strength + 1 })?;
        let op = match op {
            BinaryOp::Add if self.is_percentage(self.ast.nodes.len() - 1) && !self.is_percentage(left) => {
                BinaryOp::AddPercent
            }
            BinaryOp::Sub if self.is_percentage(self.ast.nodes.len() - 1) && !self.is_percentage(left) => {
                BinaryOp::SubPercent
            }
            op => op,
        };
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
            TokenKind::Name => match infix_word(self.word()) {
                Some((op, strength)) => (op, strength),
                None => return Ok(Some(Infix::Nothing)),
            },
            TokenKind::Open | TokenKind::Pi | TokenKind::Root | TokenKind::CubeRoot => return Ok(Some(Infix::Nothing)),
            TokenKind::Number(_) if self.last == Last::Close && !self.token.spaced => return Ok(Some(Infix::Nothing)),
            TokenKind::Number(_) => {
                return Err(CalcError::syntax(format_args!(
                    "found {} right after a value, expected an operator",
                    self.found()
                ))
                .at(self.token.span)
                .with_hint("write * between numbers that are multiplied"));
            }
            _ => return Ok(None),
        };
        Ok(Some(Infix::Binary(op, strength)))
    }

    /// Signs, then a value with what follows it closely.
    fn signed(&mut self) -> Result<(), CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        let op = match self.token.kind {
            TokenKind::Minus => UnaryOp::Neg,
            TokenKind::Plus if self.last == Last::BinaryPlus => {
                return Err(CalcError::syntax("found a second `+`, expected a number")
                    .at(self.token.span)
                    .with_hint("remove one of the signs"));
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
        loop {
            match self.token.kind {
                TokenKind::Bang => {
                    let bang = self.advance()?;
                    if self.token.kind == TokenKind::Bang {
                        return Err(CalcError::syntax("found `!!`, which people read in two ways")
                            .at(bang.span.cover(self.token.span))
                            .with_hint("write (3!)! for the factorial of a factorial"));
                    }
                    self.push(NodeKind::Unary(UnaryOp::Factorial), first, start);
                }
                TokenKind::Percent if !self.is_modulo()? => {
                    self.advance()?;
                    self.push(NodeKind::Unary(UnaryOp::Percent), first, start);
                }
                TokenKind::Superscript(exponent) => {
                    let place = self.token.span.start;
                    self.advance()?;
                    let at = self.ast.nodes.len();
                    self.push(NodeKind::Number(Exact::int(exponent)), at, place);
                    self.push(NodeKind::Binary(BinaryOp::Pow), first, start);
                }
                _ => return Ok(()),
            }
        }
    }

    /// Whether the percent sign here has an operand after it, so that it means modulo.
    fn is_modulo(&self) -> Result<bool, CalcError> {
        let mut ahead = self.lexer.clone();
        let next = ahead.next()?;
        Ok(match next.kind {
            TokenKind::Number(_) | TokenKind::Open | TokenKind::Pi | TokenKind::Root | TokenKind::CubeRoot => true,
            TokenKind::Name => infix_word(next.span.of(self.text)).is_none(),
            // `8 % -3` has an operand with a sign; `10% - 3` and `10%-3` take away.
            TokenKind::Minus => self.token.spaced && next.spaced && !ahead.next()?.spaced,
            _ => false,
        })
    }

    fn atom(&mut self) -> Result<(), CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        match self.token.kind {
            TokenKind::Number(_) => {
                if let TokenKind::Number(number) = self.advance()?.kind {
                    self.push(NodeKind::Number(number), first, start);
                }
                Ok(())
            }
            TokenKind::Pi => {
                self.advance()?;
                self.push(NodeKind::Constant(Constant::Pi), first, start);
                Ok(())
            }
            TokenKind::Open => self.parentheses(),
            TokenKind::Name => self.named(),
            _ => Err(self.expected_value()),
        }
    }

    fn parentheses(&mut self) -> Result<(), CalcError> {
        let calls = self.lexer.calls;
        let open = self.advance()?;
        self.expression(SUM)?;
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
            TokenKind::End => {
                Err(CalcError::syntax("this parenthesis is not closed").at(open).with_hint("add a closing parenthesis"))
            }
            _ => Err(self.left_over()),
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
        match names::function(word) {
            Some(function) => self.call(function),
            None if infix_word(word).is_some() => Err(self.expected_value()),
            None => Err(unknown_name(word, self.token.span)),
        }
    }

    /// A function with its arguments in parentheses, or with one argument and none.
    fn call(&mut self, function: Function) -> Result<(), CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        self.advance()?;
        if self.token.kind != TokenKind::Open {
            self.expression(SIGN)?;
            self.push(NodeKind::Call(function, 1), first, start);
            return Ok(());
        }
        let calls = self.lexer.calls;
        self.lexer.calls += 1;
        let open = self.advance()?;
        let mut count = 0;
        if self.token.kind != TokenKind::Close {
            self.expression(SUM)?;
            count = 1;
            while self.token.kind == TokenKind::Comma {
                self.advance()?;
                self.expression(SUM)?;
                count += 1;
            }
        }
        self.close(open.span, calls)?;
        self.push(NodeKind::Call(function, count), first, start);
        Ok(())
    }

    fn found(&self) -> String {
        match self.token.kind {
            TokenKind::End => "the end".to_owned(),
            _ => quoted(self.token.span.of(self.text)),
        }
    }

    #[cold]
    fn expected_value(&self) -> CalcError {
        match self.token.kind {
            TokenKind::End => CalcError::syntax("the text ends where a number is expected")
                .at(Span::new(self.last_end, self.text.len())),
            _ => CalcError::syntax(format_args!("found {}, expected a number", self.found())).at(self.token.span),
        }
    }

    #[cold]
    fn left_over(&self) -> CalcError {
        let error = CalcError::syntax(format_args!("found {}, expected an operator", self.found())).at(self.token.span);
        match self.token.kind {
            TokenKind::Close => error.with_hint("this parenthesis was never opened"),
            TokenKind::Comma => error.with_hint("write 1.5 with a point, and thousands as 1,000"),
            _ => error,
        }
    }
}

/// Words that stand between two operands.
fn infix_word(word: &str) -> Option<(BinaryOp, Strength)> {
    let op = match word {
        "mod" | "MOD" | "Mod" => BinaryOp::Mod,
        "of" => BinaryOp::Of,
        "off" => BinaryOp::Off,
        "on" => BinaryOp::On,
        "times" | "x" | "X" => BinaryOp::Mul,
        "plus" => return Some((BinaryOp::Add, SUM)),
        "minus" => return Some((BinaryOp::Sub, SUM)),
        _ => return None,
    };
    Some((op, PRODUCT))
}

#[cold]
fn unknown_name(word: &str, span: Span) -> CalcError {
    let error = CalcError::new(CalcErrorKind::UnknownName, format!("unknown name {}", quoted(word))).at(span);
    match names::nearest(word) {
        Some(near) => error.with_hint(format!("did you mean `{near}`?")),
        None => error.with_hint("names are functions such as sqrt, constants such as pi, and units after a number"),
    }
}
