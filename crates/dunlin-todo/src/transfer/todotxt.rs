//! todo.txt: one line a todo, `x` when it is done, `(A)` for its priority, `+list @tag key:value` in the text.
//!
//! Priorities are A to D; a line with another letter keeps it as `pri:E` in its text. Key:value words that are not ours stay in
//! the text, so they go out as they came in. `rec:1w` counts from completion and `rec:+1w` from the due date, as most programs
//! have it; other rules are `rrule:`. What has spaces is written with `%20`.

use super::{
    Reading,
    words::{cut_tail, packed, unpacked},
};
use crate::{Due, Todo, due::day_number};

pub(super) fn write(todos: &[Todo]) -> String {
    todos.iter().map(|todo| line_of(todo) + "\n").collect()
}

fn line_of(todo: &Todo) -> String {
    let mut words: Vec<String> = Vec::new();
    let letter = todo.priority.and_then(|priority| ['A', 'B', 'C', 'D'].get(usize::from(priority) - 1).copied());
    if todo.completed {
        words.push("x".to_owned());
        words.extend(todo.completed_at.as_ref().map(|at| day(at)));
    } else {
        words.extend(letter.map(|letter| format!("({letter})")));
    }
    // A completed line has its second date only beside the first.
    if !todo.created_at.is_empty() && (!todo.completed || todo.completed_at.is_some()) {
        words.push(day(&todo.created_at));
    }
    words.push(todo.text.split_whitespace().collect::<Vec<_>>().join(" "));
    let text_words: Vec<&str> = todo.text.split_whitespace().collect();
    if let Some(list) = &todo.list {
        let plain = format!("+{list}");
        if list.contains(char::is_whitespace) || list.contains('%') {
            words.push(format!("list:{}", packed(list)));
        } else if !text_words.contains(&plain.as_str()) {
            words.push(plain);
        }
    }
    for tag in &todo.tags {
        let plain = if tag.starts_with('+') { tag.clone() } else { format!("@{tag}") };
        if tag.contains(char::is_whitespace) || tag.contains('%') {
            words.push(format!("tag:{}", packed(tag)));
        } else if !text_words.contains(&plain.as_str()) {
            words.push(plain);
        }
    }
    words.extend(todo.due.as_ref().map(|due| format!("due:{due}")));
    if let Some(letter) = letter.filter(|_| todo.completed) {
        words.push(format!("pri:{letter}"));
    }
    words.extend(
        todo.recurrence.as_ref().map(|rule| short_rule(rule).unwrap_or_else(|| format!("rrule:{}", packed(rule)))),
    );
    words.extend(todo.notes.as_ref().map(|notes| format!("note:{}", packed(notes))));
    words.join(" ")
}

fn day(moment: &str) -> String {
    moment.chars().take(10).collect()
}

pub(super) fn read(text: &str) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let todo = todo_of(line.trim());
        if todo.text.is_empty() {
            reading.fault(at + 1, "the todo has no text");
        } else {
            reading.todos.push((at + 1, todo));
        }
    }
    reading
}

fn todo_of(line: &str) -> Todo {
    let mut todo = Todo::default();
    let mut rest = line;
    let mut other_letter = None;
    if let Some(after) = rest.strip_prefix("x ") {
        (todo.completed, rest) = (true, after.trim_start());
    }
    if let Some((letter, after)) = bracketed(rest) {
        rest = after;
        todo.priority = priority(letter);
        other_letter = todo.priority.is_none().then_some(letter);
    }
    let mut dates = Vec::new();
    while let Some((word, after)) = rest.split_once(' ')
        && dates.len() < if todo.completed { 2 } else { 1 }
        && day_number(word).is_some()
    {
        dates.push(format!("{word}T00:00:00.000Z"));
        rest = after.trim_start();
    }
    let mut dates = dates.into_iter();
    if todo.completed {
        todo.completed_at = dates.next();
    }
    todo.created_at = dates.next().unwrap_or_default();
    let (text, tail) = cut_tail(rest, is_ours);
    text.clone_into(&mut todo.text);
    // Tags in the middle of the sentence count, and stay in it.
    let inner: Vec<&str> = text.split(' ').filter(|word| is_tag(word)).collect();
    for word in inner.into_iter().chain(tail) {
        take(&mut todo, word);
    }
    if let Some(letter) = other_letter {
        todo.text = format!("{} pri:{letter}", todo.text);
    }
    todo
}

/// `(A) ` at the start of a line.
fn bracketed(line: &str) -> Option<(char, &str)> {
    let mut chars = line.chars();
    let letter = (chars.next()? == '(').then(|| chars.next()).flatten().filter(char::is_ascii_uppercase)?;
    (chars.next()? == ')').then_some(())?;
    let rest = chars.as_str().strip_prefix(' ')?;
    Some((letter, rest.trim_start()))
}

