//! The store: todos in storage and in memory, changed only by commands, followed by whoever subscribes.
//!
//! It knows storage keys and the ledger; it knows no language, no tools and no plans. Other tabs share the storage: each todo
//! has its own key, so two tabs that add at once both win, and what another tab wrote is read again when the host says so.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
    rc::{Rc, Weak},
};

use dunlin_base::{Diagnostic, Env, Ids, Storage, StorageError, StorageKind, iso_utc, json};
use serde_json::{Map, Value};

use crate::{
    Command, List, LocalNow, Todo, TodoError, TodoErrorKind,
    command::{Draft, Moment},
    keys::{CHANGE, LIST, LIST_NAME, PREFIX, SHOWN, TODO, TODO_NAME, list_name, todo_name},
    ledger::{Ledger, Settled},
    load,
    record::{self, MAX_RESULTS, Record, RecordKind, VERSION},
    shown::Shown,
    state::State,
    stored,
};

/// Who asks for a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The run it is part of, so that the whole run can be undone.
    pub run_id: Option<String>,
    /// The same key again gives the first outcome again, and changes nothing.
    pub idempotency_key: Option<String>,
}

impl Origin {
    /// A person, by hand.
    pub fn hand() -> Self {
        Self::default()
    }

    /// A step of a run.
    pub fn step(run_id: impl Into<String>, idempotency_key: impl Into<String>) -> Self {
        Self { run_id: Some(run_id.into()), idempotency_key: Some(idempotency_key.into()) }
    }
}

/// What a command came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The todos it was about, as they are now, or as they were when it removed them.
    pub todos: Vec<Todo>,
    /// Todos that came to be besides: the next of a recurring one.
    pub created: Vec<Todo>,
    /// What was done, in a few words.
    pub summary: String,
    /// How many todos it was about; more than `todos` only for an old change of very many.
    pub count: usize,
    /// How many todos there were afterwards.
    pub total: usize,
    /// How many of them were not completed.
    pub active: usize,
    /// Whether it can be undone.
    pub undoable: bool,
    /// Whether the idempotency key had been used, so that this is the first outcome again.
    pub repeated: bool,
}

/// The moment of a change, and its identifier.
pub(crate) struct Stamp {
    id: String,
    at: String,
    now: LocalNow,
}

/// How often all is read anew because a host's storage changes it on the way.
const MOST_READINGS: u32 = 8;

/// What subscribers hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The todos that were added, changed or removed; empty when only lists were.
    pub ids: Vec<String>,
    /// Whether another tab did it.
    pub elsewhere: bool,
}

type Listener = Rc<dyn Fn(&Change)>;

pub(crate) struct Inner {
    pub(crate) env: Env,
    pub(crate) ids: Ids,
    pub(crate) state: RefCell<State>,
    pub(crate) ledger: RefCell<Ledger>,
    pub(crate) shown: RefCell<Shown>,
    notices: RefCell<Vec<Diagnostic>>,
    listeners: RefCell<BTreeMap<u64, Listener>>,
    next_listener: Cell<u64>,
    /// Whether what is stored is still to be read.
    unread: Cell<bool>,
    /// What of it was read so far, where it is read a little at a time.
    slices: RefCell<Option<load::Slices>>,
    /// The names of values that may be others in storage than here, because writing or reading them failed.
    doubtful: RefCell<BTreeSet<String>>,
    /// Whether a change is being worked out or written; a host's clock or storage may call back meanwhile.
    busy: Cell<bool>,
    /// How often what is held in memory was changed: what was read before such a change may be older than it.
    pub(crate) changes: Cell<u64>,
}

/// All todos. Clones share one store.
#[derive(Clone)]
pub struct TodoStore(pub(crate) Rc<Inner>);

/// Keeps a subscription alive; dropping it ends it.
pub struct Subscription {
    store: Weak<Inner>,
    number: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(inner) = self.store.upgrade() {
            inner.listeners.borrow_mut().remove(&self.number);
        }
    }
}

impl TodoStore {
    /// Reads what is stored. Never fails: what cannot be read is set aside and reported by [`TodoStore::notices`].
    pub fn open(env: &Env) -> Self {
        let store = Self::open_unread(env);
        store.read_stored();
        store
    }

