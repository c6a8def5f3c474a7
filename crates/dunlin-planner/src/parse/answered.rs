//! Requests that depend on the answer to what the clause beside them asks: "make sure honey is on my list, add it if it isn't".

use crate::{
    lang::en::conditions::{AM_I_FREE, MAKE_SURE, MISSES},
    model::{
        intent::TodoIntent,
        reading::{Answer, ClauseRead, Condition, Conditional},
        request::{Asked, Found},
    },
    parse::{condition::several_named, words::Words},
};

/// "make sure honey is on my list, add it if it isn't": what is to be made sure of is asked first, where it is added on the answer.
pub(super) fn make_sure(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let Found::Request(request) = &mut clause.found else { return };
    let sure = reader.begins(reader.grammar.without_courtesy(clause.words), MAKE_SURE);
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
