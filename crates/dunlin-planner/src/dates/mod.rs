//! The reader of dates this crate leans on, `dunlin-date`, behind the few questions that are asked of it.

mod bare_hour;
pub(crate) mod range;

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    rc::Rc,
};

use dunlin_base::Span;
use dunlin_date::{DateOptions, Now, ReadingKind};

use crate::{
    lang::{
        en::dates::MINUTES,
        en::days::{
            A_LENGTH, A_TODO, AT_A_TIME, AT_FIRST, BEFORE_NOON, DONE_TO_DAYS, EVENINGS, EVERY, FEASTS, FIRST_THING,
            FROM_NOW, IN_THE, LED_BY, MORNINGS, NO_THING, OFF, ONE_OF_SEVERAL, OPEN_ENDS, PARTS, WEEKDAYS,
        },
        en::sums::HOURS_BEFORE_MINUTES,
        holds,
    },
    model::chip::ChipKind,
};

/// When a text is read, and what of it is to stay as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<'a> {
    /// The local moment.
    pub(crate) now: Now,
    /// Places in the goal whose reading was taken back.
    pub(crate) dismissed: &'a [Span],
    /// What was read at this moment before.
    pub(crate) lines: Option<&'a Lines>,
}

impl Moment<'_> {
    /// A moment with nothing taken back.
    pub(crate) const fn new(now: Now) -> Self {
        Self { now, dismissed: &[], lines: None }
    }

    /// A line as the reader of dates has it. With all of its readings it is read once.
    fn read(&self, text: &str, ignore: &[Span]) -> Rc<dunlin_date::QuickAdd> {
        let read = || Rc::new(dunlin_date::parse_quick_add(text, &options(self), ignore));
        let Some(Lines(lines)) = self.lines.filter(|_| ignore.is_empty()) else { return read() };
        if let Some(known) = lines.borrow().get(text) {
            return known.clone();
        }
        let read = read();
        let mut lines = lines.borrow_mut();
        if lines.len() < MOST_LINES {
            lines.insert(text.to_owned(), read.clone());
        }
        read
    }
}

/// The lines of one goal that were read for their dates: many ways to read a goal ask the same words for them.
#[derive(Debug, Default)]
pub(crate) struct Lines(RefCell<HashMap<String, Rc<dunlin_date::QuickAdd>>>);

/// How many lines are kept: more than a goal that is refused asks for.
const MOST_LINES: usize = 500;

/// The day of a day or a moment: "2026-11-28" of "2026-11-28T15:00"; nothing of words that are shorter.
pub(crate) fn day_of(due: &str) -> Option<&str> {
    due.get(.."2026-11-28".len())
}

/// A todo's words after dates, priorities and tags were taken out of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuickAdd {
    pub(crate) text: String,
    pub(crate) due: Option<String>,
    pub(crate) priority: Option<u8>,
    pub(crate) tags: Vec<String>,
    pub(crate) recurrence: Option<String>,
    /// When it ends, of a range of time: "16:00" of "3-4pm".
    pub(crate) until: Option<String>,
    /// Days or times with an end that no field keeps, as they were said: "3-5 december".
    pub(crate) said: Option<String>,
    /// What was recognised, and where in the goal.
    pub(crate) found: Vec<(Span, ChipKind, String)>,
}

impl QuickAdd {
    /// Whether the words say when: a day, or a repetition.
    pub(crate) fn says_when(&self) -> bool {
        self.due.is_some() || self.recurrence.is_some()
    }
}

/// Reads a todo's words. Of two days or times that are left open ("friday or saturday") the first counts, and both are kept as they
/// were said.
pub(crate) fn quick_add(text: &str, start: usize, moment: &Moment<'_>) -> QuickAdd {
    let timed = bare_hour::Timed::of(text, moment).filter(|_| moment.dismissed.is_empty());
    let timed = timed.and_then(|timed| timed.read(start, with_range(&timed.text, start, moment)));
    bare_hour::with_weekday(timed.unwrap_or_else(|| as_it_stands(text, start, moment)), text)
}

