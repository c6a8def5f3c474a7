//! Everything the core needs from outside, as small traits: time, waiting, randomness, storage.

use std::{cell::Cell, future::Future, pin::Pin, rc::Rc};

use crate::Storage;

/// A future that stays on its thread: a browser tab has one.
pub type LocalFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Tells the time.
pub trait Clock {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    fn now_ms(&self) -> i64;

    /// Milliseconds that only ever grow, from any beginning: for spans of time, which must not change when somebody sets the
    /// clock.
    fn monotonic_ms(&self) -> u64 {
        self.now_ms().max(0).unsigned_abs()
    }

    /// How far local civil time is ahead of UTC at that moment, in minutes.
    fn utc_offset_minutes(&self, at_ms: i64) -> i32;

    /// How far civil time in a zone is ahead of UTC at that moment, in minutes, by the zone's name ("Asia/Tokyo"); none where
    /// the zone is not known, and for clocks that know none.
    fn zone_offset_minutes(&self, zone: &str, at_ms: i64) -> Option<i32> {
        let _ = (zone, at_ms);
        None
    }
}

/// Waits.
pub trait Timer {
    /// Is ready once `ms` milliseconds have passed.
    fn sleep(&self, ms: u64) -> LocalFuture<'static, ()>;
}

/// Gives random bits.
pub trait Random {
    /// The next 64 bits.
    fn next_u64(&self) -> u64;
}

/// The bundle that is handed down. Cloning it shares what is inside.
#[derive(Clone)]
pub struct Env {
    /// Tells the time.
    pub clock: Rc<dyn Clock>,
    /// Waits.
    pub timer: Rc<dyn Timer>,
    /// Gives random bits for ids and seeds.
    pub random: Rc<dyn Random>,
    /// Keeps text by key.
    pub storage: Rc<dyn Storage>,
}

/// Repeatable random bits from a seed: the `SplitMix64` generator (Steele, Lea and Flood, 2014).
#[derive(Debug)]
pub struct SeededRandom(Cell<u64>);

impl SeededRandom {
    /// A generator that gives the same bits for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(Cell::new(seed))
    }
}

impl Random for SeededRandom {
    fn next_u64(&self) -> u64 {
        let state = self.0.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.0.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
