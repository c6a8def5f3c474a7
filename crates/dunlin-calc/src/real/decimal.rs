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

/// The nearest double; the greatest one for what is larger still.
pub(crate) fn to_f64(real: &Real) -> f64 {
    let size = if real.exp > 1024 {
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
