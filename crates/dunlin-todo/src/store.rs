//! The store: todos in storage and in memory, changed only by commands, followed by whoever subscribes.
//!
//! It knows storage keys and the ledger; it knows no language, no tools and no plans. Other tabs share the storage: each todo
//! has its own key, so two tabs that add at once both win, and what another tab wrote is read again when the host says so.

use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

use dunlin_base::{Diagnostic, Env, Ids, SortedMap, SortedSet, Storage, iso_utc, sort};
use serde_json::Value;

use crate::{
    Command, List, LocalNow, Todo, TodoError,
    command::{Draft, Moment},
    keys::{CHANGE, LIST, SHOWN, TODO, list_name},
    ledger::Ledger,
    load,
    record::{MAX_RESULTS, Record, RecordKind},
    shown::Shown,
    state::State,
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

/// What subscribers are told.
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
    ids: Ids,
    pub(crate) state: RefCell<State>,
    pub(crate) ledger: RefCell<Ledger>,
    pub(crate) shown: RefCell<Shown>,
    notices: RefCell<Vec<Diagnostic>>,
    listeners: RefCell<SortedMap<u64, Listener>>,
    next_listener: Cell<u64>,
    /// Whether nothing of what is stored was read yet.
    unread: Cell<bool>,
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
        }))
    }

    /// Reads what is stored, unless that was done.
    pub fn read_stored(&self) {
        if self.0.unread.replace(false) {
            let notices = self.read_all(load::Manner::Repair);
            *self.0.notices.borrow_mut() = notices;
        }
    }

    /// What was found wrong with the stored data: what was set aside, what a newer version wrote.
    pub fn notices(&self) -> Vec<Diagnostic> {
        self.0.notices.borrow().clone()
    }

    /// Carries out a command: all of it, in storage and in memory, or nothing.
    pub fn execute(&self, command: Command, origin: &Origin) -> Result<Outcome, TodoError> {
        if let Some(first) = self.first_outcome(origin) {
            return Ok(first);
        }
        let ids = command.ids().unwrap_or_else(|| self.0.state.borrow().ids());
        self.refresh(&ids);
        let draft = self.draft(command, origin)?;
        self.commit(draft, origin, RecordKind::Do, Vec::new())
    }

    /// The todo with that id.
    pub fn get(&self, id: &str) -> Option<Todo> {
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
            // It will be read as it is then.
            return;
        }
        let Some(key) = key else {
            let ids = self.0.state.borrow().ids();
            let notices = self.read_all(load::Manner::LookOnly);
            self.0.notices.borrow_mut().extend(notices);
            let mut touched = self.0.state.borrow().ids();
            touched.extend(ids);
            sort(&mut touched);
            touched.dedup();
            self.tell(&Change { ids: touched, elsewhere: true });
            return;
        };
        if let Some(id) = key.strip_prefix(TODO) {
            if self.reread(id) {
                self.tell(&Change { ids: vec![id.to_owned()], elsewhere: true });
            }
        } else if let Some(folded) = key.strip_prefix(LIST) {
            let value = self.storage().get(key).ok().flatten().and_then(|text| dunlin_base::parse_json(&text).ok());
            self.0.state.borrow_mut().put(&list_name(folded), value.as_ref());
            self.tell(&Change { ids: Vec::new(), elsewhere: true });
        } else if key.starts_with(CHANGE) {
            let text = self.storage().get(key).ok().flatten();
            if let Err(notice) = self.0.ledger.borrow_mut().take_in(key, text.as_deref()) {
                self.0.notices.borrow_mut().push(notice);
            }
        } else if key == SHOWN {
            self.0.shown.borrow_mut().read(self.storage());
        }
    }

    pub(crate) fn storage(&self) -> &dyn Storage {
        self.0.env.storage.as_ref()
    }

    /// The outcome that the origin's idempotency key had already.
    pub(crate) fn first_outcome(&self, origin: &Origin) -> Option<Outcome> {
        let key = origin.idempotency_key.as_deref()?;
        if let Some(record) = self.0.ledger.borrow_mut().by_idempotency_key(self.storage(), key) {
            return Some(outcome_of(&record, true));
        }
        // The todo is written before the record of an addition, so it may be all that there is of it.
        let state = self.0.state.borrow();
        let todo = state.made_under(key)?;
        Some(Outcome {
            summary: format!("added \"{}\"", crate::error::clip(&todo.text)),
            todos: vec![todo.as_ref().clone()],
            created: Vec::new(),
            count: 1,
            total: state.total(),
            active: state.active(),
            undoable: false,
            repeated: true,
        })
    }

    fn draft(&self, command: Command, origin: &Origin) -> Result<Draft, TodoError> {
        let env = &self.0.env;
        let now = LocalNow::of(env);
        let moment = Moment {
            at: iso_utc(env.clock.now_ms()),
            now: &now,
            id: &|| self.0.ids.next(env),
            key: origin.idempotency_key.as_deref(),
        };
        command.draft(&self.0.state.borrow(), &moment)
    }

    /// Writes what a command or its inverse comes to, then shows it in memory and tells everyone.
    pub(crate) fn commit(
        &self,
        draft: Draft,
        origin: &Origin,
        kind: RecordKind,
        of: Vec<String>,
    ) -> Result<Outcome, TodoError> {
        let env = &self.0.env;
        let record = {
            let state = self.0.state.borrow();
            let (total, active) = after(&state, &draft);
            let held: SortedSet<&str> =
                draft.effects.iter().filter_map(|effect| effect.name.strip_prefix("todo:")).collect();
            let unheld = draft.acted.iter().filter(|id| !held.contains(id.as_str())).take(MAX_RESULTS);
            let results = unheld.filter_map(|id| state.get(id)).map(|todo| todo.to_value()).collect();
            Record {
                id: self.0.ids.next(env),
                seq: self.0.ledger.borrow().next_seq(),
                at: iso_utc(env.clock.now_ms()),
                kind,
                of,
                summary: draft.summary,
                run_id: origin.run_id.clone(),
                key: origin.idempotency_key.clone(),
                effects: draft.effects,
                acted: draft.acted,
                created: draft.created,
                results,
                total,
                active,
                slim: false,
            }
        };
        let full = outcome_of(&record, false);
        let changes: Vec<(String, Option<Value>)> =
            record.effects.iter().map(|effect| (effect.name.clone(), effect.after.clone())).collect();
        let kept = self.0.ledger.borrow_mut().commit(self.storage(), record)?;
        self.0.state.borrow_mut().put_all(&changes);
        if !changes.is_empty() {
            let ids = changes.iter().filter_map(|(name, _)| name.strip_prefix("todo:")).map(str::to_owned).collect();
            self.tell(&Change { ids, elsewhere: false });
        }
        Ok(Outcome { undoable: !kept.slim && !kept.effects.is_empty(), ..full })
    }

    /// Reads the named todos again, so that a change starts from what another tab wrote a moment ago.
    pub(crate) fn refresh(&self, ids: &[String]) {
        let changed: Vec<String> = ids.iter().filter(|id| !id.is_empty() && self.reread(id)).cloned().collect();
        if !changed.is_empty() {
            self.tell(&Change { ids: changed, elsewhere: true });
        }
    }

    /// Reads one todo again; whether it was another.
    fn reread(&self, id: &str) -> bool {
        let Ok(text) = self.storage().get(&format!("{TODO}{id}")) else { return false };
        let todo = match text.map(|text| load::read_todo(&text)) {
            None => None,
            Some(load::ReadTodo::Todo(todo)) => Some(todo),
            Some(load::ReadTodo::Newer(_) | load::ReadTodo::Unreadable(_)) => return false,
        };
        let mut state = self.0.state.borrow_mut();
        let same = match (state.get(id), &todo) {
            (None, None) => true,
            (Some(known), Some(todo)) => known == todo,
            _ => false,
        };
        if !same {
            state.put_todo(id, todo);
        }
        !same
    }

    fn read_all(&self, manner: load::Manner) -> Vec<Diagnostic> {
        let mut state = self.0.state.borrow_mut();
        let mut ledger = self.0.ledger.borrow_mut();
        state.clear();
        *ledger = Ledger::default();
        let notices = load::read(self.storage(), manner, &mut state, &mut ledger);
        self.0.shown.borrow_mut().read(self.storage());
        notices
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
    for effect in draft.effects.iter().filter(|effect| effect.name.starts_with("todo:")) {
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
    let todos = |ids: &[String]| -> Vec<Todo> {
        let values = ids.iter().filter_map(|id| by_id.get(id.as_str())?.as_object());
        values.filter_map(|map| Todo::from_map(map.clone()).ok()).collect()
    };
    Outcome {
        todos: todos(&record.acted),
        created: todos(&record.created),
        summary: record.summary.clone(),
        count: record.acted.len(),
        total: record.total,
        active: record.active,
        undoable: !record.slim && !record.effects.is_empty(),
        repeated,
    }
}