fn priority(letter: char) -> Option<u8> {
    match letter {
        'A' => Some(1),
        'B' => Some(2),
        'C' => Some(3),
        'D' => Some(4),
        _ => None,
    }
}

fn is_tag(word: &str) -> bool {
    word.strip_prefix(['+', '@']).is_some_and(|name| !name.is_empty())
}

/// Whether a word at the end of a line is a field.
fn is_ours(word: &str) -> bool {
    let Some((key, value)) = word.split_once(':') else { return is_tag(word) };
    match key {
        "due" => Due::parse(value).is_some(),
        "pri" => value.len() == 1 && value.chars().all(|letter| priority(letter).is_some()),
        "rec" => long_rule(value).is_some(),
        "rrule" | "note" | "list" | "tag" => !value.is_empty(),
        _ => is_tag(word),
    }
}

fn take(todo: &mut Todo, word: &str) {
    match word.split_once(':').filter(|_| !is_tag(word)) {
        Some(("due", value)) => todo.due = Due::parse(value),
        Some(("pri", value)) => todo.priority = value.chars().next().and_then(priority),
        Some(("rec", value)) => todo.recurrence = long_rule(value),
        Some(("rrule", value)) => todo.recurrence = Some(unpacked(value)),
        Some(("note", value)) => todo.notes = Some(unpacked(value)),
        Some(("list", value)) => todo.list = Some(unpacked(value)),
        Some(("tag", value)) => todo.tags.push(unpacked(value)),
        _ => match word.strip_prefix('@') {
            Some(tag) => todo.tags.push(tag.to_owned()),
            // The first project is the list; more of them are tags that keep their sign.
            None if todo.list.is_none() => todo.list = word.strip_prefix('+').map(str::to_owned),
            None => todo.tags.push(word.to_owned()),
        },
    }
}

/// `rec:+2w` for a rule that is no more than a frequency and an interval.
fn short_rule(rule: &str) -> Option<String> {
    let (mut unit, mut interval, mut strict) = (None, "1", "+");
    for part in rule.split(';') {
        match part.split_once('=')? {
            ("FREQ", "DAILY") => unit = Some('d'),
            ("FREQ", "WEEKLY") => unit = Some('w'),
            ("FREQ", "MONTHLY") => unit = Some('m'),
            ("FREQ", "YEARLY") => unit = Some('y'),
            ("INTERVAL", value) if value.parse::<u16>().is_ok() => interval = value,
            ("X-FROM", "COMPLETION") => strict = "",
            _ => return None,
        }
    }
    let short = format!("{strict}{interval}{}", unit?);
    (long_rule(&short).as_deref() == Some(rule)).then(|| format!("rec:{short}"))
}

fn long_rule(short: &str) -> Option<String> {
    let (strict, rest) = match short.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, short),
    };
    let unit = rest.chars().last()?;
    let count: u16 = rest.strip_suffix(unit)?.parse().ok().filter(|count| *count > 0)?;
    let frequency = match unit {
        'd' => "DAILY",
        'w' => "WEEKLY",
        'm' => "MONTHLY",
        'y' => "YEARLY",
        _ => return None,
    };
    let interval = if count == 1 { String::new() } else { format!(";INTERVAL={count}") };
    Some(format!("FREQ={frequency}{interval}{}", if strict { "" } else { ";X-FROM=COMPLETION" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_programs_read() {
        for (line, check) in [
            ("(A) ring the bank", Todo { text: "ring the bank".into(), priority: Some(1), ..Todo::default() }),
            ("(a) not a priority", Todo { text: "(a) not a priority".into(), ..Todo::default() }),
            ("(B)no space", Todo { text: "(B)no space".into(), ..Todo::default() }),
            ("xylophone lesson", Todo { text: "xylophone lesson".into(), ..Todo::default() }),
            (
                "x 2026-03-02 2026-03-01 pay @home +house due:2026-03-05 pri:C",
                Todo {
                    text: "pay".into(),
                    completed: true,
                    completed_at: Some("2026-03-02T00:00:00.000Z".into()),
                    created_at: "2026-03-01T00:00:00.000Z".into(),
                    tags: vec!["home".into()],
                    list: Some("house".into()),
                    due: Due::parse("2026-03-05"),
                    priority: Some(3),
                    ..Todo::default()
                },
            ),
            (
                "ask @Ana about the key t:2026-01-01 due:someday",
                Todo {
                    text: "ask @Ana about the key t:2026-01-01 due:someday".into(),
                    tags: vec!["Ana".into()],
                    ..Todo::default()
                },
            ),
            ("(F) later", Todo { text: "later pri:F".into(), ..Todo::default() }),
            (
                "water rec:2w",
                Todo {
                    text: "water".into(),
                    recurrence: Some("FREQ=WEEKLY;INTERVAL=2;X-FROM=COMPLETION".into()),
                    ..Todo::default()
                },
            ),
        ] {
            assert_eq!(todo_of(line), check, "{line}");
        }
    }
}
