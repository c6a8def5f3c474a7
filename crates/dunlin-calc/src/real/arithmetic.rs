//! Sums, products, quotients and roots of [`Real`]s, and how they come from exact numbers.

use super::fixed::{self, MAX_WORDS};
use super::{Real, power_of_two};
use crate::exact::Exact;
use num_bigint::{BigInt, BigUint};
use num_traits::Signed;

impl Real {
    /// A mantissa of a table, times a power of two.
    pub(super) fn constant(table: &[u32], exp: i64, n: usize) -> Self {
        let mut words = [0; MAX_WORDS];
        words[..n].copy_from_slice(&table[table.len() - n..]);
        Self { negative: false, exp, words, n, error: unit(n) }
    }

    /// The small integer `value`.
    pub(crate) fn integer(value: i64, n: usize) -> Self {
        let mut real = Self { negative: value < 0, exp: 64, words: [0; MAX_WORDS], n, error: 0.0 };
        let size = value.unsigned_abs();
        real.words[n - 1] = (size >> 32) as u32;
        real.words[n - 2] = size as u32;
        real.normalise();
        real
    }

    /// The number with these bits: every double that is finite is one exactly.
    pub(super) fn from_f64(value: f64, n: usize) -> Self {
        let bits = value.to_bits();
        let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
        let exp = i64::try_from((bits >> 52) & 0x7ff).unwrap_or(0);
        if exp == 0 {
            // Subnormal doubles do not occur as first guesses; zero does.
            return Self::integer(0, n);
        }
        let mut real = Self::integer(mantissa.cast_signed(), n);
        real.exp += exp - 1075;
        real.negative = value < 0.0;
        real
    }

    pub(crate) fn from_exact(number: &Exact, n: usize) -> Self {
        match number {
            Exact::Small(numer, 1) => Self::integer(*numer, n),
            Exact::Small(numer, denom) => {
                let mut real = Self::integer(*numer, n);
                match u32::try_from(*denom) {
                    Ok(denom) => {
                        // The quotient loses at most the bits of the divisor; a shift keeps them on the safe side.
                        fixed::div_small(&mut real.words[..n], denom);
                        let lost = fixed::leading_zeros(&real.words[..n]);
                        real.error = power_of_two(i64::from(lost) + 2 - bits(n));
                        real.normalise();
                        real
                    }
                    Err(_) => real.div(&Self::integer(*denom, n)),
                }
            }
            Exact::Big(ratio) => {
                let top = Self::from_big(&ratio.numer, n);
                if number.is_integer() { top } else { top.div(&Self::from_big(&ratio.denom, n)) }
            }
        }
    }

    /// The first bits of a big integer.
    pub(super) fn from_big(value: &BigInt, n: usize) -> Self {
        let size = i64::try_from(value.bits()).unwrap_or(0);
        let shift = size - bits(n);
        let top: BigUint = if shift > 0 { value.magnitude() >> shift } else { value.magnitude() << -shift };
        let mut words = [0; MAX_WORDS];
        for (word, digit) in words.iter_mut().zip(top.to_u32_digits()) {
            *word = digit;
        }
        Self { negative: value.is_negative(), exp: size, words, n, error: if shift > 0 { unit(n) } else { 0.0 } }
    }

    /// The words in use.
    pub(super) fn used(&self) -> &[u32] {
        &self.words[..self.n]
    }

    /// The same as an integer and the power of two it is multiplied by.
    pub(crate) fn to_big(&self) -> (BigInt, i64) {
        let size = BigInt::from(BigUint::from_slice(self.used()));
        (if self.negative { -size } else { size }, self.exp - bits(self.n))
    }

    /// The same, no longer taken for exact.
    #[must_use]
    pub(crate) fn inexact(self) -> Self {
        Self { error: self.error + unit(self.n), ..self }
    }

    pub(crate) fn is_zero(&self) -> bool {
        fixed::is_zero(self.used())
    }

    /// Moves the mantissa up until its top bit is set.
    pub(super) fn normalise(&mut self) {
        let n = self.n;
        let shift = fixed::leading_zeros(&self.words[..n]);
        if i64::from(shift) == bits(n) {
            self.exp = 0;
            self.negative = false;
        } else if shift > 0 {
            fixed::shift_left(&mut self.words[..n], shift);
            self.exp -= i64::from(shift);
        }
    }

    #[must_use]
    pub(crate) fn neg(&self) -> Self {
        Self { negative: !self.negative && !self.is_zero(), ..self.clone() }
    }

