//! The todo on the list that a refused clause is about, though it names it in other words: "consider the garage tidied".

use crate::{
    context::OnList,
    dates,
    lang::{
        en::{cues::AROUND, forms, phrases::GOING, places::PLURAL_ENDING},
        grammar::{DEEDS, EVENTS, VERBS},
        holds,
    },
    model::token::{Token, TokenKind, span_of},
    parse::words::Words,
};

/// The most words that are looked up, and the most todos that one of them may stand in.
const MOST_WORDS: usize = 12;
const MOST_TODOS: usize = 6;

/// A todo that a clause names.
pub(super) struct Named {
    pub(super) text: String,
    /// The words of the clause that are its own, as they stand.
    pub(super) literal: Vec<usize>,
    /// Whether a word tells that what it says was done: "tidied" of "tidy the garage".
    pub(super) done: bool,
}

/// What a word of the clause is found in, and how.
struct Hit {
    at: usize,
    texts: Vec<String>,
    literal: bool,
    past: bool,
}

/// Whether a clause names one todo, or several of them: "swap the dates of rent and mum".
pub(super) fn names_any(reader: &Words<'_>, words: &[Token]) -> bool {
    let Some(on_list) = reader.context.on_list else { return false };
    let own = |token: &Token| token.kind == TokenKind::Word && token.span.len() > 2 && !reader.is(token, AROUND);
    let mut texts: Vec<String> = Vec::new();
    for token in words.iter().filter(|token| own(token)).take(MOST_WORDS) {
        texts.extend(on_list.with(&reader.word(token), 1));
    }
    texts.sort();
    texts.dedup();
    texts.len() > 1 || Named::find(reader, words).is_some()
}

/// Whether words name something that happens on a day and is none of the todo that they seem to name: "mum's birthday 3 february".
pub(super) fn is_another_event(reader: &Words<'_>, words: &[Token]) -> bool {
    let named = Named::find(reader, words).map(|named| named.literal).unwrap_or_default();
    let other = words.iter().enumerate().any(|(at, token)| reader.is(token, EVENTS) && !named.contains(&at));
    other && dates::quick_add(span_of(words).of(reader.goal), 0, &reader.moment()).due.is_some()
}

impl Named {
    /// The todo that has the most of the words, and half of its own at least; nothing where several have as many.
    pub(super) fn find(reader: &Words<'_>, words: &[Token]) -> Option<Self> {
        let on_list = reader.context.on_list?;
        let telling = |token: &Token| {
            let own = token.kind == TokenKind::Word && token.span.len() > 2;
            own && !reader.is(token, AROUND) && !reader.grammar.is_numeric(token)
        };
        let told: Vec<(usize, &Token)> =
            words.iter().enumerate().filter(|(_, token)| telling(token)).take(MOST_WORDS).collect();
        let hits: Vec<Hit> =
            told.iter().filter_map(|(at, token)| hit(on_list, *at, &without_is(reader, token))).collect();
        let mut texts: Vec<&String> = hits.iter().flat_map(|hit| &hit.texts).collect();
        texts.sort();
        texts.dedup();
        let share = |text: &String| {
            let has = hits.iter().filter(|hit| hit.texts.contains(text)).count();
            let own = text.split_whitespace().filter(|word| !is_around(word)).count();
            (has, own)
        };
        // "the books" is "return library books" and not "book flights".
        let is_said = |own: &str| told.iter().any(|(_, token)| reader.word(token).eq_ignore_ascii_case(own));
        let other = |text: &String| text.split_whitespace().filter(|own| !is_around(own) && is_said(own)).count() == 0;
        let mut rated: Vec<(usize, usize, &String)> =
            texts.into_iter().map(|text| (share(text), text)).map(|((has, own), text)| (has, own, text)).collect();
        // "the books" of "return library books": the thing itself names it alone.
        let head = |text: &String| text.split_whitespace().next_back().is_some_and(is_said);
        rated.retain(|(has, own, text)| has * 2 >= *own || head(text));
        // The most words that are said, and of those the todo that has them as they stand and the fewest others.
        let rank = |(has, own, text): &(usize, usize, &String)| (std::cmp::Reverse(*has), other(text), *own);
        rated.sort_by_key(rank);
        let (best, next) = (rated.first()?, rated.get(1));
        if next.is_some_and(|next| rank(next) == rank(best)) {
            return None;
        }
        let text = best.2.clone();
        let mut own = hits.iter().filter(|hit| hit.texts.contains(&text));
        // "the oat milk" is not "buy milk".
        let stranger = |hit: &Hit| {
            let before = hit.at.checked_sub(1).and_then(|at| words.get(at));
            before.is_some_and(|before| {
                before.is_unknown_word() && hit.literal && !hits.iter().any(|other| other.at + 1 == hit.at)
            })
        };
        if own.clone().all(stranger) {
            return None;
        }
        let literal = own.clone().filter(|hit| hit.literal).map(|hit| hit.at).collect();
        // A verb alone names nothing: "get it booked" is not about "book flights".
        let verb = text.split_whitespace().next().unwrap_or_default().to_lowercase();
        let forms = |hit: &Hit| forms::bases(&reader.word(&words[hit.at])).into_iter().any(|(base, _)| base == verb);
        let only_verb = |hit: &Hit| !hit.literal && forms(hit) || reader.word(&words[hit.at]) == verb;
        if is_verb_of(&text, &verb) && best.1 > 1 && own.clone().all(only_verb) {
            return None;
        }
        let done = own.any(|hit| hit.past);
        Some(Self { text, literal, done })
    }
}

/// A word without the "is" at its end: "kettle" in "the kettle's descaled".
fn without_is(reader: &Words<'_>, token: &Token) -> String {
    let word = reader.word(token);
    let contracted = token.span.of(reader.goal).contains(['\'', '’']);
    word.strip_suffix(PLURAL_ENDING).filter(|_| contracted).unwrap_or(&word).to_owned()
}

/// The todos that a word stands in, as it is or as the verb that it is a form of.
fn hit(on_list: &dyn OnList, at: usize, word: &str) -> Option<Hit> {
    let texts = |word: &str| on_list.with(word, MOST_TODOS);
    let as_it_stands = texts(word);
    if !as_it_stands.is_empty() {
        return Some(Hit { at, texts: as_it_stands, literal: true, past: false });
    }
    // "done" is no form of the verb in "do the taxes".
    let bases = forms::bases(word).into_iter().filter(|(base, _)| !is_around(base));
    let mut forms = bases.map(|(base, past)| (texts(&base), past));
    let (texts, past) = forms.find(|(texts, _)| !texts.is_empty())?;
    Some(Hit { at, texts, literal: false, past })
}

fn is_around(word: &str) -> bool {
    AROUND.split(' ').any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether a word is what is done in a text of several words.
pub(super) fn is_verb_of(text: &str, word: &str) -> bool {
    let verb = [VERBS, DEEDS, GOING].iter().any(|verbs| holds(verbs, word));
    verb && text.split_once(' ').is_some_and(|(first, _)| first.eq_ignore_ascii_case(word))
}
