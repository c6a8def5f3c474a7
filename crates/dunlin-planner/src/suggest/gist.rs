//! What a refused clause may be about, told by its telling words alone: a cue ("sorted", "get rid of"), what stands beside it, a day,
//! a list. It makes whole goals in plain words that are offered and never carried out unasked.

use super::{
    cue_words::PHRASES,
    keeps,
    named::{Named, is_verb_of},
    quoted_where_needed, things,
};
use crate::{
    context::Known,
    dates,
    lang::{
        en::{
            changing::MATTERS_LESS,
            connectors::TICKS,
            cues::{
                AROUND, BE_TOLD, CHANGE, CUES, Cue, DONE_THEN, HOWEVER, INTO, IS_THEN_NOW, OF_TODOS, PLACES, PUTS,
                TAKES_OFF, TURNED, UNDOES,
            },
            doubts::OTHER,
            forms,
            offers::{
                self, A_LIST, ALL_OF_THEM, ANY_MORE, ANYTHING, ASKS_WHEN, BEFORE_A_DAY, BEFORE_A_DEED, BEFORE_A_LIST,
                CANCELS_ALL, DOWN, I_OR_WE, JOINS, OFF_A_LIST, OFF_OR_OUT, ONTO_A_LIST, OR_ELSE, OURS, OWN_TODOS,
                PARTICLES, POLITELY, QUESTION, THERE,
            },
            pauses::FOR,
            phrases::DAYS,
        },
        holds,
    },
    model::{
        chip::ChipKind,
        token::{Token, TokenKind, span_of},
    },
    parse::{
        text::{text_of, without_article, without_possessive},
        words::Words,
    },
};

/// The latest place of the verb of a cue in two parts.
const LATEST_VERB: usize = 6;

/// The longest clause that is looked at, and the most goals that are made of one.
const LONGEST: usize = 40;
const MOST: usize = 2;

/// What a word is in a clause that no row understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Cue(Cue),
    /// A part of a day, a time or a repetition.
    Day,
    /// A part of a list's name.
    List,
    /// A word that says nothing where it stands at either end.
    Around,
    Own,
}

/// A clause with what each of its words is.
pub(super) struct Gist<'r, 'g, 't> {
    reader: &'r Words<'g>,
    words: &'t [Token],
    pub(super) roles: Vec<Role>,
    pub(super) list: Option<String>,
}

/// Whole goals that a clause may mean, the likeliest first.
pub(super) fn goals(reader: &Words<'_>, words: &[Token]) -> Vec<String> {
    read(reader, words, false)
}

/// The goal that a cue in a clause speaks for; nothing where none does.
pub(super) fn by_cue(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    read(reader, words, true).into_iter().next()
}

/// Whether a clause is looked at: "undo deleting milk" asks for no deletion.
fn may_tell(reader: &Words<'_>, words: &[Token]) -> bool {
    (2..=LONGEST).contains(&words.len()) && !reader.first_is(words, UNDOES)
}

