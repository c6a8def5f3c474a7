//! Claims: one driver at a time has a run, and a dead one's claim falls to another.
//!
//! [`LocalClaims`] knows only this runtime. [`StoredLeases`](crate::StoredLeases) keeps leases in storage, which holds
//! wherever the storage is shared; where the browser has locks of its own, the host brings them.

use std::{cell::RefCell, collections::BTreeSet, fmt, rc::Rc};

use dunlin_base::{Env, LocalFuture, StorageError};

use crate::lease::SETTLE_MS;

/// Grants names to one holder at a time, over all who share the storage.
pub trait Claims {
    /// The claim on `name`, as far as it can be had. Does not wait for who has it.
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Grant>;

    /// What keeps two holders of a name apart.
    fn kind(&self) -> ClaimKind;

    /// Whether somebody is known to hold `name`, as far as that can be told without waiting.
    fn is_held(&self, name: &str) -> bool {
        let _ = name;
        false
    }
}

/// What keeps two drivers of a run apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// Locks of the browser: they hold over all tabs, and a dead tab's are free at once.
    Locks,
    /// Leases in the storage: they hold for all who share it.
    Leases,
    /// The storage is this runtime's own.
    Process,
    /// Nothing does: the storage refuses leases.
    None,
}

impl ClaimKind {
    /// Waits, once a name was granted, until what others wrote under it can be seen: a lock is free sooner than another process
    /// sees that. Who takes a lease has waited already.
    pub async fn settle(self, env: &Env) {
        if self == Self::Locks {
            env.timer.sleep(SETTLE_MS).await;
        }
    }

    /// The word for it in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Locks => "locks",
            Self::Leases => "leases",
            Self::Process => "process",
            Self::None => "none",
        }
    }
}

/// What came of asking for a claim.
#[derive(Debug)]
pub enum Grant {
    /// It is held.
    Held(Claim),
    /// Somebody else has it.
    Taken,
    /// The storage refuses to record it. The claim will do for what nobody else can know of, and is recorded as soon as the
    /// storage takes it.
    Refused(Claim, StorageError),
}

/// How a claim stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody else has the name.
    Held,
    /// Nobody else is known to have it, but it is not recorded: nothing may be written that others can see.
    Unrecorded,
    /// Somebody else has it now.
    Lost,
}

/// What becomes of a name when its claim is given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// Others may claim it.
    Free,
    /// Nobody will claim it any more: nothing needs to be remembered of it.
    Forget,
}

/// A claim that is held until it is dropped or lost.
pub struct Claim {
    check: Option<Box<dyn Fn() -> Standing>>,
    check_every_ms: Option<u64>,
    release: Option<Box<dyn FnOnce(Release)>>,
}

impl Claim {
    /// A claim that lasts until it is dropped; `release` is called then.
    pub fn new(release: impl FnOnce() + 'static) -> Self {
        Self { check: None, check_every_ms: None, release: Some(Box::new(move |_| release())) }
    }

    /// A claim that can be lost: `check` says how it stands and keeps it alive; it must be called at least that often.
    pub fn leased(
        every_ms: u64,
        check: impl Fn() -> Standing + 'static,
        release: impl FnOnce(Release) + 'static,
    ) -> Self {
        Self { check: Some(Box::new(check)), check_every_ms: Some(every_ms), release: Some(Box::new(release)) }
    }

    /// How it stands now. Says to the others that the holder is alive.
    pub fn check(&self) -> Standing {
        self.check.as_ref().map_or(Standing::Held, |check| check())
    }

    /// How often [`Claim::check`] wants to be called.
    pub fn check_every_ms(&self) -> Option<u64> {
        self.check_every_ms
    }

    /// Gives the claim back for good.
    pub fn forget(mut self) {
        if let Some(release) = self.release.take() {
            release(Release::Forget);
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(release) = self.release.take() {
            release(Release::Free);
        }
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claim").field("check_every_ms", &self.check_every_ms).finish_non_exhaustive()
    }
}

/// Claims within one runtime, or the runtimes that share this value: for a storage that nobody else sees.
#[derive(Clone, Debug, Default)]
pub struct LocalClaims(Rc<RefCell<BTreeSet<String>>>);

impl Claims for LocalClaims {
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Grant> {
        let free = self.0.borrow_mut().insert(name.to_owned());
        let (taken, name) = (self.0.clone(), name.to_owned());
        let release = move || {
            taken.borrow_mut().remove(&name);
        };
        let grant = if free { Grant::Held(Claim::new(release)) } else { Grant::Taken };
        Box::pin(std::future::ready(grant))
    }

    fn kind(&self) -> ClaimKind {
        ClaimKind::Process
    }

    fn is_held(&self, name: &str) -> bool {
        self.0.borrow().contains(name)
    }
}
