//! A circuit breaker: after failures in a row nobody asks for a while, then one call tries whether it works again.

use serde::{Deserialize, Serialize};

/// When a breaker opens and for how long.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct BreakerOptions {
    /// So many failures in a row open it. At least 1.
    pub failures: u32,
    /// How long it stays open the first time.
    pub open_ms: u64,
    /// Each trial that fails doubles that time, up to this.
    pub longest_open_ms: u64,
    /// So many trials in a row must succeed before it closes. At least 1.
    pub trials: u32,
}

impl Default for BreakerOptions {
    fn default() -> Self {
        Self { failures: 5, open_ms: 10_000, longest_open_ms: 300_000, trials: 1 }
    }
}

/// What a breaker lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BreakerState {
    /// Every call.
    Closed,
    /// No call.
    Open,
    /// One call at a time, as a trial.
    HalfOpen,
}

impl BreakerState {
    /// The word for it in health, metrics and the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::HalfOpen => "half-open",
        }
    }
}

/// How a call that was let through ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The service answered.
    Success,
    /// The service did not answer, or said that it cannot.
    Failure,
    /// Nobody waited for the answer: it says nothing of the service.
    Abandoned,
}

/// The leave to make one call; given back with how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The phase it was given in: what ends in a later one decides nothing there.
    phase: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inner {
    Closed { failures: u32 },
    Open { until_ms: u64 },
    HalfOpen { under_way: bool, successes: u32 },
}

/// The machine. Moments are milliseconds that only ever grow.
///
/// ```
/// use dunlin_tools::steady::{Breaker, BreakerOptions, BreakerState, Outcome};
/// let mut breaker = Breaker::new(BreakerOptions { failures: 1, open_ms: 1000, ..BreakerOptions::default() });
/// let call = breaker.admit(0).unwrap();
/// breaker.report(call, Outcome::Failure, 10);
/// assert_eq!(breaker.admit(20), Err(990)); // come again in 990 ms
/// let trial = breaker.admit(1010).unwrap();
/// breaker.report(trial, Outcome::Success, 1020);
/// assert_eq!(breaker.state(1020), BreakerState::Closed);
/// ```
#[derive(Clone, Debug)]
pub struct Breaker {
    options: BreakerOptions,
    inner: Inner,
    phase: u64,
    /// How long it stays open the next time.
    next_open_ms: u64,
    opened: u64,
}

impl Breaker {
    /// A closed one.
    pub fn new(options: BreakerOptions) -> Self {
        let inner = Inner::Closed { failures: 0 };
        Self { options, inner, phase: 0, next_open_ms: options.open_ms.max(1), opened: 0 }
    }

    /// What it lets through at that moment.
    pub fn state(&self, now_ms: u64) -> BreakerState {
        match self.inner {
            Inner::Closed { .. } => BreakerState::Closed,
            Inner::Open { until_ms } if now_ms < until_ms => BreakerState::Open,
            Inner::Open { .. } | Inner::HalfOpen { .. } => BreakerState::HalfOpen,
        }
    }

    /// How often it has opened.
    pub fn opened(&self) -> u64 {
        self.opened
    }

    /// Leave to make a call, or after how many milliseconds to ask again.
    pub fn admit(&mut self, now_ms: u64) -> Result<Ticket, u64> {
        if let Inner::Open { until_ms } = self.inner {
            if now_ms < until_ms {
                return Err(until_ms - now_ms);
            }
            self.enter(Inner::HalfOpen { under_way: false, successes: 0 });
        }
        if let Inner::HalfOpen { under_way, .. } = &mut self.inner {
            if *under_way {
                // The trial decides; how long it takes is not known.
                return Err(self.options.open_ms.clamp(1, 1000));
            }
            *under_way = true;
        }
        Ok(Ticket { phase: self.phase })
    }

    /// Takes in how a call ended. What was let through before the breaker last changed its state decides nothing.
    pub fn report(&mut self, ticket: Ticket, outcome: Outcome, now_ms: u64) {
        if ticket.phase != self.phase {
            return;
        }
        match (&mut self.inner, outcome) {
            (Inner::Closed { failures }, Outcome::Success) => *failures = 0,
            (Inner::Closed { failures }, Outcome::Failure) => {
                *failures += 1;
                if *failures >= self.options.failures.max(1) {
                    self.open(now_ms);
                }
            }
            (Inner::HalfOpen { under_way, successes }, Outcome::Success) => {
                *under_way = false;
                *successes += 1;
                if *successes >= self.options.trials.max(1) {
                    self.next_open_ms = self.options.open_ms.max(1);
                    self.enter(Inner::Closed { failures: 0 });
                }
            }
            (Inner::HalfOpen { .. }, Outcome::Failure) => self.open(now_ms),
            (Inner::HalfOpen { under_way, .. }, Outcome::Abandoned) => *under_way = false,
            (Inner::Closed { .. }, Outcome::Abandoned) | (Inner::Open { .. }, _) => {}
        }
    }

