//! The list of the runs as somebody looks through it.

use std::collections::BTreeSet;

use dunlin::{Run, RunSummary};
use leptos::prelude::*;

use crate::model::run::Runs;

impl Runs {
    /// Notes whether the run that is looked at waits for a person to take it up, because it stopped the page.
    pub(in crate::model) fn note_left_alone(self, run: Option<&Run>) {
        let open = run.filter(|run| !run.status.is_final() && !self.is_from_file());
        let left = open
            .map(|run| run.run_id.clone())
            .filter(|id| self.live_handle(id).is_none() && self.engine.with(|dunlin| dunlin.is_left_alone(id)));
        if self.left_alone.with_untracked(|before| *before != left) {
            self.left_alone.set(left);
        }
    }

    /// Where in the list those stand that are looked for, now and whenever they are others.
    pub(crate) fn found(self) -> Vec<usize> {
        self.find.with(|words| self.list.with(|list| found_in(list, words)))
    }
}

/// The places of the runs whose goals have those words in them. What carries out a step of a run that is here is shown in that
/// step, and not for itself.
fn found_in(list: &[RunSummary], words: &str) -> Vec<usize> {
    let words = words.trim().to_lowercase();
    let ids: BTreeSet<&str> = list.iter().map(|run| run.run_id.as_str()).collect();
    let is_own = |run: &RunSummary| run.parent_run_id.as_deref().is_none_or(|parent| !ids.contains(parent));
    let is_like = |run: &RunSummary| words.is_empty() || run.goal.to_lowercase().contains(&words);
    let found = list.iter().enumerate().filter(|(_, run)| is_own(run) && is_like(run));
    found.map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin::RunStatus;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn run(id: &str, goal: &str, parent: Option<&str>) -> RunSummary {
        RunSummary {
            run_id: id.to_owned(),
            goal: goal.to_owned(),
            status: RunStatus::Completed,
            steps: 1,
            steps_done: 1,
            succeeded_steps: 1,
            asks: false,
            parent_run_id: parent.map(str::to_owned),
            ..RunSummary::default()
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn runs_are_found_by_words_of_their_goals_however_they_are_written() {
        let list = [run("a", "Calculate 1 + 1", None), run("b", "list todos", None), run("c", "calculate 2", None)];
        assert_eq!(found_in(&list, ""), [0, 1, 2]);
        assert_eq!(found_in(&list, " CALCULATE "), [0, 2]);
        assert_eq!(found_in(&list, "no such goal"), [0; 0]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_run_within_another_is_listed_only_where_the_other_is_gone() {
        let list = [run("a", "one", Some("b")), run("b", "two", None), run("c", "three", Some("gone"))];
        assert_eq!(found_in(&list, ""), [1, 2]);
    }
}
