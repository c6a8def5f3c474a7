//! What is left out of all that is meant: "delete everything except milk", "mark all but the taxes as done".
//!
//! It is parted off from the clause, and what is left is read as any other.

use crate::{
    lang::en::{
        exceptions::{
            AFTER, ALL, BUT, ELSE, EXCEPT, EXCEPT_BEGINS, GOES_ON, JOINS_KEPT, KEEP, NARROWING, ON_THE_LIST,
            SAYS_NOTHING,
        },
        filters::{DONE, OPEN},
        places::{A_PLACE, AND_OR_COMMA, LATE},
    },
    model::{
        intent::TodoIntent,
        reading::Clause,
        request::{Found, Request},
        todo::{Except, Status},
        token::Token,
    },
    parse::{
        condition,
        parts::parts,
        places::positions,
        reader::Reader,
        selection::{Selection, selection, told_apart},
        text::{text_of, without_article},
        words::Words,
    },
};

/// The most words that leave something out, and the longest clause that is looked through for them.
const LONGEST: usize = 24;
const LONGEST_CLAUSE: usize = 64;

/// Whether words leave something out.
pub(super) fn stands_in(reader: &Words<'_>, tokens: &[Token]) -> bool {
    (0..tokens.len()).any(|at| begins(reader, tokens, at).is_some())
}

/// Whether words begin with what leaves something out, so that they ask for nothing.
pub(super) fn opens(reader: &Words<'_>, tokens: &[Token]) -> bool {
    begins(reader, tokens, 0).is_some()
}

/// Whether the connector that stands here leaves something out: "everything but the home ones".
pub(super) fn joins(reader: &Words<'_>, tokens: &[Token], at: usize) -> bool {
    buts(reader, tokens, at).next().is_some()
}

/// The runs of words that leave something out only after "all", of those that stand here.
fn buts<'r>(
    reader: &'r Words<'_>,
    tokens: &'r [Token],
    at: usize,
) -> impl Iterator<Item = &'static &'static [&'static str]> {
    // "mark everything done but the sink"
    let done = at.checked_sub(1).filter(|before| reader.is_at(tokens, *before, DONE)).unwrap_or(at);
    let after_all = done.checked_sub(1).is_some_and(|before| reader.is_at(tokens, before, ALL));
    let rest = tokens.get(at..).filter(|_| after_all).unwrap_or_default();
    BUT.iter().filter(move |run| reader.begins(rest, run) && !reader.is_at(rest, run.len(), NARROWING))
}

/// How many words stand here before what is left out.
fn begins(reader: &Words<'_>, tokens: &[Token], at: usize) -> Option<usize> {
    let rest = tokens.get(at..)?;
    let runs = if reader.is_at(tokens, at, EXCEPT_BEGINS) { EXCEPT } else { &[] };
    let said = runs.iter().filter(|run| reader.begins(rest, run)).chain(buts(reader, tokens, at));
    said.map(|run| run.len()).max()
}

/// Parts off what clauses leave out, where what is left is about several todos.
pub(super) fn part_off(reader: &mut Reader<'_>, clauses: &mut Vec<Clause>) {
    let mut at = 0;
    while at < clauses.len() {
        // "except for milk, delete everything"
        if let [clause, next, ..] = &clauses[at..]
            && let polite = reader.grammar.courtesy_before(&clause.words)
            && let Some(before) = begins(reader, &clause.words, polite).map(|before| polite + before)
            && let Some(except) = clause.words.get(before..).filter(|except| says_which(reader, except))
            && next.except.is_empty()
            && is_about_several(reader, &next.words)
        {
            let (except, link, start) = (except.to_vec(), clause.link, clause.start);
            clauses.remove(at);
            let next = &mut clauses[at];
            (next.except, next.link, next.start) = (except, link, start);
        } else if let Some((rest, except)) =
            parted(reader, &clauses[at].words).or_else(|| kept(reader, &clauses[at].words))
        {
            let clause = &mut clauses[at];
            clause.own = 0..rest.len();
            (clause.words, clause.except) = (rest, except);
        }
        at += 1;
    }
}

/// What is left out without what is told of it behind a comma: "the taxes, i'll look at those another time".
fn before_an_aside<'t>(reader: &Words<'_>, except: &'t [Token]) -> &'t [Token] {
    let told = |at: &usize| {
        let rest = except.get(at + 1..).unwrap_or_default();
        except.get(*at).is_some_and(|sign| sign.is_sign(',')) && reader.tells_and_asks_nothing(rest)
    };
    (1..except.len()).find(told).and_then(|at| except.get(..at)).unwrap_or(except)
}

/// The words of a clause without what they leave out, and that.
fn parted(reader: &mut Reader<'_>, words: &[Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    if words.len() > LONGEST_CLAUSE {
        return None;
    }
    for at in 1..words.len() {
        let Some(length) = begins(reader, words, at) else { continue };
        let (before, from) = (words.get(..at)?, at + length);
        let last = words.len().min(from + LONGEST);
        let ends = (from + 1..last).filter(|end| reader.is_at(words, *end, GOES_ON)).chain([words.len()]);
        for end in ends.collect::<Vec<_>>() {
            let (except, tail) = (before_an_aside(reader, words.get(from..end)?), words.get(end..)?);
            if !says_which(reader, except) {
                continue;
            }
            let mut rest = [before, tail].concat();
            if !tail.is_empty() {
                reader.give_places(&mut rest);
            }
            if is_about_several(reader, &rest) {
                return Some((rest, except.to_vec()));
            }
        }
    }
    None
}

