//! Days and times that are meant by words that point at one told before: "… on 2 december, so add it for 7.45 that morning", "the oven is
//! free at 4 so remind me then to roast the leeks", "the party is on saturday, add clean up for the sunday".

use dunlin_date::{DayUnit, count_between};

use crate::{
    dates,
    lang::en::{
        again::AT_OR_BY,
        connectors::REMIND_ME,
        dates::DAYS_APART,
        days::{OF_THAT_DAY, ONLY_CAN_DO, PART_OF_THAT_DAY, THEN, WEEKDAYS},
        in_full::{FOR_OR_ON, MOVE, TO as MOVE_TO},
        items::THE,
        pauses::{ADD, BETWEEN, ON_OR_FROM, PUTS, SAME, TO},
    },
    model::{
        intent::TodoIntent,
        reading::ClauseRead,
        request::Found,
        token::{Token, TokenKind},
    },
    parse::{
        again::word,
        anew::{day_told, without_its_time},
        pause::MOST_WORDS_OF_A_TIME,
        reader::Reader,
        text::text_of,
        timed::says_when_due,
        told::changes_it,
    },
};

/// The most words that say a day with its time.
const MOST_WORDS_OF_A_DAY_AND_TIME: usize = 8;
const WEEK: i64 = 7;
/// How many days a day of the week may lie from the day that was told, to be meant beside it.
const NEAR: std::ops::RangeInclusive<i64> = -3..=2;

