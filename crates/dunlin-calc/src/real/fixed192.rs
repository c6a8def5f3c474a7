//! The series again for fractions of exactly six words, which is what nearly every function needs.
//!
//! With the length known, products need no bounds and no spare words; with the inverse factorials in a table, terms need
//! no division. The general road in `trigonometry` and `elementary` does the same for any length and judges this one.

/// A fraction of 192 bits.
pub(super) type Fixed192 = [u32; 6];

/// The bits a series must reach.
const BITS: u32 = 196;
const COUNT: usize = 48;

/// 1 / k! for k from 2; the entries for 0 and 1 are not fractions below one and stay zero.
const INVERSE_FACTORIALS: [Fixed192; COUNT] = {
    let mut table = [[0; 6]; COUNT];
    // One half, then each from the one before.
    table[2] = [0, 0, 0, 0, 0, 1 << 31];
    let mut k = 3;
    while k < COUNT {
        let mut rest = 0_u64;
        let mut word = 6;
        while word > 0 {
            word -= 1;
            let value = (rest << 32) | table[k - 1][word] as u64;
            table[k][word] = (value / k as u64) as u32;
            rest = value % k as u64;
        }
        k += 1;
    }
    table
};

/// The first six words.
pub(super) fn from_slice(words: &[u32]) -> Fixed192 {
    let mut six = [0; 6];
    for (to, from) in six.iter_mut().zip(words) {
        *to = *from;
    }
    six
}

/// `a × b`, at most six units of the last place too small.
pub(super) fn mul(a: &Fixed192, b: &Fixed192) -> Fixed192 {
    // The products of each column are added up before the carry goes on to the next; in halves, so that no sum overflows.
    // Written out, because the loops are not unrolled where size counts, and then take twice as long.
    macro_rules! column {
        ($carry:expr; $($i:literal $j:literal),+) => {{
            let (mut low, mut high) = ($carry & 0xffff_ffff, $carry >> 32);
            $(
                let product = u64::from(a[$i]) * u64::from(b[$j]);
                low += product & 0xffff_ffff;
                high += product >> 32;
            )+
            (low as u32, high + (low >> 32))
        }};
    }
    let (_, carry) = column!(0_u64; 0 5, 1 4, 2 3, 3 2, 4 1, 5 0);
    let (p6, carry) = column!(carry; 1 5, 2 4, 3 3, 4 2, 5 1);
    let (p7, carry) = column!(carry; 2 5, 3 4, 4 3, 5 2);
    let (p8, carry) = column!(carry; 3 5, 4 4, 5 3);
    let (p9, carry) = column!(carry; 4 5, 5 4);
    let (p10, carry) = column!(carry; 5 5);
    [p6, p7, p8, p9, p10, carry as u32]
}

fn leading_zeros(a: &Fixed192) -> u32 {
    let mut count = 0;
    for word in a.iter().rev() {
        count += word.leading_zeros();
        if *word != 0 {
            break;
        }
    }
    count
}

/// The number of terms after which a term is under the last place, when each is `z` times the one before, and more.
fn terms(z: &Fixed192, first: usize, step: usize) -> usize {
    let zeros = leading_zeros(z);
    let mut count = 1;
    while first + count * step + step < COUNT
        && zeros * u32::try_from(count).unwrap_or(0) + leading_zeros(&INVERSE_FACTORIALS[first + count * step]) < BITS
    {
        count += 1;
    }
    count
}

/// z/f! − z²/(f+2)! + z³/(f+4)! …, with f two or three.
pub(super) fn falling(z: &Fixed192, first: usize) -> Fixed192 {
    let mut count = terms(z, first, 2);
    let mut sum = INVERSE_FACTORIALS[first + 2 * count];
    while count > 0 {
        count -= 1;
        let part = mul(&sum, z);
        sum = INVERSE_FACTORIALS[first + 2 * count];
        super::words::sub(&mut sum, &part);
    }
    mul(&sum, z)
}

/// e^t − 1 for a small t: t + t² (1/2! + t/3! + …).
pub(super) fn expm1(t: &Fixed192) -> Fixed192 {
    let mut count = terms(t, 2, 1);
    let mut sum = INVERSE_FACTORIALS[2 + count];
    while count > 0 {
        count -= 1;
        sum = mul(&sum, t);
        super::words::add(&mut sum, &INVERSE_FACTORIALS[2 + count]);
    }
    let mut result = mul(&mul(t, t), &sum);
    super::words::add(&mut result, t);
    result
}

/// (1 + y)² − 1.
pub(super) fn square_of_one_more(y: &Fixed192) -> Fixed192 {
    let mut result = mul(y, y);
    super::words::add(&mut result, y);
    super::words::add(&mut result, y);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::fixed::{self, MAX_WORDS};
    use num_bigint::BigUint;
    use proptest::prelude::*;

    #[test]
    fn the_table_holds_inverse_factorials() {
        let mut factorial = BigUint::from(1_u8);
        for (k, entry) in INVERSE_FACTORIALS.iter().enumerate().skip(2) {
            factorial *= k;
            let exact = (BigUint::from(1_u8) << 192) / &factorial;
            let found = BigUint::from_slice(entry);
            assert!(found <= exact && exact - found <= BigUint::from(2_u8), "{k}");
        }
    }

    /// The general road: x²/f! − …, term by term, at twelve words.
    fn long_falling(z: &Fixed192, first: u32) -> BigUint {
        let wide = |words: &[u32]| {
            let mut long = [0; MAX_WORDS];
            long[6..12].copy_from_slice(words);
            long
        };
        let square = wide(z);
        let mut term = square;
        (2..=first).for_each(|k| fixed::div_small(&mut term[..12], k));
        let mut sum = term;
        let (mut k, mut minus) = (first + 1, true);
        while !fixed::is_zero(&term[..12]) {
            term = fixed::mul(&term[..12], &square[..12]);
            fixed::div_small(&mut term[..12], k * (k + 1));
            if minus {
                fixed::sub(&mut sum[..12], &term[..12])
            } else {
                fixed::add(&mut sum[..12], &term[..12])
            };
            minus = !minus;
            k += 2;
        }
        BigUint::from_slice(&sum[6..12])
    }

    proptest! {
        #[test]
        fn falling_series_agree_with_the_general_road(mut z in any::<Fixed192>(), shift in 1_u64..100) {
            fixed::shift_right(&mut z, shift);
            for first in [2, 3] {
                let found = BigUint::from_slice(&falling(&z, first as usize));
                let exact = long_falling(&z, first);
                let off = if found > exact { found - exact } else { exact - found };
                prop_assert!(off <= BigUint::from(32_u8));
            }
        }
    }
}
