//! Exact numbers to decimal text.
//!
//! Knows no locales: grouping is the page's business.

use crate::big;
use crate::exact::Exact;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// How many significant digits `text` gives of a number that has no end.
pub(crate) const TEXT_DIGITS: u8 = 40;

/// A decimal number: digits without leading zeros, and where the point stands (value = 0.d1d2… × 10^point).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    pub(crate) negative: bool,
    pub(crate) digits: Vec<u8>,
    pub(crate) point: i64,
}

impl Decimal {
    pub(crate) fn from_parts(negative: bool, digits: &str, scale: i64) -> Self {
        let trimmed = digits.trim_start_matches('0').as_bytes();
        let point = i64::try_from(trimmed.len()).unwrap_or(i64::MAX) - scale;
        let mut digits = trimmed.to_vec();
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        Self { negative, point: if digits.is_empty() { 0 } else { point }, digits }
    }

    /// The same with at most `count` digits, halves away from zero.
    pub(crate) fn rounded(mut self, count: usize) -> Self {
        if self.digits.len() > count {
            let up = self.digits.get(count).is_some_and(|digit| *digit >= b'5');
            self.digits.truncate(count);
            if up {
                let nines = self.digits.iter().rev().take_while(|digit| **digit == b'9').count();
                self.digits.truncate(count - nines);
                if let Some(last) = self.digits.last_mut() {
                    *last += 1;
                } else {
                    self.digits.push(b'1');
                    self.point += 1;
                }
            }
            while self.digits.last() == Some(&b'0') {
                self.digits.pop();
            }
        }
        self
    }

    /// Without an exponent: `0.00123`, `1200`.
    pub(crate) fn plain(&self) -> String {
        let mut out = String::with_capacity(self.digits.len() + 4);
        if self.digits.is_empty() {
            return "0".to_owned();
        }
        if self.negative {
            out.push('-');
        }
        if self.point <= 0 {
            out.push_str("0.");
            (self.point..0).for_each(|_| out.push('0'));
        }
        for (at, digit) in self.digits.iter().enumerate() {
            if at > 0 && i64::try_from(at) == Ok(self.point) {
                out.push('.');
            }
            out.push(char::from(*digit));
        }
        let missing = self.point - i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        (0..missing).for_each(|_| out.push('0'));
        out
    }

    /// With an exponent: `1.23e-30`.
    pub(crate) fn scientific(&self) -> String {
        let mut out = String::with_capacity(self.digits.len() + 8);
        if self.negative {
            out.push('-');
        }
        for (at, digit) in self.digits.iter().enumerate() {
            if at == 1 {
                out.push('.');
            }
            out.push(char::from(*digit));
        }
        out.push('e');
        out.push_str(&(self.point - 1).to_string());
        out
    }

    /// What a person wants to read: about 12 significant digits, integers whole up to 21.
    pub(crate) fn display(&self) -> String {
        const DIGITS: i64 = 12;
        const LONGEST_INTEGER: i64 = 21;
        const SHORT: usize = 16;
        if self.digits.is_empty() {
            return "0".to_owned();
        }
        if self.point > LONGEST_INTEGER || self.point < -6 {
            return self.clone().rounded(DIGITS as usize).scientific();
        }
        if self.digits.len() <= SHORT {
            return self.plain();
        }
        // The integer part is never rounded, and keeps two decimals where there are any.
        let wanted = if self.point > DIGITS - 2 { self.point + 2 } else { DIGITS };
        self.clone().rounded(wanted as usize).plain()
    }
}

/// All digits of an integer of a word, or of a decimal with up to nine of them after the point; most results are one.
pub(crate) fn short(numer: i64, denom: i64) -> Option<String> {
    const MOST_PLACES: usize = 9;
    const LONGEST: u64 = 1_000_000_000_000_000;
    let (mut whole, mut rest, denom) = (numer.unsigned_abs(), 0, denom.unsigned_abs());
    if denom != 1 {
        // So small a number times ten fits a word, and so few digits are never rounded for display.
        if denom > LONGEST || whole / denom > LONGEST / 1_000_000_000 {
            return None;
        }
        (whole, rest) = (whole / denom, whole % denom);
    }
    let mut out = String::with_capacity(24);
    if numer < 0 {
        out.push('-');
    }
    let mut place = 1;
    while place <= whole / 10 {
        place *= 10;
    }
    while place > 0 {
        out.push(char::from(b'0' + (whole / place % 10) as u8));
        place /= 10;
    }
    if rest > 0 {
        out.push('.');
    }
    for _ in 0..MOST_PLACES {
        if rest == 0 {
            break;
        }
        rest *= 10;
        out.push(char::from(b'0' + (rest / denom) as u8));
        rest %= denom;
    }
    // Below a millionth people read powers of ten.
    let tiny = whole == 0 && out.get(usize::from(numer < 0)..).is_some_and(|text| text.starts_with("0.000000"));
    (rest == 0 && !tiny).then_some(out)
}

