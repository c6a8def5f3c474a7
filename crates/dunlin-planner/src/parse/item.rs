//! The words that a row captured as an item, without what people say around a todo's own words.

use dunlin_base::Span;

use crate::{
    context::Known,
    lang::en::{
        asides::BEHIND_A_VERB,
        days::EACH,
        doubts::{DO, EVERYTHING, HANDLED, PUT, TO},
        exchanged::{DOWN, POINTED_AT},
        filters::BEFORE_DAYS,
        items::{
            ABOUT_ALONE, ABOUT_WHAT, ANY_ONE, ANYTHING, ARTICLES, AS_IT_IS, AS_WELL, BOTH_OR_ALL, BUT, GOES_THERE,
            HAVE_TO, HUMS, I_OR_WE, JOBS, LAST_OF, LEAVES, MUCH, MUST, NOT, NOT_ANY_MORE, NOTED, OF, OF_THEM,
            ON_MY_LIST, ONE_OR_THING, ONE_THING, STAYS, TELLS_WHY, THAT, THE_OR_MY, TODO_NOUNS, TOLD_TIMES, WHICHEVER,
            WHICHEVER_ONE,
        },
        lists::{BEFORE_AN_ARTICLE, BUYS, PLACED, PUTS_DOWN, SOME_ONE},
        pauses::{ON, PRIORITY, TAGS},
        phrases::{AGAIN, EVENTS},
        references::DONE_TO_SUCH,
    },
    lang::holds,
    model::{
        intent::{Intent, TodoIntent},
        request::Request,
        token::{Token, TokenKind, span_of},
    },
    parse::{selection::selection, words::Words},
};

/// Words without the signs before them.
fn without_signs(item: &[Token]) -> &[Token] {
    let mut item = item;
    while let Some((first, rest)) = item.split_first() {
        if !matches!(
            first.kind,
            TokenKind::Sign(':' | ',' | '-' | ';' | '.' | '?' | '!' | '–' | '—') | TokenKind::LineEnd
        ) || rest.is_empty()
        {
            break;
        }
        item = rest;
    }
    item
}

/// The most words of who gets something.
const MOST_WORDS_OF_A_NAME: usize = 3;

