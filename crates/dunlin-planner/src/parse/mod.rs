//! From tokens to what each clause asks for: limits and templates, clauses, conditions, requests.
//!
//! Nothing here knows what was said before a clause; what a request about "it" means is found out by [`crate::resolve`].

pub(crate) mod again;
pub(crate) mod anew;
mod answered;
mod apart;
mod aside;
mod beside;
mod calendar;
mod clause;
pub(crate) mod compared;
pub(crate) mod condition;
pub(crate) mod connector;
pub(crate) mod correct;
pub(crate) mod corrected;
pub(crate) mod day;
mod day_tales;
pub(crate) mod days_meant;
mod deed;
mod done_by_me;
pub(crate) mod due;
mod ellipsis;
pub(crate) mod exception;
pub(crate) mod exchanged;
pub(crate) mod filtered;
pub(crate) mod goods;
mod how;
pub(crate) mod in_full;
mod interpret;
mod item;
pub(crate) mod labelled;
mod leave_out;
pub(crate) mod limits;
pub(crate) mod lines;
mod lists;
mod loose;
mod memo;
mod no_words;
pub(crate) mod of_each;
pub(crate) mod onto_it;
pub(crate) mod own_lists;
mod part_reasons;
pub(crate) mod parts;
pub(crate) mod pause;
pub(crate) mod places;
pub(crate) mod plausible;
pub(crate) mod priority;
mod pronoun;
pub(crate) mod reader;
mod renamed;
pub(crate) mod reports;
mod said;
pub(crate) mod schedule;
pub(crate) mod selection;
mod shares;
mod slips;
pub(crate) mod span;
pub(crate) mod split;
pub(crate) mod surely;
pub(crate) mod text;
mod there;
pub(crate) mod timed;
mod told;
pub(crate) mod told_day;
pub(crate) mod turns;
pub(crate) mod unsure;
mod when;
pub(crate) mod whose_day;
pub(crate) mod wishes;
pub(crate) mod words;
pub(crate) mod zones;

use dunlin_base::Span;

use crate::{
    lang::en::{
        conditions::{DONE_OR_PAID, WHO_DID},
        connectors::{BEFORE_TIME, REMIND_ME},
        doubts::{ARTICLES, NOT, TOLD_OF_IT},
        items::LAST_OF,
        pauses::ADD,
        phrases::CALLS,
        reckoning::ASKS_AN_AMOUNT,
        references::AN_AMOUNT,
    },
    model::{
        intent::TodoIntent,
        limit::Constraint,
        reading::{ClauseRead, Condition, Conditional, Link, Reading, Utterance},
        request::{Asked, Found, Request},
        template::Template,
        token::{Token, span_of},
    },
    parse::{reader::Reader, text::without_possessive, words::Words},
};

/// The limits and clauses of a goal.
pub(crate) fn utterance<'t>(reader: &mut Reader<'_>, templates: &'t [Template], tokens: &'t [Token]) -> Utterance<'t> {
    let (limits, asked) = without_limits(reader, tokens);
    let template = named_template(reader, templates, asked);
    let clauses = if template.is_some() { Vec::new() } else { split::split(reader, asked) };
    Utterance { limits, asked, template, clauses }
}

