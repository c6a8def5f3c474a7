//! Days and times that stand in a request: which words are one, and to what they belong.

use crate::{
    lang::{
        en::{
            items::FOR_A_DAY,
            phrases::{AND, SPANS},
        },
        grammar::Fit,
    },
    matching::pattern::Slot,
    model::{
        intent::{Intent, TodoIntent},
        request::Request,
        token::{Token, TokenKind, span_of},
    },
    parse::words::Words,
};

impl Words<'_> {
    /// The grammar knows days only; "friday at 3pm" and "the first monday of may" are read as dates are everywhere.
    pub(super) fn spoken_when<'t>(&self, fit: &Fit, tokens: &'t [Token]) -> Option<&'t [Token]> {
        let text =
            fit.captures.get(Slot::Text, tokens).filter(|_| fit.intent == Intent::Todo(TodoIntent::Reschedule))?;
        crate::dates::is_when_or_span(&crate::parse::text::text_of(self.goal, text), &self.moment()).then_some(text)
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
        if let Some(day) = request.slots.name.filter(|name| adds && request.slots.when.is_none() && is_day(name)) {
            (request.slots.when, request.slots.name) = (Some(day), None);
        }
        if let Some((quotes, day)) = request.slots.item.filter(|_| adds).and_then(|item| self.quotes_and_day(item)) {
            (request.slots.item, request.slots.when) = (Some(quotes), Some(day));
        }
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

    /// Whether only a time is said of a todo that is due on another day than the one this would give it: "move the dentist to 4pm".
    pub(super) fn leaves_its_day(&self, request: &Request<'_>) -> bool {
        let (Some(item), Some(text)) = (request.slots.item, request.slots.text.or(request.slots.when)) else {
            return false;
        };
        let timed = !text.iter().any(|token| self.grammar.days.contains(token.word) || self.is(token, SPANS));
        timed
            && crate::parse::due::due(self, text).is_some_and(|due| {
                let own = self.context.on_list.and_then(|list| list.due(&crate::parse::text::text_of(self.goal, item)));
                let (today, tomorrow) =
                    (self.context.now.date_text(), dunlin_date::postpone(&self.context.now.date_text(), "1 day"));
                let day = due.split_once('T').map(|(day, _)| day);
                let near = day.is_some_and(|day| day == today || tomorrow.as_deref() == Some(day));
                near && own.is_some_and(|own| own.split('T').next() != day)
            })
    }
}
