//! What "it" and "then" are, where what they stand for was told of before: "my passport expires in march, remind me to renew it".

use dunlin_base::Span;

use crate::{
    lang::{
        en::{
            asides::{AFTER_A_THING, BEEN, HAPPENS, HAS_NOT, KEEPS, NEEDS, TELLS_OF},
            conditions::{CONTRACTED_ALREADY, WHO_DID},
            dates::POSSESSIVES,
            days::{EACH, THAT_DAY, THEN},
            doubts::HANDLED,
            forms,
            phrases::{CALLS, SOME, THEM},
            references::{AFTER_SOME, HAS_DONE, HIM_OR_HER, IT_OR_THEM},
        },
        grammar::{DEEDS, Reason, VERBS},
        holds,
    },
    model::{
        intent::TodoIntent,
        reading::{ClauseRead, Condition, Conditional},
        request::{Found, Request, Slots},
        token::{Token, TokenKind, span_of},
    },
    parse::{anew::without_its_time, reader::Reader, timed::says_when_due, words::Words},
};

/// The most words of a statement's subject or object, with its article.
const LONGEST: usize = 5;

/// Says of a todo that is to be added what "it" is in its words, where the clause before tells of something.
pub(super) fn say_what_is_meant(reader: &mut Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    if let Some(clause) = clauses.get_mut(at) {
        say_what_is_asked_about(reader, clause);
    }
    let Some([told, next]) = clauses.get_mut(at..at + 2) else { return };
    // "my library books are due on tuesday" is a todo of its own.
    let told_too = |request: &Request<'_>| request.todo() == Some(TodoIntent::Add) && !request.anchored;
    let tells = told.found.request().map_or(matches!(told.found, Found::Nothing), told_too);
    let tells = tells && told.condition.is_none() && next.condition.is_none();
    let (Found::Request(request) | Found::Pointing(request)) = &next.found else { return };
    let adds = request.todo() == Some(TodoIntent::Add);
    // "the flights are getting expensive, make booking them a high priority"
    let changes = request.acts_on_a_todo()
        && matches!(request.slots.item, Some([deed, it])
        if forms::is_gerund(&reader.word(deed)) && (reader.is(it, IT_OR_THEM) || reader.is(it, HIM_OR_HER)));
    if tells && changes {
        let meant = reader.todo_named_in(told.words).map(|todo| Slots { item: Some(todo), ..request.slots });
        next.found = meant.map_or_else(
            || Found::Pointing(request.clone()),
            |slots| Found::Request(Request { slots, ..request.clone() }),
        );
        return;
    }
    // "if the rent is not paid, remind me to pay it"
    let asked = match &told.condition {
        Some(Conditional::On { condition: Condition::Listed { item, .. }, .. }) => *item,
        _ => None,
    };
    // "mark pay rent as done and remind me to pay it again on january 1st"
    let completes = told.condition.is_none() && next.condition.is_none();
    let done = told.found.request().filter(|before| completes && before.todo() == Some(TodoIntent::Complete));
    let done = done.and_then(|before| before.slots.item).map(|item| match item {
        [_, thing @ ..] if !thing.is_empty() && reader.is_deed(item) => thing,
        _ => item,
    });
    let Some(item) = request
        .slots
        .item
        .filter(|item| (tells || asked.is_some() || done.is_some()) && adds && is_done_to_it(reader, item))
    else {
        return;
    };
    if let Some(meant) = who_or_some(reader, told.words, item) {
        next.found = Found::Request(Request { stands_for: Some(meant), ..request.clone() });
        return;
    }
    // Whoever is not named, and some of nothing that is missing, are what was said.
    if item.get(1).is_some_and(|it| reader.is(it, SOME) || reader.is(it, HIM_OR_HER)) {
        return;
    }
    let them = item.get(1).is_some_and(|it| reader.is(it, THEM));
    let meant = needed(reader, told.words).filter(|_| them).or_else(|| subject(reader, told.words));
    let meant = asked.or(meant).or(done).or_else(|| same_deed(reader, told.words, item));
    if let Some(subject) = meant {
        next.found = Found::Request(Request { stands_for: Some(span_of(subject)), ..request.clone() });
    }
}

