//! Orders that are put down as notes are: "the dentist: priority 1", "'buy jam' should be 'buy honey'", "same tag on the rent", put as
//! orders.

use crate::{
    lang::en::{
        doubts::ARTICLES,
        in_full::TO,
        labelled::{FOR, LED_WITHOUT_IT, MAKE, ON_ANOTHER, ORDERS_WITHOUT_IT, RENAME, SAME, SHOULD_BE, TOLD_ALIKE},
        pauses::{AS, BETWEEN, TAGGED_AS, TAGS},
    },
    model::{
        request::Found,
        token::{Token, TokenKind},
    },
    parse::{
        again::{begins_anew, word},
        correct::is_pause,
        filtered::rank,
        parts::parts,
        reader::Reader,
        selection::selection,
    },
};

/// The most words of what a priority is put down for.
const LONGEST: usize = 8;

/// "all the #home ones: priority 2. the dentist: priority 1" as orders. Nothing where no todo of the person's is given one so.
pub(crate) fn with_priorities_ordered(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let mut words: Option<Vec<Token>> = None;
    let mut from = 0;
    while let Some((at, ordered, next)) = priority_put_down(reader, words.as_deref().unwrap_or(tokens), from) {
        let said = words.as_deref().unwrap_or(tokens);
        let mut anew = [said.get(..at)?, &ordered, said.get(next..)?].concat();
        reader.give_places(&mut anew);
        from = at + ordered.len();
        words = Some(anew);
    }
    words
}

/// Where a priority is put down behind a colon, the order that it is, and where its words end.
fn priority_put_down(reader: &Reader<'_>, tokens: &[Token], from: usize) -> Option<(usize, Vec<Token>, usize)> {
    let colons = (from + 1..tokens.len()).filter(|at| tokens.get(*at).is_some_and(|token| token.is_sign(':')));
    colons.into_iter().find_map(|colon| {
        // "pay rent and call mum: priority 1" is of both, and so a sentence has to begin there.
        let begins = |at: &usize| {
            let before = at.checked_sub(1).and_then(|at| tokens.get(at));
            let ended = |before: &Token| {
                before.kind == TokenKind::LineEnd || matches!(before.kind, TokenKind::Sign('.' | ';' | '!' | '?'))
            };
            before.is_none_or(ended) || from > 0 && *at == from + 1 && begins_anew(reader, tokens, *at)
        };
        let at = (from.max(colon.saturating_sub(LONGEST))..colon).rev().find(begins)?;
        let named = tokens.get(at..colon)?;
        let bare = named.get(usize::from(reader.first_is(named, ARTICLES) && named.len() > 1)..)?;
        let rest = tokens.get(colon + 1..)?;
        let value = rest.get(..rest.iter().take_while(|token| !ends(reader, token)).count())?;
        let each = parts(reader, bare);
        let several = each.len() > 1 && each.iter().all(|part| reader.names_one_todo(part));
        let known = several
            || reader.names_one_todo(bare)
            || selection(reader, named).is_some_and(|several| several.is_narrow());
        (known && rank(reader, value) == Some(value.len())).then(|| {
            let ordered = [&[word(reader, MAKE, &named[0])], named, value].concat();
            (at, ordered, colon + 1 + value.len())
        })
    })
}

/// "'buy jam' should be 'buy honey'" as "rename 'buy jam' to 'buy honey'". Nothing where not both are quoted.
pub(crate) fn with_names_ordered(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let quoted = |at: usize| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Quoted);
    let named = |at: usize| {
        let fresh = at == 0 || begins_anew(reader, tokens, at) || reader.grammar.courtesy_before(tokens) == at;
        let rest = tokens.get(at + 1..).filter(|_| fresh && quoted(at))?;
        let length = SHOULD_BE.iter().find(|run| reader.begins(rest, run))?.len();
        let new = at + 1 + length;
        let whole = quoted(new) && tokens.get(new + 1).is_none_or(|token| ends(reader, token));
        whole.then_some((at, new))
    };
    let found: Vec<(usize, usize)> = (0..tokens.len()).filter_map(named).collect();
    let mut words = Vec::with_capacity(tokens.len());
    let mut end = 0;
    for (at, new) in &found {
        let (old, new_name) = (tokens.get(*at)?, tokens.get(*new)?);
        words.extend_from_slice(tokens.get(end..*at)?);
        words.extend([word(reader, RENAME, old), *old, word(reader, TO, new_name), *new_name]);
        end = new + 1;
    }
    words.extend_from_slice(tokens.get(end..)?);
    (!found.is_empty()).then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// "tag the taxes with money. same tag on the rent" as "… same for the rent". Nothing where no tag or priority was given before.
