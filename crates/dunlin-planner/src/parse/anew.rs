//! Words of a goal put anew, so that they can be read as others are: what an answer was asked for is called "it", and what is said of one
//! thing stands where it is meant.

use dunlin_base::Span;

use crate::{
    lang::{
        en::{
            again::{AT_OR_BY, BEFORE_A_NAMED_DAY, MISSES_ANY, MOVES, OR, TO_THEN},
            conditions::{AFTER_IS, CONTRACTED_ALREADY, DUE, FREE, IS},
            connectors::{AND, BEFORE_TIME, IF, REMIND_ME, WHY},
            doubts::{TASK, TODO},
            exchanged::PUT,
            offers::ONTO_A_LIST,
            pauses::{
                ADD, AFTER, ALL_OF_A_LIST, AS, ASKING, AWAY, BEFORE_OR_AFTER, BETWEEN, BOTH, DELETES, DOING,
                DOWN_OR_DUE, EMPTY, FOR_IT, FOR_THAT_DAY, GOT, IS_SAID, IT, JOINS, LISTS, NAME_ENDS, ON, ON_OR_FROM,
                ONE, PUTS, SAID_OF_ORDERS, SAME, SO, SO_IS, TAGGED_AS, TAGGED_BY, TAGS, THAT_DAY, THAT_VERY_DAY,
                THROWN, TO, UNITS_BEFORE, UNITS_OF_TIME,
            },
            phrases::{DAYS, MONTH_NAMES},
            references::EMPTIES,
        },
        holds,
    },
    model::token::{Token, TokenKind},
    parse::{
        again::{begins_anew, comma_for},
        pause::MOST_WORDS_OF_A_TIME,
        reader::Reader,
        timed::says_when_due,
        words::Words,
    },
};

/// The most words before the orders that they are said to be.
const LONGEST_HEAD: usize = 14;
/// The most words from who is to be reminded to "before": "remind me half an hour before".
const LONGEST_AHEAD: usize = 6;
/// The most words from "no" to "or".
const LONGEST_MISSED: usize = 4;
/// The most words from what moves a todo to the day it is moved to.
const LONGEST_MOVED: usize = 8;
/// The most words of a todo that is tagged, with the verb and the tag.
const LONGEST_TAGGED: usize = 9;
/// The most words of a list with what it is put on by.
const LONGEST_LIST: usize = 6;

/// The words with those that name what was asked for put as "it": "ask me for the bill and work out 15% of the bill". Nothing
/// when they name nothing of the kind.
pub(crate) fn with_answers_named(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let it = reader.grammar.vocabulary().id(IT);
    let asks = |at: usize| {
        let words = tokens.get(at..at + 4)?;
        let fits = words.iter().zip(ASKING).all(|(token, known)| reader.is(token, known));
        let named = tokens.get(at + 4..)?;
        let ends = |token: &Token| token.kind != TokenKind::Word || reader.is(token, NAME_ENDS);
        let len = named.iter().take_while(|token| !ends(token)).count();
        (fits && (1..=4).contains(&len)).then_some((at + 4, len))
    };
    let (from, len) = (0..tokens.len()).find_map(asks)?;
    let named = tokens.get(from..from + len)?;
    let alike = |at: usize| {
        let words = tokens.get(at..at + len);
        words.is_some_and(|words| {
            words
                .iter()
                .zip(named)
                .all(|(one, other)| one.span.of(reader.goal).eq_ignore_ascii_case(other.span.of(reader.goal)))
        })
    };
    let mut found = tokens.get(..from + len)?.to_vec();
    let mut at = from + len;
    while let Some(token) = tokens.get(at) {
        if reader.is(token, SAME) && alike(at + 1) {
            let span = tokens.get(at..=at + len).map_or(token.span, crate::model::token::span_of);
            found.push(Token { word: it, span, ..*token });
            at += 1 + len;
        } else {
            found.push(*token);
            at += 1;
        }
    }
    let changed = found.len() < tokens.len();
    changed.then(|| {
        reader.give_places(&mut found);
        found
    })
}

