//! Partial outputs: pieces of what a call will give, handed out while it goes on to whoever reads them just then.
//!
//! They are no events of the journal: nothing is decided from them, nothing of them is stored, and a call that is made again
//! hands out its own. So they may come as often as a person can read, where the journal hears of progress four times a second.
//! A reader takes them at its own pace: what waits for it is bounded, and a tool that waits for [`Room`] is slowed down by it.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    fmt,
    future::{Future, poll_fn},
    pin::Pin,
    rc::{Rc, Weak},
    task::{Context, Poll, Waker},
};

use dunlin_base::LocalFuture;
use dunlin_plan::bounds;
use serde::Serialize;
use serde_json::Value;

use crate::{AbortSignal, Aborted, ToolFailure, live::Live, log, runtime::Shared};

/// The largest partial output, in bytes of JSON text.
pub const MAX_PARTIAL: usize = 64_000;

/// How many of them wait for a reader; what comes then is left out for it.
const MOST_WAITING: usize = 64;

/// How many of them a call hands out within a second.
const MOST_A_SECOND: u32 = 200;
const SECOND_MS: i64 = 1_000;

/// How long a tool waits for a reader that takes nothing. A page that has forgotten to read holds nobody up for good.
const PATIENCE_MS: u64 = 1_000;

/// How long it is between two log lines about a call's partial outputs.
const TOLD_MS: i64 = 250;

/// A piece of what a call will give, told while it goes on.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "PartialOutput"))]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Partial {
    /// The moment, in milliseconds since 1970.
    pub at: i64,
    /// The step.
    pub step: u32,
    /// Which attempt, from 1.
    pub attempt: u32,
    /// Its place among what the attempt has handed out, from 1; a gap is what was left out, for this reader or for all.
    pub number: u64,
    /// What the tool has handed out.
    #[cfg_attr(feature = "types", ts(type = "Json"))]
    pub value: Value,
}

/// Takes the partial outputs of a call. Cloning shares it.
///
/// ```
/// let sink = dunlin_runtime::PartialSink::default();
/// // Ready at once where nobody reads; with a reader, when it has room for the next.
/// let room = sink.give("Once upon".into()).unwrap();
/// # drop(room);
/// ```
#[derive(Clone, Default)]
pub struct PartialSink(Option<Rc<Call>>);

/// A call that hands out partial outputs.
struct Call {
    shared: Weak<Shared>,
    live: Weak<Live>,
    wanted: AbortSignal,
    /// It has ended.
    ended: Cell<bool>,
    step: u32,
    attempt: u32,
    /// How many it has handed out.
    number: Cell<u64>,
    /// The second that is counted in, and how many it has had.
    second: Cell<(i64, u32)>,
    /// When a log line was last written about them.
    told_at: Cell<i64>,
    /// Who waits for room, for when it ends.
    waiting: RefCell<Vec<Waker>>,
}

impl PartialSink {
    /// One for a call of a run, which is heard until the other is dropped.
    pub(crate) fn new(
        shared: &Rc<Shared>,
        live: &Rc<Live>,
        wanted: &AbortSignal,
        (step, attempt): (u32, u32),
    ) -> (Self, Heard) {
        let call = Rc::new(Call {
            shared: Rc::downgrade(shared),
            live: Rc::downgrade(live),
            wanted: wanted.clone(),
            ended: Cell::new(false),
            step,
            attempt,
            number: Cell::new(0),
            second: Cell::new((i64::MIN, 0)),
            told_at: Cell::new(i64::MIN),
            waiting: RefCell::default(),
        });
        (Self(Some(call.clone())), Heard(call))
    }

