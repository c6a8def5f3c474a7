//! Work on another thread, as a future.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Waker},
    thread,
};

/// Says to work on another thread that nobody waits for it any more.
#[derive(Clone, Default)]
pub(super) struct Unwanted(Arc<AtomicBool>);

impl Unwanted {
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Does `work` on a thread of its own; nothing when there is no thread to be had, or the work stopped without a result. Who
/// drops the future says to the work that it is unwanted.
pub(super) fn offload<T: Send + 'static>(work: impl FnOnce(&Unwanted) -> T + Send + 'static) -> Offloaded<T> {
    let (place, unwanted) = (Arc::new(Mutex::new(Place { result: Stand::UnderWay, waker: None })), Unwanted::default());
    let (bell, sign) = (Bell(place.clone()), unwanted.clone());
    let spawned = thread::Builder::new().name("dunlin-tool".to_owned()).spawn(move || {
        // Rung when the work is done, however it ends.
        let bell = bell;
        let result = work(&sign);
        lock(&bell.0).result = Stand::Done(result);
    });
    if spawned.is_err() {
        lock(&place).result = Stand::Over;
    }
    Offloaded { place, unwanted }
}

/// How the work stands.
enum Stand<T> {
    UnderWay,
    Done(T),
    /// It stopped without a result, or its result was taken.
    Over,
}

struct Place<T> {
    result: Stand<T>,
    waker: Option<Waker>,
}

fn lock<T>(place: &Mutex<Place<T>>) -> std::sync::MutexGuard<'_, Place<T>> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Bell<T>(Arc<Mutex<Place<T>>>);

impl<T> Drop for Bell<T> {
    fn drop(&mut self) {
        let mut place = lock(&self.0);
        if matches!(place.result, Stand::UnderWay) {
            place.result = Stand::Over;
        }
        let waker = place.waker.take();
        drop(place);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

pub(super) struct Offloaded<T> {
    place: Arc<Mutex<Place<T>>>,
    unwanted: Unwanted,
}

impl<T> Future for Offloaded<T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut place = lock(&self.place);
        if matches!(place.result, Stand::UnderWay) {
            place.waker = Some(context.waker().clone());
            return Poll::Pending;
        }
        match std::mem::replace(&mut place.result, Stand::Over) {
            Stand::Done(result) => Poll::Ready(Some(result)),
            Stand::UnderWay | Stand::Over => Poll::Ready(None),
        }
    }
}

impl<T> Drop for Offloaded<T> {
    fn drop(&mut self) {
        self.unwanted.0.store(true, Ordering::Relaxed);
    }
}
