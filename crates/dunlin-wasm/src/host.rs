//! Tools that the JavaScript host lends. Whatever they do, the core sees a value or an error.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    future::{Future, ready},
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use dunlin::{DunlinError, Plan, Policy, Sensitive, Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec, WeakRuntime};
use dunlin_base::{
    LocalFuture,
    json::{self, Unreadable},
};
use js_sys::Promise;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::{future_to_promise, spawn_local};

use crate::border::{Crossing, decode, encode, fail, said};

#[wasm_bindgen]
extern "C" {
    /// The other half of a tool, in `js/host.js`.
    pub type ToolHost;

    /// Begins call number `id`. `text` is the idempotency key, a line end, and the input as JSON: one text crosses the
    /// border faster than two. What few calls have stands behind the key, after a tab, as [`Beside`] in JSON. Gives what came
    /// of it when that is known at once; otherwise [`settle`] is called later.
    #[wasm_bindgen(method, structural, catch)]
    fn begin(this: &ToolHost, id: u32, text: &str, attempt: u32, step: u32) -> Result<Option<String>, JsValue>;

    /// Says that the result of call number `id` is no longer wanted.
    #[wasm_bindgen(method, structural, catch)]
    fn abort(this: &ToolHost, id: u32) -> Result<(), JsValue>;

    /// What of an input needs a person's leave, both as JSON text.
    #[wasm_bindgen(method, structural, catch, js_name = needsLeave)]
    fn needs_leave(this: &ToolHost, input: &str) -> Result<String, JsValue>;
}

/// What is said beside the input of few calls.
#[derive(Serialize)]
struct Beside<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    caller: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    leave: &'a [Sensitive],
}

/// A tool that JavaScript carries out.
pub(crate) struct JsTool {
    spec: ToolSpec,
    host: Rc<ToolHost>,
    runtime: WeakRuntime,
}

impl JsTool {
    pub(crate) fn new(spec: ToolSpec, host: ToolHost, runtime: WeakRuntime) -> Self {
        Self { spec, host: Rc::new(host), runtime }
    }
}

impl Tool for JsTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn needs_leave(&self, input: &Value) -> Vec<Sensitive> {
        let told = self.host.needs_leave(&json::write(input)).map_err(|thrown| said(&thrown));
        // Where it cannot be told, a person decides: a slip in it lets nothing pass.
        told.and_then(|text| Sensitive::read_strictly(&text).map_err(|why| why.to_string())).unwrap_or_else(|why| {
            vec![Sensitive {
                kind: format!("something that could not be told ({why})"),
                field: String::new(),
                count: 1,
            }]
        })
    }

    fn call(&self, mut call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let id = NEXT.get();
        NEXT.set(id.wrapping_add(1));
        let mut text = std::mem::take(&mut call.idempotency_key);
        if !(call.caller.is_empty() && call.leave.is_empty()) {
            text.push('\t');
            text.push_str(&json::write(&Beside { caller: &call.caller, leave: &call.leave }));
        }
        text.push('\n');
        text.push_str(&json::write(&call.input.take()));
        let (attempt, step) = (call.attempt, call.step_number);
        let under_way = Rc::new(UnderWay { call, runtime: self.runtime.clone() });
        UNDER_WAY.with_borrow_mut(|all| all.insert(id, under_way.clone()));
        let known = match self.host.begin(id, &text, attempt, step) {
            Ok(None) => {
                // What is not known at once is known in a later turn, so it is early enough to wait for it now.
                let (pending, host) = (Pending::new(id, self.host.clone()), self.host.clone());
                under_way.call.signal.on_abort(move || {
                    // A listener of the host's that throws has still been told.
                    let _ = host.abort(id);
                });
                return Box::pin(async move {
                    match pending.await? {
                        Ended::Given(given) => Ok(given),
                        Ended::HandedOver(work) => under_way.carry_out(*work).await,
                    }
                });
            }
            Ok(Some(text)) => outcome(&text),
            Err(thrown) => Err(ToolFailure::new("tool.failed", said(&thrown))),
        };
        UNDER_WAY.with_borrow_mut(|all| all.remove(&id));
        match known {
            Ok(Ended::Given(given)) => Box::pin(ready(Ok(given))),
            Ok(Ended::HandedOver(work)) => under_way.carry_out(*work),
            Err(failure) => Box::pin(ready(Err(failure))),
        }
    }
}

/// A call that is under way, without its input.
struct UnderWay {
    call: ToolCall,
    runtime: WeakRuntime,
}

impl UnderWay {
    /// Work that the call hands over, as a run below the one that calls.
    fn carry_out(&self, work: HandedOver) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let HandedOver { plan, given, limits } = work;
        match self.runtime.upgrade() {
            Some(runtime) => runtime.carry_out(&self.call, plan, given, &limits),
            None => Box::pin(ready(Err(closed()))),
        }
    }
}

