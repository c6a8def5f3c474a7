//! `setTimeout` as a timer.

use dunlin_base::{LocalFuture, Timer};
use gloo_timers::future::TimeoutFuture;

/// The longest wait `setTimeout` can count; a longer one fires at once, so it is waited out in pieces.
const LONGEST_MS: u64 = i32::MAX as u64;

/// Waits by `setTimeout`. Dropping the future clears the timeout.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeoutTimer;

impl Timer for TimeoutTimer {
    fn sleep(&self, ms: u64) -> LocalFuture<'static, ()> {
        Box::pin(async move {
            let mut left = ms;
            loop {
                let piece = left.min(LONGEST_MS);
                TimeoutFuture::new(piece as u32).await;
                left -= piece;
                if left == 0 {
                    return;
                }
            }
        })
    }
}
