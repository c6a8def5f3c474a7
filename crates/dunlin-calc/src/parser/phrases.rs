//! Phrases people say instead of formulas: `41 is 17% off what`, `remainder of 20 divided by 3`.
//!
//! Each ends as ordinary nodes; the evaluator knows nothing of phrases.

use super::{CONVERSION, POWER, PRODUCT, Parser, SIGN, SUM};
use crate::ast::{BinaryOp, NodeKind, UnaryOp};
use crate::error::CalcError;
use crate::exact::Exact;
use crate::lexer::{TokenKind, is_comma_and_group};
use crate::names::{self, Function};
use crate::units;
use dunlin_base::Span;

impl Parser<'_> {
    /// A whole text: an expression, or a question about a percentage.
    pub(super) fn phrase(&mut self) -> Result<(), CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        if self.word().eq_ignore_ascii_case("what") {
            return self.what_first(start);
        }
        self.expression(CONVERSION)?;
        match self.word() {
            "is" => self.is_phrase(first, start),
            "to" => self.change(first, start),
            "of" | "off" | "on" => Err(self.left_over()),
            _ => Ok(()),
        }
    }

    /// `what plus 17% is 41`, `what % of 80 is 12`.
    fn what_first(&mut self, start: usize) -> Result<(), CalcError> {
        self.advance()?;
        if self.take_percent()? {
            // what % of b is a: a / b
            let relation = self.relation()?;
            self.expression(SUM)?;
            self.expect("is")?;
            self.expression(SUM)?;
            self.swap_last_two();
            self.relate(relation, 0, start);
            return Ok(());
        }
        let plus = self.token.kind == TokenKind::Plus || self.word() == "plus";
        let minus = self.token.kind == TokenKind::Minus || self.word() == "minus";
        if !plus && !minus {
            return Err(self.expected("plus or minus and a percentage"));
        }
        self.advance()?;
        self.expression(PRODUCT)?;
        self.expect("is")?;
        self.expression(SUM)?;
        self.swap_last_two();
        self.undo_percentage(if plus { BinaryOp::On } else { BinaryOp::Off }, 0, start);
        Ok(())
    }

    /// What follows `a is`: `25% of what`, `what % on 35`.
    fn is_phrase(&mut self, first: usize, start: usize) -> Result<(), CalcError> {
        self.advance()?;
        if self.take("what")? {
            if !self.take_percent()? {
                return Err(self.expected("a percent sign"));
            }
            let relation = self.relation()?;
            self.expression(SUM)?;
            self.relate(relation, first, start);
            return Ok(());
        }
        self.expression(SIGN)?;
        if !self.ast.nodes.last().is_some_and(|node| node.kind == NodeKind::Unary(UnaryOp::Percent)) {
            return Err(self.expected("a percentage"));
        }
        let relation = self.relation()?;
        self.expect("what")?;
        self.undo_percentage(relation, first, start);
        Ok(())
    }

    /// `10 to 20 is what %`: how much larger the second is.
    fn change(&mut self, first: usize, start: usize) -> Result<(), CalcError> {
        self.advance()?;
        self.expression(SUM)?;
        self.expect("is")?;
        self.expect("what")?;
        if !self.take_percent()? {
            return Err(self.expected("a percent sign"));
        }
        self.swap_last_two();
        self.relate(BinaryOp::On, first, start);
        Ok(())
    }

    fn take_percent(&mut self) -> Result<bool, CalcError> {
        let here = self.token.kind == TokenKind::Percent || matches!(self.word(), "percent" | "percentage" | "pct");
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    fn relation(&mut self) -> Result<BinaryOp, CalcError> {
        let relation = match self.word() {
            "of" => BinaryOp::Of,
            "on" => BinaryOp::On,
            "off" => BinaryOp::Off,
            _ => return Err(self.expected("of, on or off")),
        };
        self.advance()?;
        Ok(relation)
    }

    fn expect(&mut self, word: &str) -> Result<(), CalcError> {
        if self.take(word)? { Ok(()) } else { Err(self.expected(word)) }
    }

    /// Changes the places of the two expressions that were read last.
    fn swap_last_two(&mut self) {
        let Some(second) = self.ast.nodes.last().map(|node| node.first) else { return };
        let Some(first) = second.checked_sub(1).and_then(|at| self.ast.nodes.get(at)).map(|node| node.first) else {
            return;
        };
        let (moved, back) = (self.ast.nodes.len() - second, second - first);
        self.ast.nodes[first..].rotate_left(back);
        for (at, node) in self.ast.nodes.iter_mut().enumerate().skip(first) {
            node.first = if at < first + moved { node.first - back } else { node.first + moved };
        }
    }

    /// From a and b, in that order, the percentage that a is of, on or off b.
    fn relate(&mut self, relation: BinaryOp, first: usize, start: usize) {
        self.push(NodeKind::Binary(BinaryOp::Div), first, start);
        match relation {
            BinaryOp::On => {
                self.number(1);
                self.push(NodeKind::Binary(BinaryOp::Sub), first, start);
            }
            BinaryOp::Off => {
                self.push(NodeKind::Unary(UnaryOp::Neg), first, start);
                self.number(1);
                self.push(NodeKind::Binary(BinaryOp::Add), first, start);
            }
            _ => {}
        }
        self.push(NodeKind::ToPercent, first, start);
    }

    /// From a and p, in that order, the number of which a is p of, on or off.
    fn undo_percentage(&mut self, relation: BinaryOp, first: usize, start: usize) {
        let second = self.ast.nodes.last().map_or(0, |node| node.first);
        if relation == BinaryOp::Off {
            self.push(NodeKind::Unary(UnaryOp::Neg), second, start);
        }
        if relation != BinaryOp::Of {
            self.number(1);
            self.push(NodeKind::Binary(BinaryOp::Add), second, start);
        }
        self.push(NodeKind::Binary(BinaryOp::Div), first, start);
    }

    fn number(&mut self, value: i64) {
        let at = self.ast.nodes.len();
        self.push(NodeKind::Number(Exact::int(value)), at, self.last_end);
    }

    /// Values that begin with a word: `half of 10`, `square root of 16`, `remainder of 20 divided by 3`.
    pub(super) fn worded(&mut self, word: &str) -> Result<bool, CalcError> {
        let (first, start) = (self.ast.nodes.len(), self.token.span.start);
        let lower = word.to_ascii_lowercase();
        match (lower.as_str(), self.peek_word()) {
            ("half" | "third" | "quarter", "of") => {
                self.advance()?;
                let part = match lower.as_str() {
                    "half" => 2,
                    "third" => 3,
                    _ => 4,
                };
                self.number(1);
                self.number(part);
                self.push(NodeKind::Binary(BinaryOp::Div), first, start);
            }
            ("square" | "cube", "root") => {
                self.advance()?;
                self.call(if lower == "square" { Function::Sqrt } else { Function::Cbrt })?;
            }
            ("remainder", "of") => {
                self.advance()?;
                self.advance()?;
                self.expression(PRODUCT)?;
                // The division that was read is the one whose remainder is asked.
                let by_unit = self.ast.is_unit(self.ast.nodes.len().wrapping_sub(2));
                match self.ast.nodes.last_mut() {
                    Some(node) if node.kind == NodeKind::Binary(BinaryOp::Div) && !by_unit => {
                        node.kind = NodeKind::Binary(BinaryOp::Mod);
                    }
                    _ => return Err(self.expected("divided by")),
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What a word close behind a number makes of it: `3 million`, `5 nCr 2`, `5C2`.
    pub(super) fn scaled_or_chosen(&mut self, first: usize, start: usize) -> Result<bool, CalcError> {
        let word = self.word();
        if let Some(value) = super::multiple(word) {
            let (at, place) = (self.ast.nodes.len(), self.token.span.start);
            self.advance()?;
            self.push(NodeKind::Number(Exact::int(value)), at, place);
            self.push(NodeKind::Binary(BinaryOp::Mul), first, start);
            return Ok(true);
        }
        if let Some((function, below)) = chosen(word).filter(|_| !self.token.spaced) {
            let (at, place) = (self.ast.nodes.len(), self.token.span.start);
            self.advance()?;
            self.push(NodeKind::Number(Exact::int(below)), at, place);
            self.push(NodeKind::Call(function, 2), first, start);
            return Ok(true);
        }
        let function = names::function(word).filter(|it| matches!(it, Function::Combinations | Function::Permutations));
        let Some(function) = function.filter(|_| self.peek().kind != TokenKind::Open) else { return Ok(false) };
        self.advance()?;
        self.expression(POWER)?;
        self.push(NodeKind::Call(function, 2), first, start);
        Ok(true)
    }

    /// `average of 3, 4 and 5`; the word `of` or `between` stands here.
    pub(super) fn call_of_list(&mut self, function: Function, first: usize, start: usize) -> Result<(), CalcError> {
        let (calls, list) = (self.lexer.calls, self.lexer.list);
        let groups = self.groups_in_list()?;
        self.lexer.list |= groups;
        self.lexer.calls += u32::from(!groups);
        self.advance()?;
        if function.arity().most == 1 {
            (self.lexer.calls, self.lexer.list) = (calls, list);
            self.bare_argument()?;
            self.push(NodeKind::Call(function, 1), first, start);
            return Ok(());
        }
        self.expression(SUM)?;
        let mut count = 1;
        while self.token.kind == TokenKind::Comma || self.word() == "and" {
            self.advance()?;
            self.take("and")?;
            self.refuse_group()?;
            self.expression(SUM)?;
            count += 1;
        }
        (self.lexer.calls, self.lexer.list) = (calls, list);
        self.push(NodeKind::Call(function, count), first, start);
        Ok(())
    }

    /// Whether the commas between digits in the list that follows part groups (`1,000, 2 and 3`) and not its members
    /// (`100,200,300`). "100,200 and 300" is refused: it is two numbers or three.
    fn groups_in_list(&self) -> Result<bool, CalcError> {
        let from = self.token.span.end;
        let rest = self.text.get(from..).unwrap_or("");
        let rest = rest.find(')').and_then(|end| rest.get(..end)).unwrap_or(rest);
        let mut touching = rest
            .match_indices(',')
            .map(|(at, _)| from + at)
            .filter(|at| self.text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit))
            .peekable();
        let Some(&first) = touching.peek() else { return Ok(false) };
        let commas: Vec<usize> = touching.collect();
        if !commas.iter().all(|at| is_comma_and_group(self.text, *at)) {
            return Ok(false);
        }
        // "1,000": no number begins with a zero, so this comma parts a group.
        let certain = commas.iter().any(|at| self.text.as_bytes().get(at + 1) == Some(&b'0'));
        let spaced = rest.matches(',').count() > commas.len();
        if certain || spaced {
            return Ok(rest.contains(" and ") || spaced);
        }
        if rest.contains(" and ") {
            return Err(CalcError::syntax("a comma that may separate two numbers or part groups of three digits")
                .at(Span::new(first, first + 1))
                .with_hint("write a space after a comma that separates, and no comma inside a number"));
        }
        Ok(false)
    }

    /// Skips what an amount is for, where that cannot be mistaken: `10 for lunch + 15% tip`, `14 hours of work`.
    pub(super) fn label(&mut self) -> Result<bool, CalcError> {
        let node = self.ast.nodes.last().map(|node| &node.kind);
        let after_percent = node == Some(&NodeKind::Unary(UnaryOp::Percent));
        let after_unit = self.ast.ends_in_unit(self.ast.nodes.len().saturating_sub(1));
        if after_percent && is_percent_label(self.word()) {
            self.advance()?;
            return Ok(true);
        }
        let labelled = self.word() == "for" || (after_unit && self.word() == "of");
        if !labelled {
            return Ok(false);
        }
        // Only words nobody could read as part of the sum, and for `for` only before an operator.
        let mut ahead = self.lexer.clone();
        let mut words = 0;
        let next = loop {
            let token = ahead.next()?;
            let word = token.span.of(self.text);
            if token.kind != TokenKind::Name || super::is_word(word) || names::is_name(word) || units::is_unit(word) {
                break token.kind;
            }
            words += 1;
        };
        let operator = matches!(next, TokenKind::Plus | TokenKind::Minus | TokenKind::Star | TokenKind::Slash);
        if words == 0 || !(operator || (after_unit && next == TokenKind::End)) {
            return Ok(false);
        }
        for _ in 0..=words {
            self.advance()?;
        }
        Ok(true)
    }

    /// Whether `1/2` stands here, without spaces and less than one; after a whole number it makes a mixed number, for two
    /// numbers side by side mean nothing else.
    pub(super) fn is_proper_fraction(&self) -> bool {
        let mut ahead = self.lexer.clone();
        let (slash, below) = (ahead.next(), ahead.next());
        match (&self.token.kind, slash, below) {
            (TokenKind::Number(Exact::Small(above, 1)), Ok(slash), Ok(below)) => {
                slash.kind == TokenKind::Slash
                    && !slash.spaced
                    && !below.spaced
                    && matches!(below.kind, TokenKind::Number(Exact::Small(whole, 1)) if *above < whole)
            }
            _ => false,
        }
    }

    /// Takes the `1/2` of `2 1/2`.
    pub(super) fn mixed_number(&mut self, first: usize, start: usize) -> Result<(), CalcError> {
        let (at, place) = (self.ast.nodes.len(), self.token.span.start);
        for operand in 0..2 {
            let from = (self.ast.nodes.len(), self.token.span.start);
            if let TokenKind::Number(number) = self.advance()?.kind {
                self.push(NodeKind::Number(number), from.0, from.1);
            }
            if operand == 0 {
                self.advance()?;
            }
        }
        self.push(NodeKind::Binary(BinaryOp::Div), at, place);
        self.push(NodeKind::Binary(BinaryOp::Add), first, start);
        Ok(())
    }

    /// Takes `to 2 decimal places`, when it stands here, and leaves the number's node.
    pub(super) fn take_places(&mut self) -> Result<bool, CalcError> {
        const PLACES: [&str; 6] = ["decimal", "decimals", "place", "places", "digits", "dp"];
        let mut ahead = self.lexer.clone();
        let number = ahead.next().is_ok_and(|token| matches!(token.kind, TokenKind::Number(_)));
        let named = ahead.next().is_ok_and(|token| PLACES.contains(&token.span.of(self.text)));
        if self.word() != "to" || !number || !named {
            return Ok(false);
        }
        self.advance()?;
        let (at, place) = (self.ast.nodes.len(), self.token.span.start);
        if let TokenKind::Number(number) = self.advance()?.kind {
            self.push(NodeKind::Number(number), at, place);
        }
        while PLACES.contains(&self.word()) {
            self.advance()?;
        }
        Ok(true)
    }

    /// Takes `to the nearest`, when it stands here.
    pub(super) fn take_nearest(&mut self) -> Result<bool, CalcError> {
        if self.word() != "to" || !matches!(self.peek_word(), "nearest" | "the") {
            return Ok(false);
        }
        self.advance()?;
        self.take("the")?;
        self.expect("nearest")?;
        Ok(true)
    }
}

/// `C2` and `P2` right after a number: the function and how many are taken.
fn chosen(word: &str) -> Option<(Function, i64)> {
    let function = match word.as_bytes().first()? {
        b'C' => Function::Combinations,
        b'P' => Function::Permutations,
        _ => return None,
    };
    let digits = word.get(1..).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    digits.parse().ok().map(|below| (function, below))
}

/// Words people put after a percentage to say what it is.
pub(super) fn is_percent_label(word: &str) -> bool {
    matches!(word, "tip" | "tax" | "vat" | "VAT" | "gst" | "GST" | "interest")
}
