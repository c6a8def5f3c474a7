//! Requests that depend on the answer to what the clause beside them asks: "make sure honey is on my list, add it if it isn't".

use crate::{
    lang::en::conditions::{AM_I_FREE, BELIEVED, BELIEVES, DO_SO, LOOKS_AT, MAKE_SURE, MISSES, PRONOUNS},
    matching::pattern::Slot,
    model::{
        intent::TodoIntent,
        reading::{Answer, ClauseRead, Condition, Conditional},
        request::{Asked, Found, Request, Slots},
        token::Token,
    },
    parse::{condition::several_named, reader::Reader, words::Words},
};

/// "make sure honey is on my list, add it if it isn't": what is to be made sure of is asked first, where it is added on the answer.
pub(super) fn make_sure(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let Found::Request(request) = &mut clause.found else { return };
    let bare = reader.grammar.without_courtesy(clause.words);
    // "my shopping list should have tissues on it, if not add them"
    let sure = reader.begins(bare, MAKE_SURE) || !bare.first().is_some_and(|first| reader.is_beginner(first));
    if !sure || request.todo() != Some(TodoIntent::Add) || clause.condition.is_some() {
        return;
    }
    let on_it = match &next.condition {
        Some(Conditional::On { condition: Condition::Listed { item: None, there: false, .. }, .. }) => true,
        None => next.link.answer == Some(Answer::No) && reader.is_pointing(&next.found, next.words),
        Some(_) => false,
    };
    if on_it {
        request.asked = Asked::Todo(TodoIntent::Search);
    }
}

