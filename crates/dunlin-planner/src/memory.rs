//! What matching has visited and has yet to visit. It knows no pattern and no grammar.

use crate::pattern::Captures;

/// Working memory of matching, kept between clauses.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    visited: Vec<u64>,
    pub(crate) stack: Vec<(u16, u16, Captures)>,
}

impl Memory {
    pub(crate) fn reset(&mut self, bits: usize) {
        self.visited.clear();
        self.visited.resize(bits / 64 + 1, 0);
        self.stack.clear();
    }

    pub(crate) fn first_visit(&mut self, bit: usize) -> bool {
        let Some(bits) = self.visited.get_mut(bit / 64) else { return false };
        let mask = 1 << (bit % 64);
        let first = *bits & mask == 0;
        *bits |= mask;
        first
    }
}
