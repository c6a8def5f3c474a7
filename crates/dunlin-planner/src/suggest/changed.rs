//! What is to become of the todo that a refused clause names, told by a list, a tag, a rank, a repetition, a length of time or a day
//! beside it: "flights under travel", "taxes deserve a #money", "library books, give me another week".

use super::{
    gist::{Gist, Role},
    named::Named,
    quoted_where_needed,
};
use crate::{
    context::Known,
    dates,
    lang::en::{
        changing::{
            self, A, ANOTHER, ANYTHING_WITH, EARLIER, JUST_DONE, LATER, MATTERS_LESS, OURS, RANK_NAMES, SUITS, UNDER,
            WITH,
        },
        cues::{ALL, AROUND, Cue, TURNED},
        forms, offers,
    },
    model::{
        chip::ChipKind,
        token::{Token, TokenKind, span_of},
    },
    parse::words::Words,
};

/// The longest clause that is looked at, and the most words of a length of time.
const LONGEST: usize = 16;
const LONGEST_SPAN: usize = 4;
/// The longest clause that speaks of all of a list.
const LONGEST_OF_ALL: usize = 40;

/// The ranks there are.
const RANKS: [&str; 4] = ["1", "2", "3", "4"];

/// A clause and the todo that it names.
pub(super) struct Change<'r, 'g, 't> {
    pub(super) reader: &'r Words<'g>,
    pub(super) words: &'t [Token],
    pub(super) gist: Gist<'r, 'g, 't>,
    pub(super) literal: Vec<usize>,
    pub(super) todo: String,
    pub(super) text: String,
}

/// The change where a length of time or a rank leaves no doubt: "dentist an hour earlier", "the sink is less urgent, make it a 3".
pub(super) fn surely(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let change = Change::find(reader, words)?;
    change.put_off().or_else(|| change.ranked())
}

/// The change in plain words.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let change = Change::find(reader, words)?;
    let rules = [Change::listed, Change::tagged, Change::repeated, Change::moved, Change::done];
    rules.iter().find_map(|rule| rule(&change))
}

/// "kill anything milk": all that has the word, and no more.
pub(super) fn all_with(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let [verb, any, rest @ ..] = reader.grammar.without_courtesy_after(words) else { return None };
    let gist = Gist::of(reader, words);
    // "wipe holiday" is said of the list of that name.
    let name = any.span.of(reader.goal);
    let on_list = reader.context.on_list?;
    if rest.is_empty() && gist.is_cue(0, Cue::Delete) && on_list.has_list(name) {
        return matches!(on_list.find(name), Known::None(_)).then(|| offers::clear(name));
    }
    let deletes = gist.is_cue(0, Cue::Delete) && reader.is(any, ANYTHING_WITH) && verb.kind == TokenKind::Word;
    let small = rest.iter().take_while(|token| reader.is(token, WITH)).count();
    let [word] = rest.get(small..)? else { return None };
    let said = word.span.of(reader.goal);
    let known = reader.context.on_list.is_some_and(|list| matches!(list.find(said), Known::Several(_) | Known::One(_)));
    (deletes && known && !reader.is(word, AROUND)).then(|| changing::delete_all_about(said))
}

/// "finish everything on holiday": all of a list that the words name, by the canonical words for it.
pub(super) fn all_of_a_list(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let all = reader.any_is(words, ALL);
    let turned = reader.any_is(words, TURNED);
    if !(3..=LONGEST_OF_ALL).contains(&words.len()) || !all || turned {
        return None;
    }
    let gist = Gist::of(reader, words);
    let list = gist.list.as_ref()?;
    let told = |cue: Cue| gist.roles.contains(&Role::Cue(cue));
    let rest = !gist.roles.iter().zip(words).any(|(role, token)| *role == Role::Own && !reader.is(token, ALL));
    let offer = match () {
        () if told(Cue::Delete) => offers::clear(list),
        () if told(Cue::Complete) || told(Cue::Done) => offers::complete_all(list),
        () => return None,
    };
    rest.then_some(offer)
}

impl<'r, 'g, 't> Change<'r, 'g, 't> {
    /// The todo that a clause names, unless it asks something.
    pub(super) fn find(reader: &'r Words<'g>, words: &'t [Token]) -> Option<Self> {
        if !(2..=LONGEST).contains(&words.len()) {
            return None;
        }
        let named = Named::find(reader, words)?;
        let asks = reader.is_question(words) || words.last().is_some_and(|last| last.is_sign('?'));
        if asks {
            return None;
        }
        Some(Self {
            reader,
            words,
            gist: Gist::of(reader, words),
            literal: named.literal,
            todo: quoted_where_needed(&named.text),
            text: named.text,
        })
    }

    fn says(&self, words: &'static str) -> bool {
        self.reader.any_is(self.words, words)
    }

