//! What takes the place of what was said just before it: "move the rent to the 3rd, no, the 4th", "mark the gym as done, no sorry,
//! delete it".

use dunlin_base::Span;

use crate::{
    dates,
    lang::en::{
        again::AT_OR_BY,
        connectors::{IS_BETTER, IT},
        corrections::{
            BEHIND_A_NUMBER, GOES_ON_ABOUT, HALVES, MADE, NO, NOT_MEANT, NUMBER_PUT_RIGHT, PUT_IT, PUT_RIGHT,
            TAKES_BACK,
        },
        days::EACH,
        doubts::{A, NOT, ONE_OR_TAG, TO},
        items::LEAVES,
        offers::ONTO_A_LIST,
        pauses::LISTS,
        priorities::PRIORITY,
    },
    model::{
        intent::TodoIntent,
        reading::ClauseRead,
        request::{Asked, Found, Request, Slots},
        token::{Token, TokenKind, span_of},
    },
    parse::{
        again::begins_anew,
        corrected::{LONGEST_DAY, is_day},
        priority::priority,
        reader::Reader,
        text::text_of,
        timed::says_when_due,
    },
};

/// The most words that a todo is called by instead of others, and of which it is plain that they are its own.
const LONGEST_PUT_RIGHT: usize = 8;

/// "remind me to call John tomorrow, actually make it call Jane": the todo's words, with the others in their place and the day kept.
/// Nothing where something else is put right.
pub(crate) fn with_words_put_right(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let said = |at: usize| {
        let rest = tokens.get(at..)?;
        let pauses = tokens.get(..at)?.iter().rev().take_while(|before| is_pause(before)).count();
        let length = PUT_RIGHT.iter().find(|run| reader.begins(rest, run)).filter(|_| pauses > 0)?.len();
        let joint = |token: &Token| token.kind != TokenKind::Word && token.kind != TokenKind::Quoted;
        let words = rest.get(length..)?;
        let words = words.get(..words.iter().take_while(|token| !joint(token)).count())?;
        let meant = !reader.first_is(words, NOT_MEANT);
        ((1..=LONGEST_PUT_RIGHT).contains(&words.len()) && meant).then_some((at, at - pauses, at + length, words))
    };
    let (at, paused, from, right) = (3..tokens.len()).find_map(said)?;
    // "gym at 6, actually 7am" takes the time back.
    if from == at + 1 && says_when_due(reader, right) {
        let no = reader.unsaid(NO, tokens.get(from)?.span.start, tokens.get(at)?);
        let mut words = [tokens.get(..from)?, &[no], tokens.get(from..)?].concat();
        reader.give_places(&mut words);
        return Some(words);
    }
    // "…, make it monday", "…, make it urgent", "…, make that to the holiday list" put something else right.
    // "call Ben tomorrow, I mean call Bella on friday" has a day of its own.
    let dated = right.iter().any(|token| reader.grammar.days.contains(token.word) || token.numeric);
    let thing = list_put_right(reader, right).is_none()
        && priority(reader, right).is_none()
        && !says_when_due(reader, right)
        && !reader.any_is(right, TAKES_BACK)
        && !matches!(
            reader.find(right),
            Found::Request(Request { row: Some(_), .. }) | Found::Pointing(_) | Found::Missing(_)
        );
    let deed = reader.is_deed(right) || right.len() < 3 && !reader.is_beginner(right.first()?);
    let before = tokens.get(..paused).filter(|_| thing && deed)?;
    let clause = (1..before.len()).rev().find(|at| begins_anew(reader, before, *at)).unwrap_or(0);
    let item = [0, clause].into_iter().find_map(|from| {
        let words = before.get(from..)?;
        let words = words.get(reader.grammar.courtesy_before(words)..)?;
        match reader.find(words) {
            Found::Request(request) if names_what_is_done(&request) => request.slots.item,
            Found::Nothing => reader.thing_due(words).or_else(|| reader.thing_to_do(words))?.slots.item,
            _ => None,
        }
    })?;
    // A new sentence goes on about the same only where it begins so: "call Ben... I mean call Bella".
    let sentence = tokens.get(paused..at)?.iter().any(|sign| !sign.is_sign(','));
    let alike = || right.first().zip(item.first()).is_some_and(|(new, old)| reader.word(new) == reader.word(old));
    if (sentence && from - at < 3 || dated) && !alike() {
        return None;
    }
    let day = reader.where_due(item);
    let named = |token: &Token| {
        let span = token.span;
        span_of(item).overlaps(span) && day.is_none_or(|day| span.start < day)
    };
    let end = if dated { before.len() } else { before.iter().rposition(named)? + 1 };
    let first = before.iter().position(named)?;
    // "email karen, I mean caroline": of a deed only its last words are others.
    let same_deed = !dated && reader.is_deed(item) && !reader.is_deed(right) && right.len() < end - first;
    let first = if same_deed { end - right.len() } else { first };
    // "email karen, I mean caroline, about the lease"
    let rest = tokens.get(from + right.len()..)?;
    let goes_on = rest.first().is_some_and(|sign| sign.is_sign(',')) && reader.is_at(rest, 1, GOES_ON_ABOUT);
    let rest = rest.get(usize::from(goes_on)..)?;
    let mut words = [before.get(..first)?, right, before.get(end..)?, rest].concat();
    reader.put_in_place(span_of(right), span_of(before.get(first..end)?));
    reader.give_places(&mut words);
    Some(words)
}

