//! iCalendar (RFC 5545): a calendar with a VTODO for each todo.
//!
//! Due dates are floating; one in UTC from another program becomes local, one with a zone keeps its clock time. Our priorities 1
//! to 4 are 1, 3, 5 and 7 of the nine. What the standard has no place for goes into `X-DUNLIN-` properties and an `X-MS` parameter.
//! Events, alarms and other components are passed over.

use dunlin_base::Env;

use super::Reading;
use crate::{
    Due, Todo,
    due::{day_number, local_minute, utc_ms},
};

/// The most octets of a line before it is folded.
const FOLD_AT: usize = 75;

pub(super) fn write(todos: &[Todo]) -> String {
    let mut text = String::new();
    for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Dunlin//Dunlin//EN"] {
        put(&mut text, line);
    }
    for todo in todos {
        write_todo(&mut text, todo);
    }
    put(&mut text, "END:VCALENDAR");
    text
}

fn write_todo(text: &mut String, todo: &Todo) {
    put(text, "BEGIN:VTODO");
    put(text, &format!("UID:{}", escaped(&todo.id)));
    let stamp = basic(&todo.updated_at).or_else(|| basic(&todo.created_at));
    put(text, &format!("DTSTAMP:{}", stamp.map_or_else(|| "19700101T000000Z".to_owned(), |(stamp, _)| stamp)));
    put_moment(text, "CREATED", &todo.created_at);
    put_moment(text, "LAST-MODIFIED", &todo.updated_at);
    put(text, &format!("SUMMARY:{}", escaped(&todo.text)));
    if let Some(notes) = &todo.notes {
        put(text, &format!("DESCRIPTION:{}", escaped(notes)));
    }
    if let Some(due) = &todo.due {
        let day = due.date().replace('-', "");
        match due.time() {
            None => put(text, &format!("DUE;VALUE=DATE:{day}")),
            Some(time) => put(text, &format!("DUE:{day}T{}00", time.replace(':', ""))),
        }
    }
    if let Some(priority) = todo.priority {
        put(text, &format!("PRIORITY:{}", u16::from(priority) * 2 - 1));
    }
    if !todo.tags.is_empty() {
        let tags: Vec<String> = todo.tags.iter().map(|tag| escaped(tag)).collect();
        put(text, &format!("CATEGORIES:{}", tags.join(",")));
    }
    if let Some(rule) = &todo.recurrence {
        let bare = rule.strip_suffix(";X-FROM=COMPLETION");
        let is_rule = |rule: &str| {
            rule.bytes().all(|c| c.is_ascii_alphanumeric() || b"=;,+-".contains(&c)) && rule.starts_with("FREQ=")
        };
        match bare.unwrap_or(rule) {
            plain if is_rule(plain) => {
                put(text, &format!("RRULE:{plain}"));
                if bare.is_some() {
                    put(text, "X-DUNLIN-FROM:COMPLETION");
                }
            }
            _ => put(text, &format!("X-DUNLIN-RULE:{}", escaped(rule))),
        }
    }
    if let Some(list) = &todo.list {
        put(text, &format!("X-DUNLIN-LIST:{}", escaped(list)));
    }
    if todo.completed {
        put(text, "STATUS:COMPLETED");
        put_moment(text, "COMPLETED", todo.completed_at.as_deref().unwrap_or_default());
    } else {
        put(text, "STATUS:NEEDS-ACTION");
    }
    put(text, "END:VTODO");
}

/// Writes a line, folded so that no part has more than [`FOLD_AT`] octets and no character is split.
fn put(text: &mut String, line: &str) {
    let mut room = FOLD_AT;
    for c in line.chars() {
        if c.len_utf8() > room {
            text.push_str("\r\n ");
            room = FOLD_AT - 1;
        }
        room -= c.len_utf8();
        text.push(c);
    }
    text.push_str("\r\n");
}

fn put_moment(text: &mut String, name: &str, moment: &str) {
    match basic(moment) {
        Some((stamp, "000")) => put(text, &format!("{name}:{stamp}")),
        Some((stamp, millis)) => put(text, &format!("{name};X-MS={millis}:{stamp}")),
        None => {}
    }
}

/// `2026-11-21T09:30:00.123Z` as `20261121T093000Z`, and the milliseconds.
fn basic(moment: &str) -> Option<(String, &str)> {
    let (second, rest) = (moment.get(..19)?, moment.get(19..)?);
    let millis = rest.strip_prefix('.')?.strip_suffix('Z').filter(|millis| millis.len() == 3)?;
    day_number(second.get(..10)?)?;
    let digits: String = second.chars().filter(|c| !matches!(c, '-' | ':')).collect();
    let fits = digits.len() == 15 && millis.bytes().all(|c| c.is_ascii_digit());
    fits.then(|| (format!("{digits}Z"), millis))
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => {
                safe.push('\\');
                safe.push(c);
            }
            '\n' => safe.push_str("\\n"),
            other if other.is_control() && other != '\t' => {}
            other => safe.push(other),
        }
    }
    safe
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n' | 'N') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => plain.push('\\'),
            },
            other => plain.push(other),
        }
    }
    plain
}

