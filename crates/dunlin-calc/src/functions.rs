//! What each function of the whitelist does, exactly where mathematics is exact.

use crate::error::{CalcError, CalcErrorKind};
use crate::exact::{Exact, gcd_big};
use crate::limits::too_many_digits;
use crate::names::{Function, Function as F};
use crate::number::{Number, Outcome, Stop, Work, exact_root};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// The value of a function; the number of arguments has been checked by [`check_arity`].
pub(crate) fn call(function: Function, arguments: &[Number], work: &mut Work) -> Outcome {
    let first = arguments.first().unwrap_or(&Number::ZERO);
    let second = arguments.get(1);
    match function {
        F::Sqrt => sqrt(first, work),
        F::Cbrt => root(first, 3, work),
        F::Root => {
            let degree = whole(second.unwrap_or(&Number::ZERO), "the degree of a root")?;
            let degree = degree.to_i64().filter(|degree| *degree > 0 && *degree <= 1_000_000);
            let degree =
                degree.ok_or_else(|| CalcError::domain("the degree of a root is an integer from 1 to 1,000,000"))?;
            root(first, degree, work)
        }
        F::Abs => Ok(first.abs()),
        F::Sign => Ok(Number::int(if first.is_zero() { 0 } else { 1 - 2 * i64::from(first.is_negative()) })),
        F::Round => round(first, second, work),
        F::Floor => Ok(Number::Exact(first.floor(work)?)),
        F::Ceil => Ok(Number::Exact(first.neg().floor(work)?.neg())),
        F::Trunc => Ok(Number::Exact(first.trunc(work)?)),
        F::Min => extreme(arguments, Ordering::Less, work),
        F::Max => extreme(arguments, Ordering::Greater, work),
        F::Sum => sum(arguments, work),
        F::Average | F::Midpoint => sum(arguments, work)?.div(&count(arguments), work),
        F::Median => median(arguments, work),
        F::Gcd | F::Lcm => divisors(function, arguments, work),
        F::IsPrime => Ok(Number::int(i64::from(is_prime(first)?))),
        F::Factorial => factorial(first, work),
        F::Combinations | F::Permutations => choices(function, first, second.unwrap_or(&Number::ZERO), work),
        F::Exp => exp(first, work),
        F::Ln => ln(first, work),
        F::Log => log(first, second.unwrap_or(&Number::int(10)), work),
        F::Log2 => log(first, &Number::int(2), work),
        F::Sin | F::Cos | F::Tan | F::Sec | F::Csc | F::Cot => crate::angles::direct(function, first, work),
        F::Asin | F::Acos | F::Atan => crate::angles::inverse(function, first, work),
        F::Atan2 => crate::angles::of_point(first, second.unwrap_or(&Number::ZERO), work),
        F::Sinh | F::Cosh | F::Tanh | F::Asinh | F::Acosh | F::Atanh => hyperbolic(function, first, work),
        F::Hypot => {
            let mut squares = Number::ZERO;
            for side in arguments {
                squares = squares.add(&side.mul(side, work)?, work)?;
            }
            sqrt(&squares, work)
        }
        F::Degrees => first.mul(&Number::int(180), work)?.div(&Number::Pi(Exact::ONE), work),
        F::Radians => first.mul(&Number::Pi(Exact::Small(1, 180)), work),
        F::Mod => first.remainder(second.unwrap_or(&Number::ZERO), true, work),
        F::Pow => first.pow(second.unwrap_or(&Number::ZERO), work),
        F::RoundTo => {
            let step = second.unwrap_or(&Number::ZERO);
            Number::Exact(first.div(step, work)?.round(work)?).mul(step, work)
        }
    }
}

/// Whether a function takes that many arguments.
pub(crate) fn check_arity(function: Function, count: u32) -> Result<(), CalcError> {
    let arity = function.arity();
    if (arity.least..=arity.most).contains(&count) {
        return Ok(());
    }
    let wanted = match (arity.least, arity.most) {
        (1, 1) => "1 argument".to_owned(),
        (least, most) if least == most => format!("{least} arguments"),
        (least, u32::MAX) => format!("at least {least} argument"),
        (least, most) => format!("{least} to {most} arguments"),
    };
    let message = format!("{} takes {wanted}, found {count}", function.name());
    Err(CalcError::new(CalcErrorKind::Arity, message))
}

