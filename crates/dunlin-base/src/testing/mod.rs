//! A world for tests: a virtual clock that is wound by hand or by the executor, seeded randomness, a storage that can fail.
//!
//! The world is as unkind as real hosts are: a timer wakes its task when it is dropped, as browsers' timers do, and may wake
//! it without a reason. The executor fails on a future that is woken again and again while neither time nor storage moves.
//!
//! ```
//! use dunlin_base::testing::World;
//! let world = World::new(1);
//! let env = world.env();
//! let before = env.clock.now_ms();
//! world.block_on(env.timer.sleep(60_000)); // takes no real time
//! assert_eq!(env.clock.now_ms() - before, 60_000);
//! ```

mod storage;
mod time;

use std::{
    cell::Cell,
    future::{Future, poll_fn},
    pin::pin,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
    time::Duration,
};

use crate::{Env, SeededRandom};

pub use storage::{Access, Fault, FaultyStorage};
use storage::{Late, Log};
use time::{VirtualTime, VirtualTimer};

/// The moment every test world begins at: Saturday 2026-11-21T09:30:00Z.
pub const START_MS: i64 = 1_795_253_400_000;

/// How often a future may be polled while neither time nor storage moves.
const MOST_IDLE_POLLS: u32 = 1000;

/// A clock, a timer, randomness and a storage that do only what the test tells them. Cloning shares the world.
#[derive(Clone)]
pub struct World {
    time: Rc<VirtualTime>,
    random: Rc<SeededRandom>,
    storage: Rc<FaultyStorage>,
    log: Rc<Log>,
}

impl World {
    /// A world at [`START_MS`], in UTC, with an empty storage and that seed.
    pub fn new(seed: u64) -> Self {
        Self {
            time: Rc::new(VirtualTime::new(seed)),
            random: Rc::new(SeededRandom::new(seed)),
            storage: Rc::new(FaultyStorage::default()),
            log: Rc::default(),
        }
    }

    /// The same time and storage after a crash: what was waiting is forgotten, faults are lifted, randomness goes on.
    #[must_use]
    pub fn restarted(&self) -> Self {
        self.time.forget_sleepers();
        self.storage.lift_faults();
        self.clone()
    }

    /// What the core is given.
    pub fn env(&self) -> Env {
        Env {
            clock: self.time.clone(),
            timer: Rc::new(VirtualTimer(self.time.clone())),
            random: self.random.clone(),
            storage: self.storage.clone(),
        }
    }

    /// The environment of one of several processes that share the storage: it sees what the others write `delay_ms` later.
    /// All of them are made this way.
    pub fn env_behind(&self, delay_ms: u64) -> Env {
        let late = Late::new(self.storage.clone(), self.log.clone(), self.time.clone(), delay_ms);
        Env { storage: Rc::new(late), ..self.env() }
    }

    /// The storage, to look into and to break.
    pub fn storage(&self) -> &FaultyStorage {
        &self.storage
    }

    /// Moves time forward and wakes what is due.
    pub fn wind(&self, ms: u64) {
        self.time.wind(ms);
    }

    /// Sets the clock on the wall forward or back; no time passes.
    pub fn shift_clock(&self, ms: i64) {
        self.time.shift_clock(ms);
    }

    /// Sets how far local time is ahead of UTC.
    pub fn set_offset_minutes(&self, minutes: i32) {
        self.time.set_offset_by(Box::new(move |_| minutes));
    }

    /// Sets how far local time is ahead of UTC at each moment, in minutes: a zone that puts its clocks.
    pub fn set_offset_by(&self, of: impl Fn(i64) -> i32 + 'static) {
        self.time.set_offset_by(Box::new(of));
    }

    /// Runs a future to its end; whenever nothing can go on, the clock jumps to the next sleeper.
    ///
    /// # Panics
    /// When the future waits for something that no sleeper will ever bring, or is woken without end while nothing moves.
    pub fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.run_until_stalled(future).expect("the future waits for something that never comes")
    }

    /// What a future gives while its tab lives; nothing once that is dead, or when it waits for somebody. See
    /// [`FaultyStorage::die_after`].
    pub fn run_while_alive<T>(&self, dead: &Cell<bool>, future: impl Future<Output = T>) -> Option<T> {
        let mut future = pin!(future);
        let polled = poll_fn(|context| match future.as_mut().poll(context) {
            _ if dead.get() => Poll::Ready(None),
            Poll::Ready(given) => Poll::Ready(Some(given)),
            Poll::Pending => Poll::Pending,
        });
        self.run_until_stalled(polled).flatten()
    }

    /// As [`World::block_on`], but gives nothing back when the future stalls with no sleeper left.
    ///
    /// # Panics
    /// When the future is woken without end while neither time nor storage moves: a page would freeze.
    pub fn run_until_stalled<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        let mut future = pin!(future);
        let flag = Arc::new(Flag::default());
        let waker = Waker::from(flag.clone());
        let mut context = Context::from_waker(&waker);
        let (mut progress, mut idle) = (self.progress(), 0);
        loop {
            if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
                return Some(value);
            }
            let now = self.progress();
            idle = if now == progress { idle + 1 } else { 0 };
            progress = now;
            assert!(
                idle < MOST_IDLE_POLLS,
                "polled {idle} times while neither time nor storage moved: the future spins"
            );
            if !flag.take() && !self.time.wind_to_next() {
                return None;
            }
        }
    }

    fn progress(&self) -> (u64, usize) {
        (self.time.elapsed_ms(), self.storage.writes())
    }
}

/// Runs a future to its end on this thread, in real time: for what other threads work on.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return value;
        }
        thread::park_timeout(Duration::from_millis(20));
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

#[derive(Default)]
struct Flag(AtomicBool);

impl Flag {
    fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_future_that_wakes_itself_without_end_is_found_out() {
        let spins = std::panic::catch_unwind(|| {
            World::new(1).block_on(std::future::poll_fn(|context| {
                context.waker().wake_by_ref();
                Poll::<()>::Pending
            }));
        });
        let said = spins.unwrap_err().downcast::<String>().unwrap();
        assert!(said.ends_with("the future spins"), "{said}");
    }

    #[test]
    fn a_timer_wakes_its_task_when_it_is_dropped_and_at_times_without_a_reason() {
        let world = World::new(1);
        let timer = world.env().timer;
        let mut woken = 0;
        for _ in 0..100 {
            let flag = Arc::new(Flag::default());
            let waker = Waker::from(flag.clone());
            let mut sleep = timer.sleep(1000);
            assert!(sleep.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
            woken += u32::from(flag.take());
            drop(sleep);
            assert!(flag.take(), "it wakes when it is dropped");
        }
        assert!((5..60).contains(&woken), "{woken}");
    }

    #[test]
    fn a_clock_that_is_set_back_keeps_no_sleeper_waiting() {
        let world = World::new(1);
        let env = world.env();
        let sleep = env.timer.sleep(1000);
        world.shift_clock(-3_600_000);
        world.block_on(sleep);
        assert_eq!(env.clock.now_ms(), START_MS - 3_600_000 + 1000);
        assert_eq!(env.clock.monotonic_ms(), 1000);
    }
}
