//! Questions about todos that are put together from what narrows them, in any order: "what is tagged home and still open", "how many
//! high priority todos are due this week", "everything for the weekend".
//!
//! It reads what no row does, and leaves no word unread.

use crate::{
    lang::en::{
        connectors::IT,
        filters::{
            A_DUE, A_LIST_NAMED, ASKS, BEFORE_DAYS, BEFORE_LIST, COUNTS, DATES, DONE, DUE, HAS_A, HAS_NOT, HAVE, NOT,
            NOUNS, NOW, ON, OPEN, OPENERS, SMALL, TAG, TELLING, THE_OR_A, UNDATED, WITHOUT,
        },
        phrases::MONTH_NAMES,
        places::{LATE, TAGGED, TAGGED_AS},
        priorities::{PRIORITIES, PRIORITY, URGENT},
    },
    model::{
        intent::TodoIntent,
        request::{Asked, Request, Slots},
        token::{Token, TokenKind},
    },
    parse::{
        due::{due_filter, names_days},
        exception,
        words::Words,
    },
};

/// The longest such question, and the longest name of a day or a list in it.
const LONGEST: usize = 24;
const MOST_WORDS_OF_A_NAME: usize = 6;

/// What a question asks for so far.
#[derive(Default)]
struct Narrowed<'t> {
    slots: Slots<'t>,
    /// Whether only what is to be done is meant, or only what is done.
    done: Option<bool>,
    /// Whether todos are spoken of.
    named: bool,
    /// Whether something only todos have narrows them: a tag, a priority, a list.
    surely: bool,
    narrows: bool,
}

/// The question that words are; nothing when any of them is left over.
pub(crate) fn question<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<Request<'t>> {
    let words = reader.grammar.without_courtesy(words);
    // "show all but the completed ones" asks for those that are not.
    if !(2..=LONGEST).contains(&words.len()) || exception::stands_in(reader, words) {
        return None;
    }
    let head = words.iter().take_while(|token| reader.is(token, ASKS)).count();
    let counts = words.iter().take(head).any(|token| reader.is(token, COUNTS));
    // "show my list but only what is due today"
    let named = words.iter().take(head).skip(1).any(|token| reader.is(token, A_LIST_NAMED));
    let mut found = Narrowed { named, ..Narrowed::default() };
    let mut at = head;
    let undated = || (1..words.len()).any(|at| without_a_date(reader, words.get(at..).unwrap_or_default()).is_some());
    // "everything for the weekend" asks as well.
    // "high priority stuff only"
    let opens = reader.is_at(words, head, OPENERS)
        || reader.any_is(words, NOUNS) && (rank(reader, words).is_some() || reader.is_at(words, 0, LATE))
        // "jobs tagged home", "things that have no date"
        || reader.is_at(words, 0, NOUNS) && (reader.is_at(words, 1, TAGGED) || undated());
    let tells = |token: &Token| reader.is(token, NOUNS) || reader.is(token, TELLING);
    let tagged = || (0..words.len()).any(|at| under_a_tag(reader, words.get(at..).unwrap_or_default()).is_some());
    ((head > 0 || opens) && (words.iter().any(tells) || tagged() || undated())).then_some(())?;
    while at < words.len() {
        at += step(reader, words.get(at..)?, &mut found)?;
    }
    let Narrowed { slots, done, named, surely, narrows } = found;
    let no_list = slots.name.is_some_and(|name| {
        reader.is_no_list_of_ones_own(words, Some(name))
            || reader.asks_for_any_list(words)
            || reader.is_list_of_things(words, name)
    });
    (narrows && (named || surely) && !no_list).then_some(())?;
    let intent = match (counts, done) {
        (true, None) => TodoIntent::Count,
        (true, Some(true)) => TodoIntent::CountDone,
        (true, Some(false)) => TodoIntent::CountPending,
        (false, None) => TodoIntent::List,
        (false, Some(true)) => TodoIntent::ListDone,
        (false, Some(false)) => TodoIntent::ListPending,
    };
    Some(Request { slots, understood: 0.8, ..Request::of(Asked::Todo(intent)) })
}