/// What the clauses ask for.
pub(crate) fn reading<'t>(reader: &mut Reader<'_>, utterance: &'t Utterance<'_>) -> Reading<'t> {
    let clauses = if utterance.has_too_many_clauses() { &[] } else { utterance.clauses.as_slice() };
    let read = clauses.iter().enumerate().map(|(at, clause)| {
        let next = clauses.get(at + 1).map(|next| next.link);
        clause::read_clause(reader, clause, next)
    });
    let mut clauses: Vec<ClauseRead<'t>> = read.collect();
    // "is jam on my list, please add": what was asked about.
    for clause in clauses.iter_mut().skip(1) {
        if let Found::Missing(request) = &clause.found
            && reader.asks_bare(clause.words)
        {
            clause.found = Found::Pointing(request.clone());
        }
    }
    for clause in &mut clauses {
        told::remind_beside(reader, clause);
    }
    for at in 0..clauses.len() {
        answered::make_sure(reader, &mut clauses, at);
        answered::ask_what_is_believed(reader, &mut clauses, at);
        answered::leave_it_or(&mut clauses, at);
        answered::add_so(reader, &mut clauses, at);
        answered::act_if_there(&mut clauses, at);
        answered::look_and_ask(reader, &mut clauses, at);
        answered::turn_round(reader, &mut clauses, at);
        answered::add_unless_there(&mut clauses, at);
    }
    for at in 1..clauses.len() {
        remind_if_not(reader, &mut clauses, at);
    }
    for at in 0..clauses.len() {
        wait_for_next(reader, &mut clauses, at);
        shop_there(reader, &mut clauses, at);
        said::leave_out_said(reader, &mut clauses, at);
        pronoun::say_what_is_meant(reader, &mut clauses, at);
        pronoun::say_which_day(reader, &mut clauses, at);
        days_meant::say_which_weekday(reader, &mut clauses, at);
        set_apart(reader, &mut clauses, at);
        told::move_onto_that_list(&mut clauses, at);
        told::remind_of_it(reader, &mut clauses, at);
        pause::tell_after_a_wait(reader, &mut clauses, at);
        told::add_both(reader, &mut clauses, at);
        told::share_day_of_all(reader, &mut clauses, at);
        told::add_in_its_place(&mut clauses, at);
        told::take_out_instead(reader, &mut clauses, at);
        correct::take_back_as_told(reader, &mut clauses, at);
        correct::correct(reader, &mut clauses, at);
        correct::tag_instead(reader, &mut clauses, at);
        shares::go_on(reader, &mut clauses, at);
        answered::take_request_in(reader, &mut clauses, at);
        name_in_condition(&mut clauses, at);
        give_reason(reader, &mut clauses, at);
    }
    Reading { clauses }
}

/// The name of a todo without what is told of it behind.
fn without_what_is_told<'t>(reader: &Reader<'_>, item: &'t [Token]) -> &'t [Token] {
    let told = |at: &usize| {
        let rest = item.get(*at..).unwrap_or_default();
        TOLD_OF_IT.iter().any(|run| reader.begins(rest, run))
    };
    let item = (1..item.len()).find(told).and_then(|at| item.get(..at)).unwrap_or(item);
    // "last of the olive oil is gone"
    let last = LAST_OF.iter().find(|run| reader.begins(item, run)).and_then(|run| item.get(run.len()..));
    last.filter(|item| !item.is_empty()).unwrap_or(item)
}

