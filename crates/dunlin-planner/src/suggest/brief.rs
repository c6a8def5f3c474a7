//! A clause so short that its shape tells what is to become of the todo, or of the list, that it names: "mum: not thurs, sat", "rent
//! p1", "one less: library books", "shopping list = empty". Every word of it must be a part of that shape.

use super::{demanded, named::Named, quoted_where_needed};
use crate::{
    context::Known,
    dates,
    lang::en::{
        brief::{
            self, A_DEADLINE, ALL_DONE, AROUND_TICKS, BECOMES, BOTH, BUT, COUNTS_OFF, DECLINES, DONE_NOW, EMPTY, EVERY,
            GOES_AWAY, NO_MORE, NOT_DOING, OFTEN, RANKED, RANKED_BOTH, RANKS, RATHER_THAN, SHOPPING, SMALL, STORES,
            TICKS, WENT, WHO, WHOLE,
        },
        changing::{self, AND},
        cues::AROUND,
        doubts::NOT,
        forms, offers,
    },
    model::token::{Token, TokenKind, span_of},
    parse::{text::text_of, timed::says_when_due, words::Words},
};

/// The longest clause that is looked at, the most words of a day, and the most todos that are named together.
const LONGEST: usize = 14;
const LONGEST_DAY: usize = 5;
const MOST_TODOS: usize = 6;
/// Signs by which something is ticked.
const TICK_SIGNS: [char; 5] = ['✓', '✔', '✅', '☑', '🗸'];

/// A clause, the todo that it names, and what else it says.
struct Brief<'r, 'g, 't> {
    reader: &'r Words<'g>,
    words: &'t [Token],
    todo: String,
    /// The words that are neither the todo's own nor signs.
    rest: Vec<Token>,
}

/// The change in plain words.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    if !(2..=LONGEST).contains(&words.len()) {
        return None;
    }
    let said = emptied(reader, words).or_else(|| all_done(reader, words)).or_else(|| several_ticked(reader, words));
    said.or_else(|| {
        let brief = Brief::find(reader, words)?;
        let rules = [
            Brief::another_day,
            Brief::without_a_day,
            Brief::without_a_rank,
            Brief::without_a_tag,
            Brief::repeated,
            Brief::ranked,
            Brief::counted_off,
            Brief::declined,
            Brief::ticked,
        ];
        rules.iter().find_map(|rule| rule(&brief)).or_else(|| demanded::goal(reader, words))
    })
}

/// "shopping list = empty"
fn emptied(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let around = |token: &&Token| !matches!(token.kind, TokenKind::Sign(_)) && !reader.is(token, SMALL);
    let own: Vec<&Token> = words.iter().filter(around).collect();
    let (name, empty) = match own.as_slice() {
        [one, other] if reader.is(one, EMPTY) => (other, one),
        [one, other] => (one, other),
        _ => return None,
    };
    let said = name.span.of(reader.goal);
    let there = reader.context.on_list.is_some_and(|list| list.has_list(said));
    let named = there || reader.grammar.known_lists.contains(name.word);
    (named && reader.is(empty, EMPTY)).then(|| offers::clear(&said.to_lowercase()))
}

/// "the whole shopping is bought", "shopping is done, all of it": all of a list of one's own.
fn all_done(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let whole = words.iter().any(|token| reader.is(token, WHOLE));
    let around = |token: &&Token| {
        !matches!(token.kind, TokenKind::Sign(_)) && !reader.is(token, SMALL) && !reader.is(token, WHOLE)
    };
    let own: Vec<&Token> = words.iter().filter(around).collect();
    let told = |known: &'static str| own.iter().any(|token| reader.is(token, known));
    // "went to the shop, got all of it"
    let shops = own.iter().all(|token| [STORES, WENT, ALL_DONE].iter().any(|known| reader.is(token, known)));
    if whole && shops && told(STORES) && reader.any_is(words, ALL_DONE) {
        return Some(offers::complete_all(SHOPPING));
    }
    let [one, other] = own.as_slice() else { return None };
    // "bin the whole of shopping"
    let goes = whole && reader.is(one, GOES_AWAY);
    let (list, done) = if goes { (other, one) } else { (one, other) };
    let name = list.span.of(reader.goal);
    let known = whole && reader.context.on_list.is_some_and(|lists| lists.has_list(name));
    let done = reader.is(done, ALL_DONE);
    (known && (goes || done)).then(|| {
        let name = name.to_lowercase();
        if goes { offers::clear(&name) } else { offers::complete_all(&name) }
    })
}