    /// Opens without reading what is stored, for a host that shows something else first. Before anything is asked of it,
    /// [`TodoStore::read_stored`] is to be called.
    pub fn open_unread(env: &Env) -> Self {
        Self(Rc::new(Inner {
            env: env.clone(),
            ids: Ids::new(),
            state: RefCell::default(),
            ledger: RefCell::default(),
            shown: RefCell::default(),
            notices: RefCell::default(),
            listeners: RefCell::default(),
            next_listener: Cell::new(0),
            unread: Cell::new(true),
            slices: RefCell::default(),
            doubtful: RefCell::default(),
            busy: Cell::new(false),
            changes: Cell::new(0),
        }))
    }

    /// Reads what is stored, unless that was done, and what could not be read then.
    pub fn read_stored(&self) {
        let doubtful = std::mem::take(&mut *self.0.doubtful.borrow_mut());
        self.look_again(doubtful);
        if self.0.unread.get() {
            let notices = match self.read_all(load::Manner::Repair) {
                Ok(notices) => notices,
                Err(error) => vec![load::unreadable(&error)],
            };
            *self.0.notices.borrow_mut() = notices;
        }
    }

    /// Reads so many of the stored entries, for a host that must not be held up by all of them at once. Whether there are more:
    /// nothing is known of any before the last. Whatever asks for the todos meanwhile reads all of them.
    pub fn read_some(&self, entries: usize) -> bool {
        if !self.0.unread.get() {
            self.0.slices.borrow_mut().take();
            return false;
        }
        let begun = self.0.slices.borrow_mut().take();
        let gone_on = begun.map_or_else(|| load::Slices::begin(self.storage()), Ok).and_then(|mut slices| {
            let more = slices.go_on(self.storage(), entries)?;
            if more {
                *self.0.slices.borrow_mut() = Some(slices);
                return Ok(None);
            }
            slices.finish(self.storage()).map(Some)
        });
        match gone_on {
            Ok(None) => return true,
            Ok(Some(reading)) => {
                let notices = self.take_in(reading);
                *self.0.notices.borrow_mut() = notices;
            }
            // What cannot be read a little at a time is read, or refused, as a whole.
            Err(_) => {}
        }
        self.read_stored();
        false
    }

    /// What was found wrong with the stored data: what was set aside, what a newer version wrote.
    pub fn notices(&self) -> Vec<Diagnostic> {
        self.0.notices.borrow().clone()
    }

    /// Carries out a command: all of it, in storage and in memory, or nothing.
    pub fn execute(&self, command: Command, origin: &Origin) -> Result<Outcome, TodoError> {
        if let Some(first) = self.begin(origin)? {
            return Ok(first);
        }
        let mut stamp = self.stamp();
        let ids = command.ids().unwrap_or_else(|| self.0.state.borrow().ids());
        self.refresh(&ids)?;
        let mut draft = self.draft(command.clone(), origin, &stamp)?;
        // What is as it should be already may be so by a change of which another tab has told a failure: once that is taken back,
        // nothing would be left of what is acknowledged here.
        if draft.effects.is_empty() && !ids.is_empty() && self.settle_failed()? {
            self.refresh(&ids)?;
            draft = self.draft(command, origin, &stamp)?;
        }
        self.name(&mut stamp)?;
        self.commit(draft, stamp, origin, RecordKind::Do, Vec::new())
    }

    /// The todo with that id.
    pub fn get(&self, id: &str) -> Option<Todo> {
        if !self.0.unread.get() && (self.storage().kind() == StorageKind::Custom || self.is_doubtful(id)) {
            self.look_again([todo_name(id)]);
        }
        self.0.state.borrow().get(id).map(|todo| todo.as_ref().clone())
    }

    /// How many todos there are.
    pub fn total(&self) -> usize {
        self.0.state.borrow().total()
    }

    /// How many todos are not completed.
    pub fn active(&self) -> usize {
        self.0.state.borrow().active()
    }

    /// The named lists, those made on purpose also when nothing is on them.
    pub fn lists(&self) -> Vec<List> {
        self.0.state.borrow().lists()
    }

    /// The environment it was opened in.
    pub fn env(&self) -> &Env {
        &self.0.env
    }

    /// The local moment that "today" and "overdue" are counted from.
    pub fn now(&self) -> LocalNow {
        LocalNow::of(&self.0.env)
    }

    /// Tells `listener` of every change, its own and other tabs', until the subscription is dropped.
    pub fn subscribe(&self, listener: Box<dyn Fn(&Change)>) -> Subscription {
        let number = self.0.next_listener.get();
        self.0.next_listener.set(number + 1);
        self.0.listeners.borrow_mut().insert(number, Rc::from(listener));
        Subscription { store: Rc::downgrade(&self.0), number }
    }

