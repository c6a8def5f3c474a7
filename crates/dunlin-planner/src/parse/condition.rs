//! Conditions: "if milk is not on my list", "if 15% of 80 is more than 10".

use crate::{
    lang::{
        en::{
            conditions::{
                ALL_OF_MINE, ALREADY_IS, ARE_STILL, ASKS, BUT_ONLY, BY_NOW, CALLED, CONTRACTED, DONE_OR_PAID, DONT,
                DUE, EARLIER_RESULT, EMPTY, EVERYTHING, FREE, HAVE_NOT, HAVE_OR_NOT, HOW_DONE, I_HAVE_GOT, I_OR_WE, IF,
                IS, IS_DONE, IS_FREE, IS_OR_NOT, ISNT, ISNT_DONE, LEFT_OR_ELSE, NO, NO_TODO, NOT, OFF, ON_A_LIST,
                ON_HERE, OPENINGS, PRONOUNS, SAID_OF_A_DUE, SAYS_SO, STILL, THAN, THERE, THERE_ARE, THERE_IS,
                TICKED_OFF, TO_DO, TODOS, UNLESS, VERB, WHEN,
            },
            connectors::{COMPARED, LEAVES_IT},
            days::{NEAR_DAYS, PARTS_OF_A_DAY},
            forms,
            items::{ABOUT_WHAT, ANYTHING},
            pauses::PUTS,
            phrases::{ANY, ANY_OR_NONE, DUE_OR_PLANNED, I_HAVE, LATE, LATE_WORDS, NONE, OPEN},
            places::{TAGGED, TAGGED_AS},
        },
        grammar::Grammar,
    },
    matching::pattern::Slot,
    model::{
        intent::TodoIntent,
        reading::{Condition, Side},
        request::Found,
        todo::{Status, UNDATED},
        token::Token,
    },
    parse::{
        calendar,
        compared::{compared, equal, opposite},
        done_by_me,
        filtered::{with_a_date, without_a_date},
        parts::parts,
        reader::Reader,
        words::Words,
    },
    sum,
};

/// A clause with its condition cut off.
#[derive(Clone, Debug)]
pub(crate) struct Cut<'t> {
    pub(crate) condition: Condition<'t>,
    /// What is to be done on it; empty when it stands in the next clause.
    pub(crate) request: &'t [Token],
}

/// The condition a clause holds, at its start ("if …, add …") or its end ("add … if …").
pub(crate) fn cut<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<Cut<'t>> {
    let cut = cut_off(reader, words)?;
    // "when the rent is paid, remind me to …" is to be done once that is so, and it is asked for only now.
    let done = matches!(cut.condition, Condition::Listed { status: Some(Status::Completed), there: true, .. });
    let waits = done && reader.first_is(reader.grammar.without_courtesy(words), WHEN);
    // So is "when it's after 5, remind me to …", wherever it stands.
    let waits = waits || matches!(cut.condition, Condition::Calendar { .. }) && reader.any_is(words, WHEN);
    (!waits).then_some(cut)
}

