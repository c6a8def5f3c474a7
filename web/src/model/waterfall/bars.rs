//! What the waterfall shows of each step: attempts, waits between them, and waits for a person.
//!
//! A fold over the journal, so that live and stored runs draw alike. Knows no drawing.

use std::collections::BTreeMap;

use dunlin::{Event, EventKind, StepKind};

use crate::model::waterfall::scale::Stretch;

/// What a bar stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BarKind {
    /// An attempt that gave its result, or is under way.
    Work,
    /// An attempt that failed.
    Failed,
    /// The wait before another attempt, or a step that waits.
    Wait,
    /// The wait for a person, or for somebody who sends a signal.
    Approval,
}

/// A bar in milliseconds since the first step was begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bar {
    /// What it stands for.
    pub(crate) kind: BarKind,
    /// When it began.
    pub(crate) start: f64,
    /// When it ended; none while it goes on.
    pub(crate) end: Option<f64>,
}

/// The bars of every step, by its number, and the moment of the last event.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bars {
    /// The bars of a step, in order.
    pub(crate) of_step: BTreeMap<u32, Vec<Bar>>,
    /// The last moment known.
    pub(crate) end: f64,
    /// The moment at which the axis begins.
    zero: Option<i64>,
    /// The steps that do nothing but wait.
    waits: Vec<u32>,
    /// The steps that wait for somebody.
    asks: Vec<u32>,
}

impl Bars {
    /// Folds a journal.
    pub(crate) fn of(events: &[Event]) -> Self {
        let mut bars = Self::default();
        bars.take(events);
        bars
    }

    /// Takes in what came after.
    pub(crate) fn take(&mut self, events: &[Event]) {
        for event in events {
            // The axis begins with the first thing that was done, not with the record of the run.
            if event.kind.step().is_some() {
                self.zero.get_or_insert(event.at);
            }
            let at = (event.at - self.zero.unwrap_or(event.at)).max(0) as f64;
            self.end = self.end.max(at);
            self.apply(&event.kind, at);
        }
    }

    fn apply(&mut self, kind: &EventKind, at: f64) {
        match kind {
            EventKind::StepStarted { step, .. } if self.waits.contains(step) => self.begin(*step, BarKind::Wait, at),
            EventKind::StepStarted { step, .. } if self.asks.contains(step) => self.begin(*step, BarKind::Approval, at),
            EventKind::StepStarted { step, .. } => self.begin(*step, BarKind::Work, at),
            EventKind::RetryScheduled { step, .. } => self.begin(*step, BarKind::Wait, at),
            EventKind::ApprovalRequested { step, .. } => self.begin(*step, BarKind::Approval, at),
            EventKind::AttemptFailed { step, .. } => self.finish(*step, at, BarKind::Failed),
            EventKind::StepSucceeded { step, .. }
            | EventKind::StepCancelled { step }
            | EventKind::ApprovalAnswered { step, .. }
            | EventKind::StepSkipped { step, .. }
            | EventKind::StepFailed { step, .. } => self.finish(*step, at, BarKind::Work),
            EventKind::RunCompleted | EventKind::RunFailed { .. } | EventKind::RunCancelled => {
                let steps: Vec<u32> = self.of_step.keys().copied().collect();
                for step in steps {
                    self.finish(step, at, BarKind::Work);
                }
            }
            EventKind::RunCreated(created) => {
                let steps = || created.plan.iter().flat_map(|plan| &plan.steps);
                let of = |kinds: &[StepKind]| {
                    steps().filter(|step| kinds.contains(&step.kind)).map(|step| step.step_number).collect()
                };
                self.waits = of(&[StepKind::Wait]);
                self.asks = of(&[StepKind::Ask, StepKind::Signal]);
            }
            EventKind::RunStarted
            | EventKind::RunSuspended
            | EventKind::RunResumed
            | EventKind::CancelRequested { .. }
            | EventKind::BudgetSpent { .. }
            | EventKind::RunRecovered
            | EventKind::TimeSkipped { .. }
            | EventKind::LateResult { .. }
            | EventKind::SignalReceived { .. }
            | EventKind::StepProgressed { .. }
            | EventKind::UndoBegan { .. }
            | EventKind::PlanRevised { .. } => {}
        }
    }

    fn begin(&mut self, step: u32, kind: BarKind, at: f64) {
        self.finish(step, at, BarKind::Work);
        self.of_step.entry(step).or_default().push(Bar { kind, start: at, end: None });
    }

