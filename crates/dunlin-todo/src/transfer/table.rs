//! Tables (CSV): a row for each todo under the names of the columns.
//!
//! Tables of other programs read too, by the names that such columns usually have, parted by commas, semicolons or tabs; so does
//! Todoist's export, with its sections as lists, its comments as notes and its labels as tags. A date in words is read as quick
//! add reads it; one that is not understood is kept in the notes.

use csv::{ReaderBuilder, StringRecord, WriterBuilder};
use dunlin_base::Env;
use dunlin_date::parse_quick_add;
use serde::{Deserialize, Serialize};

use super::Reading;
use crate::{Due, LocalNow, Todo, recur};

/// One row. The names are those that we write; the others those that other programs have, in lower case without spaces.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Row {
    #[serde(alias = "title", alias = "task", alias = "taskname", alias = "todo", alias = "name", alias = "content")]
    #[serde(alias = "summary", alias = "subject")]
    text: String,
    #[serde(alias = "note", alias = "description", alias = "details")]
    notes: String,
    #[serde(alias = "project", alias = "folder", alias = "category")]
    list: String,
    #[serde(alias = "done", alias = "status", alias = "checked")]
    completed: String,
    #[serde(alias = "date", alias = "duedate", alias = "deadline")]
    due: String,
    priority: String,
    #[serde(alias = "labels", alias = "label", alias = "tag")]
    tags: String,
    #[serde(alias = "rrule", alias = "repeat")]
    recurrence: String,
    #[serde(alias = "createdat")]
    created_at: String,
    #[serde(alias = "completedat")]
    completed_at: String,
    /// What a row of Todoist's is: a task, a section, a note.
    #[serde(skip_serializing, rename = "type")]
    kind: String,
}

pub(super) fn write(todos: &[Todo]) -> String {
    let mut table = WriterBuilder::new().from_writer(Vec::new());
    for todo in todos {
        let row = Row {
            text: todo.text.clone(),
            notes: todo.notes.clone().unwrap_or_default(),
            list: todo.list.clone().unwrap_or_default(),
            completed: if todo.completed { "yes" } else { "no" }.to_owned(),
            due: todo.due.as_ref().map(Due::to_string).unwrap_or_default(),
            priority: todo.priority.map(|priority| priority.to_string()).unwrap_or_default(),
            tags: todo.tags.join(", "),
            recurrence: todo.recurrence.clone().unwrap_or_default(),
            created_at: todo.created_at.clone(),
            completed_at: todo.completed_at.clone().unwrap_or_default(),
            kind: String::new(),
        };
        // Writing to memory does not fail.
        let _ = table.serialize(row);
    }
    table.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

pub(super) fn read(env: &Env, text: &str) -> Reading {
    let mut reading = Reading::default();
    let head = text.lines().next().unwrap_or_default();
    let parts = |mark: char| head.matches(mark).count();
    let delimiter = [b';', b'\t'].into_iter().find(|mark| parts(char::from(*mark)) > parts(',')).unwrap_or(b',');
    let mut table = ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let plain = |name: &str| name.to_lowercase().replace([' ', '_', '-'], "");
    let names: StringRecord = match table.headers() {
        Ok(names) => names.iter().map(plain).collect(),
        Err(error) => {
            reading.fault(1, format!("the names of the columns do not read: {error}"));
            return reading;
        }
    };
    let is_todoist = names.iter().any(|name| name == "type") && names.iter().any(|name| name == "content");
    let (now, mut section, mut unread, mut others) = (LocalNow::of(env), None, 0, 0);
    for record in table.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                reading.fault(error.position().map_or(1, |at| at.line() as usize), error.to_string());
                continue;
            }
        };
        let line = record.position().map_or(1, |at| at.line() as usize);
        let row: Row = match record.deserialize(Some(&names)) {
            Ok(row) => row,
            Err(error) => {
                reading.fault(line, format!("the row does not read: {error}"));
                continue;
            }
        };
        match row.kind.to_lowercase().as_str() {
            "" if is_todoist => {}
            "" | "task" if row.text.trim().is_empty() => reading.fault(line, "the todo has no text"),
            "" | "task" => match row.todo(&now, is_todoist, &mut unread) {
                Ok(todo) => reading.todos.push((line, Todo { list: section.clone().or(todo.list), ..todo })),
                Err(why) => reading.fault(line, why),
            },
            "section" => section = Some(row.text.trim().to_owned()).filter(|name| !name.is_empty()),
            "note" => {
                if let Some((_, todo)) = reading.todos.last_mut() {
                    add_note(todo, &row.text);
                }
            }
            _ => others += 1,
        }
    }
    if reading.todos.is_empty() && reading.faults.is_empty() {
        reading.fault(1, "the table has no todos; expected a column named \"text\" and a row for each todo");
    }
    if unread > 0 {
        let dates = if unread == 1 { "1 date was" } else { &format!("{unread} dates were") };
        reading.notes.push(format!("{dates} not understood and kept in the notes"));
    }
    if others > 0 {
        reading.pass_over(others, "row that is no todo", "rows that are no todos");
    }
    reading
}

fn add_note(todo: &mut Todo, note: &str) {
    let note = note.trim();
    if !note.is_empty() {
        todo.notes = Some(todo.notes.take().map_or_else(|| note.to_owned(), |notes| format!("{notes}\n{note}")));
    }
}

