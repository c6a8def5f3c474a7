//! Exact rational numbers: machine words while they fit, big integers when they do not.
//!
//! Knows arithmetic and nothing of texts, functions or units. Every operation that can grow pays the [`Meter`] first.

use crate::big;
use crate::error::CalcError;
use crate::limits::{MAX_BITS, MAX_DIGITS, Meter, too_many_digits};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// A rational number in lowest terms with a positive denominator.
///
/// `Small` whenever both parts fit, so that equal numbers have equal representations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exact {
    /// Numerator (never `i64::MIN`) and denominator (from 1 up).
    Small(i64, i64),
    Big(Box<Ratio>),
}

/// The big form of [`Exact`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ratio {
    pub(crate) numer: BigInt,
    pub(crate) denom: BigInt,
}

impl Exact {
    pub(crate) const ZERO: Self = Self::Small(0, 1);
    pub(crate) const ONE: Self = Self::Small(1, 1);

    pub(crate) const fn int(value: i64) -> Self {
        Self::Small(if value == i64::MIN { -i64::MAX } else { value }, 1)
    }

    /// The number with these parts in any form; `None` when the denominator is zero.
    pub(crate) fn ratio(numer: i64, denom: i64) -> Option<Self> {
        (denom != 0).then(|| Self::from_i128(i128::from(numer), i128::from(denom)))
    }

    /// Digits of a radix from 2 to 36.
    pub(crate) fn from_radix(digits: &str, radix: u32) -> Self {
        match i64::from_str_radix(digits, radix) {
            Ok(value) => Self::int(value),
            Err(_) => Self::from_big(big::from_digits(digits, radix), BigInt::one()),
        }
    }

