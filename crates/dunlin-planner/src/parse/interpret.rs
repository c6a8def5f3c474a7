//! What the words in the slots of a row ask for, and whether they do ask for it.

use crate::{
    lang::{
        en::{
            again::OLDEST,
            asides::SO_NEEDS,
            conditions::{DUE, EARLIER_RESULT},
            cues::ALL,
            doubts::{
                A_LIST, ADD, AFTER_THIS, ARTICLES, BECOMES, CALLED, DOUBTS, LOOKS, NOT, OF_THE_WORLD, ORDERED, PUT,
                REMIND, SCHEDULES, SLIPS, SOME_MORE, TELLS_THEN, THIS, TO_A_LIST,
            },
            formulas::UNITS,
            lists::{BOUGHT_FROM, HAS, LISTS_OR_ALL, OURS, POINTS_THERE, THERE},
            offers::INSTEAD_OF as IN_PLACE,
            orders::DOZENS,
            pauses::BETWEEN,
            phrases::{EVENTS, SOME},
            places::ONE,
            references::IT_OR_THEY,
            sums::{COMING, DIVIDES, FOR_EACH, GREATER, IN, LESSER, PRICED_AT, SQUARE},
        },
        grammar::Fit,
    },
    matching::pattern::Slot,
    model::{
        asked::{EARLIER, Sum},
        intent::{DayIntent, Intent, TodoIntent},
        request::{Asked, Found, Request, Slots},
        token::{Token, TokenKind, span_of},
    },
    parse::{day, parts::parts, pause, plausible::outside, selection::selection, text::text_of, timed, words::Words},
    sum::{self, calculator::is_expression},
};

/// The most words of a thing that is put on a day and is no deed: "put dry cleaning on friday".
const SHORT_NAME: usize = 2;

