//! The class behind a run.

use std::{
    cell::RefCell,
    future::{Future, pending, poll_fn},
    pin::Pin,
    rc::Rc,
    task::Poll,
};

use dunlin::{AbortSignal, ApprovalAnswer, DunlinError, Partials, RunHandle, RunSubscription};
use dunlin_base::json;
use js_sys::{Function, Promise};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

use crate::{
    border::{Crossing, decode, encode, fail, take, unusable},
    options::Answer,
};

/// A run for JavaScript.
#[wasm_bindgen]
pub struct RawRun {
    handle: RunHandle,
    listener: RefCell<Option<RunSubscription>>,
    closing: AbortSignal,
}

impl RawRun {
    pub(crate) fn new(handle: RunHandle, closing: AbortSignal) -> Self {
        Self { handle, listener: RefCell::default(), closing }
    }
}

#[wasm_bindgen]
impl RawRun {
    /// Its identifier.
    #[wasm_bindgen(js_name = runId)]
    pub fn run_id(&self) -> String {
        self.handle.run_id()
    }

    /// Carries it out; the promise is of the final record as JSON text. It rejects when its runtime is closed before, when
    /// the run was removed elsewhere, and when its journal cannot be read any more.
    pub fn drive(&self) -> Promise {
        make_room(self.handle.summary().map_or(0, |run| run.steps as usize));
        let (mut driven, mut closed) = (self.handle.drive_to_text(), self.closing.aborted());
        let handle = self.handle.clone();
        future_to_promise(poll_fn(move |context| {
            // Whoever is closed drives no more: dropping what drives lets another runtime have the run.
            if Pin::new(&mut closed).poll(context).is_ready() {
                driven = Box::pin(pending());
                return Poll::Ready(Err(fail(closed_before_end())));
            }
            driven.as_mut().poll(context).map(|record| {
                if handle.was_removed() {
                    Err(fail(removed_before_end(&handle.run_id())))
                } else if handle.was_damaged() {
                    Err(fail(damaged_before_end(&handle.run_id())))
                } else {
                    Ok(JsValue::from(record))
                }
            })
        }))
    }

    /// The events after `seq`, as a JSON list.
    #[wasm_bindgen(js_name = eventsSince)]
    pub fn events_since(&self, seq: f64) -> Crossing {
        Ok(encode(&self.handle.events_since(seq.max(0.0) as u64)))
    }

    /// Calls `heard` without arguments whenever there are new events.
    #[wasm_bindgen(js_name = onEvent)]
    pub fn on_event(&self, heard: Function) {
        let subscription = self.handle.subscribe(move |_| {
            // The package's own function, which tells the console what a listener throws; the run goes on.
            let _ = heard.call0(&JsValue::UNDEFINED);
        });
        drop(self.listener.replace(Some(subscription)));
    }

    /// Reads the partial outputs of its calls from now on.
    pub fn partials(&self) -> RawPartials {
        let read = Rc::new(self.handle.partials());
        let closing = Rc::downgrade(&read);
        // Whoever is closed reads no more.
        self.closing.on_abort(move || closing.upgrade().iter().for_each(|read| read.close()));
        RawPartials(read)
    }

    /// The record as it is now.
    pub fn record(&self) -> Crossing {
        Ok(self.handle.record_text())
    }

    /// Answers a question.
    pub fn approve(&self, approval_id: &str, answer: &str) -> Crossing<()> {
        self.handle.approve(approval_id, approval(answer)?).map_err(fail)
    }

    /// Answers the question of an ask step with data.
    pub fn answer(&self, step_number: u32, data: &str) -> Crossing<()> {
        self.handle.answer(step_number, decode(data, "the answer")?).map_err(fail)
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str, data: &str) -> Crossing<()> {
        self.handle.signal(name, decode(data, "the data")?).map_err(fail)
    }

    /// Puts another plan in place of what was not begun.
    pub fn revise(&self, plan: &str) -> Crossing<()> {
        self.handle.revise(dunlin::read_plan(plan).map_err(fail)?).map_err(fail)
    }

    /// Asks it to stop.
    pub fn cancel(&self, reason: Option<String>) -> Crossing<()> {
        self.handle.cancel(reason).map_err(fail)
    }
}

/// A reader of a run's partial outputs, for JavaScript.
#[wasm_bindgen]
pub struct RawPartials(Rc<Partials>);

#[wasm_bindgen]
impl RawPartials {
    /// A promise of the next as JSON text, or of nothing once there are no more.
    pub fn next(&self) -> Promise {
        let next = self.0.next();
        future_to_promise(async move { Ok(next.await.map(|partial| encode(&*partial)).into()) })
    }

    /// Reads no more.
    pub fn close(&self) {
        self.0.close();
    }
}

/// What a person says to a question.
pub(crate) fn approval(answer: &str) -> Crossing<ApprovalAnswer> {
    let given: Answer = decode(answer, "the answer")?;
    if !given.is_whole() {
        return Err(unusable("the answer", "\"input\" is missing"));
    }
    take(json::to_value(&given), "the answer")
}

fn removed_before_end(run_id: &str) -> DunlinError {
    DunlinError::new("run.removed", format!("run {run_id} was removed elsewhere before its end was seen here"))
        .with_hint("look at what is done before starting it again")
}

fn damaged_before_end(run_id: &str) -> DunlinError {
    DunlinError::new("run.damaged-journal", format!("the journal of run {run_id} cannot be read any more"))
        .with_hint("what could be read of it is kept aside; look at what is done before starting it again")
}

fn closed_before_end() -> DunlinError {
    DunlinError::new("runtime.closed", "the runtime was closed before the run had ended")
        .with_hint("open another over the same storage and resume the run there")
}

/// Asks for the memory that a long run will take at once, and gives it back: it is found there then. The memory of wasm
/// grows by what is asked of it, and each growth costs as much as a hundred steps.
fn make_room(steps: usize) {
    /// Events, journal and final record of a step, measured.
    const BYTES: usize = 2048;
    const FEW: usize = 100;
    if steps > FEW {
        drop(std::hint::black_box(Vec::<u8>::with_capacity(steps * BYTES)));
    }
}