/// The integer an argument must be.
fn whole<'a>(number: &'a Number, what: &str) -> Result<&'a Exact, CalcError> {
    match number {
        Number::Exact(exact) if exact.is_integer() => Ok(exact),
        _ => Err(CalcError::domain(format!("{what} is not an integer"))),
    }
}

fn count(arguments: &[Number]) -> Number {
    Number::int(i64::try_from(arguments.len()).unwrap_or(i64::MAX))
}

/// The square root.
pub(crate) fn sqrt(x: &Number, work: &mut Work) -> Outcome {
    if x.is_negative() {
        return Err(CalcError::domain("the square root of a negative number is not a real number").into());
    }
    if let Number::Exact(exact) = x
        && let Some(root) = exact_root(exact, 2, work)?
    {
        return Ok(Number::Exact(root));
    }
    work.pay_function(1)?;
    let root = x.real(work).sqrt();
    work.settle(root)
}

fn root(x: &Number, degree: i64, work: &mut Work) -> Outcome {
    if x.is_negative() && degree % 2 == 0 {
        return Err(CalcError::domain("an even root of a negative number is not a real number").into());
    }
    x.pow(&Number::Exact(Exact::Small(1, degree)), work)
}

/// To an integer, or to so many decimals.
fn round(x: &Number, decimals: Option<&Number>, work: &mut Work) -> Outcome {
    let Some(decimals) = decimals else {
        return Ok(Number::Exact(x.round(work)?));
    };
    let decimals = whole(decimals, "the number of decimals")?;
    let shift = Number::Exact(Exact::int(10).pow(decimals, &mut work.meter)?);
    let moved = x.mul(&shift, work)?.round(work)?;
    Number::Exact(moved).div(&shift, work)
}

fn extreme(arguments: &[Number], wanted: Ordering, work: &mut Work) -> Outcome {
    let mut best = arguments.first().cloned().unwrap_or(Number::ZERO);
    for other in arguments.iter().skip(1) {
        if other.compare(&best, work)? == wanted {
            best = other.clone();
        }
    }
    Ok(best)
}

fn sum(arguments: &[Number], work: &mut Work) -> Outcome {
    let mut total = Number::ZERO;
    for one in arguments {
        total = total.add(one, work)?;
    }
    Ok(total)
}

fn median(arguments: &[Number], work: &mut Work) -> Outcome {
    // A merge sort by hand, because a comparison may fail.
    let mut runs: Vec<Vec<Number>> = arguments.iter().map(|one| vec![one.clone()]).collect();
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len() / 2 + 1);
        let mut pairs = runs.into_iter();
        while let Some(left) = pairs.next() {
            merged.push(match pairs.next() {
                Some(right) => merge(left, right, work)?,
                None => left,
            });
        }
        runs = merged;
    }
    let sorted = runs.pop().unwrap_or_default();
    let middle = sorted.len() / 2;
    let upper = sorted.get(middle).cloned().unwrap_or(Number::ZERO);
    match sorted.get(middle.wrapping_sub(1)) {
        Some(lower) if sorted.len().is_multiple_of(2) => lower.add(&upper, work)?.div(&Number::int(2), work),
        _ => Ok(upper),
    }
}

fn merge(left: Vec<Number>, right: Vec<Number>, work: &mut Work) -> Result<Vec<Number>, Stop> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let take_left = a.compare(b, work)? != Ordering::Greater;
        merged.extend(if take_left { left.next() } else { right.next() });
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

fn divisors(function: Function, arguments: &[Number], work: &mut Work) -> Outcome {
    let mut result: Option<BigInt> = None;
    for one in arguments {
        let number = whole(one, "an argument")?.numer().abs();
        result = Some(match result {
            None => number,
            Some(before) => {
                work.meter.charge_gcd(before.bits(), number.bits())?;
                work.meter.charge(before.bits() / 2 + 16)?;
                let common = gcd_big(&before, &number);
                if function == F::Gcd || common.is_zero() { common } else { before / common * number }
            }
        });
        if result.as_ref().is_some_and(|number| number.bits() > crate::limits::MAX_BITS) {
            return Err(too_many_digits().into());
        }
    }
    Ok(Number::Exact(Exact::from_big(result.unwrap_or_default(), BigInt::one())))
}

