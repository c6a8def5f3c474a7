//! What asks about what was asked or told just before, said in full, so that it can be read as others are: "how many are overdue and
//! which are they", "add dinner on 12 december and tell me how many days that is from now", "delete the dentist and add a new one".

use crate::{
    lang::en::{
        again::{
            ANOTHER, ANSWERED_LAST, BEGINS, BEGINS_AN_ECHO, COUNT_THEM, ENDS_AN_ECHO, HOW_FAR_UNTIL_THEN,
            HOW_LONG_UNTIL_THEN, HOW_MANY, HOW_MANY_ARE_THERE, HOW_MANY_UNTIL, IS_OR_ARE, ISNT_IT, NAMED, ONE_MORE,
            OPENS_A_CLAUSE, SAID_OF_A_TODO, SHOW_THEM, TELL_ME, UNTIL, WHAT_DAY_IS, WHEN_IS_IT_DUE, WHEN_IS_THAT,
            WHICH_ARE_THEY, WHICH_DAY_IS_IT,
        },
        conditions::{IS, ON_A_LIST},
        connectors::{AND, IF, REMIND_ME, TODO},
        dates::DAYS_UNIT,
        days::{ONCE_MORE, THEN},
        doubts::ARTICLES,
        pauses::{ADD, BETWEEN, COMMA, LISTS},
        phrases::NONE,
    },
    model::{
        intent::TodoIntent,
        request::{Asked, Found, Request},
        token::{Token, TokenKind},
    },
    parse::{anew::day_told, reader::Reader},
};

/// The most words of an answer that stands last.
const LONGEST_ANSWER: usize = 4;
/// The most words of what a statement is about that is asked.
const LONGEST_ASKED: usize = 6;

/// The place of a question in a goal, and the words that ask it in full.
struct InFull {
    from: usize,
    to: usize,
    words: Vec<Token>,
}

/// The words with such questions said in full. Nothing where there is none.
pub(crate) fn with_questions_in_full(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let found =
        (2..tokens.len()).find_map(|at| begins_anew(reader, tokens, at).then(|| in_full(reader, tokens, at))?)?;
    put(reader, tokens, found)
}

/// "delete the dentist and add a new one for friday": the new one is called as the old. Nothing where none is spoken of.
pub(crate) fn with_another_named(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let added = |at: &usize| {
        let rest = tokens.get(at + 1..).unwrap_or_default();
        let length = ANOTHER.iter().find(|run| reader.begins(rest, run))?.len();
        let named = reader.is_at(rest, length, NAMED);
        (reader.is_at(tokens, *at, ADD) && begins_anew(reader, tokens, *at) && !named).then_some(length)
    };
    let (at, length) = (3..tokens.len()).find_map(|at| Some((at, added(&at)?)))?;
    let before = without_joints(reader, tokens.get(..at)?);
    let polite = reader.grammar.courtesy_before(before);
    let item = [0, polite].into_iter().find_map(|from| match reader.find(before.get(from..)?) {
        Found::Request(request) if request.acts_on_a_todo() => request.slots.item,
        _ => None,
    })?;
    let item = item.get(usize::from(reader.first_is(item, ARTICLES))..)?;
    let todo = word(reader, TODO, tokens.get(at + 1)?);
    let words = [&[todo], item].concat();
    put(reader, tokens, InFull { from: at + 1, to: at + 1 + length, words })
}

/// "add another pay rent for 1 january", of what stands on the list: one more of it. Nothing where nothing is called so.
pub(crate) fn with_one_more_named(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let named = |at: usize| {
        let rest = tokens.get(at + 1..)?;
        let more = ONE_MORE.iter().filter(|run| reader.begins(rest, run)).map(|run| run.len()).max()?;
        let rest = rest.get(more..)?;
        let called = |length: usize| rest.get(..length).is_some_and(|item| reader.names_its_text(item));
        let fresh = at == 0 || begins_anew(reader, tokens, at) || reader.grammar.courtesy_before(tokens) == at;
        let known = reader.is_at(tokens, at, ADD) && fresh && (1..=rest.len().min(LONGEST_ASKED)).any(called);
        known.then_some(InFull { from: at + 1, to: at + 1 + more, words: Vec::new() })
    };
    let found = (0..tokens.len()).find_map(named)?;
    put(reader, tokens, found)
}

