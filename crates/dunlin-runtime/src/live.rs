//! A run as this tab holds it: state, events, listeners, and what people have asked for since the driver last looked.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    fmt,
    rc::{Rc, Weak},
    task::{Context, Poll, Waker},
};

use dunlin_plan::{Plan, ToolSpec};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ApprovalAnswer, Event, EventKind, RunState, RunSummary, partial::Readers, store::Kept, transition::Refusal,
};

/// What a person asks of a run.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum Ask {
    Answer {
        step: u32,
        approval_id: String,
        answer: ApprovalAnswer,
    },
    Cancel {
        reason: Option<String>,
        /// Who asked saw the run stop already: told by the ask, so that one that is read twice is not taken for two.
        #[serde(default)]
        ending: bool,
    },
    Revise {
        plan: Box<Plan>,
        #[serde(default)]
        tools: Vec<ToolSpec>,
    },
    /// The answer of an ask step.
    Data {
        step: u32,
        attempt: u32,
        data: Value,
    },
    Signal {
        id: String,
        name: String,
        data: Value,
    },
}

impl From<Ask> for EventKind {
    fn from(ask: Ask) -> Self {
        match ask {
            Ask::Answer { step, approval_id, answer } => Self::ApprovalAnswered { step, approval_id, answer },
            Ask::Cancel { reason, ending } => Self::CancelRequested { reason, ending },
            Ask::Revise { plan, tools } => Self::PlanRevised { plan, tools },
            Ask::Signal { id, name, data } => Self::SignalReceived { id, name, data: Rc::new(data) },
            Ask::Data { step, attempt, data } => {
                Self::StepSucceeded { step, attempt, output: Rc::new(data), metadata: None }
            }
        }
    }
}

type Listener = Rc<dyn Fn(&Event)>;

/// A run as this tab holds it.
#[derive(Default)]
pub(crate) struct Live {
    /// The identifier that its keys in storage have; a journal that was copied by hand may tell of another.
    run_id: String,
    pub(crate) state: RefCell<RunState>,
    pub(crate) events: RefCell<Vec<Rc<Event>>>,
    /// What a list shows of it, until the next event.
    listed: RefCell<Option<Rc<RunSummary>>>,
    /// How many of the events are in storage.
    pub(crate) stored: Cell<usize>,
    /// How its journal is kept, as far as it was read or written here; by its keys news from another tab is recognised.
    pub(crate) kept: RefCell<Kept>,
    /// How many of the events the listeners have heard.
    heard: Cell<usize>,
    pub(crate) asks: RefCell<VecDeque<Ask>>,
    /// The keys of asks that were read from storage, or written there, by this tab.
    pub(crate) taken: RefCell<Vec<String>>,
    /// It was begun by this tab.
    pub(crate) begun_here: Cell<bool>,
    /// How many futures of this tab are to drive the run or follow it, those included that were not polled yet.
    pub(crate) wanted: Cell<u32>,
    /// Some future of this tab drives the run or waits to.
    pub(crate) driven: Cell<bool>,
    /// It has the claim and does drive it.
    pub(crate) driving: Cell<bool>,
    /// How many runs it is nested in: started or awaited by a tool of another run.
    pub(crate) depth: Cell<u32>,
    /// How often it was taken up since a step of it came to its end; 0 while it is not marked as under way.
    pub(crate) tries: Cell<u32>,
    /// How many calls of it are under way.
    pub(crate) calls: Cell<usize>,
    /// It drives it, and waits for a person without a place among the runs that go.
    pub(crate) rests: Cell<bool>,
    /// It was removed: nothing more of it is stored.
    pub(crate) removed: Cell<bool>,
    /// Something in the stored journal could not be read.
    pub(crate) damaged: Cell<bool>,
    /// A newer version wrote it.
    pub(crate) newer: Cell<bool>,
    /// Its texts were not kept: it was read back from a redacted journal.
    pub(crate) forgotten: Cell<bool>,
    listeners: RefCell<Vec<(u64, Listener)>>,
    /// Those who read what its calls hand out before their end.
    pub(crate) readers: Readers,
    next_listener: Cell<u64>,
    waiting: RefCell<Vec<Waker>>,
    /// How often something about it has changed.
    changes: Cell<u64>,
}

impl Live {
    /// A run without events.
    pub(crate) fn new(run_id: &str) -> Self {
        Self { run_id: run_id.to_owned(), ..Self::default() }
    }

    /// Its identifier.
    pub(crate) fn run_id(&self) -> &str {
        &self.run_id
    }

