//! Conditions and questions about two numbers, as decision steps.

use dunlin_base::Span;
use dunlin_plan::input;
use serde_json::{Value, json};

use crate::{
    confidence::Evidence,
    dates,
    lang::en::{
        conditions::{DONE_OR_PAID, DUE, NOTED_DOWN, STILL, THEM_OR_THEY},
        meanings,
        phrases::{AND, LATE_WORDS, OPEN},
    },
    lower::{Assembly, Gate, call::Call, shortened, source_of, todo::Draft},
    model::{
        asked::EARLIER,
        intent::TodoIntent,
        reading::{Condition, Known, Side},
        request::Request,
        todo::{Filter, OVERDUE, Search, Shown, Status, TodoCall},
        token::{Token, span_of},
    },
    parse::{
        compared::opposite,
        due::{due_filter, names_days},
        text::{text_of, without_article},
        words::Words,
    },
};

impl Assembly {
    /// Takes a question about two numbers in: it is answered with yes or no, and only what is said of the answer depends on it.
    pub(crate) fn take_question(&mut self, reader: &Words<'_>, condition: &Condition<'_>, words: &[Token]) -> bool {
        let taken = self.take_condition(reader, condition, None, words);
        self.gate = None;
        if let Some(meaning) = self.meanings.last_mut()
            && let Some(found_out) = meanings::found_out(meaning)
        {
            *meaning = found_out;
            let said = meanings::reasoning(&shortened(source_of(reader, words).of(&self.goal)), meaning);
            if let Some(step) = self.steps.last_mut() {
                step.reasoning = said;
            }
        }
        taken
    }

    /// Takes a condition in; what follows depends on it.
    pub(crate) fn take_condition(
        &mut self,
        reader: &Words<'_>,
        condition: &Condition<'_>,
        request: Option<&Request<'_>>,
        words: &[Token],
    ) -> bool {
        let source = span_of(words);
        match condition {
            Condition::Listed { item, list, there, status, due } => {
                let asked = self.last_search.filter(|step| *step == self.steps.len() as u32);
                if let (Some(_), None, None, None) =
                    (asked, item, status, request.and_then(|request| request.slots.item))
                {
                    return self.hang_on_search(*there, source);
                }
                // "add jam and honey unless they're there": each of them may be, or not.
                if item.is_none()
                    && request.is_some_and(|request| request.todo() == Some(TodoIntent::Add))
                    && request.and_then(|request| request.slots.item).is_some_and(|item| reader.any_is(item, AND))
                    && reader.any_is(words, THEM_OR_THEY)
                {
                    return false;
                }
                // "remind me about the rent tomorrow unless it's paid" asks for the rent.
                let named = || {
                    let text = text_of(reader.goal, request?.slots.item?);
                    let bare = dates::quick_add(&text, 0, &reader.moment()).text;
                    Some(if bare.is_empty() { text } else { bare })
                };
                let item = item.map(|item| text_of(reader.goal, item)).or_else(named);
                let Some(item) = item.or_else(|| self.last_todo()).map(|item| without_article(&item)) else {
                    return false;
                };
                let list = list
                    .or_else(|| request.and_then(|request| request.slots.name))
                    .map(|list| text_of(reader.goal, list));
                let meaning = meanings::looked_for(&item);
                let call = TodoCall::Search(Search {
                    words: item,
                    list,
                    filter: Filter { status: *status, due: due.clone(), ..Filter::default() },
                });
                self.add_todo_step(Draft { call, meaning, source });
                let step = self.steps.len() as u32;
                self.decide(
                    input::from_step(step, "/metadata/count"),
                    if *there { ">" } else { "==" },
                    json!(0),
                    source,
                );
            }
            Condition::Compared { left, operator, right } => {
                let points = |side: &Side| matches!(side, Side::Sum(sum) if sum.expression.contains(EARLIER));
                if self.number_before().is_none() && (points(left) || points(right)) {
                    return false;
                }
                let left = self.side(left, source);
                let right = self.side(right, source);
                self.decide(left, operator, right, source);
            }
            Condition::Calendar { about, points, operator, right } => {
                // "move the dentist if it is monday", "when is the dentist? if it's monday …": it may be the dentist's day.
                let item =
                    request.filter(|request| request.todo() != Some(TodoIntent::Add)).and_then(|one| one.slots.item);
                let named = |points: &Span| item.is_some_and(|item| span_of(item).start < points.start);
                if points.as_ref().is_some_and(|points| self.last_todo().is_some() || named(points)) {
                    return false;
                }
                let step = self.push(Call::Day(about.clone()), meanings::day(about), source);
                let (pointer, right) = match right {
                    Known::Weekday(name) => (meanings::WEEKDAY, json!(name)),
                    Known::Time(time) => (meanings::TIME, json!(time)),
                    Known::Weekend => (meanings::WEEKEND, json!(true)),
                };
                self.decide(input::from_step(step, pointer), operator, right, source);
            }
        }
        self.evidence.push(Evidence::Condition);
        true
    }

    /// The step that gave the number which a condition speaks of: what was just counted, or the last sum.
    fn number_before(&self) -> Option<u32> {
        let counted = matches!(self.calls.last().and_then(Call::todo), Some(TodoCall::Count(_)));
        if counted { Some(self.steps.len() as u32) } else { self.last_number() }
    }

