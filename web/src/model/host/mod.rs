//! The facade, opened once for the page.

pub(in crate::model) mod door;
pub(in crate::model) mod keeper;
pub(in crate::model) mod settings;
pub(in crate::model) mod stored;

use std::cell::{Cell, RefCell};
use std::future::ready;
use std::rc::Rc;

use dunlin::{Claims, Dunlin, DunlinError, Options, ScheduleWords, claims_by, losable_claims_by, notifier_by};
use dunlin_base::{Env, LocalFuture};
use dunlin_browser::{
    Opened, locks,
    server::{self, Heard, ServerHold},
};
use leptos::prelude::*;

use crate::model::{Keeper, Told};

/// The facade and what it runs on. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Engine(StoredValue<Open, LocalStorage>);

/// Keys with what is stored under them, or nothing.
pub(crate) type Entries = Vec<(String, Option<String>)>;

struct Open {
    dunlin: Dunlin,
    keeper: Keeper,
    /// What is wrong with the server, in words.
    trouble: RefCell<Option<String>>,
    env: Env,
    todos_later: bool,
    told: Rc<RefCell<Option<Teller>>>,
}

/// Who hears of the runs' events.
type Teller = Box<dyn Fn(Told)>;

/// Up to so many entries are read before the first frame, which they do not hold up by a tenth of what it takes.
const MANY: usize = 1000;

impl Engine {
    /// Opens the facade over this browser, or over the page's server.
    pub(crate) fn open(keeper: Keeper) -> Self {
        let (opened, claims) = opened(&keeper);
        let todos_later = matches!(keeper, Keeper::Browser) && dunlin_browser::stored_entries() > MANY;
        let told = Rc::new(RefCell::new(None::<Teller>));
        let notifier = notifier_by({
            let told = Rc::clone(&told);
            move |title, body, key| {
                let said = Told { key: key.to_owned(), title: title.to_owned(), body: body.to_owned() };
                told.borrow().as_ref().map(|tell| tell(said)).is_some()
            }
        });
        let notifier = Some(notifier);
        let options = Options { notices: opened.notices, claims, todos_later, notifier, ..Options::default() };
        let dunlin = Dunlin::open(opened.env.clone(), options);
        let trouble = RefCell::default();
        Self(StoredValue::new_local(Open { dunlin, keeper, trouble, env: opened.env, todos_later, told }))
    }

    /// Where everything is kept.
    pub(crate) fn keeper(self) -> Keeper {
        self.0.with_value(|open| open.keeper.clone())
    }

    /// From now on `tell` hears the runs' events.
    pub(crate) fn on_told(self, tell: impl Fn(Told) + 'static) {
        self.0.with_value(|open| *open.told.borrow_mut() = Some(Box::new(tell)));
    }

    /// Whether so much is stored that the todos are read when the page stands, and not before.
    pub(crate) fn reads_todos_later(self) -> bool {
        self.0.with_value(|open| open.todos_later)
    }

    /// Asks the facade.
    pub(crate) fn with<T>(self, ask: impl FnOnce(&Dunlin) -> T) -> T {
        self.0.with_value(|open| ask(&open.dunlin))
    }

    /// Asks what the facade runs on.
    pub(crate) fn with_env<T>(self, ask: impl FnOnce(&Env) -> T) -> T {
        self.0.with_value(|open| ask(&open.env))
    }

    /// What is stored under keys that begin so.
    pub(crate) fn entries(self, start: &str) -> Entries {
        self.with_env(|env| {
            let keys = env.storage.keys(start).unwrap_or_default();
            let read = |key: String| env.storage.get(&key).ok().map(|value| (key, value));
            keys.into_iter().filter_map(read).collect()
        })
    }

    /// Stores these, takes away those without a value, and gives what was there before: given to this again, it undoes it.
    /// Where one is refused, nothing is changed.
    pub(crate) fn store(self, entries: &Entries) -> Result<Entries, DunlinError> {
        let stored = self.with_env(|env| {
            let put = |(key, value): &(String, Option<String>)| match value {
                Some(value) => env.storage.set(key, value),
                None => env.storage.remove(key),
            };
            let read = |(key, _): &(String, _)| (key.clone(), env.storage.get(key).ok().flatten());
            let before: Entries = entries.iter().map(read).collect();
            entries.iter().try_for_each(put).map(|()| before.clone()).inspect_err(|_| {
                // What made room before makes room again.
                for entry in &before {
                    drop(put(entry));
                }
            })
        });
        self.with(|dunlin| dunlin.storage_changed(None));
        Ok(stored?)
    }

