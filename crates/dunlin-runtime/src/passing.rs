//! Time as a driver counts it: the clock on the wall, except where somebody sets it or the machine sleeps.

use dunlin_base::Clock;

/// How often a driver looks at the clock at least while something is under way.
pub(crate) const LOOK_MS: i64 = 10_000;
/// How long a driver that is not held up may go without a look: browsers wake a tab in the background once a minute.
const SILENCE_MS: u64 = 90_000;
/// How much more than what has passed the clock may show before somebody has set it.
const DRIFT_MS: u64 = 1000;

/// The moment a driver is at.
#[derive(Default)]
pub(crate) struct Passing {
    /// The moment of what is being done; the clock is asked when time may have passed, not for every event.
    at: i64,
    /// How much time had passed, and what the clock on the wall showed, when it was looked at last.
    looked: Option<(u64, i64)>,
    /// Where time goes on from when the clock was set back: a moment, and how much time had passed then.
    set_back: Option<(i64, u64)>,
    /// How much of the time since it was last asked for nobody could use.
    skipped: u64,
}

impl Passing {
    pub(crate) fn at(&self) -> i64 {
        self.at
    }

    /// Looks at the clock; the moment is never before `last`. When the clock was set back, time goes on from where it was.
    pub(crate) fn look(&mut self, clock: &dyn Clock, last: i64) -> i64 {
        let (now, passed) = (clock.now_ms(), clock.monotonic_ms());
        self.skipped = self.skipped.saturating_add(self.unseen(now, passed));
        self.looked = Some((passed, now));
        let last = last.max(self.at);
        self.at = if now >= last {
            self.set_back = None;
            now
        } else {
            let (from, since) = *self.set_back.get_or_insert((last, passed));
            last.max(from.saturating_add_unsigned(passed.saturating_sub(since)))
        };
        self.at
    }

    /// How much of the time since the last look passed by the clock alone, or while the machine slept.
    fn unseen(&self, now: i64, passed: u64) -> u64 {
        let Some((passed_before, before)) = self.looked else { return 0 };
        let shown = now.saturating_sub(before).max(0).unsigned_abs();
        let passed = passed.saturating_sub(passed_before);
        let by_clock = shown.saturating_sub(passed);
        let asleep = if passed > SILENCE_MS { passed - LOOK_MS.unsigned_abs() } else { 0 };
        // A clock that was set back meanwhile does not show that time.
        asleep.min(shown) + if by_clock > DRIFT_MS { by_clock } else { 0 }
    }

    /// The time that nobody could use and that was not yet taken into account.
    pub(crate) fn take_skipped(&mut self) -> Option<u64> {
        Some(std::mem::take(&mut self.skipped)).filter(|ms| *ms > 0)
    }
}