    fn side(&mut self, side: &Side, source: Span) -> Value {
        match side {
            Side::Number(text) => text.parse::<i64>().map_or_else(|_| Value::from(text.as_str()), Value::from),
            Side::Count { list, open, due, tag } => {
                let status = open.then_some(Status::Active);
                let filter = Filter { status, due: due.clone(), tag: tag.clone(), ..Filter::default() };
                let call = TodoCall::Count(Shown { list: list.clone(), filter });
                self.add_todo_step(Draft::new(call, meanings::COUNT.to_owned(), source));
                input::from_step(self.steps.len() as u32, "/output")
            }
            Side::Sum(sum) if sum.expression.chars().eq([EARLIER]) => {
                self.number_before().map_or(Value::Null, |step| input::from_step(step, "/output"))
            }
            Side::Sum(sum) => {
                let expression = match self.number_before() {
                    Some(step) if sum.expression.contains(EARLIER) => self.with_result(&sum.expression, step),
                    _ => json!(sum.expression),
                };
                self.add_sum(expression, &sum.expression.replace(EARLIER, meanings::THE_RESULT), source);
                input::from_step(self.steps.len() as u32, "/output")
            }
        }
    }

    /// Lets what follows hang on whether the last search found anything, or on whether anything was shown. "Is the rent paid" is
    /// answered by the todos that are done. False where nothing was asked.
    pub(super) fn hang_on_search(&mut self, found: bool, source: Span) -> bool {
        // "is 20 more than 50? if so add milk"
        if matches!(self.calls.last(), Some(Call::Decision { .. })) {
            return self.hang_on_gate(found, source);
        }
        let asked_of = std::mem::take(&mut self.asked_of);
        if let Some(step) = self.last_search.filter(|_| !asked_of.is_empty())
            && let at = step as usize - 1
            && let (Some(Call::Todo(TodoCall::Search(search))), Some(plan)) =
                (self.calls.get_mut(at), self.steps.get_mut(at))
        {
            search.filter = asked_of;
            plan.tool_input = TodoCall::Search(search.clone()).input();
        }
        let Some(step) = self.last_search.or(self.last_shown) else { return self.hang_on_gate(found, source) };
        let operator = if found { ">" } else { "==" };
        self.decide(input::from_step(step, "/metadata/count"), operator, json!(0), source);
        true
    }

    /// Lets what follows hang on the last decision, or on the opposite. False where nothing was decided.
    pub(super) fn hang_on_gate(&mut self, holds: bool, source: Span) -> bool {
        let Some(gate) = self.last_gate.clone() else { return false };
        if holds {
            self.gate = Some(gate);
        } else {
            self.decide(gate.left, opposite(gate.operator), gate.right, source);
        }
        true
    }

    /// Whether what is done depends on a todo's being there: "is call mum on my list? if so set it for sunday".
    pub(super) fn depends_on_its_being_there(&self) -> bool {
        self.gate.as_ref().is_some_and(|gate| gate.operator == ">" && counts(&gate.left))
    }

    /// Whether what is done depends on a todo's not being there: "add milk if it isn't on my list".
    pub(super) fn depends_on_its_being_missing(&self) -> bool {
        self.gate.as_ref().is_some_and(|gate| gate.operator == "==" && gate.right == 0 && counts(&gate.left))
    }

    /// Adds a decision step; the steps after it depend on it.
    pub(super) fn decide(&mut self, left: Value, operator: &'static str, right: Value, source: Span) {
        self.gate = None;
        let counted = right.is_number() && counts(&left);
        let meaning = meanings::decision(&left, operator, &right, counted);
        let call = Call::Decision { left: left.clone(), operator, right: right.clone() };
        let number = self.push(call, meaning, source);
        let gate = Gate { step: number, left, operator, right };
        self.last_gate = Some(gate.clone());
        self.gate = Some(gate);
    }
}

/// Whether a side of a decision counts todos.
fn counts(side: &Value) -> bool {
    side.pointer("/$from/pointer").and_then(Value::as_str) == Some("/metadata/count")
}

/// What a question asks of a todo beside whether it is there: "is the rent paid", "is the sink still open".
pub(super) fn asked_of(reader: &Words<'_>, request: &Request<'_>, words: &[Token]) -> Filter {
    let item = span_of(request.slots.item.unwrap_or_default());
    let says = |known: &'static str| words.iter().any(|token| !item.overlaps(token.span) && reader.is(token, known));
    let late = says(LATE_WORDS);
    // "is the rent due this week"
    let at = words.iter().rposition(|token| !item.overlaps(token.span) && reader.is(token, DUE));
    // "is the dentist next week"
    let at = at.or_else(|| words.iter().rposition(|token| item.overlaps(token.span)));
    let days = at.and_then(|at| words.get(at + 1..)).filter(|days| !days.is_empty() && names_days(reader, days));
    let days = days.map(|days| reader.grammar.without_courtesy_after(days));
    let due = days.and_then(|days| due_filter(reader, days));
    let status = match () {
        () if says(OPEN) || says(STILL) || late || due.is_some() => Some(Status::Active),
        // "did I already put down the rent" asks whether it is there.
        () if says(DONE_OR_PAID) && !says(NOTED_DOWN) => Some(Status::Completed),
        () => None,
    };
    Filter { status, due: late.then(|| OVERDUE.to_owned()).or(due), ..Filter::default() }
}
