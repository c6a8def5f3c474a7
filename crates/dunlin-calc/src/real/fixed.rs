//! Unsigned binary fractions of a chosen number of 32-bit words: the arithmetic under [`Real`](super::Real).
//!
//! Words stand least significant first; the value of `a` is `a / 2^(32 n)`, below one. No allocation, no sign, no
//! exponent, and the number of words is the length of the slice.

pub(super) use super::words::{add, sub};

/// The most words a fraction can have: 1024 bits and two words of guard.
pub(crate) const MAX_WORDS: usize = 34;

/// A fraction of up to [`MAX_WORDS`] words; only the first `n` count, for the `n` of the calculation.
pub(crate) type Words = [u32; MAX_WORDS];

pub(super) fn is_zero(a: &[u32]) -> bool {
    a.iter().all(|word| *word == 0)
}

/// The number of leading zero bits.
pub(super) fn leading_zeros(a: &[u32]) -> u32 {
    let mut count = 0;
    for word in a.iter().rev() {
        if *word != 0 {
            return count + word.leading_zeros();
        }
        count += 32;
    }
    count
}

/// `1 - a` for an `a` that is not zero.
pub(super) fn complement(a: &mut [u32]) {
    let mut carry = true;
    for word in a {
        let (flipped, over) = (!*word).overflowing_add(u32::from(carry));
        *word = flipped;
        carry = over;
    }
}

/// `a / 2^bits`.
pub(super) fn shift_right(a: &mut [u32], bits: u64) {
    let words = usize::try_from(bits / 32).unwrap_or(usize::MAX);
    let bits = (bits % 32) as u32;
    let n = a.len();
    if words >= n {
        a.fill(0);
        return;
    }
    if words > 0 {
        a.copy_within(words.., 0);
        a[n - words..].fill(0);
    }
    if bits > 0 {
        let mut above = 0;
        for word in a.iter_mut().rev() {
            let low = *word << (32 - bits);
            *word = (*word >> bits) | above;
            above = low;
        }
    }
}

/// `a × 2^bits` modulo one.
pub(super) fn shift_left(a: &mut [u32], bits: u32) {
    let words = (bits / 32) as usize;
    let bits = bits % 32;
    let n = a.len();
    if words >= n {
        a.fill(0);
        return;
    }
    if words > 0 {
        a.copy_within(..n - words, words);
        a[..words].fill(0);
    }
    if bits > 0 {
        let mut below = 0;
        for word in a.iter_mut() {
            let high = *word >> (32 - bits);
            *word = (*word << bits) | below;
            below = high;
        }
    }
}

/// `a × b`, cut off after `n` words; at most `n` units of the last place too small.
pub(super) fn mul(a: &[u32], b: &[u32]) -> Words {
    let n = a.len().min(b.len());
    if n == 6 {
        let mut result = [0; MAX_WORDS];
        result[..6]
            .copy_from_slice(&super::fixed192::mul(&super::fixed192::from_slice(a), &super::fixed192::from_slice(b)));
        return result;
    }
    let mut product = [0_u32; 2 * MAX_WORDS];
    for (i, x) in a.iter().enumerate().take(n) {
        if *x == 0 {
            continue;
        }
        // Columns under `n - 1` cannot reach the result by more than the error that is allowed.
        let from = (n - 1).saturating_sub(i);
        let mut carry = 0_u64;
        for (place, y) in product[i + from..i + n].iter_mut().zip(&b[from..n]) {
            let sum = u64::from(*x) * u64::from(*y) + u64::from(*place) + carry;
            *place = sum as u32;
            carry = sum >> 32;
        }
        product[i + n] = carry as u32;
    }
    let mut result = [0; MAX_WORDS];
    result[..n].copy_from_slice(&product[n..2 * n]);
    result
}

/// `a / divisor`.
pub(super) fn div_small(a: &mut [u32], divisor: u32) {
    let divisor = u64::from(divisor.max(1));
    let mut rest = 0_u64;
    for word in a.iter_mut().rev() {
        let value = (rest << 32) | u64::from(*word);
        *word = (value / divisor) as u32;
        rest = value % divisor;
    }
}