/// "the rent's already paid", "milk's on my list": the verb at the word's end stands by itself. Nothing when there is none.
pub(crate) fn with_verbs_parted(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let is = reader.grammar.vocabulary().id(IS);
    let mut found = Vec::with_capacity(tokens.len() + 1);
    for (at, token) in tokens.iter().enumerate() {
        let said = token.span.of(reader.goal);
        let stem = ["'s", "’s"].iter().find_map(|end| said.strip_suffix(end)).filter(|stem| !stem.is_empty());
        let stem = stem.filter(|_| {
            token.kind == TokenKind::Word
                && reader.is_at(tokens, at + 1, AFTER_IS)
                && !holds(CONTRACTED_ALREADY, &reader.word(token))
        });
        let Some(stem) = stem else {
            found.push(*token);
            continue;
        };
        let cut = token.span.start + stem.len();
        let word = reader.grammar.vocabulary().id(&stem.to_lowercase());
        found.push(Token { span: Span::new(token.span.start, cut), word, ..*token });
        found.push(Token { span: Span::new(cut, token.span.end), word: is, glued: true, ..*token });
    }
    (found.len() > tokens.len()).then(|| {
        reader.give_places(&mut found);
        found
    })
}

/// "pick up the prescription and post the letter, both on friday": an order to add them, for it is said of each. Nothing when it is
/// not said so.
pub(crate) fn with_both_added(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    if !reader.any_is(tokens, BOTH) {
        return None;
    }
    let bare = reader.grammar.without_courtesy(tokens);
    let both = bare.iter().rposition(|token| reader.is(token, BOTH))?;
    let after = bare.get(both + 1..)?;
    let fits = both > 3
        && bare.get(both - 1)?.is_sign(',')
        && (1..=6).contains(&after.len())
        && (reader.first_is(after, BEFORE_TIME) || reader.first_is(after, DUE) || reader.first_is(after, DAYS))
        && bare.iter().all(|token| token.kind != TokenKind::LineEnd)
        && !reader.is_beginner(bare.first()?)
        && reader.is_deed(bare);
    let first = *bare.first().filter(|_| fits)?;
    let mut found = each_on_that_day(reader, bare.get(..both - 1)?, after).unwrap_or_else(|| {
        let mut found = vec![reader.unsaid(ADD, first.span.start, &first)];
        found.extend(bare);
        found
    });
    reader.give_places(&mut found);
    Some(found)
}

/// "walk the dog at 5:30pm, then fetch Ellie at 6:15, both today": the day stands behind each time. Nothing where fewer than two are
/// said.
fn each_on_that_day(reader: &Reader<'_>, words: &[Token], day: &[Token]) -> Option<Vec<Token>> {
    let ends = |next: Option<&Token>| {
        next.is_none_or(|next| matches!(next.kind, TokenKind::Sign(',' | ';' | '.')) || reader.is(next, BETWEEN))
    };
    // How many words the time has that begins a rest of them.
    let timed = |rest: &[Token]| {
        let most = MOST_WORDS_OF_A_TIME.min(rest.len());
        let is_time = |len: &usize| ends(rest.get(*len)) && reader.is_time(rest.get(..*len).unwrap_or_default());
        (2..=most).find(is_time).filter(|_| reader.first_is(rest, AT_OR_BY))
    };
    let (mut found, mut from, mut times) = (Vec::new(), 0, 0);
    for at in 1..words.len() {
        let rest = words.get(at..)?;
        if let Some(len) = timed(rest) {
            found.extend([words.get(from..at + len)?, day].concat());
            (from, times) = (at + len, times + 1);
        }
    }
    found.extend(words.get(from..)?);
    (times > 1).then_some(found)
}

