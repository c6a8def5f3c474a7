//! A syntax tree to a value: one pass over the nodes with a stack.
//!
//! Exact expressions are done after one pass. When a [`Real`](crate::real::Real) turns out too uncertain for the digits
//! that are promised, the pass is made again with more words.

use crate::ast::{Ast, BinaryOp, NodeKind, UnaryOp};
use crate::error::CalcError;
use crate::exact::Exact;
use crate::functions;
use crate::limits::Meter;
use crate::names::{Constant, Function};
use crate::number::{Number, Outcome, Stop, Work};
use crate::quantity::{Quantity, Units, label, unit_error};
use crate::real::{GOOD, LEVELS, Real};
use crate::units::{self, Factor};
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
    let mut stack: Vec<Quantity> = Vec::with_capacity(8);
    for (at, node) in ast.nodes.iter().enumerate() {
        let value = match &node.kind {
            NodeKind::Number(number) => Ok(Quantity::plain(Number::Exact(number.clone()))),
            NodeKind::Constant(name) => Ok(Quantity::plain(constant(*name, work))),
            NodeKind::Unit(factor) => Quantity::one(*factor, work),
            NodeKind::Unary(op) => unary(*op, pop(&mut stack), work),
            NodeKind::Convert(target) => pop(&mut stack).convert(target, work),
            NodeKind::ConvertParts(parts) => {
                // Whether all units fit is said here, where the place is known.
                let value = pop(&mut stack);
                let fits = parts.iter().skip(1).try_for_each(|part| value.convert(&vec![*part], work).map(drop));
                fits.and_then(|()| value.convert(&parts.iter().take(1).copied().collect(), work))
            }
            NodeKind::ToPercent => {
                let value = pop(&mut stack);
                value.without_unit("a percentage").map_err(Stop::Error).and_then(|number| {
                    let number = number.mul(&Number::int(100), work)?;
                    Ok(Quantity { number, units: vec![units::percent()] })
                })
            }
            NodeKind::Binary(op) => {
                let right = pop(&mut stack);
                let left = pop(&mut stack);
                if !left.units.is_empty() || !right.units.is_empty() {
                    Quantity::binary(*op, &left, &right, work)
                } else if *op == BinaryOp::Pow && is_e(ast, at) {
                    functions::exp(&right.number, work).map(Quantity::plain)
                } else {
                    binary(*op, &left.number, &right.number, work).map(Quantity::plain)
                }
            }
            NodeKind::Call(function, count) => {
                let from = stack.len().saturating_sub(*count as usize);
                let result = call(*function, *count, stack.get(from..).unwrap_or(&[]), work);
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
    let last = pop(&mut stack);
    let parts = match ast.nodes.last().map(|node| &node.kind) {
        Some(NodeKind::ConvertParts(parts)) => Some(in_parts(&last, parts, work)?),
        Some(NodeKind::Convert(_)) => None,
        _ => match durations(ast, &last.units).as_slice() {
            [] | [_] => None,
            units => Some(in_parts(&last, units, work)?),
        },
    };
    finish(last, parts, work)
}

/// The units of time in an expression, the longest first, when its value is a time: `3h 20m + 1h 50m` is said in hours
/// and minutes, as it was written.
fn durations(ast: &Ast, units: &Units) -> Vec<Factor> {
    let mut found: Vec<Factor> = Vec::new();
    let time = |factor: &Factor| factor.power == 1 && factor.unit.clock_seconds().is_some();
    if !matches!(units.as_slice(), [factor] if time(factor)) {
        return found;
    }
    for node in &ast.nodes {
        if let NodeKind::Unit(factor) = &node.kind
            && time(factor)
            && !found.contains(factor)
        {
            found.push(*factor);
        }
    }
    found.sort_by_key(|factor| std::cmp::Reverse(factor.unit.clock_seconds()));
    found
}

/// "5 ft 11 in": whole units, and what is left in the last. Units of which there are none are left out.
fn in_parts(value: &Quantity, parts: &[Factor], work: &mut Work) -> Result<Box<str>, Stop> {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Ok(Box::default()) };
    let mut left = Quantity { number: value.number.abs(), units: value.units.clone() }.convert(&vec![*first], work)?;
    let mut shown: Vec<String> = Vec::new();
    for part in parts {
        left = left.convert(&vec![*part], work)?;
        let count = if part == last { left.number.clone() } else { Number::Exact(left.number.floor(work)?) };
        left.number = left.number.sub(&count, work)?;
        if !count.is_zero() || (part == last && shown.is_empty()) {
            shown.push(Value::new(count, true, &vec![*part]).display());
        }
    }
    let sign = if value.number.is_negative() { "-" } else { "" };
    Ok([sign, &shown.join(" ")].concat().into_boxed_str())
}

/// A function of numbers, or of quantities where it keeps the unit.
fn call(function: Function, count: u32, arguments: &[Quantity], work: &mut Work) -> Result<Quantity, Stop> {
    functions::check_arity(function, count)?;
    let units = match arguments {
        [first, ..] if arguments.iter().any(|one| !one.units.is_empty()) => first.units.clone(),
        _ => Units::new(),
    };
    if units.is_empty() {
        let numbers: Result<Vec<Number>, CalcError> =
            arguments.iter().map(|one| one.without_unit(function.name()).cloned()).collect();
        return functions::call(function, &numbers?, work).map(Quantity::plain);
    }
    match (function, arguments) {
        (Function::Sqrt, [one]) => one.power(&Number::Exact(Exact::Small(1, 2)), work),
        (Function::Cbrt, [one]) => one.power(&Number::Exact(Exact::Small(1, 3)), work),
        (Function::Pow, [base, exponent]) => base.power(exponent.without_unit("an exponent")?, work),
        (Function::Round, [one, places]) => {
            let places = places.without_unit("the number of decimals")?.clone();
            let number = functions::call(function, &[one.number.clone(), places], work)?;
            Ok(Quantity { number, units })
        }
        _ if function.keeps_unit() => {
            let numbers = Quantity::all_aligned(arguments, work)?;
            Ok(Quantity { number: functions::call(function, &numbers, work)?, units })
        }
        _ => {
            Err(unit_error(format!("{} takes a number without a unit, found {}", function.name(), label(&units)))
                .into())
        }
    }
}

/// The value of the last number, when it is sure enough.
fn finish(quantity: Quantity, parts: Option<Box<str>>, work: &Work) -> Result<Value, Stop> {
    let number = match quantity.number {
        Number::Pi(_) => Number::Real(Box::new(quantity.number.real(work))),
        other => other,
    };
    match &number {
        Number::Real(real) if real.error > GOOD => Err(Stop::Again),
        _ => Ok(Value::new(number, !work.assumed, &quantity.units).shown_as(parts)),
    }
}

/// Whether the left side of the power at this node is the constant e.
fn is_e(ast: &Ast, at: usize) -> bool {
    // The right side ends just before its operator; the left side ends just before the right side.
    let right = at.checked_sub(1).and_then(|right| ast.nodes.get(right));
    let left = right.and_then(|right| right.first.checked_sub(1)).and_then(|left| ast.nodes.get(left));
    left.is_some_and(|left| left.kind == NodeKind::Constant(Constant::E))
}

fn pop(stack: &mut Vec<Quantity>) -> Quantity {
    // The parser leaves every operator its operands, so the stack is never empty here.
    stack.pop().unwrap_or(Quantity::plain(Number::ZERO))
}

fn constant(name: Constant, work: &Work) -> Number {
    match name {
        Constant::Pi => Number::Pi(Exact::ONE),
        Constant::Tau => Number::Pi(Exact::int(2)),
        Constant::E => Number::Real(Box::new(Real::e(work.n))),
        Constant::Phi => {
            let root = Real::integer(5, work.n).sqrt();
            Number::Real(Box::new(root.add(&Real::integer(1, work.n)).scaled(-1)))
        }
    }
}

fn unary(op: UnaryOp, value: Quantity, work: &mut Work) -> Result<Quantity, Stop> {
    match op {
        UnaryOp::Neg => Ok(Quantity { number: value.number.neg(), ..value }),
        UnaryOp::Plus => Ok(value),
        UnaryOp::Percent => {
            let number = value.without_unit("a percentage")?;
            Ok(Quantity::plain(number.mul(&Number::Exact(Exact::Small(1, 100)), work)?))
        }
        UnaryOp::Factorial => Ok(Quantity::plain(functions::factorial(value.without_unit("a factorial")?, work)?)),
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