    /// Another tab changed the storage under `key`, or all of it: reads it again.
    pub fn storage_changed(&self, key: Option<&str>) {
        if self.0.unread.get() {
            // It will be read as it is then; what was read of it already is begun anew.
            self.0.slices.borrow_mut().take();
            return;
        }
        let Some(key) = key else {
            let mut touched = self.0.state.borrow().ids();
            match self.read_all(load::Manner::LookOnly) {
                Ok(notices) => self.0.notices.borrow_mut().extend(notices),
                Err(error) => {
                    // What is known stays in sight; it is read before the next change.
                    self.0.unread.set(true);
                    self.0.notices.borrow_mut().push(load::unreadable(&error));
                }
            }
            self.note_change();
            touched.extend(self.0.state.borrow().ids());
            touched.sort();
            touched.dedup();
            self.tell(&Change { ids: touched, elsewhere: true });
            return;
        };
        if let Some(name) = key.strip_prefix(PREFIX).filter(|_| key.starts_with(TODO) || key.starts_with(LIST)) {
            self.look_again([name.to_owned()]);
        } else if key.starts_with(CHANGE) {
            let text = self.storage().get(key).ok().flatten();
            let taken = self.0.ledger.try_borrow_mut().map(|mut ledger| ledger.take_in(key, text.as_deref()));
            if let Ok(Err(notice)) = taken {
                self.0.notices.borrow_mut().push(notice);
            }
        } else if key == SHOWN
            && let Ok(mut shown) = self.0.shown.try_borrow_mut()
        {
            shown.read(self.storage());
        }
    }

    fn is_doubtful(&self, id: &str) -> bool {
        let doubtful = self.0.doubtful.borrow();
        !doubtful.is_empty() && doubtful.contains(&todo_name(id))
    }

    /// Sees what could not be read before, and what others have written to a storage of the host's own, unless that knows of
    /// nothing.
    pub(crate) fn follow(&self) {
        if self.0.unread.get() {
            return;
        }
        if self.storage().kind() != StorageKind::Custom || self.storage().is_untouched() {
            let doubtful = std::mem::take(&mut *self.0.doubtful.borrow_mut());
            self.look_again(doubtful);
            return;
        }
        let before = self.0.state.borrow().todos();
        // Where it cannot be read now, what is known stays in sight.
        if self.read_all(load::Manner::LookOnly).is_err() {
            return;
        }
        let after = self.0.state.borrow().todos();
        let ids: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        let changed: Vec<String> = ids.into_iter().filter(|id| before.get(*id) != after.get(*id)).cloned().collect();
        if !changed.is_empty() {
            self.note_change();
            self.tell(&Change { ids: changed, elsewhere: true });
        }
    }

    pub(crate) fn storage(&self) -> &dyn Storage {
        self.0.env.storage.as_ref()
    }

    /// Makes ready for a change: reads what could not be read and settles what was interrupted. Gives the outcome that the
    /// origin's idempotency key had already.
    pub(crate) fn begin(&self, origin: &Origin) -> Result<Option<Outcome>, TodoError> {
        if self.0.unread.get() {
            let notices = self.read_all(load::Manner::Repair)?;
            *self.0.notices.borrow_mut() = notices;
        }
        let settled = self.alone(|| Ok(self.0.ledger.borrow_mut().settle_all(self.storage())))?;
        self.take_settled(settled);
        // What still cannot be read is no obstacle to changing something else.
        let doubtful = std::mem::take(&mut *self.0.doubtful.borrow_mut());
        self.look_again(doubtful);
        let Some(key) = origin.idempotency_key.as_deref() else { return Ok(None) };
        let mut settled = Settled::default();
        let done = self.alone(|| Ok(self.0.ledger.borrow_mut().settle_key(self.storage(), key, &mut settled)?));
        self.take_settled(settled);
        done?;
        let first = self.alone(|| Ok(self.0.ledger.borrow_mut().by_idempotency_key(self.storage(), key)?))?;
        if let Some(record) = first {
            return Ok(Some(outcome_of(&record, true)));
        }
        // The record may have had to give way to others, or be of a version that wrote the todo first.
        let state = self.0.state.borrow();
        Ok(state.made_under(key).map(|todo| Outcome {
            summary: format!("added \"{}\"", crate::error::clip(&todo.text)),
            todos: vec![todo.as_ref().clone()],
            created: Vec::new(),
            count: 1,
            total: state.total(),
            active: state.active(),
            undoable: false,
            repeated: true,
        }))
    }

