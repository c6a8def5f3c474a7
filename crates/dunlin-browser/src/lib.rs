//! The browser as the core sees it: clock, timer, randomness, storage, storage events and locks.
//!
//! - [`open`] and [`env`]: everything the core needs, in one bundle.
//! - [`on_storage_event`]: another tab wrote to `localStorage`.
//! - [`Peer`]: another runtime of this page wrote to it.
//! - [`locks`]: one tab at a time, by Web Locks.
//! - [`server`]: the storage of the server that the page came from, in place of `localStorage`.
//! - [`notify()`]: a notification, where the person has allowed them; [`notify_by_worker`] where only a worker may show one.
//! - `Engines` and `HostHttp`, behind the feature `tools`: what the tools that reach further ask of their host.
//!
//! It works wherever JavaScript runs, Node included; what is not there (no `localStorage`, no `crypto`, no locks) is
//! replaced by something that works with a loss, and the loss is said. It knows no todos, plans or runs.

mod clock;
#[cfg(feature = "tools")]
mod engines;
mod events;
#[cfg(feature = "tools")]
mod http;
pub mod locks;
mod notify;
mod peers;
mod random;
pub mod server;
mod sessions;
mod storage;
mod timer;

use std::rc::Rc;

use dunlin_base::{Env, MemoryStorage, RemoteError, Storage};

pub use clock::DateClock;
#[cfg(feature = "tools")]
pub use engines::Engines;
pub use events::{StorageListener, on_storage_event};
#[cfg(feature = "tools")]
pub use http::{HostHttp, HttpHost};
pub use notify::{notify, notify_by_worker};
pub use peers::Peer;
pub use random::CryptoRandom;
pub use storage::{LocalStorage, stored_entries};
pub use timer::TimeoutTimer;

/// The environment of this page, and what a person should know about it.
pub struct Opened {
    /// What the core is given.
    pub env: Env,
    /// In words: that the browser refuses storage, or has no strong randomness. Usually empty.
    pub notices: Vec<String>,
}

/// The environment of this page: `localStorage` when it can be used, else memory with a notice that says so.
pub fn open() -> Opened {
    let (storage, refusal): (Rc<dyn Storage>, _) = match LocalStorage::detect() {
        Ok(storage) => (Rc::new(storage), None),
        Err(error) => (
            Rc::new(MemoryStorage::new()),
            Some(format!("{error}; everything is kept in memory and is gone when this page is closed")),
        ),
    };
    let mut opened = open_with(storage);
    opened.notices.extend(refusal);
    opened
}

/// The same over a storage of the caller's choice.
pub fn open_with(storage: Rc<dyn Storage>) -> Opened {
    let random = CryptoRandom::new();
    let mut notices = Vec::new();
    if !random.is_strong() {
        notices.push("this browser has no crypto.getRandomValues; ids are made with Math.random".to_owned());
    }
    let env =
        Env { clock: Rc::new(DateClock::default()), timer: Rc::new(TimeoutTimer), random: Rc::new(random), storage };
    Opened { env, notices }
}

/// [`open`] for callers that do not show the notices.
pub fn env() -> Env {
    open().env
}

/// The same over the page's server where that was chosen.
///
/// # Errors
/// The server does not let this page in.
pub fn chosen_env() -> Result<Env, RemoteError> {
    match server::chosen() {
        Some(choice) => server::open(choice).map(|storage| open_with(storage).env),
        None => Ok(open().env),
    }
}
