//! A Markdown task list: `- [ ] text`, a heading for each list, notes quoted under their todo.
//!
//! Fields stand at the end of the line: `#tag`, `priority:1`, `due:2026-11-27`, `rrule:…`. What would read as one of them, or as
//! Markdown, has a backslash before it, so that the page shows what was typed. Lists written by hand read too: any bullet, numbered
//! items, indented ones (they become todos of their own), paragraphs under an item (they become its notes).

use super::{
    Reading,
    words::{cut_tail, packed, unpacked},
};
use crate::{Due, Todo, words::list_key};

/// The heading of what is on no list.
const INBOX: &str = "Inbox";

pub(super) fn write(todos: &[Todo]) -> String {
    let mut text = String::new();
    let mut under: Option<&str> = None;
    for todo in todos {
        let list = todo.list.as_deref();
        if list != under {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str("## ");
            text.push_str(&list.map_or_else(|| INBOX.to_owned(), escaped));
            text.push_str("\n\n");
            under = list;
        }
        text.push_str(if todo.completed { "- [x] " } else { "- [ ] " });
        text.push_str(&escaped(&todo.text));
        for tag in &todo.tags {
            text.push_str(&format_field("#", tag));
        }
        if let Some(priority) = todo.priority {
            text.push_str(&format_field("priority:", &priority.to_string()));
        }
        if let Some(due) = &todo.due {
            text.push_str(&format_field("due:", due.as_str()));
        }
        if let Some(rule) = &todo.recurrence {
            text.push_str(&format_field("rrule:", rule));
        }
        text.push('\n');
        for line in todo.notes.iter().flat_map(|notes| notes.split('\n')) {
            text.push_str("  > ");
            text.push_str(&escaped(line));
            text.push('\n');
        }
    }
    text
}

fn format_field(name: &str, value: &str) -> String {
    format!(" {name}{}", packed(value))
}

pub(super) fn read(text: &str) -> Reading {
    let mut reading = Reading::default();
    let mut list = None;
    let mut passed_over = 0_usize;
    let mut fenced = false;
    // Notes belong to the item above them, until an unindented line that is none.
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let bare = line.trim();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        if bare.is_empty() {
            continue;
        }
        if fenced {
            passed_over += 1;
        } else if let Some(name) = heading(line) {
            let name = unescaped(name);
            list = (!name.is_empty() && list_key(&name) != "inbox").then_some(name);
            open = false;
        } else if let Some((completed, words)) = item(bare) {
            let mut todo = todo_of(words);
            todo.completed = completed;
            todo.list.clone_from(&list);
            open = true;
            if todo.text.is_empty() {
                reading.fault(at + 1, "the todo has no text");
            } else {
                reading.todos.push((at + 1, todo));
            }
        } else if open && indent >= 2 {
            let words = bare.strip_prefix('>').map_or(bare, |quoted| quoted.strip_prefix(' ').unwrap_or(quoted));
            if let Some((_, todo)) = reading.todos.last_mut() {
                let line = unescaped(words);
                todo.notes = Some(todo.notes.take().map_or(line.clone(), |notes| notes + "\n" + &line));
            }
        } else {
            open = false;
            passed_over += 1;
        }
    }
    if passed_over > 0 {
        reading.pass_over(passed_over, "line that is no todo", "lines that are no todos");
    }
    reading
}

/// The name of `# a heading`.
fn heading(line: &str) -> Option<&str> {
    let after = line.trim_start_matches('#');
    let level = line.len() - after.len();
    ((1..=6).contains(&level) && after.starts_with(' ')).then(|| after.trim())
}

/// Whether `- [x] text` is done, and its text.
fn item(line: &str) -> Option<(bool, &str)> {
    let numbered = || {
        let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
        (after.len() < line.len()).then(|| after.strip_prefix(['.', ')'])).flatten()
    };
    let after = line.strip_prefix(['-', '*', '+']).or_else(numbered)?.strip_prefix(' ')?.trim_start();
    let (box_, words) = after.strip_prefix('[')?.split_once(']')?;
    let completed = match box_ {
        " " | "" => false,
        "x" | "X" => true,
        _ => return None,
    };
    if words.is_empty() || words.starts_with(' ') { Some((completed, words.trim())) } else { None }
}

fn todo_of(words: &str) -> Todo {
    let (text, tail) = cut_tail(words, is_field);
    let mut todo = Todo { text: unescaped(text), ..Todo::default() };
    for word in tail {
        match word.split_once(':') {
            Some(("due", value)) => todo.due = Due::parse(value),
            Some(("priority", value)) => todo.priority = value.parse().ok(),
            Some(("rrule", value)) => todo.recurrence = Some(unpacked(value)),
            _ => todo.tags.push(unpacked(word.trim_start_matches('#'))),
        }
    }
    todo
}

fn is_field(word: &str) -> bool {
    if let Some(tag) = word.strip_prefix('#') {
        return !tag.is_empty() && !tag.starts_with('#');
    }
    match word.split_once(':') {
        Some(("due", value)) => Due::parse(value).is_some(),
        Some(("priority", value)) => matches!(value, "1" | "2" | "3" | "4"),
        Some(("rrule", value)) => !value.is_empty(),
        _ => false,
    }
}

/// The text with what Markdown or this format would read as something else behind a backslash.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#' | ':' | '&' | '~' | '|' => {
                safe.push('\\');
                safe.push(c);
            }
            '\n' => safe.push_str("<br>"),
            '\r' => {}
            other => safe.push(other),
        }
    }
    safe
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let next = rest.chars().nth(1).filter(char::is_ascii_punctuation);
        if let (true, Some(next)) = (c == '\\', next) {
            plain.push(next);
            rest = rest.get(2..).unwrap_or_default();
        } else if let Some(after) = rest.strip_prefix("<br>") {
            plain.push('\n');
            rest = after;
        } else {
            plain.push(c);
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_written_by_hand_read() {
        let text = "# Garden list\n\nSome words.\n* [ ] dig\n   deep, and\n   slowly\n  - [X] rake due:2026-04-01 #spring\n1. [ ] sow [beans](x)\n- no box\n```\n- [ ] code\n```\n# inbox\n- [] rest\n";
        let reading = read(text);
        let expected = [
            (4, "dig", false, Some("Garden list"), Some("deep, and\nslowly")),
            (7, "rake", true, Some("Garden list"), None),
            (8, "sow [beans](x)", false, Some("Garden list"), None),
            (14, "rest", false, None, None),
        ];
        assert_eq!(reading.todos.len(), expected.len());
        for ((line, todo), (at, text, completed, list, notes)) in reading.todos.iter().zip(expected) {
            assert_eq!((*line, todo.text.as_str(), todo.completed), (at, text, completed));
            assert_eq!((todo.list.as_deref(), todo.notes.as_deref()), (list, notes), "{text}");
        }
        assert_eq!(reading.notes, ["3 lines that are no todos were passed over"]);
        assert_eq!(reading.todos[1].1.tags, ["spring"]);
        assert_eq!(read("Some words.").notes, ["1 line that is no todo was passed over"]);
    }
}