    /// "flights under travel not holiday"
    fn listed(&self) -> Option<String> {
        let (at, led) = (1..self.words.len()).find_map(|at| {
            let run = UNDER.iter().find(|run| self.reader.begins(self.words.get(at..).unwrap_or_default(), run))?;
            Some((at, run.len()))
        })?;
        let rest = self.words.get(at + led..)?;
        let name = rest.iter().find(|token| !self.reader.is(token, OURS))?;
        let own = self.literal.iter().any(|place| *place > at);
        let plain = name.kind == TokenKind::Word && !self.reader.is(name, AROUND);
        let waste = self.reader.is(name, changing::WASTE);
        (plain && !own && !waste).then(|| changing::move_to_list(&self.todo, name.span.of(self.reader.goal)))
    }

    /// "taxes deserve a #money"
    fn tagged(&self) -> Option<String> {
        let at = self.words.iter().position(|token| token.is_sign('#'))?;
        let tag = self.words.get(at + 1).filter(|tag| tag.kind == TokenKind::Word && tag.glued)?;
        (!self.says(TURNED)).then(|| offers::tag(&self.todo, tag.span.of(self.reader.goal)))
    }

    /// "sink matters less now, make it a 3"
    fn ranked(&self) -> Option<String> {
        let numbers: Vec<&Token> = self.words.iter().filter(|token| token.numeric).collect();
        let ranks = self.says(RANK_NAMES);
        let less = MATTERS_LESS.iter().any(|run| self.reader.holds(self.words, run));
        match numbers.as_slice() {
            [] if less => Some(offers::make_low(&self.todo)),
            [only] if ranks && self.gist.day().is_none() => {
                let said = only.span.of(self.reader.goal);
                RANKS.contains(&said).then(|| changing::set_priority(&self.todo, said))
            }
            _ => None,
        }
    }

    /// "rent should come back every month"
    fn repeated(&self) -> Option<String> {
        let span = span_of(self.words);
        let read = dates::quick_add(span.of(self.reader.goal), span.start, &self.reader.moment());
        let (often, ..) = read.found.iter().find(|(_, kind, _)| *kind == ChipKind::Recurrence)?;
        (!self.says(TURNED)).then(|| changing::repeat(&self.todo, often.of(self.reader.goal)))
    }

    /// "dentist wants to see me an hour earlier", "library books, give me another week"
    fn put_off(&self) -> Option<String> {
        let earlier = self.says(EARLIER);
        (earlier || self.says(LATER)).then_some(())?;
        let lengths = (2..=LONGEST_SPAN.min(self.words.len())).rev();
        let mut runs = lengths.flat_map(|length| (0..=self.words.len() - length).map(move |from| from..from + length));
        let span = runs.find_map(|places| {
            let run = self.words.get(places)?;
            let another = self.reader.first_is(run, ANOTHER);
            let said = span_of(run).of(self.reader.goal);
            let said = match run.split_first() {
                Some((_, rest)) if another && !rest.is_empty() => [A, " ", span_of(rest).of(self.reader.goal)].concat(),
                _ => said.to_owned(),
            };
            dates::length(&said).map(|_| said)
        })?;
        Some(if earlier { changing::earlier(&self.todo, &span) } else { changing::postpone(&self.todo, &span) })
    }

    /// "for mum's call friday would suit better", "dentist 16h instead"
    fn moved(&self) -> Option<String> {
        let hour = self.words.iter().find_map(|token| self.hour(token));
        let day = self.gist.last_day().map(str::to_owned).or_else(|| hour.clone())?;
        let small = |at: usize, token: &Token| {
            self.literal.contains(&at)
                || hour.is_some() && self.hour(token).is_some()
                || self.gist.is_day(at)
                || matches!(token.kind, TokenKind::Sign(_))
                || [SUITS, AROUND, TURNED].iter().any(|known| self.reader.is(token, known))
                || self.own(token)
        };
        let plain = self.words.iter().enumerate().all(|(at, token)| small(at, token));
        (plain && self.says(SUITS)).then(|| offers::move_to(&self.todo, &self.gist.on_its_day(&self.todo, &day)))
    }

    /// "16h" as it is written elsewhere.
    fn hour(&self, token: &Token) -> Option<String> {
        let hour = token.span.of(self.reader.goal).strip_suffix(changing::HOUR)?;
        hour.parse::<u8>().ok().filter(|hour| *hour < 24).map(|hour| [&hour.to_string(), ":00"].concat())
    }

    /// Whether a word is the todo's own, perhaps with an "s" behind it.
    fn own(&self, token: &Token) -> bool {
        let word = self.reader.word(token);
        let word = word.strip_suffix('s').unwrap_or(&word);
        word.len() > 2 && self.text.to_lowercase().split_whitespace().any(|own| own.starts_with(word))
    }

    /// "spoke to mum just now": what was done with what it is about, in another word for it.
    fn done(&self) -> Option<String> {
        let (first, rest) = self.words.split_first()?;
        let past = forms::is_past(&self.reader.word(first));
        let small = |(at, token): (usize, &Token)| {
            self.literal.contains(&(at + 1))
                || matches!(token.kind, TokenKind::Sign(_))
                || [JUST_DONE, AROUND].iter().any(|known| self.reader.is(token, known))
        };
        let plain = past && !self.literal.contains(&0) && !self.says(TURNED) && rest.iter().enumerate().all(small);
        plain.then(|| offers::mark_done(&self.todo))
    }
}