/// Whether an integer is prime, by the test of Miller and Rabin. The first twelve primes as bases make it certain for every number
/// below 3.3 × 10²⁴ (Sorenson and Webster, 2015), and so for all of 64 bits.
fn is_prime(x: &Number) -> Result<bool, CalcError> {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let exact = whole(x, "the argument")?;
    if exact.is_negative() {
        return Ok(false);
    }
    let number = exact.to_i64().and_then(|number| u64::try_from(number).ok());
    let number = number.ok_or_else(|| CalcError::domain("only numbers up to 9,223,372,036,854,775,807 are tested"))?;
    if number < 2 || BASES.iter().any(|base| number != *base && number % base == 0) {
        return Ok(false);
    }
    let times = |left: u64, right: u64| (u128::from(left) * u128::from(right) % u128::from(number)) as u64;
    let twos = (number - 1).trailing_zeros();
    let passes = |base: u64| {
        let (mut power, mut square, mut left) = (1, base, (number - 1) >> twos);
        while left > 0 {
            if left & 1 == 1 {
                power = times(power, square);
            }
            square = times(square, square);
            left >>= 1;
        }
        if power == 1 {
            return true;
        }
        (0..twos).any(|_| {
            let found = power == number - 1;
            power = times(power, power);
            found
        })
    };
    Ok(BASES.contains(&number) || BASES.iter().all(|base| passes(*base)))
}

/// The product of the integers up to this one.
pub(crate) fn factorial(x: &Number, work: &mut Work) -> Outcome {
    const LARGEST: i64 = 3300;
    let Ok(exact) = whole(x, "the argument") else {
        return Err(CalcError::domain("the factorial of a number that is not an integer is not defined here").into());
    };
    if exact.is_negative() {
        return Err(CalcError::domain("the factorial of a negative number is not defined").into());
    }
    match exact.to_i64() {
        Some(n) if n <= LARGEST => falling(n, n, work),
        _ => Err(too_many_digits().into()),
    }
}

/// `n × (n − 1) × …`, with `count` factors.
fn falling(n: i64, count: i64, work: &mut Work) -> Outcome {
    let mut product = BigInt::one();
    let mut part = 1_i64;
    for factor in (n - count + 1..=n).rev() {
        // Factors are gathered in a word as long as they fit, so that the long product is touched seldom.
        if let Some(next) = part.checked_mul(factor) {
            part = next;
        } else {
            product *= part;
            part = factor;
            work.meter.charge(product.bits() / 16 + 4)?;
            if product.bits() > crate::limits::MAX_BITS {
                return Err(too_many_digits().into());
            }
        }
    }
    let result = Exact::from_big(product * part, BigInt::one());
    if result.is_too_big() { Err(too_many_digits().into()) } else { Ok(Number::Exact(result)) }
}

/// Combinations and permutations of `k` out of `n`.
fn choices(function: Function, n: &Number, k: &Number, work: &mut Work) -> Outcome {
    const MOST: i64 = 40_000;
    let (n, k) = (whole(n, "the first argument")?, whole(k, "the second argument")?);
    if n.is_negative() || k.is_negative() {
        return Err(CalcError::domain(format!("{} takes integers from 0 up", function.name())).into());
    }
    if k.compare(n) == Ordering::Greater {
        return Ok(Number::ZERO);
    }
    let Some(n) = n.to_i64() else { return Err(too_many_digits().into()) };
    let k = k.to_i64().unwrap_or(0);
    let count = if function == F::Combinations { k.min(n - k) } else { k };
    if count > MOST {
        return Err(too_many_digits().into());
    }
    if function == F::Permutations {
        return falling(n, count, work);
    }
    let mut result = BigInt::one();
    for step in 1..=count {
        result = result * (n - count + step) / step;
        work.meter.charge(result.bits() / 4 + 16)?;
        if result.bits() > crate::limits::MAX_BITS {
            return Err(too_many_digits().into());
        }
    }
    Ok(Number::Exact(Exact::from_big(result, BigInt::one())))
}

/// e to this power.
pub(crate) fn exp(x: &Number, work: &mut Work) -> Outcome {
    if x.is_zero() {
        return Ok(Number::ONE);
    }
    work.pay_function(1)?;
    let power = x.real(work).exp()?;
    work.settle(power)
}

fn ln(x: &Number, work: &mut Work) -> Outcome {
    positive(x)?;
    x.ln(work)
}