/// The parts between commas that are not escaped.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut escaped = false;
    for c in text.chars() {
        if c == ',' && !escaped {
            parts.push(String::new());
            continue;
        }
        escaped = c == '\\' && !escaped;
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts.iter().map(|part| unescaped(part).trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// One property: `NAME;PARAM=x:value`.
struct Property {
    line: usize,
    name: String,
    params: String,
    value: String,
}

impl Property {
    fn param(&self, name: &str) -> Option<&str> {
        self.params
            .split(';')
            .filter_map(|param| param.split_once('='))
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

pub(super) fn read(env: &Env, text: &str) -> Reading {
    let mut reading = Reading::default();
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut todo: Option<Draft> = None;
    let mut others = 0_usize;
    for (line, content) in unfolded(text) {
        let Some(property) = property(line, &content) else {
            reading.fault(line, "the line has no name and value with a colon between them");
            continue;
        };
        if open.is_empty() && !(property.name == "BEGIN" && property.value.eq_ignore_ascii_case("VCALENDAR")) {
            reading.fault(line, "expected BEGIN:VCALENDAR");
            return reading;
        }
        match property.name.as_str() {
            "BEGIN" => {
                let name = property.value.to_ascii_uppercase();
                match (open.len(), name.as_str()) {
                    (0, _) | (1, "VTIMEZONE") => {}
                    (1, "VTODO") => todo = Some(Draft { line, ..Draft::default() }),
                    _ => others += 1,
                }
                if open.len() > 20 {
                    reading.fault(line, "components are nested deeper than 20 levels");
                    return reading;
                }
                open.push((line, name));
            }
            "END" => {
                let begun = open.pop();
                if begun.as_ref().is_none_or(|(_, name)| !name.eq_ignore_ascii_case(&property.value)) {
                    let expected =
                        begun.map_or_else(String::new, |(at, name)| format!(", expected END:{name} of line {at}"));
                    reading.fault(line, format!("found END:{}{expected}", property.value));
                    return reading;
                }
                if open.len() == 1
                    && let Some(draft) = todo.take()
                {
                    draft.finish(&mut reading);
                }
            }
            _ if open.len() == 2 => {
                if let Some(draft) = &mut todo
                    && let Err(message) = draft.take(env, &property)
                {
                    reading.fault(property.line, message);
                }
            }
            _ => {}
        }
    }
    if let Some((line, name)) = open.pop() {
        reading.fault(line, format!("BEGIN:{name} has no END:{name}"));
    } else if text.trim().is_empty() {
        reading.fault(1, "expected BEGIN:VCALENDAR");
    }
    if others > 0 {
        let one = "component that is no todo (an event, an alarm, …)";
        reading.pass_over(others, one, "components that are no todos (events, alarms, …)");
    }
    reading
}

/// The lines with folded ones put together, each with its number.
fn unfolded(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let folded = line.strip_prefix([' ', '\t']);
        match (folded, lines.last_mut()) {
            (Some(rest), Some((_, last))) => last.push_str(rest),
            _ if line.trim().is_empty() => {}
            _ => lines.push((at + 1, line.to_owned())),
        }
    }
    lines
}

fn property(line: usize, content: &str) -> Option<Property> {
    let mut quoted = false;
    let colon = content.char_indices().find(|(_, c)| {
        quoted ^= *c == '"';
        *c == ':' && !quoted
    })?;
    let (head, value) = (content.get(..colon.0)?, content.get(colon.0 + 1..)?);
    let (name, params) = head.split_once(';').unwrap_or((head, ""));
    // A group before a dot is of no meaning here.
    let name = name.rsplit('.').next().unwrap_or(name).trim().to_ascii_uppercase();
    (!name.is_empty()).then(|| Property { line, name, params: params.to_owned(), value: value.to_owned() })
}

/// A todo while its properties are read.
#[derive(Default)]
struct Draft {
    line: usize,
    todo: Todo,
    from_completion: bool,
}

impl Draft {
    fn take(&mut self, env: &Env, property: &Property) -> Result<(), String> {
        let todo = &mut self.todo;
        let value = property.value.trim();
        match property.name.as_str() {
            "UID" => todo.id = unescaped(value),
            "SUMMARY" => todo.text = unescaped(&property.value),
            "DESCRIPTION" => todo.notes = Some(unescaped(&property.value)),
            "DUE" => todo.due = Some(due(env, value).ok_or_else(|| format!("the due date {value:?} does not read"))?),
            "PRIORITY" => {
                todo.priority = match value.parse::<u8>() {
                    Ok(0) => None,
                    Ok(number @ 1..=9) => Some(number.div_ceil(2).min(4)),
                    _ => return Err(format!("the priority is {value:?}, expected 0 to 9")),
                }
            }
            "CATEGORIES" => todo.tags.extend(parts(&property.value)),
            "STATUS" => {
                todo.completed = value.eq_ignore_ascii_case("COMPLETED") || value.eq_ignore_ascii_case("CANCELLED");
            }
            "COMPLETED" => {
                todo.completed = true;
                todo.completed_at = Some(moment(property)?);
            }
            "CREATED" => todo.created_at = moment(property)?,
            "LAST-MODIFIED" => todo.updated_at = moment(property)?,
            "RRULE" => todo.recurrence = Some(value.to_owned()),
            "X-DUNLIN-RULE" => todo.recurrence = Some(unescaped(value)),
            "X-DUNLIN-FROM" => self.from_completion = value == "COMPLETION",
            "X-DUNLIN-LIST" => todo.list = Some(unescaped(value)),
            _ => {}
        }
        Ok(())
    }

    fn finish(mut self, reading: &mut Reading) {
        if let Some(rule) = self.todo.recurrence.as_mut().filter(|_| self.from_completion) {
            rule.push_str(";X-FROM=COMPLETION");
        }
        if self.todo.text.trim().is_empty() {
            reading.fault(self.line, "the todo has no SUMMARY");
        } else {
            reading.todos.push((self.line, self.todo));
        }
    }
}

/// `20261127`, `20261127T170000` or the latter with `Z`.
fn due(env: &Env, value: &str) -> Option<Due> {
    let day = dashed(value)?;
    let Some(time) = value.get(8..).filter(|rest| !rest.is_empty()) else { return Due::parse(&day) };
    let clock = time.strip_prefix('T')?;
    let local = Due::parse(&format!("{day}T{}:{}", clock.get(..2)?, clock.get(2..4)?))?;
    if !clock.ends_with('Z') {
        return Some(local);
    }
    Due::parse(&local_minute(env.clock.as_ref(), utc_ms(local.as_str())?))
}

fn dashed(value: &str) -> Option<String> {
    let day = format!("{}-{}-{}", value.get(..4)?, value.get(4..6)?, value.get(6..8)?);
    day_number(&day).map(|_| day)
}

/// `20261121T093000Z` as ISO 8601 in UTC, with the milliseconds of our parameter.
fn moment(property: &Property) -> Result<String, String> {
    let value = property.value.trim();
    let read = || {
        let clock = value.get(8..)?.strip_prefix('T')?;
        let minute = Due::parse(&format!("{}T{}:{}", dashed(value)?, clock.get(..2)?, clock.get(2..4)?))?;
        let second = clock.get(4..6).filter(|second| second.parse::<u8>().is_ok_and(|second| second < 61))?;
        let millis = property.param("X-MS").filter(|ms| ms.len() == 3 && ms.bytes().all(|c| c.is_ascii_digit()));
        Some(format!("{minute}:{second}.{}Z", millis.unwrap_or("000")))
    };
    read().ok_or_else(|| format!("the moment {value:?} does not read, expected such as 20261121T093000Z"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_base::testing::World;

    #[test]
    fn calendars_of_other_programs_read() {
        let world = World::new(1);
        world.set_offset_minutes(120);
        let text = "BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nSUMMARY:party\r\nEND:VEVENT\r\n\
            BEGIN:VTODO\r\nUID:1\r\nSUMMARY;LANGUAGE=\"en:GB\":Mend the\r\n  gate\\, the \r\n old one\r\n\
            DUE:20260601T220000Z\r\nPRIORITY:9\r\nCATEGORIES:a\\,b,c\r\nCATEGORIES:d\r\nBEGIN:VALARM\r\nSUMMARY:beep\r\nEND:VALARM\r\n\
            COMPLETED:20260602T101112Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n";
        let reading = read(&world.env(), text);
        assert_eq!(reading.faults, []);
        let (line, todo) = &reading.todos[0];
        assert_eq!((*line, todo.text.as_str()), (8, "Mend the gate, the old one"));
        assert_eq!(todo.due.as_ref().unwrap().as_str(), "2026-06-02T00:00");
        assert_eq!((todo.priority, todo.completed), (Some(4), true));
        assert_eq!(todo.tags, ["a,b", "c", "d"]);
        assert_eq!(todo.completed_at.as_deref(), Some("2026-06-02T10:11:12.000Z"));
        assert_eq!(reading.notes, ["2 components that are no todos (events, alarms, …) were passed over"]);
    }

    #[test]
    fn lines_are_folded_between_characters() {
        let mut text = String::new();
        put(&mut text, &format!("SUMMARY:{}", "é".repeat(100)));
        assert!(text.lines().all(|line| line.len() <= FOLD_AT), "{text}");
        assert_eq!(unfolded(&text)[0].1, format!("SUMMARY:{}", "é".repeat(100)));
    }
}
