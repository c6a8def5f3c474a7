//! Todos that are told by the day they are due on: "move tomorrow's todos to friday", "delay this week's tasks by a week".

use dunlin_base::Span;

use crate::{
    lang::en::{
        days::{
            ALL_OF, DUE_THEN, OF_A_DAY, OF_A_SPAN, OF_DAYS_OF_A_WEEK, POSSESSIVES, SHOWN, TODOS_OF_A_DAY, WHICH_SPAN,
        },
        doubts::ARTICLES,
    },
    model::token::{Token, TokenKind},
    parse::{again::word, reader::Reader},
};

/// The most words between the verb and the day: "all of my".
const MOST_SMALL: usize = 3;

/// The words with such todos said as what is due then: "move everything due tomorrow to friday". Nothing where none are told so, or they
/// are only shown, for which there are rows.
pub(crate) fn with_todos_of_days(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let noun = (2..tokens.len()).find(|at| {
        reader.is_at(tokens, *at, TODOS_OF_A_DAY) && tokens.get(at - 1).is_some_and(|day| owns(reader, day).is_some())
    })?;
    let last = tokens.get(noun - 1)?;
    let span = reader.is(last, OF_A_SPAN);
    let which = noun.checked_sub(2).filter(|at| span && reader.is_at(tokens, *at, WHICH_SPAN));
    if span && which.is_none() {
        return None;
    }
    let day = which.unwrap_or(noun - 1);
    let small = tokens
        .get(..day)?
        .iter()
        .rev()
        .take(MOST_SMALL)
        .take_while(|token| reader.is(token, ALL_OF) || reader.is(token, ARTICLES))
        .count();
    let front = tokens.get(..day - small)?;
    front.last().filter(|verb| reader.is_beginner(verb) && !reader.is(verb, SHOWN))?;
    let due = DUE_THEN.map(|said| word(reader, said, last));
    let bare = owns(reader, last)?;
    let mut words = [front, &due, tokens.get(day..noun - 1)?, &[bare], tokens.get(noun + 1..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// The day to which todos are said to belong: "tomorrow" of "tomorrow's" and of "tomorrows". Nothing where a word is none.
fn owns(reader: &Reader<'_>, token: &Token) -> Option<Token> {
    let known = [OF_A_DAY, OF_A_SPAN, OF_DAYS_OF_A_WEEK].into_iter().any(|words| reader.is(token, words));
    if token.kind != TokenKind::Word || !known {
        return None;
    }
    let said = token.span.of(reader.goal);
    let bare = POSSESSIVES.iter().find_map(|end| said.strip_suffix(end))?;
    let day = reader.grammar.vocabulary().id(&bare.to_lowercase());
    Some(Token { word: day, span: Span::new(token.span.start, token.span.start + bare.len()), ..*token })
}
