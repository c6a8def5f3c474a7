//! Runs that an engine elsewhere carries out, over a storage that others share: they are shown there, and left alone.

mod common;

use std::{cell::RefCell, rc::Rc};

use common::{Effects, Page};
use dunlin_base::testing::World;
use dunlin_runtime::{Content, Event, Policy, RunStatus, RuntimeOptions};

/// What was said to the engine.
type Said = Rc<RefCell<Vec<String>>>;

/// A runtime that speaks to an engine.
fn speaker(world: World) -> (Page, Said) {
    let said = Said::default();
    let heard = said.clone();
    let elsewhere: dunlin_runtime::Elsewhere =
        Rc::new(move |run_id, kind| heard.borrow_mut().push(format!("{run_id} {}", kind.name())));
    let options = RuntimeOptions { elsewhere: Some(elsewhere), ..RuntimeOptions::default() };
    (Page::on(world, Effects::default(), options), said)
}

#[test]
fn only_who_speaks_to_the_engine_does_anything_about_its_runs() {
    let (page, said) = speaker(World::new(1));
    page.start(&[r#"put {"text":"a"}"#], Policy::default());
    let other = page.reloaded();
    assert_eq!(other.runtime.runs().len(), 1, "it is shown");
    assert!(other.runtime.unfinished().is_empty() && other.runtime.left().is_empty());
    let handle = other.runtime.resume("run-1").unwrap();
    assert_eq!(handle.check_here().unwrap_err().code(), "run.elsewhere");
    assert!(other.world.run_until_stalled(handle.drive()).is_none());
    let refused = handle.cancel(None).unwrap_err();
    assert_eq!(refused.code(), "run.elsewhere");
    assert!(refused.hint().unwrap().contains("--engine restate"), "{refused:?}");
    assert_eq!(other.runtime.delete("run-1").unwrap_err().code(), "run.elsewhere");
    assert!(page.effects.texts().is_empty() && other.effects.texts().is_empty());

    let (page, said_later) = speaker(other.world.restarted());
    assert_eq!(page.runtime.unfinished(), ["run-1"]);
    assert!(!page.runtime.is_begun("run-1"));
    page.runtime.note_begun("run-1");
    page.runtime.resume("run-1").unwrap().cancel(None).unwrap();
    assert!(said.borrow().is_empty());
    assert_eq!(*said_later.borrow(), ["run-1 cancelRequested"]);
    let (page, _) = speaker(page.world.restarted());
    assert!(page.runtime.is_begun("run-1"), "that it was handed over is kept");
    page.runtime.delete("run-1").unwrap();
    assert!(!page.runtime.is_begun("run-1"));
}

#[test]
fn a_run_that_was_only_read_from_the_engine_is_left_alone_too() {
    let ended = Page::new(1);
    let handle = ended.start(&[r#"put {"text":"a"}"#], Policy::default());
    assert_eq!(ended.world.block_on(handle.drive()).status, RunStatus::Completed);
    let events: Vec<Event> = handle.events_since(0);
    let (page, _) = speaker(World::new(1));
    page.runtime.take_in("run-1", events[..2].to_vec()).unwrap();
    let other = page.reloaded();
    assert!(other.runtime.unfinished().is_empty());
    assert!(other.runtime.resume("run-1").unwrap().check_here().is_err());
    page.runtime.take_in("run-1", events).unwrap();
    let other = page.reloaded();
    assert!(other.runtime.resume("run-1").unwrap().check_here().is_ok(), "it has ended");
    other.runtime.delete("run-1").unwrap();
}

#[test]
fn an_engine_takes_no_run_whose_texts_are_not_to_be_kept() {
    let (page, _) = speaker(World::new(1));
    let policy = Policy { content: Content::Redact, ..Policy::default() };
    let refused = page.try_start(&["noop"], policy).unwrap_err();
    assert!(refused.to_string().contains("`content` cannot be"), "{refused}");
    assert!(page.runtime.runs().is_empty());
}
