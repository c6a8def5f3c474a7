//! What a statement is about that stands beside a request about "it": "the package" in "I already mailed the package".

use crate::{
    dates,
    lang::{
        en::{
            again::IS_OR_ARE,
            asides::{
                AFTER_A_THING, BEFORE_A_VERB_TOLD, BEHIND_A_VERB, IT_IS, LACKING, NEARLY, NO_MORE, NOT_DONE,
                PUT_THAT_IN, SOMETHING, TAKES_BACK, TAKES_PLACE, TELLING, TELLS_OF, USED_UP, WE_HAVE, WILL,
            },
            conditions::{DONE_OR_PAID, IS_DONE, WHO_DID},
            connectors::{
                AND, BETWEEN_REASON, CHANGES_IT, FOR_THE, IT, NAMES_A_LIST, NO_REASON, RANKS_IT, REMIND_ME, WHY,
            },
            dates::POSSESSIVES,
            doubts::{ARTICLES, NOT},
            forms,
            lists::SOME_ONE,
            pauses::ADD,
            places::ALSO,
            reasons::Reason,
        },
        holds,
    },
    model::{
        intent::TodoIntent,
        reading::ClauseRead,
        request::{Asked, Found, Request, Slots},
        token::{Token, TokenKind},
    },
    parse::{
        due::named_beside, parts::parts, reader::Reader, shares_a_word, text::text_of, timed::says_when_due,
        words::Words,
    },
};

/// The most words before the verb of a statement, and of what it is about.
const LATEST_VERB: usize = 6;
const LONGEST: usize = 4;
/// How many words may say that something is missing.
const LONGEST_LACK: usize = 6;
/// The most words of what is said not to be meant.
const LONGEST_NOT_MEANT: usize = 4;
/// The most words of what is told that has a day.
const LONGEST_TOLD: usize = 8;

/// "create a list called boat and move the rope onto it": onto the list that was named before. Where none was, nothing is moved.
pub(super) fn move_onto_that_list(clauses: &mut [ClauseRead<'_>], at: usize) {
    let moves = |request: &Request<'_>| {
        request.todo() == Some(TodoIntent::Relist) && request.same_list && request.slots.name.is_none()
    };
    let there =
        |found: &Found<'_>| matches!(found, Found::Request(request) | Found::Pointing(request) if moves(request));
    if at == 0 && clauses.first().is_some_and(|first| there(&first.found)) {
        clauses[at].found = Found::Nothing;
    }
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    if !there(&next.found) {
        return;
    }
    let name = clause.found.request().and_then(|before| match before.todo() {
        Some(TodoIntent::CreateList) => before.slots.name.or(before.slots.item),
        _ => before.slots.name,
    });
    match &mut next.found {
        Found::Request(request) | Found::Pointing(request) if name.is_some() => request.slots.name = name,
        found => *found = Found::Nothing,
    }
}

/// "I'm out of rice, also add soap to my list": what is said to be missing is wanted as what is asked for besides.
pub(super) fn add_both(reader: &mut Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let Found::Request(request) = &next.found else { return };
    let (Some(last), Some(item)) = (clause.words.last(), request.slots.item.and_then(|item| item.first())) else {
        return;
    };
    let between = reader.goal.get(last.span.end..item.span.start).unwrap_or_default().to_lowercase();
    let also = between.split(|sign: char| !sign.is_alphanumeric()).any(|word| holds(ALSO, word))
        || reader.said_as_well(request.slots.item.unwrap_or_default());
    // "we need eggs, and drop the bread"
    let deletes = request.todo() == Some(TodoIntent::Delete) && !next.link.therefore;
    let adds = also && request.todo() == Some(TodoIntent::Add);
    if !(adds || deletes) || clause.condition.is_some() || !matches!(clause.found, Found::Nothing) {
        return;
    }
    if let Some((item, Reason::Lack)) = reader.named_by_reason(clause.words) {
        if deletes && shares_a_word(reader, item, request.slots.item.unwrap_or_default()) {
            return;
        }
        clause.found = Found::Request(Request::of_likely(TodoIntent::Add, Slots { item: Some(item), ..request.slots }));
    }
}

