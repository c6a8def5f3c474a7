//! Finding todos by their fields: filters and sort orders. Looking through ten thousand takes a few milliseconds.

use std::rc::Rc;

use dunlin_base::sort_by;
use serde_json::Value;

use crate::{
    LocalNow, Todo, TodoError, TodoStore,
    state::{Entry, State},
    todo::priority_of,
    words,
};

/// Whether completed todos are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// All of them.
    #[default]
    All,
    /// Those to be done.
    Active,
    /// Those done.
    Completed,
}

impl Status {
    /// The status that is written so.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "all" => Some(Self::All),
            "active" | "pending" | "open" => Some(Self::Active),
            "completed" | "done" => Some(Self::Completed),
            _ => None,
        }
    }
}

/// When todos are due that are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DueFilter {
    /// Today.
    Today,
    /// Tomorrow.
    Tomorrow,
    /// Before now, and not done.
    Overdue,
    /// After today.
    Upcoming,
    /// In this calendar week, Monday to Sunday.
    ThisWeek,
    /// In the next calendar week.
    NextWeek,
    /// In this calendar month.
    ThisMonth,
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
}

impl DueFilter {
    /// The filter that is written so: `today`, `overdue`, `this week`, `2026-11-27`, `..2026-11-27`, `2026-11-27..`, ….
    pub fn parse(text: &str) -> Option<Self> {
        let day = |text: &str| crate::due::day_number(text).map(|_| text.to_owned());
        Some(match text {
            "today" => Self::Today,
            "tomorrow" => Self::Tomorrow,
            "overdue" | "late" | "past" => Self::Overdue,
            "upcoming" | "future" | "later" => Self::Upcoming,
            "week" | "this week" | "this-week" => Self::ThisWeek,
            "next week" | "next-week" => Self::NextWeek,
            "month" | "this month" | "this-month" => Self::ThisMonth,
            "any" => Self::Any,
            "none" | "never" => Self::Never,
            other => {
                if let Some(until) = other.strip_prefix("..") {
                    Self::Until(day(until)?)
                } else if let Some(from) = other.strip_suffix("..") {
                    Self::From(day(from)?)
                } else {
                    Self::On(day(other)?)
                }
            }
        })
    }

    fn days(&self, now: &LocalNow) -> Days {
        let week = |from: i64| Days::Between(now.day_after(from), now.day_after(from + 6));
        match self {
            Self::Today => Days::Between(now.today().to_owned(), now.today().to_owned()),
            Self::Tomorrow => Days::Between(now.day_after(1), now.day_after(1)),
            Self::Overdue => Days::Overdue,
            Self::Upcoming => Days::Between(now.day_after(1), String::from("9999-12-31")),
            Self::ThisWeek => week(-now.since_monday()),
            Self::NextWeek => week(7 - now.since_monday()),
            Self::ThisMonth => {
                let month = now.today().get(..7).unwrap_or_default();
                Days::Between(format!("{month}-01"), format!("{month}-31"))
            }
            Self::Any => Days::Between(String::new(), String::from("9999-12-31")),
            Self::Never => Days::None,
            Self::On(day) => Days::Between(day.clone(), day.clone()),
            Self::Until(day) => Days::Between(String::new(), day.clone()),
            Self::From(day) => Days::Between(day.clone(), String::from("9999-12-31")),
        }
    }
}

enum Days {
    Between(String, String),
    Overdue,
    None,
}

impl Days {
    fn hold(&self, todo: &Todo, now: &LocalNow) -> bool {
        match (self, &todo.due) {
            (Self::None, due) => due.is_none(),
            (_, None) => false,
            (Self::Overdue, Some(due)) => !todo.completed && now.is_past(due),
            (Self::Between(from, to), Some(due)) => due.date() >= from.as_str() && due.date() <= to.as_str(),
        }
    }
}

/// What todos are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
        match text {
            "manual" => Some(Self::Manual),
            "due" => Some(Self::Due),
            "priority" => Some(Self::Priority),
            "newest" => Some(Self::Newest),
            "text" => Some(Self::Text),
            _ => None,
        }
    }
}