    /// What a person should know about storage and about what was found in it.
    pub(crate) fn notices(self, words: &ScheduleWords<'_>) -> Vec<String> {
        self.0.with_value(|open| {
            let mut notices = open.dunlin.notices_in(words);
            notices.extend(open.trouble.borrow().clone());
            notices
        })
    }

    /// Calls `then` after that many milliseconds.
    pub(crate) fn after(self, ms: u64, then: impl FnOnce() + 'static) {
        let sleep = self.with_env(|env| env.timer.sleep(ms));
        wasm_bindgen_futures::spawn_local(async move {
            sleep.await;
            then();
        });
    }

    /// Tells the facade what other tabs write, and `changed` once for all that comes within a frame. Where all of it is gone at
    /// once, `emptied` hears of it before.
    pub(crate) fn on_other_tabs(self, emptied: impl Fn() + 'static, changed: impl Fn(News) + 'static) {
        let changed = Rc::new(changed);
        let waiting = Rc::new(Cell::new(false));
        let news = Rc::new(Cell::new(News::default()));
        let written = move |key: Option<&str>| {
            self.with(|dunlin| dunlin.storage_changed(key));
            news.set(news.get().and(key));
            if waiting.replace(true) {
                return;
            }
            let (changed, waiting, news) = (Rc::clone(&changed), Rc::clone(&waiting), Rc::clone(&news));
            self.after(FRAME_MS, move || {
                waiting.set(false);
                changed(news.take());
            });
        };
        let storage = match self.keeper() {
            Keeper::Browser => None,
            Keeper::Server(storage) => Some(storage),
        };
        if let Some(storage) = storage {
            return server::follow(storage, move |heard| self.hear_server(&heard, &written));
        }
        let listener = dunlin_browser::on_storage_event(move |key| {
            if key.is_none() {
                emptied();
            }
            written(key.as_deref());
        });
        // Keeper for as long as the page lives.
        StoredValue::new_local(listener);
    }

    /// What happens at the server, told in notices and passed on to who keeps in step.
    fn hear_server(self, heard: &Heard, written: &impl Fn(Option<&str>)) {
        let trouble = match heard {
            Heard::Written(key) => return written(key.as_deref()),
            Heard::Silent(words) => Some(format!("{words}; what is changed now is not kept until it does")),
            Heard::Back => None,
        };
        self.0.with_value(|open| *open.trouble.borrow_mut() = trouble);
        written(None);
    }
}

/// What the facade runs on, and what keeps the pages apart that share it.
fn opened(keeper: &Keeper) -> (Opened, Option<Rc<dyn Claims>>) {
    match keeper {
        Keeper::Browser => (dunlin_browser::open(), locks::are_available().then(|| claims_by(locks::claim))),
        Keeper::Server(storage) => {
            let holder = Rc::clone(storage);
            let hold =
                move |name: &str| -> LocalFuture<'static, _> { Box::pin(ready(ServerHold::take(&holder, name))) };
            (dunlin_browser::open_with(storage.clone()), Some(losable_claims_by(hold, ServerHold::is_held)))
        }
    }
}

/// What other tabs have written. The todos tell of themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct News {
    /// Something of a run.
    pub(crate) runs: bool,
    /// Something that is neither a run's nor a todo's.
    pub(crate) others: bool,
}

impl News {
    /// With that key as well; none is all of them.
    fn and(self, key: Option<&str>) -> Self {
        let begins = |start: &str| key.is_none_or(|key| key.starts_with(start));
        let runs = begins("dunlin:v1:run:");
        Self { runs: self.runs || runs, others: self.others || key.is_none() || !(runs || begins("dunlin:v1:todo:")) }
    }
}

/// A timer and not an animation frame: a tab in the background has none, and must still keep in step.
const FRAME_MS: u64 = 16;
