//! Finding todos by their fields: filters and sort orders. Looking through ten thousand takes a few milliseconds.

use std::rc::Rc;

use dunlin_base::json;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::Value;

use crate::{
    Due, LocalNow, Todo, TodoError, TodoStore,
    error::clip,
    state::{Entry, State},
    todo::read_priority,
    words,
};

/// Whether completed todos are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// All of them.
    #[default]
    All,
    /// Those to be done.
    #[serde(alias = "pending", alias = "open")]
    Active,
    /// Those done.
    #[serde(alias = "done")]
    Completed,
}

/// On which days todos are due, or were done, that are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DueFilter {
    /// Today.
    Today,
    /// Tomorrow.
    Tomorrow,
    /// Yesterday.
    Yesterday,
    /// Before now, and not done.
    Overdue,
    /// After today.
    Upcoming,
    /// In this calendar week, Monday to Sunday.
    ThisWeek,
    /// In the next calendar week.
    NextWeek,
    /// In the last calendar week.
    LastWeek,
    /// In this calendar month.
    ThisMonth,
    /// In the last calendar month.
    LastMonth,
    /// At some time.
    Any,
    /// At no time.
    Never,
    /// On that day, `YYYY-MM-DD`.
    On(String),
    /// On or before that day.
    Until(String),
    /// On or after that day.
    From(String),
    /// From the one day to the other, both among them.
    Within(String, String),
}

impl DueFilter {
    /// The filter that is written so: `today`, `overdue`, `this week`, `2026-11-27`, `..2026-11-27`, `2026-11-27..`,
    /// `2026-11-28..2026-11-29`, ….
    pub fn parse(text: &str) -> Option<Self> {
        let day = |text: &str| crate::due::day_number(text).map(|_| text.to_owned());
        if let Some((_, known)) = WORDS.iter().find(|(word, _)| *word == text) {
            return Some(known.clone());
        }
        if let Some((from, to)) = text.split_once("..").filter(|(from, to)| !from.is_empty() && !to.is_empty()) {
            return Some(Self::Within(day(from)?, day(to)?));
        }
        match (text.strip_prefix(".."), text.strip_suffix("..")) {
            (Some(until), _) => day(until).map(Self::Until),
            (_, Some(from)) => day(from).map(Self::From),
            _ => day(text).map(Self::On),
        }
    }

    fn days(&self, now: &LocalNow) -> Days {
        let week = |from: i64| Days::Between(now.day_after(from), now.day_after(from + 6));
        match self {
            Self::Today => Days::Between(now.today().to_owned(), now.today().to_owned()),
            Self::Tomorrow => Days::Between(now.day_after(1), now.day_after(1)),
            Self::Yesterday => Days::Between(now.day_after(-1), now.day_after(-1)),
            Self::Overdue => Days::Overdue,
            Self::Upcoming => Days::Between(now.day_after(1), String::from("9999-12-31")),
            Self::ThisWeek => week(-now.since_monday()),
            Self::NextWeek => week(7 - now.since_monday()),
            Self::LastWeek => week(-7 - now.since_monday()),
            Self::ThisMonth => {
                let month = now.today().get(..7).unwrap_or_default();
                Days::Between(format!("{month}-01"), format!("{month}-31"))
            }
            Self::LastMonth => {
                let month = now.last_month();
                Days::Between(format!("{month}-01"), format!("{month}-31"))
            }
            Self::Any => Days::Between(String::new(), String::from("9999-12-31")),
            Self::Never => Days::None,
            Self::On(day) => Days::Between(day.clone(), day.clone()),
            Self::Until(day) => Days::Between(String::new(), day.clone()),
            Self::From(day) => Days::Between(day.clone(), String::from("9999-12-31")),
            Self::Within(from, to) => Days::Between(from.clone(), to.clone()),
        }
    }
}

impl TryFrom<String> for DueFilter {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
            .ok_or_else(|| format!("found \"{}\", expected a day such as \"today\" or 2026-11-27", clip(&text)))
    }
}

impl From<DueFilter> for String {
    fn from(filter: DueFilter) -> Self {
        match filter {
            DueFilter::On(day) => day,
            DueFilter::Until(day) => format!("..{day}"),
            DueFilter::From(day) => format!("{day}.."),
            DueFilter::Within(from, to) => format!("{from}..{to}"),
            known => WORDS.iter().find(|(_, each)| *each == known).map_or("any", |(word, _)| word).to_owned(),
        }
    }
}