/// Lets a clause be the reason for the one beside it that points back to what it names: "we have no sugar, so put it on my list".
fn give_reason(reader: &mut Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let points = |clause: Option<&ClauseRead<'_>>| {
        clause.is_some_and(|clause| {
            let asks = clause.condition.is_none() && !clause.said_for_next;
            asks && reader.is_pointing(&clause.found, clause.words)
        })
    };
    // "you had me down for the kids; gran's doing it, so bin that one"
    let told_between = clauses.get(at + 1).is_some_and(|next| {
        matches!(next.found, Found::Nothing) && next.next.is_some_and(|next| next.therefore) && reader.tells(next.words)
    });
    let beside = points(clauses.get(at + 1))
        || told_between && points(clauses.get(at + 2))
        || points(at.checked_sub(1).and_then(|at| clauses.get(at)));
    // "I don't need the flights any more, remove book flights"
    let asks_next = clauses.get(at + 1).is_some_and(|next| matches!(next.found, Found::Request(_)));
    let next_words = clauses.get(at + 1).map(|next| next.words);
    let next_found = clauses.get(at + 1).and_then(|next| next.found.request()).and_then(Request::todo);
    let next_acts = next_found.is_some_and(|todo| todo.of_what_is_meant().acts_on_a_todo());
    // "the rent is paid, remind me again next month": it is done, and due once more.
    let once_more = clauses.get(at + 1).is_some_and(|next| {
        told::reminder(reader, &next.found, next.words).is_some_and(|wanted| wanted.when.is_some())
    });
    let ticked = |clause: &ClauseRead<'_>| match &clause.found {
        Found::Request(request) => {
            request.todo() == Some(TodoIntent::Complete)
                && request.slots.item.is_some_and(|item| reader.names_one_todo(item))
        }
        _ => false,
    };
    let aside = |clause: &ClauseRead<'_>| {
        asks_next
            && match &clause.found {
                Found::Nothing => true,
                Found::Request(request) => request.doubtful,
                Found::Pointing(_) | Found::Missing(_) => false,
            }
    };
    if let Some(clause) =
        clauses.get_mut(at).filter(|clause| clause.condition.is_none() && (beside || aside(clause)))
        // "check if the report is done, if so delete it" asks, and gives no reason.
        && clause.next.is_none_or(|next| next.answer.is_none())
        && !(once_more && ticked(clause))
        // "I got the oat milk, not the other milk, so tick that one off"
        && !reader.first_is(clause.words, NOT)
        // "got a 64 and a 71, what is the average of those" is asked, and no reason.
        && !(reader.holds_digits(clause.words) && ASKS_AN_AMOUNT.iter().any(|run| reader.holds(clause.words, run)))
        // A condition that is not understood is no reason: "if nothing is done".
        && !condition::opens(reader, clause.words)
        && !reader.holds_a_condition(clause.words)
    {
        // "since the sink is working again you can mark it done"
        let tells = reader.tells(clause.words) || reader.is_fronted_reason(clause.words);
        let told = matches!(clause.found, Found::Nothing) && tells;
        clause.reason = match reader.named_by_reason(clause.words) {
            Some((item, _)) if next_acts => {
                // "the flights got cheaper, bump them to high priority"
                let bare = reader.without_when_wanted(item);
                let named = || reader.todo_named_in(clause.words).filter(|_| !reader.stands_on_a_list(bare));
                Some(named().unwrap_or(bare))
            }
            Some((item, _)) => Some(item),
            // "I'm too tired for the report tonight, move it to tomorrow"
            None if told && beside && !reader.tells_of_two(clause.words) => {
                let thing =
                    || reader.thing_told_of(clause.words).filter(|_| next_found.is_some_and(TodoIntent::does_away));
                reader.todos_named_in(clause.words).or_else(thing)
            }
            None if beside => {
                // "I was going to descale the iron, is that on my list"
                let adds = matches!(next_found, Some(TodoIntent::AddWhat | TodoIntent::Search));
                // What no row reads: "buy milk, put that on my list".
                let open = match &clause.found {
                    Found::Nothing => true,
                    Found::Request(request) => request.todo() == Some(TodoIntent::Add) && request.row.is_none(),
                    Found::Pointing(_) | Found::Missing(_) => false,
                };
                reader.told_to_do(clause.words).filter(|_| adds && open)
            }
            None => None,
        };
        clause.reason = clause.reason.map(|item| without_what_is_told(reader, item));
        // What it names is not what is asked for: it is no reason, and nobody says that it is one.
        let therefore = clause.next.is_some_and(|next| next.therefore);
        let stranger = clause.reason.is_some_and(|item| !shares_a_word(reader, item, next_words.unwrap_or_default()));
        if !beside && stranger {
            if !therefore && reader.says_must(clause.words) {
                clause.reason = None;
            } else {
                clause.is_told = true;
            }
        }
    }
}

