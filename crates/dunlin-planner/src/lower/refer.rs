//! What "it", "the result" and "instead" mean: something that an earlier clause said.

use std::mem::discriminant;

use dunlin_base::Span;
use dunlin_plan::input;
use serde_json::{Value, json};

use crate::{
    confidence::Evidence,
    lang::en::{
        conditions::TICKED_OFF,
        connectors::IT,
        dates::{A_DAY, THE_DAY_AFTER},
        meanings,
        orders::ALL,
        pauses::ADD,
        phrases::{PAID_TO, THEM},
        references::{
            AMOUNTS, ASIDE, BILLS, EMPTIES, FOR, FOR_IT, IS_THAT, IT_OR_THAT, IT_OR_THEM, MULTIPLIES, PAYS, PLURAL,
            SETS_ASIDE, SUMS_UP, THAT, THE_OR_MY, THEM_ALL, TOGETHER, TWO, WITH_AMOUNT,
        },
    },
    lower::{
        Assembly, Pointed,
        call::Call,
        source_of, times,
        todo::{self, Draft},
    },
    model::{
        asked::EARLIER,
        intent::TodoIntent,
        request::{Asked, Meant, Request, Slots},
        todo::{Change, Cleared, Filter, NewTodo, Search, Shown, Status, Text, TodoCall, Update, Which, Yes},
        token::{Token, span_of},
    },
    parse::{condition::says_so, due::due, priority::priority, text::text_of, words::Words},
};

/// The sign between two numbers that stand in parentheses, because they may be negative.
fn sign_before(sign: &str) -> &'static str {
    if sign == " * " { ") * (" } else { ") + (" }
}

/// The words of a todo that is a result, behind the name that it is given: "add that to my list as tip for the waiter".
fn text_with_result(reader: &Words<'_>, request: &Request<'_>, step: u32) -> Text {
    let named = request.slots.text.map(|named| [&text_of(reader.goal, named), " "].concat());
    let result = input::from_step(step, "/output");
    Text::Made(input::concat(named.map(Value::from).into_iter().chain([result]).collect()))
}

/// When a todo is due that is added, and how urgent it is.
fn due_and_priority(reader: &Words<'_>, request: &Request<'_>) -> NewTodo {
    let due = request.slots.when.and_then(|when| due(reader, when));
    let priority = request.slots.value.and_then(|value| priority(reader, value));
    NewTodo { due, priority, ..NewTodo::default() }
}

/// "I finished the sink, so that can be ticked off": it is done, and stays.
fn ticked_off<'t>(reader: &Words<'_>, request: &Request<'t>, words: &[Token]) -> Option<Request<'t>> {
    let ticks = request.todo() == Some(TodoIntent::DeleteWhat) && reader.any_is(words, TICKED_OFF);
    ticks.then(|| Request { asked: Asked::Todo(TodoIntent::CompleteWhat), ..request.clone() })
}

/// Whether a request about "it" is to leave nothing: "clear it", but not "delete it".
fn empties(reader: &Words<'_>, words: &[Token]) -> bool {
    reader.any_is(words, EMPTIES)
}

