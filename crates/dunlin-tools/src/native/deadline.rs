//! The end of a span of time, for work that runs on a thread of its own and so cannot ask the host's clock.

use std::time::{Duration, Instant};

#[derive(Clone, Copy)]
pub(super) struct Deadline(Option<Instant>);

#[expect(clippy::disallowed_methods, reason = "native only; what is measured stops work and decides nothing else")]
impl Deadline {
    pub(super) fn after(span: Duration) -> Self {
        // A span that no clock holds never ends.
        Self(Instant::now().checked_add(span))
    }

    pub(super) fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}
