//! Conditions that the calendar and the clock answer: "if it is monday", "if tomorrow is a weekday", "unless it's after 3pm".

use dunlin_date::{Now, day_in_words};

use crate::{
    dates::{self, Moment},
    lang::en::{
        calendar::{
            A, A_WEEKEND, A_WORKDAY, BY_NOW, FALLS, IT, ITS, PART_COMPARED, THE_TIME, THIS_YEAR, TIME_COMPARED, TODAY,
            TODAY_OR_NOW, TODAYS, TOMORROW, TOMORROWS, WORK_DAY,
        },
        conditions::{IS, ISNT, NOT},
        days::NEAR_DAYS,
    },
    model::{
        asked::DayCall,
        reading::{Condition, Known},
        token::{Token, span_of},
    },
    parse::{compared::opposite, text::text_of, words::Words},
};

/// The most words of a day.
const LONGEST_DAY: usize = 5;

/// The condition that words say of the day or the time: "it is monday", "today isn't a weekday", "it's only before noon".
pub(super) fn read(reader: &Words<'_>, words: &[Token], negated: bool) -> Option<Condition<'static>> {
    let (about, points, rest) = subject(reader, words)?;
    condition(reader, about, points, rest, negated)
}

/// The same asked, without its verb: "is" "it monday today", "is" "christmas day on a weekend".
pub(super) fn question(reader: &Words<'_>, words: &[Token]) -> Option<Condition<'static>> {
    (1..=LONGEST_DAY.min(words.len())).find_map(|at| {
        let (about, said) = words.split_at_checked(at)?;
        condition(reader, named(reader, about)?, None, said, false)
    })
}

/// What a condition is about, the pronoun that may stand for a todo, and what is said of it behind the verb.
fn subject<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<(DayCall, Option<&'t Token>, &'t [Token])> {
    let (first, rest) = words.split_first()?;
    if reader.is(first, ITS) || reader.is(first, TODAYS) {
        return Some((DayCall::TimeHere, Some(first).filter(|first| reader.is(first, ITS)), rest));
    }
    if reader.is(first, TOMORROWS) {
        return Some((tomorrow(reader)?, None, rest));
    }
    let verb = |token: &Token| reader.is(token, IS) || reader.is(token, ISNT) || reader.is(token, FALLS);
    let at = words.iter().position(verb).filter(|at| *at <= LONGEST_DAY)?;
    let points = Some(first).filter(|first| reader.is(first, IT));
    // "isn't" is read again with what follows it.
    let behind = at + usize::from(!reader.is_at(words, at, ISNT));
    Some((named(reader, words.get(..at)?)?, points, words.get(behind..)?))
}

/// The day or the moment that words name.
fn named(reader: &Words<'_>, words: &[Token]) -> Option<DayCall> {
    match words {
        [only] if reader.is(only, IT) || reader.is(only, TODAY) => Some(DayCall::TimeHere),
        _ if THE_TIME.iter().any(|run| reader.is_run(words, run)) => Some(DayCall::TimeHere),
        // "christmas day", "the 5th", "5 december", but not "5pm"
        _ => {
            let text = text_of(reader.goal, words);
            let due = dates::due(&text, &reader.moment()).filter(|due| !due.contains('T'))?;
            dates::is_when(&text, &reader.moment()).then_some(DayCall::Day { from: due })
        }
    }
}

fn tomorrow(reader: &Words<'_>) -> Option<DayCall> {
    dates::due(TOMORROW, &reader.moment()).map(|from| DayCall::Day { from })
}

fn condition(
    reader: &Words<'_>,
    about: DayCall,
    points: Option<&Token>,
    said: &[Token],
    negated: bool,
) -> Option<Condition<'static>> {
    let ends = said.iter().rev().take_while(|token| reader.is(token, TODAY_OR_NOW)).count();
    let said = said.get(..said.len() - ends)?;
    let said = reader.before_the_end(said, THIS_YEAR).unwrap_or(said);
    let nots = said.iter().take_while(|token| is_not(reader, token) || reader.is(token, BY_NOW)).count();
    let (before, said) = said.split_at_checked(nots)?;
    let turned = before.iter().any(|token| is_not(reader, token));
    let (operator, right) = compared(reader, &about, said)?;
    let operator = if turned == negated { operator } else { opposite(operator) };
    Some(Condition::Calendar { about, points: points.map(|token| token.span), operator, right })
}

fn is_not(reader: &Words<'_>, token: &Token) -> bool {
    reader.is(token, NOT) || reader.is(token, ISNT)
}

/// How it is compared, and with what: "monday", "a weekday", "after 3pm".
fn compared(reader: &Words<'_>, about: &DayCall, said: &[Token]) -> Option<(&'static str, Known)> {
    if *about == DayCall::TimeHere
        && let Some(time) = time_compared(reader, said)
    {
        return Some(time);
    }
    let articles = said.iter().take_while(|token| reader.is(token, A)).count();
    let said = said.get(articles..)?;
    match said {
        [only] if reader.is(only, A_WEEKEND) => Some(("==", Known::Weekend)),
        [only] if reader.is(only, A_WORKDAY) => Some(("!=", Known::Weekend)),
        two if reader.is_run(two, WORK_DAY) => Some(("!=", Known::Weekend)),
        [only] if reader.grammar.days.contains(only.word) && !reader.is(only, NEAR_DAYS) => {
            let date = dates::due(span_of(said).of(reader.goal), &reader.moment())?;
            let words = day_in_words(dates::day_of(&date)?)?;
            Some(("==", Known::Weekday(words.split(',').next()?.to_owned())))
        }
        _ => None,
    }
}

/// "after 3pm", "later than half past two", "morning".
fn time_compared(reader: &Words<'_>, said: &[Token]) -> Option<(&'static str, Known)> {
    if let Some((run, operator)) = TIME_COMPARED.iter().find(|(run, _)| reader.begins(said, run)) {
        let text = text_of(reader.goal, said.get(run.len()..)?);
        return Some((operator, Known::Time(time_of_day(&text, &reader.moment())?)));
    }
    let [part] = said else { return None };
    let (_, operator, time) = PART_COMPARED.iter().find(|(word, ..)| reader.is(part, word))?;
    Some((operator, Known::Time((*time).to_owned())))
}

/// The one time of the day that a text names, `HH:MM`. "half past nine" alone names two: in the morning it is not the evening's that is
/// asked about, or it is, and so neither is taken.
fn time_of_day(text: &str, moment: &Moment<'_>) -> Option<String> {
    let text = [text.to_owned(), dates::at(text)].into_iter().find(|text| dates::is_time(text, moment))?;
    let at = |hour| {
        // Any day will do, for only the time is asked.
        let then = Moment::new(Now::new(2000, 1, 1, hour, 0)?);
        dates::due(&text, &then)?.split_once('T').map(|(_, time)| time.to_owned())
    };
    at(0).filter(|time| at(13).as_ref() == Some(time))
}