impl Words<'_> {
    /// Whether the words name one todo of the person's, and only one.
    pub(crate) fn names_one_todo(&self, item: &[Token]) -> bool {
        self.is_one_todo(&crate::parse::text::text_of(self.goal, item))
    }

    /// "buy her a present" of "I need to buy her a present": who gets it stands behind the verb, which is then no part of the reason.
    pub(super) fn with_who_gets_it<'t>(&self, tokens: &'t [Token], item: &'t [Token]) -> &'t [Token] {
        let article = item.iter().take(MOST_WORDS_OF_A_NAME).position(|token| self.is(token, SOME_ONE)).unwrap_or(0);
        let who = item.get(..article).unwrap_or_default();
        let named = who.iter().all(|token| token.kind == TokenKind::Word && !self.is(token, BEFORE_AN_ARTICLE));
        let start = span_of(item).start;
        let at = tokens.iter().position(|token| token.span.start == start).unwrap_or(0);
        let verb = at.checked_sub(1).filter(|verb| self.is_at(tokens, *verb, BUYS));
        let gets = verb.filter(|_| named && !who.is_empty()).and_then(|verb| tokens.get(verb..at + item.len()));
        gets.unwrap_or(item)
    }

    /// "the library books went back", "mum rung": of a todo that is about returning or ringing, where others say nothing by it.
    pub(super) fn fits_what_was_done(&self, request: &Request<'_>, tokens: &[Token]) -> bool {
        let Some(item) = request.slots.item else { return true };
        let end = span_of(item).end;
        let behind: Vec<Token> = tokens.iter().filter(|token| token.span.start >= end).copied().collect();
        let told = DONE_TO_SUCH.iter().find(|(run, _)| self.begins(&behind, run));
        let text =
            || self.as_it_stands(&crate::parse::text::text_of(self.goal, item)).unwrap_or_default().to_lowercase();
        told.is_none_or(|(_, verbs)| text().split_whitespace().any(|word| holds(verbs, word)))
    }

    /// "the bread. The milk I forgot": the words of a todo, and another sentence.
    pub(super) fn names_one_before_a_stop(&self, item: &[Token]) -> bool {
        let stop = |at: &usize| {
            let next = item.get(at + 1).is_some_and(|next| next.kind == TokenKind::Word && !next.glued);
            next && item.get(*at).is_some_and(|sign| sign.is_sign('.'))
        };
        (1..item.len()).find(stop).is_some_and(|at| item.get(..at).is_some_and(|item| self.names_one_todo(item)))
    }

    /// Whether words are all of a todo's text.
    pub(crate) fn names_its_text(&self, item: &[Token]) -> bool {
        let words = crate::parse::text::text_of(self.goal, item);
        let found = self.context.on_list.map(|on_list| on_list.find(&words));
        matches!(found, Some(Known::One(text)) if text.eq_ignore_ascii_case(&words))
    }

    /// The same of a text.
    pub(crate) fn is_one_todo(&self, words: &str) -> bool {
        self.as_it_stands(words).is_some()
    }

    /// The text of the one todo that words mean: "pay rent", where it was called the rent.
    pub(crate) fn as_it_stands(&self, words: &str) -> Option<String> {
        match self.context.on_list?.find(words) {
            Known::One(text) => Some(text),
            Known::Several(_) | Known::None(_) => None,
        }
    }

    /// Whether words speak of a todo that there is as "the sink one".
    pub(crate) fn speaks_of_the_one(&self, item: &[Token]) -> bool {
        item.len() > 2 && self.first_is(item, THE_OR_MY) && self.last_is(item, ONE_OR_THING)
    }

    /// Whether something is said to be named besides: "envelopes too".
    pub(crate) fn said_as_well(&self, item: &[Token]) -> bool {
        let behind = self.goal.get(span_of(item).end..).unwrap_or_default().trim_start().to_lowercase();
        let mut said = AS_WELL.iter().filter_map(|said| behind.strip_prefix(said));
        said.any(|rest| !rest.starts_with(char::is_alphanumeric))
    }

    /// Whether words begin with a verb that puts something on a list.
    pub(crate) fn puts_down(&self, words: &[Token]) -> bool {
        self.first_is(self.grammar.without_courtesy(words), PUTS_DOWN) || self.is_put(words)
    }

    /// "put decaf down", "write down decaf": a thing without an article is put on the list, where "put the cat down" is not.
    pub(super) fn is_put_down(&self, request: &Request<'_>, words: &[Token]) -> bool {
        // "put decaf down, mine has gone stale"
        let aside = request.aside.and_then(|aside| words.iter().position(|token| token.span.start >= aside.start));
        let before = aside.and_then(|at| words.get(..at - usize::from(at > 0)));
        let puts = |words: &[Token]| {
            let said = self.grammar.without_courtesy_after(self.grammar.without_courtesy(words));
            self.first_is(said, PUTS_DOWN) && (self.last_is(said, DOWN) || self.is_at(said, 1, DOWN))
        };
        let thing = |item: &[Token]| {
            (!self.any_is(item, POINTED_AT) || self.is_deed(item) && !self.first_is(item, POINTED_AT))
                && !self.grammar.mentions_foreign(item)
                && item.iter().all(|token| token.kind == TokenKind::Word && !token.numeric)
        };
        request.todo() == Some(TodoIntent::Add)
            && [Some(words), before].into_iter().flatten().any(puts)
            && request.slots.item.is_some_and(thing)
    }

    /// Whether an item speaks of something else than todos; an appointment that is added with its day is one.
    pub(super) fn mentions_foreign_but_events(&self, intent: TodoIntent, item: &[Token]) -> bool {
        // "drops every 8 hours" comes again.
        let again = |at: usize| (at.saturating_sub(2)..at).any(|before| self.is_at(item, before, AGAIN));
        let foreign = |(at, token): &(usize, &Token)| {
            let comes_again = intent == TodoIntent::Add && again(*at);
            self.grammar.mentions_foreign(std::slice::from_ref(*token)) && !comes_again
        };
        let foreign: Vec<&Token> = item.iter().enumerate().filter(foreign).map(|(_, token)| token).collect();
        // A day or a time makes one that is added out of what happens.
        let happens = || {
            let events = intent == TodoIntent::Add && foreign.iter().all(|token| self.is(token, EVENTS));
            events && self.says_day_or_time(item)
        };
        !foreign.is_empty() && !happens()
    }

    /// "… and tofu put on", "brownies added to it": what goes on a list where something was taken off.
    pub(crate) fn is_put(&self, words: &[Token]) -> bool {
        let ends = words.iter().rev().take(4).position(|token| self.is(token, PLACED));
        ends.is_some() && (2..=8).contains(&words.len()) && !self.first_is(words, PLACED)
    }

    /// Whether a todo that is put on a list is one that there is: "put gym on the home list", where "gym" is all that a todo says,
    /// "the plants", "the sink one".
    pub(crate) fn speaks_of_a_known(&self, words: &[Token], item: &[Token]) -> bool {
        let puts = self.first_is(self.grammar.without_courtesy(words), PUT);
        self.speaks_of_the_one(item) || puts && (self.first_is(item, THE_OR_MY) || self.names_its_text(item))
    }

    /// Whether what would be added says something of todos that are there: "set each todo on my list due tomorrow", "add the tag food to
    /// each of them".
    pub(crate) fn is_said_of_each(&self, item: &[Token]) -> bool {
        let each = self.first_is(item, EACH) && selection(self, item).is_some();
        let bare = item.get(usize::from(self.first_is(item, ARTICLES) && item.len() > 1)..).unwrap_or_default();
        let to = bare.iter().position(|token| self.is(token, TO)).and_then(|to| bare.get(to + 1..));
        let tags = (self.first_is(bare, TAGS) || self.first_is(bare, PRIORITY))
            && to.is_some_and(|todos| selection(self, todos).is_some());
        each || tags
    }

    /// Whether words say that a todo is to stay as it is: "leave the gym where it is".
    pub(crate) fn leaves_a_todo(&self, words: &[Token]) -> bool {
        let said = self.grammar.without_courtesy(words);
        let Some((verb, rest)) = said.split_first() else { return false };
        let item = AS_IT_IS.iter().find_map(|end| self.before_the_end(rest, end)).unwrap_or(rest);
        let listed = || self.before_the_end(rest, ON_MY_LIST).is_some_and(|item| !item.is_empty());
        // "almond milk stays"
        let stays = || self.before_the_end(said, STAYS).is_some_and(|item| self.names_one_todo(item));
        stays() || self.is(verb, LEAVES) && (listed() || self.stands_on_a_list(item) || self.list_said(item).is_some())
    }

    /// A todo's words without when something was done to it: "the sink" for "the sink this morning".
    pub(super) fn without_told_time<'t>(&self, item: &'t [Token]) -> &'t [Token] {
        let told = TOLD_TIMES.iter().find_map(|run| self.before_the_end(item, run));
        told.filter(|before| !before.is_empty() && !self.last_is(before, BEFORE_DAYS)).unwrap_or(item)
    }

    /// The same where the time is no part of a todo that stands on a list: "mum" for "mum last night".
    pub(super) fn without_time_told<'t>(&self, item: &'t [Token]) -> &'t [Token] {
        let bare = self.without_told_time(item);
        // "finish everything at home" is about what is tagged so.
        let all = self.first_is(item, EVERYTHING);
        let own = all || self.names_its_text(item) || self.stands_on_a_list(item) && !self.stands_on_a_list(bare);
        if own { item } else { bare }
    }

    /// What is deleted because of what is told of it: "rice" in "we don't need rice any more because we have some, take it off".
    /// What is added says who gets it.
    pub(super) fn trim_told<'t>(&self, intent: Intent, item: &'t [Token], tokens: &'t [Token]) -> &'t [Token] {
        if intent == Intent::Todo(TodoIntent::Add) {
            return self.with_who_gets_it(tokens, item);
        }
        if intent != Intent::Todo(TodoIntent::Delete) || !self.grammar.is_statement(tokens) {
            return item;
        }
        self.without_time_told(self.without_why(item))
    }

    /// What is not needed without why: "rice" in "rice any more since we have some".
    pub(super) fn without_why<'t>(&self, item: &'t [Token]) -> &'t [Token] {
        let why = (1..item.len().saturating_sub(1)).find(|at| self.is_at(item, *at, TELLS_WHY));
        let why = why.filter(|_| !self.names_its_text(item)).and_then(|at| item.get(..at)).unwrap_or(item);
        let bare = NOT_ANY_MORE.iter().find_map(|run| self.before_the_end(why, run));
        bare.filter(|bare| !bare.is_empty()).unwrap_or(why)
    }

    /// Where the reason stands that was told of an item as it was said.
    pub(super) fn why_told(&self, item: &[Token], said: &[Token]) -> Option<Span> {
        let end = span_of(item).end;
        let rest = said.iter().position(|token| token.span.start >= end).and_then(|at| said.get(at..))?;
        self.any_is(rest, TELLS_WHY).then(|| span_of(rest))
    }

    /// What is looked for without what is asked of it: "the rent" in "have I got the rent down on my list".
    fn without_noted<'t>(&self, intent: TodoIntent, item: &'t [Token]) -> &'t [Token] {
        let noted = item.iter().skip(1).rev().take_while(|token| self.is(token, NOTED)).count();
        let noted = if intent == TodoIntent::Search { noted } else { 0 };
        let item = item.get(..item.len() - noted).unwrap_or(item);
        if intent != TodoIntent::Search || self.stands_on_a_list(item) {
            return item;
        }
        // "when do I have to go to the dentist", "what day do I have to phone mum on"
        let going = GOES_THERE.iter().find(|run| self.begins(item, run)).map_or(0, |run| run.len());
        let there = item.get(going..).unwrap_or_default();
        let there = there.split_last().filter(|(last, _)| self.is(last, ON)).map_or(there, |(_, before)| before);
        if !there.is_empty() && self.stands_on_a_list(there) {
            return there;
        }
        // "when do I have to take the library books back": said with another verb.
        let deed = self.is_deed(item) || item.first().is_some_and(|first| self.is_beginner(first));
        let object = item.get(1..).filter(|_| deed).unwrap_or_default();
        let object =
            object.split_last().filter(|(last, _)| self.is(last, BEHIND_A_VERB)).map_or(object, |(_, object)| object);
        if self.names_one_todo(object) { object } else { item }
    }

    /// An item without what is said before it and says nothing: "um, pick up the suit", "just one thing, sleep".
    fn without_hums<'t>(&self, item: &'t [Token]) -> &'t [Token] {
        let hums = item.iter().take_while(|token| self.is(token, HUMS)).count();
        let item = item.get(hums..).filter(|rest| !rest.is_empty()).unwrap_or(item);
        let one = ONE_THING.iter().find(|run| self.begins(item, run)).and_then(|run| item.get(run.len()..));
        one.filter(|rest| !rest.is_empty()).unwrap_or(item)
    }

    /// What is added, without what only says that it is to be done: "to", "that", "the last of", "that I have to".
    fn without_opening<'t>(&self, mut item: &'t [Token]) -> &'t [Token] {
        // "i need to wax the skis, can you remind me"
        if let [to, deed, ..] = item
            && self.is(to, TO)
            && !self.is(deed, DO)
            && !self.is(deed, HANDLED)
        {
            item = item.get(1..).unwrap_or(item);
        }
        // "I used up the last of the honey, please add it to my list"
        if let Some(run) = LAST_OF.iter().find(|run| self.begins(item, run))
            && item.len() > run.len()
        {
            item = item.get(run.len()..).unwrap_or(item);
        }
        // "note down that I owe Lisa 20 euros"
        if let [that, next, _, ..] = item
            && self.is(that, THAT)
            && !self.is(next, MUCH)
        {
            item = item.get(1..).unwrap_or(item);
        }
        // "a reminder that I have to move the car"
        if let [i, must, rest @ ..] = item
            && self.is(i, I_OR_WE)
            && self.is(must, HAVE_TO)
        {
            let to = usize::from(self.first_is(rest, TO));
            if rest.len() > to && (to == 1 || self.is(must, MUST)) {
                return rest.get(to..).unwrap_or(item);
            }
        }
        item
    }

    /// What is acted on, without what is said not to be: "delete the tuesday meeting, not the thursday one".
    pub(super) fn without_what_is_not_meant<'t>(&self, mut item: &'t [Token]) -> &'t [Token] {
        let not = item
            .windows(2)
            .rposition(|pair| matches!(pair, [not, the] if self.is(not, NOT) && self.is(the, THE_OR_MY)));
        let but_not =
            item.windows(2).rposition(|pair| matches!(pair, [but, not] if self.is(but, BUT) && self.is(not, NOT)));
        if let Some(at) = not.or(but_not.map(|but| but + 1)).filter(|at| *at > 0) {
            item = item.get(..at).unwrap_or(item);
            // "the dishes and the laundry but not the ironing"
            item = item.split_last().filter(|(last, _)| self.is(last, BUT)).map_or(item, |(_, before)| before);
        }
        if let Some((comma, before)) = item.split_last()
            && comma.is_sign(',')
        {
            item = before;
        }
        item
    }

    /// An item without signs and filler at its ends; a todo that is looked up, without "task" or "item" beside its words.
    pub(super) fn trim_item<'t>(&self, intent: Intent, item: &'t [Token]) -> &'t [Token] {
        let mut item = self.grammar.without_courtesy_after(without_signs(item));
        let Intent::Todo(intent) = intent else { return item };
        item = self.without_hums(item);
        if intent == TodoIntent::Add {
            return self.without_opening(item);
        }
        if !(intent.acts_on_a_todo() || matches!(intent, TodoIntent::Search | TodoIntent::Get)) {
            return item;
        }
        // "I fixed the sink this morning"
        if intent == TodoIntent::Complete && selection(self, item).is_none() {
            item = self.without_time_told(item);
        }
        // "buy milk and call mum, both of them"
        let tail = item.iter().rposition(|token| token.is_sign(',')).filter(|at| *at > 0);
        if let Some((before, [_, both, rest @ ..])) = tail.and_then(|at| item.split_at_checked(at))
            && self.is(both, BOTH_OR_ALL)
            && (rest.is_empty() || rest.len() == OF_THEM.len() && self.begins(rest, OF_THEM))
        {
            item = before;
        }
        item = self.without_what_is_not_meant(item);
        item = self.without_noted(intent, item);
        // "is there anything about taxes on my list"
        if let [any, about, rest @ ..] = item
            && intent == TodoIntent::Search
            && self.is(any, ANYTHING)
            && self.is(about, ABOUT_WHAT)
            && !rest.is_empty()
        {
            return rest;
        }
        // "whichever todo is about rent"
        let about = item.iter().take(6).position(|token| self.is(token, ABOUT_ALONE));
        let which = |token: &Token| self.is(token, WHICHEVER);
        if let Some(at) = about
            && let (Some(before), Some(rest)) = (item.get(..at), item.get(at + 1..))
            && self.any_is(before, WHICHEVER_ONE)
            && before.iter().all(which)
            && !rest.is_empty()
        {
            return rest;
        }
        let noun = |token: &Token| self.is(token, TODO_NOUNS);
        // "the sink job", but not "apply for the job"
        let job = |last: &Token, rest: &[Token]| self.is(last, JOBS) && rest.len() <= 3 && !self.is_deed(item);
        // "set every home todo to high priority" names several.
        let each = self.first_is(item, EACH) && selection(self, item).is_some();
        let named = |last: &Token, rest: &[Token]| {
            !each && noun(last) || job(last, rest) || self.is(last, ONE_OR_THING) && !self.any_is(rest, ANY_ONE)
        };
        if let Some((last, rest)) = item.split_last()
            && named(last, rest)
            && !rest.is_empty()
        {
            item = rest;
        }
        let articles = item.iter().take_while(|token| self.is(token, THE_OR_MY)).count();
        match item.get(articles..) {
            // "the task of the sink"
            Some([first, of, rest @ ..]) if noun(first) && self.is(of, OF) && !rest.is_empty() => rest,
            Some([first, rest @ ..]) if noun(first) && rest.len() > 1 => rest,
            _ => item,
        }
    }
}