/// The same of words without a bare hour.
fn as_it_stands(text: &str, start: usize, moment: &Moment<'_>) -> QuickAdd {
    if let Some((first, said)) = range::left_open(text).filter(|_| moment.dismissed.is_empty()) {
        let read = with_range(&first, start, moment);
        if read.text != first.trim() || read.due.is_none() {
            return QuickAdd { said: Some(said), ..read };
        }
    }
    with_range(text, start, moment)
}

/// Reads a todo's words with a range of time in them ("3-4pm") read as its start; the end is kept beside it.
fn with_range(text: &str, start: usize, moment: &Moment<'_>) -> QuickAdd {
    let end = start + text.len();
    let range = crate::dates::range::time_range(text)
        .filter(|_| !moment.dismissed.iter().any(|span| span.start < end && span.end > start));
    let Some(range) = range else { return with_part_of_day(read_line(text, start, moment), text, moment) };
    let edited = range.starting(text);
    let mut read = read_line(&edited, start, moment);
    let began = read.due.as_deref().and_then(|due| due.split_once('T')).map(|(_, time)| time.to_owned());
    let Some(began) = began.filter(|_| range.is_sure()) else {
        // "from 6 to 7.30" is read as a whole.
        let mut whole = with_part_of_day(read_line(text, start, moment), text, moment);
        let read = whole.found.iter().any(|(span, _, _)| span.overlaps(range.cut_at(start)));
        let began = whole.due.as_deref().and_then(|due| due.split_once('T')).map(|(_, time)| time.to_owned());
        // "tennis saturdays from 10 to 11": its end was left among the words.
        let cut = range.cut_at(0).of(text).trim();
        let left = whole
            .text
            .strip_suffix(cut)
            .map(str::trim_end)
            .filter(|left| !left.ends_with(|c: char| c.is_ascii_digit()));
        let left = left.filter(|left| began.is_some() && !left.is_empty()).map(str::to_owned);
        let read = read || left.is_some();
        whole.text = left.unwrap_or(whole.text);
        whole.until = began.filter(|_| read).map(|began| range.end_after(&began));
        whole.said = whole.said.filter(|_| whole.until.is_none());
        return whole;
    };
    (read.until, read.said) = (Some(range.end_after(&began)), None);
    for (span, _, _) in &mut read.found {
        *span = Span::new(range.place_in(span.start - start) + start, range.place_in(span.end - start) + start);
    }
    read
}

/// A part of the day that was read with a day and without a time is kept as its time: "tomorrow morning", "first thing tomorrow".
/// One that is over today is tomorrow's: "in the morning".
fn with_part_of_day(mut read: QuickAdd, text: &str, moment: &Moment<'_>) -> QuickAdd {
    read.due = read.due.map(|due| if names_an_evening(text, &read.text) { in_the_evening(due) } else { due });
    let Some(due) = read.due.as_ref().filter(|due| !due.contains('T')) else { return read };
    // Each word as it is written, and what it is a slip of.
    let meant = |text: &str| -> Vec<(String, Option<&'static str>)> {
        let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_ascii_lowercase);
        words.map(|word| (word.clone(), dunlin_date::slip_of(&word))).collect()
    };
    let says = |words: &[(String, Option<&str>)], part: &str| {
        words.iter().any(|(word, slip)| word == part || *slip == Some(part))
    };
    let (said, left) = (meant(text), OnceCell::new());
    let lower = read.text.to_ascii_lowercase();
    let at_first = FIRST_THING
        .iter()
        .find_map(|first| lower.strip_suffix(first))
        .filter(|rest| rest.is_empty() || rest.ends_with(' '))
        .map(|rest| rest.trim_end().len());
    let is_left = |part: &str| says(left.get_or_init(|| meant(&read.text)), part);
    let part = PARTS.iter().find(|(part, _)| says(&said, part) && !is_left(part)).map(|(_, time)| *time);
    let Some(time) = part.or(at_first.map(|_| AT_FIRST)) else { return read };
    let over = [due, "T", time].concat() <= moment.now.to_text();
    let open = text.to_ascii_lowercase().contains(IN_THE);
    // "every morning" begins with the next one there is.
    let next = read
        .recurrence
        .as_ref()
        .filter(|_| over)
        .and_then(|rule| dunlin_date::next_occurrence(rule, due, None).ok()?);
    let tomorrow = || if over && open { moment.now.plus_days(1).date_text() } else { due.clone() };
    let day = next.unwrap_or_else(tomorrow);
    read.due = Some([&day, "T", time].concat());
    read.text.truncate(at_first.unwrap_or(read.text.len()));
    read
}

