//! Which readings of a run's goal were taken back, so that a repetition is read as the run was. A run's record has its plan and
//! not what was taken back of its goal: that is kept beside it, for the newest runs of which anything was.

use dunlin_base::Utf16Span;
use serde_json::{Map, Value, json};

use super::runs::Runs;

/// Where it is kept.
const KEY: &str = "dunlin:v1:taken-back";
/// Of so many runs.
const MOST: usize = 50;

impl Runs {
    /// The readings of a run's goal that were taken back.
    pub(super) fn dismissed_of(self, run: &str) -> Vec<Utf16Span> {
        let text = self.engine.with_env(|env| env.storage.get(KEY).ok().flatten());
        text.map(|text| spans_of(&text, run)).unwrap_or_default()
    }

    /// Keeps them, where there are any.
    pub(super) fn keep_dismissed(self, run: &str, dismissed: &[Utf16Span]) {
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
    let mut all = read(before);
    let spans: Vec<Value> = dismissed.iter().map(|span| json!([span.start, span.end])).collect();
    all.insert(run.to_owned(), spans.into());
    let mut names: Vec<String> = all.keys().cloned().collect();
    names.sort_unstable();
    for name in names.iter().take(names.len().saturating_sub(MOST)) {
        all.remove(name);
    }
    Value::Object(all).to_string()
}

fn spans_of(text: &str, run: &str) -> Vec<Utf16Span> {
    let place = |value: Option<&Value>| value?.as_u64().and_then(|place| usize::try_from(place).ok());
    let span = |span: &Value| Some(Utf16Span { start: place(span.get(0))?, end: place(span.get(1))? });
    let all = read(text);
    all.get(run).and_then(Value::as_array).map(|spans| spans.iter().filter_map(span).collect()).unwrap_or_default()
}

/// What does not read is nothing.
fn read(text: &str) -> Map<String, Value> {
    let value: Value = dunlin_base::json::read(text).unwrap_or_default();
    value.as_object().cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_back_of_the_newest_runs_is_kept() {
        let span = |start, end| Utf16Span { start, end };
        let one = with("", "run-01", &[span(3, 9), span(12, 15)]);
        assert_eq!(spans_of(&one, "run-01"), [span(3, 9), span(12, 15)]);
        assert_eq!(spans_of(&one, "run-02"), []);
        let many = (2..=MOST + 1).fold(one, |kept, at| with(&kept, &format!("run-{at:02}"), &[span(0, at)]));
        assert_eq!(spans_of(&many, "run-01"), []);
        assert_eq!(spans_of(&many, "run-02"), [span(0, 2)]);
        for text in ["", "[", "7", r#"{"run-01": 3}"#, r#"{"run-01": [["a"]]}"#] {
            assert_eq!(spans_of(text, "run-01"), [], "{text}");
        }
    }
}
