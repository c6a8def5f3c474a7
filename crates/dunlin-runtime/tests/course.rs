//! A course makes of moments and reports what the driver makes of them, and makes it again when they are played back.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{collections::VecDeque, rc::Rc};

use common::{Page, planned};
use dunlin_runtime::{
    ApprovalAnswer, ApprovalReason, CallResult, Course, Event, EventKind, Journal, Named, Next, Policy, Run, RunStatus,
    SCHEMA_VERSION, StartOptions, StepStatus, replay,
};
use serde_json::{Value, json};

/// What an engine kept of a run: what it was told, in order.
#[derive(Clone)]
enum Entry {
    Turn(i64),
    Named(Named, i64),
    Result(u32, u32, CallResult),
    Asked(EventKind),
}

/// An engine in a few lines: it makes every call at once, answers every question, and keeps what it told the course.
struct Engine {
    page: Page,
    course: Course,
    now: i64,
    entries: Vec<Entry>,
    events: Vec<Rc<Event>>,
    created: Event,
}

impl Engine {
    fn new(steps: &[&str], policy: Policy) -> Self {
        let page = Page::new(1);
        let plan = planned(steps, &page.runtime.registry());
        let options = StartOptions { policy, run_id: Some("run-1".into()), seed: Some(7), ..StartOptions::default() };
        let created = page.runtime.created(plan, options, 0).unwrap();
        let created =
            Event { seq: 1, at: page.world.env().clock.now_ms(), kind: EventKind::RunCreated(Rc::new(created)) };
        let course = Course::new(created.clone()).unwrap();
        Self { now: created.at, page, course, entries: Vec::new(), events: Vec::new(), created }
    }

    /// Carries on until the run has ended or only a person can go on with it.
    fn go(&mut self) {
        let mut begun = VecDeque::new();
        loop {
            self.entries.push(Entry::Turn(self.now));
            let turn = self.course.turn(self.now).unwrap();
            self.events.extend(turn.events);
            begun.extend(turn.begin);
            match turn.next {
                Next::Finished => return,
                Next::Name(naming) => {
                    let named = self.page.runtime.name(&naming);
                    self.entries.push(Entry::Named(named.clone(), self.now));
                    self.course.name(&named, self.now).unwrap();
                    continue;
                }
                Next::Wait | Next::WaitUntil(_) => {}
            }
            match (begun.pop_front(), turn.next) {
                (Some(begin), _) => {
                    let (step, attempt) = (begin.step, begin.attempt);
                    let result: CallResult = self.page.world.block_on(self.page.runtime.perform(begin)).into();
                    self.entries.push(Entry::Result(step, attempt, result.clone()));
                    self.course.hear_result(step, attempt, result);
                }
                (None, Next::WaitUntil(at)) => self.now = at,
                (None, _) => return,
            }
        }
    }

    fn hear(&mut self, kind: EventKind) {
        self.entries.push(Entry::Asked(kind.clone()));
        self.course.hear(kind);
    }

    fn run(&self) -> Run {
        self.course.state().record().unwrap()
    }

    /// What another process makes of what was kept.
    fn played_back(&self) -> Vec<Rc<Event>> {
        let mut course = Course::new(self.created.clone()).unwrap();
        let mut events = Vec::new();
        for entry in self.entries.clone() {
            match entry {
                Entry::Turn(now) => events.extend(course.turn(now).unwrap().events),
                Entry::Named(named, now) => course.name(&named, now).unwrap(),
                Entry::Result(step, attempt, result) => course.hear_result(step, attempt, result),
                Entry::Asked(kind) => course.hear(kind),
            }
        }
        events
    }

    fn check(&self) {
        assert_eq!(self.played_back(), self.events);
        let events = self.events.iter().map(|event| (**event).clone()).collect();
        let run = replay(&Journal { schema_version: SCHEMA_VERSION, run_id: "run-1".into(), events }).unwrap();
        assert_eq!(run, self.run());
    }
}

/// A run as it is whoever carried it out: its steps, what they gave and what it used.
fn told(run: &Run) -> Value {
    let steps: Vec<Value> = run
        .execution_log
        .iter()
        .map(|step| json!([step.step_number, step.status, step.output, step.error, step.attempts, step.tool_input]))
        .collect();
    json!([
        run.status,
        steps,
        run.result,
        run.usage.tool_calls,
        run.usage.steps,
        run.error.as_ref().map(|error| &error.code)
    ])
}

