//! The todos, by hand: the same commands on the same store that runs use.

mod edit;
pub(in crate::model) mod groups;
mod kept;
pub(in crate::model) mod line;
mod listing;
pub(in crate::model) mod reminders;
mod told;

use std::{collections::BTreeSet, rc::Rc};

use dunlin::{Changes, Command, Due, Field, Filter, Format, Now, Origin, Outcome, Run, Todo, TodoError};
use leptos::prelude::*;

use crate::model::{Engine, Problem, host::Entries, todos::groups::Group, todos::line::Line, words::value::items};
use told::changes;

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
    /// The local minute: what is said of dates follows it while the page is open.
    minute: RwSignal<String>,
    /// The local day.
    day: Memo<String>,
    /// Those that are listed, in order.
    listed: RwSignal<Vec<Rc<Todo>>, LocalStorage>,
    /// The groups that they stand in, one after the other, and how many are in each; none where they are one list.
    sizes: RwSignal<Vec<(Group, usize)>>,
    /// Those that were ticked here since the list was last asked for something else: they keep their place.
    ticked: StoredValue<BTreeSet<String>>,
    /// Whether those that are done are shown; nobody has said so at first.
    done_open: RwSignal<Option<bool>>,
    /// Those that are selected, and whether any are being selected.
    pub(crate) selected: RwSignal<Vec<String>>,
    /// Whether rows are being selected.
    pub(crate) selecting: RwSignal<bool>,
    /// Whether their order is made by hand.
    by_hand: StoredValue<bool>,
    /// What was asked for when they were listed.
    filter: StoredValue<Filter>,
    /// The one that is being dragged.
    pub(crate) dragged: StoredValue<Option<String>>,
    /// How many of them are drawn.
    limit: RwSignal<usize>,
    /// The one that is drawn wherever it stands: it was added, taken back or chosen last.
    wanted: RwSignal<Option<String>>,
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
    /// The same as it was when that began.
    begun: StoredValue<Todo>,
    /// What was last done and can be undone.
    pub(crate) said: RwSignal<Option<String>>,
    /// The run to undo, when that was last.
    said_of: StoredValue<Option<String>>,
    /// Whether what was last done can be done again, because it was undone.
    pub(crate) again: RwSignal<bool>,
    /// The last of what was added and is not in what is listed, and how many those are.
    pub(crate) hidden: RwSignal<Option<(Todo, usize)>>,
    /// What was kept here, when it has gone from storage under the page.
    pub(crate) lost: RwSignal<Entries>,
    /// Why the last command was refused.
    pub(crate) problem: RwSignal<Option<Problem>>,
}

