//! Goals that were given a name, and run by it.

use dunlin_base::json;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::{Engine, Problem, host::stored, words::format::shortened};
use dunlin::DunlinError;

/// Where they are kept.
const KEY: &str = "dunlin:v1:saved-goals";
/// The longest name, in characters.
const LONGEST_NAME: usize = 60;
/// More than these nobody remembers by name.
const MOST: usize = 200;

/// A goal with its name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct SavedGoal {
    /// Its name.
    pub(crate) name: String,
    /// The goal.
    pub(crate) goal: String,
    /// What a newer version wrote.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// What is kept: goals, and what a newer version may keep among them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
enum Kept {
    Goal(SavedGoal),
    Other(Value),
}

/// All of them. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Saved {
    engine: Engine,
    /// All of them, in the order in which they were saved.
    pub(crate) all: RwSignal<Vec<SavedGoal>>,
    /// Whether they are looked at.
    pub(crate) open: RwSignal<bool>,
    /// The goal that is about to be given a name.
    pub(crate) draft: RwSignal<String>,
    /// The one that was last removed, or that another of its name has replaced, and where it stood.
    pub(crate) removed: RwSignal<Option<(usize, SavedGoal)>>,
    /// Why one could not be kept.
    pub(crate) problem: RwSignal<Option<Problem>>,
}

impl Saved {
    pub(in crate::model) fn new(engine: Engine) -> Self {
        let saved = Self {
            engine,
            all: RwSignal::new(Vec::new()),
            open: RwSignal::new(false),
            draft: RwSignal::new(String::new()),
            removed: RwSignal::new(None),
            problem: RwSignal::new(None),
        };
        saved.read_again();
        saved
    }

    /// What is stored may be something else now.
    pub(in crate::model) fn read_again(self) {
        let text = self.engine.with_env(|env| env.storage.get(KEY).ok().flatten());
        let all = text.map(|text| read(&text)).unwrap_or_default();
        if self.all.with_untracked(|before| *before != all) {
            self.all.set(all);
        }
    }

    /// The goal that goes by these words, now and whenever one is saved.
    pub(in crate::model) fn goal_of(self, words: &str) -> Option<String> {
        self.all.with(|all| all.iter().find(|one| is_named(one, words)).map(|one| one.goal.clone()))
    }

    /// Opens the list of them, with that goal to be given a name.
    pub(crate) fn name_goal(self, goal: &str) {
        self.problem.set(None);
        self.removed.set(None);
        self.draft.set(goal.to_owned());
        self.open.set(true);
    }

    /// Keeps a goal under a name, in place of another of that name, with a way back to that. Whether it could.
    pub(crate) fn keep(self, name: &str, goal: &str) -> bool {
        let (name, goal) = (name.trim(), goal.trim());
        if let Err(problem) = check(name, goal) {
            self.problem.set(Some(problem.into()));
            return false;
        }
        let mut all = self.all.get_untracked();
        let full = all.len() >= MOST;
        let at = all.iter().position(|known| is_named(known, name));
        let replaced = at.and_then(|at| Some((at, all.get(at)?.clone()))).filter(|(_, known)| known.goal != goal);
        match at.and_then(|at| all.get_mut(at)) {
            Some(known) => {
                name.clone_into(&mut known.name);
                goal.clone_into(&mut known.goal);
            }
            None if full => {
                let full = DunlinError::new("saved.full", format!("found {MOST} saved goals, which is the most"));
                self.problem.set(Some(full.with_hint("remove one that is not needed").into()));
                return false;
            }
            None => all.push(SavedGoal { name: name.to_owned(), goal: goal.to_owned(), rest: Map::new() }),
        }
        let done = self.store(all);
        if done {
            self.removed.set(replaced);
        }
        done
    }

    /// Takes one out, with a way back.
    pub(crate) fn remove(self, name: &str) {
        let mut all = self.all.get_untracked();
        let Some(at) = all.iter().position(|one| is_named(one, name)) else { return };
        let gone = all.remove(at);
        if self.store(all) {
            self.removed.set(Some((at, gone)));
        }
    }

