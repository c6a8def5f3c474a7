//! Todos with a time ring when it has come: which of them ask for somebody now, and what was answered.
//!
//! What was answered is kept by todo, with the time it was about: another time rings anew. A page that is closed rings
//! nothing, so the page shows what came meanwhile when it is opened.

use std::{collections::BTreeMap, rc::Rc};

use dunlin::{Filter, Now, Todo};
use dunlin_base::json;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::{State, host::stored};
use crate::{
    model::format::shortened,
    platform::{self, Permission},
};

/// Where the answers are kept.
const KEY: &str = "dunlin:v1:reminders";
/// Where it is kept which of them were notified of, and for when.
const RUNG: &str = "dunlin:v1:reminders-rung";
/// The name under which a tab keeps what rings in it, over a reload.
const SHOWN: &str = "ringing";
/// More of what runs told is not shown at once.
const MOST_TOLD: usize = 20;
/// How long "Snooze" lets somebody be, in minutes.
pub(crate) const SNOOZE_MINUTES: u32 = 10;
/// A notification says no more than this of a todo.
const MOST_WORDS: usize = 120;

/// A todo that asks for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reminder {
    /// The todo.
    pub(crate) id: String,
    /// Its words.
    pub(crate) text: String,
    /// When it was due.
    pub(crate) due: String,
    /// Whether it came while no page was open, and was not shown before that.
    pub(crate) missed: bool,
    /// When it rings: that, or a later time after a snooze.
    at: String,
}

impl Reminder {
    /// Which one it is, and when it rings.
    fn line(&self) -> String {
        format!("{} {}", self.id, self.at)
    }
}

/// What a run told somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// What tells it from others.
    pub(crate) key: String,
    /// The words.
    pub(crate) title: String,
    /// More of them.
    pub(crate) body: String,
}

/// What was answered to the reminder of a todo that is due at that time: nothing more, or again at another time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
struct Answer {
    due: String,
    #[serde(default, deserialize_with = "stored::lenient", skip_serializing_if = "Option::is_none")]
    again: Option<String>,
    /// What a newer version wrote.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// By todo; what is no answer is kept until its todo is gone.
type Answers = BTreeMap<String, KeptAnswer>;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
enum KeptAnswer {
    Answer(Answer),
    Other(Value),
}

impl KeptAnswer {
    /// What was answered, where it is about that time.
    fn about(&self, due: &str) -> Option<&Answer> {
        match self {
            Self::Answer(answer) => Some(answer).filter(|answer| answer.due == due),
            Self::Other(_) => None,
        }
    }
}

/// What is kept; what does not read is nothing, and costs a click.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
struct KeptReminders {
    /// Whether the system is to notify of nothing.
    #[serde(deserialize_with = "stored::lenient")]
    only_in_page: bool,
    #[serde(deserialize_with = "stored::lenient")]
    answers: Answers,
    /// What a newer version wrote.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// The reminders' state. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Reminders {
    /// Those that ask for somebody, the earliest first.
    pub(crate) ringing: RwSignal<Vec<Reminder>>,
    /// What runs told that nobody has put away.
    pub(crate) told: RwSignal<Vec<Told>>,
    /// What will ring first, a todo or a schedule, or what a run has told, while nobody has said yet how.
    pub(crate) unasked: RwSignal<Option<String>>,
    /// Whether the system may notify.
    pub(crate) permission: RwSignal<Permission>,
    /// Whether the system showed the last notification that it was asked for; nobody knows before the first.
    pub(crate) shows: RwSignal<Option<bool>>,
    /// Whether somebody wants no notification of the system.
    pub(crate) in_page: RwSignal<bool>,
    /// The minute in which the page was opened.
    opened: StoredValue<String>,
    /// What rang in this tab when it was loaded again: the todo and when, each a line.
    shown: StoredValue<String>,
    /// Whether they are about to be looked at.
    waiting: StoredValue<bool>,
}

impl Reminders {
    pub(in crate::model) fn new(now: Now) -> Self {
        Self {
            ringing: RwSignal::new(Vec::new()),
            told: RwSignal::new(Vec::new()),
            unasked: RwSignal::new(None),
            permission: RwSignal::new(platform::permission()),
            shows: RwSignal::new(None),
            in_page: RwSignal::new(false),
            opened: StoredValue::new(now.to_text()),
            shown: StoredValue::new(platform::draft(SHOWN)),
            waiting: StoredValue::new(false),
        }
    }
}

impl State {
    /// Looks at what rings every minute and whenever a todo has changed, in a turn of its own: no key waits for it.
    pub(in crate::model) fn watch_reminders(&'static self) {
        platform::on_leaving(move || {
            let lines = |ringing: &Vec<Reminder>| ringing.iter().map(Reminder::line).collect::<Vec<_>>().join("\n");
            platform::keep_draft(SHOWN, &self.reminders.ringing.with_untracked(lines));
        });
        Effect::new(move || {
            self.todos.clock();
            if self.todos.is_read() {
                self.todos.ask(|_| ());
                self.look_at_reminders_soon();
            }
        });
    }