fn read(reader: &Words<'_>, words: &[Token], by_cue: bool) -> Vec<String> {
    if !may_tell(reader, words) {
        return Vec::new();
    }
    let says = |token: &Token| {
        token.kind == TokenKind::Quoted || token.kind == TokenKind::Word && !reader.grammar.is_numeric(token)
    };
    if words.iter().any(|token| token.numeric) && words.iter().filter(|token| says(token)).count() < 3 {
        return Vec::new();
    }
    let gist = Gist::of(reader, words);
    // Numbers that belong to no day are a sum's, and a sum that is not understood is no todo.
    let numbers = words.iter().zip(&gist.roles).filter(|(token, role)| token.numeric && **role != Role::Day).count();
    let turned =
        words.iter().zip(&gist.roles).any(|(token, role)| !matches!(role, Role::Cue(_)) && reader.is(token, TURNED));
    if numbers > 1 || turned {
        return Vec::new();
    }
    let polite = POLITELY.iter().any(|run| reader.begins(words, run));
    let asks = !polite && (reader.is_question(words) || reader.any_is(words.get(..3).unwrap_or(words), QUESTION));
    let mut found: Vec<String> = Vec::new();
    for (cue, _) in CUES {
        let told = gist.roles.contains(&Role::Cue(*cue));
        let fits = if asks { matches!(cue, Cue::Count | Cue::Show) } else { !by_cue || *cue != Cue::Show };
        if (told || asks && *cue == Cue::Show) && fits && found.len() < MOST {
            found.extend(gist.goal(*cue).filter(|goal| !found.contains(goal)));
        }
    }
    if by_cue {
        return found;
    }
    // "move varnish to the other list" does not say to which.
    let named = gist.list.as_ref().is_some_and(|list| !holds(OTHER, list));
    if found.is_empty() && !asks && named && gist.runs(0, true).len() == 1 {
        // "maybe bananas for the shopping list"
        found.extend(gist.goal(Cue::Lack));
    }
    if found.is_empty() && gist.runs(0, true).len() == 1 {
        match gist.beside_the_list() {
            Some(Cue::Lack) if asks && reader.any_is(words, A_LIST) => {
                found.extend(gist.runs(0, false).first().map(|run| offers::find(&gist.text(run))));
            }
            Some(cue) if !asks => found.extend(gist.goal(cue)),
            _ => {}
        }
    }
    if found.is_empty() && !asks {
        // "the library books" says nothing but what it is about.
        found.extend(gist.known().map(|words| offers::find(&words)));
    }
    found
}

/// The list that a clause names.
pub(super) fn list_of(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    Gist::of(reader, words).list
}

/// What a clause asks for with the todo on the list that it names, by its cues or its form; nothing where it turns them
/// round.
pub(super) fn of_a_todo(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    if !may_tell(reader, words) {
        return None;
    }
    let named = Named::find(reader, words)?;
    let mut gist = Gist::of(reader, words);
    // "book" in "book flights" is no cue.
    for at in &named.literal {
        let role = gist.roles.get(*at).copied();
        let beside = |at: Option<usize>| at.is_some_and(|at| gist.roles.get(at).copied() == role);
        if !beside(at.checked_sub(1)) && !beside(Some(at + 1)) {
            gist.mark(*at, 1, Role::Own);
        }
    }
    let turned = gist.roles.iter().enumerate().zip(words).any(|((at, role), token)| {
        let day = matches!(gist.roles.get(at + 1), Some(Role::Day)) || reader.is_at(words, at + 1, DAYS);
        // "I was going to call mum but never mind"
        let leads = matches!(gist.roles.get(at + 1), Some(Role::Cue(_))) && reader.is(token, HOWEVER);
        !matches!(role, Role::Cue(_)) && !day && !leads && reader.is(token, TURNED)
    });
    let of_all = gist.roles.iter().zip(words.iter().skip(1)).any(|(role, next)| {
        matches!(role, Role::Cue(Cue::Delete | Cue::Complete | Cue::Move)) && reader.is(next, ALL_OF_THEM)
    });
    let text = quoted_where_needed(&named.text);
    // "the sink: not so urgent any more"
    if turned && MATTERS_LESS.iter().any(|run| reader.holds(words, run)) {
        return Some(offers::make_low(&text));
    }
    // "we don't do the gym any more"
    let ticked = turned && !of_all && keeps::ticks_at_last(&gist, reader, words);
    if turned && !ticked && ANY_MORE.iter().any(|run| reader.holds(words, run)) && !reader.is_question(words) {
        return Some(offers::delete(&text));
    }
    if turned || of_all {
        return ticked.then(|| offers::mark_done(&text));
    }
    if let Some(tag) = keeps::tag(reader, words) {
        return Some(offers::tag(&text, tag));
    }
    let told = |cue: Cue| gist.roles.contains(&Role::Cue(cue));
    if reader.is_question(words) {
        return reader.any_is(words, ASKS_WHEN).then(|| offers::when_due(&text));
    }
    // "lose the gym and have yoga added" asks for two things.
    if told(Cue::Add) && !told(Cue::Complete) {
        return None;
    }
    let day = gist.last_day();
    // "I spoke to mum already"
    let did = reader.first_is(words, I_OR_WE)
        && words.iter().skip(1).take(2).any(|token| forms::is_past(&reader.word(token)));
    Some(match day {
        _ if told(Cue::Reopen) => offers::reopen(&text),
        _ if told(Cue::Complete) => offers::mark_done(&text),
        _ if told(Cue::Delete) => offers::delete(&text),
        Some(day) if told(Cue::Move) || reader.any_is(words, IS_THEN_NOW) => offers::move_to(&text, day),
        _ if told(Cue::Urgent) => offers::make_urgent(&text),
        _ if told(Cue::Low) => offers::make_low(&text),
        // "the sink needs to be done"
        _ if reader.holds(words, &[BE_TOLD, DONE_THEN]) => offers::make_urgent(&text),
        _ if told(Cue::Done) || named.done || did && day.is_none() => offers::mark_done(&text),
        // "taxes by friday please"
        Some(day) if gist.says_only(&named.literal) => offers::move_to(&text, day),
        _ => return None,
    })
}

