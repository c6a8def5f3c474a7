//! Requests put together into a plan: numbers, references to earlier results, criteria, reasons and estimates.

mod account;
mod attributes;
mod call;
mod change;
mod command;
mod decide;
mod each;
mod estimate;
mod lists;
mod plan;
mod refer;
mod several;
mod target;
mod times;
pub(crate) mod todo;
mod told_days;

use std::ops::Range;

use call::Call;
use dunlin_base::Span;
use dunlin_plan::{PlanStep, PolicyPatch, RunWhen, input};
use serde_json::{Value, json};

use crate::{
    confidence::Evidence,
    lang::en::{conditions::IF_ONLY, lists::BELONGS, meanings, pauses::ADD},
    lower::todo::Draft,
    model::{
        asked::{DayCall, EARLIER, Unit},
        intent::TodoIntent,
        limit::MAX_STEPS,
        reading::{Answer, Link},
        request::{Asked, Request, Slots},
        todo::{Cleared, Except, Filter, NewTodo, Shown, Text, TodoCall, Yes},
        token::{Token, span_of},
    },
    parse::{parts::parts, text::text_of, words::Words},
};

/// What a pronoun can mean.
#[derive(Clone, Debug)]
enum Pointed {
    /// The number a step gives.
    Number(u32),
    /// A todo, by its words.
    Todo(String),
    /// What a command of the host's own gives.
    Given(Value),
    /// What the reason for a request names: "we have no sugar, so put it on my list".
    Mentioned(Vec<Token>),
}

/// A decision step and what it compared.
#[derive(Clone, Debug)]
struct Gate {
    step: u32,
    left: Value,
    operator: &'static str,
    right: Value,
}

/// A plan in the making.
#[expect(clippy::struct_excessive_bools, reason = "independent findings about the clauses of one goal")]
#[derive(Debug)]
pub(crate) struct Assembly {
    goal: String,
    steps: Vec<PlanStep>,
    /// What each step asks for.
    calls: Vec<Call>,
    meanings: Vec<String>,
    /// What the reading of each clause rests on.
    evidence: Vec<Evidence>,
    /// What "it" and "that" mean now.
    pointed: Vec<Pointed>,
    /// The decision that the steps of this clause hang on.
    gate: Option<Gate>,
    /// The steps whose failure this clause handles: "if that fails …".
    handled: Vec<u32>,
    /// Where the steps of the clause before begin.
    clause_from: usize,
    /// The step that shows those for each of which this clause is carried out.
    each_of: Option<u32>,
    /// The step that everything after it waits for.
    waits_for: Option<u32>,
    /// The steps that are answered by a person.
    asked: Vec<u32>,
    /// The last decision, for "otherwise".
    last_gate: Option<Gate>,
    /// The last step that looked for a todo, for "if not".
    last_search: Option<u32>,
    /// What that step asked of the todo beside whether it is there: "is the rent paid".
    asked_of: Filter,
    /// The last step that showed todos, for "if there are none".
    last_shown: Option<u32>,
    /// The list named last.
    last_list: Option<String>,
    pub(crate) policy: PolicyPatch,
    /// Where the goal says that nothing is to be deleted.
    keeps: Option<Span>,
    /// Where the goal says that nothing is to be changed.
    unchanged: Option<Span>,
    /// Which words of the clause at hand are its own, and not lent from an earlier one.
    pub(crate) own: Range<usize>,
    /// What the clause at hand leaves out of all that it is about.
    pub(crate) except: Except,
    /// Whether the clause at hand is about a todo only if another clause is.
    pub(crate) doubtful: bool,
    /// Where the steps of a bare request begin that stands just before: it may be about the list that is named next.
    bare_from: Option<usize>,
    /// Whether the clause at hand is joined by "and" or a comma.
    plainly_joined: bool,
    /// Clauses that ask for nothing and are no reasons.
    pub(crate) asides: Vec<String>,
    /// Whether a clause says that todos or lists are meant.
    pub(crate) about_todos: bool,
    /// Whether a clause adds something by that verb: who then deletes the rent means a todo.
    pub(crate) adds: bool,
    /// Whether a clause says of a todo that it is left as it is.
    pub(crate) leaves: bool,
}

