//! What "it", "the result" and "instead" mean: something that an earlier clause said.

use std::mem::discriminant;

use dunlin_base::Span;
use dunlin_plan::input;
use serde_json::Value;

use crate::{
    confidence::Evidence,
    lang::en::{
        meanings,
        phrases::PAID_TO,
        references::{AMOUNTS, IT_OR_THAT, MULTIPLIES, PAYS, PLURAL, SUMS_UP, THE_OR_MY, THEM_ALL, TOGETHER, TWO},
    },
    lower::{Assembly, Pointed, call::Call, todo},
    model::{
        intent::TodoIntent,
        request::{Asked, Meant, Request, Slots},
        todo::{Filter, NewTodo, Status, Text, TodoCall, Update},
        token::{Token, span_of},
    },
    parse::words::Words,
};

/// The sign between two numbers that stand in parentheses, because they may be negative.
fn sign_before(sign: &str) -> &'static str {
    if sign == " * " { ") * (" } else { ") + (" }
}

impl Assembly {
    /// Whether the last two things said are numbers, of which "it" means one and "them" both.
    pub(crate) fn has_several_numbers(&self) -> bool {
        self.gate.is_none() && matches!(self.pointed.as_slice(), [.., Pointed::Number(_), Pointed::Number(_)])
    }

    /// Takes "add them", "multiply both results" in: one sum of all the numbers that were said last.
    pub(crate) fn take_together(&mut self, reader: &Words<'_>, words: &[Token]) -> bool {
        let bare = reader.grammar.without_courtesy(words);
        let Some((verb, rest)) = bare.split_first() else { return false };
        let sign = match () {
            () if reader.is(verb, SUMS_UP) => " + ",
            () if reader.is(verb, MULTIPLIES) => " * ",
            () => return false,
        };
        let fits = |token: &Token| reader.is(token, PLURAL) || reader.is(token, TOGETHER);
        if !reader.any_is(rest, PLURAL) || rest.len() > 6 || !rest.iter().all(fits) {
            return false;
        }
        let numbers = self.pointed.iter().rev().map_while(|pointed| match pointed {
            Pointed::Number(step) => Some(*step),
            Pointed::Todo(_) | Pointed::Mentioned(_) | Pointed::Given(_) => None,
        });
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.reverse();
        // "both" of three are none.
        if numbers.len() != 2 && reader.any_is(rest, TWO) {
            return false;
        }
        let mut parts = Vec::new();
        for step in &numbers {
            parts.push(Value::from(if parts.is_empty() { "(" } else { sign_before(sign) }));
            parts.push(self.figure(*step));
        }
        parts.push(")".into());
        let shown = numbers.iter().map(|step| meanings::result_of(*step)).collect::<Vec<_>>();
        self.add_sum(input::concat(parts), &shown.join(sign), span_of(bare));
        self.evidence.push(Evidence::Pointing);
        true
    }

    /// Whether "put rolls on" is about the list: another request before it is, or says so with "instead". A thing with an
    /// article ("put the kettle on") is put somewhere else.
    pub(super) fn goes_on(
        &self,
        reader: &Words<'_>,
        intent: TodoIntent,
        request: &Request<'_>,
        words: &[Token],
    ) -> bool {
        let article = request.slots.item.is_some_and(|words| reader.first_is(words, THE_OR_MY));
        let before = self.calls.last().and_then(Call::todo);
        // "add milk and take rice off"
        let opposite = intent == TodoIntent::Delete && matches!(before, Some(TodoCall::Add(_)));
        before.is_some()
            && (opposite || reader.says_instead(words) || reader.says_on(words) && self.about_todos && !article)
    }

    /// Takes a change in of the todo that "it" means.
    pub(super) fn take_todo_meant(
        &mut self,
        reader: &Words<'_>,
        request: &Request<'_>,
        source: Span,
        words: &[Token],
    ) -> bool {
        let plural = reader.any_is(words, THEM_ALL);
        let Some(intent) = request.todo() else { return false };
        let intent = match intent {
            TodoIntent::CompleteWhat => TodoIntent::Complete,
            TodoIntent::DeleteWhat => TodoIntent::Delete,
            intent => intent,
        };
        let shown = self.shown_before(plural).map(Meant::Shown);
        let meant = self.last_todo();
        if meant.is_none() && shown.is_none()
            || matches!(intent, TodoIntent::Add | TodoIntent::AddWhat | TodoIntent::AddSeveral)
        {
            return false;
        }
        if shown.is_some() && (intent.acts_on_a_todo() || intent.sets_something()) {
            let slots = Slots { item: None, position: None, ..request.slots };
            let request = Request { asked: Asked::Todo(intent), slots, meant: shown, ..request.clone() };
            let Some(drafts) = todo::drafts(reader, &request, source) else { return false };
            for draft in drafts {
                self.add_todo_step(draft);
            }
            self.evidence.push(Evidence::Pointing);
            return true;
        }
        // "add milk, bread and mark them as done": how many they are, nobody can tell.
        let mut each: Vec<String> = meant.into_iter().collect();
        if plural {
            each = self.todos_meant();
        }
        if plural && each.iter().any(|text| text.contains(',')) {
            return false;
        }
        for meant in each {
            let slots = Slots { item: None, position: None, ..request.slots };
            let request =
                Request { asked: Asked::Todo(intent), slots, meant: Some(Meant::Todo(meant)), ..request.clone() };
            let Some(drafts) = todo::drafts(reader, &request, source) else { return false };
            for mut draft in drafts {
                self.stay_in_list(&mut draft.call);
                self.add_todo_step(draft);
            }
        }
        self.evidence.push(Evidence::Pointing);
        true
    }