    /// Hands out a partial output. It is refused where it is larger than [`MAX_PARTIAL`] or nested too deep. What is given is
    /// ready when there is room for the next; who does not wait for it may find what comes then left out.
    pub fn give(&self, value: Value) -> Result<Room, ToolFailure> {
        let Some(bytes) = bounds::size(&value, MAX_PARTIAL) else {
            let message = format!(
                "the partial output is larger than {MAX_PARTIAL} bytes or deeper than {} levels",
                bounds::MAX_DEPTH
            );
            return Err(ToolFailure::new("tool.output-too-large", message)
                .with_hint("hand out smaller pieces, and the whole as the output"));
        };
        // Who speaks after the end is not heard.
        let Some(call) = self.0.clone().filter(|call| !call.is_over()) else { return Ok(Room::default()) };
        let Some((shared, live)) = call.place() else { return Ok(Room::default()) };
        let number = call.number.get() + 1;
        call.number.set(number);
        let at = shared.env.clock.now_ms();
        if call.may_speak(at) {
            let partial = Rc::new(Partial { at, step: call.step, attempt: call.attempt, number, value });
            call.tell(&shared, &live, &partial, bytes);
            live.readers.put(&partial);
        }
        Ok(Room { wanted: Some(call.wanted.aborted()), call: Some(call), pause: None, patience: None })
    }
}

/// A call that is heard until this is dropped: then nothing more is, and nobody waits for room.
pub(crate) struct Heard(Rc<Call>);

impl Drop for Heard {
    fn drop(&mut self) {
        self.0.ended.set(true);
        self.0.waiting.take().into_iter().for_each(Waker::wake);
    }
}

impl fmt::Debug for PartialSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PartialSink").field(&self.0.as_ref().map(|call| call.number.get())).finish()
    }
}

impl Call {
    fn place(&self) -> Option<(Rc<Shared>, Rc<Live>)> {
        Some((self.shared.upgrade()?, self.live.upgrade()?))
    }

    fn is_over(&self) -> bool {
        self.ended.get() || self.wanted.is_aborted()
    }

    /// Counts one more within its second. False when that has had all it may have.
    fn may_speak(&self, now: i64) -> bool {
        let (began, count) = self.second.get();
        // A clock that was set back begins anew, as one that went on.
        let (began, count) = if is_within(SECOND_MS, now, began) { (began, count) } else { (now, 0) };
        self.second.set((began, count.saturating_add(1)));
        count < MOST_A_SECOND
    }

    /// How long it is until it may speak again.
    fn silence(&self, now: i64) -> Option<u64> {
        let (began, count) = self.second.get();
        let is_spent = count >= MOST_A_SECOND && is_within(SECOND_MS, now, began);
        is_spent.then(|| began.saturating_add(SECOND_MS).saturating_sub(now).unsigned_abs())
    }

    /// Writes a log line, a few times a second at most.
    fn tell(&self, shared: &Shared, live: &Live, partial: &Partial, bytes: usize) {
        if let Some(sink) = &shared.options.log
            && !is_within(TOLD_MS, partial.at, self.told_at.get())
        {
            self.told_at.set(partial.at);
            // Nothing is borrowed while the host hears of it: it may call back.
            let line = log::partial(&live.state.borrow(), partial, bytes);
            sink(&line);
        }
    }
}

fn is_within(ms: i64, now: i64, since: i64) -> bool {
    (0..ms).contains(&now.saturating_sub(since))
}

/// Is ready when there is room for the next partial output: each reader has some, and the call has not handed out more than it
/// may within a second. It is ready as well once the call is over, and after a while where a reader takes nothing.
#[derive(Default)]
#[must_use = "who does not wait for room may find the next partial output left out"]
pub struct Room {
    call: Option<Rc<Call>>,
    wanted: Option<Aborted>,
    pause: Option<LocalFuture<'static, ()>>,
    patience: Option<LocalFuture<'static, ()>>,
}

impl Future for Room {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let is_over = self.wanted.as_mut().is_none_or(|wanted| Pin::new(wanted).poll(context).is_ready());
        let Some(call) = self.call.clone().filter(|call| !is_over && !call.is_over()) else { return Poll::Ready(()) };
        let Some((shared, live)) = call.place() else { return Poll::Ready(()) };
        let timer = &shared.env.timer;
        while let Some(ms) = call.silence(shared.env.clock.now_ms()) {
            let pause = self.pause.get_or_insert_with(|| timer.sleep(ms));
            if pause.as_mut().poll(context).is_pending() {
                remember(&call.waiting, context.waker());
                return Poll::Pending;
            }
            self.pause = None;
        }
        if !live.readers.are_full(context.waker()) {
            return Poll::Ready(());
        }
        let patience = self.patience.get_or_insert_with(|| timer.sleep(PATIENCE_MS));
        if patience.as_mut().poll(context).is_pending() {
            remember(&call.waiting, context.waker());
            return Poll::Pending;
        }
        live.readers.leave_behind();
        Poll::Ready(())
    }
}

