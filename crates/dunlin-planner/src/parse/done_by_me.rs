//! Conditions on what somebody has done: "if I've already paid it".

use crate::{
    lang::en::{
        conditions::{BY_NOW, DONE_OR_PAID, HAVE_OR_NOT, NO_TODO, NOT_YET, OFF, PRONOUNS, TICKED, WHO_DID},
        connectors::TOLD_DONE,
        forms,
    },
    model::{reading::Condition, todo::Status, token::Token},
    parse::words::Words,
};

/// Whether a todo, or the one that the request names, is done: "I've already paid it", "I haven't booked the flights yet".
pub(super) fn read<'t>(reader: &Words<'_>, words: &'t [Token], negated: bool) -> Option<Condition<'t>> {
    let ends = words.iter().rev().take_while(|token| reader.is(token, BY_NOW)).count();
    let (who, rest) = words.get(..words.len() - ends)?.split_first()?;
    let (how, rest) = rest.split_at_checked(rest.iter().take_while(|token| reader.is(token, HAVE_OR_NOT)).count())?;
    let (did, item) = rest.split_first()?;
    // "if I've already ticked off call mum", "if I've ticked it off"
    let ticks = reader.is(did, TICKED);
    let item = item.get(usize::from(ticks && reader.first_is(item, OFF))..)?;
    let off = item.split_last().filter(|(last, rest)| ticks && !rest.is_empty() && reader.is(last, OFF));
    let item = off.map_or(item, |(_, rest)| rest);
    let done = reader.is(did, DONE_OR_PAID) || reader.is(did, TOLD_DONE) || forms::is_past(&reader.word(did));
    let named = (1..=6).contains(&item.len())
        && !item.iter().any(|token| reader.is(token, BY_NOW) || reader.is_beginner(token))
        && !reader.any_is(item, NO_TODO)
        && !item.iter().any(|token| token.numeric || token.is_sign(','));
    let fits = reader.is(who, WHO_DID) && done && named;
    let not = reader.any_is(how, NOT_YET);
    let pronoun = reader.all_are(item, PRONOUNS);
    fits.then_some(Condition::Listed {
        item: Some(item).filter(|_| !pronoun),
        list: None,
        there: not == negated,
        status: Some(Status::Completed),
        due: None,
    })
}
