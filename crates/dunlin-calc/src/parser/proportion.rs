//! Proportions with one unknown: `2/3 = x/9`, `2:3 = 4:x`, `2 is to 3 as 4 is to what`.
//!
//! The text is cut at the equals sign and at the two ratios; each known part is an expression of its own. What is left is
//! ordinary nodes, so the evaluator knows nothing of proportions.

use std::cell::OnceCell;

use super::{CONVERSION, Last, Parser};
use crate::ast::{Ast, BinaryOp, NodeKind};
use crate::error::CalcError;
use crate::lexer::{Lexer, TokenKind};
use dunlin_base::Span;

/// The four parts of `a : b = c : d` in order; the unknown one is `None`.
pub(super) type Parts = [Option<Span>; 4];

/// The parts of a text that is a proportion with exactly one unknown. `asks` says that a question mark ended the text,
/// which is an unknown too when nothing else stands there.
pub(super) fn find(text: &str, asks: bool) -> Option<Parts> {
    let all = Span::new(0, text.len());
    let (left, right) = match cut(text, all, "=") {
        Some(sides) => sides,
        None => cut(text, all, " as ")
            .filter(|(left, right)| [left, right].iter().all(|it| it.of(text).contains(" is to ")))?,
    };
    let (a, b) = ratio(text, left)?;
    let (c, d) = ratio(text, right)?;
    let parts = [a, b, c, d].map(|part| trimmed(text, part));
    let mut known = parts.map(|part| (!is_unknown(part.of(text))).then_some(part));
    known[3] = known[3].filter(|part| !(asks && part.is_empty()));
    (known.iter().filter(|part| part.is_none()).count() == 1).then_some(known)
}

/// The tree whose value is the unknown.
pub(super) fn solve(text: &str, parts: &Parts) -> Result<Ast, CalcError> {
    let known: Vec<Span> = parts.iter().copied().flatten().collect();
    let [p, q, r] = known.as_slice() else { return Err(CalcError::syntax("a proportion has one unknown")) };
    // a : b = c : d, so a = b·c/d, b = a/c·d, c = a/b·d and d = c/(a/b), each with its parts in the order they stand.
    let (first, second) = match parts.iter().position(Option::is_none) {
        Some(0) => (BinaryOp::Mul, BinaryOp::Div),
        _ => (BinaryOp::Div, BinaryOp::Mul),
    };
    let mut ast = expression(text, *p, Ast::default())?;
    ast = expression(text, *q, ast)?;
    push(&mut ast, first, p.cover(*q));
    ast = expression(text, *r, ast)?;
    if parts[3].is_none() {
        let (left, right) = (ast.nodes[..].iter().rposition(|node| node.first == 0), ast.nodes.len());
        swap(&mut ast, left.map_or(0, |at| at + 1), right);
        push(&mut ast, BinaryOp::Div, p.cover(*r));
    } else {
        push(&mut ast, second, p.cover(*r));
    }
    Ok(ast)
}

/// Reads one part and appends its nodes.
fn expression(text: &str, part: Span, ast: Ast) -> Result<Ast, CalcError> {
    let text = text.get(..part.end).unwrap_or(text);
    let mut lexer = Lexer::starting_at(text, part.start);
    let token = lexer.next()?;
    let mut parser = Parser {
        text,
        lexer,
        token,
        last: Last::Other,
        last_end: part.start,
        depth: 0,
        ast,
        says_minutes: OnceCell::new(),
    };
    parser.expression(CONVERSION)?;
    match parser.token.kind {
        TokenKind::End => Ok(parser.ast),
        _ => Err(parser.left_over()),
    }
}

/// Joins all that was read so far.
fn push(ast: &mut Ast, op: BinaryOp, span: Span) {
    ast.nodes.push(crate::ast::Node { kind: NodeKind::Binary(op), span, first: 0 });
}

/// Changes the places of the nodes before `middle` and those from there to `end`.
fn swap(ast: &mut Ast, middle: usize, end: usize) {
    ast.nodes.rotate_left(middle);
    for (at, node) in ast.nodes.iter_mut().enumerate() {
        node.first = if at < end - middle { node.first - middle } else { node.first + (end - middle) };
    }
}

/// The two sides of the only place where `sign` stands.
fn cut(text: &str, span: Span, sign: &str) -> Option<(Span, Span)> {
    let inside = span.of(text);
    let at = inside.find(sign).filter(|at| !inside.get(at + sign.len()..).is_some_and(|rest| rest.contains(sign)))?;
    let at = span.start + at;
    Some((Span::new(span.start, at), Span::new(at + sign.len(), span.end)))
}

fn ratio(text: &str, span: Span) -> Option<(Span, Span)> {
    [" is to ", ":", "/", " to "].iter().find_map(|sign| cut(text, span, sign))
}

fn trimmed(text: &str, span: Span) -> Span {
    let inside = span.of(text);
    let start = span.start + (inside.len() - inside.trim_start().len());
    Span::new(start, start.max(span.start + inside.trim_end().len()))
}

fn is_unknown(part: &str) -> bool {
    ["x", "what", "?"].iter().any(|word| part.eq_ignore_ascii_case(word))
}