/// "6 weeks before 20 march when is that": without what asks for it once more. Nothing where a comma parts it, which is read elsewhere.
pub(crate) fn with_echoes_left_out(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let bare = reader.grammar.without_courtesy_after(tokens);
    let ends = matches!(bare.last(), Some(last) if reader.is(last, ENDS_AN_ECHO));
    let at = (3..bare.len()).filter(|_| ends).find(|at| {
        let apart = matches!(bare.get(at - 1), Some(before) if !matches!(before.kind, TokenKind::Sign(_)) && !reader.is(before, AND));
        apart && reader.is_at(bare, *at, BEGINS_AN_ECHO) && reader.is_echo(bare.get(*at..).unwrap_or_default())
    })?;
    let before = bare.get(..at)?;
    let asked = matches!(reader.find(before), Found::Request(request) if matches!(request.asked, Asked::Sum(_) | Asked::Day(_)));
    asked.then(|| before.to_vec())
}

/// "remind me at 2 and then again at 9": "and again". Nothing where nothing is done again.
pub(crate) fn with_then_again_said(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let said = |at: &usize| {
        reader.is_at(tokens, at - 1, AND) && reader.is_at(tokens, *at, THEN) && reader.is_at(tokens, at + 1, ONCE_MORE)
    };
    let at = (1..tokens.len()).find(said)?;
    put(reader, tokens, InFull { from: at, to: at + 1, words: Vec::new() })
}

