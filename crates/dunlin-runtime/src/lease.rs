//! Leases in storage, under `dunlin:v1:lease:<name>`: claims wherever a storage is shared, by tabs or processes.
//!
//! A lease names its holder and carries a token that grows with every new holder. The storage offers no test-and-set, so who
//! takes a lease writes it, waits until what others wrote at the same moment can be seen, and reads it back; who holds one
//! reads it before everything that it protects and stops when another's is there. Then all is well as long as a write can
//! be seen by others within half of [`SETTLE_MS`]: the new holder waits until it sees what the old one wrote last, and the
//! old one sees the new lease before it writes again.
//!
//! Who watches another's lease counts the time that passed while it did not change, a little at a time. So a clock that is
//! set back or forward ends no lease and prolongs none, and who wakes from sleep gives the other the time to wake, too.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    fmt,
    rc::Rc,
};

use dunlin_base::{Env, LocalFuture, StorageError, StorageErrorKind};
use serde::{Deserialize, Serialize};

use crate::{Claim, ClaimKind, Claims, Grant, Release, Standing};

/// How long a lease lasts without renewal.
const LEASE_MS: u64 = 10_000;
/// How long a lease is watched at least that seems to be over by the clock: its holder may only have slept.
const GRACE_MS: u64 = 2000;
/// The most time that one look at a lease counts for.
const LOOK_MS: u64 = 500;
/// How long a new holder waits before it looks whether somebody else wrote at the same moment.
pub(crate) const SETTLE_MS: u64 = 30;

const PREFIX: &str = "dunlin:v1:lease:";

/// Leases in storage.
#[derive(Clone)]
pub struct StoredLeases(Rc<Inner>);

struct Inner {
    env: Env,
    /// The leases of others, and how long they have not changed.
    watched: RefCell<BTreeMap<String, Watched>>,
    /// Whether the storage took the last lease; none before the first.
    works: Cell<Option<bool>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Lease {
    /// Who has it; 0 when nobody does.
    holder: u64,
    /// Grows with every holder.
    token: u64,
    /// When it is over by the clock, if it is not renewed.
    expires_at: i64,
}

impl Lease {
    fn is_free_before(&self, token: u64) -> bool {
        self.holder == 0 && self.token < token
    }
}

struct Watched {
    text: String,
    looked_at: u64,
    unchanged_ms: u64,
}

impl StoredLeases {
    /// Leases in that environment's storage.
    pub fn new(env: Env) -> Self {
        Self(Rc::new(Inner { env, watched: RefCell::default(), works: Cell::new(None) }))
    }
}

impl fmt::Debug for StoredLeases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredLeases").finish_non_exhaustive()
    }
}

impl Claims for StoredLeases {
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Grant> {
        let (inner, key) = (self.0.clone(), format!("{PREFIX}{name}"));
        Box::pin(async move { inner.claim(key).await })
    }

    fn kind(&self) -> ClaimKind {
        let works = self.0.works.get().unwrap_or_else(|| self.0.probe());
        if works { ClaimKind::Leases } else { ClaimKind::None }
    }

    fn is_held(&self, name: &str) -> bool {
        let found = self.0.env.storage.get(&format!("{PREFIX}{name}"));
        let lease = found.ok().flatten().as_deref().map(read).unwrap_or_default();
        lease.holder != 0 && lease.expires_at > self.0.env.clock.now_ms()
    }
}

impl Inner {
    async fn claim(self: Rc<Self>, key: String) -> Grant {
        let found = match self.env.storage.get(&key) {
            Ok(found) => found,
            Err(error) => return self.refused(key, 0, error),
        };
        let before = found.as_deref().map(read).unwrap_or_default();
        if found.is_some_and(|text| before.holder != 0 && !self.is_over(&key, text, &before)) {
            return Grant::Taken;
        }
        self.watched.borrow_mut().remove(&key);
        let lease = Held::new(self.clone(), key.clone(), before.token + 1);
        if let Err(error) = lease.write() {
            return self.refused(key, before.token, error);
        }
        let settled = self.env.timer.sleep(SETTLE_MS);
        // Given back when the future is dropped meanwhile.
        let (lease, claim) = lease.claim();
        settled.await;
        match lease.standing() {
            Standing::Held => {
                self.works.set(Some(true));
                Grant::Held(claim)
            }
            Standing::Lost => Grant::Taken,
            Standing::Unrecorded => {
                self.works.set(Some(false));
                Grant::Refused(claim, not_kept())
            }
        }
    }

    fn refused(self: &Rc<Self>, key: String, token: u64, error: StorageError) -> Grant {
        self.works.set(Some(false));
        Grant::Refused(Held::new(self.clone(), key, token + 1).claim().1, error)
    }

    /// Whether another's lease has not changed for so long that its holder must be gone.
    fn is_over(&self, key: &str, text: String, lease: &Lease) -> bool {
        let (now, clock) = (self.env.clock.monotonic_ms(), self.env.clock.now_ms());
        let mut watched = self.watched.borrow_mut();
        let seen = watched.get_mut(key).filter(|seen| seen.text == text);
        let Some(seen) = seen else {
            watched.insert(key.to_owned(), Watched { text, looked_at: now, unchanged_ms: 0 });
            return false;
        };
        seen.unchanged_ms += now.saturating_sub(seen.looked_at).min(LOOK_MS);
        seen.looked_at = now;
        seen.unchanged_ms >= if lease.expires_at <= clock { GRACE_MS } else { LEASE_MS }
    }

