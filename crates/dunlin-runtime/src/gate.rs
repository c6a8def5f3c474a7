//! The gate: a run is driven once this tab has the claim on it and a place among the runs at once.

use std::rc::Rc;

use crate::{
    Claim, RunStatus,
    driver::{changed, either},
    live::{Ask, Live},
    runtime::Shared,
};

/// How often a claim that somebody else has is tried again.
const AGAIN_MS: u64 = 500;
/// The most places, whatever a policy says.
const MOST_PLACES: u32 = 64;

impl Shared {
    /// The claims to drive a run with; none when the run ended meanwhile.
    pub(crate) async fn claim_run(&self, live: &Rc<Live>) -> Option<Vec<Claim>> {
        let run_id = live.state.borrow().run_id().to_owned();
        // The tab that began a run is the one to drive it: it is looked at, while this one may be in the background.
        if live.state.borrow().status() == RunStatus::Pending && !live.begun_here.get() {
            self.pause(live).await;
        }
        loop {
            if live.is_final() {
                return None;
            }
            if let Some(claim) = self.options.claims.try_claim(&format!("run:{run_id}")).await {
                self.catch_up(live);
                return self.find_place(live, claim).await;
            }
            self.pause(live).await;
        }
    }

    async fn find_place(&self, live: &Rc<Live>, claim: Claim) -> Option<Vec<Claim>> {
        let place = self.seek_place(live, &|| claim.renew()).await?;
        Some(std::iter::once(claim).chain(place).collect())
    }

    /// A place among the runs at once, or that none is needed: a run that does not go can be cancelled without one. Nothing when
    /// it has ended meanwhile or `keep` says that it is no longer this tab's.
    pub(crate) async fn seek_place(&self, live: &Rc<Live>, keep: &dyn Fn() -> bool) -> Option<Option<Claim>> {
        let places = live.state.borrow().policy().map_or(1, |policy| policy.max_concurrent_runs).clamp(1, MOST_PLACES);
        loop {
            if live.is_final() || !keep() {
                return None;
            }
            let goes = live.state.borrow().status() == RunStatus::Running;
            if !goes && live.asks.borrow().iter().any(|ask| matches!(ask, Ask::Cancel { .. })) {
                return Some(None);
            }
            for place in 0..places {
                if let Some(place) = self.options.claims.try_claim(&format!("place:{place}")).await {
                    return Some(Some(place));
                }
            }
            self.pause(live).await;
            self.read_asks(live);
        }
    }

    async fn pause(&self, live: &Rc<Live>) {
        either(self.env.timer.sleep(AGAIN_MS), Box::pin(changed(live))).await;
        if !live.driving.get() {
            self.catch_up(live);
        }
    }
}