/// The same, whatever word opens the condition.
fn cut_off<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<Cut<'t>> {
    let bare = reader.grammar.without_courtesy(words);
    if let Some((length, negated)) = opening(reader, bare) {
        let rest = bare.get(length..)?;
        let whole = read(reader, rest, negated).map(|condition| Cut { condition, request: &[] });
        // "if my list has no milk add it": a todo's words at the end may have the request in them.
        let open = matches!(&whole, Some(Cut { condition: Condition::Listed { item: Some(item), .. }, .. })
            if item.len() > 1 && (item.last().map(|last| last.span) == rest.last().map(|last| last.span)
                // "if the list doesn't have onions put onions on it"
                || item.iter().skip(1).any(|token| reader.is(token, PUTS))));
        if whole.is_some() && !open {
            return whole;
        }
        // "if milk is not on my list add it": the request begins where both sides can be read.
        let last = rest.len().min(40);
        let split = (1..last).find_map(|step| {
            let at = if open { step } else { last - step };
            let (condition, request) = rest.split_at_checked(at)?;
            // "there is anything on my list called ironing"
            if reader.first_is(request, CALLED) {
                return None;
            }
            let condition = condition.strip_suffix_sign();
            let mut said = read(reader, condition, negated)?;
            let counts = matches!(said, Condition::Compared { left: Side::Count { .. }, .. });
            // "if there is anything on my list called ironing remove it": no number is removed.
            if counts && reader.points_back(request) {
                said = of_one(reader, condition, negated).unwrap_or(said);
            }
            let condition = said;
            // "if the rent isn't paid, remind me tomorrow": of the rent.
            let named = matches!(condition, Condition::Listed { item: Some(_), .. });
            let reminds = |reader: &mut Reader<'_>| matches!(reader.find(request), Found::Missing(request) if request.todo() == Some(TodoIntent::AddWhat));
            // "if I haven't booked the flights yet, make it due on friday" asks for no booking.
            if reader.last_is(rest.get(..at)?, HAVE_OR_NOT) && request.first().is_some_and(|did| forms::is_past(&reader.word(did))) {
                return None;
            }
            // "if butter is on my list leave it, otherwise add it"
            if named && leaves_it(reader, request) {
                return Some(Cut { condition, request: &[] });
            }
            let asks = (counts || named) && says_so(reader, request) || reader.can_read(request) || named && reminds(reader);
            asks.then_some(Cut { condition, request })
        });
        return split.or(whole);
    }
    let opens = |at: &usize| opening(reader, words.get(*at..).unwrap_or_default()).is_some();
    let at = (1..words.len()).rev().find(opens)?;
    // "as long as" ends in what could open another.
    let at = (at.saturating_sub(2).max(1)..at).find(opens).unwrap_or(at);
    let (request, tail) = words.split_at_checked(at)?;
    // "…, but only if it is not there"
    let only = request.iter().rev().take_while(|token| token.is_sign(',') || reader.is(token, BUT_ONLY)).count();
    // "add celery, but don't if it's already there"
    let without = request.get(..request.len() - only)?;
    let dont = without.last().is_some_and(|last| reader.is(last, DONT))
        && without.iter().rev().nth(1).is_some_and(|but| reader.is(but, BUT_ONLY));
    let request = if dont { without.get(..without.len() - 2)?.strip_suffix_sign() } else { without };
    let first = request.iter().take_while(|token| reader.is(token, BUT_ONLY)).count();
    let request = request.get(first..)?;
    let (length, negated) = opening(reader, tail)?;
    let negated = negated != dont;
    let said = tail.get(length..)?;
    let condition = match already(reader, said, negated, request) {
        Some(condition) => condition,
        None => read(reader, said, negated)?,
    };
    (reader.can_read(request) || reader.asks_bare(request)).then_some(Cut { condition, request })
}

/// What follows the longest condition that words begin with, understood or not.
pub(crate) fn after_condition<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<&'t [Token]> {
    let (length, negated) = opening(reader, words)?;
    let rest = words.get(length..)?;
    (1..rest.len().min(40)).rev().find_map(|at| {
        let (condition, request) = rest.split_at_checked(at)?;
        read(reader, condition.strip_suffix_sign(), negated).map(|_| request)
    })
}

/// Whether words say that nothing is to be done: "leave it".
pub(super) fn leaves_it(reader: &Words<'_>, words: &[Token]) -> bool {
    let stop = words.iter().rev().take_while(|token| token.is_sign('.') || token.is_sign('!')).count();
    let words = words.get(..words.len() - stop).unwrap_or(words);
    LEAVES_IT.iter().any(|run| reader.is_run(words, run))
}

/// Whether words ask to hear what a condition found.
pub(crate) fn says_so(reader: &Words<'_>, words: &[Token]) -> bool {
    let bare = reader.grammar.without_courtesy(words);
    let said = |known: &&str| known.split(' ').eq(bare.iter().map(|token| reader.word(token)));
    bare.len() <= LONGEST_SAYING && SAYS_SO.iter().any(said)
}

/// The most words of what asks to hear what a condition found.
const LONGEST_SAYING: usize = 6;

