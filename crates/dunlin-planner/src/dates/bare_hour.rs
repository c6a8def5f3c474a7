//! A bare hour right behind a day, at the end of what is said or before how often it comes again: "bins tmrw 7", "swimming weds 4 every
//! week".

use super::{Moment, QuickAdd, due};
use crate::lang::{
    en::days::{AT, BY_ITS_DAY, DAYS_BEFORE_AN_HOUR, EACH_WEEK, ON_ITS_DAY, PART_OF_EACH, REPEATS, WEEKDAYS},
    holds,
};
use dunlin_base::Span;

/// The latest hour that is said without "at".
const NOON: u8 = 12;

/// The text with "at" before its bare hour, and where that was put in.
pub(super) struct Timed {
    pub(super) text: String,
    at: usize,
    hour: String,
}

impl Timed {
    /// A text with a bare hour; nothing where it has none, or where the number may be the day of the month.
    pub(super) fn of(text: &str, moment: &Moment<'_>) -> Option<Self> {
        let mut words = words(text).peekable();
        let (mut day, mut named, mut each) = (None, false, false);
        let (at, hour, weekday) = loop {
            let (at, word) = words.next()?;
            let lower = word.to_ascii_lowercase();
            let before = day.take();
            if let (Some(day), Ok(hour)) = (before, lower.parse::<u8>())
                && (1..=NOON).contains(&hour)
            {
                break (at, lower, day);
            }
            // "every day 8"
            let each_day = each && holds(PART_OF_EACH, &lower);
            let is_day = each_day || holds(WEEKDAYS, &lower) || holds(DAYS_BEFORE_AN_HOUR, &lower);
            each = holds(REPEATS, &lower);
            named |= !is_day && !each;
            day = is_day.then_some(lower).filter(|_| named);
        };
        let ends = words.peek().is_none_or(|(_, next)| holds(REPEATS, &next.to_ascii_lowercase()));
        // "gig fri 4" may be on Friday the 4th.
        let of_the_month = || {
            let date = due(&[hour.as_str(), BY_ITS_DAY].concat(), moment)?;
            let told = dunlin_date::day_in_words(&date)?;
            Some(told.to_lowercase().starts_with(weekday.get(..3)?))
        };
        (ends && !of_the_month().unwrap_or_default()).then(|| {
            let text = [text.get(..at).unwrap_or_default(), AT, text.get(at..).unwrap_or_default()].concat();
            Self { text, at, hour }
        })
    }

    /// What was read, with its places as they are in the text itself; nothing where the number was no hour after all.
    pub(super) fn read(&self, start: usize, mut read: QuickAdd) -> Option<QuickAdd> {
        let timed = read.due.as_ref().is_some_and(|due| due.contains('T'));
        let left = words(&read.text).any(|(_, word)| word == self.hour);
        if !timed || left || read.text.trim().is_empty() {
            return None;
        }
        let back = |place: usize| if place > start + self.at { (place - AT.len()).max(start + self.at) } else { place };
        for (span, ..) in &mut read.found {
            *span = Span::new(back(span.start), back(span.end));
        }
        Some(read)
    }
}

/// The same with its weekday in what comes again each week: "swimming weds 4 every week".
pub(super) fn with_weekday(mut read: QuickAdd, text: &str) -> QuickAdd {
    if read.recurrence.as_deref() == Some(EACH_WEEK) {
        let day = words(text).map(|(_, word)| word.to_ascii_lowercase()).find(|word| holds(WEEKDAYS, word));
        let rule = |day: &str| Some([EACH_WEEK, ON_ITS_DAY, &day.get(..2)?.to_ascii_uppercase()].concat());
        read.recurrence = day.and_then(|day| rule(&day)).or(read.recurrence);
    }
    read
}

/// The words of a text, and where each stands.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word.trim_end_matches(',')))
}