/// "is there anything about flights on my list? delete it if so": the answer before what depends on it. Nothing where none stands last.
pub(crate) fn with_answers_fronted(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let signs = tokens.iter().rev().take_while(|token| matches!(token.kind, TokenKind::Sign(_))).count();
    let end = tokens.len() - signs;
    let said = |at: usize| ANSWERED_LAST.iter().any(|run| reader.is_run(tokens.get(at..end).unwrap_or_default(), run));
    let at = (end.saturating_sub(LONGEST_ANSWER)..end).find(|at| said(*at))?;
    let from = (1..at).rev().find(|from| begins_anew(reader, tokens, *from))?;
    let clause = tokens.get(from..at)?;
    let orders = reader.grammar.without_courtesy(clause).first().is_some_and(|first| reader.is_beginner(first));
    let asked = without_joints(reader, tokens.get(..from)?);
    if !orders || !reader.is_question(reader.grammar.without_courtesy(asked)) {
        return None;
    }
    let mut words = [tokens.get(..from)?, tokens.get(at..end)?, clause, tokens.get(end..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "buy stamps is on there already, right? if not, add it": what is only said with a question behind it is asked. Nothing where nothing is.
pub(crate) fn with_statements_asked(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let tag = (3..tokens.len().checked_sub(1)?)
        .find(|at| reader.is_at(tokens, *at, ISNT_IT) && tokens.get(at + 1).is_some_and(|sign| sign.is_sign('?')))?;
    let before = tokens.get(..tag)?;
    let said = before.get(..before.len() - usize::from(before.last().is_some_and(|sign| sign.is_sign(','))))?;
    let from = reader.grammar.courtesy_before(said);
    let said = said.get(from..)?;
    let verb = (1..said.len().min(LONGEST_ASKED)).find(|at| reader.is_at(said, *at, IS_OR_ARE))?;
    let told = said.iter().all(|token| token.kind == TokenKind::Word) && !reader.is_question(said);
    let (item, is, rest) = (said.get(..verb)?, said.get(verb)?, said.get(verb + 1..)?);
    // "show me what is due, yes?" and "make sure milk is on my list, right?" are orders.
    let orders = item.first().is_some_and(|first| reader.is_beginner(first)) || reader.begins(item, REMIND_ME);
    let clause = reader.any_is(item, OPENS_A_CLAUSE) || !reader.any_is(rest, SAID_OF_A_TODO);
    (told && !orders && !clause).then_some(())?;
    let mut words = [tokens.get(..from)?, &[*is], item, rest, tokens.get(tag + 1..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "bread on the shopping list? if not, add it": "is bread on …". Nothing where nothing hangs on an answer.
pub(crate) fn with_short_questions_asked(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let said = tokens.get(polite..)?;
    let asked = said.iter().take(LONGEST_ASKED + LONGEST_ANSWER).position(|token| token.is_sign('?'))?;
    let (named, rest) = (said.get(..asked)?, said.get(asked + 1..)?);
    let on =
        named.iter().position(|token| reader.is(token, ON_A_LIST)).filter(|on| (1..=LONGEST_ASKED).contains(on))?;
    let item = named.get(..on)?;
    let worded = named.iter().all(|token| matches!(token.kind, TokenKind::Word | TokenKind::Quoted));
    let plain = worded && !reader.is_question(item) && !reader.any_is(item, NONE) && !reader.any_is(named, IS_OR_ARE);
    let thing =
        plain && !item.first().is_some_and(|first| reader.is_beginner(first) || reader.grammar.can_begin(first.word));
    let listed = reader.list_said(named.get(on + 1..)?).is_some() && reader.last_is(named, LISTS);
    (thing && listed && reader.first_is(rest, IF)).then_some(())?;
    let is = word(reader, IS, item.first()?);
    put(reader, tokens, InFull { from: polite, to: polite, words: vec![is] })
}

/// The goal with other words in their place.
fn put(reader: &mut Reader<'_>, tokens: &[Token], InFull { from, to, words }: InFull) -> Option<Vec<Token>> {
    let mut said = [tokens.get(..from)?, &words, tokens.get(to..)?].concat();
    reader.give_places(&mut said);
    Some(said)
}

/// Whether a clause begins there: behind a sign, or a word between two.
pub(super) fn begins_anew(reader: &Reader<'_>, tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    before.is_some_and(|before| match before.kind {
        TokenKind::Word => reader.is(before, BETWEEN),
        TokenKind::Sign(sign) => matches!(sign, ',' | ';' | '.' | '?' | '!'),
        TokenKind::LineEnd => true,
        _ => false,
    })
}

/// Words without what joins others to them.
fn without_joints<'t>(reader: &Reader<'_>, words: &'t [Token]) -> &'t [Token] {
    let joint = |token: &&Token| matches!(token.kind, TokenKind::Sign(_)) || reader.is(token, BETWEEN);
    let count = words.iter().rev().take_while(joint).count();
    words.get(..words.len() - count).unwrap_or_default()
}

/// The question at a place in full.
fn in_full(reader: &mut Reader<'_>, tokens: &[Token], at: usize) -> Option<InFull> {
    let (before, rest) = tokens.split_at_checked(at)?;
    let told = TELL_ME.iter().find(|run| reader.begins(rest, run)).map_or(0, |run| run.len());
    let asked = rest.get(told..)?;
    let (again, length) = asked_again(reader, asked)?;
    // "my birthday is 2 april, how many weeks is that" is one question as it stands.
    if matches!(again, Again::Until(_)) && tokens.len() <= LONGEST_WHOLE && tells_a_day(reader, tokens) {
        return None;
    }
    let counts = reader.holds(before, HOW_MANY);
    let first = asked.first()?;
    let all = |reader: &Reader<'_>, words: &[&str]| -> Vec<Token> {
        words.iter().map(|said| word(reader, said, first)).collect()
    };
    let words = match again {
        Again::Which if counts => all(reader, SHOW_THEM),
        Again::HowMany if !counts && !before.iter().any(|token| token.numeric) => all(reader, COUNT_THEM),
        Again::Which | Again::HowMany => return None,
        // "12 days after 3 march, which date is that" has its answer already.
        Again::Day if !counts && tells_a_day(reader, before) => all(reader, WHEN_IS_THAT),
        // Where it ends up is known when it is there: "move the dentist a week later and tell me what day that is".
        Again::Day if moves_a_todo(reader, before) => all(reader, WHEN_IS_IT_DUE),
        Again::Day => [all(reader, WHAT_DAY_IS), day_told(reader, before, &[])?.to_vec()].concat(),
        Again::Until(unit) => {
            let until = vec![unit.unwrap_or_else(|| word(reader, DAYS_UNIT, first)), word(reader, UNTIL, first)];
            [all(reader, &HOW_MANY_UNTIL), until, day_told(reader, before, &[])?.to_vec()].concat()
        }
    };
    Some(InFull { from: at, to: at + told + length, words })
}

/// The longest question that has in it what it is about.
const LONGEST_WHOLE: usize = 24;

/// What is asked about what was said just before.
enum Again {
    /// Which those are that were counted.
    Which,
    /// How many those are that were shown.
    HowMany,
    /// Which day of the week it is.
    Day,
    /// How long it is until then, in a unit that may be said.
    Until(Option<Token>),
}

/// The question that words begin with, and how many words it has.
fn asked_again(reader: &Reader<'_>, asked: &[Token]) -> Option<(Again, usize)> {
    if !reader.first_is(asked, BEGINS) {
        return None;
    }
    let ends =
        |length: usize| asked.get(length).is_none_or(|end| end.kind != TokenKind::Word || reader.is(end, BETWEEN));
    let length = |runs: &[&[&'static str]]| {
        runs.iter().find(|run| ends(run.len()) && reader.begins(asked, run)).map(|run| run.len())
    };
    let unit = || asked.get(HOW_MANY_UNTIL.len()).copied();
    let which = length(WHICH_ARE_THEY).map(|length| (Again::Which, length));
    let many = || length(HOW_MANY_ARE_THERE).map(|length| (Again::HowMany, length));
    let day = || length(WHICH_DAY_IS_IT).map(|length| (Again::Day, length));
    let until = || length(HOW_LONG_UNTIL_THEN).map(|length| (Again::Until(unit()), length));
    let far = || length(HOW_FAR_UNTIL_THEN).map(|length| (Again::Until(None), length));
    which.or_else(many).or_else(day).or_else(until).or_else(far)
}

/// Whether words ask about a day, so that the answer says which it is.
fn tells_a_day(reader: &mut Reader<'_>, before: &[Token]) -> bool {
    let asked = without_joints(reader, before);
    matches!(reader.find(asked), Found::Request(Request { asked: Asked::Day(_), .. }))
}

/// Whether the last of the clauses before moves a todo to another day.
fn moves_a_todo(reader: &mut Reader<'_>, before: &[Token]) -> bool {
    let before = without_joints(reader, before);
    let from = (1..before.len()).rev().find(|at| begins_anew(reader, before, *at)).unwrap_or(0);
    let moves = |words: &[Token], reader: &mut Reader<'_>| {
        let words = reader.grammar.without_courtesy(words);
        let Found::Request(request) = reader.find(words) else { return false };
        matches!(request.todo(), Some(TodoIntent::Reschedule | TodoIntent::Postpone | TodoIntent::Advance))
    };
    moves(before, reader) || before.get(from..).is_some_and(|last| from > 0 && moves(last, reader))
}

/// A word that nobody typed, where another begins.
pub(super) fn word(reader: &Reader<'_>, said: &str, next: &Token) -> Token {
    reader.unsaid(said, next.span.start, next)
}

/// Where one of the runs begins that open what is said, before courtesy or behind it, and how many words it has.
pub(super) fn opened_by(reader: &Reader<'_>, tokens: &[Token], runs: &[&[&'static str]]) -> Option<(usize, usize)> {
    [reader.grammar.courtesy_before(tokens), 0].into_iter().find_map(|from| {
        let said = tokens.get(from..)?;
        let run = runs.iter().find(|run| reader.begins(said, run))?;
        Some((from, run.len()))
    })
}

/// A comma in place of another sign.
pub(super) fn comma_for(reader: &Reader<'_>, sign: &Token) -> Token {
    Token { kind: TokenKind::Sign(','), word: reader.grammar.vocabulary().id(COMMA), ..*sign }
}
