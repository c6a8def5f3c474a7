//! What to say about a clause that gives no steps, and which whole goals come near it.

use crate::{
    PlanErrorKind,
    intent::Intent,
    planner::ClauseFault,
    reader::Reader,
    token::{Token, span_of},
};

/// The fault of a clause that no row fits.
pub(crate) fn unrecognized(words: &str) -> ClauseFault {
    ClauseFault {
        kind: PlanErrorKind::Unrecognized,
        message: format!("found {:?}, expected a request about todos or a calculation", shortened(words)),
        hint: "try \"add todo …\", \"list todos\", \"mark … as done\" or \"calculate …\"".into(),
    }
}

/// The fault of a clause about "it" with nothing before it that could be meant.
pub(crate) fn points_at_nothing(intent: Intent, words: &str) -> ClauseFault {
    ClauseFault { hint: hint_for(intent).into(), ..incomplete(words, "which points at nothing said before") }
}

/// The fault of a clause that lacks a piece.
pub(crate) fn missing(intent: Intent, words: &str) -> ClauseFault {
    let lacks = match intent {
        Intent::Delete | Intent::DeleteWhat | Intent::Complete | Intent::CompleteWhat => {
            "which does not say which todo is meant"
        }
        _ => "which does not say what the todo is",
    };
    ClauseFault { hint: hint_for(intent).into(), ..incomplete(words, lacks) }
}

fn incomplete(words: &str, lacks: &str) -> ClauseFault {
    ClauseFault {
        kind: PlanErrorKind::Incomplete,
        message: format!("found {:?}, {lacks}", shortened(words)),
        hint: String::new(),
    }
}

fn hint_for(intent: Intent) -> &'static str {
    match intent {
        Intent::Delete | Intent::DeleteWhat => "say which one: \"delete buy milk\" or \"delete the second todo\"",
        Intent::Complete | Intent::CompleteWhat => {
            "say which one: \"mark buy milk as done\" or \"complete the first todo\""
        }
        Intent::Calculate => "say the numbers: \"calculate 12 * 7\"",
        _ => "say what to add: \"add todo buy milk\"",
    }
}

/// Whole goals in which the failed clause is put right.
pub(crate) fn corrections(reader: &Reader<'_>, tokens: &[Token], failed: &[Token], kind: PlanErrorKind) -> Vec<String> {
    let span = span_of(failed);
    let bare = span_of(reader.grammar.without_courtesy(failed)).of(reader.goal);
    let before = reader.goal.get(..span.start).unwrap_or("");
    let after = reader.goal.get(span.end..).unwrap_or("");
    let mut found = Vec::new();
    if kind == PlanErrorKind::Unrecognized && !bare.is_empty() && failed.len() <= 12 {
        found.push(format!("{before}add todo {bare}{after}"));
    }
    if failed.len() < tokens.len() {
        let rest = format!("{}{}", before.trim_end(), after);
        let trimmed = rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        let trimmed =
            [" and then", " and", " then"].iter().find_map(|word| trimmed.strip_suffix(word)).unwrap_or(trimmed);
        if !trimmed.is_empty() {
            found.push(trimmed.to_owned());
        }
    }
    found
}

fn shortened(words: &str) -> String {
    const MOST: usize = 60;
    if words.chars().count() <= MOST {
        return words.to_owned();
    }
    words.chars().take(MOST - 1).chain(['…']).collect()
}
