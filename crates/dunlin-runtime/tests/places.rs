//! So many runs go at once: one that waits for a person gives its place to others and takes its turn once it is answered.

mod common;

use std::{rc::Rc, task::Poll};

use common::{Effects, Page};
use dunlin_base::testing::World;
use dunlin_runtime::{ApprovalAnswer, Policy, RunHandle, RunStatus, RuntimeOptions, replay};

/// Two leases and one place: runs that wait for a person do not hold up the others, and take their turn once answered.
#[test]
fn a_run_that_waits_for_a_person_gives_its_place_to_another() {
    let world = World::new(1);
    let tab = || {
        let claims = Rc::new(dunlin_runtime::StoredLeases::new(world.env()));
        Page::on(world.clone(), Effects::default(), RuntimeOptions { claims, ..RuntimeOptions::default() })
    };
    let page = tab();
    let start = |page: &Page, name: &str, steps: &[&str]| {
        let plan = common::planned(steps, &page.runtime.registry());
        let policy = Policy { max_concurrent_runs: 1, ..Policy::default() };
        let options =
            dunlin_runtime::StartOptions { policy, run_id: Some(name.into()), seed: Some(1), ..Default::default() };
        page.runtime.start(plan, options).unwrap()
    };
    let asks = [r#"wipe {"text":"w"}"#, r#"slow {"ms":3000} after 1"#];
    let waiting: Vec<RunHandle> = ["a", "b", "c"].map(|name| start(&page, name, &asks)).into();
    let mut drives: Vec<_> = waiting.iter().map(RunHandle::drive).collect();
    let other = start(&page, "d", &[r#"slow {"ms":5000}"#]);
    let mut other_drive = other.drive();
    let suspended = |handles: &[RunHandle]| handles.iter().filter(|run| run.status() == RunStatus::Suspended).count();
    // All three ask, and the fourth goes on and ends.
    let run = world.block_on(std::future::poll_fn(|context| {
        for drive in &mut drives {
            assert!(drive.as_mut().poll(context).is_pending());
        }
        other_drive.as_mut().poll(context)
    }));
    assert_eq!((run.status, suspended(&waiting)), (RunStatus::Completed, 3));
    // Two are answered at once: they go one after the other; the third is cancelled, which needs no place.
    let id = |run: &RunHandle| run.record().execution_log[0].approval.clone().unwrap().approval_id;
    waiting[0].approve(&id(&waiting[0]), ApprovalAnswer::Approve).unwrap();
    waiting[1].approve(&id(&waiting[1]), ApprovalAnswer::Approve).unwrap();
    waiting[2].cancel(None).unwrap();
    let mut most = 0;
    let mut cancelled_while_one_goes = false;
    world.block_on(std::future::poll_fn(|context| {
        drives.retain_mut(|drive| drive.as_mut().poll(context).is_pending());
        let running = waiting.iter().filter(|run| run.status() == RunStatus::Running).count();
        most = most.max(running);
        cancelled_while_one_goes |= running == 1 && waiting[2].status() == RunStatus::Cancelled;
        if drives.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    }));
    assert_eq!((most, cancelled_while_one_goes), (1, true));
    for (run, expected) in waiting.iter().zip([RunStatus::Completed, RunStatus::Completed, RunStatus::Cancelled]) {
        assert_eq!(run.status(), expected);
        replay(&page.runtime.journal(&run.run_id()).unwrap()).unwrap_or_else(|divergence| panic!("{divergence}"));
    }
}

/// An answer that is given while its run has no place is kept, should the tab die before there is one.
#[test]
fn an_answer_to_a_run_without_a_place_outlives_its_tab() {
    let world = World::new(1);
    let claims = Rc::new(dunlin_runtime::LocalClaims::default());
    let options = RuntimeOptions { claims, ..RuntimeOptions::default() };
    let page = Page::on(world.clone(), Effects::default(), options);
    let handle = page.start(&[r#"wipe {"text":"w"}"#], Policy { max_concurrent_runs: 1, ..Policy::default() });
    let driving = handle.drive();
    let mut driving = Box::pin(driving);
    assert!(world.run_until_stalled(driving.as_mut()).is_none());
    let id = handle.record().execution_log[0].approval.clone().unwrap().approval_id;
    handle.approve(&id, ApprovalAnswer::Approve).unwrap();
    drop(driving);
    let page = page.reloaded();
    let run = page.world.block_on(page.runtime.resume("run-1").unwrap().drive());
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!(page.world.storage().dump().len(), 1, "asks and batches are gone");
}

#[test]
fn only_so_many_runs_go_at_once() {
    let page = Page::new(1);
    let start = |name: &str| {
        let plan = common::planned(&[r#"slow {"ms":1000}"#], &page.runtime.registry());
        let policy = Policy { max_concurrent_runs: 2, ..Policy::default() };
        let options =
            dunlin_runtime::StartOptions { policy, run_id: Some(name.into()), seed: Some(1), ..Default::default() };
        page.runtime.start(plan, options).unwrap()
    };
    let handles: Vec<RunHandle> = ["a", "b", "c", "d"].map(start).into();
    let mut drives: Vec<_> = handles.iter().map(RunHandle::drive).collect();
    let mut most = 0;
    page.world.block_on(std::future::poll_fn(|context| {
        drives.retain_mut(|drive| drive.as_mut().poll(context).is_pending());
        most = most.max(handles.iter().filter(|handle| handle.status() == RunStatus::Running).count());
        if drives.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    }));
    assert_eq!(most, 2);
    assert!(handles.iter().all(|handle| handle.status() == RunStatus::Completed));
}
