//! The result of an evaluation, and the texts made of it when they are asked for.

use crate::big;
use crate::exact::Exact;
use crate::format::{self, Decimal, TEXT_DIGITS};
use crate::number::Number;
use crate::quantity::{Units, label};
use crate::real;
use num_traits::Signed;

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
    number: Number,
    certain: bool,
    unit: Option<Box<str>>,
    /// How people want to see it when it was asked for in two units: `5 ft 11 in`.
    parts: Option<Box<str>>,
}

impl Value {
    pub(crate) fn new(number: Number, certain: bool, units: &Units) -> Self {
        Self { number, certain, unit: (!units.is_empty()).then(|| label(units).into_boxed_str()), parts: None }
    }

    /// The same, shown to people in two units.
    pub(crate) fn shown_as(self, parts: Option<Box<str>>) -> Self {
        Self { parts, ..self }
    }

    fn with_unit(&self, number: String) -> String {
        match &self.unit {
            Some(unit) => format!("{number} {unit}"),
            None => number,
        }
    }

    /// The number with all its digits when it is a decimal that ends, otherwise with 40 significant digits; then the unit.
    pub fn text(&self) -> String {
        self.with_unit(self.number_text())
    }

    /// The same without the unit.
    pub fn number_text(&self) -> String {
        if let Some(short) = self.short() {
            return short;
        }
        if let Some(decimal) = self.terminating() {
            return decimal.plain();
        }
        let decimal = self.leading(usize::from(TEXT_DIGITS));
        // Zeros that were never calculated are not written as digits.
        if decimal.point > i64::from(TEXT_DIGITS) || decimal.point < -20 {
            decimal.scientific()
        } else {
            decimal.plain()
        }
    }

    /// What a person wants to see: about 12 significant digits, and the unit.
    pub fn display(&self) -> String {
        const DIGITS: usize = 12;
        if let Some(parts) = &self.parts {
            return parts.to_string();
        }
        if let Some(short) = self.short() {
            return self.with_unit(short);
        }
        self.with_unit(match self.terminating() {
            Some(decimal) => decimal.display(),
            None => self.leading(DIGITS).display(),
        })
    }

    /// The ratio, when the number is one that is not an integer: `1/3`.
    pub fn fraction(&self) -> Option<String> {
        match &self.number {
            Number::Exact(number) if !number.is_integer() && self.certain => {
                let mut out = String::new();
                for part in [number.numer(), number.denom()] {
                    if !out.is_empty() {
                        out.push('/');
                    }
                    if part.is_negative() {
                        out.push('-');
                    }
                    out.push_str(&big::digits(&part));
                }
                Some(out)
            }
            _ => None,
        }
    }

    /// The nearest double, when the number is neither too large nor too close to zero for one.
    ///
    /// ```
    /// assert_eq!(dunlin_calc::evaluate("1/4").unwrap().double(), Some(0.25));
    /// assert_eq!(dunlin_calc::evaluate("10^400").unwrap().double(), None);
    /// ```
    pub fn double(&self) -> Option<f64> {
        let value = self.value();
        let is_zero = matches!(&self.number, Number::Exact(number) if number.is_zero());
        (value.abs() < f64::MAX && (value != 0.0 || is_zero)).then_some(value)
    }

    /// The nearest double; the greatest one for larger numbers, never an infinity.
    pub fn value(&self) -> f64 {
        match &self.number {
            Number::Exact(number) | Number::Pi(number) => format::to_f64(number),
            Number::Real(real) => real::to_f64(real),
        }
    }

    /// The ratio, when it says all there is to say: it is exact, it has no unit, and the shortest text that gives the
    /// double back, which is how JavaScript writes a number, is both `text` and `display`.
    ///
    /// ```
    /// assert_eq!(dunlin_calc::evaluate("0.1 + 0.2").unwrap().plain(), Some((3, 10)));
    /// assert_eq!(dunlin_calc::evaluate("1 / 3").unwrap().plain(), None);
    /// ```
    pub fn plain(&self) -> Option<(i64, i64)> {
        match &self.number {
            Number::Exact(Exact::Small(numer, denom)) if self.certain && self.unit.is_none() => {
                format::is_plain(*numer, *denom).then_some((*numer, *denom))
            }
            _ => None,
        }
    }

    /// Whether no digit was ever rounded.
    pub fn exact(&self) -> bool {
        self.certain && matches!(self.number, Number::Exact(_))
    }

    /// The unit, when there is one.
    pub fn unit(&self) -> Option<&str> {
        self.unit.as_deref()
    }

    /// The text of a number so short that all its digits are also what a person wants to see.
    fn short(&self) -> Option<String> {
        match &self.number {
            Number::Exact(Exact::Small(numer, denom)) | Number::Pi(Exact::Small(numer, denom)) => {
                format::short(*numer, *denom)
            }
            _ => None,
        }
    }

    fn terminating(&self) -> Option<Decimal> {
        match &self.number {
            Number::Exact(number) | Number::Pi(number) => format::terminating(number),
            Number::Real(_) => None,
        }
    }

    fn leading(&self, count: usize) -> Decimal {
        match &self.number {
            Number::Exact(number) | Number::Pi(number) => format::leading(number, count),
            Number::Real(real) => real::digits(real, count).unwrap_or_else(|_| format::leading(&Exact::ZERO, count)),
        }
    }
}
