//! Time, waiting and chance, as the machine gives them.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use dunlin_base::{Clock, LocalFuture, Random, Timer};
use jiff::{Timestamp, tz::TimeZone};

/// When the clock begins: now, or at a local moment that somebody gave.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Started(pub(crate) Option<jiff::civil::DateTime>);

/// The machine's clock and time zone. Clones tell the same time.
#[derive(Clone)]
pub(crate) struct MachineClock {
    zone: TimeZone,
    /// How far it is ahead of the machine's clock.
    ahead_ms: i64,
    opened: Instant,
}

impl MachineClock {
    #[expect(clippy::disallowed_methods, reason = "this is where time comes from")]
    pub(crate) fn new(Started(started): Started) -> Self {
        let zone = TimeZone::system();
        let wanted = started.and_then(|moment| zone.to_timestamp(moment).ok()).map(Timestamp::as_millisecond);
        Self { zone, ahead_ms: wanted.map_or(0, |wanted| wanted - machine_ms()), opened: Instant::now() }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is where time comes from")]
fn machine_ms() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |ms| -ms),
    }
}

impl Clock for MachineClock {
    fn now_ms(&self) -> i64 {
        machine_ms().saturating_add(self.ahead_ms)
    }

    fn monotonic_ms(&self) -> u64 {
        u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn utc_offset_minutes(&self, at_ms: i64) -> i32 {
        Timestamp::from_millisecond(at_ms).map_or(0, |at| minutes(&self.zone, at))
    }

    fn zone_offset_minutes(&self, zone: &str, at_ms: i64) -> Option<i32> {
        let zone = TimeZone::get(zone).ok().filter(|zone| !zone.is_unknown())?;
        Some(minutes(&zone, Timestamp::from_millisecond(at_ms).ok()?))
    }
}

fn minutes(zone: &TimeZone, at: Timestamp) -> i32 {
    zone.to_offset(at).seconds().div_euclid(60)
}

/// Waits on the thread's own Tokio runtime.
pub(crate) struct MachineTimer;

impl Timer for MachineTimer {
    fn sleep(&self, ms: u64) -> LocalFuture<'static, ()> {
        Box::pin(tokio::time::sleep(Duration::from_millis(ms)))
    }
}

/// Randomness of the operating system.
pub(crate) struct MachineRandom;

impl Random for MachineRandom {
    fn next_u64(&self) -> u64 {
        // A system without randomness has a clock; identifiers stay apart by their moment then.
        getrandom::u64().unwrap_or_else(|_| machine_ms().unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_known_by_name_with_their_summers() {
        let clock = MachineClock::new(Started(None));
        let at = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
        let (winter, summer) = (at("2026-01-15T12:00:00Z"), at("2026-07-15T12:00:00Z"));
        for (zone, offsets) in [
            ("Asia/Tokyo", [540, 540]),
            ("Europe/Berlin", [60, 120]),
            ("America/New_York", [-300, -240]),
            ("Asia/Kathmandu", [345, 345]),
            ("UTC", [0, 0]),
        ] {
            let told = [winter, summer].map(|at_ms| clock.zone_offset_minutes(zone, at_ms));
            assert_eq!(told, offsets.map(Some), "{zone}");
        }
        for unknown in ["", "Mars/Olympus_Mons", "../../etc/passwd", "Etc/Unknown"] {
            assert_eq!(clock.zone_offset_minutes(unknown, winter), None, "{unknown}");
        }
    }
}