/// "clear the shopping list, then add pasta and pesto": what goes on the list that was named before is bought as what it has.
fn shop_there(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let Some(before) = clause.found.request() else { return };
    let goods = before.shops || before.slots.name.is_some_and(|name| reader.is_for_goods(name));
    if let Found::Request(request) = &mut next.found
        && request.same_list
        && request.todo().is_some_and(TodoIntent::adds)
        && request.slots.name.is_none()
        && matches!(before.todo(), Some(TodoIntent::Clear | TodoIntent::Delete | TodoIntent::Add | TodoIntent::List))
    {
        request.shops = goods;
    }
}

/// "is the recycling done? if not remind me tonight": of what was asked; what is to be done stands on the list, and is due then.
fn remind_if_not(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([asked, clause]) = clauses.get_mut(at - 1..=at) else { return };
    let Found::Missing(request) = &clause.found else { return };
    let reminds = reader.begins(reader.grammar.without_courtesy(clause.words), REMIND_ME);
    let asks = matches!(&asked.found, Found::Request(request) if request.todo() == Some(TodoIntent::Search));
    if clause.link.answer.is_some() && reminds && asks && request.todo() == Some(TodoIntent::AddWhat) {
        let done = request.slots.when.is_some() && reader.any_is(asked.words, DONE_OR_PAID);
        let intent = if done { TodoIntent::Reschedule } else { TodoIntent::AddWhat };
        clause.found = Found::Pointing(Request { asked: Asked::Todo(intent), ..request.clone() });
    }
}

/// "we're having guests, add clean the guest room to my list": what is only told stands apart from a request that says itself what it
/// is about.
fn set_apart(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let Found::Request(request) = &next.found else { return };
    // "I no longer need to fly, so drop the flights": no todo is to fly, so it only says why.
    let unknown = |item: &[Token]| reader.context.on_list.is_some() && !reader.stands_on_a_list(item);
    let says_why = match &clause.found {
        Found::Request(told) => {
            next.link.therefore
                && told.todo().is_some_and(TodoIntent::does_away)
                && reader.first_is(reader.grammar.without_courtesy(clause.words), WHO_DID)
                && told.slots.item.is_some_and(unknown)
        }
        found => matches!(found, Found::Nothing),
    };
    let told = says_why && clause.condition.is_none();
    // "I pulled my back, take gym off"
    // "my list is too long, delete everything overdue"
    let one = |item: &[Token]| {
        reader.names_one_todo(item) || selection::selection(reader, item).is_some_and(|several| several.is_narrow())
    };
    // "the plumber came, mark fix the leak as done": no list need be known for what can only be a todo.
    let surely = |item: &[Token]| one(item) || reader.is_deed(item) && !reader.first_is(item, ARTICLES);
    let named = request.slots.item.is_some_and(|item| request.acts_on_a_todo() && surely(item));
    let reminds = reader.begins(reader.grammar.without_courtesy(next.words), REMIND_ME);
    // "my play is on saturday, add buy the tickets for friday"
    let adds = request.todo() == Some(TodoIntent::Add)
        && reader.first_is(reader.grammar.without_courtesy(next.words), ADD)
        // "add ring the bank", "add shut the gate"
        && request.slots.item.is_some_and(|item| {
            let to_a_thing = item.len() > 2 && reader.is_at(item, 1, ARTICLES) && !reader.is_at(item, 0, ARTICLES);
            reader.is_deed(item) || reader.first_is(item, CALLS) || to_a_thing || plausible::is_quoted(item)
        });
    let asked = (request.anchored || named || reminds || adds) && request.todo().is_some() && next.condition.is_none();
    // "rent is 780 and goes up 5 percent, rename pay rent to pay rent plus the new amount"
    let counts = clause.words.iter().any(|token| token.numeric) && reader.any_is(next.words, AN_AMOUNT);
    let wants_none = !matches!(clause.found, Found::Nothing);
    if !told || !asked || counts || !(wants_none || reader.tells(clause.words)) {
        return;
    }
    // "the sink is in the bag, push the rent to friday" says something of another todo.
    let another = reader.todo_named_in(clause.words);
    // "the sink is still dripping, remind me to call a plumber": what is added is another thing.
    let other_thing = reminds && request.todo() == Some(TodoIntent::Add) && !reader.any_is(clause.words, DONE_OR_PAID);
    if other_thing || another.is_none_or(|named| shares_a_word(reader, named, request.slots.item.unwrap_or_default())) {
        clause.found = Found::Nothing;
        clause.next = clause.next.map(|link| Link { strong: true, ..link });
    }
}

