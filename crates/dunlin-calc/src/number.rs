//! A number of an evaluation: exact as long as mathematics allows, a [`Real`] after that.
//!
//! Multiples of π are kept apart, because angles are what they are for: `sin(pi)` is zero and `asin(1/2) / pi` a sixth.
//! Knows arithmetic and powers; the functions by name are in `functions`.

use crate::error::{CalcError, CalcErrorKind};
use crate::exact::Exact;
use crate::limits::{MAX_BITS, Meter, too_many_digits};
use crate::real::{LEVELS, MAX_EXPONENT, Real, exponent_limit};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use std::cmp::Ordering;

/// A number on the way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Number {
    Exact(Exact),
    /// A multiple of π, never zero.
    Pi(Exact),
    Real(Box<Real>),
}

/// Why an operation has no result.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The precision is too low to decide; calculate again with more.
    Again,
    Error(CalcError),
}

impl From<CalcError> for Stop {
    fn from(error: CalcError) -> Self {
        Self::Error(error)
    }
}

pub(crate) type Outcome = Result<Number, Stop>;

/// What an evaluation has at hand: its meter and its precision.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) meter: Meter,
    /// Words of a [`Real`].
    pub(crate) n: usize,
    /// Whether a difference too small for the greatest precision was taken for zero.
    pub(crate) assumed: bool,
}

impl Work {
    /// Pays for one operation of a [`Real`].
    pub(crate) fn pay_real(&mut self) -> Result<(), CalcError> {
        const COST: u64 = 8;
        let n = self.n as u64;
        self.meter.charge(COST * n * n)
    }

    /// Pays for the series of so many functions; they are longer where the words are more.
    pub(crate) fn pay_function(&mut self, count: u64) -> Result<(), CalcError> {
        const COST: u64 = 12;
        let n = self.n as u64;
        self.meter.charge(count * COST * n * n * n)
    }

    pub(crate) fn is_last(&self) -> bool {
        self.n == LEVELS[LEVELS.len() - 1]
    }

    /// A result, once it is sure that it is not zero.
    pub(crate) fn settle(&mut self, real: Real) -> Outcome {
        const UNSURE: f64 = 0.25;
        if real.is_zero() && real.error == 0.0 {
            return Ok(Number::Exact(Exact::ZERO));
        }
        if real.is_zero() || real.error > UNSURE {
            if !self.is_last() {
                return Err(Stop::Again);
            }
            // More than 300 digits agree: a person means zero.
            self.assumed = true;
            return Ok(Number::Exact(Exact::ZERO));
        }
        if real.exp.abs() > MAX_EXPONENT {
            return Err(exponent_limit().into());
        }
        Ok(Number::Real(Box::new(real)))
    }
}

impl Number {
    pub(crate) const ZERO: Self = Self::Exact(Exact::ZERO);
    pub(crate) const ONE: Self = Self::Exact(Exact::ONE);

    pub(crate) const fn int(value: i64) -> Self {
        Self::Exact(Exact::int(value))
    }

    pub(crate) fn real(&self, work: &Work) -> Real {
        match self {
            Self::Exact(number) => Real::from_exact(number, work.n),
            Self::Pi(times) => Real::pi(work.n).mul(&Real::from_exact(times, work.n)),
            Self::Real(real) => (**real).clone(),
        }
    }

