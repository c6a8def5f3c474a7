//! Sums and differences of runs of 32-bit words, least significant first, however many they are.

/// `a += b`; gives the carry.
pub(super) fn add(a: &mut [u32], b: &[u32]) -> bool {
    let mut carry = false;
    for (x, y) in a.iter_mut().zip(b) {
        let (sum, over) = x.overflowing_add(*y);
        let (sum, again) = sum.overflowing_add(u32::from(carry));
        *x = sum;
        carry = over | again;
    }
    carry
}

/// `a -= b`; gives the borrow.
pub(super) fn sub(a: &mut [u32], b: &[u32]) -> bool {
    let mut borrow = false;
    for (x, y) in a.iter_mut().zip(b) {
        let (difference, under) = x.overflowing_sub(*y);
        let (difference, again) = difference.overflowing_sub(u32::from(borrow));
        *x = difference;
        borrow = under | again;
    }
    borrow
}