/// "remind me at 3, sorry 4, to pick up Theo", "20% of 340, oops I meant 430": the second number where the first one stood. Nothing where
/// no number takes another's place.
pub(crate) fn with_numbers_put_right(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    // A number by itself: no part of a time, a date or a sum.
    let number = |at: usize| tokens.get(at).is_some_and(|token| token.numeric && !token.glued);
    let ends = |at: usize| {
        tokens.get(at).is_none_or(|token| match token.kind {
            TokenKind::Word => reader.is(token, BEHIND_A_NUMBER),
            TokenKind::Sign(sign) => {
                matches!(sign, ',' | '.' | '?' | '!' | ';' | '-' | '–' | '—')
                    && tokens.get(at + 1).is_none_or(|next| !next.glued)
            }
            TokenKind::LineEnd => true,
            _ => false,
        })
    };
    let put_right = |at: usize| {
        let comma = |token: &&Token| matches!(token.kind, TokenKind::Sign(',' | '.' | '…' | '-' | '–' | '—'));
        let signs = tokens.get(at..)?.iter().take(3).take_while(comma).count();
        let rest = tokens.get(at + signs..).filter(|_| signs > 0)?;
        let runs = NUMBER_PUT_RIGHT.iter().filter(|run| reader.begins(rest, run));
        let from = at + signs + runs.map(|run| run.len()).max()?;
        let small = tokens.get(from..)?.iter().take(3).take_while(|token| token.is_sign(',') || reader.is(token, MADE));
        let right = from + small.count();
        // "at 3pm, sorry 4pm"
        let half = |at: usize| usize::from(reader.is_at(tokens, at, HALVES));
        let end = right + 1 + half(right + 1);
        let number_before = |at: usize| at.checked_sub(1 + half(at.checked_sub(1)?)).filter(|wrong| number(*wrong));
        // "at 8 on friday, no wait, 9"
        let before_a_day = || {
            (at.saturating_sub(LONGEST_DAY)..at).find_map(|day| {
                let wrong = number_before(day).filter(|_| is_day(reader, tokens.get(day..at)))?;
                wrong.checked_sub(1).filter(|led| reader.is_at(tokens, *led, AT_OR_BY)).map(|_| (wrong, day))
            })
        };
        let (wrong, behind) = number_before(at).map(|wrong| (wrong, at)).or_else(before_a_day)?;
        let kept = if half(right + 1) > 0 { behind } else { wrong + 1 };
        // "at 5, actually 6, no 7" goes on to put that right.
        let more = tokens.get(end + 1..).unwrap_or_default();
        let again = NUMBER_PUT_RIGHT.iter().any(|run| reader.begins(more, run));
        let paused = |token: &Token| matches!(token.kind, TokenKind::Sign(',' | '-' | '–' | '—')) && !again;
        let pause = usize::from(tokens.get(end).is_some_and(paused));
        (number(right) && ends(end)).then_some((wrong, kept, at, right, end, pause))
    };
    let (wrong, kept, at, right, end, pause) = (2..tokens.len()).find_map(put_right)?;
    let mut words =
        [tokens.get(..wrong)?, tokens.get(right..end)?, tokens.get(kept..at)?, tokens.get(end + pause..)?].concat();
    reader.put_in_place(tokens.get(right)?.span, span_of(tokens.get(wrong..right)?));
    reader.give_places(&mut words);
    Some(with_numbers_put_right(reader, &words).unwrap_or(words))
}

/// Whether a sign stands for a pause in what is said.
pub(super) fn is_pause(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Sign(',' | '.' | '…' | '-' | '–' | '—' | ';' | '!'))
}