/// Whether a word of one stands among the others, but for those that say nothing.
pub(super) fn shares_a_word(reader: &Words<'_>, words: &[Token], others: &[Token]) -> bool {
    // "need to wash the car on monday and pick up the kids on monday": a day is no thing.
    let telling = |token: &&Token| {
        token.span.len() > 2 && !reader.is(token, ARTICLES) && !reader.grammar.days.contains(token.word)
    };
    // "mum's away, move call mum to friday"
    let name = |token: &Token| without_possessive(token.span.of(reader.goal)).to_lowercase();
    let same = |word: &Token, other: &Token| reader.word(word) == reader.word(other) || name(word) == name(other);
    words.iter().filter(telling).any(|word| others.iter().any(|other| same(word, other)))
}

/// "tomorrow at 9, show my list": a time alone before a request that says none is when that is to be carried out. A todo that is
/// added is due then, so nothing waits for it.
fn wait_for_next(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let alone = matches!((&clause.found, &clause.condition), (Found::Nothing, None));
    let Found::Request(request) = &next.found else { return };
    if !alone {
        return;
    }
    let said = reader.grammar.without_courtesy(clause.words);
    if !timed::can_wait(request) {
        let due = timed::says_when_due(reader, said)
            .then(|| timed::due_then(reader, request.clone(), next.words, said))
            .flatten();
        if let Some(request) = due {
            next.found = Found::Request(request);
            clause.said_for_next = true;
        }
        return;
    }
    // "half past two plus 95 minutes": a bare time beside a sum is a part of what is asked.
    let reckons = matches!(request.asked, Asked::Sum(_) | Asked::Day(_));
    let led =
        said.first().is_some_and(|first| reader.is(first, BEFORE_TIME) || reader.grammar.days.contains(first.word));
    if reckons && !led {
        return;
    }
    clause.waits_for = pause::at_time(reader, said);
    // "every day at 6pm, move everything overdue to tomorrow"
    let again =
        matches!(&next.found, Found::Request(request) if schedule::is_repeatable(request) && request.tied().is_none());
    if let Some(often) = schedule::often_of(reader, said).filter(|_| again) {
        next.found = Found::Request(often.of(reader, next.words));
        clause.said_for_next = true;
    }
}

/// "if it's not on my list, add passport renewal": what "it" is stands in the request after the condition.
fn name_in_condition(clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let Found::Request(request) = &next.found else { return };
    if let Some(Conditional::On { condition: Condition::Listed { item: item @ None, list, .. }, request: None }) =
        &mut clause.condition
    {
        *item = request.slots.item.filter(|_| at == 0);
        *list = list.or(request.slots.name);
    }
}

/// The limits at the goal's ends, and what stands between them.
fn without_limits<'t>(reader: &Words<'_>, tokens: &'t [Token]) -> (Vec<(Constraint, Span)>, &'t [Token]) {
    let (mut limits, mut rest) = (Vec::new(), tokens);
    if let Some((constraint, length)) = limits::at_start(reader, rest) {
        limits.push((constraint, span_of(rest.get(..length).unwrap_or_default())));
        rest = rest.get(length..).unwrap_or_default();
    }
    while let Some((constraint, length)) = limits::at_end(reader, rest) {
        let at = rest.len().saturating_sub(length);
        limits.push((constraint, span_of(rest.get(at..).unwrap_or_default())));
        rest = rest.get(..at).unwrap_or_default();
    }
    (limits, rest)
}

