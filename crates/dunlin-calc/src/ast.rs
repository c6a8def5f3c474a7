//! The syntax tree: a closed list of node kinds, kept flat.
//!
//! Nodes stand in the order in which they are evaluated (operands before their operator), so that the evaluator is one
//! pass with a stack and needs no recursion, however long a sum is.

use crate::exact::Exact;
use crate::format;
use crate::names::{Constant, Function};
use crate::units::Factor;
use dunlin_base::Span;

/// What a node does with the values before it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NodeKind {
    Number(Exact),
    Constant(Constant),
    Unary(UnaryOp),
    Binary(BinaryOp),
    /// A function and how many arguments it takes off the stack.
    Call(Function, u32),
    /// One of a unit.
    Unit(Factor),
    /// The same quantity in these units.
    Convert(Vec<Factor>),
    /// The same quantity in the first unit, and for people what is left in the others: `to feet and inches`.
    ConvertParts(Vec<Factor>),
    /// The same number as a percentage: `0.25 as %`.
    ToPercent,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnaryOp {
    Neg,
    Plus,
    Percent,
    Factorial,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    /// `a % b`: the remainder has the sign of `a`.
    Rem,
    /// `a mod b`: the remainder has the sign of `b`.
    Mod,
    Pow,
    /// `15% of 80`.
    Of,
    /// `80 + 15%`, and `15% on 80` with its sides changed.
    AddPercent,
    /// `80 - 15%`, and `15% off 80` with its sides changed.
    SubPercent,
    /// `15% on 80`.
    On,
    /// `15% off 80`.
    Off,
}

/// A node, its place, and where its operands begin.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) span: Span,
    /// The index of the first node of this subtree.
    pub(crate) first: usize,
}

impl UnaryOp {
    const fn wraps(self) -> (&'static str, &'static str) {
        match self {
            Self::Neg => ("(-", ")"),
            Self::Plus => ("(+", ")"),
            Self::Percent => ("(", "%)"),
            Self::Factorial => ("(", "!)"),
        }
    }
}

impl BinaryOp {
    const fn symbol(self) -> &'static str {
        match self {
            Self::Add | Self::AddPercent => "+",
            Self::Sub | Self::SubPercent => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::FloorDiv => "//",
            Self::Rem => "%",
            Self::Mod => "mod",
            Self::Pow => "^",
            Self::Of => "of",
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// A whole expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ast {
    pub(crate) nodes: Vec<Node>,
}

impl Ast {
    /// The expression with every parenthesis written, so that it shows how the text was read.
    pub(crate) fn print(&self) -> String {
        let mut stack: Vec<String> = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            let mut pop = || stack.pop().unwrap_or_default();
            let text = match &node.kind {
                NodeKind::Number(number) => {
                    format::terminating(number).map_or_else(String::new, |decimal| decimal.plain())
                }
                NodeKind::Constant(constant) => constant.name().to_owned(),
                NodeKind::Unary(op) => {
                    let (before, after) = op.wraps();
                    format!("{before}{}{after}", pop())
                }
                NodeKind::Binary(op) => {
                    let (right, left) = (pop(), pop());
                    if *op == BinaryOp::Mul
                        && self.is_unit(at.wrapping_sub(1))
                        && !self.ends_in_unit(at.wrapping_sub(2))
                    {
                        format!("({left} {right})")
                    } else {
                        format!("({left} {} {right})", op.symbol())
                    }
                }
                NodeKind::Call(function, count) => {
                    let from = stack.len().saturating_sub(*count as usize);
                    let arguments: Vec<String> = stack.drain(from..).collect();
                    format!("{}({})", function.name(), arguments.join(", "))
                }
                NodeKind::Unit(factor) => spelled(*factor),
                NodeKind::Convert(target) => {
                    let mut text = format!("({} to ", pop());
                    for (at, factor) in target.iter().enumerate() {
                        let below = at > 0 && factor.power < 0;
                        if at > 0 {
                            text.push(if below { '/' } else { '*' });
                        }
                        let power = if below { -factor.power } else { factor.power };
                        text.push_str(&spelled(Factor { power, ..*factor }));
                    }
                    text + ")"
                }
                NodeKind::ConvertParts(parts) => {
                    let parts: Vec<String> = parts.iter().map(|part| spelled(*part)).collect();
                    let (last, before) = parts.split_last().map_or(("", &[][..]), |(last, rest)| (last.as_str(), rest));
                    format!("({} to {} and {last})", pop(), before.join(", "))
                }
                NodeKind::ToPercent => format!("({} to %)", pop()),
            };
            stack.push(text);
        }
        stack.pop().unwrap_or_default()
    }

    /// Whether the node is a unit alone.
    pub(crate) fn is_unit(&self, at: usize) -> bool {
        matches!(self.nodes.get(at).map(|node| &node.kind), Some(NodeKind::Unit(_)))
    }

    /// Whether the subtree that ends at `at` was just multiplied by a unit.
    pub(crate) fn ends_in_unit(&self, at: usize) -> bool {
        match self.nodes.get(at).map(|node| &node.kind) {
            Some(NodeKind::Binary(BinaryOp::Mul | BinaryOp::Div)) => self.is_unit(at.wrapping_sub(1)),
            Some(NodeKind::Binary(BinaryOp::Add)) => self.is_unit(at.wrapping_sub(2)),
            _ => self.is_unit(at),
        }
    }
}

fn spelled(factor: Factor) -> String {
    let (prefix, name) = factor.unit.spelled();
    match factor.power {
        1 => format!("{prefix}{name}"),
        power => format!("{prefix}{name}^{power}"),
    }
}