/// Which todos are wanted, in which order. The default is all of them.
///
/// ```
/// use dunlin_todo::{Filter, Status};
/// let filter = Filter { tag: Some("errands".into()), ..Filter::active() };
/// assert_eq!(filter.status, Status::Active);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Whether completed ones are wanted.
    pub status: Status,
    /// When they are due.
    pub due: Option<DueFilter>,
    /// A tag they have, without case.
    pub tag: Option<String>,
    /// The list they are on; `inbox` is those on none.
    pub list: Option<String>,
    /// Their priority.
    pub priority: Option<u8>,
    /// Words that are all in their text, notes, list or tags.
    pub text: Option<String>,
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

    /// The filter that a JSON object describes: `status`, `due`, `tag`, `list`, `priority`, `text`, `sort`.
    pub fn from_value(value: &Value) -> Result<Self, TodoError> {
        let map = match value {
            Value::Null => return Ok(Self::default()),
            Value::Object(map) => map,
            other => return Err(TodoError::invalid(format!("the filter is {other}, expected an object"))),
        };
        let mut filter = Self::default();
        for (key, value) in map {
            if value.is_null() {
                continue;
            }
            let wrong = || TodoError::invalid(format!("the filter's {key:?} cannot be {value}"));
            let text = || value.as_str().ok_or_else(wrong);
            match key.as_str() {
                "status" => filter.status = Status::parse(text()?).ok_or_else(wrong)?,
                "due" => filter.due = Some(DueFilter::parse(text()?).ok_or_else(wrong)?),
                "tag" => filter.tag = Some(text()?.to_owned()),
                "list" => filter.list = Some(text()?.to_owned()),
                "priority" => filter.priority = Some(priority_of(value).ok_or_else(wrong)?),
                "text" => filter.text = Some(text()?.to_owned()),
                "sort" => filter.sort = Sort::parse(text()?).ok_or_else(wrong)?,
                _ => {
                    return Err(TodoError::invalid(format!("the filter has an unknown field {key:?}"))
                        .with_hint("known are status, due, tag, list, priority, text and sort"));
                }
            }
        }
        Ok(filter)
    }
}

/// A filter made ready to be asked about many todos.
struct Sieve<'a> {
    state: &'a State,
    filter: &'a Filter,
    days: Option<Days>,
    now: &'a LocalNow,
    tag: Option<String>,
    list: Option<String>,
    words: Vec<String>,
}

impl<'a> Sieve<'a> {
    fn new(state: &'a State, filter: &'a Filter, now: &'a LocalNow) -> Self {
        Self {
            state,
            filter,
            days: filter.due.as_ref().map(|due| due.days(now)),
            now,
            tag: filter.tag.as_ref().map(|tag| tag.trim_start_matches('#').to_lowercase()),
            list: filter.list.as_ref().map(|list| words::list_key(list)),
            words: filter.text.as_ref().map(|text| words::telling(text)).unwrap_or_default(),
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
            && self.days.as_ref().is_none_or(|days| days.hold(todo, self.now))
            && self.tag.as_ref().is_none_or(|tag| todo.tags.iter().any(|known| known.to_lowercase() == *tag))
            && self.list.as_ref().is_none_or(|list| match &todo.list {
                Some(name) => self.state.is_list(name, list),
                None => list == "inbox",
            })
            && self.words.iter().all(|word| entry.words().contains(word) || entry.searched().contains(word.as_str()))
    }
}

pub(crate) fn select<'s>(state: &'s State, filter: &Filter, now: &LocalNow) -> Vec<&'s Entry> {
    let sieve = Sieve::new(state, filter, now);
    let mut entries = state.in_order();
    entries.retain(|entry| sieve.lets_through(entry));
    match filter.sort {
        Sort::Manual => {}
        Sort::Due => sort_by(&mut entries, &mut |left, right| {
            let (left, right) = (&left.todo.due, &right.todo.due);
            left.is_none().cmp(&right.is_none()).then_with(|| left.cmp(right))
        }),
        Sort::Priority => sort_by(&mut entries, &mut |left, right| {
            let urgency = |entry: &Entry| entry.todo.priority.unwrap_or(u8::MAX);
            urgency(left).cmp(&urgency(right))
        }),
        Sort::Newest => sort_by(&mut entries, &mut |left, right| {
            right.todo.created_at.cmp(&left.todo.created_at).then_with(|| right.todo.id.cmp(&left.todo.id))
        }),
        Sort::Text => sort_by(&mut entries, &mut |left, right| left.searched().cmp(right.searched())),
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
        let state = self.0.state.borrow();
        select(&state, filter, now).into_iter().map(|entry| entry.todo.as_ref().clone()).collect()
    }

    /// As [`TodoStore::list`], sharing the todos with the store: what a page that draws a few of very many asks for.
    pub fn list_shared(&self, filter: &Filter) -> Vec<Rc<Todo>> {
        let state = self.0.state.borrow();
        select(&state, filter, &self.now()).into_iter().map(|entry| entry.todo.clone()).collect()
    }

    /// How many todos the filter lets through.
    pub fn count(&self, filter: &Filter) -> usize {
        select(&self.0.state.borrow(), filter, &self.now()).len()
    }
}