    /// Takes a request in about what the reason for it names: "we have no sugar, so put it on my list".
    pub(super) fn take_mentioned(
        &mut self,
        reader: &Words<'_>,
        request: &Request<'_>,
        item: &[Token],
        source: Span,
    ) -> bool {
        let Some(intent) = request.todo() else { return false };
        let intent = match intent {
            TodoIntent::AddWhat | TodoIntent::AddSeveral => TodoIntent::Add,
            TodoIntent::CompleteWhat => TodoIntent::Complete,
            TodoIntent::DeleteWhat => TodoIntent::Delete,
            intent => intent,
        };
        if intent != TodoIntent::Add && !intent.acts_on_a_todo() {
            return false;
        }
        let slots = Slots { item: Some(item), position: None, ..request.slots };
        let request = Request { asked: Asked::Todo(intent), ..request.with_slots(slots) };
        let Some(drafts) = todo::drafts(reader, &request, source) else { return false };
        for mut draft in drafts {
            self.stay_in_list(&mut draft.call);
            self.add_todo_step(draft);
        }
        self.about_todos = true;
        self.evidence.push(Evidence::Pointing);
        true
    }

    /// What "them" means after todos were shown or counted, and "it" where something depends on whether there were any: all of them.
    /// Of what nothing narrows down, only the whole list could be meant.
    fn shown_before(&self, plural: bool) -> Option<Filter> {
        let (TodoCall::List(shown) | TodoCall::Count(shown)) = self.calls.iter().rev().find_map(Call::todo)? else {
            return None;
        };
        let narrowed = shown.filter.due.is_some() || shown.filter.tag.is_some() || shown.filter.priority.is_some();
        let list = shown.list.clone().or_else(|| shown.filter.list.clone());
        let status = shown.filter.status.or(Some(Status::Active));
        let meant = narrowed && (plural || self.gate.is_some());
        meant.then(|| Filter { status, list, sort: None, ..shown.filter.clone() })
    }

    /// The todos that "them" means: those that the steps before are about which do the same.
    fn todos_meant(&self) -> Vec<String> {
        let action = |call: &Call| call.todo().map(discriminant);
        let last = self.calls.last().and_then(action);
        let alike = self.calls.iter().rev().take_while(|call| action(call) == last).count().max(1);
        let todos = self.pointed.iter().rev().filter_map(|pointed| match pointed {
            Pointed::Number(_) | Pointed::Mentioned(_) | Pointed::Given(_) => None,
            Pointed::Todo(text) => Some(text.clone()),
        });
        let mut todos: Vec<String> = todos.take(alike).collect();
        todos.reverse();
        todos
    }

    /// What "it" means stands in the list named before; an update says so by a filter, for its list is where a todo goes.
    fn stay_in_list(&self, call: &mut TodoCall) {
        let Some(list) = &self.last_list else { return };
        if let TodoCall::Update(Update { filter, .. }) = call {
            if filter.is_empty() {
                *filter = Filter::in_list(list.clone());
            }
        } else if let Some(own) = call.list_mut() {
            own.get_or_insert_with(|| list.clone());
        }
    }

    /// "pay the result" after a sum takes the sum's result into the todo's words.
    pub(super) fn refer_to_result(&self, call: &mut TodoCall) {
        // What failed has no result.
        let Some(step) = self.last_number().filter(|step| !self.handled.contains(step)) else { return };
        let TodoCall::Add(NewTodo { text: words, .. }) = call else { return };
        let Text::Said(text) = &*words else { return };
        let lower = text.to_ascii_lowercase();
        for phrase in AMOUNTS {
            let Some(at) = lower.find(phrase) else { continue };
            let end = at + phrase.len();
            let inside_word = lower.get(end..).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()))
                || lower.get(..at).is_some_and(|rest| rest.ends_with(|c: char| c.is_alphanumeric()));
            if inside_word {
                continue;
            }
            let mut parts = Vec::new();
            parts.extend(text.get(..at).filter(|part| !part.is_empty()).map(Value::from));
            parts.push(input::from_step(step, "/output"));
            parts.extend(text.get(end..).filter(|part| !part.is_empty()).map(Value::from));
            *words = Text::Made(input::concat(parts));
            return;
        }
        // "… and remind me to pay it", "pay that to Sam"
        let paid = text.split_once(' ').and_then(|(verb, rest)| {
            let after = IT_OR_THAT.iter().find_map(|meant| rest.strip_prefix(meant))?;
            let goes_on = PAID_TO.iter().any(|word| after.starts_with(word));
            let pays = PAYS.split(' ').any(|known| verb.eq_ignore_ascii_case(known));
            (pays && (after.is_empty() || goes_on)).then_some((verb, after))
        });
        if let Some((verb, after)) = paid.filter(|_| matches!(self.pointed.last(), Some(Pointed::Number(_)))) {
            let mut parts = vec![[verb, " "].concat().into(), input::from_step(step, "/output")];
            parts.extend(Some(after).filter(|after| !after.is_empty()).map(Value::from));
            *words = Text::Made(input::concat(parts));
        }
    }
}