/// "milk & bread in the fridge now, strike both": todos that are named one after the other, and what is done with them all.
fn several_ticked(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let comma = words.iter().rposition(|token| matches!(token.kind, TokenKind::Sign(',' | '.' | ';' | '-')))?;
    let (told, order) = (words.get(..comma)?, words.get(comma + 1..)?);
    let plain = order.iter().all(|token| reader.is(token, TICKS) || reader.is(token, AROUND_TICKS));
    let ranks = order
        .iter()
        .all(|token| reader.is(token, RANKED_BOTH) || reader.is(token, AROUND_TICKS) || reader.is(token, SMALL));
    let ticked = plain && reader.any_is(order, TICKS);
    let both = (ticked || ranks && reader.any_is(order, RANKED_BOTH)) && reader.any_is(order, BOTH);
    let on_list = reader.context.on_list.filter(|_| both)?;
    let parts = told.split(|token| reader.is(token, AND) || matches!(token.kind, TokenKind::Sign(',' | '&' | '+')));
    let known = |part: &[Token]| {
        // What is told of the last stands behind it: "bread in the fridge now".
        (1..=part.len()).rev().find_map(|length| {
            let run = part.get(..length).filter(|run| !reader.last_is(run, SMALL) && !reader.last_is(run, AROUND))?;
            let said = text_of(reader.goal, run);
            (!matches!(on_list.find(&said), Known::None(_))).then_some(said)
        })
    };
    let todos: Vec<String> = parts.filter(|part| !part.is_empty()).map(known).collect::<Option<_>>()?;
    ((2..=MOST_TODOS).contains(&todos.len())).then(|| {
        let all = offers::each(&todos);
        if ticked { offers::mark_done(&all) } else { offers::make_urgent(&all) }
    })
}

impl<'r, 'g, 't> Brief<'r, 'g, 't> {
    fn find(reader: &'r Words<'g>, words: &'t [Token]) -> Option<Self> {
        let named = Named::find(reader, words)?;
        let text = named.text.to_lowercase();
        let own = |(at, token): &(usize, &Token)| {
            let word = reader.word(token);
            let said = text.split_whitespace().any(|own| own == word);
            named.literal.contains(at) || token.kind == TokenKind::Word && said && !reader.is(token, SMALL)
        };
        let sign = |token: &Token| matches!(token.kind, TokenKind::Sign(_) | TokenKind::LineEnd);
        let rest =
            words.iter().enumerate().filter(|told| !own(told) && !sign(told.1)).map(|(_, token)| *token).collect();
        Some(Self { reader, words, todo: quoted_where_needed(&named.text), rest })
    }

    fn says(&self, known: &'static str) -> bool {
        self.reader.any_is(&self.rest, known)
    }

