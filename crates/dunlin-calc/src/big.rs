//! Big integers from digits and to digits, nine decimal digits at a time.
//!
//! The big integers' own conversions split numbers in halves, which pays off from thousands of digits on and costs more
//! than a whole calculation for the twenty that people meet; here the work grows with the square of the length, and the
//! length is bounded.

use num_bigint::{BigInt, BigUint};

/// The decimal digits of the number without its sign.
pub(crate) fn digits(number: &BigInt) -> String {
    const GROUP: u64 = 1_000_000_000;
    let mut limbs = number.magnitude().to_u32_digits();
    let mut groups: Vec<u32> = Vec::with_capacity(limbs.len() + limbs.len() / 8 + 1);
    while !limbs.is_empty() {
        let mut rest = 0;
        for limb in limbs.iter_mut().rev() {
            let part = (rest << 32) | u64::from(*limb);
            // Both fit: the rest is smaller than what is divided by.
            *limb = (part / GROUP) as u32;
            rest = part % GROUP;
        }
        groups.push(rest as u32);
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
    }
    let mut out = String::with_capacity(groups.len() * 9 + 1);
    for group in groups.iter().rev() {
        let mut place = GROUP as u32 / 10;
        while place > 0 {
            let digit = group / place % 10;
            // Nothing but the first group may have zeros before it.
            if digit != 0 || !out.is_empty() {
                out.push(char::from(b'0' + digit as u8));
            }
            place /= 10;
        }
    }
    if out.is_empty() {
        out.push('0');
    }
    out
}

/// The number with these digits of a radix from 2 to 36; what is no digit counts as zero.
pub(crate) fn from_digits(text: &str, radix: u32) -> BigInt {
    let most = u32::MAX / radix;
    let mut number = BigUint::default();
    let (mut group, mut size) = (0, 1);
    for digit in text.chars() {
        group = group * radix + digit.to_digit(radix).unwrap_or(0);
        size *= radix;
        if size > most {
            number = number * size + group;
            (group, size) = (0, 1);
        }
    }
    BigInt::from(number * size + group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_are_those_of_the_big_integers(limbs in prop::collection::vec(any::<u32>(), 0..40), radix in 2..=36_u32) {
            let number = BigInt::from(BigUint::new(limbs));
            prop_assert_eq!(digits(&number), number.to_string());
            prop_assert_eq!(from_digits(&number.to_str_radix(radix), radix), number);
        }
    }

    #[test]
    fn zeros_inside_and_alone_are_written() {
        for text in ["0", "7", "1000000000", "1000000000000000000", "1000000001000000002", "4294967296"] {
            assert_eq!(digits(&from_digits(text, 10)), text);
        }
    }
}