    /// Ends the bar that is open. An attempt takes the kind it turned out to be of.
    fn finish(&mut self, step: u32, at: f64, turned_out: BarKind) {
        let open = self.of_step.get_mut(&step).and_then(|bars| bars.last_mut()).filter(|bar| bar.end.is_none());
        if let Some(bar) = open {
            bar.end = Some(at);
            if bar.kind == BarKind::Work {
                bar.kind = turned_out;
            }
        }
    }

    /// Lets time go on to that moment, in milliseconds since 1970.
    pub(crate) fn reach(&mut self, now: i64) {
        self.end = self.end.max((now - self.zero.unwrap_or(now)) as f64);
    }

    /// How long, up to the last moment known, what is under way in a step has been; nothing while it waits for a person.
    pub(crate) fn under_way(&self, step: u32) -> Option<f64> {
        let last = self.of_step.get(&step)?.last()?;
        (last.end.is_none() && last.kind != BarKind::Approval).then_some(self.end - last.start)
    }

    /// Whether a stretch is mostly the wait for somebody.
    pub(crate) fn is_asked_in(&self, stretch: Stretch) -> bool {
        let over = |bar: &Bar| bar.end.unwrap_or(self.end).min(stretch.end) - bar.start.max(stretch.start);
        let mut asked = self.of_step.values().flatten().filter(|bar| bar.kind == BarKind::Approval);
        asked.any(|bar| over(bar) * 2.0 > stretch.end - stretch.start)
    }

    /// Whether anything is under way.
    pub(crate) fn is_going(&self) -> bool {
        self.of_step.keys().any(|step| self.under_way(*step).is_some())
    }

    /// The stretches in which something was being done, which a time axis must not fold.
    pub(crate) fn work(&self) -> Vec<Stretch> {
        let bars = self.of_step.values().flatten();
        bars.filter(|bar| matches!(bar.kind, BarKind::Work | BarKind::Failed))
            .map(|bar| Stretch { start: bar.start, end: bar.end.unwrap_or(self.end) })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn event(seq: u64, at: i64, json: &str) -> Event {
        serde_json::from_str(&format!(r#"{{"seq":{seq},"at":{at},{json}}}"#)).unwrap()
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_retried_step_has_a_bar_for_every_attempt_and_wait() {
        let bars = Bars::of(&[
            event(1, 1000, r#""type":"runStarted""#),
            event(2, 1000, r#""type":"stepStarted","step":1,"attempt":1"#),
            event(3, 1010, r#""type":"attemptFailed","step":1,"attempt":1,"failure":{"code":"x","message":"y"}"#),
            event(4, 1010, r#""type":"retryScheduled","step":1,"attempt":2,"delayMs":1000"#),
            event(5, 2010, r#""type":"stepStarted","step":1,"attempt":2"#),
        ]);
        let found: Vec<_> = bars.of_step[&1].iter().map(|bar| (bar.kind, bar.start, bar.end)).collect();
        assert_eq!(
            found,
            [(BarKind::Failed, 0.0, Some(10.0)), (BarKind::Wait, 10.0, Some(1010.0)), (BarKind::Work, 1010.0, None)]
        );
        assert_eq!(bars.work().len(), 2);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_is_under_way_goes_on_with_time() {
        let mut bars = Bars::of(&[
            event(1, 1000, r#""type":"stepStarted","step":1,"attempt":1"#),
            event(2, 1000, r#""type":"approvalRequested","step":2,"approvalId":"a","reason":"destructive""#),
        ]);
        assert!(bars.is_going());
        bars.reach(3500);
        assert_eq!((bars.under_way(1), bars.under_way(2)), (Some(2500.0), None));
        // A clock that is set back takes nothing back.
        bars.reach(0);
        assert_eq!(bars.under_way(1), Some(2500.0));
        bars.take(&[event(3, 4000, r#""type":"stepSucceeded","step":1,"attempt":1,"output":4"#)]);
        assert!(!bars.is_going());
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn the_end_of_a_run_closes_what_is_open() {
        let bars = Bars::of(&[
            event(1, 0, r#""type":"approvalRequested","step":2,"approvalId":"a","reason":"destructive""#),
            event(2, 50, r#""type":"runCancelled""#),
        ]);
        assert_eq!(bars.of_step[&2], [Bar { kind: BarKind::Approval, start: 0.0, end: Some(50.0) }]);
        assert_eq!(Bars::of(&[]), Bars::default());
    }
}
