//! The courses of the runs that this process carries out, on the one thread that Dunlin lives on, and the way to them from
//! the handlers, which live on others.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
};

use dunlin::{Begin, CallResult, Course, Event, EventKind, Named, Next, RunStatus, Turn, Usage, child_metadata};
use dunlin_base::json;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::host::{Gone, Host};

/// The courses that are open on the thread.
#[derive(Default)]
pub(crate) struct Courses {
    open: RefCell<HashMap<u64, Course>>,
    next: Cell<u64>,
}

/// What a handler has learned since its last turn.
#[derive(Debug)]
pub(super) enum Heard {
    /// Somebody asks something of the run: the event that it would be.
    Asked(String),
    /// A call gave something.
    Result { step: u32, attempt: u32, result: CallResult },
    /// A child run has ended.
    Child { step: u32, attempt: u32, ended: Box<Ended> },
    /// Calls that must not be made again were cut off, and nobody knows what became of them.
    CutOff,
    /// What the tool of a call says of it.
    Named(Named),
}

/// A call that is to be made.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) step: u32,
    pub(super) attempt: u32,
    pub(super) repeatable: bool,
    /// The run that is to be begun instead.
    pub(super) child: Option<String>,
    /// The call itself, as [`Begin`] writes it.
    pub(super) text: String,
}

/// What comes after a turn.
#[derive(Debug)]
pub(super) enum Then {
    /// The tool is to say what it can of a call: the call as JSON.
    Name(String),
    /// Until then there is nothing to do.
    Until(i64),
    /// Until something is heard there is nothing to do.
    Wait,
    /// The run has ended so.
    Ended(String),
}

/// What a turn gave.
#[derive(Debug)]
pub(super) struct Told {
    /// The new events as JSON, with the number of the first. The first event of a run is a batch of its own: the worker that
    /// begins the run has it already, and reads on from there.
    pub(super) batches: Vec<(u64, String)>,
    /// The run as a list shows it.
    pub(super) summary: String,
    pub(super) calls: Vec<Call>,
    /// Steps whose calls are not wanted any more.
    pub(super) dropped: Vec<u32>,
    pub(super) then: Then,
}

/// How a run ended, for the run whose step it was.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ended {
    pub(super) result: CallResult,
    /// What it and the runs below it used.
    pub(super) spent: Usage,
    pub(super) at: i64,
}

/// What became of the wish for a child run.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Born {
    /// The event that it begins with.
    Created(String),
    /// Why there is none.
    Refused(CallResult),
}

/// A course of this process, until dropped.
pub(super) struct Open {
    host: Host,
    number: u64,
}

impl Courses {
    fn open(&self, created: &str) -> Result<u64, String> {
        let event: Event = json::read(created).map_err(|error| error.to_string())?;
        let course = Course::new(event).map_err(|refusal| refusal.to_string())?;
        let number = self.next.replace(self.next.get() + 1);
        self.open.borrow_mut().insert(number, course);
        Ok(number)
    }

    fn turn(&self, number: u64, heard: Vec<Heard>, now: i64) -> Result<Told, String> {
        let mut open = self.open.borrow_mut();
        let course = open.get_mut(&number).ok_or("the run is closed")?;
        for heard in heard {
            match heard {
                Heard::Asked(text) => match json::read::<EventKind>(&text) {
                    Ok(kind) => course.hear(kind),
                    // What nobody understands changes nothing, whoever wrote it.
                    Err(error) => tracing::warn!(%error, "something was asked of a run that does not read"),
                },
                Heard::Result { step, attempt, result } => course.hear_result(step, attempt, result),
                Heard::Child { step, attempt, ended } => {
                    let Ended { result, spent, at: _ } = *ended;
                    course.hear_spent(step, spent, matches!(result, CallResult::Done { .. }));
                    course.hear_result(step, attempt, result);
                }
                Heard::CutOff => course.hear(EventKind::RunRecovered),
                Heard::Named(named) => course.name(&named, now).map_err(|refusal| refusal.to_string())?,
            }
        }
        let turn = course.turn(now).map_err(|refusal| refusal.to_string())?;
        Ok(told(course, turn))
    }
}

fn told(course: &Course, turn: Turn) -> Told {
    let Turn { events, begin, end, next } = turn;
    let then = match next {
        Next::Name(naming) => Then::Name(json::write(&naming)),
        Next::WaitUntil(at) => Then::Until(at),
        Next::Wait => Then::Wait,
        Next::Finished => Then::Ended(json::write(&ended(course))),
    };
    Told {
        batches: batches(&events),
        summary: json::write(&json!({"seq": course.state().seq(), "run": course.summary()})),
        calls: begin.iter().map(call).collect(),
        dropped: end,
        then,
    }
}

fn batches(events: &[Rc<Event>]) -> Vec<(u64, String)> {
    let created = usize::from(events.first().is_some_and(|event| event.seq == 1));
    let (created, rest) = events.split_at(created);
    let text = |events: &[Rc<Event>]| Some((events.first()?.seq, json::write(&events)));
    [created, rest].into_iter().filter_map(text).collect()
}

fn call(begin: &Begin) -> Call {
    Call {
        step: begin.step,
        attempt: begin.attempt,
        repeatable: begin.repeatable,
        child: begin.child.as_ref().map(|child| child.run_id.clone()),
        text: json::write(begin),
    }
}

/// What a run answers the run whose step it was, as a child in a tab does.
fn ended(course: &Course) -> Ended {
    let run = course.state().record();
    let result = run.map_or_else(
        || CallResult::failed("run.unknown", "there is no such run"),
        |run| {
            if run.status == RunStatus::Completed {
                let metadata = Some(child_metadata(&run, &course.spent()));
                return CallResult::Done { output: run.result.unwrap_or_default(), metadata };
            }
            let error = run.error.unwrap_or_default();
            let why = if error.message.is_empty() { run.status.name().to_owned() } else { error.message };
            let code = if error.code.is_empty() { "run.cancelled".to_owned() } else { error.code };
            let message = format!("its run {} did not succeed: {why}", run.run_id);
            CallResult::Failed { code, message, hint: error.hint, retryable: false }
        },
    );
    Ended { result, spent: course.spent(), at: course.state().last_at() }
}

impl Open {
    /// Opens the course of a run that begins with that event.
    pub(super) async fn new(host: &Host, created: String) -> Result<Result<Self, String>, Gone> {
        let number = host.with(move |inside| inside.courses.open(&created)).await?;
        Ok(number.map(|number| Self { host: host.clone(), number }))
    }

    /// What follows from what was heard.
    pub(super) async fn turn(&self, heard: Vec<Heard>, now: i64) -> Result<Result<Told, String>, Gone> {
        let number = self.number;
        self.host.with(move |inside| inside.courses.turn(number, heard, now)).await
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let number = self.number;
        self.host.leave(move |inside| drop(inside.courses.open.borrow_mut().remove(&number)));
    }
}
