//! A day that is only told so that something can be asked about it: "geminids peak on 14 dec; how many days off is that".

use crate::{
    dates,
    lang::en::{
        again::{DATE, NOW_ANOTHER, OPENS_A_DAY_QUESTION},
        connectors::REMIND_ME,
        phrases::LISTS,
    },
    model::{
        request::{Asked, Found},
        token::{Token, TokenKind},
    },
    parse::{
        again::{begins_anew, comma_for},
        anew::day_told,
        reader::Reader,
        text::text_of,
    },
};

/// The most words that tell of a day.
const LONGEST_TOLD: usize = 12;

/// The question alone, which has the day in it by now: nothing is to be done about what was told. Nothing where an order or another
/// question stands before it, or the question is about something else.
pub(crate) fn with_told_days_asked(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let asks = |at: &usize| begins_anew(reader, tokens, *at) && reader.is_at(tokens, *at, OPENS_A_DAY_QUESTION);
    let at = (3..tokens.len()).find(asks)?;
    let (told, asked) = tokens.split_at_checked(at)?;
    // Words that were put there from what was told stand before the question in the goal.
    let begins = asked.first()?.span.start;
    let borrows = asked.iter().any(|token| token.span.start < begins);
    (borrows && only_tells_a_day(reader, told)).then_some(())?;
    let asks_for_a_day =
        matches!(reader.find(asked), Found::Request(request) if matches!(request.asked, Asked::Day(_)));
    asks_for_a_day.then(|| {
        let mut words = asked.to_vec();
        reader.give_places(&mut words);
        words
    })
}

/// "school fair 3 june - how many days is that": a comma where a dash stands before a question. Nothing where it may take away.
pub(crate) fn with_dashes_before_questions(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let dash = |at: &usize| {
        let asks = reader.is_at(tokens, at + 1, OPENS_A_DAY_QUESTION) || reader.is_at(tokens, at + 1, DATE);
        let dated = reader.is_at(tokens, at + 1, DATE) || reader.is_at(tokens, at + 2, DATE);
        let takes_away = tokens.get(at - 1).is_some_and(|before| before.numeric) && !dated;
        tokens.get(*at).is_some_and(|sign| sign.is_sign('-') && !sign.glued) && asks && !takes_away
    };
    let at = (2..tokens.len()).find(dash)?;
    // "the rent - when's that due" tells no day.
    day_told(reader, tokens.get(..at)?, &[])?;
    let mut words = tokens.to_vec();
    *words.get_mut(at)? = comma_for(reader, tokens.get(at)?);
    reader.give_places(&mut words);
    Some(words)
}

/// Whether words say that something is on a day, and neither order nor ask anything.
fn only_tells_a_day(reader: &Reader<'_>, words: &[Token]) -> bool {
    let signs = words.iter().rev().take_while(|token| matches!(token.kind, TokenKind::Sign(_))).count();
    let told = reader.grammar.without_courtesy(words.get(..words.len() - signs).unwrap_or_default());
    let plain = told.iter().all(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number));
    let orders = told.first().is_none_or(|first| reader.is_beginner(first))
        || reader.is_deed(told)
        || reader.says_must(told)
        || reader.begins(told, REMIND_ME);
    let asks = words.last().is_some_and(|sign| sign.is_sign('?')) || reader.is_question(told);
    let changes = reader.any_is(told, NOW_ANOTHER) || reader.any_is(told, LISTS);
    // "jabs on 9 december at 4.20pm please" is to be kept.
    let polite = reader.grammar.without_courtesy_after(words).len() + signs < words.len();
    let timed =
        || dates::quick_add(&text_of(reader.goal, told), 0, &reader.moment()).due.is_some_and(|due| due.contains('T'));
    let changes = changes || polite || timed();
    signs > 0 && told.len() <= LONGEST_TOLD && plain && !orders && !asks && !changes
}
