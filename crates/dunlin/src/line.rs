//! A todo as the line of quick add that would make it, and what an edited line changes about it.
//!
//! What a line cannot say stays as it is: notes, a list, a recurrence that has no words here.

use dunlin_base::Utf16Span;
use dunlin_date::{DateOptions, describe_recurrence, due_in_full, parse_quick_add};
use dunlin_todo::{Changes, Command, Due, Field, NewTodo, Origin, Outcome, Todo, TodoError};

use crate::Dunlin;

/// A todo as a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TodoLine {
    /// The line.
    pub text: String,
    /// Places in it that are words of the todo, though they could be read.
    pub dismissed: Vec<Utf16Span>,
    /// Whether due date, priority and tags stand in it, so that taking them out takes them away.
    fields: bool,
    /// Whether the recurrence does.
    recurrence: bool,
}

impl Dunlin {
    /// The line that makes such a todo.
    ///
    /// ```
    /// use dunlin::{Dunlin, Options};
    /// use dunlin_base::testing::World;
    ///
    /// let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    /// let made = dunlin.quick_add("water plants 2031-05-06 p2 #home", &[])?;
    /// assert_eq!(dunlin.line_of(&made.todos[0]).text, "water plants 6 May 2031 p2 #home");
    /// # Ok::<(), dunlin::TodoError>(())
    /// ```
    pub fn line_of(&self, todo: &Todo) -> TodoLine {
        // The first of these lines that reads back as the same todo: with all fields, with the day as programs write it, without the
        // recurrence, or the text alone.
        let said = |due: &Due| due_in_full(due.as_str());
        let plain = |due: &Due| due.as_str().replace('T', " ");
        let days: [fn(&Due) -> String; 2] = [said, plain];
        let kinds = [(true, true), (true, false)].into_iter();
        kinds
            .flat_map(|(fields, recurrence)| days.map(|day| (fields, recurrence, day)))
            .chain([(false, false, days[0])])
            .map(|(fields, recurrence, day)| {
                let mut text = todo.text.clone();
                let due = todo.due.as_ref().map(day);
                let rule = todo.recurrence.as_deref().filter(|_| recurrence);
                let every = rule.and_then(|rule| describe_recurrence(rule).ok());
                let priority = todo.priority.map(|priority| format!("p{priority}"));
                let tags = todo.tags.iter().map(|tag| format!("#{tag}"));
                if fields {
                    for part in due.into_iter().chain(every).chain(priority).chain(tags) {
                        text = text + " " + &part;
                    }
                }
                let own = Utf16Span { start: 0, end: todo.text.encode_utf16().count() };
                let dismissed = self.readings_in(&text, own);
                TodoLine { text, dismissed, fields, recurrence }
            })
            .find(|line| !line.fields || self.says(line, todo))
            .unwrap_or_default()
    }

    /// Makes the todo what an edited line says, on the list of that name if one is named ("" is none of them), as one change.
    /// `before` is the todo as it was when the line was given out: what the line leaves of it as it was is not changed, whatever
    /// has become of it since. None when that is all of it.
    pub fn revise(
        &self,
        before: &Todo,
        line: &str,
        dismissed: &[Utf16Span],
        list: Option<&str>,
    ) -> Result<Option<Outcome>, TodoError> {
        let read = self.read_line(line, dismissed);
        let said = self.line_of(before);
        let mut changes = Changes {
            text: (read.text != before.text).then_some(read.text),
            due: changed(read.due, before.due.as_ref(), said.fields),
            priority: changed(read.priority, before.priority.as_ref(), said.fields),
            recurrence: changed(read.recurrence, before.recurrence.as_ref(), said.recurrence),
            list: list.map_or(Field::Keep, |list| {
                let list = Some(list.trim().to_owned()).filter(|list| !list.is_empty());
                changed(list, before.list.as_ref(), true)
            }),
            ..Changes::default()
        };
        if said.fields {
            changes.tags = (read.tags != before.tags).then_some(read.tags);
        } else {
            changes.more_tags = read.tags;
        }
        if changes == Changes::default() {
            return Ok(None);
        }
        self.todos().execute(Command::Update { id: before.id.clone(), changes }, &Origin::hand()).map(Some)
    }

    fn options(&self) -> DateOptions {
        DateOptions { now: self.now(), day_first: false }
    }

    fn read_line(&self, line: &str, dismissed: &[Utf16Span]) -> NewTodo {
        let spans: Vec<_> = dismissed.iter().map(|span| span.bytes(line)).collect();
        match dunlin_todo::quick_add(line, &self.options(), &spans) {
            Command::Add(read) => read,
            _ => NewTodo::default(),
        }
    }

    /// What would be read inside that part of a line.
    fn readings_in(&self, line: &str, part: Utf16Span) -> Vec<Utf16Span> {
        let readings = parse_quick_add(line, &self.options(), &[]).readings.into_iter();
        let spans = readings.map(|reading| reading.span.utf16(line));
        let inside = spans.filter(|span| span.start < part.end);
        inside.map(|span| Utf16Span { start: span.start, end: span.end.min(part.end) }).collect()
    }

