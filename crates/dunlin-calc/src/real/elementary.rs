//! Exponentials, logarithms and the hyperbolic functions.

use super::arithmetic::{bits, unit};
use super::constants::{E, LN_2, LN_10};
use super::fixed::{self, MAX_WORDS};
use super::fixed192;
use super::{MAX_EXPONENT, Real, exponent_limit};
use crate::error::CalcError;

impl Real {
    pub(crate) fn ln_2(n: usize) -> Self {
        Self::constant(&LN_2, 0, n)
    }

    pub(crate) fn ln_10(n: usize) -> Self {
        Self::constant(&LN_10, 2, n)
    }

    pub(crate) fn e(n: usize) -> Self {
        Self::constant(&E, 2, n)
    }

    /// A bound of the absolute error.
    pub(super) fn absolute_error(&self) -> f64 {
        if self.is_zero() { self.error } else { self.error * super::power_of_two(self.exp) }
    }

    /// e to this power.
    pub(crate) fn exp(&self) -> Result<Self, CalcError> {
        let n = self.n;
        if self.is_zero() {
            return Ok(Self::integer(1, n));
        }
        if self.exp > 31 {
            return Err(exponent_limit());
        }
        // x = k ln 2 + r with r from zero to ln 2.
        let ln_2 = Self::ln_2(n);
        let mut k = (self.to_f64_rough() * std::f64::consts::LOG2_E).floor() as i64;
        let mut r = self.sub(&ln_2.mul(&Self::integer(k, n)));
        if r.negative {
            r = r.add(&ln_2);
            k -= 1;
        }
        while !r.sub(&ln_2).negative {
            r = r.sub(&ln_2);
            k += 1;
        }
        let mut words = r.words;
        fixed::shift_right(&mut words[..n], r.exp.min(0).unsigned_abs());
        let grown = expm1_fraction(&words[..n]);
        // (1 + grown) / 2 is the mantissa.
        let mut words = grown;
        fixed::shift_right(&mut words[..n], 1);
        words[n - 1] |= 1 << 31;
        if k + 1 > MAX_EXPONENT || k + 1 < -MAX_EXPONENT {
            return Err(exponent_limit());
        }
        let error = 2.0 * self.absolute_error() + unit(n) * 2048.0 + unit(n) * (k.unsigned_abs() as f64);
        Ok(Self { negative: false, exp: k + 1, words, n, error })
    }

    /// The natural logarithm of a positive number.
    pub(crate) fn ln(&self) -> Result<Self, CalcError> {
        let n = self.n;
        // x = m × 2^k with m near one.
        let mut m = Self { exp: 0, ..self.clone() };
        let mut k = self.exp;
        if m.to_f64_rough() < std::f64::consts::FRAC_1_SQRT_2 {
            m.exp = 1;
            k -= 1;
        }
        // A double's logarithm, put right by the series at what is left: m e^-y is within 2^-50 of one.
        let y = Self::from_f64(m.to_f64_rough().ln(), n);
        let one = Self::integer(1, n);
        let left = Self { error: 0.0, ..m }.mul(&y.neg().exp()?).sub(&one);
        let correction = left.div(&left.add(&one).add(&one)).atanh_series().scaled(1);
        let mut result = y.add(&correction);
        result.error =
            if result.is_zero() { f64::INFINITY } else { unit(n) * 4096.0 / super::power_of_two(result.exp - 1) };
        if k != 0 {
            result = result.add(&Self::ln_2(n).mul(&Self::integer(k, n)));
        }
        // An error of the argument moves the logarithm by as much, relative to the argument.
        if result.is_zero() {
            result.error = f64::INFINITY;
        } else {
            result.error += 2.0 * self.error / super::power_of_two(result.exp - 1);
        }
        Ok(result)
    }

    /// The sum x + x³/3 + x⁵/5 …, for |x| up to a quarter.
    pub(crate) fn atanh_series(&self) -> Self {
        self.odd_series(false)
    }

    /// The sum x − x³/3 + x⁵/5 …, for |x| up to a quarter.
    pub(super) fn atan_series(&self) -> Self {
        self.odd_series(true)
    }