/// "add mop the hall then add dust the shelves, both for friday": the day is said of all that is added.
pub(super) fn share_day_of_all(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some((last, before)) = clauses.get_mut(..=at).and_then(<[_]>::split_last_mut) else { return };
    let Found::Request(request) = &last.found else { return };
    let single = request.slots.item.is_some_and(|item| parts(reader, item).len() == 1);
    let Some(day) = request.slots.text.filter(|_| single && request.todo() == Some(TodoIntent::AddSeveral)) else {
        return;
    };
    for clause in before.iter_mut().rev() {
        match &mut clause.found {
            Found::Request(other) if other.todo() == Some(TodoIntent::Add) && other.slots.when.is_none() => {
                other.slots.when = Some(day);
            }
            _ => return,
        }
    }
}

/// "remove rice from my list and replace it with oats": what takes its place is added there, for nothing is left to be renamed.
pub(super) fn add_in_its_place(clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let (Found::Request(gone), Found::Pointing(other)) = (&clause.found, &next.found) else { return };
    if (gone.todo(), other.todo()) == (Some(TodoIntent::Delete), Some(TodoIntent::Rename))
        && let Some(text) = other.slots.text
    {
        let slots = Slots { item: Some(text), name: gone.slots.name, ..Slots::default() };
        next.found = Found::Request(Request { anchored: gone.anchored, ..Request::of_likely(TodoIntent::Add, slots) });
    }
}

/// "we don't need bread, add rolls instead": what is not needed any more goes.
pub(super) fn take_out_instead(reader: &mut Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let Found::Request(request) = &next.found else { return };
    let instead = request.todo() == Some(TodoIntent::Add) && reader.says_instead(next.words);
    if !instead || clause.condition.is_some() || !matches!(clause.found, Found::Nothing) {
        return;
    }
    let Some((item, reason)) = reader.named_by_reason(clause.words) else { return };
    if reason == Reason::NoNeed || reader.begins(reader.grammar.without_courtesy(clause.words), NO_MORE) {
        let slots = Slots { item: Some(item), name: request.slots.name, ..Slots::default() };
        clause.found =
            Found::Request(Request { anchored: request.anchored, ..Request::of_likely(TodoIntent::Delete, slots) });
    }
}

/// Whether words ask for no more than the change that was told of: "…, move it", "so change that".
pub(super) fn changes_it(reader: &Words<'_>, words: &[Token]) -> bool {
    let bare = reader.grammar.without_courtesy_after(reader.grammar.without_courtesy(words));
    CHANGES_IT.iter().any(|run| reader.is_run(bare, run))
}

/// The same of a todo's priority: "the photos aren't important, lower the priority".
pub(super) fn ranks_it(reader: &Words<'_>, words: &[Token]) -> bool {
    let bare = reader.grammar.without_courtesy_after(reader.grammar.without_courtesy(words));
    reader.is_run(bare, RANKS_IT)
}

/// "remind me half an hour before the dentist": of the dentist, then.
pub(super) fn remind_beside(reader: &Words<'_>, clause: &mut ClauseRead<'_>) {
    if let Found::Missing(request) = &clause.found
        && request.todo() == Some(TodoIntent::AddWhat)
        && let Some(named) = request.slots.when.and_then(|when| named_beside(reader, when))
    {
        let articles = named.iter().take_while(|token| reader.is(token, ARTICLES)).count();
        let slots = Slots { item: named.get(articles..), ..request.slots };
        clause.found = Found::Request(Request { asked: Asked::Todo(TodoIntent::Add), slots, ..request.clone() });
    }
}

