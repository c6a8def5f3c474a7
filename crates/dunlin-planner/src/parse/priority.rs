//! Priorities, as they are said of a todo that is there or among the words of one that is added.

use crate::{
    dates::QuickAdd,
    lang::{
        en::{
            phrases::NO_MORE,
            priorities::{
                BEFORE_PRIORITY, LOWERS, PRIORITIES, PRIORITY, RAISES, SPOKEN_OF, STAND_IN, TAKES_AWAY, URGENT, VERY,
                WITH,
            },
        },
        holds,
    },
    model::token::Token,
    parse::words::Words,
};

/// Takes a priority said at the end of a todo's words ("call Ann, high priority", "pay rent with priority 2", "sweep, urgent") out
/// of them; what is in quotes stays.
pub(crate) fn take_priority(todo: &mut QuickAdd) {
    // "\"renew passport\" with priority 1"
    let quoted = todo.text.strip_prefix('"').and_then(|text| text.split_once('"'));
    if let Some((inside, tail)) = quoted.filter(|(inside, tail)| !inside.is_empty() && !tail.contains('"')) {
        let mut after = QuickAdd { text: [STAND_IN, tail].concat(), ..QuickAdd::default() };
        take_priority(&mut after);
        if after.text == STAND_IN && after.priority.is_some() && todo.priority.is_none() {
            todo.priority = after.priority;
            todo.text = inside.to_owned();
        }
        return;
    }
    let text = todo.text.as_str();
    let lower = text.to_ascii_lowercase();
    let lower = lower.trim_end_matches([')', '.', '!']);
    if text.contains('"') || !says_priority(lower) {
        return;
    }
    let words: Vec<&str> = lower.split_whitespace().map(|word| word.trim_start_matches('(')).collect();
    let (rest, priority, said) = match words.as_slice() {
        [rest @ .., value, last] if *last == PRIORITY => (rest, priority_of(value), false),
        [rest @ .., known, value] if *known == PRIORITY => (rest, priority_of(value), true),
        [rest @ .., last] if holds(URGENT, last) => {
            let very = usize::from(rest.last().is_some_and(|word| *word == VERY));
            (rest.get(..rest.len() - very).unwrap_or_default(), Some(1), false)
        }
        _ => return,
    };
    let article = usize::from(rest.last().is_some_and(|last| holds(BEFORE_PRIORITY, last)));
    let rest = rest.get(..rest.len() - article).unwrap_or_default();
    let named = rest.last().is_some_and(|last| holds(WITH, last));
    let rest = rest.get(..rest.len() - usize::from(named)).unwrap_or_default();
    // "read about urgent" and "explain the high priority" speak of it; after a comma or "with" it is the todo's own.
    let opens = text.split_whitespace().nth(rest.len()).is_some_and(|word| word.starts_with('('));
    // "call the plumber high priority", but not "explain high priority".
    let plain = article == 0
        && rest.len() > 1
        && lower.ends_with(PRIORITY)
        && !rest.last().is_some_and(|last| holds(SPOKEN_OF, last));
    let apart = opens || plain || rest.last().is_some_and(|last| last.ends_with([',', ';', ':', '-', '–', '—']));
    let (Some(priority), true) = (priority, apart || named || said && article == 0) else { return };
    let kept: Vec<&str> = text.split_whitespace().take(rest.len()).collect();
    let kept = kept.join(" ");
    let kept = kept.trim_end_matches([',', ';', ':', '-', '–', '—', '(', ' ']);
    if kept.is_empty() || todo.priority.is_some() {
        return;
    }
    kept.clone_into(&mut todo.text);
    todo.priority = Some(priority);
}

/// Whether words say that there is to be no priority any more: "clear the priority of the sink", "the sink is no longer urgent".
pub(crate) fn takes_priority_away(reader: &Words<'_>, tokens: &[Token]) -> bool {
    let said = || tokens.iter().any(|token| priority_of(reader.word(token).as_ref()).is_some());
    reader.any_is(tokens, NO_MORE) || reader.first_is(tokens, TAKES_AWAY) && !said()
}

/// How high a priority is that words say.
pub(crate) fn priority(reader: &Words<'_>, tokens: &[Token]) -> Option<u8> {
    if reader.any_is(tokens, NO_MORE) {
        return Some(3);
    }
    // "raise the priority of the taxes" says by its verb how high.
    let changed = [(RAISES, 1), (LOWERS, 4)].into_iter().find(|(verbs, _)| reader.first_is(tokens, verbs));
    let said = tokens.iter().find_map(|token| priority_of(reader.word(token).as_ref()));
    said.or(changed.map(|(_, priority)| priority))
}

fn priority_of(word: &str) -> Option<u8> {
    (1..).zip(PRIORITIES).find_map(|(priority, words)| holds(words, word).then_some(priority))
}

/// Whether a text in lower case says anything of a priority.
fn says_priority(lower: &str) -> bool {
    let inside = lower.contains(&[" ", PRIORITY, " "].concat());
    lower.ends_with(PRIORITY) || inside || URGENT.split(' ').any(|word| lower.ends_with(word))
}