/// Takes what stands first, and says how many words it is; nothing when it is nothing of the kind, or is said twice.
fn step<'t>(reader: &Words<'_>, rest: &'t [Token], found: &mut Narrowed<'t>) -> Option<usize> {
    let is = |at: usize, words: &'static str| reader.is_at(rest, at, words);
    let sign = |at: usize, sign: char| rest.get(at).is_some_and(|token| token.is_sign(sign));
    if is(0, TAGGED) || is(0, TAG) || sign(0, '#') {
        let from = 1 + usize::from(is(1, TAGGED_AS) || sign(1, '#'));
        let from = from + usize::from(sign(from, '#'));
        return fill(&mut found.slots.text, rest.get(from..=from)?).then(|| {
            (found.surely, found.narrows) = (true, true);
            from + 1
        });
    }
    // "with the home tag"
    let the = usize::from(is(1, THE_OR_A));
    if is(0, HAVE) && is(2 + the, TAG) {
        return fill(&mut found.slots.text, rest.get(1 + the..2 + the)?).then(|| {
            (found.surely, found.narrows) = (true, true);
            3 + the
        });
    }
    if let Some(length) = rank(reader, rest) {
        // "the urgent ones" are a priority, "urgent" beside "priority" is its name.
        return fill(&mut found.slots.value, rest.get(..length)?).then(|| {
            (found.surely, found.narrows) = (true, true);
            length
        });
    }
    if is(0, LATE) {
        return fill(&mut found.slots.when, rest.get(..1)?).then(|| {
            (found.surely, found.narrows) = (true, true);
            1
        });
    }
    let not = usize::from(is(0, NOT));
    if is(not, DONE) || is(0, OPEN) {
        let done = not == 0 && !is(0, OPEN);
        let length = if is(0, OPEN) { 1 } else { not + 1 };
        let first = found.done.replace(done).is_none();
        found.narrows = true;
        return first.then_some(length);
    }
    if let Some(length) = without_a_date(reader, rest) {
        // "with no date on it"
        let on = usize::from(is(length, ON) && (is(length + 1, IT) || rest.len() == length + 1));
        let on_it = on + usize::from(on > 0 && is(length + 1, IT));
        return fill(&mut found.slots.when, rest.get(..length)?).then(|| {
            (found.surely, found.narrows) = (true, true);
            length + on_it
        });
    }
    if let Some((skip, length)) = days(reader, rest) {
        found.narrows = true;
        return fill(&mut found.slots.when, rest.get(skip..skip + length)?).then_some(skip + length);
    }
    if let Some((name, length)) = list(reader, rest) {
        (found.surely, found.narrows) = (true, true);
        let filled = name.is_empty() || fill(&mut found.slots.name, name);
        return filled.then_some(length);
    }
    if let Some(length) = under_a_tag(reader, rest) {
        return fill(&mut found.slots.text, rest.get(length - 1..length)?).then(|| {
            (found.surely, found.narrows) = (true, true);
            length
        });
    }
    if is(0, NOUNS) {
        found.named = true;
        return Some(1);
    }
    (is(0, SMALL) || sign(0, ',')).then_some(1)
}

/// How many words stand first that ask for a tag as if it were a list: "what's left under home", "everything under #home".
fn under_a_tag(reader: &Words<'_>, rest: &[Token]) -> Option<usize> {
    let [under, name, behind @ ..] = rest else { return None };
    reader.is(under, BEFORE_LIST).then_some(())?;
    if name.is_sign('#') {
        return behind.first().filter(|tag| tag.kind == TokenKind::Word).map(|_| 3);
    }
    let tag = || reader.context.on_list.is_some_and(|list| list.is_only_a_tag(name.span.of(reader.goal)));
    (!reader.first_is(behind, A_LIST_NAMED) && tag()).then_some(2)
}

/// Puts words into a slot that is still empty.
fn fill<'t>(slot: &mut Option<&'t [Token]>, words: &'t [Token]) -> bool {
    !words.is_empty() && slot.replace(words).is_none()
}

/// How many words of a priority stand first: "high priority", "priority 2", "urgent".
pub(crate) fn rank(reader: &Words<'_>, rest: &[Token]) -> Option<usize> {
    let value = |at: usize| PRIORITIES.iter().any(|names| reader.is_at(rest, at, names));
    match () {
        () if value(0) && reader.is_at(rest, 1, PRIORITY) || reader.is_at(rest, 0, PRIORITY) && value(1) => Some(2),
        () if reader.is_at(rest, 0, URGENT) => Some(1),
        () => None,
    }
}

