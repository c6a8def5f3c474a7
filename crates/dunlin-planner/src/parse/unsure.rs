//! Doubts whether something stands on a list, put as questions, which are answered: "I don't think I put cheese on my list, add it if not".

use crate::{
    lang::en::{
        conditions::{IF_ONLY, WHO_DID},
        offers::A_LIST,
        unsure::{
            ADD_IT, ADD_OR_REMOVE, BEFORE_DID, DID_I, DO_SO, IS_IT_ON, LOOK_AND, PUT_THERE, UNSURE, WHAT_WAS_SAID,
            WHETHER,
        },
    },
    model::token::{Token, TokenKind},
    parse::{
        again::{opened_by, word},
        reader::Reader,
    },
};

/// "I'm not sure if I added cheese to my list, …": whether it was is asked. Nothing where nothing is asked for because of it.
pub(crate) fn with_doubts_asked(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let (from, length) = opened_by(reader, tokens, UNSURE)?;
    let mut at = from + length;
    at += usize::from(reader.is_at(tokens, at, WHETHER));
    reader.is_at(tokens, at, WHO_DID).then_some(())?;
    let subject = tokens.get(at)?;
    at += 1;
    at += tokens.get(at..)?.iter().take_while(|token| reader.is(token, BEFORE_DID)).count();
    let verb = tokens.get(at)?;
    let (_, asked) = PUT_THERE.iter().find(|(told, _)| reader.is(verb, told))?;
    let rest = tokens.get(at + 1..)?;
    // "I don't remember if I wrote down to oil the gate, did I" asks it itself.
    let clause = rest.split(|token| token.kind != TokenKind::Word).next()?;
    reader.any_is(clause, A_LIST).then_some(())?;
    let [did, i] = DID_I;
    let asks = [did, i, asked].map(|said| word(reader, said, subject));
    let mut words = [tokens.get(..from)?, &asks, rest].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "…, can you check and add it if not": that is an order to add it.
pub(crate) fn with_looks_left_out(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let looks = |at: usize| {
        let length = LOOK_AND.iter().find(|run| tokens.get(at..).is_some_and(|rest| reader.begins(rest, run)))?.len();
        let orders =
            reader.is_at(tokens, at + length, ADD_OR_REMOVE) && reader.is_at(tokens, at + length + 1, WHAT_WAS_SAID);
        orders.then_some((at, length))
    };
    let (at, length) = (1..tokens.len()).find_map(looks)?;
    let mut words = [tokens.get(..at)?, tokens.get(at + length..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "if I haven't put jam on my list, please do": it is to be added.
pub(crate) fn with_do_so_in_full(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let comma = tokens.iter().rposition(|token| token.is_sign(','))?;
    let (condition, asked) = (tokens.get(..comma)?, tokens.get(comma + 1..)?);
    let asks = DO_SO.iter().any(|run| run.len() == asked.len() && reader.begins(asked, run));
    let put = condition.iter().any(|token| PUT_THERE.iter().any(|(told, _)| reader.is(token, told)));
    let fits = asks && put && reader.first_is(condition, IF_ONLY) && reader.any_is(condition, A_LIST);
    let beside = asked.first().filter(|_| fits)?;
    let mut words = [tokens.get(..=comma)?, &ADD_IT.map(|said| word(reader, said, beside))].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "I think I need lemons, are they on my list": "are lemons on my list".
pub(crate) fn with_reasons_asked(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let asks = |at: usize| {
        let asked = tokens.get(at + 1..)?;
        let run = IS_IT_ON.iter().find(|run| reader.begins(asked, run))?;
        // "it" stands right before "on".
        matches!(tokens.get(at)?.kind, TokenKind::Sign(',' | '.')).then_some((at, run.len() - 2))
    };
    let (at, it) = (2..tokens.len()).find_map(asks)?;
    let (before, asked) = (tokens.get(..at)?, tokens.get(at + 1..)?);
    let clause = asked.split(|token| token.kind != TokenKind::Word).next()?;
    reader.any_is(clause, A_LIST).then_some(())?;
    let (item, _) = reader.named_by_reason(before)?;
    let mut words = [asked.get(..it)?, item, asked.get(it + 1..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}
