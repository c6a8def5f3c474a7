//! The todos, by hand: the same commands on the same store that runs use.

use std::rc::Rc;

use dunlin::{Command, ExecutionStep, Filter, Now, Origin, Outcome, Run, Sort, Todo, TodoError};
use dunlin_base::{SortedSet, StorageKind};
use leptos::prelude::*;

use super::{Engine, Listing, Narrow, Problem, line::Line};
use crate::ui::{follow, format::counted};

/// How many rows are drawn before somebody asks for more: a list of thousands stays quick.
const PAGE_ROWS: usize = 200;
/// How many are drawn with the first frame: as many as a screen shows below the goal. The others come with the next one.
const FIRST_ROWS: usize = 14;

/// The todo panel's state. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Todos {
    engine: Engine,
    /// Whether what is stored was read: very much of it is only when the page stands.
    read: RwSignal<bool>,
    /// Told whenever anything about the todos has changed.
    changed: RwSignal<u32>,
    /// Those that are listed, in order.
    listed: RwSignal<Vec<Rc<Todo>>, LocalStorage>,
    /// Whether their order is made by hand.
    by_hand: StoredValue<bool>,
    /// The one that is being dragged.
    pub(crate) dragged: StoredValue<Option<String>>,
    /// How many of them are drawn.
    limit: RwSignal<usize>,
    /// Words that are looked for.
    pub(crate) words: RwSignal<String>,
    /// The line of a new one.
    pub(crate) draft: Line,
    /// The line of the one that is being edited.
    pub(crate) edit: Line,
    /// The list that it is to be on.
    pub(crate) edit_list: RwSignal<String>,
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
        let todos = Self {
            engine,
            read: RwSignal::new(false),
            changed: RwSignal::new(0),
            listed: RwSignal::new_local(Vec::new()),
            by_hand: StoredValue::new(true),
            dragged: StoredValue::new(None),
            limit: RwSignal::new(FIRST_ROWS),
            words: RwSignal::new(String::new()),
            draft: Line::new(engine),
            edit: Line::new(engine),
            edit_list: RwSignal::new(String::new()),
            editing: RwSignal::new(None),
            said: RwSignal::new(None),
            said_of: StoredValue::new(None),
            problem: RwSignal::new(None),
        };
        if !engine.reads_todos_later() {
            todos.read();
        }
        todos
    }

    /// Reads what is stored and follows it, unless that was done.
    pub(super) fn read(self) {
        if self.read.get_untracked() {
            return;
        }
        let subscription =
            self.engine.with(|dunlin| dunlin.todos().subscribe(Box::new(move |change| self.heard(change.elsewhere))));
        // Kept for as long as the page lives.
        Box::leak(Box::new(subscription));
        self.read.set(true);
    }

    /// Whether what is stored was read; until then there seems to be nothing.
    pub(crate) fn is_read(self) -> bool {
        self.read.get()
    }

    /// Something was changed: the way back that is offered was for what was changed before it. Who made the change says so.
    fn heard(self, elsewhere: bool) {
        if !elsewhere && self.said.with_untracked(Option::is_some) {
            self.said.set(None);
        }
        self.refresh();
    }

    fn refresh(self) {
        self.changed.update(|changed| *changed = changed.wrapping_add(1));
    }

    /// Lists what the place in the page and the words looked for ask for; again whenever something changes.
    pub(super) fn list(self, listing: Listing, narrow: &Narrow) {
        self.changed.track();
        if !self.is_read() {
            return;
        }
        let filter = self.words.with(|words| narrow.filter(listing, words));
        self.by_hand.set_value(filter.sort == Sort::Manual);
        self.listed.set(self.engine.with(|dunlin| dunlin.todos().list_shared(&filter)));
    }

    /// Something of all todos, now and whenever they change.
    pub(crate) fn ask<T>(self, of: impl FnOnce(&dunlin::TodoStore) -> T) -> T {
        self.changed.track();
        self.engine.with(|dunlin| of(dunlin.todos()))
    }

    /// The local moment.
    pub(crate) fn now(self) -> Now {
        self.engine.with(dunlin::Dunlin::now)
    }

    /// A todo, now and whenever it changes: a row of many asks once and not for each of its words.
    pub(crate) fn watch(self, id: String) -> RwSignal<Todo> {
        let todo = RwSignal::new(Todo::default());
        follow(Box::new(move || {
            let now = self.ask(|todos| todos.get(&id)).unwrap_or_default();
            if todo.with_untracked(|before| *before != now) {
                todo.set(now);
            }
        }));
        todo
    }

    /// The ids of those that are drawn.
    pub(crate) fn drawn(self) -> Vec<String> {
        let limit = self.limit.get();
        self.listed.with(|listed| listed.iter().take(limit).map(|todo| todo.id.clone()).collect())
    }

    /// How many are listed, and how many of them are not drawn.
    pub(crate) fn counts(self) -> (usize, usize) {
        let listed = self.listed.with(Vec::len);
        (listed, listed.saturating_sub(self.limit.get().max(PAGE_ROWS)))
    }

    /// Draws the whole first page, once the page stands.
    pub(super) fn draw_page(self) {
        self.limit.set(PAGE_ROWS);
    }

    /// Draws more.
    pub(crate) fn draw_more(self) {
        self.limit.update(|limit| *limit += PAGE_ROWS);
    }

    /// How many more there would be.
    pub(crate) fn next_page(self) -> usize {
        self.counts().1.min(PAGE_ROWS)
    }

    /// The tags in use, each once, by name.
    pub(crate) fn tags(self) -> Vec<String> {
        let mut tags: Vec<String> = Vec::new();
        for todo in self.ask(|todos| todos.list_shared(&Filter::all())) {
            for tag in &todo.tags {
                if let Err(place) = tags.binary_search(tag) {
                    tags.insert(place, tag.clone());
                }
            }
        }
        tags
    }

    /// The named lists.
    pub(crate) fn lists(self) -> Vec<String> {
        self.ask(|todos| todos.lists().into_iter().map(|list| list.name).collect())
    }

    /// The todo beside that one in what is listed.
    fn beside(self, id: &str, step: isize) -> Option<String> {
        self.listed.with_untracked(|listed| {
            let place = listed.iter().position(|todo| todo.id == id)?;
            Some(listed.get(place.checked_add_signed(step)?)?.id.clone())
        })
    }

    /// The todo to look at when this one is gone: the next, else the one before.
    pub(crate) fn neighbour(self, id: &str) -> Option<String> {
        self.beside(id, 1).or_else(|| self.beside(id, -1))
    }

    /// Adds what is typed, and gives its id. If that fails, it stays typed.
    pub(crate) fn add_draft(self) -> Option<String> {
        if self.draft.is_blank() {
            return None;
        }
        let (text, dismissed) = self.draft.said();
        self.added(self.engine.with(|dunlin| dunlin.quick_add(&text, &dismissed)), Say::Nothing)
    }

    /// Adds a todo for each of several lines, with one way back for all of them; the id of the last.
    pub(crate) fn add_lines(self, text: &str) -> Option<String> {
        self.added(self.engine.with(|dunlin| dunlin.add_lines(text)), Say::Summary)
    }

    /// The field is empty again once its words are todos; the last of these.
    fn added(self, added: Result<Outcome, TodoError>, say: Say) -> Option<String> {
        let last = added.as_ref().ok().and_then(|added| Some(added.todos.last()?.id.clone()));
        if self.settle(added, say) {
            self.draft.start(String::new(), Vec::new());
        }
        last
    }

    /// The step of a run that last changed it, and whether it completed it.
    pub(crate) fn changed_by(self, id: &str) -> Option<(String, bool)> {
        self.engine.with(|dunlin| dunlin.todos().changed_by(id))
    }

    /// Whether what is stored outlives the page.
    pub(crate) fn is_kept(self) -> bool {
        self.engine.with_env(|env| env.storage.kind() != StorageKind::Memory)
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
            let all = self.engine.with(|dunlin| dunlin.todos().list_shared(&Filter::completed()));
            Command::ReopenEach { ids: all.iter().map(|todo| todo.id.clone()).collect() }
        };
        self.execute(command, Say::Summary);
    }

    /// Opens it for editing, as the line that would make it.
    pub(crate) fn begin_edit(self, id: &str) {
        let Some(todo) = self.engine.with(|dunlin| dunlin.todos().get(id)) else { return };
        let line = self.engine.with(|dunlin| dunlin.line_of(&todo));
        self.edit.start(line.text, line.dismissed);
        self.edit_list.set(todo.list.unwrap_or_default());
        self.editing.set(Some(id.to_owned()));
    }

    /// Gives an edit up.
    pub(crate) fn end_edit(self) {
        self.editing.set(None);
    }

    /// Keeps what was edited; a line with nothing in it deletes.
    pub(crate) fn save_edit(self) {
        let Some(id) = self.editing.get_untracked() else { return };
        self.end_edit();
        if self.edit.is_blank() {
            return self.delete(&id);
        }
        let (text, dismissed) = self.edit.said();
        let list = self.edit_list.get_untracked();
        let revised = self.engine.with(|dunlin| dunlin.revise(&id, &text, &dismissed, Some(&list))).transpose();
        if let Some(outcome) = revised {
            self.settle(outcome, Say::Summary);
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

    /// Whether rows can be moved: their order is the one that is made by hand.
    pub(crate) fn is_by_hand(self) -> bool {
        self.by_hand.get_value()
    }

    /// Moves it by one place.
    pub(crate) fn shift(self, id: &str, down: bool) {
        if let Some(beside) = self.beside(id, if down { 1 } else { -1 }) {
            self.place(id, &beside, down);
        }
    }

    /// Moves it directly before or after another one, in an order that is made by hand.
    pub(crate) fn place(self, id: &str, beside: &str, after: bool) {
        let after = if after { Some(beside.to_owned()) } else { self.beside(beside, -1) };
        if self.is_by_hand() && id != beside && after.as_deref() != Some(id) {
            self.execute(Command::Move { id: id.to_owned(), after }, Say::Nothing);
        }
    }

    /// Takes back what was last done. The first todo that this is about.
    pub(crate) fn undo(self) -> Option<String> {
        self.said.set(None);
        let run = self.said_of.get_value();
        let undone = self.engine.with(|dunlin| match run {
            Some(run) => dunlin.todos().undo_run(&run),
            None => dunlin.todos().undo(),
        });
        match undone {
            Ok(outcome) => Some(outcome?.todos.first()?.id.clone()),
            Err(error) => {
                self.problem.set(Some(error.into()));
                None
            }
        }
    }

    /// Says what a run changed, and offers to undo all of it.
    pub(super) fn say_run(self, run: &Run) {
        if let Some(said) = changes(&run.execution_log) {
            self.said_of.set_value(Some(run.run_id.clone()));
            self.said.set(Some(said));
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
                // Another tab may have been quicker: what is shown must be what is there.
                self.refresh();
                self.problem.set(Some(error.into()));
                false
            }
        }
    }
}

