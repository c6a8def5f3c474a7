//! Sine, cosine and their inverses.

use super::Real;
use super::arithmetic::{bits, unit};
use super::constants::PI;
use super::fixed::{self, MAX_WORDS};
use super::fixed192;
use crate::error::CalcError;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::ToPrimitive;

/// The binary exponent from which an angle is refused: its place on the circle would need more digits of π than are kept.
const MAX_ANGLE: i64 = 1330;

impl Real {
    pub(crate) fn pi(n: usize) -> Self {
        Self::constant(&PI, 2, n)
    }

    /// The sine of this angle and that many quarter turns.
    pub(crate) fn sine(&self, quarters: i64) -> Result<Self, CalcError> {
        let (left, turned) =
            if self.is_zero() || (self.exp <= 0 && self.to_f64_rough().abs() < std::f64::consts::FRAC_PI_4) {
                (self.clone(), 0)
            } else {
                self.reduced()?
            };
        Ok(match (turned + quarters).rem_euclid(4) {
            0 => left.sin_series(),
            1 => left.cos_series(),
            2 => left.sin_series().neg(),
            _ => left.cos_series().neg(),
        })
    }

    /// The angle from −π/4 to π/4 that is left after whole quarter turns, and how many, modulo four.
    fn reduced(&self) -> Result<(Self, i64), CalcError> {
        let n = self.n;
        if self.exp > MAX_ANGLE {
            return Err(CalcError::limit("the angle is larger than the limit of 10^400"));
        }
        if self.exp <= 24 {
            let quarter = Self::constant(&PI, 1, n);
            let count = (self.to_f64_rough() / std::f64::consts::FRAC_PI_2).round() as i64;
            let mut left = self.sub(&quarter.mul(&Self::integer(count, n)));
            if left.is_zero() {
                left.error = f64::INFINITY;
            }
            return Ok((left, count));
        }
        // Large angles: in integers, with as many digits of π as the angle has before the point, and those of the result.
        let places = bits(n) + 64;
        let size = places + self.exp + 64;
        let quarter = BigInt::from(BigUint::from_slice(&PI)) >> (bits(PI.len()) - 1 - size);
        let (mantissa, exp) = self.to_big();
        let shift = exp + size;
        let angle = if shift >= 0 { mantissa << shift } else { mantissa >> -shift };
        let half: BigInt = &quarter >> 1_u8;
        let (count, rest) = (&angle + &half).div_mod_floor(&quarter);
        let rest = rest - half;
        let mut left = Self::from_big(&rest, n);
        left.exp -= size;
        left.error = if left.is_zero() {
            f64::INFINITY
        } else {
            unit(n) + (self.absolute_error() + super::power_of_two(2 - places)) / super::power_of_two(left.exp - 1)
        };
        let four = BigInt::from(4);
        Ok((left, count.mod_floor(&four).to_i64().unwrap_or(0)))
    }

    /// x (1 − x²/6 + x⁴/120 …) for |x| up to π/4.
    fn sin_series(&self) -> Self {
        let n = self.n;
        if self.is_zero() {
            return self.clone();
        }
        let mut sum = self.falling_series(6, 4);
        if fixed::is_zero(&sum[..n]) {
            return Self { error: self.error + unit(n), ..self.clone() };
        }
        fixed::complement(&mut sum[..n]);
        let mut factor = Self { negative: false, exp: 0, words: sum, n, error: 0.0 };
        factor.normalise();
        let mut result = self.mul(&factor);
        result.error = 1.3 * self.error + 64.0 * unit(n);
        result
    }

    /// 1 − x²/2 + x⁴/24 … for |x| up to π/4.
    fn cos_series(&self) -> Self {
        let n = self.n;
        let mut sum = self.falling_series(2, 3);
        let error = 2.0 * self.absolute_error() + 64.0 * unit(n);
        if fixed::is_zero(&sum[..n]) {
            return Self { error, ..Self::integer(1, n) };
        }
        fixed::complement(&mut sum[..n]);
        let mut result = Self { negative: false, exp: 0, words: sum, n, error };
        result.normalise();
        result
    }

