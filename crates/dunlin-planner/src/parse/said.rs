//! What is said twice by two clauses beside each other, and asked for once: "I walked the dog, mark it off", "I've bought it all, clear
//! the shopping list".

use crate::{
    context::Known,
    lang::{
        en::{
            lists::BUYS,
            pauses::{A_LIST, ALL_OF_A_LIST},
        },
        grammar::Reason,
    },
    model::{
        intent::TodoIntent,
        reading::{ClauseRead, Conditional, Link},
        request::{Asked, Found, Request, Slots},
        token::Token,
    },
    parse::{
        condition,
        reader::Reader,
        shares_a_word,
        text::{text_of, without_article},
        told,
        words::Words,
    },
};

/// Which of two clauses is said by the other.
enum Said {
    Before,
    Behind,
}

/// What a clause asks that the one before has answered is left out: "…, when is that" after a day, "so take it off my list" after
/// "I walked the dog", which is done by that.
pub(super) fn leave_out_said(reader: &mut Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    // "move what is overdue to today and tell me what it was": a run says what it did.
    let found = match &clause.condition {
        Some(Conditional::On { request: Some(request), .. }) => &request.1,
        _ => &clause.found,
    };
    let told = matches!(found, Found::Request(request) | Found::Pointing(request)
        if request.todo().is_some_and(|todo| todo.shows_todos() || todo.acts_on_a_todo()));
    if told && next.condition.is_none() && matches!(next.found, Found::Nothing) {
        next.said_for_next |= condition::says_so(reader, next.words);
    }
    if clause.condition.is_some() || next.condition.is_some() {
        return;
    }
    match of_a_whole_list(reader, clause, next) {
        Some(Said::Before) => clause.said_for_next = true,
        Some(Said::Behind) => next.said_for_next = true,
        None => leave_out_again(reader, clause, next),
    }
}

/// What is said of a whole list where the clause beside asks for something about it: "get rid of the shopping list, I've bought it all".
fn of_a_whole_list(reader: &Reader<'_>, clause: &ClauseRead<'_>, next: &ClauseRead<'_>) -> Option<Said> {
    let Found::Request(asked) = &next.found else { return None };
    let tells = reader.grammar.is_statement(clause.words);
    let on_whole = |request: &Request<'_>| request.todo().is_some_and(TodoIntent::is_about_a_whole_list);
    let completes_all = |request: &Request<'_>| request.todo() == Some(TodoIntent::CompleteAll);
    // "I'm done with my chores, wipe the list"
    if let Found::Missing(missing) = &clause.found {
        let done = matches!(missing.todo(), Some(TodoIntent::CompleteWhat | TodoIntent::Complete));
        return (done && tells && asked.todo() == Some(TodoIntent::Clear)).then_some(Said::Before);
    }
    let Found::Request(told) = &clause.found else { return None };
    if on_whole(told) && reader.grammar.is_statement(next.words) && next.link.answer.is_none() && completes_all(asked) {
        return Some(Said::Behind);
    }
    // "the shopping is finished, mark all as bought" is about the shopping.
    let first = reader.grammar.without_courtesy(clause.words).first();
    let orders = first.is_some_and(|first| reader.is_beginner(first));
    let done = matches!(told.todo(), Some(TodoIntent::Complete | TodoIntent::CompleteAll));
    // "shopping's done, so tick off the whole shopping list": no todo is called shopping.
    let names_the_list = |item: &[Token]| !reader.names_one_todo(item) && shares_a_word(reader, item, next.words);
    if done && !orders && completes_all(asked) && told.slots.item.is_some_and(names_the_list) {
        return Some(Said::Before);
    }
    // "I bought rice, cross off my shopping list" is about the rice.
    let all_of_a_list = reader.any_is(next.words, A_LIST) && reader.any_is(next.words, ALL_OF_A_LIST);
    if done && !orders && completes_all(asked) && !all_of_a_list {
        return Some(Said::Behind);
    }
    // "I have all my groceries now so erase my shopping list", "my shopping is all done so clear the shopping list"
    let all = told.slots.item.is_some_and(|item| reader.means_all(item));
    let all_done = completes_all(told) || told.todo() == Some(TodoIntent::Complete) && all;
    let why = done || told.todo().is_some_and(TodoIntent::shows_todos);
    let fits = why && (all_done || next.link.therefore && tells);
    // "complete everything on the shopping list, then clear the completed ones" asks for both.
    (fits && !orders && on_whole(asked) && !completes_all(asked)).then_some(Said::Before)
}