#[test]
fn a_course_comes_to_what_the_driver_comes_to() {
    for steps in [
        &["put {\"text\":\"a\"}", "put {\"text\":\"b\"}", "look after 1,2"][..],
        &["sum {\"of\":[1,2]}", "wait {\"ms\":5000} after 1", "notify {\"title\":\"done\"} after 2"],
        &["flaky {\"times\":2,\"text\":\"x\"}", "look after 1"],
        &["fail", "put {\"text\":\"never\"} after 1"],
        &["talk {\"tokens\":12}", "launch after 1"],
        &[
            r#"{"kind":"map","toolInput":{"over":[1,2,3]},"body":[{"stepNumber":1,"toolName":"sum","toolInput":{"of":[2,2]}}]}"#,
            "noop after 1",
        ],
    ] {
        let page = Page::new(1);
        let driven = page.world.block_on(page.start(steps, Policy::default()).drive());
        let mut engine = Engine::new(steps, Policy::default());
        engine.go();
        engine.check();
        assert_eq!(told(&engine.run()), told(&driven), "{steps:?}");
    }
}

#[test]
fn a_question_waits_for_its_answer() {
    let mut engine = Engine::new(&["wipe {\"text\":\"all\"}"], Policy::default());
    engine.go();
    let run = engine.run();
    let question = run.execution_log[0].approval.clone().unwrap();
    assert_eq!(run.status, RunStatus::Suspended);
    let answer =
        |id: &str| EventKind::ApprovalAnswered { step: 1, approval_id: id.to_owned(), answer: ApprovalAnswer::Approve };
    engine.hear(answer("another"));
    engine.go();
    assert_eq!(engine.run().status, RunStatus::Suspended, "an answer to another question counts for nothing");
    engine.hear(answer(&question.approval_id));
    engine.go();
    assert_eq!(engine.run().status, RunStatus::Completed);
    engine.hear(answer(&question.approval_id));
    engine.go();
    engine.check();
}

#[test]
fn what_a_call_holds_is_asked_of_its_tool_before_it_begins() {
    let mut engine = Engine::new(&["mail {\"text\":\"to a@b\"}", "mail {\"text\":\"plain\"}"], Policy::default());
    engine.go();
    let run = engine.run();
    let question = run.execution_log[0].approval.clone().unwrap();
    assert_eq!((run.status, question.reason), (RunStatus::Suspended, ApprovalReason::Guarded));
    let answer = ApprovalAnswer::Approve;
    engine.hear(EventKind::ApprovalAnswered { step: 1, approval_id: question.approval_id, answer });
    engine.go();
    engine.check();
    assert_eq!(engine.run().status, RunStatus::Completed);
    assert_eq!(engine.page.effects.texts(), ["to a@b", "plain"]);
}

#[test]
fn a_call_whose_outcome_nobody_knows_is_asked_about_and_one_that_may_be_repeated_is_made_again() {
    for (step, asked) in [("launch", true), ("put {\"text\":\"a\"}", false)] {
        let mut engine = Engine::new(&[step], Policy::default());
        engine.entries.push(Entry::Turn(engine.now));
        let turn = engine.course.turn(engine.now).unwrap();
        engine.events.extend(turn.events);
        assert_eq!((turn.begin.len(), turn.begin[0].repeatable), (1, !asked));
        engine.hear(EventKind::RunRecovered);
        engine.go();
        engine.check();
        let found = engine.run();
        assert_eq!(found.execution_log[0].approval.is_some(), asked, "{step}");
        let expected = if asked { StepStatus::WaitingApproval } else { StepStatus::Succeeded };
        assert_eq!(found.execution_log[0].status, expected, "{step}");
    }
}

#[test]
fn what_comes_too_late_changes_nothing() {
    let mut engine = Engine::new(&["hang", "wait {\"ms\":50}"], Policy { time_budget_ms: 1000, ..Policy::default() });
    engine.entries.push(Entry::Turn(engine.now));
    engine.events.extend(engine.course.turn(engine.now).unwrap().events);
    engine.hear(EventKind::CancelRequested { reason: Some("enough".into()), ending: false });
    engine.entries.push(Entry::Turn(engine.now));
    let turn = engine.course.turn(engine.now).unwrap();
    engine.events.extend(turn.events);
    assert_eq!(turn.end, [1, 2]);
    assert_eq!(engine.run().status, RunStatus::Cancelled);
    let result = CallResult::failed("test.late", "too late");
    engine.entries.push(Entry::Result(1, 1, result.clone()));
    engine.course.hear_result(1, 1, result);
    engine.go();
    engine.check();
    assert_eq!(engine.run().status, RunStatus::Cancelled);
}