    pub(crate) fn pi(times: Exact) -> Self {
        if times.is_zero() { Self::ZERO } else { Self::Pi(times) }
    }

    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Self::Exact(number) if number.is_zero())
    }

    pub(crate) fn is_negative(&self) -> bool {
        match self {
            Self::Exact(number) | Self::Pi(number) => number.is_negative(),
            Self::Real(real) => real.negative,
        }
    }

    #[must_use]
    pub(crate) fn neg(&self) -> Self {
        match self {
            Self::Exact(number) => Self::Exact(number.neg()),
            Self::Pi(number) => Self::Pi(number.neg()),
            Self::Real(real) => Self::Real(Box::new(real.neg())),
        }
    }

    #[must_use]
    pub(crate) fn abs(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    pub(crate) fn add(&self, other: &Self, work: &mut Work) -> Outcome {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => Ok(Self::Exact(a.add(b, &mut work.meter)?)),
            (Self::Pi(a), Self::Pi(b)) => Ok(Self::pi(a.add(b, &mut work.meter)?)),
            (Self::Exact(zero), rest) | (rest, Self::Exact(zero)) if zero.is_zero() => Ok(rest.clone()),
            _ => {
                work.pay_real()?;
                let sum = self.real(work).add(&other.real(work));
                work.settle(sum)
            }
        }
    }

    pub(crate) fn sub(&self, other: &Self, work: &mut Work) -> Outcome {
        self.add(&other.neg(), work)
    }

    pub(crate) fn mul(&self, other: &Self, work: &mut Work) -> Outcome {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => Ok(Self::Exact(a.mul(b, &mut work.meter)?)),
            (Self::Exact(a), Self::Pi(b)) | (Self::Pi(b), Self::Exact(a)) => Ok(Self::pi(a.mul(b, &mut work.meter)?)),
            (Self::Exact(zero), _) | (_, Self::Exact(zero)) if zero.is_zero() => Ok(Self::ZERO),
            _ => {
                work.pay_real()?;
                let product = self.real(work).mul(&other.real(work));
                work.settle(product)
            }
        }
    }

    pub(crate) fn div(&self, other: &Self, work: &mut Work) -> Outcome {
        match (self, other) {
            (_, Self::Exact(zero)) if zero.is_zero() => Err(CalcError::divide_by_zero().into()),
            (Self::Exact(a), Self::Exact(b)) | (Self::Pi(a), Self::Pi(b)) => {
                Ok(Self::Exact(a.div(b, &mut work.meter)?))
            }
            (Self::Pi(a), Self::Exact(b)) => Ok(Self::pi(a.div(b, &mut work.meter)?)),
            (Self::Exact(zero), _) if zero.is_zero() => Ok(Self::ZERO),
            _ => {
                work.pay_real()?;
                let quotient = self.real(work).div(&other.real(work));
                work.settle(quotient)
            }
        }
    }

    pub(crate) fn compare(&self, other: &Self, work: &mut Work) -> Result<Ordering, Stop> {
        if let (Self::Exact(a), Self::Exact(b)) = (self, other) {
            work.meter.charge_product(a.bits(), b.bits())?;
            return Ok(a.compare(b));
        }
        let difference = self.sub(other, work)?;
        Ok(match difference {
            _ if difference.is_zero() => Ordering::Equal,
            _ if difference.is_negative() => Ordering::Less,
            _ => Ordering::Greater,
        })
    }

    /// The greatest integer that is not greater.
    pub(crate) fn floor(&self, work: &mut Work) -> Result<Exact, Stop> {
        let real = match self {
            Self::Exact(number) => return Ok(number.floor()),
            Self::Pi(_) | Self::Real(_) => self.real(work),
        };
        if real.exp > i64::try_from(MAX_BITS).unwrap_or(i64::MAX) {
            return Err(too_many_digits().into());
        }
        if real.exp > 32 * i64::try_from(work.n).unwrap_or(0) - 8 && !work.is_last() {
            return Err(Stop::Again);
        }
        // The integer nearest to the number: if the number cannot be told from it, it is taken to be it.
        let half = Real::integer(1, work.n).scaled(-1);
        let nearest = floor_of_bits(&real.add(&half));
        let gap = real.sub(&Real::from_exact(&nearest, work.n));
        match work.settle(gap)? {
            Self::Real(gap) if gap.negative => Ok(nearest.sub(&Exact::ONE, &mut work.meter)?),
            _ => Ok(nearest),
        }
    }

    /// The integer towards zero.
    pub(crate) fn trunc(&self, work: &mut Work) -> Result<Exact, Stop> {
        let size = self.abs().floor(work)?;
        Ok(if self.is_negative() { size.neg() } else { size })
    }

    /// The nearest integer, halves away from zero.
    pub(crate) fn round(&self, work: &mut Work) -> Result<Exact, Stop> {
        if let Self::Exact(number) = self {
            return Ok(number.round(&mut work.meter)?);
        }
        let up = self.abs().add(&Self::Exact(Exact::Small(1, 2)), work)?.floor(work)?;
        Ok(if self.is_negative() { up.neg() } else { up })
    }

    /// `self - other × whole(self / other)`, for the remainders of `%` and `mod`.
    pub(crate) fn remainder(&self, other: &Self, floored: bool, work: &mut Work) -> Outcome {
        let quotient = self.div(other, work)?;
        let whole = if floored { quotient.floor(work)? } else { quotient.trunc(work)? };
        self.sub(&other.mul(&Self::Exact(whole), work)?, work)
    }

    /// The power.
    pub(crate) fn pow(&self, exponent: &Self, work: &mut Work) -> Outcome {
        match (self, exponent) {
            (Self::Exact(base), Self::Exact(power)) if power.is_integer() => self.pow_whole(base, power, work),
            (Self::Exact(base), _) if base.is_one() => Ok(Self::ONE),
            (Self::Exact(base), _) if base.is_zero() => {
                if exponent.is_negative() {
                    Err(CalcError::divide_by_zero().into())
                } else {
                    Ok(Self::ZERO)
                }
            }
            (_, Self::Exact(power)) => self.pow_exact(power, work),
            _ if self.is_negative() => Err(negative_power().into()),
            _ => self.pow_real(exponent, work),
        }
    }

    /// The power of an exact number with a whole exponent.
    fn pow_whole(&self, base: &Exact, power: &Exact, work: &mut Work) -> Outcome {
        match base.pow(power, &mut work.meter) {
            // Of `1.0001^10000` nobody wants all 40,000 decimals: a fraction goes on as a real number, marked as such.
            Err(error) if error.kind() == CalcErrorKind::Limit && !base.is_integer() => {
                let size = self.abs().pow_real(&Self::Exact(power.clone()), work)?;
                Ok(if base.is_negative() && power.numer().is_odd() { size.neg() } else { size })
            }
            result => Ok(Self::Exact(result?)),
        }
    }

    /// The power with an exponent that is a ratio.
    fn pow_exact(&self, power: &Exact, work: &mut Work) -> Outcome {
        const BY_SQUARING: u64 = 64;
        if power.is_zero() {
            return Ok(Self::ONE);
        }
        if let Some(count) = power.to_i64().filter(|count| count.unsigned_abs() <= BY_SQUARING) {
            return self.pow_small(count, work);
        }
        let (numer, denom) = (power.numer(), power.denom());
        if self.is_negative() {
            // An odd root of a negative number is negative; an even one is not a real number.
            if denom.is_even() {
                return Err(negative_power().into());
            }
            let size = self.neg().pow_exact(power, work)?;
            return Ok(if numer.is_odd() { size.neg() } else { size });
        }
        if let (Self::Exact(base), Some(degree)) = (self, denom.to_u32()) {
            if let Some(root) = exact_root(base, degree, work)? {
                let power = Exact::from_big(numer, BigInt::one());
                return Ok(Self::Exact(root.pow(&power, &mut work.meter)?));
            }
            if degree == 2 && power.abs() == Exact::Small(1, 2) {
                work.pay_function(1)?;
                let root = work.settle(self.real(work).sqrt())?;
                return if power.is_negative() { Self::ONE.div(&root, work) } else { Ok(root) };
            }
        }
        self.pow_real(&Self::Exact(power.clone()), work)
    }

    fn pow_small(&self, count: i64, work: &mut Work) -> Outcome {
        let mut result = Self::ONE;
        let mut square = self.clone();
        let mut left = count.unsigned_abs();
        while left > 0 {
            if left & 1 == 1 {
                result = result.mul(&square, work)?;
            }
            left >>= 1;
            if left > 0 {
                square = square.mul(&square.clone(), work)?;
            }
        }
        if count < 0 { Self::ONE.div(&result, work) } else { Ok(result) }
    }

    /// e^(exponent × ln base) for a positive base.
    fn pow_real(&self, exponent: &Self, work: &mut Work) -> Outcome {
        work.pay_function(2)?;
        let ln = self.ln(work)?;
        if ln.is_zero() {
            return Ok(Self::ONE);
        }
        let product = ln.real(work).mul(&exponent.real(work)).exp()?;
        work.settle(product)
    }

    /// The natural logarithm of a positive number.
    pub(crate) fn ln(&self, work: &mut Work) -> Outcome {
        work.pay_function(1)?;
        if let Self::Exact(number) = self {
            if number.is_one() {
                return Ok(Self::ZERO);
            }
            // Near one the digits that matter are those of the difference: ln x = 2 atanh((x − 1) / (x + 1)).
            let over = number.sub(&Exact::ONE, &mut work.meter)?;
            if over.abs().compare(&Exact::Small(1, 4)) == Ordering::Less {
                let small = over.div(&number.add(&Exact::ONE, &mut work.meter)?, &mut work.meter)?;
                return work.settle(Real::from_exact(&small, work.n).atanh_series().scaled(1));
            }
        }
        let ln = self.real(work).ln()?;
        work.settle(ln)
    }
}