impl Assembly {
    /// Whether a number was worked out that "that much" may be.
    pub(crate) fn has_number(&self) -> bool {
        self.last_number().is_some()
    }

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
        // "find my packing list and take out the flip flops"
        let opposite = intent == TodoIntent::Delete
            && matches!(before, Some(TodoCall::Add(_) | TodoCall::List(_) | TodoCall::Complete(_)));
        let deleted = intent == TodoIntent::Add && matches!(before, Some(TodoCall::Delete(_)));
        // "take rice off my list and include oats"
        let goes_there = deleted && (reader.says_on(words) || reader.puts_down(words));
        // "if I have nothing on saturday put hike with Sam"
        let on_it = intent == TodoIntent::Add && self.gate.is_some() && reader.puts_down(words);
        // "take the balloons off if they're still on my list", "leave tea on the list but take the rice off"
        let looked_for = self.last_search.is_some() && self.gate_is_fresh();
        if (looked_for || before.is_none() && self.leaves) && intent == TodoIntent::Delete && reader.says_on(words) {
            return true;
        }
        // "put rice on the shopping list, and is bread already there?"
        if intent == TodoIntent::Search {
            return self.last_list.is_some();
        }
        // "clear my list and start again with rice"
        let emptied = intent == TodoIntent::Add && before.is_some_and(TodoCall::is_about_all);
        before.is_some()
            && (opposite
                || emptied && !article
                || on_it
                || reader.says_instead(words)
                || !article && (reader.says_on(words) && self.about_todos || goes_there))
    }

    /// Takes a request about "it" in, when something before it can be meant.
    pub(crate) fn take_pointing(&mut self, reader: &Words<'_>, request: &Request<'_>, words: &[Token]) -> bool {
        let source = source_of(reader, words.get(self.own.clone()).unwrap_or(words));
        let done = ticked_off(reader, request, words);
        let request = done.as_ref().unwrap_or(request);
        if let Some(sum) = request.sum() {
            return self.take_sum_of_result(&sum.expression, source);
        }
        if self.take_to_asked_day(reader, request, source) {
            return true;
        }
        // "I'm off to the shop, read out the shopping list and then clear it"
        let all_shown = self.has_just_listed() && empties(reader, words);
        if let Some(Pointed::Mentioned(item)) = self.pointed.last().cloned().filter(|_| !all_shown) {
            // "the garage is a mess, set that for saturday" is about the one on the list.
            let dated = request.slots.when.is_some() && request.slots.name.is_none();
            let adds = reader.first_is(reader.grammar.without_courtesy(words), ADD);
            if request.todo() == Some(TodoIntent::AddWhat) && dated && !adds && reader.names_one_todo(&item) {
                let asked = Asked::Todo(TodoIntent::Reschedule);
                return self.take_mentioned(reader, &Request { asked, ..request.clone() }, &item, source);
            }
            return self.take_mentioned(reader, request, &item, source);
        }
        let Some(intent) = request.todo() else { return false };
        let (text, meaning) = match (intent, self.pointed.last().cloned()) {
            // "add them" after a sum, or "put them on my list" after two, does not say what.
            (TodoIntent::Add | TodoIntent::AddWhat | TodoIntent::AddSeveral, Some(Pointed::Number(_)))
                if reader.any_is(words, PLURAL) =>
            {
                return false;
            }
            (TodoIntent::Add | TodoIntent::AddWhat | TodoIntent::AddSeveral, Some(Pointed::Number(step))) => {
                (text_with_result(reader, request, step), meanings::ADD_RESULT.to_owned())
            }
            // Nothing else has a name given to it: "add it to my list as urgent".
            (TodoIntent::AddWhat, _) if request.slots.text.is_some() && request.slots.when.is_none() => return false,
            // "ask me for a name and add it"
            (TodoIntent::Add | TodoIntent::AddWhat | TodoIntent::AddSeveral, Some(Pointed::Given(value)))
                if value.is_object() =>
            {
                (Text::Made(input::concat(vec![value])), meanings::ADD_ANSWER.to_owned())
            }
            (TodoIntent::Add | TodoIntent::AddWhat | TodoIntent::AddSeveral, Some(Pointed::Given(value))) => {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let meaning = meanings::added(&text);
                (Text::Said(text), meaning)
            }
            // "cross off the rent and remind me again in a month"
            (TodoIntent::AddWhat, Some(Pointed::Todo(text)))
                if self.has_just_completed() && request.slots.when.is_some() =>
            {
                // As it stands on the list: "pay rent", where it was called the rent.
                let text = reader.as_it_stands(&text).unwrap_or(text);
                let meaning = meanings::added(&text);
                (Text::Said(text), meaning)
            }
            (TodoIntent::AddWhat, _) if self.sets_a_day(reader, request, words) => {
                let asked = Asked::Todo(TodoIntent::Reschedule);
                return self.take_todo_meant(reader, &Request { asked, ..request.clone() }, source, words);
            }
            // "rename the gym to yoga and put it on my sports list"
            (TodoIntent::AddWhat, Some(Pointed::Todo(_)))
                if request.slots.name.is_some()
                    && self.gate.is_none()
                    && self.last_search.is_none()
                    && matches!(self.calls.last().and_then(Call::todo), Some(TodoCall::Update(_))) =>
            {
                let asked = Asked::Todo(TodoIntent::Relist);
                return self.take_todo_meant(reader, &Request { asked, ..request.clone() }, source, words);
            }
            (TodoIntent::Add | TodoIntent::AddWhat | TodoIntent::AddSeveral, Some(Pointed::Todo(text))) => {
                // "is milk on my list, please add it": only when it is not there.
                let open = self.gate.is_none() && self.handled.is_empty();
                if let Some(step) = self.last_search.filter(|_| open) {
                    self.decide(input::from_step(step, "/metadata/count"), "==", json!(0), source);
                }
                if self.gate.is_none() && self.handled.is_empty() {
                    return false;
                }
                let meaning = meanings::added(&text);
                (Text::Said(text), meaning)
            }
            // "rename the gym to yoga and tell me when it's due"
            (TodoIntent::Search, Some(Pointed::Todo(text))) => {
                let meaning = meanings::looked_for(&text);
                let search = Search { words: text, list: None, filter: Filter::default() };
                self.evidence.push(Evidence::Pointing);
                self.add_todo_step(Draft { call: TodoCall::Search(search), meaning, source });
                return true;
            }
            // "show my list and then clear it"
            (TodoIntent::Delete | TodoIntent::DeleteWhat, _)
                if (self.has_just_listed() || self.has_just_counted())
                    && empties(reader, words)
                    && self.shown_before(true).is_none() =>
            {
                let shown = Shown { list: self.list_meant(reader, request), ..Shown::default() };
                let call = TodoCall::Clear(Cleared { all: Some(Yes), shown });
                self.evidence.push(Evidence::Pointing);
                self.add_todo_step(Draft { call, meaning: meanings::CLEAR.to_owned(), source });
                return true;
            }
            // "show my work list and then clear that list"
            (TodoIntent::Clear | TodoIntent::ClearDone | TodoIntent::CompleteAll, _) => {
                let spoken_of = self.last_list.is_some() || self.has_just_listed() || self.has_just_counted();
                return spoken_of && self.take(reader, &Request { same_list: true, ..request.clone() }, words);
            }
            _ => return self.take_todo_meant(reader, request, source, words),
        };
        let todo = NewTodo { text, list: self.list_meant(reader, request), ..due_and_priority(reader, request) };
        self.evidence.push(Evidence::Pointing);
        self.add_todo_step(Draft { call: TodoCall::Add(todo), meaning, source });
        true
    }

    /// Takes a sum in with a number that was worked out before: "halve it".
    fn take_sum_of_result(&mut self, sum: &str, source: Span) -> bool {
        let Some(step) = self.last_count().or_else(|| self.last_number()) else { return false };
        let expression = self.with_result(sum, step);
        self.add_sum(expression, &sum.replace(EARLIER, meanings::THE_RESULT), source);
        self.evidence.push(Evidence::Pointing);
        true
    }

    /// Whether the step before marks a todo as done.
    pub(crate) fn has_just_completed(&self) -> bool {
        matches!(self.calls.last().and_then(Call::todo), Some(TodoCall::Complete(_)))
    }

    /// "add call the school tomorrow, no wait make it friday": gives what the step before adds the day that is said last; says whether
    /// the draft does that.
    pub(super) fn puts_another_day(&mut self, draft: &Draft) -> bool {
        let TodoCall::Update(Update { which: Which::Named { words }, change: Change::Due(Some(due)), filter }) =
            &draft.call
        else {
            return false;
        };
        let Some(Call::Todo(TodoCall::Add(todo))) = self.calls.last() else { return false };
        let same = todo.text == Text::Said(words.clone()) && todo.due.is_some() && todo.recurrence.is_none();
        let elsewhere = !filter.is_empty() && (filter.list.is_none() || filter.list != todo.list);
        if !same || elsewhere || self.gate.is_some() || !self.handled.is_empty() {
            return false;
        }
        // "add dentist tomorrow at 3pm, no wait make it friday": the time stands.
        let time = todo.due.as_deref().and_then(|due| due.split_once('T')).filter(|_| !due.contains('T'));
        let due = time.map_or_else(|| due.clone(), |(_, time)| [due, "T", time].concat());
        let Draft { call, meaning, .. } = Draft::adding(NewTodo { due: Some(due), ..todo.clone() }, draft.source);
        let begun = self.steps.pop().map(|step| step.source.start);
        self.calls.pop();
        self.meanings.pop();
        self.push(Call::Todo(call), meaning, draft.source);
        if let Some((step, start)) = self.steps.last_mut().zip(begun) {
            step.source.start = start;
        }
        true
    }

    /// Whether "set it for sunday" gives a day to what is there, and adds nothing: "rename the gym to yoga and set it for sunday", "is there
    /// anything overdue? if so set it for today".
    fn sets_a_day(&self, reader: &Words<'_>, request: &Request<'_>, words: &[Token]) -> bool {
        let dated = request.slots.when.is_some() && request.slots.name.is_none();
        if !dated || reader.first_is(reader.grammar.without_courtesy(words), ADD) {
            return false;
        }
        match self.pointed.last() {
            Some(Pointed::Todo(text)) => {
                self.gate.is_none() && self.last_search.is_none()
                    || self.depends_on_its_being_there()
                    || reader.is_one_todo(text)
            }
            None => self.shown_before(true).is_some(),
            Some(_) => false,
        }
    }

    /// The list that a request about "it" names, or the one that was named before.
    fn list_meant(&self, reader: &Words<'_>, request: &Request<'_>) -> Option<String> {
        request.slots.name.map(|name| text_of(reader.goal, name)).or_else(|| self.last_list.clone())
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
        let Some(intent) = request.todo().map(TodoIntent::of_what_is_meant) else { return false };
        // "I called my aunt back, so that can be crossed off": it is crossed off by now.
        if intent == TodoIntent::Complete && self.has_just_completed() && reader.any_is(words, TICKED_OFF) {
            self.evidence.push(Evidence::Pointing);
            return true;
        }
        let meant = self.last_todo();
        // "show me what is overdue and mark it as done"
        let found = self.found_before().filter(|_| plural).map(Meant::Found);
        let shown = found.or_else(|| self.shown_before(plural || meant.is_none()).map(Meant::Shown));
        if meant.is_none() && shown.is_none() || intent.adds() {
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
                let renamed = self.day_of_renamed(reader);
                let last = self.last_due().or(renamed.as_deref()).unwrap_or_default();
                times::take_day(reader, words, last.get(..10).unwrap_or_default(), &mut draft);
                times::stay_in_half(reader, words, last, &mut draft);
                self.stay_in_list(&mut draft.call);
                self.add_todo_step(draft);
            }
        }
        // "walked the dog, fed the cat, mark them both done"
        self.about_todos |= intent == TodoIntent::Complete;
        self.evidence.push(Evidence::Pointing);
        true
    }

    /// The day on which the todo is due that the last step adds.
    fn last_due(&self) -> Option<&str> {
        match self.calls.last()?.todo() {
            Some(TodoCall::Add(NewTodo { due: Some(due), recurrence: None, .. })) => Some(due),
            _ => None,
        }
    }

    /// Lets todos for which only a time is said be due on the day of the one before: "tomorrow at 8 …, and at 5 …".
    pub(super) fn share_last_day(&self, reader: &Words<'_>, words: &[Token], drafts: &mut [Draft]) {
        let Some(last) = self.last_due().map(str::to_owned) else { return };
        let words = words.get(self.own.clone()).unwrap_or(words);
        // "remind me tomorrow to pack, and the day after to leave"
        let after = words.windows(THE_DAY_AFTER.len() + 1).any(|four| {
            reader.begins(four, THE_DAY_AFTER)
                && four.last().is_some_and(|next| !reader.grammar.days.contains(next.word))
        });
        let day = last.get(..10).unwrap_or_default();
        let next = dunlin_date::postpone(day, A_DAY).filter(|_| after);
        for draft in drafts {
            if let Some(next) = &next {
                times::put_on_day(next, draft);
                continue;
            }
            times::take_day(reader, words, day, draft);
            times::come_after(reader, words, &last, draft);
        }
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
        let intent = match intent.of_what_is_meant() {
            TodoIntent::AddSeveral => TodoIntent::Add,
            intent => intent,
        };
        if intent != TodoIntent::Add && !intent.acts_on_a_todo() {
            return false;
        }
        let slots = Slots { item: Some(item), position: None, ..request.slots };
        let request = Request { asked: Asked::Todo(intent), joined: true, ..request.with_slots(slots) };
        let Some(drafts) = todo::drafts(reader, &request, source) else { return false };
        for mut draft in drafts {
            self.stay_in_list(&mut draft.call);
            self.add_todo_step(draft);
        }
        self.about_todos = true;
        self.evidence.push(Evidence::Pointing);
        true
    }

    /// "what is overdue and count them" counts those that were shown, and "is there anything about flights? if so, show it" shows what
    /// was found.
    pub(super) fn repeat_reading(&self, reader: &Words<'_>, intent: TodoIntent, words: &[Token], drafts: &mut [Draft]) {
        let says_so = says_so(reader, words);
        let ([draft], true) = (drafts, says_so || reader.any_is(words, IT_OR_THEM)) else { return };
        let before = self.calls.iter().rev().find_map(Call::todo);
        // "show my shopping list and which of them are overdue" asks for some of those.
        if let TodoCall::List(own) | TodoCall::Count(own) = &mut draft.call
            && let Some(TodoCall::List(shown) | TodoCall::Count(shown)) = before
            && !own.filter.is_empty()
        {
            return own.narrow_to(shown);
        }
        let call = match (intent, before) {
            // "if any are overdue, show them"
            (TodoIntent::List, Some(TodoCall::Count(shown))) if says_so || reader.any_is(words, THEM) => {
                TodoCall::List(shown.clone())
            }
            (TodoIntent::Count, Some(TodoCall::List(shown))) => TodoCall::Count(shown.clone()),
            // "any todos for friday? if there are, list them"
            (TodoIntent::List | TodoIntent::ListLoose, Some(TodoCall::List(shown))) if self.gate.is_some() => {
                TodoCall::List(shown.clone())
            }
            (TodoIntent::List | TodoIntent::ListLoose, Some(TodoCall::Search(search))) if self.gate.is_some() => {
                TodoCall::Search(search.clone())
            }
            _ => return,
        };
        *draft = Draft::new(call, draft.meaning.clone(), draft.source);
    }

    /// What "them" means after todos were shown or counted, and "it" where something depends on whether there were any: all of them.
    /// Of what nothing narrows down, only the whole list could be meant.
    fn shown_before(&self, plural: bool) -> Option<Filter> {
        let (TodoCall::List(shown) | TodoCall::Count(shown)) = self.calls.iter().rev().find_map(Call::todo)? else {
            return None;
        };
        let done = shown.filter.status == Some(Status::Completed);
        let narrowed =
            done || shown.filter.due.is_some() || shown.filter.tag.is_some() || shown.filter.priority.is_some();
        let list = shown.list.clone().or_else(|| shown.filter.list.clone());
        let status = shown.filter.status.or(Some(Status::Active));
        let meant = narrowed && (plural || self.gate.is_some());
        meant.then(|| Filter { status, list, sort: None, ..shown.filter.clone() })
    }

    /// The words by which todos were found just before, where nothing else tells them from others.
    fn found_before(&self) -> Option<String> {
        let TodoCall::Search(search) = self.calls.last().and_then(Call::todo)? else { return None };
        (search.list.is_none() && search.filter.is_empty()).then(|| search.words.clone())
    }

    /// A request about "all of them" or "all of it", after todos were shown that something tells from the others: of those only.
    pub(super) fn of_what_was_shown<'t>(
        &self,
        reader: &Words<'_>,
        intent: TodoIntent,
        request: &Request<'t>,
        words: &[Token],
    ) -> Option<Request<'t>> {
        let one = match intent {
            TodoIntent::CompleteAll => TodoIntent::Complete,
            TodoIntent::Clear => TodoIntent::Delete,
            _ => return None,
        };
        let points =
            words.iter().any(|token| reader.is(token, THEM_ALL) && !reader.is(token, ALL) || reader.is(token, IT));
        let meant = self.shown_before(true).filter(|_| points && request.slots.name.is_none())?;
        Some(Request { asked: Asked::Todo(one), meant: Some(Meant::Shown(meant)), ..request.clone() })
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
            // "a todo called hours with the result" is "hours 168".
            let before = text.get(..at).unwrap_or_default();
            let with = before.trim_end().strip_suffix(WITH_AMOUNT).filter(|_| end == text.len());
            let before = with.filter(|before| before.is_empty() || before.ends_with(' ')).unwrap_or(before);
            parts.extend(Some(before).filter(|part| !part.is_empty()).map(Value::from));
            parts.push(input::from_step(step, "/output"));
            parts.extend(text.get(end..).filter(|part| !part.is_empty()).map(Value::from));
            *words = Text::Made(input::concat(parts));
            return;
        }
        // "tell the tailor my height is that"
        let told = IS_THAT.iter().find(|end| lower.ends_with(*end)).and_then(|_| text.get(..text.len() - THAT.len()));
        if let Some(before) = told.filter(|_| matches!(self.pointed.last(), Some(Pointed::Number(_)))) {
            *words = Text::Made(input::concat(vec![before.into(), input::from_step(step, "/output")]));
            return;
        }
        // "… and remind me to invoice Lena for it"
        let billed = FOR_IT.iter().find_map(|end| lower.strip_suffix(end)).and_then(|before| {
            let verb = before.split(' ').next().unwrap_or_default();
            BILLS.split(' ').any(|known| known == verb).then(|| text.get(..before.len() + FOR.len()))?
        });
        if let Some(before) = billed.filter(|_| matches!(self.pointed.last(), Some(Pointed::Number(_)))) {
            *words = Text::Made(input::concat(vec![before.into(), input::from_step(step, "/output")]));
            return;
        }
        // "… and remind me to pay it", "pay that to Sam"
        let paid = text.split_once(' ').and_then(|(verb, rest)| {
            let after = IT_OR_THAT.iter().find_map(|meant| rest.strip_prefix(meant))?;
            let goes_on = PAID_TO.iter().any(|word| after.starts_with(word));
            let pays = PAYS.split(' ').any(|known| verb.eq_ignore_ascii_case(known)) && (after.is_empty() || goes_on);
            let lays_by = after == ASIDE && SETS_ASIDE.split(' ').any(|known| verb.eq_ignore_ascii_case(known));
            (pays || lays_by).then_some((verb, after))
        });
        if let Some((verb, after)) = paid.filter(|_| matches!(self.pointed.last(), Some(Pointed::Number(_)))) {
            let mut parts = vec![[verb, " "].concat().into(), input::from_step(step, "/output")];
            parts.extend(Some(after).filter(|after| !after.is_empty()).map(Value::from));
            *words = Text::Made(input::concat(parts));
        }
    }
}