/// Whether the shortest text of the nearest double has all the digits, and no power of ten: so it is with an integer that a
/// double holds, and with a decimal of up to 15 digits that is not tiny.
pub(crate) fn is_plain(numer: i64, denom: i64) -> bool {
    const WHOLE: u64 = 1 << 53;
    const PLACES: u64 = 1_000_000_000;
    const FIFTEEN_DIGITS: u64 = 1_000_000_000_000_000;
    let (size, denom) = (numer.unsigned_abs(), denom.unsigned_abs());
    if denom == 1 {
        return size <= WHOLE;
    }
    let ends = denom <= PLACES && PLACES.is_multiple_of(denom);
    ends && size < FIFTEEN_DIGITS / (PLACES / denom) && size * 1_000_000 >= denom
}

/// All digits of a decimal that ends; `None` for one that does not.
pub(crate) fn terminating(number: &Exact) -> Option<Decimal> {
    match number {
        Exact::Small(n, 1) => Some(Decimal::from_parts(*n < 0, &n.unsigned_abs().to_string(), 0)),
        Exact::Small(n, d) => {
            let twos = d.trailing_zeros();
            let mut rest = d >> twos;
            let mut fives = 0;
            while rest % 5 == 0 {
                rest /= 5;
                fives += 1;
            }
            if rest != 1 {
                return None;
            }
            let scale = twos.max(fives);
            let shifted = u128::from(n.unsigned_abs()).checked_mul(10_u128.checked_pow(scale)?);
            match shifted.and_then(|shifted| u64::try_from(shifted / u128::from(d.unsigned_abs())).ok()) {
                Some(digits) => Some(Decimal::from_parts(*n < 0, &digits.to_string(), i64::from(scale))),
                None => big_terminating(&BigInt::from(*n), &BigInt::from(*d)),
            }
        }
        Exact::Big(ratio) => big_terminating(&ratio.numer, &ratio.denom),
    }
}

fn big_terminating(numer: &BigInt, denom: &BigInt) -> Option<Decimal> {
    let twos = denom.trailing_zeros().unwrap_or(0);
    let mut rest = denom >> twos;
    let mut fives = 0_u64;
    // Big steps first, so that a long power of five costs few divisions.
    for step in [4096_u32, 512, 64, 8, 1] {
        // A power of five has over two bits for each factor.
        if rest.bits() < 2 * u64::from(step) {
            continue;
        }
        let power = BigInt::from(5).pow(step);
        while rest.bits() >= power.bits() {
            let (quotient, remainder) = rest.div_rem(&power);
            if !remainder.is_zero() {
                break;
            }
            rest = quotient;
            fives += u64::from(step);
        }
    }
    if !rest.is_one() {
        return None;
    }
    let scale = twos.max(fives);
    let missing_twos = scale - twos;
    let missing_fives = u32::try_from(scale - fives).ok()?;
    let shifted = (numer.abs() * BigInt::from(5).pow(missing_fives)) << missing_twos;
    Some(Decimal::from_parts(numer.is_negative(), &big::digits(&shifted), i64::try_from(scale).ok()?))
}

/// The first `count` significant digits of any ratio, the last one rounded.
pub(crate) fn leading(number: &Exact, count: usize) -> Decimal {
    match number {
        Exact::Small(numer, denom) if denom.unsigned_abs() <= u64::MAX / 10 => leading_small(*numer, *denom, count),
        _ => leading_big(number, count),
    }
}

/// The same of a ratio of words: long division by hand.
fn leading_small(numer: i64, denom: i64, count: usize) -> Decimal {
    let (size, denom) = (numer.unsigned_abs(), denom.unsigned_abs());
    let mut digits = Vec::with_capacity(count + 20);
    let (mut whole, mut rest) = (size / denom, size % denom);
    while whole > 0 {
        digits.push(b'0' + (whole % 10) as u8);
        whole /= 10;
    }
    digits.reverse();
    let mut point = i64::try_from(digits.len()).unwrap_or(0);
    // At least one digit more, which says whether the last one goes up.
    while rest > 0 && digits.len() <= count {
        // Nine at a time where they fit a word, once the zeros behind the point are past.
        if denom <= u64::MAX / 1_000_000_000 && !digits.is_empty() {
            rest *= 1_000_000_000;
            let mut nine = (rest / denom) as u32;
            rest %= denom;
            let mut places = [b'0'; 9];
            for place in places.iter_mut().rev() {
                *place += (nine % 10) as u8;
                nine /= 10;
            }
            digits.extend_from_slice(&places);
            continue;
        }
        rest *= 10;
        let digit = (rest / denom) as u8;
        rest %= denom;
        if digit == 0 && digits.is_empty() {
            point -= 1;
        } else {
            digits.push(b'0' + digit);
        }
    }
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    Decimal { negative: numer < 0, point: if digits.is_empty() { 0 } else { point }, digits }.rounded(count)
}

