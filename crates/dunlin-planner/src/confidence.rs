//! How sure a reading is, from what it rests on.
//!
//! The levels are measured, not felt: they are the shares of right readings per kind of evidence, rounded, among about 770
//! plans for sentences of published corpora for intents, arithmetic and todo lists (CLINC150, HWU64, Home Assistant, Bot
//! Framework; none of them is in this repository), odd and even lines alike. They are fitted to all of these lines, so the
//! two halves only show how far chance moves them, and are no check of their own. `cargo run -p dunlin-planner --example
//! sentences -- FILE` holds them against any file of sentences, and a test against `testdata/sentences.txt`.
//!
//! Two levels have another source. A condition ("add tea if it is not on my list") becomes a search, a decision and the
//! request; the corpora have six of them, annotated as the one request that is conditional, and no plan of three steps is
//! scored as right there. The level is the share among 43 such sentences of our own, and that of pointing ("it", "the
//! result") the share among 69.

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
    /// The same beside other requests: it may be about what they are about, or about a list of its own.
    Beside,
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
    // Nothing in an expression can be taken otherwise.
    (Evidence::Written, 99),
    (Evidence::Template, 99),
    // The form says what is meant; what fails is where the todo's words end.
    (Evidence::Said, 98),
    (Evidence::Named, 98),
    (Evidence::Condition, 98),
    (Evidence::Pointing, 97),
    (Evidence::Half, 96),
    (Evidence::Loose, 96),
    (Evidence::Respelt, 93),
    // The verb may speak of something else in the world: 26 of 28.
    (Evidence::Bare, 92),
    // Many words of one's own hold dates, names and lists that may belong to them: 15 of 19.
    (Evidence::Long, 78),
    // Which list, and whether any: 7 of 10, and with the long ones 22 of 29.
    (Evidence::Beside, 78),
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

/// How sure a plan is whose clauses rest on these: all of them must be right. What several bare requests are about is one
/// question and counts once.
pub(crate) fn of_all(evidence: &[Evidence]) -> f64 {
    let bare = evidence.contains(&Evidence::Bare);
    let named = evidence.iter().filter(|one| **one != Evidence::Bare);
    let about = match evidence {
        _ if !bare => 1.0,
        [_] => Evidence::Bare.level(),
        _ => Evidence::Beside.level(),
    };
    (named.map(|one| one.level()).product::<f64>() * about * 100.0).round() / 100.0
}