/// Whether what is to be done is done in the evening, and no other part of the day is said: "parents evening tuesday at 7".
fn names_an_evening(text: &str, rest: &str) -> bool {
    let says = |text: &str, known: &str| {
        text.split(|c: char| !c.is_alphanumeric()).any(|word| holds(known, &word.to_ascii_lowercase()))
    };
    let hour = |word: &str| word.starts_with('0') || word.to_ascii_lowercase().ends_with(BEFORE_NOON);
    says(rest, EVENINGS) && !says(text, MORNINGS) && !text.split_whitespace().any(hour)
}

/// The same time after noon, for hours that may be either.
fn in_the_evening(due: String) -> String {
    let either = hour(&due).is_some_and(|hour| (4..12).contains(&hour));
    after_noon(&due).filter(|_| either).unwrap_or(due)
}

/// The hour of a due that says a time.
pub(crate) fn hour(due: &str) -> Option<u8> {
    due.split_once('T').and_then(|(_, time)| time.get(..2)?.parse().ok())
}

/// The due half a day later, where its hour is one of the morning's that the evening has too.
pub(crate) fn after_noon(due: &str) -> Option<String> {
    let hour = hour(due).filter(|hour| (1..12).contains(hour))?;
    let (day, time) = due.split_once('T')?;
    Some([day, "T", &(hour + 12).to_string(), time.get(2..).unwrap_or_default()].concat())
}

/// The due half a day later, where it is nearer to the hour of another one so.
pub(crate) fn nearer_after_noon(due: &str, other: &str) -> Option<String> {
    let (own, other) = (hour(due)?, hour(other)?);
    after_noon(due).filter(|_| other.abs_diff(own + 12) < other.abs_diff(own))
}

/// Reads a todo's words; `start` is where they stand in the goal, in bytes.
fn read_line(text: &str, start: usize, moment: &Moment<'_>) -> QuickAdd {
    let end = start + text.len();
    let mut ignore: Vec<Span> = moment
        .dismissed
        .iter()
        .filter(|span| span.start >= start && span.end <= end)
        .map(|span| Span::new(span.start - start, span.end - start))
        .collect();
    let mut read = moment.read(text, &ignore);
    if let Some(kept) = read.readings.iter().find(|reading| belongs_to_text(reading, text, &read.text)) {
        // "remember that the fair is on May 4", "organise Easter": the words are what the todo is about.
        ignore.push(kept.span);
        read = moment.read(text, &ignore);
    }
    // "the 8pm show" is called by its time, and is at it.
    let named = read.readings.iter().find(|reading| names_a_thing_at(reading, text)).map(|reading| reading.span);
    let with_time = named.map(|span| moment.read(text, &[ignore.as_slice(), &[span]].concat()).text.clone());
    let found = read
        .readings
        .iter()
        .filter_map(|reading| Some((reading.span.shifted(start), chip(reading.kind)?, reading.label.clone())));
    let found = found.collect();
    let mut ranges = read
        .readings
        .iter()
        .filter(|reading| matches!(reading.kind, ReadingKind::Date | ReadingKind::Time))
        .filter(|reading| range::has_an_end(reading.span.of(text), reading.kind == ReadingKind::Time));
    let said = ranges.next().filter(|_| read.recurrence.is_none()).map(|range| range.span.of(text).to_owned());
    let read = Rc::unwrap_or_clone(read);
    QuickAdd {
        said,
        found,
        text: with_time.unwrap_or(read.text),
        due: read.due,
        priority: read.priority,
        tags: read.tags,
        recurrence: read.recurrence,
        until: None,
    }
}

