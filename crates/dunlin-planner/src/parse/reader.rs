//! What a clause asks for: the best row of the grammar whose slots also make sense.

use std::{cell::OnceCell, ops::Deref, rc::Rc};

use dunlin_base::Span;

use super::memo::Memo;

use crate::{
    context::PlanContext,
    lang::{
        en::{
            asides::{JUST, NOTICES, OH, SAYS_MORE, TELLS_OF, THAT, TOLD_BY, WHO_THINKS},
            connectors::BETWEEN_CLAUSES,
            corrections::NOTHING_OF,
            days::{OF_A_DAY, PAST_TIMES},
            doubts::INSTEAD,
            forms,
            items::SOME_THING,
            pauses::{A_LIST, SO},
            phrases::{AFTER_A_REASON, BEFORE_A_REASON, POINTING},
        },
        grammar::{Fit, Reason},
    },
    matching::{memory::Memory, pattern::Captures},
    model::{
        asked::Command,
        intent::TodoIntent,
        request::{Asked, Found, Request},
        token::{Token, TokenKind, number_tokens, span_of},
    },
    parse::{exception, timed::after_sign, words::Words},
    phrase::{Heard, PhraseBook},
};

/// Whether the words of a host's phrases are taken as they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    AsItStands,
    /// Misspelt words are taken for what they can only mean.
    PutRight,
}

/// The most words of a request that names a list, and not what it is about: "cross off my to do list".
const LONGEST_BARE: usize = 8;
/// The most words of what marks something that is not named: "mark off as done".
const LONGEST_MARK: usize = 4;

/// How many words a reason may have that is said before what it is a reason for.
pub(super) const LONGEST_REASON: usize = 14;

/// Reads clauses of one goal.
pub(crate) struct Reader<'a> {
    words: Words<'a>,
    spelling: Spelling,
    memory: Memory,
    pub(super) memo: Memo,
    heard: OnceCell<Heard<'a>>,
    /// The first place that no word has yet.
    next_place: u32,
    /// Words that take the place of others, and where those stood.
    put_right: Option<(Span, Span)>,
}

impl<'a> Deref for Reader<'a> {
    type Target = Words<'a>;

    fn deref(&self) -> &Words<'a> {
        &self.words
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn new(goal: &'a str, context: &'a PlanContext<'a>) -> Self {
        // The goal's own tokens have the places below its length.
        let next_place = u32::try_from(goal.len()).unwrap_or(u32::MAX);
        Self {
            words: Words::of(goal, context),
            spelling: Spelling::AsItStands,
            memory: Memory::default(),
            memo: Memo::default(),
            heard: OnceCell::new(),
            next_place,
            put_right: None,
        }
    }

    /// Keeps where the words stand that take the place of others, which are said to be left out.
    pub(crate) fn put_in_place(&mut self, words: Span, of: Span) {
        self.put_right = Some((words, of));
    }

    /// What was said where words stand that take its place.
    pub(crate) fn replaced_by(&self, words: &[Token]) -> Option<Span> {
        let (right, wrong) = self.put_right?;
        words.iter().any(|token| token.span == right || right.overlaps(token.span)).then_some(wrong)
    }

    /// The same for a goal whose misspelt words are put right.
    pub(crate) fn respelt(goal: &'a str, context: &'a PlanContext<'a>) -> Self {
        Self { spelling: Spelling::PutRight, ..Self::new(goal, context) }
    }

    /// Gives words that are put together from several places of the goal places of their own.
    pub(crate) fn give_places(&mut self, words: &mut [Token]) {
        number_tokens(words, self.next_place);
        self.next_place += words.len() as u32 + 1;
    }

    /// Whether the words are a list named before its request.
    pub(crate) fn is_fronted_list(&mut self, tokens: &[Token]) -> bool {
        let said = self.grammar.without_courtesy_after(self.grammar.without_courtesy(tokens));
        self.grammar.is_fronted_list(said, &mut self.memory)
    }

