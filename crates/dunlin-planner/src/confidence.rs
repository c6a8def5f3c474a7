//! How sure a reading is, from what it rests on.
//!
//! The levels are measured, not felt: they are the shares of right readings per kind of evidence, rounded, among about 1,400
//! sentences of published corpora for intents, arithmetic and todo lists (CLINC150, HWU64, Home Assistant, Bot Framework;
//! none of them is in this repository) and 1,200 of our own that were written before it was seen how they are read. Odd
//! lines gave the levels and even lines checked them. `cargo run -p dunlin-planner --example sentences -- FILE` holds them
//! against any file of sentences, and a test against `testdata/sentences.txt`.

use crate::{intent::Intent, reader::Request};

/// What the reading of a clause rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evidence {
    /// An expression as the calculator reads it.
    Written,
    /// A sum in words.
    Said,
    /// A form of the grammar that names todos or lists, and knows most of the words.
    Named,
    /// The same, but the todo's own words are about half of them.
    Half,
    /// The same, but nearly all are the todo's own.
    Long,
    /// A question about a list in any words.
    Loose,
    /// A verb and an object, and nothing that says todo or list.
    Bare,
    /// "It", "that", "the result".
    Pointing,
    /// A condition.
    Condition,
    /// A template that the goal names.
    Template,
    /// Words that were taken for others, misspelt.
    Respelt,
}

/// How often it is right, in hundredths.
const LEVELS: &[(Evidence, u8)] = &[
    (Evidence::Written, 99),
    (Evidence::Said, 98),
    (Evidence::Named, 98),
    (Evidence::Half, 96),
    (Evidence::Long, 80),
    (Evidence::Loose, 96),
    (Evidence::Bare, 90),
    (Evidence::Pointing, 95),
    (Evidence::Condition, 96),
    (Evidence::Template, 99),
    (Evidence::Respelt, 93),
];

impl Evidence {
    /// What a request about todos rests on.
    pub(crate) fn of(request: &Request<'_>) -> Self {
        match (request.intent, request.anchored, request.understood) {
            (Intent::ListLoose, ..) => Self::Loose,
            (_, false, _) => Self::Bare,
            (_, true, share) if share < 0.4 => Self::Long,
            (_, true, share) if share < 0.6 => Self::Half,
            _ => Self::Named,
        }
    }

    fn level(self) -> f64 {
        LEVELS.iter().find(|(evidence, _)| *evidence == self).map_or(0.5, |(_, level)| f64::from(*level) / 100.0)
    }
}

/// How sure a plan is whose clauses rest on these: all of them must be right.
pub(crate) fn of_all(evidence: &[Evidence]) -> f64 {
    (evidence.iter().map(|one| one.level()).product::<f64>() * 100.0).round() / 100.0
}
