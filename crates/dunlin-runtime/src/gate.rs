//! The gate: a run is driven once this runtime has the claim on it and a place among the runs at once.

use std::{pin::Pin, rc::Rc, task::Poll};

use dunlin_base::StorageErrorKind;

use crate::{
    Claim, ClaimKind, Command, Grant, RunStatus, Standing, decide,
    live::{Ask, Live},
    runtime::Shared,
};

/// How often a claim that somebody else has is tried again.
const AGAIN_MS: u64 = 500;
/// The most places, whatever a policy says.
const MOST_PLACES: u32 = 64;

/// What a run is driven with.
pub(crate) struct Pass {
    /// The claim on the run.
    pub(crate) claim: Claim,
    /// The place among the runs at once; none for a run that needs none.
    pub(crate) place: Option<Claim>,
}

/// How long a run waits for a place while nothing goes on in the runs that have one.
///
/// A tool may have started the run that waits, and wait for it in turn, without being seen to: JavaScript does not say which
/// call goes on after an `await`. So calls that stand still for this long are taken to wait for the run without a place.
struct Patience {
    appended: u64,
    since: u64,
}

/// Well below the time-out of a step, well above what most calls take.
const PATIENCE_MS: u64 = 10_000;

impl Patience {
    fn new(shared: &Shared) -> Self {
        Self { appended: shared.appended.get(), since: shared.env.clock.monotonic_ms() }
    }

    fn is_over(&mut self, shared: &Shared) -> bool {
        if shared.appended.get() != self.appended || !shared.lives.borrow().values().any(|live| live.calls.get() > 0) {
            *self = Self::new(shared);
        }
        shared.env.clock.monotonic_ms().saturating_sub(self.since) >= PATIENCE_MS
    }
}

/// The name under which a run is claimed.
pub(crate) fn claim_of(run_id: &str) -> String {
    format!("run:{run_id}")
}

impl Shared {
    /// What a run is driven with; none when it ended meanwhile.
    pub(crate) async fn claim_run(&self, live: &Rc<Live>) -> Option<Pass> {
        let name = claim_of(live.run_id());
        // The tab that began a run is the one to drive it: it is looked at, while this one may be in the background.
        if live.state.borrow().status() == RunStatus::Pending && !live.begun_here.get() {
            self.pause(live, live.changes()).await;
        }
        let kind = self.options.claims.kind();
        // Also where the storage takes no leases just now: others may share it all the same.
        let is_shared = matches!(kind, ClaimKind::Leases | ClaimKind::None);
        let is_fresh = self.is_fresh(live);
        loop {
            let seen = live.changes();
            if live.is_final() || live.removed.get() || live.damaged.get() {
                return None;
            }
            // Nobody claims a run that waits for a person; whoever hears the answer goes on with it.
            let due = || self.is_due(live);
            let rests = live.state.borrow().status() == RunStatus::Suspended && live.asks.borrow().is_empty() && !due();
            if is_shared && rests {
                self.pause(live, seen).await;
                self.read_asks(live);
                continue;
            }
            match self.options.claims.try_claim(&name).await {
                Grant::Held(claim) => {
                    if !is_fresh {
                        kind.settle(&self.env).await;
                    }
                    match self.catch_up(live) {
                        // Of what there is now nothing can be driven.
                        Ok(()) if live.removed.get() || live.damaged.get() => return None,
                        Ok(()) => return self.find_place(live, claim).await,
                        Err(error) => self.journals.notice(format!("run {} waits: {error}", live.run_id())),
                    }
                }
                // Nobody else can know of a run that was never stored.
                Grant::Refused(claim, _) if live.begun_here.get() && live.stored.get() == 0 => {
                    return self.find_place(live, claim).await;
                }
                Grant::Refused(_, error) => {
                    self.journals
                        .notice(format!("run {} waits: nobody else can be kept from it: {error}", live.run_id()));
                    if error.kind() == StorageErrorKind::Quota {
                        self.evict_oldest(live.run_id());
                    }
                }
                Grant::Taken => {}
            }
            self.pause(live, seen).await;
        }
    }

    /// Whether nobody else can have driven a run: this tab has just begun it, and others leave it to this one for a while.
    fn is_fresh(&self, live: &Live) -> bool {
        let age = self.env.clock.now_ms().saturating_sub(live.state.borrow().last_at());
        live.begun_here.get()
            && live.state.borrow().status() == RunStatus::Pending
            && (0..AGAIN_MS.cast_signed() / 2).contains(&age)
    }

    /// Whether a run that rests goes on by itself now: a moment has come that it waited for.
    pub(crate) fn is_due(&self, live: &Live) -> bool {
        // Asked first: a host's clock may call back.
        let now = self.env.clock.now_ms();
        matches!(decide(&live.state.borrow(), now), Command::Append(_))
    }

    async fn find_place(&self, live: &Rc<Live>, claim: Claim) -> Option<Pass> {
        let place = self.seek_place(live, &|| claim.check() != Standing::Lost).await?;
        Some(Pass { claim, place })
    }

    /// A place among the runs at once, or that none is needed: a run that does not go can be cancelled without one. Nothing when
    /// it has ended meanwhile or `keep` says that it is no longer this runtime's.
    pub(crate) async fn seek_place(&self, live: &Rc<Live>, keep: &dyn Fn() -> bool) -> Option<Option<Claim>> {
        // A run that another waits for needs no place: the other one keeps its own until this one has ended.
        if live.depth.get() > 0 || live.state.borrow().parent().is_some() {
            return Some(None);
        }
        let mut patience = Patience::new(self);
        let places = live.state.borrow().policy().map_or(1, |policy| policy.max_concurrent_runs).clamp(1, MOST_PLACES);
        loop {
            let seen = live.changes();
            if live.is_final() || !keep() {
                return None;
            }
            let goes = live.state.borrow().status() == RunStatus::Running;
            if !goes && live.asks.borrow().iter().any(|ask| matches!(ask, Ask::Cancel { .. })) {
                return Some(None);
            }
            for place in 0..places {
                match self.options.claims.try_claim(&format!("place:{place}")).await {
                    Grant::Held(place) => return Some(Some(place)),
                    // A storage that records no places cannot count them.
                    Grant::Refused(..) => return Some(None),
                    Grant::Taken => {}
                }
            }
            if patience.is_over(self) {
                return Some(None);
            }
            self.pause(live, seen).await;
            self.read_asks(live);
        }
    }

    /// Waits until something has changed since `seen`, or it is time to try again.
    async fn pause(&self, live: &Rc<Live>, seen: u64) {
        either(self.env.timer.sleep(AGAIN_MS), Box::pin(live.changed_since(seen))).await;
        if !live.driving.get() {
            // What cannot be read now is read at the next try.
            let _ = self.catch_up(live);
        }
    }
}

/// A future beside another: ready when either is.
async fn either(mut a: Pin<Box<dyn Future<Output = ()> + '_>>, mut b: Pin<Box<dyn Future<Output = ()> + '_>>) {
    std::future::poll_fn(|context| {
        let one = a.as_mut().poll(context).is_ready();
        if one | b.as_mut().poll(context).is_ready() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}