/// Without a comma at the end.
trait StripSign {
    fn strip_suffix_sign(&self) -> &Self;
}

impl StripSign for [Token] {
    fn strip_suffix_sign(&self) -> &Self {
        match self.split_last() {
            Some((last, rest)) if last.is_sign(',') => rest,
            _ => self,
        }
    }
}

/// How many words open a condition, and whether they turn it round.
fn opening(reader: &Words<'_>, words: &[Token]) -> Option<(usize, bool)> {
    if reader.first_is(words, IF) || reader.first_is(words, UNLESS) {
        return Some((1, reader.first_is(words, UNLESS)));
    }
    OPENINGS.iter().find(|run| reader.begins(words, run)).map(|run| (run.len(), false))
}

/// Whether words open a condition, understood or not.
pub(crate) fn opens(reader: &Words<'_>, words: &[Token]) -> bool {
    opening(reader, reader.grammar.without_courtesy(words)).is_some()
}

/// "unless it already is": what the request would make of the todo that it names.
fn already<'t>(reader: &mut Reader<'_>, said: &[Token], negated: bool, request: &[Token]) -> Option<Condition<'t>> {
    let known = |token: &Token| reader.is(token, ALREADY_IS) || reader.is(token, PRONOUNS) && !reader.is(token, NOT);
    let says = said.iter().any(|token| reader.is(token, BY_NOW));
    if !says || !(2..=4).contains(&said.len()) || !said.iter().all(known) {
        return None;
    }
    let completes =
        matches!(reader.find(request), Found::Request(request) if request.todo() == Some(TodoIntent::Complete));
    let status = completes.then_some(Status::Completed);
    Some(Condition::Listed { item: None, list: None, there: !negated, status, due: None })
}

/// A question about two numbers: "is 3 * 7 more than 20", "does 2 + 2 equal 4".
pub(crate) fn question<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<Condition<'t>> {
    let bare = reader.grammar.without_courtesy(words);
    let (first, rest) = bare.split_first()?;
    reader.is(first, ASKS).then_some(())?;
    // "is it a weekday"
    if reader.is(first, IS)
        && let Some(condition) = calendar::question(reader, rest)
    {
        return Some(condition);
    }
    // "do I have any todos for monday" is answered by showing them.
    // So is "are there things on my list".
    let told =
        |token: &Token| reader.grammar.is_numeric(token) || [NO, EMPTY].iter().any(|words| reader.is(token, words));
    let any = rest.iter().take(4).any(|token| reader.is(token, ANY)) || !rest.iter().any(told);
    if let Some(condition) = counted(reader, rest, false).filter(|_| !any) {
        return Some(condition);
    }
    // "is my shopping list empty"
    if let Some((empty, list)) = rest.split_last()
        && reader.is(first, IS)
        && reader.is(empty, EMPTY)
        && let Some(name) = reader.list_said(list)
    {
        let list = Some(name).filter(|name| !name.is_empty());
        let list = list.map(|name| crate::parse::text::text_of(reader.goal, name));
        let left = Side::Count { list, open: false, due: None, tag: None };
        return Some(Condition::Compared { left, operator: "==", right: Side::Number("0".to_owned()) });
    }
    if !rest.iter().any(|token| token.numeric) && rest.len() > 24 {
        return None;
    }
    compared(reader, rest, false, true).or_else(|| equal(reader, rest))
}

fn read<'t>(reader: &mut Reader<'_>, words: &'t [Token], negated: bool) -> Option<Condition<'t>> {
    let words = reader.grammar.without_courtesy_after(words);
    if let Some(condition) = calendar::read(reader, words, negated) {
        return Some(condition);
    }
    let counts = counted(reader, words, negated).or_else(|| none_due(reader, words, negated));
    counts.or_else(|| all_done(reader, words, negated)).or_else(|| of_one(reader, words, negated))
}

