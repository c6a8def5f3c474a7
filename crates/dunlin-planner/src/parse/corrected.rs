//! What is put right in the same breath: "complete the gym no wait the report", "move the rent, sorry, the taxes to friday",
//! "remind me tomorrow, no not tomorrow, friday".

use std::ops::Range;

use crate::{
    lang::en::{
        again::AT_OR_BY,
        asides::TELLS_MORE,
        connectors::{AND, IT},
        corrections::{
            ABOUT_THAT, ANY, DONT, GOES_ON_ABOUT, HELD, IT_IS_ON, JUST, MAKE_THAT, NO, NO_NEW_NAME, NO_OR_NOPE,
            NOT_MEANT, NOTHING_OF, PUT_IT, PUTS_RIGHT, PUTS_RIGHT_PAUSED, SAID_AFTER, TAKES_BACK, WAITS,
        },
        doubts::{ARTICLES, NOT},
        exchanged::PUTS,
        in_full::{MOVE, TO},
        offers::{BEFORE_A_DAY, ONTO_A_LIST},
        pauses::{BETWEEN, COMMA, LISTS},
    },
    model::{
        intent::TodoIntent,
        request::{Found, Request},
        token::{Token, TokenKind, span_of},
    },
    parse::{
        again::{begins_anew, word},
        correct::{is_pause, list_put_right},
        priority::priority,
        reader::Reader,
        timed::says_when_due,
    },
    sum,
};

/// The most words that take the place of others.
const LONGEST: usize = 8;

/// Where something is put right in a goal.
struct Correction {
    /// Where what was said before ends.
    at: usize,
    /// The words that are said not to be meant, where they were said before.
    wrong: Option<Range<usize>>,
    /// Where what is meant begins, and where its words end.
    right: Range<usize>,
    /// Whether only words of the same kind can take the place of others: "friday no saturday".
    weak: bool,
}

/// The words with what is put right in its place. Nothing where nothing is, or where it is not plain what it takes the place of.
pub(crate) fn with_corrections_made(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    if !reader.any_is(tokens, ANY) {
        return None;
    }
    (2..tokens.len()).find_map(|at| {
        let correction = correction_at(reader, tokens, at)?;
        let (wrong, mut words) = match correction.wrong.clone() {
            Some(wrong) => {
                let wrong = as_a_whole_list(reader, tokens, &correction, wrong);
                (wrong.clone(), replaced(tokens, &correction, wrong)?)
            }
            None => put_right(reader, tokens, &correction)?,
        };
        reader.put_in_place(span_of(tokens.get(correction.right)?), span_of(tokens.get(wrong)?));
        reader.give_places(&mut words);
        Some(words)
    })
}