fn remember(waiting: &RefCell<Vec<Waker>>, waker: &Waker) {
    let mut waiting = waiting.borrow_mut();
    if !waiting.iter().any(|known| known.will_wake(waker)) {
        waiting.push(waker.clone());
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room").field("call", &self.call.is_some()).finish_non_exhaustive()
    }
}

/// Those who read the partial outputs of a run.
#[derive(Default)]
pub(crate) struct Readers(RefCell<Vec<Weak<Queue>>>);

/// What waits for a reader.
#[derive(Default)]
struct Queue {
    pieces: RefCell<VecDeque<Rc<Partial>>>,
    /// Who waits for the next.
    reading: RefCell<Vec<Waker>>,
    /// The tools that wait for room.
    tools: RefCell<Vec<Waker>>,
    /// It took nothing for so long that no tool waits for it, until it does.
    behind: Cell<bool>,
    closed: Cell<bool>,
}

impl Readers {
    fn open(&self) -> Vec<Rc<Queue>> {
        let mut all = self.0.borrow_mut();
        all.retain(|queue| queue.strong_count() > 0);
        all.iter().filter_map(Weak::upgrade).filter(|queue| !queue.closed.get()).collect()
    }

    fn put(&self, partial: &Rc<Partial>) {
        for queue in self.open().into_iter().filter(|queue| !queue.is_full()) {
            queue.pieces.borrow_mut().push_back(partial.clone());
            queue.reading.take().into_iter().for_each(Waker::wake);
        }
    }

    /// Whether some reader has no room; then it wakes whoever asks once it has.
    fn are_full(&self, waker: &Waker) -> bool {
        let full: Vec<_> = self.open().into_iter().filter(|queue| queue.is_full() && !queue.behind.get()).collect();
        for queue in &full {
            remember(&queue.tools, waker);
        }
        !full.is_empty()
    }

    fn leave_behind(&self) {
        self.open().iter().filter(|queue| queue.is_full()).for_each(|queue| queue.behind.set(true));
    }
}

impl Queue {
    fn is_full(&self) -> bool {
        self.pieces.borrow().len() >= MOST_WAITING
    }

    fn take(&self) -> Option<Rc<Partial>> {
        let partial = self.pieces.borrow_mut().pop_front()?;
        self.behind.set(false);
        self.wake_tools();
        Some(partial)
    }

    fn wake_tools(&self) {
        self.tools.take().into_iter().for_each(Waker::wake);
    }

    fn close(&self) {
        self.closed.set(true);
        self.pieces.take();
        self.wake_tools();
        self.reading.take().into_iter().for_each(Waker::wake);
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.close();
    }
}

/// The partial outputs of a run from now on, for one reader. Only those of calls that this runtime makes: what another tab or
/// process does is heard of by the run's events.
pub struct Partials {
    live: Rc<Live>,
    queue: Rc<Queue>,
}

impl Partials {
    pub(crate) fn new(live: &Rc<Live>) -> Self {
        let queue = Rc::new(Queue::default());
        live.readers.0.borrow_mut().push(Rc::downgrade(&queue));
        Self { live: live.clone(), queue }
    }

    /// The next one; none once the run has ended, or this was closed.
    pub fn next(&self) -> impl Future<Output = Option<Rc<Partial>>> + use<> {
        let (live, queue) = (self.live.clone(), self.queue.clone());
        poll_fn(move |context| {
            if let Some(partial) = queue.take() {
                return Poll::Ready(Some(partial));
            }
            if queue.closed.get() || live.is_final() || live.removed.get() || live.damaged.get() {
                return Poll::Ready(None);
            }
            remember(&queue.reading, context.waker());
            live.wake_on_change(context.waker());
            Poll::Pending
        })
    }

    /// Reads no more: no tool waits for this reader, and who waits for the next one is told that there is none.
    pub fn close(&self) {
        self.queue.close();
    }
}

impl Drop for Partials {
    fn drop(&mut self) {
        self.close();
    }
}

impl fmt::Debug for Partials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Partials").field("waiting", &self.queue.pieces.borrow().len()).finish_non_exhaustive()
    }
}
