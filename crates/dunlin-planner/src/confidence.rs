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
//! scored as right there. The level is the share among 43 such sentences of our own at first sight, and that of pointing
//! ("it", "the result") the share among 84.
//!
//! Sentences that a grammar was widened by say nothing about how it does on others. So each time a few hundred sentences of our
//! own were written, with what they mean, what came of them at first sight was counted, before anything was mended; the tests
//! below hold the levels against those counts and the published ones together.

use crate::model::{intent::TodoIntent, request::Request};

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
    /// Some words are in no step, and the plan says which.
    LeftOut,
}

/// How often it is right, in hundredths.
const LEVELS: &[(Evidence, u8)] = &[
    // Nothing in an expression can be taken otherwise.
    (Evidence::Written, 99),
    (Evidence::Template, 99),
    // The form says what is meant; what fails is where the todo's words end.
    (Evidence::Said, 98),
    (Evidence::Named, 98),
    (Evidence::Pointing, 97),
    (Evidence::Loose, 96),
    // A way to say whether something is on a list that no row knew: 40 of 43 with a todo named.
    (Evidence::Condition, 95),
    (Evidence::Respelt, 93),
    // What is left out may be what it is about. No round has enough of them: the level is that of long requests, rounded down.
    (Evidence::LeftOut, 75),
    // Where the todo's words end is all the more open the more there are of them: 82 of 84 published ones, 76 of 85 at first sight.
    (Evidence::Half, 91),
    // The verb may speak of something else in the world: 26 of 28 published ones, 26 of 33 at first sight.
    (Evidence::Bare, 88),
    // Many words of one's own hold dates, names and lists that may belong to them: 15 of 19, later 4 of 4.
    (Evidence::Long, 79),
    // Which list, and whether any: 7 of 10, and with the long ones 22 of 29.
    (Evidence::Beside, 78),
];

impl Evidence {
    /// What a request about todos rests on, of which this share of the words is understood.
    pub(crate) fn of(request: &Request<'_>, understood: f64) -> Self {
        match (request.todo(), request.anchored, understood) {
            (Some(TodoIntent::ListLoose), ..) => Self::Loose,
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
    in_hundredths(named.map(|one| one.level()).product::<f64>() * about)
}

/// How sure a plan is that also rests on this.
pub(crate) fn with(confidence: f64, evidence: Evidence) -> f64 {
    in_hundredths(confidence * evidence.level())
}

fn in_hundredths(confidence: f64) -> f64 {
    (confidence * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::{Evidence as E, of_all};

    /// Right ones and all, by round.
    type Rounds = [(u32, u32); 7];

    /// By what plans rest on: how many were right of how many, in the published corpora and in six rounds of 269, 118, 213,
    /// 134, 142 and 137 sentences of our own, each at first sight.
    const COUNTS: &[(&[E], Rounds)] = &[
        (&[E::Written], [(0, 0), (10, 10), (4, 4), (6, 6), (3, 3), (4, 4), (8, 8)]),
        (&[E::Named], [(696, 710), (71, 72), (34, 36), (41, 43), (33, 34), (16, 17), (38, 38)]),
        (&[E::Pointing], [(0, 0), (2, 2), (0, 0), (1, 1), (1, 1), (0, 0), (0, 0)]),
        (&[E::Pointing, E::Named], [(0, 0), (3, 3), (3, 3), (6, 7), (6, 6), (0, 0), (0, 0)]),
        (&[E::Loose], [(0, 0), (0, 0), (0, 0), (0, 0), (5, 5), (0, 0), (0, 0)]),
        (&[E::Half], [(0, 0), (26, 27), (22, 22), (14, 20), (5, 7), (5, 5), (4, 4)]),
        (&[E::Half, E::Named], [(0, 0), (9, 9), (6, 8), (6, 6), (2, 2), (2, 2), (2, 2)]),
        (&[E::Respelt], [(0, 0), (3, 3), (1, 1), (1, 2), (1, 1), (0, 0), (0, 0)]),
        (&[E::Bare], [(26, 28), (10, 13), (2, 3), (7, 8), (4, 6), (3, 3), (0, 0)]),
        (&[E::Long], [(22, 29), (9, 13), (2, 3), (7, 9), (6, 7), (3, 3), (4, 4)]),
        (&[E::Long, E::Named], [(0, 0), (8, 8), (4, 4), (2, 2), (4, 5), (0, 0), (2, 2)]),
        (&[E::Bare, E::Bare, E::Named], [(0, 0), (3, 3), (3, 3), (0, 0), (0, 0), (0, 0), (0, 0)]),
        (&[E::Condition, E::Named], [(0, 0), (9, 10), (5, 5), (2, 4), (7, 7), (17, 17), (0, 0)]),
    ];

    /// What plans say of themselves, how often they are right, and how many there are, by confidence in steps of 0.05.
    fn bins(columns: &[usize]) -> Vec<(f64, f64, u32)> {
        let mut bins = [(0.0, 0, 0); 21];
        for (evidence, counts) in COUNTS {
            let said = of_all(evidence);
            for (right, all) in columns.iter().map(|column| counts[*column]) {
                let bin = &mut bins[(said * 20.0 + 1e-9) as usize];
                *bin = (bin.0 + said * f64::from(all), bin.1 + right, bin.2 + all);
            }
        }
        let full = bins.into_iter().filter(|(_, _, all)| *all >= 20);
        full.map(|(said, right, all)| (said / f64::from(all), f64::from(right) / f64::from(all), all)).collect()
    }

    #[test]
    fn plans_are_right_as_often_as_they_say_within_five_points() {
        let bins = bins(&[0, 1, 2, 3, 4, 5, 6]);
        assert!(bins.len() >= 4, "{bins:?}");
        for (said, is, all) in bins {
            assert!((said - is).abs() <= 0.05, "says {said:.3}, right {is:.3} of {all}");
        }
    }

    #[test]
    fn with_any_round_left_out_the_levels_hold_as_well() {
        for left_out in 0..7 {
            let columns: Vec<usize> = (0..7).filter(|column| *column != left_out).collect();
            for (said, is, all) in bins(&columns) {
                // Chance alone moves a share of few plans by more than five points: two standard deviations are allowed.
                let chance = 2.0 * (said * (1.0 - said) / f64::from(all)).sqrt();
                assert!(
                    (said - is).abs() <= chance.max(0.05),
                    "without {left_out}: says {said:.3}, right {is:.3} of {all}"
                );
            }
        }
    }
}
