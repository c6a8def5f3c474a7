//! The attempts of a step: when each began, how long it took, and why it failed where another one followed.

use dunlin::{Event, EventKind};

use crate::model::{App, words::format::duration};

/// An attempt, as the journal tells it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Attempt {
    number: u32,
    /// When it began, in milliseconds since 1970.
    began: i64,
    /// How many milliseconds it took; none while it is under way.
    took: Option<u64>,
    /// Why it failed.
    fault: Option<String>,
}

/// The attempts that the events of a step tell of, in order.
pub(crate) fn attempts(events: &[Event]) -> Vec<Attempt> {
    let mut all: Vec<Attempt> = Vec::new();
    for event in events {
        if let EventKind::StepStarted { attempt, .. } = event.kind {
            all.push(Attempt { number: attempt, began: event.at, ..Attempt::default() });
            continue;
        }
        let Some(last) = all.last_mut().filter(|last| last.took.is_none()) else { continue };
        let is_end = match &event.kind {
            EventKind::AttemptFailed { failure, .. } => {
                last.fault = Some(failure.message.clone());
                true
            }
            kind => matches!(
                kind,
                EventKind::StepSucceeded { .. } | EventKind::StepFailed { .. } | EventKind::StepCancelled { .. }
            ),
        };
        if is_end {
            last.took = Some(event.at.saturating_sub(last.began).max(0).unsigned_abs());
        }
    }
    all
}

/// `1: 14:05, failed after 100 ms: it is busy`, `2: 14:06, took 1.2 s`. Why the last one failed is said of its step.
pub(crate) fn attempt_told(app: App, attempt: &Attempt, is_last: bool) -> String {
    let Attempt { number, began, took, fault } = attempt;
    let time = took.map(duration).unwrap_or_default();
    let how = match (fault, time.is_empty()) {
        (_, true) => String::new(),
        (None, false) => format!(", took {time}"),
        (Some(_), false) if is_last => format!(", failed after {time}"),
        (Some(fault), false) => format!(", failed after {time}: {fault}"),
    };
    format!("{number}: {}{how}", app.moment_passed(*began))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn an_attempt_ends_with_what_became_of_it() {
        let event = |at: i64, json: &str| -> Event {
            serde_json::from_str(&format!(r#"{{"seq":{at},"at":{at},"step":1,{json}}}"#)).unwrap()
        };
        let events = [
            event(1000, r#""type":"stepStarted","attempt":1"#),
            event(1100, r#""type":"attemptFailed","attempt":1,"failure":{"code":"tool.busy","message":"it is busy"}"#),
            event(1100, r#""type":"retryScheduled","attempt":2,"delayMs":1000"#),
            event(2100, r#""type":"stepStarted","attempt":2"#),
            event(2300, r#""type":"stepSucceeded","attempt":2,"output":4"#),
        ];
        let first = Attempt { number: 1, began: 1000, took: Some(100), fault: Some("it is busy".to_owned()) };
        let second = Attempt { number: 2, began: 2100, took: Some(200), fault: None };
        assert_eq!(attempts(&events), [first.clone(), second.clone()]);
        assert_eq!(attempts(&events[..4]), [first, Attempt { took: None, ..second }]);
        assert_eq!(attempts(&[]), []);
    }
}
