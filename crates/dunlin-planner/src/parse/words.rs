//! The words of a goal, as the stages after the tokens look at them: which word a token is, and what stands beside it.

use dunlin_base::Span;

use crate::{
    context::PlanContext,
    dates::Moment,
    lang::{
        en::{
            asides::{
                ALREADY, ASKS_OR_ORDERS, BACK, BROKE, FINALLY, FROM, IS_ASLEEP, IS_SOMEHOW, LEADS_IN, LOOKS_LIKE,
                MAY_OR_NOT, SHORT_GERUNDS, SOMEBODY, TELLING, TO_OR_FOR, TOO, WE_ARE, WILL_NOT, WORKS_OUT,
            },
            connectors::{ASKS_A_NUMBER, BEFORE_TIME, BEGINNERS},
            doubts::ARTICLES,
            forms,
            phrases::GOING,
        },
        grammar::{DEEDS, Grammar, VERBS, grammar},
        holds,
        word_lists::WordList,
    },
    lex::normalize,
    model::token::{Token, TokenKind, UNKNOWN},
};
use std::borrow::Cow;

/// The most words of a day before who does something then.
const MOST_WORDS_OF_A_DAY: usize = 4;

/// A goal with what its words mean.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub(crate) grammar: &'static Grammar,
    pub(crate) goal: &'a str,
    pub(crate) context: &'a PlanContext<'a>,
}

impl<'a> Words<'a> {
    pub(crate) fn of(goal: &'a str, context: &'a PlanContext<'a>) -> Self {
        Self { grammar: grammar(), goal, context }
    }