/// The same of one todo, or of two numbers.
fn of_one<'t>(reader: &mut Reader<'_>, words: &'t [Token], negated: bool) -> Option<Condition<'t>> {
    if let Some((captures, there)) = reader.condition(words) {
        // "unless there's already gym on my list"
        let item = captures.get(Slot::Item, words).map(|item| {
            let already = item.iter().take_while(|token| reader.is(token, BY_NOW)).count();
            let item = item.get(already..).filter(|rest| !rest.is_empty()).unwrap_or(item);
            // "if the list has anything about books"
            // "if there's nothing about the sink on here"
            let here = ON_HERE.iter().find_map(|run| reader.before_the_end(item, run));
            match here.filter(|rest| !rest.is_empty()).unwrap_or(item) {
                [any, about, rest @ ..] if reader.is(any, ANYTHING) && reader.is(about, ABOUT_WHAT) => rest,
                item => item,
            }
        });
        // "it", "it already"
        let pronoun = item.is_some_and(|item| {
            let by_now = item.iter().rev().take_while(|token| reader.is(token, BY_NOW)).count();
            item.len() - by_now == 1 && reader.first_is(item, PRONOUNS)
        });
        // "if nothing is on my list" asks for no todo of that name.
        // Nor do "fewer than five things".
        if item.is_some_and(|item| {
            reader.all_are(item, NO_TODO) || reader.first_is(item, COMPARED) && reader.is_at(item, 1, THAN)
        }) {
            return None;
        }
        let list = captures.get(Slot::Name, words);
        return Some(Condition::Listed {
            item: item.filter(|_| !pronoun),
            list,
            there: there != negated,
            status: None,
            due: None,
        });
    }
    if let Some(condition) = done_by_me::read(reader, words, negated) {
        return Some(condition);
    }
    let dated = || undated_or_on(reader, words, negated);
    done_open_or_due(reader, words, negated).or_else(dated).or_else(|| compared(reader, words, negated, false))
}

/// Whether a todo is done, still open, or due: "the rent is paid", "its not done yet", "the taxes are still open", "the books are
/// overdue", "its due today".
fn done_open_or_due<'t>(reader: &Words<'_>, words: &'t [Token], negated: bool) -> Option<Condition<'t>> {
    let ends = words.iter().rev().take_while(|token| reader.is(token, BY_NOW)).count();
    let said = words.get(..words.len() - ends)?;
    // "the rent is ticked off"
    let off = reader.last_is(said, OFF) && said.len() > 1 && reader.is_at(said, said.len() - 2, TICKED_OFF);
    let (last, rest) = said.get(..said.len() - usize::from(off))?.split_last()?;
    let at = words.iter().position(|token| reader.is(token, DUE));
    let days = at.and_then(|at| Some((words.get(..at)?, due_said(reader, words.get(at + 1..)?)?)));
    let (rest, status, due) = match days {
        Some((rest, due)) => (rest, Status::Active, Some(due)),
        None if reader.is(last, LATE_WORDS) => (rest, Status::Active, Some(LATE.to_owned())),
        None if off || reader.is(last, DONE_OR_PAID) => (rest, Status::Completed, None),
        None if reader.is(last, OPEN) => (rest, Status::Active, None),
        None => return None,
    };
    let said = rest.iter().rev().take_while(|token| reader.is(token, HOW_DONE)).count();
    let (before, how) = rest.split_at_checked(rest.len() - said)?;
    let item = match before.split_last()? {
        (contracted, []) if reader.is(contracted, CONTRACTED) => &[],
        (verb, item) if reader.is(verb, IS_DONE) && !item.is_empty() => item,
        // "if taxes still not done"
        _ if said > 0 && reader.names_one_todo(before) => before,
        _ => return None,
    };
    let turned = reader.any_is(how, NOT) || before.last().is_some_and(|verb| reader.is(verb, ISNT_DONE));
    let pronoun = reader.all_are(item, PRONOUNS);
    let named = item.len() <= 8 && !reader.any_is(item, NO_TODO) && !item.iter().any(|token| token.numeric);
    let item = Some(item).filter(|_| !pronoun);
    named.then_some(Condition::Listed { item, list: None, there: turned == negated, status: Some(status), due })
}

