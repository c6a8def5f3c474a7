//! What a host gives: the words of a language, lists, and the phrases of a tool.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value};

use super::{
    fault::PhraseFault,
    template::{Piece, parse},
};

/// A template and its pieces.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) text: String,
    pub(crate) piece: Piece,
}

impl Template {
    pub(crate) fn read(text: String) -> Result<Self, PhraseFault> {
        parse(&text).map(|piece| Self { text, piece })
    }

    /// The words as they stand, whatever signs are in them.
    pub(crate) fn of_words(text: String) -> Self {
        Self { piece: Piece::Text(text.clone()), text }
    }

    /// One way to say it, without the words that may be left out.
    pub(crate) fn plain(&self) -> String {
        fn add(piece: &Piece, said: &mut String) {
            match piece {
                Piece::Text(text) => said.push_str(text),
                Piece::Sequence(parts) => parts.iter().for_each(|part| add(part, said)),
                Piece::Choice(parts) => parts.iter().take(1).for_each(|part| add(part, said)),
                Piece::AnyOrder(parts) => parts.iter().for_each(|part| {
                    add(part, said);
                    said.push(' ');
                }),
                Piece::Optional(_) | Piece::Slot { .. } | Piece::Rule { .. } => {}
            }
        }
        let mut said = String::new();
        add(&self.piece, &mut said);
        said
    }
}

pub(crate) type Rules = BTreeMap<String, Arc<Template>>;
pub(crate) type Lists = BTreeMap<String, Arc<List>>;

/// Shared words: what `language.define` is given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    pub(crate) rules: Rules,
    pub(crate) lists: Lists,
    pub(crate) skip_words: Vec<String>,
    pub(crate) spoken: OwnWords,
}

/// Where the values of a slot come from.
#[derive(Clone, Debug)]
pub(crate) enum List {
    /// Known values, or none yet: the host gives them before each reading.
    Values(Vec<ListValue>),
    /// Numbers.
    Range(Range),
    /// Any words.
    Free,
}

/// A value of a list: the template that says it, what it stands for, and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct ListValue {
    pub(crate) said: Template,
    pub(crate) out: Value,
    pub(crate) context: Map<String, Value>,
}

/// Numbers from one to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// What a number is a multiple of, counted from `from`; 0 for any number.
    pub(crate) step: f64,
}

/// A phrase of a tool.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phrase {
    pub(crate) say: Vec<Template>,
    pub(crate) input: Map<String, Value>,
    pub(crate) requires: Vec<(String, Wanted)>,
    pub(crate) excludes: Vec<(String, Wanted)>,
    pub(crate) rules: Rules,
    pub(crate) lists: Lists,
    pub(crate) language: Option<String>,
}

/// What a context must hold under a key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wanted {
    /// One of these.
    OneOf(Vec<Value>),
    /// Anything; `copied` says that it goes into the input.
    Set { copied: bool },
}

/// What a host says of the words that values are made of; none is said of what stays as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnWords {
    pub(crate) numbers: Option<NumberWords>,
    pub(crate) joiners: Option<Vec<String>>,
    pub(crate) yes: Option<Vec<String>>,
    pub(crate) no: Option<Vec<String>>,
}

impl OwnWords {
    pub(crate) const fn says_nothing(&self) -> bool {
        matches!(self, Self { numbers: None, joiners: None, yes: None, no: None })
    }

    /// Takes over what others say.
    pub(crate) fn take(&mut self, others: Self) {
        let Self { numbers, joiners, yes, no } = others;
        self.numbers = numbers.or(self.numbers.take());
        self.joiners = joiners.or(self.joiners.take());
        self.yes = yes.or(self.yes.take());
        self.no = no.or(self.no.take());
    }
}

/// Numbers of one language, as templates that are not read yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct NumberWords {
    pub(crate) words: Vec<(f64, String)>,
    pub(crate) plus: Vec<String>,
    pub(crate) times: Vec<String>,
    /// Empty where there is none, as the next.
    pub(crate) point: String,
    pub(crate) minus: String,
}
