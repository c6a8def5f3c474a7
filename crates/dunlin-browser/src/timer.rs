//! `setTimeout` as a timer.

use std::{
    cell::{Cell, RefCell},
    future::Future,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use dunlin_base::{LocalFuture, Timer};
use gloo_timers::callback::Timeout;

/// The longest wait `setTimeout` can count; a longer one fires at once, so it is waited out in pieces.
const LONGEST_MS: u64 = i32::MAX as u64;

/// Waits by `setTimeout`. Dropping the future clears the timeout and wakes nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeoutTimer;

impl Timer for TimeoutTimer {
    fn sleep(&self, ms: u64) -> LocalFuture<'static, ()> {
        Box::pin(async move {
            let mut left = ms;
            loop {
                let piece = left.min(LONGEST_MS);
                Piece::begin(piece as u32).await;
                left -= piece;
                if left == 0 {
                    return;
                }
            }
        })
    }
}

/// One `setTimeout`. The future that `gloo_timers` offers wakes its task when it is dropped; a task that drops a timer and
/// waits again would run for ever.
struct Piece {
    bell: Rc<Bell>,
    _timeout: Timeout,
}

#[derive(Default)]
struct Bell {
    rang: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

impl Piece {
    fn begin(ms: u32) -> Self {
        let bell: Rc<Bell> = Rc::default();
        let rings = bell.clone();
        let timeout = Timeout::new(ms, move || {
            rings.rang.set(true);
            if let Some(waker) = rings.waker.take() {
                waker.wake();
            }
        });
        Self { bell, _timeout: timeout }
    }
}

impl Future for Piece {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.bell.rang.get() {
            return Poll::Ready(());
        }
        self.bell.waker.replace(Some(context.waker().clone()));
        Poll::Pending
    }
}