    /// Whether nothing else is said.
    fn only(&self, known: &[&'static str]) -> bool {
        let plain =
            |token: &Token| self.reader.is(token, SMALL) || known.iter().any(|known| self.reader.is(token, known));
        self.rest.iter().all(plain)
    }

    fn has_sign(&self, signs: &[char]) -> bool {
        self.words.iter().any(|token| signs.iter().any(|sign| token.is_sign(*sign)))
    }

    /// "mum: not thurs, sat", "dentist monday, not friday", "rent on the 3rd rather than the 1st"
    fn another_day(&self) -> Option<String> {
        let rest = &self.rest;
        let (not, length) = (0..rest.len()).find_map(|at| {
            let run = RATHER_THAN.iter().find(|run| self.reader.begins(rest.get(at..).unwrap_or_default(), run))?;
            Some((at, run.len()))
        })?;
        let (before, after) = (self.days(rest.get(..not)?)?, self.days(rest.get(not + length..)?)?);
        let (([], [_, meant]) | ([meant], [_])) = (before.as_slice(), after.as_slice()) else { return None };
        Some(offers::move_to(&self.todo, meant))
    }

    /// The days that words are, one after the other, and nothing else.
    fn days(&self, words: &[Token]) -> Option<Vec<String>> {
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(token) = words.get(at) {
            let day = |length: usize| {
                let run = words.get(at..at + length)?;
                let together = !self
                    .words
                    .iter()
                    .any(|token| matches!(token.kind, TokenKind::Sign(',' | '.')) && token.span.overlaps(span_of(run)));
                let is_day = together && !self.reader.all_are(run, SMALL) && says_when_due(self.reader, run);
                is_day.then(|| (text_of(self.reader.goal, run), length))
            };
            if let Some((day, length)) = (1..=LONGEST_DAY).rev().find_map(day) {
                found.push(day);
                at += length;
            } else if self.reader.is(token, SMALL) || self.reader.is(token, BUT) {
                at += 1;
            } else {
                return None;
            }
        }
        Some(found)
    }

    /// "no deadline for the taxes after all"
    fn without_a_day(&self) -> Option<String> {
        let cleared = self.says(NO_MORE) && self.says(A_DEADLINE) && self.only(&[NO_MORE, A_DEADLINE]);
        cleared.then(|| changing::undated(&self.todo))
    }

    /// "sink no longer urgent"
    fn without_a_rank(&self) -> Option<String> {
        // "not so urgent" may be low as well.
        let less = changing::MATTERS_LESS.iter().any(|run| self.reader.holds(self.words, run));
        let cleared = !less && self.says(NO_MORE) && self.says(RANKED) && self.only(&[NO_MORE, RANKED]);
        cleared.then(|| brief::unranked(&self.todo))
    }

    /// "sink no longer a home thing"
    fn without_a_tag(&self) -> Option<String> {
        self.says(NO_MORE).then_some(())?;
        let plain = |token: &&Token| !self.reader.is(token, SMALL) && !self.reader.is(token, NO_MORE);
        let mut own = self.rest.iter().filter(plain).map(|token| token.span.of(self.reader.goal));
        let (tag, None) = (own.next()?, own.next()) else { return None };
        let is_tag = self.reader.context.on_list?.is_only_a_tag(tag);
        is_tag.then(|| changing::untag(&self.todo, tag))
    }

    /// "mum becomes a weekly thing, thursdays"
    fn repeated(&self) -> Option<String> {
        let mut told =
            self.rest.iter().filter(|token| !self.reader.is(token, SMALL) && !self.reader.is(token, BECOMES));
        let often = told.next().filter(|often| self.reader.is(often, OFTEN))?.span.of(self.reader.goal);
        let often = match (told.next(), told.next()) {
            (None, _) => often.to_owned(),
            (Some(day), None) => {
                let said = day.span.of(self.reader.goal);
                let one = [EVERY, said.strip_suffix('s').unwrap_or(said)].concat();
                let weekday = dates::is_when(one.trim_start_matches(EVERY), &self.reader.moment());
                weekday.then_some(one)?
            }
            _ => return None,
        };
        Some(changing::repeat(&self.todo, &often))
    }

    /// "rent p1"
    fn ranked(&self) -> Option<String> {
        let mut told = self.rest.iter().filter(|token| !self.reader.is(token, SMALL));
        let (first, others) = (told.next(), told.count());
        let Some(rank) = first.filter(|_| others == 0) else {
            let loud = self.words.iter().filter(|token| token.is_sign('!')).count() > 1;
            return (loud && first.is_none()).then(|| offers::make_urgent(&self.todo));
        };
        let (_, number) = RANKS.iter().find(|(said, _)| self.reader.is(rank, said))?;
        Some(changing::set_priority(&self.todo, number))
    }

    /// "one less: library books"
    fn counted_off(&self) -> Option<String> {
        let run = COUNTS_OFF.iter().find(|run| self.reader.begins(&self.rest, run))?;
        let rest = self.rest.get(run.len()..)?;
        let plain = rest.iter().all(|token| self.reader.is(token, SMALL) || self.reader.is(token, DONE_NOW));
        plain.then(|| offers::mark_done(&self.todo))
    }

    /// "flights? nah, not going"
    fn declined(&self) -> Option<String> {
        let not_doing = self.says(NOT) && self.says(NOT_DOING);
        let declined = not_doing && self.only(&[DECLINES, NOT, NOT_DOING, WHO]);
        declined.then(|| offers::delete(&self.todo))
    }

    /// "mum rung ✓", "rent ✓", "books returned"
    fn ticked(&self) -> Option<String> {
        let past = |token: &Token| forms::is_past(&self.reader.word(token));
        let ticks = self.has_sign(&TICK_SIGNS);
        let small = |token: &Token| self.reader.is(token, SMALL) || self.reader.is(token, DONE_NOW);
        let plain = self.rest.iter().all(|token| small(token) || past(token));
        // "mum rung" tells what was done by its last word.
        let told = self.rest.iter().any(past) && self.words.last().is_some_and(|last| past(last) || small(last));
        let asks = self.has_sign(&['?']);
        (plain && !asks && (ticks || told)).then(|| offers::mark_done(&self.todo))
    }
}