/// "add wine. If it's already there, tell me when it's due": what is to be done where the todo is there says that it is to be added only
/// where it is not.
pub(super) fn add_unless_there(clauses: &mut [ClauseRead<'_>], at: usize) {
    let behind = clauses.get(at + 2).is_some_and(|then| then.condition.is_none() && then.link.answer.is_none());
    let Some([clause, next, rest @ ..]) = clauses.get_mut(at..) else { return };
    let Found::Request(request) = &clause.found else { return };
    let adds = request.todo() == Some(TodoIntent::Add) && clause.condition.is_none() && clause.link.answer.is_none();
    let (Some(item), true) = (request.slots.item, adds) else { return };
    let Some(Conditional::On {
        condition: Condition::Listed { item: None, list, there: true, status: None, due: None },
        request: then,
    }) = &next.condition
    else {
        return;
    };
    let list = request.slots.name.or(*list);
    let condition = Condition::Listed { item: Some(item), list, there: false, status: None, due: None };
    // What is to be done there stands in the same clause or in the one behind it.
    match (then.as_deref().cloned(), rest.first_mut()) {
        (Some((words, found)), _) => {
            (next.words, next.found, next.own) = (words, found, 0..words.len());
            next.link.answer = Some(Answer::Otherwise);
        }
        (None, Some(then)) if behind => {
            then.link.answer = Some(Answer::Otherwise);
            next.said_for_next = true;
            next.next = Some(then.link);
        }
        (None, _) => return,
    }
    next.condition = None;
    clause.next = Some(next.link);
    clause.condition =
        Some(Conditional::On { condition, request: Some(Box::new((clause.words, clause.found.clone()))) });
}

/// Takes the request behind a condition about several todos into it, where it points at them: "if bread and milk aren't there, add
/// them".
pub(super) fn take_request_in(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let otherwise = clauses.get(at + 2).is_some_and(|clause| clause.link.answer.is_some());
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let condition = match (&clause.condition, next.link.answer) {
        (Some(Conditional::On { condition, request: None }), None) => condition.clone(),
        // "are bread and milk on my list? if not, add them"
        (Some(Conditional::Asked(condition @ Condition::Listed { .. })), Some(answer @ (Answer::Yes | Answer::No))) => {
            let mut asked = condition.clone();
            if let Condition::Listed { there, .. } = &mut asked {
                *there = *there == (answer == Answer::Yes);
            }
            asked
        }
        (None, Some(answer @ (Answer::Yes | Answer::No))) => match &clause.found {
            Found::Request(request) if request.todo() == Some(TodoIntent::Search) && request.slots.when.is_none() => {
                let (item, list) = (request.slots.item, request.slots.name);
                Condition::Listed { item, list, there: answer == Answer::Yes, status: None, due: None }
            }
            _ => return,
        },
        _ => return,
    };
    let points = next.condition.is_none() && reader.is_pointing(&next.found, next.words);
    if points && !otherwise && several_named(reader, &condition).len() > 1 {
        let request = Some(Box::new((next.words, next.found.clone())));
        clause.condition = Some(Conditional::On { condition, request });
        next.said_for_next = true;
    }
}

/// "did I forget to add tea, if so add it": the answer to what is missing is turned round, for the list is asked what it has.
pub(super) fn turn_round(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let asks = |intent| matches!(&clause.found, Found::Request(request) if request.todo() == Some(intent));
    let missed = asks(TodoIntent::Search) && reader.any_is(clause.words, MISSES);
    // "am I free on friday? if so add haircut": who is free has nothing on.
    let free = asks(TodoIntent::List) && reader.begins(reader.grammar.without_courtesy(clause.words), AM_I_FREE);
    if !missed && !free {
        return;
    }
    let turned = match next.link.answer {
        Some(Answer::Yes) => Answer::No,
        Some(Answer::No) => Answer::Yes,
        _ => return,
    };
    next.link.answer = Some(turned);
    clause.next = Some(next.link);
}

/// "I think jam is on my list but if it isn't, add it": what somebody believes of a list is asked, where something hangs on the answer.
pub(super) fn ask_what_is_believed<'t>(reader: &mut Reader<'_>, clauses: &mut [ClauseRead<'t>], at: usize) {
    let Some([clause, next]) = clauses.get(at..at + 2) else { return };
    let open = matches!(clause.found, Found::Nothing) && clause.condition.is_none();
    let answers = matches!(next.link.answer, Some(Answer::Yes | Answer::No));
    if !open || !answers || reader.is_question(clause.words) {
        return;
    }
    let said = BELIEVES.iter().filter(|run| reader.begins(clause.words, run)).map(|run| run.len()).max();
    let that = said.unwrap_or(0);
    let words: &'t [Token] = clause.words;
    let that = that + usize::from(reader.is_at(words, that, BELIEVED));
    let told = reader.grammar.without_courtesy(words.get(that..).unwrap_or_default());
    let Some((captures, _)) = reader.condition(told) else { return };
    let Some(item) = captures.get(Slot::Item, told).filter(|item| !reader.all_are(item, PRONOUNS)) else { return };
    let slots = Slots { item: Some(item), name: captures.get(Slot::Name, told), ..Slots::default() };
    if let Some(clause) = clauses.get_mut(at) {
        clause.found = Found::Request(Request::of(Asked::Todo(TodoIntent::Search)).with_slots(slots));
    }
}

/// "if jam is on my list leave it, otherwise add it": where nothing is done on the condition, what is done otherwise hangs on its opposite.
pub(super) fn leave_it_or(clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let opposite = matches!(next.link.answer, Some(Answer::Otherwise | Answer::No)) && next.condition.is_none();
    if let Some(Conditional::On { condition: Condition::Listed { there, .. }, request: None }) = &mut clause.condition
        && opposite
    {
        *there = !*there;
        next.link.answer = None;
        clause.next = Some(next.link);
    }
}

/// "delete wash the dog, and if it's not there add it": what is to be done where the todo is missing says that the other is done only where
/// it is there.
pub(super) fn act_if_there(clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let Found::Request(request) = &clause.found else { return };
    let free = clause.condition.is_none() && clause.link.answer.is_none() && clause.waits_for.is_none();
    let (Some(item), true) = (request.slots.item, free && request.acts_on_a_todo()) else { return };
    match &next.condition {
        None if next.link.answer == Some(Answer::No) => {}
        Some(Conditional::On {
            condition: Condition::Listed { item: None, there: false, status: None, due: None, .. },
            request: Some(then),
        }) if next.link.answer.is_none() => {
            let (words, found) = then.as_ref().clone();
            (next.words, next.found, next.own) = (words, found, 0..words.len());
            next.condition = None;
        }
        _ => return,
    }
    next.link.answer = Some(Answer::Otherwise);
    clause.next = Some(next.link);
    let condition =
        Condition::Listed { item: Some(item), list: request.slots.name, there: true, status: None, due: None };
    clause.condition =
        Some(Conditional::On { condition, request: Some(Box::new((clause.words, clause.found.clone()))) });
}

/// Whether words ask for what was asked about to be done, and say no more: "please do".
pub(super) fn does_so(reader: &Words<'_>, words: &[Token]) -> bool {
    let bare = reader.grammar.without_courtesy_after(reader.grammar.without_courtesy(words));
    DO_SO.iter().any(|run| reader.is_run(bare, run))
}

/// "did I put jam on the list? if not, please do": what was asked about is added.
pub(super) fn add_so(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let asks = matches!(&clause.found, Found::Request(request) if request.todo() == Some(TodoIntent::Search));
    if asks && next.link.answer == Some(Answer::No) && does_so(reader, next.words) {
        next.found = Found::Pointing(Request::of(Asked::Todo(TodoIntent::AddWhat)));
    }
}

/// "look at my shopping list and if jam isn't there add it": who looks wants only the answer.
pub(super) fn look_and_ask(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let Found::Request(request) = &clause.found else { return };
    let bare = reader.grammar.without_courtesy(clause.words);
    let looks =
        request.todo().is_some_and(TodoIntent::shows_todos) && LOOKS_AT.iter().any(|run| reader.begins(bare, run));
    let (name, plain) = (request.slots.name, looks && clause.condition.is_none() && !next.link.strong);
    if let Some(Conditional::On { condition: Condition::Listed { item: Some(_), list: list @ None, .. }, .. }) =
        &mut next.condition
        && plain
    {
        *list = name;
        clause.said_for_next = true;
    }
}