/// Whether a todo has no day, or is due on one: "book flights has no due date", "my appointment is next week".
fn undated_or_on<'t>(reader: &Words<'_>, words: &'t [Token], negated: bool) -> Option<Condition<'t>> {
    let undated = |at: &usize| {
        let said = words.get(*at..).unwrap_or_default();
        without_a_date(reader, said) == Some(said.len())
    };
    let dated = |at: &usize| {
        let said = words.get(*at..).unwrap_or_default();
        with_a_date(reader, said) == Some(said.len())
    };
    let mut negated = negated;
    let (item, due) = if let Some(at) = (1..words.len().min(LONGEST_NAME)).find(undated) {
        (words.get(..at)?, UNDATED.to_owned())
    } else if let Some(at) = (1..words.len().min(LONGEST_NAME)).find(dated) {
        // "unless it has a date" holds for what has none.
        negated = !negated;
        (words.get(..at)?, UNDATED.to_owned())
    } else {
        let at = words.iter().position(|token| reader.is(token, IS))?;
        let days = words.get(at + 1..).filter(|days| reader.says_day(days))?;
        (words.get(..at)?, due_said(reader, days)?)
    };
    let pronoun = reader.all_are(item, PRONOUNS);
    // "if it is monday" asks the calendar, "if it is on monday" the list.
    let bare = words.iter().all(|token| !reader.is(token, SAID_OF_A_DUE));
    let weekday =
        words.last().is_some_and(|last| reader.grammar.days.contains(last.word) && !reader.is(last, NEAR_DAYS));
    if pronoun && bare && weekday {
        return None;
    }
    // "if today is friday" asks for no todo.
    let day = item.iter().all(|token| reader.grammar.days.contains(token.word));
    let named = !day && !reader.any_is(item, NO_TODO) && !item.iter().any(|token| token.numeric);
    // "delete the gym if it has no date"
    let item = Some(item).filter(|_| !pronoun);
    let status = Some(Status::Active);
    named.then_some(Condition::Listed { item, list: None, there: !negated, status, due: Some(due) })
}

/// The most words by which a condition names a todo.
const LONGEST_NAME: usize = 10;

/// Whether any todo is still open: "everything is done", "all my todos are finished", "nothing is left".
fn all_done<'t>(reader: &Words<'_>, words: &[Token], negated: bool) -> Option<Condition<'t>> {
    let ends = words.iter().rev().take_while(|token| reader.is(token, BY_NOW) || reader.is(token, TO_DO)).count();
    let (last, rest) = words.get(..words.len() - ends)?.split_last()?;
    let said = rest.iter().rev().take_while(|token| reader.is(token, HOW_DONE)).count();
    let (verb, subject) = rest.get(..rest.len() - said)?.split_last()?;
    let not = reader.any_is(rest.get(rest.len() - said..)?, NOT) || reader.is(verb, ISNT_DONE);
    let all = match subject {
        [only] if reader.is(only, NONE) => false,
        [only] if reader.is(only, EVERYTHING) => true,
        [all, what @ ..] if reader.is(all, EVERYTHING) && reader.all_are(what, ALL_OF_MINE) => true,
        _ => return None,
    };
    let fits = reader.is(verb, IS_DONE) && (all && reader.is(last, DONE_OR_PAID) || !all && reader.is(last, OPEN));
    let operator = if not == negated { "==" } else { ">" };
    fits.then(|| Condition::Compared {
        left: Side::Count { list: None, open: true, due: None, tag: None },
        operator,
        right: Side::Number("0".to_owned()),
    })
}