/// What counts as about half of the words.
const HALF_OF_THEM: f64 = 0.5;

/// How much of a request's words is understood: days, tags and the like that stand among a todo's words are no part of its text.
fn understood(request: &Request<'_>, words: &[Token], drafts: &[Draft]) -> f64 {
    let [Draft { call: TodoCall::Add(NewTodo { text: Text::Said(text), .. }), .. }] = drafts else {
        return request.understood;
    };
    let own = text.split_whitespace().count() as f64;
    // That is as good as half of them, and no better: where the day ends is open as well.
    request.understood.max((1.0 - own / words.len().max(1) as f64).min(HALF_OF_THEM))
}

impl Assembly {
    pub(crate) fn new(goal: &str) -> Self {
        Self {
            goal: goal.to_owned(),
            steps: Vec::new(),
            calls: Vec::new(),
            meanings: Vec::new(),
            evidence: Vec::new(),
            pointed: Vec::new(),
            gate: None,
            handled: Vec::new(),
            clause_from: 0,
            each_of: None,
            waits_for: None,
            asked: Vec::new(),
            last_gate: None,
            last_search: None,
            asked_of: Filter::default(),
            last_shown: None,
            last_list: None,
            policy: PolicyPatch::default(),
            keeps: None,
            unchanged: None,
            own: 0..usize::MAX,
            except: Except::default(),
            doubtful: false,
            asides: Vec::new(),
            about_todos: false,
            adds: false,
            leaves: false,
            bare_from: None,
            plainly_joined: false,
        }
    }

    /// Keeps what a reason names, for the request that points back to it.
    pub(crate) fn mention(&mut self, item: &[Token]) {
        self.pointed.push(Pointed::Mentioned(item.to_vec()));
    }

    /// Whether a reason was the last to name something.
    pub(crate) fn has_mention(&self) -> bool {
        matches!(self.pointed.last(), Some(Pointed::Mentioned(_)))
    }

