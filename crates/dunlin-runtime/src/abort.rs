//! Asking a running tool to stop.

use std::{
    cell::{Cell, RefCell},
    fmt,
    future::Future,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

/// Says whether a tool call is still wanted. Cloning shares the signal.
///
/// ```
/// let signal = dunlin_runtime::AbortSignal::new();
/// let heard = std::rc::Rc::new(std::cell::Cell::new(false));
/// let ear = heard.clone();
/// signal.on_abort(move || ear.set(true));
/// signal.abort();
/// assert!(signal.is_aborted() && heard.get());
/// ```
#[derive(Clone, Default)]
pub struct AbortSignal(Rc<Inner>);

#[derive(Default)]
struct Inner {
    aborted: Cell<bool>,
    listeners: RefCell<Vec<Box<dyn FnOnce()>>>,
    waiting: RefCell<Vec<Waker>>,
}

impl AbortSignal {
    /// A signal that says nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the call is no longer wanted.
    pub fn is_aborted(&self) -> bool {
        self.0.aborted.get()
    }

    /// Calls `listener` once the call is no longer wanted; at once if that is so already.
    pub fn on_abort(&self, listener: impl FnOnce() + 'static) {
        if self.is_aborted() {
            listener();
        } else {
            self.0.listeners.borrow_mut().push(Box::new(listener));
        }
    }

    /// Is ready once the call is no longer wanted.
    pub fn aborted(&self) -> Aborted {
        Aborted(self.clone())
    }

    /// Says that the call is no longer wanted.
    pub fn abort(&self) {
        if self.0.aborted.replace(true) {
            return;
        }
        // Taken out first: a listener may look at the signal.
        let listeners = self.0.listeners.take();
        for listener in listeners {
            listener();
        }
        let waiting = self.0.waiting.take();
        for waker in waiting {
            waker.wake();
        }
    }
}

impl fmt::Debug for AbortSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AbortSignal").field(&self.is_aborted()).finish()
    }
}

/// The future of [`AbortSignal::aborted`].
#[derive(Debug)]
pub struct Aborted(AbortSignal);

impl Future for Aborted {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.0.is_aborted() {
            return Poll::Ready(());
        }
        let mut waiting = self.0.0.waiting.borrow_mut();
        if !waiting.iter().any(|waker| waker.will_wake(context.waker())) {
            waiting.push(context.waker().clone());
        }
        Poll::Pending
    }
}
