//! Something to keep in mind that is told by what stands around it: an arrow to its list, a head before it, or a tail behind it that says
//! no more of it. "eggs -> shopping", "also: toothpaste", "anniversary 14 feb dont miss it".

use super::{gist, short};
use crate::{
    dates,
    lang::en::{
        brief,
        changing::{self, AND, ARROWS, BOTH_ONTO, BUYS, HEADS, LEFT, NO_STORE, OURS, PUTS_ON, TAILS, THERE_IS_NO},
        offers::{self, A_LIST, PEOPLE, SMALL, TODOS_AND_LISTS, WHO},
    },
    lang::grammar::VERBS,
    model::token::{Token, TokenKind, span_of, without_last_sign},
    parse::{
        parts::parts,
        text::{text_of, without_article},
        timed::says_when_due,
        words::Words,
    },
};

/// The longest clause that is looked at, the most words of one thing, and the most things.
const LONGEST: usize = 20;
const LONGEST_THING: usize = 4;
const MOST_THINGS: usize = 8;
/// The most words of a head before a colon.
const LONGEST_HEAD: usize = 6;

/// The goal that keeps it.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    if !(2..=LONGEST).contains(&words.len()) || words.last().is_some_and(|last| last.is_sign('?')) {
        return None;
    }
    let listed = onto_a_list(reader, words).or_else(|| under_a_head(reader, words));
    listed.or_else(|| none_left(reader, words)).or_else(|| before_a_tail(reader, words))
}

/// "sellotape + string -> shopping", "shopping += rice, beans", "butter. shopping."
pub(super) fn onto_a_list(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    if let Some(goal) = in_brackets(reader, words) {
        return Some(goal);
    }
    let (from, to) = (1..words.len()).find_map(|at| Some((at, at + arrow(reader, words, at)?)))?;
    let said = words.get(from..to).map(|sign| span_of(sign).of(reader.goal))?;
    let (before, after) = (words.get(..from)?, words.get(to..)?);
    let after = without_last_sign(after, '.');
    let (things, list) = if PUTS_ON.contains(&said) { (after, before) } else { (before, after) };
    let alone = || {
        list.first()
            .filter(|_| list.len() == 1 && both_onto(reader, words, from))
            .map(|list| list.span.of(reader.goal).to_owned())
    };
    // "passport photos, passport form, both for monday"
    if both_onto(reader, words, from) && says_when_due(reader, list) {
        let each = parts(reader, things);
        let due = || brief::add_all_due(&with_commas(reader, &each), &text_of(reader.goal, list));
        return (each.len() > 1).then(due);
    }
    let list = list_name(reader, list).or_else(alone)?;
    // "flights -> travel" for a todo that is there.
    if let Some(known) = reader.as_it_stands(&text_of(reader.goal, things)) {
        return Some(changing::move_to_list(&super::quoted_where_needed(&known), &list));
    }
    let each: Vec<&[Token]> = things
        .split(|token| token.is_sign(',') || token.is_sign('+') || reader.is(token, AND))
        .filter(|part| !part.is_empty())
        .collect();
    let plain = |part: &&[Token]| {
        part.len() <= LONGEST_THING
            && part.iter().all(|token| token.kind == TokenKind::Word)
            && (part.len() == 1 || !reader.tells(part))
    };
    let fits = (1..=MOST_THINGS).contains(&each.len()) && each.iter().all(plain);
    fits.then(|| offers::add_to(&with_commas(reader, &each), Some(&list)))
}

/// Things that are named, with commas between them.
pub(super) fn with_commas(reader: &Words<'_>, each: &[&[Token]]) -> String {
    each.iter().map(|part| without_article(&text_of(reader.goal, part))).collect::<Vec<_>>().join(", ")
}

/// "!!! visa form !!! fri": what is cried out is urgent.
pub(super) fn loud(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let cries = words.iter().filter(|token| token.is_sign('!')).count();
    let rest: Vec<Token> = words.iter().filter(|token| !token.is_sign('!')).copied().collect();
    let plain = rest.iter().all(|token| token.kind == TokenKind::Word || token.numeric);
    let fits = cries > 1 && plain && (2..=LONGEST_THING + 2).contains(&rest.len());
    let asks =
        reader.is_question(&rest) || reader.any_is(&rest, TODOS_AND_LISTS) || reader.grammar.asks_for_change(&rest);
    let about_one = super::named::names_any(reader, &rest);
    (fits && !asks && !about_one).then(|| {
        let said: Vec<&str> = rest.iter().map(|token| token.span.of(reader.goal)).collect();
        offers::add(&[said.join(" ").as_str(), changing::FIRST_RANK].concat())
    })
}

/// "olives (shopping)", "list wants olives (shopping)"
fn in_brackets(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let (close, before) = words.split_last()?;
    let open = before.iter().rposition(|token| token.is_sign('(')).filter(|at| *at > 0 && close.is_sign(')'))?;
    let list = list_name(reader, before.get(open + 1..)?)?;
    let things = before.get(..open)?;
    let led = things.iter().take_while(|token| reader.is(token, changing::WANTS)).count();
    let things = things.get(led..).filter(|things| (1..=LONGEST_THING).contains(&things.len()))?;
    let plain = things.iter().all(|token| token.kind == TokenKind::Word && !reader.is(token, A_LIST));
    plain.then(|| offers::add_to(&without_article(&text_of(reader.goal, things)), Some(&list)))
}