    #[must_use]
    pub(crate) fn abs(&self) -> Self {
        Self { negative: false, ..self.clone() }
    }

    /// The number times 2^`by`.
    #[must_use]
    pub(crate) fn scaled(&self, by: i64) -> Self {
        Self { exp: self.exp + by, ..self.clone() }
    }

    #[must_use]
    pub(crate) fn add(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        if self.is_zero() {
            return other.clone();
        }
        let (big, small) = if self.exp >= other.exp { (self, other) } else { (other, self) };
        let n = big.n;
        let mut low = small.words;
        fixed::shift_right(&mut low[..n], (big.exp - small.exp).unsigned_abs());
        let mut result = big.clone();
        if big.negative == small.negative {
            if fixed::add(&mut result.words[..n], &low[..n]) {
                fixed::shift_right(&mut result.words[..n], 1);
                result.words[n - 1] |= 1 << 31;
                result.exp += 1;
            }
        } else {
            if fixed::sub(&mut result.words[..n], &low[..n]) {
                // Equal exponents and a smaller mantissa: the sign turns.
                fixed::complement(&mut result.words[..n]);
                result.negative = !result.negative;
            }
            result.normalise();
        }
        let exact_shift = big.exp == small.exp;
        let lost = if exact_shift && big.error == 0.0 && small.error == 0.0 {
            0.0
        } else {
            unit(n) * power_of_two(big.exp - result.exp)
        };
        result.error = if result.is_zero() {
            if lost == 0.0 { 0.0 } else { f64::INFINITY }
        } else {
            // Mantissas differ from one by a factor of two at most.
            2.0 * (big.error * power_of_two(big.exp - result.exp) + small.error * power_of_two(small.exp - result.exp))
                + 2.0 * lost
        };
        result
    }

    #[must_use]
    pub(crate) fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    #[must_use]
    pub(crate) fn mul(&self, other: &Self) -> Self {
        let n = self.n;
        let words = fixed::mul(self.used(), other.used());
        let mut result = Self {
            negative: self.negative != other.negative,
            exp: self.exp + other.exp,
            words,
            n,
            error: sum_of_errors(self, other),
        };
        result.normalise();
        result
    }

    /// The quotient; the divisor is not zero.
    #[must_use]
    pub(crate) fn div(&self, other: &Self) -> Self {
        let n = self.n;
        let words = fixed::div(self.used(), other.used());
        let mut result = Self {
            negative: self.negative != other.negative,
            exp: self.exp - other.exp + 1,
            words,
            n,
            error: sum_of_errors(self, other),
        };
        result.normalise();
        result
    }

    /// The square root of a number that is not negative.
    #[must_use]
    pub(crate) fn sqrt(&self) -> Self {
        if self.is_zero() {
            return self.clone();
        }
        let n = self.n;
        // x = m × 2^(2h) with m from a quarter to one; y is 1 / √m, from one to two, found by Newton's steps.
        let half = (self.exp + 1).div_euclid(2);
        let m = Self { negative: false, exp: self.exp - 2 * half, ..self.clone() };
        let mut y = Self::from_f64(1.0 / m.to_f64_rough().sqrt(), n);
        let three = Self::integer(3, n);
        let mut good = 48;
        while good < bits(n) {
            y = y.mul(&three.sub(&m.mul(&y.mul(&y)))).scaled(-1);
            good = 2 * good - 4;
        }
        let mut result = m.mul(&y);
        result.exp += half;
        result.error = self.error + 64.0 * unit(n);
        result
    }

    /// About the value; for first guesses only, of numbers that a double holds.
    pub(super) fn to_f64_rough(&self) -> f64 {
        let n = self.n;
        let top = (u64::from(self.words[n - 1]) << 32) | u64::from(self.words[n - 2]);
        let size = (top >> 11) as f64 * power_of_two(self.exp - 53);
        if self.negative { -size } else { size }
    }
}

/// The bits of `n` words.
pub(super) fn bits(n: usize) -> i64 {
    32 * i64::try_from(n).unwrap_or(0)
}

/// A bound of the rounding of one operation: a few units of the last place.
pub(super) fn unit(n: usize) -> f64 {
    power_of_two(6 - bits(n))
}

fn sum_of_errors(a: &Real, b: &Real) -> f64 {
    // The product of the errors is far below the slack of the unit unless they are large, and then it is 1 at most.
    (a.error + b.error) * 1.001 + a.error * b.error + unit(a.n)
}
