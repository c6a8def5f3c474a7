//! A set of places in a sentence, as bits.

/// Places from 0 to `64 * W - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Positions<const W: usize>([u64; W]);

impl<const W: usize> Positions<W> {
    pub(crate) const NONE: Self = Self([0; W]);

    pub(crate) fn at(place: usize) -> Self {
        let mut set = Self::NONE;
        set.insert(place);
        set
    }

    pub(crate) fn insert(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word |= 1 << (place % 64);
        }
    }

    pub(crate) fn has(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[must_use]
    pub(crate) fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
        self
    }

    #[must_use]
    pub(crate) fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word &= more);
        self
    }

    /// Every place moved on by one.
    #[must_use]
    pub(crate) fn next(mut self) -> Self {
        let mut carried = 0;
        for word in &mut self.0 {
            let carry = *word >> 63;
            *word = *word << 1 | carried;
            carried = carry;
        }
        self
    }

    /// All places after `place`.
    pub(crate) fn after(place: usize) -> Self {
        let mut set = Self::NONE;
        let first = place + 1;
        for (at, word) in set.0.iter_mut().enumerate() {
            *word = match (at * 64).checked_sub(first) {
                Some(_) => u64::MAX,
                None if first - at * 64 < 64 => u64::MAX << (first - at * 64),
                None => 0,
            };
        }
        set
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let mut rest = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < W {
                let word = rest.get_mut(at)?;
                if *word != 0 {
                    let place = at * 64 + word.trailing_zeros() as usize;
                    *word &= *word - 1;
                    return Some(place);
                }
                at += 1;
            }
            None
        })
    }

    /// A number that is mostly another for another set.
    pub(crate) fn mixed(&self) -> u64 {
        self.0.iter().fold(0, |sum: u64, word| (sum.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_move_across_words() {
        let set = Positions::<2>::at(63).next().or(&Positions::at(5));
        assert_eq!(set.iter().collect::<Vec<_>>(), [5, 64]);
        assert_eq!(set.and(&Positions::after(5)), Positions::at(64));
        assert_eq!(Positions::<2>::after(62).iter().next(), Some(63));
        assert_eq!(Positions::<2>::after(126).iter().collect::<Vec<_>>(), [127]);
        assert!(Positions::<2>::after(127).is_empty());
        assert!(set.has(64) && !set.has(65));
    }
}