/// `a / b / 2` for `b` from one half up and `a` below one; at most two units of the last place too small.
///
/// The schoolbook division of Knuth's algorithm D, over the words of a quotient below one.
pub(super) fn div(a: &[u32], b: &[u32]) -> Words {
    let n = a.len();
    let mut rest = [0_u32; 2 * MAX_WORDS + 2];
    // The half keeps the quotient below one.
    rest[n..2 * n].copy_from_slice(a);
    shift_right(&mut rest[..2 * n], 1);
    let mut quotient = [0; MAX_WORDS];
    let top = u64::from(b[n - 1]);
    let next = if n > 1 { u64::from(b[n - 2]) } else { 0 };
    for at in (0..n).rev() {
        let head = (u64::from(rest[at + n]) << 32) | u64::from(rest[at + n - 1]);
        let (mut guess, mut left) = (head / top, head % top);
        let below = if at + n >= 2 { u64::from(rest[at + n - 2]) } else { 0 };
        while guess > u64::from(u32::MAX) || guess * next > ((left << 32) | below) {
            guess -= 1;
            left += top;
            if left > u64::from(u32::MAX) {
                break;
            }
        }
        let mut borrow = 0_u64;
        for (place, word) in rest[at..at + n].iter_mut().zip(b) {
            let product = guess * u64::from(*word) + borrow;
            let (difference, under) = place.overflowing_sub(product as u32);
            *place = difference;
            borrow = (product >> 32) + u64::from(under);
        }
        let (difference, under) = u64::from(rest[at + n]).overflowing_sub(borrow);
        rest[at + n] = difference as u32;
        if under {
            guess -= 1;
            let carry = add(&mut rest[at..at + n], b);
            rest[at + n] = rest[at + n].wrapping_add(u32::from(carry));
        }
        quotient[at] = guess as u32;
    }
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn big(a: &[u32]) -> BigUint {
        BigUint::from_slice(a)
    }

    fn words() -> impl Strategy<Value = Vec<u32>> {
        (2_usize..12)
            .prop_flat_map(|n| prop::collection::vec(prop_oneof![any::<u32>(), Just(0), Just(u32::MAX)], 2 * n))
    }

    proptest! {
        #[test]
        fn products_are_close_below(both in words()) {
            let (a, b) = both.split_at(both.len() / 2);
            let exact = (big(a) * big(b)) >> (32 * a.len());
            let found = big(&mul(a, b)[..a.len()]);
            prop_assert!(found <= exact && &exact - &found <= BigUint::from(a.len()));
        }

        #[test]
        fn quotients_are_close_below(both in words()) {
            let (a, b) = both.split_at(both.len() / 2);
            let (n, mut b) = (a.len(), b.to_vec());
            b[n - 1] |= 1 << 31;
            let exact = (big(a) << (32 * n - 1)) / big(&b);
            let found = big(&div(a, &b)[..n]);
            prop_assert!(found <= exact && &exact - &found <= BigUint::from(2_u8));
        }

        #[test]
        fn shifts_are_divisions_and_products(both in words(), bits in 0_u64..400) {
            let mut right = both.clone();
            shift_right(&mut right, bits);
            prop_assert_eq!(big(&right), big(&both) >> bits);
            let mut left = both.clone();
            shift_left(&mut left, bits as u32);
            let whole = BigUint::from(1_u8) << (32 * both.len());
            prop_assert_eq!(big(&left), (big(&both) << bits) % whole);
        }

        #[test]
        fn a_complement_and_its_number_are_one(both in words()) {
            prop_assume!(!is_zero(&both));
            let mut other = both.clone();
            complement(&mut other);
            prop_assert_eq!(big(&other) + big(&both), BigUint::from(1_u8) << (32 * both.len()));
            let mut by_seven = both.clone();
            div_small(&mut by_seven, 7);
            prop_assert_eq!(big(&by_seven), big(&both) / 7_u8);
        }
    }
}
