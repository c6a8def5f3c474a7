//! The todos, by hand: the same commands on the same store that runs use.

use std::collections::BTreeMap;

use dunlin::{Changes, Command, Filter, Origin, Outcome, QuickAddSpan, Run, Todo, TodoError};
use dunlin_base::Utf16Span;
use leptos::prelude::*;

use super::{Engine, Problem};
use crate::{prompt::follow, ui::format::counted};

/// A direction in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shift {
    /// Towards the front.
    Earlier,
    /// Towards the end.
    Later,
}

/// The todo panel's state. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Todos {
    engine: Engine,
    /// All of them, in order.
    pub(crate) list: RwSignal<Vec<Todo>>,
    /// Where each one is in the list.
    places: RwSignal<BTreeMap<String, usize>>,
    /// The words of a new one.
    pub(crate) draft: RwSignal<String>,
    /// Readings of them that were taken back.
    dismissed: RwSignal<Vec<Utf16Span>>,
    /// What they say beyond the text.
    pub(crate) readings: Memo<Vec<QuickAddSpan>>,
    /// The one that is being edited.
    pub(crate) editing: RwSignal<Option<String>>,
    /// What was last done and can be undone.
    pub(crate) said: RwSignal<Option<String>>,
    /// The run to undo, when that was last.
    said_of: StoredValue<Option<String>>,
    /// Why the last command was refused.
    pub(crate) problem: RwSignal<Option<Problem>>,
}

impl Todos {
    pub(super) fn new(engine: Engine) -> Self {
        let draft = RwSignal::new(String::new());
        let dismissed = RwSignal::new(Vec::new());
        let readings =
            Memo::new(move |_| draft.with(|draft| dismissed.with(|dismissed| read(engine, draft, dismissed))));
        let todos = Self {
            engine,
            list: RwSignal::new(Vec::new()),
            places: RwSignal::new(BTreeMap::new()),
            draft,
            dismissed,
            readings,
            editing: RwSignal::new(None),
            said: RwSignal::new(None),
            said_of: StoredValue::new(None),
            problem: RwSignal::new(None),
        };
        todos.refresh();
        let subscription = engine.with(|dunlin| dunlin.todos().subscribe(Box::new(move |_change| todos.refresh())));
        // Kept for as long as the page lives.
        StoredValue::new_local(subscription);
        todos
    }

    fn refresh(self) {
        let list = self.engine.with(|dunlin| dunlin.todos().list(&Filter::all()));
        let places = list.iter().enumerate().map(|(place, todo)| (todo.id.clone(), place)).collect();
        // One after the other would let a row look at the wrong todo in between.
        batch(|| {
            self.places.set(places);
            self.list.set(list);
        });
    }

    /// Something of a todo, now and whenever it changes.
    pub(crate) fn read<T>(self, id: &str, of: impl FnOnce(&Todo) -> T) -> Option<T> {
        let place = self.places.with(|places| places.get(id).copied())?;
        self.list.with(|list| list.get(place).map(of))
    }

    /// The same, once.
    pub(crate) fn read_once<T>(self, id: &str, of: impl FnOnce(&Todo) -> T) -> Option<T> {
        untrack(|| self.read(id, of))
    }

    /// The todo to look at when this one is gone: the next, else the one before.
    pub(crate) fn neighbour(self, id: &str) -> Option<String> {
        let place = self.places.with_untracked(|places| places.get(id).copied())?;
        self.list.with_untracked(|list| {
            let other = list.get(place + 1).or_else(|| list.get(place.checked_sub(1)?))?;
            Some(other.id.clone())
        })
    }

    /// The field for a new one now holds these words.
    pub(crate) fn type_in(self, text: String) {
        let kept = self.draft.with_untracked(|before| self.dismissed.with_untracked(|all| follow(before, &text, all)));
        self.dismissed.set(kept);
        self.problem.set(None);
        self.draft.set(text);
    }

    /// Takes back a reading of the new one's words.
    pub(crate) fn dismiss(self, span: Utf16Span) {
        self.dismissed.update(|dismissed| dismissed.push(span));
    }

    /// Adds what is typed. If that fails, it stays typed.
    pub(crate) fn add_draft(self) {
        let text = self.draft.get_untracked();
        if text.trim().is_empty() {
            return;
        }
        let added = self.engine.with(|dunlin| self.dismissed.with_untracked(|all| dunlin.quick_add(&text, all)));
        if self.settle(added, Say::Nothing) {
            self.type_in(String::new());
        }
    }

