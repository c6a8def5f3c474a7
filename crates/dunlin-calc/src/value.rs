//! The result of an evaluation, and the texts made of it when they are asked for.

use crate::exact::Exact;
use crate::format::{self, Decimal, TEXT_DIGITS};

/// A number that was calculated.
///
/// ```
/// let value = dunlin_calc::evaluate("1 / 3").unwrap();
/// assert_eq!(value.fraction().as_deref(), Some("1/3"));
/// assert_eq!(value.display(), "0.333333333333");
/// assert!(value.exact());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    number: Exact,
}

impl Value {
    pub(crate) fn new(number: Exact) -> Self {
        Self { number }
    }

    fn decimal(&self) -> Decimal {
        format::terminating(&self.number).unwrap_or_else(|| format::leading(&self.number, TEXT_DIGITS))
    }

    /// The number with all its digits when it is a decimal that ends, otherwise with 40 significant digits; then the unit.
    pub fn text(&self) -> String {
        self.number_text()
    }

    /// The same without the unit.
    pub fn number_text(&self) -> String {
        self.decimal().plain()
    }

    /// What a person wants to see: about 12 significant digits, and the unit.
    pub fn display(&self) -> String {
        match format::terminating(&self.number) {
            Some(decimal) => decimal.display(),
            None => format::leading(&self.number, 12).display(),
        }
    }

    /// The ratio, when the number is one that is not an integer: `1/3`.
    pub fn fraction(&self) -> Option<String> {
        (!self.number.is_integer()).then(|| format!("{}/{}", self.number.numer(), self.number.denom()))
    }

    /// The nearest double.
    pub fn value(&self) -> f64 {
        format::to_f64(&self.number)
    }

    /// Whether no digit was ever rounded.
    pub fn exact(&self) -> bool {
        true
    }

    /// The unit, when there is one.
    pub fn unit(&self) -> Option<&str> {
        None
    }
}
