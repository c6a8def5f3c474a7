//! The waterfall of a run: the bars of its steps, and the time axis that they stand on.

pub(in crate::model) mod bars;
pub(in crate::model) mod marks;
pub(in crate::model) mod pulse;
pub(crate) mod scale;

use dunlin::{Event, EventKind};

use crate::model::{waterfall::bars::Bars, waterfall::scale::Scale};

/// What the waterfall draws.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timeline {
    /// The bars of every step.
    pub(crate) bars: Bars,
    /// The time axis.
    pub(crate) scale: Scale,
    /// The events themselves.
    pub(in crate::model) events: Vec<Event>,
    /// Where the idle stretches begin that were opened.
    open: Vec<f64>,
    /// Whether it goes on between events.
    pub(in crate::model) going: bool,
}

impl Timeline {
    pub(in crate::model) fn of(events: Vec<Event>) -> Self {
        let bars = Bars::of(&events);
        let scale = Scale::new(&bars.work(), bars.end, &[], false);
        Self { bars, scale, events, open: Vec::new(), going: false }
    }

    /// With what came after.
    pub(in crate::model) fn go_on(&mut self, news: Vec<Event>) {
        self.bars.take(&news);
        self.events.extend(news);
        self.lay_out();
    }

    /// Opens the idle stretches that begin there, or folds them again.
    pub(crate) fn fold(&mut self, starts: &[f64], folded: bool) {
        self.open.retain(|open| !starts.contains(open));
        if !folded {
            self.open.extend(starts);
        }
        self.lay_out();
    }

    pub(in crate::model) fn lay_out(&mut self) {
        // While time goes on there is room ahead, and an axis that stands still: on it a bar is seen to grow.
        let end = if self.going { ahead(self.bars.end) } else { self.bars.end };
        self.scale = Scale::new(&self.bars.work(), end, &self.open, self.going);
    }

    /// Whether something is under way, and whether it is drawn so.
    pub(crate) fn is_going(&self) -> (bool, bool) {
        (self.bars.is_going(), self.going)
    }

    /// How long a step waits from the last moment known to its next attempt, in milliseconds, and which attempt that is.
    pub(crate) fn next_attempt(&self, step: u32) -> Option<(u32, f64)> {
        let waited = self.bars.under_way(step)?;
        let of_step = self.events.iter().rev().find(|event| event.kind.step() == Some(step))?;
        match of_step.kind {
            EventKind::RetryScheduled { attempt, delay_ms, .. } => Some((attempt, (delay_ms as f64 - waited).max(0.0))),
            _ => None,
        }
    }

    fn of_step(&self, step: u32) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| event.kind.step() == Some(step))
    }

    /// How many events a step has.
    pub(crate) fn count_of(&self, step: u32) -> usize {
        self.of_step(step).count()
    }

    /// The events of a step.
    pub(crate) fn events_of(&self, step: u32) -> Vec<Event> {
        self.of_step(step).cloned().collect()
    }
}

/// Events, one a line, as they are stored.
pub(crate) fn lines_of(events: &[Event]) -> String {
    events.iter().filter_map(|event| serde_json::to_string(event).ok()).collect::<Vec<_>>().join("\n")
}

/// The next round length of time after that one: 100, 200, 500 milliseconds, one second, and so on.
fn ahead(ms: f64) -> f64 {
    let steps = [2.0, 2.5, 2.0].into_iter().cycle();
    // Enough for a million years.
    let mut rounds = steps.take(50).scan(100.0, |round, step| Some(std::mem::replace(round, *round * step)));
    rounds.find(|round| *round > ms).unwrap_or(ms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn there_is_always_room_ahead_and_never_too_much() {
        let rounds =
            [0.0, 99.0, 100.0, 450.0, 1000.0, 1999.0, 4000.0, 30_000.0, 3_600_000.0].map(|ms| ahead(ms) as u64);
        assert_eq!(rounds, [100, 100, 200, 500, 2000, 2000, 5000, 50_000, 5_000_000]);
        assert!(ahead(f64::MAX) >= f64::MAX);
    }
}