/// How many todos there are, compared: "i have more than 3 todos left", "my work list has at least 5 items", "my list is empty".
fn counted<'t>(reader: &Words<'_>, words: &'t [Token], negated: bool) -> Option<Condition<'t>> {
    let is = |at: usize, known: &'static str| reader.is_at(words, at, known);
    let condition = |operator: &'static str, right: String, list: Option<&[Token]>, open: bool, told: Told| {
        let operator = if negated { opposite(operator) } else { operator };
        let list = list.filter(|name| !name.is_empty()).map(|name| crate::parse::text::text_of(reader.goal, name));
        let Told { due, tag } = told;
        Condition::Compared { left: Side::Count { list, open, due, tag }, operator, right: Side::Number(right) }
    };
    // "I've got more than 3 todos"
    let more_than = is(0, I_HAVE_GOT) && is(1, COMPARED) && is(2, THAN);
    let contracted = is(0, I_HAVE_GOT) && is(1, ARE_STILL) || is(0, THERE_IS) || more_than;
    // "more than five things are due today"
    let fronted = words.first().is_some_and(|first| reader.is(first, COMPARED)) && is(1, THAN);
    let verb = if contracted || fronted {
        0
    } else {
        words.iter().position(|token| reader.is(token, THERE_ARE)).filter(|at| *at < 8)?
    };
    // The list that stands before "has", if it is one of one's own.
    let listed = reader.list_said(words.get(..verb)?);
    if is(verb, IS_OR_NOT) {
        let not = is(verb, ISNT) || is(verb + 1, NOT);
        let last = verb + 1 + usize::from(is(verb, IS) && not);
        let empty = is(last, EMPTY) && last + 1 == words.len();
        let list = listed.filter(|_| empty)?;
        return Some(condition(if not { ">" } else { "==" }, "0".to_owned(), Some(list), false, Told::default()));
    }
    let mine = contracted
        || fronted
        || verb == 0 && is(0, THERE)
        || (1..=2).contains(&verb) && is(0, I_OR_WE) && (verb == 1 || is(1, STILL));
    let list = if mine { None } else { Some(listed?) };
    let mut at = if fronted { 0 } else { verb + 1 };
    at += usize::from(is(at, ARE_STILL));
    // "there are overdue todos", "there's stuff overdue"
    let bare = is(at, TODOS) || (is(at, LATE_WORDS) || is(at, OPEN)) && is(at + 1, TODOS);
    let (operator, number) = if bare && !fronted {
        at -= 1;
        (">", "0".to_owned())
    } else if is(at, NO) {
        ("==", "0".to_owned())
    } else if is(at, ANY) {
        (">", "0".to_owned())
    } else {
        let comparison = |(phrase, operator): &(&'static str, &'static str)| {
            let phrase = phrase.strip_prefix(VERB)?;
            let fits = phrase.split(' ').enumerate().all(|(ahead, word)| is(at + ahead, word));
            fits.then(|| (phrase.split(' ').count(), *operator))
        };
        let (length, operator) =
            Grammar::comparisons().iter().filter_map(comparison).max_by_key(|(length, _)| *length)?;
        at += length;
        (operator, sum::number(words.get(at..=at)?, reader.goal)?)
    };
    at += 1;
    // "more than 3 overdue todos", "any open todos"
    let late = is(at, LATE_WORDS);
    let open = is(at, OPEN);
    at += usize::from(late || open);
    is(at, TODOS).then_some(())?;
    at += 1;
    at += usize::from(fronted && is(at, ARE_STILL));
    // "more than ten things to do", "… left to do"
    let to_do = |at: usize| if is(at, TO_DO) && is(at + 1, TO_DO) { 2 } else { 0 };
    at += to_do(at);
    let left = is(at, OPEN);
    at += usize::from(left);
    at += if left { to_do(at) } else { 0 };
    let open = open || left;
    let mut told = Told { due: late.then(|| LATE.to_owned()), tag: None };
    let said = match words.get(at..)? {
        [] => None,
        // "my shopping list has fewer than four things on it"
        [on, it] if list.is_some() && reader.is(on, ON_A_LIST) && reader.is(it, EARLIER_RESULT) => None,
        [on, rest @ ..] if reader.is(on, ON_A_LIST) && reader.list_said(rest).is_some() => reader.list_said(rest),
        // "any todos due today"
        when => {
            told = told_of(reader, when)?;
            None
        }
    };
    Some(condition(operator, number, said.or(list), open || told.due.is_some(), told))
}

