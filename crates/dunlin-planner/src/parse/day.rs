//! Questions about days, turned into the date tool's input: the days they name are resolved here, the tool counts.

use dunlin_date::Now;

use crate::{
    dates::{self, Moment},
    lang::en::{
        connectors::IF,
        dates::{
            A_DAY, A_MONTH, A_WEEK, AGE, AGO, AT_WORK, BEGINS_ON, BIRTHDAY, DAY_UNITS, DAYS_UNIT, DID_OR_WAS,
            EACH_WEEKDAY, ENDS_ON, HOURS, HOW_LONG, MINE, MINUTES, MONTHS, MONTHS_UNIT, NOW, OF_A_MONTH, ON,
            THE_DAY_BEFORE, TODAY, WEEKDAYS, WEEKS, YEARS, YEARS_UNIT,
        },
        days::WEEKDAYS as DAYS_OF_A_WEEK,
        phrases::MONTH_NAMES,
    },
    model::{
        asked::{DayCall, Unit},
        intent::{DayIntent, TodoIntent},
        request::{Asked, Request, Slots},
        token::{Token, TokenKind, span_of},
    },
    parse::{
        day_tales,
        text::{text_of, without_possessive},
        words::Words,
        zones,
    },
};

/// How many words a day has that stands alone.
const LEAST_WORDS_OF_A_DAY: usize = 3;
const MOST_WORDS_OF_A_DAY: usize = 8;

/// The longest tale of a time and a length of time.
const MOST_WORDS_OF_A_TALE: usize = 30;

/// The most digits of a day of a month.
const DIGITS_OF_A_DAY: usize = 2;

impl Words<'_> {
    /// "how many days until the dentist": a sum of days, where the todo is due on one.
    pub(super) fn days_until_todo<'t>(
        &self,
        intent: TodoIntent,
        request: &Request<'_>,
        tokens: &[Token],
    ) -> Option<Request<'t>> {
        let asks = intent == TodoIntent::Search && HOW_LONG.iter().any(|run| self.begins(tokens, run));
        let item = request.slots.item.filter(|_| asks)?;
        let due = self.context.on_list?.due(&text_of(self.goal, item))?;
        let (from, to) = (self.context.now.date_text(), dates::day_of(&due)?.to_owned());
        Some(Request::of(Asked::Day(DayCall::Between { from, to, unit: Unit::Days })))
    }
}