/// The template that the whole goal names.
fn named_template<'t>(reader: &Words<'_>, templates: &'t [Template], tokens: &[Token]) -> Option<&'t Template> {
    let bare = reader.grammar.without_courtesy(tokens);
    if bare.len() > 12 {
        return None;
    }
    let words: Vec<_> = bare.iter().map(|token| reader.word(token)).collect();
    let goal = words.join(" ");
    templates.iter().find(|template| template.is_named_by(&goal))
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fmt::Write as _};

    use dunlin_date::Now;

    use super::*;
    use crate::model::intent::Intent;
    use crate::{
        context::{Known, OnList, PlanContext},
        lang::grammar,
        lex::tokenize,
        spelling,
    };

    /// The goals of the sentences, the cases and the page in the repository.
    fn goals() -> Vec<String> {
        let sentences = include_str!("../../../../testdata/sentences.txt").lines();
        let sentences = sentences.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" => "));
        let cases: toml::Value =
            toml::from_str(include_str!("../../../../testdata/planner.toml")).expect("well formed");
        let cases = cases["case"].as_array().expect("cases").iter().filter_map(|case| case["goal"].as_str());
        let examples = grammar::EXAMPLES.iter().flat_map(|section| section.examples);
        let goals = sentences.map(|(goal, _)| goal.replace("\\n", "\n")).chain(cases.map(str::to_owned));
        goals.chain(examples.map(|goal| (*goal).to_owned())).filter(|goal| goal.len() < 400).collect()
    }

    /// A list that has what any of its texts holds.
    #[derive(Debug)]
    struct List(Vec<String>);

    impl OnList for List {
        fn find(&self, words: &str) -> Known {
            let words = crate::parse::text::without_article(words).to_lowercase();
            match self.0.iter().find(|text| text.contains(&words)) {
                Some(text) => Known::One(text.clone()),
                None => Known::None(Vec::new()),
            }
        }
    }

    fn name_of(intent: Intent) -> String {
        match intent {
            Intent::Todo(intent) => format!("{intent:?}"),
            Intent::Day(intent) => format!("{intent:?}"),
            intent => format!("{intent:?}"),
        }
    }

    /// A row that is added wants a sentence that chooses it.
    #[test]
    fn every_row_is_chosen_by_a_known_sentence() {
        let context = PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment"));
        let mut chosen = BTreeSet::new();
        let known: toml::Value = toml::from_str(include_str!("../../../../testdata/known.toml")).expect("well formed");
        let on = known["on"].as_array().expect("a list").iter().filter_map(|text| text.as_str()).map(str::to_owned);
        let list = List(on.collect());
        let known = known["case"].as_array().expect("cases").iter().filter_map(|case| case["goal"].as_str());
        let known = known.map(|goal| (goal.to_owned(), context.with_list(&list)));
        for (goal, context) in goals().into_iter().map(|goal| (goal, context)).chain(known) {
            let tokens = tokenize(&goal, grammar::grammar().vocabulary());
            for tokens in [spelling::respelt_tokens(&goal, &tokens), Some(tokens)].into_iter().flatten() {
                let mut reader = Reader::new(&goal, &context);
                let utterance = utterance(&mut reader, &[], &tokens);
                for clause in &reading(&mut reader, &utterance).clauses {
                    let asked = match &clause.condition {
                        Some(Conditional::On { request: Some(request), .. }) => Some(&request.1),
                        _ => None,
                    };
                    for found in [Some(&clause.found), asked].into_iter().flatten() {
                        chosen.extend(found.request().and_then(|request| request.row));
                    }
                }
            }
        }
        let mut left = String::new();
        for (at, (intent, row)) in grammar::row_texts().enumerate() {
            if !chosen.contains(&(at as u16)) {
                let _ = writeln!(left, "{}: {row}", name_of(intent));
            }
        }
        assert!(left.is_empty(), "write a sentence for each of these rows, or take it away:\n{left}");
    }
}