impl<'r, 'g, 't> Gist<'r, 'g, 't> {
    pub(super) fn of(reader: &'r Words<'g>, words: &'t [Token]) -> Self {
        let own = |token: &Token| match token.kind {
            TokenKind::Word if reader.is(token, AROUND) => Role::Around,
            TokenKind::Sign(_) | TokenKind::LineEnd => Role::Around,
            _ => Role::Own,
        };
        let mut gist = Self { reader, words, roles: words.iter().map(own).collect(), list: None };
        gist.mark_days();
        gist.mark_cues();
        gist.mark_list();
        gist.mark_parted_cues();
        keeps::mark(&mut gist, reader, words);
        gist
    }

    /// Whether nothing is said but a todo's own words, at these places, a day, and what says nothing.
    fn says_only(&self, own: &[usize]) -> bool {
        // "do" in "I'll do the taxes on sunday" asks to see nothing.
        let small = |at: usize| {
            matches!(self.roles.get(at), Some(Role::Day | Role::Around | Role::List | Role::Cue(Cue::Show)))
        };
        (0..self.words.len()).all(|at| own.contains(&at) || small(at))
    }

    pub(super) fn mark(&mut self, from: usize, length: usize, role: Role) {
        for known in self.roles.iter_mut().skip(from).take(length) {
            *known = role;
        }
    }

    fn mark_days(&mut self) {
        let span = span_of(self.words);
        let read = dates::quick_add(span.of(self.reader.goal), span.start, &self.reader.moment());
        for (place, _, _) in
            read.found.iter().filter(|(_, kind, _)| matches!(kind, ChipKind::Due | ChipKind::Recurrence))
        {
            for (token, role) in self.words.iter().zip(&mut self.roles) {
                if place.overlaps(token.span) {
                    *role = Role::Day;
                }
            }
        }
    }

    fn mark_cues(&mut self) {
        let word = |token: &Token| (token.kind == TokenKind::Word).then(|| self.reader.word(token));
        let said: Vec<_> = self.words.iter().map(word).collect();
        let mut at = 0;
        while let Some(rest) = self.words.get(at..).filter(|rest| !rest.is_empty()) {
            let from_here = said.get(at..).unwrap_or_default();
            let fits = |phrase: &[&str]| {
                phrase.len() <= from_here.len()
                    && phrase.iter().zip(from_here).all(|(word, said)| said.as_deref() == Some(*word))
            };
            let begun = from_here.first().and_then(|first| PHRASES.get(first.as_deref()?));
            let mut best = (0, Cue::Show);
            for (cue, phrase) in begun.into_iter().flatten() {
                if phrase.len() > best.0 && fits(phrase) {
                    best = (phrase.len(), *cue);
                }
            }
            // A day is no cue: "due on" is one, "on friday" after it is not.
            let (length, cue) = best;
            // "need: soap, trash bags": a single word asks for a change near the beginning only.
            let late = at > 3 && length == 1 && matches!(cue, Cue::Delete | Cue::Move | Cue::Reopen | Cue::Complete)
                || at > 0 && length == 1 && self.reader.first_is(rest, CHANGE);
            if (length > 0 && self.roles.get(at) != Some(&Role::Day) || length > 1) && !late {
                self.mark(at, length, Role::Cue(cue));
            }
            at += length.max(1);
        }
    }

