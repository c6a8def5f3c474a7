//! Virtual time: a clock on the wall that can be set, time that only passes, and sleepers who wait for it.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    future::Future,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use super::START_MS;
use crate::{Clock, LocalFuture, Random, SeededRandom, Timer};

pub(super) struct VirtualTime {
    /// How much time has passed.
    elapsed_ms: Cell<u64>,
    /// What the clock on the wall says beyond that.
    wall_ms: Cell<i64>,
    offset_minutes: RefCell<Box<dyn Fn(i64) -> i32>>,
    sleepers: RefCell<BTreeMap<(u64, u64), Waker>>,
    next_sleeper: Cell<u64>,
    /// Decides when a task is woken without a reason. Not the randomness that the core is given.
    whims: SeededRandom,
}

impl VirtualTime {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            elapsed_ms: Cell::new(0),
            wall_ms: Cell::new(START_MS),
            offset_minutes: RefCell::new(Box::new(|_| 0)),
            sleepers: RefCell::default(),
            next_sleeper: Cell::new(0),
            whims: SeededRandom::new(!seed),
        }
    }

    pub(super) fn elapsed_ms(&self) -> u64 {
        self.elapsed_ms.get()
    }

    pub(super) fn shift_clock(&self, ms: i64) {
        self.wall_ms.set(self.wall_ms.get().saturating_add(ms));
    }

    pub(super) fn set_offset_by(&self, of: Box<dyn Fn(i64) -> i32>) {
        *self.offset_minutes.borrow_mut() = of;
    }

    pub(super) fn forget_sleepers(&self) {
        // Taken out first: a waker that is dropped may drop a sleeper.
        drop(self.sleepers.take());
    }

    pub(super) fn wind(&self, ms: u64) {
        self.wind_to(self.elapsed_ms.get().saturating_add(ms));
    }

    /// Jumps to the next sleeper; false when there is none.
    pub(super) fn wind_to_next(&self) -> bool {
        let next = self.sleepers.borrow().keys().next().map(|(due, _)| *due);
        next.inspect(|due| self.wind_to(*due)).is_some()
    }

    fn wind_to(&self, moment: u64) {
        let now = moment.max(self.elapsed_ms.get());
        self.elapsed_ms.set(now);
        loop {
            let mut sleepers = self.sleepers.borrow_mut();
            let Some(first) = sleepers.first_entry().filter(|entry| entry.key().0 <= now) else { return };
            let waker = first.remove();
            drop(sleepers);
            waker.wake();
        }
    }
}

impl Clock for VirtualTime {
    fn now_ms(&self) -> i64 {
        self.wall_ms.get().saturating_add_unsigned(self.elapsed_ms.get())
    }

    fn monotonic_ms(&self) -> u64 {
        self.elapsed_ms.get()
    }

    fn utc_offset_minutes(&self, at_ms: i64) -> i32 {
        (*self.offset_minutes.borrow())(at_ms)
    }

    fn zone_offset_minutes(&self, zone: &str, _at_ms: i64) -> Option<i32> {
        // Zones without summer time, so that a test needs no calendar of them.
        [("UTC", 0), ("Asia/Tokyo", 540), ("Asia/Kolkata", 330), ("America/Phoenix", -420)]
            .into_iter()
            .find_map(|(known, offset)| (known == zone).then_some(offset))
    }
}

pub(super) struct VirtualTimer(pub(super) Rc<VirtualTime>);

impl Timer for VirtualTimer {
    fn sleep(&self, ms: u64) -> LocalFuture<'static, ()> {
        let id = self.0.next_sleeper.get();
        self.0.next_sleeper.set(id + 1);
        let key = (self.0.elapsed_ms.get().saturating_add(ms), id);
        Box::pin(Sleep { time: self.0.clone(), key, whims_left: 3 })
    }
}

struct Sleep {
    time: Rc<VirtualTime>,
    key: (u64, u64),
    /// How often it may still wake its task without a reason.
    whims_left: u32,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.time.elapsed_ms.get() >= self.key.0 {
            return Poll::Ready(());
        }
        self.time.sleepers.borrow_mut().insert(self.key, context.waker().clone());
        if self.whims_left > 0 && self.time.whims.next_u64().is_multiple_of(4) {
            self.whims_left -= 1;
            context.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        let waker = self.time.sleepers.borrow_mut().remove(&self.key);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}