    /// Whether the storage takes a lease and gives it back.
    fn probe(&self) -> bool {
        let (storage, key) = (&self.env.storage, format!("{PREFIX}probe"));
        let text = self.env.random.next_u64().to_string();
        let works = storage.set(&key, &text).is_ok() && storage.get(&key).is_ok_and(|found| found == Some(text));
        // What cannot be removed is written over by the next probe.
        let _ = storage.remove(&key);
        self.works.set(Some(works));
        works
    }
}

/// What cannot be read is somebody's lease that is watched like any other.
fn read(text: &str) -> Lease {
    serde_json::from_str(text).unwrap_or(Lease { holder: u64::MAX, token: 0, expires_at: i64::MAX })
}

fn not_kept() -> StorageError {
    StorageError::new(StorageErrorKind::Unavailable, "a lease that was written is not there")
}

/// A lease as its holder knows it.
struct Held {
    leases: Rc<Inner>,
    key: String,
    holder: u64,
    token: u64,
    /// What was written last, whether or not the storage said that it took it.
    written: RefCell<String>,
    expires_at: Cell<i64>,
    /// When it was written last; none before the first time.
    renewed_at: Cell<Option<u64>>,
}

impl Held {
    fn new(leases: Rc<Inner>, key: String, token: u64) -> Self {
        // Kept below 2^53, so that any reader of the JSON sees the same number.
        let holder = (leases.env.random.next_u64() >> 11).max(1);
        Self {
            leases,
            key,
            holder,
            token,
            written: RefCell::default(),
            expires_at: Cell::default(),
            renewed_at: Cell::default(),
        }
    }

    fn claim(self) -> (Rc<Self>, Claim) {
        let lease = Rc::new(self);
        let (checked, released) = (lease.clone(), lease.clone());
        let claim = Claim::leased(LEASE_MS / 3, move || checked.standing(), move |release| released.release(release));
        (lease, claim)
    }

    fn write(&self) -> Result<(), StorageError> {
        let env = &self.leases.env;
        let expires_at = env.clock.now_ms().saturating_add_unsigned(LEASE_MS);
        let lease = Lease { holder: self.holder, token: self.token, expires_at };
        let text = serde_json::to_string(&lease).unwrap_or_default();
        self.written.replace(text.clone());
        self.expires_at.set(expires_at);
        // What was refused may be there all the same.
        if let Err(error) = env.storage.set(&self.key, &text)
            && env.storage.get(&self.key).ok().flatten() != Some(text)
        {
            return Err(error);
        }
        self.renewed_at.set(Some(env.clock.monotonic_ms()));
        Ok(())
    }

    /// Whether that text is this holder's: as it was written last, as it was before a write that failed, or half of one.
    fn is_mine(&self, text: &str) -> bool {
        let written = self.written.borrow();
        *written == text || read(text).holder == self.holder || !text.is_empty() && written.starts_with(text)
    }

    /// Whether the others, who see the same clock, take the lease for one that is over or ends much too late.
    fn clock_was_set(&self) -> bool {
        let left = self.expires_at.get().saturating_sub(self.leases.env.clock.now_ms());
        let lasts = LEASE_MS.cast_signed();
        !(lasts / 2..=lasts).contains(&left)
    }

    fn standing(&self) -> Standing {
        let now = self.leases.env.clock.monotonic_ms();
        let age = self.renewed_at.get().map(|at| now.saturating_sub(at));
        match (self.leases.env.storage.get(&self.key), age) {
            (Ok(Some(text)), _) if self.is_mine(&text) => {
                // A refused renewal is no loss while nobody else has taken the lease.
                if age.is_none_or(|age| age >= LEASE_MS / 3) || self.clock_was_set() || *self.written.borrow() != text {
                    let _ = self.write();
                }
                Standing::Held
            }
            (Ok(found), None) if found.as_deref().is_none_or(|text| read(text).is_free_before(self.token)) => {
                self.write().map_or(Standing::Unrecorded, |()| Standing::Held)
            }
            // Nobody can be asked. Others may take the lease once it is over.
            (Err(_), None) => Standing::Unrecorded,
            (Err(_), Some(age)) if age < LEASE_MS / 2 => Standing::Held,
            // Another's is there, or nothing any more: another had it and gave it back while this one slept.
            _ => Standing::Lost,
        }
    }

    fn release(&self, release: Release) {
        let storage = &self.leases.env.storage;
        if !storage.get(&self.key).ok().flatten().is_some_and(|text| self.is_mine(&text)) {
            return;
        }
        // What cannot be written or removed is over after a while.
        let _ = match release {
            Release::Forget => storage.remove(&self.key),
            Release::Free => {
                let free = Lease { holder: 0, token: self.token, expires_at: 0 };
                storage.set(&self.key, &serde_json::to_string(&free).unwrap_or_default())
            }
        };
    }
}