    fn odd_series(&self, alternating: bool) -> Self {
        let n = self.n;
        if self.is_zero() {
            return self.clone();
        }
        let square = self.square_fraction();
        if fixed::is_zero(&square[..n]) {
            return Self { error: self.error + unit(n), ..self.clone() };
        }
        // x (1 ± sum), the sum below one.
        let mut power = square;
        let mut sum = [0; MAX_WORDS];
        let mut odd = 3;
        let mut minus = false;
        loop {
            let mut term = power;
            fixed::div_small(&mut term[..n], odd);
            if fixed::is_zero(&term[..n]) {
                break;
            }
            if minus && alternating {
                fixed::sub(&mut sum[..n], &term[..n]);
            } else {
                fixed::add(&mut sum[..n], &term[..n]);
            }
            power = fixed::mul(&power[..n], &square[..n]);
            odd += 2;
            minus = !minus;
        }
        let mut part = Self { negative: self.negative, exp: 0, words: sum, n, error: 0.0 };
        part.normalise();
        let part = Self { error: 0.0, ..self.clone() }.mul(&part);
        let part = Self { negative: self.negative, ..part };
        let mut result = if alternating { self.sub(&part) } else { self.add(&part) };
        result.error = 1.2 * self.error + 64.0 * unit(n);
        result
    }

    /// The square of a number below one, as a fraction.
    pub(super) fn square_fraction(&self) -> fixed::Words {
        let n = self.n;
        let mut words = fixed::mul(self.used(), self.used());
        fixed::shift_right(&mut words[..n], (2 * self.exp).min(0).unsigned_abs());
        words
    }

    /// The hyperbolic sine and cosine.
    pub(crate) fn sinh_cosh(&self) -> Result<(Self, Self), CalcError> {
        let n = self.n;
        let up = self.exp()?;
        let down = Self::integer(1, n).div(&up);
        let cosh = up.add(&down).scaled(-1);
        // Near zero the difference cancels; the series does not.
        let sinh = if self.exp > -2 { up.sub(&down).scaled(-1) } else { self.sinh_series() };
        Ok((sinh, cosh))
    }

    /// x (1 + x²/6 + x⁴/120 …) for |x| below a quarter.
    fn sinh_series(&self) -> Self {
        let n = self.n;
        let square = self.square_fraction();
        let mut term = square;
        fixed::div_small(&mut term[..n], 6);
        let mut sum = term;
        let mut k = 4;
        while !fixed::is_zero(&term[..n]) {
            term = fixed::mul(&term[..n], &square[..n]);
            fixed::div_small(&mut term[..n], k * (k + 1));
            fixed::add(&mut sum[..n], &term[..n]);
            k += 2;
        }
        let mut part = Self { negative: false, exp: 0, words: sum, n, error: 0.0 };
        part.normalise();
        let mut result = self.add(&Self { error: 0.0, ..self.clone() }.mul(&part));
        result.error = 1.2 * self.error + 64.0 * unit(n);
        result
    }

    /// The inverse hyperbolic sine.
    pub(crate) fn asinh(&self) -> Result<Self, CalcError> {
        let one = Self::integer(1, self.n);
        let size = self.abs();
        let root = size.mul(&size).add(&one).sqrt();
        let result = if self.exp <= -3 { size.div(&root).atanh_series() } else { size.add(&root).ln()? };
        Ok(Self { negative: self.negative, ..result })
    }

    /// The inverse hyperbolic tangent of a number between −1 and 1.
    pub(crate) fn atanh(&self) -> Result<Self, CalcError> {
        if self.exp <= -2 {
            return Ok(self.atanh_series());
        }
        let one = Self::integer(1, self.n);
        Ok(one.add(self).div(&one.sub(self)).ln()?.scaled(-1))
    }
}

/// e^fraction − 1 for a fraction up to ln 2.
fn expm1_fraction(fraction: &[u32]) -> fixed::Words {
    let n = fraction.len();
    // Division by 2^s makes the series short; s squarings undo it.
    let s: u32 = if n <= 8 { 8 } else { 16 };
    let mut t = [0; MAX_WORDS];
    t[..n].copy_from_slice(fraction);
    fixed::shift_right(&mut t[..n], u64::from(s));
    if n == 6 {
        let mut grown = fixed192::expm1(&fixed192::from_slice(&t));
        for _ in 0..s {
            grown = fixed192::square_of_one_more(&grown);
        }
        t[..6].copy_from_slice(&grown);
        return t;
    }
    let mut sum = t;
    let mut term = t;
    let mut k = 2;
    while i64::from(k) < bits(n) {
        term = fixed::mul(&term[..n], &t[..n]);
        fixed::div_small(&mut term[..n], k);
        if fixed::is_zero(&term[..n]) {
            break;
        }
        fixed::add(&mut sum[..n], &term[..n]);
        k += 1;
    }
    for _ in 0..s {
        // (1 + y)² − 1 = y² + 2y.
        let square = fixed::mul(&sum[..n], &sum[..n]);
        fixed::shift_left(&mut sum[..n], 1);
        fixed::add(&mut sum[..n], &square[..n]);
    }
    sum
}