    /// A run read from storage: as far as its events follow each other, and the first that does not.
    pub(crate) fn from_events(run_id: &str, events: Vec<Event>) -> (Self, Option<Refusal>) {
        let live = Self::new(run_id);
        let result = live.extend(events);
        live.stored.set(live.events.borrow().len());
        live.heard.set(live.events.borrow().len());
        live.depth.set(live.state.borrow().created.as_ref().map_or(0, |created| created.depth));
        (live, result.err())
    }

    /// The run in a list, by the identifier that finds it, whatever its journal says; none before the first event.
    pub(crate) fn summary(&self) -> Option<Rc<RunSummary>> {
        if let Some(listed) = &*self.listed.borrow() {
            return Some(listed.clone());
        }
        let summary = self.state.borrow().summary()?;
        let listed = Rc::new(RunSummary { run_id: self.run_id.clone(), ..summary });
        self.listed.replace(Some(listed.clone()));
        Some(listed)
    }

    /// Takes events that were read from storage.
    pub(crate) fn extend(&self, events: Vec<Event>) -> Result<(), Refusal> {
        for event in events {
            self.push(event)?;
        }
        Ok(())
    }

    /// Puts what storage holds in place of what this tab held.
    pub(crate) fn replace(&self, events: Vec<Event>) -> Result<(), Refusal> {
        self.state.replace(RunState::new());
        self.listed.take();
        self.events.borrow_mut().clear();
        self.heard.set(self.heard.get().min(events.len()));
        let result = self.extend(events);
        self.stored.set(self.events.borrow().len());
        result
    }

    pub(crate) fn push(&self, event: Event) -> Result<(), Refusal> {
        self.state.borrow_mut().apply(&event)?;
        self.listed.take();
        self.events.borrow_mut().push(Rc::new(event));
        Ok(())
    }

    pub(crate) fn is_final(&self) -> bool {
        self.state.borrow().status().is_final()
    }

    /// Tells the listeners what they have not heard, and wakes whoever waits for a change. No borrow is held meanwhile:
    /// a listener may look at the run, or ask something of it.
    pub(crate) fn announce(&self) {
        let from = self.heard.replace(self.events.borrow().len());
        if from == self.events.borrow().len() {
            return;
        }
        if !self.listeners.borrow().is_empty() {
            let news: Vec<Rc<Event>> = self.events.borrow().iter().skip(from).cloned().collect();
            for event in news {
                let listeners: Vec<Listener> = self.listeners.borrow().iter().map(|(_, f)| f.clone()).collect();
                for listener in listeners {
                    listener(&event);
                }
            }
        }
        self.wake();
    }

    /// Says that something about the run has changed.
    pub(crate) fn wake(&self) {
        self.changes.set(self.changes.get().wrapping_add(1));
        let waiting = self.waiting.take();
        for waker in waiting {
            waker.wake();
        }
    }

    /// How often something about the run has changed: who waits for a change compares it, because a task is also woken for
    /// other reasons.
    pub(crate) fn changes(&self) -> u64 {
        self.changes.get()
    }

    pub(crate) fn wake_on_change(&self, waker: &Waker) {
        let mut waiting = self.waiting.borrow_mut();
        if !waiting.iter().any(|known| known.will_wake(waker)) {
            waiting.push(waker.clone());
        }
    }

    /// Is ready when something about the run has changed since `seen` was read, however often its task is woken before.
    pub(crate) fn changed_since(self: &Rc<Self>, seen: u64) -> impl Future<Output = ()> + use<> {
        let live = self.clone();
        std::future::poll_fn(move |context: &mut Context<'_>| {
            if live.changes() != seen {
                return Poll::Ready(());
            }
            live.wake_on_change(context.waker());
            Poll::Pending
        })
    }

    pub(crate) fn ask(&self, ask: Ask) {
        self.asks.borrow_mut().push_back(ask);
        self.wake();
    }
}

/// Hears a run's events until it is dropped.
pub struct Subscription {
    live: Weak<Live>,
    number: u64,
}

impl Subscription {
    pub(crate) fn new(live: &Rc<Live>, listener: Listener) -> Self {
        let number = live.next_listener.get();
        live.next_listener.set(number + 1);
        live.listeners.borrow_mut().push((number, listener));
        Self { live: Rc::downgrade(live), number }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(live) = self.live.upgrade() {
            live.listeners.borrow_mut().retain(|(number, _)| *number != self.number);
        }
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Subscription").field(&self.number).finish()
    }
}
