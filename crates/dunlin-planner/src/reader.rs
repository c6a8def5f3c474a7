//! What a clause asks for: the best row of the grammar whose slots also make sense.

use std::borrow::Cow;

use crate::{
    context::PlanContext,
    grammar::{Fit, Grammar, grammar},
    intent::Intent,
    memory::Memory,
    pattern::{Captures, Slot},
    sum::{self, Sum},
    token::{Token, TokenKind, normalize, span_of},
};

/// Reads clauses of one goal.
pub(crate) struct Reader<'a> {
    pub(crate) grammar: &'static Grammar,
    pub(crate) goal: &'a str,
    pub(crate) context: &'a PlanContext<'a>,
    memory: Memory,
}

/// What a clause was read as.
#[expect(clippy::struct_excessive_bools, reason = "independent findings about one clause")]
#[derive(Clone, Debug)]
pub(crate) struct Request<'t> {
    pub(crate) intent: Intent,
    pub(crate) sum: Option<Sum>,
    pub(crate) item: Option<&'t [Token]>,
    pub(crate) text: Option<&'t [Token]>,
    pub(crate) name: Option<&'t [Token]>,
    pub(crate) when: Option<&'t [Token]>,
    pub(crate) position: Option<&'t [Token]>,
    pub(crate) value: Option<&'t [Token]>,
    /// Whether the words say that todos or lists are meant, beyond a bare verb.
    pub(crate) anchored: bool,
    /// Whether one todo was spoken of: "a todo", "the task".
    pub(crate) singular: bool,
    /// Whether the row says two things at once: a reason and a request.
    pub(crate) joined: bool,
    /// Whether the list said before is meant: "and add bread", "put it there".
    pub(crate) same_list: bool,
    /// The share of the clause's words that the row itself understood.
    pub(crate) understood: f64,
}

