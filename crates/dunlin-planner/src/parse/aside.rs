//! What is only told behind a request: "delete the gym, I cancelled my membership", "put kids' shoes on my list, they've outgrown the last
//! pair". It asks for nothing, and the plan says that it leaves it out.

use crate::{
    lang::{
        en::{
            asides::{
                ASKS_OR_ORDERS, BEHIND_A_PAST, BEHIND_IS, COMING_OR_STAYING, CONTRACTED, DONE_SOMEHOW,
                HOW_MUCH_WEATHER, IS_FORECAST, IS_OR_DOES, IS_SOMEHOW, KEEPS, MOVED, MOVES_ITSELF, NEEDED, NO_SUBJECT,
                NOT_DONE, REMOVES, TAKES_BACK, TELLS_MORE, TELLS_OF, TOLD_DUE, USED, USED_UP, WEATHER,
            },
            conditions::DONE_OR_PAID,
            connectors::{AND, BETWEEN_CLAUSES, IT, LED_ON, NEW, NO_END, REMIND_ME},
            dates::POSSESSIVES,
            doubts::NOT,
            forms,
            items::TODOS_OR_LISTS,
            lists::DEEDS_OF_A_LIST,
            pauses::ADD,
            references::IT_OR_THEY,
        },
        grammar::VERBS,
    },
    model::{
        intent::TodoIntent,
        request::{Found, Request, Slots},
        token::{Token, TokenKind, span_of},
    },
    parse::{
        reader::{LONGEST_REASON, Reader},
        text::text_of,
        timed::says_when_due,
        words::Words,
    },
};

/// The most words before the verb of what is told: "the plumber never turned up".
const LATEST_VERB: usize = 3;
/// The same before a verb that can be nothing else: "the clutch on the old van is slipping".
const LATEST_SURE_VERB: usize = 6;

impl Words<'_> {
    /// Whether words are a clause with a subject and a verb that tells: "dave has a mate", "term is over", "gran paid".
    pub(super) fn states(&self, told: &[Token]) -> bool {
        let Some(first) = told.first().filter(|first| first.kind == TokenKind::Word) else { return false };
        if self.is(first, ASKS_OR_ORDERS) || self.is_question(told) {
            return false;
        }
        if self.is(first, CONTRACTED) {
            return told.len() > 1;
        }
        if self.tells_the_weather(told) || self.somebody_is_coming(told) {
            return true;
        }
        // "the recital's been called off", "almond milk's a waste of money"
        let is = |token: &Token| POSSESSIVES.iter().any(|end| token.span.of(self.goal).ends_with(end));
        let somehow = |at: usize| {
            told.get(at).is_some_and(|next| {
                let word = self.word(next);
                self.is(next, BEHIND_IS)
                    || self.is(next, IS_SOMEHOW)
                    || forms::is_gerund(&word)
                    || forms::is_past(&word)
            })
        };
        if (0..LATEST_VERB).any(|at| told.get(at).is_some_and(is) && somehow(at + 1) && told.len() > at + 2) {
            return true;
        }
        // "new moon is 9 december"
        let new = self.is(first, NEW) && !self.is_at(told, 1, TODOS_OR_LISTS);
        let asks = self.grammar.can_begin(first.word) && !new && !self.first_is(told, TELLS_OF);
        let named = |token: &&Token| token.kind == TokenKind::Word && !self.is(token, NO_SUBJECT);
        let subject = told.iter().take(LATEST_SURE_VERB).take_while(named).count();
        let is_verb = |at: usize| {
            let Some(verb) = told.get(at) else { return false };
            let past = at <= LATEST_VERB && forms::is_past(&self.word(verb));
            let behind = told.get(at + 1).is_none_or(|next| self.is(next, BEHIND_A_PAST));
            self.is(verb, IS_OR_DOES) && at + 1 < told.len() || past && behind
        };
        !asks && (1..=subject).any(is_verb)
    }

    /// "frost tonight", "heavy rain forecast for friday": what the weather is then, and nothing that is to be done.
    pub(super) fn tells_the_weather(&self, told: &[Token]) -> bool {
        let how = told.iter().take_while(|token| self.is(token, HOW_MUCH_WEATHER)).count();
        let rest = told.get(how + 1..).filter(|_| self.is_at(told, how, WEATHER)).unwrap_or_default();
        let said = rest.iter().take_while(|token| self.is(token, IS_FORECAST)).count();
        let day = rest.get(said..).unwrap_or_default();
        !rest.is_empty() && (day.is_empty() || says_when_due(self, day))
    }

    /// "landlord coming round friday", "both kids staying over saturday": who is there then.
    fn somebody_is_coming(&self, told: &[Token]) -> bool {
        let verb = (1..=LATEST_VERB).find(|at| self.is_at(told, *at, COMING_OR_STAYING));
        verb.is_some_and(|verb| {
            let (who, rest) = told.split_at_checked(verb).unwrap_or_default();
            let named = who.iter().all(|token| token.kind == TokenKind::Word && !self.is(token, NO_SUBJECT));
            let orders = self.first_is(who, VERBS) || who.first().is_some_and(|first| self.is_beginner(first));
            named && !orders && rest.len() > 1 && rest.iter().all(|token| !token.is_sign(','))
        })
    }

    /// Whether words can only be a statement, and tell no number that may be wanted: "emma doesn't eat meat", but not "tomatoes chopped", "the
    /// code is 4417".
    pub(super) fn states_plainly(&self, told: &[Token]) -> bool {
        let verb = told.iter().skip(1).take(LATEST_VERB).any(|token| self.is(token, IS_OR_DOES));
        verb && !self.holds_digits(told) && self.states(told)
    }
}