fn leading_big(number: &Exact, count: usize) -> Decimal {
    let (numer, denom) = (number.numer(), number.denom());
    if numer.is_zero() {
        return Decimal { negative: false, digits: Vec::new(), point: 0 };
    }
    // 1233/4096 is just over the decimal logarithm of 2; two digits of slack, and the rounding below takes what is too much.
    let magnitude = (i64::try_from(numer.bits()).unwrap_or(0) - i64::try_from(denom.bits()).unwrap_or(0)) * 1233 / 4096;
    let scale = i64::try_from(count).unwrap_or(0) + 2 - magnitude;
    let power = BigInt::from(10).pow(u32::try_from(scale.unsigned_abs()).unwrap_or(0));
    let quotient = if scale >= 0 { numer.abs() * power / denom } else { numer.abs() / (denom * power) };
    Decimal::from_parts(numer.is_negative(), &big::digits(&quotient), scale).rounded(count)
}

/// The nearest double.
pub(crate) fn to_f64(number: &Exact) -> f64 {
    const WHOLE: u64 = 1 << 53;
    match number {
        Exact::Small(n, d) if n.unsigned_abs() <= WHOLE && d.unsigned_abs() <= WHOLE => *n as f64 / *d as f64,
        _ => {
            let (numer, denom) = (number.numer(), number.denom());
            // 66 bits of quotient and a sticky bit are enough to round once more to 53.
            let shift = 66 - (i64::try_from(numer.bits()).unwrap_or(0) - i64::try_from(denom.bits()).unwrap_or(0));
            let shift = shift.min(1140);
            let (up, down) = if shift >= 0 { (numer.abs() << shift, denom) } else { (numer.abs(), denom << -shift) };
            let (quotient, remainder) = up.div_rem(&down);
            let quotient = (quotient << 1_u8) + BigInt::from(u8::from(!remainder.is_zero()));
            let size = round_to_f64(&quotient, -shift - 1);
            if numer.is_negative() { -size } else { size }
        }
    }
}

/// `digits × 2^exponent` to the nearest double, in one rounding.
fn round_to_f64(digits: &BigInt, exponent: i64) -> f64 {
    let bits = i64::try_from(digits.bits()).unwrap_or(i64::MAX);
    // Subnormal doubles have fewer bits; keep as many as fit.
    let keep = (bits + exponent + 1074).clamp(0, 53);
    let drop = bits - keep;
    if bits + exponent > 1024 {
        return f64::MAX;
    }
    let (kept, exponent) = if drop > 0 {
        let kept = digits >> drop;
        let rest = digits - (&kept << drop);
        let half = BigInt::one() << (drop - 1);
        let up = rest > half || (rest == half && kept.is_odd());
        (kept + BigInt::from(u8::from(up)), exponent + drop)
    } else {
        (digits.clone(), exponent)
    };
    let value = kept.to_u64().unwrap_or(0) as f64;
    let result = scale(value, exponent);
    if result.is_finite() { result } else { f64::MAX }
}

/// `value × 2^exponent` where the result is representable, in steps that cannot overflow on the way.
pub(crate) fn scale(mut value: f64, mut exponent: i64) -> f64 {
    while exponent > 0 {
        let step = exponent.min(1000);
        value *= f64::from_bits(((step + 1023) as u64) << 52);
        exponent -= step;
    }
    while exponent < 0 {
        let step = (-exponent).min(1000);
        value *= f64::from_bits(((1023 - step) as u64) << 52);
        exponent += step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_division_by_hand_gives_the_digits_of_big_division() {
        for numer in [1, -1, 2, 7, 10, 22, 99, 355, 1_000_000_007, 999_999_999_999_999_999, i64::MAX] {
            for denom in [1, 3, 7, 9, 113, 1024, 998, 1_000_003, 123_456_789_012, i64::MAX / 7] {
                let Some(ratio @ Exact::Small(n, d)) = Exact::ratio(numer, denom) else { continue };
                for count in [1, 2, 12, 40] {
                    assert_eq!(leading_small(n, d, count), leading_big(&ratio, count), "{n}/{d} to {count}");
                }
            }
        }
        assert_eq!(leading_small(0, 1, 12), leading_big(&Exact::ZERO, 12));
    }

    #[test]
    fn the_short_way_writes_what_the_long_way_does() {
        let numers = [0, 1, -1, 9, 10, 99, 100, 12_345, -7, 1_000_003, 999_999_999_999_999_999, i64::MAX, -i64::MAX];
        let denoms =
            [1, 2, 3, 4, 5, 7, 8, 10, 64, 100, 125, 1000, 1 << 20, 1_000_000, 10_000_000, 1_000_000_000_000, i64::MAX];
        let (mut written, mut plain) = (0, 0);
        for numer in numers {
            for denom in denoms {
                let Some(Exact::Small(n, d)) = Exact::ratio(numer, denom) else { continue };
                let Some(short) = short(n, d) else { continue };
                let long = terminating(&Exact::Small(n, d)).unwrap();
                assert_eq!((&short, &short), (&long.plain(), &long.display()), "{n}/{d}");
                // Rust, too, writes the fewest digits that give the double back.
                if is_plain(n, d) {
                    assert_eq!(short, (n as f64 / d as f64).to_string(), "{n}/{d}");
                    plain += 1;
                }
                written += 1;
            }
        }
        assert!(written > 80 && plain > 60, "{written} {plain}");
    }
}
