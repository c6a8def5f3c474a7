//! Wishes that name what is to be done in a past: "I'd love it if you added rice to my list".

use crate::{
    lang::en::{forms, turns::WISHED_OF},
    model::token::Token,
    parse::{again::word, reader::Reader},
};

/// The words with the wish said as an order: "add rice to my list". Nothing where none is said so.
pub(crate) fn with_wishes_ordered(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let wished = reader.grammar.without_courtesy(tokens);
    let [you, verb, rest @ ..] = wished else { return None };
    if wished.len() == tokens.len() || !reader.is(you, WISHED_OF) {
        return None;
    }
    let order = if reader.grammar.can_begin(verb.word) {
        *verb
    } else {
        let vocabulary = reader.grammar.vocabulary();
        let bases = forms::bases(&reader.word(verb)).into_iter().filter(|(_, past)| *past);
        let base = bases.map(|(base, _)| base).find(|base| reader.grammar.can_begin(vocabulary.id(base)))?;
        word(reader, &base, verb)
    };
    let mut words = [&[order], rest].concat();
    reader.give_places(&mut words);
    Some(words)
}