/// Whether a command is worth a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Say {
    Summary,
    Nothing,
}

/// What the steps of a run changed: a single one in its own words, several by the todos that they were about, each counted
/// once. None when they only looked.
fn changes(log: &[ExecutionStep]) -> Option<String> {
    let summary = |step: &ExecutionStep| Some(step.metadata.as_ref()?.get("summary")?.as_str()?.to_owned());
    let wrote: Vec<&ExecutionStep> = log.iter().filter(|step| step.success && summary(step).is_some()).collect();
    if let [only] = wrote.as_slice() {
        return summary(only).map(|summary| format!("The run {summary}"));
    }
    let mut ids: SortedSet<&str> = SortedSet::new();
    let mut unlisted = 0;
    for step in &wrote {
        let Some(output) = &step.output else { continue };
        let todos = output.get("todos").unwrap_or(output);
        let todos = todos.as_array().map_or(std::slice::from_ref(todos), Vec::as_slice);
        let listed: Vec<&str> = todos.iter().filter_map(|todo| todo.get("id")?.as_str()).collect();
        let count = step.metadata.as_ref().and_then(|metadata| metadata.get("count")?.as_u64()).unwrap_or_default();
        unlisted += (count as usize).saturating_sub(listed.len());
        ids.extend(listed);
    }
    match ids.len() + unlisted {
        _ if wrote.is_empty() => None,
        0 => Some(format!("The run made {}", counted(wrote.len(), "change"))),
        todos => Some(format!("The run changed {}", counted(todos, "todo"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin::StepStatus;
    use serde_json::{Value, json};

    fn step(output: Value, metadata: Value) -> ExecutionStep {
        ExecutionStep {
            step_number: 1,
            tool_name: "todo_store".into(),
            tool_input: json!({}),
            status: StepStatus::Succeeded,
            success: true,
            output: Some(output),
            error: None,
            metadata: Some(metadata),
            attempts: 1,
            duration_ms: None,
            started_at_ms: None,
            completed_at_ms: None,
            thought: String::new(),
            error_code: None,
            approval: None,
        }
    }

    #[test]
    fn a_run_says_how_many_todos_it_changed() {
        let one = |id: &str| json!({"id": id, "text": "Sweep"});
        let added = || step(one("a"), json!({"count": 1, "summary": "added \"Sweep\""}));
        let completed = || step(one("a"), json!({"count": 1, "summary": "completed \"Sweep\""}));
        let deleted = || step(json!([one("a"), one("b")]), json!({"count": 2, "summary": "deleted 2 todos"}));
        let list = || step(json!({"name": "Yard", "deleted": 3}), json!({"count": 3, "summary": "deleted the list"}));
        let made = || step(json!({"name": "Yard"}), json!({"count": 0, "summary": "created the list"}));
        let looked = || step(json!([one("a")]), json!({"count": 1}));
        for (log, expected) in [
            (vec![], None),
            (vec![looked()], None),
            (vec![looked(), deleted()], Some("The run deleted 2 todos")),
            (vec![added(), completed()], Some("The run changed 1 todo")),
            (vec![added(), deleted()], Some("The run changed 2 todos")),
            (vec![added(), list()], Some("The run changed 4 todos")),
            (vec![made(), made()], Some("The run made 2 changes")),
        ] {
            assert_eq!(changes(&log).as_deref(), expected);
        }
    }
}