fn closed() -> ToolFailure {
    ToolFailure::new("runtime.closed", "the runtime that it works with is closed")
}

thread_local! {
    /// The calls whose end the host has not said yet.
    static UNDER_WAY: RefCell<BTreeMap<u32, Rc<UnderWay>>> = const { RefCell::new(BTreeMap::new()) };
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
    // Who speaks after the end is not heard.
    if let Some(under_way) = under_way(id) {
        under_way.call.progress.report(fraction, words);
    }
}

/// A call hands out a partial output, as JSON text. Gives a promise of when there is room for the next, and none where there is
/// some. Called by `js/host.js`.
#[wasm_bindgen]
pub fn partial(id: u32, value: &str) -> Crossing<Option<Promise>> {
    // Who speaks after the end is not heard.
    let Some(under_way) = under_way(id) else { return Ok(None) };
    let value = decode(value, "the partial output")?;
    let given = under_way.call.partial.give(value);
    let mut room = given.map_err(|ToolFailure { code, message, hint, .. }| {
        fail(DunlinError { hint, ..DunlinError::new(code, message) })
    })?;
    if Pin::new(&mut room).poll(&mut Context::from_waker(Waker::noop())).is_ready() {
        return Ok(None);
    }
    Ok(Some(future_to_promise(async move {
        room.await;
        Ok(JsValue::UNDEFINED)
    })))
}

fn under_way(id: u32) -> Option<Rc<UnderWay>> {
    UNDER_WAY.with_borrow(|all| all.get(&id).cloned())
}

/// What the run of a call has left for a run below it, as the JSON of a policy. Called by `js/host.js`.
#[wasm_bindgen]
pub fn left(id: u32) -> Crossing {
    let ended = || DunlinError::new("agent.ended", "the call has ended, so there is nothing left to hand over");
    let under_way = under_way(id).ok_or_else(ended).map_err(fail)?;
    let left =
        under_way.runtime.upgrade().ok_or_else(closed).and_then(|runtime| runtime.left_for(&under_way.call.run_id));
    left.map(|policy| encode(&policy)).map_err(|ToolFailure { code, message, hint, .. }| {
        fail(DunlinError { hint, ..DunlinError::new(code, message) })
    })
}

/// A call whose result is waited for.
struct Pending {
    id: u32,
    /// Who is told when nobody waits any more; nobody once the result is here.
    host: Option<Rc<ToolHost>>,
}

impl Pending {
    fn new(id: u32, host: Rc<ToolHost>) -> Self {
        CALLS.with_borrow_mut(|calls| calls.insert(id, Waiting::default()));
        Self { id, host: Some(host) }
    }
}

impl Future for Pending {
    type Output = Result<Ended, ToolFailure>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let settled = CALLS.with_borrow_mut(|calls| {
            let waiting = calls.entry(self.id).or_default();
            if waiting.settled.is_none() {
                waiting.waker = Some(context.waker().clone());
            }
            waiting.settled.take()
        });
        settled.map_or(Poll::Pending, |text| {
            self.host = None;
            Poll::Ready(outcome(&text))
        })
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        let gone = UNDER_WAY.with_borrow_mut(|all| all.remove(&self.id));
        drop(gone);
        // Dropped only when the calls are free again: with its waker a task may go that waits for other calls.
        drop(CALLS.with_borrow_mut(|calls| calls.remove(&self.id)));
        // Whoever drove the run was closed. The host hears of it in a later turn: its listeners may call what drops this.
        if let Some(host) = self.host.take() {
            let id = self.id;
            spawn_local(async move {
                let _ = host.abort(id);
            });
        }
    }
}

/// How a call has settled, as `js/host.js` says it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Settled {
    failure: Option<ToolFailure>,
    output: Value,
    metadata: Option<Value>,
    work: Option<Box<HandedOver>>,
}

/// What a call has given, or has handed over.
enum Ended {
    Given(ToolOutput),
    HandedOver(Box<HandedOver>),
}

/// What is to be carried out for a call, as a run below the one that calls; `dunlin_agents::agents::Work` writes it.
#[derive(Deserialize)]
struct HandedOver {
    plan: Plan,
    given: Value,
    limits: Policy,
}

/// What `js/host.js` says of a call that has settled; no text at all is a call that gave nothing.
fn outcome(text: &str) -> Result<Ended, ToolFailure> {
    if text.is_empty() {
        return Ok(Ended::Given(ToolOutput::default()));
    }
    let bad = |why: Unreadable| ToolFailure::new("tool.bad-output", format!("the tool's output cannot be used: {why}"));
    let Settled { failure, output, metadata, work } = json::read(text).map_err(bad)?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if let Some(work) = work {
        return Ok(Ended::HandedOver(work));
    }
    let metadata = metadata.filter(|value| value.as_object().is_some_and(|map| !map.is_empty()));
    Ok(Ended::Given(ToolOutput { output, metadata }))
}
