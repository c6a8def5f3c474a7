//! [`Real`]s to decimal digits and doubles.

use super::{LEVELS, Real};
use crate::error::CalcError;
use crate::exact::Exact;
use crate::format::{self, Decimal};
use num_bigint::BigInt;
use num_traits::One;

/// Beyond this binary exponent, digits are found through logarithms instead of a power of two with all its digits.
const DIRECT: i64 = 20_000;

/// The first `count` significant digits, the last one rounded.
pub(crate) fn digits(real: &Real, count: usize) -> Result<Decimal, CalcError> {
    if let Some(decimal) = few_digits(real, count) {
        return Ok(decimal);
    }
    if real.exp.abs() <= DIRECT {
        return Ok(format::leading(&as_exact(real), count));
    }
    // x = 10^k × 10^f: two words more for the digits before the point of k.
    let n = (real.n + 2).min(LEVELS[2]);
    let mut wide = real.clone();
    if n > real.n {
        wide.words.copy_within(..real.n, n - real.n);
        wide.words[..n - real.n].fill(0);
        wide.n = n;
    }
    let ln_10 = Real::ln_10(n);
    let k = (real.exp as f64 * std::f64::consts::LOG10_2).floor() as i64;
    // ln of the mantissa and of the power of two apart, so that neither is large where it is added.
    let mantissa = Real { negative: false, exp: 0, ..wide }.ln()?;
    let power = Real::ln_2(n).mul(&Real::integer(real.exp, n)).sub(&ln_10.mul(&Real::integer(k, n)));
    let head = mantissa.add(&power).exp()?;
    let mut decimal = format::leading(&as_exact(&head), count);
    decimal.negative = real.negative;
    decimal.point += k;
    Ok(decimal)
}

/// Up to fifteen digits of a number of ordinary size, from its first 64 bits; `None` where those do not settle the rounding.
fn few_digits(real: &Real, count: usize) -> Option<Decimal> {
    const SURE: usize = 15;
    const PLACES: i64 = 18;
    if count > SURE || real.is_zero() || !(-3..=56).contains(&real.exp) {
        return None;
    }
    // 1233/4096 is just over the decimal logarithm of 2: there are 17 to 19 digits before the point after the shift.
    let scale = u32::try_from(PLACES - real.exp * 1233 / 4096).ok()?;
    let product = u128::from(top_bits(real)) * u128::from(10_u64.checked_pow(scale)?);
    let digits = u64::try_from(product >> (64 - real.exp)).ok()?;
    let text = digits.to_string();
    let rest = 10_u64.checked_pow(u32::try_from(text.len().checked_sub(count)?).ok()?)?;
    // What was cut off is under two units here; a tie must not be decided by it.
    let above = digits % rest;
    if above.abs_diff(rest / 2) < 4 {
        return None;
    }
    Some(Decimal::from_parts(real.negative, &text, i64::from(scale)).rounded(count))
}

/// The first 64 bits.
fn top_bits(real: &Real) -> u64 {
    let word = |back: usize| u64::from(real.words.get(real.n - back).copied().unwrap_or(0));
    (word(1) << 32) | word(2)
}

/// The nearest double; the greatest one for what is larger still.
pub(crate) fn to_f64(real: &Real) -> f64 {
    const HALF: u64 = 1 << 10;
    let size = if (-1000..=1000).contains(&real.exp) && !real.is_zero() {
        // To 53 bits, ties to even unless a lower bit is set.
        let top = top_bits(real);
        let (kept, rest) = (top >> 11, top & (2 * HALF - 1));
        let more = real.words.iter().take(real.n - 2).any(|word| *word != 0);
        let up = rest > HALF || (rest == HALF && (more || kept & 1 == 1));
        format::scale((kept + u64::from(up)) as f64, real.exp - 53)
    } else if real.exp > 1024 {
        f64::MAX
    } else if real.exp < -1100 {
        0.0
    } else {
        format::to_f64(&as_exact(&real.abs()))
    };
    if real.negative { -size } else { size }
}

/// The number the bits say, error or not.
fn as_exact(real: &Real) -> Exact {
    let (mantissa, exp) = real.to_big();
    if exp >= 0 {
        Exact::from_big(mantissa << exp, BigInt::one())
    } else {
        Exact::from_unreduced(mantissa, BigInt::one() << -exp)
    }
}