/// The words for days; the first of several for one is the one that is written.
const WORDS: [(&str, DueFilter); 24] = [
    ("today", DueFilter::Today),
    ("tomorrow", DueFilter::Tomorrow),
    ("yesterday", DueFilter::Yesterday),
    ("overdue", DueFilter::Overdue),
    ("late", DueFilter::Overdue),
    ("past", DueFilter::Overdue),
    ("upcoming", DueFilter::Upcoming),
    ("future", DueFilter::Upcoming),
    ("later", DueFilter::Upcoming),
    ("this week", DueFilter::ThisWeek),
    ("week", DueFilter::ThisWeek),
    ("this-week", DueFilter::ThisWeek),
    ("next week", DueFilter::NextWeek),
    ("next-week", DueFilter::NextWeek),
    ("last week", DueFilter::LastWeek),
    ("last-week", DueFilter::LastWeek),
    ("this month", DueFilter::ThisMonth),
    ("month", DueFilter::ThisMonth),
    ("this-month", DueFilter::ThisMonth),
    ("last month", DueFilter::LastMonth),
    ("last-month", DueFilter::LastMonth),
    ("any", DueFilter::Any),
    ("none", DueFilter::Never),
    ("never", DueFilter::Never),
];

enum Days {
    Between(String, String),
    Overdue,
    None,
}

impl Days {
    fn hold_due(&self, todo: &Todo, now: &LocalNow) -> bool {
        match (self, &todo.due) {
            (Self::Overdue, Some(due)) => !todo.completed && now.is_past(due),
            (_, due) => self.hold(due.as_ref().map(Due::date)),
        }
    }

    fn hold(&self, day: Option<&str>) -> bool {
        match (self, day) {
            (Self::None, day) => day.is_none(),
            (_, None) | (Self::Overdue, _) => false,
            (Self::Between(from, to), Some(day)) => day >= from.as_str() && day <= to.as_str(),
        }
    }
}

/// What todos are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// The order they were made or moved in.
    #[default]
    Manual,
    /// The soonest due first, then those with no date.
    Due,
    /// The most urgent first, then those with no priority.
    Priority,
    /// The newest first.
    Newest,
    /// By their text.
    Text,
}

impl Sort {
    /// The sort order that is written so.
    pub fn parse(text: &str) -> Option<Self> {
        json::from_value(text.into()).ok()
    }
}

/// Which todos are wanted, in which order. The default is all of them.
///
/// ```
/// use dunlin_todo::{Filter, Status};
/// let filter = Filter { tag: Some("errands".into()), ..Filter::active() };
/// assert_eq!(filter.status, Status::Active);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// Whether completed ones are wanted.
    pub status: Status,
    /// When they are due.
    pub due: Option<DueFilter>,
    /// On which days they were done.
    #[serde(deserialize_with = "read_days_done")]
    pub completed_on: Option<DueFilter>,
    /// A tag they have, without case.
    pub tag: Option<String>,
    /// The list they are on; `inbox` is those on none.
    pub list: Option<String>,
    /// Their priority.
    #[serde(deserialize_with = "read_priority")]
    pub priority: Option<u8>,
    /// Words that are all in their text, notes, list or tags.
    pub text: Option<String>,
    /// Which ones are left out, each by words that are all in its text, notes, list or tags.
    pub except: Vec<String>,
    /// What they are sorted by.
    pub sort: Sort,
}

impl Filter {
    /// All todos.
    pub fn all() -> Self {
        Self::default()
    }

    /// Those that are not completed.
    pub fn active() -> Self {
        Self { status: Status::Active, ..Self::default() }
    }

    /// Those that are completed.
    pub fn completed() -> Self {
        Self { status: Status::Completed, ..Self::default() }
    }

    /// The filter that a JSON object describes; null is the filter of all.
    pub fn from_value(value: &Value) -> Result<Self, TodoError> {
        json::from_value::<Option<Self>>(value.clone())
            .map(Option::unwrap_or_default)
            .map_err(|fault| TodoError::invalid(format!("the filter does not read: {fault}")))
    }
}

/// Days on which todos can have been done.
fn read_days_done<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DueFilter>, D::Error> {
    let days = Option::<DueFilter>::deserialize(deserializer)?;
    match days {
        Some(DueFilter::Overdue | DueFilter::Upcoming | DueFilter::Tomorrow | DueFilter::NextWeek) => {
            Err(D::Error::custom("expected a day that has come, such as \"yesterday\" or 2026-11-20"))
        }
        days => Ok(days),
    }
}

/// A filter made ready to be asked about many todos.
struct Sieve<'a> {
    state: &'a State,
    filter: &'a Filter,
    days: Option<Days>,
    days_done: Option<Days>,
    now: &'a LocalNow,
    tag: Option<String>,
    list: Option<String>,
    words: Vec<String>,
    except: Vec<Vec<String>>,
}

