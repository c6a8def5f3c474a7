//! A clause that names a todo and tells in other words than an order what is wanted of it: "flights need doing by 10 december", "the
//! landlord wants the rent by the 28th", "dentist 4 instead of 3", "more important now: the rent", "almond milk off, nobody drinks it".

use super::{changed::Change, named::Named, quoted_where_needed};
use crate::{
    lang::en::{
        brief::{DOING, HAS_TO, INSTEAD, INSTEAD_ALONE, MORE_IMPORTANT, NO_MORE, NOBODY, OFF, RANKED, SMALL, WANTS},
        changing,
        doubts::NOT,
        offers::{self, BEFORE_A_DAY},
    },
    model::token::{Token, TokenKind},
    parse::{text::text_of, timed::says_when_due, words::Words},
};

/// The longest clause that is looked at, and the most words of who wants it.
const LONGEST: usize = 14;
const MOST_OF_WHO: usize = 2;
/// The hours of a half of a day.
const HALF_A_DAY: u8 = 12;
/// The first hours at which something is due before noon: beside an hour before noon, and beside one after it; and those of the evening.
const DAWN: u8 = 5;
const MORNING: u8 = 8;
const EVENING: u8 = 18;

/// What is wanted, in plain words.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let asks = words.last().is_some_and(|last| last.is_sign('?'));
    if asks || !(2..=LONGEST).contains(&words.len()) {
        return None;
    }
    if let Some(goal) = called_off(reader, words) {
        return Some(goal);
    }
    let change = Change::find(reader, words)?;
    change.wanted_then().or_else(|| change.at_another_hour()).or_else(|| change.more_important())
}

/// "almond milk off, nobody drinks it": what is off is said before the comma.
fn called_off(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let pauses =
        |at: usize| words.get(at).is_none_or(|next| matches!(next.kind, TokenKind::Sign(',' | '.' | ';' | '-')));
    let off = (1..words.len()).find(|at| reader.is_at(words, *at, OFF) && pauses(at + 1))?;
    let (before, told) = (words.get(..off)?, words.get(off + 2..).unwrap_or_default());
    let named = Named::find(reader, before)?;
    let own = |(at, token): (usize, &Token)| named.literal.contains(&at) || reader.is(token, SMALL);
    let plain = !named.literal.is_empty() && before.iter().enumerate().all(own);
    // "almond milk out, oat milk in" puts another in its place.
    let asks =
        told.get(..1).is_some_and(|first| reader.grammar.asks_for_change(first)) || reader.last_is(told, changing::YES);
    (plain && !asks).then(|| offers::delete(&quoted_where_needed(&named.text)))
}

impl Change<'_, '_, '_> {
    fn is(&self, at: usize, known: &'static str) -> bool {
        self.reader.is_at(self.words, at, known)
    }

    /// Whether a word is the todo's own, or says nothing beside it.
    fn is_small(&self, at: usize) -> bool {
        let sign =
            self.words.get(at).is_some_and(|token| matches!(token.kind, TokenKind::Sign(',' | '.' | '!' | ':' | '-')));
        sign || self.literal.contains(&at) || self.is(at, SMALL)
    }

    /// "flights need doing by 10 december", "call mum should be 7 in the evening", "the landlord wants the rent by the 28th now", "mum - make
    /// that saturday"
    fn wanted_then(&self) -> Option<String> {
        // "the dentist wants me half an hour earlier" is put off by a length of time.
        let says = |known: &'static str| self.reader.any_is(self.words, known);
        if says(changing::EARLIER) || says(changing::LATER) || says(NO_MORE) || says(NOBODY) {
            return None;
        }
        let has_to = |at: usize| self.words.get(at..).is_some_and(|rest| self.reader.begins(rest, HAS_TO));
        let wants =
            (0..self.words.len()).find(|at| !self.literal.contains(at) && (self.is(*at, WANTS) || has_to(*at)))?;
        let small =
            |at: &usize| self.is_small(*at) || self.is(*at, WANTS) || self.is(*at, DOING) || self.is(*at, HAS_TO[0]);
        let who = (0..wants).filter(|at| !small(at) && !self.gist.is_day(*at)).count();
        let told = |at: &usize| !small(at) || self.gist.is_day(*at);
        let (from, to) = ((wants..self.words.len()).find(told)?, (wants..self.words.len()).rfind(told)?);
        let joins = (from..to).take_while(|at| self.is(*at, BEFORE_A_DAY)).count();
        let when = self.words.get(from + joins..=to)?;
        let day = text_of(self.reader.goal, when);
        let fits = who <= MOST_OF_WHO && says_when_due(self.reader, when);
        fits.then(|| offers::move_to(&self.todo, &self.gist.on_its_day(&self.todo, &day)))
    }

    /// "dentist 4 instead of 3": an hour in the half of the day in which the todo is due.
    fn at_another_hour(&self) -> Option<String> {
        let rest: Vec<&Token> =
            (0..self.words.len()).filter(|at| !self.is_small(*at)).filter_map(|at| self.words.get(at)).collect();
        let said = |known: &'static str| rest.iter().any(|token| self.reader.is(token, known));
        let hour =
            |token: &&&Token| token.span.of(self.reader.goal).parse::<u8>().ok().filter(|hour| *hour <= HALF_A_DAY);
        let hours: Vec<u8> = rest.iter().filter(|token| token.numeric).filter_map(|token| hour(&token)).collect();
        let plain = rest.iter().all(|token| hour(&token).is_some() || self.reader.is(token, INSTEAD));
        let own = self.reader.context.on_list?.due(&self.text)?;
        let (date, time) = own.split_once('T')?;
        let due: u8 = time.get(..2)?.parse().ok()?;
        let meant = match hours.as_slice() {
            [meant] if said(INSTEAD_ALONE) && !said(NOT) => *meant,
            [meant, other] if said(INSTEAD) && other % HALF_A_DAY == due % HALF_A_DAY => *meant,
            _ => return None,
        };
        // The half of the day in which the todo is due, where people are up then.
        let early = meant % HALF_A_DAY;
        let before_noon = match due {
            EVENING.. => false,
            HALF_A_DAY.. => early >= MORNING,
            _ => early >= DAWN,
        };
        let hour = early + if before_noon { 0 } else { HALF_A_DAY };
        plain.then(|| offers::move_to(&self.todo, &format!("{date} {hour:02}:00")))
    }

    /// "more important now: the rent"
    fn more_important(&self) -> Option<String> {
        let plain = |at: usize| self.is_small(at) || self.is(at, MORE_IMPORTANT) || self.is(at, RANKED);
        let ranked = self.reader.any_is(self.words, RANKED) && self.reader.any_is(self.words, MORE_IMPORTANT);
        (ranked && (0..self.words.len()).all(plain)).then(|| offers::make_urgent(&self.todo))
    }
}