    /// Looks at them when what is under way is done.
    pub(in crate::model) fn look_at_reminders_soon(&'static self) {
        let waiting = self.reminders.waiting;
        if !waiting.get_value() {
            waiting.set_value(true);
            self.after(0, move || {
                waiting.set_value(false);
                self.look_at_reminders();
            });
        }
    }

    fn look_at_reminders(&'static self) {
        if !untrack(|| self.todos.is_read()) {
            return;
        }
        let mine = self.reminders;
        let now = self.todos.now().to_text();
        let todos = self.engine.with(|dunlin| dunlin.todos().list_shared(&Filter::active()));
        let KeptReminders { answers, only_in_page: in_page, .. } = self.kept_reminders();
        let mut ringing = mine.opened.with_value(|opened| ringing(&todos, &answers, &now, opened));
        for one in &mut ringing {
            one.missed &= mine.shown.with_value(|shown| shown.lines().all(|line| line != one.line()));
        }
        let before = mine.ringing.get_untracked();
        let come = ringing.iter().filter(|one| !one.missed && before.iter().all(|known| known.id != one.id));
        let come: Vec<Reminder> = come.cloned().collect();
        let open = !in_page && mine.permission.get_untracked() == Permission::Unasked;
        let next = || {
            let todo = todos.iter().find(|todo| time_of(todo).is_some_and(|due| due > now.as_str()));
            let told = || mine.told.with_untracked(|told| told.last().map(|told| told.title.clone()));
            todo.map(|todo| todo.text.clone()).or_else(|| self.next_schedule()).or_else(told)
        };
        tell(mine.ringing, ringing);
        tell(mine.unasked, open.then(next).flatten());
        tell(mine.in_page, in_page);
        // After the page has said it.
        if !in_page && !come.is_empty() {
            self.ring_once(come);
        }
    }

    /// Notifies of todos, unless another tab has done so: one tab at a time looks whether it was done, does it and notes it.
    /// A tab that may not notify, or whose notification is not shown, leaves it to another.
    fn ring_once(&'static self, come: Vec<Reminder>) {
        let ring = move || {
            let may = platform::permission() == Permission::Granted;
            for one in come.into_iter().filter(|one| may && !self.is_rung(one)) {
                let body = "It is time. Dunlin rings while its page is open.";
                let (words, tag) = (shortened(&one.text, MOST_WORDS), format!("dunlin-{}", one.id));
                platform::notify(&words, body, &tag, move |shown| {
                    tell(self.reminders.shows, Some(shown));
                    if shown {
                        self.keep_rung(&one);
                    }
                });
            }
        };
        platform::alone("dunlin:reminders", ring);
    }

    /// Which todos were notified of, and for when.
    fn rung(&'static self) -> Map<String, Value> {
        let text = self.engine.with_env(|env| env.storage.get(RUNG).ok().flatten());
        let known: Value = text.and_then(|text| dunlin_base::json::read(&text).ok()).unwrap_or_default();
        known.as_object().cloned().unwrap_or_default()
    }

    /// Whether a todo was notified of already. A snoozed one rings at another time, and so does one that comes again.
    fn is_rung(&'static self, one: &Reminder) -> bool {
        self.rung().get(&one.id).and_then(Value::as_str) == Some(&one.at)
    }

    /// Keeps that a todo was notified of.
    fn keep_rung(&'static self, one: &Reminder) {
        let mut known = self.rung();
        let todos = self.engine.with(|dunlin| dunlin.todos().list_shared(&Filter::active()));
        known.retain(|id, _| todos.iter().any(|todo| todo.id == *id));
        known.insert(one.id.clone(), one.at.as_str().into());
        // Where nothing can be kept, every tab rings.
        let _ = self.engine.with_env(|env| env.storage.set(RUNG, &Value::Object(known).to_string()));
    }

