//! [`Real`]s to decimal digits and doubles.

use super::{LEVELS, Real};
use crate::error::CalcError;
use crate::exact::Exact;
use crate::format::{self, Decimal};
use num_bigint::BigInt;
use num_traits::One;

/// Beyond this binary exponent, digits are found through logarithms instead of a power of two with all its digits.
const DIRECT: i64 = 20_000;

/// Up to this binary exponent either way the part before the point is one word of 64 bits.
const ORDINARY: i64 = 64;

/// The first `count` significant digits, the last one rounded.
pub(crate) fn digits(real: &Real, count: usize) -> Result<Decimal, CalcError> {
    if let Some(decimal) = few_digits(real, count) {
        return Ok(decimal);
    }
    if real.exp.abs() <= ORDINARY {
        return Ok(ordinary_digits(real, count));
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

/// The digits of a number of ordinary size: the part after the point is multiplied by a thousand million over and over,
/// and what comes out before the point are the next nine digits.
fn ordinary_digits(real: &Real, count: usize) -> Decimal {
    const GROUP: u64 = 1_000_000_000;
    // The point stands above the lowest `point` words; with two words above it nothing is lost for such exponents.
    let point = real.n + 3;
    let mut words = vec![0_u32; point + 2];
    let shift = (real.exp + 96) as usize;
    for (at, word) in real.words.iter().take(real.n).enumerate() {
        let moved = u64::from(*word) << (shift % 32);
        let place = at + shift / 32;
        for (step, half) in [moved as u32, (moved >> 32) as u32].into_iter().enumerate() {
            if let Some(target) = words.get_mut(place + step) {
                *target |= half;
            }
        }
    }
    let above = |at: usize| u64::from(words.get(point + at).copied().unwrap_or(0));
    let whole = above(0) | (above(1) << 32);
    words.truncate(point);
    let mut text = if whole == 0 { String::new() } else { whole.to_string() };
    let mut scale = 0;
    // Leading zeros are no digits; one digit more says whether the last one goes up.
    while text.len() <= count && words.iter().any(|word| *word != 0) {
        let mut carry = 0;
        for word in &mut words {
            let product = u64::from(*word) * GROUP + carry;
            *word = product as u32;
            carry = product >> 32;
        }
        let mut place = GROUP / 10;
        while place > 0 {
            let digit = carry / place % 10;
            if digit != 0 || !text.is_empty() {
                text.push(char::from(b'0' + digit as u8));
            }
            place /= 10;
        }
        scale += 9;
    }
    Decimal::from_parts(real.negative, &text, scale).rounded(count)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_out_the_same_both_ways() {
        for n in LEVELS {
            for seed in [2_i64, 3, 7, 10, 12_345_679, 999_999_999_999, i64::MAX] {
                let root = Real::integer(seed, n).sqrt();
                for exponent in [-64, -63, -40, -33, -32, -31, -1, 0, 1, 5, 31, 32, 33, 63, 64] {
                    let real = Real { exp: exponent, negative: seed == 7, ..root.clone() };
                    for count in [1, 12, 40] {
                        let long = format::leading(&as_exact(&real), count);
                        assert_eq!(ordinary_digits(&real, count), long, "{seed} at 2^{exponent}, {count} digits");
                    }
                }
            }
        }
        let half = Real { exp: 0, ..Real::integer(1, 6) };
        assert_eq!(ordinary_digits(&half, 12), format::leading(&as_exact(&half), 12));
    }
}