/// Whether anything is due: "nothing is due tomorrow", "i have nothing to do tomorrow", "anything is overdue".
fn none_due(reader: &Words<'_>, words: &[Token], negated: bool) -> Option<Condition<'static>> {
    let free = |day: &[Token]| {
        Some(Condition::Compared {
            left: Side::Count { list: None, open: true, due: Some(due_said(reader, day)?), tag: None },
            operator: if negated { ">" } else { "==" },
            right: Side::Number("0".to_owned()),
        })
    };
    // "I'm free on friday"
    if let Some(run) = IS_FREE.iter().find(|run| reader.begins(words, run)) {
        return free(words.get(run.len()..)?);
    }
    // "friday is free"
    if let [day @ .., is, open] = words
        && reader.is(is, IS)
        && reader.is(open, FREE)
        && reader.says_day(day)
        // A part of a day is not told from the whole of it.
        && !reader.any_is(day, PARTS_OF_A_DAY)
    {
        return free(day);
    }
    let at = words.iter().take(6).position(|token| reader.is(token, ANY_OR_NONE))?;
    let (before, rest) = (words.get(..at)?, words.get(at + 1..)?);
    // "no todos are overdue", "none of my todos are due tomorrow"
    let whose = rest.iter().take_while(|token| reader.is(token, ALL_OF_MINE)).count();
    let named = whose > 0 && reader.is_at(rest, whose - 1, TODOS);
    if !named && reader.is_at(words, at, NO) {
        return None;
    }
    let rest = if named { rest.get(whose..)? } else { rest };
    // "I don't have anything tagged work"
    let not = reader.any_is(before, HAVE_NOT);
    before.iter().all(|token| reader.is(token, I_HAVE) || reader.is(token, HAVE_NOT)).then_some(())?;
    let list = reader.list_left(words.get(at)?, rest);
    // "I have nothing left to do"
    let left = !rest.is_empty() && rest.iter().all(|token| reader.is(token, LEFT_OR_ELSE) || reader.is(token, TO_DO));
    let Told { due, tag } = if list.is_some() || left { Told::default() } else { told_of(reader, rest)? };
    let none = reader.is(words.get(at)?, NONE) != not;
    Some(Condition::Compared {
        left: Side::Count { list: list.filter(|name| !name.is_empty()), open: true, due, tag },
        operator: if none == negated { ">" } else { "==" },
        right: Side::Number("0".to_owned()),
    })
}

/// What a condition says of the todos that it counts.
#[derive(Default)]
struct Told {
    due: Option<String>,
    tag: Option<String>,
}

/// When todos are due, or which tag they have: "that are tagged work".
fn told_of(reader: &Words<'_>, words: &[Token]) -> Option<Told> {
    if let Some(due) = due_said(reader, words) {
        return Some(Told { due: Some(due), tag: None });
    }
    let are = words.iter().take_while(|token| reader.is(token, DUE_OR_PLANNED)).count();
    let rest = words.get(are..).filter(|rest| reader.first_is(rest, TAGGED))?;
    let sign = rest.iter().skip(1).take_while(|token| reader.is(token, TAGGED_AS) || token.is_sign('#')).count();
    match rest.get(1 + sign..)? {
        [tag] => {
            Some(Told { due: None, tag: Some(crate::parse::text::text_of(reader.goal, std::slice::from_ref(tag))) })
        }
        _ => None,
    }
}

/// When words say that todos are due: "due tomorrow", "planned for friday", "that are overdue".
fn due_said(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let skipped = words.iter().take_while(|token| reader.is(token, DUE_OR_PLANNED)).count();
    match words.get(skipped..)? {
        [] => words.last().filter(|last| reader.is(last, LATE)).map(|_| LATE.to_owned()),
        when => crate::parse::due::due_filter(reader, when).filter(|_| crate::parse::due::names_days(reader, when)),
    }
}

/// The todos that a condition names, where they are several: "if bread and milk aren't on my list".
pub(crate) fn several_named<'t>(reader: &Words<'_>, condition: &Condition<'t>) -> Vec<&'t [Token]> {
    match condition {
        Condition::Listed { item: Some(item), .. } if !reader.names_one_todo(item) => parts(reader, item),
        _ => Vec::new(),
    }
}
