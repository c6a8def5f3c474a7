//! Any number of runs ends, with every kind of claim and timer: nothing spins and nothing waits for ever.

mod common;

use std::{cell::RefCell, rc::Rc, task::Poll};

use common::{Effects, Page};
use dunlin_base::{Env, LocalFuture, testing::World};
use dunlin_runtime::{
    Claim, ClaimKind, Claims, Grant, LocalClaims, Policy, RunHandle, RunStatus, RuntimeOptions, StartOptions,
    StoredLeases,
};
use proptest::prelude::*;

/// Locks as a browser has them: the answer comes a turn later, and a lock is free only some time after it was given back.
struct SlowLocks {
    inner: LocalClaims,
    env: Env,
}

impl Claims for SlowLocks {
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Grant> {
        let (asked, env) = (self.inner.try_claim(name), self.env.clone());
        Box::pin(async move {
            env.timer.sleep(1).await;
            asked.await
        })
    }

    fn kind(&self) -> ClaimKind {
        ClaimKind::Locks
    }
}

/// Locks that are refused three times of four, as by a tab that comes and goes.
struct Busy {
    inner: LocalClaims,
    asked: RefCell<u32>,
}

impl Claims for Busy {
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Grant> {
        let mut asked = self.asked.borrow_mut();
        *asked += 1;
        if asked.is_multiple_of(4) { self.inner.try_claim(name) } else { Box::pin(std::future::ready(Grant::Taken)) }
    }

    fn kind(&self) -> ClaimKind {
        ClaimKind::Locks
    }
}

fn claims(kind: u8, env: Env) -> Rc<dyn Claims> {
    match kind {
        0 => Rc::new(LocalClaims::default()),
        1 => Rc::new(StoredLeases::new(env)),
        2 => Rc::new(SlowLocks { inner: LocalClaims::default(), env }),
        _ => Rc::new(Busy { inner: LocalClaims::default(), asked: RefCell::new(0) }),
    }
}

const PLANS: [&[&str]; 5] = [
    &["noop"],
    &[r#"slow {"ms":120}"#, r#"put {"text":"a"} after 1"#],
    &[r#"wait {"ms":700}"#, "look after 1"],
    &[r#"flaky {"times":2,"text":"f"}"#],
    &["fail", "look after 1"],
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_number_of_runs_ends(
        seed in any::<u64>(),
        kind in 0u8..4,
        at_once in 1u32..5,
        plans in prop::collection::vec(0..PLANS.len(), 1..24),
        tabs in 1usize..4,
    ) {
        let world = World::new(seed);
        let shared = claims(kind, world.env());
        let page = |_| {
            // Locks are one for all tabs; leases are by each tab in the storage they share.
            let claims = if kind == 1 { claims(kind, world.env()) } else { shared.clone() };
            Page::on(world.clone(), Effects::default(), RuntimeOptions { claims, ..RuntimeOptions::default() })
        };
        let pages: Vec<Page> = (0..tabs).map(page).collect();
        let mut handles: Vec<RunHandle> = Vec::new();
        for (number, which) in plans.iter().enumerate() {
            let page = &pages[number % tabs];
            let plan = common::planned(PLANS[*which], &page.runtime.registry());
            let policy = Policy { max_concurrent_runs: at_once, ..Policy::default() };
            let options = StartOptions { policy, run_id: Some(format!("r{number}")), seed: Some(seed >> 11), ..StartOptions::default() };
            handles.push(page.runtime.start(plan, options).unwrap());
        }
        let mut drives: Vec<_> = handles.iter().map(RunHandle::drive).collect();
        let mut most = 0;
        // All on one waker: what wakes one wakes every other.
        world.block_on(std::future::poll_fn(|context| {
            drives.retain_mut(|drive| drive.as_mut().poll(context).is_pending());
            most = most.max(handles.iter().filter(|run| run.status() == RunStatus::Running).count());
            if drives.is_empty() { Poll::Ready(()) } else { Poll::Pending }
        }));
        prop_assert!(handles.iter().all(|handle| handle.status().is_final()));
        prop_assert!(most <= at_once as usize, "{most} of {at_once} at once");
    }
}

/// A claim that its holder keeps to itself costs nothing but waiting.
#[test]
fn a_run_waits_for_a_claim_without_spinning() {
    let page = Page::new(1);
    let claims: Rc<dyn Claims> = Rc::new(LocalClaims::default());
    let Grant::Held(claim) = page.world.block_on(claims.try_claim("run:run-1")) else { panic!("not had") };
    let options = RuntimeOptions { claims, ..RuntimeOptions::default() };
    let page = Page::on(page.world, page.effects, options);
    let mut driving = page.start(&["look"], Policy::default()).drive();
    let mut held: Option<Claim> = Some(claim);
    let mut polls = 0;
    let run = page.world.block_on(std::future::poll_fn(|context| {
        polls += 1;
        if page.world.env().clock.monotonic_ms() > 60_000 {
            held.take();
        }
        driving.as_mut().poll(context)
    }));
    assert_eq!(run.status, RunStatus::Completed);
    assert!(polls < 2000, "{polls} polls in a minute");
}