/// Whether two requests are about one todo: "the dentist cancelled, so delete the appointment".
fn means_the_same(reader: &Words<'_>, request: &Request<'_>, again: &Request<'_>) -> bool {
    let (item, other) = (request.slots.item.unwrap_or_default(), again.slots.item.unwrap_or_default());
    let text = |item: &[Token]| match reader.context.on_list?.find(&without_article(&text_of(reader.goal, item))) {
        Known::One(text) => Some(text),
        Known::Several(_) | Known::None(_) => None,
    };
    shares_a_word(reader, item, other) || text(item).is_some_and(|one| text(other).is_some_and(|two| one == two))
}

/// What the clause before asks for already: "…, when is that" after a day, "so take it off my list" after "I walked the dog".
fn leave_out_again<'t>(reader: &mut Reader<'_>, clause: &mut ClauseRead<'t>, next: &mut ClauseRead<'t>) {
    let Found::Request(request) = &clause.found else { return };
    // "the rent isn't due until the 5th, move it": that is done by it.
    next.said_for_next |= request.todo() == Some(TodoIntent::Reschedule) && told::changes_it(reader, next.words);
    next.said_for_next |= request.todo() == Some(TodoIntent::Prioritise) && told::ranks_it(reader, next.words);
    let echoes = matches!(request.asked, Asked::Sum(_) | Asked::Day(_))
        && !matches!(next.found, Found::Request(_))
        && reader.is_echo(next.words);
    // "we already bought the milk so remove milk from my list": what is deleted need not be completed first.
    let goes = request.todo() == Some(TodoIntent::Complete)
        && matches!(&next.found, Found::Request(again) if again.todo() == Some(TodoIntent::Delete));
    // "I don't need the flights any more, remove book flights"
    if let Found::Request(again) = &next.found
        && request.acts_on_a_todo()
        && (again.todo() == request.todo() || goes)
        && reader.tells(clause.words)
        && means_the_same(reader, request, again)
    {
        clause.said_for_next = true;
        return;
    }
    // "we're out of butter, buy butter tomorrow": what is missing is there when that is done.
    if let Found::Request(again) = &next.found
        && (request.todo(), again.todo()) == (Some(TodoIntent::Add), Some(TodoIntent::Add))
        && reader.named_by_reason(clause.words).is_some_and(|(_, reason)| reason == Reason::Lack)
        && reader.first_is(reader.grammar.without_courtesy(next.words), BUYS)
        && means_the_same(reader, request, again)
    {
        clause.said_for_next = true;
        return;
    }
    let crosses =
        |request: &Request<'_>| matches!(request.todo(), Some(TodoIntent::CompleteWhat | TodoIntent::Complete));
    let told = request.todo() == Some(TodoIntent::Complete)
        && (reader.tells(clause.words) || matches!(&next.found, Found::Pointing(request) if crosses(request)))
        && next.link.therefore
        && reader.named_by_reason(clause.words).is_none()
        && matches!(&next.found, Found::Pointing(request)
            if matches!(request.todo(), Some(TodoIntent::DeleteWhat | TodoIntent::Delete | TodoIntent::CompleteWhat | TodoIntent::Complete)));
    // "I walked the dog, mark it off", "the gym shouldn't be on my list, delete it"
    let asked_again = |again: &Request<'_>| match request.todo() {
        Some(TodoIntent::Complete) => crosses(again),
        Some(TodoIntent::Delete) => matches!(again.todo(), Some(TodoIntent::DeleteWhat | TodoIntent::Delete)),
        _ => false,
    };
    let says_again = matches!(&next.found, Found::Pointing(again) if asked_again(again))
        && reader.named_by_reason(clause.words).is_none();
    // "remind me to order checks, put it on my errand list": where it is put is said of the same todo.
    if let (Found::Request(request), Found::Pointing(put)) = (&mut clause.found, &next.found)
        && request.todo() == Some(TodoIntent::Add)
        && matches!(put.todo(), Some(TodoIntent::AddWhat | TodoIntent::Add))
        && (Slots { item: None, name: None, ..put.slots }).each().into_iter().flatten().next().is_none()
        && put.slots.item.is_none_or(|item| reader.grammar.is_vague(item))
        && !next.link.hard
        && next.link.answer.is_none()
        && request.slots.name.is_none()
    {
        request.slots.name = put.slots.name;
        next.said_for_next = true;
        // It is what is asked for, and no reason: "I'm almost out of jam so put it on my list".
        clause.next = clause.next.map(|link| Link { therefore: false, ..link });
    }
    next.said_for_next |= echoes || told || says_again;
    // "already vacuumed the car so you can check that one off": a todo is meant.
    if (told || says_again)
        && let Found::Request(request) = &mut clause.found
    {
        request.doubtful = false;
    }
}