    /// Tells what a run has to tell, in the page and, where somebody wants that, by the system.
    pub(in crate::model) fn tell(&'static self, told: Told) {
        if !self.kept_reminders().only_in_page {
            let (title, body) = (shortened(&told.title, MOST_WORDS), shortened(&told.body, MOST_WORDS));
            platform::notify(&title, &body, &told.key, move |shown| tell(self.reminders.shows, Some(shown)));
        }
        self.reminders.told.update(|all| {
            all.retain(|known| known.key != told.key);
            all.push(told);
            let more = all.len().saturating_sub(MOST_TOLD);
            drop(all.drain(..more));
        });
        self.look_at_reminders_soon();
    }

    /// What a run told was seen.
    pub(crate) fn dismiss_told(&'static self, key: &str) {
        self.reminders.told.update(|all| all.retain(|told| told.key != key));
    }

    /// Lets the browser ask whether the system may notify.
    pub(crate) fn notify_by_system(&'static self) {
        self.keep_reminders(&KeptReminders { only_in_page: false, ..self.kept_reminders() });
        platform::ask_to_notify(move |permission| {
            self.reminders.permission.set(permission);
            self.look_at_reminders();
        });
    }

    /// Rings in the page only.
    pub(crate) fn notify_in_page(&'static self) {
        self.keep_reminders(&KeptReminders { only_in_page: true, ..self.kept_reminders() });
        self.look_at_reminders();
    }

    /// That one was seen.
    pub(crate) fn dismiss_reminder(&'static self, id: &str) {
        self.answer_reminders(&[id.to_owned()], None);
    }

    /// That all of them were seen.
    pub(crate) fn dismiss_reminders(&'static self) {
        let ids = |ringing: &Vec<Reminder>| ringing.iter().map(|one| one.id.clone()).collect::<Vec<_>>();
        self.answer_reminders(&self.reminders.ringing.with_untracked(ids), None);
    }

    /// Rings again a little later.
    pub(crate) fn snooze_reminder(&'static self, id: &str) {
        let again = later(self.todos.now(), SNOOZE_MINUTES);
        self.answer_reminders(&[id.to_owned()], Some(&again));
    }

    fn answer_reminders(&'static self, ids: &[String], again: Option<&str>) {
        let mut kept = self.kept_reminders();
        let answers = &mut kept.answers;
        self.reminders.ringing.with_untracked(|ringing| {
            for one in ringing.iter().filter(|one| ids.contains(&one.id)) {
                let answer = Answer { due: one.due.clone(), again: again.map(str::to_owned), rest: Map::new() };
                answers.insert(one.id.clone(), KeptAnswer::Answer(answer));
            }
        });
        // Nothing is kept of todos that are gone, done, or due at another time.
        let todos = self.engine.with(|dunlin| dunlin.todos().list_shared(&Filter::active()));
        answers.retain(|id, kept| {
            let is_about = |todo: &Todo| match &*kept {
                KeptAnswer::Answer(answer) => time_of(todo) == Some(&answer.due),
                KeptAnswer::Other(_) => true,
            };
            todos.iter().any(|todo| todo.id == *id && is_about(todo))
        });
        self.keep_reminders(&kept);
        self.look_at_reminders();
    }

    fn kept_reminders(&'static self) -> KeptReminders {
        // Who has answered nothing needs nothing that reads an answer.
        let text = self.engine.with_env(|env| env.storage.get(KEY).ok().flatten());
        text.map(|text| stored::read(&text)).unwrap_or_default()
    }

    fn keep_reminders(&'static self, kept: &KeptReminders) {
        // Where nothing can be kept, it rings once more after a reload, which costs a click.
        let _ = self.engine.with_env(|env| env.storage.set(KEY, &json::write(kept)));
    }
}

/// Tells it where it is another.
fn tell<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|before| *before != value) {
        signal.set(value);
    }
}

/// The time at which a todo rings, if it has one.
fn time_of(todo: &Todo) -> Option<&str> {
    todo.due.as_ref().filter(|due| due.time().is_some()).map(dunlin::Due::as_str)
}

/// Those of these active todos that ask for somebody at `now`, in a page that was opened at `opened`. Moments are texts of one
/// form, which sort by time.
fn ringing(todos: &[Rc<Todo>], answers: &Answers, now: &str, opened: &str) -> Vec<Reminder> {
    let mut found: Vec<(&str, Reminder)> = todos
        .iter()
        .filter_map(|todo| {
            let due = time_of(todo)?;
            let at = match answers.get(&todo.id).and_then(|kept| kept.about(due)) {
                None => due,
                Some(answer) => answer.again.as_deref()?,
            };
            let reminder = Reminder {
                id: todo.id.clone(),
                text: todo.text.clone(),
                due: due.to_owned(),
                missed: at < opened,
                at: at.to_owned(),
            };
            (at <= now).then_some((at, reminder))
        })
        .collect();
    found.sort_by(|one, other| one.0.cmp(other.0));
    found.into_iter().map(|(_, reminder)| reminder).collect()
}