    /// Does something that no change may come in between of.
    pub(crate) fn alone<T>(&self, act: impl FnOnce() -> Result<T, TodoError>) -> Result<T, TodoError> {
        if self.0.busy.replace(true) {
            return Err(TodoError::new(TodoErrorKind::Unavailable, "the todos are being changed already")
                .with_hint("let the host's clock and storage return before the todos are changed again"));
        }
        let done = act();
        self.0.busy.set(false);
        done
    }

    pub(crate) fn take_settled(&self, Settled { names, said }: Settled) {
        self.0.notices.borrow_mut().extend(said);
        self.look_again(names);
    }

    /// Reads the clock for a change. A host's clock may call back, so this comes before anything is looked at.
    pub(crate) fn stamp(&self) -> Stamp {
        let env = &self.0.env;
        Stamp { id: String::new(), at: iso_utc(env.clock.now_ms()), now: LocalNow::of(env) }
    }

    /// Gives a change its identifier.
    pub(crate) fn name(&self, stamp: &mut Stamp) -> Result<(), TodoError> {
        stamp.id = self.alone(|| Ok(self.unused_id()))?;
        Ok(())
    }

    fn draft(&self, command: Command, origin: &Origin, stamp: &Stamp) -> Result<Draft, TodoError> {
        let moment = Moment {
            at: stamp.at.clone(),
            now: &stamp.now,
            id: &|| self.unused_id(),
            key: origin.idempotency_key.as_deref(),
        };
        self.alone(|| command.draft(&self.0.state.borrow(), &moment))
    }

    /// Writes what a command or its inverse comes to, then shows it in memory and tells everyone.
    pub(crate) fn commit(
        &self,
        draft: Draft,
        stamp: Stamp,
        origin: &Origin,
        kind: RecordKind,
        of: Vec<String>,
    ) -> Result<Outcome, TodoError> {
        let record = {
            let state = self.0.state.borrow();
            let (total, active) = after(&state, &draft);
            let held: BTreeSet<&str> =
                draft.effects.iter().filter_map(|effect| effect.name.strip_prefix(TODO_NAME)).collect();
            let unheld = draft.acted.iter().filter(|id| !held.contains(id.as_str())).take(MAX_RESULTS);
            let results = unheld.filter_map(|id| state.get(id)).map(|todo| todo.to_value()).collect();
            let acted = Some(draft.acted).filter(|acted| *acted != record::ids_of(&draft.effects));
            Record {
                schema_version: VERSION,
                id: stamp.id,
                // The ledger numbers it when it writes it.
                seq: 0,
                at: stamp.at,
                kind,
                of,
                summary: draft.summary,
                run_id: origin.run_id.clone(),
                key: origin.idempotency_key.clone(),
                effects: draft.effects,
                acted,
                created: draft.created,
                results,
                total,
                active,
                slim: false,
                unknown: Map::new(),
            }
        };
        let full = outcome_of(&record, false);
        let changes: Vec<(String, Option<Value>)> =
            record.effects.iter().map(|effect| (effect.name.clone(), effect.after.clone())).collect();
        let committed = self.alone(|| Ok(self.0.ledger.borrow_mut().commit(self.storage(), record)?));
        let kept = match committed {
            Ok(kept) => kept,
            Err(error) => {
                // Whatever the storage has made of it is what is there.
                self.look_again(changes.into_iter().map(|(name, _)| name));
                return Err(error);
            }
        };
        for (name, value) in &changes {
            self.0.state.borrow_mut().put(name, value.as_ref());
        }
        self.note_change();
        if !changes.is_empty() {
            let ids = changes.iter().filter_map(|(name, _)| name.strip_prefix(TODO_NAME)).map(str::to_owned).collect();
            self.tell(&Change { ids, elsewhere: false });
        }
        Ok(Outcome { undoable: kept.is_undoable(), ..full })
    }

    /// Reads the named todos again, so that a change starts from what another tab wrote a moment ago.
    pub(crate) fn refresh(&self, ids: &[String]) -> Result<(), TodoError> {
        let names = ids.iter().filter(|id| !id.is_empty()).map(|id| todo_name(id));
        self.look_again(names).map_or(Ok(()), |error| Err(error.into()))
    }

