//! Irrational results: binary floating-point numbers that know how wrong they may be.
//!
//! A [`Real`] carries a bound of its relative error through every operation. When the bound of a final result is too
//! large for the digits that are promised, the evaluator calculates again with more words ([`LEVELS`]); that is how
//! cancellation (`sqrt(2)^2 - 2`, `sin(10^100)`) is met without paying for it in ordinary expressions.
//! Knows nothing of exact special cases (see `functions`), texts or units.

mod arithmetic;
mod constants;
mod decimal;
mod elementary;
mod fixed;
mod fixed192;
mod trigonometry;
mod words;

pub(crate) use decimal::{digits, to_f64};
pub(crate) use fixed::MAX_WORDS;

use crate::error::CalcError;
use fixed::Words;

/// The numbers of 32-bit words that are tried, one after the other.
pub(crate) const LEVELS: [usize; 3] = [6, 14, MAX_WORDS];

/// The relative error a final result may have: well under the fortieth digit.
pub(crate) const GOOD: f64 = 1.0e-42;

/// The greatest binary exponent of a number; beyond it there is an error, never an infinity.
pub(crate) const MAX_EXPONENT: i64 = 1 << 31;

/// `± 0.words × 2^exp`, the top bit of the words set, and zero as no bit set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Real {
    pub(crate) negative: bool,
    pub(crate) exp: i64,
    pub(crate) words: Words,
    /// How many words are used; the same for all numbers of one evaluation.
    pub(crate) n: usize,
    /// A bound of the relative error.
    pub(crate) error: f64,
}

/// The error for an exponent that is out of range.
pub(crate) fn exponent_limit() -> CalcError {
    CalcError::limit("the result is beyond the limit of 10^646,000,000").with_hint("use smaller exponents")
}

/// 2 to a power, as a bound: never less than 2^-1000, so that it cannot vanish.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent.clamp(-1000, 1000) + 1023) as u64) << 52)
}