impl Words<'_> {
    /// Whether what was found is about something else that was said.
    pub(crate) fn is_pointing(&self, found: &Found<'_>, tokens: &[Token]) -> bool {
        match found {
            Found::Pointing(request) => request.sum().is_none(),
            Found::Missing(request) if request.todo() == Some(TodoIntent::AddWhat) => {
                let bare = self.grammar.without_courtesy(tokens);
                // "I should clean the oven, add to my list please"
                let adds = self.first_is(bare, ADD) && (bare.len() == 1 || self.is_at(bare, 1, TO_A_LIST));
                // "is there a reminder about the plants? if not make one"
                let one = bare.len() == 2 && self.is_at(bare, 1, ONE);
                self.first_is(bare, REMIND) || self.is_at(bare, 1, SOME_MORE) || adds || one
            }
            _ => false,
        }
    }

    /// The sum that the words in a row's slots are; nothing when they are none.
    fn sum_in(&self, fit: &Fit, tokens: &[Token]) -> Option<Sum> {
        let slot = |slot| fit.captures.get(slot, tokens);
        if sum::is_date_or_call(tokens) || self.are_days_to_come(tokens) {
            return None;
        }
        if let Some(words) = slot(Slot::Sum) {
            sum::read(words, self.goal).map(|sum| self.in_asked_area(sum, words, tokens))
        } else if let (Intent::Convert, Some(from), Some(unit)) = (fit.intent, slot(Slot::Before), slot(Slot::After)) {
            // "lbs to kg 150"
            let amount = [slot(Slot::Item)?, from].concat();
            sum::conversion(Some(&amount), Some(unit), self.goal)
        } else if fit.intent == Intent::Convert && slot(Slot::Item).is_some_and(|it| self.all_are(it, EARLIER_RESULT)) {
            // "what is 500 minutes, and what is that in hours"
            sum::in_another_unit(slot(Slot::Text)?, self.goal)
        } else if fit.intent == Intent::Convert {
            sum::conversion(slot(Slot::Item), slot(Slot::Text), self.goal)
        } else {
            slot(Slot::Item).zip(slot(Slot::Text)).and_then(|(all, part)| self.told_sum(all, part, tokens))
        }
    }

    /// "how many square feet in a 4 by 5 metre room": what is measured in one unit and asked for in another.
    fn in_asked_area(&self, sum: Sum, words: &[Token], tokens: &[Token]) -> Sum {
        let end = span_of(words).end;
        let asked = tokens.iter().position(|token| self.is(token, SQUARE)).and_then(|at| tokens.get(at + 1));
        let own = tokens.iter().find(|token| token.span.start >= end).filter(|token| self.is(token, UNITS));
        let Some((asked, own)) = asked.zip(own) else { return sum };
        let (asked, own) = (self.word(asked), self.word(own));
        // Feet by another name stay feet.
        if asked.chars().next() == own.chars().next() {
            return sum;
        }
        let expression = ["(", &sum.expression, ") ", SQUARE, " ", &own, " ", IN, " ", SQUARE, " ", &asked].concat();
        if is_expression(&expression) { Sum { expression, verbatim: false } } else { sum }
    }

    /// A sum told as a tale: "a bill of 90 shared by 3", "6 pens at 1.25 each", "I have 80 and spend 25".
    fn told_sum(&self, all: &[Token], part: &[Token], tokens: &[Token]) -> Option<Sum> {
        let any = |words: &'static str| self.any_is(tokens, words);
        // "3 dozen eggs": twelve of them are more than a word beside a number.
        let inside = |token: &Token| [all, part].iter().any(|slot| span_of(slot).overlaps(token.span));
        if tokens.iter().any(|token| self.is(token, DOZENS) && !inside(token)) {
            return None;
        }
        // "which is bigger, 3/7 or 4/9"
        if any(GREATER) || any(LESSER) {
            return sum::greater(all, part, if any(GREATER) { "max" } else { "min" }, self.goal);
        }
        let sign = match () {
            () if any(DIVIDES) => '/',
            () if any(PRICED_AT) && any(FOR_EACH) => '*',
            () => '-',
        };
        sum::told(all, part, sign, self.goal)
    }

    /// "the next 7 days" are days to come, and nothing to calculate.
    fn are_days_to_come(&self, tokens: &[Token]) -> bool {
        let before = self.goal.get(..span_of(tokens).start).unwrap_or_default().trim_end();
        let last = before.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
        let length = matches!(tokens, [number, unit] if number.numeric && unit.kind == TokenKind::Word);
        length && COMING.split(' ').any(|known| last.eq_ignore_ascii_case(known))
    }

    pub(super) fn written_sum<'t>(&self, fit: &Fit, tokens: &'t [Token]) -> Option<Found<'t>> {
        if sum::is_date_or_call(tokens) {
            return None;
        }
        let sum = sum::written(fit.captures.get(Slot::Sum, tokens)?, self.goal)?;
        Some(Found::Request(Request::of(Asked::Sum(sum))))
    }

    pub(super) fn interpret<'t>(&self, fit: &Fit, tokens: &'t [Token]) -> Found<'t> {
        let slot = |slot| fit.captures.get(slot, tokens);
        let slots = Slots {
            item: slot(Slot::Item).map(|item| self.trim_told(fit.intent, self.trim_item(fit.intent, item), tokens)),
            text: slot(Slot::Text),
            name: slot(Slot::Name),
            when: slot(Slot::When)
                .or_else(|| self.spoken_when(fit, tokens))
                .or_else(|| self.day_whose_todos(fit, tokens)),
            position: slot(Slot::Position),
            value: slot(Slot::Value),
        };
        let Slots { text, .. } = slots;
        let asked = match fit.intent {
            Intent::Todo(intent) => Some(Asked::Todo(intent)),
            Intent::Calculate | Intent::Convert => self.sum_in(fit, tokens).map(Asked::Sum),
            // "what is due before monday" asks for todos.
            Intent::Day(DayIntent::DayBefore | DayIntent::DayAfter | DayIntent::DayOf) if self.any_is(tokens, DUE) => {
                None
            }
            Intent::Day(intent) => day::call(self, intent, tokens, &slots).map(Asked::Day),
            Intent::Wait => text.and_then(|text| pause::wait(self, tokens, text)).map(Asked::Pause),
            Intent::AskMe => text.and_then(|text| pause::question(self, tokens, text)).map(Asked::Pause),
            Intent::Notify => Some(Asked::Notify(pause::notice(self, tokens, text))),
            Intent::Help => Some(Asked::Help(None)),
            Intent::Greet => Some(Asked::Greeting),
            Intent::Thank => Some(Asked::Thanks),
        };
        let Some(asked) = asked else { return Found::Nothing };
        let free = fit.captures.free();
        let request = Request {
            slots,
            joined: fit.joined,
            follows: fit.follows,
            row: Some(fit.row),
            aside: slots.item.and_then(|item| self.why_told(item, slot(Slot::Item)?)),
            understood: 1.0 - free as f64 / (tokens.len().max(1)) as f64,
            ..Request::of(asked)
        };
        match &request.asked {
            Asked::Todo(intent) => self.interpret_todo(fit, *intent, request, tokens),
            Asked::Sum(sum) if sum.expression.contains(EARLIER) => Found::Pointing(request),
            _ => Found::Request(request),
        }
    }

    /// Whether what a row about a known todo captured names one, and says when if it is moved.
    fn means_a_known_todo(&self, intent: TodoIntent, request: &Request<'_>, tokens: &[Token]) -> bool {
        // "bin everything overdue", "put all the undated ones on sunday"
        // "delete the oldest overdue one" means one of them, and not all.
        let several = |item: &[Token]| {
            !self.any_is(item, OLDEST) && selection(self, item).is_some_and(|several| several.is_narrow())
        };
        if !request.slots.item.is_some_and(|item| self.stands_on_a_list(item) || several(item)) {
            return false;
        }
        let told_of_another = || intent == TodoIntent::Complete && !self.fits_what_was_done(request, tokens);
        if let Some(means) = self.means_a_change_of_name(intent, request, tokens) {
            return means;
        }
        if intent != TodoIntent::Reschedule {
            return !told_of_another();
        }
        let when = request.slots.when.or(request.slots.text);
        // "the dentist is not on friday" moves nothing there.
        let denied = when.is_some_and(|when| self.any_is(when, NOT))
            || request.slots.item.is_some_and(|item| self.last_is(item, NOT));
        if denied || self.only_tells(request, tokens) {
            return false;
        }
        // "the dentist got moved to 4pm" does not say on which day.
        let timed = |text: &[Token]| {
            text.iter().any(|token| self.grammar.days.contains(token.word)) || !text.iter().any(|token| token.numeric)
        };
        let dated = |text: &[Token]| {
            timed(text)
                || crate::dates::due_or_after(&text_of(self.goal, text), &self.moment()).is_some_and(|due| {
                    // "1 dec 9.20am" says a day, "4pm" says none.
                    let said = || crate::dates::is_when(&text_of(self.goal, text), &self.moment());
                    let day = !due.contains('T') || said() && !self.is_time(text);
                    let todo = request.slots.item.map(|item| text_of(self.goal, item));
                    day || self.day_of_its_own(todo.as_deref(), &request.slots, &due).is_some()
                })
        };
        when.is_some_and(dated)
    }

    /// A request that does not say what is meant: of what was said before, or of nothing.
    fn lacking<'t>(&self, request: Request<'t>, tokens: &[Token]) -> Found<'t> {
        // "remind me thursday evening"
        // "put that on my list as bonus" names what is added, and so does "put the result in a todo called tax".
        let named = self.any_is(tokens, A_LIST) || self.any_is(tokens, CALLED);
        let bare = !named || self.first_is(tokens, REMIND);
        if request.slots.text.is_some() && request.slots.when.is_none() && bare {
            return Found::Nothing;
        }
        // "if there are no eggs on my list, add some"
        let some = matches!(tokens, [_, some, ..] if self.is(some, SOME))
            || (request.slots.when.is_some() || tokens.len() == 2)
                && matches!(tokens, [_, one, ..] if self.is(one, ONE));
        if some || self.points(tokens) { Found::Pointing(request) } else { Found::Missing(request) }
    }

    /// "put go swimming on saturday": nothing of that name is there to be moved, so it is a todo that is added.
    fn put_on_a_day<'t>(&self, intent: TodoIntent, request: Request<'t>, tokens: &[Token]) -> Option<Request<'t>> {
        let (item, when) = (request.slots.item?, request.slots.when.or(request.slots.text)?);
        let dated = self.says_day(when) && timed::says_when_due(self, when);
        let puts =
            intent == TodoIntent::Reschedule && self.first_is(tokens, PUT) && dated && selection(self, item).is_none();
        let words = item.iter().all(|token| token.kind == TokenKind::Word)
            && ![ARTICLES, ALL, PUT].iter().any(|words| self.first_is(item, words));
        let names = words && (self.is_deed(item) || item.len() <= SHORT_NAME) && !self.grammar.is_vague(item);
        let asked = Asked::Todo(TodoIntent::Add);
        let slots = Slots { when: Some(when), text: None, ..request.slots };
        (puts && names).then_some(Request { asked, slots, ..request })
    }

    /// "remind me buy milk": what is to be done, where "to" is left out.
    fn take_deed(&self, intent: TodoIntent, request: &mut Request<'_>, tokens: &[Token]) -> TodoIntent {
        let deed = |text: &&[Token]| {
            request.slots.when.is_none() && text.len() > 1 && (self.is_deed(text) || self.ends_in_a_thing(text))
        };
        let reminds = intent == TodoIntent::AddWhat && self.first_is(tokens, REMIND);
        let Some(deed) = request.slots.text.filter(deed).filter(|_| reminds) else { return intent };
        request.asked = Asked::Todo(TodoIntent::Add);
        request.slots = Slots { item: Some(deed), ..Slots::default() };
        TodoIntent::Add
    }

    /// A request that names no todo: it is about a list, or lacks what it is about.
    fn interpret_without_item<'t>(
        &self,
        intent: TodoIntent,
        mut request: Request<'t>,
        tokens: &'t [Token],
    ) -> Found<'t> {
        let lists = matches!(intent, TodoIntent::CreateList | TodoIntent::DeleteList);
        if lists && request.slots.name.is_none() && request.slots.text.is_none() {
            return Found::Missing(request);
        }
        request.same_list = request.slots.name.is_none() && (self.any_is(tokens, THERE) || self.says_that_list(tokens));
        let named_loosely = matches!(
            intent,
            TodoIntent::List
                | TodoIntent::Count
                | TodoIntent::Clear
                | TodoIntent::CompleteAll
                | TodoIntent::ListPending
        );
        let any_list = request.slots.name.is_some() && self.asks_for_any_list(tokens)
            || named_loosely && self.is_no_list_of_ones_own(tokens, request.slots.name)
            || request.slots.name.is_some_and(|name| self.is_list_of_things(tokens, name));
        // "what do I need from the shops"
        let shows = matches!(intent, TodoIntent::List | TodoIntent::ListPending);
        request.shops = shows && request.slots.name.is_none() && self.any_is(tokens, BOUGHT_FROM);
        if intent == TodoIntent::Count && self.counts_open_ones(tokens) {
            request.asked = Asked::Todo(TodoIntent::CountPending);
        }
        if any_list || !self.makes_sense(intent, &request, tokens) {
            return Found::Nothing;
        }
        let points = intent.is_about_a_whole_list() && self.empties_that_list(&request, tokens);
        if points { Found::Pointing(request) } else { Found::Request(request) }
    }

    fn interpret_todo<'t>(
        &self,
        fit: &Fit,
        intent: TodoIntent,
        mut request: Request<'t>,
        tokens: &'t [Token],
    ) -> Found<'t> {
        if self.grammar.wants_a_known_todo(fit.row) && !self.means_a_known_todo(intent, &request, tokens) {
            return self.put_on_a_day(intent, request, tokens).map_or(Found::Nothing, Found::Request);
        }
        self.take_day_for_list(&mut request, tokens);
        let intent = self.take_deed(intent, &mut request, tokens);
        let intent = self.crossed_out(intent, &mut request, tokens);
        if matches!(intent, TodoIntent::AddWhat | TodoIntent::DeleteWhat | TodoIntent::CompleteWhat) {
            return self.lacking(request, tokens);
        }
        if intent == TodoIntent::ListLoose {
            return self.loose(fit, request, tokens);
        }
        // "do I have a dentist appointment on friday"
        if intent == TodoIntent::Search {
            self.take_day_looked_for(&mut request, tokens);
        }
        if let Some(days) = self.days_until_todo(intent, &request, tokens) {
            return Found::Request(days);
        }
        self.leave_out(intent, &mut request);
        let intent = request.todo().unwrap_or(intent);
        // "take the tag off the invoices and give it to the tax return", "make it due friday and add #family"
        if matches!(intent, TodoIntent::Tag | TodoIntent::Prioritise) && self.tags_what_was_said(&request) {
            return Found::Pointing(request);
        }
        let Some(item) = request.slots.item else { return self.interpret_without_item(intent, request, tokens) };
        if item.is_empty() {
            return Found::Missing(request);
        }
        // "change it to that" says no new words.
        let text = request.slots.text.filter(|_| intent == TodoIntent::Rename);
        let vague = text.is_some_and(|text| self.grammar.is_vague(text) || self.begins_with_a_time(text));
        if vague || self.copies_a_list(&request, tokens) {
            return Found::Nothing;
        }
        // "remind me to lock up and at nine to put the bins out" says a time, and more than that.
        // "remind me what I said about the list" says none.
        let asked = (self.first_is(tokens, REMIND) || self.first_is(tokens, TELLS_THEN))
            && request.slots.text.is_some_and(|when| !timed::says_when_due(self, when));
        if intent == TodoIntent::Add && (asked || request.slots.text.is_some_and(|when| self.says_more_than_when(when)))
        {
            return Found::Nothing;
        }
        request.same_list =
            request.slots.name.is_none() && outside(tokens, item).any(|token| self.is(token, POINTS_THERE));
        let renamed = request.slots.text.filter(|_| intent == TodoIntent::Rename);
        if self.holds_another_sentence(item)
            || self.names_one_before_a_stop(item)
            || self.keeps_a_correction(renamed.unwrap_or(item))
        {
            return Found::Nothing;
        }
        // "erase my list and start over with bread" names no list.
        // "add a couple of things to my list. first, eggs" has no such todo.
        let list = intent == TodoIntent::AddSeveral && self.first_is(item, OURS) && self.is_at(item, 1, A_LIST);
        // "I need my list to have bread but not butter" makes none.
        let has = intent == TodoIntent::CreateList && self.first_is(item, HAS);
        // "on the shopping list: is there any milk?"
        let asks = intent.adds() && !request.singular && self.ends_as_question(item) && self.is_question(item);
        if list
            || has
            || asks
            || intent == TodoIntent::DeleteList && self.first_is(item, BETWEEN)
            || intent.adds() && self.is_said_of_each(item)
        {
            return Found::Nothing;
        }
        request.singular = self.speaks_of_one(tokens, item);
        if self.takes_from_the_list(intent, &mut request, item, tokens) {
            return Found::Request(request);
        }
        request.open = intent == TodoIntent::Add && self.makes_one(tokens, item);
        if self.doubted(DOUBTS, intent, item, fit.joined, request.singular).is_some() {
            return Found::Nothing;
        }
        if !fit.joined && intent.acts_on_a_todo() && self.tells_of_several(intent, item) {
            return Found::Nothing;
        }
        // "a todo …" may say anything.
        let adds = intent.adds();
        let out = self.takes_back(item) || adds && !fit.joined && self.holds_a_list(item);
        if !request.singular && out {
            return Found::Nothing;
        }
        let others = |name: &[Token]| name.iter().any(|token| self.grammar.lists_of_others.contains(token.word));
        if request.slots.name.is_some_and(others) {
            return Found::Nothing;
        }
        let timed = || {
            crate::dates::quick_add(&text_of(self.goal, item), 0, &self.moment())
                .due
                .is_some_and(|due| due.contains('T'))
        };
        if self.is_reminder_about(tokens, item) && self.grammar.mentions_foreign(item) && !timed() {
            return Found::Missing(request);
        }
        self.weigh(intent, request, item, tokens)
    }

    /// Whether words that ought to say when something is due say another thing beside it.
    fn says_more_than_when(&self, words: &[Token]) -> bool {
        let start = span_of(words).start;
        let read = crate::dates::quick_add(&text_of(self.goal, words), start, &self.moment());
        let read_in = |token: &Token| read.found.iter().any(|(span, _, _)| span.overlaps(token.span));
        words.iter().any(|token| token.is_unknown_word() && !read_in(token))
    }

    /// Whether what stands on the list says what a request means: which words are the todo's and which are new, or that it is moved.
    fn takes_from_the_list<'t>(
        &self,
        intent: TodoIntent,
        request: &mut Request<'t>,
        item: &'t [Token],
        tokens: &'t [Token],
    ) -> bool {
        // "rename book flights to book flights to lisbon"
        if intent == TodoIntent::Rename
            && self.any_is(item, BECOMES)
            && !self.names_its_text(item)
            && let Some((old, new)) = self.renamed_from_the_list(item, request.slots.text.unwrap_or_default(), tokens)
        {
            (request.slots.item, request.slots.text) = (Some(old), Some(new));
            return true;
        }
        // "rename shopping to groceries", where no todo is called so
        if intent == TodoIntent::Rename && !self.names_one_todo(item) && self.is_own_list(item) {
            request.asked = Asked::Todo(TodoIntent::RenameList);
            (request.slots.name, request.slots.text, request.slots.item) = (request.slots.text, Some(item), None);
            return request.slots.name.is_some();
        }
        // "put oat milk instead of almond milk on the list"
        let instead = |at: &usize| {
            let rest = item.get(*at..).unwrap_or_default();
            self.begins(rest, IN_PLACE) && rest.get(IN_PLACE.len()..).is_some_and(|old| self.names_one_todo(old))
        };
        if intent == TodoIntent::Add
            && let Some(at) = (1..item.len()).find(instead)
        {
            request.asked = Asked::Todo(TodoIntent::Rename);
            (request.slots.text, request.slots.item) = (item.get(..at), item.get(at + IN_PLACE.len()..));
            request.slots.name = None;
            return true;
        }
        // "put the rent and the flights both on thursday" moves what is there.
        let puts = intent.adds() && (self.first_is(tokens, PUT) || self.first_is(tokens, SCHEDULES));
        let days = request.slots.when.or(request.slots.text);
        let moves = puts
            && request.slots.name.is_none()
            && days.is_some_and(|days| timed::says_when_due(self, days))
            && parts(self, item).iter().all(|part| self.names_one_todo(part));
        if moves {
            request.asked = Asked::Todo(TodoIntent::Reschedule);
            (request.slots.when, request.slots.text) = (days, None);
        }
        moves
    }

    /// A todo of the list and its new words, where these have in them what stands between the two: "book flights to book flights to
    /// Rome".
    fn renamed_from_the_list<'t>(
        &self,
        item: &[Token],
        text: &[Token],
        tokens: &'t [Token],
    ) -> Option<(&'t [Token], &'t [Token])> {
        let (start, end) = (span_of(item).start, span_of(text).end);
        let from = tokens.iter().position(|token| token.span.start == start)?;
        let till = tokens.iter().rposition(|token| token.span.end == end)?;
        let at = (from + 1..till).find(|at| {
            self.is_at(tokens, *at, BECOMES) && tokens.get(from..*at).is_some_and(|old| self.names_one_todo(old))
        })?;
        Some((tokens.get(from..at)?, tokens.get(at + 1..=till)?))
    }

    /// Whether a bare verb with this object speaks of something else than a todo.
    fn is_foreign_when_bare(
        &self,
        intent: TodoIntent,
        request: &Request<'_>,
        item: &[Token],
        tokens: &[Token],
    ) -> bool {
        let about_lists = self.any_is(item, LISTS_OR_ALL);
        let about_a_list = self.last_is(item, A_LIST);
        // "add tood buy stamps": with the slip put right it says what is added.
        let slip = item.len() > 1 && self.first_is(item, SLIPS);
        let selects = intent.acts_on_a_todo() && selection(self, item).is_some();
        if selects || intent.acts_on_a_todo() && self.stands_on_a_list(item) {
            return false;
        }
        slip || about_lists && intent != TodoIntent::Add
            || about_a_list
            // "add renew the insurance" can only be a thing to do.
            // So can "delete book hotel" and "mark mail the letter as done", and "delete file report.txt" cannot.
            || !(self.is_deed(item) && (intent == TodoIntent::Add || self.is_at(item, 1, ARTICLES) || !self.grammar.mentions_foreign(item.get(..1).unwrap_or_default()))
                || intent == TodoIntent::Add && self.first_is(item, ORDERED))
                && self.mentions_foreign_but_events(intent, item) && crate::parse::places::positions(self, item).is_none()
            || !request.joined && self.is_another_matter(intent, tokens, item)
    }

    pub(super) fn says_day_or_time(&self, item: &[Token]) -> bool {
        let read = crate::dates::quick_add(&text_of(self.goal, item), 0, &self.moment());
        read.due.is_some_and(|due| due.contains('T')) || self.says_day(item)
    }

    /// Whether an item is something that happens, with its day: "a meeting with Sarah on monday at 2".
    pub(super) fn is_event_on_a_day(&self, item: &[Token]) -> bool {
        self.any_is(item, EVENTS) && self.says_day_or_time(item)
    }

    /// Whether a request about an item is one: said bare, it may be about something else than a todo.
    fn weigh<'t>(
        &self,
        intent: TodoIntent,
        mut request: Request<'t>,
        item: &'t [Token],
        tokens: &'t [Token],
    ) -> Found<'t> {
        let of_things = intent == TodoIntent::DeleteList && self.is_list_of_things(tokens, item);
        if of_things || intent.acts_on_a_todo() && (self.picks_one(item) || self.goes_on_after_quotes(item)) {
            return Found::Nothing;
        }
        // "sunscreen to holiday not" in "add sunscreen to holiday not to shopping"
        if intent == TodoIntent::Add && item.len() > 1 && self.last_is(item, NOT) {
            return Found::Nothing;
        }
        // "tick off mail the parcel if it's on my list": the condition is no part of the todo's name.
        if intent.acts_on_a_todo() && self.holds_a_condition(item) && !self.stands_on_a_list(item) {
            return Found::Nothing;
        }
        // "we ate the peaches, more need to go on the list": what is told is no part of what is added.
        let tells = self.grammar.is_statement(item) || item.windows(2).any(|pair| self.begins(pair, SO_NEEDS));
        let stands_first = tokens.first().map(|first| first.span) == item.first().map(|first| first.span);
        if intent.adds() && stands_first && item.len() > 3 && tells {
            return Found::Nothing;
        }
        let bare = !request.same_list && !request.open && self.is_bare(tokens, item);
        if bare && matches!(intent, TodoIntent::Add | TodoIntent::Delete | TodoIntent::Complete) {
            request.anchored = false;
            request.same_list = true;
            if self.is_foreign_when_bare(intent, &request, item, tokens) {
                return Found::Nothing;
            }
        }
        if bare && intent == TodoIntent::Search && self.first_is(tokens, LOOKS) {
            request.anchored = false;
            if !self.can_be_found(item) && !self.stands_on_a_list(item) {
                return Found::Nothing;
            }
        }
        // "rename the gym to yoga and tell me when it's due"
        if intent == TodoIntent::Search && self.all_are(item, IT_OR_THEY) {
            return Found::Pointing(request);
        }
        // "when is the electric bill due" asks the world, "when is pay rent due" the list.
        if bare
            && intent == TodoIntent::Search
            && self.is_question(tokens)
            && !self.stands_on_a_list(item)
            && (item.len() > 6
                || item
                    .iter()
                    .skip(usize::from(self.is_deed(item)))
                    .any(|token| self.grammar.mentions_foreign(std::slice::from_ref(token)) && !self.is(token, EVENTS))
                || self.any_is(item, OF_THE_WORLD))
        {
            return Found::Nothing;
        }
        request.doubtful = !request.joined && self.is_doubtful(intent, tokens, item, request.slots.text.is_some());
        let points = self.points(item);
        // "change it to friday" names no text.
        if intent == TodoIntent::Rename && points && request.slots.text.is_some_and(|to| timed::says_when_due(self, to))
        {
            request.asked = Asked::Todo(TodoIntent::Reschedule);
            request.slots.when = request.slots.text.take();
        }
        if self.grammar.is_vague(item)
            && !matches!(intent, TodoIntent::Search | TodoIntent::DeleteList | TodoIntent::CreateList)
        {
            // "make it louder"
            if intent == TodoIntent::Reschedule && request.slots.when.is_none() {
                return Found::Nothing;
            }
            return if points { Found::Pointing(request) } else { Found::Missing(request) };
        }
        let deictic = self.first_is(item, THIS) && (item.len() <= 3 || self.is_at(item, 1, AFTER_THIS));
        if deictic && intent.adds() {
            return Found::Missing(request);
        }
        match self.makes_sense(intent, &request, tokens) {
            true if request.slots.when.is_some_and(|when| self.means_a_day(when)) => Found::Pointing(request),
            true => Found::Request(request),
            false => Found::Nothing,
        }
    }
}