    fn from_i128(numer: i128, denom: i128) -> Self {
        let negative = (numer < 0) != (denom < 0);
        let (n, d) = (numer.unsigned_abs(), denom.unsigned_abs());
        let (n, d) = if let (Ok(n), Ok(d)) = (u64::try_from(n), u64::try_from(d)) {
            let common = gcd(n, d);
            (u128::from(n / common), u128::from(d / common))
        } else {
            let common = n.gcd(&d).max(1);
            (n / common, d / common)
        };
        if let (Ok(n), Ok(d)) = (i64::try_from(n), i64::try_from(d)) {
            Self::Small(if negative { -n } else { n }, d)
        } else {
            let numer = BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, BigUint::from(n));
            Self::Big(Box::new(Ratio { numer, denom: BigInt::from(d) }))
        }
    }

    /// From parts already in lowest terms, denominator positive.
    pub(crate) fn from_big(numer: BigInt, denom: BigInt) -> Self {
        match (numer.to_i64(), denom.to_i64()) {
            (Some(n), Some(d)) if n != i64::MIN => Self::Small(n, d),
            _ => Self::Big(Box::new(Ratio { numer, denom })),
        }
    }

    /// From parts that may have a common power of two, denominator positive; unmetered, for the bits of a `Real`.
    pub(crate) fn from_unreduced(numer: BigInt, denom: BigInt) -> Self {
        let common = numer.trailing_zeros().unwrap_or(0).min(denom.trailing_zeros().unwrap_or(0));
        Self::from_big(numer >> common, denom >> common)
    }

    fn reduced(numer: BigInt, denom: BigInt, meter: &mut Meter) -> Result<Self, CalcError> {
        let result = if denom.is_one() {
            Self::from_big(numer, denom)
        } else {
            meter.charge_gcd(numer.bits(), denom.bits())?;
            let common = gcd_big(&numer, &denom);
            if common.is_one() {
                Self::from_big(numer, denom)
            } else {
                Self::from_big(numer / &common, denom / &common)
            }
        };
        if result.is_too_big() { Err(too_many_digits()) } else { Ok(result) }
    }

    pub(crate) fn is_too_big(&self) -> bool {
        self.bits() > MAX_BITS
    }

    /// The bits of the greater part.
    pub(crate) fn bits(&self) -> u64 {
        match self {
            Self::Small(n, d) => u64::from(64 - n.unsigned_abs().max(d.unsigned_abs()).leading_zeros()),
            Self::Big(ratio) => ratio.numer.bits().max(ratio.denom.bits()),
        }
    }

    pub(crate) fn numer(&self) -> BigInt {
        match self {
            Self::Small(n, _) => BigInt::from(*n),
            Self::Big(ratio) => ratio.numer.clone(),
        }
    }

    pub(crate) fn denom(&self) -> BigInt {
        match self {
            Self::Small(_, d) => BigInt::from(*d),
            Self::Big(ratio) => ratio.denom.clone(),
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Self::Small(0, _))
    }

    pub(crate) fn is_one(&self) -> bool {
        matches!(self, Self::Small(1, 1))
    }

    pub(crate) fn is_negative(&self) -> bool {
        match self {
            Self::Small(n, _) => *n < 0,
            Self::Big(ratio) => ratio.numer.is_negative(),
        }
    }

    pub(crate) fn is_integer(&self) -> bool {
        match self {
            Self::Small(_, d) => *d == 1,
            Self::Big(ratio) => ratio.denom.is_one(),
        }
    }

    /// The integer it is, when it is one that fits.
    pub(crate) fn to_i64(&self) -> Option<i64> {
        match self {
            Self::Small(n, 1) => Some(*n),
            _ => None,
        }
    }

    pub(crate) fn neg(&self) -> Self {
        match self {
            Self::Small(n, d) => Self::Small(-n, *d),
            Self::Big(ratio) => Self::from_big(-&ratio.numer, ratio.denom.clone()),
        }
    }

    pub(crate) fn abs(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    pub(crate) fn add(&self, other: &Self, meter: &mut Meter) -> Result<Self, CalcError> {
        if let (Self::Small(a, b), Self::Small(c, d)) = (self, other) {
            if *b == 1 && *d == 1 {
                return Ok(Self::from_word(i128::from(*a) + i128::from(*c)));
            }
            // Products of two words and their sum stay below 2^127.
            let (a, b, c, d) = (i128::from(*a), i128::from(*b), i128::from(*c), i128::from(*d));
            return Ok(if b == d { Self::from_i128(a + c, b) } else { Self::from_i128(a * d + c * b, b * d) });
        }
        let (bits, other_bits) = (self.bits(), other.bits());
        meter.charge_product(bits, other_bits)?;
        let (b, d) = (self.denom(), other.denom());
        if b == d {
            return Self::reduced(self.numer() + other.numer(), b, meter);
        }
        Self::reduced(self.numer() * &d + other.numer() * &b, b * d, meter)
    }

    pub(crate) fn sub(&self, other: &Self, meter: &mut Meter) -> Result<Self, CalcError> {
        self.add(&other.neg(), meter)
    }

    pub(crate) fn mul(&self, other: &Self, meter: &mut Meter) -> Result<Self, CalcError> {
        if let (Self::Small(a, b), Self::Small(c, d)) = (self, other) {
            if *b == 1 && *d == 1 {
                return Ok(Self::from_word(i128::from(*a) * i128::from(*c)));
            }
            return Ok(Self::from_i128(i128::from(*a) * i128::from(*c), i128::from(*b) * i128::from(*d)));
        }
        meter.charge_product(self.bits(), other.bits())?;
        Self::reduced(self.numer() * other.numer(), self.denom() * other.denom(), meter)
    }

    pub(crate) fn div(&self, other: &Self, meter: &mut Meter) -> Result<Self, CalcError> {
        self.mul(&other.inverse()?, meter)
    }

    pub(crate) fn inverse(&self) -> Result<Self, CalcError> {
        match self {
            Self::Small(0, _) => Err(CalcError::divide_by_zero()),
            Self::Small(n, d) => Ok(if *n < 0 { Self::Small(-d, -n) } else { Self::Small(*d, *n) }),
            Self::Big(ratio) if ratio.numer.is_negative() => Ok(Self::from_big(-&ratio.denom, -&ratio.numer)),
            Self::Big(ratio) => Ok(Self::from_big(ratio.denom.clone(), ratio.numer.clone())),
        }
    }

    /// From an integer that may not fit.
    fn from_word(value: i128) -> Self {
        match i64::try_from(value) {
            Ok(n) if n != i64::MIN => Self::Small(n, 1),
            _ => Self::Big(Box::new(Ratio { numer: BigInt::from(value), denom: BigInt::one() })),
        }
    }

    /// The greatest integer that is not greater.
    pub(crate) fn floor(&self) -> Self {
        match self {
            Self::Small(n, d) => Self::Small(n.div_euclid(*d), 1),
            Self::Big(ratio) => Self::from_big(ratio.numer.div_floor(&ratio.denom), BigInt::one()),
        }
    }

    /// The nearest integer, halves away from zero.
    pub(crate) fn round(&self, meter: &mut Meter) -> Result<Self, CalcError> {
        let half = Self::Small(1, 2);
        let up = self.abs().add(&half, meter)?.floor();
        Ok(if self.is_negative() { up.neg() } else { up })
    }

    /// The remainder with the sign of the right side.
    pub(crate) fn rem_floor(&self, other: &Self, meter: &mut Meter) -> Result<Self, CalcError> {
        let whole = self.div(other, meter)?.floor();
        self.sub(&whole.mul(other, meter)?, meter)
    }

    /// The power with an integer exponent.
    pub(crate) fn pow(&self, exponent: &Self, meter: &mut Meter) -> Result<Self, CalcError> {
        if exponent.is_zero() || self.is_one() {
            return Ok(Self::ONE);
        }
        if self.is_zero() {
            return if exponent.is_negative() { Err(CalcError::divide_by_zero()) } else { Ok(Self::ZERO) };
        }
        if matches!(self, Self::Small(-1, 1)) {
            let odd = exponent.numer().is_odd();
            return Ok(if odd { Self::Small(-1, 1) } else { Self::ONE });
        }
        let Some(count) = exponent.to_i64() else { return Err(too_many_digits()) };
        let base = if count < 0 { self.inverse()? } else { self.clone() };
        let count = count.unsigned_abs();
        if let Self::Small(n, 1) = base
            && let Some(power) = u32::try_from(count).ok().and_then(|count| n.checked_pow(count))
        {
            return Ok(Self::from_word(i128::from(power)));
        }
        if (base.bits() - 1).saturating_mul(count) > MAX_BITS {
            return Err(too_many_digits());
        }
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let bits = base.bits() * u64::from(count);
        meter.charge_product(bits, bits)?;
        let result = Self::from_big(base.numer().pow(count), base.denom().pow(count));
        if result.is_too_big() { Err(too_many_digits()) } else { Ok(result) }
    }

    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Small(a, b), Self::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => (self.numer() * other.denom()).cmp(&(other.numer() * self.denom())),
        }
    }
}

