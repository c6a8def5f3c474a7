//! What keeps a service that fails from being asked on and on: pure state machines over given moments.

mod breaker;
mod line;
mod rate;
mod wait;

pub use breaker::{Breaker, BreakerOptions, BreakerState, Outcome, Ticket};
pub use line::{Line, LineHealth, NotNow};
pub use rate::Bucket;
pub use wait::{Backoff, retry_after_ms};