fn positive(x: &Number) -> Result<(), CalcError> {
    if x.is_zero() || x.is_negative() {
        return Err(CalcError::domain("the logarithm of a number that is not positive is not defined"));
    }
    Ok(())
}

/// The logarithm to a base.
fn log(x: &Number, base: &Number, work: &mut Work) -> Outcome {
    positive(x)?;
    positive(base)?;
    let base_ln = match base {
        Number::Exact(ten) if ten.to_i64() == Some(10) => work.settle(crate::real::Real::ln_10(work.n))?,
        Number::Exact(two) if two.to_i64() == Some(2) => work.settle(crate::real::Real::ln_2(work.n))?,
        _ => base.ln(work)?,
    };
    if base_ln.is_zero() {
        return Err(CalcError::domain("there are no logarithms to the base 1").into());
    }
    let result = x.ln(work)?.div(&base_ln, work)?;
    if let (Number::Exact(x), Number::Exact(base)) = (x, base)
        && let Some(exact) = exact_log(x, base, &result, work)?
    {
        return Ok(Number::Exact(exact));
    }
    Ok(result)
}

/// The logarithm as a ratio with a small denominator, when it is one: `log(8, 4)` is 3/2.
fn exact_log(x: &Exact, base: &Exact, about: &Number, work: &mut Work) -> Result<Option<Exact>, Stop> {
    const DENOMINATORS: [i64; 6] = [1, 2, 3, 4, 5, 6];
    const CLOSE: f64 = 1.0e-9;
    let Number::Real(real) = about else {
        return Ok(matches!(about, Number::Exact(_)).then_some(Exact::ZERO));
    };
    let about = crate::real::to_f64(real);
    for denom in DENOMINATORS {
        let times = about * denom as f64;
        if (times - times.round()).abs() > CLOSE || times.abs() > f64::from(i32::MAX) {
            continue;
        }
        let numer = times.round() as i64;
        let bits = x.bits().saturating_mul(denom.unsigned_abs()).max(base.bits().saturating_mul(numer.unsigned_abs()));
        if bits > 4 * crate::limits::MAX_BITS {
            continue;
        }
        work.meter.charge_product(bits, bits)?;
        let power = base.pow(&Exact::int(numer), &mut work.meter);
        if matches!(power, Ok(power) if x.pow(&Exact::int(denom), &mut work.meter).is_ok_and(|x| x == power)) {
            return Ok(Exact::ratio(numer, denom));
        }
    }
    Ok(None)
}

fn hyperbolic(function: Function, x: &Number, work: &mut Work) -> Outcome {
    if x.is_zero() && !matches!(function, F::Cosh | F::Acosh) {
        return Ok(Number::ZERO);
    }
    work.pay_function(2)?;
    let result = match function {
        F::Sinh => x.real(work).sinh_cosh()?.0,
        F::Cosh if x.is_zero() => return Ok(Number::ONE),
        F::Cosh => x.real(work).sinh_cosh()?.1,
        F::Tanh => {
            let real = x.real(work);
            if real.exp > 16 {
                // It differs from one by less than e^-65536: far under the last digit that is kept.
                let one = Number::int(if real.negative { -1 } else { 1 });
                return Ok(Number::Real(Box::new(one.real(work).inexact())));
            }
            let (sinh, cosh) = real.sinh_cosh()?;
            sinh.div(&cosh)
        }
        F::Asinh => x.real(work).asinh()?,
        F::Acosh => {
            // acosh x = 2 asinh √((x − 1) / 2), which keeps its digits near one.
            let over = x.sub(&Number::ONE, work)?;
            if over.is_negative() {
                return Err(CalcError::domain("acosh is defined from 1 up").into());
            }
            if over.is_zero() {
                return Ok(Number::ZERO);
            }
            over.real(work).scaled(-1).sqrt().asinh()?.scaled(1)
        }
        _ => {
            let (under, over) = (Number::ONE.sub(x, work)?, Number::ONE.add(x, work)?);
            if [&under, &over].iter().any(|side| side.is_zero() || side.is_negative()) {
                return Err(CalcError::domain("atanh is defined between -1 and 1").into());
            }
            let real = x.real(work);
            if real.exp <= -2 { real.atanh()? } else { over.div(&under, work)?.ln(work)?.real(work).scaled(-1) }
        }
    };
    work.settle(result)
}
