//! The tool `fetch`: what origins that are allowed by name answer.
//!
//! Before each request, also the one a redirect asks for: is the origin allowed, is the address public, does the breaker of
//! the origin let it through, does its rate leave room. After it: is the answer whole, is it an answer, how long to wait.

mod call;
mod options;
mod origin;

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use dunlin_base::{Env, LocalFuture};
use dunlin_plan::ToolSpec;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::{Value, json};

pub use options::{FetchOptions, OptionsError, Rate};

use crate::{
    HttpPort, input,
    steady::{BreakerState, Bucket, Line, LineHealth, NotNow, Outcome, Ticket},
};

/// Told of each change of a breaker: the origin, the state before and the state now.
type OnChange = Rc<dyn Fn(&str, BreakerState, BreakerState)>;

/// The tool.
pub struct Fetch {
    spec: ToolSpec,
    shared: Rc<Shared>,
}

/// What the calls of one tool share.
pub(crate) struct Shared {
    pub(crate) options: FetchOptions,
    pub(crate) port: Rc<dyn HttpPort>,
    pub(crate) env: Env,
    lines: RefCell<BTreeMap<String, Line>>,
    on_change: Option<OnChange>,
}

impl Fetch {
    /// The tool over that port. No origin is allowed that the options do not name.
    pub fn new(options: FetchOptions, port: Rc<dyn HttpPort>, env: Env) -> Result<Self, OptionsError> {
        options.check()?;
        let spec = input::spec(include_str!("../../specs/fetch.json"));
        let shared = Shared { options, port, env, lines: RefCell::default(), on_change: None };
        Ok(Self { spec, shared: Rc::new(shared) })
    }

    /// The sentences that ask for it.
    pub fn phrases() -> Value {
        json!(["fetch {url}"])
    }

    /// The same, with an ear for the changes of its breakers, for a log.
    #[must_use]
    pub fn on_change(mut self, told: impl Fn(&str, BreakerState, BreakerState) + 'static) -> Self {
        self.hear(told);
        self
    }

    pub(crate) fn hear(&mut self, told: impl Fn(&str, BreakerState, BreakerState) + 'static) {
        if let Some(shared) = Rc::get_mut(&mut self.shared) {
            shared.on_change = Some(Rc::new(told));
        }
    }

    /// What is known of each origin that was asked, for health and metrics.
    pub fn health(&self) -> BTreeMap<String, LineHealth> {
        let now_ms = self.shared.env.clock.monotonic_ms();
        let lines = self.shared.lines.borrow();
        lines.iter().map(|(origin, line)| (origin.clone(), line.health(now_ms))).collect()
    }
}

impl Tool for Fetch {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(call::answer(self.shared.clone(), call))
    }
}

impl Shared {
    fn line<T>(&self, origin: &str, with: impl FnOnce(&mut Line, u64) -> T) -> T {
        let now_ms = self.env.clock.monotonic_ms();
        let (given, change) = {
            let mut lines = self.lines.borrow_mut();
            let line = lines.entry(origin.to_owned()).or_insert_with(|| {
                let rate = Bucket::new(self.options.rate.requests, self.options.rate.per_ms);
                Line::new(self.options.breaker, Some(rate))
            });
            let given = with(line, now_ms);
            (given, line.change(now_ms))
        };
        if let (Some(told), Some((before, after))) = (&self.on_change, change) {
            told(origin, before, after);
        }
        given
    }

    /// Leave to ask that origin now.
    pub(crate) fn admit(self: &Rc<Self>, origin: &str) -> Result<Leave, NotNow> {
        let ticket = self.line(origin, Line::admit)?;
        Ok(Leave { shared: self.clone(), origin: origin.to_owned(), ticket: Some(ticket) })
    }

    /// Asks nothing of that origin for a while, as it wants it.
    pub(crate) fn hold(&self, origin: &str, for_ms: u64) {
        self.line(origin, |line, now_ms| line.hold(now_ms, for_ms));
    }
}

/// The leave to make one request. Dropped without a word, it says nothing of the origin.
pub(crate) struct Leave {
    shared: Rc<Shared>,
    origin: String,
    ticket: Option<Ticket>,
}

impl Leave {
    pub(crate) fn end(mut self, outcome: Outcome) {
        self.report(outcome);
    }

    fn report(&mut self, outcome: Outcome) {
        if let Some(ticket) = self.ticket.take() {
            self.shared.line(&self.origin, |line, now_ms| line.report(ticket, outcome, now_ms));
        }
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.report(Outcome::Abandoned);
    }
}