    /// Puts back what was last taken out or replaced; what stands in its place can be put back in turn.
    pub(crate) fn put_back(self) {
        let Some((at, one)) = self.removed.get_untracked() else { return };
        let mut all = self.all.get_untracked();
        let here = all.iter().position(|known| is_named(known, &one.name)).map(|at| (at, all.remove(at)));
        all.insert(at.min(all.len()), one);
        if self.store(all) {
            self.removed.set(here);
        }
    }

    /// What is said beside the way back.
    pub(crate) fn removed_words(self) -> Option<String> {
        let (_, one) = self.removed.get()?;
        let is_here = self.all.with(|all| all.iter().any(|known| is_named(known, &one.name)));
        Some(if is_here {
            format!("“{}” was “{}” before", one.name, shortened(&one.goal, 60))
        } else {
            format!("Removed “{}”", one.name)
        })
    }

    fn store(self, all: Vec<SavedGoal>) -> bool {
        let before = self.engine.with_env(|env| env.storage.get(KEY).ok().flatten()).unwrap_or_default();
        let text = written(&before, &all);
        let stored = self.engine.with_env(|env| env.storage.set(KEY, &text));
        let done = stored.is_ok();
        self.problem.set(stored.err().map(|error| DunlinError::from(error).into()));
        if done {
            self.all.set(all);
        }
        done
    }
}

/// Whether words are the name of a goal, however they are written.
fn is_named(one: &SavedGoal, words: &str) -> bool {
    one.name.to_lowercase() == words.trim().to_lowercase()
}

fn check(name: &str, goal: &str) -> Result<(), DunlinError> {
    let wrong = |found: &str, hint: &str| Err(DunlinError::new("saved.invalid", found).with_hint(hint));
    if name.is_empty() {
        return wrong("the goal has no name", "type what you will call it, such as “monday morning”");
    }
    if name.chars().count() > LONGEST_NAME {
        return wrong("the name is too long", "type at most 60 characters");
    }
    if crate::model::asked_of_the_page(name).is_some() {
        return wrong("this name means something to the page itself", "type another one");
    }
    if goal.is_empty() {
        return wrong("there is no goal to save", "type what is to be done by that name");
    }
    Ok(())
}

/// Those of a JSON text; what is no goal is passed over.
fn read(text: &str) -> Vec<SavedGoal> {
    let goal = |one| match one {
        Kept::Goal(goal) => Some(goal),
        Kept::Other(_) => None,
    };
    stored::read::<Vec<Kept>>(text).into_iter().filter_map(goal).take(MOST).collect()
}

/// These goals as they are kept, with what is no goal of ours and was there before.
fn written(before: &str, all: &[SavedGoal]) -> String {
    let others = stored::read::<Vec<Kept>>(before).into_iter().filter(|one| matches!(one, Kept::Other(_)));
    json::write(&all.iter().cloned().map(Kept::Goal).chain(others).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn what_was_written_reads_back_and_a_name_is_found_however_it_is_written() {
        let one = SavedGoal { name: "Monday".to_owned(), goal: "list todos then 1 + 1".to_owned(), rest: Map::new() };
        assert_eq!(read(&written("", std::slice::from_ref(&one))), std::slice::from_ref(&one));
        assert_eq!(written("", std::slice::from_ref(&one)), r#"[{"name":"Monday","goal":"list todos then 1 + 1"}]"#);
        assert!(is_named(&one, " monday ") && !is_named(&one, "monday morning"));
        for text in ["", "{", "{}", r#"[1, {"name": "x"}]"#] {
            assert_eq!(read(text), [], "{text}");
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_a_newer_version_wrote_is_written_again() {
        let text = r#"[{"name":"a","goal":"1 + 1","icon":"sun"},{"folder":"b"},{"name":"c","goal":"2 + 2"}]"#;
        let all = read(text);
        assert_eq!(all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["a", "c"]);
        let again = r#"[{"name":"a","goal":"1 + 1","icon":"sun"},{"name":"c","goal":"2 + 2"},{"folder":"b"}]"#;
        assert_eq!(written(text, &all), again);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_name_is_asked_for_and_kept_short() {
        for (name, goal, is_right) in
            [("monday", "1 + 1", true), ("", "1 + 1", false), ("monday", "", false), ("undo", "1 + 1", false)]
        {
            assert_eq!(check(name, goal).is_ok(), is_right, "{name} {goal}");
        }
        assert!(check(&"m".repeat(61), "1 + 1").is_err());
    }
}