/// "keep milk and delete everything else": what is to be done with all that is not kept, and what is.
fn kept(reader: &mut Reader<'_>, words: &[Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    if words.len() > LONGEST_CLAUSE {
        return None;
    }
    let start = reader.grammar.courtesy_before(words);
    let said = words.get(start..).filter(|said| reader.first_is(said, KEEP))?;
    let other = said.iter().rposition(|token| reader.is(token, ELSE))?;
    let joins = |token: &Token| reader.is(token, JOINS_KEPT) || token.is_sign(',');
    for at in (2..other).rev().filter(|at| said.get(*at).is_some_and(joins)).collect::<Vec<_>>() {
        let mut rest = [said.get(at + 1..other)?, said.get(other + 1..)?].concat();
        reader.give_places(&mut rest);
        let except = said.get(1..at).filter(|except| says_which(reader, except))?;
        if is_about_several(reader, &rest) {
            return Some((rest, except.to_vec()));
        }
    }
    None
}

/// Whether words name something, and are not too many.
fn says_which(reader: &Words<'_>, words: &[Token]) -> bool {
    words.len() <= LONGEST
        && !words.iter().all(|token| reader.is(token, SAYS_NOTHING) || reader.is(token, AND_OR_COMMA))
}

/// Whether words ask for something about several todos, perhaps on a condition.
pub(super) fn is_about_several(reader: &mut Reader<'_>, words: &[Token]) -> bool {
    let several = |reader: &Reader<'_>, found: &Found<'_>| match found {
        Found::Request(request) => covers_several(reader, request),
        Found::Pointing(_) | Found::Missing(_) | Found::Nothing => false,
    };
    let found = reader.find(words);
    if several(reader, &found) {
        return true;
    }
    let Some(cut) = condition::cut(reader, words) else { return false };
    let found = reader.find(cut.request);
    several(reader, &found)
}

fn covers_several(reader: &Words<'_>, request: &Request<'_>) -> bool {
    let Some(intent) = request.todo() else { return false };
    match intent {
        TodoIntent::CompleteAll
        | TodoIntent::Clear
        | TodoIntent::ClearDone
        | TodoIntent::DeleteList
        | TodoIntent::List
        | TodoIntent::ListDone
        | TodoIntent::ListPending
        | TodoIntent::ListOverdue
        | TodoIntent::ListSorted
        | TodoIntent::Count
        | TodoIntent::CountPending
        | TodoIntent::CountDone => true,
        _ => {
            let several = |item: &[Token]| reader.means_all(item) || selection(reader, item).is_some();
            (intent.acts_on_a_todo() || intent.sets_something()) && request.slots.item.is_some_and(several)
        }
    }
}

/// What words leave out; nothing where it cannot be told by words: "except what is due today".
pub(crate) fn named(reader: &Words<'_>, except: &[Token]) -> Option<Except> {
    if except.is_empty() {
        return Some(Except::default());
    }
    let each = parts(reader, reader.grammar.without_courtesy(except));
    if let [only] = each.as_slice()
        && let [first] = bare(reader, only)
        && let Some(status) = [(DONE, Status::Active), (OPEN, Status::Completed)]
            .iter()
            .find_map(|(words, left)| reader.is(first, words).then_some(*left))
    {
        return Some(Except { words: Vec::new(), status: Some(status) });
    }
    let name = |part: &&[Token]| {
        let bare = bare(reader, part);
        // "all but the first"
        let place = matches!(bare, [only] if reader.is(only, A_PLACE));
        if place || positions(reader, part).is_some() || positions(reader, bare).is_some() {
            return None;
        }
        let late = part.iter().any(|token| reader.is(token, LATE));
        let tokens = match selection(reader, part).or_else(|| told_apart(reader, part)) {
            Some(Selection { words, list, tag, due: None, priority: None }) => words.or(list).or(tag)?,
            Some(_) => return None,
            None if late || crate::parse::due::names_days(reader, bare) => return None,
            None => reader.grammar.name_of_list(bare).unwrap_or(bare),
        };
        let words = without_article(&text_of(reader.goal, tokens));
        (!words.is_empty()).then_some(words)
    };
    let words: Option<Vec<String>> = each.iter().map(name).collect();
    Some(Except { words: words?, status: None })
}

/// A name without the words around it that say nothing.
fn bare<'t>(reader: &Words<'_>, part: &'t [Token]) -> &'t [Token] {
    let before = part.iter().take_while(|token| reader.is(token, SAYS_NOTHING)).count();
    let rest = part.get(before..).unwrap_or_default();
    // "keep the milk on the list"
    let rest = reader.before_the_end(rest, ON_THE_LIST).filter(|rest| !rest.is_empty()).unwrap_or(rest);
    let after = rest.iter().rev().take_while(|token| reader.is(token, AFTER)).count();
    rest.get(..rest.len() - after).unwrap_or_default()
}