impl<'a> Sieve<'a> {
    fn new(state: &'a State, filter: &'a Filter, now: &'a LocalNow) -> Self {
        Self {
            state,
            filter,
            days: filter.due.as_ref().map(|due| due.days(now)),
            days_done: filter.completed_on.as_ref().map(|days| days.days(now)),
            now,
            tag: filter.tag.as_ref().map(|tag| tag.trim_start_matches('#').to_lowercase()),
            list: filter.list.as_ref().map(|list| words::list_key(list)),
            words: filter.text.as_ref().map(|text| words::telling(text)).unwrap_or_default(),
            except: filter.except.iter().map(|text| words::telling(text)).collect(),
        }
    }

    fn lets_through(&self, entry: &Entry) -> bool {
        let todo = &entry.todo;
        let status = match self.filter.status {
            Status::All => true,
            Status::Active => !todo.completed,
            Status::Completed => todo.completed,
        };
        status
            && self.filter.priority.is_none_or(|priority| todo.priority == Some(priority))
            && self.days.as_ref().is_none_or(|days| days.hold_due(todo, self.now))
            && self.days_done.as_ref().is_none_or(|days| {
                let done = todo.completed_at.as_deref().filter(|_| todo.completed);
                days.hold(done.and_then(|at| self.now.local_day(at)).as_deref())
            })
            && self.tag.as_ref().is_none_or(|tag| todo.tags.iter().any(|known| known.to_lowercase() == *tag))
            && self.list.as_ref().is_none_or(|list| match &todo.list {
                Some(name) => self.state.is_list(name, list),
                None => list == "inbox",
            })
            && has_words(entry, &self.words)
            && !self.except.iter().any(|words| has_words(entry, words))
    }
}

/// Whether all the words are somewhere in a todo.
fn has_words(entry: &Entry, words: &[String]) -> bool {
    let has = |words: &[String]| {
        words.iter().all(|word| entry.words().contains(word) || entry.searched().contains(word.as_str()))
    };
    let deed = |said: &String| entry.words().first().is_some_and(|first| words::is_same_deed(said, first));
    // "watering the plants" is "water the plants".
    has(words) || words.split_first().is_some_and(|(first, rest)| !rest.is_empty() && deed(first) && has(rest))
}

pub(crate) fn select<'s>(state: &'s State, filter: &Filter, now: &LocalNow) -> Vec<&'s Entry> {
    let sieve = Sieve::new(state, filter, now);
    let mut entries = state.in_order();
    entries.retain(|entry| sieve.lets_through(entry));
    match filter.sort {
        Sort::Manual => {}
        Sort::Due => entries.sort_by(|left, right| {
            let (left, right) = (&left.todo.due, &right.todo.due);
            left.is_none().cmp(&right.is_none()).then_with(|| left.cmp(right))
        }),
        Sort::Priority => entries.sort_by(|left, right| {
            let urgency = |entry: &Entry| entry.todo.priority.unwrap_or(u8::MAX);
            urgency(left).cmp(&urgency(right))
        }),
        Sort::Newest => entries.sort_by(|left, right| {
            right.todo.created_at.cmp(&left.todo.created_at).then_with(|| right.todo.id.cmp(&left.todo.id))
        }),
        Sort::Text => entries.sort_by(|left, right| left.searched().cmp(right.searched())),
    }
    entries
}

impl TodoStore {
    /// The todos that the filter lets through, in its order.
    pub fn list(&self, filter: &Filter) -> Vec<Todo> {
        self.list_at(filter, &self.now())
    }

    /// As [`TodoStore::list`], with "today" counted from another moment.
    pub fn list_at(&self, filter: &Filter, now: &LocalNow) -> Vec<Todo> {
        self.follow();
        let state = self.0.state.borrow();
        select(&state, filter, now).into_iter().map(|entry| entry.todo.as_ref().clone()).collect()
    }

    /// As [`TodoStore::list`], sharing the todos with the store: what a page that draws a few of very many asks for.
    pub fn list_shared(&self, filter: &Filter) -> Vec<Rc<Todo>> {
        let now = self.now();
        let state = self.0.state.borrow();
        select(&state, filter, &now).into_iter().map(|entry| entry.todo.clone()).collect()
    }

    /// Of [`TodoStore::list_shared`] those from a place on, at most so many; and how many there are in all.
    pub fn list_page(&self, filter: &Filter, offset: usize, limit: usize) -> (Vec<Rc<Todo>>, usize) {
        let now = self.now();
        let state = self.0.state.borrow();
        let entries = select(&state, filter, &now);
        (entries.iter().skip(offset).take(limit).map(|entry| entry.todo.clone()).collect(), entries.len())
    }

    /// Another number whenever a todo held in memory, as [`TodoStore::list_shared`] gives them, has changed.
    pub fn changes(&self) -> u64 {
        self.0.changes.get()
    }

    /// How many todos the filter lets through.
    pub fn count(&self, filter: &Filter) -> usize {
        self.follow();
        // Asked first: a host's clock may call back.
        let now = self.now();
        select(&self.0.state.borrow(), filter, &now).len()
    }
}