/// "make the sink priority 2 not 1": without the one that is taken back. Nothing where no priority stands beside another.
pub(crate) fn with_one_priority(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let number = |at: usize| tokens.get(at).is_some_and(|token| token.numeric);
    let not = (2..tokens.len()).find(|at| {
        reader.is_at(tokens, *at, NOT)
            && number(at - 1)
            && number(at + 1)
            && (reader.is_at(tokens, at - 2, PRIORITY) || reader.is_at(tokens, at.saturating_sub(3), PRIORITY))
    })?;
    let mut words = [tokens.get(..not)?, tokens.get(not + 2..)?].concat();
    reader.put_in_place(tokens.get(not - 1)?.span, span_of(tokens.get(not..not + 2)?));
    reader.give_places(&mut words);
    Some(words)
}

/// Whether a request names a todo that others may take the place of.
fn names_what_is_done(request: &Request<'_>) -> bool {
    matches!(request.todo(), Some(TodoIntent::Add | TodoIntent::Delete | TodoIntent::Complete))
}

/// Puts a clause that corrects the one before in its place.
pub(super) fn correct(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    if !next.link.corrects || clause.condition.is_some() || next.condition.is_some() {
        return;
    }
    let Found::Request(before) = &mut clause.found else { return };
    // "add batteries to shopping, no wait, make that to the holiday list"
    if before.todo() == Some(TodoIntent::Add)
        && let Some(list) = list_put_right(reader, next.words)
    {
        before.slots.name = Some(list);
        before.anchored = true;
        next.said_for_next = true;
        return;
    }
    match &next.found {
        // What was to be done with the todo is done no more.
        Found::Pointing(instead) if before.acts_on_a_todo() => {
            let intent = instead.todo().map(TodoIntent::of_what_is_meant).filter(|intent| intent.acts_on_a_todo());
            let Some(intent) = intent else { return };
            let slots = Slots { item: before.slots.item, position: before.slots.position, ..instead.slots };
            let request = Request { asked: Asked::Todo(intent), ..instead.with_slots(slots) };
            next.found = Found::Request(request);
            take_back(clause, next);
        }
        Found::Nothing => {
            let day = day_put_right(reader, next.words);
            // "give the gym low priority, scratch that, high"
            if before.todo() == Some(TodoIntent::Prioritise) && priority(reader, day).is_some() {
                clause.instead_of = before.slots.value.replace(day).map(span_of);
                next.said_for_next = true;
                return;
            }
            // What comes again is not only moved: "yoga on monday, no, every tuesday".
            let again =
                || !reader.first_is(day, EACH) && dates::series(&text_of(reader.goal, day), &reader.moment()).is_some();
            if !says_when_due(reader, day) || again() {
                return;
            }
            match before.todo() {
                Some(TodoIntent::Reschedule) => {
                    let said = before.slots.when.replace(day);
                    clause.instead_of = said.map(span_of);
                    next.said_for_next = true;
                }
                // "… every hour, actually every two hours"
                Some(TodoIntent::Add) if reader.first_is(day, EACH) && day.len() > 1 => {
                    let slots = Slots { text: day.get(1..), ..Slots::default() };
                    next.found = Found::Pointing(Request::of(Asked::Todo(TodoIntent::Repeat)).with_slots(slots));
                }
                Some(TodoIntent::Add) => {
                    let slots = Slots { when: Some(day), ..Slots::default() };
                    next.found = Found::Pointing(Request::of(Asked::Todo(TodoIntent::Reschedule)).with_slots(slots));
                }
                _ => {}
            }
        }
        // "delete milk, no wait, delete bread"
        Found::Request(instead) => {
            let adds = |request: &Request<'_>| matches!(request.todo(), Some(TodoIntent::Add | TodoIntent::AddSeveral));
            let alike = before.acts_on_a_todo() && instead.acts_on_a_todo()
                || adds(before) && adds(instead)
                || before.sum().is_some() && instead.sum().is_some();
            if alike {
                take_back(clause, next);
            } else if instead.todo() != Some(TodoIntent::Undo) {
                next.found = Found::Nothing;
            }
        }
        Found::Pointing(_) | Found::Missing(_) => {}
    }
}

/// The day in what puts one right: "sunday" in "sunday works better".
pub(super) fn day_put_right<'t>(reader: &Reader<'_>, words: &'t [Token]) -> &'t [Token] {
    let day = reader.grammar.without_courtesy_after(reader.grammar.without_courtesy(words));
    // "move the dentist to friday, I mean to monday"
    let day = day.get(usize::from(reader.first_is(day, TO) && day.len() > 1)..).unwrap_or(day);
    IS_BETTER.iter().find_map(|run| reader.before_the_end(day, run)).unwrap_or(day)
}