/// "if the rent is not paid remind me to pay it": what "it" is stands in the condition.
fn say_what_is_asked_about(reader: &Words<'_>, clause: &mut ClauseRead<'_>) {
    if let Some(Conditional::On { condition: Condition::Listed { item: Some(asked), .. }, request: Some(then) }) =
        &mut clause.condition
        && let Found::Request(request) = &mut then.1
        && request.todo() == Some(TodoIntent::Add)
        && request.slots.item.is_some_and(|item| is_done_to_it(reader, item))
    {
        request.stands_for = Some(span_of(asked));
    }
}

/// Gives a todo that is added "for that day", or moved to it, the day that the clause before tells or asks for.
pub(super) fn say_which_day(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([told, next]) = clauses.get_mut(at..at + 2) else { return };
    let (Found::Request(request) | Found::Pointing(request)) = &next.found else { return };
    let Some(slots) = without_that_day(reader, request, next.words, &told.found) else { return };
    let mut ends = (0..told.words.len()).filter_map(|from| told.words.get(from..));
    let moves = request.todo() == Some(TodoIntent::Reschedule);
    // "collect the prescription at 5pm that day": at its own time on that day.
    let timed = |item: &[Token]| (1..item.len()).any(|at| item.get(at..).is_some_and(|end| reader.is_time(end)));
    if slots.item.is_some_and(timed) {
        return;
    }
    // "move the dentist to friday at 4pm and remind me to leave work that day": not at that time.
    let day = ends.find(|words| says_when_due(reader, words) && (moves || !reader.is_time(words)));
    // "gym every monday; buy shoes that day" is bought once.
    let day = day.filter(|day| moves || !reader.any_is(day, EACH));
    let Some(day) = day.filter(|_| told.condition.is_none()) else { return };
    let day = if moves { day } else { without_its_time(reader, day) };
    let request = Request { slots: Slots { when: Some(day), ..slots }, ..request.clone() };
    let points = request.slots.item.is_some_and(|item| moves && reader.points(item));
    next.found = if points { Found::Pointing(request) } else { Found::Request(request) };
}

/// What a request says beside "that day"; nothing where it does not say that.
fn without_that_day<'t>(
    reader: &Words<'_>,
    request: &Request<'t>,
    words: &[Token],
    told: &Found<'_>,
) -> Option<Slots<'t>> {
    let slots = request.slots;
    match request.todo()? {
        TodoIntent::Reschedule => slots.when.is_some_and(|when| reader.means_a_day(when)).then_some(slots),
        TodoIntent::Add if slots.when.is_none() => {
            let item = slots.item?;
            let said = THAT_DAY.iter().find_map(|phrase| without_end(reader, item, phrase));
            // "add bread then" behind another todo continues the list; behind a statement "then" is a day.
            let adds = told.request().and_then(Request::todo) == Some(TodoIntent::Add);
            let then = !adds && words.last().is_some_and(|last| reader.is(last, THEN));
            Some(Slots { item: Some(said.or(Some(item).filter(|_| then))?), ..slots })
        }
        _ => None,
    }
}

/// Words without a phrase at their end; nothing where they do not end in it, or are nothing else.
fn without_end<'t>(reader: &Words<'_>, words: &'t [Token], phrase: &'static str) -> Option<&'t [Token]> {
    let length = phrase.split(' ').count();
    let (rest, end) = words.split_at_checked(words.len().checked_sub(length)?)?;
    let same = end.iter().zip(phrase.split(' ')).all(|(token, word)| reader.is(token, word));
    (same && !rest.is_empty()).then_some(rest)
}

/// What something needs: "new tires" in "my car needs new tires".
fn needed<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<&'t [Token]> {
    let said = reader.grammar.without_courtesy(words);
    let verb = said.iter().take(LONGEST).position(|token| reader.is(token, NEEDS))?;
    let (who, what) = (said.get(..verb)?, said.get(verb + 1..)?);
    let named = !what.is_empty() && what.len() < LONGEST && what.iter().all(|token| token.kind == TokenKind::Word);
    (named && reader.first_is(who, TELLS_OF)).then_some(what)
}

