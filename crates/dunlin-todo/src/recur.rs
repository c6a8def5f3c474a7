//! Where todos meet natural dates: what a line of quick add makes, what a due date in words means, and what comes after a
//! recurring todo is done. The reading itself is `dunlin-date`'s.

use dunlin_base::Span;
use dunlin_date::{DateOptions, advance, parse_quick_add, postpone};

use crate::{Command, Due, LocalNow, NewTodo, Todo, TodoError};

/// The command that a line of quick add asks for; readings whose spans are in `ignore` stay text.
///
/// ```
/// use dunlin_date::{DateOptions, Now};
/// use dunlin_todo::{Command, quick_add};
/// let options = DateOptions { now: Now::new(2026, 11, 21, 9, 30).unwrap(), day_first: false };
/// let Command::Add(new) = quick_add("send invoice tomorrow p1 #work", &options, &[]) else { panic!() };
/// assert_eq!((new.text.as_str(), new.due.unwrap().as_str(), new.priority), ("send invoice", "2026-11-22", Some(1)));
/// ```
pub fn quick_add(text: &str, options: &DateOptions, ignore: &[Span]) -> Command {
    let read = parse_quick_add(text, options, ignore);
    Command::Add(NewTodo {
        text: read.text,
        due: read.due.as_deref().and_then(Due::parse),
        priority: read.priority,
        tags: read.tags,
        recurrence: read.recurrence,
        ..NewTodo::default()
    })
}

/// The next occurrence, still without id and time stamps; none when it does not recur, or has come to its end, or the rule is
/// one that is only kept.
pub(crate) fn next(todo: &Todo, now: &LocalNow) -> Option<Todo> {
    let rule = todo.recurrence.as_deref()?;
    let due = todo.due.as_ref().map_or(now.today(), Due::as_str);
    let next = advance(rule, due, Some(now.minute())).ok()??;
    Some(Todo {
        due: Some(Due::parse(&next.due)?),
        recurrence: Some(next.recurrence),
        completed: false,
        completed_at: None,
        created_by: None,
        // It stands where this one stood: right after it, for its id is a later one.
        order: Some(todo.order_key().to_owned()),
        ..todo.clone()
    })
}

/// Refuses a recurrence that cannot be read: it would be kept, and never come again.
pub(crate) fn check_rule(rule: &str) -> Result<(), TodoError> {
    advance(rule, "2026-01-01", None)
        .map(|_| ())
        .map_err(|error| TodoError::invalid(format!("recurrence: {error}")).with_hint(error.hint()))
}

/// The due date that is written so: as a record has it, or in words that are nothing but a date.
pub(crate) fn read_due(text: &str, now: &LocalNow) -> Option<Due> {
    Due::parse(text.trim()).or_else(|| {
        let read = parse_quick_add(text, &options(now), &[]);
        let all_of_it = read.text.trim().is_empty() && read.recurrence.is_none();
        read.due.filter(|_| all_of_it).as_deref().and_then(Due::parse)
    })
}

/// The due that much later than it was ("a week", "2 hours"), or earlier ("-2 days"). What has no due counts from today, and
/// hours count from now where the due is a day that has come; none where the due is a later day, which hours do not move.
pub(crate) fn postponed(due: Option<&Due>, by: &str, now: &LocalNow) -> Option<Due> {
    let from = due.map_or(now.today(), Due::as_str);
    let moved = Due::parse(&postpone(from, by)?)?;
    let gained_time = moved.time().is_some() && due.and_then(Due::time).is_none();
    match gained_time {
        false => Some(moved),
        true if from > now.today() => None,
        true => Due::parse(&postpone(now.minute(), by)?),
    }
}

/// The words of a description without the date, time and recurrence among them; none when there are none.
pub(crate) fn without_dates(description: &str, now: &LocalNow) -> Option<String> {
    let read = parse_quick_add(description, &options(now), &[]);
    (!read.readings.is_empty() && !read.text.trim().is_empty()).then_some(read.text)
}

pub(crate) fn options(now: &LocalNow) -> DateOptions {
    DateOptions { now: now.now(), day_first: false }
}