/// How many tokens the arrow has that stands at a place, or the point between a thing and its list.
fn arrow(reader: &Words<'_>, words: &[Token], at: usize) -> Option<usize> {
    let length = points_on(reader, words, at).or_else(|| sign_of(reader, words, at, PUTS_ON));
    let length = length.or_else(|| both_onto(reader, words, at).then_some(BOTH_ONTO.len()));
    length.or_else(|| words.get(at).filter(|token| token.is_sign('.')).map(|_| 1))
}

/// Whether what was named before a comma goes onto what follows: "hammer + nails, both onto diy".
fn both_onto(reader: &Words<'_>, words: &[Token], at: usize) -> bool {
    let comma = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|token| token.is_sign(','));
    comma && words.get(at..).is_some_and(|rest| reader.begins(rest, BOTH_ONTO))
}

/// How many tokens the arrow has that stands at a place and points onwards.
pub(super) fn points_on(reader: &Words<'_>, words: &[Token], at: usize) -> Option<usize> {
    sign_of(reader, words, at, ARROWS)
}

/// How many tokens the longest of these signs has that stands at a place.
fn sign_of(reader: &Words<'_>, words: &[Token], at: usize, known: &[&str]) -> Option<usize> {
    words.get(at).filter(|token| matches!(token.kind, TokenKind::Sign(_)))?;
    let said = |length: &usize| words.get(at..at + length).map_or("", |run| span_of(run).of(reader.goal));
    (1..=3).rev().find(|length| known.contains(&said(length)))
}

/// The name of the list that words are, and nothing more.
fn list_name(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let ours = usize::from(reader.first_is(words, OURS));
    let words = words.get(ours..)?;
    let words = words.split_last().filter(|(last, _)| reader.is(last, A_LIST)).map_or(words, |(_, name)| name);
    let [only] = words else { return None };
    let name = text_of(reader.goal, words);
    let there = reader.context.on_list.is_some_and(|list| list.has_list(&name));
    (there || reader.grammar.known_lists.contains(only.word)).then_some(name)
}

/// "also: toothpaste", "me: stretch, each day, 7"
fn under_a_head(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let at = words.iter().take(LONGEST_HEAD + 1).position(|token| token.is_sign(':'))?;
    let (head, rest) = (words.get(..at)?, words.get(at + 1..)?);
    let fits =
        !head.is_empty() && reader.all_are(head, HEADS) && rest.iter().any(|token| token.kind == TokenKind::Word);
    let asks = reader.is_question(rest) || reader.any_is(rest, TODOS_AND_LISTS);
    if !fits || asks {
        return None;
    }
    let text = text_to_keep(reader, rest);
    Some(if reader.any_is(head, BUYS) { offers::add_to(&text, None) } else { offers::add(&text) })
}

/// The words of a todo with its day and hour as they are read: "stretch, each day, 7" as "stretch each day at 7".
fn text_to_keep(reader: &Words<'_>, words: &[Token]) -> String {
    let commas = words.iter().any(|token| token.is_sign(','));
    let whole = short::with_hour(reader, words).unwrap_or_else(|| text_of(reader.goal, words));
    let bare = whole.replace(',', "");
    let read = dates::quick_add(&bare, 0, &reader.moment());
    let dated = commas && read.says_when() && !read.text.is_empty();
    if dated { bare } else { whole }
}

/// "there is no toothpaste left in this house"
fn none_left(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let led = THERE_IS_NO.iter().find(|run| reader.begins(words, run))?.len();
    let rest = without_tail(reader, words.get(led..)?);
    let left = rest.iter().rposition(|token| reader.is(token, LEFT));
    let thing = rest.get(..left.unwrap_or(rest.len()))?;
    let plain = (1..=LONGEST_THING).contains(&thing.len())
        && thing.iter().all(|token| token.kind == TokenKind::Word)
        && !thing.iter().any(|token| reader.is(token, NO_STORE) || reader.is(token, SMALL));
    let said = left.is_some() || rest.len() + led < words.len();
    (plain && said).then(|| offers::add(&without_article(&text_of(reader.goal, thing))))
}

/// Words without what stands behind them and says no more.
fn without_tail<'t>(reader: &Words<'_>, words: &'t [Token]) -> &'t [Token] {
    let tail = TAILS.iter().find_map(|run| reader.before_the_end(words, run).filter(|before| before.len() > 1));
    let tail = tail.or_else(|| TAILS.iter().find_map(|run| reader.before_the_end(words, run)));
    let before = tail.filter(|before| !before.is_empty()).unwrap_or(words);
    without_last_sign(before, ',')
}

/// "anniversary 14 feb dont miss it", "must ring nan, she worries"
fn before_a_tail(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let kept = without_tail(reader, words);
    let kept = if kept.len() < words.len() { kept } else { without_told(reader, words)? };
    let text = text_of(reader.goal, kept);
    let read = dates::quick_add(&text, 0, &reader.moment());
    let dated = read.says_when() && !read.text.trim().is_empty();
    let changes = kept.get(..1).is_some_and(|first| reader.grammar.asks_for_change(first));
    if changes || reader.is_question(kept) || reader.any_is(kept, TODOS_AND_LISTS) {
        return None;
    }
    let by_cue = gist::by_cue(reader, kept);
    let does = || {
        reader.first_is(kept, VERBS) || dated && !reader.first_is(kept, PEOPLE) && !reader.grammar.is_statement(kept)
    };
    by_cue.or_else(|| does().then(|| offers::add(&text)))
}

/// The words before a comma behind which somebody is told of: "must ring nan, she worries".
fn without_told<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<&'t [Token]> {
    let comma = words.iter().rposition(|token| token.is_sign(','))?;
    let told = words.get(comma + 1..)?;
    let short = (2..=LONGEST_HEAD).contains(&told.len());
    (short && reader.first_is(told, WHO)).then(|| words.get(..comma))?
}
