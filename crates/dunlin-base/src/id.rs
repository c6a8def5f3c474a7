//! Time-ordered identifiers: UUID version 7 (RFC 9562, section 5.7).

use std::cell::Cell;

use crate::Env;

/// Makes identifiers that sort by the moment they were made, also within one millisecond of one maker.
#[derive(Debug, Default)]
pub struct Ids {
    last: Cell<(i64, u16)>,
}

impl Ids {
    /// A maker that has made none yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next identifier, in the usual 36 characters.
    ///
    /// The 12 bits of `rand_a` count within a millisecond (method 1 of RFC 9562, section 6.2); when they run out, or the
    /// clock steps back, the millisecond runs ahead of the clock instead.
    pub fn next(&self, env: &Env) -> String {
        let now = env.clock.now_ms().max(0);
        let (last_ms, last_count) = self.last.get();
        let (ms, count) = if now > last_ms {
            (now, 0)
        } else if last_count < 0xFFF {
            (last_ms, last_count + 1)
        } else {
            (last_ms + 1, 0)
        };
        self.last.set((ms, count));
        let ms = ms as u64 & 0xFFFF_FFFF_FFFF;
        let tail = env.random.next_u64();
        format!(
            "{:08x}-{:04x}-7{:03x}-{:04x}-{:012x}",
            ms >> 16,
            ms & 0xFFFF,
            count,
            0x8000 | (tail >> 50),
            tail & 0xFFFF_FFFF_FFFF
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::World;

    #[test]
    fn ids_sort_by_the_moment_they_were_made() {
        let world = World::new(7);
        let ids = Ids::new();
        let mut made: Vec<String> = (0..5000).map(|_| ids.next(&world.env())).collect();
        world.wind(1);
        made.push(ids.next(&world.env()));
        let mut sorted = made.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(made, sorted);
    }

    #[test]
    fn the_form_is_that_of_version_7() {
        let world = World::new(7);
        let id = Ids::new().next(&world.env());
        assert_eq!(id.len(), 36);
        assert_eq!(id.as_bytes()[14], b'7');
        assert!(matches!(id.as_bytes()[19], b'8' | b'9' | b'a' | b'b'), "{id}");
    }
}