impl Todos {
    pub(super) fn new(engine: Engine) -> Self {
        let minute = RwSignal::new(engine.with(dunlin::Dunlin::now).to_text());
        let todos = Self {
            engine,
            read: RwSignal::new(false),
            changed: RwSignal::new(0),
            minute,
            day: Memo::new(move |_| minute.with(|minute| minute.chars().take("YYYY-MM-DD".len()).collect())),
            listed: RwSignal::new_local(Vec::new()),
            sizes: RwSignal::new(Vec::new()),
            ticked: StoredValue::new(BTreeSet::new()),
            done_open: RwSignal::new(None),
            selected: RwSignal::new(Vec::new()),
            selecting: RwSignal::new(false),
            by_hand: StoredValue::new(true),
            filter: StoredValue::new(Filter::all()),
            dragged: StoredValue::new(None),
            limit: RwSignal::new(FIRST_ROWS),
            wanted: RwSignal::new(None),
            words: RwSignal::new(String::new()),
            draft: Line::new(engine, minute),
            edit: Line::new(engine, minute),
            edit_list: RwSignal::new(String::new()),
            editing: RwSignal::new(None),
            begun: StoredValue::new(Todo::default()),
            said: RwSignal::new(None),
            said_of: StoredValue::new(None),
            again: RwSignal::new(false),
            hidden: RwSignal::new(None),
            lost: RwSignal::new(Entries::new()),
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
        if !elsewhere {
            self.settle_said();
        }
        self.refresh();
    }

    /// What was said of an earlier change is over.
    fn settle_said(self) {
        if self.said.with_untracked(Option::is_some) {
            self.said.set(None);
        }
        self.again.set(false);
        if self.hidden.with_untracked(Option::is_some) {
            self.hidden.set(None);
        }
    }

    /// Time has passed, or somebody has come back: what is said of dates is said anew when it is another minute. Whether
    /// it is.
    pub(super) fn look_at_clock(self) -> bool {
        let now = self.now().to_text();
        let other = self.minute.with_untracked(|before| *before != now);
        if other {
            self.minute.set(now);
        }
        other
    }

    /// The local moment, now and whenever another day has begun.
    pub(crate) fn calendar(self) -> Now {
        // A memo that nobody has read yet follows nothing, so that it be tracked is not enough.
        self.day.with(|_| ());
        self.now()
    }

    /// The local moment, now and whenever another minute has begun.
    pub(crate) fn clock(self) -> Now {
        self.minute.track();
        self.now()
    }

    fn refresh(self) {
        self.changed.update(|changed| *changed = changed.wrapping_add(1));
        self.keep_edit_of_gone();
    }

    /// The day so many days from now.
    pub(crate) fn day(self, days: i32) -> Option<Due> {
        Due::parse(&self.now().plus_days(days).date_text())
    }

    /// Makes several due on another day, or on none; a time of day is kept with the day it belonged to.
    pub(crate) fn reschedule(self, ids: Vec<String>, due: Option<Due>) {
        let due = due.map_or(Field::Clear, Field::Set);
        self.change_each(ids, Changes { due, ..Changes::default() });
    }

    /// Gives several another priority, or none.
    pub(crate) fn prioritise(self, ids: Vec<String>, priority: Option<u8>) {
        let priority = priority.map_or(Field::Clear, Field::Set);
        self.change_each(ids, Changes { priority, ..Changes::default() });
    }

    fn change_each(self, ids: Vec<String>, changes: Changes) {
        if self.execute(Command::UpdateEach { ids, changes }, Say::Summary) {
            self.select_none();
        }
    }

    /// Selects one, or no longer.
    pub(crate) fn select(self, id: &str, yes: bool) {
        self.selected.update(|all| {
            all.retain(|one| one != id);
            all.extend(yes.then(|| id.to_owned()));
        });
        self.selecting.set(true);
    }

    /// Selects none, and ends selecting.
    pub(crate) fn select_none(self) {
        self.selected.set(Vec::new());
        self.selecting.set(false);
    }

    /// Completes several.
    pub(crate) fn complete_each(self, ids: Vec<String>) {
        if self.execute(Command::CompleteEach { ids }, Say::Summary) {
            self.select_none();
        }
    }

    /// Deletes several.
    pub(crate) fn delete_each(self, ids: Vec<String>) {
        if self.execute(Command::DeleteEach { ids }, Say::Summary) {
            self.select_none();
        }
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
    pub(crate) fn watch(self, id: String) -> Memo<Todo> {
        Memo::new(move |_| self.ask(|todos| todos.get(&id)).unwrap_or_default())
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

    /// Adds what is typed, and gives its id. If that fails, it stays typed.
    pub(crate) fn add_draft(self) -> Option<String> {
        self.look_at_clock();
        if self.draft.is_blank() {
            return None;
        }
        let (text, dismissed) = self.draft.said();
        self.added(
            self.engine.with(|dunlin| dunlin.quick_add_to(self.listed_list().as_deref(), &text, &dismissed)),
            Say::Nothing,
        )
    }

    /// Adds a todo for each of several lines, with one way back for all of them; the id of the last.
    pub(crate) fn add_lines(self, text: &str) -> Option<String> {
        self.added(self.engine.with(|dunlin| dunlin.add_lines_to(self.listed_list().as_deref(), text)), Say::Summary)
    }

    /// Adds a todo for each of these lines and leaves what is typed in the field; whether it did.
    pub(in crate::model) fn add_items(self, items: &[String]) -> bool {
        let added = self.engine.with(|dunlin| dunlin.add_lines(&items.join("\n")));
        let last = added.as_ref().ok().and_then(|added| Some(added.todos.last()?.id.clone()));
        let done = self.settle(added, Say::Summary);
        self.point_to(last.as_slice());
        done
    }

    /// The list that alone is listed: what is typed beside it is meant for it.
    fn listed_list(self) -> Option<String> {
        self.filter.with_value(|filter| filter.list.clone()).filter(|list| list != "inbox")
    }

    /// Takes in the todos of a file, whose kind its name tells.
    pub(crate) fn import_file(self, name: &str, text: &str) {
        let end = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        let format = match end.as_str() {
            "md" | "markdown" => Format::Markdown,
            "ics" => Format::ICalendar,
            "json" => Format::Json,
            "csv" | "tsv" => Format::Csv,
            _ => Format::TodoTxt,
        };
        let imported = self.engine.with(|dunlin| dunlin.todos().import(format, text));
        let notes = imported.as_ref().map(|imported| imported.notes.join("; ")).unwrap_or_default();
        if imported.as_ref().is_ok_and(|imported| imported.outcome.count == 0) {
            self.said.set(None);
            return self.problem.set(Some(Problem::nothing_in(name, notes)));
        }
        let of = |todos: &[Todo]| todos.iter().map(|todo| todo.id.clone()).collect::<Vec<_>>();
        let added = imported.as_ref().map(|imported| of(&imported.outcome.todos)).unwrap_or_default();
        let done = self.settle(imported.map(|imported| imported.outcome), Say::Summary);
        self.point_to(&added);
        if done && !notes.is_empty() {
            self.said.update(|said| *said = said.take().map(|said| format!("{said} ({notes})")));
        }
    }

    /// All todos as a file: its name, its kind and its text.
    pub(crate) fn export_file(self, format: Format) -> (&'static str, &'static str, String) {
        let export = self.engine.with(|dunlin| dunlin.todos().export(format));
        match format {
            Format::Json => ("todos.json", "application/json", export.text),
            Format::TodoTxt => ("todo.txt", "text/plain", export.text),
            Format::ICalendar => ("todos.ics", "text/calendar", export.text),
            Format::Csv => ("todos.csv", "text/csv", export.text),
            Format::Markdown => ("todos.md", "text/markdown", export.text),
        }
    }

    /// The field is empty again once its words are todos; the last of these.
    fn added(self, added: Result<Outcome, TodoError>, say: Say) -> Option<String> {
        let last = added.as_ref().ok().and_then(|added| Some(added.todos.last()?.id.clone()));
        if self.settle(added, say) {
            self.draft.start(String::new(), Vec::new());
        }
        self.point_to(last.as_slice());
        self.want_first(last)
    }

    /// The first of these, which is drawn.
    fn want_first(self, ids: impl IntoIterator<Item = String>) -> Option<String> {
        ids.into_iter().next().inspect(|id| self.want(id))
    }

    /// The step of a run that last changed it, and whether it completed it.
    pub(crate) fn changed_by(self, id: &str) -> Option<(String, bool)> {
        self.engine.with(|dunlin| dunlin.todos().changed_by(id))
    }

    /// Completes it or takes that back.
    pub(crate) fn complete(self, id: &str, done: bool) {
        let id = id.to_owned();
        if done {
            self.ticked.update_value(|ticked| {
                ticked.insert(id.clone());
            });
            self.execute(Command::Complete { id }, Say::Summary);
        } else {
            self.execute(Command::Reopen { id }, Say::Nothing);
        }
    }

    /// Completes all that are listed or takes that back; what is not shown stays as it is.
    pub(crate) fn complete_all(self, done: bool) {
        let ids = self.listed_ids(|todo| todo.completed != done);
        self.ticked.update_value(|ticked| ticked.extend(ids.iter().cloned()));
        self.execute(if done { Command::CompleteEach { ids } } else { Command::ReopenEach { ids } }, Say::Summary);
    }

    /// Deletes it.
    pub(crate) fn delete(self, id: &str) {
        self.execute(Command::Delete { id: id.to_owned() }, Say::Summary);
    }

    /// Deletes those that are completed, of those that are listed.
    pub(crate) fn clear_completed(self) {
        let ids = self.listed_ids(|todo| todo.completed);
        self.execute(Command::DeleteEach { ids }, Say::Summary);
    }

    /// Whether rows can be moved: their order is the one that is made by hand.
    pub(crate) fn is_by_hand(self) -> bool {
        self.by_hand.get_value()
    }

    /// Moves it by one place; where a group ends, there is none.
    pub(crate) fn shift(self, id: &str, down: bool) {
        let group = |id: &str| {
            let todo = self.engine.with(|dunlin| dunlin.todos().get(id))?;
            Some(Group::of(&todo, self.now()))
        };
        let beside = self.beside(id, if down { 1 } else { -1 });
        if let Some(beside) = beside.filter(|beside| group(beside) == group(id)) {
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
        let outcome = self.take_back()?;
        self.want_first(outcome.todos.into_iter().map(|todo| todo.id))
    }

    /// What that would take back, now and whenever it is something else.
    pub(crate) fn undoes(self) -> Option<String> {
        let run = self.said_of.get_value();
        // What a run did is told as a whole while that is said.
        let said = self.said.get().filter(|_| run.is_some() && !self.again.get_untracked());
        self.ask(|todos| todos.undoes(run.as_deref())).map(|undoes| said.unwrap_or(undoes))
    }

    fn take_back(self) -> Option<Outcome> {
        self.said.set(None);
        let run = self.said_of.get_value();
        let undone = self.engine.with(|dunlin| match run {
            Some(run) => dunlin.todos().undo_run(&run),
            None => dunlin.todos().undo(),
        });
        self.said_of.set_value(None);
        let outcome = self.or_problem(undone)??;
        self.said.set(Some(outcome.summary.clone()));
        self.again.set(true);
        Some(outcome)
    }

    /// Does again what was last taken back. The first todo that this is about.
    pub(crate) fn redo(self) -> Option<String> {
        let done = self.engine.with(|dunlin| dunlin.todos().redo());
        self.said_of.set_value(None);
        let outcome = self.or_problem(done)??;
        self.said.set(Some(outcome.summary));
        self.want_first(outcome.todos.into_iter().map(|todo| todo.id))
    }

    /// What was done, or the problem shown.
    fn or_problem<T>(self, done: Result<T, TodoError>) -> Option<T> {
        done.map_err(|error| self.problem.set(Some(error.into()))).ok()
    }

    /// Takes back what stands of what a run did.
    pub(crate) fn undo_run(self, run: &str) {
        self.said_of.set_value(Some(run.to_owned()));
        let said = self.said.get_untracked();
        if self.take_back().is_none() {
            self.said.set(said);
        }
    }

    /// The run to undo, when what was last done is a run's.
    pub(crate) fn said_run(self) -> Option<String> {
        self.said_of.get_value()
    }

    /// Says what a run changed, and offers to undo all of it.
    pub(super) fn say_run(self, run: &Run) {
        // What a run added is looked for where the list leaves it out.
        let added = run.execution_log.iter().chain(&run.inner_log).filter(|step| {
            step.success
                && step.tool_name == "todo_store"
                && step.tool_input.get("action").is_some_and(|action| action == "add")
        });
        let todos = added.filter_map(|step| items(step.output.as_ref()?)).flatten();
        self.point_to(&todos.filter_map(|todo| todo.get("id")?.as_str().map(str::to_owned)).collect::<Vec<_>>());
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
                self.problem.set(Some(error.into()));
                // Another tab may have been quicker: what is shown must be what is there.
                self.refresh();
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
