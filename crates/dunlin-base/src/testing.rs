//! A world for tests: a virtual clock that is wound by hand or by the executor, seeded randomness, a storage that can fail.
//!
//! ```
//! use dunlin_base::testing::World;
//! let world = World::new(1);
//! let env = world.env();
//! let before = env.clock.now_ms();
//! world.block_on(env.timer.sleep(60_000)); // takes no real time
//! assert_eq!(env.clock.now_ms() - before, 60_000);
//! ```

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    future::Future,
    pin::{Pin, pin},
    rc::Rc,
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
};

use crate::{
    Clock, Env, LocalFuture, MemoryStorage, SeededRandom, Storage, StorageError, StorageErrorKind, StorageKind, Timer,
};

/// The moment every test world begins at: Saturday 2026-11-21T09:30:00Z.
pub const START_MS: i64 = 1_795_253_400_000;

/// A clock, a timer, randomness and a storage that do only what the test tells them. Cloning shares the world.
#[derive(Clone)]
pub struct World {
    time: Rc<VirtualTime>,
    random: Rc<SeededRandom>,
    storage: Rc<FaultyStorage>,
}

impl World {
    /// A world at [`START_MS`], in UTC, with an empty storage and that seed.
    pub fn new(seed: u64) -> Self {
        Self {
            time: Rc::new(VirtualTime {
                now_ms: Cell::new(START_MS),
                offset_minutes: Cell::new(0),
                sleepers: RefCell::default(),
                next_sleeper: Cell::new(0),
            }),
            random: Rc::new(SeededRandom::new(seed)),
            storage: Rc::new(FaultyStorage::default()),
        }
    }

    /// The same time and storage after a crash: what was waiting is forgotten, faults are lifted, randomness goes on.
    #[must_use]
    pub fn restarted(&self) -> Self {
        self.time.sleepers.borrow_mut().clear();
        self.storage.faults.borrow_mut().take();
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

    /// The storage, to look into and to break.
    pub fn storage(&self) -> &FaultyStorage {
        &self.storage
    }

    /// Moves the clock forward and wakes what is due.
    pub fn wind(&self, ms: u64) {
        self.time.wind_to(self.time.now_ms.get().saturating_add_unsigned(ms));
    }

    /// Sets how far local time is ahead of UTC.
    pub fn set_offset_minutes(&self, minutes: i32) {
        self.time.offset_minutes.set(minutes);
    }

    /// Runs a future to its end; whenever nothing can go on, the clock jumps to the next sleeper.
    ///
    /// # Panics
    /// When the future waits for something that no sleeper will ever bring.
    pub fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.run_until_stalled(future).expect("the future waits for something that never comes")
    }

    /// As [`World::block_on`], but gives nothing back when the future stalls with no sleeper left.
    pub fn run_until_stalled<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        let mut future = pin!(future);
        let flag = Arc::new(Flag::default());
        let waker = Waker::from(flag.clone());
        let mut context = Context::from_waker(&waker);
        loop {
            if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
                return Some(value);
            }
            if flag.take() {
                continue;
            }
            let next = self.time.sleepers.borrow().keys().next().map(|(due, _)| *due)?;
            self.time.wind_to(next);
        }
    }
}

#[derive(Default)]
struct Flag(std::sync::atomic::AtomicBool);

impl Flag {
    fn take(&self) -> bool {
        self.0.swap(false, std::sync::atomic::Ordering::Relaxed)
    }
}

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

struct VirtualTime {
    now_ms: Cell<i64>,
    offset_minutes: Cell<i32>,
    sleepers: RefCell<BTreeMap<(i64, u64), Waker>>,
    next_sleeper: Cell<u64>,
}

impl VirtualTime {
    fn wind_to(&self, moment: i64) {
        self.now_ms.set(moment.max(self.now_ms.get()));
        let now = self.now_ms.get();
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
        self.now_ms.get()
    }

    fn utc_offset_minutes(&self, _at_ms: i64) -> i32 {
        self.offset_minutes.get()
    }
}

struct VirtualTimer(Rc<VirtualTime>);

impl Timer for VirtualTimer {
    fn sleep(&self, ms: u64) -> LocalFuture<'static, ()> {
        let id = self.0.next_sleeper.get();
        self.0.next_sleeper.set(id + 1);
        Box::pin(Sleep { time: self.0.clone(), key: (self.0.now_ms.get().saturating_add_unsigned(ms), id) })
    }
}

struct Sleep {
    time: Rc<VirtualTime>,
    key: (i64, u64),
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.time.now_ms.get() >= self.key.0 {
            return Poll::Ready(());
        }
        self.time.sleepers.borrow_mut().insert(self.key, context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        self.time.sleepers.borrow_mut().remove(&self.key);
    }
}

/// What the storage asks before each write: the key and the value (none for a removal); true lets it through.
pub type WriteGate = Box<dyn FnMut(&str, Option<&str>) -> bool>;

/// A memory storage that counts its writes and can refuse them.
#[derive(Default)]
pub struct FaultyStorage {
    inner: MemoryStorage,
    writes: Cell<usize>,
    faults: RefCell<Option<WriteGate>>,
}

impl FaultyStorage {
    /// How many writes and removals were let through.
    pub fn writes(&self) -> usize {
        self.writes.get()
    }

    /// From now on each write and removal asks `gate` first; a refusal is the quota error.
    pub fn gate_writes(&self, gate: impl FnMut(&str, Option<&str>) -> bool + 'static) {
        *self.faults.borrow_mut() = Some(Box::new(gate));
    }

    /// Lets every write through again.
    pub fn lift_faults(&self) {
        self.faults.borrow_mut().take();
    }

    /// Everything that is stored, sorted by key.
    pub fn dump(&self) -> Vec<(String, String)> {
        let keys = self.inner.keys("").unwrap_or_default();
        keys.into_iter().filter_map(|key| self.inner.get(&key).ok().flatten().map(|value| (key, value))).collect()
    }

    fn admit(&self, key: &str, value: Option<&str>) -> Result<(), StorageError> {
        if let Some(gate) = self.faults.borrow_mut().as_mut()
            && !gate(key, value)
        {
            return Err(StorageError::new(StorageErrorKind::Quota, "refused by the test"));
        }
        self.writes.set(self.writes.get() + 1);
        Ok(())
    }
}

impl Storage for FaultyStorage {
    fn kind(&self) -> StorageKind {
        StorageKind::Memory
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.inner.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.admit(key, Some(value))?;
        self.inner.set(key, value)
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.admit(key, None)?;
        self.inner.remove(key)
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        self.inner.keys(prefix)
    }
}