/// "my sister's birthday is on friday, remind me": of what is told of, when it is, or when the reminder is wanted.
pub(super) fn remind_of_it(reader: &mut Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([told, next]) = clauses.get_mut(at..at + 2) else { return };
    let Some(wanted) = reminder(reader, &next.found, next.words).or_else(|| put_in(reader, next)) else { return };
    let words = told.words;
    let happens = happens_then(reader, words);
    let is = |token: &Token| reader.is(token, TAKES_PLACE) && !reader.is(token, IS_OR_ARE);
    let told_whole = happens.is_none() || words.iter().any(is);
    let open = happens.is_none() && reader.named_by_reason(words).is_none();
    let then = happens.or_else(|| told_of_a_day(reader, words).filter(|_| open));
    let Some((item, day)) = then.filter(|_| told.condition.is_none()) else { return };
    // "my lease ends in march, remind me on friday": what is told of another day is kept in the todo's words.
    let whole = told_whole && wanted.when.is_some();
    let item = if whole { reader.grammar.without_courtesy(words) } else { item };
    let slots = Slots { item: Some(item), when: wanted.when.or(Some(day)), ..Slots::default() };
    next.found = Found::Request(Request::of(Asked::Todo(TodoIntent::Add)).with_slots(slots));
    told.said_for_next = true;
}

/// "the cat has her shots on the 3rd, so put that in": that is to be added, and no list is named.
fn put_in<'t>(reader: &Words<'_>, clause: &ClauseRead<'t>) -> Option<Slots<'t>> {
    let Found::Pointing(request) = &clause.found else { return None };
    let bare = reader.grammar.without_courtesy_after(reader.grammar.without_courtesy(clause.words));
    let put = PUT_THAT_IN.iter().any(|run| reader.is_run(bare, run));
    (put && matches!(request.todo(), Some(TodoIntent::AddWhat | TodoIntent::Add))).then_some(Slots::default())
}

/// What a statement tells of that has a day at its end, and that day: "the cat has her shots on the 3rd", "I'm meeting Paul at 6 tonight".
pub(super) fn told_of_a_day<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
    let said = reader.grammar.without_courtesy(words);
    let mine = WE_HAVE.iter().any(|run| reader.begins(said, run));
    let told = mine || reader.tells(said) && !reader.first_is(said, WHO_DID) && !reader.says_must(said);
    let day = (2..said.len()).find(|at| said.get(*at..).is_some_and(|day| says_when_due(reader, day)))?;
    let (item, day) = said.split_at_checked(day)?;
    let named = item.iter().all(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number));
    (told && named && item.len() <= LONGEST_TOLD && !reader.is_question(said)).then_some((item, day))
}

/// What somebody says beside it who wants to be reminded and does not say of what; nothing where no reminder is asked for.
pub(super) fn reminder<'t>(reader: &Words<'_>, found: &Found<'t>, words: &[Token]) -> Option<Slots<'t>> {
    let (Found::Pointing(request) | Found::Missing(request)) = found else { return None };
    let asked = request.todo() == Some(TodoIntent::AddWhat)
        && reader.begins(reader.grammar.without_courtesy(words), REMIND_ME)
        && request.slots.item.is_none_or(|item| reader.grammar.is_vague(item));
    // "nana's birthday is 9 april, remind me every year" says how often it comes.
    let again =
        request.slots.when.is_some_and(|when| dates::series(&text_of(reader.goal, when), &reader.moment()).is_some());
    (asked && !again).then_some(request.slots)
}

/// What happens on a day, and that day: "my sister's birthday is on friday".
pub(super) fn happens_then<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
    let said = reader.grammar.without_courtesy(words);
    // "it's bin day tomorrow"
    if let Some(rest) = IT_IS.iter().find(|run| reader.begins(said, run)).and_then(|run| said.get(run.len()..)) {
        return thing_and_day(reader, rest);
    }
    let Some(verb) = said.iter().take(LATEST_VERB + 1).position(|token| reader.is(token, TAKES_PLACE)) else {
        // "birthday card for tom on 12 december"
        return thing_and_day(reader, said).filter(|(item, _)| {
            !item.first().is_some_and(|first| reader.is_beginner(first))
                && !reader.grammar.is_statement(item)
                && !reader.is_deed(item)
        });
    };
    let (item, day) = (said.get(..verb)?, said.get(verb + 1..)?);
    let named = item.iter().all(|token| token.kind == TokenKind::Word)
        && !reader.grammar.is_vague(item)
        && !reader.first_is(item, WHO_DID)
        && !reader.is_question(said);
    (named && !item.is_empty() && says_when_due(reader, day)).then_some((item, day))
}

