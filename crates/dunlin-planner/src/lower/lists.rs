//! Which list a request is about that names none: the one before it, or behind it, named, or showed.

use super::{Assembly, call::Call};
use crate::{
    lang::en::{items::TODOS_OR_LISTS, meanings},
    lower::todo::Draft,
    model::{
        intent::TodoIntent,
        request::Request,
        todo::{Filter, Status, Target, TodoCall, Update, Which},
        token::Token,
    },
    parse::{text::text_of, words::Words},
};

impl Assembly {
    /// "add nails and remove screws from my hardware list" means the same list twice. What is done is looked for everywhere
    /// when the list is where something goes: "check off call mom and add milk to my shopping list"; what is deleted too, where it
    /// is known which todo is meant.
    pub(super) fn lend_list(&mut self, reader: &Words<'_>, request: &Request<'_>, drafts: &[Draft]) {
        let Some(intent) = request.todo() else { return };
        let bare = self.bare_from.take();
        let Some(from) = bare.filter(|_| self.plainly_joined && request.slots.name.is_some()) else { return };
        let changes = matches!(intent, TodoIntent::Add | TodoIntent::Delete | TodoIntent::Complete);
        let list = drafts.first().and_then(|draft| draft.call.own_list());
        let Some(list) = list.filter(|_| changes) else { return };
        let said = meanings::on_list(list);
        let steps = self.steps.iter_mut().zip(&mut self.calls).zip(&mut self.meanings);
        for ((step, call), meaning) in steps.skip(from) {
            let Call::Todo(todo) = call else { continue };
            let everywhere = match todo {
                TodoCall::Complete(_) => true,
                TodoCall::Delete(Target { which: Which::Named { words }, .. }) => reader.is_one_todo(words),
                _ => false,
            };
            if everywhere && intent == TodoIntent::Add {
                continue;
            }
            let Some(own) = todo.list_mut() else { continue };
            *own = Some(list.clone());
            step.tool_input = call.input();
            step.reasoning.push_str(&said);
            meaning.push_str(&said);
        }
    }

    /// What "it" means stands in the list named before; an update says so by a filter, for its list is where a todo goes.
    pub(super) fn stay_in_list(&self, call: &mut TodoCall) {
        // The main list has no name, and all are in it or in another.
        let Some(list) = self.last_list.as_ref().filter(|list| !list.is_empty()) else { return };
        if let TodoCall::Update(Update { filter, .. }) = call {
            if filter.is_empty() {
                *filter = Filter::in_list(list.clone());
            }
        } else if let Some(own) = call.list_mut() {
            own.get_or_insert_with(|| list.clone());
        }
    }

    /// "remove milk from my shopping list and add bread" means the same list twice.
    pub(super) fn inherit_list(
        &self,
        reader: &Words<'_>,
        intent: TodoIntent,
        request: &Request<'_>,
        call: &mut TodoCall,
    ) {
        let Some(list) = &self.last_list else { return };
        if !request.same_list
            || request.slots.name.is_some()
            || !matches!(
                intent,
                TodoIntent::Add
                    | TodoIntent::Delete
                    | TodoIntent::Complete
                    | TodoIntent::Search
                    | TodoIntent::List
                    | TodoIntent::ListPending
                    | TodoIntent::Count
                    | TodoIntent::CountPending
                    | TodoIntent::CountDone
                    | TodoIntent::Clear
                    | TodoIntent::ClearDone
                    | TodoIntent::CompleteAll
            )
        {
            return;
        }
        // "put sun cream on the holiday list and remove milk", where milk stands on another.
        let elsewhere = |item: &[Token]| {
            let on_list = reader.context.on_list;
            on_list.and_then(|todos| todos.stands_on(&text_of(reader.goal, item), list)) == Some(false)
        };
        let is_there = matches!(intent, TodoIntent::Delete | TodoIntent::Complete | TodoIntent::Search);
        if is_there && request.slots.item.is_some_and(|item| self.is_list_new() || elsewhere(item)) {
            return;
        }
        if let Some(own) = call.list_mut() {
            own.get_or_insert_with(|| list.clone());
        }
    }

    /// "show my holiday list and mark everything as done", "show what's due today and clear everything": all of what was shown, where
    /// the words say no more.
    pub(super) fn narrow_to_shown(
        &self,
        reader: &Words<'_>,
        request: &Request<'_>,
        words: &[Token],
        draft: &mut Draft,
    ) {
        let all = request.todo().is_some_and(TodoIntent::is_about_a_whole_list);
        if !all || request.slots.when.is_some() || request.slots.name.is_some() || reader.any_is(words, TODOS_OR_LISTS)
        {
            return;
        }
        let Some(TodoCall::List(shown)) = self.calls.last().and_then(Call::todo).cloned() else { return };
        let narrow = Filter { sort: None, ..shown.filter };
        if shown.list.is_none() && narrow.is_empty() || draft.call.own_list().is_some() {
            return;
        }
        if let Some(list) = draft.call.list_mut() {
            *list = shown.list;
        }
        if let Some(filter) = draft.call.filter_of_several() {
            let open = (request.todo() == Some(TodoIntent::CompleteAll)).then_some(Status::Active);
            *filter = Filter { status: filter.status.or(narrow.status).or(open), ..narrow };
        }
        draft.meaning.push_str(&meanings::details(&draft.call));
    }
}