/// "two pints of cream – make that three pints", "3 eggs on my list, make it 4": the amount where the other one stood. Nothing where no
/// amount of the same thing stands before, or where something else may be put right.
pub(crate) fn with_amounts_put_right(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    if !reader.any_is(tokens, ANY) {
        return None;
    }
    let amount = |token: &Token| {
        let alone = token.kind == TokenKind::Number && !token.glued || token.kind == TokenKind::Word && !token.numeric;
        alone && sum::number(std::slice::from_ref(token), reader.goal).is_some()
    };
    let put_right = |at: usize| {
        let said = small_words(reader, tokens, at);
        let rest = tokens.get(said.end..)?;
        let put = MAKE_THAT.iter().find(|run| reader.begins(rest, run)).map_or(0, |run| run.len());
        let paused = tokens.get(at).is_some_and(is_pause) && (said.words > 0 || put > 0);
        let from = said.end + put;
        let right = tokens.get(from..)?;
        let right =
            right.get(..right.iter().take_while(|token| is_worded(token) && !reader.is(token, BETWEEN)).count())?;
        let apart = paused || said.strong || put > 0;
        (apart && !tokens.get(at - 1).is_some_and(is_pause) && right.first().is_some_and(amount))
            .then_some((at, from, right))
    };
    let (at, from, right) = (3..tokens.len()).find_map(put_right)?;
    let begins = clause_before(reader, tokens, at);
    let before = tokens.get(begins..at)?;
    let word = |token: &Token| reader.word(token).trim_end_matches('s').to_owned();
    let same = |wrong: &usize| {
        let said = before.get(*wrong..wrong + right.len());
        let alike = |said: &[Token]| said.iter().zip(right).skip(1).all(|(one, other)| word(one) == word(other));
        before.get(*wrong).is_some_and(amount) && said.is_some_and(alike)
    };
    // "call Ben at 3 about 2 tickets, make it 4" may mean either, and "3 eggs tomorrow, make it 4" the time.
    let several = before.iter().filter(|token| reader.grammar.is_numeric(token)).count() > 1;
    let timed = before.iter().any(|token| reader.grammar.days.contains(token.word) || reader.is(token, AT_OR_BY));
    let wrong = (0..before.len()).find(same).filter(|_| right.len() > 1 || !several && !timed)?;
    let thing = before.get(wrong + 1).is_some_and(|next| next.kind == TokenKind::Word);
    let (first, last) = (before.get(..wrong)?, before.get(wrong + right.len()..)?);
    let mut words = [tokens.get(..begins)?, first, right, last, tokens.get(from + right.len()..)?].concat();
    reader.put_in_place(span_of(right), span_of(before.get(wrong..wrong + right.len())?));
    thing.then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// "jam & string to my list. oh, not string, I've a drawer of it": without what is not meant, and what tells why. Nothing where it is not one
/// of several, or another thing takes its place.
pub(crate) fn with_things_not_meant(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let joins = |at: usize| {
        reader.is_at(tokens, at, AND)
            || tokens.get(at).is_some_and(|sign| matches!(sign.kind, TokenKind::Sign(',' | '&')))
    };
    let not_meant = |at: usize| {
        let not = small_words(reader, tokens, at).end;
        let from = not + 1 + usize::from(reader.is_at(tokens, not + 1, ARTICLES));
        let paused = tokens.get(at).filter(|_| reader.is_at(tokens, not, NOT)).is_some_and(is_pause);
        let rest = tokens.get(from..).filter(|_| paused)?;
        let thing = rest.get(..rest.iter().take_while(|token| is_worded(token)).count())?;
        let end = from + thing.len();
        let why = tokens.get(end..)?;
        let stop =
            why.iter().position(|token| token.is_sign('.') || token.kind == TokenKind::LineEnd).unwrap_or(why.len());
        let why = why.get(..stop)?.iter().skip_while(|token| is_pause(token)).copied().collect::<Vec<_>>();
        let told = why.is_empty() || reader.tells(&why);
        let same = |said: &usize| {
            let said = tokens.get(*said..said + thing.len());
            said.is_some_and(|said| said.iter().zip(thing).all(|(one, other)| reader.word(one) == reader.word(other)))
        };
        let said = (1..=at.checked_sub(thing.len())?).rev().find(same)?;
        (told && (1..=LONGEST_DAY).contains(&thing.len())).then_some((at, said..said + thing.len(), end + stop))
    };
    let (at, wrong, end) = (3..tokens.len()).find_map(not_meant)?;
    let article = usize::from(reader.is_at(tokens, wrong.start - 1, ARTICLES));
    let (start, behind) = (wrong.start - article, joins(wrong.end));
    let (first, rest) = match start.checked_sub(1).filter(|before| joins(*before)) {
        // "jam, tea and string": the last of the others is joined as it was.
        Some(and) if !behind => {
            let comma = (1..and).rev().find(|at| tokens.get(*at).is_some_and(|sign| sign.is_sign(',')));
            match comma.filter(|_| reader.is_at(tokens, and, AND)) {
                Some(comma) => {
                    ([tokens.get(..comma)?, &[*tokens.get(and)?], tokens.get(comma + 1..and)?].concat(), wrong.end)
                }
                None => (tokens.get(..and)?.to_vec(), wrong.end),
            }
        }
        _ if behind => (tokens.get(..start)?.to_vec(), wrong.end + 1),
        _ => return None,
    };
    reader.put_in_place(first.last()?.span, span_of(tokens.get(wrong.start..end)?));
    let mut words = [first.as_slice(), tokens.get(rest..at)?, tokens.get(end..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "delete the dentist. wait no, don't delete it, just move it to 4": "wait no, don't, move it to 4". Nothing where nothing is taken back so.
pub(crate) fn with_orders_not_meant(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let taken_back = |at: &usize| {
        let verb = tokens.get(at + 1).filter(|verb| reader.is_beginner(verb));
        // "delete the dentist and add tea. no, don't delete it" speaks of what is not said last.
        let orders = |before: &&Token| reader.is_beginner(before) && !reader.is(before, WAITS);
        let last = || tokens.iter().take(*at).rfind(orders);
        let said = |verb: &Token| last().is_some_and(|before| reader.word(before) == reader.word(verb));
        reader.is_at(tokens, *at, DONT)
            && verb.is_some_and(said)
            && reader.is_at(tokens, at + 2, IT)
            && tokens.get(at + 3).is_none_or(is_pause)
    };
    let at = (2..tokens.len()).find(taken_back)?;
    let pauses = tokens.get(at + 3..)?.iter().take_while(|token| is_pause(token)).count();
    let from = at + 3 + pauses;
    let just = usize::from(reader.is_at(tokens, from, JUST));
    let mut words = [tokens.get(..=at)?, tokens.get(at + 3..from)?, tokens.get(from + just..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "add yoga thursday 7pm, it's every week": "add yoga thursday 7pm every week". Nothing where no day is said of what is added.
pub(crate) fn with_days_said_of_it(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let said = |at: usize| {
        let rest = tokens.get(at + 1..).filter(|_| tokens.get(at).is_some_and(is_pause))?;
        let run = IT_IS_ON.iter().find(|run| reader.begins(rest, run))?.len() - 1;
        let day = rest.get(run..)?;
        let day = day.get(..day.iter().take_while(|token| is_worded(token)).count())?;
        let ends = rest.get(run + day.len()).is_none_or(|next| is_pause(next) || next.kind == TokenKind::LineEnd);
        (ends && says_when_due(reader, day)).then_some((at, at + 1 + run))
    };
    let (at, from) = (2..tokens.len()).find_map(said)?;
    let begins = clause_before(reader, tokens, at);
    // "add yoga wednesday 7pm, no, thursday 7pm, it's every week"
    let paused = tokens.iter().position(is_pause).unwrap_or(at);
    let adds = [begins..at, 0..at, 0..paused].into_iter().any(|said| {
        let before = tokens.get(said).unwrap_or_default();
        let added =
            matches!(reader.find(before), Found::Request(request) if request.todo().is_some_and(TodoIntent::adds));
        added || reader.thing_due(before).is_some() || reader.thing_to_do(before).is_some()
    });
    let mut words = [tokens.get(..at)?, tokens.get(from..)?].concat();
    adds.then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// "add yoga on wednesday at 7pm sorry thursday": a pause where none is said before a day that takes another's place. Nothing where none
/// does.
pub(crate) fn with_days_put_right_apart(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let apart = |at: usize| {
        let small = reader.is_at(tokens, at, PUTS_RIGHT_PAUSED) && tokens.get(at - 1).is_some_and(is_worded);
        let right = tokens.get(at + 1..).filter(|_| small)?;
        let right = right.get(..right.iter().take_while(|token| is_worded(token)).count())?;
        let led = (at.saturating_sub(LONGEST_DAY)..at).any(|day| is_day(reader, tokens.get(day..at)));
        (led && is_day(reader, Some(right))).then_some(at)
    };
    let at = (3..tokens.len()).find_map(apart)?;
    let comma = |next: &Token| Token { kind: TokenKind::Sign(','), ..word(reader, COMMA, next) };
    let (before, small, after) = (tokens.get(..at)?, tokens.get(at)?, tokens.get(at + 1..)?);
    let mut words = [before, &[comma(small), *small, comma(after.first()?)], after].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// The most words of a day or a time that is said beside one that is not meant.
pub(super) const LONGEST_DAY: usize = 3;

/// "call Ben on friday, not thursday": without the day that is not meant. What names a todo of the person's is moved. Nothing where no
/// day stands beside another.
pub(crate) fn with_days_not_meant(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let not = (2..tokens.len()).find(|at| reader.is_at(tokens, *at, NOT) && !reader.is_at(tokens, at - 1, NOT))?;
    let pauses = tokens.get(..not)?.iter().rev().take_while(|token| is_pause(token)).count();
    let end = not - pauses;
    let day = (end.saturating_sub(LONGEST_DAY)..end).find(|at| is_day(reader, tokens.get(*at..end)))?;
    let behind = tokens.get(not + 1..)?;
    let length = (1..=LONGEST_DAY.min(behind.len())).rev().find(|length| is_day(reader, behind.get(..*length)))?;
    let rest = behind.get(length..)?;
    let ends =
        rest.first().is_none_or(|next| is_pause(next) || next.kind == TokenKind::LineEnd || reader.is(next, BETWEEN));
    let item = tokens.get(..day).filter(|item| ends && !item.is_empty())?;
    let when = tokens.get(day..end)?;
    // "put the gutter on sunday, not monday" is read as it stands.
    if matches!(reader.find(tokens), Found::Request(request) if !request.todo().is_some_and(TodoIntent::adds)) {
        return None;
    }
    let known = reader.names_one_todo(item) && !reader.can_read(item);
    let mut words = if known {
        let beside = item.first()?;
        let bare = when.get(usize::from(reader.first_is(when, BEFORE_A_DAY))..)?;
        [&[word(reader, MOVE, beside)], item, &[word(reader, TO, when.first()?)], bare, rest].concat()
    } else {
        [item, when, rest].concat()
    };
    reader.put_in_place(span_of(when), span_of(behind.get(..length)?));
    reader.give_places(&mut words);
    Some(words)
}

pub(super) fn is_day(reader: &Reader<'_>, words: Option<&[Token]>) -> bool {
    let named = |words: &&[Token]| words.iter().any(|token| token.numeric || reader.grammar.days.contains(token.word));
    let whole = |words: &&[Token]| !words.iter().any(is_pause);
    words.filter(named).filter(whole).is_some_and(|words| says_when_due(reader, words))
}

/// Where the clause begins that stands before a place.
fn clause_before(reader: &Reader<'_>, tokens: &[Token], at: usize) -> usize {
    (1..at).rev().find(|at| begins_anew(reader, tokens, *at)).unwrap_or(0)
}

/// The most words of what is to be left out of a thing.
const LONGEST_LEFT_OUT: usize = 2;

/// What is put right behind a place at which a pause or such words begin.
fn correction_at(reader: &Reader<'_>, tokens: &[Token], at: usize) -> Option<Correction> {
    let before = tokens.get(at - 1).filter(|before| !is_pause(before))?;
    let said = small_words(reader, tokens, at);
    let paused = is_pause(tokens.get(at)?);
    let negated = reader.is_at(tokens, said.end, NOT);
    let wrong = negated.then(|| said_before(reader, tokens, at, said.end + 1)).flatten();
    let (from, wrong) = match wrong {
        Some((wrong, end)) => {
            let small = small_words(reader, tokens, end);
            // "add tea, not tea bags"
            let parted = small.end > end || said.strong || said.words > 0;
            (small.end, Some(wrong).filter(|_| parted && (paused || said.words > 0)))
        }
        None => (said.end, None),
    };
    let rest = tokens.get(from..)?;
    // "make that to the holiday list"
    let put = PUT_IT.iter().find(|run| reader.begins(rest, run)).map_or(0, |run| run.len());
    let (from, rest) = (from + put, rest.get(put..)?);
    let length = rest.iter().take_while(|token| is_worded(token)).count();
    let words = rest.get(..length).filter(|words| !words.is_empty())?;
    // "add coffee, no sugar" says of the coffee what is not to be in it.
    let without = || {
        let thing = |token: &Token| {
            token.kind == TokenKind::Word
                && !reader.grammar.is_numeric(token)
                && !reader.grammar.days.contains(token.word)
        };
        // "delete milk, no bread" deletes the bread.
        let begins = clause_before(reader, tokens, at);
        let adds = reader.first_is(reader.grammar.without_courtesy(tokens.get(begins..at).unwrap_or_default()), PUTS);
        said.words == 1
            && paused
            && adds
            && reader.is_at(tokens, from - 1, NO)
            && words.len() <= LONGEST_LEFT_OUT
            && words.iter().all(thing)
            && words.first().is_some_and(|first| !reader.is_beginner(first) && !reader.is(first, ARTICLES))
    };
    let says_nothing = || {
        reader.first_is(words, NOT_MEANT)
            || without()
            || reader.is_run(words, ABOUT_THAT)
            || reader.first_is(words, TAKES_BACK)
            || reader.first_is(words, NOTHING_OF)
            || reader.first_is(words, NOT)
    };
    let puts = wrong.is_some() || said.words > 0 && !reader.is(before, NOT) && !says_nothing();
    let weak = !said.strong && !paused;
    // "for monday, tuesday rather"
    let after = || paused && said.words == 0 && is_said_after(reader, rest, length);
    if !puts && after() {
        return Some(Correction { at, wrong, right: from..from + length, weak: true });
    }
    puts.then_some(Correction { at, wrong, right: from..from + length, weak })
}

/// Whether words are said to put others right behind them: "tuesday rather", "tuesday, sorry".
fn is_said_after(reader: &Reader<'_>, rest: &[Token], length: usize) -> bool {
    let words = rest.get(..length).unwrap_or_default();
    let behind = || {
        let pauses = rest.iter().skip(length).take_while(|token| is_pause(token)).count();
        let behind = rest.get(length + pauses..).unwrap_or_default();
        pauses > 0 && reader.first_is(behind, SAID_AFTER) && behind.get(1).is_none_or(is_pause)
    };
    length > 1 && reader.last_is(words, SAID_AFTER) || behind()
}

/// Small words that put right, one behind the other, with the pauses between them.
struct Small {
    end: usize,
    words: usize,
    /// Whether they put right without a pause before them.
    strong: bool,
}

fn small_words(reader: &Reader<'_>, tokens: &[Token], at: usize) -> Small {
    let mut small = Small { end: at, words: 0, strong: false };
    while let Some(rest) = tokens.get(small.end..).filter(|rest| !rest.is_empty()) {
        let run = PUTS_RIGHT.iter().filter(|run| reader.begins(rest, run)).map(|run| run.len()).max();
        let held = |length: &usize| !reader.is_at(rest, *length, HELD);
        small.end += match run.filter(held) {
            Some(length) => {
                small.strong = true;
                small.words += 1;
                length
            }
            None if is_pause(&rest[0]) => 1,
            None if reader.first_is(rest, PUTS_RIGHT_PAUSED) => {
                small.words += 1;
                1
            }
            None => break,
        };
    }
    small
}

/// Where the words from a place on were said before, and where they end.
fn said_before(reader: &Reader<'_>, tokens: &[Token], before: usize, from: usize) -> Option<(Range<usize>, usize)> {
    let article = usize::from(reader.is_at(tokens, from, ARTICLES));
    let same = |one: &[Token], other: &[Token]| {
        one.iter().zip(other).all(|(one, other)| reader.word(one) == reader.word(other))
    };
    (1..=LONGEST).rev().find_map(|length| {
        let words = tokens.get(from + article..from + article + length).filter(|words| words.iter().all(is_worded))?;
        let said = (1..=before.checked_sub(length)?).rev();
        let mut said = said.filter(|at| tokens.get(*at..at + length).is_some_and(|said| same(said, words)));
        let at = said.next()?;
        let start = at - usize::from(article > 0 && reader.is_at(tokens, at - 1, ARTICLES));
        Some((start..at + length, from + article + length))
    })
}

/// "on the holiday list, no not holiday, I mean the garden list": a list's name with what stands around it, where all of that is said anew.
fn as_a_whole_list(
    reader: &Reader<'_>,
    tokens: &[Token],
    correction: &Correction,
    wrong: Range<usize>,
) -> Range<usize> {
    let right = tokens.get(correction.right.clone()).unwrap_or_default();
    if !reader.last_is(right, LISTS) || !reader.is_at(tokens, wrong.end, LISTS) {
        return wrong;
    }
    let article =
        wrong.start > 0 && reader.first_is(right, ARTICLES) && reader.is_at(tokens, wrong.start - 1, ARTICLES);
    wrong.start - usize::from(article)..wrong.end + 1
}

/// The words with those that are meant in place of others.
fn replaced(tokens: &[Token], correction: &Correction, wrong: Range<usize>) -> Option<Vec<Token>> {
    let right = tokens.get(correction.right.clone())?;
    let between = tokens.get(wrong.end..correction.at)?;
    Some([tokens.get(..wrong.start)?, right, between, tokens.get(correction.right.end..)?].concat())
}

/// What the right words take the place of, and all words with these there.
fn put_right(reader: &mut Reader<'_>, tokens: &[Token], correction: &Correction) -> Option<(Range<usize>, Vec<Token>)> {
    let said = tokens.get(correction.right.clone())?;
    let after = said.iter().rev().take_while(|token| reader.is(token, SAID_AFTER)).count();
    let said = said.get(..said.len() - after)?;
    let clause = clause_before(reader, tokens, correction.at);
    let cuts = (1..=said.len().min(LONGEST)).rev();
    // "sorry, the taxes to friday"
    let cuts = cuts.filter(|cut| *cut == said.len() || reader.is_at(said, *cut, GOES_ON_ABOUT)).collect::<Vec<_>>();
    let more = goes_on(reader, tokens, correction.right.end);
    let behind = correction.right.end + if more.is_empty() { 0 } else { more.len() + 1 };
    for (from, cut) in [clause, 0].into_iter().flat_map(|from| cuts.iter().map(move |cut| (from, *cut))) {
        let (right, tail) = said.split_at_checked(cut)?;
        let tail = [tail, more].concat();
        let before = tokens.get(from..correction.at)?;
        // "rename X to oat milk, no sugar"
        let one_no = reader.is_at(tokens, correction.right.start - 1, NO_OR_NOPE);
        let Some(wrong) = wrong_words(reader, before, right, &tail, (correction.weak, one_no)) else { continue };
        let clause = [before.get(..wrong.start)?, right, before.get(wrong.end..)?, &tail].concat();
        let words = [tokens.get(..from)?, &clause, tokens.get(behind..)?].concat();
        return Some((from + wrong.start..from + wrong.end, words));
    }
    None
}

/// With what the request goes on behind what is put right: ", to friday".
fn goes_on<'t>(reader: &Reader<'_>, tokens: &'t [Token], at: usize) -> &'t [Token] {
    let rest = tokens.get(at + 1..).unwrap_or_default();
    let paused = tokens.get(at).is_some_and(is_pause);
    let length = rest.iter().take_while(|token| is_worded(token)).count();
    rest.get(..length).filter(|rest| paused && reader.first_is(rest, GOES_ON_ABOUT)).unwrap_or_default()
}

/// Which words of a request others take the place of: those of the same kind.
fn wrong_words(
    reader: &mut Reader<'_>,
    before: &[Token],
    right: &[Token],
    tail: &[Token],
    (weak, one_no): (bool, bool),
) -> Option<Range<usize>> {
    let mut whole = [before, tail].concat();
    reader.give_places(&mut whole);
    let Found::Request(request) = reader.find(&whole) else { return None };
    let todo = request.todo()?;
    let place = |words: &[Token]| {
        let (first, last) = (words.first()?.span, words.last()?.span);
        let start = before.iter().position(|token| token.span == first)?;
        let end = before.iter().position(|token| token.span == last)? + 1;
        Some(start..end)
    };
    if says_when_due(reader, right) {
        // "add yoga wednesday 7pm" has its day behind the todo's words; what is said behind a pause is put right elsewhere.
        let item = request.slots.item.unwrap_or_default();
        let day = reader.where_due(item).filter(|_| todo.adds());
        let behind = |day| item.iter().position(|token| token.span.start >= day).and_then(|at| item.get(at..));
        let longer = |when: &&[Token]| right.len() > when.len() || weak && right.len() == when.len();
        let when = request.slots.when.or_else(|| day.and_then(behind).filter(longer)).and_then(place);
        return when.filter(|when| when.end == before.len() && right.len() + 1 >= when.len());
    }
    let list = request.slots.name.and_then(place).filter(|name| name.end + 1 >= before.len());
    // "put milk on shopping, sorry, holiday" where both are lists.
    if let Some(list) = list.filter(|_| list_put_right(reader, right).is_some() || reader.is_own_list(right)) {
        // "to the shopping list, no, the holiday list"
        let ended = reader.last_is(right, LISTS) && reader.is_at(before, list.end, LISTS);
        let start = with_article(reader, before, right, list.clone()).start;
        let onto = reader.first_is(right, ONTO_A_LIST) && start > 0 && reader.is_at(before, start - 1, ONTO_A_LIST);
        return Some(start - usize::from(onto)..list.end + usize::from(ended));
    }
    if priority(reader, right).is_some() {
        let value = request.slots.value.and_then(place);
        return value.filter(|value| value.end == before.len() && todo == TodoIntent::Prioritise);
    }
    // "rename X to oat milk. hang on, soya milk"
    if todo == TodoIntent::Rename {
        let text = request.slots.text.and_then(place);
        let other = NO_NEW_NAME.iter().any(|run| reader.begins(right, run)) || reader.any_is(right, TO);
        let more =
            |pair: &[Token]| reader.first_is(pair, AND) && pair.last().is_some_and(|next| reader.is_beginner(next));
        let alone = text.clone().and_then(|text| before.get(text)).is_some_and(|text| !text.windows(2).any(more));
        let named = !weak && !one_no && list_put_right(reader, right).is_none() && !asks_or_tells(reader, right);
        let named = named && alone && !other;
        return text.filter(|text| named && text.end == before.len());
    }
    let item = request.slots.item.filter(|item| !weak && is_another(reader, &request, item, right))?;
    let wrong = with_article(reader, before, right, place(item)?);
    let mut anew = [before.get(..wrong.start)?, right, before.get(wrong.end..)?, tail].concat();
    reader.give_places(&mut anew);
    let same = matches!(reader.find(&anew), Found::Request(anew) if anew.todo() == Some(todo));
    same.then_some(wrong)
}

/// The place with the article before it, where the words that come there have one of their own.
fn with_article(reader: &Reader<'_>, before: &[Token], right: &[Token], place: Range<usize>) -> Range<usize> {
    let article = place.start.checked_sub(1).filter(|at| reader.is_at(before, *at, ARTICLES));
    article.filter(|_| reader.any_is(right, ARTICLES)).unwrap_or(place.start)..place.end
}

/// Whether words ask for something themselves, or only tell something.
fn asks_or_tells(reader: &mut Reader<'_>, words: &[Token]) -> bool {
    let asks = matches!(reader.find(words), Found::Request(Request { row: Some(_), .. }) | Found::Pointing(_));
    asks || reader.is_question(words) || reader.tells(words) || reader.gives_an_order(words)
}

/// Whether words name a todo that may be meant instead of another.
fn is_another(reader: &mut Reader<'_>, request: &Request<'_>, item: &[Token], right: &[Token]) -> bool {
    if list_put_right(reader, right).is_some() {
        return false;
    }
    // A request of its own is put in place of the one before elsewhere.
    if matches!(reader.find(right), Found::Request(Request { row: Some(_), .. }) | Found::Pointing(_)) {
        return false;
    }
    // "cross off the kettle, sorry the toaster broke"
    if reader.tells_of_a_thing(right) {
        return false;
    }
    let names = reader.names_one_todo(right);
    if request.acts_on_a_todo() {
        return names || reader.first_is(right, ARTICLES) && !reader.names_one_todo(item);
    }
    // "add flour, scrap that, we have flour"
    let listed = reader.last_is(right, LISTS) || reader.first_is(right, TELLS_MORE);
    request.todo().is_some_and(TodoIntent::adds) && reader.where_due(item).is_none() && !listed
}

/// Whether a token is a word of what is meant, and ends nothing.
fn is_worded(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Word | TokenKind::Quoted | TokenKind::Number)
}