    /// Completes it or takes that back.
    pub(crate) fn complete(self, id: &str, done: bool) {
        let id = id.to_owned();
        if done {
            self.execute(Command::Complete { id }, Say::Summary);
        } else {
            self.execute(Command::Reopen { id }, Say::Nothing);
        }
    }

    /// Completes all of them or takes that back.
    pub(crate) fn complete_all(self, done: bool) {
        let command = if done {
            Command::CompleteAll { list: None }
        } else {
            let ids = self.list.with_untracked(|list| list.iter().map(|todo| todo.id.clone()).collect());
            Command::ReopenEach { ids }
        };
        self.execute(command, Say::Summary);
    }

    /// Gives it other words; none at all delete it.
    pub(crate) fn rename(self, id: &str, text: &str) {
        self.editing.set(None);
        let text = text.trim();
        if text.is_empty() {
            self.delete(id);
        } else if self.read_once(id, |todo| todo.text != text) == Some(true) {
            let changes = Changes { text: Some(text.to_owned()), ..Changes::default() };
            self.execute(Command::Update { id: id.to_owned(), changes }, Say::Summary);
        }
    }

    /// Deletes it.
    pub(crate) fn delete(self, id: &str) {
        self.execute(Command::Delete { id: id.to_owned() }, Say::Summary);
    }

    /// Deletes those that are completed.
    pub(crate) fn clear_completed(self) {
        self.execute(Command::ClearCompleted { list: None }, Say::Summary);
    }

    /// Moves it by one place.
    pub(crate) fn shift(self, id: &str, shift: Shift) {
        let Some(place) = self.places.with_untracked(|places| places.get(id).copied()) else { return };
        let id_at = |place: Option<usize>| {
            self.list.with_untracked(|list| place.and_then(|place| list.get(place)).map(|todo| todo.id.clone()))
        };
        let after = match shift {
            Shift::Earlier if place == 0 => return,
            Shift::Earlier => id_at(place.checked_sub(2)),
            Shift::Later => match id_at(Some(place + 1)) {
                None => return,
                next => next,
            },
        };
        self.execute(Command::Move { id: id.to_owned(), after }, Say::Nothing);
    }

    /// Takes back what was last done.
    pub(crate) fn undo(self) {
        self.said.set(None);
        let run = self.said_of.get_value();
        let undone = self.engine.with(|dunlin| match run {
            Some(run) => dunlin.todos().undo_run(&run),
            None => dunlin.todos().undo(),
        });
        if let Err(error) = undone {
            self.problem.set(Some(error.into()));
        }
    }

    /// Says what a run changed, and offers to undo all of it.
    pub(super) fn say_run(self, run: &Run) {
        let wrote = |step: &&dunlin::ExecutionStep| {
            let action = step.tool_input.get("action").and_then(serde_json::Value::as_str).unwrap_or_default();
            step.success && step.tool_name == "todo_store" && !READING.contains(&action)
        };
        let changes = run.execution_log.iter().filter(wrote).count();
        if changes > 0 {
            self.said_of.set_value(Some(run.run_id.clone()));
            self.said.set(Some(format!("The run made {}", counted(changes, "change"))));
        }
    }

    fn execute(self, command: Command, say: Say) -> bool {
        let outcome = self.engine.with(|dunlin| dunlin.todos().execute(command, &Origin::hand()));
        self.settle(outcome, say)
    }

    fn settle(self, outcome: Result<Outcome, TodoError>, say: Say) -> bool {
        self.problem.set(None);
        self.said_of.set_value(None);
        match outcome {
            Ok(outcome) => {
                self.said.set((say == Say::Summary && outcome.undoable).then_some(outcome.summary));
                true
            }
            Err(error) => {
                self.refuse(error);
                false
            }
        }
    }

    fn refuse(self, error: TodoError) {
        // Another tab may have been quicker: what is shown must be what is there.
        self.refresh();
        self.problem.set(Some(error.into()));
    }
}

/// Whether a command is worth a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Say {
    Summary,
    Nothing,
}

/// What a line of quick add says beyond its text.
fn read(engine: Engine, line: &str, dismissed: &[Utf16Span]) -> Vec<QuickAddSpan> {
    let overlap = |a: Utf16Span, b: Utf16Span| a.start < b.end && b.start < a.end;
    let mut spans = dunlin::parse_quick_add(line, engine.with(dunlin::Dunlin::now)).spans;
    spans.retain(|reading| !matches!(reading.kind, "quote" | "opening"));
    spans.retain(|reading| !dismissed.iter().any(|span| overlap(*span, reading.span)));
    spans
}

/// Actions that change nothing.
const READING: [&str; 6] = ["list", "get", "search", "count", "list_names", "count_lists"];