    /// Takes into account that words were taken for others, misspelt.
    pub(crate) fn take_respelt(&mut self) {
        self.evidence.push(Evidence::Respelt);
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn meanings(&self) -> &[String] {
        &self.meanings
    }

    /// Says of the last step which clauses were left out, and is less sure for it.
    pub(crate) fn tell_asides(&mut self) {
        let left = std::mem::take(&mut self.asides);
        if let Some(last) = self.meanings.last_mut().filter(|_| !left.is_empty()) {
            last.push_str(&meanings::leaving_out(&left.join(" … ")));
            self.evidence.push(Evidence::LeftOut);
        }
    }

    /// Says of the last step what it does in the place of something that was said before.
    pub(crate) fn tell_instead(&mut self, said: &str) {
        if let Some(last) = self.meanings.last_mut() {
            last.push_str(&meanings::in_place_of(said));
        }
    }

    /// Takes a request in; false when its slots make no sense after all.
    pub(crate) fn take(&mut self, reader: &Words<'_>, request: &Request<'_>, words: &[Token]) -> bool {
        let source = source_of(reader, words.get(self.own.clone()).unwrap_or(words));
        if self.each_of.is_some() && !matches!(request.asked, Asked::Todo(_) | Asked::Command(_) | Asked::Notify(_)) {
            return false;
        }
        match &request.asked {
            Asked::Sum(sum) => {
                self.add_sum(json!(sum.expression), &sum.expression, source);
                self.evidence.push(if sum.verbatim { Evidence::Written } else { Evidence::Said });
            }
            Asked::Day(day) => {
                let number = self.push(Call::Day(day.clone()), meanings::day(day), source);
                if matches!(day, DayCall::Between { .. }) {
                    self.pointed.push(Pointed::Number(number));
                }
                self.evidence.push(Evidence::Named);
            }
            Asked::Pause(pause) => self.take_pause(pause, source),
            Asked::Notify(notice) => return self.take_notice(notice, source),
            Asked::Schedule(schedule) => {
                self.push(Call::Schedule(schedule.clone()), meanings::schedule(schedule), source);
                self.evidence.push(Evidence::Named);
            }
            Asked::Thanks => {
                self.push(Call::Thanks, meanings::WELCOME.to_owned(), source);
                self.evidence.push(Evidence::Named);
            }
            Asked::Greeting => {
                self.push(Call::Greeting, meanings::GREET.to_owned(), source);
                self.evidence.push(Evidence::Named);
            }
            Asked::Help(topic) => {
                self.push(Call::Help(*topic), meanings::help(*topic), source);
                self.evidence.push(Evidence::Named);
            }
            Asked::Command(command) => return self.take_command(command, words),
            Asked::Todo(intent) => return self.take_todos(reader, *intent, request, source, words),
        }
        true
    }

    /// Leaves what was excepted out of what is done to several todos; false when something is done to one alone.
    fn leave_exceptions_out(&self, drafts: &mut [Draft]) -> bool {
        if self.except.is_empty() {
            return true;
        }
        drafts.iter_mut().all(|draft| {
            // "delete the shopping list except milk": the list stays, for what is left on it.
            if let TodoCall::DeleteList { list } = &draft.call {
                let shown = Shown { list: Some(list.clone()), filter: Filter::default() };
                let call = TodoCall::Clear(Cleared { all: Some(Yes), shown });
                *draft = Draft::new(call, meanings::CLEAR.to_owned(), draft.source);
            }
            let Some(filter) = draft.call.filter_of_several() else { return false };
            filter.status = self.except.status.or(filter.status);
            filter.except.clone_from(&self.except.words);
            draft.meaning.push_str(&meanings::except(&self.except));
            true
        })
    }

    /// Takes a request about todos in; false when its slots make no sense after all.
    fn take_todos(
        &mut self,
        reader: &Words<'_>,
        intent: TodoIntent,
        request: &Request<'_>,
        source: Span,
        words: &[Token],
    ) -> bool {
        if request.follows && !self.goes_on(reader, intent, request, words) {
            return false;
        }
        // "put the flights on the work list instead" moves what stands on another.
        // So does "put the sink one on my home list".
        let put = request.slots.item.filter(|_| intent == TodoIntent::Add && request.slots.name.is_some());
        let means_one = |part: &[Token]| reader.names_one_todo(part) && reader.speaks_of_a_known(words, part);
        let moves = put.is_some_and(|item| {
            let each = parts(reader, item);
            reader.names_one_todo(item) && (reader.says_instead(words) || reader.any_is(words, BELONGS))
                || !each.is_empty() && each.iter().all(|part| means_one(part))
        });
        // "if the taxes aren't done by friday remind me" is no todo.
        let hangs = |item: &[Token]| !request.singular && reader.first_is(item, IF_ONLY) && item.len() > 2;
        if intent.adds() && request.slots.item.is_some_and(hangs) {
            return false;
        }
        // "put the dentist one on my home list", where there are two.
        if !moves && put.is_some_and(|item| reader.speaks_of_the_one(item)) {
            return false;
        }
        if moves && request.slots.when.is_some() {
            // Both are changed, or neither is: "put gym on my home list for friday".
            let (list, day) = (TodoIntent::Relist, TodoIntent::Reschedule);
            let to_list = Slots { when: None, ..request.slots };
            let to_day = Slots { name: None, ..request.slots };
            return [(list, to_list), (day, to_day)].into_iter().all(|(intent, slots)| {
                let asked = Asked::Todo(intent);
                let one = Request { asked, ..request.with_slots(slots) };
                self.take_todos(reader, intent, &one, source, words)
            });
        }
        if moves {
            let asked = Asked::Todo(TodoIntent::Relist);
            return self.take_todos(reader, TodoIntent::Relist, &Request { asked, ..request.clone() }, source, words);
        }
        // "show what is tagged home and mark all of it done"
        let of_shown = self.of_what_was_shown(reader, intent, request, words);
        let drafts = todo::drafts(reader, of_shown.as_ref().unwrap_or(request), source);
        let Some(mut drafts) = drafts else { return false };
        if intent == TodoIntent::Add && self.plainly_joined {
            self.share_last_day(reader, words, &mut drafts);
        }
        self.repeat_reading(reader, intent, words, &mut drafts);
        if !self.leave_exceptions_out(&mut drafts) {
            return false;
        }
        if drafts.is_empty() || self.steps.len() + drafts.len() > MAX_STEPS + 1 {
            return !drafts.is_empty();
        }
        self.lend_list(reader, request, &drafts);
        let changes = matches!(intent, TodoIntent::Add | TodoIntent::Delete | TodoIntent::Complete);
        if changes && !request.anchored && request.slots.name.is_none() && self.last_list.is_none() {
            self.bare_from = Some(self.steps.len());
        }
        if self.each_of.is_some() && !drafts.iter_mut().all(Self::name_each) {
            return false;
        }
        for draft in &mut drafts {
            if intent.adds() {
                self.refer_to_result(&mut draft.call);
                if !self.take_day_told(reader, request, words, draft) {
                    return false;
                }
            }
            self.inherit_list(reader, intent, request, &mut draft.call);
            self.narrow_to_shown(reader, request, words, draft);
        }
        // What stands on the list is as good as said to be a todo.
        let known = intent.acts_on_a_todo() && request.slots.item.is_some_and(|item| reader.names_one_todo(item));
        self.evidence.push(if known {
            Evidence::Named
        } else {
            Evidence::of(request, understood(request, words, &drafts))
        });
        self.doubtful |= request.doubtful;
        self.about_todos |= request.anchored && !request.doubtful;
        let adds = intent == TodoIntent::Add && reader.first_is(reader.grammar.without_courtesy(words), ADD);
        self.adds |= adds && !request.doubtful;
        // "refresh my list and tell me what's on it" shows the list once.
        drafts.retain(|draft| !self.repeats_reading(draft));
        let aside = request.aside.map(|aside| aside.of(reader.goal).to_owned());
        if let Some(left) = aside.or_else(|| account::left_out(reader, request, words, &drafts))
            && let Some(last) = drafts.last_mut()
        {
            last.meaning.push_str(&meanings::leaving_out(&left));
            self.evidence.push(Evidence::LeftOut);
        }
        if let Some(day) = account::far_off(reader, words, &drafts)
            && let Some(last) = drafts.last_mut()
        {
            last.meaning.push_str(&meanings::only_then(&day));
            self.evidence.push(Evidence::LeftOut);
        }
        if intent == TodoIntent::Search {
            self.asked_of = decide::asked_of(reader, request, words);
        }
        for draft in drafts {
            self.add_todo_step(draft);
            self.each_of.into_iter().for_each(|shown| self.do_for_each(shown));
        }
        true
    }

    /// What "a new one" is after what was said: a list after a list, a todo after a todo.
    pub(crate) fn kind_made(&self) -> Option<TodoIntent> {
        match self.calls.last()?.todo()? {
            TodoCall::CreateList { .. } | TodoCall::RenameList { .. } | TodoCall::DeleteList { .. } => {
                Some(TodoIntent::CreateList)
            }
            TodoCall::List(_) | TodoCall::ListNames | TodoCall::CountLists | TodoCall::Clear(_) | TodoCall::Undo => {
                None
            }
            _ => Some(TodoIntent::Add),
        }
    }

    /// A new clause begins: whether it is still under the condition before depends on how it is joined. False when it depends on an
    /// answer that nothing gives: "delete milk, otherwise mark it as done".
    pub(crate) fn begin_clause(&mut self, link: Link, words: &[Token]) -> bool {
        let span = span_of(words);
        self.plainly_joined = !link.strong && link.answer.is_none();
        if !self.begin_each(link.each) {
            return false;
        }
        let before = self.clause_from..self.steps.len();
        if !before.is_empty() {
            self.clause_from = before.end;
        }
        if link.answer == Some(Answer::Failed) {
            // The failure of a step that another stands in for is handled by that one.
            let replaced = |number: &u32| self.steps.iter().any(|step| step.instead_of == Some(*number));
            self.handled = before.map(|at| at as u32 + 1).filter(|number| !replaced(number)).collect();
            self.gate = None;
            return true;
        }
        if link.strong || link.answer.is_some() {
            self.handled.clear();
        }
        match link.answer {
            // "if anything is overdue, show it, and if not, …"
            Some(answer @ (Answer::Otherwise | Answer::No))
                if answer == Answer::Otherwise || self.gate.is_some() && !self.gate_is_fresh() =>
            {
                return self.hang_on_gate(false, span) || self.hang_on_search(false, span);
            }
            // "add milk if it isn't there, and if it is, make it urgent"
            Some(Answer::Yes) if !self.gate_is_fresh() && self.depends_on_its_being_missing() => {
                return self.hang_on_gate(false, span);
            }
            Some(answer) => return self.hang_on_search(answer != Answer::No, span),
            None if link.strong && !self.gate_is_fresh() => self.gate = None,
            None => {}
        }
        true
    }

    /// Whether nothing has been done yet on the condition.
    fn gate_is_fresh(&self) -> bool {
        self.gate.as_ref().is_some_and(|gate| gate.step == self.steps.len() as u32)
    }

    /// Whether the step before shows a list, or changes all of it.
    fn has_just_listed(&self) -> bool {
        let todo = self.calls.last().and_then(Call::todo);
        todo.is_some_and(|call| matches!(call, TodoCall::List(_)) || call.is_about_all())
    }

    /// Whether the step before counts todos, as which "clear it" means those of the list.
    fn has_just_counted(&self) -> bool {
        matches!(self.calls.last().and_then(Call::todo), Some(TodoCall::Count(shown)) if shown.filter == Filter::default())
    }

    fn last_number(&self) -> Option<u32> {
        self.pointed.iter().rev().find_map(|pointed| match pointed {
            Pointed::Number(step) => Some(*step),
            Pointed::Todo(_) | Pointed::Mentioned(_) | Pointed::Given(_) => None,
        })
    }

    fn last_todo(&self) -> Option<String> {
        self.pointed.iter().rev().find_map(|pointed| match pointed {
            Pointed::Number(_) | Pointed::Given(_) => None,
            Pointed::Todo(text) => Some(text.clone()),
            Pointed::Mentioned(item) => Some(text_of(&self.goal, item)),
        })
    }

    fn add_sum(&mut self, expression: Value, shown: &str, source: Span) {
        let number = self.push(Call::Sum(expression), meanings::sum(shown), source);
        self.pointed.push(Pointed::Number(number));
    }

    fn add_todo_step(&mut self, draft: Draft) {
        if self.puts_another_day(&draft) {
            return;
        }
        if let Some(text) = draft.call.said() {
            self.pointed.push(Pointed::Todo(text.to_owned()));
        }
        let renamed = match &draft.call {
            TodoCall::RenameList { text, .. } => Some(text.as_str()),
            call => call.list(),
        };
        if let Some(list) = renamed {
            self.last_list = Some(list.to_owned());
        }
        let (searches, shows) = (matches!(draft.call, TodoCall::Search(_)), matches!(draft.call, TodoCall::List(_)));
        let number = self.push(Call::Todo(draft.call), draft.meaning, draft.source);
        if searches {
            self.last_search = Some(number);
        }
        if shows {
            self.last_shown = Some(number);
        }
    }

    /// Whether the list that was named last was made only now, so that nothing stood on it.
    fn is_list_new(&self) -> bool {
        let named = self.calls.iter().rev().filter_map(Call::todo).find(|call| call.list().is_some());
        matches!(named, Some(TodoCall::CreateList { .. }))
    }

    /// Whether a draft reads what the step before it has just read.
    fn repeats_reading(&self, draft: &Draft) -> bool {
        matches!(draft.call, TodoCall::List(_) | TodoCall::Count(_))
            && self.calls.last().and_then(Call::todo) == Some(&draft.call)
    }

    /// An expression with the number that a step gives in the places of "it".
    fn with_result(&self, expression: &str, step: u32) -> Value {
        let mut parts = Vec::new();
        for (at, piece) in expression.split(EARLIER).enumerate() {
            if at > 0 {
                // All digits of the earlier result, in parentheses because it may be negative.
                parts.extend(["(".into(), self.figure(step), ")".into()]);
            }
            if !piece.is_empty() {
                parts.push(Value::from(piece));
            }
        }
        input::concat(parts)
    }

    /// The number that a step gives, with all its digits.
    fn figure(&self, step: u32) -> Value {
        let call = step.checked_sub(1).and_then(|at| self.calls.get(at as usize));
        let pointer = match call {
            // A number of weekdays is no length of time.
            Some(Call::Day(DayCall::Between { unit: Unit::Weekdays, .. })) => "/metadata/count",
            _ if self.asked.contains(&step) || self.counts(step) => "/output",
            _ => "/metadata/text",
        };
        input::from_step(step, pointer)
    }

    /// Whether a step counts todos.
    fn counts(&self, step: u32) -> bool {
        let call = step.checked_sub(1).and_then(|at| self.calls.get(at as usize)).and_then(Call::todo);
        matches!(call, Some(TodoCall::Count(_)))
    }

    /// The step just before, where it counts todos: "count my todos and multiply that by 15".
    fn last_count(&self) -> Option<u32> {
        let step = self.calls.len() as u32;
        self.counts(step).then_some(step)
    }

    fn next_number(&self) -> u32 {
        self.steps.len() as u32 + 1
    }

    /// Adds a step, and gives its number.
    fn push(&mut self, call: Call, meaning: String, source: Span) -> u32 {
        let number = self.next_number();
        let words = source.of(&self.goal);
        let reasoning = meanings::reasoning(&shortened(words), &meaning);
        let waits_for = self.waits_for.filter(|step| self.handled.iter().all(|handled| handled > step));
        let (run_when, depends_on) = match self.gate.as_ref().map(|gate| gate.step) {
            _ if !self.handled.is_empty() => (RunWhen::AnyFailed, self.handled.clone()),
            gate => (RunWhen::AllSucceeded, gate.into_iter().chain(waits_for).collect()),
        };
        let mut step = PlanStep {
            step_number: number,
            kind: call.kind(),
            tool_name: call.tool().to_owned(),
            estimated_cost_tier: 1,
            estimated_duration_ms: estimate::duration_ms(&call),
            tool_input: call.input(),
            reasoning,
            run_when,
            depends_on,
            source: source.utf16(&self.goal),
            ..PlanStep::default()
        };
        for check in estimate::checks(&call, &step.tool_input) {
            step.hold_to(check);
        }
        self.steps.push(step);
        self.calls.push(call);
        self.meanings.push(meaning);
        number
    }
}

/// The words a clause came from, without courtesy around them.
fn source_of(reader: &Words<'_>, words: &[Token]) -> Span {
    let bare = reader.grammar.without_courtesy(words);
    span_of(if bare.is_empty() { words } else { bare })
}

fn shortened(words: &str) -> String {
    const MOST: usize = 80;
    if words.chars().count() <= MOST {
        return words.to_owned();
    }
    words.chars().take(MOST - 1).chain(['…']).collect()
}