/// Whether a date is a part of what is said: what is left without it ends in mid-sentence, or it names a feast and not
/// the day something is due.
fn belongs_to_text(reading: &dunlin_date::Reading, text: &str, rest: &str) -> bool {
    if reading.kind != ReadingKind::Date {
        return false;
    }
    let last = rest.split_whitespace().next_back().unwrap_or("").to_lowercase();
    let first = reading.span.of(text).split_whitespace().next().unwrap_or("").to_lowercase();
    let at_end = reading.span.end >= text.trim_end().len();
    // "ask the boss for friday off", "prepare for monday meeting": the day is a part of what is named.
    let behind = text.get(reading.span.end..).unwrap_or_default().trim_start();
    let before = text.get(..reading.span.start).unwrap_or_default().trim_end();
    let said = [before, " ", reading.span.of(text)].concat().to_lowercase();
    let mut said = said.split_whitespace().rev();
    let day = said.next().is_some_and(|day| holds(WEEKDAYS, day));
    let led = said.next().is_some_and(|led| LED_BY.contains(&led));
    // "plan the weekend"
    let itself = holds(ONE_OF_SEVERAL, &first) && rest.split_whitespace().count() == 1;
    if at_end && itself && holds(DONE_TO_DAYS, &last) {
        return true;
    }
    if day && (behind == OFF || led && names_a_thing(behind)) {
        return true;
    }
    at_end && OPEN_ENDS.contains(&last.as_str()) || FEASTS.contains(&first.as_str())
}

/// Whether a time tells which of several is meant: "the 8pm show".
fn names_a_thing_at(reading: &dunlin_date::Reading, text: &str) -> bool {
    if reading.kind != ReadingKind::Time {
        return false;
    }
    let said = text.get(..reading.span.end).unwrap_or_default();
    let led = said.split_whitespace().rev().nth(1).is_some_and(|word| holds(ONE_OF_SEVERAL, &word.to_lowercase()));
    let behind = text.get(reading.span.end..).unwrap_or_default();
    let next = behind.strip_prefix(' ').and_then(|behind| behind.split_whitespace().next());
    led && next.is_some_and(is_thing)
}

/// Whether the words behind a day are one thing that it may be the day of: "meeting".
fn names_a_thing(behind: &str) -> bool {
    let mut words = behind.split_whitespace();
    let only = words.next().filter(|_| words.next().is_none());
    only.is_some_and(is_thing)
}

fn is_thing(word: &str) -> bool {
    word.chars().all(char::is_alphabetic) && !holds(NO_THING, &word.to_lowercase())
}

/// The day, or day and time, that a text names.
pub(crate) fn due(text: &str, moment: &Moment<'_>) -> Option<String> {
    let read = dunlin_date::parse_date(text, &options(moment))?;
    Some(match read.time {
        Some(time) => format!("{}T{time}", read.date),
        None => read.date,
    })
}

/// Whether a text is nothing but a day, or a day and time.
pub(crate) fn is_when(text: &str, moment: &Moment<'_>) -> bool {
    let read = moment.read(text, &[]);
    let plain = read.recurrence.is_none() && read.priority.is_none() && read.tags.is_empty();
    read.due.is_some() && plain && read.text.trim().is_empty()
}

/// Whether a text is nothing but a time of the day.
pub(crate) fn is_time(text: &str, moment: &Moment<'_>) -> bool {
    let read = moment.read(text, &[]);
    let timed = read.readings.iter().all(|reading| reading.kind == ReadingKind::Time);
    read.due.is_some() && timed && read.text.trim().is_empty()
}

