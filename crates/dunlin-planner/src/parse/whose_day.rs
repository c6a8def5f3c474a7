//! Todos that are told by the day they are due on: "move tomorrow's todos to friday", "delay this week's tasks by a week".

use dunlin_base::Span;

use crate::{
    lang::en::{
        days::{
            ALL_OF, DUE_THEN, OF_A_DAY, OF_A_SPAN, OF_DAYS_OF_A_WEEK, POSSESSIVES, SHOWN, TODOS_OF_A_DAY, WHICH_SPAN,
        },
        doubts::ARTICLES,
        pauses::BETWEEN,
        places::AND,
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
    // "tomorrow's and friday's things"
    let both = which.is_none().then(|| day.checked_sub(2)).flatten().filter(|_| reader.is_at(tokens, day - 1, AND));
    let both = both.and_then(|at| Some((at, owns(reader, tokens.get(at)?)?)));
    let (start, first) = both.map_or((day, None), |(at, first)| (at, Some(first)));
    let small = tokens
        .get(..start)?
        .iter()
        .rev()
        .take(MOST_SMALL)
        .take_while(|token| reader.is(token, ALL_OF) || reader.is(token, ARTICLES))
        .count();
    let front = tokens.get(..start - small)?;
    let verb = front.last().filter(|verb| reader.is_beginner(verb) && !reader.is(verb, SHOWN))?;
    let due = DUE_THEN.map(|said| word(reader, said, last));
    let bare = owns(reader, last)?;
    if let Some(first) = first {
        let end = end_of_order(reader, tokens, noun + 1);
        let (what, and) = (tokens.get(noun + 1..end)?, word(reader, AND, last));
        let one = [front, &due, &[first], what].concat();
        let other = [&[and, *verb], due.as_slice(), &[bare], what].concat();
        let mut words = [one.as_slice(), &other, tokens.get(end..)?].concat();
        reader.give_places(&mut words);
        return Some(words);
    }
    let mut words = [front, &due, tokens.get(day..noun - 1)?, &[bare], tokens.get(noun + 1..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// Where the order ends that begins before a place.
fn end_of_order(reader: &Reader<'_>, tokens: &[Token], from: usize) -> usize {
    let ends = |token: &Token| !matches!(token.kind, TokenKind::Word | TokenKind::Number) || reader.is(token, BETWEEN);
    from + tokens.iter().skip(from).take_while(|token| !ends(token)).count()
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
