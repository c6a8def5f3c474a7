//! Which readings of a run's goal were taken back, so that a repetition is read as the run was. A run's record has its plan and
//! not what was taken back of its goal: that is kept beside it, for the newest runs of which anything was.

use std::collections::BTreeMap;

use dunlin_base::{Utf16Span, json};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{host::stored, run::Runs};

/// Where it is kept.
const KEY: &str = "dunlin:v1:taken-back";
/// Of so many runs.
const MOST: usize = 50;

/// What is kept, by run.
type TakenBack = BTreeMap<String, OfRun>;

/// Of one run: where each reading begins and ends, or what a newer version wrote in place of that.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
enum OfRun {
    Spans(Vec<(usize, usize)>),
    Other(Value),
}

impl Runs {
    /// The readings of a run's goal that were taken back.
    pub(in crate::model) fn dismissed_of(self, run: &str) -> Vec<Utf16Span> {
        let text = self.engine.with_env(|env| env.storage.get(KEY).ok().flatten());
        text.map(|text| spans_of(&text, run)).unwrap_or_default()
    }

    /// Keeps them, where there are any.
    pub(in crate::model) fn keep_dismissed(self, run: &str, dismissed: &[Utf16Span]) {
        if dismissed.is_empty() {
            return;
        }
        let before = self.engine.with_env(|env| env.storage.get(KEY).ok().flatten()).unwrap_or_default();
        // Where nothing can be kept, a repetition is read whole, and its plan shows that.
        let _ = self.engine.with_env(|env| env.storage.set(KEY, &with(&before, run, dismissed)));
    }
}

/// What is kept, with those of another run. The names of runs sort by time, so the first are the oldest.
fn with(before: &str, run: &str, dismissed: &[Utf16Span]) -> String {
    let mut all: TakenBack = stored::read(before);
    all.insert(run.to_owned(), OfRun::Spans(dismissed.iter().map(|span| (span.start, span.end)).collect()));
    while all.len() > MOST {
        all.pop_first();
    }
    json::write(&all)
}

fn spans_of(text: &str, run: &str) -> Vec<Utf16Span> {
    match stored::read::<TakenBack>(text).remove(run) {
        Some(OfRun::Spans(spans)) => spans.into_iter().map(|(start, end)| Utf16Span { start, end }).collect(),
        Some(OfRun::Other(_)) | None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn what_was_taken_back_of_the_newest_runs_is_kept() {
        let span = |start, end| Utf16Span { start, end };
        let one = with("", "run-01", &[span(3, 9), span(12, 15)]);
        assert_eq!(spans_of(&one, "run-01"), [span(3, 9), span(12, 15)]);
        assert_eq!(spans_of(&one, "run-02"), []);
        let many = (2..=MOST + 1).fold(one, |kept, at| with(&kept, &format!("run-{at:02}"), &[span(0, at)]));
        assert_eq!(spans_of(&many, "run-01"), []);
        assert_eq!(spans_of(&many, "run-02"), [span(0, 2)]);
        // As it is kept today, and what a newer version keeps of a run.
        let today = r#"{"run-01":[[3,9],[12,15]],"run-03":{"spans":[[1,2]],"why":"x"}}"#;
        assert_eq!(spans_of(today, "run-01"), [span(3, 9), span(12, 15)]);
        let more = r#"{"run-01":[[3,9],[12,15]],"run-02":[[0,1]],"run-03":{"spans":[[1,2]],"why":"x"}}"#;
        assert_eq!(with(today, "run-02", &[span(0, 1)]), more);
        for text in ["", "[", "7", r#"{"run-01": 3}"#, r#"{"run-01": [["a"]]}"#] {
            assert_eq!(spans_of(text, "run-01"), [], "{text}");
        }
    }
}