/// "for 7.45 that morning", "at 2 that day to leave": the day that was told of, with that time. Nothing where none was told, or no time
/// is said beside it.
pub(crate) fn with_times_of_that_day(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let said = |at: usize| {
        let day = reader.is_at(tokens, at + 1, OF_THAT_DAY) || reader.is_at(tokens, at + 1, PART_OF_THAT_DAY);
        let next = tokens.get(at + 2);
        let ends = next.is_none_or(|next| !is_word(next) || reader.is(next, BETWEEN) || reader.is(next, TO));
        let from = (at.saturating_sub(MOST_WORDS_OF_A_TIME)..at).find(|from| {
            let led = reader.is_at(tokens, *from, AT_OR_BY) || reader.is_at(tokens, *from, FOR_OR_ON);
            // "for 2 that day" may count something.
            let minutes = |time: &[Token]| time.iter().any(|token| token.span.of(reader.goal).contains(['.', ':']));
            let clear = |time: &&[Token]| reader.is_at(tokens, *from, AT_OR_BY) || minutes(time);
            led && tokens.get(from + 1..at).filter(clear).is_some_and(|time| is_clock(reader, time))
        });
        from.filter(|_| day && ends && reader.is_at(tokens, at, SAME)).map(|from| (from, at))
    };
    let (from, at) = (3..tokens.len()).find_map(said)?;
    let day = without_its_time(reader, day_told(reader, tokens.get(..from)?, &[])?);
    let day = day.get(usize::from(reader.first_is(day, ON_OR_FROM))..)?;
    // "for 2 december morning 7.45", "2 december at 9"
    let led = from + usize::from(reader.is_at(tokens, from, FOR_OR_ON));
    let part = at + 1 + usize::from(reader.is_at(tokens, at + 1, OF_THAT_DAY));
    let mut words =
        [tokens.get(..led)?, day, tokens.get(part..at + 2)?, tokens.get(led..at)?, tokens.get(at + 2..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "7.45", "half past two".
fn is_clock(reader: &Reader<'_>, time: &[Token]) -> bool {
    let numbers = time.iter().all(|token| token.numeric || token.is_sign('.') || token.is_sign(':'));
    time.first().is_some_and(|first| first.numeric) && numbers || reader.is_time(time)
}

/// "the oven is free at 4 so remind me then to roast the leeks", "I'm free at 3, add ring Ann then": at the time that was told of. Nothing
/// where none was.
pub(crate) fn with_told_times_said(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let reminds = |at: usize| {
        let me = at.checked_sub(REMIND_ME.len()).and_then(|from| tokens.get(from..at));
        (me.is_some_and(|me| reader.begins(me, REMIND_ME)) && reader.is_at(tokens, at + 1, TO)).then_some(at)
    };
    // Where what is told before the order ends: "add bread then" behind another todo goes on with it.
    let added = |at: usize| {
        let ends = tokens.get(at + 1).is_none_or(|next| !is_word(next));
        let named = tokens
            .get(at - 1)
            .is_some_and(|last| last.kind == TokenKind::Quoted || is_word(last) && !reader.is(last, BETWEEN));
        let orders = |from: &usize| {
            let apart = tokens.get(from - 1).is_some_and(|before| !is_word(before) || reader.is(before, BETWEEN));
            apart && (reader.is_at(tokens, *from, ADD) || reader.is_at(tokens, *from, PUTS))
        };
        let from = (1..at).rev().find(orders).filter(|_| ends && named)?;
        let told = tokens.get(..from)?;
        let start = told
            .iter()
            .rposition(|token| token.is_sign('.') || token.is_sign(';'))
            .filter(|stop| stop + 1 < told.len());
        let told = told.get(start.map_or(0, |stop| stop + 1)..)?;
        reader.tells(told).then_some(from)
    };
    let then = |at: usize| {
        let said = reader.is_at(tokens, at, THEN);
        let before = if said { reminds(at).or_else(|| added(at)) } else { None };
        before.map(|before| (at, before))
    };
    let (at, before) = (4..tokens.len()).find_map(then)?;
    let before = tokens.get(..before)?;
    let told = |from: usize| {
        let most = MOST_WORDS_OF_A_TIME.min(before.len() - from);
        let led = reader.is_at(before, from, AT_OR_BY) || reader.is_at(before, from, ON_OR_FROM);
        let when = |length: &usize| {
            let time = before.get(from + 1..from + length).is_some_and(|time| is_clock(reader, time));
            time || before.get(from..from + length).is_some_and(|when| says_when_due(reader, when))
        };
        (2..=most).rev().filter(|_| led).find(when).and_then(|length| before.get(from..from + length))
    };
    let when = (1..before.len()).find_map(told)?;
    // "…, then, today"
    let rest = tokens.get(at + 1..)?;
    let day = rest.get(1..).filter(|day| rest[0].is_sign(',') && says_when_due(reader, day)).unwrap_or(rest);
    let mut words = [tokens.get(..at)?, when, day].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "I rang the dentist and they can only do friday at 10, could you change it": "move the dentist to friday at 10". Nothing where no todo of
/// the person's is spoken of, or no change is asked for.
pub(crate) fn with_only_days_moved(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let stops =
        |token: &&Token| matches!(token.kind, TokenKind::Sign('.' | '!' | '?' | ';' | ',') | TokenKind::LineEnd);
    let can = |at: &usize| ONLY_CAN_DO.iter().find(|run| reader.begins(tokens.get(*at..).unwrap_or_default(), run));
    let at = (1..tokens.len()).find(|at| can(at).is_some())?;
    let from = at + can(&at)?.len();
    let start =
        tokens.get(..at)?.iter().rposition(|token| stops(&token) && !token.is_sign(',')).map_or(0, |stop| stop + 1);
    let polite = reader.grammar.courtesy_before(tokens.get(start..at)?);
    let named = reader.todo_named_in(tokens.get(start + polite..at)?)?;
    let length = (1..=MOST_WORDS_OF_A_DAY_AND_TIME).rev().find(|length| {
        let day = tokens.get(from..from + length);
        let ends = tokens.get(from + length).is_some_and(|next| stops(&next) || reader.is(next, BETWEEN));
        ends && day.is_some_and(|day| says_when_due(reader, day) && !day.iter().any(|token| stops(&token)))
    })?;
    let behind = tokens.get(from + length..)?;
    let joints = behind.iter().take_while(|token| stops(token) || reader.is(token, BETWEEN)).count();
    let asked = behind.get(joints..)?;
    let change = asked.get(..asked.iter().take_while(|token| !stops(token)).count())?;
    changes_it(reader, change).then_some(())?;
    let (verb, to) = (word(reader, MOVE, tokens.get(start)?), word(reader, MOVE_TO, tokens.get(from)?));
    let day = tokens.get(from..from + length)?;
    let mut words = [tokens.get(..start)?, &[verb], named, &[to], day, asked.get(change.len()..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "the party is on saturday 19 december, add clean up for the sunday": the one beside the day that was told of. Nothing is changed where
/// none lies near it.
pub(super) fn say_which_weekday(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([told, next]) = clauses.get_mut(at..at + 2) else { return };
    let bare = reader.grammar.without_courtesy_after(next.words);
    let stop = bare.iter().rev().take_while(|token| !is_word(token)).count();
    let Some([.., on, the, day]) = bare.get(..bare.len() - stop) else { return };
    let named = reader.is(on, FOR_OR_ON) && reader.is(the, THE) && reader.is(day, WEEKDAYS);
    let Found::Request(request) = &mut next.found else { return };
    let adds = named && request.todo() == Some(TodoIntent::Add);
    let Some(date) = day_told(reader, told.words, &[]).filter(|_| adds) else { return };
    let due = |words: &[Token]| dates::due(&text_of(reader.goal, words), &reader.moment());
    let (Some(read), Some(date)) = (due(std::slice::from_ref(day)), due(date)) else { return };
    let (Some(read), Some(date)) = (dates::day_of(&read), dates::day_of(&date)) else { return };
    let ahead = count_between(date, read, DayUnit::Days).map_or(0, |(days, _)| days.rem_euclid(WEEK));
    let apart = [ahead, ahead - WEEK].into_iter().find(|apart| *apart != 0 && NEAR.contains(apart));
    let meant = apart.and_then(|apart| dunlin_date::postpone(date, &[apart.to_string().as_str(), DAYS_APART].concat()));
    request.on_day = meant.filter(|day| day.as_str() >= reader.context.now.date_text().as_str());
}

fn is_word(token: &Token) -> bool {
    token.kind == TokenKind::Word
}