/// What a statement tells of: "my passport" in "my passport expires in march".
fn subject<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<&'t [Token]> {
    let said = reader.grammar.without_courtesy(words);
    // "I keep forgetting my pills", "I left my umbrella at the office"
    let done_to = match said {
        [who, ..] if !reader.is(who, WHO_DID) => None,
        [_, keep, deed, rest @ ..] if reader.is(keep, KEEPS) && forms::is_gerund(&reader.word(deed)) => Some(rest),
        [_, did, rest @ ..] if forms::is_past(&reader.word(did)) => Some(rest),
        _ => None,
    };
    if let Some(rest) = done_to.filter(|rest| reader.first_is(rest, TELLS_OF)) {
        let named = |token: &&Token| token.kind == TokenKind::Word && !reader.is(token, AFTER_A_THING);
        let length = rest.iter().take(LONGEST).take_while(named).count();
        return rest.get(..length).filter(|named| named.len() > 1);
    }
    let happens = |at: &usize| {
        reader.is_at(said, *at, HAPPENS) || reader.is_at(said, *at, HAS_NOT) && reader.is_at(said, at + 1, BEEN)
    };
    let verb = (0..said.len().min(LONGEST + 1)).find(happens)?;
    let subject = said.get(..verb)?;
    let named = subject.len() > 1 && subject.iter().all(|token| token.kind == TokenKind::Word);
    (named && reader.first_is(subject, TELLS_OF)).then_some(subject)
}

/// What is to be done to: "the rent" in "I need to pay the rent, remind me to pay it".
fn same_deed<'t>(reader: &Words<'_>, words: &'t [Token], item: &[Token]) -> Option<&'t [Token]> {
    let deed = item.first()?;
    let at = words.iter().position(|token| reader.word(token) == reader.word(deed))?;
    let named = words.get(at + 1..)?;
    let length = named.iter().take(LONGEST).take_while(|token| token.kind == TokenKind::Word).count();
    (1..LONGEST).contains(&named.len()).then(|| named.get(..length)).flatten().filter(|named| !named.is_empty())
}

/// Whether "it" stands right behind what is to be done: "renew it by friday".
fn is_done_to_it(reader: &Words<'_>, item: &[Token]) -> bool {
    let deed = |token: &Token| {
        token.is_unknown_word()
            || [VERBS, DEEDS, CALLS].iter().any(|verbs| reader.is(token, verbs))
            || reader.grammar.going.contains(token.word)
            || forms::is_gerund(&reader.word(token))
    };
    let [verb, it, rest @ ..] = item else { return false };
    let points = reader.is(it, IT_OR_THEM);
    let has_done = reader.is(verb, HAS_DONE);
    // "have it checked", "get some on monday", "renew it by friday"
    has_done && points && rest.first().is_some_and(|done| forms::is_past(&reader.word(done)))
        || reader.is(it, SOME)
            && (has_done || deed(verb))
            && rest.first().is_none_or(|next| reader.is(next, AFTER_SOME))
        || (points || reader.is(it, HIM_OR_HER)) && deed(verb) && !reader.is(verb, HANDLED)
}

/// Who "him" and "her" are, and what "some" is more of: "dad's birthday is on friday, remind me to call him", "the printer has no ink,
/// remind me to get some".
fn who_or_some(reader: &mut Reader<'_>, told: &[Token], item: &[Token]) -> Option<Span> {
    let it = item.get(1)?;
    if reader.is(it, SOME) {
        let (missing, reason) = reader.named_by_reason(told)?;
        return (reason == Reason::Lack).then(|| span_of(missing));
    }
    reader.is(it, HIM_OR_HER).then_some(())?;
    let said = reader.grammar.without_courtesy(told);
    let name = |token: &Token| {
        let text = token.span.of(reader.goal);
        let name = POSSESSIVES.iter().find_map(|end| text.strip_suffix(end)).filter(|name| name.len() > 1)?;
        let whose = !holds(CONTRACTED_ALREADY, &reader.word(token));
        whose.then(|| Span::new(token.span.start, token.span.start + name.len()))
    };
    let at = said.iter().take(LONGEST).position(|token| name(token).is_some())?;
    let named = said.get(at).and_then(name)?;
    // "my sister's birthday"
    let whose = at.checked_sub(1).and_then(|at| said.get(at)).filter(|token| reader.is(token, TELLS_OF));
    Some(whose.map_or(named, |whose| whose.span.cover(named)))
}