impl Reader<'_> {
    /// The request of words behind which a statement stands without a sign: "forget about the gym my knee is bad".
    pub(super) fn before_a_statement<'t>(&mut self, tokens: &'t [Token], said: &[Token]) -> Option<Request<'t>> {
        let first = (2..said.len().saturating_sub(2)).filter(|at| {
            self.is_at(said, *at, TELLS_MORE) && !self.is_at(said, *at, IT) || self.is_at(said, *at, TELLS_OF)
        });
        let asks =
            self.grammar.without_courtesy(tokens).first().is_some_and(|first| self.grammar.can_begin(first.word));
        let starts: Vec<usize> = if asks { first.collect() } else { Vec::new() };
        starts.into_iter().find_map(|at| {
            let (before, told) = (tokens.get(..at)?, said.get(at..)?);
            let short = told.len() <= LONGEST_REASON && !told.iter().any(|token| token.is_sign(','));
            let joined = self.last_is(before, NO_END) || self.last_is(before, BETWEEN_CLAUSES);
            let asks = joined
                || self.last_is(before, LED_ON)
                || self.goes_on_asking(told)
                || self.says_must(told)
                || self.takes_back_or_asks_more(before, told);
            if !short || asks || !self.tells(told) {
                return None;
            }
            let Found::Request(request) = self.find_request(before) else { return None };
            // "clear my shopping list I went to the store"
            let whole = request.todo().is_some_and(TodoIntent::ends_a_list) && self.is_at(told, 0, TELLS_MORE);
            let why = matches!(self.find(told), Found::Nothing) || whole && self.tells_of_what_was_done(told);
            if !why {
                return None;
            }
            let known = request.slots.item.is_some_and(|item| self.names_one_todo(item));
            let sure = whole || request.acts_on_a_todo() && (known || request.anchored);
            sure.then(|| Request { aside: Some(span_of(told)), ..request })
        })
    }

    /// "the list and buy yoghurt", "my list and replace it": an order behind an "and" is more than what is told.
    pub(super) fn goes_on_asking(&self, told: &[Token]) -> bool {
        told.windows(2).any(|pair| {
            matches!(pair, [and, verb] if self.is(and, BETWEEN_CLAUSES)
                && (self.is(verb, VERBS) || self.is_beginner(verb)))
        })
    }

    /// Whether an order stands behind a reason: "because the cat is limping, and ditch the litter".
    pub(super) fn asks_another(&self, reason: &[Token]) -> bool {
        reason.windows(3).any(|run| {
            matches!(run, [sign, and, verb] if sign.is_sign(',') && self.is(and, BETWEEN_CLAUSES) && self.is_beginner(verb))
        })
    }

    /// The todo that is added by the words before, due when the others tell: "add milk, it's due friday".
    pub(super) fn due_as_told<'t>(&mut self, before: &'t [Token], told: &'t [Token]) -> Option<Found<'t>> {
        let (said, day) =
            TOLD_DUE.iter().find(|run| self.begins(told, run)).and_then(|run| told.split_at_checked(run.len()))?;
        if !says_when_due(self, day) {
            return None;
        }
        let Found::Request(request) = self.find_request(before) else { return None };
        let added = request.todo() == Some(TodoIntent::Add) && request.slots.when.is_none();
        let own = crate::dates::quick_add(&text_of(self.goal, request.slots.item?), 0, &self.moment());
        (added && own.due.is_none() && own.recurrence.is_none()).then(|| {
            let slots = Slots { when: Some(day), ..request.slots };
            // "they close" at five: what happens then is said of no todo.
            let aside = said.iter().any(Token::is_unknown_word).then(|| span_of(said)).or(request.aside);
            Found::Request(Request { aside, ..request.with_slots(slots) })
        })
    }

    /// The request of the words before an aside, if the aside is none of its own.
    pub(super) fn with_an_aside<'t>(&mut self, before: &'t [Token], told: &[Token]) -> Option<Found<'t>> {
        if self.takes_back_or_asks_more(before, told) {
            return None;
        }
        if self.tells_of_another_done(before, told) {
            return None;
        }
        let aside = Some(span_of(told));
        let more = match self.find(told) {
            Found::Pointing(more) => Some(more.todo()),
            _ => None,
        };
        match self.find_request(before) {
            Found::Request(request)
                if request.acts_on_a_todo()
                    || request.todo() == Some(TodoIntent::AddSeveral) && self.states_plainly(told)
                    || request.todo().is_some_and(TodoIntent::ends_a_list)
                    || request.todo() == Some(TodoIntent::Add)
                        && (request.anchored
                            || self.first_is(told, NOT)
                            || self.first_is(told, USED_UP)
                            || self.states_plainly(told)
                                && self.first_is(self.grammar.without_courtesy(before), ADD)
                            || self.is_put_down(&request, before)
                            || self.adds_a_deed(&request, before)) =>
            {
                // "I finished the book, it was great" may speak of any book.
                let named = request.slots.item.is_some_and(|item| self.names_one_todo(item));
                let deed = self.adds_a_deed(&request, before)
                    || request.todo() == Some(TodoIntent::Delete)
                        && request.slots.item.is_some_and(|item| self.is_deed(item));
                let known = !self.first_is(told, IT) || request.anchored || named || deed;
                // "take the essays off, I did it on the train": what is done may come off.
                let off = request.todo() == Some(TodoIntent::Delete);
                let done = |more| more == Some(TodoIntent::Complete) && off && named;
                // "…, it was cancelled" may be said of what is deleted, and not of what is done.
                let fits = more.map_or(known, |more| more == request.todo() || done(more));
                fits.then_some(Found::Request(Request { aside, ..request }))
            }
            // "tell me if I wrote down the flights, I can't remember"
            Found::Request(request) if request.todo() == Some(TodoIntent::Search) && more.is_none() => {
                Some(Found::Request(Request { aside, ..request }))
            }
            Found::Pointing(request) if request.todo().is_some() && more.is_none() => {
                Some(Found::Pointing(Request { aside, ..request }))
            }
            _ => None,
        }
    }

    /// "taxes done, library books went back": what tells that another todo is done is no aside, whether it is understood or not.
    fn tells_of_another_done(&mut self, before: &[Token], told: &[Token]) -> bool {
        let deed = |token: &Token| self.is(token, DONE_SOMEHOW) || forms::is_past(&self.word(token));
        let done = told.iter().any(deed) && !self.any_is(told, IT) && !self.any_is(told, NOT);
        let Some(other) = self.todo_named_in(told).filter(|_| done) else { return false };
        let Found::Request(request) = self.find_request(before) else { return false };
        let orders = self.grammar.without_courtesy(before).first().is_some_and(|first| self.is_beginner(first));
        let text = |words: &[Token]| self.as_it_stands(&text_of(self.goal, words));
        let item = request.slots.item.filter(|_| request.todo() == Some(TodoIntent::Complete) && !orders);
        item.is_some_and(|item| text(item).is_some() && text(item) != text(other))
    }

    /// Whether a statement behind a request is no aside: "delete gym, I mean the garage", "mark it done, I haven't done it yet", "add
    /// yoga, it starts at 7 tomorrow".
    pub(super) fn takes_back_or_asks_more(&self, before: &[Token], told: &[Token]) -> bool {
        let needs_it =
            told.windows(2).any(|pair| matches!(pair, [need, it] if self.is(need, NEEDED) && self.is(it, IT)));
        // "they keep ringing me"
        let goes_on = |at: usize| {
            let next = told.get(at + 1);
            self.is_at(told, at, KEEPS) && next.is_some_and(|next| forms::is_gerund(&self.word(next)))
        };
        let takes_back = told
            .iter()
            .enumerate()
            .any(|(at, token)| self.is(token, TAKES_BACK) && !(needs_it && self.is(token, NEEDED)) && !goes_on(at));
        let is_done =
            self.any_is(before, DONE_OR_PAID) && self.any_is(told, NOT_DONE) && !self.says_what_is_not_meant(told);
        let removes = self.any_is(before, REMOVES);
        // "add pick up the cake, the bakery closes at 6", "…, it broke yesterday"
        let did = |did: &Token| forms::is_past(&self.word(did)) || self.is(did, USED);
        let of_another = || self.says_day(before) && !self.first_is(told, IT_OR_THEY);
        let other = || self.tells_of_a_thing(told) || self.states(told) || told.get(1).is_some_and(did) || of_another();
        let says_when = || self.says_day(told) || told.iter().any(|token| token.numeric);
        let dated = || crate::dates::quick_add(&text_of(self.goal, told), 0, &self.moment()).due.is_some();
        takes_back
            || is_done
            || if removes { self.tells_that_it_moved(told) } else { says_when() && !other() && dated() }
    }

    /// "it was moved", "they changed it": it only has another day. "he moved to spain" says nothing of it.
    fn tells_that_it_moved(&self, told: &[Token]) -> bool {
        let moved = |at: usize| self.is_at(told, at, MOVED);
        let itself = self.first_is(told, MOVES_ITSELF) && told.len() > 2 && moved(1) && !self.is_at(told, 2, IT);
        (0..told.len()).any(moved) && !itself
    }

    /// Whether words behind a sign tell something and ask for nothing: ", they died", ". I cancelled my membership".
    pub(super) fn is_aside(&mut self, words: &[Token]) -> bool {
        let Some((sign, told)) = words.split_first() else { return false };
        // "add call the vet and it's for monday"
        if self.is(sign, AND) {
            return TOLD_DUE.iter().any(|run| {
                self.begins(told, run) && told.get(run.len()..).is_some_and(|day| says_when_due(self, day))
            });
        }
        matches!(sign.kind, TokenKind::Sign(',' | ';' | '.' | '?' | '-' | '–' | '—'))
            && told.len() <= LONGEST_REASON
            && (self.first_is(told, TELLS_MORE)
                || self.tells_of_a_thing(told)
                || self.states(told)
                || self.says_what_is_not_meant(told))
            && !self.says_must(told)
            && matches!(self.find(told), Found::Nothing | Found::Pointing(_))
    }

    /// "get rid of the shopping list, I've bought it all", "…, I went to the store": what was done is why.
    pub(super) fn tells_why_a_list_goes(&mut self, tokens: &[Token], said: &[Token], at: usize) -> bool {
        let told = said.get(at + 1..).unwrap_or_default();
        said.get(at).is_some_and(|sign| matches!(sign.kind, TokenKind::Sign(',' | ';' | '.')))
            && self.first_is(told, TELLS_MORE)
            && self.tells_of_what_was_done(told)
            && matches!(self.find_request(tokens.get(..at).unwrap_or_default()), Found::Request(request)
                if request.todo().is_some_and(TodoIntent::ends_a_list))
    }

    /// "I've bought it all", "I went to the store": what was done, and no todo of the list by its name.
    fn tells_of_what_was_done(&mut self, told: &[Token]) -> bool {
        let Found::Request(done) = self.find(told) else { return false };
        match done.todo() {
            Some(TodoIntent::CompleteAll) => true,
            Some(TodoIntent::Complete) => !done.slots.item.is_some_and(|item| self.names_one_todo(item)),
            _ => false,
        }
    }

    /// Whether it is said to add what can only be something to do: "add fix the bike".
    pub(super) fn adds_a_deed(&self, request: &Request<'_>, before: &[Token]) -> bool {
        let said = self.grammar.without_courtesy(before);
        (self.first_is(said, ADD) || self.begins(said, REMIND_ME))
            && request.slots.item.is_some_and(|item| self.is_deed(item) || self.first_is(item, DEEDS_OF_A_LIST))
    }
}