    fn mark_list(&mut self) {
        let word = |at: usize, words: &'static str| self.reader.is_at(self.words, at, words);
        let named = self.words.iter().position(|token| self.reader.is(token, A_LIST)).and_then(|end| {
            let from = (end.saturating_sub(3)..end).find(|from| {
                let words = self.words.get(*from..=end).unwrap_or_default();
                self.reader.grammar.name_of_list(words).is_some()
            })?;
            let name = self.reader.grammar.name_of_list(self.words.get(from..=end)?)?;
            Some((from, end + 1, text_of(self.reader.goal, name)))
        });
        let known = || {
            let at = (1..self.words.len()).rfind(|at| {
                let list = self.words.get(*at).map_or(0, |token| token.word);
                let article = usize::from(word(at - 1, OURS) && *at > 1);
                self.reader.grammar.known_lists.contains(list)
                    && word(at - 1 - article, INTO)
                    && self.roles.get(*at) != Some(&Role::Day)
            })?;
            Some((at, at + 1, text_of(self.reader.goal, self.words.get(at..=at)?)))
        };
        let named = named.or_else(known).or_else(|| things::at_the_shops(self.reader, self.words, FOR));
        if let Some((from, to, name)) = named {
            self.mark(from, to - from, Role::List);
            self.list = Some(name);
        } else if let Some(end) = self.words.iter().position(|token| self.reader.is(token, A_LIST)) {
            // "my to do list" has no name.
            let before = self.words.get(..end).unwrap_or_default();
            let own = before.iter().rev().take_while(|token| self.reader.is(token, BEFORE_A_LIST)).count();
            self.mark(end - own, own + 1, Role::List);
        }
    }

    /// Cues of two words with what they are about between them: "take gym off", "cross gym off".
    fn mark_parted_cues(&mut self) {
        let off = |token: &&Token| self.reader.is(token, OFF_OR_OUT);
        let Some(off) = self.words.iter().rposition(|token| off(&token)) else { return };
        // "take the dog off the couch" speaks of no list.
        let ends = off + 1 == self.words.len() || self.roles.get(off + 1) == Some(&Role::List);
        if !ends && !self.reader.is_at(self.words, off + 1, THERE) {
            return;
        }
        let verb = self.words.iter().take(LATEST_VERB.min(off)).enumerate().find_map(|(at, token)| {
            let cue = match () {
                () if self.reader.is(token, TICKS) => Cue::Complete,
                () if self.reader.is(token, TAKES_OFF) => Cue::Delete,
                () => return None,
            };
            (off > at + 1).then_some((at, cue))
        });
        if let Some((at, cue)) = verb {
            self.mark(at, 1, Role::Cue(cue));
            self.mark(off, 1, Role::Cue(cue));
        }
    }

    /// What the word before a list asks for, where no cue does: "on my list" is put there, "off my list" is taken from it.
    fn beside_the_list(&self) -> Option<Cue> {
        if self.roles.iter().any(|role| matches!(role, Role::Cue(_))) {
            return None;
        }
        let at = self.roles.iter().position(|role| *role == Role::List)?.checked_sub(1)?;
        let before = self.words.get(at)?;
        match () {
            () if self.reader.is(before, OFF_A_LIST) => Some(Cue::Delete),
            () if self.reader.is(before, ONTO_A_LIST) => Some(Cue::Lack),
            () => None,
        }
    }