/// "the rent is paid and so is the gym": what is said of the one is said of the other. Nothing when the words say no such thing.
pub(crate) fn with_same_said(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let so = (2..tokens.len().saturating_sub(2)).find(|at| {
        reader.is_at(tokens, *at, SO) && reader.is_at(tokens, at + 1, SO_IS) && reader.is_at(tokens, at - 1, BETWEEN)
    })?;
    let before = tokens.get(..so)?;
    let verb = before.iter().rposition(|token| reader.is(token, SO_IS)).filter(|verb| (1..12).contains(verb))?;
    let said = before.get(verb..so - 1).filter(|said| (2..=5).contains(&said.len()))?;
    let ends =
        |token: &Token| token.kind != TokenKind::Word && token.kind != TokenKind::Quoted || reader.is(token, BETWEEN);
    let rest = tokens.get(so + 2..)?;
    let other = rest.iter().take_while(|token| !ends(token)).count();
    let other = (1..=6).contains(&other).then_some(other)?;
    let mut words = [before, rest.get(..other)?, said, rest.get(other..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "put the kettle mat on my list with the tag kitchen": what tags a todo stands before the list. Nothing when no tag stands behind
/// one.
pub(crate) fn with_tags_before_lists(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let ends = |token: &Token| token.kind != TokenKind::Word || reader.is(token, BETWEEN);
    let tagged = |at: usize| {
        let run = TAGGED_BY.iter().find(|run| tokens.get(at..).is_some_and(|rest| reader.begins(rest, run)));
        // "… to the office list #work"
        let bare = || tokens.get(at).is_some_and(|token| token.is_sign('#')).then_some(0);
        let said = run.map(|run| run.len()).or_else(bare)?;
        let sign = usize::from(tokens.get(at + said).is_some_and(|token| token.is_sign('#')));
        let end = at + said + sign + 1;
        let named = tokens.get(end - 1).is_some_and(|tag| matches!(tag.kind, TokenKind::Word | TokenKind::Quoted));
        (named && tokens.get(end).is_none_or(ends)).then_some((at, end))
    };
    let (at, end) = (4..tokens.len()).filter(|at| reader.is_at(tokens, at - 1, LISTS)).find_map(tagged)?;
    let from = (at.saturating_sub(LONGEST_LIST)..at - 1)
        .rev()
        .find(|at| reader.is_at(tokens, *at, ONTO_A_LIST) && !reader.is_at(tokens, at + 1, DOING))?;
    let adds = tokens.get(..from)?.iter().any(|token| reader.is(token, PUTS));
    // A sign belongs to the word that it touches, also elsewhere.
    let tag = match tokens.get(at..end)? {
        [sign, tag] if sign.is_sign('#') => vec![Token { span: sign.span.cover(tag.span), ..*tag }],
        said => said.to_vec(),
    };
    let mut words = [tokens.get(..from)?, &tag, tokens.get(from..at)?, tokens.get(end..)?].concat();
    adds.then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// "tag the taxes urgent": the last word is the tag. Nothing where the words before it name no todo on a list.
pub(crate) fn with_tags_told_apart(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let ends = |token: &Token| token.kind != TokenKind::Word || reader.is(token, BETWEEN);
    let tag_behind = |at: usize| {
        let fresh = at == 0 || reader.grammar.courtesy_before(tokens) == at || begins_anew(reader, tokens, at);
        let verb = fresh && reader.is_at(tokens, at, TAGS);
        let tag = (at + 2..tokens.len().min(at + LONGEST_TAGGED)).find(|tag| tokens.get(tag + 1).is_none_or(ends))?;
        let (item, own) = (tokens.get(at + 1..tag)?, tokens.get(tag)?);
        // "tag call mum and book flights with family"
        let behind = tokens.get(tag + 1..).unwrap_or_default().iter().take(LONGEST_TAGGED);
        let as_a_tag =
            behind.take_while(|token| token.kind == TokenKind::Word).any(|token| reader.is(token, TAGGED_AS));
        let named = verb && own.kind == TokenKind::Word && !reader.any_is(item, TAGGED_AS) && !as_a_tag;
        (named && reader.names_one_todo(item)).then_some(tag)
    };
    let at = (0..tokens.len()).find_map(tag_behind)?;
    let next = tokens.get(at)?;
    let mut words = [tokens.get(..at)?, &[reader.unsaid(AS, next.span.start, next)], tokens.get(at..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "sunday will be dry so put rake the leaves on my list for then": the day that was told of stands there instead. Nothing when none was
/// told, or nothing means it.
pub(crate) fn with_that_day_said(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let ends = |token: &Token| token.kind != TokenKind::Word || reader.is(token, BETWEEN);
    let length = |at: usize| {
        let rest = tokens.get(at..).unwrap_or_default();
        let said = |runs: &[&[&'static str]]| runs.iter().find(|run| reader.begins(rest, run)).map(|run| run.len());
        let behind_a_list = || {
            let led = reader.is_at(tokens, at - 1, LISTS) || reader.is_at(tokens, at - 1, DOWN_OR_DUE);
            // "if saturday's free, put lunch down for it"
            let free = || tokens.get(..at).is_some_and(|before| reader.any_is(before, FREE));
            said(FOR_THAT_DAY).or_else(|| said(FOR_IT).filter(|_| free())).filter(|_| led)
        };
        // "push it because she's away until then"
        let moved = || {
            let before = tokens.get(..at).unwrap_or_default();
            let verb = before.iter().rposition(|token| reader.is(token, MOVES)).and_then(|verb| before.get(verb..));
            verb.is_some_and(|moved| moved.len() <= LONGEST_MOVED && !reader.any_is(moved, WHY))
        };
        // "what day is the 22nd? remind me that day to ring Ann"
        let reminds = || {
            let me = at.checked_sub(2).is_some_and(|me| reader.begins(&tokens[me..], REMIND_ME));
            said(THAT_VERY_DAY).filter(|_| me)
        };
        if let Some(length) = reminds() {
            return Some((at, at + length));
        }
        // "tell me what I've got that day"
        let shown = || said(THAT_VERY_DAY).filter(|_| reader.is_at(tokens, at - 1, GOT));
        let end = at + said(TO_THEN).filter(|_| moved()).or_else(behind_a_list).or_else(shown)?;
        tokens.get(end).is_none_or(ends).then_some((at, end))
    };
    let (at, end) = (2..tokens.len()).find_map(length)?;
    let day = day_told(reader, tokens.get(..at)?, &[])?;
    let on = if reader.is_at(tokens, at, ON_OR_FROM) || !reader.is_at(tokens, at, SAME) {
        *tokens.get(at)?
    } else {
        reader.unsaid(ON, tokens.get(at)?.span.start, tokens.get(at)?)
    };
    let mut words = [tokens.get(..at)?, &[on], day, tokens.get(end..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "my list is a mess, so clear it", "everything on it": the list that was told of stands there instead. Nothing when none was told, or
/// something else is meant.
pub(crate) fn with_that_list_named(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let all_on = |at: usize| {
        at.checked_sub(2)
            .is_some_and(|all| reader.is_at(tokens, all, ALL_OF_A_LIST) && reader.is_at(tokens, all + 1, ON_OR_FROM))
    };
    // "add milk to my shopping list and then show me everything on it"
    let put_on = |at: usize| {
        at.checked_sub(1).is_some_and(|before| reader.is_at(tokens, before, TO) || reader.is_at(tokens, before, ON))
    };
    // "if the holiday list is empty, delete it"
    let empty = (2..tokens.len()).any(|at| reader.is_at(tokens, at, EMPTY) && reader.is_at(tokens, at - 1, IS_SAID));
    let emptied = |at: usize| {
        let verb = reader.is_at(tokens, at - 1, EMPTIES) || empty && reader.is_at(tokens, at - 1, DELETES);
        verb && reader.is_at(tokens, at, IT)
    };
    let it = (4..tokens.len()).find(|at| reader.is_at(tokens, *at, IT) && (all_on(*at) || emptied(*at)))?;
    let told = |from: usize| {
        let most = LONGEST_LIST.min(it - from);
        let said = |length: &usize| {
            let list = tokens.get(from..from + length).unwrap_or_default();
            let words = list.iter().all(|token| token.kind == TokenKind::Word || token.is_sign('-'));
            let named = reader.first_is(list, SAME) && reader.last_is(list, LISTS) && words;
            let ends =
                tokens.get(from + length).is_some_and(|next| next.kind != TokenKind::Word || reader.is(next, JOINS));
            named
                && (reader.is_at(tokens, from + length, IS_SAID)
                    || ends && (all_on(from) || all_on(it) && put_on(from)))
        };
        (2..=most).rev().find(said).and_then(|length| tokens.get(from..from + length))
    };
    let polite = reader.grammar.courtesy_before(tokens);
    let after_if = reader.is_at(tokens, polite, IF).then_some(polite + 1);
    let starts =
        [polite].into_iter().chain(after_if).chain((polite..it).rev().filter(|from| all_on(*from) || put_on(*from)));
    let list = starts.into_iter().find_map(told)?;
    let mut words = [tokens.get(..it)?, list, tokens.get(it + 1..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "make the following changes to my shopping list: remove bread, add rolls": the changes, each on that list. Nothing when no such head
/// stands before them.
pub(crate) fn with_heads_dropped(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let colon = tokens.iter().take(LONGEST_HEAD).position(|token| token.is_sign(':'))?;
    let (head, orders) = (tokens.get(..colon)?, tokens.get(colon + 1..)?);
    let first = reader.grammar.without_courtesy(orders).first()?;
    if reader.is(first, ADD) && head.len() < 2 || !reader.is_beginner(first) {
        return None;
    }
    let list = (0..colon).rev().find(|at| reader.is_at(head, *at, SAME) && reader.last_is(head, LISTS));
    let (said, list) = head.split_at_checked(list.unwrap_or(colon))?;
    // "my shopping list: remove bread" is read as it stands.
    (!said.is_empty() && said.iter().all(|token| reader.is(token, SAID_OF_ORDERS))).then_some(())?;
    let on = list.first().map(|first| reader.unsaid(ON, first.span.start, first));
    let comma = tokens.get(colon).filter(|_| on.is_some()).map(|sign| comma_for(reader, sign));
    let front: Vec<Token> = on.into_iter().chain(list.iter().copied()).chain(comma).collect();
    let mut words = [front.as_slice(), orders].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "todo: delete old photos", with a head that names no list: whatever stands behind it is to be done, and nothing is deleted. Nothing
/// when no such head is there.
pub(crate) fn with_todos_headed(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let headed = |at: usize| {
        let begins = at.checked_sub(1).and_then(|at| tokens.get(at)).is_none_or(|sign| sign.kind == TokenKind::LineEnd);
        let does = tokens.get(at + 2).is_some_and(|does| reader.is_beginner(does) && !reader.is(does, ADD));
        begins && does && reader.is_at(tokens, at, TODO) && tokens.get(at + 1).is_some_and(|sign| sign.is_sign(':'))
    };
    let places: Vec<usize> = (0..tokens.len()).filter(|at| headed(*at)).collect();
    let word = reader.grammar.vocabulary().id(TASK);
    let mut words = tokens.to_vec();
    for at in &places {
        words.get_mut(*at)?.word = word;
    }
    (!places.is_empty()).then_some(words)
}

/// The last day that words tell of, so that others before it are a day with it.
pub(super) fn day_told<'t>(reader: &Reader<'_>, tokens: &'t [Token], before: &[Token]) -> Option<&'t [Token]> {
    let from = |from: usize| {
        let words = tokens.get(from..)?;
        let most = MOST_WORDS_OF_A_TIME.min(words.len());
        let fits = |day: &&[Token]| {
            let said = [before, *day].concat();
            let ends = day.last().is_some_and(|last| !matches!(last.kind, TokenKind::Sign(_) | TokenKind::LineEnd));
            ends && !reader.first_is(day, BEFORE_TIME)
                && (reader.says_day(day) || reader.any_is(day, MONTH_NAMES))
                && says_when_due(reader, day)
                && says_when_due(reader, &said)
        };
        (1..=most).rev().filter_map(|len| words.get(..len)).find(fits)
    };
    let last = |day: &&[Token]| (day.last().map(|last| last.span.end), day.len());
    (0..tokens.len()).filter_map(from).max_by_key(last).or_else(|| day_named(reader, tokens))
}

/// A day that is asked about by its name: "how many days until easter".
fn day_named<'t>(reader: &Reader<'_>, tokens: &'t [Token]) -> Option<&'t [Token]> {
    let joint = |token: &&Token| matches!(token.kind, TokenKind::Sign(_)) || reader.is(token, BETWEEN);
    let at = tokens.iter().rposition(|token| reader.is(token, BEFORE_A_NAMED_DAY))?;
    let rest = tokens.get(at + 1..)?;
    let day = rest.get(..rest.iter().take_while(|token| !joint(token)).count())?;
    (!day.is_empty() && says_when_due(reader, day)).then_some(day)
}

/// A day without the time that stands behind it or before it: "friday" of "friday at three", "tomorrow" of "8am tomorrow".
pub(super) fn without_its_time<'t>(reader: &Words<'_>, day: &'t [Token]) -> &'t [Token] {
    let is_time =
        |at: &usize| reader.is_at(day, *at, BEFORE_TIME) && reader.is_time(day.get(*at..).unwrap_or_default());
    let behind = || (1..day.len()).find(is_time).and_then(|at| day.get(..at));
    let parted = |at: usize| day.split_at_checked(at).filter(|(time, _)| reader.is_time(time));
    let before = || (1..day.len()).rev().find_map(parted).map(|(_, day)| day);
    behind().or_else(before).unwrap_or(day)
}

/// "the fair is on friday, remind me the day before": before the day that was told of. Nothing when no such day is left open, or none
/// was told.
pub(crate) fn with_days_told(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let ends = |token: &Token| token.kind != TokenKind::Word || reader.is(token, BETWEEN);
    // "a week", "two days"
    let counts = |at: usize| {
        reader.is_at(tokens, at, ONE) || tokens.get(at).is_some_and(|token| reader.grammar.is_numeric(token))
    };
    let open = |at: &usize| {
        let reminded =
            || reader.holds(tokens.get(at.saturating_sub(LONGEST_AHEAD)..*at).unwrap_or_default(), REMIND_ME);
        let unit = tokens
            .get(at - 1)
            .is_some_and(|unit| reader.is(unit, UNITS_BEFORE) && (!reader.is(unit, UNITS_OF_TIME) || reminded()));
        // "remind me a week before to order flowers"
        let reminds = |at: usize| at.checked_sub(4).is_some_and(|me| reader.begins(&tokens[me..], REMIND_ME));
        // "then gym the day after at 6", "and the day after pay the gas bill"
        let opens = tokens.get(at - 3).is_some_and(|before| reader.is(before, BETWEEN) || before.is_sign(','));
        let goes_on = tokens.get(at + 1).is_some_and(|next| {
            reader.is(next, BEFORE_TIME)
                || opens && (reader.is_beginner(next) || reader.is_deed(tokens.get(at + 1..).unwrap_or_default()))
        });
        let that = usize::from(reader.is_at(tokens, at + 1, THAT_DAY) && counts(at - 2));
        let after = at + 1 + that;
        let ended = tokens.get(after).is_none_or(ends) || goes_on || reader.is_at(tokens, after, TO) && reminds(*at);
        unit && reader.is_at(tokens, *at, BEFORE_OR_AFTER) && ended
    };
    let before = (3..tokens.len()).find(open)?;
    let at = before - 2;
    // "move it to the week after" is counted from its own day.
    let from_its_own =
        reader.is_at(tokens, before, AFTER) || at.checked_sub(2).is_some_and(|it| reader.is_at(tokens, it, IT));
    if reader.is_at(tokens, at - 1, TO) && from_its_own {
        return None;
    }
    let told = day_told(reader, tokens.get(..at)?, tokens.get(at..=before)?)?;
    // "on the 9th of dec, remind me a week before": before the 9th.
    let bare = told.get(1..).filter(|day| reader.first_is(told, ON_OR_FROM) && says_when_due(reader, day));
    let told = bare.unwrap_or(told);
    // "lunch on monday at 1, then gym the day after at 6": on that day, and not at that time.
    let timed = reader.is_at(tokens, before + 1, BEFORE_TIME);
    let day = if timed { without_its_time(reader, told) } else { told };
    // "remind me a week before that to buy gifts"
    let that = usize::from(reader.is_at(tokens, before + 1, THAT_DAY) && counts(at));
    let mut words = [tokens.get(..=before)?, day, tokens.get(before + 1 + that..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "I have the dentist on friday at three so remind me to leave at two": at two on that day. Nothing where the reminder says a day of
/// its own, or only a time is told of.
pub(crate) fn with_days_of_reasons(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let begins = |at: &usize| {
        let before = tokens.get(at - 1);
        let joined = before.is_some_and(|before| before.is_sign(',') || reader.is(before, JOINS));
        joined && reader.begins(tokens.get(*at..).unwrap_or_default(), REMIND_ME)
    };
    let at = (4..tokens.len()).find(begins)?;
    let (told, reminder) = tokens.split_at_checked(at)?;
    let joint = |token: &&Token| token.kind == TokenKind::LineEnd || matches!(token.kind, TokenKind::Sign(';' | '.'));
    let reminder = reminder.get(..reminder.iter().take_while(|token| !joint(token)).count())?;
    let timed = reminder.iter().rposition(|token| reader.is(token, AT_OR_BY))?;
    // "remind me at one to leave"
    let end =
        reminder.iter().skip(timed).position(|token| reader.is(token, TO)).map_or(reminder.len(), |to| timed + to);
    let time = reminder.get(timed..end).filter(|time| says_when_due(reader, time) && !reader.says_day(reminder))?;
    let tells = reader.tells(told.get(..at - 1)?) && !time.is_empty();
    let day = day_told(reader, told, &[]).filter(|day| tells && reader.says_day(day))?;
    let day = without_its_time(reader, day);
    let end = at + end;
    let mut words = [tokens.get(..end)?, day, tokens.get(end..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "bung eggs on my list": "put eggs on my list". Nothing where no word is thrown about, or what it is done to goes away.
pub(crate) fn with_puts_said(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let put = reader.grammar.vocabulary().id(PUT);
    let thrown = |at: &usize| {
        let rest = tokens.get(at + 1..).unwrap_or_default();
        let clause = rest.iter().position(|token| token.kind != TokenKind::Word || reader.is(token, BETWEEN));
        let clause = rest.get(..clause.unwrap_or(rest.len())).unwrap_or_default();
        let onto = clause.iter().skip(1).any(|token| reader.is(token, ONTO_A_LIST)) && !reader.any_is(clause, AWAY);
        reader.is_at(tokens, *at, THROWN) && (*at == polite || begins_anew(reader, tokens, *at)) && onto
    };
    let verbs: Vec<usize> = (0..tokens.len()).filter(thrown).collect();
    let mut words = tokens.to_vec();
    for at in &verbs {
        words.get_mut(*at)?.word = put;
    }
    (!verbs.is_empty()).then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// "no onions or garlic": both are missing. Nothing where nothing is said to be.
pub(crate) fn with_both_missing(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let lacks = |at: &usize| {
        let before = tokens.get(at.saturating_sub(LONGEST_MISSED)..*at).unwrap_or_default();
        reader.is_at(tokens, *at, OR) && reader.any_is(before, MISSES_ANY)
    };
    let at = (2..tokens.len()).find(lacks)?;
    let and = reader.grammar.vocabulary().id(AND);
    let mut words = tokens.to_vec();
    words.get_mut(at)?.word = and;
    reader.give_places(&mut words);
    Some(words)
}