/// A thing by its name and the day behind it: "bin day tomorrow".
fn thing_and_day<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
    let day = (1..words.len()).find(|at| words.get(*at..).is_some_and(|day| says_when_due(reader, day)))?;
    let (item, day) = words.split_at_checked(day)?;
    let named = item.len() <= LATEST_VERB && item.iter().all(|token| token.kind == TokenKind::Word);
    (named && !reader.grammar.is_vague(item)).then_some((item, day))
}

impl Words<'_> {
    /// Whether words tell of a thing of somebody's: "the bakery closes at 6", "tom's birthday is on friday".
    pub(super) fn tells_of_a_thing(&self, told: &[Token]) -> bool {
        let owned = |first: &Token| POSSESSIVES.iter().any(|end| first.span.of(self.goal).ends_with(end));
        let verb = |token: &Token| self.is(token, TELLING) || forms::is_irregular_past(&self.word(token));
        // "my husband already picked some up"
        let did = told.iter().skip(2).take(2).any(|token| forms::is_past(&self.word(token)));
        let thing = self.first_is(told, TELLS_OF) || told.first().is_some_and(owned) || self.first_is(told, SOMETHING);
        // "add soap, used up the last of it"
        thing && (did || told.iter().skip(1).any(verb)) || told.len() > 1 && self.first_is(told, USED_UP)
    }

    /// Whether words go on with another statement: "the flights and the hotel still needs booking".
    pub(super) fn tells_of_two(&self, words: &[Token]) -> bool {
        let and = words.iter().position(|token| self.is(token, AND)).and_then(|at| words.get(at..));
        self.any_is(and.unwrap_or_default(), TELLING)
    }

    /// The todo that stands in words, with those behind an "and": "the milk and the bread" in "Jas has bought the milk and the bread".
    pub(crate) fn todos_named_in<'t>(&self, words: &'t [Token]) -> Option<&'t [Token]> {
        let mut named = self.todo_named_in(words)?;
        let begins = |words: &[Token]| words.first().map(|token| token.index);
        let start = (0..words.len()).find(|at| begins(words.get(*at..).unwrap_or_default()) == begins(named))?;
        loop {
            let end = start + named.len();
            let rest = words.get(end + 1..).filter(|_| self.is_at(words, end, AND)).unwrap_or_default();
            let article = rest.iter().take_while(|token| self.is(token, ARTICLES)).count();
            let rest = rest.get(article..).unwrap_or_default();
            let Some(other) = self.todo_named_in(rest).filter(|other| begins(other) == begins(rest)) else {
                return Some(named);
            };
            named = words.get(start..end + 1 + article + other.len())?;
        }
    }

    /// "please add toothpaste I am out": what is missing is why it is added.
    pub(super) fn tells_a_lack(&self, before: &[Token], said: &[Token]) -> bool {
        let reason = said.get(before.len()..).unwrap_or_default();
        let adds = self.first_is(self.grammar.without_courtesy(before), ADD);
        let reason = reason.get(usize::from(self.first_is(reason, BETWEEN_REASON))..).unwrap_or_default();
        // "we're nearly out"
        let short = reason.len() <= LONGEST_LACK;
        let plain = || -> Vec<Token> { reason.iter().filter(|token| !self.is(token, NEARLY)).copied().collect() };
        adds && short && {
            let plain = plain();
            LACKING.iter().any(|run| self.begins(&plain, run))
        }
    }

    /// "add decaf, not regular coffee"
    pub(super) fn says_what_is_not_meant(&self, told: &[Token]) -> bool {
        let (not, rest) = match told {
            [not, rest @ ..] if self.is(not, NOT) => (true, rest),
            _ => (false, told),
        };
        let other = |token: &Token| [TAKES_BACK, IT, NOT_DONE].iter().any(|words| self.is(token, words));
        let thing = |token: &Token| token.kind == TokenKind::Word && !other(token);
        not && (1..=LONGEST_NOT_MEANT).contains(&rest.len()) && rest.iter().all(thing) && !self.says_day(rest)
    }

    /// What somebody did something with, or is doing it: "the cake" in "my sister is picking up the cake".
    pub(crate) fn thing_told_of<'t>(&self, words: &'t [Token]) -> Option<&'t [Token]> {
        // "the shed is painted"
        if let [first, thing @ .., is, done] = words
            && self.is(first, TELLS_OF)
            && self.is(is, IS_DONE)
            && (self.is(done, DONE_OR_PAID) || forms::is_past(&self.word(done)))
            && (1..=LONGEST).contains(&thing.len())
            && thing.iter().all(|token| token.kind == TokenKind::Word)
        {
            return Some(thing);
        }
        let verb = (1..words.len().min(LATEST_VERB)).find(|at| {
            let word = words.get(*at).map(|token| self.word(token)).unwrap_or_default();
            let led = self.is_at(words, at - 1, BEFORE_A_VERB_TOLD);
            let will = self.is_at(words, at - 1, WILL) && words.get(*at).is_some_and(|verb| !self.is(verb, TELLS_OF));
            forms::is_past(&word) || led && forms::is_gerund(&word) || will
        })?;
        let rest = words.get(verb + 1..)?;
        let rest = rest.get(usize::from(self.first_is(rest, BEHIND_A_VERB))..)?;
        let (first, rest) = rest.split_first()?;
        if !self.is(first, TELLS_OF) && !self.is(first, SOME_ONE) {
            return None;
        }
        let named = |token: &&Token| token.kind == TokenKind::Word && !self.is(token, AFTER_A_THING);
        let length = rest.iter().take(LONGEST + 1).take_while(named).count();
        rest.get(..length).filter(|thing| (1..=LONGEST).contains(&thing.len()) && !self.grammar.is_vague(thing))
    }

    /// What a statement names, without when somebody wants it done: "the taxes" in "the boss wants the taxes done by monday".
    pub(super) fn without_when_wanted<'t>(&self, item: &'t [Token]) -> &'t [Token] {
        if self.names_one_todo(item) && self.names_its_text(item) {
            return item;
        }
        let when = (1..item.len()).find(|at| item.get(*at..).is_some_and(|days| says_when_due(self, days)));
        let Some(thing) = when.and_then(|at| item.get(..at)) else { return item };
        match thing.split_last() {
            Some((last, rest))
                if !rest.is_empty() && (self.is(last, DONE_OR_PAID) || forms::is_past(&self.word(last))) =>
            {
                rest
            }
            _ => thing,
        }
    }

    /// Whether words say why something else is asked for: "since the plumber cancelled".
    pub(crate) fn is_fronted_reason(&self, words: &[Token]) -> bool {
        let rest = self.grammar.without_courtesy(words);
        let [because, told @ ..] = rest else { return false };
        // "since guests come saturday", but not "as soon as possible"
        let tells = told.len() > 1 && self.grammar.is_statement(told)
            || told.len() > 2 && !self.first_is(told, NO_REASON) && !told.iter().any(|token| token.is_sign(','));
        self.is(because, WHY) && tells || self.is_fronted_purpose(rest)
    }

    /// Whether words say what something else is asked for: "for the trip", before "add the passport to my list".
    pub(crate) fn is_fronted_purpose(&self, words: &[Token]) -> bool {
        let thing = words.get(FOR_THE.len()..).unwrap_or_default();
        let of_a_list = |token: &Token| self.is(token, NAMES_A_LIST) || self.grammar.known_lists.contains(token.word);
        self.begins(words, FOR_THE)
            && (1..=LONGEST).contains(&thing.len())
            && thing.iter().all(|token| token.kind == TokenKind::Word && !self.is_beginner(token))
            && !self.says_day(thing)
            && !(thing.len() == 1 && thing.iter().any(of_a_list) && self.is_own_list(thing))
            && !self.any_is(thing, NAMES_A_LIST)
    }

    /// Whether a word of a reason is one that asks for a change: "since I'm ill delete the gym".
    pub(crate) fn gives_an_order(&self, words: &[Token]) -> bool {
        // "the sky is clear" says how it is.
        let told = |at: usize| self.is_at(words, at - 1, IS_OR_ARE);
        let order = |(at, token): (usize, &Token)| {
            self.is_beginner(token) && self.grammar.asks_for_change(std::slice::from_ref(token)) && !told(at)
        };
        words.iter().enumerate().skip(2).any(order)
    }
}