/// What the words in the slots of a row ask; nothing when they are no days and no lengths of time.
pub(crate) fn call(reader: &Words<'_>, intent: DayIntent, words: &[Token], slots: &Slots<'_>) -> Option<DayCall> {
    let Slots { item, text, when, .. } = *slots;
    let now = reader.context.now;
    let today = now.date_text();
    let text_day = || day(reader, text?, now);
    let length = || dates::length(&text_of(reader.goal, item?));
    match intent {
        // "how many days is 1000 hours" asks for no time of the day.
        DayIntent::DaysUntil if text.is_some_and(|text| dates::length(&text_of(reader.goal, text)).is_some()) => None,
        DayIntent::DaysUntil => {
            if let Some(unit) = unit_of_time(reader, words, text?) {
                let to = moment(reader, text?)?;
                return Some(DayCall::Between { from: now.to_text(), to, unit });
            }
            Some(DayCall::Between { from: today, to: text_day()?, unit: unit(reader, words, text) })
        }
        DayIntent::DaysSince => {
            let from = past(&text_day()?, &today);
            // "my birthday is 2 april, how old does that make me" does not say of which year.
            let dated = text?.iter().any(|token| token.numeric && token.span.len() == "1990".len());
            (dated || !reader.any_is(words, BIRTHDAY)).then_some(())?;
            let aged = reader.any_is(words, AGE) && !reader.any_is(words, DAYS_UNIT);
            let unit = match unit(reader, words, text) {
                Unit::Days if aged => Unit::Years,
                unit => unit,
            };
            Some(DayCall::Between { from, to: today, unit })
        }
        DayIntent::DaysBetween => {
            if let Some(unit) = unit_of_time(reader, words, text?) {
                let (from, to) = times(reader, item?, text?, &today)?;
                return Some(DayCall::Between { from, to, unit });
            }
            let (from, to) = span(reader, item?, text?, now)?;
            Some(DayCall::Between { from, to, unit: unit(reader, words, text) })
        }
        DayIntent::DayAfter | DayIntent::DayBefore => {
            let by = length().or_else(|| day_tales::length_of_a_thing(reader, words, item?))?;
            let from = base(reader, text?, &by, words.iter().any(|token| token.is_sign('+') || token.is_sign('-')))?;
            Some(DayCall::Shift { from, by: signed(by, intent == DayIntent::DayBefore) })
        }
        DayIntent::DayIn => {
            let ago = reader.any_is(words, AGO);
            let by = length()?;
            let from = if is_of_clock(&by) { now.to_text() } else { today };
            Some(DayCall::Shift { from, by: signed(by, ago) })
        }
        DayIntent::Leave | DayIntent::Arrive => {
            let (from, by) = time_and_length(reader, item?)?;
            Some(DayCall::Shift { from, by: signed(by, intent == DayIntent::Leave) })
        }
        DayIntent::RunsOut => day_tales::runs_out(reader, words),
        DayIntent::Reaches => day_tales::reaches(reader, item?, text?),
        DayIntent::AgeThen => day_tales::age_then(reader, item?, text?),
        DayIntent::Lasts => day_tales::lasts(reader, item?, text?),
        // "what day does the 13th fall on in december"
        DayIntent::DayOf if let Some(item) = item => {
            let said = [&text_of(reader.goal, item), OF_A_MONTH, &text_of(reader.goal, text?)].concat();
            let said = said.trim_end_matches(['?', '.', '!']);
            let day = dates::is_when(said, &reader.moment()).then(|| dates::due(said, &reader.moment()))??;
            Some(DayCall::Day { from: dates::day_of(&day)?.to_owned() })
        }
        // "what weekday did 2026 start on"
        DayIntent::DayOf if let Some((first, next)) = period(reader, text?, now) => {
            let ends = reader.any_is(words, ENDS_ON);
            let from = if ends { dunlin_date::postpone(&next, THE_DAY_BEFORE)? } else { first };
            let from = if reader.any_is(words, DID_OR_WAS) { past(&from, &today) } else { from };
            // "what day is december 25" names no month of a year.
            let whole = ends || reader.any_is(words, BEGINS_ON);
            Some(DayCall::Day { from: if whole { from } else { numbered(reader, words, text?, when?)? } })
        }
        DayIntent::DayOf => match when {
            Some(year) => in_year(reader, text?, year).map(|from| DayCall::Day { from }),
            None => text_day().map(|from| DayCall::Day { from }),
        },
        DayIntent::TimeIn => zones::time_in(reader, text?),
        DayIntent::TimeThere => zones::time_there(reader, item, text?),
        DayIntent::ClocksApart => zones::apart(reader, item, text?),
        DayIntent::DaysIn => {
            let (first, next) = period(reader, text?, now)?;
            let unit = unit(reader, words, text);
            let to = if unit.counts_both_ends() { dunlin_date::postpone(&next, THE_DAY_BEFORE)? } else { next };
            Some(DayCall::Between { from: first, to, unit })
        }
        DayIntent::DaysLeft => {
            let (first, next) = period(reader, text?, now)?;
            let last = dunlin_date::postpone(&next, THE_DAY_BEFORE)?;
            (first <= today && today <= last).then(|| DayCall::Between {
                from: today,
                to: last,
                unit: unit(reader, words, text),
            })
        }
        DayIntent::Today => Some(DayCall::Day { from: today }),
        DayIntent::TimeNow => Some(DayCall::TimeHere),
        DayIntent::WeekOf => text.map_or(Some(today), |_| text_day()).map(|from| DayCall::Week { from }),
        DayIntent::QuarterOf => {
            // A month is the one that is said and not the next there is.
            let month =
                |text: &[Token]| day(reader, text, now).or_else(|| period(reader, text, now).map(|(first, _)| first));
            text.map_or(Some(today), month).map(|from| DayCall::Quarter { from })
        }
        DayIntent::LeapYear => year(reader, text?).map(|year| DayCall::LeapYear { year }),
    }
}

