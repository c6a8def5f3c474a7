//! A goal in clauses, and what each clause was read as.

use std::ops::Range;

use dunlin_base::Span;

use crate::model::{
    asked::{DayCall, Pause, Sum},
    limit::{Constraint, MAX_STEPS},
    request::Found,
    template::Template,
    todo::Status,
    token::{Token, span_of},
};

/// A goal in pieces.
pub(crate) struct Utterance<'t> {
    /// The limits that the goal sets on itself, with where it says so.
    pub(crate) limits: Vec<(Constraint, Span)>,
    /// What stands between them.
    pub(crate) asked: &'t [Token],
    /// The template that the goal names; it has no clauses then.
    pub(crate) template: Option<&'t Template>,
    pub(crate) clauses: Vec<Clause>,
}

impl Utterance<'_> {
    /// Whether it has more clauses than any plan has steps.
    pub(crate) fn has_too_many_clauses(&self) -> bool {
        self.clauses.len() > TOO_MANY
    }
}

/// What each clause asks for.
pub(crate) struct Reading<'t> {
    pub(crate) clauses: Vec<ClauseRead<'t>>,
}

/// A clause and what it asks for.
#[derive(Clone)]
pub(crate) struct ClauseRead<'t> {
    pub(crate) words: &'t [Token],
    /// Which of the words are its own, and not shared with the clause before.
    pub(crate) own: Range<usize>,
    /// What is left out of all that it is about: "everything except milk".
    pub(crate) except: &'t [Token],
    /// How it depends on the clause before, and the clause after on it.
    pub(crate) link: Link,
    pub(crate) next: Option<Link>,
    /// All of its words as one request.
    pub(crate) found: Found<'t>,
    pub(crate) condition: Option<Conditional<'t>>,
    /// What it waits for before it is carried out: "in 20 minutes, show my list".
    pub(crate) waits_for: Option<Pause>,
    /// Whether it says nothing but how often the next clause is carried out.
    pub(crate) said_for_next: bool,
    /// Whether it asks for nothing and gives no reason, so that the plan says that it is left out.
    pub(crate) is_told: bool,
    /// Where it stands what it takes the place of: "delete milk, no wait, delete bread".
    pub(crate) instead_of: Option<Span>,
    /// What it names when it only gives the reason for a request beside it that points back: "we have no sugar, so put it on".
    pub(crate) reason: Option<&'t [Token]>,
}

impl<'t> ClauseRead<'t> {
    /// Its words without those that it shares.
    pub(crate) fn own_words(&self) -> &'t [Token] {
        self.words.get(self.own.clone()).unwrap_or(self.words)
    }

    /// Where it stands, with what it leaves out.
    pub(crate) fn place(&self) -> Span {
        let words = span_of(self.own_words());
        if self.except.is_empty() {
            return words;
        }
        let except = span_of(self.except);
        Span::new(words.start.min(except.start), words.end.max(except.end))
    }
}

/// A condition in a clause.
#[derive(Clone)]
pub(crate) enum Conditional<'t> {
    /// It only asks whether the condition holds.
    Asked(Condition<'t>),
    /// What follows is carried out on it: the clause's own request, or the next clause where it has none.
    On { condition: Condition<'t>, request: Option<Box<(&'t [Token], Found<'t>)>> },
}

/// A clause as a range of the goal's tokens, without the connectors around it.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// How it depends on what was said before.
    pub(crate) link: Link,
    /// Its words and those that it shares with the clause before.
    pub(crate) words: Vec<Token>,
    /// Which of the words are its own.
    pub(crate) own: Range<usize>,
    /// What is left out of all that it is about; these are none of its words.
    pub(crate) except: Vec<Token>,
}

impl Clause {
    pub(crate) fn new(tokens: &[Token], start: usize, end: usize, link: Link) -> Self {
        let words = tokens.get(start..end).unwrap_or_default().to_vec();
        Self { start, end, link, own: 0..words.len(), words, except: Vec::new() }
    }

    /// The words that are its own.
    pub(crate) fn own_words(&self) -> &[Token] {
        self.words.get(self.own.clone()).unwrap_or(&self.words)
    }
}

/// How a clause depends on the one before.
#[expect(clippy::struct_excessive_bools, reason = "independent findings about one connector")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Link {
    /// "then", a semicolon, a new line: a new thought begins.
    pub(crate) strong: bool,
    /// The same, and nothing else can be meant by it: what follows is a clause even if it is not understood.
    pub(crate) hard: bool,
    /// "so": what stands before was the reason.
    pub(crate) therefore: bool,
    /// "if not", "if so", "otherwise": only on the answer to what stands before.
    pub(crate) answer: Option<Answer>,
    /// "because", a dash: what follows can be a reason, and no request.
    pub(crate) aside: bool,
    /// "also", "as well as": what follows is another thing of the same kind.
    pub(crate) also: bool,
    /// "no wait", "I meant": what follows takes the place of what was said.
    pub(crate) corrects: bool,
    /// "for each of them": what follows is done for each that is shown just before.
    pub(crate) each: bool,
}

/// On which answer a clause is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// "if so".
    Yes,
    /// "if not".
    No,
    /// "otherwise": the opposite of the condition before.
    Otherwise,
    /// "if that fails": what the clause before asks for did not work.
    Failed,
}

/// More clauses than any plan has steps; how many more there are need not be found out.
pub(crate) const TOO_MANY: usize = 2 * MAX_STEPS;

/// What a condition asks.
#[derive(Clone, Debug)]
pub(crate) enum Condition<'t> {
    /// Whether a todo is on a list; without an item, the one the request names. With a status, whether it is done or open; with a
    /// due, whether it is due then.
    Listed {
        item: Option<&'t [Token]>,
        list: Option<&'t [Token]>,
        there: bool,
        status: Option<Status>,
        due: Option<String>,
    },
    /// How two numbers compare.
    Compared { left: Side, operator: &'static str, right: Side },
    /// What the calendar or the clock says of a day or of now. `points` is where the word stands that may stand for a todo instead:
    /// "if it is monday".
    Calendar { about: DayCall, points: Option<Span>, operator: &'static str, right: Known },
}

/// What is known of a day or a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Its name, such as "Monday".
    Weekday(String),
    /// That it is a Saturday or a Sunday.
    Weekend,
    /// The time of the day, `HH:MM`.
    Time(String),
}

/// A side of a comparison.
#[derive(Clone, Debug)]
pub(crate) enum Side {
    /// A number as the calculator reads it.
    Number(String),
    /// A sum to be calculated first.
    Sum(Sum),
    /// How many todos there are, of a list by its name or of all, whether only the open ones count, those due when, and those with which tag.
    Count { list: Option<String>, open: bool, due: Option<String>, tag: Option<String> },
}