    /// Whether the words only ask what was asked before them already.
    pub(crate) fn is_echo(&mut self, tokens: &[Token]) -> bool {
        self.grammar.is_echo(tokens, &mut self.memory)
    }

    /// What a statement names that gives a reason: "sugar" in "we have no sugar".
    pub(crate) fn named_by_reason<'t>(&mut self, tokens: &'t [Token]) -> Option<(&'t [Token], Reason)> {
        let tokens = tokens.get(self.preface(tokens)..)?;
        // "oh no I forgot to buy candles", "seems like we have no more rice"
        let polite = tokens.get(self.grammar.courtesy_before(tokens)..).unwrap_or_default();
        // "no need for cheese" is no courtesy.
        let whole = self.grammar.named_by_reason(tokens, &mut self.memory);
        let not_wanted = whole.filter(|(_, reason)| *reason == Reason::NoNeed);
        let named = not_wanted.or_else(|| self.grammar.named_by_reason(polite, &mut self.memory)).or(whole);
        // "there's a birthday on saturday, I need wrapping paper"
        // "guests are coming so I need to wash the sheets"
        let parts = |token: &Token| token.is_sign(',') || self.is(token, SO);
        let last = tokens.iter().rposition(parts).and_then(|at| tokens.get(at + 1..));
        let (item, reason) = named.or_else(|| self.grammar.named_by_reason(last?, &mut self.memory))?;
        let item = self.with_who_gets_it(tokens, item);
        // "I can't do any of today's stuff" names none.
        let unnamed = |token: &Token| {
            self.grammar.is_vague(std::slice::from_ref(token))
                || self.grammar.days.contains(token.word)
                || self.is(token, OF_A_DAY)
        };
        if item.len() > 1 && item.iter().all(unnamed) {
            return None;
        }
        // "no rush" lacks nothing.
        if self.all_are(item, NOTHING_OF) {
            return None;
        }
        // "the car needs washing" says no more of what is to be done.
        if let ([only], Reason::Lack) = (item, reason)
            && forms::is_gerund(&self.word(only))
        {
            return None;
        }
        // "I've booked the flights and the hotel still needs booking" names two.
        if self.tells_of_two(item) {
            return None;
        }
        // "I got milk on the way home, cross it off", "we don't need bread after all"
        let done = matches!(reason, Reason::Have | Reason::NoNeed);
        if done {
            // "I got the oat milk, not the other one"
            let meant = self.without_why(self.without_what_is_not_meant(item));
            return Some((self.without_time_told(meant), reason));
        }
        // "we ran out of bags yesterday" says nothing of when they are wanted.
        let bare = if self.any_is(item, PAST_TIMES) { self.without_time_told(item) } else { item };
        let past = item.get(bare.len()..).is_some_and(|told| self.any_is(told, PAST_TIMES));
        Some((if past { bare } else { item }, reason))
    }

    /// How many words say that somebody thinks or has just noticed what follows: "I think we're out of milk", "oh, I realised that I
    /// need stamps".
    fn preface(&self, tokens: &[Token]) -> usize {
        let count = |from: usize, words: &'static str| {
            tokens.iter().skip(from).take_while(|token| self.is(token, words)).count()
        };
        let begun = tokens.iter().take_while(|token| self.is(token, OH) || token.is_sign(',')).count();
        let who = begun + count(begun, WHO_THINKS).min(1);
        let how = who + count(who, JUST);
        let noticed = how + count(how, NOTICES).min(1);
        let that = noticed + count(noticed, THAT).min(1);
        let more = |at: usize| tokens.get(at).is_some_and(|next| self.is(next, SAYS_MORE));
        // "jim says we need screws", "my wife said that there's no milk"
        let whose = begun + count(begun, TELLS_OF).min(1);
        let said = whose + 2 + count(whose + 2, THAT).min(1);
        let says = tokens.get(whose).is_some_and(|name| name.kind == TokenKind::Word && !self.is(name, WHO_THINKS))
            && tokens.get(whose + 1).is_some_and(|verb| self.is(verb, TOLD_BY));
        match () {
            () if says && more(said) => said,
            // "forgot that we need paper"
            () if noticed > how && more(that) && (who > begun || that > noticed) => that,
            () => 0,
        }
    }

    /// Whether the words are a request about "it", or ask to be reminded and do not say of what.
    pub(crate) fn points_back(&mut self, tokens: &[Token]) -> bool {
        let found = self.find(tokens);
        self.is_pointing(&found, tokens)
    }

    /// Whether the words ask to add, delete or mark, and do not say what: "please add", "mark as done".
    pub(crate) fn asks_bare(&mut self, tokens: &[Token]) -> bool {
        let said = self.grammar.without_courtesy(self.grammar.without_courtesy_after(tokens));
        let of_a_list = said.len() <= LONGEST_BARE && self.any_is(said, A_LIST) && !self.any_is(said, SOME_THING);
        matches!(self.find(tokens), Found::Missing(request) if match request.todo() {
            Some(TodoIntent::AddWhat | TodoIntent::DeleteWhat) => said.len() == 1 || of_a_list,
            Some(TodoIntent::CompleteWhat) => said.len() <= LONGEST_MARK || of_a_list,
            _ => false,
        })
    }

    /// The row about conditions that fits.
    pub(crate) fn condition(&mut self, tokens: &[Token]) -> Option<(Captures, bool)> {
        self.grammar.condition(tokens, &mut self.memory)
    }

    /// Whether the words are a request, perhaps about "it".
    pub(crate) fn can_read(&mut self, tokens: &[Token]) -> bool {
        matches!(self.find(tokens), Found::Request(_) | Found::Pointing(_))
    }

    /// Reads one clause, leaving aside why it is asked for. A range of words is read once, whoever asks.
    pub(crate) fn find<'t>(&mut self, tokens: &'t [Token]) -> Found<'t> {
        if let Some(known) = self.memo.get(tokens) {
            return known;
        }
        let found = self.find_anew(tokens);
        self.memo.keep(tokens, &found);
        found
    }

    /// What the words ask a tool of the host's own for; `spelling` says whether they are taken as they stand.
    fn command(&self, tokens: &[Token], spelling: Spelling) -> Option<Rc<Command>> {
        let phrases = self.context.phrases.filter(|phrases| !phrases.is_empty())?;
        // Words that are put together from several places are no sentence of the goal.
        tokens.first().filter(|first| (first.index as usize) < self.goal.len())?;
        let bare = self.grammar.without_courtesy(tokens);
        let heard = self.heard.get_or_init(|| self.context.heard());
        [tokens, bare].iter().find_map(|words| {
            let span = span_of(words);
            let command = match spelling {
                Spelling::AsItStands => {
                    let command = phrases.command(span.of(self.goal), span.start, heard);
                    command.or_else(|| phrases.pointing_command(span.of(self.goal), span.start, heard, POINTING))
                }
                Spelling::PutRight => phrases.respelt_command(span.of(self.goal), span.start, heard),
            };
            command.map(Rc::new)
        })
    }

    /// Whether words begin with a command of the host's own, up to one of the places where a clause may end.
    pub(crate) fn begins_command(&mut self, tokens: &[Token]) -> bool {
        if self.context.phrases.is_none_or(PhraseBook::is_empty) {
            return false;
        }
        let ends = (1..=tokens.len()).filter(|end| {
            tokens.get(*end).is_none_or(|token| {
                self.is(token, BETWEEN_CLAUSES)
                    || matches!(token.kind, TokenKind::Sign(',' | ';' | '.') | TokenKind::LineEnd)
            })
        });
        let ends: Vec<usize> = ends.take(8).collect();
        ends.into_iter().filter_map(|end| tokens.get(..end)).any(|words| {
            matches!(self.find(words), Found::Request(request) if request.command().is_some_and(|command| !command.begins_open))
        })
    }

    fn find_anew<'t>(&mut self, tokens: &'t [Token]) -> Found<'t> {
        let Some(command) = self.command(tokens, Spelling::AsItStands) else {
            let found = self.find_built_in(tokens);
            // What is built in and can be read is not a misspelt command.
            let misspelt = self.spelling == Spelling::PutRight && !matches!(found, Found::Request(_));
            let command = misspelt.then(|| self.command(tokens, Spelling::PutRight)).flatten();
            let command = command.filter(|command| !command.begins_open);
            return command.map_or(found, |command| Found::Request(Request::of(Asked::Command(command))));
        };
        if command.begins_open
            && let Found::Request(request) = self.find_built_in(tokens)
            && request.anchored
        {
            return Found::Request(request);
        }
        Found::Request(Request::of(Asked::Command(command)))
    }

    fn find_built_in<'t>(&mut self, tokens: &'t [Token]) -> Found<'t> {
        let said = self.grammar.without_courtesy_after(tokens);
        let reason = (1..said.len()).find(|at| {
            let rest = said.get(*at..).unwrap_or_default();
            self.grammar.is_reason_after(rest, &mut self.memory) && !self.asks_another(rest)
        });
        if let Some(before) = reason.and_then(|at| tokens.get(..at))
            && let Found::Request(request) = self.find_request(before)
            && (request.anchored
                || request.acts_on_a_todo()
                || self.tells_a_lack(before, said)
                || self.adds_all_the_same(&request, tokens))
        {
            return Found::Request(request);
        }
        // "delete the gym, I cancelled my membership": who tells more asks for nothing by it.
        let aside = (1..said.len().saturating_sub(2)).find(|at| {
            self.is_aside(said.get(*at..).unwrap_or_default()) || self.tells_why_a_list_goes(tokens, said, *at)
        });
        if let Some((before, told)) = aside.and_then(|at| Some((tokens.get(..at)?, said.get(at + 1..)?)))
            && let Some(found) = self.due_as_told(before, told).or_else(|| self.with_an_aside(before, told))
        {
            return found;
        }
        let bare = self.grammar.without_courtesy(said);
        if self.first_is(bare, BEFORE_A_REASON)
            && let Some(request) = self.after_reason(bare)
        {
            return Found::Request(request);
        }
        match self.find_request(tokens) {
            Found::Nothing => self.before_a_statement(tokens, said).map_or(Found::Nothing, Found::Request),
            found => found,
        }
    }

    /// Whether what is to be added would be with the reason in it, where only a day of the reason would be read as the todo's own:
    /// "add wine because we have guests on saturday".
    fn adds_all_the_same(&mut self, request: &Request<'_>, tokens: &[Token]) -> bool {
        let adds = |request: &Request<'_>| request.todo() == Some(TodoIntent::Add);
        adds(request) && matches!(self.find_request(tokens), Found::Request(whole) if adds(&whole))
    }

    /// The request of words that begin with why it is made: "because we have guests add hoovering to my list".
    fn after_reason<'t>(&mut self, said: &'t [Token]) -> Option<Request<'t>> {
        for at in 3..said.len().min(LONGEST_REASON) {
            let (Some(reason), Some(rest)) = (said.get(..at), said.get(at..)) else { continue };
            let rest = after_sign(rest);
            if !self.first_is(rest, AFTER_A_REASON) || !self.grammar.is_reason_after(reason, &mut self.memory) {
                continue;
            }
            // "since it's going to rain cross off wash the car"
            if let Found::Request(request) = self.find_request(rest)
                && (request.anchored || request.acts_on_a_todo() && !request.doubtful)
            {
                return Some(request);
            }
        }
        None
    }

    pub(super) fn find_request<'t>(&mut self, tokens: &'t [Token]) -> Found<'t> {
        if exception::opens(self, tokens) {
            return Found::Nothing;
        }
        // "call mum at 6 instead" moves what is on the list.
        if self.last_is(tokens, INSTEAD)
            && let found @ Found::Request(_) =
                self.find_exact(tokens.get(self.grammar.courtesy_before(tokens)..).unwrap_or(tokens))
            && found.request().and_then(Request::todo) == Some(TodoIntent::Reschedule)
        {
            return found;
        }
        let mut trimmed = self.grammar.without_courtesy_after(tokens);
        let signs = tokens.iter().skip(trimmed.len()).take_while(|sign| sign.is_sign('!') && sign.glued).count();
        if signs > 0 && self.ends_in_a_factorial(trimmed) {
            trimmed = tokens.get(..trimmed.len() + signs).unwrap_or(trimmed);
        }
        let mut starts = vec![0];
        let mut at = 0;
        while let Some(rest) = trimmed.get(at..) {
            let sign = rest
                .first()
                .is_some_and(|token| matches!(token.kind, TokenKind::Sign(',' | ';' | '.' | '!') | TokenKind::LineEnd));
            let bullet = if at == 0 { self.grammar.bullet(rest) } else { 0 };
            let name = self.grammar.address(rest);
            let skip = self.grammar.courtesy_before(rest).max(usize::from(sign)).max(bullet).max(name);
            if skip == 0 || at + skip >= trimmed.len() || starts.len() > 8 {
                break;
            }
            at += skip;
            starts.push(at);
        }
        let mut best = Found::Nothing;
        for start in starts.into_iter().rev() {
            let found = self.find_exact(trimmed.get(start..).unwrap_or_default());
            match found {
                Found::Request(_) => return found,
                Found::Missing(ref request) if request.anchored && request.todo() == Some(TodoIntent::CreateList) => {
                    return found;
                }
                // "i need to add stuff": what is left when courtesy is off says best what is missing.
                Found::Pointing(_) | Found::Missing(_) if matches!(best, Found::Nothing) => best = found,
                _ => {}
            }
        }
        best
    }

    /// As [`Self::find`], but only rows that say two things at once: a reason and a request about "it".
    pub(crate) fn find_joined<'t>(&mut self, tokens: &'t [Token]) -> Found<'t> {
        match self.find(tokens) {
            Found::Request(request) if request.joined => Found::Request(request),
            _ => Found::Nothing,
        }
    }

    /// Whether a clause with a hard connector in it is one after all: a row for a reason and a request, or a request with
    /// its reason after it.
    pub(crate) fn says_it_whole(&mut self, whole: &[Token], tail: &[Token]) -> bool {
        if matches!(self.find_joined(whole), Found::Request(_)) {
            return true;
        }
        let statement = self.grammar.is_statement(tail);
        let end = span_of(tail).start;
        statement
            && matches!(self.find(whole), Found::Request(request) if request.slots.item.is_none_or(|item| span_of(item).end <= end))
    }

    fn find_exact<'t>(&mut self, tokens: &'t [Token]) -> Found<'t> {
        let fits = self.grammar.fits(tokens, &mut self.memory);
        // What is known to stand on a list says more than a request that only goes on with another.
        let rank = |fit: &Fit| match () {
            () if self.grammar.wants_a_known_todo(fit.row) => 1,
            () if fit.follows => 2,
            () => 0,
        };
        let ranked = |wanted: i32| fits.iter().filter(move |fit| rank(fit) == wanted);
        ranked(0)
            .chain(ranked(1))
            .chain(ranked(2))
            .map(|fit| self.interpret(fit, tokens))
            .find(|found| !matches!(found, Found::Nothing))
            .or_else(|| fits.iter().find_map(|fit| self.written_sum(fit, tokens)))
            .unwrap_or(Found::Nothing)
    }
}