    fn says(&self, line: &TodoLine, todo: &Todo) -> bool {
        let read = self.read_line(&line.text, &line.dismissed);
        let recurrence = if line.recurrence { todo.recurrence.clone() } else { None };
        (&read.text, &read.due, read.priority, &read.tags, read.recurrence)
            == (&todo.text, &todo.due, todo.priority, &todo.tags, recurrence)
    }
}

/// What becomes of a field: what the line shows is set; what it no longer shows is cleared if the line could show it (`said`), and
/// else kept.
fn changed<T: PartialEq>(read: Option<T>, before: Option<&T>, said: bool) -> Field<T> {
    match read {
        Some(read) if before != Some(&read) => Field::Set(read),
        None if said && before.is_some() => Field::Clear,
        _ => Field::Keep,
    }
}

#[cfg(test)]
mod tests {
    use dunlin_base::testing::World;
    use serde_json::json;

    use super::*;
    use crate::Options;

    fn made(dunlin: &Dunlin, input: &serde_json::Value) -> Todo {
        let reply = dunlin.todo_action(input).unwrap();
        dunlin.todos().get(reply.output["id"].as_str().unwrap()).unwrap()
    }

    #[test]
    fn a_line_left_as_it_is_changes_nothing() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        for (input, expected) in [
            (json!({"text": "feed the cat"}), "feed the cat"),
            (
                json!({"text": "send it", "due": "2031-05-06T17:00", "priority": 1, "tags": ["work", "tax"]}),
                "send it 6 May 2031 17:00 p1 #work #tax",
            ),
            (json!({"text": "read tomorrow never dies", "priority": 3}), "read tomorrow never dies p3"),
            (json!({"text": "film at 2030-01-01", "due": "2031-05-06"}), "film at 2030-01-01 6 May 2031"),
            (json!({"text": "say \"every day\" aloud #nine", "tags": ["a"]}), "say \"every day\" aloud #nine #a"),
            (
                json!({"text": "stretch", "due": "2031-05-06", "recurrence": "FREQ=DAILY"}),
                "stretch 6 May 2031 every day",
            ),
            (json!({"text": "rent", "recurrence": "FREQ=MONTHLY;BYMONTHDAY=1"}), "rent"),
            (
                json!({"text": "bins", "due": "2031-05-09", "recurrence": "FREQ=WEEKLY;BYDAY=FR"}),
                "bins 9 May 2031 every Friday",
            ),
            (json!({"text": "late", "due": "2019-02-28"}), "late 28 Feb 2019"),
            (json!({"text": "party on", "due": "2031-05-06T09:05"}), "party on 6 May 2031 09:05"),
        ] {
            let mut input = input;
            input["action"] = json!("add");
            let todo = made(&dunlin, &input);
            let line = dunlin.line_of(&todo);
            assert_eq!(line.text, expected);
            assert_eq!(dunlin.revise(&todo, &line.text, &line.dismissed, None).unwrap(), None, "{expected}");
            assert_eq!(dunlin.todos().get(&todo.id), Some(todo));
        }
    }

    #[test]
    fn an_edited_line_changes_what_it_says_and_takes_away_what_it_no_longer_says() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        let todo = made(
            &dunlin,
            &json!({"action": "add", "text": "call", "due": "2031-05-06", "priority": 2, "tags": ["a"], "list": "home"}),
        );
        dunlin.revise(&todo, "call Ann p1 #b", &[], None).unwrap();
        let after = dunlin.todos().get(&todo.id).unwrap();
        assert_eq!(
            (after.text.as_str(), after.due, after.priority, after.tags),
            ("call Ann", None, Some(1), vec!["b".to_owned()])
        );
        assert_eq!(after.list.as_deref(), Some("home"));
        let todo = made(&dunlin, &json!({"action": "add", "text": "rent", "recurrence": "FREQ=MONTHLY;BYMONTHDAY=1"}));
        dunlin.revise(&todo, "pay rent", &[], None).unwrap();
        let after = dunlin.todos().get(&todo.id).unwrap();
        assert_eq!((after.text.as_str(), after.recurrence), ("pay rent", todo.recurrence));
        let gone = Todo { id: "none".to_owned(), ..Todo::default() };
        assert!(dunlin.revise(&gone, "x", &[], None).is_err());
    }

    #[test]
    fn what_an_edit_leaves_alone_stays_what_it_has_become_meanwhile() {
        let dunlin = Dunlin::open(World::new(1).env(), Options::default());
        let begun = made(&dunlin, &json!({"action": "add", "text": "call Ann"}));
        dunlin
            .todo_action(&json!({"action": "update", "todoId": begun.id, "due": "2031-05-06", "list": "home"}))
            .unwrap();
        assert_eq!(dunlin.revise(&begun, "call Ann", &[], Some("")).unwrap(), None);
        dunlin.revise(&begun, "call Ben", &[], Some("")).unwrap();
        let after = dunlin.todos().get(&begun.id).unwrap();
        assert_eq!(
            (after.text.as_str(), after.due.as_ref().map(dunlin_todo::Due::as_str), after.list.as_deref()),
            ("call Ben", Some("2031-05-06"), Some("home"))
        );
    }
}