/// The greatest common divisor of two words; at least 1 when either is not zero.
pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if a == 0 || b == 0 {
        return (a | b).max(1);
    }
    let shift = (a | b).trailing_zeros();
    let (mut a, mut b) = (a >> a.trailing_zeros(), b >> b.trailing_zeros());
    while a != b {
        if a > b {
            (a, b) = (b, a);
        }
        b -= a;
        b >>= b.trailing_zeros();
    }
    a << shift
}

/// One long division first, so that numbers of unlike length cost little.
pub(crate) fn gcd_big(a: &BigInt, b: &BigInt) -> BigInt {
    let (long, short) = if a.bits() > b.bits() { (a, b) } else { (b, a) };
    if short.is_zero() {
        return long.abs();
    }
    (long % short).gcd(short)
}

/// A decimal literal as it is read, digit by digit.
#[derive(Debug, Default)]
pub(crate) struct Literal {
    small: u64,
    /// All digits, once they no longer fit in `small`.
    big: String,
    /// How many digits are in `small`.
    count: u32,
    decimals: Option<i64>,
    exponent: i64,
}

impl Literal {
    /// Takes one more digit.
    pub(crate) fn push(&mut self, digit: u32) {
        const FITS: u32 = 18;
        if let Some(decimals) = &mut self.decimals {
            *decimals += 1;
        }
        if self.count == FITS && self.big.is_empty() {
            self.big = self.small.to_string();
        }
        if self.big.is_empty() {
            self.small = self.small * 10 + u64::from(digit);
            // Leading zeros do not use up the room.
            self.count += u32::from(self.small != 0);
        } else {
            self.big.push(char::from_digit(digit, 10).unwrap_or('0'));
        }
    }

    /// What follows is decimals.
    pub(crate) fn point(&mut self) {
        self.decimals = Some(0);
    }

    /// The power of ten written after `e`.
    pub(crate) fn exponent(&mut self, exponent: i64) {
        self.exponent = exponent;
    }

    /// The work of making the number: nothing worth counting for those that fit a word.
    pub(crate) fn cost(&self) -> u64 {
        const DIGITS_A_WORD: u64 = 9;
        let shift = self.exponent.saturating_sub(self.decimals.unwrap_or(0)).unsigned_abs().min(u64::from(MAX_DIGITS));
        let (digits, power) = (self.big.len() as u64 / DIGITS_A_WORD, shift / DIGITS_A_WORD);
        digits * digits / 2 + power * power / 16
    }

    /// The number.
    pub(crate) fn value(&self) -> Result<Exact, CalcError> {
        const POWERS: [i64; 19] = {
            let mut powers = [1; 19];
            let mut at = 1;
            while at < 19 {
                powers[at] = powers[at - 1] * 10;
                at += 1;
            }
            powers
        };
        let shift = self.exponent.saturating_sub(self.decimals.unwrap_or(0));
        if self.big.is_empty() {
            let digits = i64::try_from(self.small).unwrap_or(i64::MAX);
            if digits == 0 {
                return Ok(Exact::ZERO);
            }
            if shift == 0 {
                return Ok(Exact::int(digits));
            }
            let power = usize::try_from(shift.unsigned_abs()).ok().and_then(|at| POWERS.get(at));
            if let Some(&power) = power {
                let (numer, denom) = if shift > 0 { (digits.checked_mul(power), 1) } else { (Some(digits), power) };
                if let Some(number) = numer.and_then(|numer| Exact::ratio(numer, denom)) {
                    return Ok(number);
                }
            }
        }
        if shift.unsigned_abs() > u64::from(MAX_DIGITS) {
            return Err(too_many_digits());
        }
        let digits = if self.big.is_empty() { BigInt::from(self.small) } else { big::from_digits(&self.big, 10) };
        let power = BigInt::from(10).pow(u32::try_from(shift.unsigned_abs()).unwrap_or(u32::MAX));
        // A literal is not metered: the length of the text and the limit above bound it.
        let mut meter = Meter::new();
        if shift >= 0 {
            Exact::reduced(digits * power, BigInt::one(), &mut meter)
        } else {
            Exact::reduced(digits, power, &mut meter)
        }
    }
}
