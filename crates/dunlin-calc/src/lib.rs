//! Text to an exact number.
//!
//! ```
//! let value = dunlin_calc::evaluate("0.1 + 0.2").unwrap();
//! assert_eq!(value.text(), "0.3");
//! assert!(value.exact());
//! ```
//!
//! Text becomes tokens, a syntax tree over a closed list of node kinds, and a value. There is no way to name or call
//! anything outside the tables of this crate. This crate knows nothing of plans, time, storage or locales.
//! `docs/calculator.md` has the dialect, its reasons, and the limits.

mod angles;
mod ast;
mod big;
mod error;
mod eval;
mod exact;
mod format;
mod functions;
mod lexer;
mod limits;
mod names;
mod number;
mod parser;
mod quantity;
mod quick;
mod real;
mod units;
mod value;

pub use error::{CalcError, CalcErrorKind};
pub use limits::{MAX_DEPTH, MAX_DIGITS, MAX_LENGTH};
pub use value::Value;

/// Calculates a text.
///
/// ```
/// assert_eq!(dunlin_calc::evaluate("80 + 15%").unwrap().text(), "92");
/// ```
pub fn evaluate(text: &str) -> Result<Value, CalcError> {
    if let Some(exact) = quick::evaluate(text) {
        return Ok(Value::new(number::Number::Exact(exact), true, &Vec::new()));
    }
    let ast = parser::parse(text).map_err(|error| parser::suggest(error, text))?;
    eval::evaluate(&ast)
}

/// Whether the text is a whole expression; nothing is calculated.
///
/// ```
/// assert!(dunlin_calc::is_expression("2 + 3"));
/// assert!(!dunlin_calc::is_expression("buy milk"));
/// ```
pub fn is_expression(text: &str) -> bool {
    parser::parse(text).is_ok()
}

/// How a text is read: the same expression with every parenthesis written.
///
/// ```
/// assert_eq!(dunlin_calc::canonical("-2^2 + 10%").unwrap(), "((-(2 ^ 2)) + (10%))");
/// ```
pub fn canonical(text: &str) -> Result<String, CalcError> {
    parser::parse(text).map(|ast| ast.print()).map_err(|error| parser::suggest(error, text))
}
