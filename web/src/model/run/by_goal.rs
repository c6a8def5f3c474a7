//! Runs in what the core says: there they go by their identifiers, here by their goals.

use leptos::prelude::*;

use crate::model::{State, words::format::shortened};

/// So much of a goal names its run.
const MOST_OF_GOAL: usize = 40;
/// What stands before an identifier.
const BEFORE: &str = "run ";
/// What the browser says of it follows, with the name of an entry.
const FULL: &str = "the storage is full, nothing was written";

impl State {
    /// A message with each run in it named by its goal; one that is not known here keeps its identifier.
    pub(crate) fn by_goal(&'static self, message: &str) -> String {
        with_goals(message, |id| {
            let listed =
                self.runs.list.with_untracked(|list| Some(list.iter().find(|run| run.run_id == id)?.goal.clone()));
            let kept = || Some(self.engine.with(|dunlin| dunlin.run_record(id))?.goal);
            listed.or_else(kept).filter(|goal| !goal.trim().is_empty())
        })
    }
}

/// A message with the goal in place of each identifier that has one. What it begins with gets the article that it goes without
/// before an identifier.
fn with_goals(message: &str, goal: impl Fn(&str) -> Option<String>) -> String {
    let is_of_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut told = String::with_capacity(message.len());
    let mut rest = message.split_inclusive(FULL).next().unwrap_or_default();
    while let Some((before, after)) = rest.split_once(BEFORE) {
        let (written, is_quoted) = after.strip_prefix('"').map_or((after, false), |written| (written, true));
        let (id, tail) = written.split_at(written.find(|c| !is_of_id(c)).unwrap_or(written.len()));
        let is_word = before.is_empty() || before.ends_with(' ');
        told += before;
        let Some(goal) = Some(id).filter(|id| is_word && !id.is_empty()).and_then(&goal) else {
            told += BEFORE;
            rest = after;
            continue;
        };
        told += if told.is_empty() { "the run “" } else { "run “" };
        told += &shortened(&goal.replace('\n', " · "), MOST_OF_GOAL);
        told.push('”');
        rest = tail.strip_prefix('"').filter(|_| is_quoted).unwrap_or(tail);
    }
    told + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn a_run_goes_by_its_goal() {
        let goal =
            |id: &str| (id == "0192-ab-3").then(|| "add todo Buy milk\nthen list everything that is due".to_owned());
        let named = "run “add todo Buy milk · then list everything…”";
        for (message, told) in [
            ("run 0192-ab-3 goes on in memory: run after run", format!("the {named} goes on in memory: run after run")),
            ("its run 0192-ab-3 did not succeed: why", format!("its {named} did not succeed: why")),
            ("part of the journal of run 0192-ab-3, lost", format!("part of the journal of {named}, lost")),
            ("there is a run \"0192-ab-3\" already", format!("there is a {named} already")),
            ("there is no run \"0192\"", "there is no run \"0192\"".to_owned()),
            ("the rerun 0192-ab-3", "the rerun 0192-ab-3".to_owned()),
            ("a run that ended", "a run that ended".to_owned()),
            ("run ", "run ".to_owned()),
            ("", String::new()),
            (
                "run 0192-ab-3 waits: the storage is full, nothing was written: no room for 'dunlin:v1:run:0192-ab-3:04'",
                format!("the {named} waits: the storage is full, nothing was written"),
            ),
        ] {
            assert_eq!(with_goals(message, goal), told);
        }
    }
}