impl Row {
    fn todo(self, now: &LocalNow, is_todoist: bool, unread: &mut usize) -> Result<Todo, String> {
        let filled = |text: String| Some(text).filter(|text| !text.trim().is_empty());
        let mut todo = Todo {
            completed: is_done(&self.completed)?,
            priority: priority(&self.priority)?.filter(|priority| !is_todoist || *priority < 4),
            tags: self.tags.split([',', ';']).map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect(),
            text: self.text,
            notes: filled(self.notes),
            list: filled(self.list),
            recurrence: filled(self.recurrence),
            created_at: self.created_at,
            completed_at: filled(self.completed_at),
            ..Todo::default()
        };
        if is_todoist {
            let (labels, words): (Vec<&str>, Vec<&str>) =
                todo.text.split_whitespace().partition(|word| word.len() > 1 && word.starts_with('@'));
            let labels = labels.iter().map(|label| label.trim_start_matches('@').to_owned()).collect();
            (todo.tags, todo.text) = (labels, words.join(" "));
        }
        todo.due = Due::parse(self.due.trim());
        if let (None, Some(date)) = (&todo.due, filled(self.due)) {
            let read = parse_quick_add(&date, &recur::options(now), &[]);
            if read.text.trim().is_empty() && !read.readings.is_empty() {
                todo.due = read.due.as_deref().and_then(Due::parse);
                todo.recurrence = read.recurrence.or(todo.recurrence);
            } else {
                *unread += 1;
                add_note(&mut todo, &format!("due: {}", date.trim()));
            }
        }
        Ok(todo)
    }
}

fn is_done(word: &str) -> Result<bool, String> {
    match word.trim().to_lowercase().as_str() {
        "" | "no" | "false" | "0" | "open" | "active" | "todo" | "pending" | "needs-action" => Ok(false),
        "yes" | "true" | "1" | "x" | "done" | "completed" | "complete" | "closed" => Ok(true),
        other => Err(format!("completed is {other:?}, expected yes or no")),
    }
}

fn priority(word: &str) -> Result<Option<u8>, String> {
    match word.trim().to_lowercase().trim_start_matches('p') {
        "" | "none" | "0" => Ok(None),
        "1" | "high" | "urgent" => Ok(Some(1)),
        "2" | "medium" => Ok(Some(2)),
        "3" | "low" => Ok(Some(3)),
        "4" => Ok(Some(4)),
        other => Err(format!("the priority is {other:?}, expected 1 to 4")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_base::testing::World;

    fn todos(text: &str) -> Vec<Todo> {
        let reading = read(&World::new(1).env(), text);
        assert_eq!(reading.faults, [], "{text}");
        reading.todos.into_iter().map(|(_, todo)| todo).collect()
    }

    #[test]
    fn an_export_of_todoist_reads() {
        let text = "\u{feff}TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n\
            meta,view_style=list,,,,,,,,\n\
            task,Oil the hinge @shed @quick,the squeaky one,1,1,Ana (1),,every monday,en,Europe/Berlin\n\
            note,\"use the thin oil, not the other\",,,,,,,,\n\
            ,,,,,,,,,\n\
            section,Errands,,,,,,,,\n\
            task,Return the ladder,,4,1,Ana (1),,2026-11-27,en,\n\
            task,Post the form,,4,2,Ana (1),,jeden dritten Tag,de,\n";
        let reading = read(&World::new(1).env(), text.trim_start_matches('\u{feff}'));
        assert_eq!(reading.faults, []);
        assert_eq!(
            reading.notes,
            ["1 date was not understood and kept in the notes", "1 row that is no todo was passed over"]
        );
        let [hinge, ladder, form] = [0, 1, 2].map(|at: usize| &reading.todos[at].1);
        assert_eq!((hinge.text.as_str(), hinge.priority, hinge.list.as_deref()), ("Oil the hinge", Some(1), None));
        assert_eq!(hinge.tags, ["shed", "quick"]);
        assert_eq!(hinge.notes.as_deref(), Some("the squeaky one\nuse the thin oil, not the other"));
        assert_eq!(hinge.recurrence.as_deref(), Some("FREQ=WEEKLY;BYDAY=MO"));
        assert_eq!((ladder.due.as_ref().map(Due::as_str), ladder.priority), (Some("2026-11-27"), None));
        assert_eq!(ladder.list.as_deref(), Some("Errands"));
        assert_eq!(form.notes.as_deref(), Some("due: jeden dritten Tag"));
    }

    #[test]
    fn tables_of_other_programs_read() {
        let table =
            todos("Title;Due Date;Done;Labels;Priority\n\"Mend; the gate\";tomorrow;x;home, yard;High\nRest;;;;\n");
        assert_eq!((table[0].text.as_str(), table[0].completed, table[0].priority), ("Mend; the gate", true, Some(1)));
        assert_eq!((table[0].due.as_ref().map(Due::as_str), table[0].tags.len()), (Some("2026-11-22"), 2));
        assert_eq!((table[1].text.as_str(), table[1].completed), ("Rest", false));
        let faults =
            |text: &str| read(&World::new(1).env(), text).faults.iter().map(|fault| fault.line).collect::<Vec<_>>();
        assert_eq!(faults("text,priority\nfine,1\nbad,9\n"), [3]);
        assert_eq!(faults("text,done\n,yes\n\"a\nb\",perhaps\n"), [2, 3]);
        assert_eq!(faults("colour,size\nred,4\n"), [2]);
        assert_eq!(faults(""), [1]);
    }
}
