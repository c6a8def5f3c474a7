//! Claims: one tab at a time drives a run, and a dead tab's claim falls to another.
//!
//! [`LocalClaims`] knows only this page. [`StoredLeases`] keeps a lease with an expiry in storage, which
//! works everywhere; where the browser has locks of its own, the host brings them.

use std::{cell::RefCell, fmt, rc::Rc};

use dunlin_base::{Env, Fields, LocalFuture, Record, SortedSet, parse_json};
use serde_json::{Value, json};

/// Grants names to one holder at a time, over all tabs.
pub trait Claims {
    /// The claim on `name`, or none when somebody else has it. Does not wait for them.
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Option<Claim>>;
}

/// A claim that is held until it is dropped or lost.
pub struct Claim {
    renew: Box<dyn Fn() -> bool>,
    renew_every_ms: Option<u64>,
    release: Option<Box<dyn FnOnce()>>,
}

impl Claim {
    /// A claim that lasts until it is dropped; `release` is called then.
    pub fn new(release: impl FnOnce() + 'static) -> Self {
        Self { renew: Box::new(|| true), renew_every_ms: None, release: Some(Box::new(release)) }
    }

    /// A claim that `renew` must be called on at least that often; it says whether the claim is still held.
    pub fn renewed(every_ms: u64, renew: impl Fn() -> bool + 'static, release: impl FnOnce() + 'static) -> Self {
        Self { renew: Box::new(renew), renew_every_ms: Some(every_ms), release: Some(Box::new(release)) }
    }

    /// Says that the holder is alive; false when the claim was lost to somebody else.
    pub fn renew(&self) -> bool {
        (self.renew)()
    }

    /// How often [`Claim::renew`] wants to be called.
    pub fn renew_every_ms(&self) -> Option<u64> {
        self.renew_every_ms
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(release) = self.release.take() {
            release();
        }
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claim").field("renew_every_ms", &self.renew_every_ms).finish_non_exhaustive()
    }
}

/// Claims within one page: for a host that has only one.
#[derive(Clone, Debug, Default)]
pub struct LocalClaims(Rc<RefCell<SortedSet<String>>>);

impl Claims for LocalClaims {
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Option<Claim>> {
        let free = self.0.borrow_mut().insert(name.to_owned());
        let (taken, name) = (self.0.clone(), name.to_owned());
        let claim = free.then(|| {
            Claim::new(move || {
                taken.borrow_mut().remove(&name);
            })
        });
        Box::pin(std::future::ready(claim))
    }
}

/// How long a lease lasts without renewal.
const LEASE_MS: i64 = 10_000;
/// How long a new holder waits before it looks whether another tab wrote at the same moment.
const SETTLE_MS: u64 = 30;

/// Leases in storage, under `dunlin:v1:lease:<name>`.
#[derive(Clone)]
pub struct StoredLeases {
    env: Env,
}

struct Lease {
    holder: u64,
    expires_at: i64,
}

impl Record for Lease {
    fn read(value: Value) -> Result<Self, String> {
        let mut fields = Fields::of(value, &["holder", "expiresAt"]);
        let holder = fields.number("holder", u64::MAX).unwrap_or_default();
        let lease = Self { holder, expires_at: fields.signed("expiresAt").unwrap_or_default() };
        fields.end().map(|()| lease)
    }
}

impl StoredLeases {
    /// Leases in that environment's storage, by its clock.
    pub fn new(env: Env) -> Self {
        Self { env }
    }
}

impl fmt::Debug for StoredLeases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredLeases").finish_non_exhaustive()
    }
}

fn read(env: &Env, key: &str) -> Option<Lease> {
    parse_json(&env.storage.get(key).ok()??).and_then(Lease::read).ok()
}

fn write(env: &Env, key: &str, holder: u64) -> bool {
    let expires_at = env.clock.now_ms().saturating_add(LEASE_MS);
    env.storage.set(key, &json!({"holder": holder, "expiresAt": expires_at}).to_string()).is_ok()
}

impl Claims for StoredLeases {
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Option<Claim>> {
        let env = self.env.clone();
        let key: Rc<str> = format!("dunlin:v1:lease:{name}").into();
        Box::pin(async move {
            let now = env.clock.now_ms();
            if read(&env, &key).is_some_and(|lease| lease.expires_at > now) {
                return None;
            }
            // Kept below 2^53, so that any reader of the JSON sees the same number.
            let holder = env.random.next_u64() >> 11;
            if !write(&env, &key, holder) {
                // A storage that takes no lease is no ground for two tabs to meet on: nothing else is written there either.
                return Some(Claim::new(|| {}));
            }
            env.timer.sleep(SETTLE_MS).await;
            if read(&env, &key).is_none_or(|lease| lease.holder != holder) {
                return None;
            }
            Some(hold(env, key, holder))
        })
    }
}

fn hold(env: Env, key: Rc<str>, holder: u64) -> Claim {
    let (env_at_end, key_at_end) = (env.clone(), key.clone());
    let is_ours = move |env: &Env, key: &str| read(env, key).is_some_and(|lease| lease.holder == holder);
    Claim::renewed(
        LEASE_MS as u64 / 3,
        move || {
            let Some(lease) = read(&env, &key).filter(|lease| lease.holder == holder) else { return false };
            let left = lease.expires_at - env.clock.now_ms();
            if left <= 0 {
                return false;
            }
            // A refused renewal is no loss while the old lease lasts.
            left > LEASE_MS / 2 || write(&env, &key, holder) || left > 0
        },
        move || {
            if is_ours(&env_at_end, &key_at_end) {
                // When it cannot be removed it expires.
                let _ = env_at_end.storage.remove(&key_at_end);
            }
        },
    )
}
