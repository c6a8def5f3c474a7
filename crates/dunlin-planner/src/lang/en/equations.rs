//! Words of equations with an unknown: "solve 3x + 4 = 19 for x".

/// What joins the two sides.
pub(crate) const EQUALS: [&str; 4] = ["=", " equals ", " is equal to ", " equal to "];
/// What an unknown is called.
pub(crate) const UNKNOWNS: &str = "x y z n";
/// What may be said around an equation and is no part of it.
pub(crate) const AROUND: &str = "solve calculate compute find what whats is the value of for if when where given that equation please and work out figure tell me can you";
/// What stands before the unknown that is asked for, and what goes on behind it.
pub(crate) const FOR: &str = "for";
pub(crate) const BEFORE: &str = "if when where in given and";
/// What each of them has in it, but for the sign.
pub(crate) const EQUAL: &str = "equal";