/// Words that are a day and nothing else, which can only ask which one it is: "last day of february 2028".
pub(crate) fn bare(reader: &Words<'_>, words: &[Token]) -> Option<Request<'static>> {
    if let Some(call) = zones::time_there(reader, None, reader.grammar.without_courtesy(words)) {
        return Some(Request { understood: 0.5, ..Request::of(Asked::Day(call)) });
    }
    // "first monday of next month" begins with no courtesy.
    bare_day(reader, words).or_else(|| bare_day(reader, reader.grammar.without_courtesy(words)))
}

fn bare_day(reader: &Words<'_>, words: &[Token]) -> Option<Request<'static>> {
    let fits = (LEAST_WORDS_OF_A_DAY..=MOST_WORDS_OF_A_DAY).contains(&words.len());
    let said = text_of(reader.goal, words);
    let is_day = || fits && dates::is_when(&said, &reader.moment());
    let day = is_day().then(|| dates::due(&said, &reader.moment()))?.filter(|day| !day.contains('T'))?;
    Some(Request { understood: 0.5, ..Request::of(Asked::Day(DayCall::Day { from: day })) })
}

/// A length of time, back where that is meant.
fn signed(by: String, back: bool) -> String {
    if back { ["-", &by].concat() } else { by }
}

/// Whether a length of time moves the clock and not only the day.
pub(crate) fn is_of_clock(by: &str) -> bool {
    dunlin_date::postpone("2026-01-01", by).is_some_and(|moved| moved.contains('T'))
}

/// What a length of time is counted from: a day, or a time of day where one is said and the clock is moved. Between signs only a
/// time is: "8:15 + 50 minutes".
fn base(reader: &Words<'_>, text: &[Token], by: &str, by_signs: bool) -> Option<String> {
    let timed = moment(reader, text).filter(|moment| moment.contains('T'));
    let dated = text.iter().any(|token| reader.grammar.days.contains(token.word));
    let timed = if dated { timed } else { timed.and_then(|_| as_written(reader, text)) };
    if timed.is_some() || by_signs {
        return timed;
    }
    let now = reader.context.now;
    if is_of_clock(by) && matches!(text, [only] if reader.is(only, NOW)) {
        return Some(now.to_text());
    }
    day(reader, text, now)
}

/// A time of this day as it is written: "7:40" is in the morning, also where that is past.
fn as_written(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let dawn = Moment::new(Now::parse(&[&reader.context.now.date_text(), "T00:00"].concat())?);
    let said = text_of(reader.goal, words);
    let hour = said.find(':').filter(|at| *at == 1);
    dates::due(&[if hour.is_some() { "0" } else { "" }, &said].concat(), &dawn)
}

/// The one time of day and the one length of time in a tale: "it's a 40 minute drive and I have to be there at 6pm".
fn time_and_length(reader: &Words<'_>, words: &[Token]) -> Option<(String, String)> {
    if words.len() > MOST_WORDS_OF_A_TALE {
        return None;
    }
    let said = |from: usize, to: usize| words.get(from..to).map(|words| text_of(reader.goal, words).replace('-', " "));
    let ranges = |most: usize| {
        (0..words.len()).flat_map(move |from| (from + 1..=words.len().min(from + most)).rev().map(move |to| (from, to)))
    };
    let timed = |(from, to): (usize, usize)| {
        let time = moment(reader, words.get(from..to)?).filter(|moment| moment.contains('T'))?;
        if !reader.first_is(words, IF) || !time.starts_with(&reader.context.now.date_text()) {
            return Some((from, to, time));
        }
        // "if I start at 8:45" tells of any day, so that a time which has passed today is not the evening's.
        let next = reader.context.now.plus_days(1).date_text();
        let told = dates::due(&[&next, " ", &said(from, to)?].concat(), &reader.moment());
        let clock =
            told.as_deref().and_then(|told| told.strip_prefix(next.as_str())).filter(|clock| clock.contains('T'));
        let time = clock.map_or(time, |clock| reader.context.now.date_text() + clock);
        Some((from, to, time))
    };
    let names_unit = |to: usize| words.get(to - 1).is_some_and(|token| token.kind == TokenKind::Word);
    let long = |(from, to): (usize, usize)| Some((from, to, length_of_clock(&said(from, to)?, names_unit(to))?));
    let (from, to, by) = ranges(6).find_map(long)?;
    let apart = |range: &(usize, usize)| range.1 <= from || range.0 >= to;
    let (first, last, time) = ranges(6).filter(apart).find_map(timed)?;
    // Any other number would be left out.
    let other = |at: usize| !(from..to).contains(&at) && !(first..last).contains(&at);
    let numbers = words.iter().enumerate().any(|(at, token)| token.numeric && other(at));
    (!numbers).then_some((time, by))
}

/// A length of time that moves the clock; "40 minute" and "two hour" are ones as well.
fn length_of_clock(said: &str, names_unit: bool) -> Option<String> {
    let several = || dates::length(&[said, "s"].concat()).filter(|_| names_unit);
    dates::length(said).or_else(several).filter(|by| is_of_clock(by))
}

/// A day of the year that is said beside it: "christmas" and "next year".
fn in_year(reader: &Words<'_>, text: &[Token], year_said: &[Token]) -> Option<String> {
    let of = year_said.iter().position(|token| token.numeric).and_then(|at| year_said.get(at..)).unwrap_or(year_said);
    let said = format!("{} {}", text_of(reader.goal, text), year(reader, of)?);
    dates::is_when(&said, &reader.moment()).then(|| dates::due(&said, &reader.moment()))?
}

/// The day of a month that words name by its number: "december 25", without a year or in this one.
fn numbered(reader: &Words<'_>, words: &[Token], month: &[Token], number: &[Token]) -> Option<String> {
    let today = reader.context.now.date_text();
    let day = day(reader, &[month, number].concat(), reader.context.now)?;
    let day = if reader.any_is(words, DID_OR_WAS) { past(&day, &today) } else { day };
    let last = span_of(number).end == span_of(words).end;
    let fits = span_of(number).len() <= DIGITS_OF_A_DAY && (last || day.get(..4) == today.get(..4));
    fits.then_some(day)
}

/// The first day of a month or year, and the first one after it.
pub(super) fn period(reader: &Words<'_>, words: &[Token], now: Now) -> Option<(String, String)> {
    let this = now.date_text();
    let of_year = |year: u16| Some((format!("{year:04}-01-01"), format!("{:04}-01-01", year.checked_add(1)?)));
    if let Some(year) = year(reader, words) {
        return of_year(year);
    }
    let first = match words {
        _ if MONTHS.contains(&text_of(reader.goal, words).to_lowercase().as_str()) => format!("{}-01", this.get(..7)?),
        [_] | [_, _] => {
            let said = ["1 ", &text_of(reader.goal, words)].concat();
            let said = said.trim_end_matches(['?', '.', '!']);
            dates::is_when(said, &reader.moment()).then(|| dates::due(said, &reader.moment()))??
        }
        _ => return None,
    };
    // In November, November is this one.
    let first =
        if words.len() == 1 && first.get(5..7) == this.get(5..7) { [this.get(..7)?, "-01"].concat() } else { first };
    let next = dunlin_date::postpone(&first, A_MONTH)?;
    first.ends_with("-01").then_some((first, next))
}

/// A year of the calendar, in figures, or said by where it lies from this one.
fn year(reader: &Words<'_>, words: &[Token]) -> Option<u16> {
    let said = text_of(reader.goal, words).to_lowercase();
    if let [only] = words {
        return said.parse().ok().filter(|year| only.numeric && (1..=9999).contains(year));
    }
    let this: u16 = reader.context.now.date_text().get(..4)?.parse().ok()?;
    let (_, away) = YEARS.iter().find(|(name, _)| *name == said)?;
    this.checked_add_signed(*away)
}

/// The day that words are, and nothing else than a day.
pub(super) fn day(reader: &Words<'_>, words: &[Token], now: Now) -> Option<String> {
    if matches!(words, [only] if reader.is(only, TODAY)) {
        return Some(now.date_text());
    }
    // "1 january this year"
    if let Some((text, year_said)) = words.len().checked_sub(2).and_then(|at| words.split_at_checked(at))
        && !text.is_empty()
        && year(reader, year_said).is_some()
        && let Some(day) = in_year(reader, text, year_said)
    {
        return Some(day);
    }
    // "14-21 feb" is no one day.
    let is_span = |part: &[Token]| matches!(part, [from, sign, to, month] if from.numeric && sign.is_sign('-') && to.numeric && reader.is(month, MONTH_NAMES));
    if words.windows(4).any(is_span) {
        return None;
    }
    let said = text_of(reader.goal, words);
    let said = said.trim_end_matches(['?', '.', '!']).trim();
    // "tomorrow's date"
    let said = without_possessive(said);
    let own = || words.len() < 10 && reader.first_is(words, MINE);
    // "my birthday on 4 july" is the day that stands at its end.
    let ends_in_day = || {
        let at = words.iter().rposition(|token| reader.is(token, ON))?;
        let end = text_of(reader.goal, words.get(at + 1..)?);
        dates::is_when(&end, &reader.moment()).then(|| dates::due(&end, &reader.moment()))?
    };
    let due = if dates::is_when(said, &reader.moment()) {
        dates::due(said, &reader.moment())
    } else {
        own().then(ends_in_day)?
    };
    Some(due?.split('T').next().unwrap_or_default().to_owned())
}

/// The day, or the day and time, that words are, and nothing else.
fn moment(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let said = text_of(reader.goal, words);
    let said = said.trim_end_matches(['?', '.', '!']).trim();
    dates::is_when(said, &reader.moment()).then(|| dates::due(said, &reader.moment()))?
}

/// What time is counted in, where words ask for it or name a time of day.
fn unit_of_time(reader: &Words<'_>, words: &[Token], text: &[Token]) -> Option<Unit> {
    let says = |known: &'static str| words.iter().take(12).any(|token| reader.is(token, known));
    match () {
        () if says(HOURS) => Some(Unit::Hours),
        () if says(MINUTES) => Some(Unit::Minutes),
        () if says(DAY_UNITS) => None,
        () => moment(reader, text).filter(|moment| moment.contains('T')).map(|_| Unit::Time),
    }
}

/// The moments of "between 9:15 and 11:40": times of day are of one day, and the second comes after the first.
fn times(reader: &Words<'_>, item: &[Token], text: &[Token], today: &str) -> Option<(String, String)> {
    let (from, to) = (moment(reader, item)?, moment(reader, text)?);
    // Seen from midnight, "9:15" is in the morning, also where that is past.
    let dawn = Moment::new(Now::parse(&[today, "T00:00"].concat())?);
    let timed = |words: &[Token]| !words.iter().any(|token| reader.grammar.days.contains(token.word));
    let with_times = from.contains('T') && to.contains('T');
    if !with_times || !timed(item) || !timed(text) {
        return Some((from, to));
    }
    let (item, text) = (text_of(reader.goal, item), text_of(reader.goal, text));
    let at_dawn = |said: &str, other: &str| {
        // Beside "22:00", "6:30" is in the morning.
        let hour = |said: &str| said.split(':').next().and_then(|hour| hour.trim().parse::<u8>().ok());
        let bare = !said.starts_with('0') && hour(said).is_some_and(|hour| hour < 10);
        let by_24_hours = bare && hour(other).is_some_and(|hour| hour > 12);
        dates::due(&[if by_24_hours { "0" } else { "" }, said].concat(), &dawn)
    };
    let (from, to) = (at_dawn(&item, &text)?, at_dawn(&text, &item)?);
    let (Some((_, first)), Some((_, last))) = (from.split_once('T'), to.split_once('T')) else { return None };
    let day = if last < first { dunlin_date::postpone(today, A_DAY)? } else { today.to_owned() };
    Some(([today, "T", first].concat(), [&day, "T", last].concat()))
}

/// The days of "between 1 and 15 december": the first may borrow the month from the second, and the second comes after it.
fn span(reader: &Words<'_>, item: &[Token], text: &[Token], now: Now) -> Option<(String, String)> {
    let to = day(reader, text, now)?;
    let from = day(reader, item, now).filter(|_| !matches!(item, [only] if only.numeric)).or_else(|| {
        let month = span_of(text.get(1..)?).of(reader.goal);
        let said = [&text_of(reader.goal, item), " ", month].concat();
        let said = said.trim_end_matches(['?', '.', '!']);
        dates::is_when(said, &reader.moment()).then(|| dates::due(said, &reader.moment()))?
    })?;
    let later = |day: &str| {
        let year: i32 = day.get(..4)?.parse().ok()?;
        Some(format!("{:04}{}", year + 1, day.get(4..)?))
    };
    // "4 july to today" is the july that is past, "monday to friday" the friday behind that monday.
    let from = if reader.all_are(text, TODAY) { past(&from, &now.date_text()) } else { from };
    let in_a_week = || dunlin_date::postpone(&to, A_WEEK).filter(|_| reader.last_is(text, DAYS_OF_A_WEEK));
    let to = if to < from { in_a_week().or_else(|| later(&to))? } else { to };
    Some((from, to))
}

/// The day itself when it is past, or the same day a year before.
pub(super) fn past(day: &str, today: &str) -> String {
    if day <= today {
        return day.to_owned();
    }
    let year = day.get(..4).and_then(|year| year.parse::<i32>().ok());
    let rest = day.get(4..).unwrap_or_default();
    year.map_or_else(|| day.to_owned(), |year| format!("{:04}{rest}", year - 1))
}

/// What the words ask to be counted. The day that they name has no unit in it: "days until new year's eve".
fn unit(reader: &Words<'_>, words: &[Token], named: Option<&[Token]>) -> Unit {
    let named = named.map(span_of);
    let own = |token: &&Token| named.is_none_or(|named| !named.overlaps(token.span));
    let says = |known: &'static str| words.iter().take(12).filter(own).any(|token| reader.is(token, known));
    let each = EACH_WEEKDAY.iter().find(|(name, _)| says(name)).map(|(_, unit)| *unit);
    let at_work = || AT_WORK.iter().any(|run| reader.holds(words, run));
    match () {
        () if each.is_some() => each.unwrap_or(Unit::Days),
        () if says(WEEKDAYS) || at_work() => Unit::Weekdays,
        () if says(WEEKS) => Unit::Weeks,
        () if says(MONTHS_UNIT) => Unit::Months,
        () if says(YEARS_UNIT) => Unit::Years,
        () => Unit::Days,
    }
}
