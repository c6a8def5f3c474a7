//! Days and times that stand in a request: which words are one, and to what they belong.

use crate::{
    lang::{
        en::{
            connectors::TODO,
            dates::{A_DAY, THE_DAY_AFTER},
            days::{
                AT_THE_SAME_TIME, OF_A_DAY, OF_A_SPAN, PARTS_OF_A_DAY, RANGE_WORDS, SAME_TIME, THE_SAME_TIME, THIS,
                TOLD_DAYS, WHICH_SPAN,
            },
            doubts::LIST_NOUNS,
            items::FOR_A_DAY,
            phrases::{AND, AT, DAYS, MONTH_NAMES, SPANS},
        },
        grammar::Fit,
    },
    matching::pattern::Slot,
    model::{
        intent::{Intent, TodoIntent},
        request::{Request, Slots},
        todo::Filter,
        token::{Token, TokenKind, span_of},
    },
    parse::{text::text_of, words::Words},
};

/// The hour from which what is due is in the evening.
const EVENING: u8 = 17;

impl Words<'_> {
    /// The grammar knows days only; "friday at 3pm" and "the first monday of may" are read as dates are everywhere.
    pub(super) fn spoken_when<'t>(&self, fit: &Fit, tokens: &'t [Token]) -> Option<&'t [Token]> {
        let text = fit
            .captures
            .get(Slot::Text, tokens)
            .filter(|_| matches!(fit.intent, Intent::Todo(TodoIntent::Reschedule | TodoIntent::AddWhat)))?;
        // "push the dentist back to monday, same time": a day alone leaves the time as it is.
        let said = [AT_THE_SAME_TIME, SAME_TIME].iter().find_map(|run| self.before_the_end(text, run));
        // "to the same time on monday"
        let led = || {
            [THE_SAME_TIME, SAME_TIME].iter().find(|run| self.begins(text, run)).and_then(|run| text.get(run.len()..))
        };
        let text = said.or_else(led).filter(|said| !said.is_empty()).unwrap_or(text);
        let is_when = |text: &[Token]| {
            let again =
                fit.intent == Intent::Todo(TodoIntent::AddWhat) && crate::parse::timed::says_when_due(self, text);
            again || crate::dates::is_when_or_span(&crate::parse::text::text_of(self.goal, text), &self.moment())
        };
        let moves = fit.intent == Intent::Todo(TodoIntent::Reschedule);
        if is_when(text) || moves && (self.means_a_day(text) || self.is_run(text, THE_DAY_AFTER)) {
            return Some(text);
        }
        // "call mum at 6 instead"
        let start = span_of(text).start;
        let before = tokens.iter().rposition(|token| token.span.start < start)?;
        let timed = tokens.get(before..=before + text.len())?;
        (self.first_is(timed, AT) && is_when(timed)).then_some(timed)
    }

    /// Whether words are a day that was told of before: "then", "that day".
    pub(crate) fn means_a_day(&self, words: &[Token]) -> bool {
        TOLD_DAYS.iter().any(|run| self.is_run(words, run))
    }

    /// Whether words are nothing but a time of the day.
    pub(crate) fn is_time(&self, words: &[Token]) -> bool {
        crate::dates::is_time(span_of(words).of(self.goal), &self.moment())
    }

    /// "show today's tasks", "this week's todos".
    pub(super) fn day_whose_todos<'t>(&self, fit: &Fit, tokens: &'t [Token]) -> Option<&'t [Token]> {
        let shows = matches!(fit.intent, Intent::Todo(intent) if intent.shows_todos());
        let named = fit.captures.get(Slot::Name, tokens).is_some_and(|name| !name.is_empty());
        (shows && !named).then_some(())?;
        let at = |words: &'static str| tokens.iter().position(|token| self.is(token, words));
        if let Some(at) = at(OF_A_DAY) {
            return tokens.get(at..=at);
        }
        let at = at(OF_A_SPAN)?.checked_sub(1)?;
        tokens.get(at..at + 2).filter(|days| self.first_is(days, WHICH_SPAN))
    }

    /// Where in the goal it is said when a todo of these words is due; nothing when they do not say it.
    pub(crate) fn where_due(&self, item: &[Token]) -> Option<usize> {
        let start = span_of(item).start;
        let read = crate::dates::quick_add(&crate::parse::text::text_of(self.goal, item), start, &self.moment());
        read.found.iter().map(|(span, _, _)| span.start).filter(|from| *from > start).min()
    }

    /// Whether words say on which day, or how far away it is; a time alone says none.
    pub(crate) fn says_day(&self, words: &[Token]) -> bool {
        let this =
            |pair: &[Token]| matches!(pair, [this, part] if self.is(this, THIS) && self.is(part, PARTS_OF_A_DAY));
        words.iter().any(|token| self.grammar.days.contains(token.word) || self.is(token, SPANS))
            || words.windows(2).any(this)
    }

    /// Whether words are one day by its name: "christmas" may be what todos are about.
    pub(super) fn is_day_by_name(&self, words: &[Token]) -> bool {
        matches!(words, [only] if self.is(only, DAYS))
    }

    /// "add that to my list for monday": the day is no list's name.
    pub(super) fn take_day_for_list<'t>(&self, request: &mut Request<'t>, tokens: &'t [Token]) {
        let is_day = |name: &[Token]| {
            let start = span_of(name).start;
            let before = tokens.iter().rfind(|token| token.span.start < start);
            let said = || crate::parse::text::text_of(self.goal, name);
            (name.iter().all(|token| self.grammar.days.contains(token.word))
                || crate::dates::is_when(&said(), &self.moment()))
                && before.is_some_and(|before| self.is(before, FOR_A_DAY))
        };
        let adds = matches!(request.todo(), Some(TodoIntent::Add | TodoIntent::AddWhat | TodoIntent::AddSeveral));
        // "add todo conference monday to friday": days with an end, and all of it is the todo's.
        let of_day = |token: &Token| self.grammar.days.contains(token.word);
        let days = request.slots.item.zip(request.slots.name.or(request.slots.when)).filter(|(item, name)| {
            let ends = item.len() > 1 && item.last().is_some_and(of_day);
            let joined = tokens
                .windows(2)
                .any(|pair| pair[1].span.start == span_of(name).start && self.is(&pair[0], RANGE_WORDS));
            let day = name.iter().all(of_day);
            // "from 3 december to 5 december"
            let dates = self.last_is(item, MONTH_NAMES) && self.last_is(name, MONTH_NAMES);
            adds && joined && (ends && day || dates)
        });
        if let Some((item, name)) = days {
            let at = |place: usize| tokens.iter().position(|token| token.span.start == place);
            let from = at(span_of(item).start).map(|from| from + usize::from(self.first_is(item, TODO)));
            if let Some(whole) =
                from.zip(at(span_of(name).start)).and_then(|(from, to)| tokens.get(from..to + name.len()))
            {
                (request.slots.item, request.slots.name, request.slots.when) = (Some(whole), None, None);
            }
        }
        // "show my tuesday todos": where no list is called so, nor said to be one.
        let shows = request.todo().is_some_and(TodoIntent::shows_todos);
        let is_of_a_day = |name: &[Token]| {
            let after = tokens.iter().find(|token| token.span.start >= span_of(name).end);
            let list = after.is_none_or(|after| self.is(after, LIST_NOUNS));
            self.is_day_by_name(name) && !list && !self.is_own_list(name)
        };
        let is_meant = |name: &&[Token]| adds && is_day(name) || shows && is_of_a_day(name);
        if let Some(day) = request.slots.name.filter(|name| request.slots.when.is_none() && is_meant(name)) {
            (request.slots.when, request.slots.name) = (Some(day), None);
        }
        // "put yoga on today's list"
        let names = |token: &Token| self.is(token, OF_A_DAY);
        let outside = |at: &usize| {
            tokens.get(*at).is_some_and(|token| {
                names(token) && request.slots.item.is_none_or(|item| !span_of(item).overlaps(token.span))
            })
        };
        if let Some(at) = (0..tokens.len()).find(outside).filter(|_| adds && request.slots.when.is_none()) {
            request.slots.when = tokens.get(at..=at);
        }
        if let Some((quotes, day)) = request.slots.item.filter(|_| adds).and_then(|item| self.quotes_and_day(item)) {
            (request.slots.item, request.slots.when) = (Some(quotes), Some(day));
        }
    }

    /// Whether words from a place on say a day or a time: "on the 19th".
    pub(super) fn is_when_at(&self, item: &[Token], at: usize) -> bool {
        item.get(at..).is_some_and(|when| crate::dates::is_when(&text_of(self.goal, when), &self.moment()))
    }

    /// "\"read chapter 4\" and \"write summary\" for sunday": the day is that of each.
    fn quotes_and_day<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let quoted = |token: &Token| token.kind == TokenKind::Quoted;
        let joined = |token: &Token| token.is_sign(',') || self.is(token, AND);
        let len = item.iter().take_while(|token| quoted(token) || joined(token)).count();
        let (quotes, day) = item.split_at_checked(len)?;
        let several = quotes.iter().filter(|token| quoted(token)).count() > 1 && quotes.last().is_some_and(quoted);
        (several && !day.is_empty() && crate::parse::timed::says_when_due(self, day)).then_some((quotes, day))
    }

    /// A due that says only a new time, on the day that the todo is due already: "move the dentist to 4pm". Nothing where a day is
    /// said, or where it is not due on a day of its own.
    pub(crate) fn day_of_its_own(&self, todo: Option<&str>, slots: &Slots<'_>, due: &str) -> Option<String> {
        self.on_own_day(self.context.on_list?.due(todo?)?.as_str(), slots, due)
    }

    /// The same for all that are due on a day: "move everything due tomorrow to the evening".
    pub(crate) fn day_of_theirs(&self, filter: &Filter, slots: &Slots<'_>, due: &str) -> Option<String> {
        self.on_own_day(&crate::dates::due(filter.due.as_deref()?, &self.moment())?, slots, due)
    }

    fn on_own_day(&self, own: &str, slots: &Slots<'_>, due: &str) -> Option<String> {
        let text = slots.text.or(slots.when).filter(|text| !self.says_day(text))?;
        let (day, time) = due.split_once('T').filter(|_| !text.is_empty())?;
        let today = self.context.now.date_text();
        let near = day == today || dunlin_date::postpone(&today, A_DAY).as_deref() == Some(day);
        near.then(|| {
            let day = own.split('T').next().unwrap_or_default();
            // "to 9:15" is the morning of that day, also where nine has gone by today.
            let said = text_of(self.goal, text);
            let there = crate::dates::due(&[day, " ", &said].concat(), &self.moment());
            let there = there.filter(|due| due.split_once('T').is_some_and(|(read, _)| read == day));
            let there = there.unwrap_or_else(|| [day, "T", time].concat());
            // "to 7" of what is in the evening is the evening's seven.
            let evening = crate::dates::hour(own).is_some_and(|hour| hour >= EVENING);
            let open = evening && !said.contains(char::is_alphabetic);
            crate::dates::nearer_after_noon(&there, own).filter(|_| open).unwrap_or(there)
        })
    }

    /// Whether what is added so is due at a time of which no day is said.
    pub(crate) fn says_a_time_alone(&self, words: &[Token]) -> bool {
        let due = || crate::dates::quick_add(&text_of(self.goal, words), 0, &self.moment()).due;
        !self.says_day(words) && due().is_some_and(|due| due.contains('T'))
    }

    /// A due that says only a new day, at the time at which the todo is due already: "move the dentist to saturday".
    pub(crate) fn time_of_its_own(&self, todo: Option<&str>, due: &str) -> Option<String> {
        let own = self.context.on_list?.due(todo?)?;
        let (_, time) = own.split_once('T').filter(|_| !due.contains('T'))?;
        Some([due, "T", time].concat())
    }
}
