//! A rate limit: a bucket of leaves that fills evenly.

/// So many calls at once, and so many in a span of time. Moments are milliseconds that only ever grow.
///
/// ```
/// use dunlin_tools::steady::Bucket;
/// let mut bucket = Bucket::new(2, 1000); // two a second
/// assert_eq!((bucket.take(0), bucket.take(0), bucket.take(0)), (Ok(()), Ok(()), Err(500)));
/// assert_eq!(bucket.take(500), Ok(()));
/// ```
#[derive(Clone, Debug)]
pub struct Bucket {
    calls: u64,
    per_ms: u64,
    /// What is in it, in parts of a call of which `per_ms` make one.
    level: u64,
    at_ms: u64,
    /// Nothing before this moment, as a service has asked.
    not_before_ms: u64,
}

impl Bucket {
    /// A full one for `calls` in `per_ms` milliseconds; each at least 1.
    pub fn new(calls: u32, per_ms: u64) -> Self {
        let (calls, per_ms) = (u64::from(calls.max(1)), per_ms.clamp(1, 86_400_000));
        Self { calls, per_ms, level: calls * per_ms, at_ms: 0, not_before_ms: 0 }
    }

    /// Takes leave for one call, or says after how many milliseconds there will be one.
    pub fn take(&mut self, now_ms: u64) -> Result<(), u64> {
        let passed = now_ms.saturating_sub(self.at_ms);
        self.level = self.level.saturating_add(passed.saturating_mul(self.calls)).min(self.calls * self.per_ms);
        self.at_ms = self.at_ms.max(now_ms);
        let lacking = self.per_ms.saturating_sub(self.level).div_ceil(self.calls);
        let wait = lacking.max(self.not_before_ms.saturating_sub(now_ms));
        if wait > 0 {
            return Err(wait);
        }
        self.level -= self.per_ms;
        Ok(())
    }

    /// Gives no leave for that long, whatever is in it.
    pub fn hold(&mut self, now_ms: u64, for_ms: u64) {
        self.not_before_ms = self.not_before_ms.max(now_ms.saturating_add(for_ms));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_service_that_asks_for_a_pause_gets_it() {
        let mut bucket = Bucket::new(10, 1000);
        bucket.take(0).unwrap();
        bucket.hold(0, 3000);
        assert_eq!(bucket.take(1), Err(2999));
        assert_eq!(bucket.take(3000), Ok(()));
    }

    proptest! {
        /// In every span of `per` milliseconds at most twice the calls pass (a full bucket and what flows in), over a long
        /// time no more than the rate, and the wait that is named is long enough and not too long.
        #[test]
        fn no_more_than_the_rate_passes(calls in 1_u32..20, per in 1_u64..5000, gaps in prop::collection::vec(0_u64..2000, 1..300)) {
            let mut bucket = Bucket::new(calls, per);
            let (mut now, mut passed) = (0, Vec::new());
            for gap in gaps {
                now += gap;
                match bucket.take(now) {
                    Ok(()) => passed.push(now),
                    Err(wait) => {
                        prop_assert!(wait <= per);
                        prop_assert!(bucket.clone().take(now + wait).is_ok());
                        prop_assert!(wait == 1 || bucket.clone().take(now + wait - 1).is_err());
                    }
                }
            }
            let most = u64::from(calls) + now * u64::from(calls) / per;
            prop_assert!(passed.len() as u64 <= most, "{} passed, {most} may", passed.len());
            for (at, start) in passed.iter().enumerate() {
                let within = passed.iter().skip(at).filter(|moment| **moment < start + per).count();
                prop_assert!(within as u32 <= 2 * calls);
            }
        }
    }
}