/// The list in what puts one right: "holiday" in "make that to the holiday list".
pub(super) fn list_put_right<'t>(reader: &Reader<'_>, words: &'t [Token]) -> Option<&'t [Token]> {
    let said = reader.grammar.without_courtesy_after(reader.grammar.without_courtesy(words));
    let put = PUT_IT.iter().find(|run| reader.begins(said, run)).map_or(0, |run| run.len());
    // "sorry, I meant the holiday list"
    let rest = said.get(put..)?;
    if let Some(name) = reader.list_said(rest).filter(|name| !name.is_empty() && reader.last_is(rest, LISTS)) {
        return Some(name);
    }
    let (onto, list) = rest.split_first()?;
    let known = || matches!(list, [only] if reader.grammar.known_lists.contains(only.word)).then_some(list);
    let named = reader.list_said(list).or_else(known).filter(|name| !name.is_empty())?;
    reader.is(onto, ONTO_A_LIST).then_some(named)
}

/// "add flour, no wait, we have flour, add yeast": what is told says that the request before it is taken back, and another follows.
pub(super) fn take_back_as_told(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, told, next]) = clauses.get_mut(at..at + 3) else { return };
    let (Found::Request(before), Found::Request(instead)) = (&clause.found, &next.found) else { return };
    let adds = |request: &Request<'_>| request.todo().is_some_and(TodoIntent::adds);
    let alike = before.acts_on_a_todo() && instead.acts_on_a_todo() || adds(before) && adds(instead);
    let takes_back = told.link.corrects && matches!(told.found, Found::Nothing) && !next.link.corrects;
    if takes_back && alike && takes_back_by_telling(reader, told.words) {
        (clause.said_for_next, told.said_for_next) = (true, true);
        next.instead_of = Some(Span::new(clause.place().start, told.place().end));
    }
}

/// Whether words that correct others only tell why these are not meant: "we have flour", "keep the peas".
pub(super) fn takes_back_by_telling(reader: &Reader<'_>, words: &[Token]) -> bool {
    reader.tells(words) || reader.first_is(reader.grammar.without_courtesy(words), LEAVES)
}

fn take_back(clause: &mut ClauseRead<'_>, next: &mut ClauseRead<'_>) {
    clause.said_for_next = true;
    next.instead_of = Some(clause.place());
}

/// "take the work tag off the report and put home on it instead": what is put there is a tag as well.
pub(super) fn tag_instead(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    give_it_on(reader, clauses, at);
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let (Found::Request(before), Found::Request(put)) = (&clause.found, &next.found) else { return };
    let tags = matches!(before.todo(), Some(TodoIntent::Untag | TodoIntent::Tag));
    let adds = put.todo() == Some(TodoIntent::Add) && put.slots.name.is_none() && put.slots.when.is_none();
    // "… and add a plumbing one instead"
    let one = |item: &'_ [Token]| matches!(item, [a, _, one] if reader.is(a, A) && reader.is(one, ONE_OR_TAG));
    let tag = put.slots.item.filter(|_| tags && adds).and_then(|item| match item {
        [_] if reader.says_on_it(next.words) => Some(item),
        [_, tag @ .., _] if one(item) => Some(tag),
        _ => None,
    });
    if tag.is_some() {
        let slots = Slots { text: tag, ..Slots::default() };
        next.found = Found::Pointing(Request::of(Asked::Todo(TodoIntent::Tag)).with_slots(slots));
    }
}

/// "take the tag urgent off the invoices and give it to the tax return": "it" is the tag. Where none was named, nothing is given.
fn give_it_on(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let gives = |found: &Found<'_>| {
        matches!(found, Found::Pointing(request) if request.todo() == Some(TodoIntent::Tag)
            && request.slots.text.is_some_and(|tag| reader.all_are(tag, IT)))
    };
    if let Some(first) = clauses.first_mut().filter(|first| at == 0 && gives(&first.found)) {
        first.found = Found::Nothing;
    }
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let tags = |before: &&Request<'_>| matches!(before.todo(), Some(TodoIntent::Untag | TodoIntent::Tag));
    let tag = clause.found.request().filter(tags).and_then(|before| before.slots.text);
    if let Found::Pointing(request) = &next.found
        && gives(&next.found)
    {
        let given = |tag| Request { slots: Slots { text: Some(tag), ..request.slots }, ..request.clone() };
        next.found = tag.map_or(Found::Nothing, |tag| Found::Request(given(tag)));
    }
}
