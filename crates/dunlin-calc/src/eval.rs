//! A syntax tree to a value: one pass over the nodes with a stack.

use crate::ast::{Ast, BinaryOp, NodeKind, UnaryOp};
use crate::error::{CalcError, CalcErrorKind};
use crate::exact::Exact;
use crate::limits::Meter;

/// The value of a whole expression.
pub(crate) fn evaluate(ast: &Ast) -> Result<Exact, CalcError> {
    let mut meter = Meter::new();
    let mut stack: Vec<Exact> = Vec::with_capacity(8);
    for node in &ast.nodes {
        let value = match &node.kind {
            NodeKind::Number(number) => Ok(number.clone()),
            NodeKind::Constant(_) => Err(CalcError::new(CalcErrorKind::UnknownName, "constants are not known yet")),
            NodeKind::Unary(op) => {
                let value = pop(&mut stack);
                match op {
                    UnaryOp::Neg => Ok(value.neg()),
                    UnaryOp::Plus => Ok(value),
                    UnaryOp::Percent => value.mul(&Exact::Small(1, 100), &mut meter),
                    UnaryOp::Factorial => Err(CalcError::domain("factorials are not known yet")),
                }
            }
            NodeKind::Binary(op) => {
                let right = pop(&mut stack);
                let left = pop(&mut stack);
                binary(*op, &left, &right, &mut meter)
            }
            NodeKind::Call(_, count) => {
                let at = stack.len().saturating_sub(*count as usize);
                let arguments: Vec<Exact> = stack.drain(at..).collect();
                match arguments.as_slice() {
                    [one] => Ok(one.abs()),
                    _ => Err(CalcError::new(CalcErrorKind::Arity, "abs takes 1 argument")),
                }
            }
        };
        stack.push(value.map_err(|error| error.at(node.span))?);
    }
    Ok(pop(&mut stack))
}

fn pop(stack: &mut Vec<Exact>) -> Exact {
    // The parser leaves every operator its operands, so the stack is never empty here.
    stack.pop().unwrap_or(Exact::ZERO)
}

fn binary(op: BinaryOp, left: &Exact, right: &Exact, meter: &mut Meter) -> Result<Exact, CalcError> {
    match op {
        BinaryOp::Add => left.add(right, meter),
        BinaryOp::Sub => left.sub(right, meter),
        BinaryOp::Mul | BinaryOp::Of => left.mul(right, meter),
        BinaryOp::Div => left.div(right, meter),
        BinaryOp::FloorDiv => Ok(left.div(right, meter)?.floor()),
        BinaryOp::Rem => left.rem_trunc(right, meter),
        BinaryOp::Mod => left.rem_floor(right, meter),
        BinaryOp::Pow if right.is_integer() => left.pow(right, meter),
        BinaryOp::Pow => Err(CalcError::domain("powers with a fraction are not known yet")),
        BinaryOp::AddPercent => left.mul(&Exact::ONE.add(right, meter)?, meter),
        BinaryOp::SubPercent => left.mul(&Exact::ONE.sub(right, meter)?, meter),
        BinaryOp::On => binary(BinaryOp::AddPercent, right, left, meter),
        BinaryOp::Off => binary(BinaryOp::SubPercent, right, left, meter),
    }
}