/// As [`is_when`], or a span of time from now: "3 days".
pub(crate) fn is_when_or_span(text: &str, moment: &Moment<'_>) -> bool {
    is_when(text, moment) || is_when(&after(text), moment) || is_when(&at(text), moment)
}

/// "half past four", as a time of the day.
pub(crate) fn at(text: &str) -> String {
    [AT_A_TIME, text].concat()
}

/// As [`due`], or the end of a span of time from now.
pub(crate) fn due_or_after(text: &str, moment: &Moment<'_>) -> Option<String> {
    let due = due(text, moment).or_else(|| due(&after(text), moment)).or_else(|| due(&at(text), moment))?;
    // "tonight", "tomorrow morning"
    let read = QuickAdd { due: Some(due.clone()), ..QuickAdd::default() };
    with_part_of_day(read, text, moment).due
}

/// A moment from which a length of time is tried out.
const SOME_DAY: &str = "2026-01-01T00:00";

/// A length of time as the todo tool takes one: "3 days", "week" as "a week".
pub(crate) fn length(text: &str) -> Option<String> {
    let fits = |by: &String| dunlin_date::postpone(SOME_DAY, by).is_some();
    let said = [with_minutes(text), Some(text.to_owned()), Some([A_LENGTH, text].concat())];
    said.into_iter().flatten().find(fits).filter(|_| !text.starts_with('-'))
}

/// "3 hours 45": what stands bare behind hours are minutes.
fn with_minutes(text: &str) -> Option<String> {
    let mut words = text.split_whitespace().rev();
    let (last, unit) = (words.next()?, words.next()?.to_ascii_lowercase());
    let minutes = last.len() < 3 && last.parse::<u8>().is_ok_and(|minutes| minutes < 60);
    let hours =
        HOURS_BEFORE_MINUTES.split(' ').any(|hours| unit.trim_start_matches(|c: char| c.is_ascii_digit()) == hours);
    (minutes && hours).then(|| [text, " ", MINUTES].concat())
}

/// "3 days", as a time from now.
pub(crate) fn after(span: &str) -> String {
    [FROM_NOW, span].concat()
}

fn options(moment: &Moment<'_>) -> DateOptions {
    DateOptions { now: moment.now, day_first: false }
}

/// The chip of a reading; quotes and openings ("remind me to") change nothing worth showing.
fn chip(kind: ReadingKind) -> Option<ChipKind> {
    match kind {
        ReadingKind::Date | ReadingKind::Time => Some(ChipKind::Due),
        ReadingKind::Recurrence => Some(ChipKind::Recurrence),
        ReadingKind::Priority => Some(ChipKind::Priority),
        ReadingKind::Tag => Some(ChipKind::Tag),
        ReadingKind::Quote | ReadingKind::Opening => None,
    }
}

/// The rule of words that are nothing but how often something comes again, and when it first does.
pub(crate) fn series(words: &str, moment: &Moment<'_>) -> Option<(String, Option<String>)> {
    let read = quick_add(&[A_TODO, " ", words].concat(), 0, moment);
    let rule = read.recurrence.filter(|_| read.text.trim() == A_TODO)?;
    Some((rule, read.due))
}

/// When it is due first that comes back so often at a time of the day: "tuesday at 7pm". Nothing where no time is said.
pub(crate) fn first_at(often: &str, moment: &Moment<'_>) -> Option<String> {
    let words = [A_TODO, " ", EVERY, often].concat();
    quick_add(&words, 0, moment).due.filter(|due| due.contains('T'))
}

/// The rule of words that are nothing but how often something comes again, and those words: "every friday", also of "friday".
pub(crate) fn recurrence(often: &str, moment: &Moment<'_>) -> Option<(String, String)> {
    [[EVERY, often].concat(), often.to_owned()].into_iter().find_map(|words| {
        let (rule, _) = series(&words, moment)?;
        Some((rule, words))
    })
}