/// The moment so many minutes after `now`.
fn later(now: Now, minutes: u32) -> String {
    let text = now.to_text();
    let number =
        |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse::<u32>().ok()).unwrap_or_default();
    let all = number(11, 13) * 60 + number(14, 16) + minutes;
    let days = i32::try_from(all / (24 * 60)).unwrap_or_default();
    format!("{}T{:02}:{:02}", now.plus_days(days).date_text(), all / 60 % 24, all % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin::Due;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn todo(id: &str, due: &str) -> Rc<Todo> {
        Rc::new(Todo { id: id.to_owned(), text: id.to_uppercase(), due: Due::parse(due), ..Todo::default() })
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_has_a_time_rings_when_it_has_come_and_not_again_once_it_was_answered() {
        let todos = [
            todo("later", "2026-11-21T18:00"),
            todo("now", "2026-11-21T09:30"),
            todo("missed", "2026-11-21T08:00"),
            todo("day", "2026-11-20"),
            todo("seen", "2026-11-21T08:30"),
            todo("snoozed", "2026-11-21T09:10"),
            todo("again", "2026-11-21T09:00"),
            todo("moved", "2026-11-21T09:20"),
        ];
        let answer = |due: &str, again: Option<&str>| {
            KeptAnswer::Answer(Answer { due: due.to_owned(), again: again.map(str::to_owned), rest: Map::new() })
        };
        let answers: Answers = [
            ("seen", answer("2026-11-21T08:30", None)),
            ("snoozed", answer("2026-11-21T09:10", Some("2026-11-21T09:40"))),
            ("again", answer("2026-11-21T09:00", Some("2026-11-21T09:25"))),
            ("moved", answer("2026-11-20T09:00", None)),
        ]
        .map(|(id, answer)| (id.to_owned(), answer))
        .into();
        let found = ringing(&todos, &answers, "2026-11-21T09:30", "2026-11-21T09:15");
        let found: Vec<(&str, bool)> = found.iter().map(|one| (one.id.as_str(), one.missed)).collect();
        assert_eq!(found, [("missed", true), ("moved", false), ("again", false), ("now", false)]);
        let kept = KeptReminders { only_in_page: true, answers, rest: Map::new() };
        assert_eq!(stored::read::<KeptReminders>(&json::write(&kept)), kept);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_snooze_goes_past_the_hour_and_past_midnight() {
        let now = |day, hour, minute| Now::new(2026, 11, day, hour, minute).unwrap();
        assert_eq!(later(now(21, 9, 5), 10), "2026-11-21T09:15");
        assert_eq!(later(now(21, 9, 55), 10), "2026-11-21T10:05");
        assert_eq!(later(now(30, 23, 55), 10), "2026-12-01T00:05");
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_is_stored_today_opens_and_what_a_newer_version_wrote_is_written_again() {
        let today = r#"{"onlyInPage":true,"answers":{"a":{"due":"2026-11-21T09:00","again":"2026-11-21T09:10"},"b":{"due":"2026-11-21T10:00"}}}"#;
        let kept: KeptReminders = stored::read(today);
        assert!(kept.only_in_page && kept.rest.is_empty());
        assert_eq!(kept.answers["a"].about("2026-11-21T09:00").unwrap().again.as_deref(), Some("2026-11-21T09:10"));
        assert_eq!(kept.answers["b"].about("2026-11-21T10:00").unwrap().again, None);
        assert_eq!(json::write(&kept), today);
        let newer =
            r#"{"onlyInPage":false,"answers":{"a":{"due":"2026-11-21T09:00","by":"phone"},"c":7},"quiet":{"from":22}}"#;
        let kept: KeptReminders = stored::read(newer);
        assert_eq!(kept.answers["c"].about("2026-11-21T09:00"), None);
        assert_eq!(json::write(&kept), newer);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_does_not_read_is_nothing() {
        for text in ["", "[", "7", r#"{"answers": []}"#, r#"{"onlyInPage": "x", "answers": 3}"#] {
            assert_eq!(stored::read::<KeptReminders>(text), KeptReminders::default(), "{text}");
        }
        let kept: KeptReminders = stored::read(r#"{"answers": {"a": 1}}"#);
        assert!(kept.answers["a"].about("").is_none());
    }
}
