//! The line to one service: its breaker, its rate, and what is counted on it.

use serde::Serialize;

use super::{Breaker, BreakerOptions, BreakerState, Bucket, Outcome, Ticket};

/// What is known of a line, for health and metrics. The counts are since it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LineHealth {
    /// What its breaker lets through now.
    pub state: BreakerState,
    /// How often its breaker has opened.
    pub opened: u64,
    /// Requests that were sent.
    pub requests: u64,
    /// Requests that the service did not answer, or said that it cannot.
    pub failures: u64,
    /// Requests that were not sent: the breaker was open, or the rate left no room.
    pub refused: u64,
}

/// Why a request cannot be made now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotNow {
    /// After so many milliseconds it may be asked again.
    pub wait_ms: u64,
    /// Whether the breaker refuses it; otherwise the rate does.
    pub is_open: bool,
}

/// The machine. Moments are milliseconds that only ever grow.
///
/// ```
/// use dunlin_tools::steady::{BreakerOptions, BreakerState, Line, Outcome};
/// let mut line = Line::new(BreakerOptions { failures: 1, open_ms: 1000, ..BreakerOptions::default() }, None);
/// let call = line.admit(0).unwrap();
/// line.report(call, Outcome::Failure, 10);
/// assert_eq!(line.change(10), Some((BreakerState::Closed, BreakerState::Open)));
/// assert!(line.admit(20).is_err());
/// let health = line.health(20);
/// assert_eq!((health.opened, health.requests, health.failures, health.refused), (1, 1, 1, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    breaker: Breaker,
    rate: Option<Bucket>,
    said: BreakerState,
    requests: u64,
    failures: u64,
    refused: u64,
}

impl Line {
    /// One that is closed; without a rate there is no limit to how often it may be asked.
    pub fn new(breaker: BreakerOptions, rate: Option<Bucket>) -> Self {
        let said = BreakerState::Closed;
        Self { breaker: Breaker::new(breaker), rate, said, requests: 0, failures: 0, refused: 0 }
    }

    /// Leave to make one request, or why there is none now.
    pub fn admit(&mut self, now_ms: u64) -> Result<Ticket, NotNow> {
        let admitted = self.breaker.admit(now_ms).map_err(|wait_ms| NotNow { wait_ms, is_open: true });
        let admitted = admitted.and_then(|ticket| {
            self.rate.as_mut().map_or(Ok(()), |rate| rate.take(now_ms)).map_err(|wait_ms| {
                self.breaker.report(ticket, Outcome::Abandoned, now_ms);
                NotNow { wait_ms, is_open: false }
            })?;
            Ok(ticket)
        });
        let counted = if admitted.is_ok() { &mut self.requests } else { &mut self.refused };
        *counted += 1;
        admitted
    }

    /// Takes in how a request ended.
    pub fn report(&mut self, ticket: Ticket, outcome: Outcome, now_ms: u64) {
        self.failures += u64::from(outcome == Outcome::Failure);
        self.breaker.report(ticket, outcome, now_ms);
    }

    /// Gives no leave for that long, as the service wants it. Without a rate it does nothing.
    pub fn hold(&mut self, now_ms: u64, for_ms: u64) {
        if let Some(rate) = &mut self.rate {
            rate.hold(now_ms, for_ms);
        }
    }

    /// The state before and the state now, when it is another than at the last look.
    pub fn change(&mut self, now_ms: u64) -> Option<(BreakerState, BreakerState)> {
        let now = self.breaker.state(now_ms);
        let before = std::mem::replace(&mut self.said, now);
        (before != now).then_some((before, now))
    }

    /// What is known of it at that moment.
    pub fn health(&self, now_ms: u64) -> LineHealth {
        LineHealth {
            state: self.breaker.state(now_ms),
            opened: self.breaker.opened(),
            requests: self.requests,
            failures: self.failures,
            refused: self.refused,
        }
    }
}