    /// A token's word as the grammar sees it.
    pub(crate) fn word(&self, token: &Token) -> Cow<'a, str> {
        if let Some(word) = self.grammar.vocabulary().text(token.word) {
            return Cow::Borrowed(word);
        }
        let text = token.span.of(self.goal);
        if text.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase() && b != b'\'') {
            return Cow::Borrowed(text);
        }
        let mut word = String::new();
        normalize(text, &mut word);
        Cow::Owned(word)
    }

    /// A word that nobody typed, at a place beside one that somebody did.
    pub(crate) fn unsaid(&self, word: &str, at: usize, beside: &Token) -> Token {
        let (word, span) = (self.grammar.vocabulary().id(word), Span::new(at, at));
        Token { word, kind: TokenKind::Word, span, numeric: false, glued: false, ..*beside }
    }

    /// What dates are read with.
    pub(crate) fn moment(&self) -> Moment<'a> {
        self.context.moment()
    }

    /// Whether a token is one of these words, which stand with spaces between them. Nearly every word has a number, and so it is
    /// looked for by its number ([`WordList`]).
    pub(crate) fn is(&self, token: &Token, words: &'static str) -> bool {
        let list = WordList::of(words, self.grammar.vocabulary());
        list.and_then(|list| list.has(token.word)).unwrap_or_else(|| self.is_by_letters(token, words, list))
    }

    fn is_by_letters(&self, token: &Token, words: &str, list: Option<&WordList>) -> bool {
        let word = self.word(token);
        match list {
            Some(list) if token.word == UNKNOWN => list.has_other(&word),
            _ => holds(words, &word),
        }
    }

    /// Whether the first word is one of these.
    pub(crate) fn first_is(&self, tokens: &[Token], words: &'static str) -> bool {
        tokens.first().is_some_and(|token| self.is(token, words))
    }

    /// Whether the last word is one of these.
    pub(crate) fn last_is(&self, tokens: &[Token], words: &'static str) -> bool {
        tokens.last().is_some_and(|token| self.is(token, words))
    }

    /// Whether the word at a place is one of these.
    pub(crate) fn is_at(&self, tokens: &[Token], at: usize, words: &'static str) -> bool {
        tokens.get(at).is_some_and(|token| self.is(token, words))
    }

    /// Whether any word is one of these.
    pub(crate) fn any_is(&self, tokens: &[Token], words: &'static str) -> bool {
        tokens.iter().any(|token| self.is(token, words))
    }

    /// Whether all words are of these.
    pub(crate) fn all_are(&self, tokens: &[Token], words: &'static str) -> bool {
        tokens.iter().all(|token| self.is(token, words))
    }

    /// Whether a request may begin with a word after "and" or a comma.
    pub(crate) fn is_beginner(&self, token: &Token) -> bool {
        BEGINNERS.contains(&self.word(token).as_ref())
    }

    /// Whether words begin so: each of the first ones is one of what stands at its place, where `#` is a number.
    pub(crate) fn begins(&self, tokens: &[Token], run: &[&'static str]) -> bool {
        let fits = |words: &'static str, token: &Token| match words {
            "#" => token.kind == TokenKind::Number,
            words => self.is(token, words),
        };
        run.len() <= tokens.len() && run.iter().zip(tokens).all(|(words, token)| fits(words, token))
    }

    /// Whether a sign behind words is a factorial's and no emphasis: behind "5", "what is 5" and "4! plus 3".
    pub(crate) fn ends_in_a_factorial(&self, tokens: &[Token]) -> bool {
        let said = self.grammar.without_courtesy(tokens);
        let words = || said.iter().filter(|token| token.kind == TokenKind::Word);
        let number = tokens.last().is_some_and(|last| last.kind == TokenKind::Number);
        let another = said.iter().any(|token| token.is_sign('!') && token.glued);
        let alone = said.iter().filter(|token| token.kind != TokenKind::Word).count() == 1;
        words().next().is_none() || number && (another || alone && words().all(|token| self.is(token, ASKS_A_NUMBER)))
    }

    /// Whether words tell something and ask for nothing: "I'm away", "john already got the cake".
    pub(crate) fn tells(&self, words: &[Token]) -> bool {
        self.grammar.is_statement(words) || self.tells_of_others(words) || self.states(words)
    }

    /// Whether words begin with who does something, and so tell it: "nobody here drinks it any more".
    pub(crate) fn begins_with_somebody(&self, words: &[Token]) -> bool {
        words.len() > 2 && self.first_is(words, SOMEBODY)
    }

    /// Whether words tell something, and neither order nor ask anything.
    pub(crate) fn tells_and_asks_nothing(&self, words: &[Token]) -> bool {
        let tells = self.tells(words) || self.begins_with_somebody(words);
        tells && !self.gives_an_order(words) && !self.ends_as_question(words) && !self.has_it_worked_out(words)
    }

    /// Whether what is told ends with something to be worked out: "I have 6 beds, work out the area".
    pub(crate) fn has_it_worked_out(&self, words: &[Token]) -> bool {
        let after_comma = |pair: &[Token]| pair.first().is_some_and(|token| matches!(token.kind, TokenKind::Sign(_)));
        let behind = words.windows(2).enumerate().filter(|(_, pair)| after_comma(pair)).map(|(at, _)| at + 1);
        behind.filter_map(|at| words.get(at..)).any(|rest| WORKS_OUT.iter().any(|run| self.begins(rest, run)))
    }

    /// Whether words may be an order or a question, also one that no row knows: "shred the papers".
    pub(crate) fn may_ask(&self, words: &[Token]) -> bool {
        let does = self.is_deed(words) || self.is_at(words, 1, ARTICLES);
        does || self.is_question(words) || self.gives_an_order(words)
    }

    /// Whether a number is written among the words.
    pub(crate) fn holds_digits(&self, words: &[Token]) -> bool {
        words.iter().any(|token| token.span.of(self.goal).bytes().any(|byte| byte.is_ascii_digit()))
    }

    /// Whether words tell what somebody did or had: "john already got the cake".
    fn tells_of_others(&self, words: &[Token]) -> bool {
        let Some((first, rest)) = words.split_first() else { return false };
        // "what is the capital of Peru"
        if self.is_question(words) || self.is(first, ASKS_OR_ORDERS) {
            return false;
        }
        if self.tells_without_a_subject(first, rest) || LEADS_IN.iter().any(|run| self.begins(words, run)) {
            return true;
        }
        let told =
            |token: &Token| self.is(token, TELLING) || self.is(token, MAY_OR_NOT) || forms::is_past(&self.word(token));
        let somebody = first.kind == TokenKind::Word && !self.grammar.can_begin(first.word);
        let doing = first.is_unknown_word() && forms::is_gerund(&self.word(first));
        let did = |token: &Token| self.is(token, TELLING) || forms::is_irregular_past(&self.word(token));
        // "gran's doing it"
        let whose = first.span.of(self.goal);
        let is_doing = |next: &Token| forms::is_gerund(&self.word(next)) || self.is(next, SHORT_GERUNDS);
        let is_somehow = |next: &Token| is_doing(next) || self.is(next, IS_SOMEHOW);
        if somebody && (whose.ends_with("'s") || whose.ends_with("’s")) && rest.first().is_some_and(is_somehow) {
            return true;
        }
        // "kids finally asleep"
        let finally = usize::from(self.first_is(rest, FINALLY));
        if somebody && rest.get(finally).is_some_and(|next| self.is(next, IS_ASLEEP)) {
            return true;
        }
        doing || somebody && rest.iter().take(2).any(told) || rest.first().is_some_and(did)
    }

    /// "already mailed the package", "won't make it to the concert", "looks like rain", "on friday we're having people over": whoever says so
    /// is left out, or stands behind a day.
    fn tells_without_a_subject(&self, first: &Token, rest: &[Token]) -> bool {
        // "shred the papers" is no past.
        let did = |token: &Token| {
            let word = self.word(token);
            let known = |base: &str| [VERBS, DEEDS, GOING].iter().any(|verbs| holds(verbs, base));
            forms::is_irregular_past(&word) || forms::bases(&word).iter().any(|(base, past)| *past && known(base))
        };
        let second = || rest.first().is_some_and(did);
        let dated = self.is(first, BEFORE_TIME) || self.grammar.days.contains(first.word);
        // "too tired to cook", "back from the shop"
        let too = self.is(first, TOO) && rest.iter().skip(1).any(|token| self.is(token, TO_OR_FOR));
        let back = self.begins(rest, &[FROM]) && self.is(first, BACK);
        too || back
            || !rest.is_empty()
                && (did(first) || self.is(first, BROKE) || self.is(first, LOOKS_LIKE) || self.is(first, WILL_NOT))
            || self.is(first, ALREADY) && second()
            || dated && rest.iter().take(MOST_WORDS_OF_A_DAY).any(|token| self.is(token, WE_ARE))
    }

    /// Whether words begin with what somebody did: "took ten minutes".
    pub(crate) fn first_is_past(&self, words: &[Token]) -> bool {
        words.first().is_some_and(|first| forms::is_irregular_past(&self.word(first)))
    }

    /// Whether words are such a run and nothing more.
    pub(crate) fn is_run(&self, tokens: &[Token], run: &[&'static str]) -> bool {
        tokens.len() == run.len() && self.begins(tokens, run)
    }

    /// The words before such a run, if they end in it.
    pub(crate) fn before_the_end<'t>(&self, tokens: &'t [Token], run: &[&'static str]) -> Option<&'t [Token]> {
        let (before, end) = tokens.split_at_checked(tokens.len().checked_sub(run.len())?)?;
        self.begins(end, run).then_some(before)
    }

    /// Whether words that stand beside each other are such a run.
    pub(crate) fn holds(&self, tokens: &[Token], run: &[&'static str]) -> bool {
        (0..tokens.len()).any(|at| self.begins(tokens.get(at..).unwrap_or_default(), run))
    }
}