/// The root of that degree, when it is a ratio.
pub(crate) fn exact_root(number: &Exact, degree: u32, work: &mut Work) -> Result<Option<Exact>, CalcError> {
    const HIGHEST: u32 = 64;
    if number.is_zero() || number.is_one() {
        return Ok(Some(number.clone()));
    }
    if degree > HIGHEST && u64::from(degree) > number.bits() {
        return Ok(None);
    }
    if let (Exact::Small(n, d), 2) = (number, degree) {
        let (a, b) = (n.isqrt(), d.isqrt());
        return Ok((a * a == *n && b * b == *d).then_some(Exact::Small(a, b)));
    }
    work.meter.charge_product(number.bits() * 8, number.bits())?;
    let Some(numer) = integer_root(&number.numer(), degree) else { return Ok(None) };
    Ok(integer_root(&number.denom(), degree).map(|denom| Exact::from_big(numer, denom)))
}

/// The root of a positive integer, when it is one.
fn integer_root(whole: &BigInt, degree: u32) -> Option<BigInt> {
    if whole.is_one() {
        return Some(BigInt::one());
    }
    // Newton's steps from above: the first guess is the next power of two.
    let bits = whole.bits().div_ceil(u64::from(degree));
    let mut root = BigInt::one() << bits;
    loop {
        let next = (&root * (degree - 1) + whole / root.pow(degree - 1)) / degree;
        if next >= root {
            break;
        }
        root = next;
    }
    (root.pow(degree) == *whole).then_some(root)
}

/// The integer below what the bits say.
fn floor_of_bits(real: &Real) -> Exact {
    let (mantissa, exp) = real.to_big();
    let whole = if exp >= 0 { mantissa << exp } else { mantissa >> -exp };
    Exact::from_big(whole, BigInt::one())
}

fn negative_power() -> CalcError {
    CalcError::domain("a negative number has no real power with this exponent")
}