pub(crate) fn with_same_for_another(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let said = |at: usize| {
        let rest = tokens.get(at..)?;
        let run = SAME.iter().find(|run| reader.begins(rest, run))?.len();
        let same = reader.is_at(rest, run, ON_ANOTHER) && begins_anew(reader, tokens, at);
        same.then_some((at, at + run))
    };
    let (at, on) = (2..tokens.len()).find_map(said)?;
    let kind = tokens.get(on - 1)?;
    let (_, intent) = TOLD_ALIKE.iter().find(|(said, _)| reader.is(kind, said))?;
    let joint = |token: &&Token| is_pause(token) || reader.is(token, BETWEEN);
    let before = tokens.get(..at)?;
    let before = before.get(..before.len() - before.iter().rev().take_while(joint).count())?;
    let begins = (1..before.len()).rev().find(|at| begins_anew(reader, before, *at)).unwrap_or(0);
    let given = [begins, 0].into_iter().any(|from| {
        let said = reader.grammar.without_courtesy(before.get(from..).unwrap_or_default());
        matches!(reader.find(said), Found::Request(request) if request.todo() == Some(*intent))
    });
    let for_it = word(reader, FOR, tokens.get(on)?);
    let same = *tokens.get(on - 2)?;
    let mut words = [tokens.get(..at)?, &[same, for_it], tokens.get(on + 1..)?].concat();
    given.then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// "the dentist: move to friday and tag it health" as "move the dentist to friday …". Nothing where no todo of the person's stands before
/// such an order, or the order names another.
pub(crate) fn with_orders_headed(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let ordered = |colon: usize| {
        let begins = |at: &usize| {
            let before = at.checked_sub(1).and_then(|at| tokens.get(at));
            before.is_none_or(|before| before.kind == TokenKind::LineEnd || is_pause(before) || before.is_sign('?'))
        };
        let at = (colon.saturating_sub(LONGEST)..colon).rev().find(begins)?;
        let named = tokens.get(at..colon)?;
        let bare = named.get(usize::from(reader.first_is(named, ARTICLES) && named.len() > 1)..)?;
        let (verb, next) = (tokens.get(colon + 1)?, tokens.get(colon + 2));
        let tags = reader.is(verb, TAGS);
        let led = next.is_none_or(|next| next.numeric || ends(reader, next) || reader.is(next, LED_WITHOUT_IT));
        let known = tags && next.is_some() || led && reader.is(verb, ORDERS_WITHOUT_IT);
        (known && reader.names_one_todo(bare)).then_some((at, tags))
    };
    let colons: Vec<usize> =
        (1..tokens.len()).filter(|at| tokens.get(*at).is_some_and(|token| token.is_sign(':'))).collect();
    let (colon, at, tags) = colons.into_iter().find_map(|colon| ordered(colon).map(|(at, tags)| (colon, at, tags)))?;
    let (verb, rest) = tokens.get(colon + 1..)?.split_first()?;
    let tagged = tags && !reader.first_is(rest, TAGGED_AS);
    let as_a_tag: Vec<Token> = rest.first().filter(|_| tagged).map(|tag| word(reader, AS, tag)).into_iter().collect();
    let mut words = [tokens.get(..at)?, &[*verb], tokens.get(at..colon)?, &as_a_tag, rest].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// Whether what is put down ends there.
fn ends(reader: &Reader<'_>, token: &Token) -> bool {
    is_pause(token) || token.kind == TokenKind::LineEnd || reader.is(token, BETWEEN)
}