/// How many words stand first that say that something is due on no day: "without a date".
pub(super) fn without_a_date(reader: &Words<'_>, rest: &[Token]) -> Option<usize> {
    // "that have no date"
    let has = usize::from(reader.first_is(rest, HAVE));
    // "that have not got a date"
    if has == 1 && reader.is_at(rest, 1, NOT) && reader.is_at(rest, 2, HAS_A) {
        let small = rest.iter().skip(3).take_while(|token| reader.is(token, A_DUE)).count();
        return reader.is_at(rest, 3 + small, DATES).then_some(small + 4);
    }
    if has == 1 {
        return without_a_date(reader, rest.get(1..)?).map(|length| length + 1);
    }
    if reader.first_is(rest, UNDATED) {
        return Some(1);
    }
    // "doesn't have a date", "hasn't got a date"
    if reader.first_is(rest, HAS_NOT) {
        let has = usize::from(reader.is_at(rest, 1, HAVE) || reader.is_at(rest, 1, HAS_A));
        let small = rest.iter().skip(1 + has).take_while(|token| reader.is(token, A_DUE)).count();
        return reader.is_at(rest, 1 + has + small, DATES).then_some(has + small + 2);
    }
    let (first, said) = rest.split_first()?;
    let small = said.iter().take_while(|token| reader.is(token, A_DUE)).count();
    (reader.is(first, WITHOUT) && reader.is_at(said, small, DATES)).then_some(small + 2)
}

/// How many words say that something has a date: "already has a due date", "is scheduled".
pub(super) fn with_a_date(reader: &Words<'_>, rest: &[Token]) -> Option<usize> {
    let small =
        |from: usize, words: &'static str| rest.iter().skip(from).take_while(|token| reader.is(token, words)).count();
    let led = small(0, NOW);
    let has = led + small(led, HAS_A);
    let has = has + small(has, NOW);
    let due = has + small(has, A_DUE);
    (has > led && due > has && reader.is_at(rest, due, DATES)).then_some(due + 1)
}

/// The days that stand first, after how many words, and how many they are.
fn days(reader: &Words<'_>, rest: &[Token]) -> Option<(usize, usize)> {
    let before = rest.iter().take(2).take_while(|token| reader.is(token, BEFORE_DAYS)).count();
    // "due before friday" is before friday, where "by friday" is said as a whole.
    let due = rest.iter().take(before).take_while(|token| reader.is(token, DUE)).count();
    std::iter::once(due).chain((0..=before).filter(|skip| *skip != due)).find_map(|skip| {
        let most = rest.len().saturating_sub(skip).min(MOST_WORDS_OF_A_NAME);
        // Reading dates costs more than anything else here.
        let may_be =
            |token: &Token| token.numeric || reader.grammar.days.contains(token.word) || reader.is(token, MONTH_NAMES);
        let fits = |length: &usize| {
            let words = rest.get(skip..skip + length).unwrap_or_default();
            words.last().is_some_and(may_be) && names_days(reader, words) && due_filter(reader, words).is_some()
        };
        (1..=most).rev().find(fits).map(|length| (skip, length))
    })
}

/// The name of the list that stands first, and how many words it takes: "on my shopping list", "work todos".
fn list<'t>(reader: &Words<'_>, rest: &'t [Token]) -> Option<(&'t [Token], usize)> {
    let skip = usize::from(reader.is_at(rest, 0, BEFORE_LIST));
    let most = rest.len().saturating_sub(skip).min(MOST_WORDS_OF_A_NAME);
    let said = |length: usize| Some((reader.list_said(rest.get(skip..skip + length)?)?, skip + length));
    let known = || {
        let [name, noun, ..] = rest else { return None };
        let fits = reader.grammar.known_lists.contains(name.word) && reader.is(noun, NOUNS);
        fits.then(|| rest.get(..1).map(|name| (name, 1)))?
    };
    (1..=most).rev().find_map(said).or_else(known)
}
