//! How much of everything is allowed, and the meter that counts the work of one evaluation.
//!
//! The figures are chosen so that the slowest input that passes stays well under 50 ms in wasm (see `docs/calculator.md`).

use crate::error::CalcError;

/// The longest text, in characters.
pub const MAX_LENGTH: usize = 10_000;
/// The deepest nesting of parentheses, calls, signs and powers.
pub const MAX_DEPTH: u32 = 256;
/// The most decimal digits of a numerator or denominator.
pub const MAX_DIGITS: u32 = 10_000;
/// [`MAX_DIGITS`] in bits.
pub(crate) const MAX_BITS: u64 = 33_219;
/// The most work: about one unit for each multiplication of two 32-bit digits.
pub(crate) const MAX_WORK: u64 = 6_000_000;

/// The most work for the long literals of one text, in the same unit.
pub(crate) const LITERAL_WORK: u64 = 1_000_000;

/// Counts the work of one evaluation.
#[derive(Debug)]
pub(crate) struct Meter {
    left: u64,
}

impl Meter {
    pub(crate) const fn new() -> Self {
        Self { left: MAX_WORK }
    }

    /// Takes `cost` from what is left.
    pub(crate) fn charge(&mut self, cost: u64) -> Result<(), CalcError> {
        match self.left.checked_sub(cost) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(too_much_work()),
        }
    }

    /// Pays for `a × b`-bit schoolbook work (multiplication, division).
    pub(crate) fn charge_product(&mut self, a_bits: u64, b_bits: u64) -> Result<(), CalcError> {
        self.charge((a_bits / 32 + 1) * (b_bits / 32 + 1))
    }

    /// Pays for a greatest common divisor.
    pub(crate) fn charge_gcd(&mut self, a_bits: u64, b_bits: u64) -> Result<(), CalcError> {
        // The binary algorithm passes over both once for each bit of the smaller, after one long division.
        let small = a_bits.min(b_bits);
        self.charge_product(small, a_bits.max(b_bits) - small)?;
        self.charge(small * (small / 32 + 1))
    }
}

/// The error for more than [`MAX_WORK`].
#[cold]
pub(crate) fn too_much_work() -> CalcError {
    CalcError::limit("the calculation takes more work than the limit allows")
        .with_hint("use smaller numbers or fewer steps")
}

/// The error for a number of more than [`MAX_DIGITS`] digits.
#[cold]
pub(crate) fn too_many_digits() -> CalcError {
    CalcError::limit("the number has more digits than the limit of 10,000")
        .with_hint("use smaller numbers or exponents")
}