    /// Runs of words between cues, without what says nothing at their ends. Days belong to what is added and part the rest.
    pub(super) fn runs(&self, from: usize, with_days: bool) -> Vec<&'t [Token]> {
        let inside = |at: &usize| match self.roles.get(*at) {
            Some(Role::Own | Role::Around) => true,
            Some(Role::Day) => with_days,
            _ => false,
        };
        let mut runs = Vec::new();
        let mut at = from;
        while at < self.words.len() {
            let end = (at..self.words.len()).find(|at| !inside(at)).unwrap_or(self.words.len());
            runs.extend(self.trimmed(at, end));
            at = end + 1;
        }
        runs
    }

    fn trimmed(&self, from: usize, to: usize) -> Option<&'t [Token]> {
        let says = |at: &usize| matches!(self.roles.get(*at), Some(Role::Own | Role::Day));
        let own = |at: &usize| matches!(self.roles.get(*at), Some(Role::Own));
        let first = (from..to).find(says)?;
        // "the ticket runs out", "bring the bins in"
        let own_before = |at: &usize| at.checked_sub(1).is_some_and(|before| own(&before));
        let particle =
            |at: &usize| own_before(at) && self.words.get(*at).is_some_and(|word| self.reader.is(word, PARTICLES));
        let last = (from..to).rfind(|at| says(at) || particle(at))?;
        (first..=last).any(|at| own(&at)).then(|| self.words.get(first..=last))?
    }

    /// The words of a run, without an article before and what marks a possessive after them.
    pub(super) fn text(&self, run: &[Token]) -> String {
        let text = without_article(&text_of(self.reader.goal, run));
        without_possessive(&text).to_owned()
    }

    /// The todo that words mean, as its text; several of them joined, when each is named.
    fn todo(&self, run: &[Token]) -> Option<String> {
        let said = self.text(run);
        let on_list = self.reader.context.on_list?;
        match on_list.find(&said) {
            Known::One(text) => return Some(quoted_where_needed(&text)),
            Known::Several(_) => return Some(said),
            Known::None(_) => {}
        }
        let parts: Vec<&[Token]> = run
            .split(|token| token.is_sign(',') || self.reader.is(token, JOINS))
            .filter(|part| !part.is_empty())
            .collect();
        let each = |part: &&[Token]| match on_list.find(&self.text(part)) {
            Known::One(text) => Some(quoted_where_needed(&text)),
            _ => None,
        };
        if parts.len() > 1
            && let Some(each) = parts.iter().map(each).collect::<Option<Vec<String>>>()
        {
            return Some(offers::each(&each));
        }
        // One word of several that is a todo's own still tells which is meant: "the sink thing".
        let mut own =
            run.iter().filter(|token| !self.reader.is(token, AROUND)).map(|token| token.span.of(self.reader.goal));
        // "book the mot" is not about "book flights".
        own.find_map(|word| match on_list.find(word) {
            Known::One(text) if !is_verb_of(&text, word) => Some(quoted_where_needed(&text)),
            _ => None,
        })
    }

    /// What the clause is about, when that stands on a list.
    fn known(&self) -> Option<String> {
        let on_list = self.reader.context.on_list?;
        let said = self.runs(0, false).into_iter().map(|run| self.text(run));
        said.into_iter().find(|said| !matches!(on_list.find(said), Known::None(_)))
    }

    /// The first run of words that means a todo.
    fn meant(&self, surely: bool) -> Option<String> {
        let mut runs = self.runs(0, false);
        // What is not on the list is still what was said.
        let said = runs.first().filter(|run| surely && run.len() < 8).map(|run| quoted_where_needed(&self.text(run)));
        runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
        runs.into_iter().find_map(|run| self.todo(run)).or(said)
    }

    /// Whether the word at a place is a part of a day, a time or a repetition.
    pub(super) fn is_day(&self, at: usize) -> bool {
        self.roles.get(at) == Some(&Role::Day)
    }

    /// The day that is said, without the word that joins it.
    pub(super) fn day(&self) -> Option<&'g str> {
        let first = self.roles.iter().position(|role| *role == Role::Day)?;
        let last = self.roles.iter().rposition(|role| *role == Role::Day)?;
        self.day_between(first, last)
    }

    /// The day that words from one place to another are, without what joins it.
    fn day_between(&self, first: usize, last: usize) -> Option<&'g str> {
        let joins = |token: &&Token| self.reader.is(token, BEFORE_A_DAY);
        let most = self.words.get(first..last)?.iter().take_while(joins).count();
        let text = |skip: usize| self.words.get(first + skip..=last).map(|words| span_of(words).of(self.reader.goal));
        (0..=most).rev().filter_map(text).find(|text| dates::is_when(text, &self.reader.moment()))
    }

    /// When a todo is due that is moved to a time alone: "the dentist got moved to 4pm" is on its own day.
    pub(super) fn on_its_day(&self, todo: &str, when: &str) -> String {
        let time = dates::due(when, &self.reader.moment()).filter(|due| due.contains('T'));
        let own = self.reader.context.on_list.and_then(|list| list.due(todo.trim_matches('"')));
        let own = own.filter(|_| dates::is_time(when, &self.reader.moment())).zip(time).map(|(own, time)| {
            let date = own.split('T').next().unwrap_or_default().to_owned();
            [&date, " ", time.split('T').nth(1).unwrap_or_default()].concat()
        });
        own.unwrap_or_else(|| when.to_owned())
    }

    /// Whether the word at a place is a part of this cue.
    pub(super) fn is_cue(&self, at: usize, cue: Cue) -> bool {
        self.roles.get(at) == Some(&Role::Cue(cue))
    }

    /// The last day that is said and not turned down: "on sunday not today".
    pub(super) fn last_day(&self) -> Option<&'g str> {
        let is_day = |at: usize| self.roles.get(at) == Some(&Role::Day);
        let mut ends = (0..self.words.len()).rev().filter(|at| is_day(*at) && !is_day(at + 1));
        ends.find_map(|last| {
            let first = (0..=last).rev().take_while(|at| is_day(*at)).last()?;
            let before = first.checked_sub(1).and_then(|at| self.words.get(at));
            let turned = before.is_some_and(|before| self.reader.is(before, TURNED));
            if turned { None } else { self.day_between(first, last) }
        })
    }

    /// What is to be added: the words behind the last cue of a kind, or those before it.
    fn added(&self, cue: Cue) -> Option<String> {
        let at = self.roles.iter().position(|role| *role == Role::Cue(cue)).unwrap_or(0);
        let behind =
            (at..self.roles.len()).find(|at| self.roles.get(*at) != Some(&Role::Cue(cue))).unwrap_or(self.roles.len());
        let puts = self.reader.is_at(self.words, at, PUTS) && behind == at + 1;
        let goes = self.list.is_some() || self.reader.any_is(self.words, THERE);
        let noted = self.reader.any_is(self.words, DOWN);
        if cue == Cue::Add && puts && !goes && !noted {
            let end = self.words.iter().rposition(|token| !matches!(token.kind, TokenKind::Sign(_)))?;
            return Some(text_of(self.reader.goal, self.words.get(at..=end)?)).filter(|_| end > at);
        }
        // "I need to sort the car by friday, make a note"
        if cue == Cue::Add && behind == self.words.len() && self.roles.contains(&Role::Cue(Cue::Must)) {
            return self.added(Cue::Must);
        }
        if cue == Cue::Must {
            let skip =
                self.words.get(behind..)?.iter().take_while(|token| self.reader.is(token, BEFORE_A_DEED)).count();
            let noted = |at: &usize| self.roles.get(*at) == Some(&Role::Cue(Cue::Add));
            let asked = (behind..self.words.len()).find(noted).unwrap_or(self.words.len());
            let end = self.words.get(..asked)?.iter().rposition(|token| !matches!(token.kind, TokenKind::Sign(_)))?;
            let rest = self.words.get(behind + skip..=end)?;
            let or_else = (1..rest.len())
                .find(|at| OR_ELSE.iter().any(|run| self.reader.begins(rest.get(*at..).unwrap_or_default(), run)));
            let rest = rest.get(..or_else.unwrap_or(rest.len()))?;
            let rest = self.reader.grammar.without_courtesy_after(rest);
            return (rest.len() > 1).then(|| text_of(self.reader.goal, rest));
        }
        let mut runs = self.runs(behind, true);
        if runs.is_empty() {
            runs = self.runs(0, true);
        }
        let run = runs.into_iter().next()?;
        // "stick pay the deposit down for friday"
        let down = run.iter().position(|token| self.reader.is(token, DOWN)).filter(|at| puts && *at > 0);
        if let Some((before, [_, after @ ..])) = down.and_then(|at| run.split_at_checked(at))
            && (after.is_empty() || self.reader.first_is(after, BEFORE_A_DAY))
        {
            return Some([self.text(before), self.text(after)].join(" ").trim_end().to_owned());
        }
        // "block out thursday at 2 for the eye test": when it is, is said last.
        let from = run.first()?.span.start;
        let start = self.words.iter().position(|token| token.span.start == from)?;
        let days = self.roles.get(start..)?.iter().take_while(|role| **role == Role::Day).count();
        if let Some(item) =
            run.get(days..).filter(|_| days > 0).and_then(|_| self.trimmed(start + days, start + run.len()))
            && let Some(day) = self.day_between(start, start + days - 1)
        {
            return Some([&self.text(item), " ", day].concat());
        }
        // "remind me in 20" says nothing to be reminded of.
        Some(self.text(run)).filter(|text| text.contains(char::is_alphabetic))
    }

    /// The goal that a cue speaks for.
    fn goal(&self, cue: Cue) -> Option<String> {
        let says = |words: &'static str| self.reader.any_is(self.words, words);
        let surely = match cue {
            // "empty the trash" is about the list only where something of it stands there.
            Cue::Delete => !says(CANCELS_ALL) && self.reader.context.on_list.is_none(),
            Cue::Complete => self.list.is_some(),
            cue => !matches!(cue, Cue::Done | Cue::Reopen),
        };
        // "the second todo" is a place and no todo's words.
        if !matches!(cue, Cue::Show | Cue::Count | Cue::Add | Cue::Must | Cue::Lack) && says(PLACES) {
            let place = self.words.iter().find(|token| self.reader.is(token, PLACES))?.span.of(self.reader.goal);
            let only = self.runs(0, false).iter().map(|run| run.len()).sum::<usize>() == 1;
            return (only && cue == Cue::Delete).then(|| offers::delete_at(place));
        }
        let about = |offer: fn(&str) -> String| Some(offer(&self.meant(surely)?));
        match cue {
            Cue::Delete => about(offers::delete),
            Cue::Complete | Cue::Done => {
                // What is done is on the list, or nobody knows what was done.
                let run = self.runs(0, false).into_iter().next()?;
                let fared = run.first().is_some_and(|first| self.reader.grammar.fared.contains(first.word));
                if fared { None } else { about(offers::mark_done) }
            }
            Cue::Reopen => about(offers::reopen),
            Cue::Move => {
                let (todo, day) = (self.meant(surely)?, self.day()?);
                Some(offers::move_to(&todo, &self.on_its_day(&todo, day)))
            }
            Cue::Urgent => about(offers::make_urgent),
            Cue::Low => about(offers::make_low),
            Cue::Add | Cue::Must | Cue::Lack => Some(things::put_on(&self.added(cue)?, self.list.as_deref())),
            Cue::Count if !says(OF_TODOS) => None,
            Cue::Count => Some(match &self.list {
                Some(list) => offers::count_list(list),
                None => offers::COUNT.to_owned(),
            }),
            Cue::Show => {
                if let Some(said) = self.known() {
                    return Some(offers::find(&said));
                }
                if !self.runs(0, false).is_empty() {
                    return None;
                }
                if let Some(day) = self.day() {
                    return Some(offers::show_on(day));
                }
                if let Some(list) = &self.list {
                    return Some(offers::show_list(list));
                }
                let own = self.reader.any_is(self.words, OWN_TODOS);
                (own && self.runs(0, true).is_empty()).then(|| ANYTHING.to_owned())
            }
        }
    }
}
