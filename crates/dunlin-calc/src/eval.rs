//! A syntax tree to a value: one pass over the nodes with a stack.
//!
//! Exact expressions are done after one pass. When a [`Real`](crate::real::Real) turns out too uncertain for the digits
//! that are promised, the pass is made again with more words.

use crate::ast::{Ast, BinaryOp, NodeKind, UnaryOp};
use crate::error::CalcError;
use crate::exact::Exact;
use crate::functions;
use crate::limits::Meter;
use crate::names::Constant;
use crate::number::{Number, Outcome, Stop, Work};
use crate::real::{GOOD, LEVELS, Real};
use crate::value::Value;

/// The value of a whole expression.
pub(crate) fn evaluate(ast: &Ast) -> Result<Value, CalcError> {
    let mut meter = Meter::new();
    for n in LEVELS {
        let mut work = Work { meter, n, assumed: false };
        match pass(ast, &mut work) {
            Ok(value) => return Ok(value),
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::Again) => meter = work.meter,
        }
    }
    Err(CalcError::limit("the result cancels to fewer than 30 digits"))
}

fn pass(ast: &Ast, work: &mut Work) -> Result<Value, Stop> {
    let mut stack: Vec<Number> = Vec::with_capacity(8);
    for (at, node) in ast.nodes.iter().enumerate() {
        let value = match &node.kind {
            NodeKind::Number(number) => Ok(Number::Exact(number.clone())),
            NodeKind::Constant(name) => constant(*name, work),
            NodeKind::Unary(op) => unary(*op, pop(&mut stack), work),
            NodeKind::Binary(op) => {
                let right = pop(&mut stack);
                let left = pop(&mut stack);
                if *op == BinaryOp::Pow && is_e(ast, at) {
                    functions::exp(&right, work)
                } else {
                    binary(*op, &left, &right, work)
                }
            }
            NodeKind::Call(function, count) => {
                let from = stack.len().saturating_sub(*count as usize);
                let result = functions::check_arity(*function, *count)
                    .map_err(Stop::Error)
                    .and_then(|()| functions::call(*function, stack.get(from..).unwrap_or(&[]), work));
                stack.truncate(from);
                result
            }
        };
        match value {
            Ok(value) => stack.push(value),
            Err(Stop::Error(error)) => return Err(Stop::Error(error.at(node.span))),
            Err(Stop::Again) => return Err(Stop::Again),
        }
    }
    finish(pop(&mut stack), work)
}

/// The value of the last number, when it is sure enough.
fn finish(number: Number, work: &Work) -> Result<Value, Stop> {
    let number = match number {
        Number::Pi(_) => Number::Real(Box::new(number.real(work))),
        other => other,
    };
    match &number {
        Number::Real(real) if real.error > GOOD => Err(Stop::Again),
        _ => Ok(Value::new(number, !work.assumed)),
    }
}

/// Whether the left side of the power at this node is the constant e.
fn is_e(ast: &Ast, at: usize) -> bool {
    // The right side ends just before its operator; the left side ends just before the right side.
    let right = at.checked_sub(1).and_then(|right| ast.nodes.get(right));
    let left = right.and_then(|right| right.first.checked_sub(1)).and_then(|left| ast.nodes.get(left));
    left.is_some_and(|left| left.kind == NodeKind::Constant(Constant::E))
}

fn pop(stack: &mut Vec<Number>) -> Number {
    // The parser leaves every operator its operands, so the stack is never empty here.
    stack.pop().unwrap_or(Number::ZERO)
}

fn constant(name: Constant, work: &mut Work) -> Outcome {
    Ok(match name {
        Constant::Pi => Number::Pi(Exact::ONE),
        Constant::Tau => Number::Pi(Exact::int(2)),
        Constant::E => Number::Real(Box::new(Real::e(work.n))),
        Constant::Phi => {
            let root = Real::integer(5, work.n).sqrt();
            Number::Real(Box::new(root.add(&Real::integer(1, work.n)).scaled(-1)))
        }
    })
}

fn unary(op: UnaryOp, value: Number, work: &mut Work) -> Outcome {
    match op {
        UnaryOp::Neg => Ok(value.neg()),
        UnaryOp::Plus => Ok(value),
        UnaryOp::Percent => value.mul(&Number::Exact(Exact::Small(1, 100)), work),
        UnaryOp::Factorial => functions::factorial(&value, work),
    }
}

fn binary(op: BinaryOp, left: &Number, right: &Number, work: &mut Work) -> Outcome {
    match op {
        BinaryOp::Add => left.add(right, work),
        BinaryOp::Sub => left.sub(right, work),
        BinaryOp::Mul | BinaryOp::Of => left.mul(right, work),
        BinaryOp::Div => left.div(right, work),
        BinaryOp::FloorDiv => Ok(Number::Exact(left.div(right, work)?.floor(work)?)),
        BinaryOp::Rem => left.remainder(right, false, work),
        BinaryOp::Mod => left.remainder(right, true, work),
        BinaryOp::Pow => left.pow(right, work),
        BinaryOp::AddPercent => left.mul(&Number::ONE.add(right, work)?, work),
        BinaryOp::SubPercent => left.mul(&Number::ONE.sub(right, work)?, work),
        BinaryOp::On => binary(BinaryOp::AddPercent, right, left, work),
        BinaryOp::Off => binary(BinaryOp::SubPercent, right, left, work),
    }
}