    fn open(&mut self, now_ms: u64) {
        self.opened += 1;
        let until_ms = now_ms.saturating_add(self.next_open_ms);
        let longest = self.options.longest_open_ms.max(self.options.open_ms).max(1);
        self.next_open_ms = self.next_open_ms.saturating_mul(2).min(longest);
        self.enter(Inner::Open { until_ms });
    }

    fn enter(&mut self, inner: Inner) {
        self.phase += 1;
        self.inner = inner;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OPTIONS: BreakerOptions = BreakerOptions { failures: 3, open_ms: 100, longest_open_ms: 350, trials: 2 };

    fn fail(breaker: &mut Breaker, now_ms: u64) {
        let ticket = breaker.admit(now_ms).unwrap();
        breaker.report(ticket, Outcome::Failure, now_ms);
    }

    #[test]
    fn it_opens_after_failures_in_a_row_only() {
        let mut breaker = Breaker::new(OPTIONS);
        fail(&mut breaker, 0);
        fail(&mut breaker, 1);
        let ticket = breaker.admit(2).unwrap();
        breaker.report(ticket, Outcome::Success, 2);
        fail(&mut breaker, 3);
        fail(&mut breaker, 4);
        assert_eq!(breaker.state(4), BreakerState::Closed);
        fail(&mut breaker, 5);
        assert_eq!(breaker.state(5), BreakerState::Open);
        assert_eq!(breaker.admit(6), Err(99));
        assert_eq!(breaker.state(105), BreakerState::HalfOpen);
    }

    #[test]
    fn it_is_open_twice_as_long_after_each_failed_trial_up_to_a_bound() {
        let mut breaker = Breaker::new(OPTIONS);
        for _ in 0..3 {
            fail(&mut breaker, 0);
        }
        let mut now = 0;
        for open in [100, 200, 350, 350] {
            assert_eq!(breaker.admit(now + open - 1), Err(1));
            now += open;
            fail(&mut breaker, now);
        }
        assert_eq!(breaker.opened(), 5);
        // Two trials that succeed close it, and the next time it is open for as long as the first time.
        now += 350;
        for state in [BreakerState::HalfOpen, BreakerState::Closed] {
            let ticket = breaker.admit(now).unwrap();
            breaker.report(ticket, Outcome::Success, now);
            assert_eq!(breaker.state(now), state);
        }
        for _ in 0..3 {
            fail(&mut breaker, now);
        }
        assert_eq!(breaker.admit(now), Err(100));
    }

    #[test]
    fn one_trial_at_a_time_and_one_that_nobody_waits_for_makes_room() {
        let mut breaker = Breaker::new(BreakerOptions { failures: 1, ..OPTIONS });
        fail(&mut breaker, 0);
        let trial = breaker.admit(100).unwrap();
        assert!(breaker.admit(100).is_err());
        breaker.report(trial, Outcome::Abandoned, 101);
        assert!(breaker.admit(101).is_ok());
    }

    #[test]
    fn what_ends_late_decides_nothing() {
        let mut breaker = Breaker::new(BreakerOptions { failures: 1, ..OPTIONS });
        let (first, late) = (breaker.admit(0).unwrap(), breaker.admit(0).unwrap());
        breaker.report(first, Outcome::Failure, 1);
        breaker.report(late, Outcome::Success, 2);
        assert_eq!(breaker.state(3), BreakerState::Open);
        let trial = breaker.admit(200).unwrap();
        breaker.report(late, Outcome::Failure, 201);
        breaker.report(trial, Outcome::Success, 202);
        assert_eq!(breaker.state(203), BreakerState::HalfOpen);
    }

    proptest! {
        /// Whatever happens in whatever order: an open breaker lets nothing through and says when it will, a half-open one
        /// lets one through at a time, and a service that is well again is found out.
        #[test]
        fn an_open_breaker_holds_and_a_well_service_comes_back(
            steps in prop::collection::vec((0_u64..400, 0_u8..4), 1..200),
        ) {
            let mut breaker = Breaker::new(OPTIONS);
            let (mut now, mut out) = (0, Vec::new());
            for (wait, what) in steps {
                now += wait;
                let before = breaker.state(now);
                if what == 3 {
                    match breaker.admit(now) {
                        Ok(ticket) => {
                            prop_assert_ne!(before, BreakerState::Open);
                            out.push(ticket);
                        }
                        Err(again) => {
                            prop_assert_ne!(before, BreakerState::Closed);
                            prop_assert!(again > 0 && again <= OPTIONS.longest_open_ms);
                        }
                    }
                } else if let Some(ticket) = out.pop() {
                    let outcome = [Outcome::Success, Outcome::Failure, Outcome::Abandoned][usize::from(what)];
                    breaker.report(ticket, outcome, now);
                }
            }
            for ticket in out {
                breaker.report(ticket, Outcome::Abandoned, now);
            }
            for _ in 0..OPTIONS.trials {
                now += OPTIONS.longest_open_ms;
                let ticket = breaker.admit(now).unwrap();
                breaker.report(ticket, Outcome::Success, now);
            }
            prop_assert_eq!(breaker.state(now), BreakerState::Closed);
        }
    }
}
