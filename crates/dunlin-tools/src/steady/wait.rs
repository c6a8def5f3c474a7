//! How long to wait before asking again: as the service says, or twice as long each time.

use std::time::UNIX_EPOCH;

use dunlin_base::Random;

/// The longest wait that a service is believed to want: a day.
const LONGEST_MS: u64 = 86_400_000;

/// Reads a `Retry-After` header: seconds, or a date in any of HTTP's three forms. Nothing for any other text.
///
/// ```
/// use dunlin_tools::steady::retry_after_ms;
/// assert_eq!(retry_after_ms("120", 0), Some(120_000));
/// assert_eq!(retry_after_ms("Thu, 01 Jan 1970 00:00:30 GMT", 10_000), Some(20_000));
/// assert_eq!(retry_after_ms("soon", 0), None);
/// ```
pub fn retry_after_ms(header: &str, now_ms: i64) -> Option<u64> {
    let header = header.trim();
    if !header.is_empty() && header.bytes().all(|byte| byte.is_ascii_digit()) {
        // More digits than a number holds is a long time too.
        return Some(header.parse::<u64>().map_or(LONGEST_MS, |seconds| seconds.saturating_mul(1000).min(LONGEST_MS)));
    }
    let moment = httpdate::parse_http_date(header).ok()?.duration_since(UNIX_EPOCH).ok()?;
    let moment_ms = u64::try_from(moment.as_millis()).unwrap_or(u64::MAX);
    Some(moment_ms.saturating_sub(now_ms.max(0).unsigned_abs()).min(LONGEST_MS))
}

/// Waits that double, spread so that many callers do not come back at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    /// The first wait.
    pub first_ms: u64,
    /// The longest wait.
    pub longest_ms: u64,
}

impl Default for Backoff {
    fn default() -> Self {
        Self { first_ms: 500, longest_ms: 20_000 }
    }
}

impl Backoff {
    /// The wait after that many failures, counted from 1: from half of the doubled wait to the whole.
    pub fn wait_ms(&self, failures: u32, random: &dyn Random) -> u64 {
        let doubled = 1_u64.checked_shl(failures.saturating_sub(1)).unwrap_or(u64::MAX);
        let whole = self.first_ms.saturating_mul(doubled).min(self.longest_ms);
        let half = whole / 2;
        half + random.next_u64() % (whole - half + 1)
    }
}

#[cfg(test)]
mod tests {
    use dunlin_base::{SeededRandom, testing::START_MS};

    use super::*;

    #[test]
    fn a_retry_after_is_seconds_or_a_date() {
        for (header, wait) in [
            ("0", Some(0)),
            (" 7 ", Some(7000)),
            ("99999999999999999999999999", Some(LONGEST_MS)),
            ("Sat, 21 Nov 2026 09:30:05 GMT", Some(5000)),
            ("Saturday, 21-Nov-26 09:30:05 GMT", Some(5000)),
            ("Sat Nov 21 09:30:05 2026", Some(5000)),
            // Already over, and far too long.
            ("Fri, 20 Nov 2026 09:30:05 GMT", Some(0)),
            ("Fri, 20 Nov 2099 09:30:05 GMT", Some(LONGEST_MS)),
            ("", None),
            ("-5", None),
            ("1.5", None),
            ("tomorrow", None),
        ] {
            assert_eq!(retry_after_ms(header, START_MS), wait, "{header:?}");
        }
    }

    #[test]
    fn waits_double_up_to_a_bound_and_are_spread() {
        let (backoff, random) = (Backoff { first_ms: 100, longest_ms: 1000 }, SeededRandom::new(7));
        for (failures, whole) in [(1, 100), (2, 200), (3, 400), (4, 800), (5, 1000), (70, 1000), (0, 100)] {
            let waits: Vec<u64> = (0..200).map(|_| backoff.wait_ms(failures, &random)).collect();
            assert!(waits.iter().all(|wait| (whole / 2..=whole).contains(wait)), "{failures}: {waits:?}");
            assert!(waits.iter().any(|wait| *wait < whole * 6 / 10) && waits.iter().any(|wait| *wait > whole * 9 / 10));
        }
    }
}
