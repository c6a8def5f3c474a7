//! What planning needs to know beside the goal.

use std::cell::Cell;

use dunlin_base::Span;
use dunlin_date::Now;
use serde_json::{Map, Value};

use crate::{
    dates::Moment,
    phrase::{Heard, Offsets, PhraseBook, Within},
};

pub(crate) use crate::dates::Lines;

/// What is on the person's lists. It is asked whether a doubtful request may mean a todo, on which list that stands, when it is due
/// where only a time or only a day is said or the days until then are asked for, and for what is offered in place of a refused goal.
pub trait OnList: std::fmt::Debug {
    /// The todos that have all of these words, or those that come nearest.
    fn find(&self, words: &str) -> Known;

    /// The todos that have all of these words, where at most so many do; else nothing. It is asked of many words in turn, so it should
    /// cost little where no todo has them.
    fn with(&self, words: &str, most: usize) -> Vec<String> {
        match self.find(words) {
            Known::One(text) => vec![text],
            Known::Several(texts) if texts.len() <= most => texts,
            Known::Several(_) | Known::None(_) => Vec::new(),
        }
    }

    /// Whether todos have this tag and there is no list of that name: "show my home todos".
    fn is_only_a_tag(&self, _name: &str) -> bool {
        false
    }

    /// Whether there is a list of this name: "add sunscreen to holiday".
    fn has_list(&self, _name: &str) -> bool {
        false
    }

    /// Whether a todo of these words stands on the list of this name; nothing where no todo has them, or where it is not known.
    fn stands_on(&self, _words: &str, _list: &str) -> Option<bool> {
        None
    }

    /// When the todo is due that has all of these words, and is the only one; as the todo tool writes it.
    fn due(&self, _words: &str) -> Option<String> {
        None
    }
}

/// Lists that nobody can look at where the goal is planned. A plan for which they were asked is not to be relied on.
#[derive(Debug, Default)]
pub(crate) struct Unseen {
    asked: Cell<bool>,
}

impl Unseen {
    /// Whether anything was asked of them.
    pub(crate) const fn was_asked(&self) -> bool {
        self.asked.get()
    }
}

impl OnList for Unseen {
    fn find(&self, _words: &str) -> Known {
        self.asked.set(true);
        Known::None(Vec::new())
    }

    fn is_only_a_tag(&self, _name: &str) -> bool {
        self.asked.set(true);
        false
    }

    fn has_list(&self, _name: &str) -> bool {
        self.asked.set(true);
        false
    }

    fn stands_on(&self, _words: &str, _list: &str) -> Option<bool> {
        self.asked.set(true);
        None
    }

    fn due(&self, _words: &str) -> Option<String> {
        self.asked.set(true);
        None
    }
}

/// What there is of some words on the person's lists, by the todos' texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// One todo has all of them.
    One(String),
    /// Several have.
    Several(Vec<String>),
    /// None has; these come nearest, the nearest first.
    None(Vec<String>),
}

/// The moment relative dates count from, and the readings a person took back.
#[derive(Clone, Copy, Debug)]
pub struct PlanContext<'a> {
    /// The local moment.
    pub now: Now,
    /// Places in the goal whose reading as a date, priority or tag was taken back; they stay plain text.
    pub dismissed: &'a [Span],
    /// The phrases of the host's own tools.
    pub phrases: Option<&'a PhraseBook>,
    /// What the host knows of the moment, which its phrases may require.
    pub known: Option<&'a Map<String, Value>>,
    /// The language of the phrases that are tried; none tries them all.
    pub language: Option<&'a str>,
    /// How far the local time is ahead of UTC.
    pub offsets: Offsets<'a>,
    /// What is on the person's lists, where that is known.
    pub on_list: Option<&'a dyn OnList>,
    /// Which tools may be planned, where the cheapest of several is chosen.
    pub within: Option<&'a Within>,
    /// What was read of the goal's dates before.
    pub(crate) lines: Option<&'a Lines>,
}

impl<'a> PlanContext<'a> {
    /// A context with nothing taken back.
    pub const fn new(now: Now) -> Self {
        Self {
            now,
            dismissed: &[],
            phrases: None,
            known: None,
            language: None,
            offsets: Offsets::UTC,
            on_list: None,
            within: None,
            lines: None,
        }
    }

    /// The same with phrases of the host's own tools.
    #[must_use]
    pub const fn with_phrases(self, phrases: &'a PhraseBook, offsets: Offsets<'a>) -> Self {
        Self { phrases: Some(phrases), offsets, ..self }
    }

    /// The same with what is on the person's lists.
    #[must_use]
    pub const fn with_list(self, on_list: &'a dyn OnList) -> Self {
        Self { on_list: Some(on_list), ..self }
    }

    /// The same with what the host knows of the moment, and the language of the phrases that are tried.
    #[must_use]
    pub const fn knowing(self, known: &'a Map<String, Value>, language: Option<&'a str>) -> Self {
        Self { known: Some(known), language, ..self }
    }

    /// The same where only these tools may be planned.
    #[must_use]
    pub const fn within(self, within: &'a Within) -> Self {
        Self { within: Some(within), ..self }
    }

    /// The same with readings taken back.
    #[must_use]
    pub const fn without(self, dismissed: &'a [Span]) -> Self {
        Self { dismissed, ..self }
    }

    /// What dates are read with.
    pub(crate) const fn moment(&self) -> Moment<'a> {
        Moment { now: self.now, dismissed: self.dismissed, lines: self.lines }
    }

    /// What phrases are heard with.
    pub(crate) fn heard(&self) -> Heard<'a> {
        Heard {
            context: self.known.cloned().unwrap_or_default(),
            language: self.language.map(str::to_owned),
            now: Some(self.now),
            offsets: self.offsets,
            within: self.within.cloned().unwrap_or_default(),
        }
    }
}