    /// x²/first − x⁴/(first × k (k+1)) + …, a positive fraction.
    fn falling_series(&self, first: u32, from: u32) -> fixed::Words {
        let n = self.n;
        let square = self.square_fraction();
        if n == 6 {
            let mut sum = [0; MAX_WORDS];
            sum[..6]
                .copy_from_slice(&fixed192::falling(&fixed192::from_slice(&square), if first == 2 { 2 } else { 3 }));
            return sum;
        }
        let mut term = square;
        fixed::div_small(&mut term[..n], first);
        let mut sum = term;
        let mut k = from;
        let mut minus = true;
        while !fixed::is_zero(&term[..n]) {
            term = fixed::mul(&term[..n], &square[..n]);
            fixed::div_small(&mut term[..n], k * (k + 1));
            if minus {
                fixed::sub(&mut sum[..n], &term[..n]);
            } else {
                fixed::add(&mut sum[..n], &term[..n]);
            }
            minus = !minus;
            k += 2;
        }
        sum
    }

    /// The angle whose tangent this is.
    pub(crate) fn atan(&self) -> Result<Self, CalcError> {
        let n = self.n;
        if self.is_zero() {
            return Ok(self.clone());
        }
        if self.exp > 1 {
            // atan x = ± π/2 − atan 1/x.
            let rest = Self::integer(1, n).div(self).atan()?;
            let quarter = Self { negative: self.negative, ..Self::constant(&PI, 1, n) };
            return Ok(quarter.sub(&rest));
        }
        if self.exp <= -3 {
            return Ok(self.atan_series());
        }
        // A double's answer, put right: tan(x − y) = (x cos y − sin y) / (cos y + x sin y) is within 2^-50 of zero.
        let y = Self::from_f64(self.to_f64_rough().atan(), n);
        let (sin, cos) = (y.sine(0)?, y.sine(1)?);
        let x = Self { error: 0.0, ..self.clone() };
        let left = x.mul(&cos).sub(&sin).div(&cos.add(&x.mul(&sin)));
        let mut result = y.add(&left.atan_series());
        result.error = 2.0 * self.error + 1024.0 * unit(n);
        Ok(result)
    }

    /// The angle of the point (x, self), for an x that is not negative.
    fn atan_over(&self, x: &Self) -> Result<Self, CalcError> {
        if x.is_zero() {
            return Ok(Self { negative: self.negative, ..Self::constant(&PI, 1, self.n) });
        }
        self.div(x).atan()
    }

    /// The arc sine of x, given 1 − x and 1 + x without cancellation.
    pub(crate) fn asin(&self, one_minus: &Self, one_plus: &Self) -> Result<Self, CalcError> {
        self.atan_over(&one_minus.mul(one_plus).sqrt())
    }

    /// The arc cosine of a number, from one less it and one more it.
    pub(crate) fn acos(one_minus: &Self, one_plus: &Self) -> Result<Self, CalcError> {
        // 2 atan √((1 − x) / (1 + x)).
        if one_plus.is_zero() {
            return Ok(Self::pi(one_plus.n));
        }
        Ok(one_minus.div(one_plus).sqrt().atan()?.scaled(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::Sign;
    use num_traits::One;

    /// π by Machin's formula, an independent road to the table.
    #[test]
    fn the_table_of_pi_is_pi() {
        let size = 2592 + 64;
        let one: BigInt = BigInt::one() << size;
        let arc_cot = |x: u32| {
            let (mut sum, mut power, mut odd) = (BigInt::from(0), &one / x, 1_u32);
            while power.sign() != Sign::NoSign {
                let term = &power / odd;
                sum = if odd % 4 == 1 { sum + term } else { sum - term };
                power /= x * x;
                odd += 2;
            }
            sum
        };
        let quarter: BigInt = 4 * arc_cot(5) - arc_cot(239);
        assert_eq!(quarter >> 64, BigInt::from(BigUint::from_slice(&PI)));
        assert_eq!(MAX_WORDS, 34);
    }
}
