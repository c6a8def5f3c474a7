//! A share that goes on with the sum before it: "40 minus 20% and then 10% tax".

use crate::{
    lang::en::sums::{PERCENT_NAMES, SHARE_PUT_ON, SHARE_TAKEN_OFF, SMALL_BEFORE_A_SHARE},
    model::{
        asked::{EARLIER, Sum},
        reading::ClauseRead,
        request::{Asked, Found, Request},
        token::TokenKind,
    },
    parse::reader::Reader,
    sum,
};

/// Lets a clause that is nothing but a share be one of what the sum before it gives.
pub(super) fn go_on(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let reckons = |found: &Found<'_>| matches!(found, Found::Request(request) | Found::Pointing(request) if request.sum().is_some());
    let apart = clause.condition.is_some() || next.condition.is_some() || !next.link.hard;
    if apart || !reckons(&clause.found) || !matches!(next.found, Found::Request(_) | Found::Nothing) {
        return;
    }
    let bare = reader.grammar.without_courtesy(next.words);
    let small = bare.iter().take_while(|token| reader.is(token, SMALL_BEFORE_A_SHARE)).count();
    let Some(share) = bare.get(small..) else { return };
    let percent = |at: &usize| {
        share
            .get(*at)
            .is_some_and(|token| matches!(token.kind, TokenKind::Sign('%')) || reader.is(token, PERCENT_NAMES))
    };
    let Some(sign) = (1..share.len()).find(percent) else { return };
    let Some(number) = share.get(..sign).and_then(|number| sum::number(number, reader.goal)) else { return };
    let rest = share.get(sign + 1..).unwrap_or_default();
    let only = |known: &'static str| !rest.is_empty() && rest.iter().all(|token| reader.is(token, known));
    let operator = match () {
        () if only(SHARE_PUT_ON) => " + ",
        () if only(SHARE_TAKEN_OFF) => " - ",
        () => return,
    };
    let expression = [&EARLIER.to_string(), operator, &number, "%"].concat();
    next.found = Found::Pointing(Request::of(Asked::Sum(Sum { expression, verbatim: false })));
}
