//! What is kept, what is not, and what is left alone: foreign and damaged journals, redaction, retention, full storage.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::rc::Rc;

use common::{Effects, Page};
use dunlin_base::testing::{Access, Fault, World};
use dunlin_runtime::{
    ApprovalAnswer, Content, LocalClaims, Policy, Retention, RunError, RunStatus, RuntimeOptions, StartOptions,
    StoredLeases,
};
use serde_json::{Value, json};

const STEPS: [&str; 3] = [r#"put {"text":"violet secret"}"#, r#"wipe {"text":"amber secret"}"#, "look"];

/// A page whose run waits for an answer, so that its journal is still in batches.
fn suspended() -> Page {
    let page = Page::new(1);
    let handle = page.start(&STEPS, Policy::default());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    page
}

#[test]
fn a_journal_of_a_newer_version_is_refused_and_left_untouched() {
    let page = suspended();
    let (key, text) = page.world.storage().dump().remove(0);
    let newer = text.replacen("\"schemaVersion\":2", "\"schemaVersion\":3", 1);
    page.world.env().storage.set(&key, &newer).unwrap();
    let before = page.world.storage().dump();
    let page = page.reloaded();
    let error = page.runtime.resume("run-1").unwrap_err();
    assert_eq!(error.code(), "run.schema-version");
    assert_eq!(error.to_string(), "run run-1 was written by a newer version of dunlin");
    assert_eq!(page.runtime.delete("run-1").unwrap_err().code(), "run.schema-version");
    assert_eq!(page.world.storage().dump(), before);
    assert!(page.runtime.notices()[0].contains("newer version"));
}

#[test]
fn what_cannot_be_read_is_set_aside_and_never_deleted() {
    for broken in ["{\"half", "[]", "{\"schemaVersion\":1,\"events\":[{\"seq\":9,\"at\":0,\"type\":\"runStarted\"}]}"] {
        let page = suspended();
        let key = page.world.storage().dump().pop().unwrap().0;
        page.world.env().storage.set(&key, broken).unwrap();
        let page = page.reloaded();
        let handle = page.runtime.get("run-1").unwrap();
        assert!(!handle.status.is_final(), "what can be read is shown");
        assert_eq!(page.runtime.resume("run-1").unwrap_err().code(), "run.damaged-journal");
        let dump = page.world.storage().dump();
        assert!(dump.contains(&(format!("dunlin:v1:aside:{key}"), broken.to_owned())), "{dump:?}");
        assert_eq!(
            page.runtime.notices(),
            [format!("{key} could not be read; it is kept under dunlin:v1:aside:{key}")]
        );
        // Nobody forgets it after another reload either.
        let page = page.reloaded();
        assert_eq!(page.runtime.resume("run-1").unwrap_err().code(), "run.damaged-journal");
        page.runtime.delete("run-1").unwrap();
        assert!(page.runtime.runs().is_empty());
    }
}

#[test]
fn other_keys_are_none_of_its_business() {
    let world = World::new(1);
    for key in ["dunlin:v1:todo:1", "dunlin:v1:run", "elsewhere", "dunlin:v1:run:"] {
        world.env().storage.set(key, "{").unwrap();
    }
    let page = Page::on(world, Effects::default(), RuntimeOptions::default());
    page.runtime.storage_changed(Some("dunlin:v1:todo:1"));
    page.runtime.storage_changed(None);
    assert!(page.runtime.runs().is_empty());
}

#[test]
fn a_run_that_is_removed_elsewhere_is_gone_here_and_one_under_way_goes_on() {
    let page = Page::new(1);
    let ended = page.start(&["look"], Policy::default());
    page.world.block_on(ended.drive());
    let plan = common::planned(&STEPS, &page.runtime.registry());
    let waiting = page.runtime.start(plan, StartOptions::default()).unwrap();
    let mut drive = waiting.drive();
    assert!(page.world.run_until_stalled(&mut drive).is_none());
    assert_eq!(page.runtime.runs().len(), 2);
    for (key, _) in page.world.storage().dump() {
        page.world.env().storage.remove(&key).unwrap();
    }
    page.runtime.storage_changed(None);
    let left: Vec<String> = page.runtime.runs().into_iter().map(|run| run.run_id).collect();
    assert!(!left.contains(&ended.run_id()), "{left:?}");
    assert!(page.runtime.get(&ended.run_id()).is_none());
    assert!(page.runtime.get(&waiting.run_id()).is_some(), "what is under way here is not lost");
}

#[test]
fn a_redacted_run_leaves_no_text_in_storage_and_in_no_log_line() {
    let lines: Rc<std::cell::RefCell<Vec<String>>> = Rc::default();
    let sink = lines.clone();
    let log: dunlin_runtime::Log = Rc::new(move |line| sink.borrow_mut().push(line.to_owned()));
    let options = RuntimeOptions { log: Some(log), ..RuntimeOptions::default() };
    let page = Page::on(World::new(1), Effects::default(), options);
    let mut plan = common::planned(
        &[
            STEPS[0],
            STEPS[1],
            r#"put {"text":{"$concat":["copper secret ",{"$from":{"step":1,"pointer":"/output"}}]}}"#,
            r#"flaky {"times":1,"text":"indigo secret"}"#,
            r#"notify {"title":"ochre secret"}"#,
        ],
        &page.runtime.registry(),
    );
    plan.goal = "the secret goal".into();
    plan.rationale = "a secret reason".into();
    plan.steps[0].reasoning = "another secret".into();
    plan.steps[0].acceptance_criteria = vec!["a secret criterion".into()];
    let policy = Policy { content: Content::Redact, ..Policy::default() };
    let handle =
        page.runtime.start(plan, StartOptions { policy, run_id: None, seed: None, ..StartOptions::default() }).unwrap();
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let has_secret = |page: &Page| page.world.storage().dump().iter().any(|(_, text)| text.contains("secret"));
    assert!(!has_secret(&page));
    let id = handle.record().execution_log[1].approval.clone().unwrap().approval_id;
    handle.approve(&id, ApprovalAnswer::Edit { input: json!({"text": "edited secret"}) }).unwrap();
    assert!(!has_secret(&page));
    let run = page.world.block_on(handle.drive());
    assert_eq!(run.status, RunStatus::Completed);
    assert!(page.effects.texts().contains(&"copper secret violet secret".to_owned()));
    assert!(!has_secret(&page), "{:#?}", page.world.storage().dump());
    assert!(lines.borrow().len() > 10 && lines.borrow().iter().all(|line| !line.contains("secret")));
    // What is handed out of it, also while it is open, is what is stored.
    let (report, journal) = (page.runtime.report(&run.run_id).unwrap(), page.runtime.journal(&run.run_id).unwrap());
    assert!(report.markdown.contains("## Steps") && !report.markdown.contains("secret"), "{}", report.markdown);
    let written = [report.json.to_string(), serde_json::to_string(&journal).unwrap()];
    assert!(written.iter().all(|text| text.len() > 1000 && !text.contains("secret")), "{written:?}");
    // What is left can still be listed, and says how long the texts were.
    let page = page.reloaded();
    let run = page.runtime.get(&handle.run_id()).unwrap();
    assert!(run.goal.starts_with("[15 characters, "), "{}", run.goal);
    assert_eq!(run.execution_log[0].output.as_ref().unwrap()["$redacted"]["length"], json!(15));
    assert_eq!(run.status, RunStatus::Completed);
}

#[test]
fn a_redacted_run_cannot_be_taken_up_after_a_reload() {
    let page = Page::new(1);
    let handle = page.start(&STEPS, Policy { content: Content::Redact, ..Policy::default() });
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let page = page.reloaded();
    assert_eq!(page.runtime.resume("run-1").unwrap_err().code(), "run.redacted");
}

/// The plan stands in a journal once, as it was given; what a run adds to it is held to so many bytes a step.
#[test]
fn a_step_adds_at_most_two_hundred_bytes_to_the_journal_beside_its_output() {
    let journal_of = |count: usize| {
        let page = Page::new(1);
        let handle = page.start(&vec![r#"sum {"of":[20,22]}"#; count], Policy::default());
        let run = page.world.block_on(handle.drive());
        assert_eq!(run.status, RunStatus::Completed);
        let of_plan = serde_json::to_string(&run.plan).unwrap().len();
        let outputs: usize = run.execution_log.iter().map(|step| step.output.as_ref().unwrap().to_string().len()).sum();
        let stored: usize = page
            .world
            .storage()
            .dump()
            .iter()
            .filter(|(key, _)| key.contains(":run:"))
            .map(|(_, text)| text.len())
            .sum();
        stored - of_plan - outputs
    };
    let each = (journal_of(90) - journal_of(10)) / 80;
    assert!((50..=200).contains(&each), "{each} bytes a step");
}

fn finish(page: &Page, name: &str) {
    let plan = common::planned(&["noop"], &page.runtime.registry());
    let options = StartOptions { run_id: Some(name.into()), ..StartOptions::default() };
    let handle = page.runtime.start(plan, options).unwrap();
    page.world.wind(10);
    page.world.block_on(handle.drive());
}

#[test]
fn old_runs_go_and_todos_and_runs_under_way_stay() {
    let kept = |retention| {
        let options = RuntimeOptions { retention, ..RuntimeOptions::default() };
        let page = Page::on(World::new(1), Effects::default(), options);
        page.world.env().storage.set("dunlin:v1:todo:1", "milk").unwrap();
        let waiting = page.start(&STEPS, Policy::default());
        assert!(page.world.run_until_stalled(waiting.drive()).is_none());
        for number in 0..9 {
            finish(&page, &format!("n{number}"));
        }
        assert_eq!(page.world.env().storage.get("dunlin:v1:todo:1").unwrap().unwrap(), "milk");
        page.reloaded().runtime.runs().into_iter().map(|run| run.run_id).collect::<Vec<_>>()
    };
    assert_eq!(kept(Retention { max_runs: 3, max_bytes: 1_000_000 }), ["n8", "n7", "n6", "run-1"]);
    assert_eq!(kept(Retention { max_runs: 100, max_bytes: 1 }), ["n8", "run-1"]);
}

#[test]
fn a_full_storage_makes_room_by_letting_the_oldest_ended_run_go() {
    let page = Page::new(1);
    for number in 0..5 {
        finish(&page, &format!("n{number}"));
    }
    let world = page.world.clone();
    page.world.storage().gate_writes(move |_, value| {
        let used: usize = world.storage().dump().iter().map(|(_, text)| text.len()).sum();
        value.is_none_or(|value| used + value.len() < 6000)
    });
    finish(&page, "last");
    assert_eq!(page.runtime.get("last").unwrap().status, RunStatus::Completed);
    assert!(page.world.storage().dump().iter().any(|(key, _)| key.starts_with("dunlin:v1:run:last")));
    assert!(!page.world.storage().dump().iter().any(|(key, _)| key.starts_with("dunlin:v1:run:n0")));
}

#[test]
fn a_run_whose_end_could_not_be_stored_makes_no_room_for_others() {
    let page = Page::new(1);
    finish(&page, "ended");
    page.world.storage().fail(|access| match access {
        Access::Set(key, _) => {
            (key.contains(":run:begun:") && !key.ends_with(":00000001")).then_some(Fault::Unavailable)
        }
        _ => None,
    });
    finish(&page, "begun");
    assert!(page.runtime.get("begun").unwrap().status.is_final());
    page.world.storage().gate_writes(|key, value| value.is_none() || !key.contains(":run:last:"));
    finish(&page, "last");
    let is_left = |name: &str| page.world.storage().dump().iter().any(|(key, _)| key.starts_with(name));
    assert!(!is_left("dunlin:v1:run:ended"));
    // Another tab may be carrying it out.
    assert!(is_left("dunlin:v1:run:begun"));
}

#[test]
fn an_error_that_is_no_lack_of_room_costs_no_history() {
    for fault in [Fault::Unavailable, Fault::Unconfirmed, Fault::Torn] {
        let page = Page::new(1);
        for number in 0..3 {
            finish(&page, &format!("n{number}"));
        }
        page.world.storage().fail(move |access| match access {
            Access::Set(key, _) => key.contains(":run:last").then_some(fault),
            _ => None,
        });
        finish(&page, "last");
        assert_eq!(page.runtime.get("last").unwrap().status, RunStatus::Completed);
        let page = page.reloaded();
        let left: Vec<String> = page.runtime.runs().into_iter().map(|run| run.run_id).collect();
        let all = ["last", "n2", "n1", "n0"];
        let kept = if fault == Fault::Unconfirmed { &all[..] } else { &all[1..] };
        assert_eq!(left, kept, "{fault:?}: what was written is there, and nothing else went");
    }
}

#[test]
fn what_a_removal_leaves_is_not_a_run_that_goes_on() {
    let page = Page::new(1);
    // No room for the whole journal: it stays in batches.
    page.world.storage().fail(|access| match access {
        Access::Set(key, _) => key.ends_with(":journal").then_some(Fault::Quota),
        _ => None,
    });
    let handle = page.start(&[r#"put {"text":"a"}"#, r#"wait {"ms":50} after 1"#, "look after 2"], Policy::default());
    page.world.block_on(handle.drive());
    let batches = page.world.storage().dump().len();
    assert!(batches > 2);
    for fails_at in 0..batches {
        let mut left = fails_at;
        page.world.storage().fail(move |access| match access {
            Access::Remove(_) if left == 0 => Some(Fault::Unavailable),
            Access::Remove(_) => {
                left -= 1;
                None
            }
            _ => None,
        });
        let before = page.world.storage().dump();
        assert_eq!(page.runtime.delete("run-1").unwrap_err().code(), "storage.unavailable");
        assert!(page.runtime.unfinished().is_empty(), "nothing is done again");
        let page = page.reloaded();
        assert!(page.runtime.unfinished().is_empty());
        page.world.storage().lift_faults();
        for (key, text) in before {
            page.world.env().storage.set(&key, &text).unwrap();
        }
        for (key, _) in page.world.storage().dump().into_iter().filter(|(key, _)| key.contains(":aside:")) {
            page.world.env().storage.remove(&key).unwrap();
        }
    }
    page.world.storage().lift_faults();
    page.reloaded().runtime.delete("run-1").unwrap();
    assert_eq!(page.world.storage().dump(), []);
}

#[test]
fn half_a_whole_journal_beside_its_batches_is_no_damage() {
    let page = Page::new(1);
    page.world.storage().fail(|access| match access {
        Access::Set(key, _) if key.ends_with(":journal") => Some(Fault::Torn),
        Access::Remove(key) if key.ends_with(":journal") => Some(Fault::Unavailable),
        _ => None,
    });
    let handle = page.start(&[r#"put {"text":"a"}"#, "look"], Policy::default());
    let run = page.world.block_on(handle.drive());
    assert!(page.world.storage().dump().iter().any(|(key, _)| key.ends_with(":journal")), "the half is there");
    let page = page.reloaded();
    assert_eq!(page.runtime.get("run-1"), Some(run));
    assert_eq!(page.runtime.notices(), Vec::<String>::new());
    page.runtime.resume("run-1").unwrap();
}

#[test]
fn a_journal_that_somebody_else_wrote_into_stays_in_its_batches() {
    let page = suspended();
    let (key, text) = page.world.storage().dump().remove(0);
    let theirs = text.replace("violet", "ultraviolet");
    page.world.env().storage.set(&key, &theirs).unwrap();
    let handle = page.runtime.resume("run-1").unwrap();
    let id = handle.record().execution_log[1].approval.clone().unwrap().approval_id;
    handle.approve(&id, ApprovalAnswer::Approve).unwrap();
    assert_eq!(page.world.block_on(handle.drive()).status, RunStatus::Completed);
    let dump = page.world.storage().dump();
    assert!(dump.len() > 2 && dump.contains(&(key, theirs)), "{dump:?}");
}

#[test]
fn a_run_whose_key_and_identifier_differ_is_shown_and_can_be_removed() {
    let page = suspended();
    for (key, text) in page.world.storage().dump() {
        page.world.env().storage.remove(&key).unwrap();
        page.world.env().storage.set(&key.replace("run-1", "copied"), &text).unwrap();
    }
    let page = page.reloaded();
    let ids: Vec<String> = page.runtime.runs().into_iter().map(|run| run.run_id).collect();
    assert_eq!(ids, ["copied"]);
    assert_eq!(page.runtime.resume("copied").unwrap_err().code(), "run.damaged-journal");
    page.runtime.delete("copied").unwrap();
    assert!(page.runtime.runs().is_empty() && page.world.storage().dump().is_empty());
}

/// A page whose program stops at the first turn of a run, whenever it is taken up.
#[test]
fn a_run_that_stops_the_page_again_and_again_is_not_taken_up_by_itself() {
    let page = Page::new(1);
    page.world.storage().be_custom();
    let step = r#"put {"text":"a"}"#;
    let handle = page.start(&[step, r#"wait {"ms":50} after 1"#, step], Policy::default());
    page.effects.fuse.set(Some(1));
    let mut page = page;
    let mut driving = handle.drive();
    let mut taken_up = Vec::new();
    for _ in 0..4 {
        for _ in 0..3 {
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            assert!(driving.as_mut().poll(&mut context).is_pending(), "it never answers");
        }
        std::mem::forget(driving);
        page = page.reloaded();
        page.effects.fuse.set(Some(1));
        taken_up.push(page.runtime.unfinished().len());
        driving = page.runtime.resume("run-1").unwrap().drive();
    }
    assert_eq!(taken_up, [1, 0, 0, 0]);
    assert!(page.runtime.notices()[0].contains("is not taken up by itself"), "{:?}", page.runtime.notices());
    // A person takes it up, and it goes well this time.
    page.effects.fuse.set(None);
    let run = page.world.block_on(driving);
    assert_eq!(run.status, RunStatus::Completed);
    assert!(!page.world.storage().dump().iter().any(|(key, _)| key.contains(":underway:")));
}

#[test]
fn a_run_that_waits_through_many_visits_is_taken_up_each_time() {
    let page = Page::new(1);
    page.world.storage().be_custom();
    let handle = page.start(&STEPS, Policy::default());
    let mut page = page;
    let mut driving = handle.drive();
    for _ in 0..5 {
        assert!(page.world.run_until_stalled(&mut driving).is_none());
        std::mem::forget(driving);
        page = page.reloaded();
        assert_eq!(page.runtime.unfinished(), ["run-1"]);
        driving = page.runtime.resume("run-1").unwrap().drive();
    }
}

#[test]
fn the_same_seed_at_the_same_moment_gives_no_identifier_twice() {
    let world = World::new(1);
    let mut ids = Vec::new();
    for _ in 0..20 {
        // Each page draws the same randomness at the same moment.
        let same = dunlin_base::Env { random: World::new(1).env().random, ..world.env() };
        let runtime = dunlin_runtime::Runtime::new(
            same.clone(),
            common::registry(&same, &Effects::default()),
            RuntimeOptions::default(),
        );
        let plan = common::planned(&["noop"], &runtime.registry());
        ids.push(runtime.start(plan, StartOptions::default()).unwrap().run_id());
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 20);
}

#[test]
fn a_cancellation_and_a_new_plan_are_stored_before_they_are_acknowledged() {
    let page = suspended();
    let page = page.reloaded();
    let handle = page.runtime.resume("run-1").unwrap();
    let mut driving = handle.drive();
    assert!(page.world.run_until_stalled(&mut driving).is_none());
    // The tab dies before its driver has another turn.
    handle.cancel(Some("changed my mind".into())).unwrap();
    let page = page.reloaded();
    let run = page.world.block_on(page.runtime.resume("run-1").unwrap().drive());
    assert_eq!(run.status, RunStatus::Cancelled);
    let journal = serde_json::to_string(&page.runtime.journal("run-1").unwrap()).unwrap();
    assert!(journal.contains("changed my mind"), "{journal}");

    let page = suspended();
    let handle = page.runtime.resume("run-1").unwrap();
    let mut plan = handle.record().plan.unwrap();
    plan.steps[1].tool_input = json!({"text": "something else"});
    handle.revise(plan.clone()).unwrap();
    let page = page.reloaded();
    let handle = page.runtime.resume("run-1").unwrap();
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    assert_eq!(handle.record().plan, Some(plan));
}

#[test]
fn a_new_plan_that_cannot_be_stored_is_an_error_and_the_old_one_stands() {
    let page = suspended();
    let handle = page.runtime.resume("run-1").unwrap();
    let old = handle.record().plan.unwrap();
    let mut plan = old.clone();
    plan.steps[1].tool_input = json!({"text": "something else"});
    page.world.storage().fail(|access| matches!(access, Access::Set(..)).then_some(Fault::Unavailable));
    let refused = handle.revise(plan.clone()).unwrap_err();
    assert_eq!(refused.code(), "storage.unavailable", "{refused}");
    page.world.storage().lift_faults();
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    assert_eq!(handle.record().plan, Some(old));
    handle.revise(plan.clone()).unwrap();
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    assert_eq!(handle.record().plan, Some(plan));
}

#[test]
fn a_cancellation_that_cannot_be_stored_stops_the_run_and_is_an_error() {
    for fault in [Fault::Unavailable, Fault::Quota, Fault::Unconfirmed] {
        let page = suspended();
        let handle = page.runtime.resume("run-1").unwrap();
        let asks =
            move |access: Access<'_>| matches!(access, Access::Set(key, _) if key.contains(":ask:")).then_some(fault);
        page.world.storage().fail(asks);
        let refused = handle.cancel(None).unwrap_err();
        assert_eq!(refused.code(), "storage.unavailable", "{refused}");
        assert!(refused.to_string().contains("stops here"), "{refused}");
        assert_eq!(page.world.block_on(handle.drive()).status, RunStatus::Cancelled, "{fault:?}");
        page.world.storage().lift_faults();
        let kept = page.world.storage().dump();
        assert!(kept.iter().all(|(key, _)| !key.contains(":ask:")), "{fault:?}: {kept:?}");
    }
}

#[test]
fn a_signal_that_cannot_be_stored_is_an_error_and_is_not_heard_later() {
    for fault in [Fault::Unavailable, Fault::Quota, Fault::Unconfirmed] {
        let page = suspended();
        let handle = page.runtime.resume("run-1").unwrap();
        page.world.storage().fail(move |access| matches!(access, Access::Set(..)).then_some(fault));
        let refused = handle.signal("paid", json!(1)).unwrap_err();
        assert_eq!(refused.code(), "storage.unavailable", "{refused}");
        page.world.storage().lift_faults();
        assert!(page.world.run_until_stalled(handle.drive()).is_none());
        let journal = serde_json::to_string(&page.reloaded().runtime.journal("run-1").unwrap()).unwrap();
        assert!(!journal.contains("paid"), "{fault:?}: {journal}");
    }
}

#[test]
fn a_goal_that_could_not_be_planned_is_a_failed_run_without_a_plan() {
    let page = Page::new(1);
    let error =
        RunError { code: "plan.unrecognized".into(), message: "not understood".into(), hint: None, step_number: None };
    let handle = page.runtime.record_failed("sing me a song", Policy::default(), error);
    let run = page.world.block_on(handle.drive());
    let page = page.reloaded();
    assert_eq!(page.runtime.get(&handle.run_id()), Some(run.clone()));
    let record = serde_json::to_value(&run).unwrap();
    assert_eq!(record["plan"], Value::Null);
    assert_eq!(record["status"], json!("failed"));
    assert_eq!(record["error"]["code"], json!("plan.unrecognized"));
}

#[test]
fn only_so_many_runs_go_at_once_over_all_tabs() {
    let world = World::new(1);
    let tab = || {
        let claims = Rc::new(StoredLeases::new(world.env()));
        Page::on(world.clone(), Effects::default(), RuntimeOptions { claims, ..RuntimeOptions::default() })
    };
    let (one, two) = (tab(), tab());
    let mut handles = Vec::new();
    for (page, name) in [(&one, "a"), (&two, "b"), (&one, "c"), (&two, "d"), (&two, "e")] {
        let plan = common::planned(&[r#"slow {"ms":1000}"#, r#"slow {"ms":500} after 1"#], &page.runtime.registry());
        let policy = Policy { max_concurrent_runs: 2, ..Policy::default() };
        let options = StartOptions { policy, run_id: Some(name.into()), seed: Some(1), ..StartOptions::default() };
        handles.push(page.runtime.start(plan, options).unwrap());
    }
    let mut drives: Vec<_> = handles.iter().map(dunlin_runtime::RunHandle::drive).collect();
    let (mut most, mut both) = (0, false);
    world.block_on(std::future::poll_fn(|context| {
        drives.retain_mut(|drive| drive.as_mut().poll(context).is_pending());
        let running = |handle: &&dunlin_runtime::RunHandle| handle.status() == RunStatus::Running;
        most = most.max(handles.iter().filter(running).count());
        both |= running(&&handles[0]) && running(&&handles[1]);
        if drives.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    }));
    assert_eq!((most, both), (2, true), "two at once, one in each tab to begin with");
    assert!(handles.iter().all(|handle| handle.status() == RunStatus::Completed));
}

#[test]
fn the_tab_that_began_a_run_drives_it_though_another_one_looks_first() {
    let claims = Rc::new(LocalClaims::default());
    let options = || RuntimeOptions { claims: claims.clone(), ..RuntimeOptions::default() };
    let one = Page::on(World::new(1), Effects::default(), options());
    let other = Page::on(one.world.clone(), Effects::default(), options());
    let handle = one.start(&[r#"put {"text":"amber"}"#, "look"], Policy::default());
    let mut watching = other.runtime.resume("run-1").unwrap().drive();
    let mut driving = handle.drive();
    let mut driven = false;
    let run = one.world.block_on(std::future::poll_fn(|context| {
        let seen = watching.as_mut().poll(context);
        driven = driven || driving.as_mut().poll(context).is_ready();
        seen
    }));
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!(one.effects.texts(), ["amber"]);
    assert!(other.effects.texts().is_empty(), "the tab that only looked did the work");
}

#[test]
fn the_report_the_metrics_and_the_log_tell_the_same_run() {
    let lines: Rc<std::cell::RefCell<Vec<String>>> = Rc::default();
    let sink = lines.clone();
    let log: dunlin_runtime::Log = Rc::new(move |line| sink.borrow_mut().push(line.to_owned()));
    let page =
        Page::on(World::new(1), Effects::default(), RuntimeOptions { log: Some(log), ..RuntimeOptions::default() });
    let handle =
        page.start(&[r#"flaky {"times":1,"text":"a `tick` <b>|x|</b>"}"#, "fail after 1", "look"], Policy::default());
    page.world.block_on(handle.drive());
    let report = page.runtime.report("run-1").unwrap();
    for expected in [
        "- Status: **failed**",
        "- Failed in step 2: it cannot be done (`test.fail`)",
        "| 2 | fail | because of fail | 1 |",
        "- Output: `` \"a `tick` <b>|x|</b>\" ``",
        "- +0 ms: attempt 1 of step 1 failed: not this time",
        "- +0 ms: step 1 is tried again in 1000 ms",
        "| tool calls | 4 | 300 |",
    ] {
        assert!(report.markdown.contains(expected), "{expected} in\n{}", report.markdown);
    }
    assert_eq!(report.json["failures"].as_array().unwrap().len(), 2);
    let metrics = page.runtime.metrics();
    for expected in [
        "dunlin_runs{status=\"failed\"} 1",
        "dunlin_steps_total{tool=\"flaky\",status=\"succeeded\"} 1",
        "dunlin_attempts_total{tool=\"flaky\"} 2",
        "dunlin_retries_total{tool=\"flaky\"} 1",
        "dunlin_errors_total{code=\"test.flaky\"} 1",
        "dunlin_step_duration_ms_bucket{tool=\"flaky\",le=\"1000\"} 1",
        "dunlin_step_duration_ms_bucket{tool=\"flaky\",le=\"500\"} 0",
        "dunlin_step_duration_ms_count{tool=\"flaky\"} 1",
    ] {
        assert!(metrics.contains(expected), "{expected} in\n{metrics}");
    }
    let failed = lines.borrow().iter().find(|line| line.contains("stepFailed")).unwrap().clone();
    let line: Value = serde_json::from_str(&failed).unwrap();
    assert_eq!(
        (&line["level"], &line["runId"], &line["stepNumber"], &line["code"]),
        (&json!("error"), &json!("run-1"), &json!(2), &json!("test.fail"))
    );
}
