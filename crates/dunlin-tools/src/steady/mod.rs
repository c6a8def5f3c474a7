//! What keeps a service that fails from being asked on and on: pure state machines over given moments.

mod breaker;
mod rate;
mod wait;

pub use breaker::{Breaker, BreakerOptions, BreakerState, Outcome, Ticket};
pub use rate::Bucket;
pub use wait::{Backoff, retry_after_ms};
