//! Several lines as several todos: a list that was written elsewhere, put in at once and taken back at once.
//!
//! It knows the signs that lists are written with, and leaves what a line says to quick add.

use dunlin_date::DateOptions;

use crate::{Command, NewTodo, Todo, TodoError, quick_add};

/// The most todos that lines are made into at once; a longer list is a file to import.
pub const MAX_LINES: usize = 500;

/// What adds a todo for each line that says something. Signs of a list before it (`-`, `*`, `2.`, `[ ]`) are none of it,
/// and `[x]` says that it is done.
///
/// ```
/// use dunlin_date::{DateOptions, Now};
/// let options = DateOptions { now: Now::new(2026, 11, 21, 9, 30).unwrap(), day_first: false };
/// let command = dunlin_todo::add_lines("- [x] plums\n\n- [ ] pears tomorrow", &options).unwrap();
/// let dunlin_todo::Command::AddEach { todos } = command else { panic!() };
/// assert_eq!((todos[0].text.as_str(), todos[0].completed), ("plums", true));
/// assert_eq!((todos[1].text.as_str(), todos[1].completed), ("pears", false));
/// ```
pub fn add_lines(text: &str, options: &DateOptions) -> Result<Command, TodoError> {
    let lines: Vec<&str> = text.lines().filter(|line| !bare(line).0.is_empty()).collect();
    if lines.len() > MAX_LINES {
        let found = lines.len();
        return Err(TodoError::invalid(format!("{found} lines are too many at once, expected at most {MAX_LINES}"))
            .with_hint("import them as a file"));
    }
    let todos = lines.into_iter().map(|line| todo_of(line, options)).collect();
    Ok(Command::AddEach { todos })
}

/// The line without the signs of a list, and whether they say that it is done.
fn bare(line: &str) -> (&str, bool) {
    let line = line.trim();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered =
        line.get(digits..).filter(|_| (1..=3).contains(&digits)).and_then(|rest| rest.strip_prefix(['.', ')']));
    let line = numbered.or_else(|| line.strip_prefix(['-', '*', '+', '•', '–'])).map_or(line, |rest| {
        // "1.5 litres" and "-5 degrees" are no items.
        if rest.is_empty() || rest.starts_with(char::is_whitespace) { rest.trim_start() } else { line }
    });
    for (sign, done) in [("[ ]", false), ("[]", false), ("[x]", true), ("[X]", true)] {
        if let Some(rest) = line.strip_prefix(sign) {
            return (rest.trim_start(), done);
        }
    }
    (line, false)
}

fn todo_of(line: &str, options: &DateOptions) -> Todo {
    let (words, completed) = bare(line);
    let read = match quick_add(words, options, &[]) {
        Command::Add(read) if !read.text.trim().is_empty() => read,
        // Nothing but a date: it is the todo.
        _ => NewTodo::text(words),
    };
    Todo {
        text: read.text,
        due: read.due,
        priority: read.priority,
        tags: read.tags,
        recurrence: read.recurrence,
        completed,
        ..Todo::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_a_list_are_no_part_of_its_items() {
        for (line, words, done) in [
            ("oats", "oats", false),
            ("  - oats", "oats", false),
            ("* oats", "oats", false),
            ("• oats", "oats", false),
            ("3. oats", "oats", false),
            ("12) oats", "oats", false),
            ("- [ ] oats", "oats", false),
            ("1. [x] oats", "oats", true),
            ("[X] oats", "oats", true),
            ("1.5 l milk", "1.5 l milk", false),
            ("-5 is cold", "-5 is cold", false),
            ("2026. a year", "2026. a year", false),
            ("--", "--", false),
            ("-", "", false),
            ("- [ ]", "", false),
            ("", "", false),
            ("½ loaf", "½ loaf", false),
        ] {
            assert_eq!(bare(line), (words, done), "{line:?}");
        }
    }
}