/// What came of looking at a clause.
#[derive(Clone, Debug)]
pub(crate) enum Found<'t> {
    /// A request with all it needs.
    Request(Request<'t>),
    /// A request about "it" or "that": whole only with something before it.
    Pointing(Request<'t>),
    /// A request that lacks a piece.
    Missing(Request<'t>),
    /// Nothing the grammar knows.
    Nothing,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(goal: &'a str, context: &'a PlanContext<'a>) -> Self {
        Self { grammar: grammar(), goal, context, memory: Memory::default() }
    }

    /// A token's word as the grammar sees it.
    pub(crate) fn word(&self, token: &Token) -> Cow<'a, str> {
        let text = token.span.of(self.goal);
        if text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
            return Cow::Borrowed(text);
        }
        let mut word = String::new();
        normalize(text, &mut word);
        Cow::Owned(word)
    }

    /// Whether the words are a list named before its request.
    pub(crate) fn is_fronted_list(&mut self, tokens: &[Token]) -> bool {
        self.grammar.is_fronted_list(self.grammar.without_courtesy(tokens), &mut self.memory)
    }

    /// The row about conditions that fits.
    pub(crate) fn condition(&mut self, tokens: &[Token]) -> Option<(Captures, bool)> {
        self.grammar.condition(tokens, &mut self.memory)
    }

    /// Whether the words are a request, perhaps about "it".
    pub(crate) fn can_read(&mut self, tokens: &[Token]) -> bool {
        matches!(self.find(tokens), Found::Request(_) | Found::Pointing(_))
    }

    /// Reads one clause, leaving aside why it is asked for.
    pub(crate) fn find<'t>(&mut self, tokens: &'t [Token]) -> Found<'t> {
        let reason = (1..tokens.len()).find(|at| {
            let rest = tokens.get(*at..).unwrap_or_default();
            self.grammar.is_reason_after(rest, &mut self.memory)
        });
        if let Some(before) = reason.and_then(|at| tokens.get(..at))
            && let Found::Request(request) = self.find_request(before)
            && request.anchored
        {
            return Found::Request(request);
        }
        self.find_request(tokens)
    }

    fn find_request<'t>(&mut self, tokens: &'t [Token]) -> Found<'t> {
        let trimmed = self.grammar.without_courtesy_after(tokens);
        let mut starts = vec![0];
        let mut at = 0;
        while let Some(rest) = trimmed.get(at..) {
            let skip = self.grammar.courtesy_before(rest).max(usize::from(rest.first().is_some_and(|token| {
                matches!(token.kind, TokenKind::Sign(',' | ';' | '.' | '!') | TokenKind::LineEnd)
            })));
            if skip == 0 || at + skip >= trimmed.len() || starts.len() > 8 {
                break;
            }
            at += skip;
            starts.push(at);
        }
        let mut best = Found::Nothing;
        for start in starts.into_iter().rev() {
            let found = self.find_exact(trimmed.get(start..).unwrap_or_default());
            match found {
                Found::Request(_) => return found,
                Found::Pointing(_) | Found::Missing(_) if matches!(best, Found::Nothing) => best = found,
                _ => {}
            }
        }
        best
    }

    /// As [`Self::find`], but only rows that say two things at once: a reason and a request about "it".
    pub(crate) fn find_joined<'t>(&mut self, tokens: &'t [Token]) -> Found<'t> {
        match self.find(tokens) {
            Found::Request(request) if request.joined => Found::Request(request),
            _ => Found::Nothing,
        }
    }

    /// Whether a clause with a hard connector in it is one after all: a row for a reason and a request, or a request with
    /// its reason after it.
    pub(crate) fn says_it_whole(&mut self, whole: &[Token], tail: &[Token]) -> bool {
        if matches!(self.find_joined(whole), Found::Request(_)) {
            return true;
        }
        let statement = self.grammar.is_statement(tail);
        let end = span_of(tail).start;
        statement
            && matches!(self.find(whole), Found::Request(request) if request.item.is_none_or(|item| span_of(item).end <= end))
    }

    fn find_exact<'t>(&mut self, tokens: &'t [Token]) -> Found<'t> {
        let fits = self.grammar.fits(tokens, &mut self.memory);
        fits.iter()
            .map(|fit| self.interpret(fit, tokens))
            .find(|found| !matches!(found, Found::Nothing))
            .unwrap_or(Found::Nothing)
    }

    fn interpret<'t>(&self, fit: &Fit, tokens: &'t [Token]) -> Found<'t> {
        let slot = |slot| fit.captures.get(slot, tokens);
        let free = fit.captures.free();
        let mut request = Request {
            intent: fit.intent,
            sum: None,
            item: slot(Slot::Item).map(|item| self.trim_item(fit.intent, item)),
            text: slot(Slot::Text),
            name: slot(Slot::Name),
            when: slot(Slot::When),
            position: slot(Slot::Position),
            value: slot(Slot::Value),
            anchored: true,
            singular: false,
            joined: fit.joined,
            same_list: false,
            understood: 1.0 - free as f64 / (tokens.len().max(1)) as f64,
        };
        if let Some(words) = slot(Slot::Sum) {
            return match sum::read(words, self.goal) {
                Some(sum) if sum.expression.contains(sum::EARLIER) => {
                    Found::Pointing(Request { sum: Some(sum), ..request })
                }
                Some(sum) => Found::Request(Request { sum: Some(sum), ..request }),
                None => Found::Nothing,
            };
        }
        if matches!(fit.intent, Intent::AddWhat | Intent::DeleteWhat | Intent::CompleteWhat) {
            return if self.points(tokens) { Found::Pointing(request) } else { Found::Missing(request) };
        }
        if fit.intent == Intent::ListLoose {
            let around: Vec<&Token> = [Slot::Before, Slot::After].into_iter().filter_map(slot).flatten().collect();
            let question = self.is_question(tokens);
            let changes =
                !question && around.iter().any(|token| self.grammar.asks_for_change(std::slice::from_ref(token)));
            request.anchored = false;
            return if changes || around.len() > 16 { Found::Nothing } else { Found::Request(request) };
        }
        if fit.intent == Intent::Convert {
            let converted = sum::conversion(slot(Slot::Item), slot(Slot::Text), self.goal);
            return match converted {
                Some(sum) => Found::Request(Request { sum: Some(sum), ..request }),
                None => Found::Nothing,
            };
        }
        let Some(item) = request.item else {
            if matches!(fit.intent, Intent::CreateList | Intent::DeleteList) && request.name.is_none() {
                return Found::Missing(request);
            }
            let any_list = request.name.is_some() && self.asks_for_any_list(tokens);
            let fits = self.makes_sense(&request) && !any_list;
            return if fits { Found::Request(request) } else { Found::Nothing };
        };
        if item.is_empty() {
            return Found::Missing(request);
        }
        let outside = |token: &&Token| !span_of(item).overlaps(token.span);
        request.same_list = request.name.is_none()
            && tokens.iter().filter(outside).any(|token| matches!(self.word(token).as_ref(), "it" | "there" | "that"));
        request.singular = self.speaks_of_one(tokens, item);
        if !request.singular && !fit.joined && self.holds_an_order(item) {
            return Found::Nothing;
        }
        let about_a_list = item.last().is_some_and(|token| matches!(self.word(token).as_ref(), "list" | "lists"));
        if about_a_list && fit.intent == Intent::Delete {
            return Found::Nothing;
        }
        if self.is_reminder_about(tokens, item) && self.grammar.mentions_foreign(item) {
            return Found::Missing(request);
        }
        let bare = !request.same_list && self.is_bare(tokens, item);
        if bare && matches!(fit.intent, Intent::Add | Intent::Delete | Intent::Complete) {
            request.anchored = false;
            request.same_list = true;
            let about_lists =
                item.iter().any(|token| matches!(self.word(token).as_ref(), "list" | "lists" | "everything" | "all"));
            if self.grammar.mentions_foreign(item) || about_lists && fit.intent != Intent::Add {
                return Found::Nothing;
            }
        }
        let points = self.points(item);
        if self.grammar.is_vague(item)
            && !matches!(fit.intent, Intent::Search | Intent::DeleteList | Intent::CreateList)
        {
            return if points { Found::Pointing(request) } else { Found::Missing(request) };
        }
        let first = item.first().map(|token| self.word(token));
        let deictic = matches!(first.as_deref(), Some("this" | "these")) && item.len() <= 3;
        if deictic && matches!(fit.intent, Intent::Add | Intent::AddSeveral) {
            return Found::Missing(request);
        }
        if self.makes_sense(&request) { Found::Request(request) } else { Found::Nothing }
    }

    /// Whether the words begin as a question does; "do dishes" is none.
    fn is_question(&self, tokens: &[Token]) -> bool {
        let word = |at: usize| tokens.get(at).map(|token| self.word(token));
        match word(0).as_deref() {
            Some("do") => matches!(word(1).as_deref(), Some("i" | "we" | "you" | "my" | "our" | "the" | "any")),
            Some(
                "what" | "whats" | "which" | "is" | "are" | "was" | "were" | "does" | "did" | "have" | "has" | "had"
                | "how" | "hows" | "when" | "where" | "wheres" | "who" | "am" | "any" | "anything",
            ) => true,
            _ => false,
        }
    }

    /// Whether an item has an order about "it" in it, so that it is more than an item: "dishes, put it on my list".
    fn holds_an_order(&self, item: &[Token]) -> bool {
        item.windows(2).any(|words| match words {
            [verb, it] => {
                matches!(
                    self.word(verb).as_ref(),
                    "put" | "add" | "delete" | "remove" | "take" | "cross" | "mark" | "erase"
                ) && matches!(self.word(it).as_ref(), "it" | "that" | "them" | "this")
            }
            _ => false,
        })
    }

    /// "a list of hotels" is none of the person's own lists.
    fn asks_for_any_list(&self, tokens: &[Token]) -> bool {
        tokens.windows(3).any(|words| match words {
            [article, list, of] => {
                matches!(self.word(article).as_ref(), "a" | "an" | "some")
                    && matches!(self.word(list).as_ref(), "list" | "lists")
                    && self.word(of) == "of"
            }
            _ => false,
        })
    }

    /// Whether the words around an item speak of one todo: "a todo", "the task", but not "my to do list".
    fn speaks_of_one(&self, tokens: &[Token], item: &[Token]) -> bool {
        let inside = span_of(item);
        let word =
            |at: usize| tokens.get(at).filter(|token| !inside.overlaps(token.span)).map(|token| self.word(token));
        (0..tokens.len()).any(|at| {
            let before_list = matches!(word(at + 1).as_deref(), Some("list" | "lists"));
            let one = match word(at).as_deref() {
                Some("todo" | "task" | "item" | "reminder" | "remind" | "chore") => true,
                Some("do") => at > 0 && word(at - 1).as_deref() == Some("to"),
                _ => false,
            };
            one && !before_list
        })
    }

    /// "a reminder for …" names a thing and not what to do.
    fn is_reminder_about(&self, tokens: &[Token], item: &[Token]) -> bool {
        let start = span_of(item).start;
        let mut before =
            tokens.iter().rev().skip_while(|token| token.span.start >= start).map(|token| self.word(token));
        matches!(before.next().as_deref(), Some("for" | "about" | "of")) && before.next().as_deref() == Some("reminder")
    }

    /// Whether the slots of a request hold what they must.
    fn makes_sense(&self, request: &Request<'_>) -> bool {
        let named = request.item.is_some() || request.position.is_some();
        let foreign = |tokens: Option<&[Token]>| tokens.is_some_and(|tokens| self.grammar.mentions_foreign(tokens));
        let yours = request.item.and_then(<[Token]>::first).is_some_and(|token| self.word(token) == "your");
        match request.intent {
            Intent::CreateList | Intent::DeleteList => {
                (request.item.is_some() || request.name.is_some()) && !foreign(request.item) && !foreign(request.name)
            }
            Intent::Delete | Intent::Complete | Intent::Reopen | Intent::Get => named,
            Intent::Rename => named && request.text.is_some() && !yours,
            Intent::Reschedule => named && request.when.is_some() && !foreign(request.item),
            Intent::Prioritise => named && request.value.is_some(),
            Intent::Add | Intent::AddSeveral => {
                // "start my to do list over" makes no todo "list over".
                !request
                    .item
                    .and_then(<[Token]>::first)
                    .is_some_and(|token| matches!(self.word(token).as_ref(), "list" | "lists"))
            }
            Intent::Search => request.item.is_some(),
            Intent::Calculate | Intent::Convert => request.sum.is_some(),
            _ => true,
        }
    }

    /// Whether a clause is a verb and an item, with no word about todos or lists.
    fn is_bare(&self, tokens: &[Token], item: &[Token]) -> bool {
        let inside = span_of(item);
        !tokens.iter().filter(|token| !inside.overlaps(token.span)).any(|token| {
            matches!(
                self.word(token).as_ref(),
                "todo"
                    | "todos"
                    | "to"
                    | "task"
                    | "tasks"
                    | "list"
                    | "lists"
                    | "item"
                    | "items"
                    | "chore"
                    | "chores"
                    | "reminder"
                    | "remind"
                    | "groceries"
                    | "checklist"
            )
        })
    }

    /// Whether the words point at something said before.
    fn points(&self, tokens: &[Token]) -> bool {
        tokens.iter().any(|token| {
            matches!(
                self.word(token).as_ref(),
                "it" | "that" | "this" | "them" | "those" | "these" | "result" | "answer"
            )
        })
    }

    /// An item without signs and filler at its ends; a todo that is looked up, without "task" or "item" beside its words.
    fn trim_item<'t>(&self, intent: Intent, item: &'t [Token]) -> &'t [Token] {
        let mut item = item;
        while let Some((first, rest)) = item.split_first() {
            if !matches!(first.kind, TokenKind::Sign(':' | ',' | '-' | ';' | '.' | '–' | '—') | TokenKind::LineEnd)
                || rest.is_empty()
            {
                break;
            }
            item = rest;
        }
        item = self.grammar.without_courtesy_after(item);
        if !matches!(intent, Intent::Delete | Intent::Complete | Intent::Reopen | Intent::Search | Intent::Get) {
            return item;
        }
        let noun = |token: &Token| matches!(self.word(token).as_ref(), "task" | "item" | "todo" | "reminder");
        if let Some((last, rest)) = item.split_last()
            && noun(last)
            && !rest.is_empty()
        {
            item = rest;
        }
        let articles = item.iter().take_while(|token| matches!(self.word(token).as_ref(), "the" | "my")).count();
        match item.get(articles..) {
            Some([first, rest @ ..]) if noun(first) && rest.len() > 1 => rest,
            _ => item,
        }
    }
}