    /// Reads what is stored under names that effects use, and tells of what is another. What cannot be read now is read before
    /// the next change; gives why.
    pub(crate) fn look_again(&self, names: impl IntoIterator<Item = String>) -> Option<StorageError> {
        let (mut ids, mut has_changed, mut failure) = (Vec::new(), false, None);
        for name in names {
            match self.reread(&name) {
                Ok(changed) => {
                    has_changed |= changed;
                    ids.extend(name.strip_prefix(TODO_NAME).filter(|_| changed).map(str::to_owned));
                }
                Err(error) => {
                    self.0.doubtful.borrow_mut().insert(name);
                    failure = Some(error);
                }
            }
        }
        if has_changed {
            self.tell(&Change { ids, elsewhere: true });
        }
        failure
    }

    /// Reads one value again; whether it was another.
    fn reread(&self, name: &str) -> Result<bool, StorageError> {
        let text = self.storage().get(&format!("{PREFIX}{name}"))?;
        let Ok(mut state) = self.0.state.try_borrow_mut() else { return Ok(false) };
        if let Some(folded) = name.strip_prefix(LIST_NAME) {
            let value = text.and_then(|text| json::read::<Value>(&text).ok());
            let changed = value.as_ref() != state.made_list(folded);
            state.put(&list_name(folded), value.as_ref());
            return Ok(changed);
        }
        let Some(id) = name.strip_prefix(TODO_NAME) else { return Ok(false) };
        let todo = match text.map(|text| stored::read_todo(id, &text)) {
            None => None,
            Some(stored::ReadTodo::Todo(todo)) => Some(todo),
            Some(stored::ReadTodo::Newer(_) | stored::ReadTodo::Unreadable(_)) => return Ok(false),
        };
        let changed = state.get(id) != todo.as_ref();
        if changed {
            state.put_todo(id, todo);
            self.note_change();
        }
        Ok(changed)
    }

    fn note_change(&self) {
        self.0.changes.set(self.0.changes.get().wrapping_add(1));
    }

    /// Reads everything; when that fails, what is known stays.
    fn read_all(&self, manner: load::Manner) -> Result<Vec<Diagnostic>, StorageError> {
        // A host's storage may change the todos while they are read; what was read before that is not what is there.
        let (mut before, mut tries) = (self.0.changes.get(), 0);
        let mut reading = load::read(self.storage(), manner)?;
        while self.0.changes.get() != before && tries < MOST_READINGS {
            (before, tries) = (self.0.changes.get(), tries + 1);
            reading = load::read(self.storage(), manner)?;
        }
        if self.0.busy.get() || self.0.changes.get() != before {
            // A host's clock or storage asks while a change is being written, which is about to say what it changed.
            return Ok(Vec::new());
        }
        Ok(self.take_in(reading))
    }

    /// Knows what was read, and no more; what is to be said of it.
    fn take_in(&self, reading: load::Reading) -> Vec<Diagnostic> {
        if self.0.unread.replace(false) {
            self.note_change();
        }
        self.0.doubtful.borrow_mut().extend(reading.unread);
        *self.0.state.borrow_mut() = reading.state;
        *self.0.ledger.borrow_mut() = reading.ledger;
        if let Ok(mut shown) = self.0.shown.try_borrow_mut() {
            shown.read(self.storage());
        }
        reading.said
    }

    fn tell(&self, change: &Change) {
        // Listeners may change the store or the subscriptions, so nothing is borrowed while they run.
        let listeners: Vec<Listener> = self.0.listeners.borrow().values().cloned().collect();
        for listener in listeners {
            listener(change);
        }
    }
}

/// How many todos there are, and how many active, once the draft is carried out.
fn after(state: &State, draft: &Draft) -> (usize, usize) {
    let (mut total, mut active) = (state.total(), state.active());
    let is_active = |value: &Value| !value.get("completed").and_then(Value::as_bool).unwrap_or(false);
    for effect in draft.effects.iter().filter(|effect| effect.name.starts_with(TODO_NAME)) {
        if let Some(before) = &effect.before {
            total = total.saturating_sub(1);
            active = active.saturating_sub(usize::from(is_active(before)));
        }
        if let Some(after) = &effect.after {
            total += 1;
            active += usize::from(is_active(after));
        }
    }
    (total, active)
}

fn outcome_of(record: &Record, repeated: bool) -> Outcome {
    let by_id = record.values();
    let acted = record.acted();
    let todos = |ids: &[String]| -> Vec<Todo> {
        ids.iter().filter_map(|id| json::from_value((*by_id.get(id.as_str())?).clone()).ok()).collect()
    };
    Outcome {
        todos: todos(&acted),
        created: todos(&record.created),
        summary: record.summary.clone(),
        count: acted.len(),
        total: record.total,
        active: record.active,
        undoable: record.is_undoable(),
        repeated,
    }
}
