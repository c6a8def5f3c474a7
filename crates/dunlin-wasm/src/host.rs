//! Tools that the JavaScript host lends. Whatever they do, the core sees a value or an error.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    future::{Future, ready},
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use dunlin::{ProgressSink, Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec};
use dunlin_base::{
    LocalFuture,
    json::{self, Unreadable},
};
use serde::Deserialize;
use serde_json::Value;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::border::said;

#[wasm_bindgen]
extern "C" {
    /// The other half of a tool, in `js/host.js`.
    pub type ToolHost;

    /// Begins call number `id`. `text` is the idempotency key, a line end, and the input as JSON: one text crosses the
    /// border faster than two. Gives what came of it when that is known at once; otherwise [`settle`] is called later.
    #[wasm_bindgen(method, structural, catch)]
    fn begin(this: &ToolHost, id: u32, text: &str, attempt: u32, step: u32) -> Result<Option<String>, JsValue>;

    /// Says that the result of call number `id` is no longer wanted.
    #[wasm_bindgen(method, structural, catch)]
    fn abort(this: &ToolHost, id: u32) -> Result<(), JsValue>;
}

/// A tool that JavaScript carries out.
pub(crate) struct JsTool {
    spec: ToolSpec,
    host: Rc<ToolHost>,
}

impl JsTool {
    pub(crate) fn new(spec: ToolSpec, host: ToolHost) -> Self {
        Self { spec, host: Rc::new(host) }
    }
}

impl Tool for JsTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let id = NEXT.get();
        NEXT.set(id.wrapping_add(1));
        let mut text = call.idempotency_key;
        text.push('\n');
        text.push_str(&json::write(&call.input));
        TOLD.with_borrow_mut(|told| told.insert(id, call.progress.clone()));
        let known = match self.host.begin(id, &text, call.attempt, call.step_number) {
            Ok(None) => {
                // What is not known at once is known in a later turn, so it is early enough to wait for it now.
                let (pending, host) = (Pending::new(id), self.host.clone());
                call.signal.on_abort(move || {
                    // A listener of the host's that throws has still been told.
                    let _ = host.abort(id);
                });
                return Box::pin(pending);
            }
            Ok(Some(text)) => outcome(&text),
            Err(thrown) => Err(ToolFailure::new("tool.failed", said(&thrown))),
        };
        TOLD.with_borrow_mut(|told| told.remove(&id));
        Box::pin(ready(known))
    }
}

thread_local! {
    /// What the calls under way tell how far they have come.
    static TOLD: RefCell<BTreeMap<u32, ProgressSink>> = const { RefCell::new(BTreeMap::new()) };
    /// The calls under way, by number. A call that nobody waits for any more is not here, so a late result finds nothing.
    static CALLS: RefCell<BTreeMap<u32, Waiting>> = const { RefCell::new(BTreeMap::new()) };
    static NEXT: Cell<u32> = const { Cell::new(0) };
}

#[derive(Default)]
struct Waiting {
    settled: Option<String>,
    waker: Option<Waker>,
}

/// A call has settled: `text` says how. Called by `js/host.js`.
#[wasm_bindgen]
pub fn settle(id: u32, text: String) {
    let waker = CALLS.with_borrow_mut(|calls| {
        let waiting = calls.get_mut(&id)?;
        waiting.settled = Some(text);
        waiting.waker.take()
    });
    // Woken only now: who is woken may look at the calls.
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// A call says how far it has come. Called by `js/host.js`.
#[wasm_bindgen]
pub fn progress(id: u32, fraction: f64, words: &str) {
    let sink = TOLD.with_borrow(|told| told.get(&id).cloned());
    // Who speaks after the end is not heard.
    if let Some(sink) = sink {
        sink.report(fraction, words);
    }
}

/// A call whose result is waited for.
struct Pending(u32);

impl Pending {
    fn new(id: u32) -> Self {
        CALLS.with_borrow_mut(|calls| calls.insert(id, Waiting::default()));
        Self(id)
    }
}

impl Future for Pending {
    type Output = Result<ToolOutput, ToolFailure>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let settled = CALLS.with_borrow_mut(|calls| {
            let waiting = calls.entry(self.0).or_default();
            if waiting.settled.is_none() {
                waiting.waker = Some(context.waker().clone());
            }
            waiting.settled.take()
        });
        settled.map_or(Poll::Pending, |text| Poll::Ready(outcome(&text)))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        TOLD.with_borrow_mut(|told| told.remove(&self.0));
        // Dropped only when the calls are free again: with its waker a task may go that waits for other calls.
        drop(CALLS.with_borrow_mut(|calls| calls.remove(&self.0)));
    }
}

/// How a call has settled, as `js/host.js` says it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Settled {
    failure: Option<ToolFailure>,
    output: Value,
    metadata: Option<Value>,
}

/// What `js/host.js` says of a call that has settled; no text at all is a call that gave nothing.
fn outcome(text: &str) -> Result<ToolOutput, ToolFailure> {
    if text.is_empty() {
        return Ok(ToolOutput::default());
    }
    let bad = |why: Unreadable| ToolFailure::new("tool.bad-output", format!("the tool's output cannot be used: {why}"));
    let Settled { failure, output, metadata } = json::read(text).map_err(bad)?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    Ok(ToolOutput { output, metadata: metadata.filter(|value| value.as_object().is_some_and(|map| !map.is_empty())) })
}
