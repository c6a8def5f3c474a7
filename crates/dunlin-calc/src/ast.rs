//! The syntax tree: a closed list of node kinds, kept flat.
//!
//! Nodes stand in the order in which they are evaluated (operands before their operator), so that the evaluator is one
//! pass with a stack and needs no recursion, however long a sum is.

use crate::exact::Exact;
use crate::names::{Constant, Function};
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

/// A whole expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ast {
    pub(crate) nodes: Vec<Node>,
}
